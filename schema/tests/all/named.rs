//! Actions of a type that holds units and hexes by their numbers.

use salient_schema::action::Action;
use salient_schema::plain::{Names, Texts};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unit(u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Hex(u32);

/// A newtype whose number has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Points(u8);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Act {
    Fire {
        unit: Unit,
        points: Points,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        helpers: Vec<Unit>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Hex>,
        #[serde(default)]
        also: Vec<Shot>,
    },
    Lose(Loss),
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shot {
    hex: Hex,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Loss {
    unit: Unit,
}

/// Units `alpha` and `beta`, hexes `0101` and `0102`.
struct Game;

const UNITS: [&str; 2] = ["alpha", "beta"];
const HEXES: [&str; 2] = ["0101", "0102"];

impl Names for Game {
    fn name_of_unit(&self, unit: u16) -> Option<&str> {
        UNITS.get(usize::from(unit)).copied()
    }

    fn name_of_hex(&self, hex: u32) -> Option<&str> {
        HEXES.get(hex as usize).copied()
    }

    fn unit_named(&self, name: &str) -> Result<u16, String> {
        let place = UNITS.iter().position(|unit| *unit == name);
        place.map(|place| place as u16).ok_or_else(|| format!("there is no unit '{name}'"))
    }

    fn hex_named(&self, name: &str) -> Result<u32, String> {
        let place = HEXES.iter().position(|hex| *hex == name);
        place.map(|place| place as u32).ok_or_else(|| format!("'{name}' is not on the map"))
    }
}

fn action(json: &str) -> Action {
    serde_json::from_str(json).unwrap()
}

/// What comes of an action that is read, and of it when it is written again.
fn check(json: &str, act: &Act) {
    let action = action(json);
    assert_eq!(action.read::<Act>(&Game).as_ref(), Ok(act), "{json}");
    assert_eq!(Action::of(act, &Game), action, "{act:?}");
    // Without the game at hand, the words are kept as well.
    let texts = Texts::of(&action.fields);
    let act: Act = action.read(&texts).unwrap();
    assert_eq!(Action::of(&act, &texts), action, "{act:?}");
}

fn refusal(json: &str) -> String {
    action(json).read::<Act>(&Game).unwrap_err().to_string()
}

#[test]
fn units_and_hexes_are_names_in_words_and_numbers_in_acts() {
    let none = Vec::new();
    check(
        r#"{"do": "fire", "unit": "beta", "points": 3, "also": []}"#,
        &Act::Fire {
            unit: Unit(1),
            points: Points(3),
            helpers: none,
            target: None,
            also: Vec::new(),
        },
    );
    check(
        r#"{"do": "fire", "unit": "beta", "points": 0, "helpers": ["beta", "alpha"],
            "target": "0101", "also": [{"hex": "0102"}, {"hex": "0101"}]}"#,
        &Act::Fire {
            unit: Unit(1),
            points: Points(0),
            helpers: vec![Unit(1), Unit(0)],
            target: Some(Hex(0)),
            also: vec![Shot { hex: Hex(1) }, Shot { hex: Hex(0) }],
        },
    );
    check(r#"{"do": "lose", "unit": "alpha"}"#, &Act::Lose(Loss { unit: Unit(0) }));
    check(r#"{"do": "done"}"#, &Act::Done);
}

#[test]
fn what_is_not_known_is_named() {
    let unknown_unit = refusal(r#"{"do": "lose", "unit": "gamma"}"#);
    assert_eq!(unknown_unit, "there is no unit 'gamma'");
    let unknown_hex = refusal(r#"{"do": "fire", "unit": "beta", "points": 1, "target": "9999"}"#);
    assert_eq!(unknown_hex, "'9999' is not on the map");
    let deep = r#"{"do": "fire", "unit": "beta", "points": 1, "also": [{"hex": "0199"}]}"#;
    assert_eq!(refusal(deep), "'0199' is not on the map");
    let verb = refusal(r#"{"do": "dance"}"#);
    assert_eq!(verb, "unknown variant `dance`, expected one of `fire`, `lose`, `done`");
    let field = refusal(r#"{"do": "lose", "units": ["alpha"]}"#);
    assert_eq!(field, "unknown field `units`, expected `unit`");
    let field = refusal(r#"{"do": "done", "unit": "alpha"}"#);
    assert_eq!(field, "unknown field `unit`, there are no fields");
    assert_eq!(refusal(r#"{"do": "lose"}"#), "missing field `unit`");
}

#[test]
fn a_number_is_no_name() {
    let number = refusal(r#"{"do": "lose", "unit": 1}"#);
    assert_eq!(number, "invalid type: integer `1`, expected a string");
    let list = refusal(r#"{"do": "lose", "unit": ["alpha"]}"#);
    assert_eq!(list, "invalid type: sequence, expected a string");
    let text = refusal(r#"{"do": "fire", "unit": "alpha", "points": "3"}"#);
    assert_eq!(text, "invalid type: string \"3\", expected u8");
}

#[test]
fn numbers_without_names_stay_numbers() {
    let act = Act::Lose(Loss { unit: Unit(7) });
    assert_eq!(Action::of(&act, &Game), action(r#"{"do": "lose", "unit": 7}"#));
}
