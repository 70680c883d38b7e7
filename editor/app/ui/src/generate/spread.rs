//! How the numbers of many set-ups spread, and where on the board what happens.

use egui::{
    Align, CollapsingHeader, ComboBox, DragValue, Grid, Label, Layout, Rect, RichText, Role,
    ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};
use salient_art::Rgba;
use salient_hex::grid::{Hex, HexGrid};
use salient_lab::set_ups::{Bin, CountSpread, Heat, HeatLayer, MOST_SET_UPS};
use salient_lab::view::words;
use salient_output::preview::{self, Pixels};
use salient_schema::words::all_sides;

use super::many::{Findings, Line, Run};
use super::result::{SIDE, problems};
use super::{GenerateDialog, Taken};
use crate::lab::charts::{Difference, per_game};
use crate::lab::legend::ramp;
use crate::look::colours::FIRE;
use crate::look::theme::{self, palette};
use crate::look::widgets::{primary_button, progress, quiet, segments, text_button};

/// The size of a histogram in a row.
const BARS: [f32; 2] = [132.0, 24.0];
/// The size of the chart of a difference.
const CHART: [f32; 2] = [120.0, 20.0];
/// So often it is looked how far a run is, in milliseconds.
const LOOK: u64 = 100;

/// What is looked at of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    #[default]
    Numbers,
    Where,
}

const LOOKS: [(Look, &str); 2] = [(Look::Numbers, "How much"), (Look::Where, "Where")];

/// The picture of what happens where: of which run, and of which of its layers.
pub(super) type Seen = (usize, usize);

impl GenerateDialog {
    pub(super) fn spread(&mut self, ui: &mut Ui, taken: &mut Taken) {
        self.many.take();
        if self.wish.lull.is_some() {
            quiet(ui, "Only new set-ups are made many at a time. Choose “A new set-up” above.");
            return;
        }
        self.run_and_compare(ui, taken);
        ui.add_space(theme::GAP);
        if !self.many.refused().is_empty() {
            problems(ui, self.many.refused());
            return;
        }
        let Some(run) = self.many.now().cloned() else {
            if self.many.progress().is_none() {
                quiet(
                    ui,
                    "One set-up is one throw of the dice. Make many from these answers to see how \
                     far their numbers spread, and hold them against those of other answers: what \
                     does gas buy, or a year, or another front?",
                );
            }
            return;
        };
        let Some(findings) = self.many.findings() else { return };
        // Of one run the answers stand at the left.
        if findings.comparison.is_some() {
            let headline = RichText::new(&findings.view.headline).font(theme::strong(14.0));
            ui.add(Label::new(headline).wrap());
        }
        quiet(ui, findings.view.run.join(" · "));
        if !findings.view.because.is_empty() {
            ui.add(Label::new(&findings.view.because).wrap());
        }
        if !findings.kept_otherwise.is_empty() {
            quiet(ui, format!("Locked otherwise: {}.", findings.kept_otherwise.join(", ")));
        }
        for refused in &run.spread.refused {
            let seeds = words::plural(refused.count.into(), "seed");
            quiet(ui, format!("{seeds} gave none: {}.", refused.message));
        }
        let heat = run.spread.heat.as_ref();
        if heat.is_some()
            && let Some(look) = segments(ui, "What is looked at", &LOOKS, self.look)
        {
            self.look = look;
        }
        ui.add_space(theme::GAP);
        match heat.filter(|_| self.look == Look::Where) {
            Some(heat) => self.places(ui, &run, heat),
            None => numbers(ui, &run, findings),
        }
    }

