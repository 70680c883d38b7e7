//! A counter with both faces as in print, or many at once.

use std::collections::BTreeSet;

use egui::{Align2, Color32, FontId, Rect, RichText, Sense, Ui, Vec2, pos2, vec2};
use salient_art::counter_art::Shown;
use salient_art::{CounterArt, Scene};
use salient_document::oob::change::counters_of;
use salient_document::oob::{Change, Common, common, name_of};
use salient_document::{CounterUse, Edit, Item, Key};
use salient_schema::common::{Id, Provenance};
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::{CounterLayout, RatingDef};
use salient_schema::{Bundle, CounterId, OrderOfBattle};

use super::choosers::{choice, type_choice};
use super::fields::FieldLook;
use super::{CounterField, Field, OrderOfBattlePage};
use crate::look::icons::Icon;
use crate::look::shapes::Picture;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, field, heading, icon_button, quiet, text_button};
use crate::map::stacks::Counters;
use crate::pages::PageInput;
use crate::request::Request;
use crate::request::order_of_battle::OobRequest;
use crate::request::views::View;

/// The side of a face on the page, in points.
const FACE: f32 = 164.0;

/// How many ratings stand in a row under a face; more are listed with their whole names, as there
/// is no telling them apart by the beginnings.
const IN_A_ROW: usize = 4;

/// How wide a field of words is.
const WIDE: f32 = 220.0;

/// The faces of the counter that shows, with what is being typed.
#[derive(Debug, Default)]
pub(super) struct Previews {
    made_for: Option<(u64, Counter)>,
    faces: Vec<Picture>,
}

impl Previews {
    fn refresh(&mut self, ui: &Ui, bundle: &Bundle, revision: u64, counter: &Counter) {
        if self.made_for.as_ref().is_some_and(|(of, one)| *of == revision && one == counter) {
            return;
        }
        // All formations, since bands are counted, and this one counter.
        let home = bundle
            .orders_of_battle
            .iter()
            .find(|oob| oob.counters.iter().any(|one| one.id == counter.id));
        let home = home.map(|oob| OrderOfBattle {
            counters: vec![counter.clone()],
            formations: oob.formations.clone(),
            notes: Vec::new(),
            ..blank(oob)
        });
        let art = CounterArt::new(&bundle.ruleset, home.as_slice(), &bundle.pictures);
        let pixels = FACE * ui.pixels_per_point();
        let picture = |face: u8| {
            let mut scene = Scene::new();
            let shown = Shown::new(&counter.id, face);
            art.draw(shown, [0.0, 0.0], 1.0, pixels, &mut scene);
            Picture::new(&scene, FACE, ui.pixels_per_point())
        };
        let faces = u8::try_from(counter.faces.len()).unwrap_or(u8::MAX);
        self.faces = (0..faces).map(picture).collect();
        self.made_for = Some((revision, counter.clone()));
    }
}

/// The head of an order of battle.
fn blank(oob: &OrderOfBattle) -> OrderOfBattle {
    OrderOfBattle {
        schema: oob.schema.clone(),
        format_version: oob.format_version,
        id: oob.id.clone(),
        title: String::new(),
        ruleset: String::new(),
        notes: Vec::new(),
        formations: Vec::new(),
        counters: Vec::new(),
    }
}

fn face_title(face: usize, counter: &Counter) -> String {
    let step = counter.faces.get(face).is_none_or(|face| !face.not_a_step);
    match face {
        0 => "Front".to_owned(),
        1 if step => "Back, reduced".to_owned(),
        1 => "Back, another unit".to_owned(),
        more => format!("Face {}", more + 1),
    }
}

