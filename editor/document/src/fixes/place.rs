//! Ways out of problems with paths, rows of glyphs and the schedule.

use salient_rules::check;
use salient_schema::map::Path;
use salient_schema::scenario::Track;
use salient_schema::{Code, Diagnostic};

use super::{Fix, number, suggestion};
use crate::{Document, Edit, List};

/// A path that leads where none can, or stops short.
pub(super) fn paths(document: &Document, problem: &Diagnostic, parts: &[&str]) -> Vec<Fix> {
    let grid = document.grid();
    if let (["map", "paths", "items"], Code::Gap) = (parts, problem.code) {
        return join(document, problem).into_iter().collect();
    }
    let Some(at) = parts.get(3).map(|at| number(at)) else { return Vec::new() };
    let Some(path) = document.map().paths.items.get(at) else { return Vec::new() };
    let set = |hexes: Vec<String>| {
        let path = Path { hexes, ..path.clone() };
        Edit::set_path(at, path)
    };
    let remove = || Fix::one("Remove the path", Edit::remove_path(at));
    match (problem.code, parts) {
        (Code::Unfinished, _) => vec![remove()],
        (Code::Schema, [.., "hexes", place]) => {
            let place = number(place);
            let (Some(before), Some(here)) = (
                place.checked_sub(1).and_then(|before| path.hexes.get(before)),
                path.hexes.get(place),
            ) else {
                return Vec::new();
            };
            let (Some(from), Some(to)) = (grid.parse(before), grid.parse(here)) else {
                return Vec::new();
            };
            let mut hexes = path.hexes.clone();
            if from == to {
                hexes.remove(place);
                return vec![Fix::one(format!("Leave out the second {here}"), set(hexes))];
            }
            let way = grid.line(from, to);
            let between = way.iter().filter(|&&hex| hex != from && hex != to);
            let between: Vec<String> = between.map(|&hex| grid.label(hex)).collect();
            let title = match between.as_slice() {
                [one] => format!("Lead it through {one}"),
                several => format!("Fill in {} hexes", several.len()),
            };
            hexes.splice(place..place, between);
            vec![Fix::one(title, set(hexes))]
        }
        (Code::OffMap | Code::Misplaced, [.., "hexes", place]) => {
            let place = number(place);
            let last = path.hexes.len().saturating_sub(1);
            // An end that leads nowhere is cut off; in the middle the designer has to decide.
            let kept = if place == 0 && last > 0 && problem.place.side.is_none() {
                path.hexes.get(1..)
            } else if place == last {
                path.hexes.get(..last)
            } else {
                None
            };
            match kept {
                Some(kept) if kept.len() > 1 => {
                    let end = if place == 0 { kept.first() } else { kept.last() };
                    let end = end.cloned().unwrap_or_default();
                    let verb = if place == 0 { "begin" } else { "end" };
                    vec![Fix::one(format!("Let it {verb} in {end}"), set(kept.to_vec()))]
                }
                Some(_) => vec![remove()],
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The way from the end of a path to the end of another that it stops short of.
fn join(document: &Document, problem: &Diagnostic) -> Option<Fix> {
    let grid = document.grid();
    let from = grid.parse(problem.place.hex.as_ref()?)?;
    let lookup = document.state.lookup();
    let loose = check::loose_ends(&lookup).into_iter().find(|loose| {
        let there = grid.label(loose.to);
        loose.from == from && problem.message.ends_with(&format!(" in {there}"))
    })?;
    let path = document.map().paths.items.get(loose.path)?;
    let way = grid.line(loose.from, loose.to);
    if way.iter().any(|&hex| !lookup.enterable(hex)) {
        return None;
    }
    let way = way.into_iter().skip(1).map(|hex| grid.label(hex));
    let mut hexes = path.hexes.clone();
    if path.hexes.last().and_then(|hex| grid.parse(hex)) == Some(loose.from) {
        hexes.extend(way);
    } else {
        let mut way: Vec<String> = way.collect();
        way.reverse();
        hexes.splice(0..0, way);
    }
    let path = Path { hexes, ..path.clone() };
    let title = format!("Join it to {}", grid.label(loose.to));
    Some(Fix::one(title, Edit::set_path(loose.path, path)))
}

/// Rows of terrain that are too short, too long, too few, or hold a glyph that means nothing.
pub(super) fn rows(document: &Document, problem: &Diagnostic, parts: &[&str]) -> Vec<Fix> {
    let map = document.map();
    let replaced = |map| super::item::replaced(document, map);
    let spare = map.terrain.palette.iter().find(|(glyph, _)| glyph.chars().count() == 1);
    let Some((glyph, ground)) = most_used(document).or(spare) else { return Vec::new() };
    let ground = super::kind_name(&document.ruleset().terrain, ground);
    let columns = usize::from(map.grid.columns);
    match (problem.code, parts) {
        (Code::DanglingReference, ["map", "terrain", "palette", glyph]) => {
            let Some(kind) = suggestion(problem) else { return Vec::new() };
            let glyph = glyph.replace("~1", "/").replace("~0", "~");
            let mut map = map.clone();
            let name = super::kind_name(&document.ruleset().terrain, &kind);
            map.terrain.palette.insert(glyph, kind);
            vec![Fix::one(format!("Make it {name}"), replaced(map))]
        }
        (Code::GridShape, ["map", "terrain", "rows", row]) => {
            let row = number(row);
            let Some(glyphs) = map.terrain.rows.get(row) else { return Vec::new() };
            let count = glyphs.chars().count();
            let mut map = map.clone();
            let known = |c: char| map.terrain.palette.contains_key(&*c.encode_utf8(&mut [0; 4]));
            let strange = glyphs.chars().filter(|&c| !known(c)).count();
            let title = if problem.message.contains("not in the palette") {
                format!("Make {} of the row {ground}", super::plural(strange, "hex", "hexes"))
            } else if count < columns {
                format!("Fill the row up with {ground}")
            } else {
                format!("Cut the last {} off", super::plural(count - columns, "hex", "hexes"))
            };
            let mended: String = if problem.message.contains("not in the palette") {
                glyphs
                    .chars()
                    .map(|c| if known(c) { c.to_string() } else { glyph.clone() })
                    .collect()
            } else {
                fitted(glyphs, columns, glyph)
            };
            if let Some(row) = map.terrain.rows.get_mut(row) {
                *row = mended;
            }
            vec![Fix::one(title, replaced(map))]
        }
        (Code::GridShape, ["map", "terrain", "rows"]) => {
            let mut map = map.clone();
            let rows = usize::from(map.grid.rows);
            map.terrain.rows.resize(rows, glyph.repeat(columns));
            for row in &mut map.terrain.rows {
                *row = fitted(row, columns, glyph);
            }
            vec![Fix::one(format!("Fit the rows to the grid, with {ground}"), replaced(map))]
        }
        _ => Vec::new(),
    }
}

fn fitted(glyphs: &str, columns: usize, spare: &str) -> String {
    let missing = columns.saturating_sub(glyphs.chars().count());
    glyphs.chars().take(columns).chain(spare.repeat(missing).chars()).collect()
}

/// The glyph that the map uses most, with its kind.
fn most_used(document: &Document) -> Option<(&String, &String)> {
    let terrain = &document.map().terrain;
    let count = |glyph: &String| -> usize {
        let first = glyph.chars().next();
        terrain.rows.iter().flat_map(|row| row.chars()).filter(|c| Some(*c) == first).count()
    };
    let known = terrain.palette.iter().filter(|(glyph, _)| glyph.chars().count() == 1);
    known.max_by_key(|(glyph, _)| count(glyph))
}

/// A track with more or fewer values than there are game-turns.
pub(super) fn track(document: &Document, at: usize) -> Option<Fix> {
    let scenario = document.scenario();
    let track = scenario.tracks.get(at)?;
    let (turns, now) = (scenario.turns.len(), track.values.len());
    let mut values = track.values.clone();
    values.resize(turns, track.values.last().copied().unwrap_or(0));
    let title = match now < turns {
        true => format!("Repeat the last value up to {turns}"),
        false => format!("Cut the last {}", super::plural(now - turns, "value", "values")),
    };
    let insert = vec![Track { values, ..track.clone() }];
    Some(Fix::one(title, Edit::splice(List::Tracks, at, 1, insert)))
}

/// An arrival on a game-turn that is not there.
pub(super) fn arrival(document: &Document, entry: usize) -> Option<Fix> {
    let scenario = document.scenario();
    let group = scenario.reinforcements.get(entry)?;
    let nearest =
        scenario.turns.iter().map(|turn| turn.turn).min_by_key(|turn| turn.abs_diff(group.turn))?;
    let edit = Edit::SetReinforcementTurn { entry, turn: nearest };
    Some(Fix::one(format!("Let them arrive on game-turn {nearest}"), edit))
}
