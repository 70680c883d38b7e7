//! No rules: what the planner sees of a position, worked out once a decision: whom it might fire
//! at and what that is worth by column, what the enemy's fire costs hex by hex, and how far the
//! objectives are.

use std::cell::{Cell, OnceCell};

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::odds::{self, Target};
use super::weights::Weights;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{self, DISMOUNTED, DONE, FIRED_ONCE, NOBODY, SPOTTED, has, of, rating};
use crate::tables::FireTable;
use crate::tasks::Task;
use crate::units::Kind;
use crate::{direct_fire, missions};

/// What it costs to stand next to where shells of one's own will fall.
const OWN_SHELLS: i32 = 40;
/// Columns to the left of the table's first that are told apart.
const BEFORE: i32 = 12;
/// All columns that are told apart.
const COLUMNS: usize = 40;

/// What fire is worth by column, reckoned when it is first asked for.
struct Worths([Cell<i32>; COLUMNS]);

impl Worths {
    fn new() -> Self {
        Self([const { Cell::new(i32::MIN) }; COLUMNS])
    }

    /// What it is worth in a column, which `reckon` knows.
    fn of(&self, column: i32, reckon: impl FnOnce(i32) -> i32) -> i32 {
        let place = (column + BEFORE).clamp(0, COLUMNS as i32 - 1);
        let known = &self.0[place as usize];
        if known.get() == i32::MIN {
            known.set(reckon(place - BEFORE));
        }
        known.get()
    }
}

/// A hex of the enemy's.
pub struct Mark {
    pub hex: Hex,
    /// Who is there.
    pub units: Vec<Unit>,
    /// What can happen to each of them, with the columns for himself: against fire, and against
    /// shells.
    hit: Vec<(Target, [i32; 2])>,
    /// Fire at all of them, by column before any of them is looked at for himself.
    worth: Worths,
    /// Bombardment likewise.
    shelled: Worths,
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
    // What not every decision asks for is worked out when it is.
    danger: OnceCell<Danger>,
    pull: OnceCell<Vec<i32>>,
    company: [OnceCell<Vec<Presence>>; 2],
    /// By unit: how good it is to stay where it stands.
    pub standing: Vec<Cell<Option<i32>>>,
    /// By hex: the marks that are seen from it.
    seen: Vec<OnceCell<Box<[Seen]>>>,
}

/// By hex: what the enemy's fire would cost a company there, and one that comes there now.
struct Danger {
    threat: Vec<i32>,
    reaction: Vec<i32>,
}

/// A mark that is seen from a hex.
struct Seen {
    /// Its place among the marks.
    mark: usize,
    distance: i32,
    /// Whether it would be, had nobody there shown himself.
    plainly: bool,
}

impl<'a> Outlook<'a> {
    pub fn new(
        rules: &'a Rules,
        view: &'a Position<InfantryAttacks>,
        side: usize,
        weights: &'a Weights,
    ) -> Self {
        let mut targets = vec![Target::default(); rules.compiled.units.len()];
        for side in 0..2 {
            let there: Vec<Unit> = view.on_map(rules, side).collect();
            let mut leaders = there.clone();
            leaders.retain(|&unit| rules.piece(unit).kind.is_leader());
            for unit in there {
                targets[unit.index()] = Target::of(rules, view, weights, unit, &leaders);
            }
        }
        let mut outlook = Self {
            rules,
            view,
            side,
            weights,
            marks: Vec::new(),
            targets,
            danger: OnceCell::new(),
            pull: OnceCell::new(),
            company: [OnceCell::new(), OnceCell::new()],
            standing: vec![Cell::new(None); rules.compiled.units.len()],
            seen: std::iter::repeat_with(OnceCell::new).take(rules.compiled.map.len()).collect(),
        };
        outlook.marks = outlook.find_marks();
        outlook
    }

    /// By hex: what the enemy's fire would cost a company there.
    pub fn threat(&self) -> &[i32] {
        &self.danger().threat
    }

