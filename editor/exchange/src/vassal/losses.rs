//! What a VASSAL module cannot hold, item by item.

use std::collections::BTreeMap;

use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::{Entry, Scenario};
use salient_schema::{Bundle, Map, OrderOfBattle, Ruleset};

use super::board::Layout;
use super::pieces::Pieces;
use super::track::condition_words;
use crate::charts::effect;
use crate::{Fate, LossReport};

/// The loss report of an export.
pub fn report(bundles: &[&Bundle], layout: &Layout, pieces: &Pieces<'_>) -> LossReport {
    let mut report = LossReport::new("vassal");
    let Some(first) = bundles.first() else { return report };
    names(layout, &mut report);
    map(&first.map, &mut report);
    rules(&first.ruleset, &mut report);
    books(&first.orders_of_battle, &mut report);
    for (number, bundle) in bundles.iter().enumerate() {
        if number > 0 {
            differences(first, bundle, &mut report);
        }
        scenario(&bundle.scenario, number, pieces, &mut report);
    }
    report.sort();
    report
}

fn names(layout: &Layout, report: &mut LossReport) {
    for (ours, theirs) in layout.misnamed() {
        report.add(
            Fate::PictureOnly,
            "hex number",
            format!("{ours} (VASSAL: {theirs})"),
            "VASSAL's numbering cannot print it; the board's picture has the right one",
            None,
        );
    }
}

const AS_PICTURE: &str = "VASSAL's board is a picture: players see it; for programs, and for \
                          `salient import`, it is in the module's folder salient/";

fn map(map: &Map, report: &mut LossReport) {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for glyph in map.terrain.rows.iter().flat_map(|row| row.chars()) {
        if let Some(kind) = map.terrain.palette.get(glyph.to_string().as_str()) {
            *counted.entry(kind).or_default() += 1;
        }
    }
    let picture = |report: &mut LossReport, kind: &str, which: String, place: String| {
        report.add(Fate::PictureOnly, kind, which, AS_PICTURE, Some(place));
    };
    for (kind, hexes) in counted {
        let which = format!("{kind}: {hexes} hexes");
        picture(report, "terrain", which, "/map/terrain".to_owned());
    }
    if map.elevation.is_some() {
        picture(report, "elevation", "every hex".to_owned(), "/map/elevation".to_owned());
    }
    let with = |name: &Option<String>| name.as_ref().map_or(String::new(), |n| format!(" ({n})"));
    for (number, feature) in map.features.items.iter().enumerate() {
        let which = format!("{} in {}{}", feature.kind, feature.hex, with(&feature.name));
        picture(report, "feature", which, format!("/map/features/items/{number}"));
    }
    for (number, hexside) in map.hexsides.items.iter().enumerate() {
        let which = format!("{} at {}{}", hexside.kind, hexside.side, with(&hexside.name));
        picture(report, "hexside", which, format!("/map/hexsides/items/{number}"));
    }
    for (number, path) in map.paths.items.iter().enumerate() {
        let ends =
            [path.hexes.first(), path.hexes.last()].map(|hex| hex.map_or("", String::as_str));
        let which = format!("{}{} from {} to {}", path.kind, with(&path.name), ends[0], ends[1]);
        picture(report, "path", which, format!("/map/paths/items/{number}"));
    }
    for (number, line) in map.lines.items.iter().enumerate() {
        let which = format!("{}{}, {} hexsides", line.kind, with(&line.name), line.sides.len());
        picture(report, "line", which, format!("/map/lines/items/{number}"));
    }
    for (number, zone) in map.zones.items.iter().enumerate() {
        report.add(
            Fate::PictureOnly,
            "zone",
            format!("{} ({})", zone.id, zone.name),
            "it is drawn on the chart Zones; VASSAL's own zones may not overlap",
            Some(format!("/map/zones/items/{number}")),
        );
    }
    let mut dropped = |kind: &str, why: &str, there: bool, place: &str| {
        if there {
            report.add(Fate::Dropped, kind, "", why, Some(place.to_owned()));
        }
    };
    dropped("metres a hex", "VASSAL knows pixels only", true, "/map/grid/metres_per_hex");
    let georeferenced = map.georeference.is_some();
    dropped("georeference", "VASSAL knows pixels only", georeferenced, "/map/georeference");
    dropped("scan", "the board has its own picture", map.scan.is_some(), "/map/scan");
    let noted = !map.notes.is_empty();
    dropped("map's notes", "a module has no place for them", noted, "/map/notes");
    let origin = "VASSAL does not know where data come from";
    dropped("provenance of the map's layers", origin, true, "/map/terrain/provenance");
}

