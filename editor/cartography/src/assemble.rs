//! The layers of a map, one by one, from what the recipe says of each.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::{Hex, HexGrid, Side, area};
use salient_schema::map::{
    ElevationLayer, Feature, Hexside, Layer as MapLayer, Line, Map, Path, TerrainLayer, Zone,
};
use salient_schema::recipe::{Correction, HexsideRule, Recipe, Region, SideBrush};
use salient_schema::ruleset::{Kind, Mark};
use salient_schema::{Code, Diagnostic, FileKind, Ruleset};

use crate::chain::{Chain, corner_in_words};
use crate::features::{Features, Painter, plain};
use crate::layer::Layer;
use crate::maths::round_to;
use crate::net::Net;
use crate::plane::Corner;
use crate::region::RegionSource;
use crate::report::{ChainReport, CorrectionReport, Report, in_few_words};
use crate::sides::{self, Along, Hexsides};

/// Hexes that all zones list together.
const MOST_HEXES: u64 = 4 * area::MOST_HEXES;

/// All that the layers of the map are made from.
pub struct Assembly<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// What says where no unit may enter.
    pub ruleset: Option<&'a Ruleset>,
    /// What it is made from.
    pub ground: &'a RegionSource<'a>,
    /// The corners of hexes, by the numbers that the net gives them.
    pub corners: &'a [Corner],
}

