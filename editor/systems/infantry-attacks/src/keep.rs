//! A position as a scenario: what it holds of the marks, plans and points, and what it does not.

use salient_hex::Direction;
use salient_rules::Roles;
use salient_rules::keep::Keeping;
use salient_rules::play::{Position, Unit};
use salient_rules::states::UnitState;
use salient_schema::scenario::{Mission, PlannedFire};

use crate::roles::ROLES;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{BACK, BANK_SHIFT, BANKS, LIMBERED, MOUNTED, NOBODY, TRIED, has, of, rating};
use crate::tasks::Task;
use crate::unit_states::STATES;
use crate::units::Kind;
use crate::{control, missions, opening, victory};

type Here = Position<InfantryAttacks>;

/// How a unit begins that stands as it does: its marks by the names that a placement gives them.
pub fn states(rules: &Rules, position: &Here, unit: Unit) -> Vec<String> {
    if position.hex(unit).is_none() {
        return Vec::new();
    }
    let def = rules.compiled.unit(unit);
    let state = position.state(unit);
    // What the other side of the counter or a carrier says already.
    let two_sided = def.faces.len() > usize::from(def.steps);
    let said = match (two_sided, state.aboard) {
        (true, _) => BACK,
        (false, Some(_)) => LIMBERED,
        (false, None) => 0,
    };
    let flags = state.flags & !said;
    let mut names = UnitState::of_marks(&STATES, flags);
    // IA 15.1: who is on horse in a game that has begun does not choose again.
    if position.begun && rules.piece(unit).kind == Kind::Cavalry && state.flags & BACK == 0 {
        names.extend(UnitState::of_marks(&STATES, MOUNTED));
    }
    if let (Some(hex), true) = (state.hex, flags & BANKS != 0) {
        let banks = (flags & BANKS) >> BANK_SHIFT;
        for bank in (0..3).map(|bit| 1_u8 << bit).filter(|&bank| banks & u32::from(bank) != 0) {
            let lies = |way: &&Direction| rules.rivers.bank(hex, **way) == Some(bank);
            let way = Direction::ALL.iter().find(lies);
            names
                .extend(way.map(|&way| format!("bank-{}", rules.compiled.map.grid().compass(way))));
        }
    }
    names
}

/// What no placement tells: missions, control, initiative and points so far.
pub fn keep(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    if !position.begun {
        return;
    }
    keep_missions(rules, position, keeping);
    keep_control(rules, position, keeping);
    keep_levels(rules, position, keeping);
    tell_of_segment(rules, position, keeping);
    tell_of_artillery(rules, position, keeping);
    for side in 0..2 {
        let own = &position.own;
        let shock = "effect of the loss of the highest leader (IA 6.72)";
        keeping.not_kept(shock, own.shock[side].is_some());
        let left = rules.compiled.all_units().filter(|&unit| {
            rules.side_of(unit) == side
                && rules.piece(unit).kind.is_leader()
                && opening::is_listed(rules, position, unit)
        });
        let highest = left.map(|unit| rating(rules, position, unit, of::RANK)).max();
        let gone = own.shock[side].is_none() && highest.unwrap_or(0) < own.highest[side];
        keeping.not_kept("highest leader who has left: another is the highest now", gone);
    }
}

/// IA 9.1: who has which mission, with the fire that is still to come.
fn keep_missions(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    let mut missions = Vec::new();
    let mut ended = 0_u32;
    for unit in rules.compiled.all_units() {
        if !missions::takes_part(rules, position, unit) {
            continue;
        }
        let Some(task) = missions::task(rules, position, unit) else { continue };
        let (word, destination, shots) = match task {
            Task::Planned(shots) => ("planned-fire", None, shots.as_slice()),
            Task::OpenSights => ("open-sights", None, [].as_slice()),
            Task::Move(to) => ("move", Some(*to), [].as_slice()),
            Task::Aborted => {
                ended += 1;
                let word = if rules.piece(unit).off_board { "planned-fire" } else { "open-sights" };
                (word, None, [].as_slice())
            }
        };
        let limbered = has(position, unit, LIMBERED) || position.state(unit).aboard.is_some();
        let word = if word == "planned-fire" && limbered { "open-sights" } else { word };
        let to_come =
            shots.iter().filter(|shot| shot.turn >= position.turn_place && word == "planned-fire");
        let fires = to_come.filter_map(|shot| {
            Some(PlannedFire {
                turn: rules.compiled.turns.get(shot.turn)?.turn,
                hex: rules.compiled.label(shot.hex).to_owned(),
                shell: shot.smoke.then(|| "smoke".to_owned()),
            })
        });
        missions.push(Mission {
            counter: rules.compiled.unit(unit).counter.clone(),
            mission: Some(word.to_owned()),
            destination: destination.map(|hex| rules.compiled.label(hex).to_owned()),
            fires: fires.collect(),
        });
    }
    keeping.scenario.setup.missions = missions;
    keeping.not_kept("guns whose missions were ended: those on the map have open sights", ended);
}

