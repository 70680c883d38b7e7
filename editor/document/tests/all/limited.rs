//! Rules that limit what formations hold. The tests of the pages that show it have them from here.

use salient_rules::limits::FormationLimit;
use salient_rules::{Role, RoleKind};
use salient_schema::ruleset::Ruleset;
use serde_json::{Value, json};

pub static ROLES: [Role; 3] = [
    Role::one(RoleKind::FormationRating, "room", "SW 5.4", "is what a corps holds, in halves"),
    Role::one(RoleKind::FormationRating, "boxes", "SW 5.1", "is what an army holds"),
    Role::some(RoleKind::UnitSize, "corps-size", "SW 5.0", "is a corps"),
];

pub static LIMITS: [FormationLimit; 2] = [
    FormationLimit::formations("boxes", "corps-size", "corps"),
    FormationLimit::stacking("room", 2, "divisions"),
];

/// Gives a ruleset the sizes and ratings that the limits count by, in quarters of a point.
pub fn limit(ruleset: &mut Ruleset) {
    let layout = &mut ruleset.counters;
    layout.stacking_denominator = 4;
    let size = |id: &str, stacking: i32| json!({ "id": id, "name": id, "mark": "X", "stacking": stacking });
    let sizes = [size("army", 0), size("corps", 0), size("division", 4), size("brigade", 2)];
    layout.sizes = serde_json::from_value(Value::from(sizes.to_vec())).unwrap();
    let rating = |id: &str, name: &str| json!({ "id": id, "name": name, "min": 0, "max": 20 });
    layout.formation_ratings = serde_json::from_value(json!([
        rating("grade", "Grade"),
        rating("most", "Most in halves of a division"),
        rating("boxes", "Boxes for corps"),
    ]))
    .unwrap();
    for (role, id) in [("room", "most"), ("boxes", "boxes"), ("corps-size", "corps")] {
        ruleset.roles.insert(role.to_owned(), vec![id.to_owned()]);
    }
}
