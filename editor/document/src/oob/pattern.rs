//! Designation patterns: `{n}/{div}/{corps}` for a series of counters.

use std::collections::BTreeMap;

use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::{Bundle, CounterId};

use super::size::sized;
use super::{Directory, Refused};
use crate::edit::Edit;

/// What a pattern's braces may hold, for help beside the field.
pub const HELP: &str = "{n} the number, {n:02} with two figures, {n:roman}, {letter}, {short} and \
     {name} of the formation, {div}, {corps}, {army} or any other size above it, {type}, {size}, \
     {nation}, {side}, {old} what is printed now";

/// A pattern, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Text(String),
    Number(Digits),
    Letter {
        small: bool,
    },
    Old,
    Name,
    Short,
    Type,
    Size,
    Nation,
    Side,
    /// The nearest formation of a size that begins with this.
    Above(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    Plain,
    Wide(usize),
    Roman { small: bool },
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A brace is not closed.
    #[error("A brace is open: close it with }}, or write {{{{ for the sign itself.")]
    Open,
    /// A brace closes what was not opened.
    #[error("A }} closes nothing: write }}}} for the sign itself.")]
    Closed,
    /// Nobody knows what these braces mean.
    #[error("{{{0}}} means nothing here.")]
    Unknown(String),
}

impl Pattern {
    /// Takes a pattern apart.
    ///
    /// # Errors
    /// What is wrong with it, for the screen.
    pub fn parse(bundle: &Bundle, text: &str) -> Result<Self, PatternError> {
        let mut parts: Vec<Segment> = Vec::new();
        let mut plain = String::new();
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '{' | '}' if signs.peek() == Some(&sign) => {
                    signs.next();
                    plain.push(sign);
                }
                '}' => return Err(PatternError::Closed),
                '{' => {
                    let mut inner = String::new();
                    loop {
                        match signs.next() {
                            Some('}') => break,
                            Some(sign) => inner.push(sign),
                            None => return Err(PatternError::Open),
                        }
                    }
                    if !plain.is_empty() {
                        parts.push(Segment::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(segment(bundle, &inner)?);
                }
                _ => plain.push(sign),
            }
        }
        if !plain.is_empty() {
            parts.push(Segment::Text(plain));
        }
        Ok(Self { parts })
    }

    /// Whether counters of a series come out different.
    pub fn counts(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Segment::Number(_) | Segment::Letter { .. }))
    }

    fn print(
        &self,
        number: u32,
        counter: &Counter,
        line: &[&Formation],
        bundle: &Bundle,
    ) -> String {
        let layout = &bundle.ruleset.counters;
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Segment::Text(text) => out.push_str(text),
                Segment::Number(Digits::Plain) => out.push_str(&number.to_string()),
                Segment::Number(Digits::Wide(width)) => {
                    out.push_str(&format!("{number:0width$}", width = *width));
                }
                Segment::Number(Digits::Roman { small }) => {
                    let roman = roman(number);
                    out.push_str(&if *small { roman.to_lowercase() } else { roman });
                }
                Segment::Letter { small } => {
                    let letter = letter(number);
                    out.push_str(&if *small { letter.to_lowercase() } else { letter });
                }
                Segment::Old => out.push_str(&counter.designation),
                Segment::Name => out.push_str(line.first().map_or("", |one| one.name.as_str())),
                Segment::Short => out.push_str(line.first().map_or("", |one| short_of(one))),
                Segment::Type => {
                    let found = layout.types.iter().find(|one| one.id == counter.unit_type);
                    out.push_str(found.map_or("", |one| one.name.as_str()));
                }
                Segment::Size => {
                    let id = counter.size.as_ref();
                    let found = layout.sizes.iter().find(|one| Some(&one.id) == id);
                    out.push_str(found.map_or("", |one| one.name.as_str()));
                }
                Segment::Nation => {
                    let id = counter.nation.as_ref();
                    let nations = &bundle.ruleset.nations;
                    let found = nations.iter().find(|one| Some(&one.id) == id);
                    out.push_str(found.map_or("", |one| one.name.as_str()));
                }
                Segment::Side => {
                    let found = bundle.ruleset.sides.iter().find(|one| one.id == counter.side);
                    out.push_str(found.map_or("", |one| one.name.as_str()));
                }
                Segment::Above(size) => {
                    out.push_str(above(line, size).map_or("", short_of));
                }
            }
        }
        // A formation that is not there leaves no separator behind.
        let gaps = self.parts.iter().any(|part| match part {
            Segment::Above(size) => above(line, size).is_none(),
            _ => false,
        });
        while gaps && out.contains("//") {
            out = out.replace("//", "/");
        }
        out.trim_matches('/').to_owned()
    }
}

