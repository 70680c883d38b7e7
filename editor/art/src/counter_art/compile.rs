//! Counters looked up once: colours, symbols and printed lines by face.

use std::collections::BTreeMap;
use std::sync::Arc;

use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::ruleset::{CounterLayout, Nation, RatingDef, Symbol, SymbolMark};
use salient_schema::{OrderOfBattle, Picture, Pictures, Ruleset};

use crate::colour::{self, Rgba};

/// A counter's colours and faces.
#[derive(Clone, Debug)]
pub struct CounterLook {
    pub fill: Rgba,
    pub ink: Rgba,
    pub symbol_fill: Rgba,
    pub band: Option<Rgba>,
    pub faces: Vec<FaceLook>,
}

/// What a face prints.
#[derive(Clone, Debug)]
pub struct FaceLook {
    pub designation: String,
    pub size_mark: String,
    pub symbol: Symbol,
    pub mark: Option<SymbolMark>,
    pub ratings: String,
    /// The first rating of the line.
    pub strength: String,
    /// The colour of the line, where that is not the counter's.
    pub ratings_ink: Option<Rgba>,
    /// What stands in the corner beside it, and its colour.
    pub corner: Option<(String, Option<Rgba>)>,
    pub reduced: bool,
    /// What the whole face shows instead.
    pub picture: Option<Arc<Picture>>,
}

/// Bands of formations without a colour of their own, in the order of the tree.
const BANDS: [Rgba; 10] = [
    [128, 52, 46, 255],
    [44, 74, 112, 255],
    [196, 152, 58, 255],
    [66, 96, 62, 255],
    [112, 72, 116, 255],
    [200, 110, 54, 255],
    [62, 118, 122, 255],
    [232, 226, 208, 255],
    [86, 80, 76, 255],
    [176, 128, 132, 255],
];

pub fn counters(
    ruleset: &Ruleset,
    orders_of_battle: &[OrderOfBattle],
    pictures: &Pictures,
) -> BTreeMap<String, CounterLook> {
    let formations: BTreeMap<&str, &Formation> = orders_of_battle
        .iter()
        .flat_map(|oob| &oob.formations)
        .map(|formation| (formation.id.as_str(), formation))
        .collect();
    // Each side counts its banded formations in the order in which they are listed.
    let mut bands: BTreeMap<&str, Rgba> = BTreeMap::new();
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for formation in orders_of_battle.iter().flat_map(|oob| &oob.formations) {
        let own = formation.colour.as_deref().and_then(colour::parse);
        let number = counted.entry(&formation.side).or_default();
        if let Some(own) = own {
            bands.insert(&formation.id, own);
        } else if is_corps(formation, &ruleset.counters) {
            bands.insert(&formation.id, BANDS[*number % BANDS.len()]);
            *number += 1;
        }
    }
    let mut looks = BTreeMap::new();
    for oob in orders_of_battle {
        for counter in &oob.counters {
            let band = counter.formation.as_deref().and_then(|id| band_of(id, &formations, &bands));
            let picture = |name: &str| pictures.sound(&oob.id, name).cloned();
            looks
                .entry(counter.id.clone())
                .or_insert_with(|| look(counter, ruleset, band, picture));
        }
    }
    looks
}

/// Corps have bands, by their size mark.
fn is_corps(formation: &Formation, layout: &CounterLayout) -> bool {
    formation
        .size
        .as_deref()
        .is_some_and(|id| layout.sizes.iter().any(|size| size.id == id && size.mark == "XXX"))
}

/// The band of the nearest formation upward that has one.
fn band_of(
    id: &str,
    formations: &BTreeMap<&str, &Formation>,
    bands: &BTreeMap<&str, Rgba>,
) -> Option<Rgba> {
    let mut id = id;
    // Faulty data may go round in circles.
    for _ in 0..32 {
        if let Some(band) = bands.get(id) {
            return Some(*band);
        }
        id = formations.get(id)?.parent.as_deref()?;
    }
    None
}

fn look(
    counter: &Counter,
    ruleset: &Ruleset,
    band: Option<Rgba>,
    picture: impl Fn(&str) -> Option<Arc<Picture>>,
) -> CounterLook {
    let nation: Option<&Nation> = match counter.nation.as_deref() {
        Some(id) => ruleset.nations.iter().find(|nation| nation.id == id),
        None => ruleset.nations.iter().find(|nation| nation.side.as_ref() == Some(&counter.side)),
    };
    let fill = colour::parse_or(nation.map(|nation| nation.fill.as_str()), [206, 200, 184, 255]);
    let ink = colour::parse_or(nation.map(|nation| nation.ink.as_str()), [30, 26, 22, 255]);
    let symbol_fill =
        symbol_fill(nation.and_then(|nation| nation.symbol_fill.as_deref()), fill, ink);
    let faces = counter
        .faces
        .iter()
        .enumerate()
        .map(|(number, face)| FaceLook {
            picture: face.picture.as_deref().and_then(&picture),
            ..face_look(counter, face, number, &ruleset.counters)
        })
        .collect();
    CounterLook { fill, ink, symbol_fill, band, faces }
}

