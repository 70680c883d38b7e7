//! A recipe by itself, and what it says of its ruleset.

use std::fmt::Arguments;

use super::map::{compass, grid as check_grid, hex, palette_keys, side};
use super::names::{self, Names};
use super::references::Known;
use super::{header, within};
use crate::findings::Findings;
use crate::map::{Fit, Grid};
use crate::position::escape;
use crate::recipe::{
    Areas, Barred, ChainEnd, ChainRule, Correction, FeatureRule, HeightBound, Heights, HexsideRule,
    KindBy, Placing, Recipe, Region, Selection, Slope,
};
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind, Variant};

/// What the rules of a recipe may refer to.
struct Recipes<'a> {
    grid: Grid,
    layers: Names<'a>,
    /// Those of the layers that are grids of heights.
    heights: Vec<&'a str>,
    chains: Names<'a>,
}

pub(super) fn check(recipe: &Recipe, out: &mut Findings) {
    header(&recipe.schema, recipe.format_version, FileKind::Recipe, out);
    names::own_id(&recipe.id, out);
    let grid = recipe.grid.grid(1.0);
    check_grid(&grid, out);
    georeference(recipe, &grid, out);
    names::ids("/layers", recipe.layers.iter().map(|layer| layer.id.as_str()), out);
    names::ids("/chains", recipe.chains.iter().map(|chain| chain.id.as_str()), out);
    let all = Recipes {
        grid,
        layers: Names::new("layer", recipe.layers.iter().map(|layer| layer.id.as_str())),
        heights: recipe
            .layers
            .iter()
            .filter(|layer| layer.is_heights())
            .map(|layer| layer.id.as_str())
            .collect(),
        chains: Names::new("chain", recipe.chains.iter().map(|chain| chain.id.as_str())),
    };
    for (index, rule) in recipe.chains.iter().enumerate() {
        chain(recipe, index, rule, &all, out);
    }
    terrain(recipe, &all, out);
    if let Some(plan) = &recipe.elevation {
        if let Some(metres) = plan.metres_per_level {
            within(metres, 0.1, 10_000.0, format_args!("/elevation/metres_per_level"), out);
        }
        for (index, rule) in plan.rules.iter().enumerate() {
            region(&rule.region, format_args!("/elevation/rules/{index}/region"), &all, out);
        }
    }
    for (index, rule) in recipe.features.rules.iter().enumerate() {
        feature(index, rule, &all, out);
    }
    for (index, rule) in recipe.labels.iter().enumerate() {
        selection(&rule.take, format_args!("/labels/{index}/take"), &all, out);
        places(&rule.place, format_args!("/labels/{index}/place"), &all, out);
    }
    for (index, rule) in recipe.hexsides.rules.iter().enumerate() {
        hexside(recipe, rule, format_args!("/hexsides/rules/{index}"), &all, out);
    }
    for (index, rule) in recipe.paths.rules.iter().enumerate() {
        let pointer = format_args!("/paths/rules/{index}");
        selection(&rule.take, format_args!("{pointer}/take"), &all, out);
        one_kind(rule.kind.as_deref(), rule.kind_by.as_ref(), pointer, out);
        if let Some(shortest) = rule.shortest {
            within(shortest, 0.0, 10_000.0, format_args!("{pointer}/shortest"), out);
        }
    }
    for (index, rule) in recipe.lines.rules.iter().enumerate() {
        let pointer = format_args!("/lines/rules/{index}/chains");
        if rule.chains.is_empty() {
            out.error(pointer, Code::Schema, "a border line has at least one chain".to_owned());
        }
        for (at, chain) in rule.chains.iter().enumerate() {
            all.chains.need(chain, format_args!("{pointer}/{at}"), out);
        }
    }
    zones(recipe, &all, out);
    for (index, correction) in recipe.patch.iter().enumerate() {
        patch(index, correction, recipe.elevation.is_some(), &all.grid, out);
    }
}

/// What a variant by itself tells; the rest is told of the recipe that comes of it.
pub(super) fn check_variant(variant: &Variant, out: &mut Findings) {
    header(&variant.schema, variant.format_version, FileKind::Variant, out);
    names::own_id(&variant.id, out);
    names::ids("/layers", variant.layers.iter().map(|layer| layer.id.as_str()), out);
    names::ids("/chains", variant.chains.iter().map(|chain| chain.id.as_str()), out);
    names::ids("/zones", variant.zones.iter().map(|zone| zone.id.as_str()), out);
}

