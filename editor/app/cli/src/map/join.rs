//! `salient map join`

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_cartography::join::{Cell, Joined, arrange, join_file, join_listed};
use salient_files::{is_one_place, update_in_place};
use salient_schema::project::{moved, moved_schema, relative};
use salient_schema::{Diagnostic, Document, FileKind, Map, Recording};

use super::differs;
use crate::cut_off;
use crate::report::render_diagnostics;
use crate::validate::{exit_for, sources_of};
use crate::{Console, Exit, Format, files, print_json};

/// Join boards into one map, and report what came over and what does not fit.
///
/// Boards are ordinary maps. They lie in rows from the north-west, or where the list in the joined
/// map's file (`grid.boards`) says. Boards that are cut through the hexes along their edges share
/// these: what is not the same on both, and a road that does not go on, is told with its hex.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient map join 45/map.json 46/map.json:turned -o joined/map.json
  salient map join 45/map.json 46/map.json - 48/map.json --across 2 -o joined/map.json
  salient map join joined/map.json -o joined/map.json
  salient map join joined/map.json --check joined/map.json

Exit status: 0 the map was joined (and is the one that was checked), 1 the boards cannot be joined,
of which nothing is written, or something does not fit at a seam, with which the map is written all
the same, or the map differs, 2 a file cannot be read or written.")]
pub struct JoinArgs {
    /// The boards, row by row: a map file, with `:turned` behind it for one that lies upside down;
    /// `-` leaves a place empty. Or a single map that was joined before: its own list is followed.
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<PathBuf>,

    /// How many boards lie in a row; all of them if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    across: Option<u16>,

    /// The map file to write; without it the boards are only joined and reported on.
    #[arg(short, long, value_name = "MAP.json", conflicts_with = "check")]
    output: Option<PathBuf>,

    /// Write nothing; compare with this map, and tell the first difference.
    #[arg(long, value_name = "MAP.json")]
    check: Option<PathBuf>,

    /// The map's id; made of the boards' if left out.
    #[arg(long)]
    id: Option<String>,

    /// What a reader calls the map; made of the boards' titles if left out.
    #[arg(long)]
    title: Option<String>,

    /// The report: text for people, json for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What stands behind a board that lies upside down.
const TURNED: &str = ":turned";

pub fn run(args: &JoinArgs, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let source = Recording::default();
    let (joined, found) = joined(args, &source)?;
    cut_off::tell(source.into_files(), console)?;
    if !found.is_empty() {
        let sources = sources_of(&found);
        console.err.print_painted(&render_diagnostics(&found, &sources, console.colour))?;
    }
    let Some(Joined { map, report }) = joined else { return Ok(Exit::Problems) };
    match args.format {
        Format::Json => {
            print_json(console.out, &report)?;
        }
        _ => write!(console.out, "{report}")?,
    }
    let text = salient_schema::write(&Document::Map(Box::new(map)))?;
    let faults = exit_for(&found);
    if let Some(path) = &args.output {
        if let [only] = args.boards.as_slice()
            && is_one_place(only, path)
            && is_joined(&files::shown(only))?
        {
            update_in_place(path);
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        salient_output::write_whole(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(console.err, "{}: written", files::shown(path))?;
    }
    match &args.check {
        Some(path) => Ok(differs(path, &text, console)?.max(faults)),
        None => Ok(faults),
    }
}

/// Whether a board is a map that was joined of others, which it lists.
fn is_joined(board: &str) -> anyhow::Result<bool> {
    Ok(!board.ends_with(TURNED)
        && read_map(board)?.grid.boards.iter().any(|board| board.file.is_some()))
}

fn joined(
    args: &JoinArgs,
    source: &Recording,
) -> anyhow::Result<(Option<Joined>, Vec<Diagnostic>)> {
    let boards: Vec<String> = args.boards.iter().map(|board| files::shown(board)).collect();
    let target = args.output.as_deref().or(args.check.as_deref());
    if let [only] = boards.as_slice()
        && is_joined(only)?
    {
        let (mut joined, found) = join_file(source, only);
        if let (Some(Joined { map, .. }), Some(target)) = (&mut joined, target) {
            map.move_to(only, &files::shown(target));
        }
        return Ok((joined, found));
    }
    let target = files::shown(target.unwrap_or_else(|| Path::new("map.json")));
    let mut maps = Vec::new();
    for board in &boards {
        let turned = board.ends_with(TURNED);
        let file = board.strip_suffix(TURNED).unwrap_or(board);
        maps.push(match file {
            "-" => None,
            file => Some((file, turned, read_map(file)?)),
        });
    }
    let cells: Vec<Option<Cell<'_>>> = maps
        .iter()
        .map(|place| {
            let (file, turned, map) = place.as_ref()?;
            Some(Cell { file: relative(&target, file), map, turned: *turned })
        })
        .collect();
    let across = args.across.map_or(cells.len(), usize::from);
    let grid = match arrange(&cells, across) {
        Ok(grid) => grid,
        Err((at, why)) => {
            let file = boards.get(at).map_or("", String::as_str);
            bail!("{file}: {why}");
        }
    };
    let laid: Vec<&Map> = maps.iter().flatten().map(|(_, _, map)| map).collect();
    let Some((first, own)) = maps.iter().flatten().map(|(file, _, map)| (*file, map)).next() else {
        bail!("no board is given");
    };
    let ids: Vec<&str> = grid.boards.iter().map(|board| board.id.as_str()).collect();
    let id = args.id.clone().unwrap_or_else(|| {
        salient_document::oob::id_from_words(&format!("boards {}", ids.join(" ")), "boards")
    });
    let title = args.title.clone().unwrap_or_else(|| {
        let titles: Vec<&str> = laid.iter().map(|map| map.title.as_str()).collect();
        titles.join(", ")
    });
    // Ruleset and schema are those that the first board names.
    let mut head = Map::empty(id, title, grid);
    head.schema = moved_schema(&own.schema, first, &target);
    head.ruleset = moved(&own.ruleset, first, &target);
    Ok(join_listed(source, &target, &head))
}

fn read_map(file: &str) -> anyhow::Result<Map> {
    let (document, found) = salient_schema::open_file(&salient_schema::Disk, file);
    match document {
        Some(Document::Map(map)) => Ok(*map),
        Some(other) => {
            bail!("{file}: this is a {} file, where a {} is asked for", other.kind(), FileKind::Map)
        }
        None => match found.iter().find(|one| one.is_error()) {
            Some(fault) => bail!("{file}: {}", fault.message),
            None => bail!("{file}: cannot be read"),
        },
    }
}
