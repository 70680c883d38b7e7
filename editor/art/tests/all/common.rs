//! A made-up game whose ruleset uses every mark and every symbol.

use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{
    ElevationLayer, Feature, Grid, Hexside, Layer, Line, Map, Orientation, Path, Pushed,
    TerrainLayer,
};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::order_of_battle::{Counter, Face, Formation, OrderOfBattle};
use salient_schema::ruleset::{
    CounterLayout, Kind, Look, Mark, Nation, RatingDef, Ruleset, Side, Symbol, SymbolMark,
    UnitSize, UnitType,
};

/// Every mark, with the id that its kind has.
pub const MARKS: [(&str, Mark); 36] = [
    ("none", Mark::None),
    ("woods", Mark::Woods),
    ("swamp", Mark::Swamp),
    ("rough", Mark::Rough),
    ("craters", Mark::Craters),
    ("gas", Mark::Gas),
    ("mountain", Mark::Mountain),
    ("fields", Mark::Fields),
    ("water", Mark::Water),
    ("town", Mark::Town),
    ("city", Mark::City),
    ("fortress", Mark::Fortress),
    ("port", Mark::Port),
    ("hilltop", Mark::Hilltop),
    ("redoubt", Mark::Redoubt),
    ("fieldwork", Mark::Fieldwork),
    ("wire", Mark::Wire),
    ("trench", Mark::Trench),
    ("pillbox", Mark::Pillbox),
    ("diamond", Mark::Diamond),
    ("disc", Mark::Disc),
    ("morale", Mark::Morale),
    ("victory", Mark::Victory),
    ("entry", Mark::Entry),
    ("bridge", Mark::Bridge),
    ("ford", Mark::Ford),
    ("label", Mark::Label),
    ("river", Mark::River),
    ("canal", Mark::Canal),
    ("escarpment", Mark::Escarpment),
    ("ridge", Mark::Ridge),
    ("hedge", Mark::Hedge),
    ("road", Mark::Road),
    ("railway", Mark::Railway),
    ("border", Mark::Border),
    ("dashes", Mark::Dashes),
];

/// Every size mark.
pub const SIZES: [(&str, &str); 12] = [
    ("crew", "ø"),
    ("squad", "•"),
    ("section", "••"),
    ("platoon", "•••"),
    ("company", "I"),
    ("battalion", "II"),
    ("regiment", "III"),
    ("brigade", "X"),
    ("division", "XX"),
    ("corps", "XXX"),
    ("army", "XXXX"),
    ("army-group", "XXXXX"),
];

/// The id that a symbol's unit type has: its name in files.
pub fn symbol_id(symbol: Symbol) -> String {
    symbol.text().to_lowercase().replace(' ', "-")
}

/// A kind with this mark and colours.
pub fn kind(id: &str, mark: Mark, fill: Option<&str>, ink: Option<&str>) -> Kind {
    Kind {
        id: id.to_owned(),
        name: format!("{}{}", id[..1].to_uppercase(), &id[1..]),
        movement: None,
        impassable: false,
        defence: 0,
        effects: Vec::new(),
        traits: Vec::new(),
        look: Look {
            fill: fill.map(str::to_owned),
            ink: ink.map(str::to_owned),
            mark,
            width: None,
        },
        rule: None,
        provenance: Provenance::Invented,
    }
}

/// A ruleset with every mark in every category, and every symbol.
pub fn ruleset(fill: Option<&str>, ink: Option<&str>) -> Ruleset {
    let all = || MARKS.iter().map(|(id, mark)| kind(id, *mark, fill, ink)).collect::<Vec<_>>();
    let mut terrain = all();
    if let Some(clear) = terrain.first_mut() {
        clear.look.fill = Some("#efe8d2".to_owned());
    }
    let nation = |id: &str, side: &str, fill: &str, ink: &str| Nation {
        id: id.to_owned(),
        name: id.to_owned(),
        side: Some(side.to_owned()),
        fill: fill.to_owned(),
        ink: ink.to_owned(),
        symbol_fill: None,
        serves_with: None,
    };
    let side = |id: &str| Side::new(id, id);
    let size = |id: &str, mark: &str| UnitSize {
        id: id.to_owned(),
        name: id.to_owned(),
        mark: mark.to_owned(),
        stacking: 1,
    };
    Ruleset {
        citation: "G".to_owned(),
        sides: vec![side("german"), side("allied")],
        nations: vec![
            nation("german", "german", "#8e9a86", "#14180f"),
            nation("british", "allied", "#d3ba85", "#2a2113"),
            nation("french", "allied", "#9fbbd6", "#12233a"),
        ],
        terrain,
        features: all(),
        hexsides: all(),
        paths: all(),
        lines: all(),
        counters: CounterLayout {
            ratings: ["strength", "morale", "movement"]
                .into_iter()
                .map(|id| RatingDef {
                    id: id.to_owned(),
                    name: id.to_owned(),
                    min: 0,
                    max: 99,
                    optional: true,
                    ink: None,
                    corner: false,
                    uses: Vec::new(),
                })
                .collect(),
            formation_ratings: Vec::new(),
            pattern: "{strength}-{morale}-{movement}".to_owned(),
            types: Symbol::ALL
                .iter()
                .map(|&symbol| (symbol_id(symbol), symbol, None))
                .chain(
                    SymbolMark::ALL
                        .iter()
                        .map(|&mark| (mark.text().to_lowercase(), Symbol::Infantry, Some(mark))),
                )
                .map(|(id, symbol, mark)| UnitType { name: id.clone(), id, symbol, mark })
                .collect(),
            sizes: SIZES.map(|(id, mark)| size(id, mark)).into(),
            traits: Vec::new(),
            stacking_denominator: 1,
        },
        ..Ruleset::empty("gallery", "Gallery")
    }
}

