//! Renaming, as a designer does it who searches and replaces: what is called one thing is called
//! another throughout a scenario's files, and no rule may notice.

#![allow(clippy::expect_used, clippy::panic, reason = "what tests are made of")]

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::{Bot, Match, Need, Prepared, Role, RoleKind, Roles, Systems};
use salient_schema::order_of_battle::{Counter, OrderOfBattle};
use salient_schema::ruleset::{Kind, SequenceStep};
use salient_schema::scenario::{Entry, Override, PlacementCondition};
use salient_schema::{Bundle, Diagnostic, Id, Ruleset, Severity, check_references};

/// Visits every name in a bundle of one kind of thing, where it is defined and where it is spoken
/// of; but not in the statements of roles.
pub fn each_name(kind: RoleKind, bundle: &mut Bundle, visit: &mut dyn FnMut(&mut String)) {
    let Bundle { ruleset, map, orders_of_battle, scenario, .. } = bundle;
    let layout = &mut ruleset.counters;
    match kind {
        RoleKind::Side | RoleKind::Nation => {
            for feature in &mut map.features.items {
                feature.owner.iter_mut().for_each(&mut *visit);
            }
            for line in &mut map.lines.items {
                line.owner.iter_mut().for_each(&mut *visit);
            }
            for zone in &mut map.zones.items {
                zone.owner.iter_mut().for_each(&mut *visit);
            }
            if kind == RoleKind::Nation {
                for nation in &mut ruleset.nations {
                    visit(&mut nation.id);
                    nation.serves_with.iter_mut().for_each(&mut *visit);
                }
                counters(orders_of_battle)
                    .filter_map(|one| one.nation.as_mut())
                    .for_each(&mut *visit);
                scenario
                    .replacements
                    .iter_mut()
                    .filter_map(|due| due.nation.as_mut())
                    .for_each(&mut *visit);
                scenario.levels.iter_mut().filter_map(|one| one.nation.as_mut()).for_each(visit);
                return;
            }
            ruleset.sides.iter_mut().for_each(|side| visit(&mut side.id));
            ruleset.nations.iter_mut().filter_map(|one| one.side.as_mut()).for_each(&mut *visit);
            stages(&mut ruleset.sequence, &mut |stage| stage.side.iter_mut().for_each(&mut *visit));
            kinds(ruleset, &mut |kind| {
                for effect in &mut kind.effects {
                    effect.when.side.iter_mut().for_each(&mut *visit);
                }
            });
            for book in orders_of_battle {
                book.formations.iter_mut().for_each(|formation| visit(&mut formation.side));
                book.counters.iter_mut().for_each(|counter| visit(&mut counter.side));
            }
            scenario.setup.control.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.setup.free.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.reinforcements.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.withdrawals.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.replacements.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.tracks.iter_mut().filter_map(|one| one.side.as_mut()).for_each(&mut *visit);
            scenario.levels.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.victory.counted_for.iter_mut().for_each(&mut *visit);
            scenario.victory.levels.iter_mut().for_each(|one| visit(&mut one.side));
            scenario.victory.secret.iter_mut().for_each(|one| visit(&mut one.side));
        }
        RoleKind::UnitType => {
            layout.types.iter_mut().for_each(|one| visit(&mut one.id));
            for counter in counters(orders_of_battle) {
                visit(&mut counter.unit_type);
                counter
                    .faces
                    .iter_mut()
                    .filter_map(|face| face.unit_type.as_mut())
                    .for_each(&mut *visit);
                counter.parts.iter_mut().for_each(|part| visit(&mut part.unit_type));
            }
            for condition in scenario.setup.free.iter_mut().flat_map(|free| &mut free.conditions) {
                if let PlacementCondition::AtLeast { unit_type, .. } = condition {
                    visit(unit_type);
                }
            }
            kinds(ruleset, &mut |kind| {
                for effect in &mut kind.effects {
                    effect.when.unit.iter_mut().for_each(&mut *visit);
                }
            });
        }
        RoleKind::Trait => {
            layout.traits.iter_mut().for_each(|one| visit(&mut one.id));
            counters(orders_of_battle).flat_map(|one| &mut one.traits).for_each(&mut *visit);
            kinds(ruleset, &mut |kind| {
                for effect in &mut kind.effects {
                    effect.when.unit.iter_mut().for_each(&mut *visit);
                }
            });
        }
        RoleKind::UnitSize => {
            layout.sizes.iter_mut().for_each(|one| visit(&mut one.id));
            for book in orders_of_battle {
                book.formations
                    .iter_mut()
                    .filter_map(|one| one.size.as_mut())
                    .for_each(&mut *visit);
                for counter in &mut book.counters {
                    counter.size.iter_mut().for_each(&mut *visit);
                    counter
                        .faces
                        .iter_mut()
                        .filter_map(|face| face.size.as_mut())
                        .for_each(&mut *visit);
                }
            }
        }
        RoleKind::Rating => {
            for rating in &mut layout.ratings {
                let old = format!("{{{}}}", rating.id);
                visit(&mut rating.id);
                layout.pattern = layout.pattern.replace(&old, &format!("{{{}}}", rating.id));
            }
            for face in counters(orders_of_battle).flat_map(|counter| &mut counter.faces) {
                let ratings = std::mem::take(&mut face.ratings);
                let renamed = ratings.into_iter().map(|(mut id, value)| {
                    visit(&mut id);
                    (id, value)
                });
                face.ratings = renamed.collect();
            }
        }
        RoleKind::FormationRating => {
            layout.formation_ratings.iter_mut().for_each(|rating| visit(&mut rating.id));
            for formation in orders_of_battle.iter_mut().flat_map(|book| &mut book.formations) {
                let ratings = std::mem::take(&mut formation.ratings);
                let renamed = ratings.into_iter().map(|(mut id, value)| {
                    visit(&mut id);
                    (id, value)
                });
                formation.ratings = renamed.collect();
            }
        }
        RoleKind::Formation => {
            for book in orders_of_battle {
                for formation in &mut book.formations {
                    visit(&mut formation.id);
                    formation.parent.iter_mut().for_each(&mut *visit);
                }
                book.counters
                    .iter_mut()
                    .filter_map(|one| one.formation.as_mut())
                    .for_each(&mut *visit);
            }
            for order in &mut scenario.orders {
                visit(&mut order.formation);
                order.starts_with.iter_mut().for_each(&mut *visit);
                order.ends_with.iter_mut().for_each(&mut *visit);
            }
        }
        RoleKind::Terrain => {
            ruleset.terrain.iter_mut().for_each(|one| visit(&mut one.id));
            map.terrain.palette.values_mut().for_each(visit);
        }
        RoleKind::Feature => {
            ruleset.features.iter_mut().for_each(|one| visit(&mut one.id));
            map.features.items.iter_mut().for_each(|one| visit(&mut one.kind));
            for condition in scenario.setup.free.iter_mut().flat_map(|free| &mut free.conditions) {
                if let PlacementCondition::EveryHexHoldsUnit { feature }
                | PlacementCondition::EveryHexHoldsUnitOrZoc { feature } = condition
                {
                    feature.iter_mut().for_each(&mut *visit);
                }
            }
            let scores = scenario.victory.scores.iter_mut();
            scores.flat_map(|score| &mut score.features).for_each(&mut *visit);
        }
        RoleKind::Hexside => {
            ruleset.hexsides.iter_mut().for_each(|one| visit(&mut one.id));
            map.hexsides.items.iter_mut().for_each(|one| visit(&mut one.kind));
        }
        RoleKind::Path => {
            ruleset.paths.iter_mut().for_each(|one| visit(&mut one.id));
            map.paths.items.iter_mut().for_each(|one| visit(&mut one.kind));
        }
        RoleKind::Line => {
            ruleset.lines.iter_mut().for_each(|one| visit(&mut one.id));
            map.lines.items.iter_mut().for_each(|one| visit(&mut one.kind));
            let scores = scenario.victory.scores.iter_mut();
            scores.filter_map(|score| score.line.as_mut()).for_each(&mut *visit);
        }
        RoleKind::KindTrait => {
            kinds(ruleset, &mut |kind| kind.traits.iter_mut().for_each(&mut *visit));
        }
        RoleKind::Zone => {
            map.zones.items.iter_mut().for_each(|one| visit(&mut one.id));
            scenario.setup.control.iter_mut().for_each(|one| visit(&mut one.zone));
            for free in &mut scenario.setup.free {
                visit(&mut free.zone);
                free.front.iter_mut().for_each(&mut *visit);
            }
            for group in &mut scenario.reinforcements {
                if let Entry::Zone(zone) = &mut group.entry {
                    visit(zone);
                }
                let condition = group.condition.iter_mut();
                condition.filter_map(|one| one.while_holding.as_mut()).for_each(&mut *visit);
            }
        }
        RoleKind::Table => {
            ruleset.tables.iter_mut().for_each(|one| visit(&mut one.id));
            for change in &mut scenario.overrides {
                if let Override::Table { table, .. } = change {
                    visit(table);
                }
            }
        }
        RoleKind::Constant => {
            ruleset.constants.iter_mut().for_each(|one| visit(&mut one.id));
            for change in &mut scenario.overrides {
                if let Override::Constant { constant, .. } = change {
                    visit(constant);
                }
            }
        }
        RoleKind::Step => stages(&mut ruleset.sequence, &mut |stage| visit(&mut stage.id)),
        RoleKind::OptionalRule => {
            ruleset.optional_rules.iter_mut().for_each(|one| visit(&mut one.id));
            scenario.optional_rules.iter_mut().for_each(visit);
        }
        RoleKind::Weather => {
            scenario.turns.iter_mut().filter_map(|one| one.weather.as_mut()).for_each(&mut *visit);
            // As a chart prints it.
            let rows = ruleset.tables.iter_mut().flat_map(|table| &mut table.rows);
            for cell in rows.flat_map(|row| &mut row.cells) {
                let mut id = cell.to_lowercase();
                visit(&mut id);
                if id != cell.to_lowercase() {
                    *cell = id;
                }
            }
            kinds(ruleset, &mut |kind| {
                for effect in &mut kind.effects {
                    effect.when.weather.iter_mut().for_each(&mut *visit);
                }
            });
        }
        // Its number is no name.
        RoleKind::Turn => {}
        RoleKind::Track => scenario.tracks.iter_mut().for_each(|one| visit(&mut one.id)),
        RoleKind::Level => scenario.levels.iter_mut().for_each(|one| visit(&mut one.id)),
        RoleKind::Pool => {
            scenario.replacements.iter_mut().filter_map(|due| due.pool.as_mut()).for_each(visit);
        }
        RoleKind::Score => scenario.victory.scores.iter_mut().for_each(|one| visit(&mut one.id)),
    }
}

