//! Which numbered rules are built, and where.

/// The rule's number as the rule book prints it, and the function that does it, as
/// `file::function` of this directory.
#[rustfmt::skip]
pub const IMPLEMENTED: &[(&str, &str)] = &[
    // 3.0 Set up and hex control
    // -- end of 3.0 --
    // 4.0 Morale and winning
    // -- end of 4.0 --
    // 5.0 The turn sequence
    // -- end of 5.0 --
    // 6.0 Weather
    // -- end of 6.0 --
    // 7.0 Supply
    // -- end of 7.0 --
    // 8.0 Replacements and reinforcements
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
    // -- end of S1.0 --
    // S2.0 The Allied Offensive
    // -- end of S2.0 --
    // S3.0 Plan 1919
    // -- end of S3.0 --
];
