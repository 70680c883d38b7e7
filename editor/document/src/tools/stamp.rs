//! The stamp: a copied piece of map, turned and mirrored at will, laid down again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::map::{Feature, Hexside, Line, Orientation, Path};
use salient_schema::ruleset::Kind;
use salient_schema::{Defined, Id, Ruleset};

use super::borders::Lines;
use super::roads::Net;
use super::{Action, Area, Button, Cursor, Key, Preview, State as Tools, Tool};
use super::{ToolEvent, ToolOutput, area, step};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::{LayerId, Layers};

/// A copied piece of map. Places are axial coordinates from its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    flat: bool,
    hexes: Vec<StampHex>,
    hexsides: Vec<(StampSide, Hexside)>,
    lines: Vec<(Vec<StampSide>, Line)>,
    paths: Vec<(Vec<Place>, Path)>,
    /// The kinds of all of that, as the ruleset defines them that it was copied from.
    kinds: Arc<Vec<(Defined, Kind)>>,
}

/// Axial coordinates.
type Place = (i32, i32);
/// A side of a hex: the hex and a direction.
type StampSide = (Place, Direction);

#[derive(Clone, Debug, PartialEq, Eq)]
struct StampHex {
    place: Place,
    terrain: Option<Id>,
    level: Option<i16>,
    features: Vec<Feature>,
}

/// A piece of map as it would lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The hexes, with their outline.
    pub area: Area,
    /// The terrain of hexes.
    pub terrain: Vec<(Hex, Id)>,
    /// Heights.
    pub levels: Vec<(Hex, i16)>,
    /// Features, with their hexes.
    pub features: Vec<(Hex, Feature)>,
    /// What runs along hexsides.
    pub hexsides: Vec<(Side, Hexside)>,
    /// Border lines, in pieces.
    pub lines: Vec<(Vec<Side>, Line)>,
    /// Roads and railways, in pieces.
    pub paths: Vec<(Vec<Hex>, Path)>,
    /// How many hexes lie beyond the map and are left out.
    pub left_out: usize,
}

impl Stamp {
    /// Copies what the shown layers have in hexes. `None` for no hexes.
    pub fn copy(document: &Document, hexes: &[Hex]) -> Option<Self> {
        let grid = document.grid();
        let mut hexes = hexes.to_vec();
        hexes.sort_unstable();
        hexes.dedup();
        let middle = grid.axial(middle(grid, &hexes)?);
        let place = |hex: Hex| {
            let (q, r) = grid.axial(hex);
            (q - middle.0, r - middle.1)
        };
        let has = |hex: Hex| hexes.binary_search(&hex).is_ok();
        let shown = |layer| document.layers().get(layer).shown;
        let mut stamp = Self {
            flat: is_flat(grid),
            hexes: Vec::with_capacity(hexes.len()),
            hexsides: Vec::new(),
            lines: Vec::new(),
            paths: Vec::new(),
            kinds: Arc::default(),
        };
        for &hex in &hexes {
            let features = document.features_at(hex).filter(|_| shown(LayerId::Features));
            stamp.hexes.push(StampHex {
                place: place(hex),
                terrain: document.terrain_at(hex).filter(|_| shown(LayerId::Terrain)).cloned(),
                level: area::level_at(document, hex).filter(|_| shown(LayerId::Elevation)),
                features: features.cloned().collect(),
            });
        }
        // A side is told from a hex that is copied.
        let stamp_side = |side: Side| {
            let there = grid.across(side).map(|hex| (hex, side.direction().opposite()));
            [Some((side.hex(), side.direction())), there]
                .into_iter()
                .flatten()
                .find(|&(hex, _)| has(hex))
                .map(|(hex, direction)| (place(hex), direction))
        };
        if shown(LayerId::Hexsides) {
            for side in area::sides_of(grid, &hexes, false) {
                let Some(at) = stamp_side(side) else { continue };
                stamp.hexsides.extend(document.hexsides_at(side).map(|item| (at, item.clone())));
            }
        }
        if shown(LayerId::Lines) {
            for line in &document.map().lines.items {
                let sides =
                    line.sides.iter().map(|label| grid.parse_side(label).and_then(stamp_side));
                for run in runs(sides, 1) {
                    stamp.lines.push((run, Line { sides: Vec::new(), ..line.clone() }));
                }
            }
        }
        if shown(LayerId::Paths) {
            for path in &document.map().paths.items {
                let places = path
                    .hexes
                    .iter()
                    .map(|label| grid.parse(label).filter(|&hex| has(hex)).map(place));
                for run in runs(places, 2) {
                    stamp.paths.push((run, Path { hexes: Vec::new(), ..path.clone() }));
                }
            }
        }
        stamp.kinds = Arc::new(stamp.kinds_of(document.ruleset()));
        Some(stamp)
    }

