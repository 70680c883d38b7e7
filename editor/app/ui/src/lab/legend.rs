//! The card over the map: what lies over it, what its colours mean, and which turn it is.

use egui::{
    Align2, Area, Color32, FontId, Frame, Id, Margin, Order, Rect, RichText, Sense, Slider, Ui,
    vec2,
};
use salient_hex::grid::Hex;

use super::charts::per_game;
use super::{Lab, LabInput, cover};
use crate::look::colours::{self, Scale};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{icon_button, quiet, segments};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::lab::{LabSetting, Overlay};
use crate::test_run::Record;

/// How wide the card is, in points.
const WIDTH: f32 = 424.0;

impl Lab {
    /// Shows the card over the lower left corner of the map.
    pub fn show_legend(
        &self,
        ui: &Ui,
        over: Rect,
        input: &LabInput<'_>,
        hovered: Option<Hex>,
        requests: &mut Vec<Request>,
    ) {
        // A game that is watched has the map to itself.
        let shows = self.open && input.test_run.lets_edit();
        let Some(record) = input.test_run.results().now().filter(|_| shows) else { return };
        Area::new(Id::unique("lab legend"))
            .order(Order::Middle)
            .pivot(Align2::LEFT_BOTTOM)
            .fixed_pos(over.left_bottom() + vec2(12.0, -12.0))
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).inner_margin(Margin::same(8)).show(ui, |ui| {
                    let chosen = segments(ui, "Over the map", &Overlay::ALL, self.overlay());
                    if let Some(overlay) = chosen {
                        requests.push(Request::Lab(LabSetting::Overlay(overlay)));
                    }
                    if self.overlay() != Overlay::Nothing {
                        ui.set_width(WIDTH);
                    }
                    match self.overlay() {
                        Overlay::Nothing => {}
                        Overlay::Front => self.front(ui, input, record, hovered, requests),
                        heat => self.heat(ui, input, record, heat, hovered, requests),
                    }
                });
            });
    }

    fn heat(
        &self,
        ui: &mut Ui,
        input: &LabInput<'_>,
        record: &Record,
        heat: Overlay,
        hovered: Option<Hex>,
        requests: &mut Vec<Request>,
    ) {
        let (scale, counts) = cover::heat(record, heat);
        let games = record.report.games.len().max(1) as f64;
        let most = counts.iter().copied().max().unwrap_or(0);
        ui.horizontal(|ui| {
            let words = ["0".to_owned(), per_game(f64::from(most) / games)];
            ramp(ui, scale, &words);
            ui.add_space(8.0);
            self.strength(ui, requests);
        });
        let what = match heat {
            Overlay::Fought => "attacks a game",
            Overlay::Entered => "units entering a game",
            _ => "steps lost a game",
        };
        let text = match hovered {
            Some(hex) if hex.index() < counts.len() => format!(
                "{}: {} {what}",
                input.document.grid().label(hex),
                per_game(f64::from(counts[hex.index()]) / games)
            ),
            _ => format!("Colours: {what}. Rest the pointer on a hex for its number."),
        };
        quiet(ui, text);
    }

    fn front(
        &self,
        ui: &mut Ui,
        input: &LabInput<'_>,
        record: &Record,
        hovered: Option<Hex>,
        requests: &mut Vec<Request>,
    ) {
        let turns = cover::turns(input.test_run.results());
        ui.horizontal(|ui| {
            let (icon, name) = if self.is_playing() {
                (Icon::Pause, "Halt")
            } else {
                (Icon::Play, UiCommand::PlayFront.text())
            };
            if icon_button(ui, icon, name, turns > 1).clicked() {
                requests.push(Request::Command(UiCommand::PlayFront));
            }
            let mut turn = self.turn().min(turns.saturating_sub(1));
            ui.spacing_mut().slider_width = 150.0;
            let slider = Slider::new(&mut turn, 0..=turns.saturating_sub(1)).show_value(false);
            if ui.name_inputs("Turn", |ui| ui.add(slider)).changed() {
                requests.push(Request::Lab(LabSetting::Turn(turn)));
            }
            ui.label(RichText::new(cover::turn_name(record, turn)).font(theme::strong(14.0)));
        });
        ui.horizontal(|ui| {
            for (place, side) in record.bundle.ruleset.sides.iter().enumerate() {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
                ui.painter().rect_filled(rect, 3.0, colours::side_on_map(place));
                ui.label(RichText::new(&side.name).font(FontId::proportional(14.0)));
            }
            ui.add_space(8.0);
            self.strength(ui, requests);
        });
        let text = match hovered.and_then(|hex| cover::held(record, self.turn(), hex)) {
            Some(shares) => {
                let label = hovered.map(|hex| input.document.grid().label(hex));
                let parts: Vec<String> = record
                    .bundle
                    .ruleset
                    .sides
                    .iter()
                    .zip(shares)
                    .map(|(side, share)| format!("{} {:.0} %", side.name, share * 100.0))
                    .collect();
                format!("{}: held by {}", label.unwrap_or_default(), parts.join(", "))
            }
            None => "Strong colours: held in nearly every game. The line: held in most.".to_owned(),
        };
        quiet(ui, text);
    }

    fn strength(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let mut strength = self.strength;
        ui.label(RichText::new("Opacity").small().color(palette(ui).quiet));
        ui.spacing_mut().slider_width = 74.0;
        let slider = Slider::new(&mut strength, 5..=100).show_value(false);
        if ui.name_inputs("Opacity", |ui| ui.add(slider)).changed() {
            requests.push(Request::Lab(LabSetting::Strength(strength)));
        }
        let mut counters = self.counters;
        let text = RichText::new("Counters").small().color(palette(ui).quiet);
        if ui.checkbox(&mut counters, text).changed() {
            requests.push(Request::Lab(LabSetting::Counters(counters)));
        }
    }
}

/// A bar with the colours of a scale, and what its ends mean.
pub fn ramp(ui: &mut Ui, scale: Scale, [least, most]: &[String; 2]) {
    let size = vec2(160.0, 22.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let font = FontId::proportional(13.0);
    let ink = ui.visuals().text_color();
    let painter = ui.painter();
    let words = |text: &String| painter.layout_no_wrap(text.clone(), font.clone(), ink);
    let (low, high) = (words(least), words(most));
    let bar = Rect::from_min_max(
        rect.left_center() + vec2(low.size().x + 6.0, -6.0),
        rect.right_center() + vec2(-high.size().x - 6.0, 6.0),
    );
    let steps = 40;
    for i in 0..steps {
        let (from, to) = (i as f32 / steps as f32, (i + 1) as f32 / steps as f32);
        let part = Rect::from_min_max(
            egui::pos2(bar.left() + bar.width() * from, bar.top()),
            egui::pos2(bar.left() + bar.width() * to + 0.5, bar.bottom()),
        );
        // The colours rise with the square root, as on the map.
        painter.rect_filled(part, 0.0, scale.at(((from + to) / 2.0).sqrt()));
    }
    painter.rect_stroke(
        bar,
        2.0,
        egui::Stroke::new(1.0, Color32::from_black_alpha(60)),
        egui::StrokeKind::Outside,
    );
    let y = rect.center().y;
    painter.galley(egui::pos2(rect.left(), y - low.size().y / 2.0), low.clone(), ink);
    painter.galley(egui::pos2(bar.right() + 6.0, y - high.size().y / 2.0), high, ink);
}
