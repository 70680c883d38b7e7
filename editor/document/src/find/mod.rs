//! Find and replace: questions to a document, and the edits that an answer is changed by.
//!
//! ```text
//!  Query ──find──▶ hits ──plan(Replacement)──▶ changes (before → after), edits, refusals
//! ```
//!
//! Nothing here changes anything: a plan is shown, and applied as one step if it pleases.

mod files;
mod replace;
mod text;

pub use files::{FileReport, Outcome, in_files};
pub use replace::{Change, Plan, Refused, Replacement, plan};
pub use text::TextPattern;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::ruleset::{Kind, Ruleset};
use salient_schema::{Bundle, CounterId, Id};

use crate::document::Document;

/// What sort of thing is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The base terrain of hexes.
    Terrain,
    /// What stands in hexes: towns, trenches, fortresses.
    #[default]
    Feature,
    /// What runs along hexsides: rivers, ridges.
    Hexside,
    /// Roads and railways.
    Path,
    /// Border lines.
    Line,
    /// Whatever has a name: features, rivers, roads, lines, zones, formations, titles.
    Name,
    /// Counters of the orders of battle.
    Counter,
}

impl Subject {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Terrain,
        Self::Feature,
        Self::Hexside,
        Self::Path,
        Self::Line,
        Self::Name,
        Self::Counter,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Feature => "Features",
            Self::Hexside => "Hexsides",
            Self::Path => "Paths",
            Self::Line => "Border lines",
            Self::Name => "Names",
            Self::Counter => "Counters",
        }
    }

    /// The kinds of the ruleset that it may have; none where kinds have no meaning.
    pub fn kinds(self, ruleset: &Ruleset) -> Vec<(Id, String)> {
        let listed = |kinds: &[Kind]| {
            kinds.iter().map(|kind| (kind.id.clone(), kind.name.clone())).collect()
        };
        match self {
            Self::Terrain => listed(&ruleset.terrain),
            Self::Feature => listed(&ruleset.features),
            Self::Hexside => listed(&ruleset.hexsides),
            Self::Path => listed(&ruleset.paths),
            Self::Line => listed(&ruleset.lines),
            Self::Name => Vec::new(),
            Self::Counter => {
                let types = &ruleset.counters.types;
                types.iter().map(|unit| (unit.id.clone(), unit.name.clone())).collect()
            }
        }
    }

    /// Whether it can have a name, or a designation.
    pub fn has_text(self) -> bool {
        self != Self::Terrain
    }

    /// Whether it can have an owner, or a side.
    pub fn has_owner(self) -> bool {
        matches!(self, Self::Feature | Self::Line | Self::Counter)
    }

    /// Whether it can have a value.
    pub fn has_value(self) -> bool {
        self == Self::Feature
    }
}

/// A condition on who owns a thing, or plays a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OwnerFilter {
    /// Whoever.
    #[default]
    Any,
    /// Nobody.
    Nobody,
    /// This side or nation.
    Is(Id),
}

/// How a value compares with a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// The same.
    #[default]
    Is,
    /// Another, or none.
    IsNot,
    /// Greater.
    Above,
    /// Less.
    Below,
    /// The same or greater.
    AtLeast,
    /// The same or less.
    AtMost,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Is, Self::IsNot, Self::Above, Self::Below, Self::AtLeast, Self::AtMost];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::IsNot => "is not",
            Self::Above => "is above",
            Self::Below => "is below",
            Self::AtLeast => "is at least",
            Self::AtMost => "is at most",
        }
    }

    /// Whether a value, if there is one, compares so.
    pub fn holds(self, value: Option<i32>, number: i32) -> bool {
        match (self, value) {
            (Self::IsNot, None) => true,
            (_, None) => false,
            (Self::Is, Some(value)) => value == number,
            (Self::IsNot, Some(value)) => value != number,
            (Self::Above, Some(value)) => value > number,
            (Self::Below, Some(value)) => value < number,
            (Self::AtLeast, Some(value)) => value >= number,
            (Self::AtMost, Some(value)) => value <= number,
        }
    }
}

