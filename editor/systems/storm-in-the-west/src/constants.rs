//! The single numbers of the rules, from the ruleset's constants and what the scenario makes of
//! them.

use salient_schema::{Bundle, Code, Diagnostic};

use salient_rules::chart::{Numbers, overrides};
use salient_rules::{RoleKind, Roles};

use crate::roles::ROLES;

/// The most that a constant or rating may be: sums and products of a few stay far from overflow.
pub const MOST: i32 = 1000;

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident: $least:expr, $most:expr, $rule:expr;)*) => {
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

        /// The roles of the numbers, with their rules.
        pub const NUMBERS: &[(&str, &str)] = &[$((stringify!($name), $rule),)*];
    };
}

constants! {
    /// SW 4.3
    morale_limit: 1, MOST, "SW 4.3";
    /// SW 4.2: points of morale hexes on the Allied side of the front.
    morale_total_allied: 0, MOST, "SW 4.2";
    /// On the German side.
    morale_total_german: 0, MOST, "SW 4.2";
    /// SW 4.5: the game-turn of the German check; 0 for none.
    check_turn: 0, MOST, "SW 4.5";
    /// The least German morale that passes it.
    check_german_morale: 0, MOST, "SW 4.5";
    /// The most Allied morale that passes it.
    check_allied_morale: 0, MOST, "SW 4.5";
    /// SW 8.3: the game-turn at whose German end the Stosstruppen go; 0 for never.
    spirit_turn: 0, MOST, "SW 8.3";
    /// SW 4.6: full divisions in supply that bring the Yanks.
    yanks_divisions: 0, MOST, "SW 4.6";
    /// What they are worth.
    yanks_morale: 0, MOST, "SW 4.6";
    /// SW 4.7
    bertha_morale: 0, MOST, "SW 4.7";
    /// SW 7.2
    supply_divisor: 1, MOST, "SW 7.2";
    /// SW 9.1
    stacking_limit: 1, MOST, "SW 9.1";
    /// SW S3.14
    american_stacking: 1, MOST, "SW 9.1";
    /// SW 9.4
    zero_stackers: 0, MOST, "SW 9.4";
    /// SW 9.6; 0 where Americans keep to themselves (S3.14).
    interstacking_americans: 0, MOST, "SW 9.6";
    /// SW S3.16
    anti_tank_limit: 0, MOST, "SW S3.16";
    /// SW 11.2
    strategic_german: 0, MOST, "SW 11.2";
    /// SW 11.2
    strategic_allied: 0, MOST, "SW 11.2";
    /// SW 15.4
    infiltration_hexes: 0, 20, "SW 15.4";
    /// SW 15.3
    infiltration_turn_allied: 0, MOST, "SW 5.2";
    /// SW S3.21
    fast_tank_infiltration: 0, 20, "SW S3.21";
    /// In wet weather.
    fast_tank_infiltration_wet: 0, 20, "SW S3.21";
    /// SW 14.3
    agb_range: 0, 20, "SW 14.3";
    /// SW 13.16
    agb_modifier: -20, 20, "SW 13.16";
    /// SW 13.14
    air_attack_most: 0, MOST, "SW 13.14";
    /// Of each air unit.
    air_attack_modifier: -20, 20, "SW 13.14";
    /// Of the one that defends.
    air_defence_modifier: -20, 20, "SW 13.14";
    /// SW 13.15
    tank_modifier: -20, 20, "SW 13.15";
    /// SW S3.18
    panzer_modifier: -20, 20, "SW S3.18";
    /// SW 13.17
    concentric_modifier: -20, 20, "SW 13.17";
    /// From more hexes than this, however they lie.
    concentric_hexes: 1, 6, "SW 13.17";
    /// SW 13.35
    stoss_modifier: -20, 20, "SW 13.35";
    /// In the first combat phase of the turn of surprise.
    stoss_surprise_modifier: -20, 20, "SW 13.35";
    /// The turn of surprise.
    stoss_surprise_turn: 0, MOST, "SW 13.35";
    /// SW 13.9
    mixed_modifier: -20, 20, "SW 13.9";
    /// SW 13.32
    fortress_losses_french: 0, MOST, "SW 13.32";
    /// SW 13.32
    fortress_losses_german: 0, MOST, "SW 13.32";
    /// SW 10.6
    retreat_zoc_loss: 0, MOST, "SW 10.6";
    /// SW 13.28
    die_least: -20, 20, "SW 13.28";
    /// SW 13.28
    die_most: -20, 20, "SW 13.28";
    /// SW 13.12: what attacks at poorer odds than the table has cost.
    poor_odds_attacker: 0, MOST, "SW 13.12";
    /// And do.
    poor_odds_defender: 0, MOST, "SW 13.12";
    /// SW 16.1
    aus_american_turn: 0, MOST, "SW 16.1";
    /// American divisions that it needs.
    aus_american_divisions: 1, MOST, "SW 16.1";
    /// What it adds to its side's good.
    aus_american_modifier: 0, 20, "SW 16.1";
    /// SW 16.2: the first game-turn that may see the peak.
    influenza_first_turn: 0, MOST, "SW 16.2";
    /// The last.
    influenza_last_turn: 0, MOST, "SW 16.2";
    /// The most that the die may show for it.
    influenza_die: 0, 6, "SW 16.2";
    /// Movement points that it costs.
    influenza_movement: 0, MOST, "SW 16.2";
    /// What strategic movement is divided by.
    influenza_divisor: 1, MOST, "SW 16.2";
    /// SW 16.3
    weak_trench_modifier: -20, 20, "SW 16.3";
    /// Against Stosstruppen.
    weak_trench_stoss_modifier: -20, 20, "SW 16.3";
    /// SW 16.4
    belgian_modifier: 0, 20, "SW 16.4";
    /// SW 16.7
    stoss_casualties: 0, MOST, "SW 16.7";
    /// SW 16.8: of every odds multiple beyond the table.
    super_odds_modifier: -20, 20, "SW 16.8";
    /// SW 16.6
    bertha_range: 0, MOST, "SW 16.6";
    /// SW 16.10
    paris_gun_roll: 2, 13, "SW 16.10";
    /// What a hit costs.
    paris_gun_morale: 0, MOST, "SW 16.10";
    /// SW S1.2, S2.2, S3.2: 1 where the first game-turn has no German player-turn.
    no_german_first_turn: 0, 1, "SW S1.2";
    /// SW S1.3, S2.4, S3.9: 1 where the German side sets up first.
    german_set_up_first: 0, 1, "SW 3.6";
    /// SW S3.12: 0 where Allied morale is not kept.
    track_allied_morale: 0, 1, "SW 3.2";
    /// SW S1.7: 1 where an armistice may come.
    armistice: 0, 1, "SW S1.7";
    /// SW S3.8: the dice that tell how many Stosstruppen there are; 0 where all are there.
    stoss_dice: 0, 10, "SW S3.8";
    /// SW S3.8: 0 where Stosstruppen receive no replacements.
    stoss_replacements: 0, 1, "SW 8.2.2";
    /// SW S3.22
    marine_modifier: 0, 20, "SW S3.22";
    /// SW S3.26: what is added to the tactical bombing die against a German trench hex.
    bomber_trench_modifier: -20, 20, "SW S3.26";
}

/// Changes of constants that the rules take no notice of.
pub fn without_effect(bundle: &Bundle, roles: &Roles<'_>) -> impl Iterator<Item = Diagnostic> {
    overrides(bundle).filter_map(|(constant, _)| {
        let known = bundle.ruleset.constants.iter().any(|known| known.id == constant);
        let counts = roles.role_of(&ROLES, RoleKind::Constant, constant).is_some();
        (known && !counts).then(|| {
            let at = bundle.scenario.constant_override(constant).map_or(0, |(at, _)| at);
            Diagnostic::warning(
                Code::Rule,
                format!("a change of the constant '{constant}' has no effect on play"),
            )
            .pointer(format!("/scenario/overrides/{at}"))
        })
    })
}
