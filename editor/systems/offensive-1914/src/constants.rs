//! The numbers of the rules, out of the ruleset and what a scenario makes of them.

salient_rules::numbers! {
    /// The numbers.
    pub struct Constants {
        stacking_limit: 1, 40, "1914 3.1.1", "is the most that a hex holds, in quarters of a division";
        combat_stacking: 1, 40, "1914 3.1.2", "is the most that fights from or in a hex, in quarters";
        steep_stacking: 1, 40, "1914 3.1.2a", "is that in steep mountains, in quarters";
        combat_assets: 0, 9, "1914 3.1.2", "is the most assets among them";
        combat_corps: 1, 9, "1914 9.2.2", "is the most corps that fight together";
        movement: 1, 30, "1914 7.1.1", "is the allowance in one's own movement phase";
        counter_movement: 1, 30, "1914 7.1.1", "is the allowance in counter-movement";
        bridge_movement: 0, 9, "1914 7.1.4", "is what a roadway bridge adds to a hexside";
        enter_zone: 0, 9, "1914 7.1.6", "is what a hex in an enemy zone of control adds";
        leave_zone: 0, 9, "1914 7.1.6", "is what leaving one adds";
        zone_to_zone: 0, 20, "1914 7.1.6a", "is what a step from one to another adds in all";
        zone_to_friend: 0, 20, "1914 7.1.6a", "is that into a hex with a friendly formation or fortress";
        bare_fortress: 0, 9, "1914 12.1.3", "is what entering the hex of a bare enemy fortress adds";
        infantry_march: 0, 30, "1914 7.2.1", "is the most that infantry marches beyond its allowance";
        cavalry_march: 0, 30, "1914 7.2.1", "is the most that cavalry does";
        prepare_movement: 0, 30, "1914 7.3", "is what preparing an attack costs";
        repulse_movement: 0, 30, "1914 7.4.1", "is what a repulse costs";
        repulse_odds: 1, 20, "1914 7.4.3", "is the least column on which a repulse may succeed";
        repulse_certain: 1, 20, "1914 7.4.3", "is the column on which it does";
        repulse_retreat: 1, 9, "1914 7.4.4", "is how far the repulsed fall back";
        recovery_movement: 1, 30, "1914 7.5", "is what a level of effectiveness costs to recover";
        recovery_distance: 1, 30, "1914 7.5.2", "is how far the nearest enemy must be";
        recovery_screened: 1, 30, "1914 7.5.2", "is how far behind friends in improved positions";
        recovery_late: 1, 99, "1914 7.5.2", "is the game-turn from which any improved position will do";
        demoralized_distance: 1, 30, "1914 7.5.3", "is how far the nearest enemy of the demoralized must be";
        position_movement: 1, 60, "1914 14.3.1", "is what an improved position costs";
        position_distance: 1, 30, "1914 14.3.2", "is how near an enemy must be to begin one";
        depot_movement: 0, 9, "1914 15.6.3", "is what a depot spends on a hex of railway";
        french_march: 0, 99, "1914 22.1", "is the last game-turn in whose movement phase no French unit forces its march";
        cavalry_doctrine: 0, 99, "1914 8.4", "is the last game-turn of poor cavalry doctrine";
        fort_retreat: 1, 9, "1914 8.5.2", "is how far the garrison of an abandoned fort goes";
        fort_distance: 1, 30, "1914 8.5.3", "is how near an enemy must be to abandon a fort at will";
        minor_river_attack: -9, 0, "1914 9.3.2", "is what a minor river takes from each attacking force";
        major_river_attack: -9, 0, "1914 9.3.2", "is what a major river takes from each attacking force";
        prepared_shift: -9, 9, "1914 9.6.1", "is what attacks that are all prepared shift";
        flank_shift: -9, 9, "1914 9.6.1", "is what a flanked defender shifts";
        flank_check: 0, 9, "1914 9.5.2", "is added to the checks of the flanked";
        flank_hexes: 1, 6, "1914 9.5.1", "is how many hexes around a defender flank him";
        position_shift: -9, 9, "1914 14.1", "is what each level of an improved position shifts";
        great_river_shift: -9, 9, "1914 9.6.1", "is what a great river shifts";
        grand_river_shift: -9, 9, "1914 9.6.1", "is what a grand river shifts";
        elevation_shift: -9, 9, "1914 9.6.1", "is what attacking up an elevation shifts";
        marker_strength: 0, 9, "1914 9.10.3", "is what a reduction marker takes from a division";
        marker_count: 0, 9, "1914 9.10.3", "is how many of them a division takes";
        fortress_proficiency: 0, 9, "1914 9.7.1", "is the proficiency of a fortress";
        chasseurs_bonus: 0, 9, "1914 9.7.2", "is added for chasseurs alpins in mountainous terrain";
        fortress_effectiveness: 0, 20, "1914 12.2.1b", "is the effectiveness of a fortress alone";
        fortress_equivalents: 0, 40, "1914 12.2.1b", "is the size that it counts, in quarters";
        mountain_artillery: 0, 99, "1914 10.1.1a", "is the most artillery of a force in mountainous terrain";
        ineffective_retreat: 0, 9, "1914 10.2.2", "is how far the ineffective fall back after a check";
        demoralized_retreat: 0, 9, "1914 10.2.2", "is how far the demoralized do";
        rail_range: 0, 30, "1914 15.1.3", "is how far rails supply";
        isolation_hexes: 0, 99, "1914 15.5", "is how many enemy hexes a way out may cross";
        unsupplied_loss: 0, 6, "1914 15.4", "is what being out of supply costs";
        retirement_loss: 0, 6, "1914 20.0", "is what a voluntary retirement costs";
        isolated_loss: 0, 6, "1914 15.4", "is what isolation costs";
        train_retreat: 1, 9, "1914 15.6.2a", "is how far a corps train falls back";
        train_return: 1, 9, "1914 16.7", "is after how many game-turns a lost corps train comes back";
        variable_formations: 0, 99, "1914 5.2.3", "is how many formations of a side may be detached";
        doctrine_turns: 0, 99, "1914 21.1", "is the last game-turn of inferior allied doctrine";
        plan_turns: 0, 99, "1914 26.3", "is the last game-turn in which no plan is abandoned";
        idle_roll: 0, 6, "1914 26.6.2", "is the most that sets an idle plan off";
        idle_from: 0, 99, "1914 26.6.2", "is the game-turn from which that is rolled for";
        idle_until: 0, 99, "1914 26.6.2", "is the game-turn in which it is set off anyway";
        boundary_bends: 0, 2, "1914 5.1.1", "is how often a boundary bends at most";
        overlap_from: 1, 99, "1914 5.1.4", "is the game-turn from which French areas overlap others";
        first_activation: 0, 99, "1914 4.2.1a", "is the game-turn of the first activation";
        second_activation: 0, 99, "1914 4.2.1a", "is the game-turn of the second activation";
        capture_until: 0, 99, "1914 27.2", "is the last game-turn in which captures score";
        formation_points: 0, 99, "1914 27.10", "is what an eliminated formation scores";
        asset_points: 0, 99, "1914 27.10", "is what an eliminated asset scores";
    }
}
