//! What a bot holds dear.

use salient_rules::weights::{Weighing, WeightDef};

use crate::bots::on_the_offensive;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, enemy_of};

salient_rules::weights! {
    /// What a side holds dear for a time. Worths of attacks are in tenths of an enemy step; those
    /// of hexes have no unit of their own, and count against each other only. `USUAL` is the
    /// heuristic's.
    pub struct Weights {
        /// What an own step is worth while there are few replacements; enemy steps are worth 10.
        own_step: 8 in 0..=30,
        /// The same while there are many.
        own_step_rich: 6 in 0..=30,
        /// What a morale point is worth to who takes its hex.
        point: 30 in 0..=120,
        /// What the way to morale points is worth, in tenths.
        pull: 10 in 0..=40,
        /// The least that an attack must be worth.
        least: 0 in 0..=200,
        /// A front hex that nobody else covers: standing in it.
        cover_here: 150 in 0..=400,
        /// The same: by zone of control.
        cover_around: 120 in 0..=400,
        /// Standing in an own morale hex that would be empty else, a point.
        keep_point: 250 in 0..=800,
        /// Standing in the own trench line where it would be empty else.
        keep_line: 60 in 0..=200,
        /// Strength against a threat, in tenths.
        defence: 10 in 0..=100,
        /// Strength for an attack, in tenths.
        attack: 10 in 0..=200,
        /// The odds beyond which more attackers are of no use.
        enough: 5 in 0..=12,
        /// A target of the main effort.
        aim: 0 in 0..=400,
        /// Targets of the main effort besides those of the tanks; with 0 there is none.
        aims: 0 in 0..=3,
        /// Nearness to the main effort's goal, in tenths of a hex.
        focus: 10 in 0..=60,
        /// Tanks that stand with foot that can attack.
        tanks: 60 in 0..=200,
        /// Whether the side moves to attack, 1, or only attacks what offers itself, 0.
        offensive: 1 in 0..=1,
        /// Whether attackers are chosen by hexes and with tanks, too, 1, or only by strength, 0.
        choosy: 0 in 0..=1,
        /// What a unit is worth that an attack does without.
        thrift: 0 in 0..=60,
        /// What is taken off an own step's worth for each replacement at hand beyond a few, in
        /// hundredths.
        hoard: 0 in 0..=30,
        /// A loss of those who have no way out.
        trap: 0 in 0..=30,
        /// A fortress that is attacked while its garrison has a way out.
        storm: 0 in 0..=400,
        /// A new side from which a target can be attacked, in hundredths of the gain.
        around: 0 in 0..=200,
        /// A morale point that is taken by walking in.
        take: 0 in 0..=600,
        /// Tanks next to enemy trenches; with 0 their armies do not bring them there.
        armour: 0 in 0..=400,
        /// A morale point that tanks take by infiltrating alone; with 0 they never do.
        raid: 0 in 0..=200,
        /// An enemy step that is cut off from supply by infiltrating.
        cut: 0 in 0..=100,
        /// Strength for an attack, in tenths, while the side is not on the offensive.
        counter: 0 in 0..=200,
        /// What bombers do: bomb stacks, 0, the Ruhr, 1, or support attacks, 2.
        bombers: 0 in 0..=2,
        /// By how many hundredths points are worth more, and steps and the least that attacks must
        /// be worth less, for each of the last three game-turns before the side must have them.
        haste: 0 in 0..=100,
        /// A point of the hex that the side goes for, to who clears the way to it.
        goal: 0 in 0..=100,
        /// How much the side goes for what its strength stands near, in tenths of a factor.
        mass: 0 in 0..=30,
        /// The part of the front that the main effort is made in, from its northern end, in
        /// thirds; 0 for all of it.
        sector: 0 in 0..=3,
    }
}

/// The times that a side weighs differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    /// Before the German morale check, the German side short of it (SW 4.5).
    Short,
    /// Before the check, the German side ready for it.
    Ready,
    /// After the check.
    After,
}

