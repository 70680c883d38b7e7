//! The language of combat results: what a cell does, in words and as a cell again.

use proptest::prelude::*;
use salient_schema::check::check_parts;
use salient_schema::results::{
    Clash, Combat, Exchange, Expected, Fault, Losses, Outcome, Part, ResultError, Retreat, Side,
    SideResult,
};
use salient_schema::rules_of_play::{Fire, RulesOfPlay, UnitState};
use salient_schema::ruleset::Table;
use salient_schema::{Bundle, Code, Ruleset};

use crate::charts::{bundle, table};

/// A cell as the one form of what it does.
fn canonical(cell: &str) -> String {
    Outcome::parse(cell).unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn named(state: &str) -> String {
    match state {
        "out-of-supply" => "Out of supply".to_owned(),
        other => other.to_owned(),
    }
}

/// What a cell of a table for attacks does, in words.
fn words(cell: &str) -> String {
    Outcome::parse(cell).unwrap().words(Combat::Attack, named)
}

#[test]
fn one_form_for_each_outcome() {
    for (cells, form) in [
        ("- NE 0 A0 0/0 -/- NE/- DL0 P0", "-"),
        ("1 L1 D1 DL1 -/1 0/1 NE/1", "D1"),
        ("1/1 B1 A1+D1 A1,D1", "B1"),
        ("DR R DR1 -/R", "DR"),
        ("DRT RT1", "DRT"),
        ("DM M M0 M+0 DM-0", "DM"),
        ("M1 DM+1 DM1", "DM+1"),
        ("E -/E", "DE"),
    ] {
        for cell in cells.split(' ') {
            assert_eq!(canonical(cell), form, "{cell}");
        }
    }
    for (cell, form) in [
        ("1/2R", "A1 D2R"),
        ("-/1R2", "D1R2"),
        ("1R/-", "A1R"),
        ("R2/E", "AR2 DE"),
        ("R2L1", "D1R2"),
        ("D:disruptedR", "DR:disrupted"),
        ("D:a:b-c_2M-3", "DM-3:a:b-c_2"),
        ("M+2R", "DRM+2"),
        ("AM+D1", "AM D1"),
        ("AM+1+D1", "AM+1 D1"),
        ("M + 1", "D1M"),
        ("  A1 ,  D2  +  C ", "A1 D2 C"),
        ("AP10 DP2", "AP10 DP2"),
        ("AR EX", "EX AR"),
        ("ADV3 HX", "HX ADV3"),
        ("DE ADV0", "DE ADV0"),
        ("- D1", "D1"),
        ("D1 D0", "D1"),
        ("B1M", "B1M"),
        ("BE", "BE"),
    ] {
        assert_eq!(canonical(cell), form, "{cell}");
    }
}

#[test]
fn a_cell_in_types() {
    let outcome = Outcome::parse("1/P12RT3M-2:out-of-supply ADV2").unwrap();
    let wanted = Outcome {
        attacker: SideResult { losses: Losses::Steps(1), ..SideResult::default() },
        defender: SideResult {
            losses: Losses::Points(12),
            retreat: Some(Retreat { hexes: 3, rout: true }),
            check: Some(-2),
            states: vec!["out-of-supply".to_owned()],
        },
        exchange: None,
        contact: false,
        advance: Some(2),
    };
    assert_eq!(outcome, wanted);
    assert_eq!(outcome.of(Side::Attacker), &outcome.attacker);
    assert_eq!(outcome.of(Side::Defender), &outcome.defender);
    assert_eq!(Outcome::parse("HX").unwrap().exchange, Some(Exchange::Half));
    assert!(Outcome::parse("-").unwrap().is_no_effect());
    assert!(!Outcome::parse("C").unwrap().is_no_effect());
}

#[test]
fn what_is_not_in_the_language_has_a_place() {
    use Expected::{Joint, Number, Part as OfSide, Result as AResult, State};
    for (cell, at, expected) in [
        ("D", 1, OfSide),
        ("A-", 1, OfSide),
        ("Dr", 1, OfSide),
        ("1/", 2, OfSide),
        ("1/x", 2, OfSide),
        ("D1,", 3, AResult),
        ("Q", 0, AResult),
        ("dr", 0, AResult),
        ("D1 \u{2013}", 3, AResult),
        ("-1", 1, Joint),
        ("EX2", 2, Joint),
        ("D1Q", 2, Joint),
        ("A1/D1", 2, Joint),
        ("1/2/3", 3, Joint),
        ("DM-", 2, Joint),
        ("DL", 2, Number),
        ("DPR", 2, Number),
        ("ADV", 3, Number),
        ("D:", 2, State),
        ("D:a--b", 2, State),
        ("D:R", 2, State),
    ] {
        let error = Outcome::parse(cell).unwrap_err();
        assert_eq!((error.at, error.fault), (at, Fault::Expected(expected)), "{cell}");
    }
    for (cell, at, least, most) in [
        ("D101", 1, 0, 100),
        ("D99999999999999999999", 1, 0, 100),
        ("DP300", 2, 0, 100),
        ("DM-101", 3, 0, 100),
        ("1/R21", 3, 1, 20),
        ("R0", 1, 1, 20),
        ("RT0", 2, 1, 20),
        ("ADV21", 3, 0, 20),
    ] {
        let error = Outcome::parse(cell).unwrap_err();
        let Fault::Number { least: from, most: to, .. } = error.fault else { panic!("{error}") };
        assert_eq!((error.at, from, to), (at, least, most), "{cell}");
    }
    assert_eq!(canonical("100/P100R20M-100 "), "A100 DP100R20M-100");
    assert_eq!(canonical("ADV20"), "ADV20");
    for empty in ["", "  "] {
        assert_eq!(Outcome::parse(empty).unwrap_err().fault, Fault::Empty);
    }
    // What looks like a modifier is no step lost.
    let lopsided = Outcome::parse("M +1").unwrap_err();
    assert_eq!((lopsided.at, lopsided.fault), (2, Fault::Lopsided));
    let states = |count: u8| -> String {
        let state = |at: u8| format!(":s{at}");
        format!("D{}", (0..count).map(state).collect::<String>())
    };
    assert_eq!(canonical(&states(12)), states(12));
    let all = format!("D100R20M{}", &states(12)[1..]);
    assert_eq!(canonical(&format!("DM {} D100 R20", states(12))), all);
    assert_eq!(canonical(&all), all);
    assert!(matches!(Outcome::parse(&"0L0".repeat(16)).unwrap_err().fault, Fault::TooMany(15)));
    assert!(matches!(Outcome::parse(&states(13)).unwrap_err().fault, Fault::TooMany(12)));
    let in_two = format!("{} D:other", states(12));
    assert!(matches!(Outcome::parse(&in_two).unwrap_err().fault, Fault::TooMany(12)));
}

#[test]
fn a_side_is_not_told_what_contradicts_itself() {
    let twice = |side, part| Clash::Twice { side, part };
    let (attacker, defender) = (Side::Attacker, Side::Defender);
    for (cell, at, clash) in [
        ("D1 D2", 4, twice(defender, Part::Losses)),
        ("A1 1/-", 3, twice(attacker, Part::Losses)),
        ("D1P1", 2, twice(defender, Part::Losses)),
        ("1E/2", 1, twice(attacker, Part::Losses)),
        ("B1 D1", 4, twice(defender, Part::Losses)),
        ("DRRT", 2, twice(defender, Part::Retreat)),
        ("AM D1 AM", 7, twice(attacker, Part::Check)),
        ("D:a:b:a", 5, twice(defender, Part::State)),
        ("DE DR", 4, Clash::Eliminated(defender)),
        ("AER", 2, Clash::Eliminated(attacker)),
        ("E:a", 1, Clash::Eliminated(defender)),
        ("ME", 1, Clash::Eliminated(defender)),
        ("EX DR", 3, Clash::Exchange),
        ("A1 HX", 3, Clash::Exchange),
        ("EX HX", 3, Clash::TwoExchanges),
        ("C DR", 2, Clash::Contact),
        ("AE C", 3, Clash::Contact),
        ("EX C", 3, Clash::Contact),
        ("ADV1 C", 5, Clash::Contact),
        ("ADV1 AR", 5, Clash::Advance),
        ("AE ADV1", 3, Clash::Advance),
        ("ADV1 ADV1", 5, Clash::TwoAdvances),
    ] {
        let error = Outcome::parse(cell).unwrap_err();
        assert_eq!((error.at, error.fault), (at, Fault::Clash(clash)), "{cell}");
    }
    // What can be together is.
    for cell in ["EX AR", "EX AM:tired ADV1", "B1 C", "DR ADV2", "D1RM:a", "A1 D2 C"] {
        assert_eq!(canonical(cell), cell);
    }
}

#[test]
fn faults_in_words() {
    let told = |cell: &str| Outcome::parse(cell).unwrap_err().to_string();
    assert_eq!(told("D1Q"), "in `D1Q`, `Q` stands where there must be a space and the next result");
    assert_eq!(told("DR30"), "in `DR30`, `30`: hexes of a retreat go from 1 to 20");
    assert_eq!(told("D1 D2"), "in `D1 D2`, the defender has losses twice");
    assert_eq!(
        told("DE DR"),
        "in `DE DR`, the defender is eliminated, so nothing else can happen to that side"
    );
    assert_eq!(
        told("D:"),
        "`D:` ends where there must be the id of a state: lower-case letters and \
         digits, with single hyphens or underscores between"
    );
}

#[test]
fn outcomes_in_words() {
    for (cell, wanted) in [
        ("-", "No effect."),
        ("1/2R", "The attacker loses 1 step; the defender loses 2 steps and retreats 1 hex."),
        ("AE", "The attacker is eliminated."),
        ("B1R2", "Both sides lose 1 step and retreat 2 hexes."),
        ("BE", "Both sides are eliminated."),
        ("DP1", "The defender loses 1 strength point."),
        ("DRT3", "The defender routs 3 hexes and takes no more part."),
        ("DM", "The defender checks morale."),
        ("AM+2 DM-1", "The attacker checks morale at +2; the defender checks morale at -1."),
        (
            "D2RT:disrupted:out-of-supply",
            "The defender loses 2 steps, routs 1 hex, takes no more part and becomes disrupted and \
             out of supply.",
        ),
        (
            "EX A:tired ADV1",
            "Exchange: the defender is eliminated, and the attacker loses at least as much \
             strength. The attacker becomes tired. The attacker may advance 1 hex.",
        ),
        (
            "HX",
            "Half exchange: the defender is eliminated, and the attacker loses at least half as \
             much strength.",
        ),
        (
            "B1 C",
            "Both sides lose 1 step. Contact: nobody moves, and the combat is over; the units stay \
             locked.",
        ),
        ("DE ADV0", "The defender is eliminated. The attacker may not advance."),
    ] {
        assert_eq!(words(cell), wanted);
    }
    let fire = |cell: &str| Outcome::parse(cell).unwrap().words(Combat::Fire, named);
    assert_eq!(fire("1M+2"), "The target loses 1 step and checks morale at +2.");
    assert_eq!(fire("A1 M"), "The firing side loses 1 step; the target checks morale.");
}

#[test]
fn a_table_has_codes_of_its_own() {
    let mut table = table(&[], &[]);
    for (code, does) in [
        ("Dr#", "DR#"),
        ("Dr", "DR"),
        ("#x#", "A#D#"),
        ("#X#", "A# D#"),
        ("DD", "D:disrupted"),
        ("P Q", "DE"),
        ("P", "DM"),
        ("Q", "-"),
        ("M+#", "D#"),
    ] {
        table.results.insert(code.to_owned(), does.to_owned());
    }
    let does = |cell: &str| table.outcome(cell).map(|outcome| outcome.to_string());
    for (cell, wanted) in [
        ("Dr2", "DR2"),
        ("Dr", "DR"),
        ("2X3", "A2 D3"),
        (" DD ", "D:disrupted"),
        (" P Q ", "DE"),
        ("P  Dr", "DRM"),
        ("Q P", "DM"),
        ("P A1", "A1 DM"),
        ("AR", "AR"),
        // Its own code comes before the language.
        ("M+4", "D4"),
        ("M-4", "DM-4"),
    ] {
        assert_eq!(does(cell).as_deref(), Ok(wanted), "{cell}");
    }
    // A fault is told with what the codes stand for.
    let error = does("Dr2 Dr").unwrap_err();
    assert_eq!((error.text.as_str(), error.at), ("DR2 DR", 5));
    assert_eq!(
        error.fault,
        Fault::Clash(Clash::Twice { side: Side::Defender, part: Part::Retreat })
    );
    assert_eq!(does("Dr30").unwrap_err().text, "DR30");
    assert_eq!(does(" DQ").unwrap_err().at, 2);
    let faulty: Vec<(&str, ResultError)> = table.faulty_results().collect();
    let wanted =
        ResultError { text: "A#D#".to_owned(), at: 2, fault: Fault::Expected(Expected::Joint) };
    assert_eq!(faulty, [("#x#", wanted)]);
}

#[test]
fn a_table_of_results_tells_what_they_mean_by_itself() {
    let rows: [&[&str]; 3] = [&["-", "1/2"], &["DD", "Dr2"], &["Q DD", "what?"]];
    let mut ruleset = bundle("storm-in-the-west/campaign.json").ruleset;
    let told = |table: &Table, ruleset: &Ruleset| -> Vec<String> {
        let lines = table.meanings_in(ruleset, None).into_iter();
        lines.map(|(results, means)| format!("{results}: {means}")).collect()
    };
    let mut table = table(&rows, &[("1/2", "as in the book"), ("Q", "a counterattack")]);
    // Without codes of its own it may be any table, whose cells say anything.
    assert_eq!(told(&table, &ruleset), ["1/2: as in the book", "Q: a counterattack"]);
    table.results.insert("Dr#".to_owned(), "DR#".to_owned());
    table.results.insert("DD".to_owned(), "D:out_of_supply".to_owned());
    assert_eq!(
        told(&table, &ruleset),
        [
            "-: No effect.",
            "1/2: as in the book",
            "DD: The defender becomes out of supply.",
            "Dr2: The defender retreats 2 hexes.",
            "Q: a counterattack",
        ]
    );
    let means = |result: &str, ruleset: &Ruleset| {
        table.meaning_of(result, ruleset).map(|words| words.into_owned())
    };
    assert_eq!(means(" Dr3 ", &ruleset).as_deref(), Some("The defender retreats 3 hexes."));
    assert_eq!(means("what?", &ruleset), None);
    // Rules of play name the states, and read some charts for fire.
    let state = UnitState {
        id: "out_of_supply".to_owned(),
        name: "Short of shells".to_owned(),
        ..UnitState::default()
    };
    let fire = Fire { table: table.id.clone(), ..Fire::default() };
    let play = RulesOfPlay { fire: vec![fire], states: vec![state], ..RulesOfPlay::default() };
    ruleset.rules_of_play = Some(play);
    assert_eq!(means("DD", &ruleset).as_deref(), Some("The target becomes short of shells."));
    // They make a chart one of results that has no codes of its own.
    table.results.clear();
    assert_eq!(table.meaning_of("DE", &ruleset).as_deref(), Some("The target is eliminated."));
}

#[test]
fn a_code_that_does_nothing_known_is_a_problem() {
    let mut bundle = bundle("storm-in-the-west/campaign.json");
    let found = |bundle: &Bundle| -> Vec<(String, String)> {
        let all = check_parts(bundle).into_iter().filter(|one| one.code == Code::Schema);
        all.map(|one| (one.place.pointer.unwrap_or_default(), one.message)).collect()
    };
    let table = bundle.ruleset.tables.iter().position(|table| table.id == "crt").unwrap();
    let results = &mut bundle.ruleset.tables[table].results;
    results.insert("#/#".to_owned(), "AP# DP#".to_owned());
    assert_eq!(found(&bundle), []);
    let results = &mut bundle.ruleset.tables[table].results;
    results.insert("#/#".to_owned(), "AP# DP# R#".to_owned());
    assert_eq!(
        found(&bundle),
        [(
            format!("/ruleset/tables/{table}/results/#~1#"),
            "what the result `#/#` does: in `AP# DP# R#`, `#` stands where there must be a space \
             and the next result"
                .to_owned()
        )]
    );
}

/// A result of a side that does not contradict itself.
fn any_side() -> impl Strategy<Value = SideResult> {
    let losses = prop_oneof![
        3 => Just(Losses::None),
        2 => (1..=100_u8).prop_map(Losses::Steps),
        1 => (1..=100_u16).prop_map(Losses::Points),
    ];
    let retreat = (1..=20_u8, any::<bool>()).prop_map(|(hexes, rout)| Retreat { hexes, rout });
    let states = prop::collection::btree_set("[a-z0-9]{1,5}([-_][a-z0-9]{1,5}){0,2}", 0..4)
        .prop_map(|states| states.into_iter().collect::<Vec<_>>())
        .prop_shuffle();
    let some = (losses, prop::option::of(retreat), prop::option::of(-100..=100_i8), states);
    prop_oneof![
        1 => Just(SideResult { losses: Losses::All, ..SideResult::default() }),
        2 => Just(SideResult::default()),
        6 => some.prop_map(|(losses, retreat, check, states)| {
            SideResult { losses, retreat, check, states }
        }),
    ]
}

/// An outcome that does not contradict itself.
fn any_outcome() -> impl Strategy<Value = Outcome> {
    let sides = prop_oneof![
        3 => (any_side(), any_side()),
        1 => any_side().prop_map(|side| (side.clone(), side)),
    ];
    let exchange = prop::option::of(prop_oneof![Just(Exchange::Full), Just(Exchange::Half)]);
    let rest = (exchange, any::<bool>(), prop::option::of(0..=20_u8));
    (sides, rest).prop_map(|((attacker, defender), (exchange, contact, advance))| {
        let mut outcome = Outcome { attacker, defender, exchange, contact, advance };
        if outcome.exchange.is_some() {
            outcome.attacker.losses = Losses::None;
            outcome.defender = SideResult::default();
        }
        let leaves = |side: &SideResult| side.retreat.is_some() || side.losses == Losses::All;
        if leaves(&outcome.attacker) {
            outcome.advance = None;
        }
        outcome.contact &= outcome.exchange.is_none()
            && outcome.advance.is_none()
            && !leaves(&outcome.attacker)
            && !leaves(&outcome.defender);
        outcome
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_the_same(outcome in any_outcome()) {
        let cell = outcome.to_string();
        prop_assert_eq!(Outcome::parse(&cell), Ok(outcome.clone()), "{}", cell);
        prop_assert!(outcome.words(Combat::Attack, named).ends_with('.'));
    }

    #[test]
    fn any_text_is_an_outcome_or_a_fault_with_a_place(
        text in prop_oneof![any::<String>(), "[ADBELPRTMCXHVN0-9/:+,a-c -]{0,30}"]
    ) {
        match Outcome::parse(&text) {
            Ok(outcome) => {
                prop_assert_eq!(Outcome::parse(&outcome.to_string()), Ok(outcome));
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.at), "{}", error.at);
                prop_assert!(!error.to_string().is_empty());
            }
        }
        let mut table = table(&[], &[]);
        table.results.insert("#".to_owned(), text.clone());
        table.results.insert(text.clone(), "D#".to_owned());
        let _ = table.outcome("12 3");
        let _ = table.outcome(&text);
        prop_assert!(table.faulty_results().count() <= 2);
    }
}

/// A cell of a million signs takes no longer than it is: a second for all of these, where one that
/// is looked through for each sign takes many minutes.
#[test]
fn a_long_cell_is_read_in_its_length() {
    let began = std::time::Instant::now();
    for piece in ["- ", "0/0 ", "C+", "D0,", "9", "D0", "M", ":a", "D:a ", " ", "\u{2003}", "ADV"] {
        let cell = piece.repeat(1_000_000 / piece.len());
        let read = Outcome::parse(&cell);
        assert_eq!(read.is_ok(), matches!(piece, "- " | "0/0 "), "{piece:?}");
    }
    // A machine may have other things to do.
    assert!(began.elapsed().as_secs() < 120, "{:?}", began.elapsed());
}
