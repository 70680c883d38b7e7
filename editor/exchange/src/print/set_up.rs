//! Set-up sheets, a side each: what stands in which hex, what is placed freely where, who holds
//! what, and what waits off the map.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Zone, ZoneKind};
use salient_schema::scenario::{FreePlacement, Placement};
use salient_schema::words::{
    asked_in_words, id_in_words, is_drawn_by_lot, level_in_words, state_in_words,
    zone_kind_in_words,
};
use salient_schema::zones::zones_in_use;
use salient_schema::{Bundle, Ruleset};

use super::flow::{self, BODY, Block, Chapter, INK};
use super::pictures::{self, Pictured, Pictures, SIDE};
use super::{Part, Way, Wishes};
use salient_art::colour::{self, Rgba};
use salient_art::counter_art::Shown;
use salient_art::fonts::Typeface;
use salient_art::map_art::{Detail, Layer, MapArt};
use salient_art::scene::{Scene, Stroke, Text};

/// Room for a hex number, left of its counters.
const NUMBER: f32 = 24.0;

/// The sheets of all sides.
pub fn chapter(bundle: &Bundle, wishes: &Wishes) -> Chapter<'static> {
    let page = wishes.page(Way::Portrait);
    let grid = HexGrid::new(&bundle.map.grid);
    let mut sheet = SetUpSheet {
        bundle,
        pictures: Pictures::new(bundle),
        art: MapArt::new(&bundle.map, &bundle.ruleset, &grid).scoring(bundle),
        width: 0.0,
    };
    let mut sections = Vec::new();
    for side in pictures::sides(bundle) {
        // Groups with their maps want room, single hexes little.
        let free = bundle.scenario.setup.free.iter().any(|group| group.side == side);
        let columns = if free { 2 } else { 3 };
        let width = flow::column_width(page, columns);
        sheet.width = width;
        let blocks = sheet.side(side);
        if !blocks.is_empty() {
            let name = pictures::side_name(&bundle.ruleset, side);
            let mut all = vec![Block::heading(&format!("{name} set-up"), 5.4, width)];
            all.extend(blocks);
            sections.push((all, columns));
        }
    }
    let width = flow::column_width(page, ZONE_COLUMNS);
    let zones = zones(bundle, &grid, width);
    if !zones.is_empty() {
        let mut all = vec![Block::heading("Zones", 5.4, width)];
        all.extend(zones);
        sections.push((all, ZONE_COLUMNS));
    }
    (Part::SetUp.name(), sections)
}

/// The columns of the list of zones.
const ZONE_COLUMNS: usize = 2;

/// The zones that the scenario has a use for: what each is for, and its hexes by number.
fn zones(bundle: &Bundle, grid: &HexGrid, width: f32) -> Vec<Block> {
    let Bundle { map, ruleset, .. } = bundle;
    let used = zones_in_use(bundle);
    let mut blocks = Vec::new();
    for zone in map.zones.items.iter().filter(|zone| used.contains(zone.id.as_str())) {
        // What is for anything else has no kind worth a word.
        let kind = (zone.kind != ZoneKind::Other).then(|| zone_kind_in_words(zone.kind).to_owned());
        let owner = zone.owner.as_deref().map(|id| owner_name(ruleset, id).to_owned());
        let of: Vec<String> = kind.into_iter().chain(owner).collect();
        let of = if of.is_empty() { String::new() } else { format!(" ({})", of.join(", ")) };
        let mut heading = Block::heading(&format!("{}{of}", zone.name), 3.2, width);
        let hexes: Vec<Hex> = zone.hexes.iter().filter_map(|label| grid.parse(label)).collect();
        let words = format!("{}: {}", hex_count(hexes.len()), grid.ranges(&hexes).join(", "));
        let y = heading.height - 0.4;
        heading.put(flow::paragraph(&words, BODY, Typeface::Medium, INK, width), [0.0, y]);
        heading.leads = false;
        blocks.push(heading);
        blocks.push(Block::gap(1.5));
    }
    blocks
}

/// What a side or a nation is called.
fn owner_name<'a>(ruleset: &'a Ruleset, id: &'a str) -> &'a str {
    match ruleset.nations.iter().find(|nation| nation.id == id) {
        Some(nation) => &nation.name,
        None => ruleset.side_name(id),
    }
}

/// `1 hex`, `12 hexes`.
fn hex_count(count: usize) -> String {
    format!("{count} {}", if count == 1 { "hex" } else { "hexes" })
}

struct SetUpSheet<'a> {
    bundle: &'a Bundle,
    pictures: Pictures<'a>,
    art: MapArt,
    width: f32,
}

