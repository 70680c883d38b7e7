//! 1914 1.2, 2.1 to 2.8: what kinds of units and formations there are.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::Roles;
use salient_rules::play::{Compiled, Formation, Printed, Unit, UnitDef};
use salient_schema::order_of_battle::Face;
use salient_schema::{Bundle, Code, Diagnostic};

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Infantry, chasseurs alpins, garrisons and LOC infantry (1914 1.2).
    Infantry,
    /// Cavalry, Jaeger and LOC cavalry (1914 1.2).
    Cavalry,
    Fort,
    Artillery,
    SiegeArtillery,
    /// A siege-train headquarters.
    Headquarters,
    Depot,
    /// A corps train.
    Train,
    Fortress,
}

impl Kind {
    const ALL: [(&'static str, Self); 9] = [
        ("infantry", Self::Infantry),
        ("cavalry", Self::Cavalry),
        ("fort", Self::Fort),
        ("artillery", Self::Artillery),
        ("siege-artillery", Self::SiegeArtillery),
        ("siege-headquarters", Self::Headquarters),
        ("depot", Self::Depot),
        ("corps-train", Self::Train),
        ("fortress", Self::Fortress),
    ];

    /// The kind of a unit type.
    pub fn of(roles: &Roles<'_>, unit_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(role, _)| roles.is(role, unit_type)).map(|(_, kind)| kind)
    }

    /// Whether it is infantry or cavalry, and so a combat unit (1914 1.1).
    pub fn is_combat(self) -> bool {
        matches!(self, Self::Infantry | Self::Cavalry)
    }

    /// Whether it is of artillery type (1914 1.2).
    pub fn is_artillery(self) -> bool {
        matches!(self, Self::Artillery | Self::SiegeArtillery | Self::Headquarters)
    }

    /// Whether it supplies others, fortresses aside (1914 2.6).
    pub fn is_supply(self) -> bool {
        matches!(self, Self::Depot | Self::Train)
    }
}

/// The German cavalry commanders (1914 25.1): the role of their counters, and of their armies.
pub const COMMANDERS: [(&str, &str); 4] = [
    ("hkk-1", "hkk-1-army"),
    ("hkk-2", "hkk-2-army"),
    ("hkk-3", "hkk-3-army"),
    ("hkk-4", "hkk-4-army"),
];

/// What the rules know of a unit besides what is printed.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// What it is with its front up; a fort on its back is infantry (1914 8.5).
    pub kind: Kind,
    /// Whether it is chasseurs alpins (1914 9.7.2).
    pub chasseurs: bool,
    /// Whether it stays with its place: a garrison, or guns with a hexagon (1914 8.6, 8.8.2).
    pub garrison: bool,
    /// Whether it guards lines of communications (1914 8.7).
    pub loc: bool,
    /// Whether it is a fortress of the second kind (1914 12.2.2).
    pub second: bool,
    /// A number that the fortresses of a fortified camp share: those of one ID and side (1914 12.0);
    /// none has it of other units.
    pub camp: usize,
    /// Whether its fortress supplies whoever is in it (1914 15.1.4).
    pub magazine: bool,
    /// The formation that it is, with an effectiveness of its own (1914 6.1); none of an asset.
    pub own: Option<Formation>,
    /// The place of its nation in the ruleset.
    pub nation: usize,
    /// Whether it moves along railways only (1914 2.6.3).
    pub rails_only: bool,
    /// Whether it is the secondary depot of its side (1914 15.7).
    pub secondary: bool,
    /// Whether its army never runs short of ammunition (1914 15.8.2).
    pub plentiful: bool,
    /// Whether it stays with its army (1914 5.4).
    pub bound: bool,
    /// Whether it may be attached to the Belgian army though it is of another nation (1914 5.2.6).
    pub lent: bool,
    /// Whether it is a siege artillery marker, which a headquarters carries and deploys (1914 13.2.4).
    pub marker: bool,
    /// Whether it is deployed once a game (1914 13.2.5).
    pub once: bool,
    /// Whether a Pionier regiment is assigned to it (1914 13.1.3).
    pub pioneers: bool,
    /// Whether it is the coast mortars of the `*` of the bombardment table (1914 12.4.3).
    pub coast: bool,
    /// Whether it may be taken apart again (1914 25.5).
    pub divisible: bool,
    /// Whether it is of a division's size (1914 2.2.2).
    pub division: bool,
    /// Whether it goes when the Belgian base flees (1914 24.3.2a).
    pub left_behind: bool,
    /// Whether it is of the Royal Naval Division (1914 23.3).
    pub naval: bool,
    /// The German cavalry commander whom it is under, by his place (1914 25.1).
    pub commander: Option<usize>,
    /// Whether it is of a first-line corps (1914 25.2).
    pub first_line: bool,
    /// Whether it is Bavarian (1914 25.2.1).
    pub bavarian: bool,
    /// Whether it is a French reserve formation (1914 22.4).
    pub reserve: bool,
    /// Whether it is the Marine Division (1914 27.6).
    pub marines: bool,
    /// Whether it is of a division's or a brigade's size (1914 26.1.1).
    pub captures: bool,
}

