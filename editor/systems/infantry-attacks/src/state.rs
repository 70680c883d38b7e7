//! What changes in a game besides places and steps: what units are marked with, and the state of
//! the sequence of play. A unit's marks are bits of its flags in the kernel's position, so that
//! they are copied, hashed and lifted with it.

use salient_hex::Hex;
use salient_rules::play::{Position, Secret, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::tasks::Plan;
use crate::units::{Class, Kind};

/// MOVED/FIRED (IA 3.13): it acts no more in this turn.
pub const DONE: u32 = 1;
/// It has fired once at what moved (IA 3.14): it may do so again, and nothing else.
pub const FIRED_ONCE: u32 = 1 << 1;
/// IA 14.2.
pub const DISRUPTED: u32 = 1 << 2;
/// IA 14.3.
pub const DEMORALIZED: u32 = 1 << 3;
/// On the side that moves (IA 5.61).
pub const LIMBERED: u32 = 1 << 4;
/// IA 15.4.
pub const DISMOUNTED: u32 = 1 << 5;
/// It has fired out of terrain that hides it (IA 8.52).
pub const SPOTTED: u32 = 1 << 6;
/// It has dug for one segment (IA 16.2).
pub const DIGGING: u32 = 1 << 7;
/// It has dug in (IA 16.2).
pub const DUG_IN: u32 = 1 << 8;
/// It is in the entrenchment of its hex (IA 16.31).
pub const ENTRENCHED: u32 = 1 << 9;
/// The enemy does not know where it is (IA 16.5).
pub const HIDDEN: u32 = 1 << 10;
/// Activated in this segment, and has still to act (IA 3.1).
pub const ACTIVE: u32 = 1 << 11;
/// Activated by a leader of its own type, or a leader itself (IA 3.11).
pub const LED: u32 = 1 << 12;
/// It was designated to fire; else it moves (IA 3.13).
pub const TO_FIRE: u32 = 1 << 13;
/// It was activated in this segment, whether or not it has acted.
pub const IN_SEGMENT: u32 = 1 << 14;

/// It has entered an assault hex in this segment, and has not attacked yet (IA 12.4).
pub const ASSAULTS: u32 = 1 << 15;
/// It has entered an assault hex in this segment (IA 12.62).
pub const ENTERED: u32 = 1 << 16;
/// It did so from two hexes away (IA 12.7).
pub const CHARGED: u32 = 1 << 17;
/// It was stopped by fire on its way (IA 13.14).
pub const HALTED: u32 = 1 << 18;
/// A leader in an assault hex has activated it to come in there, and for nothing else (IA 12.81).
pub const CALLED: u32 = 1 << 23;
/// Those who entered its hex in this segment have attacked there (IA 12.4).
pub const STRUCK: u32 = 1 << 24;
/// It moves at twice its rate in this segment (IA 17.3).
pub const STRATEGIC: u32 = 1 << 26;
/// Its ammunition runs low (IA 11.2).
pub const DEPLETED: u32 = 1 << 19;
/// Its side has tried to end its mission in this turn (IA 9.14).
pub const TRIED: u32 = 1 << 20;
/// He has helped somebody to recover, and helps others in the segment (IA 6.62).
pub const HELPED: u32 = 1 << 21;
/// It has tried to recover in this segment (IA 14.12).
pub const RECOVERED: u32 = 1 << 22;
/// What lasts no longer than a segment.
pub const OF_SEGMENT: u32 = LED
    | TO_FIRE
    | IN_SEGMENT
    | ASSAULTS
    | ENTERED
    | CHARGED
    | HALTED
    | STRATEGIC
    | HELPED
    | RECOVERED
    | CALLED
    | STRUCK;
/// A leader who is yet to be drawn (IA 6.2); before the game only.
pub const DRAWN: u32 = 1 << 25;
/// The scenario says that the cavalry begins on horse (IA 15.1); before the game only.
pub const MOUNTED: u32 = 1 << 27;
/// The leader on the back of the counter (IA 6.2).
pub const TURNED: u32 = 1 << 28;
/// The banks of a river on which it is, a bit each (IA 5.83).
pub const BANKS: u32 = 0b111 << BANK_SHIFT;
/// Where these bits begin.
pub const BANK_SHIFT: u32 = 29;
/// What shows the face behind those of the steps.
pub const BACK: u32 = LIMBERED | DISMOUNTED | TURNED;

/// The system's own part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Steps that the units of each side have lost.
    pub lost: Vec<i32>,
    /// The side that has won the initiative in this turn.
    pub first: usize,
    /// Segments that it has left before the other side has one.
    pub ahead: i32,
    /// The side whose segment comes next.
    pub next: usize,
    /// Sides that have passed one after the other, a bit each.
    pub passed: u8,
    /// Who controls each hex (IA 1.0): a side, or [`NOBODY`].
    pub control: Vec<u8>,
    /// Who has left which assault hex in this segment (IA 12.23).
    pub left: Vec<(Unit, Hex)>,
    /// The highest rank of each side's leaders at the start (IA 6.72).
    pub highest: Vec<i32>,
    /// What the loss of such a leader does to each side; once a game.
    pub shock: Vec<Option<Shock>>,
    /// The hex that those who walk step out of; none from off the map.
    pub from: Option<Hex>,
    /// Whether the winner of the initiative has saved a segment (IA 17.2).
    pub saved: bool,
    /// Segments that each side has had in this turn (IA 17.4).
    pub segments: [u8; 2],
    /// Direct fire of this turn, by its target (IA 17.6).
    pub volleys: Vec<Volley>,
    /// What each side has written down of its artillery (IA 9.11). The other never sees it.
    pub plans: Secret<Plan>,
    /// Those that fire from off the map, by rising unit (IA 9.5).
    pub batteries: Vec<Unit>,
    /// Where each unit has fired its shells the last time (IA 9.7, 18.2).
    pub last_fire: Vec<Option<Fired>>,
    /// Drumfire markers: the hex, and the gun that fires there (IA 9.7). Sorted.
    pub drumfire: Vec<(Hex, Unit)>,
    /// Hexes that were attacked in the bombardment phase of this turn, and are not safe (IA 14.32).
    /// Sorted.
    pub shelled: Vec<Hex>,
    /// Smoke markers, and whose they are (IA 16.1). Sorted.
    pub smoke: Vec<(Hex, usize)>,
}

