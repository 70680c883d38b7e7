//! From a cell to what happens.

use std::ops::RangeInclusive;

use super::error::{Clash, Expected, Fault, Part, ResultError};
use super::outcome::{Exchange, Losses, Outcome, Retreat, Side, SideResult};
use crate::common::is_id;

/// Most steps, strength points, or modifier of a check.
const MOST: u8 = 100;
/// Most hexes of a retreat or advance.
const MOST_HEXES: u8 = 20;
/// Most states of one side in a cell, so that no cell takes long.
const MOST_STATES: usize = 12;
/// Most results behind one letter: those states, losses, a retreat and a check.
const MOST_PARTS: usize = MOST_STATES + 3;

/// The letters before what happens to a side.
const LETTERS: [(&str, &[Side]); 3] =
    [("A", &[Side::Attacker]), ("D", &[Side::Defender]), ("B", &[Side::Attacker, Side::Defender])];

impl Outcome {
    /// What a cell says, without codes of the designer's own.
    ///
    /// # Errors
    /// The cell is not in the language, or contradicts itself.
    pub fn parse(cell: &str) -> Result<Self, ResultError> {
        let mut reader = Reader { text: cell, at: 0, outcome: Self::default() };
        match reader.read() {
            Ok(()) => Ok(reader.outcome),
            Err((at, fault)) => Err(ResultError { text: cell.to_owned(), at, fault }),
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut SideResult {
        match side {
            Side::Attacker => &mut self.attacker,
            Side::Defender => &mut self.defender,
        }
    }

    /// What cannot be together with the rest, beyond what a side cannot have by itself.
    fn clash(&self) -> Option<Clash> {
        let nothing_else = self.defender.is_nothing() && self.attacker.losses == Losses::None;
        if self.exchange.is_some() && !nothing_else {
            return Some(Clash::Exchange);
        }
        let leaves = |side: &SideResult| side.losses == Losses::All || side.retreat.is_some();
        let is_parted = leaves(&self.attacker)
            || leaves(&self.defender)
            || self.exchange.is_some()
            || self.advance.is_some();
        if self.contact && is_parted {
            return Some(Clash::Contact);
        }
        (self.advance.is_some() && leaves(&self.attacker)).then_some(Clash::Advance)
    }
}

impl SideResult {
    /// Takes in another result of the same side.
    fn add(&mut self, other: Self, side: Side) -> Result<(), Fault> {
        let twice = |part| Err(Fault::Clash(Clash::Twice { side, part }));
        match (self.losses, other.losses) {
            (Losses::None, losses) => self.losses = losses,
            (_, Losses::None) => {}
            _ => return twice(Part::Losses),
        }
        if self.retreat.is_some() && other.retreat.is_some() {
            return twice(Part::Retreat);
        }
        if self.check.is_some() && other.check.is_some() {
            return twice(Part::Check);
        }
        if other.states.iter().any(|state| self.states.contains(state)) {
            return twice(Part::State);
        }
        self.retreat = self.retreat.or(other.retreat);
        self.check = self.check.or(other.check);
        self.states.extend(other.states);
        if self.states.len() > MOST_STATES {
            return Err(Fault::TooMany(MOST_STATES));
        }
        let is_else = self.retreat.is_some() || self.check.is_some() || !self.states.is_empty();
        if self.losses == Losses::All && is_else {
            return Err(Fault::Clash(Clash::Eliminated(side)));
        }
        Ok(())
    }
}

/// Where something is wrong, and what.
type Found = (usize, Fault);

/// A cell that is being read, and what it says so far.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    outcome: Outcome,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), Found> {
        self.spaces();
        if self.rest().is_empty() {
            return Err((self.at, Fault::Empty));
        }
        loop {
            let from = self.at;
            self.result()?;
            if let Some(clash) = self.outcome.clash() {
                return Err((from, Fault::Clash(clash)));
            }
            if !self.joint()? {
                return Ok(());
            }
        }
    }

    /// One result, up to what separates it from the next.
    fn result(&mut self) -> Result<(), Found> {
        let from = self.at;
        for (code, exchange) in [("EX", Exchange::Full), ("HX", Exchange::Half)] {
            if self.take(code) {
                return match self.outcome.exchange.replace(exchange) {
                    Some(_) => Err((from, Fault::Clash(Clash::TwoExchanges))),
                    None => Ok(()),
                };
            }
        }
        if self.take("ADV") {
            let hexes = self.needed(0..=MOST_HEXES, "hexes of an advance")?;
            return match self.outcome.advance.replace(hexes) {
                Some(_) => Err((from, Fault::Clash(Clash::TwoAdvances))),
                None => Ok(()),
            };
        }
        if self.take("C") {
            self.outcome.contact = true;
            return Ok(());
        }
        for (letter, sides) in LETTERS {
            if self.take(letter) {
                let parts = self.parts(Expected::Part)?;
                return sides.iter().try_for_each(|side| self.give(*side, &parts));
            }
        }
        let parts = self.half(Expected::Result)?;
        if !self.take("/") {
            return self.give(Side::Defender, &parts);
        }
        self.give(Side::Attacker, &parts)?;
        let parts = self.half(Expected::Part)?;
        self.give(Side::Defender, &parts)
    }

