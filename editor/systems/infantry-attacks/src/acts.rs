//! What a side may do, and in words.

use std::cmp::Ordering;
use std::slice;

use salient_hex::Hex;
use salient_rules::Action;
use salient_rules::acts::{Acts, Said};
use salient_rules::missions::Missions;
use salient_rules::play::Unit;
use salient_rules::words::list;
use serde::{Deserialize, Deserializer, Serialize};

use crate::decision::By;
use crate::plan_sheet::PlanSheet;
use crate::tasks::{Assignment, PlannedFire, by_turns};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Activate one unit or leader by itself (IA 3.11).
    Activate {
        /// The unit or leader.
        unit: Unit,
        /// Whether it fires; else it moves.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fires: bool,
    },
    /// Activate all that stand in a hex, and whoever leaders among them direct (IA 3.11).
    ActivateStack {
        /// The hex.
        hex: Hex,
        /// Who moves.
        #[serde(deserialize_with = "sorted")]
        moving: Vec<Unit>,
        /// Who fires.
        #[serde(deserialize_with = "sorted")]
        firing: Vec<Unit>,
    },
    /// Activate a leader and whoever he and the leaders below him direct (IA 3.12, 3.2).
    ActivateLeader {
        /// The leader.
        leader: Unit,
        /// Who moves.
        #[serde(deserialize_with = "sorted")]
        moving: Vec<Unit>,
        /// Who fires.
        #[serde(deserialize_with = "sorted")]
        firing: Vec<Unit>,
    },
    /// Move a unit, alone or with a leader (IA 5.2, 6.4).
    Move {
        /// The unit, and the leader who goes along.
        units: Vec<Unit>,
        /// The hexes that they enter, in order.
        path: Vec<Hex>,
    },
    /// Fire at a hex (IA 10.2).
    Fire {
        /// The units.
        #[serde(deserialize_with = "sorted")]
        units: Vec<Unit>,
        /// Leaders who combine their fire or add to it (IA 6.51, 6.52).
        #[serde(default, deserialize_with = "sorted", skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Unit>,
        /// The hex.
        #[serde(rename = "hex")]
        target: Hex,
    },
    /// Attack in an assault hex (IA 12).
    Assault {
        /// The hex.
        hex: Hex,
        /// The units and leaders who take part.
        #[serde(deserialize_with = "sorted")]
        units: Vec<Unit>,
        /// Whether they close in (IA 12.6).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cold_steel: bool,
    },
    /// Let those in works fire first and alone, or all at once with the attackers (IA 12.33).
    FirstFire {
        /// Whether only they fire.
        works_only: bool,
    },
    /// Dig in, in two segments (IA 16.2).
    Dig {
        /// The unit.
        unit: Unit,
    },
    /// Limber a gun, a mortar or machine guns (IA 5.61).
    Limber {
        /// The unit.
        unit: Unit,
    },
    /// Unlimber it (IA 5.61).
    Unlimber {
        /// The unit.
        unit: Unit,
    },
    /// Dismount cavalry (IA 15.4).
    Dismount {
        /// The unit.
        unit: Unit,
    },
    /// Mount it again (IA 15.5).
    Mount {
        /// The unit.
        unit: Unit,
    },
    /// Limber a gun, a mortar or machine guns and take it on board of a wagon (IA 5.62).
    Load {
        /// The unit.
        unit: Unit,
        /// The wagon.
        transport: Unit,
    },
    /// Set down what a wagon carries where the wagon stands (IA 5.63).
    Unload {
        /// The unit that is carried.
        unit: Unit,
    },
    /// Move a wagon and set down on the way what it carries (IA 5.63).
    SetDown {
        /// The wagon.
        transport: Unit,
        /// The hexes that it enters, in order.
        path: Vec<Hex>,
        /// The one of them where it does.
        #[serde(rename = "hex")]
        at: Hex,
    },
    /// Leave the map, at the end of a way if one is given (IA 16.42).
    Exit {
        /// The unit, and the leader who goes along.
        units: Vec<Unit>,
        /// The hexes that they enter before, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<Hex>,
    },
    /// Let a reduced company take in another (IA 17.1).
    Combine {
        /// The unit.
        unit: Unit,
        /// The one that goes out of play.
        with: Unit,
    },
    /// Save an action segment (IA 17.2).
    Save {
        /// Whether it is saved.
        saves: bool,
    },
    /// Have the segment that was saved (IA 17.2).
    UseSaved,
    /// Go to a hex, in flight or driven off (IA 14.31, 6.71).
    Go {
        /// The hex.
        hex: Hex,
    },
    /// Let a leader go along with a unit of his that flees; a disrupted one becomes demoralized by it
    /// (IA 6.62).
    Accompany {
        /// The leader.
        leader: Unit,
    },
    /// Try to recover (IA 14.4).
    Recover {
        /// The unit or leader.
        unit: Unit,
    },
    /// Let a unit take a loss (IA 7.61, 7.62).
    Lose {
        /// The unit.
        unit: Unit,
    },
    /// End the action segment.
    Done,
    /// Do without an action segment (IA 3.0), or hold one's fire (IA 13.1).
    Pass,
    /// Give a gun, a mortar or a battery off the map its mission, before the game (IA 9.1).
    Plan(Assignment),
    /// Try to end a gun's mission for good (IA 9.14).
    Abort {
        /// The unit.
        unit: Unit,
    },
    /// Let guns fire as one at the hex that was planned (IA 9.2).
    Bombard {
        /// The guns.
        #[serde(deserialize_with = "sorted")]
        units: Vec<Unit>,
    },
}

