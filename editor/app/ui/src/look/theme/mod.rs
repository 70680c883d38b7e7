//! How the editor looks: a map room by day and by night, and a plain one for eyes that need it.

mod look;

use egui::epaint::text::{FontData, FontDefinitions};
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style,
    SurrenderFocusOn, TextStyle, Theme, ThemePreference, Visuals, vec2,
};
pub use look::{CONTRAST, DAY, Look, NIGHT, Palette};
use salient_art::fonts::Typeface;
use salient_schema::Provenance;

/// Between things that belong together.
pub const GAP: f32 = 6.0;
/// Between groups.
pub const GROUP_GAP: f32 = 14.0;

/// How high the strip over a pane is, in points.
pub const VIEWS_HEIGHT: f32 = 30.0;

/// The palette of a `Ui`.
pub fn palette(ui: &egui::Ui) -> Palette {
    Palette::of(ui.visuals())
}

/// The colour of what does not come from print.
pub fn provenance(palette: &Palette, provenance: Provenance) -> Option<Color32> {
    match provenance {
        Provenance::Printed => None,
        Provenance::Surveyed => Some(palette.good),
        Provenance::Reconstructed => Some(palette.warning),
        Provenance::Invented => Some(palette.note),
    }
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
    ctx.options_mut(|options| {
        // Where the system does not say: a map is read by daylight.
        options.fallback_theme = Theme::Light;
        // The commands of the table do that, and the scale is kept.
        options.zoom_with_keyboard = false;
        // What is typed is taken before a drag elsewhere changes what it was about.
        options.input_options.surrender_focus_on = SurrenderFocusOn::Presses;
        // A click is one however long a busy machine takes to draw what lies between.
        options.input_options.max_click_duration = 5.0;
    });
    ctx.style_mut_of(Theme::Light, |style| set_style(style, DAY));
    ctx.style_mut_of(Theme::Dark, |style| set_style(style, NIGHT));
}

/// Gives a context a look.
pub fn choose(ctx: &Context, look: Look) {
    let dark = if look == Look::Contrast { CONTRAST } else { NIGHT };
    ctx.style_mut_of(Theme::Dark, |style| set_style(style, dark));
    ctx.set_theme(match look {
        Look::System => ThemePreference::System,
        Look::Light => ThemePreference::Light,
        Look::Dark | Look::Contrast => ThemePreference::Dark,
    });
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

fn set_style(style: &mut Style, palette: Palette) {
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
    style.visuals = visuals(palette);
}

fn visuals(palette: Palette) -> Visuals {
    let dark = palette.is_dark();
    let base = if dark { Visuals::dark() } else { Visuals::light() };
    let mut visuals = Visuals {
        panel_fill: palette.panel,
        window_fill: palette.window,
        window_stroke: Stroke::new(palette.edge_width.max(1.0), palette.line),
        window_corner_radius: CornerRadius::same(8),
        menu_corner_radius: CornerRadius::same(8),
        window_shadow: Shadow {
            offset: [0, 8],
            blur: 28,
            spread: 0,
            color: Color32::from_black_alpha(if dark { 130 } else { 50 }),
        },
        popup_shadow: Shadow {
            offset: [0, 4],
            blur: 14,
            spread: 0,
            color: Color32::from_black_alpha(if dark { 110 } else { 36 }),
        },
        faint_bg_color: palette.faint,
        extreme_bg_color: palette.field,
        code_bg_color: palette.buttons[0],
        hyperlink_color: palette.accent,
        warn_fg_color: palette.warning,
        error_fg_color: palette.error,
        weak_text_color: Some(palette.hint),
        striped: false,
        slider_trailing_fill: true,
        interact_cursor: Some(egui::CursorIcon::PointingHand),
        ..base
    };
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_accent);
    let edge = match palette.edge_width {
        0.0 => Stroke::NONE,
        width => Stroke::new(width, palette.line),
    };
    let [rest, hovered, pressed] = palette.buttons;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_fill = palette.panel;
    widgets.noninteractive.weak_bg_fill = palette.panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.ink);
    for (state, fill) in [
        (&mut widgets.inactive, rest),
        (&mut widgets.hovered, hovered),
        (&mut widgets.active, pressed),
        (&mut widgets.open, hovered),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = edge;
        state.fg_stroke = Stroke::new(1.0, palette.ink);
        state.expansion = 0.0;
    }
    for state in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        state.corner_radius = CornerRadius::same(5);
    }
    visuals
}
