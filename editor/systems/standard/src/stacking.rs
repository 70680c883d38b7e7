//! How much may stand in a hex.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};
use salient_rules::stacking::{Stacked, Stands, in_points, stands};
use salient_schema::rules_of_play::{StackingCount, StackingTime};

use crate::citations::Chapter;
use crate::game::Standard;
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;

/// Stacking, compiled.
#[derive(Debug, Default)]
pub struct StackingRules {
    limits: Vec<Limit>,
    /// Whether the limits hold in each hex on the way, too.
    pub always: bool,
    with_allies: bool,
    /// The nation of each unit, where those of different ones do not stand together.
    nations: Vec<usize>,
    /// Whether each unit counts as one, and no leader or marker.
    is_unit: Vec<bool>,
    /// Whether each unit stands in hexes at all.
    stands: Vec<bool>,
    denominator: u16,
}

#[derive(Debug)]
struct Limit {
    counts: StackingCount,
    most: Number,
    who: Members,
    rule: Option<String>,
}

impl StackingRules {
    /// Those of a ruleset: its rules of play, else its constants.
    pub fn read(reader: &mut Reader<'_>) -> Self {
        let (bundle, play) = (reader.bundle, reader.play);
        let counters = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let how = reader.compiled.units.iter().map(|def| {
            let counter = counters().find(|counter| counter.id == def.counter);
            counter.map_or(Stands::AsUnit, |counter| stands(bundle, counter, 0))
        });
        let how: Vec<Stands> = how.collect();
        let mut out = Self {
            is_unit: how.iter().map(|how| *how == Stands::AsUnit).collect(),
            stands: how.iter().map(|how| *how != Stands::Not).collect(),
            denominator: bundle.ruleset.counters.stacking_denominator,
            ..Self::default()
        };
        let Some(stacking) = &play.stacking else {
            let of =
                [(Stacked::Units, StackingCount::Units), (Stacked::Points, StackingCount::Points)];
            for (counted, counts) in of {
                if let Some(most) = counted.limit(bundle) {
                    let who = reader.members(&Default::default(), "/stacking");
                    let (most, rule) = (Number::plain(most), counted.rule(bundle));
                    out.limits.push(Limit { counts, most, who, rule });
                }
            }
            return out;
        };
        out.always = stacking.when == StackingTime::Always;
        out.with_allies = stacking.with_allies;
        if stacking.nations_apart {
            out.nations = reader.nations();
        }
        for (place, limit) in stacking.limits.iter().enumerate() {
            let at = |field: &str| format!("/stacking/limits/{place}/{field}");
            let most = reader.bounded(&limit.most, &at("most"), (0, 10_000));
            let who = reader.members(&limit.who, &at("who"));
            let rule = limit.rule.clone();
            out.limits.push(Limit { counts: limit.counts, most, who, rule });
        }
        out
    }

    /// Whether a unit stands in hexes at all.
    pub fn stands(&self, unit: Unit) -> bool {
        self.stands.get(unit.index()).copied().unwrap_or(true)
    }

    /// Whether a unit counts as one, and is no leader or marker.
    pub fn is_unit(&self, unit: Unit) -> bool {
        self.is_unit.get(unit.index()).copied().unwrap_or(true)
    }
}

/// Whether these units may stand in a hex together with those who are there; it is nobody's hex but
/// theirs or a friend's.
///
/// # Errors
/// The rule, and how it is broken.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    match breach(rules, position, units, hex) {
        None => Ok(()),
        Some(breach) => Err(breach.violation(rules, hex)),
    }
}

/// The same without words.
pub fn fits(rules: &Rules, position: &Position<Standard>, units: &[Unit], hex: Hex) -> bool {
    breach(rules, position, units, hex).is_none()
}

/// Where units find room, asked of many hexes.
#[derive(Debug)]
pub struct Room<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    units: &'a [Unit],
    /// Whether they fit into every hex in which nobody stands.
    alone: bool,
}