fn georeference(recipe: &Recipe, grid: &Grid, out: &mut Findings) {
    let plan = &recipe.georeference;
    if let Some(latitude) = plan.reference_latitude {
        within(latitude, -85.0, 85.0, format_args!("/georeference/reference_latitude"), out);
    }
    let (needed, what) = match plan.fit {
        Fit::Similarity => (2, "a similarity"),
        Fit::Affine => (3, "an affine fit"),
        Fit::Stated => (1, "a stated fit"),
    };
    let given = plan.control_points.len();
    if plan.fit == Fit::Stated {
        if recipe.grid.metres_per_hex.is_none() {
            let message = "a stated fit goes by the field `metres_per_hex`".to_owned();
            out.error("/grid", Code::MissingField, message);
        }
        if given > 1 {
            let message = format!("a stated fit goes by one control point; here are {given}");
            let help = "with two or more, say \"fit\": \"similarity\": the points then tell \
                        scale and north, and check each other";
            let found = Diagnostic::error(Code::Schema, message).help(help);
            out.push("/georeference/control_points", found);
        }
    }
    if given < needed {
        let message = format!("{what} needs {needed} control points; here are {given}");
        out.error("/georeference/control_points", Code::Schema, message);
    }
    for (index, point) in plan.control_points.iter().enumerate() {
        let pointer = format_args!("/georeference/control_points/{index}");
        hex(grid, &point.hex, format_args!("{pointer}/hex"), out);
        within(point.latitude, -90.0, 90.0, format_args!("{pointer}/latitude"), out);
        within(point.longitude, -180.0, 180.0, format_args!("{pointer}/longitude"), out);
    }
}

fn chain(recipe: &Recipe, index: usize, rule: &ChainRule, all: &Recipes<'_>, out: &mut Findings) {
    let pointer = format_args!("/chains/{index}");
    selection(&rule.take, format_args!("{pointer}/take"), all, out);
    if let Some(shortest) = rule.shortest {
        within(shortest, 0.0, 10_000.0, format_args!("{pointer}/shortest"), out);
    }
    // A chain that is made later has no corners yet to start from.
    let place = |id: &str| recipe.chains.iter().position(|other| other.id == id);
    for (end, field) in [(&rule.from, "from"), (&rule.to, "to")] {
        let Some(ChainEnd::On(id)) = end else { continue };
        let pointer = format_args!("{pointer}/{field}/on");
        all.chains.need(id, pointer, out);
        if place(id).is_some_and(|other| other >= index) {
            let message = format!("the chain `{}` is not made before this one", shown(id));
            let help = "put it further up";
            out.push(pointer, Diagnostic::error(Code::DanglingReference, message).help(help));
        }
    }
    for (at, id) in rule.meets.iter().enumerate() {
        let pointer = format_args!("{pointer}/meets/{at}");
        all.chains.need(id, pointer, out);
        if place(id).is_some_and(|other| other > index) {
            let message = format!("the chain `{}` is made after this one", shown(id));
            let help = "put it further up";
            out.push(pointer, Diagnostic::error(Code::DanglingReference, message).help(help));
        }
    }
    for (at, Barred { sides, reason: _ }) in rule.barred.iter().enumerate() {
        for (number, label) in sides.iter().enumerate() {
            side(&all.grid, label, format_args!("{pointer}/barred/{at}/sides/{number}"), out);
        }
    }
}

fn terrain(recipe: &Recipe, all: &Recipes<'_>, out: &mut Findings) {
    let plan = &recipe.terrain;
    palette_keys("/terrain", plan.palette.keys(), out);
    let mut kinds: Vec<&str> = Vec::new();
    for (glyph, kind) in &plan.palette {
        if kinds.contains(&kind.as_str()) {
            let message = format!("two glyphs stand for `{}`", shown(kind));
            out.error(format_args!("/terrain/palette/{}", escape(glyph)), Code::Duplicate, message);
        }
        kinds.push(kind);
    }
    let known = Names::new("terrain kind in the palette", kinds);
    known.need(&plan.base, format_args!("/terrain/base"), out);
    for (index, rule) in plan.rules.iter().enumerate() {
        known.need(&rule.kind, format_args!("/terrain/rules/{index}/kind"), out);
        region(&rule.region, format_args!("/terrain/rules/{index}/region"), all, out);
    }
    for (index, correction) in recipe.patch.iter().enumerate() {
        if let Some(brush) = &correction.terrain {
            known.need(&brush.kind, format_args!("/patch/{index}/terrain/kind"), out);
        }
    }
    for (index, rule) in recipe.labels.iter().enumerate() {
        for (at, kind) in rule.on.iter().enumerate() {
            known.need(kind, format_args!("/labels/{index}/on/{at}"), out);
        }
    }
}

