//! The second map of a module: the game-turns in their boxes with what arrives on each, and the
//! counters that have no hex when play begins.
//!
//! Each group of counters lies in a VASSAL zone whose name says what it is, so that a move out of
//! it is reported in words, and the way in can read it again: `Turn 5, german, entry A`.

use image::RgbaImage;
use salient_schema::scenario::{Entry, PlacementCondition};
use salient_schema::words::id_in_words;
use salient_schema::{Ruleset, Scenario};

use super::pieces::{Pieces, Placed};
use super::saved::Stack;
use super::xml::Element;
use super::zoned::zoned;
use super::{TRACK, properties};
use crate::ExportError;
use crate::charts::sheet::{BOX, ChartImage, HEAD, INK, SOFT, Type};
use salient_art::fonts::Typeface;

/// A scenario's board of the second map.
pub struct Track {
    sheet: ChartImage,
    zones: Vec<(String, [f32; 4])>,
    /// The counters on it.
    pub stacks: Vec<Stack>,
    /// Where the turn marker begins.
    pub marker: [i64; 2],
}

/// Counters that lie together.
struct Group {
    zone: String,
    caption: String,
    counters: Vec<String>,
    /// The scenario's schedule brings them, and they can be sent back here.
    arrives: bool,
}

const MARGIN: f32 = 24.0;
const WIDE: f32 = 1_900.0;
const GAP: f32 = 14.0;
const PAD: f32 = 12.0;
const TITLE: Type = (34.0, Typeface::Bold, INK);
const HEADING: Type = (24.0, Typeface::SemiBold, INK);
const NUMBER: Type = (30.0, Typeface::Bold, INK);
const WORDS: Type = (18.0, Typeface::Medium, INK);
const SMALL: Type = (18.0, Typeface::Italic, SOFT);
/// Between two counters.
const BETWEEN: f32 = 8.0;

/// The zone of counters that arrive.
pub fn arrival_zone(turn: u16, side: &str, entry: &Entry) -> String {
    let entry = match entry {
        Entry::Letter(letter) => format!("entry {letter}"),
        Entry::Zone(zone) => format!("zone {zone}"),
        Entry::Hexes(hexes) => format!("hexes {}", hexes.join(" ")),
    };
    format!("Turn {turn}, {side}, {entry}")
}

/// The zone of counters that their owner sets up himself.
pub fn free_zone(side: &str, zone: &str, front: Option<&str>) -> String {
    let front = front.map_or(String::new(), |front| format!(", front {front}"));
    format!("Set-up, {side}, zone {zone}{front}")
}

/// The zone of counters that are out of play when it begins.
pub const OUT_OF_PLAY: &str = "Out of play";
/// What the zones for what is lost later begin with.
pub const LOST: &str = "Lost";

/// The zone of what a side loses.
pub fn lost_zone(side: &str) -> String {
    format!("{LOST}, {side}")
}

