//! A decision made by hand: what may be done, what is picked, what may come of it, and the ways
//! back.

use egui::{DragValue, Label, RichText, ScrollArea, Ui};
use salient_play::Prospects;
use salient_play::offer::{in_words, kind_name};
use salient_play::seen;
use salient_schema::plain::Value;

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, field, full_button, heading, quiet, text_button};
use crate::request::Request;
use crate::request::play::{Pick, PlayRequest};
use crate::test_run::Game;

/// So many units are offered by name; all others are picked on the map.
const MOST_UNITS: usize = 24;
/// So many outcomes are listed.
const MOST_OUTCOMES: usize = 8;

/// The decision that waits.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.game() else { return };
    let play = game.play();
    let side = play.deciding().map(|side| game.words().side(side)).unwrap_or_default();
    heading(ui, &format!("{side} decides"));
    let room = ui.available_height() * 0.7;
    ScrollArea::vertical().id_salt("by hand").max_height(room).auto_shrink([false, true]).show(
        ui,
        |ui| {
            card(ui, |ui| {
                quiet(ui, play.phase_name());
                kinds(ui, game, requests);
                picked(ui, game, requests);
                numbers(ui, game, requests);
                outcome(ui, game, requests);
            });
        },
    );
    ui.add_space(theme::GAP);
    ways_back(ui, input, requests);
}

fn play(request: PlayRequest) -> Request {
    Request::Play(request)
}

/// The kinds of actions that are legal.
fn kinds(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let now = by_hand.draft().verb();
    if by_hand.offer().kinds().iter().all(|(kind, _)| *kind == "done") {
        quiet(ui, "Nobody can do anything in this step; what happened tells why.");
    }
    ui.horizontal_wrapped(|ui| {
        for (kind, count) in by_hand.offer().kinds() {
            if kind == "done" {
                continue;
            }
            let text = format!("{} ({count})", kind_name(kind));
            if ui.selectable_label(now == Some(kind), text).clicked() {
                requests.push(play(PlayRequest::Pick(Pick::Kind(kind.to_string()))));
            }
        }
    });
    if let Some(done) = by_hand.done()
        && text_button(ui, Some(Icon::Step), "Done with this step", true).clicked()
    {
        requests.push(play(PlayRequest::Decide(done.clone())));
    }
    if let Some(why) = by_hand.offer().unfinished() {
        quiet(ui, &why);
    }
}

