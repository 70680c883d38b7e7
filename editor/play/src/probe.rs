//! What the rules say of a unit and a hex, whoever is to decide and whatever step of the sequence of
//! play is on: may it go there and what does that cost hex by hex, what are the odds of an attack, or
//! by which rule not; and how the unit is supplied. Nothing is done by asking.
//!
//! The decision that waits is asked first. Then the same position is asked as it would stand at the
//! beginning of each step of the sequence of play: who may not move now may learn where he could.

use std::cell::OnceCell;

use salient_hex::{CompiledMap, Hex};
use salient_rules::case::Start;
use salient_rules::dice::Dice;
use salient_rules::game::{LineView, Modifier, Spending, UnitView};
use salient_rules::words::Words;
use salient_rules::{Action, Match, Prepared, Systems};
use salient_schema::ruleset::{Kind, Ruleset, SequenceStep};
use salient_schema::{Bundle, Diagnostic};

use crate::draft::{Draft, check};
use crate::nothing;
use crate::offer::{Offer, acting, targets};
use crate::prospects::{Prospects, prospects};
use crate::routes::{self, Routes};
use crate::shape::Shapes;
use crate::standing::supply_name;

/// More steps no sequence of play has that anybody asks about.
const MOST_STEPS: usize = 60;

/// A position that can be asked.
#[derive(Debug)]
pub struct Probe {
    /// The decision that waits, if one does, and the position at the beginning of each step.
    asked: Vec<Asked>,
    /// The position itself.
    game: Option<Match>,
    ruleset: Ruleset,
    shapes: Shapes,
    words: Words,
    routes: Routes,
}

/// A decision that is asked about.
#[derive(Debug)]
struct Asked {
    game: Match,
    /// What is legal, once somebody has asked.
    offer: OnceCell<Offer>,
    /// Whether it is the one that waits.
    waits: bool,
}

/// What the rules say in a step of the sequence of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The step.
    pub step: String,
    /// Whether it is the step that is on.
    pub now: bool,
    /// What they say.
    pub says: Says,
}

/// What the rules say.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// The unit may go there.
    Goes(Way),
    /// The hex may be attacked or fired at: by whom, what may come of it.
    Attacks(String, Box<Prospects>),
    /// Something may be done with the hex that needs neither a way nor dice.
    May(String),
    /// It may not, with the rule.
    Not(String),
}

/// A way to a hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// What it costs in all.
    pub cost: u32,
    /// What there is to spend.
    pub spending: Spending,
    /// Where it starts.
    pub from: Hex,
    /// The hexes that are entered.
    pub steps: Vec<WayStep>,
}

/// A hex that is entered on a way.
#[derive(Clone, Debug, PartialEq)]
pub struct WayStep {
    /// The hex.
    pub hex: Hex,
    /// Its number.
    pub label: String,
    /// What it costs.
    pub cost: u32,
    /// What lies there: terrain, what is in the hex, the hexside crossed, the road followed.
    pub there: Vec<String>,
    /// What the cost is made of, where the system tells.
    pub parts: Vec<Modifier>,
}

/// Where a unit may go.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The step of the sequence of play.
    pub step: String,
    /// What there is to spend.
    pub spending: Spending,
    /// The hexes, each with what it costs to go there.
    pub hexes: Vec<(Hex, u32)>,
}

impl Probe {
    /// Of a game as it stands.
    pub fn of_game(game: &Match, systems: Systems, bundle: &Bundle) -> Self {
        let mut probe = Self::new(systems, bundle);
        let waits = game.deciding().is_some();
        probe.asked.extend(waits.then(|| Asked::new(game.known(), true)));
        let mut there = bundle.clone();
        there.scenario = game.keep(systems, bundle).scenario;
        if let Ok(prepared) = Prepared::new(systems, &there) {
            let turn = game.turn().max(first_turn(&there));
            probe.add_steps(&prepared, turn, Some(game).filter(|_| waits));
        }
        probe.game = Some(game.clone());
        probe
    }

