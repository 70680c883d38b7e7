//! Find and replace: data in, data out.

use salient_document::find::{
    Comparison, Outcome, OwnerFilter, Query, Replacement, Subject, TextPattern, find, in_files,
    plan,
};
use salient_document::{Document, Edit};
use salient_schema::map::Feature;

use crate::helper::{bytes, document, hex, open, write_files};

fn query(subject: Subject) -> Query {
    Query { subject, ..Query::default() }
}

fn of_kind(subject: Subject, kind: &str) -> Query {
    Query { kind: Some(kind.into()), ..query(subject) }
}

fn of_text(subject: Subject, text: &str) -> Query {
    Query { text: Some(TextPattern::new(text)), ..query(subject) }
}

/// The small map with more to find on it.
fn rich() -> Document {
    let mut document = document();
    let feature = |hex: &str, kind: &str, name: Option<&str>, owner: Option<&str>, value| Feature {
        hex: hex.into(),
        kind: kind.into(),
        name: name.map(String::from),
        owner: owner.map(String::from),
        value,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    };
    for edit in [
        Edit::add_feature(feature("0404", "town", Some("Hamel"), Some("red"), Some(3)), None),
        Edit::add_feature(feature("0505", "town", Some("Ham"), Some("blue"), Some(5)), None),
        Edit::add_feature(feature("0202", "redoubt", None, Some("red"), None), None),
        Edit::SetScenarioTitle { title: "The road to Ham".into() },
    ] {
        document.apply(edit).unwrap();
    }
    document
}

/// What a query finds, in words.
fn found(document: &Document, query: &Query) -> Vec<String> {
    find(document, query).into_iter().map(|hit| format!("{} {}", hit.label, hit.what)).collect()
}

#[test]
fn each_condition_narrows() {
    let document = rich();
    assert_eq!(
        found(&document, &of_kind(Subject::Terrain, "woods")),
        ["0202 Woods", "0302 Woods", "0203 Woods"]
    );
    assert_eq!(found(&document, &query(Subject::Terrain)).len(), 48);
    let towns = of_kind(Subject::Feature, "town");
    assert_eq!(
        found(&document, &towns),
        ["0202 Town Ham", "0404 Town Hamel, red, 3", "0505 Town Ham, blue, 5"]
    );
    let owned = Query { owner: OwnerFilter::Is("red".into()), ..query(Subject::Feature) };
    assert_eq!(found(&document, &owned), ["0202 Redoubt, red", "0404 Town Hamel, red, 3"]);
    let nobody = Query { owner: OwnerFilter::Nobody, ..towns.clone() };
    assert_eq!(found(&document, &nobody), ["0202 Town Ham"]);
    let value = |comparison, number| Query { value: Some((comparison, number)), ..towns.clone() };
    for (comparison, number, count) in [
        (Comparison::Is, 3, 1),
        (Comparison::IsNot, 3, 2),
        (Comparison::Above, 3, 1),
        (Comparison::AtLeast, 3, 2),
        (Comparison::Below, 5, 1),
        (Comparison::AtMost, 5, 2),
    ] {
        assert_eq!(find(&document, &value(comparison, number)).len(), count, "{comparison:?}");
    }
    assert_eq!(found(&document, &of_kind(Subject::Hexside, "river")).len(), 2);
    assert_eq!(found(&document, &query(Subject::Line)), ["0404:n Vp line"]);
    assert_eq!(found(&document, &of_text(Subject::Counter, "a-")).len(), 3);
    let blue = Query { owner: OwnerFilter::Is("blue".into()), ..query(Subject::Counter) };
    assert_eq!(find(&document, &blue).len(), 3);
}

