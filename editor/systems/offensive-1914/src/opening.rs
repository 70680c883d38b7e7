//! 1914 1.1, 3.3, 18.1: what a scenario says of its start, and a rule case.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::case::Start;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::case_start::{CaseStart, Midst};
use crate::control::{self, side_code};
use crate::decision::{self, Decision, Step};
use crate::rules::{Offensive, Rules};
use crate::start::{Names, changes};
use crate::state::{Attack, INACTIVE, NOBODY};
use crate::{armies, arrivals, group, marks, plans, rails, victory};

/// The system's part of a case's start.
///
/// # Errors
/// In words, what of it makes no sense.
pub fn start_case(cx: &mut PlayContext<'_, Offensive>, start: &Start) -> Result<(), String> {
    let own: CaseStart = start.own()?;
    begin(cx);
    changes(cx.rules, &own)?.iter().for_each(|change| change(cx));
    Ok(())
}

/// What makes no sense of what a scenario says of its start, in words.
pub fn wrong(rules: &Rules, own: &CaseStart) -> Option<String> {
    let midst = || own.midst.as_ref().map_or(Ok(()), |midst| Under::way(rules, midst).map(drop));
    changes(rules, own).map(drop).and_then(|()| midst()).err()
}

/// Puts what the scenario says of the start into force, once: control by zones (1914 3.3), and
/// railways that are operational for their side (1914 18.1.1). A position that was kept says all
/// else itself.
pub fn begin(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for &(side, hex) in rules.controlled.iter().chain(&rules.held) {
        cx.position.own.control[hex.index()] = side as u8;
    }
    let own = rules.start.as_ref();
    if own.is_none_or(|own| !own.whole) {
        // Whoever stands in a hex controls it, in whatever zone it lies.
        for unit in rules.all_units() {
            let (position, side) = (&*cx.position, rules.side_of(unit));
            if !rules.is_combat(position, unit) {
                continue;
            }
            let hexes: Vec<Hex> = position.hexes(unit).collect();
            for hex in hexes {
                let by = control::of_occupier(rules, cx.position, side, hex);
                cx.position.own.control[hex.index()] = side_code(by);
            }
        }
    }
    for label in own.iter().flat_map(|own| &own.nobody) {
        if let Some(hex) = rules.compiled.hex(label) {
            cx.position.own.control[hex.index()] = NOBODY;
        }
    }
    for side in [rules.allied, rules.german] {
        rails::at_start(rules, cx.position, side);
    }
    rails::structures::watch(rules, cx.position);
    if own.is_none_or(|own| !own.whole) {
        for &unit in rules.schedule.inactive.iter().flatten() {
            *cx.position.flags_mut(unit) |= INACTIVE;
        }
        marks::at_start(cx);
        group::at_start(cx);
        rails::structures::at_start(cx);
        armies::at_start(cx);
        plans::at_start(cx);
        arrivals::at_start(cx);
        victory::at_start(cx);
    }
    // Compiling has found all that makes no sense.
    let changes = own.and_then(|own| changes(rules, own).ok());
    changes.iter().flatten().for_each(|change| change(cx));
}

/// What is under way of the step of the sequence of play that begins, if play begins in its midst.
pub fn midst<'a>(rules: &'a Rules, position: &Position<Offensive>) -> Option<&'a Midst> {
    let midst = rules.start.as_ref()?.midst.as_ref()?;
    let here = position.is_resumed(rules) && position.phase == rules.begins_with;
    (here && position.phase_id(rules) == midst.phase).then_some(midst)
}

/// Goes on with a step of the sequence of play that was under way.
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, midst: &Midst) {
    // Compiling has found all that makes no sense.
    let Ok(under) = Under::way(cx.rules, midst) else { return };
    let Under {
        spent,
        began,
        moving,
        entered,
        dug,
        platforms,
        pontoon,
        turned,
        attacks,
        attacked,
        waits,
    } = under;
    let [began, began_beside] = began;
    for unit in cx.rules.all_units() {
        cx.position.own.began[unit.index()] = cx.position.hex(unit);
        cx.position.own.began_beside[unit.index()] = cx.position.state(unit).other;
    }
    let own = &mut cx.position.own;
    for (unit, points) in spent {
        own.spent[unit.index()] = points;
    }
    for (unit, hex) in began {
        own.began[unit.index()] = hex;
    }
    for (unit, hex) in began_beside {
        own.began_beside[unit.index()] = hex;
    }
    [own.entered, own.entered_beside] = entered;
    (own.moving, own.step) = (moving, midst.price);
    (own.dug, own.turned, own.attacks, own.attacked) = (dug, turned, attacks, attacked);
    own.platforms = platforms;
    own.pontoon = pontoon;
    for (side, wait) in waits {
        match wait {
            Wait::Ask(what) => decision::ask(cx, side, what),
            Wait::Run(step) => decision::then(cx, step),
        }
    }
}

/// Something that is still to be asked or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    Ask(Decision),
    Run(Step),
}

