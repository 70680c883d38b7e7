//! Boxes beside the map, and the turn track, as places of units: whoever is in one is off the map
//! until the rules bring him back, perhaps in a game-turn that is known. A system says which there
//! are ([`Stepwise::BOXES`]); the kernel keeps who is in them and tells the log.

use salient_schema::event::{EventKind, Removed};
use salient_schema::scenario::OffMap;

use super::{PlayContext, Position, Stepwise, Unit};
use crate::model::{InBox, UnitStatus};

/// A box, by its place in [`Stepwise::BOXES`].
pub type BoxId = u8;

/// Where a unit in a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Away {
    /// The box.
    pub place: BoxId,
    /// The game-turn in which it may come back: where its counter lies on the turn track. None of
    /// one that waits for something else.
    pub due: Option<u16>,
}

impl Away {
    /// Where counters are that a scenario puts into a box; none where the system has no such box.
    pub(super) fn of<P: Stepwise>(off: &OffMap) -> Option<Self> {
        let id = off.in_box.as_ref()?;
        let place = P::BOXES.iter().position(|def| def.id == id)?;
        Some(Self { place: place as BoxId, due: off.due })
    }
}

impl<P: Stepwise> Position<P> {
    /// The units in a box, by rising number.
    pub fn in_box(&self, place: BoxId) -> impl Iterator<Item = Unit> + use<'_, P> {
        self.away().filter(move |(_, away)| away.place == place).map(|(unit, _)| unit)
    }

    /// Those of them whose game-turn has come.
    pub fn due(&self, place: BoxId, turn: u16) -> impl Iterator<Item = Unit> + use<'_, P> {
        let has_come = move |away: Away| away.due.is_some_and(|due| due <= turn);
        let all = self.away().filter(move |&(_, away)| away.place == place && has_come(away));
        all.map(|(unit, _)| unit)
    }

    fn away(&self) -> impl Iterator<Item = (Unit, Away)> + use<'_, P> {
        let all = self.units.iter().zip(0..);
        all.filter_map(|(state, place)| Some((Unit(place), state.away?)))
    }

    /// The box that a unit is in, as screens and kept scenarios name it.
    pub(super) fn box_of(&self, unit: Unit) -> Option<InBox> {
        let Away { place, due } = self.state(unit).away?;
        Some(InBox { def: P::BOXES.get(usize::from(place))?, due })
    }
}

impl<P: Stepwise> PlayContext<'_, P> {
    /// Puts a unit into a box, wherever it is, with the game-turn in which it may come back, where
    /// one is known. [`place`](Self::place) brings it back.
    pub fn to_box(&mut self, unit: Unit, place: BoxId, due: Option<u16>, rule: &str) {
        let Some(def) = P::BOXES.get(usize::from(place)) else {
            debug_assert!(false, "the system has no box {place}");
            return;
        };
        let away = Some(Away { place, due });
        if self.position.state(unit).away == away {
            return;
        }
        let from = self.position.hex(unit);
        self.change(unit, |position, rules| {
            position.lift(rules, unit, UnitStatus::InBox);
            position.base.state_mut(unit).away = away;
        });
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let own = compiled.unit(unit);
            EventKind::Removed(Removed {
                unit: own.name.clone(),
                side: compiled.sides[own.side].clone(),
                from: from.map(|hex| compiled.label(hex).to_owned()),
                by: "box".to_owned(),
                into: Some(def.id.to_owned()),
                due,
                rule: rule.to_owned(),
            })
        });
        self.take_marks(unit, rule);
    }
}
