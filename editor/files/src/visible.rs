//! Text from anywhere, shown on a terminal: what a terminal would obey is made visible.
//!
//! A name or title may hold control characters, which move the cursor or write over what is there,
//! and characters that turn the direction of the text round them, so that it reads as something
//! else. They are shown as JSON writes them, `\u001b`: in JSON they mean the same as before.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::names;

/// A text as a terminal may show it. Lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unseen) {
        let mut shown = String::with_capacity(text.len() + 16);
        text.chars().for_each(|c| push(c, &mut shown));
        Cow::Owned(shown)
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a terminal obeys a character instead of showing it, or nothing is seen of it.
fn is_unseen(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Marks and overrides of direction, and the separators that some take for the end of a
        // line.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // Characters that are there and are not seen.
        '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control() || names::byte_of(c).is_some(),
    }
}

fn push(c: char, shown: &mut String) {
    use std::fmt::Write;
    // Writing to a string cannot fail.
    let _ = match names::byte_of(c) {
        _ if !is_unseen(c) => {
            shown.push(c);
            Ok(())
        }
        Some(byte) => write!(shown, "\\x{byte:02X}"),
        None => {
            c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(shown, "\\u{unit:04x}"))
        }
    };
}

/// Writes text as a terminal may show it. What is not UTF-8 is shown byte by byte: a terminal may
/// obey those as well.
#[derive(Debug)]
pub struct Visible<W> {
    inner: W,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Visible<W> {
    /// Shows what is written through this writer.
    pub fn new(inner: W) -> Self {
        Self { inner, begun: Vec::new() }
    }

    /// Writes text that is to be obeyed: with colours that we put there ourselves, about text that
    /// is [`visible`] already.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_painted(&mut self, text: &str) -> io::Result<()> {
        self.finish()?;
        self.inner.write_all(text.as_bytes())
    }

    /// Shows the bytes of a character that will not be ended.
    fn finish(&mut self) -> io::Result<()> {
        let begun = std::mem::take(&mut self.begun);
        begun.iter().try_for_each(|byte| write!(self.inner, "\\x{byte:02X}"))
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined;
        let mut rest = if self.begun.is_empty() {
            bytes
        } else {
            joined = [std::mem::take(&mut self.begun).as_slice(), bytes].concat();
            &joined
        };
        while !rest.is_empty() {
            let (sound, error) = match std::str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let sound = rest.get(..error.valid_up_to()).unwrap_or_default();
                    (std::str::from_utf8(sound).unwrap_or_default(), Some(error.error_len()))
                }
            };
            self.inner.write_all(visible(sound).as_bytes())?;
            rest = rest.get(sound.len()..).unwrap_or_default();
            match error {
                None => {}
                Some(None) => {
                    self.begun = rest.to_vec();
                    break;
                }
                Some(Some(length)) => {
                    let (bad, after) = rest.split_at(length);
                    bad.iter().try_for_each(|byte| write!(self.inner, "\\x{byte:02X}"))?;
                    rest = after;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(visible("plain é 🂡\n\tline"), "plain é 🂡\n\tline");
        assert_eq!(visible("\u{1b}[31mred\u{7}\r"), "\\u001b[31mred\\u0007\\u000d");
        assert_eq!(visible("\u{202e}nosj\u{2066}\u{9b}\u{7f}"), "\\u202enosj\\u2066\\u009b\\u007f");
        assert_eq!(visible("caf\u{efe9}"), "caf\\xE9");
        assert_eq!(visible("\u{e0041}"), "\\udb40\\udc41");
    }

    #[test]
    fn what_is_written_byte_by_byte_is_shown_the_same() {
        let bytes = b"a\x1b[2J\xc3\xa9\xf0\x9f\x82\xa1\xe9 \xe2\x80\xae\x9b\xe2\x80";
        let mut whole = Visible::new(Vec::new());
        whole.write_all(bytes).unwrap();
        whole.write_painted("\u{1b}[0m").unwrap();
        let mut slowly = Visible::new(Vec::new());
        for byte in bytes {
            slowly.write_all(&[*byte]).unwrap();
        }
        slowly.write_painted("\u{1b}[0m").unwrap();
        let shown = String::from_utf8(std::mem::take(&mut whole.inner)).unwrap();
        assert_eq!(shown, "a\\u001b[2Jé🂡\\xE9 \\u202e\\x9B\\xE2\\x80\u{1b}[0m");
        assert_eq!(slowly.inner, shown.as_bytes());
    }
}
