//! A ruleset by itself.

use std::collections::BTreeSet;

use super::names::{self, Names};
use super::{header, within};
use crate::common::is_colour;
use crate::findings::Findings;
use crate::position::escape;
use crate::ruleset::{Condition, CounterLayout, Kind, RatingDef, Ruleset, SequenceStep, Table};
use crate::suggest::shown;
use crate::{Code, Diagnostic, FileKind};

pub(super) fn check(ruleset: &Ruleset, out: &mut Findings) {
    header(&ruleset.schema, ruleset.format_version, FileKind::Ruleset, out);
    names::own_id(&ruleset.id, out);
    if let Some(rules) = &ruleset.rules {
        names::id(rules, format_args!("/rules"), out);
    }
    names::ids("/sides", ruleset.sides.iter().map(|side| side.id.as_str()), out);
    names::ids("/nations", ruleset.nations.iter().map(|nation| nation.id.as_str()), out);
    let sides = Names::new("side", ruleset.sides.iter().map(|side| side.id.as_str()));
    let nations = Names::new("nation", ruleset.nations.iter().map(|nation| nation.id.as_str()));
    for (index, nation) in ruleset.nations.iter().enumerate() {
        let pointer = format!("/nations/{index}");
        if let Some(side) = &nation.side {
            sides.need(side, format_args!("{pointer}/side"), out);
        }
        if let Some(army) = &nation.serves_with {
            nations.need(army, format_args!("{pointer}/serves_with"), out);
        }
        colour(Some(&nation.fill), &format!("{pointer}/fill"), out);
        colour(Some(&nation.ink), &format!("{pointer}/ink"), out);
        colour(nation.symbol_fill.as_ref(), &format!("{pointer}/symbol_fill"), out);
    }
    let layout = &ruleset.counters;
    let units = Names::new(
        "unit type or trait",
        layout
            .types
            .iter()
            .map(|unit| unit.id.as_str())
            .chain(layout.traits.iter().map(|one| one.id.as_str())),
    );
    kinds("/terrain", &ruleset.terrain, &sides, &units, out);
    kinds("/features", &ruleset.features, &sides, &units, out);
    kinds("/hexsides", &ruleset.hexsides, &sides, &units, out);
    kinds("/paths", &ruleset.paths, &sides, &units, out);
    kinds("/lines", &ruleset.lines, &sides, &units, out);
    counters(layout, out);
    names::ids("/tables", ruleset.tables.iter().map(|table| table.id.as_str()), out);
    for (index, table) in ruleset.tables.iter().enumerate() {
        self::table(table, &format!("/tables/{index}"), out);
    }
    names::ids("/constants", ruleset.constants.iter().map(|constant| constant.id.as_str()), out);
    stages("/sequence", &ruleset.sequence, &sides, out);
    let optional = ruleset.optional_rules.iter().map(|rule| rule.id.as_str());
    names::ids("/optional_rules", optional, out);
    names::roles(&ruleset.roles, out);
    super::rules_of_play::check(ruleset, out);
}

fn kinds(list: &str, kinds: &[Kind], sides: &Names<'_>, units: &Names<'_>, out: &mut Findings) {
    names::ids(list, kinds.iter().map(|kind| kind.id.as_str()), out);
    for (index, kind) in kinds.iter().enumerate() {
        let pointer = format!("{list}/{index}");
        if let Some(movement) = kind.movement {
            within(movement, 0, 1000, format_args!("{pointer}/movement"), out);
        }
        within(kind.defence, -20, 20, format_args!("{pointer}/defence"), out);
        if let Some(width) = kind.look.width {
            within(width, 0.0, 1.0, format_args!("{pointer}/look/width"), out);
        }
        colour(kind.look.fill.as_ref(), &format!("{pointer}/look/fill"), out);
        colour(kind.look.ink.as_ref(), &format!("{pointer}/look/ink"), out);
        for (at, effect) in kind.effects.iter().enumerate() {
            condition(&effect.when, &format!("{pointer}/effects/{at}/when"), sides, units, out);
        }
    }
}

fn condition(
    when: &Condition,
    pointer: &str,
    sides: &Names<'_>,
    units: &Names<'_>,
    out: &mut Findings,
) {
    if let Some(side) = &when.side {
        sides.need(side, format_args!("{pointer}/side"), out);
    }
    if let Some(unit) = &when.unit {
        units.need(unit, format_args!("{pointer}/unit"), out);
    }
    if let Some(usage) = &when.usage {
        Names::new("use", ["movement", "attack", "retreat", "fire"]).need(
            usage,
            format_args!("{pointer}/use"),
            out,
        );
    }
    if let Some(slope) = &when.slope {
        Names::new("slope", ["up", "down"]).need(slope, format_args!("{pointer}/slope"), out);
    }
}

fn counters(layout: &CounterLayout, out: &mut Findings) {
    fn ids(ratings: &[RatingDef]) -> impl Iterator<Item = &str> {
        ratings.iter().map(|rating| rating.id.as_str())
    }
    names::ids("/counters/ratings", ids(&layout.ratings), out);
    names::ids("/counters/types", layout.types.iter().map(|unit| unit.id.as_str()), out);
    names::ids("/counters/sizes", layout.sizes.iter().map(|size| size.id.as_str()), out);
    names::ids("/counters/traits", layout.traits.iter().map(|one| one.id.as_str()), out);
    names::ids("/counters/formation_ratings", ids(&layout.formation_ratings), out);
    ranges("/counters/ratings", &layout.ratings, out);
    ranges("/counters/formation_ratings", &layout.formation_ratings, out);
    for (index, size) in layout.sizes.iter().enumerate() {
        within(size.stacking, 0, 1000, format_args!("/counters/sizes/{index}/stacking"), out);
    }
    let denominator = layout.stacking_denominator;
    within(denominator, 1, 100, format_args!("/counters/stacking_denominator"), out);
    let ratings = Names::new("rating", ids(&layout.ratings));
    for name in braced(&layout.pattern) {
        match name {
            Some(name) => ratings.need(name, format_args!("/counters/pattern"), out),
            None => {
                let message = "a brace is not closed".to_owned();
                out.error("/counters/pattern", Code::Schema, message);
            }
        }
    }
}

