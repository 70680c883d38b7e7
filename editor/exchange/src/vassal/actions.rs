//! What a player can do with a unit in VASSAL: traits that all units share, and those of a side.
//!
//! The order matters to VASSAL: what is further out works on all that it encloses. Hiding and
//! masking are outermost, so that the other side can neither see nor touch what is hidden; moving
//! marks and trails lie within.

use image::RgbaImage;
use salient_schema::Ruleset;
use salient_schema::ruleset::{Nation, Side};

use super::codec::join;
use super::pieces::{Trait, command};
use super::xml::Element;
use super::{TRACK, painted, properties as named, track};
use crate::ExportError;
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::png;
use salient_art::scene::{Scene, Stroke, Text};

/// The prototype that all units share.
pub const UNIT: &str = "Unit";
/// The picture of a counter that has moved.
pub const MOVED: &str = "moved.png";

/// The prototype of a side's units.
pub fn prototype_of(side: &Side) -> String {
    format!("{UNIT}, {}", side.name)
}

/// The picture of a masked unit of a side.
pub fn mask_picture(side: &str) -> String {
    format!("masked-{side}.png")
}

/// The definitions of all prototypes. `pixels` is the side of a counter's picture.
pub fn prototypes(ruleset: &Ruleset, pixels: u32) -> Element {
    let definition = |name: &str, what: &str, mut traits: Vec<Trait>| {
        // The prototype's own piece is a stand-in.
        traits.push(Trait::new("piece;;;;", "null;0;0;;0"));
        Element::new("VASSAL.build.module.PrototypeDefinition")
            .with("name", name)
            .with("description", what)
            .saying(command("null", &traits))
    };
    let mut all = Element::new("VASSAL.build.module.PrototypesContainer").holding(definition(
        UNIT,
        "What every unit can do",
        unit(pixels),
    ));
    for side in &ruleset.sides {
        let mut traits = secrecy(side);
        traits.push(using(UNIT));
        all.add(definition(&prototype_of(side), "What a side's units can do", traits));
    }
    all
}

/// The trait that stands for a prototype's.
pub fn using(prototype: &str) -> Trait {
    Trait::new(join(';', ["prototype", prototype]), "")
}

/// What only the owning side may see or do away with.
pub fn secrecy(side: &Side) -> Vec<Trait> {
    let grey = "120,120,120";
    let hide = ["hide", "73,130", "Hide from the other side", grey, "side:", "0.5", "Hidden"];
    let picture = mask_picture(&side.id);
    // Its owner sees the unit with a small mask in its corner.
    let inset = "I";
    let name = format!("{}, masked", side.name);
    let mask = ["obs", "75,130", &picture, "Mask", inset, &name, "side:", "", "Masked", "false"];
    vec![
        Trait::new(join(';', hide), "null"),
        Trait::new(join(';', mask.into_iter().chain(["", ""])), "null;"),
    ]
}

/// What every unit can do: be marked as moved, leave a trail, report, go to the box of the lost
/// units and back, be copied and taken away.
pub fn unit(pixels: u32) -> Vec<Trait> {
    let corner = (i64::from(pixels) / 2 - 9).to_string();
    let up = format!("-{corner}");
    let moved = ["markmoved", MOVED, &corner, &up, "Mark as moved", "77,130", ""];
    let trail = [
        "footprint",
        "84,130",
        "Movement trail",
        "false",
        "false",
        "10",
        "255,255,255",
        "0,0,0",
        "100",
        "50",
        "20",
        "30",
        "3",
        "",
        "",
        "",
        "",
    ];
    let told = |keys: &str, report: &str| {
        Trait::new(join(';', ["report", &join(',', [keys]), report, "", "", "", "true"]), "-1")
    };
    let lost = track::lost_zone(&format!("${}$", named::SIDE));
    vec![
        Trait::new(join(';', moved), "false"),
        Trait::new(join(';', trail), "false;;0"),
        told("70,130", "$location$: $oldPieceName$ is turned over: $newPieceName$ *"),
        told("68,130", "$location$: $oldPieceName$ is taken away *"),
        told("69,130", "$oldPieceName$ is eliminated in $oldLocation$ *"),
        sending("Eliminate", "69,130", &lost, "Bring back", "66,130"),
        Trait::new("clone;Clone;67,130;", ""),
        Trait::new("delete;Delete;68,130;", ""),
    ]
}

/// Back to the box of its arrival, for a unit that has one.
pub fn to_arrival() -> Trait {
    let zone = format!("${}$", named::ARRIVES);
    sending("To its box of arrival", "82,130", &zone, "", "")
}

/// A command that sends a piece to a zone of the board of turns, and one that brings it back.
fn sending(name: &str, key: &str, zone: &str, back: &str, back_key: &str) -> Trait {
    let place = ["sendto", name, key, TRACK, "", "0", "0", back, back_key];
    // By the zone's name (Z), without steps beside it.
    let zone = ["0", "0", "0", "0", name, "Z", zone, "", "", ""];
    Trait::new(join(';', place.into_iter().chain(zone)), ";;")
}

/// A masked unit of each side: its ground with a question mark.
pub fn mask_pictures(
    ruleset: &Ruleset,
    pixels: u32,
) -> Result<Vec<(String, RgbaImage)>, ExportError> {
    let pictures = ruleset.sides.iter().map(|side| {
        let (ground, ink) = colours(ruleset, side);
        let mut scene = Scene::new();
        let square = |half: f32| [[-half, -half], [half, -half], [half, half], [-half, half]];
        scene.block(square(0.48), ground, Stroke::new(0.02, colour::darker(ground, 0.4)));
        scene.outline(square(0.42), Stroke::new(0.012, ink));
        scene.text(Text::new([0.0, 0.0], "?", 0.6, Typeface::Bold, ink).on_middle());
        Ok((mask_picture(&side.id), painted(&scene, pixels)?))
    });
    pictures.collect()
}

/// Ground and ink of a side's masks and markers: those of its first nation.
pub fn colours(ruleset: &Ruleset, side: &Side) -> (Rgba, Rgba) {
    let own = |nation: &&Nation| nation.side.as_ref() == Some(&side.id);
    let nation = ruleset.nations.iter().find(own);
    let of =
        |colour: fn(&Nation) -> &str, otherwise| colour::parse_or(nation.map(colour), otherwise);
    (of(|nation| &nation.fill, [214, 204, 180, 255]), of(|nation| &nation.ink, [40, 36, 30, 255]))
}

/// A dot with an arrow: this unit has moved.
pub fn moved_picture() -> Result<RgbaImage, ExportError> {
    let mut scene = Scene::new();
    let (paper, ink) = ([255, 252, 244, 255], [176, 42, 48, 255]);
    scene.disc([0.0, 0.0], 8.5, ink);
    let pen = Stroke::new(2.2, paper);
    scene.line([[-4.5, 0.0], [4.0, 0.0]], pen);
    scene.line([[0.8, -3.6], [4.4, 0.0], [0.8, 3.6]], pen);
    Ok(png::render(&scene, [[-9.0, -9.0], [8.99, 8.99]], 1.0, [0; 4])
        .map_err(salient_art::PictureError::from)?)
}
