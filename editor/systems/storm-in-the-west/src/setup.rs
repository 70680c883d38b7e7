//! SW 3.0 Set-up: what stands on the map when play begins, and the placing of the rest by its
//! owners (3.6, 3.7).

use std::collections::BTreeSet;

use crate::event::{Detail, SetUp as SetUpEvent};
use salient_schema::words::id_in_words;
use salient_schema::{Bundle, Code, Diagnostic};

use crate::context::Context;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, GERMAN, GroupDef, Rules, SourceKind, Unit, UnitKind, enemy_of};
use crate::units;
use salient_hex::grid::Hex;
use salient_rules::Roles;
use salient_rules::action::Violation;
use salient_rules::check::Lookup;
use salient_rules::game::UnitStatus;
use salient_rules::words::list;

/// Placements for each unit of the game after which a set-up is taken as it is.
const HOPELESS: u32 = 3;

impl Position {
    /// Places what has fixed hexes, and sorts the rest.
    ///
    /// # Errors
    /// Whatever of it cannot be, with pointers into the bundle.
    pub fn set_up(&mut self, rules: &Rules, bundle: &Bundle) -> Result<(), Vec<Diagnostic>> {
        let mut found = Vec::new();
        for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            let pointer = format!("/scenario/setup/placements/{i}");
            let Some(hex) = rules.map.grid().parse(&placement.hex) else {
                found.push(
                    Diagnostic::error(
                        Code::OffMap,
                        format!("'{}' is not on the map", placement.hex),
                    )
                    .pointer(format!("{pointer}/hex"))
                    .hex(&placement.hex),
                );
                continue;
            };
            let surplus = placement.states.iter().any(|state| state == SURPLUS);
            for (j, id) in placement.counters.iter().enumerate() {
                let face = placement.face.unwrap_or(0);
                if let Err(problem) = self.set_one(rules, id, hex, face, surplus).map(|unit| {
                    for state in &placement.states {
                        self.mark_unit(unit, state);
                    }
                }) {
                    found.push(
                        problem
                            .pointer(format!("{pointer}/counters/{j}"))
                            .hex(&placement.hex)
                            .counter(id),
                    );
                }
            }
        }
        for (i, id) in bundle.scenario.setup.eliminated.iter().enumerate() {
            match units::find(&rules.units, id) {
                Some(unit) => self.state_mut(unit).status = UnitStatus::Eliminated,
                None => found.push(
                    unknown(id).pointer(format!("/scenario/setup/eliminated/{i}")).counter(id),
                ),
            }
        }
        self.begin_apart(rules, &bundle.scenario);
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    fn set_one(
        &mut self,
        rules: &Rules,
        id: &str,
        hex: Hex,
        face: u8,
        surplus: bool,
    ) -> Result<Unit, Box<Diagnostic>> {
        let unit = units::find(&rules.units, id).ok_or_else(|| Box::new(unknown(id)))?;
        let def = rules.unit(unit);
        let rule = |rule: &str, message: String| {
            Err(Box::new(Diagnostic::error(Code::Rule, message).rule(rule)))
        };
        if self.hex(unit).is_some() {
            let message = format!("'{id}' is placed twice");
            return Err(Box::new(Diagnostic::error(Code::Duplicate, message)));
        }
        if face >= def.steps() {
            return rule("SW 2.47", format!("'{id}' has no step on face {face}"));
        }
        // SW 14.4: air units lie beside the map.
        if matches!(def.kind, UnitKind::Air | UnitKind::Bomber) {
            return Ok(unit);
        }
        if def.on_ground() {
            if !rules.ground.is_playable(hex) {
                return rule("SW 12.3", format!("no unit enters {}", rules.label(hex)));
            }
            if self.enemy_in(hex, def.side) {
                return rule(
                    "SW 12.4",
                    format!("'{id}' stands in {} with an enemy", rules.label(hex)),
                );
            }
            if !surplus && let Err(violation) = self.check_stack(rules, &[unit], hex) {
                return rule(&violation.rule, violation.message.into_owned());
            }
        }
        let state = self.state_mut(unit);
        state.face = face;
        self.place(rules, unit, hex);
        self.mark_interstacked(rules, hex);
        Ok(unit)
    }

