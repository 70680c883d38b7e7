//! What surrounds the map: neat line, title, key of the terrain, scale and north.

use super::MapArt;
use super::key::{CELL, columns_within};
use super::site::{rectangle, turn};
use crate::colour;
use crate::fonts::Typeface;
use crate::scene::{Anchor, Point, Scene, Stroke, Text};

/// What surrounds the map.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameOptions {
    /// Whether there are a title, a key of the terrain and a scale.
    pub legend: bool,
    /// A line under the title, such as the scenario's name.
    pub subtitle: Option<String>,
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self { legend: true, subtitle: None }
    }
}

/// The surroundings of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// To be painted before the map.
    pub under: Scene,
    /// To be painted after it.
    pub over: Scene,
    /// The extent of the sheet.
    pub bounds: [Point; 2],
}

/// From the hexes to the neat line.
const GAP: f32 = 0.3;
/// From the neat line to the edge of the sheet.
const MARGIN: f32 = 0.4;

impl MapArt {
    /// The surroundings of the map.
    pub fn frame(&self, options: &FrameOptions) -> Frame {
        let [[x0, y0], [x1, y1]] = self.extent;
        let [left, top, right, bottom] = [x0 - GAP, y0 - GAP, x1 + GAP, y1 + GAP];
        let mut under = Scene::new();
        let ground = colour::mix(self.theme.margin, self.map.paper, 0.6);
        let field = [[left, top], [right, top], [right, bottom], [left, bottom]];
        under.fill(field, ground);
        let mut over = Scene::new();
        for (out, width) in [(0.0, 0.018), (0.1, 0.055)] {
            let rule = [
                [left - out, top - out],
                [right + out, top - out],
                [right + out, bottom + out],
                [left - out, bottom + out],
            ];
            over.outline(rule, Stroke::new(width, self.theme.ink));
        }
        let margin = MARGIN + 0.1;
        let mut bounds = [[left - margin, top - margin], [right + margin, bottom + margin]];
        if options.legend {
            // The key grows with the sheet, so that it can be read beside a large map too.
            let scale = ((right - left) / 26.0).clamp(0.7, 1.6);
            let (strip, height) = self.strip((right - left) / scale, scale, options);
            over.append(strip.placed(scale, [left, bottom + 0.1 + 0.35 * scale]));
            bounds[1][1] = bottom + 0.1 + (height + 0.35) * scale + MARGIN;
        }
        Frame { under, over, bounds }
    }

    /// Title, key and scale, from the left; and how high they are.
    fn strip(&self, width: f32, scale: f32, options: &FrameOptions) -> (Scene, f32) {
        let mut scene = Scene::new();
        let (title, title_size) = self.title(options);
        let (rule, rule_size) = self.scale_bar(scale);
        let kinds = self.key_items();
        let room = width - title_size[0] - rule_size[0] - 1.4;
        let beside = columns_within(&kinds, room).filter(|columns| columns.len() > 1);
        let beside = beside.map(|columns| {
            let rows = kinds.len().div_ceil(columns.len());
            ((rows as f32 * CELL).max(title_size[1]).max(rule_size[1]), columns)
        });
        // Below them, where there is no room, or long names would make a tower of it.
        let one_line = title_size[0] + rule_size[0] + 0.7 <= width;
        let head = match one_line {
            true => title_size[1].max(rule_size[1]),
            false => title_size[1] + 0.2 + rule_size[1],
        };
        let (key, key_height) = self.key_within(width);
        let below = head + 0.2 + key_height;
        scene.append(title);
        let rule_at = match one_line {
            true => [width - rule_size[0], 0.0],
            false => [0.0, title_size[1] + 0.2],
        };
        if let Some((height, columns)) = beside.filter(|(height, _)| *height <= below) {
            scene.append(self.key(&kinds, &columns).placed(1.0, [title_size[0] + 0.7, 0.0]));
            scene.append(rule.placed(1.0, [width - rule_size[0], 0.0]));
            return (scene, height);
        }
        scene.append(rule.placed(1.0, rule_at));
        scene.append(key.placed(1.0, [0.0, head + 0.2]));
        (scene, below)
    }

