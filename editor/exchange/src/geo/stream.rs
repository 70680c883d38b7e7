//! A GeoJSON document feature by feature: what is read of one is forgotten before the next.
//!
//! Whatever stands where something else is expected is passed over.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::ImportError;

/// What a collection says besides its features.
#[derive(Debug, Default)]
pub struct Head {
    /// Whether it is a FeatureCollection.
    pub is_collection: bool,
    /// The member `map` of the member `salient`.
    pub frame: Option<Value>,
    /// The member `crs`.
    pub crs: Option<Value>,
    /// Which of the members `features` counts: the last one, if it is a list.
    features: Option<usize>,
}

impl Head {
    /// Reads it, and whether the document is JSON.
    ///
    /// # Errors
    /// It is not; with line and column.
    pub fn read(place: &str, bytes: &[u8]) -> Result<Self, ImportError> {
        serde_json::from_slice(bytes).map_err(|error| no_json(place, &error))
    }

    /// Whether there is a list of features.
    pub fn has_features(&self) -> bool {
        self.features.is_some()
    }

    /// Reads the features of the same document, hands each on with its number and forgets it.
    ///
    /// # Errors
    /// What `take` says; what is no JSON, with line and column.
    pub fn each<'de, F: Deserialize<'de>>(
        &self,
        place: &str,
        bytes: &'de [u8],
        mut take: impl FnMut(usize, F) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let mut refused = None;
        let counts = self.features.unwrap_or(usize::MAX);
        let mut take = |at, feature| take(at, feature).map_err(|error| refused = Some(error));
        let each = Each { counts, take: &mut take, feature: PhantomData };
        let mut document = serde_json::Deserializer::from_slice(bytes);
        let read = each.deserialize(&mut document);
        match refused {
            Some(error) => Err(error),
            None => read.map_err(|error| no_json(place, &error)),
        }
    }
}

fn no_json(place: &str, error: &serde_json::Error) -> ImportError {
    let place = format!("{place}:{}:{}", error.line(), error.column());
    let what = format!("is no JSON: {error}");
    ImportError { place, what, help: "mend it, or export it again".to_owned() }
}

/// The methods of a visitor for what is passed over: all that it names.
macro_rules! pass_over {
    () => {};
    (bool $($rest:tt)*) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
    (number $($rest:tt)*) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
    (text $($rest:tt)*) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
    (null $($rest:tt)*) => {
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
    (list $($rest:tt)*) => {
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
    (object $($rest:tt)*) => {
        fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
            while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(Self::Value::default())
        }
        pass_over!($($rest)*);
    };
}
pub(super) use pass_over;

/// What a visitor says that takes anything.
pub fn any(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("a value")
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Document;
        impl<'de> Visitor<'de> for Document {
            type Value = Head;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Head, A::Error> {
                let mut head = Head::default();
                let mut lists = 0;
                while let Some(name) = members.next_key::<String>()? {
                    match name.as_str() {
                        "type" => {
                            let kind: Word = members.next_value()?;
                            head.is_collection = kind.text() == Some("FeatureCollection");
                        }
                        "salient" => {
                            let mut ours: Fields<Value> = members.next_value()?;
                            head.frame = ours.0.remove("map");
                        }
                        "crs" => head.crs = Some(members.next_value()?),
                        "features" => {
                            let IsList(is_list) = members.next_value()?;
                            head.features = is_list.then_some(lists);
                            lists += 1;
                        }
                        _ => drop(members.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(head)
            }

            pass_over!(bool number text null list);
        }
        from.deserialize_any(Document)
    }
}

/// Whether a value is a list.
#[derive(Default)]
struct IsList(bool);

impl<'de> Deserialize<'de> for IsList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Whatever;
        impl<'de> Visitor<'de> for Whatever {
            type Value = IsList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<IsList, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(IsList(true))
            }

            pass_over!(bool number text null object);
        }
        from.deserialize_any(Whatever)
    }
}

/// The document, and then its list of features.
struct Each<'t, T, F> {
    /// Which of the members `features` counts.
    counts: usize,
    take: &'t mut T,
    feature: PhantomData<F>,
}

impl<'de, T, F> DeserializeSeed<'de> for Each<'_, T, F>
where
    T: FnMut(usize, F) -> Result<(), ()>,
    F: Deserialize<'de>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, T, F> Visitor<'de> for Each<'_, T, F>
where
    T: FnMut(usize, F) -> Result<(), ()>,
    F: Deserialize<'de>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut lists = 0;
        while let Some(name) = members.next_key::<String>()? {
            if name != "features" {
                members.next_value::<IgnoredAny>()?;
                continue;
            }
            if lists == self.counts {
                let take = &mut *self.take;
                members.next_value_seed(Each { counts: 0, take, feature: PhantomData })?;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
            lists += 1;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut features: A) -> Result<(), A::Error> {
        let mut at = 0;
        while let Some(feature) = features.next_element()? {
            (self.take)(at, feature).map_err(|()| A::Error::custom("it is refused"))?;
            at += 1;
        }
        Ok(())
    }
}

/// A feature, as far as its reader wants to know: of its geometry, of its properties.
#[derive(Debug, Default)]
pub struct Feature<G, P> {
    /// The member `id`.
    pub id: Word,
    pub geometry: G,
    pub properties: P,
}

impl<'de, G, P> Deserialize<'de> for Feature<G, P>
where
    G: Deserialize<'de> + Default,
    P: Deserialize<'de> + Default,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members<G, P>(PhantomData<(G, P)>);
        impl<'de, G, P> Visitor<'de> for Members<G, P>
        where
            G: Deserialize<'de> + Default,
            P: Deserialize<'de> + Default,
        {
            type Value = Feature<G, P>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
                let mut feature = Self::Value::default();
                while let Some(name) = from.next_key::<String>()? {
                    match name.as_str() {
                        "id" => feature.id = from.next_value()?,
                        "geometry" => feature.geometry = from.next_value()?,
                        "properties" => feature.properties = from.next_value()?,
                        _ => drop(from.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(feature)
            }

            pass_over!(bool number text null list);
        }
        from.deserialize_any(Members(PhantomData))
    }
}

/// The members of an object; none where there is no object.
#[derive(Debug)]
pub struct Fields<V>(pub BTreeMap<String, V>);

impl<V> Default for Fields<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Members<V> {
            type Value = Fields<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some((name, value)) = from.next_entry()? {
                    fields.insert(name, value);
                }
                Ok(Fields(fields))
            }

            pass_over!(bool number text null list);
        }
        from.deserialize_any(Members(PhantomData))
    }
}

/// A property that is only read where it is a text or a whole number.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum Word {
    /// Nothing is said.
    Null,
    Text(String),
    Whole(i64),
    #[default]
    Other,
}

impl Word {
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Whole(_) | Self::Other => None,
        }
    }

    /// A text or a number, as people read it.
    pub fn shown(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            Self::Whole(number) => Some(number.to_string()),
            Self::Null | Self::Other => None,
        }
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Whatever;
        impl<'de> Visitor<'de> for Whatever {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                any(f)
            }

            fn visit_str<E>(self, text: &str) -> Result<Word, E> {
                Ok(Word::Text(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Word, E> {
                Ok(Word::Whole(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Word, E> {
                Ok(i64::try_from(number).map_or(Word::Other, Word::Whole))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Word, E> {
                Ok(Word::Other)
            }

            fn visit_unit<E>(self) -> Result<Word, E> {
                Ok(Word::Null)
            }

            pass_over!(bool list object);
        }
        from.deserialize_any(Whatever)
    }
}
