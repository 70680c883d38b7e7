//! Formations as on the displays of armies: each army with its corps as boxes, what those may hold,
//! and what belongs to them. A formation is dragged to where it is to belong, or given it by a list.
//!
//! What limits what is the system's to say ([`Held`]); without one the boxes are a plain tree.

use egui::{
    Color32, CornerRadius, FontId, Id as WidgetId, Rect, Response, RichText, Role, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use salient_art::counter_art::Shown;
use salient_document::oob::{Card, Held, Key, MoveTo, name_of};
use salient_schema::CounterId;

use super::tree::{self, hovers, take_dropped};
use super::{CarriedRows, Mode, OrderOfBattlePage, Pick};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, elided, focus_ring, heading, quiet, text_button};
use crate::map::CarriedCounter;
use crate::map::stacks::Counters;
use crate::pages::PageInput;
use crate::request::Request;
use crate::request::order_of_battle::OobRequest;

/// How wide a box is at least, in points.
const BOX: f32 = 244.0;
/// Between boxes, and around what is in one.
const GAP: f32 = 8.0;
const INSIDE: f32 = 8.0;
/// How high a marker is, a box's name, and a line of words.
const MARKER: f32 = 34.0;
const TITLE: f32 = 30.0;
const WORDS: f32 = 24.0;
/// The side of a counter.
const COUNTER: f32 = 28.0;
/// How far those are set in that belong to what stands above them.
const INDENT: f32 = 14.0;

/// A box on a display, line by line.
struct Pane {
    /// The formation that what is dropped on it will belong to; none for those that belong to none.
    home: Option<usize>,
    lines: Vec<Line>,
}

/// What stands on a line of a box.
enum Line {
    /// The name of the formation whose box it is.
    Title(usize),
    /// Other words at the head of a box.
    Head(String),
    /// What may belong to a formation, and what does.
    Held(usize, usize),
    /// Counters, as many beside each other as there is room for.
    Counters(Vec<CounterId>),
    /// A formation, and how deep it stands in the box.
    Marker(usize, usize),
    /// A few words where nothing is.
    Nothing(&'static str),
}

impl Line {
    fn height(&self, width: f32) -> f32 {
        match self {
            Self::Title(_) | Self::Head(_) => TITLE,
            Self::Held(..) | Self::Nothing(_) => WORDS,
            Self::Counters(ids) => ids.len().div_ceil(per_row(width)) as f32 * (COUNTER + 4.0),
            Self::Marker(..) => MARKER,
        }
    }
}

fn per_row(width: f32) -> usize {
    (((width - 4.0) / (COUNTER + 4.0)) as usize).max(1)
}

impl Pane {
    fn height(&self, width: f32) -> f32 {
        let lines = self.lines.iter().map(|line| line.height(width - 2.0 * INSIDE));
        lines.sum::<f32>() + 2.0 * INSIDE
    }
}

/// What a display is drawn with.
struct Drawing<'a, 'p> {
    input: &'a PageInput<'p>,
    counters: &'a mut Counters,
    out: &'a mut Vec<OobRequest>,
    requests: &'a mut Vec<Request>,
    pick: &'a mut Option<Pick>,
    /// Whether something nearer to the pointer takes what is carried.
    taken: bool,
}

impl OrderOfBattlePage {
    /// All displays, side by side below each other.
    pub(super) fn displays_ui(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        requests: &mut Vec<Request>,
        pick: &mut Option<Pick>,
    ) {
        self.selected_strip(ui, input, out);
        let shown = self.shown_cards();
        if shown.is_empty() {
            let none = self.displays.cards().is_empty();
            quiet(
                ui,
                if none { "No formation yet: add one." } else { "No formation is like that." },
            );
            return;
        }
        let mut drawing = Drawing { input, counters, out, requests, pick, taken: false };
        ScrollArea::vertical().id_salt("displays").auto_shrink(false).show(ui, |ui| {
            let mut sides: Vec<&str> = Vec::new();
            for card in self.displays.cards() {
                if sides.last().is_none_or(|side| *side != card.side) {
                    sides.push(&card.side);
                }
            }
            for side in sides {
                let top: Vec<usize> = shown
                    .iter()
                    .copied()
                    .filter(|&at| {
                        self.card(at).is_some_and(|one| one.depth == 0 && one.side == side)
                    })
                    .collect();
                if top.is_empty() {
                    continue;
                }
                heading(ui, input.document.ruleset().side_name(side));
                let (armies, alone): (Vec<usize>, Vec<usize>) =
                    top.into_iter().partition(|&at| self.displays.holds(at));
                for at in armies {
                    self.display(ui, &mut drawing, at, &shown);
                }
                self.alone(ui, &mut drawing, side, &alone);
            }
            self.legend(ui, input);
        });
    }

