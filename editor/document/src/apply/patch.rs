//! Many features or hexsides at once: one pass over their list instead of one each.
//!
//! Taking a feature out of a list of a hundred thousand moves half of them. A patch names all
//! places at once, so that erasing a region or replacing a kind all over the map costs one move.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, Side};
use salient_schema::map::{Feature, Hexside};

use super::State;
use crate::edit::{Edit, EditError, Key, KindOf, List, Listed, Placed};
use crate::index::Positions;

/// From how many edits on a patch is worth its pass over the list.
const MANY: usize = 8;

/// What stands in a list of the map by hex or hexside, one of each kind.
trait Kept: Listed {
    /// The hex or hexside.
    type Place: Copy + Ord;
    const LIST: List;
    const KIND_OF: KindOf;
    fn kind(&self) -> &str;
    /// The hex or hexside of a label.
    fn key(state: &State, label: &str) -> Result<Self::Place, EditError>;
    /// The item under its canonical label, and where it is.
    fn kept(&self, state: &State) -> Result<(Self::Place, Self), EditError>;
}

impl Kept for Feature {
    type Place = Hex;
    const LIST: List = List::Features;
    const KIND_OF: KindOf = KindOf::Feature;

    fn kind(&self) -> &str {
        &self.kind
    }

    fn key(state: &State, label: &str) -> Result<Hex, EditError> {
        state.parse_hex(label)
    }

    fn kept(&self, state: &State) -> Result<(Hex, Self), EditError> {
        Ok((state.parse_hex(&self.hex)?, self.clone()))
    }
}

impl Kept for Hexside {
    type Place = Side;
    const LIST: List = List::Hexsides;
    const KIND_OF: KindOf = KindOf::Hexside;

    fn kind(&self) -> &str {
        &self.kind
    }

    fn key(state: &State, label: &str) -> Result<Side, EditError> {
        state.parse_side(label)
    }

    fn kept(&self, state: &State) -> Result<(Side, Self), EditError> {
        let side = state.parse_side(&self.side)?;
        Ok((side, Self { side: state.grid.side_label(side), ..self.clone() }))
    }
}

impl State {
    /// The edits with each long row of additions and removals made one patch.
    pub(super) fn patched(&self, edits: Vec<Edit>) -> Vec<Edit> {
        if edits.len() < MANY {
            return edits;
        }
        let mut rows: Vec<(Option<List>, Vec<Edit>)> = Vec::new();
        for edit in edits {
            let list = patched_list(&edit).cloned();
            match rows.last_mut() {
                Some((last, row)) if *last == list => row.push(edit),
                _ => rows.push((list, vec![edit])),
            }
        }
        let mut out = Vec::new();
        for (list, row) in rows {
            match list {
                // Each row is found out when its turn comes, after those before it.
                Some(_) if row.len() >= MANY => out.push(Edit::All { edits: row }),
                _ => out.extend(row),
            }
        }
        out
    }

    /// Additions to and removals from one list as one patch; none if they are of several lists.
    pub(super) fn patch_of(&self, edits: &[Edit]) -> Option<Result<Edit, EditError>> {
        if edits.len() < MANY {
            return None;
        }
        let list = patched_list(edits.first()?)?;
        if !edits.iter().all(|edit| patched_list(edit) == Some(list)) {
            return None;
        }
        let Self { bundle, index, .. } = self;
        Some(match list {
            List::Features => {
                self.patch_in(Draft::new(&bundle.map.features.items, &index.features), edits)
            }
            _ => self.patch_in(Draft::new(&bundle.map.hexsides.items, &index.hexsides), edits),
        })
    }

    fn patch_in<T: Kept>(
        &self,
        mut draft: Draft<'_, T>,
        edits: &[Edit],
    ) -> Result<Edit, EditError> {
        for edit in edits {
            match edit {
                Edit::Add { item, .. } => {
                    let Some(item) = T::of(item) else { continue };
                    self.check_kind(T::KIND_OF, item.kind())?;
                    let (key, item) = item.kept(self)?;
                    if !draft.add(key, &item) {
                        return Err(self.is_there(&T::LIST, &item.clone().into().key(&T::LIST, 0)));
                    }
                }
                Edit::Remove { key, .. } => {
                    let Key::Kind { at, kind } = key else { continue };
                    if !draft.remove(T::key(self, at)?, kind) {
                        return Err(self.is_missing(&T::LIST, key));
                    }
                }
                _ => {}
            }
        }
        let (remove, insert) = draft.patch();
        Ok(Edit::patch(T::LIST, remove, insert))
    }
}

/// The list that an edit may be made a patch of.
fn patched_list(edit: &Edit) -> Option<&List> {
    match edit {
        Edit::Add { list, at: None, .. } | Edit::Remove { list, .. } => {
            matches!(list, List::Features | List::Hexsides).then_some(list)
        }
        _ => None,
    }
}

/// A patch that is being made.
struct Draft<'s, T: Kept> {
    items: &'s [T],
    index: &'s Positions<T::Place>,
    removed: BTreeSet<usize>,
    /// By the place in the old list that they come before.
    added: BTreeMap<(usize, T::Place, String), T>,
}

impl<'s, T: Kept> Draft<'s, T> {
    fn new(items: &'s [T], index: &'s Positions<T::Place>) -> Self {
        Self { items, index, removed: BTreeSet::new(), added: BTreeMap::new() }
    }

    fn there(&self, key: T::Place, kind: &str) -> Option<usize> {
        let mut at = self.index.at(key);
        at.find(|at| self.items[*at].kind() == kind && !self.removed.contains(at))
    }

    fn place(&self, key: T::Place, kind: &str) -> (usize, T::Place, String) {
        let before = self.index.before(key, |at| self.items[at].kind() <= kind);
        (before.map_or(0, |at| at + 1), key, kind.to_owned())
    }

    /// Whether it could be added: there was none.
    fn add(&mut self, key: T::Place, item: &T) -> bool {
        let place = self.place(key, item.kind());
        let free = self.there(key, item.kind()).is_none() && !self.added.contains_key(&place);
        if free {
            self.added.insert(place, item.clone());
        }
        free
    }

    /// Whether it could be removed: there was one.
    fn remove(&mut self, key: T::Place, kind: &str) -> bool {
        if self.added.remove(&self.place(key, kind)).is_some() {
            return true;
        }
        self.there(key, kind).is_some_and(|at| self.removed.insert(at))
    }

    fn patch(self) -> (Vec<usize>, Vec<Placed<T>>) {
        let remove: Vec<usize> = self.removed.into_iter().collect();
        let insert = (0..)
            .zip(self.added)
            .map(|(added, ((old, ..), item))| {
                let gone = remove.partition_point(|&at| at < old);
                Placed { at: old - gone + added, item }
            })
            .collect();
        (remove, insert)
    }
}
