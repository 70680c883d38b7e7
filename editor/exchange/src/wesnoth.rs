//! Battle for Wesnoth's maps, in: a terrain code a hex.
//!
//! ```text
//! Gg, Gg^Fp, 1 Kh, Ww^Bw/      Gg           terrain `grass-gg`
//! Hh, Rr^Vhr, Gg, Mm^Xm        Gg^Fp        terrain `grass-gg` with the feature `forest-fp` on it
//! Gg, Weldyn Gg^Vh, Gg, Gg     1 Kh         terrain `keep-kh` with the feature `start`, letter 1
//!                              Weldyn …^Vh  the village has that name; other places become labels
//! ```
//!
//! The hexes are flat-topped, and the second, fourth … column lies lower. The border that Wesnoth
//! draws round a map and nobody plays on is left out. What is over the caret stands on the base as
//! a feature does: its costs stand in for the terrain's.

use salient_schema::map::{Map, Orientation, Pushed};
use salient_schema::{HexIndex, Id, Ruleset};

use super::tally::Tally;
use super::terrain::{KindNames, TerrainByHex};
use super::{ImportError, Imported, LossReport, draft};

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

/// What the first letter does not tell.
const WHOLE: [(&str, &str); 2] = [("Wm", "windmill"), ("Do", "oasis")];

/// What is counted.
const HEXES: &str = "hexes";
const OVERLAID: &str = "overlays";
const PLACES: &str = "places";
const SETTINGS: &str = "unknown settings";

/// Terrain codes that a map may have; Wesnoth itself has a few hundred.
const MOST_CODES: usize = 4096;

/// Reads a `.map` file.
///
/// # Errors
/// What is no map of terrain codes, rows of different lengths, and a map over the limits.
pub fn read(place: &str, bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let mut losses = LossReport::new("wesnoth");
    let mut tally = Tally::default();
    let cells = Cells::of(place, bytes, &mut tally)?;
    let mut map = draft::empty_map(Orientation::FlatTopped, cells.columns, cells.rows);
    map.grid.pushed = Pushed::Second;
    draft::within_limits(&map.grid, place)?;
    let mut names = KindNames::default();
    let mut ground = TerrainByHex::of(&map);
    for (hex, cell) in cells.inner() {
        let label = map.grid.print_hex(hex);
        if names.len() >= MOST_CODES {
            return Err(ImportError {
                place: format!("{place}: hex {label}"),
                what: format!("has more than {MOST_CODES} different terrain codes"),
                help: "is it a map of Wesnoth's?".to_owned(),
            });
        }
        let Cell { base, overlay, location } = cell;
        // Codes of this kind stand for no ground, nor does what is said of them.
        let is_off = base.starts_with('_');
        if is_off {
            ground.set_kind(hex, draft::OFF_MAP);
        } else {
            ground.set_kind(hex, &kind_of(&mut names, base, &BASES, "terrain"));
        }
        tally.placed(HEXES);
        // A place that is no start names the village that is there.
        let is_start = location.is_some_and(|name| name.bytes().all(|b| b.is_ascii_digit()));
        let mut name = location.filter(|_| !is_start).map(str::to_owned);
        if overlay.is_some() && is_off {
            tally.placed(OVERLAID);
        }
        if let Some(overlay) = overlay.filter(|_| !is_off) {
            let kind = kind_of(&mut names, overlay, &OVERLAYS, "overlay");
            let own = name.take_if(|_| overlay.starts_with(VILLAGE));
            tally.placed(OVERLAID);
            if own.is_some() {
                tally.placed(PLACES);
            }
            map.features.items.push(draft::feature(label.clone(), kind, own));
        }
        if is_start {
            let mut start = draft::feature(label.clone(), START, None);
            start.letter = location.map(str::to_owned);
            map.features.items.push(start);
            tally.placed(PLACES);
        } else if name.is_some() {
            map.features.items.push(draft::feature(label, "label", name));
            tally.placed(PLACES);
        }
    }
    ground.finish(&mut map, "it has no terrain code", &mut losses);
    tally.report(&mut losses);
    map.sort();
    let ruleset = draft::given_or(ruleset, || drafted(&map));
    draft::map_alone(place, map, ruleset, losses)
}

/// A drafted ruleset, in which what nobody may enter bars.
fn drafted(map: &Map) -> Ruleset {
    let mut ruleset = draft::ruleset(map, &[], &[]);
    for kind in ruleset.terrain.iter_mut().chain(&mut ruleset.features) {
        kind.impassable |= kind.id.starts_with("wall") || kind.id.starts_with("impassable");
    }
    ruleset
}

/// The kind of what a side starts from.
const START: &str = "start";
/// What the code of a village begins with, after the caret.
const VILLAGE: char = 'V';

/// A hex's code taken apart.
struct Cell<'t> {
    base: &'t str,
    overlay: Option<&'t str>,
    /// The number of a side that starts there, or the name of a place.
    location: Option<&'t str>,
}

impl<'t> Cell<'t> {
    fn of(text: &'t str) -> Self {
        let (location, code) = match text.rsplit_once(char::is_whitespace) {
            Some((location, code)) => (Some(location.trim()), code),
            None => (None, text),
        };
        let (base, overlay) = match code.split_once('^') {
            Some((base, overlay)) => (base, Some(overlay).filter(|overlay| !overlay.is_empty())),
            None => (code, None),
        };
        Self { base, overlay, location }
    }