    fn card(&self, at: usize) -> Option<&Card> {
        self.displays.cards().get(at)
    }

    /// The places of those that show: all, or what a search finds and what that is in.
    fn shown_cards(&self) -> Vec<usize> {
        let cards = self.displays.cards().iter().enumerate();
        let of_side = |card: &Card| self.side.as_ref().is_none_or(|side| *side == card.side);
        if self.search.trim().is_empty() {
            return cards.filter(|(_, card)| of_side(card)).map(|(at, _)| at).collect();
        }
        let rows = self.shown().into_iter().filter_map(|at| self.tree.rows().get(at));
        let found: std::collections::BTreeSet<&Key> = rows.map(|row| &row.key).collect();
        cards.filter(|(_, card)| found.contains(&card.key)).map(|(at, _)| at).collect()
    }

    /// What is selected, and the list of what it may belong to.
    fn selected_strip(&mut self, ui: &mut Ui, input: &PageInput<'_>, out: &mut Vec<OobRequest>) {
        let keys: Vec<Key> = self.selected_keys();
        let keys: Vec<Key> =
            keys.into_iter().filter(|key| matches!(key, Key::Formation(..))).collect();
        if keys.is_empty() {
            quiet(
                ui,
                "Drag a formation onto the box of the one that it is to belong to, or click it and \
                 choose.",
            );
            return;
        }
        ui.horizontal_wrapped(|ui| {
            let name = match keys.as_slice() {
                [one] => self.names.get(one).map(|words| words.name.clone()).unwrap_or_default(),
                many => format!("{} formations", many.len()),
            };
            ui.label(RichText::new(name).font(theme::strong(15.0)));
            ui.label(RichText::new("belongs to").color(palette(ui).quiet));
            self.belongs_to(ui, input, out, &keys);
            if text_button(ui, None, "Show its fields", true).clicked() {
                self.mode = Mode::Counters;
            }
        });
    }

    /// A list of the formations that others may belong to.
    pub(super) fn belongs_to(
        &self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        keys: &[Key],
    ) {
        const WIDE: f32 = 240.0;
        let cards = self.displays.cards();
        let own: Vec<(usize, &Card)> =
            cards.iter().enumerate().filter(|(_, card)| keys.contains(&card.key)).collect();
        let Some((_, first)) = own.first() else { return };
        let Key::Formation(oob, _) = first.key else { return };
        let alike = |card: &Card| {
            matches!(card.key, Key::Formation(of, _) if of == oob) && card.side == first.side
        };
        let all_alike = own.iter().all(|(_, card)| alike(card));
        let below = |at: usize| own.iter().any(|(from, card)| (*from..card.end).contains(&at));
        let mut choices = vec![(None, "no other formation".to_owned())];
        for (at, card) in cards.iter().enumerate() {
            if let Key::Formation(_, id) = &card.key
                && alike(card)
                && !below(at)
            {
                let indent = "    ".repeat(card.depth.min(6));
                choices.push((Some(id.clone()), format!("{indent}{}", card.name)));
            }
        }
        let list = input.document.bundle().orders_of_battle.get(oob);
        let parent = |key: &Key| {
            let formations = list.into_iter().flat_map(|list| &list.formations);
            let mut found =
                formations.filter(|one| matches!(key, Key::Formation(_, id) if one.id == *id));
            found.next().and_then(|one| one.parent.clone())
        };
        let now = parent(&first.key);
        let same = own.iter().all(|(_, card)| parent(&card.key) == now);
        ui.add_enabled_ui(input.editing && all_alike, |ui| {
            let now = same.then_some(&now);
            let chosen = super::choosers::choice(ui, "Belongs to", WIDE, &choices, now);
            if let Some(home) = chosen {
                let to = home.map_or(MoveTo::Nowhere, |id| MoveTo::Formation(oob, id));
                out.push(OobRequest::Move(keys.to_vec(), to));
            }
        });
    }

