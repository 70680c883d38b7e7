//! The commands that are about one document.

use std::sync::Arc;

use salient_document::layers::LayerId;
use salient_document::tools::{Key, Stamp, area};
use salient_document::{Edit, Selection, Tool, ToolEvent};
use salient_hex::grid::Hex;

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::play::{Pick, PlayRequest};
use crate::request::tools::ToolsRequest;
use crate::request::versions::Other;
use crate::request::views::{Tab, View};
use crate::test_run::Against;
use crate::tools::zones;

impl OpenDocument {
    /// Carries out a command that is about this document alone.
    pub fn command(&mut self, ctx: &egui::Context, command: UiCommand, news: &mut Notices) {
        match command {
            command if self.test_run.sandbox().is_some() && self.sandbox_command(command, news) => {
            }
            UiCommand::OpenSandbox => {
                self.inspector.tab = Tab::TestRun;
                self.give_up_drag(news);
                self.test_run.open_sandbox(&self.document, news);
            }
            // In a game by hand the undo list is that of its decisions.
            UiCommand::Undo if !self.is_editing() => {
                self.test_run.play_request(PlayRequest::TakeBack, news);
            }
            UiCommand::Redo if !self.is_editing() => {
                self.test_run.play_request(PlayRequest::Forward, news);
            }
            UiCommand::Undo => {
                self.document.undo();
            }
            UiCommand::Redo => {
                self.document.redo();
            }
            UiCommand::RemoveSelected if self.oob_can_delete() => self.oob_delete_selected(news),
            UiCommand::RemoveSelected => self.remove_selected(news),
            UiCommand::Cancel => self.cancel(news),
            UiCommand::ZoomIn => self.panes.map_mut().zoom_by_steps(1),
            UiCommand::ZoomOut => self.panes.map_mut().zoom_by_steps(-1),
            UiCommand::ZoomToFit => self.panes.map_mut().zoom_to_fit(),
            UiCommand::ToggleNumbers => self.toggle_layer(LayerId::Numbers),
            UiCommand::ToggleCounters => self.toggle_layer(LayerId::Counters),
            UiCommand::Tool(kind) => {
                if kind == ToolKind::Counter {
                    self.inspector.tab = Tab::Units;
                }
                match self.memory.recall(kind, &self.document) {
                    Some(tool) => self.choose(tool, news),
                    None => news.bad("Every counter is placed or scheduled."),
                }
            }
            UiCommand::CopyRuleset => {
                let title = format!("{}, own version", self.document.ruleset().title);
                let edit = Edit::CopyRuleset { title };
                self.edit(edit.name_in(None), vec![edit], news);
                self.panes.show(View::Ruleset);
                news.good("The ruleset is this document's own. The next save writes new files.");
            }
            UiCommand::View(view) => self.panes.show(view),
            UiCommand::SplitView => self.panes.split(),
            UiCommand::HereMenu => {
                self.panes.show(View::Map);
                self.panes.map_mut().ask_menu();
            }
            UiCommand::FixProblem => self.fix_problem(news),
            UiCommand::FixAll => {
                if let Some(problem) = self.inspector.problems.shown {
                    self.fix_all(problem, 0, news);
                }
            }
            UiCommand::RenameZone | UiCommand::ZoneColour => {
                let Some(zone) = self.zone_in_hand() else { return };
                let field = match command {
                    UiCommand::RenameZone => zones::name_field(&zone.id),
                    _ => zones::colour_of_zone(&zone.id),
                };
                self.panes.show(View::Map);
                ctx.memory_mut(|memory| memory.request_focus(field));
            }
            UiCommand::RemoveZone => {
                if let Some(zone) = self.zone_in_hand() {
                    let zone = zone.id.clone();
                    self.tools_request(ToolsRequest::RemoveZone(zone), news);
                }
            }
            UiCommand::ShowZoneAlone => {
                let shown = self.zone_in_hand().map(|zone| zone.id.clone());
                let shown = shown.filter(|zone| self.memory.lone_zone.as_ref() != Some(zone));
                self.memory.lone_zone = shown;
            }
            UiCommand::NextProblem => self.step_problem(true),
            UiCommand::PreviousProblem => self.step_problem(false),
            UiCommand::Step => {
                self.inspector.tab = Tab::TestRun;
                self.give_up_drag(news);
                self.test_run.step(&self.document);
            }
            UiCommand::PlayGame => {
                self.inspector.tab = Tab::TestRun;
                self.give_up_drag(news);
                self.test_run.play_or_pause(&self.document);
            }
            UiCommand::RunGames => {
                self.inspector.tab = Tab::TestRun;
                self.lab.open = true;
                let ctx = ctx.clone();
                self.test_run.run_games(&self.document, move || ctx.request_repaint());
            }
            UiCommand::PlayLadder => {
                self.lab.open = true;
                self.lab.page = crate::request::lab::Page::Skill;
                let ctx = ctx.clone();
                self.test_run.play_ladder(&self.document, move || ctx.request_repaint());
            }
            UiCommand::StopRun => self.test_run.stop(),
            UiCommand::EndGame => self.test_run.end_game(),
            UiCommand::ToggleLab => self.lab.open = !self.lab.open,
            UiCommand::ToggleReach => self.reach.shown = !self.reach.shown,
            UiCommand::ToggleProbe => self.probe.toggle(),
            UiCommand::ToggleHappened => {
                self.test_run.shows_happened = !self.test_run.shows_happened;
            }
            UiCommand::GamesFromHere => self.test_run.run_from_here(&self.document),
            command if command.is_of_play() => self.play_command(command, news),
            UiCommand::PlayFront => self.lab.play_or_pause(self.test_run.results()),
            UiCommand::CompareBefore => self.compare(Against::Before),
            UiCommand::StopComparing => self.compare(Against::Nothing),
            _ => {}
        }
    }

