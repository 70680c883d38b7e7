//! What may come of an action, before any die is rolled: it is tried on copies of the game with
//! every throw of the dice, and what comes out alike is counted together.
//!
//! The engine itself does the reckoning, so that column shifts, terrain and whatever else a rule
//! book knows are in it. Copies have dice of their own: nothing is learnt of those to come. They are
//! of the game as the side knows that decides, and go on with nothing but what the action brings
//! ([`Match::alone`]): neither hidden units nor an enemy's plan change what is told.

use std::collections::BTreeMap;

use salient_rules::acts::Acts;
use salient_rules::dice::Dice;
use salient_rules::game::{Modifier, UnitStatus};
use salient_rules::words::{LogLine, Words, plural};
use salient_rules::{Action, Match};
use salient_schema::Id;
use salient_schema::event::{Attacked, Detail, Event, EventKind, Payload};

/// So many dice are gone through, each with all its faces.
const MOST_DICE: usize = 3;

/// Where more dice are rolled than that, the rest is thrown so often for each of those throws: who
/// checks morale after fire rolls for himself.
const REST: u64 = 6;

/// So many decisions that the rules leave to the sides, losses and retreats, are made as the first
/// legal one.
const MOST_FORCED: usize = 40;

/// What is hardly ever so is not listed: it would read as 0 %.
const LEAST: f64 = 0.005;

/// Of so few things the other side is taken to choose the first.
const MOST_CHOICES: usize = 2;

/// What may come of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prospects {
    /// What is certain: who strikes first, strengths, odds, modifiers, in the words of the log.
    pub certain: Vec<LogLine>,
    /// What shifts columns or dice, with its rule, where the log's words do not tell it.
    pub modifiers: Vec<Modifier>,
    /// What may come out, the likeliest first.
    pub outcomes: Vec<Prospect>,
    /// The dice that were gone through.
    pub dice: usize,
    /// Whether more dice were rolled than were gone through: the chances are about so great.
    pub about: bool,
    /// What was taken for granted: that the other side adds nothing, or what it chooses.
    pub granted: Option<String>,
}

/// Outcomes as they are listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// How likely, and what.
    pub rows: Vec<(f64, String)>,
    /// Whether each side and each thing is told by itself, as together there are too many.
    pub each: bool,
}

impl Prospects {
    /// The outcomes in words: as they come together where they are no more than `most`; else what may
    /// become of each side, each thing by itself. `sides` are their names.
    pub fn listed(&self, sides: &[String], most: usize) -> Listed {
        let likely = self.outcomes.iter().filter(|outcome| outcome.chance > LEAST);
        if likely.clone().count() > most {
            return Listed { rows: self.each(sides), each: true };
        }
        let mut rows: Vec<(f64, String)> =
            likely.map(|outcome| (outcome.chance, outcome.in_words(sides))).collect();
        let rest = 1.0 - rows.iter().map(|(chance, _)| chance).sum::<f64>();
        if rest > LEAST {
            rows.push((rest, "something else".to_owned()));
        }
        Listed { rows, each: false }
    }

    /// How likely each thing is that may become of each side.
    fn each(&self, sides: &[String]) -> Vec<(f64, String)> {
        let chance = |is: &dyn Fn(&Prospect) -> bool| {
            self.outcomes.iter().filter(|one| is(one)).map(|one| one.chance).sum::<f64>()
        };
        let mut rows = vec![(chance(&Prospect::is_nothing), "no effect".to_owned())];
        for (place, side) in sides.iter().enumerate() {
            let lost = |one: &Prospect| one.losses.get(place).copied().unwrap_or_default();
            let mut add = |is: &dyn Fn(&Prospect) -> bool, what: &str| {
                rows.push((chance(is), format!("{side}: {what}")));
            };
            add(&|one| lost(one).0 > 0, "a step or more lost");
            add(&|one| lost(one).1 > 0, "a unit or more eliminated");
            let of_side = self.outcomes.iter().flat_map(|one| &one.morale);
            let mut morale: Vec<&str> =
                of_side.filter(|(at, ..)| *at == place).map(|(_, what, _)| what.as_str()).collect();
            morale.sort_unstable();
            morale.dedup();
            for what in morale {
                let is = |one: &Prospect| {
                    one.morale.iter().any(|(at, found, _)| *at == place && found == what)
                };
                add(&is, &format!("1 or more {what}"));
            }
            add(&|one| one.retreats.contains(&place), "retreats");
        }
        rows.retain(|(chance, _)| *chance > LEAST);
        rows
    }
}

