//! Saved games (`.vsav`, older ones `.sav`): commands within commands, of which those that add pieces
//! say what lies where.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};

use lzma_rust2::XzReader;

use super::super::codec::{split, unveil};
use super::super::saved::ESCAPE;
use super::Laid;
use super::archive::{Archive, refuse};
use super::maps::{Maps, Sheet, Shown};
use super::piece::{self, GamePiece};
use crate::{ImportError, limits};

/// What a saved game says.
pub struct SavedGame {
    /// The stacks, in the order of the file.
    pub laid: Vec<Laid>,
    /// The boards that are laid out, by the names of their maps.
    pub shown: BTreeMap<String, Vec<Shown>>,
}

/// Reads a saved game. `left` is how many bytes may still be
/// unpacked of all saved games together.
///
/// # Errors
/// It is no saved game, is cut, or passes the limits.
pub fn saved_game(
    bytes: &[u8],
    place: &str,
    maps: &Maps,
    left: &mut u64,
) -> Result<SavedGame, ImportError> {
    let mut archive = Archive::open(bytes, place)?.with_top(&["savedGame"])?.limited_to(*left);
    let Some(game) = archive.file("savedGame")? else {
        return Err(refuse(place, "there is no savedGame in it", "get the file anew"));
    };
    let inner = format!("{place}/savedGame");
    let game = if game.starts_with(XZ) { unpacked(&game, &inner, *left)? } else { game };
    *left = left.saturating_sub(game.len() as u64);
    let Some(text) = unveil(&game) else {
        return Err(refuse(&inner, "it is cut or damaged", "get the file anew"));
    };
    let mut leaves = Vec::new();
    if !each_command(&text, 0, &mut leaves) {
        let what = format!("its commands are nested more than {} deep", limits::DEPTH);
        return Err(refuse(&inner, what, "VASSAL writes no such file: get it anew"));
    }
    if leaves.first().is_none_or(|first| first != "begin_save") {
        return Err(refuse(&inner, "it does not begin as a saved game does", "get the file anew"));
    }
    Ok(laid(&leaves, maps))
}

/// The commands that hold no others, in order: VASSAL adds what belongs to a command behind it, parted
/// by the same sign, and escapes that sign once more for each level. `false` where they are nested
/// deeper than anything that VASSAL writes.
fn each_command(text: &str, depth: usize, leaves: &mut Vec<String>) -> bool {
    if depth > limits::DEPTH {
        return false;
    }
    let parts = split(ESCAPE, text);
    match parts.as_slice() {
        [one] if one == text => {
            leaves.push(text.to_owned());
            true
        }
        parts => parts.iter().all(|part| each_command(part, depth + 1, leaves)),
    }
}

