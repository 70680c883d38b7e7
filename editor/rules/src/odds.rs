//! Bands of odds: in which attacks are counted.

use serde::{Deserialize, Serialize};

/// Attacks whose odds, the attacker's strength to the defender's, are at least so much to so much
/// and below those of the next band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsBand {
    /// What it is called: `3:1`.
    pub name: String,
    /// The attacker's part: 3.
    pub attacker: u32,
    /// The defender's part: 1.
    pub defender: u32,
}

impl OddsBand {
    /// A band.
    pub fn new(name: impl Into<String>, attacker: u32, defender: u32) -> Self {
        Self { name: name.into(), attacker, defender }
    }

    /// Whether strengths reach its odds.
    pub fn holds(&self, attacker: i32, defender: i32) -> bool {
        let [a, d] = [self.attacker, self.defender].map(i64::from);
        i64::from(attacker) * d >= a * i64::from(defender)
    }

    /// The bands of a system whose combat knows no columns of odds, lowest first.
    pub fn usual() -> Vec<Self> {
        [
            ("under 1:2", 0, 1),
            ("1:2", 1, 2),
            ("1:1", 1, 1),
            ("3:2", 3, 2),
            ("2:1", 2, 1),
            ("3:1", 3, 1),
            ("4:1", 4, 1),
            ("5:1", 5, 1),
            ("6:1", 6, 1),
            ("8:1 and more", 8, 1),
        ]
        .map(|(name, attacker, defender)| Self::new(name, attacker, defender))
        .to_vec()
    }

    /// The bands of a combat results table: a band a column, the last for all that is better, and
    /// one for odds worse than the first. The columns are given lowest first, each as so much to
    /// so much; none where there are none.
    pub fn of_columns(columns: &[(u32, u32)]) -> Vec<Self> {
        let name = |&(attacker, defender): &(u32, u32)| format!("{attacker}:{defender}");
        let Some((first, last)) = columns.first().zip(columns.last()) else { return Vec::new() };
        let mut bands = vec![Self::new(format!("under {}", name(first)), 0, 1)];
        bands.extend(columns.iter().map(|column| Self::new(name(column), column.0, column.1)));
        if let Some(band) = bands.last_mut() {
            band.name = format!("{} and more", name(last));
        }
        bands
    }
}

#[cfg(test)]
mod tests {
    use super::OddsBand;

    #[test]
    fn columns_become_bands_and_the_last_is_open() {
        let bands = OddsBand::of_columns(&[(1, 2), (1, 1), (2, 1), (7, 1)]);
        let names: Vec<&str> = bands.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["under 1:2", "1:2", "1:1", "2:1", "7:1 and more"]);
        let band = |attacker, defender| {
            let at = bands.iter().rposition(|band| band.holds(attacker, defender));
            at.map(|at| names[at])
        };
        let cases = [
            ((5, 11), "under 1:2"),
            ((1, 2), "1:2"),
            ((19, 10), "1:1"),
            ((20, 10), "2:1"),
            ((90, 10), "7:1 and more"),
            ((0, 4), "under 1:2"),
        ];
        for ((attacker, defender), wanted) in cases {
            assert_eq!(band(attacker, defender), Some(wanted), "{attacker} to {defender}");
        }
        assert!(OddsBand::of_columns(&[]).is_empty());
    }
}
