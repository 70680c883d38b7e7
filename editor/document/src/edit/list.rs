//! The lists of a bundle, and what stands in them.

use salient_schema::map::{Feature, Hexside, Line, Path, Zone};
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::ruleset::{
    Constant, Kind, Nation, OptionalRule, RatingDef, Side, Table, TraitDef, UnitSize, UnitType,
};
use salient_schema::scenario::{
    FreePlacement, Level, Mission, Order, Override, Placement, Reinforcement, Replacement, Track,
    Turn, Withdrawal, ZoneControl,
};
use salient_schema::{Defined, Id};
use serde::{Deserialize, Serialize};

/// A list of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// What stands in hexes, one of each kind in a hex.
    Features,
    /// What runs along hexsides, one of each kind along a hexside.
    Hexsides,
    /// Roads, railways and the like.
    Paths,
    /// Border lines.
    Lines,
    /// The hexsides of a border line, by its place.
    LineSides(usize),
    /// Zones.
    Zones,
    /// The hexes of a zone.
    ZoneHexes(Id),
    /// The counters of an order of battle, by its place in the scenario.
    Counters(usize),
    /// The counters of all orders of battle, among which an id tells which is meant.
    AllCounters,
    /// The formations of an order of battle, by its place in the scenario.
    Formations(usize),
    /// What the ruleset defines by name: sides, kinds of terrain, unit types and the like.
    Defined(Defined),
    /// The charts.
    Tables,
    /// The numbers of the rules.
    Constants,
    /// The counters on the map, stack by stack.
    Placements,
    /// Groups of counters that their owner places himself.
    Free,
    /// Who controls which zones when play begins.
    Control,
    /// Counters that are out of play when it begins, and may be rebuilt.
    Eliminated,
    /// What artillery does, where it is written down before play.
    Missions,
    /// The game-turns.
    Turns,
    /// The reinforcement schedule.
    Reinforcements,
    /// Withdrawals.
    Withdrawals,
    /// Replacement points.
    Replacements,
    /// Values by game-turn: artillery, air, weather.
    Tracks,
    /// Scores and pools as play begins.
    Levels,
    /// What formations are told to take.
    Orders,
    /// Numbers of the ruleset that the scenario changes.
    Overrides,
}

impl List {
    /// What a message calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Features => "the map's list of features",
            Self::Hexsides => "the map's list of hexsides",
            Self::Paths => "the map's list of paths",
            Self::Lines => "the map's list of lines",
            Self::LineSides(_) => "the line's list of hexsides",
            Self::Zones => "the map's list of zones",
            Self::ZoneHexes(_) => "the zone's list of hexes",
            Self::Counters(_) | Self::AllCounters => "the order of battle's list of counters",
            Self::Formations(_) => "the order of battle's list of formations",
            Self::Defined(of) => match of {
                Defined::Side => "the ruleset's list of sides",
                Defined::Nation => "the ruleset's list of nations",
                Defined::Terrain => "the ruleset's list of terrain kinds",
                Defined::Feature => "the ruleset's list of feature kinds",
                Defined::Hexside => "the ruleset's list of hexside kinds",
                Defined::Path => "the ruleset's list of path kinds",
                Defined::Line => "the ruleset's list of line kinds",
                Defined::UnitType => "the ruleset's list of unit types",
                Defined::UnitSize => "the ruleset's list of unit sizes",
                Defined::Rating => "the ruleset's list of ratings",
                Defined::FormationRating => "the ruleset's list of ratings of formations",
                Defined::Trait => "the ruleset's list of counter traits",
                Defined::OptionalRule => "the ruleset's list of optional rules",
            },
            Self::Tables => "the ruleset's list of charts",
            Self::Constants => "the ruleset's list of constants",
            Self::Placements => "the set-up",
            Self::Free => "free placement",
            Self::Control => "the list of controlled zones",
            Self::Eliminated => "the list of the eliminated",
            Self::Missions => "the artillery plan",
            Self::Turns => "the list of game-turns",
            Self::Reinforcements => "the reinforcement schedule",
            Self::Withdrawals => "the list of withdrawals",
            Self::Replacements => "the list of replacements",
            Self::Tracks => "the turn track",
            Self::Levels => "the list of starting levels",
            Self::Orders => "the list of orders",
            Self::Overrides => "the list of overrides",
        }
    }
}

/// What an item of a list is known by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Key {
    /// Its place, from 0: a border line, a path, whatever has no name.
    Place(usize),
    /// Its id; its label where the items are hexes or hexsides.
    Name(String),
    /// The kind of a feature or of what runs along a hexside, and where.
    Kind {
        /// The hex or hexside.
        at: String,
        /// The kind.
        kind: Id,
    },
}