    /// The kinds that it has, as a ruleset defines them.
    fn kinds_of(&self, ruleset: &Ruleset) -> Vec<(Defined, Kind)> {
        let mut used: BTreeSet<(Defined, &str)> = BTreeSet::new();
        for hex in &self.hexes {
            used.extend(hex.terrain.iter().map(|kind| (Defined::Terrain, kind.as_str())));
            used.extend(hex.features.iter().map(|it| (Defined::Feature, it.kind.as_str())));
        }
        used.extend(self.hexsides.iter().map(|(_, it)| (Defined::Hexside, it.kind.as_str())));
        used.extend(self.lines.iter().map(|(_, it)| (Defined::Line, it.kind.as_str())));
        used.extend(self.paths.iter().map(|(_, it)| (Defined::Path, it.kind.as_str())));
        let defined = |(of, id): (Defined, &str)| {
            let kind = of.kinds(ruleset)?.iter().find(|kind| kind.id == id)?;
            Some((of, kind.clone()))
        };
        used.into_iter().filter_map(defined).collect()
    }

    /// How many hexes it has.
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether it has no hexes.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Turned by 60° about its middle, clockwise, facings and hexsides with it.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.moved(|(q, r)| (-r, q + r), |direction| Direction::new(direction.index() + 1))
    }

    /// Turned by 60° the other way.
    #[must_use]
    pub fn turned_back(&self) -> Self {
        self.moved(|(q, r)| (q + r, -q), |direction| Direction::new(direction.index() + 5))
    }

    /// Mirrored left and right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        if self.flat {
            self.moved(|(q, r)| (-q, q + r), |direction| Direction::new(6 - direction.index()))
        } else {
            self.moved(|(q, r)| (-q - r, r), |direction| Direction::new(5 - direction.index()))
        }
    }

    fn moved(
        &self,
        place: impl Fn(Place) -> Place,
        direction: impl Fn(Direction) -> Direction,
    ) -> Self {
        let side = |&(at, to): &StampSide| (place(at), direction(to));
        let facing = |compass: &String| {
            let points = if self.flat { &FLAT } else { &POINTY };
            let number = points.iter().position(|point| point == compass);
            let turned = number.map(|number| direction(Direction::new(number)).index());
            turned.map_or_else(|| compass.clone(), |number| points[number].to_owned())
        };
        let feature = |feature: &Feature| Feature {
            facing: feature.facing.iter().map(facing).collect(),
            ..feature.clone()
        };
        Self {
            flat: self.flat,
            kinds: self.kinds.clone(),
            hexes: self
                .hexes
                .iter()
                .map(|hex| StampHex {
                    place: place(hex.place),
                    features: hex.features.iter().map(feature).collect(),
                    ..hex.clone()
                })
                .collect(),
            hexsides: self.hexsides.iter().map(|(at, item)| (side(at), item.clone())).collect(),
            lines: self
                .lines
                .iter()
                .map(|(sides, line)| (sides.iter().map(side).collect(), line.clone()))
                .collect(),
            paths: self
                .paths
                .iter()
                .map(|(places, path)| (places.iter().map(|&at| place(at)).collect(), path.clone()))
                .collect(),
        }
    }

    /// How it would lie with its middle in a hex. `None` on a map whose hexes lie the other way.
    pub fn laid(&self, grid: &HexGrid, at: Hex) -> Option<Ghost> {
        if self.flat != is_flat(grid) {
            return None;
        }
        let middle = grid.axial(at);
        let hex = |(q, r): Place| grid.at_axial((q + middle.0, r + middle.1));
        let side = |&(at, direction): &StampSide| hex(at).map(|hex| grid.side(hex, direction));
        let mut ghost = Ghost {
            area: Area::default(),
            terrain: Vec::new(),
            levels: Vec::new(),
            features: Vec::new(),
            hexsides: Vec::new(),
            lines: Vec::new(),
            paths: Vec::new(),
            left_out: 0,
        };
        let mut hexes = Vec::with_capacity(self.hexes.len());
        for stamped in &self.hexes {
            let Some(hex) = hex(stamped.place) else {
                ghost.left_out += 1;
                continue;
            };
            hexes.push(hex);
            ghost.terrain.extend(stamped.terrain.clone().map(|kind| (hex, kind)));
            ghost.levels.extend(stamped.level.map(|level| (hex, level)));
            ghost.features.extend(
                stamped
                    .features
                    .iter()
                    .map(|feature| (hex, Feature { hex: grid.label(hex), ..feature.clone() })),
            );
        }
        hexes.sort_unstable();
        ghost.area = Area::new(grid, hexes);
        for (at, item) in &self.hexsides {
            ghost.hexsides.extend(
                side(at)
                    .map(|side| (side, Hexside { side: grid.side_label(side), ..item.clone() })),
            );
        }
        for (sides, line) in &self.lines {
            let pieces = runs(sides.iter().map(side), 1).into_iter();
            ghost.lines.extend(pieces.map(|sides| (sides, line.clone())));
        }
        for (places, path) in &self.paths {
            let pieces = runs(places.iter().map(|&at| hex(at)), 2).into_iter();
            ghost.paths.extend(pieces.map(|hexes| (hexes, path.clone())));
        }
        Some(ghost)
    }
}

