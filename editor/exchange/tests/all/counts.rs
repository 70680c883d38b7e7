//! Every way in counts: things seen are things placed and things told of.

use salient_exchange::{Imported, geo, tables, tiled, wesnoth};

use crate::foreign;

/// Holds that something was counted, and that the sums are right.
pub fn agree(name: &str, imported: &Imported) {
    let counts = &imported.losses.counts;
    assert!(!counts.is_empty(), "{name}: nothing was counted");
    counts.settle(name).unwrap_or_else(|error| panic!("{error}"));
    assert!(counts.iter().any(|(_, count)| count.seen > 0), "{name}: nothing was seen");
}

#[test]
fn every_way_in_counts_what_it_sees() {
    for (name, bundle) in foreign::bundles() {
        let ruleset = || Some(bundle.ruleset.clone());
        let files = tables::write(&bundle).unwrap().files;
        for given in [None, ruleset()] {
            let back = tables::read("a", &files, given).unwrap_or_else(|e| panic!("{name}: {e}"));
            agree(&name, &back);
        }
        for spelling in [tiled::Spelling::Xml, tiled::Spelling::Json] {
            let file = &tiled::write(&bundle, spelling).unwrap().files[0];
            let back = tiled::read(&file.name, &file.bytes, &|_| None, ruleset());
            agree(&name, &back.unwrap_or_else(|e| panic!("{name}: {e}")));
        }
        let file = &geo::write(&bundle, geo::Wishes { plane: true }).unwrap().files[0];
        let back = geo::read(&file.name, &file.bytes, ruleset());
        agree(&name, &back.unwrap_or_else(|e| panic!("{name}: {e}")));
        agree(&name, &Imported::from_bundle(bundle));
    }
    let map = b"Gg, Gg, Gg\nGg, 1 Kh, Gg^Fp\nGg, Gg, Gg\n";
    agree("a.map", &wesnoth::read("a.map", map, None).unwrap());
}

/// Rows that belong to nothing are told of, those of an order of battle that is not there, too.
#[test]
fn rows_without_a_place_are_told_of() {
    let mut files = tables::write(&foreign::small()).unwrap().files;
    let faces = files.iter_mut().find(|file| file.name == "faces.csv").unwrap();
    let told = |files: &[salient_exchange::NamedFile]| {
        let back = tables::read("a", files, None).unwrap_or_else(|e| panic!("{e}"));
        agree("a", &back);
        back.losses.counts.of("rows").told
    };
    faces.bytes.extend(b"9,ghost\r\n");
    assert_eq!(told(&files), 1);
}
