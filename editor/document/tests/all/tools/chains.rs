//! Pens along hexsides: rivers, border lines, trenches with a facing.

use salient_document::tools::{Button, Cursor, Key, Tool, ToolEvent};
use salient_document::{Edit, List};
use salient_hex::grid::{Direction, Side};

use super::Hand;
use crate::helper::{hex, side};

fn river() -> Tool {
    Tool::HexsidePen { kind: "excavation".into() }
}

fn trench() -> Tool {
    Tool::Trench { kind: "redoubt".into(), owner: Some("red".into()) }
}

/// A point in a hex, most of the way to the middle of one of its sides.
fn inside(hand: &Hand, label: &str) -> [f32; 2] {
    let (name, _) = label.split_once(':').unwrap();
    let ([x, y], [mx, my]) = (hand.centre(name), hand.middle(label));
    [x + (mx - x) * 0.8, y + (my - y) * 0.8]
}

fn facing(hand: &Hand, label: &str) -> String {
    let feature = hand.document.feature_at(hex(&hand.document, label), "redoubt");
    feature.map_or("none".into(), |feature| match feature.facing.as_slice() {
        [] => "all round".into(),
        facing => facing.join(" "),
    })
}

/// Whether hexsides form one chain: two ends at the most, and nothing branches.
fn is_one_chain(hand: &Hand, sides: &[Side]) -> bool {
    let grid = hand.document.grid();
    let joined = |a: Side, b: Side| {
        let near = |p: [f32; 2], q: [f32; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < 1e-3;
        a != b && grid.side_ends(a).iter().any(|&p| grid.side_ends(b).iter().any(|&q| near(p, q)))
    };
    sides.windows(2).all(|pair| joined(pair[0], pair[1]))
}

#[test]
fn a_fast_stroke_is_one_chain() {
    let mut hand = Hand::with(river());
    // From the north-west to the south-east of the map in two samples.
    let (from, to) = (hand.middle("0202:n"), hand.middle("0705:s"));
    hand.press(from, Button::Primary).move_to(to);
    let shown = hand.last.preview.sides.clone();
    assert!(is_one_chain(&hand, &shown), "{shown:?}");
    assert_eq!(shown.first(), Some(&side(&hand.document, "0202:n")));
    assert_eq!(shown.last(), Some(&side(&hand.document, "0705:s")));
    hand.release(to, Button::Primary);
    assert_eq!(hand.sides("excavation").len(), shown.len());
    hand.undoes_in_one_step();
}

#[test]
fn a_stroke_from_the_middle_of_a_hex_runs_along_the_hexsides_beside_it() {
    for tool in [river(), trench(), Tool::LinePen { kind: "front".into(), owner: None }] {
        let mut hand = Hand::with(tool.clone());
        let [from, to] = ["0404", "0702"].map(|label| hand.centre(label));
        hand.press(from, Button::Primary);
        assert!(hand.tools.is_busy() && hand.last.hint.contains("drag on"), "{}", hand.last.hint);
        hand.move_to(to);
        let shown = hand.last.preview.sides.clone();
        assert!(shown.len() > 3 && is_one_chain(&hand, &shown), "{tool:?}: {shown:?}");
        let grid = hand.document.grid();
        let own = hex(&hand.document, "0404");
        let mut of_own = Direction::ALL.map(|direction| grid.side(own, direction)).into_iter();
        assert!(of_own.any(|side| side == shown[0]), "{tool:?} begins at {:?}", shown[0]);
        hand.release(to, Button::Primary);
        hand.undoes_in_one_step();
        // A click there means no hexside.
        hand.click(from);
        assert_eq!(hand.document.undo_name(), None, "{tool:?}");
        assert!(hand.last.hint.starts_with("Drag along hexsides"), "{}", hand.last.hint);
    }
}

#[test]
fn a_tool_whose_kind_is_gone_says_so_and_draws_nothing() {
    let kind = || "gone".to_owned();
    for tool in [
        Tool::Trench { kind: kind(), owner: None },
        Tool::HexsidePen { kind: kind() },
        Tool::PathPen { kind: kind(), tracks: None },
        Tool::Label { kind: kind() },
        Tool::Fill { kind: kind() },
    ] {
        let mut hand = Hand::with(tool);
        let points = ["0404:n", "0404:ne"].map(|label| hand.middle(label));
        hand.drag(&points);
        assert!(hand.last.hint.starts_with("The ruleset no longer has"), "{}", hand.last.hint);
        assert_eq!(hand.last.cursor, Cursor::Forbidden);
        assert_eq!(hand.document.undo_name(), None);
    }
}

#[test]
fn going_back_takes_back() {
    let mut hand = Hand::with(river());
    let points = ["0404:nw", "0404:n", "0404:ne", "0404:se"].map(|label| hand.middle(label));
    hand.press(points[0], Button::Primary);
    for point in &points[1..] {
        hand.move_to(*point);
    }
    assert_eq!(hand.last.preview.sides.len(), 4);
    for point in points[..2].iter().rev() {
        hand.move_to(*point);
    }
    let drawn = hand.last.preview.sides.clone();
    assert!(is_one_chain(&hand, &drawn));
    assert!(drawn.len() < 4, "{drawn:?}");
    hand.event(ToolEvent::Key(Key::Escape));
    assert_eq!(hand.document.undo_name(), None);
}

#[test]
fn a_stroke_along_the_edge_of_the_map_stays_on_it() {
    let mut hand = Hand::with(river());
    let (from, to) = (hand.middle("0101:n"), hand.middle("0801:n"));
    hand.press(from, Button::Primary).move_to(to);
    let shown = hand.last.preview.sides.clone();
    assert!(is_one_chain(&hand, &shown));
    hand.release(to, Button::Primary);
    hand.undoes_in_one_step();
}

#[test]
fn a_line_goes_on_from_either_end_and_joins_others() {
    let line =
        |owner: Option<&str>| Tool::LinePen { kind: "front".into(), owner: owner.map(Into::into) };
    let lines = |hand: &Hand| -> Vec<Vec<String>> {
        let items = hand.document.map().lines.items.iter();
        items.filter(|line| line.kind == "front").map(|line| line.sides.clone()).collect()
    };
    let mut hand = Hand::with(line(Some("red")));
    let [nw, n, ne, se] = ["0404:nw", "0404:n", "0404:ne", "0404:se"].map(|l| hand.middle(l));
    hand.drag(&[n]);
    hand.drag(&[ne]);
    assert_eq!(lines(&hand).len(), 1, "one side beside the other is one line");
    hand.drag(&[nw]);
    let sides = |labels: &[&str]| -> Vec<String> {
        let grid = hand.document.grid();
        labels.iter().map(|label| grid.side_label(side(&hand.document, label))).collect()
    };
    assert_eq!(lines(&hand), [sides(&["0404:nw", "0404:n", "0404:ne"])]);
    assert_eq!(hand.document.map().lines.items[1].owner.as_deref(), Some("red"));

    // Elsewhere it is a line of its own, until a stroke joins the two.
    let away = hand.middle("0404:s");
    hand.drag(&[away]);
    assert_eq!(lines(&hand).len(), 2);
    hand.drag(&[se]);
    assert_eq!(lines(&hand).len(), 1);
    assert_eq!(lines(&hand)[0].len(), 5);

    // Another owner's line takes its place; the rest stays in two pieces.
    let _ = hand.tools.choose(line(Some("blue")));
    hand.drag(&[ne]);
    let items = &hand.document.map().lines.items;
    let of = |owner: &str| -> usize {
        let of = items.iter().filter(|line| line.owner.as_deref() == Some(owner));
        of.map(|line| line.sides.len()).sum()
    };
    assert_eq!((of("red"), of("blue")), (4, 1));
    assert_eq!(lines(&hand).len(), 3);
}

#[test]
fn trench_turns_a_facing_on_and_off() {
    let mut hand = Hand::with(trench());
    let north = inside(&hand, "0606:n");
    hand.move_to(north);
    assert!(hand.last.hint.contains("face north"), "{}", hand.last.hint);
    assert_eq!(hand.last.preview.facing, [(hex(&hand.document, "0606"), Direction::new(0))]);
    hand.click(north);
    assert_eq!(facing(&hand, "0606"), "n");
    let feature = hand.document.feature_at(hex(&hand.document, "0606"), "redoubt").unwrap();
    assert_eq!(feature.owner.as_deref(), Some("red"));
    assert_eq!(hand.document.undo_name(), Some("Draw redoubt"));
    hand.undoes_in_one_step();

    hand.click(north);
    let south_east = inside(&hand, "0606:se");
    hand.click(south_east);
    assert_eq!(facing(&hand, "0606"), "n se");
    hand.click(north);
    assert_eq!(facing(&hand, "0606"), "se");
    assert!(hand.document.undo_name().unwrap().starts_with("Erase"));
    hand.click(south_east);
    assert_eq!(facing(&hand, "0606"), "none", "the last facing goes with the trench");

    // One that faces all round gets a facing, and stays what it was else.
    let at = inside(&hand, "0203:ne");
    hand.click(at);
    assert_eq!(facing(&hand, "0203"), "ne");
    let feature = hand.document.feature_at(hex(&hand.document, "0203"), "redoubt").unwrap();
    assert_eq!(feature.owner.as_deref(), Some("blue"));
}

#[test]
fn trench_follows_hexsides_on_the_hand_where_it_began() {
    let mut hand = Hand::with(trench());
    // From the west, just below the northern sides of a row of hexes.
    let labels = ["0303:n", "0303:ne", "0402:s", "0503:nw", "0503:n"];
    let from = inside(&hand, "0303:n");
    let to = inside(&hand, "0503:n");
    hand.press(from, Button::Primary).move_to(to);
    let shown: Vec<Side> = hand.last.preview.sides.clone();
    let wanted: Vec<Side> = labels.iter().map(|label| side(&hand.document, label)).collect();
    assert_eq!(shown, wanted);
    hand.release(to, Button::Primary);
    assert_eq!(facing(&hand, "0303"), "n ne");
    assert_eq!(facing(&hand, "0403"), "n");
    assert_eq!(facing(&hand, "0503"), "n nw");
    assert_eq!(facing(&hand, "0402"), "none", "the other hand has no trench");
    hand.undoes_in_one_step();
    // The other way round it is the same.
    hand.drag(&[to, from]);
    assert_eq!(facing(&hand, "0403"), "n");
    // The right button takes it away, as far as it was drawn.
    hand.drag_with(&[to, from], Button::Secondary);
    assert_eq!(facing(&hand, "0303"), "none");
    assert_eq!(hand.document.map().features.items.len(), 2);
}

#[test]
fn trench_erases_only_where_one_is() {
    let mut hand = Hand::with(trench());
    let at = inside(&hand, "0606:n");
    hand.modifiers.shift = true;
    hand.click(at);
    assert_eq!(hand.document.undo_name(), None);
    // A trench that faces all round stays so.
    let at = inside(&hand, "0203:n");
    hand.click(at);
    assert_eq!(facing(&hand, "0203"), "all round");
    let edits = hand.last.actions.iter().filter(|action| {
        matches!(action, salient_document::Action::Edit(Edit::Remove { list: List::Features, .. }))
    });
    assert_eq!(edits.count(), 0);
}
