//! Colours that any eyes can tell apart, and words that can be read on any ground.
//!
//! Eyes that lack a kind of cone are simulated by the matrices of Machado, Oliveira and Fernandes
//! (2009) at full severity, on linear light. How far two colours are apart is their distance in
//! OKLab, times 100; about 2 is the least that is noticed side by side.

use egui::Color32;
use salient::ui::Palette;
use salient_schema::Ruleset;
use salient_schema::ruleset::Kind;

/// The least distance between colours that say different things.
const STATES: f64 = 6.0;
/// The least distance between the counters of two nations, whose symbols and words say it too.
const NATIONS: f64 = 6.5;
/// The least distance between kinds of ground that are drawn with the same mark.
const GROUND: f64 = 5.0;

type Matrix = [[f64; 3]; 3];

const EYES: [(&str, Matrix); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn linear(colour: Color32) -> [f64; 3] {
    let [r, g, b, _] = colour.to_array();
    [r, g, b].map(|byte| {
        let share = f64::from(byte) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: &Matrix, [r, g, b]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[x, y, z]| x * r + y * g + z * b)
}

fn oklab(light: [f64; 3]) -> [f64; 3] {
    let cones = times(
        &[
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ],
        light,
    );
    times(
        &[
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ],
        cones.map(f64::cbrt),
    )
}

/// How far apart two colours are to some eyes.
fn distance(eyes: &Matrix, one: Color32, other: Color32) -> f64 {
    let seen = |colour| oklab(times(eyes, linear(colour)).map(|share| share.clamp(0.0, 1.0)));
    let (a, b) = (seen(one), seen(other));
    100.0 * a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
}

/// Finds each pair that some eyes cannot tell apart.
fn too_close(named: &[(String, Color32)], least: f64) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (name, colour)) in named.iter().enumerate() {
        for (other_name, other) in &named[at + 1..] {
            for (eyes, matrix) in &EYES {
                let apart = distance(matrix, *colour, *other);
                if apart < least {
                    found.push(format!("{name} and {other_name}: {apart:.1} with {eyes}"));
                }
            }
        }
    }
    found
}

/// The contrast of words with their ground, by WCAG 2.
fn contrast(one: Color32, other: Color32) -> f64 {
    let light = |colour| {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(one), light(other));
    f64::max(a, b) / f64::min(a, b)
}

fn parse(text: &str) -> Color32 {
    Color32::from_hex(text).unwrap_or_else(|_| panic!("{text} is no colour"))
}

fn rulesets() -> Vec<(String, Ruleset)> {
    let root = salient_tests::root();
    let mut found = Vec::new();
    for folder in ["scenarios", "tests/fixtures"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path().join("ruleset.json"))
            .filter(|path| path.is_file() && !path.starts_with(root.join("tests/fixtures/faulty")))
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("a ruleset");
            let ruleset = serde_json::from_str(&text).expect("a ruleset");
            found.push((path.display().to_string(), ruleset));
        }
    }
    assert!(found.len() >= 6, "{}", found.len());
    found
}

#[test]
fn states_are_told_apart_in_every_look() {
    for (look, palette) in Palette::ALL {
        let mut states = vec![
            ("error".to_owned(), palette.error),
            ("warning".to_owned(), palette.warning),
            ("good".to_owned(), palette.good),
            ("note".to_owned(), palette.note),
        ];
        // Where what is chosen and a note or a warning share a colour, their place tells.
        if palette.accent != palette.note && palette.accent != palette.warning {
            states.push(("accent".to_owned(), palette.accent));
        }
        let found = too_close(&states, STATES);
        assert!(found.is_empty(), "{look}: {found:#?}");
    }
}