/// What the commands lay where.
fn laid(commands: &[String], maps: &Maps) -> SavedGame {
    let mut pieces: Vec<(GamePiece, bool)> = Vec::new();
    let mut holders: Vec<(bool, String, [i64; 2], Vec<String>)> = Vec::new();
    let mut shown: BTreeMap<String, Vec<Shown>> = BTreeMap::new();
    for command in commands {
        // Which boards a map shows: `TurnsBoardPicker`, a tab, name, column and row of each.
        if let [picker, boards @ ..] = split('\t', command).as_slice()
            && let Some(map) = picker.strip_suffix("BoardPicker")
        {
            let map = maps.find(map).map_or(map, |map| map.name.as_str());
            shown.insert(map.to_owned(), Shown::list(boards));
            continue;
        }
        let Some(piece) = piece::piece(command) else { continue };
        let outermost = piece.traits.first();
        let state = outermost.map_or("", |one| one.state.as_str());
        match outermost.map_or("", |one| one.name()) {
            "stack" => {
                let fields = split(';', state);
                let [map, x, y, ids @ ..] = fields.as_slice() else { continue };
                let at = [x, y].map(|place| place.parse().unwrap_or(0));
                let ids = ids.iter().filter(|id| !id.starts_with("@@")).cloned().collect();
                holders.push((false, map.clone(), at, ids));
            }
            // Map, place, and some of its own; the pieces' ids last.
            "deck" => {
                let fields = split(';', state);
                let [map, x, y, ids @ ..] = fields.as_slice() else { continue };
                let at = [x, y].map(|place| place.parse().unwrap_or(0));
                let ids = ids.iter().flat_map(|ids| split(',', ids)).collect();
                holders.push((true, map.clone(), at, ids));
            }
            _ => pieces.push((piece, false)),
        }
    }
    let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
    for (number, (piece, _)) in pieces.iter().enumerate() {
        by_id.insert(piece.id.clone(), number);
    }
    let sheets: Vec<(&str, Vec<Sheet>)> = maps
        .0
        .iter()
        .map(|map| (map.name.as_str(), map.sheets(shown.get(&map.name).unwrap_or(&map.begun))))
        .collect();
    let lay = |in_deck: bool, map: &str, at: [i64; 2], pieces: Vec<GamePiece>| {
        let name = maps.find(map).map_or(map, |map| map.name.as_str());
        let own = sheets.iter().find(|(map, _)| *map == name);
        let own = own.map_or([].as_slice(), |(_, sheets)| sheets.as_slice());
        let (map, board, at) = maps.on_board(map, own, at);
        Laid { map, board, at, in_deck, pieces }
    };
    let mut all = Vec::new();
    for (in_deck, map, at, ids) in holders {
        let mut inside = Vec::new();
        for id in ids {
            let Some((piece, is_taken)) = by_id.get(&id).and_then(|at| pieces.get_mut(*at)) else {
                continue;
            };
            if !std::mem::replace(is_taken, true) {
                inside.push(piece.clone());
            }
        }
        if !inside.is_empty() {
            all.push(lay(in_deck, &map, at, inside));
        }
    }
    // Pieces that do not stack lie by themselves.
    for (piece, _) in pieces.into_iter().filter(|(_, is_taken)| !is_taken) {
        let (map, at) = piece.spot().unwrap_or_default();
        all.push(lay(false, &map, at, vec![piece]));
    }
    SavedGame { laid: all, shown }
}

/// What a saved game of VASSAL 3.7 or later begins with: it is packed instead of veiled.
const XZ: &[u8] = b"\xfd7zXZ\0";

fn unpacked(packed: &[u8], place: &str, left: u64) -> Result<Vec<u8>, ImportError> {
    let most = limits::ENTRY_BYTES.min(left);
    let mut bytes = Vec::new();
    let reader = XzReader::new_mem_limit(packed, true, limits::UNPACKING_KILOBYTES);
    reader.take(most + 1).read_to_end(&mut bytes).map_err(|error| {
        let help = "save the game anew, with VASSAL as it comes";
        let most = limits::UNPACKING_KILOBYTES >> 10;
        let what = match error.kind() {
            ErrorKind::OutOfMemory => {
                format!("needs more than the {most} MB of memory that are given to unpack it")
            }
            _ => format!("cannot be unpacked ({error})"),
        };
        refuse(place, what, help)
    })?;
    if bytes.len() as u64 > most {
        let what = format!("unpacks to more than {} MB", most >> 20);
        return Err(refuse(place, what, "no saved game is so large: it may be a zip bomb"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::codec::join;
    use super::*;

    fn leaves(text: &str) -> Option<Vec<String>> {
        let mut leaves = Vec::new();
        each_command(text, 0, &mut leaves).then_some(leaves)
    }

    #[test]
    fn commands_within_commands_come_apart_in_order() {
        let inner = join(ESCAPE, ["c", "d", "e"]);
        let middle = join(ESCAPE, ["b", &inner, "f"]);
        let all = join(ESCAPE, ["a", &middle, "g"]);
        assert_eq!(leaves(&all).unwrap(), ["a", "b", "c", "d", "e", "f", "g"]);
    }

    #[test]
    fn endless_nesting_is_refused() {
        let mut text = "x".to_owned();
        for _ in 0..12 {
            text = join(ESCAPE, ["a", &text]);
        }
        assert_eq!(leaves(&text).map(|leaves| leaves.len()), Some(13));
        // Quotes within quotes are a level each.
        let deep = format!("{}x{}", "'".repeat(300), "'".repeat(300));
        assert_eq!(leaves(&deep), None);
    }

    proptest! {
        #[test]
        fn any_text_comes_apart(text in "[a-z'\\\\\u{1b}+/;]{0,80}") {
            let mut all = Vec::new();
            if each_command(&text, 0, &mut all) {
                let _ = laid(&all, &Maps::default());
            }
        }
    }
}