/// The least contrast of a symbol to its box, as accessibility rules ask of pictures.
const LEAST_CONTRAST: f32 = 3.0;

/// The ground of a symbol's box: the one that is given, or a light one, unless the print could not
/// be told from it.
fn symbol_fill(given: Option<&str>, fill: Rgba, ink: Rgba) -> Rgba {
    let light = colour::lighter(fill, 0.55);
    let first = colour::parse_or(given, light);
    [first, light, colour::darker(fill, 0.4), [255, 255, 255, 255], [30, 26, 22, 255]]
        .into_iter()
        .find(|ground| colour::contrast(*ground, ink) >= LEAST_CONTRAST)
        .unwrap_or(first)
}

fn face_look(counter: &Counter, face: &Face, number: usize, layout: &CounterLayout) -> FaceLook {
    let type_id = face.unit_type.as_deref().unwrap_or(&counter.unit_type);
    let (symbol, mark) = layout
        .types
        .iter()
        .find(|unit_type| unit_type.id == type_id)
        .map_or((Symbol::Marker, None), |unit_type| (unit_type.symbol, unit_type.mark));
    let size_mark = face
        .size
        .as_deref()
        .or(counter.size.as_deref())
        .and_then(|id| layout.sizes.iter().find(|size| size.id == id))
        .map_or_else(String::new, |size| size.mark.clone());
    let (ratings, first) = printed(&layout.pattern, face);
    let ink = |rating: &RatingDef| rating.ink.as_deref().and_then(colour::parse);
    let (strength, ratings_ink) = match first {
        Some((id, strength)) => {
            let first = layout.ratings.iter().find(|rating| rating.id == id);
            (strength, first.and_then(ink))
        }
        None => (String::new(), None),
    };
    let mut corners = layout.ratings.iter().filter(|rating| rating.corner);
    let corner = corners.find_map(|rating| {
        let value = face.ratings.get(&rating.id)?;
        Some((value.to_string(), ink(rating)))
    });
    FaceLook {
        designation: face.designation.clone().unwrap_or_else(|| counter.designation.clone()),
        size_mark,
        symbol,
        mark,
        ratings,
        strength,
        ratings_ink,
        corner,
        reduced: number > 0 && !face.not_a_step,
        picture: None,
    }
}

/// The ratings line by its pattern, and its first rating with its id. A rating that the face goes without
/// leaves out its place and the separator before it.
fn printed(pattern: &str, face: &Face) -> (String, Option<(String, String)>) {
    let mut line = String::new();
    let mut first = None;
    let mut rest = pattern;
    let mut separator = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        let Some((id, after)) = after.split_once('}') else { break };
        separator.push_str(before);
        if let Some(rating) = face.ratings.get(id) {
            let rating = rating.to_string();
            if !line.is_empty() || first.is_none() && separator.trim_matches('-').is_empty() {
                // Between ratings, or a sign before the first.
                if !line.is_empty() {
                    line.push_str(&separator);
                }
            } else {
                line.push_str(&separator);
            }
            line.push_str(&rating);
            first.get_or_insert_with(|| (id.to_owned(), rating));
        }
        separator.clear();
        rest = after;
    }
    if first.is_some() || !pattern.contains('{') {
        line.push_str(rest);
    }
    (line, first)
}

#[cfg(test)]
mod tests {
    use salient_schema::common::Rating;

    use super::*;

    fn check(pattern: &str, ratings: &[(&str, &str)], line: &str, first: &str) {
        let face = Face {
            ratings: ratings
                .iter()
                .map(|(id, text)| ((*id).to_owned(), Rating::Text((*text).to_owned())))
                .collect(),
            ..Face::default()
        };
        let (found, strength) = printed(pattern, &face);
        let strength = strength.map(|(_, strength)| strength).unwrap_or_default();
        assert_eq!((found.as_str(), strength.as_str()), (line, first), "{pattern}");
    }

    #[test]
    fn the_ratings_line_follows_the_pattern() {
        check("{a}-{b}-{c}", &[("a", "30"), ("b", "4"), ("c", "5")], "30-4-5", "30");
        check("{a}-{b}-{c}", &[("a", "3½"), ("c", "5")], "3½-5", "3½");
        check("{a}-{b}-{c}", &[("c", "5")], "5", "5");
        check("({a}) {b}", &[("a", "7"), ("b", "2")], "(7) 2", "7");
        check("{a}", &[], "", "");
        check("{a", &[("a", "1")], "", "");
        check("", &[], "", "");
    }
}
