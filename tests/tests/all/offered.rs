//! An ability that no screen offers does not exist for a designer: every edit, every change of a
//! page, every format, command and tool is asked for somewhere in the screens. What is not stands
//! in a list below with its reason, and leaves the list once it is offered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use salient::ui::command::COMMANDS;
use salient_tests::sources::read;
use salient_tests::{files_below, root};

/// What no screen asks for by that name: what it is, and why not.
const NOT_OFFERED: &[(&str, &str)] = &[
    ("Edit::SetGlyph", "what SetTerrain comes down to"),
    ("Edit::SetGlyphs", "what PaintTerrain comes down to"),
    ("Edit::AddGlyph", "painting with a kind gives it a glyph"),
    ("Edit::SetGlyphKind", "a kind of terrain that is renamed takes its glyph along"),
    ("Edit::RemoveGlyph", "the inverse of AddGlyph"),
    ("Edit::SetElevationGlyphs", "what SetElevations comes down to"),
    ("Edit::AddElevationGlyph", "painting with a level gives it a glyph"),
    ("Edit::RemoveElevationGlyph", "the inverse of AddElevationGlyph"),
    ("Edit::AddElevationLayer", "the first stroke gives the map heights"),
    ("Edit::RemoveElevationLayer", "the inverse of AddElevationLayer"),
    ("Edit::UncopyRuleset", "the inverse of CopyRuleset"),
    ("Edit::Patch", "what many additions and removals together come to"),
    ("Edit::patch", "what many additions and removals together come to"),
    ("Edit::remove_line_side", "the eraser rewrites the line that is left"),
    ("Edit::SetRating", "Change::Rating changes the counter as a whole"),
    ("Edit::RemoveOrderOfBattle", "the inverse of AddOrderOfBattle"),
    ("Edit::SetTurnLabel", "Op::SetTurn changes the game-turn as a whole"),
];

/// What the command line does, and the command of the window that does the same; or why none does.
const COMMAND_LINE: &[(&str, Result<&str, &str>)] = &[
    ("Validate", Ok("panel.problems")),
    ("Map", Ok("panel.recipe")),
    ("Fmt", Err("whatever is saved is in canonical form")),
    ("Schema", Err("for whoever writes JSON, not for the window")),
    ("Diff", Ok("versions.file")),
    ("Merge", Ok("versions.merge")),
    ("Render", Ok("file.picture")),
    ("Export", Ok("file.export")),
    ("Book", Ok("file.export")),
    ("Import", Ok("file.import")),
    ("TestRun", Ok("run.games")),
    ("Play", Ok("run.step")),
    ("Replay", Err("a game's log is compared byte by byte, for tests; a run's games are watched")),
    ("Generate", Ok("file.generate")),
    ("Rules", Ok("panel.rules")),
    ("Completions", Err("for shells")),
    ("Man", Err("for shells")),
];

/// Pairs of words that stand side by side: `Edit::PlaceCounter` is `("Edit", "PlaceCounter")`.
type Pairs = BTreeSet<(String, String)>;

fn pairs(folder: &Path, wanted: impl Fn(&str) -> bool) -> Pairs {
    let mut pairs = Pairs::new();
    for path in files_below(folder, ".rs") {
        let inside = path.strip_prefix(folder).expect("below it");
        let name = inside.to_string_lossy().replace('\\', "/");
        if !wanted(&name) {
            continue;
        }
        let said = read(&std::fs::read_to_string(&path).expect("a source")).said;
        let beside = said.windows(2).map(|two| (two[0].text.clone(), two[1].text.clone()));
        pairs.extend(beside);
    }
    pairs
}

fn source(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a source")
}

/// The variants of an enumeration, from the text that defines it.
fn variants(path: &str, name: &str) -> Vec<String> {
    let text = source(path);
    let (_, rest) = text.split_once(&format!("pub enum {name} {{\n")).expect("the enumeration");
    let (body, _) = rest.split_once("\n}").expect("its end");
    let named = |line: &str| {
        let line = line.strip_prefix("    ")?;
        let is_variant = line.starts_with(|c: char| c.is_ascii_uppercase());
        let end = line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
        is_variant.then(|| line[..end].to_owned())
    };
    let found: Vec<String> = body.lines().filter_map(named).collect();
    assert!(found.len() > 1, "{name} in {path}");
    found
}

/// The functions that make edits of lists, each with its text.
fn makers() -> BTreeMap<String, String> {
    let text = source("editor/document/src/edit/make.rs");
    let functions = text.split("    pub fn ").skip(1);
    functions
        .map(|function| {
            let end = function.find(|c: char| !(c.is_alphanumeric() || c == '_')).expect("a name");
            (function[..end].to_owned(), function.to_owned())
        })
        .collect()
}

