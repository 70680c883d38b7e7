//! A game that is played or watched: what is asked and the buttons stay where they are, whatever is
//! said; what there is to choose scrolls between them and the log, which has a place of its own.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{
    Align, Button, CollapsingHeader, Color32, FontId, Id, Label, Layout, Rect, RichText,
    ScrollArea, Sense, TextStyle, Ui, UiBuilder, vec2,
};
use salient_play::Point;
use salient_rules::words::{LogLine, Weight, capital};

use super::{InspectorInput, by_hand, from_here, test_run, why};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    LOG_LINE, above_log, button_height, card, full_button, heading, primary_button_within, quiet,
    text_button,
};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::play::PlayRequest;
use crate::test_run::Game;

/// What leads to why a bot did what a line tells.
const WHY: &str = "Why?";
/// How high the line that says what is asked is: three rows of words, whether they are needed or
/// not.
const ASKED: f32 = 58.0;
/// How high the line below the buttons is, that says why a click did nothing: three rows.
const SAID: f32 = 58.0;
/// How wide the button is by which one is done.
const DONE_WIDTH: f32 = 178.0;
/// Of the room below the buttons the log has this part.
const LOG: f32 = 0.3;
/// The same where only bots play: there is nothing to decide.
const LOG_OF_BOTS: f32 = 0.5;

/// Shows the game in all the room there is.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    test_run::controls(ui, input, requests);
    head(ui, input, game, requests);
    asked(ui, game);
    // Where bots play by themselves there is nothing to decide.
    if game.has_person() {
        buttons(ui, input, game, requests);
        said(ui, game);
    }
    ui.add_space(theme::GAP);
    let share = if game.has_person() { LOG } else { LOG_OF_BOTS };
    above_log(ui, share, |ui| {
        // Each decision begins at the top.
        let decision = game.waits().then(|| game.session().at());
        let salt = ("game", decision);
        ScrollArea::vertical().auto_shrink(false).id_salt(salt).show(ui, |ui| {
            if game.waits() {
                by_hand::show(ui, input, requests);
            }
            why::show(ui, input, requests);
            position(ui, input, game);
            if !game.waits() {
                around(ui, input, game, requests);
                return;
            }
            // What lies below the choices moves with them: only a heading may come under the pointer.
            CollapsingHeader::new("Games from here, who plays").id_salt("around").show(ui, |ui| {
                around(ui, input, game, requests);
            });
        });
    });
    log_of(ui, game, requests);
}

/// What can be done besides deciding: games from here, the position as a scenario, other players.
fn around(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    if !game.is_playing() {
        ui.add_space(theme::GAP);
        from_here::show(ui, input, requests);
        let keep = UiCommand::KeepPosition;
        let button = text_button(ui, Some(Icon::Save), keep.text(), true);
        if button.on_hover_text(keep.tooltip()).clicked() {
            requests.push(Request::Command(keep));
        }
        let record = UiCommand::RecordCase;
        if crate::own_cases::are_kept(input.document) {
            let decided = game.session().can_go_back();
            let button = text_button(ui, Some(Icon::Save), record.text(), decided);
            if button.on_hover_text(record.tooltip()).clicked() {
                requests.push(Request::Command(record));
            }
        }
        if game.has_person() {
            let probe = UiCommand::ToggleProbe;
            let button = text_button(ui, Some(Icon::Search), probe.text(), true);
            if button.on_hover_text(probe.tooltip()).clicked() {
                requests.push(Request::Command(probe));
            }
        }
    }
    heading(ui, "Who plays");
    test_run::settings(ui, input, requests);
}

/// The game-turn and the step of the sequence of play, and the way back to the document.
fn head(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    let play = game.play();
    let all = &input.document.scenario().turns;
    let label = all.iter().find(|turn| turn.turn == play.turn()).map(|turn| turn.label.as_str());
    let size = vec2(ui.available_width(), button_height(ui));
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        let end = UiCommand::EndGame;
        let button = text_button(ui, Some(Icon::Close), end.text(), true);
        if button.on_hover_text(end.tooltip()).clicked() {
            requests.push(Request::Command(end));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let first = all.iter().map(|turn| turn.turn).find(|turn| *turn > 0).unwrap_or(1);
            let text = match play.turn() {
                0 => format!("Before game-turn {first}"),
                turn => {
                    let last = all.last().map_or(turn, |last| last.turn);
                    format!("Game-turn {turn} of {last}")
                }
            };
            let text = ui.add(Label::new(RichText::new(text).font(theme::strong(15.0))).truncate());
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                text.on_hover_text(label);
            }
        });
    });
}

