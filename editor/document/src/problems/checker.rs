//! Looking again at what an edit touched.

use std::ops::RangeInclusive;

use salient_hex::grid::Hex;
use salient_rules::check::{self, Lookup, RulesPart};
use salient_rules::roles::CommonRoles;
use salient_schema::check::Scoped;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, Diagnostic};

use super::scope::{Found, Pending, stray_features, stray_hexsides};
use super::{Problems, Scope};
use crate::apply::State;
use crate::changes::{ChangeLog, Touched};

/// What every part of a system's rules may read besides the map.
const SCENARIO: [Scope; 5] = [
    Scope::Scenario,
    Scope::Rules(RulesPart::Data),
    Scope::Rules(RulesPart::SetUp),
    Scope::Rules(RulesPart::Arrivals),
    Scope::Rules(RulesPart::General),
];

/// Whether those who are set up may stand where they do.
const STANDING: [Scope; 2] = [Scope::Rules(RulesPart::SetUp), Scope::Rules(RulesPart::General)];

/// Whether those who arrive may come in where they do.
const COMING: [Scope; 2] = [Scope::Rules(RulesPart::Arrivals), Scope::Rules(RulesPart::General)];

impl Problems {
    /// Takes note of what was touched since the last time.
    pub(crate) fn follow(&mut self, state: &State, log: &ChangeLog) {
        if self.revision == log.revision() {
            return;
        }
        match log.touched_since(self.revision) {
            Some(touched) => touched.into_iter().for_each(|touched| self.touch(state, touched)),
            None => self.start_over(),
        }
        // What is in no hex is named by no hex; almost always there is none of it.
        self.pend([Scope::StrayFeatures, Scope::StrayHexsides]);
        self.revision = log.revision();
    }

    /// Looks at pending things, at most as many as cost `effort` and at least one. Gives
    /// whether all is done.
    pub(crate) fn work(&mut self, state: &State, effort: usize) -> bool {
        self.name_everything(state);
        let look = Look::new(state);
        let mut spent = 0;
        while spent < effort.max(1) {
            spent += match self.pending.scopes.pop_first() {
                Some(scope) => {
                    self.look_at(&look, scope);
                    scope.effort()
                }
                // As measured: two and five microseconds.
                None if self.next_features(&look) => 3,
                None if self.next_hexsides(&look) => 6,
                None => return true,
            };
        }
        self.pending.is_empty()
    }

    fn start_over(&mut self) {
        let (revision, version) = (self.revision, self.version + 1);
        *self = Self { revision, version, ..Self::default() };
    }

    fn pend(&mut self, scopes: impl IntoIterator<Item = Scope>) {
        self.pending.scopes.extend(scopes);
    }

    /// Names all scopes, once.
    fn name_everything(&mut self, state: &State) {
        if !std::mem::take(&mut self.pending.all) {
            return;
        }
        self.pend([Scope::MapHead, Scope::Layers, Scope::StrayFeatures, Scope::StrayHexsides]);
        self.pend([Scope::PathEnds, Scope::ZoneIds, Scope::Scenario, Scope::Ruleset]);
        self.pend(RulesPart::ALL.map(Scope::Rules));
        let map = &state.bundle.map;
        self.pend_rows(state);
        self.pend((0..map.paths.items.len() as u32).map(Scope::Path));
        self.pend((0..map.lines.items.len() as u32).map(Scope::Line));
        self.pend((0..map.zones.items.len() as u32).map(Scope::Zone));
        for oob in 0..state.bundle.orders_of_battle.len() {
            self.pend_order_of_battle(state, oob);
        }
        let Pending { features_from, hexsides_from, .. } = &mut self.pending;
        *features_from = state.index.features.entries().first().map(|&(hex, _)| hex);
        *hexsides_from = state.index.hexsides.entries().first().map(|&(side, _)| side);
    }

    fn pend_rows(&mut self, state: &State) {
        let map = &state.bundle.map;
        let heights = map.elevation.as_ref().map_or(0, |layer| layer.rows.len());
        let rows = map.terrain.rows.len().max(heights).min(usize::from(u16::MAX));
        self.pend((0..rows as u16).map(Scope::Row));
    }

    fn pend_order_of_battle(&mut self, state: &State, oob: usize) {
        let counters = state.bundle.orders_of_battle.get(oob).map_or(0, |oob| oob.counters.len());
        let oob = oob as u32;
        self.clear(Scope::Counter(oob, 0)..=Scope::Counter(oob, u32::MAX));
        self.pend([Scope::OrderOfBattle(oob)]);
        self.pend((0..counters as u32).map(|counter| Scope::Counter(oob, counter)));
    }

