//! The tree at the left.

use std::collections::{BTreeMap, BTreeSet};

use egui::{
    Color32, EventFilter, FontId, Key as KeyboardKey, Rect, Response, Role, ScrollArea, Sense,
    Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use salient_art::counter_art::Shown;
use salient_document::oob::{Flaw, Key, MoveTo, Tree, name_of};
use salient_document::{CounterUse, Document};
use salient_schema::CounterId;

use super::{CarriedRows, CounterField, Field, FormationField, OrderOfBattlePage, Pick, RowWords};
use crate::look::theme::{self, palette};
use crate::look::widgets::{elided, focus_ring, quiet};
use crate::map::CarriedCounter;
use crate::map::stacks::Counters;
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

/// The height of a row, in points.
const ROW: f32 = 32.0;
/// How far each level is set in.
const INDENT: f32 = 15.0;

/// What each row says and is found by.
pub(super) fn words(document: &Document, tree: &Tree) -> BTreeMap<Key, RowWords> {
    let bundle = document.bundle();
    let mut all = BTreeMap::new();
    let mut side = String::new();
    let set_aside = document.set_aside();
    for (at, row) in tree.rows().iter().enumerate() {
        let inside = || tree.counters_in(at).count().to_string();
        let (name, right, more) = match &row.key {
            Key::Side(id) => {
                side.clone_from(id);
                let found = bundle.ruleset.sides.iter().find(|one| one.id == *id);
                (found.map_or(id.clone(), |one| one.name.clone()), inside(), String::new())
            }
            Key::Formation(oob, id) => {
                let list = bundle.orders_of_battle.get(*oob).map(|oob| oob.formations.iter());
                let found = list.into_iter().flatten().find(|one| one.id == *id);
                let more = found.and_then(|one| one.commander.clone()).unwrap_or_default();
                let name = found.map_or(id.clone(), |one| one.name.clone());
                (name, inside(), format!("{more} {id}"))
            }
            Key::Loose(_) => ("In no formation".to_owned(), inside(), String::new()),
            Key::Counter(id) => match document.counter(id) {
                Some(counter) => {
                    let types = bundle.ruleset.counters.types.iter();
                    let kind = types.filter(|one| one.id == counter.unit_type);
                    let kind = kind.map(|one| one.name.as_str()).next().unwrap_or_default();
                    let name = match counter.designation.trim() {
                        "" => format!("{kind} ({id})"),
                        _ => name_of(counter).to_owned(),
                    };
                    let right = match counter.count {
                        1 => whereabouts(document, &set_aside, id),
                        many => format!("× {many}"),
                    };
                    (name, right, format!("{id} {kind} {}", counter.traits.join(" ")))
                }
                None => (id.clone(), String::new(), String::new()),
            },
        };
        let searched = format!("{name} {right} {more}").to_lowercase();
        all.insert(row.key.clone(), RowWords { name, right, searched, side: side.clone() });
    }
    all
}

/// Where a counter is, shortly.
pub(super) fn whereabouts(
    document: &Document,
    set_aside: &BTreeSet<&CounterId>,
    counter: &CounterId,
) -> String {
    match document.counter_uses(counter).first() {
        Some(CounterUse::Hex(Some(hex))) => document.grid().label(*hex),
        Some(CounterUse::Hex(None)) => "off the map".to_owned(),
        Some(CounterUse::Zone(zone)) => zone.clone(),
        Some(CounterUse::Arrives(turn)) => format!("turn {turn}"),
        Some(CounterUse::Eliminated) => "eliminated".to_owned(),
        Some(CounterUse::OffMap) => "begins off the map".to_owned(),
        None if set_aside.contains(counter) => "set aside".to_owned(),
        None => "not placed".to_owned(),
    }
}

impl OrderOfBattlePage {
    /// The places of the rows that show.
    pub(super) fn shown(&self) -> Vec<usize> {
        let wanted = self.search.to_lowercase();
        let of_side = |key: &Key| {
            self.side.is_none()
                || self.names.get(key).is_some_and(|words| Some(&words.side) == self.side.as_ref())
        };
        let fits = |key: &Key| {
            let searched = self.names.get(key).map_or("", |words| words.searched.as_str());
            !matches!(key, Key::Side(_))
                && wanted.split_whitespace().all(|word| searched.contains(word))
        };
        let is_open = |key: &Key| !self.closed.contains(key);
        let mut shown = if wanted.trim().is_empty() {
            self.tree.shown(is_open, None)
        } else {
            self.tree.shown(is_open, Some(&fits))
        };
        shown.retain(|&at| self.tree.rows().get(at).is_some_and(|row| of_side(&row.key)));
        shown
    }

    pub(super) fn tree_ui(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        pick: &mut Option<Pick>,
    ) {
        let shown = self.shown();
        if shown.is_empty() {
            ui.add_space(12.0);
            quiet(
                ui,
                if self.search.is_empty() { "No unit yet." } else { "Nothing is like that." },
            );
            return;
        }
        let mut area = ScrollArea::vertical().auto_shrink(false).id_salt("tree");
        let spacing = ui.spacing().item_spacing.y;
        ui.spacing_mut().item_spacing.y = 1.0;
        let place = self.cursor.as_ref().and_then(|key| {
            shown.iter().position(|&at| self.tree.rows().get(at).is_some_and(|r| r.key == *key))
        });
        if self.wants_focus
            && let Some(place) = place
        {
            let top = place as f32 * (ROW + 1.0);
            let id = ui.scope_id().with("tree height");
            let (now, room) = ui.data(|data| data.get_temp(id)).unwrap_or((0.0_f32, 400.0_f32));
            if top < now || top + ROW > now + room {
                area = area.vertical_scroll_offset((top - room / 2.0).max(0.0));
            }
        }
        let mut pressed = None;
        let output = area.show_rows(ui, ROW, shown.len(), |ui, visible| {
            for &at in shown.get(visible).unwrap_or_default() {
                self.row(ui, input, counters, at, out, pick, &mut pressed);
            }
        });
        let id = ui.scope_id().with("tree height");
        let seen = (output.state.clamped_offset().y, output.inner_rect.height());
        ui.data_mut(|data| data.insert_temp(id, seen));
        ui.spacing_mut().item_spacing.y = spacing;
        if input.editing {
            carried_picture(ui, counters);
        }
        self.wants_focus = false;
        if let Some(pressed) = pressed {
            self.key(&pressed, &shown, pick);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what a row reads and what it may ask for")]
    fn row(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        at: usize,
        out: &mut Vec<OobRequest>,
        pick: &mut Option<Pick>,
        pressed: &mut Option<Pressed>,
    ) {
        let Some(row) = self.tree.rows().get(at).cloned() else { return };
        let words = self.names.get(&row.key).cloned().unwrap_or_default();
        let selected = self.selected.contains(&row.key);
        let holds = row.end > at + 1 || !matches!(row.key, Key::Counter(_));
        let id = ui.scope_id().with(("row", &row.key));
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let movable = matches!(row.key, Key::Counter(_) | Key::Formation(..));
        let sense = if movable { Sense::click_and_drag() } else { Sense::click() };
        let response = ui.interact(rect, id, sense);
        let label = match &row.key {
            Key::Counter(_) => format!("Counter {}", words.name),
            Key::Formation(..) => format!("Formation {}", words.name),
            Key::Side(_) => format!("Side {}", words.name),
            Key::Loose(_) => words.name.clone(),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, label.clone()));
        if self.wants_focus && self.cursor.as_ref() == Some(&row.key) {
            response.request_focus();
        }
        if response.has_focus() {
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
            let key = ui.input(|i| KEYS.into_iter().find(|&key| i.key_pressed(key)));
            let shift = ui.input(|i| i.modifiers.shift);
            *pressed = pressed.take().or(key.map(|key| Pressed { row: at, key, shift }));
        }
        let open = !self.closed.contains(&row.key);
        let left = rect.left() + 4.0 + row.depth as f32 * INDENT;
        if holds {
            let twist = Rect::from_min_size(pos2(left, rect.top()), vec2(18.0, ROW));
            let twist_response = ui.interact(twist, id.with("twist"), Sense::click());
            let verb = if open { "Close" } else { "Open" };
            twist_response.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, format!("{verb} {}", words.name))
            });
            if twist_response.clicked() {
                self.toggle(&row.key);
            }
        }
        if ui.is_rect_visible(rect) {
            let (key, flaw, words) = (&row.key, row.flaw, &words);
            let look = RowLook { key, flaw, words, selected, holds, open, left };
            paint_row(ui, &response, &look, counters);
        }
        if response.clicked() && !ui.input(|i| i.key_pressed(KeyboardKey::Enter)) {
            let modifiers = ui.input(|i| i.modifiers);
            *pick = Some(Pick {
                key: row.key.clone(),
                toggle: modifiers.command,
                range: modifiers.shift,
            });
            response.request_focus();
        }
        if response.double_clicked() && holds {
            self.toggle(&row.key);
        }
        if let Some(flaw) = row.flaw {
            response.clone().on_hover_text(in_words(flaw));
        }
        if input.editing {
            self.drag_and_drop(ui, &response, rect, &row.key, out);
        }
    }

    fn toggle(&mut self, key: &Key) {
        if !self.closed.remove(key) {
            self.closed.insert(key.clone());
        }
    }

    fn drag_and_drop(
        &mut self,
        ui: &mut Ui,
        response: &Response,
        rect: Rect,
        key: &Key,
        out: &mut Vec<OobRequest>,
    ) {
        let keys =
            if self.selected.contains(key) { self.selected_keys() } else { vec![key.clone()] };
        match keys.as_slice() {
            // A counter by itself may be dropped on the map too.
            [Key::Counter(id)] => response.dnd_set_drag_payload(CarriedCounter(id.clone())),
            _ => response.dnd_set_drag_payload(CarriedRows(keys)),
        }
        if hovers(response) {
            let ink = palette(ui).accent;
            match key {
                Key::Counter(_) => {
                    let line = [rect.left_top(), rect.right_top()];
                    ui.painter().line_segment(line, Stroke::new(2.5, ink));
                }
                _ => {
                    let pen = Stroke::new(2.0, ink);
                    ui.painter().rect_stroke(rect, 5.0, pen, egui::StrokeKind::Inside);
                }
            }
        }
        if let Some(keys) = take_dropped(response)
            && !keys.contains(key)
        {
            let to = match key {
                Key::Formation(oob, id) => MoveTo::Formation(*oob, id.clone()),
                Key::Counter(id) => MoveTo::Before(id.clone()),
                Key::Side(_) | Key::Loose(_) => MoveTo::Nowhere,
            };
            out.push(OobRequest::Move(keys, to));
        }
    }

    /// Arrows go through the tree, open and close it; Enter goes to the first field.
    fn key(&mut self, pressed: &Pressed, shown: &[usize], pick: &mut Option<Pick>) {
        let Pressed { row, key, shift } = pressed;
        let rows = self.tree.rows();
        let Some(place) = shown.iter().position(|at| at == row) else { return };
        let go = |to: usize| shown.get(to).and_then(|&at| rows.get(at)).map(|row| row.key.clone());
        let Some(here) = rows.get(*row) else { return };
        let holds = here.end > row + 1;
        let open = holds && !self.closed.contains(&here.key);
        let next = match key {
            KeyboardKey::ArrowDown => go(place + 1),
            KeyboardKey::ArrowUp => place.checked_sub(1).and_then(go),
            KeyboardKey::Home => go(0),
            KeyboardKey::End => go(shown.len().saturating_sub(1)),
            KeyboardKey::ArrowRight if open => go(place + 1),
            KeyboardKey::ArrowRight if holds => {
                let key = here.key.clone();
                self.closed.remove(&key);
                Some(key)
            }
            KeyboardKey::ArrowLeft if open => {
                let key = here.key.clone();
                self.closed.insert(key.clone());
                Some(key)
            }
            KeyboardKey::ArrowLeft => {
                let above = rows.get(..*row).unwrap_or_default().iter();
                above.rev().find(|other| other.depth < here.depth).map(|row| row.key.clone())
            }
            KeyboardKey::Enter => {
                self.focus_field = match &here.key {
                    Key::Counter(id) => {
                        Some(Field::Counters(vec![id.clone()], CounterField::Designation))
                    }
                    Key::Formation(at, id) => {
                        Some(Field::Formation(*at, id.clone(), FormationField::Name))
                    }
                    _ => None,
                };
                return;
            }
            _ => None,
        };
        if let Some(key) = next {
            *pick = Some(Pick { key, toggle: false, range: *shift });
            self.wants_focus = true;
        }
    }
}

