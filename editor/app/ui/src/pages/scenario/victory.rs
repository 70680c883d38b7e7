//! How the game is won: what is counted, the levels of victory, and what else is asked.

use egui::{Align, Id, RichText, Ui};
use salient_document::{Document, Edit, template};
use salient_hex::objectives::objectives;
use salient_schema::recipe::MapEdge;
use salient_schema::ruleset::Kind;
use salient_schema::scenario::{Score, SecretCondition, Victory, VictoryLevel};
use salient_schema::victory::{Counting, starting_points};
use salient_schema::words::plural;

use super::{AS_PUBLISHED, WORDS};
use crate::look::icons::Icon;
use crate::look::theme::palette;
use crate::look::widgets::{card, field, heading, icon_button, quiet, text_button, text_field};
use crate::pages::schedule::choice;
use crate::request::Request;

/// The victory conditions, each part to be changed where it stands. A level that is wanted comes into
/// view, with the keyboard in its points.
pub fn show(
    ui: &mut Ui,
    id: Id,
    document: &Document,
    wanted_level: Option<usize>,
    requests: &mut Vec<Request>,
) {
    heading(ui, "Victory");
    let now = &document.scenario().victory;
    let mut to = now.clone();
    card(ui, |ui| {
        template_button(ui, document, &mut to);
        counted(ui, id, document, &mut to);
        scores(ui, id.with("scores"), document, &mut to.scores);
        scoring_hexes(ui, document);
    });
    heading(ui, "Levels of victory, best first");
    card(ui, |ui| {
        levels(ui, id.with("levels"), document, wanted_level, &mut to);
        // It comes and goes with the points that are typed above it, which stay where they are.
        if let Some(lead) = to.lead(document.ruleset()) {
            quiet(ui, lead);
        }
    });
    heading(ui, "Conditions in words");
    card(ui, |ui| conditions(ui, id.with("conditions"), &mut to.conditions));
    heading(ui, "Secret conditions");
    card(ui, |ui| secrets(ui, id.with("secret"), document, &mut to.secret));
    if to != *now {
        requests.push(Request::edit(Edit::SetVictory { victory: Box::new(to) }));
    }
}

/// Takes all of it over from the published scenario, or begins with a level for each side.
fn template_button(ui: &mut Ui, document: &Document, to: &mut Victory) {
    let known = template::has_published(document.systems(), document.ruleset());
    let words = if known { AS_PUBLISHED } else { "One level for each side" };
    let button = text_button(ui, Some(Icon::Copy), words, true);
    if button.on_hover_text("All of the victory conditions; undo brings these back.").clicked() {
        *to = template::victory(document.systems(), document.ruleset());
    }
}

fn counted(ui: &mut Ui, id: Id, document: &Document, to: &mut Victory) {
    let mut sides = vec![(None, "each side".to_owned())];
    sides.extend(choices(document).into_iter().map(|(id, name)| (Some(id), name)));
    let chosen = field(ui, "Counted for", |ui| {
        let name = "Side whose points are counted";
        choice(ui, name, id.with("counted for"), &sides, &to.counted_for)
    });
    if let Some(side) = chosen {
        to.counted_for = side;
    }
}