/// What is looked for: every condition that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// What sort of thing.
    pub subject: Subject,
    /// Its kind; for counters, the unit type.
    pub kind: Option<Id>,
    /// Its name or designation.
    pub text: Option<TextPattern>,
    /// Who owns or plays it.
    pub owner: OwnerFilter,
    /// Its value.
    pub value: Option<(Comparison, i32)>,
    /// The formation of a counter.
    pub formation: Option<Id>,
}

/// Where something was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A hex of terrain.
    Hex(Hex),
    /// A feature, by its place in the map's list.
    Feature(usize),
    /// A hexside, by its place in the map's list.
    Hexside(usize),
    /// A path.
    Path(usize),
    /// A border line.
    Line(usize),
    /// A zone.
    Zone(usize),
    /// A formation, by order of battle and place in it.
    Formation(usize, usize),
    /// A counter, by order of battle and place in it.
    Counter(usize, usize),
    /// The map's title.
    MapTitle,
    /// The scenario's title.
    ScenarioTitle,
}

impl Place {
    /// Whether it belongs to the map, which several scenarios may share.
    pub fn part(&self) -> FoundIn {
        match self {
            Self::Formation(book, _) | Self::Counter(book, _) => FoundIn::OrderOfBattle(*book),
            Self::ScenarioTitle => FoundIn::Scenario,
            _ => FoundIn::Map,
        }
    }
}

/// The part of a document that a hit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundIn {
    /// The map.
    Map,
    /// An order of battle.
    OrderOfBattle(usize),
    /// The scenario.
    Scenario,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where.
    pub place: Place,
    /// The hex to go to, if it has one.
    pub hex: Option<Hex>,
    /// Where, in words: `0202`, `0303:n`, `Route 1`.
    pub label: String,
    /// What it is, in words: `Town Ham, 3`.
    pub what: String,
}

/// Everything in a document that a query asks for, in the order of the files.
pub fn find(document: &Document, query: &Query) -> Vec<Hit> {
    find_in(document.bundle(), document.grid(), query)
}

pub(crate) fn find_in(bundle: &Bundle, grid: &HexGrid, query: &Query) -> Vec<Hit> {
    let finder = Finder { bundle, grid, query };
    match query.subject {
        Subject::Terrain => finder.terrain(),
        Subject::Feature => finder.features(),
        Subject::Hexside => finder.hexsides(),
        Subject::Path => finder.paths(),
        Subject::Line => finder.lines(),
        Subject::Counter => finder.counters(),
        Subject::Name => finder.names(),
    }
}

struct Finder<'a> {
    bundle: &'a Bundle,
    grid: &'a HexGrid,
    query: &'a Query,
}

