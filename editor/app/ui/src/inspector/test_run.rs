//! Test-runs: who plays, the game that is watched, and how many games ended.

use egui::{ComboBox, DragValue, Label, RichText, ScrollArea, Ui};
use salient_play::{Seat, Stop};
use salient_rules::Bot;
use salient_rules::bot::{BotInfo, strongest};

use super::{InspectorInput, play};
use crate::lab::header;
use crate::look::icons::Icon;
use crate::look::names::with_names;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    card, field, full_button, heading, primary_button, progress, quiet, segments, text_button,
};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::lab::LabSetting;
use crate::request::play::PlayRequest;
use crate::request::test_run::{Ending, Speed, TestRunSetting};
use crate::sandbox;
use crate::test_run::{Game, MOST_SEEDS, Record, RunState};

pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    if let Some(game) = input.test_run.sandbox() {
        sandbox::show(ui, input.document, game, requests);
        return;
    }
    if let Some(game) = input.test_run.game() {
        play::show(ui, input, game, requests);
        return;
    }
    if input.document.system().is_none() {
        without_rules(ui, input, requests);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).id_salt("test-run").show(ui, |ui| {
        settings(ui, input, requests);
        ui.add_space(theme::GAP);
        controls(ui, input, requests);
        put_away(ui, input, requests);
        ui.add_space(theme::GAP);
        many_games(ui, input, requests);
        for refused in input.test_run.refused().iter().take(3) {
            let colour = palette(ui).error;
            ui.add(
                Label::new(
                    RichText::new(with_names(input.document, &refused.message)).color(colour),
                )
                .wrap(),
            );
        }
        if !input.test_run.refused().is_empty() {
            quiet(ui, "The Problems tab has all that keeps the game from beginning.");
        }
        if let Some(state) = input.test_run.progress() {
            ui.add_space(theme::GAP);
            progress_bar(ui, &state, input.test_run.is_stopping());
        }
        if let Some(record) = input.test_run.results().now() {
            summary(ui, input, record, requests);
        } else if input.test_run.progress().is_none() {
            ui.add_space(theme::GROUP_GAP);
            quiet(
                ui,
                "Play the scenario as it is now by the rules that Salient knows: yourself, against \
                 a bot or on both sides, or watch two bots; or run many games and see how they \
                 end. The document stays as it is.",
            );
        }
        ui.add_space(theme::GROUP_GAP);
        let open = UiCommand::OpenSandbox;
        let button =
            text_button(ui, Some(Icon::Counter), open.text(), !input.test_run.is_running());
        if button.on_hover_text(open.tooltip()).clicked() {
            requests.push(Request::Command(open));
        }
    });
}

/// What stands here for a system that nobody can play.
fn without_rules(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let system = &input.document.ruleset().title;
    let text = format!("Salient has no rules for {system}.");
    ui.add(Label::new(RichText::new(text).font(theme::strong(15.0))).wrap());
    let text = "So it plays no games of this scenario, and nobody can play against it. In the \
                sandbox you move the counters yourself, roll dice and read the ruleset's charts, \
                and a log keeps all of it. No rules are enforced there.";
    ui.add(Label::new(RichText::new(text).color(palette(ui).quiet)).wrap());
    ui.add_space(theme::GAP);
    let open = UiCommand::OpenSandbox;
    if full_button(ui, Some(Icon::Counter), open.text(), true, true).clicked() {
        requests.push(Request::Command(open));
    }
    ui.add_space(theme::GAP);
    let load = UiCommand::OpenSandboxFile;
    if full_button(ui, Some(Icon::Open), load.text(), true, false).clicked() {
        requests.push(Request::Command(load));
    }
}

/// Who plays, with which dice, and where bots stop.
pub fn settings(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let game = input.test_run.game();
    let bots = input.document.systems().bots(input.document.bundle());
    // A side can be handed over at any time, but not between two frames of a game that runs.
    ui.add_enabled_ui(!input.test_run.is_running(), |ui| {
        for (place, side) in input.document.ruleset().sides.iter().enumerate() {
            let now = input.test_run.seats.get(place).copied().unwrap_or(Seat::Person);
            field(ui, &side.name, |ui| {
                ui.name_inputs(format!("Who plays {}", side.name), |ui| {
                    ComboBox::from_id_salt(("seat", place))
                        .selected_text(seat_name(&bots, now))
                        .width(190.0)
                        .show_ui(ui, |ui| {
                            let seats = bots.iter().map(|info| Seat::Bot(info.bot));
                            for seat in std::iter::once(Seat::Person).chain(seats) {
                                let name = seat_name(&bots, seat);
                                if ui.selectable_label(seat == now, name).clicked() {
                                    requests.push(Request::Play(PlayRequest::Seat(place, seat)));
                                }
                            }
                        })
                });
            });
        }
    });
    ui.add_enabled_ui(game.is_none() && !input.test_run.is_running(), |ui| {
        field(ui, "Seed", |ui| {
            let mut seed = input.test_run.seed;
            let value = DragValue::new(&mut seed).speed(0.1);
            if ui.name_inputs("Seed", |ui| ui.add(value)).changed() {
                requests.push(Request::TestRun(TestRunSetting::Seed(seed)));
            }
            quiet(ui, "same seed, same dice");
        });
    });
    field(ui, "Bots stop", |ui| {
        let now = input.test_run.stop;
        ui.name_inputs("Where bots stop", |ui| {
            ComboBox::from_id_salt("stop").selected_text(now.name()).width(190.0).show_ui(
                ui,
                |ui| {
                    for stop in Stop::ALL {
                        if ui.selectable_label(stop == now, stop.name()).clicked() {
                            requests.push(Request::Play(PlayRequest::Stop(stop)));
                        }
                    }
                },
            )
        });
    });
}