    /// Forgets what was found in scopes that may be no more.
    fn clear(&mut self, scopes: RangeInclusive<Scope>) {
        let gone: Vec<Scope> = self.found.range(scopes.clone()).map(|(&scope, _)| scope).collect();
        gone.into_iter().for_each(|scope| self.put(scope, Vec::new()));
        let gone: Vec<Scope> = self.pending.scopes.range(scopes).copied().collect();
        gone.iter().for_each(|scope| {
            self.pending.scopes.remove(scope);
        });
    }

    fn touch(&mut self, state: &State, touched: Touched) {
        let map = &state.bundle.map;
        match touched {
            Touched::Terrain(hex) => self.touch_ground(state, hex),
            Touched::TerrainRun(first, count) => {
                (first.0..).take(count.into()).for_each(|hex| self.touch_ground(state, Hex(hex)));
            }
            Touched::ElevationRun(first, _) => self.pend_row(state, first),
            Touched::Palette | Touched::Elevation => {
                self.clear(Scope::Row(0)..=Scope::Row(u16::MAX));
                // What a level or a kind of terrain must be for the rules.
                self.pend([Scope::Layers, Scope::Rules(RulesPart::Data)]);
                self.pend_rows(state);
            }
            Touched::Features(hex) => {
                self.pend([Scope::Features(hex)]);
                self.pend(state.grid.within(hex, 2).into_iter().map(Scope::TrenchGap));
                self.touch_standing(state, hex);
                if self.paths_at(state, hex).next().is_some() {
                    self.pend([Scope::PathEnds]);
                }
            }
            Touched::Hexside(side) => {
                self.pend([Scope::Hexsides(side)]);
                self.pend(check::gaps_beside(&state.lookup(), side).map(Scope::Gap));
                for hex in [Some(side.hex()), state.grid.across(side)].into_iter().flatten() {
                    let paths: Vec<Scope> = self.paths_at(state, hex).map(Scope::Path).collect();
                    self.pend(paths);
                }
                if !state.bundle.scenario.setup.free.is_empty() {
                    // A zone of control may reach across, or no longer.
                    self.pend([Scope::Rules(RulesPart::SetUp)]);
                }
            }
            Touched::Line(line) => {
                self.pend([Scope::Line(line as u32), Scope::Rules(RulesPart::Lines)]);
            }
            Touched::Lines => {
                self.clear(Scope::Line(0)..=Scope::Line(u32::MAX));
                self.pend((0..map.lines.items.len() as u32).map(Scope::Line));
                self.pend([Scope::Rules(RulesPart::Lines)]);
            }
            Touched::Path(path) => {
                self.paths_through = None;
                self.pend([Scope::Path(path as u32), Scope::PathEnds]);
                // A road may lead through what is prohibited beside it.
                self.pend([Scope::Rules(RulesPart::General)]);
            }
            Touched::Paths => {
                self.paths_through = None;
                self.clear(Scope::Path(0)..=Scope::Path(u32::MAX));
                self.pend((0..map.paths.items.len() as u32).map(Scope::Path));
                self.pend([Scope::PathEnds, Scope::Rules(RulesPart::General)]);
            }
            Touched::Zone(zone) => {
                self.pend([Scope::Zone(zone as u32), Scope::ZoneIds, Scope::Scenario]);
                self.pend(STANDING);
                self.pend(COMING);
                // It may fill a role.
                self.pend([Scope::Rules(RulesPart::Data)]);
            }
            Touched::Zones => {
                self.clear(Scope::Zone(0)..=Scope::Zone(u32::MAX));
                self.pend((0..map.zones.items.len() as u32).map(Scope::Zone));
                self.pend([Scope::ZoneIds, Scope::Scenario]);
                self.pend(STANDING);
                self.pend(COMING);
                self.pend([Scope::Rules(RulesPart::Data)]);
            }
            Touched::Scan | Touched::MapText => self.pend([Scope::MapHead]),
            Touched::Map | Touched::Ruleset => self.start_over(),
            Touched::Stack(_)
            | Touched::StraySetUp
            | Touched::Free
            | Touched::Control
            | Touched::Eliminated => {
                self.pend([Scope::Scenario]);
                self.pend(STANDING);
                self.pend(COMING);
            }
            Touched::ScenarioText => self.pend([Scope::Scenario]),
            Touched::Counter(oob, counter) => {
                let oob = oob as u32;
                self.pend([Scope::Counter(oob, counter as u32), Scope::OrderOfBattle(oob)]);
                self.pend(SCENARIO);
            }
            Touched::CounterList(oob) | Touched::Formations(oob) | Touched::OrderOfBattle(oob) => {
                self.pend_order_of_battle(state, oob);
                self.pend(SCENARIO);
            }
            Touched::Missions
            | Touched::Turns
            | Touched::Schedule
            | Touched::Withdrawals
            | Touched::Replacements
            | Touched::Tracks
            | Touched::Levels
            | Touched::Orders
            | Touched::Overrides
            | Touched::Victory
            | Touched::Start
            | Touched::OptionalRules
            | Touched::Scenario => self.pend(SCENARIO),
            Touched::Table(_) | Touched::Constant(_) => {
                self.pend([Scope::Ruleset]);
                self.pend(SCENARIO);
            }
        }
    }

