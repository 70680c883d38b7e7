//! The system's own events.

use std::any::Any;

use salient_rules::log::Telling;
use salient_rules::play::Unit;
use salient_rules::words::{LogLine, Words, plural};
use salient_schema::action::Name;
use salient_schema::event::{Attacked, Event, EventKind, Fact, Noted, Payload};
use serde::{Deserialize, Serialize};

use crate::rules::Rules;
use crate::state::{DEMORALIZED, DISRUPTED};

/// The table of fire.
pub const FIRE: &str = "fire";

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// A side wins the initiative.
    Initiative(Initiative),
    /// Direct fire at a hex.
    DirectFire(Fired),
    /// One side of an assault strikes.
    Assault(Assaulted),
    /// What becomes of a leader (IA 6.7, 6.71).
    Fate(Fate),
    /// A morale check.
    Checked(Checked),
    /// A try to recover.
    Recovery(Checked),
    /// A gun goes on board of a wagon (IA 5.62).
    Loaded(Carried),
    /// Somebody hidden is shown (IA 16.5).
    Shown(Shown),
    /// A leader is drawn (IA 6.2).
    Drawn(Drawn),
    /// Dice that may end a turn (IA 17.4).
    Fog(Fog),
    /// Planned fire falls on a hex.
    Fell(Fell),
    /// Bombardment of those in a hex.
    Bombardment(Bombarded),
    /// A try to end a mission (IA 9.14).
    Abort(Abort),
    /// The ammunition of a gun with open sights is looked at (IA 11.2).
    Ammunition(Ammunition),
}

/// A gun on board of a wagon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Carried {
    /// The gun, mortar or machine gun.
    pub unit: Name,
    /// The wagon.
    pub by: Name,
    /// Their side.
    pub side: String,
    /// Their hex.
    pub hex: String,
}

/// Somebody who is hidden no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The unit or leader.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// Its hex.
    pub hex: String,
}

/// A leader who has been drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// His counter.
    pub unit: Name,
    /// His side.
    pub side: String,
    /// His hex.
    pub hex: String,
    /// Whether the back of the counter lies up.
    pub back: bool,
}

/// Dice after a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fog {
    /// Whose segment it was.
    pub side: String,
    /// The dice.
    pub dice: [u8; 3],
    /// What is added to them.
    pub plus: i32,
    /// Whether the turn is over.
    pub ends: bool,
}

/// A unit's name.
pub(crate) fn name(rules: &Rules, unit: Unit) -> Name {
    rules.unit(unit).name.as_str().into()
}

/// A note about one unit in one hex.
fn noted(side: &str, unit: &Name, hex: &str, rule: &str) -> EventKind {
    EventKind::Noted(Noted {
        side: Some(side.to_owned()),
        units: vec![unit.as_str().into()],
        hexes: vec![hex.to_owned()],
        rule: rule.to_owned(),
        ..Noted::default()
    })
}

/// Planned fire falls on a hex, whoever is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fell {
    /// Whose it is.
    pub side: String,
    /// The guns.
    pub units: Vec<String>,
    /// The hex.
    pub hex: String,
    /// Whether it is smoke.
    pub smoke: bool,
}

/// How guns come to fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By plan.
    Planned,
    /// Over open sights.
    OpenSights,
    /// At who enters a hex with a marker (IA 9.71).
    Drumfire,
    /// At one's own next to the target (IA 9.83).
    FriendlyFire,
}

impl How {
    /// The rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Planned => "IA 9.3",
            Self::OpenSights => "IA 9.12",
            Self::Drumfire => "IA 9.71",
            Self::FriendlyFire => "IA 9.83",
        }
    }

    /// Its row in the table of fire.
    fn row(self) -> &'static str {
        match self {
            Self::Planned => "planned-fire",
            Self::OpenSights => "open-sights",
            Self::Drumfire => "drumfire",
            Self::FriendlyFire => "friendly-fire",
        }
    }
}

/// Bombardment of those of one side in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Bombarded {
    /// Who fires at whom.
    pub core: Attacked,
    /// How they come to fire.
    pub how: How,
    /// The dice.
    pub dice: [u8; 2],
    /// The strength of all that fire.
    pub strength: i32,
    /// Columns that hold for all in the hex.
    pub shift: i32,
    /// What it does to each of those in the hex.
    pub targets: Vec<On>,
}

/// A try to end a mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Abort {
    /// The gun.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// The die.
    pub die: u8,
    /// Whether it is ended.
    pub ended: bool,
}

/// The ammunition of a gun is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Ammunition {
    /// The gun.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// Its hex.
    pub hex: String,
    /// The dice.
    pub dice: [u8; 2],
    /// The most that leaves it as it is.
    pub limit: i32,
    /// Whether it runs low.
    pub depleted: bool,
    /// Whether it has none left.
    pub eliminated: bool,
}

