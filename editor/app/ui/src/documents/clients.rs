//! What is done with other clients' files: the dialogs, and what they ask for.

use std::path::{Path, PathBuf};

use egui::Context;
use salient_document::{Origin, template};
use salient_output::export::Log;
use salient_output::import::{self, Client};
use salient_output::plural;
use salient_schema::Scenario;

use super::files::Heard;
use super::{Desk, Documents};
use crate::clients::{ExportDialog, ImportDialog, Taken, Wanted};
use crate::files::Purpose;
use crate::look::sentence;

/// A dialog about another client's files, while it is open.
pub enum ClientDialog {
    Export(Box<ExportDialog>),
    Import(Box<ImportDialog>),
}

/// Whose file it is, if it is not to be opened but imported.
pub(super) fn foreign(path: &Path) -> Option<Client> {
    Client::of(path).filter(|client| *client != Client::Bundle)
}

/// Shows a folder in the desktop's own program for files, which stays open by itself.
fn show_folder(folder: &Path) -> std::io::Result<()> {
    let program = match () {
        () if cfg!(target_os = "windows") => "explorer",
        () if cfg!(target_os = "macos") => "open",
        () => "xdg-open",
    };
    let mut shown = std::process::Command::new(program).arg(folder).spawn()?;
    std::thread::spawn(move || shown.wait());
    Ok(())
}

impl Documents {
    /// Shows the dialog about another client's files, if one is open.
    pub(crate) fn client_dialog(&mut self, ctx: &Context, desk: &mut Desk<'_>) {
        match self.clients.take() {
            None => {}
            Some(ClientDialog::Export(mut dialog)) => {
                let wanted = dialog.show(ctx);
                if matches!(wanted, Wanted::Close) {
                    return;
                }
                let name = dialog.name();
                let purpose = match dialog.format().ending() {
                    Some(_) => Purpose::Export,
                    None => Purpose::ExportFolder,
                };
                self.clients = Some(ClientDialog::Export(dialog));
                match wanted {
                    Wanted::Write => self.ask_file(ctx, purpose, name),
                    Wanted::ShowFolder(folder) => {
                        if let Err(error) = show_folder(&folder) {
                            let folder = folder.display();
                            let why = format!("{folder} cannot be shown here: {error}");
                            self.trouble("The folder cannot be shown", sentence(&why), desk);
                        }
                    }
                    Wanted::Nothing | Wanted::Close => {}
                }
            }
            Some(ClientDialog::Import(mut dialog)) => {
                let taken = dialog.show(ctx);
                match taken {
                    Taken::Close => return,
                    Taken::Open => {
                        if let Some((mut bundle, pictures)) = dialog.bundle() {
                            template::furnish(self.files.systems, &mut bundle);
                            self.open_new(bundle);
                            desk.notices.good("Imported. Save it under a name of its own.");
                            if pictures > 0 {
                                let left = plural(pictures, "picture");
                                desk.notices.bad(format!("{left} stayed behind in the file."));
                            }
                            return;
                        }
                    }
                    _ => {}
                }
                self.clients = Some(ClientDialog::Import(dialog));
                match taken {
                    Taken::AskModule => self.ask_file(ctx, Purpose::Module, String::new()),
                    Taken::AskFolder => self.ask_file(ctx, Purpose::ImportInto, String::new()),
                    _ => {}
                }
            }
        }
    }

    /// Begins an export of the scenario in front, with the game that is shown.
    pub(super) fn open_export(&mut self) {
        let log = self.front.test_run.game().and_then(|game| game.session().log().ok());
        let game = log.and_then(|log| Log::read("the game that is shown", log.as_bytes()).ok());
        let document = &self.front.document;
        let in_files = *document.origin() != Origin::Embedded;
        let home = in_files.then(|| document.paths().clone());
        let bundle = document.bundle().clone();
        let dialog = ExportDialog::new(self.files.systems, bundle, game, home);
        self.clients = Some(ClientDialog::Export(Box::new(dialog)));
    }

