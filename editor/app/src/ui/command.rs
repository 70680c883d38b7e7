//! Everything that can be asked for by menu, palette or key: one enum that all three read.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::icons::Icon;
use super::inspector::Tab;

/// Something that the editor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UiCommand {
    /// Open a file.
    Open,
    /// Open the embedded scenario.
    OpenExample,
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Export a picture.
    ExportPicture,
    /// Close the window.
    Quit,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Remove what is selected.
    RemoveSelected,
    /// Give up what is under way, or select nothing.
    Cancel,
    /// Show the command palette.
    Palette,
    /// Zoom in.
    ZoomIn,
    /// Zoom out.
    ZoomOut,
    /// Show the whole map.
    ZoomToFit,
    /// Show or hide hex numbers.
    ToggleNumbers,
    /// Show or hide counters.
    ToggleCounters,
    /// Light or dark.
    ToggleTheme,
    /// Take a tool.
    Tool(ToolKind),
    /// Show a tab of the inspector.
    Show(Tab),
    /// Go to the next problem.
    NextProblem,
    /// One decision of a test-run.
    Step,
    /// Play one game, or pause it.
    PlayGame,
    /// Run many games.
    RunGames,
    /// Stop the test-run.
    StopRun,
    /// Leave the game and edit on.
    EndGame,
    /// Show or hide the test-run lab.
    ToggleLab,
    /// Let the front line move turn by turn, or halt it.
    PlayFront,
    /// Save the report of the games.
    SaveReport,
    /// Run another file's games beside this one's.
    CompareFile,
    /// Put the games beside those before the last edits.
    CompareBefore,
    /// Look at one run alone.
    StopComparing,
    /// What Salient is.
    About,
    /// The keys.
    Keys,
}

/// A tool of the palette, whatever it is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolKind {
    /// Select and drag.
    Select,
    /// Paint terrain.
    Terrain,
    /// Place trenches, towns.
    Feature,
    /// Draw along hexsides.
    Hexside,
    /// Draw border lines.
    Line,
    /// Place a counter.
    Counter,
    /// Erase.
    Erase,
    /// Pick.
    Eyedropper,
}

impl ToolKind {
    /// All, in the order of the palette.
    pub const ALL: [Self; 8] = [
        Self::Select,
        Self::Terrain,
        Self::Feature,
        Self::Hexside,
        Self::Line,
        Self::Counter,
        Self::Erase,
        Self::Eyedropper,
    ];
}

impl UiCommand {
    /// All commands, in the order of the palette.
    pub fn all() -> Vec<Self> {
        let mut all = vec![
            Self::Open,
            Self::OpenExample,
            Self::Save,
            Self::SaveAs,
            Self::ExportPicture,
            Self::Undo,
            Self::Redo,
            Self::RemoveSelected,
        ];
        all.extend(ToolKind::ALL.map(Self::Tool));
        all.extend([
            Self::ZoomIn,
            Self::ZoomOut,
            Self::ZoomToFit,
            Self::ToggleNumbers,
            Self::ToggleCounters,
            Self::ToggleTheme,
        ]);
        all.extend(Tab::ALL.map(Self::Show));
        all.extend([
            Self::NextProblem,
            Self::Step,
            Self::PlayGame,
            Self::RunGames,
            Self::StopRun,
            Self::EndGame,
            Self::ToggleLab,
            Self::PlayFront,
            Self::SaveReport,
            Self::CompareFile,
            Self::CompareBefore,
            Self::StopComparing,
            Self::Keys,
            Self::About,
            Self::Cancel,
            Self::Palette,
            Self::Quit,
        ]);
        all
    }

