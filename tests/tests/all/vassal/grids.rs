//! Hexgrids as anybody may make them, before the real engine: each hex that we read has the name that
//! VASSAL gives to its place, none is invented and none is lost, and stacks that are set up by the
//! names of places stand where VASSAL puts them.
//!
//! The modules are made by chance, from fixed seeds: 20 grids, or as many as `SALIENT_GRIDS=200` says.
//! All grids of a run are maps of one module for VASSAL, and a module each for us.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use salient_exchange::{Imported, vassal};
use salient_schema::HexIndex;
use salient_schema::map::{Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, VerticalEdge};

use super::{Line, ask};

/// Chance: xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as i64 % many
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as i64) as usize]
    }

    fn is(&mut self, percent: i64) -> bool {
        self.below(100) < percent
    }
}

/// How one of both numbers is written.
#[derive(Clone, Copy, Debug)]
struct Count {
    letters: bool,
    leading: usize,
    offset: i64,
    descends: bool,
}

impl Count {
    fn new(dice: &mut Dice) -> Self {
        Self {
            letters: dice.is(20),
            leading: dice.of(&[0, 1, 1, 2]),
            offset: dice.of(&[1, 1, 1, 0, 0, 5, 11, -1, -2]),
            descends: dice.is(25),
        }
    }

    /// As VASSAL writes it.
    fn written(self, number: i64) -> String {
        let sign = if number < 0 { "-" } else { "" };
        let size = number.unsigned_abs() as usize;
        match self.letters {
            true => {
                let letter = char::from(b'A' + (size % 26) as u8).to_string();
                format!("{sign}{}", letter.repeat(size / 26 + 1))
            }
            false => format!("{sign}{size:0digits$}", digits = self.leading + 1),
        }
    }
}

#[derive(Clone, Debug)]
struct Numbering {
    column: Count,
    row: Count,
    column_first: bool,
    separator: &'static str,
    stagger: bool,
    format: &'static str,
}

impl Numbering {
    fn new(dice: &mut Dice) -> Self {
        let formats = ["$gridLocation$"; 5].into_iter().chain([
            "Hex $gridLocation$",
            "$column$.$row$",
            "$row$$column$",
            "$gridLocation$, here",
        ]);
        Self {
            column: Count::new(dice),
            row: Count::new(dice),
            column_first: dice.is(60),
            separator: dice.of(&["", "", ".", ",", "_ "]),
            stagger: dice.is(60),
            format: dice.of(&formats.collect::<Vec<_>>()),
        }
    }

    fn element(&self) -> String {
        let kind = |count: Count| if count.letters { 'A' } else { 'N' };
        let Self { column, row, separator, stagger, format, .. } = self;
        format!(
            r#"<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering color="0,0,0" first="{}" hDescend="{}" hDrawOff="0" hLeading="{}" hOff="{}" hType="{}" locationFormat="{format}" rotateText="0" sep="{separator}" stagger="{stagger}" vDescend="{}" vDrawOff="0" vLeading="{}" vOff="{}" vType="{}" visible="false" fontSize="9"/>"#,
            if self.column_first { 'H' } else { 'V' },
            column.descends,
            column.leading,
            column.offset,
            kind(*column),
            row.descends,
            row.leading,
            row.offset,
            kind(*row),
        )
    }

    /// The name of two numbers.
    fn name(&self, column: i64, row: i64) -> String {
        let (column, row) = (self.column.written(column), self.row.written(row));
        let separator = self.separator;
        let pair = match self.column_first {
            true => format!("{column}{separator}{row}"),
            false => format!("{row}{separator}{column}"),
        };
        let pair = self.format.replace("$gridLocation$", &pair);
        pair.replace("$column$", &column).replace("$row$", &row)
    }

