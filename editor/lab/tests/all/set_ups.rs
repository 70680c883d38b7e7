//! Many set-ups by a generator whose numbers are known.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use salient_lab::set_ups::{Spread, compare, run};
use salient_lab::view::{View, text};
use salient_rules::generator::{Generated, Generator, GeneratorStep, HexCounts, Question, Request};
use salient_schema::numbering::HexIndex;
use salient_schema::{Bundle, Code, Diagnostic};

/// Counts shells: the last digit of the seed, and as many more as it is told. Its boards are as deep
/// as that digit, too, and their anchor lies where the front is.
#[derive(Debug)]
struct Shells;

impl Generator for Shells {
    fn questions(&self) -> &'static [Question] {
        &[]
    }

    fn steps(&self) -> &'static [GeneratorStep] {
        &[]
    }

    fn generate(
        &self,
        _: Option<&Bundle>,
        request: &Request,
    ) -> Result<Generated, Vec<Diagnostic>> {
        let digit = (request.seed % 10) as u16;
        let more = request.answers.get("more").map_or(0, |more| more.parse().unwrap());
        if request.answers.contains_key("odd") && digit.is_multiple_of(2) {
            return Err(vec![Diagnostic::error(Code::Rule, "not odd").rule("X 1")]);
        }
        let mut bundle = Bundle::empty();
        (bundle.map.grid.columns, bundle.map.grid.rows) = (4, 10 + digit);
        let row = digit & !1;
        let front = vec![(HexIndex::new(1, row), 2), (HexIndex::new(3, row + 1), u32::from(digit))];
        Ok(Generated {
            bundle,
            events: Vec::new(),
            outcomes: [].into(),
            told: Vec::new(),
            counts: vec![
                ("attacker: shells".to_owned(), i64::from(digit) + more),
                ("yards".to_owned(), i64::from(digit) * 10),
            ],
            hexes: vec![HexCounts { name: "defender: dug".to_owned(), hexes: front }],
            anchor: HexIndex::new(2, row),
        })
    }

    fn answers_of(&self, _: &Bundle) -> Result<BTreeMap<String, String>, Vec<Diagnostic>> {
        Ok(BTreeMap::new())
    }

    fn lull(&self, _: &Bundle, _: &str, _: u64) -> Result<Generated, Vec<Diagnostic>> {
        Err(Vec::new())
    }
}

fn request(answers: &[(&str, &str)], seed: u64) -> Request {
    let answers = answers.iter().map(|(id, answer)| ((*id).to_owned(), (*answer).to_owned()));
    Request { answers: answers.collect(), seed, ..Request::default() }
}

fn made(answers: &[(&str, &str)], times: u32) -> Spread {
    run(&Shells, None, &request(answers, 0), times, &|_| {}, &AtomicBool::new(false)).unwrap()
}

#[test]
fn every_number_has_its_spread() {
    let spread = made(&[], 1000);
    let shells = spread.count("attacker: shells").unwrap();
    assert_eq!((shells.least, shells.quartiles, shells.most), (0, [2, 4, 7], 9));
    assert!((shells.estimate.mean - 4.5).abs() < 1e-12);
    assert!(shells.histogram.iter().all(|bin| bin.count == 100), "{:?}", shells.histogram);
    assert_eq!(spread.made, 1000);
}

#[test]
fn the_number_of_cores_changes_nothing() {
    let of = |threads| {
        let pool = salient_lab_pool(threads);
        pool.install(|| made(&[("odd", "yes")], 300))
    };
    assert_eq!(of(1), of(5));
}

fn salient_lab_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn two_sets_of_answers_are_paired_by_seed() {
    let comparison = compare(&made(&[], 200), &made(&[("more", "3")], 200));
    assert_eq!(comparison.answers["more"], [String::new(), "3".to_owned()]);
    let shells = &comparison.differences[0];
    let found = shells.difference.unwrap();
    // By pairs there is no chance in it at all.
    assert_eq!((found.value, found.low, found.high, found.clear), (3.0, 3.0, 3.0, true));
    assert_eq!(shells.differ, 200);
    let yards = &comparison.differences[1];
    assert!(!yards.difference.unwrap().clear && yards.differ == 0);
    // Only seeds that gave both count.
    let comparison = compare(&made(&[], 200), &made(&[("odd", "yes"), ("more", "1")], 200));
    assert_eq!(comparison.pairs, 100);
    assert_eq!(comparison.differences[0].difference.unwrap().value, 1.0);
}

#[test]
fn boards_are_laid_upon_each_other_at_their_anchors() {
    let heat = made(&[], 100).heat.unwrap();
    assert_eq!((heat.columns, heat.anchor), (4, [2, 8]));
    let at = |column, row| HexIndex::new(column, row).dense(heat.columns);
    let dug = &heat.layers[0];
    assert_eq!(dug.sums[at(1, 8)], 200, "twice in each");
    assert_eq!(dug.sums[at(3, 9)], 450);
    assert_eq!(dug.sums.iter().sum::<u64>(), 650);
    // The first rows are there on the boards with the deepest rears only.
    assert_eq!((heat.boards[at(0, 0)], heat.boards[at(0, 8)]), (20, 100));
    let means: Vec<f64> = heat.means(dug).collect();
    assert_eq!((means[at(1, 8)], means[at(3, 9)]), (2.0, 4.5));
}

#[test]
fn seeds_that_are_refused_are_told_and_all_of_them_are_an_error() {
    let spread = made(&[("odd", "yes")], 10);
    assert_eq!((spread.made, spread.refused[0].count, spread.refused[0].seed), (5, 5, 0));
    let stop = AtomicBool::new(false);
    let found = run(&Shells, None, &request(&[("odd", "yes")], 4), 1, &|_| {}, &stop).unwrap_err();
    assert_eq!(found[0].rule.as_deref(), Some("X 1"));
    for times in [0, u32::MAX] {
        assert!(run(&Shells, None, &request(&[], 1), times, &|_| {}, &stop).is_err());
    }
}

#[test]
fn a_run_tells_how_far_it_is_and_can_be_stopped() {
    let (stop, seen) = (AtomicBool::new(false), Mutex::new(0));
    let progress = |now: salient_lab::Progress| {
        let mut seen = seen.lock().unwrap();
        *seen = now.done.max(*seen);
        stop.store(now.done >= 20, Ordering::Relaxed);
    };
    let spread = run(&Shells, None, &request(&[], 1), 50_000, &progress, &stop).unwrap();
    assert!(spread.made < 50_000 && spread.made >= 20, "{}", spread.made);
    assert!(*seen.lock().unwrap() >= 20);
    let view = View::of_set_ups("Shells", &spread, None);
    assert!(view.run.iter().any(|said| said.contains("stopped")), "{:?}", view.run);
}

#[test]
fn a_spread_is_told_in_words() {
    let (first, second) = (made(&[], 200), made(&[("more", "3")], 200));
    let comparison = compare(&first, &second);
    let view = View::of_set_ups("Shells", &second, Some(&comparison));
    let told = text::whole(&view, text::Limits { width: 110, rows: 8 });
    for words in ["200 set-ups, seeds 0 to 199", "More: 3 instead of as it is.", "Shells", "+3.0"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}
