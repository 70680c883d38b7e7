//! Steps whose outcome is kept: of an earlier set-up, or set by hand. Numbers may be any; what the
//! rules have nothing for under these answers, or what belongs to other units and works, is refused.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::HexGrid;
use salient_rules::generator::Request;
use salient_schema::{Code, Diagnostic};
use serde_json::Value;

use crate::brief::{Brief, Party};
use crate::generate::no_step;
use crate::outcome::{Conditions, Outcome, PlacedWorks, Results, Stand, Works};
use crate::procedure::{gas_types_at_hand, weapon_column};
use crate::roster::{Kind, roster};
use crate::steps::Step;
use crate::tables::{Tables, works_of};
use crate::terrain::{GLYPHS, grid_of};

/// The largest number of a kept outcome.
const MOST: i64 = 9_999;
/// The most heavy weapons of a kind, and the most tank units.
const MOST_BASES: u32 = 200;

/// Reads what a request keeps; what cannot be read is found.
pub(crate) fn read(request: &Request, found: &mut Vec<Diagnostic>) -> BTreeMap<Step, Outcome> {
    let mut kept = BTreeMap::new();
    for (id, value) in &request.kept {
        let Some(step) = Step::named(id) else {
            found.push(no_step(id));
            continue;
        };
        match serde_json::from_value::<Outcome>(value.clone()) {
            Ok(outcome) if outcome.step() == step => match beyond(value) {
                None => {
                    kept.insert(step, outcome);
                }
                Some(number) => {
                    let why = format!("is kept with {number}: no number is larger than {MOST}");
                    found.push(of_another(step, &why));
                }
            },
            Ok(_) => found.push(of_another(step, "is kept with the outcome of another step")),
            Err(error) => {
                let text = format!("what is kept of the step '{id}' cannot be read: {error}");
                let help = "take it from the log of an earlier set-up";
                found.push(Diagnostic::error(Code::Schema, text).rule(step.rule()).help(help));
            }
        }
    }
    kept
}

/// Whether a kept outcome can be under a brief, after the steps before it.
///
/// # Errors
/// Why it cannot, with the step's rule.
pub(crate) fn judge(
    outcome: &Outcome,
    brief: &Brief,
    tables: &Tables,
    before: &Results,
) -> Result<(), Vec<Diagnostic>> {
    let step = outcome.step();
    let year = brief.year;
    let none = |what: &str| Err(format!("gives {what}, which these answers have none of"));
    let checked = match outcome {
        Outcome::Conditions(conditions) if conditions.brief != *brief => {
            Err("was kept for other answers".to_owned())
        }
        Outcome::Conditions(conditions) => ground(conditions),
        Outcome::Superiority(air) if air.rolled && brief.air_modifier(tables).is_none() => {
            Err(format!("decides the air, for which the chart has nothing in {year}"))
        }
        Outcome::Airstrikes(strikes)
            if brief.air_modifier(tables).is_none()
                && Party::BOTH.iter().any(|party| *strikes.of(*party) > 0) =>
        {
            Err(format!("gives airstrikes, for which the chart has nothing in {year}"))
        }
        Outcome::Barrages(barrages)
            if brief.on_call_only
                && Party::BOTH.iter().any(|party| *barrages.preparatory.of(*party) > 0) =>
        {
            none("preparatory barrages")
        }
        Outcome::Gas(gas) => each(|party| {
            let known = gas_types_at_hand(tables, year);
            match (*gas.points.of(party), gas.kinds.of(party)) {
                (0, _) => Ok(()),
                _ if brief.gas_column(tables, party).is_none() => {
                    Err(format!("gives the {} gas, who has none in {year}", party.role()))
                }
                (_, Some(kind)) if !known.contains(kind) => {
                    Err(format!("gives the {} a gas that is not there in {year}", party.role()))
                }
                _ => Ok(()),
            }
        }),
        Outcome::HeavyWeapons(weapons) => each(|party| {
            let own = weapons.of(party).iter().filter(|(_, count)| **count > 0);
            for (kind, count) in own {
                let place = Kind::WEAPONS.into_iter().position(|weapon| weapon == *kind);
                if place.and_then(|at| weapon_column(tables, brief, party, at)).is_none() {
                    let (role, name) = (party.role(), kind.short());
                    return Err(format!("gives the {role} {name}, for which no die is thrown"));
                }
                if *count > MOST_BASES {
                    return Err(format!("gives more than {MOST_BASES} {}", kind.short()));
                }
            }
            Ok(())
        }),
        Outcome::Works(laid) => each(|party| {
            let mut own: Works = *laid.of(party);
            let heads = tables.works(1).map(|chart| chart.columns.clone()).unwrap_or_default();
            for (column, what) in heads.iter().take(4).enumerate() {
                let is_there = works_of(&brief.works_cell(tables, party, column)).is_some();
                if *own.by_column(column) > 0 && !is_there {
                    let role = party.role();
                    return Err(format!("gives the {role} {what}, who has none in {year}"));
                }
            }
            Ok(())
        }),
        Outcome::Options(options) => each(|party| {
            let armour = *options.tanks.of(party) + *options.rifles.of(party);
            if armour > MOST_BASES {
                return Err(format!("gives more than {MOST_BASES} tank units"));
            }
            if armour > 0 && !brief.armour {
                return none("armour");
            }
            if armour > 0 && brief.armour_column(tables, party).is_none() {
                return Err(format!("gives the {} armour, who has none in {year}", party.role()));
            }
            if options.victory.is_some() != brief.secret {
                return Err("is kept for another answer about secret victory".to_owned());
            }
            Ok(())
        }),
        Outcome::PlaceWorks(placed) => works(placed, brief),
        Outcome::PlaceUnits(stands) => placed(stands, (brief, tables, before), Kind::is_sub_unit),
        Outcome::PlaceBases(stands) => {
            placed(stands, (brief, tables, before), |kind| !kind.is_sub_unit())
        }
        Outcome::WireClearing(cleared) => {
            let wire = before.placed_works().map_or(0, |works| works.wire.len());
            let all = cleared.cleared.iter().all(|place| (*place as usize) < wire);
            match all {
                true => on_board(brief, cleared.craters.iter()),
                false => Err("clears wire that is not there".to_owned()),
            }
        }
        Outcome::CommandSuppression(damage) => {
            known(damage.keys().map(String::as_str), tables, before)
        }
        Outcome::Standard(standard) => {
            known(standard.units.keys().map(String::as_str), tables, before)
                .and_then(|()| on_board(brief, standard.gassed.iter()))
        }
        _ => Ok(()),
    };
    checked.map_err(|why| vec![of_another(step, &why)])
}

