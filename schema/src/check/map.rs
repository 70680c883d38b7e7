//! A map by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;

use ahash::AHashSet;

use super::{header, names, ruleset, within};
use crate::findings::Findings;
use crate::map::{ElevationLayer, Georeference, Grid, Map, Orientation, Scan, TerrainLayer};
use crate::position::escape;
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind, HexIndex};

pub(super) fn check(map: &Map, out: &mut Findings) {
    head(map, out);
    layers(map, out);
    let rows = Rows::of(map);
    for row in 0..map.terrain.rows.len() {
        rows.terrain(map, row, out);
    }
    for row in 0..map.elevation.as_ref().map_or(0, |layer| layer.rows.len()) {
        rows.elevation(map, row, out);
    }
    features(map, out);
    hexsides(map, out);
    for index in 0..map.paths.items.len() {
        path(map, index, out);
    }
    for index in 0..map.lines.items.len() {
        line(map, index, out);
    }
    zone_ids(map, out);
    for index in 0..map.zones.items.len() {
        zone(map, index, out);
    }
}

/// What is stated once for the whole map: its header, its name, its grid.
pub(super) fn head(map: &Map, out: &mut Findings) {
    header(&map.schema, map.format_version, FileKind::Map, out);
    names::own_id(&map.id, out);
    grid(&map.grid, out);
    if let Some(georeference) = &map.georeference {
        self::georeference(georeference, &map.grid, out);
    }
    if let Some(scan) = &map.scan {
        self::scan(scan, &map.grid, out);
    }
}

/// The palettes of the layers of glyphs, and whether their rows are as many and as long as the
/// grid asks.
pub(super) fn layers(map: &Map, out: &mut Findings) {
    let TerrainLayer { palette, rows, .. } = &map.terrain;
    palette_keys("/terrain", palette.keys(), out);
    shape("/terrain", rows, &map.grid, out);
    if let Some(ElevationLayer { palette, rows, .. }) = &map.elevation {
        palette_keys("/elevation", palette.keys(), out);
        shape("/elevation", rows, &map.grid, out);
    }
}

pub(super) fn grid(grid: &Grid, out: &mut Findings) {
    within(grid.columns, 1, 4096, format_args!("/grid/columns"), out);
    within(grid.rows, 1, 4096, format_args!("/grid/rows"), out);
    within(grid.metres_per_hex, 0.1, 1_000_000.0, format_args!("/grid/metres_per_hex"), out);
    let numbering = &grid.numbering;
    within(numbering.column_digits, 1, 4, format_args!("/grid/numbering/column_digits"), out);
    within(numbering.row_digits, 1, 4, format_args!("/grid/numbering/row_digits"), out);
    let separator = &numbering.separator;
    if separator.contains(|c: char| c.is_ascii_digit() || c == ':') || separator.len() > 8 {
        let message = format!("`{}` cannot stand between two numbers", shown(separator));
        let help = "a separator has neither digits nor a colon, and at most 8 characters";
        out.push("/grid/numbering/separator", Diagnostic::error(Code::Schema, message).help(help));
    }
    let mut seen = BTreeSet::new();
    let mut files = BTreeMap::new();
    for (index, board) in grid.boards.iter().enumerate() {
        let pointer = format!("/grid/boards/{index}");
        let id = board.id.as_str();
        if id.is_empty() || id.contains(['/', ':']) || id.len() > 64 {
            let message = format!("`{}` is no name for a board", shown(id));
            let help = "it stands before the slash in hex numbers";
            out.push(
                format_args!("{pointer}/id"),
                Diagnostic::error(Code::Schema, message).help(help),
            );
        }
        if !seen.insert(id) {
            let message = format!("there are two boards `{}`", shown(id));
            out.error(format_args!("{pointer}/id"), Code::Duplicate, message);
        }
        within(board.columns, 1, 4096, format_args!("{pointer}/columns"), out);
        within(board.rows, 1, 4096, format_args!("{pointer}/rows"), out);
        let (lines, field) = match grid.orientation {
            Orientation::FlatTopped => (board.columns, "columns"),
            Orientation::PointyTopped => (board.rows, "rows"),
        };
        if board.half_hexes && lines.is_multiple_of(2) {
            let message = format!(
                "the board `{}` has {lines} {field}: cut through hexes, it could not be turned",
                shown(id)
            );
            let help = format!("give it an odd number of {field}");
            out.push(
                format_args!("{pointer}/{field}"),
                Diagnostic::error(Code::GridShape, message).help(help),
            );
        }
        if let Some(file) = &board.file
            && let Some(other) = files.insert(crate::project::normalise(file), id)
        {
            let message = match other == id {
                true => format!("the board `{}` is joined to itself", shown(id)),
                false => format!(
                    "the boards `{}` and `{}` are one file: a board is joined to itself",
                    shown(other),
                    shown(id)
                ),
            };
            out.push(
                format_args!("{pointer}/file"),
                Diagnostic::error(Code::Duplicate, message)
                    .help("there is one board of each: give another file, or take one of them out"),
            );
        }
        let east = u32::from(board.column) + u32::from(board.columns);
        let south = u32::from(board.row) + u32::from(board.rows);
        if east > grid.columns.into() || south > grid.rows.into() {
            let message = format!("the board `{}` reaches over the edge of the map", shown(id));
            let help = format!(
                "it ends before column {east} and row {south}; the map has {} columns and {} rows",
                grid.columns, grid.rows
            );
            out.push(pointer, Diagnostic::error(Code::OffMap, message).help(help));
        }
    }
}

