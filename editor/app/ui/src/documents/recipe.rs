//! The recipe of a document's map: opened, changed, built into the map.

use std::sync::Arc;

use egui::Context;
use salient_cartography::form::{put_aside, take_up};
use salient_document::tools::{Button, Cursor, Key};
use salient_document::{Sides, ToolEvent, ToolOutput};
use salient_output::plural;

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::request::map::RecipeRequest;
use crate::request::views::Tab;

impl OpenDocument {
    /// Catches up with the thread that builds: what it made is laid into the map as one step.
    pub fn tend_recipe(&mut self, news: &mut Notices) {
        self.inspector.recipe.state.follow(&self.document);
        let Some(open) = self.inspector.recipe.state.open.as_mut() else { return };
        // A map is not changed while a game is shown, or in the middle of a drag.
        if !self.test_run.lets_edit() || self.document.in_transaction() {
            return;
        }
        let Some((made, before)) = open.tend(&self.document) else { return };
        let revision = self.document.revision();
        let sides = Arc::new(Sides::of_recipe(self.document.bundle(), made, before));
        let merged = sides
            .look(self.document.bundle())
            .and_then(|merge| self.document.merge(&merge, &[]).map(|()| merge.conflicts.len()));
        let changed = self.document.revision() != revision;
        if let Some(outcome) = &mut open.outcome {
            outcome.changed = changed;
        }
        match merged {
            Err(error) => news.bad(sentence(&error.to_string())),
            Ok(_) if !changed => news.good("Built: the map is as it was."),
            Ok(0) => news.good("Built. Undo takes it back."),
            Ok(kept) => news.good(format!(
                "Built. {} changed by hand stayed; undo takes the build back.",
                plural(kept, "thing")
            )),
        }
    }

    /// Carries out what is asked of the recipe. Files are asked for elsewhere.
    pub(super) fn recipe_request(
        &mut self,
        ctx: &Context,
        request: RecipeRequest,
        news: &mut Notices,
    ) {
        if !self.is_editing() {
            return;
        }
        let state = &mut self.inspector.recipe.state;
        let document = &mut self.document;
        let done = match (request, &mut state.open) {
            (RecipeRequest::Ask | RecipeRequest::AskLayer, _) => Ok(()),
            (RecipeRequest::Open(path), _) => {
                self.inspector.tab = Tab::Recipe;
                state.open(ctx, document, &path)
            }
            (RecipeRequest::Begin, _) => state.begin(document),
            (RecipeRequest::Close, _) => {
                state.close(document);
                Ok(())
            }
            (RecipeRequest::Pick(on), _) => {
                (state.pick, state.picked) = (on, None);
                Ok(())
            }
            (_, None) => Ok(()),
            (RecipeRequest::Set(recipe), Some(open)) => {
                open.set(document, *recipe);
                state.picked = None;
                Ok(())
            }
            (RecipeRequest::TakeBack, Some(open)) => {
                open.take_back(document);
                Ok(())
            }
            (RecipeRequest::PutAside(list, at), Some(open)) => {
                let mut recipe = open.recipe.clone();
                open.aside.extend(put_aside(&mut recipe, list, at));
                open.set(document, recipe);
                Ok(())
            }
            (RecipeRequest::TakeUp(at), Some(open)) => {
                if at < open.aside.len() {
                    let mut recipe = open.recipe.clone();
                    take_up(&mut recipe, &open.aside.remove(at));
                    open.set(document, recipe);
                }
                Ok(())
            }
            (RecipeRequest::AddLayer(path), Some(open)) => {
                open.with_layer(&path).map(|recipe| open.set(document, recipe))
            }
            (RecipeRequest::Build, Some(open)) => {
                open.start(ctx, document, false);
                Ok(())
            }
            (RecipeRequest::Stop, Some(open)) => {
                open.stop();
                Ok(())
            }
            (RecipeRequest::Correct(reason), Some(open)) => {
                let count = open.correct(document, &reason);
                news.good(format!("{} put into the recipe.", plural(count, "change")));
                Ok(())
            }
        };
        state.trouble = done.err();
    }

    /// What the pointer does over the map while a control point is asked for. Gives whether it was
    /// meant for the recipe.
    pub(super) fn recipe_takes(&mut self, event: &ToolEvent) -> bool {
        let state = &mut self.inspector.recipe.state;
        if !state.pick || self.inspector.tab != Tab::Recipe {
            return false;
        }
        let hint = std::mem::take(&mut self.output.hint);
        self.output = ToolOutput { hint, cursor: Cursor::Crosshair, ..ToolOutput::default() };
        match event {
            ToolEvent::Press { at, button: Button::Primary, .. } => {
                state.picked = self.document.grid().hex_at(*at);
                state.pick = state.picked.is_none();
            }
            ToolEvent::Key(Key::Escape) => state.pick = false,
            _ => {}
        }
        true
    }
}
