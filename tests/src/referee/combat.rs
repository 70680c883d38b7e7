//! Attacks: who may, who must, what is added to the dice, and the result.

use std::collections::{BTreeMap, BTreeSet};

use salient_kaisers_battle::event::{Combat, CombatResult, CombatSide, Combatant};
use salient_schema::action::Name;
use salient_schema::event::{Modifier, SupplyState};

use super::board::Place;
use super::book::{Side, TRENCHES};
use super::losses::{Fight, Next, Stack};
use super::order::Order;
use super::{Referee, Ruling, must, same, same_set};

/// A modifier: its value, reason, hex and rule.
type Plus = (i32, &'static str, Option<Place>, &'static str);

impl Referee<'_> {
    /// KB 8.11 to 8.13: who must attack, and what must be attacked.
    pub fn begin_combat_phase(&mut self) {
        let Some(side) = self.phasing() else { return };
        for unit in self.units.iter_mut() {
            unit.attacked = false;
            unit.defended = false;
        }
        let mut required = BTreeSet::new();
        let mut obliged = BTreeSet::new();
        for (unit, place) in self.on_map(side) {
            if self.board.has(place, &["town"]) || self.board.has(place, &TRENCHES) {
                continue;
            }
            for other in self.board.around(place) {
                if self.holder(other) == Some(side.enemy()) {
                    required.insert(other);
                    obliged.insert(unit.name.clone());
                }
            }
        }
        self.required = required;
        self.obliged = obliged;
    }

    pub fn end_combat_phase(&mut self) -> Ruling {
        let left: Vec<_> = std::mem::take(&mut self.required).into_iter().collect();
        same("hexes that had to be attacked (KB 8.11)", left, Vec::new())?;
        let left: Vec<_> = std::mem::take(&mut self.obliged).into_iter().collect();
        same("units that had to attack (KB 8.12)", left, Vec::new())?;
        // KB 12.22: markers are not kept.
        self.observed.clear();
        Ok(())
    }

    pub fn combat(&mut self, combat: &Combat) -> Ruling {
        self.settle()?;
        let Combat {
            combat: number,
            hexes,
            attacker,
            defender,
            quotient,
            morale,
            result,
            attacker_steps,
            defender_steps,
            rule,
        } = combat;
        let side = Side::of(&attacker.side)?;
        same("the phasing side", Some(side), self.phasing())?;
        same("the other side", Side::of(&defender.side)?, side.enemy())?;
        let id = if side == Side::German { "german-combat" } else { "allied-combat" };
        self.in_step(id)?;
        self.combats += 1;
        same("the number of the combat", *number, self.combats)?;
        let places: BTreeSet<Place> =
            hexes.iter().map(|hex| self.board.read(hex)).collect::<Result<_, _>>()?;
        same("hexes named twice", places.len(), hexes.len())?;
        let names: Vec<&str> = attacker.units.iter().map(|unit| unit.unit.as_str()).collect();
        self.attack_decided(attacker, defender, &names, hexes)?;

        let mut from = BTreeMap::new();
        for combatant in &attacker.units {
            let place = self.board.read(&combatant.hex)?;
            let unit = self.unit_in(&combatant.unit, place, side)?;
            must(!unit.attacked, "KB 8.14", "it has attacked")?;
            let next_to = |other: &Place| self.board.around(place).any(|near| near == *other);
            must(places.iter().all(next_to), "KB 8.25", "attackers touch all defenders")?;
            let units: &mut BTreeSet<String> = from.entry(place).or_default();
            must(units.insert(combatant.unit.clone()), "KB 8.14", "a unit attacks twice")?;
            self.combatant(combatant, true)?;
        }
        must(!from.is_empty() && !places.is_empty(), "KB 8.0", "somebody attacks somebody")?;
        let mut there = Vec::new();
        for &place in &places {
            for unit in self.stack(place) {
                same("the side that is attacked", unit.side, side.enemy())?;
                must(!unit.defended, "KB 8.14", "it was attacked")?;
                there.push(unit.name.clone());
            }
            must(self.holder(place).is_some(), "KB 8.0", "nobody is there")?;
        }
        let told: Vec<String> = defender.units.iter().map(|unit| unit.unit.clone()).collect();
        same_set("who defends (KB 8.23)", &told, &there)?;
        for combatant in &defender.units {
            self.combatant(combatant, false)?;
        }

        let attack = self.attack_modifiers(attacker, &names, &places)?;
        let defence = self.defence_modifiers(attacker, defender, &from, &places)?;
        self.reckon(attacker, side, "attack", attack)?;
        self.reckon(defender, side.enemy(), "defence", defence)?;
        must(defender.product > 0, "KB 8.0", "the defender has strength")?;
        same("the quotient", *quotient, attacker.product / defender.product)?;
        let highest = defender.units.iter().map(|unit| unit.morale).max().unwrap_or(0);
        same("the morale value", *morale, highest)?;
        let (found, cited) = match *quotient {
            ..1 => (CombatResult::AttackerEliminated, "KB 8.71"),
            q if q <= *morale => (CombatResult::Unsuccessful, "KB 8.72"),
            _ => (CombatResult::Successful, "KB 8.73"),
        };
        same("the result", *result, found)?;
        same("the rule", rule.as_str(), cited)?;
        let fails = i32::from(found == CombatResult::Unsuccessful);
        same("the steps of each attacking stack", *attacker_steps, fails)?;
        let owed = if found == CombatResult::Successful { quotient - morale } else { 0 };
        same("the steps of the defender", *defender_steps, owed)?;

        for unit in self.units.iter_mut() {
            unit.attacked |= names.contains(&unit.name.as_str());
            unit.defended |= there.contains(&unit.name);
        }
        self.required.retain(|place| !places.contains(place));
        self.obliged.retain(|name| !names.contains(&name.as_str()));
        let next = if fails == 1 { Next::Lose } else { Next::Nothing };
        self.fight = Some(Fight {
            number: *number,
            side,
            result: found,
            hexes: places,
            stacks: from.into_iter().map(|(at, units)| (at, Stack { units, next })).collect(),
            owed,
            advance: None,
            advanced: BTreeSet::new(),
        });
        Ok(())
    }

    /// The attack and the SOS barrage, as they were decided.
    fn attack_decided(
        &mut self,
        attacker: &CombatSide,
        defender: &CombatSide,
        names: &[&str],
        hexes: &[String],
    ) -> Ruling {
        let decided = self.decision(|_, action| matches!(action, Order::Attack { .. }));
        let Some(Order::Attack { units, hexes: chosen, barrage }) = decided else {
            return Err("KB 8.0: nobody declared the attack".to_owned());
        };
        same(
            "the units declared",
            names,
            units.iter().map(Name::as_str).collect::<Vec<_>>().as_slice(),
        )?;
        let chosen: Vec<String> = chosen.iter().map(Name::to_string).collect();
        same_set("the hexes declared", hexes, &chosen)?;
        let fired = attacker.barrage.as_ref().map(|fired| (fired.field, fired.heavy));
        same("the barrage declared", fired, barrage.map(|guns| (guns.field, guns.heavy)))?;
        let sos = match self.decision(|_, action| matches!(action, Order::Sos { .. })) {
            Some(Order::Sos { hex, field, heavy }) => Some((hex, field, heavy)),
            _ => None,
        };
        let fired = defender.barrage.as_ref();
        let fired = fired.map(|fired| (fired.hex.as_str().into(), fired.field, fired.heavy));
        same("the SOS barrage declared", fired, sos)
    }

    /// A unit in a combat or under bombardment, as the log has it.
    pub fn combatant(&self, combatant: &Combatant, attacks: bool) -> Ruling {
        let Combatant { unit: name, hex, face, strength, morale, corps, supply, supply_distance } =
            combatant;
        let unit = self.unit(name)?;
        let place = self.board.read(hex)?;
        same(&format!("the hex of {name}"), Some(place), unit.place())?;
        same(&format!("the face of {name}"), *face, unit.face)?;
        let printed = unit.printed();
        same(&format!("the strength of {name}"), *strength, printed.strength)?;
        same(&format!("the morale of {name}"), *morale, printed.morale)?;
        same(&format!("the corps of {name}"), corps.as_ref(), unit.corps())?;
        let found = if attacks {
            let (state, length) = self.supply(place, unit.side);
            (Some(state), length)
        } else {
            (None, None)
        };
        same(&format!("the supply of {name}"), (*supply, *supply_distance), found)
    }

    /// KB 8.3.
    fn attack_modifiers(
        &mut self,
        attacker: &CombatSide,
        names: &[&str],
        places: &BTreeSet<Place>,
    ) -> Result<Vec<Plus>, String> {
        let mut plus = Vec::new();
        if self.weather == "fog" {
            plus.push((1, "fog", None, "KB 8.3"));
        }
        if let Some(barrage) = &attacker.barrage {
            let side = Side::of(&attacker.side)?;
            let place = self.rolling_barrage(barrage, side, names, places)?;
            let points = i32::from(barrage.field) + i32::from(barrage.heavy);
            plus.push((points, "rolling-barrage", Some(place), "KB 9.52"));
        }
        Ok(plus)
    }

    /// KB 8.4.
    fn defence_modifiers(
        &mut self,
        attacker: &CombatSide,
        defender: &CombatSide,
        from: &BTreeMap<Place, BTreeSet<String>>,
        places: &BTreeSet<Place>,
    ) -> Result<Vec<Plus>, String> {
        let mut plus = Vec::new();
        // KB 14.24.
        match attacker.units.iter().filter_map(|unit| unit.supply).max() {
            Some(SupplyState::OutOfCommunications) => {
                plus.push((1, "out-of-communications", None, "KB 14.22"));
            }
            Some(SupplyState::OutOfSupply) => plus.push((2, "out-of-supply", None, "KB 14.22")),
            Some(SupplyState::Isolated) => plus.push((3, "isolated", None, "KB 14.22")),
            _ => {}
        }
        // KB 16.0. A regimental replacement bears no corps.
        let corps: BTreeSet<_> = attacker.units.iter().filter_map(|u| u.corps.as_ref()).collect();
        if corps.len() > 1 {
            plus.push((1, "mixed-corps", None, "KB 16.0"));
        }
        let best = places.iter().map(|&place| self.board.defence(place)).max().unwrap_or(0);
        if best > 0 {
            let told = defender.modifiers.iter().find(|modifier| modifier.reason == "terrain");
            let hex = told.and_then(|modifier| modifier.hex.as_ref());
            let place = hex.map(|hex| self.board.read(hex)).transpose()?;
            let there =
                place.is_some_and(|at| places.contains(&at) && self.board.defence(at) == best);
            must(there, "KB 8.26", "the best of the defenders' terrain counts")?;
            plus.push((best, "terrain", place, "KB 5.32"));
        }
        let across = from.keys().flat_map(|&a| places.iter().map(move |&b| (a, b)));
        let least = across.map(|(a, b)| self.board.hexside_defence(a, b)).min().unwrap_or(0);
        if least > 0 {
            plus.push((least, "hexside", None, "KB 5.32"));
        }
        if let Some(barrage) = &defender.barrage {
            let side = Side::of(&defender.side)?;
            let place = self.sos_barrage(barrage, side, places)?;
            let points = i32::from(barrage.field) + i32::from(barrage.heavy);
            if points / 2 > 0 {
                plus.push((points / 2, "sos-barrage", Some(place), "KB 9.62"));
            }
        }
        Ok(plus)
    }

    /// KB 8.0: strength times modified die.
    fn reckon(&mut self, told: &CombatSide, side: Side, what: &str, plus: Vec<Plus>) -> Ruling {
        let CombatSide {
            side: _,
            units,
            strength,
            barrage: _,
            die,
            modifiers,
            modified_die,
            product,
        } = told;
        let sum: i32 = units.iter().map(|unit| unit.strength).sum();
        same("the strength", *strength, sum)?;
        let thrown = self.die(what, side)?;
        same("the die", *die, thrown)?;
        let told: Vec<_> = modifiers
            .iter()
            .map(|Modifier { value, reason, hex, rule }| {
                let place = hex.as_ref().map(|hex| self.board.read(hex)).transpose()?;
                Ok((*value, reason.clone(), place, rule.clone()))
            })
            .collect::<Result<_, String>>()?;
        let found: Vec<_> = plus
            .iter()
            .map(|&(value, reason, place, rule)| (value, reason.to_owned(), place, rule.to_owned()))
            .collect();
        same_set("what is added to the die", &told, &found)?;
        let added: i32 = plus.iter().map(|(value, ..)| value).sum();
        same("the modified die", *modified_die, i32::from(thrown) + added)?;
        same("the product", *product, sum * modified_die)
    }
}
