//! Fire and bombardment: who may fire at what, from how far, and what comes of it.
//!
//! | file | what |
//! |---|---|
//! | `mod` | kinds of fire, steps of fire, the check of a fire |
//! | `sight` | lines of sight, observers |
//! | `shot` | strength, column, modifiers; the shot itself |
//! | `opportunity` | fire in the midst of the enemy's moves |

mod opportunity;
mod shot;
mod sight;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{self as play, Dice, Does, FireBy, TerrainIn};

use crate::acts::Act;
use crate::citations::{Chapter, Citations};
use crate::combat::chart::{Chart, Entry, Throws};
use crate::combat::modifiers::{For, Modifier};
use crate::combat::odds;
use crate::enemies;
use crate::game::{Decision, Standard};
use crate::hindrance;
use crate::numbers::{Case, Number, Reader};
use crate::results::{self, Aftermath};
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;
use crate::state::{FIRED, ROUTED};

pub use opportunity::{React, check as check_reaction, legal as legal_reactions, offer, onward};
pub use opportunity::{react, step, under_fire};
use shot::{Shot, shoot};
pub use shot::{modifiers, remark};
use sight::{ObserverRules, Sights};

/// The kinds of fire, compiled.
#[derive(Debug, Default)]
pub struct Fires {
    /// By their places.
    pub kinds: Vec<FireRules>,
    sights: Sights,
    /// Whether anybody fires in the midst of the enemy's moves.
    pub any_opportunity: bool,
}

/// A kind of fire, compiled.
#[derive(Debug)]
pub struct FireRules {
    /// What it is called in print.
    name: String,
    chart: Chart,
    dice: Dice,
    /// How those may fall.
    throws: Throws,
    rating: Option<usize>,
    range_rating: Option<usize>,
    range: Number,
    sight: bool,
    observers: Option<ObserverRules>,
    combined: bool,
    opportunity: Number,
    terrain: TerrainIn,
    sheltering: play::Sheltering,
    modifiers: Vec<Modifier>,
    /// How its results are carried out.
    pub aftermath: Aftermath,
    /// The rule.
    rule: String,
}

impl Fires {
    /// Those of a ruleset.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings, cite: &Citations) -> Self {
        let mut kinds = Vec::new();
        for (place, fire) in reader.play.fire.iter().enumerate() {
            kinds.extend(FireRules::read(reader, ratings, (place, fire), cite));
        }
        let sights = Sights::new(reader.bundle, reader.compiled);
        let any_opportunity = kinds.iter().any(|kind| !kind.opportunity.is_zero());
        Self { kinds, sights, any_opportunity }
    }

    /// A kind of fire by its place.
    pub fn of(&self, place: u8) -> Option<&FireRules> {
        self.kinds.get(usize::from(place))
    }
}

impl FireRules {
    fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        (place, fire): (usize, &play::Fire),
        cite: &Citations,
    ) -> Option<Self> {
        let pointer = format!("/fire/{place}");
        let at = |field: &str| format!("{pointer}/{field}");
        let rule = results::rule_of(fire.rule.as_ref(), cite, Chapter::Fire);
        let rating = reader.rating(fire.rating.as_ref(), ratings.fire, &at("rating"));
        if rating.is_none() && fire.rating.is_none() {
            reader.wrong(&pointer, "no rating is used for fire, or for strength".to_owned());
        }
        let range = reader.bounded(&fire.range, &at("range"), (-100, 100));
        if ratings.range.is_none() && range.is_zero() {
            let text = "no rating is used for range, and the rules give none".to_owned();
            reader.wrong(&at("range"), text);
        }
        if fire.terrain == TerrainIn::Strength {
            let text = "in fire the terrain's shelter is of the die or the column".to_owned();
            reader.wrong(&at("terrain"), text);
        }
        let observers = fire.observers.as_ref();
        let observers = observers.map(|one| ObserverRules::read(reader, one, &at("observers")));
        if observers.is_some() && !fire.sight {
            let text = "where no line of sight is needed nobody needs observers".to_owned();
            reader.wrong(&at("observers"), text);
        }
        let modifiers = fire.modifiers.iter().enumerate().map(|(i, modifier)| {
            let at = at(&format!("modifiers/{i}"));
            Modifier::read(reader, modifier, &rule, &at, For::Fire)
        });
        let modifiers = modifiers.collect();
        let parts = (&*fire.losses, fire.leaders.as_ref(), fire.morale.as_ref());
        let aftermath =
            Aftermath::read(reader, ratings, (parts, &fire.retreat), (&pointer, rule.clone()));
        let column = play::ColumnBy::Strength;
        Some(Self {
            name: fire.name.clone(),
            chart: Chart::read(reader, &fire.table, column, &at("table"))?,
            dice: fire.dice,
            throws: Throws::of(fire.dice),
            rating,
            range_rating: ratings.range,
            range,
            sight: fire.sight,
            observers,
            combined: fire.combined,
            opportunity: reader.bounded(&fire.opportunity, &at("opportunity"), (0, 100)),
            terrain: fire.terrain,
            sheltering: fire.sheltering,
            modifiers,
            aftermath,
            rule,
        })
    }
}

