//! Bringing files of older versions up to date.

use serde_json::Value;

use crate::{Code, Diagnostic, FORMAT_VERSION, FileKind};

/// Changes a file of one version into one of the next.
type Step = fn(FileKind, &mut Value) -> Result<(), String>;

/// The step from version n to n + 1 stands at place n - 1. Version 1 is the first, so there is
/// none yet; a bundle's step has to bring its parts along.
const STEPS: [Step; FORMAT_VERSION as usize - 1] = [];

/// Brings a file to the current version, and tells if that changed it.
///
/// A file of an unknown version is refused: guessing at it could lose what it holds.
pub(crate) fn to_current(
    kind: FileKind,
    value: &mut Value,
) -> Result<Option<Diagnostic>, Box<Diagnostic>> {
    through(&STEPS, kind, value)
}

/// Takes a file through all steps from its version on.
fn through(
    steps: &[Step],
    kind: FileKind,
    value: &mut Value,
) -> Result<Option<Diagnostic>, Box<Diagnostic>> {
    let current = steps.len() + 1;
    let fault = |message: String, help: Option<String>, pointer: &str| {
        let mut found = Diagnostic::error(Code::FormatVersion, message).pointer(pointer);
        found.help = help;
        Err(Box::new(found))
    };
    let Some(stated) = value.get("format_version") else {
        let help = format!("this Salient writes version {current}");
        return fault("the file has no `format_version`".to_owned(), Some(help), "");
    };
    let version = match stated.as_u64().map(usize::try_from) {
        Some(Ok(version @ 1..)) => version,
        _ => {
            let message = format!("`format_version` must be a whole number from 1 to {current}");
            return fault(message, None, "/format_version");
        }
    };
    if version > current {
        let message =
            format!("the file has version {version}; this Salient reads versions up to {current}");
        let help = Some("open it with a newer Salient".to_owned());
        return fault(message, help, "/format_version");
    }
    if version == current {
        return Ok(None);
    }
    for step in steps.iter().skip(version - 1) {
        if let Err(why) = step(kind, value) {
            let message =
                format!("the file of version {version} cannot be brought up to date: {why}");
            return fault(message, None, "/format_version");
        }
    }
    if let Some(stated) = value.get_mut("format_version") {
        *stated = current.into();
    }
    let message = format!("read as version {version}, and brought to version {current}");
    Ok(Some(Diagnostic::note(Code::Migrated, message).pointer("/format_version")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rename(kind: FileKind, value: &mut Value) -> Result<(), String> {
        assert_eq!(kind, FileKind::Map);
        let object = value.as_object_mut().ok_or("no object")?;
        let old = object.remove("old").ok_or("no old field")?;
        object.insert("new".to_owned(), old);
        Ok(())
    }

    #[test]
    fn an_older_file_goes_through_every_later_step_and_says_so() {
        let nothing: Step = |_, _| Ok(());
        let mut value = json!({ "format_version": 2, "old": 7 });
        let told = through(&[nothing, rename], FileKind::Map, &mut value).unwrap().unwrap();
        assert_eq!(value, json!({ "format_version": 3, "new": 7 }));
        assert_eq!(told.code, Code::Migrated);
        assert_eq!(through(&[nothing, rename], FileKind::Map, &mut value).unwrap(), None);
    }

    #[test]
    fn what_cannot_be_migrated_is_refused() {
        for value in [
            json!({ "format_version": 1 }),
            json!({ "format_version": 3, "old": 7 }),
            json!({ "format_version": 0, "old": 7 }),
            json!({ "format_version": "1", "old": 7 }),
            json!({ "old": 7 }),
        ] {
            let mut value = value;
            let fault = through(&[rename], FileKind::Map, &mut value).unwrap_err();
            assert_eq!(fault.code, Code::FormatVersion);
        }
    }
}
