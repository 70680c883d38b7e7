//! The generator: runs the steps from a seed, each with its own stream of dice, and makes an
//! ordinary scenario of what they came to.

use std::collections::BTreeMap;

use salient_rules::dice::{Dice, SplitMix64, game_seed};
use salient_rules::generator::{Generated, Generator, GeneratorStep, Question, Request};
use salient_rules::log::Log;
use salient_schema::event::{EventKind, PhaseStart, Roll};
use salient_schema::{Bundle, Code, Diagnostic, Document, Id, read_text};

use crate::brief::{Brief, Party, QUESTIONS};
use crate::event::{Detail, StepDone, side_of};
use crate::outcome::{Outcome, Results};
use crate::procedure::{Procedure, Roller, rows_needed};
use crate::steps::Step;
use crate::tables::Tables;
use crate::{counts, kept, lull, scenario};

/// The generator of this system.
#[derive(Debug)]
pub struct TrenchGenerator;

const fn step(step: Step, title: &'static str, id: &'static str) -> GeneratorStep {
    GeneratorStep { id, title, rule: step.rule() }
}

static STEPS: [GeneratorStep; 17] = [
    step(Step::Conditions, "Year, sides and kind of attack", "conditions"),
    step(Step::Superiority, "Air superiority", "superiority"),
    step(Step::Airstrikes, "Airstrikes", "airstrikes"),
    step(Step::Barrages, "Artillery barrages", "barrages"),
    step(Step::Gas, "Gas warfare support", "gas"),
    step(Step::HeavyWeapons, "Extra heavy weapons", "heavy-weapons"),
    step(Step::Works, "Defensive works", "works"),
    step(Step::Proximity, "Set-up proximity and lull turn", "proximity"),
    step(Step::Options, "Optional set-up rules", "options"),
    step(Step::PlaceWorks, "Placing of works", "place-works"),
    step(Step::PlaceUnits, "Placing of sub-units", "place-units"),
    step(Step::PlaceBases, "Placing of heavy weapons and bases", "place-bases"),
    step(Step::Targets, "Target mix", "targets"),
    step(Step::CounterBattery, "Counter-battery fire", "counter-battery"),
    step(Step::WireClearing, "Wire clearing", "wire-clearing"),
    step(Step::CommandSuppression, "Command suppression", "command-suppression"),
    step(Step::Standard, "Standard barrages and morale", "standard"),
];

impl Generator for TrenchGenerator {
    fn questions(&self) -> &'static [Question] {
        &QUESTIONS
    }

    fn steps(&self) -> &'static [GeneratorStep] {
        &STEPS
    }

    fn generate(
        &self,
        base: Option<&Bundle>,
        request: &Request,
    ) -> Result<Generated, Vec<Diagnostic>> {
        match base {
            // What the scenario was made from is the answer where no other is given.
            Some(base) => {
                let mut answers = self.answers_of(base)?;
                answers.extend(request.answers.clone());
                generate(&Request { answers, ..request.clone() }, base)
            }
            None => generate(request, &published()?),
        }
    }

    fn answers_of(&self, scenario: &Bundle) -> Result<BTreeMap<String, String>, Vec<Diagnostic>> {
        let tables = Tables::read(scenario)?;
        let mut answers = lull::brief_of(scenario, &tables)?.answers();
        // How many works there are, and how far apart the lines, is rolled for again.
        answers.retain(|question, _| !["width", "depth"].contains(&question.as_str()));
        Ok(answers)
    }

    fn lulls(&self) -> &'static [&'static str] {
        &lull::KINDS
    }

    fn lull(&self, bundle: &Bundle, kind: &str, seed: u64) -> Result<Generated, Vec<Diagnostic>> {
        lull::carry_out(bundle, kind, seed)
    }
}

/// The published ruleset, with nothing made of it yet.
pub(crate) fn published() -> Result<Bundle, Vec<Diagnostic>> {
    let files = crate::PUBLISHED.files.iter();
    let read = files.filter_map(|(path, text)| match read_text(path, text).0 {
        Some(Document::Ruleset(ruleset)) => Some(*ruleset),
        _ => None,
    });
    let ruleset = read.into_iter().next();
    let ruleset = ruleset.ok_or_else(|| unreadable("the ruleset is missing".to_owned()))?;
    let mut bundle = Bundle { ruleset, ..Bundle::empty() };
    let nothing = crate::roles::LEVELS.iter().map(|(role, _)| ((*role).to_owned(), Vec::new()));
    bundle.scenario.roles = nothing.collect();
    Ok(bundle)
}