/// What is worth points.
fn scores(ui: &mut Ui, id: Id, document: &Document, scores: &mut Vec<Score>) {
    let mut gone = None;
    for (at, score) in scores.iter_mut().enumerate() {
        let own = score.id.clone();
        ui.horizontal(|ui| {
            let id = id.with(at);
            let points = score.points.to_string();
            let points =
                text_field(ui, id.with("points"), &format!("Points for {own}"), "0", &points, 44.0);
            if let Some(points) = points.and_then(|text| text.trim().parse().ok()) {
                score.points = points;
            }
            let name = format!("What {own} is");
            let hint = "What it is, in words";
            // What is left beside the number of the rule and the bin.
            let wide = (ui.available_width() - 110.0).max(WORDS);
            let meaning = text_field(ui, id.with("meaning"), &name, hint, &score.meaning, wide);
            if let Some(meaning) = meaning {
                score.meaning = meaning;
            }
            if let Some(rule) = &score.rule {
                ui.label(RichText::new(rule).color(palette(ui).quiet));
            }
            if icon_button(ui, Icon::Remove, &format!("Remove {own}"), true).clicked() {
                gone = Some(at);
            }
        });
        ui.horizontal_wrapped(|ui| paid_at(ui, id.with((at, "paid at")), document, score));
    }
    if let Some(at) = gone {
        scores.remove(at);
    }
    if text_button(ui, Some(Icon::Plus), "Add what is worth points", true).clicked() {
        scores.push(new_score(scores));
    }
}

/// Something new that is worth a point, under an id that is free.
fn new_score(scores: &[Score]) -> Score {
    let is_free = |id: &String| scores.iter().all(|score| score.id != *id);
    let mut ids = (1..).map(|number| format!("score_{number}"));
    Score { id: ids.find(is_free).unwrap_or_default(), points: 1, ..Score::default() }
}

/// Where on the map it is paid: kinds of features, on one side of a line, or an edge.
fn paid_at(ui: &mut Ui, id: Id, document: &Document, score: &mut Score) {
    let (ruleset, own) = (document.ruleset(), score.id.clone());
    let called = |kinds: &[Kind], id: &str| {
        let kind = kinds.iter().find(|kind| kind.id == id);
        kind.map_or_else(|| id.to_owned(), |kind| kind.name.clone())
    };
    let mut gone = None;
    for (at, kind) in score.features.iter().enumerate() {
        let name = called(&ruleset.features, kind);
        quiet(ui, format!("{name} hexes"));
        if icon_button(ui, Icon::Remove, &format!("No points of {own} for {name}"), true).clicked()
        {
            gone = Some(at);
        }
    }
    let mut more = vec![(None, "for features…".to_owned())];
    let others = ruleset.features.iter().filter(|kind| !score.features.contains(&kind.id));
    more.extend(others.map(|kind| (Some(kind.id.clone()), kind.name.clone())));
    let name = format!("Features that score {own}");
    if let Some(Some(kind)) = choice(ui, &name, id.with("features"), &more, &None) {
        score.features.push(kind);
        // What units leave by is no side of a line.
        score.edge = score.edge.filter(|_| score.line.is_some());
    }
    if let Some(at) = gone {
        score.features.remove(at);
    }
    // A line counts for features only, and may be left over from them.
    if !score.features.is_empty() || score.line.is_some() {
        let mut lines = vec![(None, "everywhere".to_owned())];
        let kinds = ruleset.lines.iter();
        lines.extend(kinds.map(|kind| (Some(kind.id.clone()), format!("beside {}", kind.name))));
        let name = format!("Line beside which {own} scores");
        if let Some(line) = choice(ui, &name, id.with("line"), &lines, &score.line) {
            // Its side must be told: west, until another is chosen.
            score.edge = line.as_ref().map(|_| score.edge.unwrap_or(MapEdge::West));
            score.line = line;
        }
    }
    if score.features.is_empty() || score.line.is_some() || score.edge.is_some() {
        let (none, what) = match score.features.is_empty() {
            true => ("for no exit", "for exit by the"),
            false => ("on no side", "on its side to the"),
        };
        let mut edges = vec![(None, none.to_owned())];
        edges.extend(MapEdge::ALL.map(|edge| (Some(edge), format!("{what} {}", edge.compass()))));
        let name = format!("Edge of {own}");
        if let Some(edge) = choice(ui, &name, id.with("edge"), &edges, &score.edge) {
            score.edge = edge;
        }
    }
}

