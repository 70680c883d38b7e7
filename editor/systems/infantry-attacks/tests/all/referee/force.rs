//! The counters, where they are and what they are marked with.

use std::collections::BTreeMap;

use salient_schema::Bundle;

use super::board::Hex;
use super::book::Book;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Infantry,
    Cavalry,
    Gun,
    Mortar,
    Machine,
    Wagon,
    Leader,
    CavalryLeader,
}

impl Kind {
    pub fn leads(self) -> bool {
        matches!(self, Self::Leader | Self::CavalryLeader)
    }

    pub fn fights(self) -> bool {
        !self.leads() && self != Self::Wagon
    }

    pub fn rides(self) -> bool {
        matches!(self, Self::Cavalry | Self::CavalryLeader)
    }

    /// Whether it is fired with by plan or over open sights.
    pub fn shells(self) -> bool {
        matches!(self, Self::Gun | Self::Mortar)
    }

    /// IA 5.6.
    pub fn is_carried(self) -> bool {
        self.shells() || self == Self::Machine
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    Good,
    Disrupted,
    Demoralized,
}

impl Order {
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Disrupted => "disrupted",
            Self::Demoralized => "demoralized",
        }
    }
}

/// Where a counter is that is in no hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// In the box, from which leaders are drawn.
    Box,
    /// It comes later (IA 16.41).
    Later,
    /// On a wagon.
    Aboard(usize),
    Gone,
}

/// What it has to do (IA 9.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mission {
    None,
    /// By turn the hex, and whether smoke.
    Planned(BTreeMap<u64, (Hex, bool)>),
    OpenSights,
    Move(Hex),
    Ended,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub side: usize,
    pub kind: Kind,
    pub company: bool,
    pub colonel: bool,
    pub off_board: bool,
    pub nation: Option<String>,
    faces: Vec<BTreeMap<String, i32>>,
    /// Faces that count as steps.
    pub steps: usize,
    pub face: usize,
    pub hex: Option<Hex>,
    pub off: Off,
    pub order: Order,
    pub done: bool,
    pub once: bool,
    pub limbered: bool,
    pub on_foot: bool,
    /// A leader's back.
    pub turned: bool,
    pub spotted: bool,
    pub digging: bool,
    pub dug_in: bool,
    pub entrenched: bool,
    pub hidden: bool,
    pub depleted: bool,
    pub tried: bool,
    pub mission: Mission,
    /// Turn, hex and smoke of its last fire.
    pub last_fire: Option<(u64, Hex, bool)>,
    /// Banks of the river that it is on; none where nobody knows.
    pub banks: Vec<u8>,
    // In a segment.
    pub active: bool,
    pub led: bool,
    pub to_fire: bool,
    pub in_segment: bool,
    /// It has entered to attack, and has not yet.
    pub assaults: bool,
    pub entered: bool,
    /// The assault hex into which a leader there has called it, to do nothing else (IA 12.81).
    pub called: Option<Hex>,
    pub charged: bool,
    pub halted: bool,
    pub fast: bool,
    /// He has helped somebody to recover (IA 6.62).
    pub helped: bool,
    /// It has tried to recover (IA 14.12).
    pub tried_heart: bool,
    // At the start.
    pub drawn: bool,
    pub free_horse: bool,
}

impl Unit {
    /// What the side up says.
    pub fn printed(&self, rating: &str) -> i32 {
        let back = self.limbered || self.on_foot || self.turned;
        let face = if back { self.face + self.steps } else { self.face };
        let face = face.min(self.faces.len() - 1);
        self.faces[face].get(rating).copied().unwrap_or(0)
    }

    /// What the first face behind those of its steps says.
    pub fn behind(&self, rating: &str) -> Option<i32> {
        Some(self.faces.get(self.steps)?.get(rating).copied().unwrap_or(0))
    }

