//! Supply: lines from sources to units, judged in its steps, and what lack of it brings.
//!
//! ```text
//! sources ─▶ paths that carry supply any distance ─▶ the range, hex by hex ─▶ units
//! ```
//!
//! The search goes the other way than the line: once from all sources, and every unit that draws on
//! them reads how far it is.

use salient_hex::Hex;
use salient_hex::path::{BARRED, Reach, Step};
use salient_rules::game::{Reason, SupplyView};
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::SupplyState;
use salient_schema::rules_of_play::ZonePurpose;

use crate::citations::Chapter;
use crate::enemies;
use crate::event::{Detail, Supplied};
use crate::game::Standard;
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;
use crate::state::supply_state;
use crate::states;
use crate::terrain::Terrain;
use crate::zones::in_zone_for;

/// A range without an end, in whatever it counts.
const ENDLESS: u32 = 60_000;

/// Supply, compiled.
#[derive(Debug)]
pub struct SupplyRules {
    who: Members,
    range: Number,
    in_points: bool,
    /// Kinds of path that carry it, a bit each.
    along: u32,
    states: Vec<Lack>,
    nets: Vec<Net>,
    /// By hex, the directions in which nobody can go, a bit each.
    closed: Vec<u8>,
}

#[derive(Debug)]
struct Lack {
    after: u8,
    attrition: Number,
}

/// Units that draw on the same sources over the same ground.
#[derive(Debug)]
struct Net {
    side: usize,
    sources: Vec<Source>,
    units: Vec<Unit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Source {
    hex: Hex,
    /// It is whoever holds it that it supplies: an edge of the map is nobody's to take.
    is_held: bool,
}

/// Units that draw on the same sources in the same way: side, sources, and class of those who move.
type Alike = (usize, Vec<usize>, u16);

impl SupplyRules {
    /// Those of a ruleset; none where every unit is in supply.
    pub fn read(reader: &mut Reader<'_>, terrain: &Terrain) -> Option<Self> {
        let (play, bundle, compiled) = (reader.play, reader.bundle, reader.compiled);
        let supply = play.supply.as_ref()?;
        let map = &compiled.map;
        let along = reader.kinds(&bundle.ruleset.paths, &supply.along, ("/supply/along", "path"));
        let along = along as u32;
        if supply.sources.is_empty() {
            reader.wrong("/supply/sources", "supply needs a source".to_owned());
        }
        let mut sources: Vec<(Members, Vec<Source>)> = Vec::new();
        for (place, source) in supply.sources.iter().enumerate() {
            let at = |field: &str| format!("/supply/sources/{place}{field}");
            let mut hexes = Vec::new();
            let kinds = &bundle.ruleset.features;
            let bits = reader.kinds(kinds, &source.features, (&at("/features"), "feature"));
            let featured = map.grid().hexes().filter(|&hex| map.features(hex) & bits != 0);
            hexes.extend(featured.map(|hex| Source { hex, is_held: true }));
            for (i, id) in source.zones.iter().enumerate() {
                match bundle.map.zones.items.iter().find(|zone| zone.id == *id) {
                    Some(zone) => {
                        let inside = zone.hexes.iter().filter_map(|label| compiled.hex(label));
                        hexes.extend(inside.map(|hex| Source { hex, is_held: true }));
                    }
                    None => reader.dangling(&at(&format!("/zones/{i}")), "zone of the map", id),
                }
            }
            if let Some(edge) = source.edge {
                let edge = map.grid().along_edge(edge).into_iter();
                let edge = edge.filter(|&hex| map.grid().is_on_map(hex));
                let reached = |hex: &Hex| !source.on_path || map.paths_in(*hex) & along != 0;
                hexes.extend(edge.filter(reached).map(|hex| Source { hex, is_held: false }));
            }
            if source.on_path && (source.edge.is_none() || along == 0) {
                let text = "only an edge of the map can be reached by a path, and supply must be \
                            carried along some kind of path";
                reader.wrong(&at("/on_path"), text.to_owned());
            }
            if source.features.is_empty() && source.zones.is_empty() && source.edge.is_none() {
                let text = "a source is a kind of feature, a zone or an edge of the map";
                reader.wrong(&at(""), text.to_owned());
            }
            sources.push((reader.members(&source.who, &at("/who")), hexes));
        }
        let who = reader.members(&supply.who, "/supply/who");
        let mut nets: Vec<(Alike, Net)> = Vec::new();
        for unit in compiled.all_units().filter(|&unit| who.has(unit)) {
            let own = (0..sources.len()).filter(|&place| sources[place].0.has(unit)).collect();
            let class = if supply.in_points { terrain.class_of(unit) } else { 0 };
            let side = compiled.unit(unit).side;
            let key: Alike = (side, own, class);
            match nets.iter_mut().find(|(other, _)| *other == key) {
                Some((_, net)) => net.units.push(unit),
                None => {
                    let hexes = key.1.iter().flat_map(|&place| &sources[place].1);
                    let mut sources: Vec<Source> = hexes.copied().collect();
                    sources.sort_unstable();
                    // A hex that is a source in two ways is one that need not be held.
                    sources.dedup_by_key(|source| source.hex);
                    nets.push((key, Net { side, sources, units: vec![unit] }));
                }
            }
        }
        let states = supply.states.iter().enumerate().map(|(place, state)| {
            let at = format!("/supply/states/{place}/attrition");
            Lack {
                after: state.after.max(1),
                attrition: reader.bounded(&state.attrition, &at, (0, 10)),
            }
        });
        let states = states.collect();
        Some(Self {
            who,
            range: reader.bounded(&supply.range, "/supply/range", (0, 1000)),
            in_points: supply.in_points,
            along,
            states,
            nets: nets.into_iter().map(|(_, net)| net).collect(),
            closed: terrain.closed(map),
        })
    }