/// What is asked of whom and why, in a place that stays as high as it is.
fn asked(ui: &mut Ui, game: &Game) {
    let play = game.play();
    let high = if game.has_person() || play.outcome().is_some() { ASKED } else { LOG_LINE };
    let size = vec2(ui.available_width(), high);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(*ui.layout()));
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.y = 1.0;
    let strong = |text: String| RichText::new(text).font(theme::strong(14.0));
    if let Some(outcome) = play.outcome() {
        let points = game.points(outcome.points);
        ui.add(Label::new(strong(format!("The game is over: {}, {points}", outcome.level))).wrap());
        return;
    }
    let side = play.deciding().map(|side| game.words().side(side)).unwrap_or_default();
    let who = match game.waits() {
        true => format!("{side} decides · {}", play.phase_name()),
        false => format!("{side} · {}", play.phase_name()),
    };
    ui.add(Label::new(strong(who)).truncate());
    if game.waits() {
        let by_hand = game.by_hand();
        let asked = match by_hand.asked() {
            "" => "Choose what is done in this step.",
            asked => asked,
        };
        ui.add(Label::new(asked).wrap()).on_hover_text(asked);
    }
}

/// Why the last click did nothing, and what may be clicked next, in a place that stays as high as it
/// is: in small letters where there is much to say, and it scrolls where that is not enough.
fn said(ui: &mut Ui, game: &Game) {
    let size = vec2(ui.available_width(), SAID);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if !game.waits() {
        return;
    }
    let colours = palette(ui);
    let hint = by_hand::hint(game);
    let (text, colour) = match (game.by_hand().refused(), game.by_hand().made()) {
        (Some(refused), _) if hint.is_empty() => (refused.to_owned(), colours.warning),
        (Some(refused), _) => (format!("{refused}. {hint}"), colours.warning),
        (None, Some((_, Err(why)))) => (capital(why), colours.error),
        _ => (hint.to_owned(), colours.quiet),
    };
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(*ui.layout()));
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    let high = |style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout(text.clone(), font, colour, rect.width()).size().y
    };
    let style = if high(TextStyle::Body) > SAID { TextStyle::Small } else { TextStyle::Body };
    let words = RichText::new(&text).color(colour).text_style(style);
    // Whatever is said next begins at the top.
    ScrollArea::vertical().id_salt(("said", &text)).max_height(SAID).show(&mut ui, |ui| {
        ui.add(Label::new(words).wrap()).on_hover_text(&text);
    });
}

