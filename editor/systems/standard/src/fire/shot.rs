//! A shot: its strength, column and modifiers, the dice, and whom it hits.

use salient_hex::Hex;
use salient_rules::game;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;
use salient_schema::results::Combat as ReadFor;

use super::{FireRules, reaches, strength};
use crate::acts::Act;
use crate::combat::chart::Entry;
use crate::combat::modifiers::{self, Line, Scene};
use crate::event::{Detail, Fired, Told};
use crate::game::{Decision, Standard};
use crate::results::{By, Suffering, suffer};
use crate::rules::Rules;
use crate::terrain::Against;
use crate::{enemies, hidden, leaders, morale, states};

/// Units that fire at others in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// The kind of fire.
    pub fire: u8,
    /// Who fires.
    pub units: Vec<Unit>,
    /// Where the targets stand.
    pub hex: Hex,
    /// Who is fired at.
    pub targets: Vec<Unit>,
    /// Whether it interrupts a move.
    pub opportunity: bool,
}

/// How a fire comes to its column and dice.
#[derive(Debug)]
pub struct Account<'a> {
    /// The strength of those who fire.
    pub strength: i32,
    /// How far the farthest of them is.
    pub range: u32,
    /// What shifts the column or changes the dice.
    pub lines: Vec<Line<'a>>,
    /// The column that is read.
    pub column: usize,
    /// What is added to the dice.
    pub die: i32,
}

/// How a fire comes to its column and dice.
pub fn account<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    shot: &Shot,
) -> Option<Account<'a>> {
    let fire = rules.fires.of(shot.fire)?;
    let sum = shot.units.iter().map(|&unit| strength(rules, position, fire, unit)).sum();
    let map = &rules.compiled.map;
    let far = |&unit: &Unit| Some(map.grid().distance(position.hex(unit)?, shot.hex));
    let range = shot.units.iter().filter_map(far).max().unwrap_or(0);
    let (across, _) = modifiers::crossed(rules, position, &shot.units, shot.hex);
    let scene = Scene {
        rules,
        position,
        attackers: &shot.units,
        defenders: &shot.targets,
        hexes: &[shot.hex],
        across,
        range: Some(range),
        opportunity: shot.opportunity,
    };
    let found = modifiers::shelters(
        rules,
        position,
        (&shot.units, Against::Fire),
        shot.hex,
        fire.sheltering,
    );
    let mut lines: Vec<Line<'a>> =
        modifiers::shelter_lines(&found, fire.terrain, &fire.rule).collect();
    lines.extend(state_line(rules, position, fire, &shot.targets));
    lines.extend(modifiers::lines(&fire.modifiers, &scene));
    lines.extend(leader_line(rules, position, fire, &shot.units));
    let Entry::Column(first) = fire.chart.by_number(sum) else { return None };
    let shift: i32 = lines.iter().map(|line| line.shift).sum();
    let column = (first as i32).saturating_add(shift).clamp(0, fire.chart.last() as i32) as usize;
    let die = lines.iter().map(|line| line.die).sum();
    Some(Account { strength: sum, range, lines, column, die })
}

/// What the states of the targets do: dug in.
fn state_line<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    fire: &FireRules,
    targets: &[Unit],
) -> Option<Line<'a>> {
    let shelter = states::shelter(rules, position, targets);
    let (shift, die) = match fire.terrain {
        salient_schema::rules_of_play::TerrainIn::Column => (-shelter, 0),
        _ => (0, shelter),
    };
    (shelter != 0).then(|| {
        let (name, rule) = states::sheltering(rules, position, targets);
        Line { name: name.into(), shift, die, rule }
    })
}

/// What the best leader of those who fire does.
fn leader_line<'a>(
    rules: &Rules,
    position: &Position<Standard>,
    fire: &'a FireRules,
    units: &[Unit],
) -> Option<Line<'a>> {
    let own = fire.aftermath.leaders.as_ref()?;
    let (leader, bonus) = leaders::best(rules, position, own, units)?;
    let (shift, die) = if own.shifts { (bonus, 0) } else { (0, bonus) };
    let name = format!("leader '{}'", rules.compiled.unit(leader).name);
    let rule = own.rule.as_deref().unwrap_or(&fire.rule);
    Some(Line { name: name.into(), shift, die, rule })
}

