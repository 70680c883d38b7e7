//! What a small board shows, reckoned from the rules: zones of control, the reach of a unit, an
//! attack's column. By the numbers as they are without their exceptions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::map::{Feature, Grid, Hexside, Layer, Orientation, TerrainLayer};
use salient_schema::rules_of_play::{
    AllowanceIn, ColumnBy, Combat, Rounding, RulesOfPlay, Worse, ZoneEntry, ZoneMove,
};
use salient_schema::ruleset::{Kind, RatingUse, Table};
use salient_schema::{Id, Map, Ruleset};

/// How many hexes there are from west to east, and from north to south.
const SIZE: (u16, u16) = (7, 6);
/// Which terrain lies where: the ruleset's first kind, and those beside it.
const ROWS: [&str; 6] = ["aabaaaa", "abbaaca", "aabacca", "adaaaaa", "addabaa", "aaaabba"];
/// The printed movement allowance of the unit that moves.
const PRINTED: i32 = 4;

/// A small board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The map.
    pub map: Map,
    /// Its hexes.
    pub grid: HexGrid,
    /// Where the unit stands that moves.
    pub mover: Hex,
    /// Where its enemies stand.
    pub enemies: [Hex; 2],
    kinds: BTreeMap<Hex, Kind>,
    features: BTreeMap<Hex, Kind>,
    /// The kind along the hexsides of the map, by hex and direction.
    across: BTreeMap<(Hex, usize), Kind>,
}

/// The kinds of a list: those that the rules name first, then the others.
fn named_first<'a>(kinds: &'a [Kind], named: &[Id]) -> Vec<&'a Kind> {
    let is_named = |kind: &&Kind| named.contains(&kind.id);
    kinds.iter().filter(is_named).chain(kinds.iter().filter(|kind| !is_named(kind))).collect()
}

impl Board {
    /// The board of a ruleset, with what its zones of control do not reach into.
    pub fn new(ruleset: &Ruleset, rules: &RulesOfPlay, orientation: Orientation) -> Self {
        let (columns, rows) = SIZE;
        let mut map = Map::empty("board", "Board", Grid::plain(orientation, columns, rows));
        let grid = HexGrid::new(&map.grid);
        let hex = |column: u32, row: u32| Hex(row * u32::from(columns) + column);
        let nothing = Vec::new();
        let zones = rules.zones_of_control.as_ref();
        let not_into = zones.map_or(&nothing, |zones| &zones.not_into);
        let not_across = zones.map_or(&nothing, |zones| &zones.not_across);
        let base = ruleset.terrain.iter().take(1);
        let others = ruleset.terrain.get(1..).unwrap_or_default();
        let kinds: Vec<&Kind> = base.chain(named_first(others, not_into)).take(4).collect();
        // Of fewer kinds the last lies wherever one is missing.
        let kind = |glyph: u8| kinds.get(usize::from(glyph - b'a')).or(kinds.last()).copied();
        let glyphs = b'a'..=b'd';
        map.terrain = TerrainLayer {
            palette: glyphs
                .filter_map(|glyph| Some((char::from(glyph).to_string(), kind(glyph)?.id.clone())))
                .collect(),
            rows: ROWS.map(str::to_owned).to_vec(),
            ..map.terrain
        };
        let all = ROWS.concat().into_bytes();
        let in_hexes = grid.hexes().filter_map(|hex| {
            let glyph = all.get(hex.index())?;
            Some((hex, kind(*glyph)?.clone()))
        });
        let mut board = Self {
            kinds: in_hexes.collect(),
            features: BTreeMap::new(),
            across: BTreeMap::new(),
            mover: hex(1, 3),
            enemies: [hex(4, 2), hex(4, 4)],
            map,
            grid,
        };
        // A feature that stops zones of control lies beside an enemy.
        if let Some(feature) = ruleset.features.iter().find(|kind| not_into.contains(&kind.id)) {
            board.feature(hex(5, 3), feature);
        }
        if let Some(hexside) = named_first(&ruleset.hexsides, not_across).first() {
            board.hexsides(&[hex(3, 2), hex(3, 3)], hexside);
        }
        board
    }

    fn feature(&mut self, hex: Hex, kind: &Kind) {
        self.features.insert(hex, kind.clone());
        let feature = Feature {
            hex: self.grid.label(hex),
            kind: kind.id.clone(),
            name: None,
            owner: None,
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        };
        self.map.features = Layer { items: vec![feature], ..Layer::default() };
    }

