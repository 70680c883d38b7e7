//! TS Preparatory Barrages: what they are for, and what they do up to zero hour.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};

use super::gas::GasType;
use super::{Procedure, because, prone_and_cover};
use crate::brief::{Bot, Both, Party, limit, rounded};
use crate::event::{Barrage, Detail, Number, side_of};
use crate::outcome::{
    CounterBattery, Gas, Harm, Mix, PlacedWorks, Segment, Standard, WireClearing,
};
use crate::roster::{UnitDef, roster};
use crate::steps::Step;
use crate::tables::signed;
use crate::terrain::grid_of;

impl Procedure<'_> {
    /// Each party writes down what its preparatory barrages are for, within the limits.
    pub(super) fn targets(&mut self) -> Both<Mix> {
        let barrages = self.results.barrages().cloned().unwrap_or_default();
        let gas = self.results.gas().cloned().unwrap_or_default();
        let tables = self.tables;
        Both::each(|party| {
            let all = *barrages.preparatory.of(party);
            let most = [
                limit(tables, "counter_battery_share", all),
                limit(tables, "wire_share", all),
                limit(tables, "command_share", all),
            ];
            let enemy = party.other();
            let works = self.results.placed_works();
            let wire = works.map_or(0, |works| {
                works.wire.iter().filter(|segment| segment.party == enemy).count() as u32
            });
            let enemy_barrages = barrages.preparatory.of(enemy) + barrages.on_call.of(enemy);
            let [guns, wires, command] = match self.brief.bots.of(party) {
                Bot::Random => {
                    let chance = self.roller.chance();
                    most.map(|most| chance.below(most + 1))
                }
                Bot::Sensible => {
                    // The attacker wants the wire gone and the garrison down, the defender the
                    // barrages that do so.
                    let (guns, command) =
                        if party == Party::Attacker { (all / 5, all / 10) } else { (all / 2, 0) };
                    let guns = guns.min(enemy_barrages * 3).min(most[0]);
                    let wires = if party == Party::Attacker { most[1] } else { 0 };
                    [guns, wires.min(wire.div_ceil(7)), command.min(most[2])]
                }
            };
            let wires = if wire == 0 { 0 } else { wires };
            let left = all - guns.min(all);
            let wires = wires.min(left);
            let command = command.min(left - wires);
            let standard = left - wires - command;
            let mut mix = Mix {
                counter_battery: guns,
                wire: wires,
                command,
                standard,
                gas_on_guns: 0,
                gas_on_units: 0,
            };
            if let Some(kind) = gas.kinds.of(party) {
                let kind = GasType::of(tables, *kind);
                let points = *gas.points.of(party);
                mix.gas_on_units = (points * kind.per_point).min(standard);
                let spent = mix.gas_on_units.div_ceil(kind.per_point.max(1));
                if kind.deadly && !kind.wind {
                    mix.gas_on_guns = (points - spent).min(guns);
                }
            }
            let rows = [
                (
                    "counter-battery barrages",
                    mix.counter_battery,
                    Step::CounterBattery,
                    Some(most[0]),
                ),
                ("wire-clearing barrages", mix.wire, Step::WireClearing, Some(most[1])),
                (
                    "command-suppression barrages",
                    mix.command,
                    Step::CommandSuppression,
                    Some(most[2]),
                ),
                ("standard barrages", mix.standard, Step::Standard, None),
            ];
            for (what, value, step, most) in rows {
                self.number(
                    party,
                    Number {
                        what: what.to_owned(),
                        arithmetic: most.map_or_else(
                            || format!("what is left of {all}"),
                            |most| format!("of {all}, {most} at most"),
                        ),
                        value: value.into(),
                        rule: step.rule().to_owned(),
                        ..Number::default()
                    },
                );
            }
            mix
        })
    }

    /// TS Counterbattery Fire: a die for each barrage, both parties at once.
    pub(super) fn counter_battery(&mut self) -> CounterBattery {
        let rule = Step::CounterBattery.rule();
        let targets = self.results.targets().copied().unwrap_or_default();
        let barrages = self.results.barrages().cloned().unwrap_or_default();
        let superiority = self.results.superiority().cloned().unwrap_or_default();
        let mut after =
            CounterBattery { left: targets, on_call: barrages.on_call, destroyed: Both::default() };
        // Both fire with what they have written down: nobody's counter-battery fire is lost.
        for party in Party::BOTH {
            let enemy = party.other();
            let mix = *targets.of(party);
            let margin = *superiority.margins.of(party);
            let air = if margin >= self.tables.number("counter_battery_margin") {
                self.tables.number("counter_battery_air")
            } else {
                0
            };
            for number in 0..mix.counter_battery {
                let with_gas = number < mix.gas_on_guns;
                let gas = if with_gas { self.tables.number("counter_battery_gas") } else { 0 };
                let die = self.roller.d6("counter-battery", party, rule);
                let hit = i32::from(die) + air + gas >= self.tables.number("counter_battery_hit");
                let result = if hit { self.lose_barrage(&mut after, enemy) } else { "-" };
                self.roller.tell(Detail::Barrage(Barrage {
                    kind: "counter-battery".to_owned(),
                    side: side_of(party),
                    dice: vec![die],
                    modifier: air + gas,
                    results: vec![result.to_owned()],
                    gas: with_gas,
                    rule: rule.to_owned(),
                    ..Barrage::default()
                }));
            }
        }
        for party in Party::BOTH {
            let mix = after.left.of_mut(party);
            mix.gas_on_units = mix.gas_on_units.min(mix.standard);
        }
        after
    }

    /// A party loses a barrage: a die says of which type, 1-2 wire, 3-4 command, 5-6 standard, and
    /// of the next type where there is none; on-call barrages only when none of these is left.
    fn lose_barrage(&mut self, after: &mut CounterBattery, party: Party) -> &'static str {
        let rule = Step::CounterBattery.rule();
        let types: [BarrageType; 3] = [
            ("wire barrage destroyed", |mix| &mut mix.wire),
            ("command barrage destroyed", |mix| &mut mix.command),
            ("standard barrage destroyed", |mix| &mut mix.standard),
        ];
        let mix = after.left.of_mut(party);
        if mix.wire + mix.command + mix.standard > 0 {
            let kinds = [mix.wire, mix.command, mix.standard];
            let several = kinds.iter().filter(|count| **count > 0).count() > 1;
            // Where one type only is left there is nothing to roll for.
            let first = if several {
                usize::from((self.roller.d6("barrage-lost", party, rule) - 1) / 2)
            } else {
                0
            };
            for step in 0..types.len() {
                let (words, of) = types[(first + step) % types.len()];
                let count = of(after.left.of_mut(party));
                if *count > 0 {
                    *count -= 1;
                    *after.destroyed.of_mut(party) += 1;
                    return words;
                }
            }
        }
        let on_call = after.on_call.of_mut(party);
        if *on_call > 0 {
            *on_call -= 1;
            *after.destroyed.of_mut(party) += 1;
            return "on-call barrage destroyed";
        }
        "nothing left to destroy"
    }

    /// TS Clearing wire: two dice of segments for each barrage; the one who fires takes half of
    /// them away, and the odd one, the other party the rest.
    pub(super) fn wire_clearing(&mut self) -> WireClearing {
        let rule = Step::WireClearing.rule();
        let left = self.results.counter_battery().map(|after| after.left).unwrap_or_default();
        let mut cleared = WireClearing::default();
        let Some(works) = self.results.placed_works().cloned() else { return cleared };
        let grid = HexGrid::new(&grid_of(self.brief));
        for party in Party::BOTH {
            let enemy = party.other();
            for _ in 0..left.of(party).wire {
                let dice = self.dice(2, "wire-clearing", party, rule);
                let rolled = u32::from(dice[0]) + u32::from(dice[1]);
                let mut taken = Vec::new();
                let mut own = 0;
                for number in 0..rolled {
                    // They take turns: the one who fires first, so that the odd one is his.
                    let by = if number % 2 == 0 { party } else { enemy };
                    let Some(segment) = self.choose_segment(&works.wire, &cleared, enemy, by)
                    else {
                        break;
                    };
                    cleared.cleared.push(segment as u32);
                    taken.push(segment);
                    own += usize::from(by == party);
                }
                *cleared.lost.of_mut(enemy) += taken.len() as u32;
                self.roller.tell(Detail::Barrage(Barrage {
                    kind: "wire".to_owned(),
                    side: side_of(party),
                    hex: taken.first().map(|segment| works.wire[*segment].hex.clone()),
                    dice,
                    results: vec![format!(
                        "{} segments: {own} chosen by the {}, {} by the {}",
                        taken.len(),
                        party.role(),
                        taken.len() - own,
                        enemy.role()
                    )],
                    rule: rule.to_owned(),
                    ..Barrage::default()
                }));
            }
        }
        cleared.craters = self.craters(&grid, &works.wire, &cleared.cleared);
        cleared
    }

    /// The segment that a party takes away: whoever fires breaks a gap near the middle of the
    /// nearest belt, whoever suffers gives up what lies farthest from there.
    fn choose_segment(
        &mut self,
        wire: &[Segment],
        cleared: &WireClearing,
        of: Party,
        by: Party,
    ) -> Option<usize> {
        let gone: BTreeSet<usize> = cleared.cleared.iter().map(|place| *place as usize).collect();
        let there = wire.iter().enumerate().filter(|(place, _)| !gone.contains(place));
        let there: Vec<(usize, &Segment)> =
            there.filter(|(_, segment)| segment.party == of).collect();
        if *self.brief.bots.of(by) == Bot::Random {
            let place = self.roller.chance().below(there.len() as u32) as usize;
            return there.get(place).map(|(place, _)| *place);
        }
        // Three gaps, at the quarters of the front, so that not all go through one hole.
        let width = self.brief.width;
        let off = |segment: &Segment| {
            let gaps = [width / 2, width / 4, width * 3 / 4];
            gaps.iter().map(|gap| gap.abs_diff(segment.column)).min().unwrap_or(0)
        };
        let key = |(place, segment): &(usize, &Segment)| (off(segment), segment.belt, *place);
        let chosen = if by == of {
            there.into_iter().max_by_key(key)
        } else {
            there.into_iter().min_by_key(key)
        };
        chosen.map(|(place, _)| place)
    }

    /// TS Clearing wire: ground is cratered for 30 yards in every direction.
    fn craters(&self, grid: &HexGrid, wire: &[Segment], cleared: &[u32]) -> Vec<String> {
        let radius = rounded(self.tables.count("crater_radius_yards"), self.brief.yards).max(1);
        let around = cleared.iter().filter_map(|place| wire.get(*place as usize));
        let around = around.filter_map(|segment| grid.parse(&segment.hex));
        let hexes: BTreeSet<Hex> = around.flat_map(|hex| grid.within(hex, radius)).collect();
        hexes.into_iter().map(|hex| grid.label(hex)).collect()
    }

    /// TS Command Suppression: an unmodified D or K damages a command base.
    pub(super) fn command_suppression(&mut self) -> BTreeMap<String, u32> {
        let rule = Step::CommandSuppression.rule();
        let left = self.results.counter_battery().map(|after| after.left).unwrap_or_default();
        let all = roster(self.tables, self.results);
        let chart = self.tables.chart("area-weapons");
        let mut damage = BTreeMap::new();
        for party in Party::BOTH {
            let bases = all.iter().filter(|unit| {
                unit.party == party.other() && unit.kind == crate::roster::Kind::Command
            });
            let bases: Vec<&UnitDef> = bases.collect();
            for number in 0..left.of(party).command {
                // One after the other: points on several staffs hamper more sub-units.
                let Some(target) = bases.get(number as usize % bases.len().max(1)) else { break };
                let die = self.roller.d6("command-suppression", party, rule);
                let cell = chart.at(chart.row_of_die(die.into()), 0);
                if cell != "-" {
                    *damage.entry(target.id.clone()).or_default() += 1;
                }
                self.roller.tell(Detail::Barrage(Barrage {
                    kind: "command".to_owned(),
                    side: side_of(party),
                    unit: Some(target.id.clone()),
                    dice: vec![die],
                    results: vec![cell.to_owned()],
                    rule: rule.to_owned(),
                    ..Barrage::default()
                }));
            }
        }
        damage
    }

    /// TS Standard Preparatory Barrage: every base of the sub-unit and of what supports it rolls;
    /// then gassed units are marked and morale is checked.
    pub(super) fn standard(&mut self) -> Standard {
        let mut fight = Fight::of(self);
        let left = self.results.counter_battery().map(|after| after.left).unwrap_or_default();
        for party in Party::BOTH {
            for number in 0..left.of(party).standard {
                let with_gas = number < left.of(party).gas_on_units;
                self.barrage(&mut fight, party, number, with_gas);
            }
        }
        self.morale(&mut fight);
        let mut standard = fight.standard;
        standard.gassed.sort();
        standard.gassed.dedup();
        standard
    }

    fn barrage(&mut self, fight: &mut Fight, party: Party, number: u32, with_gas: bool) {
        let enemy = party.other();
        let kind = fight.gas.kinds.of(party).map(|kind| GasType::of(self.tables, kind));
        let kind = kind.filter(|_| with_gas);
        let mut targets = fight.sub_units(enemy);
        // Wind carries gas only to the front line within support range.
        let reach = self.tables.count("support_range_yards") / self.brief.yards.max(1);
        let by_wind = kind.is_some_and(|kind| kind.wind);
        if by_wind {
            targets
                .retain(|target| fight.nearest(party, target).is_some_and(|(far, _)| far <= reach));
        }
        let place = match self.brief.bots.of(party) {
            _ if targets.is_empty() => None,
            Bot::Random => Some(self.roller.chance().below(targets.len() as u32) as usize),
            Bot::Sensible => {
                // The attacker concentrates on the centre third, so that it breaks; the defender
                // spreads over those who are to come.
                let third = targets.len().div_ceil(3);
                let (first, among) =
                    if party == Party::Attacker { (third, third) } else { (0, targets.len()) };
                Some((first + number as usize % among.max(1)).min(targets.len() - 1))
            }
        };
        let Some(target) = place.map(|place| targets[place].clone()) else {
            self.number(
                party,
                Number {
                    what: "barrages-without-target".to_owned(),
                    arithmetic: if by_wind {
                        "nobody in reach of the wind"
                    } else {
                        "no unit left"
                    }
                    .to_owned(),
                    value: 1,
                    rule: Step::Standard.rule().to_owned(),
                    ..Number::default()
                },
            );
            return;
        };
        for unit in fight.around(&target) {
            self.strike(fight, party, &unit, kind);
        }
        if kind.is_some_and(|kind| kind.persistent)
            && let Some(hex) = fight.hexes.get(&target)
        {
            fight.standard.gassed.push(hex.clone());
        }
    }

    /// Every base of a unit rolls once.
    fn strike(&mut self, fight: &mut Fight, party: Party, unit: &str, kind: Option<GasType>) {
        let rule = Step::Standard.rule();
        let bases = fight.bases_left(unit);
        let Some(hex) = fight.hexes.get(unit).cloned() else { return };
        if bases == 0 {
            return;
        }
        let modifier = self.area_modifier(fight, unit, kind);
        let dice = self.dice(bases as usize, "area-weapons", party, rule);
        let results = self.harm(fight, unit, &dice, modifier, kind);
        self.roller.tell(Detail::Barrage(Barrage {
            kind: "standard".to_owned(),
            side: side_of(party),
            unit: Some(unit.to_owned()),
            hex: Some(hex),
            dice: dice.clone(),
            modifier,
            results,
            gas: kind.is_some(),
            rule: rule.to_owned(),
        }));
        // The wind turns: an equivalent attack on the nearest base of the one who let the gas go.
        let accident = self.tables.number("wind_accident");
        let turned = dice.iter().filter(|die| i32::from(**die) == accident).count();
        if kind.is_some_and(|kind| kind.wind) && turned > 0 {
            for _ in 0..turned {
                let Some((_, own)) = fight.nearest(party, unit) else { break };
                let modifier = self.area_modifier(fight, &own, kind);
                let die = self.dice(1, "wind-accident", party, "TS Gas Warfare Support");
                let results = self.harm(fight, &own, &die, modifier, kind);
                self.roller.tell(Detail::Barrage(Barrage {
                    kind: "wind-accident".to_owned(),
                    side: side_of(party),
                    hex: fight.hexes.get(&own).cloned(),
                    unit: Some(own),
                    dice: die,
                    modifier,
                    results,
                    gas: true,
                    rule: "TS Gas Warfare Support".to_owned(),
                }));
            }
        }
    }

    /// The best cover, being prone, and gas.
    fn area_modifier(&self, fight: &Fight, unit: &str, kind: Option<GasType>) -> i32 {
        let chart = self.tables.chart("area-modifiers");
        let of = |row: usize| signed(chart.at(row, 0)).unwrap_or_default();
        let best = fight.cover.get(unit).into_iter().flatten().map(|row| of(*row)).min();
        let gas = kind.map_or(0, |kind| of(if kind.deadly { 5 } else { 6 }));
        best.unwrap_or(0) + gas
    }

    fn harm(
        &self,
        fight: &mut Fight,
        unit: &str,
        dice: &[u8],
        modifier: i32,
        kind: Option<GasType>,
    ) -> Vec<String> {
        let chart = self.tables.chart("area-weapons");
        let mut results = Vec::new();
        let party = fight.party(unit);
        // Every base has its own die: those of the bases that were damaged before come first, so that
        // a base which is damaged again is lost.
        let damaged = fight.standard.units.get(unit).map_or(0, |harm| harm.damaged);
        for (base, die) in (0..fight.bases_left(unit)).zip(dice) {
            let cell = chart.at(chart.row_of_die(i32::from(*die) + modifier), 0).to_owned();
            let harm = fight.standard.units.entry(unit.to_owned()).or_default();
            let again = base < damaged;
            let lost = u32::from(cell == "K" || (cell == "D" && again));
            match cell.as_str() {
                "D" if !again => harm.damaged += 1,
                "D" | "K" if again => harm.damaged -= 1,
                _ => {}
            }
            harm.lost += lost;
            if lost > 0
                && let Some(kind) = kind
            {
                harm.gassed |= !kind.persistent;
                harm.gassed_for_good |= kind.persistent;
            }
            if let Some(party) = party {
                *fight.standard.lost.of_mut(party) += lost;
            }
            results.push(cell);
        }
        results
    }

    /// Morale of all units that suffered, by the reconstructed chart.
    fn morale(&mut self, fight: &mut Fight) {
        let chart = self.tables.chart("morale");
        let modifiers = self.tables.chart("morale-modifiers");
        let of = |row: usize| signed(modifiers.at(row, 0)).unwrap_or_default();
        let rule = "TS Morale";
        let hurt: Vec<String> = fight
            .standard
            .units
            .iter()
            .filter(|(_, harm)| harm.lost + harm.damaged > 0)
            .map(|(unit, _)| unit.clone())
            .collect();
        for unit in hurt {
            let Some(def) = fight.units.get(&unit).cloned() else { continue };
            let left = fight.bases_left(&unit);
            if left == 0 || !def.kind.is_sub_unit() {
                continue;
            }
            let harm = fight.standard.units.get(&unit).cloned().unwrap_or_default();
            let covered =
                fight.cover.get(&unit).is_some_and(|rows| rows.iter().any(|row| *row < 3));
            let reach = self.tables.count("support_range_yards") / self.brief.yards.max(1);
            let alone = fight.nearest_friend(&unit).is_none_or(|far| far > reach);
            let holds = [
                (covered, 0, "half in hard cover"),
                (def.party == Party::Defender, 1, "defender"),
                (harm.lost * 3 >= def.bases, 2, "weak unit"),
                (harm.gassed || harm.gassed_for_good, 3, "gassed"),
                (alone, 4, "unsupported"),
            ];
            let holds = holds.into_iter().filter(|(holds, _, _)| *holds);
            let words: Vec<(i32, &str)> = holds.map(|(_, row, words)| (of(row), words)).collect();
            let modifier: i32 = words.iter().map(|(value, _)| value).sum();
            let die = self.roller.d6("morale", def.party, rule);
            let modified = i32::from(die) + modifier;
            let cell =
                if modified >= 2 { "-" } else { chart.at(chart.row_of_die(modified), def.grade) };
            self.number(
                def.party,
                Number {
                    what: format!("morale of {unit}"),
                    dice: vec![die],
                    modifiers: words
                        .iter()
                        .filter_map(|(value, words)| because(*value, words))
                        .collect(),
                    cell: Some(cell.to_owned()),
                    value: modified.into(),
                    rule: rule.to_owned(),
                    ..Number::default()
                },
            );
            fight.suffer(&unit, cell, left, def.party);
        }
    }
}

