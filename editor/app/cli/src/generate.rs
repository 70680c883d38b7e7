//! `salient generate`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use salient_exchange::report_page::Example;
use salient_files::{is_one_place, update_in_place};
use salient_lab::Progress;
use salient_lab::set_ups;
use salient_lab::view::{View, text};
use salient_output::report::{self, SetUps};
use salient_output::set_up::{self, Record};
use salient_rules::System;
use salient_rules::generator::{Answer, Generated, Generator, Request};
use salient_schema::{Bundle, Diagnostic, Disk, open_project};

use super::report::render_diagnostics;
use super::validate::{exit_for, sources_of};
use super::{Console, Exit, Format, files, interrupt, print_json, progress};

/// How wide the text is, and how many rows of a table it has.
const LIMITS: text::Limits = text::Limits { width: 118, rows: 40 };

/// Make a set-up by the rules of a system: a battlefield, an order of battle, and who stands where.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient generate --attacker french --defender german --year 1916 --half 2 --front western \\
    --attack local --terrain open --sub-units 15,20 --seed 7 -o my-battle
  salient generate --from my-battle --lock conditions,place-works --seed 8 -o another
  salient generate --from my-battle --again proximity -o another
  salient generate --from my-battle --dice proximity=4 -o another
  salient generate my-battle/french-german-1916-local.json --lull long -o afterwards
  salient generate --attacker german --defender commonwealth --year 1918 --half 1 --attack push --times 2000
  salient generate --from my-battle --times 2000 --versus gas=none -o what-gas-does.html
  salient generate --questions

The folder holds an ordinary scenario with its map, order of battle and ruleset; the log as JSON
lines and as text; and set-up.answers, which --from reads.

Exit status: 0 it is made, 1 the answers make no sense or do not fit, 2 a file cannot be read or
written.")]
pub struct Args {
    /// A scenario or bundle: its ruleset is gone by and it answers what is not answered here; with
    /// --lull, the scenario on which the lull is carried out.
    #[arg(value_name = "SCENARIO")]
    scenario: Option<PathBuf>,

    /// The system whose rules are gone by, where the program knows several that make set-ups.
    #[arg(long, value_name = "ID")]
    system: Option<String>,

    #[command(flatten)]
    answers: Answers,

    /// The seed of all dice.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// An earlier set-up, by its folder: its answers and seed hold where nothing else is said.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,

    /// Steps that stay as they were in the earlier set-up.
    #[arg(long, value_name = "STEP,STEP", value_delimiter = ',', requires = "from")]
    lock: Vec<String>,

    /// Steps whose dice are thrown once more; the dice of the others stay.
    #[arg(long, value_name = "STEP,STEP", value_delimiter = ',')]
    again: Vec<String>,

    /// Dice that were thrown on a table: `proximity=4`, `gas=3-5-2-2`. May be given several times.
    #[arg(long, value_name = "STEP=DICE")]
    dice: Vec<String>,

    /// Carry a lull out on the scenario: short or long.
    #[arg(long, value_name = "KIND", requires = "scenario", conflicts_with_all = ["from", "again", "dice"])]
    lull: Option<String>,

    /// Make so many set-ups, with the seeds from --seed on, and tell how their numbers spread
    /// instead of writing one; -o then names a file for the report: .html, .json or .csv.
    #[arg(long, value_name = "N", conflicts_with = "lull")]
    times: Option<u32>,

    /// With --times: compare, seed by seed, with set-ups in which a question is answered otherwise.
    /// May be given several times.
    #[arg(long, value_name = "QUESTION=ANSWER", requires = "times")]
    versus: Vec<String>,

    /// List what is asked and which steps there are.
    #[arg(long)]
    questions: bool,

    /// The folder to write to; with --times, the file of the report.
    #[arg(short, long, value_name = "PATH", required_unless_present_any = ["questions", "times"])]
    output: Option<PathBuf>,