impl OrderOfBattlePage {
    /// One counter.
    pub(super) fn counter(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        requests: &mut Vec<Request>,
        id: &CounterId,
    ) {
        let document = input.document;
        let bundle = document.bundle();
        let Some(counter) = document.counter(id) else { return };
        let ids = vec![id.clone()];
        ui.horizontal(|ui| {
            ui.heading(name_of(counter));
            let kinds = &bundle.ruleset.counters.types;
            let kind = kinds.iter().find(|one| one.id == counter.unit_type);
            quiet(ui, kind.map_or(counter.unit_type.clone(), |one| one.name.clone()));
            provenance_mark(ui, counter.provenance);
        });
        let shown = self.as_typed(bundle, counter);
        self.previews.refresh(ui, bundle, document.revision(), &shown);
        let side_by_side = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
        ui.with_layout(side_by_side, |ui| {
            ui.spacing_mut().item_spacing = vec2(18.0, 10.0);
            for face in 0..counter.faces.len() {
                self.face(ui, input, out, &ids, &shown, face);
            }
            let can = input.editing && counter.faces.len() < 8;
            ui.vertical(|ui| {
                ui.add_space(22.0);
                let text = if counter.faces.len() == 1 { "Add a back" } else { "Add a face" };
                if text_button(ui, None, text, can).clicked() {
                    out.push(OobRequest::Change(ids.clone(), Change::AddFace));
                }
            });
        });
        ui.add_space(4.0);
        let list = [counter];
        self.common_fields(ui, input, out, &ids, &list);
        where_used(ui, input, requests, counter);
        heading(ui, "Parts and notes");
        let parts = counter
            .parts
            .iter()
            .map(|part| match &part.name {
                Some(name) => format!("{} {} {name}", part.count, part.unit_type),
                None => format!("{} {}", part.count, part.unit_type),
            })
            .collect::<Vec<_>>()
            .join("\n");
        let wide = (ui.available_width() - 110.0).clamp(WIDE, 620.0);
        field(ui, "Parts", |ui| {
            let look = FieldLook::new("Parts", wide).lines(2).hint("2 infantry A company");
            let of = Field::Counters(ids.clone(), CounterField::Parts);
            self.typed(ui, input, out, &of, &Common::Same(parts), &look);
        });
        field(ui, "Notes", |ui| {
            let look = FieldLook::new("Notes of the counter", wide).lines(2);
            let of = Field::Counters(ids.clone(), CounterField::Notes);
            self.typed(ui, input, out, &of, &Common::Same(counter.notes.join("\n")), &look);
        });
        if let Some(choices) = substitutes_of(bundle, counter) {
            ui.add_enabled_ui(input.editing, |ui| {
                field(ui, "Substitute", |ui| {
                    let now = Some(&counter.substitute);
                    if let Some(id) = choice(ui, "Substitute", WIDE, &choices, now) {
                        out.push(OobRequest::Change(ids.clone(), Change::Substitute(id)));
                    }
                    quiet(ui, "takes its place when the rules say so");
                });
            });
        }
        field(ui, "Id", |ui| {
            let look = FieldLook::new("Id", WIDE);
            let of = Field::Counters(ids.clone(), CounterField::Id);
            self.typed(ui, input, out, &of, &Common::Same(counter.id.clone()), &look)
                .on_hover_text("Its name in the files. All that speaks of it follows.");
        });
    }

    /// The counter as it would be with what is being typed.
    fn as_typed(&self, bundle: &Bundle, counter: &Counter) -> Counter {
        let edits = match &self.typing {
            Some((field @ Field::Counters(..), text)) => field.edits(bundle, text).ok(),
            _ => None,
        };
        let edits = edits.map(|(_, edits)| edits).unwrap_or_default();
        let typed = edits.into_iter().find_map(|edit| match edit {
            Edit::Set { key: Key::Name(of), to: Item::Counter(to), .. } if of == counter.id => {
                Some(*to)
            }
            _ => None,
        });
        let mut shown = typed.unwrap_or_else(|| counter.clone());
        // The picture is found by its id.
        shown.id.clone_from(&counter.id);
        shown
    }

