//! Artillery points, counter-battery fire, gas, bombardment, barrages and observation.

use std::collections::BTreeSet;

use salient_kaisers_battle::event::{
    ArtilleryPoints, Barrage, Bombardment, BombardmentKind, CounterBattery, FieldRange, Gas,
    GasRemoval, Observation, ObservationMeans,
};
use salient_kaisers_battle::guns::Guns;
use salient_schema::event::Modifier;

use super::board::{Place, distance};
use super::book::{self, FIELD_RANGE, GAS_DISTANCE, GAS_MARKERS, GAS_POINTS, Side};
use super::order::Order;
use super::{Decision, Referee, Ruling, must, same, same_set};

/// Both sides' fire at the enemy's guns, shown.
#[derive(Debug)]
pub struct CounterFire {
    /// What is not told yet.
    fire: [Guns; 2],
    /// What each side has left once both have paid.
    before: [Guns; 2],
}

impl Referee<'_> {
    pub fn artillery_points(&mut self, points: &ArtilleryPoints) -> Ruling {
        let ArtilleryPoints { side, field, heavy, rule } = points;
        let side = Side::of(side)?;
        must(self.step.is_none(), "KB 9.8", "points come as the turn begins")?;
        same("the points", (*field, *heavy), book::artillery(side, self.turn))?;
        let cited = if side == Side::German { "KB 9.81" } else { "KB 9.82" };
        same("the rule", rule.as_str(), cited)?;
        self.guns[side.index()] = Guns::new(*field, *heavy);
        Ok(())
    }

    /// Takes points off a track.
    fn spend(&mut self, side: Side, field: u16, heavy: u16) -> Ruling {
        let left = &mut self.guns[side.index()];
        let short = || "KB 9.8: more points than there are".to_owned();
        left.field = left.field.checked_sub(field).ok_or_else(short)?;
        left.heavy = left.heavy.checked_sub(heavy).ok_or_else(short)?;
        Ok(())
    }

    /// KB 9.2: both sides have paid before either fire takes effect.
    pub fn counter_battery(&mut self, fire: &CounterBattery) -> Ruling {
        let CounterBattery {
            side,
            field,
            heavy,
            left,
            column,
            die,
            result,
            enemy_before,
            enemy_after,
            rule,
        } = fire;
        self.in_step("counter-battery")?;
        let side = Side::of(side)?;
        let enemy = side.enemy();
        let thrown = self.die("counter-battery", side)?;
        same("the die", *die, thrown)?;
        if self.counter_fire.is_none() {
            self.counter_fire = Some(self.show_counter_fire()?);
        }
        let CounterFire { fire, before } = self.counter_fire.as_mut().ok_or("KB 9.22")?;
        let before = *before;
        let chosen = std::mem::take(&mut fire[side.index()]);
        same("the fire decided", Guns::new(*field, *heavy), chosen)?;
        let points = field + heavy;
        must(points > 0 && points % 10 == 0, "KB 9.21", "points come in tens")?;
        same("what is left", *left, before[side.index()])?;
        same("the enemy's points before", *enemy_before, before[enemy.index()])?;
        let (head, cell) = book::counter_battery(points, thrown);
        same("the column", column, &head)?;
        same("the result", result.as_str(), cell)?;
        let after = Guns::new(
            book::divided(before[enemy.index()].field, cell),
            book::divided(before[enemy.index()].heavy, cell),
        );
        same("the enemy's points after", *enemy_after, after)?;
        self.guns[enemy.index()] = after;
        same("the rule", rule.as_str(), "KB 9.23")
    }

    /// KB 9.22: both sides' decisions are shown at once and taken off their tracks.
    fn show_counter_fire(&mut self) -> Result<CounterFire, String> {
        let mut fire = [Guns::NONE; 2];
        for side in Side::BOTH {
            let mine = |decider, action: &Order| {
                decider == side && matches!(action, Order::CounterBattery { .. })
            };
            if let Some(Order::CounterBattery { field, heavy }) = self.decision(mine) {
                self.spend(side, field, heavy)?;
                fire[side.index()] = Guns::new(field, heavy);
            }
        }
        Ok(CounterFire { fire, before: self.guns })
    }

    pub fn end_counter_battery(&mut self) -> Ruling {
        let untold = self.counter_fire.take().map_or([Guns::NONE; 2], |shown| shown.fire);
        same("fire that was decided and not told", untold, [Guns::NONE; 2])
    }

    /// Whether a decision may come to nothing: no fire at the enemy's guns.
    pub fn may_come_to_nothing(decided: &Decision) -> bool {
        decided.order == Order::CounterBattery { field: 0, heavy: 0 }
    }

    /// KB 9.11: what brings field artillery to bear.
    fn field_range(
        &self,
        range: Option<&FieldRange>,
        field: u16,
        side: Side,
        target: Place,
    ) -> Ruling {
        let Some(FieldRange { headquarters, hex, distance: off }) = range else {
            return must(field == 0, "KB 9.11", "no headquarters is told");
        };
        must(field > 0, "KB 9.11", "no field artillery fires")?;
        let place = self.board.read(hex)?;
        let unit = self.unit_in(headquarters, place, side)?;
        must(unit.headquarters, "KB 9.11", "it is no headquarters")?;
        same("the distance", *off, distance(place, target))?;
        must(*off <= FIELD_RANGE, "KB 9.11", "it is out of range")
    }

    pub fn gas_fire(&mut self, gas: &Gas) -> Ruling {
        let Gas { side, hex, field, heavy, left, range, nearest, nearest_distance, markers, rule } =
            gas;
        self.in_step("persistent-gas")?;
        same("whose gas", Side::of(side)?, Side::German)?;
        let place = self.board.read(hex)?;
        let chosen = self.decision(|_, action| matches!(action, Order::Gas { .. }));
        let told = Order::Gas { hex: hex.into(), field: *field, heavy: *heavy };
        same("the fire decided", chosen, Some(told))?;
        same("the points", field + heavy, GAS_POINTS)?;
        self.spend(Side::German, *field, *heavy)?;
        same("what is left", *left, self.guns[Side::German.index()])?;
        self.field_range(range.as_ref(), *field, Side::German, place)?;
        let found = self.on_map(Side::German).map(|(_, at)| distance(at, place)).min();
        same("the distance of the nearest unit", *nearest_distance, found)?;
        must(found.is_none_or(|off| off >= GAS_DISTANCE), "KB 9.33", "a unit is too near")?;
        if let Some(name) = nearest {
            let at = self.unit(name)?.place();
            same("the nearest unit", at.map(|at| distance(at, place)), found)?;
            same("its side", self.unit(name)?.side, Side::German)?;
        }
        same("whether a unit is told", nearest.is_some(), found.is_some())?;
        self.gas.insert(place);
        must(self.gas.len() <= GAS_MARKERS, "KB 9.36", "there are six markers")?;
        same("the markers on the map", usize::from(*markers), self.gas.len())?;
        same("the rule", rule.as_str(), "KB 9.32")
    }

    /// KB 9.34: what gas multiplies the cost of a hex by.
    pub fn gas_factor(&self, place: Place) -> i32 {
        let reached = self.gas.iter().any(|&marker| distance(marker, place) <= 1);
        if reached { 2 } else { 1 }
    }

    pub fn gas_removal(&mut self, removal: &GasRemoval) -> Ruling {
        let GasRemoval { hex, die, removed, markers, rule } = removal;
        self.in_step("terminal")?;
        let place = self.board.read(hex)?;
        must(self.gas.contains(&place), "KB 9.35", "there is no marker")?;
        must(self.gas_rolled.insert(place), "KB 9.35", "one die is thrown a marker")?;
        let thrown = self.die("gas-removal", Side::German)?;
        same("the die", *die, thrown)?;
        same("whether it is removed", *removed, thrown == 1)?;
        if *removed {
            self.gas.remove(&place);
        }
        same("the markers on the map", usize::from(*markers), self.gas.len())?;
        same("the rule", rule.as_str(), "KB 9.35")
    }

    pub fn bombardment(&mut self, fire: &Bombardment) -> Ruling {
        self.settle()?;
        let Bombardment {
            kind,
            side,
            hex,
            field,
            heavy,
            air,
            left,
            air_left,
            range,
            units,
            stacking,
            line,
            column,
            die,
            modifiers,
            modified_die,
            row,
            result,
            morale,
            steps,
            rule,
        } = fire;
        let side = Side::of(side)?;
        let place = self.board.read(hex)?;
        let (purpose, points, chosen) = match kind {
            BombardmentKind::Drumfire => {
                self.in_step("drumfire")?;
                same("whose drumfire", side, Side::German)?;
                same("the air points", *air, 0)?;
                self.spend(side, *field, *heavy)?;
                same("what is left", *left, Some(self.guns[side.index()]))?;
                same("the air points left", *air_left, None)?;
                let told = Order::Drumfire { hex: hex.into(), field: *field, heavy: *heavy };
                ("drumfire", field + heavy, told)
            }
            BombardmentKind::GroundAttack => {
                self.in_step("ground-attack")?;
                same("the artillery points", (*field, *heavy, *left), (0, 0, None))?;
                let mine = &mut self.air[side.index()].ground_attack;
                *mine = mine.checked_sub(*air).ok_or("KB 12.31: more points than there are")?;
                same("the air points left", *air_left, Some(*mine))?;
                let only = self.stack(place).all(|unit| unit.headquarters);
                must(!only, "KB 12.33", "only headquarters are there")?;
                ("ground-attack", *air, Order::GroundAttack { hex: hex.into(), points: *air })
            }
        };
        let decided = self.decision(|decider, action| {
            decider == side && matches!(action, Order::Drumfire { .. } | Order::GroundAttack { .. })
        });
        same("the fire decided", decided, Some(chosen))?;
        self.field_range(range.as_ref(), *field, side, place)?;
        same("the side in the target", self.holder(place), Some(side.enemy()))?;
        must((1..=6).contains(&points), "KB 9.42, 12.31", "one to six points fire")?;
        must(self.bombarded.insert(place), "KB 9.42", "a hex is bombarded once")?;
        let fresh = self.stack(place).any(|unit| unit.arrived == self.turn && self.turn > 0);
        must(!(fresh && self.entered.contains(&place)), "KB 15.16", "units have just come")?;

        let told: Vec<String> = units.iter().map(|unit| unit.unit.clone()).collect();
        let found: Vec<String> = self.stack(place).map(|unit| unit.name.clone()).collect();
        same_set("the stack", &told, &found)?;
        for combatant in units {
            self.combatant(combatant, false)?;
        }
        same("the stacking points", *stacking, self.stacking_of(place))?;
        let (head, found) = book::drumfire_column(*stacking, points);
        let found = found.ok_or("KB 9.48: there is no such column")?;
        same("the line", line.as_str(), head)?;
        same("the column", *column, found)?;
        let thrown = self.die(purpose, side)?;
        same("the die", *die, thrown)?;
        let terrain = self.board.defence(place);
        let expected = Modifier {
            value: terrain,
            reason: "terrain".to_owned(),
            hex: Some(hex.clone()),
            rule: "KB 9.44".to_owned(),
        };
        let expected = if terrain == 0 { Vec::new() } else { vec![expected] };
        same("what is added to the die", modifiers, &expected)?;
        same("the modified die", *modified_die, i32::from(thrown) + terrain)?;
        let (read, cell) = book::drumfire(*column, *modified_die);
        same("the row", *row, read)?;
        let printed = if cell == 0 { "-".to_owned() } else { cell.to_string() };
        same("the result", result, &printed)?;
        let highest = self.stack(place).map(|unit| unit.printed().morale).max().unwrap_or(0);
        same("the morale value", *morale, highest)?;
        same("the steps", *steps, (cell - highest).max(0))?;
        same("the rule", rule.as_str(), "KB 9.45")?;
        self.owed = Some((place, *steps));
        Ok(())
    }

    /// KB 9.5, 9.7: a rolling barrage. Gives the hex that it falls on.
    pub fn rolling_barrage(
        &mut self,
        barrage: &Barrage,
        side: Side,
        attackers: &[&str],
        targets: &BTreeSet<Place>,
    ) -> Result<Place, String> {
        let (place, points) = self.barrage(barrage, side, targets)?;
        let by_air = self.observed.contains(&place);
        let range = book::hilltop_range(self.weather);
        let hill = |referee: &Self, place: Place| referee.board.has(place, &["hilltop"]);
        let mut nearest = None;
        for name in attackers {
            if let Some(from) = self.unit(name)?.place()
                && let Some(length) = self.line(from, side, range, hill)
            {
                nearest = Some(nearest.map_or(length, |known: u32| known.min(length)));
            }
        }
        let observed = self.weather != "fog" && (by_air || nearest.is_some());
        same("whether the target is observed", barrage.observation.is_some(), observed)?;
        if let Some(Observation { by, unit, hilltop, distance }) = &barrage.observation {
            match by {
                ObservationMeans::Air => {
                    must(by_air, "KB 12.22", "there is no marker")?;
                    same("the line", (unit, hilltop, *distance), (&None, &None, None))?;
                }
                ObservationMeans::Hilltop => {
                    let name = unit.as_deref().unwrap_or_default();
                    must(attackers.contains(&name), "KB 9.72", "it does not attack")?;
                    let from = self.unit(name)?.place().ok_or("KB 9.72: it is nowhere")?;
                    let hill = self.board.read(hilltop.as_deref().unwrap_or_default())?;
                    must(self.board.has(hill, &["hilltop"]), "KB 9.72", "it is no hilltop")?;
                    let length = self.line(from, side, range, |_, place| place == hill);
                    same("the length of the line", *distance, length)?;
                    must(length.is_some(), "KB 9.72", "there is no line")?;
                }
            }
        }
        let most = book::rolling_barrage(self.weather, observed);
        same("the most points", barrage.limit, most)?;
        must((1..=most).contains(&points), "KB 9.51", "too many points")?;
        Ok(place)
    }

    /// KB 9.6: an SOS barrage. Gives the hex of the stack that it supports.
    pub fn sos_barrage(
        &mut self,
        barrage: &Barrage,
        side: Side,
        attacked: &BTreeSet<Place>,
    ) -> Result<Place, String> {
        let (place, points) = self.barrage(barrage, side, attacked)?;
        same("the observation", &barrage.observation, &None)?;
        let most = book::sos_barrage(self.weather);
        same("the most points", barrage.limit, most)?;
        must((1..=most).contains(&points), "KB 9.61", "too many points")?;
        Ok(place)
    }

    fn barrage(
        &mut self,
        barrage: &Barrage,
        side: Side,
        places: &BTreeSet<Place>,
    ) -> Result<(Place, u16), String> {
        // The limit and the observation are looked at by who knows the kind of barrage.
        let Barrage { hex, field, heavy, limit: _, range, observation: _, left } = barrage;
        let place = self.board.read(hex)?;
        must(places.contains(&place), "KB 9.5, 9.6", "the hex is not attacked")?;
        self.field_range(range.as_ref(), *field, side, place)?;
        self.spend(side, *field, *heavy)?;
        same("what is left", *left, self.guns[side.index()])?;
        Ok((place, field + heavy))
    }
}
