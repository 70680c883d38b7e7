//! 1914 11.1.1, 11.1.1a, 8.6.3: where units may fall back to, and what is to be preferred.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use super::Going;
use crate::abreast::combat::half_options;
use crate::armies;
use crate::garrisons;
use crate::rules::{Offensive, Rules};
use crate::terrain::BARRED;
use crate::units::Kind;

/// How many hexes are looked ahead: farther ones weigh nothing.
const AHEAD: u8 = 4;

/// How far a way goes: what its owner may not trade against anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// The hexes that it goes, of those that are due.
    pub steps: u8,
    /// 1914 8.6.3: for a garrison, how few of them lie outside its place, negative.
    inside: i8,
    /// 1914 11.1.1: how far its end is from the hex that was held in the combat.
    distance: u32,
}

/// What comes after that (1914 11.1.1): hexes inside the army's area; how near its end is to supply,
/// and to the friendly edges that are its rear, both negative.
type Rest = (u8, i64, i64);

/// A way to fall back.
#[derive(Clone, Debug)]
pub struct Way {
    pub hexes: Vec<Hex>,
    pub reach: Reach,
    rest: Rest,
    /// Hexes on it in enemy zones of control that no friend negates (1914 11.1.3).
    zones: u8,
}

/// 1914 11.1.3: whether a hex is in an enemy zone of control, and nobody of a side stands there.
pub fn is_zone(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let board = position.board();
    board.controls(hex, rules.enemy(side)) && !board.holds(hex, side)
}

/// 1914 11.1: whether units of a side may fall back over a hexside: not over sea, and not to enemies.
pub fn is_open(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (from, to): (Hex, Hex),
) -> bool {
    let Some(direction) = rules.direction(from, to) else { return false };
    let between = rules.terrain.side(from, direction);
    !between.sea
        && between.ground != BARRED
        && !rules.terrain.hex(to).barred
        && !position.board().holds(to, rules.enemy(side))
}

/// All ways of the hexes that are due, and shorter ones where they lead no farther. What `may` bars is
/// not entered.
pub fn ways(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
    may: &dyn Fn(Hex) -> bool,
) -> Vec<Way> {
    let search = Search::new(rules, position, going, may);
    let mut found = Vec::new();
    let mut passed = going.passed.clone();
    let depth = going.retreat.left.min(AHEAD);
    search.follow(depth, &mut passed, &mut found);
    found.retain(|way| !way.hexes.is_empty());
    found
}

struct Search<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
    from: Hex,
    /// How many hexes were passed before.
    before: usize,
    /// The unit whose army and supply count.
    lead: Option<Unit>,
    garrisons: Vec<Unit>,
    /// Where units stand that supply it.
    sources: Vec<Hex>,
    may: &'a dyn Fn(Hex) -> bool,
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position<Offensive>,
        going: &Going,
        may: &'a dyn Fn(Hex) -> bool,
    ) -> Self {
        let units = &going.retreat.units;
        let side = going.side(rules);
        let formation = units.iter().find(|&&unit| rules.piece(unit).is_formation());
        let lead = formation.or(units.first()).copied();
        let garrison = |unit: &&Unit| garrisons::is_bound(rules, **unit);
        Self {
            rules,
            position,
            side,
            from: going.retreat.from,
            before: going.passed.len(),
            lead,
            garrisons: units.iter().filter(garrison).copied().collect(),
            sources: lead.map_or_else(Vec::new, |unit| sources(rules, position, unit)),
            may,
        }
    }

    fn follow(&self, left: u8, passed: &mut Vec<Hex>, found: &mut Vec<Way>) {
        let Some(&hex) = passed.last() else { return };
        let mut ends = true;
        if left > 0 {
            for (_, other) in self.rules.map().neighbours(hex) {
                let open = is_open(self.rules, self.position, self.side, (hex, other));
                // Nobody goes back to where he was.
                if open && (self.may)(other) && !passed.contains(&other) && other != self.from {
                    ends = false;
                    passed.push(other);
                    self.follow(left - 1, passed, found);
                    passed.pop();
                }
            }
        }
        if ends {
            found.push(self.way(passed.get(self.before..).unwrap_or_default()));
        }
    }

    fn way(&self, hexes: &[Hex]) -> Way {
        let (rules, position) = (self.rules, self.position);
        let grid = rules.map().grid();
        let end = hexes.last().copied().unwrap_or(self.from);
        let count = |is: &dyn Fn(Hex) -> bool| hexes.iter().filter(|&&hex| is(hex)).count() as u8;
        let strays =
            |hex: Hex| self.garrisons.iter().any(|&unit| !garrisons::permits(rules, unit, hex));
        let in_area =
            |hex: Hex| self.lead.is_some_and(|unit| armies::in_area(rules, position, unit, hex));
        let nearest = |places: &[Hex]| {
            let far = places.iter().map(|&place| grid.distance(end, place)).min();
            -i64::from(far.unwrap_or_default())
        };
        let rear = rules.edges.get(self.side).map_or(&[][..], Vec::as_slice);
        Way {
            reach: Reach {
                steps: hexes.len() as u8,
                inside: -(count(&strays) as i8),
                distance: grid.distance(self.from, end),
            },
            rest: (count(&in_area), nearest(&self.sources), nearest(rear)),
            zones: count(&|hex| is_zone(rules, position, self.side, hex)),
            hexes: hexes.to_vec(),
        }
    }
}

