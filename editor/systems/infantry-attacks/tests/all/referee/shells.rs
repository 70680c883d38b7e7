//! IA 9, 11.2, 16.1, 18: guns.

use serde_json::json;

use super::board::Hex;
use super::force::Mission;
use super::harm::{Cause, Hit};
use super::{Id, Referee, Ruling, must};

/// All that has fallen on a hex.
struct Fallen {
    hex: Hex,
    guns: Vec<Id>,
    strength: i32,
}

impl Referee<'_> {
    pub fn can_shell(&self, id: Id) -> bool {
        let unit = &self.units[id];
        unit.kind.shells()
            && (unit.hex.is_some() || unit.off_board)
            && unit.printed("bombardment") > 0
            && !unit.limbered
            && !unit.broken()
    }

    /// IA 9.61.
    fn is_able(&self, id: Id) -> bool {
        let unit = &self.units[id];
        let assaulted = self.at(id).is_some_and(|hex| self.barred(hex, unit.side));
        self.can_shell(id) && !unit.done && !assaulted
    }

    /// IA 9.63, 11.2.
    pub fn shell_weight(&self, id: Id) -> i32 {
        let unit = &self.units[id];
        let halves = u32::from(unit.shaken()) + u32::from(unit.depleted);
        let divisor = 2_i32.pow(halves);
        (unit.printed("bombardment") + divisor - 1) / divisor
    }

    fn smokes(&self, id: Id) -> bool {
        match &self.units[id].mission {
            Mission::Planned(shots) => shots.get(&self.turn).is_some_and(|(_, smoke)| *smoke),
            _ => false,
        }
    }

    /// IA 9.2.
    pub fn may_fire_as_one(&self, guns: &[Id]) -> bool {
        if guns.len() > 1 && guns.iter().any(|&gun| self.smokes(gun)) {
            return false;
        }
        let near = |one: Id, other: Id| match (self.at(one), self.at(other)) {
            (Some(one), Some(other)) => self.board.distance(one, other) <= 1,
            _ => false,
        };
        let off = guns.iter().filter(|&&gun| self.units[gun].off_board).count();
        off == guns.len()
            || off == 0 && guns.iter().all(|&one| guns.iter().all(|&other| near(one, other)))
    }

    /// Whether any two of these might fire as one: then their owner chooses.
    pub fn is_choice(&self, due: &[(Id, Hex)]) -> bool {
        due.iter().any(|&(one, hex)| {
            let mut others = due.iter().filter(|&&(other, at)| other != one && at == hex);
            others.any(|&(other, _)| self.may_fire_as_one(&[one, other]))
        })
    }

    fn planned(&self, id: Id) -> bool {
        matches!(self.units[id].mission, Mission::Planned(_))
    }

    /// IA 3.0, 9.3: a side's planned fire.
    pub fn bombard(&mut self, side: usize) -> Ruling {
        let all: Vec<Id> = (0..self.units.len())
            .filter(|&id| self.units[id].side == side && self.planned(id))
            .collect();
        // IA 9.63: the demoralized must, first.
        let broken = |referee: &Self, id: Id| referee.units[id].broken();
        let (shaken, others): (Vec<Id>, Vec<Id>) =
            all.into_iter().partition(|&id| broken(self, id));
        for id in shaken {
            if self.at(id).is_some() {
                self.recover(id)?;
                self.catch_up()?;
            }
        }
        let mut plan: Vec<(Id, Hex)> = Vec::new();
        let able: Vec<Id> = others.into_iter().filter(|&id| self.is_able(id)).collect();
        for id in able {
            let Mission::Planned(shots) = &self.units[id].mission else { continue };
            let Some(&(hex, _)) = shots.get(&self.turn) else { continue };
            let hex = if self.book.plays("solitaire") { self.scatter(id, hex)? } else { hex };
            plan.push((id, hex));
        }
        let mut fallen: Vec<Fallen> = Vec::new();
        loop {
            let due: Vec<(Id, Hex)> =
                plan.iter().copied().filter(|&(id, _)| self.is_able(id)).collect();
            // IA 9.83: once all has fallen on a hex.
            let over = |fallen: &Fallen| !due.iter().any(|(_, hex)| *hex == fallen.hex);
            if let Some(place) = fallen.iter().position(over) {
                let one = fallen.remove(place);
                self.friendly_fire(&one)?;
                continue;
            }
            let waits = |&id: &Id| {
                let unit = &self.units[id];
                unit.shaken() && !unit.broken() && !unit.done && self.planned(id)
            };
            let shaken: Vec<Id> = self.army(side).into_iter().filter(waits).collect();
            let (guns, hex) = match due.first() {
                None if shaken.is_empty() => return Ok(()),
                Some(&(gun, hex)) if shaken.is_empty() && !self.is_choice(&due) => (vec![gun], hex),
                _ => {
                    let action = self.action(side)?;
                    match self.word(&action, "do")? {
                        "done" => {
                            self.only(&action, &[])?;
                            must(due.is_empty(), "IA 9.61", "what is planned is fired")?;
                            shaken.iter().for_each(|&id| self.units[id].done = true);
                            continue;
                        }
                        "recover" => {
                            self.only(&action, &["unit"])?;
                            let id = self.unit_of(&action, "unit")?;
                            must(shaken.contains(&id), "IA 9.63", "it recovers not now")?;
                            self.recover(id)?;
                            self.catch_up()?;
                            continue;
                        }
                        "bombard" => {}
                        other => return Err(format!("IA 9.3: nobody does '{other}' now")),
                    }
                    self.only(&action, &["units"])?;
                    let mut guns = self.units_of(&action, "units")?;
                    guns.sort_unstable();
                    let first = guns.first().and_then(|gun| due.iter().find(|(id, _)| id == gun));
                    let hex = first.ok_or("IA 9.61: it has no fire to give")?.1;
                    let all = guns.iter().all(|&gun| due.contains(&(gun, hex)));
                    must(all && self.may_fire_as_one(&guns), "IA 9.2", "not as one")?;
                    (guns, hex)
                }
            };
            self.planned_fire(&guns, hex, &mut fallen)?;
        }
    }

    fn planned_fire(&mut self, guns: &[Id], hex: Hex, fallen: &mut Vec<Fallen>) -> Ruling {
        guns.iter().try_for_each(|&gun| self.show(gun))?;
        let side = self.units[guns[0]].side;
        let smoke = guns.len() == 1 && self.smokes(guns[0]);
        let strength = guns.iter().map(|&gun| self.shell_weight(gun)).sum();
        let rule = if smoke { "IA 16.11" } else { "IA 9.3" };
        let (names, whose, label) = (self.names(guns), &self.sides[side], self.label(hex));
        let core = json!({ "side": whose, "by": names, "hexes": [label], "rule": rule });
        let own = json!({
            "event": "fell", "side": whose, "units": names, "hex": label, "smoke": smoke
        });
        self.noted(core, own)?;
        self.seen("planned fires");
        if smoke {
            self.units[guns[0]].last_fire = Some((self.turn, hex, true));
            self.units[guns[0]].done = true;
            let dice = self.two("smoke", side, "IA 16.11")?;
            if dice[0] + dice[1] <= self.number("smoke_roll") {
                self.smoke.push((hex, side));
                self.smoke.sort_unstable();
                self.marker("smoke", hex, true, "IA 16.11")?;
            }
            return Ok(());
        }
        self.shelled.push(hex);
        match fallen.iter_mut().find(|fallen| fallen.hex == hex) {
            Some(known) => {
                known.strength += strength;
                known.guns.extend(guns);
            }
            None => fallen.push(Fallen { hex, guns: guns.to_vec(), strength }),
        }
        for &gun in guns {
            let last = self.units[gun].last_fire.replace((self.turn, hex, false));
            self.units[gun].done = true;
            // IA 9.7, 9.72.
            if last == Some((self.turn.saturating_sub(1), hex, false)) {
                self.drumfire.push((hex, gun));
                self.drumfire.sort_unstable();
                self.marker("drumfire", hex, true, "IA 9.7")?;
                self.seen("drumfire markers");
            }
        }
        self.bombards(guns, hex, strength, "planned", "IA 9.3")
    }

    /// IA 9.3, 9.81, 9.82: each side in the hex for itself.
    fn bombards(&mut self, guns: &[Id], hex: Hex, strength: i32, how: &str, rule: &str) -> Ruling {
        let side = self.units[guns[0]].side;
        let mut hits = Vec::new();
        for other in [1 - side, side] {
            let targets = self.there(hex, other);
            let mut shift = self.crowd(hex, other) + self.board.ground[hex].shift[0];
            if how == "open_sights" {
                shift += self.number("open_sights_modifier");
            }
            hits.extend(self.shell(guns, &targets, hex, strength, Ok(shift), how, rule)?);
        }
        self.suffer(hits)
    }

    /// One attack on some of a side: with columns to the side, or on a given column.
    #[allow(clippy::too_many_arguments, reason = "all that an attack is told with")]
    pub fn shell(
        &mut self,
        guns: &[Id],
        targets: &[Id],
        hex: Hex,
        strength: i32,
        by: Result<i32, usize>,
        how: &str,
        rule: &str,
    ) -> Ruling<Option<Hit>> {
        if targets.is_empty() {
            return Ok(None);
        }
        targets.iter().try_for_each(|&id| self.show(id))?;
        let side = self.units[guns[0]].side;
        let columns: Vec<usize> = targets
            .iter()
            .map(|&id| match by {
                Err(column) => column,
                Ok(shift) => {
                    let rides = self.units[id].mounted();
                    let mounted = if rides { self.number("mounted_modifier") } else { 0 };
                    self.book.bombardment.shifted(strength, shift + mounted + self.shelter(id))
                }
            })
            .collect();
        let dice = self.two("bombardment", side, rule)?;
        let mut results = Vec::new();
        for &column in &columns {
            results.push(self.book.bombardment.cell(dice[0] + dice[1], column)?.to_owned());
        }
        let core = self.attack(guns, &[], targets, &results, rule);
        let on = self.on(targets, &columns, &results, &self.book.bombardment.heads);
        let mut event = core.clone();
        event["event"] = json!("attacked");
        event["detail"] = json!({
            "event": "bombardment", "core": core, "how": how, "dice": dice, "strength": strength,
            "shift": by.unwrap_or(0), "targets": on
        });
        self.expect(event)?;
        self.seen(match how {
            "planned" => "bombardments by plan",
            "open_sights" => "bombardments over open sights",
            "drumfire" => "drumfires",
            _ => "friendly fires",
        });
        self.hit(hex, targets, &results, Cause::Bombardment).map(Some)
    }

    /// IA 9.83: one's own next to the target.
    fn friendly_fire(&mut self, fallen: &Fallen) -> Ruling {
        let side = self.units[fallen.guns[0]].side;
        let mut hits = Vec::new();
        let near: Vec<Hex> = self.board.near(fallen.hex).collect();
        for hex in near {
            let targets = self.there(hex, side);
            if targets.is_empty() {
                continue;
            }
            self.seen("looks at friendly fire");
            let die = self.die("friendly-fire", side, "IA 9.83")?;
            if die > self.number("friendly_fire_roll") {
                continue;
            }
            if self.planned(fallen.guns[0]) {
                self.shelled.push(hex);
            }
            let mut number = self.die("friendly-fire-number", side, "IA 9.83")?;
            if fallen.strength < self.number("friendly_fire_strength") {
                number += self.number("friendly_fire_modifier");
            }
            let head = self.book.friendly.get(&number).copied();
            let column = head.and_then(|head| {
                self.book.bombardment.heads.iter().position(|other| *other == head)
            });
            let column = column.ok_or("IA 9.83: no such column")?;
            let hit = self.shell(
                &fallen.guns,
                &targets,
                hex,
                fallen.strength,
                Err(column),
                "friendly_fire",
                "IA 9.83",
            )?;
            hits.extend(hit);
        }
        self.suffer(hits)
    }

    /// IA 9.15: who fires by plan is done.
    pub fn bombarded(&mut self) {
        for id in 0..self.units.len() {
            self.units[id].done |= self.planned(id);
        }
    }

    /// IA 18.
    fn scatter(&mut self, id: Id, hex: Hex) -> Ruling<Hex> {
        let side = self.units[id].side;
        if self.units[id].last_fire.is_some_and(|(_, last, _)| last == hex) {
            return Ok(hex);
        }
        let die = self.die("distance", side, "IA 18.1")?;
        let off = self.book.distance.get(&die).copied().unwrap_or(0);
        if off == 0 {
            return Ok(hex);
        }
        let unit = &self.units[id];
        let reaches = |to: Hex| {
            let from = unit.hex.filter(|_| !unit.off_board);
            from.is_none_or(|from| self.board.distance(from, to) <= unit.printed("range"))
        };
        let end = |way: usize| {
            let to = (0..off).try_fold(hex, |at, _| self.board.next(at, way));
            to.filter(|&to| reaches(to))
        };
        let ends: Vec<Option<Hex>> = (0..6).map(end).collect();
        if ends.iter().all(Option::is_none) {
            return Ok(hex);
        }
        loop {
            let die = self.die("scatter", side, "IA 18.4")?;
            if let Some(to) = ends[die as usize - 1] {
                return Ok(to);
            }
        }
    }

    /// IA 9.12, 10.3, 11.2.
    pub fn open_sights(&mut self, gun: Id, target: Hex) -> Ruling {
        let side = self.units[gun].side;
        must(self.can_shell(gun), "IA 7.33", "it has no shells to give")?;
        let sights = self.units[gun].mission == Mission::OpenSights;
        must(sights, "IA 9.62", "its mission is another")?;
        let from = self.in_range(gun, target)?;
        let enemies = self.there(target, 1 - side);
        let seen = enemies.into_iter().any(|enemy| self.spots(from, enemy));
        must(seen, "IA 9.4", "nobody is spotted there")?;
        let strength = self.shell_weight(gun);
        self.has_acted(gun);
        self.show(gun)?;
        self.gives_itself_away(gun);
        self.units[gun].digging = false;
        self.units[gun].last_fire = Some((self.turn, target, false));
        self.bombards(&[gun], target, strength, "open_sights", "IA 9.12")?;
        self.friendly_fire(&Fallen { hex: target, guns: vec![gun], strength })?;
        self.ammunition(gun)
    }

    fn ammunition(&mut self, gun: Id) -> Ruling {
        let side = self.units[gun].side;
        let limit = self.book.level("ammunition-depletion", &self.sides[side]);
        let (Some(limit), Some(hex)) = (limit, self.at(gun)) else { return Ok(()) };
        let dice = self.two("ammunition", side, "IA 11.2")?;
        let depleted = dice[0] + dice[1] > limit;
        let eliminated = depleted && self.units[gun].depleted;
        let (name, whose, label) = (self.name(gun), &self.sides[side], self.label(hex));
        let core = json!({ "side": whose, "units": [name], "hexes": [label], "rule": "IA 11.2" });
        let own = json!({
            "event": "ammunition", "unit": name, "side": whose, "hex": label, "dice": dice,
            "limit": limit, "depleted": depleted, "eliminated": eliminated
        });
        self.noted(core, own)?;
        self.seen("looks at ammunition");
        self.units[gun].depleted |= depleted;
        if eliminated {
            self.take_off(gun, Some(hex), "ammunition", "IA 11.2")?;
            self.share();
            self.settle(hex)?;
        }
        Ok(())
    }
}
