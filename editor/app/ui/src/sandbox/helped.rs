//! What helps in the sandbox's panel: the steps of the game-turn, warnings, how far counters get, the
//! odds of an attack, arrivals, points. Nothing of it is forced on anybody.

use egui::{Checkbox, CollapsingHeader, ComboBox, DragValue, Id, Label, RichText, Ui};
use salient_document::Document;
use salient_document::tools::area::hexes;
use salient_output::plural;
use salient_play::sandbox::{Act, Columns, SidePoints, Step, Unreached};

use super::SandboxGame;
use crate::look::icons::Icon;
use crate::look::sentence;
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
            let hexes = hexes(reached.hexes.len());
            let points = plural(reached.allowance as usize, "movement point");
            match game.chosen().count() {
                1 => format!("{points}: {hexes} in reach."),
                _ => format!("{points}, the allowance of {slowest}: {hexes} in reach."),
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
        let shift = match odds.shift() {
            0 => "no shift".to_owned(),
            shift => format!("shift {shift:+}"),
        };
        quiet(ui, format!("{}: column {column}, {shift}.", chart.title));
    } else {
        quiet(
            ui,
            match (chart, columns) {
                (None, _) => "Choose a chart below to have its column set.",
                (_, None) => {
                    "The columns of the chosen chart are no odds, differences or strengths."
                }
                (_, Some(_)) => "No column of the chosen chart fits; choose one below.",
            },
        );
    }
    if !odds.uncounted.is_empty() {
        quiet(ui, format!("Not counted, without a strength: {}.", odds.uncounted.join(", ")));
    }
    for what in &odds.prohibited_by {
        let text = format!("{what}: the chart prohibits this attack.");
        ui.add(Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
    }
    let other = ruleset.side_name(&odds.defender);
    ui.horizontal_wrapped(|ui| {
        if text_button(ui, Some(Icon::Flip), &format!("{other} attacks"), true).clicked() {
            requests.push(Request::Sandbox(SandboxRequest::Attack(odds.defender.clone())));
        }
        // What is rolled for it stands here as well as among the charts.
        if game.proposed.is_some()
            && text_button(ui, Some(Icon::Games), "Roll for it", true).clicked()
        {
            requests.push(Request::Sandbox(SandboxRequest::Roll));
        }
    });
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
    let now = game.sandbox().turn().map_or(0, |(turn, _)| turn);
    for (at, due) in game.aids().due().iter().enumerate() {
        let names = due.counters.iter().filter_map(|name| game.sandbox().piece(name));
        let names: Vec<&str> = names.map(|piece| piece.designation.as_str()).collect();
        let side = document.ruleset().side_name(&due.side);
        let when = match due.turn < now {
            true => format!("since turn {}", due.turn),
            false => "now".to_owned(),
        };
        let text = format!("{side}: {}, due {when}", names.join(", "));
        ui.add(Label::new(text).wrap());
        if let Some(condition) = &due.condition {
            quiet(ui, sentence(condition));
        }
        let Some(first) = due.hexes.first() else {
            quiet(ui, "The map has no hex by which they come in.");
            continue;
        };
        let hex = selected.filter(|hex| due.hexes.contains(hex)).unwrap_or(*first);
        ui.push_id(at, |ui| {
            let them = if due.counters.len() == 1 { "it" } else { "them" };
            let text = format!("Bring {them} on at {}", grid.label(hex));
            if text_button(ui, Some(Icon::Counter), &text, true).clicked() {
                let bring = SandboxRequest::BringOn(due.counters.clone(), hex);
                requests.push(Request::Sandbox(bring));
            }
        });
        match due.hexes.len() {
            1 => {}
            2..=MOST_HEXES => {
                let others = due.hexes.iter().filter(|other| **other != hex);
                let labels: Vec<String> = others.map(|hex| grid.label(*hex)).collect();
                quiet(ui, format!("For {} select that hex first.", labels.join(" or ")));
            }
            many => {
                drop(quiet(ui, format!("For another of the {many} marked hexes select it first.")))
            }
        }
    }
}

/// What a side has, and of what it is made: `Turkey: 9 (5 for 1 hex held, 4 added by hand)`.
fn points_in_words(name: &str, points: &SidePoints) -> String {
    let SidePoints { begins, by_hand, held, .. } = *points;
    let of = [
        (begins, "to begin with".to_owned()),
        (held, format!("for {} held", hexes(points.hexes))),
        (by_hand, "added by hand".to_owned()),
    ];
    let of = of.iter().filter(|(points, _)| *points != 0);
    let of: Vec<String> = of.map(|(points, what)| format!("{points} {what}")).collect();
    let all = begins.saturating_add(by_hand).saturating_add(held);
    if of.is_empty() { format!("{name}: 0") } else { format!("{name}: {all} ({})", of.join(", ")) }
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
        ui.add(Label::new(points_in_words(document.ruleset().side_name(&one.side), one)).wrap());
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
        let width = ui.available_width().min(190.0);
        if let Some(reason) = text_field(ui, id, "What for", "A beach taken", &now.reason, width) {
            set(PointsToAdd { reason, ..now.clone() });
        }
    });
    if text_button(ui, Some(Icon::Tick), "Add the points", now.points != 0).clicked() {
        requests.push(Request::Sandbox(SandboxRequest::AddPoints));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_say_of_what_they_are_made() {
        let points = |begins, by_hand, held, hexes| {
            let side = "turkey".to_owned();
            points_in_words("Turkey", &SidePoints { side, begins, by_hand, held, hexes })
        };
        assert_eq!(points(0, 0, 0, 0), "Turkey: 0");
        assert_eq!(points(3, 0, 0, 0), "Turkey: 3 (3 to begin with)");
        let all = "Turkey: 7 (3 to begin with, 5 for 1 hex held, -1 added by hand)";
        assert_eq!(points(3, -1, 5, 1), all);
    }
}
