//! Lines of sight: what is seen from a hex, and what stands between it and another, by the rules
//! of the document's system.

use std::sync::Arc;

use salient_hex::grid::Hex;
use salient_hex::map::CompiledMap;
use salient_rules::sights::{Lookout, Seen, SightLine, Spotted};

use super::{Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use crate::document::Document;

/// How far is looked, in hexes: farther than any book has anybody spotted.
const REACH: u32 = 60;

/// What is seen from a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighted {
    /// Where from.
    pub from: Hex,
    /// Every hex within reach, and how well it is seen.
    pub hexes: Arc<[(Hex, Seen)]>,
    /// Where a line is drawn to, and what there is to say of it.
    pub line: Option<(Hex, SightLine)>,
    /// The line in words: what blocks it, the range, from where whom is spotted. Of the first hex
    /// alone how much is seen.
    pub said: Vec<String>,
}

/// The hex that is looked out of.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Where from, once that is settled.
    from: Option<Hex>,
    over: Option<Over>,
}

/// A field of view: every hex within reach, and how well it is seen.
type Field = Arc<[(Hex, Seen)]>;

/// Lines of sight over the map as it is now, with what was seen last.
#[derive(Clone, Debug)]
struct Over {
    revision: u64,
    lookout: Result<Arc<dyn Lookout>, String>,
    seen: Option<(Hex, Field)>,
}

impl State {
    pub fn is_busy(&self) -> bool {
        self.from.is_some()
    }
}

pub(super) fn handle(state: Tools, event: &ToolEvent, document: &Document) -> (Tools, ToolOutput) {
    let mut state = match state {
        Tools::Sight(state) => state,
        _ => State::default(),
    };
    let hex = event.at().and_then(|at| document.grid().hex_at(at));
    match event {
        ToolEvent::Key(Key::Escape) => state.from = None,
        ToolEvent::Press { button: Button::Primary, .. } => {
            // Once more on the same hex lets go of it.
            state.from = hex.filter(|_| state.from != hex);
        }
        _ => {}
    }
    let mut output = ToolOutput { cursor: Cursor::Crosshair, ..ToolOutput::default() };
    let over = over(&mut state.over, document);
    let lookout = match &over.lookout {
        Ok(lookout) => lookout.clone(),
        Err(why) => {
            output.hint.clone_from(why);
            output.cursor = Cursor::Forbidden;
            return (Tools::Sight(state), output);
        }
    };
    let Some(from) = state.from.or(hex) else {
        "Point at a hex to see what is seen from it. Click to look from there on."
            .clone_into(&mut output.hint);
        return (Tools::Sight(state), output);
    };
    let hexes = over.from(lookout.as_ref(), document, from);
    let to = hex.filter(|to| state.from.is_some() && *to != from);
    let line = to.map(|to| (to, lookout.line(from, to)));
    let said = match &line {
        Some((to, line)) => in_words(document, (from, *to), line),
        None => vec![counted(document, from, &hexes)],
    };
    output.hint = match state.from {
        None => format!("{} Click to look from here on.", said.join(" ")),
        Some(_) if line.is_some() => "Click to look from there instead, Esc to let go.".to_owned(),
        Some(_) => format!("{} Point at another hex to see the line.", said.join(" ")),
    };
    let sighted = Arc::new(Sighted { from, hexes, line, said });
    output.preview = Preview { sighted: Some(sighted), ..Preview::default() };
    (Tools::Sight(state), output)
}

/// Lines of sight over the map as it is now.
fn over<'a>(kept: &'a mut Option<Over>, document: &Document) -> &'a mut Over {
    let revision = document.revision();
    let known = kept.take().filter(|over| over.revision == revision);
    kept.insert(known.unwrap_or_else(|| Over { revision, lookout: read(document), seen: None }))
}

fn read(document: &Document) -> Result<Arc<dyn Lookout>, String> {
    let ruleset = document.ruleset();
    let system = document.system();
    let Some(sights) = system.as_ref().and_then(|system| system.sights()) else {
        return Err(format!("The rules of {} have no lines of sight.", ruleset.title));
    };
    let Ok(map) = CompiledMap::new(document.map(), ruleset) else {
        return Err("The map has faults, so nobody can tell what is seen on it.".to_owned());
    };
    let lookout = sights.over(document.bundle(), Arc::new(map));
    lookout.map(Arc::from).map_err(|found| {
        let first = found.first().map_or("it is not complete", |found| &found.message);
        format!("The ruleset says too little of lines of sight: {first}.")
    })
}

impl Over {
    /// What is seen from a hex, looked at once.
    fn from(
        &mut self,
        lookout: &dyn Lookout,
        document: &Document,
        from: Hex,
    ) -> Arc<[(Hex, Seen)]> {
        if let Some((_, hexes)) = self.seen.as_ref().filter(|(hex, _)| *hex == from) {
            return hexes.clone();
        }
        let grid = document.grid();
        let near = grid.within(from, REACH).into_iter().filter(|&hex| grid.is_on_map(hex));
        let hexes: Field = near.map(|hex| (hex, lookout.seen(from, hex))).collect();
        self.seen = Some((from, hexes.clone()));
        hexes
    }
}

fn counted(document: &Document, from: Hex, hexes: &[(Hex, Seen)]) -> String {
    let of = |wanted: Seen| hexes.iter().filter(|(_, seen)| *seen == wanted).count();
    let (spotted, clear) = (of(Seen::Spotted), of(Seen::Clear));
    format!(
        "From {} a unit is spotted in {spotted} hexes; {clear} more are in sight, in cover or too \
         far away.",
        document.grid().label(from)
    )
}

/// A line in words.
fn in_words(document: &Document, (from, to): (Hex, Hex), line: &SightLine) -> Vec<String> {
    let grid = document.grid();
    let label = |hex: Hex| grid.label(hex);
    let mut said = vec![match &line.blocked {
        None => format!("{} sees {}, {}.", label(from), label(to), far(line.distance)),
        Some(obstacle) => {
            let hexes: Vec<String> = obstacle.hexes.iter().map(|&hex| label(hex)).collect();
            format!(
                "{} does not see {}, {}: {} in {} ({}).",
                label(from),
                label(to),
                far(line.distance),
                obstacle.what,
                hexes.join(" and "),
                obstacle.rule
            )
        }
    }];
    let free = line.blocked.is_none();
    said.extend(line.spotted.iter().map(|spotted| {
        let Spotted { who, by_day, at_night, rule } = spotted;
        let night = at_night.map_or(String::new(), |night| format!(", at night {night}"));
        let here = match line.distance <= *by_day {
            _ if !free => "would be spotted",
            true => "spotted",
            false => "too far away to be spotted, which it is",
        };
        format!("{who}: {here} from up to {}{night} ({rule}).", hexes(*by_day))
    }));
    said
}

fn far(distance: u32) -> String {
    format!("{} away", hexes(distance))
}

fn hexes(count: u32) -> String {
    let plural = if count == 1 { "hex" } else { "hexes" };
    format!("{count} {plural}")
}