/// What may stand in a list, as a type of its own.
pub(crate) trait Listed: Clone + Into<Item> {
    /// The item, if it is of this type.
    fn of(item: &Item) -> Option<&Self>;
}

macro_rules! items {
    ($(#[$doc:meta] $name:ident($held:ty) from $type:ty,)*) => {
        /// An item of a list.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Item {
            $(#[$doc] $name($held),)*
        }

        $(
            impl From<$type> for Item {
                fn from(item: $type) -> Self {
                    Self::$name(item.into())
                }
            }

            impl Listed for $type {
                fn of(item: &Item) -> Option<&Self> {
                    match item {
                        Item::$name(item) => Some(item),
                        _ => None,
                    }
                }
            }
        )*
    };
}

items! {
    /// What stands in a hex.
    Feature(Feature) from Feature,
    /// What runs along a hexside.
    Hexside(Hexside) from Hexside,
    /// A path.
    Path(Path) from Path,
    /// A border line.
    Line(Line) from Line,
    /// A zone.
    Zone(Zone) from Zone,
    /// A counter.
    Counter(Box<Counter>) from Counter,
    /// A formation.
    Formation(Box<Formation>) from Formation,
    /// A side.
    Side(Side) from Side,
    /// A nation.
    Nation(Nation) from Nation,
    /// A kind of terrain, feature, hexside, path or line.
    Kind(Box<Kind>) from Kind,
    /// A unit type.
    UnitType(UnitType) from UnitType,
    /// A unit size.
    UnitSize(UnitSize) from UnitSize,
    /// A rating of counters.
    Rating(RatingDef) from RatingDef,
    /// A trait of counters.
    Trait(TraitDef) from TraitDef,
    /// A rule that a scenario may switch on.
    OptionalRule(OptionalRule) from OptionalRule,
    /// A chart.
    Table(Box<Table>) from Table,
    /// A number of the rules.
    Constant(Constant) from Constant,
    /// Counters in a hex.
    Placement(Placement) from Placement,
    /// Counters that their owner places himself.
    Free(FreePlacement) from FreePlacement,
    /// Who controls a zone.
    Control(ZoneControl) from ZoneControl,
    /// What a gun does.
    Mission(Mission) from Mission,
    /// A game-turn.
    Turn(Turn) from Turn,
    /// Counters that arrive.
    Reinforcement(Reinforcement) from Reinforcement,
    /// Counters that leave.
    Withdrawal(Withdrawal) from Withdrawal,
    /// Replacement points.
    Replacement(Replacement) from Replacement,
    /// Values by game-turn.
    Track(Track) from Track,
    /// A score or pool.
    Level(Level) from Level,
    /// What a formation is told to take.
    Order(Order) from Order,
    /// A number that the scenario changes.
    Override(Override) from Override,
    /// The id of a counter, or the label of a hex or hexside.
    Name(String) from String,
}

impl Item {
    /// What it is known by in its list, at this place of it.
    pub(crate) fn key(&self, list: &List, at: usize) -> Key {
        let kind = |at: &String, kind: &Id| Key::Kind { at: at.clone(), kind: kind.clone() };
        match (self, list) {
            (Self::Feature(item), _) => kind(&item.hex, &item.kind),
            (Self::Hexside(item), _) => kind(&item.side, &item.kind),
            (Self::Zone(item), _) => Key::Name(item.id.clone()),
            (Self::Counter(item), _) => Key::Name(item.id.clone()),
            (Self::Formation(item), _) => Key::Name(item.id.clone()),
            (Self::Side(item), _) => Key::Name(item.id.clone()),
            (Self::Nation(item), _) => Key::Name(item.id.clone()),
            (Self::Kind(item), _) => Key::Name(item.id.clone()),
            (Self::UnitType(item), _) => Key::Name(item.id.clone()),
            (Self::UnitSize(item), _) => Key::Name(item.id.clone()),
            (Self::Rating(item), _) => Key::Name(item.id.clone()),
            (Self::Trait(item), _) => Key::Name(item.id.clone()),
            (Self::OptionalRule(item), _) => Key::Name(item.id.clone()),
            (Self::Table(item), _) => Key::Name(item.id.clone()),
            (Self::Constant(item), _) => Key::Name(item.id.clone()),
            (Self::Name(label), List::LineSides(_) | List::ZoneHexes(_)) => {
                Key::Name(label.clone())
            }
            _ => Key::Place(at),
        }
    }
}