/// Compass points by direction, as in the grid.
const FLAT: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
const POINTY: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];

fn is_flat(grid: &HexGrid) -> bool {
    grid.grid().orientation == Orientation::FlatTopped
}

/// The runs of what is there, none shorter than `least`.
fn runs<T>(items: impl Iterator<Item = Option<T>>, least: usize) -> Vec<Vec<T>> {
    let mut runs = vec![Vec::new()];
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) => run.push(item),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| run.len() >= least);
    runs
}

/// The hex in the middle of others.
fn middle(grid: &HexGrid, hexes: &[Hex]) -> Option<Hex> {
    let count = hexes.len() as f32;
    let sum = hexes
        .iter()
        .map(|&hex| grid.centre(hex))
        .fold([0.0, 0.0], |sum, centre| [sum[0] + centre[0], sum[1] + centre[1]]);
    let mean = [sum[0] / count, sum[1] / count];
    let far = |hex: Hex| {
        let [x, y] = grid.centre(hex);
        (x - mean[0]).hypot(y - mean[1])
    };
    hexes.iter().copied().min_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)))
}

/// The edits that lay a piece of map down. What lies there goes. Layers that are hidden or locked
/// stay as they are.
fn lay(document: &Document, ghost: &Ghost, brought: &Brought) -> Vec<Edit> {
    let grid = document.grid();
    let editable = |layer| document.layers().editable(layer);
    let hexes = ghost.area.hexes();
    let mut edits = brought.edits();
    if editable(LayerId::Terrain) {
        let palette = &document.map().terrain.palette;
        for (kind, hexes) in grouped(&ghost.terrain) {
            // Kinds that are new here get their glyphs one after the other, each a free one.
            let is_new = !palette.values().any(|known| *known == kind);
            let labels = || hexes.iter().map(|&hex| grid.label(hex)).collect();
            edits.extend(match is_new {
                true => Some(Edit::PaintTerrain { hexes: labels(), kind }),
                false => area::paint(document, &hexes, &kind),
            });
        }
    }
    if editable(LayerId::Elevation) {
        for (level, hexes) in grouped(&ghost.levels) {
            edits.extend(area::set_level(document, &hexes, level));
        }
    }
    if editable(LayerId::Features) {
        edits.extend(features(document, ghost, brought));
    }
    let within = area::sides_of(grid, hexes, true);
    if editable(LayerId::Hexsides) {
        edits.extend(hexsides(document, ghost, &within));
    }
    if editable(LayerId::Lines) {
        let mut lines = Lines::of(document);
        lines.cut(|_| true, |side| within.contains(&side));
        for (sides, line) in &ghost.lines {
            let owner = brought.owner(&line.owner);
            lines.draw(grid, sides, &Line { owner, ..line.clone() });
        }
        edits.extend(lines.edits(grid));
    }
    if editable(LayerId::Paths) {
        let has = |hex: Hex| hexes.binary_search(&hex).is_ok();
        let mut net = Net::of(document);
        net.cut(|_| true, |hexes, at| has(hexes[at]) && has(hexes[at + 1]));
        for (hexes, path) in &ghost.paths {
            net.draw(hexes, path);
        }
        edits.extend(net.edits(grid));
    }
    edits
}

