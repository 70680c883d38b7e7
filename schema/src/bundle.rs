//! One self-contained file of all that a scenario needs, for another client to read.

use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Map, OrderOfBattle, Ruleset, Scenario};

/// A bundle file. The paths inside its parts name the other parts by their `id`s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Where the JSON Schema is; its last part is `bundle.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[schemars(range(min = 1))]
    pub format_version: u32,
    /// The rules as data.
    pub ruleset: Ruleset,
    /// The map.
    pub map: Map,
    /// The orders of battle, in the scenario's order.
    pub orders_of_battle: Vec<OrderOfBattle>,
    /// The scenario.
    pub scenario: Scenario,
}

impl Bundle {
    /// Makes the parts name each other by their ids, as a bundle file has it, instead of by the
    /// paths of the files that they came from.
    pub fn name_parts_by_id(&mut self) {
        self.map.ruleset.clone_from(&self.ruleset.id);
        for oob in &mut self.orders_of_battle {
            oob.ruleset.clone_from(&self.ruleset.id);
        }
        self.scenario.ruleset.clone_from(&self.ruleset.id);
        self.scenario.map.clone_from(&self.map.id);
        self.scenario.orders_of_battle =
            self.orders_of_battle.iter().map(|oob| oob.id.clone()).collect();
    }

    /// A number, in hexadecimal, that two bundles share only if everything in them is the same:
    /// FNV-1a over their JSON, in 128 bits. Where the parts were read from makes no difference.
    pub fn fingerprint(&self) -> String {
        let mut bundle = self.clone();
        bundle.name_parts_by_id();
        bundle.map.sort();
        let schemas = [
            &mut bundle.schema,
            &mut bundle.ruleset.schema,
            &mut bundle.map.schema,
            &mut bundle.scenario.schema,
        ];
        let books = bundle.orders_of_battle.iter_mut().map(|book| &mut book.schema);
        schemas.into_iter().chain(books).for_each(String::clear);
        let mut hash = Fnv128(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        // Nothing in a bundle is kept from being written as JSON, and the hash takes all of it.
        let _ = serde_json::to_writer(&mut hash, &bundle);
        format!("{:032x}", hash.0)
    }
}

/// FNV-1a.
struct Fnv128(u128);

impl io::Write for Fnv128 {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
