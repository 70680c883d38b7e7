//! Many set-ups of a generator as a page: how their numbers spread, what other answers change, and
//! where it happens.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use salient_hex::grid::{Hex, HexGrid};
use salient_lab::set_ups::{Bin, CountSpread, Heat, HeatLayer, Spread, SpreadComparison, bins};
use salient_lab::view::{View, words};
use salient_schema::Bundle;
use salient_schema::numbering::HexIndex;

use super::basemap::Basemap;
use super::chart::{percent, unit};
use super::heat::{overlay, ramp, thresholds};
use super::{
    LETTERING, PageError, SCRIPT, enlarge, heading, masthead, plain_style, section, shell,
};

/// The set-up on whose map heat is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// It.
    pub bundle: &'a Bundle,
    /// Its anchor, which lies on those of the others.
    pub anchor: HexIndex,
    /// Its seed.
    pub seed: u64,
}

/// Writes the spread of set-ups as a page of HTML; with the spread of other answers and what they
/// change if that is given: `spread` is then the comparison's second. `title` says whose rules make
/// the set-ups.
///
/// # Errors
/// When the example's map is too large to paint.
pub fn set_ups(
    title: &str,
    example: Example<'_>,
    spread: &Spread,
    compared: Option<(&Spread, &SpreadComparison)>,
) -> Result<String, PageError> {
    let grid = HexGrid::new(&example.bundle.map.grid);
    if grid.is_empty() {
        return Err(PageError::Foreign { report: spread.made as usize, map: 0 });
    }
    let base = Basemap::new(example.bundle, &grid)?;
    let page = Page { example, spread, first: compared.map(|(first, _)| first), base };
    let view = View::of_set_ups(title, spread, compared.map(|(_, comparison)| comparison));
    Ok(page.whole(&view).into_string())
}

struct Page<'a> {
    example: Example<'a>,
    spread: &'a Spread,
    /// The spread that it is compared to.
    first: Option<&'a Spread>,
    base: Basemap<'a>,
}

/// Ramps of heat, one after the other.
const RAMPS: [&str; 3] = ["lost", "entered", "fought"];

/// What only this page shows.
const OWN_STYLE: &str = ".spreads{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.4rem 2rem;margin-top:1.2rem}\
    .spreads figure{min-width:0}\
    .spreads figcaption{font-weight:700;line-height:1.2;min-height:2.4em;display:flex;align-items:end}\
    .spreads svg{display:block;width:100%;height:5rem;border-bottom:1.5px solid var(--soft);margin-top:.3rem;overflow:visible}\
    .spreads .one{fill:var(--soft);fill-opacity:.45}.spreads .two{fill:var(--link)}\
    .spreads p{display:flex;justify-content:space-between;font-size:.9rem;color:var(--soft)}\
    .legend i{display:inline-block;width:.9em;height:.9em;border-radius:2px;margin-right:.4em;vertical-align:-.08em}\
    .legend .one{background:var(--soft);opacity:.45}.legend .two{background:var(--link)}\
    .legend span{margin-right:1.4rem}";

