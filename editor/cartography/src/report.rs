//! What building a map found out: how well the fit fits, what became of each thing.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use salient_schema::Provenance;
use salient_schema::map::{Fit, Georeference};
use serde::Serialize;

/// The report of a build. Its [`Display`] is for people, its JSON for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The map's id.
    pub id: String,
    /// The map's title.
    pub title: String,
    /// Hexes from west to east.
    pub columns: u16,
    /// Hexes from north to south.
    pub rows: u16,
    /// The distance between adjacent centres, in metres.
    pub metres_per_hex: f64,
    /// The fit, with the residual at each control point.
    pub georeference: Georeference,
    /// The geographic data that was read.
    pub layers: Vec<LayerReport>,
    /// The chains that were made.
    pub chains: Vec<ChainReport>,
    /// What became of points, rule by rule.
    pub features: Vec<FeatureReport>,
    /// Regions of terrain rules and zones that hold no hex: the pointers of the rules.
    pub empty: Vec<String>,
    /// Layers that no rule uses, by their names.
    pub unused_layers: Vec<String>,
    /// Rules that nothing comes of: their pointers.
    pub unused_rules: Vec<String>,
    /// How many hexes have each terrain.
    pub terrain: BTreeMap<String, usize>,
    /// How many features of each kind there are.
    pub feature_counts: BTreeMap<String, usize>,
    /// How many hexsides of each kind there are.
    pub hexside_counts: BTreeMap<String, usize>,
    /// How many paths of each kind there are.
    pub path_counts: BTreeMap<String, usize>,
    /// The border lines with their numbers of hexsides.
    pub lines: Vec<(String, usize)>,
    /// The zones with their numbers of hexes.
    pub zones: Vec<(String, usize)>,
    /// The corrections by hand.
    pub corrections: Vec<CorrectionReport>,
}

/// A file of geographic data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerReport {
    /// Its name in rules.
    pub id: String,
    /// The file.
    pub file: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The source, in words.
    pub source: String,
    /// How many things it holds.
    pub things: usize,
    /// How many heights it holds, if it is a grid of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heights: Option<usize>,
}

/// One run of a chain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChainReport {
    /// The chain.
    pub id: String,
    /// The line that it follows.
    pub name: Option<String>,
    /// How many hexsides it has.
    pub sides: usize,
    /// The corner where it starts, by the hexes that meet there.
    pub from: String,
    /// The corner where it ends.
    pub to: String,
    /// The length of the line on the map, in hexes.
    pub line_hexes: f64,
    /// How far the line goes from the run at most, in hexes.
    pub strays_hexes: f64,
    /// How many of its hexsides the map lacks after all, where a rule asked for them.
    pub gaps: usize,
}

/// What became of the points of one rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FeatureReport {
    /// The layer.
    pub layer: String,
    /// How many stand in their own hex.
    pub placed: usize,
    /// Those that stand in another: name, its own hex if that is on the map, and where it is.
    pub moved: Vec<(String, Option<String>, String)>,
    /// Those left out by name.
    pub dropped: Vec<String>,
    /// Those left out because another stands in their hex: name, hex, the other.
    pub clashing: Vec<(String, String, String)>,
    /// How many lie off the map.
    pub off_map: usize,
    /// Those of them that lie nearest to it, the nearest first.
    pub beyond: Vec<Beyond>,
    /// Those that stand where no unit may enter, though nobody put them there by hand: name, hex,
    /// terrain.
    pub barred: Vec<(String, String, String)>,
    /// How many are of no kind that the rule knows.
    pub of_no_kind: usize,
}

/// A point off the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Beyond {
    /// Its name.
    pub name: String,
    /// How far it is from the nearest hex, in hexes.
    pub hexes: f64,
    /// Beyond which edge, as `north` or `south-west`.
    pub edge: String,
}

/// The most points off the map that are told by name: of a whole country most are.
pub(crate) const MOST_BEYOND: usize = 100;

/// A correction by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CorrectionReport {
    /// Why.
    pub reason: String,
    /// How many hexes and hexsides it sets.
    pub set: usize,
    /// How many features it removes.
    pub removed: usize,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}): {} × {} hexes", self.title, self.id, self.columns, self.rows)?;
        self.fit(f)?;
        self.data(f)?;
        for feature in &self.features {
            feature.fmt(f)?;
        }
        if !self.empty.is_empty() {
            writeln!(f, "\nRegions without a hex: {}", self.empty.join(", "))?;
        }
        if !self.unused_layers.is_empty() {
            writeln!(f, "\nLayers that no rule uses: {}", self.unused_layers.join(", "))?;
        }
        if !self.unused_rules.is_empty() {
            writeln!(f, "\nRules that nothing comes of: {}", self.unused_rules.join(", "))?;
        }
        self.counts(f)?;
        if !self.corrections.is_empty() {
            writeln!(f, "\nCorrections by hand")?;
            for one in &self.corrections {
                let removed = match one.removed {
                    0 => String::new(),
                    count => format!(", {count} removed"),
                };
                writeln!(f, "  {:>3} set{removed}: {}", one.set, one.reason)?;
            }
        }
        Ok(())
    }
}

