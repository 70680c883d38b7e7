//! Lines of sight, from centre to centre.

use super::Referee;
use super::ground::Hex;

/// Half the height of a hex whose sides are 1 long.
const HALF_HEIGHT: f64 = 0.866_025_403_784_438_6;
/// What is nearer than this touches.
const TOUCH: f64 = 1e-6;

impl Referee<'_> {
    fn centre(&self, (column, row): Hex) -> (f64, f64) {
        let pushed = if self.ground.is_pushed(column) { 1.0 } else { 0.0 };
        (f64::from(column) * 1.5, (f64::from(row) * 2.0 + pushed) * HALF_HEIGHT)
    }

    /// How high a hex stands in the way: its ground, and a level more for what nobody looks through.
    fn height(&self, hex: Hex) -> f64 {
        let blocks = |traits: &[String]| traits.iter().any(|it| it == "blocks-sight");
        let kinds =
            self.ground.terrain(hex).into_iter().chain(self.ground.features(hex).iter().copied());
        let stands = kinds.map(|kind| &kind.traits).any(|traits| blocks(traits));
        f64::from(self.ground.level(hex) + i32::from(stands))
    }

    /// Whether a hex sees another: nothing between them rises above the line from ground to ground.
    /// A line along a hexside passes the lower of the two hexes.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        let ((x1, y1), (x2, y2)) = (self.centre(from), self.centre(to));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy);
        if length < TOUCH {
            return true;
        }
        let (eye, mark) = (f64::from(self.ground.level(from)), f64::from(self.ground.level(to)));
        // Of a hex: how far its corners lie to either side of the line, and how far along its centre.
        let lies = |hex: Hex| {
            let (x, y) = self.centre(hex);
            let corners = (0..6).map(|at| {
                let angle = f64::from(at) * std::f64::consts::FRAC_PI_3;
                let (cx, cy) = (x + angle.cos() - x1, y + angle.sin() - y1);
                (cx * dy - cy * dx) / length
            });
            let (least, most) = corners
                .fold((f64::MAX, f64::MIN), |(least, most), it| (least.min(it), most.max(it)));
            let along = ((x - x1) * dx + (y - y1) * dy) / (length * length);
            (least, most, along)
        };
        let rises = |hex: Hex, along: f64| self.height(hex) > eye + (mark - eye) * along + TOUCH;
        let mut beside: Vec<(f64, bool, f64)> = Vec::new();
        for hex in self.ground.hexes().filter(|hex| *hex != from && *hex != to) {
            let (least, most, along) = lies(hex);
            if !(0.0..=1.0).contains(&along) {
                continue;
            }
            if least < -TOUCH && most > TOUCH {
                if rises(hex, along) {
                    return false;
                }
            } else if least.abs() < TOUCH || most.abs() < TOUCH {
                let side = if most > TOUCH { 1.0 } else { -1.0 };
                beside.push((along, rises(hex, along), side));
            }
        }
        // Two hexes on either side of the line at one place: both must rise.
        !beside.iter().any(|(along, rise, side)| {
            *rise
                && beside.iter().any(|(other, too, beyond)| {
                    *too && side * beyond < 0.0 && (along - other).abs() < TOUCH
                })
        })
    }
}
