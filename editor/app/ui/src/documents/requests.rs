//! What is asked of the documents and their files: the one place that changes which are open.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use salient_document::reshape::{NewMap, ReshapeError, new_project};
use salient_document::{Origin, template};
use salient_output::plural;
use salient_schema::project::{Disk, Project, open_ruleset};
use salient_schema::{FileKind, Ruleset};

use super::{Desk, Documents};
use crate::files::Purpose;
use crate::generate::GenerateDialog;
use crate::look::sentence;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::map::{MapRequest, RecipeRequest, ScanRequest};
use crate::request::order_of_battle::OobRequest;
use crate::request::play::PlayRequest;
use crate::request::shell::ShellRequest;
use crate::request::tabs::TabRequest;
use crate::request::versions::{Other, VersionsRequest};
use crate::request::views::Tab;

impl Documents {
    /// Does what is asked of the documents; what is about the one in front alone, that one does.
    pub fn apply(&mut self, ctx: &egui::Context, request: Request, desk: &mut Desk<'_>) {
        match request {
            Request::Tab(TabRequest::Show(number)) => self.show(number, desk),
            Request::Tab(TabRequest::Close(number)) => self.close(ctx, number, desk),
            Request::Tab(TabRequest::Move(number, place)) => self.move_tab(number, place, desk),
            Request::Shell(ShellRequest::OpenFile(path)) => self.open_file(&path, desk),
            Request::CompareWith(path) => self.compare_with(ctx, &path, desk),
            Request::Versions(request) => self.versions_request(ctx, request, desk),
            Request::WriteReport(path) => self.write_report(ctx, path),
            Request::Map(MapRequest::Begin(new, ruleset)) => match self.begun(*new, &ruleset) {
                Ok(Project { mut bundle, .. }) => {
                    let known = self.rulesets(&desk.settings.kept.recent);
                    let is_known = known.iter().any(|other| is_same(other, &ruleset));
                    template::furnish(self.files.systems, &mut bundle);
                    self.open_new(bundle);
                    self.front.inspector.tab = Tab::Inspect;
                    let what = match is_known {
                        true => format!("A new map of {}.", ruleset.title),
                        false => "A new game. Its ruleset is on the page Ruleset.".to_owned(),
                    };
                    desk.notices.good(format!("{what} Save it under a name of its own."));
                }
                Err(error) => desk.notices.bad(sentence(&error.to_string())),
            },
            Request::Play(PlayRequest::KeepPosition(scenario)) => {
                self.begin_beside(ctx, *scenario, desk);
            }
            Request::Play(PlayRequest::WriteCase(case)) => self.front.write_case(&case, desk),
            Request::Map(MapRequest::Scan(ScanRequest::Ask)) => {
                self.ask_file(ctx, Purpose::Scan, String::new());
            }
            Request::Map(MapRequest::Scan(ScanRequest::Open(path))) => {
                self.front.inspector.scan.state.load(ctx, path, None);
            }
            Request::Map(MapRequest::Recipe(RecipeRequest::Ask)) => {
                self.ask_file(ctx, Purpose::Recipe, String::new());
            }
            Request::Map(MapRequest::Recipe(RecipeRequest::AskLayer)) => {
                self.ask_file(ctx, Purpose::Layer, String::new());
            }
            Request::Map(MapRequest::Recipe(request)) => {
                self.front.recipe_request(ctx, request, desk.notices);
            }
            Request::Map(MapRequest::AddFile) => {
                self.ask_file(ctx, Purpose::Find, String::new());
            }
            Request::Map(MapRequest::AddFolder) => {
                if let Origin::File(path) = self.front.document.origin() {
                    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
                    self.front.inspector.find.add_folder(&folder);
                }
            }
            Request::Map(MapRequest::FilesReplaced { places, written }) => {
                desk.notices.good(match written.len() {
                    0 => "No file was changed.".to_owned(),
                    1 => format!("{} changed in 1 file.", plural(places, "thing")),
                    count => format!("{} changed in {count} files.", plural(places, "thing")),
                });
            }
            Request::Oob(OobRequest::AskExport) => {
                self.ask_for_output(ctx, Purpose::Counters, "-counters.csv");
            }
            Request::Oob(OobRequest::AskImport) => {
                if self.front.is_editing() {
                    self.ask_file(ctx, Purpose::ReadCounters, String::new());
                }
            }
            Request::Oob(OobRequest::AskPicture(ids, face)) => {
                if self.front.is_editing() {
                    self.front.pages.order_of_battle.picture_for = Some((ids, face));
                    self.ask_file(ctx, Purpose::CounterPicture, String::new());
                }
            }
            request => self.front.apply(request, desk.notices),
        }
    }

    /// A new map with a scenario and an order of battle, called unlike those that are open.
    fn begun(&self, mut new: NewMap, ruleset: &Ruleset) -> Result<Project, ReshapeError> {
        let taken = |id: &str| self.all().any(|open| open.document.scenario().id == id);
        let untitled = new.title.trim().is_empty();
        let mut project = new_project(&new, ruleset)?;
        let first = project.bundle.scenario.id.clone();
        let free = (2..).map(|number| (number, format!("{first}-{number}")));
        let free = free.into_iter().find(|(_, id)| !taken(id));
        if let Some((number, id)) = free.filter(|_| taken(&first)) {
            if untitled {
                new.title = format!("{} {number}", project.bundle.scenario.title);
                project = new_project(&new, ruleset)?;
            }
            let bundle = &mut project.bundle;
            bundle.map.id.clone_from(&id);
            for oob in &mut bundle.orders_of_battle {
                oob.id.clone_from(&id);
            }
            bundle.scenario.id = id;
        }
        Ok(project)
    }

