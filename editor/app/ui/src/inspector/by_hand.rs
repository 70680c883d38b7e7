//! A decision made by hand: what may be done, what is picked, and what may come of it.

use std::collections::BTreeMap;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Button, CollapsingHeader, DragValue, Label, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2,
};
use salient_hex::grid::Hex;
use salient_play::offer::{acting, targets};
use salient_play::{bounds, seen};
use salient_rules::Action;
use salient_rules::action::Name;
use salient_rules::game::Bounds;
use salient_rules::words::plural;
use salient_schema::plain::Value;

use super::{InspectorInput, plan_by_hand};
use crate::look::prospects::prospects;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, field, name_input, quiet};
use crate::request::Request;
use crate::request::play::{Pick, PlayRequest};
use crate::test_run::Game;

/// So many units that stand on the map are offered by name; all others are picked there.
const MOST_UNITS: usize = 24;
/// How wide the menu of branches is.
const BRANCHES: f32 = 300.0;
/// A number that nothing bounds is typed.
const UNBOUNDED: Bounds = Bounds { least: 0, most: 999, step: 1 };

/// The decision that waits.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.game() else { return };
    card(ui, |ui| {
        kinds(ui, game, requests);
        picked(ui, game, requests);
        match sheet_of(game) {
            Some(gun) => plan_by_hand::sheet(ui, game, gun, requests),
            None => numbers(ui, game, requests),
        }
        outcome(ui, game, requests);
        open_units(ui, input, game, requests);
    });
    plan_by_hand::written(ui, game, requests);
}

fn play(request: PlayRequest) -> Request {
    Request::Play(request)
}

/// The kinds of actions that are legal.
fn kinds(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let now = by_hand.draft().verb();
    ui.horizontal_wrapped(|ui| {
        for (kind, words) in by_hand.kinds() {
            if ui.selectable_label(now == Some(kind), words).clicked() {
                requests.push(play(PlayRequest::Pick(Pick::Kind(kind.to_string()))));
            }
        }
    });
    if let Some(why) = by_hand.unfinished() {
        quiet(ui, why);
    }
}

/// What may be clicked next.
pub(super) fn hint(game: &Game) -> &'static str {
    let by_hand = game.by_hand();
    let draft = by_hand.draft();
    if sheet_of(game).is_some() {
        return "";
    }
    if by_hand.kinds().is_empty() {
        return "Nothing more can be done in this step: end it with the button beside Do it.";
    }
    let open = by_hand.open_units();
    let green = !by_hand.on_map().open.is_empty();
    let made = by_hand.made().is_some_and(|(_, may)| may.is_ok());
    match (draft.units().is_empty(), open.is_empty()) {
        _ if draft.place().is_some() || draft.verb().is_none() && !draft.hexes().is_empty() => {
            "Choose one of these, or click another hex."
        }
        (true, false) => "Click a unit on the map: hexes outlined in blue hold those that may act.",
        (false, _) => match (green, open.is_empty(), made) {
            (true, false, true) => "Do it, or click a green hex or another unit.",
            (true, true, true) => "Do it, or click a green hex.",
            (true, false, false) => "Click a green hex, or another unit.",
            (true, true, false) => "Click a green hex.",
            (false, false, true) => "Do it, or click another unit.",
            (false, false, false) => "Choose one of these, or click another unit.",
            (false, true, _) => "",
        },
        (true, true) if green && draft.hexes().is_empty() => "Click a green hex.",
        (true, true) => "",
    }
}

/// The gun whose plan of fire is written.
fn sheet_of(game: &Game) -> Option<&str> {
    let by_hand = game.by_hand();
    let [gun] = by_hand.draft().units() else { return None };
    by_hand.plan().is_on(by_hand.draft(), by_hand.offer()).then_some(gun)
}

