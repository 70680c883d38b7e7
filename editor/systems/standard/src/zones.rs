//! Zones of control: who has one, where it reaches, and what it does to those who heed it.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};
use salient_schema::rules_of_play::{ZoneEntry, ZoneMove, ZonePurpose, ZoneRetreat};

use crate::game::Standard;
use crate::numbers::{Members, Number, Reader};
use crate::rules::Rules;
use crate::terrain::Terrain;

/// Zones of control, compiled.
#[derive(Debug)]
pub struct Zones {
    who: Members,
    heeded_by: Members,
    /// By hex the directions in which a zone reaches, a bit each.
    reach: Vec<u8>,
    pub enter: ZoneEntry,
    pub enter_cost: Number,
    pub leave_cost: Number,
    pub from_zone_to_zone: ZoneMove,
    pub locked: bool,
    negated: Vec<ZonePurpose>,
    pub lets_supply_through: bool,
    pub retreat: ZoneRetreat,
    pub retreat_loss: Number,
}

impl Zones {
    /// Those of a ruleset; none where it has none.
    pub fn read(reader: &mut Reader<'_>, terrain: &Terrain) -> Option<Self> {
        let play = reader.play;
        let zones = play.zones_of_control.as_ref()?;
        let at = |field: &str| format!("/zones_of_control/{field}");
        let ruleset = &reader.bundle.ruleset;
        let map = &reader.compiled.map;
        let mut terrain_barred = vec![false; ruleset.terrain.len()];
        let mut features = 0_u64;
        for (place, id) in zones.not_into.iter().enumerate() {
            let kind = ruleset.terrain.iter().position(|kind| kind.id == *id);
            let feature = ruleset.features.iter().position(|kind| kind.id == *id);
            match (kind, feature) {
                (Some(kind), _) => terrain_barred[kind] = true,
                (None, Some(feature)) if feature < 64 => features |= 1 << feature,
                _ => reader.dangling(
                    &format!("{}/{place}", at("not_into")),
                    "terrain or feature",
                    id,
                ),
            }
        }
        let across = at("not_across");
        let sides = reader.kinds(&ruleset.hexsides, &zones.not_across, (&across, "hexside")) as u32;
        // Where nobody at all can go, no zone reaches.
        let closed = terrain.closed(map);
        let reach = map.grid().hexes().map(|hex| {
            map.neighbours(hex).fold(0_u8, |bits, (direction, to)| {
                let into = !terrain_barred.get(map.terrain(to)).copied().unwrap_or(false)
                    && map.features(to) & features == 0;
                let reaches = into
                    && map.hexside(hex, direction) & sides == 0
                    && closed[hex.index()] >> direction.index() & 1 == 0;
                bits | u8::from(reaches) << direction.index()
            })
        });
        let reach = reach.collect();
        Some(Self {
            who: reader.members(&zones.who, &at("who")),
            heeded_by: reader.members(&zones.heeded_by, &at("heeded_by")),
            reach,
            enter: zones.enter,
            enter_cost: reader.bounded(&zones.enter_cost, &at("enter_cost"), (0, 100)),
            leave_cost: reader.bounded(&zones.leave_cost, &at("leave_cost"), (0, 100)),
            from_zone_to_zone: zones.from_zone_to_zone,
            locked: zones.locked,
            negated: zones.negated_by_friends.clone(),
            lets_supply_through: zones.lets_supply_through,
            retreat: zones.retreat,
            retreat_loss: reader.bounded(&zones.retreat_loss, &at("retreat_loss"), (0, 100)),
        })
    }

    /// Whether a unit has one.
    pub fn has(&self, unit: Unit) -> bool {
        self.who.has(unit)
    }

    /// Whether a unit heeds those of the enemy.
    pub fn heeds(&self, unit: Unit) -> bool {
        self.heeded_by.has(unit)
    }

    /// The directions from a hex in which a zone reaches, a bit each.
    #[inline]
    pub fn reach(&self, hex: Hex) -> u8 {
        self.reach.get(hex.index()).copied().unwrap_or(0)
    }

    /// Whether friendly units negate a zone for a purpose.
    pub fn is_negated(&self, purpose: ZonePurpose) -> bool {
        self.negated.contains(&purpose)
    }
}

/// Whether a hex lies in a zone of control of enemies of a side.
#[inline]
pub fn in_enemy_zone(rules: &Rules, position: &Position<Standard>, side: usize, hex: Hex) -> bool {
    let board = position.board();
    rules.enemy_sides(side).any(|other| board.controls(hex, other))
}

/// The same for a purpose for which friends in the hex may negate it; those whom it is asked for are
/// no such friends.
pub fn in_zone_for(
    rules: &Rules,
    position: &Position<Standard>,
    (side, purpose): (usize, ZonePurpose),
    units: &[Unit],
    hex: Hex,
) -> bool {
    let Some(zones) = &rules.zones else { return false };
    // Allies are friends.
    let friend = |unit: Unit| !rules.is_enemy(side, unit) && !units.contains(&unit);
    in_enemy_zone(rules, position, side, hex)
        && !(zones.is_negated(purpose) && position.stack(hex).any(friend))
}
