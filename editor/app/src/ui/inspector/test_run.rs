//! Test-runs: who plays, the game that is watched, and how many games ended.

use egui::{
    Align, Align2, ComboBox, DragValue, Label, Layout, RichText, ScrollArea, Sense, TextStyle, Ui,
    vec2,
};
use salient_engine::game::Bot;
use salient_engine::test_run::Report;

use super::InspectorInput;
use crate::ui::command::UiCommand;
use crate::ui::event_words::{LogLine, Weight};
use crate::ui::icons::Icon;
use crate::ui::request::{Request, TestRunSetting};
use crate::ui::test_run::{Game, Speed};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{card, field, full_button, heading, primary_button, quiet, text_button};

pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    settings(ui, input, requests);
    ui.add_space(theme::GAP);
    buttons(ui, input, requests);
    for refused in input.test_run.refused().iter().take(3) {
        let colour = palette(ui).error;
        ui.add(Label::new(RichText::new(&refused.message).color(colour)).wrap());
    }
    if !input.test_run.refused().is_empty() {
        quiet(ui, "The Problems tab has all that keeps the game from beginning.");
    }
    if let Some((done, games)) = input.test_run.progress() {
        ui.add_space(theme::GAP);
        let share = done as f32 / games.max(1) as f32;
        let text = format!("{done} of {games} games");
        ui.add(egui::ProgressBar::new(share).text(text).desired_height(20.0));
    }
    if let Some(report) = input.test_run.report() {
        show_report(ui, input, report);
    }
    if let Some(game) = input.test_run.game() {
        show_game(ui, input, game, requests);
    } else if input.test_run.report().is_none() && input.test_run.progress().is_none() {
        ui.add_space(theme::GROUP_GAP);
        quiet(
            ui,
            "Two bots play the scenario as it is now, by the rules that Salient knows. Watch one \
             game on the map, or run many and see how they end. The document stays as it is.",
        );
    }
}

fn settings(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let running = input.test_run.is_running() || input.test_run.game().is_some();
    let set = |setting| Request::TestRun(setting);
    ui.add_enabled_ui(!running, |ui| {
        for (place, side) in input.document.ruleset().sides.iter().enumerate() {
            let now = input.test_run.bots.get(place).copied().unwrap_or(Bot::Heuristic);
            field(ui, &side.name, |ui| {
                ui.name_inputs(format!("Bot for {}", side.name), |ui| {
                    ComboBox::from_id_salt(("bot", place))
                        .selected_text(bot_name(now))
                        .width(190.0)
                        .show_ui(ui, |ui| {
                            for bot in Bot::ALL {
                                if ui.selectable_label(bot == now, bot_name(bot)).clicked() {
                                    requests.push(set(TestRunSetting::Bot(place, bot)));
                                }
                            }
                        })
                });
            });
        }
        field(ui, "Seed", |ui| {
            let mut seed = input.test_run.seed;
            let value = DragValue::new(&mut seed).speed(0.1);
            if ui.name_inputs("Seed", |ui| ui.add(value)).changed() {
                requests.push(set(TestRunSetting::Seed(seed)));
            }
            quiet(ui, "same seed, same dice");
        });
    });
}

fn bot_name(bot: Bot) -> &'static str {
    match bot {
        Bot::Random => "Random moves",
        Bot::Heuristic => "Rules of thumb",
        Bot::Planner => "Plans each phase",
    }
}

fn buttons(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let command = |command| Request::Command(command);
    let batch = input.test_run.progress().is_some();
    let game = input.test_run.game();
    let over = game.is_some_and(|game| game.play().is_over());
    let playing = game.is_some_and(Game::is_playing);
    ui.horizontal(|ui| {
        if playing {
            if primary_button(ui, Some(Icon::Stop), "Stop", true).clicked() {
                requests.push(command(UiCommand::StopRun));
            }
        } else {
            let text = match game {
                Some(_) if !over => "Play on",
                _ => UiCommand::PlayGame.text(),
            };
            if primary_button(ui, Some(Icon::Play), text, !batch).clicked() {
                requests.push(command(UiCommand::PlayGame));
            }
        }
        let can_step = !batch && !playing && !over;
        let step = text_button(ui, Some(Icon::Step), "Step", can_step);
        if step.on_hover_text(UiCommand::Step.tooltip()).clicked() {
            requests.push(command(UiCommand::Step));
        }
        speed(ui, input, requests);
    });
    ui.horizontal(|ui| {
        if batch {
            if text_button(ui, Some(Icon::Stop), "Stop", true).clicked() {
                requests.push(command(UiCommand::StopRun));
            }
        } else {
            let mut games = input.test_run.games;
            let text = format!("Run {games} games");
            if text_button(ui, Some(Icon::Games), &text, !playing).clicked() {
                requests.push(command(UiCommand::RunGames));
            }
            let value = DragValue::new(&mut games).range(1..=10_000).speed(0.5);
            if ui.name_inputs("Number of games", |ui| ui.add(value)).changed() {
                requests.push(Request::TestRun(TestRunSetting::Games(games)));
            }
            quiet(ui, "games");
        }
    });
}

