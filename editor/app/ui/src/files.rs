//! Opening, saving and leaving, with the questions that go with them.

use salient_rules::Systems;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use salient_document::{Document, JournalError, Origin, Recovery, SaveError, SaveOptions};
use salient_output::report::Findings;
use salient_schema::Diagnostic;
use salient_schema::project::Project;

use super::app::{App, sentence};
use super::command::UiCommand;
use super::dialogs::{Chosen, Dialogs, FileQuestion};
use super::help::TourRequest;
use super::lab::Page;
use super::merge::Way;
use super::pages::order_of_battle::OobRequest;
use super::questions::{Next, Question, Reply};
use super::recovery::forget_start;
use super::tabs::SheetNumber;

/// What came back from elsewhere.
enum Heard {
    /// A file was chosen, or none.
    File(Purpose, SheetNumber, Chosen),
    /// A picture was drawn, or not.
    Picture(Result<PathBuf, String>),
    /// A report was written, or not.
    Report(Result<Vec<PathBuf>, String>),
}

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    Picture,
    Compare,
    Report,
    Find,
    Scan,
    /// Where counters are written as CSV.
    Counters,
    /// Where they are read from.
    ReadCounters,
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
    pub(super) after_save: Option<Next>,
    /// Documents whose changes are given up when the window closes.
    pub(super) given_up: BTreeSet<SheetNumber>,
    /// The path that is being typed, where the desktop has no dialog for files.
    pub typed: String,
    pub(super) may_close: bool,
}

impl Files {
    pub fn new(systems: Systems, dialogs: Box<dyn Dialogs>, journal_folder: Option<PathBuf>) -> Self {
        let (send, heard) = mpsc::channel();
        Self {
            systems,
            dialogs,
            journal_folder,
            send,
            heard,
            after_save: None,
            given_up: BTreeSet::new(),
            typed: String::new(),
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
    pub(super) fn example(&self) -> Document {
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
    pub(super) fn copy_for_the_tour(&self) -> Document {
        let mut project = example_project(self.systems);
        let title = &mut project.bundle.scenario.title;
        *title = format!("Tour: {title}");
        Document::new(self.systems, project, Origin::Embedded)
    }

    /// Where journals and copies of new documents are kept.
    pub fn journal_folder(&self) -> Option<&Path> {
        self.journal_folder.as_deref()
    }

    /// Whether a document has a file to be saved to.
    pub fn has_file(&self, document: &Document) -> bool {
        matches!(document.origin(), Origin::File(_))
    }

    /// What a document's file is called.
    pub fn name(&self, document: &Document) -> String {
        match document.origin() {
            Origin::Embedded => "built in".to_owned(),
            Origin::File(path) => path
                .file_name()
                .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned()),
        }
    }
}

impl App {
    pub(super) fn file_command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::Open => self.ask_file(ctx, Purpose::Open, FileQuestion::Open),
            UiCommand::OpenExample => self.open_example(),
            UiCommand::Close => self.close_sheet(ctx, self.sheet.number),
            UiCommand::Quit => {
                self.files.given_up.clear();
                self.quit(ctx);
            }
            UiCommand::Save => self.save(ctx, SaveOptions::default()),
            UiCommand::SaveAs => self.ask_where_to_save(ctx),
            UiCommand::ExportPicture => {
                let name = format!("{}.png", self.sheet.document.scenario().id);
                self.ask_file(ctx, Purpose::Picture, FileQuestion::Picture { name });
            }
            UiCommand::CompareFile => self.ask_file(ctx, Purpose::Compare, FileQuestion::Compare),
            UiCommand::SaveReport => {
                let name = format!("{}-report.html", self.sheet.document.scenario().id);
                self.ask_file(ctx, Purpose::Report, FileQuestion::Report { name });
            }
            _ => {}
        }
    }

    /// Shows the built-in scenario as it is published: the tab that has it, or a new one.
    fn open_example(&mut self) {
        let untouched = self.sheets().find(|sheet| {
            let document = &sheet.document;
            sheet.is_example && !document.dirty() && document.origin() == &Origin::Embedded
        });
        match untouched.map(|sheet| sheet.number) {
            Some(number) => self.show_sheet(number),
            None => {
                let example = self.files.example();
                self.open_document(example);
                self.sheet.is_example = true;
                self.ask_to_recover();
            }
        }
    }

