//! What may belong to formations hangs on roles that the system declares.

use salient_rules::RoleKind;
use salient_rules::limits::Counts;

use super::SYSTEMS;

#[test]
fn limits_hang_on_roles_of_the_system() {
    for system in SYSTEMS.iter() {
        let is = |role: &str, kind: RoleKind| {
            system.roles().iter().any(|one| one.id == role && one.kind == kind)
        };
        for limit in system.limits() {
            assert!(is(&limit.role, RoleKind::FormationRating), "{}", limit.role);
            match &limit.counts {
                Counts::Formations(size) => assert!(is(size, RoleKind::UnitSize), "{size}"),
                Counts::Stacking { parts } => assert!(*parts > 0, "{}", limit.role),
            }
        }
    }
}
