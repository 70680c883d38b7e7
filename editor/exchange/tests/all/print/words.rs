//! What the sheets say, as a reader finds it: how the game is won, what scores, who is drawn by lot.

use salient_exchange::print::{self, Part, Wishes};
use salient_rules::Systems;
use salient_schema::Bundle;

use super::reader::{Page, read};
use super::{only, pdf, scenario};

/// All words of a part, page by page, without the first page.
fn pages(bundle: &Bundle, part: Part) -> Vec<String> {
    let text = |page: &Page| {
        let words: Vec<&str> = page.words.iter().map(|(text, _)| text.as_str()).collect();
        words.join(" ")
    };
    read(&pdf(bundle, &only(part)))[1..].iter().map(text).collect()
}

fn goritten() -> Bundle {
    scenario("scenarios/infantry-attacks/goritten.json")
}

#[test]
fn victory_is_that_of_the_side_with_more_points_and_names_the_hexes_that_score() {
    let usdau = scenario("scenarios/infantry-attacks/usdau.json");
    let charts = pages(&usdau, Part::Charts).join(" ");
    for words in [
        "The side with more points wins",
        "more than the enemy,",
        "50/1408,",
        "The works of Usdau",
        "4 points a hex",
        "The German side begins with",
    ] {
        assert!(charts.contains(words), "{words}: {charts}");
    }
    let picardy = scenario("scenarios/kaisers-battle/kaisers-battle.json");
    let charts = pages(&picardy, Part::Charts).join(" ");
    assert!(charts.contains("Points are counted for the German side."), "{charts}");
    assert!(!charts.contains("more than the enemy"), "{charts}");
    // KB 20.11, 20.12: the towns west of the line run on, by name; those east of it are not named.
    assert!(charts.contains("Town west of the German Victory Point line"), "{charts}");
    assert!(charts.contains("3727") && !charts.contains("3827"), "{charts}");
    assert!(charts.contains("0101 to 0129"), "{charts}");
    // SW 4.2: morale hexes by what they are worth.
    let storm = scenario("scenarios/storm-in-the-west/campaign.json");
    let charts = pages(&storm, Part::Charts).join(" ");
    assert!(charts.contains("Brussels 1426"), "{charts}");
}

#[test]
fn hexes_that_score_are_in_the_key_of_the_map() {
    let wishes = Wishes { whole: true, ..only(Part::Map) };
    let words = |bundle: &Bundle| -> Vec<String> {
        let pages = read(&pdf(bundle, &wishes));
        pages[1].words.iter().map(|(text, _)| text.clone()).collect()
    };
    let marked = words(&goritten());
    assert!(marked.iter().any(|word| word == "Objective"), "{marked:?}");
    assert!(marked.iter().any(|word| word == "3 points a hex"), "{marked:?}");
    // Each hex of it bears what it is worth.
    let mut none = goritten();
    none.map.zones.items.clear();
    let none = words(&none);
    assert!(!none.iter().any(|word| word == "Objective"));
    // The figures of heights are there in either.
    let threes = |words: &[String]| words.iter().filter(|word| *word == "3").count();
    assert_eq!(threes(&marked) - threes(&none), 8, "seven hexes and the key");
    // What scores in a hex has a star, an edge arrows; the line says what it parts (KB 20.11, 20.12).
    let picardy = words(&scenario("scenarios/kaisers-battle/kaisers-battle.json"));
    for told in [
        "Town west of the German Victory Point line",
        "1 point a hex",
        "Way off the map",
        "3 points for each that leaves",
        "what scores lies to its west",
    ] {
        assert!(picardy.iter().any(|word| word == told), "{told}: {picardy:?}");
    }
    // A morale hex shows itself what it is worth (SW 4.2), and is not marked twice.
    let storm = words(&scenario("scenarios/storm-in-the-west/campaign.json"));
    assert!(storm.iter().any(|word| word == "figure: points that it is worth"), "{storm:?}");
    assert!(!storm.iter().any(|word| word.ends_with("a hex")), "{storm:?}");
}

#[test]
fn who_is_drawn_by_lot_has_no_figures_and_wagons_have_a_name() {
    let set_up = pages(&goritten(), Part::SetUp).join(" ");
    assert!(set_up.contains("drawn by lot"), "{set_up}");
    assert!(set_up.contains("carried by wagons"), "{set_up}");
    assert!(!set_up.contains("10-1"), "a leader's ratings: {set_up}");
    let mut chosen = goritten();
    for placement in &mut chosen.scenario.setup.placements {
        placement.states.retain(|state| state != "drawn");
    }
    let set_up = pages(&chosen, Part::SetUp).join(" ");
    assert!(!set_up.contains("drawn by lot"), "{set_up}");
}

