//! An order of battle by itself.

use std::collections::BTreeMap;

use super::names::{self, Names};
use super::ruleset::colour;
use super::{header, within};
use crate::findings::Findings;
use crate::order_of_battle::{Counter, Formation, OrderOfBattle};
use crate::pictures::Pictures;
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind};

pub(super) fn check(oob: &OrderOfBattle, out: &mut Findings) {
    head(oob, out);
    let formations = formation_names(oob);
    for (index, one) in oob.counters.iter().enumerate() {
        counter(index, one, &formations, out);
    }
}

/// A substitute that is no counter of the file.
fn substitutes(oob: &OrderOfBattle, out: &mut Findings) {
    if oob.counters.iter().all(|one| one.substitute.is_none()) {
        return;
    }
    let counters = Names::new("counter", oob.counters.iter().map(|one| one.id.as_str()));
    for (index, one) in oob.counters.iter().enumerate() {
        if let Some(substitute) = &one.substitute {
            let pointer = format_args!("/counters/{index}/substitute");
            counters.need_for(substitute, pointer, out, |found| found.counter(&one.id));
        }
    }
}

/// Everything but what single counters say.
pub(super) fn head(oob: &OrderOfBattle, out: &mut Findings) {
    header(&oob.schema, oob.format_version, FileKind::OrderOfBattle, out);
    names::own_id(&oob.id, out);
    names::ids("/formations", oob.formations.iter().map(|one| one.id.as_str()), out);
    names::ids("/counters", oob.counters.iter().map(|one| one.id.as_str()), out);
    let formations = formation_names(oob);
    for (index, formation) in oob.formations.iter().enumerate() {
        if let Some(parent) = &formation.parent {
            formations.need(parent, format_args!("/formations/{index}/parent"), out);
        }
        colour(formation.colour.as_ref(), &format!("/formations/{index}/colour"), out);
    }
    cycles(&oob.formations, out);
    substitutes(oob, out);
}

pub(super) fn formation_names(oob: &OrderOfBattle) -> Names<'_> {
    Names::new("formation", oob.formations.iter().map(|one| one.id.as_str()))
}

pub(super) fn counter(index: usize, counter: &Counter, formations: &Names<'_>, out: &mut Findings) {
    if let Some(formation) = &counter.formation {
        let pointer = format_args!("/counters/{index}/formation");
        formations.need_for(formation, pointer, out, |found| found.counter(&counter.id));
    }
    within(counter.count, 1, 999, format_args!("/counters/{index}/count"), out);
    within(counter.footprint, 1, 7, format_args!("/counters/{index}/footprint"), out);
    if counter.faces.is_empty() {
        let message = format!("the counter `{}` has no face", shown(&counter.id));
        let found = Diagnostic::error(Code::Schema, message).counter(&counter.id);
        out.push(format_args!("/counters/{index}/faces"), found);
    }
    for (at, part) in counter.parts.iter().enumerate() {
        let pointer = format_args!("/counters/{index}/parts/{at}/count");
        within(part.count, 1, u16::MAX, pointer, out);
    }
}

/// Pictures that a counter's faces name and that cannot be drawn.
pub(super) fn pictures(
    index: usize,
    counter: &Counter,
    oob: &str,
    pictures: &Pictures,
    out: &mut Findings,
) {
    for (at, face) in counter.faces.iter().enumerate() {
        let Some(name) = &face.picture else { continue };
        if let Some(Err(reason)) = pictures.get(oob, name) {
            let message = format!("the picture `{}` is not drawn: {reason}", shown(name));
            let help =
                "the counter is drawn as it is without one; put the file there, or name another";
            let found = Diagnostic::warning(Code::Unreadable, message).help(help);
            let pointer = format_args!("/counters/{index}/faces/{at}/picture");
            out.push(pointer, found.counter(&counter.id));
        }
    }
}

/// Formations that belong to themselves, by way of others.
fn cycles(formations: &[Formation], out: &mut Findings) {
    let index: BTreeMap<&str, usize> =
        formations.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
    // 0: not seen, otherwise the number of the walk that saw it. A walk that comes back to a
    // formation of its own has found a cycle; one that meets an older walk's ends.
    let mut seen = vec![0_usize; formations.len()];
    for start in 0..formations.len() {
        let mut at = start;
        loop {
            match seen.get_mut(at) {
                Some(walk) if *walk == 0 => *walk = start + 1,
                Some(walk) if *walk == start + 1 => {
                    let id = formations.get(at).map_or("", |one| one.id.as_str());
                    let message = format!("the formation `{}` belongs to itself", shown(id));
                    let help = "follow the parents: they lead back to it";
                    out.push(
                        format_args!("/formations/{at}/parent"),
                        Diagnostic::error(Code::Schema, message).help(help),
                    );
                    break;
                }
                _ => break,
            }
            let parent = formations.get(at).and_then(|one| one.parent.as_deref());
            match parent.and_then(|parent| index.get(parent)) {
                Some(next) => at = *next,
                None => break,
            }
        }
    }
}
