//! What is so when a game begins in its midst: of a rule case what it says, of a position that was
//! kept all that is so.

use salient_hex::Hex;
use salient_rules::play::{Formation, PlayContext, Site, Unit};

use crate::boxes::SIEGE_TRAIN;
use crate::case_start::{CaseBase, CaseBoundary, CaseStart};
use crate::effectiveness::{self, LAST};
use crate::marks::{self, BLOWN, DEMOLISHED};
use crate::rules::{Offensive, Rules, of};
use crate::siege_train;
use crate::state::{
    ARRIVED, ATTACHED, BEGAN_AT_RIVER, BOMBARDED, BUSY, Base, Boundary, CLEARED, Clearing,
    DEPLOYED, ENTRAINED, FIRED, FOUGHT, HALTED, INACTIVE, Inundation, LINES_FIRST, Leg, MOVED,
    PlanState, RETIRED, RETREATED, TESTED, Task, WITHHELD,
};
use crate::{armies, boxes, rails, victory};

/// What is so of a unit by its flags.
pub const FLAGS: [(&str, u32); 15] = [
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
    ("bombarded", BOMBARDED),
    ("deployed", DEPLOYED),
    ("arrived", ARRIVED),
];

/// How a plan stands.
pub const PLANS: [(&str, PlanState); 5] = [
    ("none", PlanState::None),
    ("idle", PlanState::Idle),
    ("bound", PlanState::Bound),
    ("achieved", PlanState::Achieved),
    ("abandoned", PlanState::Abandoned),
];

/// Whose the bases are (1914 23.1, 24.3).
pub const BASES: [&str; 2] = ["british", "belgian"];

/// What became of the inundation.
pub const INUNDATIONS: [(&str, Inundation); 3] =
    [("untried", Inundation::Untried), ("failed", Inundation::Failed), ("made", Inundation::Made)];

/// How far an area of the Réseau du Nord is cleared.
pub const CLEARINGS: [(&str, Clearing); 3] =
    [("no", Clearing::No), ("next", Clearing::Next), ("done", Clearing::Done)];

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
    let begun = [
        (Task::Recovery, &own.recovering),
        (Task::Position, &own.entrenching),
        (Task::PositionBeside, &own.entrenching_beside),
        (Task::Entrain, &own.entraining),
        (Task::Detrain, &own.detraining),
    ];
    for (task, points) in begun {
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
    for (name, &used) in &own.trucks {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.position.own.trucks[unit.index()] = used));
    }
    let voyages = own.voyages.iter().map(|(name, port)| {
        let port = if port.is_empty() { None } else { Some(names.hex(port)?) };
        Ok((names.unit(name)?, port))
    });
    let mut voyages: Vec<(Unit, Option<Hex>)> = voyages.collect::<Result<_, String>>()?;
    voyages.sort_unstable();
    all.push(Box::new(move |cx| {
        cx.position.own.voyages.clone_from(&voyages);
        for &(unit, _) in &voyages {
            cx.to_box(unit, boxes::AT_SEA, None, "");
        }
    }));
    for unit in names.units(&own.in_england)? {
        all.push(Box::new(move |cx| cx.to_box(unit, boxes::ENGLAND, None, "")));
    }
    let embarked = own.embarked;
    all.push(Box::new(move |cx| cx.position.own.embarked = embarked));
    let sent = names.units(&own.sent_east)?;
    all.push(Box::new(move |cx| cx.position.own.sent_east.clone_from(&sent)));
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
    for (name, hq) in &own.reserve {
        let (marker, hq) = (names.unit(name)?, names.unit(hq)?);
        all.push(Box::new(move |cx| siege_train::assign(cx, marker, hq)));
    }
    for (name, &turn) in &own.deploying {
        let marker = names.unit(name)?;
        all.push(Box::new(move |cx| cx.to_box(marker, SIEGE_TRAIN, Some(turn), "1914 13.2.5")));
    }
    for name in &own.fire {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| marks::plan_fire(cx, unit, true, "1914 13.3.1")));
    }
    let fired = own.bombarded;
    all.push(Box::new(move |cx| cx.position.own.fired = fired));
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
    of_railways(names, own, all)?;
    let mut passed = names.hexes(&own.passed)?;
    passed.sort_unstable();
    all.push(Box::new(move |cx| cx.position.own.passed.clone_from(&passed)));
    Ok(())
}

