//! Saved games and set-ups: `.vsav`.

use super::codec::{join, veil};
use super::markers::marker_traits;
use super::pack;
use super::pieces::{Pieces, Placed, Spot, command};
use super::xml::Element;
use crate::{ExportError, NamedFile};

/// What parts commands.
pub const ESCAPE: char = '\u{1b}';

/// Counters on one spot, from the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The map's name.
    pub map: &'static str,
    /// In pixels.
    pub at: [i64; 2],
    /// The hex or box, for people.
    pub place: String,
    /// From the bottom.
    pub pieces: Vec<Placed>,
}

/// A piece that is no counter, such as the turn marker, and where it lies.
pub struct Marker {
    /// The map's name.
    pub map: &'static str,
    /// In pixels.
    pub at: [i64; 2],
    /// What it marks.
    pub name: String,
    /// Its picture's file.
    pub picture: String,
    /// Its slot's number.
    pub gpid: String,
}

/// Writes a set-up as a saved game: the boards that it uses, as a map and its board each, and all
/// pieces where they lie.
pub fn saved_game(
    stacks: &[Stack],
    markers: &[Marker],
    boards: &[(&str, &str)],
    pieces: &Pieces<'_>,
) -> String {
    let mut commands = vec!["begin_save".to_owned(), String::new()];
    let mut next = 1_000_u64;
    let mut stack = |map: &str, at: [i64; 2], laid: Vec<Vec<super::pieces::Trait>>| {
        let mut ids = Vec::new();
        for traits in laid {
            next += 1;
            commands.push(command(&next.to_string(), &traits));
            ids.push(next.to_string());
        }
        next += 1;
        let [x, y] = at.map(|place| place.to_string());
        let mut state = vec![map, &x, &y];
        state.extend(ids.iter().map(String::as_str));
        state.push("@@0");
        let state = join(';', state);
        commands.push(join('/', ["+", &next.to_string(), "stack", &state]));
    };
    let spot = |map: &str, at, gpid: &str| {
        let (map, gpid) = (Some(map.to_owned()), gpid.to_owned());
        Spot { map, at, gpid }
    };
    for Stack { map, at, pieces: laid, .. } in stacks {
        let traits = laid
            .iter()
            .map(|placed| {
                pieces.traits(placed, &spot(map, *at, pieces.gpid(&placed.counter)), true)
            })
            .collect();
        stack(map, *at, traits);
    }
    for marker in markers {
        let spot = spot(marker.map, marker.at, &marker.gpid);
        let traits = marker_traits(&marker.name, &marker.picture, &spot);
        stack(marker.map, marker.at, vec![traits]);
    }
    for (map, board) in boards {
        let picker = format!("{map}BoardPicker");
        commands.push(join('\t', [picker.as_str(), *board, "0", "0"]));
    }
    commands.push("SETUP_STACK\t".to_owned());
    commands.push("end_save".to_owned());
    join(ESCAPE, commands.iter().map(String::as_str))
}

/// Packs a saved game.
pub fn pack_saved_game(
    game: &str,
    description: &str,
    module: &Element,
) -> Result<Vec<u8>, ExportError> {
    let entry = |name: &str, bytes: Vec<u8>| NamedFile { name: name.to_owned(), bytes };
    pack(&[
        entry("savedGame", veil(game)),
        entry("savedata", metadata(None, description).document().into_bytes()),
        entry("moduledata", module.document().into_bytes()),
    ])
}

/// `moduledata` of a module, which has a name, or `savedata` of a saved game.
pub fn metadata(module: Option<&str>, description: &str) -> Element {
    let empty = |name: &str| Element::new(name);
    let mut data = Element::new("data")
        .with("version", 1)
        .holding(Element::new("version").saying(super::MODULE_VERSION))
        .holding(empty("extra1"))
        .holding(empty("extra2"))
        .holding(Element::new("VassalVersion").saying(super::VASSAL_VERSION))
        // No clock: the same scenario gives the same bytes.
        .holding(Element::new("dateSaved").saying("0"))
        .holding(Element::new("description").saying(description));
    if let Some(name) = module {
        data.add(Element::new("name").saying(name));
    }
    data
}
