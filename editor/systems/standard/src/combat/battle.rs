//! An attack is made: dice, result, losses.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::results::{Exchange, Losses};

use super::chart::Fate;
use super::event::Fought;
use super::odds::Forces;
use super::{Asked, Kind, Stage, attack, kind_at, retreat, support};
use crate::acts::Act;
use crate::event::{Detail, Told};
use crate::game::{Decision, Standard};
use crate::results::{By, Retreating, Suffering, suffer};
use crate::rules::Rules;
use crate::sequence::{DoesAt, Step};
use crate::state::{ATTACKED, DEFENDED};
use crate::{enemies, hidden, morale};

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Battle {
    /// The step that it is fought in.
    at: DoesAt,
    /// The kind of combat.
    pub kind: u8,
    /// Its number.
    pub attack: u32,
    /// The side that attacks.
    pub side: u8,
    /// The attackers.
    pub units: Vec<Unit>,
    /// Where they, then the defenders, stood.
    pub stood: [Vec<Hex>; 2],
    /// The hexes attacked.
    pub hexes: Vec<Hex>,
    /// All enemies there.
    pub targets: Vec<Unit>,
    /// Those of them who count.
    counted: Vec<Unit>,
    /// Units that support either side from a distance.
    pub support: [Vec<Unit>; 2],
    /// Points spent by either side.
    pub points: [Vec<u16>; 2],
    /// Sides of the defenders that may still support, the next last.
    pub to_ask: Vec<u8>,
    /// The one that is asked.
    pub supporter: u8,
    /// What happens to the attackers, then to the defenders.
    fates: [Fate; 2],
    /// By how many hexes the attackers may advance, where the result says it.
    pub advance: Option<u8>,
    /// Nobody moves.
    pub contact: bool,
    /// Units that have advanced.
    pub advanced: Vec<Unit>,
}

/// The combat that is being fought, and its kind.
pub(super) fn now<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
) -> Option<(&'a Battle, &'a Kind)> {
    let battle = position.own.battle.as_ref()?;
    Some((battle, rules.combats.kinds.get(usize::from(battle.kind))?))
}

impl Battle {
    /// The side that speaks for the defenders: that of the first.
    pub(super) fn defending(&self, rules: &Rules) -> usize {
        self.targets.first().map_or(0, |&unit| rules.side(unit))
    }
}

/// Makes an attack that was checked, or ends the attacking.
pub fn apply(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt, act: &Act) {
    let Act::Attack { units, hexes, support, points } = act else { return cx.answered(side) };
    let rules = cx.rules;
    let Some((kind, _)) = kind_at(rules, at) else { return cx.answered(side) };
    let targets = attack::targets(rules, cx.position, side, hexes);
    let counted = attack::counted(rules, cx.position, side, hexes);
    for &unit in units.iter().chain(support) {
        *cx.position.flags_mut(unit) |= ATTACKED;
    }
    for &unit in units.iter().chain(support) {
        hidden::show(cx, unit);
    }
    for &unit in &targets {
        *cx.position.flags_mut(unit) |= DEFENDED;
    }
    support::spend(cx, (kind, side), (support, points));
    let from = enemies::hexes_of(cx.position, units.iter().copied());
    let mut to_ask: Vec<u8> = targets.iter().map(|&unit| rules.side(unit) as u8).collect();
    to_ask.sort_unstable_by(|one, other| other.cmp(one));
    to_ask.dedup();
    let attack = cx.next_attack();
    cx.position.own.battle = Some(Battle {
        at,
        kind,
        attack,
        side: side as u8,
        units: units.clone(),
        stood: [from, hexes.clone()],
        hexes: hexes.clone(),
        targets,
        counted,
        support: [support.clone(), Vec::new()],
        points: [points.clone(), Vec::new()],
        to_ask,
        supporter: 0,
        fates: [Fate::default(), Fate::default()],
        advance: None,
        contact: false,
        advanced: Vec::new(),
    });
    cx.then(Step::Combat(Stage::Support));
}

