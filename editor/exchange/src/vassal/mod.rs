//! VASSAL modules and saved games, out and in.
//!
//! ```text
//! .vmod (zip)
//!  ├ buildFile.xml   what the module is made of           module.rs, palette.rs, board.rs, track.rs, displays.rs, actions.rs
//!  ├ moduledata      its name, for VASSAL's list
//!  ├ images/         the board, counters, charts          board.rs, pieces.rs, markers.rs
//!  ├ salient/        the same as data, for programs       data.rs
//!  └ SCENARIO.vsav   a set-up: a zip with a saved game    saved.rs
//! ```
//!
//! **VASSAL's names of all hexes are ours.** `board` chooses the grid's numbers by VASSAL's own
//! arithmetic (`lattice`) and compares every hex; what differs is in the loss report. The real
//! engine checks the same (`tests/vassal/`).

mod actions;
mod board;
mod codec;
mod data;
mod displays;
mod format;
mod lattice;
mod losses;
mod markers;
mod module;
mod outline;
mod package;
mod palette;
mod pieces;
mod properties;
mod reader;
mod saved;
mod tools;
mod track;
mod xml;
mod zoned;

use salient_rules::Systems;
use salient_schema::Bundle;

use crate::{ExportError, Exported, ImportError, NamedFile};
use reader::archive::Archive;

use package::{DISPLAYS, MAP, MODULE_VERSION, TRACK, VASSAL_VERSION, painted, png_bytes};
pub use package::{Wishes, pack};
pub use reader::{read, read_boards};

/// Writes scenarios of one system as a VASSAL module. The first gives the map, the ruleset and
/// what stands there when a game is begun without a set-up; each has a set-up of its own.
///
/// # Errors
/// The scenarios are of different systems or maps, or the map is too large for a picture.
pub fn write(
    systems: Systems,
    bundles: &[&Bundle],
    wishes: &Wishes,
) -> Result<Exported, ExportError> {
    let Some(first) = bundles.first() else {
        return Err(ExportError::Cannot {
            what: "there is no scenario".to_owned(),
            help: "name one or more scenario files".to_owned(),
        });
    };
    let module = module::Module::new(systems, bundles, wishes)?;
    let mut files = module.pictures()?;
    let build_file = module.build_file().document();
    let about = saved::metadata(Some(&first.ruleset.title), &module.description());
    for scenario in module.scenarios() {
        let game = module.saved_game(scenario);
        let bytes = saved::pack_saved_game(&game, &scenario.scenario.title, &about)?;
        files.push(NamedFile { name: module::set_up_file(scenario.scenario), bytes });
    }
    let text =
        |name: &str, text: String| NamedFile { name: name.to_owned(), bytes: text.into_bytes() };
    files.push(module.help());
    files.append(&mut data::write(bundles, &build_file)?);
    let mut entries = vec![text("buildFile.xml", build_file), text("moduledata", about.document())];
    entries.append(&mut files);
    let losses = losses::report(bundles, module.layout(), module.pieces());
    let name = format!("{}.vmod", first.scenario.id);
    Ok(Exported { files: vec![NamedFile { name, bytes: pack(&entries)? }], losses })
}

/// The files in a module or a saved game, sorted by their names.
///
/// # Errors
/// It is no zip that can be read, or over the limits.
pub fn files_in(bytes: &[u8], place: &str) -> Result<Vec<NamedFile>, ImportError> {
    let mut archive = Archive::open(bytes, place)?;
    let names = archive.names();
    let file = |name: String| Ok(archive.file(&name)?.map(|bytes| NamedFile { name, bytes }));
    names.into_iter().map(file).filter_map(Result::transpose).collect()
}

/// The names of the files in a module or any other zip, sorted.
///
/// # Errors
/// It is no zip that can be read, or over the limits.
pub fn names_in(bytes: &[u8], place: &str) -> Result<Vec<String>, ImportError> {
    Ok(Archive::open(bytes, place)?.names())
}
