//! Who fights: sub-units, heavy weapons, command bases and tanks, as the brief and the dice give
//! them.

use serde::{Deserialize, Serialize};

use crate::brief::Party;
use crate::outcome::Results;
use crate::tables::Tables;

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An infantry sub-unit.
    Infantry,
    /// An assault sub-unit.
    Assault,
    /// A command base.
    Command,
    /// A field gun.
    FieldGun,
    /// A light trench mortar.
    LightMortar,
    /// A medium trench mortar.
    MediumMortar,
    /// A light machine-gun.
    LightMachineGun,
    /// A heavy machine-gun.
    HeavyMachineGun,
    /// A tank unit.
    Tank,
    /// An anti-tank rifle.
    AntiTankRifle,
}

impl Kind {
    /// Heavy weapons, in the order of the chart's columns.
    pub const WEAPONS: [Self; 5] = [
        Self::FieldGun,
        Self::LightMortar,
        Self::MediumMortar,
        Self::LightMachineGun,
        Self::HeavyMachineGun,
    ];

    /// The role of its unit type.
    pub fn role(self) -> &'static str {
        match self {
            Self::Infantry => "type-infantry",
            Self::Assault => "type-assault",
            Self::Command => "type-command",
            Self::FieldGun => "type-field-gun",
            Self::LightMortar => "type-light-mortar",
            Self::MediumMortar => "type-medium-mortar",
            Self::LightMachineGun => "type-light-machine-gun",
            Self::HeavyMachineGun => "type-heavy-machine-gun",
            Self::Tank => "type-tank",
            Self::AntiTankRifle => "type-anti-tank-rifle",
        }
    }

    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Infantry,
        Self::Assault,
        Self::Command,
        Self::FieldGun,
        Self::LightMortar,
        Self::MediumMortar,
        Self::LightMachineGun,
        Self::HeavyMachineGun,
        Self::Tank,
        Self::AntiTankRifle,
    ];

    /// Whether it is a sub-unit, which is placed before all bases.
    pub fn is_sub_unit(self) -> bool {
        matches!(self, Self::Infantry | Self::Assault)
    }

    /// Whether it is a machine-gun.
    pub fn is_machine_gun(self) -> bool {
        matches!(self, Self::LightMachineGun | Self::HeavyMachineGun)
    }

    /// Its name in charts and on counters.
    pub fn short(self) -> &'static str {
        match self {
            Self::Infantry | Self::Assault => "",
            Self::Command => "HQ",
            Self::FieldGun => "FG",
            Self::LightMortar => "LTM",
            Self::MediumMortar => "MTM",
            Self::LightMachineGun => "LMG",
            Self::HeavyMachineGun => "HMG",
            Self::Tank => "TK",
            Self::AntiTankRifle => "ATR",
        }
    }
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitDef {
    pub id: String,
    pub designation: String,
    pub party: Party,
    pub kind: Kind,
    pub bases: u32,
    pub grade: usize,
    pub training: usize,
    /// Its battalion, from 1.
    pub battalion: u32,
}

impl UnitDef {
    /// The id of a sub-unit of a battalion.
    pub fn sub_unit_id(party: Party, battalion: u32, company: u32) -> String {
        format!("{}-{battalion}-{company}", party.letter())
    }

    /// The id of a single base.
    pub fn base_id(party: Party, kind: Kind, number: u32) -> String {
        format!("{}-{}-{number}", party.letter(), kind.short().to_lowercase())
    }
}

/// Everybody, the attacker first, sub-units before bases.
pub(crate) fn roster(tables: &Tables, results: &Results) -> Vec<UnitDef> {
    let Some(brief) = results.conditions().map(|conditions| &conditions.brief) else {
        return Vec::new();
    };
    let mut units = Vec::new();
    for party in Party::BOTH {
        let troops = Troops::of(tables, brief.nations.of(party), brief.year);
        let all = *brief.sub_units.of(party);
        let assault = *brief.assault.of(party);
        let battalions = all.div_ceil(troops.per_battalion).max(1);
        for number in 0..all {
            let is_assault = number < assault;
            let battalion = number / troops.per_battalion + 1;
            let company = number % troops.per_battalion + 1;
            units.push(UnitDef {
                id: UnitDef::sub_unit_id(party, battalion, company),
                designation: format!("{company}/{}", roman(battalion)),
                party,
                kind: if is_assault { Kind::Assault } else { Kind::Infantry },
                bases: if is_assault { troops.assault_bases } else { troops.bases },
                grade: if is_assault { troops.assault_grade } else { troops.grade },
                training: troops.training,
                battalion,
            });
        }
        let weapons = results.heavy_weapons().map(|both| both.of(party).clone());
        let mut bases: Vec<(Kind, u32)> = weapons.unwrap_or_default().into_iter().collect();
        let own_guns = battalions * troops.machine_guns;
        match bases.iter_mut().find(|(kind, _)| *kind == Kind::HeavyMachineGun) {
            Some((_, count)) => *count += own_guns,
            None => bases.push((Kind::HeavyMachineGun, own_guns)),
        }
        bases.push((Kind::Command, battalions));
        if let Some(options) = results.options() {
            bases.push((Kind::Tank, *options.tanks.of(party)));
            bases.push((Kind::AntiTankRifle, *options.rifles.of(party)));
        }
        bases.sort_unstable();
        for (kind, count) in bases {
            for number in 0..count {
                let short = kind.short();
                units.push(UnitDef {
                    id: UnitDef::base_id(party, kind, number + 1),
                    designation: format!("{short} {}", number + 1),
                    party,
                    kind,
                    bases: if kind == Kind::Tank {
                        tables.count("tanks_a_unit").clamp(1, 8)
                    } else {
                        1
                    },
                    grade: troops.grade,
                    training: troops.training,
                    battalion: number % battalions + 1,
                });
            }
        }
    }
    units
}

/// What the troop lists say of a nation.
pub(crate) struct Troops {
    /// Bases of a sub-unit of infantry.
    pub bases: u32,
    assault_bases: u32,
    per_battalion: u32,
    machine_guns: u32,
    /// The morale grade, by the column of the chart.
    pub grade: usize,
    assault_grade: usize,
    /// The training, by the row of the chart.
    pub training: usize,
}

impl Troops {
    /// Those of a nation in a year.
    pub fn of(tables: &Tables, nation: &str, year: u16) -> Self {
        let chart = tables.chart("troops");
        let row = chart.row(nation).unwrap_or_default();
        let number = |column: usize, least: u32| {
            chart.at(row, column).parse::<u32>().unwrap_or(least).clamp(least, 8)
        };
        let grades = &tables.chart("morale").columns;
        let place = |all: &[String], name: &str| all.iter().position(|one| one == name);
        let grade = |column| place(grades, chart.at(row, column)).unwrap_or(2).min(4);
        let trainings: Vec<String> =
            tables.chart("command").rows.iter().map(|(head, _)| head.clone()).collect();
        Self {
            bases: number(0, 1),
            assault_bases: number(1, 1),
            per_battalion: number(2, 1),
            machine_guns: number(if year < 1916 { 3 } else { 4 }, 0),
            grade: grade(5),
            assault_grade: grade(6),
            training: place(&trainings, chart.at(row, 7)).unwrap_or(1).min(3),
        }
    }
}

/// A battalion's number as armies write it.
pub(crate) fn roman(number: u32) -> String {
    let mut left = number;
    let mut text = String::new();
    for (value, sign) in [
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while left >= value {
            text.push_str(sign);
            left -= value;
        }
    }
    text
}
