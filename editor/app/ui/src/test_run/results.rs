//! The runs that the lab shows: the last one, and the one that it is held against.

use std::collections::BTreeMap;
use std::sync::Arc;

use salient_lab as lab;
use salient_lab::skill::Skill;
use salient_lab::view::{self, Scenery, Section, Table, View};
use salient_lab::{Comparison, Report};
use salient_schema::Bundle;

/// A run of games that is over.
#[derive(Clone, Debug)]
pub struct Record {
    /// What came of it.
    pub report: Report,
    /// What was played.
    pub bundle: Arc<Bundle>,
    /// The revision of the document that was played; none for another file.
    pub revision: Option<u64>,
    /// What it is called beside another one.
    pub name: String,
    /// The report laid out.
    pub view: View,
    /// Its games, laid out.
    pub games: Table,
}

impl Record {
    /// Lays out what came of a run.
    pub fn new(report: Report, bundle: Arc<Bundle>, revision: Option<u64>, name: String) -> Self {
        let view = View::new(&report, None, &Scenery::new(&report, Some(&bundle)));
        let games = view::games(&report);
        Self { report, bundle, revision, name, view, games }
    }
}

/// What a ladder of bots told of a scenario.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// It.
    pub skill: Skill,
    /// The same laid out.
    pub view: View,
    /// What was played.
    pub bundle: Arc<Bundle>,
    /// The revision of the document that was played.
    pub revision: Option<u64>,
}

/// Two runs side by side.
#[derive(Clone, Debug)]
pub struct Compared {
    /// How they differ.
    pub comparison: Comparison,
    /// The same laid out.
    pub section: Section,
}

/// What the last run is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// Nothing.
    #[default]
    Nothing,
    /// The run before the last edits.
    Before,
    /// A run that was kept under a name: another file's, a commit's, one of this document's.
    Kept(String),
}

/// The runs of a document.
#[derive(Debug, Default)]
pub struct Results {
    now: Option<Record>,
    before: Option<Record>,
    /// Runs that are kept, by name.
    kept: BTreeMap<String, Record>,
    against: Against,
    compared: Option<Compared>,
    version: u64,
}

impl Results {
    /// The last run.
    pub fn now(&self) -> Option<&Record> {
        self.now.as_ref()
    }

    /// What it is held against.
    pub fn against(&self) -> &Against {
        &self.against
    }

    /// The run that it is held against.
    pub fn other(&self) -> Option<&Record> {
        self.record_of(&self.against)
    }

    /// Whether there is a run before the last edits.
    pub fn has_before(&self) -> bool {
        self.before.is_some()
    }

    /// How the last run differs from the other.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// Goes up whenever anything changes here.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The runs that are kept, by name.
    pub fn kept(&self) -> impl Iterator<Item = (&str, &Record)> {
        self.kept.iter().map(|(name, record)| (name.as_str(), record))
    }

    fn record_of(&self, against: &Against) -> Option<&Record> {
        match against {
            Against::Nothing => None,
            Against::Before => self.before.as_ref(),
            Against::Kept(name) => self.kept.get(name),
        }
    }

    /// Takes a run of the document. The run before it is kept, if the scenario was another.
    pub(crate) fn take(&mut self, record: Record) {
        if let Some(mut old) = self.now.take()
            && old.revision != record.revision
            && *old.bundle != *record.bundle
        {
            old.name = "Before".to_owned();
            self.before = Some(old);
            // Whoever runs again after an edit wants to know what it did.
            if self.against == Against::Nothing {
                self.against = Against::Before;
            }
        }
        self.now = Some(record);
        self.hold_against(self.against.clone());
    }

    /// Takes the run of another version, and keeps it under its name.
    pub(crate) fn take_version(&mut self, record: Record) {
        let name = record.name.clone();
        self.kept.insert(name.clone(), record);
        self.hold_against(Against::Kept(name));
    }

    /// Keeps the last run under a name, with the version of the scenario that was played.
    pub(crate) fn keep(&mut self, name: &str) {
        if let Some(now) = &self.now {
            let record = Record { name: name.to_owned(), ..now.clone() };
            self.kept.insert(name.to_owned(), record);
            self.version += 1;
        }
    }

    /// Keeps a run no longer.
    pub(crate) fn let_go(&mut self, name: &str) {
        self.kept.remove(name);
        let against = match &self.against {
            Against::Kept(other) if other == name => Against::Nothing,
            other => other.clone(),
        };
        self.hold_against(against);
    }

    /// Chooses what the last run is held against.
    pub(crate) fn hold_against(&mut self, against: Against) {
        self.version += 1;
        self.compared = match (self.record_of(&against), &self.now) {
            (Some(other), Some(now)) => {
                let comparison = lab::compare(&other.report, &now.report);
                let this = match against {
                    Against::Kept(_) => "This one",
                    Against::Nothing | Against::Before => &now.name,
                };
                let section = view::compared(&now.report, &comparison, [&other.name, this]);
                Some(Compared { comparison, section })
            }
            _ => None,
        };
        self.against = against;
    }
}
