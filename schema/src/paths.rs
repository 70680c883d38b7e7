//! Paths from one file to another, as text with `/`.

use std::borrow::Cow;

/// The path that a reference in `file` points to. A reference may have been written where `\` lies
/// between a path's parts, so it does so everywhere.
pub fn resolve(file: &str, reference: &str) -> String {
    let reference = reference.replace('\\', "/");
    if reference.starts_with('/') {
        return normalise(&reference);
    }
    let file = divided(file);
    match file.rsplit_once('/') {
        Some((folder, _)) => normalise(&format!("{folder}/{reference}")),
        None => normalise(&reference),
    }
}

/// A path with `/` between its parts: where the system has `\` there, which is a letter like others
/// elsewhere.
fn divided(path: &str) -> Cow<'_, str> {
    if std::path::MAIN_SEPARATOR == '\\' {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    }
}

/// A path with `.`, `..` and doubled `/` taken out.
pub fn normalise(path: &str) -> String {
    let path = divided(path);
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if !root.is_empty() => {}
            part => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}
