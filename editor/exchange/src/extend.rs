//! What a map adds to a ruleset that others share.

use salient_schema::Ruleset;
use salient_schema::ruleset::Kind;

use crate::{Fate, Imported};

impl Imported {
    /// Puts the parts under a ruleset that is kept elsewhere. Of the kinds that were drafted for the
    /// map those that it lacks are added to it, and told; gives how many.
    pub fn extend(&mut self, ruleset: Ruleset) -> usize {
        let drafted = std::mem::replace(&mut self.ruleset, ruleset);
        self.ruleset_is_drafted = false;
        let ruleset = &mut self.ruleset;
        let lists = [
            ("terrain", &mut ruleset.terrain, drafted.terrain),
            ("feature", &mut ruleset.features, drafted.features),
            ("hexside", &mut ruleset.hexsides, drafted.hexsides),
            ("path", &mut ruleset.paths, drafted.paths),
            ("line", &mut ruleset.lines, drafted.lines),
        ];
        let mut added = 0;
        for (of, kinds, drafted) in lists {
            let lacks = |kind: &Kind| !kinds.iter().any(|own| own.id == kind.id);
            let more: Vec<Kind> = drafted.into_iter().filter(lacks).collect();
            added += more.len();
            for kind in &more {
                let why = "the ruleset had no such kind; it was added to it, and wants its numbers";
                let which = format!("{of} {}", kind.id);
                self.losses.add(Fate::Changed, "ruleset", which, why, None);
            }
            kinds.extend(more);
        }
        added
    }
}
