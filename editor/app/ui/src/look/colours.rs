//! Colours of the lab: one a side, and one scale for each heat map.

use egui::Color32;
use salient_rules::game::LineKind;

/// The colours of sides, told apart with any eyes, on paper and in the dark.
const DAY: [Color32; 4] = [
    Color32::from_rgb(178, 71, 28),
    Color32::from_rgb(4, 112, 184),
    Color32::from_rgb(80, 114, 73),
    Color32::from_rgb(122, 78, 142),
];
const NIGHT: [Color32; 4] = [
    Color32::from_rgb(226, 127, 71),
    Color32::from_rgb(104, 153, 251),
    Color32::from_rgb(142, 196, 118),
    Color32::from_rgb(196, 152, 213),
];

/// The colour of a side, by its place in the ruleset, on panels.
pub fn side(place: usize, dark: bool) -> Color32 {
    let colours = if dark { &NIGHT } else { &DAY };
    colours[place % colours.len()]
}

/// The colours of the parts of a whole, which are no sides.
const PARTS_BY_DAY: [Color32; 6] = [
    Color32::from_rgb(170, 98, 20),
    Color32::from_rgb(20, 128, 160),
    Color32::from_rgb(70, 130, 60),
    Color32::from_rgb(170, 70, 130),
    Color32::from_rgb(120, 120, 20),
    Color32::from_rgb(96, 90, 180),
];
const PARTS_BY_NIGHT: [Color32; 6] = [
    Color32::from_rgb(226, 160, 90),
    Color32::from_rgb(90, 190, 220),
    Color32::from_rgb(140, 200, 120),
    Color32::from_rgb(230, 140, 190),
    Color32::from_rgb(196, 190, 90),
    Color32::from_rgb(160, 156, 236),
];

/// The colour of a part of a whole, by its place, on panels.
pub fn part(place: usize, dark: bool) -> Color32 {
    let colours = if dark { &PARTS_BY_NIGHT } else { &PARTS_BY_DAY };
    colours[place % colours.len()]
}

/// The colour of a side on the map, which is paper in any light.
pub fn side_on_map(place: usize) -> Color32 {
    DAY[place % DAY.len()]
}

/// The colour of a line on the map: of supply, of communications, by rail.
pub fn line(kind: LineKind) -> Color32 {
    match kind {
        LineKind::Supply => Color32::from_rgb(20, 104, 52),
        LineKind::Communications => Color32::from_rgb(150, 70, 8),
        LineKind::Rail => Color32::from_rgb(30, 30, 34),
    }
}

/// What lies under such a line, so that it stands out from the map.
pub const UNDER_LINES: Color32 = Color32::from_rgb(255, 253, 246);

/// A scale from little to much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale(&'static [[u8; 3]]);

/// Yellow to dark red.
pub const FIRE: Scale =
    Scale(&[[255, 226, 130], [254, 178, 76], [246, 110, 50], [214, 34, 32], [128, 0, 38]]);
/// Green to dark blue.
pub const WATER: Scale =
    Scale(&[[190, 226, 180], [110, 200, 188], [44, 146, 192], [30, 86, 162], [12, 34, 100]]);
/// Rose to dark purple.
pub const WINE: Scale =
    Scale(&[[252, 204, 204], [248, 140, 178], [214, 50, 150], [150, 4, 124], [72, 0, 100]]);

impl Scale {
    /// Its colour at a share from 0 to 1.
    pub fn at(self, share: f32) -> Color32 {
        let steps = self.0;
        let place = share.clamp(0.0, 1.0) * (steps.len() - 1) as f32;
        let low = (place as usize).min(steps.len() - 2);
        let part = place - low as f32;
        let mix = |i: usize| {
            let (a, b) = (f32::from(steps[low][i]), f32::from(steps[low + 1][i]));
            (a + (b - a) * part).round() as u8
        };
        Color32::from_rgb(mix(0), mix(1), mix(2))
    }
}

/// How far up its scale a count is, from 0 to 1. The square root lets the many quiet hexes be
/// told apart beside a few fierce ones.
pub fn height(count: u32, most: u32) -> f32 {
    (count as f32 / most.max(1) as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_run_from_light_to_dark() {
        for scale in [FIRE, WATER, WINE] {
            let light = |share: f32| {
                let [r, g, b, _] = scale.at(share).to_array();
                0.3 * f32::from(r) + 0.59 * f32::from(g) + 0.11 * f32::from(b)
            };
            let steps: Vec<f32> = (0..=20).map(|i| light(i as f32 / 20.0)).collect();
            assert!(steps.windows(2).all(|pair| pair[0] > pair[1]), "{steps:?}");
        }
        assert_eq!(height(0, 0), 0.0);
        assert_eq!(height(9, 9), 1.0);
    }
}
