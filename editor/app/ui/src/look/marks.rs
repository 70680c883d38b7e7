//! Where named widgets are on the screen, so that the tour can point at them.

use std::collections::BTreeMap;

use egui::{Context, Id, Rect, Ui};

/// The widgets of a frame, by name.
#[derive(Clone, Debug, Default)]
struct Marks(BTreeMap<String, Rect>);

fn id() -> Id {
    Id::unique("tour marks")
}

/// Notes where a widget is, while there is a tour.
pub fn note(ui: &Ui, name: &str, rect: Rect) {
    let shown = rect.intersect(ui.clip_rect());
    if shown.is_positive() {
        ui.data_mut(|data| {
            let marks: &mut Option<Marks> = data.get_temp_mut_or_default(id());
            if let Some(Marks(marks)) = marks {
                marks.insert(name.to_owned(), shown);
            }
        });
    }
}

/// Begins to take notes, or ends.
pub fn take(ctx: &Context, on: bool) {
    ctx.data_mut(|data| {
        data.insert_temp(id(), on.then(Marks::default));
    });
}

/// Where a widget was in this frame: the first whose name begins so.
pub fn find(ctx: &Context, name: &str) -> Option<Rect> {
    ctx.data(|data| data.get_temp::<Option<Marks>>(id())).flatten().and_then(|Marks(marks)| {
        let from = marks.range(name.to_owned()..).next();
        from.filter(|(found, _)| found.starts_with(name)).map(|(_, rect)| *rect)
    })
}
