//! A scene cut off at a rectangle, so that another can stand beside it.

use crate::scene::{Point, Scene, Shape};

/// Whatever of a scene lies within a rectangle (its least and greatest corner). Words and
/// pictures that would stick out are left out.
pub fn clip(scene: Scene, rectangle: [Point; 2]) -> Scene {
    let mut clipped = Scene::new();
    for shape in scene.shapes {
        let Some([least, greatest]) = shape.bounds() else { continue };
        let [[x0, y0], [x1, y1]] = rectangle;
        if greatest[0] <= x0 || greatest[1] <= y0 || least[0] >= x1 || least[1] >= y1 {
            continue;
        }
        if least[0] >= x0 && least[1] >= y0 && greatest[0] <= x1 && greatest[1] <= y1 {
            clipped.shapes.push(shape);
            continue;
        }
        match shape {
            Shape::Polygon { points, fill, stroke } => {
                let points = polygon(&points, rectangle);
                if points.len() >= 3 {
                    clipped.shapes.push(Shape::Polygon { points, fill, stroke });
                }
            }
            Shape::Line { points, stroke, dash } => {
                for points in lines(&points, rectangle) {
                    clipped.shapes.push(Shape::Line { points, stroke, dash });
                }
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                let round: Vec<Point> = (0..32u8)
                    .map(|step| {
                        let (sine, cosine) =
                            (f32::from(step) / 32.0 * std::f32::consts::TAU).sin_cos();
                        [centre[0] + radius * cosine, centre[1] + radius * sine]
                    })
                    .collect();
                let points = polygon(&round, rectangle);
                if points.len() >= 3 {
                    clipped.shapes.push(Shape::Polygon { points, fill, stroke });
                }
            }
            Shape::Text(_) | Shape::Picture(_) => {}
        }
    }
    clipped
}

/// A convex polygon, cut off edge by edge of the rectangle (after Sutherland and Hodgman).
fn polygon(points: &[Point], [least, greatest]: [Point; 2]) -> Vec<Point> {
    let mut points = points.to_vec();
    for (axis, limit, sign) in
        [(0, least[0], 1.0), (0, greatest[0], -1.0), (1, least[1], 1.0), (1, greatest[1], -1.0)]
    {
        // How far a point lies inside of this edge.
        let inside = |point: &Point| (point[axis] - limit) * sign;
        let mut kept = Vec::with_capacity(points.len() + 1);
        for (at, point) in points.iter().enumerate() {
            let before = &points[(at + points.len() - 1) % points.len()];
            let (was, is) = (inside(before), inside(point));
            if (was < 0.0) != (is < 0.0) {
                kept.push(between(before, point, was / (was - is)));
            }
            if is >= 0.0 {
                kept.push(*point);
            }
        }
        points = kept;
    }
    points
}

fn between(from: &Point, to: &Point, share: f32) -> Point {
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/// The pieces of a line within the rectangle (each stretch after Liang and Barsky).
fn lines(points: &[Point], [least, greatest]: [Point; 2]) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut open = false;
    for stretch in points.windows(2) {
        let [from, to] = [stretch[0], stretch[1]];
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let step = to[axis] - from[axis];
            for (towards, room) in
                [(-step, from[axis] - least[axis]), (step, greatest[axis] - from[axis])]
            {
                if towards == 0.0 {
                    if room < 0.0 {
                        leave = -1.0;
                    }
                } else if towards < 0.0 {
                    enter = enter.max(room / towards);
                } else {
                    leave = leave.min(room / towards);
                }
            }
        }
        if enter > leave {
            open = false;
            continue;
        }
        let (start, end) = (between(&from, &to, enter), between(&from, &to, leave));
        match pieces.last_mut().filter(|_| open && enter == 0.0) {
            Some(piece) => piece.push(end),
            None => pieces.push(vec![start, end]),
        }
        open = leave == 1.0;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Stroke;

    const SQUARE: [Point; 2] = [[0.0, 0.0], [10.0, 10.0]];
    const PEN: Stroke = Stroke { width: 0.1, colour: [0, 0, 0, 255] };

    #[test]
    fn shapes_end_at_the_rectangle() {
        let mut scene = Scene::new();
        scene.fill([[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0]], [0, 0, 0, 255]);
        scene.fill([[-5.0, -5.0], [-1.0, -5.0], [-1.0, 5.0]], [0, 0, 0, 255]);
        scene.disc([10.0, 5.0], 2.0, [0, 0, 0, 255]);
        scene.line([[-5.0, 5.0], [5.0, 5.0], [5.0, 15.0], [8.0, 15.0], [8.0, 5.0]], PEN);
        let clipped = clip(scene, SQUARE);
        assert!(clipped.is_sound());
        for shape in &clipped.shapes {
            let points = match shape {
                Shape::Polygon { points, .. } | Shape::Line { points, .. } => points,
                other => panic!("{other:?}"),
            };
            for point in points {
                assert!(point.iter().all(|at| (-0.001..=10.001).contains(at)), "{point:?}");
            }
        }
        let Shape::Polygon { points, .. } = &clipped.shapes[0] else { panic!("a polygon") };
        assert_eq!(points.len(), 4);
        // The one outside is gone; the circle is there; the line is two pieces.
        assert_eq!(clipped.shapes.len(), 4);
        let Shape::Line { points, .. } = &clipped.shapes[2] else { panic!("a line") };
        assert_eq!(points, &[[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]]);
    }
}
