//! What a position is worth: games played on from it, by several bots, and how they end.

use egui::{Grid, Label, RichText, Ui};
use salient_lab::Report;

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{heading, progress, quiet, text_button};
use crate::request::Request;
use crate::request::play::PlayRequest;

/// Asks for the games, and shows what they came to.
pub fn show(ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
    let Some(game) = input.test_run.game().filter(|game| !game.play().is_over()) else { return };
    let found = game.from_here();
    if let Some(state) = found.and_then(|found| found.progress()) {
        let (share, text) = state.in_words();
        progress(ui, share, &format!("{}: {text}", state.name));
        if text_button(ui, Some(Icon::Stop), "Stop these games", true).clicked() {
            requests.push(Request::Play(PlayRequest::StopFromHere));
        }
    } else {
        let games = salient_output::plural(input.test_run.games as usize, "game");
        let button = text_button(ui, Some(Icon::Games), &format!("{games} from here"), true);
        let about = "Bots play on from this position, with other dice each time, to see what it \
                     is worth. The game stays as it is";
        if button.on_hover_text(about).clicked() {
            requests.push(Request::Play(PlayRequest::RunFromHere));
        }
    }
    let Some(found) = found.filter(|found| !found.runs.is_empty()) else { return };
    let here = match found.point == game.session().at() {
        true => "From here".to_owned(),
        false => format!("From an earlier point, in game-turn {}", found.turn),
    };
    heading(ui, &here);
    shares(ui, &found.runs);
}

/// How often each level of victory was reached, a column for each bot.
fn shares(ui: &mut Ui, runs: &[(String, Report)]) {
    let Some((_, first)) = runs.first() else { return };
    // What the columns of the bots leave; a name that is longer goes on in the next line.
    let wide = (ui.available_width() - 130.0 * runs.len() as f32).clamp(64.0, 200.0);
    Grid::new("from here").num_columns(1 + runs.len()).striped(true).show(ui, |ui| {
        quiet(ui, "played by");
        for (bot, report) in runs {
            let text = format!("{bot}, {}", report.played);
            ui.label(RichText::new(text).font(theme::strong(13.0)));
        }
        ui.end_row();
        for (at, level) in first.levels.iter().enumerate() {
            let counts = runs.iter().filter_map(|(_, report)| report.levels.get(at));
            if counts.clone().all(|level| level.share.count == 0) {
                continue;
            }
            ui.vertical(|ui| {
                ui.set_width(wide);
                ui.add(Label::new(&level.level).wrap());
            });
            for level in counts {
                let share = &level.share;
                let [of, low, high] = [share.share, share.low, share.high].map(|s| s * 100.0);
                let shown = ui.label(format!("{of:.0} %  ({low:.0}–{high:.0})"));
                shown.on_hover_text("In brackets, between which it lies 19 times in 20");
            }
            ui.end_row();
        }
    });
    if runs.len() > 1 {
        quiet(ui, "Each bot plays all sides. Where they differ, the position hangs on the player.");
    }
}
