//! The game-turn after the last, by what the ones before say.

use salient_schema::common::Provenance;
use salient_schema::scenario::{HalfDay, Turn};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// When the first game-turn is, and how long each is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The day of the first, `1915-04-25`.
    pub first: String,
    /// How long a game-turn is.
    pub each: TurnLength,
}

/// How long a game-turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLength {
    /// A morning, then an afternoon.
    HalfDay,
    /// So many days, 1 at least.
    Days(u16),
}

/// So many game-turns, by a calendar if there is one; none where the first day is no day.
pub fn turns(count: u16, calendar: Option<&Calendar>) -> Option<Vec<Turn>> {
    let plain = |turn: u16| Turn {
        turn,
        label: format!("Game-turn {turn}"),
        date: None,
        half: None,
        weather: None,
        provenance: Provenance::Invented,
    };
    let Some(Calendar { first, each }) = calendar else {
        return Some((1..=count).map(plain).collect());
    };
    let day = day_number(first.trim())?;
    let on = |turn: u16, day: i64| {
        let (year, month, date) = civil(day);
        let label = format!("{date} {}", MONTHS[month as usize - 1]);
        Turn { label, date: Some(format!("{year:04}-{month:02}-{date:02}")), ..plain(turn) }
    };
    let mut turns: Vec<Turn> = match each {
        TurnLength::HalfDay => {
            let turn = on(1, day);
            let label = format!("{}, morning", turn.label);
            vec![Turn { label, half: Some(HalfDay::Am), ..turn }]
        }
        TurnLength::Days(days) => vec![on(1, day), on(2, day + i64::from((*days).max(1)))],
    };
    turns.truncate(usize::from(count));
    while turns.len() < usize::from(count) {
        let number = turns.len() as u16 + 1;
        turns.push(Turn { provenance: Provenance::Invented, ..next(&turns, number) });
    }
    Some(turns)
}

/// A game-turn that goes on where some stop: the halves of a day alternate, days keep their
/// distance, and the label follows the date if it told it.
pub(super) fn next(before: &[Turn], number: u16) -> Turn {
    let mut turn = Turn {
        turn: number,
        label: format!("Game-turn {number}"),
        date: None,
        half: None,
        weather: None,
        provenance: Provenance::Printed,
    };
    let Some(last) = before.last() else { return turn };
    let earlier = before.len().checked_sub(2).map(|at| &before[at]);
    turn.half = match last.half {
        Some(HalfDay::Am) => Some(HalfDay::Pm),
        Some(HalfDay::Pm) => Some(HalfDay::Am),
        None => None,
    };
    let day = last.date.as_deref().and_then(day_number);
    let step = match (last.half, day, earlier.and_then(|one| one.date.as_deref())) {
        (Some(HalfDay::Am), ..) => 0,
        (Some(HalfDay::Pm), ..) => 1,
        (None, Some(day), Some(earlier)) => day_number(earlier).map_or(1, |one| day - one).max(1),
        (None, ..) => 1,
    };
    let Some(day) = day else { return turn };
    let (year, month, date) = civil(day + step);
    turn.date = Some(format!("{year:04}-{month:02}-{date:02}"));
    let (_, last_month, last_date) = civil(day);
    let told = format!("{last_date} {}", MONTHS[last_month as usize - 1]);
    if last.label.contains(&told) {
        let tells = format!("{date} {}", MONTHS[month as usize - 1]);
        let mut label = last.label.replacen(&told, &tells, 1);
        let halves = [("morning", "afternoon"), ("AM", "PM"), ("a.m.", "p.m.")];
        for (am, pm) in halves {
            match turn.half {
                Some(HalfDay::Am) if label.contains(pm) => label = label.replacen(pm, am, 1),
                Some(HalfDay::Pm) if label.contains(am) => label = label.replacen(am, pm, 1),
                _ => {}
            }
        }
        turn.label = label;
    }
    turn
}

/// A name for references: lower-case letters and digits with hyphens between.
pub(super) fn id_of(name: &str) -> String {
    let mut id = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            id.push(letter.to_ascii_lowercase());
        } else if !id.is_empty() && !id.ends_with('_') {
            id.push('_');
        }
    }
    id.trim_end_matches('_').to_owned()
}

/// Days since 1 March of the year 0, of `1918-03-21`.
fn day_number(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let mut number = || parts.next()?.parse::<u16>().ok().map(i64::from);
    let (year, month, day) = (number()?, number()?, number()?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day is the last of the year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(
        365 * year + year.div_euclid(4) - year.div_euclid(100)
            + year.div_euclid(400)
            + (153 * month + 2) / 5
            + day
            - 1,
    )
}

/// Year, month and day of such a number.
fn civil(number: i64) -> (i64, i64, i64) {
    let era = number.div_euclid(146_097);
    let of_era = number.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + carry, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(label: &str, date: &str, half: Option<HalfDay>) -> Turn {
        Turn {
            turn: 1,
            label: label.into(),
            date: Some(date.into()),
            half,
            weather: None,
            provenance: Provenance::Printed,
        }
    }

    #[test]
    fn the_calendar_goes_on() {
        let pm = turn("31 March, afternoon", "1918-03-31", Some(HalfDay::Pm));
        let next_day = next(&[pm], 9);
        assert_eq!(next_day.label, "1 April, morning");
        assert_eq!(next_day.date.as_deref(), Some("1918-04-01"));
        assert_eq!(next_day.half, Some(HalfDay::Am));
        let three_days =
            [turn("25 August", "1914-08-25", None), turn("28 August", "1914-08-28", None)];
        assert_eq!(next(&three_days, 3).label, "31 August");
        assert_eq!(next(&[turn("March II", "1918-03-16", None)], 2).label, "Game-turn 2");
        assert_eq!(next(&[], 1).label, "Game-turn 1");
    }

    #[test]
    fn a_calendar_begins_on_its_day() {
        let told = |first: &str, each, count| -> Option<Vec<String>> {
            let calendar = Calendar { first: first.to_owned(), each };
            let turns = turns(count, Some(&calendar))?.into_iter();
            Some(turns.map(|turn| format!("{} {}", turn.turn, turn.label)).collect())
        };
        let wanted = ["1 31 December, morning", "2 31 December, afternoon", "3 1 January, morning"];
        assert_eq!(told("1914-12-31", TurnLength::HalfDay, 3).unwrap(), wanted);
        let wanted = ["1 25 April", "2 2 May", "3 9 May"];
        assert_eq!(told("1915-04-25", TurnLength::Days(7), 3).unwrap(), wanted);
        assert_eq!(
            told("1915-04-25", TurnLength::Days(0), 2).unwrap(),
            ["1 25 April", "2 26 April"]
        );
        assert_eq!(told("1915-04-25", TurnLength::Days(2), 1).unwrap(), ["1 25 April"]);
        assert_eq!(told("25 April 1915", TurnLength::HalfDay, 3), None);
        assert_eq!(turns(2, None).unwrap()[1].label, "Game-turn 2");
    }

    #[test]
    fn days_are_counted_both_ways() {
        for date in ["1916-02-29", "1914-12-31", "1918-01-01", "2000-03-01", "1900-02-28"] {
            let (year, month, day) = civil(day_number(date).unwrap_or(0));
            assert_eq!(format!("{year:04}-{month:02}-{day:02}"), date);
        }
    }

    #[test]
    fn ids_are_made_of_names() {
        assert_eq!(id_of("Heavy Artillery Points!"), "heavy_artillery_points");
        assert_eq!(id_of("…"), "");
    }
}
