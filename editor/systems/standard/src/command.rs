//! Command: who is within range of a headquarters.

use salient_rules::play::{PlayContext, Position, Unit};

use crate::citations::Chapter;
use crate::event::{Commanded, Detail};
use crate::game::Standard;
use crate::numbers::{Case, Number, Reader};
use crate::rules::{Ratings, Rules};
use crate::state::OUT_OF_COMMAND;
use crate::states;

/// Command, compiled.
#[derive(Debug)]
pub struct CommandRules {
    /// By side.
    headquarters: Vec<Vec<Unit>>,
    /// Who needs one, by side.
    needy: Vec<Vec<Unit>>,
    range: Number,
    rating: Option<usize>,
    own_formation: bool,
}

impl CommandRules {
    /// Those of a ruleset; none where every unit is in command.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings) -> Option<Self> {
        let (play, compiled) = (reader.play, reader.compiled);
        let command = play.command.as_ref()?;
        if command.headquarters.is_everybody() {
            let text = "say who the headquarters are".to_owned();
            reader.wrong("/command/headquarters", text);
        }
        let leads = reader.members(&command.headquarters, "/command/headquarters");
        let who = reader.members(&command.who, "/command/who");
        let by_side = |among: &dyn Fn(Unit) -> bool| {
            let sides = 0..compiled.sides.len();
            let of = |side| compiled.units_of(side).iter().copied().filter(|&unit| among(unit));
            sides.map(|side| of(side).collect()).collect()
        };
        Some(Self {
            headquarters: by_side(&|unit| leads.has(unit)),
            needy: by_side(&|unit: Unit| who.has(unit) && !leads.has(unit)),
            range: reader.bounded(&command.range, "/command/range", (-1000, 1000)),
            rating: ratings.range,
            own_formation: command.own_formation,
        })
    }
}

/// Whether a unit on the map is within range of one of its headquarters.
fn is_led(rules: &Rules, position: &Position<Standard>, of: &CommandRules, unit: Unit) -> bool {
    let Some(hex) = position.hex(unit) else { return true };
    let grid = rules.compiled.map.grid();
    let leads = |&leader: &Unit| {
        let Some(at) = position.hex(leader) else { return false };
        let formations = (position.state(unit).attached, position.state(leader).attached);
        let is_own = match formations {
            (Some(own), Some(above)) => position.is_under(own, above),
            _ => false,
        };
        let case = Case::new(&rules.compiled, position).of(leader);
        let rating = of.rating.map_or(0, |rating| position.rating(rules, leader, rating));
        let range = rating.saturating_add(of.range.in_case(&case));
        (is_own || !of.own_formation) && i64::from(grid.distance(hex, at)) <= i64::from(range)
    };
    of.headquarters.get(rules.side(unit)).into_iter().flatten().any(leads)
}

/// Command is judged of all sides: who is out of it shows that.
pub fn judge(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    let Some(command) = &rules.command else { return };
    let rule = rules.cite.rule(Chapter::Command);
    for (side, needy) in command.needy.iter().enumerate() {
        let (mut lost, mut found) = (Vec::new(), Vec::new());
        for &unit in needy {
            let is_led = is_led(rules, cx.position, command, unit);
            let flags = cx.position.flags_mut(unit);
            if is_led != (*flags & OUT_OF_COMMAND == 0) {
                *flags ^= OUT_OF_COMMAND;
                if is_led { &mut found } else { &mut lost }.push(unit);
            }
        }
        // Whoever left the map is out of nothing, and no news.
        found.retain(|&unit| cx.position.hex(unit).is_some());
        for (is_led, units) in [(false, lost), (true, found)] {
            if units.is_empty() {
                continue;
            }
            cx.emit(|rules| {
                Detail::Commanded(Commanded {
                    side: rules.compiled.sides[side].clone(),
                    in_command: is_led,
                    units: rules.compiled.names(&units),
                    rule: rule.to_owned(),
                })
            });
            for unit in units {
                states::settle_zone(cx, unit);
            }
        }
    }
}
