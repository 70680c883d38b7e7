//! Marks and levels of a system's own: what lies on the map besides units, and what is so of units,
//! formations and sides, in steps or at all. A system says which there are
//! ([`Stepwise::MARKS`]); the kernel keeps them in the position, tells the log and shows them.

use std::collections::BTreeMap;

use salient_hex::path::Reach;
use salient_hex::{Direction, Hex, HexGrid};
use salient_schema::event::{EventKind, MarkerChange};

use super::{Compiled, Formation, PlayContext, Position, Stepwise, Unit, View};
use crate::action::{Action, Violation};
use crate::model::{
    Bounds, Directed, Marker, MarkerLook, Modifier, PointsLeft, Question, Spending, StatesOf,
    SupplyView, UnderFire,
};
use crate::questions::Questions;

/// A kind of mark, by its place in [`Stepwise::MARKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkDef {
    /// As the log names it: `effectiveness`.
    pub id: &'static str,
    /// What people read: `Effectiveness`.
    pub name: &'static str,
    /// What it comes to, in a sentence with the rule.
    pub meaning: &'static str,
    /// The names of its levels from 1: `-1`, `-2`, `CI`. None of a mark that just lies there.
    pub values: &'static [&'static str],
    /// How the map shows it; none where it shows nothing of it.
    pub look: Option<MarkerLook>,
    /// Whether it goes with its unit when that leaves the map.
    pub goes: bool,
}

impl MarkDef {
    /// A value of it: `CI`; of a mark that just lies there, its name.
    pub fn value(&self, value: i32) -> String {
        let place = usize::try_from(value).ok().and_then(|value| value.checked_sub(1));
        match place.and_then(|place| self.values.get(place)) {
            Some(name) => (*name).to_owned(),
            None if self.values.is_empty() && value == 1 => self.name.to_owned(),
            None if self.values.is_empty() => format!("{} {value}", self.name),
            None => value.to_string(),
        }
    }

    /// The same with its name: `Effectiveness CI`.
    pub fn in_full(&self, value: i32) -> String {
        match self.values {
            [] => self.value(value),
            _ => format!("{} {}", self.name, self.value(value)),
        }
    }

    /// As one of the states of a unit ([`StatesOf`]): its id, and the value of one that has levels
    /// behind a colon, `effectiveness:2`.
    pub fn state(&self, value: i32) -> String {
        match self.values {
            [] if value == 1 => self.id.to_owned(),
            _ => format!("{}:{value}", self.id),
        }
    }
}

/// What a mark is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// A unit, wherever it is.
    Unit(Unit),
    /// A hex.
    Hex(Hex),
    /// A hexside, by the hex and direction that [`Site::hexside`] gives: there is one way to name
    /// it.
    Hexside(Hex, Direction),
    /// A formation.
    Formation(Formation),
    /// A side.
    Side(u8),
}

impl Site {
    /// A side of a hex, whichever of the two hexes it is named by.
    pub fn hexside(grid: &HexGrid, hex: Hex, direction: Direction) -> Self {
        let side = grid.side(hex, direction);
        Self::Hexside(side.hex(), side.direction())
    }
}

/// A mark that lies somewhere, or a level that is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Its place in [`Stepwise::MARKS`].
    pub kind: u8,
    /// What it is of.
    pub site: Site,
    /// Its level, never 0; 1 of a mark that just lies there.
    pub value: i32,
    /// The hex that it points at.
    pub towards: Option<Hex>,
}

impl Mark {
    fn place(&self) -> (u8, Site) {
        (self.kind, self.site)
    }
}

impl<P: Stepwise> Position<P> {
    /// A mark of a kind; none where none is.
    pub fn mark(&self, kind: u8, site: Site) -> Option<&Mark> {
        let at = self.marks.binary_search_by_key(&(kind, site), Mark::place).ok()?;
        self.marks.get(at)
    }

    /// All marks of a kind, by their sites.
    pub fn marks_of(&self, kind: u8) -> &[Mark] {
        let from = self.marks.partition_point(|mark| mark.kind < kind);
        let to = self.marks.partition_point(|mark| mark.kind <= kind);
        &self.marks[from..to]
    }

    /// All marks, by kind and site.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The level of a kind; 0 where none is.
    pub fn level(&self, kind: u8, site: Site) -> i32 {
        self.mark(kind, site).map_or(0, |mark| mark.value)
    }

