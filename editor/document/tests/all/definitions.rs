//! What a ruleset defines: what is called otherwise is followed by all that speaks of it, and
//! nothing that is spoken of goes away.

use std::path::Path;

use salient_document::oob::change::read_formation_rating;
use salient_document::oob::{self, FormationChange, Refused};
use salient_document::{Document, Edit, EditError, Item, Key, List, Origin, RolesOf};
use salient_schema::common::Rating;
use salient_schema::project::{Disk, open_project};
use salient_schema::ruleset::{Kind, RatingDef, Side, TraitDef};
use salient_schema::{Bundle, Defined, Ruleset};

use crate::SYSTEMS;
use crate::helper::{self, bytes};

const FIXTURES: [&str; 5] =
    ["kaisers-battle", "storm-in-the-west", "offensive-1914", "infantry-attacks", "trench-setup"];

fn fixture(system: &str) -> Document {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let path = root.join(system).join("scenario.json");
    let (project, found) = open_project(&Disk, path.to_str().unwrap());
    let mut project = project.unwrap_or_else(|| panic!("{found:#?}"));
    project.paths = Default::default();
    // No fixture has such.
    project.bundle.ruleset.counters.formation_ratings.push(limit());
    let formations = project.bundle.orders_of_battle.iter_mut().flat_map(|oob| &mut oob.formations);
    for formation in formations {
        formation.ratings.insert("limit".to_owned(), Rating::Number(3));
    }
    Document::new(SYSTEMS, project, Origin::Embedded)
}

/// A rating of formations.
fn limit() -> RatingDef {
    let (id, name) = ("limit".to_owned(), "Limit".to_owned());
    RatingDef { id, name, max: 9, ..RatingDef::default() }
}

/// A definition with another id.
fn called(ruleset: &Ruleset, of: Defined, old: &str, new: &str) -> Item {
    let id = new.to_owned();
    let layout = &ruleset.counters;
    macro_rules! one {
        ($list:expr) => {{
            let mut one = $list.iter().find(|one| one.id == old).unwrap().clone();
            one.id = id;
            one.into()
        }};
    }
    match of {
        Defined::Side => one!(ruleset.sides),
        Defined::Nation => one!(ruleset.nations),
        Defined::UnitType => one!(layout.types),
        Defined::UnitSize => one!(layout.sizes),
        Defined::Rating => one!(layout.ratings),
        Defined::FormationRating => one!(layout.formation_ratings),
        Defined::Trait => one!(layout.traits),
        Defined::OptionalRule => one!(ruleset.optional_rules),
        kinds => one!(kinds.kinds(ruleset).unwrap()),
    }
}

fn rename(document: &mut Document, of: Defined, old: &str, new: &str) {
    let to = called(document.ruleset(), of, old, new);
    document.apply(Edit::redefine(of, old.to_owned(), to)).unwrap();
}

/// What is wrong with a document, without the names that a renamed thing has in it.
fn problems(document: &mut Document) -> usize {
    document.refresh_problems();
    document.all_problems().len()
}

#[test]
fn whatever_is_called_otherwise_the_rules_are_content() {
    let mut renamed = 0;
    for system in FIXTURES {
        let mut document = fixture(system);
        let (start, before) = (bytes(&document), problems(&mut document));
        for of in Defined::ALL {
            let ids: Vec<String> =
                of.ids(document.ruleset()).into_iter().map(String::to_owned).collect();
            for id in ids {
                rename(&mut document, of, &id, "something-new");
                let case = format!("{system}: {} {id}", of.words());
                assert_eq!(problems(&mut document), before, "{case}");
                assert!(of.ids(document.ruleset()).contains(&&"something-new".to_owned()));
                document.undo();
                assert!(document.undo_name().is_none(), "{case}: one thing at a time");
                renamed += 1;
            }
        }
        assert_eq!(bytes(&document), start, "{system}");
    }
    assert!(renamed > 100, "{renamed}");
}

#[test]
fn a_painted_hex_keeps_a_terrain_that_is_called_otherwise() {
    let mut document = helper::document();
    let start = bytes(&document);
    let hex = document.grid().parse("0202").unwrap();
    assert_eq!(document.terrain_at(hex).unwrap(), "woods");
    rename(&mut document, Defined::Terrain, "woods", "forest");
    assert_eq!(document.terrain_at(hex).unwrap(), "forest");
    assert_eq!(document.undo_name(), Some("Change Woods"));
    document.undo();
    assert_eq!(bytes(&document), start);
    document.redo();
    assert_eq!(document.terrain_at(hex).unwrap(), "forest");
}

