//! Charts that several pages share.

use egui::{
    Align2, Color32, FontId, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use egui_plot::{
    AxisHints, FilledArea, GridMark, Line, LineStyle, Plot, PlotPoints, Points, VLine,
};
use salient_schema::words::turn_name;

use crate::look::theme::{self, palette};

/// A line of a chart by turn.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub colour: Color32,
    /// A value for each turn.
    pub values: Vec<f64>,
    /// One standard deviation to either side, for each turn.
    pub band: Vec<(f64, f64)>,
    /// Whether it is the other run's.
    pub dashed: bool,
}

/// A chart by turn.
pub struct ByTurn<'a> {
    /// What it shows.
    pub title: &'a str,
    /// What its axis counts, in a few words.
    pub unit: &'a str,
    /// The turns, as numbers and in words.
    pub turns: &'a [(u16, String)],
    /// The lines.
    pub series: Vec<Series>,
    /// The turn that is pointed out, by its place.
    pub turn: Option<usize>,
    /// Whether the places are no turns but have names that say all.
    pub named: bool,
}

/// A plot that is only looked at, in the colours of the room.
pub fn plot<'a>(ui: &Ui, name: &str, height: f32) -> Plot<'a> {
    let colours = palette(ui);
    Plot::new(name.to_owned())
        .height(height)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .grid_color(colours.line)
        .label_formatter(|_| None)
        .sense(Sense::click())
}

/// Two columns of the lab.
pub fn two_columns(ui: &mut Ui, add: impl FnOnce(&mut Ui, &mut Ui)) {
    let gap = ui.spacing().item_spacing.x;
    ui.spacing_mut().item_spacing.x = 36.0;
    ui.columns(2, |columns| {
        if let [left, right] = columns {
            left.spacing_mut().item_spacing.x = gap;
            right.spacing_mut().item_spacing.x = gap;
            add(left, right);
        }
    });
    ui.spacing_mut().item_spacing.x = gap;
}

/// Round numbers along an axis, about four of them.
pub fn round_marks(input: egui_plot::GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let room = high - low;
    if !room.is_finite() || room <= 0.0 {
        return Vec::new();
    }
    let rough = room / 4.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first.saturating_add(12)))
        .map(|n| GridMark { value: n as f64 * step, step_size: step })
        .collect()
}

/// An axis in small, quiet letters.
pub fn axis<'a>(ui: &Ui, axis: AxisHints<'a>) -> AxisHints<'a> {
    axis.tick_label_font(FontId::proportional(12.5)).tick_label_color(palette(ui).quiet)
}

/// The name of a chart, and its lines at the right; below it where there is no room beside it.
pub fn title(ui: &mut Ui, text: &str, unit: &str, series: &[(String, Color32, bool)]) {
    let colours = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    let y = rect.center().y;
    let words =
        |text: &str, font: FontId, ink: Color32| painter.layout_no_wrap(text.to_owned(), font, ink);
    let name = words(text, theme::strong(14.0), ui.visuals().text_color());
    let end = rect.left() + name.size().x;
    painter.galley(pos2(rect.left(), y - name.size().y / 2.0), name, Color32::PLACEHOLDER);
    let mut right = rect.right();
    let wide = |name: &str| 32.0 + words(name, FontId::proportional(13.0), colours.quiet).size().x;
    let beside = series.iter().map(|(name, ..)| wide(name)).sum::<f32>() < right - end;
    let (here, below) = if beside { (series, &[][..]) } else { (&[][..], series) };
    for (name, colour, dashed) in here.iter().rev() {
        let label = words(name, FontId::proportional(13.0), colours.quiet);
        right -= label.size().x;
        painter.galley(pos2(right, y - label.size().y / 2.0), label, Color32::PLACEHOLDER);
        right -= 20.0;
        let pen = Stroke::new(2.5, *colour);
        if *dashed {
            painter.line_segment([pos2(right, y), pos2(right + 6.0, y)], pen);
            painter.line_segment([pos2(right + 9.0, y), pos2(right + 15.0, y)], pen);
        } else {
            painter.line_segment([pos2(right, y), pos2(right + 15.0, y)], pen);
        }
        right -= 12.0;
    }
    let unit = words(unit, FontId::proportional(13.0), colours.quiet);
    if end + 8.0 + unit.size().x < right {
        painter.galley(pos2(end + 8.0, y - unit.size().y / 2.0), unit, Color32::PLACEHOLDER);
    }
    if !below.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for (name, colour, _) in below {
                // A mark and its name stay together.
                if ui.available_size_before_wrap().x < wide(name) {
                    ui.end_row();
                }
                let (mark, _) = ui.allocate_exact_size(vec2(15.0, 14.0), Sense::hover());
                ui.painter().hline(mark.x_range(), mark.center().y, Stroke::new(2.5, *colour));
                ui.label(RichText::new(name).size(13.0).color(colours.quiet));
                ui.add_space(7.0);
            }
        });
    }
}

