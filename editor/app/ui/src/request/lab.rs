//! What the lab shows, and what can be set about it.

/// A page of the lab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Page {
    /// Who wins, and by how much.
    #[default]
    Outcome,
    /// How the game goes, turn by turn.
    Turns,
    /// Attacks, artillery, air.
    Combat,
    /// Every unit.
    Units,
    /// Which towns are taken.
    Places,
    /// Which rules are met.
    Rules,
    /// What looks wrong with the set-up.
    Findings,
    /// Every game.
    Games,
    /// How the balance stands as the players grow stronger.
    Skill,
    /// Against another run.
    Compare,
}

impl Page {
    /// All, from the left.
    pub const ALL: [Self; 10] = [
        Self::Outcome,
        Self::Turns,
        Self::Combat,
        Self::Units,
        Self::Places,
        Self::Rules,
        Self::Findings,
        Self::Games,
        Self::Skill,
        Self::Compare,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome => "Outcome",
            Self::Turns => "By turn",
            Self::Combat => "Combat",
            Self::Units => "Casualties",
            Self::Places => "Towns",
            Self::Rules => "Rules met",
            Self::Findings => "Findings",
            Self::Games => "Games",
            Self::Skill => "Skill",
            Self::Compare => "Compare",
        }
    }

    /// What it answers.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Outcome => "How the games ended, with 95 % intervals, and the victory points",
            Self::Turns => "Points, losses and places taken, turn by turn",
            Self::Combat => "Attacks made and won at each odds; artillery and aircraft",
            Self::Units => "What became of each unit: losses, moves, combats",
            Self::Places => "Which towns are taken, how often, by whom and when",
            Self::Rules => "Which rules the games have met, and how often",
            Self::Findings => "What looks wrong or strange about the set-up",
            Self::Games => "Every game, to be watched again on the map",
            Self::Skill => {
                "How the balance stands as the players grow stronger: a ladder of bots, from \
                 random moves to searchers"
            }
            Self::Compare => "This run beside another: before your edit, or another file",
        }
    }
}

/// What lies over the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    #[default]
    Nothing,
    /// Where attacks were made.
    Fought,
    /// Where units went.
    Entered,
    /// Where steps were lost.
    Lost,
    /// Who held what at the end of a turn.
    Front,
}

impl Overlay {
    /// All, with what they are called.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Nothing, "Plain map"),
        (Self::Fought, "Fought over"),
        (Self::Entered, "Entered"),
        (Self::Lost, "Lost in"),
        (Self::Front, "Front line"),
    ];
}

/// Something set about the lab.
#[derive(Clone, Debug, PartialEq)]
pub enum LabSetting {
    /// Shows the lab.
    Open,
    /// Shows a page.
    Page(Page),
    /// Lays something over the map.
    Overlay(Overlay),
    /// How strongly it covers the map, in hundredths.
    Strength(u8),
    /// Whether counters stand on what lies over the map.
    Counters(bool),
    /// The turn whose front line shows, by its place.
    Turn(usize),
    /// Sorts a table of the report.
    Sort {
        /// The table's name.
        table: String,
        /// The column, by its place.
        column: usize,
        /// Whether the most comes first.
        falling: bool,
    },
    /// Lists the rules that were met, or those that were not.
    RulesMet(bool),
    /// What a run is to be called that is kept.
    RunName(String),
    /// Shows only the units of a side, by its place, or all.
    UnitsOf(Option<usize>),
}
