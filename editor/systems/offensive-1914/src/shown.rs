//! No rules: the lines that screens show for a unit, with what they cost.

use salient_hex::Hex;
use salient_rules::game::{LineKind, LineView};
use salient_rules::play::{Position, Unit};

use crate::march::by_rail;
use crate::rails;
use crate::rules::{Offensive, Rules};
use crate::supply::{Found, Supply, line_of, line_to};
use crate::units::Kind;

/// The supply lines of a unit, the line of communications behind them (1914 15.0 to 15.3), and its
/// route by rail to where it goes or to another hex (1914 7.7).
pub fn lines(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    to: Option<Hex>,
) -> Vec<LineView> {
    let mut lines = supply(rules, position, unit);
    lines.extend(by_rail(rules, position, unit, to));
    lines
}

fn supply(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Vec<LineView> {
    let side = rules.side_of(unit);
    let piece = rules.piece(unit);
    let mut lines = Vec::new();
    let mut last = unit;
    let needs = !matches!(piece.kind, Kind::Depot | Kind::Fort | Kind::Fortress);
    match Supply::new(rules, position, side).supplies(unit, 0).filter(|_| needs) {
        Some(Found::Free) => {
            let serves = |hex| rails::is_operational(position, side, hex);
            lines.extend(line_to(rules, position, unit, serves).map(|hexes| LineView {
                what: match hexes.len() {
                    1 => "Supply: it stands on operational railways".into(),
                    _ => format!("Supply line: {} to railways", hexes_in_words(&hexes)).into(),
                },
                rule: "1914 15.1.3".into(),
                kind: LineKind::Supply,
                hexes,
            }));
            return lines;
        }
        Some(Found::By(chain)) => {
            for by in chain {
                let Some(at) = position.hex(by) else { continue };
                let line = line_to(rules, position, last, |hex| hex == at);
                lines.extend(line.map(|hexes| {
                    LineView {
                        what: format!(
                            "Supply line: {} to the {} in {}",
                            hexes_in_words(&hexes),
                            if rules.piece(by).kind == Kind::Depot {
                                "depot"
                            } else {
                                "corps train"
                            },
                            rules.label(at)
                        )
                        .into(),
                        rule: "1914 15.3".into(),
                        kind: LineKind::Supply,
                        hexes,
                    }
                }));
                last = by;
            }
        }
        None => {}
    }
    if rules.piece(last).kind.is_supply() {
        lines.extend(line_of(rules, position, last).map(|hexes| {
            let end = hexes.last().map_or("", |&hex| rules.label(hex));
            LineView {
                what: format!("Line of communications: {} to {end}", hexes_in_words(&hexes)).into(),
                rule: "1914 15.0".into(),
                kind: LineKind::Communications,
                hexes,
            }
        }));
    }
    lines
}

fn by_rail(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    to: Option<Hex>,
) -> Option<LineView> {
    let from = position.hex(unit)?;
    let goes = by_rail::destination(position, unit);
    let to = goes.or(to).filter(|&to| to != from)?;
    let way = by_rail::route(rules, position, rules.side_of(unit), None, (from, to))?;
    let choke = way.iter().filter(|&&hex| rules.net.bottleneck(hex).is_some());
    let choke: Vec<&str> = choke.map(|&hex| rules.label(hex)).collect();
    let mut what = format!("By rail: {} to {}", many(way.len(), "hex", "hexes"), rules.label(to));
    if goes.is_none() {
        let halves = usize::from(by_rail::cost(rules, unit));
        what += &match halves {
            1 => ", half a rail point".to_owned(),
            _ => format!(", {}", many(halves / 2, "rail point", "rail points")),
        };
        what += &format!(
            ", {} movement points to entrain and as many to detrain",
            by_rail::movement(rules, unit)
        );
    }
    if !choke.is_empty() {
        what += &format!(", through the bottleneck of {}", choke.join(", "));
    }
    Some(LineView {
        what: what.into(),
        rule: "1914 7.7".into(),
        kind: LineKind::Rail,
        hexes: [from].into_iter().chain(way).collect(),
    })
}

/// How long a line is, without the hex that it leaves.
fn hexes_in_words(hexes: &[Hex]) -> String {
    many(hexes.len().saturating_sub(1), "hex", "hexes")
}

fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
