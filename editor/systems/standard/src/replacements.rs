//! Replacements: points of the scenario that bring lost steps and eliminated units back.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::{PointsLeft, UnitStatus};
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::Group;
use salient_schema::{Code, Diagnostic};

use crate::acts::Act;
use crate::arrivals::may_stand;
use crate::citations::Chapter;
use crate::event::{Detail, Replaced};
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;
use crate::state::supply_state;
use crate::weather::Events;
use crate::zones::in_enemy_zone;
use crate::{supply, victory};

/// Replacements, compiled.
#[derive(Debug)]
pub struct ReplacementRules {
    who: Members,
    cost: Number,
    rebuild: Number,
    most: Number,
    /// Those for few units first, as they are spent first.
    pub pools: Vec<Pool>,
}

/// Points of one kind.
#[derive(Debug)]
pub struct Pool {
    pub side: usize,
    /// Whose steps they bring back.
    whose: Members,
    /// What they are called: `replacement points for infantry`.
    name: String,
    /// The scenario's points by game-turn; turn 0 is when play begins.
    due: Vec<(u16, i32)>,
    /// What the scenario calls them by.
    pub of: PoolOf,
}

/// What replacement points are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolOf {
    /// The nation.
    pub nation: Option<String>,
    /// The type, trait or size.
    pub kind: Option<String>,
}

impl ReplacementRules {
    /// Those of a ruleset and of the scenario's points; none where no step comes back.
    pub fn read(reader: &mut Reader<'_>, events: &Events) -> Option<Self> {
        let (play, bundle, compiled) = (reader.play, reader.bundle, reader.compiled);
        let Some(rules) = play.replacements.as_ref() else {
            if !bundle.scenario.replacements.is_empty() {
                let text = "the scenario has replacement points, and the rules of play know none";
                let wrong = Diagnostic::error(Code::Rule, text);
                reader.found.push(wrong.pointer("/scenario/replacements"));
            }
            return None;
        };
        let mut pools: Vec<Pool> = Vec::new();
        for (at, due) in bundle.scenario.replacements.iter().enumerate() {
            let pointer = format!("/scenario/replacements/{at}");
            let Some(side) = compiled.side(&due.side) else {
                let text = format!("there is no side '{}'", due.side);
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                reader.found.push(wrong.pointer(format!("{pointer}/side")));
                continue;
            };
            let of = PoolOf { nation: due.nation.clone(), kind: due.pool.clone() };
            let points = (due.turn, due.points);
            match pools.iter_mut().find(|pool| pool.side == side && pool.of == of) {
                Some(pool) => pool.due.push(points),
                None => pools.push(Pool { due: vec![points], ..pool(reader, side, of, &pointer) }),
            }
        }
        for side in 0..compiled.sides.len() {
            let is_there = |pool: &Pool| pool.side == side && pool.of == PoolOf::default();
            if events.bring_replacements(side) && !pools.iter().any(is_there) {
                pools.push(pool(reader, side, PoolOf::default(), ""));
            }
        }
        pools.sort_by_key(|pool| (pool.of.kind.is_none(), pool.of.nation.is_none()));
        let bounded = |reader: &mut Reader<'_>, amount, field: &str| {
            reader.bounded(amount, &format!("/replacements/{field}"), (0, 1000))
        };
        Some(Self {
            who: reader.members(&rules.who, "/replacements/who"),
            cost: bounded(reader, &rules.cost, "cost"),
            rebuild: bounded(reader, &rules.rebuild, "rebuild"),
            most: bounded(reader, &rules.most, "most"),
            pools,
        })
    }

    /// The place of a side's points for any unit.
    pub fn general(&self, side: usize) -> Option<usize> {
        self.pools.iter().position(|pool| pool.side == side && pool.of == PoolOf::default())
    }

    /// The pools that pay for a unit, those for few units first.
    fn paying(&self, side: usize, unit: Unit) -> impl Iterator<Item = usize> + '_ {
        let pools = self.pools.iter().enumerate();
        let own = pools.filter(move |(_, pool)| pool.side == side && pool.whose.has(unit));
        own.map(|(place, _)| place)
    }
}