fn counters(books: &mut [OrderOfBattle]) -> impl Iterator<Item = &mut Counter> {
    books.iter_mut().flat_map(|book| &mut book.counters)
}

fn kinds(ruleset: &mut Ruleset, visit: &mut dyn FnMut(&mut Kind)) {
    let Ruleset { terrain, features, hexsides, paths, lines, .. } = ruleset;
    [terrain, features, hexsides, paths, lines].into_iter().flatten().for_each(visit);
}

fn stages(stages_of: &mut [SequenceStep], visit: &mut dyn FnMut(&mut SequenceStep)) {
    for stage in stages_of {
        visit(stage);
        stages(&mut stage.steps, visit);
    }
}

/// Every kind of thing that fills a role.
pub const KINDS: [RoleKind; 24] = [
    RoleKind::Side,
    RoleKind::Nation,
    RoleKind::UnitType,
    RoleKind::UnitSize,
    RoleKind::Trait,
    RoleKind::Rating,
    RoleKind::FormationRating,
    RoleKind::Formation,
    RoleKind::Terrain,
    RoleKind::Feature,
    RoleKind::Hexside,
    RoleKind::Path,
    RoleKind::Line,
    RoleKind::KindTrait,
    RoleKind::Zone,
    RoleKind::Table,
    RoleKind::Constant,
    RoleKind::Step,
    RoleKind::OptionalRule,
    RoleKind::Weather,
    RoleKind::Track,
    RoleKind::Level,
    RoleKind::Pool,
    RoleKind::Score,
];