/// The units and hexes that are picked.
fn picked(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let draft = by_hand.draft();
    if draft.units().is_empty() && draft.hexes().is_empty() && draft.place().is_none() {
        return;
    }
    let parts = by_hand.parts();
    ui.horizontal_wrapped(|ui| {
        let takes_part = |unit: &Name| parts.iter().any(|(one, _)| one == unit);
        for unit in draft.units().iter().filter(|unit| !takes_part(unit)) {
            let chip = ui.selectable_label(true, format!("{} ×", by_hand.name(unit)));
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
        if let Some(hex) = draft.place()
            && ui.selectable_label(true, format!("All about {hex} ×")).clicked()
        {
            requests.push(play(PlayRequest::Pick(Pick::Nothing)));
        }
        for (unit, part) in &parts {
            let does = part.as_deref().unwrap_or("left out");
            let text = format!("{}: {does}", by_hand.name(unit));
            let chip = ui.selectable_label(part.is_some(), text);
            if chip.on_hover_text("Let it do something else, or leave it out").clicked() {
                requests.push(play(PlayRequest::Pick(Pick::Unit(unit.to_string()))));
            }
        }
    });
}

/// Units that may be picked: those on the map while they are few, those off it by formation.
fn open_units(ui: &mut Ui, input: &InspectorInput<'_>, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let draft = by_hand.draft();
    if draft.place().is_some() {
        return;
    }
    let open = by_hand.open_units();
    let units = game.play().units();
    let mut there: Vec<(&str, Hex)> = Vec::new();
    let mut off: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| open.contains(unit.name)) {
        match unit.hex {
            Some(hex) => there.push((unit.name, hex)),
            None => {
                let formation = formation_of(input, unit.counter);
                off.entry(formation).or_default().push(unit.name);
            }
        }
    }
    let few = off.values().map(Vec::len).sum::<usize>() <= MOST_UNITS;
    for (formation, units) in &off {
        let title = format!("{formation} ({})", units.len());
        CollapsingHeader::new(title).id_salt(formation).default_open(few).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for unit in units {
                    if ui.selectable_label(false, by_hand.name(unit)).clicked() {
                        requests.push(play(PlayRequest::Pick(Pick::Unit((*unit).to_owned()))));
                    }
                }
            });
        });
    }
    if draft.units().is_empty() && there.len() <= MOST_UNITS {
        ui.horizontal_wrapped(|ui| {
            for &(unit, hex) in &there {
                let (name, label) = (by_hand.name(unit), game.play().grid().label(hex));
                let text = if name.contains(&label) { name } else { format!("{name}, {label}") };
                if ui.selectable_label(false, text).clicked() {
                    requests.push(Request::GoTo(hex));
                    requests.push(play(PlayRequest::Pick(Pick::Unit(unit.to_owned()))));
                }
            }
        });
    }
}

/// The formation that a counter belongs to.
fn formation_of(input: &InspectorInput<'_>, counter: &str) -> String {
    let books = &input.document.bundle().orders_of_battle;
    let formation = books
        .iter()
        .flat_map(|book| &book.counters)
        .find(|known| known.id == counter)
        .and_then(|known| known.formation.as_deref());
    let mut formations = books.iter().flat_map(|book| &book.formations);
    let named = formation.and_then(|id| formations.find(|known| known.id == id));
    named.map_or_else(|| "Without a formation".to_owned(), |known| known.name.clone())
}

/// Numbers that the action has, points of guns, aircraft: within the bounds of the rules, and none
/// where there is nothing to choose.
fn numbers(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let made = by_hand.made().map(|(action, _)| action);
    // How much there may be depends on whom and what it is about.
    if made.is_none() && by_hand.left() > 0 {
        return;
    }
    for (name, number) in by_hand.numbers() {
        let Bounds { least, most, step } = made
            .and_then(|made| bounds(game.play(), by_hand.offer(), made, &name))
            .unwrap_or(UNBOUNDED);
        let now = match by_hand.draft().value(&name) {
            Some(Value::Number(number)) => *number,
            _ => made.map_or(0, |made| bounds::number(&made.fields, &name)),
        };
        if least >= most && (least..=most).contains(&now) {
            continue;
        }
        let label = number.about.trim_end_matches('.').to_owned();
        ui.label(RichText::new(&label).color(palette(ui).quiet));
        ui.horizontal(|ui| {
            let mut set = |value: i64| {
                let value = value.clamp(least, most);
                requests.push(play(PlayRequest::Pick(Pick::Number(name.clone(), Some(value)))));
            };
            let mut change = |ui: &mut Ui, sign: &str, what: &str, by: i64, able: bool| {
                let button = ui.add_enabled(able, Button::new(sign).min_size(vec2(28.0, 0.0)));
                name_input(&button, &format!("{what}: {label}"));
                if button.on_hover_text(what).clicked() {
                    set(now + by);
                }
            };
            change(ui, "−", "Less", -step, now > least);
            let mut value = now;
            let drag = DragValue::new(&mut value).range(least..=most).speed(0.1);
            let typed = ui.name_inputs(&label, |ui| ui.add(drag)).changed();
            change(ui, "+", "More", step, now < most);
            if typed {
                set(value);
            }
            if most < UNBOUNDED.most {
                quiet(ui, format!("of at most {most}"));
            }
        });
    }
}

