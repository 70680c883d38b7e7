//! Exact decimals: what a chart gives for each sub-unit, and the standard rounding of products.
//!
//! Everything is counted in hundredths, as the charts print it. No float takes part.

use std::fmt;

/// A decimal of a chart in hundredths: `.40`, `1.00`, `30%`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Share(pub i64);

impl Share {
    /// Reads a cell: `.40`, `1.00`, `30%`, `0`.
    pub fn read(cell: &str) -> Option<Self> {
        if let Some(percent) = cell.strip_suffix('%') {
            return percent.parse().ok().filter(|n| (0..=100).contains(n)).map(Self);
        }
        let (whole, hundredths) = cell.split_once('.').unwrap_or((cell, "00"));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if cell.is_empty()
            || hundredths.len() != 2
            || whole.len() > 3
            || !digits(whole)
            || !digits(hundredths)
        {
            return None;
        }
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        Some(Self(whole * 100 + hundredths.parse::<i64>().ok()?))
    }

    /// So much of a number, with the standard rounding: a half counts as one.
    pub fn of(self, count: u32) -> u32 {
        u32::try_from((self.0 * i64::from(count) + 50) / 100).unwrap_or(u32::MAX)
    }

    /// As much of a number as whole ones give: limits are never exceeded.
    pub fn at_most(self, count: u32) -> u32 {
        u32::try_from(self.0 * i64::from(count) / 100).unwrap_or(u32::MAX)
    }

    /// The product and its rounding in words: `35 × .40 = 14.00, rounded 14`.
    pub fn reckoning(self, count: u32) -> String {
        let product = Self(self.0 * i64::from(count));
        let exact = product.0 % 100 == 0;
        let end = if exact { String::new() } else { format!(", rounded {}", self.of(count)) };
        format!("{count} × {self} = {product}{end}")
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, hundredths) = (self.0 / 100, self.0 % 100);
        if whole == 0 {
            write!(f, ".{hundredths:02}")
        } else {
            write!(f, "{whole}.{hundredths:02}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_book_come_out() {
        let share = |cell| Share::read(cell).unwrap_or_default();
        assert_eq!(share(".40").of(35), 14);
        assert_eq!(share(".55").of(15), 8);
        assert_eq!(share(".55").reckoning(15), "15 × .55 = 8.25, rounded 8");
        assert_eq!(share(".40").reckoning(35), "35 × .40 = 14.00");
    }

    #[test]
    fn a_half_is_rounded_up_and_less_is_not() {
        assert_eq!(
            (Share(50).of(1), Share(49).of(1), Share(25).of(2), Share(24).of(2)),
            (1, 0, 1, 0)
        );
        assert_eq!((Share(50).at_most(15), Share(25).at_most(14)), (7, 3));
    }

    #[test]
    fn what_is_no_decimal_is_none() {
        for cell in ["", "-", ".4", ".400", "x.40", "-1.00", "101%", ".4x", "9999.00"] {
            assert_eq!(Share::read(cell), None, "{cell}");
        }
        assert_eq!(Share::read("1.00"), Some(Share(100)));
        assert_eq!(Share::read("5%"), Some(Share(5)));
        assert_eq!(Share::read("0"), Some(Share(0)));
    }
}
