//! The tab "Find": find and replace, on this map or in several files.

use std::path::{Path, PathBuf};

use egui::{Align, ComboBox, DragValue, Layout, RichText, ScrollArea, TextEdit, Ui};
use salient_document::find::{
    Comparison, FileReport, Hit, Outcome, OwnerFilter, Plan, Query, Replacement, Subject,
    TextPattern, find, in_files, plan,
};
use salient_document::{Document, Selection};
use salient_schema::Id;

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    card, choice_row, field, full_button, heading, icon_button, named_text, quiet, segments,
    text_button,
};
use crate::request::Request;
use crate::request::map::MapRequest;

/// What is to be done with what is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Deed {
    /// Nothing.
    #[default]
    Look,
    Kind,
    Text,
    Owner,
    Value,
    Add,
    Formation,
    Remove,
}

impl Deed {
    const ALL: [Self; 8] = [
        Self::Look,
        Self::Kind,
        Self::Text,
        Self::Owner,
        Self::Value,
        Self::Add,
        Self::Formation,
        Self::Remove,
    ];

    fn name(self, subject: Subject) -> &'static str {
        match self {
            Self::Look => "Nothing, only find",
            Self::Kind if subject == Subject::Counter => "Replace the type",
            Self::Kind => "Replace the kind",
            Self::Text if subject == Subject::Counter => "Replace in the designation",
            Self::Text => "Replace in the name",
            Self::Owner => "Give another owner",
            Self::Value => "Set the value",
            Self::Add => "Add to the value",
            Self::Formation => "Put in a formation",
            Self::Remove => "Remove",
        }
    }
}

/// What was found last, and of what that is true.
#[derive(Debug)]
struct Found {
    of: (u64, Query, Option<Replacement>),
    hits: Vec<Hit>,
    plan: Plan,
}

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Find {
    query: Query,
    text: TextPattern,
    with_value: bool,
    value: (Comparison, i32),
    deed: Deed,
    to_kind: Id,
    to_text: String,
    to_owner: Option<Id>,
    to_value: i32,
    to_formation: Option<Id>,
    in_files: bool,
    files: Vec<PathBuf>,
    reports: Vec<FileReport>,
    /// The query and replacement that the reports are about, and whether it is done.
    reported: Option<(Query, Option<Replacement>, bool)>,
    found: Option<Found>,
    shown: Option<usize>,
}

impl Find {
    /// Adds a file to be looked through.
    pub fn add_file(&mut self, path: PathBuf) {
        if !self.files.contains(&path) {
            self.files.push(path);
        }
        self.in_files = true;
        self.reported = None;
    }

