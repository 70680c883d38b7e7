//! Several hexes at once: what they have in common, and changes of all of them in one step.

use std::collections::BTreeMap;

use egui::{Align, ComboBox, Id, Layout, RichText, Ui};
use salient_document::tools::area::hexes as count_of_hexes;
use salient_document::tools::plain_feature;
use salient_document::{Document, Edit, PlacedCounter};
use salient_hex::grid::Hex;
use salient_output::plural;
use salient_rules::check;
use salient_schema::common::Provenance;
use salient_schema::map::Feature;

use super::features::has_value;
use super::fields::{self, Common};
use super::{kind_in_words, kind_name};
use crate::inspector::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{card, heading, icon_button, quiet};
use crate::map::begins;
use crate::request::Request;

/// What the selected hexes have in common, found once a change.
#[derive(Debug, Default)]
pub struct Group {
    found_for: Option<(u64, Vec<Hex>)>,
    terrain: Option<Common<Option<String>>>,
    features: BTreeMap<String, Alike>,
}

/// What the features of one kind say.
#[derive(Debug)]
struct Alike {
    number: usize,
    owner: Common<Option<String>>,
    value: Common<Option<i32>>,
    provenance: Common<Option<Provenance>>,
    /// The sum of their values.
    sum: i32,
}

impl Group {
    fn follow(&mut self, document: &Document, hexes: &[Hex]) {
        let same =
            |(revision, of): &(u64, Vec<Hex>)| *revision == document.revision() && of == hexes;
        if self.found_for.as_ref().is_some_and(same) {
            return;
        }
        self.terrain = Common::of(hexes.iter().map(|&hex| document.terrain_at(hex).cloned()));
        let mut by_kind: BTreeMap<String, Vec<&Feature>> = BTreeMap::new();
        for feature in hexes.iter().flat_map(|&hex| document.features_at(hex)) {
            by_kind.entry(feature.kind.clone()).or_default().push(feature);
        }
        let alike = |(kind, all): (String, Vec<&Feature>)| {
            let alike = Alike {
                number: all.len(),
                owner: Common::of(all.iter().map(|one| one.owner.clone()))?,
                value: Common::of(all.iter().map(|one| one.value))?,
                provenance: Common::of(all.iter().map(|one| one.provenance))?,
                sum: all.iter().filter_map(|one| one.value).fold(0, i32::saturating_add),
            };
            Some((kind, alike))
        };
        self.features = by_kind.into_iter().filter_map(alike).collect();
        self.found_for = Some((document.revision(), hexes.to_vec()));
    }

    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let document = input.document;
        let hexes = &document.selection().hexes;
        self.follow(document, hexes);
        let text = format!("{} selected", count_of_hexes(hexes.len()));
        ui.label(RichText::new(text).font(theme::strong(22.0)));
        quiet(ui, "What is changed here is changed in all of them, in one step.");
        let editable = input.test_run.lets_edit();
        ui.add_enabled_ui(editable, |ui| {
            heading(ui, "Ground");
            self.terrain(ui, document, hexes, requests);
            super::control::show(ui, document, hexes, requests);
            heading(ui, "Features");
            if self.features.is_empty() {
                quiet(ui, "None stands in them.");
            }
            for (kind, alike) in &self.features {
                card(ui, |ui| features(ui, document, hexes, (kind, alike), requests));
            }
            add(ui, document, hexes, requests);
            heading(ui, "Zones");
            zones(ui, document, hexes, requests);
            counters(ui, document, hexes, requests);
        });
        ui.add_space(theme::GROUP_GAP);
    }

    fn terrain(
        &self,
        ui: &mut Ui,
        document: &Document,
        hexes: &[Hex],
        requests: &mut Vec<Request>,
    ) {
        let kinds = &document.ruleset().terrain;
        let now = match &self.terrain {
            Some(Common::Same(Some(id))) => Some(id),
            _ => None,
        };
        let name = now.map_or("several", |id| kind_name(kinds, id));
        let mut chosen = None;
        ui.name_inputs("Terrain", |ui| {
            ComboBox::from_id_salt("terrain of all").selected_text(name).width(200.0).show_ui(
                ui,
                |ui| {
                    for kind in kinds {
                        let on = now == Some(&kind.id);
                        if ui.selectable_label(on, kind_in_words(kind)).clicked() && !on {
                            chosen = Some(kind.id.clone());
                        }
                    }
                },
            )
        });
        if let Some(kind) = chosen {
            let hexes = hexes.iter().map(|&hex| document.grid().label(hex)).collect();
            requests.push(Request::edit(Edit::PaintTerrain { hexes, kind }));
        }
    }
}

/// The features of one kind in the selected hexes.
fn of_kind<'a>(
    document: &'a Document,
    hexes: &'a [Hex],
    kind: &'a str,
) -> impl Iterator<Item = &'a Feature> {
    hexes.iter().filter_map(move |&hex| document.feature_at(hex, kind))
}

