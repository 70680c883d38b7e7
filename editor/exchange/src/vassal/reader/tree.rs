//! Reading `buildFile.xml`: elements by the last part of their class's name.

use roxmltree::{Document, Node, ParsingOptions};

use super::archive::refuse;
use crate::{ImportError, limits};

/// Parses a document: no DTD, no entities but the five, not too deep.
pub fn parse<'t>(text: &'t str, place: &str) -> Result<Document<'t>, ImportError> {
    let shallow = depth(text) <= limits::DEPTH;
    if !shallow {
        let what = format!("elements lie more than {} deep", limits::DEPTH);
        return Err(refuse(place, what, "no module is so deep"));
    }
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let place = format!("{place}:{}:{}", at.row, at.col);
        refuse(&place, format!("not sound XML ({error})"), "open and save the module in VASSAL")
    })
}

/// How deep elements lie at most: counted before the parser walks down, whatever stands in
/// comments and values counted too.
fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    let mut rest = text;
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
            let end = tag_end(rest);
            if !rest.get(..end).is_some_and(|tag| tag.ends_with('/')) {
                depth += 1;
                most = most.max(depth);
            }
            rest = rest.get(end..).unwrap_or_default();
        }
    }
    most
}

/// Where a tag ends; a `>` within quotes does not end it.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The last part of a class's name: `HexGrid` of `VASSAL.build…HexGrid`.
pub fn class<'a>(node: Node<'a, '_>) -> &'a str {
    let name = node.tag_name().name();
    name.rsplit('.').next().unwrap_or(name)
}

/// Child elements of a class.
pub fn children<'a, 't>(
    node: Node<'a, 't>,
    wanted: &'static str,
) -> impl Iterator<Item = Node<'a, 't>> {
    node.children().filter(move |child| child.is_element() && class(*child) == wanted)
}

/// An attribute, empty where it is not there.
pub fn text<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

/// A number in an attribute; whole numbers may be written with a fraction.
pub fn number(node: Node<'_, '_>, name: &str, otherwise: f64) -> f64 {
    let number = node.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
    number.filter(|number| number.is_finite()).unwrap_or(otherwise)
}

/// A flag in an attribute.
pub fn flag(node: Node<'_, '_>, name: &str, otherwise: bool) -> bool {
    node.attribute(name).map_or(otherwise, |text| text.trim().eq_ignore_ascii_case("true"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_known_before_the_parser_walks() {
        assert_eq!(depth("<a><b x='>'/><c><!-- <d> --></c></a>"), 2);
        let deep = "<a>".repeat(100_000);
        assert!(parse(&deep, "x").unwrap_err().what.contains("deep"));
    }

    #[test]
    fn entities_and_doctypes_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert!(parse(bomb, "x").unwrap_err().to_string().contains("not sound XML"));
        assert!(parse("<a>&c;</a>", "x").is_err());
        assert!(parse("<a>&amp;</a>", "x").is_ok());
    }
}
