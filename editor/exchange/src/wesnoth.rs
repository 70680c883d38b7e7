//! Battle for Wesnoth's maps, in: a terrain code a hex.
//!
//! ```text
//! Gg, Gg^Fp, 1 Kh, Ww^Bw/      Gg           terrain `grass-gg`
//! Hh, Rr^Vhr, Gg, Mm^Xm        Gg^Fp        terrain `grass-gg` with the feature `forest-fp` on it
//! Gg, Weldyn Gg^Vh, Gg, Gg     1 Kh         terrain `keep-kh` with the feature `start`, letter 1
//!                              Weldyn …^Vh  the village has that name; other places become labels
//!                              1 pass Hh    a hex may be several places
//! ```
//!
//! Until Wesnoth 1.2 a map had one letter a hex and no border: `OLD` says which code each became.
//!
//! The hexes are flat-topped, and the second, fourth … column lies lower. The border that Wesnoth
//! draws round a map and nobody plays on is left out. What is over the caret stands on the base as
//! a feature does: its costs stand in for the terrain's.

use std::collections::BTreeMap;

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

/// What each letter of an old map is called since, letter and code by turns, as Wesnoth's own
/// converter of maps has it; a space is nothing at all, and a digit a keep that a side starts from.
const OLD: &str = r#"
    & Mm^Xm  ' Uu^Ii  / Ww^Bw/  ? Gg^Fet  A Ha^Vhha  B Dd^Vda  C Ch  D Uu^Vu  E Rd  F Aa^Fpa  G Gs
    H Ha  I Dd  J Hd  K Kh  L Gs^Vht  M Md  N Chr  P Dd^Do  Q Chw  R Rr  S Aa  T Gs^Ft  U Dd^Vdt
    V Aa^Vha  W Xu  X Qxu  Y Ss^Vhs  Z Ww^Vm  [ Uh  \ Ww^Bw\  ] Uu^Uf  a Hh^Vhh  b Mm^Vhh  c Ww
    d Ds  e Aa^Vea  f Gs^Fp  g Gg  h Hh  i Ai  k Wwf  l Ql  m Mm  n Ce  o Cud  p Uu^Vud  q Chs  r Re
    s Wo  t Gg^Ve  u Uu  v Gg^Vh  w Ss  | Ww^Bw|  ~ _f"#;
const OLD_STARTS: [&str; 9] =
    ["1 Kh", "2 Kh", "3 Kh", "4 Kh", "5 Kh", "6 Kh", "7 Kh", "8 Kh", "9 Kh"];

/// Letters of a base or an overlay: Wesnoth itself has no room for more.
const MOST_LETTERS: usize = 4;
/// Letters of the name of a place.
const MOST_OF_NAME: usize = 64;

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
        let Cell { base, overlay, .. } = cell;
        // Codes of this kind stand for no ground, nor does what is said of them.
        let is_off = base.starts_with('_');
        if is_off {
            ground.set_kind(hex, draft::OFF_MAP);
        } else {
            ground.set_kind(hex, &kind_of(&mut names, base, &BASES, "terrain"));
        }
        tally.placed(HEXES);
        // A place that is no start names the village that is there.
        let is_start = |place: &&str| place.bytes().all(|byte| byte.is_ascii_digit());
        let (starts, mut places): (Vec<&str>, Vec<&str>) = cell.places().partition(is_start);
        if overlay.is_some() && is_off {
            tally.placed(OVERLAID);
        }
        if let Some(overlay) = overlay.filter(|_| !is_off) {
            let kind = kind_of(&mut names, overlay, &OVERLAYS, "overlay");
            let is_named = overlay.starts_with(VILLAGE) && !places.is_empty();
            let own = is_named.then(|| places.remove(0).to_owned());
            tally.placed(OVERLAID);
            if own.is_some() {
                tally.placed(PLACES);
            }
            map.features.items.push(draft::feature(label.clone(), kind, own));
        }
        for number in starts {
            let mut start = draft::feature(label.clone(), START, None);
            start.letter = Some(number.to_owned());
            map.features.items.push(start);
            tally.placed(PLACES);
        }
        for name in places {
            map.features.items.push(draft::feature(label.clone(), "label", Some(name.to_owned())));
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
    /// The numbers of sides that start there, and the names of places.
    before: &'t str,
}

impl<'t> Cell<'t> {
    fn of(text: &'t str) -> Self {
        let (before, code) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
        let (base, overlay) = match code.split_once('^') {
            Some((base, overlay)) => (base, Some(overlay).filter(|overlay| !overlay.is_empty())),
            None => (code, None),
        };
        Self { base, overlay, before }
    }

