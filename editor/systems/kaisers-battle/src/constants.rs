//! The single numbers of the rules, from the ruleset's constants and what the scenario makes of
//! them.

use crate::roles::ROLES;
use crate::rules::ALLIED;
use crate::rules::AirNumbers;
use crate::rules::ArtilleryNumbers;
use crate::rules::Constants;
use crate::rules::GERMAN;
use crate::rules::Phase;
use salient_rules::RoleKind;
use salient_rules::Roles;
use salient_rules::chart::Numbers;
use salient_rules::chart::overrides;
use salient_schema::Bundle;
use salient_schema::Code;
use salient_schema::Diagnostic;
use salient_schema::scenario::Override;

/// The most that a constant or rating may be: sums and products of a few stay far from overflow.
pub const MOST: i32 = 1000;

/// Steps of the sequence of play with the constants that say from which game-turn they are
/// played, each by its role.
const FIRST_TURNS: [(&str, &str); 9] = [
    ("weather-stage", "weather_from_turn"),
    ("air-stage", "air_from_turn"),
    ("air-allocation", "air_from_turn"),
    ("interception", "air_from_turn"),
    ("ground-attack", "air_from_turn"),
    ("variable-reinforcements", "variable_reinforcements_from_turn"),
    ("counter-battery", "counter_battery_from_turn"),
    ("persistent-gas", "gas_from_turn"),
    ("german-breakdown", "breakdown_from_turn"),
];

/// Lets a scenario that changes such a constant move the step of the sequence of play.
pub fn move_first_turns(bundle: &Bundle, roles: &Roles<'_>, phases: &mut [Phase]) {
    for (id, value) in overrides(bundle) {
        for (stage, _) in FIRST_TURNS.iter().filter(|(_, constant)| roles.is(constant, id)) {
            for phase in phases.iter_mut().filter(|known| roles.is(stage, &known.id)) {
                phase.from_turn = value.clamp(0, MOST) as u16;
            }
        }
    }
}

/// Changes of constants that the rules take no notice of.
pub fn without_effect(bundle: &Bundle, roles: &Roles<'_>) -> impl Iterator<Item = Diagnostic> {
    let known = |id: &str| bundle.ruleset.constants.iter().any(|constant| constant.id == id);
    let idle = move |id: &str| known(id) && roles.role_of(&ROLES, RoleKind::Constant, id).is_none();
    bundle.scenario.overrides.iter().enumerate().filter_map(move |(i, change)| match change {
        Override::Constant { constant, .. } if idle(constant) => Some(
            Diagnostic::warning(
                Code::Rule,
                format!("a change of the constant '{constant}' has no effect on play"),
            )
            .pointer(format!("/scenario/overrides/{i}")),
        ),
        _ => None,
    })
}

/// The numbers, if all are there and the rules can work with them.
pub fn constants(
    bundle: &Bundle,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) -> Option<Constants> {
    let numbers = Numbers::of_roles(bundle, roles);
    // The least value that the rules can work with stands beside each name.
    let mut get = |id: &str, least: i32| numbers.get(id, (least, MOST), found);
    let all = (
        get("stacking_limit", 1),
        get("second_segment_multiplier", 1),
        get("ezoc_exit_divisor", 1),
        get("fog_attacker_modifier", 0),
        get("mixed_corps_modifier", 0),
        get("isolated_modifier", 0),
        get("out_of_supply_modifier", 0),
        get("out_of_communications_modifier", 0),
        get("supply_range", 0),
        get("communications_range", 0),
    );
    let more = (
        get("german_supply_from_turn", 0),
        get("failed_attack_steps", 0),
        get("failed_retreat_steps", 0),
        get("advance_divisor", 1),
        get("early_advance_multiplier", 1),
        get("early_turns", 0),
        get("allied_second_turn_bonus", 0),
        get("pm_weather_modifier", 0),
        get("entry_shift_range", 0),
    );
    let artillery = artillery_numbers(&mut get);
    let air = air_numbers(&mut get);
    let breakdown_regiments = get("breakdown_regiments", 1);
    Some(Constants {
        stacking_limit: all.0?,
        second_segment_multiplier: all.1?,
        ezoc_exit_divisor: all.2?,
        fog_attacker_modifier: all.3?,
        mixed_corps_modifier: all.4?,
        isolated_modifier: all.5?,
        out_of_supply_modifier: all.6?,
        out_of_communications_modifier: all.7?,
        supply_range: all.8?,
        communications_range: all.9?,
        german_supply_from_turn: more.0?,
        failed_attack_steps: more.1?,
        failed_retreat_steps: more.2?,
        advance_divisor: more.3?,
        early_advance_multiplier: more.4?,
        early_turns: more.5?,
        allied_second_turn_bonus: more.6?,
        pm_weather_modifier: more.7?,
        entry_shift_range: more.8?,
        artillery: artillery?,
        air: air?,
        breakdown_regiments: breakdown_regiments?,
    })
}

fn air_numbers(get: &mut dyn FnMut(&str, i32) -> Option<i32>) -> Option<AirNumbers> {
    let points = ["german_air_points", "allied_air_points"].map(|id| get(id, 0));
    let rest = [
        get("air_mist_divisor", 1),
        get("air_observation_divisor", 1),
        get("ground_attack_max_points", 0),
        get("interception_divisor", 1),
    ];
    Some(AirNumbers {
        points: [points[GERMAN]?, points[ALLIED]?],
        mist_divisor: rest[0]?,
        observation_divisor: rest[1]?,
        ground_attack_max_points: rest[2]?,
        interception_divisor: rest[3]?,
    })
}

fn artillery_numbers(get: &mut dyn FnMut(&str, i32) -> Option<i32>) -> Option<ArtilleryNumbers> {
    let all = (
        get("field_artillery_range", 0),
        get("counter_battery_unit", 1),
        get("gas_unit", 1),
        get("gas_minimum_distance", 0),
        get("gas_radius", 0),
        get("gas_movement_multiplier", 1),
        get("gas_step_loss", 0),
        get("gas_removal_roll", 0),
        get("gas_marker_count", 0),
        get("drumfire_max_points", 0),
        get("sos_barrage_divisor", 1),
    );
    let rolling = ["clear", "mist", "fog"].map(|id| get(&format!("rolling_barrage_{id}"), 0));
    let observed = ["clear", "mist"].map(|id| get(&format!("observed_barrage_{id}"), 0));
    let sos = ["clear", "mist", "fog"].map(|id| get(&format!("sos_barrage_{id}"), 0));
    let range = ["clear", "mist"].map(|id| get(&format!("observation_range_{id}"), 0));
    Some(ArtilleryNumbers {
        field_range: all.0?,
        counter_battery_unit: all.1?,
        gas_unit: all.2?,
        gas_minimum_distance: all.3?,
        gas_radius: all.4?,
        gas_movement_multiplier: all.5?,
        gas_step_loss: all.6?,
        gas_removal_roll: all.7?,
        gas_marker_count: all.8?,
        drumfire_max_points: all.9?,
        sos_barrage_divisor: all.10?,
        rolling_barrage: [rolling[0]?, rolling[1]?, rolling[2]?],
        observed_barrage: [observed[0]?, observed[1]?],
        sos_barrage: [sos[0]?, sos[1]?, sos[2]?],
        observation_range: [range[0]?, range[1]?],
    })
}