/// The kind of fire of a step of the sequence of play, by its place, and whose units fire in it.
fn of_step(rules: &Rules, at: DoesAt) -> Option<(u8, FireBy)> {
    let doing = at.find(rules)?;
    match doing.does {
        Does::Fire { by, .. } => Some((doing.place, by)),
        _ => None,
    }
}

/// A step of fire begins: those sides fire whose turn it is, one after the other.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let Some((place, by)) = of_step(cx.rules, at) else { return };
    let phases = &cx.rules.compiled.phases;
    let phasing = phases.get(usize::from(at.phase)).and_then(|phase| phase.side);
    let sides = 0..cx.rules.compiled.sides.len();
    // Without a phasing side each side has the step once, by itself.
    let by = if phasing.is_none() && at.part == 0 { FireBy::Phasing } else { by };
    let first: Vec<usize> = match by {
        FireBy::Phasing => vec![side],
        FireBy::Others => sides.filter(|&other| other != side).collect(),
        FireBy::All => sides.filter(|&other| other != side).chain([side]).collect(),
    };
    for &other in first.iter().rev() {
        for &unit in cx.rules.compiled.units_of(other) {
            *cx.position.flags_mut(unit) &= !FIRED;
        }
        // What is pushed last is asked first.
        if able(cx.rules, cx.position, other, (place, at)).next().is_some() {
            cx.ask(other, Decision::Fire { at, fire: place });
        }
    }
}

/// Why somebody cannot fire so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    NotOnMap,
    NotInStep,
    Fired,
    State,
    NoStrength,
    NoTarget,
    Range,
    Sight,
    Forbidden,
    Alone,
    Weak,
    Twice,
    NotOwn,
}

impl Bar {
    fn violation(self, fire: &FireRules) -> Violation {
        let text = match self {
            Self::NotOnMap => "the unit is not on the map",
            Self::NotInStep => "the unit does not fire in this step",
            Self::Fired => "the unit has fired already",
            Self::State => "the state that the unit is in lets it not fire",
            Self::NoStrength => "the unit has no strength to fire with",
            Self::NoTarget => "no enemy is seen there",
            Self::Range => "the target is out of range",
            Self::Sight => "the line of sight is blocked, and nobody observes for the unit",
            Self::Forbidden => "the unit cannot fire into that terrain",
            Self::Alone => "units do not combine their fire",
            Self::Weak => "the fire is too weak for the fire table",
            Self::Twice => "a unit is named twice",
            Self::NotOwn => "a side fires with its own units",
        };
        Violation::new(fire.rule.clone(), text)
    }
}

/// The strength with which a unit fires.
fn strength(rules: &Rules, position: &Position<Standard>, fire: &FireRules, unit: Unit) -> i32 {
    fire.rating
        .map_or(0, |rating| odds::strength(rules, position, (unit, rating), |one| one.attack))
}