    /// What of all that is counted it says.
    fn says(&self) -> [(&'static str, usize); 3] {
        let (overlay, place) = (self.overlay.is_some(), self.location.is_some());
        [(HEXES, 1), (OVERLAID, usize::from(overlay)), (PLACES, usize::from(place))]
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
    fn of(place: &str, bytes: &'t [u8], tally: &mut Tally) -> Result<Self, ImportError> {
        let fault = |line: usize, what: String| ImportError {
            place: if line > 0 { format!("{place}:{line}") } else { place.to_owned() },
            what,
            help: "save the map with Wesnoth's editor".to_owned(),
        };
        let text = draft::text_of(bytes).map_err(|what| fault(0, what))?;
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
                    _ => {
                        tally.seen(SETTINGS, 1);
                        let here = Some(format!("{place}:{}", at + 1));
                        let why = "only border_size and usage=map are known";
                        tally.told(SETTINGS, "setting", why, || super::tables::short(line), here);
                    }
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
        let found = Self { lines, border, columns, rows };
        for (of, count) in found.lines.iter().flatten().flat_map(|code| Cell::of(code).says()) {
            tally.seen(of, count);
        }
        let why = "Wesnoth draws it and nobody plays on it; it is left out";
        let is_inside = |at: usize, all: usize| (border..all - border).contains(&at);
        let mut outside = [0; 3];
        for (row, line) in found.lines.iter().enumerate() {
            for (column, code) in line.iter().enumerate() {
                if !(is_inside(row, found.lines.len()) && is_inside(column, line.len())) {
                    let says = Cell::of(code).says();
                    outside.iter_mut().zip(says).for_each(|(sum, (_, count))| *sum += count);
                }
            }
        }
        let [hexes, overlays, places] = outside;
        tally.told_of_all((HEXES, hexes), "border", why, || match border {
            1 => "1 hex wide".to_owned(),
            wide => format!("{wide} hexes wide"),
        });
        tally.told_of_all((OVERLAID, overlays), "border", why, || {
            format!("{overlays} overlays on it")
        });
        tally.told_of_all((PLACES, places), "border", why, || format!("{places} places on it"));
        Ok(found)
    }

    fn inner(&self) -> impl Iterator<Item = (HexIndex, Cell<'t>)> + '_ {
        let rows = self.lines.iter().skip(self.border);
        (0..self.rows).zip(rows).flat_map(move |(row, line)| {
            let codes = line.iter().skip(self.border);
            (0..self.columns)
                .zip(codes)
                .map(move |(column, code)| (HexIndex::new(column, row), Cell::of(code)))
        })
    }
}

/// A code, with or without a start before it: printable, and not overlong.
fn is_code(text: &str) -> bool {
    let fits = (1..=64).contains(&text.len());
    fits && text.chars().all(|c| c.is_ascii_graphic() || c == ' ') && text.split(' ').count() <= 2
}

/// The kind of a code: what its first letter stands for, and the code itself.
fn kind_of(names: &mut KindNames, code: &str, families: &[(char, &str)], sort: &'static str) -> Id {
    names.id(sort, code, || {
        let first = code.chars().next();
        let whole = WHOLE.iter().find(|(own, _)| sort == "overlay" && *own == code);
        if let Some((_, name)) = whole {
            return format!("{name} {code}");
        }
        let family = families.iter().find(|(letter, _)| Some(*letter) == first);
        format!("{} {code}", family.map_or(sort, |(_, family)| family))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "\
border_size=1
usage=map

Gg, Gg, Gg, Gg, Gg
Gg, 1 Kh, Gg^Fp, Ww^Bw/, Gg
Gg, Weldyn Gg^Vh, Mm^Xm, Ww^Bw\\, Xv
Gg, Gg^Vh, the_pass Hh, Gg, Gg
Gg, Gg, Gg, Gg, Gg
";

    #[test]
    fn codes_become_kinds() {
        let back = read("a.map", MAP.as_bytes(), None).unwrap();
        let counts: Vec<String> =
            back.losses.counts.iter().map(|(kind, count)| format!("{kind}: {count}")).collect();
        let expected = [
            "hexes: 25 seen = 9 placed + 16 told of",
            "overlays: 6 seen = 6 placed + 0 told of",
            "places: 3 seen = 3 placed + 0 told of",
        ];
        assert_eq!(counts, expected, "{}", back.losses);
        let map = &back.map;
        assert_eq!((map.grid.columns, map.grid.rows), (3, 3));
        let kind = |glyph: char| map.terrain.palette[&glyph.to_string()].clone();
        let kinds: Vec<String> =
            map.terrain.rows.iter().flat_map(|row| row.chars().map(kind)).collect();
        let expected = ["keep-kh", "grass-gg", "water-ww", "grass-gg", "mountains-mm", "water-ww"];
        assert_eq!(kinds[..6], expected);
        let features: Vec<(&str, &str, Option<&str>)> = map
            .features
            .items
            .iter()
            .map(|item| {
                let words = item.letter.as_deref().or(item.name.as_deref());
                (item.hex.as_str(), item.kind.as_str(), words)
            })
            .collect();
        let expected = [
            ("0101", "start", Some("1")),
            ("0201", "forest-fp", None),
            ("0301", "bridge-bw", None),
            ("0102", "village-vh", Some("Weldyn")),
            ("0202", "impassable-xm", None),
            ("0302", "bridge-bw-2", None),
            ("0103", "village-vh", None),
            ("0203", "label", Some("the_pass")),
        ];
        assert_eq!(features, expected);
        let features = &back.ruleset.features;
        assert!(features.iter().any(|kind| kind.id == "impassable-xm" && kind.impassable));
        assert_eq!(back.losses.losses.len(), 1, "{}", back.losses);
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
