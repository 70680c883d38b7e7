//! TS Troop Placement: sides place alternately, the loser of the air roll two for one; sub-units
//! first, then heavy weapons and other bases.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};
use salient_hex::sight::{Cover, Heights, Spine};
use salient_schema::numbering::HexIndex;
use salient_schema::{Code, Diagnostic};

use super::Procedure;
use crate::brief::{Bot, Both, Party};
use crate::event::{Detail, Number, side_of};
use crate::outcome::{PlacedWorks, Results, Stand};
use crate::roster::{Kind, UnitDef, roster};
use crate::steps::Step;
use crate::terrain::grid_of;

/// How far a machine-gun's field of fire is looked at, in hexes.
const FIELD: i32 = 10;

/// The battlefield as a party's bot looks at it.
struct Field {
    grid: HexGrid,
    terrain: Vec<char>,
    levels: Vec<i32>,
    /// The garrison's row by column.
    fronts: Both<Vec<i32>>,
    /// Garrison hexes by line, from the front.
    lines: Both<Vec<Vec<Hex>>>,
    posts: Both<Vec<(Hex, bool)>>,
}

impl Field {
    fn of(results: &Results) -> Option<Self> {
        let conditions = results.conditions()?;
        let works = results.placed_works()?;
        let grid = HexGrid::new(&grid_of(&conditions.brief));
        let terrain: Vec<char> = conditions.terrain.iter().flat_map(|row| row.chars()).collect();
        let digits = conditions.elevation.iter().flat_map(|row| row.chars());
        let levels = digits.map(|digit| digit.to_digit(10).unwrap_or(0) as i32);
        let fronts = Both::each(|party| {
            let rows = works.fronts.of(party).iter();
            rows.map(|&row| i32::try_from(row).unwrap_or_default()).collect()
        });
        let lines = Both::each(|party| {
            let own = works.lines.iter().filter(|line| line.party == party && line.line > 0);
            own.map(|line| line.held_from.iter().filter_map(|hex| grid.parse(hex)).collect())
                .collect()
        });
        let posts = Both::each(|party| {
            let own = works.posts.iter().filter(|post| post.party == party);
            own.filter_map(|post| Some((grid.parse(&post.hex)?, post.bunker))).collect()
        });
        Some(Self { levels: levels.collect(), terrain, fronts, lines, posts, grid })
    }

    /// How many rows behind the front line's garrison a hex lies; below 0 before it.
    fn depth(&self, party: Party, hex: Hex) -> i32 {
        let HexIndex { column, row } = self.grid.index(hex);
        let front = self.fronts.of(party).get(usize::from(column)).copied().unwrap_or_default();
        match party {
            Party::Attacker => i32::from(row) - front,
            Party::Defender => front - i32::from(row),
        }
    }

    fn glyph(&self, hex: Hex) -> char {
        self.terrain.get(hex.index()).copied().unwrap_or('.')
    }

    fn level(&self, hex: Hex) -> i32 {
        self.levels.get(hex.index()).copied().unwrap_or_default()
    }

    /// Whether one hex sees another over crests, woods and villages.
    fn sees(&self, from: Hex, to: Hex) -> bool {
        let heights = Heights {
            eye: self.level(from) * 2 + 1,
            target: self.level(to) * 2 + 1,
            touching_blocks: false,
        };
        let cover = |hex: Hex| Cover {
            ground: self.level(hex) * 2,
            obstacle: if matches!(self.glyph(hex), 'w' | 'v') { 3 } else { 0 },
        };
        self.grid.sees_over(from, to, heights, Spine::Both, cover).is_clear()
    }

    /// How much of the ground before a hex can be swept from it.
    fn field_of_fire(&self, party: Party, hex: Hex) -> i32 {
        let HexIndex { column, row } = self.grid.index(hex);
        let ahead = if party == Party::Attacker { -1 } else { 1 };
        let mut seen = 0;
        for far in (2..=FIELD).step_by(2) {
            for aside in (-far..=far).step_by(2) {
                let to = (i32::from(column) + aside, i32::from(row) + ahead * far);
                let index = u16::try_from(to.0).ok().zip(u16::try_from(to.1).ok());
                let to = index.and_then(|(column, row)| self.grid.hex(HexIndex { column, row }));
                seen += i32::from(to.is_some_and(|to| self.sees(hex, to)));
            }
        }
        seen
    }

