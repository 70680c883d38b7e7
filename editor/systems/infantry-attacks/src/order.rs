//! What a side may do, in the words of map and counters.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::Unit;
use salient_schema::Id;
use salient_schema::action::Name;
use salient_schema::scenario::{Mission, PlannedFire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::activation::By;
use crate::game::Act;
use crate::missions;
use crate::rules::Rules;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "do")]
pub enum Order {
    /// Activate one unit or leader by itself (IA 3.11).
    Activate {
        /// The unit or leader.
        unit: Name,
        /// Whether it fires; else it moves.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fires: bool,
    },
    /// Activate all that stand in a hex, and whoever leaders among them direct (IA 3.11).
    ActivateStack {
        /// The hex.
        hex: Name,
        /// Who moves.
        moving: Vec<Name>,
        /// Who fires.
        firing: Vec<Name>,
    },
    /// Activate a leader and whoever he and the leaders below him direct (IA 3.12, 3.2).
    ActivateLeader {
        /// The leader.
        leader: Name,
        /// Who moves.
        moving: Vec<Name>,
        /// Who fires.
        firing: Vec<Name>,
    },
    /// Move a unit, alone or with a leader (IA 5.2, 6.4).
    Move {
        /// The unit, and the leader who goes along.
        units: Vec<Name>,
        /// The hexes that they enter, in order.
        path: Vec<Name>,
    },
    /// Fire at a hex (IA 10.2).
    Fire {
        /// The units.
        units: Vec<Name>,
        /// Leaders who combine their fire or add to it (IA 6.51, 6.52).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<Name>,
        /// The hex.
        hex: Name,
    },
    /// Attack in an assault hex (IA 12).
    Assault {
        /// The hex.
        hex: Name,
        /// The units and leaders who take part.
        units: Vec<Name>,
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
        unit: Name,
    },
    /// Limber a gun, a mortar or machine guns (IA 5.61).
    Limber {
        /// The unit.
        unit: Name,
    },
    /// Unlimber it (IA 5.61).
    Unlimber {
        /// The unit.
        unit: Name,
    },
    /// Dismount cavalry (IA 15.4).
    Dismount {
        /// The unit.
        unit: Name,
    },
    /// Mount it again (IA 15.5).
    Mount {
        /// The unit.
        unit: Name,
    },
    /// Limber a gun, a mortar or machine guns and take it on board of a wagon (IA 5.62).
    Load {
        /// The unit.
        unit: Name,
        /// The wagon.
        transport: Name,
    },
    /// Set down what a wagon carries where the wagon stands (IA 5.63).
    Unload {
        /// The unit that is carried.
        unit: Name,
    },
    /// Move a wagon and set down on the way what it carries (IA 5.63).
    SetDown {
        /// The wagon.
        transport: Name,
        /// The hexes that it enters, in order.
        path: Vec<Name>,
        /// The one of them where it does.
        hex: Name,
    },
    /// Leave the map, at the end of a way if one is given (IA 16.42).
    Exit {
        /// The unit, and the leader who goes along.
        units: Vec<Name>,
        /// The hexes that they enter before, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<Name>,
    },
    /// Let a reduced company take in another (IA 17.1).
    Combine {
        /// The unit.
        unit: Name,
        /// The one that goes out of play.
        with: Name,
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
        hex: Name,
    },
    /// Let a leader go along with a unit of his that flees; a disrupted one becomes demoralized by it
    /// (IA 6.62).
    Accompany {
        /// The leader.
        leader: Name,
    },
    /// Try to recover (IA 14.4).
    Recover {
        /// The unit or leader.
        unit: Name,
    },
    /// Let a unit take a loss (IA 7.61).
    Lose {
        /// The unit.
        unit: Name,
    },
    /// End the action segment.
    Done,
    /// Do without an action segment (IA 3.0), or hold one's fire (IA 13.1).
    Pass,
    /// Give a gun, a mortar or a battery off the map its mission, before the game (IA 9.1).
    Plan {
        /// The unit.
        unit: Name,
        /// Its mission: `planned-fire`, `open-sights` or `move`.
        mission: Id,
        /// What it fires at by plan; nothing in game-turns that are left out (IA 9.11).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fires: Vec<PlannedFire>,
        /// Where it moves to (IA 9.13).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        destination: Option<Name>,
    },
    /// Try to end a gun's mission for good (IA 9.14).
    Abort {
        /// The unit.
        unit: Name,
    },
    /// Let guns fire as one at the hex that was planned (IA 9.2).
    Bombard {
        /// The guns.
        units: Vec<Name>,
    },
}