/// The ids that fill roles in a bundle.
pub fn fillers(roles: &[Role], bundle: &Bundle) -> BTreeSet<Id> {
    let stated = |role: &Role| match Roles::stated(&role.id, bundle) {
        [] if role.kind == RoleKind::Constant => vec![role.id.to_string()],
        ids => ids.to_vec(),
    };
    roles.iter().filter(|role| role.kind != RoleKind::Turn).flat_map(stated).collect()
}

/// Calls everything of these names otherwise, whatever it is, but not in the statements of roles.
pub fn rename(names: &BTreeMap<Id, Id>, bundle: &mut Bundle) {
    for kind in KINDS {
        each_name(kind, bundle, &mut |name| {
            if let Some(new) = names.get(name) {
                name.clone_from(new);
            }
        });
    }
}

/// Lets the statements of roles follow, those that need none being made.
pub fn restate(names: &BTreeMap<Id, Id>, roles: &[Role], bundle: &mut Bundle) {
    let known = |id: &str| bundle.ruleset.constants.iter().any(|constant| constant.id == id);
    let unstated: Vec<&Role> = roles
        .iter()
        .filter(|role| {
            role.kind == RoleKind::Constant && Roles::stated(&role.id, bundle).is_empty()
        })
        .filter(|role| names.get(&*role.id).is_some_and(|new| known(new)))
        .collect();
    for role in unstated {
        bundle.ruleset.roles.insert(role.id.to_string(), vec![role.id.to_string()]);
    }
    let stated = bundle.ruleset.roles.values_mut().chain(bundle.scenario.roles.values_mut());
    for id in stated.flatten() {
        if let Some(new) = names.get(id) {
            id.clone_from(new);
        }
    }
}