    /// Draws a kind along the sides of hexes towards the first of the enemies.
    fn hexsides(&mut self, along: &[Hex], kind: &Kind) {
        let towards = self.enemies[0];
        let mut items = Vec::new();
        for hex in along {
            let Some(direction) = (0..6).map(Direction::new).find(|direction| {
                let there = self.grid.neighbour(*hex, *direction);
                there.is_some_and(|there| {
                    self.grid.distance(there, towards) < self.grid.distance(*hex, towards)
                })
            }) else {
                continue;
            };
            let side = self.grid.side_label(self.grid.side(*hex, direction));
            items.push(Hexside { side, kind: kind.id.clone(), name: None, provenance: None });
            if let Some(there) = self.grid.neighbour(*hex, direction) {
                self.across.insert((*hex, direction.index()), kind.clone());
                self.across.insert((there, direction.opposite().index()), kind.clone());
            }
        }
        self.map.hexsides = Layer { items, ..Layer::default() };
    }

    fn kinds_of_step(
        &self,
        from: Hex,
        direction: Direction,
        to: Hex,
    ) -> impl Iterator<Item = &Kind> {
        let across = self.across.get(&(from, direction.index()));
        self.kinds.get(&to).into_iter().chain(self.features.get(&to)).chain(across)
    }

    fn steps(&self, from: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        let step = move |at| {
            let direction = Direction::new(at);
            Some((direction, self.grid.neighbour(from, direction)?))
        };
        (0..6).filter_map(step)
    }

    /// The hexes that an enemy's zone of control reaches; none where nobody has one.
    pub fn zone(&self, rules: &RulesOfPlay, enemy: Hex) -> BTreeSet<Hex> {
        let Some(zones) = rules.zones_of_control.as_ref().filter(|zones| !zones.who.nobody) else {
            return BTreeSet::new();
        };
        let reaches = |&(direction, to): &(Direction, Hex)| {
            self.kinds_of_step(enemy, direction, to).all(|kind| {
                !kind.impassable
                    && !zones.not_into.contains(&kind.id)
                    && !zones.not_across.contains(&kind.id)
            })
        };
        self.steps(enemy).filter(reaches).map(|(_, to)| to).collect()
    }

    /// The zones of control of all enemies.
    pub fn zones(&self, rules: &RulesOfPlay) -> BTreeSet<Hex> {
        self.enemies.iter().flat_map(|enemy| self.zone(rules, *enemy)).collect()
    }

    /// What the unit has to move with.
    pub fn allowance(ruleset: &Ruleset, rules: &RulesOfPlay) -> i32 {
        let printed = ruleset.counters.rating_for(RatingUse::Movement).map_or(0, |_| PRINTED);
        (printed + rules.movement.allowance.number).max(0)
    }

    /// The hexes that the unit reaches, each with what that costs.
    pub fn reach(&self, ruleset: &Ruleset, rules: &RulesOfPlay) -> BTreeMap<Hex, i32> {
        let allowance = Self::allowance(ruleset, rules);
        let heeded = rules.zones_of_control.as_ref().filter(|zones| !zones.heeded_by.nobody);
        let in_zone = if heeded.is_some() { self.zones(rules) } else { BTreeSet::new() };
        let mut best = BTreeMap::from([(self.mover, 0)]);
        let mut open = BinaryHeap::from([Reverse((0, self.mover))]);
        while let Some(Reverse((spent, from))) = open.pop() {
            if best.get(&from).is_some_and(|known| *known < spent) {
                continue;
            }
            let (starts, held) = (from == self.mover, in_zone.contains(&from));
            let stops = heeded.is_some_and(|zones| zones.enter == ZoneEntry::Stop);
            let locked = starts && held && heeded.is_some_and(|zones| zones.locked);
            if locked || (!starts && held && stops) {
                continue;
            }
            for (direction, to) in self.steps(from) {
                let Some(cost) = self.cost(rules, (from, direction, to), &in_zone) else {
                    continue;
                };
                let dear = spent + cost > allowance;
                let first = starts && rules.movement.one_hex_always;
                if dear && !first {
                    continue;
                }
                let total = if dear { allowance.max(spent + cost) } else { spent + cost };
                if best.get(&to).is_none_or(|known| *known > total) {
                    best.insert(to, total);
                    // Whoever needs his one hex goes no farther.
                    if !dear {
                        open.push(Reverse((total, to)));
                    }
                }
            }
        }
        best.remove(&self.mover);
        best
    }

