//! What is so when a game begins in its midst: of a rule case what it says, of a position that was
//! kept all that is so.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::play::{Formation, PlayContext, Site, Unit};
use serde::{Deserialize, Serialize};

use crate::effectiveness::{self, LAST};
use crate::marks::{self, BLOWN};
use crate::rules::{Offensive, Rules, of};
use crate::state::{
    ATTACHED, BEGAN_AT_RIVER, BUSY, Boundary, ENTRAINED, FIRED, FOUGHT, HALTED, INACTIVE,
    LINES_FIRST, Leg, MOVED, PlanState, RETIRED, RETREATED, TESTED, Task, WITHHELD,
};
use crate::{armies, victory};

/// What a rule case or a kept position says of the start beyond what all systems know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// Whether nothing is as at the beginning of the scenario but what is said here: so it is of a
    /// position that was kept.
    pub whole: bool,
    /// By counter: how far down the effectiveness track its formation is, 0 to 6 (1914 6.1.4).
    pub status: BTreeMap<String, u8>,
    /// By counter: the hex at which its prepared attack points (1914 7.3).
    pub prepared: BTreeMap<String, String>,
    /// By hex: the level of its improved position (1914 14).
    pub positions: BTreeMap<String, u8>,
    /// By side: hexes that it controls besides the scenario's (1914 3.3).
    pub control: BTreeMap<String, Vec<String>>,
    /// Hexes that nobody controls, whatever the scenario says (1914 3.3).
    pub nobody: Vec<String>,
    /// By side: hexes whose railways are not operational for it (1914 18.1.1).
    pub cut: BTreeMap<String, Vec<String>>,
    /// By side: hexes whose railways are operational for it still (1914 18.1.1).
    pub open: BTreeMap<String, Vec<String>>,
    /// By counter: movement points spent in reaction (1914 8.2.4).
    pub reaction: BTreeMap<String, u8>,
    /// By counter: the face that lies up.
    pub faces: BTreeMap<String, u8>,
    /// By counter: points spent on recovery (1914 7.5).
    pub recovering: BTreeMap<String, u8>,
    /// By counter: points spent on an improved position (1914 14.3).
    pub entrenching: BTreeMap<String, u8>,
    /// By counter: ammunition that a supply unit has provided in this game-turn (1914 9.4.2).
    pub provided: BTreeMap<String, u8>,
    /// By counter: reduction markers of a division (1914 9.10.3).
    pub markers: BTreeMap<String, u8>,
    /// Inactive counters (1914 1.1).
    pub inactive: Vec<String>,
    /// By counter: what is so of it in this phase, `moved`, `halted`, `attached`, and of a fort
    /// `tested` (1914 7.1.2, 5.1.2, 8.5.2).
    pub flags: BTreeMap<String, Vec<String>>,
    /// By side: improved positions that it may still build (1914 14.3.4).
    pub quota: BTreeMap<String, i16>,
    /// By army: how its plan stands, `none`, `idle`, `bound`, `achieved` or `abandoned` (1914 26).
    pub plans: BTreeMap<String, String>,
    /// By side: victory points (1914 27.0).
    pub points: BTreeMap<String, i32>,
    /// What was scored for captured towns: `allied` (1914 27.2), `german` (1914 27.3), or `asked`,
    /// where the Germans are asked.
    pub captured: Vec<String>,
    /// Where the areas of armies meet, along the front of a side (1914 5.1.1).
    pub boundaries: Vec<CaseBoundary>,
    /// Armies whose lines of communications their owners have put before others, the first first
    /// (1914 15.0).
    pub lines_first: Vec<String>,
    /// By formation: the one that it is attached to (1914 5.2).
    pub attached: BTreeMap<String, String>,
    /// By nation: replacements in store (1914 16.6.2).
    pub replacements: BTreeMap<String, i16>,
    /// By army: replacements taken in this inter-phase (1914 16.6.3).
    pub replaced: BTreeMap<String, u8>,
    /// Blown roadway bridges, as hexsides: `0507:ne` (1914 7.1.4a).
    pub blown: Vec<String>,
    /// Primary objectives that infantry has passed (1914 26.1.1).
    pub passed: Vec<String>,
    /// Supply units that come back in a game-turn (1914 16.7).
    pub returning: BTreeMap<String, u16>,
    /// Counters in rail mode (1914 7.7.4).
    pub entrained: Vec<String>,
    /// By fortress: steps that it has lost (1914 2.7.6).
    pub steps_lost: BTreeMap<String, u8>,
    /// By fortress: the hex in which it was destroyed (1914 12.5).
    pub ruins: BTreeMap<String, String>,
    /// Hexes that hold more than may stack, until the end of the movement phase (1914 3.1.3).
    pub overstacked: Vec<String>,
    /// The step of the sequence of play that is under way, if one is.
    pub midst: Option<Midst>,
}

