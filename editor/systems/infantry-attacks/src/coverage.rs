//! Which numbered rules are built, and where.

/// The rule's number as the rule book prints it, and the function that does it, as
/// `file::function` of this directory.
#[rustfmt::skip]
pub const IMPLEMENTED: &[(&str, &str)] = &[
    // 1.0 Introduction and definitions
    ("1.0", "control::stands"),
    // 2.0 Components
    // 3.0 Sequence of play
    ("3.0", "sequence::roll_initiative"),
    ("3.1", "activation::check"),
    ("3.11", "movement::Mover::step"),
    ("3.12", "activation::directs"),
    ("3.13", "activation::check"),
    ("3.2", "activation::directed"),
    ("3.3", "activation::may_activate"),
    // 4.0 Stacking
    ("4.1", "stacking::Stack::fits"),
    ("4.2", "direct_fire::companies_shift"),
    ("4.3", "movement::Mover::step"),
    // 5.0 Movement
    ("5.1", "state::allowance"),
    ("5.2", "movement::check_path"),
    ("5.3", "rules::Rules::step"),
    ("5.5", "movement::Mover::step"),
    ("5.51", "activation::directs"),
    ("5.52", "activation::directed"),
    ("5.7", "movement::Mover::step"),
    ("5.84", "rules::Rules::step"),
    ("5.9", "movement::Mover::step"),
    // 6.0 Leaders
    ("6.1", "activation::directs"),
    ("6.3", "activation::may_activate"),
    ("6.4", "movement::check_move"),
    ("6.6", "morale::help"),
    ("6.61", "morale::help"),
    ("6.62", "morale::recover"),
    ("6.63", "activation::directs"),
    ("6.64", "activation::directs"),
    ("6.65", "morale::recover"),
    // 7.0 Combat
    ("7.2", "direct_fire::check_fire"),
    ("7.21", "direct_fire::reaches"),
    ("7.22", "activation::acted"),
    ("7.23", "direct_fire::check_fire"),
    ("7.25", "direct_fire::can_fire"),
    ("7.3", "direct_fire::can_fire"),
    ("7.31", "direct_fire::reaches"),
    ("7.32", "direct_fire::check_fire"),
    ("7.33", "direct_fire::can_fire"),
    ("7.41", "direct_fire::resolve"),
    ("7.45", "results::checks"),
    ("7.46", "activation::acted"),
    ("7.5", "direct_fire::shift"),
    ("7.51", "tables::FireTable::column"),
    ("7.52", "direct_fire::resolve"),
    ("7.6", "results::lose"),
    ("7.61", "results::go_on"),
    // 8.0 Spotting
    ("8.1", "spotting::spots_any"),
    ("8.5", "spotting::spotting_range"),
    ("8.51", "spotting::spotting_range"),
    ("8.8", "spotting::spotting_range"),
    // 9.0 Bombardment
    // 10.0 Direct fire
    ("10.0", "direct_fire::check_fire"),
    ("10.2", "direct_fire::resolve"),
    // 11.0 Artillery ammunition
    // 12.0 Assault
    // 13.0 Opportunity fire
    // 14.0 Morale
    ("14.0", "morale::own_morale"),
    ("14.1", "morale::check"),
    ("14.11", "morale::check"),
    ("14.12", "morale::order"),
    ("14.2", "state::allowance"),
    ("14.3", "morale::own_morale"),
    ("14.4", "morale::check_recover"),
    ("14.41", "morale::recover"),
    ("14.42", "sequence::check_pass"),
    ("14.43", "morale::recover"),
    ("14.44", "morale::recover"),
    ("14.45", "morale::recover"),
    // 15.0 Cavalry
    ("15.2", "activation::directs"),
    // 16.0 Special rules
    // 17.0 Optional rules
    // 18.0 Solitaire rules
];
