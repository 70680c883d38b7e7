//! What the sentences choose from: all that the ruleset, the map and the scenario define, by name.

use std::collections::BTreeMap;

use salient_document::Document;
use salient_document::sequence::steps_of;
use salient_schema::Id;
pub use salient_schema::rules_of_play::NameOf;
use salient_schema::rules_of_play::{RulesOfPlay, ZonePurpose};
use salient_schema::ruleset::Kind;
use salient_schema::words::id_in_words;

/// Lists with their headings, each of ids with names.
pub type Lists = [(&'static str, Vec<(Id, String)>)];

/// All that can be chosen.
pub struct Known {
    names: BTreeMap<NameOf, Vec<Titled>>,
    /// What a zone of control is asked for, by place.
    pub purposes: Vec<Titled>,
}

/// Things of one kind under their title: id and name.
type Titled = (&'static str, Vec<(Id, String)>);

impl Known {
    /// What a document has, with these rules of play.
    pub fn of(document: &Document, rules: &RulesOfPlay) -> Self {
        let ruleset = document.ruleset();
        let layout = &ruleset.counters;
        macro_rules! named {
            ($list:expr, $name:ident) => {
                $list.iter().map(|one| (one.id.clone(), one.$name.clone())).collect::<Vec<_>>()
            };
        }
        let kinds = |kinds: &[Kind]| named!(kinds, name);
        let one = |list| vec![("", list)];
        let own_states = named!(rules.states, name);
        let supply = rules.supply.iter().flat_map(|supply| &supply.states);
        let supply = supply.map(|state| (state.id.clone(), state.name.clone()));
        let weather = rules.weather.iter().flat_map(|weather| &weather.kinds);
        let steps = steps_of(&ruleset.sequence).into_iter();
        let purposes = ZonePurpose::ALL.iter().enumerate();
        let lists = [
            (
                NameOf::Group,
                vec![
                    ("Types", named!(layout.types, name)),
                    ("Traits", named!(layout.traits, name)),
                    ("Sizes", named!(layout.sizes, name)),
                    ("Nations", named!(ruleset.nations, name)),
                    ("Sides", named!(ruleset.sides, name)),
                ],
            ),
            (
                NameOf::Ground,
                vec![("Terrain", kinds(&ruleset.terrain)), ("In hexes", kinds(&ruleset.features))],
            ),
            (NameOf::Feature, one(kinds(&ruleset.features))),
            (NameOf::Hexside, one(kinds(&ruleset.hexsides))),
            (NameOf::Path, one(kinds(&ruleset.paths))),
            (NameOf::Zone, one(named!(document.map().zones.items, name))),
            (NameOf::Side, one(named!(ruleset.sides, name))),
            (NameOf::Rating, one(named!(layout.ratings, name))),
            (NameOf::Table, one(named!(ruleset.tables, title))),
            (NameOf::Track, one(named!(document.scenario().tracks, name))),
            (
                NameOf::Weather,
                one(weather.map(|kind| (kind.id.clone(), kind.name.clone())).collect()),
            ),
            (NameOf::State, one(own_states.iter().cloned().chain(supply).collect())),
            (NameOf::OwnState, one(own_states)),
            (NameOf::Combat, one(named!(rules.combat, name))),
            (NameOf::Fire, one(named!(rules.fire, name))),
            (NameOf::Step, one(steps.map(|(_, it)| (it.id.clone(), it.name.clone())).collect())),
            (NameOf::OptionalRule, one(named!(ruleset.optional_rules, name))),
        ];
        Self {
            names: lists.into_iter().collect(),
            purposes: one(purposes
                .map(|(at, it)| (at.to_string(), it.text().to_owned()))
                .collect()),
        }
    }

    /// The lists of a sort.
    pub fn lists(&self, of: NameOf) -> &Lists {
        self.names.get(&of).map(Vec::as_slice).unwrap_or_default()
    }

    /// All of a sort without headings, and `now` where it is not among them.
    pub fn with(&self, of: NameOf, now: Option<&str>) -> Vec<(Id, String)> {
        let all = self.lists(of).iter().flat_map(|(_, list)| list).cloned();
        let mut all: Vec<(Id, String)> = all.collect();
        if let Some(now) = now.filter(|now| all.iter().all(|(id, _)| id != now)) {
            all.push((now.to_owned(), not_there(now)));
        }
        all
    }

    /// The first of a sort, if there is one.
    pub fn first(&self, of: NameOf) -> Option<&Id> {
        self.lists(of).iter().flat_map(|(_, list)| list).map(|(id, _)| id).next()
    }
}

/// What is said of something that is not defined.
pub fn not_there(id: &str) -> String {
    if id.is_empty() {
        "nothing yet".to_owned()
    } else {
        format!("{} (not there)", id_in_words(id))
    }
}
