//! A transaction that is being made, and what it comes to.
//!
//! Nothing is kept of what a thing was before: what only one step touched differs for certain,
//! and only where several steps touched the same thing are they taken back to look at it. So
//! beginning and ending cost nothing that grows with the map.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use salient_hex::grid::{Hex, HexGrid};

use crate::apply::{State, Was};
use crate::changes::Touched;
use crate::edit::{Edit, GlyphRun};
use crate::history::{Part, Step};
use crate::words::thousands;

/// How long work of an open transaction may be in memory alone. Autosave promises two seconds;
/// the other is for whoever calls it.
const UNWRITTEN: Duration = Duration::from_secs(1);

/// A transaction that is being made: a drag, or one edit by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenTransaction {
    pub name: String,
    steps: Vec<Step>,
    /// How many of the steps the journal holds already.
    written: usize,
    /// When a step was first seen that the journal does not hold.
    waiting_since: Option<Instant>,
}

impl OpenTransaction {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Whether nothing has been done in it.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Takes up a step that has been applied.
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the journal holds a part of it, which the end of the transaction must replace.
    pub fn partly_written(&self) -> bool {
        self.written > 0
    }

    /// The steps that have waited for the journal long enough.
    pub fn due(&mut self, now: Instant) -> Option<&[Step]> {
        if self.written == self.steps.len() {
            return None;
        }
        let since = *self.waiting_since.get_or_insert(now);
        if now.saturating_duration_since(since) < UNWRITTEN {
            return None;
        }
        let from = std::mem::replace(&mut self.written, self.steps.len());
        self.waiting_since = None;
        self.steps.get(from..)
    }

    /// What it comes to.
    pub fn settle(self, state: &mut State) -> Settled {
        let differing = Differing::of(&self.steps, state);
        let Differing { things, hexes } = differing;
        let painted = self.steps.iter().any(|step| is_paint(&step.edit));
        let only_palette = things.iter().all(|thing| *thing == Touched::Palette);
        let nothing = hexes == 0 && only_palette && (painted || things.is_empty());
        let name = counted(self.name, &things, hexes);
        let steps = if nothing { self.steps } else { joined(self.steps, state) };
        let mut parts: BTreeSet<_> = things.iter().map(|thing| thing.part()).collect();
        if hexes > 0 {
            parts.insert(Part::Map);
        }
        Settled { name, steps, parts, nothing }
    }
}

/// What a transaction came to.
pub(crate) struct Settled {
    pub name: String,
    /// In an order in which they can be applied again.
    pub steps: Vec<Step>,
    pub parts: BTreeSet<Part>,
    /// That all is as it was before but perhaps for a glyph that was added on the way, or an
    /// order of items: then the steps are to be taken back.
    pub nothing: bool,
}

/// What differs after some steps from what was before.
struct Differing {
    /// All but base terrain and heights.
    things: BTreeSet<Touched>,
    /// How many hexes have another base terrain or height.
    hexes: usize,
}

