//! Short news at the lower edge of the map, which goes away by itself.

use egui::{Align2, Area, Id, Label, Order, TextStyle, vec2};

use super::icons::{self, Icon};
use super::theme::palette;

/// How long a notice stays, in seconds.
const STAYS_SECS: f64 = 5.0;

/// The most that a line runs, in points.
const WIDTH: f32 = 480.0;

/// News.
#[derive(Clone, Debug)]
struct Notice {
    text: String,
    good: bool,
    /// When it was first shown.
    since: Option<f64>,
}

/// The news that are still to be seen.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    notices: Vec<Notice>,
}

impl Notices {
    /// Something went well.
    pub fn good(&mut self, text: impl Into<String>) {
        self.notices.push(Notice { text: text.into(), good: true, since: None });
    }

    /// Something could not be done.
    pub fn bad(&mut self, text: impl Into<String>) {
        let text = text.into();
        if self.notices.last().is_none_or(|last| last.text != text) {
            self.notices.push(Notice { text, good: false, since: None });
        }
    }

    /// Shows them over the lower edge of a rectangle.
    pub fn show(&mut self, ctx: &egui::Context, over: egui::Rect) {
        let now = ctx.input(|input| input.time);
        for notice in &mut self.notices {
            if notice.since.is_none() {
                notice.since = Some(now);
                // A new area shows in the frame after the one that measures it.
                ctx.request_repaint();
            }
        }
        self.notices.retain(|notice| notice.since.is_none_or(|since| now - since < STAYS_SECS));
        let Some(next) = self.notices.iter().filter_map(|notice| notice.since).reduce(f64::min)
        else {
            return;
        };
        ctx.request_repaint_after_secs((STAYS_SECS - (now - next)).max(0.05) as f32);
        Area::new(Id::unique("notices"))
            .order(Order::Foreground)
            .interactable(false)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(over.center_bottom() - vec2(0.0, 16.0))
            .show(ctx, |ui| {
                for notice in self.notices.iter().rev().take(3) {
                    egui::Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                        ui.horizontal(|ui| {
                            let colours = palette(ui);
                            let (icon, ink) = if notice.good {
                                (Icon::Tick, colours.good)
                            } else {
                                (Icon::Warning, colours.warning)
                            };
                            let (rect, _) =
                                ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                            icons::paint(ui.painter(), rect, icon, ink);
                            let font = TextStyle::Body.resolve(ui.style());
                            let text = ui.visuals().text_color();
                            let words = ui.painter().layout(notice.text.clone(), font, text, WIDTH);
                            ui.add(Label::new(words));
                        });
                    });
                }
            });
    }
}
