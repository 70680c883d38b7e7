//! SW 8.0 Replacements and reinforcements.

use crate::event::{AddedSteps, AirReady, Detail, Rebuilt, Reinforcement, Replacements, Stock};

use crate::context::Context;
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, GERMAN, Renewal, Rules, SourceKind, Unit, UnitDef, UnitKind};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;

/// The steps at large for tanks of any nation (SW S3.28), in the log.
const MECHANISED: &str = "mechanised";

impl Position {
    /// Tells what lies ready when the game begins.
    pub fn tell_stocks(&self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for (nation, &left) in rules.nations.iter().zip(&self.replacements) {
            if left <= 0 {
                continue;
            }
            self.emit(cx, || {
                Detail::Stock(Stock {
                    side: rules.sides[nation.side].clone(),
                    nation: nation.id.clone(),
                    steps: left,
                    rule: "SW 8.2".to_owned(),
                })
            });
        }
    }

    /// Tells how many air units a side may use in the game-turn (SW 14.4).
    pub fn tell_air(&self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for (side, id) in rules.sides.iter().enumerate() {
            let ready = |unit: &Unit| {
                let (def, state) = (rules.unit(*unit), self.state(*unit));
                def.side == side
                    && matches!(def.kind, UnitKind::Air | UnitKind::Bomber)
                    && def.in_play
                    && state.status == UnitStatus::Pool
            };
            let number = rules.all_units().filter(ready).count() as u16;
            if number == 0 {
                continue;
            }
            self.emit(cx, || {
                let (side, rule) = (id.clone(), "SW 14.4".to_owned());
                Detail::AirReady(AirReady { side, number, rule })
            });
        }
    }

    /// Pays the game-turn's replacements and lets the side use them.
    pub fn begin_replacements(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        for (place, nation) in rules.nations.iter().enumerate() {
            let due = nation.schedule.get(self.turn_place).copied().unwrap_or(0);
            if nation.side != side || due == 0 {
                continue;
            }
            // SW S3.26
            let received = if side == GERMAN { (due - self.bombed).max(0) } else { due };
            self.replacements[place] += received;
            let left = self.replacements[place];
            self.emit(cx, || {
                Detail::Replacements(Replacements {
                    side: rules.sides[side].clone(),
                    nation: Some(nation.id.clone()),
                    pool: None,
                    received,
                    left,
                    rule: "SW 8.2".to_owned(),
                })
            });
        }
        if side == ALLIED {
            self.pay_mechanised(cx);
            self.admit_air(rules, true);
        }
        self.offer_replacements(rules, side);
    }

    /// SW S3.28: steps for tanks of any nation, which do not last.
    fn pay_mechanised(&mut self, cx: &mut Context<'_>) {
        let steps = cx.rules.mechanised.get(self.turn_place).copied().unwrap_or(0);
        self.mechanised = steps;
        if steps > 0 {
            self.tell_mechanised(cx, steps);
        }
    }

    /// Air units that are due lie ready: from the beginning of their game-turn (SW S2.6, S3.26),
    /// the French one, a reinforcement, in the Allied player-turn (8.1.2).
    pub fn admit_air(&mut self, rules: &Rules, french: bool) {
        let turn = self.turn;
        for (unit, def) in self.units.iter_mut().zip(&rules.units) {
            let late = Some(def.nation) == rules.british_french[1] && !french;
            if !def.on_ground() && unit.status == UnitStatus::Expected && unit.due <= turn && !late
            {
                unit.status = UnitStatus::Pool;
            }
        }
    }

    /// Lets a side rebuild and bring in, if it can do anything.
    pub fn offer_replacements(&mut self, rules: &Rules, side: usize) {
        let can = rules.all_units().filter(|unit| rules.unit(*unit).side == side).any(|unit| {
            self.is_due(rules, unit) && self.entry_hexes(rules, unit).next().is_some()
                || self.check_replenish(rules, unit).is_ok()
                || self.rebuildable(rules, unit)
        });
        // SW 16.2: at the peak of the influenza reinforcements come, but nothing is rebuilt.
        self.decision = if can { Decision::Replace { side } } else { Decision::None };
    }

