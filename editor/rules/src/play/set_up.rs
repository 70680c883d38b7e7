//! From a scenario's placements to a position, or to what is wrong with them.

use salient_hex::{Footprint, Hex};
use salient_schema::{Bundle, Code, Diagnostic};

use super::{Away, Compiled, Position, Stepwise, Unit};

/// A counter that cannot stand where the scenario puts it.
pub type Unplaced = Diagnostic;

/// Puts every unit where the scenario has it. What cannot stand there is left out and said:
/// off the map, no such counter, placed twice, or against the system's rules with their number.
pub fn place_all<P: Stepwise>(
    rules: &P::Rules,
    position: &mut Position<P>,
    bundle: &Bundle,
) -> Vec<Unplaced> {
    let compiled = P::compiled(rules);
    let mut found = Vec::new();
    for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
        let pointer = format!("/scenario/setup/placements/{i}");
        let Some(hex) = compiled.hex(&placement.hex) else {
            let text = format!("'{}' is not on the map", placement.hex);
            let wrong = Diagnostic::error(Code::OffMap, text).hex(&placement.hex);
            found.push(wrong.pointer(format!("{pointer}/hex")));
            continue;
        };
        let place = match footprint::<P>(compiled, hex, placement.facing.as_deref()) {
            Ok(place) => place,
            Err((rule, text)) => {
                let wrong = Diagnostic::error(Code::Rule, text).rule(rule).hex(&placement.hex);
                found.push(wrong.pointer(format!("{pointer}/facing")));
                continue;
            }
        };
        for (j, counter) in placement.counters.iter().enumerate() {
            let at = format!("{pointer}/counters/{j}");
            match standing::<P>(rules, position, counter, (place, placement.face.unwrap_or(0))) {
                Ok(unit) => match place {
                    Footprint::One(hex) => position.put(rules, unit, hex),
                    Footprint::Two(span) => position.put_on_two(rules, unit, span),
                },
                Err((rule, text)) => {
                    let wrong = Diagnostic::error(Code::Rule, text).pointer(at);
                    let wrong = wrong.hex(&placement.hex).counter(counter);
                    found.push(if rule.is_empty() { wrong } else { wrong.rule(&rule) });
                }
            }
        }
    }
    position.base.set_aside(compiled, &bundle.scenario, |_, state, off| {
        state.own.away = Away::of::<P>(off);
    });
    for unit in compiled.all_units() {
        let def = compiled.unit(unit);
        let face = position.state(unit).face;
        // The faces of the other side come behind those of the steps.
        if usize::from(def.steps) < def.faces.len()
            && let Some(step) = face.checked_sub(def.steps)
            && P::turn_over(rules, position, unit)
        {
            position.turn(rules, unit, |state| state.face = step);
        }
    }
    found
}

/// The unit with its face up, if it may be put into the hex so; else the rule that it breaks, and
/// how.
fn standing<P: Stepwise>(
    rules: &P::Rules,
    position: &mut Position<P>,
    counter: &str,
    (place, face): (Footprint, u8),
) -> Result<Unit, (String, String)> {
    let compiled = P::compiled(rules);
    let none = |text: String| (String::new(), text);
    // Of several alike the next that is not on the map yet.
    let alike = |unit: &Unit| compiled.unit(*unit).counter == counter;
    let named = compiled
        .find_unit(counter)
        .or_else(|| compiled.all_units().find(|unit| alike(unit) && position.hex(*unit).is_none()));
    let unit = named.ok_or_else(|| none(format!("no order of battle has '{counter}'")))?;
    if position.hex(unit).is_some() {
        return Err(none(format!("'{counter}' is placed twice")));
    }
    let last = compiled.unit(unit).faces.len().saturating_sub(1) as u8;
    position.base.state_mut(unit).face = face.min(last);
    let may = match place {
        Footprint::One(hex) => P::may_stand(rules, position, unit, hex),
        Footprint::Two(_) => P::may_span(rules, position, unit, place),
    };
    may.map_err(|broken| (broken.rule.into_owned(), broken.message.into_owned()))?;
    Ok(unit)
}

/// Where units stand that a scenario puts into a hex and has face some way: with their other hex
/// there, by its direction or its number, where the rules let units take up two.
fn footprint<P: Stepwise>(
    compiled: &Compiled,
    hex: Hex,
    facing: Option<&str>,
) -> Result<Footprint, (&'static str, String)> {
    let (Some(rule), Some(facing)) = (P::TWO_HEXES, facing) else { return Ok(Footprint::One(hex)) };
    let grid = compiled.map.grid();
    let other = grid.facing(hex, facing);
    other.and_then(|other| Footprint::new(grid, hex, Some(other))).ok_or_else(|| {
        let label = compiled.label(hex);
        (rule, format!("the other hex of a two-hex unit touches {label}: '{facing}' does not"))
    })
}
