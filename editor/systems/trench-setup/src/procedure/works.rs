//! TS Place defensive works: lines of trenches along hexsides, wire in front of them, pillboxes
//! where they bend.
//!
//! A line is the border between the rows before and behind it, which wanders up and down by a row
//! from column to column. So it is one chain of hexsides, however it bends, and what lies beside it
//! is known at once:
//!
//! ```text
//!    enemy           wire: the same border, one row ahead
//!  __/‾‾\__/‾‾\__
//!    trench          garrison: the hexes behind the border
//! ```

use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::numbering::HexIndex;
use salient_schema::{Code, Diagnostic};

use super::Procedure;
use crate::brief::{Bot, Both, Brief, LINE_GAP, Party, REAR};
use crate::outcome::{PlacedWorks, Post, Proximity, Segment, TrenchLine, Works};
use crate::steps::Step;
use crate::terrain::grid_of;

/// How far a line wanders from its row.
const BENDS: i32 = 3;
/// Columns between two communication trenches.
const BETWEEN_COMMUNICATIONS: u32 = 16;
/// Rows that are added to what is needed, where the depth of the board is left open.
const SPARE: u32 = 6;
/// Belts of wire before a line at most.
const BELTS: u32 = 3;
/// The shortest piece of a further line that is worth digging.
const SHORTEST: u32 = 6;

/// The border of a party's lines: the row of the garrison of its front line, by column.
struct Border {
    party: Party,
    /// The garrison's row of the front line by column.
    rows: Vec<i32>,
}

impl Border {
    /// The way to the enemy in rows.
    fn ahead(&self) -> i32 {
        match self.party {
            Party::Attacker => -1,
            Party::Defender => 1,
        }
    }

    /// The garrison's row of a line that lies so many rows ahead of the front line.
    fn row(&self, column: usize, forward: i32) -> i32 {
        self.rows.get(column).copied().unwrap_or_default() + self.ahead() * forward
    }

    /// Whether a hex lies behind a line (or in its garrison's row).
    fn is_behind(&self, column: usize, row: i32, forward: i32) -> bool {
        let line = self.row(column, forward);
        if self.ahead() > 0 { row <= line } else { row >= line }
    }

    /// The hexsides of one column of a line: that before the garrison, and those that lead on to
    /// the next column.
    fn sides(&self, grid: &HexGrid, column: usize, forward: i32, leads_on: bool) -> Vec<String> {
        let mut sides = Vec::new();
        let (north, north_east, south_east, south) = (0, 1, 2, 3);
        let line = self.row(column, forward);
        let before = if self.ahead() > 0 { south } else { north };
        if let Some(hex) = at(grid, column, line) {
            sides.push(grid.side_label(grid.side(hex, Direction::new(before))));
        }
        if !leads_on {
            return sides;
        }
        for row in line - BENDS - 1..=line + BENDS + 1 {
            let Some(hex) = at(grid, column, row) else { continue };
            for direction in [north_east, south_east].map(Direction::new) {
                let Some(other) = grid.neighbour(hex, direction) else { continue };
                let there = grid.index(other);
                let behind = self.is_behind(column, row, forward);
                if behind != self.is_behind(column + 1, i32::from(there.row), forward) {
                    sides.push(grid.side_label(grid.side(hex, direction)));
                }
            }
        }
        sides
    }
}

fn at(grid: &HexGrid, column: usize, row: i32) -> Option<Hex> {
    let (column, row) = (u16::try_from(column).ok()?, u16::try_from(row).ok()?);
    grid.hex(HexIndex { column, row })
}

/// How a party's segments are spent.
struct Plan {
    /// From the front: segments of a line, and communication trenches to the line before it.
    lines: Vec<(u32, u32)>,
    /// From the front: rows ahead of its line, the line from 0, and segments of a belt of wire.
    belts: Vec<(u32, u32, u32)>,
}

impl Plan {
    /// Lines as long as the board is wide, from the front, until the trench is spent; those behind
    /// the first are joined to the one before. A belt of wire before each line, then second and
    /// third belts.
    fn of(works: &Works, width: u32) -> Self {
        let mut lines: Vec<(u32, u32)> = Vec::new();
        let mut left = works.trench;
        while left > 0 {
            let mut length = left.min(width);
            let mut joints = 0;
            if !lines.is_empty() {
                joints = (length / BETWEEN_COMMUNICATIONS).max(1);
                if left < joints * LINE_GAP + SHORTEST {
                    break;
                }
                length = length.min(left - joints * LINE_GAP);
            }
            left -= length + joints * LINE_GAP;
            lines.push((length, joints));
        }
        let mut belts = Vec::new();
        let mut left = works.wire;
        for ahead in 1..=BELTS {
            for (line, (length, _)) in (0..).zip(&lines) {
                let length = left.min(*length);
                if length > 0 {
                    belts.push((ahead, line, length));
                }
                left -= length;
            }
        }
        Self { lines, belts }
    }

