//! `salient test-run --skill`

use salient_lab::Progress;
use salient_lab::skill::{self, Options};
use salient_lab::view::{View, text};
use salient_output::report;
use salient_schema::Bundle;

use super::{Args, GAMES, LIMITS, Output};
use crate::report::render_diagnostics;
use crate::validate::sources_of;
use crate::{Console, Exit, Format, interrupt, progress};

/// Plays the ladder of bots, and tells how the balance stands as strength grows.
pub(super) fn run(
    args: &Args,
    output: &Output,
    bundle: &Bundle,
    console: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let options = Options {
        games: args.play.games.unwrap_or(GAMES),
        seed: args.play.seed,
        rungs: skill::ladder(&console.systems.bots(bundle), &args.rungs),
    };
    let bar = progress::bar(console.watched, "Skill ladder", "games");
    let show = |now: Progress| progress::show(&bar, now, None);
    let found = skill::run(console.systems, bundle, &options, &show, interrupt::flag());
    bar.finish_and_clear();
    let found = match found {
        Ok(found) => found,
        Err(problems) => {
            write!(
                console.err,
                "{}",
                render_diagnostics(&problems, &sources_of(&problems), false)
            )?;
            return Ok(Exit::Problems);
        }
    };
    match output.format {
        Format::Json => write!(console.out, "{}", report::skill_json(&found)?)?,
        Format::Text => {
            write!(console.out, "{}", text::whole(&View::of_skill(&found), LIMITS))?;
        }
    }
    console.out.flush()?;
    for place in output.places() {
        for written in report::write_skill(place, &found)? {
            writeln!(console.err, "{}: written", written.display())?;
        }
    }
    Ok(Exit::Clean)
}
