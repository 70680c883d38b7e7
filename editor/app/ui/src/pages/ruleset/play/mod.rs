//! Rules of play: what a ruleset says of how its game is played, chapter by chapter, in sentences
//! with choices in them.
//!
//! | file | what |
//! |---|---|
//! | `chapters` | the chapters; stacking, zones of control, movement |
//! | `combat`, `logistics`, `does` | the sentences of the others, and of steps |
//! | `sentence` | what a sentence and its choices are, for any rule |
//! | `when` | conditions and exceptions at the end of one |
//! | `show` | sentences on the screen, for any rule |
//! | `known` | what can be chosen, by name |
//! | `change` | parts that come and go |
//! | `board` | a small board that shows what a chapter does |
//! | `begin` | templates, or whose rules play the ruleset |

mod begin;
mod board;
mod change;
mod chapters;
mod combat;
mod does;
mod known;
mod logistics;
mod sentence;
mod show;
#[cfg(test)]
mod tests;
mod when;

use egui::{Id, RichText, Ui};
use salient_document::rules_of_play::PlayedBy;
use salient_document::{Document, Edit};
use salient_schema::rules_of_play::{Does, RulesOfPlay};

pub use self::begin::show as begin;
use self::board::Board;
pub use self::chapters::Chapter;
use self::known::Known;
use self::sentence::{AT, Row};
use self::show::{EXCEPT, Problem, Shown};
use crate::look::names::with_names;
use crate::look::theme;
use crate::look::widgets::{card, quiet};
use crate::pages::PageInput;
use crate::request::Request;

/// What is kept of the rules of play between frames.
#[derive(Debug, Default)]
pub struct PlayPages {
    /// Rules in which a number is being dragged, and the revision that they began from.
    draft: Option<(u64, RulesOfPlay)>,
    board: Board,
}

impl PlayPages {
    /// The rules of play, with what is being dragged.
    fn rules(&self, document: &Document) -> RulesOfPlay {
        let draft = self.draft.as_ref().filter(|(revision, _)| *revision == document.revision());
        let stated = || document.ruleset().rules_of_play.clone().unwrap_or_default();
        draft.map_or_else(stated, |(_, rules)| rules.clone())
    }

    /// Shows a chapter.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        id: Id,
        input: &PageInput<'_>,
        chapter: Chapter,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        let mut rules = self.rules(document);
        ui.label(RichText::new(chapter.title()).font(theme::strong(20.0)));
        if chapter.has(&rules).is_none() {
            quiet(ui, chapter.without());
        }
        let known = Known::of(document, &rules);
        let problems = problems(document, &chapter.pointer());
        let mut shown = Shown::new(&known, &problems);
        ui.add_enabled_ui(input.editing, |ui| {
            card(ui, |ui| {
                shown.rows(ui, id.with(chapter), chapter.rows(&mut rules, &known), requests);
                shown.rest(ui, &chapter.pointer(), requests);
            });
            if shown.excepts {
                quiet(ui, format!("{EXCEPT} behind a number: click it to add an exception."));
            }
        });
        let Shown { changes, drafting, .. } = shown;
        for change in changes {
            rules = change::changed(&rules, AT, &change).unwrap_or(rules);
        }
        self.draft = None;
        let stated = document.ruleset().rules_of_play.as_ref();
        if drafting {
            self.draft = Some((document.revision(), rules));
        } else if stated.map_or(rules != RulesOfPlay::default(), |stated| *stated != rules) {
            requests.push(Request::edit(Edit::SetRulesOfPlay { rules: Some(Box::new(rules)) }));
        }
    }

    /// Shows the small board of a chapter.
    pub fn board(&mut self, ui: &mut Ui, input: &PageInput<'_>, chapter: Chapter) {
        let rules = self.rules(input.document);
        self.board.show(ui, input.document, &rules, chapter);
    }
}

/// Whether a chapter has a board of its own.
pub fn has_board(chapter: Chapter, document: &Document) -> bool {
    let rules = document.ruleset().rules_of_play.as_ref();
    board::shows(chapter) && rules.is_some_and(|rules| chapter.has(rules).is_some())
}

/// Whether the ruleset of a document is played by rules of play.
pub fn is_played(document: &Document) -> bool {
    PlayedBy::of(document.ruleset(), document.systems()) == PlayedBy::RulesOfPlay
}

/// Shows what a step of the sequence of play does, which stands at a pointer. Gives what it is to do
/// instead.
pub fn step(
    ui: &mut Ui,
    id: Id,
    document: &Document,
    pointer: &str,
    does: Option<&Does>,
    requests: &mut Vec<Request>,
) -> Option<Option<Does>> {
    let rules = document.ruleset().rules_of_play.clone().unwrap_or_default();
    let known = Known::of(document, &rules);
    let problems = problems(document, pointer);
    let mut shown = Shown::new(&known, &problems);
    let draft: Option<Option<Does>> = ui.data(|data| data.get_temp(id));
    let mut to = draft.unwrap_or_else(|| does.cloned());
    let rows: Vec<Row<'_>> = does::step(pointer, &mut to, &known);
    shown.rows(ui, id, rows, requests);
    shown.rest(ui, &format!("{pointer}/does"), requests);
    let Shown { changes, drafting, .. } = shown;
    for change in changes {
        to = does::changed(&to, pointer, &change).unwrap_or(to);
    }
    if drafting {
        ui.data_mut(|data| data.insert_temp(id, to));
        return None;
    }
    ui.data_mut(|data| data.remove::<Option<Does>>(id));
    (to.as_ref() != does).then_some(to)
}

/// The problems of a document at a pointer of its ruleset and below.
fn problems(document: &Document, at: &str) -> Vec<Problem> {
    // Those of hexes and counters are elsewhere.
    let nowhere = document.problems().iter().filter(|(_, found)| {
        let place = &found.place;
        place.hex.is_none() && place.counter.is_none()
    });
    let found = nowhere.filter_map(|(id, _)| {
        let found = document.problem_in_bundle(id)?;
        let pointer = found.place.pointer.as_deref()?.strip_prefix("/ruleset")?.to_owned();
        show::is_within(&pointer, at).then(|| Problem {
            id,
            severity: found.severity,
            message: with_names(document, &found.message),
            pointer,
        })
    });
    found.collect()
}
