//! 1914 18.1.1: railways that leave the map where no edge is; 18.6: bottlenecks on no railway.

use salient_hex::{Direction, Hex};
use salient_schema::{Code, Diagnostic};

use crate::rules::Rules;

/// Warnings about a map's railways that leave it where it has no friendly edge, and about bottlenecks
/// that no railway runs through.
pub fn remarks(rules: &Rules) -> Vec<Diagnostic> {
    let is_edge = |hex: Hex| rules.edges.iter().flatten().any(|&edge| edge == hex);
    let hexes = rules.map().grid().hexes();
    hexes
        .filter(|&hex| ends_at_the_border(rules, hex) && !is_edge(hex))
        .map(|hex| no_edge(rules, hex))
        .chain(rules.net.bottlenecks.iter().filter_map(|it| no_railway(rules, it.hex)))
        .collect()
}

fn no_railway(rules: &Rules, hex: Hex) -> Option<Diagnostic> {
    (rules.terrain.hex(hex).rails == 0).then(|| {
        let label = rules.compiled.label(hex);
        let text = format!("the bottleneck in hex {label} lies on no railway");
        let help = "move it onto the railway that it narrows, or lay the railway through its hex";
        let found = Diagnostic::warning(Code::Rule, text).pointer("/map/features");
        found.hex(label).help(help).rule("1914 18.6")
    })
}

fn no_edge(rules: &Rules, hex: Hex) -> Diagnostic {
    let label = rules.compiled.label(hex);
    let text = format!("a railway leaves the map in hex {label}, which is no friendly edge");
    let help = "put the hex into the zone of an edge that supplies a side, or let the railway end \
                before it";
    let found = Diagnostic::warning(Code::Rule, text).pointer("/map/paths");
    found.hex(label).help(help).rule("1914 18.1.1")
}

/// Whether a railway ends in a hex of the map's border: in one that lacks a neighbour.
fn ends_at_the_border(rules: &Rules, hex: Hex) -> bool {
    let tracks = rules.terrain.rails[hex.index()][0];
    let lacks = |way: usize| rules.map().neighbour(hex, Direction::new(way)).is_none();
    tracks.count_ones() == 1 && (0..6).any(lacks)
}