    fn places(&self) -> impl Iterator<Item = &'t str> {
        self.before.split_whitespace()
    }

    /// What of all that is counted it says.
    fn says(&self) -> [(&'static str, usize); 3] {
        let overlays = usize::from(self.overlay.is_some());
        [(HEXES, 1), (OVERLAID, overlays), (PLACES, self.places().count())]
    }

    /// What is wrong with it, and what to do.
    fn fault(text: &str) -> Option<(String, &'static str)> {
        let cell = Cell::of(text);
        let parts = [cell.base, cell.overlay.unwrap_or_default()];
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        let code = || super::tables::short(text.rsplit(char::is_whitespace).next().unwrap_or(text));
        if cell.base.is_empty() {
            return Some(("a terrain code is missing".to_owned(), "write one, as Gg"));
        }
        if !parts.into_iter().all(is_plain) {
            return Some((format!("`{}` is no terrain code", code()), "write one, as Gg or Gg^Fp"));
        }
        if parts.iter().any(|part| part.len() > MOST_LETTERS) {
            let help = "Wesnoth's have four letters at most, and as many after a ^: mend it";
            return Some((format!("`{}` is too long for a terrain code", code()), help));
        }
        let place = cell.places().find(|place| place.len() > MOST_OF_NAME || !is_plain(place))?;
        let help = "before a code stand numbers of sides and names of 64 plain letters at most";
        Some((format!("`{}` is no name of a place", super::tables::short(place)), help))
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
        let fault = |[line, column]: [usize; 2], what: String, help: &str| ImportError {
            place: format!("{place}:{line}:{column}"),
            what,
            help: help.to_owned(),
        };
        let of_all = |what: String, help: &str| ImportError {
            place: place.to_owned(),
            what,
            help: help.to_owned(),
        };
        let text = draft::text_of(bytes).map_err(|what| of_all(what, SAVE))?;
        // A file that has no commas in it is as old as to have a letter a hex.
        let letters = (!text.contains([',', '='])).then(old_letters);
        let mut border = usize::from(letters.is_none());
        let mut lines: Vec<Vec<&str>> = Vec::new();
        for (at, whole) in (1..).zip(text.lines()) {
            let line = if letters.is_some() { whole } else { whole.trim() };
            // Newer files begin with a few settings.
            if lines.is_empty() && !line.contains(',') && line.contains('=') {
                match line.split_once('=') {
                    Some(("border_size", size)) => {
                        let size = size.trim().parse().ok().filter(|size| *size <= 16);
                        border = size.ok_or_else(|| {
                            let what = "border_size is no number from 0 to 16".to_owned();
                            fault([at, 1], what, "write border_size=1")
                        })?;
                    }
                    Some(("usage", "map")) => {}
                    _ => {
                        tally.seen(SETTINGS, 1);
                        let here = Some(format!("{place}:{at}"));
                        let why = "only border_size and usage=map are known";
                        tally.told(SETTINGS, "setting", why, || super::tables::short(line), here);
                    }
                }
                continue;
            }
            if line.is_empty() {
                continue;
            }
            let codes = match &letters {
                Some(letters) => of_letters(line, letters),
                None => of_codes(whole),
            };
            let codes = codes.map_err(|(column, what, help)| fault([at, column], what, help))?;
            if lines.first().is_some_and(|first| first.len() != codes.len()) {
                let before = lines.first().map_or(0, Vec::len);
                let what = format!("has {} hexes, and the rows before have {before}", codes.len());
                return Err(fault([at, 1], what, "make all rows as long"));
            }
            lines.push(codes);
        }
        if lines.is_empty() {
            let what = "is empty: there is no row of terrain codes in it".to_owned();
            return Err(fault([1, 1], what, SAVE));
        }
        if letters.is_some() {
            let why = "it has a letter a hex, as in Wesnoth until 1.2; each is read as the code that \
                       Wesnoth has for it since";
            tally.changed("map", why, String::new, None);
        }
        let side = |length: usize| {
            let inner = length.checked_sub(2 * border).filter(|inner| *inner > 0);
            inner.and_then(|inner| u16::try_from(inner).ok())
        };
        let columns = side(lines.first().map_or(0, Vec::len));
        let (Some(columns), Some(rows)) = (columns, side(lines.len())) else {
            let what = match lines.len().max(lines.first().map_or(0, Vec::len)) {
                0..=32 => format!("has no hexes within its border, which is {border} wide"),
                _ => "has no hexes within its border, or too many".to_owned(),
            };
            let help = "a map has 1 to 4096 columns and rows within its border";
            return Err(of_all(what, help));
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

/// What to do about a file that has no map in it.
const SAVE: &str =
    "save the map with Wesnoth's editor, which writes a row of codes a line, as Gg, Gg, Hh";

/// The code of each letter of an old map.
fn old_letters() -> BTreeMap<char, &'static str> {
    let words: Vec<&str> = OLD.split_whitespace().collect();
    let letters = words.chunks_exact(2).filter_map(|pair| match pair {
        [letter, code] => Some((letter.chars().next()?, *code)),
        _ => None,
    });
    let starts = ('1'..='9').zip(OLD_STARTS);
    letters.chain(starts).chain([(' ', "_s")]).collect()
}

/// What is wrong with a line: the column in characters, from 1, what it is, and what to do.
type LineFault = (usize, String, &'static str);

/// The codes of a line of an old map.
fn of_letters<'t>(
    line: &str,
    letters: &BTreeMap<char, &'static str>,
) -> Result<Vec<&'t str>, LineFault> {
    let code = |(column, letter): (usize, char)| -> Result<&'t str, LineFault> {
        let code = letters.get(&letter).copied();
        code.ok_or_else(|| {
            let letter = super::tables::short(&letter.to_string());
            let what = format!(
                "the map has a letter a hex, as in Wesnoth until 1.2, and `{letter}` is none that it had"
            );
            (column, what, "replace it by one that it had, as g for grass")
        })
    };
    (1..).zip(line.chars()).map(code).collect()
}