impl<'a> Room<'a> {
    /// For units that stand together.
    pub fn new(rules: &'a Rules, position: &'a Position<Standard>, units: &'a [Unit]) -> Self {
        let (limits, nations) = (&rules.stacking.limits, &rules.stacking.nations);
        let nation = |unit: &Unit| nations.get(unit.index());
        // Any hex stands for all where no limit has exceptions.
        let alone = units.windows(2).all(|two| nation(&two[0]) == nation(&two[1]))
            && limits.iter().all(|limit| limit.most.always().is_some())
            && units.first().and_then(|&first| position.hex(first)).is_some_and(|hex| {
                over_limit(rules, position, (std::iter::empty(), units), hex).is_none()
            });
        Self { rules, position, units, alone }
    }

    /// Whether they may stand in a hex together with those who are there.
    pub fn is_in(&self, hex: Hex) -> bool {
        self.alone && self.position.board().present(hex) == 0
            || fits(self.rules, self.position, self.units, hex)
    }
}

/// The same in a hex that enemies have just left, and nobody else is in.
///
/// # Errors
/// The rule, and how it is broken.
pub fn check_alone(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    match over_limit(rules, position, (std::iter::empty(), units), hex) {
        None => Ok(()),
        Some(breach) => Err(breach.violation(rules, hex)),
    }
}

enum Breach {
    Enemy,
    Ally,
    Nation,
    Limit { place: usize, count: i32, most: i32 },
}

impl Breach {
    fn violation(self, rules: &Rules, hex: Hex) -> Violation {
        let (label, stacking) = (rules.compiled.label(hex), &rules.stacking);
        let rule = rules.cite.rule(Chapter::Stacking).to_owned();
        match self {
            Self::Enemy => Violation::new(rule, format!("an enemy stands in {label}")),
            Self::Ally => Violation::new(rule, format!("units of another side stand in {label}")),
            Self::Nation => {
                Violation::new(rule, format!("units of another nation stand in {label}"))
            }
            Self::Limit { place, count, most } => {
                let limit = &stacking.limits[place];
                let number = |count: i32| match limit.counts {
                    StackingCount::Points => in_points(count, stacking.denominator),
                    _ => count.to_string(),
                };
                let what = limit.counts.text();
                let text = format!(
                    "{label} would hold {} {what}, and {} is the most",
                    number(count),
                    number(most)
                );
                Violation::new(limit.rule.clone().unwrap_or(rule), text)
            }
        }
    }
}

fn breach(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
) -> Option<Breach> {
    let &first = units.first()?;
    let (stacking, board) = (&rules.stacking, position.board());
    let side = rules.side(first);
    let present = board.present(hex);
    if present & rules.enemies_of(side) != 0 {
        return Some(Breach::Enemy);
    }
    if present & !(1 << side) != 0 && !stacking.with_allies {
        return Some(Breach::Ally);
    }
    if let Some(nation) = stacking.nations.get(first.index()) {
        let mut all = position.stack(hex).chain(units.iter().copied());
        if all.any(|unit| stacking.nations.get(unit.index()) != Some(nation)) {
            return Some(Breach::Nation);
        }
    }
    let there = position.stack(hex).filter(|unit| !units.contains(unit));
    over_limit(rules, position, (there, units), hex)
}

/// The limit that units, and those who are there, would break.
fn over_limit(
    rules: &Rules,
    position: &Position<Standard>,
    (there, units): (impl Iterator<Item = Unit> + Clone, &[Unit]),
    hex: Hex,
) -> Option<Breach> {
    let stacking = &rules.stacking;
    for (place, limit) in stacking.limits.iter().enumerate() {
        let (mut count, mut most) = (0, i32::MIN);
        let mut anybody = false;
        for unit in there.clone().chain(units.iter().copied()) {
            if !limit.who.has(unit) || !stacking.stands(unit) {
                continue;
            }
            anybody = true;
            count += match limit.counts {
                StackingCount::Units => i32::from(stacking.is_unit(unit)),
                StackingCount::Points => position.stacking(rules, unit),
                StackingCount::Steps => {
                    i32::from(rules.compiled.unit(unit).steps)
                        - i32::from(position.state(unit).face)
                }
            };
            let case = Case::new(&rules.compiled, position).of(unit).at(hex);
            most = most.max(limit.most.in_case(&case));
        }
        if anybody && count > most {
            return Some(Breach::Limit { place, count, most });
        }
    }
    None
}