fn unreadable(why: String) -> Vec<Diagnostic> {
    vec![Diagnostic::error(Code::Unreadable, why)]
}

/// Dice of one step, and the log of all.
pub(crate) struct Ledger {
    pub log: Log,
    pub dice: Dice,
    pub chance: SplitMix64,
    pub told: Vec<String>,
    pub phase: Id,
}

impl Ledger {
    /// A log that nothing has been written to.
    pub fn new() -> Self {
        Self {
            log: Log::kept(),
            dice: Dice::seeded(0),
            chance: SplitMix64::new(0),
            told: Vec::new(),
            phase: Id::new(),
        }
    }

    /// Begins a step with a stream of its own: from the seed, the step's number and how often it
    /// was rolled before. Dice that were given come first.
    pub fn begin(&mut self, (id, title, rule): (&str, &str, &str), stream: u64, given: &[u8]) {
        self.phase = id.to_owned();
        self.dice = Dice::seeded(stream);
        if !given.is_empty() {
            self.dice = Dice::scripted(given.to_vec());
        }
        self.chance = SplitMix64::new(stream ^ 0x5bd1_e995);
        self.told.push(format!("{title} [{rule}]"));
        let start = PhaseStart {
            name: title.to_owned(),
            side: None,
            rule: rule.to_owned(),
            missing: false,
        };
        self.log.add(0, id, || EventKind::Phase(start));
    }
}

impl Roller for Ledger {
    fn d6(&mut self, purpose: &str, party: Party, rule: &str) -> u8 {
        let value = self.dice.d6();
        let (purpose, rule) = (purpose.to_owned(), rule.to_owned());
        let roll = Roll { purpose, side: side_of(party), faces: 6, value, rule };
        self.log.add_in_full(0, &self.phase, || EventKind::Roll(roll));
        value
    }

    fn tell(&mut self, detail: Detail) {
        self.told.extend(detail.words().map(|line| format!("  {line}")));
        self.log.add(0, &self.phase, || detail);
    }

    fn chance(&mut self) -> &mut SplitMix64 {
        &mut self.chance
    }
}

/// The stream of a step.
pub(crate) fn stream(seed: u64, step: Step, attempt: u32) -> u64 {
    game_seed(game_seed(seed, step as u32), attempt)
}

/// Runs all steps by the ruleset of a bundle.
pub(crate) fn generate(request: &Request, source: &Bundle) -> Result<Generated, Vec<Diagnostic>> {
    let tables = Tables::read(source)?;
    let mut found = Vec::new();
    let kept = kept::read(request, &mut found);
    // What lies in hexes lies on a board of its own.
    let on_board =
        [Step::PlaceWorks, Step::PlaceUnits, Step::PlaceBases, Step::WireClearing, Step::Standard];
    if !kept.contains_key(&Step::Conditions)
        && let Some(step) = on_board.into_iter().find(|step| kept.contains_key(step))
    {
        let text = format!("the step '{}' can be kept only on its own ground", step.id());
        let help = format!("keep the step '{}' too", Step::Conditions.id());
        found.push(Diagnostic::error(Code::Rule, text).rule(step.rule()).help(help));
    }
    for id in request.again.keys().chain(request.dice.keys()) {
        if Step::named(id).is_none() {
            found.push(no_step(id));
        }
    }
    if request.dice.values().flatten().any(|die| !(1..=6).contains(die)) {
        let text = "a die shows 1 to 6";
        found.push(Diagnostic::error(Code::Rule, text).rule(Step::Conditions.rule()));
    }
    if !found.is_empty() {
        return Err(found);
    }
    let mut brief = match kept.get(&Step::Conditions) {
        // The ground that was kept is that of its own brief.
        Some(Outcome::Conditions(conditions)) if request.answers.is_empty() => {
            Brief::read(&conditions.brief.answers(), &tables, source)?
        }
        _ => Brief::read(&request.answers, &tables, source)?,
    };
    match kept.get(&Step::Conditions) {
        Some(Outcome::Conditions(conditions)) if depth_is_open(request) => {
            brief.depth = conditions.brief.depth;
        }
        _ if depth_is_open(request) => fit_depth(&mut brief, &tables, request, &kept)?,
        _ => {}
    }
    let brief = brief;
    let mut results = Results::default();
    let mut ledger = Ledger::new();
    for step in Step::ALL {
        let (attempt, given) = thrown(request, step);
        let heading = (step.id(), step.title(), step.rule());
        ledger.begin(heading, stream(request.seed, step, attempt), given);
        let keep = kept.get(&step).filter(|_| attempt == 0 && given.is_empty());
        let outcome = match keep {
            Some(outcome) => {
                kept::judge(outcome, &brief, &tables, &results)?;
                outcome.clone()
            }
            None => {
                let (tables, brief) = (&tables, &brief);
                Procedure { tables, brief, results: &results, roller: &mut ledger }.run(step)?
            }
        };
        let rule = step.rule().to_owned();
        ledger.tell(Detail::Step(StepDone {
            outcome: outcome.clone(),
            kept: keep.is_some(),
            rule,
        }));
        results.put(outcome);
    }
    finish(request.seed, &tables, source, &results, ledger)
}

