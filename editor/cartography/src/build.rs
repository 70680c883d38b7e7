//! From a recipe to a map.

use std::collections::BTreeMap;

use salient_hex::HexGrid;
use salient_schema::map::Map;
use salient_schema::recipe::Recipe;
use salient_schema::{Code, Diagnostic, Document, FileKind, Ruleset, Source};

use crate::assemble::{Assembly, under};
use crate::chain::Chains;
use crate::fit::{Fitted, fit};
use crate::heights::HeightGrid;
use crate::layer::{self, Layer};
use crate::net::Net;
use crate::plane::Plane;
use crate::progress::Progress;
use crate::region::RegionSource;
use crate::report::{LayerReport, Report};
use crate::unused;

/// A map that was built.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The map, in canonical order.
    pub map: Map,
    /// What building it found out.
    pub report: Report,
}

/// The most hexes of a map that is built: all their corners are kept in memory.
const MOST_HEXES: usize = 4_000_000;

/// Builds the map of a recipe file, or of a variant of one. There is none where a diagnostic is
/// an error.
///
/// Diagnostics name their file (the recipe, or a file of geographic data), line and column.
pub fn build(source: &dyn Source, path: &str) -> (Option<Built>, Vec<Diagnostic>) {
    let (document, mut found) = salient_schema::open_file(source, path);
    let (recipe, varied) = match document {
        Some(Document::Recipe(recipe)) => (*recipe, None),
        Some(Document::Variant(_)) => match salient_schema::open_variant(source, path).0 {
            Some(varied) => (varied.recipe.clone(), Some(varied)),
            None => return (None, found),
        },
        Some(other) => {
            let message = format!(
                "this is a {} file, where a {} is asked for",
                other.kind(),
                FileKind::Recipe
            );
            let code = Code::UnknownFileKind;
            found.push(Diagnostic::error(code, message).file(path).pointer("/$schema"));
            return (None, found);
        }
        None => return (None, found),
    };
    if found.iter().any(Diagnostic::is_error) {
        return (None, found);
    }
    let ruleset = salient_schema::open_ruleset(source, path);
    let (built, mut more) = build_recipe(source, path, &recipe, ruleset.as_ref());
    if let Some(varied) = &varied {
        let own = more.iter_mut().filter(|one| one.place.file.as_deref() == Some(path));
        own.for_each(|one| varied.localise(one));
        // What the recipe has may well be idle in a variant of it.
        let is_idle = |one: &Diagnostic| {
            let pointer = one.place.pointer.as_deref();
            one.code == Code::Unfinished && pointer == Some("/variant_of")
        };
        more.retain(|one| !is_idle(one));
    }
    if let Ok(bytes) = source.read(path) {
        let (mut own, other): (Vec<_>, Vec<_>) =
            more.into_iter().partition(|one| one.place.file.as_deref() == Some(path));
        salient_schema::locate(&String::from_utf8_lossy(&bytes), &mut own);
        more = own;
        more.extend(other);
    }
    found.extend(more);
    found.sort();
    found.dedup();
    (built, found)
}

/// Builds the map of a recipe that was read and found sound. The ruleset says where no unit may
/// enter. Diagnostics of the recipe have pointers into it and no lines.
pub fn build_recipe(
    source: &dyn Source,
    path: &str,
    recipe: &Recipe,
    ruleset: Option<&Ruleset>,
) -> (Option<Built>, Vec<Diagnostic>) {
    build_watched(source, path, recipe, ruleset, &Progress::default())
}

/// The same, while another thread looks how far it is. Where that asks it to stop there is no map,
/// and nothing is found.
pub fn build_watched(
    source: &dyn Source,
    path: &str,
    recipe: &Recipe,
    ruleset: Option<&Ruleset>,
    progress: &Progress,
) -> (Option<Built>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    // Layers and chains are what takes time, and then the map itself.
    progress.begin(recipe.layers.len() + recipe.chains.len() + 1);
    let built = make(source, path, recipe, ruleset, progress, &mut found);
    if progress.stopped() {
        return (None, Vec::new());
    }
    for one in &mut found {
        if one.place.file.is_none() {
            one.place.file = Some(path.to_owned());
        }
    }
    let sound = !found.iter().any(Diagnostic::is_error);
    (built.filter(|_| sound), found)
}

