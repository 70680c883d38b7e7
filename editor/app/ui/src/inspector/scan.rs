//! The tab "Scan": a scanned map as an underlay, fitted by points and read by its colours.

use egui::{
    Align, Align2, Color32, ComboBox, FontId, Id, Layout, Rect, RichText, ScrollArea, Slider,
    Stroke, TextEdit, Ui, vec2,
};
use salient_document::Document;
use salient_document::layers::LayerId;
use salient_document::tools::area::{hexes, thousands};
use salient_schema::map::{Scan as ScanOfMap, ScanPoint};

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    card, field, full_button, heading, icon_button, named_text, primary_button, progress, quiet,
    text_button, text_field,
};
use crate::map::camera::Camera;
use crate::request::Request;
use crate::request::map::{MapRequest, ScanRequest};
use crate::scan::{DOUBT, Pick, Review, ScanState, with_point, without_point};

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Scan {
    /// The scan itself.
    pub state: ScanState,
    /// The number that is being typed for a new point.
    typed: String,
    /// Why a number that was typed is none.
    trouble: Option<String>,
}

impl Scan {
    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let editing = input.test_run.lets_edit();
        ScrollArea::vertical().auto_shrink(false).id_salt("scan").show(ui, |ui| {
            if !editing {
                quiet(ui, "A test-run is shown; go back to editing to work with the scan.");
                return;
            }
            self.picture(ui, input.document, requests);
            let Some(scan) = &input.document.map().scan else { return };
            self.points(ui, input.document, scan, requests);
            self.fit(ui, input.document);
            self.colours(ui, input.document);
            self.review(ui, input.document, requests);
        });
    }

    /// The file, and how it lies over the map.
    fn picture(&mut self, ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
        let ask = |request| Request::Map(MapRequest::Scan(request));
        if let Some(path) = self.state.loading() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            quiet(ui, format!("Reading {name} …"));
        }
        if let Some(trouble) = &self.state.trouble {
            let text = RichText::new(trouble).color(palette(ui).error);
            ui.add(egui::Label::new(text).wrap());
        }
        let Some(scan) = &document.map().scan else {
            quiet(
                ui,
                "Lay a scanned map under the hexes: fit it by hexes whose numbers you know, and \
                 trace it, or have the terrain read off its colours.",
            );
            ui.add_space(theme::GAP);
            if full_button(ui, Some(Icon::Picture), "Open a scan…", true, true).clicked() {
                requests.push(ask(ScanRequest::Ask));
            }
            quiet(ui, "PNG, JPEG, TIFF or WebP, up to 20,000 pixels a side.");
            return;
        };
        card(ui, |ui| {
            ui.horizontal(|ui| {
                let name = scan.file.rsplit('/').next().unwrap_or(&scan.file);
                ui.add(egui::Label::new(RichText::new(name).font(theme::strong(15.0))).truncate());
            });
            quiet(ui, format!("{} × {} pixels", scan.size[0], scan.size[1]));
            if let Some(note) = self.state.loaded.as_ref().and_then(|loaded| loaded.note.as_ref()) {
                quiet(ui, note);
            }
            ui.horizontal(|ui| {
                if text_button(ui, None, "Another…", true).clicked() {
                    requests.push(ask(ScanRequest::Ask));
                }
                if text_button(ui, None, "Remove the scan", true).clicked() {
                    requests.push(ask(ScanRequest::Remove));
                }
            });
            let state = document.layers().get(LayerId::Scan);
            field(ui, "Opacity", |ui| {
                let mut opacity = state.opacity * 100.0;
                let slider = Slider::new(&mut opacity, 0.0..=100.0).fixed_decimals(0).suffix(" %");
                if ui.name_inputs("Opacity of the scan", |ui| ui.add(slider)).changed() {
                    let mut state = state;
                    state.opacity = opacity / 100.0;
                    requests.push(Request::Layer(LayerId::Scan, state));
                }
            });
            ui.checkbox(&mut self.state.under, "Under the map");
            if self.state.under {
                quiet(ui, "Fade the terrain on the tab “Layers” to see it.");
            }
        });
    }

    /// The control points with their residuals.
    fn points(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        scan: &ScanOfMap,
        requests: &mut Vec<Request>,
    ) {
        heading(ui, "Control points");
        if self.state.loaded.is_none() && self.state.loading().is_none() {
            quiet(ui, "The picture is not there; open it again to see it.");
        }
        let fit = self.state.fit(document).and_then(|fit| fit.as_ref().ok()).cloned();
        for (at, point) in scan.control_points.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{}", at + 1)).color(palette(ui).quiet));
                let name = format!("Hex of point {}", at + 1);
                let id = Id::unique(("scan point", at, scan.control_points.len()));
                if let Some(text) = text_field(ui, id, &name, "0101", &point.hex, 76.0) {
                    let text = text.trim().to_owned();
                    match document.grid().parse(&text) {
                        Some(_) => {
                            self.trouble = None;
                            let point = ScanPoint { hex: text, ..point.clone() };
                            requests.push(named(
                                "Move a control point",
                                with_point(scan, Some(at), point),
                            ));
                        }
                        None => self.trouble = Some(no_such_hex(&text)),
                    }
                }
                let fitted = fit.as_ref().and_then(|fit| fit.points.get(at));
                if let (Some(fitted), Some(fit)) = (fitted, &fit) {
                    let suspect = fit.suspect == Some(at);
                    let ink = if suspect || fitted.residual_hexes > 0.3 {
                        palette(ui).warning
                    } else {
                        ui.visuals().text_color()
                    };
                    let text = format!("{:.2} hex off", fitted.residual_hexes);
                    ui.label(RichText::new(text).color(ink));
                    if suspect {
                        ui.label(RichText::new("number right?").color(ink));
                    }
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let name = format!("Remove point {}", at + 1);
                    if icon_button(ui, Icon::Close, &name, true).clicked() {
                        requests.push(named("Remove a control point", without_point(scan, at)));
                    }
                });
            });
        }
        self.drafts(ui, document, scan, requests);
        if let Some(trouble) = &self.trouble {
            let text = RichText::new(trouble).color(palette(ui).error);
            ui.add(egui::Label::new(text).wrap());
        }
        let picking = self.state.pick == Pick::Point;
        let text = if picking { "Click a hex of the scan …" } else { "Add a point" };
        let ready = self.state.loaded.is_some();
        if full_button(ui, Some(Icon::Select), text, ready, picking).clicked() {
            self.state.pick = if picking { Pick::Nothing } else { Pick::Point };
        }
        if scan.control_points.len() < 3 {
            quiet(
                ui,
                "Click the middle of a hex on the scan and type its number. Four near the \
                 corners are best: each then shows how far it is off.",
            );
        }
    }

    /// Places without a number yet.
    fn drafts(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        scan: &ScanOfMap,
        requests: &mut Vec<Request>,
    ) {
        let Some(&pixel) = self.state.drafts.last() else { return };
        card(ui, |ui| {
            ui.label("Which hex is this?");
            let mut enter = false;
            let mut leave = false;
            ui.horizontal(|ui| {
                let field =
                    TextEdit::singleline(&mut self.typed).hint_text("number").desired_width(90.0);
                let response = named_text(ui, "Number of the hex", field);
                if std::mem::take(&mut self.state.focus_draft) {
                    response.request_focus();
                }
                enter = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
                let filled = !self.typed.trim().is_empty();
                enter |= primary_button(ui, None, "Set point", filled).clicked();
                leave = icon_button(ui, Icon::Close, "Forget this place", true).clicked();
            });
            if leave {
                self.state.drafts.pop();
                self.typed.clear();
                self.trouble = None;
            } else if enter {
                let typed = self.typed.trim().to_owned();
                match document.grid().parse(&typed) {
                    Some(_) => {
                        let point = ScanPoint { pixel, hex: typed };
                        requests.push(named("Add a control point", with_point(scan, None, point)));
                        self.state.drafts.pop();
                        self.typed.clear();
                        self.trouble = None;
                        if scan.control_points.len() < 3 {
                            self.state.pick = Pick::Point;
                        }
                    }
                    None => {
                        self.trouble = Some(no_such_hex(&typed));
                        self.state.focus_draft = true;
                    }
                }
            }
        });
    }

    /// What the points come to.
    fn fit(&mut self, ui: &mut Ui, document: &Document) {
        match self.state.fit(document) {
            Some(Ok(fit)) => {
                let mut words = format!(
                    "Fitted to {:.2} hexes on average. A hex is {:.0} pixels wide, the scan is \
                     turned by {:.1}° and skewed by {:.1}°.",
                    fit.rms_hexes,
                    fit.pixels_per_hex,
                    plain(fit.turned_degrees),
                    plain(fit.skew_degrees)
                );
                if fit.points.len() < 3 {
                    words.push_str(" A third point tells the skew.");
                } else if fit.points.len() == 3 {
                    words.push_str(" A fourth point tells how good the fit is.");
                }
                quiet(ui, words);
            }
            Some(Err(salient_cartography::scan::FitError::TooFew { .. })) | None => {}
            Some(Err(error)) => {
                let text = RichText::new(sentence(&error.to_string())).color(palette(ui).error);
                ui.add(egui::Label::new(text).wrap());
            }
        }
    }

    /// Examples of each kind, and reading.
    fn colours(&mut self, ui: &mut Ui, document: &Document) {
        heading(ui, "Read terrain off");
        if !matches!(self.state.fit(document), Some(Ok(_))) {
            quiet(ui, "Fit the scan first.");
            return;
        }
        let terrain = &document.ruleset().terrain;
        if !terrain.iter().any(|kind| kind.id == self.state.kind) {
            self.state.kind = terrain.first().map(|kind| kind.id.clone()).unwrap_or_default();
        }
        let examples = self.state.examples.clone();
        for kind in terrain {
            let of_kind: Vec<_> = examples.iter().filter(|sample| sample.kind == kind.id).collect();
            ui.horizontal_wrapped(|ui| {
                let chosen = self.state.kind == kind.id;
                if ui.radio(chosen, &kind.name).clicked() {
                    self.state.kind.clone_from(&kind.id);
                    self.state.pick = Pick::Example;
                }
                for sample in of_kind {
                    let label = document.grid().label(sample.hex);
                    let name = format!("Remove example {label}");
                    let button = ui.small_button(&label).on_hover_text(&name);
                    button
                        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                    if button.clicked() {
                        self.state.examples.retain(|other| other.hex != sample.hex);
                    }
                }
            });
        }
        let picking = self.state.pick == Pick::Example;
        let text = if picking { "Click examples on the map …" } else { "Pick examples" };
        if full_button(ui, Some(Icon::Eyedropper), text, true, picking).clicked() {
            self.state.pick = if picking { Pick::Nothing } else { Pick::Example };
        }
        match self.state.progress() {
            Some(share) => {
                ui.horizontal(|ui| {
                    if text_button(ui, Some(Icon::Stop), "Stop reading", true).clicked() {
                        self.state.stop();
                    }
                    progress(ui, share, &format!("{:.0} % read", share * 100.0));
                });
            }
            None => {
                let mut kinds: Vec<_> = examples.iter().map(|sample| &sample.kind).collect();
                kinds.dedup();
                let ready = kinds.len() >= 2 && self.state.loaded.is_some();
                if full_button(ui, None, "Read the colours", ready, !picking).clicked() {
                    self.state.pick = Pick::Nothing;
                    let ctx = ui.ctx().clone();
                    self.state.read_off(&ctx, document);
                }
                if !ready {
                    quiet(
                        ui,
                        "Two or three hexes of each kind of terrain that the scan shows, without \
                         towns or other print in them, are enough.",
                    );
                }
            }
        }
        if let Some(trouble) = &self.state.read_trouble {
            let text = RichText::new(trouble).color(palette(ui).error);
            ui.add(egui::Label::new(text).wrap());
        }
    }

    /// What was read, the doubtful hexes one by one.
    fn review(&mut self, ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
        let Some(review) = &mut self.state.review else { return };
        if std::mem::take(&mut self.state.review_is_new) {
            ui.scroll_to_cursor(Some(Align::TOP));
        }
        heading(ui, "What was read");
        let changed: usize = review
            .paint(document)
            .iter()
            .map(|edit| match edit {
                salient_document::Edit::PaintTerrain { hexes, .. } => hexes.len(),
                _ => 0,
            })
            .sum();
        let outside = review.reading.outside.len();
        let mut words = format!(
            "{} read, {} of them doubtful; {} become something else.",
            hexes(review.reading.proposals.len()),
            thousands(review.doubtful),
            thousands(changed)
        );
        if outside > 0 {
            words.push_str(&format!(" {outside} lie beyond the scan and stay as they are."));
        }
        quiet(ui, words);
        if review.doubtful > 0 {
            doubtful(ui, document, review, requests);
        }
        ui.add_space(theme::GAP);
        let text = format!("Paint {}", hexes(changed));
        if full_button(ui, Some(Icon::Brush), &text, changed > 0, true).clicked() {
            requests.push(Request::Map(MapRequest::Scan(ScanRequest::Apply)));
        }
        if text_button(ui, None, "Forget the reading", true).clicked() {
            self.state.review = None;
        }
    }

    /// Paints control points, examples and doubtful hexes over the map.
    pub fn marks(&mut self, ui: &Ui, view: Rect, camera: &Camera, document: &Document) {
        let Some([a, b, c, d, e, f]) = self.state.plane_from_pixel(document) else { return };
        let place = |[column, row]: [f64; 2]| {
            let at = [(a * column + b * row + c) as f32, (d * column + e * row + f) as f32];
            camera.screen_from_plane(view, at)
        };
        let painter = ui.painter().with_clip_rect(view);
        let colours = palette(ui);
        let cross = |at: egui::Pos2, ink: Color32, text: &str| {
            for (width, ink) in [(4.0, Color32::WHITE), (2.0, ink)] {
                let pen = Stroke::new(width, ink);
                painter.circle_stroke(at, 7.0, pen);
                painter.line_segment([at - vec2(12.0, 0.0), at + vec2(12.0, 0.0)], pen);
                painter.line_segment([at - vec2(0.0, 12.0), at + vec2(0.0, 12.0)], pen);
            }
            let font = FontId::proportional(14.0);
            let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::BLACK);
            let at = at + vec2(12.0, 4.0);
            let background = Rect::from_min_size(at, galley.size()).expand2(vec2(3.0, 1.0));
            painter.rect_filled(background, 3.0, Color32::from_white_alpha(220));
            painter.galley(at, galley, Color32::BLACK);
        };
        let red = Color32::from_rgb(0xc0, 0x20, 0x20);
        let scan = document.map().scan.as_ref();
        for point in scan.into_iter().flat_map(|scan| &scan.control_points) {
            cross(place(point.pixel), red, &point.hex);
        }
        for &pixel in &self.state.drafts {
            cross(place(pixel), colours.accent, "?");
        }
        let at = |hex| camera.screen_from_plane(view, document.grid().centre(hex));
        let names = &document.ruleset().terrain;
        for sample in &self.state.examples {
            let name = names.iter().find(|kind| kind.id == sample.kind);
            let text = name.map_or(sample.kind.as_str(), |kind| kind.name.as_str());
            let background = Rect::from_center_size(at(sample.hex), vec2(58.0, 18.0));
            if background.intersects(view) {
                painter.rect_filled(background, 4.0, Color32::from_white_alpha(225));
                let font = FontId::proportional(13.0);
                let middle = background.center();
                painter.text(middle, Align2::CENTER_CENTER, text, font, Color32::BLACK);
            }
        }
        if let Some(review) = &self.state.review {
            for (number, &place) in review.order.iter().take(review.doubtful).enumerate() {
                let Some(proposal) = review.reading.proposals.get(place) else { continue };
                let middle = at(proposal.hex);
                let open = review.decided.get(place).is_some_and(Option::is_none);
                if view.contains(middle) && open {
                    let radius = if number == review.at { 9.0 } else { 5.0 };
                    painter.circle_filled(middle, radius + 1.5, Color32::WHITE);
                    painter.circle_filled(middle, radius, colours.warning);
                }
            }
        }
    }
}