/// What scores on the map, and what sides begin with.
fn scoring_hexes(ui: &mut Ui, document: &Document) {
    for one in objectives(document.bundle()) {
        let worth = one.worth().map_or_else(String::new, |worth| format!(", {worth}"));
        quiet(ui, format!("{}{worth}: {}", one.title(), one.hexes_in_words()));
    }
    for (side, points) in starting_points(document.bundle()) {
        let side = document.ruleset().side_name(side);
        quiet(ui, format!("The {side} side begins with {}.", plural(points, "point")));
    }
}

fn levels(ui: &mut Ui, id: Id, document: &Document, wanted: Option<usize>, victory: &mut Victory) {
    let most_wins = victory.counting() == Counting::MostPoints;
    let levels = &mut victory.levels;
    let sides = choices(document);
    let (mut gone, mut up) = (None, None);
    let last = levels.len().saturating_sub(1);
    for (at, level) in levels.iter_mut().enumerate() {
        let id = id.with(at);
        let number = at + 1;
        let row = ui.horizontal(|ui| {
            let name = format!("Name of level {number}");
            let typed =
                text_field(ui, id.with("name"), &name, "As it is printed", &level.name, 230.0);
            if let Some(name) = typed.filter(|name| !name.trim().is_empty()) {
                level.name = name.trim().to_owned();
            }
            let name = format!("Winner of level {number}");
            if let Some(side) = choice(ui, &name, id.with("side"), &sides, &level.side) {
                level.side = side;
            }
            level.min =
                bound(ui, id.with("min"), &format!("Least points of level {number}"), level.min);
            level.max =
                bound(ui, id.with("max"), &format!("Most points of level {number}"), level.max);
            let name = &level.name;
            if icon_button(ui, Icon::Up, &format!("Move {name} up"), at > 0).clicked() {
                up = Some(at);
            }
            if icon_button(ui, Icon::Down, &format!("Move {name} down"), at < last).clicked() {
                up = Some(at + 1);
            }
            if icon_button(ui, Icon::Remove, &format!("Remove {name}"), true).clicked() {
                gone = Some(at);
            }
        });
        if wanted == Some(at) {
            row.response.scroll_to_me(Some(Align::Center));
            ui.memory_mut(|memory| memory.request_focus(id.with("min")));
        }
        quiet(ui, in_words(level, &sides, most_wins));
    }
    if let Some(at) = up.filter(|at| (1..=last).contains(at)) {
        levels.swap(at - 1, at);
    }
    if let Some(at) = gone {
        levels.remove(at);
    }
    if levels.is_empty() {
        quiet(ui, "No level yet: a game could not be won, and is not played.");
    }
    if text_button(ui, Some(Icon::Plus), "Add a level", true).clicked()
        && let Some((side, name)) = sides.get(levels.len() % sides.len().max(1))
    {
        let name = format!("{name} victory");
        levels.push(VictoryLevel { name, side: side.clone(), min: None, max: None });
    }
}

/// A number of points that may be left out.
fn bound(ui: &mut Ui, id: Id, name: &str, now: Option<i32>) -> Option<i32> {
    let text = now.map(|points| points.to_string()).unwrap_or_default();
    let hint = if name.starts_with("Least") { "from" } else { "to" };
    match text_field(ui, id, name, hint, &text, 52.0) {
        Some(typed) if typed.trim().is_empty() => None,
        Some(typed) => typed.trim().parse().ok().or(now),
        None => now,
    }
}

/// What a level asks: `German wins with 46 to 55 points`.
fn in_words(level: &VictoryLevel, sides: &[(String, String)], most_wins: bool) -> String {
    let side = sides.iter().find(|(id, _)| *id == level.side);
    let side = side.map_or(level.side.as_str(), |(_, name)| name);
    match (level.min, level.max) {
        (Some(min), Some(max)) if min > max => {
            format!("Nobody can win so: {min} is more than {max}.")
        }
        (None, None) if most_wins => format!("{side} wins with more points than the enemy."),
        (None, None) => format!("{side} wins by the conditions in words, not by points."),
        (min, max) => {
            let range = match (min, max) {
                (Some(min), Some(max)) => format!("{min} to {max} points"),
                (Some(min), None) => format!("{min} points or more"),
                (_, max) => format!("{} points or fewer", max.unwrap_or_default()),
            };
            match most_wins {
                true => format!("{side} wins with {range}, if the enemy has fewer."),
                false => format!("{side} wins with {range}."),
            }
        }
    }
}