/// A hex that has been fired at in this turn (IA 17.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Volley {
    /// The hex.
    pub hex: Hex,
    /// The sides of it through which the fire came, a bit each.
    pub through: u8,
    /// Who was there at the first.
    pub there: Vec<Unit>,
}

/// Where a gun has fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fired {
    /// The turn, by place.
    pub turn: usize,
    /// The hex that was hit.
    pub hex: Hex,
    /// Whether with smoke.
    pub smoke: bool,
}

/// A side has lost its highest leader (IA 6.72).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shock {
    /// The turn in which it did, by place.
    pub from: usize,
    /// The last turn, by place, in which it counts.
    pub until: usize,
    /// Whether he led cavalry.
    pub cavalry: bool,
}

/// The control of a hex that nobody controls.
pub const NOBODY: u8 = u8::MAX;

/// Whether a unit bears any of some marks.
#[inline]
pub fn has(position: &Position<InfantryAttacks>, unit: Unit, marks: u32) -> bool {
    position.state(unit).flags & marks != 0
}

/// IA 1.0: neither disrupted nor demoralized.
pub fn good_order(position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    !has(position, unit, DISRUPTED | DEMORALIZED)
}

/// The face that a unit shows: limbered, dismounted and turned faces come after those of its
/// steps.
pub fn face(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> u8 {
    let def = rules.compiled.unit(unit);
    let face = position.state(unit).face;
    let face = if has(position, unit, BACK) { face + def.steps } else { face };
    face.min(def.faces.len().saturating_sub(1) as u8)
}

/// A rating on the side that a unit shows: limbered and dismounted faces come after those of its
/// steps.
pub fn rating(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit, of: usize) -> i32 {
    let faces = &rules.compiled.unit(unit).faces;
    let face = faces.get(usize::from(face(rules, position, unit)));
    face.and_then(|numbers| numbers.get(rules.ratings[of])).copied().unwrap_or(0)
}

/// Places of the ratings in [`Rules::ratings`].
pub mod of {
    pub const FIRE: usize = 0;
    pub const BOMBARDMENT: usize = 1;
    pub const RANGE: usize = 2;
    pub const MOVEMENT: usize = 3;
    pub const MORALE: usize = 4;
    pub const COMBAT: usize = 5;
    pub const LEADING: usize = 6;
    pub const RANK: usize = 7;
}

/// What a unit pays for terrain as.
pub fn class(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Class {
    match rules.piece(unit).kind {
        Kind::Transport => Class::Wagon,
        Kind::CavalryLeader => Class::Mounted,
        Kind::Cavalry if !has(position, unit, DISMOUNTED) => Class::Mounted,
        _ => Class::Foot,
    }
}

/// IA 5.1, 14.2: movement points for a segment.
pub fn allowance(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let numbers = &rules.numbers;
    let full = match rules.piece(unit).kind {
        Kind::Leader => numbers.infantry_leader_movement,
        Kind::CavalryLeader => numbers.cavalry_leader_movement,
        _ => rating(rules, position, unit, of::MOVEMENT),
    };
    let disrupted = has(position, unit, DISRUPTED);
    if disrupted { full.min(numbers.disrupted_movement) } else { full }
}

/// A unit has acted: it has its marker, and is active no more (IA 3.13).
pub fn acted(position: &mut Position<InfantryAttacks>, unit: Unit) {
    let flags = position.flags_mut(unit);
    *flags = *flags & !ACTIVE | DONE;
}

/// Whether a unit is on board of another.
pub fn is_aboard(position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    position.state(unit).aboard.is_some()
}

/// What a unit carries; one at most.
pub fn load_of(position: &Position<InfantryAttacks>, transport: Unit) -> Option<Unit> {
    position.carried_by(transport).next()
}

/// Whether a hex has a marker.
pub fn has_drumfire(position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    position.own.drumfire.iter().any(|(at, _)| *at == hex)
}

/// Whether there is smoke in a hex.
pub fn has_smoke(position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    position.own.smoke.iter().any(|(at, _)| *at == hex)
}
