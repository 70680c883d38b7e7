//! Hexgrids as a module describes them, and the zones that they are in.

use roxmltree::Node;

use super::super::format;
use super::super::lattice::{Count, GRID_LOCATION, Lattice, Names, PAIR, Raw};
use super::super::outline::{self, Point, Within, extent};
use super::tree::{children, class, flag, number, text};
use crate::limits;

/// A part of a board: its outline, its name and its format of names.
pub type Part = (Vec<Point>, String, String);

/// A hexgrid as a module describes it.
#[derive(Clone, Debug)]
pub struct Described {
    pub lattice: Lattice,
    /// How its hexes are named, if they are.
    pub names: Option<Names>,
    /// The class that names them where the module brings its own, which nobody else can read.
    pub foreign: Option<String>,
    /// The zone that it is in.
    pub zone: Option<Part>,
    /// Zones that have the same hexes, and call them otherwise.
    pub within: Vec<Part>,
}

/// The numbering in a grid's element.
pub enum Numbered {
    /// There is none.
    Not,
    /// One of VASSAL's.
    By(Box<Names>),
    /// A class of the module's own, by its name.
    Foreign(String),
}

/// The hexgrids of a board, and the zones that have none. Of zones with a grid each, those count that
/// have no more hexes in all than a map; the others have none.
pub fn described<'a, 't>(board: Node<'a, 't>) -> (Vec<Described>, Vec<Node<'a, 't>>) {
    let mut room = limits::HEXES as f64;
    let mut grids: Vec<Described> =
        children(board, "HexGrid").filter_map(|node| hex_grid(node, None)).collect();
    let mut others = Vec::new();
    for zoned in children(board, "ZonedGrid") {
        let mut within = Vec::new();
        for zone in children(zoned, "Zone") {
            let format = zone.attribute("locationFormat").unwrap_or("$name$");
            let part = (
                outline::read(text(zone, "path")),
                text(zone, "name").to_owned(),
                format.to_owned(),
            );
            let own = children(zone, "HexGrid").find_map(|node| hex_grid(node, Some(part.clone())));
            let has_ground = flag(zone, "useParentGrid", false);
            let has_room = |own: &Described| {
                let [width, height] = extent(&part.0).map(|length| length as f64);
                room -= (width / own.lattice.dx + 1.0) * (height / own.lattice.dy + 1.0);
                room >= 0.0
            };
            match own.filter(|_| !has_ground).filter(has_room) {
                Some(own) => grids.push(own),
                None => others.push(zone),
            }
            // Whose names are no hex's says nothing of hexes.
            if has_ground && part.2.contains(GRID_LOCATION) {
                within.push(part);
            }
        }
        // What lies around the zones.
        let ground = children(zoned, "HexGrid").filter_map(|node| hex_grid(node, None));
        grids.extend(ground.map(|grid| Described { within: within.clone(), ..grid }));
    }
    (grids, others)
}

fn hex_grid(node: Node<'_, '_>, zone: Option<Part>) -> Option<Described> {
    let lattice = lattice(node)?;
    let (names, foreign) = match Numbered::of(node) {
        Numbered::Not => (None, None),
        Numbered::By(names) => (Some(*names), None),
        Numbered::Foreign(class) => (None, Some(class)),
    };
    Some(Described { lattice, names, foreign, zone, within: Vec::new() })
}

/// Where a grid of hexes or squares has its cells.
pub fn lattice(node: Node<'_, '_>) -> Option<Lattice> {
    let is_square = class(node) == "SquareGrid";
    let (dy, origin) = if is_square { (48.0, [24.0; 2]) } else { (64.0, [0.0, 32.0]) };
    let dy = number(node, "dy", dy);
    let dx = number(node, "dx", if is_square { 48.0 } else { dy * 3_f64.sqrt() / 2.0 });
    let origin = [number(node, "x0", origin[0]), number(node, "y0", origin[1])];
    let sane =
        dx >= 1.0 && dy >= 1.0 && dx < 1e5 && dy < 1e5 && origin.iter().all(|n| n.abs() < 1e6);
    let sideways = flag(node, "sideways", false);
    sane.then(|| Lattice { origin: origin.map(|place| place as i64), dx, dy, sideways })
}

