//! Reading `buildFile.xml`: elements by the last part of their class's name.

use roxmltree::{Document, Node, ParsingOptions};

use super::archive::refuse;
use crate::{ImportError, markup};

/// Parses a document: no DTD, no entities but the five, not too deep.
pub fn parse<'t>(text: &'t str, place: &str) -> Result<Document<'t>, ImportError> {
    if let Some(what) = markup::fault(text) {
        return Err(refuse(place, what, "no module is like that"));
    }
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let place = format!("{place}:{}:{}", at.row, at.col);
        refuse(&place, format!("not sound XML ({error})"), "open and save the module in VASSAL")
    })
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
