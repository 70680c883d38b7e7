//! From bytes to text, whatever a spreadsheet wrote: UTF-8, UTF-16, or the letters of old Windows and
//! old Macintosh systems.

use std::borrow::Cow;

use crate::file::BYTE_ORDER_MARK;

/// How the letters of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, as Excel's “Unicode text”.
    Utf16,
    /// Windows-1252, as Excel's “CSV”.
    Windows,
    /// Mac Roman, as Excel's “CSV (Macintosh)”.
    Macintosh,
}

impl Coding {
    /// What is to be said of it: nothing of UTF-8.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Utf8 => None,
            Self::Utf16 => Some("is written in UTF-16, as Excel's “Unicode text”"),
            Self::Windows => Some(
                "is not UTF-8; it was read as Windows text. Look at letters such as ü and é, or \
                 save it as “CSV UTF-8”",
            ),
            Self::Macintosh => Some(
                "is not UTF-8; it was read as text of an old Macintosh. Look at letters such as ü \
                 and é, or save it as “CSV UTF-8”",
            ),
        }
    }
}

/// The text of a file, without a byte order mark, and how its letters were written.
#[must_use]
pub fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Coding) {
    let wide = match bytes {
        [0xFF, 0xFE, rest @ ..] => Some((rest, true)),
        [0xFE, 0xFF, rest @ ..] => Some((rest, false)),
        _ => None,
    };
    if let Some((rest, little)) = wide {
        let units = rest.chunks_exact(2).map(|pair| match (pair, little) {
            ([low, high], true) | ([high, low], false) => u16::from_be_bytes([*high, *low]),
            _ => 0,
        });
        let signs = char::decode_utf16(units);
        let text = signs.map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        return (Cow::Owned(text), Coding::Utf16);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        return (Cow::Borrowed(text), Coding::Utf8);
    }
    // Somebody may have put other letters into a file that began as UTF-8.
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
    // Only programs for an old Macintosh end lines with a carriage return alone; within a cell there may
    // be others.
    let alone =
        bytes.split(|byte| *byte == b'\r').skip(1).filter(|after| !after.starts_with(b"\n"));
    let is_mac = alone.count() > bytes.iter().filter(|byte| **byte == b'\n').count();
    let upper = if is_mac { MACINTOSH } else { WINDOWS };
    let upper: Vec<char> = upper.chars().collect();
    let sign = |&byte: &u8| match byte.checked_sub(0x80) {
        Some(at) => upper.get(usize::from(at)).copied().unwrap_or(char::from(byte)),
        None => char::from(byte),
    };
    let coding = if is_mac { Coding::Macintosh } else { Coding::Windows };
    (Cow::Owned(bytes.iter().map(sign).collect()), coding)
}

/// What bytes from 0x80 on stand for: in Windows-1252, whose later half is that of Latin-1.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
/// The same in Mac Roman.
const MACINTOSH: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
                         ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_spreadsheet_wrote_is_read() {
        let wide = |little: bool| -> Vec<u8> {
            let units = "\u{feff}Mé½".encode_utf16();
            units
                .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
                .collect()
        };
        for (bytes, text, coding) in [
            ("Mé½".as_bytes().to_vec(), "Mé½", Coding::Utf8),
            ("\u{feff}Mé½".as_bytes().to_vec(), "Mé½", Coding::Utf8),
            (wide(true), "Mé½", Coding::Utf16),
            (wide(false), "Mé½", Coding::Utf16),
            (b"M\xe9\xbd\x80\x81\x9f\r\n".to_vec(), "Mé½€\u{81}Ÿ\r\n", Coding::Windows),
            (b"\xef\xbb\xbfM\xe9".to_vec(), "Mé", Coding::Windows),
            (b"M\x8e\r\xca\n\xff\r".to_vec(), "Mé\r\u{a0}\nˇ\r", Coding::Macintosh),
        ] {
            let (found, how) = decoded(&bytes);
            assert_eq!((&*found, how), (text, coding), "{bytes:?}");
        }
        assert_eq!((WINDOWS.chars().count(), MACINTOSH.chars().count()), (32, 128));
    }
}
