//! The published scenario several times over, side by side on one map: how the engine grows with
//! the map and the number of units.

use salient_schema::Bundle;
use salient_schema::scenario::Entry;

/// The engine numbers units in 16 bits: what copies are left when these are used up is empty ground.
const MOST_UNITS: usize = 65_000;

/// Tiles the map and all that stands on it `k` times in each direction: `k`² maps, `k`² times the
/// units. The copies meet with no border between them; only the first column of maps has the
/// western edge.
pub fn tile(base: &Bundle, k: u16) -> Bundle {
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
    bundle.map.terrain.rows = (0..usize::from(k) * terrain.len())
        .map(|row| terrain[row % terrain.len()].repeat(usize::from(k)))
        .collect();
    bundle.map.features.items.clear();
    bundle.map.hexsides.items.clear();
    bundle.map.lines.items.clear();
    bundle.scenario.setup.placements.clear();
    bundle.scenario.reinforcements.clear();
    for book in &mut bundle.orders_of_battle {
        book.counters.clear();
    }
    let counters = base.orders_of_battle.iter().flat_map(|book| &book.counters);
    let armies = MOST_UNITS / counters.map(|counter| usize::from(counter.count)).sum::<usize>();
    for copy in 0..k * k {
        let place = Place { columns, rows, of: (copy % k, copy / k), name: format!("-t{copy}") };
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
struct Place {
    columns: u16,
    rows: u16,
    of: (u16, u16),
    /// What sets its counters and letters apart.
    name: String,
}

impl Place {
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
        out.map.lines.items.extend(base.map.lines.items.iter().cloned().map(|mut item| {
            item.sides = item.sides.iter().map(|side| self.label(side)).collect();
            item
        }));
    }

    fn lay_armies(&self, base: &Bundle, out: &mut Bundle) {
        let named = |id: &String| self.named(id);
        for (from, to) in base.orders_of_battle.iter().zip(&mut out.orders_of_battle) {
            to.counters.extend(from.counters.iter().cloned().map(|mut counter| {
                counter.id = named(&counter.id);
                counter
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
            if let Entry::Letter(letter) = &arrival.entry {
                arrival.entry = Entry::Letter(named(letter));
            }
            arrival
        });
        out.scenario.reinforcements.extend(arrivals);
    }

    /// A hex or hexside of the one map, on the many.
    fn label(&self, label: &str) -> String {
        let number = |digits: &str| digits.parse::<u16>().unwrap();
        let column = number(&label[..2]) + self.columns * self.of.0;
        let row = number(&label[2..4]) + self.rows * self.of.1;
        format!("{column:03}{row:03}{}", &label[4..])
    }
}