/// The buttons, each always in its place: what cannot be done now is faded.
fn buttons(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    let play = |request: PlayRequest| Request::Play(request);
    let waits = game.waits();
    let by_hand = game.by_hand();
    let can_do = waits && by_hand.leaves_undone();
    ui.horizontal(|ui| {
        let wanted = if by_hand.asks_again() { "Do it all the same" } else { "Do it" };
        let all = ui.available_width();
        // As wide whatever it is called.
        let done_wide = DONE_WIDTH.min(all * 0.6);
        let rest = all - done_wide - ui.spacing().item_spacing.x;
        let button = primary_button_within(ui, Some(Icon::Play), wanted, can_do, rest);
        let about = match by_hand.made() {
            _ if can_do => by_hand.made_words(),
            Some((_, Err(why))) => why,
            _ => "Choose first what is to be done: on the map, or in the list below",
        };
        if button.on_hover_text(about).clicked() {
            requests.push(play(PlayRequest::Do));
        }
        let done = by_hand.done().filter(|_| waits);
        let size = vec2(done_wide, button_height(ui));
        let words = by_hand.done_words();
        let button = ui.allocate_ui(size, |ui| {
            full_button(ui, Some(Icon::Step), words, done.is_some(), false)
        });
        let button = button.inner;
        let undone;
        let about = match (waits, done.is_some()) {
            (true, false) => {
                by_hand.unfinished().unwrap_or("Something has to be done first in this step")
            }
            (true, true) if can_do => {
                undone = format!("What is chosen is not done: {}", by_hand.made_words());
                &undone
            }
            _ if by_hand.done_ends_turn() => "The game-turn ends with it",
            _ => "Nothing more in this step of the sequence of play",
        };
        if button.on_hover_text(about).clicked()
            && let Some(done) = done
        {
            requests.push(play(PlayRequest::Decide(done.clone())));
        }
    });
    ui.horizontal(|ui| {
        let back = text_button(ui, Some(Icon::Undo), "Take back", input.test_run.can_take_back());
        if back.on_hover_text("Back to your last decision, to make it anew").clicked() {
            requests.push(play(PlayRequest::TakeBack));
        }
        let forward = text_button(ui, Some(Icon::Redo), "Forward", input.test_run.can_go_forward());
        if forward.on_hover_text("Brings back what was taken back").clicked() {
            requests.push(play(PlayRequest::Forward));
        }
        by_hand::branches(ui, game, requests);
    });
    ui.horizontal(|ui| {
        let bot = text_button(ui, None, "Let a bot decide", waits);
        if bot.on_hover_text("The strongest bot makes this one decision").clicked() {
            requests.push(play(PlayRequest::LetBotDecide));
        }
        let bot = text_button(ui, None, by_hand.finish_words(), waits);
        let about = match by_hand.sets_up() {
            true => "The strongest bot sets up all that is left, and ends the set-up",
            false => "The strongest bot makes all decisions that are left to you in this step",
        };
        if bot.on_hover_text(about).clicked() {
            requests.push(play(PlayRequest::LetBotFinish));
        }
    });
}

/// Points, and what the sides have left.
fn position(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game) {
    let play = game.play();
    heading(ui, "The game");
    card(ui, |ui| {
        match play.outcome() {
            Some(outcome) => {
                ui.label(format!("{}, {}", outcome.level, game.points(outcome.points)))
            }
            None => ui.label(capital(&game.points(play.score()))),
        };
        for (side, name) in input.document.ruleset().sides.iter().enumerate() {
            let left = play.known_to(&[]).points_left();
            let left = left.iter().filter(|left| left.side == side);
            let left: Vec<String> =
                left.map(|left| format!("{} {}", left.points, left.kind)).collect();
            if !left.is_empty() {
                quiet(ui, format!("{} has left: {}", name.name, left.join(", ")));
            }
        }
    });
}

/// What happened, in the rest of the room.
fn log_of(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let heading = RichText::new("What happened").font(theme::strong(14.0));
    let heading = ui.label(heading.color(palette(ui).quiet)).rect;
    let mut end: LogEnd = ui.data(|data| data.get_temp(log_end())).unwrap_or_default();
    if !end.is_seen && to_the_latest(ui, heading) {
        end.wanted = true;
    }
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let log = game.log();
    let mut area = ScrollArea::vertical().auto_shrink(false).id_salt("log").stick_to_bottom(true);
    if end.wanted {
        area = area.vertical_scroll_offset(end.offset);
    }
    let shown = area.show_viewport(ui, |ui, seen| {
        let tops = tops(ui, game);
        ui.set_height(tops.last().copied().unwrap_or_default());
        // Only what is seen is laid out.
        let first = tops.partition_point(|top| *top <= seen.min.y).saturating_sub(1);
        let end = tops.partition_point(|top| *top < seen.max.y).min(log.len());
        let Some(shown) = log.get(first..end).filter(|shown| !shown.is_empty()) else { return };
        let all = ui.max_rect();
        let rows = [tops[first], tops[end]].map(|top| all.top() + top);
        let rect = Rect::from_x_y_ranges(all.x_range(), rows[0]..=rows[1]);
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            ui.skip_ahead_auto_ids(first);
            for (at, line) in (first..).zip(shown) {
                let about = (game.play().grid(), game.explained_by(at));
                show_line(ui, line, tops[at + 1] - tops[at], about, requests);
            }
        });
    });
    ui.spacing_mut().item_spacing.y = spacing;
    end.offset = (shown.content_size.y - shown.inner_rect.height()).max(0.0);
    end.is_seen = shown.state.clamped_offset().y >= end.offset - 1.0;
    // Lines may have come since it was asked for.
    end.wanted &= !end.is_seen;
    if end.wanted {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(log_end(), end));
}

