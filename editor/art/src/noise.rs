//! Scatter that depends on nothing but the place: the same in every picture.

/// Mixes the bits of two whole numbers and a purpose.
pub fn hash(x: i32, y: i32, purpose: u32) -> u32 {
    let mut h = (x as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((y as u32).wrapping_mul(0x85eb_ca6b))
        .wrapping_add(purpose.wrapping_mul(0xc2b2_ae35));
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^ (h >> 15)
}

/// A number from 0 up to 1.
pub fn unit(x: i32, y: i32, purpose: u32) -> f32 {
    (hash(x, y, purpose) >> 8) as f32 / 16_777_216.0
}

/// A number from -1 up to 1.
pub fn signed(x: i32, y: i32, purpose: u32) -> f32 {
    unit(x, y, purpose) * 2.0 - 1.0
}

/// Smooth value noise over the plane, from 0 to 1; its hills are about `1 / frequency` wide.
pub fn smooth([x, y]: [f32; 2], frequency: f32, purpose: u32) -> f32 {
    let (x, y) = (x * frequency, y * frequency);
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let (sx, sy) = (fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy));
    let (i, j) = (x0 as i32, y0 as i32);
    let at = |dx: i32, dy: i32| unit(i.wrapping_add(dx), j.wrapping_add(dy), purpose);
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
    top + (bottom - top) * sy
}

/// A place on the plane as whole numbers, in steps of 1/256 of a hex: equal for points that are
/// the same but for rounding.
pub fn key([x, y]: [f32; 2]) -> (i32, i32) {
    ((x * 256.0).round() as i32, (y * 256.0).round() as i32)
}
