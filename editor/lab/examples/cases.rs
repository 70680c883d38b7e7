//! Plays rule cases while they are written, without the rest of the tests:
//!
//! ```text
//! cargo run -p salient-lab --example cases -- SYSTEM SCENARIO CASE.toml …
//! ```
//!
//! `SCENARIO` is the file of `scenarios/SYSTEM/` by whose rules a case is played that names none.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used, clippy::panic)]

#[path = "../tests/all/support.rs"]
mod support;

use salient_rules::case::{Case, run};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(system), Some(scenario)) = (args.next(), args.next()) else {
        println!("cases SYSTEM SCENARIO CASE.toml …");
        return;
    };
    let system = support::SYSTEMS.find(&system).unwrap_or_else(|| panic!("no system '{system}'"));
    let bundle = |name: &str| system.published().bundle(Some(name)).unwrap();
    let mut failed = 0;
    let mut played = 0;
    for file in args {
        let text = std::fs::read_to_string(&file).unwrap();
        played += 1;
        let wrong = match Case::read(&text) {
            Err(error) => vec![error.to_string()],
            Ok(case) => {
                let scenario = case.scenario.as_deref().unwrap_or(&scenario);
                run(support::SYSTEMS, &case, &bundle(scenario)).err().unwrap_or_default()
            }
        };
        if !wrong.is_empty() {
            failed += 1;
            println!("{file}");
            wrong.iter().for_each(|line| println!("    {line}"));
        }
    }
    println!("{played} cases, {failed} not as expected");
}
