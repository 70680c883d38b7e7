//! Sentences with choices in them: what the rules of play say, as data. A sentence is a text with
//! the names of fields in braces, and a [`Slot`] for each; what draws them knows no rule.

use std::ops::RangeInclusive;

use salient_document::oob::id_from_words;
use salient_schema::Id;
use salient_schema::recipe::MapEdge;
use salient_schema::rules_of_play::{
    ActivationBy, ActivationOf, AllowanceIn, Amount, ColumnBy, Dice, Exception, FireBy, Group,
    MovementMode, Obligation, RetreatBy, RetreatTowards, Rounding, Sheltering, StackingCount,
    StackingTime, TerrainIn, Worse, ZoneEntry, ZoneMove, ZonePurpose, ZoneRetreat,
};
use serde_json::Value;

use super::known::{Known, Lists, NameOf};

/// Where rules of play stand in a ruleset.
pub const AT: &str = "/rules_of_play";

/// The most that numbers of the rules may be in a sentence.
pub const MOST: i32 = 999;

/// How wide a name is, in points.
pub const NAME: f32 = 150.0;

/// A line of a chapter.
pub enum Row<'a> {
    /// A sentence.
    Say(Sentence<'a>),
    /// The heading of a part; it can be taken away where it says from where.
    Head(String, Option<String>),
    /// A button that adds something.
    Add(&'static str, Change),
}

/// A change of what the rules have: where they are written as JSON, by pointer.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Puts a value at a place, `-` being the end of a list.
    Put(String, Value),
    /// Takes away what is at a place.
    Remove(String),
}

/// A sentence.
pub struct Sentence<'a> {
    /// The pointer to what it is about, from the ruleset on.
    pub at: String,
    /// The text with fields in braces.
    pub text: String,
    /// What stands for the fields, with their names.
    pub slots: Vec<(String, Slot<'a>)>,
    /// Conditions that may be added to it: what they are called, and how.
    pub more: Vec<(&'static str, Change)>,
    /// Where it can be taken away by itself.
    pub remove: Option<String>,
    /// How far it is set in.
    pub depth: usize,
}

/// What can be chosen in a sentence.
pub enum Slot<'a> {
    /// A number. At a value it may be said in words; where it has exceptions, they follow.
    Number {
        now: i32,
        range: RangeInclusive<i32>,
        at: Option<(i32, &'static str)>,
        set: Box<dyn FnMut(i32) + 'a>,
        except: Option<&'a mut Vec<Exception>>,
    },
    /// One of several.
    Choice { now: usize, options: Vec<String>, set: Box<dyn FnMut(usize) + 'a> },
    /// One of several, each of which is another thing altogether.
    Kind { now: usize, options: Vec<(String, Change)> },
    /// Some of several, or none.
    Several {
        now: Vec<Id>,
        lists: &'a Lists,
        none: &'static str,
        set: Box<dyn FnMut(Vec<Id>) + 'a>,
    },
    /// Units.
    Group { now: &'a mut Group, lists: &'a Lists },
    /// Dice.
    Dice(&'a mut Dice),
    /// What an exception does to its number.
    Exception { set: &'a mut Option<i32>, add: &'a mut Option<i32> },
    /// Words of the designer's.
    Text { now: String, hint: &'static str, width: f32, set: Box<dyn FnMut(String) + 'a> },
}

/// An enumeration that a chooser shows.
pub trait Named: Copy + PartialEq + 'static {
    /// Every one of it.
    fn all() -> &'static [Self];
    /// What it is called.
    fn words(self) -> &'static str;
}

macro_rules! named {
    ($($name:ident: $all:expr, $words:expr;)*) => {
        $(impl Named for $name {
            fn all() -> &'static [Self] {
                $all
            }

            fn words(self) -> &'static str {
                $words(self)
            }
        })*
    };
    ($($name:ident)*) => {
        named! { $($name: $name::ALL, $name::text;)* }
    };
}

named! {
    ActivationBy ActivationOf AllowanceIn ColumnBy FireBy MovementMode Obligation RetreatBy
    RetreatTowards Rounding Sheltering StackingCount StackingTime TerrainIn Worse ZoneEntry ZoneMove
    ZonePurpose ZoneRetreat
}