/// A name that no file has.
fn new_name(id: &str) -> Id {
    format!("{MARK}{id}")
}

const MARK: &str = "zq0-";

/// What `validate` says of a bundle's references and rules.
pub fn problems(systems: Systems, bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = check_references(bundle);
    found.extend(salient_rules::check(systems, bundle));
    found
}

/// The same in lines that do not tell a renamed bundle from the one that it was.
fn in_lines(found: &[Diagnostic]) -> Vec<String> {
    let line = |one: &Diagnostic| format!("{one} {:?}", one.place.pointer).replace(MARK, "");
    let mut lines: Vec<String> = found.iter().map(line).collect();
    lines.sort();
    lines
}

/// A bundle in which these things are called otherwise throughout.
pub fn renamed(systems: Systems, bundle: &Bundle, ids: &[&str]) -> Bundle {
    let names = ids.iter().map(|id| ((*id).to_owned(), new_name(id))).collect();
    let mut renamed = bundle.clone();
    rename(&names, &mut renamed);
    let system = systems.of(bundle).expect("a system that is known");
    restate(&names, system.roles(), &mut renamed);
    renamed
}

/// Every role that the rules ask for is missed where it is not stated or nothing fills it: an
/// error with the role's place and rule.
///
/// # Panics
/// If not.
pub fn missed_where_nothing_fills_it(systems: Systems, bundle: &Bundle) {
    let system = systems.of(bundle).expect("a system that is known");
    let roles = system.roles();
    assert!(!roles.is_empty(), "{} states no roles", bundle.ruleset.id);
    for role in roles {
        let place = |found: &Diagnostic| {
            let pointer = found.place.pointer.as_deref().unwrap_or_default();
            let at = pointer.ends_with(&format!("/roles/{}", role.id));
            let constant = role.kind == RoleKind::Constant && pointer == "/ruleset/constants";
            found.severity == Severity::Error && (at || constant)
        };
        let says = |bundle: &Bundle, what: &str| {
            let found = problems(systems, bundle);
            let told = found.iter().find(|found| place(found));
            let told = told.unwrap_or_else(|| panic!("{what} '{}': {found:#?}", role.id));
            assert_eq!(told.rule.as_deref(), Some(&*role.rule), "{what} '{}'", role.id);
            assert!(Prepared::new(systems, bundle).is_err(), "{what} '{}': played", role.id);
        };
        let needed = matches!(role.need, Need::One | Need::Some);
        let mut without = bundle.clone();
        without.ruleset.roles.remove(&*role.id);
        without.scenario.roles.remove(&*role.id);
        let own = role.kind == RoleKind::Constant;
        if own {
            without.ruleset.constants.retain(|constant| constant.id != role.id);
        }
        if needed || !own {
            says(&without, "without the role");
        }
        if needed {
            without.ruleset.roles.insert(role.id.to_string(), Vec::new());
            says(&without, "with nothing in the role");
        }
    }
}