/// A map of clear ground.
pub fn map(columns: u16, rows: u16, orientation: Orientation) -> Map {
    let palette = [(".", "none"), ("w", "woods"), ("s", "swamp"), ("c", "craters")];
    Map {
        schema: "map.schema.json".to_owned(),
        format_version: 1,
        id: "gallery".to_owned(),
        title: "Gallery of marks".to_owned(),
        ruleset: "ruleset.json".to_owned(),
        notes: Vec::new(),
        grid: Grid {
            orientation,
            columns,
            rows,
            pushed: Pushed::Second,
            numbering: Numbering {
                order: NumberOrder::ColumnRow,
                separator: String::new(),
                column_digits: 2,
                row_digits: 2,
                first_column: 1,
                first_row: 1,
                columns_from: HorizontalEdge::West,
                rows_from: VerticalEdge::North,
            },
            metres_per_hex: 970.0,
            boards: Vec::new(),
        },
        georeference: None,
        terrain: TerrainLayer {
            provenance: Provenance::Reconstructed,
            source: None,
            palette: palette.map(|(glyph, id)| (glyph.to_owned(), id.to_owned())).into(),
            rows: vec![".".repeat(usize::from(columns)); usize::from(rows)],
        },
        elevation: None,
        features: Layer::default(),
        hexsides: Layer::default(),
        paths: Layer::default(),
        lines: Layer::default(),
        zones: Layer::default(),
        scan: None,
    }
}