/// What is wrong with where something stands, in words.
pub(super) fn in_words(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::Circle => "This formation belongs to itself, by way of others.",
        Flaw::Lost => "What it belongs to is not there.",
        Flaw::OtherSide => "It belongs to a formation of another side.",
    }
}

/// Whether something that could be dropped is carried over it.
pub(super) fn hovers(response: &Response) -> bool {
    response.dnd_hover_payload::<CarriedRows>().is_some()
        || response.dnd_hover_payload::<CarriedCounter>().is_some()
}

/// What is dropped on it.
pub(super) fn take_dropped(response: &Response) -> Option<Vec<Key>> {
    // Asking for the other kind would take what is carried and drop it.
    if egui::DragAndDrop::has_payload_of_type::<CarriedCounter>(&response.ctx) {
        let counter = response.dnd_release_payload::<CarriedCounter>();
        return counter.map(|counter| vec![Key::Counter(counter.0.clone())]);
    }
    response.dnd_release_payload::<CarriedRows>().map(|rows| rows.0.clone())
}

/// A key that is pressed on a row.
struct Pressed {
    row: usize,
    key: KeyboardKey,
    shift: bool,
}

/// The keys that the tree takes.
const KEYS: [KeyboardKey; 7] = [
    KeyboardKey::ArrowDown,
    KeyboardKey::ArrowUp,
    KeyboardKey::ArrowLeft,
    KeyboardKey::ArrowRight,
    KeyboardKey::Home,
    KeyboardKey::End,
    KeyboardKey::Enter,
];

