//! Paths from one file to another, as text with `/`.

/// The path that a reference in `file` points to.
pub fn resolve(file: &str, reference: &str) -> String {
    let reference = reference.replace('\\', "/");
    if reference.starts_with('/') {
        return normalise(&reference);
    }
    let file = file.replace('\\', "/");
    match file.rsplit_once('/') {
        Some((folder, _)) => normalise(&format!("{folder}/{reference}")),
        None => normalise(&reference),
    }
}

/// A path with `.`, `..` and doubled `/` taken out, and `\` read as `/`.
pub fn normalise(path: &str) -> String {
    let path = path.replace('\\', "/");
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
