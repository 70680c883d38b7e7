//! Overrun: enemies in the next hex who are too weak are eliminated in the midst of a move, and it
//! goes on.

use salient_hex::Hex;
use salient_hex::path::BARRED;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::{AttackResult, EventKind};
use salient_schema::rules_of_play::{Does, MovementMode, ZoneEntry, ZonePurpose};

use crate::acts::Act;
use crate::citations::Chapter;
use crate::combat::odds::strength;
use crate::game::Standard;
use crate::movement::{check_together, in_points, left, may_move, pay, set_out, stacks};
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;
use crate::state::MOVED;
use crate::zones::in_zone_for;
use crate::{enemies, hindrance, stacking, victory};

/// Overrun, compiled.
#[derive(Debug)]
pub struct OverrunRules {
    odds: Number,
    cost: Number,
    who: Members,
    rule: Option<String>,
}

impl OverrunRules {
    /// Those of a ruleset; none where nobody is overrun.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings) -> Option<Self> {
        let play = reader.play;
        let overrun = play.movement.overrun.as_ref()?;
        if ratings.attack.is_none() || ratings.defence.is_none() {
            let text = "no rating is used for attack and for defence, so there are no odds";
            reader.wrong("/movement/overrun", text.to_owned());
        }
        Some(Self {
            odds: reader.bounded(&overrun.odds, "/movement/overrun/odds", (1, 100)),
            cost: reader.bounded(&overrun.cost, "/movement/overrun/cost", (0, 100)),
            who: reader.members(&overrun.who, "/movement/overrun/who"),
            rule: overrun.rule.clone(),
        })
    }

    fn rule<'a>(&'a self, rules: &'a Rules) -> &'a str {
        self.rule.as_deref().unwrap_or_else(|| rules.cite.rule(Chapter::Movement))
    }
}

/// The strengths of attackers and defenders, with what states leave of them. Terrain counts for
/// nothing.
pub fn strengths(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
) -> [i32; 2] {
    let Some(&first) = units.first() else { return [0, 0] };
    // Both ratings are there: the rules were refused else.
    let attack = |&unit: &Unit| {
        rules
            .ratings
            .attack
            .map_or(0, |used| strength(rules, position, (unit, used), |one| one.attack))
    };
    let defence = |unit: Unit| {
        rules
            .ratings
            .defence
            .map_or(0, |used| strength(rules, position, (unit, used), |one| one.defence))
    };
    let defenders = enemies::in_hex(rules, position, rules.side(first), hex);
    [units.iter().map(attack).sum(), defenders.map(defence).sum()]
}

/// What it costs a unit to overrun into a hex, in parts; none where it cannot go there. Zones of
/// control cost it nothing, as those whom it overruns are gone.
fn cost(
    rules: &Rules,
    position: &Position<Standard>,
    (overrun, unit): (&OverrunRules, Unit),
    hex: Hex,
) -> Option<u32> {
    let map = &rules.compiled.map;
    let from = position.hex(unit)?;
    let direction = map.grid().direction_to(from, hex)?;
    let steps = rules.terrain.steps(map, unit, position.own.weather, true).get(from.index())?;
    let step = steps[direction.index()];
    let across = map.hexside(from, direction);
    let case = Case::new(&rules.compiled, position).of(unit).at(hex).across(across);
    let more = overrun.cost.in_case(&case).max(0).unsigned_abs() * u32::from(rules.terrain.parts);
    (step != BARRED).then(|| u32::from(step) + more)
}

