//! Changes of the schedule.

use salient_schema::common::Provenance;
use salient_schema::scenario::{Reinforcement, Replacement, Track, Turn, Withdrawal};
use salient_schema::{CounterId, Scenario};

use super::calendar;
use super::plan::{Lists, Plan, Refusal};

/// A change of the schedule. Places (`group`, `at`, `track`) are those in the scenario's lists,
/// from 0; `turn` is a game-turn's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Lets a group arrive on another game-turn.
    MoveGroup {
        /// The group.
        group: usize,
        /// The game-turn.
        turn: u16,
    },
    /// Lets some units of a group arrive on another game-turn. They join those that come in alike
    /// on that turn, or become a group of their own.
    MoveUnits {
        /// The group.
        group: usize,
        /// The units.
        units: Vec<CounterId>,
        /// The game-turn.
        turn: u16,
    },
    /// Makes some units of a group a group of their own.
    Split {
        /// The group.
        group: usize,
        /// The units.
        units: Vec<CounterId>,
    },
    /// Puts the units of another group to a group that comes in alike.
    Join {
        /// The group that stays.
        group: usize,
        /// The group that goes.
        other: usize,
    },
    /// Changes a group's entry, condition or rule.
    SetGroup {
        /// The group.
        group: usize,
        /// The group as it is to be.
        to: Box<Reinforcement>,
    },
    /// Adds a group.
    AddGroup(Box<Reinforcement>),
    /// Adds units to a group.
    AddUnits {
        /// The group.
        group: usize,
        /// The units.
        units: Vec<CounterId>,
    },
    /// Takes units from a group; the group goes with its last.
    RemoveUnits {
        /// The group.
        group: usize,
        /// The units.
        units: Vec<CounterId>,
    },
    /// Takes a group off the schedule.
    RemoveGroup {
        /// The group.
        group: usize,
    },
    /// Changes a withdrawal, its game-turn included.
    SetWithdrawal {
        /// The withdrawal.
        at: usize,
        /// The withdrawal as it is to be.
        to: Box<Withdrawal>,
    },
    /// Adds a withdrawal.
    AddWithdrawal(Box<Withdrawal>),
    /// Takes a withdrawal off the schedule.
    RemoveWithdrawal {
        /// The withdrawal.
        at: usize,
    },
    /// Changes replacement points, their game-turn included.
    SetReplacement {
        /// The replacement points.
        at: usize,
        /// The points as they are to be.
        to: Box<Replacement>,
    },
    /// Adds replacement points.
    AddReplacement(Box<Replacement>),
    /// Takes replacement points off the schedule.
    RemoveReplacement {
        /// The replacement points.
        at: usize,
    },
    /// Changes the label, date, half, weather or provenance of a game-turn. Its number stays.
    SetTurn {
        /// The game-turn's place.
        at: usize,
        /// The game-turn as it is to be.
        to: Box<Turn>,
    },
    /// Adds a game-turn before this place, or after the last. Later ones are renumbered, and what
    /// happens on them follows.
    AddTurn {
        /// The place.
        at: usize,
    },
    /// Takes a game-turn away. Later ones are renumbered, and what happens on them follows.
    RemoveTurn {
        /// The game-turn's place.
        at: usize,
        /// What becomes of that which happens on it.
        hanging: Hanging,
    },
    /// Changes a value of a track.
    SetTrackValue {
        /// The track.
        track: usize,
        /// The game-turn's place.
        at: usize,
        /// The value.
        value: i32,
    },
    /// Changes a track's name, side, rule or provenance.
    SetTrack {
        /// The track.
        track: usize,
        /// The track as it is to be.
        to: Box<Track>,
    },
    /// Adds a track of zeros by its printed name.
    AddTrack {
        /// Its name in print.
        name: String,
        /// The side.
        side: Option<String>,
    },
    /// Takes a track away.
    RemoveTrack {
        /// The track.
        track: usize,
    },
}

/// What becomes of that which happens on a game-turn that is taken away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hanging {
    /// It happens on the next game-turn, or the one before where there is none.
    #[default]
    Moves,
    /// It goes too.
    Goes,
}

