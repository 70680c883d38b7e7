//! Who wins, and by how much.

use egui::{Align2, Color32, FontId, Label, Response, RichText, Sense, Ui, pos2, vec2};
use egui_plot::{AxisHints, Bar, BarChart, Line, LineStyle, PlotPoints, VLine};
use salient_lab::view::{Content, words};
use salient_lab::{Report, Share};
use salient_schema::words::no_side;

use super::LabInput;
use super::charts::{self, ShareBar, amount, cell, percent};
use crate::look::colours;
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
use crate::test_run::Record;

/// The most bars of the histogram.
const BARS: i32 = 26;

pub fn show(ui: &mut Ui, input: &LabInput<'_>, record: &Record) {
    let other = input.test_run.results().other();
    let height = ui.available_height();
    charts::two_columns(ui, |left, right| {
        levels(left, record, other);
        points(right, record, other, height);
    });
}

/// A side's name.
pub fn name_of(report: &Report, id: &str) -> String {
    let side = report.subject.sides.iter().find(|side| side.id == id);
    side.map_or_else(|| id.to_owned(), |side| side.name.clone())
}

/// A side's colour; a quiet one where it is nobody's, as a draw is.
pub fn colour_of(ui: &Ui, report: &Report, id: &str) -> Color32 {
    let place = report.subject.sides.iter().position(|side| side.id == id);
    place.map_or(palette(ui).quiet, |place| colours::side(place, ui.visuals().dark_mode))
}

fn levels(ui: &mut Ui, record: &Record, other: Option<&Record>) {
    let report = &record.report;
    let colours = palette(ui);
    ui.label(RichText::new(&record.view.headline).font(theme::strong(17.0)));
    ui.add(Label::new(RichText::new(&record.view.because).color(colours.quiet)).wrap());
    if let Some(seeds) = record.view.section("seeds") {
        ui.add(Label::new(RichText::new(&seeds.lead).color(colours.quiet)).wrap());
        for content in &seeds.content {
            if let Content::Note(note) = content {
                ui.add(Label::new(RichText::new(note).color(colours.quiet)).wrap());
            }
        }
    }
    ui.add_space(2.0);
    let shares = report.levels.iter().map(|level| level.share.high);
    let of_other = other.into_iter().flat_map(|other| &other.report.levels);
    let most = shares.chain(of_other.map(|level| level.share.share)).fold(0.1, f64::max);
    ui.spacing_mut().item_spacing.y = 3.0;
    for level in &report.levels {
        let mut levels = other.into_iter().flat_map(|other| &other.report.levels);
        let of_other = levels.find(|other| other.level == level.level);
        let of_other = of_other.map(|other| other.share.share);
        share_row(ui, report, (&level.level, &level.side), &level.share, most, of_other);
    }
    endings(ui, report, other);
    let legend = match other {
        Some(other) => format!("Whiskers: 95 % intervals. Box: {}.", super::header::quoted(other)),
        None => "Whiskers: 95 % intervals.".to_owned(),
    };
    ui.label(RichText::new(legend).small().color(colours.quiet));
}

/// Why games end, where the log says more than that the points decide.
fn endings(ui: &mut Ui, report: &Report, other: Option<&Record>) {
    if report.endings.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(RichText::new("Why games end").font(theme::strong(15.0)));
    let of_other = |side: &str, reason: &str| {
        let mut endings = other?.report.endings.iter();
        Some(endings.find(|e| e.side == side && e.reason == reason).map_or(0.0, |e| e.share.share))
    };
    let highs = report.endings.iter().map(|ending| ending.share.high);
    let most = highs.fold(0.1, f64::max);
    for ending in &report.endings {
        let why = words::capital(&ending.words);
        let who = (why.as_str(), ending.side.as_str());
        let of_other = of_other(&ending.side, &ending.reason);
        let response = share_row(ui, report, who, &ending.share, most, of_other);
        let who = match ending.side.as_str() {
            "" => "Nobody".to_owned(),
            side => name_of(report, side),
        };
        let turn = words::mean(&ending.turn);
        response.on_hover_text(format!("{who} wins, on game-turn {turn} on the mean"));
    }
}

