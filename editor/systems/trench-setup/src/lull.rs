//! TS Combat Lulls: what can be repaired, recovered and regained on a scenario with losses.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, HexGrid};
use salient_rules::action::Name;
use salient_rules::generator::Generated;
use salient_schema::map::{Feature, Hexside};
use salient_schema::numbering::HexIndex;
use salient_schema::scenario::Placement;
use salient_schema::{Bundle, Code, Diagnostic, Id};
use serde::{Deserialize, Serialize};

use crate::brief::{Attack, Both, Brief, Front, Party, Terrain};
use crate::event::Detail;
use crate::event::{Number, side_of};
use crate::generate::{Ledger, stream};
use crate::procedure::{Roller, airstrikes, on_call};
use crate::reinforce;
use crate::roster::Kind;
use crate::scenario::{DAMAGED, DEMORALIZED, GASSED, GASSED_FOR_GOOD, PINNED, level_of};
use crate::steps::Step;
use crate::tables::{Tables, range, works_of};

/// The kinds of lulls, in the order of the chart's columns.
pub(crate) const KINDS: [&str; 2] = ["short", "long"];

const RULE: &str = "TS Combat Lulls";
/// A machine-gun that is jammed, as placements say it.
pub(crate) const JAMMED: &str = "jammed";

/// A column of the chart: a kind of lull, by its place in [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "Name")]
pub struct Column(pub usize);

impl From<Column> for &'static str {
    fn from(column: Column) -> Self {
        KINDS.get(column.0).copied().unwrap_or_default()
    }
}

impl TryFrom<Name> for Column {
    type Error = String;

    fn try_from(name: Name) -> Result<Self, String> {
        let place = KINDS.iter().position(|kind| *kind == name);
        place.map(Self).ok_or_else(|| format!("there is no lull '{name}'"))
    }
}

/// Rows of the chart, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "Name")]
pub enum Row {
    Defences,
    CombatBase,
    CommandBase,
    Jam,
    TemporaryGas,
    PersistentGas,
    Demoralized,
    Reorganize,
    OnCall,
    Airstrikes,
    MostCommandRepairs,
}

impl Row {
    /// Features that units try to regain, by their names in actions.
    const NAMED: [(&str, Self); 5] = [
        ("combat-base", Self::CombatBase),
        ("command-base", Self::CommandBase),
        ("temporary-gas", Self::TemporaryGas),
        ("persistent-gas", Self::PersistentGas),
        ("demoralized", Self::Demoralized),
    ];

    /// Its name in actions.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, row)| *row == self).map_or("", |(name, _)| name)
    }
}

impl From<Row> for &'static str {
    fn from(row: Row) -> Self {
        row.name()
    }
}

impl TryFrom<Name> for Row {
    type Error = String;

    fn try_from(name: Name) -> Result<Self, String> {
        let named = Self::NAMED.iter().find(|(known, _)| *known == name);
        named.map(|(_, row)| *row).ok_or_else(|| format!("nobody recovers '{name}'"))
    }
}

/// Rolls a die for each of some tries at a feature; how many succeed. No more points of a command
/// base may be repaired than the chart says.
pub(crate) fn tries(
    tables: &Tables,
    (row, column): (Row, usize),
    (party, what): (Party, &str),
    tries: u32,
    roller: &mut dyn Roller,
) -> u32 {
    let chart = tables.chart("lulls");
    let cell = chart.at(row as usize, column).to_owned();
    let most = chart.at(Row::MostCommandRepairs as usize, column).parse().unwrap_or_default();
    let tries = if row == Row::CommandBase { tries.min(most) } else { tries };
    let Some((least, most)) = range(&cell).filter(|_| tries > 0) else { return 0 };
    let dice: Vec<u8> = (0..tries).map(|_| roller.d6("recovery", party, RULE)).collect();
    let good = |die: &&u8| (least..=most).contains(&i32::from(**die));
    let value = dice.iter().filter(good).count() as u32;
    roller.tell(Detail::Number(Number {
        what: what.to_owned(),
        side: Some(side_of(party)),
        dice,
        cell: Some(cell),
        value: value.into(),
        rule: RULE.to_owned(),
        ..Number::default()
    }));
    value
}

