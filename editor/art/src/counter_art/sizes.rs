//! Size marks over the symbol's box: dots, bars and crosses, from the section to the army group.
//!
//! ```text
//!  ø    •    ••   •••    I     II   III    X    XX   XXX  XXXX  XXXXX
//! crew squad section platoon company battalion regiment brigade … army group
//! ```

use crate::colour::Rgba;
use crate::fonts::Typeface;
use crate::scene::{Point, Scene, Stroke, Text};

/// Draws a size mark about a point. `height` is that of a bar; `room` the most it may be wide.
/// A mark of other characters than these is set in type.
pub fn draw(mark: &str, centre: Point, height: f32, room: f32, ink: Rgba, scene: &mut Scene) {
    let Some(widths) = mark.chars().map(width).collect::<Option<Vec<f32>>>() else {
        let size = height * 1.4;
        let wide = Typeface::Bold.width_of(mark) * size;
        let size = if wide > room { size * room / wide } else { size };
        let text = Text::new(centre, mark, size, Typeface::Bold, ink);
        return scene.text(text.on_middle());
    };
    const GAP: f32 = 0.3;
    let wide = widths.iter().sum::<f32>() + GAP * widths.len().saturating_sub(1) as f32;
    let height = if wide * height > room { room / wide } else { height };
    let mut x = centre[0] - wide * height / 2.0;
    for (sign, wide) in mark.chars().zip(widths) {
        let middle = [x + wide * height / 2.0, centre[1]];
        draw_sign(sign, middle, height, ink, scene);
        x += (wide + GAP) * height;
    }
}

/// How wide a sign is, in heights of a bar.
fn width(sign: char) -> Option<f32> {
    match sign {
        'I' | 'i' | '|' => Some(0.24),
        'X' | 'x' => Some(0.86),
        '•' | '·' | '.' => Some(0.56),
        'ø' | 'Ø' | '∅' => Some(0.95),
        '+' => Some(0.7),
        ' ' => Some(0.3),
        _ => None,
    }
}

fn draw_sign(sign: char, [x, y]: Point, height: f32, ink: Rgba, scene: &mut Scene) {
    let pen = Stroke::new(height * 0.24, ink);
    // Round ends reach over the points by half the pen.
    let half = height * 0.38;
    match sign {
        'I' | 'i' | '|' => scene.line([[x, y - half], [x, y + half]], pen),
        'X' | 'x' => {
            let side = half * 0.85;
            scene.line([[x - side, y - half], [x + side, y + half]], pen);
            scene.line([[x - side, y + half], [x + side, y - half]], pen);
        }
        '•' | '·' | '.' => scene.disc([x, y], height * 0.28, ink),
        'ø' | 'Ø' | '∅' => {
            let thin = Stroke::new(height * 0.15, ink);
            scene.ring([x, y], height * 0.31, thin);
            scene.line([[x - half, y + half], [x + half, y - half]], thin);
        }
        '+' => {
            scene.line([[x - half * 0.7, y], [x + half * 0.7, y]], pen);
            scene.line([[x, y - half * 0.7], [x, y + half * 0.7]], pen);
        }
        _ => {}
    }
}