/// What it comes to: the action, why it is refused, what may come of it; or what there is to choose.
fn outcome(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let mut pointed = None;
    match by_hand.made() {
        Some((action, _)) if action.verb != "done" => {
            let words = RichText::new(by_hand.made_words()).font(theme::strong(14.0));
            ui.add(Label::new(words).wrap());
            if let Some(warned) = by_hand.warned() {
                ui.add(Label::new(RichText::new(warned).color(palette(ui).warning)).wrap());
            }
            if by_hand.ends_turn() {
                quiet(ui, "The game-turn ends with it.");
            }
            if let Some(found) = by_hand.prospects() {
                let sides = game.play().sides().iter().map(|side| game.words().side(side));
                prospects(ui, found, &sides.collect::<Vec<_>>());
            }
        }
        _ => {
            // Where a unit is set up the map says: a list would take the place of the next units'.
            let in_hand = by_hand.sets_up() && !by_hand.draft().units().is_empty();
            let listed = |action: &Action| !in_hand || targets(action).next().is_none();
            for (action, words) in by_hand.choices().iter().filter(|(one, _)| listed(one)) {
                pointed = pointed.or(choice(ui, game, action, words, requests));
            }
            let hidden = by_hand.left() - by_hand.choices().len();
            if hidden > 0 && by_hand.draft().verb().is_none() {
                let text =
                    format!("{hidden} choices: click a kind above, or a hex or unit of the map.");
                quiet(ui, text);
            }
        }
    }
    if !by_hand.others().is_empty() && by_hand.made().is_none() {
        quiet(ui, "Or:");
        for (action, words) in by_hand.others() {
            pointed = pointed.or(choice(ui, game, action, words, requests));
        }
    }
    if !by_hand.barred().is_empty() && by_hand.made().is_none() {
        let title = format!("Not allowed ({})", by_hand.barred().len());
        CollapsingHeader::new(title).id_salt("barred").show(ui, |ui| {
            for (what, why) in by_hand.barred() {
                quiet(ui, format!("{what}: {why}"));
            }
        });
    }
    if pointed != by_hand.pointed() {
        requests.push(play(PlayRequest::Point(pointed.cloned())));
        ui.ctx().request_repaint();
    }
}

/// One of several choices. Gives it where the pointer lies on it.
fn choice<'a>(
    ui: &mut Ui,
    game: &Game,
    action: &'a Action,
    words: &str,
    requests: &mut Vec<Request>,
) -> Option<&'a Action> {
    let wide = vec2(ui.available_width(), 0.0);
    let plain = game.by_hand().is_plain(action);
    let text = if plain { words.to_owned() } else { format!("{words} …") };
    let mut button = ui.add(Button::new(text).wrap().min_size(wide));
    if !plain {
        button = button.on_hover_text("Shows what may come of it; Do it carries it out");
    }
    if button.clicked() {
        // What has dice or numbers is looked at before it is done.
        if plain {
            requests.push(play(PlayRequest::Decide(action.clone())));
            return None;
        }
        requests.extend(place_of(game, action).map(Request::GoTo));
        requests.push(play(PlayRequest::Pick(Pick::Whole(action.clone()))));
    }
    button.hovered().then_some(action)
}

/// Where an action is seen on the map: the hex that it is about, or where whoever acts stands.
fn place_of(game: &Game, action: &Action) -> Option<Hex> {
    let target = targets(action).next().and_then(|label| game.play().grid().parse(label));
    target.or_else(|| {
        let unit = acting(action).next()?;
        game.units().iter().find(|one| one.name == unit)?.hex
    })
}

/// The other courses that the game took, as a menu: to go to one is chosen, and no mere click.
pub(super) fn branches(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let ends: Vec<_> = game.session().course().ends().collect();
    let name = match ends.len() {
        0 | 1 => "Branches".to_owned(),
        several => format!("Branches ({several})"),
    };
    // A click into the name must not close it.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(name).config(config).ui(ui, |ui| {
        ui.set_width(BRANCHES);
        if ends.len() > 1 {
            list_branches(ui, game, &ends, requests);
        } else {
            quiet(ui, "Take a decision back and decide otherwise: both courses are kept here.");
        }
        name_of_point(ui, game, requests);
    });
    button.on_hover_text("The courses that the game took, each kept, and the name of this point");
}

fn list_branches(
    ui: &mut Ui,
    game: &Game,
    ends: &[salient_play::Point],
    requests: &mut Vec<Request>,
) {
    let session = game.session();
    let course = session.course();
    let readers = session.readers();
    ScrollArea::vertical().id_salt("branches").max_height(240.0).show(ui, |ui| {
        for &end in ends {
            let way = course.way_to(end);
            let named = course.name_on(&way);
            let first = course.decision(course.fork_of(end)).map(|first| {
                // Branches tell nobody what another chose in secret.
                let words = seen::in_words(first, game.play().sides(), &readers, game.words());
                match first.turn {
                    0 => format!("Before the first game-turn: {words}"),
                    turn => format!("Game-turn {turn}: {words}"),
                }
            });
            let begun = named.map(str::to_owned).or(first).unwrap_or_default();
            let text = format!("{begun}, {}", plural(course.depth(end), "decision"));
            let here = way.contains(&session.at());
            if ui.add(Button::selectable(here, text).wrap()).clicked() {
                requests.push(play(PlayRequest::GoTo(end)));
                ui.close();
            }
        }
    });
}

/// What the point is called at which the game stands.
fn name_of_point(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let session = game.session();
    let mut name = session.course().name(session.at()).unwrap_or_default().to_owned();
    field(ui, "Name of this point", |ui| {
        let entry = egui::TextEdit::singleline(&mut name).desired_width(150.0);
        let response = ui.name_inputs("Name of this point", |ui| ui.add(entry));
        if response.changed() {
            requests.push(play(PlayRequest::Call(name.clone())));
        }
    });
}