/// An outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// How likely, 0 to 1.
    pub chance: f64,
    /// Steps and units that each side loses, in the order of the sides.
    pub losses: Vec<(u32, u32)>,
    /// The sides that retreat, by their places.
    pub retreats: Vec<usize>,
    /// What becomes of the morale of units that stay: the side's place, what is so of them now, how
    /// many.
    pub morale: Vec<(usize, String, u32)>,
    /// The points that are counted now, less those that were before.
    pub points: i32,
}

impl Prospect {
    /// Whether nothing comes of it that is counted.
    fn is_nothing(&self) -> bool {
        let Self { losses, retreats, morale, points, .. } = self;
        let lost = losses.iter().any(|&(steps, units)| steps > 0 || units > 0);
        !lost && retreats.is_empty() && morale.is_empty() && *points == 0
    }

    /// In words, with the names of the sides: `German: 1 step; Allied: 3 steps in all, 1 unit
    /// eliminated`. The steps of those who are eliminated are among the steps.
    pub fn in_words(&self, sides: &[String]) -> String {
        let mut parts = Vec::new();
        for (place, side) in sides.iter().enumerate() {
            let (steps, units) = self.losses.get(place).copied().unwrap_or_default();
            let mut of_side = Vec::new();
            if steps > 0 {
                let all = if units > 0 { " in all" } else { "" };
                of_side.push(format!("{}{all}", plural(steps as usize, "step")));
            }
            if units > 0 {
                of_side.push(format!("{} eliminated", plural(units as usize, "unit")));
            }
            let morale = self.morale.iter().filter(|(at, ..)| *at == place);
            of_side.extend(morale.map(|(_, what, count)| format!("{count} {what}")));
            if self.retreats.contains(&place) {
                of_side.push("retreats".to_owned());
            }
            if !of_side.is_empty() {
                parts.push(format!("{side}: {}", of_side.join(", ")));
            }
        }
        if parts.is_empty() { "no effect".to_owned() } else { parts.join("; ") }
    }
}

/// Reckons what may come of an action; none where it is refused, where nobody is attacked and no die
/// is rolled for it (what follows by itself is not of its doing), or where the dice change nothing
/// that can be counted here and it is no attack: a try to end a mission. An attack whose end no die
/// decides has one outcome, which is certain. Of what is chosen in secret nothing can be told: it
/// hangs on what others choose. Who goes among the enemy to attack there is told what may come of
/// that attack.
pub fn prospects(game: &Match, action: &Action, words: &Words) -> Option<Prospects> {
    if let Some((next, attack, granted)) = leads_to(game, action) {
        let mut found = prospects(&next, &attack, words)?;
        let granted = in_words(&granted, words).into_iter().chain(found.granted);
        found.granted = Some(granted.collect::<Vec<_>>().join(", ")).filter(|it| !it.is_empty());
        return Some(found);
    }
    let known = game.alone();
    let morale = morale(&known, words);
    let mut search = Search {
        game: &known,
        action,
        words,
        morale,
        found: BTreeMap::new(),
        told: None,
        unhurt: None,
        about: false,
        is_attack: false,
    };
    let mut granted = None;
    search.throw(&mut Vec::new(), &mut granted)?;
    let Search { found, told, unhurt, about, is_attack, .. } = search;
    let (certain, dice) = told?;
    // What whoever is struck at first strikes back with hangs on what is left of him.
    let certain = match unhurt {
        Some(lines) => lines
            .into_iter()
            .map(|line| match certain.contains(&line) {
                true => line,
                false => LogLine {
                    text: format!("{}; if none of them is hurt first", line.text),
                    ..line
                },
            })
            .collect(),
        None => certain,
    };
    let mut outcomes: Vec<Prospect> = found
        .into_iter()
        .map(|(Key { losses, retreats, morale, points }, chance)| {
            let morale = morale.into_iter().map(|((side, what), count)| (side, what, count));
            Prospect { chance, losses, retreats, morale: morale.collect(), points }
        })
        .collect();
    outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    if !is_attack && outcomes.iter().all(Prospect::is_nothing) {
        return None;
    }
    let asked = game.asked();
    let modifiers = asked.as_ref().map_or_else(Vec::new, |asked| asked.modifiers(action));
    let order = asked.and_then(|asked| asked.strikes_first(action));
    let order = order.map(|order| LogLine::plain(order, "", &[]));
    let certain = order.into_iter().chain(certain).collect();
    let found = Prospects { certain, modifiers, outcomes, dice, about, granted };
    (dice > 0 || is_attack).then_some(found)
}