fn feature(index: usize, rule: &FeatureRule, all: &Recipes<'_>, out: &mut Findings) {
    let pointer = format_args!("/features/rules/{index}");
    selection(&rule.take, format_args!("{pointer}/take"), all, out);
    one_kind(rule.kind.as_deref(), rule.kind_by.as_ref(), pointer, out);
    places(&rule.place, format_args!("{pointer}/place"), all, out);
}

/// Exactly one of `kind` and `kind_by`.
fn one_kind(kind: Option<&str>, by: Option<&KindBy>, pointer: Arguments<'_>, out: &mut Findings) {
    match (kind, by) {
        (None, None) => {
            let message = "one of the fields `kind` and `kind_by` is missing".to_owned();
            out.error(pointer, Code::MissingField, message);
        }
        (Some(_), Some(_)) => {
            let message = "only one of `kind` and `kind_by` may stand here".to_owned();
            out.error(format_args!("{pointer}/kind_by"), Code::Schema, message);
        }
        _ => {}
    }
}

fn selection(take: &Selection, pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    all.layers.need(&take.layer, format_args!("{pointer}/layer"), out);
    if all.heights.contains(&take.layer.as_str()) {
        let layer = shown(&take.layer);
        let message = format!("the layer `{layer}` is a grid of heights: nothing is taken of it");
        let help = "heights are for a region `heights` and for hexsides by `slope`";
        let found = Diagnostic::error(Code::DanglingReference, message).help(help);
        out.push(format_args!("{pointer}/layer"), found);
    }
}

/// A layer that must be a grid of heights.
fn heights_layer(layer: &str, pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    all.layers.need(layer, pointer, out);
    if all.layers.contains(layer) && !all.heights.contains(&layer) {
        let message = format!("the layer `{}` is no grid of heights", shown(layer));
        let help = "heights are read of ESRI ASCII grids, whose names end in `.asc`";
        out.push(pointer, Diagnostic::error(Code::DanglingReference, message).help(help));
    }
}

fn heights(rule: &Heights, pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    heights_layer(&rule.layer, format_args!("{pointer}/layer"), all, out);
    if rule.bounds.is_empty() {
        let message = "heights are told apart by at least one bound".to_owned();
        out.error(format_args!("{pointer}/bounds"), Code::MissingField, message);
    }
    for (at, bound) in rule.bounds.iter().enumerate() {
        let pointer = format_args!("{pointer}/bounds/{at}");
        let most = f64::from(HeightBound::MOST_WITHIN);
        within(f64::from(bound.within), 0.0, most, format_args!("{pointer}/within"), out);
        if bound.at_least.is_none() && bound.below.is_none() {
            let message = "one of the fields `at_least` and `below` is missing".to_owned();
            out.error(pointer, Code::MissingField, message);
        }
        in_order(bound.at_least, bound.below, pointer, out);
    }
}

/// That something lies from one bound to the other.
fn in_order(least: Option<f64>, most: Option<f64>, pointer: Arguments<'_>, out: &mut Findings) {
    if let (Some(least), Some(most)) = (least, most)
        && least >= most
    {
        let message = format!("nothing is at least {least} and below {most}");
        out.error(format_args!("{pointer}/below"), Code::Schema, message);
    }
}

/// What exactly one of tells which hexsides.
fn hexside(
    recipe: &Recipe,
    rule: &HexsideRule,
    pointer: Arguments<'_>,
    all: &Recipes<'_>,
    out: &mut Findings,
) {
    let HexsideRule { chain, areas, slope, .. } = rule;
    let given = [chain.is_some(), areas.is_some(), slope.is_some()];
    match given.into_iter().filter(|given| *given).count() {
        0 => {
            let message = "one of the fields `chain`, `areas` and `slope` is missing".to_owned();
            out.error(pointer, Code::MissingField, message);
        }
        1 => {}
        _ => {
            let message = "only one of `chain`, `areas` and `slope` may stand here".to_owned();
            out.error(pointer, Code::Schema, message);
        }
    }
    if let Some(chain) = chain {
        all.chains.need(chain, format_args!("{pointer}/chain"), out);
    }
    if let Some(covering) = areas {
        self::areas(covering, format_args!("{pointer}/areas"), all, out);
    }
    if let Some(Slope { layer, at_least, below, levels: _ }) = slope {
        let pointer = format_args!("{pointer}/slope");
        heights_layer(layer, format_args!("{pointer}/layer"), all, out);
        in_order(*at_least, *below, pointer, out);
        if recipe.elevation.is_none() {
            let message = "slopes lie between levels, and the recipe has no `elevation`".to_owned();
            out.error(pointer, Code::MissingField, message);
        }
    }
}

