//! Names that are too small to be read in proportion: as large as can be read, and where they
//! would run into each other only the more important ones.

use egui::{Painter, Rect};
use salient_art::{Detail, Layer, MapArt, Scene, Shape, Text};

use super::camera::Camera;
use super::gpu::SMALLEST_NAME;
use crate::look::shapes;

/// Names that would be smaller than this are left out, in points.
const LEAST: f32 = 3.4;
/// The most cities that are named from afar.
const CITIES: usize = 400;

/// Writes the names in view that the card leaves out. From far away only cities have names.
pub fn paint<'a>(
    painter: &Painter,
    art: &MapArt,
    names: impl Iterator<Item = &'a (Layer, Text)>,
    detail: Detail,
    opacity: &[f32; Layer::ALL.len()],
    camera: &Camera,
    view: Rect,
) {
    let scale = camera.scale;
    let (origin, [least, most]) = (camera.origin(view), camera.visible(view));
    let shown = |layer: Layer| opacity.get(layer as usize).copied().unwrap_or(1.0);
    let mut small: Vec<(f32, Text)> = Vec::new();
    if detail == Detail::Far {
        let strength = shown(Layer::Labels);
        // Names grow no smaller than this, so that a city's is there at any scale.
        if strength <= 0.0 {
            return;
        }
        let mut scene = Scene::new();
        for hex in art.cities() {
            let [x, y] = art.grid().centre(hex);
            let inside = least[0] < x && x < most[0] && least[1] < y && y < most[1];
            if inside {
                art.draw(Layer::Labels, hex, detail, &mut scene);
            }
            if scene.shapes.len() >= CITIES {
                break;
            }
        }
        small.extend(scene.shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some((strength, text)),
            _ => None,
        }));
    } else {
        for (layer, name) in names {
            let (size, strength) = (name.size * scale, shown(*layer));
            let small_enough = (LEAST..SMALLEST_NAME).contains(&size);
            if small_enough && name.angle == 0.0 && strength > 0.0 {
                let [x, y] = name.at;
                let reach = 4.0;
                let inside = least[0] - reach < x
                    && x < most[0] + reach
                    && least[1] - reach < y
                    && y < most[1] + reach;
                if inside {
                    small.push((strength, name.clone()));
                }
            }
        }
    }
    let [least, most] = art.grid().bounds();
    let corner = |[x, y]: [f32; 2]| origin + egui::vec2(x, y) * scale;
    let map = Rect::from_min_max(corner(least), corner(most));
    shapes::paint_names(painter, small, origin, scale, view, map);
}
