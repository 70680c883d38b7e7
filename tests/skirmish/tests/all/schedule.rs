//! What Skirmish's own sequence of play has no use for, tried by a system that does nothing in a
//! step: steps that come every so many game-turns, or only while a test holds.

use std::ops::Deref;

use salient_hex::Hex;
use salient_rules::action::Violation;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::game::CompiledScenario;
use salient_rules::play::{
    self, Compiled, Phase, PlayContext, Position, Printed, Procedures, Stepwise, Unit,
};
use salient_rules::system::Published;
use salient_rules::{Checker, Match, Roles, System, SystemInfo, Systems};
use salient_schema::event::EventKind;
use salient_schema::ruleset::SequenceStep;
use salient_schema::{Bundle, Diagnostic, Severity};
use salient_skirmish::Rulebook;
use serde::{Deserialize, Serialize};

/// A system that nobody is asked anything by: each step is over as soon as it has begun.
#[derive(Debug)]
struct Drill;

const SYSTEMS: Systems = Systems::new(&[&Drill]);

/// The name of the test that holds in the later half of the game.
const LATE: &str = "it-is-late";

/// What a side may do, if it were asked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Act {
    Drill,
}

impl System for Drill {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: "skirmish", title: "Drill" }
    }

    fn published(&self) -> &Published {
        Rulebook.published()
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<Self>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Self>(bundle)
    }

    fn tests(&self) -> &[&str] {
        &[LATE]
    }
}

/// The map and the units.
#[derive(Debug)]
struct Ground(Compiled);

impl Deref for Ground {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl GameRules for Ground {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    fn zone_of_control(&self, _: Unit, _: u8, _: Hex) -> Option<impl Iterator<Item = Hex>> {
        None::<std::iter::Empty<Hex>>
    }
}

impl Procedures for Drill {
    type Rules = Ground;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = ();

    fn holds(_: &Ground, position: &Position<Self>, test: &str) -> bool {
        assert_eq!(test, LATE, "no other is let through");
        position.turn > 3
    }

    fn begin_phase(_: &mut PlayContext<'_, Self>, _: &Phase) {}

    fn legal(_: &Ground, _: &Position<Self>, _: usize) -> Vec<Act> {
        vec![Act::Drill]
    }

    fn apply(_: &mut PlayContext<'_, Self>, _: usize, _: &Act) -> Result<(), Violation> {
        Ok(())
    }

    fn value(_: &Ground, _: &Position<Self>, _: usize) -> i64 {
        0
    }

    fn points(_: &Ground, _: &Position<Self>, _: usize) -> i32 {
        0
    }
}

impl Stepwise for Drill {
    type State = ();
    type Decision = ();
    type Step = ();

    fn compile(_: &Bundle, compiled: Compiled) -> Result<Ground, Vec<Diagnostic>> {
        Ok(Ground(compiled))
    }

    fn compiled(rules: &Ground) -> &Compiled {
        &rules.0
    }

    fn state(_: &Ground) {}

    fn may_stand(_: &Ground, _: &Position<Self>, _: Unit, _: Hex) -> Result<(), Violation> {
        Ok(())
    }

