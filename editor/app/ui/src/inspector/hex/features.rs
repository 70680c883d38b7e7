//! The features of the selected hex: towns, trenches, fortresses, morale and entry hexes.

use egui::{Align, Id, Layout, RichText, Ui};
use salient_document::Edit;
use salient_document::tools::plain_feature;
use salient_hex::grid::Hex;
use salient_rules::check;
use salient_rules::roles::CommonRoles;
use salient_schema::Ruleset;
use salient_schema::map::Feature;
use salient_schema::ruleset::{Kind, Mark};

use super::fields::{self, Common, WIDTH};
use super::{kind_in_words, kind_name};
use crate::inspector::InspectorInput;
use crate::look::icons::Icon;
use crate::look::widgets::{card, icon_button, quiet};
use crate::look::{theme, totals};
use crate::request::Request;

pub fn show(
    ui: &mut Ui,
    input: &InspectorInput<'_>,
    hex: Hex,
    label: &str,
    requests: &mut Vec<Request>,
) {
    let document = input.document;
    let kinds = &document.ruleset().features;
    let here: Vec<&Feature> = document.features_at(hex).collect();
    for feature in &here {
        card(ui, |ui| one(ui, input, feature, requests));
    }
    let free: Vec<&Kind> =
        kinds.iter().filter(|kind| here.iter().all(|there| there.kind != kind.id)).collect();
    ui.menu_button("Add a feature", |ui| {
        for kind in free {
            if ui.button(kind_in_words(kind)).clicked() {
                let feature = plain_feature(label.to_owned(), &kind.id, None);
                requests.push(Request::edit(Edit::add_feature(feature, None)));
            }
        }
    });
}

/// Whether a number beside a feature of a kind means anything.
pub fn has_value(ruleset: &Ruleset, kind: Option<&Kind>) -> bool {
    kind.is_some_and(|kind| {
        check::asks_value(&CommonRoles::of(ruleset), kind)
            || matches!(kind.look.mark, Mark::Fortress | Mark::Pillbox | Mark::Diamond | Mark::Disc)
    })
}

/// Whether a feature of a kind may face some of its hexsides only.
fn has_facing(ruleset: &Ruleset, kind: Option<&Kind>) -> bool {
    kind.is_some_and(|kind| {
        CommonRoles::of(ruleset).fills("trench", &kind.traits)
            || matches!(
                kind.look.mark,
                Mark::Trench
                    | Mark::Fieldwork
                    | Mark::Pillbox
                    | Mark::Wire
                    | Mark::Diamond
                    | Mark::Disc
            )
    })
}

fn one(ui: &mut Ui, input: &InspectorInput<'_>, feature: &Feature, requests: &mut Vec<Request>) {
    let document = input.document;
    let ruleset = document.ruleset();
    let kinds = &ruleset.features;
    let kind = check::kind(kinds, &feature.kind);
    ui.horizontal(|ui| {
        let name = kind_name(kinds, &feature.kind);
        ui.label(RichText::new(name).font(theme::strong(15.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let remove = format!("Remove {}", name.to_lowercase());
            if icon_button(ui, Icon::Remove, &remove, true).clicked() {
                let (hex, kind) = (feature.hex.clone(), feature.kind.clone());
                requests.push(Request::edit(Edit::remove_feature(hex, kind)));
            }
        });
    });
    let id = Id::unique(("feature", &feature.hex, &feature.kind));
    let mut changed = feature.clone();
    if let Some(name) = fields::words(ui, id, "Name", feature.name.as_deref(), WIDTH) {
        changed.name = name;
    }
    if let Some(owner) = fields::owner(ui, document, id, &Common::Same(feature.owner.clone())) {
        changed.owner = owner;
    }
    if feature.value.is_some() || has_value(ruleset, kind) {
        let now = Common::Same(feature.value);
        if let Some(value) = fields::number(ui, id, "Value", &now) {
            changed.value = value;
        }
    }
    totals::show_of_kind(ui, document, &feature.kind);
    if (feature.letter.is_some()
        || kind.is_some_and(|kind| check::is_entry(&CommonRoles::of(ruleset), kind)))
        && let Some(letter) = fields::words(ui, id, "Letter", feature.letter.as_deref(), 60.0)
    {
        changed.letter = letter;
    }
    if !feature.facing.is_empty() || has_facing(ruleset, kind) {
        if let Some(facing) = fields::facing(ui, document, &feature.facing) {
            changed.facing = facing;
        }
        if feature.facing.is_empty() {
            quiet(ui, "All round, as long as no side is chosen.");
        }
    }
    let now = Common::Same(feature.provenance);
    if let Some(provenance) = fields::provenance(ui, id, &now) {
        changed.provenance = provenance;
    }
    if changed != *feature {
        requests.push(Request::edit(Edit::set_feature(changed)));
    }
}