    fn pend_row(&mut self, state: &State, hex: Hex) {
        self.pend([Scope::Row(state.grid.index(hex).row)]);
    }

    /// The terrain of a hex: its row, those who stand there, the paths through it.
    fn touch_ground(&mut self, state: &State, hex: Hex) {
        self.pend_row(state, hex);
        self.touch_standing(state, hex);
        // A river may have other banks.
        let near = state.grid.neighbours(hex).into_iter().flatten();
        if near.into_iter().any(|near| state.index.placements.at(near).next().is_some()) {
            self.pend([Scope::Rules(RulesPart::SetUp)]);
        }
        let paths: Vec<Scope> = self.paths_at(state, hex).map(Scope::Path).collect();
        self.pend(paths);
        if state.index.features.at(hex).next().is_some() {
            self.pend([Scope::Features(hex)]);
        }
        // A trench line has no gap where none may enter.
        self.pend([Scope::TrenchGap(hex)]);
    }

    /// Whether those who are in a hex may be there.
    fn touch_standing(&mut self, state: &State, hex: Hex) {
        // What is to be placed freely may be about any hex.
        let free = !state.bundle.scenario.setup.free.is_empty();
        if free || state.index.placements.at(hex).next().is_some() {
            self.pend(STANDING);
        }
        if self.entries.binary_search(&hex).is_ok() {
            self.pend(COMING);
        }
    }

    fn paths_at(&mut self, state: &State, hex: Hex) -> impl Iterator<Item = u32> + '_ {
        let through = self.paths_through.get_or_insert_with(|| {
            let mut through: Vec<(Hex, u32)> = (0..)
                .zip(&state.bundle.map.paths.items)
                .flat_map(|(place, path)| {
                    let hexes = path.hexes.iter().filter_map(|label| state.grid.parse(label));
                    hexes.map(move |hex| (hex, place))
                })
                .collect();
            through.sort_unstable();
            through.dedup();
            through
        });
        let first = through.partition_point(|&(other, _)| other < hex);
        through[first..].iter().take_while(move |&&(other, _)| other == hex).map(|&(_, path)| path)
    }

    /// Looks at the features of the next hex of those that were never looked at.
    fn next_features(&mut self, look: &Look<'_>) -> bool {
        let entries = look.lookup.features;
        let Some(from) = self.pending.features_from else { return false };
        let first = entries.partition_point(|&(hex, _)| hex < from);
        let Some(&(hex, _)) = entries.get(first) else {
            self.pending.features_from = None;
            return false;
        };
        self.pending.features_from = Some(Hex(hex.0 + 1));
        self.letters_of(look, hex);
        self.look_at(look, Scope::Features(hex));
        if check::has_trench(&look.lookup, hex) {
            for beside in look.lookup.grid.neighbours(hex).into_iter().flatten() {
                self.look_at(look, Scope::TrenchGap(beside));
            }
        }
        true
    }

    /// Looks at the next hexside of those that were never looked at.
    fn next_hexsides(&mut self, look: &Look<'_>) -> bool {
        let entries = look.lookup.hexsides;
        let Some(from) = self.pending.hexsides_from else { return false };
        let first = entries.partition_point(|&(side, _)| side < from);
        let Some(&(side, _)) = entries.get(first) else {
            self.pending.hexsides_from = None;
            return false;
        };
        let beyond = entries.partition_point(|&(other, _)| other <= side);
        self.pending.hexsides_from = entries.get(beyond).map(|&(next, _)| next);
        self.look_at(look, Scope::Hexsides(side));
        for beside in check::gaps_beside(&look.lookup, side) {
            self.look_at(look, Scope::Gap(beside));
        }
        true
    }

    /// Takes note of the letters in a hex; gives whether they are others than before.
    fn letters_of(&mut self, look: &Look<'_>, hex: Hex) -> bool {
        let here = look.lookup.features_at(hex);
        let letters: Vec<String> = here.filter_map(|(_, item)| item.letter.clone()).collect();
        let before = match letters.is_empty() {
            true => self.letters.remove(&hex),
            false => self.letters.insert(hex, letters.clone()),
        };
        before.unwrap_or_default() != letters
    }

    fn look_at(&mut self, look: &Look<'_>, scope: Scope) {
        if let Scope::Features(hex) = scope
            && self.letters_of(look, hex)
        {
            self.pend([Scope::Scenario]);
            self.pend(COMING);
        }
        if scope == Scope::Rules(RulesPart::Arrivals) {
            self.entries = look.entries();
        }
        let found = look.at(scope);
        self.put(scope, found);
    }
}