/// How a row looks.
struct RowLook<'a> {
    key: &'a Key,
    flaw: Option<Flaw>,
    words: &'a RowWords,
    selected: bool,
    holds: bool,
    open: bool,
    left: f32,
}

fn paint_row(ui: &Ui, response: &Response, look: &RowLook<'_>, counters: &mut Counters) {
    let rect = response.rect;
    let colours = palette(ui);
    let text = ui.visuals().text_color();
    let (fill, ink, faint) = if look.selected {
        (colours.accent, colours.on_accent, colours.on_accent.gamma_multiply(0.8))
    } else if response.hovered() {
        (ui.visuals().widgets.hovered.bg_fill, text, colours.quiet)
    } else {
        (Color32::TRANSPARENT, text, colours.quiet)
    };
    ui.painter().rect_filled(rect, 5.0, fill);
    focus_ring(ui, response);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let mut x = look.left;
    if look.holds {
        let middle = pos2(x + 8.0, rect.center().y);
        let corners = if look.open {
            [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)]
        } else {
            [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)]
        };
        let corners = corners.map(|corner| middle + corner).to_vec();
        painter.add(Shape::convex_polygon(corners, faint, Stroke::NONE));
        x += 18.0;
    }
    if let Key::Counter(id) = look.key {
        let centre = pos2(x + 15.0, rect.center().y);
        counters.paint_one(&painter, Shown::new(id, 0), centre, 28.0, ui.pixels_per_point());
        x += 36.0;
    }
    let right_ink = match look.key {
        Key::Counter(_) if look.words.right == "not placed" && !look.selected => colours.warning,
        _ => faint,
    };
    let right =
        painter.layout_no_wrap(look.words.right.clone(), FontId::proportional(13.0), right_ink);
    let edge = rect.right() - 8.0 - right.size().x;
    painter.galley(pos2(edge, rect.center().y - right.size().y / 2.0), right, right_ink);
    let font = match look.key {
        Key::Counter(_) => FontId::proportional(15.0),
        _ => theme::strong(15.0),
    };
    let room = Rect::from_min_max(rect.min, pos2(edge - 6.0, rect.bottom()));
    let name_ink = if look.flaw.is_some() && !look.selected { colours.error } else { ink };
    let name = elided(&painter, &look.words.name, font, name_ink, room.right() - x);
    painter.galley(pos2(x, rect.center().y - name.size().y / 2.0), name, name_ink);
}

