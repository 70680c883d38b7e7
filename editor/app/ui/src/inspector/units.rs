//! The order of battle: find a unit, see where it is, place it.

use egui::{Align2, FontId, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2};
use salient_art::counter_art::Shown;
use salient_document::{CounterUse, Document, Tool};
use salient_hex::grid::Hex;
use salient_schema::CounterId;

use super::InspectorInput;
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
use crate::map::CarriedCounter;
use crate::map::stacks::Counters;
use crate::request::Request;

/// The height of a row, in points.
const ROW: f32 = 52.0;

/// What is kept of the list between frames.
#[derive(Debug, Default)]
pub struct Units {
    search: String,
    filter: Filter,
    rows: Vec<Row>,
    /// What `rows` was made for.
    made_for: Option<(u64, String, Filter)>,
}

/// Which units are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Unplaced,
    OnMap,
    Later,
}

impl Filter {
    const ALL: [Self; 4] = [Self::All, Self::Unplaced, Self::OnMap, Self::Later];

    fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Unplaced => "Not placed",
            Self::OnMap => "On the map",
            Self::Later => "Later",
        }
    }
}

/// Where a unit is. In the order of the list: what is still to be done comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whereabouts {
    Unplaced,
    OnMap(Vec<Hex>),
    Later(String),
    /// Counters alike of which play draws some: how many are left.
    Pool(usize),
}

#[derive(Clone, Debug)]
struct Row {
    counter: CounterId,
    name: String,
    detail: String,
    place: String,
    whereabouts: Whereabouts,
}

impl Units {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &InspectorInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let search = TextEdit::singleline(&mut self.search)
            .hint_text("Find a unit: name, corps, hex")
            .desired_width(f32::INFINITY);
        ui.name_inputs("Find a unit", |ui| ui.add(search));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for filter in Filter::ALL {
                ui.selectable_value(&mut self.filter, filter, filter.name());
            }
        });
        self.refresh(input.document);
        if self.rows.is_empty() {
            ui.add_space(20.0);
            quiet(ui, "No unit is like that.");
            return;
        }
        let hint = match input.tool {
            Tool::PlaceCounter { .. } => "Click the map where the unit is to stand.",
            _ => "Click a unit to find or place it, or drag it onto the map.",
        };
        quiet(ui, hint);
        let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 2.0);
        ScrollArea::vertical().auto_shrink(false).id_salt("units").show_rows(
            ui,
            ROW,
            self.rows.len(),
            |ui, visible| {
                for row in self.rows.get(visible).unwrap_or_default() {
                    show_row(ui, input, row, counters, requests);
                }
            },
        );
        ui.spacing_mut().item_spacing.y = spacing;
    }

    /// Makes the list again if the document or what is looked for changed.
    fn refresh(&mut self, document: &Document) {
        let key = (document.revision(), self.search.to_lowercase(), self.filter);
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let wanted = |row: &Row| {
            let fits = match self.filter {
                Filter::All => true,
                Filter::Unplaced => {
                    matches!(row.whereabouts, Whereabouts::Unplaced | Whereabouts::Pool(_))
                }
                Filter::OnMap => matches!(row.whereabouts, Whereabouts::OnMap(_)),
                Filter::Later => matches!(row.whereabouts, Whereabouts::Later(_)),
            };
            let text = format!("{} {} {} {}", row.name, row.detail, row.place, row.counter);
            let text = text.to_lowercase();
            fits && key.1.split_whitespace().all(|word| text.contains(word))
        };
        let mut rows: Vec<Row> = all_rows(document).into_iter().filter(wanted).collect();
        // Stable, so that within each group the order of battle keeps its order.
        rows.sort_by_key(|row| match row.whereabouts {
            Whereabouts::Unplaced if row.place == SET_ASIDE => 4,
            Whereabouts::Unplaced => 0,
            Whereabouts::OnMap(_) => 1,
            Whereabouts::Later(_) => 2,
            Whereabouts::Pool(_) => 3,
        });
        self.rows = rows;
        self.made_for = Some(key);
    }
}

/// Where a counter is that waits for the rules, or for another scenario, to call for it.
const SET_ASIDE: &str = "set aside";