/// The nearest formation of a size that begins so, from a counter upward.
fn above<'f>(line: &[&'f Formation], size: &str) -> Option<&'f Formation> {
    let of_size = |one: &&&Formation| one.size.as_deref().is_some_and(|of| of.starts_with(size));
    line.iter().find(of_size).copied()
}

fn short_of(formation: &Formation) -> &str {
    formation.short.as_deref().unwrap_or(&formation.name)
}

fn segment(bundle: &Bundle, inner: &str) -> Result<Segment, PatternError> {
    let unknown = || PatternError::Unknown(inner.to_owned());
    let (name, how) = inner.split_once(':').map_or((inner, None), |(name, how)| (name, Some(how)));
    let small = match how {
        Some("lower") => true,
        None | Some("upper") => false,
        Some(_) if name == "n" => false,
        Some(_) => return Err(unknown()),
    };
    Ok(match name.trim() {
        "n" => Segment::Number(match how {
            None => Digits::Plain,
            Some("roman" | "ROMAN") => Digits::Roman { small: false },
            Some("roman-lower" | "lower") => Digits::Roman { small: true },
            Some(width) => {
                let width = width.strip_prefix('0').and_then(|width| width.parse::<usize>().ok());
                Digits::Wide(width.filter(|width| (1..=9).contains(width)).ok_or_else(unknown)?)
            }
        }),
        "letter" => Segment::Letter { small },
        "old" => Segment::Old,
        "name" => Segment::Name,
        "short" | "formation" => Segment::Short,
        "type" => Segment::Type,
        "size" => Segment::Size,
        "nation" => Segment::Nation,
        "side" => Segment::Side,
        other => {
            let full = match other {
                "div" => "division",
                "bde" | "brig" => "brigade",
                "regt" | "reg" | "rgt" => "regiment",
                "bn" | "btn" => "battalion",
                other => other,
            };
            let sizes = bundle.ruleset.counters.sizes.iter().map(|size| size.id.as_str());
            let known = ["army-group", "army", "corps", "division", "brigade", "regiment"];
            if full.is_empty() || !sizes.chain(known).any(|size| size.starts_with(full)) {
                return Err(unknown());
            }
            Segment::Above(full.to_owned())
        }
    })
}

fn roman(number: u32) -> String {
    if number == 0 || number >= 4000 {
        return number.to_string();
    }
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = number;
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            out.push_str(sign);
            rest -= value;
        }
    }
    out
}

/// A for 1, Z for 26, AA for 27.
fn letter(number: u32) -> String {
    let mut rest = number;
    let mut out = Vec::new();
    while rest > 0 {
        rest -= 1;
        out.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    out.iter().rev().collect()
}

/// A pattern and how it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The pattern as it is typed.
    pub pattern: String,
    /// The first number.
    pub first: u32,
    /// How far it is from one number to the next.
    pub step: u32,
    /// Whether the numbers begin again in each formation.
    pub by_formation: bool,
}

impl Default for Series {
    fn default() -> Self {
        Self { pattern: "{n}/{short}".to_owned(), first: 1, step: 1, by_formation: false }
    }
}

impl Series {
    /// What counters would print, in this order.
    ///
    /// # Errors
    /// What is wrong with the pattern.
    pub fn preview(
        &self,
        bundle: &Bundle,
        counters: &[CounterId],
    ) -> Result<Vec<(CounterId, String)>, PatternError> {
        let pattern = Pattern::parse(bundle, &self.pattern)?;
        let directory = Directory::of(bundle);
        let mut numbers: BTreeMap<Option<&str>, u32> = BTreeMap::new();
        let mut out = Vec::new();
        for id in counters {
            let Ok((oob, _, counter)) = directory.counter(id) else { continue };
            let formation = counter.formation.as_deref();
            let key = if self.by_formation { formation } else { None };
            let number = numbers.entry(key).or_insert(self.first);
            let line = directory.upward(oob, formation);
            out.push((id.clone(), pattern.print(*number, counter, &line, bundle)));
            *number = number.saturating_add(self.step);
        }
        Ok(out)
    }
}