    fn title(&self, options: &FrameOptions) -> (Scene, [f32; 2]) {
        let mut scene = Scene::new();
        let ink = self.theme.ink;
        let soft = colour::lighter(ink, 0.25);
        let mut lines: Vec<(String, f32, Typeface, crate::Rgba)> = Vec::new();
        match options.subtitle.as_deref().filter(|subtitle| !subtitle.is_empty()) {
            Some(subtitle) => {
                lines.push((subtitle.to_owned(), 0.56, Typeface::Bold, ink));
                lines.push((self.map.title.clone(), 0.34, Typeface::SemiBold, soft));
            }
            None => lines.push((self.map.title.clone(), 0.56, Typeface::Bold, ink)),
        }
        if let Some(note) = self.map.note {
            lines.push((note.to_owned(), 0.28, Typeface::Italic, self.theme.victory));
        }
        let (mut y, mut width) = (0.0_f32, 0.0_f32);
        for (text, size, face, ink) in lines {
            y += size * 1.02;
            let text = Text::new([0.0, y], text, size, face, ink).anchored(Anchor::Start);
            width = width.max(text.width());
            y += size * 0.24;
            scene.text(text);
        }
        (scene, [width, y])
    }

    /// A scale of kilometres, the width of a hex, and an arrow to the north where it is known.
    fn scale_bar(&self, scale: f32) -> (Scene, [f32; 2]) {
        let mut scene = Scene::new();
        let metres = self.map.metres_per_hex;
        let ink = self.theme.ink;
        let mut width = 0.0_f32;
        if metres.is_finite() && metres > 0.0 {
            // A round length of about four units.
            let wanted = 4.5 * f64::from(scale) * metres;
            let power = 10_f64.powf(wanted.log10().floor());
            let steps = [5.0, 2.0, 1.0].into_iter().find(|steps| steps * power <= wanted);
            let length = steps.unwrap_or(1.0) * power;
            let run = (length / metres) as f32 / scale;
            let (y, tall) = (0.62, 0.13);
            let pen = Stroke::new(0.018, ink);
            for part in 0..4 {
                let (x0, x1) = (run * part as f32 / 4.0, run * (part + 1) as f32 / 4.0);
                let bar = [[x0, y], [x1, y], [x1, y + tall], [x0, y + tall]];
                let fill = if part % 2 == 0 { ink } else { [255, 253, 246, 255] };
                scene.block(bar, fill, pen);
            }
            let (unit, name) = if length >= 1000.0 { (1000.0, "km") } else { (1.0, "m") };
            for (share, suffix) in [(0.0, ""), (0.5, ""), (1.0, name)] {
                let number = length * share / unit;
                let text = format!("{number} {suffix}");
                let at = [run * share as f32, y - 0.1];
                scene.text(Text::new(at, text.trim_end(), 0.24, Typeface::Medium, ink));
            }
            let hex = if metres >= 1000.0 {
                format!("1 hex = {:.2} km", metres / 1000.0)
            } else {
                format!("1 hex = {metres:.0} m")
            };
            let at = [0.0, y + tall + 0.32];
            scene.text(Text::new(at, hex, 0.24, Typeface::Medium, ink).anchored(Anchor::Start));
            width = run + 0.5;
        }
        if let Some(degrees) = self.map.north_degrees.filter(|degrees| degrees.is_finite()) {
            let centre = [width + 0.65, 0.62];
            north(centre, -degrees.to_radians(), ink, &mut scene);
            width += 1.3;
        }
        // Room for the first and last figure, which are centred on their ticks.
        (scene.placed(1.0, [0.15, 0.0]), [width + 0.15, 1.35])
    }
}

fn north(centre: Point, angle: f32, ink: crate::Rgba, scene: &mut Scene) {
    let at = |x: f32, y: f32| {
        let [x, y] = turn([x, y], angle);
        [centre[0] + x, centre[1] + y]
    };
    scene.fill([at(0.0, -0.36), at(0.13, 0.36), at(0.0, 0.24)], ink);
    let pen = Stroke::new(0.018, ink);
    scene.block([at(0.0, -0.36), at(0.0, 0.24), at(-0.13, 0.36)], [255, 253, 246, 255], pen);
    let mut letter = Text::new(at(0.0, -0.5), "N", 0.26, Typeface::Bold, ink);
    letter.angle = angle;
    scene.text(letter.on_middle());
    scene.fill(rectangle(at(0.0, 0.24), 0.01, 0.01, 0.0), ink);
}
