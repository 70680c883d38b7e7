//! Battle for Wesnoth's maps, in: a terrain code a hex.
//!
//! ```text
//! Gg, Gg^Fp, 1 Kh, Ww^Bw/      Gg        terrain `grass-gg`
//! Hh, Rr^Vhr, Gg, Mm^Xm        Gg^Fp     terrain `grass-gg` with the feature `forest-fp` on it
//!                              1 Kh      terrain `keep-kh` with the feature `start`, letter 1
//! ```
//!
//! The hexes are flat-topped, and the second, fourth … column lies lower. The border that Wesnoth
//! draws round a map and nobody plays on is left out. What is over the caret stands on the base as
//! a feature does: its costs stand in for the terrain's.

use std::collections::BTreeMap;

use salient_schema::map::{Feature, Orientation, Pushed};
use salient_schema::{HexIndex, Ruleset};

use super::terrain::TerrainByHex;
use super::{Fate, ImportError, Imported, LossReport, draft};

/// What the first letter of a base code stands for.
const BASES: [(char, &str); 16] = [
    ('A', "frozen"),
    ('C', "castle"),
    ('D', "desert"),
    ('F', "forest"),
    ('G', "grass"),
    ('H', "hills"),
    ('I', "floor"),
    ('K', "keep"),
    ('M', "mountains"),
    ('Q', "chasm"),
    ('R', "dirt"),
    ('S', "swamp"),
    ('T', "mushrooms"),
    ('U', "cave"),
    ('W', "water"),
    ('X', "wall"),
];

/// What the first letter after the caret stands for.
const OVERLAYS: [(char, &str); 11] = [
    ('B', "bridge"),
    ('D', "rubble"),
    ('E', "embellishment"),
    ('F', "forest"),
    ('P', "gate"),
    ('Q', "fog"),
    ('T', "mushrooms"),
    ('U', "mushrooms"),
    ('V', "village"),
    ('W', "rails"),
    ('X', "impassable"),
];

/// What is counted besides hexes.
const OVERLAID: &str = "overlays";
const STARTS: &str = "start positions";

/// Terrain codes that a map may have; Wesnoth itself has a few hundred.
const MOST_CODES: usize = 4096;

/// Reads a `.map` file.
///
/// # Errors
/// What is no map of terrain codes, rows of different lengths, and a map over the limits.
pub fn read(place: &str, bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let mut losses = LossReport::new("wesnoth");
    let cells = Cells::of(place, bytes, &mut losses)?;
    let mut map = draft::empty_map(Orientation::FlatTopped, cells.columns, cells.rows);
    map.grid.pushed = Pushed::Second;
    draft::within_limits(&map.grid, place)?;
    let mut names = Names::default();
    let mut ground = TerrainByHex::of(&map);
    for (hex, code) in cells.inner() {
        let label = map.grid.print_hex(hex);
        let (start, code) = match code.rsplit_once(char::is_whitespace) {
            Some((start, code)) => (Some(start.trim()), code),
            None => (None, code),
        };
        let (base, overlay) = match code.split_once('^') {
            Some((base, overlay)) => (base, Some(overlay)),
            None => (code, None),
        };
        names.room(place, &label)?;
        ground.set_kind(hex, &names.of(base, &BASES, "terrain"));
        losses.counts.see(OVERLAID, usize::from(overlay.is_some_and(|code| !code.is_empty())));
        losses.counts.see(STARTS, usize::from(start.is_some()));
        if let Some(overlay) = overlay.filter(|overlay| !overlay.is_empty()) {
            let kind = names.of(overlay, &OVERLAYS, "overlay");
            map.features.items.push(feature(&label, kind, None));
        }
        if let Some(start) = start {
            let start = feature(&label, "start".to_owned(), Some(start.to_owned()));
            map.features.items.push(start);
        }
    }
    losses.counts.place("hexes", ground.known());
    let starts = map.features.items.iter().filter(|item| item.letter.is_some()).count();
    losses.counts.place(STARTS, starts);
    losses.counts.place(OVERLAID, map.features.items.len() - starts);
    ground.finish(&mut map, "it has no terrain code", &mut losses);
    map.sort();
    losses.sort();
    let ruleset_is_drafted = ruleset.is_none();
    let ruleset = ruleset.unwrap_or_else(|| {
        let mut ruleset = draft::ruleset(&map, &[], &[]);
        for kind in ruleset.terrain.iter_mut().chain(&mut ruleset.features) {
            kind.impassable = kind.id.starts_with("wall") || kind.id.starts_with("impassable");
        }
        ruleset
    });
    let imported = Imported {
        ruleset,
        ruleset_is_drafted,
        map,
        orders_of_battle: Vec::new(),
        scenarios: Vec::new(),
        pictures: Vec::new(),
        losses,
    };
    draft::sound(imported, place)
}

