//! What the document promises, tested from outside through its public face.

#[cfg(test)]
mod by_data;
mod chance;
#[cfg(test)]
mod charts;
mod commits;
#[cfg(test)]
mod copies;
#[cfg(test)]
mod cut_off;
#[cfg(test)]
mod definitions;
#[cfg(test)]
mod displays;
#[cfg(test)]
mod edits;
#[cfg(test)]
mod every_edit;
#[cfg(test)]
mod find;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod helper;
#[cfg(test)]
mod history;
#[cfg(test)]
mod journal;
#[cfg(test)]
mod kaisers_battle;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod limited;
#[cfg(test)]
mod merge;
#[cfg(test)]
mod oob;
#[cfg(test)]
mod oob_csv;
#[cfg(test)]
mod own_game;
#[cfg(test)]
mod own_ruleset;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod plan;
#[cfg(test)]
mod problems;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod reshape;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod rules_of_play;
#[cfg(test)]
mod saving;
#[cfg(test)]
mod schedule;
#[cfg(test)]
mod set_up;
mod shared;
#[cfg(test)]
mod template;
#[cfg(test)]
mod tools;
#[cfg(test)]
mod versions;

/// Every system, as the program hands them in.
#[cfg(test)]
const SYSTEMS: salient_rules::Systems = salient_rules::Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
    &salient_infantry_attacks::Rulebook,
    &salient_offensive_1914::Rulebook,
]);