/// The dice are rolled, and the result is read.
pub(super) fn roll(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let Some(battle) = cx.position.own.battle.clone() else { return };
    let Some(kind) = rules.combats.kinds.get(usize::from(battle.kind)) else { return };
    let forces = Forces {
        rules,
        position: cx.position,
        kind,
        units: &battle.units,
        hexes: &battle.hexes,
        counted: &battle.counted,
        support: [&battle.support[0], &battle.support[1]],
        points: [&battle.points[0], &battle.points[1]],
    };
    let reckoned = forces.reckon();
    let side = usize::from(battle.side);
    let dice = morale::roll(cx, kind.dice, ("combat", side), &kind.rule);
    let Some(cell) = kind.chart.cell(dice + reckoned.die, reckoned.column) else { return };
    // What an exchange costs the attackers: as much as the defenders have printed.
    let printed = |&unit: &Unit| cx.position.rating(rules, unit, kind.strength[1]).max(0);
    let strength: i32 = battle.targets.iter().map(printed).sum();
    let strength = strength.clamp(0, u16::MAX.into()) as u16;
    let mut fates = cell.fates.clone();
    if let Some(exchange) = cell.outcome.exchange {
        let paid = match exchange {
            Exchange::Full => strength,
            Exchange::Half => strength.div_ceil(2),
        };
        fates[0].losses = Losses::Points(paid);
        fates[1].losses = Losses::All;
    }
    let core = {
        let parts = (&*battle.units, &*battle.targets);
        let mut core = PlayContext::<Standard>::attack_event(
            rules,
            cx.position,
            battle.attack,
            parts,
            (None, &kind.rule),
        );
        core.support = rules.compiled.names(&battle.support[0]);
        core.target_support = rules.compiled.names(&battle.support[1]);
        let has_odds = kind.column == salient_schema::rules_of_play::ColumnBy::Odds;
        core.strengths = has_odds.then_some(reckoned.strengths);
        core
    };
    cx.emit(|_| {
        Detail::Combat(Fought {
            core,
            name: kind.name.clone(),
            strengths: reckoned.strengths,
            column: super::words::column(kind, reckoned.column),
            place: reckoned.column as u16,
            modifiers: reckoned
                .lines
                .iter()
                .map(|line| Told {
                    what: line.name.clone().into_owned(),
                    shift: line.shift,
                    die: line.die,
                    rule: line.rule.to_owned(),
                })
                .collect(),
            dice,
            modified: dice + reckoned.die,
            code: cell.code.clone(),
            result: cell.outcome.to_string(),
        })
    });
    let (advance, contact) = (cell.outcome.advance, cell.outcome.contact);
    if let Some(battle) = &mut cx.position.own.battle {
        (battle.fates, battle.advance, battle.contact) = (fates, advance, contact);
    }
    cx.then(Step::Combat(Stage::Over));
    if !contact {
        // What is pushed last is done first.
        cx.then(Step::Combat(Stage::CounterAdvance));
        cx.then(Step::Combat(Stage::Advance));
        cx.then(Step::Combat(Stage::Leaders));
    }
    cx.then(Step::Combat(Stage::Attackers));
    cx.then(Step::Combat(Stage::Defenders));
}

/// By how many hexes the defenders may retreat in place of losing steps, and how many steps each
/// saves; none where they cannot.
fn ways_out(rules: &Rules, position: &Position<Standard>) -> Option<(u8, u8)> {
    let (battle, kind) = now(rules, position)?;
    let Losses::Steps(steps) = battle.fates[1].losses else { return None };
    let found = kind.after.retreat.for_steps(rules, position, (battle.defending(rules), steps))?;
    retreat::is_open(rules, position, giving_way(rules, position, battle, 1)).then_some(found)
}

/// The defenders who are left, on a retreat in place of losses.
fn giving_way(
    rules: &Rules,
    position: &Position<Standard>,
    battle: &Battle,
    hexes: u8,
) -> Retreating {
    let there = battle.targets.iter().copied().filter(|&unit| position.hex(unit).is_some());
    Retreating {
        by: By::Combat(battle.kind),
        side: battle.defending(rules) as u8,
        units: there.collect(),
        how: (hexes, false),
        attack: battle.attack,
        enemies: battle.stood[0].clone(),
    }
}

/// What happens to the defenders.
pub(super) fn defenders(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    if ways_out(rules, cx.position).is_some()
        && let Some(battle) = &cx.position.own.battle
    {
        let side = battle.defending(rules);
        return cx.ask(side, Decision::Battle(Asked::GiveWay));
    }
    suffer_as(cx, 1);
}

/// Whether the defenders may retreat in place of losing steps so.
pub(super) fn check_give_way(
    rules: &Rules,
    position: &Position<Standard>,
    act: &Act,
) -> Result<(), Violation> {
    let Some(((most, _), (_, kind))) = ways_out(rules, position).zip(now(rules, position)) else {
        return Ok(());
    };
    match act {
        Act::Done => Ok(()),
        Act::GiveWay { hexes } if (1..=most).contains(hexes) => Ok(()),
        Act::GiveWay { .. } => kind.no(format!("from 1 to {most} hexes stand in for losses")),
        _ => kind.no("retreat in place of losing steps, or be done"),
    }
}

