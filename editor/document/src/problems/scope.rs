//! What is looked at as one, and how its findings are kept.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, Side};
use salient_rules::check::RulesPart;
use salient_schema::Diagnostic;
use salient_schema::project::ProjectPaths;

use crate::apply::State;

/// A thing that is checked as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The map's header, grid, georeference and scan.
    MapHead,
    /// Palettes, and the number and length of the rows of glyphs.
    Layers,
    /// A row of glyphs, of terrain and of heights.
    Row(u16),
    /// The features of a hex.
    Features(Hex),
    /// Features whose hex cannot be read.
    StrayFeatures,
    /// Whether a trench line lacks a hex.
    TrenchGap(Hex),
    /// What runs along a hexside.
    Hexsides(Side),
    /// Hexside items whose hexside cannot be read.
    StrayHexsides,
    /// Whether a chain lacks a hexside.
    Gap(Side),
    /// A path, by its place.
    Path(u32),
    /// Paths that stop just short of one another.
    PathEnds,
    /// A border line, by its place.
    Line(u32),
    /// The zones' names.
    ZoneIds,
    /// A zone, by its place.
    Zone(u32),
    /// An order of battle, but for what its counters say.
    OrderOfBattle(u32),
    /// A counter, by the places of its order of battle and of itself.
    Counter(u32, u32),
    /// The scenario, with all that it names.
    Scenario,
    /// The ruleset by itself.
    Ruleset,
    /// What the rules of the system say.
    Rules(RulesPart),
}

impl Scope {
    /// What looking at it costs, in hexes.
    pub(super) fn effort(self) -> usize {
        match self {
            Self::Scenario | Self::Rules(_) | Self::Ruleset | Self::Layers => 500,
            Self::OrderOfBattle(_) | Self::PathEnds | Self::Zone(_) => 100,
            Self::Path(_) | Self::Line(_) | Self::Row(_) | Self::MapHead => 10,
            _ => 1,
        }
    }
}

/// A problem in the list of now: it names another, or none, after the next change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProblemId {
    /// What was looked at.
    pub scope: Scope,
    /// Its place among what was found there.
    pub nth: usize,
}

/// A finding as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Without file and pointer.
    pub diagnostic: Diagnostic,
    site: Site,
}

/// Where a finding is, in a way that outlasts edits elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Site {
    /// A pointer into the bundle.
    At(String),
    /// In the item that comes `nth` of those that stand in the scope's hex or hexside.
    Item { nth: usize, rest: String },
}

const FEATURES: &str = "/map/features/items/";
const HEXSIDES: &str = "/map/hexsides/items/";

impl Found {
    /// Keeps a finding. `places` are those of the scope's items, if it has any.
    pub fn new(mut diagnostic: Diagnostic, scope: Scope, places: &[usize]) -> Self {
        let pointer = diagnostic.place.pointer.take().unwrap_or_default();
        let site = scope.list().and_then(|list| {
            let number = pointer.strip_prefix(list)?;
            let end = number.find('/').unwrap_or(number.len());
            let place: usize = number.get(..end)?.parse().ok()?;
            let nth = places.iter().position(|&other| other == place)?;
            Some(Site::Item { nth, rest: number.get(end..)?.to_owned() })
        });
        Self { diagnostic, site: site.unwrap_or(Site::At(pointer)) }
    }

    /// The finding with everything that is known of its place.
    pub fn whole(&self, scope: Scope, state: &State, paths: &ProjectPaths) -> Diagnostic {
        let mut whole = self.in_bundle(scope, state);
        paths.localise(&mut whole);
        whole
    }

    /// The finding with a pointer into the bundle.
    pub fn in_bundle(&self, scope: Scope, state: &State) -> Diagnostic {
        let mut whole = self.diagnostic.clone();
        whole.place.pointer = Some(match (&self.site, scope.list()) {
            (Site::At(pointer), _) => pointer.clone(),
            (Site::Item { nth, rest }, Some(list)) => match scope.place(state, *nth) {
                Some(place) => format!("{list}{place}{rest}"),
                None => list.trim_end_matches('/').to_owned(),
            },
            (Site::Item { .. }, None) => String::new(),
        });
        whole
    }
}

impl Scope {
    /// The list that its items stand in, as its pointers begin.
    fn list(self) -> Option<&'static str> {
        match self {
            Self::Features(_) | Self::StrayFeatures => Some(FEATURES),
            Self::Hexsides(_) | Self::StrayHexsides => Some(HEXSIDES),
            _ => None,
        }
    }

    /// The place in the list of the `nth` of its items.
    fn place(self, state: &State, nth: usize) -> Option<usize> {
        match self {
            Self::Features(hex) => state.index.features.at(hex).nth(nth),
            Self::Hexsides(side) => state.index.hexsides.at(side).nth(nth),
            Self::StrayFeatures => stray_features(state).nth(nth),
            Self::StrayHexsides => stray_hexsides(state).nth(nth),
            _ => None,
        }
    }
}

/// The places of features whose hex cannot be read.
pub(super) fn stray_features(state: &State) -> impl Iterator<Item = usize> + '_ {
    let items = &state.bundle.map.features.items;
    // Almost always there is none.
    let any = state.index.features.entries().len() < items.len();
    let stray = move |hex: &str| any && state.grid.parse(hex).is_none();
    let items = items.iter().take(if any { usize::MAX } else { 0 }).enumerate();
    items.filter(move |(_, item)| stray(&item.hex)).map(|(place, _)| place)
}

/// The places of hexside items whose hexside cannot be read.
pub(super) fn stray_hexsides(state: &State) -> impl Iterator<Item = usize> + '_ {
    let items = &state.bundle.map.hexsides.items;
    let any = state.index.hexsides.entries().len() < items.len();
    let stray = move |side: &str| any && state.grid.parse_side(side).is_none();
    let items = items.iter().take(if any { usize::MAX } else { 0 }).enumerate();
    items.filter(move |(_, item)| stray(&item.side)).map(|(place, _)| place)
}

/// What is still to be looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pending {
    pub scopes: BTreeSet<Scope>,
    /// All scopes have yet to be named: nothing was looked at before.
    pub all: bool,
    /// The features of this hex and all after it.
    pub features_from: Option<Hex>,
    /// What runs along this hexside and all after it.
    pub hexsides_from: Option<Side>,
}

impl Pending {
    pub fn everything() -> Self {
        Self { all: true, ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
