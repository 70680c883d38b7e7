//! Worldographer's maps, in: `.wxx`, and `.hxm` of Hexographer where it is of the same form.
//!
//! ```text
//! gzip ▶ UTF-16 ▶ <map hexOrientation="COLUMNS">       flat-topped; ROWS is pointy-topped
//!   <terrainmap>Blank⇥0⇥Hills Forest⇥1                 names of terrain by number
//!   <tiles tilesWide="13" tilesHigh="11">
//!     <tilerow>1⇥1000⇥0⇥0⇥0⇥Z …                        a column: terrain, height, ice, hidden …
//!   <features><feature type="Settlement City">         a feature with its label's words
//!   <labels><label>Rivertown                           a label
//!   <shapes><shape type="Path" tags="river">           hexsides, a line or a path; areas: zones
//!   <notes><note title="Landmark">                     a note of the map
//! ```
//!
//! Whatever size hexes have on the screen, places are in units of a 300th of a hex, with columns
//! (or rows) 225 apart. Every second column lies lower, every second row further right.
//!
//! Read from public readers and writers of the format (maloquacious/wxx, playbymail/ottomap), and
//! files of theirs. No public file or reader of Hexographer's own older form was found: what is no
//! such XML is refused with the advice to save it with Worldographer, which opens both.

mod opening;
mod placing;
mod shapes;

use salient_hex::grid::HexGrid;
use salient_schema::map::Pushed;
use salient_schema::{Map, Ruleset};

use crate::tally::Tally;
use crate::{ImportError, Imported, LossReport, draft};
use opening::Drawing;
use placing::Placing;

/// Reads a `.wxx` or `.hxm` file.
///
/// # Errors
/// What cannot be unpacked or is no such map, squares for hexes, and a map over the limits.
pub fn read(place: &str, bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let text = opening::text_of(place, bytes)?;
    let document = opening::parse(place, &text)?;
    let drawing = Drawing::of(place, document.root_element())?;
    let mut losses = LossReport::new("worldographer");
    let mut tally = Tally::default();
    let map = map_of(place, &drawing, &mut tally, &mut losses)?;
    tally.report(&mut losses);
    let ruleset = draft::given_or(ruleset, || draft::ruleset(&map, &[], &[]));
    draft::map_alone(place, map, ruleset, losses)
}

fn map_of(
    place: &str,
    drawing: &Drawing<'_, '_>,
    tally: &mut Tally,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let mut map = draft::empty_map(drawing.orientation, drawing.columns, drawing.rows);
    map.grid.pushed = Pushed::Second;
    drawing.number(&mut map.grid.numbering);
    let grid = HexGrid::new(&map.grid);
    let mut placing = Placing::new(place, drawing, &grid, tally, &mut map);
    placing.tiles(losses)?;
    placing.features();
    placing.labels();
    placing.shapes();
    placing.notes();
    placing.rest();
    map.sort();
    Ok(map)
}
