//! The whole map in a corner, with a frame around what is in view.

use egui::{
    Color32, CursorIcon, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};
use salient_document::layers::Layers;

use super::camera::Camera;
use super::gpu::{Drawing, GpuView};
use super::picture::MapPicture;
use super::{MapInput, layers};
use crate::look::theme;

/// The longer side, in points.
const SIDE: f32 = 168.0;
/// How far from the corner, in points.
const GAP: f32 = 12.0;
/// The button that folds it, in points.
const BUTTON: f32 = 22.0;

/// The minimap of a view.
#[derive(Clone, Debug, Default)]
pub struct Minimap {
    folded: bool,
    gpu: GpuView,
    /// Where it and its button were shown last.
    taken: [Option<Rect>; 2],
}

impl Minimap {
    /// Whether a point of the screen belongs to it rather than to the map.
    pub fn takes(&self, at: Pos2) -> bool {
        self.taken.iter().flatten().any(|rect| rect.contains(at))
    }

    /// Where it was shown last, unless it was folded or not needed.
    pub fn place(&self) -> Option<Rect> {
        self.taken[0]
    }

    /// Shows it in the lower left corner of the view unless the whole map is in view, and moves
    /// the camera where it is clicked.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        view: Rect,
        camera: &mut Camera,
        input: &MapInput<'_>,
        picture: &MapPicture,
    ) {
        self.taken = [None, None];
        let Some((far, grid)) = picture.far() else { return };
        let bounds = input.document.grid().bounds();
        let size = vec2(bounds[1][0] - bounds[0][0], bounds[1][1] - bounds[0][1]);
        if !(size.x > 0.0 && size.y > 0.0) || view.width() < 420.0 || view.height() < 320.0 {
            return;
        }
        // All of it is in view: nothing to be found.
        let [least, most] = camera.visible(view);
        let whole = least[0] <= bounds[0][0]
            && least[1] <= bounds[0][1]
            && most[0] >= bounds[1][0]
            && most[1] >= bounds[1][1];
        if whole {
            return;
        }
        let room = size * (SIDE / size.x.max(size.y));
        let room = room.max(Vec2::splat(BUTTON + 8.0));
        let corner = view.left_bottom() + vec2(GAP, -GAP);
        let rect = Rect::from_min_max(
            pos2(corner.x, corner.y - room.y),
            pos2(corner.x + room.x, corner.y),
        );
        let palette = theme::palette(ui);
        if !self.folded {
            self.taken[0] = Some(rect);
            let response = ui.interact(
                rect,
                ui.scope_id().with(("minimap", corner.x as i32)),
                Sense::click_and_drag(),
            );
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Minimap"));
            let mut small = Camera::default();
            small.show_all(rect, bounds, 3.0);
            if let Some(at) = response.interact_pointer_pos() {
                let [x, y] = small.plane_from_screen(rect, at);
                camera.centre = vec2(x, y);
                camera.hold(view, bounds);
            }
            if response.hovered() {
                ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            }
            let painter = ui.painter_at(rect.expand(8.0));
            let shadow = egui::Shadow {
                offset: [0, 2],
                blur: 8,
                spread: 0,
                color: Color32::from_black_alpha(70),
            };
            painter.add(shadow.as_shape(rect, 3.0));
            painter.rect_filled(rect, 3.0, palette.table);
            painter.add(
                Drawing {
                    view: self.gpu.clone(),
                    camera: small,
                    rect,
                    grid,
                    far: Some(far),
                    is_covered: false,
                    meshes: Vec::new(),
                    layers: Vec::new(),
                    opacity: layers::opacities(&Layers::default()),
                }
                .shape(),
            );
            let [least, most] = camera.visible(view);
            let seen = Rect::from_min_max(
                small.screen_from_plane(rect, least),
                small.screen_from_plane(rect, most),
            );
            let seen = seen.intersect(rect.shrink(1.5));
            let seen = Rect::from_center_size(seen.center(), seen.size().max(Vec2::splat(5.0)));
            painter.rect_stroke(
                seen,
                1.0,
                Stroke::new(3.0, Color32::from_white_alpha(200)),
                StrokeKind::Middle,
            );
            painter.rect_stroke(seen, 1.0, Stroke::new(1.5, palette.error), StrokeKind::Middle);
            painter.rect_stroke(rect, 3.0, Stroke::new(1.0, palette.line), StrokeKind::Outside);
        }
        self.fold_button(ui, rect, corner);
    }

    fn fold_button(&mut self, ui: &mut Ui, rect: Rect, corner: Pos2) {
        let palette = theme::palette(ui);
        let at = if self.folded {
            Rect::from_min_size(corner - vec2(0.0, BUTTON), Vec2::splat(BUTTON))
        } else {
            Rect::from_min_size(rect.right_top() - vec2(BUTTON, 0.0), Vec2::splat(BUTTON))
        };
        self.taken[1] = Some(at);
        let name = if self.folded { "Show the minimap" } else { "Hide the minimap" };
        let response =
            ui.interact(at, ui.scope_id().with(("fold minimap", corner.x as i32)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        let fill = if response.hovered() || self.folded { 235 } else { 150 };
        let painter = ui.painter();
        painter.rect_filled(at.shrink(2.0), 3.0, ui.visuals().window_fill.gamma_multiply_u8(fill));
        let (middle, arm) = (at.center(), 4.5);
        let ink = Stroke::new(1.5, ui.visuals().text_color());
        if self.folded {
            painter.rect_stroke(
                Rect::from_center_size(middle, vec2(12.0, 9.0)),
                1.0,
                ink,
                StrokeKind::Middle,
            );
            painter.rect_filled(
                Rect::from_center_size(middle, vec2(5.0, 4.0)),
                0.0,
                palette.accent,
            );
        } else {
            painter.line_segment([middle - vec2(arm, 0.0), middle + vec2(arm, 0.0)], ink);
        }
        if response.on_hover_text(name).clicked() {
            self.folded = !self.folded;
        }
    }
}
