//! Games without rules: of every fixture, with systems that Salient knows and such that it does not.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use salient_play::sandbox::{Act, Dice, FileError, Head, Place, Reading, Sandbox};
use salient_rules::dice::SplitMix64;
use salient_schema::project::open_project;
use salient_schema::{Bundle, Diagnostic, Disk, check_references};

/// With and without rules.
const FIXTURE_SYSTEMS: [&str; 5] =
    ["kaisers-battle", "storm-in-the-west", "offensive-1914", "infantry-attacks", "trench-setup"];

fn fixture(system: &str) -> Bundle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let path = path.join(system).join("scenario.json");
    let (project, found) = open_project(&Disk, path.to_str().expect("a path"));
    project.unwrap_or_else(|| panic!("{found:#?}")).bundle
}

/// Something that may or may not make sense.
fn some_act(sandbox: &Sandbox, bundle: &Bundle, chance: &mut SplitMix64) -> Act {
    let pieces = sandbox.pieces();
    let mut some = || pieces[chance.below(pieces.len() as u32) as usize].name.clone();
    let counters = vec![some(), some()];
    let counter = some();
    let hexes = sandbox.grid().len() as u32;
    let to = sandbox.grid().label(salient_hex::Hex(chance.below(hexes)));
    match chance.below(11) {
        0..=2 => Act::Move { counters, to },
        3 => Act::Remove { counters },
        4 => Act::SetAside { counters },
        5 => Act::Face { counter, face: chance.below(3) as u8 },
        6 => Act::NextTurn {},
        7 => Act::Note { text: "A remark".to_owned() },
        8 => {
            let steps: Vec<_> = sandbox.steps().filter(|step| !step.is_heading).collect();
            let step = steps.get(chance.below(steps.len().max(1) as u32) as usize);
            Act::Step { to: step.map_or_else(|| "none".to_owned(), |step| step.id().clone()) }
        }
        9 => {
            let sides = &bundle.ruleset.sides;
            let side = sides[chance.below(sides.len() as u32) as usize].id.clone();
            Act::Points { side, points: chance.below(9) as i32 - 4, reason: "A hill".to_owned() }
        }
        _ => {
            let dice = Dice { faces: 6, rolled: sandbox.rolled(2, 6), modifier: 1 };
            let chart = bundle.ruleset.tables.first().and_then(|chart| {
                let (row, column) = (Head::ByDice, Head::At(0));
                Reading::of(bundle, &chart.id, &row, &column, 1, Some(&dice)).ok()
            });
            Act::Roll { dice, chart }
        }
    }
}

/// What of a sandbox can be seen.
fn seen(sandbox: &Sandbox, bundle: &Bundle) -> impl PartialEq + std::fmt::Debug + use<> {
    let pieces = sandbox.pieces().to_vec();
    let log: Vec<String> = sandbox.log(bundle).collect();
    let step = sandbox.step().map(|step| step.id().clone());
    let holders: Vec<_> = sandbox.grid().hexes().map(|hex| sandbox.holder(hex).cloned()).collect();
    let points = (sandbox.points(bundle), holders);
    (pieces, (sandbox.turn_place(), step), sandbox.rolled(3, 6), points, log)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_is_undone_done_again_and_read_again(seed in any::<u64>()) {
        for system in FIXTURE_SYSTEMS {
            let bundle = fixture(system);
            let mut chance = SplitMix64::new(seed);
            let mut sandbox = Sandbox::new(&bundle, seed % 100);
            let mut course = vec![seen(&sandbox, &bundle)];
            for _ in 0..30 {
                let act = some_act(&sandbox, &bundle, &mut chance);
                let before = seen(&sandbox, &bundle);
                match sandbox.do_it(act) {
                    Ok(()) => course.push(seen(&sandbox, &bundle)),
                    Err(_) => prop_assert_eq!(seen(&sandbox, &bundle), before),
                }
            }
            let text = sandbox.to_text().unwrap();
            let again = Sandbox::of_text(&bundle, &text).unwrap();
            prop_assert_eq!(Some(&seen(&again, &bundle)), course.last());
            prop_assert_eq!(again.to_text().unwrap(), text);
            for then in course.iter().rev().skip(1) {
                prop_assert!(sandbox.undo());
                prop_assert_eq!(&seen(&sandbox, &bundle), then);
            }
            prop_assert!(!sandbox.undo());
            for then in course.iter().skip(1) {
                prop_assert!(sandbox.redo());
                prop_assert_eq!(&seen(&sandbox, &bundle), then);
            }
            prop_assert!(!sandbox.redo());
        }
    }
}

