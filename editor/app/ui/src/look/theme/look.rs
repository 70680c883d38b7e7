//! The looks that can be chosen, and the colours of each.

use egui::{Color32, Visuals};
use serde::{Deserialize, Serialize};

/// How bright the room is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// As the desktop says, and light where it does not.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Black, white and yellow, with thick lines.
    Contrast,
}

impl Look {
    /// All, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::Contrast];
}

/// Colours that egui has no place for, and those that its styles are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Around the map sheet.
    pub table: Color32,
    /// The one colour that says "this is on", "this is chosen".
    pub accent: Color32,
    /// Words on the accent.
    pub on_accent: Color32,
    /// Words.
    pub ink: Color32,
    /// Words that explain.
    pub quiet: Color32,
    /// What an empty field may hold, told apart from what one does hold.
    pub hint: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Notes.
    pub note: Color32,
    /// All is well.
    pub good: Color32,
    /// Panels.
    pub panel: Color32,
    /// Windows, menus and dialogs.
    pub window: Color32,
    /// Cards on a panel.
    pub card: Color32,
    /// Every other row; what is shut off.
    pub faint: Color32,
    /// Fields to write into.
    pub field: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Buttons: as they are, under the pointer, pressed.
    pub buttons: [Color32; 3],
    /// The frame of whatever has the keyboard's attention.
    pub focus: Color32,
    /// How thick that frame is, in points.
    pub focus_width: f32,
    /// How thick the lines around buttons and fields are; none at 0.
    pub edge_width: f32,
}

const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// By day.
pub const DAY: Palette = Palette {
    table: rgb(206, 198, 180),
    accent: rgb(34, 82, 132),
    on_accent: rgb(252, 250, 244),
    ink: rgb(44, 38, 34),
    quiet: rgb(92, 82, 70),
    hint: rgb(124, 115, 101),
    error: rgb(158, 24, 36),
    warning: rgb(156, 78, 0),
    note: rgb(34, 82, 132),
    good: rgb(0, 113, 80),
    panel: rgb(243, 238, 226),
    window: rgb(250, 246, 237),
    card: rgb(253, 250, 242),
    faint: rgb(237, 231, 217),
    field: rgb(255, 253, 248),
    line: rgb(214, 205, 186),
    buttons: [rgb(229, 221, 203), rgb(219, 209, 187), rgb(206, 194, 168)],
    focus: rgb(34, 82, 132),
    focus_width: 2.0,
    edge_width: 0.0,
};

/// By night.
pub const NIGHT: Palette = Palette {
    table: rgb(24, 23, 21),
    accent: rgb(122, 172, 214),
    on_accent: rgb(18, 26, 34),
    ink: rgb(230, 222, 206),
    quiet: rgb(188, 178, 162),
    hint: rgb(138, 131, 119),
    error: rgb(248, 126, 112),
    warning: rgb(240, 196, 98),
    note: rgb(122, 172, 214),
    good: rgb(128, 212, 170),
    panel: rgb(38, 36, 32),
    window: rgb(44, 42, 37),
    card: rgb(52, 49, 44),
    faint: rgb(46, 43, 39),
    field: rgb(28, 27, 24),
    line: rgb(66, 62, 55),
    buttons: [rgb(60, 56, 50), rgb(74, 69, 61), rgb(86, 80, 70)],
    focus: rgb(122, 172, 214),
    focus_width: 2.0,
    edge_width: 0.0,
};

/// For eyes that need it plain.
pub const CONTRAST: Palette = Palette {
    table: rgb(0, 0, 0),
    accent: rgb(255, 222, 0),
    on_accent: rgb(0, 0, 0),
    ink: rgb(255, 255, 255),
    quiet: rgb(226, 226, 226),
    hint: rgb(176, 176, 176),
    error: rgb(254, 138, 143),
    warning: rgb(255, 222, 0),
    note: rgb(140, 200, 255),
    good: rgb(129, 254, 221),
    panel: rgb(0, 0, 0),
    window: rgb(0, 0, 0),
    card: rgb(0, 0, 0),
    faint: rgb(20, 20, 20),
    field: rgb(0, 0, 0),
    line: rgb(255, 255, 255),
    buttons: [rgb(22, 22, 22), rgb(64, 64, 64), rgb(92, 92, 92)],
    focus: rgb(255, 222, 0),
    focus_width: 4.0,
    edge_width: 1.5,
};

impl Palette {
    /// All, with what each is called.
    pub const ALL: [(&'static str, Self); 3] =
        [("light", DAY), ("dark", NIGHT), ("high contrast", CONTRAST)];

    /// The palette that goes with a style.
    pub fn of(visuals: &Visuals) -> Self {
        if visuals.panel_fill == CONTRAST.panel {
            CONTRAST
        } else if visuals.dark_mode {
            NIGHT
        } else {
            DAY
        }
    }

    /// Whether it is on a dark background.
    pub fn is_dark(&self) -> bool {
        *self != DAY
    }

    /// The grounds that words stand on.
    pub fn grounds(&self) -> Vec<(&'static str, Color32)> {
        let [button, hovered, pressed] = self.buttons;
        vec![
            ("panel", self.panel),
            ("window", self.window),
            ("card", self.card),
            ("faint", self.faint),
            ("field", self.field),
            ("button", button),
            ("hovered button", hovered),
            ("pressed button", pressed),
        ]
    }
}