/// A number that is too large, if there is one.
fn beyond(value: &Value) -> Option<&Value> {
    match value {
        Value::Number(number) => {
            let is_small = number.as_i64().is_some_and(|number| number.abs() <= MOST);
            (!is_small).then_some(value)
        }
        Value::Array(items) => items.iter().find_map(beyond),
        Value::Object(fields) => fields.values().find_map(beyond),
        _ => None,
    }
}

/// Whether ground is laid for each hex of the board.
fn ground(conditions: &Conditions) -> Result<(), String> {
    let Conditions { brief, terrain, elevation } = conditions;
    let covers = |rows: &[String], known: fn(char) -> bool| {
        rows.len() == brief.depth as usize
            && rows
                .iter()
                .all(|row| row.chars().count() == brief.width as usize && row.chars().all(known))
    };
    let known = |glyph| GLYPHS.iter().any(|(known, _)| *known == glyph);
    match covers(terrain, known) && covers(elevation, |height| height.is_ascii_digit()) {
        true => Ok(()),
        false => Err("has no ground for each hex of its board".to_owned()),
    }
}

/// Whether works lie on the board.
fn works(placed: &PlacedWorks, brief: &Brief) -> Result<(), String> {
    let lines = placed.lines.iter();
    let held = lines.clone().flat_map(|line| &line.held_from);
    let hexes = held
        .chain(placed.wire.iter().map(|segment| &segment.hex))
        .chain(placed.posts.iter().map(|post| &post.hex));
    on_board(brief, hexes)?;
    let grid = HexGrid::new(&grid_of(brief));
    let sides = lines.flat_map(|line| &line.sides);
    let mut sides = sides.chain(placed.wire.iter().flat_map(|segment| &segment.sides));
    if let Some(side) = sides.find(|side| grid.parse_side(side).is_none()) {
        return Err(format!("has works on {side}, which is no hexside of the board"));
    }
    let fits = |fronts: &Vec<u32>| {
        fronts.len() == brief.width as usize && fronts.iter().all(|row| *row < brief.depth)
    };
    let columns = placed.wire.iter().all(|segment| segment.column < brief.width);
    match columns && Party::BOTH.iter().all(|party| fits(placed.fronts.of(*party))) {
        true => Ok(()),
        false => Err("has lines that do not run over its board".to_owned()),
    }
}

fn on_board<'a>(brief: &Brief, mut hexes: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let grid = HexGrid::new(&grid_of(brief));
    match hexes.find(|hex| grid.parse(hex).is_none()) {
        Some(hex) => Err(format!("has something in '{hex}', which is no hex of the board")),
        None => Ok(()),
    }
}

fn each(mut judge: impl FnMut(Party) -> Result<(), String>) -> Result<(), String> {
    Party::BOTH.into_iter().try_for_each(&mut judge)
}

/// Whether just those units stand somewhere that there are.
fn placed(
    stands: &[Stand],
    (brief, tables, before): (&Brief, &Tables, &Results),
    is: impl Fn(Kind) -> bool,
) -> Result<(), String> {
    on_board(brief, stands.iter().map(|stand| &stand.hex))?;
    let all = roster(tables, before);
    let wanted: BTreeSet<&str> =
        all.iter().filter(|unit| is(unit.kind)).map(|unit| unit.id.as_str()).collect();
    let stand: BTreeSet<&str> = stands.iter().map(|stand| stand.unit.as_str()).collect();
    match (stand.difference(&wanted).next(), wanted.difference(&stand).next()) {
        (Some(unit), _) => Err(format!("places {unit}, which is not there")),
        (None, Some(unit)) => Err(format!("does not place {unit}")),
        (None, None) => Ok(()),
    }
}

fn known<'a>(
    mut units: impl Iterator<Item = &'a str>,
    tables: &Tables,
    before: &Results,
) -> Result<(), String> {
    let all = roster(tables, before);
    let known: BTreeSet<&str> = all.iter().map(|unit| unit.id.as_str()).collect();
    match units.find(|unit| !known.contains(unit)) {
        Some(unit) => Err(format!("harms {unit}, which is not there")),
        None => Ok(()),
    }
}

fn of_another(step: Step, why: &str) -> Diagnostic {
    // What says which units and works there are.
    let hangs_on = match step {
        Step::PlaceUnits => Some(Step::Conditions),
        Step::WireClearing => Some(Step::PlaceWorks),
        Step::PlaceBases | Step::CommandSuppression | Step::Standard => Some(Step::HeavyWeapons),
        _ => None,
    };
    let help = match hangs_on {
        Some(other) => format!("keep the step '{}' too, or roll this one again", other.id()),
        None => "give the same answers as before, or roll the step again".to_owned(),
    };
    Diagnostic::error(Code::Rule, format!("the step '{}' {why}", step.id()))
        .rule(step.rule())
        .help(help)
}
