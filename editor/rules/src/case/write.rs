//! Writing a rule case as its text, as one writes it by hand: what is as usual is left out.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value as Json;

use super::format::{CaseMap, Expect, ExpectedUnit};
use super::{Case, CaseAction};

impl Case {
    /// The case as a text that [`Case::read`] reads again.
    pub fn text(&self) -> String {
        let map = match self.map {
            CaseMap::Plain => Json::Null,
            CaseMap::Scenario => "scenario".into(),
        };
        let mut text = String::new();
        // Not even an empty list of rules is left out.
        line(&mut text, "title", &json(&self.title));
        line(&mut text, "rules", &json(&self.rules));
        let said = [
            ("scenario", json(&self.scenario)),
            ("map", map),
            ("columns", json(&self.columns)),
            ("rows", json(&self.rows)),
            ("terrain", json(&self.terrain)),
            ("features", json(&self.features)),
            ("hexsides", json(&self.hexsides)),
            ("lines", json(&self.lines)),
            ("paths", json(&self.paths)),
            ("letters", json(&self.letters)),
            ("values", json(&self.values)),
            ("owners", json(&self.owners)),
            ("facing", json(&self.facing)),
            ("zones", json(&self.zones)),
            ("constants", json(&self.constants)),
        ];
        said.iter().for_each(|(name, value)| tell(&mut text, name, value));
        if let Some(options) = &self.options {
            line(&mut text, "options", &json(options));
        }
        line(&mut text, "turn", &json(&self.turn));
        let said = [
            ("phase", json(&self.phase)),
            ("dice", json(&self.dice)),
            ("units", json(&self.units)),
            ("reinforcements", json(&self.reinforcements)),
            ("eliminated", json(&self.eliminated)),
            ("own_units", json(&self.own_units)),
            ("patch.ruleset", json(&self.patch.ruleset)),
            ("patch.scenario", json(&self.patch.scenario)),
        ];
        said.iter().for_each(|(name, value)| tell(&mut text, name, value));
        for (name, value) in &self.own {
            line(&mut text, &key(name), value);
        }
        for action in &self.actions {
            text.push_str("\n[[actions]]\n");
            write_action(&mut text, action);
        }
        write_expect(&mut text, &self.expect);
        text
    }
}

fn write_action(text: &mut String, CaseAction { action, refused }: &CaseAction) {
    line(text, "do", &json(&action.verb));
    for (name, value) in action.fields.iter() {
        line(text, &key(name), &json(value));
    }
    tell(text, "refused", &json(refused));
}

fn write_expect(text: &mut String, expect: &Expect) {
    let unit = |wanted: &ExpectedUnit| {
        let said = [
            ("unit", json(&wanted.unit)),
            ("hex", json(&wanted.hex)),
            ("status", json(&wanted.status)),
            ("face", json(&wanted.face)),
            ("seen_by", json(&wanted.seen_by)),
            ("intelligence", json(&wanted.intelligence)),
            ("states", json(&wanted.states)),
        ];
        let said = said.into_iter().filter(|(_, value)| !value.is_null());
        said.map(|(name, value)| (name.to_owned(), value)).collect::<serde_json::Map<_, _>>()
    };
    let said = [
        ("turn", json(&expect.turn)),
        ("phase", json(&expect.phase)),
        // No side at all is something to expect as well.
        ("points", json(&expect.points)),
        ("level", json(&expect.level)),
        ("events", json(&expect.events)),
        ("absent", json(&expect.absent)),
        ("units", json(&expect.units.iter().map(unit).collect::<Vec<_>>())),
        ("legal", json(&expect.legal)),
        ("not_legal", json(&expect.not_legal)),
    ];
    if *expect == Expect::default() {
        return;
    }
    text.push_str("\n[expect]\n");
    if let Some(side) = &expect.deciding {
        line(text, "deciding", &json(side));
    }
    said.iter().for_each(|(name, value)| tell(text, name, value));
}