/// Who sits there: a person, or a bot by its name.
fn seat_name(bots: &[BotInfo], seat: Seat) -> &str {
    match seat {
        Seat::Person => "You, by hand",
        Seat::Bot(bot) => bot_name(bots, bot),
    }
}

/// What a bot is called; the strongest where none is chosen.
fn bot_name(bots: &[BotInfo], bot: Bot) -> &str {
    let bot = if bot == Bot::STRONGEST { strongest(bots) } else { bot };
    let known = bots.iter().find(|known| known.bot.is(bot)).or(bots.last());
    known.map_or("", |known| &known.name)
}

/// What can be done with a game to be watched.
pub fn controls(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
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
            // What is under way comes first; many games say more than one.
            let button = if game.is_some() { primary_button } else { text_button };
            if button(ui, Some(Icon::Play), text, !batch).clicked() {
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
}

/// The game by hand that was put away, to be taken up again.
fn put_away(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.put_away(input.document) else { return };
    let text = match game.play().turn() {
        0 => "Take up the game by hand again".to_owned(),
        turn => format!("Take up the game by hand again, game-turn {turn}"),
    };
    let enabled = !input.test_run.is_running();
    let button = text_button(ui, Some(Icon::Redo), &text, enabled);
    let about = "It is kept until the document is changed or another game by hand is put away";
    if button.on_hover_text(about).clicked() {
        requests.push(Request::Play(PlayRequest::Resume));
    }
}

/// What can be done with many.
fn many_games(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let command = |command| Request::Command(command);
    let batch = input.test_run.progress().is_some();
    let ending = input.test_run.ending;
    ui.horizontal(|ui| {
        ui.add_enabled_ui(!batch, |ui| {
            let choices = [(false, "Games"), (true, "Until ±")];
            let within = matches!(ending, Ending::Within(_));
            if let Some(within) = segments(ui, "When the run ends", &choices, within) {
                let ending = if within { Ending::Within(20) } else { Ending::Games };
                requests.push(Request::TestRun(TestRunSetting::Ending(ending)));
            }
            match ending {
                Ending::Games => {
                    let mut games = input.test_run.games;
                    let value = DragValue::new(&mut games).range(1..=1_000_000).speed(2.0);
                    if ui.name_inputs("Number of games", |ui| ui.add(value)).changed() {
                        requests.push(Request::TestRun(TestRunSetting::Games(games)));
                    }
                    quiet(ui, "games");
                }
                Ending::Within(thousandths) => {
                    let mut percent = f64::from(thousandths) / 10.0;
                    let value = DragValue::new(&mut percent)
                        .range(0.2..=20.0)
                        .speed(0.05)
                        .fixed_decimals(1)
                        .suffix(" %");
                    if ui.name_inputs("How exact", |ui| ui.add(value)).changed() {
                        let ending = Ending::Within((percent * 10.0).round() as u16);
                        requests.push(Request::TestRun(TestRunSetting::Ending(ending)));
                    }
                    quiet(ui, "exact").on_hover_text(
                        "Games go on until the share of every victory level is known this well, \
                         19 times in 20",
                    );
                }
            }
        });
    });
    if ending == Ending::Games {
        ui.add_enabled_ui(!batch, |ui| {
            field(ui, "Seeds", |ui| {
                let mut seeds = input.test_run.seeds;
                let value = DragValue::new(&mut seeds).range(1..=MOST_SEEDS).speed(0.05);
                if ui.name_inputs("Number of seeds", |ui| ui.add(value)).changed() {
                    requests.push(Request::TestRun(TestRunSetting::Seeds(seeds)));
                }
                quiet(ui, "with these games each").on_hover_text(
                    "From the seed above on. The report pools them, and says whether they differ by \
                     more than chance",
                );
            });
        });
    }
    if batch {
        let stopping = input.test_run.is_stopping();
        let stop =
            full_button(ui, Some(Icon::Stop), "Stop and keep what is done", !stopping, false);
        if stop.clicked() {
            requests.push(command(UiCommand::StopRun));
        }
    } else {
        let text = match ending {
            Ending::Games => {
                let games = salient_output::plural(input.test_run.games as usize, "game");
                match input.test_run.seeds {
                    1 => format!("Run {games}"),
                    seeds => format!("Run {games} of each of {seeds} seeds"),
                }
            }
            Ending::Within(thousandths) => {
                format!("Run until ± {:.1} %", f64::from(thousandths) / 10.0)
            }
        };
        if full_button(ui, Some(Icon::Games), &text, true, true).clicked() {
            requests.push(command(UiCommand::RunGames));
        }
    }
}

/// How far the games are.
fn progress_bar(ui: &mut Ui, state: &RunState, stopping: bool) {
    let (share, text) = state.in_words();
    let text = if stopping { "Stopping …".to_owned() } else { text };
    progress(ui, share, &text);
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

/// How the last run ended, and the way to the lab.
fn summary(ui: &mut Ui, input: &InspectorInput<'_>, record: &Record, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    heading(ui, "The last run");
    card(ui, |ui| {
        ui.label(RichText::new(&record.view.headline).font(theme::strong(15.0)));
        quiet(ui, header::of_run(record));
        if input.test_run.fresh(input.document).is_none() {
            let text = "The scenario was changed since.";
            ui.label(RichText::new(text).color(colours.warning));
        }
    });
    ui.add_space(theme::GAP);
    let text = "Open the lab";
    if !input.lab_is_open && full_button(ui, Some(Icon::Chart), text, true, false).clicked() {
        requests.push(Request::Lab(LabSetting::Open));
    }
}
