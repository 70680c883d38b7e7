//! What can be done in a sandbox, and how it reads.

use std::collections::BTreeSet;
use std::fmt;

use salient_schema::{Bundle, HexLabel, Id};
use serde::{Deserialize, Serialize};

use super::chart::Reading;
use super::{MOST_DICE, MOST_FACES, MOST_POINTS, Piece, Place, Sandbox};

/// One thing that is done. Counters are named as in [`Piece::name`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Put counters into a hex, wherever they are.
    Move {
        /// The counters.
        counters: Vec<String>,
        /// The hex.
        to: HexLabel,
    },
    /// Turn a counter over to a face: 0 for the front.
    Face {
        /// The counter.
        counter: String,
        /// The face.
        face: u8,
    },
    /// Put counters among the eliminated.
    Remove {
        /// The counters.
        counters: Vec<String>,
    },
    /// Take counters off the map, to be placed again at any time.
    SetAside {
        /// The counters.
        counters: Vec<String>,
    },
    /// Go to the next game-turn, which begins with its first step.
    NextTurn {},
    /// Go to a step of the sequence of play of the game-turn; those before it are over.
    Step {
        /// The step.
        to: Id,
    },
    /// Add points to a side's, or take them away.
    Points {
        /// The side.
        side: Id,
        /// So many, below 0 to take them away.
        points: i32,
        /// What for.
        reason: String,
    },
    /// Roll dice, and read a chart by them if one is named.
    Roll {
        /// What was rolled.
        dice: Dice,
        /// The chart, and how it was read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chart: Option<Reading>,
    },
    /// Read a chart without dice.
    Read {
        /// The chart, and how it was read.
        chart: Reading,
    },
    /// Write a remark.
    Note {
        /// The remark.
        text: String,
    },
}

/// Dice that were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// The faces of each.
    pub faces: u8,
    /// What they showed.
    pub rolled: Vec<u8>,
    /// What was added to their sum.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub modifier: i32,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

impl Dice {
    /// Their sum with what was added.
    pub fn total(&self) -> i32 {
        self.rolled.iter().map(|&die| i32::from(die)).sum::<i32>().saturating_add(self.modifier)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rolled: Vec<String> = self.rolled.iter().map(ToString::to_string).collect();
        let (count, faces, rolled) = (rolled.len(), self.faces, rolled.join(", "));
        write!(f, "{count} d{faces}: {rolled}")?;
        match self.modifier {
            0 if count == 1 => Ok(()),
            0 => write!(f, ", in all {}", self.total()),
            by => write!(f, ", {by:+} is {}", self.total()),
        }
    }
}

