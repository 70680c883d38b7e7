//! What the rules of play, and the steps of the sequence of play, speak of by its id: the one walk
//! over all such names, for the check that they are there and for whoever renames what they name or
//! takes it away.

use super::{
    Advance, Amount, Combat, Command, Does, Exception, Fire, Group, Leaders, LossOrder, Modifier,
    MoraleCheck, Movement, Observers, Overrun, PointSupport, Rail, Recovery, Replacements, Retreat,
    RulesOfPlay, Situation, Stacking, StackingLimit, Supply, SupplySource, SupplyState, Support,
    UnitState, Weather, When, ZonesOfControl,
};
use crate::common::Id;
use crate::results::Outcome;

/// What a name of the rules of play is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameOf {
    /// What units are known by.
    Group,
    /// Terrain, or what may stand in a hex.
    Ground,
    /// What may stand in a hex.
    Feature,
    /// What may run along a hexside.
    Hexside,
    /// What may run from hex to hex.
    Path,
    /// A side.
    Side,
    /// A rating of counters.
    Rating,
    /// A chart.
    Table,
    /// A zone of the map.
    Zone,
    /// A track of the scenario.
    Track,
    /// A kind of weather.
    Weather,
    /// A state, of supply or another.
    State,
    /// A state that supply does not bring.
    OwnState,
    /// A kind of combat.
    Combat,
    /// A kind of fire.
    Fire,
    /// A step of the sequence of play.
    Step,
    /// An optional rule.
    OptionalRule,
}

impl NameOf {
    /// What one is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Group => "type, trait, size, side or nation",
            Self::Ground => "terrain or feature kind",
            Self::Feature => "feature kind",
            Self::Hexside => "hexside kind",
            Self::Path => "path kind",
            Self::Side => "side",
            Self::Rating => "rating",
            Self::Table => "chart",
            Self::Zone => "zone",
            Self::Track => "track",
            Self::Weather => "kind of weather",
            Self::State | Self::OwnState => "state",
            Self::Combat => "kind of combat",
            Self::Fire => "kind of fire",
            Self::Step => "step of the sequence of play",
            Self::OptionalRule => "optional rule",
        }
    }
}

/// A name that is spoken of.
#[derive(Debug)]
pub struct Name<'a> {
    /// What it is the name of.
    pub of: NameOf,
    /// The name.
    pub id: &'a mut Id,
    /// The pointer to it, from the ruleset on.
    pub at: &'a str,
    /// Whether what it stands in cannot be without it.
    pub needed: bool,
}

/// Looks at a name, and says whether it stays. Of one that goes, whatever says something only of it
/// goes too: an exception, a modifier.
type Look<'v> = dyn FnMut(Name<'_>) -> bool + 'v;

impl RulesOfPlay {
    /// Looks at every name that they speak of.
    pub fn names(&mut self, look: &mut Look<'_>) {
        self.speak(&mut Walk { at: "/rules_of_play".to_owned(), look });
    }
}

impl Does {
    /// Looks at every name that a step speaks of which does it, at a pointer.
    pub fn names(&mut self, at: String, look: &mut Look<'_>) {
        self.speak(&mut Walk { at, look });
    }
}

/// A walk, with the pointer to where it is.
struct Walk<'w> {
    at: String,
    look: &'w mut Look<'w>,
}

impl Walk<'_> {
    /// Goes on below, at a field or a place.
    fn below<T>(&mut self, part: impl std::fmt::Display, go: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.at.len();
        self.at = format!("{}/{part}", self.at);
        let out = go(self);
        self.at.truncate(length);
        out
    }

    /// Looks at a name where it is.
    fn name(&mut self, of: NameOf, id: &mut Id, needed: bool) -> bool {
        (self.look)(Name { of, id, at: &self.at, needed }) || needed
    }
}

/// Something that has names in it. Gives whether it still says anything after the names that go.
trait Speak {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool;
}

impl<T: Speak> Speak for Vec<T> {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        let mut places = 0..;
        self.retain_mut(|one| {
            let place = places.next().unwrap_or(0);
            walk.below(place, |walk| one.speak(walk))
        });
        true
    }
}

impl<T: Speak> Speak for Option<T> {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        if self.as_mut().is_some_and(|one| !one.speak(walk)) {
            *self = None;
        }
        true
    }
}

impl<T: Speak> Speak for Box<T> {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        (**self).speak(walk)
    }
}

/// A name, or several: those that can be left out go.
trait Named {
    fn named(&mut self, of: NameOf, walk: &mut Walk<'_>);
}

impl Named for Id {
    fn named(&mut self, of: NameOf, walk: &mut Walk<'_>) {
        walk.name(of, self, true);
    }
}

impl Named for Option<Id> {
    fn named(&mut self, of: NameOf, walk: &mut Walk<'_>) {
        if self.as_mut().is_some_and(|id| !walk.name(of, id, false)) {
            *self = None;
        }
    }
}

impl Named for Vec<Id> {
    fn named(&mut self, of: NameOf, walk: &mut Walk<'_>) {
        let mut places = 0..;
        self.retain_mut(|id| {
            let place = places.next().unwrap_or(0);
            walk.below(place, |walk| walk.name(of, id, false))
        });
    }
}

/// The fields that have names in them; with a sort, those that are names.
macro_rules! speak {
    ($($type:ident { $($field:ident $(: $of:ident)?),* $(,)? })*) => {
        $(impl Speak for $type {
            fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
                let mut says = true;
                $(says &= walk.below(stringify!($field), |walk| {
                    speak!(walk, self.$field $(, $of)?)
                });)*
                says
            }
        })*
    };
    ($walk:ident, $field:expr) => {
        $field.speak($walk)
    };
    ($walk:ident, $field:expr, $of:ident) => {{
        $field.named(NameOf::$of, $walk);
        true
    }};
}

