//! Lines with ornaments: one recipe for every mark, along hexsides, paths and borders alike.

use salient_schema::ruleset::Mark;

use super::Detail;
use super::{areas, crossings};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::noise;
use crate::scene::{Point, Scene, Stroke, Text};

/// Draws a mark along a line. Marks that are no lines by nature are strung along it.
pub fn ornament(
    mark: Mark,
    along: &[Point],
    ink: Rgba,
    width: Option<f32>,
    detail: Detail,
    scene: &mut Scene,
) {
    let plain = |width: f32, scene: &mut Scene| {
        if along.len() > 1 {
            scene.line(along, Stroke::new(width, ink));
        }
    };
    if detail == Detail::Far && mark != Mark::None {
        return plain(width.unwrap_or(0.05).max(0.04), scene);
    }
    match mark {
        Mark::None | Mark::Label => {}
        Mark::River | Mark::Water => {
            let width = width.unwrap_or(0.09);
            scene.line(along, Stroke::new(width + 0.025, colour::darker(ink, 0.35)));
            plain(width, scene);
        }
        Mark::Canal => {
            let width = width.unwrap_or(0.08);
            plain(width, scene);
            scene.line(along, Stroke::new(width * 0.45, colour::lighter(ink, 0.6)));
        }
        Mark::Escarpment | Mark::Hilltop | Mark::Rough => {
            plain(width.unwrap_or(0.025), scene);
            hachures(along, ink, scene);
        }
        Mark::Ridge | Mark::Mountain => {
            walk(along, 0.1925, |at, _, _| {
                let lit = colour::lighter(ink, 0.65);
                areas::peak(
                    [at[0], at[1] + 0.055],
                    0.12,
                    lit,
                    ink,
                    colour::darker(ink, 0.3),
                    scene,
                );
            });
        }
        Mark::Hedge | Mark::Woods => bushes(along, ink, scene),
        Mark::Swamp | Mark::Fields => {
            let pen = Stroke::new(0.014, ink);
            walk(along, 0.11, |[x, y], _, _| {
                for lean in [-0.03, 0.0, 0.03] {
                    scene.line([[x + lean * 0.4, y + 0.03], [x + lean, y - 0.04]], pen);
                }
            });
        }
        Mark::Craters | Mark::Gas => walk(along, 0.12, |at, _, _| {
            scene.ring(at, 0.035, Stroke::new(0.014, ink));
        }),
        Mark::Wire => wire(along, ink, width.unwrap_or(0.016), scene),
        Mark::Trench => zigzag(along, ink, width.unwrap_or(0.032), scene),
        Mark::Fieldwork | Mark::Redoubt | Mark::Fortress => {
            battlements(along, ink, width.unwrap_or(0.03), scene);
        }
        Mark::Railway => railway(along, ink, width.unwrap_or(0.028), 1, scene),
        Mark::Road => plain(width.unwrap_or(0.045), scene),
        Mark::Border => {
            let width = width.unwrap_or(0.05);
            scene.line(along, Stroke::new(width + 0.035, [255, 252, 242, 120]));
            plain(width, scene);
        }
        Mark::Dashes => dashes(along, ink, width.unwrap_or(0.055), true, scene),
        Mark::Town | Mark::City | Mark::Pillbox => {
            plain(0.012, scene);
            walk(along, 0.1443, |at, [tx, ty], _| {
                let block = super::site::rectangle(at, 0.06, 0.05, ty.atan2(tx));
                scene.fill(block, ink);
            });
        }
        // Over what the line stands for, once.
        Mark::Bridge | Mark::Ford => walk(along, f32::MAX, |at, [tx, ty], _| {
            let way = crossings::straight(at, [-ty, tx], 0.24);
            crossings::draw(mark, &way, ink, detail, scene);
        }),
        Mark::Diamond | Mark::Disc | Mark::Port | Mark::Morale | Mark::Victory | Mark::Entry => {
            plain(0.02, scene);
            walk(along, 0.1925, |at, _, _| scene.disc(at, 0.035, ink));
        }
    }
}

