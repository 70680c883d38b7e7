//! Kits to print, measured on the pages as a PDF reader finds them.

mod battlefield;
mod reader;
mod words;

use std::path::Path;

use self::reader::{Page, read};
use salient_exchange::print::{self, Paper, Part, Way, Wishes};
use salient_rules::Systems;
use salient_schema::common::Rating;
use salient_schema::ruleset::RatingDef;
use salient_schema::{Bundle, Disk, open_project};

/// Points in a millimetre.
const MM: f32 = 72.0 / 25.4;

fn scenario(path: &str) -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(path).to_string_lossy().into_owned();
    let (project, diagnostics) = open_project(&Disk, &path);
    project.unwrap_or_else(|| panic!("{path}: {diagnostics:?}")).bundle
}

fn fixture(name: &str) -> Bundle {
    scenario(&format!("tests/fixtures/{name}/scenario.json"))
}

const FIXTURES: [&str; 5] =
    ["kaisers-battle", "storm-in-the-west", "offensive-1914", "infantry-attacks", "trench-setup"];

fn pdf(bundle: &Bundle, wishes: &Wishes) -> Vec<u8> {
    let parcel = print::pdf(Systems::NONE, bundle, wishes).unwrap();
    assert_eq!(parcel.files.len(), 1);
    parcel.files.into_iter().next().unwrap().bytes
}

fn only(part: Part) -> Wishes {
    Wishes { parts: [part].into(), ..Wishes::default() }
}

/// Where a word stands in print; the sheet must have it.
fn place(page: &Page, word: &str) -> [f32; 2] {
    let found = page.words.iter().find(|(text, _)| text == word);
    found.unwrap_or_else(|| panic!("{word} is not on the page: {:?}", page.words)).1
}