/// The units and hexes that are picked, and those that may be.
fn picked(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let draft = by_hand.draft();
    let words = game.words();
    if let Some(refused) = by_hand.refused() {
        ui.add(Label::new(RichText::new(refused).color(palette(ui).warning)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        for unit in draft.units() {
            let name = words.unit(&unit.to_string());
            let chip = ui.selectable_label(true, format!("{name} ×"));
            if chip.on_hover_text("Let go of it").clicked() {
                requests.push(play(PlayRequest::Pick(Pick::Unit(unit.to_string()))));
            }
        }
        for hex in draft.hexes() {
            let chip = ui.selectable_label(true, format!("Hex {hex} ×"));
            if chip.on_hover_text("Let go of it").clicked()
                && let Some(hex) = game.play().grid().parse(hex)
            {
                requests.push(play(PlayRequest::Pick(Pick::Hex(hex))));
            }
        }
    });
    let open = draft.open_units(by_hand.offer());
    let hint = match (draft.units().is_empty(), open.is_empty()) {
        (true, false) => "Click a unit on the map; those that may act stand in outlined hexes.",
        (false, _) => "Click a green hex, or another unit.",
        (true, true) if draft.open_hexes(by_hand.offer()).is_empty() => "",
        (true, true) if draft.hexes().is_empty() => "Click a green hex.",
        (true, true) => "",
    };
    if !hint.is_empty() {
        quiet(ui, hint);
    }
    if draft.units().is_empty() && open.len() <= MOST_UNITS {
        let units = game.play().units();
        ui.horizontal_wrapped(|ui| {
            for unit in open {
                let place = units.iter().find(|there| there.name == unit).and_then(|u| u.hex);
                let hex = place.map(|hex| format!(", {}", game.play().grid().label(hex)));
                let name = words.unit(&unit.to_owned());
                let text = format!("{name}{}", hex.unwrap_or_default());
                if ui.selectable_label(false, text).clicked() {
                    requests.push(play(PlayRequest::Pick(Pick::Unit(unit.to_owned()))));
                }
            }
        });
    }
}

/// Numbers that the action has: points of guns, aircraft.
fn numbers(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    for (name, number) in by_hand.numbers() {
        let listed = by_hand.made().and_then(|(action, _)| match action.fields.get(&name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        });
        let now = match by_hand.draft().value(&name) {
            Some(Value::Number(number)) => *number,
            _ => listed.unwrap_or_default(),
        };
        let label = number.about.trim_end_matches('.').to_owned();
        field(ui, &label, |ui| {
            let mut value = now;
            let drag = DragValue::new(&mut value).range(0..=999).speed(0.1);
            if ui.name_inputs(&label, |ui| ui.add(drag)).changed() {
                requests.push(play(PlayRequest::Pick(Pick::Number(name.clone(), Some(value)))));
            }
        });
    }
}

/// What it comes to: the action, why it is refused, what may come of it.
fn outcome(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let words = game.words();
    if let Some(found) = by_hand.prospects() {
        prospects(ui, found, game);
    }
    match by_hand.made() {
        Some((action, Ok(()))) if action.verb != "done" => {
            let text = in_words(action, words);
            ui.add(Label::new(&text).wrap());
            if full_button(ui, Some(Icon::Play), "Do it", true, true).clicked() {
                requests.push(play(PlayRequest::Do));
            }
        }
        Some((action, Err(refused))) => {
            ui.add(Label::new(in_words(action, words)).wrap());
            ui.add(Label::new(RichText::new(refused).color(palette(ui).error)).wrap());
        }
        _ => {
            let choices = by_hand.choices();
            // One that is nothing but "done" has its button above.
            for action in choices.into_iter().filter(|action| action.verb != "done") {
                if text_button(ui, None, &in_words(action, words), true).clicked() {
                    // What has numbers to set is looked at before the dice fall.
                    requests.push(play(match by_hand.numbers().is_empty() {
                        true => PlayRequest::Decide(action.clone()),
                        false => PlayRequest::Pick(Pick::Whole(action.clone())),
                    }));
                }
            }
        }
    }
}

/// What may come of it, before the dice are rolled.
fn prospects(ui: &mut Ui, found: &Prospects, game: &Game) {
    for line in &found.certain {
        ui.add(Label::new(line.text.trim()).wrap());
    }
    if let Some(granted) = &found.granted {
        quiet(ui, format!("If {granted}:"));
    }
    let sides: Vec<String> =
        game.play().sides().iter().map(|side| game.words().side(side)).collect();
    egui::Grid::new("prospects").num_columns(2).show(ui, |ui| {
        for outcome in found.outcomes.iter().take(MOST_OUTCOMES) {
            let percent = format!("{:.0} %", outcome.chance * 100.0);
            ui.label(RichText::new(percent).font(theme::strong(14.0)));
            ui.add(Label::new(outcome.in_words(&sides)).wrap());
            ui.end_row();
        }
        let rest = found.outcomes.iter().skip(MOST_OUTCOMES);
        let rest: f64 = rest.map(|outcome| outcome.chance).sum();
        if rest > 0.0 {
            ui.label(format!("{:.0} %", rest * 100.0));
            quiet(ui, "something else");
            ui.end_row();
        }
    });
}

/// Taking back, going on, other branches, and a bot's help.
pub fn ways_back(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.game() else { return };
    let session = game.session();
    let course = session.course();
    let could = input.test_run.can_take_back();
    ui.horizontal_wrapped(|ui| {
        let back = text_button(ui, Some(Icon::Undo), "Take back", could);
        if back.on_hover_text("Back to your last decision, to make it anew").clicked() {
            requests.push(play(PlayRequest::TakeBack));
        }
        let forward = text_button(ui, Some(Icon::Redo), "Forward", input.test_run.can_go_forward());
        if forward.on_hover_text("On by the decision that was made here last").clicked() {
            requests.push(play(PlayRequest::Forward));
        }
        if game.waits() {
            let bot = text_button(ui, None, "Let a bot decide", true);
            if bot.on_hover_text("The strongest bot makes this one decision").clicked() {
                requests.push(play(PlayRequest::LetBotDecide));
            }
        }
    });
    let ends: Vec<_> = course.ends().collect();
    if ends.len() > 1 {
        branches(ui, game, &ends, requests);
    }
}

/// The other ways that the game went.
fn branches(ui: &mut Ui, game: &Game, ends: &[salient_play::Point], requests: &mut Vec<Request>) {
    let session = game.session();
    let course = session.course();
    let readers = session.readers();
    quiet(ui, "Branches");
    ScrollArea::vertical().id_salt("branches").max_height(96.0).show(ui, |ui| {
        for &end in ends {
            let way = course.way_to(end);
            let named = course.name_on(&way);
            let first = course.decision(course.fork_of(end)).map(|first| {
                // Branches tell nobody what another chose in secret.
                let words = seen::in_words(first, game.play().sides(), &readers, game.words());
                format!("turn {}: {words}", first.turn)
            });
            let begun = named.map(str::to_owned).or(first).unwrap_or_default();
            let text = format!("{begun}, {} decisions", course.depth(end));
            let here = way.contains(&session.at());
            if ui.selectable_label(here, text).clicked() {
                requests.push(play(PlayRequest::GoTo(end)));
            }
        }
    });
    let mut name = course.name(session.at()).unwrap_or_default().to_owned();
    field(ui, "Name of this point", |ui| {
        let entry = egui::TextEdit::singleline(&mut name).desired_width(150.0);
        let response = ui.name_inputs("Name of this point", |ui| ui.add(entry));
        if response.changed() {
            requests.push(play(PlayRequest::Call(name.clone())));
        }
    });
}
