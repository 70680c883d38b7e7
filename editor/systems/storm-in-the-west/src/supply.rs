//! SW 7.0 Supply.

use crate::event::{Detail, LossCause, SupplyCheck};
use salient_schema::event::SupplyState;

use crate::context::Context;
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, GERMAN, Rules, SourceKind, Unit};
use salient_hex::grid::Hex;
use salient_rules::game::UnitStatus;

/// The hexes from which each source can be reached, for a side.
#[derive(Clone, Debug, Default)]
pub struct SupplyNet {
    by_source: [Vec<Line>; 3],
}

/// What a hex is to a side's supply lines from one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// One could run through it, but none comes there.
    Open,
    Barred,
    Reached,
}

impl SupplyNet {
    /// Whether a supply line from a hex reaches a source.
    pub fn reaches(&self, kind: SourceKind, hex: Hex) -> bool {
        self.by_source[kind as usize].get(hex.index()) == Some(&Line::Reached)
    }

    /// Bars or opens a hex where it is seen at once that the net is else as it was. Where it is
    /// not, this is false, and the net is of no more use.
    fn redraw(&mut self, rules: &Rules, hex: Hex, is_barred: bool) -> bool {
        // No line runs there whatever happens.
        if !rules.ground.is_playable(hex) {
            return true;
        }
        let nets = self.by_source.iter_mut().zip(&rules.sources);
        let mut nets = nets.filter(|(lines, _)| !lines.is_empty());
        nets.all(|(lines, sources)| {
            let was_barred = lines[hex.index()] == Line::Barred;
            if was_barred == is_barred {
                return true;
            }
            !sources.contains(&hex)
                && if is_barred { bar(lines, rules, hex) } else { open(lines, rules, hex) }
        })
    }
}

/// Bars a hex that is no source, if those around it that are reached hang together without it.
fn bar(lines: &mut [Line], rules: &Rules, hex: Hex) -> bool {
    if lines[hex.index()] == Line::Reached {
        let around = &rules.ground.ways[hex.index()];
        let is_reached = |place: usize| lines.get(around[place] as usize) == Some(&Line::Reached);
        // In the ring around the hex each goes on from the one before, or begins a new arc.
        let begins = |place: &usize| {
            let before = (place + 5) % 6;
            let goes_on = || rules.ground.ways[around[before] as usize].contains(&around[*place]);
            is_reached(*place) && !(is_reached(before) && goes_on())
        };
        if (0..6).filter(begins).count() > 1 {
            return false;
        }
    }
    lines[hex.index()] = Line::Barred;
    true
}

/// Opens a hex that is no source, if no line goes on from it to where none came.
fn open(lines: &mut [Line], rules: &Rules, hex: Hex) -> bool {
    let around = &rules.ground.ways[hex.index()];
    let has = |line: Line| around.iter().any(|&other| lines.get(other as usize) == Some(&line));
    let is_reached = has(Line::Reached);
    if is_reached && has(Line::Open) {
        return false;
    }
    lines[hex.index()] = if is_reached { Line::Reached } else { Line::Open };
    true
}

impl Supply {
    /// What the log calls it.
    pub fn state(self) -> SupplyState {
        match self {
            Self::Regular => SupplyState::InSupply,
            Self::Allied => SupplyState::AlliedSupply,
            Self::Fortress => SupplyState::FortressSupply,
            Self::Out => SupplyState::OutOfSupply,
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Self::Regular | Self::Out => "SW 7.2",
            Self::Allied => "SW 7.11",
            Self::Fortress => "SW 7.12",
        }
    }
}

impl Position {
    /// Begins a player-turn: what comes before all else, then the Initial Supply Phase.
    pub fn begin_player_turn(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        self.rail_moves = 0;
        for (unit, def) in self.units.iter_mut().zip(&rules.units) {
            if def.side == side {
                unit.railed = false;
                unit.entered = false;
                unit.with_tanks = false;
                unit.infiltrated = 0;
                unit.moved = false;
                unit.course = 0;
                unit.halted = false;
                unit.spent = 0;
                unit.origin = None;
            }
        }
        if side == ALLIED {
            self.award_bertha(cx);
            if self.offer_evacuation(rules) || self.offer_bombing(rules) {
                return;
            }
        }
        self.initial_supply(cx, side);
    }

