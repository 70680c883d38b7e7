//! Measuring: hexes and kilometres along the straight way, or the cheapest way of a unit with its
//! movement points, leg by leg.

use std::sync::Arc;

use salient_hex::grid::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::path::{Reach, Step};

use salient_schema::ruleset::RatingUse;

use super::area::thousands;
use super::{Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use crate::document::Document;
use crate::oob::printed;

/// What a measured way comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The ends of the legs.
    pub points: Vec<Hex>,
    /// Steps from hex to hex along the way.
    pub hexes: usize,
    /// How long that is.
    pub metres: f64,
    /// The movement points, where a unit's were asked for and there is a way.
    pub cost: Option<u32>,
    /// All that in words: `7 hexes · 14 km · 9 MP`.
    pub text: String,
}

/// The points so far.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    points: Vec<Hex>,
    /// The last point is set, and the way stays until the next click.
    ended: bool,
    pressed: bool,
    ground: Option<MapCache>,
}

/// The compiled map, with the last search over it from the last point.
#[derive(Clone, Debug)]
struct MapCache {
    revision: u64,
    /// None where the map has faults that bar compiling.
    map: Option<Arc<CompiledMap>>,
    searches: Vec<(Hex, Arc<Reach>)>,
}

impl State {
    pub fn is_busy(&self) -> bool {
        !self.points.is_empty()
    }
}

/// The most movement points of a leg.
const BUDGET: u32 = 4_000;

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    unit: Option<&String>,
) -> (Tools, ToolOutput) {
    let mut state = match state {
        Tools::Measure(state) => state,
        _ => State::default(),
    };
    let hex = event.at().and_then(|at| document.grid().hex_at(at));
    match *event {
        ToolEvent::Key(Key::Escape) => state.points.clear(),
        ToolEvent::Key(Key::Enter) | ToolEvent::DoubleClick { .. } => state.ended = true,
        ToolEvent::Press { button: Button::Primary, .. } => {
            if std::mem::take(&mut state.ended) {
                state.points.clear();
            }
            state.pressed = hex.is_some();
            state.set(hex);
        }
        ToolEvent::Release { .. } if std::mem::take(&mut state.pressed) => {
            // A drag measures from end to end.
            let drawn = hex.is_some() && state.points.last() != hex.as_ref();
            state.set(hex);
            state.ended = drawn && state.points.len() == 2;
        }
        _ => {}
    }
    if state.points.is_empty() {
        state.ended = false;
        let hint = match unit {
            None => "Click from hex to hex, or drag, to measure a way.".to_owned(),
            Some(unit) => {
                format!("Click from hex to hex, or drag, to measure the way of {unit}.")
            }
        };
        let preview = Preview { hexes: hex.into_iter().collect(), ..Preview::default() };
        let output =
            ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() };
        return (Tools::Measure(state), output);
    }
    let (way, measured) = state.measure(document, hex.filter(|_| !state.ended), unit);
    let hint = if state.ended {
        format!("{}. Click to measure another way, Esc to put it away.", measured.text)
    } else {
        format!("{}. Click to go on; Enter or a double click ends.", measured.text)
    };
    let preview = Preview { way, measured: Some(measured), ..Preview::default() };
    let output = ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() };
    (Tools::Measure(state), output)
}

impl State {
    fn set(&mut self, point: Option<Hex>) {
        if let Some(point) = point.filter(|point| self.points.last() != Some(point)) {
            self.points.push(point);
        }
    }