impl Differing {
    fn of(steps: &[Step], state: &mut State) -> Self {
        let replaced = steps.iter().any(|step| matches!(step.edit, Edit::ReplaceMap { .. }));
        // Heights that came or went as a whole are looked at as a whole.
        let relaid = steps.iter().any(|step| {
            matches!(step.edit, Edit::AddElevationLayer { .. } | Edit::RemoveElevationLayer)
        });
        let mut hexes = 0;
        if !replaced {
            let paints = |heights: bool| {
                move |step: &&Step| match step.edit {
                    Edit::SetGlyph { .. } | Edit::SetGlyphs { .. } => !heights,
                    Edit::SetElevationGlyphs { .. } => heights,
                    _ => false,
                }
            };
            let (terrain, heights): (Vec<_>, Vec<_>) = (
                steps.iter().filter(paints(false)).collect(),
                steps.iter().filter(paints(true)).collect(),
            );
            hexes = differing_hexes(&terrain, &state.grid);
            if !relaid {
                hexes += differing_hexes(&heights, &state.grid);
            }
        }

        let mut wide = BTreeSet::new();
        for thing in steps.iter().filter(|step| !is_paint(&step.edit)).flat_map(|s| &s.touched) {
            if is_wide(*thing) {
                wide.insert(*thing);
            }
        }
        let mut count: BTreeMap<Touched, usize> = BTreeMap::new();
        for step in steps {
            if is_paint(&step.edit) && !replaced {
                if relaid && matches!(step.edit, Edit::SetElevationGlyphs { .. }) {
                    *count.entry(Touched::Elevation).or_default() += 1;
                }
                continue;
            }
            let things: BTreeSet<_> =
                step.touched.iter().map(|thing| widened(*thing, &wide)).collect();
            for thing in things {
                *count.entry(thing).or_default() += 1;
            }
        }
        // Glyphs that are only added are not there before.
        let tidied = steps.iter().any(|step| {
            matches!(step.edit, Edit::RemoveGlyph { .. } | Edit::RemoveElevationGlyph { .. })
        });
        let doubtful: Vec<Touched> = count
            .iter()
            .filter(|&(thing, times)| *times > 1 && (*thing != Touched::Palette || tidied))
            .map(|(thing, _)| *thing)
            .collect();
        let mut things: BTreeSet<Touched> = count.into_keys().collect();
        if !doubtful.is_empty() {
            state.take_back(steps);
            let before: Vec<Was> = doubtful.iter().map(|thing| state.was(*thing)).collect();
            state.do_again(steps);
            for (thing, before) in doubtful.iter().zip(before) {
                if state.was(*thing) == before {
                    things.remove(thing);
                }
            }
        }
        Self { things, hexes }
    }
}

/// Whether a step is about base terrain or heights of hexes, and nothing else.
fn is_paint(edit: &Edit) -> bool {
    matches!(edit, Edit::SetGlyph { .. } | Edit::SetGlyphs { .. } | Edit::SetElevationGlyphs { .. })
}

/// Whether a thing has others in it.
fn is_wide(thing: Touched) -> bool {
    matches!(
        thing,
        Touched::Map
            | Touched::Scenario
            | Touched::Lines
            | Touched::Paths
            | Touched::Zones
            | Touched::CounterList(_)
            | Touched::OrderOfBattle(_)
            | Touched::Ruleset
    )
}

/// The widest thing of these that a thing is part of. A place in a list means nothing once the
/// list itself was touched.
fn widened(thing: Touched, wide: &BTreeSet<Touched>) -> Touched {
    let whole = match thing.part() {
        Part::Map => Touched::Map,
        Part::Scenario => Touched::Scenario,
        Part::OrderOfBattle(at) => Touched::OrderOfBattle(at),
        Part::Ruleset => Touched::Ruleset,
    };
    let list = match thing {
        Touched::Line(_) => Touched::Lines,
        Touched::Path(_) => Touched::Paths,
        Touched::Zone(_) => Touched::Zones,
        Touched::Counter(oob, _) => Touched::CounterList(oob),
        other => other,
    };
    [whole, list].into_iter().find(|wider| wide.contains(wider)).unwrap_or(thing)
}

/// A hex that was painted: in which step, and from which glyph to which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    hex: Hex,
    step: u32,
    old: char,
    new: char,
}

