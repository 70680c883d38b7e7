//! Which part of a map a picture shows, and how.

use anyhow::{Context, bail};
use clap::ValueEnum;
use salient_art::colour::Palette;
use salient_art::{Layer, Options};
use salient_hex::grid::{Hex, HexGrid};

/// What of a map is drawn.
#[derive(Debug, clap::Args)]
pub struct ViewArgs {
    /// Only these layers; all but zones if left out.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LAYER,…")]
    layers: Vec<LayerName>,

    /// Leave these layers out.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LAYER,…")]
    without: Vec<LayerName>,

    /// Two hexes, the opposite corners of the part to draw; all of the map if left out.
    #[arg(long, value_name = "HEX..HEX")]
    region: Option<String>,

    /// What becomes of the colours.
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,

    /// The scan that lies under the map, in place of drawn ground, grid and numbers: an imported
    /// map as it was printed.
    #[arg(long)]
    pub scan: bool,
}

impl ViewArgs {
    /// What the exporter is asked for.
    ///
    /// # Errors
    /// A region whose corners the map does not have.
    pub fn options(&self, grid: &HexGrid, pixels_per_hex: f32) -> anyhow::Result<Options> {
        let shown = |name: LayerName| {
            let listed = if self.layers.is_empty() {
                name != LayerName::Zones
            } else {
                self.layers.contains(&name)
            };
            listed && !self.without.contains(&name)
        };
        let without = LayerName::value_variants().iter().filter(|name| !shown(**name));
        Ok(Options {
            pixels_per_hex,
            counters: shown(LayerName::Counters),
            numbers: shown(LayerName::Numbers),
            legend: shown(LayerName::Legend),
            zones: shown(LayerName::Zones),
            without: without.flat_map(|name| name.layers()).copied().collect(),
            region: self.region.as_deref().map(|text| region(grid, text)).transpose()?,
            palette: match self.theme {
                ThemeName::Paper => Palette::Paper,
                ThemeName::Grey => Palette::Grey,
                ThemeName::Night => Palette::Night,
            },
            scan: None,
        })
    }
}

fn region(grid: &HexGrid, text: &str) -> anyhow::Result<[Hex; 2]> {
    let Some((from, to)) = text.split_once("..") else {
        bail!("--region {text}: give two hexes, 1205..1810");
    };
    let hex = |label: &str| {
        let label = label.trim();
        grid.parse(label).with_context(|| format!("--region {text}: the map has no hex {label}"))
    };
    Ok([hex(from)?, hex(to)?])
}

/// The layers by the names that people give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayerName {
    /// The ground and what grows on it.
    Terrain,
    /// Heights.
    Elevation,
    /// The hexgrid.
    Grid,
    /// Rivers and whatever else runs along hexsides.
    Hexsides,
    /// Roads and railways.
    Paths,
    /// Towns, works, ports, entry hexes.
    Features,
    /// Front lines and borders.
    Lines,
    /// Zones and their names.
    Zones,
    /// Hex numbers.
    Numbers,
    /// Names.
    Labels,
    /// Counters.
    Counters,
    /// The title, the key and the scale under the map.
    Legend,
}

impl LayerName {
    fn layers(self) -> &'static [Layer] {
        match self {
            Self::Terrain => {
                &[Layer::Terrain, Layer::Stains, Layer::Relief, Layer::Shadows, Layer::Marks]
            }
            Self::Elevation => &[Layer::Elevation],
            Self::Grid => &[Layer::Grid],
            Self::Hexsides => &[Layer::HexsideCasings, Layer::Hexsides],
            Self::Paths => &[Layer::PathCasings, Layer::Paths],
            Self::Features => &[Layer::Features],
            Self::Lines => &[Layer::Lines],
            Self::Zones => &[Layer::Zones],
            Self::Numbers => &[Layer::Numbers],
            Self::Labels => &[Layer::Labels],
            Self::Counters | Self::Legend => &[],
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// As the map is printed.
    #[default]
    #[value(alias = "light")]
    Paper,
    /// Greys, for printers without colour.
    Grey,
    /// For dark screens.
    #[value(alias = "dark")]
    Night,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_name() {
        let named = LayerName::value_variants().iter().flat_map(|name| name.layers());
        let mut named: Vec<Layer> = named.copied().collect();
        named.sort();
        assert_eq!(named, Layer::ALL);
    }
}