impl ByTurn<'_> {
    /// Draws the chart. Gives the turn that is clicked, by its place.
    pub fn show(self, ui: &mut Ui, height: f32) -> Option<usize> {
        // Of two runs' lines, each side is named once.
        let solid = self.series.iter().filter(|series| !series.dashed);
        let mut names: Vec<_> = solid.map(|s| (s.name.clone(), s.colour, false)).collect();
        if self.series.iter().any(|series| series.dashed) {
            names.push(("other run".to_owned(), palette(ui).quiet, true));
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        let top = ui.cursor().top();
        title(ui, self.title, self.unit, &names);
        let height = height - (ui.cursor().top() - top);
        let numbers: Vec<f64> = self.turns.iter().map(|(turn, _)| f64::from(*turn)).collect();
        let (first, last) =
            (numbers.first().copied().unwrap_or(0.0), numbers.last().copied().unwrap_or(1.0));
        let pointed = self.turn.and_then(|turn| numbers.get(turn).copied());
        let colours = palette(ui);
        let summary = self.in_words();
        let marks = numbers.clone();
        let labels: Vec<(f64, String)> = match self.named {
            true => {
                self.turns.iter().map(|(turn, name)| (f64::from(*turn), name.clone())).collect()
            }
            false => Vec::new(),
        };
        let series = &self.series;
        let response = plot(ui, self.title, height.max(60.0))
            .include_x(first - 0.4)
            .include_x(last + 0.4)
            .include_y(0.0)
            .set_margin_fraction(vec2(0.0, 0.08))
            .x_grid_spacer(move |_| {
                marks.iter().map(|&value| GridMark { value, step_size: 1.0 }).collect()
            })
            .y_grid_spacer(round_marks)
            .custom_x_axes(vec![
                axis(ui, AxisHints::new_x())
                    .formatter(move |mark, _| {
                        let at = |name: &&(f64, String)| (name.0 - mark.value).abs() < 0.01;
                        let name = labels.iter().find(at).map(|(_, name)| name.clone());
                        name.unwrap_or_else(|| format!("{:.0}", mark.value))
                    })
                    .label_spacing(14.0..=24.0),
            ])
            .custom_y_axes(vec![
                axis(ui, AxisHints::new_y())
                    .formatter(|mark, _| amount(mark.value))
                    .label_spacing(8.0..=12.0)
                    .min_thickness(34.0),
            ])
            .show(ui, |plot| {
                if let Some(turn) = pointed {
                    plot.vline(VLine::new("", turn).color(colours.accent).width(1.0));
                }
                for series in series {
                    let n = numbers.len().min(series.values.len());
                    if !series.band.is_empty() && series.band.len() >= n {
                        let low: Vec<f64> = series.band[..n].iter().map(|band| band.0).collect();
                        let high: Vec<f64> = series.band[..n].iter().map(|band| band.1).collect();
                        plot.add(
                            FilledArea::new("", &numbers[..n], &low, &high)
                                .fill_color(series.colour.gamma_multiply(0.22))
                                .allow_hover(false),
                        );
                    }
                    let points = || -> PlotPoints<'_> {
                        (0..n).map(|i| [numbers[i], series.values[i]]).collect()
                    };
                    let style =
                        if series.dashed { LineStyle::dashed_dense() } else { LineStyle::Solid };
                    plot.line(Line::new("", points()).color(series.colour).width(2.2).style(style));
                    if !series.dashed {
                        plot.points(Points::new("", points()).color(series.colour).radius(2.6));
                    }
                }
            });
        let transform = response.transform;
        let response = response.response;
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &summary));
        let hovered = response.hover_pos().and_then(|at| {
            let x = transform.value_from_position(at).x;
            let near = |i: &usize| (numbers[*i] - x).abs();
            (0..numbers.len()).min_by(|a, b| near(a).total_cmp(&near(b)))
        });
        let clicked = response.clicked();
        if let Some(turn) = hovered {
            response.on_hover_ui_at_pointer(|ui| self.tooltip(ui, turn));
        }
        if clicked { hovered } else { None }
    }

    fn tooltip(&self, ui: &mut Ui, turn: usize) {
        let colours = palette(ui);
        if let Some((number, label)) = self.turns.get(turn) {
            let text = match self.named {
                true => label.clone(),
                false => turn_name(*number, ", ", label),
            };
            ui.label(RichText::new(text).font(theme::strong(14.0)));
        }
        for series in &self.series {
            let Some(value) = series.values.get(turn) else { continue };
            let spread = series
                .band
                .get(turn)
                .map(|(low, high)| format!("mostly {} to {}", amount(*low), amount(*high)));
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                ui.painter().rect_filled(rect, 2.0, series.colour);
                ui.label(format!("{}: {}", series.name, amount(*value)));
                ui.label(RichText::new(spread.unwrap_or_default()).color(colours.quiet));
            });
        }
    }

    /// The chart for whoever cannot see it.
    fn in_words(&self) -> String {
        let lines: Vec<String> = self
            .series
            .iter()
            .map(|series| {
                let values: Vec<String> = series.values.iter().map(|v| amount(*v)).collect();
                format!("{}: {}", series.name, values.join(", "))
            })
            .collect();
        let by = if self.named { "" } else { " by turn" };
        format!("{} {}{by}. {}", self.title, self.unit, lines.join(". "))
    }
}