/// The cells of a paint, in the order in which they were written.
fn cells(step: &Step, number: u32, grid: &HexGrid, out: &mut Vec<Cell>) {
    let mut run =
        |hex: &str, new: &mut dyn Iterator<Item = char>, old: &mut dyn Iterator<Item = char>| {
            let Some(first) = grid.parse(hex) else { return };
            let cells = (first.0..).zip(new.zip(old)).map(|(hex, (new, old))| Cell {
                hex: Hex(hex),
                step: number,
                old,
                new,
            });
            out.extend(cells);
        };
    match (&step.edit, &step.inverse) {
        (Edit::SetGlyph { hex, glyph: new }, Edit::SetGlyph { glyph: old, .. }) => {
            run(hex, &mut std::iter::once(*new), &mut std::iter::once(*old));
        }
        (Edit::SetGlyphs { runs: new }, Edit::SetGlyphs { runs: old })
        | (Edit::SetElevationGlyphs { runs: new }, Edit::SetElevationGlyphs { runs: old }) => {
            for (new, old) in new.iter().zip(old.iter().rev()) {
                run(&new.hex, &mut new.glyphs.chars(), &mut old.glyphs.chars());
            }
        }
        _ => {}
    }
}

/// The hexes that paints left with another glyph, each once, with the first old glyph and the
/// last new one.
fn net(paints: &[&Step], grid: &HexGrid) -> Vec<Cell> {
    let mut all = Vec::new();
    for (number, step) in (0..).zip(paints) {
        cells(step, number, grid, &mut all);
    }
    // Stable: of two writes of one hex in one step the later stays later.
    all.sort_by_key(|cell| (cell.hex, cell.step));
    let mut net: Vec<Cell> = Vec::with_capacity(all.len());
    for cell in all {
        match net.last_mut() {
            Some(last) if last.hex == cell.hex => last.new = cell.new,
            _ => net.push(cell),
        }
    }
    net.retain(|cell| cell.old != cell.new);
    net
}

fn differing_hexes(paints: &[&Step], grid: &HexGrid) -> usize {
    match paints {
        [] => 0,
        // A single fill writes every hex once.
        [
            Step {
                edit: Edit::SetGlyphs { runs: new },
                inverse: Edit::SetGlyphs { runs: old },
                ..
            },
        ] if ascending(new, grid) => {
            let runs = new.iter().zip(old.iter().rev());
            runs.map(|(new, old)| {
                new.glyphs.chars().zip(old.glyphs.chars()).filter(|(a, b)| a != b).count()
            })
            .sum()
        }
        paints => net(paints, grid).len(),
    }
}

/// Whether runs follow one another, none over another.
fn ascending(runs: &[GlyphRun], grid: &HexGrid) -> bool {
    let mut end = 0;
    runs.iter().all(|run| {
        let Some(first) = grid.parse(&run.hex) else { return false };
        let follows = first.0 >= end;
        end = first.0 + u32::try_from(run.glyphs.chars().count()).unwrap_or(u32::MAX / 2);
        follows
    })
}

/// The same steps with the paints between two others that they must not pass made one, and
/// without glyphs that no paint uses after all.
fn joined(steps: Vec<Step>, state: &mut State) -> Vec<Step> {
    if steps.iter().any(|step| matches!(step.edit, Edit::ReplaceMap { .. })) {
        // Hexes before it have other numbers than those after it.
        return steps;
    }
    let mut out = Vec::with_capacity(steps.len());
    let mut stretch = Stretch::default();
    for step in steps {
        match step.edit {
            Edit::AddGlyph { .. } | Edit::AddElevationGlyph { .. } => stretch.glyphs.push(step),
            Edit::SetGlyph { .. } | Edit::SetGlyphs { .. } => stretch.terrain.push(step),
            Edit::SetElevationGlyphs { .. } => stretch.heights.push(step),
            // What is painted before may not be painted after these, nor the other way round.
            Edit::RemoveGlyph { .. }
            | Edit::RemoveElevationGlyph { .. }
            | Edit::AddElevationLayer { .. }
            | Edit::RemoveElevationLayer => {
                std::mem::take(&mut stretch).end(&state.grid, &mut out);
                out.push(step);
            }
            _ => stretch.rest.push(step),
        }
    }
    let idle = stretch.take_idle_glyphs(&state.grid);
    state.take_back(&idle);
    stretch.end(&state.grid, &mut out);
    out
}