impl Finder<'_> {
    fn kind_fits(&self, kind: &str) -> bool {
        self.query.kind.as_deref().is_none_or(|wanted| wanted == kind)
    }

    fn text_fits(&self, name: Option<&str>) -> bool {
        let Some(pattern) = &self.query.text else { return true };
        pattern.is_empty() || name.is_some_and(|name| pattern.is_in(name))
    }

    fn owner_fits(&self, owner: Option<&str>) -> bool {
        match &self.query.owner {
            OwnerFilter::Any => true,
            OwnerFilter::Nobody => owner.is_none(),
            OwnerFilter::Is(wanted) => owner == Some(wanted),
        }
    }

    fn value_fits(&self, value: Option<i32>) -> bool {
        self.query.value.is_none_or(|(comparison, number)| comparison.holds(value, number))
    }

    fn terrain(&self) -> Vec<Hit> {
        let terrain = &self.bundle.map.terrain;
        let names = Subject::Terrain.kinds(&self.bundle.ruleset);
        let mut hits = Vec::new();
        for (row, glyphs) in (0_u16..).zip(&terrain.rows) {
            for (column, glyph) in (0_u16..).zip(glyphs.chars()) {
                let Some(kind) = terrain.palette.get(&*glyph.encode_utf8(&mut [0; 4])) else {
                    continue;
                };
                if !self.kind_fits(kind) {
                    continue;
                }
                let Some(hex) = self.grid.hex(salient_schema::HexIndex::new(column, row)) else {
                    continue;
                };
                hits.push(Hit {
                    place: Place::Hex(hex),
                    hex: Some(hex),
                    label: self.grid.label(hex),
                    what: name_of(&names, kind).to_owned(),
                });
            }
        }
        hits
    }

    fn features(&self) -> Vec<Hit> {
        let names = Subject::Feature.kinds(&self.bundle.ruleset);
        let items = self.bundle.map.features.items.iter().enumerate();
        let fits = items.filter(|(_, item)| {
            self.kind_fits(&item.kind)
                && self.text_fits(item.name.as_deref())
                && self.owner_fits(item.owner.as_deref())
                && self.value_fits(item.value)
        });
        fits.map(|(at, item)| Hit {
            place: Place::Feature(at),
            hex: self.grid.parse(&item.hex),
            label: item.hex.clone(),
            what: words(
                name_of(&names, &item.kind),
                item.name.as_deref(),
                [item.owner.clone(), item.value.map(|value| value.to_string())],
            ),
        })
        .collect()
    }

    fn hexsides(&self) -> Vec<Hit> {
        let names = Subject::Hexside.kinds(&self.bundle.ruleset);
        let items = self.bundle.map.hexsides.items.iter().enumerate();
        let fits = items
            .filter(|(_, item)| self.kind_fits(&item.kind) && self.text_fits(item.name.as_deref()));
        fits.map(|(at, item)| Hit {
            place: Place::Hexside(at),
            hex: self.grid.parse_side(&item.side).map(|side| side.hex()),
            label: item.side.clone(),
            what: words(name_of(&names, &item.kind), item.name.as_deref(), [None, None]),
        })
        .collect()
    }

    fn paths(&self) -> Vec<Hit> {
        let names = Subject::Path.kinds(&self.bundle.ruleset);
        let items = self.bundle.map.paths.items.iter().enumerate();
        let fits = items
            .filter(|(_, item)| self.kind_fits(&item.kind) && self.text_fits(item.name.as_deref()));
        fits.map(|(at, item)| Hit {
            place: Place::Path(at),
            hex: item.hexes.first().and_then(|hex| self.grid.parse(hex)),
            label: ends(item.hexes.first(), item.hexes.last()),
            what: words(name_of(&names, &item.kind), item.name.as_deref(), [None, None]),
        })
        .collect()
    }

    fn lines(&self) -> Vec<Hit> {
        let names = Subject::Line.kinds(&self.bundle.ruleset);
        let items = self.bundle.map.lines.items.iter().enumerate();
        let fits = items.filter(|(_, item)| {
            self.kind_fits(&item.kind)
                && self.text_fits(item.name.as_deref())
                && self.owner_fits(item.owner.as_deref())
        });
        fits.map(|(at, item)| Hit {
            place: Place::Line(at),
            hex: item.sides.first().and_then(|side| self.grid.parse_side(side)).map(|s| s.hex()),
            label: ends(item.sides.first(), item.sides.last()),
            what: words(
                name_of(&names, &item.kind),
                item.name.as_deref(),
                [item.owner.clone(), None],
            ),
        })
        .collect()
    }

    fn zones(&self) -> Vec<Hit> {
        let items = self.bundle.map.zones.items.iter().enumerate();
        let fits = items.filter(|(_, item)| self.text_fits(Some(&item.name)));
        fits.map(|(at, item)| Hit {
            place: Place::Zone(at),
            hex: item.hexes.first().and_then(|hex| self.grid.parse(hex)),
            label: item.id.clone(),
            what: format!("Zone {}", item.name),
        })
        .collect()
    }

    fn counters(&self) -> Vec<Hit> {
        let names = Subject::Counter.kinds(&self.bundle.ruleset);
        let mut hits = Vec::new();
        for (book, oob) in self.bundle.orders_of_battle.iter().enumerate() {
            for (at, counter) in oob.counters.iter().enumerate() {
                let formation = &self.query.formation;
                if !(self.kind_fits(&counter.unit_type)
                    && self.text_fits(Some(&counter.designation))
                    && self.owner_fits(Some(&counter.side))
                    && formation.as_ref().is_none_or(|id| counter.formation.as_ref() == Some(id)))
                {
                    continue;
                }
                hits.push(Hit {
                    place: Place::Counter(book, at),
                    hex: self.hex_of(&counter.id),
                    label: counter.id.clone(),
                    what: words(
                        name_of(&names, &counter.unit_type),
                        Some(&counter.designation),
                        [counter.formation.clone(), None],
                    ),
                });
            }
        }
        hits
    }

    fn hex_of(&self, id: &CounterId) -> Option<Hex> {
        let placements = &self.bundle.scenario.setup.placements;
        let placed = placements.iter().find(|placement| placement.counters.contains(id));
        placed.and_then(|placement| self.grid.parse(&placement.hex))
    }

    /// Whatever has a name, and the pattern in it.
    fn names(&self) -> Vec<Hit> {
        let map = &self.bundle.map;
        let mut hits = self.features();
        hits.retain(
            |hit| matches!(hit.place, Place::Feature(at) if map.features.items[at].name.is_some()),
        );
        let mut sides = self.hexsides();
        sides.retain(
            |hit| matches!(hit.place, Place::Hexside(at) if map.hexsides.items[at].name.is_some()),
        );
        let mut paths = self.paths();
        paths.retain(
            |hit| matches!(hit.place, Place::Path(at) if map.paths.items[at].name.is_some()),
        );
        let mut lines = self.lines();
        lines.retain(
            |hit| matches!(hit.place, Place::Line(at) if map.lines.items[at].name.is_some()),
        );
        hits.extend(sides.into_iter().chain(paths).chain(lines).chain(self.zones()));
        for (book, oob) in self.bundle.orders_of_battle.iter().enumerate() {
            for (at, formation) in oob.formations.iter().enumerate() {
                if self.text_fits(Some(&formation.name)) {
                    hits.push(Hit {
                        place: Place::Formation(book, at),
                        hex: None,
                        label: formation.id.clone(),
                        what: format!("Formation {}", formation.name),
                    });
                }
            }
        }
        let titles = [
            (Place::MapTitle, "Map", &map.title),
            (Place::ScenarioTitle, "Scenario", &self.bundle.scenario.title),
        ];
        for (place, label, title) in titles {
            if self.text_fits(Some(title)) {
                hits.push(Hit {
                    place,
                    hex: None,
                    label: label.to_owned(),
                    what: format!("Title {title}"),
                });
            }
        }
        hits
    }
}

/// A kind's name in print, or its id where the ruleset has forgotten it.
fn name_of<'a>(names: &'a [(Id, String)], kind: &'a str) -> &'a str {
    names.iter().find(|(id, _)| id == kind).map_or(kind, |(_, name)| name)
}

fn words(kind: &str, name: Option<&str>, more: [Option<String>; 2]) -> String {
    let mut words = kind.to_owned();
    if let Some(name) = name {
        words.push(' ');
        words.push_str(name);
    }
    for more in more.into_iter().flatten() {
        words.push_str(", ");
        words.push_str(&more);
    }
    words
}

fn ends(first: Option<&String>, last: Option<&String>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first != last => format!("{first} – {last}"),
        (Some(only), _) => only.clone(),
        _ => String::new(),
    }
}
