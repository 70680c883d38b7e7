//! Boards joined into one map, as a tactical game lays them on the table.
//!
//! A board is an ordinary map. The joined map's grid lists them: which file, where, and which way
//! round. All that stands on a board comes over with it. Boards that are cut through the hexes
//! along their edges share these: what lies there is to be the same on both, a road that ends there
//! is to go on, and what does not fit is told with its hex.
//!
//! ```text
//!   45          46, turned          one map: the column on the cut is on both boards,
//!   |01 02 03|  |03 02 01|   ->     45/0301 is 46/0301, the first board's number is printed
//! ```

mod arrange;
mod carry;
mod extent;
mod layers;
mod report;
mod seam;

use std::collections::BTreeMap;

use salient_schema::map::{Board, Grid};
use salient_schema::project::{normalise, resolve};
use salient_schema::ruleset::{Kind, Ruleset};
use salient_schema::{Code, Diagnostic, Document, FileKind, HexIndex, Map, Source};

pub use self::arrange::{Cell, arrange, own_board};
pub use self::report::{BoardReport, Count, JoinReport, Told};

use self::carry::Carry;
use self::layers::Layers;

/// A map that was joined of boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    /// The map, in canonical order.
    pub map: Map,
    /// What became of all that stands on the boards.
    pub report: JoinReport,
}

/// Joins the boards that a map file lists, anew. There is no map where a diagnostic is an error.
///
/// Of the file itself, its grid's list of boards and its head (id, title, ruleset, notes) are kept;
/// all layers come from the boards. Diagnostics name their file, line and column, and the hex.
pub fn join_file(source: &dyn Source, path: &str) -> (Option<Joined>, Vec<Diagnostic>) {
    let (document, mut found) = salient_schema::open_file(source, path);
    let head = match document {
        Some(Document::Map(map)) => *map,
        Some(other) => {
            let message =
                format!("this is a {} file, where a {} is asked for", other.kind(), FileKind::Map);
            let code = Code::UnknownFileKind;
            found.push(Diagnostic::error(code, message).file(path).pointer("/$schema"));
            return (None, found);
        }
        None => return (None, found),
    };
    // What is wrong with the old layers does not matter: they are made anew.
    found.retain(|one| {
        let pointer = one.place.pointer.as_deref().unwrap_or_default();
        one.is_error() && (pointer.is_empty() || pointer.starts_with("/grid"))
    });
    if !found.is_empty() {
        return (None, found);
    }
    let (joined, mut more) = join_listed(source, path, &head);
    if let Ok(bytes) = source.read(path) {
        let (mut own, other): (Vec<_>, Vec<_>) =
            more.into_iter().partition(|one| one.place.file.as_deref() == Some(path));
        salient_schema::locate(&String::from_utf8_lossy(&bytes), &mut own);
        more = own;
        more.extend(other);
    }
    more.sort();
    (joined, more)
}

/// Reads the boards that a map's grid lists and joins them. `path` is the map's own file, there or
/// not yet.
pub fn join_listed(
    source: &dyn Source,
    path: &str,
    head: &Map,
) -> (Option<Joined>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut boards = Vec::new();
    if head.grid.boards.is_empty() {
        let fault = Diagnostic::error(Code::MissingField, "the map lists no board to be joined of");
        found.push(fault.help("list them in `boards`, each with its `file`").pointer("/grid"));
    }
    for (index, board) in head.grid.boards.iter().enumerate() {
        match read_board(source, path, head, board) {
            Ok(map) => boards.push(map),
            Err(fault) => found.push(fault.pointer(format!("/grid/boards/{index}/file"))),
        }
    }
    let joined = found.is_empty().then(|| join(head, &boards));
    let joined = joined.and_then(|(joined, more)| {
        found.extend(more);
        joined
    });
    for one in &mut found {
        one.place.file.get_or_insert_with(|| path.to_owned());
    }
    (joined, found)
}

fn read_board(
    source: &dyn Source,
    path: &str,
    head: &Map,
    board: &Board,
) -> Result<Map, Box<Diagnostic>> {
    let Some(file) = &board.file else {
        let message = format!("nothing says which file the board `{}` is in", board.id);
        let fault = Diagnostic::error(Code::MissingField, message);
        return Err(Box::new(fault.help("give its `file`")));
    };
    let at = resolve(path, file);
    let unreadable = |message: String| Box::new(Diagnostic::error(Code::Unreadable, message));
    let bytes = source.read_referred(path, &at).map_err(|error| unreadable(error.to_string()))?;
    let (document, faults) = salient_schema::read_text(&at, bytes);
    if let Some(fault) = faults.iter().find(|one| one.is_error()) {
        let line = fault.place.line.map_or_else(String::new, |line| format!(":{line}"));
        return Err(unreadable(format!("{at}{line}: {}", fault.message)));
    }
    let Some(Document::Map(map)) = document else {
        let fault = Diagnostic::error(Code::UnknownFileKind, format!("{at} is no map"));
        return Err(Box::new(fault));
    };
    let own = resolve(path, &head.ruleset);
    if resolve(&at, &map.ruleset) != own
        && !ruleset_at(source, path, &own)
            .is_some_and(|ruleset| is_of_rules(source, (path, &at), &map, &ruleset))
    {
        let message = format!(
            "the board `{}` is made for the ruleset {}, the map for {}",
            board.id,
            resolve(&at, &map.ruleset),
            normalise(&resolve(path, &head.ruleset))
        );
        return Err(Box::new(Diagnostic::error(Code::DanglingReference, message)));
    }
    Ok(*map)
}

