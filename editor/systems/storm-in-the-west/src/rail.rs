//! SW 11.0 Strategic movement.

use crate::event::{Detail, StrategicMove};

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, SourceKind, Unit, UnitKind};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

/// The ways of one unit by rail.
#[derive(Clone, Debug, Default)]
pub struct RailNet {
    /// Where each hex is reached from; its own number for the start, `u32::MAX` where it is not.
    from: Vec<u32>,
    reached: Vec<Hex>,
}

const UNREACHED: u32 = u32::MAX;

impl Position {
    pub fn begin_rail(&mut self, rules: &Rules, side: usize) {
        for (unit, def) in self.units.iter_mut().zip(&rules.units) {
            if def.side == side {
                unit.origin = unit.hex;
            }
        }
        self.decision = match self.rail_limit(rules, side) {
            0 => Decision::None,
            _ => Decision::Rail { side },
        };
    }

    /// SW 11.2; at the peak of the influenza half of it (16.2).
    pub fn rail_limit(&self, rules: &Rules, side: usize) -> u16 {
        let numbers = &rules.constants;
        let limit =
            if side == GERMAN { numbers.strategic_german } else { numbers.strategic_allied };
        let divisor = if self.influenza_now() { numbers.influenza_divisor } else { 1 };
        (limit / divisor).max(0) as u16
    }

    /// Whether a unit may use strategic movement from where it stands.
    pub fn may_rail(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let no = |rule: &'static str, message: &'static str| Err(Violation::new(rule, message));
        let def = rules.unit(unit);
        let state = self.state(unit);
        let Some(hex) = state.hex.filter(|_| def.on_ground()) else {
            return no("SW 11.1", "only ground units on the map use strategic movement");
        };
        let Decision::Rail { side } = self.decision else {
            return no("SW 11.1", "units go by rail in their Strategic Movement Phase only");
        };
        if def.side != side {
            return no("SW 11.1", "only the phasing player's units go by rail");
        }
        if state.railed {
            return no("SW 11.2", "the unit has gone by rail");
        }
        if !Self::is_railhead(rules, unit, hex) && !state.entered {
            return no("SW 11.7", "strategic movement starts in a town or city");
        }
        // SW 10.3: somebody has to stay.
        if self.in_ezoc(hex, side) && !self.stays(hex, unit) {
            return no("SW 10.3", "in an enemy zone of control another unit must stay in the hex");
        }
        Ok(())
    }

    /// Whether another unit has been in a hex since the phase began.
    fn stays(&self, hex: Hex, unit: Unit) -> bool {
        self.stack(hex).any(|other| {
            let state = self.state(other);
            other != unit && !state.railed && state.origin == Some(hex)
        })
    }

    /// Where strategic movement may start and end (SW 11.7); for the guns the German trenches,
    /// too (11.10).
    fn is_railhead(rules: &Rules, unit: Unit, hex: Hex) -> bool {
        let here = rules.ground.at(hex);
        let trench = here.german_main_trench || here.german_secondary_trench;
        here.railhead() || rules.unit(unit).kind == UnitKind::Guns && trench
    }

    /// Finds all ways by rail from where a unit stands.
    pub fn find_rail(&self, rules: &Rules, unit: Unit, net: &mut RailNet) {
        self.find_rail_to(rules, unit, net, None);
    }

    /// The same, but it stops once the way to `goal` is found.
    fn find_rail_to(&self, rules: &Rules, unit: Unit, net: &mut RailNet, goal: Option<Hex>) {
        net.from.clear();
        net.from.resize(rules.map.len(), UNREACHED);
        net.reached.clear();
        let Some(start) = self.hex(unit) else { return };
        net.from[start.index()] = start.0;
        net.reached.push(start);
        if self.spread(rules, unit, net, 0, goal) {
            return;
        }
        let before = net.reached.len();
        for (way_out, way_back) in self.off_map(rules, unit, net) {
            net.from[way_back.index()] = way_out.0;
            net.reached.push(way_back);
        }
        self.spread(rules, unit, net, before, goal);
    }

