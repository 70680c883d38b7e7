//! A referee for 1914, Offensive à outrance: someone who has the log of a game, the map, the
//! counters and the rule book, and reckons again what the log says.
//!
//! He shares no code with the engine's rules. Of the engine he knows what its events say; numbers
//! and charts he takes from the ruleset. He goes on after a difference with what the log says, so
//! that he finds them all.
//!
//! | file | holds |
//! |---|---|
//! | `bases` | 1914 23.1, 24.3 bases and their transfers |
//! | `abreast` | 1914 19 forces in two hexes |
//! | `book`, `ground`, `roster` | charts, the map, the counters |
//! | `follow` | what becomes of units, whatever the rule; what was decided |
//! | `zones` | 1914 3.1, 3.2 who stands where, zones of control |
//! | `control` | 1914 3.3, 18.1, 18.2 control, fronts, railways |
//! | `combat`, `odds`, `guns` | 1914 9, 10.1, 12.2, 21.1 |
//! | `checks`, `losses` | 1914 6, 9.10, 10.2 checks, levels, strength reductions |
//! | `march`, `repulse` | 1914 7.1, 7.2, 7.4, 8.2 points, forced marches, repulses |
//! | `marks` | 1914 6.1, 7.1.4, 7.3, 14 levels, bridges, prepared attacks, positions |
//! | `retreat` | 1914 11.1 |
//! | `siege` | 1914 12.4, 13.3, 13.4 |
//! | `rails`, `structures` | 1914 7.7, 18.3 to 18.6 movement by rail, structures, bottlenecks |
//! | `travel` | 1914 7.9, 15.6.4, 16.1, 16.3, 16.4 who leaves the map, comes, and is combined |
//! | `supply` | 1914 15 |
//! | `provision` | 1914 9.4, 15.8.3, 23.1.2, 25.3 ammunition |

mod abreast;
mod bases;
mod book;
mod checks;
mod combat;
mod control;
#[path = "../referee/dice.rs"]
mod dice;
mod follow;
mod ground;
mod guns;
mod losses;
mod march;
mod marks;
mod odds;
mod provision;
mod rails;
mod repulse;
mod retreat;
mod roster;
mod siege;
mod structures;
mod supply;
mod travel;
mod zones;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

use salient_hex::Hex;
use salient_offensive_1914::event::Detail;
use salient_offensive_1914::event::battle::BattleDetail;
use salient_offensive_1914::event::march::MarchDetail;
use salient_offensive_1914::event::retreat::RetreatDetail;
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind, Payload, Roll};

use book::Book;
use dice::Dice;
use ground::Ground;
use roster::Unit;

/// A difference between a log and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game-turn.
    pub turn: u16,
    /// The event's number.
    pub seq: u32,
    /// The rule that it is about.
    pub rule: &'static str,
    /// What is wrong.
    pub words: String,
}

/// Goes through a whole game's log and gives every difference.
///
/// # Errors
/// What keeps the scenario from being read.
pub fn judge(bundle: &Bundle, log: &[Event]) -> Result<Vec<Fault>, String> {
    let mut referee = Referee::new(bundle)?;
    for (number, event) in log.iter().enumerate() {
        referee.hear(number, event, &log[number..]);
    }
    let over = referee.over;
    referee.must(over, "4.1", "the log ends before the game");
    Ok(referee.faults)
}

/// What a phase is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Supply,
    Rails,
    Movement,
    CounterMovement,
    Attack,
    Finishing,
    Other,
}

