//! What the room `battle` tells: of attacks, checks after them and what is lost in them.

use salient_rules::words::{LogLine, Words};
use salient_schema::action::Name;
use salient_schema::event::{Attacked, EventKind, Fact, Modifier, Noted, TableEntry};
use serde::{Deserialize, Serialize};

/// The table of combats.
pub const COMBATS: &str = "combats";
/// The table of checks after them.
pub const CHECKS: &str = "checks";

/// What the room tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "one at a time, on its way into the log")]
pub enum BattleDetail {
    /// An attack is indicated (1914 9.1).
    Indicated(Indicated),
    /// An attack that was indicated comes to nothing: nobody is left to fight.
    Void(Indicated),
    /// Ammunition is provided on record (1914 9.4.2).
    Provided(Provided),
    /// A depot provides by trucks (1914 25.3).
    Trucks(Trucks),
    /// An attack is fought (1914 9.1.1).
    Combat(Fought),
    /// The artillery of a side counts against the checks of the other (1914 10.1).
    Artillery(Shelled),
    /// A force checks its effectiveness (1914 6.2).
    Check(Checked),
    /// A division takes a reduction marker (1914 9.10.3).
    Reduction(Status),
    /// A strength reduction that nobody can take costs a replacement (1914 9.10.2).
    Replacement(Status),
}

/// Units and a hex: an attack as it is indicated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Indicated {
    /// Whose it is.
    pub side: String,
    /// The units.
    pub units: Vec<Name>,
    /// The hex that is attacked.
    pub hex: String,
    /// Whom the attacker sees there, on top of the stack (1914 3.1.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<Name>,
    /// The rule.
    pub rule: String,
}

/// Ammunition that trucks bring, and no limit counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Trucks {
    /// Whose.
    pub side: String,
    /// The depot.
    pub unit: Name,
    /// How many increments.
    pub increments: i32,
    /// How often its trucks have brought some.
    pub used: i32,
    /// The rule.
    pub rule: String,
}

/// Ammunition on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Provided {
    /// The number of the attack.
    pub attack: u32,
    /// Whose it is.
    pub side: String,
    /// Who is provided.
    pub units: Vec<Name>,
    /// The supply units that record it.
    pub by: Vec<Name>,
    /// How many increments each of them does.
    pub increments: Vec<i32>,
    /// The rule.
    pub rule: String,
}

/// An attack that is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fought {
    /// Who attacks whom, with both strengths; idle are those whom the defender withholds, and from
    /// elsewhere those whose guns support him.
    pub core: Attacked,
    /// Units of both sides at half strength for want of ammunition (1914 9.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_ammunition: Vec<Name>,
    /// What hexsides take from the attacker's strength (1914 9.3.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attack_terrain: Vec<Modifier>,
    /// What the hex adds to the defender's strength (1914 9.3.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defence_terrain: Vec<Modifier>,
    /// The odds before shifts (1914 9.6).
    pub ratio: String,
    /// What shifts them (1914 9.6.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<Modifier>,
    /// The odds after shifts (1914 9.6.2).
    pub odds: String,
    /// The column that is read (1914 9.9).
    pub column: String,
    /// Its place among the columns, the poorest for the attacker first.
    pub place: i32,
    /// The best proficiency of the attackers and of the defenders (1914 9.7).
    pub proficiency: [i32; 2],
    /// Who fights intensely, the attacker first (1914 9.8).
    pub intense: [bool; 2],
    /// The dice that were thrown again (1914 21.1), the white one first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolled: Option<[u8; 2]>,
    /// The dice, the white one first (1914 9.9.1).
    pub dice: [u8; 2],
    /// The white die with the difference of proficiency.
    pub white: i32,
    /// The result as the table prints it.
    pub result: String,
    /// Hexes that the defender falls back, as far as intensity lets it count (1914 9.8.2).
    pub retreat: u8,
    /// Strength reductions of both sides in all, the attacker's first.
    pub reductions: [u8; 2],
    /// Those of them that come of intensity (1914 9.8.2).
    pub by_intensity: [u8; 2],
}

/// Artillery of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Shelled {
    /// The number of the attack.
    pub attack: u32,
    /// Whose artillery it is.
    pub side: String,
    /// What each force adds.
    pub forces: Vec<Guns>,
    /// The sum.
    pub sum: i32,
    /// The size of those fired at, in quarters of a division.
    pub quarters: i32,
    /// What the table adds to their checks (1914 10.1.2).
    pub modifier: i32,
    /// The rule.
    pub rule: String,
}

/// Artillery of a force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Guns {
    /// Its units.
    pub units: Vec<Name>,
    /// What they add.
    pub value: i32,
}

/// A check of effectiveness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The number of the attack, if it comes of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<u32>,
    /// Whose it is.
    pub side: String,
    /// The units of the force.
    pub units: Vec<Name>,
    /// The hex that the dice are for.
    pub hex: String,
    /// The dice.
    pub dice: [u8; 2],
    /// What is added to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The effectiveness that they are held against (1914 6.2.1).
    pub effectiveness: i32,
    /// By how much the check fails; 0 or less where it passes.
    pub by: i32,
    /// How far down the track the formation was (1914 6.1.4).
    pub before: u8,
    /// How far it is.
    pub after: u8,
    /// Strength reductions that come of it.
    pub reductions: u8,
    /// Hexes that the force falls back for it.
    pub retreat: u8,
    /// The rule.
    pub rule: String,
}

