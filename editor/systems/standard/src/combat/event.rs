//! What the log tells of an attack.

use std::borrow::Cow;

use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Attacked, TableEntry};
use salient_schema::results::{Combat, Outcome};
use serde::{Deserialize, Serialize};

use crate::event::Told;

/// Units attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fought {
    /// Who attacks whom.
    pub core: Attacked,
    /// The kind of combat, as its rules call it.
    pub name: String,
    /// The strengths of attackers and defenders, with what supports them.
    pub strengths: [i32; 2],
    /// The column that is read.
    pub column: String,
    /// Its place, from 0.
    pub place: u16,
    /// What shifts the column and changes the dice.
    pub modifiers: Vec<Told>,
    /// The sum of the dice.
    pub dice: i32,
    /// The same with what is added to it.
    pub modified: i32,
    /// The cell, as it is printed.
    pub code: String,
    /// What it does, in the language of results.
    pub result: String,
}

impl Fought {
    /// Where the table was entered.
    pub fn entry(&self) -> TableEntry {
        TableEntry {
            column: Cow::Owned(self.column.clone()),
            place: self.place.into(),
            added: Some(self.modified - self.dice),
            with_dice: false,
        }
    }

    /// Its lines in the log.
    pub fn lines(&self, words: &Words) -> Vec<LogLine> {
        let [attack, defence] = self.strengths;
        let text = format!(
            "{}: {} attack on {}",
            self.name,
            words.side(&self.core.side),
            self.core.hexes.join(", ")
        );
        let hexes: Vec<&String> = self.core.hexes.iter().collect();
        let mut lines = vec![LogLine::strong(text, &self.core.rule, &hexes)];
        let more = |text: String| LogLine::more(&text, &self.core.hexes);
        let dice = match self.modified - self.dice {
            0 => format!("dice {}", self.dice),
            added => format!("dice {} {added:+}", self.dice),
        };
        // What is certain before the dice are rolled stands by itself.
        lines.push(more(format!("{attack} to {defence}, column {}", self.column)));
        lines.extend(self.modifiers.iter().map(|told| more(told.in_words())));
        lines.push(more(dice));
        let outcome = Outcome::parse(&self.result).unwrap_or_default();
        let result = outcome.words(Combat::Attack, |state| words.state(state));
        lines.push(more(format!("{}: {result}", self.code)));
        lines
    }
}
