//! The tour: cards that point at the real widgets, each with something to do.

use egui::{
    Align2, Area, Color32, Context, Id, Order, Pos2, Rect, RichText, Shape, Stroke, StrokeKind,
    Vec2, pos2, vec2,
};

use super::Help;
use super::steps::{Begun, STEPS, Seen, Step, Target};
use crate::documents::{Desk, Documents, OpenDocument};
use crate::look::icons::{self, Icon};
use crate::look::marks;
use crate::look::theme::{self, palette};
use crate::look::widgets::{primary_button, quiet, text_button};
use crate::request::Request;
use crate::request::shell::{ShellRequest, TourRequest};
use crate::request::tabs::{TabNumber, TabRequest};

/// How wide the card is at the most, in points.
const WIDTH: f32 = 340.0;
/// How far the card stands from what it points at.
const AWAY: f32 = 22.0;

/// How many frames a step needs to look as it should.
const SETTLED: u8 = 4;

/// A tour under way.
#[derive(Clone, Debug)]
pub struct Tour {
    step: usize,
    /// The document that it goes on in.
    number: TabNumber,
    /// How things stood when the step began, once they have been seen.
    begun: Option<Begun>,
    /// How many frames the step has been shown.
    frames: u8,
    done: bool,
    /// What was pointed at when it was done, which is pointed at until the next step.
    target: Option<Target>,
    /// The card's size in the last frame.
    size: Vec2,
}

impl Tour {
    /// The step, from 0.
    pub fn step(&self) -> usize {
        self.step
    }

    /// How many steps there are.
    pub fn steps() -> usize {
        STEPS.len()
    }

    /// Whether what the step asks for was done.
    pub fn is_done(&self) -> bool {
        self.done
    }
}

impl Help {
    /// The tour, if there is one under way.
    pub fn tour(&self) -> Option<&Tour> {
        self.tour.as_ref()
    }

    /// The number of the hex that the tour points at, if it points at one.
    pub fn tour_hex(&self, documents: &Documents) -> Option<String> {
        let step = STEPS.get(self.tour.as_ref()?.step)?;
        match (step.target)(&Seen::of(documents)) {
            Target::Hex(hex) => Some(documents.front.document.grid().label(hex)),
            _ => None,
        }
    }

    /// Does what is asked of the tour. Gives whether the inspector must show.
    pub fn apply(
        &mut self,
        ctx: &Context,
        request: TourRequest,
        documents: &mut Documents,
        desk: &mut Desk<'_>,
    ) -> bool {
        match request {
            TourRequest::Start => {
                self.end_tour(ctx, documents, desk);
                desk.settings.remember_tour();
                let number = documents.open_for_the_tour();
                marks::take(ctx, true);
                self.tour = Some(Tour {
                    step: 0,
                    number,
                    begun: None,
                    frames: 0,
                    done: false,
                    target: None,
                    size: vec2(WIDTH, 200.0),
                });
                prepare(&STEPS[0], &mut documents.front);
                true
            }
            TourRequest::Next => self.go_to_step(ctx, 1, documents, desk),
            TourRequest::Back => self.go_to_step(ctx, -1, documents, desk),
            TourRequest::End => {
                self.end_tour(ctx, documents, desk);
                false
            }
        }
    }

    fn go_to_step(
        &mut self,
        ctx: &Context,
        by: isize,
        documents: &mut Documents,
        desk: &mut Desk<'_>,
    ) -> bool {
        let Some(tour) = &self.tour else { return false };
        let (number, step) = (tour.number, tour.step.saturating_add_signed(by));
        let Some(next) = STEPS.get(step) else {
            self.end_tour(ctx, documents, desk);
            desk.notices.good("That was the tour. Help brings it back at any time.");
            return false;
        };
        documents.show(number, desk);
        documents.front.give_up_drag(desk.notices);
        let needs_inspector = prepare(next, &mut documents.front);
        if let Some(tour) = &mut self.tour {
            tour.step = step;
            tour.begun = None;
            tour.frames = 0;
            tour.done = false;
            tour.target = None;
        }
        needs_inspector
    }

    fn end_tour(&mut self, ctx: &Context, documents: &mut Documents, desk: &mut Desk<'_>) {
        if let Some(tour) = self.tour.take() {
            marks::take(ctx, false);
            documents.drop_document(tour.number, desk);
        }
    }

    /// Takes note of what was done, before the screens are drawn.
    pub fn follow(&mut self, ctx: &Context, documents: &Documents) {
        let Some(mut tour) = self.tour.take() else { return };
        if documents.all().all(|open| open.number != tour.number) {
            // Its document was closed.
            marks::take(ctx, false);
            return;
        }
        marks::take(ctx, true);
        if documents.front.number == tour.number
            && let Some(step) = STEPS.get(tour.step)
        {
            tour.frames = tour.frames.saturating_add(1);
            let seen = Seen::of(documents);
            match &tour.begun {
                // The map is fitted into the window first, and what was made ready shows.
                None if tour.frames < SETTLED => ctx.request_repaint(),
                None => tour.begun = Some(Begun::now(&seen)),
                Some(begun) => tour.done = tour.done || (step.done)(&seen, begun),
            }
        }
        self.tour = Some(tour);
    }