    /// SW 7.2: finds how every unit of a side is supplied.
    pub fn initial_supply(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        let net = self.supply_net(rules, side);
        for unit in rules.all_units() {
            let def = rules.unit(unit);
            let Some(hex) = self.hex(unit).filter(|_| def.side == side && def.on_ground()) else {
                continue;
            };
            let supply = self.supply_of(rules, &net, unit, hex);
            if supply != Supply::Regular || self.state(unit).supply != Supply::Regular {
                self.tell_supply(cx, unit, hex, supply);
            }
            self.state_mut(unit).supply = supply;
        }
        if side == ALLIED {
            self.await_yanks(cx);
        }
        self.decision = Decision::None;
    }

    /// SW 7.2: removes those marked out of supply who still are.
    pub fn terminal_supply(&mut self, cx: &mut Context<'_>, side: usize) {
        let rules = cx.rules;
        let marked = |position: &Self, unit: Unit| {
            let def = rules.unit(unit);
            let there = position.hex(unit).filter(|_| def.side == side && def.on_ground());
            there.filter(|_| position.state(unit).supply == Supply::Out)
        };
        if rules.all_units().any(|unit| marked(self, unit).is_some()) {
            let net = self.supply_net(rules, side);
            for unit in rules.all_units() {
                let Some(hex) = marked(self, unit) else { continue };
                let supply = self.supply_of(rules, &net, unit, hex);
                if supply == Supply::Out {
                    self.eliminate(cx, unit, LossCause::Supply, "SW 7.2");
                } else {
                    self.tell_supply(cx, unit, hex, supply);
                    self.state_mut(unit).supply = supply;
                }
            }
        }
        if side == GERMAN {
            self.fire_paris_gun(cx);
        }
    }