    /// A face as in print, and its ratings under it. A click on the print goes to its field.
    fn face(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
        counter: &Counter,
        face: usize,
    ) {
        let layout = &input.document.ruleset().counters;
        let width = FACE.max(layout.ratings.len().min(IN_A_ROW) as f32 * 62.0);
        ui.allocate_ui_with_layout(
            vec2(width, 0.0),
            egui::Layout::top_down(egui::Align::Min),
            |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing = vec2(6.0, 5.0);
                ui.horizontal(|ui| {
                    let title = RichText::new(face_title(face, counter)).font(theme::strong(14.0));
                    ui.label(title.color(palette(ui).quiet));
                    let many = counter.faces.len() > 1;
                    let name = format!("Remove {}", face_title(face, counter).to_lowercase());
                    if many
                        && face + 1 == counter.faces.len()
                        && icon_button(ui, Icon::Close, &name, input.editing).clicked()
                    {
                        out.push(OobRequest::Change(ids.to_vec(), Change::RemoveFace(face)));
                    }
                });
                let (rect, response) =
                    ui.allocate_exact_size(vec2(width, FACE + 8.0), Sense::click());
                let print = Rect::from_center_size(
                    pos2(rect.left() + FACE / 2.0 + 2.0, rect.center().y),
                    Vec2::splat(FACE),
                );
                let in_words = format!("{} of {}", face_title(face, counter), name_of(counter));
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, in_words.clone())
                });
                if let Some(picture) = self.previews.faces.get_mut(face) {
                    picture.paint(ui.painter(), print.center(), FACE, rect.expand(12.0));
                }
                if response.clicked()
                    && let Some(at) = response.interact_pointer_pos()
                {
                    let ratings = at.y > print.top() + FACE * 0.6;
                    let first = layout.ratings.first().filter(|_| ratings);
                    let of = match first {
                        Some(def) => CounterField::Rating(face, def.id.clone()),
                        None if face == 0 => CounterField::Designation,
                        None => CounterField::FaceDesignation(face),
                    };
                    self.focus_field = Some(Field::Counters(ids.to_vec(), of));
                }
                response.on_hover_cursor(egui::CursorIcon::Text);
                let designation = if face == 0 {
                    Some((CounterField::Designation, counter.designation.clone(), "Designation"))
                } else {
                    let own = counter.faces.get(face).and_then(|face| face.designation.clone());
                    let hint = counter.designation.as_str();
                    Some((CounterField::FaceDesignation(face), own.unwrap_or_default(), hint))
                };
                if let Some((of, now, hint)) = designation {
                    let name = match face {
                        0 => "Designation".to_owned(),
                        1 => "Designation of the back".to_owned(),
                        _ => format!("Designation of face {}", face + 1),
                    };
                    let look = FieldLook::new(&name, width - 8.0).centred().hint(hint);
                    let of = Field::Counters(ids.to_vec(), of);
                    let now = self.stored(input, ids, &of).unwrap_or(now);
                    self.typed(ui, input, out, &of, &Common::Same(now), &look);
                }
                self.ratings(ui, input, out, ids, face);
                picture_of_face(ui, input, out, ids, counter, face);
                if face > 0 {
                    self.face_of_its_own(ui, input, out, ids, counter, face, width);
                }
            },
        );
    }

    /// What the document has in a field of designations.
    fn stored(&self, input: &PageInput<'_>, ids: &[CounterId], of: &Field) -> Option<String> {
        let counter = input.document.counter(ids.first()?)?;
        match of {
            Field::Counters(_, CounterField::Designation) => Some(counter.designation.clone()),
            Field::Counters(_, CounterField::FaceDesignation(face)) => {
                Some(counter.faces.get(*face)?.designation.clone().unwrap_or_default())
            }
            _ => None,
        }
    }

    /// The fields of what is printed on a face: in a row, or listed where there are many.
    fn ratings(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
        face: usize,
    ) {
        let layout = &input.document.ruleset().counters;
        let per_row = if listed(layout) { 1 } else { IN_A_ROW };
        ui.vertical(|ui| {
            for row in layout.ratings.chunks(per_row) {
                ui.horizontal(|ui| {
                    for def in row {
                        self.rating(ui, input, out, ids, face, def);
                    }
                });
            }
        });
    }

    fn rating(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
        face: usize,
        def: &RatingDef,
    ) {
        let now = counters_of(input.document.bundle(), ids);
        let now = common(now, |one| rating_text(one, face, &def.id));
        let (size, called, align) = match listed(&input.document.ruleset().counters) {
            true => (
                vec2(180.0, 15.0),
                def.name.clone(),
                egui::Layout::left_to_right(egui::Align::Center),
            ),
            false => {
                let short = super::short_name(&def.name);
                (vec2(54.0, 15.0), short, egui::Layout::top_down(egui::Align::Min))
            }
        };
        ui.with_layout(align, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let label = egui::Label::new(RichText::new(called).size(12.5).color(palette(ui).quiet));
            ui.allocate_ui(size, |ui| {
                ui.set_min_width(size.x);
                ui.add(label.truncate())
            });
            let name = match face {
                0 => format!("{} of the front", def.name),
                1 => format!("{} of the back", def.name),
                _ => format!("{} of face {}", def.name, face + 1),
            };
            let look = FieldLook::new(&name, 46.0).centred().hint("–");
            let of = Field::Counters(ids.to_vec(), CounterField::Rating(face, def.id.clone()));
            let range = match def.optional {
                true => format!("{}: {} to {}, or nothing", def.name, def.min, def.max),
                false => format!("{}: {} to {}", def.name, def.min, def.max),
            };
            let range =
                if ids.len() > 1 { format!("{range}. +2 adds to what each has.") } else { range };
            self.typed(ui, input, out, &of, &now, &look).on_hover_text(range);
        });
    }

    /// Type and size that a face has of its own, and whether it is a step.
    #[expect(clippy::too_many_arguments, reason = "which face of which counters")]
    fn face_of_its_own(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
        counter: &Counter,
        face: usize,
        width: f32,
    ) {
        let ruleset = input.document.ruleset();
        let Some(now) = counter.faces.get(face) else { return };
        let mut no_step = now.not_a_step;
        let words = "Another unit, no step";
        if ui.add_enabled(input.editing, egui::Checkbox::new(&mut no_step, words)).changed() {
            out.push(OobRequest::Change(ids.to_vec(), Change::FaceIsNoStep(face, no_step)));
        }
        if !now.not_a_step && now.unit_type.is_none() && now.size.is_none() {
            return;
        }
        let name = format!("Type of face {}", face + 1);
        let as_front = Some("as the front");
        ui.add_enabled_ui(input.editing, |ui| {
            let chosen = type_choice(
                ui,
                &mut self.symbols,
                ruleset,
                &name,
                width - 12.0,
                Some(&now.unit_type),
                as_front,
            );
            if let Some(chosen) = chosen {
                out.push(OobRequest::Change(ids.to_vec(), Change::FaceType(face, chosen)));
            }
            let mut sizes = vec![(None, "size as the front".to_owned())];
            sizes.extend(sizes_of(ruleset));
            let name = format!("Size of face {}", face + 1);
            if let Some(chosen) = choice(ui, &name, width - 12.0, &sizes, Some(&now.size)) {
                out.push(OobRequest::Change(ids.to_vec(), Change::FaceSize(face, chosen)));
            }
        });
    }

    /// Several counters: what they have in common, and what is set for all.
    pub(super) fn several(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
    ) {
        let bundle = input.document.bundle();
        let list = counters_of(bundle, ids);
        ui.heading(format!("{} counters", list.len()));
        quiet(ui, "What is changed here is changed for all of them, as one step.");
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            let room = ((ui.available_width() / 57.0) as usize).max(4) * 2;
            for counter in list.iter().take(room) {
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(52.0), Sense::hover());
                let pixels = ui.pixels_per_point();
                counters.paint_one(
                    ui.painter(),
                    Shown::new(&counter.id, 0),
                    rect.center(),
                    50.0,
                    pixels,
                );
                response.on_hover_text(name_of(counter));
            }
            if list.len() > room {
                ui.label(format!("and {} more", list.len() - room));
            }
        });
        self.set_for_all(ui, input, out, ids);
    }

    /// The fields of several counters at once.
    pub(super) fn set_for_all(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
    ) {
        let bundle = input.document.bundle();
        let list = counters_of(bundle, ids);
        let faces = list.iter().map(|counter| counter.faces.len()).min().unwrap_or(0).min(2);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for face in 0..faces {
                card_of(ui, if face == 0 { "Fronts" } else { "Backs" }, |ui| {
                    self.ratings(ui, input, out, ids, face);
                });
            }
        });
        self.common_fields(ui, input, out, ids, &list);
    }

    /// Side, nation, type, size, formation, number, traits, provenance.
    fn common_fields(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        ids: &[CounterId],
        list: &[&Counter],
    ) {
        let ruleset = input.document.ruleset();
        let of = |change: Change| OobRequest::Change(ids.to_vec(), change);
        let all = || list.iter().copied();
        let room = ui.available_width();
        let columns = if room > 700.0 { 2 } else { 1 };
        let width = (room / columns as f32 - 120.0).clamp(140.0, 260.0);
        ui.add_enabled_ui(input.editing, |ui| {
            heading(ui, "Unit");
            ui.columns(columns, |ui| {
                let last = columns - 1;
                let left = &mut ui[0];
                field(left, "Type", |ui| {
                    let now = common(all(), |one| Some(one.unit_type.clone()));
                    let symbols = &mut self.symbols;
                    let now = now.same();
                    if let Some(Some(id)) =
                        type_choice(ui, symbols, ruleset, "Type", width, now, None)
                    {
                        out.push(of(Change::Type(id)));
                    }
                });
                field(left, "Size", |ui| {
                    let mut sizes = vec![(None, "none".to_owned())];
                    sizes.extend(sizes_of(ruleset));
                    let now = common(all(), |one| one.size.clone());
                    if let Some(id) = choice(ui, "Size", width, &sizes, now.same()) {
                        out.push(of(Change::Size(id)));
                    }
                });
                field(left, "Nation", |ui| {
                    let mut nations = vec![(None, "the side's own".to_owned())];
                    let known = ruleset.nations.iter();
                    nations.extend(known.map(|one| {
                        let army = one.serves_with.as_ref();
                        let army = ruleset.nations.iter().find(|other| Some(&other.id) == army);
                        let name = match army {
                            Some(army) => format!("{} (with {})", one.name, army.name),
                            None => one.name.clone(),
                        };
                        (Some(one.id.clone()), name)
                    }));
                    let now = common(all(), |one| one.nation.clone());
                    if let Some(id) = choice(ui, "Nation", width, &nations, now.same()) {
                        out.push(of(Change::Nation(id)));
                    }
                });
                field(left, "Side", |ui| {
                    let sides = ruleset.sides.iter();
                    let sides: Vec<_> =
                        sides.map(|one| (Some(one.id.clone()), one.name.clone())).collect();
                    let now = common(all(), |one| Some(one.side.clone()));
                    if let Some(Some(id)) =
                        choice(ui, "Side of the counter", width, &sides, now.same())
                    {
                        out.push(of(Change::Side(id)));
                    }
                });
                let right = &mut ui[last];
                field(right, "Formation", |ui| {
                    let formations = formations_of(input.document.bundle(), list);
                    let now = common(all(), |one| one.formation.clone());
                    if let Some(id) = choice(ui, "Formation", width, &formations, now.same()) {
                        out.push(of(Change::Formation(id)));
                    }
                });
                field(right, "Number", |ui| {
                    let now = common(all(), |one| one.count.to_string());
                    let of = Field::Counters(ids.to_vec(), CounterField::Count);
                    let look = FieldLook::new("How many alike", 56.0).centred();
                    self.typed(ui, input, out, &of, &now, &look);
                    ui.label("alike");
                });
                field(right, "Covers", |ui| {
                    let now = common(all(), |one| one.footprint.to_string());
                    let of = Field::Counters(ids.to_vec(), CounterField::Footprint);
                    let look = FieldLook::new("Hexes that it covers", 56.0).centred();
                    self.typed(ui, input, out, &of, &now, &look);
                    ui.label("hexes");
                });
                field(right, "Values", |ui| {
                    let choices: Vec<_> = Provenance::ALL
                        .iter()
                        .map(|one| (Some(one.text().to_owned()), one.text().to_owned()))
                        .collect();
                    let now = common(all(), |one| Some(one.provenance.text().to_owned()));
                    if let Some(Some(chosen)) = choice(
                        ui,
                        "Where the values come from",
                        width.min(170.0),
                        &choices,
                        now.same(),
                    ) && let Some(&one) = Provenance::ALL.iter().find(|one| one.text() == chosen)
                    {
                        out.push(of(Change::Provenance(one)));
                    }
                });
            });
            if ruleset.counters.traits.is_empty() {
                return;
            }
            heading(ui, "Traits");
            for one in &ruleset.counters.traits {
                let has = common(all(), |counter| counter.traits.contains(&one.id));
                let mut on = has.same().copied().unwrap_or(false);
                let mut name = one.name.clone();
                if has == Common::Mixed {
                    name.push_str(" (some)");
                }
                ui.horizontal_wrapped(|ui| {
                    if ui.checkbox(&mut on, name).changed() {
                        out.push(of(Change::Trait(one.id.clone(), on)));
                    }
                    provenance_mark(ui, one.provenance);
                    if let Some(meaning) = &one.meaning {
                        quiet(ui, meaning.clone());
                    }
                });
            }
        });
    }
}

