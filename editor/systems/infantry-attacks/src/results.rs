//! IA 7.6: what a fire result does: losses that their owner assigns, then morale checks, leaders
//! first, and then what becomes of the leaders.

use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Cause, Decision, Hit, Step};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DEMORALIZED, DISRUPTED, HALTED, has};
use crate::tables::FireResult;
use crate::units::Kind;
use crate::{casualties, control, morale_check, works};

impl Cause {
    /// The rule by which losses are taken.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Fire | Self::Bombardment => "IA 7.61",
            Self::Opportunity | Self::Drumfire => "IA 7.63",
            Self::Assault => "IA 7.62",
            Self::Harassing => "IA 12.23",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Fire | Self::Opportunity => "fire",
            Self::Bombardment | Self::Drumfire => "bombardment",
            Self::Assault | Self::Harassing => "assault",
        }
    }
}

impl Hit {
    /// How many losses the worst result has.
    fn losses(&self) -> u8 {
        let losses = self.results.iter().map(|(_, result)| match result {
            FireResult::Loss(steps) => *steps,
            _ => 0,
        });
        losses.max().unwrap_or(0)
    }

    /// Who may take the next loss: those whose own result has so many, as there is no spillover
    /// (IA 7.52); the first of an assault those whose morale is best (IA 7.62).
    fn candidates(
        &self,
        rules: &Rules,
        position: &Position<InfantryAttacks>,
        of: fn(Kind) -> bool,
    ) -> Vec<Unit> {
        let due =
            |result: &FireResult| matches!(result, FireResult::Loss(steps) if *steps > self.taken);
        let may = |unit: Unit| of(rules.piece(unit).kind) && position.state(unit).hex.is_some();
        let hit = self.results.iter().filter(|(_, result)| due(result)).map(|(unit, _)| *unit);
        let mut units: Vec<Unit> = hit.filter(|&unit| may(unit)).collect();
        if self.taken == 0 && matches!(self.cause, Cause::Assault | Cause::Harassing) {
            let order = |unit: Unit| {
                2 * u8::from(has(position, unit, DEMORALIZED))
                    + u8::from(has(position, unit, DISRUPTED))
            };
            let best = units.iter().map(|&unit| order(unit)).min();
            units.retain(|&unit| Some(order(unit)) == best);
        }
        units
    }

    /// Those among whom the owner chooses: transports, then combat units (IA 7.61), or leaders where
    /// they are alone, in an assault also once they are alone (IA 6.71).
    pub fn payers(&self, rules: &Rules, position: &Position<InfantryAttacks>) -> Vec<Unit> {
        let wagons = self.candidates(rules, position, |kind| kind == Kind::Transport);
        if !self.carted && !wagons.is_empty() {
            return wagons;
        }
        let units = self.candidates(rules, position, Kind::is_combat);
        if !units.is_empty() || !self.leaders_pay(rules, position) {
            return units;
        }
        self.candidates(rules, position, Kind::is_leader)
    }

    fn leaders_pay(&self, rules: &Rules, position: &Position<InfantryAttacks>) -> bool {
        let is_combat = |unit: Unit| rules.piece(unit).kind.is_combat();
        match self.cause {
            Cause::Assault => !position
                .stack(self.hex)
                .any(|unit| rules.side_of(unit) == self.side && is_combat(unit)),
            _ => !self.results.iter().any(|(unit, _)| is_combat(*unit)),
        }
    }
}

/// Two dice, and their sum.
pub fn two_dice(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    purpose: &str,
    side: usize,
    rule: &str,
) -> ([u8; 2], i32) {
    let dice = [cx.roll(purpose, side, rule), cx.roll(purpose, side, rule)];
    (dice, i32::from(dice[0]) + i32::from(dice[1]))
}

/// Begins what a hit does, if it does anything.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>, hit: Hit) {
    if hit.results.iter().any(|(_, result)| *result != FireResult::None) {
        cx.then(Step::Losses(hit));
    }
}

