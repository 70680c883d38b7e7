//! Games: watched, played by hand, many at once, and without rules.

use egui::Key;

use super::kinds::{Command, Menu, UiCommand, ctrl, ctrl_shift, key, row};
use crate::look::icons::Icon;

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
    row(UiCommand::PlayGame, "run.play", "Play one game", "Watch the bots play a game")
        .keys(&[key(Key::F5)])
        .icon(Icon::Play)
        .menu(Menu::TestRun, 0),
    row(UiCommand::Step, "run.step", "One step", "Let a bot make one decision")
        .keys(&[key(Key::F10)])
        .icon(Icon::Step)
        .menu(Menu::TestRun, 0),
    row(
        UiCommand::NextUnit,
        "play.next-unit",
        "Next unit that may act",
        "In a game by hand: pick the next unit that may do something, and go there",
    )
    .keys(&[key(Key::Period)])
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::PreviousUnit,
        "play.previous-unit",
        "Previous unit that may act",
        "In a game by hand: pick the unit before this one that may do something, and go there",
    )
    .keys(&[key(Key::Comma)])
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::ChooseHex,
        "play.hex",
        "Choose this hex",
        "In a game by hand: what a click on the selected hex does; on the map, Enter does the same",
    )
    .icon(Icon::Hex)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::NextKind,
        "play.kind",
        "Next kind of action",
        "In a game by hand: begin the next of the kinds of actions that are legal",
    )
    .icon(Icon::List)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::DoDecision,
        "play.do",
        "Do it",
        "In a game by hand: make the decision that is put together",
    )
    .keys(&[ctrl(Key::Enter)])
    .icon(Icon::Tick)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::EndStep,
        "play.done",
        "Done with this step",
        "In a game by hand: do nothing more in this step of the sequence of play",
    )
    .keys(&[ctrl_shift(Key::Enter)])
    .icon(Icon::Step)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::LetBotDecide,
        "play.bot",
        "Let a bot decide",
        "In a game by hand: the strongest bot makes this one decision",
    )
    .icon(Icon::Play)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::GamesFromHere,
        "play.from-here",
        "Games from here",
        "Let bots play on from this position many times, to see what it is worth",
    )
    .icon(Icon::Games)
    .menu(Menu::TestRun, 5),
    row(UiCommand::RunGames, "run.games", "Run games", "Play many games and count how they end")
        .keys(&[ctrl(Key::R)])
        .icon(Icon::Games)
        .menu(Menu::TestRun, 0),
    row(
        UiCommand::PlayLadder,
        "run.skill",
        "Skill ladder",
        "Play a ladder of bots, weak to strong, and see how the balance stands as skill grows",
    )
    .icon(Icon::Chart)
    .menu(Menu::TestRun, 0),
    row(UiCommand::StopRun, "run.stop", "Stop", "Stop the test-run where it is")
        .icon(Icon::Stop)
        .menu(Menu::TestRun, 1),
    row(
        UiCommand::EndGame,
        "run.end",
        "Back to editing",
        "Put the game away and show the set-up again; one played by hand can be taken up again",
    )
    .icon(Icon::Close)
    .menu(Menu::TestRun, 1),
    row(
        UiCommand::ToggleLab,
        "run.lab",
        "Test-run lab",
        "Show or hide what the games of a test-run came to",
    )
    .keys(&[key(Key::F9)])
    .icon(Icon::Chart)
    .menu(Menu::TestRun, 2),
    row(
        UiCommand::PlayFront,
        "run.front",
        "Play the front line",
        "Let the front line move turn by turn, or halt it",
    )
    .icon(Icon::Play)
    .menu(Menu::TestRun, 2),
    row(
        UiCommand::CompareBefore,
        "run.compare-before",
        "Compare with before my edits",
        "Show the difference to the games before the last edits",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 3),
    row(
        UiCommand::CompareFile,
        "run.compare-file",
        "Compare with a file…",
        "Run the same games with another scenario file and show the difference",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 3),
    row(UiCommand::StopComparing, "run.compare-stop", "Stop comparing", "Look at one run alone")
        .icon(Icon::Close)
        .menu(Menu::TestRun, 3),
    row(
        UiCommand::SaveLadder,
        "run.skill-report",
        "Save skill ladder…",
        "Write what the skill ladder told as a web page, as JSON or as CSV",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::SaveReport,
        "run.report",
        "Save report…",
        "Write the report as a web page, as JSON or as CSV",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::SaveGame,
        "run.save-game",
        "Save the game's log…",
        "Write the game that is shown, so far as it went, one JSON event a line",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::KeepPosition,
        "run.keep-position",
        "Keep this position as a scenario…",
        "Make a scenario of its own that begins where the game stands now",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::RecordCase,
        "run.record-case",
        "Record a rule case…",
        "Keep the last decisions and what came of them with the ruleset, to be played again whenever \
         the rules change",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 4),
    row(
        UiCommand::ToggleProbe,
        "run.probe",
        "Ask the rules",
        "Click a unit, then a hex: may it go there and at what cost, what are the odds, by which rule",
    )
    .icon(Icon::Search)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::OpenSandbox,
        "sandbox.open",
        "Open the sandbox",
        "Move counters, roll dice and read charts by hand; no rules are enforced",
    )
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxTurn,
        "sandbox.turn",
        "Next game-turn",
        "Go to the next game-turn of the sandbox",
    )
    .icon(Icon::Step)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxTurnOver,
        "sandbox.turn-over",
        "Turn over",
        "Turn the chosen counters of the sandbox over, to show their next face",
    )
    .icon(Icon::Flip)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxEliminate,
        "sandbox.eliminate",
        "Eliminate",
        "Put the chosen counters of the sandbox among the eliminated",
    )
    .icon(Icon::Remove)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxSetAside,
        "sandbox.set-aside",
        "Take off the map",
        "Take the chosen counters of the sandbox off the map, to be placed at any time",
    )
    .icon(Icon::Counter)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxPickUp,
        "sandbox.pick-up",
        "Take counters in hand",
        "Take the chosen counters of the sandbox in hand, to put them into another hex",
    )
    .icon(Icon::Select)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxPutDown,
        "sandbox.put-down",
        "Put down here",
        "Put the counters in hand into the selected hex",
    )
    .icon(Icon::Select)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SandboxRoll,
        "sandbox.roll",
        "Roll on the chart",
        "Roll the dice of the sandbox, and read its chart by them",
    )
    .icon(Icon::Games)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::SaveSandbox,
        "sandbox.save",
        "Save the sandbox…",
        "Write everything that was done in the sandbox to a file",
    )
    .icon(Icon::Save)
    .menu(Menu::TestRun, 5),
    row(
        UiCommand::OpenSandboxFile,
        "sandbox.load",
        "Load a sandbox…",
        "Go on with a sandbox of this scenario that was saved",
    )
    .icon(Icon::Open)
    .menu(Menu::TestRun, 5),
];
