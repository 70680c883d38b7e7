//! The ruleset of a game of a designer's own, to begin with: nothing but who plays, the kinds that
//! most games have, or a copy of another ruleset that is nobody else's from then on.

use salient_rules::{COMMON, Systems};
use salient_schema::ruleset::{Kind, Look, Mark, Nation, SequenceStep, Side};
use salient_schema::{Document, Provenance, Ruleset, read_text};
use thiserror::Error;

use crate::edit::RulesetHead;
use crate::oob::{fresh, id_from_words};
use crate::rules_of_play::{PLAYED_BY, templates};

/// The kinds, types, ratings and charts that most games have, with numbers of nobody's.
const USUAL: &str = include_str!("../templates/usual.ruleset.json");

/// The colours of counters that sides get in turn.
const COLOURS: [&str; 6] = ["#9db4c8", "#a9b18f", "#c8a39d", "#c9b98c", "#b9a7c4", "#9fa6a0"];

/// What a game of one's own is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// What a reader calls it.
    pub title: String,
    /// What stands before the number of a rule; of the title's words where it is empty.
    pub citation: String,
    /// Who publishes it, if that is to be said.
    pub publisher: String,
    /// Who plays, in the order of their player-turns; a copy has the sides of the other.
    pub sides: Vec<String>,
    /// What is there to begin with.
    pub beginning: Beginning,
}

/// What a ruleset has to begin with.
#[derive(Clone, Debug, PartialEq)]
pub enum Beginning {
    /// One kind of terrain.
    Blank,
    /// The kinds of terrain and units that most games have.
    Usual,
    /// All of another ruleset.
    Copy {
        /// That ruleset.
        of: Box<Ruleset>,
        /// Whether the rules that play it play the copy, too.
        keeps_rules: bool,
    },
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NewGameError {
    /// Nobody can tell it from others.
    #[error("the game needs a title")]
    NoTitle,
    /// A game is played by somebody.
    #[error("name two sides at least")]
    TooFewSides,
    /// Two sides that cannot be told apart.
    #[error("two sides are called {name}; each needs a name of its own")]
    SideTwice {
        /// What both are called.
        name: String,
    },
    /// The template does not fit this program.
    #[error("the usual kinds cannot be read: {why}")]
    Template {
        /// Why not.
        why: String,
    },
}

/// The ruleset of a new game. No system has its id, and it has no other's publisher and notes.
///
/// # Errors
/// What is missing.
pub fn own_ruleset(new: &NewGame, systems: Systems) -> Result<Ruleset, NewGameError> {
    let title = new.title.trim();
    if title.is_empty() {
        return Err(NewGameError::NoTitle);
    }
    let mut ruleset = match &new.beginning {
        Beginning::Blank => blank(),
        Beginning::Usual => usual()?,
        Beginning::Copy { of, .. } => of.as_ref().clone(),
    };
    let taken = systems.iter().map(|system| system.info().id.to_owned()).collect();
    let citation = match new.citation.trim() {
        "" => initials(title),
        citation => citation.to_owned(),
    };
    let publisher = Some(new.publisher.trim().to_owned()).filter(|words| !words.is_empty());
    let mut head = RulesetHead::of(&ruleset);
    let mut rules = None;
    if let Beginning::Copy { of, keeps_rules } = &new.beginning {
        head.notes = vec![format!("Begun as a copy of {}.", of.title)];
        rules = Some(of.system()).filter(|id| *keeps_rules && systems.find(id).is_some());
        if rules.is_none() {
            ruleset.roles.retain(|role, _| COMMON.iter().any(|common| common.id == *role));
        }
    } else {
        let sides = sides(&new.sides)?;
        let colours = COLOURS.iter().cycle();
        ruleset.nations =
            sides.iter().zip(colours).map(|(side, fill)| nation(side, fill)).collect();
        ruleset.sequence = sides.iter().map(player_turn).collect();
        ruleset.sides = sides;
        // The usual kinds are played from the first minute on by the plainest rules.
        if new.beginning == Beginning::Usual
            && systems.find(PLAYED_BY).is_some()
            && let Some(plainest) = templates().first()
        {
            plainest.put(&mut ruleset);
            rules = Some(PLAYED_BY);
        }
    }
    let head = RulesetHead {
        id: fresh(&id_from_words(title, "own-game"), &taken),
        rules: rules.map(str::to_owned),
        title: title.to_owned(),
        publisher,
        citation,
        ..head
    };
    head.put(&mut ruleset);
    Ok(ruleset)
}

/// The terrain that a ruleset has to begin with; none where the template does not fit.
pub fn terrain(beginning: &Beginning) -> Vec<Kind> {
    match beginning {
        Beginning::Blank => blank().terrain,
        Beginning::Usual => usual().map_or_else(|_| Vec::new(), |usual| usual.terrain),
        Beginning::Copy { of, .. } => of.terrain.clone(),
    }
}

/// The sides by their names.
fn sides(names: &[String]) -> Result<Vec<Side>, NewGameError> {
    let mut sides: Vec<Side> = Vec::new();
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let id = id_from_words(name, "side");
        if sides.iter().any(|other| other.id == id || other.name == name) {
            return Err(NewGameError::SideTwice { name: name.to_owned() });
        }
        sides.push(Side::new(id, name));
    }
    if sides.len() < 2 { Err(NewGameError::TooFewSides) } else { Ok(sides) }
}