impl Series {
    /// The sizes of formations that the pattern asks for and some of the counters have none of
    /// above them: there it prints nothing.
    pub fn gaps(&self, bundle: &Bundle, counters: &[CounterId]) -> Vec<String> {
        let Ok(pattern) = Pattern::parse(bundle, &self.pattern) else { return Vec::new() };
        let directory = Directory::of(bundle);
        let lines: Vec<_> = counters
            .iter()
            .filter_map(|id| directory.counter(id).ok())
            .map(|(oob, _, counter)| directory.upward(oob, counter.formation.as_deref()))
            .collect();
        let sizes = pattern.parts.iter().filter_map(|part| match part {
            Segment::Above(size) => Some(size),
            _ => None,
        });
        let lacking = sizes.filter(|size| lines.iter().any(|line| above(line, size).is_none()));
        lacking.cloned().collect()
    }
}

/// The edits that print a series on counters.
///
/// # Errors
/// What is wrong with the pattern.
pub fn renumber(
    bundle: &Bundle,
    counters: &[CounterId],
    series: &Series,
) -> Result<Vec<Edit>, Refused> {
    let names =
        series.preview(bundle, counters).map_err(|error| Refused::new(error.to_string()))?;
    let directory = Directory::of(bundle);
    let mut edits = Vec::new();
    for (counter, designation) in names {
        if directory.counter(&counter)?.2.designation != designation {
            edits.push(Edit::SetDesignation { counter, designation });
        }
    }
    Ok(edits)
}

/// Whether a counter that new ones are made like is the first of their series: it has no number of its
/// own yet, and the series counts. A regiment that is printed as one keeps its designation.
pub fn leads_series(bundle: &Bundle, like: &str, series: &Series) -> bool {
    let has_number = |counter: &Counter| counter.designation.contains(|c: char| c.is_numeric());
    let plain = Directory::of(bundle).counter(like).is_ok_and(|(_, _, one)| !has_number(one));
    plain && Pattern::parse(bundle, &series.pattern).is_ok_and(|pattern| pattern.counts())
}

/// New counters like one that there is, right after it, with a series printed on them, and on that one
/// if it [leads](leads_series) it. Gives their ids.
///
/// # Errors
/// What is wrong with the pattern.
pub fn add_series(
    bundle: &Bundle,
    like: &str,
    many: u16,
    series: &Series,
) -> Result<(Vec<CounterId>, Vec<Edit>), Refused> {
    let pattern =
        Pattern::parse(bundle, &series.pattern).map_err(|error| Refused::new(error.to_string()))?;
    let directory = Directory::of(bundle);
    let (order_of_battle, place, model) = directory.counter(like)?;
    let model = &sized(bundle, order_of_battle, model.clone());
    let line = directory.upward(order_of_battle, model.formation.as_deref());
    let whose = model.nation.as_ref().unwrap_or(&model.side);
    let mut taken = super::ids::counter_ids(bundle);
    let mut ids = Vec::new();
    let mut edits = Vec::new();
    let mut number = series.first;
    if leads_series(bundle, like, series) {
        let designation = pattern.print(number, model, &line, bundle);
        edits.push(Edit::SetDesignation { counter: like.to_owned(), designation });
        number = number.saturating_add(series.step);
    }
    for nth in 0..many {
        let designation = pattern.print(number, model, &line, bundle);
        let words = super::ids::id_from_words(&format!("{whose}-{designation}"), "unit");
        let id = super::ids::fresh(&words, &taken);
        taken.insert(id.clone());
        ids.push(id.clone());
        let counter = Box::new(Counter { id, designation, notes: Vec::new(), ..model.clone() });
        let at = Some(place + 1 + usize::from(nth));
        number = number.saturating_add(series.step);
        edits.push(Edit::add_counter(order_of_battle, counter, at));
    }
    Ok((ids, edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_letters_are_written_as_the_period_did() {
        for (number, text) in [(1, "I"), (4, "IV"), (9, "IX"), (18, "XVIII"), (1918, "MCMXVIII")] {
            assert_eq!(roman(number), text);
        }
        assert_eq!(roman(0), "0");
        for (number, text) in [(1, "A"), (26, "Z"), (27, "AA"), (0, "")] {
            assert_eq!(letter(number), text);
        }
    }
}
