//! 1914 9.4.1, 15.0 to 15.2: what supplies whom.

use std::cell::{OnceCell, RefCell};

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Formation, Position, Unit};

use super::communications::{Communications, supply_units};
use super::lines::steps;
use crate::rules::{Offensive, Rules, of};
use crate::state::ENTRAINED;
use crate::units::Kind;
use crate::{armies, fortress, rails};

use super::{secondary, shortage};

/// What supplies a unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Found {
    /// It needs no line: railways within reach, a magazine, a port (1914 15.1.3 to 15.1.5).
    Free,
    /// Supply units: a depot, or a train with the depot that supplies it.
    By(Vec<Unit>),
}

/// What provides ammunition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ammunition {
    /// Whether no supply unit gives it: it is never recorded (1914 9.4.1).
    pub free: bool,
    /// The supply units that record it, each by so much as it gives (1914 9.4.2); nobody where it is
    /// free.
    pub by: Vec<Unit>,
    /// Those of them that are turned to their extended side for it (1914 9.4.1).
    pub extend: Vec<Unit>,
}

/// How far a supply unit supplies with a face up.
fn range_on(rules: &Rules, unit: Unit, face: usize) -> i32 {
    number_on(rules, unit, face, of::SUPPLY_RANGE)
}

fn number_on(rules: &Rules, unit: Unit, face: usize, rating: usize) -> i32 {
    let faces = &rules.compiled.unit(unit).faces;
    let place = rules.ratings[rating];
    let face = faces.get(face.min(faces.len().saturating_sub(1)));
    place.and_then(|place| face?.get(place).copied()).unwrap_or_default()
}

/// 1914 25.3: whether a depot has trucks that have not been used yet.
pub fn has_trucks(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let used = position.own.trucks.get(unit.index()).copied().unwrap_or_default();
    number_on(rules, unit, 0, of::TRUCKS) > i32::from(used)
}

/// The supply units of a side as they stand.
pub(super) struct Sources {
    /// Each with its hex and its army.
    pub units: Vec<(Unit, Hex, Option<Formation>)>,
    /// The farthest that anything supplies.
    pub longest: u32,
}

/// What supply lines lead to from a unit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Railways near to it that are operational (1914 15.1.3): it needs nobody.
    Rails,
    /// Supply units, by their places among the sources, with the lengths of the lines.
    Sources(Vec<(usize, u32)>),
}

impl Lines {
    /// The nearer of those from both hexes of a unit, in the order of the supply units.
    fn nearer(self, other: Self) -> Self {
        let (Self::Sources(mut own), Self::Sources(others)) = (self, other) else {
            return Self::Rails;
        };
        for (place, cost) in others {
            match own.binary_search_by_key(&place, |(place, _)| *place) {
                Ok(at) => {
                    if let Some((_, known)) = own.get_mut(at) {
                        *known = cost.min(*known);
                    }
                }
                Err(at) => own.insert(at, (place, cost)),
            }
        }
        Self::Sources(own)
    }
}

/// What supplies the units of a side as all stand: what they have in common is worked out once for
/// all that are asked of, and the lines of each once for all questions about it.
pub struct Supply<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: &'a Position<Offensive>,
    pub(super) side: usize,
    communications: OnceCell<Communications>,
    sources: OnceCell<Sources>,
    /// By unit.
    lines: Vec<OnceCell<Lines>>,
    reach: RefCell<Reach>,
}

impl<'a> Supply<'a> {
    /// Those of a side.
    pub fn new(rules: &'a Rules, position: &'a Position<Offensive>, side: usize) -> Self {
        Self {
            rules,
            position,
            side,
            communications: OnceCell::new(),
            sources: OnceCell::new(),
            lines: std::iter::repeat_with(OnceCell::new).take(rules.units.len()).collect(),
            reach: RefCell::default(),
        }
    }

    /// 1914 15.1 to 15.3: what supplies a unit of the side now, if anything does. `spare` is what a
    /// supply unit on its extended side must still be able to provide: 0 for provisions.
    pub fn supplies(&self, unit: Unit, spare: i32) -> Option<Found> {
        self.seek(unit, spare, &|_| false)
    }

