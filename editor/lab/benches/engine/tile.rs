//! A published scenario several times over, side by side on one map: how the engine grows with the map
//! and the number of units.

use salient_hex::grid::HexGrid;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, HexIndex};

/// The engine numbers units in 16 bits: what copies are left when these are used up is empty ground.
const MOST_UNITS: usize = 65_000;

/// Tiles the map and all that stands on it `k` times in each direction: `k`² maps, `k`² times the
/// units. The copies meet with no border between them; only the first column of maps has the
/// western edge. The counters of all copies belong to the same formations.
#[allow(dead_code, reason = "not every program that shares this file does")]
pub fn tile(base: &Bundle, k: u16) -> Bundle {
    laid_out(base, k, false)
}

/// The same, where each copy has armies and corps of its own, with their orders.
#[allow(dead_code, reason = "not every program that shares this file does")]
pub fn tile_with_armies(base: &Bundle, k: u16) -> Bundle {
    laid_out(base, k, true)
}

fn laid_out(base: &Bundle, k: u16, formations: bool) -> Bundle {
    let mut bundle = base.clone();
    if k == 1 {
        return bundle;
    }
    let (columns, rows) = (base.map.grid.columns, base.map.grid.rows);
    assert_eq!(columns % 2, 0, "a pushed column would meet a pushed one");
    let grid = &mut bundle.map.grid;
    grid.columns = columns * k;
    grid.rows = rows * k;
    grid.numbering.column_digits = 3;
    grid.numbering.row_digits = 3;
    let terrain = &base.map.terrain.rows;
    let tiled = |rows: &[String]| -> Vec<String> {
        let all = (0..usize::from(k) * rows.len()).map(|row| &rows[row % rows.len()]);
        all.map(|row| row.repeat(usize::from(k))).collect()
    };
    bundle.map.terrain.rows = tiled(terrain);
    if let Some(elevation) = &mut bundle.map.elevation {
        elevation.rows = tiled(&elevation.rows);
    }
    bundle.map.features.items.clear();
    bundle.map.hexsides.items.clear();
    bundle.map.paths.items.clear();
    bundle.map.lines.items.clear();
    bundle.map.zones.items.iter_mut().for_each(|zone| zone.hexes.clear());
    let scenario = &mut bundle.scenario;
    scenario.setup.placements.clear();
    scenario.reinforcements.clear();
    scenario.withdrawals.clear();
    if let Some(start) = &mut scenario.start {
        start.off_map.clear();
    }
    if formations {
        scenario.orders.clear();
    }
    for book in &mut bundle.orders_of_battle {
        book.counters.clear();
        if formations {
            book.formations.clear();
        }
    }
    let grids = [&base.map.grid, &bundle.map.grid].map(HexGrid::new);
    let counters = base.orders_of_battle.iter().flat_map(|book| &book.counters);
    let armies = MOST_UNITS / counters.map(|counter| usize::from(counter.count)).sum::<usize>();
    for copy in 0..k * k {
        let of = (copy % k * columns, copy / k * rows);
        let place = Place { grids: &grids, of, name: format!("-t{copy}"), formations };
        place.lay_ground(base, &mut bundle);
        if usize::from(copy) < armies {
            place.lay_armies(base, &mut bundle);
        }
        // The first copy lies where the one map lay: its places in the world hold.
        if let (0, Some(reference)) = (copy, &mut bundle.map.georeference) {
            for point in &mut reference.control_points {
                point.hex = place.label(&point.hex);
            }
        }
    }
    bundle
}

/// One of the copies.
struct Place<'a> {
    /// The one map, and the many.
    grids: &'a [HexGrid; 2],
    /// The column and row of its first hex.
    of: (u16, u16),
    /// What sets its counters and letters apart.
    name: String,
    /// Whether its formations are its own.
    formations: bool,
}