/// Draws a border over something that runs along the same hexside: without the pale edge that
/// would hide it.
pub fn over_water(
    mark: Mark,
    along: &[Point],
    ink: Rgba,
    width: f32,
    detail: Detail,
    scene: &mut Scene,
) {
    match mark {
        Mark::Dashes if detail != Detail::Far => dashes(along, ink, width, false, scene),
        Mark::Border => scene.line(along, Stroke::new(width, ink)),
        mark => ornament(mark, along, ink, Some(width), detail, scene),
    }
}

/// Calls `place` with points at equal distances along a line, half a distance from its ends,
/// each with the way of the line there (a vector of length 1).
pub fn walk(along: &[Point], spacing: f32, mut place: impl FnMut(Point, Point, usize)) {
    let length: f32 = pieces(along).map(|(_, _, length)| length).sum();
    if !(length > 0.0 && spacing > 0.0) {
        return;
    }
    let count = (length / spacing).round().clamp(1.0, 10_000.0);
    let step = length / count;
    let mut next = step / 2.0;
    let mut placed = 0;
    for (a, b, piece) in pieces(along) {
        while next <= piece && placed < count as usize {
            let t = next / piece;
            let at = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
            place(at, [(b[0] - a[0]) / piece, (b[1] - a[1]) / piece], placed);
            placed += 1;
            next += step;
        }
        next -= piece;
    }
}

fn pieces(along: &[Point]) -> impl Iterator<Item = (Point, Point, f32)> {
    along.iter().zip(along.iter().skip(1)).filter_map(|(a, b)| {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        (length > 1e-6).then_some((*a, *b, length))
    })
}

/// A line moved sideways: to the right of its way for positive distances.
pub fn beside(along: &[Point], distance: f32) -> Vec<Point> {
    let last = along.len().saturating_sub(1);
    along
        .iter()
        .enumerate()
        .map(|(at, p)| {
            let before = along.get(at.saturating_sub(1)).unwrap_or(p);
            let after = along.get((at + 1).min(last)).unwrap_or(p);
            let (dx, dy) = (after[0] - before[0], after[1] - before[1]);
            let length = dx.hypot(dy).max(1e-6);
            [p[0] - dy / length * distance, p[1] + dx / length * distance]
        })
        .collect()
}

/// A square wave about a line: works as trench maps draw them.
pub fn battlements(along: &[Point], ink: Rgba, width: f32, scene: &mut Scene) {
    let tooth = 0.038;
    let mut wave = Vec::new();
    walk(along, 0.055, |[x, y], [tx, ty], count| {
        let side = if count % 2 == 0 { tooth } else { -tooth };
        let half = 0.0275;
        for along in [-half, half] {
            wave.push([x + tx * along - ty * side * 0.5, y + ty * along + tx * side * 0.5]);
        }
    });
    if let (Some(first), Some(last)) = (along.first(), along.last()) {
        wave.insert(0, *first);
        wave.push(*last);
        scene.line(wave, Stroke::new(width, ink));
    }
}

/// A zigzag about a line.
pub fn zigzag(along: &[Point], ink: Rgba, width: f32, scene: &mut Scene) {
    let mut wave: Vec<Point> = along.first().copied().into_iter().collect();
    walk(along, 0.072, |[x, y], [tx, ty], count| {
        let side = if count % 2 == 0 { 0.03 } else { -0.03 };
        wave.push([x - ty * side, y + tx * side]);
    });
    wave.extend(along.last());
    if wave.len() > 1 {
        scene.line(wave, Stroke::new(width, ink));
    }
}

/// Crosses on a line.
pub fn wire(along: &[Point], ink: Rgba, width: f32, scene: &mut Scene) {
    if along.len() < 2 {
        return;
    }
    scene.line(along, Stroke::new(width * 0.8, ink));
    let pen = Stroke::new(width, ink);
    walk(along, 0.085, |[x, y], [tx, ty], _| {
        let arm = 0.033;
        for turn in [1.0_f32, -1.0] {
            let (dx, dy) = ((tx - ty * turn) * arm * 0.75, (ty + tx * turn) * arm * 0.75);
            scene.line([[x - dx, y - dy], [x + dx, y + dy]], pen);
        }
    });
}