/// IA 7.61: each loss costs a combat unit and a transport a step; the owner chooses which.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, mut hit: Hit) {
    let rules = cx.rules;
    if hit.taken >= hit.losses() {
        return checks(cx, &hit);
    }
    match hit.payers(rules, cx.position).as_slice() {
        [] => {
            (hit.taken, hit.carted) = (hit.taken + 1, false);
            cx.then(Step::Losses(hit));
        }
        [only] => take(cx, hit, *only),
        _ => cx.ask(hit.side, Decision::Lose(hit)),
    }
}

/// The chosen unit takes the loss, and the hit goes on.
pub fn take(cx: &mut PlayContext<'_, InfantryAttacks>, mut hit: Hit, unit: Unit) {
    let leads = cx.rules.piece(unit).kind.is_leader();
    let rule = if leads { "IA 6.71" } else { hit.cause.rule() };
    lose(cx, unit, hit.cause.word(), Some(hit.attack), rule);
    // A transport's part does not spare the others theirs.
    hit.carted = cx.rules.piece(unit).kind == Kind::Transport;
    if !hit.carted {
        hit.taken += 1;
        hit.lost += u8::from(!leads);
    }
    cx.then(Step::Losses(hit));
}

/// IA 7.45, 7.61, 14.12: whoever is left checks, leaders first in order of rank; then leaders are
/// looked for among the fallen (IA 6.7).
fn checks(cx: &mut PlayContext<'_, InfantryAttacks>, hit: &Hit) {
    let rules = cx.rules;
    let mut due: Vec<(Unit, i32)> = Vec::new();
    for &(unit, result) in &hit.results {
        match result {
            FireResult::None => {}
            FireResult::Morale(plus) => due.push((unit, i32::from(plus))),
            FireResult::Loss(_) => due.push((unit, rules.numbers.loss_check)),
        }
    }
    due.sort_by_key(|(unit, _)| morale_check::order(rules, cx.position, *unit));
    for (unit, plus) in due {
        if cx.position.state(unit).hex.is_none() {
            continue;
        }
        let failed = morale_check::check(cx, unit, plus, Some(hit.attack));
        if failed && matches!(hit.cause, Cause::Opportunity | Cause::Drumfire) {
            // IA 9.71, 13.14: it stops at once. Whether who goes with it does so as well is asked
            // once all fire in the hex is over.
            *cx.position.flags_mut(unit) |= HALTED;
            cx.cut_walk();
        }
    }
    if hit.lost > 0 {
        casualties::look(cx, hit);
    }
}

/// IA 7.6: a unit loses a step with whatever it carries, or a leader is lost.
pub fn lose(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    unit: Unit,
    cause: &str,
    attack: Option<u32>,
    rule: &str,
) {
    let rules = cx.rules;
    let Some(hex) = cx.position.hex(unit) else { return };
    let loads: Vec<Unit> = cx.position.carried_by(unit).collect();
    if !rules.piece(unit).kind.is_leader() {
        cx.position.own.lost[rules.side_of(unit)] += 1;
    }
    cx.lose_step(unit, cause, attack, rule);
    if cx.position.state(unit).hex.is_some() {
        return;
    }
    for load in loads {
        cx.position.own.lost[rules.side_of(load)] += 1;
        cx.remove(load, salient_rules::game::UnitStatus::Eliminated, cause, rule);
    }
    if rules.piece(unit).kind.is_leader() {
        return casualties::fallen(cx, unit, hex, (cause, attack));
    }
    works::share(cx, rules.side_of(unit));
    control::settle(cx, hex);
}

/// A unit or leader loses all that is left of it.
pub fn eliminate(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, cause: &str, rule: &str) {
    while cx.position.state(unit).hex.is_some() {
        lose(cx, unit, cause, None, rule);
    }
}
