//! 1914 18.3 to 18.6, 7.7.2: what the map says of the railways besides their tracks: structures, the
//! Réseau du Nord, bottlenecks, double track.
//!
//! Not checked: what has been demolished when the game begins (18.4.1).

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_offensive_1914::event::rails::Told;
use salient_schema::Map;
use salient_schema::event::MarkerChange;

use super::book::Book;
use super::ground::{Ground, pair};
use super::roster::Kind;
use super::{Referee, Stage};

/// A bridge or tunnel, or a line around one, as the map prints it.
#[derive(Clone, Copy)]
struct Structure {
    ends: (Hex, Hex),
    role: &'static str,
    /// The game-turn in which it is rebuilt.
    rebuilt: Option<u16>,
}

/// How far an area of the Réseau du Nord is cleared (1914 18.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Clearing {
    #[default]
    No,
    Next,
    Done,
}

/// What is known of the railways besides where they are operational.
#[derive(Default)]
pub struct Net {
    structures: Vec<Structure>,
    /// By hex: the role of a bottleneck and what it lets through, in half rail points.
    bottlenecks: BTreeMap<Hex, (&'static str, i32)>,
    /// What has gone through them since the last inter-phase.
    passed: BTreeMap<Hex, i32>,
    /// Whether the Allies' bind (1914 18.6.1).
    choked: bool,
    /// Hexes that the Germans have ever controlled.
    once_german: BTreeSet<Hex>,
    /// The eastern and the western area of the Réseau du Nord, the places by which each is cleared,
    /// and how far it is.
    areas: [BTreeSet<Hex>; 2],
    triggers: [BTreeSet<Hex>; 2],
    nord: [Clearing; 2],
    cleared: BTreeSet<Hex>,
    /// Pairs of hexes that double track joins, and those that the Allies use as if it did.
    double: BTreeSet<(Hex, Hex)>,
    lent: BTreeSet<(Hex, Hex)>,
    /// Who has come into which hex since somebody last chose.
    pub came: Vec<(usize, Hex)>,
}

impl Net {
    pub fn of(map: &Map, book: &Book<'_>, ground: &Ground) -> Result<Self, String> {
        let mut net = Self::default();
        for feature in &map.features.items {
            let hex = ground.hex(&feature.hex)?;
            let roles = ["rail-structure", "spared-bridge", "red-bridge", "german-rail-line"];
            if let Some(role) = roles.into_iter().find(|role| book.is(role, &feature.kind)) {
                let rebuilt = feature.value.and_then(|turn| u16::try_from(turn).ok());
                for way in &feature.facing {
                    let way = ground.grid.parse_compass(way);
                    let other = way.and_then(|way| ground.grid.neighbour(hex, way));
                    let Some(other) = other else { continue };
                    net.structures.push(Structure { ends: pair(hex, other), role, rebuilt });
                }
            }
            let roles = ["german-bottleneck", "late-german-bottleneck", "allied-bottleneck"];
            if let Some(role) = roles.into_iter().find(|role| book.is(role, &feature.kind)) {
                net.bottlenecks.insert(hex, (role, feature.value.unwrap_or_default()));
            }
        }
        let zone = |role: &str| -> BTreeSet<Hex> { book.hexes(role, ground).into_iter().collect() };
        net.areas = [zone("nord-east"), zone("nord-west")];
        net.triggers = [zone("nord-east-trigger"), zone("nord-west-trigger")];
        let lent = zone("allied-track");
        let both = |(one, other): &&(Hex, Hex)| lent.contains(one) && lent.contains(other);
        net.lent = ground.rails.iter().filter(both).copied().collect();
        for path in map.paths.items.iter().filter(|path| book.is("double-track", &path.kind)) {
            let hexes = path.hexes.iter().map(|label| ground.hex(label));
            let hexes: Vec<Hex> = hexes.collect::<Result<_, _>>()?;
            net.double.extend(hexes.windows(2).map(|two| pair(two[0], two[1])));
        }
        Ok(net)
    }
}

impl Referee<'_> {
    fn reach_of_demolition(&self) -> u32 {
        u32::try_from(self.book.number("demolition_distance")).unwrap_or_default()
    }

    /// A phase begins: what the Germans control now they have controlled (1914 18.4.1).
    pub fn watch_bridges(&mut self) {
        let german = (0..self.control.len()).filter(|&at| self.control[at] == Some(1));
        self.net.once_german.extend(german.map(|at| Hex(at as u32)));
    }