/// Anything else, a sentence each.
fn conditions(ui: &mut Ui, id: Id, conditions: &mut Vec<String>) {
    let mut gone = None;
    for (at, condition) in conditions.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let name = format!("Condition {}", at + 1);
            let width = (ui.available_width() - 60.0).max(120.0);
            if let Some(text) = text_field(ui, id.with(at), &name, "In words", condition, width) {
                *condition = text;
            }
            if icon_button(ui, Icon::Remove, &format!("Remove condition {}", at + 1), true)
                .clicked()
            {
                gone = Some(at);
            }
        });
    }
    if let Some(at) = gone {
        conditions.remove(at);
    }
    let new = text_field(ui, id.with("new"), "New condition", "Another condition", "", WORDS);
    if let Some(new) = new.filter(|text| !text.trim().is_empty()) {
        conditions.push(new.trim().to_owned());
    }
}

/// What a side keeps to itself until the game ends.
fn secrets(ui: &mut Ui, id: Id, document: &Document, secrets: &mut Vec<SecretCondition>) {
    let sides = choices(document);
    let mut gone = None;
    for (at, secret) in secrets.iter_mut().enumerate() {
        let (id, number) = (id.with(at), at + 1);
        ui.horizontal(|ui| {
            let name = format!("Side of secret condition {number}");
            if let Some(side) = choice(ui, &name, id.with("side"), &sides, &secret.side) {
                secret.side = side;
            }
            let name = format!("Secret condition {number}");
            let width = (ui.available_width() - 60.0).max(120.0);
            let typed = text_field(ui, id.with("text"), &name, "In words", &secret.text, width);
            if let Some(text) = typed {
                secret.text = text;
            }
            let name = format!("Remove secret condition {number}");
            if icon_button(ui, Icon::Remove, &name, true).clicked() {
                gone = Some(at);
            }
        });
    }
    if let Some(at) = gone {
        secrets.remove(at);
    }
    quiet(ui, "Known to one side alone until the game ends: on paper a sheet to be folded.");
    if text_button(ui, Some(Icon::Plus), "Add a secret condition", true).clicked()
        && let Some((side, _)) = sides.first()
    {
        secrets.push(SecretCondition { side: side.clone(), text: String::new() });
    }
}

fn choices(document: &Document) -> Vec<(String, String)> {
    let sides = document.ruleset().sides.iter();
    sides.map(|side| (side.id.clone(), side.name.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_told_by_its_bounds() {
        let sides = [("german".to_owned(), "Germans".to_owned())];
        let told = |min, max| {
            let (name, side) = (String::new(), "german".to_owned());
            in_words(&VictoryLevel { name, side, min, max }, &sides, false)
        };
        assert_eq!(told(Some(56), None), "Germans wins with 56 points or more.");
        assert_eq!(told(None, Some(15)), "Germans wins with 15 points or fewer.");
        assert_eq!(told(Some(46), Some(55)), "Germans wins with 46 to 55 points.");
        assert_eq!(told(Some(5), Some(4)), "Nobody can win so: 5 is more than 4.");
        let name = String::new();
        let level = VictoryLevel { name, side: "german".into(), min: None, max: Some(49) };
        assert_eq!(
            in_words(&level, &sides, true),
            "Germans wins with 49 points or fewer, if the enemy has fewer."
        );
        assert_eq!(told(None, None), "Germans wins by the conditions in words, not by points.");
    }
}
