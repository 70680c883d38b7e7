//! IA 1.0, 2.1: what kinds of units and leaders there are.

use std::collections::BTreeMap;

use salient_rules::Roles;
use salient_rules::play::Compiled;
use salient_schema::{Bundle, Code, Diagnostic};

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Infantry,
    Cavalry,
    MachineGun,
    Mortar,
    Artillery,
    Transport,
    /// He leads all but cavalry (IA 6.1).
    Leader,
    CavalryLeader,
}

impl Kind {
    const ALL: [(&'static str, Self); 8] = [
        ("infantry", Self::Infantry),
        ("cavalry", Self::Cavalry),
        ("machine-gun", Self::MachineGun),
        ("mortar", Self::Mortar),
        ("artillery", Self::Artillery),
        ("transport", Self::Transport),
        ("leader", Self::Leader),
        ("cavalry-leader", Self::CavalryLeader),
    ];

    /// The kind of a unit type.
    pub fn of(roles: &Roles<'_>, unit_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(role, _)| roles.is(role, unit_type)).map(|(_, kind)| kind)
    }

    /// Whether it is a leader, and so no unit.
    pub fn is_leader(self) -> bool {
        matches!(self, Self::Leader | Self::CavalryLeader)
    }

    /// Whether it has a fire value, and so bars its hex to the enemy (IA 1.0, 5.44).
    pub fn is_combat(self) -> bool {
        !self.is_leader() && self != Self::Transport
    }

    /// Whether only cavalry leaders lead it (IA 6.1).
    pub fn is_cavalry(self) -> bool {
        matches!(self, Self::Cavalry | Self::CavalryLeader)
    }
}

/// What a unit pays for terrain as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Foot,
    Mounted,
    Wagon,
}

impl Class {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Foot, Self::Mounted, Self::Wagon];

    /// The role of the unit types whose costs it pays; those on foot pay the terrain's own.
    pub fn role(self) -> Option<&'static str> {
        match self {
            Self::Foot => None,
            Self::Mounted => Some("cavalry"),
            Self::Wagon => Some("transport"),
        }
    }
}

/// What the rules know of a unit besides what is printed.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub kind: Kind,
    /// Whether it counts as a company (IA 4.1).
    pub company: bool,
    /// Whether he is a colonel or above, whose loss shakes all around him (IA 6.73).
    pub colonel: bool,
    /// Whether it never stands on the map (IA 9.5).
    pub off_board: bool,
    /// The place of its nation in the ruleset (IA 17.1).
    pub nation: usize,
}

/// All pieces, in the order of the units.
pub fn pieces(
    bundle: &Bundle,
    compiled: &Compiled,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Piece> {
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let nations: BTreeMap<&str, usize> = counters
        .map(|counter| {
            let mut all = bundle.ruleset.nations.iter();
            let place = all.position(|nation| Some(&nation.id) == counter.nation.as_ref());
            (counter.id.as_str(), place.unwrap_or(usize::MAX))
        })
        .collect();
    let mut piece = |unit: &salient_rules::play::UnitDef<salient_rules::play::Printed>| {
        let kind = Kind::of(roles, &unit.unit_type);
        if kind.is_none() {
            let text = format!("the rules know no units of the type '{}'", unit.unit_type);
            let wrong = Diagnostic::error(Code::Rule, text).pointer("/ruleset/counters/types");
            found.push(wrong.counter(&unit.counter).rule("IA 2.1"));
        }
        Piece {
            kind: kind.unwrap_or(Kind::Infantry),
            company: roles.any("company", &unit.traits),
            colonel: roles.any("colonel", &unit.traits),
            off_board: roles.any("off-board", &unit.traits),
            nation: nations.get(unit.counter.as_str()).copied().unwrap_or(usize::MAX),
        }
    };
    compiled.units.iter().map(&mut piece).collect()
}

/// IA 5.6, 5.66: what a wagon carries at all.
pub fn is_load(kind: Kind) -> bool {
    matches!(kind, Kind::Artillery | Kind::Mortar | Kind::MachineGun)
}
