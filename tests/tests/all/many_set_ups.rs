//! Thousands of set-ups: what comes of a brief over many seeds, and of another answer.

use std::path::Path;

use serde_json::Value;

const BRIEF: [&str; 11] = [
    "generate",
    "--attacker",
    "german",
    "--defender",
    "commonwealth",
    "--year",
    "1918",
    "--half",
    "1",
    "--attack",
    "push",
];

/// How the program ends, and what it prints.
fn salient(folder: &Path, more: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(BRIEF)
        .args(more)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

fn mean(spread: &Value, name: &str) -> f64 {
    let counts = spread["counts"].as_array().unwrap();
    let count = counts.iter().find(|count| count["name"] == name).unwrap_or(&Value::Null);
    count["mean"].as_f64().unwrap_or_else(|| panic!("{name}: {count}"))
}

#[test]
fn what_gas_does_is_told_seed_by_seed() {
    let folder = tempfile::tempdir().unwrap();
    let asked =
        ["--times", "12", "--versus", "gas=none", "--format", "json", "-o", "what-gas-does.html"];
    let (code, told) = salient(folder.path(), &asked);
    assert_eq!(code, 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["first"]["made"], 12);
    assert!(mean(&told["first"], "attacker: gas points") > 0.0);
    assert_eq!(mean(&told["second"], "attacker: gas points"), 0.0);
    // What has nothing to do with gas falls as it fell.
    let name = "defender: segments of trench";
    assert_eq!(mean(&told["first"], name), mean(&told["second"], name));
    assert_eq!(told["comparison"]["pairs"], 12);
    let page = std::fs::read_to_string(folder.path().join("what-gas-does.html")).unwrap();
    assert!(page.contains("What the answers change") && page.contains("<svg"));
    // Again, the same to the last byte.
    let (_, again) = salient(folder.path(), &asked);
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), told);
}
