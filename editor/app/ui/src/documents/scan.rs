//! The scan of a document: told of a picture that was read, painted from it, picked on.

use std::sync::Arc;

use egui::Context;
use salient_document::layers::LayerId;
use salient_document::tools::area::hexes;
use salient_document::tools::{Button, Cursor, Key};
use salient_document::{Edit, ToolEvent, ToolOutput};
use salient_schema::map::Scan;

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::request::map::ScanRequest;
use crate::request::views::Tab;
use crate::scan::{Loaded, Pick, ScanState, file_of, name_for};

impl OpenDocument {
    /// Catches up with what the scan's threads bring.
    pub fn tend_scan(&mut self, ctx: &Context, news: &mut Notices) {
        if self.inspector.scan.state.tend(ctx, &self.document) {
            self.scan_opened(news);
        }
    }

    /// Tells the document of the picture that was just read.
    /// Tells the document of the picture that was just read.
    fn scan_opened(&mut self, news: &mut Notices) {
        let state = &mut self.inspector.scan.state;
        let Some(loaded) = state.loaded.clone() else { return };
        let size = loaded.pyramid.size();
        let old = self.document.map().scan.as_ref();
        // The same sheet scanned again, or moved to another place, is fitted already.
        let points = old.filter(|old| old.size == size).map(|old| old.control_points.clone());
        let file = name_for(&self.document, &loaded.path);
        let scan = Scan { file, size, control_points: points.unwrap_or_default() };
        // So that the next look finds what was read.
        let path = file_of(&self.document, &scan);
        if let Some(loaded) = state.loaded.take().and_then(Arc::into_inner) {
            state.loaded = Some(Arc::new(Loaded { path, ..loaded }));
        } else {
            state.loaded = Some(loaded);
        }
        state.review = None;
        let mut layer = self.document.layers().get(LayerId::Scan);
        layer.shown = true;
        if layer.opacity > 0.75 {
            layer.opacity = 0.6;
        }
        self.document.set_layer(LayerId::Scan, layer);
        self.inspector.tab = Tab::Scan;
        let edit = Edit::SetScan { scan: Some(Box::new(scan)) };
        if let Err(error) = self.document.apply(edit) {
            news.bad(sentence(&error.to_string()));
        }
    }

    /// Where a pixel of the scan is on the screen, once the map has been shown.
    pub fn scan_position(&mut self, [column, row]: [f64; 2]) -> Option<egui::Pos2> {
        let state = &mut self.inspector.scan.state;
        let [a, b, c, d, e, f] = state.plane_from_pixel(&self.document)?;
        let at = [(a * column + b * row + c) as f32, (d * column + e * row + f) as f32];
        Some(self.panes.map().screen_of(at))
    }

    /// Carries out what is asked of the scan.
    pub(super) fn scan_request(&mut self, request: ScanRequest, news: &mut Notices) {
        match request {
            // Files are asked for and opened elsewhere.
            ScanRequest::Ask | ScanRequest::Open(_) => {}
            ScanRequest::Remove => {
                let state = &mut self.inspector.scan.state;
                *state = ScanState::default();
                let edit = Edit::SetScan { scan: None };
                self.edit(edit.name_in(None), vec![edit], news);
            }
            ScanRequest::Apply => {
                let state = &mut self.inspector.scan.state;
                let Some(review) = &state.review else { return };
                let edits = review.paint(&self.document);
                let count: usize = edits
                    .iter()
                    .map(|edit| match edit {
                        Edit::PaintTerrain { hexes, .. } => hexes.len(),
                        _ => 0,
                    })
                    .sum();
                let name = "Read terrain off the scan".to_owned();
                let revision = self.document.revision();
                self.edit(name, edits, news);
                if self.document.revision() != revision {
                    // The doubtful ones can be looked through all the same.
                    news.good(format!("{} painted.", hexes(count)));
                }
            }
        }
    }

    /// What the pointer does over the map while the scan asks for a place. Gives whether it was
    /// meant for the scan.
    pub(super) fn scan_takes(&mut self, event: &ToolEvent) -> bool {
        let state = &mut self.inspector.scan.state;
        if state.pick == Pick::Nothing || self.inspector.tab != Tab::Scan {
            return false;
        }
        // The tool's own hint shows again when nothing is picked any more.
        let hint = std::mem::take(&mut self.output.hint);
        self.output = ToolOutput { hint, cursor: Cursor::Crosshair, ..ToolOutput::default() };
        match event {
            ToolEvent::Press { at, button: Button::Primary, .. } => match state.pick {
                Pick::Point => {
                    if let Some(pixel) = state.pixel_at(&self.document, *at) {
                        state.drafts.push(pixel);
                        state.focus_draft = true;
                        state.pick = Pick::Nothing;
                    }
                }
                _ => {
                    if let Some(hex) = self.document.grid().hex_at(*at) {
                        state.example(hex);
                    }
                }
            },
            ToolEvent::Key(Key::Escape) => state.pick = Pick::Nothing,
            _ => {}
        }
        true
    }
}
