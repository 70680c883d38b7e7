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
    let fault = |message: String| Diagnostic::error(Code::FormatVersion, message);
    let Some(stated) = value.get("format_version") else {
        return Err(fault("the file has no `format_version`".to_owned())
            .help(format!("this Salient writes version {FORMAT_VERSION}"))
            .pointer("")
            .into());
    };
    let version = match stated.as_u64() {
        Some(version @ 1..) => version,
        _ => {
            return Err(fault(format!(
                "`format_version` must be a whole number from 1 to {FORMAT_VERSION}"
            ))
            .pointer("/format_version")
            .into());
        }
    };
    if version > u64::from(FORMAT_VERSION) {
        let message = format!(
            "the file has version {version}; this Salient reads versions up to {FORMAT_VERSION}"
        );
        let found = fault(message).help("open it with a newer Salient");
        return Err(found.pointer("/format_version").into());
    }
    if version == u64::from(FORMAT_VERSION) {
        return Ok(None);
    }
    for step in STEPS.iter().skip(usize::try_from(version).unwrap_or(usize::MAX) - 1) {
        step(kind, value).map_err(|why| {
            fault(format!("the file of version {version} cannot be brought up to date: {why}"))
                .pointer("/format_version")
        })?;
    }
    if let Some(stated) = value.get_mut("format_version") {
        *stated = FORMAT_VERSION.into();
    }
    let message = format!("read as version {version}, and brought to version {FORMAT_VERSION}");
    Ok(Some(Diagnostic::note(Code::Migrated, message).pointer("/format_version")))
}