/// One doubtful hex, and what may become of it.
fn doubtful(ui: &mut Ui, document: &Document, review: &mut Review, requests: &mut Vec<Request>) {
    let count = review.doubtful;
    review.at = review.at.min(count - 1);
    let Some(&place) = review.order.get(review.at) else { return };
    let Some(proposal) = review.reading.proposals.get(place).cloned() else { return };
    let name_of = |id: &str| {
        let kind = document.ruleset().terrain.iter().find(|kind| kind.id == id);
        kind.map_or_else(|| id.to_owned(), |kind| kind.name.clone())
    };
    let mut step: Option<usize> = None;
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let label = document.grid().label(proposal.hex);
            let text = format!("Hex {label}, {} of {count}", review.at + 1);
            if ui.link(RichText::new(text).font(theme::strong(15.0))).clicked() {
                requests.push(Request::GoTo(proposal.hex));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let later = review.at + 1 < count;
                if icon_button(ui, Icon::Down, "Next doubtful hex", later).clicked() {
                    step = Some(review.at + 1);
                }
                if icon_button(ui, Icon::Up, "Previous doubtful hex", review.at > 0).clicked() {
                    step = Some(review.at - 1);
                }
            });
        });
        let sure = (proposal.confidence * 100.0).round();
        let mut words = format!("{}, {sure} % sure", name_of(&proposal.kind));
        if let Some(next) = &proposal.next {
            words.push_str(&format!("; or {}", name_of(next)));
        }
        quiet(ui, words);
        match review.decided.get(place) {
            Some(Some(Some(kind))) => {
                ui.label(format!("Decided: {}.", name_of(kind)));
            }
            Some(Some(None)) => {
                ui.label("Decided: it stays as it is.");
            }
            _ => {}
        }
        let mut decide: Option<Option<String>> = None;
        ui.horizontal_wrapped(|ui| {
            let accept = format!("Accept {}", name_of(&proposal.kind));
            if primary_button(ui, Some(Icon::Tick), &accept, true).clicked() {
                decide = Some(Some(proposal.kind.clone()));
            }
            if text_button(ui, None, "Leave as it is", true).clicked() {
                decide = Some(None);
            }
        });
        ui.name_inputs("Other terrain", |ui| {
            ComboBox::from_id_salt("other terrain").selected_text("Other terrain").show_ui(
                ui,
                |ui| {
                    for kind in &document.ruleset().terrain {
                        if ui.selectable_label(false, &kind.name).clicked() {
                            decide = Some(Some(kind.id.clone()));
                        }
                    }
                },
            )
        });
        if let Some(decided) = decide {
            if let Some(slot) = review.decided.get_mut(place) {
                *slot = Some(decided);
            }
            step = step.or((review.at + 1 < count).then_some(review.at + 1));
        }
    });
    if let Some(step) = step {
        review.at = step;
        let next = review.order.get(step).and_then(|&place| review.reading.proposals.get(place));
        requests.extend(next.map(|proposal| Request::GoTo(proposal.hex)));
    }
    quiet(ui, format!("Doubtful is what is less than {:.0} % sure.", DOUBT * 100.0));
}

fn named(name: &str, edit: salient_document::Edit) -> Request {
    Request::Edit { name: Some(name.to_owned()), edits: vec![edit] }
}

fn no_such_hex(typed: &str) -> String {
    format!("There is no hex {typed} on this map.")
}

/// An angle whose tenths are none is not written with a minus.
fn plain(degrees: f64) -> f64 {
    if degrees.abs() < 0.05 { 0.0 } else { degrees }
}
