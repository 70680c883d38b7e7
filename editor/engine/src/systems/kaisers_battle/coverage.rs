//! Which numbered rules are built, and where.
//!
//! Rules that are half built are not listed: KB 11.2 (weather does nothing yet to observation and
//! aircraft), 13.21 (no divisional breakdown yet) and 17.4 (nothing to ground yet).

/// The rule's number as the rule book prints it, and the function that does it, as
/// `file::function` of this directory.
pub const IMPLEMENTED: &[(&str, &str)] = &[
    ("4.1", "sequence::next_stage"),
    ("4.2", "sequence::next_stage"),
    ("5.11", "movement::may_move"),
    ("5.12", "movement::check_step"),
    ("5.13", "movement::check_step"),
    ("5.14", "advance::do_advance"),
    ("5.15", "movement::check_move"),
    ("5.21", "movement::check_move"),
    ("5.22", "movement::check_move"),
    ("5.23", "movement::may_move"),
    ("5.31", "movement::step_cost"),
    ("5.32", "combat::reckon_supplied"),
    ("5.41", "movement::check_step"),
    ("5.42", "movement::check_step"),
    ("6.0", "position::place"),
    ("6.11", "position::controlled_by"),
    ("6.12", "movement::check_step"),
    ("6.13", "position::place"),
    ("6.21", "movement::check_step"),
    ("6.22", "movement::check_step"),
    ("6.23", "movement::check_step"),
    ("6.24", "position::enemy_controlled"),
    ("6.31", "supply::supply_line"),
    ("6.32", "supply::supply_line"),
    ("6.33", "battle::retreats"),
    ("7.1", "position::stacking"),
    ("7.21", "stacking::unstack"),
    ("7.22", "movement::check_step"),
    ("8.0", "combat::do_attack"),
    ("8.11", "combat::begin_combat"),
    ("8.12", "combat::begin_combat"),
    ("8.13", "combat::begin_combat"),
    ("8.14", "combat::check_attack"),
    ("8.21", "combat::check_obligations"),
    ("8.22", "combat::check_attack"),
    ("8.23", "combat::reckon_supplied"),
    ("8.24", "combat::check_attack"),
    ("8.25", "combat::check_attack"),
    ("8.26", "combat::reckon_supplied"),
    ("8.3", "combat::reckon_supplied"),
    ("8.4", "combat::reckon_supplied"),
    ("8.5", "steps::lose_step"),
    ("8.61", "combat::reckon_supplied"),
    ("8.62", "combat::reckon_supplied"),
    ("8.71", "steps::eliminate_attackers"),
    ("8.72", "combat::resolve"),
    ("8.73", "combat::resolve"),
    ("8.74", "battle::stack_loses"),
    ("8.75", "battle::defender_loses"),
    ("8.76", "combat::reckon_supplied"),
    ("8.81", "battle::stack_retreats"),
    ("8.82", "battle::defender_loses"),
    ("8.83", "advance::advance_allowance"),
    ("8.84", "advance::check_advance"),
    ("8.85", "advance::offer_advance"),
    ("8.86", "advance::advance_allowance"),
    ("8.87", "combat::can_attack"),
    ("9.11", "artillery::check_guns"),
    ("9.12", "artillery::spend_guns"),
    ("9.21", "counter_battery::check_counter_battery"),
    ("9.22", "counter_battery::continue_counter_battery"),
    ("9.23", "counter_battery::fire_at_guns"),
    ("9.24", "counter_battery::check_counter_battery"),
    ("9.25", "tables::counter_battery"),
    ("9.31", "gas::check_gas"),
    ("9.32", "gas::do_gas"),
    ("9.33", "gas::check_gas"),
    ("9.34", "gas::begin_gas_losses"),
    ("9.35", "gas::remove_gas"),
    ("9.36", "gas::spare_gas_marker"),
    ("9.41", "drumfire::offer_drumfire"),
    ("9.42", "bombardment::check_bombardment"),
    ("9.43", "bombardment::bombard"),
    ("9.44", "bombardment::bombard"),
    ("9.45", "bombardment::bombard"),
    ("9.46", "drumfire::check_drumfire"),
    ("9.47", "bombardment::check_bombardment"),
    ("9.48", "tables::drumfire"),
    ("9.51", "barrage::check_rolling"),
    ("9.52", "combat::add_barrages"),
    ("9.53", "barrage::rolling_limits"),
    ("9.61", "barrage::check_sos"),
    ("9.62", "combat::add_barrages"),
    ("9.63", "barrage::check_sos"),
    ("9.71", "observation::sight"),
    ("9.72", "observation::hilltop_line"),
    ("9.73", "observation::hilltop_line"),
    ("9.74", "observation::sight"),
    ("9.75", "observation::hilltop_line"),
    ("9.81", "artillery::receive_guns"),
    ("9.82", "artillery::receive_guns"),
    ("9.83", "barrage::by_weather"),
    ("9.84", "artillery::spend_guns"),
    ("9.85", "artillery::spend_guns"),
    ("10.0", "combat::begin_combat"),
    ("11.11", "weather::roll_weather"),
    ("11.12", "weather::roll_weather"),
    ("11.13", "weather::fix_weather"),
    ("11.14", "weather::roll_weather"),
    ("13.22", "steps::steps_left"),
    ("13.23", "steps::lose_step"),
    ("13.24", "compile::unit_def"),
    ("14.11", "combat::worst_supply"),
    ("14.12", "supply::supply_line"),
    ("14.13", "supply::state"),
    ("14.21", "combat::reckon_supplied"),
    ("14.22", "combat::reckon_supplied"),
    ("14.23", "combat::worst_supply"),
    ("14.24", "combat::worst_supply"),
    ("15.11", "reinforcements::continue_arrivals"),
    ("15.12", "reinforcements::do_enter"),
    ("15.13", "reinforcements::detours"),
    ("15.14", "opening::counted_against"),
    ("15.15", "stacking::too_high"),
    ("15.16", "bombardment::has_just_arrived"),
    ("15.21", "reinforcements::begin_variable"),
    ("15.22", "steps::remove"),
    ("15.23", "reinforcements::check_place"),
    ("15.24", "position::place"),
    ("15.25", "steps::service_companies"),
    ("15.3", "reinforcements::continue_arrivals"),
    ("16.0", "combat::mixed_corps"),
    ("17.11", "opening::limit_germans"),
    ("17.12", "opening::limit_germans"),
    ("17.13", "opening::limit_allies"),
    ("17.14", "opening::counted_against"),
    ("17.15", "opening::begin_opening"),
    ("17.21", "sequence::next_stage"),
    ("17.22", "sequence::next_stage"),
    ("17.3", "advance::advance_allowance"),
    ("17.5", "supply::supply_of"),
    ("18.1", "setup::position"),
    ("18.2", "setup::position"),
    ("20.0", "sequence::end_turn"),
    ("20.11", "movement::take_town"),
    ("20.12", "movement::do_exit"),
    ("20.13", "victory::counted"),
    ("20.14", "steps::lose_step"),
    ("20.2", "movement::check_exit"),
    ("20.3", "victory::finish"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_where_it_is_said_to_be() {
        let directory =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/systems/kaisers_battle");
        for (rule, path) in IMPLEMENTED {
            let (file, function) = path.split_once("::").unwrap();
            let source = std::fs::read_to_string(directory.join(format!("{file}.rs"))).unwrap();
            let defined = [format!("fn {function}("), format!("fn {function}<")];
            assert!(defined.iter().any(|text| source.contains(text)), "KB {rule}: no {path}");
        }
    }

    #[test]
    fn each_rule_is_listed_once() {
        let mut rules: Vec<&str> = IMPLEMENTED.iter().map(|(rule, _)| *rule).collect();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(rules.len(), IMPLEMENTED.len());
    }
}
