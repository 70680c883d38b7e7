//! What the book tells of the counter sheets.

use std::collections::BTreeSet;

use salient_schema::order_of_battle::Counter;

use super::{counters, has, of, values};

fn count(all: &[Counter], wanted: impl Fn(&Counter) -> bool) -> usize {
    all.iter().filter(|counter| wanted(counter)).count()
}

#[test]
fn the_book_s_counters_are_there() {
    let all = counters();
    let old = |counter: &Counter| !has(counter, "variant");
    let infantry = |nation: &'static str| {
        move |counter: &Counter| {
            counter.nation.as_deref() == Some(nation)
                && counter.unit_type == "infantry"
                && !has(counter, "variant")
        }
    };
    for nation in ["portuguese", "australian", "canadian", "italian"] {
        assert_eq!(count(&all, infantry(nation)), 1, "one corps: {nation}");
    }
    assert_eq!(count(&all, infantry("belgian")), 4, "SW 3.6");
    let typed = |nation: &str, unit_type: &str| {
        let wanted = |counter: &Counter| {
            counter.nation.as_deref() == Some(nation)
                && counter.unit_type == unit_type
                && old(counter)
        };
        count(&all, wanted)
    };
    assert_eq!((typed("british", "cavalry"), typed("french", "cavalry")), (1, 3), "SW 3.6");
    for nation in ["british", "french", "american"] {
        assert_eq!(typed(nation, "tank"), 1, "{nation}");
    }
    for nation in ["german", "british", "french"] {
        assert_eq!(typed(nation, "air"), 1, "{nation} (SW 8.1.2, 14.4)");
    }
    assert!(typed("american", "infantry") >= 9, "SW 9.6");
    assert!((28..=32).contains(&typed("french", "infantry")));
    // The values that are printed.
    assert_eq!(values(of(&all, "br-14"), 0), [3, 4, 4], "SW 2.4");
    let trench = |counter: &&Counter| values(counter, 0) == [1, 4, 3];
    let ground = || all.iter().filter(|counter| !counter.faces[0].ratings.is_empty());
    assert!(ground().filter(trench).count() >= 12);
    for counter in ground().filter(trench) {
        assert_eq!(values(counter, 1), [1, 3, 2], "{} (SW 2.44)", counter.id);
    }
    let regulars = ground().filter(|counter| infantry("german")(counter));
    assert!(regulars.filter(|counter| values(counter, 0) == [5, 6, 4]).count() >= 4, "SW S2.4");
    let guns = of(&all, "de-agb");
    assert_eq!((values(guns, 0)[0], guns.faces.len()), (15, 1), "SW 14.3");
    assert!(has(guns, "agb") && has(guns, "no-replacement"));
    // Backs are weaker and slower (SW 2.47); tanks of 1918 have one step, heavy ones two (S3.20).
    for counter in ground() {
        if counter.faces.len() == 2 {
            let (front, back) = (values(counter, 0), values(counter, 1));
            assert!((0..3).all(|at| back[at] <= front[at]) && front[2] > back[2], "{}", counter.id);
        }
        let one_step = matches!(counter.unit_type.as_str(), "tank" | "fast-tank" | "anti-tank");
        assert_eq!(counter.faces.len(), if one_step || counter.id == "de-agb" { 1 } else { 2 });
    }
}

#[test]
fn fifteen_stosstruppen_corps_have_their_substitutes() {
    let all = counters();
    let corps: Vec<&Counter> = all
        .iter()
        .filter(|counter| counter.unit_type == "stosstruppen" && !has(counter, "variant"))
        .collect();
    assert_eq!(corps.len(), 15, "SW S3.8");
    let mut taken = BTreeSet::new();
    for one in corps {
        let substitute = of(&all, one.substitute.as_deref().expect("a substitute"));
        assert!(taken.insert(&substitute.id), "{} stands for two", substitute.id);
        assert!(has(substitute, "substitute") && substitute.unit_type == "infantry");
        assert_eq!(substitute.designation, one.designation);
        assert_eq!(substitute.faces.len(), one.faces.len(), "step for step (SW 8.3)");
        assert_eq!(values(substitute, 0), [5, 6, 4], "{}", substitute.id);
        assert!(values(one, 0)[0] > values(substitute, 0)[0], "{}", one.id);
        assert!(has(one, "stosstruppen") && has(one, "infiltrates"));
    }
    assert_eq!(count(&all, |counter| has(counter, "substitute")), 15);
}

#[test]
fn the_variant_sheet_has_thirty_two_counters() {
    let all = counters();
    let variants: Vec<&Counter> = all.iter().filter(|one| has(one, "variant")).collect();
    assert_eq!(variants.len(), 32, "SW S3.4");
    let of_type = |unit_type: &str| variants.iter().filter(|c| c.unit_type == unit_type).count();
    // Five British tank units (S3.10), of both kinds (S3.15).
    assert_eq!(of_type("heavy-tank") + of_type("fast-tank"), 5);
    assert!(of_type("heavy-tank") >= 2 && of_type("fast-tank") >= 2);
    assert!(of_type("anti-tank") >= 2, "S3.16");
    for named in ["v-ak", "v-ahef", "v-pz-1", "v-usmc", "v-us-tc", "v-aac-2", "v-jef", "v-raf"] {
        assert!(variants.iter().any(|one| one.id == named), "{named} (S3.5)");
    }
    assert!(values(of(&all, "v-ak"), 0)[0] > values(of(&all, "v-ak"), 0)[1], "S3.17");
    assert!(variants.iter().filter(|c| c.unit_type == "anti-tank").all(|c| values(c, 0)[0] == 0));
}
