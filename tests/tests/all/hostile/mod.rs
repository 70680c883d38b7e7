//! Hostile hands: ten thousand mutated inputs of every kind that Salient reads, each through the
//! function that a command calls with it. None panics, every complaint has a place, and nothing
//! that is printed moves a terminal's cursor.
//!
//! The seed is `PROPTEST_RNG_SEED`, as for all property tests; left out, it is another one in each
//! run. What fails names its kind, the seed and what was done to the sample.

mod boards;
mod commands;
mod documents;
mod mutation;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use salient_exchange::{ImportError, Imported};
use salient_schema::Diagnostic;

use mutation::{Chance, mutate};

/// How many mutations each kind of input gets.
const SHARES: [(&str, usize); 26] = [
    ("files of a scenario", 1460),
    ("bundle", 400),
    ("recipe", 400),
    ("layer in GeoJSON", 300),
    ("layer in CSV", 300),
    ("rule case", 700),
    ("GeoJSON", 720),
    ("Tiled's XML", 500),
    ("Tiled's JSON", 400),
    ("Wesnoth's map", 300),
    ("Worldographer's map", 250),
    ("MegaMek's board", 250),
    ("workbook", 100),
    ("tables", 750),
    ("spreadsheet of counters", 500),
    ("module as it lies there", 150),
    ("module's files", 250),
    ("saved game", 150),
    ("picture", 500),
    ("version to be merged", 250),
    ("log", 450),
    ("shard", 300),
    ("report", 200),
    ("journal", 250),
    ("record of a save", 150),
    ("settings", 20),
];

#[test]
fn ten_thousand_are_tried() {
    assert_eq!(SHARES.iter().map(|(_, count)| count).sum::<usize>(), 10_000);
    let tests =
        [include_str!("boards.rs"), include_str!("commands.rs"), include_str!("documents.rs")];
    for (kind, _) in SHARES {
        let named = format!("\"{kind}\"");
        assert!(tests.iter().any(|text| text.contains(&named)), "nobody tries {kind}");
    }
}

/// A reader that fails in any of the ways that are looked for is found out.
#[test]
fn what_is_wrong_is_noticed() {
    let said = |place: &str, text: &str, printed: &[u8]| Said {
        complaints: vec![(place.to_owned(), text.to_owned())],
        printed: printed.to_vec(),
    };
    let noticed = |read: &dyn Fn() -> Said| {
        let told = catch_unwind(AssertUnwindSafe(|| examine("log", "cut off at 7", read)));
        told.err().map(|told| *told.downcast::<String>().expect("a text"))
    };
    assert_eq!(noticed(&|| said("a.json", "is no log", b"is no log\n")), None);
    let wrong: [(&str, &dyn Fn() -> Said); 6] = [
        ("it panics", &|| panic!("an index")),
        ("no place", &|| said("", "is no log", b"")),
        ("nothing is said", &|| said("a.json", " ", b"")),
        ("no text", &|| said("a.json", "is no log", b"\xff")),
        ("\\u{1b}", &|| said("a.json", "is no log", b"\x1b[2J")),
        ("\\u{202e}", &|| said("a.json", "is no log", "\u{202e}".as_bytes())),
    ];
    for (what, read) in wrong {
        let told = noticed(read).expect("it is noticed");
        assert!(told.contains(what) && told.contains("cut off at 7"), "{told}");
        assert!(told.contains("PROPTEST_RNG_SEED"), "{told}");
    }
}

/// What a reader said of an input.
#[derive(Debug, Default)]
struct Said {
    /// Complaints, each with the place that it names.
    complaints: Vec<(String, String)>,
    /// What was printed, where a command printed it itself.
    printed: Vec<u8>,
}

impl Said {
    /// What was found in files whose names begin so.
    fn found(found: &[Diagnostic]) -> Self {
        let place = |one: &Diagnostic| one.place.file.clone().unwrap_or_default();
        let complaints = found.iter().map(|one| (place(one), one.to_string())).collect();
        Self { complaints, printed: Vec::new() }
    }

    fn imported(result: &Result<Imported, ImportError>) -> Self {
        let complaints = match result {
            Ok(_) => Vec::new(),
            Err(error) => vec![(error.place.clone(), error.to_string())],
        };
        Self { complaints, printed: Vec::new() }
    }
}

fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| {
        let given = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
        given.unwrap_or_else(|| RandomState::new().build_hasher().finish())
    })
}

/// Mutates the samples in turn, as often as the kind's share says, and hands each on.
fn try_all(kind: &str, samples: &[Vec<u8>], read: impl Fn(usize, &[u8]) -> Said) {
    let count = SHARES.iter().find(|(name, _)| *name == kind).expect("a share").1;
    assert!(!samples.is_empty() && samples.iter().all(|sample| !sample.is_empty()), "{kind}");
    for (at, sample) in samples.iter().enumerate() {
        examine(kind, "as it was", &|| read(at, sample));
    }
    // Kinds do not take one another's numbers.
    let own = kind.bytes().fold(seed(), |seed, byte| seed.rotate_left(7) ^ u64::from(byte));
    let mut chance = Chance::new(own);
    for number in 0..count {
        let at = number % samples.len();
        let (bytes, done) = mutate(&samples[at], &mut chance);
        let done = format!("mutation {number}, sample {at}: {done}");
        examine(kind, &done, &|| read(at, &bytes));
    }
}

fn examine(kind: &str, done: &str, read: &dyn Fn() -> Said) {
    let what = || format!("{kind}, PROPTEST_RNG_SEED={}, {done}", seed());
    let said =
        catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| panic!("it panics: {}", what()));
    for (place, complaint) in &said.complaints {
        assert!(!place.is_empty(), "no place: {complaint:?}: {}", what());
        assert!(!complaint.trim().is_empty(), "nothing is said at {place}: {}", what());
        let shown = salient_files::visible(complaint);
        assert!(!obeyed(&shown), "{shown:?}: {}", what());
    }
    let printed = String::from_utf8(said.printed).unwrap_or_else(|_| panic!("no text: {}", what()));
    assert!(!obeyed(&printed), "{printed:?}: {}", what());
}

/// Whether a terminal would obey any of it.
fn obeyed(text: &str) -> bool {
    let turns = |letter| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().any(|letter| turns(letter) || (letter.is_control() && !"\n\t".contains(letter)))
}