    /// Adds the scenarios and bundles of a folder.
    pub fn add_folder(&mut self, folder: &Path) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let most = salient_files::limits::ENTRIES;
        for path in salient_files::files_in(folder, most).unwrap_or_default() {
            if path.extension().is_some_and(|ending| ending == "json") && is_scenario(&path) {
                self.add_file(path);
            }
        }
    }

    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let document = input.document;
        self.question(ui, document);
        heading(ui, "Then");
        self.deed(ui, document);
        ui.add_space(theme::GAP);
        let choices = [(false, "In this scenario"), (true, "In several files")];
        if let Some(chosen) = segments(ui, "Where", &choices, self.in_files) {
            self.in_files = chosen;
        }
        ui.add_space(theme::GAP);
        if self.in_files {
            self.files(ui, input, requests);
        } else {
            self.here(ui, input, requests);
        }
    }

    /// What is looked for.
    fn question(&mut self, ui: &mut Ui, document: &Document) {
        let ruleset = document.ruleset();
        field(ui, "Find", |ui| {
            let before = self.query.subject;
            ui.name_inputs("What to find", |ui| {
                ComboBox::from_id_salt("subject").selected_text(before.name()).show_ui(ui, |ui| {
                    for subject in Subject::ALL {
                        ui.selectable_value(&mut self.query.subject, subject, subject.name());
                    }
                })
            });
            if self.query.subject != before {
                self.query.kind = None;
                self.query.formation = None;
                self.deed = Deed::Look;
            }
        });
        let subject = self.query.subject;
        let kinds = subject.kinds(ruleset);
        if !kinds.is_empty() {
            let any = if subject == Subject::Counter { "Any type" } else { "Any kind" };
            field(ui, if subject == Subject::Counter { "Type" } else { "Kind" }, |ui| {
                choose(ui, "Kind to find", any, &kinds, &mut self.query.kind);
            });
        }
        if subject.has_text() {
            let name = if subject == Subject::Counter { "Designation" } else { "Name" };
            field(ui, name, |ui| {
                let text = TextEdit::singleline(&mut self.text.text)
                    .hint_text("anything")
                    .desired_width(ui.available_width() - 4.0);
                named_text(ui, "Text to find", text);
            });
            ui.horizontal(|ui| {
                ui.checkbox(&mut self.text.match_case, "Match case");
                ui.checkbox(&mut self.text.whole_word, "Whole words");
            });
        }
        if subject.has_owner() {
            let counter = subject == Subject::Counter;
            field(ui, if counter { "Side" } else { "Owner" }, |ui| {
                let now = match &self.query.owner {
                    OwnerFilter::Any => "Anybody".to_owned(),
                    OwnerFilter::Nobody => "Nobody".to_owned(),
                    OwnerFilter::Is(id) => owner_name(document, id),
                };
                ui.name_inputs("Owner to find", |ui| {
                    ComboBox::from_id_salt("owner").selected_text(now).show_ui(ui, |ui| {
                        let owner = &mut self.query.owner;
                        ui.selectable_value(owner, OwnerFilter::Any, "Anybody");
                        if !counter {
                            ui.selectable_value(owner, OwnerFilter::Nobody, "Nobody");
                        }
                        for (id, name) in owners(document) {
                            ui.selectable_value(owner, OwnerFilter::Is(id), name);
                        }
                    })
                });
            });
        }
        if subject.has_value() {
            field(ui, "Value", |ui| {
                let now = if self.with_value { self.value.0.name() } else { "any" };
                ui.name_inputs("Value to find", |ui| {
                    ComboBox::from_id_salt("value").selected_text(now).width(90.0).show_ui(
                        ui,
                        |ui| {
                            if ui.selectable_label(!self.with_value, "any").clicked() {
                                self.with_value = false;
                            }
                            for comparison in Comparison::ALL {
                                let on = self.with_value && self.value.0 == comparison;
                                if ui.selectable_label(on, comparison.name()).clicked() {
                                    self.with_value = true;
                                    self.value.0 = comparison;
                                }
                            }
                        },
                    )
                });
                if self.with_value {
                    let drag = DragValue::new(&mut self.value.1).speed(0.1);
                    ui.name_inputs("Value to compare with", |ui| ui.add(drag));
                }
            });
        }
        if subject == Subject::Counter {
            field(ui, "Formation", |ui| {
                let all = formations(document);
                choose(ui, "Formation to find", "Any", &all, &mut self.query.formation);
            });
        }
    }

    /// What is done with it.
    fn deed(&mut self, ui: &mut Ui, document: &Document) {
        let subject = self.query.subject;
        ui.name_inputs("What to do", |ui| {
            ComboBox::from_id_salt("deed")
                .selected_text(self.deed.name(subject))
                .width(220.0)
                .show_ui(ui, |ui| {
                    for deed in Deed::ALL {
                        let fits = self
                            .replacement_of(deed, document)
                            .is_none_or(|replacement| replacement.fits(subject));
                        if fits {
                            ui.selectable_value(&mut self.deed, deed, deed.name(subject));
                        }
                    }
                })
        });
        match self.deed {
            Deed::Look | Deed::Remove => {}
            Deed::Kind => {
                let kinds = subject.kinds(document.ruleset());
                let mut to = Some(self.to_kind.clone()).filter(|id| !id.is_empty());
                field(ui, "By", |ui| choose(ui, "Kind instead", "Choose one", &kinds, &mut to));
                self.to_kind = to.unwrap_or_default();
            }
            Deed::Text => field(ui, "By", |ui| {
                let text = TextEdit::singleline(&mut self.to_text)
                    .hint_text("nothing")
                    .desired_width(ui.available_width() - 4.0);
                named_text(ui, "Text instead", text);
            }),
            Deed::Owner => field(ui, "Owner", |ui| {
                choose(ui, "Owner instead", "Nobody", &owners(document), &mut self.to_owner);
            }),
            Deed::Value | Deed::Add => field(ui, "Value", |ui| {
                let drag = DragValue::new(&mut self.to_value).speed(0.1);
                ui.name_inputs("Value instead", |ui| ui.add(drag));
            }),
            Deed::Formation => field(ui, "Formation", |ui| {
                let all = formations(document);
                choose(ui, "Formation instead", "None", &all, &mut self.to_formation);
            }),
        }
    }

    fn replacement_of(&self, deed: Deed, _document: &Document) -> Option<Replacement> {
        Some(match deed {
            Deed::Look => return None,
            Deed::Kind => Replacement::Kind(self.to_kind.clone()),
            Deed::Text => Replacement::Text(self.to_text.clone()),
            Deed::Owner => Replacement::Owner(self.to_owner.clone()),
            Deed::Value => Replacement::Value(Some(self.to_value)),
            Deed::Add => Replacement::AddValue(self.to_value),
            Deed::Formation => Replacement::Formation(self.to_formation.clone()),
            Deed::Remove => Replacement::Remove,
        })
    }

    /// What is asked now; nothing is replaced by a kind that is not chosen yet.
    fn asked(&self, document: &Document) -> (Query, Option<Replacement>) {
        let subject = self.query.subject;
        let mut query = self.query.clone();
        query.text = Some(self.text.clone()).filter(|text| subject.has_text() && !text.is_empty());
        query.value = (self.with_value && subject.has_value()).then_some(self.value);
        if !subject.has_owner() {
            query.owner = OwnerFilter::Any;
        }
        let replacement = self.replacement_of(self.deed, document).filter(|replacement| {
            replacement.fits(subject) && *replacement != Replacement::Kind(Id::new())
        });
        (query, replacement)
    }

    /// Whether the question says anything: everything on a large map is no answer.
    fn is_open(query: &Query) -> bool {
        query.subject == Subject::Terrain && query.kind.is_none()
    }

    /// What is found in the document that shows.
    fn here(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let document = input.document;
        let (query, replacement) = self.asked(document);
        if Self::is_open(&query) {
            quiet(ui, "Choose a kind of terrain.");
            return;
        }
        let of = (document.revision(), query, replacement);
        if self.found.as_ref().is_some_and(|found| found.of != of) {
            self.found = None;
        }
        let found = self.found.get_or_insert_with(|| {
            let hits = find(document, &of.1);
            let plan = of.2.as_ref().map(|with| plan(document, &of.1, with)).unwrap_or_default();
            self.shown = None;
            Found { of, hits, plan }
        });
        let count = found.hits.len();
        ui.horizontal(|ui| {
            let text = match count {
                0 => "Nothing found".to_owned(),
                1 => "1 found".to_owned(),
                count => format!("{count} found"),
            };
            ui.label(RichText::new(text).font(theme::strong(15.0)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let last = count.saturating_sub(1);
                let next = self.shown.map_or(0, |at| if at >= last { 0 } else { at + 1 });
                let before = self.shown.map_or(last, |at| if at == 0 { last } else { at - 1 });
                for (icon, name, to) in
                    [(Icon::Down, "Next found", next), (Icon::Up, "Previous found", before)]
                {
                    if icon_button(ui, icon, name, count > 0).clicked() {
                        self.shown = Some(to);
                        let hex = found.hits.get(to).and_then(|hit| hit.hex);
                        requests.extend(hex.map(Request::GoTo));
                    }
                }
                let hexes: Vec<_> = found.hits.iter().filter_map(|hit| hit.hex).collect();
                if text_button(ui, None, "Select", !hexes.is_empty()).clicked() {
                    requests.push(Request::Select(Selection::of_hexes(hexes)));
                }
            });
        });
        if found.of.2.is_some() {
            let changes = found.plan.changes.len();
            let text = match (changes, self.deed) {
                (1, Deed::Remove) => "Remove 1".to_owned(),
                (changes, Deed::Remove) => format!("Remove {changes}"),
                (1, _) => "Replace 1".to_owned(),
                (changes, _) => format!("Replace {changes}"),
            };
            let editing = input.test_run.lets_edit();
            let enabled = changes > 0 && editing;
            if full_button(ui, Some(Icon::Flip), &text, enabled, true).clicked() {
                let name = match self.deed {
                    Deed::Remove => format!("Remove {changes} found"),
                    _ => format!("Replace {changes} found"),
                };
                requests.push(Request::Edit { name: Some(name), edits: found.plan.edits.clone() });
            }
            if changes < count {
                let refused = found.plan.refused.len();
                let so = count - changes - refused;
                if so > 0 {
                    quiet(ui, format!("{so} are so already."));
                }
                for refused in found.plan.refused.iter().take(3) {
                    let text =
                        format!("{} {}: {}.", refused.hit.label, refused.hit.what, refused.reason);
                    let text = RichText::new(text).color(palette(ui).warning);
                    ui.add(egui::Label::new(text).wrap());
                }
                if refused > 3 {
                    quiet(ui, format!("and {} more that cannot be changed so.", refused - 3));
                }
            }
        }
        ui.add_space(theme::GAP);
        let planned = found.of.2.is_some();
        let rows = if planned { found.plan.changes.len() } else { count };
        let height = 30.0;
        let shown = self.shown;
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().auto_shrink(false).id_salt("found").show_rows(
            ui,
            height,
            rows,
            |ui, range| {
                for at in range {
                    let (hit, right) = if planned {
                        let Some(change) = found.plan.changes.get(at) else { continue };
                        (&change.hit, arrow(&change.before, &change.after))
                    } else {
                        let Some(hit) = found.hits.get(at) else { continue };
                        (hit, String::new())
                    };
                    let name = format!("{}  {}", hit.label, hit.what);
                    let on = !planned && shown == Some(at);
                    let row = choice_row(ui, on, height, &name, &right, |ui, rect, ink| {
                        let icon = if hit.hex.is_some() { Icon::Hex } else { Icon::Note };
                        crate::look::icons::paint(ui.painter(), rect.shrink(3.0), icon, ink);
                    });
                    if row.clicked() {
                        clicked = Some((at, hit.hex));
                    }
                }
            },
        );
        if let Some((at, hex)) = clicked {
            self.shown = Some(at);
            requests.extend(hex.map(Request::GoTo));
        }
    }

    /// Files to look through, and what became of each.
    fn files(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let document = input.document;
        ui.horizontal(|ui| {
            if text_button(ui, Some(Icon::Open), "Add a file…", true).clicked() {
                requests.push(Request::Map(MapRequest::AddFile));
            }
            let has_folder = matches!(document.origin(), salient_document::Origin::File(_));
            if text_button(ui, None, "Add this folder", has_folder).clicked() {
                requests.push(Request::Map(MapRequest::AddFolder));
            }
        });
        let (query, replacement) = self.asked(document);
        if self.files.is_empty() {
            quiet(ui, "Add the scenarios to look through. Each is opened, changed and saved.");
            return;
        }
        if Self::is_open(&query) {
            quiet(ui, "Choose a kind of terrain.");
            return;
        }
        let mut removed = None;
        let count = self.files.len();
        let current = matches!(
            &self.reported,
            Some((of, with, _)) if *of == query && *with == replacement
        );
        let done = current && matches!(self.reported, Some((_, _, true)));
        let found: usize = if current { self.reports.iter().map(places).sum() } else { 0 };
        let word = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        if full_button(ui, Some(Icon::Search), &format!("Look through {word}"), true, !current)
            .clicked()
        {
            let here = document.origin().clone();
            let dirty = document.dirty();
            self.reports = in_files(&self.files, &query, replacement.as_ref(), false, |path| {
                open_here(&here, dirty, path)
            });
            self.reported = Some((query.clone(), replacement.clone(), false));
        }
        if current && !done && replacement.is_some() {
            let text = format!("Replace {found} and save");
            if full_button(ui, Some(Icon::Flip), &text, found > 0, true).clicked() {
                let here = document.origin().clone();
                let dirty = document.dirty();
                self.reports = in_files(&self.files, &query, replacement.as_ref(), true, |path| {
                    open_here(&here, dirty, path)
                });
                self.reported = Some((query, replacement, true));
                let written = self.reports.iter().flat_map(written_by).collect();
                let places = self.reports.iter().map(places).sum();
                let request = MapRequest::FilesReplaced { places, written };
                requests.push(Request::Map(request));
            }
            quiet(ui, "What is saved in files cannot be undone here.");
        }
        ui.add_space(theme::GAP);
        ScrollArea::vertical().auto_shrink(false).id_salt("files").show(ui, |ui| {
            for (at, file) in self.files.iter().enumerate() {
                card(ui, |ui| {
                    ui.horizontal(|ui| {
                        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
                        let text = RichText::new(name.clone()).font(theme::strong(14.0));
                        ui.add(egui::Label::new(text).truncate())
                            .on_hover_text(file.display().to_string());
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            let name = format!("Leave {name} out");
                            if icon_button(ui, Icon::Close, &name, true).clicked() {
                                removed = Some(at);
                            }
                        });
                    });
                    let report = self.reports.iter().find(|report| report.file == *file);
                    if let Some(report) = report.filter(|_| current) {
                        outcome(ui, report, done);
                    }
                });
            }
        });
        if let Some(at) = removed {
            self.files.remove(at);
            self.reported = None;
        }
    }
}

