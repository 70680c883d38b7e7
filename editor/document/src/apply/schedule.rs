//! Edits of the scenario's lists: game-turns, arrivals and departures, tracks, levels, overrides.

use super::State;
use crate::edit::{Edit, EditError};

/// Replaces entries of a list, and gives those that stood there.
pub(super) fn splice<T: Clone>(
    name: &'static str,
    list: &mut Vec<T>,
    at: usize,
    remove: usize,
    insert: &[T],
) -> Result<Vec<T>, EditError> {
    let len = list.len();
    match at.checked_add(remove).filter(|&end| end <= len) {
        Some(end) => Ok(list.splice(at..end, insert.iter().cloned()).collect()),
        None => Err(EditError::BeyondEnd { list: name, at: at.max(len), len }),
    }
}

impl State {
    /// The edits that replace entries of a list of the scenario.
    pub(super) fn splice_scenario(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        let Self { bundle, grid, index, .. } = self;
        let scenario = &mut bundle.scenario;
        macro_rules! splice {
            ($name:literal, $list:expr, $edit:ident, $at:expr, $remove:expr, $insert:expr) => {{
                let old = splice($name, &mut $list, *$at, *$remove, $insert)?;
                Edit::$edit { at: *$at, remove: $insert.len(), insert: old }
            }};
        }
        let inverse = match edit {
            Edit::SpliceFree { at, remove, insert } => {
                splice!("free placement", scenario.setup.free, SpliceFree, at, remove, insert)
            }
            Edit::SpliceControl { at, remove, insert } => {
                let list = &mut scenario.setup.control;
                let old = splice("the list of controlled zones", list, *at, *remove, insert)?;
                Edit::SpliceControl { at: *at, remove: insert.len(), insert: old }
            }
            Edit::SpliceEliminated { at, remove, insert } => {
                let list = &mut scenario.setup.eliminated;
                let old = splice("the list of the eliminated", list, *at, *remove, insert)?;
                Edit::SpliceEliminated { at: *at, remove: insert.len(), insert: old }
            }
            Edit::SpliceTurns { at, remove, insert } => {
                splice!("the list of game-turns", scenario.turns, SpliceTurns, at, remove, insert)
            }
            Edit::SpliceReinforcements { at, remove, insert } => splice!(
                "the reinforcement schedule",
                scenario.reinforcements,
                SpliceReinforcements,
                at,
                remove,
                insert
            ),
            Edit::SpliceWithdrawals { at, remove, insert } => splice!(
                "the list of withdrawals",
                scenario.withdrawals,
                SpliceWithdrawals,
                at,
                remove,
                insert
            ),
            Edit::SpliceReplacements { at, remove, insert } => splice!(
                "the list of replacements",
                scenario.replacements,
                SpliceReplacements,
                at,
                remove,
                insert
            ),
            Edit::SpliceTracks { at, remove, insert } => {
                splice!("the turn track", scenario.tracks, SpliceTracks, at, remove, insert)
            }
            Edit::SpliceLevels { at, remove, insert } => splice!(
                "the list of starting levels",
                scenario.levels,
                SpliceLevels,
                at,
                remove,
                insert
            ),
            Edit::SpliceOverrides { at, remove, insert } => splice!(
                "the list of overrides",
                scenario.overrides,
                SpliceOverrides,
                at,
                remove,
                insert
            ),
            other => return Ok(other.clone()),
        };
        if matches!(
            edit,
            Edit::SpliceFree { .. }
                | Edit::SpliceEliminated { .. }
                | Edit::SpliceReinforcements { .. }
        ) {
            index.set_up_changed(scenario, grid);
        }
        Ok(inverse)
    }
}
