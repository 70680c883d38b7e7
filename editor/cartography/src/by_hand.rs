//! What was changed by hand on a map that a recipe made, and how a recipe says the same.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::{ElevationLayer, Feature, Hexside, Map};
use salient_schema::recipe::{Correction, FeatureBrush, HexBrush, LevelBrush, Recipe, SideBrush};
use salient_schema::{HexIndex, HexLabel, Id, SideLabel};

/// One thing that a hand changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ByHand {
    /// Where: the hex, of a hexside the one that its name begins with.
    pub hex: HexLabel,
    /// What was done.
    pub what: Change,
}

/// What a hand did.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The hex has another terrain.
    Terrain {
        /// What the recipe makes of it.
        from: Id,
        /// What it is.
        to: Id,
    },
    /// The hex has another level.
    Level {
        /// What the recipe makes of it.
        from: i16,
        /// What it is.
        to: i16,
    },
    /// A feature was set, or is otherwise.
    Feature(Box<Feature>),
    /// A feature of this kind went.
    NoFeature(Id),
    /// A hexside feature was set, or is otherwise.
    Hexside(Hexside),
    /// A hexside feature of this kind went.
    NoHexside(SideLabel, Id),
}

impl ByHand {
    /// What was done, in words that go on from a hex's number.
    pub fn in_words(&self) -> String {
        match &self.what {
            Change::Terrain { from, to } => format!("{to} for {from}"),
            Change::Level { from, to } => format!("level {to} for {from}"),
            Change::Feature(feature) => match &feature.name {
                Some(name) => format!("{} {name}", feature.kind),
                None => feature.kind.clone(),
            },
            Change::NoFeature(kind) => format!("no {kind}"),
            Change::Hexside(item) => format!("{} at {}", item.kind, item.side),
            Change::NoHexside(side, kind) => format!("no {kind} at {side}"),
        }
    }
}

/// What differs on a map from what its recipe made, in the order of its hexes: terrain, levels (where
/// the recipe makes any), features and hexsides, which a recipe can correct. None where the two have
/// not the same hexes.
pub fn by_hand(made: &Map, now: &Map) -> Option<Vec<ByHand>> {
    let grid = &now.grid;
    if (made.grid.columns, made.grid.rows) != (grid.columns, grid.rows)
        || made.grid.numbering != grid.numbering
        || made.grid.boards != grid.boards
    {
        return None;
    }
    let mut found: Vec<(HexIndex, ByHand)> = Vec::new();
    let rows = made.terrain.rows.iter().zip(&now.terrain.rows).zip(0_u16..);
    for ((before, after), row) in rows.filter(|((before, after), _)| {
        before != after || made.terrain.palette != now.terrain.palette
    }) {
        for ((from, to), column) in before.chars().zip(after.chars()).zip(0_u16..) {
            let (from, to) = (kind_of(made, from), kind_of(now, to));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
            {
                let hex = HexIndex::new(column, row);
                let what = Change::Terrain { from: from.clone(), to: to.clone() };
                found.push((hex, ByHand { hex: grid.print_hex(hex), what }));
            }
        }
    }
    for (hex, from, to) in levels(made, now) {
        let what = Change::Level { from, to };
        found.push((hex, ByHand { hex: grid.print_hex(hex), what }));
    }
    let (before, after) = (features(made), features(now));
    for ((hex, kind), _) in before.iter().filter(|(key, _)| !after.contains_key(*key)) {
        let what = Change::NoFeature((*kind).clone());
        found.push((*hex, ByHand { hex: grid.print_hex(*hex), what }));
    }
    for (key @ (hex, _), feature) in &after {
        if !before.get(key).is_some_and(|other| same_feature(other, feature)) {
            let what = Change::Feature(Box::new((*feature).clone()));
            found.push((*hex, ByHand { hex: grid.print_hex(*hex), what }));
        }
    }
    let (before, after) = (hexsides(made), hexsides(now));
    for (((hex, _), kind), item) in before.iter().filter(|(key, _)| !after.contains_key(*key)) {
        let what = Change::NoHexside(item.side.clone(), (*kind).clone());
        found.push((*hex, ByHand { hex: grid.print_hex(*hex), what }));
    }
    for (key @ ((hex, _), _), item) in &after {
        if before.get(key).is_none_or(|other| other.name != item.name) {
            let what = Change::Hexside((*item).clone());
            found.push((*hex, ByHand { hex: grid.print_hex(*hex), what }));
        }
    }
    found.sort_by_key(|(hex, _)| (hex.row, hex.column));
    Some(found.into_iter().map(|(_, one)| one).collect())
}

