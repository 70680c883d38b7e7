//! The tools of the map: what each was set to last, its settings, and what their commands do.

pub mod label_entry;
pub mod memory;
pub mod options;

use std::sync::Arc;

use salient_document::tools::{Erase, Key, Stamp, area, label};
use salient_document::{Edit, Selection, Tool, ToolEvent};
use salient_hex::grid::Hex;
use salient_schema::Id;

use super::app::{App, sentence};
use super::command::UiCommand;
use super::request::Request;

/// What the settings of a tool ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolsRequest {
    /// Paint the selected hexes.
    PaintSelected(Id),
    /// Erase what a layer has in the selected hexes.
    EraseSelected(Erase),
    /// Give what stands in the selected hexes to a side, or to nobody.
    GiveSelected(Option<Id>),
    /// Add a zone of the selected hexes, and take it into the hand.
    NewZone,
    /// What was written as a label.
    Label {
        /// The hex.
        hex: Hex,
        /// The feature kind.
        kind: Id,
        /// The text; nothing to take the label off.
        text: String,
    },
    /// Nothing was written.
    NoLabel,
}

/// A label that is being written.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelEntry {
    /// The hex.
    pub hex: Hex,
    /// The feature kind.
    pub kind: Id,
    /// What it said before.
    pub text: String,
}

impl App {
    /// Whether a command of the tools can be carried out now.
    pub(super) fn tools_enabled(&self, command: UiCommand) -> bool {
        let tool = self.sheet.tools.tool();
        let turns = matches!(tool, Tool::Stamp { stamp: Some(_) });
        self.sheet.is_editing()
            && match command {
                UiCommand::Copy => self.copied_hexes().is_some(),
                UiCommand::Paste => self.clipboard.is_some(),
                UiCommand::WiderBrush => tool.brush().is_some_and(|brush| brush.wider() != brush),
                UiCommand::NarrowerBrush => {
                    tool.brush().is_some_and(|brush| brush.narrower() != brush)
                }
                UiCommand::TurnStamp | UiCommand::TurnStampBack | UiCommand::MirrorStamp => turns,
                _ => true,
            }
    }

    /// Carries out a command of the tools.
    pub(super) fn tools_command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::Copy => {
                let Some(hexes) = self.copied_hexes() else { return };
                let stamp = Stamp::copy(&self.sheet.document, &hexes).map(Arc::new);
                if let Some(stamp) = stamp {
                    let count = match stamp.len() {
                        1 => "1 hex".to_owned(),
                        count => format!("{} hexes", area::thousands(count)),
                    };
                    let title = self.sheet.document.map().title.clone();
                    self.notices.good(format!("{count} copied. Paste to lay them down."));
                    // The desktop tells of pasting only if there is something to paste.
                    ctx.copy_text(format!("{count} of {title}"));
                    self.clipboard = Some(stamp.clone());
                    self.sheet.memory.remember(&Tool::Stamp { stamp: Some(stamp) });
                }
            }
            UiCommand::Paste => {
                let stamp = self.clipboard.clone();
                self.choose(Tool::Stamp { stamp });
            }
            UiCommand::SelectAll => {
                let hexes = self.sheet.document.grid().hexes();
                self.sheet.document.select(Selection::of_hexes(hexes));
            }
            UiCommand::WiderBrush | UiCommand::NarrowerBrush => {
                let tool = self.sheet.tools.tool().clone();
                let Some(brush) = tool.brush() else { return };
                let wider = command == UiCommand::WiderBrush;
                self.choose(tool.with_brush(if wider { brush.wider() } else { brush.narrower() }));
            }
            UiCommand::TurnStamp => self.tool_event(&ToolEvent::Key(Key::Rotate)),
            UiCommand::TurnStampBack => self.tool_event(&ToolEvent::Key(Key::RotateBack)),
            UiCommand::MirrorStamp => self.tool_event(&ToolEvent::Key(Key::Mirror)),
            _ => {}
        }
    }

    /// The hexes that copying means: the selected group, or the one selected hex.
    fn copied_hexes(&self) -> Option<Vec<Hex>> {
        let selection = self.sheet.document.selection();
        match selection.hexes.as_slice() {
            [] => selection.hex.map(|hex| vec![hex]),
            hexes => Some(hexes.to_vec()),
        }
    }

    /// Carries out what the settings of a tool ask for.
    pub(super) fn tools_request(&mut self, request: ToolsRequest) {
        if !self.sheet.is_editing() {
            return;
        }
        let document = &self.sheet.document;
        let hexes = &document.selection().hexes;
        let (name, edits) = match request {
            ToolsRequest::PaintSelected(kind) => {
                let edits = area::paint(document, hexes, &kind).into_iter().collect();
                (format!("Paint {kind}"), edits)
            }
            ToolsRequest::EraseSelected(what) => {
                let name = format!("Erase {}", what.name().to_lowercase());
                (name, area::erase(document, hexes, what))
            }
            ToolsRequest::GiveSelected(owner) => {
                let edits = area::give(document, hexes, owner.as_deref());
                let sides = &document.ruleset().sides;
                let side = sides.iter().find(|side| Some(&side.id) == owner.as_ref());
                let side = side.map_or("nobody", |side| side.name.as_str());
                (format!("Give hexes to {side}"), edits)
            }
            ToolsRequest::NewZone => {
                let zone = memory::new_zone(document);
                let id = zone.id.clone();
                self.edit("Add zone".to_owned(), vec![Edit::AddZone { zone, at: None }]);
                let zones = &self.sheet.document.map().zones.items;
                if zones.iter().any(|zone| zone.id == id) {
                    let brush = self.sheet.memory.brush;
                    self.choose(Tool::Zone { zone: id, brush });
                }
                return;
            }
            ToolsRequest::Label { hex, kind, text } => {
                // Escape took it away, and with it what was written.
                if self.sheet.label_entry.take().is_none() {
                    return;
                }
                let edit = label::edit(&self.sheet.document, hex, &kind, &text);
                if let Some(edit) = edit {
                    let text = text.trim();
                    let name = if text.is_empty() {
                        "Remove label".to_owned()
                    } else {
                        format!("Write “{text}”")
                    };
                    self.edit(name, vec![edit]);
                }
                return;
            }
            ToolsRequest::NoLabel => {
                self.sheet.label_entry = None;
                return;
            }
        };
        if edits.is_empty() {
            self.notices.good("Nothing is different: it is so already.");
            return;
        }
        self.edit(name, edits);
    }

    /// Edits as one step; nothing where one is refused, or where a layer is hidden or locked.
    pub(super) fn edit(&mut self, name: String, edits: Vec<Edit>) {
        if !self.sheet.is_editing() {
            return;
        }
        let layers = self.sheet.document.layers();
        let refused = edits.iter().find_map(|edit| layers.refusing(edit));
        if let Some(hint) = refused.and_then(|layer| layers.refusal(layer)) {
            self.notices.bad(hint);
            return;
        }
        self.sheet.document.begin(name);
        for edit in edits {
            if let Err(error) = self.sheet.document.apply(edit) {
                self.notices.bad(sentence(&error.to_string()));
                self.sheet.document.cancel();
                return;
            }
        }
        self.sheet.document.commit();
    }
}

impl From<ToolsRequest> for Request {
    fn from(request: ToolsRequest) -> Self {
        Self::Tools(request)
    }
}
