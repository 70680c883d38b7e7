//! The position of a game at the end of a turn, by playing its log again.

use salient_rules::Systems;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use salient_art::Stacks;
use salient_hex::grid::Hex;
use salient_output::Position;
use salient_rules::Prepared;
use salient_rules::game::{Match, UnitView};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};

use crate::files;
use crate::replay::{self, Lines};

/// Where the units of a game are, by their names in the log: counter, hex, face.
type Units = BTreeMap<String, (String, Option<Hex>, u8, Option<Hex>)>;

/// Plays a log up to the end of a game-turn, or to the end of the log.
///
/// # Errors
/// A log of another scenario, one that the rules do not give, or one that ends before the turn.
pub fn after(
    systems: Systems,
    bundle: &Bundle,
    log: &Path,
    turn: Option<u16>,
) -> anyhow::Result<Position> {
    let name = files::shown(log);
    let bytes = salient_files::read(log)?;
    let lines = Lines::new(&bytes);
    let first = lines.get(0).and_then(|line| serde_json::from_slice::<Event>(line).ok());
    let Some(Event { kind: EventKind::GameStart(start), .. }) = first else {
        bail!("{name} is no game log: it does not begin with a game_start event");
    };
    if let Some(other) = start.other_version() {
        bail!("{name}: {other}");
    }
    if start.fingerprint != bundle.fingerprint() {
        bail!(
            "{name} is a game of {}, in other words than the scenario has them now; render the \
             scenario as it was when the game was played",
            start.scenario
        );
    }
    let Ok(prepared) = Prepared::new(systems, bundle) else {
        bail!("no game can be played with the scenario; `salient validate` tells why");
    };
    let mut game = prepared.start(start.seed);
    let mut watch = Watch { turn, before: Units::new(), events: 0, found: None };
    let difference = replay::play(&mut game, &lines, |game| watch.look(game));
    match difference {
        // A log may end early.
        Some(difference) if difference.log.is_some() => {
            bail!(
                "{name}:{}: the log is not what the rules give; `salient replay {name}` tells more",
                difference.line
            );
        }
        _ => {}
    }
    let over = game.is_over();
    let units = match (watch.found, turn) {
        (Some(units), _) => units,
        (None, None) => units_of(&game),
        (None, Some(turn)) if over && game.turn() == turn => units_of(&game),
        (None, Some(turn)) => {
            bail!("{name} ends on game-turn {}, before the end of {turn}", game.turn());
        }
    };
    let mut stacks = Stacks::new();
    for (counter, hex, face, other) in units.into_values() {
        if let Some(hex) = hex {
            stacks.entry(hex).or_default().push((counter, face, other));
        }
    }
    let when = match turn {
        Some(0) => "before game-turn 1".to_owned(),
        Some(turn) => format!("end of game-turn {turn}"),
        None if over => format!("end of the game, game-turn {}", game.turn()),
        None => format!("game-turn {}", game.turn()),
    };
    let title = format!("{}, {when}", bundle.scenario.title);
    Ok(Position { stacks, title })
}

fn units_of(game: &Match) -> Units {
    let unit = |unit: UnitView<'_>| {
        (unit.name.to_owned(), (unit.counter.to_owned(), unit.hex, unit.face, unit.other))
    };
    game.units().into_iter().map(unit).collect()
}

/// Looks for the end of a turn among decisions.
struct Watch {
    turn: Option<u16>,
    /// The units before the last decision, and how many events there were.
    before: Units,
    events: usize,
    found: Option<Units>,
}

impl Watch {
    fn look(&mut self, game: &Match) -> ControlFlow<()> {
        let Some(turn) = self.turn else { return ControlFlow::Continue(()) };
        let now = units_of(game);
        if game.turn() <= turn {
            (self.before, self.events) = (now, game.events().len());
            return ControlFlow::Continue(());
        }
        // The last decision ended the turn, and the next turn has begun already: what happened to
        // units since is taken back.
        let mut units = now;
        let since = game.events().get(self.events..).unwrap_or_default();
        for event in since.iter().skip_while(|event| event.turn <= turn) {
            for name in texts_of(event) {
                if let Some(at) = self.before.get(&name) {
                    units.insert(name, at.clone());
                }
            }
        }
        self.found = Some(units);
        ControlFlow::Break(())
    }
}

/// All texts in an event: among them the names of the units that it is about.
fn texts_of(event: &Event) -> Vec<String> {
    fn gather(value: serde_json::Value, texts: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => texts.push(text),
            serde_json::Value::Array(values) => {
                values.into_iter().for_each(|value| gather(value, texts));
            }
            serde_json::Value::Object(fields) => {
                fields.into_iter().for_each(|(_, value)| gather(value, texts));
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    if let Ok(value) = serde_json::to_value(event) {
        gather(value, &mut texts);
    }
    texts
}