    /// Carries out a command about a decision by hand: what the mouse does on the map and in the
    /// panel.
    fn play_command(&mut self, command: UiCommand, news: &mut Notices) {
        let Some(game) = self.test_run.game().filter(|game| game.waits()) else { return };
        let by_hand = game.by_hand();
        let request = match command {
            UiCommand::NextUnit | UiCommand::PreviousUnit => {
                let forward = command == UiCommand::NextUnit;
                let Some((unit, hex)) = by_hand.next_unit(game.play(), forward) else { return };
                self.document.select(Selection::of_hex(hex));
                self.show_on_map(hex);
                PlayRequest::Pick(Pick::Alone(unit))
            }
            UiCommand::ChooseHex => {
                let Some(hex) = self.document.selection().hex else { return };
                PlayRequest::Pick(Pick::Hex(hex))
            }
            UiCommand::NextKind => {
                let Some(kind) = by_hand.next_kind() else { return };
                PlayRequest::Pick(Pick::Kind(kind))
            }
            UiCommand::DoDecision => PlayRequest::Do,
            UiCommand::EndStep => {
                let Some(done) = by_hand.done() else { return };
                PlayRequest::Decide(done.clone())
            }
            UiCommand::LetBotDecide => PlayRequest::LetBotDecide,
            _ => return,
        };
        self.inspector.tab = Tab::TestRun;
        self.test_run.play_request(request, news);
    }

    /// Whether a command about a decision by hand can be carried out now.
    fn play_enabled(&self, command: UiCommand) -> bool {
        let Some(game) = self.test_run.game().filter(|game| game.waits()) else { return false };
        let by_hand = game.by_hand();
        match command {
            UiCommand::NextUnit | UiCommand::PreviousUnit => {
                by_hand.next_unit(game.play(), true).is_some()
            }
            UiCommand::ChooseHex => self.document.selection().hex.is_some(),
            UiCommand::NextKind => by_hand.next_kind().is_some(),
            UiCommand::DoDecision => by_hand.made().is_some_and(|(_, allowed)| allowed.is_ok()),
            UiCommand::EndStep => by_hand.done().is_some(),
            _ => true,
        }
    }