impl Page<'_> {
    fn whole(&self, view: &View) -> Markup {
        let heat = self.spread.heat.as_ref();
        let body = html! {
            a class="skip" href="#set-ups" { "To the numbers" }
            (masthead(view))
            nav aria-label="Contents" {
                ul {
                    @for section in &view.sections {
                        li { a href={ "#" (section.id) } { (section.name) } }
                    }
                    li { a href="#histograms" { "Histograms" } }
                    @if heat.is_some() { li { a href="#heat" { "Where" } } }
                }
            }
            main {
                @for of in &view.sections {
                    section id=(of.id) aria-labelledby={ (of.id) "-head" } { (section(of, &|_| "var(--soft)".to_owned())) }
                }
                section id="histograms" aria-labelledby="histograms-head" { (self.histograms()) }
                @if let Some(heat) = heat {
                    section id="heat" aria-labelledby="heat-head" { (self.heat(heat)) }
                }
                section id="answers" aria-labelledby="answers-head" { (self.answers()) }
            }
            footer { "Written by Salient. " (LETTERING) }
            script nonce="salient" { (PreEscaped(SCRIPT)) }
        };
        shell(&format!("{}: set-ups", view.title), self.style(), body)
    }

    fn style(&self) -> String {
        let mut style = plain_style();
        style.push_str(OWN_STYLE);
        // Writing to a string cannot fail.
        let _ = write!(style, ".map>.base{{background-image:url({})}}", self.base.picture);
        for number in 0..self.spread.heat.as_ref().map_or(0, |heat| heat.layers.len()) {
            let _ = write!(
                style,
                "#heat-map:has(#heat-{number}:checked) .layer.of-{number}{{display:grid}}"
            );
        }
        style
    }

    /// A histogram of every number that is not always the same.
    fn histograms(&self) -> Markup {
        let varies = |count: &&CountSpread| {
            let first = self.first.and_then(|first| first.count(&count.name));
            count.least < count.most || first.is_some_and(|first| first.least < first.most)
        };
        html! {
            (heading("histograms", "Histograms", "How many set-ups have how much. Numbers that are always the same are left out."))
            @if self.first.is_some() {
                p class="note legend" { span { i class="one" {} "First" } span { i class="two" {} "Second" } }
            }
            div class="spreads" {
                @for count in self.spread.counts.iter().filter(varies) { (self.histogram(count)) }
            }
        }
    }

    fn histogram(&self, count: &CountSpread) -> Markup {
        let first = self.first.and_then(|first| first.count(&count.name));
        let samples: Vec<&[i64]> =
            first.into_iter().chain([count]).map(|of| of.values.as_slice()).collect();
        let all: Vec<(usize, Vec<Bin>)> = bins(&samples).into_iter().enumerate().collect();
        let totals: Vec<f64> = samples.iter().map(|sample| sample.len().max(1) as f64).collect();
        let share = |of: usize, bin: &Bin| f64::from(bin.count) / totals[of];
        let most = all.iter().flat_map(|(of, bins)| bins.iter().map(|bin| share(*of, bin)));
        let most = most.fold(f64::MIN_POSITIVE, f64::max);
        let bars = all.first().map_or(1, |(_, bins)| bins.len().max(1)) as f64;
        let wide = 1000.0 / bars;
        let each = wide * 0.86 / all.len().max(1) as f64;
        let ends = all.first().and_then(|(_, bins)| Some((bins.first()?.from, bins.last()?.to)));
        let said = format!(
            "{}: mean {}, from {} to {}",
            count.name,
            words::mean(&count.estimate),
            count.least,
            count.most
        );
        html! {
            figure {
                figcaption { (words::capital(&count.name)) }
                svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img" aria-label=(said) {
                    @for (of, bins) in &all {
                        @let second = of + 1 == all.len();
                        @for (place, bin) in bins.iter().enumerate() {
                            @let high = share(*of, bin) / most * 1000.0;
                            rect class=(if second { "two" } else { "one" })
                                x=(unit(place as f64 * wide + *of as f64 * each + wide * 0.07))
                                y=(unit(1000.0 - high)) width=(unit(each)) height=(unit(high))
                            {
                                title { (bin.range()) ": " (percent(share(*of, bin))) }
                            }
                        }
                    }
                }
                @if let Some((from, to)) = ends {
                    p { span { (from) } span { (to) } }
                }
            }
        }
    }

    /// Heat maps over the example's map.
    fn heat(&self, heat: &Heat) -> Markup {
        let lead = format!(
            "The boards are laid upon each other at the anchor; what only some boards have is told of \
             those. The map beneath is that of seed {}, as an example: the ground of the others is \
             their own.",
            self.example.seed
        );
        let happened = |layer: &&(usize, &HeatLayer)| layer.1.sums.iter().any(|sum| *sum > 0);
        let layers: Vec<(usize, &HeatLayer)> = heat.layers.iter().enumerate().collect();
        let first = layers.iter().find(happened).map_or(0, |(number, _)| *number);
        html! {
            (heading("heat", "Where it happens", &lead))
            div class="layers" id="heat-map" {
                fieldset class="choices" {
                    legend class="visually-hidden" { "Heat map of" }
                    @for (number, layer) in layers.iter().filter(happened) {
                        label {
                            input type="radio" name="heat" id={ "heat-" (number) }
                                checked[*number == first];
                            (words::capital(&layer.name))
                        }
                    }
                }
                (enlarge())
                @for (number, layer) in layers.iter().filter(happened) {
                    (self.layer(heat, *number, layer))
                }
            }
        }
    }

    fn layer(&self, heat: &Heat, number: usize, layer: &HeatLayer) -> Markup {
        let means: Vec<f64> = heat.means(layer).collect();
        let at = |hex: Hex| {
            let place = heat.place(self.example.anchor, self.base.grid.index(hex));
            place.and_then(|place| means.get(place)).copied().unwrap_or(0.0)
        };
        let steps = thresholds(means.iter().copied().fold(0.0, f64::max));
        let region =
            |least: &f64| self.base.lattice.region(|hex| at(hex) > 0.0 && at(hex) >= *least);
        let paths: Vec<String> = steps.iter().map(region).collect();
        let class = RAMPS[number % RAMPS.len()];
        let what = format!("{}, of a set-up in the hex", layer.name);
        html! {
            div class={ "layer of-" (number) } {
                h3 class="print-only" { (words::capital(&layer.name)) }
                (self.base.map("", &format!("Heat map: {what}."), &overlay(class, &paths)))
                (ramp(class, &what, &steps))
            }
        }
    }

    /// What was asked, so that it can be had again.
    fn answers(&self) -> Markup {
        let of = |spread: &Spread| {
            let answers = spread.answers.iter().map(|(id, answer)| format!("{id}={answer}"));
            answers.collect::<Vec<_>>().join(" ")
        };
        html! {
            (heading("answers", "The answers", "Set-up by set-up with one more on the seed: each can be made again by itself."))
            @if let Some(first) = self.first { pre { "First:  " (of(first)) } }
            pre { @if self.first.is_some() { "Second: " } (of(self.spread)) }
        }
    }
}
