//! 1914 9.4: who fights with ammunition, and what is recorded of it.

use std::collections::BTreeMap;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast;
use crate::acts::Act;
use crate::decision::battle::Fight;
use crate::event::Detail;
use crate::event::battle::{BattleDetail, Provided, Trucks};
use crate::rules::{Offensive, Rules, of};
use crate::supply::{Ammunition, Supply, has_trucks, shortage};

/// Quarters in a division-equivalent: one increment of ammunition serves so many (1914 9.4).
const INCREMENT: i32 = 4;

/// Whether a unit needs ammunition at all: combat and artillery units do; forts and fortresses have
/// their own (1914 8.5.1, 12.1.1).
pub fn needs(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let kind = rules.kind(position, unit);
    kind.is_combat() || kind.is_artillery()
}

/// A side's units in a combat by how they come by ammunition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sources {
    /// Those whom nobody provides. Sorted.
    pub none: Vec<Unit>,
    /// Those who have it only on record, each with what would provide it (1914 9.4.2).
    pub recorded: Vec<(Unit, Ammunition)>,
}

impl Sources {
    /// How some units of a side come by it now.
    pub fn of(rules: &Rules, position: &Position<Offensive>, units: &[Unit]) -> Self {
        let mut out = Self::default();
        let Some(&first) = units.first() else { return out };
        let supply = Supply::new(rules, position, rules.side_of(first));
        for &unit in units.iter().filter(|&&unit| needs(rules, position, unit)) {
            match supply.ammunition(unit, 1) {
                None => out.none.push(unit),
                Some(given) if given.by.is_empty() => {}
                Some(given) => out.recorded.push((unit, given)),
            }
        }
        out.none.sort_unstable();
        out
    }

    /// What each supply unit would record for some of them: an increment a division-equivalent, the
    /// sum of a combat rounded up (1914 9.4).
    fn increments(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        units: &[Unit],
    ) -> BTreeMap<Unit, i32> {
        let mut quarters: BTreeMap<Unit, i32> = BTreeMap::new();
        for (unit, given) in self.recorded.iter().filter(|(unit, _)| units.contains(unit)) {
            for &source in &given.by {
                *quarters.entry(source).or_default() += abreast::size(rules, position, *unit);
            }
        }
        quarters.values_mut().for_each(|sum| *sum = (*sum + INCREMENT - 1) / INCREMENT);
        quarters
    }

    /// Whether the limits of all that record it allow for some of them (1914 9.4.2).
    fn fits(&self, rules: &Rules, position: &Position<Offensive>, units: &[Unit]) -> bool {
        self.increments(rules, position, units).into_iter().all(|(source, increments)| {
            !exceeds(rules, position, source, increments)
                || self.has_trucks(rules, position, units, source)
        })
    }

    /// 1914 25.3: whether a depot may provide some of them by its trucks: those whom it provides
    /// itself, within its own range, and nobody through a train.
    fn has_trucks(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        units: &[Unit],
        source: Unit,
    ) -> bool {
        let mut served = self
            .recorded
            .iter()
            .filter(|(unit, given)| units.contains(unit) && given.by.contains(&source));
        has_trucks(rules, position, source) && served.all(|(_, given)| given.by.len() == 1)
    }

    /// Those who may be provided together, the first first.
    fn most(&self, rules: &Rules, position: &Position<Offensive>) -> Vec<Unit> {
        let mut units = Vec::new();
        for &(unit, _) in &self.recorded {
            units.push(unit);
            if !self.fits(rules, position, &units) {
                units.pop();
            }
        }
        units.sort_unstable();
        units
    }
}

/// Whether a supply unit would provide more than its limit with so much more (1914 9.4.2).
fn exceeds(rules: &Rules, position: &Position<Offensive>, source: Unit, increments: i32) -> bool {
    i32::from(position.own.provided[source.index()]) + increments > limit(rules, position, source)
}