/// Hexes by what they get.
fn grouped<T: Clone + Ord>(items: &[(Hex, T)]) -> BTreeMap<T, Vec<Hex>> {
    let mut groups: BTreeMap<T, Vec<Hex>> = BTreeMap::new();
    for (hex, value) in items {
        groups.entry(value.clone()).or_default().push(*hex);
    }
    groups
}

/// What a piece of map from elsewhere brings with it, and what it leaves behind: the kinds that the
/// ruleset here lacks come as they were defined, without effects on sides and units that are not
/// here, and nobody owns what a side or nation owned that is not here. It is looked up once for a
/// stamp and a state of the document, not wherever the pointer goes.
#[derive(Debug)]
pub(super) struct Brought {
    /// What it was looked up for.
    stamp: Arc<Stamp>,
    revision: u64,
    layers: Layers,
    kinds: Vec<(Defined, Kind)>,
    effects: usize,
    owners: BTreeSet<Id>,
}

impl Brought {
    /// What was looked up before, if it still is so.
    fn of(document: &Document, stamp: &Arc<Stamp>, before: Option<Arc<Self>>) -> Arc<Self> {
        let is_so = |before: &Arc<Self>| {
            Arc::ptr_eq(&before.stamp, stamp)
                && before.revision == document.revision()
                && before.layers == *document.layers()
        };
        before.filter(is_so).unwrap_or_else(|| Arc::new(Self::look_up(document, stamp)))
    }

    fn look_up(document: &Document, stamp: &Arc<Stamp>) -> Self {
        let ruleset = document.ruleset();
        let is_here = |of: Defined, id: &str| of.ids(ruleset).iter().any(|known| *known == id);
        let (mut kinds, mut effects) = (Vec::new(), 0);
        let laid = |of: Defined| {
            document.layers().editable(match of {
                Defined::Terrain => LayerId::Terrain,
                Defined::Hexside => LayerId::Hexsides,
                Defined::Line => LayerId::Lines,
                Defined::Path => LayerId::Paths,
                _ => LayerId::Features,
            })
        };
        let lacks = |(of, kind): &&(Defined, Kind)| laid(*of) && !is_here(*of, &kind.id);
        for (of, kind) in stamp.kinds.iter().filter(lacks) {
            let mut kind = kind.clone();
            let before = kind.effects.len();
            kind.effects.retain(|effect| {
                let units = [Defined::UnitType, Defined::Trait];
                let side = effect.when.side.as_ref().is_none_or(|id| is_here(Defined::Side, id));
                let unit = effect.when.unit.as_ref();
                side && unit.is_none_or(|id| units.into_iter().any(|of| is_here(of, id)))
            });
            effects += before - kind.effects.len();
            kinds.push((*of, kind));
        }
        let features = stamp.hexes.iter().flat_map(|hex| &hex.features);
        let owners = features.filter_map(|it| it.owner.as_ref());
        let owners = owners.chain(stamp.lines.iter().filter_map(|(_, it)| it.owner.as_ref()));
        let away = |id: &&Id| !is_here(Defined::Side, id) && !is_here(Defined::Nation, id);
        Self {
            stamp: stamp.clone(),
            revision: document.revision(),
            layers: document.layers().clone(),
            kinds,
            effects,
            owners: owners.filter(away).cloned().collect(),
        }
    }

