//! The scenarios themselves in a module: the files of a project of ours in its folder `salient/`.
//!
//! VASSAL leaves them alone. Programs find in them what VASSAL has as pictures only: the terrain of
//! every hex, hexsides, zones, what the rules say of them. The way in takes them for what a thing
//! *is*, and VASSAL's own parts for where counters *stand*.
//!
//! ```text
//! salient/map.json  ruleset.json  ORDER-OF-BATTLE.json  SCENARIO.json   as `salient import` writes them
//! salient/pictures/                   the pictures that faces of counters name
//! salient/buildFile.sha256                                              of the buildFile.xml beside which
//!                                                                       they were written
//! ```

use std::collections::BTreeMap;

use salient_schema::{
    Bundle, Document, Map, OrderOfBattle, Picture, Ruleset, Scenario, read_text as read_document,
};
use sha2::{Digest, Sha256};

use super::reader::archive::{Archive, refuse};
use crate::{ExportError, ImportError, Imported, LossReport, NamedFile, draft, limits, pictures};

/// The folder in a module.
const FOLDER: &str = "salient/";
/// What tells whether the module was changed in VASSAL's editor since.
const SEAL: &str = "salient/buildFile.sha256";
/// More files than any module of ours has.
const MOST_FILES: usize = 1000;

/// What a module says of itself in our own files.
pub struct Data {
    pub ruleset: Ruleset,
    pub map: Map,
    pub books: Vec<OrderOfBattle>,
    pub scenarios: Vec<Scenario>,
    /// The pictures that faces of the books name.
    pub pictures: Vec<NamedFile>,
    /// Those of them that are not there or cannot be drawn, and why.
    pub lacks: Vec<(String, String)>,
    /// `buildFile.xml` is still the one that we wrote.
    pub is_as_written: bool,
}

/// The files to put into a module of these scenarios.
pub fn write(bundles: &[&Bundle], build_file: &str) -> Result<Vec<NamedFile>, ExportError> {
    let Some(first) = bundles.first() else { return Ok(Vec::new()) };
    let mut map = first.map.clone();
    // It is not in the module.
    map.scan = None;
    let mut orders_of_battle = first.orders_of_battle.clone();
    let pictures = pictures::beside(&mut orders_of_battle, &first.pictures);
    // What is of another map or book than the module's comes back from VASSAL's parts alone.
    let same = |other: &&&Bundle| {
        other.map == first.map && other.orders_of_battle == first.orders_of_battle
    };
    let parts = Imported {
        ruleset: first.ruleset.clone(),
        ruleset_is_drafted: true,
        map,
        orders_of_battle,
        scenarios: bundles.iter().filter(same).map(|bundle| bundle.scenario.clone()).collect(),
        pictures,
        boards: None,
        losses: LossReport::new("vassal"),
    };
    let mut files = parts.files("")?;
    for file in &mut files {
        file.name.insert_str(0, FOLDER);
    }
    files.push(NamedFile { name: SEAL.to_owned(), bytes: seal(build_file).into_bytes() });
    Ok(files)
}

/// As `sha256sum` writes it.
fn seal(build_file: &str) -> String {
    let digest = Sha256::digest(build_file.as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits}  buildFile.xml\n")
}

/// Reads our files in a module; `None` where it has none.
///
/// # Errors
/// They cannot be read, or are no project.
pub fn read(
    archive: &mut Archive<'_>,
    place: &str,
    build_file: &str,
) -> Result<Option<Data>, ImportError> {
    let is_ours = |name: &String| name.starts_with(FOLDER) && name.ends_with(".json");
    let names: Vec<String> = archive.names().into_iter().filter(is_ours).collect();
    if names.is_empty() {
        return Ok(None);
    }
    const HELP: &str = "export the module anew, or delete its folder salient/";
    let folder = format!("{place}/{FOLDER}");
    if names.len() > MOST_FILES {
        let what = format!("{} files in it; at most {MOST_FILES}", names.len());
        return Err(refuse(&folder, what, HELP));
    }
    let (mut maps, mut rulesets) = (Vec::new(), Vec::new());
    let (mut books, mut scenarios) = (Vec::new(), Vec::new());
    for name in names {
        let Some(bytes) = archive.file(&name)? else { continue };
        let (document, found) = read_document(&name, &bytes);
        match document {
            Some(Document::Map(map)) => maps.push(map),
            Some(Document::Ruleset(ruleset)) => rulesets.push(ruleset),
            Some(Document::OrderOfBattle(book)) => {
                books.push((name.trim_start_matches(FOLDER).to_owned(), *book));
            }
            Some(Document::Scenario(scenario)) => scenarios.push(*scenario),
            Some(_) => {
                let what = "no map, ruleset, order of battle or scenario";
                return Err(refuse(&format!("{place}/{name}"), what, HELP));
            }
            None => {
                let first = found.iter().find(|found| found.is_error());
                let why = first.map_or("it cannot be read", |found| found.message.as_str());
                return Err(refuse(&format!("{place}/{name}"), why, HELP));
            }
        }
    }
    // In the order in which the scenarios name them.
    let scenarios: Vec<Scenario> = scenarios;
    let named = scenarios.first().map_or(&[][..], |scenario| scenario.orders_of_battle.as_slice());
    books.sort_by_key(|(name, _)| named.iter().position(|known| known == name));
    let mut books: Vec<OrderOfBattle> = books.into_iter().map(|(_, book)| book).collect();
    let (pictures, lacks) = pictures_of(&mut books, archive);
    let [map] = maps.try_into().map_err(|maps: Vec<_>| {
        refuse(&folder, format!("{} maps in it instead of one", maps.len()), HELP)
    })?;
    let [ruleset] = rulesets.try_into().map_err(|rulesets: Vec<_>| {
        refuse(&folder, format!("{} rulesets in it instead of one", rulesets.len()), HELP)
    })?;
    draft::within_limits(&map.grid, &folder)?;
    let is_as_written = archive.text(SEAL)?.is_some_and(|text| text == seal(build_file));
    let (ruleset, map) = (*ruleset, *map);
    Ok(Some(Data { ruleset, map, books, scenarios, pictures, lacks, is_as_written }))
}

/// The pictures that faces name; and those that are not there or cannot be drawn, with the reasons.
/// Their faces go without.
fn pictures_of(
    books: &mut [OrderOfBattle],
    archive: &mut Archive<'_>,
) -> (Vec<NamedFile>, Vec<(String, String)>) {
    let mut read: BTreeMap<String, Result<NamedFile, String>> = BTreeMap::new();
    let faces = books.iter_mut().flat_map(|book| &mut book.counters);
    for face in faces.flat_map(|counter| &mut counter.faces) {
        let Some(name) = face.picture.clone() else { continue };
        let picture = read.entry(name.clone()).or_insert_with(|| {
            let within = name.starts_with(pictures::FOLDER) && limits::stays_inside(&name);
            let file = archive.file(&format!("{FOLDER}{name}"));
            let bytes = file.map_err(|error| error.what)?.filter(|_| within);
            let bytes = bytes.ok_or("the module has no such picture")?;
            Picture::read(bytes.as_slice()).map_err(|fault| fault.to_string())?;
            Ok(NamedFile { name: name.clone(), bytes })
        });
        if picture.is_err() {
            face.picture = None;
        }
    }
    let (mut files, mut lacks) = (Vec::new(), Vec::new());
    for (name, picture) in read {
        match picture {
            Ok(file) => files.push(file),
            Err(why) => lacks.push((name, why)),
        }
    }
    (files, lacks)
}