/// Where the areas of two armies meet.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseBoundary {
    /// Both formations; what the line runs through belongs to the first.
    pub armies: [String; 2],
    /// The hexes that it runs through, straight from each to the next: two at least.
    pub hexes: Vec<String>,
    /// The way from each of these hexes on, where that is said: 0 to 5 along the grain, 6 to 11
    /// across it, clockwise each. One hex is enough then.
    #[serde(default)]
    pub ways: Vec<u8>,
}

/// A step of the sequence of play that is under way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Midst {
    /// Which.
    pub phase: String,
    /// What is still to be asked and done in it, the last first.
    pub waits: Vec<CaseWait>,
    /// By counter: movement points spent (1914 7.1.1).
    pub spent: BTreeMap<String, u8>,
    /// By counter that stands elsewhere now: where it stood when movement began, empty for off the
    /// map (1914 7.1.5).
    pub began: BTreeMap<String, String>,
    /// The force on the move (1914 7.1.2).
    pub moving: Vec<String>,
    /// The hex that it entered last, or set out from (1914 8.2.1).
    pub entered: Option<String>,
    /// What its next step costs, as it stood before (1914 7.1.4a).
    pub price: u8,
    /// Hexes in which a position was completed (1914 7.5.2a).
    pub dug: Vec<String>,
    /// Hexes whose control has changed, each with the side that had it, empty for nobody (1914
    /// 7.1.4a).
    pub turned: Vec<[String; 2]>,
    /// Attacks that are indicated and not resolved, in their order (1914 9.1).
    pub attacks: Vec<CaseAttack>,
    /// Hexes that were attacked (1914 9.2).
    pub attacked: Vec<String>,
}

/// What is still to be asked or done.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseWait {
    /// What, as `move` or `indicate`.
    pub what: String,
    /// Whose it is.
    pub side: String,
    /// Whether the other side comes after it (1914 4.2.9).
    pub first: bool,
}

/// An attack that is indicated.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseAttack {
    /// The hex that is attacked.
    pub hex: String,
    /// Who attacks.
    pub units: Vec<String>,
}

/// What is so of a unit by its flags.
pub const FLAGS: [(&str, u32); 12] = [
    ("moved", MOVED),
    ("halted", HALTED),
    ("fought", FOUGHT),
    ("retreated", RETREATED),
    ("withheld", WITHHELD),
    ("fired", FIRED),
    ("tested", TESTED),
    ("retired", RETIRED),
    ("began-at-river", BEGAN_AT_RIVER),
    ("busy", BUSY),
    ("attached", ATTACHED),
    ("lines-first", LINES_FIRST),
];

/// How a plan stands.
pub const PLANS: [(&str, PlanState); 5] = [
    ("none", PlanState::None),
    ("idle", PlanState::Idle),
    ("bound", PlanState::Bound),
    ("achieved", PlanState::Achieved),
    ("abandoned", PlanState::Abandoned),
];

/// Something that is put into force.
pub type Change<'a> = Box<dyn Fn(&mut PlayContext<'_, Offensive>) + 'a>;

/// The names of a start as what they stand for.
pub struct Names<'a>(pub &'a Rules);

impl Names<'_> {
    pub fn unit(&self, name: &str) -> Result<Unit, String> {
        Ok(self.0.compiled.read_unit(name)?)
    }

    pub fn side(&self, id: &str) -> Result<usize, String> {
        Ok(self.0.compiled.read_side(id)?)
    }

    pub fn hex(&self, label: &str) -> Result<Hex, String> {
        Ok(self.0.compiled.read_hex(label)?)
    }

    pub fn formation(&self, id: &str) -> Result<Formation, String> {
        let found = self.0.compiled.formation_of(id);
        found.ok_or_else(|| format!("there is no formation '{id}'"))
    }

    fn nation(&self, id: &str) -> Result<usize, String> {
        let found = self.0.schedule.nations.iter().position(|nation| nation == id);
        found.ok_or_else(|| format!("there is no nation '{id}'"))
    }

    pub fn units(&self, names: &[String]) -> Result<Vec<Unit>, String> {
        names.iter().map(|name| self.unit(name)).collect()
    }

    pub fn hexes(&self, labels: &[String]) -> Result<Vec<Hex>, String> {
        labels.iter().map(|label| self.hex(label)).collect()
    }

    fn boundary(&self, line: &CaseBoundary) -> Result<Boundary, String> {
        let [near, far] = [self.formation(&line.armies[0])?, self.formation(&line.armies[1])?];
        let hexes = self.hexes(&line.hexes)?;
        if line.ways.is_empty() {
            return Ok(Boundary::new(self.0, (near, far), &hexes)?);
        }
        let legs = hexes.iter().zip(&line.ways);
        let legs: Vec<Leg> = legs.map(|(&hex, &way)| Leg { hex, way }).collect();
        match *legs.as_slice() {
            [first, ref bends @ ..]
                if bends.len() <= 2
                    && hexes.len() == line.ways.len()
                    && line.ways.iter().all(|way| *way < armies::WAYS) =>
            {
                let bends = [bends.first().copied(), bends.get(1).copied()];
                Ok(Boundary { near, far, first, bends })
            }
            _ => Err("a boundary has a hex and a way for each of its one to three pieces".into()),
        }
    }
}

