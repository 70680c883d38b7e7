//! The single numbers of the rules, from the ruleset's constants and what the scenario makes of
//! them.

use salient_rules::chart::MOST;

salient_rules::numbers! {
    /// The numbers.
    pub struct Constants {
        morale_limit: 1, MOST, "SW 4.3";
        /// Points of morale hexes on the Allied side of the front.
        morale_total_allied: 0, MOST, "SW 4.2";
        /// On the German side.
        morale_total_german: 0, MOST, "SW 4.2";
        /// The game-turn of the German check; 0 for none.
        check_turn: 0, MOST, "SW 4.5";
        /// The least German morale that passes it.
        check_german_morale: 0, MOST, "SW 4.5";
        /// The most Allied morale that passes it.
        check_allied_morale: 0, MOST, "SW 4.5";
        /// The game-turn at whose German end the Stosstruppen go; 0 for never.
        spirit_turn: 0, MOST, "SW 8.3";
        /// Full divisions in supply that bring the Yanks.
        yanks_divisions: 0, MOST, "SW 4.6";
        /// What they are worth.
        yanks_morale: 0, MOST, "SW 4.6";
        bertha_morale: 0, MOST, "SW 4.7";
        supply_divisor: 1, MOST, "SW 7.2";
        stacking_limit: 1, MOST, "SW 9.1";
        /// SW S3.14
        american_stacking: 1, MOST, "SW 9.1";
        zero_stackers: 0, MOST, "SW 9.4";
        /// 0 where Americans keep to themselves (S3.14).
        interstacking_americans: 0, MOST, "SW 9.6";
        anti_tank_limit: 0, MOST, "SW S3.16";
        strategic_german: 0, MOST, "SW 11.2";
        strategic_allied: 0, MOST, "SW 11.2";
        infiltration_hexes: 0, 20, "SW 15.4";
        /// SW 15.3
        infiltration_turn_allied: 0, MOST, "SW 5.2";
        fast_tank_infiltration: 0, 20, "SW S3.21";
        /// In wet weather.
        fast_tank_infiltration_wet: 0, 20, "SW S3.21";
        agb_range: 0, 20, "SW 14.3";
        agb_modifier: -20, 20, "SW 13.16";
        air_attack_most: 0, MOST, "SW 13.14";
        /// Of each air unit.
        air_attack_modifier: -20, 20, "SW 13.14";
        /// Of the one that defends.
        air_defence_modifier: -20, 20, "SW 13.14";
        tank_modifier: -20, 20, "SW 13.15";
        panzer_modifier: -20, 20, "SW S3.18";
        concentric_modifier: -20, 20, "SW 13.17";
        /// From more hexes than this, however they lie.
        concentric_hexes: 1, 6, "SW 13.17";
        stoss_modifier: -20, 20, "SW 13.35";
        /// In the first combat phase of the turn of surprise.
        stoss_surprise_modifier: -20, 20, "SW 13.35";
        /// The turn of surprise.
        stoss_surprise_turn: 0, MOST, "SW 13.35";
        mixed_modifier: -20, 20, "SW 13.9";
        fortress_losses_french: 0, MOST, "SW 13.32";
        fortress_losses_german: 0, MOST, "SW 13.32";
        retreat_zoc_loss: 0, MOST, "SW 10.6";
        die_least: -20, 20, "SW 13.28";
        die_most: -20, 20, "SW 13.28";
        /// What attacks at poorer odds than the table has cost.
        poor_odds_attacker: 0, MOST, "SW 13.12";
        /// And do.
        poor_odds_defender: 0, MOST, "SW 13.12";
        aus_american_turn: 0, MOST, "SW 16.1";
        /// American divisions that it needs.
        aus_american_divisions: 1, MOST, "SW 16.1";
        /// What it adds to its side's good.
        aus_american_modifier: 0, 20, "SW 16.1";
        /// The first game-turn that may see the peak.
        influenza_first_turn: 0, MOST, "SW 16.2";
        /// The last.
        influenza_last_turn: 0, MOST, "SW 16.2";
        /// The most that the die may show for it.
        influenza_die: 0, 6, "SW 16.2";
        /// Movement points that it costs.
        influenza_movement: 0, MOST, "SW 16.2";
        /// What strategic movement is divided by.
        influenza_divisor: 1, MOST, "SW 16.2";
        weak_trench_modifier: -20, 20, "SW 16.3";
        /// Against Stosstruppen.
        weak_trench_stoss_modifier: -20, 20, "SW 16.3";
        belgian_modifier: 0, 20, "SW 16.4";
        stoss_casualties: 0, MOST, "SW 16.7";
        /// Of every odds multiple beyond the table.
        super_odds_modifier: -20, 20, "SW 16.8";
        bertha_range: 0, MOST, "SW 16.6";
        paris_gun_roll: 2, 13, "SW 16.10";
        /// What a hit costs.
        paris_gun_morale: 0, MOST, "SW 16.10";
        /// SW S1.2, S2.2, S3.2: 1 where the first game-turn has no German player-turn.
        no_german_first_turn: 0, 1, "SW S1.2";
        /// SW S1.3, S2.4, S3.9: 1 where the German side sets up first.
        german_set_up_first: 0, 1, "SW 3.6";
        /// SW S3.12: 0 where Allied morale is not kept.
        track_allied_morale: 0, 1, "SW 3.2";
        /// 1 where an armistice may come.
        armistice: 0, 1, "SW S1.7";
        /// The dice that tell how many Stosstruppen there are; 0 where all are there.
        stoss_dice: 0, 10, "SW S3.8";
        /// SW S3.8: 0 where Stosstruppen receive no replacements.
        stoss_replacements: 0, 1, "SW 8.2.2";
        marine_modifier: 0, 20, "SW S3.22";
        /// What is added to the tactical bombing die against a German trench hex.
        bomber_trench_modifier: -20, 20, "SW S3.26";
    }
}
