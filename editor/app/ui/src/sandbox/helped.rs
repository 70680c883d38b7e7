//! What helps in the sandbox's panel: the steps of the game-turn, warnings, how far counters get, the
//! odds of an attack, arrivals, points. Nothing of it is forced on anybody.

use egui::{Checkbox, CollapsingHeader, ComboBox, DragValue, Id, Label, RichText, Ui};
use salient_document::Document;
use salient_play::sandbox::{Act, Columns, Step, Unreached};

use super::SandboxGame;
use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{field, heading, quiet, text_button, text_field};
use crate::request::Request;
use crate::request::sandbox::{PointsToAdd, SandboxRequest};

/// So many warnings show; more of them say no more.
const MOST_WARNINGS: usize = 8;
/// So many hexes are named.
const MOST_HEXES: usize = 6;

/// The step that is played, with the one after it; all of the game-turn are to be ticked below,
/// where one asks for them.
pub(super) fn steps(
    ui: &mut Ui,
    document: &Document,
    game: &SandboxGame,
    requests: &mut Vec<Request>,
) {
    let sandbox = game.sandbox();
    let Some(now) = sandbox.step() else { return };
    let whose = |step: &Step| match &step.side {
        Some(side) => format!("{}, {}", step.name(), document.ruleset().side_name(side)),
        None => step.name().to_owned(),
    };
    let played = || sandbox.steps().filter(|step| !step.is_heading);
    let place = played().position(|step| step.id() == now.id()).map_or(1, |place| place + 1);
    heading(ui, &format!("Sequence of play: step {place} of {}", played().count()));
    ui.add(Label::new(RichText::new(whose(now)).strong()).wrap());
    let next = sandbox.next_step();
    match next {
        Some(next) => quiet(ui, format!("Next: {}", whose(next))),
        None => quiet(ui, "The last step of the game-turn."),
    };
    let go_to =
        |step: &Step| Request::Sandbox(SandboxRequest::Do(Act::Step { to: step.id().clone() }));
    let on = text_button(ui, Some(Icon::Step), "Next step", next.is_some());
    if let Some(next) = next.filter(|_| on.clicked()) {
        requests.push(go_to(next));
    }
    CollapsingHeader::new("All steps").id_salt("all steps").show(ui, |ui| {
        let steps: Vec<_> = sandbox.steps().collect();
        for (place, &step) in steps.iter().enumerate() {
            if step.is_heading {
                quiet(ui, step.name());
                continue;
            }
            let was_over = sandbox.is_over(step);
            let mut over = was_over;
            let mut text = RichText::new(step.name());
            if step.id() == now.id() {
                text = text.strong();
            }
            // With the last step the game-turn is over: the next begins by its own button.
            let mut later = steps.iter().skip(place + 1);
            let next = later.find(|step| !step.is_heading).copied();
            let to = if was_over { Some(step) } else { next };
            let clicked = ui.add_enabled(to.is_some(), Checkbox::new(&mut over, text)).clicked();
            requests.extend(to.filter(|_| clicked).map(go_to));
        }
    });
}

/// What the position has against it.
pub(super) fn warnings(ui: &mut Ui, game: &SandboxGame) {
    let warnings = game.aids().warnings();
    if warnings.is_empty() {
        return;
    }
    heading(ui, "Notes on the position");
    let ink = palette(ui).warning;
    for warning in warnings.iter().take(MOST_WARNINGS) {
        ui.add(Label::new(RichText::new(warning).color(ink)).wrap());
    }
    if let more @ 1.. = warnings.len().saturating_sub(MOST_WARNINGS) {
        quiet(ui, format!("and {more} more"));
    }
}

/// How far the chosen counters get.
pub(super) fn reach(ui: &mut Ui, game: &SandboxGame) {
    let text = match game.aids().reach() {
        None => return,
        Some(Ok(reached)) => {
            let slowest = game.sandbox().piece(&reached.slowest);
            let slowest = slowest.map_or("", |piece| piece.designation.as_str());
            let all = reached.hexes.len();
            let hexes = if all == 1 { "1 hex".to_owned() } else { format!("{all} hexes") };
            match game.chosen().count() {
                1 => format!("{} movement points: {hexes} in reach.", reached.allowance),
                _ => format!(
                    "{} movement points, as {slowest} has them: {hexes} in reach.",
                    reached.allowance
                ),
            }
        }
        Some(Err(Unreached::Apart)) => "Choose counters of one hex to see how far they get.".into(),
        Some(Err(Unreached::NoAllowance)) => {
            "No movement allowance is known of them: the ruleset's page of counters says which \
             rating it is."
                .into()
        }
        Some(Err(Unreached::Faulty)) => "The map has faults, so nobody can tell how far.".into(),
    };
    ui.add(Label::new(RichText::new(text).color(palette(ui).quiet)).wrap());
}

