//! Units and points that support combat from a distance.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play as play;

use super::odds::strength;
use super::{Asked, Kind, Stage};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::{Ratings, Rules};
use crate::sequence::Step;
use crate::state::{ATTACKED, FIRED, ROUTED};
use crate::{hidden, hindrance};

/// Support by units, compiled.
#[derive(Debug)]
pub struct Support {
    who: Members,
    rating: Option<usize>,
    reach: Option<usize>,
    range: Number,
    most: Number,
    pub in_defence: bool,
    pub no_more_than_supported: bool,
    pub shift: Number,
    pub die: Number,
    pub rule: String,
}

impl Support {
    pub(super) fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        support: &play::Support,
        (pointer, rule): (&str, &str),
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        let rating = reader.rating(support.rating.as_ref(), ratings.fire, &at("rating"));
        let out = Self {
            who: reader.members(&support.who, &at("who")),
            rating,
            reach: ratings.range,
            range: reader.bounded(&support.range, &at("range"), (0, 100)),
            most: reader.bounded(&support.most, &at("most"), (0, 100)),
            in_defence: support.in_defence,
            no_more_than_supported: support.no_more_than_supported,
            shift: reader.bounded(&support.shift, &at("shift"), (-100, 100)),
            die: reader.bounded(&support.die, &at("die"), (-100, 100)),
            rule: support.rule.clone().unwrap_or_else(|| rule.to_owned()),
        };
        if out.adds_strength() && rating.is_none() && support.rating.is_none() {
            reader.wrong(&at("rating"), "no rating is used for fire".to_owned());
        }
        out
    }

    /// Whether it adds to the strength, and neither columns nor the die.
    pub fn adds_strength(&self) -> bool {
        self.shift.is_zero() && self.die.is_zero()
    }

    /// The strength that units add.
    pub fn strength(&self, rules: &Rules, position: &Position<Standard>, units: &[Unit]) -> i32 {
        let Some(rating) = self.rating else { return 0 };
        let of = |&unit: &Unit| strength(rules, position, (unit, rating), |one| one.attack);
        units.iter().map(of).sum()
    }

    /// Whether a unit could support at a hex now.
    fn can(&self, rules: &Rules, position: &Position<Standard>, unit: Unit, hexes: &[Hex]) -> bool {
        let state = position.state(unit);
        let Some(from) = state.hex else { return false };
        if !self.who.has(unit) || state.flags & (ATTACKED | FIRED | ROUTED) != 0 {
            return false;
        }
        let case = Case::new(&rules.compiled, position).of(unit);
        let printed = self.reach.map_or(0, |rating| position.rating(rules, unit, rating));
        let range = printed.saturating_add(self.range.in_case(&case));
        let grid = rules.compiled.map.grid();
        hexes.iter().any(|&hex| i64::from(grid.distance(from, hex)) <= i64::from(range))
            && !hindrance::of(rules, position, unit).any(|one| one.no_fire)
    }

    /// The units of a side that could support at hexes, without some.
    pub fn candidates(
        &self,
        rules: &Rules,
        position: &Position<Standard>,
        (side, hexes): (usize, &[Hex]),
        but: &[Unit],
    ) -> Vec<Unit> {
        let own = position.on_map(rules, side).filter(|unit| !but.contains(unit));
        let mut all: Vec<Unit> =
            own.filter(|&unit| self.can(rules, position, unit, hexes)).collect();
        let case = Case::new(&rules.compiled, position).by(side);
        let most = self.most.in_case(&case);
        if most > 0 {
            // The strongest first.
            all.sort_by_key(|&unit| std::cmp::Reverse(self.strength(rules, position, &[unit])));
            all.truncate(most.unsigned_abs() as usize);
            all.sort_unstable();
        }
        all
    }
}

/// The tracks whose points support combat, by their ids: each side's points by game-turn.
#[derive(Debug, Default)]
pub struct Tracks(Vec<(String, Vec<Vec<i32>>)>);

