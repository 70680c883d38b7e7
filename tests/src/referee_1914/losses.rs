//! 1914 5.5.2, 6.1, 9.10: levels of effectiveness and strength reductions: each has a cause, and
//! what is caused comes.

use salient_offensive_1914::event::battle::Status;
use salient_schema::event::{LossOutcome, Lost};

use super::roster::Kind;
use super::{Referee, Stage};

/// What is to be lost.
#[derive(Clone, Debug)]
pub struct Due {
    /// The formation that loses levels, and how many.
    pub levels: Option<(usize, i32)>,
    /// Who may take strength reductions, how many, and whether they come of the table (9.10.2).
    pub reductions: Option<(Vec<usize>, i32, bool)>,
    pub rule: String,
}

impl Due {
    /// Levels of a force: of assets alone as many strength reductions (1914 5.5.2).
    pub fn levels(referee: &Referee<'_>, force: &[usize], levels: i32, rule: &str) -> Self {
        let formation = force.iter().copied().find(|&unit| referee.units[unit].is_formation());
        Self {
            levels: formation.map(|unit| (unit, levels)),
            reductions: match formation {
                Some(_) => None,
                None => Some((force.to_vec(), levels, false)),
            },
            rule: rule.to_owned(),
        }
    }

    pub fn reductions(force: &[usize], count: i32, rule: &str) -> Self {
        let reductions = Some((force.to_vec(), count, false));
        Self { levels: None, reductions, rule: rule.to_owned() }
    }

    /// Strength reductions of a combat.
    pub fn result(fighters: &[usize], count: i32) -> Self {
        let reductions = Some((fighters.to_vec(), count, true));
        Self { levels: None, reductions, rule: "1914 9.10".to_owned() }
    }
}