impl Assembly<'_> {
    /// Makes the map, and fills in the report.
    pub fn map(&self, report: &mut Report, found: &mut Vec<Diagnostic>) -> Map {
        let recipe = self.recipe;
        let mut corrections: Vec<CorrectionReport> = recipe
            .patch
            .iter()
            .map(|one| CorrectionReport { reason: one.reason.clone(), ..Default::default() })
            .collect();

        let mut painter = Painter {
            ground: self.ground,
            provenance: recipe.features.provenance,
            features: Features::new(),
            unplaced: Vec::new(),
            found: Vec::new(),
        };
        for (index, rule) in recipe.features.rules.iter().enumerate() {
            if let Some(layer) = self.layer(&rule.take.layer) {
                painter.unplaced.push(Vec::new());
                report.features.push(painter.points(rule, layer));
            }
            let prefix = format!("/features/rules/{index}");
            found.extend(painter.found.drain(..).map(|one| under(&prefix, one)));
        }
        for (index, correction) in recipe.patch.iter().enumerate() {
            self.patch_features(index, correction, &mut painter.features, &mut corrections, found);
        }

        let terrain = self.terrain(&painter.features, &mut corrections, report, found);
        self.barred(&painter, &terrain, report, found);
        let terrain_of = |hex: Hex| terrain.get(hex.index()).cloned().unwrap_or_default();
        for (index, rule) in recipe.labels.iter().enumerate() {
            if let Some(layer) = self.layer(&rule.take.layer) {
                report.features.push(painter.labels(rule, layer, &terrain_of));
            }
            let prefix = format!("/labels/{index}");
            found.extend(painter.found.drain(..).map(|one| under(&prefix, one)));
        }

        let levels = self.levels(&mut corrections, report, found);
        let levels = levels.as_deref();
        let hexsides = self.hexsides(levels, &mut corrections, report, found);
        report.chains = self.chain_reports(&hexsides);
        report.corrections = corrections;
        let mut map = Map {
            schema: map_schema(&recipe.schema),
            format_version: recipe.format_version,
            id: recipe.id.clone(),
            title: recipe.title.clone(),
            ruleset: recipe.ruleset.clone(),
            notes: recipe.notes.clone(),
            grid: recipe.grid.grid(self.ground.fitted.metres_per_hex),
            georeference: Some(self.ground.fitted.georeference.clone()),
            terrain: self.terrain_layer(&terrain),
            elevation: levels.and_then(|levels| self.elevation(levels)),
            features: MapLayer {
                provenance: recipe.features.provenance,
                source: recipe.features.source.clone(),
                items: painter.features.into_values().collect(),
            },
            hexsides: MapLayer {
                provenance: recipe.hexsides.provenance,
                source: recipe.hexsides.source.clone(),
                items: hexsides.into_values().collect(),
            },
            paths: MapLayer {
                provenance: recipe.paths.provenance,
                source: recipe.paths.source.clone(),
                items: self.paths(report, found),
            },
            lines: MapLayer {
                provenance: recipe.lines.provenance,
                source: recipe.lines.source.clone(),
                items: self.lines(found),
            },
            zones: MapLayer {
                provenance: recipe.zones.provenance,
                source: recipe.zones.source.clone(),
                items: self.zones(report, found),
            },
            scan: None,
        };
        map.sort();
        count(&map, &terrain, report);
        map
    }

    fn layer(&self, id: &str) -> Option<&Layer> {
        self.ground.layers.iter().find(|layer| layer.id == id)
    }

    fn chain(&self, id: &str) -> Option<&Chain> {
        self.ground.chains.iter().find(|chain| chain.id == id)
    }

    fn grid(&self) -> &HexGrid {
        &self.ground.plane.grid
    }

    /// The hexes of labels that the reader found to be on the map.
    fn hexes<'l>(&self, labels: impl IntoIterator<Item = &'l String>) -> Vec<Hex> {
        labels.into_iter().filter_map(|label| self.grid().parse(label)).collect()
    }

    fn region(
        &self,
        region: &Region,
        pointer: &str,
        report: &mut Report,
        found: &mut Vec<Diagnostic>,
    ) -> BTreeSet<Hex> {
        if let Region::Within(within) = region {
            let loose = self.ground.loose_ends(within);
            found.extend(loose.into_iter().map(|one| under(pointer, one)));
        }
        match self.ground.hexes(region) {
            Ok(hexes) => {
                if hexes.is_empty() {
                    report.empty.push(pointer.to_owned());
                }
                hexes
            }
            Err(fault) => {
                found.push(under(pointer, *fault));
                BTreeSet::new()
            }
        }
    }

    /// The level of each hex, where the recipe has any.
    fn levels(
        &self,
        corrections: &mut [CorrectionReport],
        report: &mut Report,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Vec<i16>> {
        let plan = self.recipe.elevation.as_ref()?;
        let mut levels = vec![0_i16; self.grid().len()];
        let set = |levels: &mut Vec<i16>, hex: Hex, level: i16| {
            if let Some(place) = levels.get_mut(hex.index()) {
                *place = level;
            }
        };
        for (index, rule) in plan.rules.iter().enumerate() {
            let pointer = format!("/elevation/rules/{index}/region");
            for hex in self.region(&rule.region, &pointer, report, found) {
                set(&mut levels, hex, rule.level);
            }
        }
        for (correction, told) in self.recipe.patch.iter().zip(corrections) {
            if let Some(brush) = &correction.elevation {
                for hex in self.hexes(&brush.hexes) {
                    set(&mut levels, hex, brush.level);
                    told.set += 1;
                }
            }
        }
        Some(levels)
    }

    /// The heights of the map.
    fn elevation(&self, levels: &[i16]) -> Option<ElevationLayer> {
        let plan = self.recipe.elevation.as_ref()?;
        // The first levels are written as they are counted, the others as letters that follow.
        let used: BTreeSet<i16> = levels.iter().copied().collect();
        let mut letters = ('a'..='z').chain('A'..='Z').chain('\u{100}'..);
        let glyphs: BTreeMap<i16, char> = used
            .into_iter()
            .filter_map(|level| {
                let digit = u32::try_from(level).ok().and_then(|level| char::from_digit(level, 10));
                Some((level, digit.or_else(|| letters.next())?))
            })
            .collect();
        let columns = usize::from(self.grid().columns()).max(1);
        let row = |row: &[i16]| row.iter().filter_map(|level| glyphs.get(level)).collect();
        Some(ElevationLayer {
            provenance: plan.provenance,
            source: plan.source.clone(),
            metres_per_level: plan.metres_per_level,
            palette: glyphs.iter().map(|(level, glyph)| (glyph.to_string(), *level)).collect(),
            rows: levels.chunks(columns).map(row).collect(),
        })
    }

    fn patch_features(
        &self,
        index: usize,
        correction: &Correction,
        features: &mut Features,
        reports: &mut [CorrectionReport],
        found: &mut Vec<Diagnostic>,
    ) {
        let Some(report) = reports.get_mut(index) else { return };
        if let Some(brush) = &correction.remove_features {
            for (at, label) in brush.hexes.iter().enumerate() {
                let Some(hex) = self.grid().parse(label) else { continue };
                if features.remove(&(hex, brush.kind.clone())).is_some() {
                    report.removed += 1;
                } else {
                    let message = format!("there is no {} in hex {label} to remove", brush.kind);
                    let pointer = format!("/patch/{index}/remove_features/hexes/{at}");
                    found.push(nothing_to_remove(message, pointer).hex(label));
                }
            }
        }
        let Some(brush) = &correction.features else { return };
        let own = self.recipe.features.provenance;
        let named = brush.named.iter().map(|(label, name)| (label, Some(name)));
        for (label, name) in brush.hexes.iter().map(|label| (label, None)).chain(named) {
            let Some(hex) = self.grid().parse(label) else { continue };
            let feature = Feature {
                name: name.cloned(),
                owner: brush.owner.clone(),
                value: brush.value,
                letter: brush.letter.clone(),
                facing: brush.facing.clone(),
                provenance: correction.provenance.filter(|other| *other != own),
                ..plain(label.clone(), &brush.kind)
            };
            features.insert((hex, brush.kind.clone()), feature);
            report.set += 1;
        }
    }

    /// The terrain kind of each hex.
    fn terrain(
        &self,
        features: &Features,
        corrections: &mut [CorrectionReport],
        report: &mut Report,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<String> {
        let plan = &self.recipe.terrain;
        let mut terrain = vec![plan.base.clone(); self.grid().len()];
        let paint = |terrain: &mut Vec<String>, hex: Hex, kind: &String| {
            if let Some(place) = terrain.get_mut(hex.index()) {
                place.clone_from(kind);
            }
        };
        for (index, rule) in plan.rules.iter().enumerate() {
            let pointer = format!("/terrain/rules/{index}/region");
            for hex in self.region(&rule.region, &pointer, report, found) {
                paint(&mut terrain, hex, &rule.kind);
            }
        }
        for (hex, kind) in features.keys() {
            if plan.cleared_by.contains(kind) {
                paint(&mut terrain, *hex, &plan.base);
            }
        }
        for (correction, told) in self.recipe.patch.iter().zip(corrections) {
            if let Some(brush) = &correction.terrain {
                for hex in self.hexes(&brush.hexes) {
                    paint(&mut terrain, hex, &brush.kind);
                    told.set += 1;
                }
            }
        }
        terrain
    }

    /// Tells of what stands where its place on the earth put it, and where no unit may enter:
    /// towns in the sea. What was put there by hand has its reason.
    fn barred(
        &self,
        painter: &Painter<'_>,
        terrain: &[String],
        report: &mut Report,
        found: &mut Vec<Diagnostic>,
    ) {
        let Some(ruleset) = self.ruleset else { return };
        let barred: Vec<&Kind> = ruleset.terrain.iter().filter(|kind| kind.impassable).collect();
        let is_label = |id: &str| {
            let mut kinds = ruleset.features.iter();
            kinds.any(|kind| kind.id == id && kind.look.mark == Mark::Label)
        };
        for (index, (stand, told)) in painter.unplaced.iter().zip(&mut report.features).enumerate()
        {
            for (hex, kind, name) in stand {
                let ground = terrain.get(hex.index());
                let Some(ground) = barred.iter().find(|kind| Some(&kind.id) == ground) else {
                    continue;
                };
                let still_there = painter.features.contains_key(&(*hex, kind.clone()));
                if still_there && !is_label(kind) {
                    let ground = ground.name.to_lowercase();
                    told.barred.push((name.clone(), self.grid().label(*hex), ground));
                }
            }
            let Some((_, hex, _)) = told.barred.first() else { continue };
            let list =
                told.barred.iter().map(|(name, hex, ground)| format!("{name} in {hex} ({ground})"));
            let list = in_few_words(list, told.barred.len());
            let message = format!("no unit may enter where these stand: {list}");
            let help = "`place` puts a thing by name into another hex, `drop` leaves it out, each \
                        with a reason";
            let pointer = format!("/features/rules/{index}");
            let fault = Diagnostic::warning(Code::Misplaced, message).help(help);
            found.push(fault.pointer(pointer).hex(hex));
        }
    }

    fn terrain_layer(&self, terrain: &[String]) -> TerrainLayer {
        let plan = &self.recipe.terrain;
        let glyph = |kind: &String| {
            plan.palette.iter().find(|(_, other)| *other == kind).map_or("", |(glyph, _)| glyph)
        };
        let columns = usize::from(self.recipe.grid.columns).max(1);
        TerrainLayer {
            provenance: plan.provenance,
            source: plan.source.clone(),
            palette: plan.palette.clone(),
            rows: terrain.chunks(columns).map(|row| row.iter().map(glyph).collect()).collect(),
        }
    }

    fn hexsides(
        &self,
        levels: Option<&[i16]>,
        corrections: &mut [CorrectionReport],
        report: &mut Report,
        found: &mut Vec<Diagnostic>,
    ) -> Hexsides {
        let plan = &self.recipe.hexsides;
        let mut hexsides = Hexsides::new();
        for (index, rule) in plan.rules.iter().enumerate() {
            let pointer = format!("/hexsides/rules/{index}");
            match self.along(rule, levels) {
                Ok(along) => {
                    // Of a chain without hexsides it is said elsewhere.
                    if along.is_empty() && rule.chain.is_none() {
                        report.unused_rules.push(pointer);
                    }
                    sides::set(self.ground.plane, rule, along, plan.provenance, &mut hexsides);
                }
                Err(fault) => found.push(under(&pointer, *fault)),
            }
        }
        let of = |brush: &SideBrush| -> Vec<_> {
            let labels = brush.sides.iter().enumerate();
            labels.filter_map(|(at, label)| Some((at, self.grid().parse_side(label)?))).collect()
        };
        for (index, correction) in self.recipe.patch.iter().enumerate() {
            let Some(told) = corrections.get_mut(index) else { continue };
            if let Some(brush) = &correction.remove_hexsides {
                for (at, side) in of(brush) {
                    if hexsides.remove(&(side, brush.kind.clone())).is_some() {
                        told.removed += 1;
                    } else {
                        let label = self.grid().side_label(side);
                        let message = format!("there is no {} at {label} to remove", brush.kind);
                        let pointer = format!("/patch/{index}/remove_hexsides/sides/{at}");
                        found.push(nothing_to_remove(message, pointer));
                    }
                }
            }
            if let Some(brush) = &correction.hexsides {
                for (_, side) in of(brush) {
                    let own = plan.provenance;
                    let item = Hexside {
                        side: self.grid().side_label(side),
                        kind: brush.kind.clone(),
                        name: brush.name.clone(),
                        provenance: correction.provenance.filter(|other| *other != own),
                    };
                    hexsides.insert((side, brush.kind.clone()), item);
                    told.set += 1;
                }
            }
        }
        hexsides
    }

    /// The hexsides that a rule is about. Pointers of faults are relative to it.
    fn along(
        &self,
        rule: &HexsideRule,
        levels: Option<&[i16]>,
    ) -> Result<Vec<Along>, Box<Diagnostic>> {
        if let Some(chain) = &rule.chain {
            return Ok(self.chain(chain).map(sides::of_chain).unwrap_or_default());
        }
        if let Some(areas) = &rule.areas {
            let own = self.recipe.hexsides.provenance;
            let provenance = self.layer(&areas.take.layer).map_or(own, |layer| layer.provenance);
            let sides = self.ground.covered_sides(areas)?.into_iter();
            return Ok(sides.map(|side| Along { side, name: None, provenance }).collect());
        }
        let own = self.recipe.hexsides.provenance;
        let sloping = rule.slope.as_ref().zip(levels);
        Ok(sloping
            .map(|(slope, levels)| sides::of_slope(self.ground, slope, levels, own))
            .unwrap_or_default())
    }

    fn chain_reports(&self, hexsides: &Hexsides) -> Vec<ChainReport> {
        let mut reports = Vec::new();
        for chain in self.ground.chains {
            let rules = self.recipe.hexsides.rules.iter();
            let rules: Vec<_> =
                rules.filter(|rule| rule.chain.as_ref() == Some(&chain.id)).collect();
            for run in &chain.runs {
                let missing = |side: &&Side| {
                    rules.iter().any(|rule| {
                        let mut kinds = std::iter::once(&rule.kind).chain(&rule.yields_to);
                        !kinds.any(|kind| hexsides.contains_key(&(**side, kind.clone())))
                    })
                };
                let corner = |node: Option<&u32>| {
                    let corner = node.and_then(|node| self.corners.get(*node as usize));
                    corner.map(|corner| corner_in_words(self.ground.plane, *corner))
                };
                reports.push(ChainReport {
                    id: chain.id.clone(),
                    name: run.name.clone(),
                    sides: run.sides.len(),
                    from: corner(run.corners.first()).unwrap_or_default(),
                    to: corner(run.corners.last()).unwrap_or_default(),
                    line_hexes: round_to(run.line, 2),
                    strays_hexes: round_to(run.strays, 2),
                    gaps: run.sides.iter().filter(missing).count(),
                });
            }
        }
        reports
    }

    fn paths(&self, report: &mut Report, found: &mut Vec<Diagnostic>) -> Vec<Path> {
        let rules = &self.recipe.paths.rules;
        if rules.is_empty() {
            return Vec::new();
        }
        let net = Net::of_hexes(self.ground.plane);
        let mut paths = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            match sides::paths(self.ground, &net, rule) {
                Ok(more) => {
                    if more.is_empty() {
                        report.unused_rules.push(format!("/paths/rules/{index}"));
                    }
                    paths.extend(more);
                }
                Err(fault) => found.push(under(&format!("/paths/rules/{index}"), *fault)),
            }
        }
        paths
    }

    fn lines(&self, found: &mut Vec<Diagnostic>) -> Vec<Line> {
        let mut lines = Vec::new();
        for (index, rule) in self.recipe.lines.rules.iter().enumerate() {
            let chains: Vec<&Chain> = rule.chains.iter().filter_map(|id| self.chain(id)).collect();
            match sides::border(&chains, self.ground.net) {
                Ok(several) => lines.extend(several.into_iter().map(|sides| Line {
                    kind: rule.kind.clone(),
                    name: rule.name.clone(),
                    owner: rule.owner.clone(),
                    sides: sides.into_iter().map(|side| self.grid().side_label(side)).collect(),
                })),
                Err(fault) => found.push(under(&format!("/lines/rules/{index}"), *fault)),
            }
        }
        lines
    }

    fn zones(&self, report: &mut Report, found: &mut Vec<Diagnostic>) -> Vec<Zone> {
        let mut zones = Vec::new();
        let mut listed = 0;
        for (index, rule) in self.recipe.zones.rules.iter().enumerate() {
            let mut hexes = BTreeSet::new();
            for (at, region) in rule.regions.iter().enumerate() {
                let pointer = format!("/zones/rules/{index}/regions/{at}");
                hexes.extend(self.region(region, &pointer, report, found));
            }
            for (at, region) in rule.except.iter().enumerate() {
                let pointer = format!("/zones/rules/{index}/except/{at}");
                for hex in self.region(region, &pointer, report, found) {
                    hexes.remove(&hex);
                }
            }
            listed += hexes.len() as u64;
            if listed > MOST_HEXES {
                let message = format!("the zones list more than {MOST_HEXES} hexes in all");
                let told = Diagnostic::error(Code::Schema, message).help("make them smaller");
                found.push(told.pointer(format!("/zones/rules/{index}")));
                break;
            }
            zones.push(Zone {
                id: rule.id.clone(),
                name: rule.name.clone(),
                kind: rule.kind,
                owner: rule.owner.clone(),
                colour: None,
                hexes: hexes.into_iter().map(|hex| self.grid().label(hex)).collect(),
            });
        }
        zones
    }
}