    /// Begins the placing by the owners, or goes on to the first game-turn.
    pub fn begin_set_up(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        if rules.set_up_order.is_empty() {
            return;
        }
        let dice = rules.constants.stoss_dice;
        if dice > 0 {
            // SW S3.8: so many corps of Stosstruppen are left.
            let rolled: u16 = (0..dice)
                .map(|_| u16::from(self.roll(cx, "stosstruppen", GERMAN, "SW S3.8")))
                .sum();
            self.stosstruppen = Some(rolled);
        }
        self.decision = match rules.set_up_order.first() {
            Some(&side) => Decision::SetUp { side },
            None => Decision::None,
        };
    }

    /// The groups that a unit may be set up with: its own, or that of the corps whose place it
    /// takes (SW S3.8).
    fn group_of<'a>(&self, rules: &'a Rules, unit: Unit) -> Option<&'a GroupDef> {
        let in_group = |unit: Unit| rules.groups.iter().find(|group| group.units.contains(&unit));
        in_group(unit).or_else(|| {
            let corps = rules.unit(unit).stands_in_for?;
            self.stosstruppen?;
            in_group(corps)
        })
    }

    /// Whether a unit may be set up in a hex now.
    pub fn check_set_up(
        &self,
        rules: &Rules,
        side: usize,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation> {
        let def = rules.unit(unit);
        let Some(group) = self.group_of(rules, unit).filter(|group| group.side == side) else {
            return Err(Violation::new(
                "SW 3.1",
                format!("'{}' is none of the units that are set up now", def.name),
            ));
        };
        let label = rules.label(hex);
        if !rules.ground.is_playable(hex) {
            return Err(Violation::new("SW 12.3", format!("no unit enters {label}")));
        }
        if !group.hexes.contains(&hex) {
            let why = outside(rules, group, hex);
            let (name, zone) = (&def.name, &group.zone);
            return Err(Violation::new(
                group.rule.clone(),
                format!("{label} is not in the zone of '{name}', {zone}{why}"),
            ));
        }
        if self.enemy_in(hex, side) {
            return Err(Violation::new("SW 12.4", format!("an enemy unit is in {label}")));
        }
        let other = def.substitute.or(def.stands_in_for).filter(|_| self.stosstruppen.is_some());
        if other.is_some_and(|other| self.hex(other).is_some()) {
            return Err(Violation::new("SW S3.8", "the corps is on the map in its other form"));
        }
        if let Some(most) = self.stosstruppen
            && def.substitute.is_some()
            && self.hex(unit).is_none()
            && self.stosstruppen_placed(rules) >= most
        {
            return Err(Violation::new(
                "SW S3.8",
                format!("{most} corps of Stosstruppen, no more"),
            ));
        }
        if let Some(most) = group.most_per_hex {
            let there =
                self.stack(hex).filter(|&other| other != unit && group.units.contains(&other));
            if there.count() >= usize::from(most) {
                return Err(Violation::new(
                    group.rule.clone(),
                    format!("{most} units a hex at most"),
                ));
            }
        }
        self.check_stack(rules, &[unit], hex)
    }

    /// Corps of Stosstruppen on the map.
    pub fn stosstruppen_placed(&self, rules: &Rules) -> u16 {
        let corps = rules.all_units().filter(|&unit| rules.unit(unit).substitute.is_some());
        corps.filter(|&unit| self.hex(unit).is_some()).count() as u16
    }

    /// Sets a unit up, or elsewhere if it is already.
    pub fn do_set_up(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        self.set_ups += 1;
        self.lift(rules, unit, UnitStatus::Pool);
        self.place(rules, unit, hex);
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::SetUp(SetUpEvent {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                hex: rules.label(hex).to_owned(),
                face: self.state(unit).face,
                rule: self.group_of(rules, unit).map_or("SW 3.1", |group| &group.rule).to_owned(),
            })
        });
    }

    /// The units that a side has still to set up.
    pub fn to_set_up(&self, rules: &Rules, side: usize) -> Vec<Unit> {
        let groups = rules.groups.iter().filter(|group| group.side == side);
        let all = groups.flat_map(|group| group.units.iter().copied());
        all.filter(|&unit| rules.unit(unit).on_ground() && self.hex(unit).is_none())
            .filter(|&unit| {
                let other = rules.unit(unit).substitute.filter(|_| self.stosstruppen.is_some());
                other.is_none_or(|other| self.hex(other).is_none())
            })
            .collect()
    }

    /// The first hex of a group that is not held as the scenario asks.
    pub fn open_hex(&self, rules: &Rules, side: usize) -> Option<(Hex, String)> {
        rules.groups.iter().filter(|group| group.side == side).find_map(|group| {
            let held = |hex: &Hex| self.friend_in(*hex, side);
            let covered = |hex: &Hex| self.covers(rules, group, *hex);
            let open = group.held.iter().find(|hex| !held(hex));
            let open = open.or_else(|| group.covered.iter().find(|hex| !covered(hex)));
            open.map(|&hex| (hex, group.rule.clone()))
        })
    }

    /// Whether a hex holds a unit of a group's army or lies in the zone of control of one: the
    /// front of the British is theirs to hold, not their neighbours' (SW 3.6).
    pub fn covers(&self, rules: &Rules, group: &GroupDef, hex: Hex) -> bool {
        let own = |unit: &Unit| {
            let def = rules.unit(*unit);
            def.side == group.side && group.armies >> u32::from(def.nation.min(31)) & 1 == 1
        };
        self.stack(hex).any(|unit| own(&unit))
            || rules.map.neighbours(hex).any(|(direction, other)| {
                rules.ground.is_passable(hex, direction)
                    && self.stack(other).any(|unit| rules.unit(unit).zoc && own(&unit))
            })
    }

    /// Whether so much has been tried that the set-up is taken as it is. What cannot be set up as
    /// it is asked for, `validate` warns of; a game must not wait for it for ever.
    pub fn set_up_is_hopeless(&self, rules: &Rules) -> bool {
        self.set_ups > HOPELESS * rules.units.len() as u32
    }

    /// Why a side's set-up is not over yet: how many of which kinds are still to be set up, else a
    /// hex that is not held as the scenario asks.
    pub fn left_to_set_up(&self, rules: &Rules, side: usize) -> Option<Violation> {
        let waiting = self.to_set_up(rules, side);
        if waiting.is_empty() {
            let (hex, rule) = self.open_hex(rules, side)?;
            let hex = rules.label(hex);
            let message = format!("{hex} holds no unit and lies in no zone of control of its own");
            return Some(Violation::new(rule, message));
        }
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for &unit in &waiting {
            let name = rules.unit(unit).kind.name();
            match kinds.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => kinds.push((name, 1)),
            }
        }
        let kinds: Vec<String> =
            kinds.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
        let are = if waiting.len() == 1 { "unit is" } else { "units are" };
        let message = format!("{} {are} still to be set up: {}", waiting.len(), list(&kinds));
        Some(Violation::new("SW 3.1", message))
    }

    /// Ends a side's set-up.
    pub fn end_set_up(&mut self, cx: &mut Context<'_>, side: usize) -> Result<(), Violation> {
        let rules = cx.rules;
        let hopeless = self.set_up_is_hopeless(rules);
        if let Some(left) = self.left_to_set_up(rules, side).filter(|_| !hopeless) {
            return Err(left);
        }
        let order = &rules.set_up_order;
        let place = order.iter().position(|&known| known == side);
        let next = place.and_then(|place| order.get(place + 1));
        self.decision = match next {
            Some(&side) => Decision::SetUp { side },
            None => Decision::None,
        };
        if next.is_none() {
            for hex in rules.map.grid().hexes() {
                self.mark_interstacked(rules, hex);
            }
        }
        Ok(())
    }
}

