//! What the rooms `armies`, `plans`, `arrivals`, `opening`, `supply` and `victory` tell.

use salient_rules::words::{LogLine, Words};
use salient_schema::event::{EventKind, LevelChange, Noted, UnitId};
use serde::{Deserialize, Serialize};

/// What the rooms tell of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ArmiesDetail {
    /// Where the areas of two armies meet (1914 5.1.1).
    Boundary(BoundarySet),
    /// Units that stand in a wrong area (1914 5.1.2).
    Strayed(Strayed),
    /// An army's lines of communications come before those of others (1914 15.0).
    LinesFirst(LinesFirst),
    /// A plan changes, or a die is rolled for it (1914 26).
    Plan(PlanChanged),
    /// Victory points are gained or lost (1914 27).
    Points(PointsBooked),
    /// Units become active (1914 1.1, 4.2.1a).
    Activated(Activated),
    /// Replacements are received (1914 16.6).
    Replacements(Received),
    /// A unit takes a replacement (1914 16.6.1).
    Replaced(Replaced),
    /// Improved positions that a side may build (1914 14.3.4).
    Positions(PositionsGiven),
    /// The country by the Ijzer is flooded, or not (1914 21.3).
    Flooded(Flooded),
    /// The base of an army is transferred (1914 23.1, 24.3).
    Base(BaseMoved),
    /// Units embark, or land (1914 7.9).
    Voyage(Voyage),
    /// Whether the markers of the French reserves are turned (1914 22.4).
    Reserves(ReservesRolled),
}

/// Where the areas of two armies meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BoundarySet {
    /// Whose armies.
    pub side: String,
    /// Both formations; what the line runs through belongs to the first.
    pub armies: [String; 2],
    /// The hexes by which it begins and bends, and its last one on the map.
    pub hexes: Vec<String>,
    /// Where it runs from there, in words: `to the south, from 51.53 to the southwest`.
    pub course: String,
    /// The rule.
    pub rule: String,
}

/// Units that stand in a wrong area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Strayed {
    /// Whose.
    pub side: String,
    /// The units.
    pub units: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// An army's lines of communications come before those of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LinesFirst {
    /// Whose.
    pub side: String,
    /// The army.
    pub army: String,
    /// The rule.
    pub rule: String,
}

/// What becomes of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanFate {
    /// It becomes active.
    Active,
    /// It stays idle.
    Idle,
    /// Its primary objective is taken.
    Achieved,
    /// It is abandoned.
    Abandoned,
    /// It binds no more.
    Ended,
}

/// A plan changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PlanChanged {
    /// Whose.
    pub side: String,
    /// The army.
    pub army: String,
    /// What becomes of it.
    pub fate: PlanFate,
    /// The die that was rolled for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// How far the army's nearest infantry is from the primary objective (1914 27.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The objective that was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The rule.
    pub rule: String,
}

/// Victory points are gained or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PointsBooked {
    /// Whose.
    pub side: String,
    /// How many; fewer than 0 where they are lost.
    pub points: i32,
    /// What the side had before.
    pub from: i32,
    /// What it has now.
    pub to: i32,
    /// For what: `plan-abandoned`, `objective`, `formation`, `asset`, `capture`, `advance`, `gaps`,
    /// `marines`, `paris`, `belgian-losses`.
    pub reason: String,
    /// The place that they come of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The unit that they come of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The rule.
    pub rule: String,
}

/// Units become active.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Activated {
    /// Whose.
    pub side: String,
    /// The units.
    pub units: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// Replacements are received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Received {
    /// Whose.
    pub side: String,
    /// The nation whose units they are for.
    pub nation: String,
    /// How many.
    pub points: i32,
    /// What is in store with them.
    pub stored: i32,
    /// The rule.
    pub rule: String,
}

/// A unit takes a replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Replaced {
    /// Whose.
    pub side: String,
    /// The unit.
    pub unit: UnitId,
    /// What of its nation's is left in store.
    pub stored: i32,
    /// The rule.
    pub rule: String,
}