fn sizes_of(ruleset: &salient_schema::Ruleset) -> impl Iterator<Item = (Option<Id>, String)> {
    ruleset.counters.sizes.iter().map(|one| {
        let text = match one.mark.as_str() {
            "" => one.name.clone(),
            mark => format!("{}  {mark}", one.name),
        };
        (Some(one.id.clone()), text)
    })
}

/// The counters that may take the place of one: those of its side that come into play by no
/// other way. None where the system knows no substitutes.
fn substitutes_of(bundle: &Bundle, counter: &Counter) -> Option<Vec<(Option<Id>, String)>> {
    let all = || bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let known = bundle.ruleset.counters.traits.iter().any(|one| one.id == "substitute");
    if !known && all().all(|one| one.substitute.is_none()) {
        return None;
    }
    let scenario = &bundle.scenario;
    let mut used: BTreeSet<&CounterId> = BTreeSet::new();
    used.extend(scenario.setup.placements.iter().flat_map(|item| &item.counters));
    used.extend(scenario.setup.free.iter().flat_map(|item| &item.counters));
    used.extend(scenario.reinforcements.iter().flat_map(|item| &item.counters));
    used.extend(&scenario.setup.eliminated);
    let off_map = scenario.start.iter().flat_map(|start| &start.off_map);
    used.extend(off_map.flat_map(|off| &off.counters));
    used.extend(all().filter(|one| one.id != counter.id).filter_map(|one| one.substitute.as_ref()));
    let may = |one: &&Counter| {
        let free = !used.contains(&one.id) && one.substitute.is_none();
        let now = counter.substitute.as_ref() == Some(&one.id);
        one.side == counter.side && one.id != counter.id && (free || now)
    };
    let mut choices = vec![(None, "none".to_owned())];
    choices.extend(all().filter(may).map(|one| (Some(one.id.clone()), name_and_id(one))));
    Some(choices)
}

