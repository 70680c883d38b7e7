//! The numbers of the rules, out of the ruleset and what a scenario makes of them.

salient_rules::numbers! {
    /// The numbers.
    pub struct Constants {
        combat_units_limit: 1, 20, "IA 4.1", "is the most combat units in a hex";
        companies_limit: 1, 20, "IA 4.1", "is the most companies in a hex";
        transports_limit: 0, 20, "IA 4.1", "is the most transports in a hex";
        infantry_leader_movement: 1, 30, "IA 5.1", "is how far infantry leaders go";
        cavalry_leader_movement: 1, 30, "IA 5.1", "is how far cavalry leaders go";
        road_movement: 1, 30, "IA 5.3", "is what a hex along a road costs";
        disrupted_movement: 0, 30, "IA 14.2", "is how far the disrupted go";
        spotting_range: 0, 60, "IA 8.4", "is how far one sees by day";
        spotting_night: 0, 60, "IA 8.4", "is how far one sees at night";
        spotting_limiting: 0, 60, "IA 8.51", "is how far limiting terrain is looked into";
        spotting_swamp: 0, 60, "IA 8.8", "is how far a swamp is looked into";
        spotting_per_level: 0, 60, "IA 8.73", "is what a level adds to how far one sees";
        tall_levels: 0, 9, "IA 8.72", "is how many levels towns and woods stand above their ground";
        company_modifier: -9, 9, "IA 4.2", "is what a company in the hex shifts";
        mounted_modifier: -9, 9, "IA 7.52", "is what mounted cavalry shifts";
        artillery_modifier: -9, 9, "IA 7.52", "is what an artillery unit shifts";
        range_modifier: -9, 9, "IA 13.15", "is what a long range shifts";
        range_far: 1, 60, "IA 13.15", "is where a long range begins";
        night_modifier: -9, 9, "IA 5.7", "is what the night shifts";
        opportunity_modifier: -9, 9, "IA 13.15", "is what fire at who moves shifts";
        dug_in_modifier: -9, 9, "IA 16.23", "is what digging in shifts";
        assault_leader_modifier: -9, 9, "IA 6.53", "is what a leader shifts in an assault";
        cold_steel_modifier: -9, 9, "IA 12.61", "is what cold steel shifts, for both sides";
        charge_modifier: -9, 9, "IA 12.7", "is what a charge shifts";
        leader_casualty_roll: 0, 12, "IA 6.7", "is the most that costs a leader";
        leader_capture_roll: 2, 13, "IA 6.71", "is the least that takes a leader who is overrun";
        decapitation_initiative: 0, 12, "IA 6.72", "is what the loss of the highest leader costs";
        decapitation_turns: 0, 99, "IA 6.72", "is for how many turns";
        desertion_turns: 0, 99, "IA 6.72", "is for how many where fear has cost him";
        disruption_margin: 1, 12, "IA 14.1", "is how bad a failure demoralizes";
        loss_check: 0, 12, "IA 7.61", "is added to checks after a loss";
        demoralized_morale: -12, 0, "IA 14.3", "is what demoralization does to morale";
        recovery_terrain: 0, 12, "IA 14.45", "is what shelter adds to recovery";
        full_recovery_roll: 0, 12, "IA 14.43", "is the roll of a full recovery";
        desertion_roll: 0, 13, "IA 14.44", "is the roll of a desertion";
        hex_metres: 1, 10_000, "IA 2.4", "is how wide a hex is";
        ford_movement: 1, 30, "IA 5.8", "is what a hex with a ford costs";
        river_modifier: -9, 9, "IA 5.83", "is what a major river between both sides shifts";
        flip_roll: 1, 5, "IA 6.2", "is the most that shows the front of a leader's counter";
        hidden_divisor: 1, 60, "IA 16.5", "divides how far the hidden are seen";
        saved_segments: 2, 12, "IA 17.2", "is the fewest segments ahead of which one is saved";
        strategic_factor: 1, 9, "IA 17.3", "multiplies movement out of the enemy's sight";
        ambush_modifier: -9, 9, "IA 17.3", "is what the hidden shift against such movement";
        fog_segments: 0, 99, "IA 17.4", "is how many segments each side has before fog sets in";
        fog_roll: 3, 19, "IA 17.4", "is the least on three dice that ends a turn";
        fog_night: 0, 9, "IA 17.4", "is added to these dice at night";
        flanking_modifier: -9, 9, "IA 17.6", "is what fire from the flank shifts";
        initiative_divisor: 1, 12, "IA 3.0", "divides the difference of the rolls";
        open_sights_modifier: -9, 9, "IA 9.3", "is what bombardment over open sights shifts";
        abort_roll: 0, 6, "IA 9.14", "is the most that ends a mission";
        friendly_fire_roll: 0, 6, "IA 9.83", "is the most that hits one's own next to the target";
        friendly_fire_strength: 0, 200, "IA 9.83", "is where bombardment is weak no longer";
        friendly_fire_modifier: -6, 6, "IA 9.83", "is what weak bombardment does to the die";
        smoke_roll: 0, 12, "IA 16.11", "is the most that lays smoke";
        smoke_stays: 0, 6, "IA 16.13", "is the most that keeps smoke where it is";
        smoke_drifts: 0, 6, "IA 16.13", "is the most that lets it drift";
    }
}
