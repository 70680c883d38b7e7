//! Retreats: where units may go, and what becomes of those who cannot.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{
    self as play, RetreatBy, RetreatTowards, ZonePurpose, ZoneRetreat,
};

use super::{Asked, Stage};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Members, Number, Reader};
use crate::results::Retreating;
use crate::rules::Rules;
use crate::sequence::Step;
use crate::state::ROUTED;
use crate::terrain::Use;
use crate::zones::in_zone_for;
use crate::{stacking, supply, victory};

/// Retreats, compiled.
#[derive(Debug, Default)]
pub struct RetreatRules {
    by: RetreatBy,
    towards: RetreatTowards,
    instead: Number,
    for_steps: Number,
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
            never: retreat.never.as_ref().map(|group| reader.members(group, &at("never"))),
            rule: retreat.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }

    /// The steps in whose place a side may retreat a hex; 0 for not at all.
    pub fn for_steps(&self, rules: &Rules, position: &Position<Standard>, side: usize) -> u8 {
        let case = Case::new(&rules.compiled, position).by(side);
        self.for_steps.in_case(&case).clamp(0, 100) as u8
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
    /// The one that is on its way: where it began and the hexes that it has entered.
    now: Option<(Unit, Vec<Hex>)>,
    /// Hexes in enemy zones of control that units have paid for.
    paid: Vec<Hex>,
}

/// Units retreat.
pub fn retreat(cx: &mut PlayContext<'_, Standard>, of: Retreating) {
    let rules = cx.rules;
    let own = &rules.aftermath(of.by).retreat;
    let enemy = of.enemies.iter().find_map(|&hex| {
        let enemies = rules.enemies_of(usize::from(of.side));
        let there = cx.position.board().present(hex) & enemies;
        (there != 0).then(|| there.trailing_zeros() as u8)
    });
    let leader = match own.by {
        RetreatBy::Owner => of.side,
        RetreatBy::Enemy => enemy.unwrap_or(of.side),
    };
    let left = of.units.clone();
    go_on(cx, Going { of, leader, left, now: None, paid: Vec::new() });
}

/// Goes on with a retreat, as far as nobody has a choice.
pub fn go_on(cx: &mut PlayContext<'_, Standard>, mut going: Going) {
    loop {
        let rules = cx.rules;
        let gone = |unit: Unit| cx.position.hex(unit).is_none();
        going.left.retain(|&unit| !gone(unit));
        going.now = going.now.take().filter(|(unit, _)| !gone(*unit));
        if going.now.as_ref().is_some_and(|(_, path)| is_there(cx, &going, path)) {
            finish(cx, &mut going);
            continue;
        }
        if let Some((unit, _)) = going.now.clone() {
            match &*ways(rules, cx.position, &going, unit) {
                [] => stuck(cx, &mut going, unit),
                &[hex] => enter(cx, &mut going, unit, hex),
                _ => return ask(cx, going),
            }
            continue;
        }
        // Whoever can go nowhere is seen to first: others may yet stand in the way of others.
        let blocked =
            going.left.iter().copied().find(|&unit| {
                going.of.how.0 == 0 || ways(rules, cx.position, &going, unit).is_empty()
            });
        if let Some(unit) = blocked {
            going.left.retain(|&one| one != unit);
            going.now = Some((unit, Vec::new()));
            stuck(cx, &mut going, unit);
            continue;
        }
        match &*going.left {
            [] => return,
            &[unit] => match &*ways(rules, cx.position, &going, unit) {
                &[hex] => enter(cx, &mut going, unit, hex),
                _ => return ask(cx, going),
            },
            _ => return ask(cx, going),
        }
    }
}

/// Whether a unit that has entered hexes has gone as far as it must, and may stay.
fn is_there(cx: &PlayContext<'_, Standard>, going: &Going, path: &[Hex]) -> bool {
    let (Some((unit, _)), Some(&last)) = (&going.now, path.last()) else { return false };
    path.len() > usize::from(going.of.how.0)
        && stacking::fits(cx.rules, cx.position, &[*unit], last)
}

fn ask(cx: &mut PlayContext<'_, Standard>, going: Going) {
    let leader = usize::from(going.leader);
    cx.ask(leader, Decision::Battle(Asked::Retreat(Box::new(going))));
}