/// Why a hex is none of those of a group, as far as that can be told.
fn outside(rules: &Rules, group: &GroupDef, hex: Hex) -> String {
    let is_enemy = usize::from(rules.control[hex.index()]) == enemy_of(group.side);
    let is_of = |other: &&GroupDef| other.side == group.side && other.hexes.contains(&hex);
    match rules.groups.iter().find(is_of) {
        _ if is_enemy => ": the enemy controls it".to_owned(),
        Some(other) => format!(": it is in that of others, {}", other.zone),
        None => String::new(),
    }
}

/// The state of a unit that stands beyond the stacking limit on purpose: in a case of SW 9.3.
pub const SURPLUS: &str = "surplus";

fn unknown(id: &str) -> Diagnostic {
    Diagnostic::error(Code::DanglingReference, format!("no order of battle has the counter '{id}'"))
}

/// What a set-up and its map lack by the rules.
pub fn check(bundle: &Bundle, roles: &Roles<'_>, lookup: &Lookup<'_>, found: &mut Vec<Diagnostic>) {
    let Ok(rules) = Rules::compile(bundle) else { return };
    let mut position = Position::new(&rules);
    if let Err(problems) = position.set_up(&rules, bundle) {
        found.extend(problems);
    }
    check_control(&rules, roles, bundle, found);
    check_morale(&rules, roles, bundle, lookup, found);
    check_sources(&rules, bundle, found);
}

