//! What may be known before something is done: what shifts the columns of a fire or an assault, and
//! in which hexes a way leads under opportunity fire.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::game::{Modifier, UnderFire};
use salient_rules::play::{Position, Unit};
use salient_rules::words::list;

use crate::acts::Act;
use crate::decision::{Assault, Decision, React};
use crate::direct_fire::{companies_shift, own_shift, works_shift};
use crate::opportunity::able;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{ACTIVE, ASSAULTS, CHARGED, DEMORALIZED, ENTERED, ENTRENCHED, has};
use crate::{
    activation, assault, assault_move, bombardment, drumfire, flanking, legal, missions, moves,
    paths, rivers,
};

type Here = Position<InfantryAttacks>;

/// IA 13.0: the hexes on the ways of a unit in which the enemy may fire at it, from where. What is
/// hidden from its side is not in its view, and so betrays nothing.
pub fn under_fire(rules: &Rules, view: &Here, unit: Unit) -> Vec<UnderFire> {
    let side = rules.side_of(unit);
    let moves = view.asked().is_some_and(|ask| ask.what == Decision::Act)
        && moves::may_move(rules, view, side, unit).is_ok();
    let Some(start) = view.hex(unit).filter(|_| moves) else { return Vec::new() };
    let mut reach = Reach::default();
    if paths::find_ways(rules, view, unit, 0, &mut reach).is_none() {
        return Vec::new();
    }
    let hexes: Vec<Hex> = reach.reached().iter().copied().filter(|&hex| hex != start).collect();
    let flags = view.state(unit).flags;
    let mut supposed = view.clone();
    let mut under = Vec::new();
    for hex in hexes {
        // IA 13.23: not at who enters an assault hex.
        if barred_to(rules, view, side, hex) {
            continue;
        }
        supposed.conceal(rules, unit);
        supposed.suppose(rules, unit, hex);
        *supposed.flags_mut(unit) = flags;
        let react = React { movers: vec![unit], fired: Vec::new(), rest: Vec::new() };
        let able = able(rules, &supposed, 1 - side, &react);
        let mut from: Vec<Hex> = able.into_iter().filter_map(|unit| view.hex(unit)).collect();
        from.sort_unstable();
        from.dedup();
        if !from.is_empty() {
            under.push(UnderFire { hex, from, rule: "IA 13.0".into() });
        }
    }
    under.sort();
    under
}