/// A number, with one decimal where that says something, and a true minus.
pub fn amount(number: f64) -> String {
    let text = if number.abs() >= 99.95 || (number - number.round()).abs() < 0.005 {
        format!("{number:.0}")
    } else {
        format!("{number:.1}")
    };
    // No "−0".
    if text.trim_start_matches(['-', '0', '.']).is_empty() {
        return "0".to_owned();
    }
    text.replace('-', "−")
}

/// A number of things a game, as exact as it needs to be.
pub fn per_game(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        n if n < 0.01 => "< 0.01".to_owned(),
        n if n < 0.095 => format!("{n:.2}"),
        n if n < 99.5 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

/// A share as percent.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    if hundredths > 0.0 && hundredths < 0.95 {
        format!("{hundredths:.1} %")
    } else {
        format!("{hundredths:.0} %")
    }
}

/// Shares on a common scale: a bar for one, its interval as a whisker, and where the other run's
/// stands.
pub struct ShareBar {
    /// The share, from 0 to 1.
    pub share: f64,
    /// Its interval.
    pub interval: (f64, f64),
    /// The other run's share.
    pub other: Option<f64>,
    /// The share at the right end.
    pub most: f64,
    /// Its colour.
    pub colour: Color32,
}

impl ShareBar {
    /// Draws it into a rectangle.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let colours = palette(ui);
        let painter = ui.painter();
        let x = |share: f64| {
            rect.left() + rect.width() * (share / self.most.max(1e-9)).clamp(0.0, 1.0) as f32
        };
        painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
        if self.share > 0.0 {
            let mut bar = rect;
            bar.max.x = x(self.share).max(rect.left() + 2.0);
            painter.rect_filled(bar, 3.0, self.colour.gamma_multiply(0.8));
        }
        let y = rect.center().y;
        let ink = ui.visuals().text_color();
        let (low, high) = (x(self.interval.0), x(self.interval.1));
        let pen = Stroke::new(1.5, ink);
        painter.line_segment([pos2(low, y), pos2(high, y)], pen);
        for end in [low, high] {
            painter.line_segment([pos2(end, y - 4.0), pos2(end, y + 4.0)], pen);
        }
        if let Some(other) = self.other {
            let at = x(other);
            let mark = Rect::from_center_size(pos2(at, y), vec2(4.0, rect.height() + 6.0));
            painter.rect(mark, 1.0, colours.card, Stroke::new(1.5, ink), StrokeKind::Inside);
        }
    }
}

