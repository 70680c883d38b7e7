//! Who decides for a side where no person does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A bot by its name. A bot sees the position, and nothing of the dice to come.
///
/// Which names a system knows it says itself, weakest first ([`System::bots`]); `random` is
/// always one of them.
///
/// [`System::bots`]: crate::System::bots
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bot {
    /// The name in UTF-8, then zeroes.
    name: [u8; Self::LONGEST],
}

impl Bot {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 24;
    /// Any legal action: a unit by chance, then what it does by chance.
    pub const RANDOM: Self = Self::named("random");
    /// Plays towards the points by rules of thumb.
    pub const HEURISTIC: Self = Self::named("heuristic");
    /// Plans a whole phase for all of a side's units together, and knows the odds exactly.
    pub const PLANNER: Self = Self::named("planner");
    /// The three that most systems have, weakest first.
    pub const USUAL: [Self; 3] = [Self::RANDOM, Self::HEURISTIC, Self::PLANNER];
    /// Whoever is the strongest that the system has.
    pub const STRONGEST: Self = Self::named("");

    /// A bot of a name; what is longer than [`Bot::LONGEST`] is cut off.
    pub const fn named(name: &str) -> Self {
        let (bytes, mut kept) = (name.as_bytes(), [0; Self::LONGEST]);
        let mut i = 0;
        while i < bytes.len() && i < Self::LONGEST {
            kept[i] = bytes[i];
            i += 1;
        }
        Self { name: kept }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        let end = self.name.iter().position(|&byte| byte == 0).unwrap_or(Self::LONGEST);
        // A name that was cut off in the midst of a letter is no name.
        std::str::from_utf8(&self.name[..end]).unwrap_or_default()
    }
}

impl Default for Bot {
    fn default() -> Self {
        Self::STRONGEST
    }
}

impl fmt::Debug for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bot({})", self.name())
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let fits = !name.is_empty()
            && name.len() <= Self::LONGEST
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if fits { Ok(Self::named(name)) } else { Err(UnknownBot(name.to_owned())) }
    }
}

impl Serialize for Bot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Bot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// What could be no bot's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot is called '{0}': a name has small letters and hyphens, 24 at most")]
pub struct UnknownBot(pub String);

/// What a system says of one of its bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The bot.
    pub bot: Bot,
    /// What a person reads: `Rules of thumb`.
    pub name: &'static str,
}

/// The bot that plays anything legal.
pub const RANDOM: BotInfo = BotInfo { bot: Bot::RANDOM, name: "Random moves" };
/// The three that most systems have, weakest first.
pub const USUAL: [BotInfo; 3] = [
    RANDOM,
    BotInfo { bot: Bot::HEURISTIC, name: "Rules of thumb" },
    BotInfo { bot: Bot::PLANNER, name: "Planner" },
];