/// Something about a unit that has a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Status {
    /// The unit.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// What it was.
    pub from: i32,
    /// What it is.
    pub to: i32,
    /// The rule.
    pub rule: String,
}

impl Status {
    fn core(&self) -> EventKind {
        EventKind::Noted(Noted {
            side: Some(self.side.clone()),
            units: vec![self.unit.as_str().into()],
            rule: self.rule.clone(),
            ..Noted::default()
        })
    }
}

impl Indicated {
    fn core(&self) -> EventKind {
        EventKind::Noted(Noted {
            side: Some(self.side.clone()),
            by: names(&self.units),
            hexes: vec![self.hex.clone()],
            rule: self.rule.clone(),
            ..Noted::default()
        })
    }
}

fn names(units: &[Name]) -> Vec<String> {
    units.iter().map(|unit| unit.as_str().into()).collect()
}

impl BattleDetail {
    /// What all systems know of it.
    pub fn core(&self) -> EventKind {
        match self {
            Self::Combat(it) => EventKind::Attacked(it.core.clone()),
            Self::Indicated(it) | Self::Void(it) => it.core(),
            Self::Reduction(it) | Self::Replacement(it) => it.core(),
            Self::Provided(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                by: names(&it.by),
                units: names(&it.units),
                rule: it.rule.clone(),
                ..Noted::default()
            }),
            Self::Trucks(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                units: names(std::slice::from_ref(&it.unit)),
                rule: it.rule.clone(),
                ..Noted::default()
            }),
            Self::Artillery(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                by: it.forces.iter().flat_map(|guns| names(&guns.units)).collect(),
                rule: it.rule.clone(),
                ..Noted::default()
            }),
            Self::Check(it) => EventKind::Noted(Noted {
                side: Some(it.side.clone()),
                units: names(&it.units),
                hexes: vec![it.hex.clone()],
                rule: it.rule.clone(),
                ..Noted::default()
            }),
        }
    }

    /// Rules that it goes by besides.
    pub fn cites(&self, cite: &mut dyn FnMut(&str)) {
        let modifiers = match self {
            Self::Combat(it) => {
                if it.rerolled.is_some() {
                    cite("1914 21.1");
                }
                [&it.attack_terrain[..], &it.defence_terrain, &it.shifts].concat()
            }
            Self::Check(it) => it.modifiers.clone(),
            _ => return,
        };
        modifiers.iter().for_each(|modifier| cite(&modifier.rule));
    }

    /// Where the combat results table was entered.
    pub fn entry(&self) -> Option<TableEntry> {
        let Self::Combat(it) = self else { return None };
        Some(TableEntry {
            column: it.column.clone().into(),
            place: it.place,
            added: Some(it.proficiency[0] - it.proficiency[1]),
            with_dice: false,
        })
    }

    /// What is counted of it.
    pub fn facts(&self, add: &mut dyn FnMut(Fact)) {
        match self {
            Self::Combat(it) => add(Fact {
                table: COMBATS,
                side: Some(it.core.side.clone()),
                row: it.column.clone().into(),
                values: vec![
                    ("times", 1),
                    ("retreats", i64::from(it.retreat > 0)),
                    ("attacker-reductions", i64::from(it.reductions[0])),
                    ("defender-reductions", i64::from(it.reductions[1])),
                ],
            }),
            Self::Check(it) => add(Fact {
                table: CHECKS,
                side: Some(it.side.clone()),
                row: it.rule.clone().into(),
                values: vec![("times", 1), ("failed", i64::from(it.by > 0))],
            }),
            _ => {}
        }
    }

    /// Its lines in the log; none where the core's words do.
    pub fn lines(&self, words: &Words) -> Option<Vec<LogLine>> {
        let name = |unit: &Name| words.unit(&unit.as_str().into());
        let all = |units: &[Name]| words.units(&names(units));
        Some(match self {
            Self::Indicated(it) => {
                let does = if it.units.len() == 1 { "attacks" } else { "attack" };
                let mut text = format!("{} {does} {}", all(&it.units), it.hex);
                if let Some(top) = &it.top {
                    text += &format!(", where {} lies on top", all(std::slice::from_ref(top)));
                }
                vec![LogLine::plain(text, &it.rule, &[&it.hex])]
            }
            Self::Void(it) => {
                let text = format!("Nobody is left to fight in {}", it.hex);
                vec![LogLine::plain(text, &it.rule, &[&it.hex])]
            }
            Self::Provided(it) => {
                let by: Vec<String> = it
                    .by
                    .iter()
                    .zip(&it.increments)
                    .map(|(by, increments)| format!("{} (+{increments})", name(by)))
                    .collect();
                let text = format!("Ammunition for {} by {}", all(&it.units), by.join(" and "));
                vec![LogLine::plain(text, &it.rule, &[])]
            }
            Self::Trucks(it) => {
                let times = if it.used == 1 { "once" } else { "again" };
                let text = format!(
                    "{} provides {} of ammunition {times} by trucks",
                    name(&it.unit),
                    it.increments
                );
                vec![LogLine::plain(text, &it.rule, &[])]
            }
            Self::Combat(it) => it.lines(words),
            Self::Artillery(it) => {
                let of = |guns: &Guns| format!("{} {}", all(&guns.units), guns.value);
                let forces: Vec<String> = it.forces.iter().map(of).collect();
                let text = format!(
                    "Artillery {} on {} of a division: {:+} EC DRM{}",
                    it.sum,
                    quarters(it.quarters),
                    it.modifier,
                    if forces.is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", forces.join(", "))
                    },
                );
                vec![LogLine::plain(text, &it.rule, &[])]
            }
            Self::Check(it) => it.lines(words),
            Self::Reduction(it) => {
                let text = format!("{} takes reduction marker {}", name(&it.unit), it.to);
                vec![LogLine::strong(text, &it.rule, &[])]
            }
            Self::Replacement(it) => {
                let text = format!(
                    "No unit left to reduce: a replacement is lost, {} left ({})",
                    it.to,
                    name(&it.unit)
                );
                vec![LogLine::strong(text, &it.rule, &[])]
            }
        })
    }
}

