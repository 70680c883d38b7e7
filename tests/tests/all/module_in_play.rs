//! A VASSAL module of somebody's, given rules of play: what its counters say is used, what they do
//! not say is told and something stands in for it, and bots play it to its end.

use std::io::Write as _;

use salient::SYSTEMS;
use salient_document::rules_of_play::templates;
use salient_document::{Document, Origin};
use salient_exchange::vassal;
use salient_rules::{Bot, Prepared};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::ruleset::RatingUse;
use salient_schema::{Bundle, Diagnostic};

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A module with four units on each side, of which `figures` gives the properties and their values.
fn imported(figures: impl Fn(&str, usize) -> (String, String)) -> Document {
    let (mut slots, mut saved) = (String::new(), "begin_save".to_owned());
    for (side, x) in [("Red", 24.0), ("Blue", 24.0 + 41.57 * 8.0)] {
        for number in 0..4_usize {
            let (properties, values) = figures(side, number);
            let (name, id) = (format!("{side} {number}"), slots.matches("gpid").count() + 1);
            let piece = format!("mark;{properties}\tpiece;;;{id}.gif;{name}/{values}");
            let y = 24 + 96 * number;
            slots += &format!(
                r#"<a.PieceSlot entryName="{name}" gpid="{id}">+/null/{piece}	null;0;0;{id};0</a.PieceSlot>"#
            );
            saved += &format!("\u{1b}+/{id}/{piece}\tMain;{x:.0};{y};{id};0");
        }
    }
    saved += "\u{1b}end_save";
    let grid = r#"<x.HexGrid x0="24" y0="24" dx="41.57" dy="48.0" sideways="false"><x.HexGridNumbering first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" stagger="false" hOff="1" vOff="1"/></x.HexGrid>"#;
    let build = format!(
        r#"<VASSAL.build.GameModule name="Somme" version="1.0"><a.Map mapName="Main"><a.BoardPicker><a.Board name="Somme" width="600" height="500">{grid}</a.Board></a.BoardPicker></a.Map><a.PieceWindow name="Counters"><a.ListWidget entryName="Counters">{slots}</a.ListWidget></a.PieceWindow></VASSAL.build.GameModule>"#
    );
    let game = zipped(&[("savedGame", saved.as_bytes())]);
    let module = zipped(&[("buildFile", build.as_bytes()), ("start.vsav", &game)]);
    let read = vassal::read(&module, "somme.vmod", None, None).unwrap();
    let scenario = read.scenarios.into_iter().next().expect("a set-up");
    assert_eq!(scenario.setup.placements.len(), 8, "{}", read.losses);
    let mut bundle = Bundle::new(read.ruleset, read.map, read.orders_of_battle, scenario);
    bundle.name_parts_by_id();
    let project = Project { bundle, paths: ProjectPaths::default(), texts: Default::default() };
    Document::new(SYSTEMS, project, Origin::Embedded)
}

/// Gives it the plainest rules of play. Gives what was told to be lacking.
fn given(document: &mut Document) -> Vec<String> {
    let template = &templates()[0];
    let lacking = document.lacks_for(template);
    let lacking = lacking.into_iter().map(|one| format!("{}: {}", one.place, one.what)).collect();
    let edit = document.give_rules_of_play(template);
    document.apply(edit).unwrap();
    document.refresh_problems();
    let wrong: Vec<Diagnostic> =
        document.all_problems().into_iter().filter(Diagnostic::is_error).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    lacking
}

fn is_played_to_its_end(document: &Document) {
    let prepared = Prepared::new(SYSTEMS, document.bundle()).unwrap();
    for seed in 0..4 {
        let mut game = prepared.start(seed);
        let mut moved = 0;
        while !game.advance(&[Bot::RANDOM; 2]).over {
            moved += 1;
            assert!(moved < 20_000, "it ends");
        }
        assert!(game.is_over() && moved > 0, "{moved}");
        assert_eq!(game.turn(), document.scenario().turns.last().unwrap().turn);
    }
}

#[test]
fn the_figures_of_a_module_are_what_its_units_fight_and_move_with() {
    let said = "Side,Strength,Movement Allowance";
    let mut document =
        imported(|side, number| (said.to_owned(), format!("{side},{},5", 2 + number)));
    let before = document.bundle().clone();
    let lacking = given(&mut document);
    let layout = &document.ruleset().counters;
    for (of, id) in [(RatingUse::Strength, "strength"), (RatingUse::Movement, "movement-allowance")]
    {
        assert_eq!(layout.rating_for(of).map(|rating| rating.id.as_str()), Some(id));
    }
    assert_eq!(layout.ratings.len(), 2, "none is added");
    assert_eq!(before.orders_of_battle, document.bundle().orders_of_battle);
    // What a module cannot say is told.
    assert!(lacking.iter().any(|one| one.starts_with("Ruleset, Terrain: ")), "{lacking:?}");
    assert!(lacking.iter().any(|one| one.starts_with("Victory: ")), "{lacking:?}");
    assert!(!lacking.iter().any(|one| one.contains("Order of battle")), "{lacking:?}");
    is_played_to_its_end(&document);
}

#[test]
fn something_stands_in_for_figures_that_only_pictures_show() {
    let mut document = imported(|side, _| ("Side".to_owned(), side.to_owned()));
    let before = document.bundle().clone();
    let lacking = given(&mut document);
    let counters =
        lacking.iter().filter(|one| one.starts_with("Order of battle: 8 counters have no"));
    assert_eq!(counters.count(), 2, "{lacking:?}");
    let notes = &document.ruleset().notes;
    assert!(notes.iter().any(|note| note.contains("8 counters have no")), "{notes:?}");
    is_played_to_its_end(&document);
    // All in one step.
    document.undo();
    assert!(*document.bundle() == before);
}