    /// Whether our numbering can print all names, where numbers go up to these.
    fn is_ours(&self, most_column: i64, most_row: i64) -> bool {
        let fits = |count: Count, most: i64| most.to_string().len() <= count.leading + 1;
        let is_close = match self.format {
            "$gridLocation$" => self.separator.is_empty(),
            "$column$.$row$" => false,
            "$row$$column$" => true,
            _ => return false,
        };
        let row_last = self.column_first && self.format == "$gridLocation$";
        let last = if row_last { fits(self.row, most_row) } else { fits(self.column, most_column) };
        !self.column.letters && !self.row.letters && (!is_close || last)
    }
}

#[derive(Clone, Copy, Debug)]
struct Lattice {
    dx: f64,
    dy: f64,
    origin: [i64; 2],
    sideways: bool,
}

impl Lattice {
    fn new(dice: &mut Dice) -> Self {
        let dy = dice.of(&[36.0, 40.0, 48.0, 50.0, 60.0, 64.5, 41.6]);
        let exact: f64 = dy * 3_f64.sqrt() / 2.0;
        let dx = dice.of(&[exact, exact.round(), (exact * 100.0).round() / 100.0]);
        let whole = |length: f64| length as i64;
        let x = dice.below(2 * whole(dx)) - whole(dx) / 2;
        let y = dice.below(3 * whole(dy)) - whole(dy);
        let origin = [dice.of(&[x, 0, whole(dx / 2.0)]), dice.of(&[y, y, 0, whole(dy / 2.0)])];
        Self { dx, dy, origin, sideways: dice.is(40) }
    }

    fn element(&self, numbering: &Numbering) -> String {
        let Self { dx, dy, origin: [x, y], sideways } = self;
        format!(
            r#"<VASSAL.build.module.map.boardPicker.board.HexGrid color="0,0,0" cornersLegal="false" dotsVisible="false" dx="{dx}" dy="{dy}" edgesLegal="false" sideways="{sideways}" snapTo="true" visible="false" x0="{x}" y0="{y}">{}</VASSAL.build.module.map.boardPicker.board.HexGrid>"#,
            numbering.element()
        )
    }
}

/// What a zone has in it.
#[derive(Clone, Debug)]
enum Inside {
    Hexes(Lattice, Numbering),
    /// What lies around the zones.
    Parent,
    Nothing,
    Region(&'static str),
}

#[derive(Clone, Debug)]
struct Zone {
    name: &'static str,
    format: &'static str,
    /// From and to, in pixels.
    corners: [[i64; 2]; 2],
    inside: Inside,
}

impl Zone {
    fn holds(&self, at: [i64; 2]) -> bool {
        (0..2).all(|axis| (self.corners[0][axis]..self.corners[1][axis]).contains(&at[axis]))
    }

    fn named(&self, name: &str) -> String {
        self.format.replace("$name$", self.name).replace("$gridLocation$", name)
    }

