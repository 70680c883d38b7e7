//! Opening, saving and leaving, with the questions that go with them.

use std::path::{Path, PathBuf};
use std::sync::mpsc;

use salient_document::{Document, Origin, SaveError, SaveOptions};
use salient_schema::Diagnostic;

use super::app::{App, sentence};
use super::command::UiCommand;
use super::dialogs::{Chosen, Dialogs, FileQuestion};
use super::lab::Page;
use super::questions::{Next, Question, Reply};
use crate::lab_files::Findings;
use crate::{embedded, lab_files};

/// What came back from elsewhere.
enum Heard {
    /// A file was chosen, or none.
    File(Purpose, Chosen),
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
}

/// The open document's files, and who is asked for others.
pub struct Files {
    dialogs: Box<dyn Dialogs>,
    journal_folder: Option<PathBuf>,
    send: mpsc::Sender<Heard>,
    heard: mpsc::Receiver<Heard>,
    /// What follows once the document is saved.
    after_save: Option<Next>,
    /// The path that is being typed, where the desktop has no dialog for files.
    pub typed: String,
    may_close: bool,
}

impl Files {
    pub fn new(dialogs: Box<dyn Dialogs>, journal_folder: Option<PathBuf>) -> Self {
        let (send, heard) = mpsc::channel();
        Self {
            dialogs,
            journal_folder,
            send,
            heard,
            after_save: None,
            typed: String::new(),
            may_close: false,
        }
    }

    /// The document that the editor begins with, and what must be asked or told about it.
    pub fn first_document(&mut self, file: Option<PathBuf>) -> (Document, Option<Question>) {
        let Some(file) = file else {
            let document = self.example();
            let question = unfinished(&document);
            return (document, question);
        };
        match open(&file) {
            Ok(document) => {
                let question = unfinished(&document);
                (document, question)
            }
            Err(trouble) => (self.example(), Some(trouble)),
        }
    }

