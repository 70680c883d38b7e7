//! How the editor looks: a map room by day and by night.

use egui::epaint::text::{FontData, FontDefinitions};
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle,
    Theme, Visuals, vec2,
};
use salient_export::fonts::Typeface;

/// Between things that belong together.
pub const GAP: f32 = 6.0;
/// Between groups.
pub const GROUP_GAP: f32 = 14.0;

/// Colours that egui has no place for.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Around the map sheet.
    pub table: Color32,
    /// The one colour that says "this is on", "this is chosen".
    pub accent: Color32,
    /// Words on the accent.
    pub on_accent: Color32,
    /// Words that explain.
    pub quiet: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Notes.
    pub note: Color32,
    /// All is well.
    pub good: Color32,
    /// Cards on a panel.
    pub card: Color32,
    /// Lines between panels.
    pub line: Color32,
}

const DAY: Palette = Palette {
    table: Color32::from_rgb(206, 198, 180),
    accent: Color32::from_rgb(42, 88, 130),
    on_accent: Color32::from_rgb(252, 250, 244),
    quiet: Color32::from_rgb(108, 98, 86),
    error: Color32::from_rgb(170, 40, 34),
    warning: Color32::from_rgb(160, 98, 12),
    note: Color32::from_rgb(42, 88, 130),
    good: Color32::from_rgb(56, 110, 60),
    card: Color32::from_rgb(253, 250, 242),
    line: Color32::from_rgb(214, 205, 186),
};

const NIGHT: Palette = Palette {
    table: Color32::from_rgb(24, 23, 21),
    accent: Color32::from_rgb(122, 172, 214),
    on_accent: Color32::from_rgb(18, 26, 34),
    quiet: Color32::from_rgb(164, 154, 138),
    error: Color32::from_rgb(236, 120, 108),
    warning: Color32::from_rgb(232, 178, 92),
    note: Color32::from_rgb(122, 172, 214),
    good: Color32::from_rgb(134, 192, 130),
    card: Color32::from_rgb(52, 49, 44),
    line: Color32::from_rgb(66, 62, 55),
};

impl Palette {
    /// The palette that goes with a style.
    pub fn of(visuals: &Visuals) -> Self {
        if visuals.dark_mode { NIGHT } else { DAY }
    }
}

/// The palette of a `Ui`.
pub fn palette(ui: &egui::Ui) -> Palette {
    Palette::of(ui.visuals())
}

/// The font family of a typeface of the map.
pub fn family(face: Typeface) -> FontFamily {
    FontFamily::Name(face.name().into())
}

/// Semi-bold words of the interface.
pub fn strong(size: f32) -> FontId {
    FontId::new(size, family(Typeface::SemiBold))
}

/// Gives a context the editor's fonts and styles. Fonts are there from the next frame on.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    // Where the system does not say: a map is read by daylight.
    ctx.options_mut(|options| options.fallback_theme = Theme::Light);
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| set_style(style, theme));
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback: Vec<String> =
        fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for face in Typeface::ALL {
        let data = FontData::from_static(face.bytes());
        fonts.font_data.insert(face.name().to_owned(), data.into());
        let mut names = vec![face.name().to_owned()];
        names.extend(fallback.iter().cloned());
        fonts.families.insert(family(face), names);
    }
    if let Some(names) = fonts.families.get_mut(&FontFamily::Proportional) {
        names.insert(0, Typeface::Medium.name().to_owned());
    }
    fonts
}

fn set_style(style: &mut Style, theme: Theme) {
    let text = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, text(13.0)),
        (TextStyle::Body, text(15.0)),
        (TextStyle::Button, text(15.0)),
        (TextStyle::Heading, strong(19.0)),
        (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = vec2(8.0, GAP);
    style.spacing.button_padding = vec2(10.0, 4.0);
    style.spacing.interact_size.y = 26.0;
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.window_margin = Margin::same(14);
    style.spacing.combo_width = 120.0;
    style.spacing.scroll = egui::style::ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.visuals = visuals(theme);
}

fn visuals(theme: Theme) -> Visuals {
    let (base, palette) = match theme {
        Theme::Light => (Visuals::light(), DAY),
        Theme::Dark => (Visuals::dark(), NIGHT),
    };
    let day = theme == Theme::Light;
    let pick = |light: [u8; 3], dark: [u8; 3]| {
        let [r, g, b] = if day { light } else { dark };
        Color32::from_rgb(r, g, b)
    };
    let ink = pick([44, 38, 34], [230, 222, 206]);
    let panel = pick([243, 238, 226], [38, 36, 32]);
    let mut visuals = Visuals {
        panel_fill: panel,
        window_fill: pick([250, 246, 237], [44, 42, 37]),
        window_stroke: Stroke::new(1.0, palette.line),
        window_corner_radius: CornerRadius::same(8),
        menu_corner_radius: CornerRadius::same(8),
        window_shadow: Shadow {
            offset: [0, 8],
            blur: 28,
            spread: 0,
            color: Color32::from_black_alpha(if day { 50 } else { 130 }),
        },
        popup_shadow: Shadow {
            offset: [0, 4],
            blur: 14,
            spread: 0,
            color: Color32::from_black_alpha(if day { 36 } else { 110 }),
        },
        faint_bg_color: pick([237, 231, 217], [46, 43, 39]),
        extreme_bg_color: pick([255, 253, 248], [28, 27, 24]),
        code_bg_color: pick([233, 226, 210], [56, 52, 46]),
        hyperlink_color: palette.accent,
        warn_fg_color: palette.warning,
        error_fg_color: palette.error,
        weak_text_color: Some(palette.quiet),
        striped: false,
        slider_trailing_fill: true,
        interact_cursor: Some(egui::CursorIcon::PointingHand),
        ..base
    };
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_accent);
    let radius = CornerRadius::same(5);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_fill = panel;
    widgets.noninteractive.weak_bg_fill = panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, ink);
    for (state, light, dark) in [
        (&mut widgets.inactive, [229, 221, 203], [60, 56, 50]),
        (&mut widgets.hovered, [219, 209, 187], [74, 69, 61]),
        (&mut widgets.active, [206, 194, 168], [86, 80, 70]),
        (&mut widgets.open, [219, 209, 187], [70, 65, 58]),
    ] {
        state.bg_fill = pick(light, dark);
        state.weak_bg_fill = pick(light, dark);
        state.bg_stroke = Stroke::NONE;
        state.fg_stroke = Stroke::new(1.0, ink);
        state.expansion = 0.0;
    }
    for state in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        state.corner_radius = radius;
    }
    visuals
}
