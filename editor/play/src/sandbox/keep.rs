//! The position of a sandbox as a scenario of its own.

use salient_rules::game::{Intelligence, UnitStatus, UnitView};
use salient_rules::keep::{Kept, keep_by_hand};
use salient_schema::Bundle;

use super::{Place, Sandbox};

impl Sandbox {
    /// The position as a scenario of its own, made of the bundle that it began with.
    pub fn keep(&self, bundle: &Bundle) -> Kept {
        let sides = &bundle.ruleset.sides;
        let units: Vec<UnitView<'_>> = self
            .pieces()
            .iter()
            .map(|piece| {
                let (hex, status) = match piece.place {
                    Place::Hex(hex) => (Some(hex), UnitStatus::OnMap),
                    Place::Waiting => (None, UnitStatus::Pool),
                    Place::Due(_) => (None, UnitStatus::Expected),
                    Place::Eliminated => (None, UnitStatus::Eliminated),
                };
                UnitView {
                    counter: &piece.counter,
                    name: &piece.name,
                    side: sides.iter().position(|side| piece.is_of(&side.id)).unwrap_or_default(),
                    hex,
                    face: piece.face,
                    status,
                    other: None,
                    in_box: None,
                    intelligence: Intelligence::Full,
                }
            })
            .collect();
        keep_by_hand(bundle, self.grid(), &units, self.turn_place().0)
    }
}
