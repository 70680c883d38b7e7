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

/// The folder of a file, as its path says.
pub(crate) fn folder_of(file: &str) -> String {
    let whole = whole(file);
    whole.rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default()
}

/// A path from the root of its disk.
fn whole(path: &str) -> String {
    let path = salient_files::path_of(path);
    let whole = std::path::absolute(&path).unwrap_or(path);
    normalise(&salient_files::text_of(&whole))
}

/// What a file calls another: the way from its folder, with `/`. Where there is none, as from one
/// drive to another, the whole path.
pub fn relative(file: &str, to: &str) -> String {
    let (from, target) = (folder_of(file), whole(to));
    let (from, parts): (Vec<&str>, Vec<&str>) =
        (from.split('/').collect(), target.split('/').collect());
    let common = from.iter().zip(&parts).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return target;
    }
    let up = std::iter::repeat_n("..", from.len() - common);
    up.chain(parts.into_iter().skip(common)).collect::<Vec<_>>().join("/")
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
