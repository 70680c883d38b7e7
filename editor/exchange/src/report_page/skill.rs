//! What a ladder of bots tells of a scenario, as a page.

use maud::{Markup, PreEscaped, html};
use salient_lab::Share;
use salient_lab::skill::{Skill, bot_name};
use salient_lab::view::{View, words};

use super::chart::{Plot, Scale};
use super::{
    LETTERING, SCRIPT, heading, masthead, plain_style, section, shell, side_colours, table,
};

/// Writes what a ladder of bots tells of a scenario as a page of HTML.
#[must_use]
pub fn skill(skill: &Skill) -> String {
    let view = View::of_skill(skill);
    let colour = |id: &str| {
        let place = skill.sides.iter().position(|(side, _)| side == id);
        place.map_or_else(|| "var(--soft)".to_owned(), |place| format!("var(--s{place})"))
    };
    let mut style = plain_style();
    side_colours(skill.sides.len(), &mut style);
    let lead = "Who wins between players of one strength, from the weakest to the strongest. A \
                line that stays where it is tells of the scenario; one that crosses the middle \
                tells that it depends on who plays.";
    let body = html! {
        a class="skip" href="#curve" { "To the curve" }
        (masthead(&view))
        nav aria-label="Contents" {
            ul {
                li { a href="#curve" { "Balance by strength" } }
                @for of in &view.sections { li { a href={ "#" (of.id) } { (of.name) } } }
            }
        }
        main {
            section id="curve" aria-labelledby="curve-head" {
                (heading("curve", "Balance by strength", lead))
                (curve(skill, &colour))
                @for of in &view.balance { (table::grid(of, &colour)) }
                @for figure in &view.figures {
                    p class="note" {
                        b { (figure.name) ": " (figure.value) } ", " (figure.more) "."
                    }
                }
            }
            @for of in &view.sections {
                section id=(of.id) aria-labelledby={ (of.id) "-head" } { (section(of, &colour)) }
            }
        }
        footer { "Written by Salient. " (LETTERING) }
        script nonce="salient" { (PreEscaped(SCRIPT)) }
    };
    shell(&format!("{}: balance by strength", view.title), style, body).into_string()
}

/// The share of each side by the strength of both players, with its 95 % interval.
fn curve(skill: &Skill, colour: &dyn Fn(&str) -> String) -> Markup {
    let rungs: Vec<usize> = skill.even().map(|(rung, _)| rung).collect();
    let last = rungs.len().saturating_sub(1).max(1) as f64;
    let plot = Plot { x: Scale::plain(-0.35, last + 0.35), y: Scale::around([0.0, 100.0], 5) };
    let share = |place: usize, side: usize| -> Option<Share> {
        skill.even().nth(place).and_then(|(_, pairing)| pairing.wins.get(side)).copied()
    };
    let of_side = |side: usize| -> Vec<(f64, Share)> {
        (0..rungs.len()).filter_map(|at| Some((at as f64, share(at, side)?))).collect()
    };
    let bots = || {
        let bots = rungs.iter().filter_map(|&rung| skill.rungs.get(rung).copied());
        bots.enumerate()
    };
    let names: Vec<(f64, String, String)> = bots()
        .map(|(at, bot)| {
            let below = bot.playouts().map_or_else(String::new, |playouts| playouts.to_string());
            (at as f64, bot.name().to_owned(), below)
        })
        .collect();
    let strips: Vec<(f64, String)> = bots()
        .map(|(at, bot)| {
            let sides = skill.sides.iter().enumerate().filter_map(|(side, (_, name))| {
                let found = share(at, side)?;
                Some(format!("{name} {} ({})", words::share(&found), words::share_interval(&found)))
            });
            (at as f64, format!("{}: {}", bot_name(bot), sides.collect::<Vec<_>>().join(", ")))
        })
        .collect();
    html! {
        figure class="chart" {
            figcaption {
                "Share of the games that each side wins between players of one strength"
                span class="legend" {
                    @for (id, name) in &skill.sides {
                        span { i class="stroke" style={ "background:" (colour(id)) } {} (name) }
                    }
                    span { "shaded: 95\u{a0}% interval" }
                }
            }
            div class="plot" {
                (plot.y_marks(|mark| format!("{}\u{a0}%", words::number(mark, 0))))
                div class="area" {
                    svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img"
                        aria-label="Share of wins by strength; the table below has the numbers"
                    {
                        (plot.grid())
                        (plot.level(50.0, "threshold"))
                        @for (side, (id, _)) in skill.sides.iter().enumerate() {
                            @let found = of_side(side);
                            @let band: Vec<_> = found.iter()
                                .map(|(x, share)| (*x, share.low * 100.0, share.high * 100.0))
                                .collect();
                            @let line: Vec<_> =
                                found.iter().map(|(x, share)| (*x, share.share * 100.0)).collect();
                            path class="fan" style={ "fill:" (colour(id)) ";opacity:.2" }
                                d=(plot.area(&band)) {}
                            path class="line" style={ "stroke:" (colour(id)) }
                                d=(plot.line(line.iter().copied())) {}
                            path class="dot" style={ "stroke:" (colour(id)) }
                                d=(plot.dots(line.iter().copied())) {}
                        }
                        (plot.strips(&strips))
                    }
                }
                (plot.x_marks(&names))
            }
        }
    }
}