#[test]
fn words_can_be_read_in_every_look() {
    for (look, palette) in Palette::ALL {
        let mut faults = Vec::new();
        for (ground_name, ground) in palette.grounds() {
            let button = ground_name.contains("button");
            let pressed = ground_name == "pressed button";
            for (name, ink, least) in [
                ("words", palette.ink, 4.5),
                ("quiet words", palette.quiet, if pressed { 3.0 } else { 4.5 }),
                ("accent", palette.accent, if button { 2.9 } else { 4.5 }),
                ("error", palette.error, if button { 2.9 } else { 4.5 }),
                ("warning", palette.warning, if button { 2.9 } else { 4.5 }),
                ("note", palette.note, if button { 2.9 } else { 4.5 }),
                ("good", palette.good, if button { 2.9 } else { 4.5 }),
            ] {
                let found = contrast(ink, ground);
                if found < least {
                    faults.push(format!("{name} on {ground_name}: {found:.2}"));
                }
            }
        }
        let chosen = contrast(palette.on_accent, palette.accent);
        assert!(chosen >= 4.5, "{look}: words on the accent: {chosen:.2}");
        let hint = contrast(palette.hint, palette.field);
        assert!(hint >= 4.5, "{look}: what a field may hold: {hint:.2}");
        let apart = contrast(palette.ink, palette.hint);
        assert!(apart >= 2.0, "{look}: what a field holds beside what it may hold: {apart:.2}");
        let focus = contrast(palette.focus, palette.panel);
        assert!(focus >= 3.0, "{look}: the focus ring: {focus:.2}");
        assert!(faults.is_empty(), "{look}: {faults:#?}");
    }
}

#[test]
fn sides_are_told_apart_on_paper_and_in_the_dark() {
    for dark in [false, true] {
        let sides: Vec<(String, Color32)> = (0..4)
            .map(|place| (format!("side {place}"), salient::ui::side_colour(place, dark)))
            .collect();
        let found = too_close(&sides, STATES);
        assert!(found.is_empty(), "dark {dark}: {found:#?}");
    }
}

#[test]
fn nations_are_told_apart_by_their_counters() {
    for (file, ruleset) in rulesets() {
        // Who serves in another nation's army wears its colour, and differs in the symbol's.
        let armies = ruleset.nations.iter().filter(|nation| nation.serves_with.is_none());
        let fills: Vec<(String, Color32)> =
            armies.map(|nation| (nation.name.clone(), parse(&nation.fill))).collect();
        let found = too_close(&fills, NATIONS);
        assert!(found.is_empty(), "{file}: {found:#?}");
        for army in ruleset.nations.iter().map(|nation| nation.id.as_str()) {
            let symbols: Vec<(String, Color32)> = ruleset
                .nations
                .iter()
                .filter(|nation| nation.serves_with.as_deref().unwrap_or(&nation.id) == army)
                .map(|nation| {
                    let ground = nation.symbol_fill.as_ref().unwrap_or(&nation.fill);
                    (nation.name.clone(), parse(ground))
                })
                .collect();
            let found = too_close(&symbols, NATIONS);
            assert!(found.is_empty(), "{file}: {found:#?}");
        }
        for nation in &ruleset.nations {
            let print = contrast(parse(&nation.ink), parse(&nation.fill));
            assert!(print >= 4.5, "{file}: the print of {}: {print:.2}", nation.name);
        }
    }
}

#[test]
fn ground_is_told_apart_by_its_mark_or_its_colour() {
    for (file, ruleset) in rulesets() {
        let mark = |kind: &Kind| format!("{:?}", kind.look.mark);
        let mut marks: Vec<String> = ruleset.terrain.iter().map(mark).collect();
        marks.sort();
        marks.dedup();
        for of in marks {
            let alike: Vec<(String, Color32)> = ruleset
                .terrain
                .iter()
                .filter(|kind| mark(kind) == of)
                .filter_map(|kind| Some((kind.name.clone(), parse(kind.look.fill.as_ref()?))))
                .collect();
            let found = too_close(&alike, GROUND);
            assert!(found.is_empty(), "{file}: drawn alike: {found:#?}");
        }
    }
}
