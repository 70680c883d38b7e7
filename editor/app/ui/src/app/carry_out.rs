//! Carrying out what the screens propose: each request goes to the owner of what it changes, which
//! has one place where that is done.

use super::App;
use super::command_palette::CommandPalette;
use crate::files::questions::{Question, Reply};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::play::PlayRequest;
use crate::request::shell::{ShellRequest, TourRequest};
use crate::settings::shortcuts::Shortcuts;

impl App {
    /// Carries out what a screen proposes.
    pub fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Command(command) => {
                self.documents.front.finish_typing(&mut self.notices);
                let editing = self.documents.front.is_editing();
                match self.why_not(command) {
                    None => self.command(ctx, command),
                    // Whoever asks by its key sees no button that says so.
                    Some(why) if editing && matches!(command, UiCommand::Tool(_)) => {
                        self.notices.bad(why);
                    }
                    Some(_) => {}
                }
            }
            Request::Shell(ShellRequest::Tour(request)) => self.tour_request(ctx, request),
            Request::Shell(
                request @ (ShellRequest::ForgetFiles
                | ShellRequest::Scale(_)
                | ShellRequest::SetKeys(..)
                | ShellRequest::Used(_)
                | ShellRequest::ResetKeys(_)),
            ) => self.settings.apply(ctx, request),
            Request::Play(PlayRequest::RecordCase(decisions)) => {
                if let Some(recorded) = self.documents.front.recorded(decisions) {
                    self.map_dialogs.recorded(decisions, recorded);
                }
            }
            request => {
                if matches!(request, Request::Show(_) | Request::ShowRule(_)) {
                    self.panels.open_inspector();
                }
                let (documents, mut desk) = self.desk();
                documents.apply(ctx, request, &mut desk);
            }
        }
    }

    fn command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::NewGame
            | UiCommand::NewMap
            | UiCommand::ResizeMap
            | UiCommand::RenumberMap
            | UiCommand::JoinBoards
            | UiCommand::GoToHex
            | UiCommand::MoveSelected => {
                self.documents.front.give_up_drag(&mut self.notices);
                let documents = &self.documents;
                let recent = &self.settings.kept.recent;
                let rulesets = || documents.rulesets(recent);
                self.map_dialogs.open(command, &documents.front.document, recent, rulesets);
            }
            UiCommand::KeepPosition => {
                if let Some(kept) = self.documents.front.position_to_keep() {
                    self.map_dialogs.keep(kept);
                }
            }
            UiCommand::RecordCase => {
                if let Some(decided) = self.documents.front.decided() {
                    self.map_dialogs.record(decided);
                }
            }
            UiCommand::Cancel => self.cancel(ctx),
            UiCommand::Palette => self.palette = Some(CommandPalette::default()),
            UiCommand::Keys => self.shortcuts = Some(Shortcuts::default()),
            UiCommand::About => self.questions.shown = Some(Question::About),
            UiCommand::ToggleTheme
            | UiCommand::ToggleToolNames
            | UiCommand::Look(_)
            | UiCommand::LargerScale
            | UiCommand::SmallerScale
            | UiCommand::NormalScale => self.settings.command(ctx, command),
            UiCommand::HelpHere => {
                let inspector_shows = self.inspector_shows();
                self.help.here(ctx, &self.documents.front, inspector_shows);
            }
            UiCommand::Tour => self.tour_request(ctx, TourRequest::Start),
            UiCommand::Show(tab) => self.carry_out(ctx, Request::Show(tab)),
            UiCommand::ToggleInspector => match self.inspector_shows() {
                true => self.panels.close_inspector(),
                false => self.panels.open_inspector(),
            },
            command => {
                let (documents, mut desk) = self.desk();
                documents.command(ctx, command, &mut desk);
            }
        }
    }

    /// What Escape gives up: what lies over the screens first, then what is done on them.
    fn cancel(&mut self, ctx: &egui::Context) {
        let front = &mut self.documents.front;
        if self.palette.take().is_some() || front.label_entry.take().is_some() {
            return;
        }
        // Escape gives up what is written in a field, and nothing else with it.
        if self.panels.typing {
            return;
        }
        if !front.tools.is_busy() && self.help.close_window() {
            return;
        }
        front.command(ctx, UiCommand::Cancel, &mut self.notices);
    }

    fn tour_request(&mut self, ctx: &egui::Context, request: TourRequest) {
        let mut desk = crate::documents::Desk {
            questions: &mut self.questions,
            notices: &mut self.notices,
            settings: &mut self.settings,
        };
        if self.help.apply(ctx, request, &mut self.documents, &mut desk) {
            self.panels.open_inspector();
        }
    }

    /// Does what was answered.
    pub(super) fn answered(&mut self, ctx: &egui::Context, question: Question, reply: Reply) {
        match (question, reply) {
            (Question::Tour, Reply::Yes) => self.tour_request(ctx, TourRequest::Start),
            (Question::Tour, _) => self.settings.remember_tour(),
            (question, reply) => {
                let (documents, mut desk) = self.desk();
                documents.answered(ctx, question, reply, &mut desk);
            }
        }
    }
}
