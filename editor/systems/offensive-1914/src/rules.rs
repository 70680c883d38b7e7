//! The data of a scenario, compiled once and shared by all games.

use std::ops::Deref;

use salient_hex::map::CompiledMap;
use salient_hex::{Direction, Hex};
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::game::Intelligence;
use salient_rules::play::{Compiled, Formation, Position, Printed, Unit};
use salient_schema::Id;

use crate::bases::Bases;
use crate::bombardment::{BombardmentTable, PreparationTable};
use crate::case_start::CaseStart;
use crate::constants::Constants;
use crate::intelligence::Typical;
use crate::landmarks::Landmarks;
use crate::paris::Paris;
use crate::rails::net::Net;
pub use crate::roles::of;
use crate::roles::{RATINGS, STEPS};
use crate::schedule::Schedule;
use crate::tables::{ArtilleryTable, CombatTable, FailureTable};
use crate::terrain::Terrain;
use crate::units::{Body, Kind, Piece, Rank};

/// What the kernel plays.
#[derive(Debug)]
pub struct Offensive;

/// What never changes in a game.
#[derive(Debug)]
pub struct Rules {
    pub compiled: Compiled,
    /// The numbers of the book.
    pub numbers: Constants,
    /// Places of the ratings among a face's numbers, as in [`RATINGS`]; none where no rating fills
    /// the role.
    pub ratings: [Option<usize>; RATINGS.len()],
    /// What the rules know of each unit besides what is printed.
    pub pieces: Vec<Piece>,
    /// What they know of each formation.
    pub bodies: Vec<Body>,
    /// The steps of the sequence of play, as in [`STEPS`].
    pub steps: [Option<Id>; STEPS.len()],
    /// The places of the Allied and the German side.
    pub allied: usize,
    pub german: usize,
    /// Places of the nations with rules of their own.
    pub french: Option<usize>,
    pub belgian: Option<usize>,
    pub austrian: Option<usize>,
    pub terrain: Terrain,
    /// What the map says of the railways besides their tracks (1914 18.3, 18.4, 18.6).
    pub net: Net,
    /// Armies whose depots stay near a place, with its hexes (1914 17.1.1).
    pub depot_homes: Vec<(Formation, Vec<Hex>)>,
    /// Army detachments (1914 17.2).
    pub detachments: Vec<Formation>,
    /// By side: hexes at map edges that are friendly to it (1914 1.1). Sorted.
    pub edges: [Vec<Hex>; 2],
    /// 1914 9.9.
    pub combat: CombatTable,
    /// 1914 10.1.2.
    pub artillery: ArtilleryTable,
    /// 1914 10.2.1.
    pub check_failure: FailureTable,
    /// 1914 7.2.4: a column for infantry and one for cavalry.
    pub march_failure: FailureTable,
    /// 1914 12.4.3.
    pub bombardment: BombardmentTable,
    /// 1914 13.3.4.
    pub preparation: PreparationTable,
    /// Whether divisions take further reductions (1914 9.10.3).
    pub reduction_markers: bool,
    /// Whether forces may retire of their own will (1914 20.0).
    pub voluntary_retirement: bool,
    /// Whether some armies send no infantry east (1914 25.2.2).
    pub spares_armies: bool,
    /// By unit: what is usual of its type and size, where intelligence is limited (1914 3.1.6); else
    /// empty.
    pub typical: Vec<Typical>,
    /// Plans, points, arrivals and activations of the scenario.
    pub schedule: Schedule,
    /// The bases of armies (1914 23.1, 24.3).
    pub bases: Bases,
    /// Hexes that rules call by name.
    pub landmarks: Landmarks,
    /// Where in its midst a game begins that was kept.
    pub start: Option<CaseStart>,
    /// Hexes that hold more than may stack when play begins (1914 3.1.3). Sorted.
    pub overstacked: Vec<Hex>,
    /// By unit: the hexes of the camp or city that a garrison belongs to (1914 8.6). Sorted; none
    /// of whoever is no garrison.
    pub homes: Vec<Vec<Hex>>,
    /// The fortresses of each camp (1914 12.0).
    pub camps: Vec<Vec<Unit>>,
    /// All siege artillery and siege train headquarters.
    pub sieges: Vec<Unit>,
    /// Hexes with a printed position that a preparatory bombardment may be made against. Sorted (1914
    /// 13.3).
    pub prepared_hexes: Vec<Hex>,
    /// The territorial group (1914 22.3).
    pub group: Option<Formation>,
    /// 1914 22.2.
    pub paris: Paris,
}