    fn element(&self) -> String {
        let Self { name, format, corners: [[x0, y0], [x1, y1]], inside } = self;
        let has_parent = matches!(inside, Inside::Parent);
        let inside = match inside {
            Inside::Hexes(lattice, numbering) => lattice.element(numbering),
            Inside::Region(name) => format!(
                r#"<VASSAL.build.module.map.boardPicker.board.RegionGrid fontsize="9" snapto="true" visible="false"><VASSAL.build.module.map.boardPicker.board.Region name="{name}" originx="{}" originy="{}"/></VASSAL.build.module.map.boardPicker.board.RegionGrid>"#,
                x0 + 8,
                y0 + 9
            ),
            Inside::Parent | Inside::Nothing => String::new(),
        };
        format!(
            r#"<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone locationFormat="{format}" name="{name}" path="{x0},{y0};{x1},{y0};{x1},{y1};{x0},{y1}" useParentGrid="{has_parent}">{inside}</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone>"#
        )
    }
}

/// A stack, with one piece that bears its name.
#[derive(Clone, Debug)]
struct Stack {
    name: String,
    location: Option<String>,
    at: [i64; 2],
}

/// A map of one board.
#[derive(Debug)]
struct Made {
    number: usize,
    size: [i64; 2],
    edge: i64,
    zones: Vec<Zone>,
    ground: Option<(Lattice, Numbering)>,
    stacks: Vec<Stack>,
}

impl Made {
    fn new(number: usize) -> Self {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ ((number as u64 + 1) << 17));
        for _ in 0..20 {
            let _ = dice.below(2);
        }
        let size = [320 + dice.below(300), 280 + dice.below(240)];
        let lattice = Lattice::new(&mut dice);
        let numbering = Numbering::new(&mut dice);
        // Somewhat right of the middle.
        let cut = size[0] / 2 + 20 + dice.below(60);
        let (west, east) = ([[0, 0], [cut, size[1]]], [[cut, 0], size]);
        let zone = |name, format, corners, inside| Zone { name, format, corners, inside };
        let plain = dice.of(&["$gridLocation$", "$gridLocation$", "$name$ $gridLocation$"]);
        let mut ground = Some((lattice, numbering.clone()));
        let zones = match dice.below(12) {
            0..=4 => Vec::new(),
            // All of the board, or nearly.
            5 => {
                ground = None;
                let inset = dice.below(30);
                let corners = [[inset; 2], size.map(|length| length - inset)];
                vec![zone("All", plain, corners, Inside::Hexes(lattice, numbering))]
            }
            // Side by side with numbers of their own; as boards.
            kind @ (6 | 7) => {
                ground = None;
                let format = if kind == 6 { plain } else { "$name$/$gridLocation$" };
                let other = dice.of(&[true, false]).then(|| Numbering::new(&mut dice));
                let other = Inside::Hexes(lattice, other.unwrap_or(numbering.clone()));
                let own = Inside::Hexes(lattice, numbering);
                vec![zone("West", format, west, own), zone("East", format, east, other)]
            }
            // Names of its own for some of the hexes around it.
            8 => vec![zone("Land", dice.of(&[plain, "$name$"]), east, Inside::Parent)],
            // Another grid in it.
            9 => {
                let other = Lattice { dy: 80.0, dx: 69.0, ..lattice };
                let own = Inside::Hexes(other, Numbering::new(&mut dice));
                vec![zone("Inset", "$name$: $gridLocation$", east, own)]
            }
            10 => vec![zone("Losses", "$name$", east, Inside::Nothing)],
            _ => vec![zone("Turns", "$gridLocation$", east, Inside::Region("T1"))],
        };
        let edge = dice.of(&[0, 0, 25]);
        let mut made = Self { number, size, edge, zones, ground, stacks: Vec::new() };
        made.set_up(&mut dice);
        made
    }

    fn set_up(&mut self, dice: &mut Dice) {
        let mut all = self.grids();
        all.retain(|(_, lattice, _)| lattice.dy != 80.0);
        for number in 0..8 {
            let (zone, lattice, numbering) = all[dice.below(all.len() as i64) as usize].clone();
            let length = |axis: usize| self.size[axis];
            let lines = [
                (length(usize::from(lattice.sideways)) as f64 / lattice.dx) as i64,
                (length(usize::from(!lattice.sideways)) as f64 / lattice.dy) as i64,
            ];
            // Numbers that there may be, and some beyond.
            let mut some = |axis: usize, count: Count| {
                count.offset + dice.below(lines[axis] + 2) + dice.of(&[0, 0, 0, 1, -1])
            };
            let name = numbering.name(some(0, numbering.column), some(1, numbering.row));
            let name = zone.map_or(name.clone(), |zone| zone.named(&name));
            let at = [dice.below(self.size[0]), dice.below(self.size[1])];
            let location = match number {
                // By pixels, and by a name of no place.
                0 | 1 => None,
                2 => Some("no such place!".to_owned()),
                3 if matches!(self.zones.first(), Some(Zone { inside: Inside::Region(_), .. })) => {
                    Some("T1".to_owned())
                }
                3 if self.zones.iter().any(|zone| zone.format == "$name$") => {
                    Some(self.zones[0].name.to_owned())
                }
                _ => Some(name),
            };
            let name = format!("p{}x{number}", self.number);
            self.stacks.push(Stack { name, location, at });
        }
    }

