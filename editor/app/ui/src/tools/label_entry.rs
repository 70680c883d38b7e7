//! A label is written where it stands: a small field over the map.

use egui::{Area, Frame, Id, Key, Order, Pos2, TextEdit, Ui, vec2};

use super::LabelEntry;
use crate::look::widgets::name_input;
use crate::request::Request;
use crate::request::tools::ToolsRequest;

/// How wide the field is, in points.
const WIDTH: f32 = 180.0;

/// Shows the field with its middle at a point of the screen. Enter writes, Escape gives up, and a
/// click elsewhere writes too.
pub fn show(ui: &Ui, entry: &LabelEntry, at: Pos2, requests: &mut Vec<Request>) {
    let ctx = ui.ctx();
    let id = Id::unique("label entry").with(entry.hex.0);
    let fresh = ctx.data(|data| data.get_temp::<String>(id).is_none());
    let mut text = ctx.data(|data| data.get_temp(id)).unwrap_or_else(|| entry.text.clone());
    let place = at - vec2(WIDTH / 2.0 + 8.0, 20.0);
    let area = Area::new(id.with("area")).order(Order::Foreground).fixed_pos(place).constrain(true);
    let (mut done, mut gone) = (false, false);
    area.show(ctx, |ui| {
        Frame::popup(ui.style()).inner_margin(8).show(ui, |ui| {
            let field = TextEdit::singleline(&mut text)
                .id(id.with("field"))
                .hint_text("Label")
                .desired_width(WIDTH);
            let response = ui.add(field);
            name_input(&response, "Label");
            if fresh {
                response.request_focus();
            } else if ui.input(|input| input.key_pressed(Key::Escape)) {
                gone = true;
            } else if response.lost_focus() {
                done = true;
            }
        });
    });
    if gone || done {
        ctx.data_mut(|data| data.remove::<String>(id));
        let (hex, kind) = (entry.hex, entry.kind.clone());
        let request =
            if gone { ToolsRequest::NoLabel } else { ToolsRequest::Label { hex, kind, text } };
        requests.push(request.into());
    } else {
        ctx.data_mut(|data| data.insert_temp(id, text));
    }
}