/// The bombardment of combat units.
struct Fight {
    grid: HexGrid,
    gas: Gas,
    units: BTreeMap<String, UnitDef>,
    hexes: BTreeMap<String, String>,
    /// Rows of the chart of modifiers that cover a unit.
    cover: BTreeMap<String, Vec<usize>>,
    /// Sub-units by party, from flank to flank.
    order: Both<Vec<String>>,
    standard: Standard,
}

impl Fight {
    fn of(procedure: &Procedure<'_>) -> Self {
        let results = procedure.results;
        let grid = HexGrid::new(&grid_of(procedure.brief));
        let all = roster(procedure.tables, results);
        let units: BTreeMap<String, UnitDef> =
            all.into_iter().map(|unit| (unit.id.clone(), unit)).collect();
        let stands = results.placed_units().into_iter().chain(results.placed_bases()).flatten();
        let hexes: BTreeMap<String, String> =
            stands.map(|stand| (stand.unit.clone(), stand.hex.clone())).collect();
        let nothing = PlacedWorks::default();
        let works = results.placed_works().unwrap_or(&nothing);
        let craters: BTreeSet<&str> = results
            .wire_clearing()
            .into_iter()
            .flat_map(|cleared| cleared.craters.iter().map(String::as_str))
            .collect();
        let prone = procedure.brief.prone;
        let cover = hexes.iter().filter_map(|(unit, hex)| {
            let party = units.get(unit)?.party;
            Some((unit.clone(), prone_and_cover(works, &craters, hex, party, prone)))
        });
        let cover = cover.collect();
        let order = Both::each(|party| {
            let own = units.values().filter(|unit| unit.party == party && unit.kind.is_sub_unit());
            let mut own: Vec<(u16, String)> = own
                .filter_map(|unit| {
                    let hex = grid.parse(hexes.get(&unit.id)?)?;
                    Some((grid.index(hex).column, unit.id.clone()))
                })
                .collect();
            own.sort();
            own.into_iter().map(|(_, id)| id).collect()
        });
        let gas = results.gas().cloned().unwrap_or_default();
        Self { grid, gas, units, hexes, cover, order, standard: Standard::default() }
    }