    /// What those who have come into hexes should have had demolished, cleared or choked, told or not
    /// (1914 18.3.1, 18.4.1, 18.6.1).
    pub fn demolitions_told(&mut self) {
        let most = self.reach_of_demolition();
        for (unit, hex) in std::mem::take(&mut self.net.came) {
            // Whoever was driven out again at once has had it done all the same.
            let own = &self.units[unit];
            let (german, fights) = (own.side == 1, own.fights());
            for structure in self.net.structures.clone() {
                let Structure { ends, role, rebuilt } = structure;
                let grid = &self.ground.grid;
                let far = grid.distance(ends.0, hex).min(grid.distance(ends.1, hex));
                let waits = rebuilt.is_none_or(|turn| turn > self.turn.max(1));
                let once = [ends.0, ends.1].iter().all(|end| self.net.once_german.contains(end));
                let least = match role {
                    "rail-structure" if german && waits && far <= most => 1,
                    "spared-bridge" if german && waits && far == 0 => 2,
                    "red-bridge" if !german && fights && once && far == 0 => 2,
                    _ => continue,
                };
                let now = self.broken.get(&ends).copied().unwrap_or_default();
                let label = self.label(ends.0);
                let words = format!("the structure by {label} should be demolished");
                self.must(now >= least, "18.4.1", &words);
            }
            if !german {
                continue;
            }
            let early = i32::from(self.turn) < self.book.number("nord_until");
            let clears = early && self.is_near(hex, 0) && !self.net.areas[0].is_empty();
            let told = self.net.nord[0] != Clearing::No;
            self.must(!clears || told, "18.3.1", "the Réseau du Nord should be cleared");
            let any = self.net.bottlenecks.values().any(|(role, _)| *role == "allied-bottleneck");
            let chokes = any && self.is_near(hex, 1) && !self.net.choked;
            self.must(!chokes, "18.6.1", "bottlenecks should bind the Allies");
        }
    }

    fn is_near(&self, hex: Hex, area: usize) -> bool {
        let most = self.reach_of_demolition();
        let places = &self.net.triggers[area];
        places.iter().any(|&place| self.ground.grid.distance(place, hex) <= most)
    }

    /// 1914 18.3.1, 18.6.1: an area is to be cleared, or bottlenecks bind the Allies.
    pub fn of_the_nord(&mut self, told: &Told) {
        let hexes: Vec<Hex> = told.hexes.iter().filter_map(|label| self.hex(label)).collect();
        if told.rule == "1914 18.6.1" {
            let near = hexes.iter().any(|&hex| self.is_near(hex, 1));
            self.must(near && !self.net.choked, "18.6.1", "nobody has come near enough");
            self.net.choked = true;
            return;
        }
        self.same("18.3.1", "the rule", told.rule.as_str(), "1914 18.3.1");
        let area = usize::from(self.net.nord[0] == Clearing::Done);
        let near = hexes.iter().any(|&hex| {
            let stands = self.stack(hex, 1).is_empty();
            self.is_near(hex, area) && !stands
        });
        self.must(near, "18.3.1", "no German is near enough");
        let early = i32::from(self.turn) < self.book.number("nord_until");
        self.must(early, "18.3.1", "it is too late for that");
        self.same("18.3.1", "how far it is cleared", self.net.nord[area], Clearing::No);
        self.net.nord[area] = Clearing::Next;
    }

    /// 1914 18.3.1: in the player-turn after that in which it was due an area is cleared.
    pub fn clears_the_nord(&mut self) {
        for area in [0, 1] {
            if self.net.nord[area] != Clearing::Next {
                continue;
            }
            self.net.nord[area] = Clearing::Done;
            let ours = |hex: &Hex| {
                let held = self.control[hex.index()] == Some(0) || self.rails[0][hex.index()];
                held && self.ground.tracks.contains_key(hex)
            };
            let hexes: Vec<Hex> = self.net.areas[area].iter().copied().filter(ours).collect();
            self.cuts(0, &hexes);
            self.net.cleared.extend(hexes);
        }
    }

    /// 1914 18.3.2: whether a railway that was cleared stays so.
    pub fn is_cleared(&self, hex: Hex) -> bool {
        i32::from(self.turn) < self.book.number("nord_again") && self.net.cleared.contains(&hex)
    }

    /// 1914 7.7.2, 18.5: whether units of a side go by rail from a hex to the next: along double
    /// track, and over no structure that is demolished, whatever line leads around it.
    pub fn carries(&self, side: usize, one: Hex, other: Hex) -> bool {
        let ends = pair(one, other);
        let track = self.net.double.contains(&ends) || side == 0 && self.net.lent.contains(&ends);
        track && self.broken.get(&ends).copied().unwrap_or_default() == 0
    }