    /// What defines the kinds.
    fn edits(&self) -> Vec<Edit> {
        let define = |(of, kind): &(Defined, Kind)| Edit::define(*of, kind.clone(), None);
        self.kinds.iter().map(define).collect()
    }

    /// The owner, where he is here.
    fn owner(&self, owner: &Option<Id>) -> Option<Id> {
        owner.clone().filter(|owner| !self.owners.contains(owner))
    }

    /// What comes and what does not, in words; nothing where all is here.
    fn in_words(&self, document: &Document) -> String {
        let mut words = String::new();
        let names: Vec<&str> = self.kinds.iter().map(|(_, kind)| kind.name.as_str()).collect();
        if !names.is_empty() {
            words = format!(" {} come with it into the ruleset.", and_more(&names));
        }
        if self.effects > 0 {
            words += &format!(
                " {} of them on sides or units that {} lacks stay behind.",
                if self.effects == 1 {
                    "An effect".to_owned()
                } else {
                    format!("{} effects", self.effects)
                },
                document.ruleset().title
            );
        }
        if !self.owners.is_empty() {
            let owners: Vec<&str> = self.owners.iter().map(Id::as_str).collect();
            words += &format!(" What {} owned has no owner here.", and_more(&owners));
        }
        words
    }
}

/// The first three of some names, and how many more there are.
fn and_more(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first, second] => format!("{first} and {second}"),
        [first, second, third] => format!("{first}, {second} and {third}"),
        [first, second, rest @ ..] => format!("{first}, {second} and {} more", rest.len()),
    }
}

fn features(document: &Document, ghost: &Ghost, brought: &Brought) -> Vec<Edit> {
    let mut wanted: BTreeMap<Hex, Vec<&Feature>> = BTreeMap::new();
    for (hex, feature) in &ghost.features {
        wanted.entry(*hex).or_default().push(feature);
    }
    let mut edits = Vec::new();
    for &hex in ghost.area.hexes() {
        let wanted = wanted.remove(&hex).unwrap_or_default();
        for there in document.features_at(hex) {
            if !wanted.iter().any(|feature| feature.kind == there.kind) {
                let (hex, kind) = (there.hex.clone(), there.kind.clone());
                edits.push(Edit::remove_feature(hex, kind));
            }
        }
        for feature in wanted {
            let owner = brought.owner(&feature.owner);
            let feature = Feature { owner, ..feature.clone() };
            match document.feature_at(hex, &feature.kind) {
                Some(there) if *there == feature => {}
                Some(_) => edits.push(Edit::set_feature(feature)),
                None => edits.push(Edit::add_feature(feature, None)),
            }
        }
    }
    edits
}

fn hexsides(document: &Document, ghost: &Ghost, within: &BTreeSet<Side>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for &side in within {
        for there in document.hexsides_at(side) {
            let stays = |(at, item): &(Side, Hexside)| *at == side && item.kind == there.kind;
            if !ghost.hexsides.iter().any(stays) {
                let (side, kind) = (there.side.clone(), there.kind.clone());
                edits.push(Edit::remove_hexside(side, kind));
            }
        }
    }
    for (side, item) in &ghost.hexsides {
        if !document.hexsides_at(*side).any(|there| there.kind == item.kind) {
            edits.push(Edit::add_hexside(item.clone(), None));
        }
    }
    edits
}

/// What the stamp is at.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Over a hex, with what comes and what does not.
    Over(Hex, Arc<Brought>),
    /// Copying what lies in a rectangle.
    Copying { from: [f32; 2], to: [f32; 2], button: Button },
}

