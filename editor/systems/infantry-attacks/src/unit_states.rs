//! The states that units may begin in: what a designer is offered, and what the checks accept.

use salient_hex::Hex;
use salient_rules::Roles;
use salient_rules::check::Lookup;
use salient_rules::game::MarkerLook;
use salient_rules::states::{Standing, UnitState, UnitStates};
use salient_schema::CounterId;

use crate::banks::land_around;
use crate::roles::ROLES;
use crate::state::{
    DEMORALIZED, DEPLETED, DIGGING, DISMOUNTED, DISRUPTED, DONE, DRAWN, DUG_IN, ENTRENCHED,
    FIRED_ONCE, HIDDEN, LIMBERED, MOUNTED, SPOTTED,
};
use crate::units::{self, Kind};

/// What keeps a kind of unit from a state before the game, with the rule; nothing if it may begin
/// in it.
pub fn refusal(kind: Kind, state: u32) -> Option<(&'static str, &'static str)> {
    let digs = !matches!(kind, Kind::Cavalry | Kind::CavalryLeader | Kind::Transport);
    let is = |bits: u32| state & bits != 0;
    match () {
        () if is(DRAWN) && !kind.is_leader() => Some(("is no leader, and is not drawn", "IA 6.2")),
        () if is(DISMOUNTED | MOUNTED) && kind != Kind::Cavalry => {
            Some(("is no cavalry", "IA 15.1"))
        }
        () if is(LIMBERED) && !units::is_load(kind) => Some(("is never limbered", "IA 5.61")),
        () if is(DUG_IN | ENTRENCHED) && !digs => Some(("is in no works", "IA 16.24")),
        () if is(DIGGING) && (!digs || kind.is_leader()) => Some(("does not dig", "IA 16.2")),
        () if is(DEPLETED) && !matches!(kind, Kind::Artillery | Kind::Mortar) => {
            Some(("is no artillery, and does not run out of shells", "IA 11.2"))
        }
        () if is(FIRED_ONCE) && !kind.is_combat() => Some(("does not fire", "IA 3.14")),
        () => None,
    }
}

/// The offer.
#[derive(Debug)]
pub struct Beginnings;

const ORDER: &str = "Order";
const WORKS: &str = "Works";
const HORSES: &str = "Horses";
const BANK: &str = "Bank of the river";

/// IA 5.83: on a bank of the river in the hex. Which mark that is, the map tells.
const fn on_bank(id: &'static str, name: &'static str) -> UnitState {
    UnitState::new(id, name, "On this bank of the river in its hex (IA 5.83).")
        .one_of(BANK)
        .needed()
}

/// A state by its id.
pub fn state(id: &str) -> Option<&'static UnitState> {
    const { &STATES }.iter().find(|state| state.id == id)
}

/// The mark of a state; none of a bank.
pub fn mark(id: &str) -> Option<u32> {
    state(id).map(|state| state.mark).filter(|&mark| mark != 0)
}

/// Every state that a unit may begin in, with the mark that stands for it.
pub const STATES: [UnitState; 22] = [
    UnitState::new("hidden", "Hidden", "The enemy does not know where it is (IA 16.5).")
        .marked(HIDDEN),
    UnitState::new("dug-in", "Dug in", "It has dug in before the game (IA 16.2).")
        .one_of(WORKS)
        .marked(DUG_IN),
    UnitState::new("entrenched", "Entrenched", "In the entrenchment of its hex (IA 16.31).")
        .one_of(WORKS)
        .marked(ENTRENCHED),
    UnitState::new("limbered", "Limbered", "On the side that moves (IA 5.61).")
        .on_the_back()
        .marked(LIMBERED),
    UnitState::new("mounted", "Mounted", "It begins on horse; else its owner chooses (IA 15.1).")
        .one_of(HORSES)
        .shown(None)
        .marked(MOUNTED),
    UnitState::new("dismounted", "Dismounted", "It begins on foot (IA 15.1).")
        .one_of(HORSES)
        .on_the_back()
        .marked(DISMOUNTED),
    UnitState::new(
        "drawn",
        "Drawn by chance",
        "A leader of this rank is drawn in his place when play begins (IA 6.2).",
    )
    .shown(None)
    .marked(DRAWN),
    on_bank("bank-n", "North bank"),
    on_bank("bank-ne", "North-east bank"),
    on_bank("bank-e", "East bank"),
    on_bank("bank-se", "South-east bank"),
    on_bank("bank-s", "South bank"),
    on_bank("bank-sw", "South-west bank"),
    on_bank("bank-w", "West bank"),
    on_bank("bank-nw", "North-west bank"),
    UnitState::new("disrupted", "Disrupted", "At half strength until it recovers (IA 14.2).")
        .one_of(ORDER)
        .shown(Some(MarkerLook::Morale))
        .marked(DISRUPTED),
    UnitState::new("demoralized", "Demoralized", "It must recover, and flees (IA 14.3).")
        .one_of(ORDER)
        .shown(Some(MarkerLook::Morale))
        .marked(DEMORALIZED),
    UnitState::new("depleted", "Low on shells", "Its ammunition runs low (IA 11.2).")
        .marked(DEPLETED),
    UnitState::new("digging", "Digging in", "It has dug for one segment (IA 16.2).")
        .marked(DIGGING),
    UnitState::new("spotted", "Spotted", "It has fired out of its cover (IA 8.52).")
        .marked(SPOTTED),
    UnitState::new(
        "moved-fired",
        "Moved or fired",
        "It acts no more in the first game-turn (IA 3.13).",
    )
    .marked(DONE),
    UnitState::new(
        "fired-once",
        "Has fired once",
        "It fires once more in the first game-turn, at what moves (IA 3.14).",
    )
    .marked(FIRED_ONCE),
];

