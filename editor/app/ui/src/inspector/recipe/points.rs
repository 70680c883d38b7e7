//! Control points: which hexes lie where on the earth, and how well they agree.

use egui::{Align2, Color32, FontId, Id, Rect, RichText, Stroke, TextEdit, Ui, vec2};
use salient_cartography::form::settle_fit;
use salient_document::Document;
use salient_hex::grid::Hex;
use salient_schema::map::Fit;
use salient_schema::recipe::{KnownPoint, Recipe};

use super::{ask, set};
use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{
    card, full_button, heading, icon_button, named_text, quiet, text_button, text_field,
};
use crate::map::camera::Camera;
use crate::recipe::OpenRecipe;
use crate::request::Request;
use crate::request::map::RecipeRequest;

/// What is typed for a new control point.
#[derive(Debug, Default)]
pub struct Points {
    place: String,
    trouble: Option<String>,
}

/// The most places of the layers that are offered at once.
const MOST_OFFERED: usize = 6;

impl Points {
    /// Shows the points and their residuals.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        open: &mut OpenRecipe,
        document: &Document,
        picked: Option<Hex>,
        pick: bool,
        requests: &mut Vec<Request>,
    ) {
        heading(ui, "Control points");
        let residuals = open.residuals().clone();
        let points = &open.recipe.georeference.control_points;
        for (at, point) in points.iter().enumerate() {
            let number = at + 1;
            ui.horizontal(|ui| {
                let outlier = residuals.outlier == Some(at);
                if ui.link(&point.hex).clicked() {
                    requests.extend(document.grid().parse(&point.hex).map(Request::GoTo));
                }
                let id = Id::unique(("recipe point", at, points.len()));
                let now = format!("{}, {}", point.latitude, point.longitude);
                let name = format!("Place of point {number}");
                if let Some(text) = text_field(ui, id, &name, "lat, lon", &now, 118.0) {
                    match degrees(&text) {
                        Ok([latitude, longitude]) => {
                            self.trouble = None;
                            let point = KnownPoint { latitude, longitude, ..point.clone() };
                            let mut recipe = open.recipe.clone();
                            recipe.georeference.control_points[at] = point;
                            requests.push(set(recipe));
                        }
                        Err(trouble) => self.trouble = Some(trouble),
                    }
                }
                if let Some(Some(residual)) = residuals.points.get(at) {
                    let ink = if outlier { palette(ui).error } else { ui.visuals().text_color() };
                    let text = format!("{:.2} off", residual.hexes);
                    let words = if outlier { "The others agree without it" } else { "In hexes" };
                    ui.label(RichText::new(text).color(ink)).on_hover_text(words);
                }
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    let name = format!("Remove control point {number}");
                    if icon_button(ui, Icon::Close, &name, true).clicked() {
                        let mut recipe = open.recipe.clone();
                        recipe.georeference.control_points.remove(at);
                        settle_fit(&mut recipe, document.map().grid.metres_per_hex);
                        requests.push(set(recipe));
                    }
                });
            });
            if let Some(name) = &point.name {
                quiet(ui, name);
            }
        }
        let fit = match (open.recipe.georeference.fit, residuals.rms_hexes) {
            (Fit::Stated, _) => "One place, the scale as given, north at the top.".to_owned(),
            (_, Some(rms)) => format!("They miss by {rms:.2} hex in the mean."),
            (_, None) => String::new(),
        };
        quiet(ui, fit);
        if let Some(why) = &residuals.refused {
            let text = match &why.help {
                Some(help) => format!("{}: {help}.", why.message),
                None => format!("{}.", why.message),
            };
            ui.add(egui::Label::new(RichText::new(text).color(palette(ui).error)).wrap());
        }
        if let Some(trouble) = &self.trouble {
            ui.add(egui::Label::new(RichText::new(trouble).color(palette(ui).error)).wrap());
        }
        match picked {
            Some(hex) => self.place(ui, open, document, hex, requests),
            None => {
                let text = if pick { "Click a hex of the map …" } else { "Add a control point" };
                if full_button(ui, Some(Icon::Select), text, true, pick).clicked() {
                    self.place.clear();
                    requests.push(ask(RecipeRequest::Pick(!pick)));
                }
            }
        }
    }

    /// Where the hex lies that was clicked: typed, or chosen from the layers by its name.
    fn place(
        &mut self,
        ui: &mut Ui,
        open: &mut OpenRecipe,
        document: &Document,
        hex: Hex,
        requests: &mut Vec<Request>,
    ) {
        let label = document.grid().label(hex);
        card(ui, |ui| {
            ui.label(format!("Where does hex {label} lie?"));
            let hint = "40.22, 26.42, or a name";
            let field =
                TextEdit::singleline(&mut self.place).hint_text(hint).desired_width(f32::INFINITY);
            let response = named_text(ui, "Place of the hex", field);
            let entered = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            let typed = degrees(&self.place);
            let mut taken = None;
            ui.horizontal(|ui| {
                let ready = typed.is_ok();
                let clicked = text_button(ui, Some(Icon::Tick), "Take this place", ready).clicked();
                if let (true, Ok(place)) = (clicked || entered, &typed) {
                    taken = Some((None, *place));
                }
                if text_button(ui, None, "Cancel the point", true).clicked() {
                    requests.push(ask(RecipeRequest::Pick(false)));
                }
            });
            let wanted = self.place.trim().to_lowercase();
            if typed.is_err() && !wanted.is_empty() {
                let places: Vec<(String, [f64; 2])> = open
                    .looks(ui.ctx())
                    .iter()
                    .flatten()
                    .flat_map(|contents| &contents.places)
                    .filter(|(name, _)| name.to_lowercase().starts_with(&wanted))
                    .take(MOST_OFFERED)
                    .cloned()
                    .collect();
                for (name, place) in &places {
                    let text = format!("{name}: {}, {}", place[0], place[1]);
                    if text_button(ui, None, &text, true).clicked() {
                        taken = Some((Some(name.clone()), *place));
                    }
                }
                if places.is_empty() {
                    quiet(ui, "No place of the layers begins so.");
                }
            }
            if let Some((name, [latitude, longitude])) = taken {
                let point = KnownPoint { hex: label, name, latitude, longitude };
                let scale = document.map().grid.metres_per_hex;
                requests.push(set(with_point(&open.recipe, point, scale)));
                self.place.clear();
            }
        });
    }
}