/// Whether units may overrun whoever stands in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
    at: DoesAt,
) -> Result<(), Violation> {
    let plain = || Violation::new(rules.cite.rule(Chapter::Movement).to_owned(), "nobody overruns");
    let (Some(overrun), Some(&first)) = (&rules.movement.overrun, units.first()) else {
        return Err(plain());
    };
    let no = |text: String| Err(Violation::new(overrun.rule(rules).to_owned(), text));
    // Along a railway, and never next to an enemy: nobody is overrun so.
    let can = at.find(rules).is_some_and(|doing| match doing.does {
        Does::Movement { mode, .. } => mode == MovementMode::Normal,
        _ => false,
    });
    if !can {
        return no("no unit overruns in this step".to_owned());
    }
    if units.len() > 1 && !rules.movement.as_stacks {
        return no("units move one by one".to_owned());
    }
    check_together(rules, position, units)?;
    let label = rules.compiled.label(hex);
    for &unit in units {
        // Whoever moved last may overrun from where the move has ended, though it be in a zone of
        // control of those who are overrun.
        let goes_on = position.state(unit).flags & MOVED != 0
            && position.own.moving.contains(&unit)
            && at.is_about(rules, position, unit);
        if !goes_on {
            may_move(rules, position, unit, at)?;
        }
        if !overrun.who.has(unit)
            || hindrance::of(rules, position, unit)
                .any(|one| one.no_attack || one.not_next_to_enemies)
        {
            return no("the unit does not overrun".to_owned());
        }
        let Some(cost) = cost(rules, position, (overrun, unit), hex) else {
            return no(format!("the unit cannot go to {label}"));
        };
        let has = left(rules, position, unit, at).unsigned_abs();
        if cost > has {
            let parts = u32::from(rules.terrain.parts);
            let (cost, has) = (in_points(cost, parts), in_points(has, parts));
            return no(format!("it costs {cost} movement points, and the unit has {has}"));
        }
    }
    if !enemies::stand_in(rules, position, rules.side(first), hex) {
        return no(format!("no enemy stands in {label}"));
    }
    let [attack, defence] = strengths(rules, position, units, hex);
    let case = Case::new(&rules.compiled, position).of(first).at(hex);
    let odds = overrun.odds.in_case(&case).max(1);
    if attack <= 0 || i64::from(attack) < i64::from(defence) * i64::from(odds) {
        return no(format!("{attack} to {defence} is less than {odds}:1"));
    }
    stacking::check_alone(rules, position, units, hex)
}

/// The overruns that a side's units may make: each unit by itself and, where stacks move, whole
/// stacks.
pub fn offer(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    at: DoesAt,
    acts: &mut Vec<Act>,
) {
    if rules.movement.overrun.is_none() {
        return;
    }
    let map = &rules.compiled.map;
    let mut of = |units: &[Unit], from: Hex| {
        for (_, hex) in map.neighbours(from) {
            if enemies::stand_in(rules, position, side, hex)
                && check(rules, position, units, hex, at).is_ok()
            {
                acts.push(Act::Overrun { units: units.to_vec(), hex });
            }
        }
    };
    for unit in position.on_map(rules, side) {
        if let Some(from) = position.hex(unit) {
            of(&[unit], from);
        }
    }
    if rules.movement.as_stacks {
        for from in stacks(rules, position, side) {
            let own = position.stack(from).filter(|&unit| rules.side(unit) == side);
            of(&own.collect::<Vec<Unit>>(), from);
        }
    }
}

/// Overruns, as was checked: the enemies are eliminated, the units go into their hex, and their
/// move may go on.
pub fn apply(cx: &mut PlayContext<'_, Standard>, units: &[Unit], hex: Hex, at: DoesAt) {
    let rules = cx.rules;
    let (Some(overrun), Some(&first)) = (&rules.movement.overrun, units.first()) else { return };
    let (rule, side) = (overrun.rule(rules).to_owned(), rules.side(first));
    let targets: Vec<Unit> = enemies::in_hex(rules, cx.position, side, hex).collect();
    let costs = units.iter().map(|&unit| cost(rules, cx.position, (overrun, unit), hex));
    let costs: Vec<u32> = costs.map(Option::unwrap_or_default).collect();
    let strengths = strengths(rules, cx.position, units, hex);
    let attack = cx.next_attack();
    let won = Some(AttackResult::Won);
    let mut told =
        PlayContext::attack_event(rules, cx.position, attack, (units, &targets), (won, &rule));
    told.strengths = Some(strengths);
    cx.emit(|_| EventKind::Attacked(told));
    for unit in targets {
        while cx.position.state(unit).hex.is_some() {
            cx.lose_step(unit, "overrun", Some(attack), &rule);
        }
    }
    set_out(cx, units);
    cx.shift(units, &[hex], "move", Some(attack), &rule);
    let own = &mut cx.position.own;
    (own.last_entered, own.overran) = (Some(hex), true);
    for (&unit, cost) in units.iter().zip(costs) {
        let stops = rules
            .zones
            .as_ref()
            .is_some_and(|zones| zones.enter == ZoneEntry::Stop && zones.heeds(unit));
        let asked = (side, ZonePurpose::Movement);
        let ends = stops && in_zone_for(rules, cx.position, asked, units, hex);
        pay(cx, unit, cost, (at, ends));
        victory::take(cx, unit, hex);
    }
}
