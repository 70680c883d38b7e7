//! What belongs to the editor as a whole: looks, scale, keys, files that were open, and help.

use std::path::PathBuf;

use egui::KeyboardShortcut;
use serde::{Deserialize, Serialize};

use super::app::App;
use super::command::UiCommand;
use super::help::TourRequest;
use super::keymap;
use super::theme::{self, Look};

/// What the shell is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum ShellRequest {
    /// Open a file, or show the tab that it is open in.
    OpenFile(PathBuf),
    /// Forget the files that were open lately.
    ForgetFiles,
    /// Go to a state of the document by how many steps of the undo list are done in it.
    GoToState(usize),
    /// Draw everything this large.
    Scale(Scale),
    /// Ask for a command by these keys from now on.
    SetKeys(UiCommand, Vec<KeyboardShortcut>),
    /// A command was found by its name.
    Used(UiCommand),
    /// What is asked of the tour.
    Tour(TourRequest),
    /// Give a command its usual keys back; all commands if none is named.
    ResetKeys(Option<UiCommand>),
}

/// How large everything is drawn, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scale(u16);

impl Scale {
    /// As the desktop says.
    pub const NORMAL: Self = Self(100);
    /// All that can be chosen.
    pub const ALL: [Self; 9] = [
        Self(75),
        Self(80),
        Self(90),
        Self(100),
        Self(110),
        Self(125),
        Self(150),
        Self(175),
        Self(200),
    ];

    /// A scale in percent, as near as can be chosen.
    pub fn of_percent(percent: u16) -> Self {
        let far = |scale: &Self| scale.0.abs_diff(percent);
        Self::ALL.into_iter().min_by_key(far).unwrap_or(Self::NORMAL)
    }

    /// In percent.
    pub fn percent(self) -> u16 {
        self.0
    }

    /// The next larger one, or the next smaller.
    pub fn step(self, larger: bool) -> Self {
        let mut other: Vec<Self> = Self::ALL.to_vec();
        if larger {
            other.retain(|scale| *scale > self);
            other.first().copied().unwrap_or(self)
        } else {
            other.retain(|scale| *scale < self);
            other.last().copied().unwrap_or(self)
        }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::NORMAL
    }
}

impl App {
    /// Makes the settings hold, at the start and after each change.
    pub(super) fn settle(&self, ctx: &egui::Context) {
        if self.settings.kept.look != Look::System {
            theme::choose(ctx, self.settings.kept.look);
        }
        let scale = Scale::of_percent(self.settings.kept.scale.percent());
        ctx.set_zoom_factor(f32::from(scale.percent()) / 100.0);
        self.settings.keymap().install(ctx);
    }

    pub(super) fn shell_command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::Look(look) => self.set_look(ctx, look),
            UiCommand::ToggleTheme => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.set_look(ctx, if dark { Look::Light } else { Look::Dark });
            }
            UiCommand::LargerScale => self.set_scale(ctx, self.settings.kept.scale.step(true)),
            UiCommand::SmallerScale => self.set_scale(ctx, self.settings.kept.scale.step(false)),
            UiCommand::NormalScale => self.set_scale(ctx, Scale::NORMAL),
            UiCommand::HelpHere => self.help_here(ctx),
            UiCommand::Tour => self.tour_request(ctx, TourRequest::Start),
            UiCommand::NextTab => self.step_tab(1),
            UiCommand::PreviousTab => self.step_tab(-1),
            _ => {}
        }
    }

    fn set_look(&mut self, ctx: &egui::Context, look: Look) {
        self.settings.kept.look = look;
        self.settings.write();
        theme::choose(ctx, look);
    }

    fn set_scale(&mut self, ctx: &egui::Context, scale: Scale) {
        self.settings.kept.scale = scale;
        self.settings.write();
        self.settle(ctx);
    }

    pub(super) fn shell_request(&mut self, ctx: &egui::Context, request: ShellRequest) {
        match request {
            ShellRequest::OpenFile(path) => self.open_file(&path),
            ShellRequest::ForgetFiles => {
                self.settings.kept.recent.clear();
                self.settings.write();
            }
            ShellRequest::GoToState(done) => self.go_to_state(done),
            ShellRequest::Scale(scale) => self.set_scale(ctx, scale),
            ShellRequest::SetKeys(command, keys) => {
                let words = keys.into_iter().map(keymap::write).collect();
                self.settings.kept.keys.insert(command.row().id.to_owned(), words);
                self.keys_changed(ctx);
            }
            ShellRequest::Tour(request) => self.tour_request(ctx, request),
            ShellRequest::Used(command) => self.settings.remember_command(command.row().id),
            ShellRequest::ResetKeys(command) => {
                match command {
                    Some(command) => {
                        self.settings.kept.keys.remove(command.row().id);
                    }
                    None => self.settings.kept.keys.clear(),
                }
                self.keys_changed(ctx);
            }
        }
    }

    fn keys_changed(&self, ctx: &egui::Context) {
        self.settings.write();
        self.settings.keymap().install(ctx);
    }

    /// Undoes or redoes until so many steps of the undo list are done.
    fn go_to_state(&mut self, done: usize) {
        if !self.sheet.is_editing() {
            return;
        }
        self.give_up_drag();
        let document = &mut self.sheet.document;
        let mut now = document.history().filter(|entry| !entry.undone).count();
        while now > done && document.undo().is_some() {
            now -= 1;
        }
        while now < done && document.redo().is_some() {
            now += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_up_and_down_and_end() {
        let mut scale = Scale::NORMAL;
        for _ in 0..20 {
            scale = scale.step(true);
        }
        assert_eq!(scale.percent(), 200);
        for _ in 0..20 {
            scale = scale.step(false);
        }
        assert_eq!(scale.percent(), 75);
        assert_eq!(Scale::of_percent(60_000).percent(), 200);
        assert_eq!(Scale::of_percent(99), Scale::NORMAL);
    }
}
