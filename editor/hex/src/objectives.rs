//! Which hexes of a map score, and what each is worth: the one place that says so, whoever shows it.
//!
//! All of it is data. Zones score by the roles of the scenario ([`scoring_zones`]). What is worth
//! points may besides name kinds of features, on one side of a line or everywhere, or an edge of the
//! map by which units leave it ([`Score`]).

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::{Map, Zone, ZoneKind};
use salient_schema::recipe::MapEdge;
use salient_schema::ruleset::{Kind, Mark};
use salient_schema::scenario::Score;
use salient_schema::victory::scoring_zones;
use salient_schema::{Bundle, Id};

use crate::grid::{Hex, HexGrid, Side};

/// Hexes that score alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective<'a> {
    /// What scores.
    pub of: Scoring<'a>,
    /// What people call it: `Town west of the Victory Point line`.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<ScoringHex<'a>>,
    /// The side that it belongs to when play begins, or that leaves by it.
    pub owner: Option<&'a Id>,
    /// What it is worth, where that is told: a hex of it, or whoever leaves by it.
    pub points: Option<i32>,
    /// Whose points these are, where only one side may score them.
    pub scored_by: Option<&'a Id>,
}

/// What scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring<'a> {
    /// A zone.
    Zone(&'a Zone),
    /// Features.
    Features {
        /// Their kind.
        kind: &'a Id,
        /// The kind of line on one side of which alone they score, and the edge on that side.
        within: Option<(&'a Id, MapEdge)>,
    },
    /// An edge by which units leave the map.
    Edge(MapEdge),
}

/// A hex that scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoringHex<'a> {
    /// Its number.
    pub label: Cow<'a, str>,
    /// What it is called, where it scores for what stands in it.
    pub name: Option<&'a str>,
}

impl Objective<'_> {
    /// Whether units leave the map there.
    #[must_use]
    pub fn is_exit(&self) -> bool {
        match self.of {
            Scoring::Zone(zone) => zone.kind == ZoneKind::Exit,
            Scoring::Features { .. } => false,
            Scoring::Edge(_) => true,
        }
    }

    /// What it is called in a list, which says where units leave.
    #[must_use]
    pub fn title(&self) -> String {
        let exit = if self.is_exit() { " (way off the map)" } else { "" };
        format!("{}{exit}", self.name)
    }

    /// What it is worth, as a map has it: `4 points a hex`; nothing where that is not told.
    #[must_use]
    pub fn worth(&self) -> Option<String> {
        let points = self.points?;
        let noun = if points.abs() == 1 { "point" } else { "points" };
        Some(match self.is_exit() {
            true => format!("{points} {noun} for each that leaves"),
            false => format!("{points} {noun} a hex"),
        })
    }

    /// Its hexes in a row, those with a name by it: `Albert 1216, 1417`; of an edge the first and
    /// the last.
    #[must_use]
    pub fn hexes_in_words(&self) -> String {
        if let (Scoring::Edge(_), [first, .., last]) = (self.of, self.hexes.as_slice()) {
            return format!("{} to {}", first.label, last.label);
        }
        let told = self.hexes.iter().map(|hex| match hex.name {
            Some(name) => format!("{name} {}", hex.label),
            None => hex.label.clone().into_owned(),
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// The hexes that score: zones in the map's order, then what else is worth points in the scenario's.
#[must_use]
pub fn objectives(bundle: &Bundle) -> Vec<Objective<'_>> {
    let mut found: Vec<Objective<'_>> = scoring_zones(bundle)
        .into_iter()
        .map(|one| Objective {
            of: Scoring::Zone(one.zone),
            name: one.zone.name.clone(),
            hexes: one.zone.hexes.iter().map(|hex| hex_of(hex)).collect(),
            owner: one.zone.owner.as_ref(),
            points: one.score.map(|score| score.points),
            scored_by: one.score.and_then(|score| score.side.as_ref()),
        })
        .collect();
    let scores = &bundle.scenario.victory.scores;
    if scores.iter().all(|score| score.features.is_empty() && score.edge.is_none()) {
        return found;
    }
    let grid = HexGrid::new(&bundle.map.grid);
    for score in scores {
        match score.edge {
            Some(edge) if score.features.is_empty() => found.push(of_edge(&grid, score, edge)),
            _ => found.extend(of_features(bundle, &grid, score)),
        }
    }
    found
}

/// Whether each hex lies on the side of the lines of a kind on which an edge of the map does: a way
/// leads to it from there that crosses none of them. Nothing where the map's rows do not fit its
/// grid: such a map may claim any size.
#[must_use]
pub fn side_of_line(map: &Map, grid: &HexGrid, line: &str, edge: MapEdge) -> Option<Vec<bool>> {
    let rows = &map.terrain.rows;
    let fits = rows.len() == usize::from(grid.rows())
        && rows.iter().all(|row| row.len() >= usize::from(grid.columns()));
    if !fits || grid.is_empty() {
        return None;
    }
    let lines = map.lines.items.iter().filter(|one| one.kind == line);
    let sides = lines.flat_map(|line| &line.sides);
    let barred: BTreeSet<Side> = sides.filter_map(|side| grid.parse_side(side)).collect();
    Some(grid.without_crossing(grid.along_edge(edge), &barred))
}

fn of_edge<'a>(grid: &HexGrid, score: &'a Score, edge: MapEdge) -> Objective<'a> {
    let label = |hex: Hex| ScoringHex { label: Cow::Owned(grid.label(hex)), name: None };
    let hexes = grid.along_edge(edge).into_iter().filter(|&hex| grid.is_on_map(hex));
    Objective {
        of: Scoring::Edge(edge),
        name: format!("The {}ern edge of the map", edge.compass()),
        hexes: hexes.map(label).collect(),
        owner: None,
        points: Some(score.points),
        scored_by: score.side.as_ref(),
    }
}