/// SW 3.5, 11.5: every playable hex is somebody's, and behind somebody's front.
fn check_control(rules: &Rules, roles: &Roles<'_>, bundle: &Bundle, found: &mut Vec<Diagnostic>) {
    let grid = rules.map.grid();
    let playable = || grid.hexes().filter(|&hex| rules.ground.is_playable(hex));
    let nobody = |owner: &dyn Fn(Hex) -> u8| -> Vec<Hex> {
        playable().filter(|&hex| owner(hex) > 1).collect()
    };
    let mut report = |hexes: Vec<Hex>, pointer: &str, message: &str, rule: &str, help: &str| {
        if let Some((&first, rest)) = hexes.split_first() {
            let more =
                if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            found.push(
                Diagnostic::error(Code::Rule, format!("{} {message}{more}", rules.label(first)))
                    .pointer(pointer)
                    .hex(rules.label(first))
                    .rule(rule)
                    .help(help),
            );
        }
    };
    report(
        nobody(&|hex| rules.control[hex.index()]),
        "/scenario/setup/control",
        "is controlled by nobody when play begins",
        "SW 3.5",
        "name a zone for each side under control",
    );
    report(
        nobody(&|hex| rules.ground.at(hex).own_side),
        "/map/zones",
        "lies behind neither side's front",
        "SW 11.5",
        &format!(
            "the zones {} together hold every playable hex",
            [roles.ids("allied-side"), roles.ids("german-side")].concat().join(" and ")
        ),
    );
    for side in [GERMAN, ALLIED] {
        if !bundle
            .scenario
            .levels
            .iter()
            .any(|level| roles.is("morale-level", &level.id) && level.side == rules.sides[side])
            && (side == GERMAN || rules.constants.track_allied_morale == 1)
        {
            found.push(
                Diagnostic::error(
                    Code::Rule,
                    format!("the morale of the side {} is missing", side_name(rules, bundle, side)),
                )
                .pointer("/scenario/levels")
                .rule("SW 3.2"),
            );
        }
    }
}

/// What the ruleset calls a side in print.
fn side_name<'a>(rules: &'a Rules, bundle: &'a Bundle, side: usize) -> &'a str {
    let id = &rules.sides[side];
    bundle.ruleset.sides.iter().find(|one| one.id == *id).map_or(id, |one| &one.name)
}

