//! What a table in Tabletop Simulator cannot hold.

use super::Table;
use crate::Fate;

impl Table<'_> {
    /// What a table cannot hold.
    pub(super) fn lost(&mut self) {
        let bundle = self.bundle;
        let losses = &mut self.losses;
        let why = "not tried in Tabletop Simulator itself: sizes take a tile at scale 1 for two units \
                   wide, and the hexes' direction of the grid is as the format's description has it";
        losses.add(Fate::Changed, "the whole save", "", why, None);
        let rules = "the table knows no rules; players keep to the rule book";
        losses.add(
            Fate::Dropped,
            "ruleset",
            &bundle.ruleset.title,
            rules,
            Some("/ruleset".to_owned()),
        );
        let drawn = "it is drawn on the board";
        let map = &bundle.map;
        for (kind, count) in [
            ("terrain", usize::from(map.grid.columns) * usize::from(map.grid.rows)),
            ("features", map.features.items.len()),
            ("hexsides", map.hexsides.items.len()),
            ("paths", map.paths.items.len()),
            ("lines", map.lines.items.len()),
        ] {
            if count > 0 {
                losses.add(Fate::PictureOnly, kind, format!("all {count}"), drawn, None);
            }
        }
        if map.elevation.is_some() {
            let place = Some("/map/elevation".to_owned());
            losses.add(Fate::PictureOnly, "elevation", "every hex", drawn, place);
        }
        for zone in &map.zones.items {
            losses.add(Fate::PictureOnly, "zone", &zone.name, "it is drawn on a chart", None);
        }
        for (at, arrival) in bundle.scenario.reinforcements.iter().enumerate() {
            let why = "the counters are in their bags, and their descriptions say when they come";
            let which = format!("game-turn {}: {}", arrival.turn, arrival.counters.join(" "));
            let place = Some(format!("/scenario/reinforcements/{at}"));
            losses.add(Fate::Changed, "arrival", which, why, place);
        }
        for (at, leaving) in bundle.scenario.withdrawals.iter().enumerate() {
            let which = format!("game-turn {}: {}", leaving.turn, leaving.counters.join(" "));
            let place = Some(format!("/scenario/withdrawals/{at}"));
            losses.add(
                Fate::Changed,
                "withdrawal",
                which,
                "its counters' descriptions say it",
                place,
            );
        }
        let why = "the table knows nothing that a formation is told to take";
        losses.drop_orders(&bundle.scenario, why);
        losses.drop_start(&bundle.scenario, "it begins with what stands on the map");
        for (at, control) in bundle.scenario.setup.control.iter().enumerate() {
            let which = format!("{} holds {}", control.side, control.zone);
            let place = Some(format!("/scenario/setup/control/{at}"));
            losses.add(Fate::Dropped, "control", which, "the table knows no holders", place);
        }
        for (book, order) in bundle.orders_of_battle.iter().enumerate() {
            for (at, one) in order.formations.iter().enumerate() {
                let place = Some(format!("/orders_of_battle/{book}/formations/{at}"));
                let why =
                    "a bag has a name only: what belongs to whom and its numbers are not told";
                losses.add(Fate::Dropped, "formation's particulars", &one.name, why, place);
            }
        }
        for replacement in &bundle.scenario.replacements {
            let which = format!("game-turn {}: {}", replacement.turn, replacement.side);
            losses.add(Fate::Dropped, "replacements", which, "the table keeps no schedule", None);
        }
        let why = "it stands on a chart and in the notebook";
        losses.add(Fate::PictureOnly, "victory", &bundle.scenario.title, why, None);
        let scenario = &bundle.scenario;
        losses.drop_secrets(scenario, "all read the table; print its sheet and hand it over");
        let place = Some("/scenario/roles".to_owned());
        losses.drop_roles(&scenario.roles, &scenario.title, place);
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            if counter.faces.len() > 2 {
                let why = format!("a tile has two faces; it has {}", counter.faces.len());
                losses.add(Fate::Dropped, "further faces", &counter.id, why, None);
            }
            if counter.footprint > 1 {
                let why = "it covers several hexes and is as large as the others on the table";
                losses.add(Fate::Changed, "counter", &counter.id, why, None);
            }
        }
    }
}