    /// What a step costs; nothing where it is not allowed.
    fn cost(
        &self,
        rules: &RulesOfPlay,
        (from, direction, to): (Hex, Direction, Hex),
        in_zone: &BTreeSet<Hex>,
    ) -> Option<i32> {
        if self.enemies.contains(&to)
            || self.kinds_of_step(from, direction, to).any(|kind| kind.impassable)
        {
            return None;
        }
        let points = rules.movement.allowance_in == AllowanceIn::Points;
        let of = |kind: Option<&Kind>| kind.and_then(|kind| kind.movement);
        let inside = of(self.features.get(&to)).or_else(|| of(self.kinds.get(&to))).unwrap_or(0);
        let across = of(self.across.get(&(from, direction.index()))).unwrap_or(0);
        let mut cost = if points { inside + across } else { 1 };
        if let Some(zones) = &rules.zones_of_control {
            let (leaves, enters) = (in_zone.contains(&from), in_zone.contains(&to));
            let first = from == self.mover;
            let straight = match zones.from_zone_to_zone {
                ZoneMove::Never => false,
                ZoneMove::FirstHex => first,
                ZoneMove::Allowed => true,
            };
            if leaves && enters && !straight {
                return None;
            }
            cost += if enters { zones.enter_cost.number } else { 0 };
            cost += if leaves { zones.leave_cost.number } else { 0 };
        }
        Some(cost)
    }
}

/// What an attack comes to before any shift: its odds or difference in words, and the place of its
/// column; none where it is not allowed.
pub fn column(
    combat: &Combat,
    table: &Table,
    attack: i32,
    defence: i32,
) -> (String, Option<usize>) {
    let (words, value) = match combat.column {
        ColumnBy::Odds => {
            let [attackers, defenders] = rounded(combat.rounding, attack, defence);
            (format!("{attackers}:{defenders}"), odds_value(attackers, defenders))
        }
        ColumnBy::Difference => (format!("{:+}", attack - defence), (attack - defence).into()),
        ColumnBy::Strength => (attack.to_string(), attack.into()),
    };
    let heads = table.columns.iter().map(|head| head_value(head));
    let heads: Vec<Option<f64>> = heads.collect();
    let at = heads.iter().rposition(|head| head.is_some_and(|head| head <= value));
    let first = (combat.worse == Worse::FirstColumn && !heads.is_empty()).then_some(0);
    (words, at.or(first))
}

/// Odds as whole numbers, one of which is 1.
fn rounded(rounding: Rounding, attack: i32, defence: i32) -> [i32; 2] {
    let (attack, defence) = (attack.max(1), defence.max(1));
    let (more, less) = (attack.max(defence), attack.min(defence));
    let (whole, rest) = (more / less, more % less);
    // More for the stronger helps the attackers where they are the stronger.
    let up = match rounding {
        Rounding::Defender => attack < defence && rest > 0,
        Rounding::Attacker => attack >= defence && rest > 0,
        Rounding::Nearest => {
            let half = rest * 2 == less;
            rest * 2 > less || (half && attack < defence)
        }
    };
    let whole = whole + i32::from(up);
    if attack >= defence { [whole, 1] } else { [1, whole] }
}

/// Odds as a number by which columns can be compared.
fn odds_value(attackers: i32, defenders: i32) -> f64 {
    f64::from(attackers) / f64::from(defenders.max(1))
}

/// The value of a column's head: `3:1`, `1-2`, `+4`.
fn head_value(head: &str) -> Option<f64> {
    let head = head.trim().replace('−', "-");
    let number = |text: &str| text.trim().trim_start_matches('+').parse::<i32>().ok();
    if let Some(number) = number(&head) {
        return Some(number.into());
    }
    let (attackers, defenders) = head.split_once([':', '-'])?;
    Some(odds_value(number(attackers)?, number(defenders)?))
}

#[cfg(test)]
mod tests {
    use salient_schema::rules_of_play::{Movement, ZonesOfControl};

    use super::*;

    fn ruleset() -> Ruleset {
        let kind = |id: &str, movement: i32| -> Kind {
            serde_json::from_value(serde_json::json!({
                "id": id, "name": id, "movement": movement, "look": {},
            }))
            .unwrap()
        };
        let mut ruleset = Ruleset::empty("own", "Own");
        ruleset.terrain = vec![kind("clear", 1), kind("woods", 2)];
        ruleset.hexsides = vec![kind("river", 1)];
        let movement = serde_json::json!({
            "id": "movement", "name": "Movement", "min": 0, "max": 9, "uses": ["movement"],
        });
        ruleset.counters.ratings = vec![serde_json::from_value(movement).unwrap()];
        ruleset
    }