impl Place<'_> {
    fn named(&self, id: &String) -> String {
        format!("{id}{}", self.name)
    }

    fn lay_ground(&self, base: &Bundle, out: &mut Bundle) {
        let named = |id: &String| self.named(id);
        out.map.features.items.extend(base.map.features.items.iter().cloned().map(|mut item| {
            item.hex = self.label(&item.hex);
            item.letter = item.letter.as_ref().map(named);
            item
        }));
        out.map.hexsides.items.extend(base.map.hexsides.items.iter().cloned().map(|mut item| {
            item.side = self.label(&item.side);
            item
        }));
        let labels = |labels: &[String]| labels.iter().map(|label| self.label(label)).collect();
        out.map.lines.items.extend(base.map.lines.items.iter().cloned().map(|mut item| {
            item.sides = labels(&item.sides);
            item
        }));
        out.map.paths.items.extend(base.map.paths.items.iter().cloned().map(|mut item| {
            item.hexes = labels(&item.hexes);
            item
        }));
        for (zone, all) in base.map.zones.items.iter().zip(&mut out.map.zones.items) {
            all.hexes.extend(zone.hexes.iter().map(|label| self.label(label)));
        }
    }

    fn lay_armies(&self, base: &Bundle, out: &mut Bundle) {
        let named = |id: &String| self.named(id);
        for (from, to) in base.orders_of_battle.iter().zip(&mut out.orders_of_battle) {
            to.counters.extend(from.counters.iter().cloned().map(|mut counter| {
                counter.id = named(&counter.id);
                counter.formation = counter.formation.map(|id| self.formation(&id));
                counter.substitute = counter.substitute.as_ref().map(named);
                counter
            }));
            let own = from.formations.iter().filter(|_| self.formations).cloned();
            to.formations.extend(own.map(|mut formation| {
                formation.id = named(&formation.id);
                formation.parent = formation.parent.as_ref().map(named);
                formation
            }));
        }
        let placements = base.scenario.setup.placements.iter().cloned().map(|mut placement| {
            placement.hex = self.label(&placement.hex);
            placement.counters = placement.counters.iter().map(named).collect();
            placement
        });
        out.scenario.setup.placements.extend(placements);
        let arrivals = base.scenario.reinforcements.iter().cloned().map(|mut arrival| {
            arrival.counters = arrival.counters.iter().map(named).collect();
            arrival.entry = match arrival.entry {
                Entry::Letter(letter) => Entry::Letter(named(&letter)),
                Entry::Hexes(hexes) => {
                    Entry::Hexes(hexes.iter().map(|label| self.label(label)).collect())
                }
                zone @ Entry::Zone(_) => zone,
            };
            arrival
        });
        out.scenario.reinforcements.extend(arrivals);
        let leaving = base.scenario.withdrawals.iter().cloned().map(|mut withdrawal| {
            withdrawal.counters = withdrawal.counters.iter().map(named).collect();
            withdrawal
        });
        out.scenario.withdrawals.extend(leaving);
        if let (Some(from), Some(to)) = (&base.scenario.start, &mut out.scenario.start) {
            to.off_map.extend(from.off_map.iter().cloned().map(|mut off_map| {
                off_map.counters = off_map.counters.iter().map(named).collect();
                off_map
            }));
        }
        let orders = base.scenario.orders.iter().filter(|_| self.formations).cloned();
        out.scenario.orders.extend(orders.map(|mut order| {
            order.formation = named(&order.formation);
            order.starts_with = order.starts_with.as_ref().map(named);
            order.ends_with = order.ends_with.as_ref().map(named);
            for label in order.objectives.iter_mut().flat_map(|objective| &mut objective.hexes) {
                *label = self.label(label);
            }
            order
        }));
    }

    fn formation(&self, id: &String) -> String {
        if self.formations { self.named(id) } else { id.clone() }
    }

    /// A hex or hexside of the one map, on the many.
    fn label(&self, label: &str) -> String {
        let [from, to] = self.grids;
        let (hex, side) = label.split_at(label.find(':').unwrap_or(label.len()));
        let HexIndex { row, column } = from.index(from.parse(hex).unwrap());
        let there = HexIndex::new(column + self.of.0, row + self.of.1);
        format!("{}{side}", to.label(to.hex(there).unwrap()))
    }
}
