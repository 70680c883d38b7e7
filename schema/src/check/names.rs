//! Names: that they are well formed, stand once, and are known where they are used.

use std::cell::OnceCell;
use std::fmt::Arguments;

use ahash::AHashSet;

use crate::common::{Roles, is_id};
use crate::findings::Findings;
use crate::position::escape;
use crate::suggest::shown;
use crate::{Code, Diagnostic};

/// Checks that the ids of a list are ids and stand once.
pub(super) fn ids<'a>(list: &str, ids: impl IntoIterator<Item = &'a str>, out: &mut Findings) {
    let ids = ids.into_iter();
    let mut seen = AHashSet::with_capacity(ids.size_hint().0);
    for (index, id) in ids.enumerate() {
        if !is_id(id) {
            let message = format!("`{}` is no id", shown(id));
            let help = "lower-case letters and digits, with single hyphens or underscores between";
            out.push(
                format_args!("{list}/{index}/id"),
                Diagnostic::error(Code::Schema, message).help(help),
            );
        }
        if !seen.insert(id) {
            let message = format!("the id `{}` stands twice", shown(id));
            let help = "give one of the two another id";
            out.push(
                format_args!("{list}/{index}/id"),
                Diagnostic::error(Code::Duplicate, message).help(help),
            );
        }
    }
}

/// Checks that roles and those that fill them are ids, each once in its list.
pub(super) fn roles(roles: &Roles, out: &mut Findings) {
    let help = "lower-case letters and digits, with single hyphens or underscores between";
    for (role, filled_by) in roles {
        let at = escape(role);
        if !is_id(role) {
            let message = format!("`{}` is no id", shown(role));
            let found = Diagnostic::error(Code::Schema, message).help(help);
            out.push(format_args!("/roles/{at}"), found);
        }
        let mut seen = AHashSet::new();
        for (index, id) in filled_by.iter().enumerate() {
            if !is_id(id) {
                let message = format!("`{}` is no id", shown(id));
                let found = Diagnostic::error(Code::Schema, message).help(help);
                out.push(format_args!("/roles/{at}/{index}"), found);
            }
            if !seen.insert(id.as_str()) {
                let message = format!("`{}` fills the role `{}` twice", shown(id), shown(role));
                out.error(format_args!("/roles/{at}/{index}"), Code::Duplicate, message);
            }
        }
    }
}

/// The file's own id.
pub(super) fn own_id(id: &str, out: &mut Findings) {
    self::id(id, format_args!("/id"), out);
}

/// A name that must be an id.
pub(super) fn id(id: &str, pointer: Arguments<'_>, out: &mut Findings) {
    if !is_id(id) {
        let message = format!("`{}` is no id", shown(id));
        let help = "lower-case letters and digits, with single hyphens or underscores between";
        out.push(pointer, Diagnostic::error(Code::Schema, message).help(help));
    }
}

/// The known names of one sort.
pub(super) struct Names<'a> {
    /// What they are, "terrain kind".
    what: &'static str,
    known: AHashSet<&'a str>,
    /// The same in order, made when the first unknown name asks for what was meant.
    in_order: OnceCell<Vec<&'a str>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(what: &'static str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Self { what, known: known.into_iter().collect(), in_order: OnceCell::new() }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// Reports a name that is not known.
    pub(super) fn need(&self, name: &str, pointer: Arguments<'_>, out: &mut Findings) {
        self.need_for(name, pointer, out, |found| found);
    }

    /// Reports a name that is not known, with a word on where.
    pub(super) fn need_for(
        &self,
        name: &str,
        pointer: Arguments<'_>,
        out: &mut Findings,
        decorate: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        if !self.contains(name) {
            let message = format!("there is no {} `{}`", self.what, shown(name));
            let mut found = Diagnostic::error(Code::DanglingReference, message);
            let in_order = self.in_order.get_or_init(|| {
                let mut names: Vec<&str> = self.known.iter().copied().collect();
                names.sort_unstable();
                names
            });
            found.help = out.suggestions.help(name, in_order.iter().copied());
            out.push(pointer, decorate(found));
        }
    }
}