    /// An army, or whatever belongs to no other and holds others.
    fn display(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, at: usize, shown: &[usize]) {
        let Some(own) = self.card(at) else { return };
        let rect = card(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let font = theme::strong(17.0);
                let ink = if own.flaw.is_some() { palette(ui).error } else { palette(ui).ink };
                let words = ui.painter().layout_no_wrap(own.name.clone(), font, ink);
                let size = vec2(words.size().x + 12.0, TITLE);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let response = self.formation_at(ui, drawing, rect, at, "Display");
                let ink = paint_back(ui, rect, &response, self.selected.contains(&own.key), ink);
                let words_at = pos2(rect.left() + 6.0, rect.center().y - words.size().y / 2.0);
                ui.painter().galley_with_override_text_color(words_at, words, ink);
                if let Some(commander) = &own.commander {
                    ui.label(RichText::new(commander).color(palette(ui).quiet));
                }
                for held in &own.held {
                    ui.add_space(8.0);
                    held_words(ui, &own.name, held, drawing.requests);
                }
                for (name, value) in &own.ratings {
                    let words = format!("{name}: {value}");
                    ui.label(RichText::new(words).color(palette(ui).quiet));
                }
            });
            let panes = self.panes(at, shown);
            self.grid(ui, drawing, &panes);
            ui.min_rect()
        });
        let around = rect.expand(10.0);
        let whole = ui.interact(around, ui.scope_id().with(("army", &own.key)), Sense::hover());
        self.drop_on(ui, drawing, &whole, Some(at), around);
        ui.add_space(GAP);
    }

    /// Those that belong to no other and hold none.
    fn alone(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, side: &str, alone: &[usize]) {
        let rect = card(ui, |ui| {
            ui.label(RichText::new("By themselves").font(theme::strong(15.0)));
            if alone.is_empty() {
                quiet(ui, "What is dropped here belongs to no other formation.");
            }
            let panes: Vec<Pane> = alone.iter().map(|&at| self.pane(at, &[])).collect();
            self.grid(ui, drawing, &panes);
            ui.min_rect()
        });
        let around = rect.expand(10.0);
        let whole = ui.interact(around, ui.scope_id().with(("alone", side)), Sense::hover());
        self.drop_on(ui, drawing, &whole, None, around);
        ui.add_space(GAP);
    }

    /// The boxes of a display: of those that hold others, of its own, and those that are free.
    fn panes(&self, at: usize, shown: &[usize]) -> Vec<Pane> {
        let Some(own) = self.card(at) else { return Vec::new() };
        let children: Vec<usize> =
            self.displays.children(at).filter(|place| shown.binary_search(place).is_ok()).collect();
        let (holding, leaves): (Vec<usize>, Vec<usize>) =
            children.into_iter().partition(|&place| self.displays.holds(place));
        let mut panes: Vec<Pane> = holding.iter().map(|&place| self.pane(place, shown)).collect();
        if !leaves.is_empty() || !own.counters.is_empty() {
            let mut lines = vec![Line::Head(format!("{} itself", own.name))];
            if !own.counters.is_empty() {
                lines.push(Line::Counters(own.counters.clone()));
            }
            for place in leaves {
                self.marker_lines(place, 0, &mut lines);
            }
            panes.push(Pane { home: Some(at), lines });
        }
        // No ruleset has need of more, and a number in a file may be any.
        let free = own.held.iter().map(|held| held.free).sum::<usize>().min(12);
        let what = || Line::Nothing("A free box");
        panes.extend((0..free).map(|_| Pane { home: Some(at), lines: vec![what()] }));
        panes
    }

    /// The box of a formation, with all that belongs to it.
    fn pane(&self, at: usize, shown: &[usize]) -> Pane {
        let mut lines = vec![Line::Title(at)];
        let Some(own) = self.card(at) else { return Pane { home: Some(at), lines } };
        lines.extend((0..own.held.len()).map(|one| Line::Held(at, one)));
        if !own.counters.is_empty() {
            lines.push(Line::Counters(own.counters.clone()));
        }
        for place in (at + 1..own.end).filter(|place| shown.binary_search(place).is_ok()) {
            let depth = self.card(place).map_or(0, |card| card.depth - own.depth - 1);
            self.marker_lines(place, depth, &mut lines);
        }
        if lines.len() == 1 {
            lines.push(Line::Nothing("Nothing belongs to it yet"));
        }
        Pane { home: Some(at), lines }
    }

    /// A formation's marker, and its counters below it where there are several.
    fn marker_lines(&self, at: usize, depth: usize, lines: &mut Vec<Line>) {
        lines.push(Line::Marker(at, depth));
        let Some(own) = self.card(at) else { return };
        lines.extend((0..own.held.len()).map(|one| Line::Held(at, one)));
        if own.counters.len() > 1 {
            lines.push(Line::Counters(own.counters.clone()));
        }
    }

    /// Boxes in columns, each below the shortest.
    fn grid(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, panes: &[Pane]) {
        if panes.is_empty() {
            return;
        }
        let room = ui.available_width();
        let columns = (((room + GAP) / (BOX + GAP)) as usize).max(1);
        let width = (room + GAP) / columns as f32 - GAP;
        let mut feet = vec![0.0_f32; columns];
        let mut places = Vec::new();
        for pane in panes {
            let mut column = 0;
            for (at, foot) in feet.iter().enumerate() {
                if *foot < feet[column] {
                    column = at;
                }
            }
            places.push(vec2(column as f32 * (width + GAP), feet[column]));
            feet[column] += pane.height(width) + GAP;
        }
        let height = feet.iter().copied().fold(0.0, f32::max) - GAP;
        let (area, _) = ui.allocate_exact_size(vec2(room, height), Sense::hover());
        for (pane, place) in panes.iter().zip(places) {
            let size = vec2(width, pane.height(width));
            let rect = Rect::from_min_size(area.min + place, size);
            // Boxes out of sight take up their room and no time.
            if ui.is_rect_visible(rect) {
                self.pane_ui(ui, drawing, pane, rect);
            }
        }
    }

    fn pane_ui(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, pane: &Pane, rect: Rect) {
        let colours = palette(ui);
        let round = CornerRadius::same(5);
        ui.painter().rect_filled(rect, round, colours.panel);
        let pen = Stroke::new(1.0, colours.line);
        ui.painter().rect_stroke(rect, round, pen, StrokeKind::Inside);
        let titled = matches!(pane.lines.first(), Some(Line::Title(_)));
        let colour = pane.home.filter(|_| titled).and_then(|at| self.card(at)?.colour.as_deref());
        if let Some(colour) = colour.and_then(|text| Color32::from_hex(text).ok()) {
            let band = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
            ui.painter().rect_filled(band, round, colour);
        }
        let inside = rect.shrink(INSIDE);
        let mut top = inside.top();
        for line in &pane.lines {
            let height = line.height(inside.width());
            let row = Rect::from_min_size(pos2(inside.left(), top), vec2(inside.width(), height));
            top += height;
            self.line_ui(ui, drawing, line, row);
        }
        let id = ui.scope_id().with(("box", rect.min.x as i32, rect.min.y as i32));
        let whole = ui.interact(rect, id, Sense::hover());
        self.drop_on(ui, drawing, &whole, pane.home, rect);
    }

    fn line_ui(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, line: &Line, row: Rect) {
        let colours = palette(ui);
        match line {
            Line::Title(at) => self.name_ui(ui, drawing, *at, row, "Box"),
            Line::Marker(at, depth) => {
                let mut row = row.shrink2(vec2(0.0, 1.0));
                row.min.x += *depth as f32 * INDENT;
                self.name_ui(ui, drawing, *at, row, "Marker");
            }
            Line::Head(text) => words_at(ui, row, text, theme::strong(14.0), colours.quiet),
            Line::Nothing(text) => {
                words_at(ui, row, text, FontId::proportional(13.0), colours.quiet);
            }
            Line::Held(at, one) => {
                let Some(own) = self.card(*at) else { return };
                let Some(held) = own.held.get(*one) else { return };
                let layout = egui::Layout::left_to_right(egui::Align::Center);
                let mut room = row;
                room.min.x += 4.0;
                let inside = egui::UiBuilder::new().max_rect(room).layout(layout);
                held_words(&mut ui.new_child(inside), &own.name, held, drawing.requests);
            }
            Line::Counters(ids) => {
                let columns = per_row(row.width());
                for (place, id) in ids.iter().enumerate() {
                    let (x, y) = ((place % columns) as f32, (place / columns) as f32);
                    let corner = row.min + vec2(4.0, 0.0) + vec2(x, y) * (COUNTER + 4.0);
                    let square = Rect::from_min_size(corner, vec2(COUNTER, COUNTER));
                    self.counter_ui(ui, drawing, id, square);
                }
            }
        }
    }

    /// A formation's name with its counter, if it is one, and its ratings.
    fn name_ui(
        &self,
        ui: &mut Ui,
        drawing: &mut Drawing<'_, '_>,
        at: usize,
        row: Rect,
        what: &str,
    ) {
        let Some(own) = self.card(at) else { return };
        let colours = palette(ui);
        let response = self.formation_at(ui, drawing, row, at, what);
        let title = what == "Box";
        let ink = if own.flaw.is_some() { colours.error } else { colours.ink };
        let selected = self.selected.contains(&own.key);
        let ink = paint_back(ui, row, &response, selected, ink);
        let mut left = row.left() + 4.0;
        if let ([counter], false) = (own.counters.as_slice(), title) {
            let square = Rect::from_center_size(
                pos2(left + COUNTER / 2.0, row.center().y),
                vec2(COUNTER, COUNTER),
            );
            self.counter_ui(ui, drawing, counter, square);
            left += COUNTER + 6.0;
        }
        let values: Vec<&str> = own.ratings.iter().map(|(_, value)| value.as_str()).collect();
        let quiet = if selected { ink } else { colours.quiet };
        let font = FontId::proportional(14.0);
        let values = ui.painter().layout_no_wrap(values.join(" · "), font, quiet);
        let edge = row.right() - 6.0 - values.size().x;
        ui.painter().galley(pos2(edge, row.center().y - values.size().y / 2.0), values, quiet);
        let font = if title { theme::strong(15.0) } else { FontId::proportional(15.0) };
        let name = elided(ui.painter(), &own.name, font, ink, edge - 6.0 - left);
        ui.painter().galley(pos2(left, row.center().y - name.size().y / 2.0), name, ink);
    }

    /// A formation that is clicked, carried and dropped on.
    fn formation_at(
        &self,
        ui: &mut Ui,
        drawing: &mut Drawing<'_, '_>,
        rect: Rect,
        at: usize,
        what: &str,
    ) -> Response {
        let own = self.card(at);
        let key = own.map(|own| own.key.clone());
        let name = own.map_or("", |own| own.name.as_str());
        let id = ui.scope_id().with(("on display", &key));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let selected = key.as_ref().is_some_and(|key| self.selected.contains(key));
        response.widget_info(|| {
            let words = format!("{what} of {name}");
            WidgetInfo::selected(Role::Button, true, selected, words)
        });
        let (Some(own), Some(key)) = (own, key) else { return response };
        if response.clicked() {
            let modifiers = ui.input(|input| input.modifiers);
            let (toggle, range) = (modifiers.command, modifiers.shift);
            *drawing.pick = Some(Pick { key: key.clone(), toggle, range });
        }
        if drawing.input.editing {
            let keys = if selected { self.selected_keys() } else { vec![key] };
            response.dnd_set_drag_payload(CarriedRows(keys));
            // A marker in a box gives what is dropped to the box, unless it holds others itself.
            if what == "Marker" && self.displays.holds(at) {
                self.drop_on(ui, drawing, &response, Some(at), rect);
            }
        }
        let mut told = vec![own.name.clone()];
        told.extend(own.commander.clone());
        told.extend(own.ratings.iter().map(|(name, value)| format!("{name}: {value}")));
        told.extend(own.flaw.map(|flaw| tree::in_words(flaw).to_owned()));
        response.on_hover_text(told.join("\n"))
    }

    fn counter_ui(&self, ui: &mut Ui, drawing: &mut Drawing<'_, '_>, id: &CounterId, square: Rect) {
        let key = Key::Counter(id.clone());
        let widget = ui.scope_id().with(("counter on display", id));
        let response = ui.interact(square, widget, Sense::click_and_drag());
        let counter = drawing.input.document.counter(id);
        let name = counter.map_or(id.as_str(), name_of).to_owned();
        let selected = self.selected.contains(&key);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, selected, format!("Counter of {name}"))
        });
        let pixels = ui.pixels_per_point();
        drawing.counters.paint_one(
            ui.painter(),
            Shown::new(id, 0),
            square.center(),
            COUNTER,
            pixels,
        );
        if selected || response.hovered() {
            let pen = Stroke::new(2.0, palette(ui).accent);
            ui.painter().rect_stroke(square, 3.0, pen, StrokeKind::Outside);
        }
        focus_ring(ui, &response);
        if response.clicked() {
            let modifiers = ui.input(|input| input.modifiers);
            let (toggle, range) = (modifiers.command, modifiers.shift);
            *drawing.pick = Some(Pick { key, toggle, range });
        }
        if drawing.input.editing {
            response.dnd_set_drag_payload(CarriedCounter(id.clone()));
        }
        response.on_hover_text(name);
    }

    /// Takes what is dropped, and shows that it would. What is innermost takes it.
    fn drop_on(
        &self,
        ui: &Ui,
        drawing: &mut Drawing<'_, '_>,
        response: &Response,
        home: Option<usize>,
        rect: Rect,
    ) {
        if drawing.taken || !drawing.input.editing || !hovers(response) {
            return;
        }
        drawing.taken = true;
        let pen = Stroke::new(2.0, palette(ui).accent);
        ui.painter().rect_stroke(rect, 6.0, pen, StrokeKind::Inside);
        let Some(keys) = take_dropped(response) else { return };
        let home = home.and_then(|at| self.card(at)).map(|card| &card.key);
        let to = match home {
            Some(Key::Formation(oob, id)) => MoveTo::Formation(*oob, id.clone()),
            _ => MoveTo::Nowhere,
        };
        // Let go where it was taken up: nothing was meant.
        if home.is_none_or(|home| !keys.contains(home)) {
            drawing.out.push(OobRequest::Move(keys, to));
        }
    }

    /// What the numbers at the right of a marker are.
    fn legend(&self, ui: &mut Ui, input: &PageInput<'_>) {
        let defs = &input.document.ruleset().counters.formation_ratings;
        let shows = |name: &str| {
            let cards = self.displays.cards().iter().filter(|card| card.depth > 0);
            cards.flat_map(|card| &card.ratings).any(|(one, _)| one == name)
        };
        let names = defs.iter().map(|def| def.name.as_str()).filter(|name| shows(name));
        let names: Vec<&str> = names.collect();
        if !names.is_empty() {
            quiet(ui, format!("At the right of a formation: {}.", names.join(" · ")));
        }
    }
}