impl Report {
    fn fit(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let georeference = &self.georeference;
        let points = georeference.control_points.len();
        match georeference.fit {
            Fit::Similarity => writeln!(f, "\nFit: a similarity to {points} control points")?,
            Fit::Affine => writeln!(f, "\nFit: affine to {points} control points")?,
            Fit::Stated => writeln!(
                f,
                "\nFit: stated, not checked: one control point, the scale as given, north at the \
                 top.\n  With a second point and \"fit\": \"similarity\" scale and north follow \
                 from the points; from a fourth on they check each other."
            )?,
        }
        writeln!(
            f,
            "  {} m a hex, top turned {}° from north, rms {} hex",
            self.metres_per_hex,
            georeference.rotation_degrees.unwrap_or_default(),
            georeference.rms_hexes
        )?;
        for point in &georeference.control_points {
            let residual = point.residual_hexes.unwrap_or_default();
            let name = point.name.as_deref().unwrap_or_default();
            writeln!(f, "  {}  misses by {residual:.2} hex  {name}", point.hex)?;
        }
        Ok(())
    }

    fn data(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.layers.is_empty() {
            writeln!(f, "\nLayers")?;
        }
        for layer in &self.layers {
            let provenance = in_words(layer.provenance);
            let (count, what) = match layer.heights {
                Some(count) => (count, "heights"),
                None => (layer.things, "things"),
            };
            writeln!(f, "  {}: {count} {what}, {provenance}; {}", layer.id, layer.source)?;
        }
        if !self.chains.is_empty() {
            writeln!(f, "\nChains")?;
        }
        for chain in &self.chains {
            let gaps = match chain.gaps {
                0 => "no gap".to_owned(),
                count => format!("{count} hexsides missing"),
            };
            let name = chain.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
            writeln!(
                f,
                "  {}{name}: {} hexsides from {} to {}, {gaps}; a line of {:.1} hexes that \
                 strays by {:.2} at most",
                chain.id, chain.sides, chain.from, chain.to, chain.line_hexes, chain.strays_hexes
            )?;
        }
        Ok(())
    }

    fn counts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nOn the map")?;
        let list = [
            ("terrain", &self.terrain),
            ("features", &self.feature_counts),
            ("hexsides", &self.hexside_counts),
            ("paths", &self.path_counts),
        ];
        for (what, counts) in list {
            if !counts.is_empty() {
                let parts: Vec<String> =
                    counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
                writeln!(f, "  {what}: {}", parts.join(", "))?;
            }
        }
        for (name, sides) in &self.lines {
            writeln!(f, "  line {name}: {sides} hexsides")?;
        }
        for (name, hexes) in &self.zones {
            writeln!(f, "  zone {name}: {hexes} hexes")?;
        }
        Ok(())
    }
}

impl Display for FeatureReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { layer, placed, moved, dropped, clashing, off_map, beyond, barred, of_no_kind } =
            self;
        writeln!(
            f,
            "\nPoints of {layer}: {placed} in their hex, {} moved, {} dropped, {} clashing, \
             {off_map} off the map",
            moved.len(),
            dropped.len(),
            clashing.len()
        )?;
        for (name, from, to) in moved {
            match from {
                Some(from) => writeln!(f, "  {name}: {to} for {from}")?,
                None => writeln!(f, "  {name}: {to}; its own place is off the map")?,
            }
        }
        if !dropped.is_empty() {
            writeln!(f, "  dropped: {}", dropped.join(", "))?;
        }
        for (name, hex, other) in clashing {
            writeln!(f, "  {name}: left out, for {other} stands in {hex}")?;
        }
        if !beyond.is_empty() {
            let told = |one: &Beyond| format!("{} {} {}", one.name, one.hexes, one.edge);
            let list = in_few_words(beyond.iter().map(told), *off_map);
            writeln!(f, "  off the map, by hexes beyond its edge: {list}")?;
        }
        if !barred.is_empty() {
            let told = |(name, hex, terrain): &(String, String, String)| {
                format!("{name} in {hex} ({terrain})")
            };
            let list = in_few_words(barred.iter().map(told), barred.len());
            writeln!(f, "  where no unit may enter: {list}")?;
        }
        if *of_no_kind > 0 {
            writeln!(f, "  {of_no_kind} of no kind that the rule knows")?;
        }
        Ok(())
    }
}

/// The first of a list, and how many more there are of `all`.
pub(crate) fn in_few_words(list: impl Iterator<Item = String>, all: usize) -> String {
    const MOST: usize = 10;
    let told: Vec<String> = list.take(MOST).collect();
    match all.saturating_sub(told.len()) {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}

fn in_words(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Printed => "printed",
        Provenance::Surveyed => "surveyed",
        Provenance::Reconstructed => "reconstructed",
        Provenance::Invented => "invented",
    }
}
