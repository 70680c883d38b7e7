//! An independent referee for games of the system `standard`.
//!
//! It reads ruleset, map, order of battle and scenario, follows a log event by event and reckons
//! everything again that the log lets it: the dice from the seed, the sequence of play, every hex of
//! a move with its cost, zones of control, stacking, each attack's strengths, odds, column, modifiers
//! and cell, what is lost, who retreats and advances, every fire and what comes of it, supply,
//! replacements, arrivals, states, who holds what, the points and who wins. It was written from the
//! rule text (the documentation of `salient_schema::rules_of_play`, the book that `salient book`
//! writes, the notes of the games) and takes nothing from the engine: of the data contract it uses
//! the types of the files and the reading of a cell.
//!
//! Options that the five published games do not have, it refuses ([`book`]).
//!
//! What it does not recheck:
//!
//! - the numbers of the rules that events cite, the names of modifiers, the titles of game-turns;
//! - the fingerprint and the hash of each position, which `salient replay` compares;
//! - conditions of a free set-up, such as how many counters may be put into a hex: `standard` does not
//!   heed them, and what keeps stacks small is the stacking limit;
//! - which of several units its owner lets take a loss, as that is a choice;
//! - that an owner was asked wherever he could have decided otherwise: fire in the midst of a move,
//!   an advance, a replacement that he left out.

mod aftermath;
mod arrivals;
mod board;
mod book;
mod combat;
mod fire;
mod ground;
mod march;
mod points;
mod sight;
mod supply;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind, LOG_VERSION, Lost, PhaseStart, Roll};
use salient_schema::rules_of_play::{ActivationOf, Does};
use salient_schema::ruleset::SequenceStep;
use serde_json::Value;

use aftermath::Battle;
use board::Board;
use book::Book;
use combat::texts;
use fire::Shot;
use ground::{Ground, Hex};
use march::March;

/// Something in a log that is not as the rules ask.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The number of the event.
    pub seq: u32,
    /// The game-turn.
    pub turn: u16,
    /// What is wrong.
    pub words: String,
}

/// Goes through a game's log; what it finds wrong, in order.
///
/// # Errors
/// Files that the referee cannot read, or rules that he does not know.
pub fn judge(bundle: &Bundle, log: &[Event]) -> Result<Vec<Fault>, String> {
    let mut referee = Referee::new(bundle)?;
    for event in log {
        referee.event(event);
    }
    if !referee.is_over {
        referee.wrong("the log ends before the game does");
    }
    Ok(referee.faults)
}

/// How dice come from the seed, as a log says it.
const GENERATOR: &str = "splitmix64, high 32 bits, a die by multiplication with rejection";

/// What must come next in the log, before anything else is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    /// A hex changes hands.
    Control(Hex, String),
    /// A unit comes into a state, or out of it.
    State(String, String, bool),
    /// A unit loses a step for this.
    Loss(String, &'static str),
    /// A unit checks its morale, at this modifier.
    Check(String, i32),
    /// A leader's die for his own loss.
    LeaderDie(String),
    /// A unit comes back, or gets a step back.
    Replaced(String),
    /// A unit's supply is otherwise than before.
    Supply(String, Option<String>),
    /// The weather is told: this one, or what the dice say.
    Weather(String),
    /// A hidden unit is seen.
    Shown(String),
    /// A unit moves, as a state of it has ended by that.
    Moves(String),
}

#[derive(Debug)]
struct Referee<'a> {
    book: Book<'a>,
    ground: Ground<'a>,
    board: Board,
    faults: Vec<Fault>,
    seq: u32,
    turn: u16,
    dice: u64,
    /// Dice that were rolled, and have not been used yet.
    rolled: Vec<(String, String, i32)>,
    steps: VecDeque<&'a SequenceStep>,
    step: Option<&'a SequenceStep>,
    /// Which of several things an activated formation is at.
    deed: usize,
    cup: Vec<&'a str>,
    active: Option<&'a str>,
    weather: String,
    due: Vec<Due>,
    /// The last decision: its side, and all of it.
    action: (String, Value),
    march: Option<March>,
    /// Who went last, and through which hexes.
    walked: (Vec<String>, Vec<Hex>),
    /// Units that have moved, attacked, been attacked or fired in the step.
    moved: BTreeSet<String>,
    attacked: BTreeSet<String>,
    targets: BTreeSet<Hex>,
    fired: BTreeSet<String>,
    railed: i32,
    /// Fires in the midst of the enemy's moves in the game-turn.
    opportunity: BTreeMap<String, i32>,
    attacks: u32,
    battle: Option<Battle<'a>>,
    shot: Option<Shot<'a>>,
    /// Who has retreated in the step, and does not count in a hex's defence.
    retreated: BTreeSet<String>,
    /// By unit: supply steps in a row without supply.
    lack: BTreeMap<String, i32>,
    replacements: BTreeMap<(String, Option<String>), i32>,
    rebuilt: BTreeMap<String, i32>,
    losses: BTreeMap<String, [i32; 2]>,
    is_over: bool,
    scored: BTreeSet<String>,
}

