//! What may come of an action, before any die is rolled: it is tried on copies of the game with
//! every throw of the dice, and what comes out alike is counted together.
//!
//! The engine itself does the reckoning, so that column shifts, terrain and whatever else a rule
//! book knows are in it. Copies have dice of their own: nothing is learnt of those to come. They are
//! of the game as the side knows that decides, and go on with nothing but what the action brings
//! ([`Match::alone`]): neither hidden units nor an enemy's plan change what is told.

use std::collections::BTreeMap;

use salient_rules::dice::Dice;
use salient_rules::game::{Modifier, UnitStatus};
use salient_rules::words::{LogLine, Words, plural};
use salient_rules::{Action, Match};
use salient_schema::Id;
use salient_schema::event::{Detail, Event, EventKind, Payload};

/// So many dice are gone through, each with all its faces.
const MOST_DICE: usize = 3;

/// Where more dice are rolled than that, the rest is thrown so often for each of those throws: who
/// checks morale after fire rolls for himself.
const REST: u64 = 6;

/// So many decisions that the rules leave to the sides, losses and retreats, are made as the first
/// legal one.
const MOST_FORCED: usize = 40;

/// What may come of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prospects {
    /// What is certain: strengths, odds, modifiers, in the words of the log.
    pub certain: Vec<LogLine>,
    /// What shifts columns or dice, with its rule, where the log's words do not tell it.
    pub modifiers: Vec<Modifier>,
    /// What may come out, the likeliest first.
    pub outcomes: Vec<Prospect>,
    /// The dice that were gone through.
    pub dice: usize,
    /// Whether more dice were rolled than were gone through: the chances are about so great.
    pub about: bool,
    /// What was taken for granted: that the other side adds nothing.
    pub granted: Option<String>,
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
/// hangs on what others choose.
pub fn prospects(game: &Match, action: &Action, words: &Words) -> Option<Prospects> {
    let known = game.alone();
    let morale = morale(&known, words);
    let mut search = Search {
        game: &known,
        action,
        words,
        morale,
        found: BTreeMap::new(),
        told: None,
        about: false,
        is_attack: false,
    };
    let mut granted = None;
    search.throw(&mut Vec::new(), &mut granted)?;
    let Search { found, told, about, is_attack, .. } = search;
    let (certain, dice) = told?;
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
    let modifiers = game.asked().map_or_else(Vec::new, |asked| asked.modifiers(action));
    let found = Prospects { certain, modifiers, outcomes, dice, about, granted };
    (dice > 0 || is_attack).then_some(found)
}

/// Whether whoever decides by hand should look at an action before it is done: dice are rolled for
/// it, somebody is attacked by it, whether dice decide that or not, or the game-turn ends with it.
/// Dice that a later step begins with are none of its own.
pub fn needs_a_look(game: &Match, action: &Action) -> bool {
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

/// Where a side might still add something to an action before the dice are rolled, it does not.
/// Gives the sides that could have.
fn grant(game: &Match, action: &Action, copy: &mut Match, dice: usize) -> Vec<Id> {
    let mut granted: Vec<Id> = Vec::new();
    // No die is used yet, and what is asked is no other decision of the same kind.
    while copy.dice_overrun() + dice as isize == 0 {
        let legal = copy.legal();
        let adds = legal.iter().any(|action| action.verb != "done")
            && legal.iter().all(|other| other.verb != action.verb);
        // Who has acted goes on himself: that is no answer to it.
        let other = copy.deciding().filter(|side| adds && game.deciding() != Some(side));
        let Some(side) = other.cloned() else { break };
        if copy.apply(&Action::plain("done")).is_err() {
            break;
        }
        granted.push(side);
    }
    granted.dedup();
    granted
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
        let lines = self.lines(&copy);
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
        self.told = Some((self.lines(&copy), 0));
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

    /// Who adds nothing to it, in words.
    fn grant(&self, copy: &mut Match, dice: usize) -> Option<String> {
        let sides = grant(self.game, self.action, copy, dice);
        let granted = sides.iter().map(|side| format!("{} adds nothing", self.words.side(side)));
        let granted: Vec<String> = granted.collect();
        (!granted.is_empty()).then(|| granted.join(", "))
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

    /// What the log says of the attack itself, but for who attacks whom, as whoever asks knows that; of
    /// anything else all that it says.
    fn lines(&self, copy: &Match) -> Vec<LogLine> {
        match copy.events().iter().find(|event| is_attack(event)) {
            Some(attack) => self.words.lines(attack).into_iter().skip(1).collect(),
            None => copy.events().iter().flat_map(|event| self.words.lines(event)).collect(),
        }
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
