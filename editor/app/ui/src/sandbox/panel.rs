//! The panel of the sandbox: the game-turn, what is chosen, who is off the map, charts and the log.

use std::collections::BTreeMap;

use egui::{Align, Checkbox, CollapsingHeader, Label, Layout, RichText, ScrollArea, Ui};
use salient_document::Document;
use salient_hex::grid::Hex;
use salient_play::sandbox::{Act, Piece, Place};

use super::{SandboxGame, charts, helped};
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    above_log, card, full_button, heading, primary_button, quiet, text_button,
};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::sandbox::SandboxRequest;

/// The most lines of the log that show at once; the file has all of them.
const MOST_LINES: usize = 400;
/// Of the panel the log has this part.
const LOG: f32 = 0.25;

/// Shows the sandbox.
pub fn show(ui: &mut Ui, document: &Document, game: &SandboxGame, requests: &mut Vec<Request>) {
    above_log(ui, LOG, |ui| {
        ScrollArea::vertical().auto_shrink(false).id_salt("sandbox").show(ui, |ui| {
            head(ui, document, game, requests);
            helped::steps(ui, document, game, requests);
            helped::warnings(ui, game);
            chosen(ui, document, game, requests);
            helped::reach(ui, game);
            helped::attack(ui, document, game, requests);
            off_map(ui, document, game, requests);
            charts::show(ui, document, game, requests);
            helped::points(ui, document, game, requests);
            ends(ui, game, requests);
        });
    });
    log(ui, game, requests);
}

fn command(ui: &mut Ui, icon: Icon, command: UiCommand, enabled: bool, out: &mut Vec<Request>) {
    let button = text_button(ui, Some(icon), command.text(), enabled);
    if button.on_hover_text(command.tooltip()).clicked() {
        out.push(Request::Command(command));
    }
}

fn head(ui: &mut Ui, document: &Document, game: &SandboxGame, requests: &mut Vec<Request>) {
    let warning = palette(ui).warning;
    card(ui, |ui| {
        ui.label(RichText::new("Sandbox: no rules are enforced").color(warning));
        let text = "Counters go wherever you put them, and nobody plays against you. What the \
                    ruleset says of costs, odds and stacks is shown. The scenario stays as it is.";
        ui.add(Label::new(RichText::new(text).color(palette(ui).quiet)).wrap());
    });
    let (place, count) = game.sandbox().turn_place();
    let Some((turn, label)) = game.sandbox().turn() else {
        quiet(ui, "The scenario has no game-turns.");
        return;
    };
    let last = document.scenario().turns.last().map_or(turn, |last| last.turn);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Game-turn {turn} of {last}")).font(theme::strong(15.0)));
        quiet(ui, label);
    });
    let more = place + 1 < count;
    if primary_button(ui, Some(Icon::Step), UiCommand::SandboxTurn.text(), more).clicked() {
        requests.push(Request::Command(UiCommand::SandboxTurn));
    }
}

/// The stack in the selected hex, and what is done with what is chosen.
fn chosen(ui: &mut Ui, document: &Document, game: &SandboxGame, requests: &mut Vec<Request>) {
    let selected = document.selection().hex;
    let chosen: Vec<&Piece> = game.chosen().collect();
    heading(ui, "Chosen");
    let mut shown: Vec<&Piece> = chosen.clone();
    if let Some(hex) = selected.filter(|_| !game.in_hand()) {
        let others = game.sandbox().stack(hex).filter(|piece| !game.is_chosen(piece));
        shown.extend(others);
    }
    if shown.is_empty() {
        quiet(
            ui,
            "Click a stack to choose it, with Ctrl another besides, and drag it to another hex; with \
             Alt only its top counter.",
        );
        return;
    }
    for piece in shown {
        let mut on = game.is_chosen(piece);
        let text = format!("{}{}", piece.designation, place_in_words(game, piece));
        if ui.add(Checkbox::new(&mut on, text)).changed() {
            let choose = SandboxRequest::Choose(piece.name.clone(), on);
            requests.push(Request::Sandbox(choose));
        }
    }
    let any = !chosen.is_empty();
    let turns = chosen.iter().any(|piece| piece.faces > 1);
    ui.horizontal_wrapped(|ui| {
        command(ui, Icon::Flip, UiCommand::SandboxTurnOver, any && turns, requests);
        command(ui, Icon::Remove, UiCommand::SandboxEliminate, any, requests);
        command(ui, Icon::Counter, UiCommand::SandboxSetAside, any, requests);
        if game.in_hand() {
            let here = selected.is_some();
            command(ui, Icon::Select, UiCommand::SandboxPutDown, here, requests);
        } else {
            command(ui, Icon::Select, UiCommand::SandboxPickUp, any, requests);
        }
    });
    if game.in_hand() {
        quiet(ui, "In hand: select a hex, then put them down there.");
    }
}

