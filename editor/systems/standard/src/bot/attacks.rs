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
    // Attacks on the same hexes follow one another.
    let mut last: Option<(Vec<Hex>, Target)> = None;
    let mut worth = |act: &Act| {
        let Act::Attack { units, hexes, support, points } = act else { return None };
        if last.as_ref().is_none_or(|(known, _)| known != hexes) {
            let target = Target::new(rules, position, (side, hexes), &goals, weights);
            last = Some((hexes.clone(), target));
        }
        let (_, target) = last.as_ref()?;
        let forces = Forces {
            rules,
            position,
            kind,
            units,
            hexes,
            counted: &target.counted,
            support: [support, &[]],
            points: [points, &[]],
        };
        // Points are kept for better use where they change nothing.
        let spent: i64 = points.iter().map(|&points| i64::from(points)).sum();
        Some(promise(&forces, target) - spent)
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

/// What an attack promises, in hundredths of a step.
pub fn promise(forces: &Forces<'_, '_>, target: &Target) -> i64 {
    let reckoned = forces.reckon();
    let kind = forces.kind;
    let own = Stake::of(forces.rules, forces.position, forces.units);
    let stakes = Stakes { sides: [own, target.defenders], target };
    let throws = kind.chart.throws(&kind.throws, reckoned.column, reckoned.die);
    let sum: i64 = throws.map(|(cell, ways)| stakes.worth(cell).saturating_mul(ways as i64)).sum();
    sum / (kind.throws.all().max(1) as i64)
}

/// What is attacked, whoever attacks it.
pub struct Target {
    /// The defenders who count.
    pub counted: Vec<Unit>,
    defenders: Stake,
    /// What it is worth to drive them out.
    ground: i64,
    /// Whether they can go nowhere.
    trapped: bool,
}

impl Target {
    /// Hexes that a side attacks that is after these goals.
    pub fn new(
        rules: &Rules,
        position: &Position<Standard>,
        (side, hexes): (usize, &[Hex]),
        goals: &[Goal],
        weights: &Weights,
    ) -> Self {
        let counted = combat::counted(rules, position, side, hexes);
        let ground = hexes.iter().map(|hex| {
            let scores =
                goals.iter().find(|(goal, _)| goal == hex).map_or(0, |(_, points)| *points);
            40 + i64::from(scores) * i64::from(weights.0.point) * 3 / 4
        });
        Self {
            defenders: Stake::of(rules, position, &counted),
            ground: ground.sum(),
            trapped: hexes.iter().all(|&hex| is_trapped(rules, position, side, hex)),
            counted,
        }
    }
}

/// What units have to lose.
#[derive(Clone, Copy)]
struct Stake {
    /// What they are worth in all, and a step of theirs.
    whole: i64,
    step: i64,
}

impl Stake {
    fn of(rules: &Rules, position: &Position<Standard>, units: &[Unit]) -> Self {
        let each = units.iter().map(|&unit| {
            let steps = rules.compiled.unit(unit).steps.saturating_sub(position.state(unit).face);
            let steps = i64::from(steps.max(1));
            let strength = i64::from(goals::strength(rules, position, unit));
            (100 * steps + 10 * strength, steps)
        });
        let (whole, steps) =
            each.fold((0, 0), |(sum, steps), (worth, own)| (sum + worth, steps + own));
        Self { whole, step: whole / steps.max(1) }
    }
}

/// What attackers and defenders have to lose.
struct Stakes<'a> {
    sides: [Stake; 2],
    target: &'a Target,
}

impl Stakes<'_> {
    fn worth(&self, cell: &Cell) -> i64 {
        let [attacker, defender] = &cell.fates;
        let mut worth = self.fate(defender, 1) - self.fate(attacker, 0);
        let gone = matches!(defender.losses, Losses::All) || cell.outcome.exchange.is_some();
        if gone || defender.retreat.is_some() {
            worth += self.target.ground;
        }
        let [own, theirs] = self.sides.map(|stake| stake.whole);
        match cell.outcome.exchange {
            Some(Exchange::Full) => worth += theirs - theirs.min(own),
            Some(Exchange::Half) => worth += theirs - (theirs / 2).min(own),
            None => {}
        }
        worth
    }

    /// What a side loses.
    fn fate(&self, fate: &Fate, place: usize) -> i64 {
        let Stake { whole, step } = self.sides[place];
        let mut lost = match fate.losses {
            Losses::None => 0,
            Losses::Steps(steps) => (step * i64::from(steps)).min(whole),
            Losses::Points(points) => (20 * i64::from(points)).min(whole),
            Losses::All => whole,
        };
        if fate.retreat.is_some() {
            lost += match place == 1 && self.target.trapped {
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