    /// How far wire reaches ahead of the front line, in rows.
    fn ahead(&self) -> u32 {
        let front = self.belts.iter().filter(|(_, line, _)| *line == 0);
        front.map(|(ahead, _, _)| *ahead).max().unwrap_or(0)
    }
}

/// How much of the board's depth is needed, in rows.
struct Layout {
    plans: Both<Plan>,
    /// Lines of each party, and the rows that they and the rear take.
    lines: Both<(u32, u32)>,
    /// Rows from one front line to the other.
    between: u32,
    needed: u32,
}

impl Layout {
    fn of(brief: &Brief, works: &Both<Works>, yards: u32) -> Self {
        let plans = Both::each(|party| Plan::of(works.of(party), brief.width));
        let lines = Both::each(|party| {
            let lines = plans.of(party).lines.len().max(1) as u32;
            (lines, (lines - 1) * LINE_GAP + REAR)
        });
        // The attacker's nearest works are as near as they may be; both belts of wire find room.
        let ahead = Both::each(|party| plans.of(party).ahead());
        let far = yards.div_ceil(brief.yards.max(1));
        let between = far.max(ahead.defender + 1) + ahead.attacker;
        let needed = lines.attacker.1 + lines.defender.1 + between;
        Self { plans, lines, between, needed }
    }
}

/// The rows that works and proximity need, with some to spare for the rears.
pub(crate) fn rows_needed(brief: &Brief, works: &Both<Works>, proximity: Proximity) -> u32 {
    Layout::of(brief, works, proximity.yards).needed + SPARE
}