/// How the defenders may retreat in place of losing steps.
pub(super) fn legal_give_way(rules: &Rules, position: &Position<Standard>) -> Vec<Act> {
    let most = ways_out(rules, position).map_or(0, |(most, _)| most);
    let ways = (1..=most).map(|hexes| Act::GiveWay { hexes });
    ways.chain([Act::Done]).collect()
}

/// The defenders retreat in place of losing steps, or do not.
pub(super) fn give_way(cx: &mut PlayContext<'_, Standard>, side: usize, act: &Act) {
    cx.answered(side);
    let each = ways_out(cx.rules, cx.position).map_or(0, |(_, each)| each);
    let mut first = None;
    if let (Act::GiveWay { hexes }, Some(battle)) = (act, &mut cx.position.own.battle) {
        let fate = &mut battle.fates[1];
        if let Losses::Steps(steps) = fate.losses {
            fate.losses = match steps.saturating_sub(hexes.saturating_mul(each)) {
                0 => Losses::None,
                left => Losses::Steps(left),
            };
        }
        let battle = battle.clone();
        first = Some(giving_way(cx.rules, cx.position, &battle, *hexes));
    }
    suffer_as(cx, 1);
    // What is pushed last is done first: they go before they lose what is left to lose.
    if let Some(retreating) = first {
        cx.then(Step::Retreat(Box::new(retreating)));
    }
}

/// What happens to the attackers.
pub(super) fn attackers(cx: &mut PlayContext<'_, Standard>) {
    suffer_as(cx, 0);
}

fn suffer_as(cx: &mut PlayContext<'_, Standard>, party: usize) {
    let rules = cx.rules;
    let Some((battle, kind)) = now(rules, cx.position) else { return };
    let (units, side) = match party {
        0 => (with_leaders(rules, cx.position, battle), usize::from(battle.side)),
        _ => (battle.targets.clone(), battle.defending(rules)),
    };
    let suffering = Suffering {
        by: By::Combat(battle.kind),
        side: side as u8,
        units,
        what: battle.fates[party].clone(),
        strength: Some(kind.strength[party]),
        attack: battle.attack,
        enemies: battle.stood[1 - party].clone(),
        struck: Vec::new(),
        by_zone: false,
    };
    suffer(cx, suffering);
}

/// The attackers, and leaders who stand with none but them.
fn with_leaders(rules: &Rules, position: &Position<Standard>, battle: &Battle) -> Vec<Unit> {
    let mut all = battle.units.clone();
    for &hex in &battle.stood[0] {
        let others = |unit: &Unit| {
            rules.side(*unit) == usize::from(battle.side)
                && rules.stacking.stands(*unit)
                && !battle.units.contains(unit)
        };
        let (leaders, others): (Vec<Unit>, Vec<Unit>) =
            position.stack(hex).filter(others).partition(|&unit| !rules.stacking.is_unit(unit));
        if others.is_empty() {
            all.extend(leaders);
        }
    }
    all
}

/// Leaders in a hex attacked whose units are all gone leave it.
pub(super) fn leaders(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let Some((battle, _)) = now(rules, cx.position) else { return };
    let is_left =
        |unit: Unit| cx.position.hex(unit).filter(|hex| battle.hexes.contains(hex)).is_some();
    let left: Vec<Unit> = battle.targets.iter().copied().filter(|&unit| is_left(unit)).collect();
    let had_units = battle.targets.iter().any(|&unit| rules.stacking.is_unit(unit));
    let alone = |&unit: &Unit| {
        let hex = cx.position.hex(unit);
        !left.iter().any(|&other| cx.position.hex(other) == hex && rules.stacking.is_unit(other))
    };
    let alone: Vec<Unit> = left.iter().copied().filter(alone).collect();
    if !had_units || alone.is_empty() {
        return;
    }
    let retreating = Retreating {
        by: By::Combat(battle.kind),
        side: battle.defending(rules) as u8,
        units: alone,
        how: (1, false),
        attack: battle.attack,
        enemies: battle.stood[0].clone(),
    };
    super::retreat(cx, retreating);
}

/// The combat is over: the side goes on attacking, if it can.
pub(super) fn over(cx: &mut PlayContext<'_, Standard>) {
    let Some(battle) = cx.position.own.battle.take() else { return };
    let side = usize::from(battle.side);
    let is_asked = cx
        .position
        .asked()
        .is_some_and(|ask| matches!(ask.what, Decision::Attack { .. }) && ask.side() == Some(side));
    if is_asked && !attack::goes_on(cx.rules, cx.position, side, battle.at) {
        cx.answered(side);
    }
}
