//! Retreats: where units may go, and what becomes of those who cannot.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::results::Losses;
use salient_schema::rules_of_play::{
    self as play, RetreatBy, RetreatTowards, ZonePurpose, ZoneRetreat,
};

use super::chart::Fate;
use super::{Asked, Stage};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Members, Number, Reader};
use crate::results::{Retreating, Suffering, suffer};
use crate::rules::Rules;
use crate::sequence::Step;
use crate::state::ROUTED;
use crate::terrain::Use;
use crate::zones::in_zone_for;
use crate::{enemies, stacking, victory};

/// Retreats, compiled.
#[derive(Debug, Default)]
pub struct RetreatRules {
    by: RetreatBy,
    towards: RetreatTowards,
    instead: Number,
    for_steps: Number,
    for_steps_most: Number,
    together: bool,
    never: Option<Members>,
    rule: String,
}

impl RetreatRules {
    /// Those of a kind of combat or fire, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        retreat: &play::Retreat,
        (pointer, rule): (&str, &str),
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        Self {
            by: retreat.by,
            towards: retreat.towards,
            instead: reader.bounded(&retreat.instead, &at("instead"), (0, 100)),
            for_steps: reader.bounded(&retreat.for_steps, &at("for_steps"), (0, 100)),
            for_steps_most: reader.bounded(
                &retreat.for_steps_most,
                &at("for_steps_most"),
                (0, 100),
            ),
            together: retreat.together,
            never: retreat.never.as_ref().map(|group| reader.members(group, &at("never"))),
            rule: retreat.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }

    /// In place of so many steps a side may retreat so many hexes, for so many steps each; none
    /// where it may not.
    pub fn for_steps(
        &self,
        rules: &Rules,
        position: &Position<Standard>,
        (side, steps): (usize, u8),
    ) -> Option<(u8, u8)> {
        let case = Case::new(&rules.compiled, position).by(side);
        let each = self.for_steps.in_case(&case).clamp(0, 100) as u8;
        let hexes = steps.checked_div(each)?;
        let most = match self.for_steps_most.in_case(&case).clamp(0, 100) as u8 {
            0 => hexes,
            most => hexes.min(most),
        };
        (most > 0).then_some((most, each))
    }
}

/// Units on their retreat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Going {
    /// Who retreats, and how far.
    of: Retreating,
    /// The side that leads them.
    leader: u8,
    /// The units that have still to begin.
    left: Vec<Unit>,
    /// Those who are on their way together: where they began and the hexes that they have entered.
    now: Option<(Vec<Unit>, Vec<Hex>)>,
    /// Hexes in enemy zones of control that units have paid for.
    paid: Vec<Hex>,
}

impl Going {
    fn new(rules: &Rules, position: &Position<Standard>, of: Retreating) -> Self {
        let own = &rules.aftermath(of.by).retreat;
        let enemy = of.enemies.iter().find_map(|&hex| {
            let enemies = rules.enemies_of(usize::from(of.side));
            let there = position.board().present(hex) & enemies;
            (there != 0).then(|| there.trailing_zeros() as u8)
        });
        let leader = match own.by {
            RetreatBy::Owner => of.side,
            RetreatBy::Enemy => enemy.unwrap_or(of.side),
        };
        let left = of.units.clone();
        Self { of, leader, left, now: None, paid: Vec::new() }
    }

    /// Those who go with a unit: those on their way with it, or who begin where it does.
    fn company(&self, rules: &Rules, position: &Position<Standard>, unit: Unit) -> Vec<Unit> {
        match &self.now {
            Some((now, _)) if now.contains(&unit) => now.clone(),
            _ if !rules.aftermath(self.of.by).retreat.together => vec![unit],
            _ => {
                let hex = position.hex(unit);
                let left = self.left.iter().copied();
                left.filter(|&one| position.hex(one) == hex).collect()
            }
        }
    }