/// `2nd Guards (de-2-g)`, or the id alone.
fn name_and_id(counter: &Counter) -> String {
    match name_of(counter) {
        name if name == counter.id => name.to_owned(),
        name => format!("{name} ({})", counter.id),
    }
}

/// The formations of the counters' side, set in by their depth.
fn formations_of(bundle: &Bundle, list: &[&Counter]) -> Vec<(Option<Id>, String)> {
    use salient_document::oob::{Key, Tree};
    let mut choices = vec![(None, "none".to_owned())];
    let Some(side) = list.first().map(|one| &one.side) else { return choices };
    let home = bundle.orders_of_battle.iter().position(|oob| {
        list.first().is_some_and(|one| oob.counters.iter().any(|other| other.id == one.id))
    });
    for row in Tree::of(bundle).rows() {
        let Key::Formation(oob, id) = &row.key else { continue };
        let list = bundle.orders_of_battle.get(*oob).map(|oob| oob.formations.iter());
        let found = list.into_iter().flatten().find(|one| one.id == *id);
        if let Some(formation) = found.filter(|one| one.side == *side && Some(*oob) == home) {
            let indent = "    ".repeat(row.depth.saturating_sub(1).min(8));
            choices.push((Some(id.clone()), format!("{indent}{}", formation.name)));
        }
    }
    choices
}

