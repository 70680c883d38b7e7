//! The charts of 1914, Offensive à outrance keep to everything that the rule book says of those
//! that are lost: its worked examples, and what its rules ask of them.

use salient_schema::Ruleset;
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Effect, Kind, Table};
use salient_tests::root;

const ODDS: [&str; 9] = ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "6:1", "8:1"];

fn ruleset() -> Ruleset {
    let path = root().join("scenarios/offensive-1914/ruleset.json");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a ruleset")
}

fn table<'a>(rules: &'a Ruleset, id: &str) -> &'a Table {
    rules.tables.iter().find(|table| table.id == id).expect("a chart")
}

fn kind<'a>(kinds: &'a [Kind], id: &str) -> &'a Kind {
    kinds.iter().find(|kind| kind.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

fn constant(rules: &Ruleset, id: &str) -> i32 {
    let found = rules.constants.iter().find(|constant| constant.id == id);
    found.unwrap_or_else(|| panic!("there is no constant {id}")).value
}

/// What a side suffers by a cell of the combat results table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Half {
    level: bool,
    check: i32,
    reductions: i32,
    retreat: i32,
    white: bool,
}

impl Half {
    fn read(text: &str) -> Self {
        let mut half = Self::default();
        for word in text.split_whitespace() {
            match word {
                "-" => {}
                "E" => half.level = true,
                "s" => half.reductions += 1,
                "j" => half.white = true,
                "1" | "2" => half.retreat = word.parse().expect("hexes"),
                _ => half.check = word.parse().expect("what is added to a check"),
            }
        }
        half
    }

    /// How bad it is, retreats aside: a level counts as two on the dice, a reduction as one.
    fn harm(self) -> i32 {
        self.check + self.reductions + 2 * i32::from(self.level)
    }

    /// Black retreats above the white one, that above none.
    fn falls_back(self) -> i32 {
        if self.retreat > 0 { self.retreat + 1 } else { i32::from(self.white) }
    }
}

/// Attacker and defender by white die, black die less 1, column.
type Cells = Vec<[[(Half, Half); 9]; 6]>;

/// The combat results table: a row for each white die as modified, from 0, with each black one.
fn cells(rules: &Ruleset) -> Cells {
    let crt = table(rules, "crt");
    assert_eq!(crt.columns, ODDS, "1914 9.6");
    let both = |cell: &String| {
        let (attacker, defender) = cell.split_once('/').expect("both sides of a stroke");
        (Half::read(attacker), Half::read(defender))
    };
    let whites = crt.rows.len() / 6;
    let all: Cells = (0..whites)
        .map(|white| {
            std::array::from_fn(|black| {
                let row = &crt.rows[white * 6 + black];
                assert_eq!(row.head, format!("{white}-{}", black + 1));
                std::array::from_fn(|column| both(&row.cells[column]))
            })
        })
        .collect();
    assert_eq!(crt.rows.len(), all.len() * 6);
    all
}

#[test]
fn the_worked_examples_read_as_the_book_has_them() {
    let rules = ruleset();
    let crt = table(&rules, "crt");
    assert_eq!(crt.read("2-3", "1:1"), Some("+3 / +3 j"), "the combat of 43.40");
    assert_eq!(crt.read("0-4", "6:1"), Some("-1 / +4 1"), "14/7 at Mülhausen (1914 19.4)");
    assert_eq!(crt.read("4-4", "2:1"), Some("+3 s / s"), "66r at Mülhausen (1914 19.4)");
    let repulsed = Half::read(
        crt.read("2-2", "4:1").and_then(|cell| cell.split('/').next_back()).expect("a defender"),
    );
    assert!(repulsed.retreat > 0, "the repulse with a white and a black 2 (1914 7.4.3)");
    // No other cell counts as printed.
    let printed = [(3, 7), (14, 3), (27, 4)];
    for row in 0..crt.rows.len() {
        for column in 0..ODDS.len() {
            let is = crt.provenance_of(row, column) == Provenance::Printed;
            assert_eq!(is, printed.contains(&(row, column)), "row {row}, column {column}");
        }
    }
}

#[test]
fn results_are_those_that_the_book_knows() {
    let cells = cells(&ruleset());
    assert!(cells.len() >= 7, "the white die is modified to 0 and beyond 6 (1914 9.7)");
    let all = || cells.iter().flatten().flatten();
    for &(attacker, defender) in all() {
        // Only a defender retreats (1914 9.9.2).
        assert_eq!((attacker.retreat, attacker.white), (0, false), "{attacker:?}");
        assert!((0..=2).contains(&defender.retreat) && !(defender.retreat > 0 && defender.white));
    }
    // Each sign of 1914 9.9.2 is somewhere.
    assert!(all().any(|(attacker, _)| attacker.level) && all().any(|(_, defender)| defender.level));
    assert!(all().any(|(attacker, _)| attacker.check < 0 && attacker.reductions == 0));
    assert!(all().any(|(_, defender)| defender.white));
    for hexes in [1, 2] {
        assert!(all().any(|(_, defender)| defender.retreat == hexes), "a black {hexes}");
    }
}

