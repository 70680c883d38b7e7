//! From bytes to rows: whatever a spreadsheet wrote.

use salient_tables::cells::unguarded;
use salient_tables::file;

/// The rows of a file, with what was noticed about it as a whole.
pub(super) struct Spreadsheet {
    pub rows: Vec<Vec<String>>,
    pub notes: Vec<String>,
}

pub(super) fn spreadsheet(bytes: &[u8]) -> Spreadsheet {
    let mut notes = Vec::new();
    let text = decoded(bytes, &mut notes);
    // Excel may be told the separator by a first line of its own.
    let told = text.strip_prefix("sep=").and_then(|rest| rest.chars().next());
    let (separator, body) = match told.filter(|sign| file::SEPARATORS.contains(sign)) {
        Some(sign) => (sign, text.split_once('\n').map_or("", |(_, body)| body)),
        None => (file::separator(&text), text.as_str()),
    };
    if separator != ',' {
        let name = match separator {
            ';' => "semicolons",
            '\t' => "tabs",
            _ => "bars",
        };
        notes.push(format!("The columns are parted by {name}."));
    }
    if !body.matches('"').count().is_multiple_of(2) {
        notes.push(
            "A quotation mark is not closed. If rows run together, close it, or write two for \
             one."
                .to_owned(),
        );
    }
    let mut rows = Vec::new();
    for row in file::rows(body, separator) {
        match row {
            Ok(row) => rows.push(row.cells.iter().map(|cell| newlines(&unguarded(cell))).collect()),
            Err(error) => {
                notes.push(format!("The file cannot be read further: {error}."));
                break;
            }
        }
    }
    Spreadsheet { rows, notes }
}

fn newlines(cell: &str) -> String {
    cell.replace("\r\n", "\n").replace('\r', "\n")
}

fn decoded(bytes: &[u8], notes: &mut Vec<String>) -> String {
    if let Some(rest) = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]) {
        return utf8_or_windows(rest, notes);
    }
    let wide = match bytes {
        [0xFF, 0xFE, rest @ ..] => Some((rest, true)),
        [0xFE, 0xFF, rest @ ..] => Some((rest, false)),
        _ => None,
    };
    let Some((rest, little)) = wide else { return utf8_or_windows(bytes, notes) };
    notes.push("The file is written in UTF-16, as Excel's “Unicode text”.".to_owned());
    let units = rest.chunks_exact(2).map(|pair| match (pair, little) {
        ([low, high], true) | ([high, low], false) => u16::from_be_bytes([*high, *low]),
        _ => 0,
    });
    char::decode_utf16(units).map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn utf8_or_windows(bytes: &[u8], notes: &mut Vec<String>) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    notes.push(
        "The file is not UTF-8; it was read as Windows text. Look at letters such as ü and é, or \
         save it as “CSV UTF-8”."
            .to_owned(),
    );
    // Windows-1252 is Latin-1 but for these.
    const MIDDLE: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let sign = |&byte: &u8| match byte {
        0x80..=0x9F => MIDDLE.get(usize::from(byte) - 0x80).copied().unwrap_or('?'),
        byte => char::from(byte),
    };
    bytes.iter().map(sign).collect()
}
