//! What is shown at the table, and what is done about what is typed.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;

use anyhow::Context;
use salient_output::plural;
use salient_play::offer::{actors, comes_to, in_full, in_words, kind_name, targets};
use salient_play::routes::warning;
use salient_play::seen::{events_in, may_read_in};
use salient_play::{Draft, Offer, Point, Prospects, Seat, Session, Shapes, prospects};
use salient_rules::action::Name;
use salient_rules::acts::Acts;
use salient_rules::bot::BotInfo;
use salient_rules::game::UnitStatus;
use salient_rules::words::{Words, capital};
use salient_rules::{Action, Bot};
use salient_schema::Bundle;
use salient_schema::plain::Value;
use salient_schema::words::name_in_a_sentence;

use super::super::Console;
use super::{known_seats, let_bots_play, seat_of};

/// So many actions are listed one by one; of more the kinds, units or hexes to choose from first.
const MOST_LISTED: usize = 30;

/// What a number stands for.
#[derive(Clone, Debug)]
enum Choice {
    Do(Action),
    Kind(Name),
    Unit(Name),
    Hex(Name),
}

const HELP: &str = "\
  3                      do what is listed under 3
  move 3-guards 2014     narrow the list down by a kind of action, units, hexes; `all` begins anew
  {\"do\": \"attack\", …}    any action as the log writes it, listed or not
  odds 3                 what may come of it, before the dice are rolled
  units, units 2014      who stands where; who stands in a hex
  log, log 40            what happened last
  bot                    let a bot make this decision
  bot all                let it make all that are left to you in this step: the rest of a set-up
  seat german planner    hand a side over to a bot, or back to a person (`seat german person`)
  back, back 5           take decisions back, with all that bots did after them
  forward                go on as before
  branches, go 2         the other ways that the game went; go to the end of one
  call the river plan    give this point of the game a name
  save game.jsonl        write the log
  quit";

/// A game in the terminal.
pub struct Table<'a, 'c> {
    session: Session,
    words: Words,
    shapes: Shapes,
    bundle: &'a Bundle,
    bots: &'a [BotInfo],
    console: &'a mut Console<'c>,
    offer: Offer,
    draft: Draft,
    /// What stands in the list, in its order.
    listed: Vec<Choice>,
    /// So many events have been told.
    told: usize,
    /// Fire at one's own hex that was asked about.
    asked_about: Option<Action>,
}

impl<'a, 'c> Table<'a, 'c> {
    pub fn new(
        bundle: &'a Bundle,
        session: Session,
        bots: &'a [BotInfo],
        console: &'a mut Console<'c>,
    ) -> Self {
        let systems = console.systems;
        Self {
            told: session.game().events().len(),
            session,
            words: Words::new(systems, bundle),
            shapes: Shapes::of(systems, bundle),
            bundle,
            bots,
            console,
            offer: Offer::default(),
            draft: Draft::default(),
            listed: Vec::new(),
            asked_about: None,
        }
    }

    /// Plays until `quit`, the game's end, or the end of what is typed.
    pub fn play(&mut self, typed: &mut dyn BufRead, log: Option<&Path>) -> anyhow::Result<()> {
        writeln!(self.console.out, "{}. Type `help` for help.", self.bundle.scenario.title)?;
        self.go_on()?;
        let mut line = String::new();
        // Bots alone have nobody to type anything.
        while !self.session.game().is_over() || self.session.seats().contains(&Seat::Person) {
            write!(self.console.out, "> ")?;
            self.console.out.flush()?;
            line.clear();
            // A line of a terminal is short; of a file it need not be.
            let read = std::io::Read::take(&mut *typed, 64 * 1024).read_line(&mut line)?;
            if read == 0 {
                writeln!(self.console.out)?;
                return Ok(());
            }
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if word == "quit" {
                return Ok(());
            }
            if word == "save" && !rest.is_empty() {
                self.save(Path::new(rest.trim()))?;
            } else if word == "save" {
                match log {
                    Some(path) => self.save(path)?,
                    None => writeln!(self.console.out, "save FILE: say where to")?,
                }
            } else {
                self.obey(line, word, rest.trim())?;
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str, word: &str, rest: &str) -> anyhow::Result<()> {
        match (word, rest) {
            ("", _) => self.show(),
            ("help" | "?", _) => Ok(writeln!(self.console.out, "{HELP}")?),
            ("all", "") => {
                self.draft = Draft::default();
                self.show()
            }
            ("odds", number) => self.odds(number),
            ("units", hex) => self.units(hex),
            ("log", count) => self.log(count.parse().unwrap_or(20)),
            ("bot", "") => {
                self.session.let_decide(Bot::STRONGEST);
                self.go_on()
            }
            ("bot", "all") => {
                self.session.let_finish(Bot::STRONGEST);
                self.go_on()
            }
            ("seat", seat) => self.seat(seat),
            ("back", count) => {
                let count = count.parse().unwrap_or(1_u32);
                let gone = (0..count).take_while(|_| self.session.take_back()).count();
                self.gone_to(&format!("{} taken back", plural(gone, "decision")))
            }
            ("forward", "") => {
                let gone = self.session.forward();
                self.gone_to(if gone { "as before" } else { "the game has not gone on from here" })
            }
            ("branches", "") => self.branches(),
            ("go", number) => self.go(number),
            ("call", name) => {
                self.session.call(self.session.at(), name);
                Ok(writeln!(self.console.out, "this point is called '{name}'")?)
            }
            _ if line.starts_with('{') => match serde_json::from_str::<Action>(line) {
                Ok(action) => self.decide(&action),
                Err(error) => Ok(writeln!(self.console.out, "no action: {error}")?),
            },
            (number, "") if self.listed_as(number).is_some() => self.choose(number),
            _ => self.narrow(line),
        }
    }

    fn listed_as(&self, number: &str) -> Option<&Choice> {
        let number: usize = number.parse().ok()?;
        self.listed.get(number.checked_sub(1)?)
    }

    fn choose(&mut self, number: &str) -> anyhow::Result<()> {
        match self.listed_as(number).cloned() {
            Some(Choice::Do(action)) => self.decide(&action),
            Some(Choice::Kind(kind)) => self.narrow(&kind),
            Some(Choice::Unit(name) | Choice::Hex(name)) => self.narrow(&name),
            None => Ok(()),
        }
    }

    /// The hexes in which those who fire by a plan have their own units now.
    fn own_hexes(&self, action: &Action) -> Vec<String> {
        let Some(Value::List(fires)) = action.fields.get("fires") else { return Vec::new() };
        let game = self.session.game();
        let side = self.session.deciding();
        let units = game.units();
        let own = |label: &str| {
            let hex = game.grid().parse(label);
            units.iter().any(|unit| hex.is_some() && unit.hex == hex && Some(unit.side) == side)
        };
        let hexes = fires.iter().filter_map(|fire| match fire {
            Value::Table(fire) => match fire.get("hex") {
                Some(Value::Text(hex)) => Some(hex.to_string()),
                _ => None,
            },
            _ => None,
        });
        let hexes: BTreeSet<String> = hexes.filter(|hex| own(hex)).collect();
        hexes.into_iter().collect()
    }

    fn decide(&mut self, action: &Action) -> anyhow::Result<()> {
        let own = self.own_hexes(action);
        if !own.is_empty() && self.asked_about.as_ref() != Some(action) {
            self.asked_about = Some(action.clone());
            let hexes = own.join(", ");
            return Ok(writeln!(
                self.console.out,
                "your own units stand in {hexes} now; choose it again to fire there all the same"
            )?);
        }
        match self.session.decide(action) {
            Ok(_) => self.go_on(),
            Err(refused) => {
                let why = self.words.refusal(&refused);
                Ok(writeln!(self.console.out, "not allowed: {why}")?)
            }
        }
    }

    /// Lets bots play, tells what happened, and lists what may be done.
    fn go_on(&mut self) -> anyhow::Result<()> {
        let_bots_play(&mut self.session);
        let events = self.session.game().events();
        let from = self.told.min(events.len());
        self.told = events.len();
        self.tell(from)?;
        self.draft = Draft::default();
        self.offer = Offer::of(self.session.game());
        self.show()
    }

    fn gone_to(&mut self, words: &str) -> anyhow::Result<()> {
        writeln!(self.console.out, "{words}")?;
        self.told = self.session.game().events().len();
        self.draft = Draft::default();
        self.offer = Offer::of(self.session.game());
        self.show()
    }

    /// What happened from an event on, as far as whoever decides may know.
    fn tell(&mut self, from: usize) -> anyhow::Result<()> {
        let readers = self.session.readers();
        let game = self.session.game();
        let events = &*events_in(game, &readers);
        let read = |at: &usize| may_read_in(game, &events[*at], &readers);
        for at in (from..events.len()).filter(read) {
            for line in self.words.lines_at(events, at) {
                let rule = line.rule.map(|rule| format!("  [{rule}]")).unwrap_or_default();
                writeln!(self.console.out, "  {}{rule}", line.text)?;
            }
        }
        Ok(())
    }

    fn log(&mut self, lines: usize) -> anyhow::Result<()> {
        let events = self.session.game().events().len();
        self.tell(events.saturating_sub(lines))
    }

    /// Where the game stands, and what is legal of what was asked for.
    fn show(&mut self) -> anyhow::Result<()> {
        let game = self.session.game();
        let out = &mut self.console.out;
        if let Some(outcome) = game.outcome() {
            let points = self.words.standing(game, outcome.points);
            writeln!(out, "The game is over: {}, {points}.", outcome.level)?;
            return Ok(());
        }
        let side = game.deciding().map(|side| self.words.side(side)).unwrap_or_default();
        writeln!(
            out,
            "Game-turn {}, {}: {side} decides. {}.",
            game.turn(),
            game.phase_name(),
            capital(&self.words.standing(game, game.score())),
        )?;
        let acts = Acts::of(&self.words, game);
        if let Some(asked) = game.asked().and_then(|asked| asked.question()) {
            writeln!(out, "{}", acts.ask(&asked))?;
        }
        self.listed = choices(&self.draft, &self.offer, &self.shapes);
        for (at, choice) in self.listed.iter().enumerate() {
            let text = match choice {
                Choice::Do(action) => in_full(action, &acts, game),
                Choice::Kind(kind) => {
                    let ways = self.offer.count(kind);
                    format!("{} … ({} ways)", kind_name(kind), ways)
                }
                Choice::Unit(unit) => {
                    format!("{} ({unit}) …", acts.unit_in_hex(unit))
                }
                Choice::Hex(hex) => {
                    let one = only(self.draft.candidates(&self.offer), hex);
                    let remark = one.and_then(|one| comes_to(one, &self.words, game));
                    match remark {
                        Some(remark) => format!("{hex}: {remark}"),
                        None => format!("{hex} …"),
                    }
                }
            };
            writeln!(out, "{:>4}  {text}", at + 1)?;
        }
        if let Some(why) = self.offer.unfinished(&self.words) {
            writeln!(out, "{why}")?;
        }
        Ok(())
    }

    /// Takes words as kinds, units and hexes.
    fn narrow(&mut self, line: &str) -> anyhow::Result<()> {
        for word in line.split([' ', ',']).filter(|word| !word.is_empty()) {
            let known = if self.offer.count(word) > 0 {
                self.draft.pick_kind(word);
                true
            } else {
                // A number is a hex or a unit only where it is no place in the list.
                self.draft.pick_unit(word, &self.offer, &self.shapes) || {
                    let is_hex = self.session.game().grid().parse(word).is_some();
                    is_hex && self.draft.pick_hex(word, &self.offer, &self.shapes)
                }
            };
            if !known {
                writeln!(
                    self.console.out,
                    "'{word}' is no kind of action, unit or hex that anything can be done with now"
                )?;
                return Ok(());
            }
        }
        self.show()
    }

    fn odds(&mut self, number: &str) -> anyhow::Result<()> {
        let Some(Choice::Do(action)) = self.listed_as(number).cloned() else {
            return Ok(writeln!(
                self.console.out,
                "odds NUMBER: nothing is listed under '{number}'"
            )?);
        };
        let game = self.session.game();
        if let Some(warned) = warning(game, &action) {
            writeln!(self.console.out, "  {warned}")?;
        }
        match prospects(game, &action, &self.words) {
            None => writeln!(self.console.out, "no die is rolled for it, or it is not allowed")?,
            Some(found) => {
                let sides: Vec<String> =
                    game.sides().iter().map(|side| self.words.side(side)).collect();
                let text = told(&found, &sides);
                write!(self.console.out, "{text}")?;
            }
        }
        Ok(())
    }

    fn units(&mut self, hex: &str) -> anyhow::Result<()> {
        let game = self.session.game();
        let wanted = game.grid().parse(hex);
        let states = game.known_to(&self.session.readers()).states();
        for unit in game.units().iter().filter(|unit| unit.status == UnitStatus::OnMap) {
            let Some(there) = unit.hex.filter(|there| wanted.is_none_or(|hex| hex == *there))
            else {
                continue;
            };
            let side = game.sides().get(unit.side).map(|side| self.words.side(side));
            let name = self.words.unit(&unit.name.to_owned());
            let face = if unit.face > 0 { ", reduced" } else { "" };
            let of = states.iter().find(|of| of.unit == unit.name);
            let so: Vec<String> = of
                .into_iter()
                .flat_map(|of| &of.states)
                .map(|id| format!(", {}", name_in_a_sentence(&self.words.state(id))))
                .collect();
            let (hex, side) = (game.grid().label(there), side.unwrap_or_default());
            let so = so.concat();
            writeln!(self.console.out, "  {hex}  {side}: {name} ({}){face}{so}", unit.name)?;
        }
        Ok(())
    }

    fn seat(&mut self, rest: &str) -> anyhow::Result<()> {
        let sides = self.session.game().sides();
        let (side, who) = rest.split_once(' ').unwrap_or((rest, ""));
        let Some(place) = sides.iter().position(|id| id == side) else {
            let known = sides.join(", ");
            return Ok(writeln!(self.console.out, "there is no side '{side}', only {known}")?);
        };
        let Some(seat) = seat_of(who.trim(), self.bots) else {
            return Ok(writeln!(self.console.out, "who? {}", known_seats(self.bots))?);
        };
        self.session.seat(place, seat);
        self.go_on()
    }

    fn ends(&self) -> Vec<Point> {
        self.session.course().ends().collect()
    }

    fn branches(&mut self) -> anyhow::Result<()> {
        let course = self.session.course();
        for (at, end) in self.ends().into_iter().enumerate() {
            let fork = course.fork_of(end);
            let named = course.way_to(end);
            let name = course.name_on(&named).unwrap_or_default();
            let begun = course.decision(fork).map_or("the start".to_owned(), |first| {
                format!("turn {}: {}", first.turn, in_words(&first.action, &self.words))
            });
            let here = if named.contains(&self.session.at()) { "  (here)" } else { "" };
            let depth = plural(course.depth(end), "decision");
            writeln!(self.console.out, "{:>4}  {depth}, {begun}  {name}{here}", at + 1)?;
        }
        Ok(())
    }

    fn go(&mut self, number: &str) -> anyhow::Result<()> {
        let ends = self.ends();
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match at.and_then(|at| ends.get(at)) {
            Some(&end) => {
                self.session.go_to(end);
                self.gone_to("there")
            }
            None => Ok(writeln!(self.console.out, "go NUMBER, as `branches` lists them")?),
        }
    }

    /// Writes the log of the game as it stands.
    pub fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let text = self.session.log()?;
        salient_output::write_whole(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        let events = plural(self.session.game().events().len(), "event");
        writeln!(self.console.err, "{}: written, {events}", path.display())?;
        Ok(())
    }
}

/// What is to be chosen next: an action, or where they are too many what narrows them down.
fn choices(draft: &Draft, offer: &Offer, shapes: &Shapes) -> Vec<Choice> {
    let mut actions: Vec<Action> = draft.candidates(offer).cloned().collect();
    // What was put together freely is tried as any other.
    if let Some(action) = draft.action(offer, shapes)
        && !actions.contains(&action)
    {
        actions.push(action);
    }
    if actions.len() <= MOST_LISTED {
        return actions.into_iter().map(Choice::Do).collect();
    }
    if draft.verb().is_none() && offer.kinds().len() > 1 {
        let plain = |kind: &Name| match offer.count(kind) {
            1 => actions.iter().find(|action| action.verb == *kind).cloned().map(Choice::Do),
            _ => Some(Choice::Kind(kind.clone())),
        };
        return offer.kinds().into_iter().filter_map(|(kind, _)| plain(kind)).collect();
    }
    let units: BTreeSet<&str> = actions.iter().flat_map(actors).collect();
    let picked = |unit: &&str| draft.units().iter().any(|one| one == *unit);
    if !units.is_empty() && !units.iter().any(picked) {
        return units.into_iter().map(|unit| Choice::Unit(unit.into())).collect();
    }
    let hexes: BTreeSet<&str> = actions.iter().flat_map(targets).collect();
    let open = hexes.into_iter().filter(|hex| !draft.hexes().iter().any(|one| one == hex));
    let open: Vec<Choice> = open.map(|hex| Choice::Hex(hex.into())).collect();
    match open.is_empty() {
        true => actions.into_iter().map(Choice::Do).collect(),
        false => open,
    }
}

/// The one action about a hex, if there is but one.
fn only<'a>(mut all: impl Iterator<Item = &'a Action>, hex: &str) -> Option<&'a Action> {
    let about = |action: &&Action| targets(action).any(|target| target == hex);
    let one = all.find(about);
    one.filter(|_| !all.any(|other| about(&other)))
}

/// What may come of an action, a line each.
fn told(found: &Prospects, sides: &[String]) -> String {
    let mut text: String = found.certain.iter().map(|line| format!("  {}\n", line.text)).collect();
    for one in &found.modifiers {
        text.push_str(&format!("    {:+} {} ({})\n", one.by, one.what, one.rule));
    }
    if let Some(granted) = &found.granted {
        text.push_str(&format!("  if {granted}:\n"));
    }
    if found.about {
        text.push_str("  about, as more dice are rolled than can all be gone through:\n");
    }
    for (chance, words) in found.listed(sides, usize::MAX).rows {
        text.push_str(&format!("  {:>5.1} %  {words}\n", chance * 100.0));
    }
    text
}