/// The attack that an action is the first part of, with the game in which it comes next, as the side
/// knows it that decides, and what the others are taken to choose before. None where an attack is
/// none of its end, and where dice decide on the way there.
fn leads_to(game: &Match, action: &Action) -> Option<(Match, Action, Vec<Granted>)> {
    let attack = game.asked()?.leads_to(action)?;
    let mut next = game.known().tried(Dice::scripted(Vec::new()));
    next.apply(action).ok()?;
    let granted = grant(game, action, &mut next, 0);
    (next.dice_overrun() <= 0).then_some((next, attack, granted))
}

/// Whether whoever decides by hand should look at an action before it is done: dice are rolled for
/// it, somebody is attacked by it or right after it, whether dice decide that or not, or the
/// game-turn ends with it. Dice that a later step begins with are none of its own.
pub fn needs_a_look(game: &Match, action: &Action) -> bool {
    if game.asked().is_some_and(|asked| asked.leads_to(action).is_some()) {
        return true;
    }
    let mut copy = game.tried(Dice::scripted(Vec::new()));
    if copy.apply(action).is_err() {
        return false;
    }
    if copy.is_over() || copy.turn() != game.turn() {
        return true;
    }
    let mut copy = game.alone().tried(Dice::scripted(Vec::new()));
    if copy.apply(action).is_err() {
        return false;
    }
    grant(game, action, &mut copy, 0);
    copy.events().iter().any(|it| matches!(it.kind, EventKind::Roll(_)) || is_attack(it))
}

/// Whether somebody is attacked, or fired at by no unit in particular.
fn is_attack(event: &Event) -> bool {
    let detail = event.detail.as_ref().and_then(Detail::payload);
    matches!(event.kind, EventKind::Attacked(_)) || detail.is_some_and(Payload::is_bombardment)
}

/// What another side is taken to choose: none where it adds nothing.
type Granted = (Id, Option<Action>);

/// Where a side might still add something to an action before the dice are rolled, it does not; where
/// it can but choose between two things, it chooses the first.
fn grant(game: &Match, action: &Action, copy: &mut Match, dice: usize) -> Vec<Granted> {
    let mut granted: Vec<Granted> = Vec::new();
    // No die is used yet, and what is asked is no other decision of the same kind.
    while copy.dice_overrun() + dice as isize == 0 {
        let legal = copy.legal();
        let adds = legal.iter().any(|action| action.verb != "done")
            && legal.iter().all(|other| other.verb != action.verb);
        // Who has acted goes on himself: that is no answer to it.
        let other = copy.deciding().filter(|side| adds && game.deciding() != Some(side));
        let Some(side) = other.cloned() else { break };
        let plain = legal.iter().find(|one| ["done", "pass"].contains(&one.verb.as_str()));
        let first = legal.first().filter(|_| legal.len() <= MOST_CHOICES);
        let Some(chosen) = plain.or(first) else { break };
        if copy.apply(chosen).is_err() {
            break;
        }
        granted.push((side, plain.is_none().then(|| chosen.clone())));
    }
    granted.dedup();
    granted
}

/// What others are taken to choose, in words; nothing where they are asked nothing.
fn in_words(granted: &[Granted], words: &Words) -> Option<String> {
    let granted = granted.iter().map(|(side, chosen)| match chosen {
        None => format!("{} adds nothing", words.side(side)),
        Some(chosen) => {
            format!("{} chooses: {}", words.side(side), Acts::anywhere(words).say(chosen))
        }
    });
    let granted: Vec<String> = granted.collect();
    (!granted.is_empty()).then(|| granted.join(", "))
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    losses: Vec<(u32, u32)>,
    retreats: Vec<usize>,
    morale: BTreeMap<(usize, String), u32>,
    points: i32,
}

/// The state of morale of each unit on the map, by its name in the log: its side's place, and how
/// bad the state is with its name; none in good order.
type Morale = BTreeMap<String, (usize, Option<(usize, String)>)>;

