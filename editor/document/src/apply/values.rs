//! Changes of a single value of an item, as changes of the item.

use salient_schema::common::{Id, Provenance, Rating};
use salient_schema::ruleset::CellProvenance;

use super::State;
use crate::edit::{Edit, EditError, Key, List};

impl State {
    /// Printing something else on a counter.
    pub(super) fn designation_edit(&self, id: &str, designation: &str) -> Result<Edit, EditError> {
        let mut to = self.counter(id)?.clone();
        designation.clone_into(&mut to.designation);
        Ok(Edit::set_counter(id.to_owned(), to))
    }

    /// Giving a face of a counter another rating, or none.
    pub(super) fn rating_edit(
        &self,
        id: &str,
        face: u8,
        rating: &str,
        value: Option<Rating>,
    ) -> Result<Edit, EditError> {
        let ratings = &self.bundle.ruleset.counters.ratings;
        if !ratings.iter().any(|known| known.id == rating) {
            let known = ratings.iter().map(|known| known.id.clone()).collect();
            return Err(EditError::NoSuchRating { rating: rating.to_owned(), known });
        }
        self.check_face(id, face)?;
        let mut to = self.counter(id)?.clone();
        if let Some(printed) = to.faces.get_mut(usize::from(face)) {
            match value {
                Some(value) => printed.ratings.insert(rating.to_owned(), value),
                None => printed.ratings.remove(rating),
            };
        }
        Ok(Edit::set_counter(id.to_owned(), to))
    }

    /// A game-turn's place in the scenario's list.
    fn turn(&self, turn: u16) -> Result<usize, EditError> {
        let turns = &self.bundle.scenario.turns;
        turns.iter().position(|other| other.turn == turn).ok_or(EditError::NoSuchTurn { turn })
    }

    /// Calling a game-turn something else.
    pub(super) fn turn_label_edit(&self, turn: u16, label: &str) -> Result<Edit, EditError> {
        let at = self.turn(turn)?;
        let mut to = self.bundle.scenario.turns[at].clone();
        label.clone_into(&mut to.label);
        Ok(Edit::Set { list: List::Turns, key: Key::Place(at), to: to.into() })
    }

    /// Letting reinforcements arrive on another game-turn.
    pub(super) fn arrival_edit(&self, at: usize, turn: u16) -> Result<Edit, EditError> {
        self.turn(turn)?;
        let (list, schedule) = (List::Reinforcements, &self.bundle.scenario.reinforcements);
        let beyond = EditError::BeyondEnd { list: list.name(), at, len: schedule.len() };
        let mut to = schedule.get(at).ok_or(beyond)?.clone();
        to.turn = turn;
        Ok(Edit::Set { list, key: Key::Place(at), to: to.into() })
    }

    /// Giving a constant another value.
    pub(super) fn constant_edit(
        &self,
        id: Id,
        value: i32,
        provenance: Option<Provenance>,
    ) -> Result<Edit, EditError> {
        let key = Key::Name(id);
        let (list, at) = self.place(&List::Constants, &key)?;
        let mut to = self.bundle.ruleset.constants[at].clone();
        to.value = value;
        to.provenance = provenance.unwrap_or(to.provenance);
        Ok(Edit::Set { list, key, to: to.into() })
    }

    /// Writing something else into a cell of a chart.
    pub(super) fn cell_edit(
        &self,
        id: &Id,
        row: usize,
        column: usize,
        value: &str,
        provenance: Option<Provenance>,
    ) -> Result<Edit, EditError> {
        let (_, at) = self.place(&List::Tables, &Key::Name(id.clone()))?;
        let mut table = self.bundle.ruleset.tables[at].clone();
        let no_cell = || EditError::NoSuchCell { table: id.clone(), row, column };
        let cell = table.rows.get_mut(row).and_then(|row| row.cells.get_mut(column));
        *cell.ok_or_else(no_cell)? = value.to_owned();
        if let Some(provenance) = provenance {
            let (row, column) = match (u16::try_from(row), u16::try_from(column)) {
                (Ok(row), Ok(column)) => (row, column),
                _ => return Err(no_cell()),
            };
            let there = table.exceptions.iter().position(|e| (e.row, e.column) == (row, column));
            match there {
                Some(at) if provenance == table.provenance => {
                    table.exceptions.remove(at);
                }
                Some(at) => table.exceptions[at].provenance = provenance,
                None if provenance == table.provenance => {}
                None => {
                    let before = |e: &CellProvenance| (e.row, e.column) < (row, column);
                    let at = table.exceptions.iter().rposition(before).map_or(0, |at| at + 1);
                    table.exceptions.insert(at, CellProvenance { row, column, provenance });
                }
            }
        }
        Ok(Edit::set_table(id.clone(), table))
    }
}
