//! What came of the last decisions, for a map to show: who went where, who attacked whom and how
//! it ended, what was lost. All of it out of the log's events, which every system tells alike.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_hex::grid::HexGrid;
use salient_rules::words::{Words, plural};
use salient_rules::{Action, Match};
use salient_schema::common::HexLabel;
use salient_schema::event::{
    AttackResult, Attacked, Event, EventKind, LossOutcome, Lost, Moved, Roll, UnitId,
};

use crate::course::Point;
use crate::seen::may_read_in;
use crate::session::Session;

/// Where only bots play, so many decisions are shown.
const OF_BOTS: usize = 6;
/// Before that, nobody remembers: so many decisions are shown at the most.
const MOST: usize = 80;

/// What is said of an attack by itself, where nothing is lost by it.
const HAS_EFFECT: &str = "has effect";
const FAILED: &str = "the attack fails";
const NO_EFFECT: &str = "no effect";
/// While somebody is asked who loses a step or whether to retreat.
const TAKEN: &str = "losses are being taken";

/// What came of the last decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// Each thing that can be shown, in the order in which it came to pass.
    pub shown: Vec<Shown>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// How many decisions were made since; 0 for what came of the last one. What came of an
    /// attack is as old as the last thing that came of it.
    pub age: usize,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Units went from hex to hex.
    Went {
        /// Their side's place in [`Match::sides`](salient_rules::Match::sides).
        side: usize,
        /// Where they went, where they started first; two hexes at the least.
        way: Vec<Hex>,
        /// Whether they had to: a retreat.
        retreat: bool,
    },
    /// Units came onto the map.
    Came {
        /// Their side's place.
        side: usize,
        /// Where.
        hex: Hex,
    },
    /// Units were attacked.
    Attack(Attack),
    /// Units lost something.
    Loss {
        /// Their side's place.
        side: usize,
        /// Where they stood.
        hex: Hex,
        /// Steps that they lost.
        steps: u32,
        /// How many of them were eliminated.
        eliminated: u32,
    },
    /// Something else was done to a hex: fire, a marker, a place that changed hands.
    Place {
        /// The hex.
        hex: Hex,
        /// The dice that were rolled for it.
        dice: Vec<Die>,
    },
}

/// An attack, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// Its number in the game.
    pub number: u32,
    /// The attacker's place.
    pub side: usize,
    /// Where the attack came from.
    pub from: Vec<Hex>,
    /// The hexes that were attacked.
    pub hexes: Vec<Hex>,
    /// The strengths, the attacker's first, where there are odds: `24 to 10`.
    pub strengths: Option<String>,
    /// The column that was read, `2:1`, or what the system reads instead: `4 against morale 3`.
    pub odds: Option<String>,
    /// The dice that were rolled for it.
    pub dice: Vec<Die>,
    /// How it ended, in words.
    pub result: String,
}

/// A die that was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// Who rolled it.
    pub side: usize,
    /// What it shows.
    pub value: u8,
}

impl Happened {
    /// What came to pass since a person decided last, and all of the attack that it belongs to.
    pub fn of(session: &Session, words: &Words) -> Self {
        let events = session.game().events();
        let ages = Ages::of(session);
        let mut from = ages.first;
        // Losses and advances are of an attack that somebody decided on before.
        let of_attack = |event: &Event| match &event.kind {
            EventKind::Moved(moved) => moved.attack,
            EventKind::Lost(lost) => lost.attack,
            _ => None,
        };
        let recent = events.get(from..).unwrap_or_default();
        let known = |number: u32| {
            let is =
                |event: &Event| matches!(&event.kind, EventKind::Attacked(a) if a.attack == number);
            recent.iter().any(is)
        };
        let open: BTreeSet<u32> =
            recent.iter().filter_map(of_attack).filter(|&number| !known(number)).collect();
        if let Some(&number) = open.first() {
            let begun = events.iter().rposition(
                |event| matches!(&event.kind, EventKind::Attacked(a) if a.attack == number),
            );
            from = ages.begin_of(begun.unwrap_or(from)).min(from);
        }
        let readers = session.readers();
        let mut telling = Telling {
            session,
            words,
            dice: Vec::new(),
            shown: Vec::new(),
            attacks: BTreeMap::new(),
        };
        for (at, event) in events.iter().enumerate().skip(from) {
            // Of what came before the last decision only the attack that still goes on.
            let about = match &event.kind {
                EventKind::Attacked(attack) => Some(attack.attack),
                _ => of_attack(event),
            };
            let is_roll = matches!(event.kind, EventKind::Roll(_));
            let old = at < ages.first && !is_roll && !about.is_some_and(|of| open.contains(&of));
            match old {
                true => telling.dice.clear(),
                false if may_read_in(session.game(), event, &readers) => {
                    telling.tell(event, ages.of_event(at));
                }
                false => {}
            }
        }
        telling.done()
    }