    /// Whether a unit would be supplied if a supply unit were extended.
    pub fn would_supply(&self, extended: Unit, unit: Unit) -> bool {
        self.seek(unit, 0, &|by| by == extended).is_some()
    }

    /// What would provide a unit with so much ammunition in a combat (1914 9.4.1, 9.4.3): what costs
    /// nothing first, then supply units as they lie, then those that are extended for it.
    pub fn ammunition(&self, unit: Unit, amount: i32) -> Option<Ammunition> {
        let position = self.position;
        let recorded = |found: Found, extend: &dyn Fn(Unit) -> bool| match found {
            Found::Free => Ammunition { by: Vec::new(), extend: Vec::new(), free: true },
            Found::By(units) => {
                let turned = |unit: &Unit| position.state(*unit).face == 0 && extend(*unit);
                let extended = |unit: &Unit| position.state(*unit).face > 0 || turned(unit);
                Ammunition {
                    free: false,
                    extend: units.iter().copied().filter(turned).collect(),
                    by: units.into_iter().filter(extended).collect(),
                }
            }
        };
        if let Some(found) = self.supplies(unit, amount) {
            return Some(self.count(unit, recorded(found, &|_| false)));
        }
        let all = |by: Unit| position.state(by).face == 0;
        let found = self.seek(unit, amount, &all)?;
        // Only those that do not reach as they lie are turned.
        Some(self.count(unit, recorded(found, &all)))
    }

    /// 1914 15.7.3, 15.8.3: what an army's secondary depot provides its own one records, and of an army
    /// that runs short its depot records all.
    fn count(&self, unit: Unit, mut ammunition: Ammunition) -> Ammunition {
        let Self { rules, position, .. } = *self;
        for by in &mut ammunition.by {
            *by = secondary::counted(rules, position, *by);
        }
        let army = armies::army(rules, position, unit);
        if let (false, Some((depot, _))) = (ammunition.free, shortage::of(rules, position, army))
            && !ammunition.by.contains(&depot)
        {
            ammunition.by.push(depot);
        }
        ammunition
    }

    /// Whether a supply unit has a line of communications (1914 1.1).
    pub fn is_linked(&self, unit: Unit) -> bool {
        self.communications().has(unit)
    }

    /// The lines of communications of the side.
    pub fn communications(&self) -> &Communications {
        let Self { rules, position, side, .. } = *self;
        self.communications.get_or_init(|| Communications::of(rules, position, side))
    }

    pub(super) fn sources(&self) -> &Sources {
        let Self { rules, position, side, .. } = *self;
        self.sources.get_or_init(|| {
            let all = supply_units(rules, position, side);
            let stands =
                |unit| Some((unit, position.hex(unit)?, armies::army(rules, position, unit)));
            let units: Vec<_> = all.filter_map(stands).collect();
            let ranges =
                units.iter().flat_map(|(unit, ..)| [0, 1].map(|face| range_on(rules, *unit, face)));
            let longest = ranges.max().unwrap_or_default().max(rules.numbers.rail_range);
            Sources { units, longest: longest.unsigned_abs() }
        })
    }

    /// 1914 15.3, 19.0: the supply lines of a unit, each from the nearer of its hexes.
    pub(super) fn lines(&self, unit: Unit) -> &Lines {
        self.lines[unit.index()].get_or_init(|| {
            let each = self.position.hexes(unit).map(|hex| self.lines_from(unit, hex));
            each.reduce(Lines::nearer).unwrap_or_else(|| Lines::Sources(Vec::new()))
        })
    }

    fn lines_from(&self, unit: Unit, hex: Hex) -> Lines {
        let Self { rules, position, side, .. } = *self;
        let reach = &mut *self.reach.borrow_mut();
        let steps = steps(rules, position, (unit, hex));
        // Into the hex of an enemy fortress a line is traced, out of it none is: it is the
        // unit's own.
        if !rules.piece(unit).kind.is_supply() {
            let near = rules.numbers.rail_range.unsigned_abs();
            let serves = |hex| rails::is_operational(position, side, hex);
            if reach.search_first(rules.map(), hex, near, serves, &steps).is_some() {
                return Lines::Rails;
            }
        }
        let sources = self.sources();
        reach.search(rules.map(), hex, sources.longest, steps);
        let all = sources.units.iter().enumerate();
        Lines::Sources(
            all.filter_map(|(place, (_, at, _))| Some((place, reach.cost(*at)?))).collect(),
        )
    }

