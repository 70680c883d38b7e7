//! The set-up sheet.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::Hex;
use salient_schema::order_of_battle::{Counter, Formation, OrderOfBattle};
use salient_schema::{CounterId, Id};

use super::{asked_in_words, begins_in_words};
use crate::document::Document;
use crate::index::CounterUse;

/// The set-up of a scenario as a list, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUpSheet {
    /// The sides, in the ruleset's order; those without counters are left out.
    pub sides: Vec<SideSheet>,
}

/// A side's part of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSheet {
    /// The side.
    pub side: Id,
    /// Its name in print.
    pub name: String,
    /// Its sections: what is to be placed, then the zones, then the formations.
    pub sections: Vec<Section>,
    /// How many counters stand on the map.
    pub placed: usize,
    /// How many are still to get a place.
    pub unplaced: usize,
}

/// What stands under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What the formation belongs to, or the rule of the zone.
    pub note: Option<String>,
    /// What it is.
    pub of: SectionOf,
    /// The counters.
    pub entries: Vec<Entry>,
}

/// What a section is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionOf {
    /// Counters without a place.
    Unplaced,
    /// Counters that their owner places in a zone, by the group's place in the scenario.
    Group(usize),
    /// Counters that begin among the eliminated.
    Eliminated,
    /// Counters of a formation that stand on the map; none for those of no formation.
    Formation(Option<Id>),
}

/// A counter on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The counter.
    pub counter: CounterId,
    /// What is printed on it, or its type where nothing is.
    pub name: String,
    /// Its type and formation.
    pub detail: String,
    /// Where it is.
    pub place: Place,
    /// How it begins there: `hidden, dug in`.
    pub begins: String,
}

impl Entry {
    /// What it is called, and how it begins: `2/18 (dug in)`.
    fn in_words(&self) -> String {
        match self.begins.as_str() {
            "" => self.name.clone(),
            begins => format!("{} ({begins})", self.name),
        }
    }
}

/// Where a counter of the sheet is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere.
    Nowhere,
    /// In a group that its owner places.
    Group(usize),
    /// Out of play, to be rebuilt.
    Eliminated,
    /// In a hex of the map, with its number.
    Hex(Hex, String),
    /// In a hex that the map does not have.
    OffMap,
}

impl Place {
    /// The place in words.
    pub fn words(&self) -> &str {
        match self {
            Self::Nowhere => "not placed",
            Self::Group(_) => "free",
            Self::Eliminated => "eliminated",
            Self::Hex(_, label) => label,
            Self::OffMap => "off the map",
        }
    }
}

impl SetUpSheet {
    /// The sheet of a document. Only what contains all words of `wanted` is on it; all is if
    /// there are none.
    pub fn new(document: &Document, wanted: &str) -> Self {
        let wanted = wanted.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let bundle = document.bundle();
        let set_aside = document.set_aside();
        let sides = bundle.ruleset.sides.iter().map(|side| {
            let mut sheet = SideSheet {
                side: side.id.clone(),
                name: side.name.clone(),
                sections: Vec::new(),
                placed: 0,
                unplaced: 0,
            };
            let mut unplaced = Vec::new();
            let mut eliminated = Vec::new();
            let mut groups: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
            let free = bundle.scenario.setup.free.iter().enumerate();
            for (at, _) in free.filter(|(_, free)| free.side == side.id) {
                groups.insert(at, Vec::new());
            }
            let mut formations = Vec::new();
            for oob in &bundle.orders_of_battle {
                let mut by_formation: BTreeMap<Option<usize>, Vec<Entry>> = BTreeMap::new();
                for counter in oob.counters.iter().filter(|counter| counter.side == side.id) {
                    let formation = oob.formations.iter().position(|formation| {
                        Some(formation.id.as_str()) == counter.formation.as_deref()
                    });
                    for entry in entries(document, oob, counter, &set_aside) {
                        match &entry.place {
                            Place::Nowhere => unplaced.push(entry),
                            Place::Eliminated => eliminated.push(entry),
                            Place::Group(at) => groups.entry(*at).or_default().push(entry),
                            Place::Hex(..) | Place::OffMap => {
                                by_formation.entry(formation).or_default().push(entry);
                            }
                        }
                    }
                }
                // Those of no formation at the end, as a rule book has its odds and ends.
                let loose = by_formation.remove(&None);
                let named = by_formation
                    .into_iter()
                    .filter_map(|(at, entries)| Some((Some(oob.formations.get(at?)?), entries)));
                for (formation, entries) in named.chain(loose.map(|entries| (None, entries))) {
                    formations.push(formation_section(oob, formation, entries));
                }
            }
            sheet.unplaced = unplaced.len() + groups.values().map(Vec::len).sum::<usize>();
            sheet.placed = formations.iter().map(|section| section.entries.len()).sum();
            if !unplaced.is_empty() {
                sheet.sections.push(Section {
                    title: "Not placed yet".into(),
                    note: None,
                    of: SectionOf::Unplaced,
                    entries: unplaced,
                });
            }
            for (at, entries) in groups {
                sheet.sections.push(group_section(document, at, entries));
            }
            if !eliminated.is_empty() {
                sheet.sections.push(Section {
                    title: "Among the eliminated".into(),
                    note: Some("out of play, may be rebuilt".into()),
                    of: SectionOf::Eliminated,
                    entries: eliminated,
                });
            }
            sheet.sections.extend(formations);
            sheet.keep(&words);
            sheet
        });
        let sides = sides.filter(|side| !side.sections.is_empty()).collect();
        Self { sides }
    }