fn georeference(georeference: &Georeference, grid: &Grid, out: &mut Findings) {
    let rms = georeference.rms_hexes;
    within(rms, 0.0, f64::MAX, format_args!("/georeference/rms_hexes"), out);
    missed(georeference, out);
    for (index, point) in georeference.control_points.iter().enumerate() {
        let pointer = format!("/georeference/control_points/{index}");
        hex(grid, &point.hex, format_args!("{pointer}/hex"), out);
        within(point.latitude, -90.0, 90.0, format_args!("{pointer}/latitude"), out);
        within(point.longitude, -180.0, 180.0, format_args!("{pointer}/longitude"), out);
    }
}

/// A georeference that misses what it was fitted to by more than is of use, as it says or as its
/// control points do.
fn missed(georeference: &Georeference, out: &mut Findings) {
    let points = georeference.control_points.iter();
    let residuals: Vec<f64> = points.filter_map(|point| point.residual_hexes).collect();
    let squares: f64 = residuals.iter().map(|hexes| hexes * hexes).sum();
    let rms = georeference.rms_hexes.max((squares / residuals.len().max(1) as f64).sqrt());
    let most = georeference.most_rms_hexes();
    if rms > most {
        let to = if residuals.is_empty() { "hexes" } else { "control points" };
        let message = format!(
            "the georeference misses its {to} by {rms:.2} hexes (root mean square), and {most} is the \
             most: places on the earth lie in the wrong hexes"
        );
        let help = "fit the map to better control points, or take the georeference out";
        let found = Diagnostic::warning(Code::Misplaced, message).help(help);
        out.push("/georeference/rms_hexes", found);
    }
}

/// A layer of glyphs: as many of them as the grid has hexes.
fn shape(layer: &str, rows: &[String], grid: &Grid, out: &mut Findings) {
    if rows.len() != usize::from(grid.rows) {
        let message = format!("{} rows of glyphs on a map with {} rows", rows.len(), grid.rows);
        out.error(format_args!("{layer}/rows"), Code::GridShape, message);
    }
    let columns = usize::from(grid.columns);
    let counts: Vec<usize> = rows.iter().map(|glyphs| glyphs.chars().count()).collect();
    // A map with another width is one fault, not one a row.
    match counts.as_slice() {
        [count, rest @ ..]
            if *count != columns && !rest.is_empty() && rest.iter().all(|c| c == count) =>
        {
            let message = format!("every row has {count} glyphs on a map with {columns} columns");
            out.error(format_args!("{layer}/rows"), Code::GridShape, message);
        }
        counts => {
            for (row, count) in counts.iter().enumerate().filter(|(_, count)| **count != columns) {
                let message = format!("{count} glyphs on a map with {columns} columns");
                out.error(format_args!("{layer}/rows/{row}"), Code::GridShape, message);
            }
        }
    }
}