#[test]
fn results_are_explained_under_their_table_and_those_alone_that_occur() {
    let bundle = scenario("scenarios/infantry-attacks/usdau.json");
    let charts = pages(&bundle, Part::Charts).join(" ");
    // Three tables have morale checks; only that of assault has plain numbers.
    for (words, times) in [("M: Each unit", 3), ("2X, 3X: As X", 2), ("1, 2, 3: So many", 1)] {
        assert_eq!(charts.matches(words).count(), times, "{words}: {charts}");
    }
    let mut without = bundle;
    for table in &mut without.ruleset.tables {
        table.rows.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| {
            if cell.ends_with('X') {
                "M".clone_into(cell);
            }
        });
    }
    let charts = pages(&without, Part::Charts).join(" ");
    assert!(!charts.contains("As X"), "{charts}");
    let storm = scenario("scenarios/storm-in-the-west/campaign.json");
    let charts = pages(&storm, Part::Charts).join(" ");
    assert!(charts.contains("1/1 … 4/3: Loss points"), "{charts}");
}

#[test]
fn what_is_done_before_play_has_no_game_turn() {
    let charts = pages(&goritten(), Part::Charts).join(" ");
    assert!(charts.contains("Artillery Plan, before the first game-turn"), "{charts}");
    assert!(!charts.contains("0 to 0"), "{charts}");
}

#[test]
fn zones_in_use_are_listed_with_their_hexes() {
    let set_up = pages(&goritten(), Part::SetUp).join(" ");
    assert!(set_up.contains("Göritten (Victory"), "{set_up}");
    assert!(set_up.contains("7 hexes: "), "{set_up}");
    // What this scenario has no use for is not told.
    assert!(!set_up.contains("crossroads"), "{set_up}");
    let storm = scenario("scenarios/storm-in-the-west/campaign.json");
    let set_up = pages(&storm, Part::SetUp).join(" ");
    let used = salient_schema::zones::zones_in_use(&storm);
    assert!(used.len() > 5);
    for zone in storm.map.zones.items.iter().filter(|zone| used.contains(zone.id.as_str())) {
        // A name is on one line, or its first word is.
        let first = zone.name.split(' ').next().unwrap_or_default();
        assert!(set_up.contains(first), "{}: {set_up}", zone.name);
    }
    assert!(set_up.contains("Source of supply") && set_up.contains('–'), "{set_up}");
    let mut none = storm;
    none.scenario.setup.free.clear();
    none.scenario.reinforcements.clear();
    assert!(!pages(&none, Part::SetUp).join(" ").contains("Zones"));
}

#[test]
fn parts_flow_on_and_the_first_page_tells_where_each_is() {
    let read_parts = [Part::SetUp, Part::Track, Part::Charts, Part::OrderOfBattle];
    let wishes = Wishes { parts: read_parts.into(), ..Wishes::default() };
    let (together, _) = print::kit(Systems::NONE, &goritten(), &wishes, "pdf").unwrap();
    let alone: usize = read_parts
        .into_iter()
        .map(|part| print::kit(Systems::NONE, &goritten(), &only(part), "pdf").unwrap().0.len() - 1)
        .sum();
    assert!(together.len() - 1 < alone, "{} pages, {alone} apart", together.len() - 1);
    assert!(together.iter().any(|page| page.parts.len() > 1));
    let pages = read(&pdf(&goritten(), &wishes));
    for part in read_parts {
        let name = part.name();
        assert!(pages[0].words.iter().any(|(word, _)| word == name), "{name}");
        let first = together.iter().position(|page| page.parts.iter().any(|one| one == name));
        assert!(first.is_some_and(|first| first > 0), "{name}");
    }
}

#[test]
fn short_sections_share_a_page() {
    // Two sides with a handful of counters each: one sheet, not two.
    assert_eq!(pages(&goritten(), Part::SetUp).len(), 1);
    let kit = print::pdf(Systems::NONE, &goritten(), &Wishes::default()).unwrap();
    let sheets = pages(&goritten(), Part::Map).len();
    let besides = read(&kit.files[0].bytes).len() - sheets;
    // The first page, two of counters, five to read.
    assert!(besides <= 8, "{besides} pages besides the map's {sheets}");
}