/// A kind of points without points.
fn pool(reader: &mut Reader<'_>, side: usize, of: PoolOf, pointer: &str) -> Pool {
    let ids: Vec<&String> = of.nation.iter().chain(&of.kind).collect();
    for (field, id) in [("nation", &of.nation), ("pool", &of.kind)] {
        if let Some(id) = id.as_ref().filter(|id| !reader.is_a_group(id)) {
            let text = format!("there is no type, trait, size or nation '{id}'");
            let wrong = Diagnostic::error(Code::DanglingReference, text);
            reader.found.push(wrong.pointer(format!("{pointer}/{field}")));
        }
    }
    let all = ids.iter().map(|id| Group { of: vec![(*id).clone()], ..Group::default() });
    let all: Vec<Members> = all.map(|group| reader.members(&group, pointer)).collect();
    let names: Vec<String> = ids.iter().map(|id| reader.name_of_group(id)).collect();
    let name = match names.is_empty() {
        true => "replacement points".to_owned(),
        false => format!("replacement points, {}", names.join(" ")),
    };
    let units = reader.compiled.all_units();
    let whose = units.map(|unit| all.iter().all(|members| members.has(unit))).collect();
    Pool { side, whose: Members::of(whose), name, due: Vec::new(), of }
}

/// A game-turn begins: its points come, and those of before are gone unless they are kept.
pub fn begin_turn(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    cx.position.own.gained.iter_mut().for_each(|steps| *steps = 0);
    let Some(replacements) = &rules.replacements else { return };
    let kept = rules.play.replacements.as_ref().is_some_and(|play| play.kept);
    let (turn, first) = (cx.position.turn, cx.position.turn_place == 0);
    for (pool, points) in replacements.pools.iter().zip(&mut cx.position.own.replacements) {
        let comes = |due: &&(u16, i32)| due.0 == turn || first && due.0 == 0;
        let due: i32 = pool.due.iter().filter(comes).map(|(_, points)| points).sum();
        *points = if kept { *points + due } else { due };
    }
}

/// An event brings a side points.
pub fn receive(cx: &mut PlayContext<'_, Standard>, side: usize, points: i32, rule: &str) {
    let Some(replacements) = &cx.rules.replacements else { return };
    let Some(place) = replacements.general(side) else { return };
    let from = cx.position.own.replacements[place];
    let to = from.saturating_add(points);
    cx.position.own.replacements[place] = to;
    cx.level("replacement-points", side, (from, to), rule);
}

/// A side spends its points.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize) {
    if !legal(cx.rules, cx.position, side).is_empty() {
        cx.ask(side, Decision::Replace);
    }
}

/// What a unit's step costs now; and, of an eliminated one, its return.
fn price(rules: &Rules, position: &Position<Standard>, unit: Unit) -> i32 {
    let Some(replacements) = &rules.replacements else { return 0 };
    let case = Case::new(&rules.compiled, position).of(unit);
    match position.state(unit).status {
        UnitStatus::Eliminated => replacements.rebuild.in_case(&case),
        _ => replacements.cost.in_case(&case),
    }
}

/// Whether a unit may get a step back, wherever it comes back.
fn check_unit(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let no = |text: &'static str| {
        Err(Violation::new(rules.cite.rule(Chapter::Reinforcements).to_owned(), text))
    };
    let (Some(replacements), Some(play)) = (&rules.replacements, &rules.play.replacements) else {
        return no("no lost step comes back");
    };
    if rules.side(unit) != side || !replacements.who.has(unit) {
        return no("no step of the unit comes back");
    }
    let (state, hex) = (position.state(unit), position.hex(unit));
    let is_gone = state.status == UnitStatus::Eliminated;
    if !is_gone && hex.is_none() {
        return no("the unit is not on the map");
    }
    if !is_gone && state.face == 0 {
        return no("the unit has all its steps");
    }
    let price = price(rules, position, unit);
    if price <= 0 {
        return no(if is_gone {
            "eliminated units do not come back"
        } else {
            "no step comes back"
        });
    }
    if play.in_supply && supply_state(position, unit).is_some() {
        return no("the unit is out of supply");
    }
    if play.out_of_zones && hex.is_some_and(|hex| in_enemy_zone(rules, position, side, hex)) {
        return no("the unit is in an enemy zone of control");
    }
    let most = replacements.most.in_case(&Case::new(&rules.compiled, position).of(unit));
    let gained = position.own.gained.get(unit.index()).copied().unwrap_or(0);
    if most > 0 && i32::from(gained) >= most {
        return no("the unit gets no more steps in this game-turn");
    }
    let points = replacements.paying(side, unit);
    if points.map(|place| position.own.replacements[place]).sum::<i32>() < price {
        return no("there are not enough replacement points");
    }
    Ok(())
}

/// The hexes in which an eliminated unit comes back: its supply's sources; without rules of supply
/// those by which it arrives.
fn returns(rules: &Rules, position: &Position<Standard>, unit: Unit) -> Vec<Hex> {
    if rules.supply.is_some() {
        return supply::sources_of(rules, position, unit).collect();
    }
    let mut arrivals = rules.compiled.arrivals.iter();
    let own = arrivals.find(|arrival| arrival.unit == unit);
    own.map(|arrival| arrival.entries.clone()).unwrap_or_default()
}

