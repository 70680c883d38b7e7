//! SW 2.3–2.47: the counters as the rules know them.

use salient_schema::order_of_battle::Counter;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::compile::entry;
use crate::rules::{
    Arrival, Counter as CounterDef, FaceDef, NationDef, Renewal, Unit, UnitDef, UnitKind,
};
use salient_hex::map::CompiledMap;
use salient_rules::Roles;
use salient_rules::base::{self, CounterAt};
use salient_rules::chart::MOST;

/// All units; those counters that cannot be used are found and left out.
pub fn units(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    nations: &[NationDef],
    map: Option<&CompiledMap>,
    found: &mut Vec<Diagnostic>,
) -> Vec<UnitDef> {
    let mut substitutes: Vec<(&Id, &Id, CounterAt)> = Vec::new();
    let mut units = base::units(bundle, sides, found, |counter, side, at, found| {
        let def = counter_def(bundle, roles, counter, side, nations, at, found)?;
        substitutes.extend(counter.substitute.as_ref().map(|by| (&counter.id, by, at)));
        Some(def)
    });
    for (counter, by, at) in substitutes {
        for place in 0..units.len() {
            if units[place].counter == *counter {
                substitute(&mut units, Unit(place as u16), by, at, found);
            }
        }
    }
    schedule(bundle, map, &mut units);
    for unit in mentioned(bundle, &units) {
        units[unit.index()].in_play = true;
    }
    units
}

/// Lets another counter stand in for a unit (SW 8.3).
fn substitute(
    units: &mut [UnitDef],
    unit: Unit,
    by: &Id,
    at: CounterAt,
    found: &mut Vec<Diagnostic>,
) {
    match find(units, by) {
        Some(by) => {
            units[unit.index()].substitute = Some(by);
            units[by.index()].stands_in_for = Some(unit);
        }
        None => found.push(
            Diagnostic::error(Code::DanglingReference, format!("there is no counter '{by}'"))
                .pointer(format!("{at}/substitute"))
                .counter(by)
                .rule("SW 8.3"),
        ),
    }
}

/// The units that a scenario uses.
fn mentioned(bundle: &Bundle, units: &[UnitDef]) -> Vec<Unit> {
    let scenario = &bundle.scenario;
    let placed = scenario.setup.placements.iter().flat_map(|placement| &placement.counters);
    let free = scenario.setup.free.iter().flat_map(|free| &free.counters);
    let arriving = scenario.reinforcements.iter().flat_map(|due| &due.counters);
    let off_map = scenario.start.iter().flat_map(|start| &start.off_map);
    let off_map = off_map.flat_map(|off| &off.counters);
    let all = placed.chain(free).chain(arriving).chain(off_map).chain(&scenario.setup.eliminated);
    all.filter_map(|id| find(units, id)).collect()
}

/// The unit of a counter.
pub fn find(units: &[UnitDef], counter: &str) -> Option<Unit> {
    let place = units.iter().position(|def| def.name == counter);
    place.or_else(|| units.iter().position(|def| def.counter == counter)).map(|at| Unit(at as u16))
}

/// Who arrives and who is taken away (SW 8.1, 8.7).
fn schedule(bundle: &Bundle, map: Option<&CompiledMap>, units: &mut [UnitDef]) {
    for due in &bundle.scenario.reinforcements {
        let entries = map.map(|map| entry(bundle, map, &due.entry)).unwrap_or_default();
        for id in &due.counters {
            if let Some(unit) = find(units, id) {
                units[unit.index()].arrival =
                    Some(Arrival { turn: due.turn, entries: entries.clone() });
            }
        }
    }
    for due in &bundle.scenario.withdrawals {
        for id in &due.counters {
            if let Some(unit) = find(units, id) {
                units[unit.index()].withdrawn = Some(due.turn);
            }
        }
    }
}

