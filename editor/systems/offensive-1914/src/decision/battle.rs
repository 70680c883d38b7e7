//! What is asked and done in an attack phase, and all that a combat carries along (1914 9, 10).

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::retreat::Retreat;
use crate::force::Force;
use crate::tables::CombatResult;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Which attacks it indicates (1914 9.1).
    Indicate,
    /// Which of them is resolved next (1914 9.1).
    Order,
    /// Whom of the hex under attack it withholds (1914 9.2.5).
    Withhold(Box<Fight>),
    /// Whom it provides with ammunition that is recorded (1914 9.4.2).
    Ammunition(Box<Fight>, Party),
    /// Whether it fights intensely (1914 9.8).
    Intensity(Box<Fight>, Party),
    /// Who advances (1914 11.2).
    Advance(Box<Fight>),
}

/// Where it goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The next attack of a side (1914 9.1).
    Next(usize),
    /// A combat goes on.
    Fight(Box<Fight>),
    /// Units fall back for it.
    Retreat(Box<Retreat>),
}

/// A side in a combat: 0 attacks, 1 defends.
pub type Party = usize;
/// Who attacks.
pub const ATTACKER: Party = 0;
/// Who defends.
pub const DEFENDER: Party = 1;

/// What comes next in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Who is withheld (1914 9.1.1b).
    Withhold,
    /// Who has ammunition (1914 9.1.1c).
    Ammunition(Party),
    /// With what intensity it is fought (1914 9.1.1f).
    Intensity(Party),
    /// The dice (1914 9.1.1g).
    Dice,
    /// Levels and strength reductions of the result (1914 9.1.1h).
    Suffer(Party),
    /// The defender's retreat by the result, and then that of those whom he withheld.
    FallBack,
    /// Where they stand after it (1914 9.2.5).
    FellBack,
    /// The artillery (1914 9.1.1i).
    Artillery,
    /// The checks (1914 9.1.1j).
    Check(Party),
    /// Where the defenders stand after theirs (1914 9.2.5, 11.1.2).
    Checked,
    /// The advance (1914 9.1.1k).
    Advance,
}

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Its number.
    pub attack: u32,
    /// What comes next.
    pub stage: Stage,
    /// Both sides, the attacker first.
    pub sides: [usize; 2],
    /// The hex that is attacked.
    pub hex: Hex,
    /// Who fights whom.
    pub clash: Clash,
    /// The defender's units that do not take part. Sorted.
    pub withheld: Vec<Unit>,
    /// Who fights intensely.
    pub intense: [bool; 2],
    /// The odds.
    pub odds: Odds,
    /// What the table says.
    pub result: CombatResult,
    /// Hexes of the defender's retreat by it, as intensity lets it count (1914 9.8.2).
    pub retreat: u8,
    /// Strength reductions of each side by it and by intensity.
    pub reductions: [u8; 2],
    /// The artillery of each side.
    pub guns: [Guns; 2],
    /// Quarters of a division of each side that are fired at (1914 10.1.2).
    pub sizes: [i32; 2],
    /// What its artillery does to the checks of the other side's enemy: by whose checks.
    pub fire: [i32; 2],
    /// Hexes that each of the defender's forces had to fall back in all (1914 9.2.5).
    pub owed: Vec<(Force, u8)>,
    /// Hexes that those withheld have fallen back of it.
    pub given: u8,
    /// The combat that is fought together with it: for the other hex of the same force (1914 19.4).
    pub twin: Option<Box<Fight>>,
}

/// Who fights whom, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clash {
    /// The attackers, each with the hex that it attacks from: who does so out of two stands here
    /// twice, with half of what it has each time (1914 19.4).
    pub attackers: Vec<(Unit, Hex)>,
    /// Those who defend the hex.
    pub defenders: Vec<Unit>,
    /// The hex; none where nobody is attacked.
    pub hex: Option<Hex>,
    /// Whether all attacking combat units have prepared the attack (1914 9.6.1).
    pub prepared: bool,
    /// Those of both sides who have no ammunition (1914 9.4). Sorted.
    pub without: Vec<Unit>,
}

/// What a column of the combat results table is shifted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift {
    /// Columns, to the right positive: for the attacker.
    pub columns: i32,
    /// Why: `prepared`, `flanked`, `position`, `great-river`, `grand-river`, `elevation`.
    pub reason: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// The attacker's strength, after ammunition and terrain.
    pub attack: i32,
    /// The defender's.
    pub defence: i32,
    /// The column of their ratio by its place among those of the table: below 0 where it is worse
    /// than the first, beyond the last where it is better (1914 9.6.2).
    pub before: i32,
    /// What shifts it.
    pub shifts: Vec<Shift>,
    /// The column after all shifts, by its place as before.
    pub column: i32,
}

/// The artillery of one side in a combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guns {
    /// The sum of all artillery values.
    pub sum: i32,
    /// What each force adds, by its units.
    pub forces: Vec<(Vec<Unit>, i32)>,
    /// Neighbours of the defender among them (1914 10.1.1).
    pub neighbours: Vec<Unit>,
}