impl State {
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Copying { .. })
    }
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    stamp: Option<&Arc<Stamp>>,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let state = match state {
        Tools::Stamp(state) => Some(state),
        _ => None,
    };
    match (state, *event) {
        (Some(State::Copying { .. }), ToolEvent::Key(Key::Escape)) => {
            over(document, stamp, None, None)
        }
        (
            Some(State::Copying { from, button: held, .. }),
            ToolEvent::Release { at, button, .. },
        ) if button == held => {
            let hexes = area::in_rectangle(grid, from, at);
            let copied = Stamp::copy(document, &hexes).map(Arc::new);
            let Some(copied) = copied else { return over(document, stamp, None, None) };
            let (state, shown) = over(document, Some(&copied), grid.hex_at(at), None);
            let actions = vec![Action::Choose(Tool::Stamp { stamp: Some(copied) })];
            (state, ToolOutput { actions, ..shown })
        }
        (Some(State::Copying { from, mut to, button }), event) => {
            to = event.at().unwrap_or(to);
            let output = copying(document, from, to);
            (Tools::Stamp(State::Copying { from, to, button }), output)
        }
        (_, ToolEvent::Press { at, button, .. })
            if button == Button::Secondary || stamp.is_none() =>
        {
            let state = State::Copying { from: at, to: at, button };
            (Tools::Stamp(state), copying(document, at, at))
        }
        (state, event) => {
            let (before, brought) = match state {
                Some(State::Over(hex, brought)) => (Some(hex), Some(brought)),
                _ => (None, None),
            };
            let hex = match event {
                // A key does not say where the pointer is.
                ToolEvent::Key(_) => before,
                event => event.at().and_then(|at| grid.hex_at(at)),
            };
            let (stamp, actions) = change(document, stamp, &event, (hex, &brought));
            let (state, output) = over(document, stamp.as_ref(), hex, brought);
            (state, ToolOutput { actions, ..output })
        }
    }
}

/// What an event does to the stamp in the hand or, with it, to the map.
fn change(
    document: &Document,
    stamp: Option<&Arc<Stamp>>,
    event: &ToolEvent,
    (hex, brought): (Option<Hex>, &Option<Arc<Brought>>),
) -> (Option<Arc<Stamp>>, Vec<Action>) {
    let Some(stamp) = stamp else {
        let escapes = *event == ToolEvent::Key(Key::Escape);
        let actions = escapes.then_some(Action::Choose(Tool::Select));
        return (None, actions.into_iter().collect());
    };
    let turned = match event {
        ToolEvent::Key(Key::Rotate) => stamp.turned(),
        ToolEvent::Key(Key::RotateBack) => stamp.turned_back(),
        ToolEvent::Key(Key::Mirror) => stamp.mirrored(),
        ToolEvent::Key(Key::Escape) => {
            return (Some(stamp.clone()), vec![Action::Choose(Tool::Select)]);
        }
        ToolEvent::Press { .. } => {
            let ghost = hex.and_then(|hex| stamp.laid(document.grid(), hex));
            let actions = ghost.map_or(Vec::new(), |ghost| {
                let name = format!("Stamp {}", ghost.area.count());
                let brought = Brought::of(document, stamp, brought.clone());
                step(name, lay(document, &ghost, &brought))
            });
            return (Some(stamp.clone()), actions);
        }
        _ => return (Some(stamp.clone()), Vec::new()),
    };
    let turned = Arc::new(turned);
    let actions = vec![Action::Choose(Tool::Stamp { stamp: Some(turned.clone()) })];
    (Some(turned), actions)
}

fn copying(document: &Document, from: [f32; 2], to: [f32; 2]) -> ToolOutput {
    let hexes = area::in_rectangle(document.grid(), from, to);
    let area = Area::new(document.grid(), hexes);
    let hint = format!("Copying {}: let go to take them into the hand.", area.count());
    let outline = vec![from, [to[0], from[1]], to, [from[0], to[1]]];
    let preview = Preview { area: Some(Arc::new(area)), outline, ..Preview::default() };
    ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() }
}

