//! Opening, saving and leaving, with the questions that go with them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use salient_document::{
    Document, Edit, JournalError, Kept, Origin, OwnParts, Recovery, SaveError, SaveOptions,
    SettledSave, SharedFile, template,
};
use salient_files::text_of;
use salient_rules::Systems;
use salient_schema::project::{Project, open_map, resolve};
use salient_schema::{Bundle, Diagnostic, Disk};

use super::clients::foreign;
use super::recovery::forget_start;
use super::versions::Way;
use super::{Desk, Documents};
use crate::files::Purpose;
use crate::files::copy::{CopyQuestion, by_folder};
use crate::files::dialogs::{Chosen, Dialogs};
use crate::files::questions::{Next, Question, Reply};
use crate::look::sentence;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::map::RecipeRequest;
use crate::request::order_of_battle::OobRequest;
use crate::request::tabs::TabNumber;

/// What came back from elsewhere.
pub(super) enum Heard {
    /// A file was chosen, or none.
    File(Purpose, TabNumber, Chosen),
    /// A picture was drawn, or not.
    Picture(Result<PathBuf, String>),
    /// A report was written, or not.
    Report(Result<Vec<PathBuf>, String>),
    /// An export was written, or not.
    Exported(Result<Vec<PathBuf>, String>),
}

/// The open document's files, and who is asked for others.
pub struct Files {
    /// The systems whose rules documents know.
    pub(super) systems: Systems,
    dialogs: Box<dyn Dialogs>,
    journal_folder: Option<PathBuf>,
    send: mpsc::Sender<Heard>,
    heard: mpsc::Receiver<Heard>,
    /// What follows once the document is saved.
    pub(crate) after_save: Option<Next>,
    /// Documents whose changes are given up when the window closes.
    pub(crate) given_up: BTreeSet<TabNumber>,
    pub(crate) may_close: bool,
}

impl Files {
    pub fn new(
        systems: Systems,
        dialogs: Box<dyn Dialogs>,
        journal_folder: Option<PathBuf>,
    ) -> Self {
        let (send, heard) = mpsc::channel();
        Self {
            systems,
            dialogs,
            journal_folder,
            send,
            heard,
            after_save: None,
            given_up: BTreeSet::new(),
            may_close: false,
        }
    }

    /// The document that the editor begins with, and what must be told about it.
    pub fn first_document(&mut self, file: Option<PathBuf>) -> (Document, Option<Question>) {
        match file.map(|file| open(self.systems, &file)) {
            None => (self.example(), None),
            Some(Ok(document)) => (document, None),
            Some(Err(trouble)) => (self.example(), Some(trouble)),
        }
    }

    /// The embedded scenario.
    pub fn example(&self) -> Document {
        let mut document = self.example_without_journal();
        if let Some(folder) = &self.journal_folder {
            document.set_journal_folder(folder);
        }
        document
    }

    /// The embedded scenario, for whoever does not mind losing what is done to it.
    fn example_without_journal(&self) -> Document {
        Document::new(self.systems, example_project(self.systems), Origin::Embedded)
    }

    /// The embedded scenario for the tour, with a title that tells the tabs apart.
    pub fn copy_for_the_tour(&self) -> Document {
        let mut project = example_project(self.systems);
        let title = &mut project.bundle.scenario.title;
        *title = format!("Tour: {title}");
        Document::new(self.systems, project, Origin::Embedded)
    }

    /// Does something on another thread, and hears of it when it is done.
    pub(super) fn elsewhere(
        &self,
        ctx: &egui::Context,
        work: impl FnOnce() -> Heard + Send + 'static,
    ) {
        let (send, ctx) = (self.send.clone(), ctx.clone());
        std::thread::spawn(move || {
            // The window may be gone.
            let _ = send.send(work());
            ctx.request_repaint();
        });
    }

    /// Where journals and copies of new documents are kept.
    pub fn journal_folder(&self) -> Option<&Path> {
        self.journal_folder.as_deref()
    }
}

