//! A game's log as the page tells it: step by step, who stands where and what was said.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::event::{Attached, Event, EventKind, LossOutcome, MarkerChange};
use serde::Serialize;

use super::world::{Unit, World};
use crate::{ImportError, limits};
use salient_rules::Systems;
use salient_rules::words::{Weight, Words};

/// Events of a log that a page can show: a campaign has some four thousand.
const MOST_EVENTS: usize = 200_000;

/// A game's log, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// Its file, for what is said of it.
    name: String,
    events: Vec<Event>,
}

impl Log {
    /// Reads the JSON lines that a game leaves (`salient test-run --log`). `name` is its file,
    /// for messages.
    ///
    /// # Errors
    /// A line that is no event, with its number; a log that does not begin with a game's start, or
    /// is too long.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ImportError> {
        let refuse = |place: String, what: String, help: &str| {
            Err(ImportError { place, what, help: help.to_owned() })
        };
        if bytes.len() as u64 > limits::FILE_BYTES {
            let what = format!("the file has more than {} bytes", limits::FILE_BYTES);
            return refuse(name.to_owned(), what, "a game's log is far smaller");
        }
        let mut events = Vec::new();
        for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let place = format!("{name}:{}", number + 1);
            let event = match serde_json::from_slice::<Event>(line) {
                Ok(event) => event,
                Err(error) => {
                    let what = format!("the line is no event of a game ({error})");
                    return refuse(place, what, "give a log as `salient test-run --log` writes it");
                }
            };
            if let EventKind::GameStart(start) = &event.kind
                && let Some(other) = start.other_version()
            {
                return refuse(place, other, "give a log of this version");
            }
            let starts = matches!(event.kind, EventKind::GameStart(_));
            if starts != events.is_empty() {
                let what = if starts { "a second game begins" } else { "the game does not begin" };
                return refuse(
                    place,
                    what.to_owned(),
                    "a log holds one game, from its game_start event on",
                );
            }
            if events.len() == MOST_EVENTS {
                let what = format!("the game has more than {MOST_EVENTS} events");
                return refuse(place, what, "cut the log after a turn_end event");
            }
            events.push(event);
        }
        if events.is_empty() {
            return refuse(name.to_owned(), "the log is empty".to_owned(), "play a game first");
        }
        Ok(Self { name: name.to_owned(), events })
    }

    /// The fingerprint of what was played.
    fn start(&self) -> Option<&salient_schema::event::GameStart> {
        match &self.events.first()?.kind {
            EventKind::GameStart(start) => Some(start),
            _ => None,
        }
    }
}

/// A game for the page.
#[derive(Serialize)]
pub(super) struct Game {
    steps: Vec<Step>,
    #[serde(skip)]
    pub(super) turns: Vec<TurnBook>,
    #[serde(skip)]
    pub(super) end: Option<String>,
    /// Whether the log was played with this very scenario.
    #[serde(skip)]
    pub(super) same: bool,
    #[serde(skip)]
    pub(super) seed: u64,
}

/// What the reader steps through: an event that is told, or that changes the map.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    turn: u16,
    /// 0 for a turn or the end, 1 a phase, 2 a fight or a loss, 3 the rest.
    weight: u8,
    text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    rule: String,
    /// Numbers behind it, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<String>,
    /// The hexes that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hexes: Vec<usize>,
    /// The way that units take.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<usize>,
    /// From here the attack comes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attack: Vec<usize>,
    /// Units that are now elsewhere or show another face: unit, hex (-1 for off the map), face.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<[i64; 3]>,
    /// Places that are now held by a side: hex, side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    held: Vec<[usize; 2]>,
    /// Markers that now lie in a hex or are gone from it: hex, 1 or 0, what it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(usize, u8, String)>,
    /// The same of hexsides: hex, direction, 1 or 0, what it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<(usize, usize, u8, String)>,
    /// What is so of units now or no more: unit, 1 or 0, what it is, the hex that it points at (-1
    /// for none).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    states: Vec<(usize, u8, String, i64)>,
}