    /// Whether a command can be carried out on it now. `clipboard`: whether a part of a map was
    /// copied.
    pub fn enabled(&self, command: UiCommand, clipboard: bool) -> bool {
        let editing = self.is_editing();
        if let Some(enabled) = self.sandbox_enabled(command) {
            return enabled;
        }
        match command {
            UiCommand::Save => self.document.dirty() || !self.has_file(),
            UiCommand::Undo if !editing => self.test_run.can_take_back(),
            UiCommand::Redo if !editing => self.test_run.can_go_forward(),
            UiCommand::Undo => self.document.undo_name().is_some(),
            UiCommand::Redo => self.document.redo_name().is_some(),
            UiCommand::RemoveSelected => {
                let selection = self.document.selection();
                let on_map = !(selection.counters.is_empty() && selection.hexes.is_empty());
                editing && (on_map || self.oob_can_delete())
            }
            command if command.is_of_tools() => self.tools_enabled(command, clipboard),
            UiCommand::Tool(kind) => {
                editing
                    && (kind == ToolKind::Counter
                        || self.memory.recall(kind, &self.document).is_some())
            }
            UiCommand::HereMenu => editing && self.document.selection().hex.is_some(),
            UiCommand::MoveSelected => editing && !self.document.selection().counters.is_empty(),
            UiCommand::FixProblem | UiCommand::FixAll => {
                let shown = self.inspector.problems.shown;
                editing && shown.is_some_and(|id| self.document.problems().get(id).is_some())
            }
            UiCommand::RenameZone | UiCommand::RemoveZone | UiCommand::ZoneColour => {
                editing && self.zone_in_hand().is_some()
            }
            UiCommand::ShowZoneAlone => {
                self.memory.lone_zone.is_some() || self.zone_in_hand().is_some()
            }
            UiCommand::CopyRuleset => editing && !self.document.has_copied_ruleset(),
            UiCommand::ResizeMap | UiCommand::RenumberMap | UiCommand::JoinBoards => editing,
            UiCommand::NextProblem | UiCommand::PreviousProblem => {
                !self.document.problems().is_empty()
            }
            UiCommand::GamesFromHere => {
                let game = self.test_run.game();
                game.is_some_and(|game| !game.play().is_over() && !game.is_playing())
            }
            command if command.is_of_play() => self.play_enabled(command),
            UiCommand::Step | UiCommand::PlayGame => {
                self.has_rules() && self.test_run.progress().is_none()
            }
            UiCommand::RunGames | UiCommand::PlayLadder => {
                self.has_rules() && !self.test_run.is_running()
            }
            UiCommand::StopRun => self.test_run.is_running(),
            UiCommand::EndGame => !editing,
            UiCommand::ToggleLab => editing,
            UiCommand::ToggleReach => {
                let system = self.document.system();
                self.reach.shown || system.is_some_and(|system| system.leaders().is_some())
            }
            UiCommand::PlayFront => self.test_run.results().now().is_some(),
            UiCommand::ChangesSinceSaved | UiCommand::ChangesSinceCommit => self.has_file(),
            UiCommand::MergeVersion => {
                self.versions.version().is_some() && self.versions.other() != Some(&Other::Saved)
            }
            UiCommand::RunVersion => {
                self.versions.version().is_some() && !self.test_run.is_running()
            }
            UiCommand::NewScenario => editing,
            UiCommand::SaveGame => self.test_run.game().is_some(),
            UiCommand::KeepPosition => !editing,
            UiCommand::RecordCase => self.may_record(),
            UiCommand::ToggleProbe => {
                self.probe.shown || self.has_rules() && self.test_run.sandbox().is_none()
            }
            UiCommand::SaveLadder => self.test_run.ladder().is_some(),
            UiCommand::SaveReport => self.test_run.results().now().is_some(),
            UiCommand::CompareFile => !self.test_run.is_running(),
            UiCommand::CompareBefore => self.test_run.results().has_before(),
            UiCommand::StopComparing => *self.test_run.results().against() != Against::Nothing,
            _ => true,
        }
    }

    /// What a command is called now: undo says what it takes back.
    pub fn label(&self, command: UiCommand) -> String {
        let with = |name: Option<&str>| match name {
            Some(name) => format!("{} “{name}”", command.text()),
            None => command.text().to_owned(),
        };
        match command {
            UiCommand::Undo | UiCommand::Redo if !self.is_editing() => {
                with(self.test_run.game().map(|_| "decision"))
            }
            UiCommand::Undo => with(self.document.undo_name()),
            UiCommand::Redo => with(self.document.redo_name()),
            _ => command.text().to_owned(),
        }
    }

