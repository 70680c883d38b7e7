//! The single numbers of the rules, from the ruleset's constants and what the scenario makes of
//! them.

use salient_rules::chart::MOST;

salient_rules::numbers! {
    /// The single numbers of the rules, from the ruleset.
    pub struct Constants {
        stacking_limit: 1, MOST, "KB 7.0";
        second_segment_multiplier: 1, MOST, "KB 5.22";
        ezoc_exit_divisor: 1, MOST, "KB 5.13";
        fog_attacker_modifier: 0, MOST, "KB 8.3";
        mixed_corps_modifier: 0, MOST, "KB 16.0";
        isolated_modifier: 0, MOST, "KB 14.22";
        out_of_supply_modifier: 0, MOST, "KB 14.22";
        out_of_communications_modifier: 0, MOST, "KB 14.22";
        supply_range: 0, MOST, "KB 14.13";
        communications_range: 0, MOST, "KB 14.13";
        german_supply_from_turn: 0, MOST, "KB 17.5";
        failed_attack_steps: 0, MOST, "KB 8.74";
        failed_retreat_steps: 0, MOST, "KB 8.74";
        advance_divisor: 1, MOST, "KB 8.83";
        early_advance_multiplier: 1, MOST, "KB 17.3";
        early_turns: 0, MOST, "KB 17.0";
        allied_second_turn_bonus: 0, MOST, "KB 17.13";
        pm_weather_modifier: 0, MOST, "KB 11.12";
        entry_shift_range: 0, MOST, "KB 15.13";
        artillery: struct ArtilleryNumbers;
        air: struct AirNumbers;
        breakdown_regiments: 1, MOST, "KB 13.11";
    }

    /// The single numbers of KB 12.
    pub struct AirNumbers {
        /// Air points of a game-turn in clear weather, a side.
        points as [german_air_points, allied_air_points]: 0, MOST, "KB 12.0";
        mist_divisor as air_mist_divisor: 1, MOST, "KB 12.1";
        observation_divisor as air_observation_divisor: 1, MOST, "KB 12.21";
        ground_attack_max_points: 0, MOST, "KB 12.31";
        interception_divisor: 1, MOST, "KB 12.41";
    }

    /// The single numbers of KB 9.
    pub struct ArtilleryNumbers {
        field_range as field_artillery_range: 0, MOST, "KB 9.11";
        counter_battery_unit: 1, MOST, "KB 9.21";
        gas_unit: 1, MOST, "KB 9.31";
        gas_minimum_distance: 0, MOST, "KB 9.33";
        gas_radius: 0, MOST, "KB 9.34";
        gas_movement_multiplier: 1, MOST, "KB 9.34";
        gas_step_loss: 0, MOST, "KB 9.34";
        gas_removal_roll: 0, MOST, "KB 9.35";
        gas_marker_count: 0, MOST, "KB 9.36";
        drumfire_max_points: 0, MOST, "KB 9.42";
        sos_barrage_divisor: 1, MOST, "KB 9.62";
        /// In clear weather, mist and fog.
        rolling_barrage as [rolling_barrage_clear, rolling_barrage_mist, rolling_barrage_fog]:
            0, MOST, "KB 9.51";
        /// In clear weather and mist.
        observed_barrage as [observed_barrage_clear, observed_barrage_mist]: 0, MOST, "KB 9.53";
        /// In clear weather, mist and fog.
        sos_barrage as [sos_barrage_clear, sos_barrage_mist, sos_barrage_fog]: 0, MOST, "KB 9.61";
        /// In clear weather and mist.
        observation_range as [observation_range_clear, observation_range_mist]: 0, MOST, "KB 9.72";
    }
}
