//! What came of a run.

use salient_schema::Id;
use salient_schema::common::{CounterId, HexLabel};
use salient_schema::event::UnitId;
use serde::{Deserialize, Serialize};

use crate::columns::ColumnReport;
use crate::ends::EndReport;
use crate::fact::Fact;
use crate::game_report::GameReport;
use crate::ledger::{EndingReport, ReplacementReport, StandingReport};
use crate::populations::Populations;
use crate::resources::ResourceReport;
use crate::seeds::SeedsReport;
use crate::sources::{Lever, SourceReport};
use crate::statistics::{Estimate, Share};
use crate::subject::{Subject, TableHead};
use crate::tree::Telling;
use salient_rules::Bot;

/// The version of the report's form that is written and read.
pub const REPORT_VERSION: u32 = 3;

/// What came of a run. It depends on the bundle and the options alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the report's form: [`REPORT_VERSION`].
    pub report_version: u32,
    /// What was played.
    pub subject: Subject,
    /// The seed of the run.
    pub seed: u64,
    /// The seeds whose games are pooled, and how far they lie apart; nothing where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedsReport>,
    /// Who played, a side.
    pub bots: Vec<SideBot>,
    /// How many games were asked for, at the most.
    pub wanted: u32,
    /// How narrow the intervals of the levels were to become, as half a width, if that was asked
    /// for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// How many games were played.
    pub played: u32,
    /// Whether the run was stopped before its end.
    pub stopped: bool,
    /// Each level of victory and how often it was reached, best first.
    pub levels: Vec<LevelReport>,
    /// How often each side won.
    pub wins: Vec<SideWins>,
    /// Why the games ended, the most frequent first; nothing where the points alone decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<EndingReport>,
    /// The points at the end; none without games.
    pub points: Option<Points>,
    /// What the points are made of, a source before its kinds; nothing where no log says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceReport>,
    /// The source of points that tells kinds of games apart best, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lever: Option<Lever>,
    /// The two kinds that the games fall into by their points, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Populations>,
    /// What tells kinds of games apart, and how early; none where nearly all games are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub telling: Option<Telling>,
    /// Losses a game, a side.
    pub losses: Vec<SideLossReport>,
    /// The game, turn by turn.
    pub turns: Vec<TurnReport>,
    /// Where the sides' levels stood, turn by turn: morale, hexes held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<StandingReport>,
    /// Replacements received and spent, by side and nation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<ReplacementReport>,
    /// What became of each town, in the order of their hexes.
    pub towns: Vec<TownReport>,
    /// What each unit did, in the order of the orders of battle.
    pub units: Vec<UnitReport>,
    /// Attacks by the odds of their strengths, lowest odds first.
    pub odds: Vec<OddsReport>,
    /// Attacks by where the system's table was entered, after everything that shifts it: by side,
    /// then by column from the poorest, odds and what was added to the dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ColumnReport>,
    /// What the sides had to use up, and what of it was left over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<ResourceReport>,
    /// What falls on the last game-turn; nothing without games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndReport>,
    /// What the system counts by itself, by side and kind. What was never used is not there.
    pub tables: Vec<TableReport>,
    /// The rules that were applied, by number.
    pub rules: Vec<RuleUse>,
    /// What looks illegal or suspicious, worst first.
    pub facts: Vec<Fact>,
    /// Where it happened.
    pub heat: Heat,
    /// Who held what, from the set-up (turn 0) on.
    pub front: Vec<FrontTurn>,
    /// The games in order.
    pub games: Vec<GameReport>,
}

/// Who played a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideBot {
    /// The side.
    pub side: Id,
    /// The bot.
    pub bot: Bot,
}

/// How often a level of victory was reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelReport {
    /// The level.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// In how many games.
    #[serde(flatten)]
    pub share: Share,
}

/// How often a side won, at any level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideWins {
    /// The side.
    pub side: Id,
    /// In how many games.
    #[serde(flatten)]
    pub share: Share,
}

/// How the points at the end are spread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// The least.
    pub min: i32,
    /// A quarter of the games end with no more.
    pub lower_quartile: f64,
    /// Half of the games end with no more.
    pub median: f64,
    /// Three quarters of the games end with no more.
    pub upper_quartile: f64,
    /// The most.
    pub max: i32,
    /// The mean.
    pub estimate: Estimate,
}

/// Losses a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideLossReport {
    /// The side.
    pub side: Id,
    /// Steps.
    pub steps: Estimate,
    /// Units removed from the map.
    pub units: Estimate,
}

/// A game-turn over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnReport {
    /// The game-turn.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
    /// The points as they stood at its end.
    pub points: Estimate,
    /// The least of them; none without games.
    pub min: Option<i32>,
    /// The most of them.
    pub max: Option<i32>,
    /// What each side did in it.
    pub sides: Vec<TurnSide>,
}