impl Referee<'_> {
    /// 1914 6.1.1: a formation's status changes.
    pub fn levels_of(&mut self, unit: usize, [from, to]: [i32; 2], rule: &str) {
        let own = self.units[unit].clone();
        self.same("6.1.1", "the status before", from, own.status);
        // What the scenario says of its start comes before the first phase.
        if self.now.is_empty() && rule.is_empty() {
            return;
        }
        let ends = ["1914 16.2.1", "1914 16.3.1", "1914 16.4.1", "1914 24.2.1", "1914 25.5"];
        if ends.contains(&rule) {
            if to == 0 {
                self.levels_end(from, rule);
            }
            return;
        }
        if to < from {
            self.must(rule == "1914 7.5", "7.5", "levels are regained by recovery");
            return self.same("7.5", "the status regained", to, own.status - 1);
        }
        let due = self.dues.iter().position(|due| {
            due.rule == rule && due.levels.is_some_and(|(formation, _)| formation == unit)
        });
        let name = &own.name;
        match due {
            Some(due) => {
                let due = self.dues.remove(due);
                let levels = due.levels.map_or(0, |(_, levels)| levels);
                let found = (own.status + levels).min(6);
                self.same("6.1.3", &format!("the status of {name} by {rule}"), to, found);
            }
            None => self.fault("6.1.1", format!("{name} loses levels by {rule} for nothing")),
        }
    }

    /// 1914 9.10.3.
    pub fn marker(&mut self, told: &Status) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let before = self.units[unit].markers;
        self.same("9.10.3", "markers before", told.from, before);
        self.same("9.10.3", "markers", told.to, before + 1);
        self.units[unit].markers = told.to;
        self.reduced(unit, "1914 9.10", false);
    }

    /// 1914 9.10.2: nobody is left to reduce.
    pub fn replacement(&mut self, told: &Status) {
        let Status { unit, side, from, to, rule } = told;
        let by = self.side(side);
        let Some(unit) = self.unit(unit) else { return };
        self.same("9.10.2", "whose unit it is", by, Some(self.units[unit].side));
        let count = from - to;
        self.must(count > 0, "9.10.2", "the store does not shrink");
        self.same("9.10.2", "the rule", rule.as_str(), "1914 9.10.2");
        let nation = self.units[unit].nation.clone();
        let stored = self.stores.insert(nation.clone(), *to).unwrap_or_default();
        self.same("16.6.2", "what was in store", *from, stored);
        self.must(!self.book.is("belgian", &nation), "9.10.2", "Belgians pay nothing");
        let due = self.dues.iter().position(|due| {
            due.reductions
                .as_ref()
                .is_some_and(|(units, _, result)| *result && units.contains(&unit))
        });
        let Some(due) = due else {
            return self.fault("9.10.2", "a replacement is lost for nothing");
        };
        let (units, left, _) = self.dues[due].reductions.clone().unwrap_or_default();
        self.must(count <= left, "9.10.2", "more replacements are lost than reductions are due");
        let able: Vec<usize> = units.into_iter().filter(|&unit| self.may_reduce(unit)).collect();
        let who = self.named(&able);
        self.must(able.is_empty(), "9.10.2", &format!("somebody is left to reduce: {who}"));
        self.take(due, count);
    }

    /// Whether a unit can take a strength reduction without being eliminated by it: an abandoned
    /// fort takes one, its last (1914 8.5).
    fn may_reduce(&self, unit: usize) -> bool {
        let own = &self.units[unit];
        let fort = own.faces.first().is_some_and(|face| face.kind == Kind::Fort);
        own.at.is_some() && own.in_force() && (own.next_face().is_some() || fort && own.face > 0)
    }

    fn take(&mut self, due: usize, count: i32) {
        if let Some((_, left, _)) = &mut self.dues[due].reductions {
            *left -= count;
            if *left <= 0 {
                self.dues.remove(due);
            }
        }
    }

    /// A strength reduction of a unit by a rule.
    fn reduced(&mut self, unit: usize, rule: &str, eliminated: bool) {
        let of_check = |due: &Due| due.rule == "1914 10.2.1" && rule == "1914 5.5.2";
        let due = self.dues.iter().position(|due| {
            (due.rule == rule || of_check(due))
                && due.reductions.as_ref().is_some_and(|(units, _, _)| units.contains(&unit))
        });
        let name = self.units[unit].name.clone();
        let Some(due) = due else {
            return self.fault("9.10", format!("{name} is reduced by {rule} for nothing"));
        };
        let (units, _, result) = self.dues[due].reductions.clone().unwrap_or_default();
        if !self.units[unit].is_formation() {
            let formation = units.iter().copied().find(|&other| {
                other != unit && self.units[other].is_formation() && self.may_reduce(other)
            });
            if let Some(other) = formation {
                let other = self.units[other].name.clone();
                self.fault("9.10.1", format!("{name} is reduced before {other}"));
            }
        }
        let fort = self.units[unit].faces.first().is_some_and(|face| face.kind == Kind::Fort);
        self.must(!(result && eliminated) || fort, "9.10.2", "a result eliminates nobody");
        self.take(due, 1);
    }

    /// A unit loses a step, or all.
    pub fn lost(&mut self, told: &Lost) {
        let Lost { unit, side, hex, cause, attack, steps, outcome, rule } = told;
        let by = self.side(side);
        let Some(unit) = self.unit(unit) else { return };
        let hex = self.hex(hex);
        let own = self.units[unit].clone();
        self.same("9.10", "whose unit it is", by, Some(own.side));
        self.same("9.10", &format!("where {} is lost", own.name), hex, own.at);
        if let Some(attack) = attack {
            self.must(*attack <= self.attacks, "9.10", "it comes of an attack that was not made");
        }
        if matches!(outcome, LossOutcome::Reduced { .. }) {
            self.same("9.10", "steps lost", *steps, 1);
        }
        let next = own.next_face();
        let eliminated = matches!(outcome, LossOutcome::Eliminated);
        match cause.as_str() {
            "combat" | "check" | "effectiveness" | "forced-march" if rule != "1914 8.7.3" => {
                let found = match next {
                    Some(face) => LossOutcome::Reduced { face: face as u8, strength: None },
                    None => LossOutcome::Eliminated,
                };
                // An abandoned fort has no step left, whichever face was laid up for it.
                let fort = own.faces.first().is_some_and(|face| face.kind == Kind::Fort);
                let found = if fort { LossOutcome::Eliminated } else { found };
                self.same("9.10", &format!("what is left of {}", own.name), outcome.clone(), found);
                self.reduced(unit, rule, eliminated);
            }
            "retreat" if rule.starts_with("1914 11.1") => self.reduced(unit, rule, eliminated),
            "bombardment" => {
                let left = own.steps_lost < own.rating(self.book.one("fortress-steps"));
                self.must(!left, "12.4.3", &format!("{} has steps left", own.name));
            }
            "preparatory-bombardment" => self.reduced(unit, rule, eliminated),
            "surrender" if rule.starts_with("1914 12.3") => {
                self.must(self.fallen.is_some(), "12.3.3", "no fortress has fallen");
            }
            "surrender" => self.surrenders(unit),
            "overrun" => self.overrun(unit),
            "retreat" | "retirement" | "stacking" | "abandoned" | "forced-march" => {}
            _ => self.fault("9.10", format!("nobody is lost by '{cause}'")),
        }
        match outcome {
            LossOutcome::Reduced { face, .. } => self.units[unit].face = usize::from(*face),
            LossOutcome::Eliminated => {
                self.units[unit].ended.clone_from(rule);
                self.gone(unit);
            }
            LossOutcome::Replaced { .. } => self.fault("9.10", "nobody is replaced here"),
        }
    }

    /// 1914 8.8.1, 15.6.2a: guns and trains alone in an enemy zone.
    fn overrun(&mut self, unit: usize) {
        let own = self.units[unit].clone();
        let caught = own.at.is_some_and(|at| {
            let shelter =
                self.stack(at, own.side).iter().any(|&other| self.units[other].has_zone());
            self.is_in_zone(at, 1 - own.side) && !shelter
        });
        self.must(caught, "8.8.1", &format!("{} is not alone in an enemy zone", own.name));
    }

    /// A unit leaves the map.
    pub fn gone(&mut self, unit: usize) {
        let own = &mut self.units[unit];
        (own.at, own.other) = (None, None);
        for owed in &mut self.owed {
            owed.forget(unit);
        }
    }

    /// Nothing more comes of what has been: what is still due should have come.
    pub fn settle(&mut self) {
        self.end_retreats();
        self.end_fight();
        for due in std::mem::take(&mut self.dues) {
            if let Some((unit, levels)) = due.levels {
                let own = self.units[unit].clone();
                if levels > 0 && own.at.is_some() && own.status < 6 {
                    let words = format!("{} loses no level by {}", own.name, due.rule);
                    self.fault("6.1.1", words);
                }
            }
            let Some((units, left, result)) = due.reductions else { continue };
            // What does not come of the table eliminates assets alone that cannot be reduced.
            let alone = units.iter().all(|&unit| !self.units[unit].is_formation());
            let able: Vec<usize> = units
                .into_iter()
                .filter(|&unit| {
                    let alive = self.units[unit].at.is_some() && self.units[unit].in_force();
                    self.may_reduce(unit) || alive && !result && alone
                })
                .collect();
            if left > 0 && !able.is_empty() {
                let who = self.named(&able);
                self.fault(
                    "9.10",
                    format!("{left} reductions by {} are not taken: {who}", due.rule),
                );
            }
        }
        if self.stage != Stage::Attack {
            self.provision.extended.clear();
        }
    }
}
