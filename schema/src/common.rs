//! Words that every file kind uses.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::marker::PhantomData;

use litemap::LiteMap;
use serde::de::{MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::symbol::named;

/// The version of the data contract that this build reads and writes.
///
/// Older files are migrated when they are read, and the reader is told; newer ones are refused.
pub const FORMAT_VERSION: u32 = 1;

/// A name that other parts of the data refer to: lower-case letters, digits and hyphens
/// (`kaisers-battle`, `river`, `g-88-3`). Unique among its own kind in its file.
pub type Id = String;

/// What plays which part in the rules: role → the ids of those that fill it, in order.
///
/// No rule hangs on what something is called. A rule that is about headquarters asks who fills
/// the role `headquarters`, and the ruleset says so: `"headquarters": ["corps-hq", "army-hq"]`.
/// Which roles there are, of which kind (unit types, formations, steps of the sequence of play,
/// zones, tracks, weather …) and how many may fill one, the system says; whoever reads the files
/// with its rules finds a role that nothing fills. A role that may be empty is stated as empty,
/// `[]`. A scenario states the roles of what only it has, such as formations and tracks, and what
/// it says of a role stands in for what the ruleset says. A constant needs no statement: its id
/// is the role's, unless one is made.
pub type Roles = BTreeMap<Id, Vec<Id>>;

/// The id of a counter in an order of battle.
pub type CounterId = String;

/// A hex as its map prints it: `4203`, `54.49`, `48/0710` (see [`crate::Numbering`]).
pub type HexLabel = String;

/// A hexside: a hex as printed, a colon and a compass point, `4203:ne`.
///
/// A flat-topped hex has `n ne se s sw nw`, a pointy-topped one `ne e se sw w nw`. A hexside
/// between two hexes has two spellings; the canonical one starts from the hex that comes first
/// row by row.
pub type SideLabel = String;

/// A colour as `#rrggbb`, or `#rrggbbaa` where it may be seen through.
pub type Colour = String;

/// Which of the file kinds a file is, told by the last part of its `$schema`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// `map.schema.json`
    Map,
    /// `recipe.schema.json`
    Recipe,
    /// `variant.schema.json`
    Variant,
    /// `ruleset.schema.json`
    Ruleset,
    /// `order-of-battle.schema.json`
    OrderOfBattle,
    /// `scenario.schema.json`
    Scenario,
    /// `bundle.schema.json`
    Bundle,
}

impl FileKind {
    /// All kinds, in the order in which they depend on one another.
    pub const ALL: [Self; 7] = [
        Self::Ruleset,
        Self::Recipe,
        Self::Variant,
        Self::Map,
        Self::OrderOfBattle,
        Self::Scenario,
        Self::Bundle,
    ];

    /// The name used in schema files and messages: `order-of-battle`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Recipe => "recipe",
            Self::Variant => "variant",
            Self::Ruleset => "ruleset",
            Self::OrderOfBattle => "order-of-battle",
            Self::Scenario => "scenario",
            Self::Bundle => "bundle",
        }
    }

    /// The file name of its JSON Schema: `order-of-battle.schema.json`.
    pub fn schema_file(self) -> String {
        format!("{}.schema.json", self.name())
    }

    /// The kind that a `$schema` value names, by its last path part.
    pub fn of_schema(uri: &str) -> Option<Self> {
        let last = uri.rsplit(['/', '\\']).next().unwrap_or(uri);
        Self::ALL.into_iter().find(|kind| kind.schema_file() == last)
    }
}

impl std::fmt::Display for FileKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

named! {
    /// Where a datum comes from. Whatever is not `printed` shows as such wherever it is seen.
    #[derive(Default)]
    Provenance {
        /// As the published game prints it.
        #[default]
        Printed = "as printed",
        /// Taken from geographic data.
        Surveyed = "from map data",
        /// Lost or never seen: our own, made to satisfy everything that the rule book says of it.
        Reconstructed = "reconstructed",
        /// A designer's own.
        Invented = "the designer's own",
    }
}

impl Provenance {
    /// Whether this is the default, which files leave out.
    pub fn is_printed(&self) -> bool {
        *self == Self::Printed
    }
}

/// A reference to a number, a text or neither, as charts and counters print them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Rating {
    /// A plain number.
    Number(i32),
    /// Anything else that a counter prints: `A`, `T`, `3½`.
    Text(String),
}