struct Referee<'a> {
    bundle: &'a Bundle,
    book: Book<'a>,
    ground: Ground,
    units: Vec<Unit>,
    names: BTreeMap<String, usize>,
    parents: BTreeMap<String, String>,
    /// The sizes of formations.
    sizes: BTreeMap<String, String>,
    /// The friendly edges of each side (1914 1.1).
    edges: [BTreeSet<Hex>; 2],
    bases: Vec<bases::Base>,
    /// The formation that has crossed the pontoon bridge in this phase (1914 24.6).
    pontoon: Option<String>,
    /// Who crosses it with the step that is being paid.
    crossing: Option<String>,
    faults: Vec<Fault>,
    turn: u16,
    seq: u32,
    phase: String,
    stage: Stage,
    /// The side that acts in the phase.
    active: usize,
    over: bool,
    dice: Dice,
    /// Dice that nothing has come of yet.
    rolled: VecDeque<Roll>,
    decided: Option<follow::Decision>,
    control: Vec<Option<usize>>,
    /// Hexes that have changed hands, which is still to be told.
    taken: BTreeMap<Hex, usize>,
    rails: [Vec<bool>; 2],
    /// Railways that were lost, which is still to be told.
    cut: BTreeSet<(usize, Hex)>,
    blown: BTreeSet<(Hex, Hex)>,
    /// Structures of the railways that are demolished, with how (1914 18.4, 18.5).
    broken: BTreeMap<(Hex, Hex), i32>,
    /// The levels of improved positions.
    positions: Vec<u8>,
    /// A position that was completed, which is still to be told.
    dug: Option<Hex>,
    /// Who loses a prepared attack by a forced march, which is still to be told.
    flagging: BTreeSet<usize>,
    /// Hexes that units have come to since somebody last chose.
    arrived: BTreeSet<Hex>,
    /// What has come to lie behind the fronts of a side, which is still to be told.
    behind: [Vec<Hex>; 2],
    /// The step that the event is told in.
    now: String,
    /// The combat that is under way, and the one that is fought together with it (1914 19.4).
    fights: Vec<combat::Fight>,
    /// The hex whose combat comes together with the one that was told.
    awaited: Option<combat::Awaited>,
    /// Who has just gone into two hexes, or out of them.
    stepped: Option<abreast::Step>,
    attacks: u32,
    /// Whether the inundation is made (1914 21.3), and whether ships have supported in this phase (21.2).
    flooded: bool,
    ships: bool,
    attacked: BTreeSet<Hex>,
    /// Hexes whose attack has been fought in this phase.
    resolved: BTreeSet<Hex>,
    indicated: Vec<(Vec<usize>, Hex)>,
    dues: Vec<losses::Due>,
    owed: Vec<retreat::Owed>,
    hardship: Option<retreat::Expected>,
    repulse: Option<repulse::Repulse>,
    /// Whether whoever is demoralized by the hex of retreat gives himself up (1914 11.1.6).
    doomed: bool,
    /// What each side has said of intensity.
    said: [VecDeque<bool>; 2],
    provision: provision::Provision,
    /// To whom it was decided last to provide ammunition.
    provided: Vec<usize>,
    /// Whether supply has been judged in this phase.
    judged: bool,
    /// Replacements in store, by nation (1914 16.6.2).
    stores: BTreeMap<String, i32>,
    /// Bombardments that are left, by the number that limits them (1914 13.4).
    fired: BTreeMap<&'static str, i32>,
    /// What the attack that comes was prepared by.
    fire: siege::Barrage,
    /// The hex of a fortress that was destroyed last.
    fallen: Option<Hex>,
    /// Depots with a marker of shortage, each with its limit (1914 15.8.2).
    short: BTreeMap<usize, i32>,
    net: structures::Net,
    trains: rails::Trains,
    away: travel::Away,
}

