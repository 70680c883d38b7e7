//! Any edit of any kind, about things that the document has, now and then about others.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use salient_document::sequence::{SequenceOp, StepPlace, changed, steps_of};
use salient_document::{
    CompanionFile, Document, Edit, GlyphRun, Item, Key, List, Placed, RolesOf, RulesetHead,
};
use salient_hex::grid::Hex;
use salient_schema::Defined;
use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{
    ElevationLayer, Feature, Hexside, Line, Path, Scan, ScanPoint, Zone, ZoneKind,
};
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::rules_of_play::{RulesOfPlay, Stacking, StackingLimit};
use salient_schema::ruleset::{
    Condition, Constant, Effect, Kind, Look, Nation, OptionalRule, RatingDef, SequenceStep,
    SetUpCheck, Side, Symbol, Table, TraitDef, UnitSize, UnitType,
};
use salient_schema::scenario::{
    Entry, FreePlacement, HeldHexes, Level, Mission, Order, OrderObjective, Override, Placement,
    PlannedFire, Reinforcement, Replacement, SecretCondition, Track, Turn, Withdrawal, ZoneControl,
};

use crate::chance::Chance;

/// The kinds of edits that there are, as journals name them; those of lists list by list.
pub fn kinds() -> BTreeSet<String> {
    let of_lists = ["add", "remove", "set", "move", "splice", "patch"];
    let mut kinds = told(serde_json::from_str::<Edit>(r#"{ "?": {} }"#).unwrap_err());
    for kind in of_lists {
        assert!(kinds.remove(kind), "{kind}");
    }
    let lists = told(serde_json::from_str::<List>(r#"{ "?": {} }"#).unwrap_err());
    kinds.extend(lists.iter().flat_map(|list| kinds_of(list)).map(|kind| (*kind).to_owned()));
    kinds
}

/// What a refusal tells that there is.
fn told(error: serde_json::Error) -> BTreeSet<String> {
    let told = error.to_string();
    let list = told.split_once("expected one of").unwrap().1;
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What is done to a list.
fn kinds_of(list: &str) -> &'static [&'static str] {
    match list {
        "features" => &["add_feature", "remove_feature", "set_feature", "patch_features"],
        "hexsides" => &["add_hexside", "remove_hexside", "set_hexside", "patch_hexsides"],
        "paths" => &["add_path", "remove_path", "set_path"],
        "lines" => &["add_line", "remove_line", "set_line"],
        "line_sides" => &["add_line_side", "remove_line_side"],
        "zones" => &["add_zone", "remove_zone", "set_zone"],
        "zone_hexes" => &["add_zone_hex", "remove_zone_hex"],
        "counters" => &["add_counter", "move_counter_in_list"],
        "all_counters" => &["delete_counter", "set_counter"],
        "formations" => &["add_formation", "remove_formation", "set_formation", "move_formation"],
        "defined" => &["define", "undefine", "redefine", "move_definition"],
        "tables" => &["add_table", "remove_table", "set_table", "move_table"],
        // By `set_constant` as well, which is a kind of its own.
        "constants" => &["add_constant", "remove_constant"],
        "placements" => &["splice_placements"],
        "free" => &["splice_free"],
        "control" => &["splice_control"],
        "eliminated" => &["splice_eliminated"],
        "missions" => &["splice_missions"],
        "turns" => &["splice_turns"],
        "reinforcements" => &["splice_reinforcements"],
        "withdrawals" => &["splice_withdrawals"],
        "replacements" => &["splice_replacements"],
        "tracks" => &["splice_tracks"],
        "levels" => &["splice_levels"],
        "orders" => &["splice_orders"],
        "overrides" => &["splice_overrides"],
        other => panic!("no edit of the list {other} is made here"),
    }
}

static KINDS: LazyLock<Vec<String>> = LazyLock::new(|| kinds().into_iter().collect());

/// An edit, with its kind.
pub fn edit(chance: &mut Chance, document: &Document) -> (&'static str, Edit) {
    let kind = chance.pick(&KINDS).unwrap();
    (kind, of_kind(kind, &mut Maker { chance, document }))
}

/// An edit, now and then of a kind that was not applied before.
pub fn edit_new(
    chance: &mut Chance,
    document: &Document,
    applied: &BTreeSet<String>,
) -> (&'static str, Edit) {
    if !chance.one_in(4) {
        return edit(chance, document);
    }
    let new: Vec<&'static String> = KINDS.iter().filter(|kind| !applied.contains(*kind)).collect();
    let kind = chance.pick(&new).map_or_else(|| chance.pick(&KINDS).unwrap(), |kind| *kind);
    (kind, of_kind(kind, &mut Maker { chance, document }))
}

struct Maker<'a> {
    chance: &'a mut Chance,
    document: &'a Document,
}

fn of_kind(kind: &str, make: &mut Maker<'_>) -> Edit {
    match kind {
        "all" => {
            // Long enough now and then to be made a patch.
            let edits = match make.chance.below(3) {
                0 => make.many_features(),
                1 => make.many_hexsides(),
                _ => {
                    (0..make.chance.below(4)).map(|_| edit(make.chance, make.document).1).collect()
                }
            };
            Edit::All { edits }
        }
        "replace_ruleset" => {
            let mut ruleset = make.document.ruleset().clone();
            match make.chance.below(3) {
                0 => ruleset.notes.push(format!("Note {}.", make.small())),
                1 => ruleset.hexsides.reverse(),
                _ => ruleset.features.reverse(),
            }
            Edit::ReplaceRuleset { ruleset: Box::new(ruleset) }
        }
        "set_terrain" => Edit::SetTerrain { hex: make.hex(), kind: make.terrain() },
        "paint_terrain" => Edit::PaintTerrain { hexes: make.hexes(), kind: make.terrain() },
        "set_glyph" => Edit::SetGlyph { hex: make.hex(), glyph: make.glyph() },
        "set_glyphs" => {
            Edit::SetGlyphs { runs: (0..make.chance.below(4)).map(|_| make.run()).collect() }
        }
        "add_glyph" => Edit::AddGlyph { glyph: make.new_glyph(), kind: make.terrain() },
        "remove_glyph" => Edit::RemoveGlyph { glyph: make.new_glyph() },
        "set_elevations" => {
            let level = make.small() as i16 - 2;
            Edit::SetElevations { hexes: make.hexes(), level }
        }
        "set_elevation_glyphs" => {
            let runs = (0..make.chance.below(3)).map(|_| make.elevation_run()).collect();
            Edit::SetElevationGlyphs { runs }
        }
        "add_elevation_glyph" => {
            Edit::AddElevationGlyph { glyph: make.new_glyph(), level: make.small() as i16 }
        }
        "remove_elevation_glyph" => {
            // One that no hex has can go.
            let layer = make.document.map().elevation.as_ref();
            let idle = |glyph: &&String| {
                layer.is_some_and(|it| !it.rows.iter().any(|row| row.contains(glyph.as_str())))
            };
            let palette = layer.into_iter().flat_map(|layer| layer.palette.keys());
            let (idle, used): (Vec<&String>, Vec<&String>) = palette.partition(idle);
            let any = make.chance.pick(&idle).or(make.chance.pick(&used));
            let glyph = any.and_then(|glyph| glyph.chars().next());
            Edit::RemoveElevationGlyph { glyph: glyph.unwrap_or('é') }
        }
        "add_elevation_layer" => {
            let grid = make.document.grid();
            let row = "~".repeat(usize::from(grid.columns()));
            Edit::AddElevationLayer {
                layer: Box::new(ElevationLayer {
                    palette: [("~".to_owned(), 0), ("z".to_owned(), 26)].into(),
                    rows: vec![row; usize::from(grid.rows())],
                    ..ElevationLayer::default()
                }),
            }
        }
        "remove_elevation_layer" => Edit::RemoveElevationLayer,
        "set_companion" => {
            let (path, text) = ("recipe.json".to_owned(), make.name().unwrap_or_default());
            let file = CompanionFile { path, text };
            Edit::SetCompanion { to: (!make.chance.one_in(3)).then(|| Box::new(file)) }
        }
        "add_feature" => Edit::add_feature(make.feature(), make.at()),
        "remove_feature" => {
            let Feature { hex, kind, .. } = make.there(|d| &d.map().features.items, Maker::feature);
            Edit::remove_feature(hex, kind)
        }
        "set_feature" => {
            let there = make.there(|d| &d.map().features.items, Maker::feature);
            Edit::set_feature(Feature { name: make.name(), ..there })
        }
        "patch_features" => {
            let count = make.document.map().features.items.len();
            let (remove, at) = make.patch(count);
            let insert = at.into_iter().map(|at| Placed { at, item: make.feature() }).collect();
            Edit::patch(List::Features, remove, insert)
        }
        "add_hexside" => Edit::add_hexside(make.hexside(), make.at()),
        "remove_hexside" => {
            let Hexside { side, kind, .. } =
                make.there(|d| &d.map().hexsides.items, Maker::hexside);
            Edit::remove_hexside(side, kind)
        }
        "set_hexside" => {
            let there = make.there(|d| &d.map().hexsides.items, Maker::hexside);
            Edit::set_hexside(Hexside { name: make.name(), ..there })
        }
        "patch_hexsides" => {
            let count = make.document.map().hexsides.items.len();
            let (remove, at) = make.patch(count);
            let insert = at.into_iter().map(|at| Placed { at, item: make.hexside() }).collect();
            Edit::patch(List::Hexsides, remove, insert)
        }
        "add_line" => Edit::add_line(make.line(), make.at()),
        "remove_line" => Edit::remove_line(make.below(|d| d.map().lines.items.len())),
        "add_line_side" => Edit::add_line_side(make.chance.below(2), make.side(), make.at()),
        "remove_line_side" => {
            let line = make.chance.below(2);
            let there = make.document.map().lines.items.get(line);
            let side = there.and_then(|line| make.chance.pick(&line.sides).cloned());
            Edit::remove_line_side(line, side.unwrap_or_else(|| make.side()))
        }
        "set_line" => Edit::set_line(make.below(|d| d.map().lines.items.len()), make.line()),
        "add_path" => Edit::add_path(make.path(), make.at()),
        "remove_path" => Edit::remove_path(make.below(|d| d.map().paths.items.len())),
        "set_path" => Edit::set_path(make.below(|d| d.map().paths.items.len()), make.path()),
        "add_zone" => Edit::add_zone(make.zone(), make.at()),
        "remove_zone" => Edit::remove_zone(make.zone_id()),
        "set_zone" => Edit::set_zone(make.zone_id(), make.zone()),
        "add_zone_hex" => Edit::add_zone_hex(make.zone_id(), make.hex(), make.at()),
        "remove_zone_hex" => {
            let zone = make.zone_id();
            let there = make.document.map().zones.items.iter().find(|other| other.id == zone);
            let hex = there.and_then(|zone| make.chance.pick(&zone.hexes).cloned());
            Edit::remove_zone_hex(zone, hex.unwrap_or_else(|| make.hex()))
        }
        "set_scan" => {
            let point = ScanPoint { pixel: [make.small() as f64, 0.5], hex: make.hex() };
            let scan = Scan { file: "scan.png".into(), size: [9, 9], control_points: vec![point] };
            Edit::SetScan { scan: (!make.chance.one_in(3)).then(|| Box::new(scan)) }
        }
        "replace_map" => {
            let mut map = make.document.map().clone();
            if make.chance.one_in(2) {
                map.title.push('!');
            } else {
                map.grid.rows = map.grid.rows.saturating_sub(1).max(2);
                map.terrain.rows.truncate(usize::from(map.grid.rows));
            }
            let scenario = Box::new(make.document.scenario().clone());
            Edit::ReplaceMap { map: Box::new(map), scenario }
        }
        "place_counter" => Edit::PlaceCounter {
            counter: make.counter_id(),
            hex: make.stack(),
            index: make.at(),
            face: make.chance.one_in(2).then(|| make.chance.below(3) as u8),
        },
        "move_counter" => {
            let (counter, from) = make.placed();
            Edit::MoveCounter { counter, from, to: make.stack(), index: make.at() }
        }
        "remove_counter" => {
            let (counter, hex) = make.placed();
            Edit::RemoveCounter { counter, hex }
        }
        "turn_counter" => {
            // One with several faces where a few tries find one: few sets have many of them.
            let faces = |make: &Maker<'_>, id: &str| {
                let books = &make.document.bundle().orders_of_battle;
                let counters = books.iter().flat_map(|book| &book.counters);
                counters.filter(|counter| counter.id == id).map(|c| c.faces.len()).max()
            };
            let (mut counter, mut hex) = make.placed();
            for _ in 0..12 {
                if faces(make, &counter) > Some(1) {
                    break;
                }
                (counter, hex) = make.placed();
            }
            Edit::TurnCounter { counter, hex, face: make.chance.below(3) as u8 }
        }
        "face_counter" => {
            let (counter, hex) = make.placed();
            let ways = [None, Some("n"), Some("se"), Some("sw")].map(|way| way.map(str::to_owned));
            let facing = ways[make.chance.below(4)].clone();
            Edit::FaceCounter { counter, hex, facing }
        }
        "set_states" => {
            let (counter, hex) = make.placed();
            let states = ["hidden", "dug-in", "asleep"].map(str::to_owned);
            let states = states.into_iter().filter(|_| make.chance.one_in(2)).collect();
            // Mostly somebody who stands there, too.
            let grid = make.document.grid();
            let there = grid.parse(&hex).map(|hex| make.document.stack_at(hex)).unwrap_or_default();
            let beside = make.chance.pick(&there).map(|entry| entry.counter.clone());
            let by = if make.chance.one_in(8) { Some(make.counter_id()) } else { beside };
            let carried_by = by.filter(|_| make.chance.one_in(2));
            Edit::SetStates { counter, hex, states, carried_by }
        }
        "set_scenario_title" => Edit::SetScenarioTitle { title: make.word() },
        "set_scenario_id" => Edit::SetScenarioId { id: make.word() },
        "set_scenario_notes" => Edit::SetScenarioNotes { notes: vec![make.word()] },
        "set_map_title" => Edit::SetMapTitle { title: make.word() },
        "set_map_notes" => Edit::SetMapNotes { notes: vec![make.word()] },
        "set_designation" => {
            Edit::SetDesignation { counter: make.counter_id(), designation: make.word() }
        }
        "set_rating" => {
            let rating = make.chance.pick(&make.document.ruleset().counters.ratings);
            let rating = rating.map_or("pluck".into(), |rating| rating.id.clone());
            let value = make.chance.one_in(2).then(|| Rating::Number(make.small() as i32));
            let face = make.chance.below(2) as u8;
            Edit::SetRating { counter: make.counter_id(), face, rating, value }
        }
        "add_counter" => Edit::add_counter(make.oob(), Box::new(make.counter()), make.at()),
        "delete_counter" => Edit::delete_counter(make.counter_id()),
        "set_counter" => Edit::set_counter(make.counter_id(), Box::new(make.counter())),
        "move_counter_in_list" => {
            Edit::Move { list: List::Counters(make.oob()), from: make.small(), to: make.small() }
        }
        "add_formation" => Edit::add_formation(make.oob(), Box::new(make.formation()), make.at()),
        "remove_formation" => {
            let formation = make.formation_id();
            Edit::remove_formation(make.oob(), formation)
        }
        "set_formation" => {
            let formation = make.formation_id();
            let to = Box::new(make.formation());
            Edit::set_formation(make.oob(), formation, to)
        }
        "move_formation" => {
            Edit::Move { list: List::Formations(make.oob()), from: make.small(), to: make.small() }
        }
        "replace_order_of_battle" => {
            let mut to = make.document.bundle().orders_of_battle[0].clone();
            to.counters.truncate(to.counters.len() - 1);
            to.title = make.word();
            Edit::ReplaceOrderOfBattle { at: make.oob(), to: Box::new(to) }
        }
        "set_table" => {
            let Some(mut to) = make.chance.pick(&make.document.ruleset().tables).cloned() else {
                return make.cell();
            };
            to.title = make.word();
            Edit::set_table(to.id.clone(), Box::new(to))
        }
        "add_table" => {
            let (id, at) = (make.chart_id(), make.at());
            let there = make.chance.pick(&make.document.ruleset().tables).cloned();
            let new = there.unwrap_or_else(|| Table {
                id: String::new(),
                title: make.word(),
                rule: None,
                row_axis: "die".into(),
                column_axis: "odds".into(),
                columns: Vec::new(),
                column_finder: Vec::new(),
                rows: Vec::new(),
                provenance: Provenance::Invented,
                exceptions: Vec::new(),
                constraints: Vec::new(),
                meanings: std::collections::BTreeMap::new(),
                results: std::collections::BTreeMap::new(),
                notes: Vec::new(),
            });
            Edit::add_table(Table { id, ..new }, at)
        }
        "remove_table" => Edit::remove_table(make.chart_id()),
        "move_table" => {
            Edit::Move { list: List::Tables, from: make.chance.below(3), to: make.chance.below(3) }
        }
        "add_constant" => Edit::Add {
            list: List::Constants,
            item: Constant {
                id: make.chart_id(),
                meaning: make.word(),
                value: 3,
                rule: None,
                provenance: Provenance::Invented,
            }
            .into(),
            at: make.at(),
        },
        "remove_constant" => {
            Edit::Remove { list: List::Constants, key: Key::Name(make.chart_id()) }
        }
        "define" => {
            let of = make.defined();
            let item = make.definition(of);
            Edit::define(of, item, make.at())
        }
        "undefine" => {
            let of = make.defined();
            let id = make.definition_id(of);
            Edit::undefine(of, id)
        }
        "redefine" => {
            let of = make.defined();
            let (id, to) = (make.definition_id(of), make.definition(of));
            Edit::redefine(of, id, to)
        }
        "move_definition" => {
            let list = List::Defined(make.defined());
            Edit::Move { list, from: make.small(), to: make.small() }
        }
        "set_glyph_kind" => Edit::SetGlyphKind { glyph: make.glyph(), kind: make.terrain() },
        "set_ruleset_head" => {
            let mut head = RulesetHead::of(make.document.ruleset());
            head.title = make.word();
            head.publisher = make.name();
            head.notes = vec![make.word(); make.small()];
            head.rules = make.chance.one_in(3).then(|| "small-war".to_owned());
            head.unchecked = SetUpCheck::ALL[..make.small().min(SetUpCheck::ALL.len())].to_vec();
            Edit::SetRulesetHead { head: Box::new(head) }
        }
        "copy_ruleset" => Edit::CopyRuleset { title: make.word() },
        "add_order_of_battle" => Edit::AddOrderOfBattle { again: None },
        "remove_order_of_battle" => Edit::RemoveOrderOfBattle,
        "uncopy_ruleset" => Edit::UncopyRuleset { title: make.word() },
        "set_sequence" => make.sequence(),
        "set_rules_of_play" => {
            let limit = StackingLimit { most: (make.small() as i32).into(), ..Default::default() };
            let stacking = Stacking { limits: vec![limit; make.small()], ..Default::default() };
            let rules = RulesOfPlay { stacking: Some(stacking), ..Default::default() };
            Edit::SetRulesOfPlay { rules: (!make.chance.one_in(4)).then(|| Box::new(rules)) }
        }
        "set_counter_print" => Edit::SetCounterPrint {
            pattern: make.word(),
            stacking_denominator: make.small() as u16 + 1,
        },
        "set_cell" => make.cell(),
        "set_constant" => {
            let constant = make.chance.pick(&make.document.ruleset().constants);
            let constant = constant.map_or("luck".into(), |constant| constant.id.clone());
            let value = make.small() as i32;
            Edit::SetConstant { constant, value, provenance: make.provenance() }
        }
        "set_turn_label" => Edit::SetTurnLabel { turn: make.turn(), label: make.word() },
        "set_reinforcement_turn" => {
            Edit::SetReinforcementTurn { entry: make.small(), turn: make.turn() }
        }
        "set_victory" => {
            let mut victory = make.document.scenario().victory.clone();
            victory.conditions.push(make.word());
            let text = make.word();
            let side = make.document.ruleset().sides.first();
            let side = side.map_or("nobody".into(), |side| side.id.clone());
            victory.secret.push(SecretCondition { side, text });
            Edit::SetVictory { victory: Box::new(victory) }
        }
        "set_start" => {
            let mut start = make.document.scenario().start.clone().unwrap_or_default();
            let hexes = vec![make.hex()];
            start.held.push(HeldHexes { side: make.side_id(), hexes });
            let start = (!make.chance.one_in(4)).then(|| Box::new(start));
            Edit::SetStart { start }
        }
        "set_role" => {
            let of = if make.chance.one_in(2) { RolesOf::Ruleset } else { RolesOf::Scenario };
            let filled_by = make.chance.one_in(2).then(|| vec![make.word()]);
            Edit::SetRole { of, role: make.word(), filled_by }
        }
        "set_optional_rules" => Edit::SetOptionalRules { rules: vec![make.word()] },
        "replace_scenario" => {
            let mut scenario = make.document.scenario().clone();
            scenario.title = make.word();
            scenario.setup.placements.truncate(make.small());
            Edit::ReplaceScenario { scenario: Box::new(scenario) }
        }
        other => make.splice(other),
    }
}

impl Maker<'_> {
    fn splice(&mut self, kind: &str) -> Edit {
        let scenario = self.document.scenario();
        let setup = &scenario.setup;
        macro_rules! splice {
            ($edit:ident, $list:expr, $new:expr) => {{
                let len = $list.len();
                let at = self.chance.below(len + 1);
                // Now and then beyond the end, which is refused.
                let remove =
                    self.chance.below(3).min(len - at + usize::from(self.chance.one_in(9)));
                let insert = (0..self.chance.below(3)).map(|_| $new(&mut *self)).collect();
                Edit::splice(List::$edit, at, remove, insert)
            }};
        }
        match kind {
            "splice_placements" => splice!(Placements, setup.placements, Self::placement),
            "splice_free" => splice!(Free, setup.free, Self::free),
            "splice_control" => splice!(Control, setup.control, Self::control),
            "splice_eliminated" => {
                splice!(Eliminated, setup.eliminated, Self::counter_id)
            }
            "splice_missions" => splice!(Missions, setup.missions, Self::mission),
            "splice_turns" => splice!(Turns, scenario.turns, Self::game_turn),
            "splice_reinforcements" => {
                splice!(Reinforcements, scenario.reinforcements, Self::reinforcement)
            }
            "splice_withdrawals" => {
                splice!(Withdrawals, scenario.withdrawals, Self::withdrawal)
            }
            "splice_replacements" => {
                splice!(Replacements, scenario.replacements, Self::replacement)
            }
            "splice_tracks" => splice!(Tracks, scenario.tracks, Self::track),
            "splice_levels" => splice!(Levels, scenario.levels, Self::level),
            "splice_orders" => splice!(Orders, scenario.orders, Self::order),
            "splice_overrides" => splice!(Overrides, scenario.overrides, Self::change),
            other => panic!("no edit of the kind {other} is made here"),
        }
    }

    fn small(&mut self) -> usize {
        self.chance.below(5)
    }

    /// A place in a list, or now and then just behind it.
    fn below(&mut self, len: fn(&Document) -> usize) -> usize {
        let len = len(self.document);
        self.chance.below(len) + usize::from(self.chance.one_in(9))
    }

    fn at(&mut self) -> Option<usize> {
        self.chance.one_in(3).then(|| self.small())
    }

    fn word(&mut self) -> String {
        ["", "a", "ab", "Größe", "\"\\\n"][self.small()].to_owned()
    }

    fn name(&mut self) -> Option<String> {
        self.chance.one_in(2).then(|| self.word())
    }

    fn provenance(&mut self) -> Option<Provenance> {
        let all = [None, Some(Provenance::Printed), Some(Provenance::Reconstructed)];
        all[self.chance.below(3)]
    }

    fn some_hex(&mut self) -> Hex {
        Hex(self.chance.below(self.document.grid().len()) as u32)
    }

    fn hex(&mut self) -> String {
        match self.chance.one_in(30) {
            true => "nowhere".into(),
            false => {
                let hex = self.some_hex();
                self.document.grid().label(hex)
            }
        }
    }

    fn hexes(&mut self) -> Vec<String> {
        let grid = self.document.grid();
        let middle = self.some_hex();
        let radius = self.chance.below(3) as u32;
        let mut hexes = grid.within(middle, radius);
        hexes.push(self.some_hex());
        hexes.into_iter().map(|hex| grid.label(hex)).collect()
    }

    /// A hex of few, so that stacks grow.
    fn stack(&mut self) -> String {
        let hex = Hex((self.chance.below(3) * 2) as u32);
        self.document.grid().label(hex)
    }

    fn side(&mut self) -> String {
        let directions = salient_hex::grid::Direction::ALL;
        let direction = directions[self.chance.below(6)];
        let hex = self.hex();
        format!("{hex}:{}", self.document.grid().compass(direction))
    }

    fn id_of(&mut self, kinds: &[Kind]) -> String {
        if self.chance.one_in(30) {
            return "unheard-of".into();
        }
        self.chance.pick(kinds).map_or("none".into(), |kind| kind.id.clone())
    }

    fn terrain(&mut self) -> String {
        self.id_of(&self.document.ruleset().terrain)
    }

    /// A glyph of the palette.
    fn glyph(&mut self) -> char {
        let palette: Vec<&String> = self.document.map().terrain.palette.keys().collect();
        self.chance.pick(&palette).and_then(|glyph| glyph.chars().next()).unwrap_or('?')
    }

    fn new_glyph(&mut self) -> char {
        // One that is longer than a byte, too.
        if self.chance.one_in(2) { 'é' } else { 'Q' }
    }

    fn run(&mut self) -> GlyphRun {
        let glyphs = (0..self.chance.below(4)).map(|_| self.glyph()).collect();
        GlyphRun { hex: self.hex(), glyphs }
    }

    fn elevation_run(&mut self) -> GlyphRun {
        let palette: Vec<&String> =
            self.document.map().elevation.iter().flat_map(|layer| layer.palette.keys()).collect();
        let glyphs = (0..self.chance.below(4))
            .map(|_| self.chance.pick(&palette).map_or("0", |glyph| glyph.as_str()))
            .collect();
        GlyphRun { hex: self.hex(), glyphs }
    }

    /// One that is there, or else a new one.
    fn there<T: Clone>(&mut self, list: fn(&Document) -> &[T], new: fn(&mut Self) -> T) -> T {
        let there = self.chance.pick(list(self.document)).cloned();
        there.filter(|_| !self.chance.one_in(9)).unwrap_or_else(|| new(self))
    }

    fn feature(&mut self) -> Feature {
        Feature {
            hex: self.hex(),
            kind: self.id_of(&self.document.ruleset().features),
            name: self.name(),
            owner: None,
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        }
    }

    fn hexside(&mut self) -> Hexside {
        Hexside {
            side: self.side(),
            kind: self.id_of(&self.document.ruleset().hexsides),
            name: self.name(),
            provenance: None,
        }
    }

    fn many_features(&mut self) -> Vec<Edit> {
        let make = |make: &mut Self| match make.chance.one_in(2) {
            true => Edit::add_feature(make.feature(), None),
            false => {
                let Feature { hex, kind, .. } =
                    make.there(|d| &d.map().features.items, Self::feature);
                Edit::remove_feature(hex, kind)
            }
        };
        let mut edits: Vec<Edit> = (0..12).map(|_| make(self)).collect();
        // Most would be refused with one bad one in them.
        edits.retain(|edit| self.document_takes(edit));
        edits
    }

    fn many_hexsides(&mut self) -> Vec<Edit> {
        let mut edits: Vec<Edit> =
            (0..12).map(|_| Edit::add_hexside(self.hexside(), None)).collect();
        edits.retain(|edit| self.document_takes(edit));
        edits
    }

    fn document_takes(&self, edit: &Edit) -> bool {
        let text = serde_json::to_string(edit).unwrap();
        !text.contains("nowhere") && !text.contains("unheard-of")
    }

    /// Places to go and to come, in a list of some items.
    fn patch(&mut self, count: usize) -> (Vec<usize>, Vec<usize>) {
        let remove: BTreeSet<usize> =
            (0..self.small().min(count)).map(|_| self.chance.below(count)).collect();
        let coming = self.small();
        let end = count - remove.len() + coming;
        let mut insert = BTreeSet::new();
        while insert.len() < coming {
            insert.insert(self.chance.below(end));
        }
        (remove.into_iter().collect(), insert.into_iter().collect())
    }

    fn line(&mut self) -> Line {
        Line {
            kind: self.id_of(&self.document.ruleset().lines),
            name: self.name(),
            owner: None,
            sides: (0..self.small()).map(|_| self.side()).collect(),
        }
    }

    fn path(&mut self) -> Path {
        Path {
            kind: self.id_of(&self.document.ruleset().paths),
            name: self.name(),
            tracks: None,
            hexes: (0..self.small()).map(|_| self.hex()).collect(),
        }
    }

    fn zone_id(&mut self) -> String {
        let there = self.chance.pick(&self.document.map().zones.items);
        let there = there.filter(|_| !self.chance.one_in(9));
        there.map_or_else(|| "new-zone".into(), |zone| zone.id.clone())
    }

    fn zone(&mut self) -> Zone {
        Zone {
            id: if self.chance.one_in(2) { "new-zone".into() } else { self.zone_id() },
            name: self.word(),
            kind: ZoneKind::Other,
            owner: None,
            colour: self.chance.one_in(2).then(|| "#4060a0".to_owned()),
            hexes: (0..self.small()).map(|_| self.hex()).collect(),
        }
    }

    fn oob(&mut self) -> usize {
        self.chance.below(20) / 19
    }

    fn counter_id(&mut self) -> String {
        let counters = &self.document.bundle().orders_of_battle[0].counters;
        let there = self.chance.pick(counters).filter(|_| !self.chance.one_in(9));
        there.map_or_else(|| "new-counter".into(), |counter| counter.id.clone())
    }

    fn counter(&mut self) -> Counter {
        let counters = &self.document.bundle().orders_of_battle[0].counters;
        let mut counter = self.chance.pick(counters).cloned().unwrap();
        counter.designation = self.word();
        counter.count = 2;
        counter.substitute = self.chance.one_in(4).then(|| self.counter_id());
        if self.chance.one_in(2) {
            counter.id = "new-counter".into();
        }
        counter
    }

    fn formation_id(&mut self) -> String {
        let formations = &self.document.bundle().orders_of_battle[0].formations;
        let there = self.chance.pick(formations).filter(|_| !self.chance.one_in(9));
        there.map_or_else(|| "new-formation".into(), |formation| formation.id.clone())
    }

    fn formation(&mut self) -> Formation {
        let parent = self.chance.one_in(2).then(|| self.formation_id());
        // Defined or not, in range or not.
        let rating = Defined::FormationRating;
        let ratings = (0..self.chance.below(3))
            .map(|_| (self.definition_id(rating), Rating::Number(self.small() as i32)))
            .collect();
        Formation {
            id: if self.chance.one_in(2) { "new-formation".into() } else { self.formation_id() },
            name: self.word(),
            short: None,
            side: self.side_id(),
            size: None,
            parent,
            commander: self.name(),
            colour: None,
            ratings,
        }
    }

    fn placed(&mut self) -> (String, String) {
        let placements = &self.document.scenario().setup.placements;
        let there = self.chance.pick(placements).filter(|_| !self.chance.one_in(9));
        let counter = there.and_then(|there| self.chance.pick(&there.counters).cloned());
        match (there, counter) {
            (Some(there), Some(counter)) => (counter, there.hex.clone()),
            _ => (self.counter_id(), self.hex()),
        }
    }

    fn cell(&mut self) -> Edit {
        let table = self.chance.pick(&self.document.ruleset().tables);
        let table = table.map_or("none".into(), |table| table.id.clone());
        Edit::SetCell {
            table,
            row: self.chance.below(3),
            column: self.chance.below(3),
            value: self.word(),
            provenance: self.provenance(),
        }
    }

    /// The id of a chart or constant that the rules do not know.
    fn chart_id(&mut self) -> String {
        ["new-chart", "other-chart"][self.chance.below(2)].into()
    }

    fn defined(&mut self) -> Defined {
        Defined::ALL[self.chance.below(Defined::ALL.len())]
    }

    /// The steps of play, with one of them elsewhere, called otherwise or gone.
    fn sequence(&mut self) -> Edit {
        let now = self.document.ruleset().sequence.clone();
        let places: Vec<StepPlace> = steps_of(&now).into_iter().map(|(place, _)| place).collect();
        let place = self.chance.pick(&places).cloned().unwrap_or_default();
        let op = match self.chance.below(7) {
            0 => SequenceOp::AddAfter(place),
            1 => SequenceOp::Remove(place),
            2 => SequenceOp::Up(place),
            3 => SequenceOp::Down(place),
            4 => SequenceOp::Inward(place),
            5 => SequenceOp::Outward(place),
            _ => {
                let step = steps_of(&now).into_iter().find(|(at, _)| *at == place);
                match step.map(|(_, step)| step.clone()) {
                    Some(step) => {
                        let every = self.chance.one_in(2).then(|| 2 + self.chance.below(3) as u16);
                        let holds = self.chance.one_in(2).then(|| "frozen".to_owned());
                        let to = SequenceStep { name: self.word(), every, holds, ..step };
                        SequenceOp::Set(place, Box::new(to))
                    }
                    None => SequenceOp::AddAfter(Vec::new()),
                }
            }
        };
        Edit::SetSequence { sequence: changed(&now, &op).unwrap_or(now) }
    }

    /// One that is there, or one of few new ones.
    fn definition_id(&mut self, of: Defined) -> String {
        let ids = of.ids(self.document.ruleset());
        match self.chance.pick(&ids) {
            Some(id) if self.chance.one_in(2) => (*id).clone(),
            _ => ["new-one", "other-one"][self.chance.below(2)].into(),
        }
    }

    fn definition(&mut self, of: Defined) -> Item {
        let (id, name) = (self.definition_id(of), self.word());
        let side = self.chance.one_in(2).then(|| self.side_id());
        match of {
            Defined::Side => Side::new(id, name).into(),
            Defined::Nation => Nation {
                id,
                name,
                side,
                fill: "#112233".into(),
                ink: "#ffffff".into(),
                symbol_fill: None,
                serves_with: None,
            }
            .into(),
            Defined::UnitType => UnitType { id, name, symbol: Symbol::Infantry, mark: None }.into(),
            Defined::UnitSize => {
                UnitSize { id, name, mark: "X".into(), stacking: self.small() as i32 }.into()
            }
            Defined::Rating | Defined::FormationRating => RatingDef {
                id,
                name,
                min: 0,
                max: 9,
                optional: true,
                ink: None,
                corner: false,
                uses: Vec::new(),
            }
            .into(),
            Defined::Trait => {
                TraitDef { id, name, meaning: None, provenance: Provenance::Invented }.into()
            }
            Defined::OptionalRule => OptionalRule { id, name, rule: None }.into(),
            kinds => {
                let there = kinds.kinds(self.document.ruleset()).unwrap();
                let effect = Effect {
                    when: Condition { side, ..Condition::default() },
                    ..Effect::default()
                };
                let kind = Kind {
                    id: String::new(),
                    name: String::new(),
                    movement: Some(2),
                    impassable: false,
                    defence: 1,
                    effects: vec![effect],
                    traits: Vec::new(),
                    look: Look::default(),
                    rule: None,
                    provenance: Provenance::Invented,
                };
                let kind = self.chance.pick(there).cloned().unwrap_or(kind);
                Kind { id, name, ..kind }.into()
            }
        }
    }

    fn side_id(&mut self) -> String {
        self.chance.pick(&self.document.ruleset().sides).unwrap().id.clone()
    }

    fn turn(&mut self) -> u16 {
        self.small() as u16
    }

    fn placement(&mut self) -> Placement {
        Placement {
            hex: self.hex(),
            counters: (0..self.chance.below(3)).map(|_| self.counter_id()).collect(),
            face: None,
            facing: None,
            carried_by: self.chance.one_in(5).then(|| self.counter_id()),
            states: Vec::new(),
        }
    }

    fn free(&mut self) -> FreePlacement {
        FreePlacement {
            side: self.side_id(),
            zone: self.zone_id(),
            front: self.chance.one_in(3).then(|| self.zone_id()),
            counters: vec![self.counter_id()],
            conditions: Vec::new(),
            rule: None,
        }
    }

    fn control(&mut self) -> ZoneControl {
        ZoneControl { side: self.side_id(), zone: self.zone_id() }
    }

    fn game_turn(&mut self) -> Turn {
        Turn {
            turn: self.turn(),
            label: self.word(),
            date: None,
            half: None,
            weather: None,
            provenance: Provenance::Invented,
        }
    }

    fn mission(&mut self) -> Mission {
        let fire = PlannedFire { turn: self.turn(), hex: self.hex(), shell: None };
        Mission {
            counter: self.counter_id(),
            mission: Some("planned-fire".into()),
            destination: self.chance.one_in(2).then(|| self.hex()),
            fires: vec![fire],
        }
    }

    fn reinforcement(&mut self) -> Reinforcement {
        let entry = match self.chance.one_in(2) {
            true => Entry::Zone(self.zone_id()),
            false => Entry::Hexes(vec![self.hex()]),
        };
        let counters = vec![self.counter_id()];
        let (turn, side) = (self.turn(), self.side_id());
        let provenance = Provenance::Invented;
        Reinforcement { turn, side, entry, counters, condition: None, rule: None, provenance }
    }

    fn withdrawal(&mut self) -> Withdrawal {
        let counters = vec![self.counter_id()];
        Withdrawal { turn: self.turn(), side: self.side_id(), counters, rule: None }
    }

    fn replacement(&mut self) -> Replacement {
        Replacement {
            turn: self.turn(),
            side: self.side_id(),
            nation: None,
            pool: None,
            points: 3,
            provenance: Provenance::Printed,
        }
    }

    fn track(&mut self) -> Track {
        Track {
            id: "air".into(),
            name: self.word(),
            side: None,
            values: vec![self.small() as i32],
            rule: None,
            provenance: Provenance::Printed,
        }
    }

    fn level(&mut self) -> Level {
        let value = self.small() as i32;
        let words = (value % 2 == 0).then(|| self.word());
        Level { id: "morale".into(), side: self.side_id(), nation: None, value, words }
    }

    fn order(&mut self) -> Order {
        let objective = OrderObjective { hexes: vec![self.hex()], ..OrderObjective::default() };
        Order { formation: self.word(), objectives: vec![objective], ..Order::default() }
    }

    fn change(&mut self) -> Override {
        Override::Constant { constant: "luck".into(), value: self.small() as i32, reason: None }
    }
}