impl Order {
    /// An act in words.
    pub(crate) fn of(rules: &Rules, act: &Act) -> Self {
        let unit = |unit: &Unit| Name::from(&rules.unit(*unit).name);
        let hex = |hex: &Hex| Name::from(rules.compiled.label(*hex));
        let units = |units: &[Unit]| rules.compiled.names(units);
        match act {
            Act::Activate { by: By::Unit(one), firing, .. } => {
                Self::Activate { unit: unit(one), fires: !firing.is_empty() }
            }
            Act::Activate { by: By::Stack(at), moving, firing } => {
                Self::ActivateStack { hex: hex(at), moving: units(moving), firing: units(firing) }
            }
            Act::Activate { by: By::Leader(leader), moving, firing } => Self::ActivateLeader {
                leader: unit(leader),
                moving: units(moving),
                firing: units(firing),
            },
            Act::Move { units: moved, path } => {
                Self::Move { units: units(moved), path: rules.compiled.labels(path) }
            }
            Act::Fire { units: by, leaders, target } => {
                Self::Fire { units: units(by), leaders: units(leaders), hex: hex(target) }
            }
            Act::Assault { hex: at, units: by, cold_steel } => {
                Self::Assault { hex: hex(at), units: units(by), cold_steel: *cold_steel }
            }
            Act::Go(to) => Self::Go { hex: hex(to) },
            Act::Accompany(leader) => Self::Accompany { leader: unit(leader) },
            Act::FirstFire(works_only) => Self::FirstFire { works_only: *works_only },
            Act::Dig(one) => Self::Dig { unit: unit(one) },
            Act::Limber { unit: one, limbers: true } => Self::Limber { unit: unit(one) },
            Act::Limber { unit: one, .. } => Self::Unlimber { unit: unit(one) },
            Act::Mount { unit: one, mounts: false } => Self::Dismount { unit: unit(one) },
            Act::Mount { unit: one, .. } => Self::Mount { unit: unit(one) },
            Act::Load { unit: one, transport } => {
                Self::Load { unit: unit(one), transport: unit(transport) }
            }
            Act::Unload(one) => Self::Unload { unit: unit(one) },
            Act::SetDown { transport, path, at } => Self::SetDown {
                transport: unit(transport),
                path: rules.compiled.labels(path),
                hex: hex(at),
            },
            Act::Exit { units: gone, path } => {
                Self::Exit { units: units(gone), path: rules.compiled.labels(path) }
            }
            Act::Combine { unit: one, with } => Self::Combine { unit: unit(one), with: unit(with) },
            Act::Save(saves) => Self::Save { saves: *saves },
            Act::UseSaved => Self::UseSaved,
            Act::Recover(one) => Self::Recover { unit: unit(one) },
            Act::Lose(one) => Self::Lose { unit: unit(one) },
            Act::Done => Self::Done,
            Act::Pass => Self::Pass,
            Act::Plan { unit, task } => Self::plan(missions::in_words(rules, *unit, task)),
            Act::Abort(one) => Self::Abort { unit: unit(one) },
            Act::Bombard(guns) => Self::Bombard { units: units(guns) },
        }
    }

