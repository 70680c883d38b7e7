//! What a recipe holds to no end: layers and chains that no rule uses, rules that nothing comes of.

use std::collections::BTreeSet;

use salient_schema::recipe::{ChainEnd, Recipe, Region};
use salient_schema::{Code, Diagnostic};

use crate::chain::Chain;
use crate::report::Report;

/// Tells what is to no end, in the report and as warnings with pointers into the recipe.
pub fn tell(recipe: &Recipe, made: &[Chain], report: &mut Report, found: &mut Vec<Diagnostic>) {
    let used = layers_in_use(recipe);
    for (index, layer) in recipe.layers.iter().enumerate() {
        if !used.contains(layer.id.as_str()) {
            report.unused_layers.push(layer.id.clone());
            let message = format!("no rule uses the layer `{}`", layer.id);
            let help = "let a rule take from it, or leave it out";
            found.push(idle(message, help, format!("/layers/{index}")));
        }
    }
    let used = chains_in_use(recipe);
    for (index, rule) in recipe.chains.iter().enumerate() {
        let pointer = format!("/chains/{index}");
        let is_empty = made.iter().any(|chain| chain.id == rule.id && chain.runs.is_empty());
        if is_empty {
            let message = format!("the chain `{}` has no hexside", rule.id);
            let help = "its lines are shorter than a hexside, or than `shortest`";
            report.unused_rules.push(pointer.clone());
            found.push(idle(message, help, pointer));
        } else if !used.contains(rule.id.as_str()) {
            let message = format!("no rule uses the chain `{}`", rule.id);
            let help = "let a rule of hexsides, lines or regions use it, or leave it out";
            report.unused_rules.push(pointer.clone());
            found.push(idle(message, help, pointer));
        }
    }
    // Of the reports, the rules for features stand first, then the labels.
    let features = (0..recipe.features.rules.len()).map(|at| format!("/features/rules/{at}"));
    let labels = (0..recipe.labels.len()).map(|at| format!("/labels/{at}"));
    for (pointer, told) in features.chain(labels).zip(&report.features) {
        let kept = told.placed + told.moved.len() + told.dropped.len() + told.clashing.len();
        if kept == 0 && told.off_map + told.of_no_kind > 0 {
            let message = match told.off_map {
                0 => format!("none of the {} things is of a kind of this rule", told.of_no_kind),
                count => format!("none of these {count} things lies on the map"),
            };
            let help = "look at the control points, and at what the rule takes";
            report.unused_rules.push(pointer.clone());
            found.push(idle(message, help, pointer));
        }
    }
    for pointer in &report.empty {
        let help = "look at the control points, and at what the region takes";
        found.push(idle("this region holds no hex".to_owned(), help, pointer.clone()));
    }
    for (list, what, help) in [
        ("/paths/", "no path", "its lines lie off the map, or are shorter than a hex"),
        ("/hexsides/", "no hexside", "look at what its areas cover, or at the bounds of its slope"),
    ] {
        for pointer in report.unused_rules.iter().filter(|one| one.starts_with(list)) {
            found.push(idle(format!("{what} comes of this rule"), help, pointer.clone()));
        }
    }
}

fn idle(message: String, help: &str, pointer: String) -> Diagnostic {
    Diagnostic::warning(Code::Unfinished, message).help(help).pointer(pointer)
}

/// All regions that rules speak of.
fn regions(recipe: &Recipe) -> impl Iterator<Item = &Region> {
    let of_terrain = recipe.terrain.rules.iter().map(|rule| &rule.region);
    let of_zones =
        recipe.zones.rules.iter().flat_map(|rule| rule.regions.iter().chain(&rule.except));
    let of_heights = recipe.elevation.iter().flat_map(|plan| &plan.rules).map(|rule| &rule.region);
    of_terrain.chain(of_heights).chain(of_zones)
}

/// The layers that rules take from.
pub fn layers_in_use(recipe: &Recipe) -> BTreeSet<&str> {
    let chains = recipe.chains.iter().map(|rule| &rule.take);
    let features = recipe.features.rules.iter().map(|rule| &rule.take);
    let labels = recipe.labels.iter().map(|rule| &rule.take);
    let paths = recipe.paths.rules.iter().map(|rule| &rule.take);
    let areas = regions(recipe).filter_map(|region| match region {
        Region::Areas(areas) => Some(&areas.take),
        _ => None,
    });
    let covered = recipe.hexsides.rules.iter().filter_map(|rule| rule.areas.as_ref());
    let covered = covered.map(|areas| &areas.take);
    let all = chains.chain(features).chain(labels).chain(paths).chain(areas).chain(covered);
    let heights = regions(recipe).filter_map(|region| match region {
        Region::Heights(heights) => Some(heights.layer.as_str()),
        _ => None,
    });
    let slopes = recipe.hexsides.rules.iter().filter_map(|rule| rule.slope.as_ref());
    let slopes = slopes.map(|slope| slope.layer.as_str());
    all.map(|take| take.layer.as_str()).chain(heights).chain(slopes).collect()
}

/// The chains that something else uses: hexsides, lines, regions, or another chain that starts or
/// ends on it.
fn chains_in_use(recipe: &Recipe) -> BTreeSet<&str> {
    let hexsides = recipe.hexsides.rules.iter().filter_map(|rule| rule.chain.as_ref());
    let lines = recipe.lines.rules.iter().flat_map(|rule| &rule.chains);
    let within = regions(recipe).flat_map(|region| match region {
        Region::Within(within) => within.chains.as_slice(),
        _ => &[],
    });
    let others = recipe.chains.iter().flat_map(|rule| {
        let ends = [&rule.from, &rule.to].into_iter().filter_map(|end| match end {
            Some(ChainEnd::On(id)) => Some(id),
            _ => None,
        });
        ends.chain(rule.meets.iter().filter(|id| **id != rule.id))
    });
    hexsides.chain(lines).chain(within).chain(others).map(String::as_str).collect()
}
