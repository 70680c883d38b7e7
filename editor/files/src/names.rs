//! Paths as text, and back: every path has a text, and every text is of one path.
//!
//! The text is what messages, references and programs get to see. Its parts are divided by `/`,
//! also where the system divides them otherwise. Where a name is not UTF-8, each byte that is none
//! stands as a character of its own, from [`FIRST`] on, which [`visible`](crate::visible()) shows
//! as `\xE9`; so the text leads to the file all the same.

use std::path::{Path, PathBuf};

/// The character that stands for the byte 0x80 of a name that is not UTF-8; the others follow it.
/// They are of those that Unicode leaves to private use, and a name that really has them is
/// written byte by byte, so that no two names share a text.
pub(crate) const FIRST: u32 = 0xef80;
/// The character that stands for the byte 0xff.
pub(crate) const LAST: u32 = 0xefff;

/// The byte that a character of a path's text stands for.
pub(crate) fn byte_of(c: char) -> Option<u8> {
    let offset = (FIRST..=LAST).contains(&u32::from(c)).then(|| u32::from(c) - FIRST)?;
    u8::try_from(offset + 0x80).ok()
}

/// A path as text: with `/` between its parts, and without a leading `./`.
pub fn text_of(path: &Path) -> String {
    let text = written(path);
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}

#[cfg(unix)]
fn written(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let mut text = String::new();
    let stand_in = |byte: u8| char::from_u32(FIRST + u32::from(byte) - 0x80).unwrap_or('\u{fffd}');
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            match byte_of(c) {
                None => text.push(c),
                Some(_) => {
                    let mut bytes = [0; 4];
                    text.extend(c.encode_utf8(&mut bytes).bytes().map(stand_in));
                }
            }
        }
        text.extend(chunk.invalid().iter().copied().map(stand_in));
    }
    text
}

#[cfg(not(unix))]
fn written(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '\\' { text.replace('\\', "/") } else { text.into_owned() }
}

/// The path that a text is of.
#[cfg(unix)]
pub fn path_of(text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    if !text.chars().any(|c| byte_of(c).is_some()) {
        return PathBuf::from(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte_of(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// The path that a text is of.
#[cfg(not(unix))]
pub fn path_of(text: &str) -> PathBuf {
    PathBuf::from(text)
}

/// An id, or another word, as the name of a file or folder without its ending, on every system:
/// Windows keeps some names for devices, whatever their ending, and an underscore parts them.
pub fn portable(stem: &str) -> String {
    if !is_reserved(stem) {
        return stem.to_owned();
    }
    let end = stem.find('.').unwrap_or(stem.len());
    format!("{}_{}", stem[..end].trim_end(), &stem[end..])
}

/// Whether a name of a file or folder is one that Windows keeps for a device.
pub(crate) fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |device: &str| {
        let number = stem.strip_prefix(device).unwrap_or_default();
        matches!(number.chars().next(), Some('1'..='9' | '¹' | '²' | '³'))
            && number.chars().count() == 1
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || numbered("com")
        || numbered("lpt")
}

#[cfg(test)]
mod portable_names {
    use super::*;

    #[test]
    fn no_device_is_a_file() {
        for name in ["con", "Aux.json", "nul .x", "COM1", "lpt9.tar.gz", "com²", "prn."] {
            assert!(is_reserved(name) && !is_reserved(&portable(name)), "{name}");
        }
        for name in ["console", "com", "com0", "com10", "a.con", "", ".con", "conan.json"] {
            assert!(!is_reserved(name) && portable(name) == name, "{name}");
        }
        assert_eq!(portable("Aux.json"), "Aux_.json");
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn every_name_has_a_text_of_its_own_and_comes_back() {
        let names: [&[u8]; 6] = [
            b"maps/map.json",
            b"repo/a\\b.json",
            b"caf\xe9.json",
            "caf\u{efe9}.json".as_bytes(),
            b"\xff\xfe/\x80",
            "é 🂡".as_bytes(),
        ];
        let mut texts: Vec<String> = Vec::new();
        for name in names {
            let path = Path::new(OsStr::from_bytes(name));
            let text = text_of(path);
            assert_eq!(path_of(&text), path, "{text:?}");
            assert!(!texts.contains(&text), "{text:?}");
            texts.push(text);
        }
        assert_eq!(texts[1], "repo/a\\b.json", "a letter like others here");
        assert_eq!(text_of(Path::new("./map.json")), "map.json");
    }
}