fn counter_def(
    bundle: &Bundle,
    roles: &Roles<'_>,
    counter: &Counter,
    side: usize,
    nations: &[NationDef],
    pointer: CounterAt,
    found: &mut Vec<Diagnostic>,
) -> Option<CounterDef> {
    let mut wrong = |at: &str, message: String, rule: &str| {
        found.push(
            Diagnostic::error(Code::Rule, message)
                .pointer(format!("{pointer}{at}"))
                .counter(&counter.id)
                .rule(rule),
        );
    };
    let has = |role: &str| roles.any(role, &counter.traits);
    let of = |role: &str| counter.nation.as_ref().is_some_and(|id| roles.is(role, id));
    let Some(kind) = kind(roles, counter, &has) else {
        let message = format!("the rules know no unit of the type '{}'", counter.unit_type);
        wrong("/type", message, "SW 2.44");
        return None;
    };
    let own =
        bundle.ruleset.nations.iter().find(|nation| Some(&nation.id) == counter.nation.as_ref());
    let army = own.and_then(|nation| nation.serves_with.as_ref()).or(counter.nation.as_ref());
    let nation = army.and_then(|id| nations.iter().position(|nation| nation.id == *id));
    let Some(nation) = nation.filter(|&place| nations[place].side == side) else {
        wrong(
            "/nation",
            format!("'{}' serves in no army of its side that has a supply source", counter.id),
            "SW 7.3",
        );
        return None;
    };
    let pool = nations.iter().position(|known| Some(&known.id) == counter.nation.as_ref());
    let ground = !matches!(kind, UnitKind::Air | UnitKind::Bomber | UnitKind::Marker);
    let mut faces = Vec::new();
    for (i, face) in counter.faces.iter().take_while(|face| !face.not_a_step).enumerate() {
        let mut rating = |role: &str| {
            let id = roles.one(role)?;
            let value = face.ratings.get(id).and_then(|rating| rating.number());
            // An anti-tank unit has no attack factor (SW S3.19), a marker none at all.
            let optional = !ground || (role == "attack" && kind == UnitKind::AntiTank);
            match value {
                Some(value) if (0..=MOST).contains(&value) => Some(value),
                None if optional => Some(0),
                _ => {
                    wrong(
                        &format!("/faces/{i}/ratings"),
                        format!("the face needs a number for '{id}'"),
                        "SW 2.45",
                    );
                    None
                }
            }
        };
        let (attack, defence, movement) = (rating("attack"), rating("defence"), rating("movement"));
        faces.push(FaceDef { attack: attack?, defence: defence?, movement: movement? });
    }
    if faces.is_empty() || faces.len() > 8 {
        wrong("/faces", "the counter needs one to eight steps".to_owned(), "SW 2.47");
        return None;
    }
    let sizes = &bundle.ruleset.counters.sizes;
    let size = sizes.iter().find(|size| Some(&size.id) == counter.size.as_ref());
    let stacking = size.map(|size| size.stacking).filter(|points| (0..=MOST).contains(points));
    let Some(stacking) = stacking.or((!ground).then_some(0)) else {
        wrong("/size", "the counter needs a size with a stacking value".to_owned(), "SW 9.1");
        return None;
    };
    let changed = |role: &str| roles.one(role).and_then(|id| bundle.scenario.constant_override(id));
    let substitutes_allowed = changed("stoss_replacements").is_none_or(|(_, value)| value != 0);
    let stosstruppen = has("as-stosstruppen");
    Some(CounterDef {
        nation: nation as u8,
        pool: pool.unwrap_or(nation) as u8,
        kind,
        faces,
        stacking,
        zoc: ground && !has("no-zoc"),
        american_division: of("army-american")
            && matches!(kind, UnitKind::Infantry | UnitKind::Marines),
        renewal: match () {
            () if has("no-replacement") || matches!(kind, UnitKind::Guns) || !ground => {
                Renewal::Never
            }
            () if stosstruppen && !substitutes_allowed => Renewal::Never,
            () if has("not-from-deadpile") => Renewal::NotFromDeadpile,
            () => Renewal::Any,
        },
        infiltrates: stosstruppen || has("infiltrates"),
        alone: has("stacks-alone"),
        alpine: has("alpine"),
        australian: of("australian"),
        mechanised: has("mechanised"),
        substitute: None,
        stands_in_for: None,
        arrival: None,
        in_play: false,
        withdrawn: None,
    })
}

fn kind(roles: &Roles<'_>, counter: &Counter, has: &dyn Fn(&str) -> bool) -> Option<UnitKind> {
    const TYPES: [(&str, UnitKind); 11] = [
        ("infantry", UnitKind::Infantry),
        ("stosstruppen", UnitKind::Stosstruppen),
        ("cavalry", UnitKind::Cavalry),
        ("marines", UnitKind::Marines),
        ("tank", UnitKind::Tank),
        ("heavy-tank", UnitKind::HeavyTank),
        ("fast-tank", UnitKind::FastTank),
        ("anti-tank", UnitKind::AntiTank),
        ("heavy-artillery", UnitKind::Guns),
        ("air", UnitKind::Air),
        ("marker", UnitKind::Marker),
    ];
    if has("big-bertha") {
        return Some(UnitKind::Marker);
    }
    // The Alpenkorps counts as one more corps of them (SW S3.17).
    if has("as-stosstruppen") {
        return Some(UnitKind::Stosstruppen);
    }
    let known = TYPES.into_iter().find(|(role, _)| roles.is(role, &counter.unit_type))?;
    Some(match known.1 {
        UnitKind::Air if has("bomber") => UnitKind::Bomber,
        kind => kind,
    })
}