/// Whether nobody says how deep the board is.
fn depth_is_open(request: &Request) -> bool {
    request.answers.get("depth").is_none_or(|depth| depth.trim() == "0")
}

/// Makes the board as deep as its works and the proximity will need. Each step has dice of its own,
/// so that these two can be looked at before.
fn fit_depth(
    brief: &mut Brief,
    tables: &Tables,
    request: &Request,
    kept: &BTreeMap<Step, Outcome>,
) -> Result<(), Vec<Diagnostic>> {
    let mut results = Results::default();
    for step in [Step::Works, Step::Proximity] {
        let (attempt, given) = thrown(request, step);
        let mut ledger = Ledger::new();
        ledger.begin((step.id(), "", ""), stream(request.seed, step, attempt), given);
        let keep = kept.get(&step).filter(|_| attempt == 0 && given.is_empty()).cloned();
        let nothing = Results::default();
        let mut procedure = Procedure { tables, brief, results: &nothing, roller: &mut ledger };
        let outcome = match keep {
            Some(outcome) => outcome,
            None => procedure.run(step)?,
        };
        results.put(outcome);
    }
    let works = results.works().copied().unwrap_or_default();
    let proximity = results.proximity().copied().unwrap_or_default();
    brief.depth = rows_needed(brief, &works, proximity).clamp(1, 240);
    Ok(())
}

/// How often a step was rolled before, and the dice that are given for it.
fn thrown(request: &Request, step: Step) -> (u32, &[u8]) {
    let attempt = request.again.get(step.id()).copied().unwrap_or(0);
    let given = request.dice.get(step.id()).map(Vec::as_slice).unwrap_or_default();
    (attempt, given)
}

fn finish(
    seed: u64,
    tables: &Tables,
    source: &Bundle,
    results: &Results,
    ledger: Ledger,
) -> Result<Generated, Vec<Diagnostic>> {
    let bundle = scenario::bundle(tables, &source.ruleset, results, seed)
        .ok_or_else(|| unreadable("the set-up is not whole".to_owned()))?;
    let outcomes = results.all().map(|(step, outcome)| {
        (step.id().to_owned(), serde_json::to_value(outcome).unwrap_or_default())
    });
    Ok(Generated {
        outcomes: outcomes.collect(),
        events: ledger.log.events().to_vec(),
        told: ledger.told,
        counts: counts::counts(tables, results),
        hexes: counts::hexes(results),
        anchor: counts::anchor(results),
        bundle,
    })
}

/// That a step is not among these.
pub(crate) fn no_step(id: &str) -> Diagnostic {
    let known: Vec<&str> = Step::ALL.iter().map(|step| step.id()).collect();
    Diagnostic::error(Code::Rule, format!("there is no step '{id}'"))
        .rule(Step::Conditions.rule())
        .help(format!("steps: {}", known.join(", ")))
}
