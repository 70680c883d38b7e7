//! What a ruleset defines and who speaks of it: the walk and the check know the same references.

use std::path::Path;

use salient_schema::common::Rating;
use salient_schema::defined::{rename_uses, uses};
use salient_schema::project::{Disk, open_project, open_ruleset};
use salient_schema::ruleset::RatingDef;
use salient_schema::{Bundle, Code, Defined, Diagnostic, Ruleset, check_references};

fn bundles() -> Vec<Bundle> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let systems = [
        "kaisers-battle",
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "trench-setup",
        "standard",
    ];
    let open = |system: &&str| {
        let file = if *system == "standard" { "drill.json" } else { "scenario.json" };
        let path = root.join(system).join(file);
        let (project, found) = open_project(&Disk, path.to_str().unwrap());
        let mut bundle = project.unwrap_or_else(|| panic!("{found:#?}")).bundle;
        // No fixture has such.
        let (id, name) = ("limit".to_owned(), "Limit".to_owned());
        let (optional, ink, corner) = (false, None, false);
        let limit = RatingDef { id, name, min: 0, max: 9, optional, ink, corner, uses: Vec::new() };
        bundle.ruleset.counters.formation_ratings.push(limit);
        for formation in bundle.orders_of_battle.iter_mut().flat_map(|book| &mut book.formations) {
            formation.ratings.insert("limit".to_owned(), Rating::Number(3));
        }
        bundle
    };
    systems.iter().map(open).collect()
}

/// How often something is named that is not there, in the files and among them.
fn dangling(bundle: &Bundle) -> usize {
    let mut found = check_references(bundle);
    found.extend(salient_schema::check::check_parts(bundle));
    found.iter().filter(|one| one.code == Code::DanglingReference).count()
}

/// Calls the definition itself otherwise.
pub fn redefine(ruleset: &mut Ruleset, of: Defined, old: &str, new: &str) {
    let layout = &mut ruleset.counters;
    let kinds = match of {
        Defined::Side => return set(ruleset.sides.iter_mut().map(|it| &mut it.id), old, new),
        Defined::Nation => return set(ruleset.nations.iter_mut().map(|it| &mut it.id), old, new),
        Defined::UnitType => return set(layout.types.iter_mut().map(|it| &mut it.id), old, new),
        Defined::UnitSize => return set(layout.sizes.iter_mut().map(|it| &mut it.id), old, new),
        Defined::Rating => return set(layout.ratings.iter_mut().map(|it| &mut it.id), old, new),
        Defined::FormationRating => {
            return set(layout.formation_ratings.iter_mut().map(|it| &mut it.id), old, new);
        }
        Defined::Trait => return set(layout.traits.iter_mut().map(|it| &mut it.id), old, new),
        Defined::OptionalRule => {
            return set(ruleset.optional_rules.iter_mut().map(|it| &mut it.id), old, new);
        }
        Defined::Terrain => &mut ruleset.terrain,
        Defined::Feature => &mut ruleset.features,
        Defined::Hexside => &mut ruleset.hexsides,
        Defined::Path => &mut ruleset.paths,
        Defined::Line => &mut ruleset.lines,
    };
    set(kinds.iter_mut().map(|it| &mut it.id), old, new);
}

fn set<'a>(ids: impl Iterator<Item = &'a mut String>, old: &str, new: &str) {
    ids.filter(|id| *id == old).for_each(|id| new.clone_into(id));
}

#[test]
fn what_is_called_otherwise_is_followed_everywhere() {
    for bundle in bundles() {
        let before = dangling(&bundle);
        for of in Defined::ALL {
            for id in of.ids(&bundle.ruleset) {
                let mut renamed = bundle.clone();
                rename_uses(&mut renamed, of, id, "something-new");
                redefine(&mut renamed.ruleset, of, id, "something-new");
                let case = format!("{} {} {id}", bundle.ruleset.id, of.words());
                assert_eq!(dangling(&renamed), before, "{case}");
                rename_uses(&mut renamed, of, "something-new", id);
                redefine(&mut renamed.ruleset, of, "something-new", id);
                assert!(renamed == bundle, "{case}: back again");
            }
        }
    }
}

#[test]
fn what_the_check_misses_is_what_the_walk_finds() {
    let mut compared = 0;
    for bundle in bundles() {
        let before = dangling(&bundle);
        for of in Defined::ALL {
            for id in of.ids(&bundle.ruleset) {
                let mut gone = bundle.clone();
                redefine(&mut gone.ruleset, of, id, "something-new");
                let missed = dangling(&gone) - before;
                // Hexes are missed once by their glyph. A name that a side and a nation share is
                // missed by nobody where it may mean either.
                let spoken_of = uses(&bundle, of, id).len();
                let case = format!("{} {} {id}", bundle.ruleset.id, of.words());
                assert!(missed <= spoken_of, "{case}: {missed} > {spoken_of}");
                let shared = matches!(of, Defined::Side | Defined::UnitType);
                assert!(missed == spoken_of || shared, "{case}: {missed} < {spoken_of}");
                compared += usize::from(spoken_of > 0);
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_rating_of_a_formation_is_known_and_in_its_range() {
    let mut bundle = bundles().swap_remove(0);
    let told = |bundle: &Bundle| -> Vec<String> {
        let mut found = check_references(bundle);
        found.extend(salient_schema::check::check_parts(bundle));
        found.into_iter().filter(Diagnostic::is_error).filter_map(|one| one.place.pointer).collect()
    };
    // That a formation has none is no fault.
    bundle.orders_of_battle[0].formations[1].ratings.clear();
    assert_eq!(told(&bundle), [""; 0]);
    let formation = &mut bundle.orders_of_battle[0].formations[0];
    formation.ratings.insert("limit".to_owned(), Rating::Number(10));
    formation.ratings.insert("boxes".to_owned(), Rating::Text("A".to_owned()));
    let least = &mut bundle.ruleset.counters.formation_ratings[0].min;
    *least = 10;
    let mut found = told(&bundle);
    found.sort();
    let ratings = "/orders_of_battle/0/formations/0/ratings";
    let wanted = [format!("{ratings}/boxes"), format!("{ratings}/limit")];
    assert_eq!(found[..2], wanted);
    assert!(found.contains(&"/ruleset/counters/formation_ratings/0/min".to_owned()), "{found:?}");
    // One name may be a counter's rating and a formation's.
    let twice = bundle.ruleset.counters.ratings[0].id.clone();
    bundle.ruleset.counters.formation_ratings[0].id.clone_from(&twice);
    rename_uses(&mut bundle, Defined::FormationRating, &twice, "other");
    assert!(bundle.orders_of_battle[0].counters[0].faces[0].ratings.contains_key(&twice));
}

#[test]
fn a_use_is_told_in_words() {
    let bundle = bundles().swap_remove(0);
    let told = uses(&bundle, Defined::Terrain, &bundle.ruleset.terrain[0].id);
    assert!(told.iter().all(|one| one.contains("of the map")), "{told:?}");
    assert_eq!(uses(&bundle, Defined::Terrain, "nowhere-land"), [""; 0]);
}

#[test]
fn a_file_tells_the_ruleset_that_it_is_made_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/kaisers-battle");
    let of = |name: &str| open_ruleset(&Disk, folder.join(name).to_str().unwrap());
    for name in ["scenario.json", "map.json", "order-of-battle.json", "ruleset.json"] {
        assert_eq!(of(name).map(|ruleset| ruleset.id).as_deref(), Some("kaisers-battle"), "{name}");
    }
    assert!(of("nowhere.json").is_none());
}
