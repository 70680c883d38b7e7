//! What happens to either side, and the cell that says so.

use std::fmt;

use crate::common::Id;

/// What a combat or fire brings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What happens to the attacker; in a fire table to the firing side.
    pub attacker: SideResult,
    /// What happens to the defender; in a fire table to the target.
    pub defender: SideResult,
    /// An exchange.
    pub exchange: Option<Exchange>,
    /// Nobody moves, the combat is over, and the units stay locked.
    pub contact: bool,
    /// By how many hexes the attacker may advance; as usual in the ruleset where it is not said.
    pub advance: Option<u8>,
}

/// What happens to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideResult {
    /// What it loses.
    pub losses: Losses,
    /// How it retreats.
    pub retreat: Option<Retreat>,
    /// The modifier of the morale check that it makes.
    pub check: Option<i8>,
    /// The ids of the states that it takes, in the order of the cell.
    pub states: Vec<Id>,
}

/// What a side loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Losses {
    /// Nothing.
    #[default]
    None,
    /// So many steps.
    Steps(u8),
    /// So many strength points.
    Points(u16),
    /// Everything.
    All,
}

/// A retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// By how many hexes.
    pub hexes: u8,
    /// Whether it is a rout, after which the units take no more part.
    pub rout: bool,
}

/// An exchange: the defender is eliminated, and the attacker pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// With as much strength at least.
    Full,
    /// With half as much strength at least.
    Half,
}

/// A side of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who attacks, or fires.
    Attacker,
    /// Who is attacked, or fired at.
    Defender,
}

impl Outcome {
    /// Whether nothing happens at all.
    pub fn is_no_effect(&self) -> bool {
        *self == Self::default()
    }

    /// What happens to a side.
    pub fn of(&self, side: Side) -> &SideResult {
        match side {
            Side::Attacker => &self.attacker,
            Side::Defender => &self.defender,
        }
    }
}

impl SideResult {
    /// Whether nothing happens to the side.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The cell that says it, in one form for each outcome.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut results = Vec::new();
        results.extend(self.exchange.map(|exchange| match exchange {
            Exchange::Full => "EX".to_owned(),
            Exchange::Half => "HX".to_owned(),
        }));
        let sides: &[(char, &SideResult)] = if self.attacker == self.defender {
            &[('B', &self.defender)]
        } else {
            &[('A', &self.attacker), ('D', &self.defender)]
        };
        let concerned = sides.iter().filter(|(_, side)| !side.is_nothing());
        results.extend(concerned.map(|(letter, side)| format!("{letter}{side}")));
        if self.contact {
            results.push("C".to_owned());
        }
        results.extend(self.advance.map(|hexes| format!("ADV{hexes}")));
        if results.is_empty() {
            results.push("-".to_owned());
        }
        f.write_str(&results.join(" "))
    }
}

/// What stands behind the side's letter.
impl fmt::Display for SideResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.losses {
            Losses::None => {}
            Losses::Steps(steps) => write!(f, "{steps}")?,
            Losses::Points(points) => write!(f, "P{points}")?,
            Losses::All => f.write_str("E")?,
        }
        if let Some(Retreat { hexes, rout }) = self.retreat {
            f.write_str(if rout { "RT" } else { "R" })?;
            if hexes != 1 {
                write!(f, "{hexes}")?;
            }
        }
        match self.check {
            None => {}
            Some(0) => f.write_str("M")?,
            Some(modifier) => write!(f, "M{modifier:+}")?,
        }
        self.states.iter().try_for_each(|state| write!(f, ":{state}"))
    }
}
