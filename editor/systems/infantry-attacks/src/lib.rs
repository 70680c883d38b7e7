//! Infantry Attacks (Avalanche Press, 2010). One file a chapter of its rule book.
mod activation;
mod bot;
mod constants;
mod control;
mod coverage;
mod direct_fire;
pub mod event;
mod game;
mod legal;
mod morale;
mod movement;
mod opening;
pub mod order;
mod results;
mod roles;
mod rules;
mod sequence;
mod sight;
mod spotting;
mod stacking;
mod state;
mod tables;
mod units;
mod victory;

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