impl Documents {
    pub fn file_command(&mut self, ctx: &egui::Context, command: UiCommand, desk: &mut Desk<'_>) {
        match command {
            UiCommand::Open => self.ask_file(ctx, Purpose::Open, String::new()),
            UiCommand::OpenExample => self.open_example(desk),
            UiCommand::Close => self.close(ctx, self.front.number, desk),
            UiCommand::Quit => {
                self.files.given_up.clear();
                self.quit(ctx, desk);
            }
            UiCommand::Save => self.save(ctx, SaveOptions::default(), desk),
            UiCommand::SaveAs => self.ask_where_to_save(ctx),
            UiCommand::ExportPicture => self.ask_for_output(ctx, Purpose::Picture, ".png"),
            UiCommand::Export => self.open_export(),
            UiCommand::Generate => self.open_generator(),
            UiCommand::Import => self.ask_file(ctx, Purpose::Import, String::new()),
            UiCommand::ImportTables => self.ask_file(ctx, Purpose::ImportFolder, String::new()),
            UiCommand::CompareFile => self.ask_file(ctx, Purpose::Compare, String::new()),
            UiCommand::SaveGame => self.ask_for_output(ctx, Purpose::Game, "-game.jsonl"),
            UiCommand::SaveSandbox => {
                self.ask_for_output(ctx, Purpose::Sandbox, "-sandbox.jsonl");
            }
            UiCommand::OpenSandboxFile => self.ask_file(ctx, Purpose::SandboxFile, String::new()),
            UiCommand::SaveLadder => {
                self.ask_for_output(ctx, Purpose::LadderReport, "-skill.html");
            }
            UiCommand::SaveReport => self.ask_for_output(ctx, Purpose::Report, "-report.html"),
            _ => {}
        }
    }

    /// Shows the built-in scenario as it is published: the tab that has it, or a new one.
    fn open_example(&mut self, desk: &mut Desk<'_>) {
        let untouched = self.all().find(|open| {
            let document = &open.document;
            open.is_example && !document.dirty() && document.origin() == &Origin::Embedded
        });
        match untouched.map(|open| open.number) {
            Some(number) => self.show(number, desk),
            None => {
                let example = self.files.example();
                self.open(example);
                self.front.is_example = true;
                self.ask_to_recover(desk);
            }
        }
    }

    /// Opens a file in a tab of its own, or shows the tab that it is open in.
    pub fn open_file(&mut self, path: &Path, desk: &mut Desk<'_>) {
        if let Some(number) = self.of_file(path) {
            self.show(number, desk);
            return;
        }
        if let Some(client) = foreign(path) {
            self.open_import(path.to_owned(), client, &desk.settings.kept.recent);
            return;
        }
        match open(self.files.systems, path) {
            Ok(document) => self.open_read(document, desk),
            Err(trouble) => {
                if !path.exists() {
                    desk.settings.forget_file(path);
                } else if self.open_by_part(path, desk) {
                    return;
                }
                self.ask(trouble, desk);
            }
        }
    }

    /// Takes a document that was read just now into a tab of its own.
    fn open_read(&mut self, document: Document, desk: &mut Desk<'_>) {
        self.open(document);
        self.remember_file(desk);
        self.ask_to_recover(desk);
    }