    /// What stands on one side of a stroke: parts, or nothing at all.
    fn half(&mut self, expected: Expected) -> Result<Vec<(usize, SideResult)>, Found> {
        match self.take("-") || self.take("NE") {
            true => Ok(Vec::new()),
            false => self.parts(expected),
        }
    }

    /// What happens to a side, part by part, each with its place.
    fn parts(&mut self, expected: Expected) -> Result<Vec<(usize, SideResult)>, Found> {
        let mut parts = Vec::new();
        let mut from = self.at;
        while let Some(part) = self.part()? {
            if parts.len() == MOST_PARTS {
                return Err((from, Fault::TooMany(MOST_PARTS)));
            }
            parts.push((from, part));
            from = self.at;
        }
        match parts.is_empty() {
            true => Err((from, Fault::Expected(expected))),
            false => Ok(parts),
        }
    }

    fn part(&mut self) -> Result<Option<SideResult>, Found> {
        let nothing = SideResult::default();
        if let Some(steps) = self.number(0..=MOST, "steps")? {
            return Ok(Some(SideResult { losses: losses(steps, Losses::Steps), ..nothing }));
        }
        if self.take("L") {
            let steps = self.needed(0..=MOST, "steps")?;
            return Ok(Some(SideResult { losses: losses(steps, Losses::Steps), ..nothing }));
        }
        if self.take("P") {
            let points = self.needed(0..=MOST, "strength points")?;
            let points = losses(points, |points| Losses::Points(points.into()));
            return Ok(Some(SideResult { losses: points, ..nothing }));
        }
        if self.take("E") {
            return Ok(Some(SideResult { losses: Losses::All, ..nothing }));
        }
        if self.take("R") {
            let rout = self.take("T");
            let hexes = self.number(1..=MOST_HEXES, "hexes of a retreat")?.unwrap_or(1);
            return Ok(Some(SideResult { retreat: Some(Retreat { hexes, rout }), ..nothing }));
        }
        if self.take("M") {
            return Ok(Some(SideResult { check: Some(self.modifier()?), ..nothing }));
        }
        if self.take(":") {
            let state = self.taken(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'));
            if !is_id(state) {
                return Err((self.at - state.len(), Fault::Expected(Expected::State)));
            }
            return Ok(Some(SideResult { states: vec![state.to_owned()], ..nothing }));
        }
        Ok(None)
    }

    /// The modifier behind an `M`, 0 if there is none. A `+` before anything but a number is for
    /// what comes next.
    fn modifier(&mut self) -> Result<i8, Found> {
        let is_minus = match self.rest().as_bytes() {
            [sign @ (b'+' | b'-'), digit, ..] if digit.is_ascii_digit() => {
                self.at += 1;
                *sign == b'-'
            }
            _ => false,
        };
        let size = self.number(0..=MOST, "modifiers")?.unwrap_or(0);
        // At most 100.
        let size = i8::try_from(size).unwrap_or(i8::MAX);
        Ok(if is_minus { -size } else { size })
    }

    fn give(&mut self, side: Side, parts: &[(usize, SideResult)]) -> Result<(), Found> {
        let result = self.outcome.of_mut(side);
        parts
            .iter()
            .try_for_each(|(at, part)| result.add(part.clone(), side).map_err(|fault| (*at, fault)))
    }

    /// What stands between two results; false at the end.
    fn joint(&mut self) -> Result<bool, Found> {
        let spaced = self.spaces();
        let from = self.at;
        if self.rest().is_empty() {
            return Ok(false);
        }
        if self.take(",") {
            self.spaces();
            return Ok(true);
        }
        if self.take("+") {
            return match self.spaces() == spaced {
                true => Ok(true),
                // `M +1` would be a step lost, where a modifier is meant.
                false => Err((from, Fault::Lopsided)),
            };
        }
        match spaced {
            true => Ok(true),
            false => Err((from, Fault::Expected(Expected::Joint))),
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, code: &str) -> bool {
        let found = self.rest().starts_with(code);
        if found {
            self.at += code.len();
        }
        found
    }

    /// Goes on behind spaces, and says whether there were any.
    fn spaces(&mut self) -> bool {
        let spaces = self.rest().len() - self.rest().trim_start().len();
        self.at += spaces;
        spaces > 0
    }

    /// Goes on as long as the bytes are such, which are ASCII.
    fn taken(&mut self, is_such: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.bytes().position(|byte| !is_such(byte)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// A number, if one stands here.
    fn number(&mut self, range: RangeInclusive<u8>, of: &'static str) -> Result<Option<u8>, Found> {
        let from = self.at;
        let digits = self.taken(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        // What is too long for a number is out of every range.
        let number = digits.parse().unwrap_or(u8::MAX);
        if !range.contains(&number) {
            return Err((from, Fault::Number { least: *range.start(), most: *range.end(), of }));
        }
        Ok(Some(number))
    }

    /// A number that must stand here.
    fn needed(&mut self, range: RangeInclusive<u8>, of: &'static str) -> Result<u8, Found> {
        let from = self.at;
        self.number(range, of)?.ok_or((from, Fault::Expected(Expected::Number)))
    }
}

/// So many of them lost; `0` is how some tables print that nothing is.
fn losses(number: u8, of: impl Fn(u8) -> Losses) -> Losses {
    if number == 0 { Losses::None } else { of(number) }
}
