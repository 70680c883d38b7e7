//! What a side is asked and what it does, where the game goes on by itself, and what these carry:
//! plain data, below all procedures.

use salient_hex::Hex;
use salient_rules::play::Unit;

use crate::tables::FireResult;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Whom it activates in its action segment (IA 3.1).
    Segment,
    /// What one of those who are active does (IA 3.13).
    Act,
    /// Which unit takes the next loss (IA 7.61, 7.62).
    Lose(Hit),
    /// Whether it fires at who moves (IA 13.1).
    React(React),
    /// Whether those in works fire first, and alone (IA 12.33).
    FirstFire(Assault),
    /// Where one of its own goes, in flight or driven off (IA 14.31, 6.71).
    Go(Going),
    /// Which leader goes along with a unit that flees, if one does (IA 6.62).
    Accompany(Flight),
    /// Whether one of its own goes on where the other of two who moved together was stopped
    /// (IA 13.14).
    GoOn(Unstopped),
    /// Which of its cavalry begins on foot (IA 15.1).
    Horses,
    /// Whether it saves a segment (IA 17.2).
    Save,
    /// Who goes out of a hex that holds too many (IA 4.4).
    Unstack(Hex),
    /// What its artillery does, before the game and in secret (IA 9.1).
    Plan,
    /// Whose mission it tries to end (IA 9.14).
    Abort,
    /// Which of its guns fire as one, and who recovers instead (IA 9.2, 9.63).
    Bombard(Barrage),
    /// Which guns fire as one at who has entered a hex with drumfire (IA 9.71).
    Drumfire(Drum),
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Asks for the next action segment.
    NextSegment,
    /// Goes on with a side's segment.
    Acts(usize),
    /// Goes on with what a fire does.
    Losses(Hit),
    /// Asks who fires at movers in the hex that they have entered.
    React(React),
    /// The attackers strike after the first fire (IA 12.33).
    Strike(Assault),
    /// What an assault leaves behind in a hex.
    Aftermath(Hex),
    /// The next of the leaders who are overrun in a hex (IA 6.71).
    Overrun(Hex, Vec<Unit>),
    /// Units of a side have left an assault hex (IA 12.23).
    Left(Hex, usize),
    /// A unit begins to flee.
    TakeFlight(Flight),
    /// A unit flees on, with so many movement points; whether it is its first hex.
    Flee(Flight, i32, bool),
    /// A wagon sets down what it carries in a hex, and goes on (IA 5.63).
    SetDown(Unit, Hex, Vec<Hex>),
    /// Units leave the map by a hex (IA 16.42).
    Leave(Vec<Unit>, Hex),
    /// A side's units in a hex may be too many (IA 4.4).
    Unstack(Hex, usize),
    /// All is planned (IA 9.13).
    Planned,
    /// Asks a side whose missions it ends (IA 9.14).
    Aborts(usize),
    /// Goes on with a side's planned fire (IA 9.3).
    Bombard(Barrage),
    /// Both sides have fired by plan (IA 9.15).
    Bombarded,
    /// Looks at one's own next to what was fired at (IA 9.83).
    FriendlyFire(Fallen),
    /// The next attack by drumfire on who has entered a hex (IA 9.71).
    Drumfire(Drum),
    /// Looks at the ammunition of who has fired (IA 11.2).
    Ammunition(Unit),
}

/// Who activates whom in an action segment (IA 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// One unit or leader by itself.
    Unit(Unit),
    /// All that stand in a hex.
    Stack(Hex),
    /// A leader, those around him and whoever their leaders direct.
    Leader(Unit),
}

/// What has hit somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Direct fire (IA 7.61).
    Fire,
    /// Fire at who moves (IA 7.63).
    Opportunity,
    /// Bombardment, one's own too (IA 7.61, 9.8).
    Bombardment,
    /// Drumfire at who moves (IA 7.63).
    Drumfire,
    /// An assault (IA 7.62).
    Assault,
    /// Fire at who leaves an assault hex (IA 12.23).
    Harassing,
}

/// A fire that has hit somebody: what it still does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// The hex.
    pub hex: Hex,
    /// The side that is hit.
    pub side: usize,
    /// The number of the attack.
    pub attack: u32,
    /// What has hit.
    pub cause: Cause,
    /// What it does to each of those who are hit (IA 7.52).
    pub results: Vec<(Unit, FireResult)>,
    /// Losses that have been dealt with.
    pub taken: u8,
    /// Whether a transport has taken its part of the next one.
    pub carted: bool,
    /// Steps that combat units have lost by it (IA 6.7).
    pub lost: u8,
}

/// Movers in a hex that they have entered, and those who have fired at them there (IA 13.21).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct React {
    /// Who moves.
    pub movers: Vec<Unit>,
    /// Who has fired at them in this hex.
    pub fired: Vec<Unit>,
    /// The hexes that they were still to enter.
    pub rest: Vec<Hex>,
}

/// Of a unit and a leader who moved together one was stopped; the other may go on (IA 13.14).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unstopped {
    /// Who may.
    pub unit: Unit,
    /// By which hexes.
    pub rest: Vec<Hex>,
}

/// An assault: those of one side who attack in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assault {
    /// The hex.
    pub hex: Hex,
    /// The side that attacks.
    pub side: usize,
    /// Its units and leaders who take part.
    pub units: Vec<Unit>,
    /// Whether they close in (IA 12.6).
    pub cold_steel: bool,
}

/// Why somebody goes where its owner chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// It flees (IA 14.31).
    Flees,
    /// It flees out of an assault hex (IA 14.35).
    FleesAssault,
    /// The enemy has driven it off (IA 6.71).
    DrivenOff,
}

/// A unit or leader that flees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Flight {
    /// Who.
    pub unit: Unit,
    /// The leader who goes along, or those of whom one may (IA 6.62).
    pub leaders: Vec<Unit>,
}

/// Somebody who goes to one of several hexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Going {
    /// Who, and with whom.
    pub flight: Flight,
    /// Where to.
    pub options: Vec<Hex>,
    /// Why.
    pub why: Why,
    /// Movement points that are left.
    pub left: i32,
}

/// A side's part of the bombardment phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barrage {
    /// The side.
    pub side: usize,
    /// Whether it has begun.
    pub begun: bool,
    /// Hexes under fire whose neighbours are still to be looked at.
    pub fallen: Vec<Fallen>,
}

/// All that has fallen on a hex (IA 9.83).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fallen {
    /// The hex.
    pub hex: Hex,
    /// The guns, of one side.
    pub guns: Vec<Unit>,
    /// Their strength.
    pub strength: i32,
}

/// Movers in a hex with markers that they have entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drum {
    /// Who has entered.
    pub movers: Vec<Unit>,
    /// The hex.
    pub hex: Hex,
    /// The guns that have still to fire at them.
    pub left: Vec<Unit>,
    /// Whether they are on their way, and may go on.
    pub walk: bool,
}
