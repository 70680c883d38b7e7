//! VS Code's settings of a folder: which schema goes with which files.

use std::path::Path;

use anyhow::{Context, bail};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use salient_files::{Expected, Fingerprint, Place, write_if};
use salient_schema::FileKind;

use super::super::files;

/// Adds the schemas to a settings file, or puts those there right. What else stands in it stays as
/// it is, comments too.
///
/// # Errors
/// The file is not as VS Code writes it, or cannot be read or written.
pub fn point_to(place: &Place, schemas: &Path) -> anyhow::Result<&'static str> {
    let settings = place.path();
    let (old, was) = match salient_files::read_text(settings) {
        Ok(text) => {
            let was = Fingerprint::of(text.as_bytes());
            (text, Some(was))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => (String::new(), None),
        Err(error) => return Err(error.into()),
    };
    let here = settings.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let way = files::seen_from(here, schemas)?;
    let new = with_schemas(&old, &way)
        .with_context(|| format!("{} stays as it is", settings.display()))?;
    if new == old {
        return Ok("up to date");
    }
    write_if(place.clone(), new.as_bytes(), &Expected::Was(was))?;
    Ok("written")
}

fn with_schemas(text: &str, way: &str) -> anyhow::Result<String> {
    let root = CstRootNode::parse(text, &ParseOptions::default())?;
    let Some(object) = root.object_value_or_create() else {
        bail!("it holds no settings between {{ and }}");
    };
    let Some(list) = object.array_value_or_create("json.schemas") else {
        bail!("its json.schemas is no list");
    };
    let wanted: Vec<(String, Vec<String>)> = FileKind::ALL
        .into_iter()
        .map(|kind| (format!("./{way}/{}", kind.schema_file()), patterns(kind)))
        .collect();
    let there = list.to_serde_value().unwrap_or_default();
    let as_wanted = wanted.iter().all(|(url, patterns)| {
        let entry = serde_json::json!({ "fileMatch": patterns, "url": url });
        there.as_array().is_some_and(|there| there.contains(&entry))
    });
    if as_wanted {
        return Ok(text.to_owned());
    }
    for entry in list.elements() {
        let value = entry.to_serde_value().unwrap_or_default();
        let url = value.get("url").and_then(serde_json::Value::as_str).unwrap_or_default();
        if FileKind::of_schema(url).is_some() {
            entry.remove();
        }
    }
    list.ensure_multiline();
    for (url, patterns) in wanted {
        let patterns = patterns.into_iter().map(CstInputValue::String).collect();
        list.append(CstInputValue::Object(vec![
            ("fileMatch".to_owned(), CstInputValue::Array(patterns)),
            ("url".to_owned(), CstInputValue::String(url)),
        ]));
    }
    let mut text = root.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// The names by which a kind of file is known.
fn patterns(kind: FileKind) -> Vec<String> {
    let name = kind.name();
    vec![format!("{name}.json"), format!("*.{name}.json")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_keep_their_comments_and_are_written_once() {
        let old = "{\n  // Mine.\n  \"editor.tabSize\": 2,\n  \"json.schemas\": [\n    \
                   { \"fileMatch\": [\"a.json\"], \"url\": \"./a.schema.json\" },\n    \
                   { \"fileMatch\": [\"old\"], \"url\": \"./old/map.schema.json\" }\n  ]\n}\n";
        let new = with_schemas(old, ".vscode/salient").unwrap();
        assert!(new.contains("// Mine.") && new.contains("\"editor.tabSize\": 2"), "{new}");
        let root = CstRootNode::parse(&new, &ParseOptions::default()).unwrap();
        let value = root.to_serde_value().unwrap();
        let list = value["json.schemas"].as_array().unwrap();
        assert_eq!(list.len(), 1 + FileKind::ALL.len(), "{new}");
        assert_eq!(list[0]["url"], "./a.schema.json");
        assert!(!new.contains("./old/"), "{new}");
        assert!(list.iter().any(|entry| {
            entry["url"] == "./.vscode/salient/map.schema.json"
                && entry["fileMatch"] == serde_json::json!(["map.json", "*.map.json"])
        }));
        assert_eq!(with_schemas(&new, ".vscode/salient").unwrap(), new, "nothing is left to do");
    }

    #[test]
    fn an_empty_file_becomes_settings_and_anything_else_is_refused() {
        let new = with_schemas("", "schema/json").unwrap();
        let value: serde_json::Value = serde_json::from_str(&new).unwrap();
        assert_eq!(value["json.schemas"].as_array().unwrap().len(), FileKind::ALL.len());
        assert!(with_schemas("[]", "schema/json").is_err());
        assert!(with_schemas("{\"json.schemas\": 3}", "schema/json").is_err());
        assert!(with_schemas("{", "schema/json").is_err());
    }
}
