//! The strip of tabs: one a document; with one document alone there is none.

use egui::{Align, Color32, Frame, Layout, Margin, Panel, Role, ScrollArea, Sense, Ui, WidgetInfo};
use salient_document::Origin;

use crate::documents::{Documents, OpenDocument};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::icon_button;
use crate::request::Request;
use crate::request::tabs::TabRequest;

/// The longest name on a tab, in letters.
const NAME_LENGTH: usize = 34;

/// The strip of tabs; with one document alone there is none.
pub fn show(ui: &mut Ui, documents: &Documents, requests: &mut Vec<Request>) {
    if documents.is_alone() {
        return;
    }
    let margin = Margin { left: 8, right: 8, top: 0, bottom: 0 };
    let frame = Frame::new().fill(ui.visuals().faint_bg_color).inner_margin(margin);
    Panel::top("documents").exact_size(30.0).frame(frame).show(ui, |ui| {
        ScrollArea::horizontal().id_salt("documents").show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for (place, open) in documents.all().enumerate() {
                    tab(ui, place, documents, open, requests);
                }
            });
        });
    });
}

fn tab(
    ui: &mut Ui,
    place: usize,
    documents: &Documents,
    open: &OpenDocument,
    requests: &mut Vec<Request>,
) {
    let colours = palette(ui);
    let front = place == documents.place();
    let title = open.document.title();
    let mut name: String = title.chars().take(NAME_LENGTH).collect();
    if name.len() < title.len() {
        name.push('…');
    }
    let ink = if front { ui.visuals().text_color() } else { colours.quiet };
    let font = if front { theme::strong(14.0) } else { egui::FontId::proportional(14.0) };
    let galley = ui.painter().layout_no_wrap(name, font, Color32::PLACEHOLDER);
    let close = 22.0;
    let size = egui::vec2(galley.size().x + 30.0 + close, 30.0);
    // A drag stays with its document while the tabs change places.
    let (_, rect) = ui.allocate_space(size);
    let id = egui::Id::unique(("tab", open.number));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let dirty = open.document.dirty();
    let spoken = if dirty { format!("{title}, not saved") } else { title.to_owned() };
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, front, &spoken));
    let painter = ui.painter();
    if front {
        painter.rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let line = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width(), 2.5));
        painter.rect_filled(line, 0.0, colours.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, 0.0, ui.visuals().widgets.hovered.bg_fill);
    }
    if dirty {
        painter.circle_filled(rect.left_center() + egui::vec2(10.0, 0.0), 3.5, colours.warning);
    } else {
        let icon = egui::Rect::from_center_size(
            rect.left_center() + egui::vec2(10.0, 0.0),
            egui::Vec2::splat(12.0),
        );
        icons::paint(painter, icon, Icon::Hex, ink);
    }
    let left = rect.left() + 22.0;
    let top = rect.center().y - galley.size().y / 2.0;
    painter.galley(egui::pos2(left, top), galley, ink);
    let number = open.number;
    let corner = egui::Rect::from_center_size(
        rect.right_center() - egui::vec2(14.0, 0.0),
        egui::Vec2::splat(20.0),
    );
    let mut button = ui.new_child(egui::UiBuilder::new().max_rect(corner));
    button.spacing_mut().interact_size.y = 20.0;
    let close = icon_button(&mut button, Icon::Close, &format!("Close {title}"), true);
    if close.clicked() || response.middle_clicked() {
        requests.push(Request::Tab(TabRequest::Close(number)));
    } else if response.clicked() || response.drag_started() {
        requests.push(Request::Tab(TabRequest::Show(number)));
    }
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        // Dragged past its neighbour's middle, which is about as wide.
        let width = rect.width();
        let to = match at.x {
            x if x < rect.left() - width * 0.4 && place > 0 => Some(place - 1),
            x if x > rect.right() + width * 0.4 => Some(place + 1),
            _ => None,
        };
        if let Some(to) = to.filter(|to| *to < documents.all().count()) {
            requests.push(Request::Tab(TabRequest::Move(number, to)));
        }
    }
    let file = match open.document.origin() {
        Origin::File(path) => path.display().to_string(),
        Origin::Embedded => "It has no file yet.".to_owned(),
    };
    response.on_hover_text(format!("{title}\n{file}"));
}
