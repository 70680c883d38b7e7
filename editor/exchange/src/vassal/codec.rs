//! How VASSAL writes lists into text, and how it veils saved games.

/// Joins tokens with a delimiter, which is escaped by a backslash where a token has it. What is
/// there already is left alone, so lists in lists show how deep they are by their backslashes. A
/// token that begins with a backslash, or is quoted itself, is wrapped in quotes.
pub fn join<'a>(delimiter: char, tokens: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for (number, token) in tokens.into_iter().enumerate() {
        if number > 0 {
            out.push(delimiter);
        }
        let quote = token.starts_with('\\') || token.starts_with('\'') && token.ends_with('\'');
        if quote {
            out.push('\'');
        }
        for character in token.chars() {
            if character == delimiter {
                out.push('\\');
            }
            out.push(character);
        }
        if quote {
            out.push('\'');
        }
    }
    out
}

/// Takes apart what [`join`] put together: always one token at least.
pub fn split(delimiter: char, text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    for character in text.chars() {
        if character != delimiter {
            token.push(character);
        } else if token.ends_with('\\') {
            token.pop();
            token.push(delimiter);
        } else {
            tokens.push(unquoted(std::mem::take(&mut token)));
        }
    }
    tokens.push(unquoted(token));
    tokens
}

fn unquoted(token: String) -> String {
    match token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inner) => inner.to_owned(),
        None => token,
    }
}

/// What a veiled saved game begins with; two digits of its key follow.
const VEIL: &[u8] = b"!VCSK";
/// Any byte would do.
const KEY: u8 = 0x5a;

/// Veils a saved game as VASSAL does, so that a player does not read it by chance.
pub fn veil(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    let mut out = VEIL.to_vec();
    out.extend(digits(KEY));
    out.extend(text.bytes().flat_map(|byte| digits(byte ^ KEY)));
    out
}

/// Lifts the veil of a saved game; one without is taken as it is. `None` where it is cut or no
/// text.
pub fn unveil(bytes: &[u8]) -> Option<String> {
    let Some(veiled) = bytes.strip_prefix(VEIL) else {
        return String::from_utf8(bytes.to_vec()).ok();
    };
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut pairs = veiled.chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    let key = pairs.next()??;
    let plain: Option<Vec<u8>> = pairs.map(|byte| byte.map(|byte| byte ^ key)).collect();
    String::from_utf8(plain?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_in_lists_count_their_depth_in_backslashes() {
        let inner = join('\t', ["c", "d"]);
        let middle = join('\t', ["b", &inner]);
        assert_eq!(join('\t', ["a", &middle]), "a\tb\\\tc\\\\\td");
        assert_eq!(split('\t', "a\tb\\\tc\\\\\td"), ["a", "b\tc\\\td"]);
        assert_eq!(join(',', ["\\x", "'y'", "z"]), "'\\x',''y'',z");
        assert_eq!(split(';', ""), [""]);
    }

    proptest! {
        /// A token that ends with a backslash cannot be told from one whose delimiter is
        /// escaped; VASSAL has the same gap.
        #[test]
        fn what_is_joined_comes_apart_again(
            tokens in prop::collection::vec("[a-z;'\\\\\t/]{0,6}[a-z']?", 1..6)
        ) {
            prop_assume!(tokens.iter().all(|token| !token.ends_with('\\') && token != "'"));
            let joined = join(';', tokens.iter().map(String::as_str));
            prop_assert_eq!(split(';', &joined), tokens);
        }

        #[test]
        fn a_veil_lifts(text in ".{0,80}") {
            let veiled = veil(&text);
            let kept = unveil(&veiled);
            prop_assert_eq!(kept.as_deref(), Some(text.as_str()));
        }

        #[test]
        fn any_bytes_are_taken_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = unveil(&bytes);
            let _ = unveil(&[b"!VCSK".as_slice(), &bytes].concat());
        }
    }
}