    /// By hex: what it would cost one that comes there now.
    pub fn reaction(&self) -> &[i32] {
        &self.danger().reaction
    }

    fn danger(&self) -> &Danger {
        self.danger.get_or_init(|| {
            let mut danger = self.find_threats();
            self.keep_clear(&mut danger.threat);
            danger
        })
    }

    /// By hex: how much it draws troops.
    pub fn pull(&self) -> &[i32] {
        self.pull.get_or_init(|| self.find_pull())
    }

    /// By hex: who is there, to a leader of cavalry or of others.
    pub fn company(&self, cavalry: bool) -> &[Presence] {
        self.company[usize::from(cavalry)].get_or_init(|| all_present(self, cavalry))
    }

    /// The marks that are seen from a hex, with how far they are.
    fn seen_from(&self, from: Hex) -> &[Seen] {
        self.seen[from.index()].get_or_init(|| {
            let grid = self.rules.compiled.map.grid();
            let seen = self.marks.iter().enumerate().filter_map(|(place, mark)| {
                let plainly = self.sees(from, mark.hex, false);
                let distance = grid.distance(from, mark.hex) as i32;
                let seen =
                    distance > 0 && (plainly || mark.shown && self.sees(from, mark.hex, true));
                seen.then_some(Seen { mark: place, distance, plainly })
            });
            seen.collect()
        })
    }

    /// The marks within a range that are seen from a hex, with how far they are; or only those that
    /// would be had nobody shown himself.
    pub fn in_sight(
        &self,
        from: Hex,
        range: i32,
        plainly: bool,
    ) -> impl Iterator<Item = (&Mark, i32)> + '_ {
        let seen = self.seen_from(from).iter();
        let seen = seen.filter(move |it| it.distance <= range && (it.plainly || !plainly));
        seen.map(|it| (&self.marks[it.mark], it.distance))
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
            let hit = units.iter().map(|&unit| {
                let own = direct_fire::own_shift(rules, view, unit);
                let works = direct_fire::works_shift(rules, view, unit);
                (self.targets[unit.index()], [own, works])
            });
            let hit = hit.collect();
            let shift = i32::from(rules.fire_shift[hex.index()]) + companies;
            let shown = units.iter().any(|&unit| has(view, unit, SPOTTED));
            let (worth, shelled) = (Worths::new(), Worths::new());
            Mark { hex, units, hit, worth, shelled, shift, shown }
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
            () if rules.limiting[to.index()] || state::has_smoke(self.view, to) => {
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
        let table = &self.rules.direct_fire;
        let column = table.column(strength, 0) as i32 + mark.shift + self.far(distance);
        mark.worth.of(column, |column| self.hit(mark, table, column, 0))
    }

    /// What shells at a mark are worth.
    pub fn shells(&self, mark: &Mark, strength: i32, open_sights: bool) -> i32 {
        let sights = if open_sights { self.rules.numbers.open_sights_modifier } else { 0 };
        let table = &self.rules.bombardment;
        let column = table.column(strength, 0) as i32 + mark.shift + sights;
        mark.shelled.of(column, |column| self.hit(mark, table, column, 1))
    }

    /// What a fire at all in a mark is worth in a column, shifted for each by one of his columns.
    fn hit(&self, mark: &Mark, table: &FireTable, column: i32, own: usize) -> i32 {
        let hit: Vec<(Target, usize)> = mark
            .hit
            .iter()
            .map(|(target, shifts)| (*target, table.column(0, column + shifts[own])))
            .collect();
        odds::fire(self.rules, table, &hit)
    }

    /// The mark in a hex.
    pub fn mark(&self, hex: Hex) -> Option<&Mark> {
        self.marks.binary_search_by_key(&hex, |mark| mark.hex).ok().map(|at| &self.marks[at])
    }