/// The glyphs that rows may hold.
pub(super) struct Rows {
    terrain: Glyphs,
    elevation: Glyphs,
}

impl Rows {
    pub(super) fn of(map: &Map) -> Self {
        let elevation = map.elevation.iter().flat_map(|layer| layer.palette.keys());
        Self { terrain: Glyphs::of(map.terrain.palette.keys()), elevation: Glyphs::of(elevation) }
    }

    /// A row of terrain: every glyph must be in the palette.
    pub(super) fn terrain(&self, map: &Map, row: usize, out: &mut Findings) {
        if let Some(glyphs) = map.terrain.rows.get(row) {
            self.terrain.row("/terrain", row, glyphs, &map.grid, out);
        }
    }

    /// A row of heights: every glyph must be in the palette.
    pub(super) fn elevation(&self, map: &Map, row: usize, out: &mut Findings) {
        let rows = map.elevation.as_ref().map(|layer| &layer.rows);
        if let Some(glyphs) = rows.and_then(|rows| rows.get(row)) {
            self.elevation.row("/elevation", row, glyphs, &map.grid, out);
        }
    }
}

/// A set of glyphs, quick to look up in for a million hexes.
struct Glyphs {
    ascii: [bool; 128],
    others: BTreeSet<char>,
}

impl Glyphs {
    fn of<'a>(keys: impl IntoIterator<Item = &'a String>) -> Self {
        let mut glyphs = Self { ascii: [false; 128], others: BTreeSet::new() };
        for key in keys {
            let mut characters = key.chars();
            if let (Some(glyph), None) = (characters.next(), characters.next()) {
                match glyphs.ascii.get_mut(glyph as usize) {
                    Some(known) => *known = true,
                    None => {
                        glyphs.others.insert(glyph);
                    }
                }
            }
        }
        glyphs
    }

    fn contains(&self, glyph: char) -> bool {
        self.ascii.get(glyph as usize).copied().unwrap_or_else(|| self.others.contains(&glyph))
    }

    fn row(&self, layer: &str, row: usize, glyphs: &str, grid: &Grid, out: &mut Findings) {
        let unknown = glyphs.chars().enumerate().find(|(_, glyph)| !self.contains(*glyph));
        let Some((column, glyph)) = unknown else { return };
        let message = format!("the glyph `{}` is not in the palette", shown(&glyph.to_string()));
        let help = format!("it is character {} of the row", column + 1);
        let mut found = Diagnostic::error(Code::GridShape, message).help(help);
        if let (Ok(column), Ok(row)) = (u16::try_from(column), u16::try_from(row)) {
            found = found.hex(grid.print_hex(HexIndex::new(column, row)));
        }
        out.push(format_args!("{layer}/rows/{row}"), found);
    }
}

/// The glyphs of a palette: every key must be one character.
pub(super) fn palette_keys<'a>(
    layer: &str,
    keys: impl IntoIterator<Item = &'a String>,
    out: &mut Findings,
) -> BTreeSet<char> {
    let mut known = BTreeSet::new();
    for key in keys {
        let mut characters = key.chars();
        match (characters.next(), characters.next()) {
            (Some(glyph), None) => {
                known.insert(glyph);
            }
            _ => {
                let message =
                    format!("`{}` is no glyph: one character stands for one hex", shown(key));
                let pointer = format_args!("{layer}/palette/{}", escape(key));
                out.error(pointer, Code::GridShape, message);
            }
        }
    }
    known
}

fn features(map: &Map, out: &mut Findings) {
    let items = map.features.items.iter().enumerate();
    let mut placed: Vec<(HexIndex, usize)> =
        items.filter_map(|(index, _)| Some((feature(map, index, out)?, index))).collect();
    placed.sort_unstable();
    let mut here = Vec::new();
    for together in placed.chunk_by(|(one, _), (other, _)| one == other) {
        here.clear();
        here.extend(together.iter().map(|(_, index)| *index));
        features_together(map, &here, out);
    }
}

/// A feature by itself. Gives the hex that it stands in.
pub(super) fn feature(map: &Map, index: usize, out: &mut Findings) -> Option<HexIndex> {
    let feature = map.features.items.get(index)?;
    let label = feature.hex.as_str();
    for (at, point) in feature.facing.iter().enumerate() {
        let pointer = format_args!("/features/items/{index}/facing/{at}");
        compass(&map.grid, point, label, pointer, out);
    }
    hex(&map.grid, label, format_args!("/features/items/{index}/hex"), out)
}

