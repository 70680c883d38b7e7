//! What each side holds, always in view: points where the system counts hexes, else units.

use egui::{Grid, RichText, Ui};
use salient_document::Document;
use salient_document::totals::{Points, Totals, values};
use salient_rules::check;
use salient_rules::roles::CommonRoles;
use salient_schema::words::plural;

use super::theme::{self, palette};
use super::widgets::quiet;

/// Shows the totals in the status line; a click shows how they come about.
pub fn show(ui: &mut Ui, totals: &Totals) {
    let text = in_short(totals);
    let sides = totals.values.iter().flat_map(|values| &values.sides);
    let ink =
        if sides.clone().any(differs) { palette(ui).warning } else { ui.visuals().text_color() };
    let menu = ui.menu_button(RichText::new(text).color(ink), |ui| {
        ui.set_min_width(240.0);
        breakdown(ui, totals);
    });
    menu.response.on_hover_text(match totals.in_a_game {
        true => "What each side has on the map of this game. Click for more.",
        false => "What each side holds as play begins. Click for more.",
    });
}

/// What the map holds of a kind of feature that is worth points, for whoever paints them: `Allies
/// 57 of 58`. Nothing for other kinds.
pub fn show_of_kind(ui: &mut Ui, document: &Document, kind: &str) {
    let ruleset = document.ruleset();
    let kind_of = check::kind(&ruleset.features, kind);
    if !kind_of.is_some_and(|kind| check::asks_value(&CommonRoles::of(ruleset), kind)) {
        return;
    }
    let Some(values) = values(document) else { return };
    let nobody = Some(&values.nobody).filter(|all| !all.kinds.is_empty());
    for side in values.sides.iter().chain(nobody) {
        let text = format!("{}: {}", side.side, in_points(side));
        let colours = palette(ui);
        let ink = if differs(side) { colours.warning } else { colours.quiet };
        ui.label(RichText::new(text).color(ink));
    }
}

/// Whether the rules ask for another number.
fn differs(side: &Points) -> bool {
    side.asked.is_some_and(|asked| asked != side.points)
}

/// `57 of 58`, or `57` where no number is asked for.
fn in_points(side: &Points) -> String {
    match side.asked {
        Some(asked) => format!("{} of {}", side.points, plural(asked, "point")),
        None => plural(side.points, "point"),
    }
}

fn of_asked(side: &Points) -> String {
    match side.asked {
        Some(asked) => format!("{} of {asked}", side.points),
        None => side.points.to_string(),
    }
}

/// `Morale: Allies 58 / Germans 31`, or the units and their strength.
fn in_short(totals: &Totals) -> String {
    if let Some(values) = &totals.values {
        let sides = values.sides.iter().map(|side| format!("{} {}", side.side, of_asked(side)));
        return format!("{}: {}", values.name, sides.collect::<Vec<_>>().join(" / "));
    }
    let units = totals.units.iter().map(|side| format!("{} {}", side.side, side.units));
    let strength = totals.units.iter().map(|side| side.strength.to_string());
    let (units, strength): (Vec<_>, Vec<_>) = (units.collect(), strength.collect());
    format!("{} units, {} strong", units.join(" / "), strength.join(" / "))
}

fn breakdown(ui: &mut Ui, totals: &Totals) {
    if let Some(values) = &totals.values {
        ui.label(RichText::new(&values.name).font(theme::strong(15.0)));
        let all =
            values.sides.iter().chain(Some(&values.nobody).filter(|all| !all.kinds.is_empty()));
        table(ui, "points", ["", "Hexes", "Points"], |row| {
            for side in all {
                let hexes = side.kinds.iter().map(|(_, hexes, _)| hexes).sum::<usize>();
                row(&side.side, hexes, side.points, true);
                for (kind, hexes, points) in &side.kinds {
                    row(kind, *hexes, *points, false);
                }
            }
        });
        for side in values.sides.iter().filter(|side| differs(side)) {
            let asked = side.asked.unwrap_or_default();
            let text = format!("The rules ask for {asked} of {}.", side.side);
            ui.label(RichText::new(text).color(palette(ui).warning));
        }
        ui.separator();
    }
    let heading = if totals.in_a_game { "Units on the map" } else { "Units set up" };
    ui.label(RichText::new(heading).font(theme::strong(15.0)));
    table(ui, "units", ["", "Units", &totals.rating], |row| {
        for side in &totals.units {
            row(&side.side, side.units, side.strength, true);
            for (name, units, strength) in &side.types {
                row(name, *units, *strength, false);
            }
        }
    });
    quiet(ui, format!("{} is summed up on the faces that show.", totals.rating));
}

fn table(
    ui: &mut Ui,
    name: &str,
    heads: [&str; 3],
    rows: impl FnOnce(&mut dyn FnMut(&str, usize, i32, bool)),
) {
    let colours = palette(ui);
    Grid::new(name).num_columns(3).spacing([18.0, 2.0]).show(ui, |ui| {
        for head in heads {
            ui.label(RichText::new(head).small().color(colours.quiet));
        }
        ui.end_row();
        rows(&mut |name, number, sum, is_side| {
            let text = |text: String| match is_side {
                true => RichText::new(text).font(theme::strong(14.0)),
                false => RichText::new(text).color(colours.quiet),
            };
            let indent = if is_side { "" } else { "   " };
            ui.label(text(format!("{indent}{name}")));
            ui.label(text(number.to_string()));
            ui.label(text(sum.to_string()));
            ui.end_row();
        });
    });
}