#[test]
fn a_side_is_followed_by_map_counters_and_set_up_but_not_by_the_nation_of_its_name() {
    let mut document = helper::document();
    rename(&mut document, Defined::Side, "blue", "azure");
    let Bundle { map, scenario, orders_of_battle, ruleset, .. } = document.bundle();
    assert_eq!(map.features.items[1].owner.as_deref(), Some("azure"));
    assert_eq!(scenario.reinforcements[0].side, "azure");
    assert!(!orders_of_battle[0].counters.iter().any(|counter| counter.side == "blue"));
    assert!(orders_of_battle[0].formations.iter().any(|formation| formation.side == "azure"));
    assert_eq!(ruleset.nations[1].id, "blue");
}

#[test]
fn a_rating_is_followed_by_faces_and_the_bottom_line() {
    let mut document = helper::document();
    rename(&mut document, Defined::Rating, "strength", "combat");
    assert_eq!(document.ruleset().counters.pattern, "{combat}-{movement}");
    let face = &document.bundle().orders_of_battle[0].counters[0].faces[0];
    assert!(face.ratings.contains_key("combat") && !face.ratings.contains_key("strength"));
}

#[test]
fn a_rating_of_formations_is_defined_given_followed_and_taken_away() {
    let mut document = helper::document();
    let start = bytes(&document);
    document.apply(Edit::define(Defined::FormationRating, limit(), None)).unwrap();
    let give = |document: &mut Document, typed: &str| {
        let value = read_formation_rating(document.bundle(), "limit", typed)?;
        let change = FormationChange::Rating("limit".to_owned(), value);
        for edit in oob::change_formation(document.bundle(), 0, "red-1", &change)? {
            document.apply(edit).unwrap();
        }
        Ok::<_, Refused>(())
    };
    let has = |document: &Document, rating: &str| {
        let ratings = &document.bundle().orders_of_battle[0].formations[0].ratings;
        ratings.get(rating).map(ToString::to_string)
    };
    give(&mut document, "3").unwrap();
    assert_eq!(has(&document, "limit").as_deref(), Some("3"));
    assert_eq!(give(&mut document, "10").unwrap_err().to_string(), "Limit is 0 to 9; 10 is not.");
    rename(&mut document, Defined::FormationRating, "limit", "most");
    assert_eq!((has(&document, "most").as_deref(), has(&document, "limit")), (Some("3"), None));
    document.undo();
    let gone = Edit::undefine(Defined::FormationRating, "limit".to_owned());
    let place = "the formation First Red".to_owned();
    let used = EditError::StillUsed { id: "limit".to_owned(), count: 1, place };
    assert_eq!(document.apply(gone.clone()), Err(used));
    // A formation may always go without.
    give(&mut document, "").unwrap();
    document.apply(gone).unwrap();
    assert_eq!(bytes(&document), start);
    assert!(read_formation_rating(document.bundle(), "limit", "3").is_err());
}

#[test]
fn nothing_that_is_spoken_of_goes_away() {
    let mut document = helper::document();
    let refusals = [
        (Defined::Terrain, "woods", "3 hexes of the map"),
        (Defined::Feature, "town", "hex 0202"),
        (Defined::Hexside, "river", "hexside 0303:n"),
        (Defined::Path, "road", "a path from 0101"),
        (Defined::Line, "vp-line", "a line from 0404:n"),
        (Defined::Side, "red", "the formation First Red"),
        (Defined::UnitType, "infantry", "the counter a-1"),
        (Defined::Rating, "movement", "the bottom line of the counters"),
    ];
    for (of, id, first) in refusals {
        match document.apply(Edit::undefine(of, id.to_owned())) {
            Err(EditError::StillUsed { place, .. }) => assert_eq!(place, first),
            other => panic!("{id}: {other:?}"),
        }
    }
    for (of, id) in
        [(Defined::Terrain, "swamp"), (Defined::Nation, "red"), (Defined::Path, "railway")]
    {
        document.apply(Edit::undefine(of, id.to_owned())).unwrap();
    }
    assert!(problems(&mut document) <= problems(&mut helper::document()));
}