    /// Carries out a command about documents and files; what is about the one in front alone, that
    /// one does.
    pub fn command(&mut self, ctx: &egui::Context, command: UiCommand, desk: &mut Desk<'_>) {
        match command {
            UiCommand::Open
            | UiCommand::OpenExample
            | UiCommand::Save
            | UiCommand::SaveAs
            | UiCommand::ExportPicture
            | UiCommand::Export
            | UiCommand::Generate
            | UiCommand::Import
            | UiCommand::ImportTables
            | UiCommand::SaveReport
            | UiCommand::SaveLadder
            | UiCommand::SaveGame
            | UiCommand::SaveSandbox
            | UiCommand::OpenSandboxFile
            | UiCommand::CompareFile
            | UiCommand::Close
            | UiCommand::Quit => self.file_command(ctx, command, desk),
            UiCommand::ChangesSinceSaved => {
                self.versions_request(ctx, VersionsRequest::Compare(Other::Saved), desk);
            }
            UiCommand::ChangesFromFile => {
                self.versions_request(ctx, VersionsRequest::AskFile, desk);
            }
            UiCommand::ChangesSinceCommit => {
                self.versions_request(ctx, VersionsRequest::ListCommits, desk);
            }
            UiCommand::NewScenario => {
                let bundle = self.front.document.bundle();
                let scenario = template::on_this_map(self.files.systems, bundle);
                desk.notices.good(
                    "How many points win the new scenario is still to be said: its levels of victory \
                     stand on the page Scenario.",
                );
                self.begin_beside(ctx, scenario, desk);
            }
            UiCommand::MergeVersion => {
                self.versions_request(ctx, VersionsRequest::Merge, desk);
            }
            UiCommand::RunVersion => {
                self.versions_request(ctx, VersionsRequest::RunBeside, desk);
            }
            UiCommand::NextTab => self.step_tab(1, desk),
            UiCommand::PreviousTab => self.step_tab(-1, desk),
            command if command.is_of_tools() => {
                self.front.tools_command(ctx, command, &mut self.clipboard, desk.notices);
            }
            command => self.front.command(ctx, command, desk.notices),
        }
    }

    /// Whether a command about documents, files and what is open can be carried out now.
    pub fn enabled(&self, command: UiCommand) -> bool {
        match command {
            UiCommand::NextTab | UiCommand::PreviousTab => !self.parked.is_empty(),
            UiCommand::Generate => GenerateDialog::is_offered(self.files.systems),
            command => self.front.enabled(command, self.clipboard.is_some()),
        }
    }

    /// The rulesets that a new map may be begun with: those of the open documents, those that the
    /// systems publish, those of the files that were open lately, and those that lie beside an open
    /// document. A copy with a title of its own is another ruleset.
    pub fn rulesets(&self, recent: &[PathBuf]) -> Vec<Ruleset> {
        let mut rulesets: Vec<Ruleset> = Vec::new();
        let systems = self.files.systems.iter();
        let published = systems.filter_map(|system| system.published().bundle(None).ok());
        let published: Vec<Ruleset> = published.map(|bundle| bundle.ruleset).collect();
        let open = self.all().map(|open| open.document.ruleset());
        let recent = recent.iter().filter_map(|path| open_ruleset(&Disk, path.to_str()?));
        let recent: Vec<Ruleset> = recent.collect();
        let folders: BTreeSet<&Path> = self
            .all()
            .filter_map(|open| match open.document.origin() {
                Origin::File(path) => path.parent(),
                Origin::Embedded => None,
            })
            .collect();
        let beside: Vec<Ruleset> = folders.into_iter().flat_map(rulesets_in).collect();
        for ruleset in open.chain(&published).chain(&recent).chain(&beside) {
            let known = rulesets.iter().any(|other| is_same(other, ruleset));
            if !ruleset.terrain.is_empty() && !known {
                rulesets.push(ruleset.clone());
            }
        }
        rulesets
    }
}

/// Whether two are one ruleset, be it in two documents.
fn is_same(one: &Ruleset, other: &Ruleset) -> bool {
    (&one.id, &one.title) == (&other.id, &other.title)
}

/// The rulesets that lie in a folder, by their files' names; none of a folder with very many files.
fn rulesets_in(folder: &Path) -> Vec<Ruleset> {
    const FILES: usize = 500;
    // A ruleset says in its first line what it is.
    const HEAD: u64 = 400;
    let mut files = salient_files::files_in(folder, FILES).unwrap_or_default();
    let schema = FileKind::Ruleset.schema_file();
    files.retain(|path| {
        let is_json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let head = salient_files::read_head(path, HEAD).ok().filter(|_| is_json);
        head.is_some_and(|head| String::from_utf8_lossy(&head).contains(&schema))
    });
    files.iter().filter_map(|path| open_ruleset(&Disk, path.to_str()?)).collect()
}