fn all_rows(document: &Document) -> Vec<Row> {
    let bundle = document.bundle();
    let layout = &bundle.ruleset.counters;
    let grid = document.grid();
    let mut rows = Vec::new();
    let set_aside = document.set_aside();
    for oob in &bundle.orders_of_battle {
        for counter in &oob.counters {
            let type_name = layout
                .types
                .iter()
                .find(|kind| kind.id == counter.unit_type)
                .map_or(counter.unit_type.as_str(), |kind| kind.name.as_str());
            let formation = oob
                .formations
                .iter()
                .find(|formation| Some(&formation.id) == counter.formation.as_ref())
                .map(|formation| formation.name.as_str());
            let name = if counter.designation.trim().is_empty() {
                type_name.to_owned()
            } else {
                counter.designation.clone()
            };
            let detail = match formation {
                Some(formation) => format!("{type_name} · {formation}"),
                None => type_name.to_owned(),
            };
            let uses = document.counter_uses(&counter.id);
            let left = usize::from(counter.count).saturating_sub(uses.len());
            let hexes: Vec<Hex> = uses
                .iter()
                .filter_map(|used| match used {
                    CounterUse::Hex(hex) => *hex,
                    _ => None,
                })
                .collect();
            let whereabouts = if left > 0 && counter.count > 1 {
                Whereabouts::Pool(left)
            } else if left > 0 {
                Whereabouts::Unplaced
            } else if !hexes.is_empty() {
                Whereabouts::OnMap(hexes)
            } else {
                Whereabouts::Later(later(document, &counter.id))
            };
            let place = match &whereabouts {
                Whereabouts::Unplaced if set_aside.contains(&counter.id) => SET_ASIDE.to_owned(),
                Whereabouts::Unplaced => "not placed".to_owned(),
                Whereabouts::Pool(left) => format!("{left} in the pool"),
                Whereabouts::OnMap(hexes) => match hexes.as_slice() {
                    [hex] => grid.label(*hex),
                    hexes => format!("{} hexes", hexes.len()),
                },
                Whereabouts::Later(when) => when.clone(),
            };
            rows.push(Row { counter: counter.id.clone(), name, detail, place, whereabouts });
        }
    }
    rows
}

/// When a counter that is not on the map comes.
fn later(document: &Document, counter: &str) -> String {
    let has = |counters: &Vec<CounterId>| counters.iter().any(|id| id == counter);
    let scenario = document.scenario();
    let arrival = scenario.reinforcements.iter().find(|group| has(&group.counters));
    match arrival {
        Some(group) => format!("game-turn {}", group.turn),
        None if scenario.setup.free.iter().any(|group| has(&group.counters)) => {
            "placed by its player".to_owned()
        }
        None if has(&scenario.setup.eliminated) => "eliminated".to_owned(),
        None => "later".to_owned(),
    }
}

fn show_row(
    ui: &mut Ui,
    input: &InspectorInput<'_>,
    row: &Row,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let editable = input.test_run.lets_edit();
    let unplaced = row.whereabouts == Whereabouts::Unplaced;
    let placeable = editable && (unplaced || matches!(row.whereabouts, Whereabouts::Pool(_)));
    let in_hand =
        matches!(input.tool, Tool::PlaceCounter { counter, .. } if *counter == row.counter);
    let on_map = input.document.selection().counters.iter().any(|c| c.counter == row.counter);
    let selected = in_hand || on_map;
    let size = vec2(ui.available_width(), ROW);
    let sense = if placeable { Sense::click_and_drag() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, selected, format!("Unit {}", row.name))
    });
    if !ui.is_rect_visible(rect) {
        return;
    }
    let colours = palette(ui);
    let fill = if selected {
        colours.accent.gamma_multiply(0.22)
    } else if response.hovered() {
        ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6)
    } else {
        egui::Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect, 6.0, fill);
    let centre = rect.left_center() + vec2(ROW / 2.0 + 1.0, 0.0);
    let pixels = ui.pixels_per_point();
    counters.paint_one(ui.painter(), Shown::new(&row.counter, 0), centre, ROW - 8.0, pixels);

    let painter = ui.painter().with_clip_rect(rect);
    let ink = ui.visuals().text_color();
    let left = rect.left() + ROW + 8.0;
    let right = rect.right() - 8.0;
    let wanted = unplaced && row.place != SET_ASIDE;
    let place_ink = if wanted { colours.warning } else { colours.quiet };
    let place = painter.layout_no_wrap(row.place.clone(), FontId::proportional(14.0), place_ink);
    let place_left = right - place.size().x;
    let upper = rect.center().y - 10.0;
    painter.galley(egui::pos2(place_left, upper - place.size().y / 2.0), place, place_ink);
    let names = painter.with_clip_rect(egui::Rect::from_min_max(
        rect.min,
        egui::pos2(place_left - 8.0, rect.bottom()),
    ));
    names.text(egui::pos2(left, upper), Align2::LEFT_CENTER, &row.name, theme::strong(15.0), ink);
    // In a game with what is so of it: its effectiveness, a prepared attack.
    let states = input.test_run.game().map_or(&[][..], |game| game.states_of(&row.counter));
    let detail: Vec<&str> =
        std::iter::once(&row.detail).chain(states).map(String::as_str).collect();
    painter.text(
        egui::pos2(left, rect.center().y + 10.0),
        Align2::LEFT_CENTER,
        detail.join(" · "),
        FontId::proportional(13.0),
        colours.quiet,
    );
    if placeable {
        response.dnd_set_drag_payload(CarriedCounter(row.counter.clone()));
    }
    if response.clicked() {
        match &row.whereabouts {
            Whereabouts::OnMap(hexes) => {
                if let Some(&hex) = hexes.first() {
                    requests.push(Request::GoTo(hex));
                    if editable {
                        let selection =
                            salient_document::Selection::of_counter(row.counter.clone(), hex);
                        requests.push(Request::Select(selection));
                    }
                }
            }
            Whereabouts::Unplaced | Whereabouts::Pool(_) if editable => {
                let tool = if in_hand {
                    Tool::Select
                } else {
                    Tool::PlaceCounter { counter: row.counter.clone(), face: 0 }
                };
                requests.push(Request::Choose(tool));
            }
            _ => {}
        }
    }
}
