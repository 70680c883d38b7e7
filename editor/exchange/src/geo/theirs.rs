//! Others' GeoJSON as a map: hexagons with their terrain, and points as features.

use std::collections::BTreeMap;

use salient_schema::map::{Feature, Map, Orientation};
use salient_schema::{HexIndex, Provenance, Ruleset};
use serde::de::IgnoredAny;

use super::geometry::{Geometry, Position};
use super::hexagon::{self, Hexagon, Key};
use super::lattice;
use super::layout::{Layout, Place};
use super::pieces::{Near, Parts};
use super::stream::{Feature as AnyFeature, Fields, Head, Word};
use super::system::System;
use crate::terrain::{Few, TerrainByHex};
use crate::{Fate, ImportError, LossReport, draft, limits};

/// What is counted: of features with several hexagons or points, each of these.
pub const FEATURES: &str = "features";

/// Properties that may say what a hex or a point is, the surest first.
const KIND: [&str; 9] =
    ["terrain", "kind", "type", "class", "landuse", "natural", "landcover", "place", "fclass"];
/// Properties that a feature is told of by.
const IDS: [&str; 6] = ["id", "fid", "objectid", "gid", "ogc_fid", "name"];

/// A map of others' hexagons.
pub fn theirs(
    place: &str,
    bytes: &[u8],
    head: &Head,
    ruleset: Option<&Ruleset>,
    losses: &mut LossReport,
) -> Result<Map, ImportError> {
    let document = Foreign { place, bytes, head, system: System::of(place, head.crs.as_ref())? };
    let (layout, near) = document.layout()?;
    let mut map = draft::empty_map(Orientation::FlatTopped, 1, 1);
    map.grid = layout.grid.clone();
    map.georeference.clone_from(&layout.georeference);
    for layer in [&mut map.terrain.provenance, &mut map.features.provenance] {
        *layer = Provenance::Surveyed;
    }
    tell_of_layout(&layout, losses);
    let mut ground = TerrainByHex::of_drawing(&map, ruleset);
    let mut found = Found::new();
    head.each(place, bytes, |at, feature: AnyFeature<Geometry, Fields<Word>>| {
        let AnyFeature { id, geometry, properties } = feature;
        let here = || Some(format!("{place}: features[{at}]"));
        let called = || called(&id, &properties);
        let kind = kind_of(&properties);
        let shapes = geometry.shapes();
        let mut other = shapes.other;
        let mut used = None;
        for part in 0..shapes.rings.len() {
            let place = layout.place((at as u32, part as u32));
            let named = |hex: HexIndex, more: &str| {
                let words = [called(), more.to_owned()];
                let words: Vec<String> = words.into_iter().filter(|w| !w.is_empty()).collect();
                let hex = map.grid.print_hex(hex);
                if words.is_empty() { hex } else { format!("{hex} ({})", words.join(", ")) }
            };
            match place {
                None => {
                    other = Some(geometry.name());
                    continue;
                }
                Some(Place::More) => continue,
                Some(Place::Hex(hex) | Place::Cut(hex, _)) => {
                    let (name, kind) = kind.unwrap_or(("", "open"));
                    ground.set_kind(hex, &draft::id(kind, "open"));
                    used = Some(name);
                    if let Some(Place::Cut(_, share)) = place {
                        let share = format!("{} % of it", share.max(1));
                        found.cut.note(|| named(hex, &share), here());
                    }
                }
                Some(Place::Upon(hex, first)) => {
                    let on = format!("features[{at}] lies on features[{first}]");
                    found.upon.note(|| named(hex, &on), here());
                }
                Some(Place::Apart) => found.apart.note(called, here()),
            }
            losses.counts.see(FEATURES, 1);
        }
        for point in &shapes.points {
            losses.counts.see(FEATURES, 1);
            let hex = document.system.degrees(*point).and_then(|point| {
                layout.hex_at(near.as_ref()?, point)
            });
            let Some(hex) = hex else {
                found.other("it lies in no hex of the map").note(
                    || format!("{} {}", geometry.name(), called()).trim_end().to_owned(),
                    here(),
                );
                continue;
            };
            let (name, kind) = kind.unwrap_or(("", "place"));
            used = Some(name);
            let kind = draft::id(kind, "place");
            let name = property(&properties, "name").and_then(|(_, name)| name.text());
            found.placed.push(draft::feature(
                map.grid.print_hex(hex),
                kind,
                name.map(str::to_owned),
            ));
        }
        if let Some(used) = used {
            note_properties(&properties, used, &mut found.unread);
        }
        let is_nothing = shapes.rings.is_empty() && shapes.points.is_empty();
        if let Some(shape) = other.or(is_nothing.then(|| geometry.name())) {
            losses.counts.see(FEATURES, 1);
            let why = match shape {
                "LineString" | "MultiLineString" => {
                    "rivers and roads are laid along hexsides and through hexes by a recipe: salient \
                     map build"
                }
                _ => {
                    "only hexagons and points are read; areas become terrain by a recipe: salient map \
                      build"
                }
            };
            let which = || format!("{shape} {}", called()).trim_end().to_owned();
            found.other(why).note(which, here());
        }
        Ok(())
    })?;
    found.finish(&mut map, losses);
    losses.counts.place(FEATURES, ground.known() + map.features.items.len());
    ground.finish(&mut map, "the file has no hexagon of it", losses);
    map.sort();
    Ok(map)
}