impl Op {
    /// What the undo list calls it.
    pub fn name(&self) -> String {
        match self {
            Self::MoveGroup { turn, .. } => {
                format!("Reschedule reinforcements to game-turn {turn}")
            }
            Self::MoveUnits { units, turn, .. } => match units.as_slice() {
                [unit] => format!("Reschedule {unit} to game-turn {turn}"),
                units => format!("Reschedule {} units to game-turn {turn}", units.len()),
            },
            Self::Split { .. } => "Split a group".into(),
            Self::Join { .. } => "Join two groups".into(),
            Self::SetGroup { .. } => "Change an arrival".into(),
            Self::AddGroup(group) => format!("Add an arrival on game-turn {}", group.turn),
            Self::AddUnits { .. } => "Add to an arrival".into(),
            Self::RemoveUnits { .. } => "Take from an arrival".into(),
            Self::RemoveGroup { .. } => "Remove an arrival".into(),
            Self::SetWithdrawal { .. } => "Change a withdrawal".into(),
            Self::AddWithdrawal(one) => format!("Add a withdrawal on game-turn {}", one.turn),
            Self::RemoveWithdrawal { .. } => "Remove a withdrawal".into(),
            Self::SetReplacement { .. } => "Change replacements".into(),
            Self::AddReplacement(_) => "Add replacements".into(),
            Self::RemoveReplacement { .. } => "Remove replacements".into(),
            Self::SetTurn { to, .. } => format!("Change game-turn {}", to.turn),
            Self::AddTurn { .. } => "Add a game-turn".into(),
            Self::RemoveTurn { .. } => "Remove a game-turn".into(),
            Self::SetTrackValue { .. } | Self::SetTrack { .. } => "Change the turn track".into(),
            Self::AddTrack { name, .. } => format!("Add the track {name}"),
            Self::RemoveTrack { .. } => "Remove a track".into(),
        }
    }

    /// The edits that make the change.
    ///
    /// # Errors
    /// Why the change cannot be made.
    pub fn plan(&self, scenario: &Scenario) -> Result<Plan, Refusal> {
        let mut lists = Lists::of(scenario);
        let at = lists.change(self)?;
        Ok(Plan { name: self.name(), edits: lists.edits(scenario), at })
    }
}

impl Lists {
    fn change(&mut self, op: &Op) -> Result<Option<usize>, Refusal> {
        match op {
            Op::MoveGroup { group, turn } => {
                self.need_turn(*turn)?;
                let mut moved = self.reinforcements.get(*group).ok_or(Refusal::Gone)?.clone();
                if moved.turn == *turn {
                    return Ok(Some(*group));
                }
                moved.turn = *turn;
                Ok(Some(put(&mut self.reinforcements, Some(*group), moved, |group| group.turn)))
            }
            Op::MoveUnits { group, units, turn } => {
                self.need_turn(*turn)?;
                let there = self.reinforcements.get(*group).ok_or(Refusal::Gone)?;
                if there.turn == *turn {
                    return Ok(Some(*group));
                }
                let (mut taken, _) = self.take(*group, units)?;
                taken.turn = *turn;
                let alike = self.reinforcements.iter().position(|one| comes_alike(one, &taken));
                Ok(Some(match alike {
                    Some(at) => {
                        self.reinforcements[at].counters.append(&mut taken.counters);
                        at
                    }
                    None => put(&mut self.reinforcements, None, taken, |group| group.turn),
                }))
            }
            Op::Split { group, units } => {
                let whole = self.reinforcements.get(*group).ok_or(Refusal::Gone)?;
                if whole.counters.iter().all(|id| units.contains(id)) {
                    return Ok(Some(*group));
                }
                let (taken, at) = self.take(*group, units)?;
                self.reinforcements.insert(at + 1, taken);
                Ok(Some(at + 1))
            }
            Op::Join { group, other } => {
                let one = self.reinforcements.get(*group).ok_or(Refusal::Gone)?;
                let two = self.reinforcements.get(*other).ok_or(Refusal::Gone)?;
                if group == other || !comes_alike(one, two) {
                    return Err(Refusal::NotAlike);
                }
                let mut gone = self.reinforcements[*other].counters.clone();
                self.reinforcements[*group].counters.append(&mut gone);
                self.reinforcements.remove(*other);
                Ok(Some(group - usize::from(other < group)))
            }
            Op::SetGroup { group, to } => {
                self.need_turn(to.turn)?;
                let there = self.reinforcements.get_mut(*group).ok_or(Refusal::Gone)?;
                if there.turn == to.turn {
                    there.clone_from(to);
                    return Ok(Some(*group));
                }
                let to = (**to).clone();
                Ok(Some(put(&mut self.reinforcements, Some(*group), to, |group| group.turn)))
            }
            Op::AddGroup(group) => {
                self.need_turn(group.turn)?;
                if group.counters.is_empty() {
                    return Err(Refusal::NoUnits);
                }
                let group = (**group).clone();
                Ok(Some(put(&mut self.reinforcements, None, group, |group| group.turn)))
            }
            Op::AddUnits { group, units } => {
                let there = self.reinforcements.get_mut(*group).ok_or(Refusal::Gone)?;
                there.counters.extend(units.iter().cloned());
                Ok(Some(*group))
            }
            Op::RemoveUnits { group, units } => {
                let whole = self.reinforcements.get(*group).ok_or(Refusal::Gone)?;
                let before = whole.counters.len();
                let (taken, _) = self.take(*group, units)?;
                Ok((taken.counters.len() < before).then_some(*group))
            }
            Op::RemoveGroup { group } => remove(&mut self.reinforcements, *group),
            Op::SetWithdrawal { at, to } => {
                self.need_turn(to.turn)?;
                let there = self.withdrawals.get_mut(*at).ok_or(Refusal::Gone)?;
                if to.counters.is_empty() {
                    return Err(Refusal::NoUnits);
                }
                if there.turn == to.turn {
                    there.clone_from(to);
                    return Ok(Some(*at));
                }
                let to = (**to).clone();
                Ok(Some(put(&mut self.withdrawals, Some(*at), to, |one| one.turn)))
            }
            Op::AddWithdrawal(withdrawal) => {
                self.need_turn(withdrawal.turn)?;
                if withdrawal.counters.is_empty() {
                    return Err(Refusal::NoUnits);
                }
                let withdrawal = (**withdrawal).clone();
                Ok(Some(put(&mut self.withdrawals, None, withdrawal, |one| one.turn)))
            }
            Op::RemoveWithdrawal { at } => remove(&mut self.withdrawals, *at),
            Op::SetReplacement { at, to } => {
                self.need_turn_or_start(to.turn)?;
                let there = self.replacements.get_mut(*at).ok_or(Refusal::Gone)?;
                if there.turn == to.turn {
                    there.clone_from(to);
                    return Ok(Some(*at));
                }
                let to = (**to).clone();
                Ok(Some(put(&mut self.replacements, Some(*at), to, |one| one.turn)))
            }
            Op::AddReplacement(replacement) => {
                self.need_turn_or_start(replacement.turn)?;
                let replacement = (**replacement).clone();
                Ok(Some(put(&mut self.replacements, None, replacement, |one| one.turn)))
            }
            Op::RemoveReplacement { at } => remove(&mut self.replacements, *at),
            Op::SetTurn { at, to } => {
                let there = self.turns.get_mut(*at).ok_or(Refusal::Gone)?;
                *there = Turn { turn: there.turn, ..(**to).clone() };
                Ok(None)
            }
            Op::AddTurn { at } => self.add_turn(*at),
            Op::RemoveTurn { at, hanging } => self.remove_turn(*at, *hanging),
            Op::SetTrackValue { track, at, value } => {
                let turns = self.turns.len();
                let track = self.tracks.get_mut(*track).ok_or(Refusal::Gone)?;
                if *at >= turns {
                    return Err(Refusal::Gone);
                }
                if track.values.len() <= *at {
                    track.values.resize(*at + 1, 0);
                }
                track.values[*at] = *value;
                Ok(None)
            }
            Op::SetTrack { track, to } => {
                self.tracks.get_mut(*track).ok_or(Refusal::Gone)?.clone_from(to);
                Ok(None)
            }
            Op::AddTrack { name, side } => self.add_track(name, side.as_deref()),
            Op::RemoveTrack { track } => remove(&mut self.tracks, *track).map(|_| None),
        }
    }

