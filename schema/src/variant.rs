//! A variant of a recipe: another map of the same country, told by what is different.
//!
//! The recipe that it varies is read first, then the variant's parts replace or add. What comes
//! of it is a [`Recipe`] like any other, and is checked and built as one.

use serde::{Deserialize, Serialize};

use crate::common::Id;
use crate::paths::resolve;
use crate::recipe::{ChainRule, Correction, GeoLayer, LineRule, Recipe, ZoneRule};
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind};

/// A variant file. `salient map build` takes it in place of a recipe.
///
/// Kinds are those of the ruleset of the recipe that it varies. Files that it names lie relative
/// to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Where the JSON Schema is; its last part says that this is a variant:
    /// `variant.schema.json`. The map's schema is looked for beside it.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The map's own name, as `western-front-1919`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What a reader calls the map.
    pub title: String,
    /// The recipe that it varies: a path relative to this file, with `/`.
    pub variant_of: String,
    /// The map's notes; those of the recipe if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What the recipe has and this map has not.
    #[serde(default, skip_serializing_if = "Dropped::is_empty")]
    pub drop: Dropped,
    /// Geographic data. A layer with the id of one of the recipe's takes its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<GeoLayer>,
    /// Chains. One with the id of one of the recipe's takes its place; others are made after
    /// those.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<ChainRule>,
    /// Border lines beside the recipe's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineRule>,
    /// Zones. One with the id of one of the recipe's takes its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneRule>,
    /// Corrections by hand, made after the recipe's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patch: Vec<Correction>,
}

/// What a variant leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// Chains, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Id>,
    /// Border lines, by their kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Id>,
    /// Zones, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Id>,
}

impl Dropped {
    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.chains.is_empty() && self.lines.is_empty() && self.zones.is_empty()
    }
}

/// The recipe that comes of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// The recipe, as it would stand in the variant's place.
    pub recipe: Recipe,
    /// The path of the recipe that was varied, as the variant names it.
    variant_of: String,
    layers: Vec<Origin>,
    chains: Vec<Origin>,
    lines: Vec<Origin>,
    zones: Vec<Origin>,
    patch: Vec<Origin>,
}

/// Where an item of the recipe stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// In the recipe that is varied, at this place.
    Base(usize),
    /// In the variant, at this place.
    Own(usize),
}

impl Variant {
    /// Makes the recipe: leaves out, replaces, adds. Diagnostics have pointers into the variant.
    pub fn apply(&self, base: Recipe) -> (Varied, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut recipe = base;
        let moved = |file: &str| resolve(&self.variant_of, file);
        recipe.schema = beside(&self.schema, FileKind::Recipe);
        recipe.format_version = self.format_version;
        recipe.id.clone_from(&self.id);
        recipe.title.clone_from(&self.title);
        recipe.ruleset = moved(&recipe.ruleset);
        if !self.notes.is_empty() {
            recipe.notes.clone_from(&self.notes);
        }
        for layer in &mut recipe.layers {
            layer.file = moved(&layer.file);
        }
        let Dropped { chains, lines, zones } = &self.drop;
        let varied = Varied {
            variant_of: self.variant_of.clone(),
            layers: merge(&mut recipe.layers, &self.layers, Some(|layer| &layer.id)),
            chains: leave_out(&mut recipe.chains, chains, "chains", |chain| &chain.id, &mut found)
                .merge(&mut recipe.chains, &self.chains, Some(|chain| &chain.id)),
            lines: leave_out(
                &mut recipe.lines.rules,
                lines,
                "lines",
                |line| &line.kind,
                &mut found,
            )
            .merge(&mut recipe.lines.rules, &self.lines, None),
            zones: leave_out(&mut recipe.zones.rules, zones, "zones", |zone| &zone.id, &mut found)
                .merge(&mut recipe.zones.rules, &self.zones, Some(|zone| &zone.id)),
            patch: merge(&mut recipe.patch, &self.patch, None),
            recipe,
        };
        (varied, found)
    }
}

