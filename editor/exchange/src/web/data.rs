//! What the page's script reads: the map as shapes and as facts, the counters, the set-up.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Orientation, Pushed};
use serde::Serialize;

use super::ink::{Shared, Studio, joined};
use super::replay::Game;
use super::world::{World, kind_name, source};
use salient_art::counter_art::{CounterArt, Shown};
use salient_art::map_art::{Detail, Layer, MapArt};
use salient_art::scene::{Point, Scene, Shape};
use salient_art::{Placed, Theme};

/// Hexes along a side of a piece of the map.
const PIECE: u16 = 8;
/// Steps to a hex in the map's shapes: a third of a pixel where a hex fills a telephone.
const MAP_UNIT: f32 = 256.0;
/// Steps to a counter's side in its shapes.
const COUNTER_UNIT: f32 = 400.0;

/// All of it.
#[derive(Serialize)]
pub(super) struct Data {
    grid: Grid,
    sides: Vec<Side>,
    map: Facts,
    counters: Vec<Counter>,
    /// Each unit's counter, and its number where there are several alike (else 0).
    units: Vec<[usize; 2]>,
    /// Unit, hex and face.
    setup: Vec<[usize; 3]>,
    art: Art,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Game>,
}

/// The hexgrid.
#[derive(Serialize)]
struct Grid {
    columns: u16,
    rows: u16,
    flat: bool,
    /// Whether the first line of hexes is the one that is pushed.
    first_pushed: bool,
    bounds: [Point; 2],
    compass: Vec<&'static str>,
    /// By hex, row by row.
    labels: Vec<String>,
}

#[derive(Serialize)]
struct Side {
    name: String,
    colour: String,
}

/// What is in hexes and along their sides. Hexes are told by their places.
#[derive(Serialize)]
struct Facts {
    terrain_names: Vec<String>,
    /// By hex; -1 for none.
    terrain: Vec<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<i16>>,
    features: Vec<Feature>,
    /// Hex, direction, words.
    hexsides: Vec<(usize, usize, String)>,
    /// Words and hexes.
    paths: Vec<(String, Vec<usize>)>,
    zones: Vec<(String, Vec<usize>)>,
}

#[derive(Serialize)]
struct Feature {
    hex: usize,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whose it is, what it is worth, where it comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    more: String,
}

/// A counter.
#[derive(Serialize)]
struct Counter {
    id: String,
    name: String,
    side: usize,
    what: String,
    formation: String,
    /// What must be known of it: that it is reconstructed, its traits, decisions about it.
    notes: Vec<String>,
    faces: Vec<Face>,
    /// How it looks beneath others: the place of a picture.
    under: usize,
}

#[derive(Serialize)]
struct Face {
    ratings: String,
    /// Places of pictures: whole, small, as a blot.
    art: [usize; 3],
}

/// Pictures.
#[derive(Serialize)]
struct Art {
    #[serde(flatten)]
    shared: Shared,
    map_unit: f32,
    counter_unit: f32,
    /// The side of a counter on the map, in hexes.
    counter_size: f32,
    paper: String,
    layers: Vec<&'static str>,
    pieces: Vec<MapTile>,
    counters: Vec<String>,
}

/// A tile of the map: what is drawn and redrawn together.
#[derive(Serialize)]
struct MapTile {
    /// Where its shapes are counted from.
    origin: Point,
    /// The part of the plane that its shapes reach.
    bounds: [Point; 2],
    /// By detail (far, middle, near), then by layer. A layer that looks as it does in the detail
    /// before is a 0.
    art: [Vec<Shapes>; 3],
}

#[derive(Serialize)]
#[serde(untagged)]
enum Shapes {
    Text(String),
    Same(u8),
}