/// How many places of a file are found, or change.
fn places(report: &FileReport) -> usize {
    match &report.outcome {
        Outcome::Found(hits) => hits.len(),
        Outcome::Planned { changes, .. } => changes.len(),
        Outcome::LeftAlone { .. } => 0,
    }
}

fn written_by(report: &FileReport) -> Vec<PathBuf> {
    match &report.outcome {
        Outcome::Planned { written, .. } => written.clone(),
        _ => Vec::new(),
    }
}

/// What became of a file.
fn outcome(ui: &mut Ui, report: &FileReport, done: bool) {
    match &report.outcome {
        Outcome::LeftAlone { reason } => {
            let text = RichText::new(format!("Left alone: {reason}.")).color(palette(ui).warning);
            ui.add(egui::Label::new(text).wrap());
        }
        Outcome::Found(hits) => {
            quiet(ui, format!("{} found", hits.len()));
            for hit in hits.iter().take(6) {
                ui.label(format!("{}  {}", hit.label, hit.what));
            }
            more(ui, hits.len());
        }
        Outcome::Planned { changes, refused, written } => {
            let text = match (changes.len(), done) {
                (0, _) => "Nothing to change".to_owned(),
                (count, false) => format!("{count} would change"),
                (count, true) => {
                    let names: Vec<_> = written
                        .iter()
                        .filter_map(|path| path.file_name())
                        .map(|name| name.to_string_lossy().into_owned())
                        .collect();
                    format!("{count} changed; saved {}", names.join(", "))
                }
            };
            quiet(ui, text);
            for change in changes.iter().take(6) {
                let text =
                    format!("{}  {}", change.hit.label, arrow(&change.before, &change.after));
                ui.add(egui::Label::new(text).truncate());
            }
            more(ui, changes.len());
            for refused in refused.iter().take(2) {
                let text = format!("{}: {}.", refused.hit.label, refused.reason);
                ui.add(egui::Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
            }
        }
    }
}

fn more(ui: &mut Ui, count: usize) {
    if count > 6 {
        quiet(ui, format!("and {} more", count - 6));
    }
}

fn arrow(before: &str, after: &str) -> String {
    match (before, after) {
        ("", after) => format!("nothing › {after}"),
        (before, "") => format!("{before} › nothing"),
        (before, after) => format!("{before} › {after}"),
    }
}

/// Why a file cannot be changed behind the back of the document that shows.
fn open_here(origin: &salient_document::Origin, dirty: bool, path: &Path) -> Option<String> {
    let salient_document::Origin::File(here) = origin else { return None };
    let full = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    (dirty && full(here) == full(path))
        .then(|| "it is open here and has changes; save it first".to_owned())
}

/// A choice among named things, or none of them.
fn choose(ui: &mut Ui, name: &str, none: &str, all: &[(Id, String)], now: &mut Option<Id>) {
    let shown = now.as_ref().and_then(|now| all.iter().find(|(id, _)| id == now));
    let shown = shown.map_or(none, |(_, name)| name.as_str()).to_owned();
    ui.name_inputs(name, |ui| {
        ComboBox::from_id_salt(name).selected_text(shown).width(180.0).show_ui(ui, |ui| {
            ui.selectable_value(now, None, none);
            for (id, name) in all {
                ui.selectable_value(now, Some(id.clone()), name);
            }
        })
    });
}

/// Sides and nations, each once.
fn owners(document: &Document) -> Vec<(Id, String)> {
    let ruleset = document.ruleset();
    let mut all: Vec<(Id, String)> =
        ruleset.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect();
    for nation in &ruleset.nations {
        if all.iter().all(|(id, _)| *id != nation.id) {
            all.push((nation.id.clone(), nation.name.clone()));
        }
    }
    all
}

fn owner_name(document: &Document, id: &str) -> String {
    let all = owners(document);
    all.into_iter().find(|(other, _)| other == id).map_or_else(|| id.to_owned(), |(_, name)| name)
}

fn formations(document: &Document) -> Vec<(Id, String)> {
    let orders = document.bundle().orders_of_battle.iter();
    orders.flat_map(|order| &order.formations).map(|f| (f.id.clone(), f.name.clone())).collect()
}

/// Whether a file says that it is a scenario or a bundle.
fn is_scenario(path: &Path) -> bool {
    let head = salient_files::read_head(path, 4096).unwrap_or_default();
    let head = String::from_utf8_lossy(&head);
    head.contains("scenario.schema.json") || head.contains("bundle.schema.json")
}
