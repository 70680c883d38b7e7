//! What the settings of a tool ask for.

use salient_document::tools::Erase;
use salient_hex::grid::Hex;
use salient_schema::Id;
use salient_schema::map::Zone;

use super::Request;

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
    /// Change a zone; what speaks of it follows where its id is another.
    ChangeZone(Id, Box<Zone>),
    /// Delete a zone.
    RemoveZone(Id),
    /// Show one zone and no other, or all as usual.
    ShowZoneAlone(Option<Id>),
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

impl From<ToolsRequest> for Request {
    fn from(request: ToolsRequest) -> Self {
        Self::Tools(request)
    }
}
