//! How much may belong to a formation: what a rating of formations limits, and by which count.
//!
//! A system says it once ([`System::limits`](crate::System::limits)); whoever shows the order of
//! battle counts by it and knows no rule.

use std::borrow::Cow;

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
