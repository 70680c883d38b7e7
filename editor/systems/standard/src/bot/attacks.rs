//! What an attack promises, by the rules' own odds and the results of the table.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};
use salient_schema::results::{Exchange, Losses};

use super::goals::{self, Goal};
use super::weights::Weights;
use crate::acts::Act;
use crate::combat::chart::{Cell, Fate};
use crate::combat::odds::Forces;
use crate::combat::{self, Kind};
use crate::game::Standard;
use crate::rules::Rules;
use crate::sequence::DoesAt;

/// The next attack of a side, or that it is done; whoever must attack makes the best of it.
pub fn choose(
    rules: &Rules,
    position: &Position<Standard>,
    (side, at): (usize, DoesAt),
    weights: &Weights,
) -> Option<Act> {
    let acts = combat::legal(rules, position, side, at);
    let goals = goals::goals(rules, position, side);
    let may_stop = acts.contains(&Act::Done);
    let (_, kind) = combat::kind_at(rules, at)?;
    let worth = |act: &Act| {
        let Act::Attack { units, hexes, support, points } = act else { return None };
        let counted = combat::counted(rules, position, side, hexes);
        let forces = Forces {
            rules,
            position,
            kind,
            units,
            hexes,
            counted: &counted,
            support: [support, &[]],
            points: [points, &[]],
        };
        // Points are kept for better use where they change nothing.
        let spent: i64 = points.iter().map(|&points| i64::from(points)).sum();
        Some(promise(&forces, &goals, weights) - spent)
    };
    let best = acts.iter().filter_map(|act| Some((worth(act)?, act)));
    let best = best.max_by_key(|&(worth, act)| (worth, std::cmp::Reverse(act)));
    match best {
        Some((worth, act)) if !may_stop || worth > i64::from(weights.0.boldness) => {
            Some(act.clone())
        }
        _ => may_stop.then_some(Act::Done),
    }
}

/// What an attack promises to a side that is after these goals, in hundredths of a step.
pub fn promise(forces: &Forces<'_, '_>, goals: &[Goal], weights: &Weights) -> i64 {
    let reckoned = forces.reckon();
    let kind = forces.kind;
    let stakes = Stakes::new(forces, goals, weights);
    let throws = kind.chart.throws(&kind.throws, reckoned.column, reckoned.die);
    let sum: i64 = throws.map(|(cell, ways)| stakes.worth(cell).saturating_mul(ways as i64)).sum();
    sum / (kind.throws.all().max(1) as i64)
}

/// What either side has to lose.
struct Stakes {
    /// What the attackers and the defenders are worth in all, and a step of theirs.
    whole: [i64; 2],
    step: [i64; 2],
    /// What it is worth to drive the defenders out.
    ground: i64,
    /// What the defenders lose besides who can go nowhere.
    trapped: bool,
}

impl Stakes {
    fn new(forces: &Forces<'_, '_>, goals: &[Goal], weights: &Weights) -> Self {
        let (rules, position) = (forces.rules, forces.position);
        let worth = |units: &[Unit]| {
            let each = units.iter().map(|&unit| {
                let steps =
                    rules.compiled.unit(unit).steps.saturating_sub(position.state(unit).face);
                let steps = i64::from(steps.max(1));
                let strength = i64::from(goals::strength(rules, position, unit));
                (100 * steps + 10 * strength, steps)
            });
            each.fold((0, 0), |(sum, steps), (worth, own)| (sum + worth, steps + own))
        };
        let sides = [worth(forces.units), worth(forces.counted)];
        let side = forces.units.first().map_or(0, |&unit| rules.side(unit));
        let ground = forces.hexes.iter().map(|hex| {
            let scores =
                goals.iter().find(|(goal, _)| goal == hex).map_or(0, |(_, points)| *points);
            40 + i64::from(scores) * i64::from(weights.0.point) * 3 / 4
        });
        Self {
            whole: sides.map(|(worth, _)| worth),
            step: sides.map(|(worth, steps)| worth / steps.max(1)),
            ground: ground.sum(),
            trapped: forces.hexes.iter().all(|&hex| is_trapped(rules, position, side, hex)),
        }
    }

    fn worth(&self, cell: &Cell) -> i64 {
        let [attacker, defender] = &cell.fates;
        let mut worth = self.fate(defender, 1) - self.fate(attacker, 0);
        let gone = matches!(defender.losses, Losses::All) || cell.outcome.exchange.is_some();
        if gone || defender.retreat.is_some() {
            worth += self.ground;
        }
        match cell.outcome.exchange {
            Some(Exchange::Full) => worth += self.whole[1] - self.whole[1].min(self.whole[0]),
            Some(Exchange::Half) => worth += self.whole[1] - (self.whole[1] / 2).min(self.whole[0]),
            None => {}
        }
        worth
    }

    /// What a side loses.
    fn fate(&self, fate: &Fate, place: usize) -> i64 {
        let whole = self.whole[place];
        let mut lost = match fate.losses {
            Losses::None => 0,
            Losses::Steps(steps) => (self.step[place] * i64::from(steps)).min(whole),
            Losses::Points(points) => (20 * i64::from(points)).min(whole),
            Losses::All => whole,
        };
        if fate.retreat.is_some() {
            lost += match place == 1 && self.trapped {
                true => whole - lost,
                false => 30,
            };
        }
        lost += 40 * fate.states.len() as i64;
        if fate.check.is_some() {
            lost += 30;
        }
        lost.min(whole)
    }
}

/// Whether all hexes around are the enemies' of whoever stands there, or in their zones.
fn is_trapped(rules: &Rules, position: &Position<Standard>, side: usize, hex: Hex) -> bool {
    let board = position.board();
    rules
        .compiled
        .map
        .neighbours(hex)
        .all(|(_, next)| board.present(next) & (1 << side) != 0 || board.controls(next, side))
}

/// The kind of combat that a side comes to after a step of the sequence of play, if it does before
/// another side acts.
pub fn next_combat(rules: &Rules, at: DoesAt, side: usize) -> Option<&Kind> {
    let phases = rules.does.get(usize::from(at.phase))?;
    // Those that are activated fight before the step is over.
    let later = (usize::from(at.part) + 1..phases.len()).map(|part| (usize::from(at.phase), part));
    let next = (usize::from(at.phase) + 1..rules.does.len()).map(|phase| (phase, 0));
    let side_of = |phase: usize| rules.compiled.phases.get(phase).and_then(|phase| phase.side);
    later
        .chain(next.take_while(|&(phase, _)| side_of(phase).is_none_or(|other| other == side)))
        .find_map(|(phase, part)| {
            let at = DoesAt { phase: phase as u16, part: part as u8 };
            combat::kind_at(rules, at).map(|(_, kind)| kind)
        })
}
