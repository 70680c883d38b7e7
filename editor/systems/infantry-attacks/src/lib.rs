//! Infantry Attacks (Avalanche Press, 2010): tactical actions of 1914 on the Eastern Front. One file
//! a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `roles`, `constants`, `tables`, `units`, `rules` | the data of a scenario, compiled |
//! | `state` | what units are marked with; the system's part of a position |
//! | `opening` | what the scenario says of its units at the start |
//! | `control` | IA 1.0 control |
//! | `sequence` | IA 3.0, 14.42 turns, initiative, segments |
//! | `activation` | IA 3.1–3.3, 6.1, 6.3 who is activated, by whom, to do what |
//! | `stacking` | IA 4.1, 4.3 |
//! | `movement` | IA 5.1–5.3, 5.42, 5.5, 5.7, 5.9, 6.4 |
//! | `assault_move` | IA 5.4, 12.2, 12.73 into a hex of the enemy's |
//! | `limber` | IA 5.61 |
//! | `cavalry` | IA 15.4, 15.5 |
//! | `sight`, `spotting` | IA 8, but for smoke and planned fire |
//! | `blocked` | IA 10.1 |
//! | `direct_fire` | IA 6.51, 6.52, 7.2–7.5, 10.2 |
//! | `opportunity` | IA 13 |
//! | `assault` | IA 6.53, 12 |
//! | `results` | IA 7.6 losses and who takes them |
//! | `casualties` | IA 5.44, 6.7 leaders lost, overrun, and what their loss does |
//! | `morale` | IA 6.6, 14.1–14.3, 14.4 |
//! | `flight` | IA 14.31–14.35 |
//! | `works` | IA 16.2, 16.3 |
//! | `victory` | points and the end |
//! | `game` | decisions, acts and steps: what the kernel asks of a system |
//! | `legal`, `order`, `event` | the plain acts; actions and events in words |
//! | `bot` | no rules: who plays a test-run |
//! | `coverage` | which numbered rules are built |
//!
//! Not there yet: stacking that is exceeded (4.4), transport (5.6, 5.62–5.66), rivers and fords
//! (5.8), leaders who are drawn (6.2), missions and plans of artillery with all of bombardment (9,
//! 10.12, 10.3), ammunition (11), smoke, entry and exit, hidden units (16.1, 16.4, 16.5), optional
//! and solitaire rules (17, 18).
//!
//! # How the book is read where it leaves something open
//!
//! * Of several who combine their fire the farthest counts for the range. A leader's modifier is
//!   added after halving (12.3), and only by those who are active (6.52).
//! * A hex's level is its ground; an elevation line runs where the ground rises. Town and woods add
//!   a level for sight (8.72), not for firing over friends (10.1).
//! * Who moves together stops together (13.14). Who is left behind in an assault hex strikes at
//!   those who leave before anybody else fires (12.23).
//! * Leaders are looked for after losses by fire, not by fear (6.7).
//! * A leader who must check to be activated (6.72) is disrupted like anybody who fails.
//! * Who flees goes step by step, each farther from all who can fire at him, and of such hexes to
//!   one nearest a safe hex (14.31, 14.33). A leader does not flee with a unit (6.62).
//!
//! # The position
//!
//! The kernel keeps where a unit stands, on board of whom, and the face it shows: here only its
//! steps. Everything else that a counter may bear is a bit of its flags (`state`): MOVED/FIRED,
//! one shot of opportunity fire, disrupted, demoralized, limbered, dismounted, spotted, digging,
//! dug in, entrenched, hidden; and while a segment lasts whether it is active, led, and designated
//! to fire. Limbered and dismounted counters show the faces behind those of their steps
//! (`state::rating` finds them). Of the map there is who controls each hex. What is to come adds
//! to `state::State`: the plans (a `Secret` for each side: gun by
//! turn, a hex, smoke or no fire), missions and ammunition by gun, smoke and drumfire by hex.
//!
//! # The sequence as decisions
//!
//! ```text
//! artillery-plan (turn 0)   marks of the scenario; to come: Plan, both sides at once and hidden
//! initiative                rolls, no decision
//! bombardment-phase         to come: Abort, Bombard (how guns combine), the winner first
//! action                    Step::NextSegment ─▶ Decision::Segment: activate or pass
//!                             Step::Acts(side) ─▶ Decision::Act: move, fire, assault, recover, done
//!                               Walk, hex by hex ─▶ Step::React ─▶ Decision::React, the other side
//!                               Step::Losses(hit) ─▶ Decision::Lose, by whose units are hit
//!                               an assault ─▶ Decision::FirstFire, Step::Strike, Step::Aftermath
//!                               Step::Flee, Step::Overrun ─▶ Decision::Go
//! marker-removal            markers off, no decision; to come: smoke
//! ```
//!
//! An activation is one act that names all who take part and whether each moves or fires, so that
//! all is designated before the first acts (IA 3.13). `check` accepts any subset of those who are
//! directed; `legal` lists the plain ones. What is done in a segment marks a unit
//! `state::DONE`; `Step::Acts` asks until nobody is active, then clears the segment's marks.
//! A frame carries its own data (`results::Hit`), so that fire in the midst of a move, in the
//! midst of a segment needs no state of its own.

mod activation;
mod assault;
mod assault_move;
mod blocked;
mod bot;
mod casualties;
mod cavalry;
mod consolidation;
mod constants;
mod control;
mod coverage;
mod data;
mod direct_fire;
mod entry;
pub mod event;
mod exits;
mod flanking;
mod flight;
mod fog_of_war;
mod game;
mod hidden;
mod leaders;
mod legal;
mod limber;
mod morale;
mod movement;
mod opening;
mod opportunity;
pub mod order;
mod overstacking;
mod results;
mod rivers;
mod roles;
mod rules;
mod saved_segment;
mod sequence;
mod sight;
mod spotting;
mod stacking;
mod state;
mod strategic;
mod tables;
mod transport;
mod units;
mod victory;
mod works;

use std::sync::Arc;

use salient_rules::bot::{BotInfo, RANDOM};
use salient_rules::game::Begin;
use salient_rules::play;
use salient_rules::system::{FactTable, OwnSchema, Published, SchemaOf};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};

use game::InfantryAttacks;

/// What of the system is built.
pub const INFO: SystemInfo = SystemInfo {
    id: "infantry-attacks",
    title: "Infantry Attacks",
    implemented: coverage::IMPLEMENTED,
};

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The rules of Infantry Attacks.
#[derive(Debug)]
pub struct Rulebook;

impl System for Rulebook {
    fn info(&self) -> &SystemInfo {
        &INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
        play::prepare::<InfantryAttacks>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<InfantryAttacks>(bundle)
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn bots(&self) -> &'static [BotInfo] {
        &[RANDOM, BotInfo { bot: Bot::HEURISTIC, name: "Rules of thumb" }]
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    fn schemas(&self) -> Vec<OwnSchema> {
        vec![
            SchemaOf::Event.schema::<event::Detail>(&INFO),
            SchemaOf::Action.schema::<order::Order>(&INFO),
        ]
    }

    fn tables(&self) -> &'static [FactTable] {
        &[FactTable {
            id: event::FIRE,
            title: "Fire",
            row: "Fired as",
            note: "",
            columns: &[("times", "Times"), ("hits", "With effect")],
            names: &[],
        }]
    }
}
