//! The worked example that the rule book prints under KB 8.76, digit for digit, as a rule case.

use salient_rules::case::{Case, run};

use crate::support::{SYSTEMS, kaisers_battle};

const EXAMPLE: &str = r#"
title = "The worked example: a division attacks a brigade and a company in a town"
rules = ["8.75", "8.76"]
turn = 3
phase = "german-combat"
weather = "clear"
dice = [4, 1]
features = { "0202" = ["town"] }
units = [
  { hex = "0202", counters = ["br-59-20-18", "br-478-18"] },
  { hex = "0302", counters = ["de-88-3"] },
  { hex = "0402", counters = ["de-hq-3"] },
]

[[actions]]
do = "lose"
unit = "br-478-18"
refused = "KB 4.2"

[[actions]]
do = "attack"
units = ["de-88-3"]
hexes = ["0202"]

[[actions]]
do = "lose"
unit = "br-478-18"

[expect]
absent = [{ event = "advance" }, { event = "retreat" }]
units = [
  { unit = "br-478-18", status = "eliminated" },
  { unit = "br-59-20-18", hex = "0202", face = 0 },
  { unit = "de-88-3", hex = "0302", face = 0 },
]

[[expect.events]]
event = "combat"
hexes = ["0202"]
quotient = 5
morale = 4
result = "successful"
defender_steps = 1
attacker = { strength = 30, die = 4, modified_die = 4, product = 120 }
defender = { strength = 11, die = 1, modified_die = 2, product = 22, modifiers = [{ value = 1, hex = "0202" }] }

[[expect.events]]
event = "loss"
unit = "br-478-18"
outcome = "eliminated"
"#;

#[test]
fn the_worked_example_comes_out() {
    let case = Case::read(EXAMPLE).unwrap();
    if let Err(wrong) = run(SYSTEMS, &case, &kaisers_battle()) {
        panic!("{}", wrong.join("\n"));
    }
}