    /// What is told: text for people, json for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Answers to questions that most set-ups ask, by options of their own.
#[derive(Debug, clap::Args)]
struct Answers {
    /// The nation that attacks.
    #[arg(long, value_name = "NATION")]
    attacker: Option<String>,
    /// The nation that defends.
    #[arg(long, value_name = "NATION")]
    defender: Option<String>,
    /// The year.
    #[arg(long)]
    year: Option<String>,
    /// The half of the year.
    #[arg(long)]
    half: Option<String>,
    /// The front.
    #[arg(long)]
    front: Option<String>,
    /// The kind of attack.
    #[arg(long)]
    attack: Option<String>,
    /// The terrain.
    #[arg(long)]
    terrain: Option<String>,
    /// The sub-units of both sides.
    #[arg(long, value_name = "N,N")]
    sub_units: Option<String>,
    /// An answer to any other question. May be given several times.
    #[arg(long = "answer", value_name = "QUESTION=ANSWER")]
    others: Vec<String>,
}

impl Answers {
    fn read(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let named = [
            ("attacker", &self.attacker),
            ("defender", &self.defender),
            ("year", &self.year),
            ("half", &self.half),
            ("front", &self.front),
            ("attack", &self.attack),
            ("terrain", &self.terrain),
            ("sub-units", &self.sub_units),
        ];
        let named =
            named.into_iter().filter_map(|(id, answer)| Some((id.to_owned(), answer.clone()?)));
        let mut all: BTreeMap<String, String> = named.collect();
        all.extend(pairs("--answer", &self.others)?);
        Ok(all)
    }
}

/// Questions with their answers, as an option gives them.
fn pairs(option: &str, given: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let read = |given: &String| match given.split_once('=') {
        Some((id, answer)) => Ok((id.to_owned(), answer.to_owned())),
        None => bail!("{option} {given}: write the question and its answer as year=1916"),
    };
    given.iter().map(read).collect()
}

pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let base = match &args.scenario {
        None => None,
        Some(file) => match open(&files::shown(file)) {
            Ok(bundle) => Some(bundle),
            Err(found) => return refuse(&found, console),
        },
    };
    let record = args.from.as_deref().map(Record::read).transpose()?;
    if let (Some(from), Some(to)) = (&args.from, &args.output) {
        // To throw again in the same folder is what a table does.
        let from = if from.is_dir() { from.join(set_up::RECORD) } else { from.clone() };
        if is_one_place(&from, to.join(set_up::RECORD)) {
            update_in_place(from);
        }
    }
    let of_record = record.as_ref().map(|record| record.system.as_str());
    let wanted = args.system.as_deref().or(of_record);
    let system = find(console, wanted, base.as_ref())?;
    let Some(generator) = system.generator() else {
        bail!("the rules of {} do not say how a set-up is made", system.info().title);
    };
    if args.questions {
        return list(generator, args.format, console);
    }
    let mut request = record.as_ref().map(|record| record.request.clone()).unwrap_or_default();
    request.answers.extend(args.answers.read()?);
    request.seed = args.seed.unwrap_or(if record.is_some() { request.seed } else { 1 });
    if let Some(record) = record {
        let steps = args.lock.iter().cloned().collect();
        request.kept = record.keep(&steps).or_else(|step| {
            let known: Vec<&str> = record.outcomes.keys().map(String::as_str).collect();
            bail!("--lock {step}: there is no such step; steps: {}", known.join(", "))
        })?;
    }
    for step in &args.again {
        *request.again.entry(step.clone()).or_default() += 1;
        request.dice.remove(step);
    }
    for given in &args.dice {
        let (step, dice) = read_dice(given)?;
        request.dice.insert(step, dice);
    }
    if let Some(times) = args.times {
        args.output.iter().try_for_each(report::check_place)?;
        let versus = pairs("--versus", &args.versus)?;
        let many = Many { title: system.info().title, generator, base: base.as_ref(), times };
        return many.run(&request, &versus, args.output.as_deref(), args.format, console);
    }
    let Some(folder) = &args.output else { bail!("name a folder with -o") };
    let made = match (&args.lull, &base) {
        (Some(kind), Some(base)) => generator.lull(base, kind, request.seed),
        _ => generator.generate(base.as_ref(), &request),
    };
    let made = match made {
        Ok(made) => made,
        Err(found) => return refuse(&found, console),
    };
    let record = Record::new(system.info().id, &request, &made);
    tell(&made, args.format, console)?;
    let written = set_up::save(made, &record, folder)?;
    if args.format == Format::Text {
        for path in written {
            writeln!(console.out, "{}", files::shown(&path))?;
        }
    }
    Ok(Exit::Clean)
}