impl<'a> Referee<'a> {
    fn new(bundle: &'a Bundle) -> Result<Self, String> {
        let book = Book::new(bundle);
        let ground = Ground::new(&bundle.map, &book)?;
        let net = structures::Net::of(&bundle.map, &book, &ground)?;
        let units = roster::muster(bundle, &book)?;
        let len = ground.grid.len();
        let names = units.iter().enumerate().map(|(at, unit)| (unit.name.clone(), at)).collect();
        let formations = bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
        let sizes = formations
            .clone()
            .filter_map(|own| Some((own.id.to_string(), own.size.as_ref()?.to_string())))
            .collect();
        let parents = formations.filter_map(|own| Some((own.id.clone(), own.parent.clone()?)));
        let edges = ["allied-edge", "german-edge"]
            .map(|role| book.hexes(role, &ground).into_iter().collect());
        let bases = bases::Base::all(&book, &ground, &units);
        let mut referee = Self {
            bundle,
            book,
            names,
            units,
            parents: parents.collect(),
            sizes,
            edges,
            bases,
            pontoon: None,
            crossing: None,
            faults: Vec::new(),
            turn: 0,
            seq: 0,
            phase: String::new(),
            stage: Stage::Other,
            active: 0,
            over: false,
            dice: Dice::new(0),
            rolled: VecDeque::new(),
            decided: None,
            control: vec![None; len],
            taken: BTreeMap::new(),
            rails: [vec![false; len], vec![false; len]],
            cut: BTreeSet::new(),
            blown: BTreeSet::new(),
            broken: BTreeMap::new(),
            positions: vec![0; len],
            dug: None,
            flagging: BTreeSet::new(),
            arrived: BTreeSet::new(),
            behind: [Vec::new(), Vec::new()],
            ground,
            now: String::new(),
            fights: Vec::new(),
            awaited: None,
            stepped: None,
            attacks: 0,
            flooded: false,
            ships: false,
            attacked: BTreeSet::new(),
            resolved: BTreeSet::new(),
            indicated: Vec::new(),
            dues: Vec::new(),
            owed: Vec::new(),
            hardship: None,
            repulse: None,
            doomed: false,
            said: [VecDeque::new(), VecDeque::new()],
            provision: provision::Provision::default(),
            provided: Vec::new(),
            judged: false,
            stores: BTreeMap::new(),
            fired: BTreeMap::new(),
            fire: siege::Barrage::default(),
            fallen: None,
            short: BTreeMap::new(),
            net,
            trains: rails::Trains::default(),
            away: travel::Away::default(),
        };
        referee.set_up()?;
        Ok(referee)
    }

    fn fault(&mut self, rule: &'static str, words: impl Into<String>) {
        let (turn, seq) = (self.turn, self.seq);
        self.faults.push(Fault { turn, seq, rule, words: words.into() });
    }

    fn must(&mut self, is: bool, rule: &'static str, words: &str) {
        if !is {
            self.fault(rule, words);
        }
    }

    /// Compares what the log says with what it should.
    fn same<T: PartialEq + Debug>(&mut self, rule: &'static str, what: &str, told: T, found: T) {
        if told != found {
            self.fault(rule, format!("{what}: told {told:?}, found {found:?}"));
        }
    }