    /// The attacks.
    pub fn attacks(&self) -> impl Iterator<Item = (&Attack, usize)> {
        self.shown.iter().filter_map(|shown| match &shown.what {
            What::Attack(attack) => Some((attack, shown.age)),
            _ => None,
        })
    }
}

/// Which decision each of the last events came of.
struct Ages {
    /// Where the events begin that are shown.
    first: usize,
    /// Where each of the last decisions began, the last one first.
    begun: Vec<usize>,
}

impl Ages {
    fn of(session: &Session) -> Self {
        let course = session.course();
        let before = |point: &Point| course.before(*point);
        let way = std::iter::successors(Some(session.at()), before);
        let mut begun = Vec::new();
        let mut first = None;
        let has_person = !session.readers().is_empty();
        for decision in way.filter_map(|point| course.decision(point)).take(MOST) {
            begun.push(decision.events);
            if decision.is_a_persons() && first.is_none() {
                first = Some(decision.events);
            }
        }
        let most = if has_person { MOST } else { OF_BOTS };
        let first = first.filter(|_| has_person);
        let oldest = begun.iter().take(most).next_back().copied();
        let first = first.or(oldest).unwrap_or_else(|| session.game().events().len());
        Self { first, begun }
    }

    /// How many decisions were made since the one that an event came of.
    fn of_event(&self, at: usize) -> usize {
        self.begun.iter().position(|&begun| begun <= at).unwrap_or(self.begun.len())
    }

    /// Where the decision began that an event came of.
    fn begin_of(&self, at: usize) -> usize {
        self.begun.iter().copied().find(|&begun| begun <= at).unwrap_or(at)
    }
}

/// Events on their way to what is shown.
struct Telling<'a> {
    session: &'a Session,
    words: &'a Words,
    /// Rolled, and not yet told what for.
    dice: Vec<Die>,
    shown: Vec<Shown>,
    /// What came of each attack: the age, and the steps that each side lost.
    attacks: BTreeMap<u32, Came>,
}

#[derive(Default)]
struct Came {
    age: usize,
    steps: BTreeMap<usize, u32>,
    retreats: BTreeSet<usize>,
}

/// The attack whose losses and retreats are yet to be chosen, by its number: the last one, while
/// nothing else can be decided.
fn being_taken(game: &Match) -> Option<u32> {
    let last = game.events().iter().rev().find_map(|event| match &event.kind {
        EventKind::Attacked(attack) => Some(Some(attack.attack)),
        EventKind::Phase(_) | EventKind::Turn(_) => Some(None),
        _ => None,
    });
    let last = last.flatten()?;
    let chosen = |action: &Action| matches!(action.verb.as_str(), "lose" | "retreat");
    let legal = game.legal();
    (!legal.is_empty() && legal.iter().all(chosen)).then_some(last)
}

