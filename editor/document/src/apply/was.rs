//! What things are, to tell whether steps that touched them several times left them the same.

use std::collections::BTreeMap;

use salient_schema::map::{ElevationLayer, Feature, Hexside, Line, Map, Path, Scan, Zone};
use salient_schema::order_of_battle::{Counter, Formation, OrderOfBattle};
use salient_schema::ruleset::{Constant, Table};
use salient_schema::scenario::{
    FreePlacement, Level, Mission, Order, Override, Placement, Reinforcement, Replacement,
    Scenario, StartingPoint, Track, Turn, Victory, Withdrawal, ZoneControl,
};
use salient_schema::{Bundle, CounterId, Id, Ruleset};

use super::{State, glyphs};
use crate::changes::Touched;

/// What a touched thing is at some moment.
#[derive(Debug, PartialEq)]
pub(crate) enum Was {
    Glyphs(Vec<Option<char>>),
    Palettes(BTreeMap<String, Id>, Option<BTreeMap<String, i16>>),
    Elevation(Option<ElevationLayer>),
    Features(Vec<Feature>),
    Hexsides(Vec<Hexside>),
    Line(Option<Line>),
    Lines(Vec<Line>),
    Path(Option<Path>),
    Paths(Vec<Path>),
    Zone(Option<Zone>),
    Zones(Vec<Zone>),
    Scan(Option<Scan>),
    Map(Box<Map>),
    Placements(Vec<Placement>),
    Text(String, Vec<String>),
    Texts([String; 2], Vec<String>),
    Counter(Option<Box<Counter>>),
    Counters(Vec<Counter>),
    Formations(Vec<Formation>),
    OrderOfBattle(Option<OrderOfBattle>),
    Free(Vec<FreePlacement>),
    Control(Vec<ZoneControl>),
    Eliminated(Vec<CounterId>),
    Missions(Vec<Mission>),
    Turns(Vec<Turn>),
    Reinforcements(Vec<Reinforcement>),
    Withdrawals(Vec<Withdrawal>),
    Replacements(Vec<Replacement>),
    Tracks(Vec<Track>),
    Levels(Vec<Level>),
    Orders(Vec<Order>),
    Overrides(Vec<Override>),
    Victory(Box<Victory>),
    Start(Option<Box<StartingPoint>>),
    OptionalRules(Vec<Id>),
    Scenario(Box<Scenario>),
    Ruleset(Box<Ruleset>, u32),
    Table(Option<Table>),
    Constant(Option<Constant>),
}

impl State {
    /// What a touched thing is at the moment.
    pub fn was(&self, touched: Touched) -> Was {
        let Bundle { map, scenario, orders_of_battle, ruleset, .. } = &self.bundle;
        let placements = &scenario.setup.placements;
        let run =
            |hex: salient_hex::grid::Hex, count: u16| hex.index()..hex.index() + usize::from(count);
        match touched {
            Touched::Terrain(hex) => {
                Was::Glyphs(self.index.glyphs.get(hex.index()).copied().into_iter().collect())
            }
            Touched::TerrainRun(hex, count) => {
                let glyphs = self.index.glyphs.get(run(hex, count));
                Was::Glyphs(glyphs.map(<[_]>::to_vec).unwrap_or_default())
            }
            Touched::ElevationRun(hex, count) => {
                let rows = map.elevation.as_ref().map(|layer| layer.rows.as_slice());
                let glyph = |at| glyphs::glyph_of(rows?, &self.grid, salient_hex::grid::Hex(at));
                Was::Glyphs((hex.0..).take(usize::from(count)).map(glyph).collect())
            }
            Touched::Palette => Was::Palettes(
                map.terrain.palette.clone(),
                map.elevation.as_ref().map(|layer| layer.palette.clone()),
            ),
            Touched::Elevation => Was::Elevation(map.elevation.clone()),
            Touched::Features(hex) => {
                let at = self.index.features.at(hex);
                Was::Features(at.map(|at| map.features.items[at].clone()).collect())
            }
            Touched::Hexside(side) => {
                let at = self.index.hexsides.at(side);
                Was::Hexsides(at.map(|at| map.hexsides.items[at].clone()).collect())
            }
            Touched::Line(at) => Was::Line(map.lines.items.get(at).cloned()),
            Touched::Lines => Was::Lines(map.lines.items.clone()),
            Touched::Path(at) => Was::Path(map.paths.items.get(at).cloned()),
            Touched::Paths => Was::Paths(map.paths.items.clone()),
            Touched::Zone(at) => Was::Zone(map.zones.items.get(at).cloned()),
            Touched::Zones => Was::Zones(map.zones.items.clone()),
            Touched::Scan => Was::Scan(map.scan.clone()),
            Touched::Map => Was::Map(Box::new(map.clone())),
            Touched::Stack(hex) => {
                let at = self.index.placements.at(hex);
                Was::Placements(at.map(|at| placements[at].clone()).collect())
            }
            Touched::StraySetUp => {
                let stray = placements.iter().filter(|item| self.grid.parse(&item.hex).is_none());
                Was::Placements(stray.cloned().collect())
            }
            Touched::ScenarioText => {
                let words = [&scenario.id, &scenario.title];
                Was::Texts(words.map(String::clone), scenario.notes.clone())
            }
            Touched::MapText => Was::Text(map.title.clone(), map.notes.clone()),
            Touched::Counter(oob, counter) => {
                let counter = orders_of_battle.get(oob).and_then(|oob| oob.counters.get(counter));
                Was::Counter(counter.cloned().map(Box::new))
            }
            Touched::CounterList(oob) => {
                let counters = orders_of_battle.get(oob).map(|oob| oob.counters.clone());
                Was::Counters(counters.unwrap_or_default())
            }
            Touched::Formations(oob) => {
                let formations = orders_of_battle.get(oob).map(|oob| oob.formations.clone());
                Was::Formations(formations.unwrap_or_default())
            }
            Touched::OrderOfBattle(oob) => Was::OrderOfBattle(orders_of_battle.get(oob).cloned()),
            Touched::Free => Was::Free(scenario.setup.free.clone()),
            Touched::Control => Was::Control(scenario.setup.control.clone()),
            Touched::Eliminated => Was::Eliminated(scenario.setup.eliminated.clone()),
            Touched::Missions => Was::Missions(scenario.setup.missions.clone()),
            Touched::Turns => Was::Turns(scenario.turns.clone()),
            Touched::Schedule => Was::Reinforcements(scenario.reinforcements.clone()),
            Touched::Withdrawals => Was::Withdrawals(scenario.withdrawals.clone()),
            Touched::Replacements => Was::Replacements(scenario.replacements.clone()),
            Touched::Tracks => Was::Tracks(scenario.tracks.clone()),
            Touched::Levels => Was::Levels(scenario.levels.clone()),
            Touched::Orders => Was::Orders(scenario.orders.clone()),
            Touched::Overrides => Was::Overrides(scenario.overrides.clone()),
            Touched::Start => Was::Start(scenario.start.clone().map(Box::new)),
            Touched::Victory => Was::Victory(Box::new(scenario.victory.clone())),
            Touched::OptionalRules => Was::OptionalRules(scenario.optional_rules.clone()),
            Touched::Scenario => Was::Scenario(Box::new(scenario.clone())),
            Touched::Ruleset => Was::Ruleset(Box::new(ruleset.clone()), self.copies),
            Touched::Table(at) => Was::Table(ruleset.tables.get(at).cloned()),
            Touched::Constant(at) => Was::Constant(ruleset.constants.get(at).cloned()),
        }
    }
}
