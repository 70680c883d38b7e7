//! Going to problems: to the hex that one is about, or the page where it can be mended.

use salient_document::fixes::{fixes_for, fixes_for_all};
use salient_document::oob::Key;
use salient_document::{Edit, ProblemId, Scope, Selection};
use salient_hex::grid::Hex;
use salient_output::plural;
use salient_schema::Diagnostic;

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::request::views::{Part, Tab, View};

impl OpenDocument {
    /// Shows a problem and the place that it is about.
    pub(super) fn show_problem(&mut self, id: ProblemId) {
        let Some(problem) = self.document.problem(id) else { return };
        let hex = self.hex_of_problem(&problem);
        let page = page_of_problem(id.scope, &problem);
        let counter = problem.place.counter.clone();
        let pointer = problem.place.pointer.clone().unwrap_or_default();
        let mut selection = hex.map(Selection::of_hex).unwrap_or_default();
        selection.problem = Some(problem);
        self.document.select(selection);
        self.inspector.problems.shown = Some(id);
        match (hex, page) {
            (Some(hex), _) => self.show_on_map(hex),
            (None, Some(view)) => {
                let part = match counter {
                    Some(counter) => Part::InOrder(Key::Counter(counter)),
                    None => Part::Pointer(pointer),
                };
                self.show_part(view, &part);
            }
            (None, None) => {}
        }
    }

    /// Shows a view with a part of it in hand.
    pub(super) fn show_part(&mut self, view: View, part: &Part) {
        self.panes.show(view);
        match (view, part) {
            (View::OrderOfBattle, Part::InOrder(key)) => {
                self.pages.order_of_battle.select_after(vec![key.clone()]);
            }
            (View::Ruleset, Part::Pointer(pointer)) => self.pages.ruleset.go_to(pointer),
            (View::Scenario, Part::Pointer(pointer)) => self.pages.scenario.go_to(pointer),
            (View::Charts, Part::Pointer(pointer)) => {
                self.pages.charts.go_to(pointer, self.document.ruleset());
            }
            _ => {}
        }
    }

    /// The next problem of the list as it is sorted and filtered, or the one before.
    pub fn step_problem(&mut self, forwards: bool) {
        self.inspector.tab = Tab::Problems;
        let OpenDocument { inspector, document, .. } = self;
        if let Some(next) = inspector.problems.step(document, forwards) {
            self.show_problem(next);
        }
    }

    /// Mends the problem that is shown, in the best way that is plain.
    pub fn fix_problem(&mut self, news: &mut Notices) {
        let Some(id) = self.inspector.problems.shown else { return };
        let fixes = fixes_for(&self.document, id);
        match fixes.into_iter().next() {
            Some(fix) => self.edit(fix.title, fix.edits, news),
            None => news.bad("There is no plain way out of this problem: decide on its page."),
        }
    }

    /// Mends all problems of a kind, as far as that goes, as one step.
    pub(super) fn fix_all(&mut self, problem: ProblemId, nth: usize, news: &mut Notices) {
        if !self.is_editing() {
            return;
        }
        let fixes = fixes_for_all(&self.document, problem, nth);
        let Some(first) = fixes.last() else { return };
        let layers = self.document.layers();
        let all = fixes.iter().flat_map(|fix| &fix.edits);
        let refused = all.clone().find_map(|edit| layers.refusing(edit));
        if let Some(hint) = refused.and_then(|layer| layers.refusal(layer)) {
            news.bad(hint);
            return;
        }
        let name = match fixes.len() {
            1 => first.title.clone(),
            count => format!("{}, and {} more like it", first.title, count - 1),
        };
        let wanted = fixes.len();
        self.document.begin(name);
        let mut mended = 0;
        for fix in fixes {
            // What one fix did may leave nothing for another.
            mended += usize::from(self.document.apply(Edit::All { edits: fix.edits }).is_ok());
        }
        self.document.commit();
        match wanted - mended {
            0 => news.good(format!("{} mended.", plural(mended, "problem"))),
            left => news.bad(format!(
                "{} mended; {left} could not be, after the others. Look at them again.",
                plural(mended, "problem")
            )),
        }
    }

    fn hex_of_problem(&self, problem: &Diagnostic) -> Option<Hex> {
        let place = &problem.place;
        let hex = place.hex.as_ref().and_then(|hex| self.document.grid().parse(hex));
        hex.or_else(|| place.counter.as_ref().and_then(|id| self.document.hex_of(id)))
    }
}

/// The page where a problem that has no hex can be mended.
fn page_of_problem(scope: Scope, problem: &Diagnostic) -> Option<View> {
    let pointer = problem.place.pointer.as_deref().unwrap_or_default();
    match scope {
        Scope::OrderOfBattle(_) | Scope::Counter(..) => Some(View::OrderOfBattle),
        Scope::Ruleset => {
            match pointer.split('/').any(|part| matches!(part, "tables" | "constants" | "roles")) {
                true => Some(View::Charts),
                false => Some(View::Ruleset),
            }
        }
        // What the scenario says, whoever found fault with it.
        Scope::Scenario | Scope::Rules(_) if pointer.contains("/setup/missions") => {
            Some(View::Plan)
        }
        Scope::Scenario | Scope::Rules(_) => pointer.split('/').find_map(|part| match part {
            "setup" => Some(View::SetUp),
            "counters" | "formations" => Some(View::OrderOfBattle),
            "reinforcements" | "withdrawals" | "replacements" | "turns" | "tracks" => {
                Some(View::Schedule)
            }
            "tables" | "constants" | "overrides" | "roles" => Some(View::Charts),
            "victory" | "levels" | "orders" | "optional_rules" | "id" | "title" | "notes" => {
                Some(View::Scenario)
            }
            _ => None,
        }),
        _ => None,
    }
}
