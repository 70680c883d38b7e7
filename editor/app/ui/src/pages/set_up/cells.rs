//! A counter on the sheet: its picture, what it is called and where it stands.

use egui::{Color32, FontId, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use salient_art::counter_art::Shown;
use salient_document::set_up::{Entry, Op, Place};
use salient_document::{PlacedCounter, Selection, Tool};

use super::wants;
use crate::look::theme::{self, palette};
use crate::look::widgets::{elided, focus_ring};
use crate::map::stacks::Counters;
use crate::map::{CarriedCounter, begins};
use crate::pages::PageInput;
use crate::request::Request;

/// The height of a row of cells, in points.
pub(super) const HEIGHT: f32 = 46.0;

pub(super) fn show(
    ui: &mut Ui,
    entry: &Entry,
    width: f32,
    input: &PageInput<'_>,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let sense = if input.editing { Sense::click_and_drag() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), sense);
    let in_hand =
        matches!(input.tool, Tool::PlaceCounter { counter, .. } if *counter == entry.counter);
    let chosen = &input.document.selection().counters;
    let selected = in_hand || chosen.iter().any(|placed| placed.counter == entry.counter);
    let place = entry.place.words();
    response.widget_info(|| {
        let words = format!("{}, {place} {}", entry.name, entry.begins);
        let words = words.trim_end();
        WidgetInfo::selected(Role::Button, true, selected, words)
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
        Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect.shrink(1.0), 6.0, fill);
    focus_ring(ui, &response);
    let centre = rect.left_center() + vec2(HEIGHT / 2.0 + 1.0, 0.0);
    let pixels = ui.pixels_per_point();
    counters.paint_one(ui.painter(), Shown::new(&entry.counter, 0), centre, HEIGHT - 8.0, pixels);
    let left = rect.left() + HEIGHT + 6.0;
    let painter = ui.painter().with_clip_rect(rect.shrink(2.0));
    let ink = ui.visuals().text_color();
    let line = |y: f32| pos2(left, rect.center().y + y);
    let words = |text: &str, font: FontId, tint: Color32, y: f32| {
        let text = elided(&painter, text, font, tint, rect.right() - 4.0 - left);
        painter.galley(line(y) - vec2(0.0, text.size().y / 2.0), text, tint);
    };
    words(&entry.name, theme::strong(14.0), ink, -9.0);
    let font = FontId::proportional(13.0);
    match &entry.place {
        Place::Hex(_, label) if entry.begins.is_empty() => {
            words(&format!("in {label}"), font, colours.quiet, 9.0);
        }
        Place::Hex(_, label) => {
            words(&format!("in {label}, {}", entry.begins), font, colours.quiet, 9.0);
        }
        other => {
            let tint = if wants(other).is_some() { colours.warning } else { colours.quiet };
            words(other.words(), font, tint, 9.0);
        }
    }
    let response = response.on_hover_text(&entry.detail);
    if input.editing {
        response.dnd_set_drag_payload(CarriedCounter(entry.counter.clone()));
        response.context_menu(|ui| menu(ui, entry, input, requests));
    }
    if !response.clicked() {
        return;
    }
    match &entry.place {
        Place::Hex(hex, _) => {
            requests.push(Request::GoTo(*hex));
            if input.editing {
                let selection = Selection::of_counter(entry.counter.clone(), *hex);
                requests.push(Request::Select(selection));
            }
        }
        Place::Nowhere | Place::Group(_) | Place::Eliminated if input.editing => {
            requests.push(Request::Choose(match in_hand {
                true => Tool::Select,
                false => Tool::PlaceCounter { counter: entry.counter.clone(), face: 0 },
            }));
        }
        _ => {}
    }
}

/// What else may be done with a counter.
fn menu(ui: &mut Ui, entry: &Entry, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let document = input.document;
    let side = document.counter(&entry.counter).map(|counter| counter.side.clone());
    for (at, group) in document.scenario().setup.free.iter().enumerate() {
        let here = entry.place == Place::Group(at);
        if Some(&group.side) != side.as_ref() || here {
            continue;
        }
        let zone = document.map().zones.items.iter().find(|zone| zone.id == group.zone);
        let zone = zone.map_or(group.zone.as_str(), |zone| zone.name.as_str());
        if ui.button(format!("Let its owner place it in {zone}")).clicked() {
            let counter = entry.counter.clone();
            requests.push(Request::SetUp(Op::ToGroup { counter, group: at }));
            ui.close();
        }
    }
    if let Place::Hex(hex, _) = entry.place {
        let placed = [PlacedCounter { counter: entry.counter.clone(), hex }];
        begins::button(ui, "Begins as", document, &placed, requests);
    }
    let eliminated = entry.place == Place::Eliminated;
    if !eliminated && ui.button("Let it begin among the eliminated").clicked() {
        requests.push(Request::SetUp(Op::ToEliminated { counter: entry.counter.clone() }));
        ui.close();
    }
    let placed = entry.place != Place::Nowhere;
    if ui.add_enabled(placed, egui::Button::new("Take it off the set-up")).clicked() {
        requests.push(Request::SetUp(Op::Unplace { counter: entry.counter.clone() }));
        ui.close();
    }
}
