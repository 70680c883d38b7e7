//! What chains and lines become on the map: hexside features, border lines, paths.

use std::collections::BTreeMap;

use salient_hex::{Hex, Side};
use salient_schema::map::{Hexside, Path};
use salient_schema::recipe::{HexsideRule, PathRule, Slope};
use salient_schema::{Code, Diagnostic, Provenance};

use crate::chain::{Chain, Run};
use crate::layer::{Shape, Thing};
use crate::line::{clip, join};
use crate::net::Net;
use crate::plane::{Plane, length};
use crate::region::RegionSource;

/// Hexside features by hexside and kind.
pub type Hexsides = BTreeMap<(Side, String), Hexside>;

/// A hexside that a rule is about.
pub struct Along {
    /// The hexside.
    pub side: Side,
    /// What its line is called.
    pub name: Option<String>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// The hexsides of a chain.
pub fn of_chain(chain: &Chain) -> Vec<Along> {
    let runs = chain.runs.iter().flat_map(|run| run.sides.iter().map(move |side| (run, *side)));
    runs.map(|(run, side)| Along { side, name: run.name.clone(), provenance: chain.provenance })
        .collect()
}

/// The hexsides of a slope: those between hexes of other levels that differ so much in height.
pub fn of_slope(
    ground: &RegionSource<'_>,
    rule: &Slope,
    levels: &[i16],
    own: Provenance,
) -> Vec<Along> {
    let Some(heights) = ground.heights(&rule.layer) else { return Vec::new() };
    let grid = &ground.plane.grid;
    let level = |hex: Hex| {
        let level = levels.get(hex.index()).copied()?;
        (rule.levels.is_empty() || rule.levels.contains(&level)).then_some(level)
    };
    let is_meant = |one: Hex, two: Hex| {
        let differ = level(one).zip(level(two)).is_some_and(|(one, two)| one != two);
        let between = heights.mean(one).zip(heights.mean(two)).map(|(a, b)| (a - b).abs());
        differ
            && between.is_some_and(|metres| {
                rule.at_least.is_none_or(|least| metres >= least)
                    && rule.below.is_none_or(|most| metres < most)
            })
    };
    ground
        .plane
        .sides()
        .filter(|side| grid.across(*side).is_some_and(|other| is_meant(side.hex(), other)))
        .map(|side| Along { side, name: None, provenance: own })
        .collect()
}

/// Sets the hexside features of a rule.
pub fn set(
    plane: &Plane,
    rule: &HexsideRule,
    along: Vec<Along>,
    own: Provenance,
    hexsides: &mut Hexsides,
) {
    for Along { side, name, provenance } in along {
        let kept = |kind: &String| hexsides.contains_key(&(side, kind.clone()));
        if rule.yields_to.iter().any(kept) {
            continue;
        }
        hexsides.entry((side, rule.kind.clone())).or_insert_with(|| Hexside {
            side: plane.grid.side_label(side),
            kind: rule.kind.clone(),
            name: rule.name.clone().or(name),
            provenance: Some(provenance).filter(|other| *other != own),
        });
    }
}

/// The hexsides of a border line that follows chains one after the other, a list for each line.
pub fn border(chains: &[&Chain], net: &Net) -> Result<Vec<Vec<Side>>, Box<Diagnostic>> {
    if let [only] = chains {
        return Ok(only.runs.iter().map(|run| run.sides.clone()).collect());
    }
    let mut runs: Vec<&Run> = Vec::new();
    for (index, chain) in chains.iter().enumerate() {
        let [run] = chain.runs.as_slice() else {
            let message = format!("the chain `{}` has {} runs", chain.id, chain.runs.len());
            let help = "a line can change only between chains of one run";
            let found = Diagnostic::error(Code::Schema, message).help(help);
            return Err(Box::new(found.pointer(format!("/chains/{index}"))));
        };
        runs.push(run);
    }
    // Where the line changes from each chain to the next.
    let mut joints = Vec::new();
    for (index, pair) in runs.windows(2).enumerate() {
        let (one, two) = (pair[0], pair[1]);
        let ends = |run: &Run| [run.corners.first().copied(), run.corners.last().copied()];
        let on_two = ends(one).into_iter().flatten().find(|end| two.corners.contains(end));
        let on_one = ends(two).into_iter().flatten().find(|end| one.corners.contains(end));
        let Some(joint) = on_two.or(on_one) else {
            let message = "neither of these chains ends on the other".to_owned();
            let found = Diagnostic::error(Code::Schema, message);
            return Err(Box::new(found.pointer(format!("/chains/{}", index + 1))));
        };
        joints.push(joint);
    }
    let mut way: Vec<u32> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let place = |joint: Option<&u32>| {
            joint.and_then(|joint| run.corners.iter().position(|corner| corner == joint))
        };
        let end = run.corners.len().saturating_sub(1);
        let before = if index == 0 { None } else { place(joints.get(index - 1)) };
        let after = place(joints.get(index));
        // A chain's free end is the one on the other side from where the line leaves it.
        let (from, to) = match (before, after) {
            (Some(from), Some(to)) => (from, to),
            (None, Some(to)) => (if to == 0 { end } else { 0 }, to),
            (Some(from), None) => (from, if from == end { 0 } else { end }),
            (None, None) => (0, end),
        };
        let part: Vec<u32> = if from <= to {
            run.corners[from..=to].to_vec()
        } else {
            run.corners[to..=from].iter().rev().copied().collect()
        };
        let skip = usize::from(!way.is_empty());
        way.extend(part.into_iter().skip(skip));
    }
    Ok(vec![net.sides(&way)])
}