/// A side wins the initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Initiative {
    /// Who wins it.
    pub side: String,
    /// The dice, side by side.
    pub rolls: [u8; 2],
    /// With the initiative added.
    pub totals: [i32; 2],
    /// Segments before the other's first.
    pub segments: i32,
}

/// Fire at a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fired {
    /// Who fires at whom.
    pub core: Attacked,
    /// Whether it is at who moves (IA 13.0).
    pub opportunity: bool,
    /// The dice.
    pub dice: [u8; 2],
    /// The strength of all that fire.
    pub strength: i32,
    /// Columns that hold for all in the hex.
    pub shift: i32,
    /// What it does to each of those in the hex.
    pub targets: Vec<On>,
}

/// Who strikes in an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Strike {
    /// The attackers.
    Attack,
    /// The defenders.
    Defence,
    /// Those whom the others leave behind (IA 12.23).
    Harassing,
}

/// One side of an assault strikes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Assaulted {
    /// Who strikes at whom.
    pub core: Attacked,
    /// As what.
    pub strike: Strike,
    /// The die.
    pub die: u8,
    /// The strength of all, leaders included.
    pub strength: i32,
    /// Columns that hold for all.
    pub shift: i32,
    /// What it does to each of the others.
    pub targets: Vec<On>,
}

/// What becomes of a leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Fate {
    /// The leader.
    pub unit: Name,
    /// His side.
    pub side: String,
    /// His hex.
    pub hex: String,
    /// The dice.
    pub dice: [u8; 2],
    /// What is added to them.
    pub plus: i32,
    /// Whether he is lost.
    pub lost: bool,
    /// The rule.
    pub rule: String,
}

/// What fire does to one of those in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct On {
    /// The unit or leader.
    pub unit: Name,
    /// The column, by its head.
    pub column: i32,
    /// The result as the table prints it.
    pub result: String,
}

/// How well a unit or leader holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Good order.
    Good,
    /// Disrupted.
    Disrupted,
    /// Demoralized.
    Demoralized,
}

impl Order {
    /// By a unit's marks.
    pub fn of(flags: u32) -> Self {
        match () {
            () if flags & DEMORALIZED != 0 => Self::Demoralized,
            () if flags & DISRUPTED != 0 => Self::Disrupted,
            () => Self::Good,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Good => "in good order",
            Self::Disrupted => "disrupted",
            Self::Demoralized => "demoralized",
        }
    }
}

/// A check of morale, or a try to recover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The unit or leader.
    pub unit: Name,
    /// Its side.
    pub side: String,
    /// Its hex.
    pub hex: String,
    /// The dice.
    pub dice: [u8; 2],
    /// What is added to them.
    pub plus: i32,
    /// The morale, with help.
    pub morale: i32,
    /// How it was before.
    pub before: Order,
    /// How it is now.
    pub after: Order,
    /// The rule.
    pub rule: String,
}

impl Checked {
    /// Whether a check was passed (IA 14.1), and how the unit is after it.
    fn in_a_check(&self) -> String {
        let by = self.dice.iter().map(|&die| i32::from(die)).sum::<i32>() + self.plus - self.morale;
        let stays = self.before == self.after;
        match (by > 0, self.after) {
            (false, Order::Good) => "passes".to_owned(),
            (false, order) => format!("passes, stays {}", order.words()),
            (true, order) if stays => format!("fails by {by}, stays {}", order.words()),
            (true, order) => format!("fails by {by}: {}", order.words()),
        }
    }

    /// What came of a try to recover (IA 14.4).
    fn in_recovery(&self) -> String {
        match self.after {
            order if order == self.before => format!("stays {}", order.words()),
            Order::Good => "recovers".to_owned(),
            order => format!("recovers as far as {}", order.words()),
        }
    }
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        Self::of(detail)
    }
}