#[test]
fn names_are_found_everywhere() {
    let document = rich();
    let ham = of_text(Subject::Name, "ham");
    assert_eq!(
        found(&document, &ham),
        [
            "0202 Town Ham",
            "0404 Town Hamel, red, 3",
            "0505 Town Ham, blue, 5",
            "Scenario Title The road to Ham",
        ]
    );
    let mut word = ham.clone();
    word.text.as_mut().unwrap().whole_word = true;
    assert_eq!(find(&document, &word).len(), 3);
    let mut case = ham;
    case.text.as_mut().unwrap().match_case = true;
    assert!(find(&document, &case).is_empty());
}

/// Applies a plan as one step, and undoes it again.
fn carry_out(document: &mut Document, query: &Query, replacement: &Replacement) -> Vec<String> {
    let before = bytes(document);
    let plan = plan(document, query, replacement);
    let words = plan
        .changes
        .iter()
        .map(|change| format!("{}: {} → {}", change.hit.label, change.before, change.after))
        .collect();
    document.begin("Replace");
    for edit in plan.edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    if before != bytes(document) {
        let after = bytes(document);
        document.undo();
        assert_eq!(bytes(document), before, "one step, undone exactly");
        document.redo();
        assert_eq!(bytes(document), after);
    }
    words
}

#[test]
fn terrain_is_replaced_in_one_step() {
    let mut document = rich();
    let words = carry_out(
        &mut document,
        &of_kind(Subject::Terrain, "woods"),
        &Replacement::Kind("swamp".into()),
    );
    assert_eq!(words.len(), 3);
    assert_eq!(words[0], "0202: woods → swamp");
    assert_eq!(document.terrain_at(hex(&document, "0302")).unwrap(), "swamp");
    assert!(find(&document, &of_kind(Subject::Terrain, "woods")).is_empty());
}

#[test]
fn names_owners_and_values_are_replaced() {
    let mut document = rich();
    let mut ham = of_text(Subject::Name, "Ham");
    ham.text.as_mut().unwrap().whole_word = true;
    let words = carry_out(&mut document, &ham, &Replacement::Text("Péronne".into()));
    assert_eq!(
        words,
        [
            "0202: Ham → Péronne",
            "0505: Ham → Péronne",
            "Scenario: The road to Ham → The road to Péronne",
        ]
    );
    assert_eq!(document.title(), "The road to Péronne");

    let towns = of_kind(Subject::Feature, "town");
    let words = carry_out(&mut document, &towns, &Replacement::Owner(Some("blue".into())));
    assert_eq!(words, ["0202:  → blue", "0404: red → blue"], "one is so already");
    let words = carry_out(&mut document, &towns, &Replacement::AddValue(2));
    assert_eq!(words, ["0404: 3 → 5", "0505: 5 → 7"]);
    let plan = plan(&document, &towns, &Replacement::AddValue(1));
    assert_eq!(plan.refused.len(), 1, "a town without a value");
    let words = carry_out(&mut document, &towns, &Replacement::Value(None));
    assert_eq!(words, ["0404: 5 → ", "0505: 7 → "]);
}

#[test]
fn kinds_are_replaced_where_they_can_be() {
    let mut document = rich();
    // 0202 has a redoubt already.
    let towns = of_kind(Subject::Feature, "town");
    let planned = plan(&document, &towns, &Replacement::Kind("redoubt".into()));
    assert_eq!(planned.refused[0].reason, "hex 0202 has a redoubt already");
    assert_eq!(planned.summary(), [("town".into(), "redoubt".into(), 2)]);
    carry_out(&mut document, &towns, &Replacement::Kind("redoubt".into()));
    assert_eq!(find(&document, &towns).len(), 1);
    let rivers = of_kind(Subject::Hexside, "river");
    carry_out(&mut document, &rivers, &Replacement::Kind("excavation".into()));
    assert!(find(&document, &rivers).is_empty());
    let lines = query(Subject::Line);
    carry_out(&mut document, &lines, &Replacement::Kind("front".into()));
    assert_eq!(found(&document, &lines), ["0404:n Front"]);
    carry_out(&mut document, &lines, &Replacement::Owner(Some("red".into())));
    carry_out(&mut document, &lines, &Replacement::Remove);
    assert!(find(&document, &lines).is_empty());
    carry_out(&mut document, &query(Subject::Feature), &Replacement::Remove);
    assert!(find(&document, &query(Subject::Feature)).is_empty());
}

