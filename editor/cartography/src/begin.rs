//! The recipe that a map begins with: one control point, one layer, one rule.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::{Fit, Grid};
use salient_schema::recipe::{
    FeatureRule, GeoLayer, GeoreferencePlan, GridPlan, KindBy, KnownPoint, Plan, Recipe, Selection,
    TerrainPlan,
};
use salient_schema::ruleset::{Kind, Mark, Ruleset};
use salient_schema::{FORMAT_VERSION, FileKind, Id, Provenance};

/// What is known of a map before there is any geographic data.
#[derive(Clone, Debug)]
pub struct Beginning<'a> {
    /// The map's id.
    pub id: Id,
    /// The map's title.
    pub title: String,
    /// Where the ruleset lies, from the recipe.
    pub ruleset_file: String,
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The grid, with its scale in metres a hex.
    pub grid: &'a Grid,
    /// A hex whose place on the earth is known.
    pub point: KnownPoint,
}

/// The file of the first layer, beside the recipe.
pub const PLACES: &str = "places.csv";

/// A recipe of which a map can be built at once. It takes the layer [`PLACES`] where the ruleset
/// has a kind of feature for it.
pub fn recipe(beginning: &Beginning<'_>) -> Recipe {
    let Beginning { id, title, ruleset_file, ruleset, grid, point } = beginning;
    let kinds = settlements(ruleset);
    let own = "our own".to_owned();
    let layer = GeoLayer {
        id: "places".to_owned(),
        file: PLACES.to_owned(),
        provenance: Provenance::Surveyed,
        source: own,
        name: "name".to_owned(),
        latitude: "lat".to_owned(),
        longitude: "lon".to_owned(),
    };
    let rule = FeatureRule {
        take: Selection { layer: layer.id.clone(), ..Selection::default() },
        kind: None,
        kind_by: Some(KindBy {
            property: "kind".to_owned(),
            kinds: kinds.iter().map(|kind| (kind.id.clone(), kind.id.clone())).collect(),
        }),
        owner: None,
        yields_to: Vec::new(),
        value_from: None,
        unnamed: false,
        first_by: None,
        drop: Vec::new(),
        place: Vec::new(),
    };
    let has_places = !kinds.is_empty();
    Recipe {
        schema: FileKind::Recipe.schema_file(),
        format_version: FORMAT_VERSION,
        id: id.clone(),
        title: title.clone(),
        ruleset: ruleset_file.clone(),
        notes: Vec::new(),
        grid: GridPlan {
            orientation: grid.orientation,
            columns: grid.columns,
            rows: grid.rows,
            pushed: grid.pushed,
            numbering: grid.numbering.clone(),
            metres_per_hex: Some(grid.metres_per_hex),
            boards: grid.boards.clone(),
        },
        georeference: GeoreferencePlan {
            fit: Fit::Stated,
            reference_latitude: None,
            control_points: vec![point.clone()],
        },
        layers: has_places.then_some(layer).into_iter().collect(),
        chains: Vec::new(),
        terrain: TerrainPlan {
            provenance: Provenance::Reconstructed,
            source: None,
            palette: palette(ruleset),
            base: base(ruleset).map(|kind| kind.id.clone()).unwrap_or_default(),
            rules: Vec::new(),
            cleared_by: Vec::new(),
        },
        elevation: None,
        features: Plan {
            provenance: Provenance::Surveyed,
            source: None,
            rules: has_places.then_some(rule).into_iter().collect(),
        },
        labels: Vec::new(),
        hexsides: Plan::default(),
        paths: Plan::default(),
        lines: Plan::default(),
        zones: Plan::default(),
        patch: Vec::new(),
    }
}

/// The text of [`PLACES`] with one place, of the first kind that a recipe takes; none where the
/// ruleset has no kind for places.
pub fn places(ruleset: &Ruleset, point: &KnownPoint) -> Option<String> {
    let kind = settlements(ruleset).first()?.id.clone();
    let name = point.name.as_deref().unwrap_or("Middle of the map");
    let mut writer = csv::Writer::from_writer(Vec::new());
    let [latitude, longitude] =
        [point.latitude, point.longitude].map(|degrees| degrees.to_string());
    // Writing to memory cannot fail.
    writer.write_record(["name", "lat", "lon", "kind"]).ok()?;
    writer.write_record([name, &latitude, &longitude, &kind]).ok()?;
    String::from_utf8(writer.into_inner().ok()?).ok()
}

/// The terrain that a map is of before anything is laid on it: the first that units may enter.
pub fn base(ruleset: &Ruleset) -> Option<&Kind> {
    ruleset.terrain.iter().find(|kind| !kind.impassable).or_else(|| ruleset.terrain.first())
}

/// The kinds of features that places can be, towns first: whatever is drawn as itself, and is no
/// writing on the ground.
fn settlements(ruleset: &Ruleset) -> Vec<&Kind> {
    let is_place = |kind: &&Kind| {
        matches!(kind.look.mark, Mark::Town | Mark::City | Mark::Port | Mark::Fortress)
    };
    let mut kinds: Vec<&Kind> = ruleset.features.iter().filter(is_place).collect();
    kinds.sort_by_key(|kind| kind.look.mark != Mark::Town);
    kinds
}

/// A glyph for each terrain of a ruleset: a dot for the base, else a letter of its id.
fn palette(ruleset: &Ruleset) -> BTreeMap<String, Id> {
    let base = base(ruleset).map(|kind| &kind.id);
    let (mut used, mut palette) = (BTreeSet::from(['.']), BTreeMap::new());
    for kind in &ruleset.terrain {
        let own = kind.id.chars().filter(char::is_ascii_alphanumeric);
        let large = kind.id.chars().map(|letter| letter.to_ascii_uppercase());
        let rest = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..='\u{24f}');
        let mut free = own.chain(large.filter(char::is_ascii_alphanumeric)).chain(rest);
        let water = (kind.look.mark == Mark::Water).then_some('~');
        let free = water
            .filter(|glyph| !used.contains(glyph))
            .or_else(|| free.find(|glyph| !used.contains(glyph)));
        let glyph = if Some(&kind.id) == base { Some('.') } else { free };
        if let Some(glyph) = glyph {
            used.insert(glyph);
            palette.insert(glyph.to_string(), kind.id.clone());
        }
    }
    palette
}
