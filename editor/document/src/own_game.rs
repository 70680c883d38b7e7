//! A ruleset that leaves the system that it came from: another name, other rules or none, and
//! what only those rules had asked for taken away, each in one step of undo.

use salient_rules::{COMMON, Role, RoleKind, Systems};
use salient_schema::defined::forget_uses;
use salient_schema::ruleset::{Roles, SequenceStep};
use salient_schema::{Defined, Id};

use crate::apply::{books_and_scenario, declared, role_files};
use crate::document::Document;
use crate::edit::{Edit, RolesOf, RulesetHead};
use crate::oob::id_from_words;
use crate::sequence::ids_of;

impl RulesetHead {
    /// The same under another id, played by the rules that played it before.
    #[must_use]
    pub fn renamed(mut self, id: Id, systems: Systems) -> Self {
        let system = self.rules.take().unwrap_or_else(|| self.id.clone());
        self.rules = Some(system).filter(|system| *system != id && systems.find(system).is_some());
        self.id = id;
        self
    }

    /// The same, played by the rules of another system, or of none: then it may not be called as
    /// any system is.
    #[must_use]
    pub fn played_by(mut self, system: Option<&str>, systems: Systems) -> Self {
        self.rules = system.filter(|system| *system != self.id).map(str::to_owned);
        if system.is_none() && systems.find(&self.id).is_some() {
            let id = id_from_words(&self.title, "own-game");
            let is_free = systems.find(&id).is_none();
            self.id = if is_free { id } else { format!("{id}-own") };
        }
        self
    }
}

impl Document {
    /// Lets the rules of another system play the ruleset, or those of none. What plays which part
    /// in the rules that go is said no longer.
    pub fn play_by(&self, system: Option<&str>) -> Edit {
        let head = RulesetHead::of(self.ruleset()).played_by(system, self.systems());
        let mut edits = vec![Edit::SetRulesetHead { head: Box::new(head) }];
        edits.extend(self.empty_roles());
        Edit::All { edits }
    }

    /// What takes every statement away of what plays which part in the rules, but of the parts that
    /// every game has.
    pub fn empty_roles(&self) -> Vec<Edit> {
        let of_file = |(of, roles): (RolesOf, &Roles)| -> Vec<Edit> {
            let own = roles.keys().filter(|role| COMMON.iter().all(|common| common.id != **role));
            own.map(|role| Edit::SetRole { of, role: role.clone(), filled_by: None }).collect()
        };
        role_files(self.bundle()).into_iter().flat_map(of_file).collect()
    }

    /// Takes a definition away with all that speaks of it: a trait off its counters, a rating off
    /// its faces, an effect that only it has, the parts that it plays in the rules.
    ///
    /// # Errors
    /// The places that cannot be without it, in words: a counter is of some type.
    pub fn remove_everywhere(&self, of: Defined, id: &str) -> Result<Edit, Vec<String>> {
        let mut to = self.bundle().clone();
        forget_uses(&mut to, of, id)?;
        let from = self.bundle();
        let mut edits = Vec::new();
        if from.map != to.map {
            let scenario = Box::new(from.scenario.clone());
            edits.push(Edit::ReplaceMap { map: Box::new(to.map), scenario });
        }
        if from.ruleset != to.ruleset {
            edits.push(Edit::ReplaceRuleset { ruleset: Box::new(to.ruleset) });
        }
        edits.extend(books_and_scenario(from, to.orders_of_battle, to.scenario));
        edits.extend(self.roles_without(of.into(), id));
        edits.push(Edit::undefine(of, id.to_owned()));
        Ok(Edit::All { edits })
    }

    /// What takes a thing of a kind out of the parts that it plays in the rules.
    fn roles_without(&self, kind: RoleKind, id: &str) -> Vec<Edit> {
        let roles = declared(self.systems(), self.bundle(), kind);
        let files = role_files(self.bundle());
        let left = |role: &Role| {
            files
                .into_iter()
                .filter_map(|(of, stated)| {
                    let ids = stated.get(&*role.id)?;
                    let rest: Vec<Id> = ids.iter().filter(|other| *other != id).cloned().collect();
                    let role = role.id.to_string();
                    (rest.len() < ids.len()).then_some(Edit::SetRole {
                        of,
                        role,
                        filled_by: Some(rest),
                    })
                })
                .collect::<Vec<_>>()
        };
        roles.iter().flat_map(left).collect()
    }

    /// Takes steps out of the sequence of play with the parts that they play in the rules: `to` is
    /// the sequence without them.
    pub fn set_sequence(&self, to: Vec<SequenceStep>) -> Edit {
        let kept = ids_of(&to);
        let gone = ids_of(&self.ruleset().sequence).into_iter().filter(|id| !kept.contains(id));
        let mut edits: Vec<Edit> =
            gone.flat_map(|id| self.roles_without(RoleKind::Step, &id)).collect();
        edits.push(Edit::SetSequence { sequence: to });
        match <[Edit; 1]>::try_from(edits) {
            Ok([one]) => one,
            Err(edits) => Edit::All { edits },
        }
    }
}
