//! What can be done at once about a problem.
//!
//! Only what is plain is offered: a step that takes the problem away and needs no decision of
//! the designer's beyond the click. The names in the buttons are those that the map, the
//! counters and the ruleset print.

mod alike;
mod item;
mod place;

pub use alike::{MOST_ALIKE, fixes_for_all, is_plain, problems_like};

use salient_hex::grid::Hex;
use salient_rules::check;
use salient_rules::roles::CommonRoles;
use salient_schema::map::Feature;
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::Entry;
use salient_schema::{Code, Diagnostic};
use serde_json::Value;

use self::item::Target;
use crate::oob::usual_size;
use crate::problems::ProblemId;
use crate::selection::PlacedCounter;
use crate::set_up::{Op, state_choices};
use crate::words::in_words;
use crate::{Document, Edit};

/// A way out of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, for a button and the undo list: `Move to 4204`.
    pub title: String,
    /// The edits, one step of undo.
    pub edits: Vec<Edit>,
}

impl Fix {
    fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits }
    }

    fn one(title: impl Into<String>, edit: Edit) -> Self {
        Self::new(title, vec![edit])
    }
}

/// How far the nearest legal hex is looked for.
const REACH: u32 = 15;

/// The ways out of a problem, the best first; none where the designer has to decide.
pub fn fixes_for(document: &Document, id: ProblemId) -> Vec<Fix> {
    let Some(problem) = document.problem_in_bundle(id) else { return Vec::new() };
    let pointer = problem.place.pointer.clone().unwrap_or_default();
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let mut fixes = Vec::new();
    match (parts.as_slice(), problem.code) {
        (["scenario", "setup", "placements", entry, rest @ ..], Code::Rule) => {
            if let Ok(entry) = entry.parse() {
                fixes.extend(set_up(document, &problem, entry, rest));
            }
        }
        (["map", "features", "items"], Code::Gap) => fixes.extend(trench(document, &problem)),
        (["map", "features", "items", at, ..], code) => {
            if let Some(feature) = document.map().features.items.get(number(at)) {
                fixes.extend(features(document, &problem, feature, code, &parts));
            }
        }
        (["map", "hexsides", "items", ..], code) => {
            fixes.extend(hexsides(document, &problem, code, &parts));
        }
        (["map", "lines", "items", line, "sides", at], Code::Gap) => {
            if let Some(side) = problem.place.side.clone() {
                let edit = Edit::add_line_side(number(line), side, Some(number(at)));
                fixes.push(Fix::one("Close the gap", edit));
            }
        }
        (["map", "paths", ..], _) => fixes.extend(place::paths(document, &problem, &parts)),
        (["map", "terrain", ..], _) => fixes.extend(place::rows(document, &problem, &parts)),
        (["ruleset", "tables", table, "constraints", at, "cells", cell], Code::Rule) => {
            fixes.extend(cell_of(document, number(table), number(at), number(cell)));
        }
        (
            ["orders_of_battle", oob, "counters", at]
            | ["orders_of_battle", oob, "counters", at, "size"],
            Code::Rule,
        ) => fixes.extend(size_of(document, number(oob), number(at))),
        (["scenario", "tracks", at, "values"], _) => {
            fixes.extend(place::track(document, number(at)));
        }
        (["scenario", "reinforcements", at, "turn"], _) => {
            fixes.extend(place::arrival(document, number(at)));
        }
        _ => {}
    }
    if fixes.is_empty() {
        fixes.extend(by_value(document, &problem, &pointer));
    }
    fixes
}

/// The number in a pointer; one beyond every list if it is none.
fn number(part: &str) -> usize {
    part.parse().unwrap_or(usize::MAX)
}

/// What is against a rule in the set-up: the counter goes elsewhere.
fn set_up(document: &Document, problem: &Diagnostic, entry: usize, rest: &[&str]) -> Vec<Fix> {
    let placements = &document.scenario().setup.placements;
    let Some(placement) = placements.get(entry) else { return Vec::new() };
    let named = |id: &&String| Some(*id) == problem.place.counter.as_ref();
    let at = match rest {
        ["counters", at] => number(at),
        _ => placement.counters.iter().position(|id| named(&id)).unwrap_or(0),
    };
    let Some(counter) = placement.counters.get(at) else { return Vec::new() };
    let mut fixes = Vec::new();
    if rest == ["face"] {
        let (counter, hex) = (counter.clone(), placement.hex.clone());
        fixes.push(Fix::one("Show its front", Edit::TurnCounter { counter, hex, face: 0 }));
        return fixes;
    }
    let from = document.grid().parse(&placement.hex);
    if let (["states" | "carried_by", ..], Some(hex)) = (rest, from) {
        return beginnings(document, PlacedCounter { counter: counter.clone(), hex }, rest);
    }
    let lookup = document.state.lookup();
    let to = from.and_then(|from| {
        document.systems().nearest_legal(document.bundle(), &lookup, (entry, at), from, REACH)
    });
    if let Some(to) = to {
        let to = document.grid().label(to);
        let edit = Edit::MoveCounter {
            counter: counter.clone(),
            from: placement.hex.clone(),
            to: to.clone(),
            index: None,
        };
        fixes.push(Fix::one(format!("Move {} to {to}", name_of(document, counter)), edit));
    }
    let edit = Edit::RemoveCounter { counter: counter.clone(), hex: placement.hex.clone() };
    fixes.push(Fix::one(format!("Take {} off the map", name_of(document, counter)), edit));
    fixes
}