/// The attack of some of the chosen counters on the others: odds, column and shifts.
pub(super) fn attack(
    ui: &mut Ui,
    document: &Document,
    game: &SandboxGame,
    requests: &mut Vec<Request>,
) {
    let Some(odds) = game.aids().odds() else { return };
    let ruleset = document.ruleset();
    heading(ui, "Attack");
    let chart = game.charts.chart.and_then(|at| ruleset.tables.get(at));
    let columns = chart.and_then(Columns::of);
    ui.add(Label::new(odds.told(columns.as_ref().map(Columns::scale))).wrap());
    if let (Some(chart), Some(column)) =
        (chart, game.proposed.and_then(|(_, column, _)| chart?.columns.get(column)))
    {
        let shift = odds.shift();
        let text = format!("{}: column {column}, shift {shift:+}, as set below.", chart.title);
        quiet(ui, text);
    } else if chart.is_some() {
        quiet(ui, "The columns of the chosen chart are no odds, differences or strengths.");
    }
    if !odds.uncounted.is_empty() {
        quiet(ui, format!("Not counted, without a strength: {}.", odds.uncounted.join(", ")));
    }
    for what in &odds.prohibited_by {
        let text = format!("{what}: the chart prohibits this attack.");
        ui.add(Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
    }
    let other = ruleset.side_name(&odds.defender);
    if text_button(ui, Some(Icon::Flip), &format!("{other} attacks"), true).clicked() {
        requests.push(Request::Sandbox(SandboxRequest::Attack(odds.defender.clone())));
    }
}

/// Who is due, with the hexes by which they come in.
pub(super) fn due(
    ui: &mut Ui,
    document: &Document,
    game: &SandboxGame,
    requests: &mut Vec<Request>,
) {
    let selected = document.selection().hex;
    let grid = game.sandbox().grid();
    for (at, due) in game.aids().due().iter().enumerate() {
        let names = due.counters.iter().filter_map(|name| game.sandbox().piece(name));
        let names: Vec<&str> = names.map(|piece| piece.designation.as_str()).collect();
        let text = format!("{}, due on turn {}", names.join(", "), due.turn);
        ui.add(Label::new(text).wrap());
        if let Some(condition) = &due.condition {
            quiet(ui, format!("Only {condition}"));
        }
        let Some(first) = due.hexes.first() else {
            quiet(ui, "The map has no hex by which they come in.");
            continue;
        };
        let hex = selected.filter(|hex| due.hexes.contains(hex)).unwrap_or(*first);
        ui.push_id(at, |ui| {
            let text = format!("Bring them on at {}", grid.label(hex));
            if text_button(ui, Some(Icon::Counter), &text, true).clicked() {
                let bring = SandboxRequest::BringOn(due.counters.clone(), hex);
                requests.push(Request::Sandbox(bring));
            }
        });
        match due.hexes.len() {
            1 => {}
            2..=MOST_HEXES => {
                let labels: Vec<String> = due.hexes.iter().map(|hex| grid.label(*hex)).collect();
                quiet(ui, format!("By {}: select one of them first.", labels.join(", ")));
            }
            many => drop(quiet(ui, format!("By any of {many} marked hexes: select one first."))),
        }
    }
}

/// The points of each side, and what is added to them by hand.
pub(super) fn points(
    ui: &mut Ui,
    document: &Document,
    game: &SandboxGame,
    requests: &mut Vec<Request>,
) {
    let sides = &document.ruleset().sides;
    if sides.is_empty() {
        return;
    }
    heading(ui, "Points");
    for one in game.aids().points() {
        let name = document.ruleset().side_name(&one.side);
        let all = one.by_hand.saturating_add(one.held);
        let hexes = if one.hexes == 1 { "hex" } else { "hexes" };
        let text = match one.hexes {
            0 => format!("{name}: {all} by hand"),
            count => {
                format!(
                    "{name}: {all} ({} for {count} {hexes} held, {} by hand)",
                    one.held, one.by_hand
                )
            }
        };
        ui.add(Label::new(text).wrap());
    }
    let now = &game.points;
    let mut set = |to: PointsToAdd| requests.push(Request::Sandbox(SandboxRequest::Points(to)));
    field(ui, "Add to", |ui| {
        let name = |at: usize| sides.get(at).map_or("", |side| side.name.as_str());
        ui.name_inputs("Side that gets points", |ui| {
            ComboBox::from_id_salt("points of").selected_text(name(now.side)).show_ui(ui, |ui| {
                for at in 0..sides.len() {
                    if ui.selectable_label(at == now.side, name(at)).clicked() {
                        set(PointsToAdd { side: at, ..now.clone() });
                    }
                }
            })
        });
        let mut points = now.points;
        let drag = DragValue::new(&mut points).range(-1_000..=1_000).speed(0.05);
        if ui.name_inputs("Points to add", |ui| ui.add(drag)).changed() {
            set(PointsToAdd { points, ..now.clone() });
        }
    });
    field(ui, "For", |ui| {
        let id = Id::unique("reason for points");
        if let Some(reason) = text_field(ui, id, "What for", "A beach taken", &now.reason, 190.0) {
            set(PointsToAdd { reason, ..now.clone() });
        }
    });
    if text_button(ui, Some(Icon::Tick), "Add the points", now.points != 0).clicked() {
        requests.push(Request::Sandbox(SandboxRequest::AddPoints));
    }
}
