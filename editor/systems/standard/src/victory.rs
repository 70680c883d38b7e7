//! Points, and who has won: by the scenario's scores, levels and sudden ends.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::objectives::objectives;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::PointSource;
use salient_schema::rules_of_play::{LossCount, SuddenEnd};
use salient_schema::victory::Counting;
use salient_schema::{Code, Diagnostic};

use crate::citations::Chapter;
use crate::enemies;
use crate::game::Standard;
use crate::numbers::Reader;
use crate::rules::Rules;
use crate::supply::SupplyRules;

/// What scores, compiled.
#[derive(Debug, Default)]
pub struct Scoring {
    /// Hexes of which it is kept who holds them, and what each is worth.
    pub hexes: Vec<(Hex, i32)>,
    /// What is paid for which of them, and to whom, if only to one side.
    paid: Vec<(usize, i32, Option<usize>)>,
    /// Who holds each of them when play begins.
    pub held: Vec<Option<u8>>,
    /// The place of a hex among them.
    place_of: BTreeMap<Hex, usize>,
    /// Points by what enemies lose.
    pub losses: Vec<(LossCount, i32, Option<usize>)>,
    /// Ways off the map that score: the hexes, the points, and the side that may.
    pub exits: Vec<(Vec<Hex>, i32, Option<usize>)>,
    /// The side whose points decide, where only one's do.
    pub counted_for: Option<usize>,
    /// Whether points decide at all.
    pub counts: bool,
    sudden: Vec<Sudden>,
}

#[derive(Debug)]
struct Sudden {
    side: usize,
    holds: Vec<Hex>,
    end: SuddenEnd,
}

impl Scoring {
    /// What the scenario says of it.
    pub fn read(reader: &mut Reader<'_>, supply: Option<&SupplyRules>) -> Self {
        let (bundle, compiled) = (reader.bundle, reader.compiled);
        let victory = &bundle.scenario.victory;
        let grid = compiled.map.grid();
        let mut out = Self { counts: victory.counting() != Counting::InWords, ..Self::default() };
        if let Counting::OneSide(side) = victory.counting() {
            out.counted_for = compiled.side(side);
        }
        for objective in objectives(bundle) {
            let Some(points) = objective.points else { continue };
            let hexes = objective.hexes.iter().filter_map(|hex| grid.parse(&hex.label));
            let owner = objective.owner.and_then(|side| compiled.side(side));
            let whose = objective.scored_by.and_then(|side| compiled.side(side));
            if objective.is_exit() {
                out.exits.push((hexes.collect(), points, whose.or(owner)));
                continue;
            }
            for hex in hexes {
                let place = out.watch(hex);
                // A hex that scores twice scores both.
                out.hexes[place].1 += points;
                out.paid.push((place, points, whose));
                out.held[place] = out.held[place].or(owner.map(|side| side as u8));
            }
        }
        // Whose a source of supply is, the map may say, and units change it.
        let owners = bundle.map.features.items.iter().filter_map(|feature| {
            let side = compiled.side(feature.owner.as_ref()?)?;
            Some((grid.parse(&feature.hex)?, side as u8))
        });
        let owners: BTreeMap<Hex, u8> = owners.collect();
        for hex in supply.into_iter().flat_map(SupplyRules::held) {
            let place = out.watch(hex);
            out.held[place] = out.held[place].or(owners.get(&hex).copied());
        }
        for (place, score) in victory.scores.iter().enumerate() {
            let Some(count) = score.losses else { continue };
            let side = score.side.as_ref().map(|id| (id, compiled.side(id)));
            if let Some((id, None)) = side {
                let text = format!("there is no side '{id}'");
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                let at = format!("/scenario/victory/scores/{place}/side");
                reader.found.push(wrong.pointer(at));
            }
            out.losses.push((count, score.points, side.and_then(|(_, side)| side)));
        }
        for (place, end) in victory.sudden.iter().enumerate() {
            let at = format!("/scenario/victory/sudden/{place}");
            let Some(side) = compiled.side(&end.side) else {
                let text = format!("there is no side '{}'", end.side);
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                reader.found.push(wrong.pointer(format!("{at}/side")));
                continue;
            };
            let mut holds = Vec::new();
            for (i, label) in end.holds.iter().enumerate() {
                match grid.parse(label) {
                    Some(hex) => {
                        out.watch(hex);
                        holds.push(hex);
                    }
                    None => {
                        let text = format!("'{label}' is not on the map");
                        let wrong = Diagnostic::error(Code::OffMap, text).hex(label);
                        reader.found.push(wrong.pointer(format!("{at}/holds/{i}")));
                    }
                }
            }
            if end.holds.is_empty() && end.points.is_none() && !end.alone {
                let text = "a sudden end needs hexes, points or an enemy who is gone";
                reader.found.push(Diagnostic::error(Code::Rule, text).pointer(at));
                continue;
            }
            out.sudden.push(Sudden { side, holds, end: end.clone() });
        }
        for (side, hex) in compiled.controlled.iter().chain(&compiled.held) {
            if let Some(&place) = out.place_of.get(hex) {
                out.held[place] = Some(*side as u8);
            }
        }
        out
    }

    /// The place of a hex of which it is kept who holds it, though it may be worth no point.
    fn watch(&mut self, hex: Hex) -> usize {
        *self.place_of.entry(hex).or_insert_with(|| {
            self.hexes.push((hex, 0));
            self.held.push(None);
            self.hexes.len() - 1
        })
    }

    /// The place of a hex among those that are held by somebody.
    pub fn place(&self, hex: Hex) -> Option<usize> {
        self.place_of.get(&hex).copied()
    }
}

