//! Lists to choose from, unit types with their symbols.

use std::collections::BTreeMap;

use egui::{ComboBox, Id as WidgetId, Rect, Sense, Ui, pos2, vec2};
use salient_art::Scene;
use salient_art::counter_art::symbols::{self, Frame};
use salient_schema::Ruleset;
use salient_schema::common::Id;
use salient_schema::ruleset::{Symbol, SymbolMark};

use crate::look::shapes::Picture;
use crate::look::theme::palette;
use crate::look::widgets::list_width;

/// Pictures of symbols, each made once for its colours.
#[derive(Debug, Default)]
pub struct Symbols(BTreeMap<(Symbol, Option<SymbolMark>, [u8; 4]), Picture>);

/// How wide a symbol is in a list, in points.
const WIDE: f32 = 30.0;
const HIGH: f32 = 18.0;

impl Symbols {
    /// Paints a symbol in the middle of a rectangle.
    pub fn paint(&mut self, ui: &Ui, symbol: Symbol, mark: Option<SymbolMark>, at: Rect) {
        let ink = ui.visuals().text_color().to_array();
        let fill = palette(ui).field.to_array();
        let pixels = ui.pixels_per_point();
        let picture = self.0.entry((symbol, mark, ink)).or_insert_with(|| {
            let mut scene = Scene::new();
            let frame =
                Frame { centre: [0.0, 0.0], width: WIDE, height: HIGH, pen: 1.5, ink, fill };
            symbols::draw(symbol, &frame, &mut scene);
            if let Some(mark) = mark {
                symbols::draw_mark(mark, &frame, &mut scene);
            }
            Picture::new(&scene, 1.0, pixels)
        });
        picture.paint(ui.painter(), at.center(), 1.0, at.expand(6.0));
    }
}

/// A list to choose one of, by id. `now` is what is chosen; nothing where several differ. Gives
/// the id that is chosen anew.
pub(super) fn choice(
    ui: &mut Ui,
    name: &str,
    width: f32,
    choices: &[(Option<Id>, String)],
    now: Option<&Option<Id>>,
) -> Option<Option<Id>> {
    let shown = match now {
        None => "several",
        Some(now) => choices
            .iter()
            .find(|(id, _)| id == now)
            .map(|(_, text)| text.as_str())
            .or(now.as_deref())
            .unwrap_or("none"),
    };
    let mut chosen = None;
    ui.name_inputs(name.to_owned(), |ui| {
        let list = ComboBox::from_id_salt(WidgetId::unique(("oob", name))).height(360.0);
        // What a line is set in by tells something in the list alone.
        let width = list_width(ui, shown.trim_start(), width);
        list.width(width).truncate().selected_text(shown.trim_start()).show_ui(ui, |ui| {
            for (id, text) in choices {
                let on = now == Some(id);
                if ui.selectable_label(on, text).clicked() && !on {
                    chosen = Some(id.clone());
                }
            }
        })
    });
    chosen
}

/// A list of unit types with their symbols.
pub(super) fn type_choice(
    ui: &mut Ui,
    symbols: &mut Symbols,
    ruleset: &Ruleset,
    name: &str,
    width: f32,
    now: Option<&Option<Id>>,
    none: Option<&str>,
) -> Option<Option<Id>> {
    let types = &ruleset.counters.types;
    let found = |id: &Id| types.iter().find(|one| one.id == *id);
    let shown = match now {
        None => "several",
        Some(None) => none.unwrap_or("none"),
        Some(Some(id)) => found(id).map_or(id.as_str(), |one| one.name.as_str()),
    };
    let now_type = now.and_then(Option::as_ref).and_then(found);
    let mut chosen = None;
    ui.horizontal(|ui| {
        if let Some(one) = now_type {
            let (rect, _) = ui.allocate_exact_size(vec2(WIDE + 4.0, HIGH + 4.0), Sense::hover());
            symbols.paint(ui, one.symbol, one.mark, rect);
        }
        let width = width - if now_type.is_some() { WIDE + 12.0 } else { 0.0 };
        ui.name_inputs(name.to_owned(), |ui| {
            let list = ComboBox::from_id_salt(WidgetId::unique(("oob", name)));
            list.width(width).height(360.0).truncate().selected_text(shown).show_ui(ui, |ui| {
                if let Some(none) = none
                    && ui.selectable_label(now == Some(&None), none).clicked()
                {
                    chosen = Some(None);
                }
                for one in types {
                    let on = now_type.is_some_and(|now| now.id == one.id);
                    // Room for the symbol before the words.
                    let text = format!("            {}", one.name);
                    let response = ui.selectable_label(on, text);
                    let left = response.rect.left_center();
                    let at = Rect::from_center_size(
                        pos2(left.x + WIDE / 2.0 + 6.0, left.y),
                        vec2(WIDE, HIGH),
                    );
                    symbols.paint(ui, one.symbol, one.mark, at);
                    if response.clicked() && !on {
                        chosen = Some(Some(one.id.clone()));
                    }
                }
            })
        });
    });
    chosen
}
