//! SK 1: the ruleset's numbers, compiled once and shared by all games.

use std::ops::Deref;

use salient_hex::Hex;
use salient_hex::map::kinds_with_trait;
use salient_rules::Roles;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::chart::{Chart, NumberSet};
use salient_rules::play::{Compiled, Printed, Unit};
use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::roles::{Constants, ROLES, STEPS};

/// What never changes in a game.
#[derive(Debug)]
pub struct Rules {
    pub compiled: Compiled,
    /// Places of the two ratings (SK 1.1).
    pub fire: usize,
    pub movement: usize,
    pub constants: Constants,
    /// Where an objective may be (SK 2.1).
    pub objectives: Vec<Hex>,
    /// Hexes that block a line of sight between others (SK 6.1).
    pub blocks: Vec<bool>,
    /// Steps lost by the modified die, then by the fire rating from 1 (SK 6.2).
    pub fire_table: Vec<(i32, Vec<u8>)>,
    /// What the steps of the sequence of play are called, as in [`STEPS`] (SK 3).
    pub steps: [Id; 3],
}

impl Deref for Rules {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.compiled
    }
}

impl GameRules for Rules {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    /// The book knows no zones of control.
    fn zone_of_control(&self, _: Unit, _: u8, _: Hex) -> Option<impl Iterator<Item = Hex>> {
        Some(std::iter::empty())
    }
}

impl Rules {
    /// Reads what the rules need of a bundle; what it lacks is a problem with its place.
    pub fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self, Vec<Diagnostic>> {
        let roles = Roles::filled(&ROLES, bundle)?;
        let mut found = Vec::new();
        let ratings = ["fire", "movement"].map(|role| compiled.rating(roles.one(role)?));
        let (map, grid) = (&compiled.map, compiled.map.grid());
        let with = |role: &str, kinds: &[Kind]| {
            roles.ids(role).iter().fold(0, |bits, name| bits | kinds_with_trait(kinds, name))
        };
        let farms = with("objective", &bundle.ruleset.features);
        let objectives: Vec<Hex> =
            grid.hexes().filter(|&hex| map.features(hex) & farms != 0).collect();
        if objectives.is_empty() {
            let lacks = Diagnostic::error(Code::Rule, "the rules need an objective on the map");
            found.push(lacks.pointer("/map/features").rule("SK 2.1"));
        }
        let sight = with("blocks-sight", &bundle.ruleset.terrain);
        let blocks = grid.hexes().map(|hex| sight >> map.terrain(hex).min(63) & 1 == 1).collect();
        let constants = Constants::read(bundle, &roles, &mut found);
        let cell = |text: &str| if text == "-" { Some(0) } else { text.parse().ok() };
        let chart = Chart::of_role(bundle, &roles, "fire-table", "SK 6.2", &mut found);
        let mut fire_table = chart.map_or_else(Vec::new, |chart| chart.rows(4, cell, &mut found));
        fire_table.sort_by_key(|(die, _)| *die);
        let ([Some(fire), Some(movement)], Some(constants), true) =
            (ratings, constants, found.is_empty())
        else {
            return Err(found);
        };
        Ok(Self {
            fire,
            movement,
            constants,
            objectives,
            blocks,
            fire_table,
            steps: STEPS.map(|role| roles.one(role).unwrap_or_default().to_owned()),
            compiled,
        })
    }

    /// Steps that fire takes by a modified die (SK 6.2).
    pub fn hits(&self, die: i32, fire: i32) -> u8 {
        let row = self.fire_table.iter().rev().find(|(head, _)| *head <= die);
        let row = row.or(self.fire_table.first());
        let column = usize::try_from(fire - 1).ok();
        let cell = row.zip(column).and_then(|((_, cells), column)| cells.get(column.min(3)));
        cell.copied().unwrap_or(0)
    }

    /// The side of a unit.
    pub fn side(&self, unit: Unit) -> usize {
        self.compiled.unit(unit).side
    }
}