    /// 1914 18.6.1 to 18.6.3: what a hex still lets through for a side, in half rail points; none
    /// where nothing binds it.
    pub fn lets_through(&self, side: usize, hex: Hex) -> Option<i32> {
        let &(role, capacity) = self.net.bottlenecks.get(&hex)?;
        let turn = i32::from(self.turn);
        let (whose, binds) = match role {
            "german-bottleneck" => (1, true),
            "late-german-bottleneck" => (1, turn > self.book.number("late_bottleneck")),
            _ => (0, self.net.choked),
        };
        if whose != side || !binds {
            return None;
        }
        let more = whose == 1 && turn >= self.book.number("reserve_corps");
        let more = if more { self.book.number("reserve_capacity") } else { 0 };
        Some(capacity + more - self.net.passed.get(&hex).copied().unwrap_or_default())
    }

    /// 1914 18.6.2: a unit goes into a hex by rail.
    pub fn passes_bottleneck(&mut self, side: usize, hex: Hex, halves: i32) {
        let Some(left) = self.lets_through(side, hex) else { return };
        let label = self.label(hex);
        let words = format!("the bottleneck in {label} lets no more through");
        self.must(left >= halves, "18.6.2", &words);
        *self.net.passed.entry(hex).or_default() += halves;
    }

    /// An inter-phase begins: bottlenecks are reset (1914 18.6.2).
    pub fn resets_bottlenecks(&mut self) {
        self.net.passed.clear();
    }

    /// 1914 18.4, 18.5: a structure is demolished, rebuilt, or has a line around it, and what it
    /// joined to the edges is lost.
    pub fn structure(&mut self, told: &MarkerChange) {
        let [from, to] = self.levels(told, "18.4");
        let label = told.hexside.as_deref().unwrap_or_default();
        let ends = self.ground.grid.parse_side(label).and_then(|side| {
            let other = self.ground.grid.neighbour(side.hex(), side.direction())?;
            Some((side.hex(), pair(side.hex(), other)))
        });
        let named = told.hex.as_ref().and_then(|label| self.hex(label));
        self.same("18.4", "the hex that names the hexside", named, ends.map(|(hex, _)| hex));
        let Some((_, ends)) = ends else {
            return self.fault("18.4", "a structure joins two hexes");
        };
        let was = self.broken.insert(ends, to).unwrap_or_default();
        self.same("18.4.1", "how it was", from, was);
        let turn = self.turn.max(1);
        let most = self.reach_of_demolition();
        let all: Vec<Structure> =
            self.net.structures.iter().filter(|it| it.ends == ends).copied().collect();
        let here = |role: &str| all.iter().any(|it| it.role == role);
        let due = |role: &str| {
            let mut of_role = all.iter().filter(|it| it.role == role);
            of_role.any(|it| it.rebuilt.is_some_and(|rebuilt| rebuilt <= turn))
        };
        // Whoever has just come, wherever he is by now, and who stands there.
        let beside = |side: usize, most: u32| {
            let grid = &self.ground.grid;
            let near =
                |hex: Hex| grid.distance(ends.0, hex).min(grid.distance(ends.1, hex)) <= most;
            let moves =
                |unit: usize| !matches!(self.units[unit].kind(), Kind::Fort | Kind::Fortress);
            let own = |unit: usize| self.units[unit].side == side && moves(unit);
            let mut came = self.net.came.iter();
            came.any(|&(unit, hex)| own(unit) && near(hex))
                || (0..self.units.len()).any(|unit| own(unit) && self.units[unit].hexes().any(near))
        };
        let fits = match (told.rule.as_str(), to) {
            ("1914 18.4.1", 1) => {
                here("rail-structure") && !due("rail-structure") && beside(1, most)
            }
            ("1914 18.4.1", 2) => here("red-bridge") && beside(0, 0),
            ("1914 18.4.1a", 2) => here("spared-bridge") && beside(1, 0),
            ("1914 18.4.3", 0) => due("rail-structure") && self.stage == Stage::Rails,
            ("1914 18.5", 3) => due("german-rail-line") && self.stage == Stage::Rails,
            _ => false,
        };
        self.must(fits, "18.4", &format!("{label} does not become {to} by {}", told.rule));
        if to == 1 || to == 2 {
            [0, 1].into_iter().for_each(|side| self.reconnects(side));
        }
    }
}