    /// The buttons, and how far a run is.
    fn run_and_compare(&mut self, ui: &mut Ui, taken: &mut Taken) {
        if let Some((share, words)) = self.many.progress() {
            ui.horizontal(|ui| {
                if text_button(ui, None, "Stop", true).clicked() {
                    self.many.stop();
                }
                progress(ui, share, &words);
            });
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(LOOK));
            return;
        }
        let first = self.many.first().cloned();
        let is_stale = self.many.now().is_some_and(|run| {
            let seed = run.wish.request.seed;
            let mut wish = self.wish.clone();
            if first.is_some() {
                wish.request.seed = seed;
            }
            run.wish != wish
        });
        ui.horizontal_wrapped(|ui| {
            ui.label("Set-ups");
            let times = first.as_ref().map_or(self.many.times, |first| first.spread.wanted);
            let mut changed = times;
            ui.add_enabled_ui(first.is_none(), |ui| {
                ui.name_inputs("How many set-ups", |ui| {
                    ui.add(DragValue::new(&mut changed).range(2..=MOST_SET_UPS).speed(1.0))
                })
            });
            if first.is_none() {
                self.many.times = changed;
            }
            let name = match (first.is_some(), self.many.now()) {
                (true, _) => "Make as many and compare",
                (false, None) => "Make them",
                (false, Some(_)) => "Make them again",
            };
            if primary_button(ui, None, name, true).clicked()
                && let (Some(system), Some(generator)) = (self.system(), self.generator())
            {
                let (ctx, title) = (ui.ctx().clone(), system.info().title);
                self.many.begin(&ctx, title, generator, &self.wish, &self.open);
            }
            if self.many.now().is_some() {
                if !self.many.holds_last() {
                    let name = "Hold as the first";
                    let help = "The next run is compared with this one, set-up by set-up";
                    if text_button(ui, None, name, true).on_hover_text(help).clicked() {
                        self.many.hold();
                    }
                }
                if text_button(ui, None, "Save the report…", true)
                    .on_hover_text("All of it as a web page, as JSON or as CSV tables")
                    .clicked()
                {
                    *taken = Taken::AskReport;
                }
            }
            if first.is_some() && text_button(ui, None, "Stop comparing", true).clicked() {
                self.many.let_go();
            }
        });
        let note = match self.many.now() {
            _ if self.many.holds_last() => {
                "Now change answers at the left, or lock a step, and make as many."
            }
            Some(_) if is_stale => "The answers were changed since.",
            _ => return,
        };
        ui.label(RichText::new(note).color(palette(ui).warning));
    }

    /// Where it happens, of one layer.
    fn places(&mut self, ui: &mut Ui, run: &std::sync::Arc<Run>, heat: &Heat) {
        let happened = |layer: &HeatLayer| layer.sums.iter().any(|sum| *sum > 0);
        let mut layers = heat.layers.iter().enumerate().filter(|(_, layer)| happened(layer));
        let chosen = heat.layers.get(self.layer).filter(|layer| happened(layer));
        let shown = chosen.map(|layer| (self.layer, layer)).or_else(|| layers.next());
        let Some((place, layer)) = shown else {
            quiet(ui, "Nothing happened anywhere.");
            return;
        };
        let means: Vec<f64> = heat.means(layer).collect();
        let most = means.iter().copied().fold(0.0, f64::max);
        ui.horizontal(|ui| {
            ui.name_inputs("Counted in each hex", |ui| {
                ComboBox::from_id_salt("layer").selected_text(words::capital(&layer.name)).show_ui(
                    ui,
                    |ui| {
                        for (at, layer) in heat.layers.iter().enumerate() {
                            if happened(layer) {
                                let name = words::capital(&layer.name);
                                ui.selectable_value(&mut self.layer, at, name);
                            }
                        }
                    },
                )
            });
            ramp(ui, FIRE, &["0".to_owned(), per_game(most)]);
            quiet(ui, "a set-up");
        });
        let seen: Seen = (self.many.number(), place);
        let drawn = run.clone();
        self.where_picture.wish(ui.ctx(), &seen, move || {
            let grid = HexGrid::new(&drawn.example.bundle.map.grid);
            preview::draw_tinted(&drawn.example.bundle, &tints(&drawn, &grid, place), SIDE)
        });
        if let Some(Some(picture)) = self.where_picture.made(&seen) {
            let seed = run.spread.seeds.first().copied().unwrap_or(run.spread.seed);
            quiet(ui, format!("On the map of seed {seed}; the ground of the others is their own."));
            let picture: &Pixels = picture;
            self.where_shown.show(ui, &seen, picture);
        }
    }
}

