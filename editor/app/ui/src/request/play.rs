//! What is asked of a game that is played by hand.

use salient_hex::grid::Hex;
use salient_play::{Point, Seat, Stop};
use salient_rules::Action;
use salient_rules::case::Case;
use salient_schema::scenario::Scenario;

/// Something about a game by hand.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayRequest {
    /// Look at a hex, without meaning anything by it.
    Look(Hex),
    /// Show on the map what a choice is about that the pointer lies on; nothing for none.
    Point(Option<Action>),
    /// Pick something for the decision that is being put together.
    Pick(Pick),
    /// Do what is put together.
    Do,
    /// Do this.
    Decide(Action),
    /// Let the strongest bot make this decision.
    LetBotDecide,
    /// Let it make all decisions that the side has left in this step of the sequence of play.
    LetBotFinish,
    /// Take the last decision of a person back, with what came after it.
    TakeBack,
    /// Go on as before.
    Forward,
    /// Go to a point of the game.
    GoTo(Point),
    /// Call the point at which the game stands something.
    Call(String),
    /// Who decides for a side, by the side's place in the ruleset.
    Seat(usize, Seat),
    /// Where bots stop.
    Stop(Stop),
    /// Tell why a bot decided as it did, by the point behind its decision; nothing closes it.
    Why(Option<Point>),
    /// Play games on from where the game stands, by bots, and count how they end.
    RunFromHere,
    /// Take the game by hand up again that was put away.
    Resume,
    /// Stop those games, and keep what is done.
    StopFromHere,
    /// Make this scenario of the position.
    KeepPosition(Box<Scenario>),
    /// Make a rule case of so many decisions, the last ones.
    RecordCase(usize),
    /// Write this rule case beside the ruleset.
    WriteCase(Box<Case>),
}

/// One thing that is picked.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// A kind of action.
    Kind(String),
    /// A unit, by its name in the log.
    Unit(String),
    /// A hex: what is meant, or whoever stands there.
    Hex(Hex),
    /// A number of a field; none takes it away.
    Number(String, Option<i64>),
    /// A hex onto which the picked units are dropped.
    Drop(Hex),
    /// A unit, and nothing but it, by its name in the log.
    Alone(String),
    /// All that an action is about.
    Whole(Action),
    /// Something of a plan of fire.
    Plan(PlanWriting),
    /// Nothing: begin anew.
    Nothing,
}

/// Something that is written into a plan of fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanWriting {
    /// The kind of mission, by its id.
    Mission(String),
    /// The game-turn that the next click on the map is about.
    Turn(u16),
    /// What is fired in it; none for the usual shell.
    Shell(Option<String>),
    /// No fire in that game-turn.
    NoFire,
    /// The same fire in all later game-turns.
    SameLater,
}
