//! Combat between adjacent hexes: attacks, their odds and results, retreat and advance.
//!
//! | file | what |
//! |---|---|
//! | `chart` | a table of results: its columns, rows and cells |
//! | `modifiers` | what shifts columns and changes dice |
//! | `odds` | the strengths of an attack, its column and its die |
//! | `support` | units and points that support from a distance |
//! | `attack` | who may and must attack |
//! | `battle` | an attack is made: dice, result, losses |
//! | `retreat`, `advance` | after combat |
//! | `event`, `words` | what the log and the screens say |

mod advance;
mod attack;
mod battle;
pub mod chart;
pub mod event;
pub mod modifiers;
pub mod odds;
mod retreat;
mod support;
pub mod words;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};
use salient_schema::rules_of_play::{
    self as play, ColumnBy, Dice, Does, Obligation, Rounding, Sheltering, TerrainIn, Worse,
};

use crate::acts::Act;
use crate::citations::{Chapter, Citations};
use crate::game::Standard;
use crate::numbers::{Members, Number, Reader};
use crate::results::{self, Aftermath};
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;

use advance::AdvanceRules;
use chart::{Chart, Throws};
use modifiers::Modifier;
use retreat::Going;
use support::{Points, Support, Tracks};

pub use attack::{begin, check, counted, legal};
pub use battle::{Battle, apply};
pub use retreat::{RetreatRules, retreat};

/// The kinds of combat, compiled.
#[derive(Debug, Default)]
pub struct Combats {
    pub kinds: Vec<Kind>,
    /// The tracks whose points support combat.
    pub tracks: Tracks,
}

/// A kind of combat.
#[derive(Debug)]
pub struct Kind {
    pub name: String,
    pub rule: String,
    pub chart: Chart,
    pub column: ColumnBy,
    pub rounding: Rounding,
    pub worse: Worse,
    pub dice: Dice,
    /// How those may fall.
    pub throws: Throws,
    /// The ratings of attackers and defenders.
    pub strength: [usize; 2],
    pub sum_first: bool,
    pub who: Members,
    pub obligation: Obligation,
    pub several_hexes: bool,
    pub terrain: TerrainIn,
    pub sheltering: Sheltering,
    pub modifiers: Vec<Modifier>,
    pub most_shifts: Number,
    pub support: Option<Support>,
    pub points: Vec<Points>,
    pub after: Aftermath,
    pub advance: AdvanceRules,
}

impl Combats {
    /// Those of a ruleset.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings, cite: &Citations) -> Self {
        let play = reader.play;
        let mut tracks = Tracks::default();
        let mut kinds = Vec::new();
        for (place, combat) in play.combat.iter().enumerate() {
            let at = format!("/combat/{place}");
            kinds.extend(Kind::read(reader, combat, (ratings, cite), &mut tracks, &at));
        }
        Self { kinds, tracks }
    }

    /// How the results of a kind are carried out.
    pub fn aftermath(&self, place: u8) -> Option<&Aftermath> {
        self.kinds.get(usize::from(place)).map(|kind| &kind.after)
    }
}

impl Kind {
    fn read(
        reader: &mut Reader<'_>,
        combat: &play::Combat,
        (ratings, cite): (Ratings, &Citations),
        tracks: &mut Tracks,
        pointer: &str,
    ) -> Option<Self> {
        let at = |field: &str| format!("{pointer}/{field}");
        let chart = Chart::read(reader, &combat.table, combat.column, &at("table"));
        if combat.dice.number == 0 || combat.dice.faces < 2 {
            reader.wrong(&at("dice"), "a die has two faces at least".to_owned());
        }
        let attack = reader.rating(combat.attack.as_ref(), ratings.attack, &at("attack"));
        let defence = reader.rating(combat.defence.as_ref(), ratings.defence, &at("defence"));
        for (rating, named, field) in
            [(attack, &combat.attack, "attack"), (defence, &combat.defence, "defence")]
        {
            if rating.is_none() && named.is_none() {
                reader.wrong(&at(field), format!("no rating is used for {field}"));
            }
        }
        let rule = results::rule_of(combat.rule.as_ref(), cite, Chapter::Combat);
        let modifiers = combat.modifiers.iter().enumerate().map(|(place, modifier)| {
            let at = format!("{pointer}/modifiers/{place}");
            Modifier::read(reader, modifier, &rule, &at, modifiers::For::Combat)
        });
        let modifiers = modifiers.collect();
        let support = combat
            .support
            .as_ref()
            .map(|support| Support::read(reader, ratings, support, (&at("support"), &rule)));
        let points = combat.points.iter().enumerate().map(|(place, points)| {
            let at = format!("{pointer}/points/{place}");
            Points::read(reader, tracks, points, (&at, &rule))
        });
        let points = points.collect();
        let parts = (&*combat.losses, combat.leaders.as_ref(), combat.morale.as_ref());
        let after =
            Aftermath::read(reader, ratings, (parts, &combat.retreat), (pointer, rule.clone()));
        let advance = AdvanceRules::read(reader, &combat.advance, (&at("advance"), &rule));
        let who = reader.members(&combat.who, &at("who"));
        let most_shifts = reader.bounded(&combat.most_shifts, &at("most_shifts"), (0, 100));
        Some(Self {
            name: combat.name.clone(),
            rule,
            chart: chart?,
            column: combat.column,
            rounding: combat.rounding,
            worse: combat.worse,
            dice: combat.dice,
            throws: Throws::of(combat.dice),
            strength: [attack?, defence?],
            sum_first: combat.sum_first,
            who,
            obligation: combat.obligation,
            several_hexes: combat.several_hexes,
            terrain: combat.terrain,
            sheltering: combat.sheltering,
            modifiers,
            most_shifts,
            support,
            points,
            after,
            advance,
        })
    }