named! { MapEdge: &MapEdge::ALL, edge; }

fn edge(edge: MapEdge) -> &'static str {
    match edge {
        MapEdge::North => "north",
        MapEdge::East => "east",
        MapEdge::South => "south",
        MapEdge::West => "west",
    }
}

impl<'a> Sentence<'a> {
    /// A sentence about what is at a pointer.
    pub fn new(at: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            at: at.to_owned(),
            text,
            slots: Vec::new(),
            more: Vec::new(),
            remove: None,
            depth: 0,
        }
    }

    /// The same with a choice for a field.
    pub fn with(mut self, field: &str, slot: Slot<'a>) -> Self {
        self.slots.push((field.to_owned(), slot));
        self
    }

    /// The same with another clause at its end, about a field.
    pub fn and(mut self, words: &str, field: &str, slot: Slot<'a>) -> Self {
        self.text = format!("{} {words} {{{field}}}", self.text);
        self.with(field, slot)
    }

    /// The same with the number of the rule behind it.
    pub fn rule(self, rule: &'a mut Option<String>) -> Self {
        let now = rule.clone().unwrap_or_default();
        let set = Box::new(move |typed: String| {
            *rule = Some(typed.trim().to_owned()).filter(|typed| !typed.is_empty());
        });
        self.and("", "rule", Slot::Text { now, hint: "rule", width: 72.0, set })
    }

    /// The same, that can be taken away by itself.
    pub fn removable(self) -> Self {
        Self { remove: Some(self.at.clone()), ..self }
    }

    /// The same, of which a field can be taken away.
    pub fn without(self, field: &str) -> Self {
        Self { remove: Some(self.pointer(field)), ..self }
    }

    /// The same, set in below another.
    pub fn set_in(self) -> Self {
        Self { depth: 1, ..self }
    }

    /// The pointer of a field.
    pub fn pointer(&self, field: &str) -> String {
        format!("{}/{field}", self.at)
    }
}

impl<'a> From<Sentence<'a>> for Row<'a> {
    fn from(sentence: Sentence<'a>) -> Self {
        Self::Say(sentence)
    }
}

impl Slot<'_> {
    /// The same, a number that is said in words at a value.
    pub fn or(mut self, value: i32, words: &'static str) -> Self {
        if let Self::Number { at, .. } = &mut self {
            *at = Some((value, words));
        }
        self
    }
}

/// A number with its exceptions.
pub fn amount(now: &mut Amount, range: RangeInclusive<i32>) -> Slot<'_> {
    let Amount { number, except } = now;
    Slot::Number {
        now: *number,
        range,
        at: None,
        set: Box::new(move |to| *number = to),
        except: Some(except),
    }
}

/// A small number.
pub fn number<T: Copy + Into<i32> + TryFrom<i32>>(
    now: &mut T,
    range: RangeInclusive<i32>,
) -> Slot<'_> {
    let is = (*now).into();
    let set = Box::new(move |to: i32| *now = T::try_from(to).unwrap_or(*now));
    Slot::Number { now: is, range, at: None, set, except: None }
}

/// A number that may be left out, which a value of its own stands for.
pub fn maybe<'a, T: Copy + Into<i32> + TryFrom<i32>>(
    now: &'a mut Option<T>,
    range: RangeInclusive<i32>,
    (none, words): (i32, &'static str),
) -> Slot<'a> {
    Slot::Number {
        now: now.map_or(none, Into::into),
        range,
        at: Some((none, words)),
        set: Box::new(move |to| {
            *now = Some(to).filter(|to| *to != none).and_then(|to| T::try_from(to).ok())
        }),
        except: None,
    }
}

/// Per cent that are kept: all where nothing is said.
pub fn per_cent(now: &mut Option<u8>) -> Slot<'_> {
    maybe(now, 0..=100, (100, "all"))
}

/// One of an enumeration.
pub fn choice<T: Named>(now: &mut T) -> Slot<'_> {
    let at = T::all().iter().position(|one| one == now).unwrap_or(0);
    let options = T::all().iter().map(|one| one.words().to_owned()).collect();
    let set = Box::new(move |to: usize| *now = T::all().get(to).copied().unwrap_or(*now));
    Slot::Choice { now: at, options, set }
}

