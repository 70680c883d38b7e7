//! `salient diff --picture`

use anyhow::{Context, bail};
use salient_art::before_after::{
    CounterVersions, Mark, Versions, View, drawing_of_counter_versions, drawing_of_versions,
    usual_scale,
};
use salient_document::{Change, ChangeKind, Comparison};
use salient_output::{PictureKind, draw_sheet};
use salient_schema::{Bundle, Document, Ruleset};

use super::super::versions::Version;

/// A version with all that is needed to draw it.
enum Drawable<'a> {
    Map(&'a salient_schema::Map, Ruleset),
    SetUp(Box<Bundle>),
    Counters(&'a salient_schema::OrderOfBattle, Ruleset),
}

/// Draws two versions with what changed between them, as a file's bytes.
///
/// # Errors
/// What they refer to is not to be found, or there is nothing to draw.
pub fn draw(
    versions: [(&Version, &Document); 2],
    comparison: &Comparison,
    kind: PictureKind,
) -> anyhow::Result<Vec<u8>> {
    let [(old, was), (new, is)] = versions;
    let drawable = [drawable(old, was)?, drawable(new, is)?];
    let names = [old.name.clone(), new.name.clone()];
    let changes = &comparison.changes;
    let sheet = match &drawable {
        [Drawable::Counters(was, before), Drawable::Counters(is, after)] => {
            let mut rows: Vec<(String, String)> = Vec::new();
            for change in changes {
                for counter in &change.counters {
                    match rows.iter_mut().find(|(other, _)| other == counter) {
                        Some((_, text)) => *text = format!("{text}; {}", change.text),
                        None => rows.push((counter.clone(), change.text.clone())),
                    }
                }
            }
            if rows.is_empty() {
                bail!("{}: no counter changed that could be drawn", new.name);
            }
            let books = [(before, *was), (after, *is)];
            drawing_of_counter_versions(&CounterVersions { books, names, rows })
        }
        [before, after] => {
            let views = [before.view()?, after.view()?];
            let marks = changes.iter().map(mark).collect();
            let lines = changes.iter().map(|change| change.text.clone()).collect();
            drawing_of_versions(&Versions { views, names, marks, lines }, 64.0)?
        }
    };
    Ok(draw_sheet(&sheet, kind, usual_scale(sheet.bounds))?)
}

/// Whether two files have a picture of their changes: not rulesets, nor orders of battle in which
/// no counter changed.
pub fn is_possible(files: [&Document; 2], comparison: &Comparison) -> bool {
    let changed = |change: &Change| !change.counters.is_empty();
    match files {
        [Document::OrderOfBattle(_), Document::OrderOfBattle(_)] => {
            comparison.changes.iter().any(changed)
        }
        _ => files.iter().all(|file| {
            !comparison.changes.is_empty()
                && matches!(file, Document::Map(_) | Document::Bundle(_) | Document::Scenario(_))
        }),
    }
}

impl Drawable<'_> {
    fn view(&self) -> anyhow::Result<View<'_>> {
        match self {
            Self::Map(map, ruleset) => Ok(View::Map(map, ruleset)),
            Self::SetUp(bundle) => Ok(View::SetUp(bundle)),
            Self::Counters(..) => bail!("only one of the two is an order of battle"),
        }
    }
}

fn drawable<'a>(version: &Version, document: &'a Document) -> anyhow::Result<Drawable<'a>> {
    let ruleset = |reference: &str| match version.referred(reference) {
        Some(Document::Ruleset(ruleset)) => Ok(*ruleset),
        _ => bail!("{}: its ruleset {reference} is not to be found", version.name),
    };
    Ok(match document {
        Document::Map(map) => Drawable::Map(map, ruleset(&map.ruleset)?),
        Document::OrderOfBattle(book) => Drawable::Counters(book, ruleset(&book.ruleset)?),
        Document::Bundle(bundle) => Drawable::SetUp(bundle.clone()),
        Document::Scenario(_) => {
            let project = version.project().with_context(|| {
                format!("{}: what it refers to is not to be found or not sound", version.name)
            })?;
            Drawable::SetUp(Box::new(project.bundle))
        }
        other => bail!("{}: a {} has no picture", version.name, other.kind()),
    })
}

fn mark(change: &Change) -> Mark {
    let hexes = change.hexes.clone();
    match (change.kind, hexes.as_slice()) {
        (ChangeKind::Added, _) => Mark { after: hexes, ..Mark::default() },
        (ChangeKind::Removed, _) => Mark { before: hexes, ..Mark::default() },
        (ChangeKind::Moved, [from, to]) => {
            Mark { before: vec![from.clone()], after: vec![to.clone()], moved: true }
        }
        _ => Mark { before: hexes.clone(), after: hexes, moved: false },
    }
}