    /// Whether a unit waits to come in.
    pub fn is_due(&self, rules: &Rules, unit: Unit) -> bool {
        let state = self.state(unit);
        rules.unit(unit).on_ground()
            && state.status == UnitStatus::Expected
            && state.due <= self.turn
    }

    fn rebuildable(&self, rules: &Rules, unit: Unit) -> bool {
        let face = rules.unit(unit).steps() - 1;
        self.state(unit).status == UnitStatus::Eliminated
            && self
                .entry_hexes(rules, unit)
                .any(|hex| self.check_rebuild(rules, unit, face, hex).is_ok())
    }

    /// Where a unit may come in: by the scenario's entry, else by its army's sources
    /// (SW 8.1.1–8.1.3, 8.5); those evacuated by the edge of the map (16.5). A port need only be
    /// controlled, whether it still supplies anybody (7.8) or not.
    pub fn entry_hexes<'a>(
        &'a self,
        rules: &'a Rules,
        unit: Unit,
    ) -> impl Iterator<Item = Hex> + 'a {
        let def = rules.unit(unit);
        let source = rules.nations[usize::from(def.nation)].source;
        let state = self.state(unit);
        let hexes = match &def.arrival {
            _ if state.by_sea => &rules.sources[SourceKind::FrenchEdge as usize],
            Some(arrival)
                if state.status == UnitStatus::Expected && !arrival.entries.is_empty() =>
            {
                &arrival.entries
            }
            _ => &rules.sources[source as usize],
        };
        hexes.iter().copied().filter(move |&hex| {
            self.controls(hex, def.side)
                && !self.enemy_in(hex, def.side)
                && self.fits(rules, unit, hex)
        })
    }

    /// Checks that a reinforcement may come in by a hex.
    pub fn check_arrival(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        if !self.is_due(rules, unit) {
            return Err(Violation::new("SW 8.1.4", "the unit is not due as a reinforcement"));
        }
        self.check_entry(rules, unit, hex)
    }

    fn check_entry(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        if self.entry_hexes(rules, unit).any(|entry| entry == hex) {
            return Ok(());
        }
        self.check_stack(rules, &[unit], hex)?;
        Err(Violation::new(
            "SW 8.1",
            format!("'{}' does not come in by {}", rules.unit(unit).name, rules.label(hex)),
        ))
    }

    /// Brings a reinforcement in.
    pub fn do_arrive(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        self.enter(cx, unit, hex);
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::Reinforcement(Reinforcement {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                entry: None,
                displaced: None,
                face: self.state(unit).face,
                rule: "SW 8.1".to_owned(),
            })
        });
    }

    /// SW 8.1.4: what comes in is supplied and free to move and fight.
    fn enter(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        self.place(rules, unit, hex);
        let state = self.state_mut(unit);
        state.entered = true;
        state.by_sea = false;
        state.supply = Supply::Regular;
        self.mark_interstacked(rules, hex);
        self.take_hex(cx, unit, hex);
    }

    /// SW 8.4: a reduced unit in regular supply, and a step at hand.
    pub fn check_replenish(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let def = rules.unit(unit);
        let state = self.state(unit);
        if state.hex.is_none() || !def.on_ground() {
            return Err(Violation::new("SW 8.4", "only units on the map are replenished"));
        }
        if state.face == 0 {
            return Err(Violation::new("SW 8.4", "the unit is at full strength"));
        }
        if state.supply != Supply::Regular {
            return Err(Violation::new("SW 8.4", "the unit is not in regular supply"));
        }
        if def.renewal == Renewal::Never {
            return Err(never_renewed(def));
        }
        self.check_steps(rules, unit, 1)
    }

    /// Whether replacement steps are at hand for a unit.
    fn check_steps(&self, rules: &Rules, unit: Unit, steps: i32) -> Result<(), Violation> {
        if self.influenza_now() {
            return Err(Violation::new(
                "SW 16.2",
                "at the peak of the influenza nobody is rebuilt",
            ));
        }
        let def = rules.unit(unit);
        let any = if def.mechanised { self.mechanised } else { 0 };
        let own = self.replacements[usize::from(def.pool)];
        if any + own >= steps {
            return Ok(());
        }
        let nation = &rules.nations[usize::from(def.pool)].name;
        Err(Violation::new(
            "SW 8.2",
            format!("{nation} has {own} replacement steps, {steps} are needed"),
        ))
    }

    pub fn do_replenish(&mut self, cx: &mut Context<'_>, unit: Unit) {
        let Some(hex) = self.hex(unit) else { return };
        self.state_mut(unit).face -= 1;
        self.pay(cx, unit, hex, 1, false);
    }

    /// SW 8.5: an eliminated unit comes back, at as many steps as are paid for.
    pub fn check_rebuild(
        &self,
        rules: &Rules,
        unit: Unit,
        face: u8,
        hex: Hex,
    ) -> Result<(), Violation> {
        let def = rules.unit(unit);
        if self.state(unit).status != UnitStatus::Eliminated {
            return Err(Violation::new("SW 8.5", "the unit is not in the deadpile"));
        }
        match def.renewal {
            Renewal::Any => {}
            Renewal::NotFromDeadpile => {
                let marines = def.kind == UnitKind::Marines;
                return Err(Violation::new(
                    if marines { "SW S3.22" } else { "SW 8.2.1" },
                    "the unit never comes back once eliminated",
                ));
            }
            Renewal::Never => return Err(never_renewed(def)),
        }
        if face >= def.steps() {
            return Err(Violation::new("SW 8.5", "the unit has no such step"));
        }
        self.check_steps(rules, unit, i32::from(def.steps() - face))?;
        self.check_entry(rules, unit, hex)
    }

    pub fn do_rebuild(&mut self, cx: &mut Context<'_>, unit: Unit, face: u8, hex: Hex) {
        self.state_mut(unit).face = face;
        self.enter(cx, unit, hex);
        let steps = i32::from(cx.rules.unit(unit).steps() - face);
        self.pay(cx, unit, hex, steps, true);
    }

    fn pay(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex, steps: i32, from_deadpile: bool) {
        let rules = cx.rules;
        let def = rules.unit(unit);
        // Those that do not last go first (SW S3.28).
        let any = if def.mechanised { self.mechanised.min(steps) } else { 0 };
        self.mechanised -= any;
        let pool = usize::from(def.pool);
        let own = steps - any;
        self.replacements[pool] -= own;
        self.spent[pool] += own;
        let (at_large, left) = (self.mechanised, self.replacements[pool]);
        self.emit(cx, || {
            Detail::Rebuilt(Rebuilt {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                face: self.state(unit).face,
                from_deadpile,
                nation: rules.nations[pool].id.clone(),
                pool: (any > 0).then(|| MECHANISED.to_owned()),
                steps,
                left: if any > 0 { at_large } else { left },
                added: (any > 0 && own > 0).then_some(AddedSteps { steps: own, left }),
                rule: if from_deadpile { "SW 8.5" } else { "SW 8.4" }.to_owned(),
            })
        });
    }

    /// SW S3.28: mechanised steps that were not used with the phase lapse.
    pub fn lapse_mechanised(&mut self, cx: &mut Context<'_>) {
        let steps = std::mem::take(&mut self.mechanised);
        if steps > 0 {
            self.tell_mechanised(cx, -steps);
        }
    }

    /// Mechanised steps that came, or lapsed.
    fn tell_mechanised(&self, cx: &mut Context<'_>, received: i32) {
        let rules = cx.rules;
        self.emit(cx, || {
            Detail::Replacements(Replacements {
                side: rules.sides[ALLIED].clone(),
                nation: None,
                pool: Some(MECHANISED.to_owned()),
                received,
                left: self.mechanised,
                rule: "SW S3.28".to_owned(),
            })
        });
    }
}

fn never_renewed(def: &UnitDef) -> Violation {
    let rule = match def.kind {
        UnitKind::Stosstruppen if def.alpine => "SW S3.17",
        UnitKind::Stosstruppen => "SW S3.8",
        UnitKind::Infantry if def.side == GERMAN => "SW S3.16",
        _ if def.side == GERMAN => "SW 8.2.2",
        _ => "SW 8.2.1",
    };
    Violation::new(rule, "the unit never receives replacements")
}
