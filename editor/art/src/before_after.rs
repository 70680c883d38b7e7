//! Two versions side by side, with what changed marked on both.
//!
//! ```text
//!  Before  a.json          After  b.json
//! ┌──────────────────┐    ┌──────────────────┐
//! │    ╭──╮          │    │    ╭╌╌╮          │   ── it is here
//! │    │  │          │    │    ╎  ╎──▶╭──╮   │   ╌╌ it was here, or will be
//! │    ╰──╯          │    │    ╰╌╌╯   ╰──╯   │
//! └──────────────────┘    └──────────────────┘
//!  3/Sx moved 1205 → 1306
//! ```

mod clip;
mod counters;

use std::collections::BTreeSet;

use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::{Bundle, HexLabel, Map, Ruleset};

use crate::colour::Rgba;
use crate::fonts::Typeface;
use crate::picture::{Drawing, Options, PictureError, drawing_of_map, drawing_of_scenario};
use crate::scene::{Anchor, Point, Scene, Stroke, Text};
use crate::theme::Theme;

pub use counters::{CounterVersions, drawing_of_counter_versions};

/// A version of what is on a map.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// The map alone.
    Map(&'a Map, &'a Ruleset),
    /// A scenario's map with its set-up.
    SetUp(&'a Bundle),
}

/// Where something changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The hexes that it is in before, as printed.
    pub before: Vec<HexLabel>,
    /// The hexes that it is in after.
    pub after: Vec<HexLabel>,
    /// Whether it went from the first of the one to the first of the other.
    pub moved: bool,
}

/// Two versions, and what is said of them.
#[derive(Clone, Debug)]
pub struct Versions<'a> {
    /// Before and after.
    pub views: [View<'a>; 2],
    /// What each is called: the names of their files.
    pub names: [String; 2],
    /// Where something changed.
    pub marks: Vec<Mark>,
    /// What changed, a line each.
    pub lines: Vec<String>,
}

/// A colour that no map has: neither ground nor counters.
const MARK: Rgba = [200, 0, 124, 255];
const CASING: Rgba = [255, 255, 255, 235];
/// Hexes around what changed that are shown too.
const AROUND: f32 = 2.6;
/// Between the two panels, and around everything.
const GAP: f32 = 0.6;
/// How far strokes may hang over the edge of a panel: less than half the gap.
const OVER: f32 = 0.25;
/// The most lines that are written below.
const LINES: usize = 16;
/// The most pixels from left to right where nobody asks for a scale.
const USUAL_WIDTH: f32 = 3200.0;

/// Draws two versions side by side, as much of them as has to do with the marks; the whole map
/// where there are none.
///
/// # Errors
/// A map has no hexes.
pub fn drawing_of_versions(
    versions: &Versions<'_>,
    pixels_per_hex: f32,
) -> Result<Drawing, PictureError> {
    let panels = versions.views.map(|view| Panel::new(view, pixels_per_hex));
    let [before, after] = panels;
    let panels = [before?, after?];
    let shown = part_shown(&panels, &versions.marks);
    let sizes = shown.map(|[[x0, y0], [x1, y1]]| [x1 - x0, y1 - y0]);
    let [[w0, h0], [w1, h1]] = sizes;
    // Wide strips of country lie better one under the other.
    let stacked = w0 > 1.7 * h0;
    let width = if stacked { w0.max(w1) } else { w0 + GAP + w1 };
    let size = text_size(width);
    let heading = 1.9 * size;
    let corners =
        if stacked { [[0.0, 0.0], [0.0, h0 + heading + GAP]] } else { [[0.0; 2], [w0 + GAP, 0.0]] };
    let height = if stacked { corners[1][1] + h1 } else { h0.max(h1) };
    let theme = Theme::default();

    let mut scene = Scene::new();
    for (at, panel) in panels.into_iter().enumerate() {
        let ([left, top], [w, h], [least, greatest]) = (corners[at], sizes[at], shown[at]);
        let mut view = panel.sheet.scene;
        mark(&panel.grid, &versions.marks, at == 1, &mut view);
        let view = clip::clip(view, [least, greatest]);
        scene.append(view.placed(1.0, [left - least[0], top - least[1]]));
        // Broad strokes are cut off at their middle line: their edges and ends hang over.
        let (right, bottom) = (left + w, top + h);
        for ([x0, y0], [x1, y1]) in [
            ([left - OVER, top - OVER], [right + OVER, top]),
            ([left - OVER, bottom], [right + OVER, bottom + OVER]),
            ([left - OVER, top], [left, bottom]),
            ([right, top], [right + OVER, bottom]),
        ] {
            scene.fill([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], theme.margin);
        }
        let frame = [[left, top], [right, top], [right, bottom], [left, bottom]];
        scene.outline(frame, Stroke::new(0.05, theme.ink));
        let name = &versions.names[at];
        caption(at, name, [left, top - 0.6 * size], [w, size], &theme, &mut scene);
    }
    let below = write_lines(&versions.lines, [0.0, height], [width, size], &theme, &mut scene);
    let bounds = [[-GAP, -heading - GAP], [width + GAP, below + GAP]];
    Ok(Drawing { scene, bounds, background: theme.margin })
}

