//! The fields of arrivals, withdrawals, replacements, game-turns and tracks.

use egui::{ComboBox, Id, RichText, Ui};
use salient_document::Document;
use salient_schema::common::Provenance;
use salient_schema::scenario::{
    ArrivalCondition, Entry, HalfDay, Reinforcement, Replacement, Track, Turn, Withdrawal,
};

use super::cell::named;
use crate::look::theme::palette;
use crate::look::widgets::{field, list_width, segments};

/// A text field that is taken as a whole, with its name for screen readers beside its hint.
pub fn text_field(
    ui: &mut Ui,
    id: Id,
    name: &str,
    hint: &str,
    now: &str,
    width: f32,
) -> Option<String> {
    let text = crate::look::widgets::text_field(ui, id, name, hint, now, width);
    named(ui, id, name);
    text
}

/// How wide a field is.
pub const FIELD: f32 = 172.0;

/// A list to choose one of. Gives the one that is chosen anew.
pub fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    id: Id,
    choices: &[(T, String)],
    now: &T,
) -> Option<T> {
    wide_choice(ui, name, id, FIELD, choices, now)
}

/// The same, as wide as it is to be, and wider where what is chosen has no room in it.
pub fn wide_choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    id: Id,
    width: f32,
    choices: &[(T, String)],
    now: &T,
) -> Option<T> {
    let shown = choices.iter().find(|(one, _)| one == now).map_or("–", |(_, text)| text.as_str());
    let mut chosen = None;
    let width = list_width(ui, shown.trim_start(), width);
    ui.name_inputs(name.to_owned(), |ui| {
        let list = ComboBox::from_id_salt(id).width(width).height(360.0).truncate();
        // What a line is set in by tells something in the list alone.
        list.selected_text(shown.trim_start()).show_ui(ui, |ui| {
            for (one, text) in choices {
                if ui.selectable_label(one == now, text).clicked() && one != now {
                    chosen = Some(one.clone());
                }
            }
        })
    });
    chosen
}

fn turns(document: &Document, with_start: bool) -> Vec<(u16, String)> {
    let turns = document.scenario().turns.iter();
    let start = with_start.then(|| (0, "0, at the start".to_owned()));
    start
        .into_iter()
        .chain(turns.map(|turn| (turn.turn, format!("{}, {}", turn.turn, turn.label))))
        .collect()
}

fn sides(document: &Document) -> Vec<(String, String)> {
    let sides = document.ruleset().sides.iter();
    sides.map(|side| (side.id.clone(), side.name.clone())).collect()
}

/// Where something comes from.
pub fn provenance(ui: &mut Ui, name: &str, id: Id, now: Provenance) -> Option<Provenance> {
    let choices: Vec<(Provenance, String)> =
        Provenance::ALL.iter().map(|one| (*one, one.text().to_owned())).collect();
    choice(ui, name, id, &choices, &now)
}

/// A text that may be left out.
fn optional(
    ui: &mut Ui,
    name: &str,
    id: Id,
    hint: &str,
    now: Option<&str>,
) -> Option<Option<String>> {
    let text = text_field(ui, id, name, hint, now.unwrap_or_default(), FIELD)?;
    let text = text.trim();
    Some((!text.is_empty()).then(|| text.to_owned()))
}

/// When and where a group comes in. Gives the group as it is to be, if something changes.
pub fn arrival(
    ui: &mut Ui,
    document: &Document,
    group: &Reinforcement,
    id: Id,
    is_new: bool,
) -> Option<Reinforcement> {
    let mut to = group.clone();
    if is_new {
        let side = field(ui, "Side", |ui| {
            choice(ui, "Side of the arrival", id.with("side"), &sides(document), &group.side)
        });
        if let Some(side) = side {
            to.side = side;
            to.counters.clear();
        }
    }
    let turn = field(ui, "Game-turn", |ui| {
        choice(
            ui,
            "Game-turn of the arrival",
            id.with("turn"),
            &turns(document, false),
            &group.turn,
        )
    });
    to.turn = turn.unwrap_or(to.turn);
    if let Some(entry) = entry(ui, document, &group.entry, id) {
        to.entry = entry;
    }
    let rule = field(ui, "Rule", |ui| {
        optional(
            ui,
            "Rule of the arrival",
            id.with("rule"),
            "A rule's number",
            group.rule.as_deref(),
        )
    });
    if let Some(rule) = rule {
        to.rule = rule;
    }
    let from = field(ui, "Source", |ui| {
        provenance(ui, "Source of the arrival", id.with("provenance"), group.provenance)
    });
    to.provenance = from.unwrap_or(to.provenance);
    (to != *group).then_some(to)
}

