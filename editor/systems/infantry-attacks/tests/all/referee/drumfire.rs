//! IA 9.7, 16.13: markers: drumfire at who enters, and what becomes of them.

use super::board::Hex;
use super::harm::Cause;
use super::{Id, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 9.71: at who has entered a hex with markers.
    pub fn drumfire_on(&mut self, movers: &[Id], hex: Hex, walk: bool) -> Ruling {
        self.prune()?;
        let markers = self.drumfire.iter().filter(|(at, _)| *at == hex);
        let mut left: Vec<Id> = markers.map(|(_, gun)| *gun).collect();
        let mut movers = movers.to_vec();
        loop {
            self.prune()?;
            movers.retain(|&id| self.at(id) == Some(hex));
            left.retain(|&gun| self.drumfire.contains(&(hex, gun)));
            let Some(&first) = left.first() else { return Ok(()) };
            if movers.is_empty() {
                return Ok(());
            }
            let side = self.units[first].side;
            let next: Vec<(Id, Hex)> = left
                .iter()
                .filter(|&&gun| self.units[gun].side == side)
                .map(|&gun| (gun, hex))
                .collect();
            let guns = if self.is_choice(&next) {
                let action = self.action(side)?;
                must(self.word(&action, "do")? == "bombard", "IA 9.71", "which guns?")?;
                self.only(&action, &["units"])?;
                let mut guns = self.units_of(&action, "units")?;
                guns.sort_unstable();
                let all = guns.iter().all(|gun| next.iter().any(|(id, _)| id == gun));
                let fits = !guns.is_empty() && all && self.may_fire_as_one(&guns);
                must(fits, "IA 9.71", "these do not fire as one")?;
                guns
            } else {
                vec![first]
            };
            left.retain(|gun| !guns.contains(gun));
            let strength = guns.iter().map(|&gun| self.shell_weight(gun)).sum();
            let company = movers.iter().any(|&id| self.units[id].company);
            let crowd = if company { self.number("company_modifier") } else { 0 };
            let shift = crowd + self.board.ground[hex].shift[0];
            let hit =
                self.shell(&guns, &movers, hex, strength, Ok(shift), "drumfire", "IA 9.71")?;
            if let Some(mut hit) = hit {
                if walk {
                    hit.cause = Cause::Drumfire;
                }
                self.suffer(vec![hit])?;
            }
        }
    }

    /// IA 3.0, 16.13: markers at the end of a turn.
    pub fn remove_markers(&mut self) -> Ruling {
        for unit in &mut self.units {
            (unit.done, unit.once, unit.active, unit.tried) = (false, false, false, false);
        }
        for (hex, _) in std::mem::take(&mut self.drumfire) {
            self.marker("drumfire", hex, false, "IA 9.7")?;
        }
        let mut kept: Vec<(Hex, usize)> = Vec::new();
        for (hex, side) in std::mem::take(&mut self.smoke) {
            self.seen("smoke that drifts");
            let die = self.die("smoke", side, "IA 16.13")?;
            if die <= self.number("smoke_stays") {
                kept.push((hex, side));
                continue;
            }
            self.marker("smoke", hex, false, "IA 16.13")?;
            if die <= self.number("smoke_drifts") {
                let way = self.die("scatter", side, "IA 16.13")?;
                if let Some(to) = self.board.next(hex, way as usize - 1) {
                    kept.push((to, side));
                    self.marker("smoke", to, true, "IA 16.13")?;
                }
            }
        }
        kept.sort_unstable();
        self.smoke = kept;
        Ok(())
    }
}