impl Varied {
    /// Turns a pointer into the recipe into one into the variant. What is wrong with a part of
    /// the recipe that is varied came about by the variant, and is told there.
    pub fn localise(&self, diagnostic: &mut Diagnostic) {
        let Some(pointer) = &diagnostic.place.pointer else { return };
        let lists = [
            ("/layers", "/layers", &self.layers),
            ("/chains", "/chains", &self.chains),
            ("/lines/rules", "/lines", &self.lines),
            ("/zones/rules", "/zones", &self.zones),
            ("/patch", "/patch", &self.patch),
        ];
        for (whole, own, origins) in lists {
            let Some(rest) = pointer.strip_prefix(whole).and_then(|rest| rest.strip_prefix('/'))
            else {
                continue;
            };
            let (index, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            match index.parse::<usize>().ok().and_then(|index| origins.get(index)) {
                Some(Origin::Own(at)) => {
                    diagnostic.place.pointer = Some(format!("{own}/{at}{rest}"));
                    return;
                }
                Some(Origin::Base(at)) => {
                    let there = format!("{whole}/{at}{rest}");
                    return self.blame(diagnostic, &there);
                }
                None => {}
            }
        }
        let own = ["/$schema", "/format_version", "/id", "/title", "/notes"];
        if !own.iter().any(|field| pointer.starts_with(field)) {
            let there = pointer.clone();
            self.blame(diagnostic, &there);
        }
    }

    fn blame(&self, diagnostic: &mut Diagnostic, there: &str) {
        let place = if there.is_empty() { "" } else { " at " };
        diagnostic.message =
            format!("{} ({}{place}{there})", diagnostic.message, shown(&self.variant_of));
        diagnostic.place.pointer = Some("/variant_of".to_owned());
    }
}

/// The places in the recipe of the items that are left.
struct Left(Vec<Origin>);

impl Left {
    fn merge<T: Clone>(
        self,
        items: &mut Vec<T>,
        own: &[T],
        key: Option<fn(&T) -> &Id>,
    ) -> Vec<Origin> {
        let mut origins = self.0;
        for (at, item) in own.iter().enumerate() {
            let same = |other: &T| key.is_some_and(|key| key(other) == key(item));
            // Two of the variant's own with one id are told of by the check of the variant.
            let place = items.iter().position(same);
            match place.and_then(|place| items.get_mut(place).zip(origins.get_mut(place))) {
                Some((there, origin)) => {
                    there.clone_from(item);
                    *origin = Origin::Own(at);
                }
                None => {
                    items.push(item.clone());
                    origins.push(Origin::Own(at));
                }
            }
        }
        origins
    }
}

fn merge<T: Clone>(items: &mut Vec<T>, own: &[T], key: Option<fn(&T) -> &Id>) -> Vec<Origin> {
    Left((0..items.len()).map(Origin::Base).collect()).merge(items, own, key)
}

/// Leaves items out by their names. A name that nothing has is an error.
fn leave_out<T>(
    items: &mut Vec<T>,
    names: &[Id],
    field: &str,
    name: fn(&T) -> &Id,
    found: &mut Vec<Diagnostic>,
) -> Left {
    for (at, dropped) in names.iter().enumerate() {
        if !items.iter().any(|item| name(item) == dropped) {
            let message =
                format!("the recipe has nothing called `{}` among its {field}", shown(dropped));
            let fault = Diagnostic::error(Code::DanglingReference, message);
            found.push(fault.pointer(format!("/drop/{field}/{at}")));
        }
    }
    let kept = |item: &T| !names.contains(name(item));
    let places = items.iter().enumerate().filter(|(_, item)| kept(item));
    let left = Left(places.map(|(place, _)| Origin::Base(place)).collect());
    items.retain(kept);
    left
}

/// The schema of another kind, in the same folder as this one.
fn beside(schema: &str, kind: FileKind) -> String {
    let folder = schema.rfind(['/', '\\']).map_or("", |slash| schema.split_at(slash + 1).0);
    format!("{folder}{}", kind.schema_file())
}
