//! What is done with what was found: a plan of edits, to be looked at first.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::Feature;
use salient_schema::{Bundle, HexLabel, Id};

use super::{Hit, Place, Query, Subject, find_in};
use crate::document::Document;
use crate::edit::Edit;

/// What becomes of everything that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Another kind of terrain, feature, hexside, path or line; another type of counter.
    Kind(Id),
    /// Another text where the query's stands; without a text in the query, the whole name.
    Text(String),
    /// Another owner, or none.
    Owner(Option<Id>),
    /// Another value, or none.
    Value(Option<i32>),
    /// So much more, or less.
    AddValue(i32),
    /// Another formation, or none.
    Formation(Option<Id>),
    /// Nothing: it is taken away.
    Remove,
}

impl Replacement {
    /// Whether it makes sense for what is looked for.
    pub fn fits(&self, subject: Subject) -> bool {
        match self {
            Self::Kind(_) => subject != Subject::Name,
            Self::Text(_) => subject.has_text(),
            Self::Owner(_) => matches!(subject, Subject::Feature | Subject::Line),
            Self::Value(_) | Self::AddValue(_) => subject.has_value(),
            Self::Formation(_) => subject == Subject::Counter,
            Self::Remove => matches!(
                subject,
                Subject::Feature | Subject::Hexside | Subject::Path | Subject::Line
            ),
        }
    }
}

/// A thing before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was found.
    pub hit: Hit,
    /// What changes of it, as it is.
    pub before: String,
    /// As it will be; empty where it is taken away.
    pub after: String,
}

/// A thing that cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What was found.
    pub hit: Hit,
    /// Why not.
    pub reason: String,
}

/// A replacement before it is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// What will change. Things that are so already are left out.
    pub changes: Vec<Change>,
    /// What was found and cannot be changed so.
    pub refused: Vec<Refused>,
    /// The edits that do it, in order; one step of undo.
    pub edits: Vec<Edit>,
}

/// Plans a replacement in everything that a query finds.
pub fn plan(document: &Document, query: &Query, replacement: &Replacement) -> Plan {
    plan_among(document, query, replacement, |_| true)
}

pub(crate) fn plan_among(
    document: &Document,
    query: &Query,
    replacement: &Replacement,
    keep: impl Fn(&Hit) -> bool,
) -> Plan {
    let (bundle, grid) = (document.bundle(), document.grid());
    let mut planner = Planner {
        document,
        bundle,
        grid,
        query,
        replacement,
        plan: Plan::default(),
        painted: Vec::new(),
        brought: BTreeSet::new(),
    };
    if !replacement.fits(query.subject) {
        return planner.plan;
    }
    let mut hits = find_in(bundle, grid, query);
    hits.retain(keep);
    // Lists shrink from the end, so that the places before it stay what they are.
    let removing = *replacement == Replacement::Remove;
    if removing {
        hits.reverse();
    }
    for hit in hits {
        match planner.change(&hit) {
            Ok(Some((before, after, edits))) => {
                planner.plan.edits.extend(edits);
                planner.plan.changes.push(Change { hit, before, after });
            }
            Ok(None) => {}
            Err(reason) => planner.plan.refused.push(Refused { hit, reason }),
        }
    }
    if removing {
        planner.plan.changes.reverse();
        planner.plan.refused.reverse();
    }
    if let (Replacement::Kind(kind), false) = (replacement, planner.painted.is_empty()) {
        let hexes = std::mem::take(&mut planner.painted);
        planner.plan.edits.push(Edit::PaintTerrain { hexes, kind: kind.clone() });
    }
    planner.plan
}

struct Planner<'a> {
    document: &'a Document,
    bundle: &'a Bundle,
    grid: &'a HexGrid,
    query: &'a Query,
    replacement: &'a Replacement,
    plan: Plan,
    painted: Vec<HexLabel>,
    /// Hexes and hexsides that the plan brings the new kind to.
    brought: BTreeSet<String>,
}

type Step = Option<(String, String, Vec<Edit>)>;