fn features(
    ui: &mut Ui,
    document: &Document,
    hexes: &[Hex],
    (id, alike): (&String, &Alike),
    requests: &mut Vec<Request>,
) {
    let kinds = &document.ruleset().features;
    let name = kind_name(kinds, id);
    let all = || of_kind(document, hexes, id);
    let mut change = |what: &str, change: &dyn Fn(&mut Feature)| {
        let changed = all().map(|feature| {
            let mut feature = feature.clone();
            change(&mut feature);
            Edit::set_feature(feature)
        });
        let name = format!("Change the {what} of {} {}", alike.number, name.to_lowercase());
        requests.push(Request::Edit { name: Some(name), edits: changed.collect() });
    };
    let salt = Id::unique(("group", id));
    let mut remove = false;
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).font(theme::strong(15.0)));
        quiet(ui, format!("in {}", count_of_hexes(alike.number)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = format!("Remove {} from all of them", name.to_lowercase());
            remove = icon_button(ui, Icon::Remove, &text, true).clicked();
        });
    });
    if let Some(owner) = fields::owner(ui, document, salt, &alike.owner) {
        change("owner", &|feature| feature.owner.clone_from(&owner));
    }
    if has_value(document.ruleset(), check::kind(kinds, id)) || alike.value != Common::Same(None) {
        if let Some(value) = fields::number(ui, salt, "Value", &alike.value) {
            change("value", &|feature| feature.value = value);
        }
        if alike.number > 1 && alike.sum != 0 {
            quiet(ui, format!("{} together.", alike.sum));
        }
    }
    if let Some(provenance) = fields::provenance(ui, salt, &alike.provenance) {
        change("provenance", &|feature| feature.provenance = provenance);
    }
    if remove {
        let gone = all().map(|feature| {
            let (hex, kind) = (feature.hex.clone(), feature.kind.clone());
            Edit::remove_feature(hex, kind)
        });
        let name = format!("Remove {} {}", alike.number, name.to_lowercase());
        requests.push(Request::Edit { name: Some(name), edits: gone.collect() });
    }
}

fn add(ui: &mut Ui, document: &Document, hexes: &[Hex], requests: &mut Vec<Request>) {
    ui.menu_button("Add a feature to all", |ui| {
        for kind in &document.ruleset().features {
            if ui.button(kind_in_words(kind)).clicked() {
                let free =
                    hexes.iter().filter(|&&hex| document.feature_at(hex, &kind.id).is_none());
                let added = free.map(|&hex| {
                    let feature = plain_feature(document.grid().label(hex), &kind.id, None);
                    Edit::add_feature(feature, None)
                });
                let edits: Vec<Edit> = added.collect();
                let name =
                    format!("Add {} to {}", kind.name.to_lowercase(), count_of_hexes(edits.len()));
                requests.push(Request::Edit { name: Some(name), edits });
            }
        }
    });
}

/// How all counters in the hexes begin.
fn counters(ui: &mut Ui, document: &Document, hexes: &[Hex], requests: &mut Vec<Request>) {
    let placed: Vec<PlacedCounter> = hexes
        .iter()
        .flat_map(|&hex| {
            let stack = document.stack_at(hex).into_iter();
            stack.map(move |entry| PlacedCounter { counter: entry.counter.clone(), hex })
        })
        .collect();
    if placed.is_empty() {
        return;
    }
    heading(ui, "Counters");
    ui.horizontal(|ui| {
        quiet(ui, format!("{} in them.", plural(placed.len(), "counter")));
        begins::button(ui, "All of them begin as", document, &placed, requests);
    });
}

fn zones(ui: &mut Ui, document: &Document, hexes: &[Hex], requests: &mut Vec<Request>) {
    let zones = &document.map().zones.items;
    if zones.is_empty() {
        quiet(ui, "The map has no zones.");
        return;
    }
    ui.horizontal(|ui| {
        for (text, adding) in [("Add all to a zone", true), ("Take all out of a zone", false)] {
            ui.menu_button(text, |ui| {
                for zone in zones {
                    if !ui.button(&zone.name).clicked() {
                        continue;
                    }
                    let mut to = zone.clone();
                    let grid = document.grid();
                    to.hexes.retain(|label| {
                        grid.parse(label).is_none_or(|hex| hexes.binary_search(&hex).is_err())
                    });
                    if adding {
                        to.hexes.extend(hexes.iter().map(|&hex| grid.label(hex)));
                        to.hexes.sort_by_cached_key(|label| grid.parse(label));
                    }
                    let verb = if adding { "to" } else { "out of" };
                    let name = format!("{} {verb} {}", count_of_hexes(hexes.len()), zone.name);
                    let edits = vec![Edit::set_zone(zone.id.clone(), to)];
                    requests.push(Request::Edit { name: Some(name), edits });
                }
            });
        }
    });
}
