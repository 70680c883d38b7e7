//! What came of the answers: the battlefield, the numbers of both sides, the log; or what is wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Grid, Label, RichText, ScrollArea, Ui};
use salient_output::preview;
use salient_rules::generator::Generated;
use salient_schema::Diagnostic;

use super::{GenerateDialog, Taken};
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{quiet, segments};

/// The longer side of the picture of the battlefield, in pixels.
pub(super) const SIDE: u32 = 1400;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Map,
    Numbers,
    Log,
    Spread,
}

const TABS: [(Tab, &str); 4] = [
    (Tab::Map, "Map"),
    (Tab::Numbers, "Numbers"),
    (Tab::Log, "Log"),
    (Tab::Spread, "Many set-ups"),
];

impl GenerateDialog {
    pub(super) fn result(&mut self, ui: &mut Ui, taken: &mut Taken) {
        if let Some(chosen) = segments(ui, "What is shown", &TABS, self.tab) {
            self.tab = chosen;
        }
        ui.add_space(theme::GAP);
        if self.tab == Tab::Spread {
            return self.spread(ui, taken);
        }
        match self.made.made(&self.wish).cloned() {
            // What was made before stays until the new is there.
            None => match self.made.last().cloned() {
                Some(Ok(made)) if self.tab != Tab::Map => self.shown(ui, &made),
                _ => {}
            },
            Some(Err(found)) => problems(ui, &found),
            Some(Ok(made)) => self.shown(ui, &made),
        }
    }

    fn shown(&mut self, ui: &mut Ui, made: &Arc<Generated>) {
        match self.tab {
            Tab::Map => self.map(ui, made),
            Tab::Numbers => numbers(ui, made),
            // It is of many, not of the one.
            Tab::Spread => {}
            Tab::Log => {
                ScrollArea::both().id_salt("log").auto_shrink(false).show(ui, |ui| {
                    for (heading, lines) in made.chapters() {
                        ui.label(RichText::new(heading).font(theme::strong(14.0)));
                        for line in lines {
                            ui.add(Label::new(line.trim()).extend());
                        }
                        ui.add_space(theme::GAP);
                    }
                });
            }
        }
    }

    fn map(&mut self, ui: &mut Ui, made: &Arc<Generated>) {
        let key = self.wish.clone();
        let drawn = made.clone();
        let draw = move || preview::draw_set_up(&drawn.bundle, None, SIDE);
        self.picture.wish(ui.ctx(), &key, draw);
        match self.picture.made(&key) {
            None => {}
            Some(None) => {
                quiet(ui, "The battlefield is too large to be shown here.");
            }
            Some(Some(picture)) => self.shown.show(ui, &key, picture),
        }
    }
}

/// What is worth comparing, a column a side where both sides have it.
fn numbers(ui: &mut Ui, made: &Generated) {
    let mut sides: Vec<&str> = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    let mut cells = BTreeMap::new();
    for (name, count) in &made.counts {
        let (side, what) = name.split_once(": ").unwrap_or(("", name));
        if !side.is_empty() && !sides.contains(&side) {
            sides.push(side);
        }
        if !rows.contains(&what) {
            rows.push(what);
        }
        cells.insert((what, side), count);
    }
    ScrollArea::vertical().id_salt("numbers").auto_shrink(false).show(ui, |ui| {
        Grid::new("counts").striped(true).num_columns(sides.len() + 1).spacing([24.0, 6.0]).show(
            ui,
            |ui| {
                ui.label("");
                for side in &sides {
                    ui.label(
                        RichText::new(sentence(side).trim_end_matches('.'))
                            .font(theme::strong(14.0)),
                    );
                }
                ui.end_row();
                for what in rows {
                    ui.label(what);
                    for side in &sides {
                        // What neither side has alone stands once.
                        let alone = cells.get(&(what, "")).filter(|_| side == &sides[0]);
                        let count = cells.get(&(what, *side)).or(alone);
                        ui.label(count.map_or_else(String::new, ToString::to_string));
                    }
                    ui.end_row();
                }
            },
        );
    });
}

/// What is wrong with the answers, with the rule and what to do.
pub(super) fn problems(ui: &mut Ui, found: &[Diagnostic]) {
    ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
        for one in found {
            let rule = one.rule.as_ref().map_or_else(String::new, |rule| format!(" [{rule}]"));
            let text = format!("{}{rule}", sentence(&one.message));
            ui.add(Label::new(RichText::new(text).color(palette(ui).error)).wrap());
            if let Some(help) = &one.help {
                quiet(ui, sentence(help));
            }
            ui.add_space(theme::GAP);
        }
    });
}