    /// All hexgrids with their zones, those that are asked first coming first.
    fn grids(&self) -> Vec<(Option<Zone>, Lattice, Numbering)> {
        let own = self.zones.iter().filter_map(|zone| match (&zone.inside, &self.ground) {
            (Inside::Hexes(lattice, numbering), _)
            | (Inside::Parent, Some((lattice, numbering))) => {
                Some((Some(zone.clone()), *lattice, numbering.clone()))
            }
            _ => None,
        });
        let ground = self.ground.iter().map(|(lattice, names)| (None, *lattice, names.clone()));
        own.chain(ground).collect()
    }

    fn element(&self) -> String {
        let ground = self.ground.as_ref().map(|(lattice, names)| lattice.element(names));
        let mut grid = ground.unwrap_or_default();
        if !self.zones.is_empty() {
            let zones: String = self.zones.iter().map(Zone::element).collect();
            grid = format!(
                "<VASSAL.build.module.map.boardPicker.board.ZonedGrid>{zones}{grid}</VASSAL.build.module.map.boardPicker.board.ZonedGrid>"
            );
        }
        let Self { number, edge, .. } = self;
        let mut stacks = String::new();
        for (at, Stack { name, location, at: [x, y] }) in self.stacks.iter().enumerate() {
            let id = 10 * number + at + 1;
            let is_named = location.is_some();
            let location = location.as_deref().unwrap_or_default();
            let _ = write!(
                stacks,
                r#"<VASSAL.build.module.map.SetupStack name="{name}" owningBoard="B" useGridLocation="{is_named}" location="{location}" x="{x}" y="{y}"><VASSAL.build.widget.PieceSlot entryName="{name}" gpid="{id}" height="9" width="9">+/null/mark;Side	piece;;;u.png;{name}/Red	null;0;0;{id};0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.map.SetupStack>"#
            );
        }
        format!(
            r#"<VASSAL.build.module.Map allowMultiple="false" mapName="M{number}" edgeWidth="{edge}" edgeHeight="{edge}"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board image="m{number}.png" name="B" reversible="false">{grid}</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>{stacks}</VASSAL.build.module.Map>"#
        )
    }
}

/// A module of some maps.
fn module(all: &[&Made]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, bytes: &[u8]| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(bytes).expect("written");
    };
    let maps: String = all.iter().map(|made| made.element()).collect();
    put(
        "buildFile.xml",
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?><VASSAL.build.GameModule VassalVersion="3.6.0" description="" name="Grids" nextPieceSlotId="9" version="1.0"><VASSAL.build.module.BasicCommandEncoder/>{maps}</VASSAL.build.GameModule>"#
        )
        .as_bytes(),
    );
    put(
        "moduledata",
        br#"<data version="1"><version>1.0</version><extra1/><extra2/><VassalVersion>3.6.0</VassalVersion><dateSaved>0</dateSaved><description/><name>Grids</name></data>"#,
    );
    let picture = |[width, height]: [i64; 2]| {
        let mut bytes = Cursor::new(Vec::new());
        let plain = image::GrayImage::new(width as u32, height as u32);
        plain.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
        bytes.into_inner()
    };
    put("images/u.png", &picture([9, 9]));
    for made in all {
        put(&format!("images/m{}.png", made.number), &picture(made.size));
    }
    zip.finish().expect("a zip").into_inner()
}

/// What we read, with where on the board we have what.
struct Ours {
    read: Imported,
    /// Where the first hex is.
    first: [f64; 2],
    lattice: Lattice,
}