    /// SW 11.9: off the map and back, where the side's ground is cut in two. Where it is whole,
    /// nobody leaves the map to go round what bars his way.
    fn off_map(&self, rules: &Rules, unit: Unit, net: &RailNet) -> Vec<(Hex, Hex)> {
        let side = rules.unit(unit).side;
        let edge = match side {
            GERMAN => SourceKind::GermanEdge,
            _ => SourceKind::FrenchEdge,
        };
        let edge = &rules.sources[edge as usize];
        let reached = |hex: Hex| net.from[hex.index()] != UNREACHED;
        let open = |hex: &Hex| self.carries_rail(rules, unit, *hex);
        let Some(way_out) = edge.iter().copied().filter(|&hex| reached(hex)).find(open) else {
            return Vec::new();
        };
        let beyond = edge.iter().copied().filter(|&hex| !reached(hex)).filter(open);
        let beyond: Vec<Hex> = beyond.collect();
        if beyond.is_empty() {
            return Vec::new();
        }
        let own = self.own_ground(rules, side, way_out);
        let cut_off = beyond.into_iter().filter(|hex| !own[hex.index()]);
        cut_off.map(|hex| (way_out, hex)).collect()
    }

    /// The hexes that a side controls and that hang together with one of them.
    fn own_ground(&self, rules: &Rules, side: usize, start: Hex) -> Vec<bool> {
        let mut whole = vec![false; rules.map.len()];
        whole[start.index()] = true;
        let mut todo = vec![start];
        while let Some(hex) = todo.pop() {
            for (direction, other) in rules.map.neighbours(hex) {
                if !whole[other.index()]
                    && self.controls(other, side)
                    && rules.ground.is_playable(other)
                    && rules.ground.is_passable(hex, direction)
                {
                    whole[other.index()] = true;
                    todo.push(other);
                }
            }
        }
        whole
    }