fn rules(ruleset: &Ruleset, report: &mut LossReport) {
    let rule = "VASSAL keeps no rules; it is printed on the chart";
    let mut printed = |kind: &str, which: String, chart: &str, place: String| {
        report.add(Fate::PictureOnly, kind, which, format!("{rule} {chart}"), Some(place));
    };
    for (number, table) in ruleset.tables.iter().enumerate() {
        let place = format!("/ruleset/tables/{number}");
        printed("chart", table.title.clone(), "of that name", place);
    }
    let groups = [
        ("terrain", &ruleset.terrain),
        ("features", &ruleset.features),
        ("hexsides", &ruleset.hexsides),
        ("paths", &ruleset.paths),
    ];
    for (group, kinds) in groups {
        for (number, kind) in kinds.iter().enumerate() {
            let effects: Vec<String> = kind.effects.iter().map(effect).collect();
            let effects = if effects.is_empty() {
                String::new()
            } else {
                format!(" ({})", effects.join("; "))
            };
            let place = format!("/ruleset/{group}/{number}");
            printed("terrain effect", format!("{}{effects}", kind.name), "Terrain Effects", place);
        }
    }
    for (number, stage) in ruleset.sequence.iter().enumerate() {
        let place = format!("/ruleset/sequence/{number}");
        printed("stage of play", stage.name.clone(), "Sequence of Play", place);
    }
    for (number, constant) in ruleset.constants.iter().enumerate() {
        report.add(
            Fate::Dropped,
            "number of the rules",
            format!("{} = {} ({})", constant.id, constant.value, constant.meaning),
            "VASSAL keeps no rules",
            Some(format!("/ruleset/constants/{number}")),
        );
    }
    let counters = &ruleset.counters;
    let types = counters.types.iter().map(|t| ("unit type", &t.name));
    let sizes = counters.sizes.iter().map(|s| ("unit size", &s.name));
    let ratings = counters.ratings.iter().map(|r| ("rating", &r.name));
    let of_formations = counters.formation_ratings.iter().map(|r| &r.name);
    let traits = counters.traits.iter().map(|t| ("trait", &t.name));
    let nations = ruleset.nations.iter().map(|n| ("nation", &n.name));
    for (kind, name) in types.chain(sizes).chain(ratings).chain(traits).chain(nations) {
        report.add(
            Fate::Changed,
            format!("{kind} of the ruleset"),
            name,
            "counters name it in a property; what it means is not there",
            None,
        );
    }
    for name in of_formations {
        let why = "VASSAL keeps no rules, and a palette has a name only";
        report.add(Fate::Dropped, "rating of formations of the ruleset", name, why, None);
    }
    for line in &ruleset.lines {
        report.add(Fate::PictureOnly, "kind of line", &line.name, AS_PICTURE, None);
    }
    report.drop_roles(&ruleset.roles, &ruleset.title, Some("/ruleset/roles".to_owned()));
    for rule in &ruleset.optional_rules {
        let why = "VASSAL keeps no rules; those in force are on the chart Victory";
        report.add(Fate::PictureOnly, "optional rule", &rule.name, why, None);
    }
}

