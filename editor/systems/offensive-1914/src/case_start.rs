//! What is said of a game that begins in its midst, as rule cases and kept positions write it; what it
//! stands for is in `start`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a rule case or a kept position says of the start beyond what all systems know.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// Whether nothing is as at the beginning of the scenario but what is said here: so it is of a
    /// position that was kept.
    pub whole: bool,
    /// By counter: how far down the effectiveness track its formation is, 0 to 6 (1914 6.1.4).
    pub status: BTreeMap<String, u8>,
    /// By counter: the hex at which its prepared attack points (1914 7.3).
    pub prepared: BTreeMap<String, String>,
    /// By hex: the level of its improved position (1914 14).
    pub positions: BTreeMap<String, u8>,
    /// By side: hexes that it controls besides the scenario's (1914 3.3).
    pub control: BTreeMap<String, Vec<String>>,
    /// Hexes that nobody controls, whatever the scenario says (1914 3.3).
    pub nobody: Vec<String>,
    /// By side: hexes whose railways are not operational for it (1914 18.1.1).
    pub cut: BTreeMap<String, Vec<String>>,
    /// By side: hexes whose railways are operational for it still (1914 18.1.1).
    pub open: BTreeMap<String, Vec<String>>,
    /// By counter: movement points spent in reaction (1914 8.2.4).
    pub reaction: BTreeMap<String, u8>,
    /// By counter: the face that lies up.
    pub faces: BTreeMap<String, u8>,
    /// By counter: points spent on recovery (1914 7.5).
    pub recovering: BTreeMap<String, u8>,
    /// By counter: points spent on an improved position (1914 14.3).
    pub entrenching: BTreeMap<String, u8>,
    /// By counter: points spent on one in the second of its two hexes (1914 19.3).
    pub entrenching_beside: BTreeMap<String, u8>,
    /// By counter: ammunition that a supply unit has provided in this game-turn (1914 9.4.2).
    pub provided: BTreeMap<String, u8>,
    /// By counter: reduction markers of a division (1914 9.10.3).
    pub markers: BTreeMap<String, u8>,
    /// Inactive counters (1914 1.1).
    pub inactive: Vec<String>,
    /// By counter: what is so of it in this phase, `moved`, `halted`, `attached`, and of a fort
    /// `tested` (1914 7.1.2, 5.1.2, 8.5.2).
    pub flags: BTreeMap<String, Vec<String>>,
    /// By side: improved positions that it may still build (1914 14.3.4).
    pub quota: BTreeMap<String, i16>,
    /// By army: how its plan stands, `none`, `idle`, `bound`, `achieved` or `abandoned` (1914 26).
    pub plans: BTreeMap<String, String>,
    /// By side: victory points (1914 27.0).
    pub points: BTreeMap<String, i32>,
    /// What was scored for captured towns: `allied` (1914 27.2), `german` (1914 27.3), or `asked`,
    /// where the Germans are asked.
    pub captured: Vec<String>,
    /// Where the areas of armies meet, along the front of a side (1914 5.1.1).
    pub boundaries: Vec<CaseBoundary>,
    /// Armies whose lines of communications their owners have put before others, the first first
    /// (1914 15.0).
    pub lines_first: Vec<String>,
    /// By formation: the one that it is attached to (1914 5.2).
    pub attached: BTreeMap<String, String>,
    /// By nation: replacements in store (1914 16.6.2).
    pub replacements: BTreeMap<String, i16>,
    /// By army: replacements taken in this inter-phase (1914 16.6.3).
    pub replaced: BTreeMap<String, u8>,
    /// Blown roadway bridges, as hexsides: `0507:ne` (1914 7.1.4a).
    pub blown: Vec<String>,
    /// Primary objectives that infantry has passed (1914 26.1.1).
    pub passed: Vec<String>,
    /// Supply units that come back in a game-turn (1914 16.7).
    pub returning: BTreeMap<String, u16>,
    /// Counters in rail mode (1914 7.7.4).
    pub entrained: Vec<String>,
    /// By fortress: steps that it has lost (1914 2.7.6).
    pub steps_lost: BTreeMap<String, u8>,
    /// By fortress: the hex in which it was destroyed (1914 12.5).
    pub ruins: BTreeMap<String, String>,
    /// By siege artillery marker: the headquarters that it is assigned to; in its reserve, where it is
    /// nowhere else (1914 13.2.4).
    pub reserve: BTreeMap<String, String>,
    /// By marker in reserve: the game-turn in which it comes onto the map (1914 13.2.5).
    pub deploying: BTreeMap<String, u16>,
    /// Headquarters with their prep markers (1914 13.3.1).
    pub fire: Vec<String>,
    /// Bombardments so far: by 42 cm guns, by 30.5 cm ones, preparatory (1914 13.4).
    pub bombarded: [u8; 3],
    /// Hexes that hold more than may stack, until the end of the movement phase (1914 3.1.3).
    pub overstacked: Vec<String>,
    /// The bases of armies, `british` and `belgian`, where they are not as at the beginning (1914
    /// 23.1, 24.3).
    pub bases: BTreeMap<String, CaseBase>,
    /// Whether ships have supported a defence in this attack phase (1914 21.2).
    pub naval_support: bool,
    /// Of the inundation of the Ijzer: `failed` or `made` (1914 21.3).
    pub inundation: Option<String>,
    /// Counters at sea, each with the port that it is bound for, empty for home (1914 7.9).
    pub voyages: BTreeMap<String, String>,
    /// The last game-turn in which a unit embarked (1914 7.9).
    pub embarked: u16,
    /// Counters in the Naval holding box (1914 23.3.1), of a rule case.
    pub in_england: Vec<String>,
    /// Who has left for the east, in that order (1914 25.2).
    pub sent_east: Vec<String>,
    /// By depot: how often it has provided by trucks (1914 25.3).
    pub trucks: BTreeMap<String, u8>,
    /// Formations whose markers show their second side (1914 22.4).
    pub turned_markers: Vec<String>,
    /// Structures of the railways that are demolished, as hexsides: 1 until they are rebuilt, 2 for
    /// good, 3 with a German line around them (1914 18.4, 18.5).
    pub demolished: BTreeMap<String, u8>,
    /// Hexes of red bridges that the Germans have ever controlled (1914 18.4.1).
    pub once_german: Vec<String>,
    /// How far the eastern and the western area of the Réseau du Nord are cleared: `no`, `next` in
    /// the next player-turn, `done` (1914 18.3.1).
    pub nord: Vec<String>,
    /// Hexes of cleared railways (1914 18.3.2).
    pub cleared: Vec<String>,
    /// Whether bottlenecks bind the Allies (1914 18.6.1).
    pub choked: bool,
    /// By hex: what has gone through a bottleneck, in half rail points (1914 18.6.2).
    pub bottlenecks: BTreeMap<String, u8>,
    /// By side: rail points, in halves (1914 7.7.1).
    pub rail_points: BTreeMap<String, u8>,
    /// By counter: where it goes by rail (1914 7.7.3).
    pub destinations: BTreeMap<String, String>,
    /// By counter: points spent on entraining (1914 7.7.3).
    pub entraining: BTreeMap<String, u8>,
    /// By counter: points spent on detraining (1914 7.7.3).
    pub detraining: BTreeMap<String, u8>,
    /// By depot: the limit of the shortage marker on it (1914 15.8.2).
    pub shortages: BTreeMap<String, u8>,
    /// By secondary depot: its army (1914 15.7.1).
    pub secondary: BTreeMap<String, String>,
    /// The step of the sequence of play that is under way, if one is.
    pub midst: Option<Midst>,
}