/// A game-turn in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TurnBook {
    pub(super) turn: u16,
    pub(super) label: String,
    /// By side: steps lost, units eliminated, attacks made.
    pub(super) sides: Vec<[i64; 3]>,
    /// Points at its end.
    pub(super) points: Option<i64>,
    /// Levels at its end, by level, side and nation.
    pub(super) levels: BTreeMap<(String, String, Option<String>), i64>,
}

impl Game {
    /// Follows a log on the map.
    ///
    /// # Errors
    /// A log of another scenario, or one that names what the scenario lacks.
    pub(super) fn new(systems: Systems, world: &World<'_>, log: &Log) -> Result<Self, ImportError> {
        let scenario = &world.bundle.scenario;
        let start = log.start();
        if let Some(start) = start
            && start.scenario != scenario.id
        {
            return Err(ImportError {
                place: log.name.clone(),
                what: format!(
                    "the game is one of '{}', and not of '{}'",
                    start.scenario, scenario.id
                ),
                help: "give the log of a game of this scenario".to_owned(),
            });
        }
        let mut follower = Follower::new(world);
        let words = Words::new(systems, world.bundle);
        let mut steps = Vec::new();
        let mut turns: Vec<TurnBook> = Vec::new();
        let mut end = None;
        for (number, event) in log.events.iter().enumerate() {
            let step = follower.step(event, &words).map_err(|what| ImportError {
                place: format!("{}: event {}", log.name, event.seq),
                what,
                help: "give the scenario that the game was played with".to_owned(),
            })?;
            if let EventKind::GameOver(over) = &event.kind {
                end = Some(over.level.clone());
            }
            count(world, event, &mut turns);
            let shows = !step.text.is_empty() || !step.units.is_empty() || !step.held.is_empty();
            if shows || number == 0 {
                steps.push(step);
            }
        }
        turns.retain(|book| book.turn > 0 || book.sides.iter().flatten().any(|n| *n != 0));
        Ok(Self {
            steps,
            turns,
            end,
            same: start.is_none_or(|start| start.fingerprint == world.bundle.fingerprint()),
            seed: start.map_or(0, |start| start.seed),
        })
    }
}

/// Knows which face each unit shows, so that a move does not turn it over, and what is so of whom.
struct Follower<'a> {
    world: &'a World<'a>,
    faces: Vec<i64>,
    hexes: Vec<i64>,
    /// The formation that each unit is attached to.
    attached: Vec<Option<String>>,
    /// What lies where and is so of whom, by what it is of and the mark's id.
    marks: BTreeMap<(Bearer, String), So>,
}

/// What a mark is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bearer {
    Unit(usize),
    Formation(String),
    Hex(usize),
    /// A side of a hex, by its direction.
    Hexside(usize, usize),
}

/// What is so of something: in words, and the hex that it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
struct So {
    what: String,
    towards: Option<usize>,
}

impl So {
    /// It as the page reads it of a unit.
    fn of(&self, unit: usize, now: u8) -> (usize, u8, String, i64) {
        (unit, now, self.what.clone(), self.towards.map_or(-1, |hex| hex as i64))
    }
}

impl<'a> Follower<'a> {
    fn new(world: &'a World<'a>) -> Self {
        let formation = |unit: &Unit| world.counters[unit.counter].formation.clone();
        let mut follower = Self {
            world,
            faces: vec![0; world.units.len()],
            hexes: vec![-1; world.units.len()],
            attached: world.units.iter().map(formation).collect(),
            marks: BTreeMap::new(),
        };
        for stand in &world.set_up {
            follower.faces[stand.unit] = i64::from(stand.face);
            follower.hexes[stand.unit] = stand.hex.index() as i64;
        }
        follower
    }