    /// Opens a file in a tab of its own, or shows the tab that it is open in.
    pub(super) fn open_file(&mut self, path: &Path) {
        if let Some(number) = self.sheet_of_file(path) {
            self.show_sheet(number);
            return;
        }
        match open(self.files.systems, path) {
            Ok(document) => {
                self.open_document(document);
                self.remember_file();
                self.ask_to_recover();
            }
            Err(trouble) => {
                if !path.exists() {
                    self.settings.forget_file(path);
                }
                self.ask(trouble);
            }
        }
    }

    /// Notes the file in front among those that were open lately.
    pub(super) fn remember_file(&mut self) {
        if let Origin::File(path) = self.sheet.document.origin() {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            self.settings.remember_file(path);
        }
    }

    /// Offers the unfinished work of the document in front, if there is any.
    pub(super) fn ask_to_recover(&mut self) {
        if self.sheet.document.unfinished_work().is_some() {
            self.ask(Question::Recover(self.sheet.number));
        }
    }

    fn recover(&mut self, number: SheetNumber) -> Result<Recovery, JournalError> {
        self.show_sheet(number);
        self.sheet.document.recover()
    }

    /// Asks a question, once those before it are answered.
    pub(super) fn ask(&mut self, question: Question) {
        self.waiting.push_back(question);
        self.next_question();
    }

    /// Shows the next question that waits.
    pub(super) fn next_question(&mut self) {
        if self.question.is_none()
            && let Some(question) = self.waiting.pop_front()
        {
            if let Question::Recover(number) | Question::Changed { number, .. } = question {
                self.show_sheet(number);
            }
            self.question = Some(question);
        }
    }

    fn ask_where_to_save(&mut self, ctx: &egui::Context) {
        let name = match self.sheet.document.origin() {
            Origin::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            Origin::Embedded => None,
        };
        let name = name.unwrap_or_else(|| format!("{}.json", self.sheet.document.scenario().id));
        self.ask_file(ctx, Purpose::Save, FileQuestion::SaveAs { name });
    }

    pub(super) fn ask_file(
        &mut self,
        ctx: &egui::Context,
        purpose: Purpose,
        question: FileQuestion,
    ) {
        let folder = match self.sheet.document.origin() {
            Origin::File(path) => path.parent().map(Path::to_path_buf),
            Origin::Embedded => None,
        };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let (send, ctx, number) = (self.files.send.clone(), ctx.clone(), self.sheet.number);
        let answer = Box::new(move |path| {
            // The window may be gone.
            let _ = send.send(Heard::File(purpose, number, path));
            ctx.request_repaint();
        });
        self.files.dialogs.ask(question, folder.as_deref(), answer);
    }

    /// Asks for a file that find and replace looks through.
    pub(super) fn ask_find_file(&mut self, ctx: &egui::Context) {
        self.ask_file(ctx, Purpose::Find, FileQuestion::Find);
    }

    /// Asks for a scan.
    pub(super) fn ask_scan(&mut self, ctx: &egui::Context) {
        self.ask_file(ctx, Purpose::Scan, FileQuestion::Scan);
    }

    pub(super) fn hear_answers(&mut self, ctx: &egui::Context) {
        while let Ok(heard) = self.files.heard.try_recv() {
            match heard {
                Heard::File(Purpose::Save, _, Chosen::Nothing) => self.stay(),
                Heard::File(_, _, Chosen::Nothing) => {}
                Heard::File(_, number, _) if self.sheets().all(|sheet| sheet.number != number) => {}
                Heard::File(purpose, number, Chosen::NoDialog) => {
                    self.show_sheet(number);
                    self.files.typed = self.offered_path(purpose);
                    self.question = Some(Question::Path(purpose));
                }
                Heard::File(purpose, number, Chosen::File(path)) => {
                    // The dialog was about the document that was in front then.
                    self.show_sheet(number);
                    self.chosen(ctx, purpose, path);
                }
                Heard::Picture(Ok(path)) => {
                    self.pictures_drawn += 1;
                    self.notices.good(format!("Drawn: {}", path.display()));
                }
                Heard::Picture(Err(reason)) => self.trouble("The picture was not drawn", reason),
                Heard::Report(Ok(written)) => self.notices.good(match written.as_slice() {
                    [path] => format!("Written: {}", path.display()),
                    paths => format!("Written: {} files", paths.len()),
                }),
                Heard::Report(Err(reason)) => self.trouble("The report was not written", reason),
            }
        }
    }