/// All features of a hex: one of a kind. Their places are given in the order of the list.
pub(super) fn features_together(map: &Map, places: &[usize], out: &mut Findings) {
    let items = &map.features.items;
    for (nth, index) in places.iter().enumerate().skip(1) {
        let Some(feature) = items.get(*index) else { continue };
        let mut before = places.iter().take(nth).filter_map(|place| items.get(*place));
        if before.any(|other| other.kind == feature.kind) {
            let label = &feature.hex;
            let message = format!("hex {label} has the feature `{}` twice", shown(&feature.kind));
            let found = Diagnostic::error(Code::Duplicate, message).hex(label);
            out.push(format_args!("/features/items/{index}"), found.help("keep one of the two"));
        }
    }
}

fn hexsides(map: &Map, out: &mut Findings) {
    let items = map.hexsides.items.iter().enumerate();
    let mut placed: Vec<((HexIndex, usize), usize)> =
        items.filter_map(|(index, _)| Some((hexside(map, index, out)?, index))).collect();
    placed.sort_unstable();
    let mut here = Vec::new();
    for together in placed.chunk_by(|(one, _), (other, _)| one == other) {
        here.clear();
        here.extend(together.iter().map(|(_, index)| *index));
        hexsides_together(map, &here, out);
    }
}

/// What runs along a hexside by itself. Gives the hexside in its canonical form.
pub(super) fn hexside(map: &Map, index: usize, out: &mut Findings) -> Option<(HexIndex, usize)> {
    let item = map.hexsides.items.get(index)?;
    let pointer = format_args!("/hexsides/items/{index}/side");
    let (hex, direction) = side(&map.grid, &item.side, pointer, out)?;
    Some(map.grid.canonical_side(hex, direction))
}

/// All that runs along one hexside: one of a kind. Their places are given in the order of the
/// list.
pub(super) fn hexsides_together(map: &Map, places: &[usize], out: &mut Findings) {
    let items = &map.hexsides.items;
    for (nth, index) in places.iter().enumerate().skip(1) {
        let Some(item) = items.get(*index) else { continue };
        let mut before = places.iter().take(nth).filter_map(|place| items.get(*place));
        if before.any(|other| other.kind == item.kind) {
            let message =
                format!("hexside {} has the kind `{}` twice", item.side, shown(&item.kind));
            let mut found = Diagnostic::error(Code::Duplicate, message);
            if let Some((hex, _)) = map.grid.parse_side(&item.side) {
                found = found.hex(map.grid.print_hex(hex));
            }
            out.push(format_args!("/hexsides/items/{index}"), found.help("keep one of the two"));
        }
    }
}

/// A path: on the map, and from hex to adjacent hex.
pub(super) fn path(map: &Map, index: usize, out: &mut Findings) {
    let grid = &map.grid;
    let Some(path) = map.paths.items.get(index) else { return };
    if let Some(tracks) = path.tracks {
        within(tracks, 1, 8, format_args!("/paths/items/{index}/tracks"), out);
    }
    let mut before: Option<HexIndex> = None;
    for (at, label) in path.hexes.iter().enumerate() {
        let here = hex(grid, label, format_args!("/paths/items/{index}/hexes/{at}"), out);
        if let (Some(before), Some(here)) = (before, here)
            && !(0..6).any(|direction| grid.across(before, direction) == Some(here))
        {
            let message =
                format!("hex {label} is not adjacent to {} before it", grid.print_hex(before));
            let found = Diagnostic::error(Code::Schema, message).hex(label);
            out.push(format_args!("/paths/items/{index}/hexes/{at}"), found);
        }
        before = here;
    }
}

/// A border line: on the map.
pub(super) fn line(map: &Map, index: usize, out: &mut Findings) {
    let Some(line) = map.lines.items.get(index) else { return };
    for (at, label) in line.sides.iter().enumerate() {
        side(&map.grid, label, format_args!("/lines/items/{index}/sides/{at}"), out);
    }
}

