//! 1914 13.1, 13.1.2, 13.2, 13.4: what a siege gun is, what it needs, and how often it fires.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::fortress;
use crate::rules::{Offensive, Rules, of};
use crate::units::Kind;

/// The smallest calibre of the guns that are not 21 cm ones, in millimetres.
const HEAVY: i32 = 300;
/// The smallest of the 42 cm guns.
const HEAVIEST: i32 = 400;

/// What is counted off in a game, by its place among [`State::fired`](crate::state::State) (1914
/// 13.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// A bombardment by a 42 cm gun.
    Heavy,
    /// One by a 30.5 cm gun.
    Medium,
    /// A preparatory bombardment.
    Preparation,
}

impl Charge {
    const ALL: [Self; 3] = [Self::Heavy, Self::Medium, Self::Preparation];

    /// What it is called.
    pub const NAMES: [&str; 3] =
        ["bombardments by 42 cm guns", "bombardments by 30.5 cm guns", "preparatory bombardments"];

    /// What a gun uses up when it bombards.
    pub fn of(rules: &Rules, gun: Unit) -> Option<Self> {
        match calibre(rules, gun) {
            HEAVIEST.. => Some(Self::Heavy),
            HEAVY.. => Some(Self::Medium),
            _ => None,
        }
    }

    fn most(self, rules: &Rules) -> i32 {
        match self {
            Self::Heavy => rules.numbers.heavy_bombardments,
            Self::Medium => rules.numbers.medium_bombardments,
            Self::Preparation => rules.numbers.preparatory_bombardments,
        }
    }

    fn place(self) -> usize {
        Self::ALL.iter().position(|it| *it == self).unwrap_or_default()
    }

    /// What is left of it.
    pub fn left(self, rules: &Rules, position: &Position<Offensive>) -> i32 {
        let fired = position.own.fired.get(self.place()).copied().unwrap_or_default();
        self.most(rules) - i32::from(fired)
    }

    /// All with what is left, in their order.
    pub fn all_left(rules: &Rules, position: &Position<Offensive>) -> [i32; 3] {
        Self::ALL.map(|charge| charge.left(rules, position))
    }

    /// Counts one off, and says what is left.
    pub fn count(self, rules: &Rules, position: &mut Position<Offensive>) -> i32 {
        if let Some(fired) = position.own.fired.get_mut(self.place()) {
            *fired = fired.saturating_add(1);
        }
        self.left(rules, position)
    }
}

/// A number on the side on which a gun is deployed: its last (1914 13.1).
fn deployed_number(rules: &Rules, gun: Unit, rating: usize) -> i32 {
    let face = rules.compiled.unit(gun).faces.last();
    let place = rules.ratings.get(rating).copied().flatten();
    place.and_then(|place| face?.get(place).copied()).unwrap_or_default()
}

/// The calibre of a siege gun, in millimetres.
pub fn calibre(rules: &Rules, gun: Unit) -> i32 {
    deployed_number(rules, gun, of::CALIBRE)
}

/// The dice that it rolls, and the 21 cm guns as which it counts (1914 12.4.1, 13.3).
pub fn dice(rules: &Rules, gun: Unit) -> i32 {
    deployed_number(rules, gun, of::GUNS).max(1)
}

/// Whether it is one of more than 21 cm.
pub fn is_heavy(rules: &Rules, gun: Unit) -> bool {
    calibre(rules, gun) >= HEAVY
}

/// 1914 13.1.1, 13.1.2: whether it is German and of more than 21 cm: it is slow to deploy, and
/// bombards only where a headquarters makes that possible.
pub fn is_unwieldy(rules: &Rules, gun: Unit) -> bool {
    is_heavy(rules, gun) && Some(rules.piece(gun).nation) != rules.austrian
}

/// Whether a unit is siege artillery that is deployed (1914 13.1).
#[inline]
pub fn is_deployed(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    rules.piece(unit).kind == Kind::SiegeArtillery && position.state(unit).face > 0
}

/// Whether a unit stands where it is with its gear in the ground: deployed artillery, and a
/// headquarters that deploys some (1914 13.1, 13.2.5).
#[inline]
pub fn is_immobile(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let kind = rules.piece(unit).kind;
    matches!(kind, Kind::SiegeArtillery | Kind::Headquarters) && position.state(unit).face > 0
}

/// Whether a hex is one or next to it.
pub fn is_near(rules: &Rules, one: Hex, other: Hex) -> bool {
    one == other || rules.map().grid().distance(one, other) == 1
}

/// 1914 12.4.1, 13.2.1, 13.2.2: whether a headquarters of a side is next to a fortress or to another
/// of its camp.
pub fn is_coordinated(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    fortress: Unit,
) -> bool {
    let camp = fortress::camp(rules, fortress);
    let hexes: Vec<Hex> = camp.iter().filter_map(|&unit| position.hex(unit)).collect();
    let mut all = position.on_map(rules, side);
    all.any(|unit| {
        rules.piece(unit).kind == Kind::Headquarters
            && position.hex(unit).is_some_and(|at| hexes.iter().any(|&hex| is_near(rules, at, hex)))
    })
}

/// Whether a headquarters is next to an enemy whom a preparatory bombardment may be made against, and
/// one is left (1914 13.3, 13.4).
pub fn is_in_reach(rules: &Rules, position: &Position<Offensive>, hq: Unit) -> bool {
    let enemy = rules.enemy(rules.side_of(hq));
    let target = |hex: Hex| {
        rules.prepared_hexes.binary_search(&hex).is_ok() && position.board().holds(hex, enemy)
    };
    Charge::Preparation.left(rules, position) > 0
        && position.hex(hq).is_some_and(|at| rules.map().neighbours(at).any(|(_, hex)| target(hex)))
}
