//! A designer's own rule cases: recorded from a game by hand, and written beside the ruleset.

use salient_files::visible;
use salient_play::Session;
use salient_play::record::{MOST_DECISIONS, Recorded, record, recordable};
use salient_play::seen;
use salient_rules::case::Case;

use super::{Desk, OpenDocument};
use crate::map_dialogs::record::{Decided, in_words};
use crate::own_cases::{are_kept, files_of};

impl OpenDocument {
    /// Whether its rules stand in its ruleset.
    pub fn states_its_rules(&self) -> bool {
        are_kept(&self.document)
    }

    /// Whether something was decided in a game that may be recorded.
    pub fn may_record(&self) -> bool {
        let decided = self.test_run.game().is_some_and(|game| game.session().can_go_back());
        decided && self.states_its_rules()
    }

    /// What was decided last, with the case that the last decision comes to.
    pub fn decided(&self) -> Option<Decided> {
        let game = self.test_run.game()?;
        let session = game.session();
        let readers = session.readers();
        let say = |decision| seen::in_words(decision, game.play().sides(), &readers, game.words());
        let decided = recordable(session).into_iter().take(MOST_DECISIONS);
        let decisions = decided.map(|(_, decision)| say(decision)).collect();
        let recorded = self.recorded(1).map(|recorded| (1, recorded));
        Some(Decided { decisions, recorded })
    }

    /// The case that so many of the last decisions come to.
    pub fn recorded(&self, decisions: usize) -> Option<Result<Recorded, String>> {
        let session: &Session = self.test_run.game()?.session();
        let document = &self.document;
        let (systems, bundle) = (document.systems(), document.bundle());
        let recorded = record(session, session.at(), decisions, systems, bundle);
        Some(match recorded {
            Ok(mut recorded) => {
                let file = files_of(document).and_then(|(_, scenario)| {
                    Some(scenario.file_stem()?.to_string_lossy().into_owned())
                });
                recorded.case.scenario = file;
                Ok(recorded)
            }
            Err(why) => Err(in_words(&why)),
        })
    }

    /// Writes a case beside the ruleset, and says where.
    pub(super) fn write_case(&mut self, case: &Case, desk: &mut Desk<'_>) {
        let Some((ruleset, _)) = files_of(&self.document) else {
            desk.notices.bad(
                "A case is kept beside the ruleset, and that has no file yet. Save the scenario, \
                 then record the case again.",
            );
            return;
        };
        match salient_output::cases::write(&ruleset, case) {
            Ok(path) => {
                let path = path.display().to_string();
                desk.notices.good(format!("The case passes, and is kept in {}.", visible(&path)));
                self.pages.ruleset.play_cases_again();
            }
            Err(error) => {
                desk.notices.bad(format!("The case was not written: {}.", error.reason()))
            }
        }
    }
}