/// Play begins: whoever stands in a hex holds it, without a word.
pub fn begin(rules: &Rules, position: &mut Position<Standard>) {
    for (place, &(hex, _)) in rules.scoring.hexes.iter().enumerate() {
        let unit = position.stack(hex).find(|&unit| rules.stacking.is_unit(unit));
        if let Some(unit) = unit {
            position.own.holders[place] = Some(rules.side(unit) as u8);
        }
    }
}

/// A unit has come into a hex: whoever stands in one that scores holds it.
pub fn take(cx: &mut PlayContext<'_, Standard>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let Some(place) = rules.scoring.place(hex).filter(|_| rules.stacking.is_unit(unit)) else {
        return;
    };
    let side = rules.side(unit) as u8;
    let Some(holder) = cx.position.own.holders.get_mut(place) else { return };
    if *holder == Some(side) {
        return;
    }
    *holder = Some(side);
    let rule = rules.cite.rule(Chapter::Victory).to_owned();
    cx.control(hex, usize::from(side), Some(unit), &rule);
}

/// The points of a side as they would be counted now.
pub fn points(rules: &Rules, position: &Position<Standard>, side: usize) -> i32 {
    sources(rules, position)
        .into_iter()
        .filter(|source| source.0 == side)
        .map(|source| source.3)
        .sum()
}

/// What the points are made of: side, source, how often, and points.
fn sources(rules: &Rules, position: &Position<Standard>) -> Vec<(usize, &'static str, u32, i32)> {
    let scoring = &rules.scoring;
    let mut out = Vec::new();
    for side in 0..rules.compiled.sides.len() {
        let held = scoring.paid.iter().filter(|(place, _, whose)| {
            position.own.holders.get(*place).copied().flatten() == Some(side as u8)
                && whose.is_none_or(|whose| whose == side)
        });
        let (count, sum) = held.fold((0, 0), |(n, sum), (_, points, _)| (n + 1, sum + points));
        out.push((side, "hexes", count, sum));
        let (mut count, mut sum) = (0, 0);
        for (what, points, whose) in &scoring.losses {
            if whose.is_some_and(|whose| whose != side) {
                continue;
            }
            let lost = position.losses.iter().zip(0..8);
            let lost = lost.filter(|(_, other)| rules.are_enemies(side, *other));
            let lost: u32 = lost
                .map(|((steps, units), _)| match what {
                    LossCount::Steps => *steps,
                    LossCount::Units => *units,
                })
                .sum();
            count += lost;
            sum += points * lost.min(100_000).cast_signed();
        }
        out.push((side, "losses", count, sum));
        let exits = position.own.exits.get(side).into_iter().flatten().zip(&scoring.exits);
        let (count, sum) = exits.fold((0, 0), |(n, sum), (&units, (_, points, _))| {
            (n + u32::from(units), sum + points * i32::from(units))
        });
        out.push((side, "exits", count, sum));
        out.push((side, "events", 0, position.own.points.get(side).copied().unwrap_or(0)));
    }
    out.retain(|(_, _, count, points)| *count > 0 || *points != 0);
    out
}

/// The same for the log.
pub fn point_sources(rules: &Rules, position: &Position<Standard>) -> Vec<PointSource> {
    let told = sources(rules, position).into_iter().map(|(side, id, count, points)| PointSource {
        id: id.to_owned(),
        kind: None,
        side: rules.compiled.sides[side].clone(),
        count,
        points,
    });
    told.collect()
}

/// Looks whether somebody has won at once.
pub fn look(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let position = &*cx.position;
    let holds = |side: usize, hex: &Hex| {
        let place = rules.scoring.place(*hex);
        place.and_then(|place| *position.own.holders.get(place)?) == Some(side as u8)
    };
    let is_alone = |side: usize| enemies::on_map(rules, position, side).next().is_none();
    let has_come = |sudden: &&Sudden| {
        let end = &sudden.end;
        let turns = end.from_turn.unwrap_or(0)..=end.to_turn.unwrap_or(u16::MAX);
        turns.contains(&position.turn)
            && sudden.holds.iter().all(|hex| holds(sudden.side, hex))
            && end.points.is_none_or(|least| points(rules, position, sudden.side) >= least)
            && (!end.alone || is_alone(sudden.side))
    };
    let Some(sudden) = rules.scoring.sudden.iter().find(has_come) else { return };
    let own = rules.cite.rule(Chapter::Victory);
    let rule = sudden.end.rule.clone().unwrap_or_else(|| own.to_owned());
    cx.end(Some(sudden.side), "sudden", "Victory", &rule);
}

/// The last game-turn is over: the points decide, or nobody has won.
pub fn finish(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let sides = 0..rules.compiled.sides.len();
    let points: Vec<i32> = sides.clone().map(|side| points(rules, cx.position, side)).collect();
    let rule = rules.cite.rule(Chapter::Victory).to_owned();
    match (rules.scoring.counts, rules.scoring.counted_for) {
        (false, _) => cx.end(None, "last-turn", "Draw", &rule),
        // One side's points make one scale: its level says who has won.
        (true, Some(side)) => {
            let level = rules.compiled.levels.iter().find(|level| level.fits(points[side]));
            let winner = level.and_then(|level| rules.compiled.side(&level.side));
            let name = level.map_or("Draw", |level| level.name.as_str());
            cx.end_at(winner, "last-turn", name, &rule);
        }
        (true, None) => {
            let most = points.iter().copied().max().unwrap_or(0);
            let mut best = sides.filter(|&side| points[side] == most);
            let winner = best.next().filter(|_| best.next().is_none());
            cx.end(winner, "last-turn", "Draw", &rule);
        }
    }
}