/// What is wrong with how a counter begins: it does not begin so, or in one of the ways that must
/// be said.
fn beginnings(document: &Document, placed: PlacedCounter, rest: &[&str]) -> Vec<Fix> {
    let name = name_of(document, &placed.counter);
    let fix = |title: String, op: Op| Some(Fix::new(title, op.plan(document).ok()?.edits));
    match rest {
        ["carried_by"] => {
            let op = Op::Carry { counter: placed, by: None };
            fix(format!("Let nobody carry {name}"), op).into_iter().collect()
        }
        ["states", at] => {
            let stack = document.stack_at(placed.hex);
            let entry = stack.iter().find(|entry| *entry.counter == placed.counter);
            let state = entry.and_then(|entry| entry.placement.states.get(number(at)));
            let op = state.map(|state| Op::SetState {
                counters: vec![placed.clone()],
                state: state.clone(),
                on: false,
            });
            let title = format!("Take the state from {name}");
            op.and_then(|op| fix(title, op)).into_iter().collect()
        }
        _ => {
            let choices = state_choices(document, std::slice::from_ref(&placed)).into_iter();
            let needed = choices.filter(|choice| choice.needed && choice.on == 0);
            let fixes = needed.filter_map(|choice| {
                let op =
                    Op::SetState { counters: vec![placed.clone()], state: choice.id, on: true };
                fix(format!("{name}: {}", choice.name.to_lowercase()), op)
            });
            fixes.collect()
        }
    }
}

/// What a counter prints.
fn name_of(document: &Document, counter: &str) -> String {
    let printed = document.counter(counter);
    printed.map_or(counter, |printed| in_words(document.ruleset(), printed)).to_owned()
}

fn kind_name(kinds: &[salient_schema::ruleset::Kind], id: &str) -> String {
    check::kind(kinds, id).map_or(id, |kind| &kind.name).to_lowercase()
}