impl Time {
    /// What time it is for a side.
    fn of(position: &Position, rules: &Rules, side: usize) -> Self {
        let turn = i32::from(position.turn);
        let numbers = &rules.constants;
        let allied = position.morale[enemy_of(GERMAN)];
        // The Yanks will come and lift Allied morale (SW 4.6).
        let yanks = if position.once.yanks { 0 } else { numbers.yanks_morale };
        if turn > numbers.check_turn || turn == numbers.check_turn && side != GERMAN {
            Self::After
        } else if position.morale[GERMAN] >= numbers.check_german_morale
            && allied + yanks <= numbers.check_allied_morale
        {
            Self::Ready
        } else {
            Self::Short
        }
    }
}

/// The heuristic's.
const RULE_OF_THUMB: Weights = Weights::USUAL;

const HOLDING: Weights =
    Weights { own_step: 13, own_step_rich: 13, pull: 3, offensive: 0, ..RULE_OF_THUMB };

/// The planner's, by side and time. The first seventeen were found by self-play (`tune
/// storm-in-the-west/SCENARIO SIDE 80 60 SEED`): the German side of the campaign, seeds 1 and 2, the
/// Allied side of the campaign and, after the check, of S2, seed 1. Those from `choosy` on were
/// chosen by hand and measured one by one. Then all German ones were found once more by self-play,
/// in the campaign (twice 34 rounds of 40 games, seeds 7005 and 7006) and after the check in S2, S1
/// and 1919 (seed 7007), and the Allied ones after the check in S2 (30 rounds of 40 games, seed
/// 7008).
const PLANNED: [[Weights; 3]; 2] = [
    // The German side.
    [
        Weights {
            own_step: 4,
            own_step_rich: 7,
            point: 46,
            pull: 1,
            least: 163,
            cover_here: 57,
            cover_around: 37,
            keep_point: 122,
            keep_line: 103,
            defence: 5,
            attack: 61,
            enough: 7,
            aim: 169,
            aims: 1,
            focus: 6,
            tanks: 60,
            offensive: 1,
            choosy: 1,
            thrift: 8,
            storm: 60,
            around: 96,
            take: 140,
            cut: 17,
            haste: 13,
            mass: 4,
            ..RULE_OF_THUMB
        },
        Weights {
            own_step: 7,
            own_step_rich: 18,
            point: 13,
            pull: 5,
            least: 4,
            cover_here: 356,
            cover_around: 53,
            keep_point: 126,
            keep_line: 99,
            defence: 77,
            attack: 6,
            enough: 3,
            aim: 14,
            aims: 1,
            focus: 11,
            tanks: 72,
            offensive: 0,
            choosy: 1,
            thrift: 2,
            around: 2,
            take: 204,
            cut: 27,
            counter: 72,
            haste: 5,
            ..RULE_OF_THUMB
        },
        Weights {
            own_step: 18,
            own_step_rich: 11,
            point: 21,
            pull: 1,
            least: 15,
            cover_here: 126,
            cover_around: 17,
            keep_point: 170,
            keep_line: 64,
            defence: 10,
            attack: 4,
            enough: 2,
            aim: 9,
            aims: 0,
            focus: 5,
            tanks: 47,
            offensive: 0,
            choosy: 1,
            thrift: 2,
            around: 8,
            take: 263,
            raid: 48,
            cut: 20,
            counter: 42,
            haste: 3,
            ..RULE_OF_THUMB
        },
    ],
    // The Allied side.
    [
        Weights {
            own_step: 12,
            own_step_rich: 16,
            point: 27,
            pull: 2,
            least: 3,
            cover_here: 106,
            cover_around: 128,
            keep_point: 299,
            keep_line: 25,
            defence: 28,
            attack: 9,
            enough: 7,
            aim: 5,
            aims: 0,
            focus: 10,
            tanks: 60,
            offensive: 0,
            choosy: 1,
            thrift: 1,
            storm: 40,
            around: 60,
            take: 200,
            armour: 40,
            cut: 10,
            counter: 30,
            ..RULE_OF_THUMB
        },
        Weights {
            own_step: 12,
            own_step_rich: 3,
            point: 56,
            pull: 3,
            least: 10,
            cover_here: 120,
            cover_around: 113,
            keep_point: 73,
            keep_line: 37,
            defence: 7,
            attack: 40,
            enough: 6,
            aim: 59,
            aims: 1,
            focus: 11,
            tanks: 56,
            offensive: 1,
            choosy: 1,
            thrift: 1,
            storm: 40,
            around: 60,
            take: 200,
            armour: 40,
            cut: 10,
            ..RULE_OF_THUMB
        },
        Weights {
            own_step: 9,
            own_step_rich: 3,
            point: 76,
            pull: 29,
            least: 14,
            cover_here: 80,
            cover_around: 0,
            keep_point: 22,
            keep_line: 70,
            defence: 3,
            attack: 160,
            enough: 7,
            aim: 97,
            aims: 1,
            focus: 10,
            tanks: 69,
            offensive: 1,
            choosy: 1,
            thrift: 2,
            hoard: 2,
            trap: 1,
            storm: 43,
            around: 59,
            take: 283,
            armour: 52,
            raid: 60,
            cut: 16,
            counter: 6,
            bombers: 1,
            haste: 4,
            ..RULE_OF_THUMB
        },
    ],
];