    fn seek(&self, unit: Unit, spare: i32, extend: &dyn Fn(Unit) -> bool) -> Option<Found> {
        let Self { rules, position, side, .. } = *self;
        position.hex(unit)?;
        // 1914 7.7.4.
        if position.state(unit).presence == ENTRAINED {
            return Some(Found::Free);
        }
        let fighter = !rules.piece(unit).kind.is_supply();
        let on_the_spot = |hex| {
            is_supplied_on_the_spot(rules, position, side, hex)
                || crate::paris::supplies(rules, position, unit, hex)
        };
        if fighter && position.hexes(unit).any(on_the_spot) {
            return Some(Found::Free);
        }
        let Lines::Sources(lines) = self.lines(unit) else { return Some(Found::Free) };
        let army = armies::army(rules, position, unit)?;
        let short = shortage::of(rules, position, Some(army));
        let has = |(depot, limit): (Unit, i32)| {
            limit - i32::from(position.own.provided[depot.index()]) >= spare
        };
        let used_up = spare > 0 && !short.is_none_or(has);
        let mut best: Option<(bool, Vec<Unit>)> = None;
        for &(place, length) in lines {
            let (by, _, its) = self.sources().units[place];
            let face = usize::from(position.state(by).face > 0 || extend(by));
            if its != Some(army) || by == unit || length as i32 > range_on(rules, by, face) {
                continue;
            }
            // 1914 15.7.3.
            let counted = secondary::counted(rules, position, by);
            let limit = number_on(rules, counted, 1, of::AMMUNITION);
            let left = limit - i32::from(position.own.provided[counted.index()]);
            // 1914 25.3: what a limit has no room for may go by trucks, to whom the depot provides
            // itself.
            let by_trucks = used_up || face > 0 && left < spare;
            if by_trucks && !(fighter && has_trucks(rules, position, by)) {
                continue;
            }
            let chain = match rules.piece(by).kind {
                Kind::Depot => self.is_linked(by).then(|| vec![by]),
                Kind::Train if serves(rules, position, by, unit) => match self.is_linked(by) {
                    true => Some(vec![by]),
                    false => match self.seek(by, spare, extend) {
                        Some(Found::By(mut units)) => {
                            units.insert(0, by);
                            Some(units)
                        }
                        _ => None,
                    },
                },
                _ => None,
            };
            // Without trucks where that can be, then from the fewest.
            let better = |chain: &Vec<Unit>| {
                let worth = (by_trucks, chain.len());
                best.as_ref().is_none_or(|(trucks, best)| worth < (*trucks, best.len()))
            };
            if let Some(chain) = chain.filter(better) {
                best = Some((by_trucks, chain));
            }
        }
        best.map(|(_, chain)| Found::By(chain))
    }
}

/// 1914 15.2.2: whether a corps train supplies a unit of its army: formations of its corps, assets and
/// cavalry.
fn serves(rules: &Rules, position: &Position<Offensive>, train: Unit, unit: Unit) -> bool {
    let piece = rules.piece(unit);
    piece.kind == Kind::Cavalry
        || piece.is_asset()
        || armies::corps(rules, position, unit)
            .is_some_and(|corps| rules.compiled.unit(train).formation == Some(corps))
}

/// 1914 15.1.4, 15.1.5: whether whoever stands in a hex is supplied by it: a magazine of its camp, a
/// port.
fn is_supplied_on_the_spot(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> bool {
    if side == rules.allied && rules.terrain.hex(hex).port {
        return true;
    }
    let mut there = position
        .stack(hex)
        .filter(|&unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Fortress);
    let Some(fortress) = there.next() else { return false };
    let serves = |&unit: &Unit| {
        rules.piece(unit).magazine && position.hex(unit).is_some() && position.state(unit).face == 0
    };
    fortress::camp(rules, fortress).iter().any(serves)
}
