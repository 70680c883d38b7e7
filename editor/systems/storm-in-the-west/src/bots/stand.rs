//! What a hex is worth to a unit that could stand there when its side has marched.

use crate::bots::Style;
use crate::bots::drill::Drill;
use crate::bots::field::{FAR, Field, defence_in};
use crate::position::Position;
use crate::rules::{ALLIED, Rules, Unit, UnitKind, enemy_of};
use salient_hex::grid::Hex;

/// What hexes are worth to a unit that could stand there.
pub struct View<'a> {
    /// The position without the unit.
    pub position: &'a Position,
    pub rules: &'a Rules,
    pub side: usize,
    pub unit: Unit,
    pub field: &'a Field,
    pub drill: &'a Drill,
    pub style: Style,
}

impl View<'_> {
    /// What a hex is worth, whatever the way there costs.
    ///
    /// It hangs on who else of the side stands within two hexes and on who controls them, but
    /// for guns, which look as far as they reach; and on what the main effort goes for next to
    /// it. The marches after the first go by that: see `Difference`.
    pub fn worth(&self, hex: Hex) -> i32 {
        let def = self.rules.unit(self.unit);
        match def.kind {
            UnitKind::Guns => self.guns(hex),
            _ if def.is_tank() => self.tanks(hex),
            _ => self.defence(hex) + self.cover(hex) + self.attack(hex) + self.approach(hex),
        }
    }

    /// Guns stand behind the strongest stacks within their range, out of the enemy's.
    fn guns(&self, hex: Hex) -> i32 {
        let grid = self.rules.map.grid();
        let range = self.rules.constants.agb_range.max(0) as u32;
        let own = |near: Hex| -> i32 {
            self.position.stack(near).map(|unit| self.position.face(self.rules, unit).attack).sum()
        };
        let about: i32 = grid
            .within(hex, range)
            .into_iter()
            .filter(|&near| self.position.friend_in(near, self.side))
            .map(own)
            .sum();
        let far = i32::from(self.field.enemy[hex.index()].min(30));
        about + if far == 2 { 20 } else { -4 * far } + self.field.pull[hex.index()] / 4
    }

    /// Tanks stand with foot of their own that can attack.
    fn tanks(&self, hex: Hex) -> i32 {
        let army = self.rules.unit(self.unit).nation;
        let foot = self.position.stack(hex).any(|unit| {
            let def = self.rules.unit(unit);
            def.is_infantry() && def.nation == army
        });
        let far = i32::from(self.field.enemy[hex.index()].min(30));
        let weights = &self.field.weights;
        let ready = if weights.offensive != 0 { weights.tanks } else { 0 };
        let spirit = match (foot, far) {
            (true, 1) => ready + 2 * self.attack(hex) + self.field.pull[hex.index()],
            (false, 1) => -200,
            _ => 20 - 4 * far,
        };
        let trenches = match (foot, far, weights.armour) {
            (_, _, 0) => 0,
            (true, 1, armour) => armour * self.trenches(hex) / 10,
            // Near where their own foot is at the front.
            _ => {
                let grid = self.rules.map.grid();
                let goal = self.field.armour[usize::from(army)];
                goal.map_or(0, |goal| -2 * grid.distance(hex, goal) as i32)
            }
        };
        spirit + trenches + self.walk_in(hex)
    }

    /// How much tanks are needed from a hex: what could attack a trench that they can, for each
    /// ten of what defends it.
    fn trenches(&self, hex: Hex) -> i32 {
        let ground = &self.rules.ground;
        let weather = self.position.weather;
        let near = self.rules.map.neighbours(hex).filter(|&(direction, target)| {
            let here = ground.at(target);
            self.position.enemy_in(target, self.side)
                && (here.german_main_trench && self.side == ALLIED
                    || here.allied_trench && self.side != ALLIED)
                && ground.is_passable(hex, direction)
                && ground.tanks_may_attack(weather, target)
                && ground.tanks_may_cross(weather, hex, direction)
        });
        let need = near.map(|(_, target)| {
            let there = self.drill.attack_on[target.index()];
            let defence = self.drill.defence[target.index()].max(1);
            (10 * there / (3 * defence)).min(10)
        });
        need.max().unwrap_or(0)
    }

    /// What the unit adds to the defence of a threatened hex.
    fn defence(&self, hex: Hex) -> i32 {
        let threat = self.field.threat[hex.index()];
        if threat == 0 {
            return 0;
        }
        let here = self.rules.ground.at(hex);
        let own_trench = match self.side {
            ALLIED => here.allied_trench,
            _ => here.german_main_trench || here.german_secondary_trench,
        };
        let there = defence_in(self.position, self.rules, hex);
        let own = self.position.face(self.rules, self.unit).defence;
        let enough = threat.min(30);
        let gain = (there + own).min(enough) - there.min(enough);
        let shelter = i32::from(own_trench) + i32::from(here.city || here.town);
        gain * (6 + self.field.hold[hex.index()] + shelter) * self.field.weights.defence / 40
    }

    /// Front hexes that nobody else covers.
    fn cover(&self, hex: Hex) -> i32 {
        if self.field.enemy[hex.index()] > 3 {
            return 0;
        }
        let def = self.rules.unit(self.unit);
        let open = |hex: Hex| {
            self.position.controls(hex, self.side)
                && self.field.enemy[hex.index()] <= 3
                && !self.position.friend_in(hex, self.side)
                && !self.position.board().controls(hex, self.side)
        };
        let here = i32::from(open(hex));
        let around = if def.zoc {
            self.rules
                .map
                .neighbours(hex)
                .filter(|&(direction, other)| {
                    self.rules.ground.is_passable(hex, direction) && open(other)
                })
                .count() as i32
        } else {
            0
        };
        let weights = &self.field.weights;
        weights.cover_here * here + weights.cover_around * around + self.keep(hex)
    }

    /// A morale hex is kept only by standing in it: a zone of control keeps nobody out. So is the
    /// line, but for less.
    fn keep(&self, hex: Hex) -> i32 {
        let empty = !self.position.friend_in(hex, self.side);
        let own = self.position.controls(hex, self.side);
        if !empty || !own {
            return 0;
        }
        let here = self.rules.ground.at(hex);
        let line = match self.side {
            ALLIED => here.allied_trench,
            _ => here.german_main_trench,
        };
        let morale = i32::from(self.rules.morale_at[hex.index()]);
        self.field.weights.keep_point * morale + self.field.weights.keep_line * i32::from(line)
    }

    /// What the unit adds to attacks from there.
    fn attack(&self, hex: Hex) -> i32 {
        let weights = &self.field.weights;
        let strength = if weights.offensive != 0 { weights.attack } else { weights.counter };
        let own = self.position.face(self.rules, self.unit).attack;
        if own == 0 || strength == 0 {
            return 0;
        }
        let targets = self.drill.targets[hex.index()];
        if targets == 0 {
            return 0;
        }
        let mut best = 0;
        for (direction, target) in self.rules.map.neighbours(hex) {
            if targets >> direction.index() & 1 == 0 {
                continue;
            }
            let defence = self.drill.defence[target.index()].max(1);
            let there = self.drill.attack_on[target.index()];
            let enough = self.field.weights.enough * defence;
            let gain = (there + own).min(enough) - there.min(enough);
            let aim = self.field.aim[target.index()];
            let pull = aim
                + self.field.pull[target.index()]
                + 30 * i32::from(self.rules.morale_at[target.index()]);
            let ease = if self.style.exact { self.drill.ease[target.index()] } else { 7 };
            let mut worth = gain * (12 + pull) * ease * strength / (70 * defence);
            if weights.around != 0 {
                let sides = self.drill.sides[target.index()];
                let new = sides | 1 << direction.opposite().index();
                if new != sides {
                    // All around is worth twice a side more.
                    let whole = !is_concentric(sides) && is_concentric(new);
                    worth += worth * weights.around * if whole { 2 } else { 1 } / 200;
                }
            }
            best = best.max(worth);
        }
        best
    }

    /// Enemy morale hexes that nobody holds.
    fn walk_in(&self, hex: Hex) -> i32 {
        let points = i32::from(self.rules.morale_at[hex.index()]);
        let theirs = points > 0 && self.position.controls(hex, enemy_of(self.side));
        if theirs { self.field.weights.take * points } else { 0 }
    }

    /// Reserves go towards the side's weight.
    fn approach(&self, hex: Hex) -> i32 {
        let far = self.field.enemy[hex.index()];
        let near = if far == FAR { -60 } else { -2 * i32::from(far.min(20)) };
        let focus = self.field.focus.map_or(0, |_| -self.field.to_focus[hex.index()])
            * self.field.weights.focus
            / 10;
        let alone = if self.position.controls(hex, enemy_of(self.side))
            && self.field.weights.offensive != 0
        {
            // Ground that is taken on the way.
            8 * i32::from(self.rules.morale_at[hex.index()]) + 2
        } else {
            0
        };
        let alone = alone + self.walk_in(hex);
        near + focus + alone
    }
}

/// Whether directions, a bit each, make an attack concentric (SW 13.17), as far as a march needs to
/// know.
fn is_concentric(sides: u8) -> bool {
    let opposite = sides & sides >> 3 & 0b111 != 0;
    let has = |three: u8| sides & three == three;
    let every_other = has(0b01_0101) || has(0b10_1010);
    opposite || every_other || sides.count_ones() > 3
}

#[cfg(test)]
mod tests {
    use super::is_concentric;

    #[test]
    fn opposite_sides_every_other_or_more_than_three_are_concentric() {
        for sides in [0b00_1001, 0b10_0100, 0b01_0101, 0b10_1010, 0b00_1111, 0b11_1111] {
            assert!(is_concentric(sides), "{sides:06b}");
        }
        for sides in [0, 0b00_0001, 0b00_0111, 0b10_0011, 0b00_0101, 0b11_0001] {
            assert!(!is_concentric(sides), "{sides:06b}");
        }
    }
}