/// What is so of the railways (1914 7.7, 18).
fn of_railways<'a>(
    names: &Names<'a>,
    own: &'a CaseStart,
    all: &mut Vec<Change<'a>>,
) -> Result<(), String> {
    let rules = names.0;
    for (label, &value) in &own.demolished {
        let grid = rules.map().grid();
        let side = grid.parse_side(label).ok_or_else(|| format!("'{label}' is no hexside"))?;
        let site = Site::Hexside(side.hex(), side.direction());
        all.push(Box::new(move |cx| {
            cx.set_mark(DEMOLISHED, site, i32::from(value), None, "");
            rails::reconnect(rules, cx.position);
        }));
    }
    let mut once = names.hexes(&own.once_german)?;
    once.sort_unstable();
    all.push(Box::new(move |cx| {
        for &hex in &once {
            if let Err(place) = cx.position.own.once_german.binary_search(&hex) {
                cx.position.own.once_german.insert(place, hex);
            }
        }
    }));
    for (area, name) in own.nord.iter().enumerate().take(2) {
        let (_, clearing) = known(&CLEARINGS, name, "no way in which an area is cleared")?;
        all.push(Box::new(move |cx| cx.position.own.nord[area] = clearing));
    }
    for hex in names.hexes(&own.cleared)? {
        all.push(Box::new(move |cx| cx.position.own.rails[hex.index()] |= CLEARED));
    }
    all.push(Box::new(move |cx| cx.position.own.choked |= own.choked));
    for (label, &used) in &own.bottlenecks {
        let place = rules.net.bottleneck(names.hex(label)?);
        let place = place.ok_or_else(|| format!("there is no bottleneck in {label}"))?;
        all.push(Box::new(move |cx| cx.position.own.bottlenecks[place] = used));
    }
    for (id, &halves) in &own.rail_points {
        let by = names.side(id)?;
        all.push(Box::new(move |cx| {
            if let Some(own) = cx.position.own.rail_points.get_mut(by) {
                *own = halves;
            }
        }));
    }
    for (name, &limit) in &own.shortages {
        let unit = names.unit(name)?;
        all.push(Box::new(move |cx| cx.position.own.shortages[unit.index()] = Some(limit)));
    }
    for (name, id) in &own.secondary {
        let (unit, army) = (names.unit(name)?, names.formation(id)?);
        all.push(Box::new(move |cx| cx.attach(unit, Some(army), "")));
    }
    for (name, label) in &own.destinations {
        let (unit, hex) = (names.unit(name)?, names.hex(label)?);
        all.push(Box::new(move |cx| cx.position.own.destinations[unit.index()] = Some(hex)));
    }
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
    for (name, CaseBase { stage, until, threatened, port }) in &own.bases {
        let place = BASES.iter().position(|known| known == name);
        let place = place.ok_or_else(|| format!("'{name}' has no base: {}", BASES.join(", ")))?;
        let port = port.as_ref().map(|label| names.hex(label)).transpose()?;
        let known = Base { stage: *stage, until: *until, threatened: *threatened, port };
        all.push(Box::new(move |cx| {
            if let Some(base) = cx.position.own.bases.get_mut(place) {
                *base = known;
            }
            rails::reconnect(cx.rules, cx.position);
        }));
    }
    let support = own.naval_support;
    all.push(Box::new(move |cx| cx.position.own.naval_support = support));
    if let Some(what) = &own.inundation {
        let (_, inundation) = known(&INUNDATIONS, what, "nothing that becomes of the inundation")?;
        all.push(Box::new(move |cx| cx.position.own.inundation = inundation));
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
    let turned = own.turned_markers.iter().map(|id| names.formation(id));
    let mut turned: Vec<Formation> = turned.collect::<Result<_, _>>()?;
    turned.sort_unstable();
    all.push(Box::new(move |cx| cx.position.own.turned_markers.clone_from(&turned)));
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