    fn run(_: &mut PlayContext<'_, Self>, (): ()) {}
}

/// A step that comes in every game-turn.
fn step(id: &str) -> SequenceStep {
    SequenceStep { id: id.to_owned(), name: format!("The {id}"), ..SequenceStep::default() }
}

fn bundle(sequence: Vec<SequenceStep>) -> Bundle {
    let mut bundle = Rulebook.published().bundle(None).unwrap();
    bundle.ruleset.sequence = sequence;
    // None of the drill's rules asks for a role.
    bundle.ruleset.roles.clear();
    bundle.scenario.roles.clear();
    bundle
}

/// The steps of a game by the game-turns that had them: `plan 0, move 1 2 3`.
fn played(sequence: Vec<SequenceStep>) -> String {
    let ids: Vec<String> = innermost(&sequence);
    let game = Match::start(SYSTEMS, &bundle(sequence), 1).unwrap();
    assert!(game.is_over());
    let told = |id: &String| {
        let steps = game
            .events()
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Phase(_)) && event.phase == *id);
        let turns: Vec<String> = steps.map(|event| event.turn.to_string()).collect();
        format!("{id} {}", turns.join(" "))
    };
    ids.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// The ids of the innermost steps, in order.
fn innermost(sequence: &[SequenceStep]) -> Vec<String> {
    let ids = sequence.iter().flat_map(|step| match step.steps.as_slice() {
        [] => vec![step.id.clone()],
        steps => innermost(steps),
    });
    ids.collect()
}

#[test]
fn steps_come_every_so_many_game_turns() {
    let every = |id: &str, every, from_turn, to_turn| SequenceStep {
        every: Some(every),
        from_turn,
        to_turn,
        ..step(id)
    };
    let sequence = vec![
        every("before", 3, Some(0), Some(0)),
        step("move"),
        every("odd", 2, None, None),
        every("third", 3, Some(3), None),
        every("ended", 2, Some(2), Some(5)),
        every("once", 9, Some(6), None),
        every("never", 2, Some(7), None),
    ];
    let told = "before 0, move 1 2 3 4 5 6, odd 1 3 5, third 3 6, ended 2 4, once 6, never ";
    assert_eq!(played(sequence), told);
}

#[test]
fn steps_come_while_a_test_holds() {
    let late = |step| SequenceStep { holds: Some(LATE.to_owned()), ..step };
    let sequence = vec![
        late(step("late")),
        step("move"),
        late(SequenceStep { every: Some(2), ..step("late-and-odd") }),
        late(SequenceStep { to_turn: Some(4), ..step("no-later") }),
    ];
    let told = "late 4 5 6, move 1 2 3 4 5 6, late-and-odd 5, no-later 4";
    assert_eq!(played(sequence), told);
}

#[test]
fn a_step_comes_only_when_the_one_that_it_is_part_of_does() {
    let inner = vec![
        step("rail"),
        SequenceStep { every: Some(2), ..step("depots") },
        SequenceStep { holds: Some(LATE.to_owned()), ..step("frost") },
        SequenceStep { from_turn: Some(4), ..step("quota") },
    ];
    let sequence = vec![
        SequenceStep { every: Some(3), from_turn: Some(3), steps: inner, ..step("inter-phase") },
        SequenceStep { to_turn: Some(2), steps: vec![step("opening")], ..step("start") },
        step("move"),
    ];
    let told = "rail 3 6, depots 3, frost 6, quota 6, opening 1 2, move 1 2 3 4 5 6";
    assert_eq!(played(sequence), told);
}

/// Bad data does not get as far as a game, and a game of it would end.
#[test]
fn a_test_that_no_rules_know_and_a_rhythm_of_nothing_are_told_with_their_places() {
    let wrong = SequenceStep { holds: Some("it-is-early".to_owned()), ..step("early") };
    let wrong = bundle(vec![step("move"), SequenceStep { steps: vec![wrong], ..step("morning") }]);
    let found = salient_rules::check(SYSTEMS, &wrong);
    let [one] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(one.severity, Severity::Error);
    assert_eq!(one.place.pointer.as_deref(), Some("/ruleset/sequence/1/steps/0/while"));
    assert!(one.help.as_deref().is_some_and(|help| help.contains(LATE)), "{one:#?}");
    assert_eq!(Match::start(SYSTEMS, &wrong, 1).unwrap_err(), found);
    // Skirmish itself knows no test, and without rules nobody can tell.
    let none = salient_rules::check(Systems::new(&[&Rulebook]), &wrong);
    assert!(none.iter().any(|one| one.place.pointer == found[0].place.pointer), "{none:#?}");
    let warned = salient_rules::check(Systems::NONE, &wrong);
    let [one] = warned.as_slice() else { panic!("{warned:#?}") };
    assert_eq!(one.severity, Severity::Warning);

    for every in [0, 1] {
        let hasty = SequenceStep { every: Some(every), ..step("hasty") };
        let bundle = bundle(vec![hasty]);
        let found = salient_schema::check::check_parts(&bundle);
        let told = found.iter().any(|one| {
            one.place.pointer.as_deref() == Some("/ruleset/sequence/0/every") && one.is_error()
        });
        assert!(told, "{found:#?}");
        assert!(Match::start(SYSTEMS, &bundle, 1).unwrap().is_over());
    }
    let backwards = SequenceStep { every: Some(2), to_turn: Some(0), ..step("backwards") };
    let found = salient_schema::check::check_parts(&bundle(vec![backwards]));
    let told =
        |pointer: &str| found.iter().any(|one| one.place.pointer.as_deref() == Some(pointer));
    assert!(told("/ruleset/sequence/0/to_turn"), "{found:#?}");
}