/// The codes of a line.
fn of_codes(line: &str) -> Result<Vec<&str>, LineFault> {
    let codes: Vec<&str> = line.trim().split(',').map(str::trim).collect();
    let fault = codes.iter().enumerate().find_map(|(at, code)| Some((at, Cell::fault(code)?)));
    let Some((at, (what, help))) = fault else { return Ok(codes) };
    let before: usize = line.split(',').take(at).map(|code| code.chars().count() + 1).sum();
    let own = line.split(',').nth(at).unwrap_or_default();
    let column = before + own.chars().take_while(|sign| sign.is_whitespace()).count() + 1;
    Err((column, what, help))
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
            ("", "a.map:1:1", "is empty"),
            ("border_size=1\nusage=map\n\n", "a.map:1:1", "is empty"),
            ("Gg, Gg\nGg, Gg\n", "a.map", "border, which is 1 wide"),
            ("Gg, Gg\nGg\n", "a.map:2:1", "has 1 hexes, and the rows before have 2"),
            ("Gg, Gg, G\u{7}g\n", "a.map:1:9", "no terrain code"),
            ("Gg,,Gg\n", "a.map:1:4", "a terrain code is missing"),
            ("Gg, Gg\nGg, Ggggg\n", "a.map:2:5", "`Ggggg` is too long"),
            ("Gg, Gg\nGg,  1 Gg^Fpppp\n", "a.map:2:6", "`Gg^Fpppp` is too long"),
            ("Gg, the\u{7}pass Gg\n", "a.map:1:5", "no name of a place"),
            ("ggg\ngxg\n", "a.map:2:2", "`x` is none"),
            ("ggg\ngg\n", "a.map:2:1", "has 2 hexes"),
            ("border_size=99\n\nGg, Gg\n", "a.map:1:1", "border_size"),
            (&wide.repeat(3), "a.map", "4999 × 1"),
        ] {
            let error = read("a.map", text.as_bytes(), None).unwrap_err();
            assert_eq!(error.place, place, "{error}");
            assert!(error.what.contains(what), "{error}");
        }
        assert!(read("a.map", b"\xff", None).is_err());
    }

    #[test]
    fn an_old_map_has_a_letter_a_hex() {
        let back = read("a.map", b"gf1\nm v\nc\\K\n", None).unwrap();
        let map = &back.map;
        assert_eq!((map.grid.columns, map.grid.rows), (3, 3), "there is no border");
        let kind = |glyph: char| map.terrain.palette[&glyph.to_string()].clone();
        let kinds: Vec<String> =
            map.terrain.rows.iter().flat_map(|row| row.chars().map(kind)).collect();
        let first = ["grass-gg", "grass-gs", "keep-kh", "mountains-mm", "off-map", "grass-gg"];
        assert_eq!(kinds[..6], first);
        assert_eq!(kinds[6..], ["water-ww", "water-ww", "keep-kh"]);
        let items = map.features.items.iter();
        let features: Vec<(&str, &str)> =
            items.map(|item| (item.hex.as_str(), item.kind.as_str())).collect();
        let expected = [
            ("0201", "forest-fp"),
            ("0301", "start"),
            ("0302", "village-vh"),
            ("0203", "bridge-bw"),
        ];
        assert_eq!(features, expected);
        assert!(back.losses.to_string().contains("a letter a hex"), "{}", back.losses);
        // Every letter is a code as others are.
        for (letter, code) in old_letters() {
            assert_eq!(Cell::fault(code), None, "{letter:?}");
        }
        assert_eq!(old_letters().len(), 66);
    }

    #[test]
    fn a_hex_may_be_several_places() {
        let map = "border_size=0\nusage=map\n\n1 2 pass Gg, Weldyn  gate Gg^Vh\n";
        let back = read("a.map", map.as_bytes(), None).unwrap();
        let items = back.map.features.items.iter();
        let places: Vec<(&str, &str)> = items
            .map(|item| {
                (item.kind.as_str(), item.letter.as_ref().or(item.name.as_ref()).unwrap().as_str())
            })
            .collect();
        let expected = [
            ("label", "pass"),
            ("start", "1"),
            ("start", "2"),
            ("label", "gate"),
            ("village-vh", "Weldyn"),
        ];
        assert_eq!(places, expected);
        assert!(back.losses.is_empty(), "{}", back.losses);
    }
}