/// What fills a role may be called anything, if all files agree: nothing new is found. And if the
/// role's statement is left behind, that is found, with a place.
///
/// # Panics
/// If not.
pub fn found_where_left_behind(systems: Systems, bundle: &Bundle) {
    let system = systems.of(bundle).expect("a system that is known");
    let roles = system.roles();
    let before = in_lines(&problems(systems, bundle));
    // A constant that need not be there, and is not spoken of, changes nothing by its absence.
    let may_lack = |role: &&Role| {
        let changed = bundle.scenario.constant_override(&role.id).is_some();
        let needed = matches!(role.need, Need::One | Need::Some);
        role.kind == RoleKind::Constant && !needed && !changed
    };
    let asked: Vec<Role> = roles.iter().filter(|role| !may_lack(role)).cloned().collect();
    for id in fillers(&asked, bundle) {
        let names = BTreeMap::from([(id.clone(), new_name(&id))]);
        let mut left = bundle.clone();
        rename(&names, &mut left);
        if left == *bundle {
            continue;
        }
        let found = problems(systems, &left);
        let told = found.iter().find(|one| {
            let placed = one.place.pointer.is_some() && one.rule.is_some();
            one.severity == Severity::Error && placed
        });
        assert!(told.is_some(), "'{id}' is renamed, not its roles: {found:#?}");
        assert!(Prepared::new(systems, &left).is_err(), "'{id}' is renamed, not its roles");
        restate(&names, roles, &mut left);
        let after = in_lines(&problems(systems, &left));
        assert_eq!(after, before, "'{id}' is renamed throughout");
    }
}

/// Everything that fills a role is called otherwise, and the games are the same.
///
/// # Panics
/// If they are not.
pub fn same_games_by_other_names(systems: Systems, bundle: &Bundle, bots: &[(Bot, u16)]) {
    let system = systems.of(bundle).expect("a system that is known");
    let roles = system.roles();
    let ids = fillers(roles, bundle);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let other = renamed(systems, bundle, &ids);
    assert_ne!(other, *bundle);
    for &(bot, turns) in bots {
        let expected = log(systems, bundle, bot, turns);
        let played = log(systems, &other, bot, turns);
        assert!(played.contains(MARK), "the names are in the log");
        same(&without_hash(&played.replace(MARK, "")), &without_hash(&expected));
    }
}

/// A log without the number of its last position, in which the winner's name counts.
fn without_hash(log: &str) -> String {
    let line = |line: &str| match line.split_once("\"state_hash\":\"") {
        Some((before, rest)) => {
            let behind = rest.split_once('"').map_or("", |(_, behind)| behind);
            format!("{before}{behind}")
        }
        None => line.to_owned(),
    };
    log.lines().map(line).collect::<Vec<String>>().join("\n")
}

/// Two logs, and where they part.
pub fn same(played: &str, expected: &str) {
    for (played, expected) in played.lines().zip(expected.lines()) {
        assert_eq!(played, expected);
    }
    assert_eq!(played.lines().count(), expected.lines().count());
}

/// The log of a game between bots, to the end of a game-turn.
pub fn log(systems: Systems, bundle: &Bundle, bot: Bot, turns: u16) -> String {
    let mut game = Match::start(systems, bundle, 1918).unwrap_or_else(|found| {
        panic!("{} cannot be played: {found:#?}", bundle.scenario.id);
    });
    let bots = vec![bot; game.sides().len()];
    while !game.is_over() && game.turn() <= turns {
        game.advance(&bots);
    }
    // What is first has the fingerprint of the files.
    let lines =
        game.events().iter().skip(1).map(|event| serde_json::to_string(event).expect("JSON"));
    lines.collect::<Vec<String>>().join("\n")
}
