//! What a side may do.

use salient_hex::Hex;
use salient_rules::play::Unit;
use serde::{Deserialize, Serialize};

/// One decision of one side. Armies are named by their depots, corps by their trains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Be done with what is asked.
    Done,
    /// Attach a corps or an independent formation to an army (1914 5.1.2).
    AttachToArmy {
        /// The corps train, or the formation.
        unit: Unit,
        /// The army's depot.
        army: Unit,
    },
    /// Attach a formation to a corps (1914 5.2.2, 5.2.3).
    AttachToCorps {
        /// The formation.
        unit: Unit,
        /// The corps train.
        corps: Unit,
    },
    /// Let the boundary of two armies begin by a hex at the front and run straight through others to
    /// the rear: along the grain or across it, with a bend by each that is on no line with those
    /// before. By one hex it is shifted as it is (1914 5.1.1).
    Boundary {
        /// The depots of both armies; one where its army has no other boundary.
        units: Vec<Unit>,
        /// The hexes, from the front to the rear.
        hexes: Vec<Hex>,
    },
    /// Have a supply unit on its extended side (1914 15.6.1).
    Extend {
        /// The unit.
        unit: Unit,
    },
    /// Let an army's lines of communications use single tracks before those of others (1914 15.0).
    LinesFirst {
        /// The army's depot.
        army: Unit,
    },
    /// Abandon the plan of an army (1914 26.3).
    AbandonPlan {
        /// Its depot.
        army: Unit,
    },
    /// Move a force, or a supply unit (1914 7.1.2).
    Move {
        /// Who moves.
        units: Vec<Unit>,
        /// The hexes that they enter, in order.
        path: Vec<Hex>,
    },
    /// Let a force go into two hexes, or from two into others or into one, by one step (1914 19.1.1,
    /// 19.2); also where it reacts or retires.
    Abreast {
        /// Who goes.
        units: Vec<Unit>,
        /// The one or two hexes that they take up then.
        hexes: Vec<Hex>,
    },
    /// Prepare an attack (1914 7.3).
    Prepare {
        /// The units of a force.
        units: Vec<Unit>,
        /// The hex at which it points.
        hex: Hex,
    },
    /// Repulse the enemy next to it, in movement or in retreat (1914 7.4).
    Repulse {
        /// The units of a force, two at most.
        units: Vec<Unit>,
        /// The hex.
        hex: Hex,
    },
    /// Recover effectiveness (1914 7.5).
    Recover {
        /// The formation.
        unit: Unit,
    },
    /// Build an improved position (1914 14.3).
    Entrench {
        /// The formation.
        unit: Unit,
        /// Where, if it takes up two hexes and not in the first of them (1914 19.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hex>,
    },
    /// Let a unit go by rail; where to is asked then (1914 7.7.3).
    ByRail {
        /// The unit.
        unit: Unit,
    },
    /// Go by rail to a hex (1914 7.7.3).
    Destination {
        /// The hex.
        hex: Hex,
    },
    /// Abandon a fort (1914 8.5.3).
    AbandonFort {
        /// The fort.
        unit: Unit,
    },
    /// Deploy siege artillery by staying in its hex, or a marker out of its headquarters' reserve (1914
    /// 13.1.1, 13.2.5).
    Deploy {
        /// The gun, or the marker.
        unit: Unit,
    },
    /// Pack deployed siege artillery up, or take a marker back into reserve (1914 13.1.1, 13.2.5).
    PackUp {
        /// The gun.
        unit: Unit,
    },
    /// Place the prep marker of a headquarters that stays in its hex (1914 13.3.1).
    PrepareFire {
        /// The headquarters.
        unit: Unit,
    },
    /// Bombard a fortress (1914 12.4).
    Bombard {
        /// The gun.
        unit: Unit,
        /// The fortress.
        fortress: Unit,
        /// Whether a Pionier regiment helps (1914 13.1.3).
        pioneers: bool,
    },
    /// Prepare the attack on a hex by fire (1914 13.3).
    Barrage {
        /// The headquarters and the guns.
        units: Vec<Unit>,
        /// The hex.
        hex: Hex,
    },
    /// Let cavalry react or retire into a hex (1914 8.2, 8.3).
    FallBack {
        /// The cavalry.
        units: Vec<Unit>,
        /// The hex.
        hex: Hex,
    },
    /// Indicate an attack (1914 9.1).
    Attack {
        /// Who attacks.
        units: Vec<Unit>,
        /// The hex.
        hex: Hex,
    },
    /// Resolve the attack on a hex next (1914 9.1).
    Resolve {
        /// The hex.
        hex: Hex,
    },
    /// Withhold units from the combat (1914 9.2.5).
    Withhold {
        /// Who does not fight.
        units: Vec<Unit>,
    },
    /// Fight with intensity or without (1914 9.8).
    Fight {
        /// Whether with.
        intense: bool,
    },
    /// Transfer the base of an army (1914 23.1, 24.3).
    MoveBase {
        /// The army's depot.
        army: Unit,
        /// The port in France to which it flees, where it does (1914 24.3.2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hex>,
    },
    /// Let ships support the defence (1914 21.2).
    Support,
    /// Make the inundation of the Ijzer (1914 21.3).
    Inundate,
    /// Let units embark for a port (1914 7.9).
    Embark {
        /// A unit, or those of the naval division together.
        units: Vec<Unit>,
        /// The port.
        hex: Hex,
    },
    /// Let units of the naval division embark for home (1914 7.9, 23.3.1).
    EmbarkHome {
        /// The units.
        units: Vec<Unit>,
    },
    /// Let a unit take a strength reduction (1914 9.10.1).
    Reduce {
        /// The unit.
        unit: Unit,
    },
    /// Fall back into a hex (1914 11.1).
    Retreat {
        /// The hex.
        hex: Hex,
    },
    /// Fall back no farther, and suffer for it (1914 11.1.5).
    Stand,
    /// Advance into the hex that was attacked (1914 11.2).
    Advance {
        /// Who advances.
        units: Vec<Unit>,
    },
    /// Place a unit that comes in (1914 16.1).
    Place {
        /// The unit.
        unit: Unit,
        /// The hex.
        hex: Hex,
    },
    /// Combine units that are together into one (1914 16.3).
    Combine {
        /// The one that they become.
        unit: Unit,
    },
    /// Take a unit apart into those of whom it was combined (1914 25.5).
    Divide {
        /// The unit.
        unit: Unit,
    },
    /// Send a corps, by its train, or a division to the east (1914 25.2).
    Send {
        /// The corps train, or the division.
        unit: Unit,
    },
    /// Take a strength reduction off a unit (1914 16.6).
    Replace {
        /// The unit.
        unit: Unit,
    },
    /// Provide units of a combat with ammunition that is recorded (1914 9.4).
    Provide {
        /// The units.
        units: Vec<Unit>,
    },
    /// Take the points for captured towns now, once in the game (1914 27.3).
    TakePoints,
    /// Displace the depot that is asked about to a hex of railway (1914 15.6.2b).
    Displace {
        /// The hex.
        hex: Hex,
    },
    /// Take a depot off the map, for another place (1914 15.6.4).
    Relocate {
        /// The depot.
        unit: Unit,
    },
    /// Activate an army detachment (1914 17.2.1).
    Activate {
        /// Its depot.
        unit: Unit,
    },
    /// Deactivate an army detachment (1914 17.2.2).
    Deactivate {
        /// Its depot.
        unit: Unit,
    },
    /// Put the depot that is asked about in a hex (1914 15.6.4, 15.7.1, 17.2.1).
    Site {
        /// The hex.
        hex: Hex,
    },
    /// Give an army the secondary depot (1914 15.7.1).
    Secondary {
        /// The army's depot.
        army: Unit,
    },
    /// Take the secondary depot away (1914 15.7.2).
    RemoveSecondary {
        /// Whether the army's depot takes its hex.
        replace: bool,
    },
    /// Let an army run short of ammunition (1914 15.8.2).
    Shortage {
        /// Its depot.
        army: Unit,
    },
    /// Eliminate what a hex holds beyond the stacking limit (1914 3.1.3).
    Eliminate {
        /// The unit.
        unit: Unit,
    },
}
