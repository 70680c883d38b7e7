//! How the game is won.

use salient_hex::objectives::objectives;
use salient_rules::book::{Rows, Table, Text};
use salient_schema::rules_of_play::{LossCount, SuddenEnd};
use salient_schema::scenario::Score;
use salient_schema::victory::Counting;
use salient_schema::words::capital;

use super::numbers::Rules;
use super::words::{Measure, Words, listed, turns};

pub fn write(words: &Words<'_>, rules: &mut Rules) {
    let Some(bundle) = words.bundle else {
        rules.add("", None, "Each scenario says how it is won");
        return;
    };
    let victory = &bundle.scenario.victory;
    if let Some(lead) = victory.lead(words.ruleset) {
        rules.add("Points", None, lead);
    } else if victory.scores.iter().any(|score| score.points != 0) {
        let text = "Each side counts points, but they decide nothing by themselves";
        rules.add("Points", None, text);
    }
    let scores: Vec<Vec<String>> =
        victory.scores.iter().map(|score| self::score(words, score)).collect();
    if !scores.is_empty() {
        let rule = rules.add("What scores", None, "Points are scored as follows.");
        rule.tables.push(Table {
            title: "Victory points".to_owned(),
            heads: ["For", "Points"].map(str::to_owned).into(),
            groups: vec![Rows { title: String::new(), rows: scores }],
            ..Table::default()
        });
    }
    let found = objectives(bundle);
    let rows: Vec<Vec<String>> = found
        .iter()
        .filter(|one| !one.hexes.is_empty())
        .map(|one| vec![one.title(), one.hexes_in_words(), one.worth().unwrap_or_default()])
        .collect();
    if !rows.is_empty() {
        let text =
            "A hex is held by the side whose unit was the last to stand in it. These hexes score:";
        let rule = rules.add("Hexes", None, text);
        rule.tables.push(Table {
            title: "Hexes that score".to_owned(),
            heads: ["What", "Hexes", "Worth"].map(str::to_owned).into(),
            groups: vec![Rows { title: String::new(), rows }],
            ..Table::default()
        });
    }
    for end in &victory.sudden {
        rules.add("Sudden end", end.rule.as_deref(), sudden(words, end));
    }
    for condition in &victory.conditions {
        rules.add("", None, Text::from(condition.trim()).end());
    }
    let is_bounded = victory.levels.iter().any(|level| level.min.is_some() || level.max.is_some());
    if is_bounded {
        let rows = victory.levels.iter().map(|level| {
            let side = words.side(&level.side).to_owned();
            vec![level.name.clone(), side, victory.points_of(level)]
        });
        let rule = rules.add(
            "Levels of victory",
            None,
            "The points at the end of the game tell who has won, and how well.",
        );
        rule.tables.push(Table {
            title: "Levels of victory".to_owned(),
            heads: ["Level", "Winner", "Points"].map(str::to_owned).into(),
            groups: vec![Rows { title: String::new(), rows: rows.collect() }],
            ..Table::default()
        });
    }
    if victory.counting() == Counting::InWords {
        let text = match victory.sudden.is_empty() {
            true => "When the last game-turn is over, the game is a draw",
            false => "If no side has won when the last game-turn is over, the game is a draw",
        };
        rules.add("End of the game", None, text);
    }
}

/// What is worth points, and how many.
fn score(words: &Words<'_>, score: &Score) -> Vec<String> {
    let mut what = score.meaning.trim().trim_end_matches('.').to_owned();
    if what.is_empty() {
        what = score.losses.map_or_else(String::new, |count: LossCount| count.text().to_owned());
    }
    if let Some(side) = &score.side {
        what += &format!(" ({} only)", words.side(side));
    }
    if let Some(rule) = &score.rule {
        what += &format!(" ({rule})");
    }
    vec![what, Measure::added("", "").number(score.points)]
}

fn sudden(words: &Words<'_>, end: &SuddenEnd) -> Text {
    let side = words.side_called(&end.side);
    let mut ifs = Vec::new();
    match end.holds.as_slice() {
        [] => {}
        [hex] => ifs.push(format!("it holds hex {hex}")),
        hexes => ifs.push(format!("it holds hexes {}", listed(hexes, "and"))),
    }
    ifs.extend(
        end.points.map(|points| {
            format!("it has {} or more", Measure::of("point", "points").full(points))
        }),
    );
    if end.alone {
        ifs.push("its enemies have no unit left on the map".to_owned());
    }
    let when =
        turns(end.from_turn, end.to_turn).map_or_else(String::new, |turns| format!(", {turns}"));
    capital(&format!(
        "{side} wins at once if {} when victory is checked{when}",
        listed(&ifs, "and")
    ))
    .into()
}
