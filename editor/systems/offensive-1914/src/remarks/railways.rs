//! 1914 18.1: railways that a map draws where no train goes.

use salient_hex::{Direction, Hex};
use salient_schema::{Code, Diagnostic};

use crate::rules::Rules;

/// Warnings about a map's railways: those that run where no unit ever stands, and those that leave
/// the map where it has no friendly edge.
pub fn remarks(rules: &Rules) -> Vec<Diagnostic> {
    let hexes = rules.map().grid().hexes().filter(|&hex| rules.terrain.hex(hex).rails != 0);
    hexes.filter_map(|hex| wrong(rules, hex)).collect()
}

fn wrong(rules: &Rules, hex: Hex) -> Option<Diagnostic> {
    let label = rules.compiled.label(hex);
    let (text, help, rule) = if rules.terrain.hex(hex).barred {
        (
            format!("a railway runs into hex {label}, on which no unit ever stands"),
            "let it end on land, in the hex before",
            "1914 18.1",
        )
    } else if ends_at_the_border(rules, hex) && !rules.edges.iter().flatten().any(|&at| at == hex) {
        (
            format!("a railway leaves the map in hex {label}, which is no friendly edge"),
            "put the hex into the zone of an edge that supplies a side, or let the railway end \
             before it",
            "1914 18.1.1",
        )
    } else {
        return None;
    };
    let found = Diagnostic::warning(Code::Rule, text).pointer("/map/paths");
    Some(found.hex(label).help(help).rule(rule))
}

/// Whether a railway ends in a hex of the map's border: in one that lacks a neighbour.
fn ends_at_the_border(rules: &Rules, hex: Hex) -> bool {
    let tracks = rules.terrain.rails[hex.index()][0];
    let lacks = |way: usize| rules.map().neighbour(hex, Direction::new(way)).is_none();
    tracks.count_ones() == 1 && (0..6).any(lacks)
}
