//! `salient play`: a game by hand, in the terminal.

mod table;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use salient_files::{check_output, is_one_place, update_in_place};
use salient_play::{Seat, Session, Stop};
use salient_rules::Prepared;
use salient_rules::bot::BotInfo;
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};

use self::table::Table;
use super::{Console, Exit, interrupt, test_run};

/// Play a scenario by hand, against a bot or another person.
///
/// Only what the rules allow is offered; every decision can be taken back and made otherwise, and
/// what may come of an attack is told before the dice are rolled.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  salient play scenario.json
  salient play scenario.json --seats person,planner --log game.jsonl
  salient play scenario.json --resume game.jsonl --log game.jsonl

At each decision the legal actions are listed with numbers. Type a number, or words that narrow the
list down (a kind of action, units, hexes), or `help`. The log is that of a test-run: `salient replay
--unfinished` plays it again.

Exit status: 0 played, however far, 1 the scenario or the log cannot be played, 2 a file cannot be
read or written.")]
pub struct Args {
    /// A scenario or bundle file.
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,

    /// Who decides for each side, in the order of the sides: person, or a bot (random, heuristic,
    /// planner or what else the system has). A person, where nothing is said.
    #[arg(long, value_name = "SEAT,SEAT", value_delimiter = ',')]
    seats: Vec<String>,

    /// The seed that all dice come from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Go on with the game of this log.
    #[arg(long, value_name = "LOG", conflicts_with = "seed")]
    resume: Option<PathBuf>,

    /// Write the game's log here at the end, and wherever `save` is typed. Ctrl-C, `kill` and a
    /// closed terminal are an end like any other.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Plays with what is typed on the terminal.
///
/// # Errors
/// What keeps a file from being read or written.
pub fn run(args: &Args, console: &mut Console<'_>) -> anyhow::Result<Exit> {
    play(args, &mut interrupt::Typed::on_terminal(), console)
}

/// Plays with what is typed; its end is the end of the session, and so is Ctrl-C.
///
/// # Errors
/// What keeps a file from being read or written.
pub fn play(
    args: &Args,
    typed: &mut dyn BufRead,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let bundle = match test_run::open(&args.scenario, console)? {
        Ok(bundle) => bundle,
        Err(exit) => return Ok(exit),
    };
    let Ok(prepared) = Prepared::new(console.systems, &bundle) else {
        bail!("{}: its rules are not known", args.scenario.display());
    };
    let mut seats = Vec::new();
    for (side, seat) in args.seats.iter().enumerate() {
        if side >= bundle.ruleset.sides.len() {
            bail!("{} seats are given for {side} sides", args.seats.len());
        }
        let Some(seat) = seat_of(seat, prepared.bots()) else {
            bail!("nobody is called '{seat}': there are {}", known_seats(prepared.bots()));
        };
        seats.push(seat);
    }
    let session = match &args.resume {
        None => Session::new(&prepared, args.seed, &seats),
        Some(log) => match resumed(log, &bundle, &prepared, &seats)? {
            Ok(session) => session,
            Err(words) => {
                writeln!(console.err, "{}: {words}", log.display())?;
                return Ok(Exit::Problems);
            }
        },
    };
    if let Some(log) = &args.log {
        // What is resumed goes on in its own log; over anything else that was read none is written,
        // which is better known before a game than after it.
        if let Some(resumed) = &args.resume
            && is_one_place(resumed, log)
        {
            update_in_place(log);
        }
        check_output(log)?;
    }
    let mut table = Table::new(&bundle, session, prepared.bots(), console);
    let played = table.play(typed, args.log.as_deref());
    // Where nothing more can be shown or typed, as on a closed terminal, the game is kept all the
    // same.
    if let Some(path) = &args.log {
        table.save(path)?;
    }
    played.map(|()| Exit::Clean)
}

/// Who sits there, by what he is called; none where nobody is.
fn seat_of(name: &str, bots: &[BotInfo]) -> Option<Seat> {
    if matches!(name, "person" | "me") {
        return Some(Seat::Person);
    }
    bots.iter().find(|info| info.bot.name() == name).map(|info| Seat::Bot(info.bot))
}

/// Everybody who can sit there, by what he is called.
fn known_seats(bots: &[BotInfo]) -> String {
    let known: Vec<&str> =
        std::iter::once("person").chain(bots.iter().map(|info| info.bot.name())).collect();
    known.join(", ")
}

/// A game as far as its log goes, or in words why it cannot be gone on with.
fn resumed(
    path: &Path,
    bundle: &Bundle,
    prepared: &Prepared,
    seats: &[Seat],
) -> anyhow::Result<Result<Session, String>> {
    let text = salient_files::read_text(path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let first = lines.next().and_then(|(_, line)| serde_json::from_str::<Event>(line).ok());
    let Some(Event { kind: EventKind::GameStart(start), .. }) = first else {
        return Ok(Err("no game log: it does not begin with a game_start event".to_owned()));
    };
    if let Some(other) = start.other_version() {
        return Ok(Err(other.to_string()));
    }
    if start.fingerprint != bundle.fingerprint() {
        return Ok(Err("the scenario is not the one that the game was played with".to_owned()));
    }
    let mut session = Session::new(prepared, start.seed, seats);
    for (line, text) in lines {
        match serde_json::from_str::<Event>(text) {
            Ok(Event { kind: EventKind::Action(decided), .. }) => {
                if let Err(refused) = session.decide(&decided.action) {
                    return Ok(Err(format!("line {line}: refused: {refused}")));
                }
            }
            Ok(_) => {}
            Err(error) => return Ok(Err(format!("line {line}: no event of a game: {error}"))),
        }
    }
    Ok(Ok(session))
}

/// Lets bots play until a person is to decide, or the end is asked for.
fn let_bots_play(session: &mut Session) {
    while !interrupt::is_raised() && !session.let_bot_decide(Stop::Person) {}
}
