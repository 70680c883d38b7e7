//! What is lost between two formats, item by item.

use std::fmt;

use salient_schema::ruleset::Roles;
use salient_schema::{Diagnostic, Scenario};
use serde::Serialize;

use crate::Counts;

/// What an export or an import lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LossReport {
    /// The other format, as `--to` and `--from` name it.
    pub format: String,
    /// Each thing that was lost.
    pub losses: Vec<Loss>,
    /// How many things of each kind were seen, placed and told of; none on the way out.
    #[serde(skip_serializing_if = "Counts::is_empty")]
    pub counts: Counts,
    /// What is wrong with the documents that were made of it, as `salient validate` tells it; none on
    /// the way out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Diagnostic>,
}

/// One thing that did not get through as it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Loss {
    /// The kind of thing in a designer's words: `hexside`, `counter`, `set-up zone`.
    pub kind: String,
    /// Which one: `1412:ne`, `3/Sx`, a name; empty where it is the whole kind.
    pub which: String,
    /// What became of it.
    pub fate: Fate,
    /// Why, and what it became where it was changed.
    pub why: String,
    /// Where it stands: a JSON pointer into the bundle on the way out, a place in the file on the
    /// way in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Things of a kind that did not get through for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losses<'r> {
    /// The kind of the things.
    pub kind: &'r str,
    /// What became of them.
    pub fate: Fate,
    /// Why.
    pub why: &'r str,
    /// Which they are, those that have names.
    pub which: Vec<&'r str>,
}

/// What became of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is not there.
    Dropped,
    /// It is there, but not as it was.
    Changed,
    /// It is there for the eye (in a picture, a text) but not as data.
    PictureOnly,
}

impl Fate {
    /// What became of it, in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Dropped => "left out",
            Self::Changed => "changed",
            Self::PictureOnly => "in the picture only",
        }
    }
}

impl LossReport {
    /// A report of no losses.
    #[must_use]
    pub fn new(format: &str) -> Self {
        Self {
            format: format.to_owned(),
            losses: Vec::new(),
            counts: Counts::default(),
            problems: Vec::new(),
        }
    }

    /// Adds a loss.
    pub fn add(
        &mut self,
        fate: Fate,
        kind: impl Into<String>,
        which: impl Into<String>,
        why: impl Into<String>,
        place: Option<String>,
    ) {
        let (kind, which, why) = (kind.into(), which.into(), why.into());
        self.losses.push(Loss { kind, which, fate, why, place });
    }

    /// Adds that one of the things that are counted as `counted` is left out.
    pub fn leave_out(
        &mut self,
        counted: &str,
        kind: impl Into<String>,
        which: impl Into<String>,
        why: impl Into<String>,
        place: Option<String>,
    ) {
        self.add(Fate::Dropped, kind, which, why, place);
        self.counts.tell(counted, 1);
    }

    /// Adds all of another report.
    pub(crate) fn take_in(&mut self, other: Self) {
        self.losses.extend(other.losses);
        self.counts.take_in(&other.counts);
        self.problems.extend(other.problems);
    }

    /// Takes back all losses: what they tell of is in the parts by another way.
    pub(crate) fn clear(&mut self) {
        self.losses.clear();
        self.counts.all_placed();
    }

    /// Adds that what a file of a bundle says of roles, if it does, is not there.
    pub(crate) fn drop_roles(&mut self, roles: &Roles, which: &str, place: Option<String>) {
        if !roles.is_empty() {
            let why = "what plays which part in the rules is for programs that play by them";
            self.add(Fate::Dropped, "roles", which, why, place);
        }
    }

    /// Adds that the conditions of victory that a side keeps to itself are not there.
    pub(crate) fn drop_secrets(&mut self, scenario: &Scenario, why: &str) {
        for (at, secret) in scenario.victory.secret.iter().enumerate() {
            let which = format!("{}: for the {} side alone", scenario.title, secret.side);
            let place = Some(format!("/scenario/victory/secret/{at}"));
            self.add(Fate::Dropped, "secret condition of victory", which, why, place);
        }
    }

    /// Adds that what formations are told to take is not there.
    pub(crate) fn drop_orders(&mut self, scenario: &Scenario, why: &str) {
        for (at, order) in scenario.orders.iter().enumerate() {
            let place = Some(format!("/scenario/orders/{at}"));
            self.add(Fate::Dropped, "order", &order.formation, why, place);
        }
    }

    /// Adds that what is so when play begins in the midst of a game is not there, if it does.
    pub(crate) fn drop_start(&mut self, scenario: &Scenario, why: &str) {
        if scenario.start.is_some() {
            let place = Some("/scenario/start".to_owned());
            self.add(Fate::Dropped, "start in the midst of a game", "", why, place);
        }
    }

    /// Whether all got through.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.losses.is_empty()
    }

    /// All that share a kind, a fate and a reason, together; in order.
    #[must_use]
    pub fn by_reason(&self) -> Vec<Losses<'_>> {
        let mut sorted: Vec<&Loss> = self.losses.iter().collect();
        sorted.sort_by_key(|loss| (&loss.kind, loss.fate, &loss.why));
        let same = |a: &&Loss, b: &&Loss| (&a.kind, a.fate, &a.why) == (&b.kind, b.fate, &b.why);
        let groups = sorted.chunk_by(same).filter_map(|group| {
            let first = group.first()?;
            let names = group.iter().map(|loss| loss.which.as_str());
            Some(Losses {
                kind: &first.kind,
                fate: first.fate,
                why: &first.why,
                which: names.filter(|name| !name.is_empty()).collect(),
            })
        });
        groups.collect()
    }

    /// In order, each loss once.
    pub fn sort(&mut self) {
        self.losses.sort();
        self.losses.dedup();
    }
}

/// For people: one line a thing, under one heading for all that share a reason; then the counts. Of
/// problems it says that there are some.
impl fmt::Display for LossReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.losses.as_slice(), self.problems.as_slice()) {
            ([], []) => writeln!(f, "{}: nothing is lost", self.format)?,
            ([], _) => writeln!(f, "{}: all was taken over, but not all is sound", self.format)?,
            _ => {}
        }
        for Losses { kind, fate, why, which } in self.by_reason() {
            writeln!(f, "{kind} {}: {why}", fate.text())?;
            for name in which {
                writeln!(f, "  {name}")?;
            }
        }
        for (kind, count) in self.counts.iter() {
            writeln!(f, "{kind}: {count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_with_one_reason_stand_together() {
        let mut report = LossReport::new("csv");
        report.add(Fate::Dropped, "note", "", "a table has no place for it", None);
        report.add(Fate::Changed, "path", "Roman road", "cut at the board's edge", None);
        report.add(Fate::Changed, "path", "Via Appia", "cut at the board's edge", None);
        assert_eq!(
            report.to_string(),
            "note left out: a table has no place for it\n\
             path changed: cut at the board's edge\n  Roman road\n  Via Appia\n"
        );
        let mut report = LossReport::new("csv");
        assert_eq!(report.to_string(), "csv: nothing is lost\n");
        report.counts.see("rows", 2);
        report.counts.place("rows", 1);
        report.leave_out("rows", "row", "hexes.csv:3", "the grid does not have it", None);
        let told = "row left out: the grid does not have it\n  hexes.csv:3\n\
                    rows: 2 seen = 1 placed + 1 told of\n";
        assert_eq!(report.to_string(), told);
    }
}
