//! What players of a module have at hand besides maps and counters.

use std::io::{Cursor, Read};

use salient_exchange::vassal;
use salient_rules::Systems;

use crate::foreign;

/// The files of a module.
fn file(module: &[u8], name: &str) -> Option<String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(module)).unwrap();
    let mut text = Vec::new();
    archive.by_name(name).ok()?.read_to_end(&mut text).unwrap();
    Some(String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn notes_inventory_help_and_hiding_are_there_with_the_files_that_they_name() {
    for (name, mut bundle) in foreign::bundles().into_iter().take(3) {
        bundle.scenario.notes = vec!["A <small> note & more".to_owned()];
        let wishes = vassal::Wishes { hex_pixels: Some(16), ..Default::default() };
        let module =
            vassal::write(Systems::NONE, &[&bundle], &wishes).unwrap().files.swap_remove(0).bytes;
        let build = file(&module, "buildFile.xml").unwrap();
        let build = roxmltree::Document::parse(&build).unwrap();
        let all = |part: &str| {
            let name = format!("VASSAL.build.module.{part}");
            build.descendants().filter(|node| node.has_tag_name(name.as_str())).collect::<Vec<_>>()
        };
        assert_eq!(all("NotesWindow").len(), 1, "{name}");
        assert_eq!(all("Inventory").len(), 1, "{name}");
        assert_eq!(all("map.HidePiecesButton").len(), all("Map").len(), "{name}");
        for map in all("Map") {
            assert_eq!(map.attribute("markUnmovedHotkey"), Some("77,195"), "{name}");
        }
        let about = all("documentation.AboutScreen")[0].attribute("fileName").unwrap();
        assert!(file(&module, &format!("images/{about}")).is_some(), "{name}: {about}");
        let help = all("documentation.HelpFile")[0].attribute("fileName").unwrap();
        let page = file(&module, help).unwrap();
        assert!(page.starts_with("<html>"), "{page}");
        assert!(page.contains("A &lt;small&gt; note &amp; more"), "{page}");
        for condition in &bundle.scenario.victory.conditions {
            let first = condition.split(['&', '<', '>', '"']).next().unwrap();
            assert!(page.contains(first), "{name}: {condition}");
        }
    }
}

/// Where a unit can be sent is there, and what masks and marks it has its picture.
#[test]
fn masks_markers_boxes_and_tables_are_there_with_the_files_that_they_name() {
    for (name, bundle) in foreign::bundles() {
        let wishes = vassal::Wishes { hex_pixels: Some(16), ..Default::default() };
        let module =
            vassal::write(Systems::NONE, &[&bundle], &wishes).unwrap().files.swap_remove(0).bytes;
        let build = file(&module, "buildFile.xml").unwrap();
        let build = roxmltree::Document::parse(&build).unwrap();
        let all = |part: &str| {
            let name = format!("VASSAL.build.{part}");
            build.descendants().filter(|node| node.has_tag_name(name.as_str())).collect::<Vec<_>>()
        };
        let zones: Vec<&str> = all("module.map.boardPicker.board.mapgrid.Zone")
            .iter()
            .filter_map(|zone| zone.attribute("name"))
            .collect();
        let prototypes = all("module.PrototypeDefinition");
        for side in &bundle.ruleset.sides {
            let own = format!("Unit, {}", side.name);
            let own = prototypes.iter().find(|node| node.attribute("name") == Some(own.as_str()));
            let own = own.unwrap_or_else(|| panic!("{name}: {}", side.id)).text().unwrap();
            assert!(own.contains("hide;73,130;"), "{name}: {own}");
            let mask = format!("masked-{}.png", side.id);
            assert!(own.contains(&format!("obs;75,130;{mask};Mask;")), "{name}: {own}");
            assert!(file(&module, &format!("images/{mask}")).is_some(), "{name}: {mask}");
            let lost = format!("Lost, {}", side.id);
            assert!(zones.contains(&lost.as_str()), "{name}: {zones:?}");
        }
        let unit = prototypes.iter().find(|node| node.attribute("name") == Some("Unit")).unwrap();
        assert!(unit.text().unwrap().contains(";Z;Lost, $Side$;"), "{name}");
        // Whatever arrives can be sent back to its box.
        let arriving: usize = bundle.scenario.reinforcements.iter().map(|r| r.counters.len()).sum();
        let slots = all("widget.PieceSlot");
        let sent = slots.iter().filter(|slot| slot.text().unwrap().contains(";$Arrives$;"));
        assert_eq!(sent.count(), arriving, "{name}");
        // A marker for who holds what, one for each thing that may stand in a hex.
        let markers: Vec<_> =
            slots.iter().filter(|slot| slot.text().unwrap().contains("mark;Marker")).collect();
        let called: Vec<&str> = markers.iter().filter_map(|m| m.attribute("entryName")).collect();
        for side in &bundle.ruleset.sides {
            let control = format!("{} control", side.name);
            assert!(called.contains(&control.as_str()), "{name}: {called:?}");
        }
        for kind in &bundle.ruleset.features {
            assert!(called.contains(&kind.name.as_str()), "{name}: {called:?}");
        }
        for marker in &markers {
            let text = marker.text().unwrap();
            let at = text.find("piece;;;").unwrap() + "piece;;;".len();
            let picture = text[at..].split(';').next().unwrap();
            assert!(file(&module, &format!("images/{picture}")).is_some(), "{name}: {picture}");
        }
        // Tables to roll on have a button of their own.
        let windows: Vec<_> = all("module.ChartWindow");
        let named = |node: &roxmltree::Node<'_, '_>| node.attribute("name").map(str::to_owned);
        let windows: Vec<String> = windows.iter().filter_map(named).collect();
        let tables = !bundle.ruleset.tables.is_empty();
        assert_eq!(windows.contains(&"Tables".to_owned()), tables, "{name}");
        assert!(windows.contains(&"Charts".to_owned()), "{name}");
    }
}

/// Our markers are no counters when the module comes back by VASSAL's parts alone, and are told of.
#[test]
fn markers_are_told_of_where_only_the_palette_has_them() {
    let (_, bundle) = foreign::bundles().into_iter().next().unwrap();
    let wishes = vassal::Wishes { hex_pixels: Some(16), ..Default::default() };
    let module =
        vassal::write(Systems::NONE, &[&bundle], &wishes).unwrap().files.swap_remove(0).bytes;
    let with = vassal::read(&module, "module.vmod", None, None).unwrap();
    assert!(!with.losses.to_string().contains("control"), "{}", with.losses);
    let files = vassal::files_in(&module, "module.vmod").unwrap();
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for own in files.iter().filter(|own| !own.name.starts_with("salient/")) {
        zip.start_file(&own.name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, &own.bytes).unwrap();
    }
    let alone = zip.finish().unwrap().into_inner();
    let back = vassal::read(&alone, "module.vmod", None, None).unwrap();
    let markers = back.losses.losses.iter().filter(|loss| loss.kind == "marker").count();
    let sides = bundle.ruleset.sides.len();
    assert!(markers >= sides + bundle.ruleset.features.len(), "{}", back.losses);
    let counters = back.orders_of_battle.iter().flat_map(|book| &book.counters).count();
    let ours = bundle.orders_of_battle.iter().flat_map(|book| &book.counters).count();
    assert_eq!(counters, ours);
}