    /// Shows the card, and marks what it is about.
    pub fn show_tour(&mut self, ctx: &Context, documents: &Documents, requests: &mut Vec<Request>) {
        let Some(tour) = self.tour.clone() else { return };
        let Some(step) = STEPS.get(tour.step) else { return };
        let seen = Seen::of(documents);
        let here = seen.front.number == tour.number;
        // What is done is not pointed at somewhere else.
        let kept = tour.target.clone().filter(|_| tour.done);
        let target = match kept {
            _ if !here => Target::Nothing,
            Some(kept) => kept,
            None => (step.target)(&seen),
        };
        let rect = self.place_of(ctx, &target, seen.front);
        let screen = ctx.content_rect().shrink(8.0);
        let widgets = matches!(target, Target::Widget(_) | Target::Command(_));
        // What is on the map is spoken of there; the panels beside it may be what is looked at.
        let room = if widgets { screen } else { self.map_region().intersect(screen).shrink(4.0) };
        let (at, tip) = card_place(screen, room, rect, tour.size);
        let mut size = tour.size;
        let area = Area::new(Id::unique("tour")).order(Order::Foreground).fixed_pos(at);
        let shown = area.constrain_to(screen).show(ctx, |ui| {
            let colours = palette(ui);
            let frame = egui::Frame::popup(ui.style())
                .inner_margin(14)
                .stroke(Stroke::new(2.0, colours.accent));
            let inner = frame.show(ui, |ui| {
                ui.set_width((screen.width() - 40.0).min(WIDTH));
                let count = format!("Step {} of {}", tour.step + 1, STEPS.len());
                quiet(ui, count);
                ui.label(RichText::new(step.title).font(theme::strong(18.0)));
                if here {
                    ui.add(egui::Label::new(step.text).wrap());
                } else {
                    ui.add(egui::Label::new("The tour goes on in a tab of its own.").wrap());
                }
                ui.add_space(theme::GAP);
                answers(ui, &tour, here, requests);
            });
            size = inner.response.rect.size();
        });
        let visuals = ctx.global_style().visuals.clone();
        let colours = theme::Palette::of(&visuals);
        if let Some(rect) = rect {
            let painter =
                ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour marks")));
            let ring = Stroke::new(colours.focus_width + 1.0, colours.accent);
            painter.rect_stroke(rect.expand(3.0), 6.0, ring, StrokeKind::Outside);
            if let Some(tip) = tip {
                painter.add(arrow(shown.response.rect, tip, colours.accent));
            }
        }
        if (size - tour.size).length() > 0.5 {
            ctx.request_repaint();
        }
        if let Some(tour) = &mut self.tour {
            tour.size = size;
            tour.target = Some(target);
        }
    }

    /// Where the map is shown, without the names of the views over it.
    fn map_region(&self) -> Rect {
        let mut region = self.regions.panes[0];
        region.min.y += theme::VIEWS_HEIGHT;
        region
    }

    fn place_of(&self, ctx: &Context, target: &Target, front: &OpenDocument) -> Option<Rect> {
        match target {
            Target::Nothing => None,
            Target::Widget(name) => marks::find(ctx, name),
            Target::Command(command) => marks::find(ctx, &front.label(*command))
                .or_else(|| marks::find(ctx, command.text())),
            Target::Map => Some(self.map_region().shrink(12.0)),
            Target::Hex(hex) => {
                let grid = front.document.grid();
                let map = front.panes.map();
                let middle = map.screen_position(grid, *hex);
                let size = Vec2::splat(map.camera.scale.clamp(14.0, 400.0));
                let rect = Rect::from_center_size(middle, size);
                let pane = self.map_region();
                pane.contains(middle).then_some(rect).or(Some(pane.shrink(12.0)))
            }
        }
    }
}

/// Makes a step ready. Gives whether the inspector must show.
fn prepare(step: &Step, front: &mut OpenDocument) -> bool {
    let tab = (step.prepare)(front);
    if let Some(tab) = tab {
        front.inspector.tab = tab;
    }
    tab.is_some()
}

fn answers(ui: &mut egui::Ui, tour: &Tour, here: bool, requests: &mut Vec<Request>) {
    let tour_request = |request| Request::Shell(ShellRequest::Tour(request));
    if tour.done {
        ui.horizontal(|ui| {
            let colours = palette(ui);
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
            icons::paint(ui.painter(), rect, Icon::Tick, colours.good);
            ui.label(RichText::new("Done").color(colours.good));
        });
    }
    ui.horizontal_wrapped(|ui| {
        let last = tour.step + 1 == STEPS.len();
        if !here {
            if primary_button(ui, None, "Back to the tour", true).clicked() {
                requests.push(Request::Tab(TabRequest::Show(tour.number)));
            }
            return;
        }
        let next = match (tour.done, last) {
            (true, true) => "Finish",
            (true, false) => "Next",
            (false, true) => "Finish anyway",
            (false, false) => "Skip this",
        };
        let next = match tour.done {
            true => primary_button(ui, None, next, true),
            false => text_button(ui, None, next, true),
        };
        if next.clicked() {
            requests.push(tour_request(TourRequest::Next));
        }
        if tour.step > 0 && text_button(ui, None, "Back", true).clicked() {
            requests.push(tour_request(TourRequest::Back));
        }
        if text_button(ui, None, "End the tour", true).clicked() {
            requests.push(tour_request(TourRequest::End));
        }
    });
}

