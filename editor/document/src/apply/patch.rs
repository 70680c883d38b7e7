//! Many features or hexsides at once: one pass over their list instead of one each.
//!
//! Taking a feature out of a list of a hundred thousand moves half of them. A patch names all
//! places at once, so that erasing a region or replacing a kind all over the map costs one move.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid, Side};
use salient_schema::map::{Feature, Hexside};

use super::State;
use crate::edit::{Edit, EditError, KindOf, Placed};
use crate::index::Positions;

/// From how many edits on a patch is worth its pass over the list.
const MANY: usize = 8;

/// What stands in a list of the map by hex or hexside, one of each kind.
trait Item: Clone {
    type Key: Copy + Ord;
    fn kind(&self) -> &str;
}

impl Item for Feature {
    type Key = Hex;
    fn kind(&self) -> &str {
        &self.kind
    }
}

impl Item for Hexside {
    type Key = Side;
    fn kind(&self) -> &str {
        &self.kind
    }
}

impl State {
    /// The edits with each long row of additions and removals made one patch.
    pub(super) fn patched(&self, edits: Vec<Edit>) -> Vec<Edit> {
        if edits.len() < MANY {
            return edits;
        }
        let sort = |edit: &Edit| match edit {
            Edit::AddFeature { at: None, .. } | Edit::RemoveFeature { .. } => 1,
            Edit::AddHexside { at: None, .. } | Edit::RemoveHexside { .. } => 2,
            _ => 0,
        };
        let mut rows: Vec<(u8, Vec<Edit>)> = Vec::new();
        for edit in edits {
            let sort = sort(&edit);
            match rows.last_mut() {
                Some((last, row)) if *last == sort => row.push(edit),
                _ => rows.push((sort, vec![edit])),
            }
        }
        let mut out = Vec::new();
        for (sort, row) in rows {
            match sort {
                _ if row.len() < MANY => out.extend(row),
                0 => out.extend(row),
                // Each row is found out when its turn comes, after those before it.
                _ => out.push(Edit::All { edits: row }),
            }
        }
        out
    }

    /// Additions to and removals from one list as one patch; none if they are of several lists.
    pub(super) fn patch_of(&self, edits: &[Edit]) -> Option<Result<Edit, EditError>> {
        if edits.len() < MANY {
            return None;
        }
        let features = |edit: &Edit| {
            matches!(edit, Edit::AddFeature { at: None, .. } | Edit::RemoveFeature { .. })
        };
        let hexsides = |edit: &Edit| {
            matches!(edit, Edit::AddHexside { at: None, .. } | Edit::RemoveHexside { .. })
        };
        if edits.iter().all(features) {
            return Some(self.feature_patch(edits));
        }
        edits.iter().all(hexsides).then(|| self.hexside_patch(edits))
    }

    fn feature_patch(&self, edits: &[Edit]) -> Result<Edit, EditError> {
        let mut draft = Draft::new(&self.bundle.map.features.items, &self.index.features);
        for edit in edits {
            match edit {
                Edit::AddFeature { feature, .. } => {
                    let Feature { hex, kind, .. } = feature;
                    self.check_kind(KindOf::Feature, kind)?;
                    if !draft.add(self.parse_hex(hex)?, feature) {
                        let (hex, kind) = (hex.clone(), kind.clone());
                        return Err(EditError::FeatureThere { hex, kind });
                    }
                }
                Edit::RemoveFeature { hex, kind } if !draft.remove(self.parse_hex(hex)?, kind) => {
                    let (hex, kind) = (hex.clone(), kind.clone());
                    return Err(EditError::NoSuchFeature { hex, kind });
                }
                _ => {}
            }
        }
        let (remove, insert) = draft.patch();
        Ok(Edit::PatchFeatures { remove, insert })
    }

    fn hexside_patch(&self, edits: &[Edit]) -> Result<Edit, EditError> {
        let mut draft = Draft::new(&self.bundle.map.hexsides.items, &self.index.hexsides);
        for edit in edits {
            match edit {
                Edit::AddHexside { hexside, .. } => {
                    let Hexside { side, kind, .. } = hexside;
                    self.check_kind(KindOf::Hexside, kind)?;
                    let key = self.parse_side(side)?;
                    let spelled = Hexside { side: self.grid.side_label(key), ..hexside.clone() };
                    if !draft.add(key, &spelled) {
                        let (side, kind) = (side.clone(), kind.clone());
                        return Err(EditError::HexsideThere { side, kind });
                    }
                }
                Edit::RemoveHexside { side, kind }
                    if !draft.remove(self.parse_side(side)?, kind) =>
                {
                    let (side, kind) = (side.clone(), kind.clone());
                    return Err(EditError::NoSuchHexside { side, kind });
                }
                _ => {}
            }
        }
        let (remove, insert) = draft.patch();
        Ok(Edit::PatchHexsides { remove, insert })
    }