/// SW 4.2: the morale hexes of each side add up to what the ruleset says.
fn check_morale(
    rules: &Rules,
    roles: &Roles<'_>,
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let constant = ["morale_total_german", "morale_total_allied"]
        .map(|role| roles.one(role).unwrap_or_default());
    let asked = [rules.constants.morale_total_german, rules.constants.morale_total_allied];
    for side in [GERMAN, ALLIED] {
        let here = rules
            .morale_hexes
            .iter()
            .filter(|morale| usize::from(rules.ground.at(morale.hex).own_side) == side);
        let sum: i32 = here.map(|morale| morale.points).sum();
        if sum != asked[side] {
            let name = side_name(rules, bundle, side);
            found.push(
                Diagnostic::error(
                    Code::Rule,
                    format!(
                        "the morale hexes of the side {name} are worth {sum} points, not {}",
                        asked[side]
                    ),
                )
                .pointer("/map/features")
                .rule("SW 4.2")
                .help(format!(
                    "change the hexes, or the number “{}” on the page of charts",
                    id_in_words(constant[side])
                )),
            );
        }
    }
    for (i, feature) in bundle.map.features.items.iter().enumerate() {
        let Some(hex) = lookup.grid.parse(&feature.hex) else { continue };
        if !roles.is("morale-hex", &feature.kind) {
            continue;
        }
        let own = rules.sides.get(usize::from(rules.ground.at(hex).own_side));
        let wrong = match (&feature.owner, own) {
            (Some(owner), Some(own)) if owner != own => Some(format!(
                "the morale hex is said to be of '{owner}', but lies on the side of '{own}'"
            )),
            _ if feature.value.is_none_or(|value| value < 1) => {
                Some("a morale hex is worth at least one point".to_owned())
            }
            _ => None,
        };
        if let Some(message) = wrong {
            found.push(
                Diagnostic::error(Code::Rule, message)
                    .pointer(format!("/map/features/items/{i}"))
                    .hex(&feature.hex)
                    .rule("SW 4.2"),
            );
        }
    }
}

/// SW 7.4–7.6: every army in the scenario has a source of supply on the map.
fn check_sources(rules: &Rules, bundle: &Bundle, found: &mut Vec<Diagnostic>) {
    let scenario = &bundle.scenario;
    let placed = scenario.setup.placements.iter().flat_map(|placement| &placement.counters);
    let free = scenario.setup.free.iter().flat_map(|free| &free.counters);
    let arriving = scenario.reinforcements.iter().flat_map(|due| &due.counters);
    let mut told = BTreeSet::new();
    for id in placed.chain(free).chain(arriving) {
        let Some(unit) = units::find(&rules.units, id) else { continue };
        let def = rules.unit(unit);
        let nation = &rules.nations[usize::from(def.nation)];
        if !def.on_ground()
            || !rules.sources[nation.source as usize].is_empty()
            || !told.insert(nation.id.clone())
        {
            continue;
        }
        let (rule, help) = match nation.source {
            SourceKind::GermanEdge => ("SW 7.4", "a zone of the kind supply_edge, owned by german"),
            SourceKind::Ports => ("SW 7.5", "a port feature"),
            SourceKind::FrenchEdge => ("SW 7.6", "a zone of the kind supply_edge, owned by french"),
        };
        found.push(
            Diagnostic::error(
                Code::Rule,
                format!("'{}' has units, but no supply source on the map", nation.id),
            )
            .pointer("/map/zones")
            .counter(id)
            .rule(rule)
            .help(format!("the map needs {help}")),
        );
    }
}

/// The hex nearest to another, at most `reach` away, in which a counter may be set up instead.
pub fn nearest_legal(bundle: &Bundle, at: (usize, usize), from: Hex, reach: u32) -> Option<Hex> {
    let rules = Rules::compile(bundle).ok()?;
    let mut position = Position::new(&rules);
    let id = bundle.scenario.setup.placements.get(at.0)?.counters.get(at.1)?;
    let unit = units::find(&rules.units, id)?;
    // The others as far as they can stand; what cannot is no obstacle.
    let _ = position.set_up(&rules, bundle);
    position.lift(&rules, unit, UnitStatus::Pool);
    let side = rules.unit(unit).side;
    let mut hexes = rules.map.grid().within(from, reach);
    hexes.retain(|&hex| {
        hex != from
            && rules.ground.is_playable(hex)
            && !position.enemy_in(hex, side)
            && position.check_stack(&rules, &[unit], hex).is_ok()
    });
    hexes.into_iter().min_by_key(|&hex| (rules.map.grid().distance(from, hex), hex))
}
