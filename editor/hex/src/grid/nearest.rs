//! How far every hex is from the nearest of some.

use super::HexGrid;
use crate::grid::Hex;

impl HexGrid {
    /// How many hexes each hex is from the nearest of some, over any ground; `none` where there is
    /// none nearer.
    ///
    /// The map is swept line by line, once each way: what is nearest lies in the lines before, or
    /// behind, or in the line itself.
    pub fn nearest(&self, hexes: impl Iterator<Item = Hex>, none: u16) -> Vec<u16> {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        // Lines are columns where hexes have a flat top: neighbours in a line follow each other.
        let (lines, along) = if self.flat { (columns, rows) } else { (rows, columns) };
        if lines == 0 || along == 0 {
            return Vec::new();
        }
        let mut apart = vec![none; lines * along];
        for hex in hexes {
            let (column, row) = self.column_row(hex);
            let (line, place) = if self.flat { (column, row) } else { (row, column) };
            apart[line as usize * along + place as usize] = 0;
        }
        for line in 0..lines {
            let (before, from) = apart.split_at_mut(line * along);
            let here = &mut from[..along];
            if let Some(start) = before.len().checked_sub(along) {
                self.step_over(line, &before[start..], here);
            }
            step_along(here.iter_mut());
        }
        for line in (0..lines).rev() {
            let (until, behind) = apart.split_at_mut((line + 1) * along);
            let here = &mut until[line * along..];
            if let Some(next) = behind.get(..along) {
                self.step_over(line, next, here);
            }
            step_along(here.iter_mut().rev());
        }
        if !self.flat {
            return apart;
        }
        (0..rows).flat_map(|row| apart[row..].iter().step_by(rows).copied()).collect()
    }

    /// From the line beside into a line: each hex touches two there, one at either end of it.
    fn step_over(&self, line: usize, beside: &[u16], here: &mut [u16]) {
        let pushed = (line as i32 & 1) == self.pushed_parity;
        let end = if pushed { here.len() - 1 } else { 0 };
        here[end] = here[end].min(beside[end].saturating_add(1));
        let inner = if pushed { here } else { &mut here[1..] };
        for (here, two) in inner.iter_mut().zip(beside.windows(2)) {
            *here = (*here).min(two[0].min(two[1]).saturating_add(1));
        }
    }
}

fn step_along<'a>(line: impl Iterator<Item = &'a mut u16>) {
    let mut last = u16::MAX;
    for here in line {
        last = (*here).min(last.saturating_add(1));
        *here = last;
    }
}