    /// What its front says.
    pub fn front(&self, rating: &str) -> i32 {
        self.faces[0].get(rating).copied().unwrap_or(0)
    }

    pub fn has_back(&self) -> bool {
        self.faces.len() > self.steps
    }

    pub fn good(&self) -> bool {
        self.order == Order::Good
    }

    pub fn shaken(&self) -> bool {
        self.order != Order::Good
    }

    pub fn broken(&self) -> bool {
        self.order == Order::Demoralized
    }

    pub fn mounted(&self) -> bool {
        self.kind == Kind::Cavalry && !self.on_foot
    }

    /// 0 on foot, 1 mounted, 2 wagons.
    pub fn class(&self) -> usize {
        match self.kind {
            Kind::Wagon => 2,
            Kind::CavalryLeader => 1,
            Kind::Cavalry if !self.on_foot => 1,
            _ => 0,
        }
    }
}

/// All counters, in the order of the books.
pub fn muster(bundle: &Bundle, book: &Book) -> Result<Vec<Unit>, String> {
    let mut units = Vec::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        let side = bundle.ruleset.sides.iter().position(|side| side.id == counter.side);
        let kinds = [
            ("infantry", Kind::Infantry),
            ("cavalry", Kind::Cavalry),
            ("artillery", Kind::Gun),
            ("mortar", Kind::Mortar),
            ("machine-gun", Kind::Machine),
            ("transport", Kind::Wagon),
            ("leader", Kind::Leader),
            ("cavalry-leader", Kind::CavalryLeader),
        ];
        let kind = kinds.into_iter().find(|(role, _)| book.is(role, &counter.unit_type));
        let (_, kind) = kind.ok_or_else(|| format!("what is {}?", counter.id))?;
        if counter.count != 1 {
            return Err(format!("the referee knows no counters alike: {}", counter.id));
        }
        let has = |role: &str| counter.traits.iter().any(|it| book.is(role, it));
        // The ratings by the roles that the rules know them by.
        let names = [
            ("fire", "fire"),
            ("bombardment", "bombardment"),
            ("range", "range"),
            ("movement", "movement"),
            ("morale", "morale"),
            ("combat-bonus", "combat"),
            ("morale-bonus", "help"),
            ("rank", "rank"),
        ];
        let mut faces = Vec::new();
        for face in &counter.faces {
            let json = serde_json::to_value(face).map_err(|wrong| wrong.to_string())?;
            let mut ratings = BTreeMap::new();
            for (id, value) in json["ratings"].as_object().into_iter().flatten() {
                let name = names.iter().find(|(role, _)| book.is(role, id));
                let value = value.as_i64().or_else(|| value["value"].as_i64());
                if let (Some((_, name)), Some(value)) = (name, value) {
                    ratings.insert((*name).to_owned(), value as i32);
                }
            }
            faces.push(ratings);
        }
        let steps = counter.faces.iter().take_while(|face| !face.not_a_step).count();
        units.push(Unit {
            name: counter.id.clone(),
            side: side.ok_or_else(|| format!("whose is {}?", counter.id))?,
            kind,
            company: has("company"),
            colonel: has("colonel"),
            off_board: has("off-board"),
            nation: counter.nation.clone(),
            faces,
            steps,
            face: 0,
            hex: None,
            off: Off::Box,
            order: Order::Good,
            done: false,
            once: false,
            limbered: false,
            on_foot: false,
            turned: false,
            spotted: false,
            digging: false,
            dug_in: false,
            entrenched: false,
            hidden: false,
            depleted: false,
            tried: false,
            mission: Mission::None,
            last_fire: None,
            banks: Vec::new(),
            active: false,
            led: false,
            to_fire: false,
            in_segment: false,
            assaults: false,
            entered: false,
            called: None,
            charged: false,
            halted: false,
            fast: false,
            helped: false,
            tried_heart: false,
            drawn: false,
            free_horse: true,
        });
    }
    Ok(units)
}
