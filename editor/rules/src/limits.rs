//! How much may belong to a formation: what a rating of formations limits, and by which count.
//!
//! A system says it once ([`System::limits`](crate::System::limits)); the check of a scenario and
//! whoever shows the order of battle count by it and know no rule.

use std::borrow::Cow;

use salient_schema::common::{Id, Rating};
use salient_schema::order_of_battle::{Formation, OrderOfBattle};
use salient_schema::ruleset::CounterLayout;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::roles::{Role, Roles};

/// What a rating of formations limits: an army's boxes for corps, the divisions of a corps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationLimit {
    /// The role that the rating fills, of those that the system declares. Its rule limits.
    pub role: Cow<'static, str>,
    /// What counts against it.
    pub counts: Counts,
    /// What is counted, as people say it of several: `division-equivalents`.
    pub what: Cow<'static, str>,
}

/// What counts against a limit, of the formations that belong to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// How many there are whose size fills this role.
    Formations(Cow<'static, str>),
    /// The stacking points of their sizes. The rating is written in so many parts of a point.
    Stacking {
        /// 2 where it says how many halves.
        parts: u16,
    },
}

impl FormationLimit {
    /// A limit of how many formations of a size belong to one.
    pub const fn formations(role: &'static str, size: &'static str, what: &'static str) -> Self {
        let counts = Counts::Formations(Cow::Borrowed(size));
        Self { role: Cow::Borrowed(role), counts, what: Cow::Borrowed(what) }
    }

    /// A limit of the stacking points of those that belong to one, in so many parts of a point.
    pub const fn stacking(role: &'static str, parts: u16, what: &'static str) -> Self {
        let counts = Counts::Stacking { parts };
        Self { role: Cow::Borrowed(role), counts, what: Cow::Borrowed(what) }
    }
}

/// A limit, with what a bundle says fills its roles.
#[derive(Clone, Debug)]
pub struct Limit<'a> {
    /// What is limited, and how it is counted.
    pub says: &'a FormationLimit,
    /// The rule that limits it.
    pub rule: &'a str,
    /// The rating that limits, if one fills the role.
    pub rating: Option<&'a str>,
    layout: &'a CounterLayout,
    /// The sizes of formations that count as one.
    counted: &'a [Id],
}

/// How much of a limit is used, each number in so many parts of what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// What belongs to the formation, and the parts.
    pub used: (i64, i64),
    /// What may belong to it, and the parts; none where words are printed, which cannot be counted.
    pub most: Option<(i64, i64)>,
}

impl Used {
    /// Whether that is more than may be.
    pub fn is_broken(&self) -> bool {
        let (used, parts) = self.used;
        self.most.is_some_and(|(most, of_limit)| used * of_limit > most * parts)
    }
}

impl<'a> Limit<'a> {
    /// A limit as a bundle fills its roles, of those that the system declares.
    pub fn of(bundle: &'a Bundle, roles: &'a [Role], says: &'a FormationLimit) -> Self {
        let role = roles.iter().find(|role| role.id == says.role);
        let counted = match &says.counts {
            Counts::Formations(size) => Roles::stated(size, bundle),
            Counts::Stacking { .. } => &[],
        };
        Self {
            says,
            rule: role.map_or("", |role| &*role.rule),
            rating: Roles::stated(&says.role, bundle).first().map(String::as_str),
            layout: &bundle.ruleset.counters,
            counted,
        }
    }

    /// What a formation uses of it to which formations of these sizes belong; none if it has no such
    /// limit.
    pub fn used(&self, formation: &Formation, below: &[Option<&str>]) -> Option<Used> {
        let rating = formation.ratings.get(self.rating?)?;
        let sizes = below.iter().flatten();
        let (used, parts) = match &self.says.counts {
            Counts::Formations(_) => {
                let many = sizes.filter(|size| self.counted.iter().any(|one| one == **size));
                ((many.count() as i64, 1), 1)
            }
            Counts::Stacking { parts } => {
                let size = |id: &str| self.layout.sizes.iter().find(|size| size.id == id);
                let points = sizes.filter_map(|id| size(id)).map(|size| i64::from(size.stacking));
                let denominator = i64::from(self.layout.stacking_denominator.max(1));
                ((points.sum(), denominator), i64::from(*parts).max(1))
            }
        };
        let most = match rating {
            Rating::Number(number) => Some((i64::from(*number), parts)),
            Rating::Text(_) => None,
        };
        Some(Used { used, most })
    }
}

/// The formations of a bundle to which more belongs than may.
pub(crate) fn check(bundle: &Bundle, roles: &[Role], limits: &[FormationLimit]) -> Vec<Diagnostic> {
    let limits: Vec<Limit<'_>> = limits.iter().map(|says| Limit::of(bundle, roles, says)).collect();
    let mut found = Vec::new();
    for (book, oob) in bundle.orders_of_battle.iter().enumerate() {
        for (place, formation) in oob.formations.iter().enumerate() {
            let below = sizes_below(oob, formation);
            let broken = limits.iter().filter_map(|limit| {
                let used = limit.used(formation, &below).filter(Used::is_broken)?;
                let [used, most] = [Some(used.used), used.most].map(|count| {
                    let (value, parts) = count.unwrap_or_default();
                    in_parts(value, parts.max(1))
                });
                let (name, what) = (&formation.name, &limit.says.what);
                let text = format!("{name} has {used} {what}, and {most} may belong to it");
                let pointer = format!("/orders_of_battle/{book}/formations/{place}");
                let wrong = Diagnostic::warning(Code::Rule, text).pointer(pointer).rule(limit.rule);
                Some(wrong.help("put one of them under another formation, or raise its rating"))
            });
            found.extend(broken);
        }
    }
    found
}

/// The sizes of the formations that belong to one directly.
fn sizes_below<'a>(oob: &'a OrderOfBattle, formation: &Formation) -> Vec<Option<&'a str>> {
    let own = |one: &&Formation| one.parent.as_ref() == Some(&formation.id);
    oob.formations.iter().filter(own).map(|one| one.size.as_deref()).collect()
}

/// So many parts of a whole as people write them: `2½`, and `1.3` where quarters do not do.
pub fn in_parts(value: i64, parts: i64) -> String {
    match value * 4 % parts {
        0 => quarters(value * 4 / parts),
        _ => format!("{:.1}", value as f64 / parts as f64),
    }
}

fn quarters(value: i64) -> String {
    let part = match value.rem_euclid(4) {
        1 => "¼",
        2 => "½",
        3 => "¾",
        _ => "",
    };
    match value.div_euclid(4) {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn parts_are_written_as_people_write_them() {
        let written = [0, 1, 2, 4, 9, 10, 15].map(|value| in_parts(value, 4));
        assert_eq!(written, ["0", "¼", "½", "1", "2¼", "2½", "3¾"]);
        assert_eq!(in_parts(7, 2), "3½");
        assert_eq!(in_parts(4, 3), "1.3");
    }
}
