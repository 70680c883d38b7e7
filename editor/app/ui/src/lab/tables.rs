//! Sortable tables.

use egui::{Align, Align2, FontId, Layout, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};

/// The height of a table's head.
pub const HEAD: f32 = 26.0;
/// The height of a row.
pub const ROW: f32 = 26.0;

/// The room at the right of a number.
const PAD: f32 = 10.0;

/// What a table is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorting<C> {
    /// The column.
    pub column: C,
    /// Most first.
    pub falling: bool,
}

impl<C: Copy + PartialEq> Sorting<C> {
    /// By a column.
    pub fn new(column: C, falling: bool) -> Self {
        Self { column, falling }
    }

    /// By another column, most first; by the same one, the other way round.
    pub fn by(&mut self, column: C) {
        self.falling = if self.column == column { !self.falling } else { true };
        self.column = column;
    }

    /// Turns an order round if the most comes first.
    pub fn order(&self, ordering: std::cmp::Ordering) -> std::cmp::Ordering {
        if self.falling { ordering.reverse() } else { ordering }
    }
}

/// The head of a column that can be sorted by. Gives whether it was clicked.
pub fn head<C: Copy + PartialEq>(
    ui: &mut Ui,
    sorting: Sorting<C>,
    column: C,
    name: &str,
    tooltip: &str,
    align: Align,
) -> bool {
    let colours = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::click());
    let on = sorting.column == column;
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, true, on, format!("Sort by {name}")));
    let ink = if on || response.hovered() { ui.visuals().text_color() } else { colours.quiet };
    let font = theme::strong(14.0);
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let width = galley.size().x;
    let left = if align == Align::Max { rect.right() - width - PAD } else { rect.left() + 4.0 };
    ui.painter().galley(egui::pos2(left, rect.center().y - galley.size().y / 2.0), galley, ink);
    if on {
        let arrow = if sorting.falling { Icon::Down } else { Icon::Up };
        let x = if align == Align::Max { left - 9.0 } else { left + width + 9.0 };
        let place = Rect::from_center_size(egui::pos2(x, rect.center().y), vec2(11.0, 11.0));
        icons::paint(ui.painter(), place, arrow, colours.accent);
    }
    response.on_hover_text(tooltip).clicked()
}

/// The head of a column that is not sorted by.
pub fn plain_head(ui: &mut Ui, name: &str, align: Align) {
    let colours = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let (at, anchor) = match align {
        Align::Max => (rect.right_center() - vec2(PAD, 0.0), Align2::RIGHT_CENTER),
        _ => (rect.left_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER),
    };
    ui.painter().text(at, anchor, name, theme::strong(14.0), colours.quiet);
}

/// A number at the right of its cell; quiet if it is nothing.
pub fn number(ui: &mut Ui, text: &str, nothing: bool) {
    let colours = palette(ui);
    let ink = if nothing { colours.quiet.gamma_multiply(0.6) } else { ui.visuals().text_color() };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(PAD);
        ui.label(egui::RichText::new(text).font(FontId::proportional(14.0)).color(ink));
    });
}

/// Words at the left of their cell.
pub fn words(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.add(egui::Label::new(egui::RichText::new(text).font(FontId::proportional(14.0))).truncate());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_column_again_turns_the_order_round() {
        let mut sorting = Sorting::new(1, true);
        sorting.by(1);
        assert!(!sorting.falling);
        sorting.by(2);
        assert!(sorting.falling);
        assert_eq!(sorting.order(1.cmp(&2)), std::cmp::Ordering::Greater);
    }
}