/// A recipe with one more control point; one of the same hex goes.
fn with_point(recipe: &Recipe, point: KnownPoint, metres_per_hex: f64) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.georeference.control_points.retain(|other| other.hex != point.hex);
    recipe.georeference.control_points.push(point);
    settle_fit(&mut recipe, metres_per_hex);
    recipe
}

/// Degrees north and east, as they are typed.
fn degrees(text: &str) -> Result<[f64; 2], String> {
    let help = || "Type degrees north, a comma, degrees east: 40.22, 26.42".to_owned();
    let (north, east) = text.split_once(',').ok_or_else(help)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| help());
    let place = [number(north)?, number(east)?];
    let sound = place[0].abs() <= 90.0 && place[1].abs() <= 180.0;
    if sound { Ok(place) } else { Err("There is no such place on the earth.".to_owned()) }
}

/// Paints an arrow from each control point to where the fit has it, the outlier in another colour.
pub fn marks(
    ui: &Ui,
    view: Rect,
    camera: &Camera,
    open: &mut OpenRecipe,
    picked: Option<[f32; 2]>,
) {
    let colours = palette(ui);
    let painter = ui.painter().with_clip_rect(view);
    let screen = |at: [f64; 2]| camera.screen_from_plane(view, at.map(|part| part as f32));
    let residuals = open.residuals().clone();
    let points = &open.recipe.georeference.control_points;
    for (at, (point, residual)) in points.iter().zip(&residuals.points).enumerate() {
        let Some(residual) = residual else { continue };
        let (from, to) = (screen(residual.centre), screen(residual.fitted));
        let ink = if residuals.outlier == Some(at) { colours.error } else { colours.accent };
        for (width, ink) in [(5.0, Color32::WHITE), (2.5, ink)] {
            painter.circle_stroke(from, 6.0, Stroke::new(width, ink));
            if (to - from).length() > 3.0 {
                painter.arrow(from, to - from, Stroke::new(width, ink));
            }
        }
        let name = point.name.as_deref().unwrap_or(&point.hex);
        let text = format!("{name}, {:.2}", residual.hexes);
        let font = FontId::proportional(14.0);
        let galley = painter.layout_no_wrap(text, font, Color32::BLACK);
        let place = from + vec2(10.0, -24.0);
        let background = Rect::from_min_size(place, galley.size()).expand2(vec2(3.0, 1.0));
        painter.rect_filled(background, 3.0, Color32::from_white_alpha(225));
        painter.galley(place, galley, Color32::BLACK);
    }
    if let Some(at) = picked {
        let at = camera.screen_from_plane(view, at);
        painter.circle_stroke(at, 8.0, Stroke::new(3.0, colours.accent));
        let font = FontId::proportional(15.0);
        painter.text(at, Align2::CENTER_CENTER, "?", font, Color32::BLACK);
    }
}