/// Where those supply units of a unit's army stand from which it may have provisions (1914 15.2): a
/// train serves its own corps, and any asset or cavalry.
fn sources(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Vec<Hex> {
    let army = armies::army(rules, position, unit);
    let corps = armies::corps(rules, position, unit);
    let piece = rules.piece(unit);
    let serves = |by: &Unit| match rules.piece(*by).kind {
        Kind::Depot => true,
        Kind::Train => {
            let own = corps.is_some() && armies::corps(rules, position, *by) == corps;
            piece.kind == Kind::Cavalry || piece.is_asset() || own
        }
        _ => false,
    };
    let all = position.on_map(rules, rules.side_of(unit)).filter(|&by| by != unit);
    let own = all.filter(|&by| armies::army(rules, position, by) == army);
    own.filter(serves).filter_map(|by| position.hex(by)).collect()
}

/// The ways that go as far as any.
fn farthest(ways: Vec<Way>) -> Vec<Way> {
    let most = ways.iter().map(|way| way.reach).max();
    ways.into_iter().filter(|way| Some(way.reach) == most).collect()
}

/// The ways that meet all priorities (1914 11.1.1).
pub fn preferred(ways: Vec<Way>) -> Vec<Way> {
    let ways = farthest(ways);
    let best = ways.iter().map(|way| way.rest).max();
    ways.into_iter().filter(|way| Some(way.rest) == best).collect()
}

/// 1914 11.1.1, 11.1.1a: the hexes that units may enter next, sorted: those that meet the priorities,
/// and those of the ways that are as long but lead through fewest enemy zones of control.
pub fn options(rules: &Rules, position: &Position<Offensive>, going: &Going) -> Vec<Hex> {
    if going.retreat.half {
        return half_options(rules, position, going);
    }
    let all = farthest(ways(rules, position, going, &|_| true));
    let best = all.iter().map(|way| way.rest).max();
    let meets = |way: &&Way| Some(way.rest) == best;
    // Only what leads through fewer of them may go against the other priorities.
    let fewest = all.iter().map(|way| way.zones).min();
    let avoids = all.iter().filter(meets).map(|way| way.zones).min() > fewest;
    let may = |way: &&Way| meets(way) || avoids && Some(way.zones) == fewest;
    let mut hexes: Vec<Hex> =
        all.iter().filter(may).filter_map(|way| way.hexes.first().copied()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// 1914 11.1.6: whether the next hex that units enter is in an enemy zone of control, whichever they
/// choose.
pub fn must_enter_zone(rules: &Rules, position: &Position<Offensive>, going: &Going) -> bool {
    let side = going.side(rules);
    if going.retreat.half {
        let hexes = half_options(rules, position, going);
        return hexes.iter().all(|&hex| is_zone(rules, position, side, hex));
    }
    let all = farthest(ways(rules, position, going, &|_| true));
    all.iter().all(|way| way.hexes.first().is_some_and(|&hex| is_zone(rules, position, side, hex)))
}

/// Whether units may fall back into a hex.
///
/// # Errors
/// Why they may not.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
    hex: Hex,
) -> Result<(), Violation> {
    let options = options(rules, position, going);
    if options.binary_search(&hex).is_ok() {
        return Ok(());
    }
    let label = rules.compiled.label(hex);
    let side = going.side(rules);
    if rules.direction(going.at(), hex).is_none() {
        let text = format!("{label} is not next to {}", rules.compiled.label(going.at()));
        return Err(Violation::new("1914 11.1", text));
    }
    if !is_open(rules, position, side, (going.at(), hex)) {
        let text = format!("sea or the enemy bars {label}");
        return Err(Violation::new("1914 11.1", text));
    }
    let wanted: Vec<&str> = options.iter().map(|&hex| rules.compiled.label(hex)).collect();
    if going.retreat.half {
        let text =
            format!("a half that is hit closes up or wheels: choose {}", wanted.join(" or "));
        return Err(Violation::new("1914 19.4.1", text));
    }
    let text = format!(
        "{label} is not as far from the combat, in the army's area and toward supply \
                        as the units can go: choose {}",
        wanted.join(" or ")
    );
    Err(Violation::new("1914 11.1.1", text))
}
