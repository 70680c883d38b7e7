//! Something to be chosen from pictures: what is chosen stands on a button, which opens a field to
//! search and all that there is, each with its picture and its name.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use egui::mutex::Mutex;
use egui::{
    Align, FontId, Id, Key, Modifiers, Popup, PopupCloseBehavior, Rect, Response, Role, ScrollArea,
    Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use salient_art::Scene;

use super::shapes::Picture;
use super::theme::palette;
use super::widgets::{elided, focus_ring, name_input, quiet};

/// How wide the button is, in points.
const BUTTON: Vec2 = vec2(230.0, 44.0);
/// The room of a picture and its name, in points.
const CELL: Vec2 = vec2(96.0, 72.0);
/// The room of a picture, in points.
const PICTURE: f32 = 46.0;
/// Pictures in a row.
const COLUMNS: usize = 5;
/// How high the grid is at most, in points.
const HIGHEST: f32 = 320.0;

/// What can be chosen, and how it is drawn.
pub struct Choices<'a, T, S> {
    /// Each with its name.
    pub all: &'a [(T, String)],
    /// What is chosen now.
    pub now: &'a T,
    /// The picture of one around the origin, where a hex is as wide as 1.
    pub scene: S,
}

/// What is kept while the pictures show.
#[derive(Clone, Debug, Default)]
struct Search {
    text: String,
    /// The place among those that fit.
    at: usize,
}

/// The pictures that were made, each at the first time that it shows, and what they were made for.
type Made = (Id, Arc<Mutex<BTreeMap<usize, Picture>>>);

/// Shows the button, and the pictures while they are asked for. Gives what is chosen anew. The
/// pictures are made again once `made_for` is another.
pub fn picture_choice<T: Clone + PartialEq, S: Fn(&T) -> Scene>(
    ui: &mut Ui,
    id: Id,
    name: &str,
    made_for: impl Hash + Debug,
    choices: &Choices<'_, T, S>,
) -> Option<T> {
    let pixels = ui.pixels_per_point();
    let made_for = id.with(made_for).with(pixels.to_bits());
    let kept: Option<Made> = ui.data(|data| data.get_temp(id.with("pictures")));
    let (_, pictures) = kept.filter(|(of, _)| *of == made_for).unwrap_or_else(|| {
        let fresh: Made = (made_for, Arc::default());
        ui.data_mut(|data| data.insert_temp(id.with("pictures"), fresh.clone()));
        fresh
    });
    let paint = |ui: &Ui, at: usize, place: Rect| {
        // A hex is a little wider from corner to corner than from side to side.
        let scale = place.height() / 1.16;
        let Some((one, _)) = choices.all.get(at) else { return };
        let mut pictures = pictures.lock();
        let picture = pictures
            .entry(at)
            .or_insert_with(|| Picture::new(&(choices.scene)(one), scale, pixels));
        picture.paint(ui.painter(), place.center(), scale, place.expand(4.0));
    };

    let now = choices.all.iter().position(|(one, _)| one == choices.now);
    let button = button(ui, name, now, choices, &paint);
    let search_id = id.with("search");
    let popup = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let chosen = popup.show(|ui| {
        let kept: Option<Search> = ui.data(|data| data.get_temp(search_id));
        let fresh = kept.is_none();
        let mut search =
            kept.unwrap_or_else(|| Search { text: String::new(), at: now.unwrap_or(0) });
        let names: Vec<&str> = choices.all.iter().map(|(_, name)| name.as_str()).collect();
        let chosen = show_all(ui, name, &mut search, (&names, now, fresh), &paint);
        ui.data_mut(|data| data.insert_temp(search_id, search));
        if chosen.is_some() {
            ui.close();
        }
        chosen
    });
    match chosen {
        None => ui.data_mut(|data| data.remove::<Search>(search_id)),
        Some(chosen) => {
            let chosen = chosen.inner.filter(|chosen| Some(*chosen) != now)?;
            return choices.all.get(chosen).map(|(one, _)| one.clone());
        }
    }
    None
}

