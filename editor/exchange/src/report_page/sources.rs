//! What the points are made of, turn by turn, as bars that stand on each other.

use maud::{Markup, html};
use salient_lab::SourceReport;
use salient_lab::view::words;

use super::Page;
use super::chart::{Plot, Scale, unit};

/// The colour of a source, by its place: hues far apart, of the same weight by day and by night.
fn colour(place: usize) -> String {
    const HUES: [u16; 7] = [45, 235, 145, 320, 95, 190, 285];
    format!("oklch(0.62 0.12 {})", HUES[place % HUES.len()])
}

impl Page<'_> {
    /// A chart a side that has points of its own.
    pub(super) fn source_bars(&self) -> Markup {
        let sides = self.report.subject.sides.iter().filter_map(|side| {
            let of_side =
                |source: &&SourceReport| source.side == side.id && source.head.kind.is_none();
            let sources: Vec<_> = self.report.sources.iter().filter(of_side).collect();
            (!sources.is_empty()).then_some((side.name.as_str(), sources))
        });
        let sides: Vec<_> = sides.collect();
        html! {
            div class=(if sides.len() > 1 { "pair" } else { "" }) {
                @for (side, sources) in &sides { (self.stacked(side, sources)) }
            }
        }
    }

    fn stacked(&self, side: &str, sources: &[&SourceReport]) -> Markup {
        let turns = self.report.reached_turns();
        let at = |source: &SourceReport, turn: u16| {
            source.turns.iter().find(|there| there.turn == turn).map_or(0.0, |t| t.points.mean)
        };
        // What adds stands above nought, what takes away below it.
        let stack = |turn: u16| -> Vec<(usize, f64, f64)> {
            let (mut above, mut below) = (0.0, 0.0);
            let bar = |(place, source): (usize, &&SourceReport)| {
                let value = at(source, turn);
                let end = if value < 0.0 { &mut below } else { &mut above };
                let from = *end;
                *end += value;
                (place, from, *end)
            };
            sources.iter().enumerate().map(bar).collect()
        };
        let sum = |turn: u16| sources.iter().map(|source| at(source, turn)).sum::<f64>();
        let ends = turns.iter().flat_map(|turn| stack(turn.turn));
        let ends: Vec<f64> = ends.flat_map(|(_, from, to)| [from, to]).collect();
        let plot =
            Plot { x: self.turn_scale(0.6), y: Scale::around(std::iter::once(0.0).chain(ends), 5) };
        let x = |turn: f64| plot.x.share(turn) * 1000.0;
        let y = |value: f64| (1.0 - plot.y.share(value)) * 1000.0;
        let strips: Vec<_> = turns
            .iter()
            .map(|turn| {
                let parts = sources.iter().map(|source| {
                    let points = words::number(at(source, turn.turn), 1);
                    format!("{} {points}", source.head.name)
                });
                let parts = parts.collect::<Vec<_>>().join(", ");
                let sum = words::number(sum(turn.turn), 1);
                (
                    f64::from(turn.turn),
                    format!("Turn {}, {}: {parts}; together {sum}", turn.turn, turn.label),
                )
            })
            .collect();
        let sums = turns.iter().map(|turn| (f64::from(turn.turn), sum(turn.turn)));
        html! {
            figure class="chart" {
                figcaption {
                    (side) span { "points at the end of each game-turn, by source, mean of the games that came to it" }
                    span class="legend" {
                        @for (place, source) in sources.iter().enumerate() {
                            span { i style={ "background:" (colour(place)) } {} (source.head.name) }
                        }
                        span { i class="stroke" style="background:var(--ink)" {} "together" }
                    }
                }
                div class="plot small" {
                    (plot.y_marks(|mark| words::number(mark, 0)))
                    div class="area" {
                        svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img"
                            aria-label={ (side) " points by source and turn; the numbers are in the \
                                table below" }
                        {
                            (plot.grid())
                            @for turn in turns {
                                @let left = x(f64::from(turn.turn) - 0.32);
                                @let width = x(f64::from(turn.turn) + 0.32) - left;
                                @for (place, from, to) in stack(turn.turn) {
                                    @if from != to {
                                        rect x=(unit(left)) y=(unit(y(from.max(to)))) width=(unit(width))
                                            height=(unit((y(from) - y(to)).abs()))
                                            style={ "fill:" (colour(place)) } {}
                                    }
                                }
                            }
                            path class="line" style="stroke:var(--ink)" d=(plot.line(sums.clone())) {}
                            path class="dot" style="stroke:var(--ink)" d=(plot.dots(sums)) {}
                            (plot.strips(&strips))
                        }
                    }
                    (plot.x_marks(&self.turn_numbers()))
                }
            }
        }
    }
}