fn books(books: &[OrderOfBattle], report: &mut LossReport) {
    for (book, order) in books.iter().enumerate() {
        let why = "a module has one palette for all: it has the formations, not the book";
        report.add(Fate::Dropped, "order of battle's title", &order.title, why, None);
        if !order.notes.is_empty() {
            let why = "a palette has no place for them";
            report.add(Fate::Dropped, "order of battle's notes", &order.title, why, None);
        }
        let held = |id: &str| {
            let mut ids = vec![id];
            // Those below it, too.
            let mut at = 0;
            while let Some(above) = ids.get(at).copied() {
                let below = order.formations.iter().filter(|f| f.parent.as_deref() == Some(above));
                for formation in below {
                    if !ids.contains(&formation.id.as_str()) {
                        ids.push(&formation.id);
                    }
                }
                at += 1;
            }
            let counters = books.iter().flat_map(|book| &book.counters);
            counters.filter_map(|c| c.formation.as_deref()).any(|f| ids.contains(&f))
        };
        for (number, formation) in order.formations.iter().enumerate() {
            let place = Some(format!("/orders_of_battle/{book}/formations/{number}"));
            if !held(&formation.id) {
                let why = "it has no counters, so it has no palette";
                report.add(Fate::Dropped, "formation", &formation.name, why, place);
                continue;
            }
            let own = [
                formation.short.as_ref().map(|short| format!("short form {short}")),
                formation.size.as_ref().map(|size| format!("size {size}")),
                formation.commander.as_ref().map(|name| format!("commander {name}")),
                formation.colour.as_ref().map(|colour| format!("colour {colour}")),
            ];
            let ratings = formation.ratings.iter().map(|(id, value)| format!("{id} {value}"));
            let own: Vec<String> = own.into_iter().flatten().chain(ratings).collect();
            if !own.is_empty() {
                let why = "a palette has a name only; the colour is on the counters";
                let which = format!("{}: {}", formation.name, own.join(", "));
                report.add(Fate::Dropped, "formation's particulars", which, why, place);
            }
        }
        for (number, counter) in order.counters.iter().enumerate() {
            let place = format!("/orders_of_battle/{book}/counters/{number}");
            counter_losses(counter, &place, report);
        }
    }
}

fn counter_losses(counter: &Counter, place: &str, report: &mut LossReport) {
    let mut add = |fate, kind: &str, what: String, why: &str| {
        let which = format!("{} ({}){what}", counter.id, counter.designation);
        report.add(fate, kind, which, why, Some(place.to_owned()));
    };
    let plain = String::new;
    if !counter.parts.is_empty() {
        let parts: Vec<String> =
            counter.parts.iter().map(|part| format!("{} {}", part.count, part.unit_type)).collect();
        let why = "a piece has no parts";
        add(Fate::Dropped, "counter's parts", format!(": {}", parts.join(", ")), why);
    }
    if let Some(other) = &counter.substitute {
        let why = "VASSAL keeps no rules; both counters are in the palette";
        add(Fate::Dropped, "counter's substitute", format!(": {other}"), why);
    }
    if counter.footprint > 1 {
        let why = "a piece lies on one spot; how many hexes it covers is its property Footprint";
        add(Fate::Changed, "counter of several hexes", plain(), why);
    }
    if counter.count > 1 {
        let why =
            "the palette gives as many as are drawn from it; the number is its property Count";
        add(Fate::Changed, "pool of counters", format!(": {}", counter.count), why);
    }
    if !counter.provenance.is_printed() {
        let why = "VASSAL does not know where data come from";
        add(Fate::Dropped, "provenance of a counter", plain(), why);
    }
    if !counter.notes.is_empty() {
        add(Fate::Dropped, "counter's notes", plain(), "a piece has no place for them");
    }
}