/// As JSON; nothing of what cannot be it.
fn json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// Writes a line of what says something.
fn tell(text: &mut String, name: &str, value: &Json) {
    let empty = match value {
        Json::Null | Json::Bool(false) => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(true) | Json::Number(_) | Json::String(_) => false,
    };
    if !empty {
        line(text, name, value);
    }
}

/// Writes a line; a list of tables has a line for each.
fn line(text: &mut String, name: &str, value: &Json) {
    text.push_str(name);
    text.push_str(" = ");
    match value {
        Json::Array(items) if items.iter().any(Json::is_object) => {
            text.push_str("[\n");
            for item in items {
                text.push_str("    ");
                write_value(text, item);
                text.push_str(",\n");
            }
            text.push(']');
        }
        value => write_value(text, value),
    }
    text.push('\n');
}

fn write_value(text: &mut String, value: &Json) {
    match value {
        // Nothing has no word in TOML.
        Json::Null => text.push_str("\"\""),
        Json::Bool(_) | Json::Number(_) => text.push_str(&value.to_string()),
        Json::String(value) => write_text(text, value),
        Json::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { ", " });
                write_value(text, item);
            }
            text.push(']');
        }
        Json::Object(fields) => {
            let said = fields.iter().filter(|(_, value)| !value.is_null());
            text.push('{');
            for (i, (name, value)) in said.enumerate() {
                text.push_str(if i == 0 { " " } else { ", " });
                text.push_str(&key(name));
                text.push_str(" = ");
                write_value(text, value);
            }
            text.push_str(" }");
        }
    }
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) {
        return name.to_owned();
    }
    let mut quoted = String::new();
    write_text(&mut quoted, name);
    quoted
}

fn write_text(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            c if c.is_control() => {
                // A text takes whatever is written into it.
                let _ = write!(text, "\\u{:04X}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_as_it_was() {
        let text = r#"
            title = "A \"town\" \\ by\u0007the\n river"
            rules = ["2.1", "S3[b]"]
            scenario = "campaign"
            map = "scenario"
            columns = 3
            rows = 2
            terrain = { "0304" = "woods" }
            features = { "0202" = ["town"] }
            hexsides = { "0202:ne" = "river" }
            lines = [{ kind = "vp-line", sides = ["0401:sw", "0402:nw"] }]
            paths = [{ kind = "railway", hexes = ["0101", "0201"] }]
            letters = { A = "0101" }
            values = { "0202" = 3 }
            owners = { "0902" = "red" }
            facing = { "0902" = ["n"] }
            zones = { "bridge head" = ["0202"] }
            constants = { check_turn = -2 }
            options = []
            turn = 3
            phase = "red-combat"
            dice = [4, 1]
            units = [{ hex = "0302", counters = ["red-1", "red-1#2"], face = 1, states = ["dug-in"] }]
            reinforcements = [{ turn = 4, side = "red", entry = { letter = "A" }, counters = ["red-2"] }]
            eliminated = ["blue-1"]
            own_units = true
            patch.ruleset.rules_of_play = { movement = { by = "points", half = 0.5 } }
            patch.scenario.start = { held = [{ side = "red", hexes = ["0101"] }] }
            weather = "clear"
            guns = { german = { heavy = 10 } }

            [[actions]]
            do = "attack"
            units = ["red-1"]
            hexes = ["0202"]
            points = [2]

            [[actions]]
            do = "done"
            refused = "DR 8.5"

            [expect]
            turn = 3
            phase = "red-combat"
            deciding = ""
            points = -1
            level = "Draw"
            events = [{ event = "combat", odds = "3:1", defender = { modified_die = 2 }, held = false }]
            absent = [{ event = "retreat" }]
            units = [{ unit = "blue-1", status = "eliminated" }, { unit = "red-1", hex = "0302", face = 0 }]
            legal = [{ do = "lose", unit = "blue-1" }]
            not_legal = [{ do = "done" }]
        "#;
        let case = Case::read(text).expect("a case");
        let written = case.text();
        assert_eq!(Case::read(&written), Ok(case), "{written}");
        let least =
            Case::read("title = \"t\"\nrules = []\n[expect]\ndeciding = \"\"").expect("one");
        assert_eq!(Case::read(&least.text()), Ok(least));
    }
}
