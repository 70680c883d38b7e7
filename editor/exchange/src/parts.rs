//! A bundle's parts as files of their own, side by side in one folder.

use salient_files::portable;
use salient_schema::{Bundle, WriteError, to_canonical_json};

use super::{Imported, LossReport, NamedFile, pictures};

impl Imported {
    /// Takes a bundle apart.
    #[must_use]
    pub fn from_bundle(bundle: Bundle) -> Self {
        let Bundle { ruleset, map, mut orders_of_battle, scenario, pictures, .. } = bundle;
        let pictures = pictures::beside(&mut orders_of_battle, &pictures);
        let mut losses = LossReport::new("bundle");
        let counters: usize = orders_of_battle.iter().map(|book| book.counters.len()).sum();
        losses.counts.see("counters", counters);
        losses.counts.place("counters", counters);
        Self {
            ruleset,
            ruleset_is_drafted: true,
            map,
            orders_of_battle,
            scenarios: vec![scenario],
            pictures,
            boards: None,
            losses,
        }
    }

    /// The parts as files of one folder that refer to each other, in canonical form, with the
    /// pictures. `ruleset` is where the ruleset is kept, relative to the folder, where it was not
    /// drafted.
    ///
    /// # Errors
    /// A number that JSON cannot hold.
    pub fn files(mut self, ruleset: &str) -> Result<Vec<NamedFile>, WriteError> {
        let drafted = "ruleset.json".to_owned();
        let ruleset = if self.ruleset_is_drafted { drafted } else { ruleset.to_owned() };
        let mut names = Names::default();
        let mut out = Vec::new();
        if self.ruleset_is_drafted {
            out.push(piece(names.of("ruleset"), &self.ruleset)?);
        }
        self.map.ruleset.clone_from(&ruleset);
        self.map.sort();
        let map = names.of("map");
        out.push(piece(map.clone(), &self.map)?);
        // The scenario is what a user looks for: where a book has the same id, that gives way.
        let scenarios: Vec<String> =
            self.scenarios.iter().map(|scenario| names.of(&scenario.id)).collect();
        let mut books = Vec::new();
        for book in &mut self.orders_of_battle {
            book.ruleset.clone_from(&ruleset);
            let taken = scenarios.contains(&format!("{}.json", portable(&book.id)));
            let name = match taken {
                true => names.of(&format!("{}-order-of-battle", book.id)),
                false => names.of(&book.id),
            };
            books.push(name.clone());
            out.push(piece(name, book)?);
        }
        for (scenario, name) in self.scenarios.iter_mut().zip(scenarios) {
            scenario.ruleset.clone_from(&ruleset);
            scenario.map.clone_from(&map);
            scenario.orders_of_battle.clone_from(&books);
            out.push(piece(name, scenario)?);
        }
        out.append(&mut self.pictures);
        Ok(out)
    }
}

fn piece<T: serde::Serialize>(name: String, part: &T) -> Result<NamedFile, WriteError> {
    Ok(NamedFile { name, bytes: to_canonical_json(part)?.into_bytes() })
}

/// Names of files, each given once.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn of(&mut self, stem: &str) -> String {
        let stem = portable(stem);
        let mut name = format!("{stem}.json");
        for number in 2.. {
            if !self.0.contains(&name) {
                break;
            }
            name = format!("{stem}-{number}.json");
        }
        self.0.push(name.clone());
        name
    }
}
