//! What a game system is to the kernel, and the registry of those that a program plays.
//!
//! The kernel knows no system by name. A program (the editor, the command line, a test) hands in
//! a [`Systems`], and everything that needs rules asks it for the one that a bundle's ruleset
//! names.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use salient_hex::grid::Hex;
use salient_schema::event::Event;
use salient_schema::map::{Grid, Zone};
use salient_schema::ruleset::{Ruleset, SetUpCheck};
use salient_schema::{Bundle, Code, Diagnostic, Memory, Project, json_schemas, open_project};

use crate::action::Action;
use crate::acts::Acts;
use crate::book::Book;
use crate::bot::{BotInfo, RANDOM, USUAL};
use crate::check::Lookup;
use crate::check::general::units::Units;
use crate::generator::Generator;
use crate::host::CompiledScenario;
use crate::limits::FormationLimit;
use crate::missions::Missions;
use crate::model::Allowance;
use crate::odds::OddsBand;
use crate::play::{BoxDef, MarkDef};
use crate::roles::{Role, Roles};
use crate::sights::Sights;
use crate::states::UnitStates;
use crate::words::{LogLine, Words};

pub use crate::checker::Checker;

/// One game system: what one rule book says.
///
/// Its answers live as long as the system, which is built into the program or made of a ruleset at
/// run time. What others keep, roles and bots, owns its words where it must.
pub trait System: Send + Sync {
    /// What it is called.
    fn info(&self) -> SystemInfo<'_>;

    /// Its rule table, cases and published scenarios.
    fn published(&self) -> &Published;

    /// The system that it makes of a ruleset which says its own rules, in words that this one
    /// understands: its id, roles, bots and tables are what the ruleset says. Whoever needs the
    /// rules of a bundle asks anew, so that they follow each change of the file: a ruleset of
    /// another kind is none at a glance, and what is wrong with one the made system's checks tell.
    fn made_of(&self, _ruleset: &Ruleset) -> Option<Arc<dyn System>> {
        None
    }

    /// The rule book of a ruleset, and of a scenario where one is given, where the system can write
    /// it out of the data.
    fn book(&self, _ruleset: &Ruleset, _scenario: Option<&Bundle>) -> Option<Book> {
        None
    }

    /// Compiles a bundle and sets its units up: [`prepare`](crate::play::prepare) for what the
    /// system says as its [`Procedures`](crate::play::Procedures).
    ///
    /// # Errors
    /// What keeps the scenario from being played, as its checks report it.
    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>>;

    /// What checks a bundle part by part, by who fills which role in it. What several parts need,
    /// it may work out once.
    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a>;

    /// The hex nearest to another, at most `reach` away, in which a counter may be set up
    /// instead. The counter is named by the places of its entry among the placements and of
    /// itself in it. Without rules of its own: a hex in which the
    /// ruleset by itself lets it stand.
    fn nearest_legal(
        &self,
        bundle: &Bundle,
        lookup: &Lookup<'_>,
        at: (usize, usize),
        from: Hex,
        reach: u32,
    ) -> Option<Hex> {
        nearest_open(bundle, lookup, at, from, reach)
    }

    /// The parts that its rules give to things of the data: [`Role`]. Checks report those that
    /// nothing fills.
    fn roles(&self) -> &[Role] {
        &[]
    }

    /// What ratings of formations limit: how much may belong to a formation. Screens that show the
    /// order of battle count by it.
    fn limits(&self) -> &[FormationLimit] {
        &[]
    }

    /// Which of the checks that the kernel makes of every set-up its own [`checker`](Self::checker)
    /// makes by its book's rules: the kernel leaves those out, so that no fault is told twice. By
    /// default none.
    fn checks_itself(&self) -> &[SetUpCheck] {
        &[]
    }

    /// The tests by which steps of the sequence of play may come
    /// ([`SequenceStep::holds`](salient_schema::ruleset::SequenceStep::holds)), by name: those that
    /// its [`Procedures::holds`](crate::play::Procedures::holds) answers. Checks report a step that
    /// comes by another.
    fn tests(&self) -> &[&str] {
        &[]
    }