impl Telling<'_> {
    fn tell(&mut self, event: &Event, age: usize) {
        match &event.kind {
            EventKind::Roll(roll) => return self.rolled(roll),
            EventKind::Moved(moved) => self.moved(moved, age),
            EventKind::Placed(placed) if placed.by != "set-up" => {
                let side = self.side(&placed.side);
                let came = |hex| What::Came { side, hex };
                self.push(age, self.hex(&placed.hex).map(came));
            }
            EventKind::Attacked(attack) => {
                self.attacked(attack, self.words.reading(event), age);
            }
            EventKind::Lost(lost) => self.lost(lost, age),
            EventKind::Noted(noted) => self.places(&noted.hexes, age),
            EventKind::Marker(marker) => self.places(marker.hex.as_slice(), age),
            EventKind::Control(control) => self.places(std::slice::from_ref(&control.hex), age),
            _ => return,
        }
        self.dice.clear();
    }

    fn push(&mut self, age: usize, what: Option<What>) {
        self.shown.extend(what.map(|what| Shown { age, what }));
    }

    fn rolled(&mut self, roll: &Roll) {
        self.dice.push(Die { side: self.side(&roll.side), value: roll.value });
    }

    fn moved(&mut self, moved: &Moved, age: usize) {
        let (side, retreat) = (self.side(&moved.side), moved.by == "retreat");
        let labels = std::iter::once(&moved.from).chain(&moved.path);
        let mut way: Vec<Hex> = labels.filter_map(|label| self.hex(label)).collect();
        way.dedup();
        if let Some(number) = moved.attack {
            let came = self.attacks.entry(number).or_default();
            came.age = age;
            if retreat {
                came.retreats.insert(side);
            }
        }
        // A move that something came in between goes on: it is one way.
        if moved.continued
            && let Some(Shown { age: since, what: What::Went { side: of, way: before, .. } }) =
                self.shown.iter_mut().rev().find(|shown| matches!(shown.what, What::Went { .. }))
            && (*of, before.last()) == (side, way.first())
        {
            *since = age;
            before.extend(way.into_iter().skip(1));
            return;
        }
        if way.len() > 1 && !moved.aloft {
            self.push(age, Some(What::Went { side, way, retreat }));
        }
    }

    fn attacked(&mut self, attack: &Attacked, odds: Option<String>, age: usize) {
        let hexes = |labels: &[HexLabel]| -> Vec<Hex> {
            labels.iter().filter_map(|label| self.hex(label)).collect()
        };
        let mut from = hexes(&attack.from);
        if from.is_empty() {
            from = self.places_of(&attack.units);
        }
        let result = match attack.result {
            Some(AttackResult::Won) => HAS_EFFECT,
            Some(AttackResult::Failed) => FAILED,
            Some(AttackResult::AttackerEliminated) => "attackers eliminated",
            None => "",
        };
        let told = Attack {
            number: attack.attack,
            side: self.side(&attack.side),
            from,
            hexes: hexes(&attack.hexes),
            strengths: attack.strengths.map(|[one, other]| format!("{one} to {other}")),
            odds,
            dice: std::mem::take(&mut self.dice),
            result: result.to_owned(),
        };
        self.attacks.entry(attack.attack).or_default().age = age;
        self.push(age, Some(What::Attack(told)));
    }

    fn lost(&mut self, lost: &Lost, age: usize) {
        let side = self.side(&lost.side);
        let steps = lost.steps.max(0).unsigned_abs();
        if let Some(number) = lost.attack {
            let came = self.attacks.entry(number).or_default();
            came.age = age;
            *came.steps.entry(side).or_default() += steps;
        }
        let Some(hex) = self.hex(&lost.hex) else { return };
        let gone = u32::from(lost.outcome == LossOutcome::Eliminated);
        let same = self.shown.iter_mut().find_map(|shown| match &mut shown.what {
            What::Loss { side: of, hex: at, steps, eliminated }
                if (*of, *at) == (side, hex) && shown.age == age =>
            {
                Some((steps, eliminated))
            }
            _ => None,
        });
        match same {
            Some((sum, eliminated)) => {
                *sum += steps;
                *eliminated += gone;
            }
            None => self.push(age, Some(What::Loss { side, hex, steps, eliminated: gone })),
        }
    }

    fn places(&mut self, labels: &[HexLabel], age: usize) {
        let mut dice = std::mem::take(&mut self.dice);
        for label in labels {
            let dice = std::mem::take(&mut dice);
            self.push(age, self.hex(label).map(|hex| What::Place { hex, dice }));
        }
    }

    /// Where units stand now.
    fn places_of(&self, units: &[UnitId]) -> Vec<Hex> {
        let all = self.session.game().units();
        let named = all.iter().filter(|unit| units.iter().any(|name| *name == unit.name));
        let hexes: BTreeSet<Hex> = named.filter_map(|unit| unit.hex).collect();
        hexes.into_iter().collect()
    }

    fn side(&self, id: &str) -> usize {
        self.session.game().sides().iter().position(|side| *side == id).unwrap_or_default()
    }

    fn hex(&self, label: &str) -> Option<Hex> {
        let grid: &HexGrid = self.session.game().grid();
        grid.parse(label)
    }

    /// Says how each attack ended, and that all that came of it is as old as its end.
    fn done(self) -> Happened {
        let Self { session, words, mut shown, attacks, .. } = self;
        let sides = session.game().sides();
        let pending = being_taken(session.game());
        for shown in &mut shown {
            let What::Attack(attack) = &mut shown.what else { continue };
            let Some(came) = attacks.get(&attack.number) else { continue };
            shown.age = came.age;
            let mut parts = Vec::from_iter(Some(attack.result.clone()).filter(|r| !r.is_empty()));
            for (place, side) in sides.iter().enumerate() {
                let steps = came.steps.get(&place).copied().unwrap_or_default();
                let lost = (steps > 0).then(|| format!("−{}", plural(steps as usize, "step")));
                let back = came.retreats.contains(&place).then(|| "retreats".to_owned());
                let of_side: Vec<String> = lost.into_iter().chain(back).collect();
                if !of_side.is_empty() {
                    parts.push(format!("{} {}", words.side(side), of_side.join(", ")));
                }
            }
            match parts.first().map(String::as_str) {
                _ if pending == Some(attack.number) => {
                    parts.retain(|part| part != HAS_EFFECT && part != FAILED);
                    parts.push(TAKEN.to_owned());
                }
                // What came of it says more.
                Some(HAS_EFFECT) if parts.len() > 1 => drop(parts.remove(0)),
                Some(FAILED) if parts.len() == 1 => parts[0] = NO_EFFECT.to_owned(),
                None => parts.push(NO_EFFECT.to_owned()),
                _ => {}
            }
            attack.result = parts.join(" · ");
        }
        Happened { shown }
    }
}