/// How strong a sub-unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strength {
    /// Bases left.
    pub left: u32,
    /// Bases that it had.
    pub full: u32,
    /// Whether it is pinned, and so takes no part.
    pub pinned: bool,
}

/// Whether units are reorganized in the lull of a column.
pub(crate) fn may_reorganize(tables: &Tables, column: usize) -> bool {
    tables.chart("lulls").at(Row::Reorganize as usize, column) != "-"
}

/// Who is dissolved into whom among the sub-units of one type of a battalion: a sub-unit of one base
/// goes into the strongest that has room. Pinned ones take no part.
pub(crate) fn reorganized(units: &[Strength]) -> Vec<(usize, usize)> {
    let mut left: Vec<u32> = units.iter().map(|unit| unit.left).collect();
    let mut moves = Vec::new();
    for from in 0..units.len() {
        if units[from].pinned || left[from] != 1 {
            continue;
        }
        let into = (0..units.len())
            .filter(|&into| into != from && !units[into].pinned)
            .filter(|&into| left[into] > 0 && left[into] < units[into].full)
            .max_by_key(|&into| (left[into], std::cmp::Reverse(into)));
        if let Some(into) = into {
            left[from] = 0;
            left[into] += 1;
            moves.push((from, into));
        }
    }
    moves
}

/// What kind of lull a game-turn brings: long from the turn that the ruleset states.
pub(crate) fn kind_on_turn(tables: &Tables, turn: u32) -> &'static str {
    KINDS[usize::from(turn >= tables.count("long_lull_turn"))]
}

/// Carries a lull out.
pub(crate) fn carry_out(
    bundle: &Bundle,
    kind: &str,
    seed: u64,
) -> Result<Generated, Vec<Diagnostic>> {
    let tables = Tables::read(bundle)?;
    let Some(column) = KINDS.iter().position(|known| *known == kind) else {
        let text = format!("there is no lull '{kind}'");
        let help = "lulls: short, long";
        return Err(vec![Diagnostic::error(Code::Rule, text).rule(RULE).help(help)]);
    };
    let brief = brief_of(bundle, &tables)?;
    let mut ledger = Ledger::new();
    ledger.begin(("lull", &format!("A {kind} lull"), RULE), stream(seed, Step::Conditions, 1), &[]);
    let mut lull =
        Lull { tables: &tables, column, bundle: bundle.clone(), ledger, counts: BTreeMap::new() };
    lull.recover();
    lull.reorganize();
    lull.dig();
    lull.regain(&brief);
    lull.reinforcements(&brief);
    let Lull { mut bundle, ledger, counts, .. } = lull;
    bundle.scenario.notes.push(format!("A {kind} lull was carried out with the seed {seed}."));
    Ok(Generated {
        bundle,
        events: ledger.log.events().to_vec(),
        outcomes: BTreeMap::new(),
        told: ledger.told,
        counts: counts.into_iter().collect(),
        hexes: Vec::new(),
        anchor: HexIndex::new(0, 0),
    })
}