/// How far over the middle of a counter its name stands, in points: the art has the middle of the
/// capitals at 0.405 of its side, and the baseline half their height beneath.
fn above(counter_mm: f32) -> f32 {
    (0.405 - 0.7 * 0.165 / 2.0) * counter_mm * MM
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn pages_have_the_size_of_the_paper() {
    let bundle = fixture("kaisers-battle");
    for (paper, way, [width, height]) in [
        (Paper::A4, Way::Portrait, [595.276_f32, 841.89]),
        (Paper::A4, Way::Landscape, [841.89, 595.276]),
        (Paper::A3, Way::Portrait, [841.89, 1190.551]),
        (Paper::Letter, Way::Portrait, [612.0, 792.0]),
    ] {
        // What is read stands upright, however map and counters lie.
        let upright = [width.min(height), width.max(height)];
        let pages = read(&pdf(&bundle, &Wishes { paper, way: Some(way), ..Wishes::default() }));
        assert!(pages.len() > 5, "pages of each kind: {}", pages.len());
        for page in &pages {
            let is =
                |size: [f32; 2]| (0..2).all(|axis| (page.size[axis] - size[axis]).abs() < 0.01);
            assert!(is([width, height]) || is(upright), "{paper:?} {way:?}: {:?}", page.size);
        }
        let wishes = Wishes { paper, way: Some(way), ..only(Part::Map) };
        let pages = read(&pdf(&bundle, &wishes));
        // The first page says how to print the others, and stands upright.
        for page in &pages[1..] {
            assert!((page.size[0] - width).abs() < 0.01, "{paper:?} {way:?}: {:?}", page.size);
            assert!((page.size[1] - height).abs() < 0.01, "{paper:?} {way:?}: {:?}", page.size);
        }
    }
}

#[test]
fn hexes_are_as_large_as_was_asked() {
    for (name, [a, b, c]) in [
        // Flat-topped, columns first; pointy-topped, rows first and columns from the east.
        ("kaisers-battle", ["3802", "3803", "3902"]),
        ("storm-in-the-west", ["1132", "1133", "1232"]),
    ] {
        let bundle = fixture(name);
        for hex_mm in [12.0, 17.0, 25.4] {
            let wishes = Wishes { hex_mm, whole: true, ..only(Part::Map) };
            let pages = read(&pdf(&bundle, &wishes));
            let map = &pages[1];
            let [a, b, c] = [a, b, c].map(|label| place(map, label));
            assert!((distance(a, b) - hex_mm * MM).abs() < 0.02, "{name} {hex_mm}");
            assert!((distance(a, c) - hex_mm * MM).abs() < 0.02, "{name} {hex_mm}");
        }
    }
}

#[test]
fn a_hex_in_the_overlap_lies_on_itself_when_sheets_are_joined() {
    let bundle = scenario("scenarios/kaisers-battle/kaisers-battle.json");
    let wishes = Wishes { overlap_mm: 20.0, ..only(Part::Map) };
    let (leaves, _) = print::kit(Systems::NONE, &bundle, &wishes, "pdf").unwrap();
    let pages = read(&pdf(&bundle, &wishes));
    assert_eq!(leaves.len(), pages.len());
    let mut joined = 0;
    for (leaf, page) in leaves.iter().zip(&pages) {
        for (other_leaf, other) in leaves.iter().zip(&pages) {
            // Neighbours to the right, by their names: `Map A1`, `Map A2`.
            let number = |name: &str| name.get(5..).and_then(|n| n.parse::<u32>().ok());
            let row = |name: &str| name.get(..5).map(str::to_owned);
            let (Some(here), Some(there)) = (number(&leaf.name), number(&other_leaf.name)) else {
                continue;
            };
            if row(&leaf.name) != row(&other_leaf.name) || there != here + 1 {
                continue;
            }
            let [[left, _], [right, _]] = leaf.scenes[1].window.unwrap();
            let [[other_left, _], _] = other_leaf.scenes[1].window.unwrap();
            // The next sheet's left edge lies on this one's dashed mark.
            let shift = (right - wishes.overlap_mm - other_left) * MM;
            assert!(right - left > wishes.overlap_mm);
            for (word, at) in &page.words {
                let is_number = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
                let twin = other.words.iter().find(|(text, _)| text == word);
                if let Some((_, twin)) = twin.filter(|_| is_number) {
                    assert!(distance(*at, [twin[0] + shift, twin[1]]) < 0.05, "{word}");
                    joined += 1;
                }
            }
        }
    }
    assert!(joined > 0, "no hex lies in an overlap");
}

#[test]
fn sheets_with_nothing_of_the_map_are_not_printed() {
    let bundle = scenario("scenarios/storm-in-the-west/campaign.json");
    let (mut seen, mut left_out) = (0, 0);
    for (paper, hex_mm) in [(Paper::A4, 17.0), (Paper::A3, 17.0), (Paper::Letter, 26.0)] {
        let wishes = Wishes { paper, hex_mm, ..only(Part::Map) };
        let (leaves, losses) = print::kit(Systems::NONE, &bundle, &wishes, "pdf").unwrap();
        let skipped: Vec<&str> = losses
            .losses
            .iter()
            .filter(|loss| loss.kind == "sheet of the map")
            .map(|loss| loss.which.as_str())
            .collect();
        left_out += skipped.len();
        let pages = read(&pdf(&bundle, &wishes));
        let words: Vec<&str> = pages
            .iter()
            .skip(1)
            .flat_map(|page| &page.words)
            .map(|(word, _)| word.as_str())
            .collect();
        for name in &skipped {
            assert!(leaves.iter().all(|leaf| leaf.name != format!("Map {name}")), "{name}");
            assert!(!words.contains(name), "a sheet points to {name}, which is not there");
            seen += 1;
        }
        // Every hex of the map is on paper but those that nobody enters.
        let blank: Vec<&String> = (bundle.map.terrain.palette.iter())
            .filter(|(_, kind)| ["off-map", "neutral"].contains(&kind.as_str()))
            .map(|(glyph, _)| glyph)
            .collect();
        assert!(!blank.is_empty());
        for (row, glyphs) in bundle.map.terrain.rows.iter().enumerate() {
            for (column, glyph) in glyphs.chars().enumerate() {
                let index = salient_schema::HexIndex { column: column as u16, row: row as u16 };
                let label = bundle.map.grid.print_hex(index);
                let is_blank = blank.contains(&&glyph.to_string());
                assert!(is_blank || words.contains(&label.as_str()), "{label} is on no sheet");
            }
        }
    }
    assert!(seen > 0 && left_out > 0);
    // A map without idle corners is printed whole.
    let (_, losses) =
        print::kit(Systems::NONE, &fixture("kaisers-battle"), &only(Part::Map), "pdf").unwrap();
    assert!(losses.losses.iter().all(|loss| loss.kind != "sheet of the map"));
}

#[test]
fn the_words_in_the_margins_of_the_map_keep_apart() {
    for (path, paper) in [
        ("scenarios/kaisers-battle/kaisers-battle.json", Paper::A4),
        ("scenarios/storm-in-the-west/campaign.json", Paper::Letter),
    ] {
        let bundle = scenario(path);
        let wishes = Wishes { paper, ..only(Part::Map) };
        let (leaves, _) = print::kit(Systems::NONE, &bundle, &wishes, "pdf").unwrap();
        for leaf in leaves.iter().filter(|leaf| leaf.name.starts_with("Map ")) {
            let words: Vec<[[f32; 2]; 2]> = leaf.scenes[2]
                .scene
                .shapes
                .iter()
                .filter(|shape| matches!(shape, salient_art::Shape::Text(_)))
                .filter_map(salient_art::Shape::bounds)
                .collect();
            for (at, [low, high]) in words.iter().enumerate() {
                for [other_low, other_high] in &words[at + 1..] {
                    let apart = (0..2)
                        .any(|axis| high[axis] <= other_low[axis] || other_high[axis] <= low[axis]);
                    assert!(apart, "{path} {}: words lie over words", leaf.name);
                }
            }
        }
    }
}

#[test]
fn backs_lie_behind_their_fronts() {
    let bundle = scenario("scenarios/kaisers-battle/kaisers-battle.json");
    for way in [Way::Portrait, Way::Landscape] {
        let wishes = Wishes { way: Some(way), ..only(Part::Counters) };
        let (leaves, _) = print::kit(Systems::NONE, &bundle, &wishes, "pdf").unwrap();
        let pages = read(&pdf(&bundle, &wishes));
        let mut seen = 0;
        for at in 0..leaves.len() {
            if !leaves[at].name.ends_with("front") {
                continue;
            }
            assert!(at % 2 == 0, "a front on an even page");
            assert_eq!(leaves[at + 1].name, leaves[at].name.replace("front", "back"));
            let (front, back) = (&pages[at], &pages[at + 1]);
            // German divisions bear their name on both faces, each only once.
            for name in ["88/3", "113/3", "28/3", "6/3", "50/9", "34/4R"] {
                let Some((_, a)) = front.words.iter().find(|(text, _)| text == name) else {
                    continue;
                };
                let [x, y] = place(back, name);
                let turned = match way {
                    Way::Portrait => [front.size[0] - a[0], a[1]],
                    // The words stand upright, not on their heads: the middle of the counter is
                    // what is turned over, and they stand above it on both faces.
                    Way::Landscape => [a[0], front.size[1] - a[1] + 2.0 * above(13.0)],
                };
                assert!(distance([x, y], turned) < 0.05, "{name} {way:?}: {x} {y}, {turned:?}");
                seen += 1;
            }
        }
        assert!(seen >= 6, "{way:?}: {seen} counters were found");
    }
}

#[test]
fn nothing_hangs_over_the_edge_of_the_paper() {
    let mut bundles: Vec<Bundle> = FIXTURES.iter().map(|name| fixture(name)).collect();
    bundles.push(scenario("scenarios/storm-in-the-west/the-allied-offensive.json"));
    bundles.push(scenario("scenarios/kaisers-battle/kaisers-battle.json"));
    for bundle in &bundles {
        for paper in [Paper::A4, Paper::Letter] {
            let wishes = Wishes { paper, ..Wishes::default() };
            let (leaves, _) = print::kit(Systems::NONE, bundle, &wishes, "pdf").unwrap();
            for leaf in &leaves {
                for placed in leaf.scenes.iter().filter(|p| p.window.is_none()) {
                    let [width, height] = leaf.size;
                    let place =
                        |p: [f32; 2]| [0, 1].map(|i| p[i] * placed.scale + placed.origin[i]);
                    for shape in &placed.scene.shapes {
                        let [least, most] = shape.bounds().unwrap().map(place);
                        let inside = least[0] > 1.0
                            && least[1] > 1.0
                            && most[0] < width - 1.0
                            && most[1] < height - 1.0;
                        assert!(inside, "{} {}: {shape:?}", bundle.scenario.id, leaf.name);
                    }
                }
            }
        }
    }
}

#[test]
fn letters_are_text_in_embedded_fonts() {
    let bytes = pdf(&fixture("storm-in-the-west"), &Wishes::default());
    let text = String::from_utf8_lossy(&bytes);
    let count = |what: &str| text.matches(what).count();

    assert_eq!(count("/FontFile2"), count("/CIDToGIDMap"));
    assert!(count("/FontFile2") >= 3);
    assert_eq!(count("/Subtype/Image") + count("/Subtype /Image"), 0, "a picture in pixels");
    let words: Vec<String> =
        read(&bytes).into_iter().flat_map(|page| page.words).map(|(word, _)| word).collect();
    for word in ["How to print", "Sequence of play", "Terrain effects chart"] {
        assert!(words.iter().any(|text| text == word), "{word}");
    }
}

#[test]
fn when_steps_come_and_what_formations_have_is_printed() {
    let mut bundle = fixture("kaisers-battle");
    let step = &mut bundle.ruleset.sequence[0];
    (step.name, step.from_turn) = ("Fog".to_owned(), Some(3));
    (step.every, step.holds) = (Some(3), Some("cold".to_owned()));
    let (id, name) = ("limit".to_owned(), "Limit".to_owned());
    let limit = RatingDef { id, name, max: 9, ..RatingDef::default() };
    bundle.ruleset.counters.formation_ratings = vec![limit];
    let formation = &mut bundle.orders_of_battle[0].formations[0];
    formation.ratings.insert("limit".to_owned(), Rating::Number(3));
    let words: Vec<String> = read(&pdf(&bundle, &Wishes::default()))
        .into_iter()
        .flat_map(|page| page.words)
        .map(|(word, _)| word)
        .collect();
    // A line may be broken anywhere between two words.
    let words = words.join(" ");
    for told in ["Fog, every 3rd game-turn from 3, while cold", "Limit 3"] {
        assert!(words.contains(told), "{told}: {words}");
    }
}

#[test]
fn the_same_scenario_gives_the_same_bytes() {
    for name in FIXTURES {
        let bundle = fixture(name);
        assert_eq!(pdf(&bundle, &Wishes::default()), pdf(&bundle, &Wishes::default()), "{name}");
    }
}

#[test]
fn svg_pages_are_as_many_and_as_large() {
    let bundle = fixture("trench-setup");
    let wishes = Wishes { paper: Paper::Letter, ..Wishes::default() };
    let parcel = print::svg(Systems::NONE, &bundle, &wishes).unwrap();
    let pages = read(&pdf(&bundle, &wishes));
    assert_eq!(parcel.files.len(), pages.len());
    for (file, page) in parcel.files.iter().zip(&pages) {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        let upright = page.size[0] < page.size[1];
        let size = if upright {
            "width=\"215.9mm\" height=\"279.4mm\" viewBox=\"0 0 2159 2794\""
        } else {
            "width=\"279.4mm\" height=\"215.9mm\" viewBox=\"0 0 2794 2159\""
        };
        assert!(text.contains(size), "{}: {}", file.name, &text[..200]);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{}", file.name);
    }
}

#[test]
fn every_counter_is_there_as_often_as_it_exists() {
    let bundle = scenario("scenarios/kaisers-battle/kaisers-battle.json");
    let pages = read(&pdf(&bundle, &only(Part::Counters)));
    let counters: Vec<_> = bundle.orders_of_battle.iter().flat_map(|book| &book.counters).collect();
    for name in ["88/3", "Gyl", "25/9/5"] {
        let wanted: usize = counters
            .iter()
            .filter(|counter| counter.designation == name)
            .map(|counter| {
                let faces = counter.faces.iter().filter(|face| face.designation.is_none());
                usize::from(counter.count) * faces.count()
            })
            .sum();
        let words = pages.iter().flat_map(|page| &page.words);
        assert!(wanted > 0);
        assert_eq!(words.filter(|(word, _)| word == name).count(), wanted, "{name}");
    }
}

#[test]
fn what_cannot_be_printed_is_refused_in_words() {
    let bundle = fixture("kaisers-battle");
    for (wishes, say) in [
        (Wishes { hex_mm: f32::NAN, ..Wishes::default() }, "NaN mm for a hex"),
        (Wishes { hex_mm: 0.0, ..Wishes::default() }, "0 mm for a hex"),
        (Wishes { counter_mm: 1e9, ..Wishes::default() }, "mm for a counter"),
        (Wishes { bleed_mm: -1.0, ..Wishes::default() }, "-1 mm for the bleed"),
        (Wishes { margin_mm: f32::INFINITY, ..Wishes::default() }, "inf mm for the margin"),
    ] {
        let error = print::pdf(Systems::NONE, &bundle, &wishes).unwrap_err().to_string();
        assert!(error.contains(say), "{error}");
    }
    let mut huge = bundle;
    (huge.map.grid.columns, huge.map.grid.rows) = (900, 900);
    let error = print::pdf(Systems::NONE, &huge, &only(Part::Map)).unwrap_err().to_string();
    assert!(error.contains("pages; at most 1000"), "{error}");
    let whole = Wishes { whole: true, hex_mm: 60.0, ..only(Part::Map) };
    let error = print::pdf(Systems::NONE, &huge, &whole).unwrap_err().to_string();
    assert!(error.contains("a PDF page is at most 5080 mm"), "{error}");
}

#[test]
fn what_is_not_on_paper_is_told() {
    let bundle = fixture("offensive-1914");
    let (_, losses) = print::kit(Systems::NONE, &bundle, &only(Part::Counters), "pdf").unwrap();
    let told = losses.to_string();
    for say in ["part of the kit left out", "  Map", "it covers several hexes"] {
        assert!(told.contains(say), "{say}: {told}");
    }
}