impl UnitStates for Beginnings {
    fn all(&self) -> &'static [UnitState] {
        const { &STATES }
    }

    fn fitting(&self, at: &Standing<'_>) -> Vec<&'static UnitState> {
        let Ok(roles) = Roles::filled(&ROLES, at.bundle) else { return Vec::new() };
        let Some(kind) = Kind::of(&roles, &at.counter.unit_type) else { return Vec::new() };
        let features = || at.lookup.features_at(at.hex).map(|(_, feature)| &feature.kind);
        let trenches = features().any(|kind| roles.is("entrenchment", kind));
        // IA 16.2: nobody digs in towns and woods, and in an entrenchment nobody needs to.
        let tall = at.lookup.terrain(at.hex).is_some_and(|it| roles.any("tall", &it.traits));
        let banks = banks(&roles, at.lookup, at.hex);
        let fits = |state: &&UnitState| match mark(state.id) {
            Some(flag) => {
                refusal(kind, flag).is_none()
                    && (flag != ENTRENCHED || trenches)
                    && (flag & (DUG_IN | DIGGING) == 0 || !tall && !trenches)
            }
            None => banks.contains(&state.id),
        };
        self.all().iter().filter(fits).collect()
    }

    fn carriers(&self, at: &Standing<'_>) -> Vec<CounterId> {
        let Ok(roles) = Roles::filled(&ROLES, at.bundle) else { return Vec::new() };
        if !Kind::of(&roles, &at.counter.unit_type).is_some_and(units::is_load) {
            return Vec::new();
        }
        let books = || at.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let carries = |id: &&CounterId| {
            let printed = books().find(|counter| counter.id == **id);
            printed.is_some_and(|printed| {
                printed.side == at.counter.side
                    && Kind::of(&roles, &printed.unit_type) == Some(Kind::Transport)
            })
        };
        let placements = || at.bundle.scenario.setup.placements.iter();
        // IA 5.6: one unit each.
        let free = |id: &&CounterId| {
            !placements().any(|it| {
                it.carried_by.as_ref() == Some(id) && !it.counters.contains(&at.counter.id)
            })
        };
        let here = placements().filter(|it| at.lookup.grid.parse(&it.hex) == Some(at.hex));
        let afoot = here.filter(|it| it.carried_by.is_none()).flat_map(|it| &it.counters);
        afoot.filter(carries).filter(free).cloned().collect()
    }
}