/// The brief that the levels of a generated scenario keep.
pub(crate) fn brief_of(bundle: &Bundle, tables: &Tables) -> Result<Brief, Vec<Diagnostic>> {
    let side = tables.id("attacker");
    let level =
        |role: &str| level_of(bundle, role, &side).and_then(|value| usize::try_from(value).ok());
    let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let nation = |party: Party| {
        let side = tables.id(party.role());
        counters().find(|counter| counter.side == side).and_then(|counter| counter.nation.clone())
    };
    let is_sub_unit = |unit_type: &Id| {
        let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_sub_unit());
        tables.role_of(unit_type, kinds.map(Kind::role)).is_some()
    };
    let sub_units = Both::each(|party| {
        let side = tables.id(party.role());
        let own = counters().filter(|counter| counter.side == side);
        own.filter(|counter| is_sub_unit(&counter.unit_type)).count() as u32
    });
    let assault = Both::each(|party| {
        let side = tables.id(party.role());
        let assault = tables.id(Kind::Assault.role());
        let own = counters().filter(|counter| counter.side == side);
        own.filter(|counter| counter.unit_type == assault).count() as u32
    });
    let used = |role: &str| bundle.scenario.optional_rules.contains(&tables.id(role));
    let whole = || {
        Some(Brief {
            nations: Both {
                attacker: nation(Party::Attacker)?,
                defender: nation(Party::Defender)?,
            },
            year: level("year")? as u16,
            half: level("half-year")? as u8,
            front: *Front::ALL.get(level("front")?)?,
            attack: *Attack::ALL.get(level("kind-of-attack")?)?,
            terrain: *Terrain::ALL.get(level("terrain")?)?,
            sub_units,
            assault,
            yards: bundle.scenario.battlefield.as_ref()?.yards_per_hex,
            width: u32::from(bundle.map.grid.columns),
            depth: u32::from(bundle.map.grid.rows),
            on_call_only: false,
            gas: crate::brief::GasRolls::Both,
            armour: used("option-armour"),
            secret: used("option-secret-victory"),
            prone: used("option-prone"),
            bots: Both {
                attacker: crate::brief::Bot::Sensible,
                defender: crate::brief::Bot::Sensible,
            },
        })
    };
    whole().ok_or_else(|| {
        let text = "the scenario does not say year, front, terrain and kind of attack";
        let help = "take a scenario that `salient generate` made, or give it these levels";
        let missing = Diagnostic::error(Code::Rule, text).pointer("/scenario/levels");
        vec![missing.rule(RULE).help(help)]
    })
}

struct Lull<'a> {
    tables: &'a Tables,
    column: usize,
    bundle: Bundle,
    ledger: Ledger,
    counts: BTreeMap<String, i64>,
}