    /// What an event changes and how it is told, or what in it the scenario lacks.
    fn step(&mut self, event: &Event, words: &Words) -> Result<Step, String> {
        let mut step = Step { turn: event.turn, weight: 3, ..Step::default() };
        let mut lines = words.lines(event).into_iter();
        if let Some(line) = lines.next() {
            step.weight = match line.weight {
                Weight::Heading => 0,
                Weight::Phase => 1,
                Weight::Strong => 2,
                Weight::Plain => 3,
            };
            step.text = line.text;
            step.rule = line.rule.unwrap_or_default();
            for hex in &line.hexes {
                step.hexes.push(self.hex(hex)?);
            }
            step.hexes.dedup();
        }
        step.more = lines.map(|line| line.text.trim().to_owned()).collect();
        self.change(&event.kind, words, &mut step)?;
        Ok(step)
    }

    fn change(&mut self, kind: &EventKind, words: &Words, step: &mut Step) -> Result<(), String> {
        match kind {
            EventKind::Placed(placed) => {
                self.place(&placed.unit, &placed.hex, Some(placed.face), step)
            }
            EventKind::Moved(moved) => {
                step.path.push(self.hex(&moved.from)?);
                for hex in &moved.path {
                    step.path.push(self.hex(hex)?);
                }
                let to = moved.to();
                let mut units = moved.units.iter();
                units.try_for_each(|unit| self.place(unit, to, None, step))
            }
            EventKind::Removed(gone) => self.remove(&gone.unit, step),
            EventKind::Exchanged(swap) => {
                self.remove(&swap.unit, step)?;
                let Some(hex) = &swap.hex else { return Ok(()) };
                let mut into = swap.into.iter();
                into.try_for_each(|unit| self.place(unit, hex, Some(swap.face), step))
            }
            EventKind::Lost(lost) => match &lost.outcome {
                LossOutcome::Reduced { face, .. } => {
                    self.place(&lost.unit, &lost.hex, Some(*face), step)
                }
                LossOutcome::Replaced { by, .. } => {
                    self.remove(&lost.unit, step)?;
                    self.place(by, &lost.hex, Some(0), step)
                }
                LossOutcome::Eliminated => self.remove(&lost.unit, step),
            },
            EventKind::Turned(turned) => match &turned.hex {
                Some(hex) => self.place(&turned.unit, hex, Some(turned.face), step),
                None => {
                    let unit = self.unit(&turned.unit)?;
                    self.faces[unit] = turned.face.into();
                    Ok(())
                }
            },
            EventKind::Control(control) => {
                let side = self.world.side(&control.side);
                let side = side.ok_or_else(|| format!("there is no side '{}'", control.side))?;
                step.held.push([self.hex(&control.hex)?, side]);
                Ok(())
            }
            EventKind::Marker(marker) => self.mark(marker, words, step),
            EventKind::Attached(attached) => self.attach(attached, step),
            EventKind::Attacked(attack) => {
                for hex in &attack.from {
                    step.attack.push(self.hex(hex)?);
                }
                step.attack.sort_unstable();
                step.attack.dedup();
                Ok(())
            }
            EventKind::GameStart(_)
            | EventKind::Turn(_)
            | EventKind::Phase(_)
            | EventKind::Action(_)
            | EventKind::Roll(_)
            | EventKind::Level(_)
            | EventKind::Noted(_)
            | EventKind::TurnEnd(_)
            | EventKind::Score(_)
            | EventKind::GameOver(_) => Ok(()),
        }
    }

