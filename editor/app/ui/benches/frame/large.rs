//! A made-up map of 1,000 × 1,000 hexes, the same every time.

use std::path::{Path, PathBuf};

use salient_document::Document;
use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::map::{Feature, Hexside, Layer};
use salient_schema::ruleset::{Kind, Look, Mark};
use salient_schema::write::to_canonical_json;

/// Columns and rows.
const EDGE: u16 = 1000;
/// Things that stand in hexes.
const FEATURES: usize = 100_000;
/// Counters that are set up.
const COUNTERS: usize = 2_000;

/// Writes the map with the published rules, 100,000 features, rivers, roads and 2,000 counters
/// into a folder, and gives the scenario's file.
pub fn write(folder: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let example = root.join("scenarios/kaisers-battle/kaisers-battle.json");
    let document =
        Document::open(super::SYSTEMS, example).0.ok_or("the published scenario does not open")?;
    let mut bundle = document.bundle().clone();
    document.close();

    bundle.ruleset.paths.push(Kind {
        id: "road".into(),
        name: "Road".into(),
        movement: None,
        impassable: false,
        defence: 0,
        effects: Vec::new(),
        traits: Vec::new(),
        look: Look { mark: Mark::Road, ..Look::default() },
        rule: None,
        provenance: salient_schema::Provenance::Invented,
    });
    let map = &mut bundle.map;
    (map.grid.columns, map.grid.rows) = (EDGE, EDGE);
    (map.grid.numbering.column_digits, map.grid.numbering.row_digits) = (4, 4);
    map.title = "A thousand by a thousand".into();
    map.ruleset = "ruleset.json".into();
    map.georeference = None;
    map.notes = vec!["Made up to measure with.".into()];
    map.lines = Layer::default();
    map.zones = Layer::default();
    let grid = HexGrid::new(&map.grid);
    map.terrain.rows = (0..EDGE)
        .map(|row| {
            (0..EDGE)
                .map(|column| match ground(f32::from(column), f32::from(row)) {
                    v if v > 0.62 => 'w',
                    v if v < 0.2 => 's',
                    _ => '.',
                })
                .collect()
        })
        .collect();

    let mut chance = Chance(1918);
    let mut features = std::collections::BTreeMap::new();
    while features.len() < FEATURES {
        features.entry(Hex(chance.below(u32::from(EDGE).pow(2)))).or_insert_with(|| {
            let kind = chance.below(100);
            match kind {
                0..20 => ("town", Some(format!("Village {kind}-{}", chance.below(1000)))),
                20..30 => ("hilltop", None),
                30..60 => ("redoubt", None),
                60..90 => ("fieldwork", None),
                _ => ("wire", None),
            }
        });
    }
    map.features.items = features
        .into_iter()
        .map(|(hex, (kind, name))| Feature {
            hex: grid.label(hex),
            kind: kind.into(),
            name,
            owner: ["redoubt", "fieldwork", "wire"]
                .contains(&kind)
                .then(|| bundle.ruleset.sides[usize::from(hex.0 % 2 == 0)].id.clone()),
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        })
        .collect();

    // Rivers run south along hexsides, and wander.
    let mut sides = std::collections::BTreeMap::new();
    for river in 0..24_u32 {
        let mut hex = Hex(river * 41 + 12);
        loop {
            let side = grid.side(hex, Direction::new(1));
            sides.entry(side).or_insert(river);
            sides.entry(grid.side(hex, Direction::new(2))).or_insert(river);
            let way = [2, 3, 3, 3, 4][chance.below(5) as usize];
            match grid.neighbour(hex, Direction::new(way)) {
                Some(next) => hex = next,
                None => break,
            }
        }
    }
    map.hexsides.items = sides
        .into_iter()
        .map(|(side, river)| Hexside {
            side: grid.side_label(side),
            kind: "river".into(),
            name: Some(format!("River {river}")),
            provenance: None,
        })
        .collect();
    map.paths.items = (0..20_u32)
        .map(|road| {
            let (a, b) = (Hex(road * 50_000 + 3), Hex(chance.below(20) * 50_000 + 990));
            salient_schema::map::Path {
                kind: "road".into(),
                name: None,
                tracks: None,
                hexes: grid.line(a, b).into_iter().map(|hex| grid.label(hex)).collect(),
            }
        })
        .collect();
    map.sort();

    // The armies, over and over.
    let oob = bundle.orders_of_battle.first_mut().ok_or("no order of battle")?;
    let printed = oob.counters.clone();
    let mut placed = Vec::new();
    let mut like = bundle.scenario.setup.placements.first().ok_or("nobody is set up")?.clone();
    for number in 0..COUNTERS {
        let mut counter = printed[number % printed.len()].clone();
        if number >= printed.len() {
            counter.id = format!("{}-{}", counter.id, number / printed.len());
            oob.counters.push(counter.clone());
        }
        let hex = Hex((number as u32 / 2) * 997 + 1234);
        like.hex = grid.label(hex);
        like.counters = vec![counter.id];
        placed.push(like.clone());
    }
    bundle.scenario.setup.placements = placed;
    bundle.scenario.setup.free.clear();
    bundle.scenario.reinforcements.clear();
    bundle.scenario.title = "A thousand by a thousand".into();
    bundle.scenario.map = "map.json".into();
    bundle.scenario.ruleset = "ruleset.json".into();
    bundle.scenario.orders_of_battle = vec!["order-of-battle.json".into()];
    bundle.orders_of_battle.truncate(1);
    bundle.orders_of_battle[0].ruleset = "ruleset.json".into();

    let put = |name: &str, text: String| std::fs::write(folder.join(name), text);
    put("map.json", to_canonical_json(&bundle.map)?)?;
    put("ruleset.json", to_canonical_json(&bundle.ruleset)?)?;
    put("order-of-battle.json", to_canonical_json(&bundle.orders_of_battle[0])?)?;
    put("scenario.json", to_canonical_json(&bundle.scenario)?)?;
    Ok(folder.join("scenario.json"))
}

/// Hills of noise, from 0 to 1.
fn ground(x: f32, y: f32) -> f32 {
    let wave = |f: f32, g: f32, p: f32| ((x * f + p).sin() * (y * g + p * 1.7).cos() + 1.0) / 2.0;
    (wave(0.013, 0.017, 1.0) * 2.0 + wave(0.071, 0.059, 2.0) + wave(0.31, 0.27, 3.0) * 0.7) / 3.7
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit.max(1))) as u32
    }
}