/// IA 1.0: hexes that another side controls than the one that stands nearest.
fn keep_control(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    let plain = control::at_start(rules, position);
    let own = &position.own.control;
    let other = |hex: &salient_hex::Hex| own[hex.index()] != plain[hex.index()];
    let hexes = || rules.compiled.map.grid().hexes().filter(other);
    keeping.hold(&rules.compiled, hexes().map(|hex| (own[hex.index()].into(), hex)));
    let nobodys = hexes().filter(|hex| own[hex.index()] == NOBODY);
    let count = nobodys.filter(|&hex| !control::both_stand(rules, position, hex)).count() as u32;
    keeping.not_kept("hexes that nobody controls: who stands nearest does", count);
}

/// IA 3.0, 2.3: the initiative as it has fallen, and the points so far.
fn keep_levels(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    let Ok(roles) = Roles::filled(&ROLES, keeping.bundle) else { return };
    for side in 0..2 {
        let id = &rules.compiled.sides[side];
        let lost = position.own.lost[side];
        let fallen = lost.checked_div(rules.initiative_losses[side]).unwrap_or(0);
        let initiative = (rules.initiative[side] - fallen).max(0);
        keeping.set_level(&roles, "initiative", id, initiative);
        let points = victory::points_apart(rules, position, side);
        keeping.set_level(&roles, "points", id, points);
        let rest = lost.checked_rem(rules.initiative_losses[side]).unwrap_or(0);
        let what = "steps lost since the initiative fell: they count anew (IA 3.0)";
        keeping.not_kept(what, rest.unsigned_abs());
    }
}

/// What lasts no longer than the game-turn.
fn tell_of_segment(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    let own = &position.own;
    let lasting = STATES.iter().fold(BANKS | BACK, |bits, state| bits | state.mark);
    let marked = rules.compiled.all_units().filter(|&unit| has(position, unit, !lasting));
    keeping.not_kept("units that are in the midst of a segment", marked.count() as u32);
    let action = position.phase_def(&rules.compiled).is_some_and(|at| at.id == rules.steps[3]);
    let what = "order of the action segments in this game-turn";
    keeping.not_kept(what, action && (own.first, own.next, own.ahead) != (0, 0, 0));
    keeping.not_kept("volleys of this game-turn (IA 17.6)", own.volleys.len() as u32);
    let segments = own.segments.iter().map(|&had| u32::from(had)).sum::<u32>();
    keeping.not_kept("segments had in this game-turn (IA 17.4)", segments);
    keeping.not_kept("segment that was saved (IA 17.2)", own.saved);
}

/// What the shells have left behind.
fn tell_of_artillery(rules: &Rules, position: &Here, keeping: &mut Keeping<'_>) {
    let own = &position.own;
    let fired = own.last_fire.iter().flatten().count() as u32;
    keeping.not_kept("guns with a target before: the next fire is their first", fired);
    keeping.not_kept("markers of drumfire", own.drumfire.len() as u32);
    keeping.not_kept("markers of smoke", own.smoke.len() as u32);
    keeping.not_kept("hexes that were shelled in this game-turn", own.shelled.len() as u32);
    let due =
        (0..2).filter_map(|side| own.plans.truth(side)).map(|plan| plan.due.len()).sum::<usize>();
    let bombards = position.phase_def(&rules.compiled).is_some_and(|at| at.id == rules.steps[2]);
    let again = "bombardment phase that has begun: all that is planned for it falls once more";
    keeping.not_kept(again, bombards);
    keeping
        .not_kept("shots of this phase that are still due", if bombards { 0 } else { due as u32 });
    let tried = rules.compiled.all_units().filter(|&unit| has(position, unit, TRIED));
    keeping
        .not_kept("guns whose missions were tried to end in this game-turn", tried.count() as u32);
}
