//! The numbers of the rules, out of the ruleset and what a scenario makes of them.

use salient_rules::Roles;
use salient_rules::chart::Numbers;
use salient_schema::{Bundle, Diagnostic};

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident: $least:expr, $most:expr, $rule:expr, $words:expr;)*) => {
        /// The numbers.
        #[derive(Clone, Copy, Debug)]
        pub struct Constants {
            $($(#[$doc])* pub $name: i32,)*
        }

        /// The numbers, if all are there and the rules can work with them.
        pub fn constants(
            bundle: &Bundle,
            roles: &Roles<'_>,
            found: &mut Vec<Diagnostic>,
        ) -> Option<Constants> {
            let numbers = Numbers::of_roles(bundle, roles);
            // All are looked at before any is missed.
            $(let $name = numbers.get(stringify!($name), ($least, $most), found);)*
            Some(Constants { $($name: $name?,)* })
        }

        /// The roles of the numbers, with their rules and what they are.
        pub const NUMBERS: &[(&str, &str, &str)] = &[$((stringify!($name), $rule, $words),)*];
    };
}

constants! {
    /// IA 4.1
    combat_units_limit: 1, 20, "IA 4.1", "is the most combat units in a hex";
    /// IA 4.1
    companies_limit: 1, 20, "IA 4.1", "is the most companies in a hex";
    /// IA 4.1
    transports_limit: 0, 20, "IA 4.1", "is the most transports in a hex";
    /// IA 5.1
    infantry_leader_movement: 1, 30, "IA 5.1", "is how far infantry leaders go";
    /// IA 5.1
    cavalry_leader_movement: 1, 30, "IA 5.1", "is how far cavalry leaders go";
    /// IA 5.3
    road_movement: 1, 30, "IA 5.3", "is what a hex along a road costs";
    /// IA 14.2
    disrupted_movement: 0, 30, "IA 14.2", "is how far the disrupted go";
    /// IA 8.4
    spotting_range: 0, 60, "IA 8.4", "is how far one sees by day";
    /// IA 8.4
    spotting_night: 0, 60, "IA 8.4", "is how far one sees at night";
    /// IA 8.51
    spotting_limiting: 0, 60, "IA 8.51", "is how far limiting terrain is looked into";
    /// IA 8.8
    spotting_swamp: 0, 60, "IA 8.8", "is how far a swamp is looked into";
    /// IA 8.73
    spotting_per_level: 0, 60, "IA 8.73", "is what a level adds to how far one sees";
    /// IA 8.72
    tall_levels: 0, 9, "IA 8.72", "is how many levels towns and woods stand above their ground";
    /// IA 4.2
    company_modifier: -9, 9, "IA 4.2", "is what a company in the hex shifts";
    /// IA 7.52
    mounted_modifier: -9, 9, "IA 7.52", "is what mounted cavalry shifts";
    /// IA 7.52
    artillery_modifier: -9, 9, "IA 7.52", "is what an artillery unit shifts";
    /// IA 13.15
    range_modifier: -9, 9, "IA 13.15", "is what a long range shifts";
    /// IA 13.15
    range_far: 1, 60, "IA 13.15", "is where a long range begins";
    /// IA 5.7
    night_modifier: -9, 9, "IA 5.7", "is what the night shifts";
    /// IA 13.15
    opportunity_modifier: -9, 9, "IA 13.15", "is what fire at who moves shifts";
    /// IA 16.23
    dug_in_modifier: -9, 9, "IA 16.23", "is what digging in shifts";
    /// IA 6.53
    assault_leader_modifier: -9, 9, "IA 6.53", "is what a leader shifts in an assault";
    /// IA 12.61
    cold_steel_modifier: -9, 9, "IA 12.61", "is what cold steel shifts, for both sides";
    /// IA 12.7
    charge_modifier: -9, 9, "IA 12.7", "is what a charge shifts";
    /// IA 6.7
    leader_casualty_roll: 0, 12, "IA 6.7", "is the most that costs a leader";
    /// IA 6.71
    leader_capture_roll: 2, 13, "IA 6.71", "is the least that takes a leader who is overrun";
    /// IA 6.72
    decapitation_initiative: 0, 12, "IA 6.72", "is what the loss of the highest leader costs";
    /// IA 6.72
    decapitation_turns: 0, 99, "IA 6.72", "is for how many turns";
    /// IA 6.72
    desertion_turns: 0, 99, "IA 6.72", "is for how many where fear has cost him";
    /// IA 14.1
    disruption_margin: 1, 12, "IA 14.1", "is how bad a failure demoralizes";
    /// IA 7.61
    loss_check: 0, 12, "IA 7.61", "is added to checks after a loss";
    /// IA 14.3
    demoralized_morale: -12, 0, "IA 14.3", "is what demoralization does to morale";
    /// IA 14.45
    recovery_terrain: 0, 12, "IA 14.45", "is what shelter adds to recovery";
    /// IA 14.43
    full_recovery_roll: 0, 12, "IA 14.43", "is the roll of a full recovery";
    /// IA 14.44
    desertion_roll: 0, 13, "IA 14.44", "is the roll of a desertion";
    /// IA 2.4
    hex_metres: 1, 10_000, "IA 2.4", "is how wide a hex is";
    /// IA 5.8
    ford_movement: 1, 30, "IA 5.8", "is what a hex with a ford costs";
    /// IA 5.83
    river_modifier: -9, 9, "IA 5.83", "is what a major river between both sides shifts";
    /// IA 6.2
    flip_roll: 1, 5, "IA 6.2", "is the most that shows the front of a leader's counter";
    /// IA 16.5
    hidden_divisor: 1, 60, "IA 16.5", "divides how far the hidden are seen";
    /// IA 17.2
    saved_segments: 2, 12, "IA 17.2", "is the fewest segments ahead of which one is saved";
    /// IA 17.3
    strategic_factor: 1, 9, "IA 17.3", "multiplies movement out of the enemy's sight";
    /// IA 17.3
    ambush_modifier: -9, 9, "IA 17.3", "is what the hidden shift against such movement";
    /// IA 17.4
    fog_segments: 0, 99, "IA 17.4", "is how many segments each side has before fog sets in";
    /// IA 17.4
    fog_roll: 3, 19, "IA 17.4", "is the least on three dice that ends a turn";
    /// IA 17.4
    fog_night: 0, 9, "IA 17.4", "is added to these dice at night";
    /// IA 17.6
    flanking_modifier: -9, 9, "IA 17.6", "is what fire from the flank shifts";
    /// IA 3.0
    initiative_divisor: 1, 12, "IA 3.0", "divides the difference of the rolls";
    /// IA 9.3
    open_sights_modifier: -9, 9, "IA 9.3", "is what bombardment over open sights shifts";
    /// IA 9.14
    abort_roll: 0, 6, "IA 9.14", "is the most that ends a mission";
    /// IA 9.83
    friendly_fire_roll: 0, 6, "IA 9.83", "is the most that hits one's own next to the target";
    /// IA 9.83
    friendly_fire_strength: 0, 200, "IA 9.83", "is where bombardment is weak no longer";
    /// IA 9.83
    friendly_fire_modifier: -6, 6, "IA 9.83", "is what weak bombardment does to the die";
    /// IA 16.11
    smoke_roll: 0, 12, "IA 16.11", "is the most that lays smoke";
    /// IA 16.13
    smoke_stays: 0, 6, "IA 16.13", "is the most that keeps smoke where it is";
    /// IA 16.13
    smoke_drifts: 0, 6, "IA 16.13", "is the most that lets it drift";
}