    /// The hexes that supply whoever holds them.
    pub fn held(&self) -> impl Iterator<Item = Hex> {
        let all = self.nets.iter().flat_map(|net| &net.sources);
        all.filter(|source| source.is_held).map(|source| source.hex)
    }

    /// The place of the state of those who were so many times without supply.
    fn lack(&self, without: u8) -> Option<usize> {
        self.states.iter().rposition(|lack| without >= lack.after)
    }

    fn net_of(&self, unit: Unit) -> Option<&Net> {
        self.nets.iter().find(|net| net.units.contains(&unit))
    }
}

/// Whether a source supplies a side now: no enemy stands in it or holds it.
fn is_open(rules: &Rules, position: &Position<Standard>, side: usize, source: Source) -> bool {
    let holder = || {
        let place = rules.scoring.place(source.hex)?;
        position.own.holders.get(place).copied().flatten()
    };
    let is_enemy = |holder: u8| rules.are_enemies(side, holder.into());
    let is_taken = source.is_held && holder().is_some_and(is_enemy);
    !is_taken && !enemies::stand_in(rules, position, side, source.hex)
}

/// The hexes in which a unit's supply comes from now.
pub fn sources_of<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    unit: Unit,
) -> impl Iterator<Item = Hex> + 'a {
    let net = rules.supply.as_ref().and_then(|supply| supply.net_of(unit));
    let side = rules.side(unit);
    let sources = net.into_iter().flat_map(|net| &net.sources);
    sources.filter(move |&&one| is_open(rules, position, side, one)).map(|source| source.hex)
}

/// How far each unit of a side on the map that needs supply is from it, in hexes, in the order of
/// the units; none where no line leads to it.
pub fn lines(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
) -> Vec<(Unit, Option<u32>)> {
    let Some(supply) = &rules.supply else { return Vec::new() };
    let map = &rules.compiled.map;
    let mut reach = Reach::default();
    let mut out = Vec::new();
    for net in supply.nets.iter().filter(|net| net.side == side) {
        let here = |&&unit: &&Unit| position.hex(unit).is_some();
        let asked = net.units.iter().filter(here);
        let asked = asked.map(|&unit| (unit, range_of(rules, position, (supply, unit))));
        let asked: Vec<(Unit, u32)> = asked.collect();
        let Some(farthest) = asked.iter().map(|(_, range)| *range).max() else { continue };
        fill(rules, position, (supply, net), farthest, &mut reach);
        for (unit, range) in asked {
            let Some(hex) = position.hex(unit) else { continue };
            let is_near = reach.cost(hex).is_some_and(|cost| cost <= range);
            out.push((unit, is_near.then(|| reach.path(map, hex).len() as u32)));
        }
    }
    out.sort_unstable();
    out
}

