//! Pieces: their traits taken apart.

use std::collections::BTreeMap;

use super::super::codec::split;

/// A trait's fields and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// The fields of its type: the first says what it is.
    pub fields: Vec<String>,
    /// Its state.
    pub state: String,
}

impl Trait {
    /// What it is: `emb2`, `mark`.
    pub fn name(&self) -> &str {
        self.field(0)
    }

    /// Itself; of a trait that nobody looks into the name alone, as a game has some hundred thousand.
    fn kept(mut self) -> Self {
        let read =
            ["piece", "emb2", "mark", "prototype", "stack", "deck", "obs", "hide", "restrict"];
        if !read.contains(&self.name()) {
            self.fields.truncate(1);
            self.fields.shrink_to_fit();
            self.state = String::new();
        }
        self
    }

    /// A field, empty where it is not there.
    pub fn field(&self, number: usize) -> &str {
        self.fields.get(number).map_or("", String::as_str)
    }
}

/// A piece, or a stack of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePiece {
    /// Its id in a saved game.
    pub id: String,
    /// From the outermost.
    pub traits: Vec<Trait>,
}

/// How deep traits may be nested.
const DEEPEST: usize = 400;

/// Reads `+/ID/TYPE/STATE`. `None` for what is no piece.
pub fn piece(command: &str) -> Option<GamePiece> {
    let parts = split('/', command.trim_matches(['\n', '\r', ' ']));
    let [plus, id, kind, state, ..] = parts.as_slice() else { return None };
    if plus != "+" {
        return None;
    }
    let (mut kind, mut state) = (kind.clone(), state.clone());
    let mut traits = Vec::new();
    for _ in 0..DEEPEST {
        let mut kinds = split('\t', &kind).into_iter();
        let mut states = split('\t', &state).into_iter();
        let fields = split(';', &kinds.next().unwrap_or_default());
        let inner = kinds.next();
        // A piece's own state is the last and is not parted by tabs.
        let own = if inner.is_some() { states.next().unwrap_or_default() } else { state.clone() };
        traits.push(Trait { fields, state: own }.kept());
        match inner {
            Some(inner) => {
                kind = inner;
                state = states.next().unwrap_or_default();
            }
            None => break,
        }
    }
    Some(GamePiece { id: id.clone(), traits })
}

/// Prototypes by their names.
pub type Prototypes = BTreeMap<String, Vec<Trait>>;

impl GamePiece {
    /// Writes each prototype out, and those in prototypes.
    pub fn expand(&mut self, prototypes: &Prototypes) {
        let mut traits = Vec::new();
        expand(&self.traits, prototypes, 0, &mut traits);
        self.traits = traits;
    }

    /// The innermost trait: the piece itself.
    pub fn basic(&self) -> Option<&Trait> {
        self.traits.last().filter(|basic| basic.name() == "piece")
    }

    /// The number of the slot that it was taken from, where it has one.
    pub fn number(&self) -> Option<String> {
        let number = split(';', &self.basic()?.state).into_iter().nth(3)?;
        (!number.is_empty()).then_some(number)
    }

    /// The map it lies on and where, in pixels.
    pub fn spot(&self) -> Option<(String, [i64; 2])> {
        let state = split(';', &self.basic()?.state);
        let [map, x, y, ..] = state.as_slice() else { return None };
        Some((map.clone(), [x.parse().ok()?, y.parse().ok()?]))
    }
}

fn expand(traits: &[Trait], prototypes: &Prototypes, depth: usize, out: &mut Vec<Trait>) {
    for one in traits {
        // Prototypes that name each other would never end.
        if out.len() > DEEPEST || depth > 16 {
            return;
        }
        match prototypes.get(one.field(1)).filter(|_| one.name() == "prototype") {
            Some(inner) => expand(inner, prototypes, depth + 1, out),
            None => out.push(one.clone()),
        }
    }
}

/// The properties that traits carry.
pub fn marks(traits: &[Trait]) -> BTreeMap<String, String> {
    let mut marks = BTreeMap::new();
    // The outermost counts.
    for mark in traits.iter().rev().filter(|one| one.name() == "mark") {
        let names = split(',', mark.field(1));
        let values = split(',', &mark.state);
        marks.extend(names.into_iter().zip(values).filter(|(name, _)| !name.is_empty()));
    }
    marks
}

/// A layer: the pictures of its levels, their names, its own name and the level it shows from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    pub images: Vec<String>,
    pub names: Vec<String>,
    pub name: String,
    pub shown: usize,
    /// It has one picture of its own, which is laid over the piece's or is not: the first level is
    /// the piece's own picture.
    pub is_switch: bool,
    /// It shows when the piece is taken from its palette.
    pub is_on: bool,
    /// The middle of its pictures off that of the piece, in pixels.
    pub at: [i64; 2],
}

/// The layers of a piece, from the outermost.
pub fn layers(traits: &[Trait]) -> Vec<Layer> {
    let base = traits.last().filter(|basic| basic.name() == "piece").map_or("", |one| one.field(3));
    let read = |one: &Trait| {
        let mut images = split(',', one.field(16));
        let mut names = split(',', one.field(17));
        let level: i64 = split(';', &one.state).first()?.trim().parse().ok()?;
        let mut shown = usize::try_from(level.unsigned_abs()).unwrap_or(1).max(1) - 1;
        // Older ones have no name but that of their command, and none is always shown.
        let is_always = one.field(26) == "true";
        let is_switch = images.len() == 1 && !is_always && !images.concat().is_empty();
        if is_switch {
            images.insert(0, base.to_owned());
            names.insert(0, String::new());
            shown = usize::from(level > 0);
        }
        let name = if one.field(19).is_empty() { one.field(1) } else { one.field(19) };
        Some(Layer {
            shown: shown.min(images.len() - 1),
            images,
            names,
            name: name.to_owned(),
            is_switch,
            is_on: is_always || level > 0,
            at: [14, 15].map(|field| {
                let off = one.field(field).trim().parse::<i64>().unwrap_or(0);
                off.clamp(-10_000, 10_000)
            }),
        })
    };
    traits.iter().filter(|one| one.name() == "emb2").filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_a_piece_or_none(text in "[+/a-z;,\\\\\t' 0-9]{0,80}") {
            if let Some(mut piece) = piece(&text) {
                piece.expand(&Prototypes::new());
                let _ = (marks(&piece.traits), layers(&piece.traits), piece.spot(), piece.number());
            }
            let _ = piece(&format!("+/null/{text}/{text}"));
        }
    }

    #[test]
    fn prototypes_in_circles_end() {
        let one = |name: &str| Trait {
            fields: vec!["prototype".to_owned(), name.to_owned()],
            state: String::new(),
        };
        let prototypes: Prototypes = [
            ("a".to_owned(), vec![one("b"), one("b")]),
            ("b".to_owned(), vec![one("a"), one("a")]),
        ]
        .into();
        let mut piece = GamePiece { id: String::new(), traits: vec![one("a")] };
        piece.expand(&prototypes);
        assert!(piece.traits.len() <= DEEPEST + 1);
    }
}
