//! The sequence of play of a ruleset, step by step: each may have steps of its own.

use std::collections::BTreeSet;

use salient_schema::Id;
use salient_schema::ruleset::SequenceStep;

use crate::oob::{fresh, id_from_words};

/// Where a step stands: its place among the steps of play, then among that one's own, and so on.
pub type StepPlace = Vec<usize>;

/// A change of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceOp {
    /// Puts another step in place of one; its own steps stay as they are.
    Set(StepPlace, Box<SequenceStep>),
    /// Adds a step behind one, or as the first of all where there is none.
    AddAfter(StepPlace),
    /// Takes a step away, with its own.
    Remove(StepPlace),
    /// Moves it before the one above it.
    Up(StepPlace),
    /// Moves it behind the one below it.
    Down(StepPlace),
    /// Makes it a step of the one above it.
    Inward(StepPlace),
    /// Makes it a step beside the one that it is part of.
    Outward(StepPlace),
}

/// All steps in the order of play, each with its place.
pub fn steps_of(sequence: &[SequenceStep]) -> Vec<(StepPlace, &SequenceStep)> {
    fn walk<'a>(
        steps: &'a [SequenceStep],
        above: &[usize],
        found: &mut Vec<(StepPlace, &'a SequenceStep)>,
    ) {
        for (at, step) in steps.iter().enumerate() {
            let place = [above, &[at]].concat();
            walk_into(step, place, found);
        }
    }
    fn walk_into<'a>(
        step: &'a SequenceStep,
        place: StepPlace,
        found: &mut Vec<(StepPlace, &'a SequenceStep)>,
    ) {
        found.push((place.clone(), step));
        walk(&step.steps, &place, found);
    }
    let mut found = Vec::new();
    walk(sequence, &[], &mut found);
    found
}

/// The sequence after a change; `None` where there is no such step, or it cannot go there.
pub fn changed(sequence: &[SequenceStep], op: &SequenceOp) -> Option<Vec<SequenceStep>> {
    let mut sequence = sequence.to_vec();
    match op {
        SequenceOp::Set(place, to) => {
            let (list, at) = siblings(&mut sequence, place)?;
            let there = list.get_mut(at)?;
            let own = std::mem::take(&mut there.steps);
            *there = SequenceStep { steps: own, ..to.as_ref().clone() };
        }
        SequenceOp::AddAfter(place) => {
            let id = fresh_id(&sequence, "New step");
            let step = SequenceStep { id, name: "New step".to_owned(), ..SequenceStep::default() };
            match place.as_slice() {
                [] => sequence.insert(0, step),
                place => {
                    let (list, at) = siblings(&mut sequence, place)?;
                    list.get(at)?;
                    list.insert(at + 1, step);
                }
            }
        }
        SequenceOp::Remove(place) => {
            take(&mut sequence, place)?;
        }
        SequenceOp::Up(place) => {
            let (list, at) = siblings(&mut sequence, place)?;
            list.get(at)?;
            list.swap(at.checked_sub(1)?, at);
        }
        SequenceOp::Down(place) => {
            let (list, at) = siblings(&mut sequence, place)?;
            list.get(at + 1)?;
            list.swap(at, at + 1);
        }
        SequenceOp::Inward(place) => {
            let (list, at) = siblings(&mut sequence, place)?;
            let above = at.checked_sub(1)?;
            list.get(at)?;
            let step = list.remove(at);
            list.get_mut(above)?.steps.push(step);
        }
        SequenceOp::Outward(place) => {
            let (_, above) = place.split_last()?;
            // Only a part of another step can go beside that one.
            above.last()?;
            let step = take(&mut sequence, place)?;
            let (list, at) = siblings(&mut sequence, above)?;
            list.insert(at + 1, step);
        }
    }
    Some(sequence)
}

/// The ids of all steps, in the order of play.
pub(crate) fn ids_of(sequence: &[SequenceStep]) -> Vec<Id> {
    steps_of(sequence).into_iter().map(|(_, step)| step.id.clone()).collect()
}

/// An id that no step has, made of words.
pub fn fresh_id(sequence: &[SequenceStep], words: &str) -> Id {
    let ids: BTreeSet<Id> = ids_of(sequence).into_iter().collect();
    fresh(&id_from_words(words, "step"), &ids)
}

/// The list in which a step stands, and where in it.
fn siblings<'a>(
    sequence: &'a mut Vec<SequenceStep>,
    place: &[usize],
) -> Option<(&'a mut Vec<SequenceStep>, usize)> {
    let (at, above) = place.split_last()?;
    let list = above
        .iter()
        .try_fold(sequence, |list, at| list.get_mut(*at).map(|step| &mut step.steps))?;
    Some((list, *at))
}

fn take(sequence: &mut Vec<SequenceStep>, place: &[usize]) -> Option<SequenceStep> {
    let (list, at) = siblings(sequence, place)?;
    list.get(at)?;
    Some(list.remove(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(id: &str, steps: Vec<SequenceStep>) -> SequenceStep {
        let (id, name) = (id.to_owned(), id.to_owned());
        SequenceStep { id, name, steps, ..SequenceStep::default() }
    }

    /// `a(b c) d`.
    fn told(sequence: &[SequenceStep]) -> String {
        let one = |step: &SequenceStep| match step.steps.as_slice() {
            [] => step.id.clone(),
            steps => format!("{}({})", step.id, told(steps)),
        };
        sequence.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_moved_in_and_out_with_their_own() {
        let start = vec![
            step("a", vec![step("b", vec![step("x", vec![])]), step("c", vec![])]),
            step("d", vec![]),
        ];
        assert_eq!(told(&start), "a(b(x) c) d");
        let after = |op: SequenceOp| changed(&start, &op).map(|sequence| told(&sequence));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(after(SequenceOp::Down(vec![0, 0])), some("a(c b(x)) d"));
        assert_eq!(after(SequenceOp::Up(vec![1])), some("d a(b(x) c)"));
        assert_eq!(after(SequenceOp::Inward(vec![1])), some("a(b(x) c d)"));
        assert_eq!(after(SequenceOp::Outward(vec![0, 0])), some("a(c) b(x) d"));
        assert_eq!(after(SequenceOp::Outward(vec![0, 0, 0])), some("a(b x c) d"));
        assert_eq!(after(SequenceOp::Remove(vec![0, 0])), some("a(c) d"));
        assert_eq!(after(SequenceOp::AddAfter(vec![0, 1])), some("a(b(x) c new-step) d"));
        assert_eq!(after(SequenceOp::AddAfter(vec![])), some("new-step a(b(x) c) d"));
        let other = Box::new(step("y", vec![]));
        assert_eq!(after(SequenceOp::Set(vec![0, 0], other)), some("a(y(x) c) d"));
        for nowhere in [
            SequenceOp::Up(vec![0]),
            SequenceOp::Down(vec![1]),
            SequenceOp::Inward(vec![0]),
            SequenceOp::Outward(vec![1]),
            SequenceOp::Remove(vec![2]),
            SequenceOp::AddAfter(vec![7]),
            SequenceOp::Remove(vec![]),
        ] {
            assert_eq!(after(nowhere.clone()), None, "{nowhere:?}");
        }
        let places: Vec<StepPlace> = steps_of(&start).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [vec![0], vec![0, 0], vec![0, 0, 0], vec![0, 1], vec![1]]);
    }
}
