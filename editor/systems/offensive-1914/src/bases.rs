//! 1914 23.1, 24.3: the bases of the British and the Belgian army, to which their lines of communications
//! run, and their transfers.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::acts::Act;
use crate::control;
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, BaseMoved};
use crate::rules::{Offensive, Rules};
use crate::state::Base;

/// The British base among [`State::bases`](crate::state::State::bases).
const BRITISH: usize = 0;
/// The Belgian one.
const BELGIAN: usize = 1;
/// The Belgian base is at the port of the second transfer: nothing is left but to flee (1914 24.3.2).
const AT_PORT: u8 = 1;
/// It has fled to France.
const IN_FRANCE: u8 = 2;

/// The base of an army, if the scenario gives it one: by the nation of its depot.
fn of(rules: &Rules, army: Formation) -> Option<usize> {
    let nation = rules.body(army).counter.map(|depot| rules.piece(depot).nation)?;
    let place = match Some(nation) {
        own if own == rules.british => BRITISH,
        own if own == rules.belgian => BELGIAN,
        _ => return None,
    };
    let first = rules.landmarks.bases.get(place)?.first()?;
    (!first.is_empty()).then_some(place)
}

/// The armies with bases whose depots are in play, each with its base.
fn armies<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
) -> impl Iterator<Item = (Formation, usize)> + 'a {
    let all = rules.armies(rules.allied).filter_map(|army| Some((army, of(rules, army)?)));
    all.filter(|(army, _)| {
        rules.body(*army).counter.is_some_and(|depot| position.hex(depot).is_some())
    })
}

fn state(position: &Position<Offensive>, place: usize) -> Base {
    position.own.bases.get(place).copied().unwrap_or_default()
}

/// The hexes to which the lines of communications of an army lead: its base (1914 23.1, 24.3), else
/// friendly edges (1914 1.1). Sorted.
pub fn ends<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
    side: usize,
    army: Option<Formation>,
) -> &'a [Hex] {
    let edges = || rules.edges.get(side).map(Vec::as_slice).unwrap_or_default();
    let Some(place) = army.and_then(|army| of(rules, army)) else { return edges() };
    let stage = usize::from(state(position, place).stage);
    let own = rules.landmarks.bases.get(place).and_then(|stages| stages.get(stage));
    own.filter(|hexes| !hexes.is_empty()).map_or_else(edges, Vec::as_slice)
}

/// 1914 23.1.2, 24.3.1a, 24.3.2a: what a depot provides at most while the base of its army is under
/// transfer, and for good once it has fled.
pub fn limit(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Option<i32> {
    let army = rules.compiled.unit(depot).formation?;
    let place = of(rules, army).filter(|_| rules.body(army).counter == Some(depot))?;
    (position.turn < state(position, place).until).then_some(rules.numbers.transfer_limit)
}

/// 1914 23.1.1, 24.3.1, 24.3.2: a German unit that comes near a base has it transferred in the next phase
/// in which that can be begun.
pub fn threaten(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    if rules.side_of(unit) != rules.german {
        return;
    }
    let grid = rules.map().grid();
    let near = |hexes: &[Hex], most: i32| {
        hexes.iter().any(|&at| i64::from(grid.distance(at, hex)) <= i64::from(most))
    };
    let numbers = &rules.numbers;
    let early = i32::from(cx.position.turn) <= numbers.transfer_until;
    if early && near(&rules.landmarks.amiens, numbers.transfer_distance) {
        set_threatened(cx, BRITISH, 0);
    }
    for stage in [0, AT_PORT] {
        let belgian = rules.landmarks.bases.get(BELGIAN);
        let own = belgian.and_then(|stages| stages.get(usize::from(stage)));
        if own.is_some_and(|hexes| near(hexes, 1)) {
            set_threatened(cx, BELGIAN, stage);
        }
    }
}

fn set_threatened(cx: &mut PlayContext<'_, Offensive>, place: usize, stage: u8) {
    if let Some(base) = cx.position.own.bases.get_mut(place)
        && base.stage == stage
    {
        base.threatened = true;
    }
}

/// Whether a base may be transferred at will now: the British one after its game-turn, the Belgian one
/// from its first place in preliminary phases, from the second in attachment phases.
fn may_go(rules: &Rules, position: &Position<Offensive>, place: usize, attachment: bool) -> bool {
    let stage = state(position, place).stage;
    match place {
        BRITISH => {
            let late = i32::from(position.turn) > rules.numbers.transfer_free;
            stage == 0 && late && !attachment
        }
        _ => stage == u8::from(attachment),
    }
}

/// Begins a preliminary phase or, to flee, an attachment phase of the Allies: transfers that cannot be
/// put off begin, and the Allies are asked about others (1914 4.2.1).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize, attachment: bool) {
    let rules = cx.rules;
    if side != rules.allied {
        return;
    }
    let all: Vec<(Formation, usize)> = armies(rules, cx.position).collect();
    for (army, place) in all {
        let base = state(cx.position, place);
        let in_time =
            if place == BELGIAN { base.stage == u8::from(attachment) } else { !attachment };
        if base.threatened && in_time {
            transfer(cx, army, place);
        }
    }
    if !open(rules, cx.position, attachment).is_empty() {
        cx.ask(side, Decision::Bases { attachment });
    }
}