/// The zones' names.
pub(super) fn zone_ids(map: &Map, out: &mut Findings) {
    names::ids("/zones/items", map.zones.items.iter().map(|zone| zone.id.as_str()), out);
}

/// A zone: on the map, each hex once.
pub(super) fn zone(map: &Map, index: usize, out: &mut Findings) {
    let Some(zone) = map.zones.items.get(index) else { return };
    ruleset::colour(zone.colour.as_ref(), &format!("/zones/items/{index}/colour"), out);
    let mut seen = AHashSet::with_capacity(zone.hexes.len());
    for (at, label) in zone.hexes.iter().enumerate() {
        let pointer = format_args!("/zones/items/{index}/hexes/{at}");
        if let Some(place) = hex(&map.grid, label, pointer, out)
            && !seen.insert(place)
        {
            let message = format!("hex {label} stands twice in the zone `{}`", shown(&zone.id));
            let found = Diagnostic::error(Code::Duplicate, message).hex(label);
            out.push(format_args!("/zones/items/{index}/hexes/{at}"), found);
        }
    }
}

fn scan(scan: &Scan, grid: &Grid, out: &mut Findings) {
    for (at, pixels) in scan.size.iter().enumerate() {
        if !(1..=65_535).contains(pixels) {
            let message =
                format!("a scan of {pixels} pixels; its sides are 1 to 65535 pixels long");
            out.error(format_args!("/scan/size/{at}"), Code::Schema, message);
        }
    }
    for (index, point) in scan.control_points.iter().enumerate() {
        let pointer = format!("/scan/control_points/{index}");
        hex(grid, &point.hex, format_args!("{pointer}/hex"), out);
        for (at, pixel) in point.pixel.iter().enumerate() {
            // A point may lie outside the picture, but not anywhere. What is not a number does
            // not pass.
            if !(-1e6..=1e6).contains(pixel) {
                let message = format!("no point of a scan is {pixel} pixels from its edge");
                out.error(format_args!("{pointer}/pixel/{at}"), Code::Schema, message);
            }
        }
    }
}

/// A hex that must be on the map.
pub(super) fn hex(
    grid: &Grid,
    label: &str,
    pointer: Arguments<'_>,
    out: &mut Findings,
) -> Option<HexIndex> {
    let hex = grid.parse_hex(label);
    if hex.is_none() {
        let message = format!("there is no hex {} on the map", shown(label));
        let found = Diagnostic::error(Code::OffMap, message).hex(shown(label));
        out.push(pointer, found.help(hex_range(grid)));
    }
    hex
}

/// A hexside that must be on the map.
pub(super) fn side(
    grid: &Grid,
    label: &str,
    pointer: Arguments<'_>,
    out: &mut Findings,
) -> Option<(HexIndex, usize)> {
    let Some((label, point)) = crate::numbering::split_side(label) else {
        let message = format!("`{}` is no hexside", shown(label));
        let example = grid.print_side(HexIndex::new(0, 0), 0);
        let help = format!("a hexside is a hex, a colon and a compass point: {example}");
        out.push(pointer, Diagnostic::error(Code::OffMap, message).help(help));
        return None;
    };
    let direction = compass(grid, point, label, pointer, out);
    let hex = hex(grid, label, pointer, out);
    Some((hex?, direction?))
}

/// A compass point that must be one of the grid's.
pub(super) fn compass(
    grid: &Grid,
    point: &str,
    hex: &str,
    pointer: Arguments<'_>,
    out: &mut Findings,
) -> Option<usize> {
    let direction = grid.orientation.direction(point);
    if direction.is_none() {
        let message = format!("a hex of this map has no side `{}`", shown(point));
        let help = format!("its sides are {}", grid.orientation.compass().join(", "));
        out.push(pointer, Diagnostic::error(Code::OffMap, message).help(help).hex(shown(hex)));
    }
    direction
}

/// The help for a hex that is not there.
fn hex_range(grid: &Grid) -> String {
    let last = HexIndex::new(grid.columns.saturating_sub(1), grid.rows.saturating_sub(1));
    format!(
        "its north-western hex is {}, its south-eastern {}",
        grid.print_hex(HexIndex::new(0, 0)),
        grid.print_hex(last)
    )
}