/// How long a unit's supply line may be, in hexes or in parts of movement points.
fn range_of(
    rules: &Rules,
    position: &Position<Standard>,
    (supply, unit): (&SupplyRules, Unit),
) -> u32 {
    let range = supply.range.in_case(&Case::new(&rules.compiled, position).of(unit));
    let parts = if supply.in_points { u32::from(rules.terrain.parts) } else { 1 };
    match range.max(0).unsigned_abs().saturating_mul(parts) {
        0 => ENDLESS,
        range => range,
    }
}

/// Finds every hex within reach of the sources of a net.
fn fill(
    rules: &Rules,
    position: &Position<Standard>,
    (supply, net): (&SupplyRules, &Net),
    budget: u32,
    reach: &mut Reach,
) {
    let (map, side) = (&rules.compiled.map, net.side);
    let (enemies, board) = (rules.enemies_of(side), position.board());
    let zones = rules.zones.as_ref().filter(|zones| !zones.lets_supply_through);
    // A line comes to a hex in an enemy zone of control, and does not go on.
    let cut = |hex: Hex| {
        zones.is_some() && in_zone_for(rules, position, (side, ZonePurpose::Supply), &[], hex)
    };
    let open = net.sources.iter().filter(|&&one| is_open(rules, position, side, one));
    let mut starts: Vec<(Hex, u32)> = open.map(|source| (source.hex, 0)).collect();
    if supply.along != 0 {
        let mut seen = vec![false; map.len()];
        starts.iter().for_each(|(hex, _)| seen[hex.index()] = true);
        let mut next = 0;
        while let Some(&(from, _)) = starts.get(next) {
            next += 1;
            if map.paths_in(from) & supply.along == 0 || cut(from) {
                continue;
            }
            for (direction, to) in map.neighbours(from) {
                if map.path(from, direction) & supply.along != 0
                    && board.present(to) & enemies == 0
                    && !std::mem::replace(&mut seen[to.index()], true)
                {
                    starts.push((to, 0));
                }
            }
        }
    }
    let steps = net.units.first().filter(|_| supply.in_points);
    let steps = steps.map(|&unit| rules.terrain.steps(map, unit, position.own.weather, true));
    reach.search_from(map, &starts, budget, |from, direction, to| {
        if board.present(to) & enemies != 0 || cut(from) {
            return Step::Barred;
        }
        // The line leads from the unit to the source, against the search.
        let back = direction.opposite().index();
        let cost = match steps {
            Some(steps) => steps.get(to.index()).map_or(BARRED, |steps| steps[back]),
            None if supply.closed[to.index()] >> back & 1 == 1 => BARRED,
            None => 1,
        };
        match cost {
            BARRED => Step::Barred,
            cost if cut(to) => Step::Halt(cost.into()),
            cost => Step::Through(cost.into()),
        }
    });
}

