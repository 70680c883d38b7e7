//! What the screens say of combat: what is asked, what an attack comes to, and acts in words.

use std::fmt::Write as _;

use salient_rules::acts::Said;
use salient_rules::game::{Modifier, Question};
use salient_rules::odds::OddsBand;
use salient_rules::play::Position;
use salient_rules::words::list;
use salient_schema::Bundle;
use salient_schema::rules_of_play::{ColumnBy, Worse};
use salient_schema::words::plural;

use super::chart::Entry;
use super::odds::{Forces, Reckoned};
use super::{Asked, Kind, attack, battle, kind_at};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::rules::Rules;

/// A column as it is told: odds by themselves, a number with what it is.
pub fn column(kind: &Kind, place: usize) -> String {
    let head = kind.chart.heads.get(place).map_or("", String::as_str);
    match kind.column {
        ColumnBy::Odds => head.to_owned(),
        _ => format!("{} {head}", kind.chart.axis),
    }
}

/// What an act that is an attack comes to.
fn reckoned<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    act: &Act,
) -> Option<(&'a Kind, Reckoned<'a>)> {
    let Decision::Attack { at } = position.asked()?.what else { return None };
    let Act::Attack { units, hexes, support, points } = act else { return None };
    let (_, kind) = kind_at(rules, at)?;
    let side = rules.side(*units.first()?);
    let counted = attack::counted(rules, position, side, hexes);
    let forces = Forces {
        rules,
        position,
        kind,
        units,
        hexes,
        counted: &counted,
        support: [support, &[]],
        points: [points, &[]],
    };
    Some((kind, forces.reckon()))
}

/// What an attack comes to: strengths, column, and the chance of each result.
pub fn remark(rules: &Rules, position: &Position<Standard>, act: &Act) -> Option<String> {
    let (kind, reckoned) = reckoned(rules, position, act)?;
    let [attack, defence] = reckoned.strengths;
    let mut text = format!("{attack} to {defence}");
    match reckoned.entry {
        Entry::Column(from) if from != reckoned.column => {
            let _ = write!(
                text,
                ", {} shifted to {}",
                column(kind, from),
                column(kind, reckoned.column)
            );
        }
        Entry::Column(from) => {
            let _ = write!(text, ", {}", column(kind, from));
        }
        Entry::Worse if kind.worse == Worse::FirstColumn => {
            let _ = write!(text, ", worse than {}", column(kind, 0));
        }
        Entry::Worse => {}
    }
    if reckoned.die != 0 {
        let _ = write!(text, ", {:+} to the die", reckoned.die);
    }
    let chances = kind.chart.chances(&kind.throws, reckoned.column, reckoned.die);
    let all = kind.throws.all();
    let told = chances.iter().map(|(cell, ways)| {
        let percent = (ways * 100 + all / 2) / all.max(1);
        format!("{} {percent} %", cell.code)
    });
    let _ = write!(text, ". {}", told.collect::<Vec<_>>().join(", "));
    Some(text)
}

/// What shifts the column of an attack and changes its die.
pub fn modifiers(rules: &Rules, position: &Position<Standard>, act: &Act) -> Vec<Modifier> {
    let Some((_, reckoned)) = reckoned(rules, position, act) else { return Vec::new() };
    let lines = reckoned.lines.into_iter().flat_map(|line| {
        let to_the_die = format!("{} (die)", line.name);
        let shift = (line.shift != 0).then(|| (line.name.into_owned(), line.shift));
        let die = (line.die != 0).then_some((to_the_die, line.die));
        shift.into_iter().chain(die).map(move |(what, by)| (what, by, line.rule))
    });
    let told = |(what, by, rule): (String, i32, &str)| Modifier {
        what: what.into(),
        by,
        rule: rule.to_owned().into(),
    };
    lines.map(told).collect()
}

/// What is asked in a combat.
pub fn question(rules: &Rules, position: &Position<Standard>, asked: &Asked) -> Option<Question> {
    let compiled = &rules.compiled;
    let ask =
        |what: &'static str, units: &[_], hexes: &[_], rule: &str, done: &'static str| Question {
            what: what.into(),
            units: compiled.names(units),
            hexes: compiled.labels(hexes),
            rule: rule.to_owned().into(),
            done: done.into(),
        };
    if let Asked::Retreat(going) = asked {
        let what = match going.hexes() {
            1 => "Retreat 1 hex".to_owned(),
            hexes => format!("Retreat {hexes} hexes"),
        };
        let rule = going.rule(rules);
        return Some(Question { what: what.into(), ..ask("", &going.units(), &[], rule, "") });
    }
    let (battle, kind) = battle::now(rules, position)?;
    let (hexes, rule) = (&*battle.hexes, &*kind.rule);
    Some(match asked {
        Asked::Support => ask("Support the defence", &[], hexes, rule, "No support"),
        Asked::GiveWay => {
            ask("Retreat in place of losing steps", &battle.targets, &[], rule, "Take the losses")
        }
        Asked::Advance => ask("Advance after combat", &[], &[], rule, "No more advances"),
        Asked::Retreat(_) => return None,
    })
}

/// An act of combat or fire in words; none of another.
pub fn act(act: &Act, said: &Said<'_>) -> Option<String> {
    let supported = |support: &[_], points: &[u16]| {
        let mut with: Vec<String> = support.iter().map(|unit| said.unit(unit)).collect();
        let spent = points.iter().filter(|&&spent| spent > 0);
        with.extend(spent.map(|spent| plural(spent, "point")));
        list(&with)
    };
    Some(match act {
        Act::Attack { units, hexes, support, points } => {
            let text = format!("Attack {} with {}", said.hexes(hexes), said.units(units));
            match supported(support, points) {
                with if with.is_empty() => text,
                with => format!("{text}, supported by {with}"),
            }
        }
        // The hex is where the enemies stand, not where whoever fires does.
        Act::Fire { units, hex } => {
            format!("Fire on {} with {}", said.hex(hex), said.units(units))
        }
        Act::Overrun { units, hex } => {
            format!("Overrun {} with {}", said.hex(hex), said.units(units))
        }
        Act::Support { support, points } => {
            format!("Support the defence with {}", supported(support, points))
        }
        Act::GiveWay { hexes: 1 } => "Retreat 1 hex".to_owned(),
        Act::GiveWay { hexes } => format!("Retreat {hexes} hexes"),
        Act::Retreat { unit, hex } => {
            format!("Retreat {} to {}", said.unit_in_hex(unit), said.hex(hex))
        }
        Act::Advance { unit, path } => {
            let to = path.last().map_or("", |hex| said.hex(hex));
            format!("Advance {} to {to}", said.unit_in_hex(unit))
        }
        _ => return None,
    })
}

/// The bands in which attacks are counted: the columns of the first table of odds.
pub fn odds_bands(bundle: &Bundle) -> Vec<OddsBand> {
    let combats = bundle.ruleset.rules_of_play.iter().flat_map(|play| &play.combat);
    let table = combats
        .filter(|combat| combat.column == ColumnBy::Odds)
        .find_map(|combat| bundle.ruleset.tables.iter().find(|table| table.id == combat.table));
    let odds: Vec<(u32, u32)> = table.map_or_else(Vec::new, |table| {
        table.columns.iter().filter_map(|head| super::chart::odds_of(head)).collect()
    });
    if odds.is_empty() { OddsBand::usual() } else { OddsBand::of_columns(&odds) }
}