    /// The act in units and hexes.
    pub(crate) fn act(&self, rules: &Rules) -> Result<Act, Violation> {
        let unit = |name: &Name| rules.compiled.read_unit(name);
        let hex = |label: &Name| rules.compiled.read_hex(label);
        let units = |names: &[Name]| -> Result<Vec<Unit>, Violation> {
            let mut units = rules.compiled.read_units(names)?;
            units.sort_unstable();
            Ok(units)
        };
        Ok(match self {
            Self::Activate { unit: name, fires } => {
                let unit = unit(name)?;
                let (moving, firing) =
                    if *fires { (Vec::new(), vec![unit]) } else { (vec![unit], Vec::new()) };
                Act::Activate { by: By::Unit(unit), moving, firing }
            }
            Self::ActivateStack { hex: at, moving, firing } => Act::Activate {
                by: By::Stack(hex(at)?),
                moving: units(moving)?,
                firing: units(firing)?,
            },
            Self::ActivateLeader { leader, moving, firing } => Act::Activate {
                by: By::Leader(unit(leader)?),
                moving: units(moving)?,
                firing: units(firing)?,
            },
            Self::Move { units, path } => Act::Move {
                // Whoever goes along comes behind: the order counts.
                units: rules.compiled.read_units(units)?,
                path: rules.compiled.read_hexes(path)?,
            },
            Self::Fire { units: by, leaders, hex: at } => {
                Act::Fire { units: units(by)?, leaders: units(leaders)?, target: hex(at)? }
            }
            Self::Assault { hex: at, units: by, cold_steel } => {
                Act::Assault { hex: hex(at)?, units: units(by)?, cold_steel: *cold_steel }
            }
            Self::Go { hex: to } => Act::Go(hex(to)?),
            Self::FirstFire { works_only } => Act::FirstFire(*works_only),
            Self::Dig { unit: name } => Act::Dig(unit(name)?),
            Self::Limber { unit: name } => Act::Limber { unit: unit(name)?, limbers: true },
            Self::Unlimber { unit: name } => Act::Limber { unit: unit(name)?, limbers: false },
            Self::Dismount { unit: name } => Act::Mount { unit: unit(name)?, mounts: false },
            Self::Mount { unit: name } => Act::Mount { unit: unit(name)?, mounts: true },
            Self::Load { unit: name, transport } => {
                Act::Load { unit: unit(name)?, transport: unit(transport)? }
            }
            Self::Unload { unit: name } => Act::Unload(unit(name)?),
            Self::SetDown { transport, path, hex: at } => Act::SetDown {
                transport: unit(transport)?,
                path: rules.compiled.read_hexes(path)?,
                at: hex(at)?,
            },
            Self::Exit { units, path } => Act::Exit {
                units: rules.compiled.read_units(units)?,
                path: rules.compiled.read_hexes(path)?,
            },
            Self::Combine { unit: name, with } => {
                Act::Combine { unit: unit(name)?, with: unit(with)? }
            }
            Self::Save { saves } => Act::Save(*saves),
            Self::UseSaved => Act::UseSaved,
            Self::Accompany { leader } => Act::Accompany(unit(leader)?),
            Self::Recover { unit: name } => Act::Recover(unit(name)?),
            Self::Lose { unit: name } => Act::Lose(unit(name)?),
            Self::Done => Act::Done,
            Self::Pass => Act::Pass,
            Self::Plan { unit: name, mission, fires, destination } => {
                let written = Mission {
                    counter: name.as_str().to_owned(),
                    mission: Some(mission.clone()),
                    destination: destination.as_ref().map(|hex| hex.as_str().to_owned()),
                    fires: fires.clone(),
                };
                let unit = unit(name)?;
                let first = |faults: Vec<(String, Violation)>| {
                    let first = faults.into_iter().next().map(|(_, wrong)| wrong);
                    first.unwrap_or_else(|| Violation::new("IA 9.1", "the mission makes no sense"))
                };
                let task = missions::read(rules, &written).map_err(first)?;
                let missing = || Violation::new("IA 9.1", "a gun is given a mission");
                Act::Plan { unit, task: task.ok_or_else(missing)? }
            }
            Self::Abort { unit: name } => Act::Abort(unit(name)?),
            Self::Bombard { units: guns } => Act::Bombard(units(guns)?),
        })
    }

    fn plan(written: Mission) -> Self {
        Self::Plan {
            unit: Name::from(written.counter.as_str()),
            mission: written.mission.unwrap_or_default(),
            fires: written.fires,
            destination: written.destination.as_deref().map(Name::from),
        }
    }
}