/// Supply is judged: a side's units are in it, or in the state that lack of it brings, and pay for
/// that.
pub fn judge(cx: &mut PlayContext<'_, Standard>, side: usize) {
    let rules = cx.rules;
    let Some(supply) = &rules.supply else { return };
    let mut changed: Vec<(Option<u8>, Unit)> = Vec::new();
    for (unit, line) in lines(rules, cx.position, side) {
        let before = supply_state(cx.position, unit);
        let own = &mut cx.position.own.supply[unit.index()];
        let without = if line.is_some() { 0 } else { own.0.saturating_add(1) };
        let now = supply.lack(without).filter(|_| without > 0).map(|place| place as u8);
        *own = (without, now.map_or(0, |place| place + 1));
        if now != before {
            changed.push((now, unit));
        }
    }
    let own = rules.cite.rule(Chapter::Supply);
    let rule = |place: Option<u8>| {
        let state =
            place.and_then(|place| rules.play.supply.as_ref()?.states.get(usize::from(place)));
        state.and_then(|state| state.rule.as_deref()).unwrap_or(own).to_owned()
    };
    changed.sort_unstable();
    for alike in changed.chunk_by(|one, other| one.0 == other.0) {
        let now = alike[0].0;
        let units: Vec<Unit> = alike.iter().map(|(_, unit)| *unit).collect();
        cx.emit(|rules| {
            let states = rules.play.supply.as_ref().map(|supply| &supply.states);
            let state = states.zip(now).and_then(|(all, now)| all.get(usize::from(now)));
            Detail::Supplied(Supplied {
                side: rules.compiled.sides[side].clone(),
                state: state.map(|state| state.id.clone()),
                name: state.map(|state| state.name.clone()),
                units: rules.compiled.names(&units),
                rule: rule(now),
            })
        });
        for unit in units {
            states::settle_zone(cx, unit);
        }
    }
    for unit in rules.compiled.units_of(side).iter().copied().filter(|&unit| supply.who.has(unit)) {
        let Some(place) = supply_state(cx.position, unit) else { continue };
        let case = Case::new(&rules.compiled, cx.position).of(unit);
        let steps = supply.states[usize::from(place)].attrition.in_case(&case);
        for _ in 0..steps {
            cx.lose_step(unit, "supply", None, &rule(Some(place)));
        }
    }
}

/// How a unit on the map is supplied, and why: the state that was judged last, and whether a line
/// leads to it now, from where. None for whom the rules ask for no supply.
pub fn reason(rules: &Rules, position: &Position<Standard>, unit: Unit) -> Option<Reason> {
    let supply = rules.supply.as_ref()?;
    let (net, hex) = (supply.net_of(unit)?, position.hex(unit)?);
    let map = &rules.compiled.map;
    let mut reach = Reach::default();
    let range = range_of(rules, position, (supply, unit));
    fill(rules, position, (supply, net), range, &mut reach);
    let states = rules.play.supply.iter().flat_map(|supply| &supply.states);
    let state = supply_state(position, unit).and_then(|place| states.clone().nth(place.into()));
    let judged = state.map_or("In supply", |state| &state.name);
    let line = match reach.cost(hex).filter(|cost| *cost <= range) {
        Some(_) => {
            let start = reach.start(map, hex).unwrap_or(hex);
            let hexes = reach.path(map, hex).len();
            let label = rules.compiled.label(start);
            let is_source = net.sources.iter().any(|source| source.hex == start);
            let to = if is_source { "the source in" } else { "the way to a source, in" };
            match hexes {
                0 if is_source => format!("it stands in the source in {label}"),
                0 => format!("it stands on the way to a source, in {label}"),
                1 => format!("a line of one hex leads to {to} {label}"),
                _ => format!("a line of {hexes} hexes leads to {to} {label}"),
            }
        }
        None => {
            let is_some_open =
                net.sources.iter().any(|&one| is_open(rules, position, net.side, one));
            match (net.sources.is_empty(), is_some_open) {
                (true, _) => "the map has no source for it".to_owned(),
                (_, false) => "enemies hold every source".to_owned(),
                (_, true) => "no open line leads to a source".to_owned(),
            }
        }
    };
    let own = rules.cite.rule(Chapter::Supply);
    let rule = state.and_then(|state| state.rule.as_deref()).unwrap_or(own).to_owned();
    Some(Reason { what: format!("{judged}: {line}").into(), rule: rule.into() })
}

/// How every unit of a side on the map is supplied now, for the screens.
pub fn views<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    side: usize,
) -> Vec<SupplyView<'a>> {
    let Some(supply) = &rules.supply else { return Vec::new() };
    let view = |(unit, line): (Unit, Option<u32>)| {
        let without = position.own.supply.get(unit.index()).map_or(0, |own| own.0).max(1);
        let state = match (line, supply.lack(without)) {
            (Some(_), _) => SupplyState::InSupply,
            // The screens know three names of it: the last of several is the worst.
            (None, Some(place)) if place > 0 && place + 1 == supply.states.len() => {
                SupplyState::Isolated
            }
            (None, _) => SupplyState::OutOfSupply,
        };
        SupplyView { name: &rules.compiled.unit(unit).name, state, distance: line }
    };
    lines(rules, position, side).into_iter().map(view).collect()
}