/// How often something happened, with the side that wins by it.
fn share_row(
    ui: &mut Ui,
    report: &Report,
    (name, side): (&str, &str),
    share: &Share,
    most: f64,
    other: Option<f64>,
) -> Response {
    let colours = palette(ui);
    let ink = ui.visuals().text_color();
    let body = FontId::proportional(15.0);
    ui.horizontal(|ui| {
        let colour = colour_of(ui, report, side);
        let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().circle_filled(dot.center(), 4.5, colour);
        cell(ui, 178.0, name, body.clone(), ink, Align2::LEFT_CENTER);
        let room = (ui.available_width() - 46.0 - 92.0 - 24.0).max(60.0);
        let (rect, response) =
            ui.allocate_exact_size(vec2(room, ui.spacing().interact_size.y), Sense::hover());
        let interval = (share.low, share.high);
        ShareBar { share: share.share, interval, other, most, colour }
            .paint(ui, rect.shrink2(vec2(0.0, 6.0)));
        let response =
            response.on_hover_text(format!("{name}: {} of {} games", share.count, share.of));
        let said = words::share(share);
        cell(ui, 46.0, &said, theme::strong(15.0), ink, Align2::RIGHT_CENTER);
        let interval = words::share_interval(share);
        cell(ui, 92.0, &interval, body, colours.quiet, Align2::LEFT_CENTER);
        response
    })
    .inner
}

/// Games with so many points, by who won them, in shares of all games.
struct Histogram {
    first: i32,
    width: i32,
    /// By side, by bar.
    bars: Vec<Vec<f64>>,
    /// Games in which neither side is ahead: a lead of 0 is nobody's colour. Nothing where the
    /// points are those of one side.
    level: f64,
}

impl Histogram {
    fn new(report: &Report, first: i32, last: i32, width: i32) -> Self {
        let count = ((last - first) / width + 1).max(1) as usize;
        let mut bars = vec![vec![0.0; count]; report.subject.sides.len()];
        let one = 1.0 / report.games.len().max(1) as f64;
        let mut level = 0.0;
        for game in &report.games {
            if report.subject.lead && game.outcome.points == 0 {
                level += one;
                continue;
            }
            let side = report.subject.sides.iter().position(|side| side.id == game.outcome.side);
            let bar = ((game.outcome.points - first) / width) as usize;
            if let Some(bar) = bars.get_mut(side.unwrap_or(0)).and_then(|side| side.get_mut(bar)) {
                *bar += one;
            }
        }
        Self { first, width, bars, level }
    }

    fn middle(&self, bar: usize) -> f64 {
        f64::from(self.first + bar as i32 * self.width) + f64::from(self.width - 1) / 2.0
    }
}

