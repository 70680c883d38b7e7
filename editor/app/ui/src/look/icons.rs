//! Icons, drawn as lines so that they are crisp at any size and take any colour.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

/// A picture of what a command or a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A pointer.
    Select,
    /// A brush.
    Brush,
    /// A trench.
    Trench,
    /// A river along a hexside.
    Hexside,
    /// A dashed line.
    Border,
    /// A counter.
    Counter,
    /// An eraser.
    Erase,
    /// A pipette.
    Eyedropper,
    /// A folder.
    Open,
    /// A disk.
    Save,
    /// A picture.
    Picture,
    /// An arrow back.
    Undo,
    /// An arrow forth.
    Redo,
    /// A dustbin.
    Remove,
    /// A frame around the whole.
    Fit,
    /// A plus in a ring.
    ZoomIn,
    /// A minus in a ring.
    ZoomOut,
    /// Play.
    Play,
    /// One step.
    Step,
    /// Several games.
    Games,
    /// Stop.
    Stop,
    /// A tick.
    Tick,
    /// A cross in a ring.
    Error,
    /// An exclamation mark in a triangle.
    Warning,
    /// An i in a ring.
    Note,
    /// A magnifying glass.
    Search,
    /// Sun and moon.
    Theme,
    /// A hex.
    Hex,
    /// Arrows around each other.
    Flip,
    /// An arrow to the right.
    Inward,
    /// An arrow to the left.
    Outward,
    /// An arrow up.
    Up,
    /// A cross.
    Close,
    /// Bars of a chart.
    Chart,
    /// Two bars: pause.
    Pause,
    /// An arrow down.
    Down,
    /// Lines of a list.
    List,
    /// A page of a calendar.
    Calendar,
    /// A table.
    Table,
    /// Two panes.
    Split,
    /// A window with a panel at the right.
    Panel,
    /// Sheets over one another.
    Layers,
    /// A clock running back.
    History,
    /// A book.
    Book,
    /// A door with an arrow out.
    Quit,
    /// Keys of a keyboard.
    Keys,
    /// A flag on the way.
    Tour,
    /// A question mark in a ring.
    Help,
    /// A dotted rectangle.
    Rectangle,
    /// A loop of rope.
    Lasso,
    /// A wand with a star.
    Wand,
    /// A tilting pot.
    Fill,
    /// A straight line of hexes.
    Straight,
    /// A hill by its contour lines.
    Elevation,
    /// Arrows over a hexside.
    Facing,
    /// A road between two bends.
    Path,
    /// Letters.
    Label,
    /// A hatched area.
    Zone,
    /// A rubber stamp.
    Stamp,
    /// A ruler.
    Measure,
    Sight,
    Barrage,
    Smoke,
    Reach,
    /// A turn to the right.
    Turn,
    /// A turn to the left.
    TurnBack,
    /// Two halves of a mirror image.
    Mirror,
    /// Two sheets.
    Copy,
    /// Everything inside a frame.
    SelectAll,
    /// A smaller brush.
    Narrower,
    /// A larger brush.
    Wider,
    /// A plus sign.
    Plus,
    /// An eye.
    Eye,
    /// An eye that is shut.
    EyeShut,
    /// A closed lock.
    Lock,
    /// An open lock.
    LockOpen,
}

/// Draws an icon, as large as fits, in the middle of a rectangle.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, colour: Color32) {
    let side = rect.width().min(rect.height());
    let origin = rect.center() - egui::Vec2::splat(side / 2.0);
    // Icons are laid out on a square of 16.
    let at = |x: f32, y: f32| pos2(origin.x + x * side / 16.0, origin.y + y * side / 16.0);
    let pen = Stroke::new((side / 16.0 * 1.4).max(1.0), colour);
    let draw = Draw { painter, at: &at, unit: side / 16.0, pen, colour };
    draw.icon(icon);
}

struct Draw<'a> {
    painter: &'a Painter,
    at: &'a dyn Fn(f32, f32) -> Pos2,
    unit: f32,
    pen: Stroke,
    colour: Color32,
}