    fn need_turn(&self, turn: u16) -> Result<(), Refusal> {
        match self.turns.iter().any(|known| known.turn == turn) {
            true => Ok(()),
            false => Err(Refusal::NoSuchTurn(turn)),
        }
    }

    fn need_turn_or_start(&self, turn: u16) -> Result<(), Refusal> {
        if turn == 0 { Ok(()) } else { self.need_turn(turn) }
    }

    /// Takes units out of a group, in the group's order, and the group away with its last. Gives
    /// a group of them and the place of the rest, or of the group that stands there then.
    fn take(
        &mut self,
        group: usize,
        units: &[CounterId],
    ) -> Result<(Reinforcement, usize), Refusal> {
        let there = self.reinforcements.get_mut(group).ok_or(Refusal::Gone)?;
        let mut wanted = units.to_vec();
        let mut taken = Vec::new();
        // A pool may stand in a group several times over: one entry goes for each that is named.
        there.counters.retain(|id| match wanted.iter().position(|wanted| wanted == id) {
            Some(place) => {
                taken.push(wanted.swap_remove(place));
                false
            }
            None => true,
        });
        if taken.is_empty() {
            return Err(Refusal::NoUnits);
        }
        let part = Reinforcement { counters: taken, ..there.clone() };
        if self.reinforcements[group].counters.is_empty() {
            self.reinforcements.remove(group);
        }
        Ok((part, group))
    }