/// The scale at which a picture of these bounds is of a usual size.
pub fn usual_scale([[x0, _], [x1, _]]: [Point; 2]) -> f32 {
    (USUAL_WIDTH / (x1 - x0).max(1.0)).min(64.0)
}

/// The size of letters under a picture of some width.
fn text_size(width: f32) -> f32 {
    (width * 0.017).clamp(0.24, 1.4)
}

fn caption(
    at: usize,
    name: &str,
    place: Point,
    [width, size]: [f32; 2],
    theme: &Theme,
    scene: &mut Scene,
) {
    let word = if at == 0 { "Before" } else { "After" };
    let title = Text::new(place, word, size * 1.25, Typeface::Bold, theme.ink);
    let behind = title.width() + size * 0.6;
    scene.text(title.anchored(Anchor::Start));
    let name = shortened(name, (width - behind) / size, Typeface::Medium);
    let text = Text::new([place[0] + behind, place[1]], name, size, Typeface::Medium, theme.ink);
    scene.text(text.anchored(Anchor::Start));
}

/// A name without its beginning, as far as it is too long. The width is in ems.
fn shortened(name: &str, width: f32, face: Typeface) -> String {
    // From the end, each letter once: a name may be as long as a file.
    let (mut start, mut wide) = (name.len(), 0.0);
    for (at, letter) in name.char_indices().rev() {
        wide += face.advance(letter);
        if wide > width {
            break;
        }
        start = at;
    }
    match name.get(start..) {
        Some(rest) if start > 0 => format!("…{rest}"),
        _ => name.to_owned(),
    }
}

/// Writes what changed below the panels; gives where it ends.
fn write_lines(
    lines: &[String],
    [left, top]: Point,
    [width, size]: [f32; 2],
    theme: &Theme,
    scene: &mut Scene,
) -> f32 {
    let mut y = top + size * 0.4;
    let mut write = |text: &str, indent: f32| {
        y += size * 1.35;
        let at = [left + indent, y];
        let text = Text::new(at, text, size, Typeface::Medium, theme.ink);
        scene.text(text.anchored(Anchor::Start));
    };
    let shown = if lines.len() > LINES { LINES - 1 } else { lines.len() };
    for line in lines.iter().take(shown) {
        for (number, part) in wrapped(line, width / size - 1.0).iter().enumerate() {
            write(part, if number == 0 { 0.0 } else { size });
        }
    }
    if shown < lines.len() {
        write(&format!("… and {} more", lines.len() - shown), 0.0);
    }
    y + size * 0.3
}