/// The depots of the armies whose bases may be transferred at will.
fn open(rules: &Rules, position: &Position<Offensive>, attachment: bool) -> Vec<Unit> {
    let all =
        armies(rules, position).filter(|(_, place)| may_go(rules, position, *place, attachment));
    all.filter_map(|(army, _)| rules.body(army).counter).collect()
}

/// A base is transferred to its next place; the Belgian one to France at once where the Germans have the
/// port (1914 24.3.1).
fn transfer(cx: &mut PlayContext<'_, Offensive>, army: Formation, place: usize) {
    let rules = cx.rules;
    let before = state(cx.position, place);
    let mut stage = before.stage + 1;
    if place == BELGIAN && stage == AT_PORT {
        let port = rules.landmarks.bases.get(place).and_then(|all| all.get(usize::from(stage)));
        let lost = |hex: &Hex| control::of(cx.position, *hex) == Some(rules.german);
        if port.is_some_and(|hexes| hexes.iter().any(lost)) {
            stage = IN_FRANCE;
        }
    }
    let fled = place == BELGIAN && stage == IN_FRANCE;
    let turns = u16::try_from(rules.numbers.transfer_turns).unwrap_or_default();
    let until = if fled { u16::MAX } else { cx.position.turn + turns };
    if let Some(base) = cx.position.own.bases.get_mut(place) {
        *base = Base { stage, until, threatened: false };
    }
    let rule = match (place, fled) {
        (BRITISH, _) => "1914 23.1.1",
        (_, false) => "1914 24.3.1",
        (_, true) => "1914 24.3.2",
    };
    cx.emit(|rules| {
        let hexes = rules.landmarks.bases.get(place).and_then(|all| all.get(usize::from(stage)));
        Detail::Armies(ArmiesDetail::Base(BaseMoved {
            side: rules.sides[rules.allied].clone(),
            army: rules.compiled.formation(army).id.clone(),
            hexes: hexes.into_iter().flatten().map(|&hex| rules.label(hex).to_owned()).collect(),
            until: (!fled).then_some(until),
            rule: rule.to_owned(),
        }))
    });
    if fled {
        // 1914 24.3.2a: they are not counted as losses (1914 27.10).
        let left = |unit: &Unit| rules.piece(*unit).left_behind && cx.position.hex(*unit).is_some();
        let units: Vec<Unit> = rules.all_units().filter(left).collect();
        for unit in units {
            cx.remove(unit, UnitStatus::Exited, "withdrawn", "1914 24.3.2a");
        }
    }
}

/// Whether the Allies may do something that they are asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    attachment: bool,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::MoveBase { army } if open(rules, position, attachment).contains(army) => Ok(()),
        _ => Err(Violation::new("1914 4.2.1", "transfer the base of an army, or be done")),
    }
}

/// What they may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, attachment: bool) -> Vec<Act> {
    let depots = open(rules, position, attachment).into_iter();
    [Act::Done].into_iter().chain(depots.map(|army| Act::MoveBase { army })).collect()
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, attachment: bool, act: &Act) {
    cx.answered(side);
    let Act::MoveBase { army: depot } = act else { return };
    let all: Vec<(Formation, usize)> = armies(cx.rules, cx.position).collect();
    let own = all.into_iter().find(|(army, _)| cx.rules.body(*army).counter == Some(*depot));
    if let Some((army, place)) = own {
        transfer(cx, army, place);
    }
    if !open(cx.rules, cx.position, attachment).is_empty() {
        cx.ask(side, Decision::Bases { attachment });
    }
}
