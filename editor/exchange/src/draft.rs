//! What a foreign file leaves open: a ruleset for a map that comes without one, and the parts that
//! every map must have.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::common::Rating;
use salient_schema::map::{Feature, Grid, Map, Orientation};
use salient_schema::order_of_battle::OrderOfBattle;
use salient_schema::ruleset::{
    Kind, Look, Mark, Nation, RatingDef, RatingUse, Ruleset, Side, Symbol, UnitSize, UnitType,
};
use salient_schema::scenario::Scenario;
use salient_schema::words::capital;
use salient_schema::{Defined, FileKind, HexIndex, Id, Provenance, read_text};

use salient_tables::file::BYTE_ORDER_MARK;

use super::{ImportError, Imported, LossReport};

/// A ruleset with every kind, side and type that a map and its counters name, looking as their
/// names suggest. Its numbers are for its designer to fill in.
pub fn ruleset(map: &Map, books: &[OrderOfBattle], scenarios: &[Scenario]) -> Ruleset {
    let mut ruleset = empty_ruleset();
    ruleset.terrain = kinds(Defined::Terrain, map.terrain.palette.values(), Mark::None);
    if let Some(kind) = ruleset.terrain.iter_mut().find(|kind| kind.id == OFF_MAP) {
        kind.name = "Off the map".to_owned();
        kind.impassable = true;
    }
    ruleset.features =
        kinds(Defined::Feature, map.features.items.iter().map(|item| &item.kind), Mark::Label);
    ruleset.hexsides =
        kinds(Defined::Hexside, map.hexsides.items.iter().map(|item| &item.kind), Mark::River);
    ruleset.paths = kinds(Defined::Path, map.paths.items.iter().map(|item| &item.kind), Mark::Road);
    ruleset.lines =
        kinds(Defined::Line, map.lines.items.iter().map(|item| &item.kind), Mark::Border);
    excuse(&mut ruleset, map);
    let counters = || books.iter().flat_map(|book| &book.counters);
    let faces = || counters().flat_map(|counter| &counter.faces);

    let mut sides: BTreeSet<&Id> = counters().map(|counter| &counter.side).collect();
    sides.extend(books.iter().flat_map(|book| &book.formations).map(|formation| &formation.side));
    sides.extend(map.features.items.iter().filter_map(|item| item.owner.as_ref()));
    sides.extend(map.lines.items.iter().filter_map(|item| item.owner.as_ref()));
    let is_nation = |id: &Id| counters().any(|counter| counter.nation.as_ref() == Some(id));
    let of_zones = map.zones.items.iter().filter_map(|item| item.owner.as_ref());
    sides.extend(of_zones.filter(|id| !is_nation(id)));
    sides.extend(scenarios.iter().flat_map(|s| &s.setup.control).map(|control| &control.side));
    if !sides.is_empty() {
        ruleset.sides = sides.iter().map(|id| Side::new(id.as_str(), title(id))).collect();
    }
    let nations: BTreeSet<&Id> = counters().filter_map(|c| c.nation.as_ref()).collect();
    let grounds = ["#a9b18f", "#c9b98c", "#9fa6a0", "#9db4c8", "#c8a39d", "#b9a7c4"];
    ruleset.nations =
        nations.iter().zip(grounds.iter().cycle()).map(|(id, fill)| nation(id, fill)).collect();

    let types: BTreeSet<&Id> = counters()
        .map(|counter| &counter.unit_type)
        .chain(faces().filter_map(|face| face.unit_type.as_ref()))
        .chain(counters().flat_map(|counter| &counter.parts).map(|part| &part.unit_type))
        .collect();
    ruleset.counters.types = types
        .iter()
        .map(|id| UnitType { id: (*id).clone(), name: title(id), symbol: symbol(id), mark: None })
        .collect();
    let sizes: BTreeSet<&Id> = counters()
        .filter_map(|counter| counter.size.as_ref())
        .chain(faces().filter_map(|face| face.size.as_ref()))
        .chain(books.iter().flat_map(|b| &b.formations).filter_map(|f| f.size.as_ref()))
        .collect();
    ruleset.counters.sizes = sizes
        .iter()
        .map(|id| UnitSize { id: (*id).clone(), name: title(id), mark: String::new(), stacking: 0 })
        .collect();

    ruleset.counters.ratings = ratings(faces().flat_map(|face| &face.ratings), true);
    let ids = ruleset.counters.ratings.iter().map(|rating| format!("{{{}}}", rating.id));
    ruleset.counters.pattern = ids.collect::<Vec<_>>().join("-");
    let formations = books.iter().flat_map(|book| &book.formations);
    ruleset.counters.formation_ratings = ratings(formations.flat_map(|one| &one.ratings), false);
    ruleset
}

