//! What every file is checked for.

use crate::findings::Findings;
use crate::{Code, Diagnostic, FORMAT_VERSION, FileKind};

/// The two fields that every file begins with.
pub(super) fn header(schema: &str, version: u32, kind: FileKind, out: &mut Findings) {
    if FileKind::of_schema(schema) != Some(kind) {
        let message = format!("`$schema` does not say that this is a {kind}");
        let help = format!("it ends in `{}`", kind.schema_file());
        out.push("/$schema", Diagnostic::error(Code::UnknownFileKind, message).help(help));
    }
    if version != FORMAT_VERSION {
        let message = format!("version {version} where {FORMAT_VERSION} is read");
        out.error("/format_version", Code::FormatVersion, message);
    }
}

/// A number that must lie between two others.
pub(super) fn within<N>(
    value: N,
    least: N,
    most: N,
    pointer: std::fmt::Arguments<'_>,
    out: &mut Findings,
) where
    N: PartialOrd + std::fmt::Display,
{
    // Written so that what is not a number does not pass.
    let inside = value >= least && value <= most;
    if !inside {
        let pointer = pointer.to_string();
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let message = format!("`{name}` is {value}; it must be from {least} to {most}");
        out.error(pointer, Code::Schema, message);
    }
}