/// The features of a score, those of a kind, an owner and a worth together.
fn of_features<'a>(bundle: &'a Bundle, grid: &HexGrid, score: &'a Score) -> Vec<Objective<'a>> {
    let Bundle { map, ruleset, .. } = bundle;
    let within = score.line.as_ref().zip(score.edge);
    let side = within.map(|(line, edge)| side_of_line(map, grid, line, edge).unwrap_or_default());
    // Which side of the line is meant is not told.
    if score.features.is_empty() || (score.line.is_some() && side.is_none()) {
        return Vec::new();
    }
    let scores_at = |hex: Hex| match &side {
        Some(side) => side.get(hex.index()).copied().unwrap_or(false),
        None => true,
    };
    let names = names(bundle, grid);
    let mut groups: BTreeMap<Alike<'a>, BTreeMap<Hex, ScoringHex<'a>>> = BTreeMap::new();
    let mut paid = BTreeSet::new();
    for feature in &map.features.items {
        let kind = score.features.iter().position(|kind| *kind == feature.kind);
        let hex = grid.parse(&feature.hex).filter(|&hex| scores_at(hex));
        let (Some(kind), Some(hex)) = (kind, hex) else { continue };
        // A hex is paid for once, whatever stands in it beside; a value is paid for itself.
        if feature.value.is_none() && !paid.insert(hex) {
            continue;
        }
        let worth = Reverse(feature.value.unwrap_or(score.points));
        let name = feature.name.as_deref().or_else(|| names.get(&hex).copied());
        let group = groups.entry((kind, feature.owner.as_ref(), worth)).or_default();
        group.insert(hex, ScoringHex { name, ..hex_of(&feature.hex) });
    }
    let objective = |((kind, owner, Reverse(points)), hexes): (Alike<'a>, BTreeMap<Hex, _>)| {
        let kind = score.features.get(kind)?;
        let mut name = called(&ruleset.features, kind).to_owned();
        if let Some((line, edge)) = within {
            let line = called(&ruleset.lines, line);
            name = format!("{name} {} of the {line}", edge.compass());
        }
        let side = owner.map(|side| ruleset.side_name(side));
        if let Some(side) = side.filter(|side| !name.contains(side)) {
            name = format!("{name}, {side}");
        }
        let hexes = hexes.into_values().collect();
        let of = Scoring::Features { kind, within };
        let scored_by = score.side.as_ref();
        Some(Objective { of, name, hexes, owner, points: Some(points), scored_by })
    };
    groups.into_iter().filter_map(objective).collect()
}

/// What features of a score have in common: the place of their kind in it, their owner, and what
/// they are worth.
type Alike<'a> = (usize, Option<&'a Id>, Reverse<i32>);

/// What each hex is called by what stands in it; what is only written over hexes names none.
fn names<'a>(bundle: &'a Bundle, grid: &HexGrid) -> BTreeMap<Hex, &'a str> {
    let kinds = bundle.ruleset.features.iter();
    let labels: BTreeSet<&str> =
        kinds.filter(|kind| kind.look.mark == Mark::Label).map(|kind| kind.id.as_str()).collect();
    let mut names = BTreeMap::new();
    for feature in &bundle.map.features.items {
        if let Some(name) = feature.name.as_deref().filter(|_| !labels.contains(&*feature.kind))
            && let Some(hex) = grid.parse(&feature.hex)
        {
            names.entry(hex).or_insert(name);
        }
    }
    names
}

fn hex_of(label: &str) -> ScoringHex<'_> {
    ScoringHex { label: Cow::Borrowed(label), name: None }
}

/// What a kind is called; its id where the ruleset has no such kind.
fn called<'a>(kinds: &'a [Kind], id: &'a str) -> &'a str {
    kinds.iter().find(|kind| kind.id == id).map_or(id, |kind| kind.name.as_str())
}