    fn add_turn(&mut self, at: usize) -> Result<Option<usize>, Refusal> {
        let at = at.min(self.turns.len());
        let number = match at.checked_sub(1).map(|before| self.turns[before].turn) {
            Some(before) => before.checked_add(1).ok_or(Refusal::TooManyTurns)?,
            None => self.turns.first().map_or(1, |first| first.turn),
        };
        let mut turn = calendar::next(&self.turns[..at], number);
        turn.provenance = Provenance::Invented;
        if self.turns.get(at).is_some_and(|next| next.turn == number) {
            self.shift_up(number)?;
        }
        for track in &mut self.tracks {
            let before = at.checked_sub(1).and_then(|before| track.values.get(before)).copied();
            let value = before.or_else(|| track.values.first().copied()).unwrap_or(0);
            if track.values.len() >= at {
                track.values.insert(at, value);
            }
        }
        self.turns.insert(at, turn);
        Ok(Some(at))
    }

    /// Gives every game-turn from a number on the next number, with all that happens on it.
    fn shift_up(&mut self, from: u16) -> Result<(), Refusal> {
        let last = self.turns.iter().map(|turn| turn.turn).max().unwrap_or(0);
        if last == u16::MAX {
            return Err(Refusal::TooManyTurns);
        }
        self.renumber(|turn| if turn >= from { turn.saturating_add(1) } else { turn });
        Ok(())
    }

    fn remove_turn(&mut self, at: usize, hanging: Hanging) -> Result<Option<usize>, Refusal> {
        if at >= self.turns.len() {
            return Err(Refusal::Gone);
        }
        if self.turns.len() == 1 {
            return Err(Refusal::LastTurn);
        }
        let gone = self.turns.remove(at).turn;
        match hanging {
            Hanging::Goes => {
                self.reinforcements.retain(|one| one.turn != gone);
                self.withdrawals.retain(|one| one.turn != gone);
                self.replacements.retain(|one| one.turn != gone);
            }
            Hanging::Moves => {
                let to = self.turns.get(at).or_else(|| self.turns.last());
                let to = to.map_or(gone, |turn| turn.turn);
                let other = |turn: u16| if turn == gone { to } else { turn };
                self.renumber_schedule(other);
            }
        }
        for track in &mut self.tracks {
            if at < track.values.len() {
                track.values.remove(at);
            }
        }
        // A gap that was there before stays; the one that was made closes.
        let closes = self.turns.get(at).is_some_and(|next| Some(next.turn) == gone.checked_add(1));
        if closes {
            self.renumber(|turn| if turn > gone { turn - 1 } else { turn });
        }
        Ok(None)
    }

    fn renumber(&mut self, number: impl Fn(u16) -> u16 + Copy) {
        self.turns.iter_mut().for_each(|turn| turn.turn = number(turn.turn));
        self.renumber_schedule(number);
    }

    fn renumber_schedule(&mut self, number: impl Fn(u16) -> u16) {
        self.reinforcements.iter_mut().for_each(|one| one.turn = number(one.turn));
        self.withdrawals.iter_mut().for_each(|one| one.turn = number(one.turn));
        // Game-turn 0 is what is there when play begins.
        let later = self.replacements.iter_mut().filter(|one| one.turn > 0);
        later.for_each(|one| one.turn = number(one.turn));
    }

    fn add_track(&mut self, name: &str, side: Option<&str>) -> Result<Option<usize>, Refusal> {
        let id = calendar::id_of(name);
        if id.is_empty() {
            return Err(Refusal::NoName);
        }
        if self.tracks.iter().any(|track| track.id == id && track.side.as_deref() == side) {
            return Err(Refusal::TrackThere(name.to_owned()));
        }
        self.tracks.push(Track {
            id,
            name: name.trim().to_owned(),
            side: side.map(str::to_owned),
            values: vec![0; self.turns.len()],
            rule: None,
            provenance: Provenance::Invented,
        });
        Ok(None)
    }
}

/// Whether two groups come in on the same game-turn in the same way.
fn comes_alike(one: &Reinforcement, two: &Reinforcement) -> bool {
    one.turn == two.turn
        && one.side == two.side
        && one.entry == two.entry
        && one.condition == two.condition
        && one.rule == two.rule
        && one.provenance == two.provenance
}

fn remove<T>(list: &mut Vec<T>, at: usize) -> Result<Option<usize>, Refusal> {
    if at >= list.len() {
        return Err(Refusal::Gone);
    }
    list.remove(at);
    Ok(None)
}

/// Puts something into a list after all of its game-turn, in place of an entry or anew. A list
/// that is not in the order of its game-turns keeps its own, and a new entry goes to its end.
fn put<T>(list: &mut Vec<T>, from: Option<usize>, what: T, turn: impl Fn(&T) -> u16) -> usize {
    let sorted = list.is_sorted_by_key(&turn);
    match from {
        Some(at) if !sorted => {
            list[at] = what;
            return at;
        }
        Some(at) => {
            list.remove(at);
        }
        None => {}
    }
    let wanted = turn(&what);
    let at = if sorted { list.partition_point(|one| turn(one) <= wanted) } else { list.len() };
    list.insert(at, what);
    at
}