impl Piece {
    /// Whether it is a formation of the book: a combat unit with an attachment marker.
    pub fn is_formation(&self) -> bool {
        self.own.is_some()
    }

    /// Whether it is an asset (1914 5.5): whatever fights and is no formation, fortresses aside.
    pub fn is_asset(&self) -> bool {
        self.own.is_none() && !self.kind.is_supply() && self.kind != Kind::Fortress
    }
}

/// What a formation of the order of battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    Army,
    Corps,
    /// One that fights as a counter: a division, a brigade, a cavalry corps.
    Fighting,
    /// Anything else that the order of battle groups by.
    Other,
}

/// What the rules know of a formation.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub rank: Rank,
    /// Its side's place.
    pub side: usize,
    /// Its base effectiveness (1914 6.1).
    pub effectiveness: i32,
    /// The same on the second side of its marker, if it has one (1914 2.8, 22.4).
    pub later: Option<i32>,
    /// The most division-equivalents in the corps, in quarters (1914 2.8.4).
    pub limit: i32,
    /// How many corps the army may have (1914 5.2.1).
    pub boxes: i32,
    /// Its counter: the depot of an army, the train of a corps, the unit of a fighting formation.
    pub counter: Option<Unit>,
    /// The most replacements that the army takes in an inter-phase, if there is a most (1914
    /// 16.6.3).
    pub replacements: Option<i32>,
}

/// Places of the numbers of formations in [`FormationNumbers`].
pub struct FormationNumbers {
    pub effectiveness: Vec<Option<i32>>,
    pub limit: Vec<Option<i32>>,
    pub boxes: Vec<Option<i32>>,
    pub replacements: Vec<Option<i32>>,
    pub later: Vec<Option<i32>>,
}

/// All pieces, in the order of the units.
pub fn pieces(
    bundle: &Bundle,
    compiled: &Compiled,
    roles: &Roles<'_>,
    numbers: &FormationNumbers,
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
    let camps: BTreeMap<&str, usize> = camps(bundle);
    let sizes: BTreeMap<&str, &str> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .filter_map(|counter| Some((counter.id.as_str(), counter.size.as_deref()?)))
        .collect();
    // 1914 8.8.2: the hexagon binds guns to their place as it does garrisons.
    let bears_hexagon =
        |face: &Face| face.ratings.keys().any(|rating| roles.is("garrison-range", rating));
    let ranged: BTreeSet<&str> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .filter(|counter| counter.faces.iter().any(bears_hexagon))
        .map(|counter| counter.id.as_str())
        .collect();
    let is_of = |unit: &UnitDef<Printed>, role: &str| {
        sizes.get(unit.counter.as_str()).is_some_and(|size| roles.is(role, size))
    };
    let mut piece = |unit: &UnitDef<Printed>| {
        let kind = Kind::of(roles, &unit.unit_type);
        if kind.is_none() {
            let text = format!("the rules know no units of the type '{}'", unit.unit_type);
            let wrong = Diagnostic::error(Code::Rule, text).pointer("/ruleset/counters/types");
            found.push(wrong.counter(&unit.counter).rule("1914 2.1"));
        }
        let kind = kind.unwrap_or(Kind::Infantry);
        let has = |formation: &Formation| {
            numbers.effectiveness.get(usize::from(formation.0)).copied().flatten().is_some()
        };
        Piece {
            kind,
            chasseurs: roles.is("chasseurs", &unit.unit_type),
            garrison: roles.is("garrison", &unit.unit_type)
                || ranged.contains(unit.counter.as_str()),
            loc: roles.is("line-of-communications", &unit.unit_type),
            second: roles.any("fortress-2", &unit.traits),
            camp: camps.get(unit.counter.as_str()).copied().unwrap_or(usize::MAX),
            magazine: roles.any("magazine", &unit.traits),
            own: unit.formation.filter(|own| kind.is_combat() && has(own)),
            nation: nations.get(unit.counter.as_str()).copied().unwrap_or(usize::MAX),
            rails_only: roles.any("rails-only", &unit.traits),
            secondary: roles.any("secondary-depot", &unit.traits),
            plentiful: roles.any("never-short", &unit.traits),
            bound: roles.any("army-bound", &unit.traits),
            lent: roles.any("lent", &unit.traits),
            marker: roles.any("siege-marker", &unit.traits),
            once: roles.any("deploys-once", &unit.traits),
            pioneers: roles.any("pioneers", &unit.traits),
            coast: roles.any("coast-mortars", &unit.traits),
            divisible: roles.any("divisible", &unit.traits),
            left_behind: roles.any("left-behind", &unit.traits),
            naval: roles.any("naval-division", &unit.traits),
            commander: COMMANDERS.iter().position(|(role, _)| roles.any(role, &unit.traits)),
            first_line: roles.any("first-line", &unit.traits),
            bavarian: roles.any("bavarian", &unit.traits),
            reserve: roles.any("reserve", &unit.traits),
            marines: roles.any("marine-division", &unit.traits),
            division: is_of(unit, "division-size"),
            captures: is_of(unit, "division-size") || is_of(unit, "brigade-size"),
        }
    };
    compiled.units.iter().map(&mut piece).collect()
}