impl Ours {
    fn new(made: &Made) -> Self {
        let read = vassal::read(&module(&[made]), "m.vmod", None, None);
        let read = read.unwrap_or_else(|error| panic!("{error}: {made:#?}"));
        let grid = &read.map.grid;
        let points = &read.map.scan.as_ref().expect("a scan").control_points;
        let corner = grid.print_hex(HexIndex::new(0, 0));
        let first = points.iter().find(|point| point.hex == corner).expect("a corner").pixel;
        // The largest is the map.
        let ours = |lattice: &Lattice| lattice.dy != 80.0;
        let lattice = made.grids().into_iter().map(|(_, lattice, _)| lattice).find(ours);
        Self { first, lattice: lattice.expect("a grid"), read }
    }

    fn centre(&self, hex: HexIndex) -> [f64; 2] {
        let grid = &self.read.map.grid;
        let Lattice { dx, dy, .. } = self.lattice;
        let (column, row) = (f64::from(hex.column), f64::from(hex.row));
        let push = |line: u16| {
            let is_pushed = line.is_multiple_of(2) == (grid.pushed == Pushed::First);
            if is_pushed { dy / 2.0 } else { 0.0 }
        };
        let offset = match grid.orientation {
            Orientation::FlatTopped => [column * dx, row * dy + push(hex.column) - push(0)],
            Orientation::PointyTopped => [column * dy + push(hex.row) - push(0), row * dx],
        };
        [0, 1].map(|axis| self.first[axis] + offset[axis])
    }

    fn hexes(&self) -> impl Iterator<Item = HexIndex> {
        let grid = &self.read.map.grid;
        let (columns, rows) = (grid.columns, grid.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| HexIndex::new(column, row)))
    }

    fn is_on_map(&self, hex: HexIndex) -> bool {
        let terrain = &self.read.map.terrain;
        let glyph = terrain.rows[usize::from(hex.row)].chars().nth(usize::from(hex.column));
        terrain.palette[&glyph.expect("a glyph").to_string()] != "off-map"
    }

    /// The numbers that VASSAL gives to its column and its row, by ours.
    fn numbers(&self, hex: HexIndex, numbering: &Numbering) -> [i64; 2] {
        let grid = &self.read.map.grid;
        let own = &grid.numbering;
        let column = match own.columns_from {
            HorizontalEdge::West => hex.column,
            HorizontalEdge::East => grid.columns - 1 - hex.column,
        };
        let row = match own.rows_from {
            VerticalEdge::North => hex.row,
            VerticalEdge::South => grid.rows - 1 - hex.row,
        };
        let (column, row) = (column + own.first_column, row + own.first_row);
        let both = match grid.orientation {
            Orientation::FlatTopped => [column, row],
            Orientation::PointyTopped => [row, column],
        };
        // A is 1.
        let letters = [numbering.column.letters, numbering.row.letters];
        [0, 1].map(|axis| i64::from(both[axis]) - i64::from(letters[axis]))
    }

    fn told(&self, kind: &str) -> impl Iterator<Item = &salient_exchange::Loss> {
        let kind = kind.to_owned();
        self.read.losses.losses.iter().filter(move |loss| loss.kind == kind)
    }
}

fn is_near(one: [f64; 2], other: [i64; 2]) -> bool {
    (0..2).all(|axis| (one[axis] - other[axis] as f64).abs() < 2.7)
}

/// What came of all of them, to see that it is not always the least.
#[derive(Debug, Default)]
struct Seen {
    hexes: usize,
    same: usize,
    cut: usize,
    stacks: usize,
    by_name: usize,
    told: usize,
}