/// The end of the log: new lines are followed while it is seen.
#[derive(Clone, Copy)]
struct LogEnd {
    is_seen: bool,
    /// How far it is scrolled there.
    offset: f32,
    /// Whether somebody wants to see it.
    wanted: bool,
}

impl Default for LogEnd {
    fn default() -> Self {
        Self { is_seen: true, offset: 0.0, wanted: false }
    }
}

fn log_end() -> Id {
    Id::unique("end of the log")
}

/// The way back to the end of the log, at the right of its heading. Gives whether it was taken.
fn to_the_latest(ui: &mut Ui, heading: Rect) -> bool {
    let row = Rect::from_x_y_ranges(ui.max_rect().x_range(), heading.y_range());
    let layout = Layout::right_to_left(Align::Center);
    let mut row = ui.new_child(UiBuilder::new().max_rect(row).layout(layout));
    let button = row.add(Button::new(RichText::new("To the latest").small()).small());
    button.on_hover_text("To the end of the log, where it goes on").clicked()
}

/// How high lines of the log are, each with the hash of its words: the same lines are measured once.
#[derive(Clone, Default)]
struct Heights {
    wide: f32,
    of: Vec<(u64, f32)>,
}

/// Where each line of the log begins, and where the last one ends.
fn tops(ui: &Ui, game: &Game) -> Vec<f32> {
    let (id, wide) = (Id::unique("heights of the log"), ui.available_width());
    let known = ui.data_mut(|data| data.remove_temp::<Heights>(id)).unwrap_or_default();
    let mut heights = Heights { wide, of: Vec::with_capacity(game.log().len()) };
    for (at, line) in game.log().iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        (&line.text, &line.rule).hash(&mut hasher);
        let hash = hasher.finish();
        let same = known.of.get(at).filter(|one| one.0 == hash && known.wide == wide);
        let high = match same {
            Some((_, high)) => *high,
            None => measured(ui, line, game.explained_by(at).is_some()),
        };
        heights.of.push((hash, high));
    }
    let mut tops = Vec::with_capacity(heights.of.len() + 1);
    let mut top = 0.0;
    tops.push(top);
    for (_, high) in &heights.of {
        top += high;
        tops.push(top);
    }
    ui.data_mut(|data| data.insert_temp(id, heights));
    tops
}

/// How high a line is beside its rule and the way to why.
fn measured(ui: &Ui, line: &LogLine, is_explained: bool) -> f32 {
    let font = match line.weight {
        Weight::Heading => theme::strong(15.0),
        _ => TextStyle::Body.resolve(ui.style()),
    };
    let layout = |text: &str, font: FontId, wide: f32| {
        ui.painter().layout(text.to_owned(), font, Color32::WHITE, wide).size()
    };
    let beside = line.rule.as_deref().into_iter().chain(is_explained.then_some(WHY));
    let beside: f32 = beside
        .map(|text| {
            let small = TextStyle::Small.resolve(ui.style());
            layout(text, small, f32::INFINITY).x + ui.spacing().item_spacing.x
        })
        .sum();
    let wide = (ui.available_width() - beside).max(LOG_LINE);
    (layout(&line.text, font, wide).y + 4.0).max(LOG_LINE).ceil()
}

fn show_line(
    ui: &mut Ui,
    line: &LogLine,
    high: f32,
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
    let size = vec2(ui.available_width(), high);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if let Some(point) = explained {
            let why = ui.link(RichText::new(WHY).small());
            if why.on_hover_text("What the bot weighed, and what it expected").clicked() {
                requests.push(Request::Play(PlayRequest::Why(Some(point))));
            }
        }
        if let Some(rule) = &line.rule {
            ui.label(RichText::new(rule).small().color(colours.quiet));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let sense = if line.hexes.is_empty() { Sense::hover() } else { Sense::click() };
            let response = ui.add(Label::new(text).wrap().sense(sense));
            if response.clicked()
                && let Some(hex) = line.hexes.last().and_then(|hex| grid.parse(hex))
            {
                requests.push(Request::GoTo(hex));
            }
        });
    });
}