    /// Opens the scenario that a map, ruleset or order of battle is a part of, or a new one on a map
    /// that is nobody's. Gives whether there is such a thing.
    fn open_by_part(&mut self, path: &Path, desk: &mut Desk<'_>) -> bool {
        let part = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let users = salient_document::users_of(path);
        for user in &users {
            if let Some(number) = self.of_file(user) {
                self.show(number, desk);
            } else if let Ok(document) = open(self.files.systems, user) {
                self.open_read(document, desk);
            } else {
                continue;
            }
            let name = user.display();
            let more = match users.len() {
                1 => String::new(),
                count => format!(", and of {} more", count - 1),
            };
            desk.notices.good(format!("{part} is a part of {name}{more}."));
            return true;
        }
        let whole = text_of(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        let (Some((mut map, ruleset)), _) = open_map(&Disk, &whole) else {
            return false;
        };
        // What it names stays where it is, and the copy lies nowhere yet.
        map.named_files_mut().for_each(|name| *name = resolve(&whole, name));
        let mut bundle = Bundle { map, ruleset, ..Bundle::empty() };
        bundle.scenario = template::on_this_map(self.files.systems, &bundle);
        self.open_new(bundle);
        desk.notices.good(format!(
            "{part} is the map of no scenario yet. This is a new one on a copy of it: save it under a \
             name of its own."
        ));
        true
    }

    /// Notes the file in front among those that were open lately.
    pub fn remember_file(&mut self, desk: &mut Desk<'_>) {
        if let Origin::File(path) = self.front.document.origin() {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            desk.settings.remember_file(path);
        }
    }

    /// Offers the unfinished work of the document in front, if there is any, and tells what became
    /// of a save that was cut off.
    pub fn ask_to_recover(&mut self, desk: &mut Desk<'_>) {
        self.tell_of_cut_off_save(desk);
        self.front.document.discard_undone_work();
        if self.front.document.unfinished_work().is_some() {
            self.ask(Question::Recover(self.front.number), desk);
        }
    }

    /// Tells what became of a save that was cut off, where the files were read just now.
    pub(super) fn tell_of_cut_off_save(&self, desk: &mut Desk<'_>) {
        match self.front.document.cut_off_save() {
            Some(Ok(SettledSave::Done { kept, .. })) if !kept.is_empty() => {
                for Kept { place, ours } in kept {
                    desk.notices.bad(format!(
                        "{} was changed by somebody else after a save of it was cut off, and is as \
                         they left it. What the save held lies in {}.",
                        place.display(),
                        ours.display()
                    ));
                }
            }
            Some(Ok(_)) => desk.notices.good("A save that was cut off has been carried out."),
            Some(Err(error)) => desk.notices.bad(sentence(&error.to_string())),
            None => {}
        }
    }

    fn recover(
        &mut self,
        number: TabNumber,
        desk: &mut Desk<'_>,
    ) -> Result<Recovery, JournalError> {
        self.show(number, desk);
        self.front.document.recover()
    }

    fn ask_where_to_save(&mut self, ctx: &egui::Context) {
        let name = match self.front.document.origin() {
            Origin::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            Origin::Embedded => None,
        };
        let name = name.unwrap_or_else(|| format!("{}.json", self.front.document.scenario().id));
        self.ask_file(ctx, Purpose::Save, name);
    }

    /// Asks where something is written that is called after the scenario.
    pub fn ask_for_output(&mut self, ctx: &egui::Context, purpose: Purpose, ending: &str) {
        let name = format!("{}{ending}", self.front.document.scenario().id);
        self.ask_file(ctx, purpose, name);
    }

    /// Asks for a file; `name` is offered where something is written.
    pub fn ask_file(&mut self, ctx: &egui::Context, purpose: Purpose, name: String) {
        let folder = match self.front.document.origin() {
            Origin::File(path) => path.parent().map(Path::to_path_buf),
            Origin::Embedded => None,
        };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let (send, ctx, number) = (self.files.send.clone(), ctx.clone(), self.front.number);
        let answer = Box::new(move |path| {
            // The window may be gone.
            let _ = send.send(Heard::File(purpose, number, path));
            ctx.request_repaint();
        });
        self.files.dialogs.ask(purpose.question(name), folder.as_deref(), answer);
    }

    pub fn hear_answers(&mut self, ctx: &egui::Context, desk: &mut Desk<'_>) {
        while let Ok(heard) = self.files.heard.try_recv() {
            match heard {
                Heard::File(Purpose::Save, _, Chosen::Nothing) => self.stay(),
                Heard::File(_, _, Chosen::Nothing) => {}
                Heard::File(_, number, _) if self.all().all(|open| open.number != number) => {}
                Heard::File(purpose, number, Chosen::NoDialog) => {
                    self.show(number, desk);
                    desk.questions.typed = self.offered_path(purpose);
                    desk.questions.shown = Some(Question::Path(purpose));
                }
                Heard::File(purpose, number, Chosen::File(path)) => {
                    // The dialog was about the document that was in front then.
                    self.show(number, desk);
                    self.chosen(ctx, purpose, path, desk);
                }
                Heard::Picture(Ok(path)) => {
                    self.pictures_drawn += 1;
                    desk.notices.good(format!("Drawn: {}", path.display()));
                }
                Heard::Picture(Err(reason)) => {
                    self.trouble("The picture was not drawn", reason, desk)
                }
                Heard::Report(Ok(written)) => desk.notices.good(match written.as_slice() {
                    [path] => format!("Written: {}", path.display()),
                    paths => format!("Written: {} files", paths.len()),
                }),
                Heard::Exported(written) => self.exported(written, desk),
                Heard::Report(Err(reason)) => {
                    self.trouble("The report was not written", reason, desk)
                }
            }
        }
    }

    fn chosen(
        &mut self,
        ctx: &egui::Context,
        purpose: Purpose,
        path: PathBuf,
        desk: &mut Desk<'_>,
    ) {
        // A save asks on before it writes.
        if purpose != Purpose::Save && purpose.writes() {
            make_folder_for(&path);
        }
        match purpose {
            Purpose::Open => self.open_file(&path, desk),
            Purpose::Save => {
                let path = with_ending(path, "json");
                match CopyQuestion::of(&self.front.document, path.clone()) {
                    Some((copy, usual)) => {
                        desk.questions.own = usual;
                        desk.questions.shown = Some(Question::Copy(Box::new(copy)));
                    }
                    None => self.save_as(ctx, path, SaveOptions::default(), desk),
                }
            }
            Purpose::Picture => self.export_picture(ctx, path),
            Purpose::Compare => self.compare_with(ctx, &path, desk),
            Purpose::Version => self.compare_version(path),
            Purpose::Find => self.front.inspector.find.add_file(path),
            Purpose::Scan => self.front.inspector.scan.state.load(ctx, path, None),
            Purpose::CounterPicture => {
                let request = OobRequest::SetPicture(path);
                self.front.apply(Request::Oob(request), desk.notices);
            }
            Purpose::Recipe => {
                self.front.recipe_request(ctx, RecipeRequest::Open(path), desk.notices);
            }
            Purpose::Layer => {
                self.front.recipe_request(ctx, RecipeRequest::AddLayer(path), desk.notices);
            }
            Purpose::Report => self.write_report(ctx, path),
            Purpose::Game => self.write_game(path, desk),
            Purpose::Sandbox => self.write_sandbox(&path, desk),
            Purpose::SandboxFile => self.read_sandbox(&path, desk),
            Purpose::Position => self.write_beside(with_ending(path, "json"), desk),
            Purpose::Counters => {
                let request = OobRequest::Export(with_ending(path, "csv"));
                self.front.apply(Request::Oob(request), desk.notices);
            }
            Purpose::Export | Purpose::ExportFolder => self.write_export(ctx, path),
            Purpose::Import | Purpose::ImportFolder => self.import_from(path, desk),
            Purpose::Module => self.set_module(path),
            Purpose::ImportInto => self.write_import(path, desk),
            Purpose::SetUpInto => self.write_set_up(path, desk),
            Purpose::EarlierSetUp => self.read_set_up(&path, desk),
            Purpose::SetUpsReport => self.write_set_ups(ctx, path),
            Purpose::LadderReport => self.write_ladder(ctx, path),
            Purpose::ReadCounters => {
                let request = OobRequest::ReadImport(path);
                self.front.apply(Request::Oob(request), desk.notices);
            }
        }
    }

    /// A path to begin with, for whoever has to type one.
    fn offered_path(&self, purpose: Purpose) -> String {
        let here = match self.front.document.origin() {
            Origin::File(path) => path.clone(),
            Origin::Embedded => {
                let id = &self.front.document.scenario().id;
                std::env::current_dir().unwrap_or_default().join(format!("{id}.json"))
            }
        };
        let path = match purpose {
            Purpose::Open | Purpose::Save | Purpose::Compare | Purpose::Version | Purpose::Find => {
                here
            }
            Purpose::Scan => here.with_file_name("scan.png"),
            Purpose::CounterPicture => here.with_file_name("counter.png"),
            Purpose::Recipe => {
                PathBuf::from(&self.front.document.paths().map).with_file_name("recipe.json")
            }
            Purpose::Layer => match &self.front.inspector.recipe.state.open {
                Some(open) => open.path.with_file_name("layer.geojson"),
                None => here.with_file_name("layer.geojson"),
            },
            Purpose::Counters | Purpose::ReadCounters => here.with_extension("csv"),
            Purpose::Report | Purpose::LadderReport => here.with_extension("html"),
            Purpose::SetUpsReport => here.with_file_name("set-ups.html"),
            Purpose::Game => here.with_extension("jsonl"),
            Purpose::Sandbox | Purpose::SandboxFile => {
                let id = &self.front.document.scenario().id;
                here.with_file_name(format!("{id}-sandbox.jsonl"))
            }
            Purpose::Position => match &self.front.scenario_beside {
                Some(scenario) => here.with_file_name(format!("{}.json", scenario.id)),
                None => here,
            },
            Purpose::Picture => here.with_extension("png"),
            Purpose::Export => match self.export_name() {
                Some(name) => here.with_file_name(name),
                None => here,
            },
            Purpose::Import => here.with_extension("vmod"),
            Purpose::Module => here.with_extension("vmod"),
            Purpose::EarlierSetUp => here.with_file_name(salient_output::set_up::RECORD),
            Purpose::ExportFolder
            | Purpose::ImportFolder
            | Purpose::ImportInto
            | Purpose::SetUpInto => here.parent().map(Path::to_path_buf).unwrap_or_default(),
        };
        // What is read must be there: else its folder is a better beginning than its name.
        if purpose.writes() || path.exists() {
            return path.display().to_string();
        }
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        folder.join("").display().to_string()
    }

    pub fn save(&mut self, ctx: &egui::Context, options: SaveOptions, desk: &mut Desk<'_>) {
        if !self.front.has_file() {
            self.ask_where_to_save(ctx);
            return;
        }
        if !self.front.shares && !options.force {
            let shared = self.front.document.shared_files_to_write();
            if !shared.is_empty() {
                let named = |SharedFile { path, users }: &SharedFile| {
                    (names_of(std::slice::from_ref(path)).concat(), names_of(users))
                };
                let files = shared.iter().map(named).collect();
                self.ask(Question::Shared { files }, desk);
                return;
            }
        }
        let result = self.front.document.save(options);
        self.saved(ctx, None, result.map(|saved| saved.written), desk);
    }

    fn save_as(
        &mut self,
        ctx: &egui::Context,
        path: PathBuf,
        options: SaveOptions,
        desk: &mut Desk<'_>,
    ) {
        make_folder_for(&path);
        let document = &mut self.front.document;
        document.commit();
        let before = document.scenario().id.clone();
        let renames = document.id_for_copy(&path).map(|id| Edit::SetScenarioId { id });
        let renamed = renames.is_some_and(|edit| document.apply(edit).is_ok());
        let result = document.save_as(&path, options);
        let stays = renamed && result.is_ok();
        if renamed && !stays {
            document.undo();
        }
        let id = document.scenario().id.clone();
        let place = Some((path, options.own));
        self.saved(ctx, place, result.map(|saved| saved.written), desk);
        if stays {
            desk.notices.good(format!(
                "The scenario's id is {id} from now on, which tells it from {before}. Undo brings \
                 {before} back."
            ));
        }
    }

    fn saved(
        &mut self,
        ctx: &egui::Context,
        place: Option<(PathBuf, OwnParts)>,
        result: Result<Vec<PathBuf>, SaveError>,
        desk: &mut Desk<'_>,
    ) {
        match result {
            Ok(written) => {
                forget_start(&mut self.front.start);
                self.remember_file(desk);
                self.front.inspector.recipe.state.follow(&self.front.document);
                desk.notices.good(match written.as_slice() {
                    [] => "Nothing had changed.".to_owned(),
                    written => format!("Saved {}", by_folder(written)),
                });
                match self.files.after_save.take() {
                    // There may be more to ask about.
                    Some(Next::Close(number)) => self.close(ctx, number, desk),
                    Some(Next::Quit) => self.quit(ctx, desk),
                    None => {}
                }
            }
            Err(SaveError::ChangedOnDisk { paths }) if place.is_none() => {
                let names = names_of(&paths);
                let number = self.front.number;
                self.ask(Question::Changed { number, names, dirty: true, saving: true }, desk);
            }
            Err(error @ (SaveError::ChangedOnDisk { .. } | SaveError::Exists { .. })) => {
                let reason = sentence(&error.to_string());
                let (path, own) = place.unzip();
                let own = own.unwrap_or_default();
                desk.questions.shown = Some(Question::Overwrite { path, own, reason });
            }
            Err(error) => {
                let reason = sentence(&error.to_string());
                self.ask(Question::NotSaved { reason }, desk);
            }
        }
    }

    pub fn answered(
        &mut self,
        ctx: &egui::Context,
        question: Question,
        reply: Reply,
        desk: &mut Desk<'_>,
    ) {
        match (question, reply) {
            (Question::Changed { number, saving, dirty, .. }, reply) => match reply {
                Reply::Yes if dirty => self.settle_versions(ctx, number, Way::Merge, saving, desk),
                Reply::Yes | Reply::No => {
                    self.settle_versions(ctx, number, Way::Theirs, saving, desk)
                }
                Reply::Mine => self.settle_versions(ctx, number, Way::Ours, saving, desk),
                Reply::Cancel => self.stay(),
            },
            (Question::Shared { .. }, Reply::Yes) => {
                self.front.shares = true;
                self.save(ctx, SaveOptions::default(), desk);
            }
            (Question::Shared { .. }, Reply::No) => {
                let title = self.front.document.ruleset().title.clone();
                match self.front.document.apply(Edit::CopyRuleset { title }) {
                    Ok(()) => self.save(ctx, SaveOptions::default(), desk),
                    Err(error) => self.trouble("Not copied", sentence(&error.to_string()), desk),
                }
            }
            (Question::Shared { .. }, Reply::Cancel | Reply::Mine) => self.stay(),
            // It has its own file; the document stays open until that is written.
            (Question::Sandbox { .. }, Reply::Yes) => {
                self.stay();
                self.command(ctx, UiCommand::SaveSandbox, desk);
            }
            (Question::Unsaved { next, .. } | Question::Sandbox { next }, reply) => {
                self.leave(ctx, next, reply, desk);
            }
            (Question::Recover(number), Reply::Yes) => match self.recover(number, desk) {
                Ok(recovery) => {
                    let told = match recovery.steps {
                        0 => format!("{} is back.", self.front.document.title()),
                        1 => "1 change brought back.".to_owned(),
                        steps => format!("{steps} changes brought back."),
                    };
                    desk.notices.good(told);
                }
                Err(error) => self.trouble("Not brought back", sentence(&error.to_string()), desk),
            },
            (Question::Recover(number), Reply::No) => {
                self.show(number, desk);
                if let Err(error) = self.front.document.discard_unfinished_work() {
                    self.trouble("Still there", sentence(&error.to_string()), desk);
                } else if self.front.start.is_some() {
                    // A new document is nothing without it.
                    self.drop_document(number, desk);
                }
            }
            (Question::Copy(copy), Reply::Yes) => {
                let options = SaveOptions { own: desk.questions.own, ..SaveOptions::default() };
                self.save_as(ctx, copy.path, options, desk);
            }
            (Question::Copy(_), _) => self.stay(),
            (Question::Overwrite { path, own, .. }, Reply::Yes) => {
                let options = SaveOptions { force: true, overwrite: true, own };
                match path {
                    Some(path) => self.save_as(ctx, path, options, desk),
                    None => self.save(ctx, options, desk),
                }
            }
            (Question::Path(purpose), Reply::Yes) => {
                let path = PathBuf::from(desk.questions.typed.trim());
                self.chosen(ctx, purpose, path, desk);
            }
            (Question::Path(_), _) => self.stay(),
            (Question::Overwrite { .. }, Reply::No) | (Question::NotSaved { .. }, Reply::Yes) => {
                self.ask_where_to_save(ctx);
            }
            (Question::FolderGone { number, .. }, Reply::Yes) => {
                self.show(number, desk);
                self.ask_where_to_save(ctx);
            }
            (Question::NotSaved { .. }, Reply::No) => {
                self.save(ctx, SaveOptions::default(), desk);
            }
            (Question::NotSaved { .. }, Reply::Cancel | Reply::Mine) => self.stay(),
            (Question::Overwrite { .. }, Reply::Cancel | Reply::Mine) => self.stay(),
            (Question::Recover(_), Reply::Cancel | Reply::Mine)
            | (Question::FolderGone { .. } | Question::Trouble { .. }, _)
            | (Question::About | Question::Tour, _) => {}
        }
    }

    pub(super) fn trouble(&mut self, title: &str, text: String, desk: &mut Desk<'_>) {
        self.ask(Question::Trouble { title: title.to_owned(), text }, desk);
    }
}

/// The names of files, without their folders.
pub(super) fn names_of(paths: &[PathBuf]) -> Vec<String> {
    let names = paths.iter().filter_map(|path| path.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// The first published scenario.
fn example_project(systems: Systems) -> Project {
    systems.published().next().unwrap_or_else(Project::empty)
}

fn open(systems: Systems, path: &Path) -> Result<Document, Question> {
    let (document, diagnostics) = Document::open(systems, path);
    document.ok_or_else(|| Question::Trouble {
        title: format!("{} cannot be opened", path.display()),
        text: in_words(&diagnostics),
    })
}

pub(super) fn in_words(diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics.iter().take(20).map(one_in_words).collect();
    if lines.is_empty() { "It is no scenario.".to_owned() } else { lines.join("\n\n") }
}

/// What is wrong, what to do, and the file's name and line where it has one.
fn one_in_words(one: &Diagnostic) -> String {
    let mut words = sentence(&one.message);
    if let Some(help) = &one.help {
        words.push_str(&format!(" {}", sentence(help)));
    }
    if let (Some(file), Some(line)) = (&one.place.file, one.place.line) {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        words.push_str(&format!(" ({name}, line {line})"));
    }
    words
}

/// Makes the folder that something is written into, where it is not there. What keeps it from being
/// made is told when the file is written.
fn make_folder_for(path: &Path) {
    let _ = salient_files::Place::from(path).make_folder();
}

pub(super) fn with_ending(path: PathBuf, ending: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(ending) }
}
