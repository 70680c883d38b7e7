//! What a pane and the inspector can show.

use salient_document::oob::Key;

/// What a pane shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// The map.
    #[default]
    Map,
    /// Formations and counters.
    OrderOfBattle,
    /// The set-up as a list.
    SetUp,
    /// Turns, reinforcements and withdrawals.
    Schedule,
    /// What guns do, game-turn by game-turn.
    Plan,
    /// The ruleset's tables.
    Charts,
    /// What the scenario is called, its game-turns, and how it is won.
    Scenario,
    /// What the ruleset defines: sides, terrain, counters.
    Ruleset,
}

impl View {
    /// All, from the left.
    pub const ALL: [Self; 8] = [
        Self::Map,
        Self::OrderOfBattle,
        Self::SetUp,
        Self::Schedule,
        Self::Plan,
        Self::Charts,
        Self::Scenario,
        Self::Ruleset,
    ];
}

/// A part of what a view shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What a pointer into the ruleset leads to: `/tables/2`.
    Pointer(String),
    /// A formation or counter on the page of the order of battle.
    InOrder(Key),
}

/// A tab of the inspector, the panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tab {
    /// The selected hex.
    #[default]
    Inspect,
    /// The order of battle.
    Units,
    /// What is wrong.
    Problems,
    /// Games between bots.
    TestRun,
    /// What of the map shows.
    Layers,
    /// Find and replace.
    Find,
    /// A scanned map as an underlay.
    Scan,
    /// What the map is made of.
    Recipe,
    /// All changes.
    History,
    /// What the rules ask.
    Rules,
}

impl Tab {
    /// All, from the left.
    pub const ALL: [Self; 10] = [
        Self::Inspect,
        Self::Units,
        Self::Problems,
        Self::TestRun,
        Self::Layers,
        Self::Find,
        Self::Scan,
        Self::Recipe,
        Self::History,
        Self::Rules,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspect => "Hex",
            Self::Units => "Units",
            Self::Problems => "Problems",
            Self::TestRun => "Test-run",
            Self::Layers => "Layers",
            Self::Find => "Find",
            Self::Scan => "Scan",
            Self::Recipe => "Recipe",
            Self::History => "History",
            Self::Rules => "Rules",
        }
    }
}