    /// How many of some hexes of the enemy's front line see a hex.
    fn seen_by_enemy(&self, party: Party, hex: Hex) -> i32 {
        let front = self.lines.of(party.other()).first();
        let eyes = front.into_iter().flatten().step_by(6);
        eyes.map(|&eye| i32::from(self.sees(eye, hex))).sum()
    }
}

impl Procedure<'_> {
    /// Places all sub-units, or all other bases, alternately.
    pub(super) fn place(&mut self, sub_units: bool) -> Result<Vec<Stand>, Vec<Diagnostic>> {
        let rule = Step::PlaceUnits.rule();
        let Some(field) = Field::of(self.results) else { return Ok(Vec::new()) };
        let all = roster(self.tables, self.results);
        let mut waiting = Both::each(|party| {
            let own = all.iter().filter(|unit| unit.party == party);
            let mut own: Vec<&UnitDef> =
                own.filter(|unit| unit.kind.is_sub_unit() == sub_units).collect();
            own.reverse();
            own
        });
        let numbers = Both::each(|party| waiting.of(party).len());
        let before = self.results.placed_units().filter(|_| !sub_units).into_iter().flatten();
        let mut taken: BTreeMap<Hex, u32> = BTreeMap::new();
        for hex in before.filter_map(|stand| field.grid.parse(&stand.hex)) {
            *taken.entry(hex).or_default() += 1;
        }
        let (first, counts) = self.turns();
        let mut placed: Vec<Stand> = Vec::new();
        while !(waiting.attacker.is_empty() && waiting.defender.is_empty()) {
            for party in [first, first.other()] {
                for _ in 0..*counts.of(party) {
                    let Some(unit) = waiting.of_mut(party).pop() else { break };
                    let number = numbers.of(party) - waiting.of(party).len() - 1;
                    let hex = self.choose(&field, unit, (number, *numbers.of(party)), &taken);
                    let Some(hex) = hex else {
                        let text = format!("there is no hex left for {}", unit.id);
                        let help = "make the board wider or deeper, or leave both out";
                        return Err(vec![
                            Diagnostic::error(Code::Rule, text).rule(rule).help(help),
                        ]);
                    };
                    *taken.entry(hex).or_default() += 1;
                    placed.push(Stand { unit: unit.id.clone(), party, hex: field.grid.label(hex) });
                }
            }
        }
        Ok(placed)
    }

    /// Who places first, and how many each places before the other does.
    fn turns(&mut self) -> (Party, Both<u32>) {
        let superiority = self.results.superiority().cloned().unwrap_or_default();
        let margin = superiority.margins.attacker;
        let (first, counts) = match margin.signum() {
            1 => (Party::Defender, Both { attacker: 1, defender: 2 }),
            -1 => (Party::Attacker, Both { attacker: 2, defender: 1 }),
            // The rules are silent on a tie: one for one, the attacker first.
            _ => (Party::Attacker, Both { attacker: 1, defender: 1 }),
        };
        for party in Party::BOTH {
            self.roller.tell(Detail::Number(Number {
                what: "units-placed-at-a-time".to_owned(),
                side: Some(side_of(party)),
                arithmetic: format!("air superiority by {:+}", superiority.margins.of(party)),
                value: i64::from(*counts.of(party)),
                rule: Step::PlaceUnits.rule().to_owned(),
                ..Number::default()
            }));
        }
        (first, counts)
    }

    /// The hex that a bot chooses in its own zone: from the front line's garrison back to the
    /// edge, so that nobody is nearer to the enemy than the proximity allows.
    fn choose(
        &mut self,
        field: &Field,
        unit: &UnitDef,
        (number, of): (usize, usize),
        taken: &BTreeMap<Hex, u32>,
    ) -> Option<Hex> {
        let party = unit.party;
        // Two counters in a hex at most, and a sub-unit alone among sub-units.
        let room = if unit.kind.is_sub_unit() { 1 } else { 2 };
        let free = |hex: &Hex| {
            field.depth(party, *hex) >= 0 && taken.get(hex).copied().unwrap_or(0) < room
        };
        if *self.brief.bots.of(party) == Bot::Random {
            let open: Vec<Hex> = field.grid.hexes().filter(free).collect();
            let place = self.roller.chance().below(open.len() as u32) as usize;
            return open.get(place).copied();
        }
        let wish = wish(field, unit, number, of);
        let mut near: Vec<Hex> = Vec::new();
        // Around the hex that is wished for, farther and farther out.
        for radius in [4, 8, 16, 64, 256] {
            near = field.grid.within(wish, radius).into_iter().filter(free).collect();
            if !near.is_empty() {
                break;
            }
        }
        near.into_iter().max_by_key(|&hex| (worth(field, unit, hex, wish), std::cmp::Reverse(hex)))
    }
}

