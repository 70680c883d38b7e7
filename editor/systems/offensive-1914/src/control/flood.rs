//! 1914 3.3: who controls a hex, and what lies behind the fronts: what is reached from a side's edges of the
//! map.

use salient_hex::Hex;
use salient_rules::play::Position;

use crate::bases;
use crate::rules::{Offensive, Rules};
use crate::state::NOBODY;

/// The side that controls a hex, if one does (1914 3.3).
pub fn of(position: &Position<Offensive>, hex: Hex) -> Option<usize> {
    side_of(position.own.control[hex.index()])
}

/// The side that an entry of the state stands for.
pub fn side_of(control: u8) -> Option<usize> {
    (control != NOBODY).then_some(usize::from(control))
}

/// How the state names a side, or nobody.
pub fn side_code(side: Option<usize>) -> u8 {
    side.map_or(NOBODY, |side| side as u8)
}

/// What the floods of both sides reach, for a look at what lies behind the fronts of each.
pub struct Floods([Vec<u32>; 2]);

impl Floods {
    /// As all stand.
    pub fn of(rules: &Rules, position: &Position<Offensive>) -> Self {
        Self([0, 1].map(|side| flood(rules, position, side)))
    }

    /// The hexes that lie behind the fronts of a side (1914 3.3): what a flood from its friendly edges
    /// and bases reaches through hexes without enemies, up to unnegated enemy zones of control. Of what the
    /// enemy's flood reaches as well only what the side passed last, or, where nobody has, what is
    /// nearer to its own edges.
    pub fn behind<'a>(
        &'a self,
        rules: &Rules,
        control: &'a [u8],
        side: usize,
    ) -> impl Iterator<Item = Hex> + 'a {
        let [own, enemy] = [side, rules.enemy(side)].map(|side| &self.0[side]);
        let ours = move |((own, enemy), control): ((&u32, &u32), &u8)| match side_of(*control) {
            _ if *own == FAR => false,
            _ if *enemy == FAR => true,
            Some(by) => by == side,
            None => own < enemy,
        };
        let both = own.iter().zip(enemy).zip(control).zip(0..);
        both.filter(move |(hex, _)| ours(*hex)).map(|(_, place)| Hex(place))
    }
}

/// What a flood does not reach.
pub const FAR: u32 = u32::MAX;

/// By hex, how far it is from a side's friendly edges and bases (1914 24.3) through hexes without enemies. An unnegated
/// enemy zone of control is entered, not passed: what lies before somebody is not yet behind him.
pub fn flood(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<u32> {
    let enemy = rules.enemy(side);
    let map = rules.map();
    let board = position.board();
    let (presence, [own_zones, enemy_zones]) =
        (board.presence(), [side, enemy].map(|side| board.zone(side)));
    let holds = |place: usize, side: usize| presence[place] >> side & 1 == 1;
    let mut far = vec![FAR; map.len()];
    let mut open: Vec<Hex> = bases::starts(rules, position, side)
        .filter(|&hex| !rules.terrain.hex(hex).barred && !holds(hex.index(), enemy))
        .collect();
    open.iter().for_each(|hex| far[hex.index()] = 0);
    let mut next = 0;
    while let Some(&hex) = open.get(next) {
        next += 1;
        let place = hex.index();
        // As `zones::is_cut` has it, on the board's own arrays: a flood asks of the whole map.
        if enemy_zones[place] > 0 && own_zones[place] == 0 && !holds(place, side) {
            continue;
        }
        let beyond = far[place] + 1;
        // What is barred has sea on all its sides.
        let land = rules.terrain.land[place];
        for (direction, &other) in map.around(hex).iter().enumerate() {
            let at = other as usize;
            if land >> direction & 1 == 1 && far[at] == FAR && !holds(at, enemy) {
                far[at] = beyond;
                open.push(Hex(other));
            }
        }
    }
    far
}