    /// A mark is laid, changes or is taken away.
    fn mark(
        &mut self,
        marker: &MarkerChange,
        words: &Words,
        step: &mut Step,
    ) -> Result<(), String> {
        let bearer = match (&marker.unit, &marker.formation, &marker.hexside, &marker.hex) {
            (Some(unit), ..) => Bearer::Unit(self.unit(unit)?),
            (_, Some(formation), ..) => Bearer::Formation(formation.clone()),
            (_, _, Some(label), _) => {
                let side = self.world.grid.parse_side(label);
                let side = side.ok_or_else(|| format!("the map has no hexside '{label}'"))?;
                Bearer::Hexside(side.hex().index(), side.direction().index())
            }
            (_, _, _, Some(hex)) => Bearer::Hex(self.hex(hex)?),
            // Of a whole side, which is nowhere on the map: the words tell of it.
            (None, None, None, None) => return Ok(()),
        };
        let mut what = match words.mark(&marker.marker) {
            Some(def) => def.in_full(marker.to.unwrap_or(1)),
            None => marker.marker.replace(['-', '_'], " "),
        };
        if let Some(hexside) = &marker.hexside {
            what = format!("{what} on hexside {hexside}");
        }
        let mut towards = None;
        if let Some(hex) = &marker.towards {
            what = format!("{what} towards {hex}");
            towards = Some(self.hex(hex)?);
        }
        let now = So { what, towards };
        let key = (bearer.clone(), marker.marker.clone());
        let before = match marker.placed {
            true => self.marks.insert(key, now.clone()).filter(|before| *before != now),
            false => Some(self.marks.remove(&key).unwrap_or_else(|| now.clone())),
        };
        if let Some(before) = before {
            self.note(&bearer, 0, &before, step);
        }
        if marker.placed {
            self.note(&bearer, 1, &now, step);
        }
        Ok(())
    }

    /// Tells the page what is so of something now, 1, or no more, 0.
    fn note(&self, bearer: &Bearer, now: u8, so: &So, step: &mut Step) {
        match bearer {
            Bearer::Hex(hex) => step.marks.push((*hex, now, so.what.clone())),
            Bearer::Hexside(hex, side) => step.edges.push((*hex, *side, now, so.what.clone())),
            Bearer::Unit(unit) => step.states.push(so.of(*unit, now)),
            Bearer::Formation(id) => {
                let units = self.attached.iter().enumerate();
                let own = units.filter(|(_, formation)| formation.as_ref() == Some(id));
                step.states.extend(own.map(|(unit, _)| so.of(unit, now)));
            }
        }
    }

    /// A unit leaves a formation with what is so of that, and joins another.
    fn attach(&mut self, attached: &Attached, step: &mut Step) -> Result<(), String> {
        let Some(unit) = &attached.unit else { return Ok(()) };
        let unit = self.unit(unit)?;
        let from = std::mem::replace(&mut self.attached[unit], attached.to.clone());
        for (formation, now) in [(from, 0), (attached.to.clone(), 1)] {
            let of = formation.map(Bearer::Formation);
            let marks = self.marks.iter().filter(|((bearer, _), _)| Some(bearer) == of.as_ref());
            step.states.extend(marks.map(|(_, so)| so.of(unit, now)));
        }
        Ok(())
    }

    fn place(
        &mut self,
        unit: &str,
        hex: &str,
        face: Option<u8>,
        step: &mut Step,
    ) -> Result<(), String> {
        let (unit, hex) = (self.unit(unit)?, self.hex(hex)? as i64);
        let face = face.map_or(self.faces[unit], i64::from);
        self.faces[unit] = face;
        self.hexes[unit] = hex;
        step.units.push([unit as i64, hex, face]);
        Ok(())
    }

    fn remove(&mut self, unit: &str, step: &mut Step) -> Result<(), String> {
        let unit = self.unit(unit)?;
        self.hexes[unit] = -1;
        step.units.push([unit as i64, -1, self.faces[unit]]);
        Ok(())
    }

    fn unit(&self, name: &str) -> Result<usize, String> {
        self.world.unit(name).ok_or_else(|| format!("the scenario has no unit '{name}'"))
    }

    fn hex(&self, label: &str) -> Result<usize, String> {
        let hex = self.world.grid.parse(label).map(Hex::index);
        hex.ok_or_else(|| format!("the map has no hex '{label}'"))
    }
}