fn speed(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let now = input.test_run.speed;
    ui.name_inputs("Speed", |ui| {
        ComboBox::from_id_salt("speed").selected_text(now.name()).width(92.0).show_ui(ui, |ui| {
            for speed in Speed::ALL {
                if ui.selectable_label(speed == now, speed.name()).clicked() {
                    requests.push(Request::TestRun(TestRunSetting::Speed(speed)));
                }
            }
        })
    });
}

fn show_report(ui: &mut Ui, input: &InspectorInput<'_>, report: &Report) {
    let colours = palette(ui);
    let side_name = |id: &str| {
        let sides = &input.document.ruleset().sides;
        sides.iter().find(|side| side.id == id).map_or(id.to_owned(), |side| side.name.clone())
    };
    let played = report.games.len();
    let stopped = if report.stopped { ", stopped" } else { "" };
    heading(ui, &format!("How {played} games ended{stopped}"));
    card(ui, |ui| {
        let most = report.levels.iter().map(|level| level.games).max().unwrap_or(0).max(1);
        for level in &report.levels {
            ui.horizontal(|ui| {
                let (name, _) = ui.allocate_exact_size(vec2(168.0, 18.0), Sense::hover());
                let font = TextStyle::Body.resolve(ui.style());
                let ink = ui.visuals().text_color();
                let painter = ui.painter().with_clip_rect(name);
                painter.text(name.left_center(), Align2::LEFT_CENTER, &level.level, font, ink);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(level.games.to_string()).font(theme::strong(15.0)));
                    let room = vec2(ui.available_width(), 12.0);
                    let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
                    ui.painter().rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
                    let mut bar = rect;
                    bar.set_width(rect.width() * level.games as f32 / most as f32);
                    ui.painter().rect_filled(bar, 3.0, colours.accent);
                });
            });
        }
        if let Some(points) = &report.points {
            let mean = points.mean_thousandths as f64 / 1000.0;
            quiet(
                ui,
                format!(
                    "Victory points: {mean:.1} on the mean, from {} to {}",
                    signed(points.min),
                    signed(points.max)
                ),
            );
        }
        for losses in &report.losses {
            quiet(
                ui,
                format!(
                    "{} loses {:.1} steps and {:.1} units a game",
                    side_name(&losses.side),
                    losses.steps_thousandths as f64 / 1000.0,
                    losses.units_thousandths as f64 / 1000.0
                ),
            );
        }
    });
}

/// A number with a true minus.
fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

fn show_game(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    let play = game.play();
    let turns = input.document.scenario().turns.len();
    heading(ui, "The game");
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let label = input
                .document
                .scenario()
                .turns
                .iter()
                .find(|turn| turn.turn == play.turn())
                .map(|turn| turn.label.clone())
                .unwrap_or_default();
            let text = format!("Game-turn {} of {turns}", play.turn());
            ui.label(RichText::new(text).font(theme::strong(15.0)));
            quiet(ui, label);
        });
        match play.outcome() {
            Some(outcome) => {
                ui.label(format!("{}, {} points", outcome.level, signed(outcome.points)));
            }
            None => {
                ui.label(format!("{} · {} points", play.phase_name(), signed(play.score())));
            }
        }
    });
    ui.add_space(theme::GAP);
    if full_button(ui, Some(Icon::Close), UiCommand::EndGame.text(), true, false).clicked() {
        requests.push(Request::Command(UiCommand::EndGame));
    }
    heading(ui, "What happened");
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let log = game.log();
    ScrollArea::vertical().auto_shrink(false).id_salt("log").stick_to_bottom(true).show_rows(
        ui,
        22.0,
        log.len(),
        |ui, visible| {
            for line in log.get(visible).unwrap_or_default() {
                show_line(ui, line, play.grid(), requests);
            }
        },
    );
    ui.spacing_mut().item_spacing.y = spacing;
}

fn show_line(
    ui: &mut Ui,
    line: &LogLine,
    grid: &salient_engine::grid::HexGrid,
    requests: &mut Vec<Request>,
) {
    let colours = palette(ui);
    let text = match line.weight {
        Weight::Heading => RichText::new(&line.text).font(theme::strong(15.0)),
        Weight::Phase => RichText::new(&line.text).color(colours.accent),
        Weight::Strong => RichText::new(&line.text),
        Weight::Plain => RichText::new(&line.text).color(colours.quiet),
    };
    let size = vec2(ui.available_width(), 22.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if let Some(rule) = &line.rule {
            ui.label(RichText::new(rule).small().color(colours.quiet));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let sense = if line.hexes.is_empty() { Sense::hover() } else { Sense::click() };
            let response = ui.add(Label::new(text).truncate().sense(sense));
            if response.clicked()
                && let Some(hex) = line.hexes.last().and_then(|hex| grid.parse(hex))
            {
                requests.push(Request::GoTo(hex));
            }
        });
    });
}
