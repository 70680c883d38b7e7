//! What a ruleset defines and who speaks of it: the walk and the check know the same references.

use std::path::Path;

use salient_schema::defined::{rename_uses, uses};
use salient_schema::project::{Disk, open_project, open_ruleset};
use salient_schema::{Bundle, Code, Defined, Ruleset, check_references};

fn bundles() -> Vec<Bundle> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let systems = [
        "kaisers-battle",
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "trench-setup",
    ];
    let open = |system: &&str| {
        let path = root.join(system).join("scenario.json");
        let (project, found) = open_project(&Disk, path.to_str().unwrap());
        project.unwrap_or_else(|| panic!("{found:#?}")).bundle
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
fn redefine(ruleset: &mut Ruleset, of: Defined, old: &str, new: &str) {
    let layout = &mut ruleset.counters;
    let kinds = match of {
        Defined::Side => return set(ruleset.sides.iter_mut().map(|it| &mut it.id), old, new),
        Defined::Nation => return set(ruleset.nations.iter_mut().map(|it| &mut it.id), old, new),
        Defined::UnitType => return set(layout.types.iter_mut().map(|it| &mut it.id), old, new),
        Defined::UnitSize => return set(layout.sizes.iter_mut().map(|it| &mut it.id), old, new),
        Defined::Rating => return set(layout.ratings.iter_mut().map(|it| &mut it.id), old, new),
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