/// Units fire. What comes of it is done after all that is pushed later.
pub fn shoot(cx: &mut PlayContext<'_, Standard>, shot: Shot) {
    let rules = cx.rules;
    let Some(fire) = rules.fires.of(shot.fire) else { return };
    for &unit in shot.units.iter().chain(&shot.targets) {
        hidden::show(cx, unit);
    }
    let Some(account) = account(rules, cx.position, &shot) else { return };
    let Some(side) = shot.units.first().map(|&unit| rules.side(unit)) else { return };
    let dice = morale::roll(cx, fire.dice, ("fire", side), &fire.rule);
    let modified = dice.saturating_add(account.die);
    let Some(cell) = fire.chart.cell(modified, account.column) else { return };
    let attack = cx.next_attack();
    let hits = !cell.fates[1].is_nothing();
    let result = if hits { AttackResult::Won } else { AttackResult::Failed };
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (&shot.units, &shot.targets),
        (Some(result), &fire.rule),
    );
    let Account { strength, range, lines, column, .. } = account;
    cx.emit(|_| {
        let told = lines.into_iter().map(|Line { name, shift, die, rule }| Told {
            what: name.into_owned(),
            shift,
            die,
            rule: rule.to_owned(),
        });
        Detail::Fire(Fired {
            core,
            fire: fire.name.clone(),
            range,
            opportunity: shot.opportunity,
            strength,
            modifiers: told.collect(),
            column: fire.chart.heads.get(column).cloned().unwrap_or_default(),
            place: column as u16,
            dice,
            modified,
            result: cell.outcome.to_string(),
        })
    });
    let from = enemies::hexes_of(cx.position, shot.units.iter().copied());
    let against = vec![shot.hex];
    let by = By::Fire(shot.fire);
    // What is pushed last comes first: what the targets suffer.
    for (units, enemies, what) in
        [(shot.units, against, &cell.fates[0]), (shot.targets, from, &cell.fates[1])]
    {
        let Some(side) = units.first().map(|&unit| rules.side(unit) as u8) else { continue };
        let suffering = Suffering {
            by,
            side,
            units,
            what: what.clone(),
            strength: None,
            attack,
            enemies,
            struck: Vec::new(),
            by_zone: false,
        };
        suffer(cx, suffering);
    }
}

/// The shot that an act of fire would be now.
fn shot_of(rules: &Rules, position: &Position<Standard>, act: &Act) -> Option<Shot> {
    let Act::Fire { units, hex } = act else { return None };
    let (fire, movers) = match &position.asked()?.what {
        Decision::Fire { fire, .. } => (*fire, None),
        Decision::React(react) => (react.fire, Some(react.movers.clone())),
        _ => return None,
    };
    let opportunity = movers.is_some();
    let side = rules.side(*units.first()?);
    let targets = match movers {
        Some(movers) => {
            movers.into_iter().filter(|&unit| position.hex(unit) == Some(*hex)).collect()
        }
        None => enemies::in_hex(rules, position, side, *hex).collect(),
    };
    let kind = rules.fires.of(fire)?;
    let reach = |&unit: &Unit| reaches(rules, position, kind, unit, *hex).is_ok();
    units.iter().all(reach).then(|| Shot {
        fire,
        units: units.clone(),
        hex: *hex,
        targets,
        opportunity,
    })
}

/// What shifts the column of a fire that is yet to be made, or changes its dice.
pub fn modifiers(
    rules: &Rules,
    position: &Position<Standard>,
    act: &Act,
) -> Option<Vec<game::Modifier>> {
    let found = account(rules, position, &shot_of(rules, position, act)?)?;
    let lines = found.lines.into_iter().map(|line| game::Modifier {
        by: if line.shift != 0 { line.shift } else { line.die },
        what: line.name.into_owned().into(),
        rule: line.rule.to_owned().into(),
    });
    Some(lines.collect())
}

/// What a fire may come to: its strength, its column, and the chance of each result.
pub fn remark(rules: &Rules, position: &Position<Standard>, act: &Act) -> Option<String> {
    let shot = shot_of(rules, position, act)?;
    let found = account(rules, position, &shot)?;
    let fire = rules.fires.of(shot.fire)?;
    let chances = fire.chart.chances(&fire.throws, found.column, found.die);
    let all = fire.throws.all();
    let name = |id: &str| rules.play.state_name(id).unwrap_or(id).to_owned();
    let chances = chances.into_iter().map(|(cell, ways)| {
        let words = cell.outcome.words(ReadFor::Fire, name);
        let percent = (100 * ways + all / 2) / all.max(1);
        format!("{percent} %: {}", words.trim_end_matches('.'))
    });
    let chances: Vec<String> = chances.collect();
    let column = fire.chart.heads.get(found.column).map_or("", String::as_str);
    Some(format!("strength {}, column {column}; {}", found.strength, chances.join("; ")))
}
