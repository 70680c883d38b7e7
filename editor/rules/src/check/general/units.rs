//! Who stands where in a set-up, who is whose enemy, and which hexes are barred to whom.

use std::cell::OnceCell;

use ahash::AHashMap;
use salient_hex::grid::Hex;
use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::{Kind, Side};
use salient_schema::words::id_in_words;

use crate::check::lookup::{Lookup, kind};
use crate::effects::{self, Circumstances};
use crate::stacking::{Stacked, Stands, stands, type_of};

/// A unit that is set up in a hex of the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    pub counter: &'a Counter,
    pub face: u8,
    /// Whether it is a unit, and no leader, who may stand with anybody.
    pub is_unit: bool,
    pub hex: Hex,
    /// The hex as the scenario has it.
    pub label: &'a str,
    /// Its place among the placements, and within its own.
    pub at: (usize, usize),
}

/// What the checks read of a bundle.
pub(crate) struct Units<'a> {
    pub bundle: &'a Bundle,
    pub lookup: &'a Lookup<'a>,
    /// The units that stand in hexes, in the order of the set-up.
    pub standing: Vec<Standing<'a>>,
    counters: AHashMap<&'a str, &'a Counter>,
    /// The paths with a cost of their own through each hex. Few rulesets prohibit anything, and
    /// only then do they matter.
    paths: OnceCell<AHashMap<Hex, Vec<&'a Kind>>>,
}

/// Why a unit may not be in a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barred<'a> {
    /// The terrain or feature that bars it.
    pub kind: &'a Kind,
    /// The rule that says so.
    pub rule: Option<&'a str>,
    /// Whether it bars every unit.
    pub to_all: bool,
}

impl<'a> Units<'a> {
    pub fn of(bundle: &'a Bundle, lookup: &'a Lookup<'a>) -> Self {
        let all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        // Of two that share an id the first is meant, as everywhere.
        let counters = all.rev().map(|counter| (counter.id.as_str(), counter)).collect();
        let mut units =
            Self { bundle, lookup, standing: Vec::new(), counters, paths: OnceCell::new() };
        for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            let Some(hex) = lookup.grid.parse(&placement.hex) else { continue };
            // Whoever is carried is where its carrier may be.
            if placement.carried_by.is_some() {
                continue;
            }
            let face = placement.face.unwrap_or(0);
            for (j, id) in placement.counters.iter().enumerate() {
                let Some(counter) = units.counter(id) else { continue };
                let (label, at) = (placement.hex.as_str(), (i, j));
                let is_unit = match stands(bundle, counter, face) {
                    Stands::AsUnit => true,
                    Stands::AsLeader => false,
                    Stands::Not => continue,
                };
                units.standing.push(Standing { counter, face, is_unit, hex, label, at });
            }
        }
        units
    }

    /// A counter by its id; `division#2` is one of several alike.
    pub fn counter(&self, id: &str) -> Option<&'a Counter> {
        let alike = || id.split_once('#').map(|(counter, _)| counter);
        self.counters.get(id).or_else(|| self.counters.get(alike()?)).copied()
    }

    pub fn side(&self, id: &str) -> Option<&'a Side> {
        self.bundle.ruleset.sides.iter().find(|side| side.id == id)
    }

    /// What bars a unit from a hex, by the lines of the terrain effects chart that count there:
    /// what stands in the hex, and its terrain unless a feature or a path has a cost in its stead.
    /// What is impassable to it no feature opens, as in movement.
    pub fn barred(&self, hex: Hex, unit: &Counter, face: u8) -> Option<Barred<'a>> {
        let known_by: Vec<&str> = std::iter::once(type_of(unit, face))
            .chain(unit.traits.iter().map(String::as_str))
            .collect();
        let now = Circumstances {
            side: &unit.side,
            unit: &known_by,
            usage: "movement",
            ..Circumstances::default()
        };
        if let Some(kind) = self.kinds(hex).find(|kind| effects::is_impassable(kind, &now)) {
            let to_all = effects::is_closed(kind);
            return Some(Barred { kind, rule: kind.rule.as_deref(), to_all });
        }
        let prohibits = |kind: &'a Kind| {
            let effect = effects::prohibition(kind, &now)?;
            let rule = effect.rule.as_deref().or(kind.rule.as_deref());
            Some(Barred { kind, rule, to_all: false })
        };
        let by_feature = self.features(hex).find_map(prohibits);
        by_feature.or_else(|| {
            let terrain = prohibits(self.lookup.terrain(hex)?)?;
            let has_cost = |kind: &Kind| effects::movement(kind, &now).is_some();
            let mut paths = self.paths(hex).iter();
            let replaced = self.features(hex).any(has_cost)
                || paths.any(|kind| has_cost(kind) && !effects::is_barred(kind, &now));
            (!replaced).then_some(terrain)
        })
    }

    /// Whether a unit may be set up in a hex: not barred from it, beside no enemy, within the stacking
    /// limits. Where it stands now does not count.
    pub fn may_stand(&self, unit: &Counter, face: u8, hex: Hex) -> bool {
        let ruleset = &self.bundle.ruleset;
        let others = || {
            let there = self.standing.iter().filter(move |one| one.hex == hex);
            there.filter(|one| one.counter.id != unit.id)
        };
        let is_enemy = |one: &Standing<'_>| ruleset.are_enemies(&one.counter.side, &unit.side);
        let has_room = |counted: Stacked| {
            let own = counted.of(self.bundle, unit, face);
            let friends = others().filter(|one| !is_enemy(one));
            let there = friends.map(|one| counted.of(self.bundle, one.counter, one.face));
            let sum = there.fold(own, i32::saturating_add);
            counted.limit(self.bundle).is_none_or(|limit| sum <= limit)
        };
        self.barred(hex, unit, face).is_none()
            && !others().any(|one| one.is_unit && is_enemy(one))
            && Stacked::ALL.into_iter().all(has_room)
    }

    /// The terrain of a hex and what stands in it.
    fn kinds(&self, hex: Hex) -> impl Iterator<Item = &'a Kind> + use<'a> {
        self.lookup.terrain(hex).into_iter().chain(self.features(hex))
    }

    fn features(&self, hex: Hex) -> impl Iterator<Item = &'a Kind> + use<'a> {
        let lookup = self.lookup;
        lookup.features_at(hex).filter_map(move |(_, feature)| lookup.feature_kind(feature))
    }

    /// The kinds of the paths through a hex.
    fn paths(&self, hex: Hex) -> &[&'a Kind] {
        let paths = self.paths.get_or_init(|| {
            let Bundle { map, ruleset, .. } = self.bundle;
            let mut through: AHashMap<Hex, Vec<&Kind>> = AHashMap::new();
            for path in &map.paths.items {
                let Some(kind) = kind(&ruleset.paths, &path.kind) else { continue };
                for hex in path.hexes.iter().filter_map(|label| self.lookup.grid.parse(label)) {
                    through.entry(hex).or_default().push(kind);
                }
            }
            through
        });
        paths.get(&hex).map(Vec::as_slice).unwrap_or_default()
    }
}

/// What a counter is called.
pub(super) fn name(counter: &Counter) -> String {
    match counter.designation.trim() {
        "" => id_in_words(&counter.id),
        printed => printed.to_owned(),
    }
}