/// The kinds of entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Letter,
    Hexes,
    Zone,
}

fn entry(ui: &mut Ui, document: &Document, entry: &Entry, id: Id) -> Option<Entry> {
    let map = document.map();
    let mut letters: Vec<String> =
        map.features.items.iter().filter_map(|feature| feature.letter.clone()).collect();
    letters.sort_unstable();
    letters.dedup();
    let zones: Vec<(String, String)> =
        map.zones.items.iter().map(|zone| (zone.id.clone(), zone.name.clone())).collect();
    let now = match entry {
        Entry::Letter(_) => By::Letter,
        Entry::Hexes(_) => By::Hexes,
        Entry::Zone(_) => By::Zone,
    };
    let mut choices = vec![(By::Hexes, "Hexes")];
    if !letters.is_empty() || now == By::Letter {
        choices.insert(0, (By::Letter, "Letter"));
    }
    if !zones.is_empty() || now == By::Zone {
        choices.push((By::Zone, "Zone"));
    }
    let by = field(ui, "Enters by", |ui| segments(ui, "Kind of entry", &choices, now));
    if let Some(by) = by {
        return Some(match by {
            By::Letter => Entry::Letter(letters.first().cloned().unwrap_or_default()),
            By::Hexes => {
                Entry::Hexes(salient_rules::schedule::entry_hexes(document.bundle(), entry))
            }
            By::Zone => Entry::Zone(zones.first().map(|(id, _)| id.clone()).unwrap_or_default()),
        });
    }
    match entry {
        Entry::Letter(letter) => {
            let choices: Vec<(String, String)> =
                letters.into_iter().map(|letter| (letter.clone(), letter)).collect();
            let chosen = field(ui, "Letter", |ui| {
                choice(ui, "Entry letter", id.with("letter"), &choices, letter)
            });
            chosen.map(Entry::Letter)
        }
        Entry::Zone(zone) => {
            let chosen =
                field(ui, "Zone", |ui| choice(ui, "Entry zone", id.with("zone"), &zones, zone));
            chosen.map(Entry::Zone)
        }
        Entry::Hexes(hexes) => {
            let now = hexes.join(", ");
            let wrong = id.with("wrong hex");
            let text = field(ui, "Hexes", |ui| {
                text_field(ui, id.with("hexes"), "Entry hexes", "0801, 0802", &now, FIELD)
            });
            // What is wrong stands where the hint stood, so that nothing moves.
            let (told, ink) = match ui.data(|data| data.get_temp::<String>(wrong)) {
                Some(told) => (told, palette(ui).warning),
                None => ("With a comma between them.".to_owned(), palette(ui).quiet),
            };
            ui.label(RichText::new(told).color(ink));
            let labels: Vec<String> = text?
                .split([',', ';', ' '])
                .map(str::trim)
                .filter(|label| !label.is_empty())
                .map(str::to_owned)
                .collect();
            match labels.iter().find(|label| document.grid().parse(label).is_none()) {
                Some(label) => {
                    let told = format!("This map has no hex {label}.");
                    ui.data_mut(|data| data.insert_temp(wrong, told));
                    None
                }
                None => {
                    ui.data_mut(|data| data.remove::<String>(wrong));
                    Some(Entry::Hexes(labels))
                }
            }
        }
    }
}

