//! Where cards lie that stand beside hexes for a moment, the odds of an attack and spread stacks:
//! off the hexes that may be clicked, as long as there is room.

use egui::{Pos2, Rect, Vec2, vec2};

/// The ways in which a card is looked for a place, from its hexes: above them first, then below.
const WAYS: [(f32, f32); 8] = [
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (1.0, -1.0),
    (-1.0, -1.0),
    (1.0, 1.0),
    (-1.0, 1.0),
];
/// So many places are tried in each way, one behind the other.
const STEPS: usize = 12;

/// Where a card beside some hexes lies: as near to them as it covers none of what is to be kept
/// free, above them if it may; where it covers least of it, if it must. `hexes` are their middles,
/// `clear` how far it keeps from them.
pub(super) fn place_of_card(
    size: Vec2,
    hexes: Rect,
    clear: f32,
    view: Rect,
    kept_free: &[Rect],
) -> Pos2 {
    let most = (view.max - size).max(view.min);
    // With the card's middle on the edge of this it is as near as it may be.
    let around = hexes.expand2(size / 2.0 + Vec2::splat(clear));
    let places = (0..STEPS).flat_map(|step| {
        let around = around.expand2(size * (step as f32 / 2.0));
        WAYS.map(|(x, y)| around.center() + vec2(x, y) * around.size() / 2.0 - size / 2.0)
    });
    let covered = |at: &Pos2| {
        let card = Rect::from_min_size(*at, size);
        // Whoever is pushed into the view must not cover the fight either.
        let own = card.intersects(hexes.expand(clear * 0.5));
        let others = kept_free.iter().filter(|hex| hex.intersects(card)).count();
        others + usize::from(own)
    };
    places.map(|at| at.clamp(view.min, most)).min_by_key(covered).unwrap_or(view.min)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_card_covers_no_hex_that_is_to_be_clicked_where_there_is_room() {
        let view = Rect::from_min_max(pos2(0.0, 0.0), pos2(600.0, 400.0));
        let (size, clear) = (vec2(120.0, 44.0), 30.0);
        let fight = |x: f32, y: f32| Rect::from_min_max(pos2(x, y), pos2(x, y));
        let hex = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(50.0, 50.0));
        let card = |fight: Rect, free: &[Rect]| {
            Rect::from_min_size(place_of_card(size, fight, clear, view, free), size)
        };
        let middle = fight(300.0, 200.0);
        assert!(card(middle, &[]).bottom() <= 170.0, "above the fight");
        // The defender retreats to either side of the rear.
        let rear = [hex(275.0, 157.0), hex(325.0, 157.0)];
        let placed = card(middle, &rear);
        assert!(rear.iter().all(|hex| !hex.intersects(placed)), "{placed:?}");
        // All around it hexes may be clicked: a corner is left.
        let near = [-90.0, -45.0, 0.0, 45.0, 90.0];
        let ring: Vec<Rect> =
            near.iter().flat_map(|x| near.map(|y| hex(300.0 + x, 200.0 + y))).collect();
        let placed = card(middle, &ring);
        assert!(ring.iter().all(|hex| !hex.intersects(placed)), "{placed:?}");
        // At the edge it stays in view.
        for (x, y) in [(300.0, 5.0), (5.0, 200.0), (595.0, 395.0)] {
            assert!(view.contains_rect(card(fight(x, y), &[])), "{x} {y}");
        }
    }
}