fn place_in_words(game: &SandboxGame, piece: &Piece) -> String {
    let place = match piece.place {
        Place::Hex(hex) => format!(" · {}", game.sandbox().grid().label(hex)),
        Place::Waiting => " · off the map".to_owned(),
        Place::Due(turn) => format!(" · due on turn {turn}"),
        Place::Eliminated => " · eliminated".to_owned(),
    };
    match piece.face {
        0 => place,
        face => format!("{place} · face {}", face + 1),
    }
}

/// Who is off the map, and may be brought onto it.
fn off_map(ui: &mut Ui, document: &Document, game: &SandboxGame, requests: &mut Vec<Request>) {
    let now = game.sandbox().turn().map_or(0, |(turn, _)| turn);
    let selected = document.selection().hex;
    heading(ui, "Off the map");
    let group = |is: &dyn Fn(Place) -> bool| -> Vec<&Piece> {
        game.sandbox().pieces().iter().filter(|piece| is(piece.place)).collect()
    };
    helped::due(ui, document, game, requests);
    let due = group(&|place| matches!(place, Place::Due(turn) if turn <= now));
    let later = group(&|place| matches!(place, Place::Due(turn) if turn > now));
    let waiting = group(&|place| place == Place::Waiting);
    let eliminated = group(&|place| place == Place::Eliminated);
    if [&due, &later, &waiting, &eliminated].iter().all(|group| group.is_empty()) {
        quiet(ui, "Nobody.");
    }
    for (name, pieces, open) in [
        ("Reinforcements due", due, true),
        ("Reinforcements to come", later, false),
        ("Waiting to be placed", waiting, true),
        ("Eliminated", eliminated, true),
    ] {
        if pieces.is_empty() {
            continue;
        }
        let title = format!("{name}: {}", pieces.len());
        CollapsingHeader::new(title).id_salt(name).default_open(open).show(ui, |ui| {
            for (piece, count) in alike(&pieces).take(MOST_LINES) {
                row(ui, game, (piece, count), selected, requests);
            }
        });
    }
    if selected.is_none() {
        quiet(ui, "Select a hex to bring them there.");
    }
}

/// Counters that read alike and are at the same place, the first of each with how many there are.
fn alike<'a>(pieces: &[&'a Piece]) -> impl Iterator<Item = (&'a Piece, usize)> {
    let mut rows: Vec<(&Piece, usize)> = Vec::new();
    let mut known = BTreeMap::new();
    for piece in pieces {
        let at = *known.entry((&piece.designation, &piece.side, piece.place)).or_insert(rows.len());
        match rows.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => rows.push((piece, 1)),
        }
    }
    rows.into_iter()
}

