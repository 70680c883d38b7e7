//! What a spreadsheet does to designations: `1-2` becomes a date, `1E5` a hundred thousand.

/// What a spreadsheet seems to have made of a cell.
pub(super) fn damage(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if is_date(text) {
        return Some(
            "It looks as if a spreadsheet made a date of it, as it does of 1-2 or 3/4. Format the \
             column as text, and type it again",
        );
    }
    if is_scientific(text) {
        return Some(
            "It looks as if a spreadsheet made a number of it, as it does of 1E5. Format the \
             column as text, and type it again",
        );
    }
    if matches!(text, "#NAME?" | "#REF!" | "#VALUE!" | "#N/A" | "#DIV/0!" | "#####") {
        return Some("A spreadsheet's formula failed here. Type what is meant");
    }
    None
}

/// `01.Feb`, `2-Jan`, `Jan 02`, `1-Feb-24`, `01/02/2024`, `2024-02-01`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> =
        text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let number = |part: &str, most: u16| {
        part.len() <= 4 && part.parse::<u16>().is_ok_and(|number| (1..=most).contains(&number))
    };
    let year = |part: &str| part.len() == 4 && number(part, 2999) && part >= "1899";
    let day = |part: &str| part.len() <= 2 && number(part, 31);
    match parts.as_slice() {
        [one, two] => (day(one) && is_month(two)) || (is_month(one) && number(two, 2999)),
        [one, two, three] => {
            let last = year(three) || three.len() == 2 && number(three, 99);
            (day(one) && is_month(two) && last)
                || (day(one) && day(two) && year(three))
                || (year(one) && day(two) && day(three))
        }
        _ => false,
    }
}

/// A month as spreadsheets shorten it, in the languages that their users mostly have.
fn is_month(part: &str) -> bool {
    const MONTHS: [&str; 33] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "mrz", "mär", "mai", "okt", "dez", "janv", "févr", "fev", "mars", "avr", "juin", "juil",
        "août", "déc", "ene", "abr", "ago", "dic", "gen", "mag",
    ];
    MONTHS.contains(&part.to_lowercase().as_str())
}

/// `1.00E+05`.
fn is_scientific(text: &str) -> bool {
    let Some((digits, power)) = text.split_once("E+") else { return false };
    let figures = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    !digits.is_empty() && !power.is_empty() && figures(digits) && figures(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_from_designations() {
        for text in ["01. Feb", "2-Jan", "Jan 02", "1-Feb-24", "01/02/2024", "2024-02-01", "3.Mrz"]
        {
            assert!(damage(text).is_some(), "{text}");
        }
        for text in ["88/3", "15/60/18", "1-2", "Marine", "5 May's", "45R/9", "3. Marine", "Mar"] {
            assert!(damage(text).is_none(), "{text}");
        }
        assert!(damage("1.00E+05").is_some() && damage("1E").is_none());
    }
}