impl Deref for Rules {
    type Target = BaseRules<Printed, (), ()>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.compiled.base
    }
}

impl GameRules for Rules {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    /// 1914 3.2, 3.2.1, 12.1.2: combat units and garrisoned fortresses, over any hexside but sea and
    /// mountain ridges. A fort on its back is a combat unit (1914 8.5).
    fn zone_of_control(&self, unit: Unit, face: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>> {
        let kind = self.piece(unit).kind;
        let has = match kind {
            Kind::Infantry | Kind::Cavalry => true,
            Kind::Fortress => face == 0,
            Kind::Fort => face > 0,
            _ => false,
        };
        let map = &self.compiled.map;
        let around = map.neighbours(hex).filter(move |(direction, _)| {
            let side = self.terrain.side(hex, *direction);
            has && !side.sea && !side.ridge
        });
        Some(around.map(|(_, other)| other))
    }
}

impl Rules {
    /// What the rules know of a unit besides what is printed.
    #[inline]
    pub fn piece(&self, unit: Unit) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// What they know of a formation.
    #[inline]
    pub fn body(&self, formation: Formation) -> &Body {
        &self.bodies[usize::from(formation.0)]
    }

    /// The side of a unit.
    #[inline]
    pub fn side_of(&self, unit: Unit) -> usize {
        self.compiled.unit(unit).side
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &CompiledMap {
        &self.compiled.map
    }

    /// The direction from a hex to one next to it.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.map().neighbours(from).find(|(_, other)| *other == to).map(|(direction, _)| direction)
    }

    /// What a unit is now: a fort on its back is infantry (1914 8.5).
    #[inline]
    pub fn kind(&self, position: &Position<Offensive>, unit: Unit) -> Kind {
        match self.piece(unit).kind {
            Kind::Fort if position.state(unit).face > 0 => Kind::Infantry,
            kind => kind,
        }
    }

    /// Whether a unit is a combat unit now (1914 1.1).
    #[inline]
    pub fn is_combat(&self, position: &Position<Offensive>, unit: Unit) -> bool {
        self.kind(position, unit).is_combat()
    }

    /// A rating on the face that a unit shows; 0 where it has none. Of a unit whose strength whoever
    /// looks may not know it is what is usual (1914 3.1.6).
    pub fn rating(&self, position: &Position<Offensive>, unit: Unit, rating: usize) -> i32 {
        if position.state(unit).intelligence != Intelligence::Full {
            let typical = self.typical.get(unit.index()).and_then(|typical| typical.get(rating));
            return typical.copied().unwrap_or_default();
        }
        let place = self.ratings.get(rating).copied().flatten();
        place.map_or(0, |place| position.rating(self, unit, place))
    }

    /// Its size in quarters of a division (1914 1.1).
    pub fn size(&self, position: &Position<Offensive>, unit: Unit) -> i32 {
        self.compiled.unit(unit).stacking_of(position.state(unit).face)
    }

    /// The other side.
    #[inline]
    pub fn enemy(&self, side: usize) -> usize {
        if side == self.allied { self.german } else { self.allied }
    }

    /// A side's siege artillery and siege train headquarters, on the map or not.
    pub fn siege_units(&self, side: usize) -> impl Iterator<Item = Unit> + '_ {
        let own = move |unit: &Unit| self.side_of(*unit) == side;
        self.sieges.iter().copied().filter(own)
    }

    /// All armies of a side, in the order of the orders of battle.
    pub fn armies(&self, side: usize) -> impl Iterator<Item = Formation> + '_ {
        let bodies = self.bodies.iter().zip(0..);
        let own = bodies.filter(move |(body, _)| body.rank == Rank::Army && body.side == side);
        own.map(|(_, place)| Formation(place))
    }
}