/// The points of the least and the most game of some runs.
fn range<'a>(reports: impl Iterator<Item = &'a Report>) -> Option<(i32, i32)> {
    let points = reports.filter_map(|report| report.points.as_ref());
    points.map(|points| (points.min, points.max)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Bars of a round width, so that there are not too many.
fn bar_width(first: i32, last: i32) -> i32 {
    let room = last.saturating_sub(first);
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|width| room / width < BARS)
        .unwrap_or(room / BARS + 1)
}

fn points(ui: &mut Ui, record: &Record, other: Option<&Record>, height: f32) {
    let report = &record.report;
    let Some(points) = &report.points else { return };
    let all = std::iter::once(report).chain(other.map(|other| &other.report));
    let Some((least, most)) = range(all) else { return };
    let width = bar_width(least, most);
    let first = least.div_euclid(width) * width;
    let histogram = Histogram::new(report, first, most, width);
    let of_other = other.map(|other| Histogram::new(&other.report, first, most, width));

    let dark = ui.visuals().dark_mode;
    let quiet_ink = palette(ui).quiet;
    let ink = ui.visuals().text_color();
    let mut legend: Vec<_> = report
        .subject
        .sides
        .iter()
        .enumerate()
        .map(|(place, side)| (format!("{} wins", side.name), colours::side(place, dark), false))
        .collect();
    if histogram.level > 0.0 {
        let nobody = no_side(report.subject.sides.len());
        legend.push((format!("{nobody} is ahead"), quiet_ink, false));
    }
    if other.is_some() {
        legend.push(("the other run".to_owned(), ink, true));
    }
    let title = report.subject.points_name("victory points");
    charts::title(ui, &title, "share of the games", &legend);
    let room = (height - 112.0).max(96.0);
    let levels = &record.bundle.scenario.victory.levels;
    // Levels go by the winner's own points, and not by what he is ahead by.
    let levels = levels.iter().filter(|_| !report.subject.lead);
    let bounds: Vec<i32> = levels.filter_map(|level| level.min).collect();
    let response = charts::plot(ui, "points", room)
        .include_y(0.0)
        .include_x(f64::from(first) - f64::from(width))
        .include_x(f64::from(most) + f64::from(width))
        .set_margin_fraction(vec2(0.0, 0.06))
        .y_grid_spacer(charts::round_marks)
        .custom_x_axes(vec![
            charts::axis(ui, AxisHints::new_x())
                .formatter(|mark, _| amount(mark.value))
                .label_spacing(26.0..=40.0),
        ])
        .custom_y_axes(vec![
            charts::axis(ui, AxisHints::new_y())
                .formatter(|mark, _| percent(mark.value))
                .label_spacing(8.0..=12.0)
                .min_thickness(40.0),
        ])
        .show(ui, |plot| {
            for bound in bounds {
                let x = f64::from(bound) - 0.5;
                if x > f64::from(first) && x < f64::from(most) {
                    let line = VLine::new("", x).color(quiet_ink.gamma_multiply(0.7)).width(1.0);
                    plot.vline(line.style(LineStyle::dotted_dense()));
                }
            }
            let mut below: Vec<f64> = vec![0.0; histogram.bars.first().map_or(0, Vec::len)];
            for (place, side) in histogram.bars.iter().enumerate() {
                let colour = colours::side(place, dark);
                let bars = side
                    .iter()
                    .enumerate()
                    .filter(|(_, share)| **share > 0.0)
                    .map(|(bar, &share)| {
                        Bar::new(histogram.middle(bar), share)
                            .width(f64::from(width) * 0.86)
                            .base_offset(below[bar])
                            .fill(colour.gamma_multiply(0.85))
                            .stroke(egui::Stroke::NONE)
                    })
                    .collect();
                plot.bar_chart(BarChart::new("", bars).color(colour).allow_hover(false));
                for (below, share) in below.iter_mut().zip(side) {
                    *below += share;
                }
            }
            if histogram.level > 0.0 {
                // A bar of its own over 0, beside those of a bar that reaches to 0.
                let bar = Bar::new(0.0, histogram.level)
                    .width((f64::from(width) * 0.14).max(0.86))
                    .fill(quiet_ink)
                    .stroke(egui::Stroke::NONE);
                let chart = BarChart::new("", vec![bar]).color(quiet_ink).allow_hover(false);
                plot.bar_chart(chart);
            }
            if let Some(other) = &of_other {
                let n = other.bars.first().map_or(0, Vec::len);
                let half = f64::from(width) / 2.0;
                let mut steps: Vec<[f64; 2]> = Vec::new();
                for bar in 0..n {
                    let at = other.first + bar as i32 * width;
                    let holds_level = (at..at + width).contains(&0);
                    let level = if holds_level { other.level } else { 0.0 };
                    let share: f64 = other.bars.iter().map(|side| side[bar]).sum::<f64>() + level;
                    let x = other.middle(bar);
                    steps.extend([[x - half, share], [x + half, share]]);
                }
                let line = Line::new("", PlotPoints::new(steps)).color(ink).width(1.5);
                plot.line(line.style(LineStyle::dashed_dense()));
            }
        });
    let summary = record.view.section("points").map_or("", |section| section.lead.as_str());
    // Where there are two kinds of games, the mean of all is that of neither.
    match report.kinds {
        Some(kinds) => {
            mark_mean(ui, &response, kinds.low.mean);
            mark_mean(ui, &response, kinds.high.mean);
        }
        None => mark_mean(ui, &response, points.estimate.mean),
    }
    let transform = response.transform;
    let response = response.response;
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Victory points. {summary}"))
    });
    if let Some(at) = response.hover_pos() {
        let x = transform.value_from_position(at).x;
        let bar = ((x - f64::from(first) + 0.5) / f64::from(width)).floor();
        let from = first + bar as i32 * width;
        let games = report
            .games
            .iter()
            .filter(|game| (from..from + width).contains(&game.outcome.points))
            .count();
        let span = if width == 1 {
            format!("{} points", amount(f64::from(from)))
        } else {
            format!("{} to {} points", amount(f64::from(from)), amount(f64::from(from + width - 1)))
        };
        response.on_hover_text_at_pointer(format!("{span}: {games} games"));
    }
    quiet(ui, summary);
    if report.kinds.is_some() {
        quiet(ui, "The marks below the bars are the means of the two kinds of games.");
    }
    for figure in &record.view.figures {
        quiet(ui, format!("{}: {}, {}", figure.name, figure.value, figure.more));
    }
}

/// A mark at the lower edge where the mean lies.
fn mark_mean<R>(ui: &Ui, response: &egui_plot::PlotResponse<R>, mean: f64) {
    let at = response.transform.position_from_point(&egui_plot::PlotPoint::new(mean, 0.0));
    let ink = ui.visuals().text_color();
    let tip = pos2(at.x, at.y);
    let base = tip + vec2(0.0, 8.0);
    ui.painter().add(egui::Shape::convex_polygon(
        vec![tip, base + vec2(5.0, 0.0), base - vec2(5.0, 0.0)],
        ink,
        egui::Stroke::NONE,
    ));
}

#[cfg(test)]
mod tests {
    use super::bar_width;

    #[test]
    fn histograms_have_round_bars_and_not_too_many() {
        assert_eq!(bar_width(3, 3), 1);
        assert_eq!(bar_width(0, 25), 1);
        assert_eq!(bar_width(0, 60), 5);
        assert_eq!(bar_width(-400, 800), 50);
    }
}