    fn tell_supply(&self, cx: &mut Context<'_>, unit: Unit, hex: Hex, supply: Supply) {
        let rules = cx.rules;
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::Supply(SupplyCheck {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                state: supply.state(),
                rule: match (supply, def.side) {
                    (Supply::Fortress, ALLIED) => "SW 7.13",
                    (supply, _) => supply.rule(),
                }
                .to_owned(),
            })
        });
    }

    /// How a unit in a hex is supplied now.
    pub fn supply_of(&self, rules: &Rules, net: &SupplyNet, unit: Unit, hex: Hex) -> Supply {
        let def = rules.unit(unit);
        let source = rules.nations[usize::from(def.nation)].source;
        if net.reaches(source, hex) {
            return Supply::Regular;
        }
        if self.draws_on_fortress(rules, unit, hex) {
            return Supply::Fortress;
        }
        let other = match source {
            SourceKind::GermanEdge => return Supply::Out,
            SourceKind::Ports => SourceKind::FrenchEdge,
            SourceKind::FrenchEdge => SourceKind::Ports,
        };
        if net.reaches(other, hex) { Supply::Allied } else { Supply::Out }
    }

    /// SW 7.12, 7.13: units of the fortress's own nation; Americans who stand with French that do.
    fn draws_on_fortress(&self, rules: &Rules, unit: Unit, hex: Hex) -> bool {
        let Some(fortress) = rules.ground.at(hex).fortress else { return false };
        if !self.controls(hex, fortress.side()) || self.ruined.contains(&hex) {
            return false;
        }
        let own = |unit: Unit| {
            rules.nations[usize::from(rules.unit(unit).nation)].fortress == Some(fortress)
        };
        // Who stands with them is a guest: no others may (SW 9.5, 9.6).
        own(unit) || self.stack(hex).any(own)
    }

    /// From where each source of a side can be reached (SW 7.7–7.9).
    pub fn supply_net(&self, rules: &Rules, side: usize) -> SupplyNet {
        let kinds: &[SourceKind] = match side {
            GERMAN => &[SourceKind::GermanEdge],
            _ => &[SourceKind::Ports, SourceKind::FrenchEdge],
        };
        let mut net = SupplyNet::default();
        let mut todo = Vec::new();
        let lines = self.supply_lines(rules, side);
        for &kind in kinds {
            let lines = lines.clone();
            net.by_source[kind as usize] = self.flood(rules, side, kind, lines, &mut todo);
        }
        net
    }

    /// From where one source of a side can be reached.
    pub fn supply_from(&self, rules: &Rules, side: usize, kind: SourceKind) -> SupplyNet {
        let lines = self.supply_lines(rules, side);
        let mut net = SupplyNet::default();
        net.by_source[kind as usize] = self.flood(rules, side, kind, lines, &mut Vec::new());
        net
    }

    fn flood(
        &self,
        rules: &Rules,
        side: usize,
        kind: SourceKind,
        mut lines: Vec<Line>,
        todo: &mut Vec<u32>,
    ) -> Vec<Line> {
        for &hex in &rules.sources[kind as usize] {
            let line = &mut lines[hex.index()];
            if *line == Line::Open
                && rules.ground.is_playable(hex)
                && self.gives_supply(rules, hex, side)
            {
                *line = Line::Reached;
                todo.push(hex.0);
            }
        }
        while let Some(hex) = todo.pop() {
            for &other in &rules.ground.ways[hex as usize] {
                // Where no unit may go there is none.
                let Some(line) = lines.get_mut(other as usize) else { continue };
                if *line == Line::Open {
                    *line = Line::Reached;
                    todo.push(other);
                }
            }
        }
        lines
    }

    /// SW 7.8: a source in enemy hands gives nothing; a port that ever was gives nothing again,
    /// an edge of the map does, though a fortress lies on it.
    fn gives_supply(&self, rules: &Rules, hex: Hex, side: usize) -> bool {
        let spent = rules.ground.at(hex).port && self.ruined.contains(&hex);
        self.controls(hex, side) && !spent
    }

    /// SW 7.7–7.9: the hexes that a supply line may run through, and those where the enemy bars
    /// it; what no unit enters is told by the ground.
    fn supply_lines(&self, rules: &Rules, side: usize) -> Vec<Line> {
        let line = |hex| if self.enemy_bars(hex, side) { Line::Barred } else { Line::Open };
        let mut lines: Vec<Line> = rules.map.grid().hexes().map(line).collect();
        for &hex in &rules.ground.fortresses {
            if self.fortress_bars(rules, hex, side) {
                lines[hex.index()] = Line::Barred;
            }
        }
        lines
    }

    fn enemy_bars(&self, hex: Hex, side: usize) -> bool {
        self.enemy_in(hex, side) || self.in_open_ezoc(hex, side)
    }

    /// Whether a hex holds a fortress that was the enemy's from the start and still is his.
    fn fortress_bars(&self, rules: &Rules, hex: Hex, side: usize) -> bool {
        let fortress = rules.ground.hexes[hex.index()].fortress;
        fortress.is_some_and(|fortress| fortress.side() != side) && !self.controls(hex, side)
    }

    /// Bars or opens a hex in a side's net as units stand now, where it is seen at once that the
    /// net is else as it was. Where it is not, this is false, and the net is of no more use. Who
    /// controls sources and fortresses must be as it was.
    pub fn redraw_supply(&self, rules: &Rules, side: usize, hex: Hex, net: &mut SupplyNet) -> bool {
        let is_barred = self.enemy_bars(hex, side) || self.fortress_bars(rules, hex, side);
        net.redraw(rules, hex, is_barred)
    }

    /// Removes a whole unit to the deadpile.
    pub fn eliminate(&mut self, cx: &mut Context<'_>, unit: Unit, cause: LossCause, rule: &str) {
        let steps = self.steps(cx.rules, unit);
        self.lose(cx, unit, steps, cause, rule);
        debug_assert!(self.state(unit).status != UnitStatus::OnMap);
    }
}
