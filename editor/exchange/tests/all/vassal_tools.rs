//! What players of a module have at hand besides maps and counters.

use std::io::{Cursor, Read};

use salient_exchange::vassal;

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
        let wishes = vassal::Wishes { hex_pixels: Some(16) };
        let module = vassal::write(&[&bundle], &wishes).unwrap().files.swap_remove(0).bytes;
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
