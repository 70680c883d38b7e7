//! What became of all that stands on the boards.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

/// The report of a join. Its [`Display`] is for people, its JSON for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JoinReport {
    /// The map's id.
    pub id: String,
    /// The map's title.
    pub title: String,
    /// Hexes from west to east.
    pub columns: u16,
    /// Hexes from north to south.
    pub rows: u16,
    /// Hexes of the grid that lie on no board.
    pub off_the_boards: usize,
    /// The boards, in the order of the list.
    pub boards: Vec<BoardReport>,
}

/// What became of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BoardReport {
    /// The board.
    pub id: String,
    /// Its file.
    pub file: Option<String>,
    /// Its first hex on the joined map, by its own number, and its last.
    pub ends: [String; 2],
    /// Whether it lies upside down.
    pub turned: bool,
    /// Its hexes, with terrain and height.
    pub hexes: Count,
    /// What stands in hexes.
    pub features: Count,
    /// What runs along hexsides.
    pub hexsides: Count,
    /// The hexes of roads and railways.
    pub paths: Count,
    /// The hexsides of border lines.
    pub lines: Count,
    /// The hexes of zones.
    pub zones: Count,
    /// What finds no place, thing by thing; hexes beyond the cut are only counted.
    pub told: Vec<Told>,
}

/// How many things of a kind a board has, and where they are: `seen` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// What the board's file has.
    pub seen: usize,
    /// What the joined map has of it.
    pub placed: usize,
    /// What a board before it has on the cut as well.
    pub shared: usize,
    /// What finds no place, and is told of.
    pub told: usize,
}

/// Something of a board that the joined map does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// What it is: `road`, `georeference`.
    pub what: String,
    /// Its hex or hexside on the board; empty for what concerns it as a whole.
    pub place: String,
    /// Why.
    pub why: &'static str,
}

impl BoardReport {
    /// All counts with their names.
    pub fn counts(&self) -> [(&'static str, Count); 6] {
        [
            ("hexes", self.hexes),
            ("features", self.features),
            ("hexsides", self.hexsides),
            ("hexes of paths", self.paths),
            ("hexsides of lines", self.lines),
            ("hexes of zones", self.zones),
        ]
    }
}

impl Display for JoinReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { id, title, columns, rows, .. } = self;
        writeln!(f, "{title} ({id}): {columns} × {rows} hexes")?;
        if self.off_the_boards > 0 {
            writeln!(f, "  {} of them lie on no board", self.off_the_boards)?;
        }
        for board in &self.boards {
            board.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for BoardReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [first, last] = &self.ends;
        let way = if self.turned { ", turned" } else { "" };
        write!(f, "\nBoard {}{way}: {first} to {last}", self.id)?;
        match &self.file {
            Some(file) => writeln!(f, ", {file}")?,
            None => writeln!(f)?,
        }
        for (name, count) in self.counts() {
            let Count { seen, placed, shared, told } = count;
            if seen == 0 {
                continue;
            }
            write!(f, "  {seen} {name}: {placed} placed")?;
            if shared > 0 {
                write!(f, ", {shared} on the cut, there already")?;
            }
            match (told, name) {
                (0, _) => writeln!(f)?,
                (_, "hexes") => writeln!(f, ", {told} beyond the cut")?,
                _ => writeln!(f, ", {told} not placed")?,
            }
        }
        for Told { what, place, why } in &self.told {
            let at = if place.is_empty() { String::new() } else { format!(" in {place}") };
            writeln!(f, "  not placed: {what}{at}: {why}")?;
        }
        Ok(())
    }
}