/// Units whose order does not count.
fn sorted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Unit>, D::Error> {
    let mut units = Vec::<Unit>::deserialize(deserializer)?;
    units.sort_unstable();
    Ok(units)
}

impl Act {
    /// Somebody activates some, to move and to fire.
    pub fn activate(by: By, moving: Vec<Unit>, firing: Vec<Unit>) -> Self {
        match by {
            By::Unit(unit) => Self::Activate { unit, fires: !firing.is_empty() },
            By::Stack(hex) => Self::ActivateStack { hex, moving, firing },
            By::Leader(leader) => Self::ActivateLeader { leader, moving, firing },
        }
    }

    /// Who activates whom, to move and to fire.
    pub fn activates(&self) -> Option<(By, &[Unit], &[Unit])> {
        match self {
            Self::Activate { unit, fires: false } => {
                Some((By::Unit(*unit), slice::from_ref(unit), &[]))
            }
            Self::Activate { unit, fires: true } => {
                Some((By::Unit(*unit), &[], slice::from_ref(unit)))
            }
            Self::ActivateStack { hex, moving, firing } => Some((By::Stack(*hex), moving, firing)),
            Self::ActivateLeader { leader, moving, firing } => {
                Some((By::Leader(*leader), moving, firing))
            }
            _ => None,
        }
    }

    /// A gun, a mortar or machine guns are limbered, or unlimbered.
    pub fn limber(unit: Unit, limbers: bool) -> Self {
        if limbers { Self::Limber { unit } } else { Self::Unlimber { unit } }
    }

    /// Cavalry mounts, or dismounts.
    pub fn mount(unit: Unit, mounts: bool) -> Self {
        if mounts { Self::Mount { unit } } else { Self::Dismount { unit } }
    }