/// Many set-ups, of which the numbers are told.
struct Many<'a> {
    title: &'a str,
    generator: &'a dyn Generator,
    base: Option<&'a Bundle>,
    times: u32,
}

impl Many<'_> {
    fn run(
        &self,
        request: &Request,
        versus: &BTreeMap<String, String>,
        file: Option<&Path>,
        format: Format,
        console: &mut Console<'_>,
    ) -> anyhow::Result<Exit> {
        let spread = match self.spread(request, console) {
            Ok(spread) => spread,
            Err(found) => return refuse(&found, console),
        };
        // The second is what is asked about; the first is what it is held against.
        let mut otherwise = request.clone();
        otherwise.answers.extend(versus.clone());
        let second = match versus.is_empty() {
            true => None,
            false => match self.spread(&otherwise, console) {
                Ok(second) => Some(second),
                Err(found) => return refuse(&found, console),
            },
        };
        let compared = second.as_ref().map(|second| set_ups::compare(&spread, second));
        let (shown, wish) = match &second {
            Some(second) => (second, &otherwise),
            None => (&spread, request),
        };
        // Heat is drawn on the map of the first seed that the rules did not refuse.
        let Some(seed) = shown.seeds.first() else { bail!("stopped before a set-up was made") };
        let wish = Request { seed: *seed, ..wish.clone() };
        let example = match self.generator.generate(self.base, &wish) {
            Ok(example) => example,
            Err(found) => return refuse(&found, console),
        };
        let report = SetUps {
            title: self.title,
            spread: shown,
            compared: compared.as_ref().map(|compared| (&spread, compared)),
            example: Example { bundle: &example.bundle, anchor: example.anchor, seed: *seed },
        };
        match format {
            Format::Json => writeln!(console.out, "{}", report::set_ups_json(report)?)?,
            Format::Text => {
                let view = View::of_set_ups(self.title, shown, compared.as_ref());
                write!(console.out, "{}", text::whole(&view, LIMITS))?;
            }
        }
        if let Some(file) = file {
            for path in report::write_set_ups(file, report)? {
                if format == Format::Text {
                    writeln!(console.out, "{}", files::shown(&path))?;
                }
            }
        }
        Ok(Exit::Clean)
    }

    fn spread(
        &self,
        request: &Request,
        console: &Console<'_>,
    ) -> Result<set_ups::Spread, Vec<Diagnostic>> {
        let bar = progress::bar(console.watched, "Set-ups", "made");
        let show = |now: Progress| progress::show(&bar, now, None);
        let spread =
            set_ups::run(self.generator, self.base, request, self.times, &show, interrupt::flag());
        bar.finish_and_clear();
        spread
    }
}