    fn party(&self, unit: &str) -> Option<Party> {
        self.units.get(unit).map(|unit| unit.party)
    }

    fn bases_left(&self, unit: &str) -> u32 {
        let lost = self.standard.units.get(unit).map_or(0, |harm| harm.lost);
        self.units.get(unit).map_or(0, |unit| unit.bases.saturating_sub(lost))
    }

    fn hex(&self, unit: &str) -> Option<Hex> {
        self.grid.parse(self.hexes.get(unit)?)
    }

    /// Sub-units of a party that are still there, from flank to flank.
    fn sub_units(&self, party: Party) -> Vec<String> {
        let there = self.order.of(party).iter().filter(|unit| self.bases_left(unit) > 0);
        there.cloned().collect()
    }

    /// A sub-unit, and the bases that support it in its hex and beside it.
    fn around(&self, target: &str) -> Vec<String> {
        let (Some(hex), party) = (self.hex(target), self.party(target)) else { return Vec::new() };
        let beside = self.units.values().filter(|unit| {
            Some(unit.party) == party
                && !unit.kind.is_sub_unit()
                && unit.kind != crate::roster::Kind::Command
                && self.hex(&unit.id).is_some_and(|at| self.grid.distance(hex, at) <= 1)
        });
        [target.to_owned()].into_iter().chain(beside.map(|unit| unit.id.clone())).collect()
    }