    /// The sheet as a rule book prints it, for the clipboard.
    pub fn text(&self, document: &Document) -> String {
        let mut text = String::new();
        for side in &self.sides {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&side.name.to_uppercase());
            text.push('\n');
            for section in &side.sections {
                text.push_str(&section.title);
                if let Some(note) = &section.note {
                    text.push_str(&format!(" ({note})"));
                }
                text.push_str(": ");
                text.push_str(&list(&section.entries));
                text.push('\n');
                let SectionOf::Group(at) = section.of else { continue };
                let Some(free) = document.scenario().setup.free.get(at) else { continue };
                for condition in &free.conditions {
                    let words = asked_in_words(condition, free, document.map(), document.ruleset());
                    text.push_str(&format!("    {words}.\n"));
                }
            }
        }
        text
    }
}

impl SideSheet {
    /// Leaves only what contains all words.
    fn keep(&mut self, words: &[&str]) {
        if words.is_empty() {
            return;
        }
        for section in &mut self.sections {
            let heading = format!("{} {}", section.title, section.note.as_deref().unwrap_or(""));
            section.entries.retain(|entry| {
                let Entry { counter, name, detail, place, begins } = entry;
                let place = place.words();
                let text =
                    format!("{heading} {counter} {name} {detail} {place} {begins}").to_lowercase();
                words.iter().all(|word| text.contains(word))
            });
        }
        self.sections.retain(|section| !section.entries.is_empty());
    }
}

/// The counters of an id, one entry for each place that it is in. Those that arrive later and
/// those that are left of a pool are on no set-up sheet.
fn entries(
    document: &Document,
    oob: &OrderOfBattle,
    counter: &Counter,
    set_aside: &BTreeSet<&CounterId>,
) -> Vec<Entry> {
    let types = &document.ruleset().counters.types;
    let kind = types.iter().find(|kind| kind.id == counter.unit_type);
    let kind = kind.map_or(counter.unit_type.as_str(), |kind| kind.name.as_str());
    let formation =
        oob.formations.iter().find(|formation| Some(&formation.id) == counter.formation.as_ref());
    let entry = |place| Entry {
        counter: counter.id.clone(),
        name: match counter.designation.trim() {
            "" => kind.to_owned(),
            designation => designation.to_owned(),
        },
        detail: match formation {
            Some(formation) => format!("{kind} · {}", formation.name),
            None => kind.to_owned(),
        },
        begins: match &place {
            Place::Hex(hex, _) => {
                let stack = document.stack_at(*hex);
                let there = stack.into_iter().find(|entry| *entry.counter == counter.id);
                there.map(|entry| begins_in_words(document, entry.placement)).unwrap_or_default()
            }
            _ => String::new(),
        },
        place,
    };
    let uses = document.counter_uses(&counter.id);
    if uses.is_empty() && counter.count == 1 {
        let aside = set_aside.contains(&counter.id);
        return if aside { Vec::new() } else { vec![entry(Place::Nowhere)] };
    }
    let free = &document.scenario().setup.free;
    uses.iter()
        .filter_map(|usage| match usage {
            CounterUse::Hex(Some(hex)) => {
                Some(entry(Place::Hex(*hex, document.grid().label(*hex))))
            }
            CounterUse::Hex(None) => Some(entry(Place::OffMap)),
            CounterUse::Zone(zone) => {
                let holds = |group: &&salient_schema::scenario::FreePlacement| {
                    group.zone == *zone && group.counters.contains(&counter.id)
                };
                let at = free.iter().position(|group| holds(&group))?;
                Some(entry(Place::Group(at)))
            }
            CounterUse::Eliminated => Some(entry(Place::Eliminated)),
            CounterUse::Arrives(_) | CounterUse::OffMap => None,
        })
        .collect()
}

fn formation_section(
    oob: &OrderOfBattle,
    formation: Option<&Formation>,
    entries: Vec<Entry>,
) -> Section {
    let above = formation.and_then(|formation| formation.parent.as_deref());
    let above = above.and_then(|id| oob.formations.iter().find(|formation| formation.id == id));
    Section {
        title: formation.map_or("Others".to_owned(), |formation| formation.name.clone()),
        note: above.map(|above| above.name.clone()),
        of: SectionOf::Formation(formation.map(|formation| formation.id.clone())),
        entries,
    }
}

fn group_section(document: &Document, at: usize, entries: Vec<Entry>) -> Section {
    let group = document.scenario().setup.free.get(at);
    let id = group.map_or("", |group| group.zone.as_str());
    let zone = document.map().zones.items.iter().find(|zone| zone.id == id);
    let name = zone.map_or(id, |zone| zone.name.as_str());
    Section {
        title: format!("In {name}"),
        note: group.and_then(|group| group.rule.clone()),
        of: SectionOf::Group(at),
        entries,
    }
}

/// Counters with their hexes: `1/18, 2/18 in 1407; 3/18 in 1408`.
fn list(entries: &[Entry]) -> String {
    let mut hexes: Vec<(&str, Vec<String>)> = Vec::new();
    for entry in entries {
        let place = match &entry.place {
            Place::Hex(_, label) => label.as_str(),
            Place::OffMap => "no hex of this map",
            Place::Nowhere | Place::Group(_) | Place::Eliminated => "",
        };
        match hexes.iter_mut().find(|(other, _)| *other == place) {
            Some((_, names)) => names.push(entry.in_words()),
            None => hexes.push((place, vec![entry.in_words()])),
        }
    }
    let parts = hexes.iter().map(|(place, names)| match *place {
        "" => names.join(", "),
        place => format!("{} in {place}", names.join(", ")),
    });
    match entries.is_empty() {
        true => "all placed".to_owned(),
        false => parts.collect::<Vec<_>>().join("; "),
    }
}
