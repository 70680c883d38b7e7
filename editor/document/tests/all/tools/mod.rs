//! Each tool: (before, events, after), without a window.

mod areas;
mod chains;
mod ground;
mod measures;
mod roads;
mod stamps;

use salient_document::tools::{
    Action, Brush, Button, Cursor, Erase, Key, Modifiers, Tool, ToolBox, ToolEvent, ToolOutput,
};
use salient_document::{Document, Edit, LayerId};

use crate::helper::{assert_index, bytes, document, hex, side, stack};

/// A hand on the mouse.
struct Hand {
    document: Document,
    tools: ToolBox,
    modifiers: Modifiers,
    last: ToolOutput,
}

impl Hand {
    fn with(tool: Tool) -> Self {
        let tools = ToolBox::new(tool);
        let modifiers = Modifiers::default();
        Self { document: document(), tools, modifiers, last: ToolOutput::default() }
    }

    fn event(&mut self, event: ToolEvent) -> &mut Self {
        let output = self.tools.handle(&event, &self.document);
        assert!(!output.hint.is_empty(), "every state says what to do next");
        self.document.perform(output.actions.clone()).unwrap();
        self.last = output;
        self
    }

    fn move_to(&mut self, at: [f32; 2]) -> &mut Self {
        let modifiers = self.modifiers;
        self.event(ToolEvent::Move { at, modifiers })
    }

    fn press(&mut self, at: [f32; 2], button: Button) -> &mut Self {
        let modifiers = self.modifiers;
        self.event(ToolEvent::Press { at, button, modifiers })
    }

    fn release(&mut self, at: [f32; 2], button: Button) -> &mut Self {
        let modifiers = self.modifiers;
        self.event(ToolEvent::Release { at, button, modifiers })
    }

    /// Moves there, presses, moves on to each further point, and lets go there.
    fn drag_with(&mut self, points: &[[f32; 2]], button: Button) -> &mut Self {
        self.move_to(points[0]).press(points[0], button);
        for &point in &points[1..] {
            self.move_to(point);
        }
        self.release(points[points.len() - 1], button)
    }

    fn drag(&mut self, points: &[[f32; 2]]) -> &mut Self {
        self.drag_with(points, Button::Primary)
    }

    fn click(&mut self, at: [f32; 2]) -> &mut Self {
        self.drag(&[at])
    }

    fn centre(&self, label: &str) -> [f32; 2] {
        self.document.grid().centre(hex(&self.document, label))
    }

    /// The middle of a hexside.
    fn middle(&self, label: &str) -> [f32; 2] {
        let [[ax, ay], [bx, by]] = self.document.grid().side_ends(side(&self.document, label));
        [(ax + bx) / 2.0, (ay + by) / 2.0]
    }

    fn rows(&self) -> Vec<&str> {
        self.document.map().terrain.rows.iter().map(String::as_str).collect()
    }

    fn sides(&self, kind: &str) -> Vec<&str> {
        let items = &self.document.map().hexsides.items;
        items.iter().filter(|item| item.kind == kind).map(|item| item.side.as_str()).collect()
    }

    /// One step of undo takes everything back.
    fn undoes_in_one_step(&mut self) {
        assert_index(&self.document);
        assert!(!self.document.in_transaction());
        assert!(!self.tools.is_busy());
        self.document.undo().unwrap();
        assert_eq!(self.document.undo_name(), None);
        assert_eq!(bytes(&self.document), bytes(&document()));
    }
}

fn erase(layer: LayerId) -> Tool {
    Tool::Erase { what: Erase::Layer(layer), brush: Brush::One }
}

fn paint(kind: &str, brush: Brush) -> Tool {
    Tool::Paint { kind: kind.into(), brush }
}

#[test]
fn paint_draws_a_line_between_samples() {
    let mut hand = Hand::with(paint("woods", Brush::One));
    let (from, to) = (hand.centre("0101"), hand.centre("0106"));
    hand.drag(&[from, to]);
    assert_eq!(
        hand.rows(),
        ["w.......", "www.....", "ww......", "w.......", "w.......", "w......."]
    );
    assert_eq!(hand.document.undo_name(), Some("Paint woods (6 hexes)"));
    hand.undoes_in_one_step();
}