/// What a supply unit provides at most, which only its extended side says (1914 2.6.2), and less for an
/// army that runs short (1914 15.8.3, 23.1.2, 24.3.1a).
fn limit(rules: &Rules, position: &Position<Offensive>, source: Unit) -> i32 {
    let place = rules.ratings[of::AMMUNITION];
    let extended = rules.unit(source).faces.last();
    let own = place.and_then(|place| extended?.get(place).copied()).unwrap_or_default();
    shortage::limit(rules, position, source).map_or(own, |short| own.min(short))
}

/// Whether a side may provide so in a combat; to be done is to provide nobody.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    sources: &Sources,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::Provide { units } => {
            let has = |unit: &Unit| sources.recorded.iter().any(|(other, _)| other == unit);
            if units.is_empty() || !units.is_sorted_by(|a, b| a < b) || !units.iter().all(has) {
                let text = "ammunition is provided to units of the combat that may have it";
                return Err(Violation::new("1914 9.4.1", text));
            }
            if !sources.fits(rules, position, units) {
                let text = "the supply units cannot provide so much any more";
                return Err(Violation::new("1914 9.4.2", text));
            }
            Ok(())
        }
        _ => Err(Violation::new("1914 9.4", "provide ammunition, or be done")),
    }
}

/// What it may do: all that can be, or none.
pub fn legal(rules: &Rules, position: &Position<Offensive>, sources: &Sources) -> Vec<Act> {
    let most = sources.most(rules, position);
    let all = (!most.is_empty()).then_some(Act::Provide { units: most });
    [Act::Done].into_iter().chain(all).collect()
}

/// Whether there is anything to choose.
pub fn is_asked(rules: &Rules, position: &Position<Offensive>, sources: &Sources) -> bool {
    !sources.most(rules, position).is_empty()
}

/// Provides units of a combat, and records it.
pub fn provide(
    cx: &mut PlayContext<'_, Offensive>,
    (fight, side): (&mut Fight, usize),
    sources: &Sources,
    units: &[Unit],
) {
    let rules = cx.rules;
    let mut increments = sources.increments(rules, cx.position, units);
    // 1914 25.3: what the limit has no room for goes by trucks, which is not counted.
    increments.retain(|&source, &mut wanted| {
        let by_trucks = exceeds(rules, cx.position, source, wanted)
            && sources.has_trucks(rules, cx.position, units, source);
        if by_trucks {
            let used = &mut cx.position.own.trucks[source.index()];
            *used = used.saturating_add(1);
            let used = *used;
            cx.emit(|rules| {
                Detail::Battle(BattleDetail::Trucks(Trucks {
                    side: rules.sides[side].clone(),
                    unit: rules.unit(source).name.as_str().into(),
                    increments: wanted,
                    used: i32::from(used),
                    rule: "1914 25.3".to_owned(),
                }))
            });
        }
        !by_trucks
    });
    for (unit, given) in &sources.recorded {
        if units.contains(unit) {
            given.extend.iter().for_each(|&by| cx.turn_over(by, 1, "1914 9.4.1"));
        }
    }
    for (&source, &increments) in &increments {
        let provided = &mut cx.position.own.provided[source.index()];
        *provided = provided.saturating_add(u8::try_from(increments).unwrap_or(u8::MAX));
    }
    let left = sources.recorded.iter().map(|(unit, _)| *unit).filter(|unit| !units.contains(unit));
    fight.clash.without.extend(sources.none.iter().copied().chain(left));
    fight.clash.without.sort_unstable();
    if units.is_empty() || increments.is_empty() {
        return;
    }
    let attack = fight.attack;
    cx.emit(|rules| {
        Detail::Battle(BattleDetail::Provided(Provided {
            attack,
            side: rules.sides[side].clone(),
            units: rules.compiled.names(units),
            by: rules.compiled.names(&increments.keys().copied().collect::<Vec<Unit>>()),
            increments: increments.values().copied().collect(),
            rule: "1914 9.4.2".to_owned(),
        }))
    });
}
