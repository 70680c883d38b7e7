//! What a layer holds.

use std::collections::BTreeMap;

use salient_schema::common::Rating;
use salient_schema::recipe::Selection;
use salient_schema::{Code, Diagnostic};

use crate::plane::Point;

/// One thing of a layer.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its name.
    pub name: Option<String>,
    /// Its properties, as text.
    pub properties: BTreeMap<String, String>,
    /// Where it is.
    pub shape: Shape,
}

/// Properties of a thing, as text.
pub(super) type Properties = BTreeMap<String, String>;

/// Where a thing is, on the plane.
#[derive(Clone, Debug)]
pub enum Shape {
    /// In one place or several; each with degrees east and north.
    Points(Vec<(Point, [f64; 2])>),
    /// Along lines.
    Lines(Vec<Vec<Point>>),
    /// In areas, each with its rim and then its holes.
    Areas(Vec<Vec<Vec<Point>>>),
}

impl Thing {
    /// A property as a number.
    pub fn number(&self, property: &str) -> Option<f64> {
        let number: f64 = self.properties.get(property)?.trim().parse().ok()?;
        number.is_finite().then_some(number)
    }

    /// Whether a selection means it.
    pub fn is_meant(&self, take: &Selection) -> bool {
        let has = |property: &String, values: &Vec<Rating>| {
            let text = self.properties.get(property);
            values.iter().any(|value| match value {
                Rating::Text(wanted) => text == Some(wanted),
                Rating::Number(wanted) => self.number(property) == Some(f64::from(*wanted)),
            })
        };
        take.filter.iter().all(|(property, values)| has(property, values))
            && take
                .at_least
                .iter()
                .all(|(property, least)| self.number(property).is_some_and(|n| n >= *least))
            && take
                .below
                .iter()
                .all(|(property, most)| self.number(property).is_some_and(|n| n < *most))
    }

    /// Its name, or a word for what has none.
    pub fn called(&self) -> &str {
        self.name.as_deref().unwrap_or("(unnamed)")
    }
}

pub(super) fn not_geojson(why: &str, pointer: &str) -> Diagnostic {
    Diagnostic::error(Code::Schema, format!("this is no GeoJSON: {why}")).pointer(pointer)
}

pub(super) fn syntax(error: &serde_json::Error) -> Diagnostic {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).max(1);
    Diagnostic::error(Code::JsonSyntax, format!("this is no JSON: {message}"))
        .at(number(error.line()), number(error.column()))
}
