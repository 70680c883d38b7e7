//! The game-turns: what each is called and when it begins.

use egui::{Id, RichText, Ui, vec2};
use salient_document::Document;
use salient_document::schedule::{Hanging, Op};
use salient_schema::scenario::{HalfDay, Turn};

use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{card, heading, quiet, segments, text_button, text_field};
use crate::request::Request;

/// How wide the number of a game-turn is, in points.
const NUMBER: f32 = 34.0;

/// The game-turns, a line each. They come and go at the end; the schedule has the rest.
pub fn show(ui: &mut Ui, id: Id, document: &Document, requests: &mut Vec<Request>) {
    heading(ui, "Game-turns");
    let turns = &document.scenario().turns;
    card(ui, |ui| {
        for (at, turn) in turns.iter().enumerate() {
            if let Some(to) = line(ui, id.with(at), turn) {
                requests.push(Request::Schedule(Op::SetTurn { at, to: Box::new(to) }));
            }
        }
        ui.horizontal_wrapped(|ui| {
            if text_button(ui, Some(Icon::Plus), "Add a game-turn", true).clicked() {
                requests.push(Request::Schedule(Op::AddTurn { at: turns.len() }));
            }
            let last = turns.len().checked_sub(1).filter(|last| *last > 0);
            let removes = text_button(ui, Some(Icon::Remove), "Remove the last", last.is_some());
            let removes = removes.on_hover_text("What happens on it moves to the one before.");
            if let Some(at) = last.filter(|_| removes.clicked()) {
                let hanging = Hanging::Moves;
                requests.push(Request::Schedule(Op::RemoveTurn { at, hanging }));
            }
        });
        quiet(ui, "Weather, and game-turns between others, on the page Schedule.");
    });
}

fn line(ui: &mut Ui, id: Id, turn: &Turn) -> Option<Turn> {
    let mut to = turn.clone();
    let of = |what: &str| format!("{what} of game-turn {}", turn.turn);
    ui.horizontal(|ui| {
        let size = vec2(NUMBER, ui.spacing().interact_size.y);
        let number = RichText::new(turn.turn.to_string()).color(palette(ui).quiet);
        ui.add_sized(size, egui::Label::new(number));
        let hint = "21 March, morning";
        let label = text_field(ui, id.with("label"), &of("Label"), hint, &turn.label, 260.0);
        to.label = label.unwrap_or(to.label.clone());
        let date = turn.date.as_deref().unwrap_or_default();
        let date = text_field(ui, id.with("date"), &of("Date"), "1918-03-21", date, 110.0);
        if let Some(date) = date {
            to.date = Some(date.trim().to_owned()).filter(|date| !date.is_empty());
        }
        let halves = [(None, "whole day"), (Some(HalfDay::Am), "AM"), (Some(HalfDay::Pm), "PM")];
        if let Some(half) = segments(ui, &of("Half of the day"), &halves, turn.half) {
            to.half = half;
        }
    });
    (to != *turn).then_some(to)
}