impl Draw<'_> {
    fn line(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|&(x, y)| (self.at)(x, y)).collect();
        self.painter.add(Shape::line(points, self.pen));
    }

    fn outline(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|&(x, y)| (self.at)(x, y)).collect();
        self.painter.add(Shape::closed_line(points, self.pen));
    }

    fn fill(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|&(x, y)| (self.at)(x, y)).collect();
        self.painter.add(Shape::convex_polygon(points, self.colour, Stroke::NONE));
    }

    fn ring(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle_stroke((self.at)(x, y), radius * self.unit, self.pen);
    }

    fn dot(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle_filled((self.at)(x, y), radius * self.unit, self.colour);
    }

    fn arc(&self, x: f32, y: f32, radius: f32, from: f32, to: f32) {
        let points: Vec<_> = (0..=14)
            .map(|i| {
                let angle = (from + (to - from) * i as f32 / 14.0).to_radians();
                (x + radius * angle.cos(), y + radius * angle.sin())
            })
            .collect();
        self.line(&points);
    }

    fn icon(&self, icon: Icon) {
        match icon {
            Icon::Rectangle => {
                for (x, y) in [(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0)] {
                    let (dx, dy) = ((8.0f32 - x).signum() * 3.4, (8.0f32 - y).signum() * 3.0);
                    self.line(&[(x + dx, y), (x, y), (x, y + dy)]);
                }
                for y in [3.0, 13.0] {
                    self.line(&[(7.0, y), (9.0, y)]);
                }
            }
            Icon::Lasso => {
                let points: Vec<_> = (0..=20)
                    .map(|i| {
                        let angle = (-230.0 + 340.0 * i as f32 / 20.0f32).to_radians();
                        (8.4 + 5.8 * angle.cos(), 6.2 + 4.0 * angle.sin())
                    })
                    .collect();
                self.line(&points);
                self.line(&[(4.4, 9.4), (3.2, 11.0), (4.6, 12.4), (3.4, 14.6)]);
                self.dot(4.6, 9.6, 1.2);
            }
            Icon::Wand => {
                self.line(&[(2.0, 14.0), (9.0, 7.0)]);
                self.line(&[(11.5, 1.6), (11.5, 7.4)]);
                self.line(&[(8.6, 4.5), (14.4, 4.5)]);
                self.line(&[(9.7, 2.7), (13.3, 6.3)]);
                self.line(&[(13.3, 2.7), (9.7, 6.3)]);
                self.dot(13.4, 10.4, 0.8);
            }
            Icon::Fill => {
                self.outline(&[(7.0, 2.2), (12.6, 7.8), (7.2, 13.2), (1.6, 7.6)]);
                self.fill(&[(2.4, 8.2), (11.8, 8.2), (7.2, 12.6)]);
                self.line(&[(7.0, 2.2), (5.2, 4.4)]);
                self.fill(&[(14.0, 9.2), (15.2, 12.0), (14.0, 13.6), (12.8, 12.0)]);
            }
            Icon::Straight => {
                self.line(&[(2.6, 13.4), (13.4, 2.6)]);
                self.dot(2.8, 13.2, 1.9);
                self.dot(13.2, 2.8, 1.9);
                self.dot(8.0, 8.0, 1.3);
            }
            Icon::Elevation => {
                self.line(&[(1.4, 13.4), (6.2, 4.0), (9.0, 9.0), (10.8, 6.4), (14.6, 13.4)]);
                self.line(&[(3.9, 8.6), (5.4, 9.6), (7.0, 8.2), (8.4, 9.2)]);
                self.line(&[(1.4, 13.4), (14.6, 13.4)]);
            }
            Icon::Facing => {
                self.line(&[
                    (1.5, 9.0),
                    (4.8, 9.0),
                    (4.8, 11.6),
                    (11.2, 11.6),
                    (11.2, 9.0),
                    (14.5, 9.0),
                ]);
                self.line(&[(8.0, 8.6), (8.0, 1.8)]);
                self.line(&[(5.4, 4.4), (8.0, 1.8), (10.6, 4.4)]);
            }
            Icon::Path => {
                self.line(&[(3.6, 14.2), (5.0, 9.6), (9.6, 8.0), (10.4, 2.0)]);
                self.line(&[(7.4, 14.2), (8.2, 11.8), (12.4, 10.4), (13.8, 2.0)]);
                self.line(&[(11.6, 6.8), (12.1, 3.8)]);
            }
            Icon::Label => {
                self.line(&[(2.4, 13.2), (6.8, 2.6), (11.2, 13.2)]);
                self.line(&[(4.1, 9.4), (9.5, 9.4)]);
                self.line(&[(13.6, 2.4), (13.6, 13.4)]);
            }
            Icon::Zone => {
                self.outline(&[
                    (3.0, 3.0),
                    (9.0, 2.0),
                    (14.0, 6.0),
                    (12.4, 13.0),
                    (4.6, 13.8),
                    (2.0, 8.6),
                ]);
                self.line(&[(2.8, 9.8), (9.4, 2.6)]);
                self.line(&[(4.4, 13.2), (12.8, 5.2)]);
                self.line(&[(8.4, 13.2), (13.4, 8.6)]);
            }
            Icon::Stamp => {
                self.outline(&[
                    (6.0, 2.0),
                    (10.0, 2.0),
                    (9.4, 8.0),
                    (13.4, 9.4),
                    (13.4, 11.4),
                    (2.6, 11.4),
                    (2.6, 9.4),
                    (6.6, 8.0),
                ]);
                self.line(&[(3.0, 14.0), (13.0, 14.0)]);
            }
            Icon::Measure => {
                self.outline(&[(1.6, 11.0), (11.0, 1.6), (14.4, 5.0), (5.0, 14.4)]);
                for (x, y) in [(4.0, 8.6), (6.4, 6.2), (8.8, 3.8)] {
                    self.line(&[(x, y), (x + 1.7, y + 1.7)]);
                }
            }
            Icon::Sight => {
                self.outline(&[
                    (1.2, 8.0),
                    (4.4, 4.8),
                    (8.0, 3.6),
                    (11.6, 4.8),
                    (14.8, 8.0),
                    (11.6, 11.2),
                    (8.0, 12.4),
                    (4.4, 11.2),
                ]);
                self.arc(8.0, 8.0, 2.2, 0.0, 360.0);
            }
            Icon::Barrage => {
                self.arc(6.0, 13.0, 8.0, -150.0, -35.0);
                for (x, y) in [(10.4, 12.4), (15.0, 12.4), (12.7, 9.6), (12.7, 15.0)] {
                    self.line(&[(12.7, 12.4), (x, y)]);
                }
                self.line(&[(1.4, 14.4), (5.6, 14.4)]);
            }
            Icon::Smoke => {
                self.arc(5.4, 9.6, 3.4, 0.0, 360.0);
                self.arc(10.4, 8.6, 3.9, 0.0, 360.0);
            }
            Icon::Reach => {
                for (x, y) in [(2.6, 3.6), (13.4, 3.6), (8.0, 14.0)] {
                    self.line(&[(8.0, 8.0), (x, y)]);
                    self.arc(x, y, 1.4, 0.0, 360.0);
                }
                self.arc(8.0, 8.0, 2.4, 0.0, 360.0);
            }
            Icon::Turn => {
                self.arc(8.0, 8.8, 5.0, -200.0, 40.0);
                self.line(&[(14.6, 8.4), (11.9, 12.2), (9.2, 9.4)]);
            }
            Icon::TurnBack => {
                self.arc(8.0, 8.8, 5.0, 20.0, -220.0);
                self.line(&[(1.4, 8.4), (4.1, 12.2), (6.8, 9.4)]);
            }
            Icon::Mirror => {
                self.line(&[(8.0, 1.5), (8.0, 14.5)]);
                self.outline(&[(6.0, 3.6), (6.0, 12.4), (1.4, 12.4)]);
                self.fill(&[(10.0, 3.6), (14.6, 12.4), (10.0, 12.4)]);
            }
            Icon::Copy => {
                self.outline(&[(5.4, 5.0), (13.6, 5.0), (13.6, 14.0), (5.4, 14.0)]);
                self.line(&[(5.2, 11.0), (2.4, 11.0), (2.4, 2.0), (10.6, 2.0), (10.6, 4.8)]);
            }
            Icon::SelectAll => {
                self.outline(&[(2.0, 2.6), (14.0, 2.6), (14.0, 13.4), (2.0, 13.4)]);
                self.fill(&[(5.0, 5.4), (11.0, 5.4), (11.0, 10.6), (5.0, 10.6)]);
            }
            Icon::Plus => {
                self.line(&[(8.0, 2.5), (8.0, 13.5)]);
                self.line(&[(2.5, 8.0), (13.5, 8.0)]);
            }
            Icon::Narrower => {
                self.ring(8.0, 8.0, 6.0);
                self.dot(8.0, 8.0, 2.0);
            }
            Icon::Wider => {
                self.ring(8.0, 8.0, 6.0);
                self.dot(8.0, 8.0, 4.4);
            }
            Icon::Select => {
                self.fill(&[(4.0, 2.0), (13.0, 10.0), (8.6, 10.4)]);
                self.fill(&[(4.0, 2.0), (8.6, 10.4), (4.6, 13.4)]);
            }
            Icon::Brush => {
                self.line(&[(13.5, 2.5), (7.5, 9.0)]);
                self.fill(&[
                    (7.8, 8.2),
                    (9.2, 10.0),
                    (7.0, 13.0),
                    (2.5, 13.8),
                    (5.0, 11.2),
                    (5.4, 9.0),
                ]);
            }
            Icon::Trench => self.line(&[
                (1.5, 11.0),
                (1.5, 6.0),
                (5.0, 6.0),
                (5.0, 11.0),
                (9.0, 11.0),
                (9.0, 6.0),
                (12.5, 6.0),
                (12.5, 11.0),
                (15.0, 11.0),
            ]),
            Icon::Hexside => {
                self.line(&[(4.5, 2.5), (1.8, 8.0), (4.5, 13.5)]);
                self.line(&[(11.5, 2.5), (14.2, 8.0), (11.5, 13.5)]);
                self.line(&[(8.0, 1.5), (7.0, 4.5), (9.0, 8.0), (7.0, 11.5), (8.0, 14.5)]);
            }
            Icon::Border => {
                for x in [1.0, 6.2, 11.4] {
                    self.line(&[(x, 11.5 - x * 0.4), (x + 3.4, 10.1 - x * 0.4)]);
                }
            }
            Icon::Counter => {
                self.outline(&[(2.5, 2.5), (13.5, 2.5), (13.5, 13.5), (2.5, 13.5)]);
                self.outline(&[(5.0, 5.0), (11.0, 5.0), (11.0, 9.0), (5.0, 9.0)]);
                self.line(&[(5.0, 5.0), (11.0, 9.0)]);
                self.line(&[(11.0, 5.0), (5.0, 9.0)]);
                self.line(&[(5.0, 11.3), (11.0, 11.3)]);
            }
            Icon::Erase => {
                self.outline(&[(9.5, 2.5), (14.0, 7.0), (7.5, 13.5), (3.0, 9.0)]);
                self.line(&[(6.2, 5.8), (10.7, 10.3)]);
                self.line(&[(5.0, 13.9), (14.0, 13.9)]);
            }
            Icon::Eyedropper => {
                self.line(&[(9.5, 6.5), (4.0, 12.0), (2.5, 13.5)]);
                self.line(&[(7.8, 4.8), (11.2, 8.2)]);
                self.fill(&[(9.0, 5.5), (12.0, 2.5), (13.5, 4.0), (10.5, 7.0)]);
            }
            Icon::Open => {
                self.outline(&[
                    (1.8, 13.0),
                    (1.8, 3.5),
                    (6.0, 3.5),
                    (7.5, 5.2),
                    (14.2, 5.2),
                    (14.2, 13.0),
                ]);
                self.line(&[(1.8, 7.8), (14.2, 7.8)]);
            }
            Icon::Save => {
                self.outline(&[(2.5, 2.5), (11.5, 2.5), (13.5, 4.5), (13.5, 13.5), (2.5, 13.5)]);
                self.line(&[(5.0, 2.5), (5.0, 6.0), (10.5, 6.0), (10.5, 2.5)]);
                self.outline(&[(4.8, 9.0), (11.2, 9.0), (11.2, 13.5), (4.8, 13.5)]);
            }
            Icon::Picture => {
                self.outline(&[(1.8, 3.0), (14.2, 3.0), (14.2, 13.0), (1.8, 13.0)]);
                self.line(&[(2.0, 11.5), (6.0, 7.0), (9.0, 10.5), (11.0, 8.5), (14.0, 11.5)]);
                self.dot(11.0, 5.6, 1.1);
            }
            Icon::Undo => {
                self.arc(8.5, 9.0, 4.6, -150.0, 90.0);
                self.line(&[(3.2, 2.8), (4.4, 7.0), (8.6, 6.2)]);
            }
            Icon::Redo => {
                self.arc(7.5, 9.0, 4.6, -30.0, -270.0);
                self.line(&[(12.8, 2.8), (11.6, 7.0), (7.4, 6.2)]);
            }
            Icon::Remove => {
                self.line(&[(2.5, 4.5), (13.5, 4.5)]);
                self.line(&[(6.0, 4.2), (6.0, 2.4), (10.0, 2.4), (10.0, 4.2)]);
                self.outline(&[(4.0, 4.5), (4.7, 13.8), (11.3, 13.8), (12.0, 4.5)]);
                self.line(&[(6.8, 7.0), (6.9, 11.4)]);
                self.line(&[(9.2, 7.0), (9.1, 11.4)]);
            }
            Icon::Fit => {
                for (x, y) in [(2.0, 2.0), (14.0, 2.0), (14.0, 14.0), (2.0, 14.0)] {
                    let (dx, dy) = ((8.0f32 - x).signum() * 4.0, (8.0f32 - y).signum() * 4.0);
                    self.line(&[(x + dx, y), (x, y), (x, y + dy)]);
                }
                self.outline(&[(6.0, 6.0), (10.0, 6.0), (10.0, 10.0), (6.0, 10.0)]);
            }
            Icon::ZoomIn | Icon::ZoomOut | Icon::Search => {
                self.ring(6.8, 6.8, 4.6);
                self.line(&[(10.2, 10.2), (14.2, 14.2)]);
                if icon != Icon::Search {
                    self.line(&[(4.6, 6.8), (9.0, 6.8)]);
                }
                if icon == Icon::ZoomIn {
                    self.line(&[(6.8, 4.6), (6.8, 9.0)]);
                }
            }
            Icon::Play => self.fill(&[(4.0, 2.5), (13.5, 8.0), (4.0, 13.5)]),
            Icon::Step => {
                self.fill(&[(3.0, 3.0), (10.0, 8.0), (3.0, 13.0)]);
                self.fill(&[(11.0, 3.0), (13.0, 3.0), (13.0, 13.0), (11.0, 13.0)]);
            }
            Icon::Games => {
                self.fill(&[(1.5, 3.5), (8.0, 8.0), (1.5, 12.5)]);
                self.fill(&[(8.0, 3.5), (14.5, 8.0), (8.0, 12.5)]);
            }
            Icon::Stop => self.fill(&[(3.5, 3.5), (12.5, 3.5), (12.5, 12.5), (3.5, 12.5)]),
            Icon::Tick => self.line(&[(2.5, 8.5), (6.3, 12.3), (13.5, 4.0)]),
            Icon::Error => {
                self.ring(8.0, 8.0, 6.2);
                self.line(&[(5.6, 5.6), (10.4, 10.4)]);
                self.line(&[(10.4, 5.6), (5.6, 10.4)]);
            }
            Icon::Warning => {
                self.outline(&[(8.0, 2.0), (14.8, 13.6), (1.2, 13.6)]);
                self.line(&[(8.0, 6.2), (8.0, 9.8)]);
                self.dot(8.0, 11.8, 0.9);
            }
            Icon::Note => {
                self.ring(8.0, 8.0, 6.2);
                self.line(&[(8.0, 7.4), (8.0, 11.4)]);
                self.dot(8.0, 4.9, 0.9);
            }
            Icon::Theme => {
                self.ring(8.0, 8.0, 5.6);
                let half: Vec<_> = (0..=12)
                    .map(|i| {
                        let angle = (-90.0 + 180.0 * i as f32 / 12.0f32).to_radians();
                        (8.0 + 5.6 * angle.cos(), 8.0 + 5.6 * angle.sin())
                    })
                    .collect();
                self.fill(&half);
            }
            Icon::Hex => self.outline(&[
                (4.8, 2.4),
                (11.2, 2.4),
                (14.4, 8.0),
                (11.2, 13.6),
                (4.8, 13.6),
                (1.6, 8.0),
            ]),
            Icon::Flip => {
                self.line(&[(2.5, 6.0), (13.0, 6.0), (10.2, 3.2)]);
                self.line(&[(13.5, 10.0), (3.0, 10.0), (5.8, 12.8)]);
            }
            Icon::Inward => {
                self.line(&[(3.0, 8.0), (12.5, 8.0)]);
                self.line(&[(8.8, 4.0), (12.8, 8.0), (8.8, 12.0)]);
            }
            Icon::Outward => {
                self.line(&[(13.0, 8.0), (3.5, 8.0)]);
                self.line(&[(7.2, 4.0), (3.2, 8.0), (7.2, 12.0)]);
            }
            Icon::Up => {
                self.line(&[(8.0, 13.0), (8.0, 3.5)]);
                self.line(&[(4.0, 7.2), (8.0, 3.2), (12.0, 7.2)]);
            }
            Icon::Down => {
                self.line(&[(8.0, 3.0), (8.0, 12.5)]);
                self.line(&[(4.0, 8.8), (8.0, 12.8), (12.0, 8.8)]);
            }
            Icon::Chart => {
                self.line(&[(2.0, 2.0), (2.0, 14.0), (14.5, 14.0)]);
                for (x, y) in [(4.0, 8.5), (7.5, 4.0), (11.0, 6.5)] {
                    self.fill(&[(x, y), (x + 2.4, y), (x + 2.4, 12.2), (x, 12.2)]);
                }
            }
            Icon::Pause => {
                self.fill(&[(4.0, 3.0), (6.6, 3.0), (6.6, 13.0), (4.0, 13.0)]);
                self.fill(&[(9.4, 3.0), (12.0, 3.0), (12.0, 13.0), (9.4, 13.0)]);
            }
            Icon::List => {
                for y in [4.0, 8.0, 12.0] {
                    self.dot(2.8, y, 1.0);
                    self.line(&[(5.5, y), (14.0, y)]);
                }
            }
            Icon::Calendar => {
                self.outline(&[(2.0, 3.5), (14.0, 3.5), (14.0, 13.8), (2.0, 13.8)]);
                self.line(&[(2.0, 6.6), (14.0, 6.6)]);
                self.line(&[(5.2, 1.8), (5.2, 4.6)]);
                self.line(&[(10.8, 1.8), (10.8, 4.6)]);
                for (x, y) in [(5.0, 9.0), (8.0, 9.0), (11.0, 9.0), (5.0, 11.6), (8.0, 11.6)] {
                    self.dot(x, y, 0.8);
                }
            }
            Icon::Table => {
                self.outline(&[(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0)]);
                self.line(&[(2.0, 6.4), (14.0, 6.4)]);
                self.line(&[(2.0, 9.7), (14.0, 9.7)]);
                self.line(&[(6.0, 3.0), (6.0, 13.0)]);
                self.line(&[(10.0, 3.0), (10.0, 13.0)]);
            }
            Icon::Split => {
                self.outline(&[(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0)]);
                self.line(&[(8.0, 3.0), (8.0, 13.0)]);
            }
            Icon::Panel => {
                self.outline(&[(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0)]);
                self.fill(&[(9.8, 3.0), (14.0, 3.0), (14.0, 13.0), (9.8, 13.0)]);
            }
            Icon::Layers => {
                self.outline(&[(8.0, 2.0), (14.5, 5.6), (8.0, 9.2), (1.5, 5.6)]);
                self.line(&[(1.5, 8.4), (8.0, 12.0), (14.5, 8.4)]);
                self.line(&[(1.5, 11.0), (8.0, 14.6), (14.5, 11.0)]);
            }
            Icon::History => {
                self.arc(8.6, 8.0, 5.4, -160.0, 140.0);
                self.line(&[(1.4, 4.0), (3.4, 6.8), (6.2, 4.8)]);
                self.line(&[(8.6, 4.8), (8.6, 8.2), (11.0, 9.8)]);
            }
            Icon::Book => {
                self.outline(&[(8.0, 4.2), (13.8, 2.8), (13.8, 12.4), (8.0, 13.8)]);
                self.outline(&[(8.0, 4.2), (2.2, 2.8), (2.2, 12.4), (8.0, 13.8)]);
            }
            Icon::Quit => {
                self.line(&[(9.0, 2.5), (3.0, 2.5), (3.0, 13.5), (9.0, 13.5)]);
                self.line(&[(6.5, 8.0), (14.0, 8.0)]);
                self.line(&[(11.0, 5.0), (14.0, 8.0), (11.0, 11.0)]);
            }
            Icon::Keys => {
                self.outline(&[(1.5, 4.0), (14.5, 4.0), (14.5, 12.5), (1.5, 12.5)]);
                for x in [4.5, 8.0, 11.5] {
                    self.dot(x, 6.8, 0.9);
                }
                self.line(&[(5.0, 10.0), (11.0, 10.0)]);
            }
            Icon::Tour => {
                self.line(&[(4.0, 14.0), (4.0, 2.5)]);
                self.outline(&[(4.0, 2.8), (13.0, 2.8), (10.5, 5.8), (13.0, 8.8), (4.0, 8.8)]);
            }
            Icon::Help => {
                self.ring(8.0, 8.0, 6.4);
                self.arc(8.0, 6.6, 2.1, -190.0, 60.0);
                self.line(&[(8.6, 8.4), (8.0, 9.6)]);
                self.dot(8.0, 11.8, 0.9);
            }
            Icon::Eye => {
                self.arc(8.0, 12.6, 7.6, -145.0, -35.0);
                self.arc(8.0, 3.4, 7.6, 35.0, 145.0);
                self.dot(8.0, 8.0, 2.2);
            }
            Icon::EyeShut => {
                self.arc(8.0, 3.4, 7.6, 35.0, 145.0);
                self.line(&[(4.4, 10.0), (3.2, 12.2)]);
                self.line(&[(8.0, 11.0), (8.0, 13.4)]);
                self.line(&[(11.6, 10.0), (12.8, 12.2)]);
            }
            Icon::Lock | Icon::LockOpen => {
                self.outline(&[(3.6, 7.6), (12.4, 7.6), (12.4, 13.6), (3.6, 13.6)]);
                self.dot(8.0, 10.6, 1.1);
                if icon == Icon::Lock {
                    self.line(&[(5.4, 7.6), (5.4, 5.4)]);
                    self.line(&[(10.6, 7.6), (10.6, 5.4)]);
                    self.arc(8.0, 5.4, 2.6, -180.0, 0.0);
                } else {
                    self.line(&[(5.4, 7.6), (5.4, 5.0)]);
                    self.arc(8.0, 5.0, 2.6, -180.0, -30.0);
                }
            }
            Icon::Close => {
                self.line(&[(4.0, 4.0), (12.0, 12.0)]);
                self.line(&[(12.0, 4.0), (4.0, 12.0)]);
            }
        }
    }
}
