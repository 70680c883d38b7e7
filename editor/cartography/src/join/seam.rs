//! Where boards meet: what lies over one another, and what does not go on.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::Grid;
use salient_schema::{Code, Diagnostic, HexIndex, Id, Map};

use super::carry::Carry;
use super::extent::{Extent, Spot, centre, ends, middle};

/// Boards that lie over one another, beyond the hexes that both are cut through.
pub(super) fn overlaps(grid: &Grid) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let on_cut = |board: usize, hex: HexIndex| {
        let extent = grid.boards.get(board).and_then(|board| Extent::of(grid, board));
        extent.is_some_and(|extent| extent.ends_at(centre(grid, hex)))
    };
    for (later, board) in grid.boards.iter().enumerate() {
        for (earlier, other) in grid.boards.iter().enumerate().take(later) {
            let columns = board.column..board.column.saturating_add(board.columns);
            let rows = board.row..board.row.saturating_add(board.rows);
            let mut hexes =
                rows.flat_map(|row| columns.clone().map(move |column| HexIndex::new(column, row)));
            let first = hexes.find(|&hex| {
                board.holds(grid, hex)
                    && other.holds(grid, hex)
                    && !(on_cut(later, hex) && on_cut(earlier, hex))
            });
            if let Some(hex) = first {
                let message =
                    format!("the boards `{}` and `{}` lie over one another", other.id, board.id);
                let help = "boards may only share the hexes that both are cut through";
                let fault = Diagnostic::error(Code::Misplaced, message).help(help);
                let fault = fault.pointer(format!("/grid/boards/{later}"));
                found.push(fault.hex(grid.print_hex(hex)));
            }
        }
    }
    found
}

/// What runs to the cut on one board, and does not go on from there on the next.
pub(super) fn broken(grid: &Grid, boards: &[Map]) -> Vec<Diagnostic> {
    let runs: Vec<Runs<'_>> = (grid.boards.iter().zip(boards).enumerate())
        .map(|(index, (place, map))| Runs::of(&Carry::onto(grid, index, place, map), map))
        .collect();
    let mut found = Vec::new();
    for later in &runs {
        for earlier in runs.iter().take(later.index) {
            for (one, other) in [(earlier, later), (later, earlier)] {
                stops(grid, one, other, &mut found);
            }
        }
    }
    found
}

/// What runs over a board: the kinds of paths by hex, of hexsides by their middles and corners.
struct Runs<'a> {
    index: usize,
    id: &'a str,
    holds: BTreeSet<HexIndex>,
    extent: Option<Extent>,
    paths: BTreeMap<HexIndex, BTreeSet<&'a Id>>,
    sides: BTreeMap<Spot, (String, BTreeSet<&'a Id>)>,
    corners: BTreeMap<Spot, BTreeMap<&'a Id, String>>,
}

impl<'a> Runs<'a> {
    fn of(carry: &Carry<'a>, map: &'a Map) -> Self {
        let grid = carry.to;
        let place = carry.place;
        let columns = place.column..place.column.saturating_add(place.columns);
        let rows = place.row..place.row.saturating_add(place.rows);
        let all =
            rows.flat_map(|row| columns.clone().map(move |column| HexIndex::new(column, row)));
        let mut out = Self {
            index: carry.index,
            id: &place.id,
            holds: all.filter(|&hex| place.holds(grid, hex)).collect(),
            extent: Extent::of(grid, place),
            paths: BTreeMap::new(),
            sides: BTreeMap::new(),
            corners: BTreeMap::new(),
        };
        for path in &map.paths.items {
            for (hex, _) in path.hexes.iter().filter_map(|label| carry.label(label)) {
                out.paths.entry(hex).or_default().insert(&path.kind);
            }
        }
        for item in &map.hexsides.items {
            let Some((hex, direction)) = carry.side(&item.side) else { continue };
            let name = grid.print_side(hex, direction);
            let at = out.sides.entry(middle(grid, hex, direction));
            at.or_insert_with(|| (name.clone(), BTreeSet::new())).1.insert(&item.kind);
            for corner in ends(grid, hex, direction) {
                let kinds = out.corners.entry(corner).or_default();
                kinds.entry(&item.kind).or_insert_with(|| name.clone());
            }
        }
        out
    }
}

/// What of one board does not go on on another one.
fn stops(grid: &Grid, one: &Runs<'_>, other: &Runs<'_>, found: &mut Vec<Diagnostic>) {
    let mut tell = |kind: &Id, place: String, hex: Option<String>| {
        let message = format!(
            "the {kind} of board `{}` stops at the seam in {place}: board `{}` has none there",
            one.id, other.id
        );
        let help = "let it go on on the other board, or end before the edge";
        let fault = Diagnostic::warning(Code::Gap, message).help(help);
        let fault = fault.pointer(format!("/grid/boards/{}", one.index));
        found.push(match hex {
            Some(hex) => fault.hex(hex),
            None => fault.side(place),
        });
    };
    let none = BTreeSet::new();
    for (hex, kinds) in one.paths.iter().filter(|(hex, _)| other.holds.contains(*hex)) {
        let there = other.paths.get(hex).unwrap_or(&none);
        for kind in kinds.difference(there) {
            let label = grid.print_hex(*hex);
            tell(kind, label.clone(), Some(label));
        }
    }
    let (Some(own), Some(extent)) = (one.extent, other.extent) else { return };
    let both = |spot: Spot| own.holds(spot) && extent.holds(spot);
    for (spot, (name, kinds)) in one.sides.iter().filter(|(spot, _)| both(**spot)) {
        let there = other.sides.get(spot).map_or(&none, |(_, kinds)| kinds);
        for kind in kinds.difference(there) {
            tell(kind, name.clone(), None);
        }
    }
    // What comes to a corner on the cut goes on from it.
    for (spot, kinds) in one.corners.iter().filter(|(spot, _)| both(**spot)) {
        let there = other.corners.get(spot);
        for (kind, name) in kinds {
            let on = there.is_some_and(|there| there.contains_key(kind));
            let along = one
                .sides
                .iter()
                .any(|(spot, (side, kinds))| side == name && both(*spot) && kinds.contains(kind));
            if !on && !along {
                tell(kind, name.clone(), None);
            }
        }
    }
}
