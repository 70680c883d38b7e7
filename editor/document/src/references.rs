//! What the parts of a scenario call one another and the files that they name besides: right in the
//! files that they lie in, and made right where they are saved elsewhere.

use salient_schema::Bundle;
use salient_schema::project::{ProjectPaths, moved, moved_schema, relative};

use crate::history::Part;

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Schema,
    Part(Part),
    File,
}

/// The file of a part.
pub(crate) fn file_of(paths: &ProjectPaths, part: Part) -> &str {
    match part {
        _ if paths.is_bundle => &paths.scenario,
        Part::Scenario => &paths.scenario,
        Part::Map => &paths.map,
        Part::Ruleset => &paths.ruleset,
        Part::OrderOfBattle(at) => paths.orders_of_battle.get(at).unwrap_or(&paths.scenario),
    }
}

/// Every name that stands in a part, in an order that stays.
fn names(bundle: &mut Bundle) -> Vec<(Part, Of, &mut String)> {
    let (ruleset, map, scenario) = (&mut bundle.ruleset, &mut bundle.map, &mut bundle.scenario);
    let mut names = vec![
        (Part::Ruleset, Of::Schema, &mut ruleset.schema),
        (Part::Scenario, Of::Schema, &mut scenario.schema),
        (Part::Scenario, Of::Part(Part::Ruleset), &mut scenario.ruleset),
        (Part::Scenario, Of::Part(Part::Map), &mut scenario.map),
    ];
    for (at, oob) in scenario.orders_of_battle.iter_mut().enumerate() {
        names.push((Part::Scenario, Of::Part(Part::OrderOfBattle(at)), oob));
    }
    let (schema, of_map) = (&mut map.schema, &mut map.ruleset);
    names.push((Part::Map, Of::Schema, schema));
    names.push((Part::Map, Of::Part(Part::Ruleset), of_map));
    let scan = map.scan.iter_mut().map(|scan| &mut scan.file);
    let boards = map.grid.boards.iter_mut().filter_map(|board| board.file.as_mut());
    names.extend(scan.chain(boards).map(|name| (Part::Map, Of::File, name)));
    for (at, oob) in bundle.orders_of_battle.iter_mut().enumerate() {
        let part = Part::OrderOfBattle(at);
        names.push((part, Of::Schema, &mut oob.schema));
        names.push((part, Of::Part(Part::Ruleset), &mut oob.ruleset));
        let faces = oob.counters.iter_mut().flat_map(|counter| &mut counter.faces);
        names.extend(
            faces.filter_map(|face| face.picture.as_mut()).map(|name| (part, Of::File, name)),
        );
    }
    names
}

/// All names as they stand.
pub(crate) fn all(bundle: &mut Bundle) -> Vec<String> {
    names(bundle).into_iter().map(|(.., name)| name.clone()).collect()
}

/// Puts other names in their places. Pictures that were read are found by the new ones, too.
pub(crate) fn set(bundle: &mut Bundle, new: Vec<String>) {
    let mut pictures = Vec::new();
    for ((part, of, name), new) in names(bundle).into_iter().zip(new) {
        if *name == new {
            continue;
        }
        if let (Part::OrderOfBattle(at), Of::File) = (part, of) {
            pictures.push((at, name.clone(), new.clone()));
        }
        *name = new;
    }
    for (at, old, new) in pictures {
        if let Some(oob) = bundle.orders_of_battle.get(at) {
            bundle.pictures.name_too(&oob.id, &old, &new);
        }
    }
}

/// Makes all names right in other files. The parts of a bundle name one another by their ids. What is
/// built in was in no folder: its schemas have their names alone.
pub(crate) fn go(bundle: &mut Bundle, from: &ProjectPaths, to: &ProjectPaths, is_built_in: bool) {
    let new = names(bundle).into_iter().map(|(part, of, name)| {
        let [old, new] = [from, to].map(|paths| file_of(paths, part));
        match of {
            Of::Schema if is_built_in => name_alone(name),
            Of::Schema => moved_schema(name, old, new),
            Of::File => moved(name, old, new),
            Of::Part(_) if to.is_bundle => name.clone(),
            Of::Part(other) => {
                let [was, is] = [from, to].map(|paths| file_of(paths, other));
                // As whoever wrote the file called it, as long as that is right.
                match part != Part::Scenario && old == new && was == is {
                    true => name.clone(),
                    false => relative(new, is),
                }
            }
        }
    });
    let new = new.collect();
    set(bundle, new);
}

/// A schema by its name, without the way to where it lay.
fn name_alone(schema: &str) -> String {
    let name = schema.rsplit('/').next().filter(|_| !schema.contains("://"));
    name.unwrap_or(schema).to_owned()
}

/// Makes a version of a scenario whose parts lie in other files name what it names besides (a scan,
/// boards, pictures of counters) as it is named from `to`, so that it can be compared and merged with
/// the one there.
pub fn name_files_from(bundle: &mut Bundle, from: &ProjectPaths, to: &ProjectPaths) {
    let new = names(bundle).into_iter().map(|(part, of, name)| match of {
        Of::File => moved(name, file_of(from, part), file_of(to, part)),
        _ => name.clone(),
    });
    let new = new.collect();
    set(bundle, new);
}