/// A railway: a rail for each track, and sleepers across all.
pub fn railway(along: &[Point], ink: Rgba, width: f32, tracks: u8, scene: &mut Scene) {
    let tracks = tracks.clamp(1, 4);
    let gap = width * 1.5;
    for track in 0..tracks {
        let off = (f32::from(track) - f32::from(tracks - 1) / 2.0) * gap;
        if along.len() > 1 {
            scene.line(beside(along, off), Stroke::new(width * 0.62, ink));
        }
    }
    let reach = f32::from(tracks - 1) / 2.0 * gap + 0.034;
    walk(along, 0.0833, |[x, y], [tx, ty], _| {
        let at = |r: f32| [x - ty * r, y + tx * r];
        scene.line([at(-reach), at(reach)], Stroke::new(width * 0.5, ink));
    });
}

/// Dashes that meet at the ends of the line, so that corners are drawn out.
fn dashes(along: &[Point], ink: Rgba, width: f32, edged: bool, scene: &mut Scene) {
    let length: f32 = pieces(along).map(|(_, _, length)| length).sum();
    let periods = (length / 0.29).round().max(1.0);
    let period = length / periods;
    let dash = period * 0.56;
    let mut starts = vec![(0.0, dash / 2.0)];
    for at in 1..periods as usize {
        let middle = at as f32 * period;
        starts.push((middle - dash / 2.0, middle + dash / 2.0));
    }
    starts.push((length - dash / 2.0, length));
    for under in [true, false] {
        if under && !edged {
            continue;
        }
        let pen = if under {
            Stroke::new(width + 0.04, [255, 252, 242, 150])
        } else {
            Stroke::new(width, ink)
        };
        for &(from, to) in &starts {
            let part = between(along, from, to);
            if part.len() > 1 {
                scene.line(part, pen);
            }
        }
    }
}

/// The part of a line between two distances from its start.
fn between(along: &[Point], from: f32, to: f32) -> Vec<Point> {
    let mut part = Vec::new();
    let mut passed = 0.0;
    for (a, b, length) in pieces(along) {
        let at = |distance: f32| {
            let t = ((distance - passed) / length).clamp(0.0, 1.0);
            [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
        };
        if passed + length > from && passed < to {
            if part.is_empty() {
                part.push(at(from));
            }
            part.push(at(to));
        }
        passed += length;
    }
    part
}

/// Wedges on the left of a line, pointing downhill.
fn hachures(along: &[Point], ink: Rgba, scene: &mut Scene) {
    walk(along, 0.0525, |[x, y], [tx, ty], count| {
        let length = if count % 2 == 0 { 0.1 } else { 0.07 };
        let half = 0.014;
        scene.fill(
            [
                [x - tx * half, y - ty * half],
                [x + tx * half, y + ty * half],
                [x + ty * length, y - tx * length],
            ],
            ink,
        );
    });
}

fn bushes(along: &[Point], ink: Rgba, scene: &mut Scene) {
    let crown = |at: Point, grow: f32| {
        let (i, j) = noise::key(at);
        let radius = 0.034 + 0.012 * noise::unit(i, j, 111);
        let shift = 0.012 * noise::signed(i, j, 112);
        ([at[0] + shift, at[1] - shift], radius + grow)
    };
    walk(along, 0.0577, |at, _, _| {
        let (at, radius) = crown(at, 0.012);
        scene.disc([at[0] + 0.006, at[1] + 0.01], radius, colour::darker(ink, 0.4));
    });
    walk(along, 0.0577, |at, _, _| {
        let (at, radius) = crown(at, 0.0);
        scene.disc(at, radius, ink);
        scene.disc([at[0] - 0.01, at[1] - 0.012], radius * 0.45, colour::lighter(ink, 0.25));
    });
}

/// A line of a kind that the ruleset does not define.
pub fn warning(along: &[Point], ink: Rgba, scene: &mut Scene) {
    if let (Some(a), Some(b)) = (along.first(), along.last()) {
        scene.dashes(along, Stroke::new(0.06, ink), [0.07, 0.05]);
        let at = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let mark = Text::new(at, "?", 0.3, Typeface::Bold, ink).on_middle();
        scene.text(mark.with_halo([255, 255, 255, 230]));
    }
}
