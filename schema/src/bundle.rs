//! One self-contained file of all that a scenario needs, for another client to read.

use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::{Map, OrderOfBattle, Ruleset, Scenario};

/// A bundle file. The paths inside its parts name the other parts by their `id`s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Where the JSON Schema is; its last part is `bundle.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The rules as data.
    pub ruleset: Ruleset,
    /// The map.
    pub map: Map,
    /// The orders of battle, in the scenario's order.
    pub orders_of_battle: Vec<OrderOfBattle>,
    /// The scenario.
    pub scenario: Scenario,
    /// The pictures that faces name, as far as somebody has read them: they are files of their own.
    #[serde(skip)]
    #[cfg_attr(feature = "json-schema", schemars(skip))]
    pub pictures: Pictures,
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
        bundle.map.scan.iter_mut().for_each(|scan| scan.file.clear());
        bundle.map.grid.boards.iter_mut().for_each(|board| board.file = None);
        let books = bundle.orders_of_battle.iter_mut();
        books.flat_map(OrderOfBattle::named_pictures_mut).for_each(String::clear);
        bundle.map.sort();
        let schemas = [
            &mut bundle.schema,
            &mut bundle.ruleset.schema,
            &mut bundle.map.schema,
            &mut bundle.scenario.schema,
        ];
        let oobs = bundle.orders_of_battle.iter_mut().map(|oob| &mut oob.schema);
        schemas.into_iter().chain(oobs).for_each(String::clear);
        // Nothing in a bundle is kept from being written as JSON. As text first, like every file:
        // a writer of its own for the hash would be all types' code once more.
        let text = serde_json::to_string(&bundle).unwrap_or_default();
        format!("{:032x}", fnv128(text.as_bytes()))
    }
}

/// FNV-1a.
pub(crate) fn fnv128(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
    })
}