impl Payload for Detail {
    fn core(&self) -> EventKind {
        match self {
            Self::DirectFire(fired) => EventKind::Attacked(fired.core.clone()),
            Self::Assault(assault) => EventKind::Attacked(assault.core.clone()),
            Self::Bombardment(fire) => EventKind::Attacked(fire.core.clone()),
            Self::Fell(fell) => EventKind::Noted(Noted {
                side: Some(fell.side.clone()),
                by: fell.units.clone(),
                hexes: vec![fell.hex.clone()],
                rule: if fell.smoke { "IA 16.11" } else { "IA 9.3" }.to_owned(),
                ..Noted::default()
            }),
            Self::Abort(abort) => EventKind::Noted(Noted {
                side: Some(abort.side.clone()),
                units: vec![abort.unit.as_str().into()],
                rule: "IA 9.14".to_owned(),
                ..Noted::default()
            }),
            Self::Ammunition(left) => EventKind::Noted(Noted {
                side: Some(left.side.clone()),
                units: vec![left.unit.as_str().into()],
                hexes: vec![left.hex.clone()],
                rule: "IA 11.2".to_owned(),
                ..Noted::default()
            }),
            Self::Fate(fate) => EventKind::Noted(Noted {
                side: Some(fate.side.clone()),
                units: vec![fate.unit.as_str().into()],
                hexes: vec![fate.hex.clone()],
                rule: fate.rule.clone(),
                ..Noted::default()
            }),
            Self::Loaded(it) => noted(&it.side, &it.unit, &it.hex, "IA 5.62"),
            Self::Shown(it) => noted(&it.side, &it.unit, &it.hex, "IA 16.5"),
            Self::Drawn(it) => noted(&it.side, &it.unit, &it.hex, "IA 6.2"),
            Self::Fog(fog) => EventKind::Noted(Noted {
                side: Some(fog.side.clone()),
                rule: "IA 17.4".to_owned(),
                ..Noted::default()
            }),
            Self::Initiative(won) => EventKind::Noted(Noted {
                side: Some(won.side.clone()),
                rule: "IA 3.0".to_owned(),
                ..Noted::default()
            }),
            Self::Checked(checked) | Self::Recovery(checked) => EventKind::Noted(Noted {
                side: Some(checked.side.clone()),
                units: vec![checked.unit.as_str().into()],
                hexes: vec![checked.hex.clone()],
                rule: checked.rule.clone(),
                ..Noted::default()
            }),
        }
    }