/// Quarters of a division in words.
fn quarters(quarters: i32) -> String {
    match (quarters / 4, quarters % 4) {
        (whole, 0) => format!("{whole}"),
        (0, part) => format!("{part}/4"),
        (whole, part) => format!("{whole} {part}/4"),
    }
}

/// Modifiers in words, each with its value.
fn listed(modifiers: &[Modifier]) -> String {
    let each = modifiers.iter().map(|it| format!("{} {:+}", it.reason.replace('-', " "), it.value));
    each.collect::<Vec<String>>().join(", ")
}

impl Fought {
    fn lines(&self, words: &Words) -> Vec<LogLine> {
        let core = &self.core;
        let hexes: Vec<&String> = core.from.iter().chain(&core.hexes).collect();
        let at = core.hexes.join(" and ");
        let does = if core.units.len() == 1 { "attacks" } else { "attack" };
        let text =
            format!("{} {does} {} in {at}", words.units(&core.units), words.units(&core.targets));
        let mut lines = vec![LogLine::strong(text, &core.rule, &hexes)];
        let [attack, defence] = core.strengths.unwrap_or_default();
        let terrain = [&self.attack_terrain[..], &self.defence_terrain].concat();
        let mut strengths = format!("AS {attack} to DS {defence}");
        if !terrain.is_empty() {
            strengths += &format!(" ({})", listed(&terrain));
        }
        if !self.without_ammunition.is_empty() {
            let units = words.units(&names(&self.without_ammunition));
            strengths += &format!("; without ammunition {units}");
        }
        let shifts = match self.shifts.is_empty() {
            true => "no shifts".to_owned(),
            false => format!("{}: {}", listed(&self.shifts), self.odds),
        };
        lines.push(LogLine::more(
            &format!("{strengths}; odds {}, {shifts}", self.ratio),
            &core.hexes,
        ));
        let [white, black] = self.dice;
        let again = self.rerolled.map_or_else(String::new, |[white, black]| {
            format!("{white} and {black} are thrown again; ")
        });
        let [own, other] = self.proficiency;
        let intensity = match self.intense {
            [false, false] => "no intensity",
            [true, false] => "attacker intense",
            [false, true] => "defender intense",
            [true, true] => "both intense",
        };
        let drm = other - own;
        lines.push(LogLine::more(
            &format!(
                "{again}white {white}, black {black}, PR {other} - {own} = {drm:+}; {intensity}; \
                 {} on {}: {}{}",
                self.white,
                self.column,
                self.result,
                self.in_words()
            ),
            &core.hexes,
        ));
        lines
    }

    fn in_words(&self) -> String {
        let mut out = String::new();
        if self.retreat > 0 {
            out += &format!(", defender retreats {}", self.retreat);
        }
        for (reductions, who) in self.reductions.iter().zip(["attacker", "defender"]) {
            if *reductions > 0 {
                out += &format!(", SR {who} {reductions}");
            }
        }
        out
    }
}

impl Checked {
    fn lines(&self, words: &Words) -> Vec<LogLine> {
        let [one, other] = self.dice;
        let modifiers = match self.modifiers.is_empty() {
            true => String::new(),
            false => format!(" ({})", listed(&self.modifiers)),
        };
        let mut text = format!(
            "EC of {}: {one} + {other}{modifiers} against {}",
            words.units(&names(&self.units)),
            self.effectiveness
        );
        if self.by <= 0 {
            text += ", passes";
        } else {
            text += &format!(", fails by {}", self.by);
            if self.reductions > 0 {
                text += &format!(", SR {}", self.reductions);
            }
            if self.retreat > 0 {
                text += &format!(", retreats {}", self.retreat);
            }
        }
        vec![LogLine::plain(text, &self.rule, &[&self.hex])]
    }
}
