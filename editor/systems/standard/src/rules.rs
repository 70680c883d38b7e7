//! The ruleset's rules of play, compiled once and shared by all games.

use std::ops::Deref;

use salient_hex::Hex;
use salient_hex::grid::Direction;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::keep::{of_start, of_system};
use salient_rules::play::{Compiled, Position, Printed, Unit};
use salient_schema::rules_of_play::{AllowanceIn, RulesOfPlay};
use salient_schema::ruleset::RatingUse;
use salient_schema::{Bundle, Diagnostic};

use crate::arrivals;
use crate::citations::{Chapter, Citations};
use crate::combat::Combats;
use crate::command::CommandRules;
use crate::fire::Fires;
use crate::movement::MovementRules;
use crate::numbers::Reader;
use crate::rail::RailRules;
use crate::replacements::ReplacementRules;
use crate::results::{Aftermath, By};
use crate::sequence::{self, Doing};
use crate::stacking::StackingRules;
use crate::start::{self, CaseStart};
use crate::states::StateRules;
use crate::supply::SupplyRules;
use crate::terrain::Terrain;
use crate::victory::Scoring;
use crate::weather::{Events, WeatherRules};
use crate::zones::Zones;

/// What never changes in a game.
#[derive(Debug)]
pub struct Rules {
    pub compiled: Compiled,
    /// The rules of play as the ruleset has them.
    pub play: RulesOfPlay,
    /// The rules by their numbers.
    pub cite: Citations,
    /// What each step of the sequence of play does, by its place: its own thing, then those of its
    /// activations.
    pub does: Vec<Vec<Doing>>,
    /// The enemies of each side, a bit each.
    pub enemies: Vec<u8>,
    /// Places of the ratings by their use.
    pub ratings: Ratings,
    pub terrain: Terrain,
    pub stacking: StackingRules,
    pub zones: Option<Zones>,
    pub movement: MovementRules,
    pub rail: Option<RailRules>,
    pub combats: Combats,
    pub supply: Option<SupplyRules>,
    pub command: Option<CommandRules>,
    pub weather: WeatherRules,
    pub events: Events,
    pub replacements: Option<ReplacementRules>,
    pub fires: Fires,
    pub states: StateRules,
    /// Of a kind of combat or fire that is not there.
    no_aftermath: Aftermath,
    pub scoring: Scoring,
    /// What the scenario says of the start.
    pub start: Option<CaseStart>,
}

/// The ratings that rules speak of, by their use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ratings {
    pub attack: Option<usize>,
    pub defence: Option<usize>,
    pub movement: Option<usize>,
    pub fire: Option<usize>,
    pub range: Option<usize>,
    pub morale: Option<usize>,
    pub bonus: Option<usize>,
}

impl Ratings {
    fn of(bundle: &Bundle, compiled: &Compiled) -> Self {
        let layout = &bundle.ruleset.counters;
        let used = |of: RatingUse| {
            let rating = layout.rating_for(of).or_else(|| layout.likely_rating_for(of))?;
            compiled.rating(&rating.id)
        };
        let strength = used(RatingUse::Strength);
        Self {
            attack: used(RatingUse::Attack).or(strength),
            defence: used(RatingUse::Defence).or(strength),
            movement: used(RatingUse::Movement),
            fire: used(RatingUse::Fire),
            range: used(RatingUse::Range),
            morale: used(RatingUse::Morale),
            bonus: used(RatingUse::Bonus),
        }
    }
}

impl Deref for Rules {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.compiled
    }
}

impl GameRules for Rules {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    fn zone_of_control(&self, unit: Unit, _: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>> {
        let zone = self.zones.as_ref().filter(|zones| zones.has(unit));
        let around = zone.map(|zones| zones.reach(hex)).unwrap_or_default();
        let map = &self.compiled.map;
        let into = (0..6).filter(move |place| around >> place & 1 == 1);
        Some(into.filter_map(move |place| map.neighbour(hex, Direction::new(place))))
    }
}

impl Rules {
    /// Reads what the rules need of a bundle; what it lacks is a problem with its place.
    pub fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self, Vec<Diagnostic>> {
        let none = RulesOfPlay::default();
        let play = bundle.ruleset.rules_of_play.as_ref().unwrap_or(&none);
        let ratings = Ratings::of(bundle, &compiled);
        let mut reader = Reader::new(bundle, &compiled, play);
        let hexes = play.movement.allowance_in == AllowanceIn::Hexes;
        let weathers = play.weather.iter().flat_map(|weather| &weather.kinds);
        let weathers = weathers.map(|kind| kind.id.clone()).collect();
        let parts = (play.movement.road_parts, hexes);
        let terrain = Terrain::new(&bundle.ruleset, &compiled, weathers, parts);
        let cite = Citations::of(bundle, play);
        let stacking = StackingRules::read(&mut reader);
        let zones = Zones::read(&mut reader, &terrain);
        let movement = MovementRules::read(&mut reader, ratings);
        let rail = RailRules::read(&mut reader);
        let combats = Combats::read(&mut reader, ratings, &cite);
        let fires = Fires::read(&mut reader, ratings, &cite);
        let states = StateRules::read(&mut reader, ratings, cite.rule(Chapter::States));
        let supply = SupplyRules::read(&mut reader, &terrain);
        let command = CommandRules::read(&mut reader, ratings);
        let weather = WeatherRules::read(&mut reader);
        let events = Events::read(&mut reader);
        let replacements = ReplacementRules::read(&mut reader, &events);
        let scoring = Scoring::read(&mut reader, supply.as_ref());
        let does = sequence::read(&mut reader);
        arrivals::read(&mut reader);
        let found = reader.found;
        if !found.is_empty() {
            return Err(found);
        }
        let sides = &bundle.ruleset.sides;
        let enemies = sides.iter().map(|one| {
            let others = sides.iter().zip(0..8).filter(|(other, _)| one.is_enemy_of(other));
            others.fold(0_u8, |bits, (_, place)| bits | 1 << place)
        });
        let enemies = enemies.collect();
        let play = play.clone();
        let start: Option<CaseStart> = of_start(bundle)?;
        let rules = Self {
            start,
            play,
            cite,
            does,
            enemies,
            ratings,
            terrain,
            stacking,
            zones,
            movement,
            rail,
            combats,
            supply,
            command,
            weather,
            events,
            replacements,
            fires,
            states,
            no_aftermath: Aftermath::default(),
            scoring,
            compiled,
        };
        // It is tried once, and then known to make sense.
        let mut position = Position::new(&rules);
        let own = rules.start.as_ref();
        match own.map_or(Ok(()), |own| start::begin(&rules, &mut position, own)) {
            Ok(()) => Ok(rules),
            Err(wrong) => Err(vec![of_system(wrong)]),
        }
    }

    /// How results of a kind of combat or fire are carried out.
    pub fn aftermath(&self, by: By) -> &Aftermath {
        let found = match by {
            By::Combat(place) => self.combats.aftermath(place),
            By::Fire(place) => self.fires.of(place).map(|fire| &fire.aftermath),
        };
        found.unwrap_or(&self.no_aftermath)
    }

    /// The side of a unit.
    #[inline]
    pub fn side(&self, unit: Unit) -> usize {
        self.compiled.unit(unit).side
    }
}
