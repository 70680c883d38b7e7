//! Set-ups out of stacks and saved games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Read};

use lzma_rust2::XzReader;
use salient_schema::scenario::{Entry, FreePlacement, Placement, Reinforcement, Scenario, Turn};
use salient_schema::{HexIndex, Provenance};

use super::super::board::holds;
use super::super::codec::{split, unveil};
use super::super::module::MARKER;
use super::super::properties as named;
use super::super::saved::ESCAPE;
use super::super::track::{LOST, OUT_OF_PLAY};
use super::archive::{Archive, refuse};
use super::draft::{Counters, fresh};
use super::piece::{self, GamePiece, marks};
use super::{Area, Laid, Module};
use crate::{Fate, ImportError, Loss, draft, limits};

/// The stacks of a saved game, in the order of the file. `left` is how many bytes may still be
/// unpacked of all saved games together.
///
/// # Errors
/// It is no saved game, is cut, or passes the limits.
pub fn saved_game(bytes: &[u8], place: &str, left: &mut u64) -> Result<Vec<Laid>, ImportError> {
    let mut archive = Archive::open(bytes, place)?.limited_to(*left);
    let Some(game) = archive.file("savedGame")? else {
        return Err(refuse(place, "there is no savedGame in it", "get the file anew"));
    };
    let inner = format!("{place}/savedGame");
    let game = if game.starts_with(XZ) { unpacked(&game, &inner, *left)? } else { game };
    *left = left.saturating_sub(game.len() as u64);
    let Some(text) = unveil(&game) else {
        return Err(refuse(&inner, "it is cut or damaged", "get the file anew"));
    };
    if !text.starts_with("begin_save") {
        return Err(refuse(&inner, "it does not begin as a saved game does", "get the file anew"));
    }
    let mut pieces: Vec<GamePiece> = Vec::new();
    let mut laid = Vec::new();
    let mut stacked = BTreeSet::new();
    let mut boards: BTreeMap<String, String> = BTreeMap::new();
    for command in split(ESCAPE, &text) {
        // Which board a map shows: `TurnsBoardPicker`, a tab, its name.
        if let [picker, board, ..] = split('\t', &command).as_slice()
            && let Some(map) = picker.strip_suffix("BoardPicker")
        {
            boards.insert(map.to_owned(), board.clone());
            continue;
        }
        let Some(piece) = piece::piece(&command) else { continue };
        if piece.traits.first().is_some_and(|one| one.name() == "stack") {
            let state = piece.traits.first().map_or("", |one| one.state.as_str());
            let fields = split(';', state);
            let [map, x, y, ids @ ..] = fields.as_slice() else { continue };
            let (Ok(x), Ok(y)) = (x.parse(), y.parse()) else { continue };
            let ids: Vec<&String> = ids.iter().filter(|id| !id.starts_with("@@")).collect();
            stacked.extend(ids.iter().map(|id| (*id).clone()));
            laid.push((map.clone(), [x, y], ids.into_iter().cloned().collect::<Vec<_>>()));
        } else {
            pieces.push(piece);
        }
    }
    let by_id: BTreeMap<&str, &GamePiece> =
        pieces.iter().map(|piece| (piece.id.as_str(), piece)).collect();
    let board_of = |map: &str| boards.get(map).cloned().unwrap_or_default();
    let mut stacks: Vec<Laid> = laid
        .into_iter()
        .map(|(map, at, ids)| {
            let found = ids.iter().filter_map(|id| by_id.get(id.as_str()));
            let pieces = found.map(|piece| (*piece).clone()).collect();
            Laid { board: board_of(&map), map, at, pieces }
        })
        .collect();
    // Pieces that do not stack lie by themselves.
    for piece in pieces.iter().filter(|piece| !stacked.contains(&piece.id)) {
        if let Some((map, at)) = piece.spot() {
            stacks.push(Laid { board: board_of(&map), map, at, pieces: vec![piece.clone()] });
        }
    }
    stacks.retain(|laid| !laid.pieces.is_empty());
    Ok(stacks)
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

/// A scenario of what lies where, and what of it finds no place.
pub fn scenario(
    module: &Module,
    title: &str,
    laid: &[Laid],
    counters: &Counters,
    taken: &mut BTreeSet<String>,
) -> (Scenario, Vec<Loss>) {
    let mut scenario = draft::empty_scenario();
    scenario.id = fresh(&draft::id(title, "scenario"), taken);
    title.clone_into(&mut scenario.title);
    scenario.turns = turns(&module.turns);
    let mut losses = Vec::new();
    let mut lost = |kind: &str, which: String, why: &str| {
        losses.push(Loss {
            kind: kind.to_owned(),
            which,
            fate: Fate::Dropped,
            why: why.to_owned(),
            place: Some(format!("set-up {title}")),
        })
    };
    let known: BTreeSet<String> = counters.sides().map(str::to_owned).collect();
    let mut placed: BTreeMap<String, u16> = BTreeMap::new();
    let mut on_hexes: Vec<(HexIndex, Placement)> = Vec::new();
    let mut boxes: Vec<(String, Vec<String>)> = Vec::new();
    for stack in laid {
        let hex = (stack.map == module.map).then(|| module.ground.hex_at(stack.at)).flatten();
        let on = |area: &&Area| {
            (stack.board.is_empty() || area.board == stack.board) && holds(&area.outline, stack.at)
        };
        let zone = module.boxes.get(&stack.map).and_then(|areas| areas.iter().find(on));
        let zone = zone.map(|area| area.name.clone());
        // From the top, as we tell them.
        for piece in stack.pieces.iter().rev() {
            let name = piece.basic().map_or("", |basic| basic.field(4)).to_owned();
            let Some((id, face)) = counters.id_of(piece, &module.prototypes) else {
                // Ours marks the game-turn, which a set-up begins with the first.
                if name == MARKER && module.is_told {
                    continue;
                }
                lost("piece", name, "it is no counter of an order of battle");
                continue;
            };
            let there = placed.entry(id.clone()).or_insert(0);
            *there += 1;
            if *there > counters.count_of(&id) {
                let why = "it is there more often than there are counters of it";
                lost("piece", format!("{id} ({name})"), why);
                continue;
            }
            match (hex, &zone) {
                (Some(hex), _) => {
                    let marks = marks(&piece.expanded(&module.prototypes));
                    let own = |key: &str| marks.get(key).filter(|text| !text.is_empty()).cloned();
                    let states = own(named::STATES).unwrap_or_default();
                    let placement = Placement {
                        hex: module.ground.grid.print_hex(hex),
                        counters: vec![id],
                        face: (face > 0).then_some(face),
                        facing: own(named::FACING),
                        carried_by: own(named::CARRIED_BY),
                        states: states.split_whitespace().map(str::to_owned).collect(),
                    };
                    on_hexes.push((hex, placement));
                }
                (None, Some(zone)) => match boxes.iter_mut().find(|(name, _)| name == zone) {
                    Some((_, held)) => held.push(id),
                    None => boxes.push((zone.clone(), vec![id])),
                },
                (None, None) => {
                    let why = format!("it lies on {} off all hexes", stack.map);
                    lost("piece", format!("{id} ({name})"), &why);
                }
            }
        }
    }
    // Neighbours in a stack that differ in nothing else share an entry.
    on_hexes.sort_by_key(|(hex, _)| *hex);
    for (_, next) in on_hexes {
        match scenario.setup.placements.last_mut() {
            Some(last)
                if (&last.hex, last.face, &last.facing, &last.carried_by, &last.states)
                    == (&next.hex, next.face, &next.facing, &next.carried_by, &next.states) =>
            {
                last.counters.extend(next.counters);
            }
            _ => scenario.setup.placements.push(next),
        }
    }
    for (zone, held) in boxes {
        if zone == OUT_OF_PLAY || zone.starts_with(LOST) {
            scenario.setup.eliminated.extend(held);
            continue;
        }
        let which = format!("{zone}: {}", held.join(", "));
        match read_box(&zone, held, module, &known) {
            Some(Held::Free(free)) => scenario.setup.free.push(free),
            Some(Held::Arriving(arriving)) => scenario.reinforcements.push(arriving),
            None => {
                let why = "the counters lie in a box; the map has no hexes that it stands for";
                lost("counters off the hexes", which, why);
            }
        }
    }
    scenario.reinforcements.sort_by_key(|arriving| arriving.turn);
    (scenario, losses)
}

/// What a box stands for.
enum Held {
    Free(FreePlacement),
    Arriving(Reinforcement),
}

/// Reads the name of a box as the way out writes it.
fn read_box(
    zone: &str,
    counters: Vec<String>,
    module: &Module,
    sides: &BTreeSet<String>,
) -> Option<Held> {
    let mut words = zone.split(", ");
    let (first, side) = (words.next()?, words.next()?);
    if !sides.contains(side) {
        return None;
    }
    let side = side.to_owned();
    let there = |name: &str| module.zone_ids.contains(name);
    if first == "Set-up" {
        let zone = words.next()?.strip_prefix("zone ")?.to_owned();
        let front = words.next().and_then(|word| word.strip_prefix("front ")).map(str::to_owned);
        if !there(&zone) || front.as_deref().is_some_and(|front| !there(front)) {
            return None;
        }
        let conditions = Vec::new();
        return Some(Held::Free(FreePlacement {
            side,
            zone,
            front,
            counters,
            conditions,
            rule: None,
        }));
    }
    let turn = first.strip_prefix("Turn ")?.parse().ok()?;
    let entry = words.next()?;
    let entry = if let Some(hexes) = entry.strip_prefix("hexes ") {
        let hexes: Vec<String> = hexes.split_whitespace().map(str::to_owned).collect();
        let known = hexes.iter().all(|hex| module.ground.grid.parse_hex(hex).is_some());
        (known && !hexes.is_empty()).then_some(Entry::Hexes(hexes))?
    } else if let Some(letter) = entry.strip_prefix("entry ").filter(|_| module.is_told) {
        Entry::Letter(letter.to_owned())
    } else {
        let zone = entry.strip_prefix("zone ").filter(|zone| there(zone))?;
        Entry::Zone(zone.to_owned())
    };
    let provenance = Provenance::Printed;
    let (condition, rule) = (None, None);
    Some(Held::Arriving(Reinforcement { turn, side, entry, counters, condition, rule, provenance }))
}

/// The turns of a module's turn counter: `3: 22 March, morning`.
fn turns(names: &[String]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let numbered = name
            .split_once(": ")
            .and_then(|(turn, label)| Some((turn.trim().parse::<u16>().ok()?, label.to_owned())));
        let last = turns.last().map_or(0, |turn| turn.turn);
        let next = u16::try_from(place + 1).unwrap_or(u16::MAX);
        let (turn, label) =
            numbered.filter(|(turn, _)| *turn > last).unwrap_or((next.max(last + 1), name.clone()));
        let provenance = Provenance::Printed;
        turns.push(Turn { turn, label, date: None, half: None, weather: None, provenance });
    }
    if turns.is_empty() {
        let label = "Game-turn 1".to_owned();
        let provenance = Provenance::Invented;
        turns.push(Turn { turn: 1, label, date: None, half: None, weather: None, provenance });
    }
    turns
}