    /// The embedded scenario.
    fn example(&self) -> Document {
        let source = embedded::source();
        let (project, _) = salient_schema::open_project(&source, embedded::SCENARIO);
        let project = project.unwrap_or_else(embedded::empty_project);
        let mut document = Document::new(project, Origin::Embedded);
        if let Some(folder) = &self.journal_folder {
            document.set_journal_folder(folder);
        }
        document
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
            UiCommand::Open => self.leave_for(ctx, Next::Open),
            UiCommand::OpenExample => self.leave_for(ctx, Next::OpenExample),
            UiCommand::Quit => self.leave_for(ctx, Next::Quit),
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

    pub(super) fn open_dropped(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.leave_for(ctx, Next::OpenFile(path));
    }

    /// Goes on at once if there is nothing to lose, and else asks first.
    fn leave_for(&mut self, ctx: &egui::Context, next: Next) {
        if self.sheet.document.dirty() {
            self.question = Some(Question::Unsaved(next));
        } else {
            self.go_on(ctx, next);
        }
    }

    fn go_on(&mut self, ctx: &egui::Context, next: Next) {
        match next {
            Next::Quit => {
                self.files.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Next::Open => self.ask_file(ctx, Purpose::Open, FileQuestion::Open),
            Next::OpenFile(path) => self.open_file(&path),
            Next::OpenExample => {
                let example = self.files.example();
                self.question = unfinished(&example);
                self.replace(example);
            }
        }
    }

    fn open_file(&mut self, path: &Path) {
        match open(path) {
            Ok(document) => {
                self.question = unfinished(&document);
                self.replace(document);
            }
            Err(trouble) => self.question = Some(trouble),
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

    fn ask_file(&mut self, ctx: &egui::Context, purpose: Purpose, question: FileQuestion) {
        let folder = match self.sheet.document.origin() {
            Origin::File(path) => path.parent().map(Path::to_path_buf),
            Origin::Embedded => None,
        };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let (send, ctx) = (self.files.send.clone(), ctx.clone());
        let answer = Box::new(move |path| {
            // The window may be gone.
            let _ = send.send(Heard::File(purpose, path));
            ctx.request_repaint();
        });
        self.files.dialogs.ask(question, folder.as_deref(), answer);
    }

    pub(super) fn hear_answers(&mut self, ctx: &egui::Context) {
        while let Ok(heard) = self.files.heard.try_recv() {
            match heard {
                Heard::File(Purpose::Save, Chosen::Nothing) => self.files.after_save = None,
                Heard::File(_, Chosen::Nothing) => {}
                Heard::File(purpose, Chosen::NoDialog) => {
                    self.files.typed = self.offered_path(purpose);
                    self.question = Some(Question::Path(purpose));
                }
                Heard::File(purpose, Chosen::File(path)) => self.chosen(ctx, purpose, path),
                Heard::Picture(Ok(path)) => {
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
            Purpose::Report => self.write_report(ctx, path),
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
            Purpose::Open | Purpose::Save | Purpose::Compare => here,
            Purpose::Report => here.with_extension("html"),
            Purpose::Picture => here.with_extension("png"),
        };
        path.display().to_string()
    }

    fn save(&mut self, ctx: &egui::Context, options: SaveOptions) {
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
            Err(error @ (SaveError::ChangedOnDisk { .. } | SaveError::Exists { .. })) => {
                let reason = sentence(&error.to_string());
                self.question = Some(Question::Overwrite { path, reason });
            }
            Err(error) => {
                self.files.after_save = None;
                self.trouble("Not saved", sentence(&error.to_string()));
            }
        }
    }

    fn export_picture(&mut self, ctx: &egui::Context, path: PathBuf) {
        let path = if path.extension().is_some() { path } else { path.with_extension("png") };
        let bundle = self.sheet.document.bundle().clone();
        let (send, ctx) = (self.files.send.clone(), ctx.clone());
        std::thread::spawn(move || {
            let drawn = crate::cli::write_picture(&bundle, &path);
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
            let written = lab_files::write(&path, findings, Some(&record.bundle));
            let heard = written.map_err(|error| format!("{error:#}"));
            // The window may be gone.
            let _ = send.send(Heard::Report(heard));
            ctx.request_repaint();
        });
    }

    /// Keeps the window open while there is something to lose.
    pub(super) fn guard_closing(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.files.may_close && self.sheet.document.dirty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.question = Some(Question::Unsaved(Next::Quit));
        }
    }

    /// The window is closed and whatever was to be asked has been.
    pub(super) fn leave_for_good(&mut self) {
        // A window that the system ends without asking leaves its journal, as a crash does.
        if self.files.may_close || !self.sheet.document.dirty() {
            let placeholder = Document::new(embedded::empty_project(), Origin::Embedded);
            std::mem::replace(&mut self.sheet.document, placeholder).close();
        }
    }

    pub(super) fn answered(&mut self, ctx: &egui::Context, question: Question, reply: Reply) {
        match (question, reply) {
            (Question::Unsaved(next), Reply::Yes) => {
                self.files.after_save = Some(next);
                self.save(ctx, SaveOptions::default());
            }
            (Question::Unsaved(next), Reply::No) => self.go_on(ctx, next),
            (Question::Recover, Reply::Yes) => match self.sheet.document.recover() {
                Ok(recovery) => {
                    let steps = recovery.steps;
                    let plural = if steps == 1 { "" } else { "s" };
                    self.notices.good(format!("{steps} change{plural} brought back."));
                }
                Err(error) => self.trouble("Not brought back", sentence(&error.to_string())),
            },
            (Question::Recover, Reply::No) => {
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
            (Question::Path(_), _) => self.files.after_save = None,
            (Question::Overwrite { .. }, Reply::No) => self.ask_where_to_save(ctx),
            (Question::Overwrite { .. } | Question::Unsaved(_), Reply::Cancel) => {
                self.files.after_save = None;
            }
            (Question::Recover, Reply::Cancel)
            | (Question::Trouble { .. } | Question::About | Question::Keys, _) => {}
        }
    }

    fn trouble(&mut self, title: &str, text: String) {
        self.question = Some(Question::Trouble { title: title.to_owned(), text });
    }
}

fn unfinished(document: &Document) -> Option<Question> {
    document.unfinished_work().map(|_| Question::Recover)
}

fn open(path: &Path) -> Result<Document, Question> {
    let (document, diagnostics) = Document::open(path);
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