pub(super) fn rating_text(counter: &Counter, face: usize, rating: &str) -> String {
    let rating = counter.faces.get(face).and_then(|face| face.ratings.get(rating));
    rating.map(ToString::to_string).unwrap_or_default()
}

fn card_of(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        heading(ui, title);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            add(ui);
            ui.add_space(10.0);
        });
    });
}

/// The picture that a face shows, to be chosen or taken off.
fn picture_of_face(
    ui: &mut Ui,
    input: &PageInput<'_>,
    out: &mut Vec<OobRequest>,
    ids: &[CounterId],
    counter: &Counter,
    face: usize,
) {
    let now = counter.faces.get(face).and_then(|face| face.picture.as_deref());
    let of = face_title(face, counter).to_lowercase();
    ui.horizontal(|ui| {
        let text = if now.is_some() { "Picture…" } else { "Choose a picture…" };
        let name = format!("{text} of the {of}");
        let chosen = text_button(ui, None, text, input.editing);
        chosen.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if chosen.on_hover_text("It is drawn in place of symbol and figures").clicked() {
            out.push(OobRequest::AskPicture(ids.to_vec(), face));
        }
        if now.is_some() {
            let name = format!("No picture on the {of}");
            if icon_button(ui, Icon::Close, &name, input.editing).clicked() {
                out.push(OobRequest::Change(ids.to_vec(), Change::FacePicture(face, None)));
            }
        }
    });
    if let Some(name) = now {
        let label = egui::Label::new(RichText::new(name).size(12.5).color(palette(ui).quiet));
        ui.add(label.truncate()).on_hover_text(name);
    }
}