fn check(made: &Made, lines: &[&Line], seen: &mut Seen) {
    let ours = Ours::new(made);
    let say = || format!("{made:#?}\n{}\n{:#?}", ours.read.losses, ours.read.map.grid);
    let edge = |at: [i64; 2]| at.map(|at| at - made.edge);
    let theirs: Vec<([i64; 2], &str)> = lines
        .iter()
        .filter(|line| line.is("hex"))
        .map(|line| (edge(line.place(3)), line.at(5)))
        .collect();
    let grids = made.grids();
    let owner = |at: [i64; 2]| {
        let here = |zone: &Option<Zone>| zone.as_ref().is_none_or(|zone| zone.holds(at));
        grids.iter().position(|(zone, _, _)| here(zone))
    };
    // Each of theirs is one of ours, and the other way round.
    let mut unseen: BTreeSet<HexIndex> = ours.hexes().filter(|hex| ours.is_on_map(*hex)).collect();
    let mut names: BTreeMap<HexIndex, (&str, usize)> = BTreeMap::new();
    let (mut cut, mut insets) = (0, 0);
    for (at, name) in &theirs {
        let grid = owner(*at).expect("a grid has it");
        if grids[grid].1.dy == 80.0 {
            insets += 1;
            continue;
        }
        let hex = unseen.iter().copied().find(|hex| is_near(ours.centre(*hex), *at));
        match hex {
            Some(hex) => {
                unseen.remove(&hex);
                names.insert(hex, (name, grid));
            }
            None => {
                // Below 0, which the name of a zone alone does not say.
                let zone = grids[grid].0.as_ref().map(|zone| zone.format);
                let is_low = name.contains('-') || zone == Some("$name$");
                assert!(is_low, "{name} at {at:?} is lost: {}", say());
                cut += 1;
            }
        }
    }
    assert!(unseen.is_empty(), "invented: {unseen:?}\n{}", say());
    assert_eq!(cut > 0, ours.told("hexes at the margin").count() > 0, "{}", say());
    assert_eq!(insets > 0, ours.told("hexgrid").count() > 0, "{}", say());

    // The names of the largest are its numbers as they are written there, and what we print is
    // VASSAL's name or is told of, hex by hex.
    let count_of = |grid: usize| names.values().filter(|(_, own)| *own == grid).count();
    let main = (0..grids.len()).max_by_key(|grid| count_of(*grid)).expect("a grid");
    let (_, _, numbering) = &grids[main];
    let has_boards = !ours.read.map.grid.boards.is_empty();
    let (mut other, mut unnamed, mut most) = (0, 0, [0; 2]);
    // Side by side with others, numbers may go on below 0, and then nothing can be said of them.
    let is_low = names.values().any(|(name, own)| *own == main && name.contains('-'));
    let is_plain = made.zones.len() < 2
        || !(is_low
            || numbering.column.descends
            || numbering.row.descends
            || numbering.row.offset < 0);
    for (hex, (name, own)) in &names {
        let numbers = ours.numbers(*hex, numbering);
        if *own == main && !has_boards && is_plain {
            let zone = grids[main].0.as_ref();
            let spelled = numbering.name(numbers[0], numbers[1]);
            let spelled = zone.map_or(spelled.clone(), |zone| zone.named(&spelled));
            assert_eq!(spelled, *name, "{hex:?}: {}", say());
        }
        most = [0, 1].map(|axis| most[axis].max(numbers[axis]));
        // A zone's name alone is no hex's.
        let has_none = grids[*own].0.as_ref().is_some_and(|zone| zone.format == "$name$");
        unnamed += usize::from(has_none);
        other += usize::from(!has_none && ours.read.map.grid.print_hex(*hex) != *name);
    }
    let told = ours.told("hex numbers").filter(|loss| loss.which.contains(" hexes"));
    let told = told.map(|loss| loss.which.split(' ').next().expect("a number"));
    let told: usize = told.map(|number| number.parse::<usize>().expect("a number")).sum();
    // Those below a display are told of as well.
    let has_display =
        made.zones.iter().any(|zone| matches!(zone.inside, Inside::Nothing | Inside::Region(_)));
    let unnamed = if has_display { theirs.len() } else { unnamed };
    assert!((other..=other + unnamed).contains(&told), "{other} are called otherwise: {}", say());
    if made.zones.is_empty() && numbering.is_ours(most[0], most[1]) {
        assert_eq!(other, 0, "{}", say());
    }
    seen.hexes += names.len();
    seen.same += names.len() - other;
    seen.cut += cut;

    // Stacks.
    let scenario = ours.read.scenarios.first();
    let placed = |name: &str| {
        let placements = scenario.into_iter().flat_map(|scenario| &scenario.setup.placements);
        let mut own = placements.filter(|one| one.counters.iter().any(|counter| counter == name));
        own.next().map(|one| ours.read.map.grid.parse_hex(&one.hex).expect("a hex"))
    };
    for stack in &made.stacks {
        let mut own = lines.iter().filter(|line| line.is("piece") && line.at(6) == stack.name);
        let line = own.next().unwrap_or_else(|| panic!("no {}", stack.name));
        let at = edge(line.place(3));
        let is_told = || {
            let words = |text: &'_ str| -> Vec<String> {
                text.split(|sign: char| !sign.is_alphanumeric()).map(str::to_owned).collect()
            };
            let named = |loss: &salient_exchange::Loss| words(&loss.which).contains(&stack.name);
            ours.read.losses.losses.iter().any(named)
        };
        let say = || format!("{stack:?} lies at {at:?} {}: {}", line.at(5), say());
        let hex = placed(&stack.name);
        let is_bad = stack.location.is_some() && at == stack.at;
        let by_zone = made.zones.iter().any(|zone| stack.location.as_deref() == Some(zone.name));
        if stack.location.is_none() || by_zone || is_bad {
            // At pixels, the name of the place is that of the hex, if one grid has both.
            let is_zone = made.zones.iter().any(|zone| zone.name == line.at(5));
            let known = !is_zone && names.values().any(|(name, _)| *name == line.at(5));
            if let Some((name, own)) = hex.and_then(|hex| names.get(&hex)) {
                assert!(owner(at) != Some(*own) || *name == line.at(5), "{}", say());
            }
            assert!(hex.is_some() || !known || is_bad, "{}", say());
            assert!(!is_bad || is_told(), "{}", say());
        } else {
            match hex {
                Some(hex) => assert!(is_near(ours.centre(hex), at), "in {hex:?}: {}", say()),
                None => {
                    let mut all = names.keys();
                    assert!(!all.any(|hex| is_near(ours.centre(*hex), at)), "{}", say());
                }
            }
            seen.by_name += usize::from(hex.is_some());
        }
        assert!(hex.is_some() || is_told(), "{}", say());
        seen.stacks += usize::from(hex.is_some());
        seen.told += usize::from(hex.is_none());
    }
    let count = ours.read.losses.counts.of("pieces in set-ups");
    assert_eq!(count.seen, count.placed + count.told, "{}", say());
}