fn feature(hex: &str, kind: String, letter: Option<String>) -> Feature {
    Feature {
        hex: hex.to_owned(),
        kind,
        name: None,
        owner: None,
        value: None,
        letter,
        facing: Vec::new(),
        provenance: None,
    }
}

/// The codes of a file, row by row.
struct Cells<'t> {
    lines: Vec<Vec<&'t str>>,
    border: usize,
    /// Without the border.
    columns: u16,
    rows: u16,
}

impl<'t> Cells<'t> {
    fn of(place: &str, bytes: &'t [u8], losses: &mut LossReport) -> Result<Self, ImportError> {
        let fault = |line: usize, what: String| ImportError {
            place: if line > 0 { format!("{place}:{line}") } else { place.to_owned() },
            what,
            help: "save the map with Wesnoth's editor".to_owned(),
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            fault(0, format!("is no UTF-8 from byte {} on", error.valid_up_to()))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut border = 1;
        let mut lines: Vec<Vec<&str>> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            // Older files begin with a few settings.
            if lines.is_empty() && !line.contains(',') && line.contains('=') {
                match line.split_once('=') {
                    Some(("border_size", size)) => {
                        border = size.trim().parse().ok().filter(|size| *size <= 16).ok_or_else(
                            || fault(at + 1, "border_size is no number from 0 to 16".to_owned()),
                        )?;
                    }
                    Some(("usage", "map")) => {}
                    _ => losses.add(
                        Fate::Dropped,
                        "setting",
                        super::tables::short(line),
                        "only border_size and usage=map are known",
                        Some(format!("{place}:{}", at + 1)),
                    ),
                }
                continue;
            }
            if line.is_empty() {
                continue;
            }
            let codes: Vec<&str> = line.split(',').map(str::trim).collect();
            if let Some(code) = codes.iter().find(|code| !is_code(code)) {
                let what = format!("`{}` is no terrain code", super::tables::short(code));
                return Err(fault(at + 1, what));
            }
            if lines.first().is_some_and(|first| first.len() != codes.len()) {
                let what = format!("has {} hexes, and the rows before have others", codes.len());
                return Err(fault(at + 1, what));
            }
            lines.push(codes);
        }
        let side = |length: usize| {
            let inner = length.checked_sub(2 * border).filter(|inner| *inner > 0);
            inner.and_then(|inner| u16::try_from(inner).ok())
        };
        let columns = side(lines.first().map_or(0, Vec::len));
        let (Some(columns), Some(rows)) = (columns, side(lines.len())) else {
            return Err(fault(0, "has no hexes within its border, or too many".to_owned()));
        };
        let all: usize = lines.iter().map(Vec::len).sum();
        losses.counts.see("hexes", all);
        losses.counts.tell("hexes", all - usize::from(columns) * usize::from(rows));
        if border > 0 {
            let why = "Wesnoth draws it and nobody plays on it; it is left out";
            losses.add(Fate::Dropped, "border", format!("{border} hexes wide"), why, None);
        }
        Ok(Self { lines, border, columns, rows })
    }