/// Where a sensible bot would like to have a unit: its line, and its share of the front.
fn wish(field: &Field, unit: &UnitDef, number: usize, of: usize) -> Hex {
    let party = unit.party;
    let lines = field.lines.of(party);
    let front = lines.first().map(Vec::as_slice).unwrap_or_default();
    // How far behind the front, in rows, and how the units of that depth share the front.
    let (depth, among, all) = match unit.kind {
        Kind::Infantry | Kind::Assault => {
            // Three of five in front, the others in support; in defence assault troops wait.
            let back = match (party, unit.kind) {
                (Party::Defender, Kind::Assault) => true,
                (Party::Attacker, Kind::Assault) => false,
                _ => number % 5 >= 3,
            };
            (if back { 4 } else { 0 }, number, of)
        }
        kind if kind.is_machine_gun() => (if number % 3 == 2 { 4 } else { 0 }, number, of),
        Kind::AntiTankRifle => (0, number, of),
        Kind::LightMortar | Kind::MediumMortar => (3, number, of),
        Kind::Tank | Kind::Command => (5, number, of),
        _ => (7, number, of),
    };
    let place = front.len() * (2 * among + 1) / (2 * all.max(1));
    let base = front.get(place.min(front.len().saturating_sub(1))).copied().unwrap_or(Hex(0));
    let HexIndex { column, row } = field.grid.index(base);
    let back = if party == Party::Attacker { depth } else { -depth };
    let row = (i32::from(row) + back).clamp(0, i32::from(field.grid.rows()) - 1);
    field.grid.hex(HexIndex { column, row: row as u16 }).unwrap_or(base)
}

/// What a hex is worth for a unit; more is better.
fn worth(field: &Field, unit: &UnitDef, hex: Hex, wish: Hex) -> i32 {
    let party = unit.party;
    let away = field.grid.distance(hex, wish) as i32;
    let lines = field.lines.of(party);
    let in_trench = lines.iter().any(|line| line.contains(&hex));
    let post = field.posts.of(party).iter().find(|(at, _)| *at == hex);
    let marsh = if field.glyph(hex) == 'm' { 12 } else { 0 };
    let depth = field.depth(party, hex);
    let value = match unit.kind {
        Kind::Infantry | Kind::Assault => 14 * i32::from(in_trench),
        kind if kind.is_machine_gun() => {
            let strong = post.map_or(0, |_| 14);
            field.field_of_fire(party, hex) / 2 + 8 * i32::from(in_trench) + strong
        }
        Kind::AntiTankRifle => 10 * i32::from(in_trench),
        Kind::LightMortar | Kind::MediumMortar => {
            6 * i32::from(in_trench) + (4 - (depth - 3).abs())
        }
        // Behind a crest or a wood, where no eye in the enemy's front line sees it.
        Kind::FieldGun => 24 - 6 * field.seen_by_enemy(party, hex).min(4) - (depth - 7).abs(),
        Kind::Command => {
            let bunker = post.is_some_and(|(_, bunker)| *bunker);
            let roof = matches!(field.glyph(hex), 'w' | 'v');
            12 * i32::from(bunker) + 4 * i32::from(roof)
        }
        _ => 0,
    };
    value - 2 * away - marsh
}

/// The names of cover in which a unit stands, and whether it begins prone: as the rows of the
/// chart of modifiers, from 0.
pub(crate) fn prone_and_cover(
    works: &PlacedWorks,
    craters: &BTreeSet<&str>,
    hex: &str,
    party: Party,
    prone: bool,
) -> Vec<usize> {
    let mut rows = Vec::new();
    let lines = works.lines.iter().filter(|line| line.party == party);
    if lines.flat_map(|line| &line.held_from).any(|held| held == hex) {
        rows.push(0);
    }
    let posts = works.posts.iter().filter(|post| post.party == party && post.hex == hex);
    rows.extend(posts.map(|post| if post.bunker { 2 } else { 1 }));
    if craters.contains(hex) {
        rows.push(3);
    }
    if prone {
        rows.push(4);
    }
    rows
}