    /// Of the set-up of a scenario.
    ///
    /// # Errors
    /// What keeps it from being played.
    pub fn of_set_up(systems: Systems, bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let prepared = Prepared::new(systems, bundle)?;
        let mut probe = Self::new(systems, bundle);
        probe.add_steps(&prepared, first_turn(bundle), None);
        probe.game = Some(prepared.start(1));
        Ok(probe)
    }

    fn new(systems: Systems, bundle: &Bundle) -> Self {
        Self {
            asked: Vec::new(),
            game: None,
            ruleset: bundle.ruleset.clone(),
            shapes: Shapes::of(systems, bundle),
            words: Words::new(systems, bundle),
            routes: Routes::default(),
        }
    }

    /// Takes in how a set-up stands at the beginning of each step in which somebody decides, but for
    /// the step that is on in a game.
    fn add_steps(&mut self, prepared: &Prepared, turn: u16, on: Option<&Match>) {
        let mut steps = Vec::new();
        innermost(&self.ruleset.sequence, &mut steps);
        for step in steps.into_iter().take(MOST_STEPS) {
            if on.is_some_and(|game| game.phase() == step.id) {
                continue;
            }
            let mut start = Start::default();
            (start.turn, start.phase) = (turn, Some(step.id.clone()));
            let Ok(game) = prepared.start_at(&start, Dice::seeded(1)) else { continue };
            // Where nobody is asked it goes on to another step.
            if game.phase() == step.id && game.turn() == turn && game.deciding().is_some() {
                self.asked.push(Asked::new(game.known(), false));
            }
        }
    }

    /// The names that things have.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Whether a unit is there.
    pub fn knows(&self, unit: &str) -> bool {
        self.side_of(unit).is_some()
    }

    /// Who stands in a hex, from the top of the stack.
    pub fn units_in(&self, hex: Hex) -> Vec<String> {
        let units = self.units();
        let there = units.iter().filter(|unit| unit.stands_in(hex));
        there.map(|unit| unit.name.to_owned()).collect()
    }

