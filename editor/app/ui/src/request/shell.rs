//! What belongs to the editor as a whole: looks, scale, keys, files that were open, and help.

use std::path::PathBuf;

use egui::KeyboardShortcut;
use serde::{Deserialize, Serialize};

use super::command::UiCommand;

/// What the shell is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum ShellRequest {
    /// Open a file, or show the tab that it is open in.
    OpenFile(PathBuf),
    /// Forget the files that were open lately.
    ForgetFiles,
    /// Go to a state of the document by how many steps of the undo list are done in it.
    GoToState(usize),
    /// Draw everything this large.
    Scale(Scale),
    /// Ask for a command by these keys from now on.
    SetKeys(UiCommand, Vec<KeyboardShortcut>),
    /// A command was found by its name.
    Used(UiCommand),
    /// What is asked of the tour.
    Tour(TourRequest),
    /// Give a command its usual keys back; all commands if none is named.
    ResetKeys(Option<UiCommand>),
}

/// What is asked of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourRequest {
    /// Begin from the start.
    Start,
    /// Go on to the next step, done or not.
    Next,
    /// Go back a step.
    Back,
    /// End it.
    End,
}

/// How large everything is drawn, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scale(u16);

impl Scale {
    /// As the desktop says.
    pub const NORMAL: Self = Self(100);
    /// All that can be chosen.
    pub const ALL: [Self; 9] = [
        Self(75),
        Self(80),
        Self(90),
        Self(100),
        Self(110),
        Self(125),
        Self(150),
        Self(175),
        Self(200),
    ];

    /// A scale in percent, as near as can be chosen.
    pub fn of_percent(percent: u16) -> Self {
        let far = |scale: &Self| scale.0.abs_diff(percent);
        Self::ALL.into_iter().min_by_key(far).unwrap_or(Self::NORMAL)
    }

    /// In percent.
    pub fn percent(self) -> u16 {
        self.0
    }

    /// The next larger one, or the next smaller.
    pub fn step(self, larger: bool) -> Self {
        let mut other: Vec<Self> = Self::ALL.to_vec();
        if larger {
            other.retain(|scale| *scale > self);
            other.first().copied().unwrap_or(self)
        } else {
            other.retain(|scale| *scale < self);
            other.last().copied().unwrap_or(self)
        }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::NORMAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_up_and_down_and_end() {
        let mut scale = Scale::NORMAL;
        for _ in 0..20 {
            scale = scale.step(true);
        }
        assert_eq!(scale.percent(), 200);
        for _ in 0..20 {
            scale = scale.step(false);
        }
        assert_eq!(scale.percent(), 75);
        assert_eq!(Scale::of_percent(60_000).percent(), 200);
        assert_eq!(Scale::of_percent(99), Scale::NORMAL);
    }
}
