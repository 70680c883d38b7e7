//! A formation, a side, and the page before anything is selected.

use egui::{RichText, Sense, Ui, Vec2, vec2};
use salient_art::counter_art::Shown;
use salient_document::oob::change::counters_of;
use salient_document::oob::{self, Common, FormationChange, Key, Totals, name_of};
use salient_schema::CounterId;
use salient_schema::common::Id;
use salient_schema::order_of_battle::Formation;

use super::choosers::choice;
use super::fields::FieldLook;
use super::{Field, FormationField, OrderOfBattlePage, Pick};
use crate::look::theme::palette;
use crate::look::widgets::{field, focus_ring, heading, quiet};
use crate::map::stacks::Counters;
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

const WIDE: f32 = 240.0;
const NUMBER: f32 = 64.0;

impl OrderOfBattlePage {
    /// A formation's fields, what is in it, and its totals by type.
    #[expect(clippy::too_many_arguments, reason = "which formation, and what may be asked for")]
    pub(super) fn formation(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        pick: &mut Option<Pick>,
        at: usize,
        id: &Id,
    ) {
        let bundle = input.document.bundle();
        let list = bundle.orders_of_battle.get(at).map(|oob| oob.formations.iter());
        let Some(formation) = list.into_iter().flatten().find(|one| one.id == *id) else { return };
        ui.heading(&formation.name);
        let rows: [(&str, &str, FormationField, &str); 5] = [
            ("Name", "Name of the formation", FormationField::Name, &formation.name),
            (
                "Short",
                "Short form on counters",
                FormationField::Short,
                formation.short.as_deref().unwrap_or_default(),
            ),
            (
                "Commander",
                "Commander",
                FormationField::Commander,
                formation.commander.as_deref().unwrap_or_default(),
            ),
            (
                "Band",
                "Colour of the band, #rrggbb",
                FormationField::Colour,
                formation.colour.as_deref().unwrap_or_default(),
            ),
            ("Id", "Id of the formation", FormationField::Id, &formation.id),
        ];
        for (label, name, of, now) in rows {
            field(ui, label, |ui| {
                let look = FieldLook::new(name, WIDE);
                let of = Field::Formation(at, id.clone(), of);
                self.typed(ui, input, out, &of, &Common::Same(now.to_owned()), &look);
            });
        }
        field(ui, "Size", |ui| {
            let sizes = bundle.ruleset.counters.sizes.iter();
            let mut choices = vec![(None, "none".to_owned())];
            choices.extend(
                sizes.map(|one| (Some(one.id.clone()), format!("{}  {}", one.name, one.mark))),
            );
            ui.add_enabled_ui(input.editing, |ui| {
                let chosen =
                    choice(ui, "Size of the formation", WIDE, &choices, Some(&formation.size));
                if let Some(size) = chosen {
                    let change = FormationChange::Size(size);
                    out.push(OobRequest::ChangeFormation(at, id.clone(), change));
                }
            });
        });
        field(ui, "Belongs to", |ui| {
            self.belongs_to(ui, input, out, &[Key::Formation(at, id.clone())]);
        });
        self.formation_ratings(ui, input, out, at, formation);
        self.inside(ui, input, counters, pick, &Key::Formation(at, id.clone()));
    }

    /// The numbers of a formation: those that the ruleset defines, and others that it has, so that
    /// they can be taken off.
    fn formation_ratings(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        at: usize,
        formation: &Formation,
    ) {
        let defs = &input.document.ruleset().counters.formation_ratings;
        let known = defs.iter().map(|def| (&def.id, &def.name));
        let unknown = formation.ratings.keys().filter(|id| defs.iter().all(|def| def.id != **id));
        for (rating, name) in known.chain(unknown.map(|id| (id, id))) {
            let now = formation.ratings.get(rating).map(ToString::to_string).unwrap_or_default();
            field(ui, name, |ui| {
                let called = format!("{name} of the formation");
                let look = FieldLook::new(&called, NUMBER).centred().hint("none");
                let of = FormationField::Rating(rating.clone());
                let of = Field::Formation(at, formation.id.clone(), of);
                self.typed(ui, input, out, &of, &Common::Same(now), &look);
            });
        }
    }

    /// A side, or counters in no formation.
    pub(super) fn group(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        pick: &mut Option<Pick>,
        key: &Key,
    ) {
        let name = self.names.get(key).map(|words| words.name.clone()).unwrap_or_default();
        ui.heading(name);
        self.inside(ui, input, counters, pick, key);
    }