/// A difference with its interval on an axis whose middle is no difference.
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// Its interval.
    pub interval: (f64, f64),
    /// The value at either end.
    pub reach: f64,
}

impl Difference {
    /// Whether it may well be chance.
    pub fn is_uncertain(&self) -> bool {
        self.interval.0 <= 0.0 && self.interval.1 >= 0.0
    }

    /// Draws it into a rectangle.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let colours = palette(ui);
        let painter = ui.painter().with_clip_rect(rect.expand(4.0));
        let x = |value: f64| {
            let share = (value / self.reach.max(1e-9)).clamp(-1.0, 1.0) as f32;
            rect.center().x + rect.width() / 2.0 * share
        };
        painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
        let y = rect.center().y;
        painter.line_segment(
            [pos2(rect.center().x, rect.top() - 2.0), pos2(rect.center().x, rect.bottom() + 2.0)],
            Stroke::new(1.0, colours.quiet),
        );
        let ink = if self.is_uncertain() { colours.quiet } else { colours.accent };
        let (low, high) = (x(self.interval.0), x(self.interval.1));
        painter.line_segment([pos2(low, y), pos2(high, y)], Stroke::new(2.0, ink));
        for end in [low, high] {
            painter.line_segment([pos2(end, y - 4.0), pos2(end, y + 4.0)], Stroke::new(2.0, ink));
        }
        painter.circle_filled(pos2(x(self.value), y), 4.5, ink);
    }
}

/// A line of words of fixed width, cut off where it would run over.
pub fn cell(
    ui: &mut Ui,
    width: f32,
    text: &str,
    font: FontId,
    ink: Color32,
    align: Align2,
) -> Response {
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, ui.spacing().interact_size.y), Sense::hover());
    let at = if align == Align2::RIGHT_CENTER { rect.right_center() } else { rect.left_center() };
    ui.painter().with_clip_rect(rect).text(at, align, text, font, ink);
    response
}

#[cfg(test)]
mod tests {
    use super::{amount, per_game, percent};

    #[test]
    fn numbers_read_well() {
        let said: Vec<String> = [0.0, -0.01, 3.0, -12.34, 101.6].map(amount).into();
        assert_eq!(said, ["0", "0", "3", "−12.3", "102"]);
        let said: Vec<String> = [0.0, 0.004, 0.345, 1.0].map(percent).into();
        assert_eq!(said, ["0 %", "0.4 %", "34 %", "100 %"]);
        let said: Vec<String> = [0.0, 0.004, 0.05, 0.31, 12.34, 250.4].map(per_game).into();
        assert_eq!(said, ["0", "< 0.01", "0.05", "0.3", "12.3", "250"]);
    }
}
