//! Where each screen lies in the window: bars above and below, panels at the sides, the map in the
//! middle.

use egui::{Align2, Area, CentralPanel, Frame, Id, Margin, Order, Panel, RichText, Ui, vec2};

use super::app::App;
use super::command::UiCommand;
use super::inspector::InspectorInput;
use super::lab::LabInput;
use super::map::MapInput;
use super::map::stacks::Positions;
use super::menu::{self, MenuInput};
use super::request::Request;
use super::status::{self, StatusInput};
use super::test_run::Game;
use super::widgets::{icon_button, text_button};
use super::{icons, questions, theme, tool_palette};

/// How high the lab is at first, at the most, and how high at the least, in points.
const LAB_SIZE: f32 = 400.0;
const LAB_LEAST: f32 = 230.0;

impl App {
    pub(super) fn screens(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = Vec::new();
        let bar = |ui: &Ui, margin: Margin| {
            Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin)
        };
        Panel::top("menu").frame(bar(ui, Margin::symmetric(10, 5))).show(ui, |ui| {
            let input = MenuInput {
                title: self.document.title(),
                file: &self.files.name(&self.document),
                dirty: self.document.dirty(),
                label: &|command| self.label(command),
                enabled: &|command| self.enabled(command),
                on: &|command| self.is_on(command),
            };
            menu::show(ui, &input, &mut requests);
        });
        let positions = match self.test_run.game() {
            Some(game) => Positions::of_game(game.play()),
            None => Positions::of_set_up(&self.document),
        };
        Panel::bottom("status").exact_size(30.0).frame(bar(ui, Margin::symmetric(12, 2))).show(
            ui,
            |ui| {
                let hint = match self.test_run.game() {
                    Some(_) => "A test-run is shown. Click a hex to look into it.",
                    None => self.output.hint.as_str(),
                };
                let input = StatusInput {
                    document: &self.document,
                    hint,
                    hovered: self.map.hovered(),
                    positions: &positions,
                    scale: self.map.camera.scale,
                    has_file: self.files.has_file(&self.document),
                };
                status::show(ui, &input, &mut requests);
            },
        );
        // A game that is watched needs the room for its map and its log.
        if self.lab.open && self.test_run.game().is_none() {
            let height = ui.max_rect().height();
            let most = (height * 0.62).max(LAB_LEAST);
            Panel::bottom("lab")
                .default_size((height * 0.37).clamp(LAB_LEAST, LAB_SIZE))
                .size_range(LAB_LEAST..=most)
                .frame(bar(ui, Margin { left: 12, right: 12, top: 6, bottom: 8 }))
                .show(ui, |ui| {
                    // The panel is as high as its edge was dragged, whatever the page needs.
                    let room = ui.available_rect_before_wrap();
                    ui.allocate_rect(room, egui::Sense::hover());
                    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(room));
                    ui.shrink_clip_rect(room.expand(4.0));
                    let input = LabInput { document: &self.document, test_run: &self.test_run };
                    self.lab.show(&mut ui, &input, &mut self.counters, &mut requests);
                });
        }
        Panel::left("tools").exact_size(196.0).frame(bar(ui, Margin::same(8))).show(ui, |ui| {
            if self.test_run.game().is_some() {
                ui.disable();
            }
            tool_palette::show(
                ui,
                &self.document,
                self.tools.tool(),
                &mut self.swatches,
                &mut self.counters,
                &mut requests,
            );
        });
        Panel::right("inspector")
            .default_size(352.0)
            .size_range(320.0..=560.0)
            .frame(bar(ui, Margin::same(10)))
            .show(ui, |ui| {
                let input = InspectorInput {
                    document: &self.document,
                    tool: self.tools.tool(),
                    test_run: &self.test_run,
                    lab_is_open: self.lab.open,
                };
                self.inspector.show(ui, &input, &mut self.counters, &mut requests);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            let rect = ui.max_rect();
            let input = MapInput {
                document: &self.document,
                tool: self.tools.tool(),
                output: &self.output,
                game: self.test_run.game(),
                cover: self.lab.cover(&self.document, &self.test_run),
            };
            self.map.show(ui, &input, &mut self.counters, &mut requests);
            if let Some(game) = self.test_run.game() {
                banner(ui, rect, game, &mut requests);
            }
            zoom_buttons(ui, rect, &mut requests);
            let input = LabInput { document: &self.document, test_run: &self.test_run };
            self.lab.show_legend(ui, rect, &input, self.map.hovered(), &mut requests);
            self.notices.show(ui.ctx(), rect);
        });
        requests
    }

    pub(super) fn over_screens(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) {
        if let Some(mut palette) = self.palette.take() {
            let stays = palette.show(
                ctx,
                self.document.grid(),
                |command| self.label(command),
                |command| self.enabled(command),
                requests,
            );
            if stays {
                self.palette = Some(palette);
            }
        }
        if let Some(question) = self.question.clone()
            && let Some(reply) =
                questions::show(ctx, &question, self.document.title(), &mut self.files.typed)
        {
            self.question = None;
            self.answered(ctx, question, reply);
        }
    }
}

/// Says that what the map shows is a game.
fn banner(ui: &Ui, over: egui::Rect, game: &Game, requests: &mut Vec<Request>) {
    Area::new(Id::unique("game banner"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(over.center_top() + vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            let colours = theme::palette(ui);
            let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(14, 8));
            frame.stroke(egui::Stroke::new(1.5, colours.accent)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                    icons::paint(ui.painter(), rect, icons::Icon::Play, colours.accent);
                    let text = format!("Test-run, game-turn {}", game.play().turn());
                    ui.label(RichText::new(text).font(theme::strong(15.0)));
                    ui.label(RichText::new("The document is not changed.").color(colours.quiet));
                    if text_button(ui, None, UiCommand::EndGame.text(), true).clicked() {
                        requests.push(Request::Command(UiCommand::EndGame));
                    }
                });
            });
        });
}

fn zoom_buttons(ui: &Ui, over: egui::Rect, requests: &mut Vec<Request>) {
    Area::new(Id::unique("zoom buttons"))
        .order(Order::Middle)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(over.right_bottom() - vec2(12.0, 12.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(3).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for command in [UiCommand::ZoomIn, UiCommand::ZoomOut, UiCommand::ZoomToFit] {
                    let icon = command.icon().unwrap_or(icons::Icon::Fit);
                    if icon_button(ui, icon, command.text(), true).clicked() {
                        requests.push(Request::Command(command));
                    }
                }
            });
        });
}