/// What an act comes to that its words do not say: whether those who go among the enemy must
/// attack; who stands where planned fire falls; what a mission is that may be ended (IA 9.14); where
/// those who are activated to fire may assault, as an assault is fire (IA 3.13), and who of them has
/// nobody to fire at.
pub fn remark(rules: &Rules, view: &Here, side: usize, act: &Act) -> Option<String> {
    if let Act::Move { units, path } = act {
        let to = *path.last().filter(|_| assault_move::is_one(rules, view, side, units, path))?;
        let own = |unit: Unit| rules.side_of(unit) == side && !has(view, unit, ENTERED);
        let help = view.stack(to).any(own);
        return Some(match help {
            true => "it joins the assault there, and may attack (IA 12.5)".to_owned(),
            false => "an assault: all who go in must attack (IA 12.4)".to_owned(),
        });
    }
    if let Act::Bombard { units } = act {
        let aims = aims(rules, view);
        let (_, hex) = aims.into_iter().find(|(gun, _)| units.contains(gun))?;
        return Some(there(rules, view, hex));
    }
    if let Act::Abort { unit } = act {
        return missions::in_words(rules, view, missions::task(rules, view, *unit)?);
    }
    let (by, moving, firing) = act.activates()?;
    let supposed = activation::supposed(rules, view, side, by, moving, firing);
    let mut parts = Vec::new();
    let ways = |unit: Unit| assault_move::ways(rules, &supposed, unit);
    let mut hexes: Vec<Hex> =
        firing.iter().flat_map(|&unit| ways(unit)).filter_map(|way| way.last().copied()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    if !hexes.is_empty() {
        let labels = hexes.iter().map(|&hex| rules.compiled.label(hex).to_owned());
        let who = if firing.len() == 1 { "it" } else { "those who fire" };
        let labels = list(&labels.collect::<Vec<_>>());
        parts.push(format!("{who} may assault {labels} instead (IA 12.2)"));
    }
    // Whoever stands among the enemy fires at those there.
    let in_vain = |unit: &&Unit| {
        !rules.piece(**unit).kind.is_leader()
            && view.hex(**unit).is_some_and(|hex| !barred_to(rules, view, side, hex))
            && legal::targets(rules, &supposed, **unit).is_empty()
            && ways(**unit).is_empty()
    };
    let idle: Vec<String> =
        firing.iter().filter(in_vain).map(|&it| format!("'{}'", rules.unit(it).name)).collect();
    if !idle.is_empty() {
        let has = if idle.len() == 1 { "has" } else { "have" };
        parts.push(format!("{} {has} nobody to fire at (IA 8.1)", list(&idle)));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// IA 12.2: the assault for which units go among the enemy, with all who are there then.
pub fn leads_to(rules: &Rules, view: &Here, side: usize, act: &Act) -> Option<Act> {
    let Act::Move { units, path } = act else { return None };
    let to = *path.last().filter(|_| assault_move::is_one(rules, view, side, units, path))?;
    let mut there = view.clone();
    for &unit in units {
        let flags = view.state(unit).flags & !ACTIVE | ASSAULTS | ENTERED;
        there.conceal(rules, unit);
        there.suppose(rules, unit, to);
        *there.flags_mut(unit) = flags;
    }
    let mut all = assault::legal(rules, &there, side).into_iter();
    let (hex, units, cold_steel) = all.find(|(hex, _, cold_steel)| *hex == to && !cold_steel)?;
    Some(Act::Assault { hex, units, cold_steel })
}

/// IA 12.33: who strikes first in an assault.
pub fn strikes_first(rules: &Rules, view: &Here, side: usize, act: &Act) -> Option<String> {
    let Act::Assault { hex, units, cold_steel } = act else { return None };
    let assault = Assault { hex: *hex, side, units: units.clone(), cold_steel: *cold_steel };
    Some(assault::order(rules, view, &assault).to_owned())
}

/// IA 9.2, 9.71: where the fire of guns falls that was planned, or that of drumfire.
pub fn aims(rules: &Rules, view: &Here) -> Vec<(Unit, Hex)> {
    match view.asked().map(|ask| &ask.what) {
        Some(Decision::Bombard(barrage)) => bombardment::due(rules, view, barrage.side),
        Some(Decision::Drumfire(drum)) => drumfire::next(rules, view, drum),
        _ => Vec::new(),
    }
}

/// Who stands in a hex, as far as the side knows: shells hit one's own, too (IA 9.8).
fn there(rules: &Rules, view: &Here, hex: Hex) -> String {
    let names = view.stack(hex).map(|unit| format!("'{}'", rules.unit(unit).name));
    match names.collect::<Vec<_>>().as_slice() {
        [] => "nobody is seen there".to_owned(),
        [one] => format!("{one} stands there"),
        several => format!("{} stand there", list(several)),
    }
}

/// What shifts the columns of a fire, a bombardment over open sights or an assault.
pub fn modifiers(rules: &Rules, view: &Here, side: usize, act: &Act) -> Vec<Modifier> {
    let mut found = match act {
        Act::Fire { units, target, .. } => {
            let guns = units.iter().any(|&unit| missions::is_gun(rules, unit));
            let opportunity = matches!(view.asked(), Some(ask) if ask.what != Decision::Act);
            fire(rules, view, side, (units, *target), (guns, opportunity))
        }
        Act::Assault { hex, units, cold_steel } => {
            assaults(rules, view, side, (units, *hex), *cold_steel)
        }
        _ => Vec::new(),
    };
    found.retain(|one| one.by != 0);
    found
}

fn modifier(
    by: i32,
    what: impl Into<std::borrow::Cow<'static, str>>,
    rule: &'static str,
) -> Modifier {
    Modifier { what: what.into(), by, rule: rule.into() }
}

/// IA 7.5: columns that hold for all in the hex, then those of some of them.
fn fire(
    rules: &Rules,
    view: &Here,
    side: usize,
    (units, target): (&[Unit], Hex),
    (guns, opportunity): (bool, bool),
) -> Vec<Modifier> {
    let (numbers, grid) = (&rules.numbers, rules.compiled.map.grid());
    let from: Vec<Hex> = units.iter().filter_map(|&unit| view.hex(unit)).collect();
    let far = from.iter().map(|&hex| grid.distance(hex, target) as i32).max().unwrap_or(0);
    let companies = match (opportunity, view.asked().map(|ask| &ask.what)) {
        (true, Some(Decision::React(react))) => {
            let any = react.movers.iter().any(|&unit| rules.piece(unit).company);
            i32::from(any) * numbers.company_modifier
        }
        _ => companies_shift(rules, view, 1 - side, target),
    };
    let mut found = vec![
        modifier(companies, "companies in the hex", "IA 4.2"),
        modifier(i32::from(rules.fire_shift[target.index()]), "terrain", "IA 7.5"),
    ];
    if guns {
        found.push(modifier(numbers.open_sights_modifier, "open sights", "IA 9.3"));
    } else {
        let long = if far >= numbers.range_far { numbers.range_modifier } else { 0 };
        let night = if rules.is_night(view) { numbers.night_modifier } else { 0 };
        let moving = if opportunity { numbers.opportunity_modifier } else { 0 };
        found.extend([
            modifier(long, "long range", "IA 7.5"),
            modifier(night, "night", "IA 5.7"),
            modifier(moving, "fire at who moves", "IA 7.5"),
        ]);
    }
    let targets: Vec<Unit> =
        view.stack(target).filter(|&unit| rules.side_of(unit) != side).collect();
    for &unit in &targets {
        let own = own_shift(rules, view, unit);
        let works = works_shift(rules, view, unit);
        let flank = match opportunity || guns {
            true => 0,
            false => flanking::shift(rules, view, &from, (target, unit)),
        };
        let kind = if guns { 0 } else { own - works };
        let so_works = match () {
            () if has(view, unit, ENTRENCHED) => ("for who is entrenched", "IA 16.32"),
            () => ("for who is dug in", "IA 16.23"),
        };
        found.extend([
            modifier(works, so_works.0, so_works.1),
            modifier(kind, "for who is mounted, and for artillery", "IA 7.52"),
            modifier(flank, "for who is taken in the flank", "IA 17.6"),
        ]);
    }
    let mut once: Vec<Modifier> = Vec::new();
    for one in found {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// IA 12.31: columns of those who attack.
fn assaults(
    rules: &Rules,
    view: &Here,
    side: usize,
    (units, hex): (&[Unit], Hex),
    cold_steel: bool,
) -> Vec<Modifier> {
    let numbers = &rules.numbers;
    let sound = |unit: &Unit| !has(view, *unit, DEMORALIZED);
    let fit: Vec<Unit> = units.iter().copied().filter(sound).collect();
    let fights = |unit: &&Unit| rules.piece(**unit).kind.is_combat();
    let charge = fit.iter().filter(fights).all(|&unit| has(view, unit, CHARGED));
    let entrenched =
        view.stack(hex).any(|unit| rules.side_of(unit) != side && has(view, unit, ENTRENCHED));
    let on = |is: bool, by: i32| if is { by } else { 0 };
    let mut found = vec![
        modifier(assault::leaders_shift(rules, view, &fit), "a leader takes part", "IA 6.53"),
        modifier(i32::from(rules.assault_shift[hex.index()]), "terrain", "IA 12.31"),
        modifier(on(charge, numbers.charge_modifier), "charge", "IA 12.7"),
        modifier(on(cold_steel, numbers.cold_steel_modifier), "cold steel", "IA 12.61"),
        modifier(on(entrenched, rules.works_shift[1]), "for who is entrenched", "IA 16.32"),
    ];
    let river = rivers::parts_all(rules, view, hex);
    found.push(modifier(on(river, numbers.river_modifier), "a river between both", "IA 5.83"));
    // What shifts the columns of those who defend themselves.
    let defends = |unit: &Unit| {
        rules.side_of(*unit) != side && !(cold_steel && rivers::is_cut_off(rules, view, hex, *unit))
    };
    let defenders: Vec<Unit> = view.stack(hex).filter(defends).collect();
    let (led, steel) = ("for the defenders: a leader takes part", "for the defenders: cold steel");
    found.extend([
        modifier(assault::leaders_shift(rules, view, &defenders), led, "IA 6.53"),
        modifier(on(cold_steel, numbers.cold_steel_modifier), steel, "IA 12.61"),
    ]);
    found
}