impl Wait {
    /// By its name, of a side; all that carries nothing along but what the position knows.
    pub fn of(what: &str, side: usize, first: bool) -> Option<Self> {
        use decision::{Arriving, Retiring, battle, march};
        Some(match what {
            "plans" => Self::Ask(Decision::Plans),
            "attachment" => Self::Ask(Decision::Attachment),
            "supply" => Self::Ask(Decision::Supply),
            "shortage" => Self::Ask(Decision::Shortage),
            "move" => Self::Ask(march::Asked::Move.into()),
            "overstacked" => Self::Run(march::Step::Overstacked.into()),
            "bombard" => Self::Ask(battle::Asked::Bombard.into()),
            "bombardments" => Self::Run(battle::Step::Bombard(side).into()),
            "bombarded" => Self::Run(battle::Step::Indicate(side).into()),
            "indicate" => Self::Ask(battle::Asked::Indicate.into()),
            "order" => Self::Ask(battle::Asked::Order.into()),
            "attacks" => Self::Run(battle::Step::Next(side).into()),
            "retire" => Self::Ask(Decision::Retire(Retiring { side, first })),
            "retirement" => Self::Run(Step::Retire(Retiring { side, first })),
            "withdraw" => Self::Ask(Decision::Withdraw),
            "withdrawal" => Self::Run(Step::Withdraw(side)),
            "withdraw-more" => Self::Run(Step::WithdrawMore(side)),
            "place" => Self::Ask(Decision::Arrivals(Arriving::Place)),
            "replace" => Self::Ask(Decision::Arrivals(Arriving::Replace)),
            "combine" => Self::Ask(Decision::Combine),
            "combination" => Self::Run(Step::Combine(side)),
            "bases" => Self::Ask(Decision::Bases { attachment: false }),
            "flight" => Self::Ask(Decision::Bases { attachment: true }),
            "inundation" => Self::Ask(Decision::Inundation),
            "east" => Self::Ask(Decision::East),
            "landwehr" => Self::Ask(Decision::Landwehr),
            "capture" => Self::Ask(Decision::Capture),
            _ => return None,
        })
    }

    /// Their names.
    pub const NAMES: [&str; 27] = [
        "plans",
        "attachment",
        "supply",
        "shortage",
        "move",
        "overstacked",
        "bombard",
        "bombardments",
        "bombarded",
        "indicate",
        "order",
        "attacks",
        "retire",
        "retirement",
        "withdraw",
        "withdrawal",
        "withdraw-more",
        "place",
        "replace",
        "combine",
        "combination",
        "bases",
        "flight",
        "inundation",
        "east",
        "landwehr",
        "capture",
    ];
}

/// A step of the sequence of play that is under way, with units and hexes for their names.
struct Under {
    spent: Vec<(Unit, u8)>,
    /// By unit: both hexes.
    began: [Vec<(Unit, Option<Hex>)>; 2],
    moving: Vec<Unit>,
    entered: [Option<Hex>; 2],
    dug: Vec<Hex>,
    platforms: Vec<Hex>,
    pontoon: Option<Formation>,
    turned: Vec<(Hex, u8)>,
    attacks: Vec<Attack>,
    attacked: Vec<Hex>,
    waits: Vec<(usize, Wait)>,
}

impl Under {
    fn way(rules: &Rules, midst: &Midst) -> Result<Self, String> {
        let names = Names(rules);
        let spent = midst.spent.iter().map(|(name, spent)| Ok((names.unit(name)?, *spent)));
        let places = |of: &BTreeMap<String, String>| {
            let each = of.iter().map(|(name, label)| {
                let hex = if label.is_empty() { None } else { Some(names.hex(label)?) };
                Ok((names.unit(name)?, hex))
            });
            each.collect::<Result<Vec<_>, String>>()
        };
        let hex = |label: &Option<String>| label.as_deref().map(|it| names.hex(it)).transpose();
        let turned = midst.turned.iter().map(|[label, side]| {
            let side = if side.is_empty() { None } else { Some(names.side(side)?) };
            Ok((names.hex(label)?, side_code(side)))
        });
        let attacks = midst.attacks.iter().map(|attack| {
            let (hex, mut units) = (names.hex(&attack.hex)?, names.units(&attack.units)?);
            units.sort_unstable();
            Ok(Attack { hex, units })
        });
        let waits = midst.waits.iter().map(|wait| {
            let side = names.side(&wait.side)?;
            let known = Wait::of(&wait.what, side, wait.first);
            let wait = known.ok_or_else(|| {
                format!("'{}' is nothing that waits: {}", wait.what, Wait::NAMES.join(", "))
            })?;
            Ok((side, wait))
        });
        let sorted = |labels: &[String]| {
            names.hexes(labels).map(|mut hexes| {
                hexes.sort_unstable();
                hexes
            })
        };
        Ok(Self {
            spent: spent.collect::<Result<_, String>>()?,
            began: [places(&midst.began)?, places(&midst.began_beside)?],
            moving: names.units(&midst.moving)?,
            entered: [hex(&midst.entered)?, hex(&midst.entered_beside)?],
            dug: sorted(&midst.dug)?,
            platforms: sorted(&midst.platforms)?,
            pontoon: midst.pontoon.as_deref().map(|id| names.formation(id)).transpose()?,
            turned: turned.collect::<Result<_, String>>()?,
            attacks: attacks.collect::<Result<_, String>>()?,
            attacked: sorted(&midst.attacked)?,
            waits: waits.collect::<Result<_, String>>()?,
        })
    }
}
