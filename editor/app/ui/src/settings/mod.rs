//! What the designer has chosen once for all documents, kept in a file between sessions.

pub mod shortcuts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::look::theme::{self, Look};
use crate::request::command::UiCommand;
use crate::request::keymap::{self, Keymap};
use crate::request::shell::{Scale, ShellRequest};

/// The settings, and where they are kept.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What is kept.
    pub kept: Kept,
    file: Option<PathBuf>,
}

/// What is kept between sessions. Fields that a file lacks, or has and we do not know, are no
/// hindrance: nothing here may stop the editor from starting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Keys that stand in for the usual ones, by the command's name: `"file.save":
    /// ["Ctrl+S"]`.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Files that were open lately, the last one first.
    pub recent: Vec<PathBuf>,
    /// Light, dark or plain.
    pub look: Look,
    /// How large everything is drawn.
    pub scale: Scale,
    /// Names of the commands that were asked for in the palette, the last one first.
    pub used: Vec<String>,
    /// Whether the tools have their names beside them.
    pub tool_names: bool,
    /// Whether the tour was offered.
    pub tour_seen: bool,
}

/// The most files and commands that are remembered.
const RECENT: usize = 12;
const USED: usize = 8;

impl Kept {
    /// Settings as a file has them. What is not as it should be, or unknown, is as if it were
    /// not there; the rest counts.
    fn read(text: &str) -> Self {
        let Ok(Value::Object(fields)) = serde_json::from_str(text) else { return Self::default() };
        let mut good = Map::new();
        for (name, value) in fields {
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            if serde_json::from_value::<Self>(Value::Object(alone)).is_ok() {
                good.insert(name, value);
            }
        }
        serde_json::from_value(Value::Object(good)).unwrap_or_default()
    }
}

impl Settings {
    /// The settings in a file; the usual ones where there is none or it cannot be read.
    pub fn read(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| salient_files::read_text(file).ok());
        let mut kept = text.map(|text| Kept::read(&text)).unwrap_or_default();
        kept.recent.retain(|file| file.exists());
        Self { kept, file }
    }

    /// Whether there are none yet: the editor starts for the first time.
    pub fn are_new(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.exists())
    }

    /// Notes a file as the last that was opened.
    pub fn remember_file(&mut self, path: PathBuf) {
        self.kept.recent.retain(|other| *other != path);
        self.kept.recent.insert(0, path);
        self.kept.recent.truncate(RECENT);
        self.write();
    }

    /// Forgets a file that is gone.
    pub fn forget_file(&mut self, path: &Path) {
        self.kept.recent.retain(|other| other != path);
        self.write();
    }

    /// Notes a command as the last that was asked for by name.
    pub fn remember_command(&mut self, id: &str) {
        self.kept.used.retain(|other| other != id);
        self.kept.used.insert(0, id.to_owned());
        self.kept.used.truncate(USED);
        self.write();
    }

    /// The keys in use.
    pub fn keymap(&self) -> Keymap {
        Keymap::of_words(&self.kept.keys)
    }

    /// Writes the settings. One that cannot be written is only lost for the next session.
    pub fn write(&self) {
        let Some(file) = &self.file else { return };
        let Ok(text) = serde_json::to_string_pretty(&self.kept) else { return };
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = salient_output::write_whole(file, text.as_bytes());
    }
}

impl Settings {
    /// Whether a command about the settings can be carried out now.
    pub fn enabled(&self, command: UiCommand) -> bool {
        let scale = self.kept.scale;
        match command {
            UiCommand::LargerScale | UiCommand::SmallerScale => {
                scale.step(command == UiCommand::LargerScale) != scale
            }
            UiCommand::NormalScale => scale != Scale::NORMAL,
            _ => true,
        }
    }

    /// Carries out a command about the settings.
    pub fn command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::Look(look) => self.set_look(ctx, look),
            UiCommand::ToggleTheme => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.set_look(ctx, if dark { Look::Light } else { Look::Dark });
            }
            UiCommand::LargerScale => self.set_scale(ctx, self.kept.scale.step(true)),
            UiCommand::SmallerScale => self.set_scale(ctx, self.kept.scale.step(false)),
            UiCommand::NormalScale => self.set_scale(ctx, Scale::NORMAL),
            UiCommand::ToggleToolNames => {
                self.kept.tool_names = !self.kept.tool_names;
                self.write();
            }
            _ => {}
        }
    }

    /// Does what is asked of the settings: the one place that changes them at somebody's wish.
    pub fn apply(&mut self, ctx: &egui::Context, request: ShellRequest) {
        match request {
            ShellRequest::ForgetFiles => {
                self.kept.recent.clear();
                self.write();
            }
            ShellRequest::Scale(scale) => self.set_scale(ctx, scale),
            ShellRequest::SetKeys(command, keys) => {
                let words = keys.into_iter().map(keymap::write).collect();
                self.kept.keys.insert(command.row().id.to_owned(), words);
                self.keys_changed(ctx);
            }
            ShellRequest::Used(command) => self.remember_command(command.row().id),
            ShellRequest::ResetKeys(command) => {
                match command {
                    Some(command) => {
                        self.kept.keys.remove(command.row().id);
                    }
                    None => self.kept.keys.clear(),
                }
                self.keys_changed(ctx);
            }
            // These are others' to do.
            ShellRequest::OpenFile(_) | ShellRequest::GoToState(_) | ShellRequest::Tour(_) => {}
        }
    }

    /// Notes that the tour was offered or taken.
    pub fn remember_tour(&mut self) {
        self.kept.tour_seen = true;
        self.write();
    }

    /// Makes the settings hold, at the start and after each change.
    pub fn settle(&self, ctx: &egui::Context) {
        if self.kept.look != Look::System {
            theme::choose(ctx, self.kept.look);
        }
        let scale = Scale::of_percent(self.kept.scale.percent());
        ctx.set_zoom_factor(f32::from(scale.percent()) / 100.0);
        self.keymap().install(ctx);
    }

    fn set_look(&mut self, ctx: &egui::Context, look: Look) {
        self.kept.look = look;
        self.write();
        theme::choose(ctx, look);
    }

    fn set_scale(&mut self, ctx: &egui::Context, scale: Scale) {
        self.kept.scale = scale;
        self.write();
        self.settle(ctx);
    }

    fn keys_changed(&self, ctx: &egui::Context) {
        self.write();
        self.keymap().install(ctx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_broken_is_left_out_and_the_rest_counts() {
        let kept = Kept::read(r#"{"look": "dark", "scale": "wide", "recent": 7, "hats": []}"#);
        assert_eq!(kept, Kept { look: Look::Dark, ..Kept::default() });
        for text in ["", "[]", "{", "null"] {
            assert_eq!(Kept::read(text), Kept::default(), "{text}");
        }
    }

    #[test]
    fn files_are_remembered_once_and_forgotten_when_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let here = folder.path().join("here.json");
        std::fs::write(&here, "{}").unwrap();
        let mut settings = Settings::read(Some(file.clone()));
        assert!(settings.are_new());
        settings.remember_file(here.clone());
        settings.remember_file(folder.path().join("gone.json"));
        settings.remember_file(here.clone());
        assert_eq!(settings.kept.recent.len(), 2);
        let settings = Settings::read(Some(file));
        assert!(!settings.are_new());
        assert_eq!(settings.kept.recent, [here]);
    }
}