    fn units(&self) -> Vec<UnitView<'_>> {
        self.game.as_ref().map_or_else(Vec::new, |game| {
            let known: Vec<_> = game.deciding().into_iter().collect();
            game.units_known_to(&known)
        })
    }

    fn side_of(&self, unit: &str) -> Option<usize> {
        self.units().iter().find(|one| one.name == unit).map(|one| one.side)
    }

    /// The lines that lead to a unit, as whoever decides knows the position: of supply, of
    /// communications, by rail to where it goes or to a hex that is asked about.
    pub fn lines(&self, unit: &str, to: Option<Hex>) -> Vec<LineView> {
        self.game.as_ref().map_or_else(Vec::new, |game| {
            let known: Vec<_> = game.deciding().into_iter().collect();
            game.known_to(&known).lines(unit, to)
        })
    }

    /// How a unit is supplied, with the rule; none where the system knows no supply.
    pub fn supply(&self, unit: &str) -> Option<String> {
        let game = self.game.as_ref()?;
        let known = game.known_to(&[]);
        if let Some(reason) = known.supplied_by(unit) {
            return Some(match reason.rule.as_ref() {
                "" => reason.what.into_owned(),
                rule => format!("{} ({rule})", reason.what),
            });
        }
        let supplies = known.supplies(self.side_of(unit)?);
        let supply = supplies.iter().find(|supply| supply.name == unit)?;
        let state = supply_name(supply.state).unwrap_or("In supply");
        Some(match supply.distance {
            Some(hexes) => format!("{state}, {hexes} hexes along its supply line"),
            None => state.to_owned(),
        })
    }

    /// What the rules say of a unit and a hex, step by step: of the step that is on first.
    pub fn ask(&mut self, unit: &str, hex: Hex) -> Vec<Answer> {
        let Some(side) = self.side_of(unit) else { return Vec::new() };
        let Self { asked, ruleset, shapes, words, routes, .. } = self;
        let context = Context { ruleset, shapes, words };
        let mut answers: Vec<Answer> = Vec::new();
        for one in asked.iter().filter(|one| one.is_of(side)) {
            if let Some(says) = context.says(one, unit, hex, routes)
                && !answers.iter().any(|known| known.says == says)
            {
                let step = one.game.phase_name().to_owned();
                answers.push(Answer { step, now: one.waits, says });
            }
        }
        answers
    }

    /// Where a unit may go, in the first step of the sequence of play in which it may go anywhere;
    /// none where it may in no step, or where the system counts no costs.
    pub fn reach(&mut self, unit: &str) -> Option<Reached> {
        let side = self.side_of(unit)?;
        let Self { asked, shapes, routes, .. } = self;
        asked.iter().filter(|one| one.is_of(side)).find_map(|one| {
            let (game, offer) = (&one.game, one.offer());
            let mut draft = Draft::default();
            if !draft.pick_unit(unit, offer, shapes) {
                return None;
            }
            routes.find(game, &draft);
            let spending = routes.spending()?.clone();
            let open = routes::open(game, &draft, offer, shapes).into_iter();
            let hexes = open.filter_map(|hex| Some((hex, routes.spent(hex)?))).collect();
            Some(Reached { step: game.phase_name().to_owned(), spending, hexes })
        })
    }

    /// The hexes in which a side has zones of control, as far as the system tells.
    pub fn zones_of_control(&self, side: usize) -> Vec<Hex> {
        let asked = self.asked.first().map(|one| &one.game).or(self.game.as_ref());
        asked.map_or_else(Vec::new, |game| game.known_to(&[]).zones_of_control(side))
    }

    /// What may come of an attack on a hex by whoever may attack it, step by step: by the most units
    /// that the list of what is legal knows.
    pub fn attacks_on(&self, hex: Hex) -> Vec<Answer> {
        let context = Context { ruleset: &self.ruleset, shapes: &self.shapes, words: &self.words };
        let mut answers = Vec::new();
        for one in &self.asked {
            let label = one.game.grid().label(hex);
            let on = one.offer().legal().iter().filter(|action| {
                targets(action).any(|target| target == label) && acting(action).next().is_some()
            });
            let mut on: Vec<&Action> = on.collect();
            on.sort_by_key(|action| std::cmp::Reverse(acting(action).count()));
            let says = on.into_iter().find_map(|action| context.attack(one, action));
            answers.extend(says.map(|says| Answer {
                step: one.game.phase_name().to_owned(),
                now: one.waits,
                says,
            }));
        }
        answers
    }
}

impl Asked {
    fn new(game: Match, waits: bool) -> Self {
        Self { game, offer: OnceCell::new(), waits }
    }

    fn offer(&self) -> &Offer {
        self.offer.get_or_init(|| Offer::of(&self.game))
    }

    fn is_of(&self, side: usize) -> bool {
        self.game.sides().get(side) == self.game.deciding()
    }
}

/// What answers are made with.
struct Context<'a> {
    ruleset: &'a Ruleset,
    shapes: &'a Shapes,
    words: &'a Words,
}