fn make(
    source: &dyn Source,
    path: &str,
    recipe: &Recipe,
    ruleset: Option<&Ruleset>,
    progress: &Progress,
    found: &mut Vec<Diagnostic>,
) -> Option<Built> {
    let hexes = usize::from(recipe.grid.columns) * usize::from(recipe.grid.rows);
    if hexes > MOST_HEXES {
        let message = format!("a map of {hexes} hexes is too large to be built");
        let help = format!("{MOST_HEXES} hexes are the most");
        found.push(Diagnostic::error(Code::Schema, message).help(help).pointer("/grid"));
        return None;
    }
    // The scale does not change where hexes lie on the plane.
    let plane = Plane::new(HexGrid::new(&recipe.grid.grid(1.0)));
    let fitted = match fit(&recipe.georeference, &plane, recipe.grid.metres_per_hex) {
        Ok(fitted) => fitted,
        Err(faults) => {
            found.extend(faults);
            return None;
        }
    };
    let (layers, layer_reports) = read_layers(source, path, recipe, &fitted, progress, found)?;

    let (net, corners) = Net::of_corners(&plane);
    let mut chains = Chains::new(&plane, &net, &corners);
    for (index, rule) in recipe.chains.iter().enumerate() {
        if !progress.goes_on() {
            return None;
        }
        let layer = layers.iter().find(|layer| layer.id == rule.take.layer)?;
        if let Err(fault) = chains.make(rule, layer) {
            found.push(under(&format!("/chains/{index}"), *fault));
        }
    }
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    let made = std::mem::take(&mut chains.made);
    let ground = RegionSource::new(&plane, &fitted, &layers, &made, &net);
    let assembly = Assembly { recipe, ruleset, ground: &ground, corners: &corners };
    let mut report = Report {
        id: recipe.id.clone(),
        title: recipe.title.clone(),
        columns: recipe.grid.columns,
        rows: recipe.grid.rows,
        metres_per_hex: recipe.grid.metres_per_hex.unwrap_or(fitted.metres_per_hex),
        georeference: fitted.georeference.clone(),
        layers: layer_reports,
        chains: Vec::new(),
        features: Vec::new(),
        empty: Vec::new(),
        unused_layers: Vec::new(),
        unused_rules: Vec::new(),
        terrain: BTreeMap::new(),
        feature_counts: BTreeMap::new(),
        hexside_counts: BTreeMap::new(),
        path_counts: BTreeMap::new(),
        lines: Vec::new(),
        zones: Vec::new(),
        corrections: Vec::new(),
    };
    let map = assembly.map(&mut report, found);
    unused::tell(recipe, &made, &mut report, found);
    if !found.iter().any(Diagnostic::is_error) {
        // What the rules cannot have made wrong, but a reader would refuse.
        let document = Document::Map(Box::new(map.clone()));
        for fault in salient_schema::check::check_document(&document) {
            let message = format!("the map that comes of this is faulty: {}", fault.message);
            let mut told = Diagnostic::error(fault.code, message).pointer("");
            told.place.hex = fault.place.hex;
            found.push(told);
        }
    }
    Some(Built { map, report })
}

/// Reads all layers. `None` if one cannot be read; all faults are told first.
fn read_layers(
    source: &dyn Source,
    path: &str,
    recipe: &Recipe,
    fitted: &Fitted,
    progress: &Progress,
    found: &mut Vec<Diagnostic>,
) -> Option<(Vec<Layer>, Vec<LayerReport>)> {
    let (mut layers, mut reports) = (Vec::new(), Vec::new());
    for (index, plan) in recipe.layers.iter().enumerate() {
        if !progress.goes_on() {
            return None;
        }
        let file = salient_schema::project::resolve(path, &plan.file);
        let bytes = match source.read_referred(path, &file) {
            Ok(bytes) => bytes,
            Err(error) => {
                let code = Code::Unreadable;
                let fault = Diagnostic::error(code, error.to_string());
                found.push(fault.pointer(format!("/layers/{index}/file")));
                continue;
            }
        };
        match layer::read(plan, &file, &bytes, fitted) {
            Ok(layer) => {
                reports.push(LayerReport {
                    id: plan.id.clone(),
                    file: plan.file.clone(),
                    provenance: plan.provenance,
                    source: plan.source.clone(),
                    things: layer.things.len(),
                    heights: layer.heights.as_ref().map(HeightGrid::len),
                });
                layers.push(layer);
            }
            Err(faults) => found.extend(faults),
        }
    }
    (!found.iter().any(Diagnostic::is_error)).then_some((layers, reports))
}
