//! What is asked of a game without rules.

use salient_hex::grid::Hex;
use salient_play::sandbox::{Act, Head};
use salient_schema::Id;

/// Something about the sandbox.
#[derive(Clone, Debug, PartialEq)]
pub enum SandboxRequest {
    /// Choose the counters of a hex: instead of those that are chosen, or besides them.
    ChooseStack {
        /// The hex.
        hex: Hex,
        /// Whether those that are chosen stay so.
        add: bool,
    },
    /// Choose a counter by its name in the log, or choose it no more.
    Choose(String, bool),
    /// Drag what is chosen from one hex to another.
    Drag {
        /// Where it was taken up; its stack is meant if nothing in it is chosen.
        from: Hex,
        /// Where to.
        to: Hex,
        /// Only the top counter of the stack.
        top: bool,
    },
    /// Put one of a counter, by its id, into a hex.
    Bring(String, Hex),
    /// Do this.
    Do(Act),
    /// Let this side attack the enemies that are chosen.
    Attack(Id),
    /// Bring counters that are due, by their names, into a hex.
    BringOn(Vec<String>, Hex),
    /// What is to be added to the points of a side.
    Points(PointsToAdd),
    /// Add them.
    AddPoints,
    /// A setting of the charts and dice.
    Chart(ChartSetting),
    /// Roll the dice, and read the chart by them.
    Roll,
    /// Throw everything away and begin anew.
    BeginAnew,
}

/// Points that are to be added by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointsToAdd {
    /// The side, by its place in the ruleset.
    pub side: usize,
    /// How many, below 0 to take them away.
    pub points: i32,
    /// What for.
    pub reason: String,
}

/// A setting of the charts and dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartSetting {
    /// The chart, by its place in the ruleset; none for dice alone.
    Chart(Option<usize>),
    /// How the row is found.
    Row(Head),
    /// How the column is found.
    Column(Head),
    /// By how many columns it is shifted.
    Shift(i32),
    /// How many dice.
    Dice(u8),
    /// How many faces each has.
    Faces(u8),
    /// What is added to their sum.
    Modifier(i32),
}
