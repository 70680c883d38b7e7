//! The sheet of the artillery plan in a game by hand: what a gun does, at what it fires in which
//! game-turn; and the plan as it was written, in sight while it is fired.

use std::collections::BTreeMap;

use egui::{Button, Color32, Label, RichText, TextStyle, Ui, vec2};
use salient_hex::grid::Hex;
use salient_schema::scenario::Mission;
use salient_schema::words::capital;

use crate::look::theme::{self, palette};
use crate::look::widgets::{card, heading, quiet, segments, text_button};
use crate::request::Request;
use crate::request::play::{Pick, PlanWriting, PlayRequest};
use crate::test_run::Game;

/// Writes the mission of the gun that is picked.
pub fn sheet(ui: &mut Ui, game: &Game, gun: &str, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let plan = by_hand.plan();
    let mission = plan.draft(gun);
    let mut write = |written: PlanWriting| {
        requests.push(Request::Play(PlayRequest::Pick(Pick::Plan(written))));
    };
    let kinds: Vec<(&str, &str)> =
        plan.kinds(gun).iter().map(|kind| (kind.id, kind.name)).collect();
    let now = mission.mission.as_deref().unwrap_or_default();
    if let Some(kind) = segments(ui, "mission", &kinds, now) {
        write(PlanWriting::Mission(kind.to_owned()));
    }
    let Some(kind) = plan.kinds(gun).into_iter().find(|kind| kind.id == now) else { return };
    quiet(ui, kind.meaning);
    if kind.goes {
        let to = mission.destination.as_deref();
        let text = to.map_or("Click the hex where it goes.".to_owned(), |hex| format!("To {hex}"));
        ui.label(text);
        refusal(ui, game);
        return;
    }
    if !kind.fires {
        refusal(ui, game);
        return;
    }
    let range = plan.range(gun).map(|range| format!(", at most {range} hexes away"));
    let most = plan.most(gun).filter(|most| (*most as usize) < plan.turns().len());
    let most = most.map(|most| format!(" It fires in at most {most} game-turns."));
    let hint = format!(
        "Choose a game-turn, then click the hex at which it fires{}.{}",
        range.unwrap_or_default(),
        most.unwrap_or_default()
    );
    quiet(ui, hint);
    let shells: Vec<(Option<&str>, &str)> =
        plan.shells(gun).iter().map(|shell| (shell.id, shell.name)).collect();
    let cell_of = |turn: u16, hex: &str, shell: Option<&str>| match shell {
        Some(shell) => format!("{turn}: {hex} {shell}"),
        None => format!("{turn}: {hex}"),
    };
    // All cells are as wide as the widest that may be, so that none moves when one is written.
    let hex = game.play().grid().label(Hex(0));
    let last = plan.turns().last().copied().unwrap_or_default();
    let font = TextStyle::Button.resolve(ui.style());
    let measured = shells.iter().map(|(shell, _)| {
        let text = cell_of(last, &hex, *shell);
        ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x
    });
    let wide = measured.fold(0.0, f32::max) + 2.0 * ui.spacing().button_padding.x;
    ui.horizontal_wrapped(|ui| {
        for &turn in plan.turns() {
            let fire = mission.fires.iter().find(|fire| fire.turn == turn);
            let text = match fire {
                Some(fire) => cell_of(turn, &fire.hex, fire.shell.as_deref()),
                None => cell_of(turn, "–", None),
            };
            let cell = Button::selectable(turn == plan.turn(), text).min_size(vec2(wide, 0.0));
            let cell = ui.add(cell);
            if cell.on_hover_text(format!("Game-turn {turn}")).clicked() {
                write(PlanWriting::Turn(turn));
            }
        }
    });
    refusal(ui, game);
    ui.horizontal_wrapped(|ui| {
        if shells.len() > 1
            && let Some(shell) = segments(ui, "shell", &shells, plan.shell())
        {
            write(PlanWriting::Shell(shell.map(str::to_owned)));
        }
        let fires = mission.fires.iter().any(|fire| fire.turn == plan.turn());
        if text_button(ui, None, "The same later", fires)
            .on_hover_text("The same fire in all later game-turns")
            .clicked()
        {
            write(PlanWriting::SameLater);
        }
        if text_button(ui, None, "No fire", fires).clicked() {
            write(PlanWriting::NoFire);
        }
    });
    let own = plan.own_hexes(&mission);
    if !own.is_empty() {
        let text = format!(
            "Your own units stand in {} now. Planned fire falls on whoever is there in its game-turn.",
            own.join(", ")
        );
        ui.add(Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
    }
}

/// Why the rules refuse what is written so far.
fn refusal(ui: &mut Ui, game: &Game) {
    if let Some((_, Err(refused))) = game.by_hand().made() {
        ui.add(Label::new(RichText::new(capital(refused)).color(palette(ui).error)).wrap());
    }
}

/// The plan of the side that decides, gun by gun; nothing where it has none.
pub fn written(ui: &mut Ui, game: &Game, requests: &mut Vec<Request>) {
    let by_hand = game.by_hand();
    let mut missions: BTreeMap<String, &Mission> = BTreeMap::new();
    for mission in by_hand.plan().written() {
        missions.insert(by_hand.name(&mission.counter), mission);
    }
    if missions.is_empty() {
        return;
    }
    heading(ui, "Your artillery plan");
    card(ui, |ui| {
        let (grid, turn) = (game.play().grid(), game.play().turn());
        for (name, mission) in missions {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(name).font(theme::strong(13.0)));
                let kinds = by_hand.plan().kinds(&mission.counter);
                let kind = kinds.iter().find(|kind| Some(kind.id) == mission.mission.as_deref());
                if mission.fires.is_empty() {
                    let to = mission.destination.as_ref();
                    let to = to.map(|hex| format!(" to {hex}")).unwrap_or_default();
                    let kind = kind.map_or("no fire", |kind| kind.name);
                    ui.label(format!("{kind}{to}"));
                }
                for fire in mission.fires.iter().filter(|fire| fire.turn >= turn) {
                    let shell = fire.shell.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
                    let text = RichText::new(format!("{}: {}{shell}", fire.turn, fire.hex));
                    let now = fire.turn == turn;
                    let text = if now { text.font(theme::strong(13.0)) } else { text };
                    if ui.link(text).clicked()
                        && let Some(hex) = grid.parse(&fire.hex)
                    {
                        requests.push(Request::GoTo(hex));
                    }
                }
            });
        }
    });
}
