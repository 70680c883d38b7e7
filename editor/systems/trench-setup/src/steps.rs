//! The steps of the set-up sequence, in order.

use serde::{Deserialize, Serialize};

/// A step of the set-up sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Year, sides and kind of attack are decided, and with them the ground.
    Conditions,
    /// Each side rolls for air superiority.
    Superiority,
    /// Airstrikes by the margin.
    Airstrikes,
    /// Preparatory and on-call barrages.
    Barrages,
    /// Gas points.
    Gas,
    /// Extra heavy weapons.
    HeavyWeapons,
    /// Segments of works.
    Works,
    /// How near the attacker may come, and the turn from which lulls are rolled for.
    Proximity,
    /// Armour and the secret victory condition.
    Options,
    /// Works are placed.
    PlaceWorks,
    /// Sub-units are placed alternately.
    PlaceUnits,
    /// Heavy weapons and other bases are placed alternately.
    PlaceBases,
    /// Each side writes down what its preparatory barrages are for.
    Targets,
    /// Counter-battery fire.
    CounterBattery,
    /// Wire is cleared.
    WireClearing,
    /// Command is suppressed.
    CommandSuppression,
    /// Standard barrages, gassed units and morale.
    Standard,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Self; 17] = [
        Self::Conditions,
        Self::Superiority,
        Self::Airstrikes,
        Self::Barrages,
        Self::Gas,
        Self::HeavyWeapons,
        Self::Works,
        Self::Proximity,
        Self::Options,
        Self::PlaceWorks,
        Self::PlaceUnits,
        Self::PlaceBases,
        Self::Targets,
        Self::CounterBattery,
        Self::WireClearing,
        Self::CommandSuppression,
        Self::Standard,
    ];

    /// Its role in the ruleset's sequence: `step-superiority`.
    pub(crate) const fn role(self) -> &'static str {
        match self {
            Self::Conditions => "step-conditions",
            Self::Superiority => "step-superiority",
            Self::Airstrikes => "step-airstrikes",
            Self::Barrages => "step-barrages",
            Self::Gas => "step-gas",
            Self::HeavyWeapons => "step-heavy-weapons",
            Self::Works => "step-works",
            Self::Proximity => "step-proximity",
            Self::Options => "step-options",
            Self::PlaceWorks => "step-place-works",
            Self::PlaceUnits => "step-place-units",
            Self::PlaceBases => "step-place-bases",
            Self::Targets => "step-targets",
            Self::CounterBattery => "step-counter-battery",
            Self::WireClearing => "step-wire-clearing",
            Self::CommandSuppression => "step-command-suppression",
            Self::Standard => "step-standard",
        }
    }

    /// Its name in answers, locks and logs: `superiority`.
    pub fn id(self) -> &'static str {
        self.role().trim_start_matches("step-")
    }

    /// The step of a name.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.id() == id)
    }

    /// What a reader calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Conditions => "Year, sides and kind of attack",
            Self::Superiority => "Air superiority",
            Self::Airstrikes => "Airstrikes",
            Self::Barrages => "Artillery barrages",
            Self::Gas => "Gas warfare support",
            Self::HeavyWeapons => "Extra heavy weapons",
            Self::Works => "Defensive works",
            Self::Proximity => "Set-up proximity and lull turn",
            Self::Options => "Optional set-up rules",
            Self::PlaceWorks => "Placing of works",
            Self::PlaceUnits => "Placing of sub-units",
            Self::PlaceBases => "Placing of heavy weapons and bases",
            Self::Targets => "Target mix",
            Self::CounterBattery => "Counter-battery fire",
            Self::WireClearing => "Wire clearing",
            Self::CommandSuppression => "Command suppression",
            Self::Standard => "Standard barrages and morale",
        }
    }

    /// The section of the rules that it follows.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Conditions => "TS Setup Sequence",
            Self::Superiority => "TS Air Superiority",
            Self::Airstrikes => "TS Air Attacks",
            Self::Barrages => "TS Artillery Barrages",
            Self::Gas => "TS Gas Warfare Support",
            Self::HeavyWeapons => "TS Extra Heavy Weapons",
            Self::Works => "TS Defensive Positions",
            Self::Proximity => "TS Setup Proximity",
            Self::Options => "TS Optional Setup Rules",
            Self::PlaceWorks => "TS Place defensive works",
            Self::PlaceUnits | Self::PlaceBases => "TS Troop Placement",
            Self::Targets => "TS Preparatory Barrages",
            Self::CounterBattery => "TS Counterbattery Fire",
            Self::WireClearing => "TS Clearing wire",
            Self::CommandSuppression => "TS Command Suppression",
            Self::Standard => "TS Standard Preparatory Barrage",
        }
    }
}