fn areas(areas: &Areas, pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    selection(&areas.take, format_args!("{pointer}/take"), all, out);
    if let Some(share) = areas.share {
        within(share, 0.001, 1.0, format_args!("{pointer}/share"), out);
    }
}

fn places(list: &[Placing], pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    for (at, placing) in list.iter().enumerate() {
        hex(&all.grid, &placing.hex, format_args!("{pointer}/{at}/hex"), out);
    }
}

fn region(region: &Region, pointer: Arguments<'_>, all: &Recipes<'_>, out: &mut Findings) {
    match region {
        Region::Areas(covering) => areas(covering, format_args!("{pointer}/areas"), all, out),
        Region::Heights(rule) => heights(rule, format_args!("{pointer}/heights"), all, out),
        Region::Within(inside) => {
            hexes(&inside.from, format_args!("{pointer}/within/from"), &all.grid, out);
            for (at, chain) in inside.chains.iter().enumerate() {
                all.chains.need(chain, format_args!("{pointer}/within/chains/{at}"), out);
            }
        }
        Region::Edge(strip) => {
            for (end, field) in [(&strip.from, "from"), (&strip.to, "to")] {
                if let Some(label) = end {
                    hex(&all.grid, label, format_args!("{pointer}/edge/{field}"), out);
                }
            }
        }
        Region::Hexes(list) => hexes(list, format_args!("{pointer}/hexes"), &all.grid, out),
    }
}

fn hexes<S: AsRef<str>>(list: &[S], pointer: Arguments<'_>, grid: &Grid, out: &mut Findings) {
    for (at, label) in list.iter().enumerate() {
        hex(grid, label.as_ref(), format_args!("{pointer}/{at}"), out);
    }
}

fn zones(recipe: &Recipe, all: &Recipes<'_>, out: &mut Findings) {
    let rules = &recipe.zones.rules;
    names::ids("/zones/rules", rules.iter().map(|zone| zone.id.as_str()), out);
    for (index, zone) in rules.iter().enumerate() {
        for (list, field) in [(&zone.regions, "regions"), (&zone.except, "except")] {
            for (at, one) in list.iter().enumerate() {
                region(one, format_args!("/zones/rules/{index}/{field}/{at}"), all, out);
            }
        }
    }
}

fn patch(index: usize, correction: &Correction, has_levels: bool, grid: &Grid, out: &mut Findings) {
    let pointer = format_args!("/patch/{index}");
    let Correction {
        remove_features,
        remove_hexsides,
        terrain,
        elevation,
        features,
        hexsides,
        reason: _,
        provenance: _,
    } = correction;
    if remove_features.is_none()
        && remove_hexsides.is_none()
        && terrain.is_none()
        && elevation.is_none()
        && features.is_none()
        && hexsides.is_none()
    {
        let message = "this correction corrects nothing".to_owned();
        out.error(pointer, Code::MissingField, message);
    }
    for (brush, field) in [(remove_features, "remove_features"), (terrain, "terrain")] {
        if let Some(brush) = brush {
            hexes(&brush.hexes, format_args!("{pointer}/{field}/hexes"), grid, out);
        }
    }
    if let Some(brush) = elevation {
        let pointer = format_args!("{pointer}/elevation");
        hexes(&brush.hexes, format_args!("{pointer}/hexes"), grid, out);
        if !has_levels {
            let message = "levels are set by hand, and the recipe has no `elevation`".to_owned();
            let help = "give it an `elevation`; without rules every hex has level 0";
            out.push(pointer, Diagnostic::error(Code::MissingField, message).help(help));
        }
    }
    for (brush, field) in [(remove_hexsides, "remove_hexsides"), (hexsides, "hexsides")] {
        for (at, label) in brush.iter().flat_map(|brush| &brush.sides).enumerate() {
            side(grid, label, format_args!("{pointer}/{field}/sides/{at}"), out);
        }
    }
    if let Some(brush) = features {
        hexes(&brush.hexes, format_args!("{pointer}/features/hexes"), grid, out);
        for label in brush.named.keys() {
            hex(grid, label, format_args!("{pointer}/features/named/{}", escape(label)), out);
        }
        let anywhere = brush.hexes.iter().chain(brush.named.keys()).next();
        for (at, point) in brush.facing.iter().enumerate() {
            let pointer = format_args!("{pointer}/features/facing/{at}");
            compass(grid, point, anywhere.map_or("", |label| label.as_str()), pointer, out);
        }
    }
}

