//! The map once more, from its file: which hexes touch, what it costs to go from one to the next,
//! what stands between, and the paths.

use std::collections::BTreeMap;

use salient_schema::map::{Orientation, Pushed};
use salient_schema::ruleset::{Condition, Kind};
use salient_schema::{Bundle, Map};

use super::book::Book;

/// A hex by its column and row, from 0.
pub type Hex = (i32, i32);

/// The compass of a grid whose hexes lie with a side on top.
const COMPASS: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

#[derive(Debug)]
pub struct Ground<'a> {
    columns: i32,
    rows: i32,
    first_pushed: bool,
    terrain: BTreeMap<Hex, &'a Kind>,
    level: BTreeMap<Hex, i32>,
    features: BTreeMap<Hex, Vec<&'a Kind>>,
    sides: BTreeMap<[Hex; 2], Vec<&'a Kind>>,
    paths: BTreeMap<[Hex; 2], Vec<&'a Kind>>,
    zones: BTreeMap<&'a str, Vec<Hex>>,
}

/// What the conditions of the terrain effects chart are asked of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Use<'u> {
    pub unit: Option<&'u str>,
    pub side: Option<&'u str>,
    pub weather: &'u str,
    pub usage: &'static str,
    pub slope: &'static str,
    pub all_attackers: bool,
}

/// Two hexes in one order, whichever way they were named.
pub fn between(one: Hex, other: Hex) -> [Hex; 2] {
    if one < other { [one, other] } else { [other, one] }
}

fn kind<'k>(kinds: &'k [Kind], id: &str) -> Result<&'k Kind, String> {
    kinds.iter().find(|kind| kind.id == id).ok_or_else(|| format!("no kind {id}"))
}

impl<'a> Ground<'a> {
    pub fn read(bundle: &'a Bundle) -> Result<Self, String> {
        let Map { grid, .. } = &bundle.map;
        let numbers = &grid.numbering;
        let plain = grid.orientation == Orientation::FlatTopped && grid.boards.is_empty();
        let printed = serde_json::json!({
            "order": "column_row", "column_digits": 2, "row_digits": 2, "first_column": 1,
            "first_row": 1, "columns_from": "west", "rows_from": "north"
        });
        if !plain || serde_json::to_value(numbers).ok() != Some(printed) {
            return Err("a grid that the referee cannot read".to_owned());
        }
        let mut ground = Self {
            columns: grid.columns.into(),
            rows: grid.rows.into(),
            first_pushed: grid.pushed == Pushed::First,
            terrain: BTreeMap::new(),
            level: BTreeMap::new(),
            features: BTreeMap::new(),
            sides: BTreeMap::new(),
            paths: BTreeMap::new(),
            zones: BTreeMap::new(),
        };
        let (map, ruleset) = (&bundle.map, &bundle.ruleset);
        for (row, glyphs) in (0..).zip(&map.terrain.rows) {
            for (column, glyph) in (0..).zip(glyphs.chars()) {
                let id = map.terrain.palette.get(&glyph.to_string()).ok_or("no such glyph")?;
                ground.terrain.insert((column, row), kind(&ruleset.terrain, id)?);
            }
        }
        if let Some(layer) = &map.elevation {
            for (row, glyphs) in (0..).zip(&layer.rows) {
                for (column, glyph) in (0..).zip(glyphs.chars()) {
                    let level = layer.palette.get(&glyph.to_string()).ok_or("no such glyph")?;
                    ground.level.insert((column, row), i32::from(*level));
                }
            }
        }
        for feature in &map.features.items {
            let hex = ground.hex(&feature.hex)?;
            let kind = kind(&ruleset.features, &feature.kind)?;
            ground.features.entry(hex).or_default().push(kind);
        }
        for item in &map.hexsides.items {
            let (hex, compass) = item.side.split_once(':').ok_or("no hexside")?;
            let hex = ground.hex(hex)?;
            let at = COMPASS.iter().position(|name| *name == compass).ok_or("no hexside")?;
            let side = between(hex, ground.around(hex)[at]);
            ground.sides.entry(side).or_default().push(kind(&ruleset.hexsides, &item.kind)?);
        }
        for path in &map.paths.items {
            let kind = kind(&ruleset.paths, &path.kind)?;
            for pair in path.hexes.windows(2) {
                let pair = between(ground.hex(&pair[0])?, ground.hex(&pair[1])?);
                ground.paths.entry(pair).or_default().push(kind);
            }
        }
        for zone in &map.zones.items {
            let hexes: Result<_, _> = zone.hexes.iter().map(|hex| ground.hex(hex)).collect();
            ground.zones.insert(&zone.id, hexes?);
        }
        Ok(ground)
    }

    /// The hex that a number names.
    pub fn hex(&self, label: &str) -> Result<Hex, String> {
        let part = |range| label.get(range).and_then(|digits: &str| digits.parse::<i32>().ok());
        match (part(0..2), part(2..4)) {
            (Some(column), Some(row)) if label.len() == 4 && self.holds((column - 1, row - 1)) => {
                Ok((column - 1, row - 1))
            }
            _ => Err(format!("there is no hex {label}")),
        }
    }

    pub fn holds(&self, (column, row): Hex) -> bool {
        (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
    }

    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.terrain.keys().copied()
    }

    pub fn zone(&self, id: &str) -> &[Hex] {
        self.zones.get(id).map_or(&[], Vec::as_slice)
    }