#[test]
fn counters_are_replaced() {
    let mut document = rich();
    let red = Query { owner: OwnerFilter::Is("red".into()), ..of_text(Subject::Counter, "A-") };
    let words = carry_out(&mut document, &red, &Replacement::Text("88/".into()));
    assert_eq!(words, ["a-1: A-1 → 88/1", "a-2: A-2 → 88/2", "a-3: A-3 → 88/3"]);
    let nothing = plan(&document, &query(Subject::Counter), &Replacement::Text(" ".into()));
    assert_eq!(nothing.refused.len(), 6, "a counter must have a designation");
    let formation = Replacement::Formation(Some("iii".into()));
    let planned = plan(&document, &query(Subject::Counter), &formation);
    assert!(planned.refused[0].reason.contains("no formation iii"));
}

#[test]
fn what_makes_no_sense_does_nothing() {
    let document = rich();
    let owner = Replacement::Owner(None);
    assert!(plan(&document, &query(Subject::Terrain), &owner).changes.is_empty());
    assert!(plan(&document, &query(Subject::Name), &Replacement::Remove).edits.is_empty());
}

#[test]
fn several_files_are_looked_at_first_and_then_saved() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_files(folder.path());
    // A second scenario on the same map, and a third that is broken.
    let second = folder.path().join("second.json");
    let text = std::fs::read_to_string(&first).unwrap();
    std::fs::write(&second, text.replace("Small scenario", "Ham again")).unwrap();
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, text.replace("small-scenario", "Not an id")).unwrap();
    let files = [first.clone(), second.clone(), broken.clone(), first.clone()];
    let ham = of_text(Subject::Name, "Ham");
    let with = Replacement::Text("Roye".into());

    let preview = in_files(&files, &ham, Some(&with), false, |_| None);
    let counts: Vec<_> = preview
        .iter()
        .map(|report| match &report.outcome {
            Outcome::Planned { changes, written, .. } if written.is_empty() => changes.len() as i64,
            _ => -1,
        })
        .collect();
    // The town is on the map that both share; it counts once.
    assert_eq!(counts, [1, 1, -1]);
    assert_eq!(std::fs::read_to_string(&first).unwrap(), text, "only looked at");

    let Outcome::Found(hits) = &in_files(&files[..1], &ham, None, false, |_| None)[0].outcome
    else {
        panic!("hits");
    };
    assert_eq!(hits.len(), 1);

    let done = in_files(&files, &ham, Some(&with), true, |_| None);
    let written: Vec<Vec<_>> = done
        .iter()
        .filter_map(|report| match &report.outcome {
            Outcome::Planned { written, .. } => Some(written.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(written.len(), 2);
    assert!(written[0][0].ends_with("map.json") && written[1][0].ends_with("second.json"));
    let Outcome::LeftAlone { reason } = &done[2].outcome else { panic!("{:?}", done[2]) };
    assert!(reason.contains("error"), "{reason}");
    let again = open(&second);
    assert_eq!(again.title(), "Roye again");
    assert!(find(&again, &ham).is_empty());
    assert_eq!(find(&again, &of_text(Subject::Name, "Roye")).len(), 2);
    // No journal is left behind.
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 6);

    let open_here = in_files(
        &files[..1],
        &with_text("Roye"),
        Some(&Replacement::Text("X".into())),
        true,
        |path| path.ends_with("map.json").then(|| "it is open".to_owned()),
    );
    assert_eq!(open_here[0].outcome, Outcome::LeftAlone { reason: "it is open".into() });
}

fn with_text(text: &str) -> Query {
    of_text(Subject::Name, text)
}
