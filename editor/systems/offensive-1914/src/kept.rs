//! No rules: a position as a scenario of its own, with all that the rules know of it.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::keep::Keeping;
use salient_rules::play::{Formation, Frame, Position, Site, Unit};

use crate::case_start::{CaseAttack, CaseBase, CaseBoundary, CaseStart, CaseWait, Midst};
use crate::marks::{BLOWN, DEMOLISHED, EFFECTIVENESS, POSITION};
use crate::opening::Wait;
use crate::rules::{Offensive, Rules};
use crate::start::{BASES, CLEARINGS, FLAGS, INUNDATIONS, PLANS};
use crate::state::{
    Base, Boundary, CLEARED, Clearing, ENTRAINED, INACTIVE, Inundation, State, Task,
};
use crate::{control, marks, rails, stacking, victory};

/// Writes what of a position the places of the units do not tell.
pub fn keep(rules: &Rules, position: &Position<Offensive>, keeping: &mut Keeping<'_>) {
    if !position.begun {
        return;
    }
    let kept = Kept { rules, position };
    // What zones say of control need not be said again.
    let zones = kept.zones();
    let now = &position.own.control;
    let other = |hex: &Hex| zones[hex.index()] != now[hex.index()];
    let hexes = || rules.map().grid().hexes().filter(other);
    let held = hexes().filter_map(|hex| Some((control::of(position, hex)?, hex)));
    keeping.hold(&rules.compiled, held);
    let nobody: Vec<Hex> = hexes().filter(|&hex| control::of(position, hex).is_none()).collect();
    let midst = kept.midst();
    let waits = midst.as_ref().map_or(0, |midst| midst.waits.len());
    let cut = position.frames().len() - waits;
    if waits == 0 {
        keeping.not_kept("step of the sequence of play that is under way: it begins anew", cut > 0);
    } else {
        keeping.not_kept("move, combat or retreat that is under way", cut > 0);
    }
    let own = CaseStart { nobody: kept.labels(&nobody), midst, ..kept.start() };
    keeping.set_system(&own);
}

/// A position that is kept.
struct Kept<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
}