/// A side in a game-turn, a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnSide {
    /// The side.
    pub side: Id,
    /// Steps that it lost.
    pub steps: Estimate,
    /// Units that it lost.
    pub units: Estimate,
    /// Towns that it took, with those taken back.
    pub towns: Estimate,
    /// Attacks that it made.
    pub attacks: Estimate,
}

/// What became of a town.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TownReport {
    /// Its hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Games in which it changed hands.
    pub taken: Share,
    /// How often it changed hands in all.
    pub changes: u64,
    /// Games in which each side had taken it last, in the order of the sides; the rest are the
    /// games in which it never changed hands.
    pub last: Vec<u32>,
    /// The turn on which it first changed hands, on the mean of the games in which it did.
    pub first: Estimate,
}

/// What a unit did, over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitReport {
    /// The unit, as the log names it.
    pub unit: UnitId,
    /// Its counter.
    pub counter: CounterId,
    /// Its side.
    pub side: Id,
    /// What is printed on the counter.
    pub name: String,
    /// Games in which it was on the map.
    pub present: u32,
    /// Games in which it moved, attacked or was attacked.
    pub used: u32,
    /// Games in which it was removed by losses.
    pub lost: Share,
    /// Steps lost.
    pub steps: u64,
    /// Moves.
    pub moves: u64,
    /// Hexes entered: by moves, retreats and advances.
    pub hexes: u64,
    /// Attacks that it took part in.
    pub attacks: u64,
    /// Attacks that it was the target of.
    pub defences: u64,
    /// Games in which it left the map.
    pub exits: u32,
}

impl UnitReport {
    /// Whether it was on the map in some game and never moved nor fought in any.
    pub fn is_never_used(&self) -> bool {
        self.present > 0 && self.used == 0
    }
}

/// Attacks at about the same odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OddsReport {
    /// The attacker's strength to the defender's, rounded in favour of the defender: `2:1`.
    pub band: String,
    /// Attacks.
    pub attacks: u64,
    /// Attacks that succeeded.
    pub won: Share,
    /// Attacks that failed.
    pub failed: u64,
    /// Attacks in which the attacker was eliminated.
    pub attacker_eliminated: u64,
    /// Steps that the attackers lost.
    pub attacker_steps: u64,
    /// Steps that the defenders lost.
    pub defender_steps: u64,
}

/// One of the system's own tables: what its guns were used for, say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableReport {
    /// What the system says of the table.
    #[serde(flatten)]
    pub head: TableHead,
    /// Its rows: by side, then by id.
    pub rows: Vec<TableRow>,
}

/// A row of one of the system's own tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// The side that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// What it is about: `rolling-barrage`.
    pub id: Id,
    /// The same in words: `Rolling barrage`.
    pub name: String,
    /// In how many games there was any of it.
    pub games: u32,
    /// The sums over all games, in the order of the table's columns.
    pub values: Vec<i64>,
}

/// A rule that was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleUse {
    /// Its number: `KB 8.74`.
    pub rule: String,
    /// How many events and modifiers cite it.
    pub times: u64,
    /// In how many games.
    pub games: u32,
}

/// Where it happened: for each hex, in the order of [`Subject::hexes`], how often in all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// Attacks on the hex.
    pub fought: Vec<u32>,
    /// Units that entered it.
    pub entered: Vec<u32>,
    /// Steps lost in it.
    pub lost: Vec<u32>,
}

/// Who held what at the end of a game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontTurn {
    /// The game-turn; 0 for the set-up.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
    /// Games that came to its end.
    pub games: u32,
    /// For each side, in how many games it held each hex. A side holds a hex if it was the last
    /// to have a unit there; a hex where nobody has been yet is held by the side whose set-up is
    /// nearest, and by nobody if two are as near.
    pub held: Vec<Vec<u32>>,
}

impl Report {
    /// How many games came to the last game-turn; none of a scenario without turns.
    pub fn came_to_the_last_turn(&self) -> Option<u64> {
        self.turns.last().map(|turn| turn.points.games)
    }

    /// The game-turns that some game came to the end of: means say nothing of the others.
    pub fn reached_turns(&self) -> &[TurnReport] {
        let last = self.turns.iter().rposition(|turn| turn.points.games > 0);
        self.turns.get(..last.map_or(0, |last| last + 1)).unwrap_or_default()
    }

    /// The widest interval among the levels, as half of its width: 0.02 is "within 2 %".
    pub fn precision(&self) -> f64 {
        let widths = self.levels.iter().map(|level| level.share.interval().half_width());
        widths.fold(0.0, f64::max)
    }
}
