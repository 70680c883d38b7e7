//! 1914 7.1.3 to 7.1.6a, 5.3.1, 8.4, 8.6, 8.7.1, 12.1.3, 15.6.2, 15.6.3, 24.6: what a step costs who
//! makes it, and what bars it: the one function for checks, searches and walks.

use std::borrow::Cow;
use std::cell::OnceCell;

use salient_hex::{Direction, Hex};
use salient_rules::Violation;
use salient_rules::play::{Formation, Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::state::NOBODY;
use crate::terrain::{BARRED, Hexside, River};
use crate::units::Kind;
use crate::{
    armies, control, fortress, garrisons, group, inundation, marks, rails, stacking, supply, zones,
};

use super::allowance::is_counter;

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Ground,
    Ridge,
    Enemy,
    River,
    Area,
    Doctrine,
    Guard,
    GuardHeld,
    Garrison(&'static str),
    Group,
    Alone,
    Guns,
    Rails,
    Invested,
    /// A depot is bound to a place, by this rule.
    Home(&'static str),
}

impl Bar {
    /// The same in words.
    pub fn violation(self, rules: &Rules, to: Hex) -> Violation {
        let hex = rules.compiled.label(to);
        let (rule, text): (&'static str, Cow<'static, str>) = match self {
            Self::Ground => ("1914 7.1", format!("no unit enters {hex} from there").into()),
            Self::Ridge => ("1914 7.1.3", "no unit moves across a mountain ridge".into()),
            Self::Enemy => ("1914 7.1.2", format!("the enemy stands in {hex}").into()),
            Self::River => (
                "1914 7.1.5",
                "only who began the phase next to it crosses a grand river without a bridge, or the \
                 inundation"
                    .into(),
            ),
            Self::Area => {
                ("1914 5.3.1", format!("{hex} is next to an enemy, outside its area").into())
            }
            Self::Doctrine => (
                "1914 8.4",
                format!("{hex} is in the zone of control of an infantry formation").into(),
            ),
            Self::Guard => (
                "1914 8.7.1",
                format!("LOC units do not enter {hex}: the enemy controls it").into(),
            ),
            Self::GuardHeld => {
                ("1914 8.7.1", format!("LOC units do not enter {hex}: the enemy holds it").into())
            }
            Self::Garrison(rule) => {
                (rule, format!("{hex} is too far from the place of one who stays with it").into())
            }
            Self::Group => (
                "1914 22.3.1",
                format!("{hex} lies in an army's area: the territorial group keeps out").into(),
            ),
            Self::Alone => (
                "1914 15.6.2",
                format!("{hex} is in an enemy zone of control, without a combat unit").into(),
            ),
            Self::Guns => {
                ("1914 8.8.1", format!("guns without a combat unit would be lost in {hex}").into())
            }
            Self::Invested => {
                ("1914 12.3.2", format!("{hex} is outside the camp, which is invested").into())
            }
            Self::Home(rule) => (rule, format!("{hex} is too far from the depot's place").into()),
            Self::Rails => {
                ("1914 15.6.3", "a depot goes along friendly operational railways".into())
            }
        };
        Violation::new(rule, text)
    }
}

/// Units that go together, as far as costs are concerned.
pub struct Mover<'a> {
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    units: &'a [Unit],
    side: usize,
    /// Where they stand: bridges there are not blown any more by their coming.
    at: Hex,
    /// Where each stood when the phase began, if all are the same: both hexes of two.
    began: [Option<Hex>; 2],
    /// Whether poor cavalry doctrine holds them back (1914 8.4).
    doctrine: bool,
    /// Whether a LOC unit is among them (1914 8.7).
    guards: bool,
    garrisons: Vec<Unit>,
    /// Whether no combat unit is among them.
    helpless: bool,
    /// The hexes of the invested camp of theirs that they stand in, if they do (1914 12.3.2).
    invested: Option<Vec<Hex>>,
    /// Whether one of the territorial group is among them (1914 22.3.1).
    group: bool,
    /// Whether any of them moves along railways only (1914 2.6.3).
    rails_only: bool,
    /// Their armies, each once, as soon as it matters: whom they belong to does not change on the
    /// way.
    armies: OnceCell<Vec<Formation>>,
}

impl<'a> Mover<'a> {
    /// Units that stand in a hex.
    pub fn new(
        rules: &'a Rules,
        position: &'a Position<Offensive>,
        units: &'a [Unit],
        at: Hex,
    ) -> Self {
        let kind = |unit: Unit| rules.kind(position, unit);
        let own = &position.own;
        let place = |unit: &Unit| [own.began[unit.index()], own.began_beside[unit.index()]];
        let began = units.first().map_or([None; 2], place);
        let together = units.iter().all(|unit| place(unit) == began);
        let early = i32::from(position.turn) <= rules.numbers.cavalry_doctrine;
        let garrisons = units.iter().copied().filter(|unit| garrisons::is_bound(rules, *unit));
        Self {
            rules,
            position,
            units,
            side: units.first().map_or(0, |unit| rules.side_of(*unit)),
            at,
            began: if together { began } else { [None; 2] },
            doctrine: early
                && is_counter(rules, position)
                && units.iter().any(|unit| kind(*unit) == Kind::Cavalry),
            guards: units.iter().any(|unit| rules.piece(*unit).loc),
            garrisons: garrisons.collect(),
            helpless: !units.iter().any(|unit| kind(*unit).is_combat()),
            invested: fortress::invested_around(
                rules,
                position,
                units.first().map_or(0, |unit| rules.side_of(*unit)),
                at,
            ),
            group: units.iter().any(|unit| group::has(rules, position, *unit)),
            rails_only: units.iter().any(|unit| rules.piece(*unit).rails_only),
            armies: OnceCell::new(),
        }
    }

    fn enemy(&self) -> usize {
        self.rules.enemy(self.side)
    }

    /// What a step costs in movement.
    pub fn step(&self, from: Hex, direction: Direction, to: Hex) -> Result<i32, Bar> {
        let (rules, position) = (self.rules, self.position);
        let board = position.board();
        let (out, into) = (board.controls(from, self.enemy()), board.controls(to, self.enemy()));
        if self.rails_only {
            self.restricted(from, to, into)?;
            if stacking::bars(rules, position, self.side, to) {
                return Err(Bar::Enemy);
            }
            let open = |hex| rails::is_operational(position, self.side, hex);
            let leads = || rails::leads(rules, position, self.side, (from, direction));
            if !(open(from) && open(to) && leads()) {
                return Err(Bar::Rails);
            }
            let mut units = self.units.iter();
            if let Some(rule) = units.find_map(|&unit| supply::siting::home_rule(rules, unit, to)) {
                return Err(Bar::Home(rule));
            }
            return Ok(rules.numbers.depot_movement);
        }
        let ground = self.across(from, direction, to)?;
        self.restricted(from, to, into)?;
        if self.doctrine && in_zone_of_formation(rules, position, self.side, to) {
            return Err(Bar::Doctrine);
        }
        let numbers = &rules.numbers;
        let zone = match (out, into) {
            (false, false) => 0,
            (false, true) => numbers.enter_zone,
            (true, false) => numbers.leave_zone,
            // 1914 7.1.6a: in all, not besides.
            (true, true) if self.friend_in(to) => numbers.zone_to_friend,
            (true, true) => numbers.zone_to_zone,
        };
        let bare = if board.holds(to, self.enemy()) { numbers.bare_fortress } else { 0 };
        Ok(ground + zone + bare)
    }

    /// 1914 8.2.3, 8.2.4, 8.3.1: what a step back costs cavalry in reaction or retirement, without
    /// what zones of control would add; which of those bar it the caller says.
    pub fn step_back(&self, from: Hex, direction: Direction, to: Hex) -> Result<i32, Bar> {
        let ground = self.across(from, direction, to)?;
        self.restricted(from, to, self.position.board().controls(to, self.enemy()))?;
        let bare = self.position.board().holds(to, self.enemy());
        Ok(ground + if bare { self.rules.numbers.bare_fortress } else { 0 })
    }

    /// 1914 3.1, 7.1.3 to 7.1.5: the hexside with its river or bridge.
    fn across(&self, from: Hex, direction: Direction, to: Hex) -> Result<i32, Bar> {
        let side = self.rules.terrain.side(from, direction);
        if side.ground == BARRED || self.rules.terrain.hex(to).barred {
            return Err(Bar::Ground);
        }
        if side.ridge {
            return Err(Bar::Ridge);
        }
        if stacking::bars(self.rules, self.position, self.side, to) {
            return Err(Bar::Enemy);
        }
        let water = self.water(side, from, direction, to)?;
        Ok(i32::from(side.ground) + water)
    }

    fn water(&self, side: &Hexside, from: Hex, direction: Direction, to: Hex) -> Result<i32, Bar> {
        let began = |hex: Hex| self.began.contains(&Some(hex));
        if inundation::floods(self.rules, self.position, from, direction) {
            return match began(from) || began(to) {
                true => Ok(self.rules.numbers.inundation_movement),
                false => Err(Bar::River),
            };
        }
        if side.river == River::None {
            return Ok(0);
        }
        if side.bridge && self.bridge_serves(from, direction, to) {
            return Ok(self.rules.numbers.bridge_movement);
        }
        if side.river == River::Grand && !began(from) && !began(to) {
            return Err(Bar::River);
        }
        Ok(i32::from(side.water))
    }

    /// 1914 7.1.4a: whether a roadway bridge stands and will when these units have come to it: one
    /// that they stand at was not blown; one farther off is, unless both its ends are friendly.
    fn bridge_serves(&self, from: Hex, direction: Direction, to: Hex) -> bool {
        if marks::is_blown(self.rules, self.position, from, direction) {
            return false;
        }
        let ours = |hex| control::at_start(self.position, hex) == Some(self.side);
        if self.rules.terrain.side(from, direction).pontoon && !self.may_take_pontoon() {
            return false;
        }
        from == self.at || ours(from) && ours(to)
    }

    /// 1914 24.6: whether no other formation has crossed the pontoon bridge in this phase.
    fn may_take_pontoon(&self) -> bool {
        let crossed = self.position.own.pontoon;
        let mut own = self.units.iter().filter_map(|&unit| self.rules.piece(unit).own);
        crossed.is_none() || own.all(|own| Some(own) == crossed)
    }

    /// 1914 5.3.1, 8.6, 8.7.1, 8.8.1, 15.6.2: where these units do not go whatever it costs.
    fn restricted(&self, from: Hex, to: Hex, in_zone: bool) -> Result<(), Bar> {
        let (rules, position) = (self.rules, self.position);
        if self.invested.as_ref().is_some_and(|camp| camp.binary_search(&to).is_err()) {
            return Err(Bar::Invested);
        }
        if self.guards && in_zone {
            return Err(Bar::Guard);
        }
        let held = position.own.control[to.index()];
        if self.guards && held != NOBODY && usize::from(held) == self.enemy() {
            return Err(Bar::GuardHeld);
        }
        let strays = |unit: &&Unit| !garrisons::may_go(rules, **unit, from, to);
        if let Some(&unit) = self.garrisons.iter().find(strays) {
            return Err(Bar::Garrison(garrisons::rule(rules, unit)));
        }
        if self.group && group::keeps_out(rules, position, self.side, to) {
            return Err(Bar::Group);
        }
        if self.helpless && in_zone && !self.is_covered(to) {
            let supply = self.units.iter().any(|&unit| rules.piece(unit).kind.is_supply());
            return Err(if supply { Bar::Alone } else { Bar::Guns });
        }
        let near = || {
            let board = position.board();
            rules.map().neighbours(to).any(|(_, hex)| board.holds(hex, self.enemy()))
        };
        if self.strays(to) && near() {
            return Err(Bar::Area);
        }
        Ok(())
    }

    /// 1914 5.3.1: whether a hex lies outside the area of any of their armies.
    fn strays(&self, hex: Hex) -> bool {
        let (rules, position) = (self.rules, self.position);
        let armies = self.armies.get_or_init(|| {
            let each = self.units.iter().filter_map(|&unit| armies::army(rules, position, unit));
            let mut armies: Vec<Formation> = each.collect();
            armies.sort_unstable();
            armies.dedup();
            armies
        });
        armies.iter().any(|&army| !armies::is_of(rules, position, (self.side, army), hex))
    }

    /// 1914 7.1.6a: whether another formation or a fortress of theirs is in a hex.
    fn friend_in(&self, hex: Hex) -> bool {
        let mut there = self.position.stack(hex).filter(|unit| !self.units.contains(unit));
        there.any(|unit| {
            let piece = self.rules.piece(unit);
            self.rules.side_of(unit) == self.side
                && (piece.is_formation() || piece.kind == Kind::Fortress)
        })
    }

    /// 1914 8.8.1, 15.6.2: whether a combat unit or a fortress with its garrison is in a hex.
    fn is_covered(&self, hex: Hex) -> bool {
        let mut there = self.position.stack(hex).filter(|unit| !self.units.contains(unit));
        there.any(|unit| {
            self.rules.side_of(unit) == self.side
                && (self.rules.is_combat(self.position, unit)
                    || self.rules.piece(unit).kind == Kind::Fortress
                        && self.position.state(unit).face == 0)
        })
    }
}

/// 1914 8.4: whether a hex is in the zone of control of an infantry formation of a side's enemy.
fn in_zone_of_formation(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> bool {
    let enemy = rules.enemy(side);
    position.board().controls(hex, enemy)
        && rules.map().neighbours(hex).any(|(_, near)| {
            position.stack(near).any(|unit| {
                rules.side_of(unit) == enemy
                    && rules.piece(unit).is_formation()
                    && rules.kind(position, unit) == Kind::Infantry
                    && zones::reaches(rules, position, unit, hex)
            })
        })
}