fn morale(game: &Match, words: &Words) -> Morale {
    let worst = |states: &[String]| {
        let ranked = states.iter().filter_map(|id| Some((words.morale(id)?, words.state(id))));
        ranked.max().map(|(rank, name)| (rank, name.to_lowercase()))
    };
    let states: BTreeMap<&str, (usize, String)> = game
        .known_to(&[])
        .states()
        .into_iter()
        .filter_map(|of| Some((of.unit, worst(&of.states)?)))
        .collect();
    let units = game.units();
    let there = units.iter().filter(|unit| unit.status == UnitStatus::OnMap);
    there.map(|at| (at.name.to_owned(), (at.side, states.get(at.name).cloned()))).collect()
}

struct Search<'a> {
    /// The game as the side knows it that decides ([`Match::alone`]).
    game: &'a Match,
    action: &'a Action,
    words: &'a Words,
    /// Before the action.
    morale: Morale,
    found: BTreeMap<Key, f64>,
    /// The lines that all throws share, and the most dice of any.
    told: Option<(Vec<LogLine>, usize)>,
    /// Where an attack is answered, the lines of all throws in which nobody of the side that decides
    /// is hurt.
    unhurt: Option<Vec<LogLine>>,
    about: bool,
    /// Whether anybody is attacked by it.
    is_attack: bool,
}

