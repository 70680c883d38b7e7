//! The rules by their numbers: the designer's own, and where he gives none the chapter of the rule
//! book that Salient writes.

use salient_schema::Bundle;
use salient_schema::rules_of_play::RulesOfPlay;

/// A chapter of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chapter {
    /// The sequence of play.
    Sequence,
    /// Set-up and stacking.
    Stacking,
    /// Zones of control.
    Zones,
    /// Movement.
    Movement,
    /// Combat, retreat and advance.
    Combat,
    /// Fire and bombardment.
    Fire,
    /// Supply.
    Supply,
    /// Command.
    Command,
    /// States of units.
    States,
    /// Reinforcements and replacements.
    Reinforcements,
    /// Weather and events.
    Weather,
    /// Victory.
    Victory,
}

impl Chapter {
    /// All of them, in the order of the book.
    pub const ALL: [Self; 12] = [
        Self::Sequence,
        Self::Stacking,
        Self::Zones,
        Self::Movement,
        Self::Combat,
        Self::Fire,
        Self::Supply,
        Self::Command,
        Self::States,
        Self::Reinforcements,
        Self::Weather,
        Self::Victory,
    ];

    /// Its number.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sequence => "Sequence of play",
            Self::Stacking => "Stacking",
            Self::Zones => "Zones of control",
            Self::Movement => "Movement",
            Self::Combat => "Combat",
            Self::Fire => "Fire",
            Self::Supply => "Supply",
            Self::Command => "Command",
            Self::States => "States of units",
            Self::Reinforcements => "Reinforcements and replacements",
            Self::Weather => "Weather and events",
            Self::Victory => "Victory",
        }
    }
}

/// The rules by their numbers.
#[derive(Clone, Debug)]
pub struct Citations(Vec<String>);

impl Citations {
    /// Those of a ruleset, and of its scenario for victory.
    pub fn of(bundle: &Bundle, play: &RulesOfPlay) -> Self {
        let scores = &bundle.scenario.victory.scores;
        let own = |chapter: Chapter| match chapter {
            Chapter::Stacking => play.stacking.as_ref()?.rule.clone(),
            Chapter::Zones => play.zones_of_control.as_ref()?.rule.clone(),
            Chapter::Movement => play.movement.rule.clone(),
            Chapter::Combat => play.combat.first()?.rule.clone(),
            Chapter::Fire => play.fire.first()?.rule.clone(),
            Chapter::Supply => play.supply.as_ref()?.rule.clone(),
            Chapter::Command => play.command.as_ref()?.rule.clone(),
            Chapter::States => play.states.first()?.rule.clone(),
            Chapter::Reinforcements => play.replacements.as_ref()?.rule.clone(),
            Chapter::Weather => play.weather.as_ref()?.rule.clone(),
            Chapter::Victory => scores.iter().find_map(|score| score.rule.clone()),
            // Each step has a number of its own.
            Chapter::Sequence => None,
        };
        let cited = |chapter: Chapter| {
            let plain = || format!("{} {}.0", bundle.ruleset.citation, chapter.number());
            own(chapter).unwrap_or_else(plain).trim().to_owned()
        };
        Self(Chapter::ALL.map(cited).into())
    }

    /// The rule that a chapter is cited by.
    pub fn rule(&self, chapter: Chapter) -> &str {
        self.0.get(chapter as usize).map_or("", String::as_str)
    }
}