#[test]
fn lower_dice_and_better_odds_favour_the_attacker() {
    let cells = cells(&ruleset());
    let mut seen = 0;
    for (white, blacks) in cells.iter().enumerate() {
        for (black, columns) in blacks.iter().enumerate() {
            for (column, &(attacker, defender)) in columns.iter().enumerate() {
                let place = format!("{white}-{} at {}", black + 1, ODDS[column]);
                let worse = [
                    cells.get(white + 1).map(|next| next[black][column]),
                    blacks.get(black + 1).map(|next| next[column]),
                    column.checked_sub(1).map(|before| columns[before]),
                ];
                for (his, theirs) in worse.into_iter().flatten() {
                    assert!(his.harm() >= attacker.harm(), "{place}: the attacker");
                    assert!(theirs.harm() <= defender.harm(), "{place}: the defender");
                    assert!(theirs.falls_back() <= defender.falls_back(), "{place}: the retreat");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1_000);
}

/// Sums over the 36 throws of unmodified dice on a column.
fn over(cells: &Cells, column: usize, of: impl Fn(Half, Half) -> i32) -> i32 {
    let whites = cells[1..=6].iter();
    whites.flatten().map(|columns| of(columns[column].0, columns[column].1)).sum()
}

#[test]
fn the_table_makes_a_sensible_game() {
    let cells = cells(&ruleset());
    let check = |column| {
        let attacker = over(&cells, column, |attacker, _| attacker.harm());
        (attacker, over(&cells, column, |_, defender| defender.harm()))
    };
    // In hundreds of a check's modifier a throw: at 1:1 the attacker pays far more, at 3:1 both
    // pay alike, at 6:1 the defender pays more.
    let (attacker, defender) = check(3);
    assert!(attacker >= 2 * defender, "1:1 costs {attacker} and {defender} in 36 throws");
    let (attacker, defender) = check(5);
    assert!((attacker - defender).abs() <= 12, "3:1 costs {attacker} and {defender}");
    let (attacker, defender) = check(7);
    assert!(2 * attacker <= defender, "6:1 costs {attacker} and {defender}");
    // Retreats: seldom at 1:1, about every other time at 3:1 and 4:1, nearly always from 6:1.
    let retreats = |column| over(&cells, column, |_, defender| i32::from(defender.retreat > 0));
    assert!(retreats(3) <= 6 && (12..=18).contains(&retreats(5)) && retreats(6) >= 18);
    assert!(retreats(7) >= 30 && retreats(8) >= 34, "{} and {}", retreats(7), retreats(8));
    // Strength reductions are rare on both sides, levels stand at the extremes.
    for (column, odds) in ODDS.iter().enumerate() {
        let his = over(&cells, column, |attacker, _| attacker.reductions);
        let theirs = over(&cells, column, |_, defender| defender.reductions);
        assert!(his <= 6 && theirs <= 6, "{odds}: {his} and {theirs}");
    }
    for (column, odds) in ODDS.iter().enumerate().take(7).skip(4) {
        let levels = over(&cells, column, |one, other| i32::from(one.level || other.level));
        assert_eq!(levels, 0, "{odds}");
    }
}

/// The artillery table's cell for so much of the enemy's artillery on so many quarters.
fn fire(rules: &Ruleset, artillery: i32, quarters: i32) -> i32 {
    let chart = table(rules, "artillery");
    let number = |text: &str| -> i32 { text.parse().expect("a number") };
    let column = chart.columns.iter().rposition(|head| number(head) <= artillery);
    let row = chart.rows.iter().rposition(|row| number(&row.head) <= quarters);
    number(&chart.rows[row.expect("a row")].cells[column.expect("a column")])
}

#[test]
fn artillery_reads_as_in_the_examples() {
    let rules = ruleset();
    let examples = [(12, 4, 1), (14, 12, 1), (4, 1, 0), (2, 1, 0), (1, 4, -1)];
    for (artillery, quarters, check) in examples {
        assert_eq!(fire(&rules, artillery, quarters), check, "{artillery} on {quarters} quarters");
    }
    // More guns do more, and more troops share it.
    for artillery in 0..60 {
        for quarters in 1..24 {
            let here = fire(&rules, artillery, quarters);
            assert!(fire(&rules, artillery + 1, quarters) >= here, "{artillery} on {quarters}");
            assert!(fire(&rules, artillery, quarters + 1) <= here, "{artillery} on {quarters}");
        }
    }
}

#[test]
fn failed_checks_cost_what_the_book_prints() {
    let rules = ruleset();
    let failure = table(&rules, "effectiveness-failure");
    let rows: Vec<(&str, &str)> =
        failure.rows.iter().map(|row| (row.head.as_str(), row.cells[0].as_str())).collect();
    // 1914 10.2.1: by 1, 4, 7, 10 or more.
    assert_eq!(rows, [("1", "1E"), ("4", "2E"), ("7", "3E 1"), ("10", "3E s 2")]);
    assert_eq!(failure.provenance, Provenance::Printed);
    // 1914 7.2.4 knows levels, reductions and lost preparations, and no others.
    let march = table(&rules, "forced-march");
    assert_eq!(march.columns, ["infantry", "cavalry"]);
    let words = march.rows.iter().flat_map(|row| &row.cells).flat_map(|one| one.split(' '));
    for word in words {
        assert!(["s", "PA", "1E", "2E", "3E"].contains(&word), "{word}");
    }
    // 1914 27.1.
    let price = table(&rules, "plan-abandonment");
    let rows: Vec<(&str, &str)> =
        price.rows.iter().map(|row| (row.head.as_str(), row.cells[0].as_str())).collect();
    assert_eq!(rows, [("1", "3"), ("2", "6"), ("3", "10"), ("5", "15")]);
}

#[test]
fn terrain_costs_and_protects_as_the_text_says() {
    let rules = ruleset();
    let ground = |id: &str| kind(&rules.terrain, id);
    let side = |id: &str| kind(&rules.hexsides, id);
    // 1914 7.1.6a, the examples: clear 2; the play note of 7.1: forest 3.
    assert_eq!(ground("clear").movement, Some(2));
    assert_eq!(side("forest").movement, Some(3));
    // Of mountain and steep mountain one pays mountain (1914 7.1.3): it is the cheaper.
    assert!(ground("mountain").movement < ground("steep-mountain").movement);
    assert!(side("forest").movement < side("deep-forest").movement);
    // 1914 9.3.1: a strength of 2 makes 6 in the mountains; plain ground and towns add nothing
    // (the examples of 43.40 and 55.70).
    assert_eq!((ground("mountain").defence, ground("clear").defence), (4, 0));
    assert!(["city", "town"].iter().all(|id| kind(&rules.features, id).defence == 0));
    // 1914 9.6.1, 14.5.
    let shift = |kind: &Kind, all: bool| {
        let attack = |effect: &&Effect| {
            effect.when.usage.as_deref() == Some("attack") && effect.when.all_attackers == all
        };
        kind.effects.iter().find(attack).and_then(|effect| effect.shift)
    };
    assert_eq!(shift(side("great-river"), true), Some(-1));
    assert_eq!(shift(side("grand-river"), true), Some(-2));
    assert_eq!(shift(kind(&rules.features, "improved-position"), false), Some(-2));
    // 1914 9.2.3: nobody attacks across these, and across nothing else is it forbidden.
    for one in &rules.hexsides {
        let barred = one
            .effects
            .iter()
            .any(|effect| effect.prohibited && effect.when.usage.as_deref() == Some("attack"));
        assert_eq!(barred, ["sea", "ridge", "inundation"].contains(&one.id.as_str()), "{}", one.id);
    }
    // Two forces across a minor river lose one each (the example of 43.40).
    assert_eq!(constant(&rules, "minor_river_attack"), -1);
    assert!(constant(&rules, "major_river_attack") < -1);
}

#[test]
fn numbers_are_those_of_the_book() {
    let rules = ruleset();
    for (id, value) in [
        ("stacking_limit", 14),
        ("combat_stacking", 9),
        ("steep_stacking", 5),
        ("combat_assets", 2),
        ("movement", 9),
        ("counter_movement", 5),
        ("enter_zone", 2),
        ("leave_zone", 1),
        ("zone_to_zone", 6),
        ("zone_to_friend", 4),
        ("bare_fortress", 2),
        ("infantry_march", 3),
        ("cavalry_march", 7),
        ("prepare_movement", 4),
        ("repulse_movement", 1),
        ("recovery_movement", 9),
        ("position_movement", 13),
        ("flank_shift", 2),
        ("flank_check", 1),
        ("flank_hexes", 5),
        ("fortress_proficiency", 5),
        ("fortress_effectiveness", 11),
        ("rail_range", 5),
        ("isolation_hexes", 6),
        ("unsupplied_loss", 1),
        ("isolated_loss", 3),
        ("retirement_loss", 1),
        ("train_retreat", 3),
        ("variable_formations", 3),
        ("secondary_depot_range", 9),
        ("formation_points", 4),
        ("asset_points", 1),
    ] {
        assert_eq!(constant(&rules, id), value, "{id}");
    }
}

#[test]
fn sizes_count_as_division_equivalents() {
    let rules = ruleset();
    assert_eq!(rules.counters.stacking_denominator, 4);
    for (id, mark, quarters) in [
        ("division", "XX", 4),
        ("cavalry-corps", "XXX", 4),
        ("corps-train", "XXX", 4),
        ("brigade", "X", 2),
        ("cavalry-division", "XX", 2),
        ("regiment", "III", 1),
        ("cavalry-brigade", "X", 1),
        ("cavalry-regiment", "III", 0),
        ("zero", "", 0),
    ] {
        let size = rules.counters.sizes.iter().find(|size| size.id == id).expect("a size");
        assert_eq!((size.mark.as_str(), size.stacking), (mark, quarters), "1914 1.1: {id}");
    }
}

#[test]
fn a_game_turn_has_nine_phases_a_side() {
    let rules = ruleset();
    let ids = |place: usize| -> Vec<&str> {
        rules.sequence[place].steps.iter().map(|step| step.id.as_str()).collect()
    };
    assert_eq!(rules.sequence.len(), 3);
    for (place, phasing, other) in [(0, "allied", "german"), (1, "german", "allied")] {
        let expect = [
            format!("{phasing}-preliminary"),
            format!("{phasing}-joint-preliminary"),
            format!("{phasing}-attachment"),
            format!("{phasing}-supply"),
            format!("{phasing}-rail"),
            format!("{phasing}-movement"),
            format!("{other}-counter-movement"),
            format!("{phasing}-attack"),
            format!("{other}-counter-attack"),
            format!("{phasing}-finishing"),
        ];
        assert_eq!(ids(place), expect, "1914 4.1");
        let turn = &rules.sequence[place];
        for step in &turn.steps {
            let acts = if step.id.contains("-counter-") { other } else { phasing };
            assert_eq!(step.side.as_deref(), Some(acts), "{}", step.id);
            let joint = step.id.contains("-joint-preliminary").then_some("plans");
            assert_eq!(step.holds.as_deref(), joint, "1914 4.2.1a: {}", step.id);
        }
    }
    let after = &rules.sequence[2];
    assert_eq!((after.from_turn, after.every), (Some(3), Some(3)), "1914 4.3");
}

/// Levels of effectiveness that a check of a force with effectiveness 11 costs on the mean, with what
/// is added to both dice (1914 6.2.1, 10.2.1).
fn levels(rules: &Ruleset, added: i32) -> f64 {
    let failures = table(rules, "effectiveness-failure");
    let lost = |by: i32| {
        let rows = failures.rows.iter().rev();
        let mut reached = rows.filter(|row| row.head.parse().is_ok_and(|from: i32| by >= from));
        let levels = reached.next().and_then(|row| row.cells[0].split('E').next());
        levels.map_or(0, |levels| levels.trim().parse::<i32>().expect("levels"))
    };
    let dice = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    f64::from(dice.map(|dice| lost(dice + added - 11)).sum::<i32>()) / 36.0
}

/// What an attack does on the mean over all dice: levels that the attacker and the defender lose, and
/// how often the defender falls back by a black sign.
fn attack(rules: &Ruleset, cells: &Cells, column: usize) -> String {
    let (mut levels_lost, mut back) = ([0.0; 2], 0);
    // The white die as it falls, 1 to 6.
    for columns in cells.iter().skip(1).take(6).flatten() {
        let (attacker, defender) = columns[column];
        for (lost, half) in levels_lost.iter_mut().zip([attacker, defender]) {
            *lost += levels(rules, half.check) + f64::from(i32::from(half.level));
        }
        back += i32::from(defender.retreat > 0);
    }
    let [attacker, defender] = levels_lost.map(|lost| lost / 36.0);
    format!("{attacker:.1} : {defender:.1}, {} %", (f64::from(back) / 0.36).round())
}

#[test]
fn the_readme_says_what_a_divisions_attack_does() {
    let rules = ruleset();
    let cells = cells(&rules);
    let (prepared, position) =
        (constant(&rules, "prepared_shift"), constant(&rules, "position_shift"));
    let mut page = String::new();
    for odds in ["1:1", "2:1", "3:1", "4:1", "6:1"] {
        let place = ODDS.iter().position(|it| *it == odds).expect("a column");
        let shifts = [0, prepared, position, position + prepared, 2 * position];
        let row: Vec<String> = shifts
            .iter()
            .map(|shift| {
                let shifted = i32::try_from(place).expect("few") + shift;
                let column = usize::try_from(shifted.max(0)).expect("no less than 0");
                attack(&rules, &cells, column.min(ODDS.len() - 1))
            })
            .collect();
        page.push_str(&format!("| {odds} | {} |\n", row.join(" | ")));
    }
    let readme =
        std::fs::read_to_string(root().join("scenarios/offensive-1914/README.md")).expect("a page");
    assert!(readme.contains(&page), "the README's table is to be\n{page}");
}