/// Puts changes into a recipe, as corrections with a reason: as few as can say them. Terrain that the
/// recipe's palette has no letter for gets one.
pub fn correct(recipe: &mut Recipe, changes: &[ByHand], reason: &str) {
    let plain = || Correction { reason: reason.to_owned(), ..Correction::default() };
    let mut terrain: BTreeMap<&Id, Vec<HexLabel>> = BTreeMap::new();
    let mut levels: BTreeMap<i16, Vec<HexLabel>> = BTreeMap::new();
    let mut gone: BTreeMap<&Id, Vec<HexLabel>> = BTreeMap::new();
    type Like<'a> = (&'a Id, Option<&'a Id>, Option<i32>, Option<&'a String>, &'a [String]);
    let mut features: BTreeMap<Like<'_>, FeatureBrush> = BTreeMap::new();
    let mut sides: BTreeMap<(&Id, Option<&String>), Vec<SideLabel>> = BTreeMap::new();
    let mut sides_gone: BTreeMap<&Id, Vec<SideLabel>> = BTreeMap::new();
    for ByHand { hex, what } in changes {
        match what {
            Change::Terrain { to, .. } => terrain.entry(to).or_default().push(hex.clone()),
            Change::Level { to, .. } => levels.entry(*to).or_default().push(hex.clone()),
            Change::NoFeature(kind) => gone.entry(kind).or_default().push(hex.clone()),
            Change::Feature(feature) => {
                let Feature { kind, owner, value, letter, facing, name, .. } = feature.as_ref();
                let like = (kind, owner.as_ref(), *value, letter.as_ref(), facing.as_slice());
                let brush = features.entry(like).or_insert_with(|| FeatureBrush {
                    kind: kind.clone(),
                    owner: owner.clone(),
                    value: *value,
                    letter: letter.clone(),
                    facing: facing.clone(),
                    hexes: Vec::new(),
                    named: BTreeMap::new(),
                });
                match name {
                    Some(name) => drop(brush.named.insert(hex.clone(), name.clone())),
                    None => brush.hexes.push(hex.clone()),
                }
            }
            Change::Hexside(item) => {
                sides.entry((&item.kind, item.name.as_ref())).or_default().push(item.side.clone());
            }
            Change::NoHexside(side, kind) => {
                sides_gone.entry(kind).or_default().push(side.clone());
            }
        }
    }
    let kinds: BTreeSet<&Id> = terrain.keys().copied().collect();
    for kind in kinds {
        add_glyph(&mut recipe.terrain.palette, kind);
    }
    let hexes = |(kind, hexes): (&Id, Vec<HexLabel>)| HexBrush { kind: kind.clone(), hexes };
    for brush in gone.into_iter().map(hexes) {
        recipe.patch.push(Correction { remove_features: Some(brush), ..plain() });
    }
    for (kind, sides) in sides_gone {
        let brush = SideBrush { kind: kind.clone(), name: None, sides };
        recipe.patch.push(Correction { remove_hexsides: Some(brush), ..plain() });
    }
    for brush in terrain.into_iter().map(hexes) {
        recipe.patch.push(Correction { terrain: Some(brush), ..plain() });
    }
    for (level, hexes) in levels {
        let brush = LevelBrush { level, hexes };
        recipe.patch.push(Correction { elevation: Some(brush), ..plain() });
    }
    for brush in features.into_values() {
        recipe.patch.push(Correction { features: Some(brush), ..plain() });
    }
    for ((kind, name), sides) in sides {
        let brush = SideBrush { kind: kind.clone(), name: name.cloned(), sides };
        recipe.patch.push(Correction { hexsides: Some(brush), ..plain() });
    }
}

pub(crate) fn add_glyph(palette: &mut BTreeMap<String, Id>, kind: &Id) {
    if palette.values().any(|other| other == kind) {
        return;
    }
    let own = kind.chars().filter(char::is_ascii_alphanumeric);
    let free = own.chain('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..='\u{24f}');
    let free = free.map(|glyph| glyph.to_string()).find(|glyph| !palette.contains_key(glyph));
    if let Some(glyph) = free {
        palette.insert(glyph, kind.clone());
    }
}

fn kind_of(map: &Map, glyph: char) -> Option<&Id> {
    map.terrain.palette.get(glyph.encode_utf8(&mut [0; 4]) as &str)
}

/// The hexes whose levels differ, each with the one and the other. None where a map tells no levels.
fn levels(made: &Map, now: &Map) -> Vec<(HexIndex, i16, i16)> {
    let (Some(made), Some(now)) = (&made.elevation, &now.elevation) else { return Vec::new() };
    let level = |layer: &ElevationLayer, glyph: char| {
        layer.palette.get(glyph.encode_utf8(&mut [0; 4]) as &str).copied()
    };
    let mut found = Vec::new();
    for ((before, after), row) in made.rows.iter().zip(&now.rows).zip(0_u16..) {
        for ((from, to), column) in before.chars().zip(after.chars()).zip(0_u16..) {
            let (from, to) = (level(made, from), level(now, to));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
            {
                found.push((HexIndex::new(column, row), from, to));
            }
        }
    }
    found
}

fn features(map: &Map) -> BTreeMap<(HexIndex, &Id), &Feature> {
    let items = map.features.items.iter();
    items.filter_map(|item| Some(((map.grid.parse_hex(&item.hex)?, &item.kind), item))).collect()
}

fn hexsides(map: &Map) -> BTreeMap<((HexIndex, usize), &Id), &Hexside> {
    let side = |item: &Hexside| {
        let (hex, direction) = map.grid.parse_side(&item.side)?;
        Some(map.grid.canonical_side(hex, direction))
    };
    let items = map.hexsides.items.iter();
    items.filter_map(|item| Some(((side(item)?, &item.kind), item))).collect()
}

/// Whether two features say the same, wherever they come from.
fn same_feature(one: &Feature, other: &Feature) -> bool {
    let say = |feature: &Feature| Feature { provenance: None, ..feature.clone() };
    say(one) == say(other)
}
