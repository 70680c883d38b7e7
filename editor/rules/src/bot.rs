//! Who decides for a side where no person does.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A bot by its name. A bot sees the position, and nothing of the dice to come.
///
/// Which names a system knows it says itself, weakest first ([`System::bots`]); `random` is
/// always one of them.
///
/// A searcher may be told how many playouts a decision is worth to it: `searcher:200`.
///
/// [`System::bots`]: crate::System::bots
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bot {
    /// The name in UTF-8, then zeroes.
    name: [u8; Self::LONGEST],
    /// Playouts a decision; 0 for the system's own number.
    playouts: u32,
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
    /// Plays several ways to go on out and takes the best: see [`search`](crate::search).
    pub const SEARCHER: Self = Self::named("searcher");
    /// The most playouts that a decision may be worth.
    pub const MOST_PLAYOUTS: u32 = 1_000_000;
    /// The three that most systems have besides the searcher, weakest first.
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
        Self { name: kept, playouts: 0 }
    }

    /// The same bot with so many playouts a decision; 0 for as many as the system thinks fit.
    pub const fn with_playouts(self, playouts: u32) -> Self {
        Self { playouts, ..self }
    }

    /// How many playouts a decision is worth to it, if that was said.
    pub fn playouts(&self) -> Option<u32> {
        (self.playouts > 0).then_some(self.playouts)
    }

    /// Whether it is the same bot as another, however many playouts either makes.
    pub fn is(&self, other: Self) -> bool {
        self.name == other.name
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
        write!(f, "Bot({self})")
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.playouts() {
            Some(playouts) => write!(f, "{}:{playouts}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, playouts) = match text.split_once(':') {
            Some((name, playouts)) => (name, playouts.parse().ok()),
            None => (text, Some(0)),
        };
        let fits = !name.is_empty()
            && name.len() <= Self::LONGEST
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        let playouts = playouts.filter(|&playouts| playouts <= Self::MOST_PLAYOUTS);
        let told = name == Self::SEARCHER.name() && playouts != Some(0);
        match playouts {
            Some(playouts) if fits && (told || text == name) => {
                Ok(Self::named(name).with_playouts(playouts))
            }
            _ => Err(UnknownBot(text.to_owned())),
        }
    }
}

impl Serialize for Bot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
#[error(
    "no bot is called '{0}': a name has small letters and hyphens, 24 at most, and a searcher may \
     be told its playouts, as in searcher:200"
)]
pub struct UnknownBot(pub String);

/// What a system says of one of its bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The bot.
    pub bot: Bot,
    /// What a person reads: `Rules of thumb`.
    pub name: Cow<'static, str>,
}

impl BotInfo {
    /// A bot and what it is called.
    pub const fn new(bot: Bot, name: &'static str) -> Self {
        Self { bot, name: Cow::Borrowed(name) }
    }
}

/// The bot that plays anything legal.
pub const RANDOM: BotInfo = BotInfo::new(Bot::RANDOM, "Random moves");
/// The bot that plays several ways to go on out.
pub const SEARCHER: BotInfo = BotInfo::new(Bot::SEARCHER, "Searcher");
/// Those that most systems have, weakest first.
pub static USUAL: [BotInfo; 4] = [
    RANDOM,
    BotInfo::new(Bot::HEURISTIC, "Rules of thumb"),
    BotInfo::new(Bot::PLANNER, "Planner"),
    SEARCHER,
];

/// Who plays where nobody is named: the strongest that does not search, since a search takes
/// seconds a game.
pub fn strongest(bots: &[BotInfo]) -> Bot {
    let plain = bots.iter().rev().find(|info| !info.bot.is(Bot::SEARCHER));
    plain.map_or(Bot::RANDOM, |info| info.bot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_searcher_may_be_told_its_playouts_and_nobody_else() {
        let told: Bot = "searcher:200".parse().expect("a bot");
        assert_eq!((told.name(), told.playouts()), ("searcher", Some(200)));
        assert!(told.is(Bot::SEARCHER) && told != Bot::SEARCHER);
        assert_eq!(told.to_string(), "searcher:200");
        assert_eq!("searcher".parse(), Ok(Bot::SEARCHER));
        let most = format!("searcher:{}", Bot::MOST_PLAYOUTS);
        assert!(most.parse::<Bot>().is_ok());
        let more = format!("searcher:{}", Bot::MOST_PLAYOUTS + 1);
        for wrong in ["searcher:0", "searcher:", "searcher:-1", "planner:5", ":5", "", &more] {
            assert!(wrong.parse::<Bot>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_strongest_that_plays_unasked_does_not_search() {
        assert_eq!(strongest(&USUAL), Bot::PLANNER);
        assert_eq!(strongest(&[SEARCHER]), Bot::RANDOM);
        assert_eq!(strongest(&[]), Bot::RANDOM);
    }
}
