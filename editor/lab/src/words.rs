//! Numbers in words, as people read them.

use salient_rules::Bot;
pub use salient_rules::words::{capital, list};

use crate::statistics::{Difference, Estimate, Share};

/// A space that does not break a line.
const NBSP: char = '\u{a0}';

/// A number with so many decimals, with thousands parted and a true minus.
#[must_use]
pub fn number(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let negative = value < 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    format!("{}{}{rest}", if negative { "−" } else { "" }, parted(whole))
}

/// A count with thousands parted.
#[must_use]
pub fn count(value: u64) -> String {
    parted(&value.to_string())
}

fn parted(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 game", "2 games".
#[must_use]
pub fn plural(value: u64, noun: &str) -> String {
    let s = if value == 1 { "" } else { "s" };
    format!("{}{NBSP}{noun}{s}", count(value))
}

/// A difference with its sign: "+3.1".
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        format!("+{text}")
    } else {
        text
    }
}

/// Decimals of per cent that so many games are worth.
fn decimals(of: u64) -> usize {
    usize::from(of >= 1000)
}

/// A share: "12 %". Only never is 0 and only always is 100.
#[must_use]
pub fn share(share: &Share) -> String {
    let places = decimals(share.of);
    let least = if places == 0 { 1.0 } else { 0.1 };
    let value = share.share * 100.0;
    if share.count > 0 && value < least {
        return format!("<{}{NBSP}%", number(least, places));
    }
    if share.count < share.of && value > 100.0 - least {
        return format!(">{}{NBSP}%", number(100.0 - least, places));
    }
    format!("{}{NBSP}%", number(value, places))
}

/// The interval of a share: "9–18 %".
#[must_use]
pub fn share_interval(share: &Share) -> String {
    let places = decimals(share.of);
    let ends = [share.low, share.high].map(|end| number(end * 100.0, places));
    // A line does not break at this dash.
    format!("{}\u{2060}–\u{2060}{}{NBSP}%", ends[0], ends[1])
}

/// A difference of shares in percentage points, with its sign.
#[must_use]
pub fn share_difference(value: f64, of: u64) -> String {
    signed(value * 100.0, decimals(of).max(1))
}

/// A mean, with as many decimals as it is worth.
#[must_use]
pub fn mean(estimate: &Estimate) -> String {
    if estimate.games == 0 { "–".to_owned() } else { number(estimate.mean, 1) }
}

/// The interval of a mean: "12.1 to 13.4". None for fewer than two games.
#[must_use]
pub fn mean_interval(estimate: &Estimate) -> Option<String> {
    estimate.interval.map(|interval| {
        format!("{}{NBSP}to{NBSP}{}", number(interval.low, 1), number(interval.high, 1))
    })
}

/// A difference and its interval, "+3.1" and "−2.0 to 8.2"; of shares, where it is said of how
/// many games, in percentage points.
#[must_use]
pub fn difference(found: &Difference, of: Option<u64>) -> [String; 2] {
    let write = |value: f64| match of {
        Some(of) => share_difference(value, of),
        None => signed(value, 1),
    };
    [write(found.value), format!("{} to {}", write(found.low), write(found.high))]
}

/// Several bots of a kind: `planners`, `searchers with 50 playouts`.
#[must_use]
pub fn several(bot: Bot) -> String {
    match (bot, bot.playouts()) {
        (Bot::RANDOM, _) => "random movers".to_owned(),
        (bot, Some(playouts)) => {
            format!("{}s with {}", bot.name(), plural(playouts.into(), "playout"))
        }
        (bot, None) => format!("{}s", bot.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(number(-1234.56, 1), "−1,234.6");
        assert_eq!(number(-0.01, 1), "0.0");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(signed(2.0, 0), "+2");
        assert_eq!(plural(1, "game"), "1\u{a0}game");
        assert_eq!(list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn a_share_that_happened_is_never_nought() {
        assert_eq!(share(&Share::new(0, 500)), "0\u{a0}%");
        assert_eq!(share(&Share::new(1, 500)), "<1\u{a0}%");
        assert_eq!(share(&Share::new(499, 500)), ">99\u{a0}%");
        assert_eq!(share(&Share::new(500, 500)), "100\u{a0}%");
        assert_eq!(share(&Share::new(123, 1000)), "12.3\u{a0}%");
    }
}