/// A nation that fights for a side.
fn nation(side: &Side, fill: &str) -> Nation {
    Nation {
        id: side.id.clone(),
        name: side.name.clone(),
        side: Some(side.id.clone()),
        fill: fill.to_owned(),
        ink: "#101418".to_owned(),
        symbol_fill: None,
        serves_with: None,
    }
}

/// The player-turn of a side: it moves, then it fights.
fn player_turn(side: &Side) -> SequenceStep {
    let step = |what: &str, name: String, steps| SequenceStep {
        id: format!("{}-{what}", side.id),
        name,
        side: Some(side.id.clone()),
        steps,
        ..SequenceStep::default()
    };
    let own = vec![
        step("movement", "Movement".to_owned(), Vec::new()),
        step("combat", "Combat".to_owned(), Vec::new()),
    ];
    step("turn", format!("{} player-turn", side.name), own)
}

fn blank() -> Ruleset {
    let look = Look {
        fill: Some("#d8dcae".to_owned()),
        ink: Some("#8d9a5a".to_owned()),
        mark: Mark::None,
        width: None,
    };
    let clear = Kind {
        id: "clear".to_owned(),
        name: "Clear".to_owned(),
        movement: Some(1),
        impassable: false,
        defence: 0,
        effects: Vec::new(),
        traits: Vec::new(),
        look,
        rule: None,
        provenance: Provenance::Invented,
    };
    Ruleset { terrain: vec![clear], ..Ruleset::empty("own-game", "") }
}

fn usual() -> Result<Ruleset, NewGameError> {
    match read_text("usual.ruleset.json", USUAL) {
        (Some(Document::Ruleset(ruleset)), _) => Ok(*ruleset),
        (_, found) => {
            let why = found.first().map_or_else(String::new, ToString::to_string);
            Err(NewGameError::Template { why })
        }
    }
}

/// The first letters of the words of a title, four of them at most: `AL` of "Anzac landing, 25
/// April 1915" as far as its first comma.
fn initials(title: &str) -> String {
    let name = title.split(',').next().unwrap_or(title);
    let words = name.split(|sign: char| !sign.is_alphanumeric());
    let letters = words.filter_map(|word| word.chars().next()).filter(|sign| sign.is_alphabetic());
    let letters: String = letters.take(4).flat_map(char::to_uppercase).collect();
    if letters.is_empty() { "OWN".to_owned() } else { letters }
}