/// What is carried, under the pointer.
fn carried_picture(ui: &Ui, counters: &mut Counters) {
    let ctx = ui.ctx();
    let Some(pointer) = ctx.pointer_interact_pos() else { return };
    let layer = egui::LayerId::new(egui::Order::Tooltip, ui.scope_id().with("carried"));
    let painter = ctx.layer_painter(layer);
    if let Some(one) = egui::DragAndDrop::payload::<CarriedCounter>(ctx) {
        let centre = pointer + vec2(20.0, 18.0);
        counters.paint_one(&painter, Shown::new(&one.0, 0), centre, 40.0, ctx.pixels_per_point());
        return;
    }
    let Some(rows) = egui::DragAndDrop::payload::<CarriedRows>(ctx) else { return };
    let ids: Vec<_> = rows.0.iter().filter_map(Key::counter).take(4).collect();
    for (at, id) in ids.iter().enumerate().rev() {
        let centre = pointer + vec2(20.0 + at as f32 * 5.0, 18.0 - at as f32 * 5.0);
        counters.paint_one(&painter, Shown::new(id, 0), centre, 40.0, ctx.pixels_per_point());
    }
    if rows.0.len() > 1 || ids.is_empty() {
        let text = match rows.0.len() {
            1 => "1 formation".to_owned(),
            many => format!("{many} rows"),
        };
        let at = pointer + vec2(48.0, 10.0);
        let galley = painter.layout_no_wrap(text, theme::strong(14.0), palette(ui).on_accent);
        let background = Rect::from_min_size(at, galley.size()).expand(4.0);
        painter.rect_filled(background, 4.0, palette(ui).accent);
        painter.galley(at, galley, palette(ui).on_accent);
    }
}