    /// Whether a command of the tools can be carried out now.
    fn tools_enabled(&self, command: UiCommand, clipboard: bool) -> bool {
        let tool = self.tools.tool();
        let turns = matches!(tool, Tool::Stamp { stamp: Some(_) });
        self.is_editing()
            && match command {
                UiCommand::Copy => self.copied_hexes().is_some(),
                UiCommand::Paste => clipboard,
                UiCommand::WiderBrush => tool.brush().is_some_and(|brush| brush.wider() != brush),
                UiCommand::NarrowerBrush => {
                    tool.brush().is_some_and(|brush| brush.narrower() != brush)
                }
                UiCommand::TurnStamp | UiCommand::TurnStampBack | UiCommand::MirrorStamp => turns,
                _ => true,
            }
    }

    /// Carries out a command of the tools.
    pub fn tools_command(
        &mut self,
        ctx: &egui::Context,
        command: UiCommand,
        clipboard: &mut Option<Arc<Stamp>>,
        news: &mut Notices,
    ) {
        match command {
            UiCommand::Copy => {
                let Some(hexes) = self.copied_hexes() else { return };
                let stamp = Stamp::copy(&self.document, &hexes).map(Arc::new);
                if let Some(stamp) = stamp {
                    let count = match stamp.len() {
                        1 => "1 hex".to_owned(),
                        count => format!("{} hexes", area::thousands(count)),
                    };
                    let title = self.document.map().title.clone();
                    news.good(format!("{count} copied. Paste to lay them down."));
                    // The desktop tells of pasting only if there is something to paste.
                    ctx.copy_text(format!("{count} of {title}"));
                    *clipboard = Some(stamp.clone());
                    self.memory.remember(&Tool::Stamp { stamp: Some(stamp) });
                }
            }
            UiCommand::Paste => {
                let stamp = clipboard.clone();
                self.choose(Tool::Stamp { stamp }, news);
            }
            UiCommand::SelectAll => {
                let hexes: Vec<_> = self.document.grid().hexes_on_map().collect();
                self.document.select(Selection::of_hexes(hexes));
            }
            UiCommand::WiderBrush | UiCommand::NarrowerBrush => {
                let tool = self.tools.tool().clone();
                let Some(brush) = tool.brush() else { return };
                let wider = command == UiCommand::WiderBrush;
                self.choose(
                    tool.with_brush(if wider { brush.wider() } else { brush.narrower() }),
                    news,
                );
            }
            UiCommand::TurnStamp => self.tool_event(&ToolEvent::Key(Key::Rotate), news),
            UiCommand::TurnStampBack => self.tool_event(&ToolEvent::Key(Key::RotateBack), news),
            UiCommand::MirrorStamp => self.tool_event(&ToolEvent::Key(Key::Mirror), news),
            _ => {}
        }
    }

    /// The hexes that copying means: the selected group, or the one selected hex.
    fn copied_hexes(&self) -> Option<Vec<Hex>> {
        let selection = self.document.selection();
        match selection.hexes.as_slice() {
            [] => selection.hex.map(|hex| vec![hex]),
            hexes => Some(hexes.to_vec()),
        }
    }

    /// What Escape gives up: a drag, else the tool, else the selection.
    fn cancel(&mut self, news: &mut Notices) {
        let busy = self.tools.is_busy();
        if self.test_run.game().is_some() {
            // A drag first, with the units still picked.
            let drags = self.panes.all_mut().map(|pane| pane.map.give_up_drag());
            if drags.fold(false, |any, drag| any | drag) {
                return;
            }
            self.test_run.pick(&Pick::Nothing, news);
            self.document.select(Selection::default());
        } else if busy || *self.tools.tool() == Tool::Select {
            self.tool_event(&ToolEvent::Key(Key::Escape), news);
        } else if !self.document.selection().hexes.is_empty() {
            self.document.select(Selection::default());
        } else {
            self.choose(Tool::Select, news);
        }
    }
}