#[test]
fn a_position_without_rules_is_kept_unit_by_unit() {
    for system in FIXTURE_SYSTEMS {
        for turns in [0, 1] {
            let bundle = fixture(system);
            let mut chance = SplitMix64::new(4);
            let mut sandbox = Sandbox::new(&bundle, 4);
            for _ in 0..20 {
                let act = some_act(&sandbox, &bundle, &mut chance);
                if act != (Act::NextTurn {}) {
                    let _ = sandbox.do_it(act);
                }
            }
            for _ in 0..turns {
                let _ = sandbox.do_it(Act::NextTurn {});
            }
            let kept = sandbox.keep(&bundle);
            let mut new = bundle.clone();
            new.scenario = kept.scenario;
            let again = Sandbox::new(&new, 4);
            // Of several alike it does not matter which is where.
            let places = |sandbox: &Sandbox| {
                let mut places = BTreeMap::<String, Vec<_>>::new();
                for piece in sandbox.pieces() {
                    // Who waits while the game has not begun may belong to a group.
                    let face = if piece.is_on_map() { piece.face } else { 0 };
                    places.entry(piece.counter.clone()).or_default().push((piece.place, face));
                }
                places.values_mut().for_each(|places| places.sort_unstable());
                places
            };
            assert_eq!(places(&again), places(&sandbox), "{system}");
            assert_eq!(again.turn(), sandbox.turn(), "{system}");
            let found = check_references(&new).into_iter();
            let wrong: Vec<_> = found.filter(Diagnostic::is_error).collect();
            assert!(wrong.is_empty(), "{system}: {wrong:#?}");
        }
    }
}

#[test]
fn a_chart_is_read_by_dice_shifts_and_hand() {
    let bundle = fixture("offensive-1914");
    let dice = |rolled| Dice { faces: 6, rolled: vec![rolled], modifier: 0 };
    let read = |row: Head, column: usize, shift: i32, dice: Option<&Dice>| {
        Reading::of(&bundle, "crt", &row, &Head::At(column), shift, dice)
    };
    let table = &bundle.ruleset.tables[0];
    let found = read(Head::ByDice, 1, 2, Some(&dice(4))).unwrap();
    assert_eq!((found.row.as_str(), found.column.as_str()), ("4", "4:1"));
    assert_eq!(found.result, table.rows[2].cells[3]);
    // Shifted beyond the chart's edge it is its last column.
    assert_eq!(read(Head::At(0), 5, 9, None).unwrap().column, "8:1");
    assert_eq!(read(Head::At(0), 1, -9, None).unwrap().column, "1:1");
    // The chart as printed here has no row for a 1, and without dice none is found.
    assert!(read(Head::ByDice, 0, 0, Some(&dice(1))).is_err());
    assert!(read(Head::ByDice, 0, 0, None).is_err());
    assert!(read(Head::At(9), 0, 0, None).is_err());
}

#[test]
fn a_file_of_something_else_is_refused_with_its_line() {
    let bundle = fixture("infantry-attacks");
    let mut sandbox = Sandbox::new(&bundle, 1);
    let piece = sandbox.pieces()[0].clone();
    let to = sandbox.grid().label(salient_hex::Hex(0));
    sandbox.do_it(Act::Move { counters: vec![piece.name.clone()], to }).unwrap();
    assert_eq!(sandbox.piece(&piece.name).unwrap().place, Place::Hex(salient_hex::Hex(0)));
    let text = sandbox.to_text().unwrap();

    let other = fixture("offensive-1914");
    assert!(matches!(Sandbox::of_text(&other, &text), Err(FileError::Other(_))));
    for (wrong, words) in [
        (text.replace(&piece.name, "nobody"), "line 2: the scenario has no counter 'nobody'"),
        (text.replace("\"move\"", "\"fly\""), "line 2: unknown variant `fly`"),
        (text.replace("\"sandbox\":2", "\"sandbox\":3"), "written by a newer Salient"),
        ("{}\n".to_owned(), "this is no sandbox"),
        (String::new(), "this is no sandbox"),
    ] {
        let error = Sandbox::of_text(&bundle, &wrong).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_file_of_the_first_version_is_read() {
    let bundle = fixture("offensive-1914");
    let fingerprint = bundle.fingerprint();
    let id = &bundle.scenario.id;
    let lines = [
        format!(r#"{{"sandbox":1,"scenario":"{id}","fingerprint":"{fingerprint}","seed":3}}"#),
        r#"{"do":"next_turn"}"#.to_owned(),
        r#"{"do":"read","chart":{"chart":"crt","row":"4","column":"4:1","shift":2,"result":"DR"}}"#
            .to_owned(),
    ];
    let sandbox = Sandbox::of_text(&bundle, &(lines.join("\n") + "\n")).unwrap();
    assert_eq!(sandbox.acts().len(), 2);
    assert_eq!(sandbox.turn_place().0, 1);
}
