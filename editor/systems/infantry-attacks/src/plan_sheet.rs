//! What a designer may write down of the artillery before a game (IA 9.1).

use salient_rules::Roles;
use salient_rules::missions::{Gun, MissionKind, Missions, Shell};
use salient_schema::Bundle;

use crate::compile::maybe_levels;
use crate::roles::ROLES;

/// Missions as a scenario may have them.
#[derive(Debug)]
pub struct PlanSheet;

const PLANNED: &str = "planned-fire";
const OPEN_SIGHTS: &str = "open-sights";
const SMOKE: &str = "smoke";
const MOVE: &str = "move";

impl Missions for PlanSheet {
    fn kinds(&self) -> &'static [MissionKind] {
        const KINDS: [MissionKind; 3] = [
            MissionKind {
                id: PLANNED,
                name: "Planned fire",
                meaning: "It fires at a hex in each game-turn that is planned (IA 9.11).",
                fires: true,
                goes: false,
            },
            MissionKind {
                id: OPEN_SIGHTS,
                name: "Open sights",
                meaning: "It fires at what it spots (IA 9.12).",
                fires: false,
                goes: false,
            },
            MissionKind {
                id: MOVE,
                name: "Move",
                meaning: "It goes to a hex, and has open sights there (IA 9.13).",
                fires: false,
                goes: true,
            },
        ];
        &KINDS
    }

    fn shells(&self) -> &'static [Shell] {
        const SHELLS: [Shell; 2] =
            [Shell { id: None, name: "Shells" }, Shell { id: Some(SMOKE), name: "Smoke" }];
        &SHELLS
    }

    fn guns(&self, bundle: &Bundle) -> Vec<Gun> {
        let Ok(roles) = Roles::filled(&ROLES, bundle) else { return Vec::new() };
        let range = roles.one("range");
        let placements = &bundle.scenario.setup.placements;
        let expected = |id: &String| {
            bundle.scenario.reinforcements.iter().any(|group| group.counters.contains(id))
        };
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let guns = counters.filter_map(|counter| {
            let mortar = roles.is("mortar", &counter.unit_type);
            if !mortar && !roles.is("artillery", &counter.unit_type) {
                return None;
            }
            let off_map = roles.any("off-board", &counter.traits);
            let placed = placements.iter().find(|at| at.counters.contains(&counter.id));
            // Whoever is neither on the map nor comes to it takes no part (IA 9.1).
            if !off_map && placed.is_none() && !expected(&counter.id) {
                return None;
            }
            let kinds = match placed {
                // IA 9.15
                _ if off_map => vec![PLANNED],
                Some(_) if mortar => vec![OPEN_SIGHTS, MOVE],
                Some(_) => vec![PLANNED, OPEN_SIGHTS, MOVE],
                // IA 9.13
                None => vec![MOVE],
            };
            let face = counter.faces.first();
            let range = face.and_then(|face| face.ratings.get(range?)?.number());
            let level = |role: &str| {
                maybe_levels(bundle, &roles, std::slice::from_ref(&counter.side), role).pop()?
            };
            // IA 16.14
            let smokes = level("smoke").is_some_and(|level| level > 0);
            Some(Gun {
                counter: counter.id.clone(),
                side: counter.side.clone(),
                kinds,
                hex: placed.filter(|_| !off_map).map(|at| at.hex.clone()),
                range: range.and_then(|range| range.try_into().ok()).filter(|_| !off_map),
                // IA 11.1
                most: level("artillery-ammunition").and_then(|most| most.try_into().ok()),
                lacks: if smokes { Vec::new() } else { vec![SMOKE] },
            })
        });
        guns.collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use salient_rules::System;
    use salient_rules::missions::Missions;

    use super::PlanSheet;
    use crate::Rulebook;

    /// What is offered is what the rules accept, and nothing is that they refuse: every kind of
    /// mission of every gun in the published scenarios is written down and read.
    #[test]
    fn what_is_offered_is_accepted() {
        let mut seen = 0;
        for name in Rulebook.published().scenarios {
            let file = name.rsplit('/').next().unwrap().strip_suffix(".json");
            let mut bundle = Rulebook.published().bundle(file).unwrap();
            let guns = PlanSheet.guns(&bundle);
            for gun in &guns {
                for kind in PlanSheet.kinds().iter().filter(|kind| gun.kinds.contains(&kind.id)) {
                    let placed = &bundle.scenario.setup.placements;
                    let limbered = placed.iter().any(|at| {
                        at.counters.contains(&gun.counter)
                            && at.states.iter().any(|state| state == "limbered")
                    });
                    if limbered && kind.fires {
                        continue;
                    }
                    let hex = gun.hex.clone().unwrap_or_else(|| placed[0].hex.clone());
                    let turn = bundle.scenario.turns[0].turn;
                    let fire = salient_schema::scenario::PlannedFire {
                        turn,
                        hex: hex.clone(),
                        shell: None,
                    };
                    bundle.scenario.setup.missions = vec![salient_schema::scenario::Mission {
                        counter: gun.counter.clone(),
                        mission: Some(kind.id.to_owned()),
                        destination: kind.goes.then_some(hex),
                        fires: if kind.fires { vec![fire] } else { Vec::new() },
                    }];
                    let found = Rulebook.prepare(&bundle).err().unwrap_or_default();
                    let of_missions = |found: &&salient_schema::Diagnostic| {
                        let pointer = found.place.pointer.as_deref();
                        pointer.is_some_and(|at| at.contains("/setup/missions/"))
                    };
                    let found: Vec<_> = found.iter().filter(of_missions).collect();
                    assert!(found.is_empty(), "{name}, {gun:?}, {kind:?}: {found:#?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 20, "{seen} missions");
    }
}