/// Adds an event to the books of its game-turn.
fn count(world: &World<'_>, event: &Event, turns: &mut Vec<TurnBook>) {
    if turns.last().is_none_or(|book| book.turn != event.turn) {
        let sides = vec![[0; 3]; world.bundle.ruleset.sides.len()];
        turns.push(TurnBook { turn: event.turn, sides, ..TurnBook::default() });
    }
    let Some(book) = turns.last_mut() else { return };
    let mut add = |side: &str, what: usize, by: i64| {
        if let Some(row) = world.side(side).and_then(|side| book.sides.get_mut(side)) {
            row[what] += by;
        }
    };
    match &event.kind {
        EventKind::Turn(turn) => book.label.clone_from(&turn.label),
        EventKind::Lost(loss) => {
            add(&loss.side, 0, i64::from(loss.steps));
            add(&loss.side, 1, i64::from(loss.outcome == LossOutcome::Eliminated));
        }
        EventKind::Attacked(attack) => add(&attack.side, 2, 1),
        EventKind::TurnEnd(end) => {
            book.points = Some(i64::from(end.points));
            for level in &end.levels {
                let key = (level.id.clone(), level.side.clone(), level.nation.clone());
                book.levels.insert(key, i64::from(level.value));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use salient_rules::Bot;
    use salient_rules::Prepared;
    use salient_schema::{Bundle, Disk};

    use super::*;

    const SYSTEMS: Systems =
        Systems::new(&[&salient_kaisers_battle::Rulebook, &salient_storm_in_the_west::Rulebook]);

    fn bundle(scenario: &str) -> Bundle {
        let path = format!("{}/../../scenarios/{scenario}.json", env!("CARGO_MANIFEST_DIR"));
        let (project, found) = salient_schema::open_project(&Disk, &path);
        project.unwrap_or_else(|| panic!("{found:?}")).bundle
    }

    fn log_of(events: &[Event]) -> Vec<u8> {
        let lines = events.iter().map(|event| serde_json::to_string(event).unwrap() + "\n");
        lines.collect::<String>().into_bytes()
    }

    /// What the page shows after each decision is the engine's own position.
    #[test]
    fn following_a_log_gives_the_positions_of_the_game() {
        let scenarios = [
            "kaisers-battle/kaisers-battle",
            "storm-in-the-west/campaign",
            "storm-in-the-west/the-allied-offensive",
            "storm-in-the-west/plan-1919",
        ];
        for scenario in scenarios {
            let bundle = bundle(scenario);
            let world = World::new(&bundle);
            let words = Words::new(SYSTEMS, &bundle);
            let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(5);
            let mut follower = Follower::new(&world);
            let mut seen = 0;
            while !game.is_over() {
                game.advance(&[Bot::HEURISTIC, Bot::PLANNER]);
                for event in &game.events()[seen..] {
                    follower.step(event, &words).unwrap();
                }
                seen = game.events().len();
                for (place, unit) in game.units().iter().enumerate() {
                    assert_eq!(world.unit(unit.name), Some(place), "{scenario}: {}", unit.name);
                    let hex = unit.hex.map_or(-1, |hex| hex.index() as i64);
                    let event = &game.events()[seen - 1];
                    assert_eq!(follower.hexes[place], hex, "{scenario}: {} {event:?}", unit.name);
                    if hex >= 0 {
                        let face = i64::from(unit.face);
                        assert_eq!(follower.faces[place], face, "{scenario}: {}", unit.name);
                    }
                }
            }
            let log = Log::read("game.jsonl", &log_of(game.events())).unwrap();
            let game = Game::new(SYSTEMS, &world, &log).unwrap();
            assert!(game.same && game.end.is_some() && game.steps.len() > 300, "{scenario}");
        }
    }

    /// What is so of a formation is so of whoever is attached to it, as long as he is.
    #[test]
    fn marks_follow_units_and_formations() {
        let bundle = bundle("kaisers-battle/kaisers-battle");
        let world = World::new(&bundle);
        let words = Words::new(SYSTEMS, &bundle);
        let mut follower = Follower::new(&world);
        let mut counters = world.counters.iter();
        let counter = counters.find(|it| it.count == 1 && it.formation.is_some()).unwrap();
        let unit = world.unit(&counter.id).unwrap();
        let mut follow = |kind: EventKind| {
            let event = Event { seq: 0, turn: 1, phase: String::new(), kind, detail: None };
            follower.step(&event, &words).unwrap()
        };
        let mark = MarkerChange {
            marker: "prepared-attack".to_owned(),
            placed: true,
            ..MarkerChange::default()
        };
        let so = |now: u8| (unit, now, "prepared attack".to_owned(), -1);

        let formation = counter.formation.clone();
        let step = follow(EventKind::Marker(MarkerChange { formation, ..mark.clone() }));
        assert!(step.states.contains(&so(1)), "{step:?}");
        let attached = |to: Option<String>| {
            let unit = Some(counter.id.clone());
            let (side, rule) = (counter.side.clone(), String::new());
            EventKind::Attached(Attached { unit, formation: None, side, from: None, to, rule })
        };
        assert_eq!(follow(attached(None)).states, [so(0)]);
        assert_eq!(follow(attached(counter.formation.clone())).states, [so(1)]);

        // One that points elsewhere takes the place of the one before.
        let [first, second] = [7, 8].map(|hex| world.grid.label(Hex(hex)));
        let points = |hex: &String| {
            let towards = Some(hex.clone());
            let unit = Some(counter.id.clone());
            EventKind::Marker(MarkerChange { unit, towards, ..mark.clone() })
        };
        let told = |now: u8, label: &String, hex: i64| {
            (unit, now, format!("prepared attack towards {label}"), hex)
        };
        assert_eq!(follow(points(&first)).states, [told(1, &first, 7)]);
        assert_eq!(follow(points(&second)).states, [told(0, &first, 7), told(1, &second, 8)]);

        // A hexside is told of by the hex and direction that name it.
        let side = world.grid.side(Hex(7), salient_hex::Direction::ALL[3]);
        let hexside = Some(world.grid.side_label(side));
        let step = follow(EventKind::Marker(MarkerChange { hexside, ..mark }));
        let [(hex, direction, 1, _)] = step.edges.as_slice() else { panic!("{step:?}") };
        assert_eq!((*hex, *direction), (side.hex().index(), side.direction().index()));
    }

    #[test]
    fn a_log_that_is_none_is_refused_with_its_line() {
        let start = r#"{"seq":0,"turn":0,"phase":"","event":"game_start","system":"a","scenario":"b","map":"c","seed":1,"generator":"","fingerprint":"","format_version":1,"log_version":2}"#;
        let refused = |text: &str| Log::read("g.jsonl", text.as_bytes()).unwrap_err().to_string();
        assert!(refused("").starts_with("g.jsonl: the log is empty"));
        assert!(refused("{}").starts_with("g.jsonl:1: the line is no event"));
        assert!(refused(&format!("{start}\n\n{start}")).starts_with("g.jsonl:3: a second game"));
        let cut = &start[..40];
        assert!(refused(&format!("{start}\n{cut}")).starts_with("g.jsonl:2: the line is no event"));
        assert!(Log::read("g.jsonl", b"\xff\xfe\x00").is_err());
        let other = bundle("kaisers-battle/kaisers-battle");
        let world = World::new(&other);
        let log = Log::read("g.jsonl", start.as_bytes()).unwrap();
        let error = Game::new(SYSTEMS, &world, &log).err().unwrap().to_string();
        assert!(error.contains("'b'") && error.contains("'kaisers-battle'"), "{error}");
    }
}
