//! KB 17.1 Who may move on turns 1 and 2.
//!
//! The other special rules of the opening stand where the rules they change do: advances in
//! `advance` (KB 17.3), weather in `weather` (KB 17.4), supply in `supply` (KB 17.5).

use crate::event::{Detail, MovementLimit};

use crate::context::Context;
use crate::position::{Limits, Position};
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_rules::action::Violation;

/// What a unit's movement is counted against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Nothing,
    German,
    Corps(usize),
}

impl Position {
    /// Settles the limits at the beginning of a side's movement phase.
    pub fn begin_opening(&mut self, cx: &mut Context<'_>, side: usize) {
        self.limits = Limits::default();
        if i32::from(self.turn) > cx.rules.constants.early_turns {
            return;
        }
        if side == GERMAN {
            self.limit_germans(cx);
        } else if cx.rules.limited_corps.iter().any(|(_, corps)| corps.is_some()) {
            self.limit_allies(cx);
        }
    }

    /// KB 17.11: on turn 1 the Germans in trenches. KB 17.12: on turn 2 the same units, and as
    /// many others as a die shows.
    fn limit_germans(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let first = self.turn == 1;
        if first {
            for unit in rules.all_units().filter(|&unit| rules.unit(unit).side == GERMAN) {
                let trench = self.hex(unit).is_some_and(|hex| rules.ground(hex).trench);
                self.state_mut(unit).free = trench;
            }
        }
        let rule = if first { "KB 17.11" } else { "KB 17.12" };
        let die = (!first).then(|| self.roll(cx, "movement-limit", GERMAN, rule));
        let units = u16::from(die.unwrap_or(0));
        self.limits.german = Some(units);
        self.emit(cx, || {
            let free = self.on_map(rules, GERMAN).filter(|&unit| self.state(unit).free);
            Detail::MovementLimit(MovementLimit {
                side: rules.sides[GERMAN].clone(),
                formation: None,
                die,
                plus: 0,
                units,
                free: free.map(|unit| rules.unit(unit).name.clone()).collect(),
                rule: rule.to_owned(),
            })
        });
    }

    /// KB 17.13: a die for each of the two corps, one more on turn 2.
    fn limit_allies(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        let plus = if self.turn == 1 { 0 } else { rules.constants.allied_second_turn_bonus };
        let mut units = [0; 2];
        for (limit, (corps, _)) in units.iter_mut().zip(&rules.limited_corps) {
            let die = self.roll(cx, "movement-limit", ALLIED, "KB 17.13");
            *limit = (i32::from(die) + plus) as u16;
            let limit = *limit;
            self.emit(cx, || {
                Detail::MovementLimit(MovementLimit {
                    side: rules.sides[ALLIED].clone(),
                    formation: Some(corps.clone()),
                    die: Some(die),
                    plus,
                    units: limit,
                    free: Vec::new(),
                    rule: "KB 17.13".to_owned(),
                })
            });
        }
        self.limits.corps = Some(units);
    }

    /// Whether the limits let a unit move.
    pub fn opening_allows(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        match self.counted_against(rules, unit) {
            Counted::Nothing => Ok(()),
            Counted::German if self.limits.german != Some(0) => Ok(()),
            Counted::German if self.turn == 1 => Err(Violation::new(
                "KB 17.11",
                "on turn 1 only German units that begin in a trench move",
            )),
            Counted::German => Err(Violation::new(
                "KB 17.12",
                "besides the units of turn 1 as many Germans have moved as the die allows",
            )),
            Counted::Corps(i) if self.limits.corps.is_some_and(|left| left[i] > 0) => Ok(()),
            Counted::Corps(_) => Err(Violation::new(
                "KB 17.13",
                "as many units of this corps have moved as the die allows",
            )),
        }
    }

    /// How many units the limits still let move, in words; formations by their ids, in quotes.
    pub fn moves_left(&self, rules: &Rules) -> Option<String> {
        if let Some(left) = self.limits.german {
            return Some(match self.turn {
                1 => "only from trenches".to_owned(),
                _ => format!("those of turn 1 and {left} more"),
            });
        }
        let left = self.limits.corps?;
        let corps = rules.limited_corps.iter().zip(left);
        let corps = corps.filter(|((_, corps), _)| corps.is_some());
        let corps: Vec<String> = corps.map(|((id, _), left)| format!("'{id}' {left}")).collect();
        (!corps.is_empty()).then(|| format!("left: {}", corps.join(", ")))
    }

    /// Counts a unit that moves against its limit.
    pub fn opening_counts(&mut self, rules: &Rules, unit: Unit) {
        match self.counted_against(rules, unit) {
            Counted::Nothing => {}
            Counted::German => {
                self.limits.german = self.limits.german.map(|left| left.saturating_sub(1));
            }
            Counted::Corps(i) => {
                if let Some(left) = &mut self.limits.corps {
                    left[i] = left[i].saturating_sub(1);
                }
            }
        }
    }

    fn counted_against(&self, rules: &Rules, unit: Unit) -> Counted {
        let state = self.state(unit);
        let def = rules.unit(unit);
        // KB 17.14: this turn's reinforcements are not limited.
        if state.arrived == self.turn {
            return Counted::Nothing;
        }
        // Only the side whose phase it is has any limits, and only its units move.
        match (self.limits.german, self.limits.corps) {
            (Some(_), _) if !state.free => Counted::German,
            (_, Some(_)) => rules
                .limited_corps
                .iter()
                .position(|(_, corps)| corps.is_some() && *corps == def.corps)
                .map_or(Counted::Nothing, Counted::Corps),
            _ => Counted::Nothing,
        }
    }
}
