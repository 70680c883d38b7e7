//! 1914 9.4.1, 15.0 to 15.2: what supplies whom.

use std::cell::OnceCell;

use salient_hex::Hex;
use salient_rules::play::{Formation, Position, Unit};

use super::communications::{Communications, supply_units};
use super::lines::reach;
use crate::rules::{Offensive, Rules, of};
use crate::units::Kind;
use crate::{armies, fortress, rails};

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
    /// The supply units that record it, each by so much as it gives (1914 9.4.2); nobody where it is
    /// free.
    pub by: Vec<Unit>,
    /// Those of them that are turned to their extended side for it (1914 9.4.1).
    pub extend: Vec<Unit>,
}

/// The farthest that anything supplies.
fn longest(rules: &Rules, position: &Position<Offensive>, side: usize) -> u32 {
    let units = supply_units(rules, position, side);
    let ranges = units.flat_map(|unit| [0, 1].map(|face| range_on(rules, unit, face)));
    ranges.max().unwrap_or_default().max(rules.numbers.rail_range).unsigned_abs()
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

/// What supplies the units of a side as all stand: what they have in common is worked out once for
/// all that are asked of.
pub struct Supply<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
    lines: OnceCell<Communications>,
}

impl<'a> Supply<'a> {
    /// Those of a side.
    pub fn new(rules: &'a Rules, position: &'a Position<Offensive>, side: usize) -> Self {
        Self { rules, position, side, lines: OnceCell::new() }
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
            Found::Free => Ammunition { by: Vec::new(), extend: Vec::new() },
            Found::By(units) => {
                let turned = |unit: &Unit| position.state(*unit).face == 0 && extend(*unit);
                let extended = |unit: &Unit| position.state(*unit).face > 0 || turned(unit);
                Ammunition {
                    extend: units.iter().copied().filter(turned).collect(),
                    by: units.into_iter().filter(extended).collect(),
                }
            }
        };
        if let Some(found) = self.supplies(unit, amount) {
            return Some(recorded(found, &|_| false));
        }
        let all = |by: Unit| position.state(by).face == 0;
        let found = self.seek(unit, amount, &all)?;
        // Only those that do not reach as they lie are turned.
        Some(recorded(found, &all))
    }

    /// Whether a supply unit has a line of communications (1914 1.1).
    pub fn is_linked(&self, unit: Unit) -> bool {
        self.communications().has(unit)
    }

    /// The lines of communications of the side.
    pub fn communications(&self) -> &Communications {
        self.lines.get_or_init(|| Communications::of(self.rules, self.position, self.side))
    }

    fn seek(&self, unit: Unit, spare: i32, extend: &dyn Fn(Unit) -> bool) -> Option<Found> {
        let Self { rules, position, side, .. } = *self;
        let hex = position.hex(unit)?;
        let fighter = !rules.piece(unit).kind.is_supply();
        if fighter && is_supplied_on_the_spot(rules, position, side, hex) {
            return Some(Found::Free);
        }
        let lines = reach(rules, position, unit, longest(rules, position, side));
        // Into the hex of an enemy fortress a line is traced, out of it none is: it is the unit's
        // own.
        let near = rules.numbers.rail_range.unsigned_abs();
        let supplies = |&hex: &Hex| {
            rails::is_operational(position, side, hex)
                && lines.cost(hex).is_some_and(|length| length <= near)
        };
        if fighter && lines.reached().iter().any(supplies) {
            return Some(Found::Free);
        }
        let army = armies::army(rules, position, unit)?;
        let corps = armies::corps(rules, position, unit);
        let mut best: Option<Vec<Unit>> = None;
        for by in supply_units(rules, position, side) {
            let face = usize::from(position.state(by).face > 0 || extend(by));
            let limit = number_on(rules, by, 1, of::AMMUNITION);
            let left = limit - i32::from(position.own.provided[by.index()]);
            let spent = face > 0 && left < spare;
            if spent || armies::army(rules, position, by) != Some(army) || by == unit {
                continue;
            }
            let at = position.hex(by).and_then(|hex| lines.cost(hex));
            if at.is_none_or(|at| at as i32 > range_on(rules, by, face)) {
                continue;
            }
            let chain = match rules.piece(by).kind {
                Kind::Depot => self.is_linked(by).then(|| vec![by]),
                Kind::Train if serves(rules, by, unit, corps) => match self.is_linked(by) {
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
            let shorter =
                |chain: &Vec<Unit>| best.as_ref().is_none_or(|best| chain.len() < best.len());
            if let Some(chain) = chain.filter(shorter) {
                best = Some(chain);
            }
        }
        best.map(Found::By)
    }
}

/// 1914 15.2.2: whether a corps train supplies a unit of its army: formations of its corps, assets and
/// cavalry.
fn serves(rules: &Rules, train: Unit, unit: Unit, corps: Option<Formation>) -> bool {
    let piece = rules.piece(unit);
    let own = rules.compiled.unit(train).formation;
    piece.kind == Kind::Cavalry || piece.is_asset() || corps.is_some() && corps == own
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