    /// The marks and levels that the kernel keeps for it, as its procedures have them
    /// ([`Stepwise::MARKS`](crate::play::Stepwise::MARKS)): what they are called in the log.
    fn marks(&self) -> &'static [MarkDef] {
        &[]
    }

    /// The boxes beside the map that units may be in, as its procedures have them
    /// ([`Stepwise::BOXES`](crate::play::Stepwise::BOXES)): what scenarios name and the log is told.
    fn boxes(&self) -> &'static [BoxDef] {
        &[]
    }

    /// An event in words, be it told with a detail of its own or by the core alone: a line, and
    /// below it the numbers that decide it. None for the words that the core gives.
    fn words(&self, _event: &Event, _words: &Words) -> Option<Vec<LogLine>> {
        None
    }

    /// What an attack came to in the terms that its result is read by, where these are no odds:
    /// `4 against morale 3`.
    fn reading(&self, _event: &Event) -> Option<String> {
        None
    }

    /// One of its actions in words: what is done, by whom, at what or where to, so that no two that
    /// are legal at once read alike. None for the words that the core gives.
    fn act(&self, _action: &Action, _acts: &Acts<'_>) -> Option<String> {
        None
    }

    /// Its bots, weakest first: the last one plays where nobody else is named. `random` is among
    /// them.
    fn bots(&self) -> &[BotInfo] {
        &USUAL
    }

    /// The tables that its events add facts to: [`Fact`](salient_schema::event::Fact).
    fn tables(&self) -> Vec<FactTable<'_>> {
        Vec::new()
    }

    /// Where points come from, as the log names it: [`PointSource`]. A source stands before its
    /// finer kinds, and what is told first before the rest.
    ///
    /// [`PointSource`]: salient_schema::event::PointSource
    fn point_sources(&self) -> Vec<SourceName<'_>> {
        Vec::new()
    }

    /// The bands that attacks are counted in by the odds of their strengths, lowest first: the
    /// columns of its combat results table, where it has one.
    fn odds_bands(&self, _bundle: &Bundle) -> Vec<OddsBand> {
        OddsBand::usual()
    }

    /// The JSON Schemas of what it alone knows, as they are published: of its details of events,
    /// its actions and its part of a rule case.
    fn schemas(&self) -> Vec<OwnSchema> {
        let info = self.info();
        let published = self.published().schemas.iter();
        let own = published.filter_map(|&(file, text)| {
            let of = SchemaOf::ALL.into_iter().find(|of| of.file(&info) == file)?;
            Some(OwnSchema { of, file, text })
        });
        own.collect()
    }

    /// The same made of its types, file name and text: what tests hold the published ones to.
    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The zones that the rules need of a plain map, for a rule case.
    fn plain_zones(&self, _bundle: &Bundle, _grid: &Grid) -> Vec<Zone> {
        Vec::new()
    }

    /// The rule by which arrivals may stand above the stacking limit on their first turn.
    fn entry_stacking(&self) -> Option<&str> {
        None
    }

    /// What makes set-ups by its rules, where its book says how.
    fn generator(&self) -> Option<&dyn Generator> {
        None
    }

    /// The rule by which leaders direct units, where its book has leaders: what a game then tells
    /// of them is [`Questions::directed`](crate::questions::Questions::directed).
    fn leaders(&self) -> Option<&str> {
        None
    }

    /// The rule by which units may take up two hexes, where its book has one: a placement's facing
    /// is then its other hex.
    fn two_hexes(&self) -> Option<&str> {
        None
    }

    /// Whether both sides count points of their own. What a game tells as its points is then what
    /// the first side is ahead by.
    fn both_sides_count(&self) -> bool {
        false
    }

    /// Artillery plans, where its book has them written before play.
    fn missions(&self) -> Option<&dyn Missions> {
        None
    }

    /// Lines of sight over a map, where its book has them.
    fn sights(&self) -> Option<&dyn Sights> {
        None
    }

    /// The states that its units may begin in.
    fn states(&self) -> Option<&dyn UnitStates> {
        None
    }

    /// What constants give by game-turn, beside the scenario's tracks.
    fn allowances(&self, _bundle: &Bundle) -> Vec<Allowance> {
        Vec::new()
    }
}

/// A JSON Schema of something that one system alone knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSchema {
    /// What it describes.
    pub of: SchemaOf,
    /// The name of its file: `kaisers-battle.event.schema.json`.
    pub file: &'static str,
    /// The schema as text.
    pub text: &'static str,
}

/// What a system's own JSON Schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SchemaOf {
    /// The `detail` of an event.
    Event,
    /// An action.
    Action,
    /// What a rule case says of the start beyond what all systems know.
    Case,
}

