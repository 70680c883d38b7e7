//! The sheets of a measured battlefield, read as a player reads them: places off the rules of the
//! plan and off the cards, and who can see the secret.

use std::collections::BTreeMap;

use salient_exchange::print::{Part, Wishes};
use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;

use super::reader::{Page, read};
use super::{only, pdf, scenario};

fn generated() -> Bundle {
    scenario("scenarios/trench-setup/french-german-1916-local.json")
}

/// Every counter that stands on the battlefield, with yards from the left and from below. Columns
/// and rows are a hex apart, and every second column is pushed half a hex down.
fn standing(bundle: &Bundle) -> Vec<(&Counter, [f32; 2])> {
    let field = bundle.scenario.battlefield.as_ref().expect("it is measured");
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let counters: BTreeMap<&str, &Counter> = counters.map(|one| (one.id.as_str(), one)).collect();
    let hex = field.yards_per_hex as f32;
    let place = |label: &str| {
        let [column, row] = [&label[..2], &label[2..]].map(|part| part.parse::<u16>().unwrap());
        let pushed = if column % 2 == 0 { 0.0 } else { 0.5 };
        let down = (f32::from(row) - pushed) * hex;
        [(f32::from(column) - 0.5) * hex, (field.depth_yards as f32 - down).max(0.0)]
    };
    let placements = bundle.scenario.setup.placements.iter();
    placements
        .flat_map(|one| one.counters.iter().map(move |id| (id, place(&one.hex))))
        .map(|(id, place)| (counters[id.as_str()], place))
        .collect()
}

/// How yards are read off a sheet: where none would lie, and the points of a yard.
fn rules(page: &Page) -> Option<[[f32; 2]; 2]> {
    let figures = || page.words.iter().filter_map(|(word, at)| Some((word.parse().ok()?, *at)));
    let of_axis = |axis: usize| {
        let line = |at: f32| figures().filter(move |(_, place)| (place[1 - axis] - at).abs() < 0.5);
        // The figures of a rule stand in a line.
        let (_, some) = figures().find(|(_, place)| line(place[1 - axis]).count() > 6)?;
        let mut on_rule: Vec<(f32, f32)> =
            line(some[1 - axis]).map(|(yards, place): (f32, _)| (yards, place[axis])).collect();
        on_rule.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (first, last) = (*on_rule.first()?, *on_rule.last()?);
        let yard = (last.1 - first.1) / (last.0 - first.0);
        Some([first.1 - first.0 * yard, yard])
    };
    Some([of_axis(0)?, of_axis(1)?])
}

#[test]
fn every_unit_stands_on_the_plan_where_its_yards_are() {
    let bundle = generated();
    let pages = read(&pdf(&bundle, &only(Part::Plan)));
    let sheets: Vec<(&Page, [[f32; 2]; 2])> =
        pages.iter().filter_map(|page| Some((page, rules(page)?))).collect();
    assert_eq!(sheets.len(), 2, "two sheets side by side");
    for (page, _) in &sheets {
        let height = |side: &str, place: &str| {
            let is_it = |word: &str| word.starts_with(side) && word.ends_with(place);
            let found = page.words.iter().find(|(word, _)| is_it(word));
            found.map(|(word, [_, y])| (word.contains('('), *y)).expect(side)
        };
        let (above, below) = (height("Defender", ") above"), height("Attacker", ") below"));
        assert!(above.0 && below.0, "with their nations");
        assert_ne!(above.1, below.1);
    }
    let mut taken: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let all = standing(&bundle);
    assert!(all.len() > 60);
    for (counter, place) in all {
        let before = taken.entry(place.map(|yards| yards as u32)).or_default();
        // Those of a place stand below one another.
        let below = *before as f32 * 8.93;
        *before += 1;
        let is_there = sheets.iter().any(|(page, rules)| {
            let at = [0, 1].map(|axis| rules[axis][0] + place[axis] * rules[axis][1]);
            page.words.iter().any(|(word, found)| {
                let off = [found[0] - at[0], found[1] + below - at[1]];
                *word == counter.designation && off[0].abs() < 1.5 && off[1].abs() < 4.0
            })
        });
        assert!(is_there, "{} is not at {place:?} yards", counter.id);
    }
}

#[test]
fn every_unit_has_a_card_that_says_where_it_stands() {
    let bundle = generated();
    let pages = read(&pdf(&bundle, &only(Part::Cards)));
    let mut told: Vec<&str> =
        pages.iter().flat_map(|page| &page.words).map(|(word, _)| word.as_str()).collect();
    let mut cards = 0;
    for (counter, [across, up]) in standing(&bundle) {
        let place = format!("{across:.0} across, {up:.0} up yards (");
        let found = told.iter().position(|word| word.starts_with(&place));
        let found = found.unwrap_or_else(|| panic!("no card of {} says {place}", counter.id));
        // Each place is of one card alone.
        told.remove(found);
        cards += 1;
    }
    let rest: Vec<&&str> = told.iter().filter(|word| word.contains(" up yards (")).collect();
    assert!(rest.is_empty(), "{cards} units, and cards of nobody: {rest:?}");
}

/// The words of a page from so far up down to its foot, line by line.
fn lowest(page: &Page, up: f32) -> String {
    let mut lines: Vec<&(String, [f32; 2])> =
        page.words.iter().filter(|(_, at)| at[1] < up).collect();
    lines.sort_by(|one, other| other.1[1].total_cmp(&one.1[1]));
    lines.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_secret_stands_inside_its_fold_and_nowhere_else() {
    let bundle = generated();
    let [secret] = bundle.scenario.victory.secret.as_slice() else { panic!("one secret") };
    let pages = read(&pdf(&bundle, &Wishes { parts: Part::ALL.into(), ..Wishes::default() }));
    let has_it = |page: &Page| page.words.iter().any(|(word, _)| secret.text.contains(&**word));
    // Words that stand in any sentence do not count.
    let secrets: Vec<&Page> = pages
        .iter()
        .filter(|page| page.words.iter().any(|(word, _)| word.ends_with("side alone")))
        .collect();
    let [sheet] = secrets.as_slice() else { panic!("one sheet: {}", secrets.len()) };
    assert!(has_it(sheet));
    assert_eq!(lowest(sheet, sheet.size[1] / 3.0 - 20.0), secret.text);
    let first = secret.text.split(' ').take(5).collect::<Vec<_>>().join(" ");
    let telling = pages.iter().filter(|page| lowest(page, f32::MAX).contains(&first));
    assert_eq!(telling.count(), 1, "no other page tells it");
    let mut open = bundle.clone();
    open.scenario.victory.secret.clear();
    let pages = read(&pdf(&open, &only(Part::SetUp)));
    let folded = |page: &Page| lowest(page, f32::MAX).contains("side alone");
    assert!(!pages.iter().any(folded), "no sheet for nothing");
}