/// Ratings whose least is above their most.
fn ranges(list: &str, ratings: &[RatingDef], out: &mut Findings) {
    for (index, rating) in ratings.iter().enumerate() {
        if rating.min > rating.max {
            let (name, least, most) = (shown(&rating.name), rating.min, rating.max);
            let message = format!("{name}: the least, {least}, is above the most, {most}");
            out.error(format_args!("{list}/{index}/min"), Code::Schema, message);
        }
    }
}

/// The names in braces; `None` for a brace that is not closed.
fn braced(pattern: &str) -> impl Iterator<Item = Option<&str>> {
    pattern.split('{').skip(1).map(|rest| rest.split_once('}').map(|(name, _)| name))
}

fn table(table: &Table, pointer: &str, out: &mut Findings) {
    let columns = table.columns.len();
    for (list, rows) in [("column_finder", &table.column_finder), ("rows", &table.rows)] {
        for (index, row) in rows.iter().enumerate() {
            if row.cells.len() != columns {
                let message = format!(
                    "the row `{}` has {} cells under {columns} columns",
                    shown(&row.head),
                    row.cells.len()
                );
                out.error(format_args!("{pointer}/{list}/{index}/cells"), Code::Schema, message);
            }
        }
    }
    for (index, exception) in table.exceptions.iter().enumerate() {
        if usize::from(exception.row) >= table.rows.len()
            || usize::from(exception.column) >= columns
        {
            let message = format!(
                "there is no cell in row {} and column {}",
                exception.row, exception.column
            );
            let help = "rows and columns are counted from 0";
            out.push(
                format_args!("{pointer}/exceptions/{index}"),
                Diagnostic::error(Code::DanglingReference, message).help(help),
            );
        }
    }
    for (code, fault) in table.faulty_results() {
        let message = format!("what the result `{}` does: {fault}", shown(code));
        out.error(format_args!("{pointer}/results/{}", escape(code)), Code::Schema, message);
    }
    for (index, constraint) in table.constraints.iter().enumerate() {
        for (at, judged) in constraint.judge(|row, column| table.read(row, column)).enumerate() {
            let place = format!("{pointer}/constraints/{index}/cells/{at}");
            let wanted = judged.wanted;
            let Some(reads) = judged.reads else {
                cell(table, &wanted.row, &wanted.column, &place, out);
                continue;
            };
            if !judged.is_kept() {
                let message = format!(
                    "row `{}`, column `{}` reads `{}` where the rules ask for `{}`",
                    shown(&wanted.row),
                    shown(&wanted.column),
                    shown(reads),
                    shown(&wanted.is)
                );
                let found = Diagnostic::error(Code::Rule, message);
                out.push(
                    place,
                    match &constraint.rule {
                        Some(rule) => found.rule(rule),
                        None => found,
                    },
                );
            }
        }
    }
}

/// Reports that a cell is not there, and which of its heads is wrong.
pub(super) fn cell(table: &Table, row: &str, column: &str, pointer: &str, out: &mut Findings) {
    let rows = table.rows.iter().map(|row| row.head.as_str());
    if !rows.clone().any(|head| head == row) {
        Names::new("row", rows).need(row, format_args!("{pointer}/row"), out);
    }
    if !table.columns.iter().any(|head| head == column) {
        let columns = table.columns.iter().map(String::as_str);
        Names::new("column", columns).need(column, format_args!("{pointer}/column"), out);
    }
}

fn stages(list: &str, stages: &[SequenceStep], sides: &Names<'_>, out: &mut Findings) {
    names::ids(list, stages.iter().map(|stage| stage.id.as_str()), out);
    for (index, stage) in stages.iter().enumerate() {
        let pointer = format!("{list}/{index}");
        if let Some(side) = &stage.side {
            sides.need(side, format_args!("{pointer}/side"), out);
        }
        if let Some(every) = stage.every {
            within(every, 2, u16::MAX, format_args!("{pointer}/every"), out);
        }
        if let Some(test) = &stage.holds {
            names::id(test, format_args!("{pointer}/while"), out);
        }
        if let (Some(from), Some(to)) = (stage.first_turn(), stage.to_turn)
            && from > to
        {
            let message = format!("from game-turn {from} to game-turn {to}");
            let end = if stage.from_turn.is_some() { "from_turn" } else { "to_turn" };
            out.error(format_args!("{pointer}/{end}"), Code::Schema, message);
        }
        self::stages(&format!("{pointer}/steps"), &stage.steps, sides, out);
    }
}

pub(super) fn colour(colour: Option<&String>, pointer: &str, out: &mut Findings) {
    if let Some(colour) = colour
        && !is_colour(colour)
    {
        let message = format!("`{}` is no colour", shown(colour));
        let help = "a colour is `#` and six or eight of 0-9 and a-f";
        out.push(pointer, Diagnostic::error(Code::Schema, message).help(help));
    }
}

/// The game-turns of a list, for references to them.
pub(super) fn turn_numbers(turns: &[crate::scenario::Turn]) -> BTreeSet<u16> {
    turns.iter().map(|turn| turn.turn).collect()
}
