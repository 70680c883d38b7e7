//! Any bytes as any file: a diagnostic or a document, never a panic, and the file on disk stays
//! as it is.

use std::path::PathBuf;
use std::sync::OnceLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use salient::SYSTEMS;
use salient_schema::{
    Code, Diagnostic, Document, Memory, format_text, open_file, open_map, open_project,
    read_bundle, read_map, read_order_of_battle, read_ruleset, read_scenario, read_text, write,
};
use salient_tests::{FIXTURE_SYSTEMS, Folder, files_below, fixtures, name_of};
use serde_json::Value;

/// The sound fixtures: name and text.
fn sound() -> &'static [(String, String)] {
    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let paths: Vec<PathBuf> = FIXTURE_SYSTEMS
            .iter()
            .flat_map(|system| files_below(&fixtures().join(system), ".json"))
            .collect();
        let files: Vec<(String, String)> = paths
            .iter()
            .map(|path| {
                let text = std::fs::read_to_string(path).expect("a fixture");
                (name_of(path, &fixtures()), text)
            })
            .collect();
        assert_eq!(files.len(), 20);
        files
    })
}

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
enum Cut {
    /// Take some bytes out.
    Delete(Index, usize),
    /// Put something in.
    Insert(Index, &'static str),
    /// Change one byte.
    Replace(Index, u8),
    /// Say some bytes twice.
    Double(Index, usize),
    /// Stop there.
    Truncate(Index),
}

impl Cut {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let range = |at: &Index, length: usize, bytes: &[u8]| {
            let start = at.index(bytes.len());
            start..bytes.len().min(start + length)
        };
        match self {
            Self::Delete(at, length) => {
                bytes.drain(range(at, *length, bytes));
            }
            Self::Insert(at, text) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, text.bytes());
            }
            Self::Replace(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::Double(at, length) => {
                let range = range(at, *length, bytes);
                let again = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, again);
            }
            Self::Truncate(at) => bytes.truncate(at.index(bytes.len())),
        }
    }
}

/// What a hand slips into JSON, and what a parser trips over.
const SLIPS: &[&str] = &[
    ",",
    ":",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "null",
    "true",
    "-",
    "1e999",
    "0",
    "-1",
    "65536",
    "99999999999999999999",
    "0.1",
    "//",
    "/*",
    "NaN",
    "'",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "🂡",
    "\"\":",
    "\"a\":{",
    "[[[[[[[[",
    "\n",
    "\t",
    "\r",
];

fn cut() -> impl Strategy<Value = Cut> {
    prop_oneof![
        (any::<Index>(), 1_usize..40).prop_map(|(at, length)| Cut::Delete(at, length)),
        (any::<Index>(), prop::sample::select(SLIPS)).prop_map(|(at, text)| Cut::Insert(at, text)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Cut::Replace(at, byte)),
        (any::<Index>(), 1_usize..80).prop_map(|(at, length)| Cut::Double(at, length)),
        any::<Index>().prop_map(Cut::Truncate),
    ]
}

/// A change to the data of a file that leaves it JSON.
#[derive(Clone, Debug)]
enum Twist {
    /// Another value stands there.
    Value(Index, Value),
    /// A key or item is gone.
    Remove(Index),
    /// A key has another name.
    Rename(Index, String),
    /// An item stands twice.
    Repeat(Index),
}

fn twist() -> impl Strategy<Value = Twist> {
    let values = [
        Value::Null,
        Value::Bool(true),
        0.into(),
        (-1).into(),
        7.into(),
        65_536.into(),
        i64::MIN.into(),
        u64::MAX.into(),
        serde_json::json!(1e300),
        serde_json::json!(0.5),
        "".into(),
        "3801".into(),
        "99999999".into(),
        "é".into(),
        "german".into(),
        "../../../../etc".into(),
        Value::Array(vec![]),
        serde_json::json!([[[]]]),
        serde_json::json!({}),
        serde_json::json!({ "letter": "A", "zone": "B" }),
    ];
    prop_oneof![
        4 => (any::<Index>(), prop::sample::select(values.to_vec()))
            .prop_map(|(at, value)| Twist::Value(at, value)),
        2 => any::<Index>().prop_map(Twist::Remove),
        1 => (any::<Index>(), "[a-z_/~]{0,6}").prop_map(|(at, name)| Twist::Rename(at, name)),
        1 => any::<Index>().prop_map(Twist::Repeat),
    ]
}