/// Why something makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    pub(super) fn no_piece(name: &str) -> Self {
        Self(format!("the scenario has no counter '{name}'"))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Sandbox {
    /// Does something to the position, or leaves it as it is.
    pub(super) fn apply(&mut self, act: &Act) -> Result<(), Refused> {
        match act {
            Act::Move { counters, to } => {
                let hex = self.grid().parse(to);
                let hex = hex.ok_or_else(|| Refused(format!("'{to}' is not on the map")))?;
                self.put(counters, Place::Hex(hex))
            }
            Act::Remove { counters } => self.put(counters, Place::Eliminated),
            Act::SetAside { counters } => self.put(counters, Place::Waiting),
            Act::Face { counter, face } => {
                let piece = self.piece_mut(counter)?;
                if *face >= piece.faces {
                    let faces = piece.faces;
                    return Err(Refused(format!("'{counter}' has {faces} faces, counted from 0")));
                }
                piece.face = *face;
                Ok(())
            }
            Act::NextTurn {} => {
                if self.turn + 1 >= self.turns.len() {
                    return Err(Refused::new("this is the last game-turn of the scenario"));
                }
                self.turn += 1;
                self.step = 0;
                Ok(())
            }
            Act::Step { to } => {
                let place = self.place_of_step(to);
                let missing = || Refused(format!("the game-turn has no step '{to}'"));
                self.step = place.ok_or_else(missing)?;
                Ok(())
            }
            Act::Points { side, points, .. } => {
                if !self.sides.contains(side) {
                    return Err(Refused(format!("the game has no side '{side}'")));
                }
                if points.unsigned_abs() > MOST_POINTS.unsigned_abs() {
                    return Err(Refused(format!("at most {MOST_POINTS} points are added at once")));
                }
                *self.by_hand.entry(side.clone()).or_default() += i64::from(*points);
                Ok(())
            }
            Act::Roll { dice, .. } => {
                let Dice { faces, rolled, modifier } = dice;
                let sound = (1..=usize::from(MOST_DICE)).contains(&rolled.len())
                    && (1..=MOST_FACES).contains(faces)
                    && rolled.iter().all(|die| (1..=*faces).contains(die))
                    && modifier.unsigned_abs() <= 10_000;
                if !sound {
                    return Err(Refused(format!("no dice with {faces} faces show {rolled:?}")));
                }
                self.rolls += 1;
                Ok(())
            }
            Act::Read { .. } | Act::Note { .. } => Ok(()),
        }
    }

    /// Puts counters somewhere: all of them, or none.
    fn put(&mut self, names: &[String], place: Place) -> Result<(), Refused> {
        if names.is_empty() {
            return Err(Refused::new("no counter is chosen"));
        }
        if let Some(missing) = names.iter().find(|name| self.piece(name).is_none()) {
            return Err(Refused::no_piece(missing));
        }
        // What comes lies on top of what is there, in its own order.
        let top = self.pieces.iter().map(|piece| piece.rank).min().unwrap_or_default();
        let first = top.saturating_sub(names.len() as i64);
        let mut changed = BTreeSet::new();
        for (name, rank) in names.iter().zip(first..) {
            let piece = self.piece_mut(name)?;
            changed.extend(piece.hex());
            (piece.place, piece.rank) = (place, rank);
            changed.extend(piece.hex());
        }
        self.hold(changed);
        Ok(())
    }
}

impl Act {
    /// What was done, in a line. Counters are called what they print.
    pub fn in_words(&self, sandbox: &Sandbox, bundle: &Bundle) -> String {
        let name = |name: &String| {
            sandbox.piece(name).map_or_else(|| name.clone(), |piece| piece.designation.clone())
        };
        let all = |names: &[String]| names.iter().map(name).collect::<Vec<_>>().join(", ");
        match self {
            Self::Move { counters, to } => format!("{} to {to}", all(counters)),
            Self::Face { counter, face } => match face {
                0 => format!("{} shows its front", name(counter)),
                face => format!("{} is turned over to face {}", name(counter), face + 1),
            },
            Self::Remove { counters } => format!("{} eliminated", all(counters)),
            Self::SetAside { counters } => format!("{} taken off the map", all(counters)),
            Self::NextTurn {} => "The next game-turn begins".to_owned(),
            Self::Step { to } => match sandbox.sequence.iter().find(|step| step.id() == to) {
                Some(step) => {
                    let whose = step.side.as_ref().map(|side| bundle.ruleset.side_name(side));
                    let whose = whose.filter(|side| !step.name().contains(side));
                    let whose = whose.map_or_else(String::new, |side| format!(" ({side})"));
                    format!("Step: {}{whose}", step.name())
                }
                None => format!("Step: {to}"),
            },
            Self::Points { side, points, reason } => {
                let noun = if points.abs() == 1 { "point" } else { "points" };
                let colon = if reason.is_empty() { "" } else { ": " };
                format!("{} {points:+} {noun}{colon}{reason}", bundle.ruleset.side_name(side))
            }
            Self::Roll { dice, chart: None } => dice.to_string(),
            Self::Roll { dice, chart: Some(chart) } => {
                format!("{dice}; {}", chart.in_words(bundle))
            }
            Self::Read { chart } => chart.in_words(bundle),
            Self::Note { text } => text.clone(),
        }
    }
}

impl Piece {
    /// Whether it stands on the map.
    pub fn is_on_map(&self) -> bool {
        matches!(self.place, Place::Hex(_))
    }

    /// The face after the one that shows, around the last.
    pub fn next_face(&self) -> u8 {
        (self.face + 1) % self.faces.max(1)
    }

    /// Whether it is of a side.
    pub fn is_of(&self, side: &Id) -> bool {
        self.side == *side
    }
}
