//! How the editor looks: colours, fonts, icons, widgets, and the shapes of counters and terrain as
//! egui paints them.

pub mod colour_field;
pub mod colours;
pub mod dialogs;
pub mod icons;
pub mod marks;
pub mod names;
pub mod notices;
pub mod shapes;
pub mod swatches;
mod textures;
pub mod theme;
pub mod totals;
pub mod widgets;

use salient_schema::words::capital;

/// A message as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut sentence = capital(text);
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}