    /// Goes on from what is reached; whether it came to the goal.
    fn spread(
        &self,
        rules: &Rules,
        unit: Unit,
        net: &mut RailNet,
        mut next: usize,
        goal: Option<Hex>,
    ) -> bool {
        while let Some(&hex) = net.reached.get(next) {
            next += 1;
            let through = self.hex(unit) == Some(hex) || self.carries_rail(rules, unit, hex);
            if !through {
                continue;
            }
            for (direction, other) in rules.map.neighbours(hex) {
                if net.from[other.index()] == UNREACHED
                    && rules.ground.is_passable(hex, direction)
                    && self.lies_behind_front(rules, unit, other)
                {
                    net.from[other.index()] = hex.0;
                    net.reached.push(other);
                    if goal == Some(other) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Ground that strategic movement may enter (SW 11.3–11.5): own, and on the own side of the
    /// original front or in a trench.
    fn lies_behind_front(&self, rules: &Rules, unit: Unit, hex: Hex) -> bool {
        let side = rules.unit(unit).side;
        rules.ground.behind_front[side][hex.index()] && self.controls(hex, side)
    }

    /// A hex that strategic movement may go through: out of enemy zones of control whoever
    /// stands there (SW 10.3), and with room (9.2).
    fn carries_rail(&self, rules: &Rules, unit: Unit, hex: Hex) -> bool {
        let side = rules.unit(unit).side;
        let guns = rules.unit(unit).kind == UnitKind::Guns;
        let near = guns && self.next_to_enemy(rules, hex, side);
        !near
            && !self.in_ezoc(hex, side)
            && self.lies_behind_front(rules, unit, hex)
            && self.fits(rules, unit, hex)
    }

    /// Whether a unit may end its strategic move in a hex that its net reaches.
    fn may_alight(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        let label = rules.label(hex);
        if !Self::is_railhead(rules, unit, hex) {
            return Err(Violation::new(
                "SW 11.7",
                format!("{label} has no town or city to end in"),
            ));
        }
        let side = rules.unit(unit).side;
        if self.in_ezoc(hex, side) && !self.stays(hex, unit) {
            return Err(Violation::new(
                "SW 10.3",
                format!("{label} is in an enemy zone of control, and nobody holds it"),
            ));
        }
        let guns = rules.unit(unit).kind == UnitKind::Guns;
        if guns
            && !rules.ground.guns_may_enter(self.weather, hex)
            && rules.ground.at(hex).railhead()
        {
            return Err(Violation::new("SW 14.2", format!("the guns do not end in {label}")));
        }
        if guns && self.next_to_enemy(rules, hex, side) {
            return Err(Violation::new("SW 14.2", "the guns do not move next to an Allied unit"));
        }
        self.check_stack(rules, &[unit], hex)
    }

    /// The hexes that a unit may go to by rail.
    pub fn rail_ends(&self, rules: &Rules, unit: Unit, net: &mut RailNet) -> Vec<Hex> {
        if self.may_rail(rules, unit).is_err() {
            return Vec::new();
        }
        self.find_rail(rules, unit, net);
        // Most hexes are no railhead: that is told apart before anything is put into words.
        let ends = net.reached.iter().copied().skip(1);
        let ends = ends.filter(|&hex| Self::is_railhead(rules, unit, hex));
        ends.filter(|&hex| self.may_alight(rules, unit, hex).is_ok()).collect()
    }

    /// The best of them, that for which `price` is least, of several the first; those without a
    /// price are not wanted. No way is looked for before there is somewhere to go.
    pub fn best_rail_end(
        &self,
        rules: &Rules,
        unit: Unit,
        net: &mut RailNet,
        price: impl Fn(Hex) -> Option<u32>,
    ) -> Option<Hex> {
        if self.may_rail(rules, unit).is_err() {
            return None;
        }
        let can = |hex: Hex| {
            let may = self.hex(unit) != Some(hex) && self.lies_behind_front(rules, unit, hex);
            let price = price(hex).filter(|_| may)?;
            self.may_alight(rules, unit, hex).is_ok().then_some((price, hex))
        };
        let ends: Vec<(u32, Hex)> = match rules.unit(unit).kind {
            UnitKind::Guns => {
                let hexes = rules.map.grid().hexes();
                hexes.filter(|&hex| Self::is_railhead(rules, unit, hex)).filter_map(can).collect()
            }
            _ => rules.ground.railheads.iter().copied().filter_map(can).collect(),
        };
        let &(_, best) = ends.iter().min()?;
        self.find_rail_to(rules, unit, net, Some(best));
        let reached = ends.into_iter().filter(|(_, hex)| net.from[hex.index()] != UNREACHED);
        reached.min().map(|(_, hex)| hex)
    }

    /// Checks a strategic move; the way that it takes.
    pub fn check_rail(&self, rules: &Rules, unit: Unit, to: Hex) -> Result<Vec<Hex>, Violation> {
        self.may_rail(rules, unit)?;
        let mut net = RailNet::default();
        self.find_rail_to(rules, unit, &mut net, Some(to));
        if self.hex(unit) == Some(to) {
            return Err(Violation::new("SW 11.7", "the unit is there already"));
        }
        if !rules.ground.is_playable(to) {
            return Err(Violation::new(
                "SW 11.3",
                format!("nobody goes by rail to {}", rules.label(to)),
            ));
        }
        let side = rules.unit(unit).side;
        if !self.controls(to, side) {
            return Err(Violation::new(
                "SW 11.4",
                format!("{} is not the side's own", rules.label(to)),
            ));
        }
        if !self.lies_behind_front(rules, unit, to) {
            return Err(Violation::new(
                "SW 11.5",
                format!("{} lies beyond the original front", rules.label(to)),
            ));
        }
        self.may_alight(rules, unit, to)?;
        if net.from[to.index()] == UNREACHED {
            return Err(Violation::new(
                "SW 11.8",
                format!("no way by rail leads to {}", rules.label(to)),
            ));
        }
        let mut path = vec![to];
        let mut hex = to;
        loop {
            let before = Hex(net.from[hex.index()]);
            if before == hex || net.from[before.index()] == before.0 {
                break;
            }
            path.push(before);
            hex = before;
        }
        path.reverse();
        Ok(path)
    }

    pub fn do_rail(&mut self, cx: &mut Context<'_>, unit: Unit, path: &[Hex]) {
        let rules = cx.rules;
        let (Some(from), Some(&to)) = (self.hex(unit), path.last()) else { return };
        let side = rules.unit(unit).side;
        self.rail_moves += 1;
        let (number, limit) = (self.rail_moves, self.rail_limit(rules, side));
        self.emit(cx, || {
            Detail::StrategicMove(StrategicMove {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[side].clone(),
                from: rules.label(from).to_owned(),
                to: rules.label(to).to_owned(),
                path: rules.labels(path),
                number,
                limit,
                rule: "SW 11.2".to_owned(),
            })
        });
        self.shift(rules, unit, to);
        self.state_mut(unit).railed = true;
        self.mark_interstacked(rules, to);
        if number >= limit {
            self.decision = Decision::None;
        }
    }
}