/// Whether a unit is fit to fire at all.
fn is_fit(
    rules: &Rules,
    position: &Position<Standard>,
    fire: &FireRules,
    unit: Unit,
) -> Result<(), Bar> {
    if position.state(unit).hex.is_none() {
        return Err(Bar::NotOnMap);
    }
    if position.state(unit).flags & ROUTED != 0
        || hindrance::of(rules, position, unit).any(|one| one.no_fire)
    {
        return Err(Bar::State);
    }
    match strength(rules, position, fire, unit) {
        ..=0 => Err(Bar::NoStrength),
        _ => Ok(()),
    }
}

/// Whether a unit that is fit reaches a hex with its fire; how far it is.
fn reaches(
    rules: &Rules,
    position: &Position<Standard>,
    fire: &FireRules,
    unit: Unit,
    hex: Hex,
) -> Result<u32, Bar> {
    let Some(from) = position.hex(unit) else { return Err(Bar::NotOnMap) };
    let map = &rules.compiled.map;
    let far = map.grid().distance(from, hex);
    let case = Case::new(&rules.compiled, position).of(unit);
    let printed = fire.range_rating.map_or(0, |rating| position.rating(rules, unit, rating));
    let range = printed.saturating_add(fire.range.in_case(&case)).max(0).unsigned_abs();
    if far > range {
        return Err(Bar::Range);
    }
    if far == 0 {
        return Err(Bar::NoTarget);
    }
    if rules.terrain.forbids(map, (unit, position.own.weather), "fire", hex) {
        return Err(Bar::Forbidden);
    }
    if fire.sight && !rules.fires.sights.sees(map, from, hex) {
        let observers = fire.observers.as_ref().filter(|one| one.guns.has(unit));
        let is_observed = observers.is_some_and(|one| one.observe(rules, position, unit, hex));
        if !is_observed {
            return Err(Bar::Sight);
        }
    }
    Ok(far)
}

/// Whether units may fire at a hex in a step of the sequence of play or in the midst of a move, as
/// `may` says of each.
fn check_all(
    rules: &Rules,
    position: &Position<Standard>,
    (side, fire): (usize, &FireRules),
    (units, hex): (&[Unit], Hex),
    may: impl Fn(Unit) -> Result<(), Bar>,
) -> Result<(), Bar> {
    if units.is_empty() {
        return Err(Bar::NotInStep);
    }
    if units.len() > 1 && !fire.combined {
        return Err(Bar::Alone);
    }
    let mut sum = 0_i32;
    for (place, &unit) in units.iter().enumerate() {
        if rules.side(unit) != side {
            return Err(Bar::NotOwn);
        }
        if units[..place].contains(&unit) {
            return Err(Bar::Twice);
        }
        may(unit)?;
        is_fit(rules, position, fire, unit)?;
        reaches(rules, position, fire, unit, hex)?;
        sum = sum.saturating_add(strength(rules, position, fire, unit));
    }
    match fire.chart.by_number(sum) {
        Entry::Worse => Err(Bar::Weak),
        Entry::Column(_) => Ok(()),
    }
}

/// Whether a unit fires in a step, and has not yet.
fn is_of_step(
    rules: &Rules,
    position: &Position<Standard>,
    at: DoesAt,
    unit: Unit,
) -> Result<(), Bar> {
    let side = rules.side(unit);
    // Of those who fire back at an activation nobody is activated himself.
    let active = position.own.active.as_ref().is_none_or(|active| usize::from(active.side) == side);
    let is_about = match active {
        true => at.is_about(rules, position, unit),
        false => at.find(rules).is_some_and(|doing| doing.who.has(unit)),
    };
    match () {
        () if !is_about => Err(Bar::NotInStep),
        () if position.state(unit).flags & FIRED != 0 => Err(Bar::Fired),
        () => Ok(()),
    }
}