    /// Takes a mark out of a view. Only [`conceal`](super::Procedures::conceal) has use for it.
    pub fn conceal_mark(&mut self, kind: u8, site: Site) {
        self.lay(Mark { kind, site, value: 0, towards: None });
    }

    /// Lays a mark in the place of what was there, or takes it away where its value is 0, and gives
    /// what was there.
    fn lay(&mut self, mark: Mark) -> Option<Mark> {
        match self.marks.binary_search_by_key(&mark.place(), Mark::place) {
            Ok(at) if mark.value == 0 => Some(self.marks.remove(at)),
            Ok(at) => Some(std::mem::replace(&mut self.marks[at], mark)),
            Err(_) if mark.value == 0 => None,
            Err(at) => {
                self.marks.insert(at, mark);
                None
            }
        }
    }
}

impl<P: Stepwise> PlayContext<'_, P> {
    /// Lays a mark somewhere or sets a level, and tells the log if anything changes by it. A value
    /// of 0 takes it away. `towards` is the hex that it points at.
    pub fn set_mark(&mut self, kind: u8, site: Site, value: i32, towards: Option<Hex>, rule: &str) {
        let Some(def) = P::MARKS.get(usize::from(kind)) else {
            debug_assert!(false, "the system has no mark {kind}");
            return;
        };
        let rules = self.rules;
        let site = match site {
            Site::Hexside(hex, direction) => Site::hexside(rules.map.grid(), hex, direction),
            site => site,
        };
        let towards = towards.filter(|_| value != 0);
        let mark = Mark { kind, site, value, towards };
        let before = self.position.lay(mark);
        let is_same = match &before {
            Some(before) => *before == mark,
            None => value == 0,
        };
        if is_same {
            return;
        }
        let hex = match site {
            Site::Unit(unit) => self.position.hex(unit),
            Site::Hex(hex) | Site::Hexside(hex, _) => Some(hex),
            Site::Formation(_) | Site::Side(_) => None,
        };
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let mut told = MarkerChange {
                marker: def.id.to_owned(),
                hex: hex.map(|hex| compiled.label(hex).to_owned()),
                placed: value != 0,
                towards: towards.map(|hex| compiled.label(hex).to_owned()),
                from: Some(before.map_or(0, |mark| mark.value)),
                to: Some(value),
                rule: rule.to_owned(),
                ..MarkerChange::default()
            };
            let mut side = None;
            match site {
                Site::Unit(unit) => {
                    let def = compiled.unit(unit);
                    side = Some(def.side);
                    told.unit = Some(def.name.clone());
                }
                Site::Hex(_) => {}
                Site::Hexside(hex, direction) => {
                    let grid = compiled.map.grid();
                    told.hexside = Some(grid.side_label(grid.side(hex, direction)));
                }
                Site::Formation(formation) => {
                    let def = compiled.formation(formation);
                    side = def.side;
                    told.formation = Some(def.id.clone());
                }
                Site::Side(place) => side = Some(usize::from(place)),
            }
            told.side = side.and_then(|side| compiled.sides.get(side)).cloned();
            EventKind::Marker(told)
        });
    }

    /// Takes away what goes with a unit that has left the map.
    pub(super) fn take_marks(&mut self, unit: Unit, rule: &str) {
        let goes = |mark: &&Mark| {
            let def = P::MARKS.get(usize::from(mark.kind));
            mark.site == Site::Unit(unit) && def.is_some_and(|def| def.goes)
        };
        let gone: Vec<Mark> = self.position.marks.iter().filter(goes).copied().collect();
        for mark in gone {
            self.set_mark(mark.kind, mark.site, 0, None, rule);
        }
    }
}

/// What a view answers with the marks that the kernel keeps, where there are any.
pub(super) fn answers<'a, P: Stepwise>(view: View<'a, P>) -> Box<dyn Questions<'a> + 'a> {
    if view.position.marks.is_empty() {
        return P::questions(view);
    }
    let compiled = P::compiled(view.rules);
    let (markers, states) = (markers(&view), states(&view));
    Box::new(Marked { own: P::questions(view), compiled, markers, states })
}