/// What a later scenario has of its own that a module has once.
fn differences(first: &Bundle, other: &Bundle, report: &mut LossReport) {
    let title = &other.scenario.title;
    if other.map != first.map {
        let why = format!("a module has one map, that of {}", first.scenario.title);
        let which = format!("{title}: {}", other.map.title);
        report.add(Fate::Changed, "map of a scenario", which, why, None);
    }
    let known = |id: &str| {
        let mut counters = first.orders_of_battle.iter().flat_map(|book| &book.counters);
        counters.any(|counter| counter.id == id)
    };
    for counter in other.orders_of_battle.iter().flat_map(|book| &book.counters) {
        if !known(&counter.id) {
            let why = format!("the palette has the orders of battle of {}", first.scenario.title);
            let which = format!("{title}: {}", counter.id);
            report.add(Fate::Dropped, "counter of a scenario", which, why, None);
        }
    }
    let labels = |scenario: &Scenario| {
        scenario.turns.iter().map(|turn| (turn.turn, turn.label.clone())).collect::<Vec<_>>()
    };
    if labels(&other.scenario) != labels(&first.scenario) {
        let why = "the turn counter on the toolbar has the labels of the first scenario; the board \
                   of the turns has its own";
        report.add(Fate::Changed, "turn labels", title, why, None);
    }
}

