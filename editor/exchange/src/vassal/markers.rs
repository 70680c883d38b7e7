//! Markers that are no counters of an order of battle: who holds a hex, states that units begin in,
//! what may be built in a hex, to whom formations are attached, and the marker of the game-turn.
//!
//! Each carries a property that says so; the way in knows it by that.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;
use salient_hex::grid::HexGrid;
use salient_schema::order_of_battle::Formation;
use salient_schema::{Bundle, Id, Scenario};

use super::codec::join;
use super::pieces::{Pieces, Spot, Trait};
use super::xml::Element;
use super::{actions, painted, palette, properties as named};
use crate::ExportError;
use crate::displays::Attachments;
use salient_art::colour::Rgba;
use salient_art::fonts::Typeface;
use salient_art::map_art::MapArt;
use salient_art::scene::{Scene, Stroke, Text};

const PAPER: Rgba = [250, 244, 226, 255];
const INK: Rgba = [58, 48, 38, 255];

/// The markers of a module, by groups.
pub struct Markers {
    groups: Vec<(&'static str, Vec<Marker>)>,
    /// By formation: its attachment marker, as its name, its file and its slot's number.
    attached: BTreeMap<Id, [String; 3]>,
}

/// A marker of the palette.
struct Marker {
    name: String,
    file: String,
    picture: Scene,
    /// Its slot's number in the module.
    number: String,
}

impl Markers {
    /// The markers of a ruleset, of what units begin in, and of the formations on displays.
    pub fn new(
        first: &Bundle,
        scenarios: &[&Scenario],
        on_displays: &[&Formation],
        pieces: &mut Pieces<'_>,
    ) -> Self {
        let ruleset = &first.ruleset;
        let mut number = 0;
        let mut marker = |name: String, picture: Scene| {
            number += 1;
            let file = format!("marker-{number}.png");
            let number = pieces.number(&format!("marker {name}"));
            Marker { name, file, picture, number }
        };
        let mut groups = Vec::new();
        let control = ruleset.sides.iter().map(|side| {
            let (ground, ink) = actions::colours(ruleset, side);
            marker(format!("{} control", side.name), flag(ground, ink, &side.name))
        });
        groups.push(("Control", control.collect::<Vec<_>>()));
        let placements = scenarios.iter().flat_map(|scenario| &scenario.setup.placements);
        let states: BTreeSet<&str> =
            placements.flat_map(|placement| placement.states.iter().map(String::as_str)).collect();
        let states = states.into_iter().map(|state| {
            let words = state.replace(['-', '_'], " ");
            let picture = label(&words);
            marker(words, picture)
        });
        groups.push(("States", states.collect()));
        // The kinds' looks are the ruleset's: one hex is enough to draw them.
        let sample = crate::draft::empty_map(first.map.grid.orientation, 1, 1);
        let art = MapArt::new(&sample, ruleset, &HexGrid::new(&sample.grid));
        let [_, features, ..] = art.kind_pictures();
        let features = ruleset.features.iter().zip(features).map(|(kind, picture)| {
            let mut scene = tile(PAPER, INK);
            scene.append(picture.placed(0.8, [0.0, 0.0]));
            marker(kind.name.clone(), scene)
        });
        groups.push(("In hexes", features.collect()));
        let attachments = Attachments::of(first);
        let mut attached = BTreeMap::new();
        let mut of_formations = Vec::new();
        for formation in on_displays {
            if !attached.contains_key(&formation.id) {
                let one = marker(formation.name.clone(), attachments.marker(formation));
                let told = [&one.name, &one.file, &one.number].map(String::clone);
                attached.insert(formation.id.clone(), told);
                of_formations.push(one);
            }
        }
        groups.push(("Attachment", of_formations));
        groups.retain(|(_, markers)| !markers.is_empty());
        Self { groups, attached }
    }

    /// A formation's attachment marker: its name, its picture's file and its slot's number.
    pub fn attached(&self, formation: &Formation) -> Option<&[String; 3]> {
        self.attached.get(&formation.id)
    }

    /// Their palettes, in one tab. `side` is the side of a counter's picture in pixels.
    pub fn palette(&self, side: u32) -> Element {
        let panels = self.groups.iter().map(|(name, markers)| {
            let slots = markers.iter().map(|marker| {
                let traits = marker_traits(&marker.name, &marker.file, &Spot::slot(&marker.number));
                palette::slot_of(&marker.name, &marker.number, side, &traits)
            });
            palette::panel(name, slots)
        });
        palette::folder("Markers", panels.collect())
    }

    /// Their pictures by their files' names.
    pub fn pictures(&self, pixels: u32) -> Result<Vec<(String, RgbaImage)>, ExportError> {
        let all = self.groups.iter().flat_map(|(_, markers)| markers);
        let picture =
            |marker: &Marker| Ok((marker.file.clone(), painted(&marker.picture, pixels)?));
        all.map(picture).collect()
    }
}

/// The traits of a marker, the outermost first.
pub fn marker_traits(name: &str, picture: &str, spot: &Spot) -> Vec<Trait> {
    let [x, y] = spot.at.map(|place| place.to_string());
    let map = spot.map.as_deref().unwrap_or("null");
    vec![
        Trait::new("clone;Clone;67,130;", ""),
        Trait::new("delete;Delete;68,130;", ""),
        Trait::new(join(';', ["mark", named::MARKER]), name),
        Trait::new(
            join(';', ["piece", "", "", picture, name]),
            join(';', [map, &x, &y, &spot.gpid, "0"]),
        ),
    ]
}

/// A square of paper.
fn tile(ground: Rgba, ink: Rgba) -> Scene {
    let mut scene = Scene::new();
    let square = |half: f32| [[-half, -half], [half, -half], [half, half], [-half, half]];
    scene.block(square(0.47), ground, Stroke::new(0.02, ink));
    scene
}

/// A side's flag on a staff with its name below.
fn flag(ground: Rgba, ink: Rgba, name: &str) -> Scene {
    let mut scene = tile(PAPER, INK);
    scene.line([[-0.26, -0.36], [-0.26, 0.2]], Stroke::new(0.035, INK));
    let cloth = [[-0.24, -0.36], [0.3, -0.36], [0.3, -0.02], [-0.24, -0.02]];
    scene.block(cloth, ground, Stroke::new(0.02, ink));
    words(&mut scene, name, 0.33, 0.15);
    scene
}

/// A word on paper.
fn label(name: &str) -> Scene {
    let mut scene = tile(PAPER, INK);
    let lines: Vec<&str> = name.split(' ').collect();
    let size = 0.2;
    let top = -(lines.len() as f32 - 1.0) * size * 0.6;
    for (number, line) in lines.into_iter().enumerate() {
        words(&mut scene, line, top + number as f32 * size * 1.2, size);
    }
    scene
}

/// Words about a height, made smaller where they are too wide for the tile.
fn words(scene: &mut Scene, words: &str, y: f32, size: f32) {
    let text = Text::new([0.0, y], words, size, Typeface::Bold, INK);
    let fit = (0.84 / text.width().max(0.01)).min(1.0);
    scene.text(Text::new([0.0, y], words, size * fit, Typeface::Bold, INK).on_middle());
}
