//! Why a bot decided as it did, in words: what the window and the terminal both tell.

use salient_rules::account::{Account, Choice};
use salient_rules::search::Thought;
use salient_rules::words::Words;

use crate::offer::in_words;

/// An account in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// Who decided what: `The German planner: Attack 3204 …`.
    pub title: String,
    /// Where in the game: `Game-turn 3, First movement segment`.
    pub when: String,
    /// What was weighed, table by table; a table has rows.
    pub tables: Vec<WhyTable>,
}

/// Ways that were weighed against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyTable {
    /// What the choice was between, and what the values are counted in.
    pub lead: String,
    /// What stands over the values: `victory points`; empty where there are none.
    pub unit: String,
    /// The ways, best first.
    pub rows: Vec<WhyRow>,
}

/// A way that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyRow {
    /// What would have been done.
    pub name: String,
    /// What it was worth, as a number; empty where it went by something else.
    pub value: String,
    /// What else was expected of it: chances, playouts that were won.
    pub expected: String,
    /// Whether it was done.
    pub taken: bool,
}

/// Puts an account into words. `sides` has the names of the sides, in the order of the ruleset.
pub fn told(account: &Account, words: &Words, sides: &[String]) -> Why {
    let side = sides.get(account.side).map_or("", String::as_str);
    let bot = account.bot.name();
    let mut tables = Vec::new();
    if let Some(plan) = &account.plan {
        tables.push(plans(plan, account.planned_now));
    }
    if !account.weighed.is_empty() {
        let measure = Measure::of(account.weighed.unit);
        let rows = account.weighed.choices.iter().map(|choice| row(choice, &measure, words));
        tables.push(WhyTable {
            lead: format!(
                "What it weighed: {}. Values in {}.",
                account.weighed.between, measure.unit
            ),
            rows: rows.collect(),
            unit: measure.unit,
        });
    }
    Why {
        title: format!("{side} {bot}: {}", in_words(&account.action, words)),
        when: format!("Game-turn {}, {}", account.turn, account.phase),
        tables,
    }
}

/// What values are counted in: bots weigh in whole parts of a unit, and people read the unit.
struct Measure {
    /// The unit of what is read: `victory points`.
    unit: String,
    /// Decimals that the parts are.
    decimals: usize,
}

impl Measure {
    /// The measure of values in `hundredths of a victory point`.
    fn of(parts: &str) -> Self {
        let found = [("hundredths of a", 2), ("tenths of a", 1)].into_iter().find_map(
            |(prefix, decimals)| {
                let rest = parts.strip_prefix(prefix)?;
                let noun = rest.strip_prefix("n ").or_else(|| rest.strip_prefix(' '))?;
                Some(Self { unit: format!("{noun}s"), decimals })
            },
        );
        found.unwrap_or_else(|| Self { unit: parts.to_owned(), decimals: 0 })
    }

    fn read(&self, value: i64) -> String {
        let parts = 10f64.powi(self.decimals as i32);
        with_minus(format!("{:.*}", self.decimals, value as f64 / parts))
    }
}

fn row(choice: &Choice, measure: &Measure, words: &Words) -> WhyRow {
    let action = in_words(&choice.action, words);
    let name = match choice.aim.as_str() {
        "" => action,
        aim => format!("{action}, {aim}"),
    };
    let likely = choice.chances.iter().filter(|chance| chance.share >= 0.005);
    let chances = likely.map(|chance| {
        let percent = (chance.share * 100.0).round();
        format!("{} {percent:.0} %", chance.of)
    });
    WhyRow {
        name,
        value: choice.value.map_or_else(String::new, |value| measure.read(value)),
        expected: chances.collect::<Vec<_>>().join(", "),
        taken: choice.taken,
    }
}

/// The plans that a searcher played out, the best first. When it took one earlier and only holds
/// to it, that one is all there is to say.
fn plans(thought: &Thought, now: bool) -> WhyTable {
    let taken = thought.taken;
    let name = thought.options.get(taken).map_or("", |option| option.name.as_str());
    if !now {
        let lead = format!("It holds to its plan: {name}.");
        return WhyTable { lead, unit: String::new(), rows: Vec::new() };
    }
    let playouts: u32 = thought.options.iter().map(|option| option.playouts).sum();
    let mut order: Vec<usize> = (0..thought.options.len()).collect();
    // Who was played out longest was found best; among those that fell out together the mean tells.
    order.sort_by(|&a, &b| {
        let (one, other) = (&thought.options[a], &thought.options[b]);
        (b == taken)
            .cmp(&(a == taken))
            .then(other.playouts.cmp(&one.playouts))
            .then(other.mean().total_cmp(&one.mean()))
    });
    let rows = order.into_iter().filter_map(|place| {
        let option = thought.options.get(place)?;
        Some(WhyRow {
            name: option.name.clone(),
            value: with_minus(format!("{:.0}", option.mean())),
            expected: format!("{} of {} playouts won", option.won, option.playouts),
            taken: place == taken,
        })
    });
    let turns = match thought.turns_ahead {
        1 => "a game-turn".to_owned(),
        turns => format!("{turns} game-turns"),
    };
    WhyTable {
        lead: format!(
            "Plans that it played out {playouts} times in all, up to {turns} ahead; the worse half \
             was left out after each round, and the best must be clearly better than the usual one. \
             Values are what the positions behind them are worth on the mean, won and lost games \
             included, in the bot’s own measure: only which is greater matters."
        ),
        unit: "own measure".to_owned(),
        rows: rows.collect(),
    }
}

/// A number with a true minus.
fn with_minus(number: String) -> String {
    number.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_rules::search::Weighed;

    fn option(name: &str, playouts: u32, value: i64) -> Weighed {
        Weighed { name: name.to_owned(), playouts, value, won: 1 }
    }

    #[test]
    fn values_are_read_in_the_units_that_people_count_in() {
        let read = |parts: &str, value: i64| {
            let measure = Measure::of(parts);
            (measure.read(value), measure.unit)
        };
        assert_eq!(
            read("hundredths of a victory point", -702),
            ("−7.02".into(), "victory points".into())
        );
        assert_eq!(read("tenths of an enemy step", 93), ("9.3".into(), "enemy steps".into()));
        assert_eq!(read("points", 4000), ("4000".into(), "points".into()));
    }

    #[test]
    fn the_plan_that_was_taken_stands_first_and_one_held_to_is_named() {
        let thought = Thought {
            turn: 3,
            phase: "Movement".to_owned(),
            side: 0,
            options: vec![option("hold", 2, 90), option("go", 6, -60), option("wait", 2, 100)],
            taken: 1,
            turns_ahead: 1,
        };
        let table = plans(&thought, true);
        let names: Vec<&str> = table.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["go", "wait", "hold"]);
        assert_eq!((table.rows[0].value.as_str(), table.rows[0].taken), ("−10", true));
        assert!(table.lead.contains("10 times in all, up to a game-turn ahead"), "{}", table.lead);
        let held = plans(&thought, false);
        assert!(held.rows.is_empty() && held.lead.contains("go"));
    }
}