impl Data {
    pub(super) fn new(world: &World<'_>, game: Option<Game>, scan: Option<&Placed>) -> Self {
        let bundle = world.bundle;
        let theme = Theme::default();
        let mut studio = Studio::default();
        // A map has the zones of all its scenarios; over each other they could not be read.
        let mut map = bundle.map.clone();
        map.zones.items.retain(|zone| world.uses_zone(&zone.id));
        let art = MapArt::new(&map, &bundle.ruleset, &world.grid)
            .over_scan(scan.cloned())
            .scoring(bundle)
            .with_counters(salient_art::set_up(bundle, &world.grid).into_keys());
        let pieces = pieces(&art, &mut studio);
        let mut pictures = Pictures::default();
        let counters = counters(world, &mut studio, &mut pictures);
        let grid = &bundle.map.grid;
        Self {
            grid: Grid {
                columns: grid.columns,
                rows: grid.rows,
                flat: grid.orientation == Orientation::FlatTopped,
                first_pushed: grid.pushed == Pushed::First,
                bounds: world.grid.bounds(),
                compass: grid.orientation.compass().to_vec(),
                labels: world.grid.hexes().map(|hex| label(&world.grid, hex)).collect(),
            },
            sides: bundle
                .ruleset
                .sides
                .iter()
                .enumerate()
                .map(|(number, side)| Side {
                    name: side.name.clone(),
                    colour: salient_art::colour::css(theme.side(number)),
                })
                .collect(),
            map: facts(world),
            counters,
            units: world
                .units
                .iter()
                .map(|unit| [unit.counter, usize::from(unit.number.unwrap_or(0))])
                .collect(),
            setup: world
                .set_up
                .iter()
                .map(|stand| [stand.unit, stand.hex.index(), usize::from(stand.face)])
                .collect(),
            art: Art {
                shared: studio.shared(),
                map_unit: MAP_UNIT,
                counter_unit: COUNTER_UNIT,
                counter_size: salient_art::USUAL_COUNTER_SIZE,
                paper: salient_art::colour::css(art.theme().paper),
                layers: Layer::ALL.iter().map(|layer| layer_name(*layer)).collect(),
                pieces,
                counters: pictures.all,
            },
            game,
        }
    }

    /// As the content of a script element: no word in it can end the element.
    pub(super) fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)?.replace('<', "\\u003c"))
    }
}

/// The number of a hex; none beyond the cut of boards, where there is no map.
fn label(grid: &HexGrid, hex: Hex) -> String {
    if grid.is_on_map(hex) { grid.label(hex) } else { String::new() }
}

/// What the page may switch off.
fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Terrain => "ground",
        Layer::Zones => "zones",
        Layer::Numbers => "numbers",
        Layer::Labels => "labels",
        _ => "",
    }
}

/// The map in pieces of 8 × 8 hexes, each with its shapes layer by layer.
fn pieces(art: &MapArt, studio: &mut Studio) -> Vec<MapTile> {
    let grid = art.grid();
    let mut hexes: BTreeMap<(u16, u16), Vec<Hex>> = BTreeMap::new();
    for hex in grid.hexes() {
        let at = grid.index(hex);
        hexes.entry((at.row / PIECE, at.column / PIECE)).or_default().push(hex);
    }
    let mut pieces = Vec::new();
    for hexes in hexes.into_values() {
        let Some(first) = hexes.first() else { continue };
        let is_first = pieces.is_empty();
        let origin = grid.centre(*first).map(f32::round);
        let mut bounds: Option<[Point; 2]> = None;
        let mut art_of = |detail: Detail| -> Vec<String> {
            let mut layers = Vec::new();
            for layer in Layer::ALL {
                let mut scene = Scene::new();
                // One picture under all pieces has no joints; it is the same in every detail.
                if is_first && layer == Layer::Terrain {
                    art.draw_scan(grid.bounds(), Detail::Near, &mut scene);
                }
                hexes.iter().for_each(|hex| art.draw(layer, *hex, detail, &mut scene));
                let reach = scene.shapes.iter().filter_map(Shape::bounds).reduce(joined);
                bounds = bounds.into_iter().chain(reach).reduce(joined);
                layers.push(studio.write(&scene, origin, MAP_UNIT));
            }
            layers
        };
        let [far, middle, near] = [Detail::Far, Detail::Middle, Detail::Near].map(&mut art_of);
        let told = |layers: Vec<String>, before: &[String]| -> Vec<Shapes> {
            let layers = layers.into_iter().enumerate();
            layers
                .map(|(number, text)| {
                    let same = !text.is_empty() && before.get(number) == Some(&text);
                    if same { Shapes::Same(0) } else { Shapes::Text(text) }
                })
                .collect()
        };
        let near = told(near, &middle);
        let told_middle = told(middle, &far);
        let art = [told(far, &[]), told_middle, near];
        let bounds = bounds.unwrap_or([origin, origin]);
        pieces.push(MapTile { origin, bounds, art });
    }
    pieces
}