impl Track {
    /// Lays out a scenario's turns and holding boxes.
    pub fn new(ruleset: &Ruleset, scenario: &Scenario, zones: &Zones, pieces: &Pieces<'_>) -> Self {
        let mut track = Self {
            sheet: ChartImage::default(),
            zones: Vec::new(),
            stacks: Vec::new(),
            marker: [0, 0],
        };
        let sheet = &mut track.sheet;
        let mut y = sheet.words([MARGIN, MARGIN], WIDE, &scenario.title, TITLE) + 10.0;
        let side = pieces.side() as f32 + BETWEEN;
        let name = |id: &str| {
            let side = ruleset.sides.iter().find(|side| side.id == id).map(|side| &side.name);
            let nation = ruleset.nations.iter().find(|nation| nation.id == id);
            side.or(nation.map(|nation| &nation.name)).cloned().unwrap_or(id.to_owned())
        };
        let mut held: Vec<Group> = scenario
            .setup
            .free
            .iter()
            .map(|free| Group {
                zone: free_zone(&free.side, &free.zone, free.front.as_deref()),
                caption: free_caption(free, &name(&free.side), zones),
                counters: free.counters.clone(),
                arrives: false,
            })
            .collect();
        if !scenario.setup.eliminated.is_empty() {
            held.push(Group {
                zone: OUT_OF_PLAY.to_owned(),
                caption: "Out of play when the game begins".to_owned(),
                counters: scenario.setup.eliminated.clone(),
                arrives: false,
            });
        }
        if !held.is_empty() {
            y = track.sheet.words([MARGIN, y], WIDE, "To be set up", HEADING) + 6.0;
            for group in &held {
                let height = track.height(group, WIDE - 2.0 * PAD, side) + 2.0 * PAD;
                track.sheet.rectangle([MARGIN, y], [WIDE, height], BOX, 1.5);
                track.group(group, [MARGIN + PAD, y + PAD], WIDE - 2.0 * PAD, side);
                y += height + GAP;
            }
            y += 6.0;
        }
        y = track.sheet.words([MARGIN, y], WIDE, "Game-turns", HEADING) + 6.0;
        y = track.turns(scenario, &name, zones, [side, y]);
        y = track.sheet.words([MARGIN, y + 6.0], WIDE, "Lost units", HEADING) + 6.0;
        let sides = ruleset.sides.len().max(1) as f32;
        let width = (WIDE - GAP * (sides - 1.0)) / sides;
        for (number, owner) in ruleset.sides.iter().enumerate() {
            let x = MARGIN + number as f32 * (width + GAP);
            let group = Group {
                zone: lost_zone(&owner.id),
                caption: owner.name.clone(),
                counters: Vec::new(),
                arrives: false,
            };
            track.sheet.rectangle([x, y], [width, 2.5 * side], BOX, 1.5);
            track.group(&group, [x + PAD, y + PAD], width - 2.0 * PAD, side);
            track.zone(&group.zone, [x, y], [width, 2.5 * side]);
        }
        track
    }

    /// The turns, several side by side; gives the place below.
    fn turns(
        &mut self,
        scenario: &Scenario,
        name: &dyn Fn(&str) -> String,
        zones: &Zones,
        [side, top]: [f32; 2],
    ) -> f32 {
        let beside = scenario.turns.len().clamp(1, 4);
        let width = (WIDE - GAP * (beside as f32 - 1.0)) / beside as f32;
        let room = width - 2.0 * PAD;
        let mut y = top;
        let mut first = true;
        for row in scenario.turns.chunks(beside) {
            let boxes: Vec<(Vec<String>, Vec<Group>)> = row
                .iter()
                .map(|turn| {
                    (facts(scenario, turn.turn, name), arrivals(scenario, turn.turn, name, zones))
                })
                .collect();
            // The number of the turn and its date stand beside the marker, or below its foot.
            let labels = row.iter().map(|turn| lines(&turn.label, WORDS, room - side));
            let words = 8.0 + NUMBER.0 * 1.3 + labels.fold(0.0, f32::max);
            let head = (side + PAD).max(words + PAD / 2.0);
            let heights = boxes.iter().map(|(facts, groups)| {
                let words: f32 = facts.iter().map(|fact| lines(fact, WORDS, room)).sum();
                let groups: f32 = groups.iter().map(|group| self.height(group, room, side)).sum();
                head + words + groups + 2.0 * PAD
            });
            let height = heights.fold(0.0, f32::max);
            for (number, (turn, (facts, groups))) in row.iter().zip(&boxes).enumerate() {
                let x = MARGIN + number as f32 * (width + GAP);
                self.sheet.rectangle([x, y], [width, height], BOX, 1.5);
                self.sheet.rectangle([x, y], [width, head], HEAD, 1.5);
                let centre = [x + width - PAD / 2.0 - side / 2.0, y + head / 2.0];
                if first {
                    self.marker = centre.map(|place| place.round() as i64);
                    first = false;
                }
                let words = room - side;
                let below = self.sheet.words(
                    [x + PAD, y + 8.0],
                    words,
                    &format!("Game-turn {}", turn.turn),
                    NUMBER,
                );
                self.sheet.words([x + PAD, below], words, &turn.label, WORDS);
                let mut down = y + head + PAD / 2.0;
                for fact in facts {
                    down = self.sheet.words([x + PAD, down], room, fact, WORDS);
                }
                for group in groups {
                    self.group(group, [x + PAD, down], room, side);
                    down += self.height(group, room, side);
                }
                // After the groups in it: VASSAL takes the first zone that holds a point.
                self.zone(&format!("Turn {}", turn.turn), [x, y], [width, height]);
            }
            y += height + GAP;
        }
        y
    }