    /// By what acts are sorted.
    fn key(&self) -> Key<'_> {
        let key = |rank, number| Key { rank, number, ..Key::default() };
        let unit = |rank, unit: &Unit| key(rank, u32::from(unit.0));
        match self {
            Self::Activate { unit: it, fires } => Key { flag: !fires, ..unit(0, it) },
            Self::ActivateStack { hex, moving, firing } => {
                Key { units: moving, more: firing, ..key(1, hex.0) }
            }
            Self::ActivateLeader { leader, moving, firing } => {
                Key { units: moving, more: firing, ..unit(2, leader) }
            }
            Self::Move { units, path } => Key { units, path, ..key(3, 0) },
            Self::Fire { units, leaders, target } => {
                Key { units, more: leaders, last: target.0, ..key(4, 0) }
            }
            Self::Assault { hex, units, cold_steel } => {
                Key { units, flag: *cold_steel, ..key(5, hex.0) }
            }
            Self::Recover { unit: it } => unit(6, it),
            Self::Lose { unit: it } => unit(7, it),
            Self::Go { hex } => key(8, hex.0),
            Self::Accompany { leader } => unit(9, leader),
            Self::FirstFire { works_only } => Key { flag: *works_only, ..key(10, 0) },
            Self::Dig { unit: it } => unit(11, it),
            Self::Unlimber { unit: it } => unit(12, it),
            Self::Limber { unit: it } => Key { flag: true, ..unit(12, it) },
            Self::Dismount { unit: it } => unit(13, it),
            Self::Mount { unit: it } => Key { flag: true, ..unit(13, it) },
            Self::Load { unit: it, transport } => Key { last: transport.0.into(), ..unit(14, it) },
            Self::Unload { unit: it } => unit(15, it),
            Self::SetDown { transport, path, at } => {
                Key { path, last: at.0, ..unit(16, transport) }
            }
            Self::Exit { units, path } => Key { units, path, ..key(17, 0) },
            Self::Combine { unit: it, with } => Key { last: with.0.into(), ..unit(18, it) },
            Self::Save { saves } => Key { flag: *saves, ..key(19, 0) },
            Self::UseSaved => key(20, 0),
            Self::Done => key(21, 0),
            Self::Pass => key(22, 0),
            Self::Plan(plan) => Key { plan: Some(plan), ..key(23, 0) },
            Self::Abort { unit: it } => unit(24, it),
            Self::Bombard { units } => Key { units, ..key(25, 0) },
        }
    }
}

/// What acts are sorted by: what the bots have always looked at first comes first, which is not the
/// order in which the acts are told of. No act has all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    rank: u8,
    number: u32,
    units: &'a [Unit],
    more: &'a [Unit],
    path: &'a [Hex],
    last: u32,
    flag: bool,
    plan: Option<&'a Assignment>,
}