/// Whether a board may be joined into a map of a ruleset, though it names another file: that is a
/// copy of the same rules, which knows whatever is on the board. `files` are who asks, and the
/// board's own file.
pub fn is_of_rules(
    source: &dyn Source,
    (from, file): (&str, &str),
    board: &Map,
    ruleset: &Ruleset,
) -> bool {
    let at = resolve(file, &board.ruleset);
    let known = |kinds: &[Kind], id: &str| kinds.iter().any(|kind| kind.id == id);
    ruleset_at(source, from, &at).is_some_and(|theirs| theirs.id == ruleset.id)
        && board.terrain.palette.values().all(|id| known(&ruleset.terrain, id))
        && board.features.items.iter().all(|one| known(&ruleset.features, &one.kind))
        && board.hexsides.items.iter().all(|one| known(&ruleset.hexsides, &one.kind))
        && board.paths.items.iter().all(|one| known(&ruleset.paths, &one.kind))
        && board.lines.items.iter().all(|one| known(&ruleset.lines, &one.kind))
}

fn ruleset_at(source: &dyn Source, from: &str, at: &str) -> Option<Ruleset> {
    let bytes = source.read_referred(from, at).ok()?;
    match salient_schema::read_text(at, bytes).0? {
        Document::Ruleset(ruleset) => Some(*ruleset),
        _ => None,
    }
}

/// Joins boards that were read: those of the list in the head's grid, in its order. There is no map
/// where a diagnostic is an error. Pointers lead into the head, hexes have their numbers on the
/// joined map.
pub fn join(head: &Map, boards: &[Map]) -> (Option<Joined>, Vec<Diagnostic>) {
    let grid = &head.grid;
    let mut found = Vec::new();
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for (index, (place, map)) in grid.boards.iter().zip(boards).enumerate() {
        let mut fault = |code, message: String, help: &str| {
            let pointer = format!("/grid/boards/{index}");
            found.push(Diagnostic::error(code, message).help(help).pointer(pointer));
        };
        let twice = ids
            .insert(&place.id, index)
            .or_else(|| files.insert(normalise(place.file.as_deref()?), index));
        if twice.is_some() {
            let message = format!("the board `{}` is joined to itself", place.id);
            fault(Code::Duplicate, message, "there is one board of each: take one of them out");
        }
        if let Err((message, help)) = arrange::fits(grid, place, map) {
            fault(Code::GridShape, message, help);
        }
    }
    if boards.len() < grid.boards.len() {
        let message = "not all boards of the list are there";
        found.push(Diagnostic::error(Code::Unreadable, message).pointer("/grid/boards"));
    }
    if found.is_empty() {
        found.extend(seam::overlaps(grid));
    }
    if !found.is_empty() {
        return (None, found);
    }
    let mut layers = Layers::new(grid, boards);
    for (index, (place, map)) in grid.boards.iter().zip(boards).enumerate() {
        layers.add(Carry::onto(grid, index, place, map), map, &mut found);
    }
    found.extend(seam::broken(grid, boards));
    let (map, report) = layers.finish(head, boards);
    (Some(Joined { map, report }), found)
}

/// A board as it lies upside down: its hexes change places and keep their numbers' form. Twice
/// turned it is what it was. `None` where its grid of hexes would not fall on itself.
pub fn turned(map: &Map) -> Option<Map> {
    let lying = Board { turned: true, ..own_board(map) };
    let head = Map { grid: Grid { boards: vec![lying], ..map.grid.clone() }, ..map.clone() };
    let (joined, _) = join(&head, std::slice::from_ref(map));
    let mut out = joined?.map;
    carry::Rename { from: &head.grid, to: &map.grid }.all(&mut out);
    out.grid = map.grid.clone();
    out.sort();
    Some(out)
}

/// Cuts a board out of a joined map again: what lies on it, as the board's own file has it. What
/// lies on the cut is on this board, too.
pub fn cut(map: &Map, board: usize) -> Option<Map> {
    let place = map.grid.boards.get(board)?;
    carry::cut(map, place)
}

/// The hexes of a map that lie on no board, though it is joined of boards that share their hexes:
/// beyond the cut there is no map.
pub fn beyond(grid: &Grid) -> impl Iterator<Item = HexIndex> {
    let cut = grid.boards.iter().any(|board| board.half_hexes);
    let all = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |c| HexIndex::new(c, row)));
    all.filter(move |&hex| cut && grid.board_of(hex).is_none())
}
