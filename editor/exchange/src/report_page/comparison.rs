//! How far two runs lie apart, as marks on a scale.

use maud::{Markup, html};
use salient_lab::Difference;
use salient_lab::view::{Table, Value, words};

use super::chart::{Scale, percent};

/// A scale with 0 in its middle that holds all intervals of a column of differences.
pub(super) fn scale(table: &Table, column: usize) -> Scale {
    let most = table
        .seen()
        .filter_map(|row| match row.cells.get(column)?.value {
            Value::Difference(Some(found), of) => {
                Some(found.low.abs().max(found.high.abs()) * times(of))
            }
            _ => None,
        })
        .fold(0.0, f64::max);
    Scale::around([-most, most], 2)
}

/// What differences of shares are told in hundredths of.
fn times(of: Option<u64>) -> f64 {
    if of.is_some() { 100.0 } else { 1.0 }
}

/// The head of a column of differences: its scale, and what it is of.
pub(super) fn head(heading: &str, scale: &Scale) -> Markup {
    html! {
        th class="lane wide ticks" aria-hidden="true" {
            div {
                @for mark in scale.marks() {
                    span style={ "left:" (percent(scale.share(*mark))) } {
                        (words::signed(*mark, usize::from(scale.most() < 2.0)))
                    }
                }
            }
        }
        th scope="col" class="num" { (heading) }
    }
}

/// A difference as a mark with its interval about 0, and in numbers.
pub(super) fn difference(found: Option<&Difference>, of: Option<u64>, scale: &Scale) -> Markup {
    let Some(found) = found else {
        return html! { td class="lane wide" aria-hidden="true" {} td class="num soft" { "too few games" } };
    };
    let [low, value, high] =
        [found.low, found.value, found.high].map(|end| scale.share(end * times(of)));
    let [said, interval] = words::difference(found, of);
    html! {
        td class="lane wide" aria-hidden="true" {
            div {
                i class="nought" style={ "left:" (percent(scale.share(0.0))) } {}
                i class="range" style={ "left:" (percent(low)) ";width:" (percent(high - low)) } {}
                i class={ "mark" @if found.clear { " clear" } } style={ "left:" (percent(value)) } {}
            }
        }
        td class="num" {
            @if found.clear { b { (said) } } @else { (said) }
            " " span class="soft" { (interval) }
        }
    }
}