fn nothing_to_remove(message: String, pointer: String) -> Diagnostic {
    Diagnostic::warning(Code::DanglingReference, message).pointer(pointer)
}

/// Where the map's schema is, beside the recipe's.
fn map_schema(recipe: &str) -> String {
    let folder = recipe.rfind(['/', '\\']).map_or("", |slash| recipe.split_at(slash + 1).0);
    format!("{folder}{}", FileKind::Map.schema_file())
}

/// Counts what is on the map.
fn count(map: &Map, terrain: &[String], report: &mut Report) {
    fn add<'k>(counts: &mut BTreeMap<String, usize>, kinds: impl Iterator<Item = &'k String>) {
        for kind in kinds {
            *counts.entry(kind.clone()).or_default() += 1;
        }
    }
    add(&mut report.terrain, terrain.iter());
    add(&mut report.feature_counts, map.features.items.iter().map(|item| &item.kind));
    add(&mut report.hexside_counts, map.hexsides.items.iter().map(|item| &item.kind));
    add(&mut report.path_counts, map.paths.items.iter().map(|item| &item.kind));
    let name = |line: &Line| line.name.clone().unwrap_or_else(|| line.kind.clone());
    report.lines = map.lines.items.iter().map(|line| (name(line), line.sides.len())).collect();
    report.zones =
        map.zones.items.iter().map(|zone| (zone.name.clone(), zone.hexes.len())).collect();
}

/// Puts a finding's pointer under that of its rule.
pub fn under(prefix: &str, mut found: Diagnostic) -> Diagnostic {
    let rest = found.place.pointer.take().unwrap_or_default();
    found.pointer(format!("{prefix}{rest}"))
}