impl Context<'_> {
    /// What the rules say at a decision; nothing where the unit has no part in it, as long as it is
    /// not the one that waits.
    fn says(&self, asked: &Asked, unit: &str, hex: Hex, routes: &mut Routes) -> Option<Says> {
        let (game, offer) = (&asked.game, asked.offer());
        let mut draft = Draft::default();
        if !draft.pick_unit(unit, offer, self.shapes) {
            let why = || Says::Not(nothing::of_unit(game, offer, unit, self.words));
            return asked.waits.then(why);
        }
        let label = game.grid().label(hex);
        let mut meant = draft.clone();
        let listed = || {
            let mut legal = offer.legal().iter();
            let listed = legal.find(|action| {
                targets(action).any(|target| target == label)
                    && acting(action).any(|one| one == unit)
            });
            listed.cloned()
        };
        let action = match meant.pick_hex(&label, offer, self.shapes) {
            true => meant.action(offer, self.shapes).or_else(listed),
            false => None,
        };
        // A hex may be picked that no action leads to, and an action put together that is none.
        let Some(action) = action.filter(|action| check(game, action).is_ok()) else {
            routes.find(game, &draft);
            let why = routes.why_not(game, &draft, offer, self.shapes, hex, self.words);
            return Some(Says::Not(why));
        };
        // Whoever goes among the enemy attacks by it; else dice on the way are no attack.
        let enemy = |it: &UnitView<'_>| game.sides().get(it.side) != game.deciding();
        let is_held = game.units().iter().any(|it| it.stands_in(hex) && enemy(it));
        if let Some(says) = is_held.then(|| self.attack(asked, &action)).flatten() {
            return Some(says);
        }
        routes.find(game, &draft);
        let open = routes::open(game, &draft, offer, self.shapes);
        if routes.cost(hex).is_some() && open.contains(&hex) {
            return self.way(game, unit, hex, routes).map(Says::Goes);
        }
        if let Some(says) = self.attack(asked, &action) {
            return Some(says);
        }
        Some(Says::May(crate::offer::in_words(&action, self.words)))
    }

    /// What may come of an action, where it is an attack or has dice of its own.
    fn attack(&self, asked: &Asked, action: &Action) -> Option<Says> {
        let found = prospects(&asked.game, action, self.words)?;
        let said = crate::offer::in_words(action, self.words);
        Some(Says::Attacks(said, Box::new(found)))
    }

    fn way(&self, game: &Match, unit: &str, hex: Hex, routes: &Routes) -> Option<Way> {
        let way = routes.way(game, hex);
        let (from, entered) = way.split_first()?;
        let parts = game.asked().map_or_else(Vec::new, |asked| asked.costs(unit, entered));
        let mut parts = parts.into_iter();
        let mut last = *from;
        let mut before = routes.cost(*from).unwrap_or_default();
        let mut steps = Vec::with_capacity(entered.len());
        for &hex in entered {
            let so_far = routes.cost(hex)?;
            steps.push(WayStep {
                hex,
                label: game.grid().label(hex),
                cost: so_far.saturating_sub(before),
                there: there(game.map(), self.ruleset, last, hex),
                parts: parts.next().unwrap_or_default(),
            });
            (last, before) = (hex, so_far);
        }
        let spending = routes.spending()?.clone();
        Some(Way { cost: routes.spent(hex)?, spending, from: *from, steps })
    }
}

/// What lies on the way from a hex into the next: the terrain, what is in the hex, the hexside that
/// is crossed, the road that is followed.
fn there(map: &CompiledMap, ruleset: &Ruleset, from: Hex, to: Hex) -> Vec<String> {
    let mut there = Vec::new();
    there.extend(ruleset.terrain.get(map.terrain(to)).map(|kind| kind.name.clone()));
    there.extend(named(&ruleset.features, map.features(to)));
    let crossed = map.neighbours(from).find(|(_, next)| *next == to).map(|(side, _)| side);
    if let Some(side) = crossed {
        let across = named(&ruleset.hexsides, map.hexside(from, side).into());
        there.extend(across.map(|name| format!("across {name}")));
        let along = named(&ruleset.paths, map.path(from, side).into());
        there.extend(along.map(|name| format!("along {name}")));
    }
    there
}

/// The names of the kinds whose bits are set.
fn named(kinds: &[Kind], bits: u64) -> impl Iterator<Item = String> {
    let set = kinds.iter().zip(0..64).filter(move |(_, bit)| bits >> bit & 1 == 1);
    set.map(|(kind, _)| kind.name.clone())
}

/// The innermost steps of a sequence of play.
fn innermost<'a>(steps: &'a [SequenceStep], found: &mut Vec<&'a SequenceStep>) {
    for step in steps {
        match step.steps.as_slice() {
            [] => found.push(step),
            steps => innermost(steps, found),
        }
    }
}

/// The number of the first game-turn that is played.
fn first_turn(bundle: &Bundle) -> u16 {
    bundle.scenario.turns.iter().map(|turn| turn.turn).find(|turn| *turn > 0).unwrap_or(1)
}