/// The states of the banks of a hex, one each: the middle of its land.
fn banks(roles: &Roles<'_>, lookup: &Lookup<'_>, hex: Hex) -> Vec<&'static str> {
    let is_river = |hex: Hex| {
        let is = |role| lookup.terrain(hex).is_some_and(|kind| roles.is(role, &kind.id));
        is("major-river") || is("minor-river")
    };
    if !is_river(hex) {
        return Vec::new();
    }
    let middles = land_around(lookup.grid, hex, is_river).into_iter().filter_map(|run| {
        let middle = lookup.grid.compass(*run.get(run.len() / 2)?);
        let of = |state: &&UnitState| state.id.strip_prefix("bank-") == Some(middle);
        STATES.iter().find(of).map(|state| state.id)
    });
    middles.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use salient_rules::check::LookupLists;
    use salient_rules::states::{Standing, UnitStates, is_back, other_side};
    use salient_rules::{Match, System, Systems};
    use salient_schema::Bundle;
    use salient_schema::scenario::Placement;

    use super::{Beginnings, STATES};
    use crate::Rulebook;

    const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

    /// What is offered of each counter of the published scenarios is accepted where it stands, and
    /// what is not offered is refused; hexes are not looked at for that.
    #[test]
    fn what_is_offered_is_accepted() {
        let (mut seen, mut banks, mut carried) = (0, 0, 0);
        for name in Rulebook.published().scenarios {
            let file = name.rsplit('/').next().unwrap().strip_suffix(".json");
            let bundle = Rulebook.published().bundle(file).unwrap();
            let lists = LookupLists::new(&bundle.map);
            let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
            let wrong = |bundle: &Bundle| {
                let found = Rulebook.prepare(bundle).err().unwrap_or_default();
                found.iter().any(|found| {
                    let pointer = found.place.pointer.as_deref();
                    pointer.is_some_and(|at| at.contains("/setup/placements/"))
                })
            };
            // One of each type.
            let mut types = std::collections::BTreeSet::new();
            for (at, placement) in bundle.scenario.setup.placements.iter().enumerate() {
                let id = &placement.counters[0];
                let mut all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
                let counter = all.find(|counter| counter.id == *id).unwrap();
                let hex = lookup.grid.parse(&placement.hex).unwrap();
                let standing = Standing { bundle: &bundle, lookup: &lookup, counter, hex };
                let by = Beginnings.carriers(&standing);
                let ground = lookup.terrain(hex).map(|kind| kind.id.clone());
                // Whoever is carried is in good order (IA 5.66).
                let of = (counter.unit_type.clone(), ground, by.is_empty());
                if placement.carried_by.is_some() || !types.insert(of) {
                    continue;
                }
                let fitting = Beginnings.fitting(&standing);
                let with = |state: &str| {
                    let mut bundle = bundle.clone();
                    let alone = Placement {
                        counters: vec![id.clone()],
                        states: vec![state.to_owned()],
                        ..placement.clone()
                    };
                    bundle.scenario.setup.placements[at].counters.remove(0);
                    bundle.scenario.setup.placements.push(alone);
                    bundle
                };
                for state in &STATES {
                    let offered = fitting.contains(&state);
                    let of_hex = ["dug-in", "entrenched", "digging"].contains(&state.id)
                        || state.id.starts_with("bank-");
                    if offered || !of_hex {
                        assert_eq!(wrong(&with(state.id)), !offered, "{name}, {id}, {state:?}");
                        seen += 1;
                    }
                    banks += usize::from(offered && state.id.starts_with("bank-"));
                }
                for by in by {
                    let mut bundle = with("hidden");
                    let last = bundle.scenario.setup.placements.last_mut().unwrap();
                    last.states.clear();
                    last.carried_by = Some(by);
                    assert!(!wrong(&bundle), "{name}, {id}");
                    carried += 1;
                }
            }
        }
        assert!(seen > 300 && banks > 1 && carried > 1, "{seen} {banks} {carried}");
    }

    /// The other side of a counter and the state that it stands for are one thing to a game.
    #[test]
    fn the_other_side_is_the_state() {
        let mut seen = 0;
        for name in Rulebook.published().scenarios {
            let file = name.rsplit('/').next().unwrap().strip_suffix(".json");
            let bundle = Rulebook.published().bundle(file).unwrap();
            let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
            for counter in counters.filter(|counter| counter.faces.len() > 1) {
                for face in 0..counter.faces.len() as u8 {
                    let mut bundle = bundle.clone();
                    let placements = &mut bundle.scenario.setup.placements;
                    let Some(at) =
                        placements.iter().position(|it| it.counters.contains(&counter.id))
                    else {
                        continue;
                    };
                    let whole = placements[at].clone();
                    // Whoever is carried lies on the back anyway.
                    if whole.carried_by.is_some() {
                        continue;
                    }
                    let alone = Placement {
                        counters: vec![counter.id.clone()],
                        face: Some(face),
                        states: Vec::new(),
                        ..whole
                    };
                    placements[at].counters.retain(|id| *id != counter.id);
                    placements.push(alone);
                    bundle.scenario.setup.missions.clear();
                    // A gun may not begin limbered where its mission says that it fires.
                    let Ok(game) = Match::start(SYSTEMS, &bundle, 1) else { continue };
                    let units = game.units();
                    let unit = units.iter().find(|unit| unit.counter == counter.id).unwrap();
                    assert_eq!(unit.face, face, "{name}, {}", counter.id);
                    assert_eq!(is_back(counter, face), counter.faces[usize::from(face)].not_a_step);
                    assert_eq!(
                        other_side(counter, face).and_then(|face| other_side(counter, face)),
                        other_side(counter, face).map(|_| face)
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
