//! IA 7.6: what a fire result does: losses that their owner assigns, then morale checks, leaders
//! first.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::game::{Decision, InfantryAttacks, Step};
use crate::morale;
use crate::rules::Rules;
use crate::tables::FireResult;
use crate::units::Kind;

/// A fire that has hit a hex: what it still does there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// The hex.
    pub hex: Hex,
    /// The side that is hit.
    pub side: usize,
    /// The number of the attack.
    pub attack: u32,
    /// What it does to each of those in the hex (IA 7.52).
    pub results: Vec<(Unit, FireResult)>,
    /// Losses that have been dealt with.
    pub taken: u8,
    /// Steps that combat units have lost by it (IA 6.7).
    pub lost: u8,
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
    /// (IA 7.52).
    fn candidates<'a>(
        &'a self,
        rules: &'a Rules,
        position: &'a Position<InfantryAttacks>,
        of: fn(Kind) -> bool,
    ) -> impl Iterator<Item = Unit> + 'a {
        let due =
            move |result: &FireResult| matches!(result, FireResult::Loss(steps) if *steps > self.taken);
        self.results.iter().filter(move |(_, result)| due(result)).map(|(unit, _)| *unit).filter(
            move |&unit| of(rules.piece(unit).kind) && position.state(unit).hex == Some(self.hex),
        )
    }

    /// The combat units among which the owner chooses (IA 7.61).
    pub fn combat_units<'a>(
        &'a self,
        rules: &'a Rules,
        position: &'a Position<InfantryAttacks>,
    ) -> impl Iterator<Item = Unit> + 'a {
        self.candidates(rules, position, Kind::is_combat)
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
    let is_transport = |kind: Kind| kind == Kind::Transport;
    let wagon = hit.candidates(rules, cx.position, is_transport).next();
    if let Some(wagon) = wagon {
        lose(cx, wagon, "fire", Some(hit.attack), "IA 7.61");
    }
    let units: Vec<Unit> = hit.combat_units(rules, cx.position).collect();
    match units.as_slice() {
        [] => {
            hit.taken += 1;
            cx.then(Step::Losses(hit));
        }
        [only] => take(cx, hit, *only),
        _ => cx.ask(hit.side, Decision::Lose(hit)),
    }
}

/// The chosen unit takes the loss, and the hit goes on.
pub fn take(cx: &mut PlayContext<'_, InfantryAttacks>, mut hit: Hit, unit: Unit) {
    lose(cx, unit, "fire", Some(hit.attack), "IA 7.61");
    hit.taken += 1;
    hit.lost += 1;
    cx.then(Step::Losses(hit));
}

/// IA 7.45, 7.61, 14.12: whoever is left checks, leaders first in order of rank.
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
    due.sort_by_key(|(unit, _)| morale::order(rules, cx.position, *unit));
    for (unit, plus) in due {
        if cx.position.state(unit).hex == Some(hit.hex) {
            morale::check(cx, unit, plus, Some(hit.attack));
        }
    }
}

/// IA 7.6: a unit loses a step, or a leader is lost.
pub fn lose(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    unit: Unit,
    cause: &str,
    attack: Option<u32>,
    rule: &str,
) {
    if !cx.rules.piece(unit).kind.is_leader() {
        cx.position.own.lost[cx.rules.side_of(unit)] += 1;
    }
    cx.lose_step(unit, cause, attack, rule);
}
