//! How a cell shows where it comes from: a tint and a mark, so that nobody depends on colour.

use egui::{Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, vec2};
use salient_schema::common::Provenance;

use crate::look::theme::{self, Palette, palette};

/// What the background of a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Where it comes from.
    From(Provenance),
    /// The scenario changes it.
    Changed,
}

impl Sign {
    fn name(self) -> &'static str {
        match self {
            Self::From(provenance) => provenance.text(),
            Self::Changed => "changed in this scenario",
        }
    }

    fn ink(self, colours: &Palette) -> Option<Color32> {
        match self {
            Self::From(provenance) => theme::provenance(colours, provenance),
            Self::Changed => Some(colours.accent),
        }
    }
}

/// Paints the background of a cell with its mark.
pub fn background(painter: &Painter, rect: Rect, sign: Sign, colours: &Palette) {
    let Some(ink) = sign.ink(colours) else { return };
    painter.rect_filled(rect, 2.0, ink.gamma_multiply(0.2));
    let at: Pos2 = rect.right_top() + vec2(-6.0, 6.0);
    match sign {
        Sign::Changed => {
            let corner = rect.right_top();
            let points = vec![corner + vec2(-11.0, 0.0), corner, corner + vec2(0.0, 11.0)];
            painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
        }
        Sign::From(Provenance::Reconstructed) => {
            painter.circle_stroke(at, 2.5, Stroke::new(1.2, ink));
        }
        Sign::From(Provenance::Surveyed) => {
            painter.rect_filled(Rect::from_center_size(at, vec2(4.5, 4.5)), 0.0, ink);
        }
        Sign::From(Provenance::Invented) => {
            let points = [(0.0, -3.5), (3.5, 0.0), (0.0, 3.5), (-3.5, 0.0)];
            let points = points.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
        }
        Sign::From(Provenance::Printed) => {}
    }
}

/// What the tints and marks mean.
pub fn legend(ui: &mut Ui, signs: &[Sign]) {
    let colours = palette(ui);
    ui.horizontal_wrapped(|ui| {
        for sign in signs {
            let (rect, _) = ui.allocate_exact_size(vec2(26.0, 18.0), Sense::hover());
            background(ui.painter(), rect, *sign, &colours);
            let line = Stroke::new(1.0, colours.line);
            ui.painter().rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
            ui.label(egui::RichText::new(sign.name()).color(colours.quiet));
            ui.add_space(8.0);
        }
    });
}
