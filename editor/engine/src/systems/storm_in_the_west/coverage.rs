//! Which numbered rules are built, and where.

/// The rule's number as the rule book prints it, and the function that does it, as
/// `file::function` of this directory.
#[rustfmt::skip]
pub const IMPLEMENTED: &[(&str, &str)] = &[
    // 3.0 Set up and hex control
    ("3.1", "setup::check_set_up"),
    ("3.2", "compile::start_replacements"),
    ("3.3", "replacements::check_arrival"),
    ("3.4", "setup::do_set_up"),
    ("3.5", "control::take_hex"),
    ("3.6", "setup::open_hex"),
    ("3.7", "setup::end_set_up"),
    // -- end of 3.0 --
    // 4.0 Morale and winning
    ("4.1", "victory::check_victory"),
    ("4.2", "control::take_hex"),
    ("4.3", "control::change_morale"),
    ("4.4", "victory::end_of_last_turn"),
    ("4.5", "victory::check_german_morale"),
    ("4.6", "victory::await_yanks"),
    ("4.7", "special::award_bertha"),
    // -- end of 4.0 --
    // 5.0 The turn sequence
    ("5.1", "actions::apply"),
    ("5.2", "sequence::next_stage"),
    // -- end of 5.0 --
    // 6.0 Weather
    ("6.1", "weather::settle_weather"),
    ("6.2", "weather::settle_weather"),
    ("6.3", "combat::check_air"),
    // -- end of 6.0 --
    // 7.0 Supply
    ("7.1", "supply::supply_of"),
    ("7.2", "supply::initial_supply"),
    ("7.3", "supply::supply_of"),
    ("7.4", "compile::sources"),
    ("7.5", "supply::supply_of"),
    ("7.6", "supply::supply_of"),
    ("7.7", "supply::flood"),
    ("7.8", "supply::gives_supply"),
    ("7.9", "supply::carries_supply"),
    ("7.10", "supply::supply_net"),
    ("7.11", "supply::supply_of"),
    ("7.12", "supply::draws_on_fortress"),
    ("7.13", "supply::draws_on_fortress"),
    ("7.14", "control::spoil_stores"),
    ("7.15", "supply::initial_supply"),
    ("7.16", "movement::check_move"),
    // -- end of 7.0 --
    // 8.0 Replacements and reinforcements
    ("8.1", "replacements::check_arrival"),
    ("8.1.1", "replacements::entry_hexes"),
    ("8.1.2", "replacements::admit_air"),
    ("8.1.3", "replacements::entry_hexes"),
    ("8.1.4", "replacements::enter"),
    ("8.2", "replacements::begin_replacements"),
    ("8.2.1", "replacements::check_rebuild"),
    ("8.2.2", "replacements::check_rebuild"),
    ("8.3", "victory::sap_spirit"),
    ("8.4", "replacements::check_replenish"),
    ("8.5", "replacements::check_rebuild"),
    ("8.6", "actions::apply_replacement"),
    ("8.7", "victory::withdraw"),
    // -- end of 8.0 --
    // 9.0 Stacking
    ("9.1", "stacking::judge"),
    ("9.2", "stacking::check_stack"),
    ("9.3", "stacking::surplus"),
    ("9.4", "stacking::judge"),
    ("9.5", "stacking::judge"),
    ("9.6", "stacking::judge"),
    ("9.7", "position::place"),
    // -- end of 9.0 --
    // 10.0 Zones of control
    ("10.1", "position::zone"),
    ("10.2", "position::zone"),
    ("10.3", "rail::may_alight"),
    ("10.4", "movement::check_step"),
    ("10.5", "infiltration::check_infiltration"),
    ("10.6", "battle::do_retreat"),
    ("10.7", "supply::carries_supply"),
    // -- end of 10.0 --
    // 11.0 Strategic movement
    ("11.1", "rail::may_rail"),
    ("11.2", "rail::rail_limit"),
    ("11.3", "rail::spread"),
    ("11.4", "rail::lies_behind_front"),
    ("11.5", "rail::lies_behind_front"),
    ("11.6", "movement::may_move"),
    ("11.7", "rail::is_railhead"),
    ("11.8", "rail::find_rail"),
    ("11.9", "rail::off_map"),
    ("11.10", "rail::is_railhead"),
    // -- end of 11.0 --
    // 12.0 Regular movement
    ("12.1", "movement::check_move"),
    ("12.2", "movement::check_move"),
    ("12.3", "movement::do_move"),
    ("12.4", "movement::may_enter"),
    ("12.5", "movement::check_move"),
    ("12.6", "movement::may_move"),
    ("12.7", "movement::check_move"),
    ("12.8", "ground::enter"),
    ("12.9", "ground::enter"),
    ("12.9.1", "ground::enter"),
    ("12.9.2", "ground::enter"),
    ("12.9.3", "ground::enter"),
    ("12.9.4", "ground::enter"),
    ("12.9.5", "ground::guns_may_enter"),
    ("12.9.6", "ground::enter"),
    ("12.9.7", "ground::guns_may_enter"),
    ("12.9.8", "ground::cross"),
    ("12.9.9", "ground::cross"),
    ("12.10", "ground::enter"),
    ("12.10.1", "ground::enter"),
    ("12.10.2", "ground::enter"),
    ("12.10.3", "ground::enter"),
    ("12.10.4", "ground::enter"),
    ("12.10.5", "ground::enter"),
    ("12.11", "movement::check_step"),
    // -- end of 12.0 --
    // 13.0 Combat
    ("13.1", "combat::check_attack"),
    ("13.2", "combat::combat_phase"),
    ("13.3", "combat::defence_factors"),
    ("13.4", "combat::check_attacker"),
    ("13.5", "combat::check_target"),
    ("13.6", "battle::continue_battle"),
    ("13.7", "combat::check_attack"),
    ("13.8", "battle::declare"),
    ("13.9", "combat::is_mixed"),
    ("13.10", "combat::reckon"),
    ("13.11", "tables::of"),
    ("13.12", "tables::column"),
    ("13.13", "combat::ground_drms"),
    ("13.14", "combat::support_drms"),
    ("13.15", "combat::trench_drms"),
    ("13.16", "combat::support_drms"),
    ("13.17", "combat::concentric_drm"),
    ("13.18", "combat::ground_drms"),
    ("13.19", "combat::ground_drms"),
    ("13.20", "combat::ground_drms"),
    ("13.21", "combat::ground_drms"),
    ("13.22", "combat::ground_drms"),
    ("13.23", "combat::ground_drms"),
    ("13.24", "combat::ground_drms"),
    ("13.25", "combat::trench_drms"),
    ("13.26", "combat::trench_drms"),
    ("13.27", "combat::trench_drms"),
    ("13.28", "battle::resolve"),
    ("13.29", "battle::absorb_defence"),
    ("13.30", "battle::do_retreat"),
    ("13.31", "battle::check_lose"),
    ("13.32", "combat::fortress_losses"),
    ("13.33", "battle::check_advance"),
    ("13.34", "infiltration::may_infiltrate"),
    ("13.35", "combat::troop_drms"),
    // -- end of 13.0 --
    // 14.0 Tanks, artillery and air units
    // -- end of 14.0 --
    // 15.0 Infiltration movement
    // -- end of 15.0 --
    // 16.0 Optional rules
    // -- end of 16.0 --
    // S1.0 The Storm Elsewhere
    ("S1.1", "compile::compile"),
    ("S1.2", "sequence::next_stage"),
    ("S1.3", "setup::begin_set_up"),
    ("S1.4", "replacements::begin_replacements"),
    ("S1.5", "infiltration::may_infiltrate"),
    ("S1.6", "weather::settle_weather"),
    ("S1.7", "weather::roll_for_armistice"),
    // -- end of S1.0 --
    // S2.0 The Allied Offensive
    // -- end of S2.0 --
    // S3.0 Plan 1919
    // -- end of S3.0 --
];