impl<'a> Referee<'a> {
    fn new(bundle: &'a Bundle) -> Result<Self, String> {
        let book = Book::read(bundle)?;
        let ground = Ground::read(bundle)?;
        let board = Board::set_up(&book, &ground)?;
        let weather = book.rules.weather.iter().flat_map(|it| &it.kinds).next();
        let weather = weather.map(|kind| kind.id.clone()).unwrap_or_default();
        let steps = book.sequence(0).into();
        Ok(Self {
            book,
            ground,
            board,
            faults: Vec::new(),
            seq: 0,
            turn: 0,
            dice: 0,
            rolled: Vec::new(),
            steps,
            step: None,
            deed: 0,
            cup: Vec::new(),
            active: None,
            weather,
            due: Vec::new(),
            action: (String::new(), Value::Null),
            march: None,
            walked: (Vec::new(), Vec::new()),
            moved: BTreeSet::new(),
            attacked: BTreeSet::new(),
            targets: BTreeSet::new(),
            fired: BTreeSet::new(),
            railed: 0,
            opportunity: BTreeMap::new(),
            attacks: 0,
            battle: None,
            shot: None,
            retreated: BTreeSet::new(),
            lack: BTreeMap::new(),
            replacements: BTreeMap::new(),
            rebuilt: BTreeMap::new(),
            losses: BTreeMap::new(),
            is_over: false,
            scored: BTreeSet::new(),
        })
    }

    fn wrong(&mut self, words: impl Into<String>) {
        self.faults.push(Fault { seq: self.seq, turn: self.turn, words: words.into() });
    }

    /// Objects where something does not hold.
    fn must(&mut self, holds: bool, words: impl FnOnce() -> String) {
        if !holds {
            self.wrong(words());
        }
    }