    /// A unit by its name.
    fn unit(&mut self, name: &str) -> Option<usize> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            self.fault("2.0", format!("there is no unit '{name}'"));
        }
        found
    }

    fn all<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n (impl AsRef<str> + 'n)>,
    ) -> Vec<usize> {
        names.into_iter().filter_map(|name| self.unit(name.as_ref())).collect()
    }

    fn hex(&mut self, label: &str) -> Option<Hex> {
        match self.ground.hex(label) {
            Ok(hex) => Some(hex),
            Err(words) => {
                self.fault("3.4", words);
                None
            }
        }
    }

    fn side(&mut self, id: &str) -> Option<usize> {
        let sides = ["allied", "german"].map(|role| self.book.one(role));
        let found = sides.iter().position(|side| *side == id);
        if found.is_none() {
            self.fault("1.2", format!("there is no side '{id}'"));
        }
        found
    }

    fn label(&self, hex: Hex) -> String {
        self.ground.grid.label(hex)
    }

    fn named(&self, units: &[usize]) -> String {
        let names: Vec<&str> = units.iter().map(|&unit| self.units[unit].name.as_str()).collect();
        names.join(", ")
    }

    /// The game-turn after this one, as the scenario lists them.
    fn next_turn(&self) -> u16 {
        let turns = self.bundle.scenario.turns.iter().map(|turn| turn.turn);
        turns.filter(|turn| *turn > self.turn).min().unwrap_or(self.turn + 1)
    }

    /// Hears one event, the first of what is left of the log.
    fn hear(&mut self, number: usize, event: &Event, rest: &[Event]) {
        self.seq = event.seq;
        self.same("4.1", "the event's number", event.seq as usize, number);
        self.must(!self.over, "4.1", "something happens after the game");
        if let EventKind::Turn(_) = event.kind {
            self.turn = self.next_turn();
        }
        self.now.clone_from(&event.phase);
        if !matches!(event.kind, EventKind::Phase(_) | EventKind::Turn(_)) {
            let phase = self.phase.clone();
            self.same("4.0", "the phase", event.phase.as_str(), phase.as_str());
        }
        self.same("4.1", "the game-turn", event.turn, self.turn);
        self.supply_phase(rest);
        let Some(detail) = &event.detail else { return self.hear_kind(&event.kind, rest) };
        let Some(own) = detail.read::<Detail>() else {
            return self.fault("4.0", "1914 tells nothing of the kind");
        };
        // Whoever does not know this game is told the same.
        self.same("4.0", "what all systems are told", &event.kind, &own.core());
        match own.as_ref() {
            Detail::Battle(own) => self.hear_battle(own),
            Detail::March(own) => self.hear_march(own),
            Detail::Retreat(own) => self.hear_retreat(own),
            Detail::Siege(own) => self.hear_siege(own),
            Detail::Armies(own) => self.hear_armies(own),
            Detail::Rails(own) => self.hear_rails(own),
        }
    }

    fn hear_battle(&mut self, own: &BattleDetail) {
        match own {
            BattleDetail::Indicated(it) => self.indicates(it),
            BattleDetail::Void(it) => self.comes_to_nothing(it),
            BattleDetail::Provided(it) => self.provides(it),
            BattleDetail::Trucks(it) => self.brings(it),
            BattleDetail::Combat(it) => self.combat(it),
            BattleDetail::Artillery(it) => self.artillery(it),
            BattleDetail::Check(it) => self.checks(it),
            BattleDetail::Reduction(it) => self.marker(it),
            BattleDetail::Replacement(it) => self.replacement(it),
        }
    }

    fn hear_march(&mut self, own: &MarchDetail) {
        match own {
            MarchDetail::ForcedMarch(it) => self.forced_march(it),
            MarchDetail::Repulse(it) => self.repulses(it),
            MarchDetail::Check(it) => self.checks_repulse(it),
            MarchDetail::Task(it) => self.works(it),
            MarchDetail::FellBack(it) => self.falls_back(it),
        }
    }

    fn hear_retreat(&mut self, own: &RetreatDetail) {
        match own {
            RetreatDetail::Hardship(it) => self.hardship(it),
            RetreatDetail::FortTested(it) => self.fort(it),
            RetreatDetail::BrokenOff(_) => {}
            RetreatDetail::Repaired(it) => {
                if let Some(unit) = self.unit(&it.unit) {
                    self.units[unit].steps_lost -= 1;
                    let lacks = self.units[unit].steps_lost;
                    self.same("12.5", "the steps that it lacks", i32::from(it.lacks), lacks);
                }
            }
            RetreatDetail::Fronts(it) => self.fronts(it),
        }
    }

    /// Takes so many dice that were thrown for something.
    fn thrown(&mut self, purpose: &str, side: usize, rule: &str, count: usize) -> Vec<u8> {
        let mut dice = Vec::new();
        for _ in 0..count {
            match self.rolled.pop_front() {
                Some(roll) => {
                    let told = (roll.purpose.as_str(), roll.rule.as_str());
                    self.same("6.2.1", "what a die is for", told, (purpose, rule));
                    let by = self.side(&roll.side);
                    self.same("6.2.1", "who rolls", by, Some(side));
                    dice.push(roll.value);
                }
                None => self.fault("6.2.1", format!("no die was thrown for {purpose}")),
            }
        }
        dice
    }
}