impl Ord for Act {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Act {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let (act, said) = acts.read::<Act>(action)?;
    let (unit, units) = (|unit: &Unit| said.unit(unit), |units: &[Unit]| said.units(units));
    let hex = |hex: &Hex| said.hex(hex);
    let way = |path: &[Hex]| path.last().map(|to| format!("to {}", hex(to))).unwrap_or_default();
    Some(match &act {
        Act::Activate { unit: one, fires } => {
            let what = if *fires { firing(&said, one) } else { moving(&said, one) };
            format!("{} {what}", said.unit_in_hex(one))
        }
        Act::ActivateStack { hex: at, moving, firing } => {
            activation(&said, &format!("Stack in {}", hex(at)), None, (firing, moving))
        }
        Act::ActivateLeader { leader, moving, firing } => {
            activation(&said, &said.unit_in_hex(leader), Some(leader), (firing, moving))
        }
        Act::Move { units: moved, path } => match path.last() {
            Some(to) if moved.iter().any(|unit| said.meets_enemies(unit, to)) => {
                format!("Enter {} against the enemy with {}", hex(to), units(moved))
            }
            _ => format!("Move {} {}", units(moved), way(path)),
        },
        Act::Fire { units: by, leaders, target } => {
            let help = match leaders.is_empty() {
                true => String::new(),
                false => format!(", led by {}", units(leaders)),
            };
            format!("Fire at {} with {}{help}", hex(target), units(by))
        }
        Act::Assault { hex: at, units: by, cold_steel } => {
            let how = if *cold_steel { ", with cold steel" } else { "" };
            format!("Assault in {} with {}{how}", hex(at), units(by))
        }
        Act::FirstFire { works_only: true } => "Those in works fire first, and alone".to_owned(),
        Act::FirstFire { works_only: false } => "All fire, at once with the attackers".to_owned(),
        Act::Dig { unit: one } => format!("Dig in with {}", unit(one)),
        Act::Limber { unit: one } => format!("Limber {}", unit(one)),
        Act::Unlimber { unit: one } => format!("Unlimber {}", unit(one)),
        Act::Dismount { unit: one } => format!("Dismount {}", said.unit_in_hex(one)),
        Act::Mount { unit: one } => format!("Mount {}", said.unit_in_hex(one)),
        Act::Load { unit: one, transport } => {
            format!("Load {} on {}", unit(one), unit(transport))
        }
        Act::Unload { unit: one } => format!("Set {} down", unit(one)),
        Act::SetDown { transport, path, at } => {
            let on = match path.last() == Some(at) {
                true => String::new(),
                false => format!(" {}", way(path)),
            };
            format!("Move {}{on}, and set down in {} what it carries", unit(transport), hex(at))
        }
        Act::Exit { units: gone, path } => {
            let by = path.last().map(|at| format!(" by {}", hex(at))).unwrap_or_default();
            format!("Leave the map{by} with {}", units(gone))
        }
        Act::Combine { unit: one, with } => {
            format!("Let {} take in {}", said.unit_in_hex(one), unit(with))
        }
        Act::Save { saves: true } => "Save an action segment".to_owned(),
        Act::Save { saves: false } => "Save no action segment".to_owned(),
        Act::UseSaved => "Take the action segment that was saved".to_owned(),
        Act::Go { hex: to } => format!("Go to {}", hex(to)),
        Act::Accompany { leader } => format!("Let {} flee along", unit(leader)),
        Act::Recover { unit: one } => match moving(&said, one) {
            MUST_RECOVER => format!("{} {MUST_RECOVER}", said.unit_in_hex(one)),
            _ => format!("Try to recover {}", said.unit_in_hex(one)),
        },
        Act::Lose { unit: one } => format!("Lose {}", said.unit_in_hex(one)),
        Act::Abort { unit: one } => format!("Try to end the mission of {}", unit(one)),
        Act::Bombard { units: guns } => {
            let at = guns.iter().find_map(|gun| said.aim(gun));
            let at = at.map(|hex| format!(" at {hex}")).unwrap_or_default();
            let as_one = if guns.len() == 1 { "" } else { " as one" };
            format!("Fire by plan{at} with {}{as_one}", units(guns))
        }
        Act::Plan(Assignment { unit: gun, mission, fires, destination }) => {
            let kind = PlanSheet.kinds().iter().find(|kind| kind.id == mission);
            let name = kind.map_or_else(|| mission.clone(), |kind| kind.name.to_lowercase());
            let to = destination.map(|to| format!(" to {}", hex(&to))).unwrap_or_default();
            let at = match fires.is_empty() {
                true if kind.is_some_and(|kind| kind.fires) => " at nothing".to_owned(),
                true => String::new(),
                false => format!(" at {}", planned(fires, &said)),
            };
            format!("{}: {name}{to}{at}", said.unit_in_hex(gun))
        }
        Act::Done | Act::Pass => return None,
    })
}

/// What one who is activated to fire is there for: who stands among the enemy fires at nobody else
/// (IA 12.82).
fn firing(said: &Said<'_>, unit: &Unit) -> &'static str {
    if said.is_among_enemies(unit) { "to assault" } else { "to fire" }
}

/// What one who is activated to move is there for: the demoralized do nothing but try to recover.
fn moving(said: &Said<'_>, unit: &Unit) -> &'static str {
    if said.is_so(unit, "demoralized") { MUST_RECOVER } else { "to move" }
}

const MUST_RECOVER: &str = "must try to recover (IA 14.42)";

/// Those who are activated together, each with what it is there for; the leader who directs them is
/// named before.
fn activation(
    said: &Said<'_>,
    who: &str,
    leader: Option<&Unit>,
    (to_fire, to_move): (&[Unit], &[Unit]),
) -> String {
    let fire = to_fire.iter().map(|unit| (firing(said, unit), unit));
    let all: Vec<(&str, &Unit)> =
        fire.chain(to_move.iter().map(|unit| (moving(said, unit), unit))).collect();
    let part = |what: &'static str| {
        let units = || all.iter().filter(|(for_what, _)| *for_what == what).map(|(_, unit)| *unit);
        let he = units().find(|unit| leader == Some(*unit)).map(|_| "he".to_owned());
        let others = units().filter(|unit| leader != Some(*unit)).map(|unit| said.unit(unit));
        let names: Vec<String> = he.into_iter().chain(others).collect();
        (!names.is_empty()).then(|| (what, list(&names)))
    };
    // What for stands first: many choices have the same units.
    let parts = ["to assault", "to fire", "to move", MUST_RECOVER].into_iter().filter_map(part);
    let told: Vec<String> = parts.map(|(what, names)| format!("{what}: {names}")).collect();
    format!("{who} {}", told.join("; "))
}

/// What is fired at by game-turn.
fn planned(fires: &[PlannedFire], said: &Said<'_>) -> String {
    by_turns(fires.iter().map(|fire| {
        let hex = said.hex(&fire.hex);
        let what = match &fire.shell {
            Some(shell) => format!("{hex} with {shell}"),
            None => hex.to_owned(),
        };
        (fire.turn, what)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bots look at acts in this order, and draw among them by their places.
    #[test]
    fn acts_are_sorted_by_kind_and_then_by_whom_they_are_about() {
        let (one, two) = (Unit(1), Unit(2));
        let (near, far) = (Hex(1), Hex(9));
        let plan = |unit, mission: &str, fires: &[(u16, Hex)], destination| {
            let fire = |&(turn, hex): &(u16, Hex)| PlannedFire { turn, hex, shell: None };
            let (mission, fires) = (mission.to_owned(), fires.iter().map(fire).collect());
            Act::Plan(Assignment { unit, mission, fires, destination })
        };
        let fire = |leaders: &[Unit], target| {
            let (units, leaders) = (vec![one], leaders.to_vec());
            Act::Fire { units, leaders, target }
        };
        let sorted = [
            Act::Activate { unit: one, fires: true },
            Act::Activate { unit: one, fires: false },
            Act::Activate { unit: two, fires: true },
            Act::ActivateStack { hex: near, moving: vec![], firing: vec![one, two] },
            Act::ActivateStack { hex: near, moving: vec![one, two], firing: vec![] },
            Act::ActivateLeader { leader: one, moving: vec![one], firing: vec![two] },
            Act::Move { units: vec![one], path: vec![far] },
            Act::Move { units: vec![one, two], path: vec![near] },
            fire(&[], near),
            fire(&[], far),
            fire(&[two], near),
            Act::Assault { hex: near, units: vec![one], cold_steel: false },
            Act::Assault { hex: near, units: vec![one], cold_steel: true },
            Act::Recover { unit: two },
            Act::Lose { unit: one },
            Act::Go { hex: far },
            Act::Dig { unit: one },
            Act::Unlimber { unit: one },
            Act::Limber { unit: one },
            Act::Unlimber { unit: two },
            Act::Dismount { unit: two },
            Act::Mount { unit: two },
            Act::Load { unit: one, transport: two },
            Act::SetDown { transport: two, path: vec![near, far], at: near },
            Act::SetDown { transport: two, path: vec![near, far], at: far },
            Act::Save { saves: false },
            Act::Save { saves: true },
            Act::UseSaved,
            Act::Done,
            Act::Pass,
            plan(one, "planned-fire", &[(1, near)], None),
            plan(one, "planned-fire", &[(1, far)], None),
            plan(one, "open-sights", &[], None),
            plan(one, "move", &[], Some(near)),
            plan(two, "planned-fire", &[], None),
            Act::Abort { unit: one },
            Act::Bombard { units: vec![one] },
            Act::Bombard { units: vec![one, two] },
        ];
        let mut acts: Vec<Act> = sorted.iter().rev().cloned().collect();
        acts.sort();
        assert_eq!(acts, sorted);
    }
}
