//! Pictures of what is in hand: a hex or a counter, drawn by the same code as the map and the
//! counters on it.

use egui::{Id, Sense, Ui, Vec2, WidgetInfo};
use salient_art::counter_art::Shown;
use salient_art::{CounterArt, Scene};
use salient_document::{Document, Item};
use salient_schema::common::{Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Face, OrderOfBattle};
use salient_schema::ruleset::Symbol;
use salient_schema::{Defined, Pictures, Ruleset};

use super::entries::id_and_name;
use super::with;
use crate::look::shapes::Picture;
use crate::look::swatches::{Of, sample};

/// How large a picture is, in points.
const SIZE: f32 = 150.0;

/// The picture of what is in hand, and the draft that it is of while a colour is picked.
#[derive(Debug, Default)]
pub struct Preview {
    made_for: Option<(u64, Defined, Item)>,
    picture: Option<Picture>,
    draft: Option<(Id, Item)>,
}

impl Preview {
    /// The draft of a form, if there is one.
    pub fn shown(&self, id: Id) -> Option<Item> {
        self.draft.as_ref().filter(|(of, _)| *of == id).map(|(_, item)| item.clone())
    }

    /// Takes note of the draft of a form, or that there is none.
    pub fn draft(&mut self, id: Id, draft: Option<Item>) {
        self.draft = draft.map(|item| (id, item));
    }

    /// Paints what stands at a place of a list, as `item` has it.
    pub fn paint(&mut self, ui: &mut Ui, document: &Document, of: Defined, at: usize, item: &Item) {
        let made_for = (document.revision(), of, item.clone());
        let scale = if Of::drawn_as(of).is_some() { SIZE / 1.16 } else { SIZE };
        if self.made_for.as_ref() != Some(&made_for) {
            let ruleset = with(document.ruleset(), of, at, item);
            let pixels = ui.pixels_per_point();
            let scene = match Of::drawn_as(of) {
                Some(drawn) => {
                    Some(sample(&document.map().grid, &ruleset, drawn, id_and_name(item).0))
                }
                None if matches!(of, Defined::OptionalRule | Defined::FormationRating) => None,
                None => counter(&ruleset, item, SIZE * pixels),
            };
            self.picture = scene.map(|scene| Picture::new(&scene, scale, pixels));
            self.made_for = Some(made_for);
        }
        let Some(picture) = &mut self.picture else { return };
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIZE + 8.0), Sense::hover());
        let name = format!("Picture of {}", id_and_name(item).1);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
        picture.paint(ui.painter(), rect.center(), scale, rect);
    }
}

/// A counter that has what is in hand; none where a ruleset has no unit type yet.
pub fn counter(ruleset: &Ruleset, item: &Item, pixels: f32) -> Option<Scene> {
    let layout = &ruleset.counters;
    let own = id_and_name(item).0.to_owned();
    let unit_type = match item {
        Item::UnitType(_) => own.clone(),
        _ => {
            let plain = layout.types.iter().find(|unit| unit.symbol == Symbol::Infantry);
            plain.or(layout.types.first())?.id.clone()
        }
    };
    let size = match item {
        Item::UnitSize(_) => Some(own.clone()),
        _ => layout.sizes.first().map(|size| size.id.clone()),
    };
    let nations = &ruleset.nations;
    let nation = match item {
        Item::Nation(_) => nations.iter().find(|nation| nation.id == own),
        Item::Side(_) => nations.iter().find(|it| it.side.as_ref() == Some(&own)),
        _ => nations.first(),
    };
    let side = nation.and_then(|nation| nation.side.clone());
    let side = side.or_else(|| ruleset.sides.first().map(|side| side.id.clone()));
    // Where every rating may be left out, none would stand on it.
    let all = layout.ratings.iter().all(|rating| rating.optional);
    let wanted = layout.ratings.iter().filter(|one| all || !one.optional || one.id == own);
    // Each with a number of its own, so that their places can be told.
    let ratings = (4..).zip(wanted).map(|(value, rating): (i32, _)| {
        let value = value.clamp(rating.min.min(rating.max), rating.max.max(rating.min));
        (rating.id.clone(), Rating::Number(value))
    });
    let counter = Counter {
        id: "sample".to_owned(),
        designation: "1".to_owned(),
        side: side.unwrap_or_default(),
        nation: nation.map(|nation| nation.id.clone()),
        unit_type,
        size,
        formation: None,
        count: 1,
        footprint: 1,
        faces: vec![Face { ratings: ratings.collect(), ..Face::default() }],
        traits: match item {
            Item::Trait(_) => vec![own],
            _ => Vec::new(),
        },
        parts: Vec::new(),
        substitute: None,
        provenance: Provenance::Printed,
        notes: Vec::new(),
    };
    let oob = OrderOfBattle {
        schema: String::new(),
        format_version: 1,
        id: "sample".to_owned(),
        title: String::new(),
        ruleset: String::new(),
        notes: Vec::new(),
        formations: Vec::new(),
        counters: vec![counter],
    };
    let mut scene = Scene::new();
    let shown = Shown { counter: "sample", face: 0 };
    let art = CounterArt::new(ruleset, std::slice::from_ref(&oob), &Pictures::default());
    art.draw(shown, [0.0, 0.0], 1.0, pixels, &mut scene);
    Some(scene)
}
