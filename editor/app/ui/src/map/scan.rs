//! A scanned map as an underlay: its pixels laid on the plane by the fit.

use egui::epaint::Vertex;
use egui::{Color32, Mesh, Painter, Rect, Shape, TextureHandle, pos2};
use salient_document::layers::{LayerId, Layers};

use super::camera::Camera;

/// A scan on the screen, in tiles that a graphics card can hold.
#[derive(Clone)]
pub struct ScanPicture {
    /// The tiles.
    pub tiles: Vec<ScanTile>,
    /// `[a, b, c, d, e, f]`: x = a·column + b·row + c and y = d·column + e·row + f, from pixels
    /// of the scan to the plane.
    pub plane_from_pixel: [f64; 6],
    /// Whether it lies over the map rather than under it.
    pub above: bool,
    /// How strongly it shows at the least.
    pub least: f32,
}

/// A rectangle of a scan.
#[derive(Clone)]
pub struct ScanTile {
    /// Its picture.
    pub texture: TextureHandle,
    /// Its left and top pixel in the scan.
    pub at: [f64; 2],
    /// How many pixels of the scan it covers each way.
    pub size: [f64; 2],
}

impl ScanPicture {
    /// How strongly it shows.
    pub fn opacity(&self, layers: &Layers) -> f32 {
        let state = layers.get(LayerId::Scan);
        if state.shown { state.opacity.max(self.least) } else { self.least }
    }

    /// Where a pixel of the scan lies on the plane.
    pub fn plane_from_pixel(&self, [column, row]: [f64; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.plane_from_pixel;
        [(a * column + b * row + c) as f32, (d * column + e * row + f) as f32]
    }

    /// Paints it as a camera sees it.
    pub fn paint(&self, painter: &Painter, camera: &Camera, view: Rect, opacity: f32) {
        if opacity <= 0.0 {
            return;
        }
        let color = Color32::WHITE.gamma_multiply(opacity);
        for tile in &self.tiles {
            let mut mesh = Mesh::with_texture(tile.texture.id());
            for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let pixel = [tile.at[0] + tile.size[0] * u, tile.at[1] + tile.size[1] * v];
                let pos = camera.screen_from_plane(view, self.plane_from_pixel(pixel));
                mesh.vertices.push(Vertex { pos, uv: pos2(u as f32, v as f32), color });
            }
            mesh.indices.extend([0, 1, 2, 0, 2, 3]);
            if mesh.calc_bounds().intersects(view) {
                painter.add(Shape::mesh(mesh));
            }
        }
    }
}
