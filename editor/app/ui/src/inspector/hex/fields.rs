//! The fields that features, lines, zones and paths share: owner, number, provenance, facing.

use egui::{ComboBox, Id, Ui};
use salient_document::Document;
use salient_schema::common::Provenance;

use crate::look::widgets::{field, text_field};

/// The width of a field, in points.
pub const WIDTH: f32 = 170.0;

/// What a field says of several things: what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common<T> {
    /// They all say this.
    Same(T),
    /// They differ.
    Several,
}

impl<T: PartialEq + Clone> Common<T> {
    pub fn of(values: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut values = values.into_iter();
        let first = values.next()?;
        let same = values.all(|other| other == first);
        Some(if same { Self::Same(first) } else { Self::Several })
    }

    fn same(&self) -> Option<&T> {
        match self {
            Self::Same(value) => Some(value),
            Self::Several => None,
        }
    }
}

/// Chooses a side or nation. Gives the one that was chosen.
pub fn owner(
    ui: &mut Ui,
    document: &Document,
    salt: Id,
    now: &Common<Option<String>>,
) -> Option<Option<String>> {
    let ruleset = document.ruleset();
    let sides = ruleset.sides.iter().map(|side| (&side.id, &side.name));
    // A nation with its side's name adds nothing.
    let nations = ruleset
        .nations
        .iter()
        .filter(|nation| ruleset.sides.iter().all(|side| side.id != nation.id))
        .map(|nation| (&nation.id, &nation.name));
    let all: Vec<(&String, &String)> = sides.chain(nations).collect();
    let text = match now.same() {
        None => "several",
        Some(None) => "nobody",
        Some(Some(id)) => {
            all.iter().find(|(known, _)| *known == id).map_or(id.as_str(), |(_, name)| name)
        }
    };
    let mut chosen = None;
    field(ui, "Held by", |ui| {
        ui.name_inputs("Held by", |ui| {
            ComboBox::from_id_salt(salt.with("owner")).selected_text(text).width(WIDTH).show_ui(
                ui,
                |ui| {
                    let none = now.same() == Some(&None);
                    if ui.selectable_label(none, "nobody").clicked() && !none {
                        chosen = Some(None);
                    }
                    for (id, name) in &all {
                        let on = now.same().is_some_and(|now| now.as_ref() == Some(*id));
                        if ui.selectable_label(on, name.as_str()).clicked() && !on {
                            chosen = Some(Some((*id).clone()));
                        }
                    }
                },
            )
        })
    });
    chosen
}

/// A number that may be left out. Gives the new one.
pub fn number(ui: &mut Ui, salt: Id, name: &str, now: &Common<Option<i32>>) -> Option<Option<i32>> {
    let (text, hint) = match now.same() {
        Some(Some(number)) => (number.to_string(), "none"),
        Some(None) => (String::new(), "none"),
        None => (String::new(), "several"),
    };
    field(ui, name, |ui| {
        let typed = text_field(ui, salt.with(name), name, hint, &text, 80.0)?;
        match typed.trim() {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        }
    })
}

/// A line of words that may be left out. Gives the new ones.
pub fn words(
    ui: &mut Ui,
    salt: Id,
    name: &str,
    now: Option<&str>,
    width: f32,
) -> Option<Option<String>> {
    field(ui, name, |ui| {
        let now = now.unwrap_or_default();
        let typed = text_field(ui, salt.with(name), name, "none", now, width)?;
        Some(Some(typed).filter(|text| !text.trim().is_empty()))
    })
}

/// Where something comes from. Gives what was chosen.
pub fn provenance(
    ui: &mut Ui,
    salt: Id,
    now: &Common<Option<Provenance>>,
) -> Option<Option<Provenance>> {
    let words = |one: Option<Provenance>| one.map_or("as its layer", Provenance::text);
    let text = now.same().copied().map_or("several", words);
    let mut chosen = None;
    field(ui, "Comes from", |ui| {
        ui.name_inputs("Comes from", |ui| {
            ComboBox::from_id_salt(salt.with("provenance"))
                .selected_text(text)
                .width(WIDTH)
                .show_ui(ui, |ui| {
                    let all = Provenance::ALL.iter().copied().map(Some);
                    for provenance in std::iter::once(None).chain(all) {
                        let on = now.same() == Some(&provenance);
                        if ui.selectable_label(on, words(provenance)).clicked() && !on {
                            chosen = Some(provenance);
                        }
                    }
                })
        })
    });
    chosen
}

/// The hexsides that something faces, as six switches. Gives the new ones.
pub fn facing(ui: &mut Ui, document: &Document, now: &[String]) -> Option<Vec<String>> {
    let grid = document.grid();
    let compass = salient_hex::grid::Direction::ALL.map(|direction| grid.compass(direction));
    let mut chosen = None;
    field(ui, "Faces", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for point in compass {
                let on = now.iter().any(|other| other == point);
                let name = salient_hex::grid::compass_in_words(point);
                let response = ui.selectable_label(on, point.to_uppercase());
                response.widget_info(|| {
                    egui::WidgetInfo::selected(
                        egui::Role::CheckBox,
                        true,
                        on,
                        format!("Faces {name}"),
                    )
                });
                if response.on_hover_text(format!("Faces {name}")).clicked() {
                    // As before, but for the one that was clicked.
                    let before = |other: &str| now.iter().any(|known| known == other);
                    let faces =
                        compass.into_iter().filter(|other| before(other) != (*other == point));
                    chosen = Some(faces.map(str::to_owned).collect());
                }
            }
        });
    });
    chosen
}