    /// What the export that is open is called if nobody says otherwise.
    pub(super) fn export_name(&self) -> Option<String> {
        match &self.clients {
            Some(ClientDialog::Export(dialog)) => Some(dialog.name()),
            _ => None,
        }
    }

    /// Writes the export that is open, on another thread.
    pub(super) fn write_export(&mut self, ctx: &Context, chosen: PathBuf) {
        let Some(ClientDialog::Export(dialog)) = &self.clients else { return };
        let place = dialog.place(chosen);
        let order = dialog.order();
        self.files.elsewhere(ctx, move || Heard::Exported(order.write(&place)));
    }

    /// Tells what became of an export.
    pub(super) fn exported(&mut self, written: Result<Vec<PathBuf>, String>, desk: &mut Desk<'_>) {
        match written {
            Ok(paths) => {
                let folder = paths.first().and_then(|path| path.parent());
                let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                let words = match paths.as_slice() {
                    [path] => format!("Exported: {}", path.display()),
                    paths => {
                        let files = plural(paths.len(), "file");
                        format!("Exported: {files} in {}", folder.display())
                    }
                };
                match &mut self.clients {
                    Some(ClientDialog::Export(dialog)) => {
                        dialog.tell_written(words, folder.to_owned());
                    }
                    _ => desk.notices.good(words),
                }
            }
            Err(reason) => self.trouble("Not exported", sentence(&reason), desk),
        }
    }

    /// Begins an import of a file or a folder.
    pub(super) fn import_from(&mut self, path: PathBuf, desk: &mut Desk<'_>) {
        match Client::of(&path) {
            Some(client) => self.open_import(path, client, &desk.settings.kept.recent),
            None => {
                let endings = Client::ENDINGS.join(", .");
                let why = sentence(&salient_output::import::unknown(&path));
                let text =
                    format!("{}: {why} What can be read ends in .{endings}.", path.display());
                self.trouble("Not imported", text, desk);
            }
        }
    }

    /// Begins an import of what a name tells.
    pub(super) fn open_import(&mut self, path: PathBuf, client: Client, recent: &[PathBuf]) {
        let rulesets = self.rulesets(recent);
        let dialog = ImportDialog::new(self.files.systems, path, client, rulesets);
        self.clients = Some(ClientDialog::Import(Box::new(dialog)));
    }

    /// Names the module of the saved game that is being imported.
    pub(super) fn set_module(&mut self, path: PathBuf) {
        if let Some(ClientDialog::Import(dialog)) = &mut self.clients {
            dialog.set_module(path);
        }
    }

    /// Writes what is being imported into a new folder in this one, and opens it.
    pub(super) fn write_import(&mut self, chosen: PathBuf, desk: &mut Desk<'_>) {
        let Some(ClientDialog::Import(dialog)) = &self.clients else { return };
        let Some((imported, at)) = dialog.imported() else { return };
        let stem = dialog.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = chosen.join(stem);
        let mut imported = (*imported).clone();
        // The ruleset goes along, wherever it came from.
        imported.ruleset_is_drafted = true;
        if imported.scenarios.is_empty() {
            let (id, title) = (imported.map.id.clone(), imported.map.title.clone());
            imported.scenarios.push(Scenario::empty(id, title));
        }
        let id = imported.scenarios.get(at).map(|scenario| scenario.id.clone());
        match import::stage(imported, "", &folder).and_then(import::Staged::commit) {
            Ok(written) => {
                self.clients = None;
                desk.notices.good(format!(
                    "Imported: {} in {}",
                    plural(written.len(), "file"),
                    folder.display()
                ));
                let named = |path: &&PathBuf| {
                    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()) == id
                };
                if let Some(path) = written.iter().find(named) {
                    self.open_file(&path.clone(), desk);
                }
            }
            Err(error) => self.trouble("Not imported", sentence(&error.to_string()), desk),
        }
    }
}
