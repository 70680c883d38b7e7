//! Steps whose outcome is kept: of an earlier set-up, or set by hand. Numbers may be any; what the
//! rules have nothing for under these answers, or what belongs to other units and works, is refused.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::generator::Request;
use salient_schema::{Code, Diagnostic};

use crate::brief::{Brief, Party};
use crate::generate::no_step;
use crate::outcome::{Outcome, Results, Stand, Works};
use crate::procedure::{gas_types_at_hand, weapon_column};
use crate::roster::{Kind, roster};
use crate::steps::Step;
use crate::tables::{Tables, works_of};

/// Reads what a request keeps; what cannot be read is found.
pub(crate) fn read(request: &Request, found: &mut Vec<Diagnostic>) -> BTreeMap<Step, Outcome> {
    let mut kept = BTreeMap::new();
    for (id, value) in &request.kept {
        let Some(step) = Step::named(id) else {
            found.push(no_step(id));
            continue;
        };
        match serde_json::from_value::<Outcome>(value.clone()) {
            Ok(outcome) if outcome.step() == step => {
                kept.insert(step, outcome);
            }
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
            for (kind, _) in own {
                let place = Kind::WEAPONS.into_iter().position(|weapon| weapon == *kind);
                if place.and_then(|at| weapon_column(tables, brief, party, at)).is_none() {
                    let (role, name) = (party.role(), kind.short());
                    return Err(format!("gives the {role} {name}, for which no die is thrown"));
                }
            }
            Ok(())
        }),
        Outcome::Works(works) => each(|party| {
            let mut own: Works = *works.of(party);
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
        Outcome::PlaceUnits(stands) => placed(stands, tables, before, Kind::is_sub_unit),
        Outcome::PlaceBases(stands) => placed(stands, tables, before, |kind| !kind.is_sub_unit()),
        Outcome::WireClearing(cleared) => {
            let wire = before.placed_works().map_or(0, |works| works.wire.len());
            let all = cleared.cleared.iter().all(|place| (*place as usize) < wire);
            if all { Ok(()) } else { Err("clears wire that is not there".to_owned()) }
        }
        Outcome::CommandSuppression(damage) => {
            known(damage.keys().map(String::as_str), tables, before)
        }
        Outcome::Standard(standard) => {
            known(standard.units.keys().map(String::as_str), tables, before)
        }
        _ => Ok(()),
    };
    checked.map_err(|why| vec![of_another(step, &why)])
}

fn each(mut judge: impl FnMut(Party) -> Result<(), String>) -> Result<(), String> {
    Party::BOTH.into_iter().try_for_each(&mut judge)
}

/// Whether just those units stand somewhere that there are.
fn placed(
    stands: &[Stand],
    tables: &Tables,
    before: &Results,
    is: impl Fn(Kind) -> bool,
) -> Result<(), String> {
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
