//! Writing XML: elements with attributes, in the order given.

use std::fmt::Write;

/// An element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    /// An element of this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The same with one more attribute.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.push((name.to_owned(), value.to_string()));
        self
    }

    /// The same with several more attributes.
    #[must_use]
    pub fn with_all(mut self, attributes: &[(&str, &str)]) -> Self {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        self.attributes.extend(attributes.iter().map(own));
        self
    }

    /// The same with one more child.
    #[must_use]
    pub fn holding(mut self, child: Element) -> Self {
        self.children.push(child);
        self
    }

    /// The same with text.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// Adds a child.
    pub fn add(&mut self, child: Element) {
        self.children.push(child);
    }

    /// As a document.
    pub fn document(&self) -> String {
        let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n".to_owned();
        self.write(0, &mut out);
        out
    }

    fn write(&self, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        let _ = write!(out, "{indent}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value, true));
        }
        if self.children.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
        } else if self.children.is_empty() {
            let _ = writeln!(out, ">{}</{}>", escaped(&self.text, false), self.name);
        } else {
            out.push_str(">\n");
            for child in &self.children {
                child.write(depth + 1, out);
            }
            let _ = writeln!(out, "{indent}</{}>", self.name);
        }
    }
}

/// Text as XML has it. What XML 1.0 cannot say at all becomes a replacement character.
fn escaped(text: &str, attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader makes spaces of them in attributes, and of a lone return everywhere.
            '\r' | '\n' | '\t' if attribute || character == '\r' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            '\n' | '\t' => out.push(character),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let wild = "a<b>&\"c'\td\ne\rf";
        let element = Element::new("x").with("y", wild).holding(Element::new("z").saying(wild));
        let document = element.document();
        let read = roxmltree::Document::parse(&document).unwrap();
        let root = read.root_element();
        assert_eq!(root.attribute("y"), Some(wild));
        assert_eq!(root.first_element_child().unwrap().text(), Some(wild));
    }
}
