//! Pictures of what is in hand: a hex or a counter, drawn by the same code as the map and the
//! counters on it.

use egui::{Id, Sense, Ui, Vec2, WidgetInfo};
use salient_document::{Document, Item};
use salient_schema::Defined;

use super::with;
use crate::look::names::id_and_name;
use crate::look::sample_counter::counter;
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
