//! Giving a map another size.

use egui::{ComboBox, DragValue, Sense, Stroke, StrokeKind, Ui, vec2};
use salient_document::Document;
use salient_document::reshape::{
    KeepNumbers, Margins, ReshapeError, Reshaped, preview, resize, resized,
};
use salient_schema::Id;

use super::{dialog, lost_list};
use crate::look::sentence;
use crate::look::theme::palette;
use crate::look::widgets::{field, quiet, text_button};
use crate::request::Request;
use crate::request::map::MapRequest;

/// What is true of every change of a map that others may use.
pub(crate) const OTHERS: &str =
    "Other scenarios on this map keep the old numbers. Change them as well if there are any.";

type Wish = (Margins, KeepNumbers, Id, u64);

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct ResizeDialog {
    margins: Margins,
    numbers: KeepNumbers,
    fill: Id,
    /// What comes of it, and of which wish and document that is true.
    outcome: Option<(Wish, Result<Reshaped, ReshapeError>)>,
}

impl ResizeDialog {
    /// The size as it is.
    pub fn new(document: &Document) -> Self {
        let terrain = &document.ruleset().terrain;
        let fill = terrain.first().map(|kind| kind.id.clone()).unwrap_or_default();
        Self { margins: Margins::default(), numbers: KeepNumbers::default(), fill, outcome: None }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        document: &Document,
        requests: &mut Vec<Request>,
    ) -> bool {
        let (stays, done) = dialog(ctx, "Resize or crop map", "Resize", 560.0, |ui| {
            self.fields(ui, document);
            if self.margins == Margins::default() {
                quiet(ui, "The size is what it was.");
                return Err(String::new());
            }
            match self.outcome(document) {
                Ok(reshaped) => {
                    lost_list(ui, &reshaped.lost);
                    quiet(ui, OTHERS);
                    Ok(())
                }
                Err(error) => Err(sentence(&error.to_string())),
            }
        });
        if done && let Some((_, Ok(reshaped))) = self.outcome.take() {
            let grid = &reshaped.map.grid;
            let name = format!("Resize the map to {} × {}", grid.columns, grid.rows);
            let request = MapRequest::Reshape { name, reshaped: Box::new(reshaped) };
            requests.push(Request::Map(request));
        }
        stays
    }

    fn fields(&mut self, ui: &mut Ui, document: &Document) {
        let grid = &document.map().grid;
        quiet(ui, "Columns and rows to add at each edge; below 0, to cut off.");
        let (columns, rows) = (i32::from(grid.columns), i32::from(grid.rows));
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                let drag = |value, size: i32| DragValue::new(value).range(-size..=4096).speed(0.1);
                for (name, value, size, of) in [
                    ("West", &mut self.margins.west, columns, "columns"),
                    ("East", &mut self.margins.east, columns, "columns"),
                    ("North", &mut self.margins.north, rows, "rows"),
                    ("South", &mut self.margins.south, rows, "rows"),
                ] {
                    field(ui, name, |ui| {
                        let label = format!("{of} added in the {}", name.to_lowercase());
                        ui.name_inputs(sentence(&label).trim_end_matches('.'), |ui| {
                            ui.add(drag(value, size))
                        });
                        quiet(ui, of);
                    });
                }
            });
            picture(ui, document, self.margins);
        });
        let selected = &document.selection().hexes;
        let places = selected.iter().map(|&hex| document.grid().index(hex));
        let ends = places.fold(None, |ends: Option<([u16; 2], [u16; 2])>, place| {
            let (c, r) = ends.unwrap_or(([place.column; 2], [place.row; 2]));
            Some((
                [c[0].min(place.column), c[1].max(place.column)],
                [r[0].min(place.row), r[1].max(place.row)],
            ))
        });
        if let Some((columns, rows)) = ends
            && text_button(ui, None, "Crop to the selected hexes", true).clicked()
        {
            self.margins = Margins::to_keep(grid, columns, rows);
        }
        let mut keep = self.numbers == KeepNumbers::Yes;
        if grid.boards.is_empty() {
            ui.checkbox(&mut keep, "Hexes keep their numbers");
        }
        self.numbers = if keep { KeepNumbers::Yes } else { KeepNumbers::No };
        field(ui, "New hexes", |ui| {
            let terrain = &document.ruleset().terrain;
            let name = terrain.iter().find(|kind| kind.id == self.fill);
            ui.name_inputs("Terrain of new hexes", |ui| {
                ComboBox::from_id_salt("fill")
                    .selected_text(name.map_or("", |kind| kind.name.as_str()))
                    .show_ui(ui, |ui| {
                        for kind in terrain {
                            ui.selectable_value(&mut self.fill, kind.id.clone(), &kind.name);
                        }
                    })
            });
        });
        if let Ok(new) = resized(grid, self.margins, self.numbers) {
            let [first, _, _, last] = preview(&new);
            let text = format!(
                "{} × {} hexes become {} × {}, {first} to {last}.",
                grid.columns, grid.rows, new.columns, new.rows
            );
            ui.label(text);
        }
    }

    fn outcome(&mut self, document: &Document) -> &Result<Reshaped, ReshapeError> {
        let wish = (self.margins, self.numbers, self.fill.clone(), document.revision());
        if self.outcome.as_ref().is_some_and(|(of, _)| *of != wish) {
            self.outcome = None;
        }
        let (_, outcome) = self.outcome.get_or_insert_with(|| {
            let outcome = resize(document.bundle(), wish.0, wish.1, &wish.2);
            (wish, outcome)
        });
        outcome
    }
}

/// The old map and the new one over one another.
fn picture(ui: &mut Ui, document: &Document, margins: Margins) {
    let colours = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(220.0, 124.0), Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, "The old map and the new one")
    });
    let grid = &document.map().grid;
    let (columns, rows) = (f32::from(grid.columns), f32::from(grid.rows));
    let f = |value: i32| value as f32;
    let old = egui::Rect::from_min_size(egui::pos2(0.0, 0.0), vec2(columns, rows));
    let new = egui::Rect::from_min_max(
        egui::pos2(-f(margins.west), -f(margins.north)),
        egui::pos2(columns + f(margins.east), rows + f(margins.south)),
    );
    let all = old.union(new);
    let scale = (rect.width() / all.width()).min(rect.height() / all.height()).max(0.0) * 0.94;
    let put = |area: egui::Rect| {
        let at = |p: egui::Pos2| rect.center() + (p - all.center()) * scale;
        egui::Rect::from_min_max(at(area.min), at(area.max))
    };
    let painter = ui.painter().with_clip_rect(rect.expand(2.0));
    painter.rect_filled(put(old), 0.0, colours.card);
    if new.is_positive() {
        painter.rect_filled(put(new), 0.0, colours.accent.gamma_multiply(0.25));
    }
    painter.rect_stroke(put(old), 0.0, Stroke::new(1.0, colours.quiet), StrokeKind::Inside);
    if new.is_positive() {
        painter.rect_stroke(put(new), 0.0, Stroke::new(2.0, colours.accent), StrokeKind::Inside);
    }
}
