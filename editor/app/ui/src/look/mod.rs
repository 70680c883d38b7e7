//! How the editor looks: colours, fonts, icons, widgets, and the shapes of counters and terrain as
//! egui paints them.

pub mod colour_field;
pub mod colours;
pub mod dialogs;
pub mod icons;
pub mod lines;
pub mod marks;
pub mod names;
pub mod notices;
pub mod picture_choice;
pub mod prospects;
pub mod sample_counter;
pub mod shapes;
pub mod swatches;
mod textures;
pub mod theme;
pub mod totals;
pub mod widgets;

use salient_schema::words::capital;

/// A message as a sentence. The options of the command line that it names in brackets are for those
/// who read it there: `choose the boards (--boards)`.
pub(crate) fn sentence(text: &str) -> String {
    let mut sentence = capital(&without_options(text));
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// A text without what stands in brackets and begins as an option of the command line does.
fn without_options(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (--") {
        let Some((_, after)) = after.split_once(')') else { break };
        plain.push_str(before);
        rest = after;
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_the_window_names_no_options_of_the_command_line() {
        for (text, shown) in [
            (
                "the map is Main: choose the boards (--boards) to have others",
                "The map is Main: choose the boards to have others.",
            ),
            ("it was not asked for (--parts)", "It was not asked for."),
            ("a (--one, --two X) b (--three) (c)", "A b (c)."),
            ("12 (--", "12 (--."),
        ] {
            assert_eq!(sentence(text), shown);
        }
    }
}