/// The units that a mark is of, as far as they are on the map: itself, or those whose own formation
/// it is of.
fn bearers<P: Stepwise>(view: &View<'_, P>, site: Site) -> Vec<Unit> {
    let position = &*view.position;
    match site {
        Site::Unit(unit) => {
            Some(unit).filter(|&unit| position.hex(unit).is_some()).into_iter().collect()
        }
        Site::Formation(formation) => {
            let all = view.rules.all_units();
            let own = |unit: &Unit| position.state(*unit).attached == Some(formation);
            all.filter(|unit| own(unit) && position.hex(*unit).is_some()).collect()
        }
        Site::Hex(_) | Site::Hexside(..) | Site::Side(_) => Vec::new(),
    }
}

/// What is so of units by their marks.
fn states<P: Stepwise>(view: &View<'_, P>) -> BTreeMap<Unit, Vec<String>> {
    let mut states = BTreeMap::<Unit, Vec<String>>::new();
    for mark in &view.position.marks {
        let Some(def) = P::MARKS.get(usize::from(mark.kind)) else { continue };
        for unit in bearers(view, mark.site) {
            states.entry(unit).or_default().push(def.state(mark.value));
        }
    }
    states
}

/// What the map shows of marks: in a hex one for all units of which the same is so.
fn markers<P: Stepwise>(view: &View<'_, P>) -> Vec<Marker> {
    let mut found = BTreeMap::<(Hex, u8, i32, Option<Direction>, Option<Hex>), usize>::new();
    for mark in &view.position.marks {
        let sites: Vec<(Hex, Option<Direction>)> = match mark.site {
            Site::Hex(hex) => vec![(hex, None)],
            Site::Hexside(hex, direction) => vec![(hex, Some(direction))],
            site => {
                let bearers = bearers(view, site).into_iter();
                bearers.filter_map(|unit| Some((view.position.hex(unit)?, None))).collect()
            }
        };
        for (hex, hexside) in sites {
            *found.entry((hex, mark.kind, mark.value, hexside, mark.towards)).or_default() += 1;
        }
    }
    let found = found.into_iter();
    found
        .filter_map(|((hex, kind, value, hexside, towards), count)| {
            let def = P::MARKS.get(usize::from(kind))?;
            let name = def.value(value);
            let name = if count > 1 { format!("{count} {name}") } else { name };
            Some(Marker { hex, name: name.into(), look: def.look?, radius: 0, hexside, towards })
        })
        .collect()
}

/// What a system answers, with what the marks show. Every question of the screens that the system
/// answers must be handed on here.
struct Marked<'a> {
    own: Box<dyn Questions<'a> + 'a>,
    compiled: &'a Compiled,
    markers: Vec<Marker>,
    states: BTreeMap<Unit, Vec<String>>,
}

impl<'a> Questions<'a> for Marked<'a> {
    fn markers(&self) -> Vec<Marker> {
        let mut all = self.own.markers();
        all.extend(self.markers.iter().cloned());
        all.sort();
        all
    }

    fn states(&self) -> Vec<StatesOf<'a>> {
        let mut own = self.own.states().into_iter().peekable();
        let mut all = Vec::new();
        for (def, place) in self.compiled.units.iter().zip(0..) {
            let mut states =
                own.next_if(|of| of.unit == def.name).map_or_else(Vec::new, |of| of.states);
            states.extend(self.states.get(&Unit(place)).into_iter().flatten().cloned());
            if !states.is_empty() {
                all.push(StatesOf { unit: &def.name, states });
            }
        }
        all.extend(own);
        all
    }

    fn directed(&self) -> Vec<Directed> {
        self.own.directed()
    }

    fn points_left(&self) -> Vec<PointsLeft> {
        self.own.points_left()
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        self.own.supplies(side)
    }

    fn question(&self) -> Option<Question> {
        self.own.question()
    }

    fn remark(&self, action: &Action) -> Option<String> {
        self.own.remark(action)
    }

    fn bounds(&self, action: &Action, field: &str) -> Option<Bounds> {
        self.own.bounds(action, field)
    }

    fn scores(&self) -> Vec<PointsLeft> {
        self.own.scores()
    }

    fn unfinished(&self) -> Option<Violation> {
        self.own.unfinished()
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        self.own.reachable(unit, beyond, reach)
    }

    fn under_fire(&self, unit: &str) -> Vec<UnderFire> {
        self.own.under_fire(unit)
    }

    fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        self.own.modifiers(action)
    }
}
