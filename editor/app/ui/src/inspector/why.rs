//! Why a bot decided as it did: what it weighed, what it expected, and what it took.

use egui::{Grid, Label, RichText, ScrollArea, Ui};
use salient_lab::view::words;
use salient_play::why::{WhyTable, told};

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, heading, icon_button, quiet};
use crate::request::Request;
use crate::request::play::PlayRequest;

/// Tells of the decision that somebody asked about.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.game() else { return };
    let Some((_, account)) = game.why() else { return };
    let sides: Vec<String> =
        game.play().sides().iter().map(|side| game.words().side(side)).collect();
    let why = told(account, game.words(), &sides);
    ui.horizontal(|ui| {
        heading(ui, "Why?");
        if icon_button(ui, Icon::Close, "Close the account", true).clicked() {
            requests.push(Request::Play(PlayRequest::Why(None)));
        }
    });
    let room = ui.available_height() * 0.75;
    ScrollArea::vertical().id_salt("why").max_height(room).auto_shrink([false, true]).show(
        ui,
        |ui| {
            card(ui, |ui| {
                ui.add(Label::new(RichText::new(&why.title).font(theme::strong(14.0))).wrap());
                quiet(ui, &why.when);
                for (at, table) in why.tables.iter().enumerate() {
                    ui.add_space(theme::GAP);
                    ui.add(Label::new(&table.lead).wrap());
                    rows(ui, at, table);
                }
            });
        },
    );
    ui.add_space(theme::GAP);
}

fn rows(ui: &mut Ui, at: usize, table: &WhyTable) {
    let colours = palette(ui);
    let wide = (ui.available_width() - 84.0).max(80.0);
    Grid::new(("why", at)).num_columns(2).striped(true).show(ui, |ui| {
        if !table.unit.is_empty() && !table.rows.is_empty() {
            let unit = RichText::new(words::capital(&table.unit)).small().color(colours.quiet);
            ui.add(Label::new(unit).wrap());
            ui.label(RichText::new("What might be done").small().color(colours.quiet));
            ui.end_row();
        }
        for row in &table.rows {
            let value = RichText::new(&row.value);
            ui.label(if row.taken { value.font(theme::strong(14.0)) } else { value });
            ui.vertical(|ui| {
                ui.set_width(wide);
                let name = match row.taken {
                    true => RichText::new(format!("Done: {}", row.name)).color(colours.accent),
                    false => RichText::new(&row.name),
                };
                ui.add(Label::new(name).wrap());
                if !row.expected.is_empty() {
                    let expected = RichText::new(&row.expected).small().color(colours.quiet);
                    ui.add(Label::new(expected).wrap());
                }
            });
            ui.end_row();
        }
    });
}