    /// The best that a unit with such a fire could do from a hex.
    pub fn potential(&self, from: Hex, strength: i32, range: i32) -> i32 {
        let reached = self.in_sight(from, range, false);
        reached.map(|(mark, far)| self.at_mark(mark, strength, far)).max().unwrap_or(0)
    }

    /// A company of a side in good order, such as it has.
    fn typical(&self) -> Target {
        let own = self.view.on_map(self.rules, self.side);
        let companies = own.filter(|&unit| self.rules.piece(unit).company);
        let full = companies.map(|unit| self.targets[unit.index()]).max_by_key(|it| it.step);
        let full = full.unwrap_or_default();
        Target { disrupted: false, demoralized: false, ..full }
    }

    fn find_threats(&self) -> Danger {
        let (rules, view) = (self.rules, self.view);
        let numbers = &rules.numbers;
        let grid = rules.compiled.map.grid();
        let company = self.typical();
        // By column, what fire costs a company.
        let costs = Worths::new();
        let cost_in = |column: i32| {
            costs.of(column, |column| {
                let column = rules.direct_fire.column(0, column);
                odds::fire(rules, &rules.direct_fire, &[(company, column)])
            })
        };
        let mut threat = vec![0; rules.compiled.map.len()];
        let mut reaction = threat.clone();
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
                    + self.far(distance);
                let cost = |strength: i32, more: i32| match strength {
                    0 => 0,
                    _ => cost_in(rules.direct_fire.column(strength, 0) as i32 + shift + more),
                };
                threat[hex.index()] += cost(sum(false), 0);
                reaction[hex.index()] += cost(sum(true), numbers.opportunity_modifier);
            }
        }
        Danger { threat, reaction }
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
            for (pull, far) in pull.iter_mut().zip(rules.marches.from(rules, goal)) {
                if let Some(far) = far {
                    *pull = (*pull).max(draws - self.weights.pull * i32::from(*far));
                }
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

/// What some in a hex and next to it are to a leader there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Presence {
    /// How many are in the hex, a company counted twice.
    pub here: i32,
    pub worth: i32,
}

/// What one is to a leader of cavalry, or of others, so far away.
pub fn presence(outlook: &Outlook<'_>, unit: Unit, cavalry: bool, far: u32) -> Presence {
    let (weights, piece) = (outlook.weights, outlook.rules.piece(unit));
    if piece.kind.is_leader() {
        // Leaders do not crowd.
        return Presence { here: 0, worth: if far == 0 { -weights.near } else { 0 } };
    }
    if !piece.kind.is_combat() || piece.kind.is_cavalry() != cavalry {
        return Presence::default();
    }
    let share = if piece.company { 2 } else { 1 };
    match far {
        0 => Presence { here: share, worth: weights.led * share / 2 },
        1 => Presence { here: 0, worth: weights.near * share / 2 },
        _ => Presence::default(),
    }
}

/// By hex, what all of a side are to its leaders of cavalry, or of others.
pub fn all_present(outlook: &Outlook<'_>, cavalry: bool) -> Vec<Presence> {
    let (rules, view) = (outlook.rules, outlook.view);
    let map = &rules.compiled.map;
    let mut all = vec![Presence::default(); map.len()];
    for unit in view.on_map(rules, outlook.side) {
        let Some(hex) = view.hex(unit) else { continue };
        let near = map.neighbours(hex).map(|(_, near)| (near, 1));
        for (at, far) in near.chain([(hex, 0)]) {
            let own = presence(outlook, unit, cavalry, far);
            all[at.index()].here += own.here;
            all[at.index()].worth += own.worth;
        }
    }
    all
}

/// A number printed on the side of a unit's steps, whether or not it is limbered.
pub fn printed(outlook: &Outlook<'_>, unit: Unit, of: usize) -> i32 {
    let rules = outlook.rules;
    let face = usize::from(outlook.view.state(unit).face);
    let numbers = rules.compiled.unit(unit).faces.get(face);
    numbers.and_then(|it| it.get(rules.ratings[of])).copied().unwrap_or(0)
}
