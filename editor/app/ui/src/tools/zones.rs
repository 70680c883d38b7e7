//! The zones in the settings of their tool: which is in hand, and what it is called, what it is for,
//! whose it is and how it is drawn.

use egui::{ComboBox, Id as WidgetId, Stroke, StrokeKind, Ui};
use salient_document::tools::Brush;
use salient_document::{Document, Edit, Tool};
use salient_schema::map::Zone;
use salient_schema::words::{ZONE_KINDS, zone_kind_in_words};

use crate::look::colour_field::colour_field;
use crate::look::icons::{self, Icon};
use crate::look::theme;
use crate::look::widgets::{choice_row, full_button, heading, text_field};
use crate::request::Request;
use crate::request::tools::ToolsRequest;

/// What zones there are to see.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShownZones<'a> {
    /// The one in hand.
    pub chosen: &'a str,
    /// How wide the tool paints.
    pub brush: Brush,
    /// The one that is shown and no other.
    pub alone: Option<&'a str>,
    /// The colour of each on the map, in the order of the map's list.
    pub inks: &'a [egui::Color32],
}

/// The field of a zone's name, for whoever gives it the keyboard.
pub fn name_field(zone: &str) -> WidgetId {
    WidgetId::unique(("zone name", zone))
}

/// The field of a zone's colour, for whoever gives it the keyboard.
pub fn colour_of_zone(zone: &str) -> WidgetId {
    WidgetId::unique(("zone colour", zone))
}

/// Shows the list of zones, and the one in hand below it.
pub fn show(ui: &mut Ui, document: &Document, shown: &ShownZones<'_>, requests: &mut Vec<Request>) {
    let zones = &document.map().zones.items;
    for (number, zone) in zones.iter().enumerate() {
        let count = zone.hexes.len().to_string();
        let on = zone.id == shown.chosen;
        let own = shown.inks.get(number).copied();
        let row = choice_row(ui, on, 32.0, &zone.name, &count, |ui, rect, ink| {
            let edge = Stroke::new(1.0, ink);
            let fill = own.unwrap_or(egui::Color32::TRANSPARENT);
            ui.painter().rect(rect.shrink(4.0), 3.0, fill, edge, StrokeKind::Inside);
            if shown.alone == Some(zone.id.as_str()) {
                icons::paint(ui.painter(), rect.shrink(5.0), Icon::Eye, ink);
            }
        });
        if row.clicked() {
            let (zone, brush) = (zone.id.clone(), shown.brush);
            requests.push(Request::Choose(Tool::Zone { zone, brush }));
        }
    }
    ui.add_space(theme::GAP);
    if full_button(ui, Some(Icon::Zone), "New zone", true, false).clicked() {
        requests.push(ToolsRequest::NewZone.into());
    }
    if let Some(zone) = zones.iter().find(|zone| zone.id == shown.chosen) {
        in_hand(ui, document, zone, shown.alone, requests);
    }
}

/// The zone in hand.
fn in_hand(
    ui: &mut Ui,
    document: &Document,
    zone: &Zone,
    alone: Option<&str>,
    requests: &mut Vec<Request>,
) {
    let width = ui.available_width() - 10.0;
    let mut changed = zone.clone();
    heading(ui, "Name");
    let id = name_field(&zone.id);
    let name = text_field(ui, id, "Name of the zone", "name", &zone.name, width);
    if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
        name.trim().clone_into(&mut changed.name);
    }
    heading(ui, "Id in files");
    let id = WidgetId::unique(("zone id", &zone.id));
    if let Some(id) = text_field(ui, id, "Id of the zone", "id", &zone.id, width) {
        id.trim().clone_into(&mut changed.id);
    }
    heading(ui, "What it is for");
    let kind = zone_kind_in_words(zone.kind);
    ui.name_inputs("What the zone is for", |ui| {
        ComboBox::from_id_salt("zone kind").selected_text(kind).width(width).show_ui(ui, |ui| {
            for (kind, name) in ZONE_KINDS {
                ui.selectable_value(&mut changed.kind, kind, name);
            }
        })
    });
    heading(ui, "Belongs to");
    owner(ui, document, width, &mut changed);
    heading(ui, "Colour");
    ui.horizontal(|ui| {
        let mut colour = zone.colour.clone();
        let id = colour_of_zone(&zone.id);
        let is_draft = colour_field(ui, id, "Colour of the zone", &mut colour);
        if !is_draft {
            changed.colour = colour;
        }
    });
    ui.add_space(theme::GAP);
    let is_alone = alone == Some(zone.id.as_str());
    let words = if is_alone { "Show all zones" } else { "Show it alone" };
    if full_button(ui, Some(Icon::Eye), words, true, is_alone).clicked() {
        let shown = (!is_alone).then(|| zone.id.clone());
        requests.push(ToolsRequest::ShowZoneAlone(shown).into());
    }
    ui.add_space(2.0);
    if full_button(ui, Some(Icon::Remove), "Delete the zone", true, false).clicked() {
        requests.push(ToolsRequest::RemoveZone(zone.id.clone()).into());
    }
    if changed != *zone {
        requests.push(ToolsRequest::ChangeZone(zone.id.clone(), Box::new(changed)).into());
    }
}

/// A side, a nation or nobody.
fn owner(ui: &mut Ui, document: &Document, width: f32, zone: &mut Zone) {
    let ruleset = document.ruleset();
    let sides = ruleset.sides.iter().map(|side| (&side.id, side.name.as_str()));
    // A nation with its side's name adds nothing.
    let of_no_side = |id: &&String| ruleset.sides.iter().all(|side| side.id != **id);
    let nations = ruleset.nations.iter().map(|nation| (&nation.id, nation.name.as_str()));
    let nations = nations.filter(|(id, _)| of_no_side(id));
    let all: Vec<(&String, &str)> = sides.chain(nations).collect();
    let name = all.iter().find(|(id, _)| Some(*id) == zone.owner.as_ref());
    let name = name.map_or("nobody", |(_, name)| name);
    ui.name_inputs("Whose the zone is", |ui| {
        ComboBox::from_id_salt("zone owner").selected_text(name).width(width).show_ui(ui, |ui| {
            ui.selectable_value(&mut zone.owner, None, "nobody");
            for (id, name) in all {
                ui.selectable_value(&mut zone.owner, Some(id.clone()), name);
            }
        })
    });
}

/// The edit that changes a zone.
///
/// # Errors
/// Why the zone cannot be like that, in a sentence.
pub fn change(document: &Document, id: &str, to: &Zone) -> Result<Edit, String> {
    let words = salient_document::oob::id_from_words(&to.id, "");
    if words != to.id || to.id.is_empty() {
        return Err(format!(
            "“{}” is no id: small letters and figures with hyphens between them, as in {}.",
            to.id,
            salient_document::oob::id_from_words(&to.name, "zone")
        ));
    }
    let zones = &document.map().zones.items;
    if to.id != id && zones.iter().any(|zone| zone.id == to.id) {
        return Err(format!("There is a zone with the id {} already.", to.id));
    }
    Ok(Edit::set_zone(id.to_owned(), to.clone()))
}