/// Over a hex, or nowhere; `brought` is what was looked up before.
fn over(
    document: &Document,
    stamp: Option<&Arc<Stamp>>,
    hex: Option<Hex>,
    brought: Option<Arc<Brought>>,
) -> (Tools, ToolOutput) {
    let Some(stamp) = stamp else {
        let hint = "Drag over what is to be copied; or select hexes and copy them.".to_owned();
        let output = ToolOutput { hint, cursor: Cursor::Crosshair, ..ToolOutput::default() };
        return (Tools::Idle, output);
    };
    let ghost = hex.and_then(|hex| stamp.laid(document.grid(), hex));
    let (hint, cursor) = match (&ghost, hex) {
        (Some(ghost), _) if ghost.left_out > 0 => (
            format!(
                "Click to lay {} down; {} beyond the map are left out. R turns, M mirrors.",
                ghost.area.count(),
                ghost.left_out
            ),
            Cursor::Crosshair,
        ),
        (Some(ghost), _) => (
            format!(
                "Click to lay {} down; R turns, M mirrors, the right button copies another piece.",
                ghost.area.count()
            ),
            Cursor::Crosshair,
        ),
        (None, Some(_)) => (
            "This was copied from a map whose hexes lie the other way.".to_owned(),
            Cursor::Forbidden,
        ),
        (None, None) => ("Point at the map to lay the copy down.".to_owned(), Cursor::Crosshair),
    };
    let state = hex.map(|hex| (hex, Brought::of(document, stamp, brought)));
    let words = state.as_ref().filter(|_| ghost.is_some());
    let words = words.map(|(_, brought)| brought.in_words(document));
    let hint = hint + &words.unwrap_or_default();
    let preview = Preview { ghost: ghost.map(Arc::new), ..Preview::default() };
    let output = ToolOutput { hint, cursor, preview, ..ToolOutput::default() };
    let state = state.map(|(hex, brought)| Tools::Stamp(State::Over(hex, brought)));
    (state.unwrap_or(Tools::Idle), output)
}

#[cfg(test)]
mod tests {
    use salient_rules::Systems;
    use salient_schema::Bundle;
    use salient_schema::map::{Grid, Map};
    use salient_schema::order_of_battle::OrderOfBattle;
    use salient_schema::project::Project;
    use salient_schema::scenario::Scenario;

    use super::*;
    use crate::{LayerState, Origin, ToolBox};

    #[test]
    fn what_comes_with_a_stamp_is_looked_up_once_and_again_when_the_document_is_another() {
        let mut map = Map::empty("plain", "Plain", Grid::plain(Orientation::FlatTopped, 6, 6));
        map.terrain.palette.insert("c".to_owned(), "clear".to_owned());
        map.terrain.rows = vec!["c".repeat(6); 6];
        let bundle = Bundle::new(
            Ruleset::empty("own", "Own"),
            map,
            vec![OrderOfBattle::empty("all", "All")],
            Scenario::empty("own", "Own"),
        );
        let project = Project { bundle, paths: Default::default(), texts: Default::default() };
        let mut document = Document::new(Systems::new(&[]), project, Origin::Embedded);
        let all: Vec<Hex> = document.grid().hexes().collect();
        let stamp = Stamp::copy(&document, &all[..3]).map(Arc::new);
        let mut tools = ToolBox::new(Tool::Stamp { stamp });
        let mut at = |document: &Document, hex: usize| {
            tools.handle(&ToolEvent::move_to(document.grid().centre(all[hex])), document);
            match &tools.state {
                Tools::Stamp(State::Over(_, brought)) => brought.clone(),
                other => panic!("not over the map: {other:?}"),
            }
        };
        let first = at(&document, 8);
        assert!(Arc::ptr_eq(&first, &at(&document, 9)), "looked up again for a move");
        document.apply(Edit::SetMapTitle { title: "Another".to_owned() }).unwrap();
        let second = at(&document, 10);
        assert!(!Arc::ptr_eq(&first, &second));
        let locked = LayerState { locked: true, ..LayerState::default() };
        document.set_layer(LayerId::Hexsides, locked);
        assert!(!Arc::ptr_eq(&second, &at(&document, 8)));
    }
}