/// The hexes in which anything happened, in the colours of the ramp.
fn tints(run: &Run, grid: &HexGrid, place: usize) -> Vec<(Hex, Rgba)> {
    let heat = run.spread.heat.as_ref();
    let Some((heat, layer)) = heat.and_then(|heat| Some((heat, heat.layers.get(place)?))) else {
        return Vec::new();
    };
    let means: Vec<f64> = heat.means(layer).collect();
    let most = means.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let tint = |hex: Hex| {
        let at = heat.place(run.example.anchor, grid.index(hex))?;
        let mean = means.get(at).copied().filter(|mean| *mean > 0.0)?;
        // As the ramp rises, lest the quiet hexes be lost beside a few fierce ones.
        let height = (mean / most).sqrt() as f32;
        let [red, green, blue, _] = FIRE.at(height).to_array();
        let opacity = 255.0 * (0.45 + 0.45 * height);
        Some((hex, [red, green, blue, opacity as u8]))
    };
    grid.hexes().filter_map(tint).collect()
}

/// A table a side; of two runs, what differs for certain first.
fn numbers(ui: &mut Ui, run: &Run, findings: &Findings) {
    ScrollArea::both().id_salt("spread").auto_shrink(false).show(ui, |ui| {
        if findings.comparison.is_none() {
            let sides = run.spread.sides();
            let all = all_sides(sides.iter().flatten().count());
            for side in sides {
                let name = words::capital(side.unwrap_or(all));
                ui.label(RichText::new(name).font(theme::strong(14.0)));
                let of_side = |count: &CountSpread| count.parted().0 == side;
                let lines = findings.lines.iter().filter_map(|line| {
                    let count = run.spread.counts.get(line.count)?;
                    of_side(count).then_some((line, count))
                });
                one_run(ui, side.unwrap_or("both"), lines);
                ui.add_space(theme::GROUP_GAP);
            }
            return;
        }
        let lines = || {
            findings
                .lines
                .iter()
                .filter_map(|line| Some((line, run.spread.counts.get(line.count)?)))
        };
        let (clear, alike): (Vec<_>, Vec<_>) = lines().partition(|(line, _)| line.is_clear());
        legend(ui);
        if !clear.is_empty() {
            ui.label(RichText::new("These differ for certain").font(theme::strong(14.0)));
            two_runs(ui, "clear", &clear);
            ui.add_space(theme::GROUP_GAP);
        }
        if !alike.is_empty() {
            let name = words::plural(alike.len() as u64, "number");
            CollapsingHeader::new(format!("{name} without a clear difference"))
                .id_salt("alike")
                .show(ui, |ui| two_runs(ui, "alike", &alike));
        }
    });
}

fn head(ui: &mut Ui, names: &[&str]) {
    for name in names {
        ui.label(RichText::new(*name).color(palette(ui).quiet));
    }
    ui.end_row();
}

fn one_run<'a>(ui: &mut Ui, name: &str, lines: impl Iterator<Item = (&'a Line, &'a CountSpread)>) {
    let grid = Grid::new(("spread", name)).striped(true).num_columns(6).spacing([18.0, 4.0]);
    grid.show(ui, |ui| {
        head(ui, &["", "Mean", "Least", "Median", "Most", "How often"]);
        for (line, count) in lines {
            ui.label(words::capital(count.parted().1));
            right(ui, &mean(count));
            for value in [count.least, count.quartiles[1], count.most] {
                right(ui, &value.to_string());
            }
            histogram(ui, count, &line.bars);
            ui.end_row();
        }
    });
}