impl Lull<'_> {
    fn cell(&self, row: Row) -> String {
        self.tables.chart("lulls").at(row as usize, self.column).to_owned()
    }

    fn party_of(&self, side: &str) -> Option<Party> {
        Party::BOTH.into_iter().find(|party| self.tables.id(party.role()) == side)
    }

    /// The side and the kind of a counter.
    fn unit(&self, id: &str) -> Option<(Party, Kind)> {
        let mut counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let counter = counters.find(|counter| counter.id == id)?;
        let role =
            self.tables.role_of(&counter.unit_type, Kind::ALL.into_iter().map(Kind::role))?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.role() == role)?;
        Some((self.party_of(&counter.side)?, kind))
    }

    /// Tries of a unit.
    fn tries(&mut self, unit: &str, party: Party, what: &str, row: Row, many: u32) -> u32 {
        let what = format!("{what} of {unit}");
        tries(self.tables, (row, self.column), (party, &what), many, &mut self.ledger)
    }

    fn tell(&mut self, party: Party, number: Number) {
        let (side, rule) = (Some(side_of(party)), RULE.to_owned());
        self.ledger.tell(Detail::Number(Number { side, rule, ..number }));
    }

    fn count(&mut self, party: Party, what: &str, value: u32) {
        *self.counts.entry(format!("{}: {what}", party.role())).or_default() += i64::from(value);
    }

    /// Repairs of bases, machine-guns, and units that were gassed or demoralized.
    fn recover(&mut self) {
        let mut placements = std::mem::take(&mut self.bundle.scenario.setup.placements);
        for placement in &mut placements {
            let Some(id) = placement.counters.first().cloned() else { continue };
            let Some((party, kind)) = self.unit(&id) else { continue };
            let damage = damage_of(placement);
            let repaired = if kind == Kind::Command {
                self.tries(&id, party, "command-repair", Row::CommandBase, damage)
            } else {
                self.tries(&id, party, "repair", Row::CombatBase, damage)
            };
            set_damage(placement, damage - repaired.min(damage));
            self.count(party, "bases repaired", repaired);
            for (state, what, row) in [
                (GASSED, "recovery-from-gas", Row::TemporaryGas),
                (GASSED_FOR_GOOD, "recovery-from-persistent-gas", Row::PersistentGas),
                (DEMORALIZED, "recovery-of-morale", Row::Demoralized),
            ] {
                let has = placement.states.iter().any(|one| one == state);
                if has && self.tries(&id, party, what, row, 1) > 0 {
                    placement.states.retain(|one| one != state);
                    self.count(party, "units recovered", 1);
                }
            }
            if self.cell(Row::Jam) == "automatic" {
                placement.states.retain(|one| one != JAMMED);
            }
        }
        self.bundle.scenario.setup.placements = placements;
    }

    /// Sub-units of a battalion, by type: those of one base are taken into others that have room.
    fn reorganize(&mut self) {
        if !may_reorganize(self.tables, self.column) {
            return;
        }
        let books = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let counters: BTreeMap<&str, _> =
            books.map(|counter| (counter.id.as_str(), counter)).collect();
        let placements = &self.bundle.scenario.setup.placements;
        let mut groups: BTreeMap<(Option<Id>, Id), Group> = BTreeMap::new();
        for (place, placement) in placements.iter().enumerate() {
            let [id] = &placement.counters[..] else { continue };
            let Some(counter) = counters.get(id.as_str()) else { continue };
            let full = counter.faces.len() as u32;
            let strength = Strength {
                left: full.saturating_sub(placement.face.unwrap_or(0).into()),
                full,
                pinned: placement.states.iter().any(|state| state == PINNED),
            };
            let group = (counter.formation.clone(), counter.unit_type.clone());
            if full > 1 {
                groups.entry(group).or_default().push((place, strength));
            }
        }
        let mut gone = BTreeSet::new();
        let mut gains: BTreeMap<usize, u8> = BTreeMap::new();
        for members in groups.values() {
            let strengths: Vec<Strength> = members.iter().map(|(_, strength)| *strength).collect();
            for (from, into) in reorganized(&strengths) {
                gone.insert(members[from].0);
                *gains.entry(members[into].0).or_default() += 1;
            }
        }
        let named = gone.iter().filter_map(|place| placements[*place].counters.first().cloned());
        let names: Vec<Id> = named.collect();
        for (place, gain) in gains {
            let placement = &mut self.bundle.scenario.setup.placements[place];
            let face = placement.face.unwrap_or(0).saturating_sub(gain);
            placement.face = (face > 0).then_some(face);
        }
        let mut place = 0;
        self.bundle.scenario.setup.placements.retain(|_| {
            place += 1;
            !gone.contains(&(place - 1))
        });
        for id in names {
            if let Some((party, _)) = self.unit(&id) {
                self.tell(
                    party,
                    Number {
                        what: format!("base of {id} taken into another of its battalion"),
                        value: 1,
                        ..Number::default()
                    },
                );
            }
            self.bundle.scenario.setup.eliminated.push(id);
        }
    }

    /// Foxholes for whoever stands in the open, or so many segments of trench.
    fn dig(&mut self) {
        let cell = self.cell(Row::Defences);
        let grid = HexGrid::new(&self.bundle.map.grid);
        let trench = self.tables.id("trench-line");
        let held = |bundle: &Bundle, hex: &str| {
            let Some(hex) = grid.parse(hex) else { return true };
            let sides = Direction::ALL.map(|direction| grid.side_label(grid.side(hex, direction)));
            let dug = bundle.map.hexsides.items.iter().filter(|item| item.kind == trench);
            dug.map(|item| &item.side).any(|side| sides.contains(side))
        };
        for party in Party::BOTH {
            let open: BTreeSet<String> = self
                .bundle
                .scenario
                .setup
                .placements
                .iter()
                .filter(|placement| {
                    let id = placement.counters.first().map_or("", String::as_str);
                    self.unit(id).is_some_and(|(of, kind)| of == party && kind.is_sub_unit())
                })
                .map(|placement| placement.hex.clone())
                .filter(|hex| !held(&self.bundle, hex))
                .collect();
            let Some((part, times)) = works_of(&cell) else {
                let foxholes = self.tables.id("foxholes");
                let there: BTreeSet<String> = self
                    .bundle
                    .map
                    .features
                    .items
                    .iter()
                    .filter(|feature| feature.kind == foxholes)
                    .map(|feature| feature.hex.clone())
                    .collect();
                let new: Vec<String> = open.difference(&there).cloned().collect();
                self.tell(
                    party,
                    Number {
                        what: "hexes with new foxholes".to_owned(),
                        cell: Some(cell.clone()),
                        value: new.len() as i64,
                        ..Number::default()
                    },
                );
                let owner = Some(self.tables.id(party.role()));
                self.bundle.map.features.items.extend(new.into_iter().map(|hex| Feature {
                    hex,
                    kind: foxholes.clone(),
                    name: None,
                    owner: owner.clone(),
                    value: None,
                    letter: None,
                    facing: Vec::new(),
                    provenance: None,
                }));
                continue;
            };
            let die = self.ledger.d6("trench", party, RULE);
            let segments = part.of(die.into()) * times;
            self.tell(
                party,
                Number {
                    what: "segments of new trench".to_owned(),
                    dice: vec![die],
                    cell: Some(cell.clone()),
                    arithmetic: format!("{} × {times} = {segments}", part.of(die.into())),
                    value: segments.into(),
                    ..Number::default()
                },
            );
            let ahead = Direction::new(if party == Party::Attacker { 0 } else { 3 });
            for hex in open.iter().take(segments as usize).filter_map(|hex| grid.parse(hex)) {
                let side = grid.side_label(grid.side(hex, ahead));
                let kind = trench.clone();
                let item = Hexside { side, kind, name: None, provenance: None };
                if !self.bundle.map.hexsides.items.contains(&item) {
                    self.bundle.map.hexsides.items.push(item);
                }
            }
        }
        self.bundle.map.sort();
    }

    /// On-call barrages that were not used are kept and others added; airstrikes that were not
    /// used are lost, and there are new ones.
    fn regain(&mut self, brief: &Brief) {
        for party in Party::BOTH {
            let side = self.tables.id(party.role());
            if self.cell(Row::OnCall) == "yes" {
                let more = on_call(self.tables, brief, party, &mut self.ledger);
                let before = level_of(&self.bundle, "on-call-barrages", &side).unwrap_or(0);
                self.set_level("on-call-barrages", &side, before.saturating_add(more as i32));
                self.count(party, "on-call barrages regained", more);
            }
            if self.cell(Row::Airstrikes) == "yes" && brief.year > 1914 {
                let margin = level_of(&self.bundle, "air-margin", &side).unwrap_or(0);
                let strikes = airstrikes(self.tables, brief, party, margin, &mut self.ledger);
                self.set_level("airstrikes-left", &side, strikes as i32);
                self.count(party, "airstrikes regained", strikes);
            }
        }
    }

    fn set_level(&mut self, role: &str, side: &str, value: i32) {
        let ids = salient_rules::Roles::stated(role, &self.bundle).to_vec();
        let mut levels = self.bundle.scenario.levels.iter_mut();
        if let Some(level) = levels.find(|level| level.side == side && ids.contains(&level.id)) {
            level.value = value;
        }
    }

    /// Who comes waits in the schedule, at the edges.
    fn reinforcements(&mut self, brief: &Brief) {
        let come = reinforce::roll(self.tables, &mut self.ledger);
        for (party, kind) in reinforce::bring(&mut self.bundle, self.tables, brief, &come) {
            let what = if kind.is_sub_unit() { "sub-units that come" } else { "bases that come" };
            self.count(party, what, 1);
        }
    }
}

/// Damaged bases, or points of damage of a command base.
fn damage_of(placement: &Placement) -> u32 {
    let counts =
        placement.states.iter().filter_map(|state| state.strip_prefix(DAMAGED)?.strip_prefix('-'));
    counts.filter_map(|count| count.parse::<u32>().ok()).map(|count| count.min(99)).sum()
}

fn set_damage(placement: &mut Placement, damage: u32) {
    let is_damage =
        |state: &Id| state.strip_prefix(DAMAGED).is_some_and(|rest| rest.starts_with('-'));
    placement.states.retain(|state| !is_damage(state));
    if damage > 0 {
        placement.states.insert(0, format!("{DAMAGED}-{damage}"));
    }
}

/// Sub-units that may be reorganized together: which they are, and what is left of each.
type Group = Vec<(usize, Strength)>;
