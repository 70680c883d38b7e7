//! Files whose `$schema` leads to the schemas.

use std::path::{Path, PathBuf};

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use salient_schema::FileKind;

use super::super::files::{self, Rewriting};
use super::super::{Console, Exit, cut_off};
use salient_output::plural;

/// Rewrites the `$schema` of files, and nothing else of them.
pub fn run(paths: &[PathBuf], folder: &Path, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let (files, mut exit) = files::to_rewrite(paths, console)?;
    let mut rewriting = Rewriting::default();
    cut_off::end(files.iter().map(|(_, place)| place.path()), console)?;
    for one in &files {
        let (file, place) = one;
        let text = match salient_files::read_text(place.path()) {
            Ok(text) => text,
            Err(error) => {
                writeln!(console.err, "{file}: cannot be read: {}", error.reason())?;
                exit = Exit::Unreadable;
                continue;
            }
        };
        let target = |kind: FileKind| -> anyhow::Result<String> {
            let here = place.path().parent().unwrap_or(Path::new(""));
            let way = files::seen_from(here, &folder.join(kind.schema_file()))?;
            // Without the dot some editors take a name for an address.
            Ok(if way.starts_with('.') || way.starts_with('/') { way } else { format!("./{way}") })
        };
        let Some((range, kind)) = schema_of(&text) else {
            writeln!(console.err, "{file}: does not say which of Salient's kinds it is")?;
            exit = exit.max(Exit::Problems);
            continue;
        };
        let wanted = serde_json::to_string(&target(kind)?)?;
        if text.get(range.clone()) == Some(wanted.as_str()) {
            continue;
        }
        let mut linked = text.clone();
        linked.replace_range(range, &wanted);
        exit = exit.max(rewriting.add(one, text.as_bytes(), linked.as_bytes(), console)?);
    }
    let (changed, written) = rewriting.commit("linked", console)?;
    exit = exit.max(written);
    writeln!(console.out, "{}, {changed} linked anew", plural(files.len(), "file"))?;
    Ok(exit)
}

/// Where the text of a file's own `$schema` stands, quotes included, and the kind that it names.
fn schema_of(text: &str) -> Option<(std::ops::Range<usize>, FileKind)> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?;
    let Some(Value::Object(object)) = parsed.value else { return None };
    let property = object.get("$schema")?;
    let Value::StringLit(uri) = &property.value else { return None };
    let range = uri.range();
    Some((range.start..range.end, FileKind::of_schema(&uri.value)?))
}
