//! A position as somebody knows it.

use std::borrow::Cow;

use super::{GamePosition, Procedures, Unit};
use crate::model::StatesOf;
use crate::states::StateDef;

/// A position as some sides know it, with the rules that it is played by.
#[derive(Debug)]
pub struct View<'a, P: Procedures> {
    /// What never changes.
    pub rules: &'a P::Rules,
    /// What they know.
    pub position: Cow<'a, P::Position>,
}

impl<'a, P: Procedures> View<'a, P> {
    /// What all of these sides know: what is hidden from any of them is taken out. From nobody
    /// nothing is hidden.
    pub fn known_to(rules: &'a P::Rules, position: &'a P::Position, sides: &[usize]) -> Self {
        let known = sides.iter().fold(Cow::Borrowed(position), |known, &side| match known {
            Cow::Borrowed(position) => P::conceal(rules, position, side),
            Cow::Owned(position) => Cow::Owned(P::conceal(rules, &position, side).into_owned()),
        });
        Self { rules, position: known }
    }

    /// What the side that is asked knows; none where nobody is.
    pub fn asked(rules: &'a P::Rules, position: &'a P::Position) -> Option<Self> {
        Some(Self { rules, position: P::conceal(rules, position, position.deciding()?) })
    }

    /// What is so of units on the map by their system's table: those of its states that the map
    /// shows.
    pub fn states_in(
        &self,
        table: &[StateDef<<P::Position as GamePosition<P>>::Marks>],
    ) -> Vec<StatesOf<'a>> {
        let position = &*self.position;
        self.states_by(|unit| {
            let own = &position.state(unit).own;
            let shown = table.iter().filter(|def| def.state.look.is_some());
            let all = shown.filter(|def| (def.is)(own, position.turn));
            all.map(|def| def.state.id.to_owned()).collect()
        })
    }

    /// What `of` says is so of units, of those on the map of which anything is.
    pub fn states_by(&self, of: impl Fn(Unit) -> Vec<String>) -> Vec<StatesOf<'a>> {
        let units = self.rules.units.iter().zip(0..);
        units
            .filter_map(|(def, place)| {
                self.position.place_of(Unit(place))?;
                let states = of(Unit(place));
                (!states.is_empty()).then_some(StatesOf { unit: &def.name, states })
            })
            .collect()
    }
}
