//! What goes along with a scenario that is saved under another name: parts of it get files of their
//! own, or stay one with those of the scenario that it was.

use std::path::PathBuf;

use egui::{Checkbox, Label, RichText, Ui};
use salient_document::{CopyChoice, Document, OwnParts};
use salient_schema::project::relative;

use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyQuestion {
    /// Where the scenario is saved.
    pub path: PathBuf,
    /// What it is called there, and in which folder.
    name: String,
    folder: String,
    /// What the scenario that it was is called.
    original: String,
    changed: OwnParts,
    /// The map, the orders of battle and the ruleset: their files as they are now and as they would
    /// be, seen from the scenario.
    files: [[String; 2]; 3],
}

impl CopyQuestion {
    /// What is asked before a document is saved at `path`, and what is meant if nobody says
    /// otherwise. None where there is nothing to ask.
    pub fn of(document: &Document, path: PathBuf) -> Option<(Self, OwnParts)> {
        let CopyChoice { usual, changed } = document.choice_for_copy(&path)?;
        let [old, new] =
            [OwnParts::default(), OwnParts::ALL].map(|own| document.paths_of_copy(&path, own).ok());
        let (old, new) = (old?, new?);
        let seen = |file: &String| relative(&new.scenario, file);
        let books = |files: &[String]| match files {
            [] => None,
            [only] => Some(seen(only)),
            [first, more @ ..] => Some(format!("{} and {} more", seen(first), more.len())),
        };
        let books = [books(&old.orders_of_battle), books(&new.orders_of_battle)];
        let name = |path: &std::path::Path| {
            path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        };
        let original = salient_files::path_of(&document.paths().scenario);
        let whole = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        let copy = Self {
            name: name(&path),
            folder: whole.parent().map(|folder| folder.display().to_string()).unwrap_or_default(),
            original: name(&original),
            changed,
            files: [
                [seen(&old.map), seen(&new.map)],
                books.map(Option::unwrap_or_default),
                [seen(&old.ruleset), seen(&new.ruleset)],
            ],
            path,
        };
        Some((copy, usual))
    }

    /// Shows what there is to choose.
    pub fn show(&self, ui: &mut Ui, title: &str, own: &mut OwnParts) {
        let Self { name, folder, original, changed, files, .. } = self;
        ui.heading("What goes along?");
        ui.add_space(4.0);
        let text = format!(
            "{title} is saved as {name} in {folder}. What goes along has files of its own from now \
             on. What does not stays one with {original}: whatever is changed in it, here or there, \
             is changed for both."
        );
        ui.add(Label::new(text).wrap());
        let forced = own.ruleset;
        let [map, books, ruleset] = files;
        let mut parts = vec![(Part::Map, map, changed.map)];
        if !books[0].is_empty() {
            parts.push((Part::OrdersOfBattle, books, changed.orders_of_battle));
        }
        parts.push((Part::Ruleset, ruleset, changed.ruleset));
        for (part, [shared, new], changed) in parts {
            let (called, on, forced) = match part {
                Part::Map => ("Map", &mut own.map, forced),
                Part::OrdersOfBattle => ("Orders of battle", &mut own.orders_of_battle, forced),
                Part::Ruleset => ("Ruleset", &mut own.ruleset, false),
            };
            ui.add_space(theme::GAP);
            *on |= forced;
            ui.add_enabled(!forced, Checkbox::new(on, RichText::new(called).strong()));
            ui.indent(called, |ui| match *on {
                true if forced => {
                    quiet(
                        ui,
                        format!("Its own: {new}. It is made for the ruleset, and goes with it."),
                    );
                }
                true => {
                    quiet(ui, format!("Its own: {new}"));
                }
                false => {
                    quiet(ui, format!("Shared with {original}: {shared}"));
                    if changed {
                        let text = format!("Your unsaved changes of it are written into {shared}.");
                        let text = RichText::new(text).color(palette(ui).warning);
                        ui.add(Label::new(text).wrap());
                    }
                }
            });
        }
    }
}

#[derive(Clone, Copy)]
enum Part {
    Map,
    OrdersOfBattle,
    Ruleset,
}

/// Files by their folders, for people: `map.json and own.json in /home/me/game`.
pub fn by_folder(paths: &[PathBuf]) -> String {
    let mut folders: Vec<(String, Vec<String>)> = Vec::new();
    for path in paths {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let folder = whole.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
        let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match folders.iter_mut().find(|(other, _)| *other == folder) {
            Some((_, names)) => names.push(name),
            None => folders.push((folder, vec![name])),
        }
    }
    let told = folders.iter().map(|(folder, names)| format!("{} in {folder}", names.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}