/// What there is, and is not asked for.
fn missing() -> BTreeSet<String> {
    let screens = pairs(&root().join("editor/app/ui/src"), |_| true);
    // Tools, pages and fixes make edits of what screens ask of them; what applies and keeps them
    // asks for nothing.
    let within = ["apply", "edit", "journal", "transaction", "history"];
    let makes = |name: &str| !within.iter().any(|one| name.starts_with(one));
    let mut makers_of_edits = pairs(&root().join("editor/document/src"), makes);
    makers_of_edits.extend(screens.iter().cloned());
    let said =
        |pairs: &Pairs, one: &str, other: &str| pairs.contains(&(one.to_owned(), other.to_owned()));

    let mut missing = BTreeSet::new();
    let made = makers();
    let called: Vec<&String> = made
        .iter()
        .filter(|(name, _)| {
            let is = said(&makers_of_edits, "Edit", name);
            if !is {
                missing.insert(format!("Edit::{name}"));
            }
            is
        })
        .map(|(_, text)| text)
        .collect();
    let by_maker = |words: &str| called.iter().any(|text| text.contains(words));
    for edit in variants("editor/document/src/edit.rs", "Edit") {
        if !said(&makers_of_edits, "Edit", &edit) && !by_maker(&format!("Self::{edit} ")) {
            missing.insert(format!("Edit::{edit}"));
        }
    }
    for list in variants("editor/document/src/edit/list.rs", "List") {
        if !said(&makers_of_edits, "List", &list) && !by_maker(&format!("List::{list}")) {
            missing.insert(format!("List::{list}"));
        }
    }
    for (path, name) in [
        ("editor/document/src/set_up/op.rs", "Op"),
        ("editor/document/src/schedule/op.rs", "Op"),
        ("editor/document/src/charts/op.rs", "ChartOp"),
        ("editor/document/src/oob/change.rs", "Change"),
        ("editor/document/src/oob/change.rs", "FormationChange"),
        ("editor/document/src/tools/mod.rs", "Tool"),
        ("editor/document/src/layers.rs", "LayerId"),
        ("editor/app/output/src/export.rs", "Format"),
        ("schema/src/defined.rs", "Defined"),
    ] {
        for variant in variants(path, name) {
            if !said(&screens, name, &variant) && !said(&screens, name, "ALL") {
                missing.insert(format!("{name}::{variant}"));
            }
        }
    }
    // A file is read by what it is: who asks for the client of a name reads all.
    if !said(&screens, "Client", "of") {
        missing.insert("Client::of".to_owned());
    }
    let elsewhere =
        pairs(&root().join("editor/app/ui/src"), |name| !name.starts_with("request/command"));
    for command in variants("editor/app/ui/src/request/command/kinds.rs", "UiCommand") {
        if !said(&elsewhere, "UiCommand", &command) {
            missing.insert(format!("UiCommand::{command}"));
        }
    }
    missing
}

#[test]
fn every_ability_is_offered_by_a_screen() {
    let missing = missing();
    let excused: BTreeSet<String> =
        NOT_OFFERED.iter().map(|(what, _)| (*what).to_owned()).collect();
    let new: Vec<_> = missing.difference(&excused).collect();
    assert!(new.is_empty(), "no screen asks for {new:#?}: offer it, or say here why not");
    let done: Vec<_> = excused.difference(&missing).collect();
    assert!(done.is_empty(), "{done:#?} is offered now: take it off the list");
    for (what, why) in NOT_OFFERED {
        assert!(why.len() > 10, "{what}: why not?");
    }
}

#[test]
fn what_the_command_line_does_the_window_does_too() {
    let text = source("editor/app/cli/src/lib.rs");
    let (_, rest) = text.split_once("pub enum Command {\n").expect("the commands");
    let (body, _) = rest.split_once("\n}").expect("their end");
    let there: BTreeSet<&str> = body
        .lines()
        .filter_map(|line| line.trim().split_once('(').map(|(name, _)| name))
        .filter(|name| name.chars().all(char::is_alphabetic))
        .collect();
    let told: BTreeSet<&str> = COMMAND_LINE.iter().map(|(name, _)| *name).collect();
    assert_eq!(there, told, "say what the window has for it, or why nothing");
    for (name, does) in COMMAND_LINE {
        match does {
            Ok(id) => assert!(COMMANDS.iter().any(|row| row.id == *id), "{name}: no command {id}"),
            Err(why) => assert!(why.len() > 8, "{name}: why not?"),
        }
    }
}
