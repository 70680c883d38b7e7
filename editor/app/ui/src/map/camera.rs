//! Where the map is seen from: plane to screen and back.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The fewest and the most points that a hex may measure from side to side.
const SCALES: std::ops::RangeInclusive<f32> = 0.5..=400.0;
/// How much of the map stays in view however far it is pushed, in points.
const HELD: f32 = 80.0;

/// A camera over the plane of the hexgrid: x to the right, y down, in hex widths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the plane in the middle of the view.
    pub centre: Vec2,
    /// Points of the screen from side to side of a hex.
    pub scale: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, scale: 40.0 }
    }
}

impl Camera {
    /// Where a point of the plane is on the screen.
    pub fn screen_from_plane(&self, view: Rect, plane: [f32; 2]) -> Pos2 {
        view.center() + (vec2(plane[0], plane[1]) - self.centre) * self.scale
    }

    /// Which point of the plane is at a point of the screen.
    pub fn plane_from_screen(&self, view: Rect, screen: Pos2) -> [f32; 2] {
        let plane = self.centre + (screen - view.center()) / self.scale;
        [plane.x, plane.y]
    }

    /// The part of the plane in view: its least and its greatest corner.
    pub fn visible(&self, view: Rect) -> [[f32; 2]; 2] {
        [self.plane_from_screen(view, view.min), self.plane_from_screen(view, view.max)]
    }

    /// Moves the map with the pointer.
    pub fn pan(&mut self, screen_delta: Vec2) {
        self.centre -= screen_delta / self.scale;
    }

    /// Zooms so that what lies under a point of the screen stays there.
    pub fn zoom_at(&mut self, view: Rect, screen: Pos2, factor: f32) {
        if !factor.is_finite() || factor <= 0.0 {
            return;
        }
        let held = self.plane_from_screen(view, screen);
        self.scale = (self.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        let now = self.plane_from_screen(view, screen);
        self.centre += vec2(held[0] - now[0], held[1] - now[1]);
    }

    /// Shows a part of the plane as large as the view allows, with a margin in points.
    pub fn fit(&mut self, view: Rect, [least, most]: [[f32; 2]; 2], margin: f32) {
        let size = vec2(most[0] - least[0], most[1] - least[1]);
        let room = (view.size() - Vec2::splat(2.0 * margin)).max(Vec2::splat(1.0));
        self.centre = vec2(least[0] + most[0], least[1] + most[1]) / 2.0;
        let scale = (room.x / size.x.max(1e-3)).min(room.y / size.y.max(1e-3));
        self.scale = scale.clamp(*SCALES.start(), *SCALES.end());
    }

    /// Shows a part of the plane as large as the view allows, however small that is.
    pub fn show_all(&mut self, view: Rect, bounds: [[f32; 2]; 2], margin: f32) {
        self.fit(view, bounds, margin);
        let [least, most] = bounds;
        let size = vec2(most[0] - least[0], most[1] - least[1]);
        let room = (view.size() - Vec2::splat(2.0 * margin)).max(Vec2::splat(1.0));
        self.scale = (room.x / size.x.max(1e-3)).min(room.y / size.y.max(1e-3));
    }

    /// Keeps some of the map in view.
    pub fn hold(&mut self, view: Rect, [least, most]: [[f32; 2]; 2]) {
        let half = view.size() / 2.0 / self.scale;
        let held = (Vec2::splat(HELD) / self.scale).min(half);
        let low = vec2(least[0], least[1]) - half + held;
        let high = vec2(most[0], most[1]) + half - held;
        self.centre = self.centre.max(low).min(high.max(low));
    }

    /// The whole screen position of the plane's origin: changes exactly if anything moves.
    pub fn origin(&self, view: Rect) -> Pos2 {
        let origin = self.screen_from_plane(view, [0.0, 0.0]);
        pos2(origin.x, origin.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: pos2(100.0, 50.0), max: pos2(900.0, 650.0) };

    fn close(a: [f32; 2], b: [f32; 2]) -> bool {
        (a[0] - b[0]).abs() < 1e-3 && (a[1] - b[1]).abs() < 1e-3
    }

    #[test]
    fn there_and_back() {
        let camera = Camera { centre: vec2(12.0, 7.5), scale: 33.0 };
        for plane in [[0.0, 0.0], [12.0, 7.5], [-3.0, 41.0]] {
            let back = camera.plane_from_screen(VIEW, camera.screen_from_plane(VIEW, plane));
            assert!(close(plane, back), "{plane:?} {back:?}");
        }
    }

    #[test]
    fn zooming_keeps_what_lies_under_the_pointer() {
        let mut camera = Camera { centre: vec2(5.0, 5.0), scale: 40.0 };
        let pointer = pos2(250.0, 600.0);
        let before = camera.plane_from_screen(VIEW, pointer);
        for factor in [1.5, 0.2, 9.0, 100.0] {
            camera.zoom_at(VIEW, pointer, factor);
            assert!(close(before, camera.plane_from_screen(VIEW, pointer)), "{factor}");
        }
        assert!(SCALES.contains(&camera.scale));
        let unmoved = camera;
        camera.zoom_at(VIEW, pointer, f32::NAN);
        camera.zoom_at(VIEW, pointer, 0.0);
        assert_eq!(camera, unmoved);
    }

    #[test]
    fn fitting_shows_all_of_it_and_no_more_than_needed() {
        let mut camera = Camera::default();
        let bounds = [[-0.5, -0.5], [40.0, 29.0]];
        camera.fit(VIEW, bounds, 10.0);
        let [least, most] = camera.visible(VIEW);
        assert!(least[0] < -0.5 && least[1] < -0.5 && most[0] > 40.0 && most[1] > 29.0);
        let width = 40.5 * camera.scale;
        let height = 29.5 * camera.scale;
        assert!((width - 780.0).abs() < 0.1 || (height - 580.0).abs() < 0.1);
    }

    #[test]
    fn the_map_cannot_be_lost() {
        let mut camera = Camera { centre: vec2(1e6, -1e6), scale: 50.0 };
        let bounds = [[0.0, 0.0], [30.0, 20.0]];
        camera.hold(VIEW, bounds);
        let [least, most] = camera.visible(VIEW);
        assert!(least[0] < 30.0 && most[1] > 0.0, "{least:?} {most:?}");
    }

    #[test]
    fn panning_moves_with_the_pointer() {
        let mut camera = Camera::default();
        let before = camera.screen_from_plane(VIEW, [3.0, 3.0]);
        camera.pan(vec2(15.0, -4.0));
        let moved = camera.screen_from_plane(VIEW, [3.0, 3.0]) - before;
        assert!((moved - vec2(15.0, -4.0)).length() < 1e-3);
    }
}