/// When an arrival is not certain. Gives the condition as it is to be, if something changes.
pub fn condition(
    ui: &mut Ui,
    document: &Document,
    now: Option<&ArrivalCondition>,
    id: Id,
) -> Option<Option<ArrivalCondition>> {
    let none = ArrivalCondition { die_at_most: None, while_holding: None, text: None };
    let before = now.cloned().unwrap_or_else(|| none.clone());
    let mut to = before.clone();
    let mut dice: Vec<(Option<u8>, String)> = vec![(None, "no die".to_owned())];
    let most = before.die_at_most.unwrap_or(0).max(6);
    dice.extend(
        (1..=most)
            .map(|die| (Some(die), if die == 1 { "1".to_owned() } else { format!("1 to {die}") })),
    );
    let die = field(ui, "Die shows", |ui| {
        choice(ui, "Die at most", id.with("die"), &dice, &before.die_at_most)
    });
    to.die_at_most = die.unwrap_or(to.die_at_most);
    let mut zones: Vec<(Option<String>, String)> = vec![(None, "any".to_owned())];
    let all = document.map().zones.items.iter();
    zones.extend(all.map(|zone| (Some(zone.id.clone()), zone.name.clone())));
    let holding = field(ui, "While holding", |ui| {
        choice(ui, "Zone to be held", id.with("holding"), &zones, &before.while_holding)
    });
    if let Some(holding) = holding {
        to.while_holding = holding;
    }
    let text = field(ui, "In words", |ui| {
        optional(
            ui,
            "Condition in words",
            id.with("text"),
            "What the players judge",
            before.text.as_deref(),
        )
    });
    if let Some(text) = text {
        to.text = text;
    }
    (to != before).then(|| (to != none).then_some(to))
}

/// The fields of a withdrawal.
pub fn withdrawal(
    ui: &mut Ui,
    document: &Document,
    one: &Withdrawal,
    id: Id,
    is_new: bool,
) -> Option<Withdrawal> {
    let mut to = one.clone();
    if is_new {
        let side = field(ui, "Side", |ui| {
            choice(ui, "Side of the withdrawal", id.with("side"), &sides(document), &one.side)
        });
        if let Some(side) = side {
            to.side = side;
            to.counters.clear();
        }
    }
    let turn = field(ui, "Game-turn", |ui| {
        choice(
            ui,
            "Game-turn of the withdrawal",
            id.with("turn"),
            &turns(document, false),
            &one.turn,
        )
    });
    to.turn = turn.unwrap_or(to.turn);
    let rule = field(ui, "Rule", |ui| {
        optional(ui, "Rule of the withdrawal", id.with("rule"), "", one.rule.as_deref())
    });
    if let Some(rule) = rule {
        to.rule = rule;
    }
    (to != *one).then_some(to)
}

/// The fields of replacement points.
pub fn replacement(
    ui: &mut Ui,
    document: &Document,
    one: &Replacement,
    id: Id,
) -> Option<Replacement> {
    let mut to = one.clone();
    let side = field(ui, "Side", |ui| {
        choice(ui, "Side of the replacements", id.with("side"), &sides(document), &one.side)
    });
    to.side = side.unwrap_or(to.side);
    let turn = field(ui, "Game-turn", |ui| {
        let turns = turns(document, true);
        choice(ui, "Game-turn of the replacements", id.with("turn"), &turns, &one.turn)
    });
    to.turn = turn.unwrap_or(to.turn);
    let points = field(ui, "Points", |ui| {
        let now = one.points.to_string();
        text_field(ui, id.with("points"), "Replacement points", "", &now, 64.0)
    });
    if let Some(points) = points.and_then(|text| text.trim().parse::<i32>().ok()) {
        to.points = points.clamp(0, 10_000);
    }
    let mut nations: Vec<(Option<String>, String)> = vec![(None, "any".to_owned())];
    let all = document.ruleset().nations.iter();
    nations.extend(all.map(|nation| (Some(nation.id.clone()), nation.name.clone())));
    let nation = field(ui, "Nation", |ui| {
        choice(ui, "Nation of the replacements", id.with("nation"), &nations, &one.nation)
    });
    if let Some(nation) = nation {
        to.nation = nation;
    }
    let pool = field(ui, "Kind", |ui| {
        optional(ui, "Kind of points", id.with("pool"), "one kind only", one.pool.as_deref())
    });
    if let Some(pool) = pool {
        let pool = pool.map(|pool| pool.to_lowercase().replace([' ', '_'], "-"));
        to.pool = pool.filter(|pool| !pool.is_empty());
    }
    let from = field(ui, "Source", |ui| {
        provenance(ui, "Source of the replacements", id.with("provenance"), one.provenance)
    });
    to.provenance = from.unwrap_or(to.provenance);
    (to != *one).then_some(to)
}

