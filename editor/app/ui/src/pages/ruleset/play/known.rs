//! What the sentences choose from: all that the ruleset, the map and the scenario define, by name.

use std::collections::BTreeMap;

use salient_document::Document;
use salient_document::sequence::steps_of;
use salient_schema::Id;
use salient_schema::rules_of_play::{RulesOfPlay, ZonePurpose};
use salient_schema::ruleset::Kind;
use salient_schema::words::id_in_words;

/// Lists with their headings, each of ids with names.
pub type Lists = [(&'static str, Vec<(Id, String)>)];

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    /// What units are known by: types, traits, sizes, nations, sides.
    Group,
    /// Terrain and features.
    Terrain,
    Feature,
    Hexside,
    Path,
    Zone,
    Side,
    Rating,
    Table,
    Track,
    Weather,
    /// States, those of supply among them.
    State,
    /// States that no supply brings.
    OwnState,
    Combat,
    Fire,
    Step,
    OptionalRule,
    /// What a zone of control is asked for, by place.
    Purpose,
}

/// All that can be chosen.
pub struct Known(BTreeMap<Of, Vec<(&'static str, Vec<(Id, String)>)>>);

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
                Of::Group,
                vec![
                    ("Types", named!(layout.types, name)),
                    ("Traits", named!(layout.traits, name)),
                    ("Sizes", named!(layout.sizes, name)),
                    ("Nations", named!(ruleset.nations, name)),
                    ("Sides", named!(ruleset.sides, name)),
                ],
            ),
            (
                Of::Terrain,
                vec![("Terrain", kinds(&ruleset.terrain)), ("In hexes", kinds(&ruleset.features))],
            ),
            (Of::Feature, one(kinds(&ruleset.features))),
            (Of::Hexside, one(kinds(&ruleset.hexsides))),
            (Of::Path, one(kinds(&ruleset.paths))),
            (Of::Zone, one(named!(document.map().zones.items, name))),
            (Of::Side, one(named!(ruleset.sides, name))),
            (Of::Rating, one(named!(layout.ratings, name))),
            (Of::Table, one(named!(ruleset.tables, title))),
            (Of::Track, one(named!(document.scenario().tracks, name))),
            (Of::Weather, one(weather.map(|kind| (kind.id.clone(), kind.name.clone())).collect())),
            (Of::State, one(own_states.iter().cloned().chain(supply).collect())),
            (Of::OwnState, one(own_states)),
            (Of::Combat, one(named!(rules.combat, name))),
            (Of::Fire, one(named!(rules.fire, name))),
            (Of::Step, one(steps.map(|(_, it)| (it.id.clone(), it.name.clone())).collect())),
            (Of::OptionalRule, one(named!(ruleset.optional_rules, name))),
            (
                Of::Purpose,
                one(purposes.map(|(at, it)| (at.to_string(), it.text().to_owned())).collect()),
            ),
        ];
        Self(lists.into_iter().collect())
    }

    /// The lists of a sort.
    pub fn lists(&self, of: Of) -> &Lists {
        self.0.get(&of).map(Vec::as_slice).unwrap_or_default()
    }

    /// All of a sort without headings, and `now` where it is not among them.
    pub fn with(&self, of: Of, now: Option<&str>) -> Vec<(Id, String)> {
        let all = self.lists(of).iter().flat_map(|(_, list)| list).cloned();
        let mut all: Vec<(Id, String)> = all.collect();
        if let Some(now) = now.filter(|now| all.iter().all(|(id, _)| id != now)) {
            all.push((now.to_owned(), not_there(now)));
        }
        all
    }

    /// The first of a sort, if there is one.
    pub fn first(&self, of: Of) -> Option<&Id> {
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