    fn chosen(&mut self, ctx: &egui::Context, purpose: Purpose, path: PathBuf) {
        match purpose {
            Purpose::Open => self.open_file(&path),
            Purpose::Save => {
                self.save_as(ctx, with_ending(path, "json"), SaveOptions::default());
            }
            Purpose::Picture => self.export_picture(ctx, path),
            Purpose::Compare => self.compare_with(ctx, &path),
            Purpose::Find => self.sheet.inspector.find.add_file(path),
            Purpose::Scan => self.sheet.inspector.scan.state.load(ctx, path, true),
            Purpose::Report => self.write_report(ctx, path),
            Purpose::Counters => {
                self.oob_request(ctx, OobRequest::Export(with_ending(path, "csv")));
            }
            Purpose::ReadCounters => self.oob_request(ctx, OobRequest::ReadImport(path)),
        }
    }

    /// A path to begin with, for whoever has to type one.
    fn offered_path(&self, purpose: Purpose) -> String {
        let here = match self.sheet.document.origin() {
            Origin::File(path) => path.clone(),
            Origin::Embedded => {
                let id = &self.sheet.document.scenario().id;
                std::env::current_dir().unwrap_or_default().join(format!("{id}.json"))
            }
        };
        let path = match purpose {
            Purpose::Open | Purpose::Save | Purpose::Compare | Purpose::Find => here,
            Purpose::Scan => here.with_file_name("scan.png"),
            Purpose::Counters | Purpose::ReadCounters => here.with_extension("csv"),
            Purpose::Report => here.with_extension("html"),
            Purpose::Picture => here.with_extension("png"),
        };
        path.display().to_string()
    }

    pub(super) fn save(&mut self, ctx: &egui::Context, options: SaveOptions) {
        if !self.files.has_file(&self.sheet.document) {
            self.ask_where_to_save(ctx);
            return;
        }
        let result = self.sheet.document.save(options);
        self.saved(ctx, None, result.map(|saved| saved.written));
    }

    fn save_as(&mut self, ctx: &egui::Context, path: PathBuf, options: SaveOptions) {
        let result = self.sheet.document.save_as(&path, options);
        self.saved(ctx, Some(path), result.map(|saved| saved.written));
    }

    fn saved(
        &mut self,
        ctx: &egui::Context,
        path: Option<PathBuf>,
        result: Result<Vec<PathBuf>, SaveError>,
    ) {
        match result {
            Ok(written) => {
                forget_start(&mut self.sheet.start);
                self.remember_file();
                let names: Vec<String> = written
                    .iter()
                    .filter_map(|path| path.file_name())
                    .map(|name| name.to_string_lossy().into_owned())
                    .collect();
                self.notices.good(match names.as_slice() {
                    [] => "Nothing had changed.".to_owned(),
                    names => format!("Saved {}", names.join(", ")),
                });
                if let Some(next) = self.files.after_save.take() {
                    self.go_on(ctx, next);
                }
            }
            Err(SaveError::ChangedOnDisk { paths }) if path.is_none() => {
                let names = paths
                    .iter()
                    .filter_map(|path| path.file_name())
                    .map(|name| name.to_string_lossy().into_owned())
                    .collect();
                let number = self.sheet.number;
                self.ask(Question::Changed { number, names, dirty: true, saving: true });
            }
            Err(error @ (SaveError::ChangedOnDisk { .. } | SaveError::Exists { .. })) => {
                let reason = sentence(&error.to_string());
                self.question = Some(Question::Overwrite { path, reason });
            }
            Err(error) => {
                self.stay();
                self.trouble("Not saved", sentence(&error.to_string()));
            }
        }
    }

    fn export_picture(&mut self, ctx: &egui::Context, path: PathBuf) {
        let path = if path.extension().is_some() { path } else { path.with_extension("png") };
        let bundle = self.sheet.document.bundle().clone();
        let (send, ctx) = (self.files.send.clone(), ctx.clone());
        std::thread::spawn(move || {
            let drawn = salient_output::write_picture(&bundle, &path);
            let heard = drawn.map(|()| path).map_err(|error| format!("{error:#}"));
            // The window may be gone.
            let _ = send.send(Heard::Picture(heard));
            ctx.request_repaint();
        });
    }