/// The kinds and sides that a recipe names.
pub(super) fn references(recipe: &Recipe, known: &Known<'_>, out: &mut Findings) {
    for (glyph, kind) in &recipe.terrain.palette {
        known.terrain.need(kind, format_args!("/terrain/palette/{}", escape(glyph)), out);
    }
    for (at, kind) in recipe.terrain.cleared_by.iter().enumerate() {
        known.features.need(kind, format_args!("/terrain/cleared_by/{at}"), out);
    }
    for (index, rule) in recipe.features.rules.iter().enumerate() {
        let pointer = format_args!("/features/rules/{index}");
        kinds(rule.kind.as_deref(), rule.kind_by.as_ref(), &known.features, pointer, out);
        owner(rule.owner.as_deref(), known, format_args!("{pointer}/owner"), out);
        for (at, kind) in rule.yields_to.iter().enumerate() {
            known.features.need(kind, format_args!("{pointer}/yields_to/{at}"), out);
        }
    }
    for (index, rule) in recipe.labels.iter().enumerate() {
        known.features.need(&rule.kind, format_args!("/labels/{index}/kind"), out);
    }
    for (index, rule) in recipe.hexsides.rules.iter().enumerate() {
        let pointer = format_args!("/hexsides/rules/{index}");
        known.hexsides.need(&rule.kind, format_args!("{pointer}/kind"), out);
        for (at, kind) in rule.yields_to.iter().enumerate() {
            known.hexsides.need(kind, format_args!("{pointer}/yields_to/{at}"), out);
        }
    }
    for (index, rule) in recipe.paths.rules.iter().enumerate() {
        let pointer = format_args!("/paths/rules/{index}");
        kinds(rule.kind.as_deref(), rule.kind_by.as_ref(), &known.paths, pointer, out);
    }
    for (index, rule) in recipe.lines.rules.iter().enumerate() {
        known.lines.need(&rule.kind, format_args!("/lines/rules/{index}/kind"), out);
        let pointer = format_args!("/lines/rules/{index}/owner");
        owner(rule.owner.as_deref(), known, pointer, out);
    }
    for (index, rule) in recipe.zones.rules.iter().enumerate() {
        let pointer = format_args!("/zones/rules/{index}/owner");
        owner(rule.owner.as_deref(), known, pointer, out);
    }
    for (index, correction) in recipe.patch.iter().enumerate() {
        let pointer = format_args!("/patch/{index}");
        if let Some(brush) = &correction.remove_features {
            known.features.need(&brush.kind, format_args!("{pointer}/remove_features/kind"), out);
        }
        if let Some(brush) = &correction.remove_hexsides {
            known.hexsides.need(&brush.kind, format_args!("{pointer}/remove_hexsides/kind"), out);
        }
        if let Some(brush) = &correction.features {
            known.features.need(&brush.kind, format_args!("{pointer}/features/kind"), out);
            let pointer = format_args!("{pointer}/features/owner");
            owner(brush.owner.as_deref(), known, pointer, out);
        }
        if let Some(brush) = &correction.hexsides {
            known.hexsides.need(&brush.kind, format_args!("{pointer}/hexsides/kind"), out);
        }
    }
}

fn kinds(
    kind: Option<&str>,
    by: Option<&KindBy>,
    known: &Names<'_>,
    pointer: Arguments<'_>,
    out: &mut Findings,
) {
    if let Some(kind) = kind {
        known.need(kind, format_args!("{pointer}/kind"), out);
    }
    for (value, kind) in by.iter().flat_map(|by| &by.kinds) {
        known.need(kind, format_args!("{pointer}/kind_by/kinds/{}", escape(value)), out);
    }
}

fn owner(owner: Option<&str>, known: &Known<'_>, pointer: Arguments<'_>, out: &mut Findings) {
    if let Some(owner) = owner {
        known.sides_or_nations.need(owner, pointer, out);
    }
}