/// By counter: a number that counters of one side and ID share (1914 12.0).
fn camps(bundle: &Bundle) -> BTreeMap<&str, usize> {
    let mut numbers: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    counters
        .map(|counter| {
            let next = numbers.len();
            let of_camp = (counter.side.as_str(), counter.designation.as_str());
            (counter.id.as_str(), *numbers.entry(of_camp).or_insert(next))
        })
        .collect()
}

/// All formations, in the order of the orders of battle.
pub fn bodies(
    compiled: &Compiled,
    roles: &Roles<'_>,
    pieces: &[Piece],
    numbers: &FormationNumbers,
    found: &mut Vec<Diagnostic>,
) -> Vec<Body> {
    let number = |of: &[Option<i32>], place: usize| of.get(place).copied().flatten();
    let mut bodies: Vec<Body> = Vec::with_capacity(compiled.formations.len());
    for (place, def) in compiled.formations.iter().enumerate() {
        let is = |role: &str| def.size.as_ref().is_some_and(|size| roles.is(role, size));
        let effectiveness = number(&numbers.effectiveness, place);
        let rank = match effectiveness {
            Some(_) => Rank::Fighting,
            None if is("army-size") => Rank::Army,
            None if is("corps-size") => Rank::Corps,
            None => Rank::Other,
        };
        let counter = compiled.all_units().find(|&unit| {
            let piece = &pieces[unit.index()];
            compiled.unit(unit).formation == Some(Formation(place as u16))
                && match rank {
                    Rank::Army => piece.kind == Kind::Depot,
                    Rank::Corps => piece.kind == Kind::Train,
                    Rank::Fighting => piece.own.is_some(),
                    Rank::Other => false,
                }
        });
        if counter.is_none() && rank != Rank::Other {
            let (what, rule) = match rank {
                Rank::Army => ("depot", "1914 15.1.1"),
                Rank::Corps => ("corps train", "1914 2.8"),
                _ => ("counter", "1914 2.8"),
            };
            let text = format!("'{}' has no {what} among the counters", def.id);
            found.push(Diagnostic::error(Code::Rule, text).pointer("/orders_of_battle").rule(rule));
        }
        bodies.push(Body {
            rank,
            side: def.side.unwrap_or_default(),
            effectiveness: effectiveness.unwrap_or_default(),
            later: number(&numbers.later, place),
            // Written in halves, as it is printed.
            limit: 2 * number(&numbers.limit, place).unwrap_or_default(),
            boxes: number(&numbers.boxes, place).unwrap_or_default(),
            counter,
            replacements: number(&numbers.replacements, place),
        });
    }
    bodies
}