impl Kept<'_> {
    fn own(&self) -> &State {
        &self.position.own
    }

    fn name(&self, unit: Unit) -> String {
        self.rules.unit(unit).name.clone()
    }

    fn names(&self, units: &[Unit]) -> Vec<String> {
        units.iter().map(|&unit| self.name(unit)).collect()
    }

    fn label(&self, hex: Hex) -> String {
        self.rules.label(hex).to_owned()
    }

    fn labels(&self, hexes: &[Hex]) -> Vec<String> {
        hexes.iter().map(|&hex| self.label(hex)).collect()
    }

    fn side(&self, side: usize) -> String {
        self.rules.sides[side].clone()
    }

    fn formation(&self, formation: Formation) -> String {
        self.rules.compiled.formation(formation).id.clone()
    }

    /// Something of units, by their names.
    fn by_unit<T>(&self, of: impl Fn(Unit) -> Option<T>) -> BTreeMap<String, T> {
        let all = self.rules.all_units();
        all.filter_map(|unit| Some((self.name(unit), of(unit)?))).collect()
    }

    /// A number of units, as far as it is not 0.
    fn numbers(&self, of: &[u8]) -> BTreeMap<String, u8> {
        self.by_unit(|unit| of.get(unit.index()).copied().filter(|number| *number != 0))
    }

    /// Something of formations, by their ids.
    fn by_formation<T>(&self, of: impl Fn(Formation) -> Option<T>) -> BTreeMap<String, T> {
        let all = (0..self.rules.bodies.len()).map(|place| Formation(place as u16));
        all.filter_map(|formation| Some((self.formation(formation), of(formation)?))).collect()
    }

    /// Who controls which hex at the beginning, as zones say.
    fn zones(&self) -> Vec<u8> {
        let mut control = State::new(self.rules).control;
        for &(side, hex) in &self.rules.controlled {
            control[hex.index()] = side as u8;
        }
        control
    }

    /// All but what is under way.
    fn start(&self) -> CaseStart {
        let Self { rules, position } = *self;
        // Every field by its name: one more must be kept, too.
        let State {
            spent: _,
            reaction,
            tasks,
            control: _,
            rails: _,
            lines_first,
            areas: _,
            moving: _,
            attacks: _,
            attacked: _,
            plans,
            points,
            awarded,
            quota,
            replacements,
            steps_lost,
            provided,
            returning,
            markers,
            boundaries,
            passed,
            replaced,
            began: _,
            began_beside: _,
            entered: _,
            entered_beside: _,
            dug: _,
            step: _,
            turned: _,
            ruins,
            fired,
            assigned,
            bases,
            naval_support,
            inundation,
            voyages,
            embarked,
            sent_east,
            trucks,
            turned_markers,
            once_german,
            nord,
            choked,
            bottlenecks,
            rail_points,
            destinations,
            platforms: _,
            shortages,
        } = self.own();
        let task = |wanted: Task| {
            self.by_unit(|unit| match tasks[unit.index()] {
                Some((task, points)) if task == wanted => Some(points),
                _ => None,
            })
        };
        let flags = |unit: Unit| {
            let flags = position.state(unit).flags;
            let set = FLAGS.iter().filter(|(_, bit)| flags & bit != 0);
            let set: Vec<String> = set.map(|(name, _)| (*name).to_owned()).collect();
            (!set.is_empty()).then_some(set)
        };
        let of_hexes = |kind: u8| {
            position.marks_of(kind).iter().filter_map(|mark| match mark.site {
                Site::Hex(hex) => Some((self.label(hex), mark.value as u8)),
                _ => None,
            })
        };
        let grid = rules.map().grid();
        let blown = position.marks_of(BLOWN).iter().filter_map(|mark| match mark.site {
            Site::Hexside(hex, way) => Some(grid.side_label(grid.side(hex, way))),
            _ => None,
        });
        let demolished = position.marks_of(DEMOLISHED).iter().filter_map(|mark| match mark.site {
            Site::Hexside(hex, way) => {
                Some((grid.side_label(grid.side(hex, way)), mark.value as u8))
            }
            _ => None,
        });
        let cleared = grid.hexes().filter(|hex| self.own().rails[hex.index()] & CLEARED != 0);
        let used = rules.net.bottlenecks.iter().zip(bottlenecks).filter(|(_, used)| **used != 0);
        let used = used.map(|(it, used)| (self.label(it.hex), *used));
        let by_side = |of: &[u8; 2]| {
            let all = of.iter().zip(0..).filter(|(own, _)| **own != 0);
            all.map(|(own, side)| (self.side(side), *own)).collect::<Vec<_>>().into_iter()
        };
        let formation_of = |unit: Unit| {
            let level = position.level(EFFECTIVENESS, Site::Formation(rules.piece(unit).own?));
            (level != 0).then_some(level as u8)
        };
        let parents = position.subordinated().filter_map(|formation| {
            let parent = self.formation(position.parent(formation)?);
            Some((self.formation(formation), parent))
        });
        let nations = rules.schedule.nations.iter().zip(replacements);
        let [cut, open] = self.railways();
        let unit_flags = |flag: u32| {
            let all = rules.all_units();
            let marked = all.filter(|&unit| position.state(unit).flags & flag != 0);
            self.names(&marked.collect::<Vec<_>>())
        };
        let entrained = rules.all_units();
        let entrained = entrained.filter(|&it| position.state(it).presence == ENTRAINED);
        CaseStart {
            whole: true,
            status: self.by_unit(formation_of),
            prepared: self.by_unit(|unit| Some(self.label(marks::prepared(position, unit)?))),
            positions: of_hexes(POSITION).collect(),
            cut,
            open,
            reaction: self.numbers(reaction),
            recovering: task(Task::Recovery),
            entrenching: task(Task::Position),
            entrenching_beside: task(Task::PositionBeside),
            provided: self.numbers(provided),
            markers: self.numbers(markers),
            inactive: unit_flags(INACTIVE),
            flags: self.by_unit(flags),
            quota: quota.iter().zip(0..).map(|(own, side)| (self.side(side), *own)).collect(),
            plans: self.by_formation(|army| {
                let own = plans[usize::from(army.0)];
                rules.schedule.plan(army)?;
                let named = PLANS.iter().find(|(_, state)| *state == own)?;
                Some(named.0.to_owned())
            }),
            points: points.iter().zip(0..).map(|(own, side)| (self.side(side), *own)).collect(),
            captured: victory::CAPTURED
                .iter()
                .filter(|(_, bit)| awarded & bit != 0)
                .map(|(name, _)| (*name).to_owned())
                .collect(),
            boundaries: boundaries.iter().flatten().map(|line| self.boundary(line)).collect(),
            lines_first: lines_first.iter().map(|&army| self.formation(army)).collect(),
            attached: parents.collect(),
            replacements: nations
                .filter(|(_, stored)| **stored != 0)
                .map(|(nation, stored)| (nation.clone(), *stored))
                .collect(),
            replaced: self.by_formation(|army| {
                let taken = replaced.get(usize::from(army.0)).copied();
                taken.filter(|taken| *taken != 0)
            }),
            blown: blown.collect(),
            demolished: demolished.collect(),
            once_german: self.labels(once_german),
            nord: nord.iter().filter_map(|own| self.clearing(*own)).collect(),
            cleared: self.labels(&cleared.collect::<Vec<_>>()),
            choked: *choked,
            bottlenecks: used.collect(),
            rail_points: by_side(rail_points).collect(),
            shortages: self.by_unit(|unit| shortages[unit.index()]),
            secondary: self.by_unit(|unit| {
                let army = position.state(unit).attached?;
                rules.piece(unit).secondary.then(|| self.formation(army))
            }),
            destinations: self.by_unit(|unit| Some(self.label(destinations[unit.index()]?))),
            entraining: task(Task::Entrain),
            detraining: task(Task::Detrain),
            passed: self.labels(passed),
            returning: returning.iter().map(|(turn, unit)| (self.name(*unit), *turn)).collect(),
            entrained: self.names(&entrained.collect::<Vec<_>>()),
            steps_lost: self.numbers(steps_lost),
            ruins: self.by_unit(|unit| Some(self.label(ruins[unit.index()]?))),
            reserve: assigned.iter().map(|(one, hq)| (self.name(*one), self.name(*hq))).collect(),
            bombarded: *fired,
            fire: rules
                .all_units()
                .filter(|&unit| marks::plans_fire(position, unit))
                .map(|unit| self.name(unit))
                .collect(),
            overstacked: self.overstacked(),
            bases: BASES
                .iter()
                .zip(bases)
                .filter(|(_, base)| **base != Base::default())
                .map(|(name, base)| {
                    let Base { stage, until, threatened, port } = *base;
                    let port = port.map(|hex| self.label(hex));
                    ((*name).to_owned(), CaseBase { stage, until, threatened, port })
                })
                .collect(),
            naval_support: *naval_support,
            inundation: INUNDATIONS
                .iter()
                .find(|(_, it)| it == inundation)
                .map(|(name, _)| (*name).to_owned())
                .filter(|_| *inundation != Inundation::Untried),
            voyages: voyages
                .iter()
                .map(|&(unit, port)| {
                    (self.name(unit), port.map(|hex| self.label(hex)).unwrap_or_default())
                })
                .collect(),
            embarked: *embarked,
            sent_east: self.names(sent_east),
            trucks: self.numbers(trucks),
            turned_markers: turned_markers.iter().map(|&own| self.formation(own)).collect(),
            ..CaseStart::default()
        }
    }

    fn clearing(&self, clearing: Clearing) -> Option<String> {
        let named = CLEARINGS.iter().find(|(_, own)| *own == clearing)?;
        Some(named.0.to_owned())
    }

    fn boundary(&self, line: &Boundary) -> CaseBoundary {
        CaseBoundary {
            armies: [line.near, line.far].map(|army| self.formation(army)),
            hexes: line.legs().map(|leg| self.label(leg.hex)).collect(),
            ways: line.legs().map(|leg| leg.way).collect(),
        }
    }

    /// By side: hexes whose railways are not operational though by control they were, and those that
    /// still are.
    fn railways(&self) -> [BTreeMap<String, Vec<String>>; 2] {
        let rules = self.rules;
        let mut plain = self.position.clone();
        plain.own.rails.fill(0);
        for side in [rules.allied, rules.german] {
            rails::at_start(rules, &mut plain, side);
        }
        let pairs =
            || rules.map().grid().hexes().zip(plain.own.rails.iter().zip(&self.own().rails));
        let other = |had: bool| {
            let of_side = |side: usize| {
                let is = |sides: u8| sides >> side & 1 == 1;
                let differs =
                    |(_, (plain, now)): &(Hex, (&u8, &u8))| is(**plain) == had && is(**now) != had;
                let hexes: Vec<Hex> = pairs().filter(differs).map(|(hex, _)| hex).collect();
                (self.side(side), self.labels(&hexes))
            };
            (0..rules.sides.len()).map(of_side).collect()
        };
        [other(true), other(false)]
    }

    /// Hexes that hold more than may stack for now.
    fn overstacked(&self) -> Vec<String> {
        let Self { rules, position } = *self;
        let over = |hex: &Hex| {
            let size = |side| stacking::size(rules, position, side, *hex);
            (0..rules.sides.len()).any(|side| size(side) > rules.numbers.stacking_limit)
        };
        self.labels(&rules.map().grid().hexes().filter(over).collect::<Vec<_>>())
    }

    /// The step of the sequence of play that is under way, as far as it can be told: what is asked
    /// or done in the midst of something else carries much along.
    fn midst(&self) -> Option<Midst> {
        let Self { rules, position } = *self;
        let waits: Vec<CaseWait> =
            position.frames().iter().map_while(|frame| self.wait(frame)).collect();
        if waits.is_empty() {
            return None;
        }
        let own = self.own();
        Some(Midst {
            phase: position.phase_id(rules).to_owned(),
            waits,
            spent: self.numbers(&own.spent),
            began: self.by_unit(|unit| {
                let (began, now) = (own.began[unit.index()], position.hex(unit));
                let label = |hex| self.label(hex);
                (began != now).then(|| began.map(label).unwrap_or_default())
            }),
            began_beside: self.by_unit(|unit| {
                let began = own.began_beside[unit.index()];
                let label = |hex| self.label(hex);
                let is_as_now = began == position.state(unit).other;
                (!is_as_now).then(|| began.map(label).unwrap_or_default())
            }),
            moving: self.names(&own.moving),
            entered: own.entered.map(|hex| self.label(hex)),
            entered_beside: own.entered_beside.map(|hex| self.label(hex)),
            price: own.step,
            dug: self.labels(&own.dug),
            platforms: self.labels(&own.platforms),
            turned: own
                .turned
                .iter()
                .map(|(hex, before)| {
                    let side = control::side_of(*before).map(|side| self.side(side));
                    [self.label(*hex), side.unwrap_or_default()]
                })
                .collect(),
            attacks: own
                .attacks
                .iter()
                .map(|attack| CaseAttack {
                    hex: self.label(attack.hex),
                    units: self.names(&attack.units),
                })
                .collect(),
            attacked: self.labels(&own.attacked),
        })
    }

    /// Something that waits by its name, if it carries nothing along.
    fn wait(&self, frame: &Frame<Offensive>) -> Option<CaseWait> {
        let sides = match frame {
            Frame::Ask(ask) => ask.side()?..ask.side()? + 1,
            Frame::Run(_) => 0..self.rules.sides.len(),
            Frame::Walk(_) | Frame::Begin => return None,
        };
        let is = |what: &str, side: usize, first: bool| match (Wait::of(what, side, first), frame) {
            (Some(Wait::Ask(what)), Frame::Ask(ask)) => what == ask.what,
            (Some(Wait::Run(step)), Frame::Run(own)) => step == *own,
            _ => false,
        };
        let mut all = sides.flat_map(|side| [(side, false), (side, true)]);
        all.find_map(|(side, first)| {
            let what = Wait::NAMES.iter().find(|what| is(what, side, first))?;
            Some(CaseWait { what: (*what).to_owned(), side: self.side(side), first })
        })
    }
}