    fn height(&self, group: &Group, room: f32, side: f32) -> f32 {
        let beside = (room / side).floor().max(1.0);
        let rows = (group.counters.len() as f32 / beside).ceil();
        lines(&group.caption, SMALL, room) + 6.0 + rows * side + if rows > 0.0 { 6.0 } else { 0.0 }
    }

    fn group(&mut self, group: &Group, [x, y]: [f32; 2], room: f32, side: f32) {
        let top = self.sheet.words([x, y], room, &group.caption, SMALL) + 6.0;
        let beside = (room / side).floor().max(1.0) as usize;
        for (number, counter) in group.counters.iter().enumerate() {
            let (column, row) = ((number % beside) as f32, (number / beside) as f32);
            let at = [x + (column + 0.5) * side, top + (row + 0.5) * side];
            let arrives = group.arrives.then(|| (properties::ARRIVES, group.zone.clone()));
            let properties = arrives.into_iter().collect();
            self.stacks.push(Stack {
                map: TRACK,
                at: at.map(|place| place.round() as i64),
                place: group.zone.clone(),
                pieces: vec![Placed { counter: counter.clone(), face: 0, properties }],
            });
        }
        if !group.counters.is_empty() {
            self.zone(&group.zone, [x, y], [room, self.height(group, room, side)]);
        }
    }

    fn zone(&mut self, name: &str, [x, y]: [f32; 2], [w, h]: [f32; 2]) {
        self.zones.push((name.to_owned(), [x, y, x + w, y + h]));
    }

    /// Paints the board.
    pub fn paint(&self) -> Result<RgbaImage, ExportError> {
        self.sheet.paint(MARGIN)
    }

    /// The board's element.
    pub fn element(&self, name: &str, image: &str) -> Element {
        zoned(name, image, &self.zones)
    }
}

/// The names of the map's zones by their ids.
pub type Zones = std::collections::BTreeMap<String, String>;

fn lines(text: &str, (size, face, _): Type, room: f32) -> f32 {
    crate::charts::sheet::wrapped(text, face, size, room).len() as f32 * size * 1.3
}

fn zone_name<'a>(zones: &'a Zones, id: &'a str) -> &'a str {
    zones.get(id).map_or(id, String::as_str)
}

fn free_caption(
    free: &salient_schema::scenario::FreePlacement,
    side: &str,
    zones: &Zones,
) -> String {
    let mut caption = format!("{side}, in: {}", zone_name(zones, &free.zone));
    if let Some(front) = &free.front {
        caption.push_str(&format!(", to hold: {}", zone_name(zones, front)));
    }
    for condition in &free.conditions {
        caption.push_str("; ");
        caption.push_str(&condition_words(condition));
    }
    if let Some(rule) = &free.rule {
        caption.push_str(&format!(" ({rule})"));
    }
    caption
}

/// A condition of a set-up in words.
pub fn condition_words(condition: &PlacementCondition) -> String {
    let every = |feature: &Option<String>| match feature {
        Some(feature) => format!("every hex with {}", feature.replace('-', " ")),
        None => "every hex".to_owned(),
    };
    match condition {
        PlacementCondition::EveryHexHoldsUnit { feature } => {
            format!("{} holds a unit", every(feature))
        }
        PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
            format!("{} holds a unit or lies in a friendly ZOC", every(feature))
        }
        PlacementCondition::AtLeast { unit_type, count } => {
            format!("at least {count} of type {}", unit_type.replace('-', " "))
        }
        PlacementCondition::AtMostPerHex { count } => format!("at most {count} a hex"),
    }
}