#[test]
fn what_fills_a_role_stays_until_another_does() {
    let mut document = fixture("kaisers-battle");
    let roles = &document.ruleset().roles;
    let filled = roles["headquarters"][0].clone();
    // A type of its own in the role, which no counter has.
    let mut new = called(document.ruleset(), Defined::UnitType, &filled, "staff");
    if let Item::UnitType(new) = &mut new {
        new.name = "Staff".to_owned();
    }
    document.apply(Edit::define(Defined::UnitType, new, None)).unwrap();
    let role = |ids: &[&str]| Edit::SetRole {
        of: RolesOf::Ruleset,
        role: "headquarters".to_owned(),
        filled_by: Some(ids.iter().map(|id| (*id).to_owned()).collect()),
    };
    document.apply(role(&[&filled, "staff"])).unwrap();
    let gone = document.apply(Edit::undefine(Defined::UnitType, "staff".to_owned()));
    let place = "the role headquarters".to_owned();
    assert_eq!(gone, Err(EditError::StillUsed { id: "staff".to_owned(), count: 1, place }));
    document.apply(role(&[&filled])).unwrap();
    document.apply(Edit::undefine(Defined::UnitType, "staff".to_owned())).unwrap();
}

#[test]
fn a_trait_that_the_rules_know_by_its_name_keeps_its_part() {
    let mut document = helper::document();
    let no_zoc = TraitDef {
        id: "no-zoc".to_owned(),
        name: "No ZOC".to_owned(),
        meaning: None,
        provenance: Default::default(),
    };
    document.apply(Edit::define(Defined::Trait, no_zoc, None)).unwrap();
    rename(&mut document, Defined::Trait, "no-zoc", "shy");
    assert_eq!(document.ruleset().roles["no-zoc"], ["shy"]);
}

#[test]
fn two_of_one_name_or_of_no_name_are_refused() {
    let mut document = helper::document();
    let side = |id: &str| Side::new(id, "Green");
    let taken = document.apply(Edit::define(Defined::Side, side("red"), None));
    let id = "red".to_owned();
    assert_eq!(taken, Err(EditError::DefinedAlready { of: Defined::Side, id }));
    let nameless = document.apply(Edit::define(Defined::Side, side("Green!"), None));
    assert_eq!(nameless, Err(EditError::NoId { id: "Green!".to_owned() }));
    let onto = document.apply(Edit::redefine(Defined::Side, "blue".to_owned(), side("red")));
    assert!(matches!(onto, Err(EditError::DefinedAlready { .. })));
    let nobody = document.apply(Edit::redefine(Defined::Side, "green".to_owned(), side("green")));
    assert!(matches!(nobody, Err(EditError::NotDefined { .. })), "{nobody:?}");
    let kind: Kind = document.ruleset().terrain[0].clone();
    let wrong = document.apply(Edit::define(Defined::Side, Kind { id: "x".into(), ..kind }, None));
    assert!(matches!(wrong, Err(EditError::WrongList { .. })));
    assert!(!document.dirty());
}

#[test]
fn charts_come_and_go_unless_the_rules_or_the_scenario_speak_of_them() {
    let mut document = fixture("storm-in-the-west");
    let start = bytes(&document);
    let mut table = document.ruleset().tables[0].clone();
    let taken = document.apply(Edit::add_table(table.clone(), None));
    assert!(matches!(taken, Err(EditError::ChartThere { .. })), "{taken:?}");
    let spoken_of = document.apply(Edit::remove_table(table.id.clone()));
    assert!(matches!(spoken_of, Err(EditError::StillUsed { .. })), "{spoken_of:?}");
    table.id = "morale-table".to_owned();
    document.apply(Edit::add_table(table, Some(0))).unwrap();
    assert_eq!(document.ruleset().tables[0].id, "morale-table");
    document.apply(Edit::remove_table("morale-table".to_owned())).unwrap();
    assert_eq!(bytes(&document), start);
}

#[test]
fn a_constant_that_the_rules_ask_for_by_its_name_stays() {
    let published = salient_rules::System::published(&salient_kaisers_battle::Rulebook);
    let mut document = helper::document_of(published.bundle(Some("kaisers-battle")).unwrap());
    let constants = document.ruleset().constants.clone();
    let refused = constants.into_iter().filter(|constant| {
        let key = Key::Name(constant.id.clone());
        let gone = document.apply(Edit::Remove { list: List::Constants, key });
        let role = format!("the role {}", constant.id);
        matches!(gone, Err(EditError::StillUsed { place, .. }) if place == role)
    });
    assert!(refused.count() > 10);
}