/// What is chosen now, with its picture.
fn button<T, S>(
    ui: &mut Ui,
    name: &str,
    now: Option<usize>,
    choices: &Choices<'_, T, S>,
    paint: &impl Fn(&Ui, usize, Rect),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(BUTTON, Sense::click());
    let words = now.and_then(|at| choices.all.get(at)).map_or("–", |(_, words)| words.as_str());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name);
        info.current_text_value = Some(words.to_owned());
        info
    });
    crate::look::marks::note(ui, name, rect);
    let visuals = ui.style().interact(&response);
    let edge = Stroke::new(palette(ui).edge_width.max(1.0), palette(ui).line);
    ui.painter().rect(rect, 5.0, visuals.bg_fill, edge, StrokeKind::Inside);
    focus_ring(ui, &response);
    let side = BUTTON.y - 8.0;
    let place =
        Rect::from_center_size(rect.left_center() + vec2(side / 2.0 + 8.0, 0.0), Vec2::splat(side));
    if let Some(at) = now {
        paint(ui, at, place);
    }
    let ink = visuals.text_color();
    let left = place.right() + 10.0;
    let room = rect.right() - left - 8.0;
    let words = elided(ui.painter(), words, FontId::proportional(15.0), ink, room);
    ui.painter().galley(pos2(left, rect.center().y - words.size().y / 2.0), words, ink);
    response
}

/// The field and the pictures that fit. Gives the place in the list of what is taken.
fn show_all(
    ui: &mut Ui,
    name: &str,
    search: &mut Search,
    (names, now, fresh): (&[&str], Option<usize>, bool),
    paint: &impl Fn(&Ui, usize, Rect),
) -> Option<usize> {
    ui.set_width(COLUMNS as f32 * (CELL.x + 2.0) + 14.0);
    let steps: [(Key, isize); 4] = [
        (Key::ArrowLeft, -1),
        (Key::ArrowRight, 1),
        (Key::ArrowUp, -(COLUMNS as isize)),
        (Key::ArrowDown, COLUMNS as isize),
    ];
    let (step, enter) = ui.input_mut(|input| {
        let pressed = steps.map(|(key, step)| {
            step * isize::try_from(input.count_and_consume_key(Modifiers::NONE, key)).unwrap_or(0)
        });
        (pressed.iter().sum::<isize>(), input.consume_key(Modifiers::NONE, Key::Enter))
    });
    // The key that opened it has done its work.
    let enter = enter && !fresh;
    let field =
        TextEdit::singleline(&mut search.text).hint_text("Search").desired_width(f32::INFINITY);
    let field = ui.add(field);
    name_input(&field, &format!("Search: {name}"));
    if fresh {
        field.request_focus();
    }
    let found = fitting(names, &search.text);
    if field.changed() {
        search.at = 0;
    }
    let last = found.len().saturating_sub(1);
    search.at = search.at.saturating_add_signed(step).min(last);
    let mut taken = enter.then(|| found.get(search.at).copied()).flatten();
    ScrollArea::vertical().max_height(HIGHEST).min_scrolled_height(HIGHEST).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for (row, places) in found.chunks(COLUMNS).enumerate() {
            ui.horizontal(|ui| {
                for (column, &at) in places.iter().enumerate() {
                    let in_hand = row * COLUMNS + column == search.at;
                    let cell = cell(ui, names[at], (now == Some(at), in_hand), |ui, place| {
                        paint(ui, at, place);
                    });
                    if in_hand && (fresh || step != 0) {
                        cell.scroll_to_me(Some(Align::Center));
                    }
                    if cell.clicked() {
                        taken = Some(at);
                    }
                }
            });
        }
        if found.is_empty() {
            quiet(ui, "None is called that.");
        }
    });
    taken
}