/// The system that makes the set-up: the one that is named, that of the scenario, or the only one
/// that can.
fn find(
    console: &Console<'_>,
    wanted: Option<&str>,
    base: Option<&Bundle>,
) -> anyhow::Result<&'static dyn System> {
    let can: Vec<&'static dyn System> =
        console.systems.iter().filter(|system| system.generator().is_some()).collect();
    let known: Vec<&str> = can.iter().map(|system| system.info().id).collect();
    let known = known.join(", ");
    let wanted = wanted.or(base.map(|bundle| bundle.ruleset.system()));
    match (wanted, can.as_slice()) {
        (Some(id), _) => match can.iter().find(|system| system.info().id == id) {
            Some(system) => Ok(*system),
            None => bail!("no rules of '{id}' make set-ups; systems that do: {known}"),
        },
        (None, [only]) => Ok(*only),
        (None, []) => bail!("no system that this program knows makes set-ups"),
        (None, _) => bail!("say with --system whose rules make the set-up: {known}"),
    }
}

fn open(path: &str) -> Result<Bundle, Vec<Diagnostic>> {
    let (project, found) = open_project(&Disk, path);
    project.map(|project| project.bundle).ok_or(found)
}

fn read_dice(given: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let read = || {
        let (step, dice) = given.split_once('=')?;
        let dice: Option<Vec<u8>> = dice.split('-').map(|die| die.trim().parse().ok()).collect();
        Some((step.to_owned(), dice?))
    };
    match read() {
        Some(read) => Ok(read),
        None => bail!("--dice {given}: write the step and its dice as gas=3-5"),
    }
}

/// The numbers that are worth comparing.
fn tell(made: &Generated, format: Format, console: &mut Console<'_>) -> anyhow::Result<()> {
    match format {
        Format::Json => {
            let counts: BTreeMap<&str, i64> =
                made.counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
            print_json(console.out, &counts)?;
        }
        Format::Text => {
            for (name, count) in &made.counts {
                writeln!(console.out, "{count:>6}  {name}")?;
            }
        }
    }
    Ok(())
}

/// What is asked, and which steps there are.
fn list(
    generator: &dyn Generator,
    format: Format,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    if format == Format::Json {
        let questions = generator.questions().iter().map(|question| {
            serde_json::json!({
                "id": question.id, "asks": question.asks, "explains": question.explains,
                "rule": question.rule, "answer": in_words(question.answer),
                "otherwise": question.otherwise,
            })
        });
        let steps = generator.steps().iter().map(
            |step| serde_json::json!({ "id": step.id, "title": step.title, "rule": step.rule }),
        );
        let all = serde_json::json!({
            "questions": questions.collect::<Vec<_>>(), "steps": steps.collect::<Vec<_>>(),
        });
        print_json(console.out, &all)?;
        return Ok(Exit::Clean);
    }
    for question in generator.questions() {
        writeln!(console.out, "{}: {}", question.id, question.asks)?;
        writeln!(console.out, "    {} [{}]", question.explains, question.rule)?;
        writeln!(console.out, "    {}", in_words(question.answer))?;
        if let Answer::Choice(all) = question.answer {
            for (id, words) in all {
                writeln!(console.out, "      {id}: {words}")?;
            }
        }
        if !question.otherwise.is_empty() {
            writeln!(console.out, "    {} if left out", question.otherwise)?;
        }
    }
    writeln!(console.out, "Steps:")?;
    for step in generator.steps() {
        writeln!(console.out, "  {}: {} [{}]", step.id, step.title, step.rule)?;
    }
    Ok(Exit::Clean)
}

fn in_words(answer: Answer) -> String {
    match answer {
        Answer::Choice(all) => {
            let ids: Vec<&str> = all.iter().map(|(id, _)| *id).collect();
            format!("one of {}", ids.join(", "))
        }
        Answer::Nation => "the id of a nation".to_owned(),
        Answer::Number(least, most) => format!("{least} to {most}"),
        Answer::Pair(least, most) => format!("two numbers, {least} to {most}, as 15,20"),
    }
}

fn refuse(found: &[Diagnostic], console: &mut Console<'_>) -> anyhow::Result<Exit> {
    let sources = sources_of(found);
    write!(console.err, "{}", render_diagnostics(found, &sources, false))?;
    Ok(exit_for(found).max(Exit::Problems))
}