fn plural(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The hex that a trench line lacks, unless it has another line of the terrain effects chart
/// already: which of the two it is to be, the designer decides.
fn trench(document: &Document, problem: &Diagnostic) -> Option<Fix> {
    let hex = document.grid().parse(problem.place.hex.as_ref()?)?;
    let lookup = document.state.lookup();
    let feature = check::missing_trench(&lookup, hex)?;
    let on_chart = |feature: &Feature| {
        lookup.feature_kind(feature).is_some_and(|kind| check::on_chart(&lookup.common, kind))
    };
    if on_chart(&feature) && lookup.features_at(hex).any(|(_, there)| on_chart(there)) {
        return None;
    }
    let name = kind_name(&document.ruleset().features, &feature.kind);
    let title = format!("Add {name} in {}", feature.hex);
    Some(Fix::one(title, Edit::add_feature(feature, None)))
}

fn features(
    document: &Document,
    problem: &Diagnostic,
    feature: &Feature,
    code: Code,
    parts: &[&str],
) -> Vec<Fix> {
    let ruleset = document.ruleset();
    let kinds = &ruleset.features;
    let remove = |kind: &str| Edit::remove_feature(feature.hex.clone(), kind.into());
    let Some(hex) = document.grid().parse(&feature.hex) else { return Vec::new() };
    let name = |id: &str| kind_name(kinds, id);
    match (code, parts) {
        (Code::Duplicate, _) => {
            // The first of the two goes, but what it says stays.
            let first = document.feature_at(hex, &feature.kind).unwrap_or(feature).clone();
            let edits = vec![remove(&feature.kind), Edit::set_feature(first)];
            vec![Fix::new(format!("Remove one {}", name(&feature.kind)), edits)]
        }
        (Code::DanglingReference, [.., "kind"]) => {
            let Some(kind) = suggestion(problem) else {
                return vec![Fix::one(
                    format!("Remove it from {}", feature.hex),
                    remove(&feature.kind),
                )];
            };
            let mut edits = vec![remove(&feature.kind)];
            if document.feature_at(hex, &kind).is_none() {
                let feature = Feature { kind: kind.clone(), ..feature.clone() };
                edits.push(Edit::add_feature(feature, None));
            }
            vec![Fix::new(format!("Make it {}", name(&kind)), edits)]
        }
        (Code::Misplaced, _) if problem.message.contains("entry hex") => {
            let lookup = document.state.lookup();
            let grid = document.grid();
            let free = |&edge: &Hex| {
                lookup.on_edge(edge)
                    && lookup.enterable(edge)
                    && document.feature_at(edge, &feature.kind).is_none()
            };
            // Rings outwards, as far as the middle of any map is from its edge.
            let near = [8, 64, 512, 4096].into_iter().find_map(|reach| {
                let hexes = grid.within(hex, reach).into_iter().filter(free);
                hexes.min_by_key(|&edge| (grid.distance(hex, edge), edge))
            });
            let Some(edge) = near.map(|edge| grid.label(edge)) else { return Vec::new() };
            let moved = Feature { hex: edge.clone(), ..feature.clone() };
            let edits = vec![remove(&feature.kind), Edit::add_feature(moved, None)];
            vec![Fix::new(format!("Move it to {edge}"), edits)]
        }
        (Code::Misplaced, _) => {
            let common = CommonRoles::of(ruleset);
            let charted = document
                .features_at(hex)
                .filter(|other| {
                    check::kind(kinds, &other.kind)
                        .is_some_and(|kind| check::on_chart(&common, kind))
                })
                .filter(|other| !is_way_in(document, other));
            let fix = |other: &Feature| {
                Fix::one(format!("Remove the {}", name(&other.kind)), remove(&other.kind))
            };
            // With three of them a click more is needed.
            charted.map(fix).rev_if_two()
        }
        (Code::Unfinished, _) if problem.message.starts_with("nobody") => {
            let sides = document.ruleset().sides.iter();
            let held = |side: &salient_schema::ruleset::Side| {
                let feature = Feature { owner: Some(side.id.clone()), ..feature.clone() };
                Fix::one(format!("Held by {}", side.name), Edit::set_feature(feature))
            };
            sides.map(held).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether somebody comes in by a feature's letter, which no other feature has.
fn is_way_in(document: &Document, feature: &Feature) -> bool {
    let Some(letter) = &feature.letter else { return false };
    let features = &document.map().features.items;
    let with_it = features.iter().filter(|one| one.letter.as_ref() == Some(letter)).count();
    let mut arrivals = document.scenario().reinforcements.iter();
    with_it <= 1 && arrivals.any(|group| matches!(&group.entry, Entry::Letter(by) if by == letter))
}

/// The later of two is more likely the slip: it is offered first.
trait RevIfTwo {
    fn rev_if_two(self) -> Vec<Fix>;
}

impl<I: Iterator<Item = Fix>> RevIfTwo for I {
    fn rev_if_two(self) -> Vec<Fix> {
        let mut fixes: Vec<Fix> = self.collect();
        fixes.reverse();
        fixes
    }
}

fn hexsides(document: &Document, problem: &Diagnostic, code: Code, parts: &[&str]) -> Vec<Fix> {
    let kinds = &document.ruleset().hexsides;
    let name = |id: &str| kind_name(kinds, id);
    if code == Code::Gap {
        let side = problem.place.side.as_ref().and_then(|side| document.grid().parse_side(side));
        let piece = side.and_then(|side| check::missing_piece(&document.state.lookup(), side));
        let Some(hexside) = piece else { return Vec::new() };
        let title = format!("Draw {} along {}", name(&hexside.kind), hexside.side);
        return vec![Fix::one(title, Edit::add_hexside(hexside, None))];
    }
    let item = parts.get(3).and_then(|at| document.map().hexsides.items.get(number(at)));
    let Some(item) = item else { return Vec::new() };
    let Some(side) = document.grid().parse_side(&item.side) else { return Vec::new() };
    let remove = |kind: &str| Edit::remove_hexside(item.side.clone(), kind.into());
    match (code, parts) {
        (Code::Duplicate, _) => {
            let first = document.hexsides_at(side).find(|first| first.kind == item.kind);
            let hexside = first.unwrap_or(item).clone();
            let edits = vec![remove(&item.kind), Edit::set_hexside(hexside)];
            vec![Fix::new(format!("Remove one {}", name(&item.kind)), edits)]
        }
        (Code::DanglingReference, [.., "kind"]) => {
            let Some(kind) = suggestion(problem) else {
                return vec![Fix::one("Erase it", remove(&item.kind))];
            };
            let mut edits = vec![remove(&item.kind)];
            if document.hexsides_at(side).all(|other| other.kind != kind) {
                let hexside = salient_schema::map::Hexside { kind: kind.clone(), ..item.clone() };
                edits.push(Edit::add_hexside(hexside, None));
            }
            vec![Fix::new(format!("Make it {}", name(&kind)), edits)]
        }
        (Code::Misplaced, _) => {
            let costly = document.hexsides_at(side).filter(|other| {
                check::kind(kinds, &other.kind).is_some_and(|kind| kind.movement.is_some())
            });
            let fix = |other: &salient_schema::map::Hexside| {
                Fix::one(format!("Erase the {}", name(&other.kind)), remove(&other.kind))
            };
            costly.map(fix).rev_if_two()
        }
        _ => Vec::new(),
    }
}

/// A size for a counter that the rules cannot stack without one.
fn size_of(document: &Document, oob: usize, at: usize) -> Option<Fix> {
    let bundle = document.bundle();
    let counter = bundle.orders_of_battle.get(oob)?.counters.get(at)?;
    let sizes = &bundle.ruleset.counters.sizes;
    let known = sizes.iter().any(|size| Some(&size.id) == counter.size.as_ref());
    // Of two counters with one id the edit would find the other.
    if known || !std::ptr::eq(document.counter(&counter.id)?, counter) {
        return None;
    }
    let usual = usual_size(bundle, oob, counter)?;
    let name = sizes.iter().find(|size| size.id == usual).map(|size| size.name.to_lowercase())?;
    let to = Counter { size: Some(usual), ..counter.clone() };
    Some(Fix::one(format!("Let its size be {name}"), Edit::set_counter(counter.id.clone(), to)))
}

/// A cell that is not as the rules ask.
fn cell_of(document: &Document, table: usize, constraint: usize, cell: usize) -> Option<Fix> {
    let table = document.ruleset().tables.get(table)?;
    let wanted = table.constraints.get(constraint)?.cells.get(cell)?;
    let row = table.rows.iter().position(|row| row.head == wanted.row)?;
    let column = table.columns.iter().position(|head| *head == wanted.column)?;
    let edit = Edit::SetCell {
        table: table.id.clone(),
        row,
        column,
        value: wanted.is.clone(),
        provenance: None,
    };
    Some(Fix::one(format!("Let the cell read {}", wanted.is), edit))
}

/// The name that a message takes a misspelt one for.
fn suggestion(problem: &Diagnostic) -> Option<String> {
    let help = problem.help.as_deref()?;
    let only = help.strip_prefix("the only one is `").and_then(|rest| rest.split_once('`'));
    let (name, _) = match only {
        Some(only) => only,
        None => help.strip_prefix("did you mean `")?.split_once('`')?,
    };
    Some(name.to_owned())
}

/// What can be said of a value without knowing what it is: a misspelt name gets the suggested
/// spelling, what leads nowhere or stands twice goes.
fn by_value(document: &Document, problem: &Diagnostic, pointer: &str) -> Vec<Fix> {
    let Some(item) = Target::at(document, pointer) else { return Vec::new() };
    let mut fixes = Vec::new();
    match problem.code {
        Code::DanglingReference => {
            let is_text = item.value().is_some_and(Value::is_string);
            if let Some(name) = suggestion(problem).filter(|_| is_text)
                && let Some(edit) = item.with(Value::String(name.clone()))
            {
                fixes.push(Fix::one(format!("Make it {name}"), edit));
            } else if let Some(edit) = item.without() {
                fixes.push(Fix::one("Remove it", edit));
            }
        }
        Code::Duplicate if item.is_in_list() => {
            fixes.extend(item.without().map(|edit| Fix::one("Remove it here", edit)));
        }
        Code::OffMap => {
            fixes.extend(item.without().map(|edit| Fix::one("Remove it", edit)));
        }
        Code::Unfinished if problem.message.starts_with("the zone") => {
            fixes.extend(item.without().map(|edit| Fix::one("Remove the zone", edit)));
        }
        Code::Schema if problem.message.contains("no counter is placed") => {
            fixes.extend(item.whole_gone().map(|edit| Fix::one("Remove the empty entry", edit)));
        }
        Code::Schema => {
            // `the rating `strength` is 40; it must be from 1 to 30`
            let range = problem.message.split_once("it must be from ");
            let range = range.and_then(|(_, range)| range.split_once(" to "));
            let numbers = range.and_then(|(least, most)| {
                Some((least.parse::<i64>().ok()?, most.parse::<i64>().ok()?))
            });
            if let (Some((least, most)), Some(now)) =
                (numbers, item.value().and_then(Value::as_i64))
            {
                let value = now.clamp(least, most);
                if let Some(edit) = item.with(Value::from(value)) {
                    fixes.push(Fix::one(format!("Make it {value}"), edit));
                }
            }
        }
        _ => {}
    }
    fixes
}
