//! Test-runs: who plays, the game that is watched, and how many games ended.

use egui::{Align, ComboBox, DragValue, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use salient_play::{Point, Seat, Stop};
use salient_rules::Bot;
use salient_rules::bot::{BotInfo, strongest};
use salient_rules::words::{LogLine, Weight};

use super::{InspectorInput, by_hand, from_here, why};
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
        settings(ui, input, requests);
        ui.add_space(theme::GAP);
        one_game(ui, input, requests);
        show_game(ui, input, game, requests);
        return;
    }
    if input.document.systems().of(input.document.bundle()).is_none() {
        without_rules(ui, input, requests);
        return;
    }
    ScrollArea::vertical().auto_shrink(false).id_salt("test-run").show(ui, |ui| {
        settings(ui, input, requests);
        ui.add_space(theme::GAP);
        one_game(ui, input, requests);
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

fn settings(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let game = input.test_run.game();
    let bots = input.document.systems().bots(input.document.bundle());
    // A side can be handed over at any time, but not between two frames of a game that runs.
    ui.add_enabled_ui(!input.test_run.is_running(), |ui| {
        for (place, side) in input.document.ruleset().sides.iter().enumerate() {
            let now = input.test_run.seats.get(place).copied().unwrap_or(Seat::Person);
            field(ui, &side.name, |ui| {
                ui.name_inputs(format!("Who plays {}", side.name), |ui| {
                    ComboBox::from_id_salt(("seat", place))
                        .selected_text(seat_name(bots, now))
                        .width(190.0)
                        .show_ui(ui, |ui| {
                            let seats = bots.iter().map(|info| Seat::Bot(info.bot));
                            for seat in std::iter::once(Seat::Person).chain(seats) {
                                let name = seat_name(bots, seat);
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
fn seat_name(bots: &[BotInfo], seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "You, by hand",
        Seat::Bot(bot) => bot_name(bots, bot),
    }
}

/// What a bot is called; the strongest where none is chosen.
fn bot_name(bots: &[BotInfo], bot: Bot) -> &'static str {
    let bot = if bot == Bot::STRONGEST { strongest(bots) } else { bot };
    let known = bots.iter().find(|known| known.bot.is(bot)).or(bots.last());
    known.map_or("", |known| known.name)
}

/// What can be done with a game to be watched.
fn one_game(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
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

/// Points, with whose they are.
fn points(input: &InspectorInput<'_>, number: i32) -> String {
    let counted_for = input.document.scenario().victory.counted_for.as_ref();
    let sides = &input.document.ruleset().sides;
    let side = sides.iter().find(|side| Some(&side.id) == counted_for);
    let whose = side.map(|side| format!(" for the {} side", side.name)).unwrap_or_default();
    // With a true minus.
    format!("{} points{whose}", number.to_string().replace('-', "−"))
}

fn show_game(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    if game.waits() {
        by_hand::show(ui, input, requests);
    } else if game.has_person() {
        by_hand::ways_back(ui, input, requests);
    }
    if !game.is_playing() {
        from_here::show(ui, input, requests);
        let keep = UiCommand::KeepPosition;
        let button = text_button(ui, Some(Icon::Save), keep.text(), true);
        if button.on_hover_text(keep.tooltip()).clicked() {
            requests.push(Request::Command(keep));
        }
    }
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
                ui.label(format!("{}, {}", outcome.level, points(input, outcome.points)));
            }
            None => {
                ui.label(format!("{} · {}", play.phase_name(), points(input, play.score())));
            }
        }
        for (side, name) in input.document.ruleset().sides.iter().enumerate() {
            let left = play.points_left();
            let left = left.iter().filter(|left| left.side == side);
            let left: Vec<String> =
                left.map(|left| format!("{} {}", left.points, left.kind)).collect();
            if !left.is_empty() {
                quiet(ui, format!("{} has left: {}", name.name, left.join(", ")));
            }
        }
    });
    ui.add_space(theme::GAP);
    if full_button(ui, Some(Icon::Close), UiCommand::EndGame.text(), true, false).clicked() {
        requests.push(Request::Command(UiCommand::EndGame));
    }
    why::show(ui, input, requests);
    heading(ui, "What happened");
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let log = game.log();
    ScrollArea::vertical().auto_shrink(false).id_salt("log").stick_to_bottom(true).show_rows(
        ui,
        22.0,
        log.len(),
        |ui, visible| {
            let first = visible.start;
            for (at, line) in (first..).zip(log.get(visible).unwrap_or_default()) {
                show_line(ui, line, (play.grid(), game.explained_by(at)), requests);
            }
        },
    );
    ui.spacing_mut().item_spacing.y = spacing;
}

fn show_line(
    ui: &mut Ui,
    line: &LogLine,
    (grid, explained): (&salient_hex::grid::HexGrid, Option<Point>),
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
        if let Some(point) = explained {
            let why = ui.link(RichText::new("Why?").small());
            if why.on_hover_text("What the bot weighed, and what it expected").clicked() {
                requests.push(Request::Play(PlayRequest::Why(Some(point))));
            }
        }
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
