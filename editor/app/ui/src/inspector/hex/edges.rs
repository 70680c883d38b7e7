//! What runs along and through the selected hex: hexsides, paths, border lines, zones.

use egui::{Align, Id, Layout, RichText, Ui};
use salient_document::tools::area::hexes;
use salient_document::{Document, Edit};
use salient_hex::grid::{Direction, Hex, compass_in_words};
use salient_output::plural;
use salient_schema::map::{Hexside, Line, Path, Zone};
use salient_schema::ruleset::Mark;

use super::fields::{self, Common, WIDTH};
use super::{kind_in_words, kind_name};
use crate::inspector::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme;
use crate::look::widgets::{card, heading, icon_button, quiet};
use crate::request::Request;

/// The paths, lines and zones of a hex by their places, found once a change.
#[derive(Debug, Default)]
pub struct Edges {
    found_for: Option<(u64, Hex)>,
    paths: Vec<usize>,
    lines: Vec<usize>,
    zones: Vec<usize>,
}

impl Edges {
    fn follow(&mut self, document: &Document, hex: Hex) {
        let now = Some((document.revision(), hex));
        if self.found_for == now {
            return;
        }
        let map = document.map();
        let grid = document.grid();
        let label = grid.label(hex);
        let paths = map.paths.items.iter().enumerate();
        self.paths = paths.filter(|(_, path)| path.hexes.contains(&label)).map(|p| p.0).collect();
        let zones = map.zones.items.iter().enumerate();
        self.zones = zones.filter(|(_, zone)| zone.hexes.contains(&label)).map(|z| z.0).collect();
        let sides = Direction::ALL.map(|direction| grid.side(hex, direction));
        let along = |line: &Line| {
            let mut here = line.sides.iter().filter_map(|label| grid.parse_side(label));
            here.any(|side| sides.contains(&side))
        };
        let lines = map.lines.items.iter().enumerate();
        self.lines = lines.filter(|(_, line)| along(line)).map(|line| line.0).collect();
        self.found_for = now;
    }

    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &InspectorInput<'_>,
        hex: Hex,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        self.follow(document, hex);
        heading(ui, "Hexsides");
        hexsides(ui, document, hex, requests);
        let map = document.map();
        let of = |places: &[usize]| !places.is_empty();
        if of(&self.paths) {
            heading(ui, if self.paths.len() == 1 { "Path" } else { "Paths" });
        }
        for &at in &self.paths {
            if let Some(item) = map.paths.items.get(at) {
                card(ui, |ui| path(ui, document, at, item, requests));
            }
        }
        if of(&self.lines) {
            heading(ui, if self.lines.len() == 1 { "Border line" } else { "Border lines" });
        }
        for &at in &self.lines {
            if let Some(item) = map.lines.items.get(at) {
                card(ui, |ui| line(ui, document, at, item, requests));
            }
        }
        heading(ui, if self.zones.len() == 1 { "Zone" } else { "Zones" });
        for &at in &self.zones {
            if let Some(item) = map.zones.items.get(at) {
                card(ui, |ui| zone(ui, document, hex, (at, item), requests));
            }
        }
        if self.zones.is_empty() {
            quiet(ui, "It belongs to none.");
        }
        let others = map.zones.items.iter().enumerate();
        let others: Vec<&Zone> =
            others.filter(|(at, _)| !self.zones.contains(at)).map(|(_, zone)| zone).collect();
        if !others.is_empty() {
            ui.menu_button("Add to a zone", |ui| {
                for zone in others {
                    if ui.button(&zone.name).clicked() {
                        let hex = document.grid().label(hex);
                        let zone = zone.id.clone();
                        requests.push(Request::edit(Edit::add_zone_hex(zone, hex, None)));
                    }
                }
            });
        }
    }
}

fn hexsides(ui: &mut Ui, document: &Document, hex: Hex, requests: &mut Vec<Request>) {
    let grid = document.grid();
    let kinds = &document.ruleset().hexsides;
    let mut any = false;
    for direction in Direction::ALL {
        let side = grid.side(hex, direction);
        let compass = compass_in_words(grid.compass(direction));
        for there in document.hexsides_at(side) {
            any = true;
            card(ui, |ui| hexside(ui, document, compass, there, requests));
        }
    }
    if !any {
        quiet(ui, "Nothing runs along them.");
    }
    ui.menu_button("Draw along a hexside", |ui| {
        for direction in Direction::ALL {
            let side = grid.side(hex, direction);
            let free = kinds
                .iter()
                .filter(|kind| document.hexsides_at(side).all(|there| there.kind != kind.id));
            ui.menu_button(compass_in_words(grid.compass(direction)), |ui| {
                for kind in free {
                    if ui.button(kind_in_words(kind)).clicked() {
                        let (side, kind) = (grid.side_label(side), kind.id.clone());
                        let hexside = Hexside { side, kind, name: None, provenance: None };
                        requests.push(Request::edit(Edit::add_hexside(hexside, None)));
                    }
                }
            });
        }
    });
}