impl Planner<'_> {
    fn change(&mut self, hit: &Hit) -> Result<Step, String> {
        match hit.place {
            Place::Hex(hex) => Ok(self.terrain(hex)),
            Place::Feature(at) => self.feature(at),
            Place::Hexside(at) => self.hexside(at),
            Place::Path(at) => Ok(self.path(at)),
            Place::Line(at) => Ok(self.line(at)),
            Place::Zone(at) => Ok(self.zone(at)),
            Place::Formation(book, at) => self.formation(book, at),
            Place::Counter(book, at) => self.counter(book, at),
            Place::MapTitle => {
                let title = &self.bundle.map.title;
                let after = self.filled(title)?;
                Ok(differing(title, &after, |title| vec![Edit::SetMapTitle { title }]))
            }
            Place::ScenarioTitle => {
                let title = &self.bundle.scenario.title;
                let after = self.filled(title)?;
                Ok(differing(title, &after, |title| vec![Edit::SetScenarioTitle { title }]))
            }
        }
    }

    fn terrain(&mut self, hex: Hex) -> Step {
        let Replacement::Kind(kind) = self.replacement else { return None };
        let terrain = &self.bundle.map.terrain;
        let index = self.grid.index(hex);
        let row = terrain.rows.get(usize::from(index.row))?;
        // Rows are plain letters nearly always, and then a glyph is a byte.
        let glyph = match row.is_ascii() {
            true => row.get(usize::from(index.column)..=usize::from(index.column))?.to_owned(),
            false => row.chars().nth(usize::from(index.column))?.to_string(),
        };
        let before = terrain.palette.get(&glyph)?;
        if before == kind {
            return None;
        }
        self.painted.push(self.grid.label(hex));
        Some((before.clone(), kind.clone(), Vec::new()))
    }

    /// A name with the query's text replaced; the whole of it where the query has none.
    fn renamed(&self, name: &str) -> String {
        let Replacement::Text(with) = self.replacement else { return name.to_owned() };
        match self.query.text.as_ref().filter(|pattern| !pattern.is_empty()) {
            Some(pattern) => pattern.replaced(name, with),
            None => with.clone(),
        }
    }

    /// The same, where there must be a name.
    fn filled(&self, name: &str) -> Result<String, String> {
        let after = self.renamed(name);
        if after.trim().is_empty() { Err("it must have a name".to_owned()) } else { Ok(after) }
    }

    fn optional_name(&self, name: Option<&str>) -> Option<String> {
        Some(self.renamed(name.unwrap_or_default())).filter(|name| !name.trim().is_empty())
    }

    fn feature(&mut self, at: usize) -> Result<Step, String> {
        let items = &self.bundle.map.features.items;
        let Some(old) = items.get(at) else { return Ok(None) };
        let mut new = old.clone();
        let words: fn(&Feature) -> String = match self.replacement {
            Replacement::Kind(_) => |feature| feature.kind.clone(),
            Replacement::Text(_) => |feature| feature.name.clone().unwrap_or_default(),
            Replacement::Owner(_) => |feature| feature.owner.clone().unwrap_or_default(),
            Replacement::Value(_) | Replacement::AddValue(_) => {
                |feature| feature.value.map_or_else(String::new, |value| value.to_string())
            }
            Replacement::Remove => {
                let (hex, kind) = (old.hex.clone(), old.kind.clone());
                let edit = Edit::remove_feature(hex, kind);
                return Ok(Some((old.kind.clone(), String::new(), vec![edit])));
            }
            Replacement::Formation(_) => return Ok(None),
        };
        match self.replacement {
            Replacement::Kind(kind) => new.kind.clone_from(kind),
            Replacement::Text(_) => new.name = self.optional_name(old.name.as_deref()),
            Replacement::Owner(owner) => new.owner.clone_from(owner),
            Replacement::Value(value) => new.value = *value,
            Replacement::AddValue(more) => {
                let Some(value) = old.value else { return Err("it has no value".to_owned()) };
                new.value = Some(value.saturating_add(*more));
            }
            _ => {}
        }
        if new == *old {
            return Ok(None);
        }
        let edits = if new.kind == old.kind {
            vec![Edit::set_feature(new.clone())]
        } else {
            let hex = self.grid.parse(&old.hex);
            let there = hex.is_some_and(|hex| self.document.feature_at(hex, &new.kind).is_some());
            if there || !self.brought.insert(old.hex.clone()) {
                return Err(format!("hex {} has a {} already", new.hex, new.kind));
            }
            vec![
                Edit::remove_feature(old.hex.clone(), old.kind.clone()),
                Edit::add_feature(new.clone(), None),
            ]
        };
        Ok(Some((words(old), words(&new), edits)))
    }

    fn hexside(&mut self, at: usize) -> Result<Step, String> {
        let items = &self.bundle.map.hexsides.items;
        let Some(old) = items.get(at) else { return Ok(None) };
        match self.replacement {
            Replacement::Kind(kind) if *kind != old.kind => {
                let side = self.grid.parse_side(&old.side);
                let mut there = side.into_iter().flat_map(|side| self.document.hexsides_at(side));
                let there = there.any(|item| item.kind == *kind);
                if there || !self.brought.insert(old.side.clone()) {
                    return Err(format!("hexside {} has a {kind} already", old.side));
                }
                let mut hexside = old.clone();
                hexside.kind.clone_from(kind);
                let edits = vec![
                    Edit::remove_hexside(old.side.clone(), old.kind.clone()),
                    Edit::add_hexside(hexside, None),
                ];
                Ok(Some((old.kind.clone(), kind.clone(), edits)))
            }
            Replacement::Text(_) => {
                let name = self.optional_name(old.name.as_deref());
                let (before, after) = (shown(&old.name), shown(&name));
                let hexside = salient_schema::map::Hexside { name, ..old.clone() };
                Ok(differing(&before, &after, |_| vec![Edit::set_hexside(hexside)]))
            }
            Replacement::Remove => {
                let edit = Edit::remove_hexside(old.side.clone(), old.kind.clone());
                Ok(Some((old.kind.clone(), String::new(), vec![edit])))
            }
            _ => Ok(None),
        }
    }

    fn path(&self, at: usize) -> Step {
        let old = self.bundle.map.paths.items.get(at)?;
        let mut path = old.clone();
        let (before, after) = match self.replacement {
            Replacement::Kind(kind) => {
                path.kind.clone_from(kind);
                (old.kind.clone(), kind.clone())
            }
            Replacement::Text(_) => {
                path.name = self.optional_name(old.name.as_deref());
                (shown(&old.name), shown(&path.name))
            }
            Replacement::Remove => {
                return Some((old.kind.clone(), String::new(), vec![Edit::remove_path(at)]));
            }
            _ => return None,
        };
        differing(&before, &after, |_| vec![Edit::set_path(at, path)])
    }

    fn line(&self, at: usize) -> Step {
        let old = self.bundle.map.lines.items.get(at)?;
        let mut line = old.clone();
        let (before, after) = match self.replacement {
            Replacement::Kind(kind) => {
                line.kind.clone_from(kind);
                (old.kind.clone(), kind.clone())
            }
            Replacement::Text(_) => {
                line.name = self.optional_name(old.name.as_deref());
                (shown(&old.name), shown(&line.name))
            }
            Replacement::Owner(owner) => {
                line.owner.clone_from(owner);
                (shown(&old.owner), shown(&line.owner))
            }
            Replacement::Remove => {
                return Some((old.kind.clone(), String::new(), vec![Edit::remove_line(at)]));
            }
            _ => return None,
        };
        differing(&before, &after, |_| vec![Edit::set_line(at, line)])
    }

    fn zone(&self, at: usize) -> Step {
        let old = self.bundle.map.zones.items.get(at)?;
        let name = self.filled(&old.name).ok()?;
        let to = salient_schema::map::Zone { name, ..old.clone() };
        let (before, after) = (old.name.clone(), to.name.clone());
        differing(&before, &after, |_| vec![Edit::set_zone(old.id.clone(), to)])
    }

    fn formation(&self, order_of_battle: usize, at: usize) -> Result<Step, String> {
        let book = self.bundle.orders_of_battle.get(order_of_battle);
        let Some(old) = book.and_then(|book| book.formations.get(at)) else { return Ok(None) };
        let mut to = old.clone();
        to.name = self.filled(&old.name)?;
        let (before, after) = (old.name.clone(), to.name.clone());
        Ok(differing(&before, &after, |_| {
            let formation = old.id.clone();
            vec![Edit::set_formation(order_of_battle, formation, Box::new(to))]
        }))
    }

    fn counter(&self, book: usize, at: usize) -> Result<Step, String> {
        let book = self.bundle.orders_of_battle.get(book);
        let Some(old) = book.and_then(|book| book.counters.get(at)) else { return Ok(None) };
        let mut to = old.clone();
        let (before, after) = match self.replacement {
            Replacement::Kind(kind) => {
                to.unit_type.clone_from(kind);
                (old.unit_type.clone(), kind.clone())
            }
            Replacement::Text(_) => {
                to.designation = self.filled(&old.designation)?;
                (old.designation.clone(), to.designation.clone())
            }
            Replacement::Formation(formation) => {
                if let Some(id) = formation {
                    let there = book.and_then(|book| book.formations.iter().find(|f| f.id == *id));
                    match there {
                        None => return Err(format!("its order of battle has no formation {id}")),
                        Some(formation) if formation.side != old.side => {
                            return Err(format!("{} fights for another side", formation.name));
                        }
                        Some(_) => {}
                    }
                }
                to.formation.clone_from(formation);
                (shown(&old.formation), shown(formation))
            }
            _ => return Ok(None),
        };
        Ok(differing(&before, &after, |_| vec![Edit::set_counter(old.id.clone(), Box::new(to))]))
    }
}

impl Plan {
    /// How many changes of each kind there are: before, after, count; the commonest first.
    pub fn summary(&self) -> Vec<(String, String, usize)> {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for change in &self.changes {
            *counts.entry((&change.before, &change.after)).or_default() += 1;
        }
        let mut summary: Vec<_> = counts
            .into_iter()
            .map(|((before, after), count)| (before.to_owned(), after.to_owned(), count))
            .collect();
        summary.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.cmp(b)));
        summary
    }
}

fn shown(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

fn differing(before: &str, after: &str, edits: impl FnOnce(String) -> Vec<Edit>) -> Step {
    (before != after).then(|| (before.to_owned(), after.to_owned(), edits(after.to_owned())))
}