    fn inner(&self) -> impl Iterator<Item = (HexIndex, &'t str)> + '_ {
        let rows = self.lines.iter().skip(self.border);
        (0..self.rows).zip(rows).flat_map(move |(row, line)| {
            let codes = line.iter().skip(self.border);
            (0..self.columns)
                .zip(codes)
                .map(move |(column, code)| (HexIndex::new(column, row), *code))
        })
    }
}

/// A code, with or without a start before it: printable, and not overlong.
fn is_code(text: &str) -> bool {
    let fits = (1..=64).contains(&text.len());
    fits && text.chars().all(|c| c.is_ascii_graphic() || c == ' ') && text.split(' ').count() <= 2
}

/// Kinds by their codes. Codes that differ in large and small letters only stay apart.
#[derive(Default)]
struct Names {
    of: BTreeMap<(&'static str, String), String>,
    taken: BTreeMap<String, usize>,
}

impl Names {
    fn room(&self, place: &str, hex: &str) -> Result<(), ImportError> {
        if self.of.len() < MOST_CODES {
            return Ok(());
        }
        Err(ImportError {
            place: format!("{place}: hex {hex}"),
            what: format!("has more than {MOST_CODES} different terrain codes"),
            help: "is it a map of Wesnoth's?".to_owned(),
        })
    }

    fn of(&mut self, code: &str, families: &[(char, &str)], otherwise: &'static str) -> String {
        let key = (otherwise, code.to_owned());
        if let Some(name) = self.of.get(&key) {
            return name.clone();
        }
        let first = code.chars().next();
        let family = families.iter().find(|(letter, _)| Some(*letter) == first);
        let family = family.map_or(otherwise, |(_, family)| family);
        let name = draft::id(&format!("{family} {code}"), otherwise);
        let count = self.taken.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count > 1 { format!("{name}-{count}") } else { name };
        self.of.insert(key, name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "\
border_size=1
usage=map

Gg, Gg, Gg, Gg, Gg
Gg, 1 Kh, Gg^Fp, Ww^Bw/, Gg
Gg, Gg, Mm^Xm, Ww^Bw\\, Xv
Gg, Gg, Gg, Gg, Gg
";

    #[test]
    fn codes_become_kinds() {
        let back = read("a.map", MAP.as_bytes(), None).unwrap();
        let map = &back.map;
        assert_eq!((map.grid.columns, map.grid.rows), (3, 2));
        let kind = |glyph: char| map.terrain.palette[&glyph.to_string()].clone();
        let kinds: Vec<String> =
            map.terrain.rows.iter().flat_map(|row| row.chars().map(kind)).collect();
        let expected = ["keep-kh", "grass-gg", "water-ww", "grass-gg", "mountains-mm", "water-ww"];
        assert_eq!(kinds, expected);
        let features: Vec<(&str, &str, Option<&str>)> = map
            .features
            .items
            .iter()
            .map(|item| (item.hex.as_str(), item.kind.as_str(), item.letter.as_deref()))
            .collect();
        let expected = [
            ("0101", "start", Some("1")),
            ("0201", "forest-fp", None),
            ("0301", "bridge-bw", None),
            ("0202", "impassable-xm", None),
            ("0302", "bridge-bw-2", None),
        ];
        assert_eq!(features, expected);
        let features = &back.ruleset.features;
        assert!(features.iter().any(|kind| kind.id == "impassable-xm" && kind.impassable));
        assert_eq!(back.losses.losses.len(), 1, "{}", back.losses);
        let counts: Vec<String> =
            back.losses.counts.iter().map(|(kind, count)| format!("{kind}: {count}")).collect();
        let expected = [
            "hexes: 20 seen = 6 placed + 14 told of",
            "overlays: 4 seen = 4 placed + 0 told of",
            "start positions: 1 seen = 1 placed + 0 told of",
        ];
        assert_eq!(counts, expected);
    }

    #[test]
    fn what_is_no_map_is_refused() {
        let wide = "Gg,".repeat(5000) + "Gg\n";
        for (text, place, what) in [
            ("", "a.map", "no hexes"),
            ("Gg, Gg\nGg\n", "a.map:2", "has 1 hexes"),
            ("Gg, Gg, G\u{7}g\n", "a.map:1", "no terrain code"),
            ("Gg,,Gg\n", "a.map:1", "no terrain code"),
            ("border_size=99\n\nGg, Gg\n", "a.map:1", "border_size"),
            (&wide.repeat(3), "a.map", "4999 × 1"),
        ] {
            let error = read("a.map", text.as_bytes(), None).unwrap_err();
            assert_eq!(error.place, place, "{error}");
            assert!(error.what.contains(what), "{error}");
        }
        assert!(read("a.map", b"\xff", None).is_err());
    }
}