    /// Nothing is selected: everything there is.
    pub(super) fn welcome(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        pick: &mut Option<Pick>,
    ) {
        ui.heading("Order of battle");
        quiet(
            ui,
            "Click a counter to change it, or a formation to see what is in it. Shift and Ctrl \
             select several. Drag to move them between formations.",
        );
        let sides: Vec<Key> = self
            .tree
            .rows()
            .iter()
            .filter(|row| matches!(&row.key, Key::Side(id) if self.side.as_ref().is_none_or(|s| s == id)))
            .map(|row| row.key.clone())
            .collect();
        for side in sides {
            let name = self.names.get(&side).map(|words| words.name.clone()).unwrap_or_default();
            heading(ui, &name);
            self.sheet_of(ui, input, counters, pick, &side);
        }
    }

    /// Totals by type, and the counters as on their sheet.
    fn inside(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        pick: &mut Option<Pick>,
        key: &Key,
    ) {
        let Some(at) = self.tree.position(key) else { return };
        let bundle = input.document.bundle();
        let ids: Vec<CounterId> = self.tree.counters_in(at).cloned().collect();
        let list = counters_of(bundle, &ids);
        heading(ui, "By type");
        if list.is_empty() {
            quiet(ui, "No counter is in it yet.");
            return;
        }
        let ruleset = &bundle.ruleset;
        egui::Grid::new(ui.scope_id().with("by type")).striped(true).spacing(vec2(18.0, 5.0)).show(
            ui,
            |ui| {
                let ink = palette(ui).quiet;
                // A head makes its column as wide as it is: it is never broken.
                let head = |ui: &mut Ui, text: String| {
                    ui.add(egui::Label::new(RichText::new(text).color(ink)).extend());
                };
                for text in ["", "Counters", "Steps"] {
                    head(ui, text.to_owned());
                }
                for def in &ruleset.counters.ratings {
                    let mean = if oob::adds_up(def) { "" } else { " ø" };
                    head(ui, format!("{}{mean}", super::short_name(&def.name)));
                }
                ui.end_row();
                for (id, of) in oob::by_type(ruleset, list.iter().copied()) {
                    let types = ruleset.counters.types.iter();
                    let found = types.filter(|one| one.id == id).map(|one| one.name.clone()).next();
                    line(ui, &found.unwrap_or(id), &of, ruleset);
                }
                let all = Totals::of(ruleset, list.iter().copied());
                line(ui, "Together", &all, ruleset);
            },
        );
        heading(ui, "Counters");
        self.sheet_of(ui, input, counters, pick, key);
    }

    /// The counters in a row of the tree, as on a counter sheet.
    fn sheet_of(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        pick: &mut Option<Pick>,
        key: &Key,
    ) {
        const SIDE: f32 = 64.0;
        let Some(at) = self.tree.position(key) else { return };
        let ids: Vec<CounterId> = self.tree.counters_in(at).cloned().collect();
        let per_row = ((ui.available_width() / (SIDE + 8.0)) as usize).max(1);
        for row in ids.chunks(per_row) {
            // Rows out of sight take up their room and no time.
            let (rect, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), SIDE + 8.0), Sense::hover());
            if !ui.is_rect_visible(rect) {
                continue;
            }
            for (place, id) in row.iter().enumerate() {
                let left = rect.left_top() + vec2(place as f32 * (SIDE + 8.0), 2.0);
                let square = egui::Rect::from_min_size(left, Vec2::splat(SIDE));
                let widget = ui.scope_id().with(("sheet", key, id));
                let response = ui.interact(square, widget, Sense::click());
                let name = input.document.counter(id).map_or(id.as_str(), name_of).to_owned();
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Go to {name}"))
                });
                let pixels = ui.pixels_per_point();
                let side = if response.hovered() { SIDE + 4.0 } else { SIDE };
                counters.paint_one(ui.painter(), Shown::new(id, 0), square.center(), side, pixels);
                focus_ring(ui, &response);
                if response.clicked() {
                    let modifiers = ui.input(|i| i.modifiers);
                    *pick = Some(Pick {
                        key: Key::Counter(id.clone()),
                        toggle: modifiers.command,
                        range: modifiers.shift,
                    });
                    self.wants_focus = true;
                }
            }
        }
    }
}

/// A row of the totals by type.
fn line(ui: &mut Ui, name: &str, of: &Totals, ruleset: &salient_schema::Ruleset) {
    ui.label(name);
    ui.label(of.counters.to_string());
    ui.label(of.steps.to_string());
    for def in &ruleset.counters.ratings {
        let total = of.ratings.get(&def.id);
        ui.label(match total {
            Some(total) if oob::adds_up(def) => total.sum(),
            Some(total) => total.mean().map_or_else(String::new, |mean| format!("{mean:.1}")),
            None => "–".to_owned(),
        });
    }
    ui.end_row();
}