/// Where the card stands, and what its arrow points at: beside its target in the room that is
/// meant for it, or else anywhere on the screen; without an arrow inside of something large.
fn card_place(screen: Rect, room: Rect, target: Option<Rect>, size: Vec2) -> (Pos2, Option<Pos2>) {
    let fits = room.width() >= size.x && room.height() >= size.y;
    let Some(target) = target else {
        let room = if fits { room } else { screen };
        return (Align2::CENTER_BOTTOM.align_size_within_rect(size, room).min, None);
    };
    if fits && let Some((at, tip)) = beside(room, target, size) {
        return (at, Some(tip));
    }
    if let Some((at, tip)) = beside(screen, target, size) {
        return (at, Some(tip));
    }
    // Inside of it, in a corner.
    let inside = Align2::RIGHT_TOP.align_size_within_rect(size, target.shrink(16.0)).min;
    (held_in(screen, inside, size), None)
}

fn held_in(screen: Rect, at: Pos2, size: Vec2) -> Pos2 {
    pos2(
        at.x.clamp(screen.left(), (screen.right() - size.x).max(screen.left())),
        at.y.clamp(screen.top(), (screen.bottom() - size.y).max(screen.top())),
    )
}

/// A place for the card at one of the sides of its target, with what its arrow points at.
fn beside(screen: Rect, target: Rect, size: Vec2) -> Option<(Pos2, Pos2)> {
    let middle = target.center();
    let clamp = |at: Pos2| held_in(screen, at, size);
    let room = size + Vec2::splat(AWAY);
    let beside = middle.y - size.y / 3.0;
    let along = middle.x - size.x / 2.0;
    if target.right() + room.x <= screen.right() {
        Some((clamp(pos2(target.right() + AWAY, beside)), target.right_center()))
    } else if target.left() - room.x >= screen.left() {
        Some((clamp(pos2(target.left() - room.x, beside)), target.left_center()))
    } else if target.bottom() + room.y <= screen.bottom() {
        Some((clamp(pos2(along, target.bottom() + AWAY)), target.center_bottom()))
    } else if target.top() - room.y >= screen.top() {
        Some((clamp(pos2(along, target.top() - room.y)), target.center_top()))
    } else {
        None
    }
}

/// A triangle from the edge of the card to what is meant.
fn arrow(card: Rect, tip: Pos2, colour: Color32) -> Shape {
    let from = card.clamp(tip);
    let towards = (tip - from).normalized();
    let across = towards.rot90() * 9.0;
    let points = vec![from + across, tip - towards * 4.0, from - across];
    Shape::convex_polygon(points, colour, Stroke::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_stays_on_the_screen_and_off_its_target() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
        let size = vec2(340.0, 220.0);
        for (x, y) in [(2.0, 2.0), (1200.0, 20.0), (600.0, 400.0), (10.0, 760.0), (1250.0, 790.0)] {
            let target = Rect::from_center_size(pos2(x, y), vec2(60.0, 30.0));
            let (at, tip) = card_place(screen, screen, Some(target), size);
            let card = Rect::from_min_size(at, size);
            assert!(screen.contains_rect(card), "{card:?}");
            assert!(!card.intersects(target), "{card:?} {target:?}");
            assert!(tip.is_some());
        }
        let (at, tip) = card_place(screen, screen, Some(screen), size);
        assert!(screen.contains_rect(Rect::from_min_size(at, size)) && tip.is_none());
    }
    #[test]
    fn the_card_stays_on_the_map_where_it_speaks_of_the_map() {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
        let map = Rect::from_min_max(pos2(200.0, 100.0), pos2(925.0, 765.0));
        let size = vec2(370.0, 220.0);
        for (x, y) in [(562.0, 434.0), (230.0, 130.0), (900.0, 700.0), (900.0, 120.0)] {
            let target = Rect::from_center_size(pos2(x, y), vec2(44.0, 44.0));
            let (at, tip) = card_place(screen, map, Some(target), size);
            let card = Rect::from_min_size(at, size);
            assert!(map.contains_rect(card), "{card:?}");
            assert!(!card.intersects(target) && tip.is_some(), "{card:?} {target:?}");
        }
        let (at, tip) = card_place(screen, map, None, size);
        assert!(map.contains_rect(Rect::from_min_size(at, size)) && tip.is_none());
    }
}