impl SetUpSheet<'_> {
    fn side(&self, side: &str) -> Vec<Block> {
        let mut blocks = self.placed(side);
        for group in self.bundle.scenario.setup.free.iter().filter(|group| group.side == side) {
            blocks.push(Block::gap(3.0));
            blocks.extend(self.free(group));
        }
        blocks.extend(self.waiting(side));
        blocks.extend(self.held(side));
        blocks
    }

    fn small(&self, text: &str, ink: Rgba) -> Block {
        flow::paragraph(text, BODY, Typeface::Medium, ink, self.width)
    }

    /// What stands in which hex, in the order of the hex numbers.
    fn placed(&self, side: &str) -> Vec<Block> {
        let grid = self.art.grid();
        let mut hexes: BTreeMap<(Option<Hex>, &str), Vec<&Placement>> = BTreeMap::new();
        for placement in &self.bundle.scenario.setup.placements {
            let mine = |id: &String| self.pictures.counter(id).is_none_or(|c| c.side == side);
            if placement.counters.iter().any(mine) {
                let key = (grid.parse(&placement.hex), placement.hex.as_str());
                hexes.entry(key).or_default().push(placement);
            }
        }
        let mut hexes: Vec<_> = hexes.into_iter().collect();
        hexes.sort_by_key(|((_, label), _)| label.to_owned());
        hexes.into_iter().map(|((_, label), there)| self.hex(label, &there, side)).collect()
    }

    fn hex(&self, label: &str, there: &[&Placement], side: &str) -> Block {
        let mut block = Block::default();
        let number = flow::paragraph(label, 4.0, Typeface::Bold, INK, NUMBER);
        block.put(number, [0.0, 0.4]);
        let named = self.bundle.map.features.items.iter().filter(|feature| feature.hex == label);
        let names: Vec<&str> = named.filter_map(|feature| feature.name.as_deref()).collect();
        if !names.is_empty() {
            let soft = colour::lighter(INK, 0.25);
            let room = NUMBER - 2.0;
            let y = block.height - 0.6;
            let words = flow::paragraph(&names.join(", "), 2.5, Typeface::SemiBold, soft, room);
            block.put(words, [0.0, y]);
        }
        let mut counters = Vec::new();
        for placement in there {
            let in_words = |state: &String| state_in_words(state, &self.bundle.ruleset);
            let mut words: Vec<String> = placement.states.iter().map(in_words).collect();
            words.extend(placement.facing.iter().map(|way| format!("faces {way}")));
            words.extend(
                placement
                    .carried_by
                    .iter()
                    .map(|carrier| format!("carried by {}", self.name(carrier))),
            );
            let by_lot = is_drawn_by_lot(placement);
            for counter in &placement.counters {
                let known = self.pictures.counter(counter);
                if known.is_none_or(|c| c.side == side) {
                    let shown = Shown::new(counter, placement.face.unwrap_or(0));
                    // What has no name on its counter is named beneath it.
                    let nameless = known.filter(|c| c.designation.trim().is_empty() && !by_lot);
                    let own = nameless.map(|_| self.name(counter));
                    let words: Vec<String> = own.into_iter().chain(words.iter().cloned()).collect();
                    counters.push(Pictured { shown, words: words.join(", "), by_lot });
                }
            }
        }
        let mut y = 0.0;
        for row in self.pictures.rows(&counters, self.width - NUMBER) {
            let height = row.height;
            block.put(row, [NUMBER, y]);
            y += height;
        }
        block.height = block.height.max(SIDE) + 1.2;
        let line = block.height - 0.8;
        let rule = Stroke::new(0.1, flow::RULE);
        block.scene.line([[0.0, line], [self.width, line]], rule);
        block
    }

    /// What a counter is called: by its type where it has no name.
    fn name(&self, id: &str) -> String {
        let Some(counter) = self.pictures.counter(id) else { return id.to_owned() };
        let name = counter.designation.trim();
        if !name.is_empty() {
            return name.to_owned();
        }
        let types = &self.bundle.ruleset.counters.types;
        let of_type = types.iter().find(|one| one.id == counter.unit_type);
        of_type.map_or_else(|| id_in_words(&counter.unit_type), |one| one.name.to_lowercase())
    }

    /// A group that its owner places.
    fn free(&self, group: &FreePlacement) -> Vec<Block> {
        let Bundle { map, ruleset, .. } = self.bundle;
        let zone = |id: &str| map.zones.items.iter().find(|zone| zone.id == *id);
        let name = zone(&group.zone).map_or(group.zone.as_str(), |zone| zone.name.as_str());
        let count = group.counters.len();
        let units = if count == 1 { "counter" } else { "counters" };
        let title = format!("{name}: {count} {units}, placed freely");
        let mut blocks = vec![Block::heading(&title, 4.0, self.width)];
        let mut sentences: Vec<String> = group
            .conditions
            .iter()
            .map(|condition| asked_in_words(condition, group, map, ruleset))
            .collect();
        if let Some(rule) = &group.rule {
            sentences.push(format!("Rule {rule}"));
        }
        for sentence in sentences {
            let mut block = self.small(&format!("· {sentence}"), INK);
            block.leads = true;
            blocks.push(block);
        }
        blocks.push(Block { leads: true, ..Block::gap(0.8) });
        let counters: Vec<Pictured<'_>> =
            group.counters.iter().map(|id| Pictured::front(id)).collect();
        blocks.extend(self.pictures.rows(&counters, self.width));
        let mut zones = vec![group.zone.as_str()];
        zones.extend(group.front.as_deref());
        for zone in zones.into_iter().filter_map(zone) {
            blocks.extend(self.zone(zone));
        }
        blocks
    }

    /// A zone's hexes as a small map; by number they stand in the list of zones.
    fn zone(&self, zone: &Zone) -> Vec<Block> {
        let grid = self.art.grid();
        let hexes: Vec<Hex> = zone.hexes.iter().filter_map(|label| grid.parse(label)).collect();
        let mut blocks = vec![Block::gap(1.0)];
        let words = format!("{}, {}", zone.name, hex_count(hexes.len()));
        let soft = colour::lighter(INK, 0.15);
        let mut caption = flow::paragraph(&words, 2.5, Typeface::Medium, soft, self.width);
        caption.leads = true;
        blocks.push(caption);
        blocks.extend(self.small_map(&hexes));
        blocks
    }

    fn small_map(&self, hexes: &[Hex]) -> Option<Block> {
        let grid = self.art.grid();
        let mut view = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
        for hex in hexes {
            let centre = grid.centre(*hex);
            for axis in 0..2 {
                view[0][axis] = view[0][axis].min(centre[axis] - 1.6);
                view[1][axis] = view[1][axis].max(centre[axis] + 1.6);
            }
        }
        let extent = [view[1][0] - view[0][0], view[1][1] - view[0][1]];
        // Beyond that a hex is a speck.
        if hexes.is_empty() || extent[0] * extent[1] > 20_000.0 {
            return None;
        }
        let scale = (self.width / extent[0]).min(75.0 / extent[1]).min(9.0);
        let mut scene = Scene::new();
        let layers = [
            Layer::Terrain,
            Layer::Stains,
            Layer::Grid,
            Layer::HexsideCasings,
            Layer::Hexsides,
            Layer::Features,
        ];
        // Only whole hexes, as nothing cuts off what runs over the edge.
        let inside = |hex: &Hex| {
            let [x, y] = grid.centre(*hex);
            x > view[0][0] + 0.5
                && x < view[1][0] - 0.5
                && y > view[0][1] + 0.5
                && y < view[1][1] - 0.5
        };
        let shown: Vec<Hex> =
            grid.hexes().filter(inside).filter(|hex| !self.art.is_blank(*hex)).collect();
        for layer in layers {
            for &hex in &shown {
                let detail = if layer == Layer::Grid { Detail::Near } else { Detail::Far };
                self.art.draw(layer, hex, detail, &mut scene);
            }
        }
        let tint = [200, 40, 40, 60];
        for &hex in hexes {
            scene.fill(grid.corners(hex), tint);
        }
        if scale >= 6.0 {
            for &hex in hexes {
                let label = grid.label(hex);
                let size = (0.8 / Typeface::Medium.width_of(&label)).min(0.34);
                let centre = grid.centre(hex);
                let number = Text::new(centre, label, size, Typeface::Medium, INK);
                scene.text(number.with_halo([255, 255, 255, 190]).on_middle());
            }
        }
        let origin = [-view[0][0] * scale, -view[0][1] * scale];
        let height = extent[1] * scale + 1.0;
        Some(Block { scene: scene.placed(scale, origin), height, leads: false })
    }

    /// What is off the map when play begins, and may be rebuilt.
    fn waiting(&self, side: &str) -> Vec<Block> {
        let lost: Vec<Pictured<'_>> = self
            .bundle
            .scenario
            .setup
            .eliminated
            .iter()
            .filter(|id| self.pictures.counter(id).is_some_and(|counter| counter.side == side))
            .map(|id| Pictured::front(id))
            .collect();
        if lost.is_empty() {
            return Vec::new();
        }
        let title = "Out of play when it begins, and may be rebuilt";
        let mut blocks = vec![Block::gap(3.0), Block::heading(title, 4.0, self.width)];
        blocks.extend(self.pictures.rows(&lost, self.width));
        blocks
    }

    /// What the side holds, and where its scores stand.
    fn held(&self, side: &str) -> Vec<Block> {
        let Bundle { map, scenario, ruleset, .. } = self.bundle;
        let mut lines = Vec::new();
        for control in scenario.setup.control.iter().filter(|control| control.side == side) {
            let zone = map.zones.items.iter().find(|zone| zone.id == control.zone);
            let name = zone.map_or(control.zone.as_str(), |zone| zone.name.as_str());
            let count = zone.map_or(0, |zone| zone.hexes.len());
            lines.push(format!("Controls {name} ({count} hexes)"));
        }
        for level in scenario.levels.iter().filter(|level| level.side == side) {
            lines.push(level_in_words(level, ruleset));
        }
        for points in scenario.replacements.iter().filter(|one| one.side == side && one.turn == 0) {
            let nation = points.nation.as_deref().map(|id| pictures::nation_name(ruleset, id));
            let of = nation.map_or_else(String::new, |nation| format!(" ({nation})"));
            lines.push(format!("Replacement points at the start{of}: {}", points.points));
        }
        if lines.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![Block::gap(3.0), Block::heading("When play begins", 4.0, self.width)];
        blocks.extend(lines.iter().map(|line| self.small(&format!("· {line}"), INK)));
        blocks
    }
}