/// Ratings with the range of what is printed of each, by id. Those of counters may be left out of a
/// face, and are used for what their names suggest.
fn ratings<'a>(
    printed: impl Iterator<Item = (&'a Id, &'a Rating)>,
    on_counters: bool,
) -> Vec<RatingDef> {
    let mut ranges: BTreeMap<&Id, (i32, i32)> = BTreeMap::new();
    for (id, rating) in printed {
        let range = ranges.entry(id).or_insert((0, 0));
        let number = rating.number().unwrap_or(0);
        *range = (range.0.min(number), range.1.max(number));
    }
    ranges
        .into_iter()
        .map(|(id, (min, max))| RatingDef {
            id: id.clone(),
            name: title(id),
            min,
            max,
            optional: on_counters,
            ink: None,
            corner: false,
            uses: match on_counters {
                true => RatingUse::proposed(id, &title(id)),
                false => Vec::new(),
            },
        })
        .collect()
}

/// Gives kinds the traits by which a check passes over what other clients' maps do not say: the names
/// of villages, and that units come in at the edge.
fn excuse(ruleset: &mut Ruleset, map: &Map) {
    let grid = &map.grid;
    let on_edge = |hex: HexIndex| {
        [0, grid.columns.saturating_sub(1)].contains(&hex.column)
            || [0, grid.rows.saturating_sub(1)].contains(&hex.row)
    };
    for kind in &mut ruleset.features {
        let mut items = map.features.items.iter().filter(|item| item.kind == kind.id);
        let excused = match kind.look.mark {
            Mark::Town | Mark::City if items.any(|item| item.name.is_none()) => "nameless",
            Mark::Entry if items.any(|item| !grid.parse_hex(&item.hex).is_some_and(on_edge)) => {
                "inland"
            }
            _ => continue,
        };
        kind.traits.push(excused.to_owned());
    }
}

/// A ruleset that says nothing yet but who plays.
pub fn empty_ruleset() -> Ruleset {
    let side = |id: &str, name: &str| Side::new(id, name);
    Ruleset {
        citation: "Draft".to_owned(),
        notes: vec![
            "Drafted from the names in an imported file: give the kinds their costs and effects."
                .to_owned(),
        ],
        sides: vec![side("first", "First side"), side("second", "Second side")],
        ..Ruleset::empty("drafted", "Drafted from an imported map")
    }
}

/// A map of open hexes, not yet of any kind.
pub fn empty_map(orientation: Orientation, columns: u16, rows: u16) -> Map {
    Map::empty(UNNAMED, "Imported map", Grid::plain(orientation, columns, rows))
}