/// A word in colour where something is not from print.
pub(super) fn provenance_mark(ui: &mut Ui, provenance: Provenance) {
    let Some(colour) = theme::provenance(&palette(ui), provenance) else { return };
    let words = provenance.text();
    let galley = ui.painter().layout_no_wrap(
        words.to_owned(),
        FontId::proportional(13.0),
        Color32::PLACEHOLDER,
    );
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(14.0, 4.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    ui.painter().rect_stroke(rect, 8.0, egui::Stroke::new(1.2, colour), egui::StrokeKind::Inside);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        words,
        FontId::proportional(13.0),
        colour,
    );
}

/// Where a counter is used, to go there.
fn where_used(ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>, counter: &Counter) {
    let document = input.document;
    heading(ui, "In this scenario");
    let uses = document.counter_uses(&counter.id);
    card(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for used in uses.iter().take(12) {
                match used {
                    CounterUse::Hex(Some(hex)) => {
                        let text = format!("Stands in {}", document.grid().label(*hex));
                        if text_button(ui, Some(Icon::Hex), &text, true).clicked() {
                            requests.push(Request::GoTo(*hex));
                        }
                    }
                    CounterUse::Hex(None) => {
                        ui.label("Set up in a hex that is not on the map");
                    }
                    CounterUse::Zone(zone) => {
                        let text = format!("Placed by its player in {zone}");
                        if text_button(ui, Some(Icon::List), &text, true).clicked() {
                            requests.push(Request::View(View::SetUp));
                        }
                    }
                    CounterUse::Eliminated => {
                        let text = "Begins among the eliminated";
                        if text_button(ui, Some(Icon::List), text, true).clicked() {
                            requests.push(Request::View(View::SetUp));
                        }
                    }
                    CounterUse::OffMap => {
                        ui.label("Begins off the map");
                    }
                    CounterUse::Arrives(turn) => {
                        let text = format!("Arrives on game-turn {turn}");
                        if text_button(ui, Some(Icon::Calendar), &text, true).clicked() {
                            requests.push(Request::View(View::Schedule));
                        }
                    }
                }
            }
            if uses.len() > 12 {
                ui.label(format!("and {} more", uses.len() - 12));
            }
            let all = document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
            let stands_for = all.filter(|other| other.substitute.as_ref() == Some(&counter.id));
            let names: Vec<&str> = stands_for.map(name_of).collect();
            if !names.is_empty() {
                ui.label(format!("Takes the place of {} when the rules say so", names.join(", ")));
                if uses.is_empty() {
                    return;
                }
            }
            let left = usize::from(counter.count).saturating_sub(uses.len());
            match left {
                0 => {}
                1 if counter.count == 1 => {
                    quiet(ui, "Neither set up nor scheduled.");
                }
                left => {
                    quiet(ui, format!("{left} of {} in the pool.", counter.count));
                }
            }
        });
    });
}

/// Whether there are too many ratings for a row.
fn listed(layout: &CounterLayout) -> bool {
    layout.ratings.len() > IN_A_ROW
}