/// Pictures that many counters share are there once.
#[derive(Default)]
struct Pictures {
    all: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Pictures {
    fn place(&mut self, text: String) -> usize {
        let next = self.all.len();
        let place = *self.places.entry(text.clone()).or_insert(next);
        if place == next {
            self.all.push(text);
        }
        place
    }
}

fn counters(world: &World<'_>, studio: &mut Studio, pictures: &mut Pictures) -> Vec<Counter> {
    let bundle = world.bundle;
    let art = CounterArt::of(bundle);
    let mut draw = |counter: &str, face: Option<u8>, pixels: f32| {
        let mut scene = Scene::new();
        let shown = Shown::new(counter, face.unwrap_or(0));
        match face {
            Some(_) => art.draw(shown, [0.0, 0.0], 1.0, pixels, &mut scene),
            None => art.draw_covered(shown, [0.0, 0.0], 1.0, pixels, &mut scene),
        }
        pictures.place(studio.write(&scene, [0.0, 0.0], COUNTER_UNIT))
    };
    let traits = &bundle.ruleset.counters.traits;
    world
        .counters
        .iter()
        .map(|counter| {
            let faces = counter.faces.iter().take(usize::from(u8::MAX)).enumerate();
            let faces = faces.map(|(number, face)| Face {
                ratings: world.ratings(face),
                art: [100.0, 24.0, 8.0].map(|pixels| draw(&counter.id, Some(number as u8), pixels)),
            });
            let faces = faces.collect();
            let mut notes: Vec<String> = source(counter.provenance)
                .map(|word| format!("Values {word}"))
                .into_iter()
                .collect();
            notes.extend(counter.traits.iter().filter_map(|id| {
                let known = traits.iter().find(|known| known.id == *id)?;
                let marked = source(known.provenance).map(|word| format!(" ({word})"));
                Some(format!("{}{}", known.name, marked.unwrap_or_default()))
            }));
            notes.extend(counter.notes.iter().cloned());
            let above = world.formations(counter);
            Counter {
                id: counter.id.clone(),
                name: world.name(counter),
                side: world.side(&counter.side).unwrap_or(usize::from(u8::MAX)),
                what: world.what(counter),
                formation: above.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", "),
                notes,
                faces,
                under: draw(&counter.id, None, 100.0),
            }
        })
        .collect()
}

fn facts(world: &World<'_>) -> Facts {
    let (map, ruleset) = (&world.bundle.map, &world.bundle.ruleset);
    let place = |label: &String| world.grid.parse(label).map(Hex::index);
    let named = |kind: &str, name: &Option<String>| match name {
        Some(name) => format!("{kind} {name}"),
        None => kind.to_owned(),
    };
    let features = map.features.items.iter().filter_map(|feature| {
        let mut more = Vec::new();
        more.extend(feature.letter.as_ref().map(|letter| format!("letter {letter}")));
        more.extend(feature.value.map(|value| format!("value {value}")));
        more.extend(feature.owner.as_deref().map(|id| world.side_name(id).to_owned()));
        if !feature.facing.is_empty() {
            more.push(format!("facing {}", feature.facing.join(", ")));
        }
        let own = feature.provenance.unwrap_or(map.features.provenance);
        // What the whole layer is, is said once, with the map.
        more.extend(source(own).filter(|_| own != map.features.provenance).map(str::to_owned));
        Some(Feature {
            hex: place(&feature.hex)?,
            kind: kind_name(&ruleset.features, &feature.kind).to_owned(),
            name: feature.name.clone(),
            more: more.join(", "),
        })
    });
    let mut hexsides: Vec<(usize, usize, String)> = map
        .hexsides
        .items
        .iter()
        .filter_map(|item| {
            let side = world.grid.parse_side(&item.side)?;
            let words = named(kind_name(&ruleset.hexsides, &item.kind), &item.name);
            Some((side.hex().index(), side.direction().index(), words))
        })
        .collect();
    for line in &map.lines.items {
        let words = named(kind_name(&ruleset.lines, &line.kind), &line.name);
        let sides = line.sides.iter().filter_map(|side| world.grid.parse_side(side));
        hexsides.extend(sides.map(|s| (s.hex().index(), s.direction().index(), words.clone())));
    }
    let paths = map.paths.items.iter().map(|path| {
        let mut words = named(kind_name(&ruleset.paths, &path.kind), &path.name);
        if let Some(tracks) = path.tracks {
            words.push_str(&format!(", {tracks} tracks"));
        }
        (words, path.hexes.iter().filter_map(place).collect())
    });
    let zones = map.zones.items.iter();
    let zones =
        zones.map(|zone| (zone.name.clone(), zone.hexes.iter().filter_map(place).collect()));
    let levels = map.elevation.as_ref().map(|layer| {
        let rows = layer.rows.iter().flat_map(|row| row.chars());
        let mut text = [0; 4];
        rows.map(|glyph| layer.palette.get(glyph.encode_utf8(&mut text) as &str))
            .map(|level| level.copied().unwrap_or(0))
            .collect()
    });
    Facts {
        terrain_names: ruleset.terrain.iter().map(|kind| kind.name.clone()).collect(),
        terrain: world
            .grid
            .hexes()
            .map(|hex| world.terrain(hex).map_or(-1, |kind| kind as i32))
            .collect(),
        levels,
        features: features.collect(),
        hexsides,
        paths: paths.collect(),
        zones: zones.collect(),
    }
}
