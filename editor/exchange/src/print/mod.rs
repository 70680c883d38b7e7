//! Print and play: a scenario as pages to print, cut out and play with.
//!
//! ```text
//! Bundle ─► map tiles, counter sheets, set-up, track, charts, order of battle ─► leaves of paper
//!           displays of armies where the rules limit them
//!           plan in yards and unit cards where the battlefield is measured
//!                                                                                 ├ pdf: one file
//!                                                                                 └ svg: a file a page
//! ```
//!
//! Everything is vectors at its true size; nothing is scaled to a page.

pub(crate) mod book;
mod cards;
mod charts;
mod counters;
mod cover;
mod displays;
mod field;
mod flow;
mod losses;
mod map;
mod oob;
mod pictures;
mod plan;
mod secret;
mod set_up;
mod track;
mod wishes;

use salient_rules::Systems;
use salient_schema::Bundle;

use crate::{ExportError, Exported, Fate, LossReport, NamedFile};
pub(crate) use flow::lines;
use salient_art::printed_page::PrintedPage;
use salient_art::{pdf, svg};
use wishes::{MOST_PAGES, Page, too_many};
pub use wishes::{Paper, Part, Way, Wishes};

/// Makes what is read of a part.
type ChapterOf = fn(&Bundle, &Wishes) -> flow::Chapter<'static>;

/// The parts that are read, in the order in which they are printed.
const READ: [(Part, ChapterOf); 4] = [
    (Part::SetUp, set_up::chapter),
    (Part::Track, track::chapter),
    (Part::Charts, charts::chapter),
    (Part::OrderOfBattle, oob::chapter),
];

/// Writes a kit as one PDF.
///
/// # Errors
/// A size that nobody can print, or a kit of more than a thousand pages.
pub fn pdf(systems: Systems, bundle: &Bundle, wishes: &Wishes) -> Result<Exported, ExportError> {
    let (leaves, losses) = kit(systems, bundle, wishes, "pdf")?;
    let bytes =
        pdf::write(&leaves, &bundle.scenario.title).map_err(|error| ExportError::Cannot {
            what: error.to_string(),
            help: "print the map in smaller hexes, or in tiles".to_owned(),
        })?;
    let name = format!("{}.pdf", bundle.scenario.id);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}

/// Writes a kit as SVG, a file a page.
///
/// # Errors
/// As [`pdf()`].
pub fn svg(systems: Systems, bundle: &Bundle, wishes: &Wishes) -> Result<Exported, ExportError> {
    let (leaves, losses) = kit(systems, bundle, wishes, "svg")?;
    let digits = leaves.len().to_string().len().max(2);
    let files = leaves
        .iter()
        .enumerate()
        .map(|(at, leaf)| {
            let plain: String = leaf
                .name
                .to_lowercase()
                .chars()
                .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
                .collect();
            let name = format!("{:0digits$}-{plain}.svg", at + 1);
            NamedFile { name, bytes: svg::write_page(leaf).into_bytes() }
        })
        .collect();
    Ok(Exported { files, losses })
}

/// All pages of a kit in order, and what is not on them.
///
/// # Errors
/// As [`pdf()`].
pub fn kit(
    systems: Systems,
    bundle: &Bundle,
    wishes: &Wishes,
    format: &str,
) -> Result<(Vec<PrintedPage>, LossReport), ExportError> {
    wishes.check()?;
    let has = |part| wishes.parts.contains(&part);
    let tiles = if has(Part::Map) { Some(map::Tiles::new(bundle, wishes)?) } else { None };
    let mut leaves = Vec::new();
    if let Some(tiles) = &tiles {
        leaves.extend(tiles.leaves());
    }
    let mut doubled = None;
    if has(Part::Counters) {
        let sheets = counters::sheets(bundle, wishes)?;
        // A front lies on an odd page, also where the whole kit is printed on both sides; the
        // cover comes before all.
        if leaves.len().is_multiple_of(2) && !sheets.is_empty() {
            leaves.push(cover::blank(wishes));
        }
        doubled = (!sheets.is_empty()).then(|| (leaves.len() + 2, leaves.len() + 1 + sheets.len()));
        leaves.extend(sheets);
    }
    if has(Part::SetUp) {
        leaves.extend(secret::leaves(bundle, wishes));
    }
    // What is read flows on from part to part: a short game has a handful of pages.
    let mut chapters = Vec::new();
    for (part, chapter) in READ {
        if has(part) {
            chapters.push(chapter(bundle, wishes));
        }
    }
    if has(Part::Displays) {
        chapters.push(displays::chapter(systems, bundle, wishes));
    }
    leaves.extend(flow::set(chapters, wishes.page(Way::Portrait), &bundle.scenario.title));
    if let Some(field) = field::Field::of(bundle) {
        if has(Part::Plan) {
            leaves.extend(plan::leaves(bundle, &field, wishes));
        }
        if has(Part::Cards) {
            leaves.extend(cards::leaves(bundle, &field, wishes));
        }
    }
    if leaves.len() >= MOST_PAGES {
        return Err(too_many(leaves.len()));
    }
    let cover = cover::leaf(bundle, wishes, tiles.as_ref(), &leaves, doubled);
    leaves.insert(0, cover);
    let mut losses = losses::report(bundle, wishes, format);
    for name in tiles.iter().flat_map(map::Tiles::left_out) {
        let why = "nothing of the map is on it: no unit enters its hexes, and nothing is in them";
        losses.add(Fate::Dropped, "sheet of the map", name, why, None);
    }
    losses.sort();
    Ok((leaves, losses))
}