/// Improved positions that a side may build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PositionsGiven {
    /// Whose.
    pub side: String,
    /// How many.
    pub positions: i32,
    /// The rule.
    pub rule: String,
}

/// The country by the Ijzer is flooded, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Flooded {
    /// Whose.
    pub side: String,
    /// The die.
    pub die: u8,
    /// Whether it is.
    pub made: bool,
    /// The rule.
    pub rule: String,
}

/// The base of an army is transferred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BaseMoved {
    /// Whose.
    pub side: String,
    /// The army.
    pub army: String,
    /// Where its lines of communications lead now.
    pub hexes: Vec<String>,
    /// The game-turn in which the transfer is complete; none where it runs short for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u16>,
    /// The rule.
    pub rule: String,
}

/// Units embark for a port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Voyage {
    /// Whose.
    pub side: String,
    /// The units.
    pub units: Vec<UnitId>,
    /// The port; none for home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// The rule.
    pub rule: String,
}

/// Whether the markers of the French reserves are turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ReservesRolled {
    /// Whose.
    pub side: String,
    /// The die; none in the inter-phase in which they are turned anyway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Whether they are.
    pub turned: bool,
    /// The rule.
    pub rule: String,
}

impl ArmiesDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        let noted = |side: &str, units: &[UnitId], hexes: Vec<String>, rule: &str| {
            EventKind::Noted(Noted {
                side: Some(side.to_owned()),
                units: units.to_vec(),
                hexes,
                rule: rule.to_owned(),
                ..Noted::default()
            })
        };
        match self {
            Self::Boundary(it) => noted(&it.side, &[], it.hexes.clone(), &it.rule),
            Self::Strayed(it) => noted(&it.side, &it.units, Vec::new(), &it.rule),
            Self::LinesFirst(it) => noted(&it.side, &[], Vec::new(), &it.rule),
            Self::Plan(it) => noted(&it.side, &[], it.hex.iter().cloned().collect(), &it.rule),
            Self::Points(it) => EventKind::Level(LevelChange {
                level: "victory-points".to_owned(),
                side: it.side.clone(),
                by: it.points,
                from: it.from,
                to: it.to,
                reason: it.reason.clone(),
                hex: None,
                rule: it.rule.clone(),
            }),
            Self::Activated(it) => noted(&it.side, &it.units, Vec::new(), &it.rule),
            Self::Replacements(it) => noted(&it.side, &[], Vec::new(), &it.rule),
            Self::Replaced(it) => {
                noted(&it.side, std::slice::from_ref(&it.unit), Vec::new(), &it.rule)
            }
            Self::Positions(it) => noted(&it.side, &[], Vec::new(), &it.rule),
            Self::Flooded(it) => noted(&it.side, &[], Vec::new(), &it.rule),
            Self::Base(it) => noted(&it.side, &[], it.hexes.clone(), &it.rule),
            Self::Voyage(it) => {
                noted(&it.side, &it.units, it.port.iter().cloned().collect(), &it.rule)
            }
            Self::Reserves(it) => noted(&it.side, &[], Vec::new(), &it.rule),
        }
    }

    /// Its lines in the log; none where the core's words do.
    pub fn lines(&self, words: &Words) -> Option<Vec<LogLine>> {
        let line = |text: String, rule: &str, hexes: &[&String]| {
            Some(vec![LogLine::plain(text, rule, hexes)])
        };
        match self {
            Self::Boundary(it) => {
                let [one, other] = it.armies.each_ref().map(|army| words.formation(army));
                let begin = it.hexes.first().map(|hex| format!(" from {hex}")).unwrap_or_default();
                let text = format!("{one} and {other}: boundary{begin} {}", it.course);
                line(text, &it.rule, &it.hexes.iter().collect::<Vec<_>>())
            }
            Self::Strayed(it) => {
                let units = words.units(&it.units);
                line(format!("{units}: in the area of another army"), &it.rule, &[])
            }
            Self::LinesFirst(it) => {
                let army = words.formation(&it.army);
                let text = format!("{army}: its lines of communications come first");
                line(text, &it.rule, &[])
            }
            Self::Plan(it) => {
                let hexes: Vec<&String> = it.hex.iter().collect();
                line(it.words(words), &it.rule, &hexes)
            }
            Self::Points(it) => line(it.words(words), &it.rule, &[]),
            Self::Activated(it) => {
                let units = words.units(&it.units);
                line(format!("{units}: active"), &it.rule, &[])
            }
            Self::Replacements(it) => {
                let nation = words.nation(&it.nation);
                let text = format!(
                    "{nation} replacements: {} received, {} in store",
                    it.points, it.stored
                );
                line(text, &it.rule, &[])
            }
            Self::Replaced(it) => {
                let text =
                    format!("{} takes a replacement, {} left", words.unit(&it.unit), it.stored);
                line(text, &it.rule, &[])
            }
            Self::Positions(it) => {
                let side = words.side(&it.side);
                let text = format!("{side} may build {} improved positions", it.positions);
                line(text, &it.rule, &[])
            }
            Self::Flooded(it) => {
                let what = if it.made { "is flooded" } else { "stays dry" };
                line(format!("The country by the Ijzer {what}: die {}", it.die), &it.rule, &[])
            }
            Self::Base(it) => {
                let army = words.formation(&it.army);
                let until = match it.until {
                    Some(turn) => format!("complete in game-turn {turn}"),
                    None => "short of ammunition from now on".to_owned(),
                };
                let text = format!("The base of {army} goes to {}: {until}", it.hexes.join(", "));
                line(text, &it.rule, &it.hexes.iter().collect::<Vec<_>>())
            }
            Self::Voyage(it) => {
                let units = words.units(&it.units);
                let to = it.port.as_deref().unwrap_or("home");
                let hexes: Vec<&String> = it.port.iter().collect();
                line(format!("{units}: at sea, bound for {to}"), &it.rule, &hexes)
            }
            Self::Reserves(it) => {
                let die = it.die.map(|die| format!(": die {die}")).unwrap_or_default();
                let what = if it.turned {
                    "The French reserves are seasoned: their markers are turned"
                } else {
                    "The French reserves stay raw"
                };
                line(format!("{what}{die}"), &it.rule, &[])
            }
        }
    }
}