/// A picture with its name; `on`: it is chosen now; `in_hand`: Enter takes it.
fn cell(
    ui: &mut Ui,
    name: &str,
    (on, in_hand): (bool, bool),
    paint: impl FnOnce(&Ui, Rect),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(CELL, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    if ui.is_rect_visible(rect) {
        let colours = palette(ui);
        if on || response.hovered() {
            let fill = ui.visuals().widgets.hovered.bg_fill;
            ui.painter().rect_filled(rect, 5.0, fill);
        }
        if in_hand {
            let ring = Stroke::new(colours.focus_width, colours.focus);
            ui.painter().rect_stroke(rect, 5.0, ring, StrokeKind::Inside);
        }
        focus_ring(ui, &response);
        let middle = rect.center_top() + vec2(0.0, PICTURE / 2.0 + 4.0);
        paint(ui, Rect::from_center_size(middle, Vec2::splat(PICTURE)));
        let ink = ui.visuals().text_color();
        let font = FontId::proportional(12.0);
        let words = elided(ui.painter(), name, font, ink, CELL.x - 8.0);
        let left = rect.center().x - words.size().x / 2.0;
        ui.painter().galley(pos2(left, rect.bottom() - words.size().y - 3.0), words, ink);
    }
    response.on_hover_text(name)
}

/// The places of the names that have all of the words, or their beginnings, in any order.
fn fitting(names: &[&str], typed: &str) -> Vec<usize> {
    let typed = typed.to_lowercase();
    let fits = |name: &str| {
        let name = name.to_lowercase();
        typed.split_whitespace().all(|word| name.contains(word))
    };
    (0..names.len()).filter(|at| names.get(*at).is_some_and(|name| fits(name))).collect()
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use super::*;

    #[test]
    fn words_are_found_in_any_order_and_case() {
        let names = ["Nothing", "A few houses", "Many houses", "Shell holes"];
        for (typed, places) in [
            ("", vec![0, 1, 2, 3]),
            ("house", vec![1, 2]),
            ("HOUSES many", vec![2]),
            ("h", vec![0, 1, 2, 3]),
            ("reeds", vec![]),
        ] {
            assert_eq!(fitting(&names, typed), places, "{typed}");
        }
    }

    fn harness() -> Harness<'static, usize> {
        let all: Vec<(usize, String)> =
            ["Nothing", "Trees", "Reeds", "Peaks", "Waves", "Gas", "Fort"]
                .iter()
                .enumerate()
                .map(|(at, name)| (at, (*name).to_owned()))
                .collect();
        let show = move |ui: &mut Ui, now: &mut usize| {
            let scene = |_: &usize| Scene::new();
            let choices = Choices { all: &all, now, scene };
            let chosen = picture_choice(ui, Id::unique("mark"), "Drawn", 0, &choices);
            if let Some(chosen) = chosen {
                *now = chosen;
            }
        };
        let mut harness = Harness::builder().with_size([640.0, 520.0]).build_ui_state(show, 0);
        harness.run_steps(3);
        harness
    }

    #[test]
    fn one_is_chosen_by_a_click_and_by_keys_alone() {
        let mut harness = harness();
        harness.get_by_label("Drawn").click();
        harness.run_steps(4);
        harness.get_by_label("Waves").click();
        harness.run_steps(4);
        assert_eq!(*harness.state(), 4);
        assert!(harness.query_by_label("Waves").is_none(), "the pictures are put away");
        // A row down from the first is the sixth.
        harness.get_by_label("Drawn").focus();
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert!(harness.query_by_label("Waves").is_some());
        for (key, steps) in [(Key::ArrowLeft, 4), (Key::ArrowDown, 1)] {
            (0..steps).for_each(|_| harness.key_press(key));
            harness.run_steps(2);
        }
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert_eq!(*harness.state(), 5);
        // What is typed right away is the search.
        harness.get_by_label("Drawn").click();
        harness.run_steps(4);
        harness.event(egui::Event::Text("ee".to_owned()));
        harness.run_steps(3);
        assert!(
            harness.query_by_label("Trees").is_some() && harness.query_by_label("Gas").is_none()
        );
        harness.key_press(Key::ArrowRight);
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert_eq!(*harness.state(), 2);
    }
}
