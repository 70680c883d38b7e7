//! What types alone cannot say: ranges, what one file must agree on in itself, and what files
//! say of one another.
//!
//! Everything here works on values, without text: the reader uses it after typing a file, an
//! editor after each change. Pointers are those of the file, in a [`Bundle`] those of the
//! bundle (`/map/features/items/3/kind`).

mod header;
mod map;
mod names;
mod order_of_battle;
mod recipe;
mod references;
mod rules_of_play;
mod ruleset;
mod scenario;
mod scoped;

pub use scoped::Scoped;

use crate::document::Document;
use crate::findings::Findings;
use crate::{Bundle, Code, Diagnostic, FileKind, Map, OrderOfBattle, Pictures, Recipe, Ruleset};
use header::{header, within};

/// Checks that what the parts of a bundle say of each other is there: kinds, sides, types,
/// counters, hexes, zones, game-turns, cells of charts.
///
/// Pointers are into the bundle: `/map/features/items/3/kind`,
/// `/orders_of_battle/0/counters/2/type`, `/scenario/setup/placements/0/hex`. Files, lines and
/// columns are left out; [`crate::ProjectPaths::localise`] gives the files and
/// [`crate::locate`] the lines.
pub fn check_references(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    references::bundle(bundle, &mut out);
    out.finish()
}

/// Checks each part of a bundle for itself, with pointers into the bundle.
pub fn check_parts(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    out.under("/ruleset");
    ruleset::check(&bundle.ruleset, &mut out);
    out.under("/map");
    map::check(&bundle.map, &mut out);
    for (index, oob) in bundle.orders_of_battle.iter().enumerate() {
        out.under(format!("/orders_of_battle/{index}"));
        order_of_battle::check(oob, &mut out);
    }
    out.under("/scenario");
    scenario::check(&bundle.scenario, &mut out);
    out.finish()
}

/// Checks a file for itself: everything that [`crate::read_text`] says of a file that can be
/// read as data, without lines and columns.
pub fn check_document(document: &Document) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    match document {
        Document::Map(value) => map::check(value, &mut out),
        Document::Ruleset(value) => ruleset::check(value, &mut out),
        Document::Recipe(value) => recipe::check(value, &mut out),
        Document::Variant(value) => recipe::check_variant(value, &mut out),
        Document::OrderOfBattle(value) => order_of_battle::check(value, &mut out),
        Document::Scenario(value) => scenario::check(value, &mut out),
        Document::Bundle(value) => {
            header(&value.schema, value.format_version, FileKind::Bundle, &mut out);
            let mut found = out.finish();
            let (parts, references) = side_by_side(
                value,
                || check_parts(value),
                || {
                    let mut found = bundle_names(value);
                    found.extend(check_references(value));
                    found
                },
            );
            found.extend(parts);
            found.extend(references);
            return found;
        }
    }
    out.finish()
}

/// Checks the pictures that faces name, as far as somebody has tried to read them.
pub fn check_pictures(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    for (index, oob) in bundle.orders_of_battle.iter().enumerate() {
        out.under(format!("/orders_of_battle/{index}"));
        pictures_of(oob, &bundle.pictures, &mut out);
    }
    out.finish()
}

/// Checks the pictures of one order of battle, with pointers into it.
pub fn check_pictures_of(oob: &OrderOfBattle, pictures: &Pictures) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    pictures_of(oob, pictures, &mut out);
    out.finish()
}

fn pictures_of(oob: &OrderOfBattle, pictures: &Pictures, out: &mut Findings) {
    for (at, counter) in oob.counters.iter().enumerate() {
        order_of_battle::pictures(at, counter, &oob.id, pictures, out);
    }
}

/// Does both, at the same time where the bundle is so large that it pays.
fn side_by_side<A: Send, B: Send>(
    bundle: &Bundle,
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    const LARGE: usize = 5_000;
    let counters: usize = bundle.orders_of_battle.iter().map(|oob| oob.counters.len()).sum();
    let map = &bundle.map;
    if counters + map.features.items.len() + map.hexsides.items.len() < LARGE {
        return (one(), other());
    }
    rayon::join(one, other)
}

/// Checks what a map says of its ruleset, with pointers into the map.
pub fn check_map_references(map: &Map, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    references::map(map, &references::Known::new(ruleset), &mut out);
    out.finish()
}

/// Checks what a recipe says of its ruleset, with pointers into the recipe.
pub fn check_recipe_references(recipe: &Recipe, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    recipe::references(recipe, &references::Known::new(ruleset), &mut out);
    out.finish()
}

/// Checks what an order of battle says of its ruleset, with pointers into the order of battle.
pub fn check_order_of_battle_references(
    order_of_battle: &OrderOfBattle,
    ruleset: &Ruleset,
) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    references::order_of_battle(order_of_battle, &references::Known::new(ruleset), &mut out);
    out.finish()
}

/// In a bundle, the parts name each other by their ids.
fn bundle_names(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut out = Findings::default();
    let Bundle { ruleset, map, orders_of_battle, scenario, .. } = bundle;
    let mut need = |pointer: std::fmt::Arguments<'_>, name: &str, id: &str| {
        if name != id {
            let message = format!("the bundle has no part with the id `{name}` here");
            let found = Diagnostic::error(Code::DanglingReference, message);
            out.push(pointer, found.help(format!("it should be `{id}`")));
        }
    };
    need(format_args!("/map/ruleset"), &map.ruleset, &ruleset.id);
    need(format_args!("/scenario/ruleset"), &scenario.ruleset, &ruleset.id);
    need(format_args!("/scenario/map"), &scenario.map, &map.id);
    for (index, oob) in orders_of_battle.iter().enumerate() {
        need(format_args!("/orders_of_battle/{index}/ruleset"), &oob.ruleset, &ruleset.id);
        let name = scenario.orders_of_battle.get(index).map_or("", String::as_str);
        need(format_args!("/scenario/orders_of_battle/{index}"), name, &oob.id);
    }
    if scenario.orders_of_battle.len() > orders_of_battle.len() {
        let message = "the scenario names more orders of battle than the bundle has".to_owned();
        out.error("/scenario/orders_of_battle", Code::DanglingReference, message);
    }
    out.finish()
}