speak! {
    RulesOfPlay {
        stacking, zones_of_control, movement, combat, fire, supply, command, states, replacements,
        weather, hidden,
    }
    Amount { except }
    Exception { when }
    Stacking { limits }
    StackingLimit { most, who }
    ZonesOfControl {
        who, heeded_by, not_into: Ground, not_across: Hexside, enter_cost, leave_cost, retreat_loss,
    }
    Movement { allowance, overrun, rail }
    Overrun { odds, cost, who }
    Combat {
        table: Table, attack: Rating, defence: Rating, who, modifiers, most_shifts, support, points,
        leaders, losses, morale, retreat, advance,
    }
    Modifier { shift, die, when }
    Situation {
        when, attacker, all_attackers, defender, all_defenders, defender_state: State,
    }
    Support { who, rating: Rating, range, most, shift, die }
    PointSupport { track: Track, most, strength, shift, die }
    Leaders { who, rating: Rating, lost_on }
    LossOrder { who }
    Retreat { instead, for_steps, for_steps_most, never }
    Advance { units, hexes, who }
    Fire {
        table: Table, rating: Rating, range, observers, opportunity, modifiers, losses, leaders,
        morale, retreat,
    }
    Observers { guns, who, range }
    Supply { sources, who, range, along: Path, states }
    SupplyState { attrition }
    Command { headquarters, who, range }
    UnitState { shelter, again: OwnState, taken_for, who, recovery }
    Recovery { rating: Rating, die }
    Replacements { cost, who, rebuild, most }
    Weather { table: Table }
}

impl Speak for Group {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        let stated = !self.of.is_empty();
        walk.below("of", |walk| self.of.named(NameOf::Group, walk));
        walk.below("but", |walk| self.but.named(NameOf::Group, walk));
        // Of nobody in particular it would be of all.
        self.nobody |= stated && self.of.is_empty();
        true
    }
}

impl Speak for When {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        let parts = [
            ("side", NameOf::Side, &mut self.side),
            ("unit", NameOf::Group, &mut self.unit),
            ("terrain", NameOf::Ground, &mut self.terrain),
            ("hexside", NameOf::Hexside, &mut self.hexside),
            ("weather", NameOf::Weather, &mut self.weather),
            ("state", NameOf::State, &mut self.state),
            ("step", NameOf::Step, &mut self.step),
            ("optional_rule", NameOf::OptionalRule, &mut self.optional_rule),
        ];
        let mut holds = true;
        for (part, of, id) in parts {
            // It can never hold where a part of it never does.
            let stays = |id: &mut Id| walk.below(part, |walk| walk.name(of, id, false));
            holds &= id.as_mut().is_none_or(stays);
        }
        walk.below("unless", |walk| self.unless.speak(walk));
        holds
    }
}

impl Speak for MoraleCheck {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        walk.below("rating", |walk| self.rating.named(NameOf::Rating, walk));
        walk.below("die", |walk| self.die.speak(walk));
        // What is no result is refused elsewhere.
        let Ok(mut failed) = Outcome::parse(&self.failed) else { return true };
        let was = failed.clone();
        for side in [&mut failed.attacker, &mut failed.defender] {
            for state in &mut side.states {
                walk.below("failed", |walk| state.named(NameOf::OwnState, walk));
            }
        }
        if failed != was {
            self.failed = failed.to_string();
        }
        true
    }
}

impl Speak for Rail {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        let stated = !self.stations.is_empty();
        walk.below("paths", |walk| self.paths.named(NameOf::Path, walk));
        walk.below("hexes", |walk| self.hexes.speak(walk));
        walk.below("units", |walk| self.units.speak(walk));
        walk.below("who", |walk| self.who.speak(walk));
        walk.below("stations", |walk| self.stations.named(NameOf::Feature, walk));
        // Without any station left it would be in every hex.
        !(stated && self.stations.is_empty())
    }
}

impl Speak for SupplySource {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        let places = |it: &Self| it.features.len() + it.zones.len();
        let stated = places(self) > 0;
        walk.below("who", |walk| self.who.speak(walk));
        walk.below("features", |walk| self.features.named(NameOf::Feature, walk));
        walk.below("zones", |walk| self.zones.named(NameOf::Zone, walk));
        !stated || places(self) > 0 || self.edge.is_some()
    }
}

impl Speak for Does {
    fn speak(&mut self, walk: &mut Walk<'_>) -> bool {
        match self {
            Self::Weather {}
            | Self::SetUp {}
            | Self::Supply {}
            | Self::Reinforcements {}
            | Self::Replacements {}
            | Self::Victory {} => {}
            Self::Events { table } => {
                walk.below("events/table", |walk| table.named(NameOf::Table, walk));
            }
            Self::Movement { who, share, .. } => {
                walk.below("movement/who", |walk| who.speak(walk));
                walk.below("movement/share", |walk| share.speak(walk));
            }
            Self::Combat { combat, who } => {
                walk.below("combat/combat", |walk| combat.named(NameOf::Combat, walk));
                walk.below("combat/who", |walk| who.speak(walk));
            }
            Self::Fire { fire, who, .. } => {
                walk.below("fire/fire", |walk| fire.named(NameOf::Fire, walk));
                walk.below("fire/who", |walk| who.speak(walk));
            }
            Self::Recovery { state } => {
                walk.below("recovery/state", |walk| state.named(NameOf::OwnState, walk));
            }
            Self::Activation { each, .. } => {
                walk.below("activation/each", |walk| each.speak(walk));
            }
        }
        true
    }
}