impl Rating {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Text(_) => None,
        }
    }

    /// The number in quarters, with printed fractions: `3½` is 14. None if it is none.
    ///
    /// ```
    /// use salient_schema::common::Rating;
    /// let text = |text: &str| Rating::Text(text.to_owned()).quarters();
    /// assert_eq!([text("3½"), text("¼"), text("12"), text("A")], [Some(14), Some(1), Some(48), None]);
    /// ```
    pub fn quarters(&self) -> Option<i64> {
        let text = match self {
            Self::Number(number) => return Some(i64::from(*number) * 4),
            Self::Text(text) => text.trim(),
        };
        let parts = [('¼', 1), ('½', 2), ('¾', 3)];
        let part = parts.iter().find_map(|(sign, part)| Some((text.strip_suffix(*sign)?, *part)));
        let (whole, part) = part.unwrap_or((text, 0));
        if whole.is_empty() {
            return (part > 0).then_some(part);
        }
        Some(whole.parse::<i32>().map(i64::from).ok()? * 4 + part)
    }
}

// By hand: serde's own would first keep whatever comes, to try one variant after the other.
impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Printed;

        impl Visitor<'_> for Printed {
            type Value = Rating;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number or a text")
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Rating, E> {
                let small = i32::try_from(number).map(Rating::Number);
                small.map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Rating, E> {
                let small = i32::try_from(number).map(Rating::Number);
                small.map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Rating, E> {
                Ok(Rating::Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(Printed)
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Text(t) => f.write_str(t),
        }
    }
}

/// What an [`Id`] looks like where it is given; references need no check of their own.
pub(crate) const ID_PATTERN: &str = "^[a-z0-9]+([-_][a-z0-9]+)*$";

/// What a [`Colour`] looks like.
pub(crate) const COLOUR_PATTERN: &str = "^#[0-9a-f]{6}([0-9a-f]{2})?$";

/// Whether a text is an [`Id`]: [`ID_PATTERN`] without a regular expression's cost.
pub(crate) fn is_id(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.split(['-', '_']).all(word)
}

/// Whether a text is a [`Colour`]: [`COLOUR_PATTERN`].
pub(crate) fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 6 | 8)
            && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

/// Serde helper: a map in which no key may stand twice. JSON readers disagree on which of two
/// counts, and serde's own keeps the last without a word.
pub(crate) fn unique_keys<'de, D, M>(deserializer: D) -> Result<M, D::Error>
where
    D: Deserializer<'de>,
    M: Keyed<Value: Deserialize<'de>>,
{
    struct Unique<M>(PhantomData<M>);

    impl<'de, M: Keyed<Value: Deserialize<'de>>> Visitor<'de> for Unique<M> {
        type Value = M;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<M, A::Error> {
            let mut map = M::default();
            while let Some((key, value)) = entries.next_entry()? {
                if let Err(key) = map.put(key, value) {
                    let message = format!("duplicate key `{key}`");
                    return Err(serde::de::Error::custom(message));
                }
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(Unique(PhantomData))
}

/// A map that [`unique_keys`] may fill.
pub(crate) trait Keyed: Default {
    type Value;

    /// Puts a value under a key, or gives the key back where one has it.
    fn put(&mut self, key: String, value: Self::Value) -> Result<(), String>;
}

impl<V> Keyed for BTreeMap<String, V> {
    type Value = V;

    fn put(&mut self, key: String, value: V) -> Result<(), String> {
        match self.entry(key) {
            Entry::Vacant(place) => {
                place.insert(value);
                Ok(())
            }
            Entry::Occupied(place) => Err(place.key().clone()),
        }
    }
}

impl<V> Keyed for LiteMap<String, V> {
    type Value = V;

    fn put(&mut self, key: String, value: V) -> Result<(), String> {
        self.try_insert(key, value).map_or(Ok(()), |(key, _)| Err(key))
    }
}

/// Serde helper: a map as an object, also when it is empty.
pub(crate) fn object<S, V>(map: &LiteMap<String, V>, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    V: Serialize,
{
    serializer.collect_map(map)
}

/// Serde helper: leave out of a file what is as if it were left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Serde helper: leave `false` out of a file.
pub fn is_false(value: &bool) -> bool {
    !*value
}

/// Serde helper: leave 1 out of a file.
pub(crate) fn is_one(value: &u16) -> bool {
    *value == 1
}

/// Serde helper: 1, for fields that mean "one" when left out.
pub(crate) fn one() -> u16 {
    1
}

/// Serde helper: leave 0 out of a file.
pub fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// Serde helper: leave out points that are not spent.
pub fn is_zero_points(value: &u16) -> bool {
    *value == 0
}