/// All that a start says, in the order in which it is put into force.
///
/// # Errors
/// In words, what of it makes no sense.
pub fn changes<'a>(rules: &'a Rules, own: &'a CaseStart) -> Result<Vec<Change<'a>>, String> {
    let names = Names(rules);
    let mut all: Vec<Change<'a>> = Vec::new();
    of_units(&names, own, &mut all)?;
    of_hexes(&names, own, &mut all)?;
    of_sides(&names, own, &mut all)?;
    of_armies(&names, own, &mut all)?;
    Ok(all)
}

/// What is so of units and their formations.
fn of_units<'a>(
    names: &Names<'a>,
    own: &'a CaseStart,
    all: &mut Vec<Change<'a>>,
) -> Result<(), String> {
    let rules = names.0;
    for (name, &face) in &own.faces {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.turn_over(unit, face, "")));
    }
    for (name, &status) in &own.status {
        if status > LAST {
            return Err(format!("the effectiveness track ends at {LAST}, not {status}"));
        }
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| effectiveness::set(cx, unit, status, "")));
    }
    for (name, label) in &own.prepared {
        let (unit, hex) = (names.unit(name)?, names.hex(label)?);
        all.push(Box::new(move |cx| marks::prepare(cx, unit, hex, "")));
    }
    for (name, &points) in &own.reaction {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.position.own.reaction[unit.index()] = points));
    }
    for (task, points) in [(Task::Recovery, &own.recovering), (Task::Position, &own.entrenching)] {
        for (name, &points) in points {
            let unit = names.unit(name)?;
            let begun = Some((task, points));
            all.push(Box::new(move |cx| cx.position.own.tasks[unit.index()] = begun));
        }
    }
    for (name, &increments) in &own.provided {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.position.own.provided[unit.index()] = increments));
    }
    for (name, &markers) in &own.markers {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.position.own.markers[unit.index()] = markers));
    }
    for name in &own.inactive {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| *cx.position.flags_mut(unit) |= INACTIVE));
    }
    for (name, flags) in &own.flags {
        let unit = names.unit(name)?;
        for flag in flags {
            let (_, bit) = known(&FLAGS, flag, "nothing that is so of a unit")?;
            all.push(Box::new(move |cx| *cx.position.flags_mut(unit) |= bit));
        }
    }
    for name in &own.entrained {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.set_presence(unit, ENTRAINED, "")));
    }
    for (name, &lost) in &own.steps_lost {
        let unit = names.unit(name)?;
        let printed = rules.compiled.unit(unit).faces.first();
        let steps = rules.ratings[of::STEPS].and_then(|place| printed?.get(place).copied());
        let steps = steps.unwrap_or_default();
        if i32::from(lost) > steps {
            return Err(format!("'{name}' has {steps} steps, and cannot have lost {lost}"));
        }
        all.push(Box::new(move |cx| cx.position.own.steps_lost[unit.index()] = lost));
    }
    for (name, label) in &own.ruins {
        let (unit, hex) = (names.unit(name)?, names.hex(label)?);
        all.push(Box::new(move |cx| cx.position.own.ruins[unit.index()] = Some(hex)));
    }
    let returning = own.returning.iter().map(|(name, turn)| Ok((*turn, names.unit(name)?)));
    let mut returning: Vec<(u16, Unit)> = returning.collect::<Result<_, String>>()?;
    returning.sort_unstable();
    all.push(Box::new(move |cx| cx.position.own.returning.clone_from(&returning)));
    Ok(())
}