#[test]
fn paint_with_wide_brushes() {
    for brush in Brush::ALL {
        let count = brush.hexes();
        let mut hand = Hand::with(paint("swamp", brush));
        // One hex of the widest brush lies beyond the southern edge.
        let at = hand.centre("0504");
        let count = if brush == Brush::ThirtySeven { count - 1 } else { count };
        hand.move_to(at);
        assert_eq!(hand.last.preview.hexes.len(), count);
        hand.click(at);
        let painted: usize = hand.rows().iter().map(|row| row.matches('s').count()).sum();
        assert_eq!(painted, count);
        hand.undoes_in_one_step();
    }
}

#[test]
fn paint_with_the_right_button_paints_the_ground() {
    let mut hand = Hand::with(paint("swamp", Brush::One));
    let points = [hand.centre("0202"), hand.centre("0302")];
    hand.drag_with(&points, Button::Secondary);
    assert_eq!(hand.rows()[1], "........");
    assert_eq!(hand.document.undo_name(), Some("Paint clear (2 hexes)"));
    hand.undoes_in_one_step();
}

#[test]
fn escape_takes_a_stroke_back() {
    let tools = [
        paint("swamp", Brush::Seven),
        Tool::Feature { kind: "redoubt".into(), owner: None, value: None },
        Tool::HexsidePen { kind: "excavation".into() },
        Tool::LinePen { kind: "front".into(), owner: None },
        erase(LayerId::Counters),
    ];
    for tool in tools {
        let mut hand = Hand::with(tool.clone());
        // Near the side between 0404 and 0405, so that pens find something too.
        let [x, y] = hand.middle("0404:s");
        hand.press([x, y - 0.05], Button::Primary);
        assert!(hand.tools.is_busy());
        hand.event(ToolEvent::Key(Key::Escape));
        assert!(!hand.tools.is_busy());
        assert_eq!(bytes(&hand.document), bytes(&document()), "{tool:?}");
        assert_eq!(hand.document.undo_name(), None);
        // Letting go afterwards is nothing.
        hand.release([x, y], Button::Primary);
        assert!(!hand.document.in_transaction());
    }
}

#[test]
fn choosing_another_tool_in_a_stroke_takes_it_back() {
    let mut hand = Hand::with(paint("swamp", Brush::One));
    let at = hand.centre("0101");
    hand.press(at, Button::Primary);
    let actions = hand.tools.choose(Tool::Select);
    hand.document.perform(actions).unwrap();
    assert_eq!(bytes(&hand.document), bytes(&document()));
}

#[test]
fn a_stroke_that_leaves_the_map_comes_back_without_a_line() {
    let mut hand = Hand::with(paint("swamp", Brush::One));
    let (from, to) = (hand.centre("0101"), hand.centre("0106"));
    hand.press(from, Button::Primary).event(ToolEvent::Leave);
    hand.move_to([-9.0, -9.0]).move_to(to).release(to, Button::Primary);
    assert_eq!(
        hand.rows(),
        ["s.......", ".ww.....", ".w......", "........", "........", "s......."]
    );
    hand.undoes_in_one_step();
}