impl SchemaOf {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Event, Self::Action, Self::Case];

    /// Its name in files: `event`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Action => "action",
            Self::Case => "case",
        }
    }

    /// The name of a system's file: `kaisers-battle.event.schema.json`.
    pub fn file(self, info: &SystemInfo<'_>) -> String {
        format!("{}.{}.schema.json", info.id, self.name())
    }

    /// The schema of a system's type, and the name of its file.
    #[cfg(feature = "json-schema")]
    pub fn of_type<T: schemars::JsonSchema>(self, info: &SystemInfo<'_>) -> (String, String) {
        let what = match self {
            Self::Event => "detail of an event",
            Self::Action => "action",
            Self::Case => "start of a rule case",
        };
        let (file, title) = (self.file(info), format!("Salient {}: {what}", info.title));
        salient_schema::generate::json_schema_of::<T>(&file, &title)
    }
}

/// One of a system's own tables of a test-run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable<'a> {
    /// Its id, by which events name it.
    pub id: &'a str,
    /// Its title: `Artillery and aircraft`.
    pub title: &'a str,
    /// What a row is: `Used as`.
    pub row: &'a str,
    /// How to read it, in a sentence; empty for none.
    pub note: &'a str,
    /// Its columns: id and heading. Numbers are added up and shown a game.
    pub columns: Vec<(&'a str, &'a str)>,
    /// Rows whose names are not their ids in words: id and name.
    pub names: Vec<(&'a str, &'a str)>,
}

/// What a source of points, or a finer kind of one, is called in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceName<'a> {
    /// The source, as the log has it: `exits`.
    pub id: &'a str,
    /// The finer kind: `broken-down`; empty for the source as a whole.
    pub kind: &'a str,
    /// A row's name: `Units that left the map`; of a kind `Regiments of broken-down divisions`.
    pub name: &'a str,
    /// It within a sentence that begins with a number: `exits`; of a kind, after "of them",
    /// `by regiments of broken-down divisions`. Empty where it is no number of things.
    pub many: &'a str,
}

impl<'a> SourceName<'a> {
    /// A source, or a finer kind of it, with what a row of it is called and what it is within a
    /// sentence.
    pub const fn new(id: &'a str, kind: &'a str, name: &'a str, many: &'a str) -> Self {
        Self { id, kind, name, many }
    }
}

/// What a system is called. Which of its rules are built, and by what, its rule table says:
/// [`RuleTable`](crate::rule_table::RuleTable).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo<'a> {
    /// The ruleset's id.
    pub id: &'a str,
    /// What a reader calls it.
    pub title: &'a str,
}

impl std::fmt::Debug for dyn System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.info().id)
    }
}

/// What is published of a system, built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// The rule table, as TOML: see [`RuleTable`](crate::rule_table::RuleTable).
    pub rules: &'static str,
    /// Its cases: name and TOML. See [`case`](crate::case).
    pub cases: &'static [(&'static str, &'static str)],
    /// Files by the paths by which they refer to each other.
    pub files: &'static [(&'static str, &'static str)],
    /// The scenarios among the files; the first is the one that is shown first.
    pub scenarios: &'static [&'static str],
    /// Its JSON Schemas: file name and text.
    pub schemas: &'static [(&'static str, &'static str)],
}

impl Published {
    /// The files as a source to read from.
    pub fn source(&self) -> Memory {
        self.files.iter().copied().collect()
    }

    /// A scenario's path by its file name without ending: the first one's if none is named.
    pub fn scenario(&self, name: Option<&str>) -> Option<&'static str> {
        let is = |path: &str| {
            let file = path.rsplit('/').next().unwrap_or(path);
            name.is_none_or(|name| file.strip_suffix(".json").unwrap_or(file) == name)
        };
        self.scenarios.iter().copied().find(|path| is(path))
    }

    /// A scenario with all that it refers to.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn bundle(&self, name: Option<&str>) -> Result<Bundle, String> {
        let missing = || format!("there is no scenario '{}'", name.unwrap_or("at all"));
        let path = self.scenario(name).ok_or_else(missing)?;
        let (project, found) = open_project(&self.source(), path);
        project.map(|project| project.bundle).ok_or_else(|| {
            let first = found.first().map_or_else(String::new, ToString::to_string);
            format!("{path} cannot be read: {first}")
        })
    }
}

