//! 1914 1.1, 5.5.1, 6.0: forces, the groups that move, fight and are checked as one.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::abreast;
use crate::rules::{Offensive, Rules};

/// A division's size in quarters of one (1914 1.1).
pub const DIVISION: i32 = 4;

/// The most assets of a force (1914 1.1).
const ASSETS: usize = 2;

/// A force: one formation with at most two assets, or one or two assets alone (1914 1.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// The formation; none where assets stand alone.
    pub formation: Option<Unit>,
    /// Its assets, by rising unit.
    pub assets: Vec<Unit>,
}

impl Force {
    /// All its units, by rising unit.
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = self.formation.into_iter().chain(self.assets.clone()).collect();
        units.sort_unstable();
        units
    }

    /// The force that some units are, if they are one.
    pub fn of(rules: &Rules, units: &[Unit]) -> Option<Self> {
        let (formations, others): (Vec<Unit>, Vec<Unit>) =
            units.iter().copied().partition(|&unit| rules.piece(unit).is_formation());
        let assets = others.iter().all(|&unit| rules.piece(unit).is_asset());
        let fits = formations.len() <= 1 && others.len() <= 2 && assets && !units.is_empty();
        fits.then(|| Self { formation: formations.first().copied(), assets: others })
    }

    /// Its size in each of its hexes, in quarters of a division.
    pub fn size(&self, rules: &Rules, position: &Position<Offensive>) -> i32 {
        self.units().into_iter().map(|unit| abreast::size(rules, position, unit)).sum()
    }
}

/// The forces of a side in a hex: each formation with up to two of the assets, in the order of the
/// units; assets that are left over are forces of two. Supply units and fortresses are none.
///
/// Which formation an asset belongs to is its owner's choice (1914 5.5.1); those of the same army
/// and largest formations come first here.
pub fn forces(rules: &Rules, position: &Position<Offensive>, hex: Hex, side: usize) -> Vec<Force> {
    let own = position.stack(hex).filter(|&unit| rules.side_of(unit) == side);
    group(rules, position, own)
}

/// The forces that some units of a hex make up.
pub fn group(
    rules: &Rules,
    position: &Position<Offensive>,
    units: impl IntoIterator<Item = Unit>,
) -> Vec<Force> {
    let (mut formations, mut assets) = (Vec::new(), Vec::new());
    for unit in units {
        let piece = rules.piece(unit);
        if piece.is_formation() {
            formations.push(unit);
        } else if piece.is_asset() {
            assets.push(unit);
        }
    }
    formations.sort_by_key(|&unit| (-rules.size(position, unit), unit));
    // Who takes up two hexes is of a force with those who take up the same two (1914 19.1.1).
    let other = |unit: Unit| position.state(unit).other;
    let mut forces: Vec<Force> = Vec::new();
    for unit in formations {
        let mut own = Vec::new();
        assets.retain(|&asset| {
            let joins = own.len() < ASSETS && other(asset) == other(unit);
            if joins {
                own.push(asset);
            }
            !joins
        });
        forces.push(Force { formation: Some(unit), assets: own });
    }
    // Guns never do, and fight beside who stands in their hex (1914 8.8.1).
    assets.retain(|&asset| {
        let guns = rules.kind(position, asset).is_artillery();
        let room = forces.iter_mut().find(|force| guns && force.assets.len() < ASSETS);
        room.map(|force| force.assets.push(asset)).is_none()
    });
    while let Some(&first) = assets.first() {
        let alike = assets.iter().filter(|&&asset| other(asset) == other(first));
        let two: Vec<Unit> = alike.take(ASSETS).copied().collect();
        assets.retain(|asset| !two.contains(asset));
        forces.push(Force { formation: None, assets: two });
    }
    forces
}