    /// What it is called.
    pub fn text(self) -> &'static str {
        match self {
            Self::Open => "Open…",
            Self::OpenExample => "Open The Kaiser's Battle",
            Self::Save => "Save",
            Self::SaveAs => "Save as…",
            Self::ExportPicture => "Export picture…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::RemoveSelected => "Remove selected",
            Self::Cancel => "Cancel",
            Self::Palette => "All commands…",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomToFit => "Show whole map",
            Self::ToggleNumbers => "Hex numbers",
            Self::ToggleCounters => "Counters",
            Self::ToggleTheme => "Light or dark",
            Self::Tool(ToolKind::Select) => "Select",
            Self::Tool(ToolKind::Terrain) => "Terrain",
            Self::Tool(ToolKind::Feature) => "Features",
            Self::Tool(ToolKind::Hexside) => "Hexsides",
            Self::Tool(ToolKind::Line) => "Border lines",
            Self::Tool(ToolKind::Counter) => "Place counter",
            Self::Tool(ToolKind::Erase) => "Erase",
            Self::Tool(ToolKind::Eyedropper) => "Pick up",
            Self::Show(Tab::Inspect) => "Show hex",
            Self::Show(Tab::Units) => "Show units",
            Self::Show(Tab::Problems) => "Show problems",
            Self::Show(Tab::TestRun) => "Show test-run",
            Self::NextProblem => "Next problem",
            Self::Step => "One step",
            Self::PlayGame => "Play one game",
            Self::RunGames => "Run games",
            Self::StopRun => "Stop",
            Self::EndGame => "Back to editing",
            Self::ToggleLab => "Test-run lab",
            Self::PlayFront => "Play the front line",
            Self::SaveReport => "Save report…",
            Self::CompareFile => "Compare with a file…",
            Self::CompareBefore => "Compare with before my edits",
            Self::StopComparing => "Stop comparing",
            Self::About => "About Salient",
            Self::Keys => "Keys",
        }
    }

    /// What it does, in a sentence.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Open => "Open a scenario or bundle file with all that it refers to",
            Self::OpenExample => "Open the scenario that is built into Salient",
            Self::Save => "Write what changed to the files it came from",
            Self::SaveAs => "Write the scenario under another name",
            Self::ExportPicture => "Draw the map and its counters as PNG or SVG",
            Self::Quit => "Close Salient",
            Self::Undo => "Take the last change back",
            Self::Redo => "Make the change again that was taken back",
            Self::RemoveSelected => "Take the selected counters off the map",
            Self::Cancel => "Give up what is under way",
            Self::Palette => "Find any command by its name, or go to a hex by its number",
            Self::ZoomIn => "See less of the map, larger",
            Self::ZoomOut => "See more of the map, smaller",
            Self::ZoomToFit => "Fit the map into the window",
            Self::ToggleNumbers => "Show or hide the numbers of the hexes",
            Self::ToggleCounters => "Show or hide the counters",
            Self::ToggleTheme => "Change between a light and a dark room",
            Self::Tool(ToolKind::Select) => "Look at hexes; drag counters to other hexes",
            Self::Tool(ToolKind::Terrain) => "Paint the ground of hexes",
            Self::Tool(ToolKind::Feature) => "Place and remove trenches, towns and hilltops",
            Self::Tool(ToolKind::Hexside) => "Draw rivers and other hexsides",
            Self::Tool(ToolKind::Line) => "Draw front lines and other borders",
            Self::Tool(ToolKind::Counter) => "Set a counter up on the map",
            Self::Tool(ToolKind::Erase) => "Erase features, hexsides, lines or counters",
            Self::Tool(ToolKind::Eyedropper) => "Take what is under the pointer as the next tool",
            Self::Show(Tab::Inspect) => "What is in the selected hex",
            Self::Show(Tab::Units) => "The order of battle, units not yet placed first",
            Self::Show(Tab::Problems) => "What is wrong with the map and the set-up",
            Self::Show(Tab::TestRun) => "Let two bots play the scenario",
            Self::NextProblem => "Go to the next problem on the map",
            Self::Step => "Let a bot make one decision",
            Self::PlayGame => "Watch the bots play a game",
            Self::RunGames => "Play many games and count how they end",
            Self::StopRun => "Stop the test-run where it is",
            Self::EndGame => "Put the game away and show the set-up again",
            Self::ToggleLab => "Show or hide what the games of a test-run came to",
            Self::PlayFront => "Let the front line move turn by turn, or halt it",
            Self::SaveReport => "Write the report as a web page, as JSON or as CSV",
            Self::CompareFile => {
                "Run the same games with another scenario file and show the difference"
            }
            Self::CompareBefore => "Show the difference to the games before the last edits",
            Self::StopComparing => "Look at one run alone",
            Self::About => "What Salient is, and its version",
            Self::Keys => "All keys",
        }
    }

    /// The keys that ask for it; the first is shown.
    pub fn shortcuts(self) -> Vec<KeyboardShortcut> {
        const COMMAND: Modifiers = Modifiers::COMMAND;
        const NONE: Modifiers = Modifiers::NONE;
        let shift = COMMAND | Modifiers::SHIFT;
        let key = KeyboardShortcut::new;
        match self {
            Self::Open => vec![key(COMMAND, Key::O)],
            Self::Save => vec![key(COMMAND, Key::S)],
            Self::SaveAs => vec![key(shift, Key::S)],
            Self::ExportPicture => vec![key(COMMAND, Key::E)],
            Self::Quit => vec![key(COMMAND, Key::Q)],
            Self::Undo => vec![key(COMMAND, Key::Z)],
            Self::Redo => vec![key(shift, Key::Z), key(COMMAND, Key::Y)],
            Self::RemoveSelected => vec![key(NONE, Key::Delete), key(NONE, Key::Backspace)],
            Self::Cancel => vec![key(NONE, Key::Escape)],
            Self::Palette => vec![key(COMMAND, Key::P), key(shift, Key::P)],
            Self::ZoomIn => vec![key(NONE, Key::Plus), key(NONE, Key::Equals)],
            Self::ZoomOut => vec![key(NONE, Key::Minus)],
            Self::ZoomToFit => vec![key(NONE, Key::Num0), key(NONE, Key::Home)],
            Self::ToggleNumbers => vec![key(NONE, Key::N)],
            Self::ToggleCounters => vec![key(NONE, Key::C)],
            Self::Tool(kind) => vec![key(
                NONE,
                match kind {
                    ToolKind::Select => Key::V,
                    ToolKind::Terrain => Key::T,
                    ToolKind::Feature => Key::F,
                    ToolKind::Hexside => Key::H,
                    ToolKind::Line => Key::L,
                    ToolKind::Counter => Key::U,
                    ToolKind::Erase => Key::E,
                    ToolKind::Eyedropper => Key::I,
                },
            )],
            Self::Show(tab) => vec![key(
                COMMAND,
                match tab {
                    Tab::Inspect => Key::Num1,
                    Tab::Units => Key::Num2,
                    Tab::Problems => Key::Num3,
                    Tab::TestRun => Key::Num4,
                },
            )],
            Self::NextProblem => vec![key(NONE, Key::F8)],
            Self::Step => vec![key(NONE, Key::F10)],
            Self::PlayGame => vec![key(NONE, Key::F5)],
            Self::RunGames => vec![key(COMMAND, Key::R)],
            Self::ToggleLab => vec![key(NONE, Key::F9)],
            Self::Keys => vec![key(NONE, Key::F1)],
            Self::OpenExample
            | Self::ToggleTheme
            | Self::StopRun
            | Self::EndGame
            | Self::PlayFront
            | Self::SaveReport
            | Self::CompareFile
            | Self::CompareBefore
            | Self::StopComparing
            | Self::About => Vec::new(),
        }
    }

    /// Its icon, if it has one.
    pub fn icon(self) -> Option<Icon> {
        Some(match self {
            Self::Open | Self::OpenExample => Icon::Open,
            Self::Save | Self::SaveAs => Icon::Save,
            Self::ExportPicture => Icon::Picture,
            Self::Undo => Icon::Undo,
            Self::Redo => Icon::Redo,
            Self::RemoveSelected => Icon::Remove,
            Self::Palette => Icon::Search,
            Self::ZoomIn => Icon::ZoomIn,
            Self::ZoomOut => Icon::ZoomOut,
            Self::ZoomToFit => Icon::Fit,
            Self::ToggleTheme => Icon::Theme,
            Self::ToggleNumbers | Self::Show(Tab::Inspect) => Icon::Hex,
            Self::ToggleCounters | Self::Show(Tab::Units) => Icon::Counter,
            Self::Tool(kind) => match kind {
                ToolKind::Select => Icon::Select,
                ToolKind::Terrain => Icon::Brush,
                ToolKind::Feature => Icon::Trench,
                ToolKind::Hexside => Icon::Hexside,
                ToolKind::Line => Icon::Border,
                ToolKind::Counter => Icon::Counter,
                ToolKind::Erase => Icon::Erase,
                ToolKind::Eyedropper => Icon::Eyedropper,
            },
            Self::Show(Tab::Problems) | Self::NextProblem => Icon::Warning,
            Self::Show(Tab::TestRun) | Self::PlayGame => Icon::Play,
            Self::Step => Icon::Step,
            Self::RunGames => Icon::Games,
            Self::StopRun => Icon::Stop,
            Self::EndGame | Self::Cancel | Self::StopComparing => Icon::Close,
            Self::ToggleLab => Icon::Chart,
            Self::PlayFront => Icon::Play,
            Self::SaveReport => Icon::Save,
            Self::CompareFile | Self::CompareBefore => Icon::Flip,
            Self::About | Self::Keys => Icon::Note,
            Self::Quit => return None,
        })
    }

    /// The commands whose keys went down, which are taken from the input. Keys without Ctrl
    /// belong to a text field while one has the focus.
    pub fn pressed(ctx: &egui::Context) -> Vec<Self> {
        let typing = ctx.text_edit_focused();
        // An open menu is what Escape is meant for.
        let menu = ctx.any_popup_open();
        let mut keys: Vec<(KeyboardShortcut, Self)> = Self::all()
            .into_iter()
            .flat_map(|command| command.shortcuts().into_iter().map(move |key| (key, command)))
            .filter(|(key, command)| !typing || key.modifiers.command || *command == Self::Cancel)
            .filter(|(_, command)| !menu || *command != Self::Cancel)
            .collect();
        // egui lets Ctrl+Shift+S count as Ctrl+S too, so the longer one is asked for first.
        keys.sort_by_key(|(key, _)| std::cmp::Reverse(usize::from(key.modifiers.shift)));
        ctx.input_mut(|input| {
            keys.into_iter()
                .filter(|(key, _)| {
                    // A letter alone is no command while Ctrl or Alt is held.
                    let plain = key.modifiers.is_none();
                    let held = input.modifiers;
                    (!plain || !(held.command || held.ctrl || held.alt))
                        && input.consume_shortcut(key)
                })
                .map(|(_, command)| command)
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen: Vec<(KeyboardShortcut, UiCommand)> = Vec::new();
        for command in UiCommand::all() {
            for key in command.shortcuts() {
                let other = seen.iter().find(|(other, _)| *other == key);
                assert!(other.is_none(), "{key:?} is {command:?} and {other:?}");
                seen.push((key, command));
            }
        }
    }

    #[test]
    fn every_command_is_named_once() {
        let mut names: Vec<_> = UiCommand::all().into_iter().map(UiCommand::text).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