/// What a side's planner holds dear, by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByTime(pub [Weights; 3]);

impl Default for ByTime {
    fn default() -> Self {
        Self::usual(GERMAN)
    }
}

impl Weighing for ByTime {
    fn usual(side: usize) -> Self {
        Self(PLANNED[side.min(1)])
    }

    fn defs(side: usize) -> Vec<WeightDef> {
        let Self(usual) = Self::usual(side);
        let with_usual = |weights: Weights| {
            let defs = Weights::DEFS.iter().zip(weights.values());
            defs.map(|(def, usual)| WeightDef { usual, ..*def })
        };
        usual.into_iter().flat_map(with_usual).collect()
    }

    fn values(&self) -> Vec<i32> {
        self.0.iter().flat_map(Weights::values).collect()
    }

    fn take(&mut self, values: &[i32]) {
        for (weights, values) in self.0.iter_mut().zip(values.chunks(Weights::DEFS.len())) {
            for (place, &value) in values.iter().enumerate() {
                weights.set(place, value);
            }
        }
    }
}

impl ByTime {
    /// How a planner's side weighs now.
    pub fn now(&self, position: &Position, rules: &Rules, side: usize) -> Weights {
        let time = Time::of(position, rules, side);
        let left = deadline(rules, side, time) - i32::from(position.turn);
        hastened(self.0[time as usize], left)
    }
}

/// Weights so many game-turns before the side must have what it needs.
fn hastened(mut now: Weights, left: i32) -> Weights {
    let more = now.haste * (HASTE - left.clamp(0, HASTE));
    let less = (100 - more).max(0);
    now.point = now.point * (100 + more) / 100;
    for cost in [&mut now.own_step, &mut now.own_step_rich, &mut now.least] {
        *cost = *cost * less / 100;
    }
    now
}

/// Game-turns before a deadline in which there is haste.
const HASTE: i32 = 3;

/// The last game-turn in which a side can still take what it needs: before the German check (SW
/// 4.5), and before the end.
fn deadline(rules: &Rules, side: usize, time: Time) -> i32 {
    match time {
        Time::After => rules.turns.last().map_or(0, |turn| i32::from(turn.turn)),
        _ if side == GERMAN => rules.constants.check_turn,
        _ => rules.constants.check_turn - 1,
    }
}

/// How a side that plays by rules of thumb weighs now.
pub fn by_rule_of_thumb(position: &Position, rules: &Rules, side: usize) -> Weights {
    if on_the_offensive(position, rules, side) { RULE_OF_THUMB } else { HOLDING }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn haste_begins_three_game_turns_before_the_end() {
        let calm = Weights { haste: 50, point: 30, own_step: 8, least: 10, ..Weights::USUAL };
        assert_eq!(hastened(calm, 3), calm);
        let late = hastened(calm, 2);
        assert_eq!((late.point, late.own_step, late.least), (45, 4, 5));
        // Own steps are worth nothing in the end, and never less.
        let last = hastened(calm, 0);
        assert_eq!((last.point, last.own_step, last.least), (75, 0, 0));
        assert_eq!(hastened(calm, -1), last);
        let never = Weights { haste: 0, ..calm };
        assert_eq!(hastened(never, 0), never);
    }
}