fn row(
    ui: &mut Ui,
    game: &SandboxGame,
    (piece, count): (&Piece, usize),
    selected: Option<Hex>,
    requests: &mut Vec<Request>,
) {
    ui.horizontal(|ui| {
        let several = if count > 1 { format!(" × {count}") } else { String::new() };
        let name = Label::new(format!("{}{several}", piece.designation)).truncate();
        if let Some(hex) = selected {
            let to = game.sandbox().grid().label(hex);
            let button = text_button(ui, None, &format!("To {to}"), true);
            let about = format!("Put {} into hex {to}", piece.designation);
            if button.on_hover_text(about).clicked() {
                let act = Act::Move { counters: vec![piece.name.clone()], to };
                requests.push(Request::Sandbox(SandboxRequest::Do(act)));
            }
        }
        ui.add(name);
        if let Place::Due(turn) = piece.place {
            quiet(ui, format!("turn {turn}"));
        }
    });
}

/// What happened, the last first, in the rest of the room.
fn log(ui: &mut Ui, game: &SandboxGame, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("What happened").font(theme::strong(14.0)).color(palette(ui).quiet));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (undo, redo) = (game.sandbox().can_undo(), game.sandbox().can_redo());
            if text_button(ui, Some(Icon::Redo), "Redo", redo).clicked() {
                requests.push(Request::Command(UiCommand::Redo));
            }
            if text_button(ui, Some(Icon::Undo), "Undo", undo).clicked() {
                requests.push(Request::Command(UiCommand::Undo));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).id_salt("sandbox log").show(ui, |ui| {
        let lines = game.log();
        if lines.is_empty() {
            quiet(ui, "Nothing yet.");
        }
        for (number, line) in lines.iter().enumerate().rev().take(MOST_LINES) {
            ui.add(Label::new(format!("{}. {line}", number + 1)).wrap());
        }
        let hidden = lines.len().saturating_sub(MOST_LINES);
        if hidden > 0 {
            quiet(ui, format!("{hidden} earlier lines are in the file"));
        }
    });
}

fn ends(ui: &mut Ui, game: &SandboxGame, requests: &mut Vec<Request>) {
    heading(ui, "Keep and close");
    ui.horizontal_wrapped(|ui| {
        let any = game.sandbox().can_undo();
        command(ui, Icon::Save, UiCommand::SaveSandbox, any, requests);
        command(ui, Icon::Open, UiCommand::OpenSandboxFile, true, requests);
    });
    ui.horizontal_wrapped(|ui| {
        command(ui, Icon::Save, UiCommand::KeepPosition, true, requests);
        let anew = text_button(ui, Some(Icon::Undo), "Begin anew", game.sandbox().can_undo());
        if anew.on_hover_text("Throw all of this away and set up again").clicked() {
            requests.push(Request::Sandbox(SandboxRequest::BeginAnew));
        }
    });
    ui.add_space(theme::GAP);
    if full_button(ui, Some(Icon::Close), "Close the sandbox", true, false).clicked() {
        requests.push(Request::Command(UiCommand::EndGame));
    }
    if game.is_unsaved() {
        quiet(ui, "It is kept while the document is open. To keep it longer, save it.");
    }
}

#[cfg(test)]
mod tests {
    use salient_play::sandbox::{Piece, Place};

    use super::alike;

    fn piece(name: &str, side: &str, place: Place) -> Piece {
        let designation = name.split('#').next().unwrap_or_default().to_owned();
        Piece {
            name: name.to_owned(),
            counter: designation.clone(),
            designation,
            side: side.into(),
            faces: 1,
            holds: true,
            place,
            face: 0,
            rank: 0,
        }
    }

    #[test]
    fn counters_that_read_alike_share_a_row() {
        let pieces = [
            piece("depot", "a", Place::Waiting),
            piece("depot#2", "a", Place::Waiting),
            piece("7", "a", Place::Waiting),
            piece("depot#3", "b", Place::Waiting),
            piece("depot#4", "a", Place::Due(3)),
        ];
        let rows: Vec<(String, usize)> =
            alike(&pieces.each_ref()).map(|(piece, count)| (piece.name.clone(), count)).collect();
        let rows: Vec<(&str, usize)> = rows.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        assert_eq!(rows, [("depot", 2), ("7", 1), ("depot#3", 1), ("depot#4", 1)]);
    }
}