    /// Objects where a number is another one.
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, told: T, reckoned: T) {
        if told != reckoned {
            self.wrong(format!("{what}: the log has {told:?}, by the rules it is {reckoned:?}"));
        }
    }

    /// Objects where the last decision says something else.
    fn acted(&mut self, key: &str, told: Option<impl AsRef<str>>) {
        let asked = self.action.1[key].as_str().map(str::to_owned);
        self.same("what was decided", told.map(|told| told.as_ref().to_owned()), asked);
    }

    /// The hex of a number in the log.
    fn hex(&mut self, label: &str) -> Hex {
        match self.ground.hex(label) {
            Ok(hex) => hex,
            Err(words) => {
                self.wrong(words);
                (-1, -1)
            }
        }
    }

    fn event(&mut self, event: &Event) {
        let is_first = matches!(event.kind, EventKind::GameStart(_));
        let next = if is_first { 0 } else { self.seq + 1 };
        self.same("the event's number", event.seq, next);
        self.seq = next;
        if let EventKind::Turn(_) = event.kind {
            self.turn += 1;
            self.begin_turn();
        }
        self.same("the game-turn", event.turn, self.turn);
        if let EventKind::Phase(phase) = &event.kind {
            self.phase(phase);
        }
        let step = self.step.map(|step| step.id.as_str()).unwrap_or_default();
        self.same("the step", event.phase.as_str(), step);
        self.must(!self.is_over, || "something happens after the game".to_owned());
        let detail = event.detail.as_ref().map(salient_schema::event::Detail::to_json);
        let detail = detail.unwrap_or(Value::Null);
        match &event.kind {
            EventKind::GameStart(start) => {
                let bundle = self.book.bundle;
                self.same("the game", &start.scenario, &bundle.scenario.id);
                self.same("the map", &start.map, &bundle.map.id);
                self.same("the system", start.system.as_str(), bundle.ruleset.system());
                self.same("the dice", start.generator.as_str(), GENERATOR);
                let versions = (start.format_version, start.log_version);
                self.same("the version", versions, (bundle.format_version, LOG_VERSION));
                self.dice = start.seed;
            }
            EventKind::Turn(start) => {
                let turn = self.turn;
                let known = self.book.bundle.scenario.turns.iter().find(|it| it.turn == turn);
                let known = known.map(|it| (&it.label, it.half));
                self.same("the game-turn", Some((&start.label, start.half)), known);
            }
            EventKind::Phase(_) => {}
            EventKind::Action(decided) => {
                let value = serde_json::to_value(&decided.action).unwrap_or_default();
                self.decided(decided.side.clone(), value);
            }
            EventKind::Roll(roll) => self.roll(roll),
            EventKind::Placed(placed) => self.placed(placed),
            EventKind::Moved(moved) => self.went(moved),
            EventKind::Turned(turned) => self.turned(turned),
            EventKind::Attacked(attacked) => match detail["event"].as_str() {
                Some("combat") => self.fought(attacked, &detail),
                Some("fire") => self.fires(attacked, &detail),
                _ => self.wrong("an attack without its numbers"),
            },
            EventKind::Lost(lost) => self.lost(lost),
            EventKind::Marker(change) => self.marked(change, &detail),
            EventKind::Control(control) => {
                let hex = self.hex(&control.hex);
                let stands = control.unit.as_ref().is_some_and(|unit| {
                    self.walked.0.contains(unit) && self.walked.1.contains(&hex)
                });
                self.must(stands, || format!("nobody takes {}", control.hex));
                self.done(&Due::Control(hex, control.side.clone()));
            }
            EventKind::Noted(noted) => {
                let told: Vec<&str> = detail["units"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .collect();
                let told = if told.is_empty() {
                    detail["unit"].as_str().into_iter().collect()
                } else {
                    told
                };
                let units: Vec<&str> = noted.units.iter().map(String::as_str).collect();
                self.same("the units", units, told);
                let side = detail["side"].as_str();
                self.same("the side", noted.side.as_deref(), side);
                let hexes: Vec<&str> = noted.hexes.iter().map(String::as_str).collect();
                let told: Vec<&str> = detail["hex"].as_str().into_iter().collect();
                self.same("the hex", hexes, told);
                self.noted(&detail);
            }
            EventKind::TurnEnd(end) => self.turn_end(end),
            EventKind::Score(score) => self.score(score),
            EventKind::GameOver(over) => self.game_over(over),
            EventKind::Removed(_)
            | EventKind::Exchanged(_)
            | EventKind::Attached(_)
            | EventKind::Level(_) => self.wrong("an event that this game does not have"),
        }
    }

    /// What the system tells of what it noted.
    fn noted(&mut self, detail: &Value) {
        match detail["event"].as_str() {
            Some("morale_check") => self.checked(detail),
            Some("recovery") => self.recovers(detail),
            Some("weather") => self.weather_told(detail),
            Some("supplied") => self.supplied(detail),
            Some("shown") => self.shown(detail),
            Some("replaced") => self.replaced(detail),
            other => self.wrong(format!("{other:?} is nothing that this game has")),
        }
    }

    fn begin_turn(&mut self) {
        self.settled();
        let left = self.steps.iter().map(|step| step.id.clone()).collect::<Vec<_>>();
        self.must(left.is_empty(), || format!("{left:?} were left out"));
        let sudden = self.sudden();
        self.must(sudden.is_none() || self.turn == 1, || "somebody has won before".to_owned());
        self.steps = self.book.sequence(self.turn).into();
        self.step = None;
        self.opportunity.clear();
        self.rebuilt.clear();
        self.fixed_weather();
        self.points_arrive();
    }

    fn phase(&mut self, phase: &PhaseStart) {
        self.settled();
        self.end_of_step();
        let step = self.steps.pop_front();
        self.must(step.is_some(), || "a step more than the game-turn has".to_owned());
        self.step = step;
        if let Some(step) = step {
            self.same("the step's name", phase.name.as_str(), step.name.as_str());
            self.same("the phasing side", phase.side.as_ref(), step.side.as_ref());
            self.must(!phase.missing, || "a step that is not played".to_owned());
        }
        self.deed = 0;
        self.active = None;
        self.begin_deeds();
        match step.and_then(|step| step.does.as_ref()) {
            Some(Does::Activation { of: ActivationOf::Formation, .. }) => self.fill_cup(),
            Some(Does::Activation { .. }) => {
                self.wrong("activations that the referee does not know")
            }
            Some(Does::Supply {}) => self.begin_supply(),
            Some(Does::Weather {}) => self.begin_weather(),
            Some(Does::Recovery { state }) => self.begin_recovery(state),
            _ => {}
        }
    }

    fn begin_deeds(&mut self) {
        self.moved.clear();
        self.attacked.clear();
        self.targets.clear();
        self.fired.clear();
        self.retreated.clear();
        self.railed = 0;
    }

    /// A chit for each formation that has a unit on the map.
    fn fill_cup(&mut self) {
        let formations = self.book.bundle.orders_of_battle.iter().flat_map(|it| &it.formations);
        let has_units = |id: &str| {
            self.board.units().any(|(unit, _)| {
                self.book.counter(unit).is_some_and(|it| it.formation.as_deref() == Some(id))
            })
        };
        let in_cup = formations.map(|it| it.id.as_str()).filter(|id| has_units(id));
        self.cup = in_cup.collect();
    }

    fn drawn(&mut self, value: i32) {
        self.settled();
        let at = usize::try_from(value - 1).unwrap_or(usize::MAX);
        match at < self.cup.len() {
            true => self.active = Some(self.cup.remove(at)),
            false => self.wrong("no such chit is in the cup"),
        }
        self.deed = 0;
        self.begin_deeds();
    }

    /// Which of the step's deeds it is by which a unit does something; objects where the step has none,
    /// or the unit has no part in it.
    fn deed(&mut self, unit: &str, is_such: impl Fn(&Does) -> bool) -> Option<&'a Does> {
        let step = self.step?;
        self.last_chit(unit);
        let deeds = Book::deeds(step);
        let found = (self.deed..deeds.len()).find(|at| is_such(&deeds[*at]));
        let Some(at) = found else {
            self.wrong(format!("{unit} may not do so in this step"));
            return None;
        };
        self.deed = at;
        let formation = self.book.counter(unit).and_then(|it| it.formation.as_deref());
        let is_turn = match (&step.side, self.active) {
            (Some(side), _) => self.book.side(unit) == side,
            (None, Some(active)) => formation == Some(active),
            (None, None) => !matches!(step.does, Some(Does::Activation { .. })),
        };
        self.must(is_turn, || format!("it is not for {unit} to act"));
        Some(&deeds[at])
    }

    /// Of a single chit nobody rolls: it is the turn of its formation when one of its units acts.
    fn last_chit(&mut self, unit: &str) {
        let formation = self.book.counter(unit).and_then(|it| it.formation.as_deref());
        if self.cup.len() == 1 && formation == self.cup.first().copied() {
            self.active = self.cup.pop();
            self.deed = 0;
            self.begin_deeds();
        }
    }

    fn decided(&mut self, side: String, action: Value) {
        let verb = action["do"].as_str().unwrap_or_default().to_owned();
        // A move goes on after the enemy's fire, and after what its own side loses by it.
        let is_interruption = self.march.as_ref().is_some_and(|march| march.side != side);
        if !is_interruption && verb != "lose" {
            self.end_march();
        }
        if verb == "attack" {
            self.end_battle();
        }
        if verb != "lose" {
            self.end_shot();
        }
        // Leaders roll for themselves when all losses are taken.
        let is_risk = |due: &Due| verb == "lose" && matches!(due, Due::LeaderDie(_));
        let (risks, others) = std::mem::take(&mut self.due).into_iter().partition(is_risk);
        self.due = others;
        self.nothing_due();
        self.due = risks;
        let known = self.book.bundle.ruleset.sides.iter().any(|it| it.id == side);
        self.must(known, || format!("{side} is no side"));
        let units = texts(&action["units"]).into_iter();
        for unit in units.chain(action["unit"].as_str().map(str::to_owned)) {
            self.same("whose it is", side.as_str(), self.book.side(&unit));
        }
        let text = |key: &str| action[key].as_str().unwrap_or_default().to_owned();
        let (unit, state) = (text("unit"), text("state"));
        self.action = (side, action);
        if verb == "take" {
            self.takes(&unit, &state);
        }
    }

    /// Everything that is going on is over.
    fn settled(&mut self) {
        self.end_shot();
        self.end_march();
        self.end_battle();
        self.nothing_due();
    }

    /// Whatever had to follow has followed.
    fn nothing_due(&mut self) {
        for due in std::mem::take(&mut self.due) {
            self.wrong(format!("missing: {due:?}"));
        }
        for (purpose, _, value) in std::mem::take(&mut self.rolled) {
            self.wrong(format!("a {value} was rolled for {purpose}, and nothing comes of it"));
        }
        self.all_seen();
    }

    /// Something that was due has happened.
    fn done(&mut self, what: &Due) {
        match self.due.iter().position(|due| due == what) {
            Some(at) => {
                self.due.remove(at);
            }
            None => self.wrong(format!("not due: {what:?}")),
        }
    }

    fn roll(&mut self, roll: &Roll) {
        let value = self.die(roll.faces);
        self.same("the die", roll.value, value);
        let value = i32::from(roll.value);
        match roll.purpose.as_str() {
            "chit" => {
                self.settled();
                let left = self.cup.len();
                self.same("chits in the cup", usize::from(roll.faces), left);
                let first = self.book.bundle.ruleset.sides[0].id.as_str();
                self.same("who rolls", roll.side.as_str(), first);
                self.drawn(value);
            }
            _ if !self.has_dice(roll.faces) => {
                self.wrong(format!("no die has {} faces", roll.faces))
            }
            "leader-loss" => self.leader_die(&roll.side, value),
            "combat" | "fire" | "morale" | "recovery" | "weather" => {
                self.rolled.push((roll.purpose.clone(), roll.side.clone(), value));
            }
            other => self.wrong(format!("nobody rolls for {other}")),
        }
    }

    /// Whether any rule rolls dice with so many faces; those for leaders have six.
    fn has_dice(&self, faces: u8) -> bool {
        let rules = self.book.rules;
        let combat = rules.combat.iter().map(|it| it.dice.faces);
        let fire = rules.fire.iter().map(|it| it.dice.faces);
        faces == 6 || combat.chain(fire).any(|known| known == faces)
    }

    /// The next die of the seed.
    fn die(&mut self, faces: u8) -> u8 {
        let faces = u64::from(faces);
        loop {
            self.dice = self.dice.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.dice;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^= word >> 31;
            let product = (word >> 32) * faces;
            // Numbers that would make some faces likelier are drawn again.
            if product % (1 << 32) >= (1_u64 << 32) % faces {
                return u8::try_from(product >> 32).unwrap_or(u8::MAX - 1) + 1;
            }
        }
    }

    /// The sum of the dice that a side rolled for something; objects unless they are so many.
    fn sum(&mut self, purpose: &str, side: &str, number: usize) -> i32 {
        let (used, others) = std::mem::take(&mut self.rolled)
            .into_iter()
            .partition::<Vec<_>, _>(|it| it.0 == purpose);
        self.rolled = others;
        self.same("dice rolled", used.len(), number);
        for (_, own, _) in &used {
            self.same("who rolls", own.as_str(), side);
        }
        used.into_iter().map(|(_, _, value)| value).sum()
    }

    /// A unit loses steps: the counter is turned, or it is gone.
    fn lost(&mut self, lost: &Lost) {
        let hex = self.hex(&lost.hex);
        self.same("where it stands", Some(hex), self.board.at(&lost.unit));
        self.same("whose it is", lost.side.as_str(), self.book.side(&lost.unit));
        let before = i32::try_from(self.board.face(&lost.unit)).unwrap_or(0);
        let left = self.book.steps(&lost.unit) - before - lost.steps;
        self.must(lost.steps > 0 && left >= 0, || format!("{} has not so many steps", lost.unit));
        let outcome = serde_json::to_value(&lost.outcome).unwrap_or_default();
        let reckoned = match left {
            0 => Value::from("eliminated"),
            _ => serde_json::json!({ "reduced": { "face": before + lost.steps } }),
        };
        self.same("what is left", outcome, reckoned);
        self.account(lost, before);
        let side = lost.side.clone();
        let counted = self.losses.entry(side).or_default();
        counted[0] += lost.steps;
        if left <= 0 {
            counted[1] += 1;
            self.board.remove(&lost.unit);
            // A leader who is gone is no longer at risk.
            self.due.retain(|due| !matches!(due, Due::LeaderDie(leader) if *leader == lost.unit));
        } else {
            self.board.turn(&lost.unit, usize::try_from(before + lost.steps).unwrap_or(0));
        }
        if lost.cause == "fire" {
            self.paid();
        }
    }
}
