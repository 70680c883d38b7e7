//! No rules: what the planner sees of a position, worked out once a decision: whom it might fire
//! at and what that is worth by column, what the enemy's fire costs hex by hex, and how far the
//! objectives are.

use std::cell::{Cell, OnceCell, RefCell};

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::odds::{self, Target};
use super::ways::FAR;
use super::weights::Weights;
use crate::game::InfantryAttacks;
use crate::missions::Task;
use crate::rules::Rules;
use crate::stacking::barred_to;
use crate::state::{DISMOUNTED, DONE, FIRED_ONCE, NOBODY, SPOTTED, has, of, rating};
use crate::tables::FireTable;
use crate::units::Kind;
use crate::{direct_fire, missions, smoke};

/// What it costs to stand next to where shells of one's own will fall.
const OWN_SHELLS: i32 = 40;
/// Columns to the left of the table's first that are told apart.
const BEFORE: i32 = 12;
/// All columns that are told apart.
const COLUMNS: usize = 40;

/// Not worked out yet.
const UNKNOWN: i32 = i32::MIN;

/// A hex of the enemy's.
pub struct Mark {
    pub hex: Hex,
    /// Who is there.
    pub units: Vec<Unit>,
    /// Fire at all of them, by column before any of them is looked at for himself; worked out
    /// when it is first asked for.
    worth: [Cell<i32>; COLUMNS],
    /// Bombardment likewise.
    shelled: [Cell<i32>; COLUMNS],
    /// Columns for the hex and the companies in it.
    shift: i32,
    /// Whether one has shown himself.
    shown: bool,
}

/// What a side makes of a position.
pub struct Outlook<'a> {
    pub rules: &'a Rules,
    pub view: &'a Position<InfantryAttacks>,
    pub side: usize,
    pub weights: &'a Weights,
    /// The enemy by hex.
    pub marks: Vec<Mark>,
    /// What can happen to each unit on the map.
    pub targets: Vec<Target>,
    /// By hex: the enemy's fire, and how much it draws troops. Whom a decision asks for neither
    /// pays for neither.
    threats: OnceCell<Threats>,
    pull: OnceCell<Vec<i32>>,
    /// By unit: how good it is to stand where it does, as far as that is known.
    pub standing: Vec<Cell<Option<i32>>>,
    /// The same by hex, for the unit that was asked about last.
    pub last: RefCell<(Option<Unit>, Vec<Option<i32>>)>,
}

/// What the enemy's fire does, by hex.
struct Threats {
    /// What it would cost a company there.
    threat: Vec<i32>,
    /// What it would cost one that comes there now.
    reaction: Vec<i32>,
}

impl<'a> Outlook<'a> {
    pub fn new(
        rules: &'a Rules,
        view: &'a Position<InfantryAttacks>,
        side: usize,
        weights: &'a Weights,
    ) -> Self {
        let mut targets = vec![Target::default(); rules.compiled.units.len()];
        for unit in rules.compiled.all_units().filter(|&unit| view.hex(unit).is_some()) {
            targets[unit.index()] = Target::of(rules, view, weights, unit);
        }
        let mut outlook = Self {
            rules,
            view,
            side,
            weights,
            marks: Vec::new(),
            targets,
            threats: OnceCell::new(),
            pull: OnceCell::new(),
            standing: vec![Cell::new(None); rules.compiled.units.len()],
            last: RefCell::default(),
        };
        outlook.marks = outlook.find_marks();
        outlook
    }

    fn threats(&self) -> &Threats {
        self.threats.get_or_init(|| {
            let mut threats = self.find_threats();
            self.keep_clear(&mut threats.threat);
            threats
        })
    }

    /// What the enemy's fire would cost a company in a hex.
    pub fn threat(&self, hex: Hex) -> i32 {
        self.threats().threat[hex.index()]
    }

    /// What it would cost one that comes there now.
    pub fn reaction(&self, hex: Hex) -> i32 {
        self.threats().reaction[hex.index()]
    }

    /// How much a hex draws troops.
    pub fn pull(&self, hex: Hex) -> i32 {
        self.pull.get_or_init(|| self.find_pull())[hex.index()]
    }

