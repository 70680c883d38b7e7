//! The columns of a combat results table, as their heads say: odds, a difference, or a strength.

use std::cmp::Ordering;

use salient_schema::ruleset::Table;

/// What the columns of a chart go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Attacker to defender: `3:1`, `3-1`, `1 to 2`.
    Odds,
    /// Attacker less defender: `+2`, `-1`.
    Difference,
    /// The attacker's strength alone: `4`, `7`, `2-3`.
    Strength,
}

/// What a strength is told in: four quarters are a point, so that halves add up.
pub const QUARTERS: i64 = 4;

/// The columns of a chart, each with the least that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    scale: Scale,
    least: Vec<Option<Least>>,
}

/// The least that a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Least {
    /// Whatever is less than the others.
    Any,
    /// This fraction, or only what is more.
    From { part: i64, of: i64, more: bool },
}

impl Least {
    /// How it stands to another: the lower first.
    fn cmp(self, other: Self) -> Ordering {
        let (Self::From { part, of, more }, Self::From { part: part2, of: of2, more: more2 }) =
            (self, other)
        else {
            return (self != Self::Any).cmp(&(other != Self::Any));
        };
        (i128::from(part) * i128::from(of2))
            .cmp(&(i128::from(part2) * i128::from(of)))
            .then(more.cmp(&more2))
    }
}

impl Columns {
    /// What the heads of a chart's columns say; none where they are no numbers.
    pub fn of(table: &Table) -> Option<Self> {
        let heads: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        Self::of_heads(&heads, &table.column_axis)
    }

    /// What heads say; `axis` is what they are called.
    pub fn of_heads(heads: &[&str], axis: &str) -> Option<Self> {
        let axis = axis.to_lowercase();
        let read: Vec<Option<HeadText>> = heads.iter().map(|head| HeadText::of(head)).collect();
        let any = |is: &dyn Fn(&HeadText) -> bool| read.iter().flatten().any(is);
        // A dash is odds where the chart has odds at all: 3-1, and therefore 1-2 as well.
        let odds = any(&|head| head.colon)
            || (any(&|head| head.second.is_some())
                && (axis.contains("odds")
                    || any(&|head| head.second.is_some_and(|second| second < head.first))));
        let scale = if odds {
            Scale::Odds
        } else if axis.contains("differ") || any(&|head| head.signed) {
            Scale::Difference
        } else {
            Scale::Strength
        };
        let least: Vec<Option<Least>> =
            read.iter().map(|head| head.as_ref().and_then(|head| head.least(scale))).collect();
        least.iter().any(Option::is_some).then_some(Self { scale, least })
    }

    /// What they go by.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The column for an attacker's and a defender's strength, in quarters of a point: the highest
    /// that they reach, so that what is left over is the defender's; the lowest for less than any.
    pub fn find(&self, attack: i64, defence: i64) -> Option<usize> {
        let value = match self.scale {
            // Nobody defends: better than any odds.
            Scale::Odds if defence <= 0 && attack > 0 => (1, 0),
            Scale::Odds if attack <= 0 => (0, 1),
            Scale::Odds => (attack, defence),
            Scale::Difference => (attack.saturating_sub(defence), QUARTERS),
            Scale::Strength => (attack, QUARTERS),
        };
        let reaches = |least: Least| match least {
            Least::Any => true,
            Least::From { part, of, more } => {
                let order = (i128::from(value.0) * i128::from(of))
                    .cmp(&(i128::from(part) * i128::from(value.1)));
                if more { order == Ordering::Greater } else { order != Ordering::Less }
            }
        };
        let known = || (0..).zip(&self.least).filter_map(|(at, least)| Some((at, (*least)?)));
        // Of two that are for the same the first counts.
        let best = known()
            .filter(|(_, least)| reaches(*least))
            .reduce(|best, next| if next.1.cmp(best.1) == Ordering::Greater { next } else { best });
        let lowest = || known().min_by(|one, other| one.1.cmp(other.1));
        best.or_else(lowest).map(|(at, _)| at)
    }
}

/// A head taken apart: `≥ 6`, `3:1`, `+2`, `2–3`, `1:3 or less`.
#[derive(Clone, Copy, Debug)]
struct HeadText {
    first: i64,
    second: Option<i64>,
    colon: bool,
    signed: bool,
    /// It is for whatever is less, too.
    downwards: bool,
    /// It begins only above its number.
    more: bool,
}

impl HeadText {
    fn of(head: &str) -> Option<Self> {
        let text = head.trim().to_lowercase().replace(['\u{2212}', '\u{2013}'], "-");
        let mut text = text.as_str();
        let (mut downwards, mut more) = (false, false);
        for (sign, down, above) in [
            ("<=", true, false),
            ("\u{2264}", true, false),
            ("<", true, false),
            ("under", true, false),
            ("below", true, false),
            ("less than", true, false),
            ("up to", true, false),
            (">=", false, false),
            ("\u{2265}", false, false),
            (">", false, true),
            ("over", false, true),
            ("above", false, true),
            ("more than", false, true),
        ] {
            if let Some(rest) = text.strip_prefix(sign) {
                (text, downwards, more) = (rest, down, above);
                break;
            }
        }
        for (words, down) in [
            ("or less", true),
            ("or lower", true),
            ("or worse", true),
            ("or fewer", true),
            ("and less", true),
            ("or more", false),
            ("or higher", false),
            ("or better", false),
            ("and more", false),
            ("or greater", false),
        ] {
            if let Some(rest) = text.trim_end().strip_suffix(words) {
                (text, downwards) = (rest, downwards || down);
                break;
            }
        }
        let text = text.trim();
        let text = text.strip_suffix('+').unwrap_or(text).trim();
        let signed = text.starts_with(['+', '-']);
        let (first, rest) = number(text)?;
        let head = Self { first, second: None, colon: false, signed, downwards, more };
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Some(head);
        }
        let (colon, rest) = match (rest.strip_prefix([':', '/']), rest.strip_prefix("to")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => (false, rest.strip_prefix('-')?),
        };
        let (second, rest) = number(rest.trim_start())?;
        rest.trim().is_empty().then_some(Self { second: Some(second), colon, ..head })
    }

    fn least(&self, scale: Scale) -> Option<Least> {
        let (part, of) = match (scale, self.second) {
            (Scale::Odds, second) => {
                let of = second.unwrap_or(1);
                let sound = self.first >= 0 && of > 0;
                sound.then_some((self.first, of))?
            }
            // A span begins with its lower end, whichever stands first.
            (_, Some(second)) => (self.first.min(second), 1),
            (_, None) => (self.first, 1),
        };
        let more = self.more;
        Some(if self.downwards { Least::Any } else { Least::From { part, of, more } })
    }
}

/// The number that a text begins with, and what follows.
fn number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let signs = text.len() - digits.len();
    let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = text.split_at_checked(signs + end)?;
    let number: i64 = number.trim_start_matches('+').parse().ok()?;
    (number.unsigned_abs() <= 1_000_000).then_some((number, rest))
}

/// Strengths as odds in whole numbers, rounded in the defender's favour: `3:1`, `1:2`.
pub fn odds(attack: i64, defence: i64) -> Option<(i64, i64)> {
    match (attack, defence) {
        (1.., 1..) if attack >= defence => Some((attack / defence, 1)),
        (1.., 1..) => Some((1, defence.div_euclid(attack) + i64::from(defence % attack != 0))),
        _ => None,
    }
}
