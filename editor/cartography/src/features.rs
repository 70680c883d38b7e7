//! Points that become features, and names on the ground.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_schema::map::Feature;
use salient_schema::recipe::{FeatureRule, LabelRule, Placing};
use salient_schema::{Code, Diagnostic, Provenance};

use crate::layer::{Layer, Shape, Thing};
use crate::maths::round_to;
use crate::plane::{Plane, Point, square};
use crate::region::{RegionSource, middle_of};
use crate::report::{Beyond, FeatureReport, MOST_BEYOND};

/// Features by hex and kind.
pub type Features = BTreeMap<(Hex, String), Feature>;

/// A feature with nothing but its hex and kind.
pub fn plain(hex: String, kind: &str) -> Feature {
    Feature {
        hex,
        kind: kind.to_owned(),
        name: None,
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    }
}

/// What a rule works on.
pub struct Painter<'a> {
    /// The ground.
    pub ground: &'a RegionSource<'a>,
    /// Where the map's features come from, unless they say otherwise.
    pub provenance: Provenance,
    /// Those set so far.
    pub features: Features,
    /// For each rule, what stands in the hex that its place on the earth lies in: hex, kind, name.
    pub unplaced: Vec<Vec<(Hex, String, String)>>,
    /// What else was found, with pointers relative to the rule.
    pub found: Vec<Diagnostic>,
}