/// What looking needs: the document as it stands, ready to be looked up in.
struct Look<'a> {
    state: &'a State,
    lookup: Lookup<'a>,
    scoped: Scoped<'a>,
}

impl<'a> Look<'a> {
    fn new(state: &'a State) -> Self {
        Self { state, lookup: state.lookup(), scoped: Scoped::new(&state.bundle) }
    }

    /// Everything that is wrong in a scope.
    fn at(&self, scope: Scope) -> Vec<Found> {
        let Self { state, lookup, scoped } = self;
        let mut places = Vec::new();
        let mut found: Vec<Diagnostic> = match scope {
            Scope::MapHead => scoped.map_head(),
            Scope::Layers => scoped.layers(),
            Scope::Row(row) => scoped.row(row.into()),
            Scope::Features(hex) => {
                places.extend(state.index.features.at(hex));
                let mut found = scoped.features(&places);
                found.extend(check::hex(lookup, hex));
                found
            }
            Scope::StrayFeatures => {
                places.extend(stray_features(state));
                places.iter().flat_map(|&place| scoped.features(&[place])).collect()
            }
            Scope::TrenchGap(hex) => check::trench_gap(lookup, hex),
            Scope::Hexsides(side) => {
                places.extend(state.index.hexsides.at(side));
                let mut found = scoped.hexsides(&places);
                found.extend(check::side(lookup, side));
                found
            }
            Scope::StrayHexsides => {
                places.extend(stray_hexsides(state));
                places.iter().flat_map(|&place| scoped.hexsides(&[place])).collect()
            }
            Scope::Gap(side) => check::gap(lookup, side),
            Scope::Path(path) => {
                let mut found = scoped.path(path as usize);
                found.extend(check::path(lookup, path as usize));
                found
            }
            Scope::PathEnds => check::path_ends(lookup),
            Scope::Line(line) => {
                let mut found = scoped.line(line as usize);
                found.extend(check::line(lookup, line as usize));
                found
            }
            Scope::ZoneIds => scoped.zone_ids(),
            Scope::Zone(zone) => {
                let mut found = scoped.zone(zone as usize);
                found.extend(check::zone(lookup, zone as usize));
                found
            }
            Scope::OrderOfBattle(oob) => scoped.order_of_battle(oob as usize),
            Scope::Counter(oob, counter) => scoped.counter(oob as usize, counter as usize),
            Scope::Scenario => scoped.scenario(),
            Scope::Ruleset => scoped.ruleset(),
            Scope::Rules(part) => check::rules(state.systems, &state.bundle, lookup, part),
        };
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|found| Found::new(found, scope, &places)).collect()
    }

    /// The hexes that somebody arrives in, in order.
    fn entries(&self) -> Vec<Hex> {
        let Bundle { scenario, .. } = &self.state.bundle;
        let hexes = scenario.reinforcements.iter().flat_map(|group| match &group.entry {
            Entry::Letter(_) => Vec::new(),
            entry => salient_rules::schedule::entry_hexes(&self.state.bundle, entry),
        });
        let mut entries: Vec<Hex> =
            hexes.filter_map(|label| self.state.grid.parse(&label)).collect();
        entries.extend(self.lettered());
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    fn lettered(&self) -> impl Iterator<Item = Hex> + '_ {
        let entries = self.lookup.features.iter();
        let lettered = entries.filter(|(_, place)| {
            let item = self.state.bundle.map.features.items.get(*place as usize);
            item.is_some_and(|item| item.letter.is_some())
        });
        lettered.map(|&(hex, _)| hex)
    }
}

impl State {
    /// The map as the engine's checks read it.
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        Lookup {
            map: &self.bundle.map,
            ruleset: &self.bundle.ruleset,
            common: CommonRoles::of(&self.bundle.ruleset),
            grid: &self.grid,
            features: self.index.features.entries(),
            hexsides: self.index.hexsides.entries(),
        }
    }
}