/// The hexes in which enemies of a side stand, by rising place.
fn targets(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Hex> {
    enemies::hexes_of(position, enemies::on_map(rules, position, side))
}

/// The units of a side that could fire in a step, at anything.
fn able<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
    (place, at): (u8, DoesAt),
) -> impl Iterator<Item = Unit> + 'a {
    let fire = rules.fires.of(place);
    let hexes = targets(rules, position, side);
    position.on_map(rules, side).filter(move |&unit| {
        fire.is_some_and(|fire| {
            is_of_step(rules, position, at, unit).is_ok()
                && is_fit(rules, position, fire, unit).is_ok()
                && hexes.iter().any(|&hex| reaches(rules, position, fire, unit, hex).is_ok())
        })
    })
}

/// Whether a side may fire so in a step, or be done with it.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (place, at): (u8, DoesAt),
    act: &Act,
) -> Result<(), Violation> {
    let Some(fire) = rules.fires.of(place) else { return Ok(()) };
    match act {
        Act::Done => Ok(()),
        Act::Fire { hex, .. } if !enemies::stand_in(rules, position, side, *hex) => {
            Err(Bar::NoTarget.violation(fire))
        }
        Act::Fire { units, hex } => {
            let may = |unit: Unit| is_of_step(rules, position, at, unit);
            let found = check_all(rules, position, (side, fire), (units, *hex), may);
            found.map_err(|bar| bar.violation(fire))
        }
        _ => Err(Violation::new(fire.rule.clone(), "fire, or be done")),
    }
}

/// The fires that a side may make in a step: of each target each unit by itself, and all of them
/// together.
pub fn legal(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (place, at): (u8, DoesAt),
) -> Vec<Act> {
    let mut acts = Vec::new();
    if let Some(fire) = rules.fires.of(place) {
        let fit = |&unit: &Unit| {
            is_of_step(rules, position, at, unit).is_ok()
                && is_fit(rules, position, fire, unit).is_ok()
        };
        let fit: Vec<Unit> = position.on_map(rules, side).filter(fit).collect();
        for hex in targets(rules, position, side) {
            add_fires(rules, position, fire, (&fit, hex), &mut acts);
        }
    }
    acts.push(Act::Done);
    acts
}

/// Adds the fires of units that are fit at a hex: of each by itself, and of all who reach it.
fn add_fires(
    rules: &Rules,
    position: &Position<Standard>,
    fire: &FireRules,
    (fit, hex): (&[Unit], Hex),
    acts: &mut Vec<Act>,
) {
    let reach = |&unit: &Unit| reaches(rules, position, fire, unit, hex).is_ok();
    let units: Vec<Unit> = fit.iter().copied().filter(reach).collect();
    let is_enough = |strength: i32| fire.chart.by_number(strength) != Entry::Worse;
    let mut sum = 0_i32;
    for &unit in &units {
        let own = strength(rules, position, fire, unit);
        sum = sum.saturating_add(own);
        if is_enough(own) {
            acts.push(Act::Fire { units: vec![unit], hex });
        }
    }
    if fire.combined && units.len() > 1 && is_enough(sum) {
        acts.push(Act::Fire { units, hex });
    }
}

/// Fires in a step, as was checked.
pub fn apply(
    cx: &mut PlayContext<'_, Standard>,
    side: usize,
    (place, at): (u8, DoesAt),
    act: &Act,
) {
    cx.answered(side);
    let Act::Fire { units, hex } = act else { return };
    for &unit in units {
        *cx.position.flags_mut(unit) |= FIRED;
    }
    // Asked again after all that comes of it, as long as anybody has not fired.
    cx.then(crate::sequence::Step::Fire { side: side as u8, at, fire: place });
    let targets = enemies::in_hex(cx.rules, cx.position, side, *hex).collect();
    shoot(cx, Shot { fire: place, units: units.clone(), hex: *hex, targets, opportunity: false });
}

/// A side goes on firing in a step, as long as anybody can.
pub fn go_on(cx: &mut PlayContext<'_, Standard>, side: usize, (place, at): (u8, DoesAt)) {
    if able(cx.rules, cx.position, side, (place, at)).next().is_some() {
        cx.ask(side, Decision::Fire { at, fire: place });
    }
}