/// What lies behind a name, as far as something is to be seen of it. Gives the colour of the words.
fn paint_back(ui: &Ui, rect: Rect, response: &Response, selected: bool, ink: Color32) -> Color32 {
    let colours = palette(ui);
    let (fill, ink) = match (selected, response.hovered()) {
        (true, _) => (colours.accent, colours.on_accent),
        (false, true) => (ui.visuals().widgets.hovered.bg_fill, ink),
        (false, false) => (Color32::TRANSPARENT, ink),
    };
    ui.painter().rect_filled(rect, 5.0, fill);
    focus_ring(ui, response);
    ink
}

/// How much of a limit is used, with the rule: an error where it is more than may be.
fn held_words(ui: &mut Ui, name: &str, held: &Held, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    ui.spacing_mut().item_spacing.x = 6.0;
    if held.broken {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        icons::paint(ui.painter(), rect, Icon::Error, colours.error);
    }
    let words = format!("{} of {} {}", held.used, held.limit, held.what);
    let ink = if held.broken { colours.error } else { colours.quiet };
    let response = ui.label(RichText::new(&words).color(ink).size(14.0));
    let mut told = match held.broken {
        true => format!("More belongs to {name} than {} allows.", held.rule),
        false => format!("What belongs to {name} keeps {}.", held.rule),
    };
    if held.unsized_ones > 0 {
        let one = held.unsized_ones == 1;
        let (have, are) = if one { ("formation has", "is") } else { ("formations have", "are") };
        told.push_str(&format!(" {} {have} no size, and {are} not counted.", held.unsized_ones));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{words}. {told}")));
    response.on_hover_text(told);
    if !held.rule.is_empty()
        && ui
            .add(egui::Link::new(RichText::new(&held.rule).size(13.0)))
            .on_hover_text("What the rule asks.")
            .clicked()
    {
        requests.push(Request::ShowRule(held.rule.clone()));
    }
}

/// Words on a line of a box.
fn words_at(ui: &mut Ui, row: Rect, text: &str, font: FontId, ink: Color32) {
    let words = elided(ui.painter(), text, font, ink, row.width() - 8.0);
    ui.painter().galley(pos2(row.left() + 4.0, row.center().y - words.size().y / 2.0), words, ink);
    let id: WidgetId = ui.scope_id().with(("words", row.min.x as i32, row.min.y as i32));
    let response = ui.interact(row, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