    fn board(rules: &RulesOfPlay) -> Board {
        Board::new(&ruleset(), rules, Orientation::FlatTopped)
    }

    fn with_zones(zones: ZonesOfControl) -> RulesOfPlay {
        RulesOfPlay { zones_of_control: Some(zones), ..RulesOfPlay::default() }
    }

    #[test]
    fn a_zone_reaches_as_far_as_the_rules_say() {
        let none = RulesOfPlay::default();
        let there = board(&none);
        assert!(there.zones(&none).is_empty(), "without the part nobody has one");
        let all = with_zones(ZonesOfControl::default());
        assert_eq!(board(&all).zone(&all, there.enemies[0]).len(), 6);
        let clear = with_zones(ZonesOfControl {
            not_into: vec!["woods".to_owned()],
            ..ZonesOfControl::default()
        });
        let less = board(&clear).zone(&clear, there.enemies[0]).len();
        assert!(less < 6 && less > 0, "none into woods: {less}");
        let dry = with_zones(ZonesOfControl {
            not_across: vec!["river".to_owned()],
            ..ZonesOfControl::default()
        });
        assert!(board(&dry).zone(&dry, there.enemies[0]).len() < 6, "none across the river");
    }

    #[test]
    fn reach_follows_costs_and_zones() {
        let ruleset = ruleset();
        let free = RulesOfPlay::default();
        let reach = board(&free).reach(&ruleset, &free);
        assert!(reach.values().all(|cost| (1..=PRINTED).contains(cost)), "{reach:?}");
        let stopped = with_zones(ZonesOfControl::default());
        let less = board(&stopped).reach(&ruleset, &stopped);
        assert!(less.len() < reach.len(), "whoever enters a zone stops");
        let dear = with_zones(ZonesOfControl {
            enter: ZoneEntry::Free,
            enter_cost: 9.into(),
            ..ZonesOfControl::default()
        });
        let zones = board(&dear).zones(&dear);
        assert!(board(&dear).reach(&ruleset, &dear).keys().all(|hex| !zones.contains(hex)));
        let slow = Movement { allowance: (-PRINTED).into(), ..Movement::default() };
        let slow = RulesOfPlay { movement: slow, ..RulesOfPlay::default() };
        assert!(board(&slow).reach(&ruleset, &slow).is_empty());
        let one = Movement { one_hex_always: true, ..slow.movement };
        let one = RulesOfPlay { movement: one, ..RulesOfPlay::default() };
        assert_eq!(board(&one).reach(&ruleset, &one).len(), 6, "one hex, whatever it costs");
    }

    #[test]
    fn an_attack_finds_its_column() {
        let columns = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1"];
        let table = serde_json::json!({
            "id": "crt", "title": "CRT", "row_axis": "die", "column_axis": "odds",
            "columns": columns, "rows": [], "provenance": "invented",
        });
        let table: Table = serde_json::from_value(table).unwrap();
        let told = |combat: Combat, attack, defence| {
            let (words, at) = column(&combat, &table, attack, defence);
            format!("{words} {}", at.map_or("none", |at| columns[at]))
        };
        let rounding = |rounding| Combat { rounding, ..Combat::default() };
        assert_eq!(told(rounding(Rounding::Defender), 26, 7), "3:1 3:1");
        assert_eq!(told(rounding(Rounding::Defender), 5, 11), "1:3 1:3");
        assert_eq!(told(rounding(Rounding::Attacker), 26, 7), "4:1 4:1");
        assert_eq!(told(rounding(Rounding::Attacker), 5, 11), "1:2 1:2");
        assert_eq!(told(rounding(Rounding::Nearest), 26, 7), "4:1 4:1");
        assert_eq!(told(rounding(Rounding::Nearest), 5, 2), "2:1 2:1");
        assert_eq!(told(Combat::default(), 1, 9), "1:9 none");
        let read = Combat { worse: Worse::FirstColumn, ..Combat::default() };
        assert_eq!(told(read, 1, 9), "1:9 1:3");
        assert_eq!(told(Combat::default(), 90, 9), "10:1 4:1", "the last column reaches on");
    }
}