impl PlanChanged {
    fn words(&self, words: &Words) -> String {
        let what = match self.fate {
            PlanFate::Active => "is active",
            PlanFate::Idle => "stays idle",
            PlanFate::Achieved => "is achieved",
            PlanFate::Abandoned => "is abandoned",
            PlanFate::Ended => "binds no more",
        };
        let mut text = format!("The plan of {} {what}", words.formation(&self.army));
        if let Some(die) = self.die {
            text += &format!(": die {die}");
        }
        if let Some(hex) = &self.hex {
            text += &format!(": {hex} is taken");
        }
        if let Some(distance) = self.distance {
            let hexes = if distance == 1 { "hex" } else { "hexes" };
            text += &format!(": its infantry is {distance} {hexes} from the primary objective");
        }
        text
    }
}

impl PointsBooked {
    fn words(&self, words: &Words) -> String {
        let side = words.side(&self.side);
        let does = if self.points < 0 { "loses" } else { "gains" };
        let unit = self.unit.as_ref().map(|unit| words.unit(unit));
        let named = self.place.clone().or(unit);
        let what = match (self.reason.as_str(), named) {
            ("advance", Some(unit)) => Some(format!("the advance of {unit}")),
            ("gaps", None) => Some("gaps of its southern front".to_owned()),
            ("marines", Some(unit)) => Some(format!("{unit}, which is not at the coast")),
            ("paris", Some(unit)) => Some(format!("{unit} in Paris")),
            ("belgian-losses", Some(unit)) => Some(format!("{unit}, which has no strength left")),
            (_, named) => named,
        };
        let of = what.map(|of| format!(" for {of}"));
        let (points, of) = (self.points.abs(), of.unwrap_or_default());
        let noun = if points == 1 { "point" } else { "points" };
        format!("{side} {does} {points} victory {noun}{of}: {} in all", self.to)
    }
}