/// What happens on a turn, in words.
fn facts(scenario: &Scenario, turn: u16, name: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut facts = Vec::new();
    let place = scenario.turns.iter().position(|entry| entry.turn == turn);
    let entry = place.and_then(|place| scenario.turns.get(place));
    if let Some(weather) = entry.and_then(|entry| entry.weather.as_deref()) {
        facts.push(format!("Weather: {}", weather.replace(['-', '_'], " ")));
    }
    for track in &scenario.tracks {
        let Some(value) = place.and_then(|place| track.values.get(place)) else { continue };
        let side = track.side.as_deref().map_or(String::new(), |side| format!(" ({})", name(side)));
        facts.push(format!("{}{side}: {value}", track.name));
    }
    for points in scenario.replacements.iter().filter(|points| points.turn == turn) {
        let whose = name(points.nation.as_deref().unwrap_or(&points.side));
        let pool = id_in_words(points.pool.as_deref().unwrap_or("replacements"));
        facts.push(format!("{whose} {pool}: {}", points.points));
    }
    for leaving in scenario.withdrawals.iter().filter(|leaving| leaving.turn == turn) {
        let units = leaving.counters.join(", ");
        facts.push(format!("Withdraw, {}: {units}", name(&leaving.side)));
    }
    facts
}

fn arrivals(
    scenario: &Scenario,
    turn: u16,
    name: &dyn Fn(&str) -> String,
    zones: &Zones,
) -> Vec<Group> {
    let arriving = scenario.reinforcements.iter().filter(|arriving| arriving.turn == turn);
    arriving
        .map(|arriving| {
            let entry = match &arriving.entry {
                Entry::Letter(letter) => format!("at entry {letter}"),
                Entry::Zone(zone) => format!("in: {}", zone_name(zones, zone)),
                Entry::Hexes(hexes) if hexes.len() > 8 => format!("at {} hexes", hexes.len()),
                Entry::Hexes(hexes) => format!("at {}", hexes.join(", ")),
            };
            let condition = arriving.condition.as_ref().map_or(String::new(), |condition| {
                let die = condition.die_at_most.map(|die| format!("on a roll of {die} or less"));
                let held = condition
                    .while_holding
                    .as_ref()
                    .map(|zone| format!("if {} is held", zone_name(zones, zone)));
                let all = [die, held, condition.text.clone()];
                let words: Vec<String> = all.into_iter().flatten().collect();
                format!("; {}", words.join("; "))
            });
            Group {
                zone: arrival_zone(turn, &arriving.side, &arriving.entry),
                caption: format!("{} {entry}{condition}", name(&arriving.side)),
                counters: arriving.counters.clone(),
                arrives: true,
            }
        })
        .collect()
}

/// The stacks of a set-up on the hexes.
pub fn hex_stacks(
    scenario: &Scenario,
    layout: &super::board::Layout,
    grid: &salient_schema::map::Grid,
) -> Vec<Stack> {
    let mut stacks: std::collections::BTreeMap<salient_schema::HexIndex, Vec<Placed>> =
        std::collections::BTreeMap::new();
    for placement in &scenario.setup.placements {
        let Some(hex) = grid.parse_hex(&placement.hex) else { continue };
        let mut extra = Vec::new();
        if let Some(facing) = &placement.facing {
            extra.push((properties::FACING, facing.clone()));
        }
        if let Some(carrier) = &placement.carried_by {
            extra.push((properties::CARRIED_BY, carrier.clone()));
        }
        if !placement.states.is_empty() {
            extra.push((properties::STATES, placement.states.join(" ")));
        }
        stacks.entry(hex).or_default().extend(placement.counters.iter().map(|counter| Placed {
            counter: counter.clone(),
            face: placement.face.unwrap_or(0),
            properties: extra.clone(),
        }));
    }
    stacks
        .into_iter()
        .map(|(hex, mut pieces)| {
            // Ours are told from the top, VASSAL's lie from the bottom.
            pieces.reverse();
            Stack { map: super::MAP, at: layout.centre(hex), place: grid.print_hex(hex), pieces }
        })
        .collect()
}