fn check_return(
    rules: &Rules,
    position: &Position<Standard>,
    (side, unit): (usize, Unit),
    hex: Hex,
) -> Result<(), Violation> {
    let zones = rules.play.replacements.as_ref().is_some_and(|play| play.out_of_zones);
    if zones && in_enemy_zone(rules, position, side, hex) {
        let text = format!("{} is in an enemy zone of control", rules.compiled.label(hex));
        return Err(Violation::new(rules.cite.rule(Chapter::Reinforcements).to_owned(), text));
    }
    may_stand(rules, position, unit, hex)
}

/// Whether points may be spent so.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (unit, hex): (Unit, Option<Hex>),
) -> Result<(), Violation> {
    let rule = || rules.cite.rule(Chapter::Reinforcements).to_owned();
    check_unit(rules, position, side, unit)?;
    let is_gone = position.state(unit).status == UnitStatus::Eliminated;
    match hex {
        None if is_gone => Err(Violation::new(rule(), "say where the unit comes back")),
        None => Ok(()),
        Some(_) if !is_gone => Err(Violation::new(rule(), "the unit stays where it stands")),
        Some(hex) if !returns(rules, position, unit).contains(&hex) => {
            let text = format!("the unit does not come back at {}", rules.compiled.label(hex));
            Err(Violation::new(rule(), text))
        }
        Some(hex) => check_return(rules, position, (side, unit), hex),
    }
}

/// What a side may spend its points on.
pub fn legal(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Act> {
    let Some(replacements) = &rules.replacements else { return Vec::new() };
    let own = replacements.pools.iter().zip(&position.own.replacements);
    if !own.clone().any(|(pool, points)| pool.side == side && *points > 0) {
        return Vec::new();
    }
    let mut acts = Vec::new();
    for &unit in rules.compiled.units_of(side) {
        if check_unit(rules, position, side, unit).is_err() {
            continue;
        }
        match position.state(unit).status {
            UnitStatus::Eliminated => {
                let mut hexes = returns(rules, position, unit);
                hexes.sort_unstable();
                hexes.dedup();
                hexes.retain(|&hex| check_return(rules, position, (side, unit), hex).is_ok());
                acts.extend(hexes.into_iter().map(|hex| Act::Replace { unit, hex: Some(hex) }));
            }
            _ => acts.push(Act::Replace { unit, hex: None }),
        }
    }
    acts
}

/// Spends points that were checked, and ends the question where no more can be spent.
pub fn apply(cx: &mut PlayContext<'_, Standard>, side: usize, (unit, hex): (Unit, Option<Hex>)) {
    let rules = cx.rules;
    let Some(replacements) = &rules.replacements else { return };
    let price = price(rules, cx.position, unit);
    let mut left = price;
    for place in replacements.paying(side, unit) {
        let points = &mut cx.position.own.replacements[place];
        let paid = left.min(*points);
        *points -= paid;
        left -= paid;
    }
    let gained = &mut cx.position.own.gained[unit.index()];
    *gained = gained.saturating_add(1);
    let rule = rules.cite.rule(Chapter::Reinforcements);
    cx.emit(|rules| {
        Detail::Replaced(Replaced {
            side: rules.compiled.sides[side].clone(),
            unit: rules.compiled.unit(unit).name.clone(),
            points: price,
            rule: rule.to_owned(),
        })
    });
    match hex {
        Some(hex) => {
            let last = rules.compiled.unit(unit).steps.saturating_sub(1);
            cx.turn_over(unit, last, rule);
            *cx.position.flags_mut(unit) = 0;
            cx.position.own.supply[unit.index()] = (0, 0);
            cx.place(unit, hex, "replacement", rule);
            victory::take(cx, unit, hex);
        }
        None => {
            let face = cx.position.state(unit).face.saturating_sub(1);
            cx.turn_over(unit, face, rule);
        }
    }
    if legal(rules, cx.position, side).is_empty() {
        cx.answered(side);
    }
}

/// The points that all sides have left.
pub fn left(rules: &Rules, position: &Position<Standard>) -> Vec<PointsLeft> {
    let pools = rules.replacements.iter().flat_map(|replacements| &replacements.pools);
    let left = pools.zip(&position.own.replacements).map(|(pool, points)| PointsLeft {
        side: pool.side,
        kind: pool.name.clone().into(),
        points: (*points).max(0).unsigned_abs(),
    });
    let mut left: Vec<PointsLeft> = left.collect();
    left.sort_by_key(|points| points.side);
    left
}