#[test]
fn feature_brush_places_and_takes_away_only_when_told() {
    let redoubt = || {
        Hand::with(Tool::Feature { kind: "redoubt".into(), owner: Some("red".into()), value: None })
    };
    let there = |hand: &Hand| {
        let items = &hand.document.map().features.items;
        items
            .iter()
            .filter(|item| item.kind == "redoubt")
            .map(|item| item.hex.clone())
            .collect::<Vec<_>>()
    };

    let mut hand = redoubt();
    let points = [hand.centre("0201"), hand.centre("0204"), hand.centre("0201")];
    hand.drag(&points);
    assert_eq!(there(&hand), ["0201", "0202", "0203", "0204"]);
    let new = hand.document.feature_at(hex(&hand.document, "0204"), "redoubt").unwrap();
    assert_eq!(new.owner.as_deref(), Some("red"));
    assert_eq!(hand.document.undo_name(), Some("Place redoubt (3 hexes)"));
    hand.undoes_in_one_step();

    let mut hand = redoubt();
    let points = [hand.centre("0203"), hand.centre("0201")];
    hand.drag_with(&points, Button::Secondary);
    assert!(there(&hand).is_empty());
    hand.undoes_in_one_step();
    hand.modifiers.shift = true;
    hand.drag(&points);
    assert!(there(&hand).is_empty());
    hand.undoes_in_one_step();

    // A click on one that is there shows it, to be named.
    let mut hand = redoubt();
    let at = hand.centre("0203");
    hand.click(at);
    assert_eq!(there(&hand), ["0203"]);
    assert_eq!(hand.document.undo_name(), None);
    assert_eq!(hand.document.selection().hex, Some(hex(&hand.document, "0203")));
    assert!(hand.last.hint.contains("name the redoubt"), "{}", hand.last.hint);

    let mut hand = redoubt();
    let at = hand.centre("0101");
    hand.drag_with(&[at], Button::Secondary);
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn pen_draws_the_side_that_is_pointed_at() {
    let mut hand = Hand::with(Tool::HexsidePen { kind: "river".into() });
    let [x, y] = hand.middle("0606:n");
    hand.move_to([x + 0.05, y + 0.1]);
    assert_eq!(hand.last.preview.sides, [side(&hand.document, "0606:n")]);
    hand.click([x + 0.05, y + 0.1]);
    assert!(hand.sides("river").contains(&"0605:s"), "{:?}", hand.sides("river"));
    hand.undoes_in_one_step();
    // The middle of a hex is no side.
    let at = hand.centre("0606");
    hand.click(at);
    assert_eq!(hand.document.undo_name(), None);
    assert!(hand.last.preview.sides.is_empty());
}

#[test]
fn pen_follows_joined_sides() {
    let mut hand = Hand::with(Tool::HexsidePen { kind: "excavation".into() });
    // Round three sides of 0404, with two samples only.
    let points = [hand.middle("0404:nw"), hand.middle("0404:n"), hand.middle("0404:ne")];
    hand.drag(&points);
    let mut sides = hand.sides("excavation");
    sides.sort_unstable();
    let grid = hand.document.grid();
    let mut wanted: Vec<_> = ["0404:nw", "0404:n", "0404:ne"]
        .map(|label| grid.side_label(side(&hand.document, label)))
        .into();
    wanted.sort_unstable();
    assert_eq!(sides, wanted);
    assert_eq!(hand.document.undo_name(), Some("Draw excavation (3 hexsides)"));
    hand.undoes_in_one_step();
}

#[test]
fn pen_fills_the_gap_of_a_fast_drag() {
    let mut hand = Hand::with(Tool::HexsidePen { kind: "excavation".into() });
    // Straight across a hex: no side is near in between, the shortest way round is taken.
    let points = [hand.middle("0404:n"), hand.middle("0404:s")];
    hand.drag(&points);
    assert_eq!(hand.sides("excavation").len(), 4);
    hand.undoes_in_one_step();
}

#[test]
fn pen_erases_with_shift_or_the_right_button() {
    let mut hand = Hand::with(Tool::HexsidePen { kind: "river".into() });
    let points = [hand.middle("0303:n"), hand.middle("0303:ne")];
    hand.drag_with(&points, Button::Secondary);
    assert!(hand.sides("river").is_empty());
    hand.undoes_in_one_step();
    hand.modifiers.shift = true;
    hand.click(points[0]);
    assert_eq!(hand.sides("river"), ["0303:ne"]);
    assert!(hand.last.preview.erases);
    hand.undoes_in_one_step();
    // Another kind than the pen's stays.
    let mut hand = Hand::with(Tool::HexsidePen { kind: "excavation".into() });
    hand.drag_with(&points, Button::Secondary);
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn line_pen_lengthens_a_line_or_begins_one() {
    let mut hand = Hand::with(Tool::LinePen { kind: "vp-line".into(), owner: None });
    let points = [hand.middle("0404:n"), hand.middle("0404:ne")];
    hand.drag(&points);
    assert_eq!(hand.document.map().lines.items[0].sides, ["0404:n", "0404:ne"]);
    hand.undoes_in_one_step();
    // Its last side goes, and the line with it.
    hand.drag_with(&points, Button::Secondary);
    assert!(hand.document.map().lines.items.is_empty());
    hand.undoes_in_one_step();

    let mut hand = Hand::with(Tool::LinePen { kind: "front".into(), owner: None });
    hand.drag(&points);
    assert_eq!(hand.document.map().lines.items[1].sides.len(), 2);
    hand.undoes_in_one_step();
}

#[test]
fn place_sets_the_counter_up_and_takes_the_next() {
    let place = |counter: &str| Tool::PlaceCounter { counter: counter.into(), face: 0 };
    let mut hand = Hand::with(place("a-3"));
    let at = hand.centre("0101");
    hand.move_to(at);
    assert_eq!(hand.last.preview.counters, [("a-3".to_owned(), 0)]);
    assert!(hand.last.hint.contains("0101"), "{}", hand.last.hint);
    hand.click(at);
    assert_eq!(stack(&hand.document, "0101"), "a-3");
    assert_eq!(*hand.tools.tool(), Tool::Select);
    assert_eq!(hand.document.selection().counters.len(), 1);
    hand.undoes_in_one_step();

    // A pool stays in the hand until it is used up.
    let mut hand = Hand::with(place("pool"));
    hand.click(at).click(at);
    assert_eq!(*hand.tools.tool(), place("pool"));
    hand.click(at);
    assert_eq!(stack(&hand.document, "0101"), "pool pool pool");
    // Then the next counter that has no place is taken up, and after the last none.
    assert_eq!(*hand.tools.tool(), place("a-3"));
    assert_eq!(hand.last.preview.counters, [("a-3".to_owned(), 0)]);
    hand.click(at);
    assert_eq!(stack(&hand.document, "0101"), "a-3 pool pool pool");
    assert_eq!(*hand.tools.tool(), Tool::Select);

    // One that is placed already says so.
    let mut hand = Hand::with(place("a-1"));
    hand.click(at);
    assert_eq!(hand.last.cursor, Cursor::Forbidden);
    assert_eq!(hand.document.undo_name(), None);

    // The right button takes the top counter away, Escape lets go.
    let mut hand = Hand::with(place("a-3"));
    let at = hand.centre("0404");
    hand.drag_with(&[at], Button::Secondary);
    assert_eq!(stack(&hand.document, "0404"), "a-2");
    hand.undoes_in_one_step();
    hand.event(ToolEvent::Key(Key::Escape));
    assert_eq!(*hand.tools.tool(), Tool::Select);
}

#[test]
fn erase_takes_one_layer() {
    let cases =
        [(LayerId::Features, ["0202", "0203"], 0), (LayerId::Counters, ["0404", "0505"], 2)];
    for (layer, hexes, features) in cases {
        let mut hand = Hand::with(erase(layer));
        let points = hexes.map(|hex| hand.centre(hex));
        hand.drag(&points);
        assert_eq!(hand.document.map().features.items.len(), features);
        assert_eq!(hand.document.occupied().len(), if features == 0 { 2 } else { 0 });
        assert_eq!(hand.document.map().terrain.rows[1], ".ww.....");
        hand.undoes_in_one_step();
    }
    let mut hand = Hand::with(erase(LayerId::Hexsides));
    let points = [hand.middle("0303:n"), hand.middle("0303:ne")];
    hand.drag(&points);
    assert!(hand.sides("river").is_empty());
    hand.undoes_in_one_step();
    let mut hand = Hand::with(erase(LayerId::Lines));
    let at = hand.middle("0404:n");
    hand.click(at);
    assert!(hand.document.map().lines.items.is_empty());
    hand.undoes_in_one_step();
}

#[test]
fn eyedropper_picks_what_lies_on_top() {
    let pick = |hand: &mut Hand, at, button| {
        let _ = hand.tools.choose(Tool::Eyedropper);
        hand.press(at, button);
        hand.tools.tool().clone()
    };
    let mut hand = Hand::with(Tool::Eyedropper);
    let town = hand.centre("0202");
    let is_town = Tool::Feature { kind: "town".into(), owner: None, value: None };
    assert_eq!(pick(&mut hand, town, Button::Primary), is_town);
    assert_eq!(pick(&mut hand, town, Button::Secondary), paint("woods", Brush::One));
    let river = hand.middle("0303:n");
    let is_river = Tool::HexsidePen { kind: "river".into() };
    assert_eq!(pick(&mut hand, river, Button::Primary), is_river);
    let line = hand.middle("0404:n");
    let is_line = Tool::LinePen { kind: "vp-line".into(), owner: None };
    assert_eq!(pick(&mut hand, line, Button::Primary), is_line);
    let clear = hand.centre("0801");
    assert_eq!(pick(&mut hand, clear, Button::Primary), paint("clear", Brush::One));
    assert_eq!(pick(&mut hand, [-9.0, 0.0], Button::Primary), Tool::Eyedropper);
    assert_eq!(hand.document.undo_name(), None);
    hand.event(ToolEvent::Key(Key::Escape));
    assert_eq!(*hand.tools.tool(), Tool::Select);
}

#[test]
fn select_clicks_go_down_the_stack() {
    let mut hand = Hand::with(Tool::Select);
    let at = hand.centre("0404");
    let selected = |hand: &Hand| {
        let counters = &hand.document.selection().counters;
        counters.iter().map(|placed| placed.counter.clone()).collect::<Vec<_>>().join(" ")
    };
    for wanted in ["a-1", "a-2", "a-1"] {
        hand.click(at);
        assert_eq!(selected(&hand), wanted);
    }
    hand.modifiers.shift = true;
    hand.click(at);
    assert_eq!(selected(&hand), "a-1 a-2");
    hand.modifiers = Modifiers { command: true, ..Modifiers::default() };
    hand.click(at);
    assert_eq!(selected(&hand), "a-1 a-2");
    hand.modifiers = Modifiers::default();
    let empty = hand.centre("0101");
    hand.click(empty);
    assert_eq!(selected(&hand), "");
    assert_eq!(hand.document.selection().hex, Some(hex(&hand.document, "0101")));
    hand.event(ToolEvent::Key(Key::Escape));
    assert!(hand.document.selection().is_empty());
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn select_drags_counters() {
    let mut hand = Hand::with(Tool::Select);
    let (from, to) = (hand.centre("0404"), hand.centre("0505"));
    hand.press(from, Button::Primary).move_to(to);
    assert_eq!(hand.last.cursor, Cursor::Grabbing);
    assert_eq!(hand.last.preview.counters, [("a-1".to_owned(), 0)]);
    hand.release(to, Button::Primary);
    assert_eq!(stack(&hand.document, "0404"), "a-2");
    assert_eq!(stack(&hand.document, "0505"), "a-1 b-1/1");
    assert_eq!(hand.document.undo_name(), Some("Move A-1 to 0505"));
    hand.undoes_in_one_step();

    // The whole stack keeps its order.
    hand.modifiers.command = true;
    hand.drag(&[from, to]);
    assert_eq!(stack(&hand.document, "0505"), "a-1 a-2 b-1/1");
    assert_eq!(hand.document.selection().counters.len(), 2);
    hand.undoes_in_one_step();
    hand.modifiers.command = false;

    // The selected counter goes, not the top one.
    hand.document.select(salient_document::Selection::default());
    hand.click(from).click(from);
    hand.drag(&[from, to]);
    assert_eq!(stack(&hand.document, "0404"), "a-1");
    hand.undoes_in_one_step();
}

#[test]
fn selected_counters_are_dragged_together() {
    let mut hand = Hand::with(Tool::Select);
    let (a, b) = (hand.centre("0404"), hand.centre("0505"));
    hand.modifiers.shift = true;
    hand.click(a).click(b);
    hand.modifiers.shift = false;
    // By either of them; each keeps its place to the other.
    let to = hand.centre("0504");
    hand.press(b, Button::Primary).move_to(to);
    let shown: Vec<_> = hand.last.preview.along.clone();
    assert_eq!(shown, [(hex(&hand.document, "0403"), "a-1".to_owned(), 0)]);
    assert!(hand.last.hint.contains("2 counters"), "{}", hand.last.hint);
    hand.release(to, Button::Primary);
    assert_eq!(
        (stack(&hand.document, "0403"), stack(&hand.document, "0504")),
        ("a-1".into(), "b-1/1".into())
    );
    assert_eq!(stack(&hand.document, "0404"), "a-2");
    assert_eq!(hand.document.undo_name(), Some("Move 2 counters"));
    assert_eq!(hand.document.selection().counters.len(), 2);
    hand.undoes_in_one_step();

    // Off the map goes none of them, and it is said why.
    hand.modifiers.shift = true;
    hand.document.select(salient_document::Selection::default());
    hand.click(a).click(b);
    hand.modifiers.shift = false;
    let west = hand.centre("0104");
    hand.press(b, Button::Primary).move_to(west);
    assert_eq!(hand.last.cursor, Cursor::Forbidden);
    assert!(hand.last.hint.contains("A-1 would be off the map"), "{}", hand.last.hint);
    hand.release(west, Button::Primary);
    assert!(hand.last.hint.contains("off the map"), "{}", hand.last.hint);
    assert_eq!(bytes(&hand.document), bytes(&document()));

    // A selected group of hexes goes with all that stands in it, and what follows on stays apart.
    let group = [hex(&hand.document, "0404"), hex(&hand.document, "0505")];
    hand.document.select(salient_document::Selection::of_hexes(group));
    hand.drag(&[a, b]);
    assert_eq!(stack(&hand.document, "0505"), "a-1 a-2");
    assert_eq!(stack(&hand.document, "0605"), "b-1/1");
    hand.undoes_in_one_step();
}

#[test]
fn a_drag_that_comes_to_nothing_changes_nothing() {
    let mut hand = Hand::with(Tool::Select);
    let (from, to) = (hand.centre("0404"), hand.centre("0101"));
    hand.drag(&[from, to, from]);
    hand.drag(&[from, [-9.0, -9.0]]);
    assert_eq!(hand.last.preview.counters, []);
    hand.press(from, Button::Primary).move_to(to).event(ToolEvent::Key(Key::Escape));
    hand.release(to, Button::Primary);
    assert_eq!(hand.document.undo_name(), None);
    assert_eq!(bytes(&hand.document), bytes(&document()));
}

#[test]
fn delete_removes_what_is_selected() {
    let mut hand = Hand::with(Tool::Select);
    let at = hand.centre("0404");
    hand.event(ToolEvent::Key(Key::Delete));
    assert_eq!(hand.document.undo_name(), None);
    hand.modifiers.command = true;
    hand.click(at).event(ToolEvent::Key(Key::Delete));
    assert_eq!(stack(&hand.document, "0404"), "");
    assert_eq!(hand.document.undo_name(), Some("Remove 2 counters"));
    hand.undoes_in_one_step();
}

#[test]
fn tools_only_propose() {
    let document = document();
    let before = bytes(&document);
    let mut tools = ToolBox::new(paint("woods", Brush::One));
    let at = document.grid().centre(hex(&document, "0101"));
    let output = tools.handle(&ToolEvent::press(at, Button::Primary), &document);
    let edit = Edit::SetTerrain { hex: "0101".into(), kind: "woods".into() };
    assert_eq!(output.actions, [Action::Begin("Paint woods".into()), Action::Edit(edit)]);
    assert_eq!(bytes(&document), before);
}