/// The values inside, as pointers from the top down.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.push(at.clone());
                pointers(value, &at, found);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                let at = format!("{at}/{index}");
                found.push(at.clone());
                pointers(value, &at, found);
            }
        }
        _ => {}
    }
}

impl Twist {
    fn apply(&self, root: &mut Value) {
        let mut all = Vec::new();
        pointers(root, "", &mut all);
        if all.is_empty() {
            return;
        }
        let (Self::Value(at, _) | Self::Remove(at) | Self::Rename(at, _) | Self::Repeat(at)) = self;
        let pointer = &all[at.index(all.len())];
        if let Self::Value(_, value) = self {
            if let Some(there) = root.pointer_mut(pointer) {
                *there = value.clone();
            }
            return;
        }
        let (parent, last) = pointer.rsplit_once('/').expect("a pointer has a slash");
        let last = last.replace("~1", "/").replace("~0", "~");
        match root.pointer_mut(parent) {
            Some(Value::Object(fields)) => {
                let Some(value) = fields.remove(&last) else { return };
                match self {
                    Self::Rename(_, name) => {
                        fields.insert(name.clone(), value);
                    }
                    Self::Repeat(_) => {
                        fields.insert(format!("{last}2"), value.clone());
                        fields.insert(last, value);
                    }
                    _ => {}
                }
            }
            Some(Value::Array(items)) => {
                let Ok(index) = last.parse::<usize>() else { return };
                if index >= items.len() {
                    return;
                }
                match self {
                    Self::Repeat(_) => {
                        let again = items[index].clone();
                        items.push(again);
                    }
                    _ => {
                        items.remove(index);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Every finding in a file says where, and what, in one line.
pub fn assert_findings(name: &str, text: &[u8], found: &[Diagnostic]) {
    let lines = String::from_utf8_lossy(text).split('\n').count() as u32;
    for finding in found {
        assert!(!finding.message.trim().is_empty(), "{finding:?}");
        assert!(!finding.to_string().contains('\n'), "{finding:?}: more than one line");
        if finding.place.file.as_deref() == Some(name) && finding.code != Code::Unreadable {
            let line = finding.place.line.unwrap_or_else(|| panic!("{finding}: no line"));
            assert!(finding.place.column.is_some_and(|column| column >= 1), "{finding}");
            assert!((1..=lines).contains(&line), "{finding}: the file has {lines} lines");
        }
    }
}

/// A file through every reader; whatever can be read can be written and read again.
fn through_every_reader(name: &str, text: &[u8]) {
    let (document, found) = read_text(name, text);
    assert_findings(name, text, &found);
    assert!(document.is_some() || found.iter().any(Diagnostic::is_error), "neither nor");
    assert!(
        [
            read_map(name, text).0.is_some(),
            read_ruleset(name, text).0.is_some(),
            read_order_of_battle(name, text).0.is_some(),
            read_scenario(name, text).0.is_some(),
            read_bundle(name, text).0.is_some(),
        ]
        .iter()
        .filter(|read| **read)
        .count()
            == usize::from(document.is_some()),
        "a file is of the one kind that it says it is"
    );
    if let Err(found) = format_text(name, text) {
        assert!(found.iter().any(Diagnostic::is_error), "refused without an error");
    }
    if let Some(document) = document {
        let written = write(&document).expect("what was read can be written");
        let (again, _) = read_text(name, &written);
        assert!(again.as_ref() == Some(&document), "not the same document after writing");
        // A map, opened by itself, and a scenario's bundle are checked against the rules too;
        // a fixture's other files are sound.
        play(name, text, document);
    }
}

/// What the editor and the command line do with a file that could be read.
fn play(name: &str, text: &[u8], document: Document) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let files = sound().iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let source = Memory::from_iter(files.chain([(name, text)]));
    let (_, found) = open_file(&source, name);
    assert_findings(name, text.as_bytes(), &found);
    let _ = open_map(&source, name);
    let folder = name.split('/').next().unwrap_or_default();
    let scenario = format!("{folder}/scenario.json");
    let (project, found) = open_project(&source, &scenario);
    assert_findings(name, text.as_bytes(), &found);
    if let Some(project) = project {
        let problems = salient_rules::check(SYSTEMS, &project.bundle);
        if !found.iter().chain(&problems).any(Diagnostic::is_error)
            && let Ok(mut game) = salient_rules::Match::start(SYSTEMS, &project.bundle, 1)
        {
            for _ in 0..20 {
                game.advance(&[salient_rules::Bot::RANDOM, salient_rules::Bot::RANDOM]);
            }
        }
    }
    drop(document);
}

fn config(cases: u32) -> ProptestConfig {
    // What fails is printed whole; nothing is written into the checkout.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn random_bytes_are_refused_with_a_place(bytes in vec(any::<u8>(), 0..400)) {
        through_every_reader("random.json", &bytes);
    }

    #[test]
    fn random_text_is_refused_with_a_place(
        parts in vec(prop_oneof![
            prop::sample::select(SLIPS).prop_map(str::to_owned),
            prop::sample::select(&["\"$schema\": \"map.schema.json\"", "\"format_version\": 1"][..])
                .prop_map(str::to_owned),
            "[ -~]{0,8}",
        ], 0..40),
    ) {
        through_every_reader("random.json", parts.concat().as_bytes());
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn slips_of_the_hand_are_found(file in any::<Index>(), cuts in vec(cut(), 1..4)) {
        let (name, text) = &sound()[file.index(sound().len())];
        let mut bytes = text.clone().into_bytes();
        for cut in &cuts {
            cut.apply(&mut bytes);
        }
        through_every_reader(name, &bytes);
    }

    #[test]
    fn data_out_of_shape_is_found(file in any::<Index>(), twists in vec(twist(), 1..4)) {
        let (name, text) = &sound()[file.index(sound().len())];
        let mut value: Value = serde_json::from_str(text).expect("a fixture is JSON");
        for twist in &twists {
            twist.apply(&mut value);
        }
        through_every_reader(name, value.to_string().as_bytes());
    }
}

/// Deep nesting must not exhaust the stack.
#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let (document, found) = read_text("deep.json", &deep);
        assert!(document.is_none() && !found.is_empty());
        let open_only = open.repeat(100_000);
        let (document, found) = read_text("deep.json", &open_only);
        assert!(document.is_none() && !found.is_empty());
    }
}

/// A map says how large it is; a lie must not cost more memory than the file is long.
#[test]
fn a_large_claim_is_no_large_map() {
    let (name, text) =
        sound().iter().find(|(name, _)| name == "kaisers-battle/map.json").expect("a fixture");
    let text = text
        .replace("\"columns\": 8", "\"columns\": 4096")
        .replace("\"rows\": 6", "\"rows\": 4096");
    through_every_reader(name, text.as_bytes());
}

/// Opening garbage leaves the garbage as it is, and says what is wrong with it.
#[test]
fn opening_a_bad_file_leaves_it_unchanged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let samples: [&[u8]; 6] = [
        b"",
        b"\xff\xfe\x00garbage",
        b"{",
        b"{\"$schema\": \"scenario.schema.json\", \"format_version\": 1}",
        b"[1, 2, 3]",
        b"{\"$schema\": \"bundle.schema.json\", \"format_version\": 9}",
    ];
    for (number, bytes) in samples.into_iter().enumerate() {
        let path = folder.path().join(format!("bad-{number}.json"));
        std::fs::write(&path, bytes).expect("a file is written");
        let name = path.to_string_lossy().into_owned();
        let (document, found) = salient_document::Document::open(SYSTEMS, &name);
        assert!(document.is_none(), "{name}");
        assert!(found.iter().any(Diagnostic::is_error), "{name}: {found:?}");
        let (project, found) = open_project(&Folder(folder.path().into()), &name);
        assert!(project.is_none() && found.iter().any(Diagnostic::is_error), "{name}: {found:?}");
        assert_eq!(std::fs::read(&path).expect("the file is there"), bytes);
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").flatten().collect();
    assert_eq!(left.len(), samples.len(), "nothing else was written beside them: {left:?}");
}