    /// Those who may go next, each for all who go with it.
    fn next(&self, rules: &Rules, position: &Position<Standard>) -> Vec<Vec<Unit>> {
        if let Some((now, _)) = &self.now {
            return vec![now.clone()];
        }
        let companies = self.left.iter().map(|&unit| (unit, self.company(rules, position, unit)));
        let first = companies.filter(|(unit, all)| all.first() == Some(unit));
        first.map(|(_, all)| all).collect()
    }
}

/// Whether any of units could begin a retreat.
pub fn is_open(rules: &Rules, position: &Position<Standard>, of: Retreating) -> bool {
    let going = Going::new(rules, position, of);
    let next = going.next(rules, position);
    next.iter().any(|units| !ways(rules, position, &going, units).is_empty())
}

/// Units retreat.
pub fn retreat(cx: &mut PlayContext<'_, Standard>, of: Retreating) {
    let going = Going::new(cx.rules, cx.position, of);
    go_on(cx, going);
}

/// Goes on with a retreat, as far as nobody has a choice.
pub fn go_on(cx: &mut PlayContext<'_, Standard>, mut going: Going) {
    loop {
        let rules = cx.rules;
        let is_there = |unit: &Unit| cx.position.hex(*unit).is_some();
        going.left.retain(is_there);
        if let Some((now, _)) = &mut going.now {
            now.retain(is_there);
        }
        going.now = going.now.take().filter(|(now, _)| !now.is_empty());
        if going.now.as_ref().is_some_and(|(now, path)| has_arrived(cx, &going, now, path)) {
            finish(cx, &mut going);
            continue;
        }
        let next = going.next(rules, cx.position);
        let mut blocked = None;
        let mut only = None;
        for units in &next {
            let none = going.of.how.0 == 0 && going.now.is_none();
            match &*ways(rules, cx.position, &going, units) {
                // Whoever can go nowhere is seen to first: others may yet stand in the way of
                // others.
                [] => blocked = blocked.or_else(|| Some(units.clone())),
                _ if none => blocked = blocked.or_else(|| Some(units.clone())),
                &[hex] if next.len() == 1 => only = Some((units.clone(), hex)),
                _ => {}
            }
        }
        match (blocked, only) {
            (Some(units), _) => stuck(cx, &mut going, units),
            (None, Some((units, hex))) => return enter(cx, going, &units, hex),
            (None, None) if next.is_empty() => return,
            (None, None) => return ask(cx, going),
        }
    }
}

/// Whether units that have entered hexes have gone as far as they must, and may stay.
fn has_arrived(
    cx: &PlayContext<'_, Standard>,
    going: &Going,
    units: &[Unit],
    path: &[Hex],
) -> bool {
    let Some(&last) = path.last() else { return false };
    path.len() > usize::from(going.of.how.0) && stacking::fits(cx.rules, cx.position, units, last)
}

fn ask(cx: &mut PlayContext<'_, Standard>, going: Going) {
    let leader = usize::from(going.leader);
    cx.ask(leader, Decision::Battle(Asked::Retreat(Box::new(going))));
}

