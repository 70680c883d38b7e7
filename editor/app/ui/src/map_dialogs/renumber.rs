//! Numbering a map anew.

use salient_document::Document;
use salient_document::reshape::{ReshapeError, Reshaped, renumber};
use salient_schema::map::Grid;

use super::{dialog, lost_list, numbering};
use crate::look::sentence;
use crate::look::widgets::quiet;
use crate::request::Request;
use crate::request::map::MapRequest;

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct RenumberDialog {
    grid: Grid,
    /// What comes of it, and of which numbers and document that is true.
    outcome: Option<(Grid, u64, Result<Reshaped, ReshapeError>)>,
}

impl RenumberDialog {
    /// The numbers as they are.
    pub fn new(document: &Document) -> Self {
        Self { grid: document.map().grid.clone(), outcome: None }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        document: &Document,
        requests: &mut Vec<Request>,
    ) -> bool {
        let (stays, done) = dialog(ctx, "Renumber map", "Renumber", 560.0, |ui| {
            numbering::fields(ui, &mut self.grid);
            ui.add_space(4.0);
            numbering::picture(ui, &self.grid);
            if self.grid == document.map().grid {
                return Err("The numbers are what they were.".to_owned());
            }
            match self.outcome(document) {
                Ok(reshaped) => {
                    lost_list(ui, &reshaped.lost);
                    quiet(ui, crate::map_dialogs::resize::OTHERS);
                    Ok(())
                }
                Err(error) => Err(sentence(&error.to_string())),
            }
        });
        if done && let Some((_, _, Ok(reshaped))) = self.outcome.take() {
            let name = "Renumber the map".to_owned();
            let request = MapRequest::Reshape { name, reshaped: Box::new(reshaped) };
            requests.push(Request::Map(request));
        }
        stays
    }

    fn outcome(&mut self, document: &Document) -> &Result<Reshaped, ReshapeError> {
        let revision = document.revision();
        let fresh = self
            .outcome
            .as_ref()
            .is_some_and(|(grid, of, _)| *grid == self.grid && *of == revision);
        if !fresh {
            self.outcome = None;
        }
        let grid = &self.grid;
        let (_, _, outcome) = self.outcome.get_or_insert_with(|| {
            let outcome = renumber(document.bundle(), &grid.numbering, grid.pushed);
            (grid.clone(), revision, outcome)
        });
        outcome
    }
}