/// The name of a thing and a button that takes it away; whether that was clicked.
fn title(ui: &mut Ui, name: &str, remove: &str) -> bool {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).font(theme::strong(15.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            icon_button(ui, Icon::Remove, remove, true).clicked()
        })
        .inner
    })
    .inner
}

fn hexside(
    ui: &mut Ui,
    document: &Document,
    compass: &str,
    there: &Hexside,
    requests: &mut Vec<Request>,
) {
    let kind = kind_name(&document.ruleset().hexsides, &there.kind);
    let remove = format!("Remove {} in the {compass}", kind.to_lowercase());
    if title(ui, &format!("{kind}, {compass}"), &remove) {
        let (side, kind) = (there.side.clone(), there.kind.clone());
        requests.push(Request::edit(Edit::remove_hexside(side, kind)));
    }
    let id = Id::unique(("hexside", &there.side, &there.kind));
    let mut changed = there.clone();
    if let Some(name) = fields::words(ui, id, "Name", there.name.as_deref(), WIDTH) {
        changed.name = name;
    }
    if let Some(provenance) = fields::provenance(ui, id, &Common::Same(there.provenance)) {
        changed.provenance = provenance;
    }
    if changed != *there {
        requests.push(Request::edit(Edit::set_hexside(changed)));
    }
}

fn path(ui: &mut Ui, document: &Document, at: usize, path: &Path, requests: &mut Vec<Request>) {
    let kinds = &document.ruleset().paths;
    let kind = kind_name(kinds, &path.kind);
    if title(ui, kind, &format!("Remove the whole {}", kind.to_lowercase())) {
        requests.push(Request::edit(Edit::remove_path(at)));
    }
    if let (Some(first), Some(last)) = (path.hexes.first(), path.hexes.last()) {
        quiet(ui, format!("From {first} to {last}, {}.", hexes(path.hexes.len())));
    }
    let id = Id::unique(("path", at));
    let mut changed = path.clone();
    if let Some(name) = fields::words(ui, id, "Name", path.name.as_deref(), WIDTH) {
        changed.name = name;
    }
    let is_railway = salient_rules::check::kind(kinds, &path.kind)
        .is_some_and(|kind| kind.look.mark == Mark::Railway);
    if path.tracks.is_some() || is_railway {
        let now = Common::Same(path.tracks.map(i32::from));
        if let Some(tracks) = fields::number(ui, id, "Tracks", &now) {
            changed.tracks = tracks.map(|tracks| tracks.clamp(1, 8) as u8);
        }
    }
    if changed != *path {
        requests.push(Request::edit(Edit::set_path(at, changed)));
    }
}

fn line(ui: &mut Ui, document: &Document, at: usize, line: &Line, requests: &mut Vec<Request>) {
    let kind = kind_name(&document.ruleset().lines, &line.kind);
    if title(ui, kind, &format!("Remove the whole {}", kind.to_lowercase())) {
        requests.push(Request::edit(Edit::remove_line(at)));
    }
    quiet(ui, format!("{}.", plural(line.sides.len(), "hexside")));
    let id = Id::unique(("line", at));
    let mut changed = line.clone();
    if let Some(name) = fields::words(ui, id, "Name", line.name.as_deref(), WIDTH) {
        changed.name = name;
    }
    if let Some(owner) = fields::owner(ui, document, id, &Common::Same(line.owner.clone())) {
        changed.owner = owner;
    }
    if changed != *line {
        requests.push(Request::edit(Edit::set_line(at, changed)));
    }
}

fn zone(
    ui: &mut Ui,
    document: &Document,
    hex: Hex,
    (at, zone): (usize, &Zone),
    requests: &mut Vec<Request>,
) {
    let label = document.grid().label(hex);
    if title(ui, &zone.name, &format!("Take {label} out of {}", zone.name)) {
        let zone = zone.id.clone();
        requests.push(Request::edit(Edit::remove_zone_hex(zone, label)));
    }
    quiet(ui, format!("{}.", hexes(zone.hexes.len())));
    let id = Id::unique(("zone", at));
    let mut changed = zone.clone();
    if let Some(Some(name)) = fields::words(ui, id, "Name", Some(&zone.name), WIDTH) {
        changed.name = name;
    }
    if let Some(owner) = fields::owner(ui, document, id, &Common::Same(zone.owner.clone())) {
        changed.owner = owner;
    }
    if changed != *zone {
        requests.push(Request::edit(Edit::set_zone(zone.id.clone(), changed)));
    }
}