    /// Runs the games of another scenario file beside this one's.
    pub(super) fn compare_with(&mut self, ctx: &egui::Context, path: &Path) {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let shown = path.display().to_string();
        let (project, found) = salient_schema::open_project(&salient_schema::Disk, &shown);
        let Some(project) = project else {
            self.trouble(&format!("{shown} cannot be opened"), in_words(&found));
            return;
        };
        let bundle = project.bundle;
        if bundle.ruleset.id != self.sheet.document.ruleset().id {
            let reason = format!("{name} is played by the rules of {}.", bundle.ruleset.title);
            self.trouble("These two cannot be compared", reason);
            return;
        }
        self.sheet.lab.open = true;
        self.sheet.lab.page = Page::Compare;
        let ctx = ctx.clone();
        self.sheet
            .test_run
            .run_beside(&self.sheet.document, name, bundle, move || ctx.request_repaint());
    }

    /// Writes the report of the last run.
    pub(super) fn write_report(&mut self, ctx: &egui::Context, path: PathBuf) {
        let results = self.sheet.test_run.results();
        let Some(record) = results.now().cloned() else { return };
        let compared = results.other().cloned().zip(results.comparison().cloned());
        let path = with_ending(path, "html");
        let (send, ctx) = (self.files.send.clone(), ctx.clone());
        // Drawing the maps of a web page takes a while.
        std::thread::spawn(move || {
            let compared = compared.as_ref().map(|(other, found)| (&other.report, found));
            let findings = Findings { report: &record.report, compared };
            let written = salient_output::report::write(&path, findings, Some(&record.bundle));
            let heard = written.map_err(|error| format!("{error:#}"));
            // The window may be gone.
            let _ = send.send(Heard::Report(heard));
            ctx.request_repaint();
        });
    }

    pub(super) fn answered(&mut self, ctx: &egui::Context, question: Question, reply: Reply) {
        match (question, reply) {
            (Question::Changed { number, saving, dirty, .. }, reply) => match reply {
                Reply::Yes if dirty => self.settle_versions(ctx, number, Way::Merge, saving),
                Reply::Yes | Reply::No => self.settle_versions(ctx, number, Way::Theirs, saving),
                Reply::Mine => self.settle_versions(ctx, number, Way::Ours, saving),
                Reply::Cancel => self.stay(),
            },
            (Question::Unsaved(next), reply) => self.leave(ctx, next, reply),
            (Question::Recover(number), Reply::Yes) => match self.recover(number) {
                Ok(recovery) => {
                    let steps = recovery.steps;
                    let plural = if steps == 1 { "" } else { "s" };
                    self.notices.good(format!("{steps} change{plural} brought back."));
                }
                Err(error) => self.trouble("Not brought back", sentence(&error.to_string())),
            },
            (Question::Recover(number), Reply::No) => {
                self.show_sheet(number);
                if let Err(error) = self.sheet.document.discard_unfinished_work() {
                    self.trouble("Still there", sentence(&error.to_string()));
                }
            }
            (Question::Overwrite { path, .. }, Reply::Yes) => {
                let options = SaveOptions { force: true, overwrite: true };
                match path {
                    Some(path) => self.save_as(ctx, path, options),
                    None => self.save(ctx, options),
                }
            }
            (Question::Path(purpose), Reply::Yes) => {
                let path = PathBuf::from(self.files.typed.trim());
                self.chosen(ctx, purpose, path);
            }
            (Question::Path(_), _) => self.stay(),
            (Question::Overwrite { .. }, Reply::No) => self.ask_where_to_save(ctx),
            (Question::Overwrite { .. }, Reply::Cancel | Reply::Mine) => self.stay(),
            (Question::Tour, Reply::Yes) => self.tour_request(ctx, TourRequest::Start),
            (Question::Tour, _) => {
                self.settings.kept.tour_seen = true;
                self.settings.write();
            }
            (Question::Recover(_), Reply::Cancel | Reply::Mine)
            | (Question::Trouble { .. } | Question::About, _) => {}
        }
    }

    fn trouble(&mut self, title: &str, text: String) {
        self.ask(Question::Trouble { title: title.to_owned(), text });
    }
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

fn in_words(diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics.iter().take(20).map(Diagnostic::to_string).collect();
    if lines.is_empty() { "It is no scenario.".to_owned() } else { lines.join("\n\n") }
}

fn with_ending(path: PathBuf, ending: &str) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(ending) }
}
