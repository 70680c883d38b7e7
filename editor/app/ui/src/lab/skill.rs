//! How the balance stands as the players grow stronger.

use egui::{DragValue, Grid, Label, RichText, Ui};
use salient_lab::skill::bot_name;
use salient_lab::view::{Column, Kind, Section, Table};

use super::LabInput;
use super::cells;
use super::charts::{ByTurn, Series};
use crate::look::colours;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{primary_button, quiet, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::test_run::TestRunSetting;
use crate::test_run::Ladder;

/// Playouts that a searcher of the ladder may have.
const PLAYOUTS: [u32; 4] = [25, 50, 100, 200];

/// What to play, and what it came to.
pub fn show(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    settings(ui, input, requests);
    ui.add_space(theme::GAP);
    match input.test_run.ladder() {
        Some(ladder) => found(ui, input, ladder),
        None => {
            quiet(
                ui,
                "One pair of bots says what happens between these two. The ladder plays bots of \
                 growing strength against their like and against the next below: where the \
                 balance stays, it is the scenario's; where it tips over, it depends on who plays. \
                 Searchers think for seconds a game, so a ladder of them takes minutes.",
            );
        }
    }
}

fn settings(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let idle = !input.test_run.is_running();
    ui.horizontal_wrapped(|ui| {
        let enabled = idle && input.document.system().is_some();
        let text = if input.test_run.ladder().is_some() { "Play again" } else { "Play the ladder" };
        let play = primary_button(ui, Some(Icon::Games), text, enabled);
        if play.on_hover_text(UiCommand::PlayLadder.tooltip()).clicked() {
            requests.push(Request::Command(UiCommand::PlayLadder));
        }
        ui.add_enabled_ui(idle, |ui| {
            let mut games = input.test_run.ladder_games;
            let value = DragValue::new(&mut games).range(1..=100_000).speed(0.5);
            if ui.name_inputs("Games of each pairing", |ui| ui.add(value)).changed() {
                requests.push(Request::TestRun(TestRunSetting::LadderGames(games)));
            }
            quiet(ui, "games of each pairing; searchers with");
            for playouts in PLAYOUTS {
                let mut wanted = input.test_run.playouts.contains(&playouts);
                if ui.checkbox(&mut wanted, playouts.to_string()).changed() {
                    requests.push(Request::TestRun(TestRunSetting::Rung(playouts, wanted)));
                }
            }
            quiet(ui, "playouts a decision");
        });
        if input.test_run.ladder().is_some() {
            let save = UiCommand::SaveLadder;
            if text_button(ui, Some(Icon::Save), save.text(), true).clicked() {
                requests.push(Request::Command(save));
            }
        }
    });
}

fn found(ui: &mut Ui, input: &LabInput<'_>, ladder: &Ladder) {
    let Ladder { skill, view, revision, .. } = ladder;
    if *revision != Some(input.document.revision()) {
        let text = "The scenario was changed since this ladder was played.";
        ui.label(RichText::new(text).color(palette(ui).warning));
    }
    ui.add(Label::new(RichText::new(&view.headline).font(theme::strong(17.0))).wrap());
    ui.add(Label::new(RichText::new(&view.because).color(palette(ui).quiet)).wrap());
    ui.add_space(theme::GAP);
    let dark = ui.visuals().dark_mode;
    let rungs: Vec<(u16, String)> = skill
        .even()
        .filter_map(|(rung, _)| {
            let bot = skill.rungs.get(rung)?;
            Some((rung as u16, bot_name(*bot)))
        })
        .collect();
    let series = skill.sides.iter().enumerate().map(|(place, (_, name))| {
        let shares = || skill.even().filter_map(move |(_, pairing)| pairing.wins.get(place));
        Series {
            name: name.clone(),
            colour: colours::side(place, dark),
            values: shares().map(|share| share.share * 100.0).collect(),
            band: shares().map(|share| (share.low * 100.0, share.high * 100.0)).collect(),
            dashed: false,
        }
    });
    ByTurn {
        title: "Who wins between players of one strength",
        unit: "per cent of the games, with 95 % intervals",
        turns: &rungs,
        series: series.collect(),
        turn: None,
        named: true,
    }
    .show(ui, 190.0);
    let figures =
        view.figures.iter().map(|one| format!("{}: {}, {}.", one.name, one.value, one.more));
    for figure in figures {
        ui.add_space(theme::GAP);
        ui.label(figure);
    }
    for section in &view.sections {
        ui.add_space(theme::GROUP_GAP);
        ui.label(RichText::new(section.title).font(theme::strong(15.0)));
        ui.add(Label::new(RichText::new(&section.lead).color(palette(ui).quiet)).wrap());
        for of in Section::tables(section) {
            table(ui, of);
        }
    }
}

/// A small table in words.
fn table(ui: &mut Ui, of: &Table) {
    let shown: Vec<(usize, &Column, &str)> =
        of.headed().filter(|(_, column, _)| column.kind != Kind::Bar).collect();
    ui.add_space(theme::GAP);
    Grid::new(("skill", &of.id)).striped(true).spacing([22.0, 5.0]).show(ui, |ui| {
        for (_, _, heading) in &shown {
            ui.add(Label::new(RichText::new(*heading).font(theme::strong(13.0))).extend());
        }
        ui.end_row();
        for row in of.seen() {
            for (at, column, _) in &shown {
                let text = row.cells.get(*at).map(|cell| cells::text(column.kind, cell));
                ui.add(Label::new(text.unwrap_or_default()).extend());
            }
            ui.end_row();
        }
    });
}