#[test]
fn any_grid_has_vassals_names_and_stacks_stand_where_they_say() {
    let grids = std::env::var("SALIENT_GRIDS").ok().and_then(|text| text.parse().ok());
    let grids: usize = grids.unwrap_or(20);
    let made: Vec<Made> = (0..grids).map(Made::new).collect();
    let (mut seen, mut faulty) = (Seen::default(), Vec::new());
    // More maps than that are slow to open.
    for some in made.chunks(40) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("grids.vmod");
        std::fs::write(&file, module(&some.iter().collect::<Vec<_>>())).expect("written");
        let arguments = ["--loose".into(), file];
        let Some(lines) = ask("probe.sh", &arguments, "", "SALIENT_REQUIRE_VASSAL") else { return };
        for one in some {
            let map = format!("M{}", one.number);
            let is_own = |line: &&Line| {
                let column = if line.is("piece") { 2 } else { 1 };
                line.at(column) == map
            };
            let lines: Vec<&Line> = lines.iter().filter(is_own).collect();
            // All that are wrong are shown, one after the other.
            let checked = catch_unwind(AssertUnwindSafe(|| check(one, &lines, &mut seen)));
            faulty.extend(checked.is_err().then_some(one.number));
        }
    }
    println!("{grids} grids: {seen:?}");
    assert!(faulty.is_empty(), "{faulty:?}");
    assert!(seen.hexes > 60 * grids && seen.same * 4 > seen.hexes, "{seen:?}");
    assert!(seen.by_name > 2 * grids, "{seen:?}");
}