/// The hexes that units that go together may enter next. Where they would have gone as far as they
/// must, those where they may stay; where there is none they pass on through friends.
fn ways(rules: &Rules, position: &Position<Standard>, going: &Going, units: &[Unit]) -> Vec<Hex> {
    let mut hexes = Vec::new();
    let Some((&first, from)) = units.first().and_then(|unit| Some((unit, position.hex(*unit)?)))
    else {
        return hexes;
    };
    let own = &rules.aftermath(going.of.by).retreat;
    let stays = |unit: &Unit| own.never.as_ref().is_some_and(|never| never.has(*unit));
    if units.iter().any(stays) {
        return hexes;
    }
    let path: &[Hex] = match &going.now {
        Some((now, path)) if now.contains(&first) => path,
        _ => &[],
    };
    let start = path.first().copied().unwrap_or(from);
    let map = &rules.compiled.map;
    let side = rules.side(first);
    let weather = position.own.weather;
    let open = units.iter().fold(u8::MAX, |bits, &unit| {
        bits & rules.terrain.opens(map, (unit, weather), Use::Retreat, from)
    });
    let zones = rules.zones.as_ref();
    let barred = zones.is_some_and(|zones| {
        zones.retreat == ZoneRetreat::Barred && units.iter().any(|&unit| zones.heeds(unit))
    });
    let grid = map.grid();
    let nearest = |to: &[Hex], hex: Hex| to.iter().map(|&to| grid.distance(hex, to)).min();
    let enemies = &*going.of.enemies;
    let sources = match own.towards {
        RetreatTowards::Supply => sources(rules, position, first),
        _ => Vec::new(),
    };
    for (direction, to) in map.neighbours(from) {
        let is_open = open >> direction.index() & 1 == 1
            && !enemies::stand_in(rules, position, side, to)
            && !path.contains(&to);
        let leads_on = match own.towards {
            RetreatTowards::FromEnemies => nearest(enemies, to) > nearest(enemies, from),
            RetreatTowards::Supply if !sources.is_empty() => {
                nearest(&sources, to) < nearest(&sources, from)
            }
            RetreatTowards::Away | RetreatTowards::Supply => {
                grid.distance(start, to) > grid.distance(start, from)
            }
            RetreatTowards::Anywhere => to != start,
        };
        if is_open
            && leads_on
            && !(barred && in_zone_for(rules, position, (side, ZonePurpose::Retreat), units, to))
            && (!rules.stacking.always || stacking::fits(rules, position, units, to))
        {
            hexes.push(to);
        }
    }
    // The path begins where the units stood.
    let entered = path.len().saturating_sub(1);
    if entered + 1 >= usize::from(going.of.how.0) {
        let fitting: Vec<Hex> = hexes
            .iter()
            .copied()
            .filter(|&hex| stacking::fits(rules, position, units, hex))
            .collect();
        if !fitting.is_empty() {
            hexes = fitting;
        }
    }
    hexes
}

/// The hexes from which a unit that retreats may be supplied.
fn sources(rules: &Rules, position: &Position<Standard>, unit: Unit) -> Vec<Hex> {
    crate::supply::sources_of(rules, position, unit).collect()
}

/// Units enter the next hex of their retreat, and go on when they have paid for it.
fn enter(cx: &mut PlayContext<'_, Standard>, mut going: Going, units: &[Unit], to: Hex) {
    let rules = cx.rules;
    let Some((&first, from)) = units.first().and_then(|unit| Some((unit, cx.position.hex(*unit)?)))
    else {
        return;
    };
    going.left.retain(|one| !units.contains(one));
    match &mut going.now {
        Some((now, path)) if now.contains(&first) => path.push(to),
        _ => going.now = Some((units.to_vec(), vec![from, to])),
    }
    let rule = rules.aftermath(going.of.by).retreat.rule.clone();
    cx.shift(units, &[to], "retreat", Some(going.of.attack), &rule);
    victory::take(cx, first, to);
    let toll = toll(cx, &mut going, units, to);
    cx.then(Step::Combat(Stage::Retreat(Box::new(going))));
    // What is pushed last is done first.
    toll.into_iter().for_each(|toll| suffer(cx, toll));
}

/// What units that have retreated into a hex lose together to an enemy zone of control there.
fn toll(
    cx: &PlayContext<'_, Standard>,
    going: &mut Going,
    units: &[Unit],
    to: Hex,
) -> Option<Suffering> {
    let (rules, position) = (cx.rules, &*cx.position);
    let zones = rules.zones.as_ref().filter(|zones| zones.retreat == ZoneRetreat::Loss)?;
    let &unit = units.iter().find(|&&unit| zones.heeds(unit))?;
    let asked = (rules.side(unit), ZonePurpose::Retreat);
    if going.paid.contains(&to) || !in_zone_for(rules, position, asked, units, to) {
        return None;
    }
    going.paid.push(to);
    let steps = zones.retreat_loss.in_case(&Case::new(&rules.compiled, position).of(unit));
    let losses = match steps.clamp(0, u8::MAX.into()) as u8 {
        0 => return None,
        steps => Losses::Steps(steps),
    };
    let Retreating { by, side, attack, ref enemies, .. } = going.of;
    Some(Suffering {
        by,
        side,
        units: units.to_vec(),
        what: Fate { losses, ..Fate::default() },
        strength: None,
        attack,
        enemies: enemies.clone(),
        struck: Vec::new(),
        by_zone: true,
    })
}

