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