/// A system as the bundle that it plays finds it in a registry.
#[derive(Clone, Debug)]
pub enum SystemRef {
    /// Built into the program.
    BuiltIn(&'static dyn System),
    /// Made of a ruleset: see [`System::made_of`].
    Made(Arc<dyn System>),
}

impl Deref for SystemRef {
    type Target = dyn System;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn(system) => *system,
            Self::Made(system) => system.as_ref(),
        }
    }
}

/// The systems that a program plays: those that are built in, and those that they make of rulesets.
#[derive(Clone, Copy)]
pub struct Systems(&'static [&'static dyn System]);

impl Systems {
    /// No system at all: maps and files can be looked at, nothing can be played.
    pub const NONE: Self = Self(&[]);

    /// These systems. Of two with one id the first counts.
    pub const fn new(systems: &'static [&'static dyn System]) -> Self {
        Self(systems)
    }

    /// All that are built in, in the order in which they were given.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn System> {
        self.0.iter().copied()
    }

    /// The system that is built in under an id.
    pub fn find(self, id: &str) -> Option<&'static dyn System> {
        self.iter().find(|system| system.info().id == id)
    }

    /// The system of a bundle: one made of its ruleset, else the one that the ruleset names, or is
    /// called like.
    pub fn of(self, bundle: &Bundle) -> Option<SystemRef> {
        self.of_ruleset(&bundle.ruleset)
    }

    /// The system of a ruleset, likewise.
    pub fn of_ruleset(self, ruleset: &Ruleset) -> Option<SystemRef> {
        let made = self.iter().find_map(|system| system.made_of(ruleset));
        let built_in = || self.find(ruleset.system()).map(SystemRef::BuiltIn);
        made.map(SystemRef::Made).or_else(built_in)
    }

    /// The rule book of a scenario, where its system can write it.
    pub fn book(self, bundle: &Bundle) -> Option<Book> {
        self.of(bundle)?.book(&bundle.ruleset, Some(bundle))
    }

    /// Every JSON Schema by its file name: those of the contract, and what each system adds.
    pub fn json_schemas(self) -> BTreeMap<String, &'static str> {
        let own = self.iter().flat_map(|system| system.schemas());
        let own = own.map(|schema| (schema.file.to_owned(), schema.text));
        json_schemas().into_iter().chain(own).collect()
    }

    /// The bots that play a bundle, weakest first; only `random` where its system is not known.
    pub fn bots(self, bundle: &Bundle) -> Vec<BotInfo> {
        self.of(bundle).map_or_else(|| vec![RANDOM], |system| system.bots().to_vec())
    }

    /// Every published scenario with all that it refers to, in order.
    pub fn published(self) -> impl Iterator<Item = Project> {
        self.iter().flat_map(|system| {
            let published = system.published();
            let source = published.source();
            published.scenarios.iter().filter_map(move |path| open_project(&source, path).0)
        })
    }

    /// The hex nearest to another in which a counter may be set up instead, by the rules of the
    /// bundle's system: see [`System::nearest_legal`].
    pub fn nearest_legal(
        self,
        bundle: &Bundle,
        lookup: &Lookup<'_>,
        at: (usize, usize),
        from: Hex,
        reach: u32,
    ) -> Option<Hex> {
        match self.of(bundle) {
            Some(system) => system.nearest_legal(bundle, lookup, at, from, reach),
            None => nearest_open(bundle, lookup, at, from, reach),
        }
    }

    /// What is said of a bundle whose system is not among these.
    pub fn no_rules(self, bundle: &Bundle) -> Diagnostic {
        let id = bundle.ruleset.system();
        let known: Vec<&str> = self.iter().map(|system| system.info().id).collect();
        Diagnostic::error(Code::Rule, format!("there are no rules for the system '{id}'"))
            .pointer("/id")
            .help(format!("systems with rules: {}", known.join(", ")))
    }
}

impl std::fmt::Debug for Systems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|system| system.info().id)).finish()
    }
}

/// The nearest hex in which the ruleset by itself lets a counter stand.
fn nearest_open(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    at: (usize, usize),
    from: Hex,
    reach: u32,
) -> Option<Hex> {
    let placement = bundle.scenario.setup.placements.get(at.0)?;
    let units = Units::of(bundle, lookup);
    let counter = units.counter(placement.counters.get(at.1)?)?;
    let face = placement.face.unwrap_or(0);
    let mut hexes = lookup.grid.within(from, reach);
    hexes.retain(|&hex| hex != from && units.may_stand(counter, face, hex));
    hexes.into_iter().min_by_key(|&hex| (lookup.grid.distance(from, hex), hex))
}