/// What is so of hexes and hexsides.
fn of_hexes<'a>(
    names: &Names<'a>,
    own: &'a CaseStart,
    all: &mut Vec<Change<'a>>,
) -> Result<(), String> {
    for (label, &level) in &own.positions {
        let hex = names.hex(label)?;
        all.push(Box::new(move |cx| marks::improve(cx, hex, level, "")));
    }
    for (id, labels) in &own.control {
        let by = names.side(id)?;
        for hex in names.hexes(labels)? {
            all.push(Box::new(move |cx| cx.position.own.control[hex.index()] = by as u8));
        }
    }
    names.hexes(&own.nobody)?;
    names.hexes(&own.overstacked)?;
    for (id, labels) in &own.cut {
        let by = names.side(id)?;
        for hex in names.hexes(labels)? {
            all.push(Box::new(move |cx| cx.position.own.rails[hex.index()] &= !(1 << by)));
        }
    }
    for (id, labels) in &own.open {
        let by = names.side(id)?;
        for hex in names.hexes(labels)? {
            all.push(Box::new(move |cx| cx.position.own.rails[hex.index()] |= 1 << by));
        }
    }
    for label in &own.blown {
        let grid = names.0.map().grid();
        let side = grid.parse_side(label).ok_or_else(|| format!("'{label}' is no hexside"))?;
        let site = Site::Hexside(side.hex(), side.direction());
        all.push(Box::new(move |cx| cx.set_mark(BLOWN, site, 1, None, "")));
    }
    let mut passed = names.hexes(&own.passed)?;
    passed.sort_unstable();
    all.push(Box::new(move |cx| cx.position.own.passed.clone_from(&passed)));
    Ok(())
}

/// What sides and nations have.
fn of_sides<'a>(
    names: &Names<'a>,
    own: &'a CaseStart,
    all: &mut Vec<Change<'a>>,
) -> Result<(), String> {
    for (id, &quota) in &own.quota {
        let by = names.side(id)?;
        all.push(Box::new(move |cx| {
            if let Some(own) = cx.position.own.quota.get_mut(by) {
                *own = quota;
            }
        }));
    }
    for (id, &points) in &own.points {
        let by = names.side(id)?;
        all.push(Box::new(move |cx| {
            if let Some(own) = cx.position.own.points.get_mut(by) {
                *own = points;
            }
        }));
    }
    for what in &own.captured {
        let (_, bit) = known(&victory::CAPTURED, what, "no award for captured towns")?;
        all.push(Box::new(move |cx| cx.position.own.awarded |= bit));
    }
    for (id, &stored) in &own.replacements {
        let nation = names.nation(id)?;
        all.push(Box::new(move |cx| cx.position.own.replacements[nation] = stored));
    }
    Ok(())
}

/// What is so of armies and other formations.
fn of_armies<'a>(
    names: &Names<'a>,
    own: &'a CaseStart,
    all: &mut Vec<Change<'a>>,
) -> Result<(), String> {
    let rules = names.0;
    for (id, state) in &own.plans {
        let army = usize::from(names.formation(id)?.0);
        let (_, state) = known(&PLANS, state, "no way in which a plan stands")?;
        all.push(Box::new(move |cx| cx.position.own.plans[army] = state));
    }
    for (id, &taken) in &own.replaced {
        let army = usize::from(names.formation(id)?.0);
        all.push(Box::new(move |cx| cx.position.own.replaced[army] = taken));
    }
    let first = own.lines_first.iter().map(|id| names.formation(id));
    let first: Vec<Formation> = first.collect::<Result<_, _>>()?;
    all.push(Box::new(move |cx| cx.position.own.lines_first.clone_from(&first)));
    for (id, to) in &own.attached {
        let (formation, to) = (names.formation(id)?, names.formation(to)?);
        all.push(Box::new(move |cx| {
            cx.subordinate(formation, Some(to), "");
        }));
    }
    let lines = own.boundaries.iter().map(|line| names.boundary(line));
    let lines: Vec<Boundary> = lines.collect::<Result<_, _>>()?;
    for side in [rules.allied, rules.german] {
        let of_side = lines.iter().filter(|line| rules.body(line.near).side == side).copied();
        let of_side: Vec<Boundary> = of_side.collect();
        if own.whole || !of_side.is_empty() {
            all.push(Box::new(move |cx| {
                armies::draw(cx.rules, cx.position, side, of_side.clone());
            }));
        }
    }
    Ok(())
}

/// Something by its name.
pub fn known<T: Copy>(
    all: &[(&'static str, T)],
    name: &str,
    wrong: &str,
) -> Result<(&'static str, T), String> {
    let found = all.iter().find(|(known, _)| *known == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        format!("'{name}' is {wrong}: {}", names.join(", "))
    })
}
