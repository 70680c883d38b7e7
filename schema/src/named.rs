//! The files that a file names beside those that it is made of, in one place: for whoever asks
//! whether they are there, and for whoever writes the file elsewhere, from where they have other
//! names.
//!
//! | file | is made of | names besides |
//! |---|---|---|
//! | scenario | ruleset, map, orders of battle | |
//! | map | ruleset | a scan, the boards that it is joined of |
//! | order of battle | ruleset | pictures of counters |
//! | bundle | parts in itself | what its parts name |
//! | recipe, variant | ruleset, recipe | layers, which stay with them |

use crate::paths::{folder_of, relative, resolve};
use crate::project::ProjectPaths;
use crate::{Bundle, Map, OrderOfBattle, Recipe};

/// A name of a file as it stands in the file `from`, as it is to stand in `to` to be of the same
/// file: one that begins at the root of the disk, too. In the same folder others stay as they are
/// written.
pub fn moved(name: &str, from: &str, to: &str) -> String {
    let is_whole = name.starts_with('/') || std::path::Path::new(name).is_absolute();
    if is_whole {
        relative(to, name)
    } else if folder_of(from) == folder_of(to) {
        name.to_owned()
    } else {
        relative(to, &resolve(from, name))
    }
}

/// The same of a schema: it moves along where it is the path of a file, and not only a name or an
/// address.
pub fn moved_schema(schema: &str, from: &str, to: &str) -> String {
    match schema.contains('/') && !schema.contains("://") {
        true => moved(schema, from, to),
        false => schema.to_owned(),
    }
}

impl Map {
    /// The files that it names beside its ruleset, each with where: its scan, and its boards.
    pub fn named_files(&self) -> impl Iterator<Item = (String, &str)> {
        let scan = self.scan.iter().map(|scan| ("/scan/file".to_owned(), scan.file.as_str()));
        let boards = self.grid.boards.iter().enumerate().filter_map(|(at, board)| {
            Some((format!("/grid/boards/{at}/file"), board.file.as_deref()?))
        });
        scan.chain(boards)
    }

    /// The same, to be named otherwise.
    pub fn named_files_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let scan = self.scan.iter_mut().map(|scan| &mut scan.file);
        scan.chain(self.grid.boards.iter_mut().filter_map(|board| board.file.as_mut()))
    }

    /// Names all files as the map does that lies at `to`, and no longer at `from`.
    pub fn move_to(&mut self, from: &str, to: &str) {
        self.schema = moved_schema(&self.schema, from, to);
        self.ruleset = moved(&self.ruleset, from, to);
        self.named_files_mut().for_each(|name| *name = moved(name, from, to));
    }
}

impl Recipe {
    /// Names all files as the recipe does that lies at `to`, and no longer at `from`.
    pub fn move_to(&mut self, from: &str, to: &str) {
        self.schema = moved_schema(&self.schema, from, to);
        self.ruleset = moved(&self.ruleset, from, to);
        self.layers.iter_mut().for_each(|layer| layer.file = moved(&layer.file, from, to));
    }
}

impl OrderOfBattle {
    /// The pictures that faces of its counters name, each by the number of its counter and face.
    pub fn named_pictures(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        self.counters.iter().enumerate().flat_map(|(counter, one)| {
            let faces = one.faces.iter().enumerate();
            faces.filter_map(move |(at, face)| Some((counter, at, face.picture.as_deref()?)))
        })
    }

    /// The same, to be named otherwise.
    pub fn named_pictures_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let faces = self.counters.iter_mut().flat_map(|counter| &mut counter.faces);
        faces.filter_map(|face| face.picture.as_mut())
    }
}

impl Bundle {
    /// Names what its parts name besides each other, as the one file does that lies at `to`. The
    /// parts lie in these files. Pictures that were read go along.
    pub fn move_to(&mut self, from: &ProjectPaths, to: &str) {
        self.map.named_files_mut().for_each(|name| *name = moved(name, &from.map, to));
        for (book, from) in self.orders_of_battle.iter_mut().zip(&from.orders_of_battle) {
            let id = book.id.clone();
            for name in book.named_pictures_mut() {
                let new = moved(name, from, to);
                self.pictures.name_too(&id, name, &new);
                *name = new;
            }
        }
    }
}