impl Search<'_> {
    /// Goes through all throws that begin with these dice. None if the action is refused, or rolls
    /// no die itself.
    fn throw(&mut self, dice: &mut Vec<u8>, granted: &mut Option<String>) -> Option<()> {
        let mut copy = self.tried(dice, 0)?;
        *granted = self.grant(&mut copy, dice.len());
        if dice.is_empty() {
            let own = copy.events();
            if own.iter().any(|it| matches!(&it.kind, EventKind::Action(chosen) if chosen.hidden)) {
                return None;
            }
            self.is_attack = own.iter().any(is_attack);
            if !own.iter().any(|event| matches!(event.kind, EventKind::Roll(_))) {
                return self.is_attack.then_some(copy).and_then(|copy| self.settle(copy));
            }
        }
        if copy.dice_overrun() > 0 && dice.len() < MOST_DICE {
            for face in 1..=6 {
                dice.push(face);
                self.throw(dice, granted)?;
                dice.pop();
            }
            return Some(());
        }
        let share = 6_f64.powi(-(dice.len() as i32));
        let (lines, is_answered) = self.lines(&copy);
        if is_answered && self.is_unhurt(&copy) {
            match &mut self.unhurt {
                None => self.unhurt = Some(lines.clone()),
                Some(shared) => shared.retain(|line| lines.contains(line)),
            }
        }
        match &mut self.told {
            None => self.told = Some((lines, dice.len())),
            Some((shared, most)) => {
                shared.retain(|line| lines.contains(line));
                *most = dice.len().max(*most);
            }
        }
        self.suffer(&mut copy);
        if copy.dice_overrun() <= 0 {
            return self.count(&copy, share);
        }
        self.about = true;
        self.count(&copy, share / REST as f64)?;
        // The rest of the dice must not be the same of each throw, or they would weigh too much.
        let begun = dice.iter().fold(1_u64, |seed, &die| seed * 7 + u64::from(die));
        for more in 1..REST {
            let mut copy = self.tried(dice, begun * REST + more)?;
            self.grant(&mut copy, dice.len());
            self.suffer(&mut copy);
            self.count(&copy, share / REST as f64)?;
        }
        Some(())
    }

    /// Counts the only outcome of an attack that no die decides.
    fn settle(&mut self, mut copy: Match) -> Option<()> {
        self.told = Some((self.lines(&copy).0, 0));
        self.suffer(&mut copy);
        self.count(&copy, 1.0)
    }

    /// The game after the action, with these dice and then those of a seed.
    fn tried(&self, dice: &[u8], seed: u64) -> Option<Match> {
        let seed = seed ^ dice.iter().fold(0, |seed, &die| seed << 3 | u64::from(die)) << 32;
        let mut copy = self.game.tried(Dice::scripted_then(dice.to_vec(), seed));
        copy.apply(self.action).ok()?;
        Some(copy)
    }

    fn count(&mut self, copy: &Match, chance: f64) -> Option<()> {
        *self.found.entry(self.key(copy)).or_default() += chance;
        Some(())
    }

    /// What the others are taken to choose, in words.
    fn grant(&self, copy: &mut Match, dice: usize) -> Option<String> {
        in_words(&grant(self.game, self.action, copy, dice), self.words)
    }

    /// What the rules still ask for is done before it is counted.
    fn suffer(&self, copy: &mut Match) {
        for _ in 0..MOST_FORCED {
            let legal = copy.legal();
            let forced = |action: &Action| matches!(action.verb.as_str(), "lose" | "retreat");
            let Some(first) = legal.iter().find(|action| forced(action)) else { return };
            if !legal.iter().all(forced) || copy.apply(first).is_err() {
                return;
            }
        }
    }

    /// What the log says of the attack itself, but for who attacks whom, as whoever asks knows that, and
    /// whether it is answered: of one that is, the strengths of both. Of anything else all that it
    /// says.
    fn lines(&self, copy: &Match) -> (Vec<LogLine>, bool) {
        let mut attacks = copy.events().iter().filter(|event| is_attack(event));
        let Some(first) = attacks.next() else {
            let all = copy.events().iter().flat_map(|event| self.words.lines(event));
            return (all.collect(), false);
        };
        let is_own = |event: &Event| {
            attacked(event).is_none_or(|attack| self.game.deciding() == Some(&attack.side))
        };
        let Some(answer) = attacks.find(|event| answers(event, first)) else {
            let known = usize::from(is_own(first));
            return (self.words.lines(first).into_iter().skip(known).collect(), false);
        };
        // Who attacks comes first, whoever strikes first; then who defends himself.
        let (own, other) = if is_own(first) { (first, answer) } else { (answer, first) };
        let own = self.words.lines(own).into_iter().skip(1).take(1);
        (own.chain(self.words.lines(other).into_iter().take(2)).collect(), true)
    }

    /// Whether nobody of the side that decides has lost anything or its order.
    fn is_unhurt(&self, copy: &Match) -> bool {
        let own = self.game.sides().iter().position(|side| self.game.deciding() == Some(side));
        let Key { losses, morale, .. } = self.key(copy);
        own.is_some_and(|own| {
            losses.get(own).is_none_or(|lost| *lost == (0, 0))
                && morale.keys().all(|(side, _)| *side != own)
        })
    }

    fn key(&self, copy: &Match) -> Key {
        let (before, after) = (self.game.losses(), copy.losses());
        let lost = before.iter().zip(&after);
        let losses = lost
            .map(|(b, a)| (a.steps.saturating_sub(b.steps), a.units.saturating_sub(b.units)))
            .collect();
        let side_of: BTreeMap<&str, usize> =
            copy.units().iter().map(|unit| (unit.name, unit.side)).collect();
        let mut retreats: Vec<usize> = copy
            .events()
            .iter()
            .filter_map(|event| match &event.kind {
                EventKind::Moved(moved) if moved.by == "retreat" => {
                    side_of.get(moved.units.first()?.as_str()).copied()
                }
                _ => None,
            })
            .collect();
        retreats.sort_unstable();
        retreats.dedup();
        let points = copy.score() - self.game.score();
        Key { losses, retreats, morale: self.changed(copy), points }
    }

    /// What has become of the morale of those who are still there.
    fn changed(&self, copy: &Match) -> BTreeMap<(usize, String), u32> {
        let mut changed: BTreeMap<(usize, String), u32> = BTreeMap::new();
        for (name, (side, now)) in morale(copy, self.words) {
            let Some((_, before)) = self.morale.get(&name).filter(|(_, before)| *before != now)
            else {
                continue;
            };
            let what = match (now, before) {
                (None, _) => "recovered".to_owned(),
                (Some((now, name)), Some((before, _))) if now < *before => {
                    format!("recovered as far as {name}")
                }
                (Some((_, name)), _) => name,
            };
            *changed.entry((side, what)).or_default() += 1;
        }
        changed
    }
}

/// Whether those who were attacked strike back with it, or those strike whom they struck at first.
fn answers(event: &Event, first: &Event) -> bool {
    let [Some(one), Some(other)] = [first, event].map(attacked) else { return false };
    one.side != other.side && other.targets.iter().any(|unit| one.units.contains(unit))
}

fn attacked(event: &Event) -> Option<&Attacked> {
    match &event.kind {
        EventKind::Attacked(attack) => Some(attack),
        _ => None,
    }
}