/// The base of an army.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseBase {
    /// How often it has been transferred.
    pub stage: u8,
    /// The game-turn in which its transfer is complete.
    pub until: u16,
    /// Whether the enemy has come near it.
    pub threatened: bool,
    /// The port to which it has fled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
}

/// Where the areas of two armies meet.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseBoundary {
    /// Both formations; what the line runs through belongs to the first.
    pub armies: [String; 2],
    /// The hexes that it runs through, straight from each to the next: two at least.
    pub hexes: Vec<String>,
    /// The way from each of these hexes on, where that is said: 0 to 5 along the grain, 6 to 11
    /// across it, clockwise each. One hex is enough then.
    #[serde(default)]
    pub ways: Vec<u8>,
}

/// A step of the sequence of play that is under way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Midst {
    /// Which.
    pub phase: String,
    /// What is still to be asked and done in it, the last first.
    pub waits: Vec<CaseWait>,
    /// By counter: movement points spent (1914 7.1.1).
    pub spent: BTreeMap<String, u8>,
    /// By counter that stands elsewhere now: where it stood when movement began, empty for off the
    /// map (1914 7.1.5).
    pub began: BTreeMap<String, String>,
    /// By counter whose other hex is another now: which it was then, empty for none (1914 19.0).
    pub began_beside: BTreeMap<String, String>,
    /// The force on the move (1914 7.1.2).
    pub moving: Vec<String>,
    /// The hex that it entered last, or set out from (1914 8.2.1).
    pub entered: Option<String>,
    /// The other one that it took up then (1914 19.2).
    pub entered_beside: Option<String>,
    /// What its next step costs, as it stood before (1914 7.1.4a).
    pub price: u8,
    /// Hexes in which a position was completed (1914 7.5.2a).
    pub dug: Vec<String>,
    /// Hexes in which a unit has entrained or detrained (1914 7.7.3).
    pub platforms: Vec<String>,
    /// Hexes whose control has changed, each with the side that had it, empty for nobody (1914
    /// 7.1.4a).
    pub turned: Vec<[String; 2]>,
    /// Attacks that are indicated and not resolved, in their order (1914 9.1).
    pub attacks: Vec<CaseAttack>,
    /// Hexes that were attacked (1914 9.2).
    pub attacked: Vec<String>,
}

/// What is still to be asked or done.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseWait {
    /// What, as `move` or `indicate`.
    pub what: String,
    /// Whose it is.
    pub side: String,
    /// Whether the other side comes after it (1914 4.2.9).
    pub first: bool,
}

/// An attack that is indicated.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseAttack {
    /// The hex that is attacked.
    pub hex: String,
    /// Who attacks.
    pub units: Vec<String>,
}
