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
    // -- end of 9.0 --
    // 10.0 Zones of control
    // -- end of 10.0 --
    // 11.0 Strategic movement
    // -- end of 11.0 --
    // 12.0 Regular movement
    // -- end of 12.0 --
    // 13.0 Combat
    ("13.10", "combat::reckon"),
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