impl Tracks {
    fn place(&mut self, reader: &mut Reader<'_>, id: &str, pointer: &str) -> usize {
        if let Some(place) = self.0.iter().position(|(known, _)| known == id) {
            return place;
        }
        let tracks = &reader.bundle.scenario.tracks;
        let sides = reader.compiled.sides.iter().map(|side| {
            let of_side = |track: &&salient_schema::scenario::Track| {
                track.id == id && track.side.as_ref().is_none_or(|own| own == side)
            };
            tracks.iter().find(of_side).map(|track| track.values.clone()).unwrap_or_default()
        });
        self.0.push((id.to_owned(), sides.collect()));
        if id.is_empty() {
            reader.wrong(pointer, "points are those of a track of the scenario".to_owned());
        }
        self.0.len() - 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// What a side has left of a track in the game-turn.
    pub fn left(&self, position: &Position<Standard>, side: usize, track: usize) -> u16 {
        let values = self.0.get(track).and_then(|(_, sides)| sides.get(side));
        let given = values.and_then(|values| values.get(position.turn_place)).copied().unwrap_or(0);
        let spent = position.own.spent_points.get(side * self.0.len() + track);
        (given.clamp(0, u16::MAX.into()) as u16).saturating_sub(spent.copied().unwrap_or(0))
    }
}

/// Points that support, compiled.
#[derive(Debug)]
pub struct Points {
    pub name: String,
    track: usize,
    most: Number,
    in_defence: bool,
    pub strength: Number,
    pub shift: Number,
    pub die: Number,
    pub rule: String,
}

impl Points {
    pub(super) fn read(
        reader: &mut Reader<'_>,
        tracks: &mut Tracks,
        points: &play::PointSupport,
        (pointer, rule): (&str, &str),
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        Self {
            name: points.name.clone(),
            track: tracks.place(reader, &points.track, &at("track")),
            most: reader.bounded(&points.most, &at("most"), (0, 1000)),
            in_defence: points.in_defence,
            strength: reader.bounded(&points.strength, &at("strength"), (-1000, 1000)),
            shift: reader.bounded(&points.shift, &at("shift"), (-100, 100)),
            die: reader.bounded(&points.die, &at("die"), (-100, 100)),
            rule: points.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }

    /// How many a side may spend on a combat now.
    fn most(&self, rules: &Rules, position: &Position<Standard>, side: usize) -> u16 {
        let left = rules.combats.tracks.left(position, side, self.track);
        let case = Case::new(&rules.compiled, position).by(side);
        match self.most.in_case(&case) {
            most if most > 0 => left.min(most.min(u16::MAX.into()) as u16),
            _ => left,
        }
    }
}

/// The most points of each kind that a side may spend; none at all where it may spend nothing.
pub fn most_points(
    rules: &Rules,
    position: &Position<Standard>,
    (kind, side): (&Kind, usize),
    defending: bool,
) -> Vec<u16> {
    let all = kind.points.iter().map(|points| match defending && !points.in_defence {
        true => 0,
        false => points.most(rules, position, side),
    });
    let all: Vec<u16> = all.collect();
    if all.iter().all(|&most| most == 0) { Vec::new() } else { all }
}

/// Whether a side may be supported so.
pub(super) fn check_forces(
    rules: &Rules,
    position: &Position<Standard>,
    (kind, side, hexes): (&Kind, usize, &[Hex]),
    (support, points): (&[Unit], &[u16]),
    (but, defending): (&[Unit], bool),
) -> Result<(), Violation> {
    if !support.is_empty() {
        let Some(own) = &kind.support else { return kind.no("no unit supports from a distance") };
        let no = |text: String| Err(Violation::new(own.rule.clone(), text));
        if defending && !own.in_defence {
            return no("no unit supports a defence from a distance".to_owned());
        }
        let case = Case::new(&rules.compiled, position).by(side);
        let most = own.most.in_case(&case);
        if most > 0 && support.len() as i64 > i64::from(most) {
            return no(format!("no more than {most} support one combat"));
        }
        for (place, &unit) in support.iter().enumerate() {
            let is_own = rules.side(unit) == side && !but.contains(&unit);
            if !is_own || support[..place].contains(&unit) || !own.can(rules, position, unit, hexes)
            {
                let name = &rules.compiled.unit(unit).name;
                return no(format!("'{name}' cannot support this combat"));
            }
        }
    }
    if points.len() > kind.points.len() {
        return kind.no("there are no such points");
    }
    for (own, &spent) in kind.points.iter().zip(points) {
        let most = match defending && !own.in_defence {
            true => 0,
            false => own.most(rules, position, side),
        };
        if spent > most {
            let text = format!("{spent} of {}, and {most} is the most", own.name);
            return Err(Violation::new(own.rule.clone(), text));
        }
    }
    Ok(())
}

/// What a side spends on a combat: its guns fire no more in the step, its points are gone.
pub(super) fn spend(
    cx: &mut PlayContext<'_, Standard>,
    (kind, side): (u8, usize),
    (support, points): (&[Unit], &[u16]),
) {
    for &unit in support {
        *cx.position.flags_mut(unit) |= FIRED;
    }
    let rules = cx.rules;
    let tracks = &rules.combats.tracks;
    let Some(kind) = rules.combats.kinds.get(usize::from(kind)) else { return };
    for (own, &spent) in kind.points.iter().zip(points) {
        let place = side * tracks.len() + own.track;
        if let Some(sum) = cx.position.own.spent_points.get_mut(place) {
            *sum = sum.saturating_add(spent);
        }
    }
}

/// Asks the next of the defenders' sides that could support.
pub(super) fn ask(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let Some(battle) = &mut cx.position.own.battle else { return };
    let Some(side) = battle.to_ask.pop() else {
        return cx.then(Step::Combat(Stage::Roll));
    };
    battle.supporter = side;
    cx.then(Step::Combat(Stage::Support));
    if legal(rules, cx.position, side.into()).len() > 1 {
        cx.ask(side.into(), Decision::Battle(Asked::Support));
    }
}

/// Whether the defence may be supported so.
pub(super) fn check(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    let Some((battle, kind)) = super::battle::now(rules, position) else { return Ok(()) };
    match act {
        Act::Done => Ok(()),
        Act::Support { support, points }
            if support.is_empty() && points.iter().all(|&n| n == 0) =>
        {
            kind.no("support the defence, or be done")
        }
        Act::Support { support, points } => check_forces(
            rules,
            position,
            (kind, side, &battle.hexes),
            (support, points),
            (&battle.targets, true),
        ),
        _ => kind.no("support the defence, or be done"),
    }
}

/// How the defence may be supported: by all who can, by each alone, with all points or none.
pub(super) fn legal(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    let Some((battle, kind)) = super::battle::now(rules, position) else { return acts };
    let points = most_points(rules, position, (kind, side), true);
    let units = kind
        .support
        .as_ref()
        .filter(|own| own.in_defence)
        .map(|own| own.candidates(rules, position, (side, &battle.hexes), &battle.targets));
    let units = units.unwrap_or_default();
    let mut add = |support: Vec<Unit>, points: Vec<u16>| {
        if !support.is_empty() || !points.is_empty() {
            acts.push(Act::Support { support, points });
        }
    };
    add(units.clone(), points.clone());
    if !points.is_empty() && !units.is_empty() {
        add(units.clone(), Vec::new());
        add(Vec::new(), points);
    }
    if units.len() > 1 {
        units.into_iter().for_each(|unit| add(vec![unit], Vec::new()));
    }
    acts
}

/// The defence is supported.
pub(super) fn answer(cx: &mut PlayContext<'_, Standard>, side: usize, act: &Act) {
    cx.answered(side);
    let Act::Support { support, points } = act else { return };
    support.iter().for_each(|&unit| hidden::show(cx, unit));
    let Some(battle) = &mut cx.position.own.battle else { return };
    battle.support[1].extend(support);
    for (place, &spent) in points.iter().enumerate() {
        if battle.points[1].len() <= place {
            battle.points[1].push(0);
        }
        battle.points[1][place] += spent;
    }
    let kind = battle.kind;
    spend(cx, (kind, side), (support, points));
}
