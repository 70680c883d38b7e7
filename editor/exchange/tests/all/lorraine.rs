//! What 1914 asks of a scenario, in every format: it is there, or the losses name it.

use salient_exchange::{Exported, geo, print, tables, tabletop, tiled, vassal, web};
use salient_rules::Systems;
use salient_schema::Bundle;
use salient_schema::plain::{Table, Value};
use salient_schema::scenario::StartingPoint;

use crate::foreign;

/// The Battle for Lorraine as it were kept in its midst.
fn kept() -> Bundle {
    let mut bundle = foreign::bundle("scenarios/offensive-1914/lorraine.json");
    let text = |text: &str| Value::Text(text.into());
    let levels = [("55.54".into(), Value::Number(2)), ("55.55".into(), Value::Number(1))];
    let own = [
        ("whole".into(), Value::Bool(true)),
        ("positions".into(), Value::Table(levels.into_iter().collect())),
        ("blown".into(), Value::List(vec![text("55.54:ne")])),
        ("turned".into(), Value::List(vec![Value::List(vec![text("55.54"), text("")])])),
    ];
    let system: Table = own.into_iter().collect();
    bundle.scenario.start = Some(StartingPoint { system, ..StartingPoint::default() });
    bundle
}

#[test]
fn the_tables_hold_all_of_it() {
    let bundle = kept();
    let parcel = tables::write(&bundle).unwrap();
    assert!(parcel.losses.is_empty(), "{}", parcel.losses);
    let back = tables::read("lorraine", &parcel.files, None).unwrap();
    assert!(back.losses.is_empty(), "{}", back.losses);
    for (ours, theirs) in foreign::parts_of(&bundle).iter().zip(&foreign::parts(&back)) {
        foreign::same_text("lorraine", ours, theirs);
    }
}

/// Whether all orders are in the losses, and the start.
fn names(what: &str, bundle: &Bundle, parcel: &Exported, orders: bool) {
    let of = |kind: &str| parcel.losses.losses.iter().filter(|it| it.kind == kind).count();
    let expected = if orders { bundle.scenario.orders.len() } else { 0 };
    assert_eq!((of("order"), of("start in the midst of a game")), (expected, 1), "{what}");
}

#[test]
fn plans_and_the_midst_of_a_game_are_there_or_named() {
    let bundle = kept();
    let named = [
        ("geojson", geo::write(&bundle, geo::Wishes::default())),
        ("tmx", tiled::write(&bundle, tiled::Spelling::Xml)),
        ("tabletop", tabletop::write(&bundle, "https://example.org/")),
        ("vassal", vassal::write(Systems::NONE, &[&bundle], &vassal::Wishes::default())),
    ];
    for (what, parcel) in named {
        names(what, &bundle, &parcel.unwrap(), true);
    }
    let page = web::html(Systems::new(&[]), &bundle, None, None).unwrap();
    names("html", &bundle, &page, false);
    for (part, orders) in [(print::Part::OrderOfBattle, false), (print::Part::Charts, true)] {
        let only = print::Wishes { parts: [part].into(), ..print::Wishes::default() };
        names("svg", &bundle, &print::svg(Systems::NONE, &bundle, &only).unwrap(), orders);
    }
    // Words on paper are shapes; what they say the page shows.
    let text = String::from_utf8(page.files[0].bytes.clone()).unwrap();
    for told in [
        "To take Col de la Schlucht, Markirch, Donon, Saargemünd, above all Finstingen",
        "above all Falkenberg or Püttlingen",
        "idle, until Second Army gives its own up",
    ] {
        assert!(text.contains(told), "{told}");
    }
}

#[test]
fn a_table_names_the_numbers_of_formations_and_the_relief() {
    let bundle = kept();
    let parcel = tabletop::write(&bundle, "https://example.org/").unwrap();
    let formations: usize = bundle.orders_of_battle.iter().map(|book| book.formations.len()).sum();
    let of = |kind: &str| parcel.losses.losses.iter().filter(|it| it.kind == kind).count();
    assert_eq!((of("formation's particulars"), of("elevation")), (formations, 1));
}
