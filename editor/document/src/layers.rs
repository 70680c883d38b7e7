//! The layers of the map as a view shows them: shown or hidden, locked or free, faded or full.
//!
//! These are settings of the view. They are in no file and not undone. What is hidden or locked
//! is not edited: tools say so, and whoever applies edits asks [`Layers::refusing`] first.

use crate::edit::{Edit, List};

/// A layer of the map, from the ground up, and the scan that lies under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayerId {
    /// The base terrain.
    Terrain,
    /// Heights.
    Elevation,
    /// What runs along hexsides.
    Hexsides,
    /// What stands in hexes.
    Features,
    /// Roads and railways.
    Paths,
    /// Border lines.
    Lines,
    /// Named groups of hexes.
    Zones,
    /// The counters of the set-up.
    Counters,
    /// Hex numbers.
    Numbers,
    /// The scanned picture.
    Scan,
}

impl LayerId {
    /// All layers, from the ground up.
    pub const ALL: [Self; 10] = [
        Self::Terrain,
        Self::Elevation,
        Self::Hexsides,
        Self::Features,
        Self::Paths,
        Self::Lines,
        Self::Zones,
        Self::Counters,
        Self::Numbers,
        Self::Scan,
    ];

    /// Its name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Elevation => "Elevation",
            Self::Hexsides => "Hexsides",
            Self::Features => "Features",
            Self::Paths => "Roads and railways",
            Self::Lines => "Border lines",
            Self::Zones => "Zones",
            Self::Counters => "Counters",
            Self::Numbers => "Hex numbers",
            Self::Scan => "Scan",
        }
    }
}

/// How a layer is shown, and whether it may be changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerState {
    /// Whether it is drawn.
    pub shown: bool,
    /// Whether it is kept from changes.
    pub locked: bool,
    /// How strongly it is drawn, 0 to 1.
    pub opacity: f32,
}

impl Default for LayerState {
    fn default() -> Self {
        Self { shown: true, locked: false, opacity: 1.0 }
    }
}

impl LayerState {
    /// Whether it may be edited: shown and not locked.
    pub fn editable(&self) -> bool {
        self.shown && !self.locked
    }
}

/// The state of every layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    states: [LayerState; LayerId::ALL.len()],
}

impl Layers {
    /// The state of a layer.
    pub fn get(&self, layer: LayerId) -> LayerState {
        self.states.get(layer as usize).copied().unwrap_or_default()
    }

    /// Changes a layer. An opacity that is no share of 1 becomes the nearest one that is.
    pub fn set(&mut self, layer: LayerId, state: LayerState) {
        let opacity = if state.opacity.is_nan() { 1.0 } else { state.opacity.clamp(0.0, 1.0) };
        if let Some(place) = self.states.get_mut(layer as usize) {
            *place = LayerState { opacity, ..state };
        }
    }

    /// Whether a layer may be edited.
    pub fn editable(&self, layer: LayerId) -> bool {
        self.get(layer).editable()
    }

    /// The first layer that an edit would change though it is hidden or locked.
    pub fn refusing(&self, edit: &Edit) -> Option<LayerId> {
        match edit {
            Edit::All { edits } => edits.iter().find_map(|edit| self.refusing(edit)),
            edit => edit.layer().filter(|&layer| !self.editable(layer)),
        }
    }

    /// Why a layer is not edited, and what to do about it; `None` where it may be.
    pub fn refusal(&self, layer: LayerId) -> Option<String> {
        let state = self.get(layer);
        let name = layer.name();
        match (state.shown, state.locked) {
            (false, _) => Some(format!("The layer “{name}” is hidden: show it to change it.")),
            (true, true) => Some(format!("The layer “{name}” is locked: unlock it to change it.")),
            (true, false) => None,
        }
    }
}

impl Edit {
    /// The layer of the map that it changes; `None` for what is on no layer, as a title. Of
    /// several edits as one it is the layer of the first that has one.
    pub fn layer(&self) -> Option<LayerId> {
        match self {
            Self::All { edits } => edits.iter().find_map(Self::layer),
            Self::SetTerrain { .. }
            | Self::PaintTerrain { .. }
            | Self::SetGlyph { .. }
            | Self::SetGlyphs { .. }
            | Self::AddGlyph { .. }
            | Self::RemoveGlyph { .. } => Some(LayerId::Terrain),
            Self::SetElevations { .. }
            | Self::SetElevationGlyphs { .. }
            | Self::AddElevationGlyph { .. }
            | Self::RemoveElevationGlyph { .. }
            | Self::AddElevationLayer { .. }
            | Self::RemoveElevationLayer => Some(LayerId::Elevation),
            Self::Add { list, .. }
            | Self::Remove { list, .. }
            | Self::Set { list, .. }
            | Self::Move { list, .. }
            | Self::Splice { list, .. }
            | Self::Patch { list, .. } => match list {
                List::Features => Some(LayerId::Features),
                List::Hexsides => Some(LayerId::Hexsides),
                List::Paths => Some(LayerId::Paths),
                List::Lines | List::LineSides(_) => Some(LayerId::Lines),
                List::Zones | List::ZoneHexes(_) => Some(LayerId::Zones),
                List::Placements => Some(LayerId::Counters),
                _ => None,
            },
            Self::PlaceCounter { .. }
            | Self::MoveCounter { .. }
            | Self::RemoveCounter { .. }
            | Self::TurnCounter { .. }
            | Self::FaceCounter { .. }
            | Self::SetStates { .. } => Some(LayerId::Counters),
            Self::SetScan { .. } => Some(LayerId::Scan),
            // Whole maps, texts and what is on the other pages.
            _ => None,
        }
    }
}