fn two_runs(ui: &mut Ui, name: &str, lines: &[(&Line, &CountSpread)]) {
    let differences = lines.iter().filter_map(|(line, _)| line.difference.as_ref());
    let grid = Grid::new(("spreads", name)).striped(true).num_columns(6).spacing([18.0, 4.0]);
    // Each against its own spread, so that men by the hundred do not drown guns.
    let reach = |sd: f64, low: f64, high: f64| low.abs().max(high.abs()) / sd.max(1e-9);
    let reaches = differences.filter_map(|row| {
        let found = row.difference?;
        Some(reach(row.first.sd.max(row.second.sd), found.low, found.high))
    });
    let widest = reaches.filter(|reach| *reach < 1e3).fold(1e-6, f64::max);
    grid.show(ui, |ui| {
        head(ui, &["", "First", "Second", "Difference", "", "How often"]);
        for (line, count) in lines {
            let Some(row) = &line.difference else { continue };
            ui.label(words::capital(&count.name));
            right(ui, &words::mean(&row.first));
            right(ui, &words::mean(&row.second));
            match row.difference {
                None => {
                    ui.label("");
                    ui.label("");
                }
                Some(found) => {
                    let [value, interval] = words::difference(&found, None);
                    right(ui, &value);
                    let sd = row.first.sd.max(row.second.sd);
                    let (rect, response) = ui.allocate_exact_size(CHART.into(), Sense::hover());
                    let chart = Difference {
                        value: found.value,
                        interval: (found.low, found.high),
                        reach: widest * sd.max(1e-9),
                    };
                    chart.paint(ui, rect.shrink(3.0));
                    response.on_hover_text(format!("{value} ({interval})"));
                }
            }
            histogram(ui, count, &line.bars);
            ui.end_row();
        }
    });
}

fn mean(count: &CountSpread) -> String {
    format!("{} ± {}", words::mean(&count.estimate), words::number(count.estimate.sd, 1))
}

fn right(ui: &mut Ui, text: &str) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
}

/// What the colours of the bars mean.
fn legend(ui: &mut Ui) {
    let colours = palette(ui);
    ui.horizontal(|ui| {
        for (name, colour) in
            [("First", colours.quiet.gamma_multiply(0.5)), ("Second", colours.accent)]
        {
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, colour);
            ui.label(name);
            ui.add_space(theme::GAP);
        }
    });
}

/// Bars of one run, or of two beside each other.
fn histogram(ui: &mut Ui, count: &CountSpread, bars: &[Vec<Bin>]) {
    // One bar for all says nothing that the number does not.
    if bars.iter().all(|bins| bins.len() <= 1) {
        quiet(ui, "always");
        return;
    }
    let (rect, response) = ui.allocate_exact_size(BARS.into(), Sense::hover());
    let said = format!("{}: from {} to {}", count.name, count.least, count.most);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    let colours = palette(ui);
    let most = |bins: &Vec<Bin>| bins.iter().map(|bin| bin.count).sum::<u32>().max(1) as f32;
    let share = |bins: &Vec<Bin>, bin: &Bin| bin.count as f32 / most(bins);
    let highest = bars.iter().flat_map(|bins| bins.iter().map(|bin| share(bins, bin)));
    let highest = highest.fold(1e-6, f32::max);
    let number = bars.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let wide = rect.width() / number as f32;
    let each = (wide - 1.0).max(1.0) / bars.len().max(1) as f32;
    let foot = rect.bottom() - 1.0;
    ui.painter().hline(rect.x_range(), foot, (1.0, colours.line));
    for (of, bins) in bars.iter().enumerate() {
        let is_last = of + 1 == bars.len();
        let colour = if is_last { colours.accent } else { colours.quiet.gamma_multiply(0.5) };
        for (place, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            let left = rect.left() + wide * place as f32 + each * of as f32;
            // What came at all is seen.
            let high = (share(bins, bin) / highest * (rect.height() - 2.0)).max(1.5);
            let bar = Rect::from_min_max(pos2(left, foot - high), pos2(left + each, foot));
            ui.painter().rect_filled(bar, 0.0, colour);
        }
    }
    let under = response.hover_pos().map(|at| ((at.x - rect.left()) / wide) as usize);
    if let Some(place) = under {
        let told = bars.iter().filter_map(|bins| {
            let bin = bins.get(place)?;
            Some(format!("{}: {:.1} %", bin.range(), share(bins, bin) * 100.0))
        });
        let told: Vec<String> = told.collect();
        response.on_hover_text(told.join("\n"));
    }
}