/// Steps that may change places.
#[derive(Default)]
struct Stretch {
    /// Come first, so that a joined paint finds its glyph.
    glyphs: Vec<Step>,
    terrain: Vec<Step>,
    heights: Vec<Step>,
    rest: Vec<Step>,
}

impl Stretch {
    /// Takes out the added glyphs that no paint uses after all. A transaction that only tends
    /// the palette keeps them.
    fn take_idle_glyphs(&mut self, grid: &HexGrid) -> Vec<Step> {
        if self.glyphs.is_empty() {
            return Vec::new();
        }
        let used = |paints: &[Step]| -> Option<BTreeSet<char>> {
            if paints.is_empty() {
                return None;
            }
            let paints: Vec<&Step> = paints.iter().collect();
            Some(net(&paints, grid).into_iter().map(|cell| cell.new).collect())
        };
        let (terrain, heights) = (used(&self.terrain), used(&self.heights));
        self.glyphs
            .extract_if(.., |step| match step.edit {
                Edit::AddGlyph { glyph, .. } => {
                    terrain.as_ref().is_some_and(|used| !used.contains(&glyph))
                }
                Edit::AddElevationGlyph { glyph, .. } => {
                    heights.as_ref().is_some_and(|used| !used.contains(&glyph))
                }
                _ => false,
            })
            .collect()
    }

    fn end(mut self, grid: &HexGrid, out: &mut Vec<Step>) {
        out.append(&mut self.glyphs);
        out.extend(one_paint(self.terrain, grid, |runs| Edit::SetGlyphs { runs }));
        out.extend(one_paint(self.heights, grid, |runs| Edit::SetElevationGlyphs { runs }));
        out.append(&mut self.rest);
    }
}

/// Paints as one.
fn one_paint(
    mut paints: Vec<Step>,
    grid: &HexGrid,
    edit: fn(Vec<GlyphRun>) -> Edit,
) -> Option<Step> {
    if paints.len() < 2 {
        return paints.pop();
    }
    let heights = paints.iter().any(|step| matches!(step.edit, Edit::SetElevationGlyphs { .. }));
    let paints: Vec<&Step> = paints.iter().collect();
    let net = net(&paints, grid);
    let columns = u32::from(grid.columns()).max(1);
    let (mut new, mut old, mut touched) = (Vec::new(), Vec::new(), Vec::new());
    for run in net.chunk_by(|a, b| a.hex.0 + 1 == b.hex.0 && a.hex.0 / columns == b.hex.0 / columns)
    {
        let hex = grid.label(run[0].hex);
        let glyphs = |of: fn(&Cell) -> char| run.iter().map(of).collect();
        new.push(GlyphRun { hex: hex.clone(), glyphs: glyphs(|cell| cell.new) });
        old.push(GlyphRun { hex, glyphs: glyphs(|cell| cell.old) });
        let count = u16::try_from(run.len()).unwrap_or(u16::MAX);
        touched.push(match heights {
            true => Touched::ElevationRun(run[0].hex, count),
            false => Touched::TerrainRun(run[0].hex, count),
        });
    }
    old.reverse();
    (!new.is_empty()).then(|| Step { edit: edit(new), inverse: edit(old), touched })
}

/// A transaction's name with the number of hexes or hexsides that it changed.
fn counted(name: String, things: &BTreeSet<Touched>, hexes: usize) -> String {
    let is_hex = |thing: &&Touched| matches!(thing, Touched::Features(_));
    let hexes = hexes + things.iter().filter(is_hex).count();
    let sides = things.iter().filter(|thing| matches!(thing, Touched::Hexside(_))).count();
    match (hexes, sides) {
        // It says how many itself.
        _ if name.ends_with(" hexes") => name,
        // Moving a counter touches two hexes; nobody counts those.
        _ if things.iter().any(|thing| matches!(thing, Touched::Stack(_))) => name,
        (2.., _) => format!("{name} ({} hexes)", thousands(hexes)),
        (0, 2..) => format!("{name} ({sides} hexsides)"),
        _ => name,
    }
}