    fn find_marks(&self) -> Vec<Mark> {
        let (rules, view) = (self.rules, self.view);
        let mut hexes: Vec<Hex> =
            view.on_map(rules, 1 - self.side).filter_map(|unit| view.state(unit).hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let mark = |hex: Hex| {
            let there = view.stack(hex).filter(|&unit| rules.side_of(unit) != self.side);
            let units: Vec<Unit> = there.collect();
            let companies = direct_fire::companies_shift(rules, view, 1 - self.side, hex);
            let shift = i32::from(rules.fire_shift[hex.index()]) + companies;
            let shown = units.iter().any(|&unit| has(view, unit, SPOTTED));
            let unknown = || std::array::from_fn(|_| Cell::new(UNKNOWN));
            Mark { hex, units, worth: unknown(), shelled: unknown(), shift, shown }
        };
        hexes.into_iter().map(mark).collect()
    }

    /// Whether somebody in a hex is seen from another, as far as the ground and the light go.
    pub fn sees(&self, from: Hex, to: Hex, shown: bool) -> bool {
        let (rules, numbers) = (self.rules, &self.rules.numbers);
        let map = &rules.compiled.map;
        let distance = map.grid().distance(from, to) as i32;
        if distance <= 1 {
            return true;
        }
        let range = if rules.is_night(self.view) {
            numbers.spotting_night
        } else {
            let above = (rules.sights.height(from) - rules.sights.height(to)).max(0);
            numbers.spotting_range + above * numbers.spotting_per_level
        };
        let range = match () {
            () if shown => range,
            () if rules.swamp[to.index()] => range.min(numbers.spotting_swamp),
            () if rules.limiting[to.index()] || smoke::is_in(self.view, to) => {
                range.min(numbers.spotting_limiting)
            }
            () => range,
        };
        distance <= range && rules.sights.clear_of(map, from, to, &self.view.own.smoke)
    }

    /// Columns for how far a fire goes, and for the dark (IA 7.5).
    fn far(&self, distance: i32) -> i32 {
        let numbers = &self.rules.numbers;
        (if distance >= numbers.range_far { numbers.range_modifier } else { 0 })
            + if self.rules.is_night(self.view) { numbers.night_modifier } else { 0 }
    }

    /// What a strength fired at a mark is worth from some distance.
    pub fn at_mark(&self, mark: &Mark, strength: i32, distance: i32) -> i32 {
        if strength <= 0 {
            return 0;
        }
        let column = self.rules.direct_fire.column(strength, 0) as i32;
        let place = column + mark.shift + self.far(distance);
        self.known(&mark.worth, place, |column| {
            self.hit(mark, &self.rules.direct_fire, column, direct_fire::own_shift)
        })
    }

    /// What is known of a column, worked out once.
    fn known(&self, cells: &[Cell<i32>; COLUMNS], place: i32, of: impl Fn(i32) -> i32) -> i32 {
        let place = (place + BEFORE).clamp(0, COLUMNS as i32 - 1);
        let cell = &cells[place as usize];
        if cell.get() == UNKNOWN {
            cell.set(of(place - BEFORE));
        }
        cell.get()
    }

    /// What it is worth to hit all of a mark in a column, shifted for each of them.
    fn hit(
        &self,
        mark: &Mark,
        table: &FireTable,
        column: i32,
        shift: fn(&Rules, &Position<InfantryAttacks>, Unit) -> i32,
    ) -> i32 {
        let column = |unit: Unit| table.column(0, column + shift(self.rules, self.view, unit));
        let hit = mark.units.iter().map(|&unit| (self.targets[unit.index()], column(unit)));
        odds::fire(self.rules, table, &hit.collect::<Vec<_>>())
    }

    /// What shells at a mark are worth.
    pub fn shells(&self, mark: &Mark, strength: i32, open_sights: bool) -> i32 {
        let sights = if open_sights { self.rules.numbers.open_sights_modifier } else { 0 };
        let place = self.rules.bombardment.column(strength, 0) as i32 + mark.shift + sights;
        self.known(&mark.shelled, place, |column| {
            self.hit(mark, &self.rules.bombardment, column, direct_fire::works_shift)
        })
    }

    /// The mark in a hex.
    pub fn mark(&self, hex: Hex) -> Option<&Mark> {
        self.marks.binary_search_by_key(&hex, |mark| mark.hex).ok().map(|at| &self.marks[at])
    }

    /// The best that a unit with such a fire could do from a hex.
    pub fn potential(&self, from: Hex, strength: i32, range: i32) -> i32 {
        let grid = self.rules.compiled.map.grid();
        let reached = self.marks.iter().filter_map(|mark| {
            let distance = grid.distance(from, mark.hex) as i32;
            let sees = distance > 0 && distance <= range && self.sees(from, mark.hex, mark.shown);
            sees.then(|| self.at_mark(mark, strength, distance))
        });
        reached.max().unwrap_or(0)
    }

    /// A company of a side in good order, such as it has.
    fn company(&self) -> Target {
        let own = self.view.on_map(self.rules, self.side);
        let companies = own.filter(|&unit| self.rules.piece(unit).company);
        let full = companies.map(|unit| self.targets[unit.index()]).max_by_key(|it| it.step);
        let full = full.unwrap_or_default();
        Target { disrupted: false, demoralized: false, ..full }
    }

    fn find_threats(&self) -> Threats {
        let (rules, view) = (self.rules, self.view);
        let numbers = &rules.numbers;
        let grid = rules.compiled.map.grid();
        let company = self.company();
        // By column, what fire costs a company.
        let costs: Vec<i32> = (0..COLUMNS as i32)
            .map(|place| {
                let column = rules.direct_fire.column(0, place - BEFORE);
                odds::fire(rules, &rules.direct_fire, &[(company, column)])
            })
            .collect();
        let nothing = vec![0; rules.compiled.map.len()];
        let (mut threat, mut reaction) = (nothing.clone(), nothing);
        for mark in &self.marks {
            if barred_to(rules, view, 1 - self.side, mark.hex) {
                continue;
            }
            let fire: Vec<(i32, i32, bool)> = mark
                .units
                .iter()
                .filter(|&&unit| direct_fire::can_fire(rules, view, unit))
                .map(|&unit| {
                    let kind = rules.piece(unit).kind;
                    let ready = !has(view, unit, DONE)
                        && (!has(view, unit, FIRED_ONCE) || kind == Kind::MachineGun)
                        && (kind != Kind::Cavalry || has(view, unit, DISMOUNTED));
                    let strength = direct_fire::strength(rules, view, unit);
                    (strength, rating(rules, view, unit, of::RANGE), ready)
                })
                .collect();
            let Some(most) = fire.iter().map(|(_, range, _)| *range).max() else { continue };
            for hex in grid.within(mark.hex, most.max(0) as u32) {
                let distance = grid.distance(mark.hex, hex) as i32;
                if distance == 0 || !self.sees(mark.hex, hex, false) {
                    continue;
                }
                let sum = |ready_only: bool| -> i32 {
                    let reach = fire
                        .iter()
                        .filter(|(_, range, ready)| *range >= distance && (*ready || !ready_only));
                    reach.map(|(strength, ..)| strength).sum()
                };
                let shift = i32::from(rules.fire_shift[hex.index()])
                    + numbers.company_modifier
                    + self.far(distance)
                    + BEFORE;
                let cost = |strength: i32, more: i32| match strength {
                    0 => 0,
                    _ => {
                        let column = rules.direct_fire.column(strength, 0) as i32 + shift + more;
                        costs[column.clamp(0, COLUMNS as i32 - 1) as usize]
                    }
                };
                threat[hex.index()] += cost(sum(false), 0);
                reaction[hex.index()] += cost(sum(true), numbers.opportunity_modifier);
            }
        }
        Threats { threat, reaction }
    }

    /// Where one's own shells fall in the next turn is no place to be, nor next to it (IA 9.8).
    fn keep_clear(&self, threat: &mut [i32]) {
        let (rules, view) = (self.rules, self.view);
        let Some(plan) = view.own.plans.truth(self.side) else { return };
        let next = view.turn_place + 1;
        for unit in rules.compiled.all_units() {
            let Some(Task::Planned(shots)) = plan.task(unit) else { continue };
            for shot in shots.iter().filter(|shot| shot.turn == next && !shot.smoke) {
                threat[shot.hex.index()] += 4 * OWN_SHELLS;
                for (_, near) in rules.compiled.map.neighbours(shot.hex) {
                    threat[near.index()] += OWN_SHELLS;
                }
            }
        }
    }

    /// Whether a side controls a hex.
    pub fn is_own(&self, hex: Hex) -> bool {
        let holder = self.view.own.control[hex.index()];
        holder != NOBODY && usize::from(holder) == self.side
    }

    /// How many hexes' worth of movement each hex is from objectives that are to be taken, and
    /// from those that are to be held.
    fn find_pull(&self) -> Vec<i32> {
        let rules = self.rules;
        let map = &rules.compiled.map;
        let mut pull = vec![i32::MIN; map.len()];
        let goals = rules.objectives.iter().map(|&goal| match self.is_own(goal) {
            true => (goal, self.weights.goal / 3),
            false => (goal, self.weights.goal),
        });
        // Where leaving the map scores the edge draws as much as a hex that is to be taken does.
        let leaves =
            |hex: &Hex| rules.exit_points > 0 && rules.exits[hex.index()] >> self.side & 1 == 1;
        let exits = map.grid().hexes().filter(leaves).map(|hex| (hex, self.weights.goal));
        for (goal, draws) in goals.chain(exits) {
            let far = rules.on_foot.to(rules, goal);
            for (here, &far) in pull.iter_mut().zip(far).filter(|(_, far)| **far != FAR) {
                *here = (*here).max(draws - self.weights.pull * i32::from(far));
            }
        }
        pull.into_iter().map(|it| if it == i32::MIN { -1000 } else { it }).collect()
    }

    /// What a unit fires with, in its segment.
    pub fn strength(&self, unit: Unit) -> i32 {
        direct_fire::strength(self.rules, self.view, unit)
    }

    /// Whether it is a gun or a mortar.
    pub fn is_gun(&self, unit: Unit) -> bool {
        missions::is_gun(self.rules, unit)
    }

    /// Whether the enemy has passed, and nobody need be waited for.
    pub fn enemy_has_passed(&self) -> bool {
        self.view.own.passed >> (1 - self.side) & 1 == 1
    }
}