/// The hexes that a unit may enter next. Where it would have gone as far as it must, those where it
/// may stay; where there is none it passes on through friends.
fn ways(rules: &Rules, position: &Position<Standard>, going: &Going, unit: Unit) -> Vec<Hex> {
    let mut hexes = Vec::new();
    let Some(from) = position.hex(unit) else { return hexes };
    let own = &rules.aftermath(going.of.by).retreat;
    if own.never.as_ref().is_some_and(|never| never.has(unit)) {
        return hexes;
    }
    let path: &[Hex] = match &going.now {
        Some((now, path)) if *now == unit => path,
        _ => &[],
    };
    let start = path.first().copied().unwrap_or(from);
    let map = &rules.compiled.map;
    let side = rules.side(unit);
    let open = rules.terrain.opens(map, (unit, position.own.weather), Use::Retreat, from);
    let zones = rules.zones.as_ref().filter(|zones| zones.heeds(unit));
    let barred = zones.is_some_and(|zones| zones.retreat == ZoneRetreat::Barred);
    let grid = map.grid();
    let nearest = |to: &[Hex], hex: Hex| to.iter().map(|&to| grid.distance(hex, to)).min();
    let enemies = &*going.of.enemies;
    let sources = match own.towards {
        RetreatTowards::Supply => supply::sources_of(rules, position, unit).collect(),
        _ => Vec::new(),
    };
    for (direction, to) in map.neighbours(from) {
        let is_open = open >> direction.index() & 1 == 1
            && position.board().present(to) & rules.enemies_of(side) == 0
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
            && !(barred && in_zone_for(rules, position, (side, ZonePurpose::Retreat), &[unit], to))
            && (!rules.stacking.always || stacking::fits(rules, position, &[unit], to))
        {
            hexes.push(to);
        }
    }
    // The path begins where the unit stood.
    let entered = path.len().saturating_sub(1);
    if entered + 1 >= usize::from(going.of.how.0) {
        let fitting: Vec<Hex> = hexes
            .iter()
            .copied()
            .filter(|&hex| stacking::fits(rules, position, &[unit], hex))
            .collect();
        if !fitting.is_empty() {
            hexes = fitting;
        }
    }
    hexes
}

/// A unit enters the next hex of its retreat.
fn enter(cx: &mut PlayContext<'_, Standard>, going: &mut Going, unit: Unit, to: Hex) {
    let rules = cx.rules;
    let Some(from) = cx.position.hex(unit) else { return };
    going.left.retain(|&one| one != unit);
    match &mut going.now {
        Some((now, path)) if *now == unit => path.push(to),
        _ => going.now = Some((unit, vec![from, to])),
    }
    let rule = rules.aftermath(going.of.by).retreat.rule.clone();
    cx.shift(&[unit], &[to], "retreat", Some(going.of.attack), &rule);
    victory::take(cx, unit, to);
    let side = rules.side(unit);
    let Some(zones) = rules.zones.as_ref().filter(|zones| zones.heeds(unit)) else { return };
    if zones.retreat != ZoneRetreat::Loss
        || going.paid.contains(&to)
        || !in_zone_for(rules, cx.position, (side, ZonePurpose::Retreat), &[unit], to)
    {
        return;
    }
    going.paid.push(to);
    let case = Case::new(&rules.compiled, cx.position).of(unit);
    let steps = zones.retreat_loss.in_case(&case);
    let rule = rules.cite.rule(crate::citations::Chapter::Zones).to_owned();
    lose(cx, unit, steps, ("zone", &rule), going.of.attack);
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

/// A unit cannot go on: it suffers what is said for that.
fn stuck(cx: &mut PlayContext<'_, Standard>, going: &mut Going, unit: Unit) {
    let rules = cx.rules;
    let own = &rules.aftermath(going.of.by).retreat;
    let entered = going.now.as_ref().map_or(0, |(_, path)| path.len().saturating_sub(1));
    let left = i32::from(going.of.how.0) - entered as i32;
    let is_too_full =
        !cx.position.hex(unit).is_some_and(|hex| stacking::fits(rules, cx.position, &[unit], hex));
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
    finish(cx, going);
}

/// The retreat of a unit is over.
fn finish(cx: &mut PlayContext<'_, Standard>, going: &mut Going) {
    let Some((unit, _)) = going.now.take() else { return };
    if going.of.how.1 && cx.position.hex(unit).is_some() {
        *cx.position.flags_mut(unit) |= ROUTED;
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
    let is_next = match &going.now {
        Some((now, _)) => now == unit,
        None => going.left.contains(unit),
    };
    let name = &rules.compiled.unit(*unit).name;
    if !is_next {
        return no(format!("'{name}' does not retreat now"));
    }
    match ways(rules, position, going, *unit).contains(hex) {
        true => Ok(()),
        false => no(format!("'{name}' cannot retreat to {}", rules.compiled.label(*hex))),
    }
}

/// The ways in which units may retreat next.
pub fn legal(rules: &Rules, position: &Position<Standard>, going: &Going) -> Vec<Act> {
    let units: Vec<Unit> = match &going.now {
        Some((now, _)) => vec![*now],
        None => going.left.clone(),
    };
    let ways = units.into_iter().flat_map(|unit| {
        let hexes = ways(rules, position, going, unit);
        hexes.into_iter().map(move |hex| Act::Retreat { unit, hex })
    });
    ways.collect()
}

/// A unit retreats to the hex that was chosen.
pub fn take(cx: &mut PlayContext<'_, Standard>, mut going: Going, act: &Act) {
    let Act::Retreat { unit, hex } = act else { return };
    enter(cx, &mut going, *unit, *hex);
    cx.then(Step::Combat(Stage::Retreat(Box::new(going))));
}

impl Going {
    /// Who may go next.
    pub fn units(&self) -> Vec<Unit> {
        match &self.now {
            Some((now, _)) => vec![*now],
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