    fn facts(&self, add: &mut dyn FnMut(Fact)) {
        let (row, core, targets) = match self {
            Self::DirectFire(fired) if fired.opportunity => {
                ("opportunity-fire", &fired.core, &fired.targets)
            }
            Self::DirectFire(fired) => ("direct-fire", &fired.core, &fired.targets),
            Self::Assault(assault) => ("assault", &assault.core, &assault.targets),
            Self::Bombardment(fire) => (fire.how.row(), &fire.core, &fire.targets),
            _ => return,
        };
        let hit = targets.iter().any(|on| on.result != "-");
        add(Fact {
            table: FIRE,
            side: Some(core.side.clone()),
            row: row.into(),
            values: vec![("times", 1), ("hits", i64::from(hit))],
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    Some(match detail.as_ref() {
        Detail::Initiative(won) => {
            let [one, other] = won.totals;
            let text = format!(
                "{} has the initiative ({one} to {other}): {} first",
                words.side(&won.side),
                plural(won.segments as usize, "action segment")
            );
            vec![LogLine::plain(text, "IA 3.0", &[])]
        }
        Detail::Loaded(it) => {
            let [unit, by] = [&it.unit, &it.by].map(|unit| words.unit(&unit.as_str().into()));
            vec![LogLine::plain(format!("{unit} is loaded on {by}"), "IA 5.62", &[&it.hex])]
        }
        Detail::Shown(it) => {
            let text = format!("{} is shown", words.unit(&it.unit.as_str().into()));
            vec![LogLine::plain(text, "IA 16.5", &[&it.hex])]
        }
        Detail::Drawn(it) => {
            let side = if it.back { "back" } else { "front" };
            let text = format!("{} is drawn, {side} up", words.unit(&it.unit.as_str().into()));
            vec![LogLine::plain(text, "IA 6.2", &[&it.hex])]
        }
        Detail::Fog(fog) => {
            let [one, two, three] = fog.dice;
            let plus = if fog.plus == 0 { String::new() } else { format!(" + {}", fog.plus) };
            let what = if fog.ends { "the turn is over" } else { "the turn goes on" };
            let text = format!("Fog of war: {one}, {two} and {three}{plus}, {what}");
            vec![LogLine::plain(text, "IA 17.4", &[])]
        }
        Detail::DirectFire(fired) => {
            let core = &fired.core;
            let hexes: Vec<&String> = core.from.iter().chain(&core.hexes).collect();
            let at = match fired.opportunity {
                true => format!("{} in {}", words.units(&core.targets), core.hexes.join(" and ")),
                false => core.hexes.join(" and "),
            };
            let fires = does(core.units.len(), "fires", "fire");
            let text = format!("{} {fires} at {at}", words.units(&core.units));
            let [one, other] = fired.dice;
            let dice = format!("dice {one} and {other}");
            let sums = (fired.strength, fired.shift);
            told((text, &core.rule, &hexes), sums, &dice, (&fired.targets, &core.hexes), words)
        }
        Detail::Assault(assault) => {
            let core = &assault.core;
            let hexes: Vec<&String> = core.from.iter().chain(&core.hexes).collect();
            let what = match assault.strike {
                Strike::Attack => does(core.units.len(), "assaults", "assault"),
                Strike::Defence => does(core.units.len(), "defends itself in", "defend in"),
                Strike::Harassing => {
                    does(core.units.len(), "fires at those who leave", "fire at those who leave")
                }
            };
            let text = format!("{} {what} {}", words.units(&core.units), core.from.join(" and "));
            let (dice, sums) = (format!("die {}", assault.die), (assault.strength, assault.shift));
            told((text, &core.rule, &hexes), sums, &dice, (&assault.targets, &core.hexes), words)
        }
        Detail::Fell(fell) => {
            let what = if fell.smoke { "smoke" } else { "by plan" };
            let fires = does(fell.units.len(), "fires", "fire");
            let text = format!("{} {fires} {what} at {}", words.units(&fell.units), fell.hex);
            let rule = if fell.smoke { "IA 16.11" } else { "IA 9.3" };
            vec![LogLine::plain(text, rule, &[&fell.hex])]
        }
        Detail::Bombardment(fire) => {
            let core = &fire.core;
            let hexes: Vec<&String> = core.from.iter().chain(&core.hexes).collect();
            let at = core.hexes.join(" and ");
            let text = match fire.how {
                How::Planned => format!("{at} is bombarded"),
                How::OpenSights => {
                    let bombards = does(core.units.len(), "bombards", "bombard");
                    format!("{} {bombards} {at}", words.units(&core.units))
                }
                How::Drumfire => {
                    format!("Drumfire on {} in {at}", words.units(&core.targets))
                }
                How::FriendlyFire => format!("Its own fire falls on {at}"),
            };
            let [one, other] = fire.dice;
            let dice = format!("dice {one} and {other}");
            let sums = (fire.strength, fire.shift);
            told((text, &core.rule, &hexes), sums, &dice, (&fire.targets, &core.hexes), words)
        }
        Detail::Abort(abort) => {
            let what = if abort.ended { "fires no more" } else { "keeps its mission" };
            let unit = words.unit(&abort.unit.as_str().into());
            vec![LogLine::plain(format!("{unit} {what}: {}", abort.die), "IA 9.14", &[])]
        }
        Detail::Ammunition(left) => {
            let [one, other] = left.dice;
            let what = match () {
                () if left.eliminated => "has no ammunition left",
                () if left.depleted => "runs low on ammunition",
                () => "has ammunition",
            };
            let unit = words.unit(&left.unit.as_str().into());
            let text = format!("{unit} {what}: {one} and {other} against {}", left.limit);
            vec![LogLine::plain(text, "IA 11.2", &[&left.hex])]
        }
        Detail::Fate(fate) => {
            let [one, other] = fate.dice;
            let plus = if fate.plus == 0 { String::new() } else { format!(" {:+}", fate.plus) };
            let text = format!(
                "{} {}: {one} and {other}{plus}",
                words.unit(&fate.unit.as_str().into()),
                if fate.lost { "is lost" } else { "comes to no harm" },
            );
            vec![LogLine::plain(text, &fate.rule, &[&fate.hex])]
        }
        Detail::Checked(checked) | Detail::Recovery(checked) => {
            let (what, came) = match detail.as_ref() {
                Detail::Checked(_) => ("checks morale", checked.in_a_check()),
                _ => ("tries to recover", checked.in_recovery()),
            };
            let [one, other] = checked.dice;
            let text = format!(
                "{} {what}: {one} and {other}{} against {}, {came}",
                words.unit(&checked.unit.as_str().into()),
                if checked.plus == 0 { String::new() } else { format!(" + {}", checked.plus) },
                checked.morale,
            );
            vec![LogLine::plain(text, &checked.rule, &[&checked.hex])]
        }
    })
}

/// A fire or an assault: who at what; the numbers that are certain before any die is rolled; and the
/// dice with what they do to each.
fn told(
    (text, rule, hexes): (String, &str, &[&String]),
    (strength, shift): (i32, i32),
    dice: &str,
    (targets, at): (&[On], &[String]),
    words: &Words,
) -> Vec<LogLine> {
    let name = |on: &On| words.unit(&on.unit.as_str().into());
    let columns: Vec<String> =
        targets.iter().map(|on| format!("{} on column {}", name(on), on.column)).collect();
    let results: Vec<String> =
        targets.iter().map(|on| format!("{}: {}", name(on), in_words(&on.result))).collect();
    vec![
        LogLine::strong(text, rule, hexes),
        LogLine::more(
            &format!("strength {strength}, columns {shift:+}: {}", columns.join(", ")),
            at,
        ),
        LogLine::more(&format!("{dice}; {}", results.join("; ")), at),
    ]
}

/// The verb of one, or of several.
fn does(count: usize, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

/// A result as the table prints it, with what it does where that is nothing.
fn in_words(result: &str) -> &str {
    if result == "-" { "no effect" } else { result }
}