/// A text in lines of at most this many ems, where its words allow it.
fn wrapped(text: &str, width: f32) -> Vec<String> {
    // The typefaces have no arrow.
    let text = text.replace('→', "to");
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut wide) = (String::new(), 0.0);
    let gap = Typeface::Medium.width_of(" ");
    for word in text.split_whitespace() {
        let more = Typeface::Medium.width_of(word);
        if line.is_empty() {
            wide = more;
        } else if wide + gap + more > width {
            lines.push(std::mem::take(&mut line));
            wide = more;
        } else {
            line.push(' ');
            wide += gap + more;
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// One of the two pictures.
struct Panel {
    grid: HexGrid,
    sheet: Drawing,
}

impl Panel {
    fn new(view: View<'_>, pixels_per_hex: f32) -> Result<Self, PictureError> {
        let options = Options { pixels_per_hex, legend: false, ..Options::default() };
        let (map, sheet) = match view {
            View::Map(map, ruleset) => (map, drawing_of_map(map, ruleset, &options)?),
            View::SetUp(bundle) => (&bundle.map, drawing_of_scenario(bundle, &options)?),
        };
        Ok(Self { grid: HexGrid::new(&map.grid), sheet })
    }
}

/// The part of each picture that is shown: the same of both where they are of one grid.
fn part_shown(panels: &[Panel; 2], marks: &[Mark]) -> [[Point; 2]; 2] {
    let labels = || marks.iter().flat_map(|mark| mark.before.iter().chain(&mark.after));
    panels.each_ref().map(|panel| {
        let whole = panel.sheet.bounds;
        let places = labels().filter_map(|label| panel.grid.parse(label));
        let mut around: Option<[Point; 2]> = None;
        for hex in places {
            let centre = panel.grid.centre(hex);
            let [least, greatest] = around.get_or_insert([centre, centre]);
            for axis in 0..2 {
                least[axis] = least[axis].min(centre[axis]);
                greatest[axis] = greatest[axis].max(centre[axis]);
            }
        }
        let Some([mut least, mut greatest]) = around else { return whole };
        for axis in 0..2 {
            // A single hex still shows what country it lies in.
            let more = (8.0 - (greatest[axis] - least[axis] + 2.0 * AROUND)).max(0.0) / 2.0;
            least[axis] = (least[axis] - AROUND - more).max(whole[0][axis]);
            greatest[axis] = (greatest[axis] + AROUND + more).min(whole[1][axis]);
        }
        [least, greatest]
    })
}

/// Marks what changed on one of the two pictures: solid where it is, dashed where it is in the
/// other.
fn mark(grid: &HexGrid, marks: &[Mark], after: bool, scene: &mut Scene) {
    let hexes = |labels: &[HexLabel]| -> BTreeSet<Hex> {
        labels.iter().filter_map(|label| grid.parse(label)).collect()
    };
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    for mark in marks {
        let (own, other) =
            if after { (&mark.after, &mark.before) } else { (&mark.before, &mark.after) };
        here.extend(hexes(own));
        there.extend(hexes(other));
    }
    let there: BTreeSet<Hex> = there.difference(&here).copied().collect();
    outline(grid, &there, true, scene);
    outline(grid, &here, false, scene);
    for mark in marks.iter().filter(|mark| mark.moved && after) {
        let ends = [mark.before.first(), mark.after.first()].map(|label| grid.parse(label?));
        if let [Some(from), Some(to)] = ends
            && from != to
        {
            arrow([grid.centre(from), grid.centre(to)], scene);
        }
    }
}

/// The border around some hexes.
fn outline(grid: &HexGrid, hexes: &BTreeSet<Hex>, dashed: bool, scene: &mut Scene) {
    let mut edges = Vec::new();
    for &hex in hexes {
        let corners = grid.corners(hex);
        for direction in Direction::ALL {
            if grid.neighbour(hex, direction).is_none_or(|other| !hexes.contains(&other)) {
                let first = direction.index();
                edges.push([corners[first], corners[(first + 1) % 6]]);
            }
        }
    }
    for edge in &edges {
        scene.line(*edge, Stroke::new(0.17, CASING));
    }
    for edge in edges {
        if dashed {
            scene.dashes(edge, Stroke::new(0.07, MARK), [0.12, 0.09]);
        } else {
            scene.line(edge, Stroke::new(0.09, MARK));
        }
    }
}

fn arrow([from, to]: [Point; 2], scene: &mut Scene) {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = dx.hypot(dy).max(0.001);
    let [ux, uy] = [dx / length, dy / length];
    let along =
        |at: f32, aside: f32| [from[0] + ux * at - uy * aside, from[1] + uy * at + ux * aside];
    // From the rim of the one hex to the rim of the other.
    let (start, tip) = (0.36_f32.min(length * 0.2), length - 0.36_f32.min(length * 0.2));
    let neck = tip - 0.26;
    scene.line([along(start, 0.0), along(neck, 0.0)], Stroke::new(0.19, CASING));
    let head = |grow: f32| {
        [
            along(tip + grow * 1.4, 0.0),
            along(neck - grow, 0.17 + grow),
            along(neck - grow, -0.17 - grow),
        ]
    };
    scene.fill(head(0.05), CASING);
    scene.line([along(start, 0.0), along(neck, 0.0)], Stroke::new(0.1, MARK));
    scene.fill(head(0.0), MARK);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Shape;

    fn picardy() -> (Map, Ruleset) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/picardy-1918/map.json");
        salient_schema::open_map(&salient_schema::Disk, path).0.unwrap()
    }

    fn sheet(marks: Vec<Mark>) -> Drawing {
        let (map, ruleset) = picardy();
        let view = View::Map(&map, &ruleset);
        let lines = vec!["terrain of 0506: clear → swamp".to_owned(); 30];
        let names = ["a.json".to_owned(), "b.json".to_owned()];
        let versions = Versions { views: [view, view], names, marks, lines };
        drawing_of_versions(&versions, 64.0).unwrap()
    }

    /// Lines in the colour of marks: whole ones and dashed ones.
    fn marked(sheet: &Drawing) -> [usize; 2] {
        let is = |dashed: bool| {
            let of = |shape: &&Shape| match shape {
                Shape::Line { stroke, dash, .. } => {
                    stroke.colour == MARK && dash.is_some() == dashed
                }
                _ => false,
            };
            sheet.scene.shapes.iter().filter(of).count()
        };
        [is(false), is(true)]
    }

    #[test]
    fn what_changed_is_marked_and_the_rest_is_cut_off() {
        let label = |label: &str| vec![label.to_owned()];
        let sheet_of = |mark| sheet(vec![mark]);
        // Before dashed and after whole, and the other way about; six sides each.
        let added = sheet_of(Mark { after: label("1507"), ..Mark::default() });
        assert_eq!(marked(&added), [6, 6]);
        let both = sheet_of(Mark { before: label("1507"), after: label("1507"), moved: false });
        assert_eq!(marked(&both), [12, 0]);
        // Two neighbours have one border around both; a move has an arrow too.
        let two = vec!["1507".to_owned(), "1508".to_owned()];
        assert_eq!(marked(&sheet_of(Mark { after: two, ..Mark::default() })), [10, 10]);
        let moved = sheet_of(Mark { before: label("1507"), after: label("1510"), moved: true });
        assert_eq!(marked(&moved), [13, 12]);
        let [least, greatest] = moved.bounds;
        assert!(greatest[0] - least[0] < 25.0, "{:?}", moved.bounds);
        // A hex that is on no map is no harm, and without marks the whole map is shown.
        let whole = sheet_of(Mark { after: label("nowhere"), ..Mark::default() });
        assert!(whole.bounds[1][0] > 80.0, "{:?}", whole.bounds);
        for sheet in [added, moved, whole] {
            assert!(sheet.scene.is_sound());
            let [least, greatest] = sheet.bounds;
            for shape in &sheet.scene.shapes {
                let [low, high] = shape.bounds().unwrap();
                let inside = (0..2).all(|axis| {
                    low[axis] >= least[axis] - 0.2 && high[axis] <= greatest[axis] + 0.2
                });
                assert!(inside, "{shape:?} in {:?}", sheet.bounds);
            }
        }
    }

    #[test]
    fn words_are_wrapped_and_say_how_many_are_left() {
        assert_eq!(wrapped("4101 → 1306", 100.0), ["4101 to 1306"]);
        let lines = wrapped("one two three four five six seven eight nine ten", 8.0);
        assert!(lines.len() > 2, "{lines:?}");
        assert!(lines.iter().all(|line| Typeface::Medium.width_of(line) <= 8.0), "{lines:?}");
        assert_eq!(shortened("abcdef", 100.0, Typeface::Medium), "abcdef");
        let short = shortened("a/long/way/to/map.json", 5.0, Typeface::Medium);
        assert!(short.starts_with('…') && short.ends_with("map.json"), "{short}");
        // Hours, if each letter that goes has all the others measured again.
        let long = "i".repeat(2_000_000);
        assert!(shortened(&long, 5.0, Typeface::Medium).chars().count() < 50);
        assert_eq!(wrapped(&long, 5.0), [long]);
        let texts = sheet(Vec::new()).scene.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text),
            _ => None,
        });
        assert!(texts.into_iter().any(|text| text == "… and 15 more"));
    }
}