    fn no<T>(&self, text: impl Into<std::borrow::Cow<'static, str>>) -> Result<T, Violation> {
        Err(Violation::new(self.rule.clone(), text))
    }
}

/// The kind of combat of a step, with its place among them.
pub fn kind_at(rules: &Rules, at: DoesAt) -> Option<(u8, &Kind)> {
    let doing = at.find(rules)?;
    matches!(doing.does, Does::Combat { .. }).then_some(())?;
    let kind = rules.combats.kinds.get(usize::from(doing.place))?;
    Some((doing.place, kind))
}

/// What is next in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The defenders may be supported.
    Support,
    /// The dice are rolled.
    Roll,
    /// What happens to the defenders.
    Defenders,
    /// What happens to the attackers.
    Attackers,
    /// Leaders whose units are gone leave the hexes attacked.
    Leaders,
    /// The attackers advance.
    Advance,
    /// The defenders advance.
    CounterAdvance,
    /// The combat is over.
    Over,
    /// Units retreat.
    Retreat(Box<Going>),
}

/// What is asked in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Who supports the defence.
    Support,
    /// Whether the defenders retreat in place of losing steps.
    GiveWay,
    /// Where units retreat.
    Retreat(Box<Going>),
    /// Who advances.
    Advance,
}

/// Goes on with a combat.
pub fn run(cx: &mut PlayContext<'_, Standard>, stage: Stage) {
    match stage {
        Stage::Support => support::ask(cx),
        Stage::Roll => battle::roll(cx),
        Stage::Defenders => battle::defenders(cx),
        Stage::Attackers => battle::attackers(cx),
        Stage::Leaders => battle::leaders(cx),
        Stage::Advance => advance::ask(cx, true),
        Stage::CounterAdvance => advance::ask(cx, false),
        Stage::Over => battle::over(cx),
        Stage::Retreat(going) => retreat::go_on(cx, *going),
    }
}

/// Whether something may be answered in a combat.
///
/// # Errors
/// The rule that forbids it.
pub fn check_answer(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    asked: &Asked,
    act: &Act,
) -> Result<(), Violation> {
    match asked {
        Asked::Support => support::check(rules, position, side, act),
        Asked::GiveWay => battle::check_give_way(rules, position, act),
        Asked::Retreat(going) => retreat::check(rules, position, going, act),
        Asked::Advance => advance::check(rules, position, side, act),
    }
}

/// What may be answered in a combat.
pub fn legal_answers(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    asked: &Asked,
) -> Vec<Act> {
    match asked {
        Asked::Support => support::legal(rules, position, side),
        Asked::GiveWay => battle::legal_give_way(rules, position),
        Asked::Retreat(going) => retreat::legal(rules, position, going),
        Asked::Advance => advance::legal(rules, position, side),
    }
}

/// Answers in a combat.
pub fn answer(cx: &mut PlayContext<'_, Standard>, side: usize, asked: &Asked, act: &Act) {
    match asked {
        Asked::Support => support::answer(cx, side, act),
        Asked::GiveWay => battle::give_way(cx, side, act),
        Asked::Retreat(going) => {
            cx.answered(side);
            retreat::take(cx, (**going).clone(), act);
        }
        Asked::Advance => advance::answer(cx, side, act),
    }
}