impl Numbered {
    /// The numbering of a grid.
    pub fn of(grid: Node<'_, '_>) -> Self {
        let Some(node) = grid.children().rfind(Node::is_element) else { return Self::Not };
        let (name, class) = (node.tag_name().name(), class(node));
        let stagger = flag(node, "stagger", true);
        let slant = match class {
            "HexGridNumbering" | "SquareGridNumbering" => None,
            // Many modules have a class of this name, each with rules of its own.
            "ObliqueHexGridNumbering" if name.starts_with("VASSAL.") => {
                Some(flag(node, "direction", stagger))
            }
            _ => return Self::Foreign(name.to_owned()),
        };
        let count = |axis: &str| Count {
            letters: text(node, &format!("{axis}Type")).starts_with('A'),
            leading: number(node, &format!("{axis}Leading"), 1.0).clamp(0.0, 9.0) as u32,
            offset: number(node, &format!("{axis}Off"), 1.0).clamp(-1e6, 1e6) as i64,
        };
        Self::By(Box::new(Names {
            column_first: !text(node, "first").starts_with('V'),
            separator: text(node, "sep").to_owned(),
            column: count("h"),
            row: count("v"),
            from_right: flag(node, "hDescend", false),
            from_bottom: flag(node, "vDescend", false),
            stagger,
            slant,
            format: node.attribute("locationFormat").unwrap_or(GRID_LOCATION).to_owned(),
        }))
    }
}

/// A raw column, and a row that is counted so that the hexes of one number are one row: where odd
/// columns are raised, they begin half a hex higher than the others instead of lower.
pub type Line = [i64; 2];

/// The row of a hex as it is counted.
pub fn line([column, row]: Raw, raised: bool) -> Line {
    [column, row + i64::from(raised && column % 2 != 0)]
}

/// The hex of a line.
pub fn raw([column, row]: Line, raised: bool) -> Raw {
    [column, row - i64::from(raised && column % 2 != 0)]
}

impl Described {
    /// About half a hex, in pixels.
    pub fn pitch(&self) -> i64 {
        (self.lattice.dx.max(self.lattice.dy) / 2.0).ceil() as i64
    }

    /// Its own size in pixels, on a board of a size.
    pub fn size(&self, board: [i64; 2]) -> [i64; 2] {
        self.zone.as_ref().map_or(board, |(outline, _, _)| extent(outline))
    }

    /// What messages call it.
    pub fn title(&self) -> &str {
        self.zone.as_ref().map_or("", |(_, name, _)| name)
    }

    /// The board whose numbers its hexes have, as in `48/0710`.
    pub fn board(&self) -> Option<String> {
        let (_, name, format) = self.zone.as_ref()?;
        match format.strip_suffix("/$gridLocation$")? {
            "$name$" => Some(name.clone()),
            id => (!id.contains('$')).then(|| id.to_owned()),
        }
    }

    /// Whether its odd columns begin half a hex higher than the others. Where numbers do not say it,
    /// the fewer lines tell.
    pub fn is_raised(&self, size: [i64; 2]) -> bool {
        if let Some(names) = &self.names {
            return names.stagger;
        }
        let hexes = |raised| self.reach(&self.lattice, raised, size).map_or(0, area);
        hexes(true) < hexes(false)
    }

    /// How many hexes there are on a board of this size.
    pub fn hexes(&self, size: [i64; 2]) -> i64 {
        self.reach(&self.lattice, self.is_raised(size), size).map_or(0, area)
    }

    /// The least and greatest line of a lattice whose centres lie on it.
    pub fn reach(&self, lattice: &Lattice, raised: bool, size: [i64; 2]) -> Option<[Line; 2]> {
        let mut found: Option<[Line; 2]> = None;
        self.each(lattice, size, |at| {
            let at = line(at, raised);
            let [least, most] = found.get_or_insert([at; 2]);
            *least = [least[0].min(at[0]), least[1].min(at[1])];
            *most = [most[0].max(at[0]), most[1].max(at[1])];
        })?;
        found
    }