/// What is told of all hexagons together.
fn tell_of_layout(layout: &Layout, losses: &mut LossReport) {
    if layout.georeference.is_none() {
        let why = match layout.rms_hexes {
            Some(rms) => format!(
                "the hexagons lie {rms:.2} hexes (root mean square) from where the nearest straight map \
                 of degrees has them, and {} is the most: the map has no georeference; take a smaller \
                 part of the earth, or make the map from the data by a recipe: salient map build",
                salient_schema::map::Georeference::MOST_RMS_OF_HEXES
            ),
            None => "the hexagons lie all on one line: the map has no georeference".to_owned(),
        };
        losses.add(Fate::Changed, "place on the earth", "", why, None);
    }
    let mut torn = Few::new(
        Fate::Changed,
        "hexagon",
        "it touches others in the file that it does not touch on the map: no plane grid holds what \
         lies round a cell of five sides, or round a pole",
    );
    for hex in &layout.torn {
        torn.note(|| layout.grid.print_hex(*hex), None);
    }
    torn.report(losses);
}

/// What a reading finds besides terrain.
struct Found {
    upon: Few,
    apart: Few,
    cut: Few,
    others: BTreeMap<&'static str, Few>,
    placed: Vec<Feature>,
    /// How many features have each property that is not read.
    unread: BTreeMap<String, usize>,
}

impl Found {
    fn new() -> Self {
        let dropped = |why: &str| Few::new(Fate::Dropped, "hexagon", why);
        Self {
            upon: dropped("its hex is that of another one before it in the file, which counts"),
            apart: dropped("it does not touch the others side by side, nor lie on their grid"),
            cut: Few::new(
                Fate::Changed,
                "hexagon",
                "a part of it is missing in the file, as where it is cut at a coast or an edge; its \
                 hex is whole",
            ),
            others: BTreeMap::new(),
            placed: Vec::new(),
            unread: BTreeMap::new(),
        }
    }

    fn other(&mut self, why: &'static str) -> &mut Few {
        self.others.entry(why).or_insert_with(|| Few::new(Fate::Dropped, "feature", why))
    }

    fn finish(mut self, map: &mut Map, losses: &mut LossReport) {
        self.cut.report(losses);
        for few in [self.upon, self.apart].into_iter().chain(self.others.into_values()) {
            few.report_counted(FEATURES, losses);
        }
        for (name, count) in self.unread {
            let why =
                format!("{count} features have it; only what they are and their name are read");
            losses.add(Fate::Dropped, "property", name, why, None);
        }
        // One of a kind in a hex.
        self.placed.sort();
        let mut twice = Few::new(Fate::Dropped, "feature", "its hex has another of its kind");
        for feature in self.placed {
            let has = map.features.items.last().is_some_and(|last: &Feature| {
                (&last.hex, &last.kind) == (&feature.hex, &feature.kind)
            });
            if has {
                let which = feature.name.clone().unwrap_or_default();
                twice.note(|| format!("{} {} {which}", feature.hex, feature.kind), None);
            } else {
                map.features.items.push(feature);
            }
        }
        twice.report_counted(FEATURES, losses);
    }
}

/// A property by its name; in capitals, as some databases have all names, where there is no other.
fn property<'p>(properties: &'p Fields<Word>, name: &str) -> Option<(&'p str, &'p Word)> {
    let exact = properties.0.get_key_value(name);
    let any = || properties.0.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    exact.or_else(any).map(|(name, value)| (name.as_str(), value))
}

fn kind_of(properties: &Fields<Word>) -> Option<(&str, &str)> {
    KIND.iter().find_map(|name| {
        let (name, value) = property(properties, name)?;
        Some((name, value.text().filter(|text| !text.is_empty())?))
    })
}

/// What a feature is told of by: its id, or its name; nothing where it has neither.
fn called(id: &Word, properties: &Fields<Word>) -> String {
    if let Some(id) = id.shown() {
        return format!("id {id}");
    }
    let named = IDS.iter().find_map(|name| {
        let (_, value) = property(properties, name)?;
        Some((name, value.shown()?))
    });
    match named {
        Some((&"name", value)) => value,
        Some((name, value)) => format!("{name} {value}"),
        None => String::new(),
    }
}