    /// The nearest base of a party to a unit, and how far it is in hexes.
    fn nearest(&self, party: Party, unit: &str) -> Option<(u32, String)> {
        let hex = self.hex(unit)?;
        let own =
            self.units.values().filter(|one| one.party == party && self.bases_left(&one.id) > 0);
        own.filter_map(|one| Some((self.grid.distance(hex, self.hex(&one.id)?), one.id.clone())))
            .min()
    }

    /// How far the nearest friendly sub-unit is, in hexes.
    fn nearest_friend(&self, unit: &str) -> Option<u32> {
        let (hex, party) = (self.hex(unit)?, self.party(unit)?);
        let friends = self.order.of(party).iter().filter(|one| *one != unit);
        let friends = friends.filter(|one| self.bases_left(one) > 0);
        friends.filter_map(|one| Some(self.grid.distance(hex, self.hex(one)?))).min()
    }

    /// What a failed check does: of two effects each takes half of the bases, from the left.
    fn suffer(&mut self, unit: &str, cell: &str, left: u32, party: Party) {
        let effects: Vec<&str> = cell.split(' ').filter(|effect| *effect != "-").collect();
        let share = |place: usize| {
            let parts = effects.len() as u32;
            left / parts + u32::from((place as u32) < left % parts)
        };
        let harm: &mut Harm = self.standard.units.entry(unit.to_owned()).or_default();
        for (place, effect) in effects.iter().enumerate() {
            match *effect {
                "P" => harm.pinned = true,
                "R" => harm.fell_back = true,
                "M" => harm.demoralized = true,
                // Whoever surrenders or disintegrates is lost.
                _ => {
                    harm.lost += share(place);
                    *self.standard.lost.of_mut(party) += share(place);
                }
            }
        }
        let bases = self.units.get(unit).map_or(0, |unit| unit.bases);
        harm.damaged = harm.damaged.min(bases.saturating_sub(harm.lost));
    }
}

/// What a type of barrage is called, and how many of a mix are of it.
type BarrageType = (&'static str, fn(&mut Mix) -> &mut u32);