impl Procedure<'_> {
    /// Places the works of both parties.
    pub(super) fn place_works(&mut self) -> Result<PlacedWorks, Vec<Diagnostic>> {
        let brief = self.brief;
        let grid = HexGrid::new(&grid_of(brief));
        let works = self.results.works().copied().unwrap_or_default();
        let yards = self.results.proximity().map_or(0, |proximity| proximity.yards);
        let mut found = Vec::new();
        let Layout { plans, lines, between, needed } = Layout::of(brief, &works, yards);
        if needed > brief.depth || brief.width < SHORTEST {
            let text = format!(
                "the board of {} × {} hexes is too small: {} + {} lines of trenches and {yards} \
                 yards between them need a depth of {needed}",
                brief.width, brief.depth, lines.attacker.0, lines.defender.0
            );
            let help = "make it deeper or wider, take a smaller scale, or leave both out";
            found
                .push(Diagnostic::error(Code::Rule, text).rule(Step::PlaceWorks.rule()).help(help));
            return Err(found);
        }
        let spare = brief.depth - needed;
        let mut placed = PlacedWorks::default();
        // The defender lies in the north; what depth is left is shared by the rears.
        let front = (lines.defender.1 + spare / 2) as i32;
        for party in [Party::Defender, Party::Attacker] {
            let base = match party {
                Party::Defender => front - 1,
                Party::Attacker => front + between as i32,
            };
            let border = Border { party, rows: self.bends(party, base) };
            let rows = border.rows.iter().map(|&row| u32::try_from(row).unwrap_or_default());
            *placed.fronts.of_mut(party) = rows.collect();
            let plan = plans.of(party);
            self.dig(&grid, &border, plan, &mut placed);
            self.wire(&grid, &border, plan, &mut placed);
            self.posts(&grid, &border, works.of(party), &mut placed);
        }
        Ok(placed)
    }

    /// The row of each column: straight for some columns, then a bend. It never comes nearer to
    /// the enemy than its base.
    fn bends(&mut self, party: Party, base: i32) -> Vec<i32> {
        let chance = self.roller.chance();
        let back = if party == Party::Attacker { 1 } else { -1 };
        let (mut off, mut run) = (chance.below(BENDS as u32) as i32, 0_u32);
        let width = self.brief.width as usize;
        (0..width)
            .map(|_| {
                if run == 0 {
                    off = (off + chance.below(3) as i32 - 1).clamp(0, BENDS - 1);
                    run = 2 + chance.below(5);
                }
                run -= 1;
                base + back * off
            })
            .collect()
    }

    /// Trench lines from the front, and communication trenches between them.
    fn dig(&mut self, grid: &HexGrid, border: &Border, plan: &Plan, placed: &mut PlacedWorks) {
        let mut dug_at: Vec<u32> = Vec::new();
        for (line, &(length, joints)) in plan.lines.iter().enumerate() {
            let forward = -(line as i32) * LINE_GAP as i32;
            let first = (self.brief.width - length) / 2;
            let columns = first as usize..(first + length) as usize;
            let mut dug = TrenchLine {
                party: border.party,
                line: line as u32 + 1,
                segments: length,
                sides: Vec::new(),
                held_from: Vec::new(),
            };
            for column in columns.clone() {
                let leads_on = column + 1 < columns.end;
                dug.sides.extend(border.sides(grid, column, forward, leads_on));
                let garrison = at(grid, column, border.row(column, forward));
                dug.held_from.extend(garrison.map(|hex| grid.label(hex)));
            }
            placed.lines.push(dug);
            for joint in 0..joints {
                // Not in one line with another: they are joined by the trench in between.
                let wanted = length * (2 * joint + 1) / (2 * joints);
                let columns = (0..length).map(|step| first + (wanted + step) % length);
                let is_apart =
                    |column: &u32| dug_at.iter().all(|other| column.abs_diff(*other) > 1);
                let inside = columns.filter(|column| column + 1 < first + length);
                let Some(column) = inside.into_iter().find(is_apart) else { continue };
                dug_at.push(column);
                placed.lines.push(TrenchLine {
                    party: border.party,
                    line: 0,
                    segments: LINE_GAP,
                    sides: self.communication(grid, border, column as usize, forward),
                    held_from: Vec::new(),
                });
            }
        }
    }

    /// The hexsides between a column and the next from one line to the one before it.
    fn communication(
        &self,
        grid: &HexGrid,
        border: &Border,
        column: usize,
        forward: i32,
    ) -> Vec<String> {
        let between = |row: i32, other: i32| {
            !border.is_behind(column, row, forward)
                && border.is_behind(column, row, forward + LINE_GAP as i32)
                && !border.is_behind(column + 1, other, forward)
                && border.is_behind(column + 1, other, forward + LINE_GAP as i32)
        };
        let mut sides = Vec::new();
        let from = border.row(column, forward);
        for row in from - 8..=from + 8 {
            let Some(hex) = at(grid, column, row) else { continue };
            for direction in [1, 2].map(Direction::new) {
                let Some(other) = grid.neighbour(hex, direction) else { continue };
                if between(row, i32::from(grid.index(other).row)) {
                    sides.push(grid.side_label(grid.side(hex, direction)));
                }
            }
        }
        sides
    }

    /// Belts of wire.
    fn wire(&mut self, grid: &HexGrid, border: &Border, plan: &Plan, placed: &mut PlacedWorks) {
        let width = self.brief.width;
        for (belt, &(ahead, line, length)) in (1..).zip(&plan.belts) {
            let forward = ahead as i32 - (line * LINE_GAP) as i32;
            let first = ((width - length) / 2) as usize;
            for column in first..first + length as usize {
                let leads_on = column + 1 < first + length as usize;
                let Some(hex) = at(grid, column, border.row(column, forward)) else { continue };
                placed.wire.push(Segment {
                    party: border.party,
                    column: column as u32,
                    belt,
                    hex: grid.label(hex),
                    sides: border.sides(grid, column, forward, leads_on),
                });
            }
        }
    }

    /// Pillboxes where the front line bends, bunkers behind the next line.
    fn posts(&mut self, grid: &HexGrid, border: &Border, works: &Works, placed: &mut PlacedWorks) {
        let lines = placed.lines.iter().filter(|line| line.party == border.party && line.line > 0);
        let lines: Vec<TrenchLine> = lines.cloned().collect();
        let Some(front) = lines.first() else { return };
        let second = lines.get(1).unwrap_or(front);
        for (count, bunker, line) in [(works.pillbox, false, front), (works.bunker, true, second)] {
            let angles: Vec<&String> = line
                .held_from
                .iter()
                .zip(line.held_from.iter().skip(1))
                .filter(|(one, next)| {
                    let row = |label: &str| grid.parse(label).map(|hex| grid.index(hex).row);
                    row(one) != row(next)
                })
                .map(|(one, _)| one)
                .collect();
            let places = if angles.len() >= count as usize {
                angles
            } else {
                line.held_from.iter().collect()
            };
            let mut taken: Vec<usize> = Vec::new();
            for number in 0..count.min(places.len() as u32) {
                let place = match self.brief.bots.of(border.party) {
                    // Spread along the line, so that they cover each other.
                    Bot::Sensible => {
                        places.len() * (2 * number as usize + 1) / (2 * count as usize)
                    }
                    Bot::Random => self.roller.chance().below(places.len() as u32) as usize,
                };
                let free = (0..places.len())
                    .map(|step| (place + step) % places.len())
                    .find(|place| !taken.contains(place));
                let Some(place) = free else { break };
                taken.push(place);
                placed.posts.push(Post { party: border.party, hex: places[place].clone(), bunker });
            }
        }
    }
}
