//! The map beneath the overlays: its picture once, its names as words above them.

use base64::prelude::{BASE64_STANDARD, Engine};
use maud::{Markup, html};
use salient_hex::grid::HexGrid;
use salient_lab::view::Scenery;
use salient_schema::Bundle;

use super::outline::{Lattice, UNITS_PER_HEX};
use super::{PageError, palette};
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, Layer, MapArt};
use salient_art::png;
use salient_art::scene::{Anchor, Scene, Shape, Text};

/// Pixels of the map's picture from left to right, if its hexes then are of a sensible size.
const WIDTH: f32 = 1500.0;
/// Colours of the picture.
const COLOURS: usize = 128;
/// Beyond this many names a map of this width is all names.
const MOST_NAMES: usize = 400;

/// A map drawn for the page.
pub(super) struct Basemap<'a> {
    pub(super) grid: &'a HexGrid,
    pub(super) lattice: Lattice<'a>,
    /// Width and height of overlays, in units.
    pub(super) extent: [i32; 2],
    /// The picture as a `data:` address.
    pub(super) picture: String,
    names: Markup,
    /// What hexes and nations are called.
    pub(super) scenery: Scenery,
}

impl<'a> Basemap<'a> {
    pub(super) fn new(bundle: &Bundle, grid: &'a HexGrid) -> Result<Self, PageError> {
        let bounds = grid.bounds();
        let [width, height] = [bounds[1][0] - bounds[0][0], bounds[1][1] - bounds[0][1]];
        let pixels_per_hex = (WIDTH / width).min(3.0 * WIDTH / height).clamp(1.0, 48.0);
        let art = MapArt::new(&bundle.map, &bundle.ruleset, grid);
        let mut scene = Scene::new();
        let layers: Vec<Layer> = Layer::ALL
            .into_iter()
            .filter(|layer| !matches!(layer, Layer::Numbers | Layer::Labels))
            .collect();
        art.draw_all(&layers, Detail::at(pixels_per_hex), &mut scene);
        let image = png::render(&scene, bounds, pixels_per_hex, art.theme().paper)?;
        let picture = BASE64_STANDARD.encode(palette::png(&image, COLOURS)?);
        let mut names = Scene::new();
        art.draw_all(&[Layer::Labels], Detail::Near, &mut names);
        let texts: Vec<&Text> = names
            .shapes
            .iter()
            .filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
            .take(MOST_NAMES)
            .collect();
        Ok(Self {
            grid,
            lattice: Lattice::new(grid, bounds[0]),
            extent: [width, height].map(|length| (length * UNITS_PER_HEX).ceil() as i32),
            picture: format!("data:image/png;base64,{picture}"),
            names: names_above(&texts, bounds[0]),
            scenery: Scenery::of(bundle),
        })
    }

    /// A map with something laid over it. `words` tell what is to be seen to whoever cannot.
    pub(super) fn map(&self, class: &str, words: &str, overlay: &Markup) -> Markup {
        let [width, height] = self.extent;
        html! {
            div class="viewport" tabindex="0" role="group" aria-label="Map; scrolls sideways" {
                div class={ "map " (class) } {
                    div class="base" {}
                    svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(words) {
                        (overlay)
                        (self.names)
                        path class="spot" d=(self.spot()) visibility="hidden" {}
                    }
                }
            }
        }
    }

    /// The outline of a hex about the origin.
    fn spot(&self) -> String {
        let Some(hex) = self.grid.hexes().next() else { return String::new() };
        let [x, y] = self.grid.centre(hex);
        let corners = self.grid.corners(hex).map(|corner| {
            let along = |length: f32| (length * UNITS_PER_HEX).round() as i32;
            format!("{} {}", along(corner[0] - x), along(corner[1] - y))
        });
        format!("M{}z", corners.join("L"))
    }
}

/// The names of a map's own lettering as words over the overlays.
fn names_above(texts: &[&Text], origin: [f32; 2]) -> Markup {
    html! {
        g class="names" aria-hidden="true" {
            @for text in texts {
                @let [x, y] = [text.at[0] - origin[0], text.at[1] - origin[1]]
                    .map(|length| (length * UNITS_PER_HEX).round() as i32);
                @let turned = (text.angle != 0.0)
                    .then(|| format!("rotate({} {x} {y})", text.angle.to_degrees().round()));
                // A little larger than on the printed map: the page is narrower than the table.
                text class=[(text.face == Typeface::Italic).then_some("nature")]
                    x=(x) y=(y) font-size=((text.size * UNITS_PER_HEX * 1.25).round() as i32)
                    text-anchor=(anchor(text.anchor)) transform=[turned] { (text.text) }
            }
        }
    }
}

fn anchor(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Centre => "middle",
        Anchor::End => "end",
    }
}