/// A feature of which no more is known.
pub fn feature(hex: String, kind: impl Into<Id>, name: Option<String>) -> Feature {
    Feature {
        hex,
        kind: kind.into(),
        name,
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

/// A scenario without turns or units.
pub fn empty_scenario() -> Scenario {
    Scenario::empty("imported-scenario", "Imported scenario")
}

/// An order of battle without counters.
pub fn empty_book() -> OrderOfBattle {
    OrderOfBattle::empty("order-of-battle", "Imported order of battle")
}

/// The glyphs of a palette, given out as kinds turn up.
#[derive(Clone, Debug, Default)]
pub struct Glyphs {
    taken: BTreeMap<String, char>,
    used: BTreeSet<char>,
    /// How many of the common glyphs are known to be taken.
    tried: usize,
}

impl Glyphs {
    /// Those of a palette that is there already. Where two glyphs stand for one thing, the first
    /// does from now on.
    pub fn of<T: ToString>(palette: &BTreeMap<String, T>) -> Self {
        let mut glyphs = Self::default();
        for (glyph, thing) in palette {
            if let Some(glyph) = glyph.chars().next() {
                glyphs.used.insert(glyph);
                glyphs.taken.entry(thing.to_string()).or_insert(glyph);
            }
        }
        glyphs
    }

    /// The glyph of a thing: one of its own letters where it is free.
    pub fn glyph(&mut self, thing: &str) -> char {
        if let Some(glyph) = self.taken.get(thing) {
            return *glyph;
        }
        let own = thing.chars().filter(char::is_ascii_alphanumeric);
        let large = thing.chars().filter(char::is_ascii_lowercase).map(|c| c.to_ascii_uppercase());
        let mut own = own.chain(large).take(100).filter(|glyph| !self.used.contains(glyph));
        let glyph = own.next().unwrap_or_else(|| self.next_free());
        self.used.insert(glyph);
        self.taken.insert(thing.to_owned(), glyph);
        glyph
    }

    /// The first glyph of the common ones that is free. Forty thousand kinds are more than any map
    /// has; those beyond share one.
    fn next_free(&mut self) -> char {
        let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..='\u{2af}');
        let all = plain.chain('\u{4e00}'..='\u{9fff}').chain('\u{ac00}'..='\u{d7a3}');
        for glyph in all.skip(self.tried) {
            self.tried += 1;
            if !self.used.contains(&glyph) {
                return glyph;
            }
        }
        '?'
    }

    /// What each glyph stands for.
    pub fn palette(&self) -> BTreeMap<String, Id> {
        self.taken.iter().map(|(thing, glyph)| (glyph.to_string(), thing.clone())).collect()
    }
}

/// A name made into an [`Id`]: `Forêt d'Argonne` → `foret-d-argonne`. `otherwise` where nothing is
/// left of it.
pub fn id(text: &str, otherwise: &str) -> Id {
    let mut id = String::new();
    for character in text.chars().take(200) {
        let plain = match character {
            'à' | 'á' | 'â' | 'ã' | 'å' | 'À' | 'Á' | 'Â' => "a",
            'ä' | 'æ' | 'Ä' | 'Æ' => "ae",
            'ç' | 'Ç' => "c",
            'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' => "e",
            'í' | 'î' | 'ï' | 'Î' => "i",
            'ñ' | 'Ñ' => "n",
            'ó' | 'ô' | 'õ' | 'Ô' => "o",
            'ö' | 'œ' | 'ø' | 'Ö' | 'Œ' => "oe",
            'ù' | 'ú' | 'û' => "u",
            'ü' | 'Ü' => "ue",
            'ß' => "ss",
            _ => "",
        };
        if !plain.is_empty() {
            id.push_str(plain);
        } else if character.is_ascii_alphanumeric() {
            id.push(character.to_ascii_lowercase());
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_matches('-');
    if id.is_empty() { otherwise.to_owned() } else { id.to_owned() }
}

/// An id as a heading: `light-woods` → `Light woods`.
pub fn title(id: &str) -> String {
    capital(&id.replace(['-', '_'], " "))
}

fn kinds<'i>(of: Defined, ids: impl Iterator<Item = &'i Id>, otherwise: Mark) -> Vec<Kind> {
    let ids: BTreeSet<&Id> = ids.collect();
    ids.into_iter().map(|id| kind(id, &title(id), look(of, id, otherwise))).collect()
}

/// A kind with a look and no numbers.
pub fn kind(id: &str, name: &str, look: Look) -> Kind {
    Kind {
        id: id.to_owned(),
        name: name.to_owned(),
        movement: None,
        impassable: false,
        defence: 0,
        effects: Vec::new(),
        traits: Vec::new(),
        look,
        rule: None,
        provenance: Provenance::Invented,
    }
}

/// The terrain of hexes that a drawing does not have.
pub const OFF_MAP: &str = "off-map";

/// A look by the words of a name; `otherwise` where they say nothing.
fn look(of: Defined, name: &str, otherwise: Mark) -> Look {
    Look::proposed(of, name).unwrap_or_else(|| Look {
        fill: (of == Defined::Terrain).then(|| earth(&name.to_lowercase())),
        ink: Some("#7d6a4f".to_owned()),
        mark: otherwise,
        width: None,
    })
}

/// A pale earth colour that is the same for the same name, and another for most others.
fn earth(name: &str) -> String {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = name.bytes().fold(0x811c_9dc5, mix);
    let part = |shift: u32, base: u32, span: u32| base + (hash >> shift) % span;
    format!("#{:02x}{:02x}{:02x}", part(0, 200, 36), part(8, 190, 36), part(16, 150, 44))
}

fn nation(id: &str, fill: &str) -> Nation {
    Nation {
        id: id.to_owned(),
        name: title(id),
        side: None,
        fill: fill.to_owned(),
        ink: "#101010".to_owned(),
        symbol_fill: None,
        serves_with: None,
    }
}

/// The symbol of a type of unit by its name.
pub fn symbol(name: &str) -> Symbol {
    let name = name.to_lowercase();
    let by_text = |symbol: &&Symbol| symbol.text().to_lowercase() == name.replace(['-', '_'], " ");
    let has = |word: &str| name.contains(word);
    match Symbol::ALL.iter().find(by_text) {
        Some(symbol) => *symbol,
        None if has("cav") => Symbol::Cavalry,
        None if has("art") || has("gun") => Symbol::Artillery,
        None if has("marker") => Symbol::Marker,
        None => Symbol::Infantry,
    }
}

/// The ruleset that was given, or else a drafted one; and whether it was drafted.
pub fn given_or(given: Option<Ruleset>, drafted: impl FnOnce() -> Ruleset) -> (Ruleset, bool) {
    let is_drafted = given.is_none();
    (given.unwrap_or_else(drafted), is_drafted)
}

/// What a file gives that is a map and nothing else, looked at as by [`sound`].
pub fn map_alone(
    place: &str,
    map: Map,
    (ruleset, ruleset_is_drafted): (Ruleset, bool),
    mut losses: LossReport,
) -> Result<Imported, ImportError> {
    losses.sort();
    let map = called_after(map, place);
    let imported = Imported {
        ruleset,
        ruleset_is_drafted,
        map,
        orders_of_battle: Vec::new(),
        scenarios: Vec::new(),
        pictures: Vec::new(),
        boards: None,
        losses,
    };
    sound(imported, place)
}

/// A map that has no name of its own is called after its file.
fn called_after(mut map: Map, place: &str) -> Map {
    let file = place.rsplit(['/', '\\']).next().unwrap_or(place);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if map.id == UNNAMED && stem.chars().any(char::is_alphanumeric) {
        map.id = id(stem, UNNAMED);
        map.title = title(stem);
    }
    map
}

/// The id of a map of which no name is known.
const UNNAMED: &str = "imported";

/// Text that need not be ours: without the mark that some editors begin it with.
///
/// # Errors
/// From which byte on it is no text, in words that go on from a name.
pub fn text_of(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("is no UTF-8 from byte {} on", error.valid_up_to()))?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

/// Looks at what was imported as a reader of its files would, so that nothing is handed on that
/// Salient itself would refuse to open, and that nothing was forgotten. `place` is where the import
/// began.
pub fn sound(imported: Imported, place: &str) -> Result<Imported, ImportError> {
    sound_but(imported, place, |_, _, _| None)
}

/// The same; `source` says which of several files a place in one of the parts came from: its kind,
/// which of that kind it is, from 0, and the pointer into it.
pub fn sound_but(
    imported: Imported,
    place: &str,
    source: impl Fn(FileKind, usize, &str) -> Option<String>,
) -> Result<Imported, ImportError> {
    imported.losses.counts.settle(place)?;
    let written = imported.clone().files("ruleset.json");
    let pieces = written.map_err(|error| ImportError {
        place: place.to_owned(),
        what: error.to_string(),
        help: "give numbers that are finite".to_owned(),
    })?;
    let pieces = || pieces.iter().filter(|piece| piece.name.ends_with(".json"));
    for (at, piece) in pieces().enumerate() {
        let (document, found) = read_text(&piece.name, &piece.bytes);
        if document.is_none() {
            let first = found.iter().find(|found| found.is_error());
            let pointer = first.and_then(|found| found.place.pointer.as_deref());
            let placed = kind_of(&piece.bytes).zip(pointer);
            let source = placed.and_then(|(kind, pointer)| {
                let before = pieces().take(at).filter(|other| kind_of(&other.bytes) == Some(kind));
                source(kind, before.count(), pointer)
            });
            return Err(ImportError {
                place: source.unwrap_or_else(|| place.to_owned()),
                what: first.map_or_else(
                    || format!("gives a {} that cannot be read", piece.name),
                    |found| {
                        format!("gives a {} that cannot be read: {}", piece.name, found.message)
                    },
                ),
                help: "mend the value, or leave it out".to_owned(),
            });
        }
    }
    Ok(imported)
}

/// The kind that a part's file says it is.
fn kind_of(bytes: &[u8]) -> Option<FileKind> {
    let value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    FileKind::of_schema(value.get("$schema")?.as_str()?)
}

/// Whether a grid that somebody else describes is one that a map may have.
pub fn within_limits(grid: &Grid, place: &str) -> Result<(), ImportError> {
    let size = u64::from(grid.columns) * u64::from(grid.rows);
    let sound = (1..=4096).contains(&grid.columns) && (1..=4096).contains(&grid.rows);
    if sound && size <= super::limits::HEXES {
        return Ok(());
    }
    Err(ImportError {
        place: place.to_owned(),
        what: format!("a map of {} × {} hexes", grid.columns, grid.rows),
        help: "a map has 1 to 4096 columns and rows".to_owned(),
    })
}