/// The fields of a game-turn.
pub fn turn(ui: &mut Ui, turn: &Turn, weathers: &[String], id: Id) -> Option<Turn> {
    let mut to = turn.clone();
    let label = field(ui, "Label", |ui| {
        let name = format!("Label of game-turn {}", turn.turn);
        text_field(ui, id.with("label"), &name, "21 March, morning", &turn.label, FIELD)
    });
    to.label = label.unwrap_or(to.label);
    let date = field(ui, "Begins on", |ui| {
        let name = format!("Date of game-turn {}", turn.turn);
        optional(ui, &name, id.with("date"), "1918-03-21", turn.date.as_deref())
    });
    if let Some(date) = date {
        to.date = date;
    }
    let halves = [(None, "whole"), (Some(HalfDay::Am), "AM"), (Some(HalfDay::Pm), "PM")];
    let half = field(ui, "Half of day", |ui| segments(ui, "Half of the day", &halves, turn.half));
    to.half = half.unwrap_or(to.half);
    let mut kinds: Vec<(Option<String>, String)> = vec![(None, "not fixed".to_owned())];
    kinds.extend(weathers.iter().map(|kind| (Some(kind.clone()), kind.clone())));
    let weather = field(ui, "Weather", |ui| {
        let name = format!("Fixed weather of game-turn {}", turn.turn);
        choice(ui, &name, id.with("weather"), &kinds, &turn.weather)
    });
    if let Some(weather) = weather {
        to.weather = weather;
    }
    let from = field(ui, "Source", |ui| {
        provenance(ui, "Source of the game-turn", id.with("provenance"), turn.provenance)
    });
    to.provenance = from.unwrap_or(to.provenance);
    (to != *turn).then_some(to)
}

/// The sides to choose from, and first all of them.
fn sides_or_all(document: &Document) -> Vec<(Option<String>, String)> {
    let sides = sides(document);
    let all = if sides.len() > 2 { "all" } else { "both" };
    let sides = sides.into_iter().map(|(id, name)| (Some(id), name));
    [(None, all.to_owned())].into_iter().chain(sides).collect()
}

/// The fields of a track.
pub fn track(ui: &mut Ui, document: &Document, track: &Track, id: Id) -> Option<Track> {
    let mut to = track.clone();
    let name = field(ui, "Name", |ui| {
        text_field(ui, id.with("name"), "Name of the track", "", &track.name, FIELD)
    });
    if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
        to.name = name.trim().to_owned();
    }
    let choices = sides_or_all(document);
    let side = field(ui, "Side", |ui| {
        choice(ui, "Side of the track", id.with("side"), &choices, &track.side)
    });
    if let Some(side) = side {
        to.side = side;
    }
    let rule = field(ui, "Rule", |ui| {
        optional(ui, "Rule of the track", id.with("rule"), "", track.rule.as_deref())
    });
    if let Some(rule) = rule {
        to.rule = rule;
    }
    let from = field(ui, "Source", |ui| {
        provenance(ui, "Source of the track", id.with("provenance"), track.provenance)
    });
    to.provenance = from.unwrap_or(to.provenance);
    (to != *track).then_some(to)
}

/// The name and side of a track that is yet to be added.
pub fn new_track(
    ui: &mut Ui,
    document: &Document,
    name: &mut String,
    side: &mut Option<String>,
    id: Id,
) {
    field(ui, "Name", |ui| {
        let edit = egui::TextEdit::singleline(name).hint_text("Air points").desired_width(FIELD);
        let id = ui.add(edit).id;
        named(ui, id, "Name of the new track");
    });
    let choices = sides_or_all(document);
    let chosen = field(ui, "Side", |ui| {
        choice(ui, "Side of the new track", id.with("side"), &choices, side)
    });
    if let Some(chosen) = chosen {
        *side = chosen;
    }
}