/// The paths of a rule. Pointers of faults are relative to it.
pub fn paths(
    ground: &RegionSource<'_>,
    net: &Net,
    rule: &PathRule,
) -> Result<Vec<Path>, Box<Diagnostic>> {
    // Only lines of one kind join.
    let mut by_kind: BTreeMap<(String, Option<u8>), Vec<_>> = BTreeMap::new();
    for thing in ground.meant(&rule.take) {
        let Shape::Lines(lines) = &thing.shape else {
            let message = format!("`{}` is no line", thing.called());
            return Err(Box::new(Diagnostic::error(Code::Schema, message).pointer("/take")));
        };
        let Some(kind) = kind_of(rule, thing) else { continue };
        let tracks = rule.tracks_from.as_ref().and_then(|property| thing.number(property));
        let tracks = tracks.map(|tracks| tracks.clamp(1.0, 8.0) as u8);
        let lines = lines.iter().map(|points| (thing.name.clone(), points.clone()));
        by_kind.entry((kind, tracks)).or_default().extend(lines);
    }
    let mut paths = Vec::new();
    for ((kind, tracks), lines) in by_kind {
        for line in join(lines) {
            for part in clip(&line, ground.plane) {
                if rule.shortest.is_some_and(|shortest| length(&part.points) < shortest) {
                    continue;
                }
                let ends = [part.points.first(), part.points.last()];
                let [Some(&first), Some(&last)] = ends else { continue };
                let near = |point| ground.plane.nearest(point).map(|(hex, _)| hex.0);
                let (Some(from), Some(to)) = (near(first), near(last)) else { continue };
                let none = std::collections::BTreeSet::new();
                let way =
                    net.route(&part.points, from, to, &none, &std::collections::BTreeSet::new());
                let hexes: Vec<String> = way
                    .unwrap_or_default()
                    .into_iter()
                    .map(|hex| ground.plane.grid.label(Hex(hex)))
                    .collect();
                if hexes.len() > 1 {
                    let (kind, name) = (kind.clone(), part.name.clone());
                    paths.push(Path { kind, name, tracks, hexes });
                }
            }
        }
    }
    Ok(paths)
}

fn kind_of(rule: &PathRule, thing: &Thing) -> Option<String> {
    match (&rule.kind, &rule.kind_by) {
        (Some(kind), _) => Some(kind.clone()),
        (None, Some(by)) => {
            thing.properties.get(&by.property).and_then(|value| by.kinds.get(value)).cloned()
        }
        (None, None) => None,
    }
}