/// One of an enumeration, or none of it.
pub fn maybe_choice<'a, T: Named>(now: &'a mut Option<T>, none: &str) -> Slot<'a> {
    let at = now.and_then(|now| T::all().iter().position(|one| *one == now));
    let all = T::all().iter().map(|one| one.words().to_owned());
    let options = [none.to_owned()].into_iter().chain(all).collect();
    let set = Box::new(move |to: usize| {
        *now = to.checked_sub(1).and_then(|to| T::all().get(to).copied())
    });
    Slot::Choice { now: at.map_or(0, |at| at + 1), options, set }
}

/// What is so or not, in words for both: first that it is not.
pub fn whether<'a>(now: &'a mut bool, [no, yes]: [&str; 2]) -> Slot<'a> {
    let is = usize::from(*now);
    let set = Box::new(move |to| *now = to == 1);
    Slot::Choice { now: is, options: vec![no.to_owned(), yes.to_owned()], set }
}

/// One of what the ruleset has, or none of it.
pub fn maybe_one<'a>(
    now: &'a mut Option<Id>,
    known: &'a Known,
    of: NameOf,
    none: &str,
) -> Slot<'a> {
    let ids = known.with(of, now.as_deref());
    let at = ids.iter().position(|(id, _)| now.as_ref() == Some(id));
    let names = ids.iter().map(|(_, name)| name.clone());
    let options = [none.to_owned()].into_iter().chain(names).collect();
    let set = Box::new(move |to: usize| {
        *now = to.checked_sub(1).and_then(|to| ids.get(to)).map(|(id, _)| id.clone());
    });
    Slot::Choice { now: at.map_or(0, |at| at + 1), options, set }
}

/// One of what the ruleset has.
pub fn one<'a>(now: &'a mut Id, known: &Known, of: NameOf) -> Slot<'a> {
    let ids = known.with(of, Some(now.as_str()));
    let at = ids.iter().position(|(id, _)| id == now).unwrap_or(0);
    let options = ids.iter().map(|(_, name)| name.clone()).collect();
    let set = Box::new(move |to: usize| {
        if let Some((id, _)) = ids.get(to) {
            now.clone_from(id);
        }
    });
    Slot::Choice { now: at, options, set }
}

/// Some of what the ruleset has.
pub fn some<'a>(
    now: &'a mut Vec<Id>,
    known: &'a Known,
    of: NameOf,
    none: &'static str,
) -> Slot<'a> {
    let lists = known.lists(of);
    Slot::Several { now: now.clone(), lists, none, set: Box::new(move |to| *now = to) }
}

/// Some of an enumeration, which `lists` has by the numbers of its places.
pub fn some_named<'a, T: Named>(
    now: &'a mut Vec<T>,
    lists: &'a Lists,
    none: &'static str,
) -> Slot<'a> {
    let places = now.iter().filter_map(|one| T::all().iter().position(|other| other == one));
    let places = places.map(|place| place.to_string()).collect();
    let set = move |to: Vec<Id>| {
        let named = to.iter().filter_map(|place| T::all().get(place.parse::<usize>().ok()?));
        *now = named.copied().collect();
    };
    Slot::Several { now: places, lists, none, set: Box::new(set) }
}

/// Units.
pub fn group<'a>(now: &'a mut Group, known: &'a Known) -> Slot<'a> {
    Slot::Group { now, lists: known.lists(NameOf::Group) }
}

/// What it is called.
pub fn text<'a>(now: &'a mut String, hint: &'static str, width: f32) -> Slot<'a> {
    let is = now.clone();
    let set = Box::new(move |typed: String| {
        if !typed.trim().is_empty() {
            typed.trim().clone_into(now);
        }
    });
    Slot::Text { now: is, hint, width, set }
}

/// What something is called that steps, charts and conditions speak of by its id. What is new is
/// known by what it is called first.
pub fn named<'a>(id: &'a mut Id, name: &'a mut String, hint: &'static str) -> Slot<'a> {
    let now = name.clone();
    let set = Box::new(move |typed: String| {
        let typed = typed.trim();
        if typed.is_empty() {
            return;
        }
        typed.clone_into(name);
        if id.starts_with("new-") {
            *id = id_from_words(typed, id);
        }
    });
    Slot::Text { now, hint, width: NAME, set }
}
