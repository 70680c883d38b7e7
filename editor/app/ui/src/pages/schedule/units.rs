//! Units by name, and the choice of units to add.

use egui::{
    Align2, FontId, Key, Popup, PopupCloseBehavior, RectAlign, Role, ScrollArea, Sense, TextEdit,
    Ui, WidgetInfo, vec2,
};
use salient_art::counter_art::Shown;
use salient_document::Document;
use salient_schema::CounterId;

use crate::look::theme::{self, palette};
use crate::look::widgets::{elided, quiet, text_button};
use crate::map::stacks::Counters;

/// A unit as it is printed, or its id where it is not in the order of battle.
pub fn name(document: &Document, id: &str) -> String {
    let Some(counter) = document.counter(id) else { return id.to_owned() };
    match counter.designation.trim() {
        "" => type_of(document, &counter.unit_type),
        designation => designation.to_owned(),
    }
}

/// A unit with its type and formation.
pub fn long_name(document: &Document, id: &str) -> String {
    let Some(counter) = document.counter(id) else {
        return format!("{id}: no order of battle has it");
    };
    let formations = document.bundle().orders_of_battle.iter().flat_map(|book| &book.formations);
    let formation = counter
        .formation
        .as_ref()
        .and_then(|id| formations.clone().find(|formation| formation.id == *id))
        .map(|formation| formation.name.clone());
    let parts = [Some(name(document, id)), Some(type_of(document, &counter.unit_type)), formation];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn type_of(document: &Document, id: &str) -> String {
    let types = &document.ruleset().counters.types;
    types.iter().find(|kind| kind.id == id).map_or_else(|| id.to_owned(), |kind| kind.name.clone())
}

/// The units of a side that are neither set up nor scheduled; each of a pool once.
pub fn free(document: &Document, side: &str) -> Vec<CounterId> {
    let unplaced = document.unplaced_counters().filter(|(counter, _)| counter.side == side);
    unplaced.map(|(counter, _)| counter.id.clone()).collect()
}

/// All units of a side.
pub fn all(document: &Document, side: &str) -> Vec<CounterId> {
    let counters = document.bundle().orders_of_battle.iter().flat_map(|book| &book.counters);
    counters.filter(|counter| counter.side == side).map(|counter| counter.id.clone()).collect()
}

/// A button that opens a list of units to choose from. Gives the one that is chosen.
pub fn choose(
    ui: &mut Ui,
    document: &Document,
    candidates: impl FnOnce() -> Vec<CounterId>,
    none: &str,
    search: &mut String,
    counters: &mut Counters,
) -> Option<CounterId> {
    let button = text_button(ui, None, "Add unit…", true);
    let mut chosen = None;
    // Upwards, so that what is chosen stays in view.
    let popup = Popup::menu(&button)
        .align(RectAlign::TOP_START)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            ui.close();
        }
        ui.set_width(320.0);
        let field =
            TextEdit::singleline(search).hint_text("Name, corps, type").desired_width(310.0);
        let id = ui.add(field).id;
        super::cell::named(ui, id, "Find a unit to add");
        let key = search.to_lowercase();
        let fits = |id: &CounterId| {
            let text = format!("{} {id}", long_name(document, id)).to_lowercase();
            key.split_whitespace().all(|word| text.contains(word))
        };
        let mut rows = candidates();
        let any = !rows.is_empty();
        rows.retain(fits);
        if rows.is_empty() {
            quiet(ui, if any { "No unit is like that." } else { none });
            return;
        }
        ScrollArea::vertical().max_height(300.0).auto_shrink([false, true]).show_rows(
            ui,
            40.0,
            rows.len(),
            |ui, visible| {
                for id in rows.get(visible).unwrap_or_default() {
                    if row(ui, document, id, counters) {
                        chosen = Some(id.clone());
                    }
                }
            },
        );
    });
    chosen
}

fn row(ui: &mut Ui, document: &Document, id: &str, counters: &mut Counters) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::click());
    let name = name(document, id);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Add {name}")));
    let colours = palette(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, colours.faint);
    }
    let centre = rect.left_center() + vec2(20.0, 0.0);
    counters.paint_one(ui.painter(), Shown::new(id, 0), centre, 34.0, ui.pixels_per_point());
    let ink = ui.visuals().text_color();
    let painter = ui.painter().with_clip_rect(rect);
    let left = rect.left() + 46.0;
    painter.text(
        egui::pos2(left, rect.top() + 11.0),
        Align2::LEFT_CENTER,
        &name,
        theme::strong(14.0),
        ink,
    );
    let detail = long_name(document, id);
    let detail = detail.split_once(" · ").map_or("", |(_, rest)| rest);
    let galley =
        elided(&painter, detail, FontId::proportional(12.5), colours.quiet, rect.width() - 52.0);
    painter.galley(egui::pos2(left, rect.top() + 20.0), galley, colours.quiet);
    response.clicked()
}