    /// The six hexes around one, clockwise from the north, some of them off the map.
    pub fn around(&self, (column, row): Hex) -> [Hex; 6] {
        let up = row - i32::from(!self.is_pushed(column));
        [
            (column, row - 1),
            (column + 1, up),
            (column + 1, up + 1),
            (column, row + 1),
            (column - 1, up + 1),
            (column - 1, up),
        ]
    }

    /// Those of them on the map.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.around(hex).into_iter().filter(|near| self.holds(*near))
    }

    pub fn is_pushed(&self, column: i32) -> bool {
        (column % 2 == 0) == self.first_pushed
    }

    pub fn touch(&self, one: Hex, other: Hex) -> bool {
        self.around(one).contains(&other)
    }

    /// How many hexes away.
    pub fn distance(&self, one: Hex, other: Hex) -> i32 {
        // Rows that run straight along two sides of the hexes instead of zigzag.
        let straight = |(column, row): Hex| {
            let odd = if self.first_pushed { -(column & 1) } else { column & 1 };
            (column, row - (column - odd) / 2)
        };
        let ((c1, s1), (c2, s2)) = (straight(one), straight(other));
        let (dc, ds) = (c1 - c2, s1 - s2);
        dc.abs().max(ds.abs()).max((dc + ds).abs())
    }

    pub fn level(&self, hex: Hex) -> i32 {
        self.level.get(&hex).copied().unwrap_or(0)
    }

    pub fn terrain(&self, hex: Hex) -> Option<&'a Kind> {
        self.terrain.get(&hex).copied()
    }

    pub fn features(&self, hex: Hex) -> &[&'a Kind] {
        self.features.get(&hex).map_or(&[], Vec::as_slice)
    }

    /// What runs along the hexside between two hexes.
    pub fn hexsides(&self, one: Hex, other: Hex) -> &[&'a Kind] {
        self.sides.get(&between(one, other)).map_or(&[], Vec::as_slice)
    }

    /// What has to be crossed there: nothing over a bridge.
    pub fn crossed(&self, one: Hex, other: Hex) -> impl Iterator<Item = &'a Kind> + '_ {
        let sides = self.hexsides(one, other);
        let is_bridge = |kind: &&Kind| kind.traits.iter().any(|word| word == "bridge");
        let bridged = sides.iter().any(is_bridge);
        sides.iter().copied().filter(move |_| !bridged)
    }

    /// Whether a path of one of these kinds leads from one hex to the next.
    pub fn path(&self, one: Hex, other: Hex, kinds: &[String]) -> bool {
        self.paths
            .get(&between(one, other))
            .is_some_and(|paths| paths.iter().any(|path| kinds.contains(&path.id)))
    }

    /// Whether no unit at all can go from one hex into the next.
    pub fn is_shut(&self, from: Hex, to: Hex) -> bool {
        let shut = |kind: &&Kind| kind.impassable && !kind.effects.iter().any(|it| it.lets_in());
        !self.holds(to)
            || self.terrain(to).iter().any(shut)
            || self.hexsides(from, to).iter().any(shut)
    }

    /// Movement points from a hex into the next; none where the unit cannot go.
    pub fn cost(
        &self,
        book: &Book<'_>,
        unit: &str,
        weather: &str,
        from: Hex,
        to: Hex,
    ) -> Option<i32> {
        let slope = match self.level(to).cmp(&self.level(from)) {
            std::cmp::Ordering::Greater => "up",
            std::cmp::Ordering::Less => "down",
            std::cmp::Ordering::Equal => "",
        };
        let side = Some(book.side(unit));
        let usage = "movement";
        let of = Use { unit: Some(unit), side, weather, usage, slope, all_attackers: false };
        let mut ground = book.movement(self.terrain(to)?, of)?;
        for feature in self.features(to) {
            // What stands in the hex has its cost in place of the ground's.
            ground = book.movement(feature, of)?.or(ground);
        }
        let roads = self.paths.get(&between(from, to)).into_iter().flatten();
        for road in roads {
            ground = book.movement(road, of)?.or(ground);
        }
        let mut cost = ground.unwrap_or(0);
        for kind in self.crossed(from, to) {
            cost += book.movement(kind, of)?.unwrap_or(0);
        }
        Some(cost)
    }
}

impl Book<'_> {
    fn holds(&self, when: &Condition, of: Use<'_>) -> bool {
        when.weather.as_ref().is_none_or(|weather| weather == of.weather)
            && when.side.as_ref().is_none_or(|side| Some(side.as_str()) == of.side)
            && when.unit.as_ref().is_none_or(|word| of.unit.is_some_and(|unit| self.is(unit, word)))
            && (!when.all_attackers || of.all_attackers)
            && when.usage.as_ref().is_none_or(|usage| usage == of.usage)
            && when.slope.as_ref().is_none_or(|slope| slope == of.slope)
    }

    /// What a kind costs to enter or cross: nothing said, or so many points; none where it is closed.
    fn movement(&self, kind: &Kind, of: Use<'_>) -> Option<Option<i32>> {
        let (mut cost, mut closed) = (kind.movement, kind.impassable);
        for effect in kind.effects.iter().filter(|effect| self.holds(&effect.when, of)) {
            if effect.prohibited {
                return None;
            }
            if effect.movement.is_some() {
                (cost, closed) = (effect.movement, false);
            }
        }
        (!closed).then_some(cost)
    }

    /// The defence number of a kind.
    pub fn shelter(&self, kind: &Kind, of: Use<'_>) -> i32 {
        let holding = kind.effects.iter().filter(|effect| self.holds(&effect.when, of));
        holding.filter_map(|effect| effect.defence).next_back().unwrap_or(kind.defence)
    }
}