/// Counts the properties that are not read.
fn note_properties(properties: &Fields<Word>, used: &str, unread: &mut BTreeMap<String, usize>) {
    for (name, value) in &properties.0 {
        if name == used || name.eq_ignore_ascii_case("name") || *value == Word::Null {
            continue;
        }
        if let Some(count) = unread.get_mut(name) {
            *count += 1;
        } else if unread.len() < 1000 {
            // Few of any kind: a file of endless property names is no map.
            unread.insert(name.clone(), 1);
        }
    }
}

/// What a file holds besides whole hexagons.
#[derive(Default)]
struct Others {
    /// The other rings, in degrees, open: some may be parts of hexagons. They take no more room than
    /// the file does.
    rings: Vec<(Key, Vec<Position>)>,
    has_points: bool,
}

/// A document that somebody else wrote.
struct Foreign<'d> {
    place: &'d str,
    bytes: &'d [u8],
    head: &'d Head,
    system: System,
}

impl Foreign<'_> {
    /// The hexgrid that the hexagons make, and what finds the hexes of other things, if there are any.
    fn layout(&self) -> Result<(Layout, Option<Near>), ImportError> {
        let fault = |what: &str, help: &str| ImportError {
            place: self.place.to_owned(),
            what: what.to_owned(),
            help: help.to_owned(),
        };
        let (hexagons, others) = self.hexagons()?;
        let cells = lattice::find(hexagons).ok_or_else(|| {
            let help = "make a hexagonal grid over the map (as QGIS does) with the terrain in a \
                        property, or make the map from the data by a recipe: salient map build";
            fault("holds no regular hexagons side by side", help)
        })?;
        let too_many = || {
            let help = "a map has 1 to 4096 columns and rows; export a part of the layer";
            fault("its hexagons make more than 4096 columns or rows", help)
        };
        if others.rings.is_empty() && !others.has_points {
            let layout = Layout::new(&cells, &Parts::default()).ok_or_else(too_many)?;
            return Ok((layout, None));
        }
        let near = Near::new(cells);
        let mut parts = Parts::default();
        for (key, ring) in &others.rings {
            if let Some((hex, share)) = near.hex_of_part(ring) {
                parts.add(*key, hex, share);
            }
        }
        let layout = Layout::new(near.cells(), &parts).ok_or_else(too_many)?;
        Ok((layout, Some(near)))
    }

    /// The hexagons that are whole, and what else there is.
    fn hexagons(&self) -> Result<(Vec<Hexagon>, Others), ImportError> {
        let (mut hexagons, mut six, mut others) = (Vec::new(), 0_usize, Others::default());
        self.head.each(self.place, self.bytes, |at, shape: AnyFeature<Geometry, IgnoredAny>| {
            let fault = |what: String, help: &str| ImportError {
                place: format!("{}: features[{at}]", self.place),
                what,
                help: help.to_owned(),
            };
            let shapes = shape.geometry.shapes();
            others.has_points |= !shapes.points.is_empty();
            for (part, ring) in (0..).zip(shapes.rings) {
                let degrees = self.in_degrees(ring);
                if let (None, 7, Some([x, y])) = (&degrees, ring.len(), ring.first()) {
                    let what = match &self.system {
                        System::Degrees => {
                            format!(
                                "{x}, {y} are no degrees, and no member `crs` says what they are"
                            )
                        }
                        System::Projected { name, .. } => format!("{x}, {y} lie nowhere in {name}"),
                    };
                    return Err(fault(what, "export the layer anew in EPSG:4326, in degrees"));
                }
                let Some(degrees) = degrees else { continue };
                let key = (at as u32, part);
                let corners = hexagon::corners(&degrees);
                six += usize::from(corners.is_some());
                match corners.filter(|corners| hexagon::is_whole(corners).contains(&true)) {
                    Some(corners) => hexagons.push(Hexagon { key, corners }),
                    None => others.rings.push((key, degrees)),
                }
            }
            if hexagons.len() as u64 > limits::HEXES {
                let what = format!("there are more than {} hexagons", limits::HEXES);
                let help = "a map has 1 to 4096 columns and rows; export a part of the layer";
                return Err(fault(what, help));
            }
            Ok(())
        })?;
        // Among many other things of six corners a few may look like hexagons.
        if 2 * hexagons.len() < six {
            hexagons.clear();
        }
        Ok((hexagons, others))
    }

    /// An open ring on the earth; none where it lies nowhere.
    fn in_degrees(&self, ring: &[Position]) -> Option<Vec<Position>> {
        let on_earth = |[x, y]: &Position| x.abs() <= 360.0 && y.abs() <= 90.0;
        let degrees = |place: &Position| self.system.degrees(*place).filter(on_earth);
        let mut ring: Vec<Position> = ring.iter().map(degrees).collect::<Option<_>>()?;
        hexagon::open_ring(&mut ring);
        Some(ring)
    }
}