    pub(super) fn patch_features(
        &mut self,
        remove: &[usize],
        insert: &[Placed<Feature>],
    ) -> Result<Edit, EditError> {
        let Self { bundle, grid, index, .. } = self;
        let items = &mut bundle.map.features.items;
        let key = |item: &Feature, grid: &HexGrid| grid.parse(&item.hex);
        let taken = patch("the map's list of features", items, remove, insert)?;
        let keys = insert.iter().map(|placed| (placed.at, key(&placed.item, grid)));
        index.features.patch(remove, &keys.collect::<Vec<_>>());
        let remove = insert.iter().map(|placed| placed.at).collect();
        Ok(Edit::PatchFeatures { remove, insert: taken })
    }

    pub(super) fn patch_hexsides(
        &mut self,
        remove: &[usize],
        insert: &[Placed<Hexside>],
    ) -> Result<Edit, EditError> {
        let Self { bundle, grid, index, .. } = self;
        let items = &mut bundle.map.hexsides.items;
        let key = |item: &Hexside, grid: &HexGrid| grid.parse_side(&item.side);
        let taken = patch("the map's list of hexsides", items, remove, insert)?;
        let keys = insert.iter().map(|placed| (placed.at, key(&placed.item, grid)));
        index.hexsides.patch(remove, &keys.collect::<Vec<_>>());
        let remove = insert.iter().map(|placed| placed.at).collect();
        Ok(Edit::PatchHexsides { remove, insert: taken })
    }
}

/// A patch that is being made.
struct Draft<'s, T: Item> {
    items: &'s [T],
    index: &'s Positions<T::Key>,
    removed: BTreeSet<usize>,
    /// By the place in the old list that they come before.
    added: BTreeMap<(usize, T::Key, String), T>,
}

impl<'s, T: Item> Draft<'s, T> {
    fn new(items: &'s [T], index: &'s Positions<T::Key>) -> Self {
        Self { items, index, removed: BTreeSet::new(), added: BTreeMap::new() }
    }

    fn there(&self, key: T::Key, kind: &str) -> Option<usize> {
        let mut at = self.index.at(key);
        at.find(|at| self.items[*at].kind() == kind && !self.removed.contains(at))
    }

    fn place(&self, key: T::Key, kind: &str) -> (usize, T::Key, String) {
        let before = self.index.before(key, |at| self.items[at].kind() <= kind);
        (before.map_or(0, |at| at + 1), key, kind.to_owned())
    }

    /// Whether it could be added: there was none.
    fn add(&mut self, key: T::Key, item: &T) -> bool {
        let place = self.place(key, item.kind());
        let free = self.there(key, item.kind()).is_none() && !self.added.contains_key(&place);
        if free {
            self.added.insert(place, item.clone());
        }
        free
    }

    /// Whether it could be removed: there was one.
    fn remove(&mut self, key: T::Key, kind: &str) -> bool {
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

/// Takes items out and puts others in, and gives those that were taken with their old places.
fn patch<T: Clone>(
    list: &'static str,
    items: &mut Vec<T>,
    remove: &[usize],
    insert: &[Placed<T>],
) -> Result<Vec<Placed<T>>, EditError> {
    let len = items.len();
    let beyond = |at| Err(EditError::BeyondEnd { list, at, len });
    if let Some(&at) = remove.iter().find(|&&at| at >= len) {
        return beyond(at);
    }
    let end = len - remove.len().min(len) + insert.len();
    if let Some(placed) = insert.iter().find(|placed| placed.at >= end) {
        return beyond(placed.at);
    }
    let ascending = remove.is_sorted_by(|a, b| a < b) && insert.is_sorted_by(|a, b| a.at < b.at);
    if !ascending {
        return Err(EditError::OutOfOrder { list });
    }
    let mut taken = Vec::with_capacity(remove.len());
    let mut new = Vec::with_capacity(end);
    let (mut going, mut coming) = (remove.iter().peekable(), insert.iter().peekable());
    for (at, item) in std::mem::take(items).into_iter().enumerate() {
        if going.next_if(|&&gone| gone == at).is_some() {
            taken.push(Placed { at, item });
            continue;
        }
        while let Some(placed) = coming.next_if(|placed| placed.at == new.len()) {
            new.push(placed.item.clone());
        }
        new.push(item);
    }
    new.extend(coming.map(|placed| placed.item.clone()));
    *items = new;
    Ok(taken)
}