impl Painter<'_> {
    fn plane(&self) -> &Plane {
        self.ground.plane
    }

    /// Sets the features of a rule.
    pub fn points(&mut self, rule: &FeatureRule, layer: &Layer) -> FeatureReport {
        let mut report = FeatureReport { layer: layer.id.clone(), ..FeatureReport::default() };
        let mut points: Vec<(&Thing, Point)> = Vec::new();
        for thing in self.ground.meant(&rule.take) {
            if kind_of(rule, thing).is_none() {
                report.of_no_kind += 1;
                continue;
            }
            match &thing.shape {
                Shape::Points(several) => {
                    points.extend(several.iter().map(|(point, _)| (thing, *point)));
                }
                Shape::Areas(_) => points.extend(middle_of(thing).map(|point| (thing, point))),
                Shape::Lines(_) => {
                    let message =
                        format!("`{}` is a line, where points are asked for", thing.called());
                    self.found.push(Diagnostic::error(Code::Schema, message).pointer("/take"));
                    return report;
                }
            }
        }
        if points.is_empty() {
            self.nothing(&rule.take.layer);
        }
        if let Some(property) = &rule.first_by {
            let rank = |thing: &Thing| thing.number(property).unwrap_or(f64::NEG_INFINITY);
            points.sort_by(|(a, _), (b, _)| rank(b).total_cmp(&rank(a)));
        }
        let places = self.places(&rule.place, &points);
        let drops: BTreeSet<&str> =
            rule.drop.iter().flat_map(|drop| &drop.names).map(String::as_str).collect();
        self.unknown_drops(rule, &points);
        let mut beyond = Vec::new();
        for (index, (thing, point)) in points.into_iter().enumerate() {
            let Some(kind) = kind_of(rule, thing) else { continue };
            let own = self.plane().hex_at(point);
            let placed = places.get(&index).copied();
            if placed.is_none() && own.is_some() && drops.contains(thing.called()) {
                report.dropped.push(thing.called().to_owned());
                continue;
            }
            let Some(hex) = placed.or(own) else {
                report.off_map += 1;
                beyond.push((thing, point));
                continue;
            };
            let key = (hex, kind.clone());
            let mut keepers = std::iter::once(kind).chain(&rule.yields_to);
            if let Some(other) = keepers.find_map(|kind| self.features.get(&(hex, kind.clone()))) {
                let other = other.name.clone().unwrap_or_else(|| other.kind.clone());
                let label = self.plane().grid.label(hex);
                report.clashing.push((thing.called().to_owned(), label, other));
                continue;
            }
            let label = self.plane().grid.label(hex);
            if placed.is_some() && placed != own {
                let from = own.map(|own| self.plane().grid.label(own));
                report.moved.push((thing.called().to_owned(), from, label.clone()));
            } else {
                report.placed += 1;
            }
            // What was moved by hand is not where the survey has it.
            let provenance = if placed.is_some() { self.provenance } else { layer.provenance };
            let value = rule.value_from.as_ref().and_then(|property| thing.number(property));
            let feature = Feature {
                name: thing.name.clone().filter(|_| !rule.unnamed),
                owner: rule.owner.clone(),
                value: value.map(|value| value.round() as i32),
                provenance: Some(provenance).filter(|own| *own != self.provenance),
                ..plain(label, kind)
            };
            if let Some(stand) = self.unplaced.last_mut().filter(|_| placed.is_none()) {
                stand.push((hex, kind.clone(), thing.called().to_owned()));
            }
            self.features.insert(key, feature);
        }
        report.beyond = self.beyond(beyond);
        report
    }

    /// The points off the map that lie nearest to it, with how far and where.
    fn beyond(&self, points: Vec<(&Thing, Point)>) -> Vec<Beyond> {
        let plane = self.plane();
        let [least, most] = plane.bounds();
        let beyond = |(thing, [x, y]): (&Thing, Point)| {
            let (_, square) = plane.nearest([x, y])?;
            let ways = [
                (y < least[1], "north"),
                (y > most[1], "south"),
                (x < least[0], "west"),
                (x > most[0], "east"),
            ];
            let ways: Vec<&str> =
                ways.into_iter().filter(|(is_so, _)| *is_so).map(|(_, way)| way).collect();
            // Else it lies in a notch of a staggered edge.
            let edge = if ways.is_empty() { "at the edge".to_owned() } else { ways.join("-") };
            let hexes = round_to((square.sqrt() - 0.5).max(0.0), 1);
            Some(Beyond { name: thing.called().to_owned(), hexes, edge })
        };
        let mut list: Vec<Beyond> = points.into_iter().filter_map(beyond).collect();
        list.sort_by(|a, b| a.hexes.total_cmp(&b.hexes).then_with(|| a.name.cmp(&b.name)));
        list.truncate(MOST_BEYOND);
        list
    }

    /// Sets the labels of a rule, where `terrain` tells the terrain kind of a hex.
    pub fn labels(
        &mut self,
        rule: &LabelRule,
        layer: &Layer,
        terrain: &dyn Fn(Hex) -> String,
    ) -> FeatureReport {
        let mut report = FeatureReport { layer: layer.id.clone(), ..FeatureReport::default() };
        let things = self.ground.meant(&rule.take).into_iter();
        let points: Vec<(&Thing, Point)> = things
            .filter(|thing| thing.name.is_some())
            .filter_map(|thing| Some((thing, middle_of(thing)?)))
            .collect();
        if points.is_empty() {
            self.nothing(&rule.take.layer);
        }
        let places = self.places(&rule.place, &points);
        let mut beyond = Vec::new();
        let fits = |hex: Hex| rule.on.is_empty() || rule.on.contains(&terrain(hex));
        for (index, (thing, point)) in points.into_iter().enumerate() {
            if self.plane().hex_at(point).is_none() && !places.contains_key(&index) {
                report.off_map += 1;
                beyond.push((thing, point));
                continue;
            }
            let taken: BTreeSet<Hex> = self.features.keys().map(|(hex, _)| *hex).collect();
            let free = self.plane().grid.hexes().filter(|hex| !taken.contains(hex) && fits(*hex));
            let own = nearest(self.plane(), point, free);
            let Some(hex) = places.get(&index).copied().or(own) else {
                report.off_map += 1;
                continue;
            };
            let label = self.plane().grid.label(hex);
            let key = (hex, rule.kind.clone());
            if let Some(other) = self.features.get(&key) {
                let other = other.name.clone().unwrap_or_default();
                report.clashing.push((thing.called().to_owned(), label, other));
                continue;
            }
            if Some(hex) == own {
                report.placed += 1;
            } else {
                let from = own.map(|own| self.plane().grid.label(own));
                report.moved.push((thing.called().to_owned(), from, label.clone()));
            }
            let feature = Feature {
                name: thing.name.clone(),
                provenance: Some(layer.provenance).filter(|own| *own != self.provenance),
                ..plain(label, &rule.kind)
            };
            self.features.insert(key, feature);
        }
        report.beyond = self.beyond(beyond);
        report
    }

    /// Which points are put elsewhere by hand, by their place in the list.
    fn places(&mut self, places: &[Placing], points: &[(&Thing, Point)]) -> BTreeMap<usize, Hex> {
        let mut found = BTreeMap::new();
        for (at, placing) in places.iter().enumerate() {
            let Some(hex) = self.plane().grid.parse(&placing.hex) else { continue };
            let centre = self.plane().centre(hex);
            let named = points
                .iter()
                .enumerate()
                .filter(|(_, (thing, _))| thing.name.as_ref() == Some(&placing.name));
            let meant = named.min_by(|(_, (_, a)), (_, (_, b))| {
                square(*a, centre).total_cmp(&square(*b, centre))
            });
            match meant {
                Some((index, _)) => {
                    found.insert(index, hex);
                }
                None => self.unknown(&placing.name, format!("/place/{at}/name")),
            }
        }
        found
    }

    fn unknown_drops(&mut self, rule: &FeatureRule, points: &[(&Thing, Point)]) {
        let names: BTreeSet<&str> = points.iter().map(|(thing, _)| thing.called()).collect();
        for (at, drop) in rule.drop.iter().enumerate() {
            for (number, name) in drop.names.iter().enumerate() {
                if !names.contains(name.as_str()) {
                    self.unknown(name, format!("/drop/{at}/names/{number}"));
                }
            }
        }
    }

    fn unknown(&mut self, name: &str, pointer: String) {
        let message = format!("none of these things is called `{name}`");
        self.found.push(Diagnostic::warning(Code::DanglingReference, message).pointer(pointer));
    }

    fn nothing(&mut self, layer: &str) {
        let message = format!("nothing in the layer `{layer}` is meant by this");
        self.found.push(Diagnostic::warning(Code::DanglingReference, message).pointer("/take"));
    }
}

/// The kind that a rule gives a thing.
fn kind_of<'r>(rule: &'r FeatureRule, thing: &Thing) -> Option<&'r String> {
    match (&rule.kind, &rule.kind_by) {
        (Some(kind), _) => Some(kind),
        (None, Some(by)) => {
            thing.properties.get(&by.property).and_then(|value| by.kinds.get(value))
        }
        (None, None) => None,
    }
}

fn nearest(plane: &Plane, point: Point, hexes: impl Iterator<Item = Hex>) -> Option<Hex> {
    let mut best: Option<(f64, Hex)> = None;
    for hex in hexes {
        let far = square(plane.centre(hex), point);
        if best.is_none_or(|(least, _)| far < least) {
            best = Some((far, hex));
        }
    }
    best.map(|(_, hex)| hex)
}