    /// Calls for each hex of a lattice whose centre lies on it; `None` where there are too many.
    pub fn each(&self, lattice: &Lattice, size: [i64; 2], mut see: impl FnMut(Raw)) -> Option<()> {
        let outline = self.zone.as_ref().map(|(outline, _, _)| outline.as_slice());
        let board = [[0, 0], size];
        let corners = outline.unwrap_or(&board);
        let bound = |axis: usize, end: bool| {
            let along = corners.iter().map(|corner| corner[axis].clamp(0, size[axis]));
            if end { along.max() } else { along.min() }
        };
        let from = lattice.hex_at([bound(0, false)?, bound(1, false)?]).map(|at| at - 2);
        let to = lattice.hex_at([bound(0, true)?, bound(1, true)?]).map(|at| at + 2);
        let hexes = (to[0] - from[0] + 1).checked_mul(to[1] - from[1] + 1)?;
        if u64::try_from(hexes).ok()? > limits::HEXES {
            return None;
        }
        let mut within = Within::new(outline);
        let mut look = |at: Raw| {
            let pixel = lattice.snapped(at);
            let is_there = (0..2).all(|axis| (0..size[axis]).contains(&pixel[axis]));
            if is_there && within.holds(pixel) {
                see(at);
            }
        };
        // From west to east and from north to south, in pixels.
        let [outer, inner] = if lattice.sideways { [0, 1] } else { [1, 0] };
        for far in from[outer]..=to[outer] {
            for near in from[inner]..=to[inner] {
                look(if lattice.sideways { [far, near] } else { [near, far] });
            }
        }
        Some(())
    }

    /// Whether another has its hexes in the same places, to a pixel or two, on a board of this size.
    pub fn agrees(&self, other: &Self, size: [i64; 2]) -> bool {
        let pitch = |lattice: &Lattice| lattice.dx.min(lattice.dy);
        let near = (pitch(&self.lattice) / 6.0).clamp(1.0, 2.0) as i64;
        let same = |pixel: [i64; 2]| {
            let here = self.lattice.centre(self.lattice.hex_at(pixel));
            let there = other.lattice.centre(other.lattice.hex_at(here));
            (0..2).all(|axis| (here[axis] - there[axis]).abs() <= near)
        };
        let steps = [0, 1].map(|axis| size[axis] / 4);
        let places = (0..=4).flat_map(|x| (0..=4).map(move |y| [x, y]));
        let places = places.map(|place| [0, 1].map(|axis| place[axis] * steps[axis]));
        let (dx, dy) = (self.lattice.dx as i64, self.lattice.dy as i64);
        let step = if self.lattice.sideways { [dy, dx] } else { [dx, dy] };
        // With the next ones, so that each line is once looked at.
        let mut both = places.flat_map(|at| [at, [at[0] + step[0], at[1] + step[1]]]);
        self.lattice.sideways == other.lattice.sideways && both.all(same)
    }

    /// What VASSAL calls the hex at a place, which may lie in a part that has another name for it;
    /// nothing where it calls none.
    pub fn name(&self, pixel: [i64; 2], size: [i64; 2], part: Option<&Part>) -> String {
        let at = self.lattice.hex_at(pixel);
        let names = self.names.as_ref();
        let name = names.map(|names| names.name(&self.lattice, self.size(size), at));
        let name = name.unwrap_or_default();
        match part.or(self.zone.as_ref()) {
            None => name,
            Some((_, _, format)) if format == GRID_LOCATION => name,
            Some((_, zone, format)) => format::print(format, |property| match property {
                "name" => zone.clone(),
                PAIR => name.clone(),
                other => other.to_owned(),
            }),
        }
    }
}

/// How many hexes there are from one line to another.
pub fn area([from, to]: [Line; 2]) -> i64 {
    (to[0] - from[0] + 1) * (to[1] - from[1] + 1)
}