fn scenario(scenario: &Scenario, number: usize, pieces: &Pieces<'_>, report: &mut LossReport) {
    let title = &scenario.title;
    let place = |pointer: String| (number == 0).then(|| format!("/scenario{pointer}"));
    for (at, turn) in scenario.turns.iter().enumerate() {
        let own = [
            turn.date.as_ref().map(|date| format!("date {date}")),
            turn.half.map(|half| format!("half day {half:?}").to_lowercase()),
            turn.weather.as_ref().map(|weather| format!("weather {weather}")),
        ];
        let own: Vec<String> = own.into_iter().flatten().collect();
        if !own.is_empty() {
            let which = format!("{title}, turn {}: {}", turn.turn, own.join(", "));
            let why = "VASSAL's turns have a name only; the weather is in the turn's box";
            report.add(Fate::PictureOnly, "turn", which, why, place(format!("/turns/{at}")));
        }
    }
    for (at, placement) in scenario.setup.placements.iter().enumerate() {
        let own = [
            placement.facing.as_ref().map(|facing| format!("facing {facing}")),
            placement.carried_by.as_ref().map(|carrier| format!("carried by {carrier}")),
            (!placement.states.is_empty()).then(|| placement.states.join(", ")),
        ];
        let own: Vec<String> = own.into_iter().flatten().collect();
        if !own.is_empty() {
            let units = placement.counters.join(", ");
            let which = format!("{title}: {units} in {}: {}", placement.hex, own.join("; "));
            let why = "kept as properties of the piece, which VASSAL neither shows nor acts upon";
            let at = place(format!("/setup/placements/{at}"));
            report.add(Fate::Changed, "state of a counter", which, why, at);
        }
        for counter in placement.counters.iter().filter(|id| pieces.counter(id).is_none()) {
            let which = format!("{title}: {counter} in {}", placement.hex);
            let why = "no order of battle has the counter";
            report.add(
                Fate::Dropped,
                "placement",
                which,
                why,
                place(format!("/setup/placements/{at}")),
            );
        }
    }
    for (at, free) in scenario.setup.free.iter().enumerate() {
        let which =
            format!("{title}: {} counters of {} in {}", free.counters.len(), free.side, free.zone);
        let why =
            "the counters lie in a box of the map Turns; VASSAL does not know the zone's hexes";
        report.add(Fate::Changed, "free set-up", which, why, place(format!("/setup/free/{at}")));
        for condition in &free.conditions {
            let which = format!("{title}, {}: {}", free.zone, condition_words(condition));
            let why = "VASSAL keeps no rules; it is printed in the box";
            report.add(Fate::PictureOnly, "condition of a set-up", which, why, None);
        }
    }
    for (at, control) in scenario.setup.control.iter().enumerate() {
        let which = format!("{title}: {} holds {}", control.side, control.zone);
        let why = "VASSAL does not know who holds a hex";
        report.add(Fate::Dropped, "control", which, why, place(format!("/setup/control/{at}")));
    }
    for (at, arriving) in scenario.reinforcements.iter().enumerate() {
        let entry = match &arriving.entry {
            Entry::Letter(letter) => format!("entry {letter}"),
            Entry::Zone(zone) => format!("zone {zone}"),
            Entry::Hexes(hexes) => format!("{} hexes", hexes.len()),
        };
        let which =
            format!("{title}, turn {}: {} at {entry}", arriving.turn, arriving.counters.join(", "));
        let why = "the counters lie in the turn's box; when and where they enter is words there";
        let at = place(format!("/reinforcements/{at}"));
        if !arriving.provenance.is_printed() {
            let why = "VASSAL does not know where data come from";
            let what = "provenance of a reinforcement";
            report.add(Fate::Dropped, what, which.clone(), why, at.clone());
        }
        report.add(Fate::Changed, "reinforcement", which, why, at);
    }
    for (at, leaving) in scenario.withdrawals.iter().enumerate() {
        let which = format!("{title}, turn {}: {}", leaving.turn, leaving.counters.join(", "));
        let why = "it is printed in the turn's box";
        report.add(
            Fate::PictureOnly,
            "withdrawal",
            which,
            why,
            place(format!("/withdrawals/{at}")),
        );
    }
    for (at, order) in scenario.orders.iter().enumerate() {
        let which = format!("{title}: {}", order.formation);
        let why = "VASSAL knows nothing that a formation is told to take";
        report.add(Fate::Dropped, "order", which, why, place(format!("/orders/{at}")));
    }
    for (at, points) in scenario.replacements.iter().enumerate() {
        let which = format!("{title}, turn {}: {} for {}", points.turn, points.points, points.side);
        let why = if points.turn == 0 {
            "no turn's box is before the first"
        } else {
            "it is printed in the turn's box"
        };
        let fate = if points.turn == 0 { Fate::Dropped } else { Fate::PictureOnly };
        report.add(fate, "replacements", which, why, place(format!("/replacements/{at}")));
    }
    for (at, track) in scenario.tracks.iter().enumerate() {
        let why = "its values are printed in the turns' boxes";
        let which = format!("{title}: {}", track.name);
        report.add(Fate::PictureOnly, "track", which, why, place(format!("/tracks/{at}")));
    }
    let chart = "it is printed on the chart Victory";
    let victory = &scenario.victory;
    let scores = victory.scores.iter().map(|score| ("score", score.meaning.clone()));
    let levels = victory.levels.iter().map(|level| ("level of victory", level.name.clone()));
    let others = victory.conditions.iter().map(|text| ("condition of victory", text.clone()));
    let begun =
        scenario.levels.iter().map(|l| ("score at the start", format!("{} of {}", l.id, l.side)));
    let rules = scenario.optional_rules.iter().map(|rule| ("optional rule in force", rule.clone()));
    for (kind, which) in scores.chain(levels).chain(others).chain(begun).chain(rules) {
        report.add(Fate::PictureOnly, kind, format!("{title}: {which}"), chart, None);
    }
    for change in &scenario.overrides {
        let which = match change {
            salient_schema::scenario::Override::Table { table, row, column, value, .. } => {
                format!("{title}: {table}, {row}, {column}: {value}")
            }
            salient_schema::scenario::Override::Constant { constant, value, .. } => {
                format!("{title}: {constant}: {value}")
            }
        };
        report.add(Fate::PictureOnly, "change of the rules", which, chart, None);
    }
    report.drop_secrets(scenario, "both sides read a module; print its sheet and hand it over");
    report.drop_roles(&scenario.roles, title, place("/roles".to_owned()));
    if scenario.start.is_some() {
        let why = "a set-up begins with a game-turn, and with what stands on the map";
        report.add(Fate::Dropped, "start in the midst of a game", title, why, None);
    }
    if scenario.battlefield.is_some() {
        report.add(Fate::Dropped, "battlefield in yards", title, "VASSAL knows pixels only", None);
    }
    if !scenario.notes.is_empty() {
        let why = "a set-up has no place for them";
        report.add(Fate::Dropped, "scenario's notes", title, why, None);
    }
}
