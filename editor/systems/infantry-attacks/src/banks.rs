//! IA 5.8: where rivers run, and their banks, which `rivers` tells of.

use salient_hex::grid::HexGrid;
use salient_hex::map::CompiledMap;
use salient_hex::{Direction, Hex};

/// What a hex has of a river.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum River {
    /// Nothing.
    #[default]
    None,
    /// One may cross it anywhere, and stops for it (IA 5.81).
    Minor,
    /// One crosses it by bridge or ford only (IA 5.82).
    Major,
}

/// No land lies there.
const NO_BANK: u8 = u8::MAX;

/// The rivers of a map.
#[derive(Debug)]
pub struct Rivers {
    kinds: Vec<River>,
    /// By hex and direction the bank that lies there.
    banks: Vec<[u8; 6]>,
    /// Hexes with a bridge or a ford.
    crossings: Vec<bool>,
    any: bool,
}

impl Rivers {
    /// Finds the banks of all river hexes.
    pub fn new(map: &CompiledMap, kinds: Vec<River>, crossings: Vec<bool>) -> Self {
        let banks = |hex: Hex| banks_around(map, &kinds, hex);
        let banks = map.grid().hexes().map(banks).collect();
        let any = kinds.iter().any(|&kind| kind != River::None);
        Self { kinds, banks, crossings, any }
    }

    /// Whether the map has any river.
    pub fn any(&self) -> bool {
        self.any
    }

    /// What a hex has of a river.
    #[inline]
    pub fn kind(&self, hex: Hex) -> River {
        self.kinds[hex.index()]
    }

    /// Whether it is crossed in a hex freely.
    pub fn is_crossing(&self, hex: Hex) -> bool {
        self.crossings[hex.index()]
    }

    /// The bank of a river hex on which a direction lies, as a bit.
    pub fn bank(&self, hex: Hex, direction: Direction) -> Option<u8> {
        let bank = self.banks[hex.index()][direction.index()];
        (bank != NO_BANK).then(|| 1 << bank)
    }

    /// All banks of a hex.
    fn all(&self, hex: Hex) -> u8 {
        let banks = self.banks[hex.index()].iter().filter(|&&bank| bank != NO_BANK);
        banks.fold(0, |bits, bank| bits | 1 << bank)
    }

    /// Banks of a river hex that share a land hex with banks of another beside it.
    fn shared(&self, from: Hex, banks: u8, direction: Direction, to: Hex) -> u8 {
        let d = direction.index();
        // Of the hexes next to both one lies left of the way and one right of it.
        let beside = [((d + 5) % 6, (d + 4) % 6), ((d + 1) % 6, (d + 2) % 6)];
        let mut found = 0;
        for (here, there) in beside {
            let own = self.bank(from, Direction::new(here)).unwrap_or(0);
            if own & banks != 0 {
                found |= self.bank(to, Direction::new(there)).unwrap_or(0);
            }
        }
        found
    }

    /// The banks on which somebody is who has gone from one hex to another.
    pub fn banks_after(&self, from: Hex, banks: u8, direction: Direction, to: Hex) -> u8 {
        if self.kind(to) == River::None {
            return 0;
        }
        if self.kind(from) == River::None {
            return self.bank(to, Direction::new((direction.index() + 3) % 6)).unwrap_or(0);
        }
        let all = self.all(from);
        let here = if banks == 0 || self.is_crossing(from) { all } else { banks };
        let on = self.shared(from, here, direction, to);
        let opposite = self.shared(from, all & !here, direction, to);
        if on == 0 { self.all(to) & !opposite } else { on }
    }
}

/// The banks around a hex, by direction.
fn banks_around(map: &CompiledMap, kinds: &[River], hex: Hex) -> [u8; 6] {
    let mut banks = [NO_BANK; 6];
    if kinds[hex.index()] != River::None {
        let runs = land_around(map.grid(), hex, |near| kinds[near.index()] != River::None);
        for (bank, run) in (0..).zip(runs) {
            run.into_iter().for_each(|direction| banks[direction.index()] = bank);
        }
    }
    banks
}

/// The directions in which land lies around a river hex, bank by bank: runs between river hexes
/// and the edge of the map.
pub fn land_around(
    grid: &HexGrid,
    hex: Hex,
    is_river: impl Fn(Hex) -> bool,
) -> Vec<Vec<Direction>> {
    let near = grid.neighbours(hex);
    let land = near.map(|near| near.is_some_and(|near| !is_river(near)));
    // Begins where a run does, so that none is counted at both ends.
    let first = (0..6).find(|&at| land[at] && !land[(at + 5) % 6]).unwrap_or(0);
    let mut runs: Vec<Vec<Direction>> = Vec::new();
    for at in (first..first + 6).map(|at| at % 6).filter(|&at| land[at]) {
        match runs
            .last_mut()
            .filter(|run| run.last().is_some_and(|last| (last.index() + 1) % 6 == at))
        {
            Some(run) => run.push(Direction::new(at)),
            None => runs.push(vec![Direction::new(at)]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{NO_BANK, Rivers};

    fn rivers(banks: [u8; 6]) -> Rivers {
        Rivers { kinds: vec![], banks: vec![banks], crossings: vec![], any: true }
    }

    #[test]
    fn banks_are_bits_by_direction() {
        let river = rivers([0, 0, NO_BANK, 1, 1, NO_BANK]);
        assert_eq!(river.all(salient_hex::Hex(0)), 0b11);
        let bank = |at| river.bank(salient_hex::Hex(0), salient_hex::Direction::new(at));
        assert_eq!([bank(0), bank(2), bank(4)], [Some(1), None, Some(2)]);
    }
}