/// A feature of a kind, without anything special.
pub fn feature(hex: &str, kind: &str) -> Feature {
    Feature {
        hex: hex.to_owned(),
        kind: kind.to_owned(),
        name: None,
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

/// A hexside of a kind.
pub fn hexside(side: &str, kind: &str, name: Option<&str>) -> Hexside {
    Hexside {
        side: side.to_owned(),
        kind: kind.to_owned(),
        name: name.map(str::to_owned),
        provenance: None,
    }
}

/// A path of a kind.
pub fn path(kind: &str, hexes: &[&str]) -> Path {
    Path {
        kind: kind.to_owned(),
        name: None,
        tracks: Some(2),
        hexes: hexes.iter().map(|hex| (*hex).to_owned()).collect(),
    }
}

/// A border of a kind.
pub fn line(kind: &str, sides: &[&str]) -> Line {
    Line {
        kind: kind.to_owned(),
        name: None,
        owner: None,
        sides: sides.iter().map(|side| (*side).to_owned()).collect(),
    }
}

/// A hand-painted map of 6 × 5 hexes with some of everything.
pub fn small_map() -> Map {
    let mut map = map(6, 5, Orientation::FlatTopped);
    map.title = "A corner of Picardy".to_owned();
    map.terrain.rows = ["...w..", "..ww..", "......", "ss....", "s....."].map(str::to_owned).into();
    let mut town = feature("0202", "town");
    town.name = Some("Péronne".to_owned());
    let mut work = feature("0503", "redoubt");
    work.owner = Some("german".to_owned());
    let mut line = feature("0504", "fieldwork");
    line.owner = Some("german".to_owned());
    let mut entry = feature("0101", "entry");
    entry.letter = Some("A".to_owned());
    let mut hill = feature("0604", "hilltop");
    hill.name = Some("Hill 112".to_owned());
    map.features.items = vec![entry, town, work, line, hill];
    map.hexsides.items = ["0203:se", "0304:nw", "0304:n", "0304:ne", "0404:nw"]
        .into_iter()
        .map(|side| hexside(side, "river", Some("Somme")))
        .chain(["0104:n", "0104:ne"].map(|side| hexside(side, "canal", None)))
        .collect();
    map.paths.items = vec![Path {
        kind: "road".to_owned(),
        name: None,
        tracks: None,
        hexes: ["0102", "0202", "0303", "0403", "0504", "0604"].map(str::to_owned).into(),
    }];
    map.lines.items = vec![Line {
        kind: "dashes".to_owned(),
        name: Some("VP line".to_owned()),
        owner: None,
        sides: ["0301:ne", "0301:se", "0302:ne", "0302:se"].map(str::to_owned).into(),
    }];
    map
}

/// A map with every mark in every category, one hex each.
pub fn gallery_map(orientation: Orientation) -> Map {
    let mut map = map(16, 12, orientation);
    let glyphs = "abcdefghijklmnopqrstuvwxyzABCDEFG";
    for ((id, _), glyph) in MARKS.iter().zip(glyphs.chars()) {
        map.terrain.palette.insert(glyph.to_string(), (*id).to_owned());
    }
    let row = |from: usize| {
        let mut row = ".".repeat(16).into_bytes();
        for (at, glyph) in glyphs.bytes().skip(from).take(16).enumerate() {
            if from + at < MARKS.len() {
                row[at] = glyph;
            }
        }
        String::from_utf8(row).unwrap_or_default()
    };
    map.terrain.rows[0] = row(0);
    map.terrain.rows[1] = row(16);
    let hex = |column: usize, row: usize| format!("{:02}{:02}", column + 1, row + 1);
    for (at, (id, _)) in MARKS.iter().enumerate() {
        let mut item = feature(&hex(at % 16, 3 + at / 16), id);
        item.owner = Some(if at % 2 == 0 { "german" } else { "allied" }.to_owned());
        item.value = Some(at as i32 % 9 + 1);
        item.letter = Some("A".to_owned());
        item.name = Some((*id).to_owned());
        map.features.items.push(item);
        let compass =
            if orientation == Orientation::FlatTopped { ["n", "ne"] } else { ["ne", "e"] };
        for compass in compass {
            let side = format!("{}:{compass}", hex(at % 16, 6 + at / 16));
            map.hexsides.items.push(hexside(&side, id, Some(id)));
        }
        if at % 16 > 0 {
            map.paths.items.push(Path {
                kind: (*id).to_owned(),
                name: None,
                tracks: Some(2),
                hexes: vec![hex(at % 16 - 1, 8 + at / 16), hex(at % 16, 8 + at / 16)],
            });
        }
        map.lines.items.push(Line {
            kind: (*id).to_owned(),
            name: None,
            owner: None,
            sides: compass.map(|c| format!("{}:{c}", hex(at % 16, 10 + at / 16))).into(),
        });
    }
    map
}

/// The ids of the unit types: every symbol, then infantry with every mark.
pub fn type_ids() -> Vec<String> {
    ruleset(None, None).counters.types.into_iter().map(|unit_type| unit_type.id).collect()
}

/// Counters of every type in every nation.
pub fn order_of_battle() -> OrderOfBattle {
    let formation = |id: &str, side: &str| Formation {
        id: id.to_owned(),
        name: id.to_owned(),
        short: None,
        side: side.to_owned(),
        size: Some("corps".to_owned()),
        parent: None,
        commander: None,
        colour: None,
        ratings: Default::default(),
    };
    let face = |strength: i32| Face {
        ratings: [
            ("strength".to_owned(), Rating::Number(strength)),
            ("morale".to_owned(), Rating::Number(4)),
            ("movement".to_owned(), Rating::Number(5)),
        ]
        .into_iter()
        .collect(),
        ..Face::default()
    };
    let mut counters = Vec::new();
    let types = type_ids();
    for (nation, side) in [("german", "german"), ("british", "allied"), ("french", "allied")] {
        for (at, id) in types.iter().enumerate() {
            let formation = if nation == "german" { "g" } else { "a" };
            counters.push(Counter {
                designation: ["88/3", "5GH/61/18", "13/Gyl", "4R"][at % 4].to_owned(),
                nation: Some(nation.to_owned()),
                size: Some(SIZES[at % SIZES.len()].0.to_owned()),
                formation: Some(format!("{formation}{}", at % 4)),
                faces: vec![face([30, 3, 12][at % 3]), face(1)],
                provenance: Provenance::Invented,
                ..Counter::plain(format!("{nation}-{id}"), side, id.clone())
            });
        }
    }
    let formations = ["g0", "g1", "g2", "g3"]
        .map(|id| formation(id, "german"))
        .into_iter()
        .chain(["a0", "a1", "a2", "a3"].map(|id| formation(id, "allied")))
        .collect();
    OrderOfBattle {
        schema: "order-of-battle.schema.json".to_owned(),
        format_version: 1,
        id: "gallery".to_owned(),
        title: "Gallery".to_owned(),
        ruleset: "ruleset.json".to_owned(),
        notes: Vec::new(),
        formations,
        counters,
    }
}

/// Three levels over a map.
pub fn elevation(columns: u16, rows: u16) -> ElevationLayer {
    let row: String = (0..columns).map(|at| ['0', '1', '2', '1'][usize::from(at) % 4]).collect();
    ElevationLayer {
        provenance: Provenance::Invented,
        source: None,
        metres_per_level: None,
        palette: [("0", 0), ("1", 1), ("2", 2)].map(|(g, l)| (g.to_owned(), l)).into(),
        rows: vec![row; usize::from(rows)],
    }
}