    fn measure(
        &mut self,
        document: &Document,
        to: Option<Hex>,
        unit: Option<&String>,
    ) -> (Vec<Hex>, Measured) {
        let grid = document.grid();
        let mut points = self.points.clone();
        points.extend(to.filter(|to| points.last() != Some(to)));
        let mut way: Vec<Hex> = points.first().copied().into_iter().collect();
        let mut costs = Vec::new();
        let mut reaches = true;
        for leg in points.windows(2) {
            match unit.and_then(|_| self.ground(document).cheapest(leg[0], leg[1])) {
                Some((hexes, steps)) => {
                    way.extend(hexes);
                    costs.extend(steps);
                }
                None => {
                    reaches = false;
                    way.extend(grid.line(leg[0], leg[1]).into_iter().skip(1));
                }
            }
        }
        let hexes = way.len().saturating_sub(1);
        let metres = hexes as f64 * grid.grid().metres_per_hex;
        let plural = if hexes == 1 { "hex" } else { "hexes" };
        let mut text = format!("{} {plural} · {}", thousands(hexes), distance(metres));
        let mut cost = None;
        if let Some(unit) = unit {
            let name = document.counter(unit).map_or(unit.as_str(), |unit| &unit.designation);
            if reaches {
                let total = costs.iter().sum();
                cost = Some(total);
                text.push_str(&format!(" · {total} MP"));
                if let Some(allowance) = allowance(document, unit) {
                    let moves = moves(&costs, allowance);
                    let moves = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
                    text.push_str(&format!(" for {name}: {moves} of {allowance}"));
                }
            } else if self.ground(document).map.is_none() {
                text.push_str(" · the map has faults, so no movement points");
            } else {
                text.push_str(&format!(" · no way for {name}"));
            }
        }
        (way, Measured { points, hexes, metres, cost, text })
    }

    fn ground(&mut self, document: &Document) -> &mut MapCache {
        let revision = document.revision();
        let ground = self.ground.take().filter(|ground| ground.revision == revision);
        self.ground.insert(ground.unwrap_or_else(|| {
            let map = CompiledMap::new(document.map(), document.ruleset());
            MapCache { revision, map: map.ok().map(Arc::new), searches: Vec::new() }
        }))
    }
}

impl MapCache {
    /// The cheapest way: the hexes entered, and what each step costs.
    fn cheapest(&mut self, from: Hex, to: Hex) -> Option<(Vec<Hex>, Vec<u32>)> {
        let map = self.map.clone()?;
        let known = self.searches.iter().position(|(start, _)| *start == from);
        let place = known.unwrap_or_else(|| {
            let mut reach = Reach::default();
            reach.search(&map, from, BUDGET, |hex, direction, _| {
                let cost = map.step_cost(hex, direction).and_then(|cost| u32::try_from(cost).ok());
                cost.map_or(Step::Barred, Step::Through)
            });
            self.searches.push((from, Arc::new(reach)));
            self.searches.len() - 1
        });
        let reach = &self.searches.get(place)?.1;
        reach.cost(to)?;
        let way = reach.path(&map, to);
        let totals = way.iter().map(|&hex| reach.cost(hex));
        let mut spent = 0;
        let costs = totals
            .map(|total| total.map(|total| total - std::mem::replace(&mut spent, total)))
            .collect::<Option<Vec<u32>>>()?;
        Some((way, costs))
    }
}

/// The movement allowance that a counter's front prints.
fn allowance(document: &Document, unit: &str) -> Option<u32> {
    let number = printed(document, unit, RatingUse::Movement)?.number()?;
    u32::try_from(number).ok().filter(|&allowance| allowance > 0)
}

/// How many moves steps take: what is left of a move that does not pay for the next step is lost,
/// but one hex can always be entered.
fn moves(costs: &[u32], allowance: u32) -> usize {
    let mut moves = 0;
    let mut left = 0;
    for &cost in costs {
        if cost > left {
            moves += 1;
            left = allowance;
        }
        left = left.saturating_sub(cost);
    }
    moves.max(1)
}

fn distance(metres: f64) -> String {
    if metres < 1000.0 {
        return format!("{metres:.0} m");
    }
    let kilometres = format!("{:.1}", metres / 1000.0);
    format!("{} km", kilometres.trim_end_matches(".0"))
}