fn lose(
    cx: &mut PlayContext<'_, Standard>,
    unit: Unit,
    steps: i32,
    (cause, rule): (&str, &str),
    attack: u32,
) {
    for _ in 0..steps {
        if cx.position.hex(unit).is_none() {
            return;
        }
        cx.lose_step(unit, cause, Some(attack), rule);
    }
}

/// Units cannot go on: they suffer what is said for that.
fn stuck(cx: &mut PlayContext<'_, Standard>, going: &mut Going, units: Vec<Unit>) {
    let rules = cx.rules;
    going.left.retain(|one| !units.contains(one));
    let own = &rules.aftermath(going.of.by).retreat;
    let entered = going.now.as_ref().map_or(0, |(_, path)| path.len().saturating_sub(1));
    let left = i32::from(going.of.how.0) - entered as i32;
    for &unit in &units {
        let stays = cx.position.hex(unit);
        let is_too_full =
            !stays.is_some_and(|hex| stacking::fits(rules, cx.position, &[unit], hex));
        let case = Case::new(&rules.compiled, cx.position).of(unit);
        let instead = own.instead.in_case(&case);
        let steps = i32::from(rules.compiled.unit(unit).steps.max(1));
        // Whoever can neither go on nor stay among so many is eliminated as well.
        let lost = match instead {
            0 if left > 0 => steps,
            _ if is_too_full && entered > 0 => steps,
            each => each.saturating_mul(left.max(0)),
        };
        lose(cx, unit, lost, ("no_retreat", &own.rule), going.of.attack);
    }
    going.now = Some((units, Vec::new()));
    finish(cx, going);
}

/// The retreat of those who are on their way is over.
fn finish(cx: &mut PlayContext<'_, Standard>, going: &mut Going) {
    let Some((units, _)) = going.now.take() else { return };
    for unit in units {
        if going.of.how.1 && cx.position.hex(unit).is_some() {
            *cx.position.flags_mut(unit) |= ROUTED;
        }
    }
}

/// Whether a unit may retreat so next.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    going: &Going,
    act: &Act,
) -> Result<(), Violation> {
    let own = &rules.aftermath(going.of.by).retreat;
    let no = |text: String| Err(Violation::new(own.rule.clone(), text));
    let Act::Retreat { unit, hex } = act else { return no("retreat a unit".to_owned()) };
    let name = &rules.compiled.unit(*unit).name;
    if !going.units().contains(unit) {
        return no(format!("'{name}' does not retreat now"));
    }
    let company = going.company(rules, position, *unit);
    match ways(rules, position, going, &company).contains(hex) {
        true => Ok(()),
        false => no(format!("'{name}' cannot retreat to {}", rules.compiled.label(*hex))),
    }
}

/// The ways in which units may retreat next.
pub fn legal(rules: &Rules, position: &Position<Standard>, going: &Going) -> Vec<Act> {
    let ways = going.next(rules, position).into_iter().flat_map(|units| {
        let hexes = ways(rules, position, going, &units).into_iter();
        hexes.filter_map(move |hex| Some(Act::Retreat { unit: *units.first()?, hex }))
    });
    ways.collect()
}

/// A unit, and whoever goes with it, retreats to the hex that was chosen.
pub fn take(cx: &mut PlayContext<'_, Standard>, going: Going, act: &Act) {
    let Act::Retreat { unit, hex } = act else { return };
    let company = going.company(cx.rules, cx.position, *unit);
    enter(cx, going, &company, *hex);
}

impl Going {
    /// Who may go next.
    pub fn units(&self) -> Vec<Unit> {
        match &self.now {
            Some((now, _)) => now.clone(),
            None => self.left.clone(),
        }
    }

    /// The rule that they retreat by.
    pub fn rule<'a>(&self, rules: &'a Rules) -> &'a str {
        &rules.aftermath(self.of.by).retreat.rule
    }

    /// How many hexes each has to go.
    pub fn hexes(&self) -> u8 {
        self.of.how.0
    }
}
