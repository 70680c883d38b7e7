//! What XML may be, looked at before a parser reads it: parsers walk down into what lies deep, and
//! compare the attributes of an element with each other.

use roxmltree::{Document, ParsingOptions};

use crate::{ImportError, limits};

/// Reads a document without a DTD of its own, and so without entities; `help` says what to do about
/// one that cannot be read. One that only names a DTD elsewhere, as old programs write it, is read
/// without that.
pub fn parse<'t>(place: &str, text: &'t str, help: &str) -> Result<Document<'t>, ImportError> {
    let fault = |place: String, what: String| ImportError { place, what, help: help.to_owned() };
    if let Some(what) = self::fault(text) {
        return Err(fault(place.to_owned(), what));
    }
    let allow_dtd = names_a_dtd(text);
    let options =
        ParsingOptions { allow_dtd, nodes_limit: 20_000_000, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        fault(format!("{place}:{}:{}", at.row, at.col), format!("cannot be read: {error}"))
    })
}

/// Whether a document names a DTD and has no declarations of its own: `<!DOCTYPE map SYSTEM "…">`.
fn names_a_dtd(text: &str) -> bool {
    text.split_once("<!DOCTYPE").is_some_and(|(_, rest)| {
        let (end, _) = tag(rest);
        rest.get(..end).is_some_and(|declared| !declared.contains('['))
    })
}

/// What stands against reading a text as XML, in words.
pub fn fault(text: &str) -> Option<String> {
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let skip = |rest: &mut &str, end: &str| {
            *rest = rest.find(end).map_or("", |at| &rest[at + end.len()..]);
        };
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment;
            skip(&mut rest, "-->");
        } else if let Some(data) = rest.strip_prefix("![CDATA[") {
            rest = data;
            skip(&mut rest, "]]>");
        } else if rest.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !rest.starts_with(['?', '!']) {
            let (end, attributes) = tag(rest);
            if attributes > limits::ATTRIBUTES {
                let most = limits::ATTRIBUTES;
                return Some(format!("an element has more than {most} attributes"));
            }
            if !rest.get(..end).is_some_and(|tag| tag.ends_with('/')) {
                depth += 1;
                if depth > limits::DEPTH {
                    return Some(format!("elements lie more than {} deep", limits::DEPTH));
                }
            }
            rest = rest.get(end..).unwrap_or_default();
        }
    }
    None
}

/// Where a tag ends, and how many attributes it has; a `>` within quotes does not end it.
fn tag(text: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (at, attributes),
            (None, b'=') => attributes += 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    (text.len(), attributes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dtd_elsewhere_is_not_asked_for_and_one_within_is_refused() {
        let old = "<?xml version='1.0'?><!DOCTYPE map SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd'><map/>";
        assert!(parse("a.tmx", old, "").is_ok());
        let own = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>";
        assert!(parse("a.tmx", own, "").is_err());
        // A `>` before the bracket ends the declaration for the parser, too.
        let sly = "<!DOCTYPE a SYSTEM '>' [<!ENTITY b 'c'>]><a>&b;</a>";
        assert!(parse("a.tmx", sly, "").is_err());
    }

    #[test]
    fn depth_and_attributes_are_known_before_the_parser_reads() {
        assert_eq!(fault("<a><b x='>'/><c><!-- <d> --></c></a>"), None);
        assert_eq!(fault(&"<a/>".repeat(1000)), None);
        assert!(fault(&"<a>".repeat(1000)).is_some_and(|what| what.contains("deep")));
        let many: String = (0..100_000).map(|number| format!(" a{number}=\"=\"")).collect();
        assert!(fault(&format!("<a{many}/>")).is_some_and(|what| what.contains("attributes")));
        let few: String = (0..900).map(|number| format!(" a{number}=\"===\"")).collect();
        assert_eq!(fault(&format!("<a{few}/>")), None);
    }
}
