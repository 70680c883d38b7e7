//! The hobby's words, and where what they mean is found: the one table of them.
//!
//! Menus, pages and rulesets have names of their own for some things; whoever looks for the CRT, the
//! TEC or the turn track finds them all the same.

use crate::request::command::UiCommand;
use crate::request::views::{Tab, View};

/// Where something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// A view.
    View(View),
    /// The part of a view that a pointer leads to.
    Part(View, &'static str),
    /// A tab of the panel at the right.
    Tab(Tab),
    /// What a command does.
    Command(UiCommand),
}

/// A thing with the words that players have for it.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// What it is called in the list.
    pub name: &'static str,
    /// What may be typed for it, in small letters.
    pub typed: &'static [&'static str],
    /// How charts, constants and rules are called that come before the place, if there are any.
    pub things: &'static [&'static str],
    /// Where it is found.
    pub place: Where,
}

const fn word(name: &'static str, typed: &'static [&'static str], place: Where) -> Word {
    Word { name, typed, things: &[], place }
}

const fn part(pointer: &'static str) -> Where {
    Where::Part(View::Ruleset, pointer)
}

const fn charts(pointer: &'static str) -> Where {
    Where::Part(View::Charts, pointer)
}

impl Word {
    const fn things(self, things: &'static [&'static str]) -> Self {
        Self { things, ..self }
    }
}

/// All words.
pub const WORDS: &[Word] = &[
    word(
        "Combat results tables",
        &["crt", "crts", "combat results table", "combat results", "odds table"],
        charts("/tables"),
    )
    .things(&["combat results"]),
    word(
        "Terrain effects",
        &["tec", "terrain effects chart", "terrain effects", "movement costs", "terrain costs"],
        part("/terrain"),
    ),
    word(
        "Zones of control",
        &["zoc", "zocs", "ezoc", "zone of control", "zones of control"],
        Where::Tab(Tab::Rules),
    )
    .things(&["zone of control", "zones of control"]),
    word(
        "Stacking limits",
        &["stacking limit", "stacking limits", "stacking"],
        charts("/constants"),
    )
    .things(&["stacking limit"]),
    word(
        "Die-roll modifiers",
        &["drm", "drms", "die-roll modifier", "die roll modifier", "die modifier", "modifiers"],
        charts("/constants"),
    )
    .things(&["modifier"]),
    word("Column shifts", &["column shift", "column shifts", "shift"], part("/terrain")),
    word(
        "Supply",
        &["supply", "supply line", "line of communications", "loc"],
        Where::Tab(Tab::Rules),
    )
    .things(&["supply", "line of communication"]),
    word("Retreats", &["retreat", "retreats"], Where::Tab(Tab::Rules)).things(&["retreat"]),
    word("Advances", &["advance after combat", "advance"], Where::Tab(Tab::Rules))
        .things(&["advance"]),
    word(
        "Order of battle",
        &["oob", "ob", "orbat", "order of battle", "army list", "formations", "counter list"],
        Where::View(View::OrderOfBattle),
    ),
    word(
        "Set-up sheet",
        &["setup", "set-up", "set up", "deployment", "at start", "at-start"],
        Where::View(View::SetUp),
    ),
    word(
        "Reinforcements",
        &["reinforcements", "reinforcement", "arrivals", "reinforcement schedule"],
        Where::View(View::Schedule),
    ),
    word("Withdrawals", &["withdrawals", "withdrawal"], Where::View(View::Schedule)),
    word("Replacements", &["replacements", "replacement"], Where::View(View::Schedule)),
    word(
        "Turn track",
        &["turn track", "turn record track", "trt", "game-turns", "game turns", "calendar"],
        Where::View(View::Schedule),
    ),
    word(
        "Victory",
        &["victory", "victory conditions", "victory points", "vp", "vps", "levels of victory"],
        Where::View(View::Scenario),
    ),
    word(
        "Sequence of play",
        &["sequence of play", "sop", "phases", "segments", "player-turn", "turn sequence"],
        part("/sequence"),
    ),
    word("Terrain", &["terrain types", "terrain kinds"], part("/terrain")),
    word("Features in hexes", &["features", "towns", "cities"], part("/features")),
    word("Hexsides", &["hexsides", "rivers", "streams"], part("/hexsides")),
    word("Roads and railways", &["roads", "railways", "rails", "paths"], part("/paths")),
    word("Border lines", &["borders", "front line", "frontiers"], part("/lines")),
    word("Sides", &["sides", "players", "alliances"], part("/sides")),
    word("Nations", &["nations", "nationalities", "counter colours"], part("/nations")),
    word(
        "Unit types",
        &["unit types", "unit symbols", "symbols", "nato symbols", "app-6"],
        part("/counters/types"),
    ),
    word("Unit sizes", &["unit sizes", "echelons", "size marks"], part("/counters/sizes")),
    word(
        "Ratings",
        &[
            "ratings",
            "movement allowance",
            "ma",
            "combat factor",
            "combat factors",
            "combat strength",
            "counter layout",
        ],
        part("/counters/ratings"),
    ),
    word("Counter traits", &["traits", "abilities"], part("/counters/traits")),
    word("Optional rules", &["optional rules", "optionals"], part("/optional_rules")),
    word("Constants", &["constants", "numbers"], charts("/constants")),
    word("Charts", &["charts", "tables"], charts("/tables")),
    word("Roles", &["roles"], charts("/roles")),
    word("Artillery plan", &["barrage", "artillery plan", "fire plan"], Where::View(View::Plan)),
    word("Rules", &["rules", "rule book", "rulebook"], Where::Tab(Tab::Rules)),
    word("Problems", &["errors", "warnings", "validate", "check"], Where::Tab(Tab::Problems)),
    word(
        "Print and play",
        &["print", "pnp", "print and play", "pdf", "vassal", "vmod", "module"],
        Where::Command(UiCommand::Export),
    ),
    word(
        "Many games at once",
        &["200", "200 games", "simulation", "balance", "monte carlo"],
        Where::Command(UiCommand::RunGames),
    ),
    word("Solitaire against a bot", &["ai", "bot", "solitaire"], Where::Tab(Tab::TestRun)),
    word("Find and replace", &["search", "find", "replace"], Where::Tab(Tab::Find)),
];
