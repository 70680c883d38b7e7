//! IA 12: assaults: who takes part, both sides' dice, and who leaves.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::activation::may_activate;
use crate::decision::{Assault, Cause, Decision, Hit, Step};
use crate::direct_fire::{self, enhancement};
use crate::event::{Assaulted, Detail, On, Strike};
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{barred_to, combat_units};
use crate::state::{
    ACTIVE, ASSAULTS, CHARGED, DEMORALIZED, DISRUPTED, DUG_IN, ENTERED, ENTRENCHED, IN_SEGMENT,
    LIMBERED, STRUCK, TO_FIRE, acted, has, of, rating,
};
use crate::tables::FireResult;
use crate::units::Kind;
use crate::{casualties, control, results, rivers, works};

/// Hexes where those who entered in this segment have still to attack, or may.
pub fn pending(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Hex> {
    let waits = position.on_map(rules, side).filter(|&unit| has(position, unit, ASSAULTS));
    let mut hexes: Vec<Hex> = waits.filter_map(|unit| position.state(unit).hex).collect();
    hexes.retain(|&hex| barred_to(rules, position, side, hex));
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// IA 12.4: whether those who have entered a hex found no friends there, and so must attack; none of
/// those who lost heart on their way, by drumfire (IA 12.25).
pub fn is_required(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    hex: Hex,
) -> bool {
    let attacks = |unit: Unit| {
        rules.side_of(unit) == side
            && has(position, unit, ASSAULTS)
            && !has(position, unit, DEMORALIZED)
    };
    pending(rules, position, side).contains(&hex)
        && position.stack(hex).any(attacks)
        && position
            .stack(hex)
            .filter(|&unit| rules.side_of(unit) == side)
            .all(|unit| has(position, unit, ENTERED))
}

/// Whether a unit or leader may attack in its hex: it entered for it, or was there and is active,
/// or may be activated for it as others have come (IA 12.5).
fn may_attack(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    reinforced: bool,
) -> Result<(), Violation> {
    let name = &rules.unit(unit).name;
    let active = has(position, unit, ACTIVE) && has(position, unit, TO_FIRE);
    let joins = reinforced
        && !has(position, unit, ACTIVE)
        && may_activate(rules, position, side, unit).is_ok();
    if !has(position, unit, ASSAULTS) && !active && !joins {
        return Err(Violation::new("IA 12.5", format!("'{name}' is not active")));
    }
    if has(position, unit, DEMORALIZED) {
        return Err(Violation::new("IA 12.25", format!("'{name}' is demoralized")));
    }
    let kind = rules.piece(unit).kind;
    if matches!(kind, Kind::Artillery | Kind::Mortar | Kind::Transport) {
        return Err(Violation::new("IA 12.24", format!("'{name}' attacks nobody")));
    }
    Ok(())
}

/// IA 12.1, 12.4–12.6: an assault with those who take part.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    assault: &Assault,
) -> Result<(), Violation> {
    let hex = assault.hex;
    let units = &assault.units;
    if units.is_empty() || !units.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("IA 12.3", "somebody attacks, each once and in order"));
    }
    let here = |unit: Unit| rules.side_of(unit) == side && position.state(unit).hex == Some(hex);
    if !barred_to(rules, position, side, hex) || !units.iter().all(|&unit| here(unit)) {
        return Err(Violation::new("IA 12.0", "both sides stand in the hex of an assault"));
    }
    let reinforced = units.iter().any(|&unit| has(position, unit, ASSAULTS));
    for &unit in units {
        may_attack(rules, position, side, unit, reinforced)?;
    }
    if is_required(rules, position, side, hex) {
        let all = position.stack(hex).filter(|&unit| {
            here(unit) && has(position, unit, ASSAULTS) && !has(position, unit, DEMORALIZED)
        });
        if all.into_iter().any(|unit| units.binary_search(&unit).is_err()) {
            return Err(Violation::new("IA 12.4", "all who have entered attack"));
        }
    } else if power(rules, position, units, true).is_none() {
        return Err(Violation::new("IA 12.32", "nobody there has anything to attack with"));
    }
    if !assault.cold_steel {
        return Ok(());
    }
    if units.iter().any(|&unit| rivers::is_cut_off(rules, position, hex, unit)) {
        let text = "a river lies between them and all of the enemy";
        return Err(Violation::new("IA 5.83", text));
    }
    check_cold_steel(rules, position, units)
}

/// IA 12.61, 12.62: companies under a leader of their type, all of whom began there.
fn check_cold_steel(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
) -> Result<(), Violation> {
    let wrong = |text: &'static str| Err(Violation::new("IA 12.62", text));
    if units.iter().any(|&unit| has(position, unit, ENTERED)) {
        return wrong("only those who began there close in");
    }
    let piece = |unit: &Unit| rules.piece(*unit);
    let is_leader = |unit: &&Unit| piece(unit).kind.is_leader();
    if units.iter().any(|unit| !is_leader(&unit) && !piece(unit).company) {
        return wrong("only companies close in");
    }
    let led = |unit: &Unit| {
        let mut leaders = units.iter().filter(is_leader);
        leaders.any(|leader| piece(leader).kind.is_cavalry() == piece(unit).kind.is_cavalry())
    };
    if !units.iter().filter(|unit| !is_leader(unit)).all(led) {
        return wrong("a leader of their type closes in with them");
    }
    Ok(())
}

/// IA 12.24, 12.25, 12.32: what a unit fights with: half where it is disrupted, a quarter in
/// defence where it is demoralized; a gun defends with one.
pub fn strength(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    attacks: bool,
) -> i32 {
    if has(position, unit, LIMBERED) {
        return 0;
    }
    if matches!(rules.piece(unit).kind, Kind::Artillery | Kind::Mortar) {
        return i32::from(!attacks);
    }
    let full = rating(rules, position, unit, of::FIRE);
    match () {
        () if has(position, unit, DEMORALIZED) && attacks => 0,
        () if has(position, unit, DEMORALIZED) => (full + 3) / 4,
        () if has(position, unit, DISRUPTED) => (full + 1) / 2,
        () => full,
    }
}

/// IA 12.3: what a side fights with, leaders included; nothing where nobody fights.
pub fn power(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
    attacks: bool,
) -> Option<i32> {
    let sum: i32 = units.iter().map(|&unit| strength(rules, position, unit, attacks)).sum();
    let leads = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    let leaders: Vec<Unit> = units.iter().copied().filter(leads).collect();
    (sum > 0).then(|| sum + enhancement(rules, position, units, &leaders))
}

/// IA 6.53: a column for one undemoralized leader with an undemoralized unit of his type.
pub fn leaders_shift(rules: &Rules, position: &Position<InfantryAttacks>, units: &[Unit]) -> i32 {
    let sound = |unit: &&Unit| !has(position, **unit, DEMORALIZED);
    let piece = |unit: &Unit| rules.piece(*unit).kind;
    let led = units.iter().filter(sound).any(|leader| {
        piece(leader).is_leader()
            && units.iter().filter(sound).any(|unit| {
                piece(unit).is_combat() && piece(unit).is_cavalry() == piece(leader).is_cavalry()
            })
    });
    if led { rules.numbers.assault_leader_modifier } else { 0 }
}

/// One side strikes at the other: its strength, shift and die, and what it does.
fn strike(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    by: Strike,
    (units, targets): (&[Unit], &[Unit]),
    (hex, shift): (Hex, i32),
) -> Option<Hit> {
    let rules = cx.rules;
    let (&first, &any) = (units.first()?, targets.first()?);
    let total = power(rules, cx.position, units, by == Strike::Attack)?;
    let side = rules.side_of(first);
    let die = cx.roll("assault", side, "IA 12.3");
    let position = &*cx.position;
    // IA 12.31: works help only those in them, and only against who attacks.
    let works = |unit: Unit| match by {
        Strike::Attack if has(position, unit, ENTRENCHED) => rules.works_shift[1],
        _ => 0,
    };
    let columns: Vec<usize> =
        targets.iter().map(|&unit| rules.assault.column(total, shift + works(unit))).collect();
    let results: Vec<FireResult> =
        columns.iter().map(|&column| rules.assault.result(i32::from(die), column)).collect();
    let on = |place: usize| On {
        unit: rules.unit(targets[place]).name.as_str().into(),
        column: rules.assault.head(columns[place]),
        result: results[place].assault_text(),
    };
    let attack = cx.next_attack();
    let hurt = results.iter().any(|result| *result != FireResult::None);
    let result = if hurt { AttackResult::Won } else { AttackResult::Failed };
    let rule = if by == Strike::Harassing { "IA 12.23" } else { "IA 12.3" };
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (units, targets),
        (Some(result), rule),
    );
    cx.emit(|_| {
        Detail::Assault(Assaulted {
            core,
            strike: by,
            die,
            strength: total,
            shift,
            targets: (0..targets.len()).map(on).collect(),
        })
    });
    Some(Hit {
        hex,
        side: rules.side_of(any),
        attack,
        cause: if by == Strike::Harassing { Cause::Harassing } else { Cause::Assault },
        results: targets.iter().copied().zip(results).collect(),
        taken: 0,
        carted: false,
        lost: 0,
    })
}

/// All of a side in a hex.
fn all_of(cx: &PlayContext<'_, InfantryAttacks>, side: usize, hex: Hex) -> Vec<Unit> {
    cx.position.stack(hex).filter(|&unit| cx.rules.side_of(unit) == side).collect()
}

/// Those who defend themselves and are struck at: all of the other side in the hex, but against cold
/// steel none who have a major river before them (IA 5.83).
fn defenders(cx: &PlayContext<'_, InfantryAttacks>, assault: &Assault) -> Vec<Unit> {
    let mut all = all_of(cx, 1 - assault.side, assault.hex);
    if assault.cold_steel {
        let cut_off = |&unit: &Unit| rivers::is_cut_off(cx.rules, cx.position, assault.hex, unit);
        all.retain(|unit| !cut_off(unit));
    }
    all
}

/// The attackers strike, those who can still.
fn attack(cx: &mut PlayContext<'_, InfantryAttacks>, assault: &Assault) -> Option<Hit> {
    let rules = cx.rules;
    let fit = |unit: &Unit| {
        cx.position.state(*unit).hex == Some(assault.hex) && !has(cx.position, *unit, DEMORALIZED)
    };
    let units: Vec<Unit> = assault.units.iter().copied().filter(fit).collect();
    let fights = |unit: &&Unit| rules.piece(**unit).kind.is_combat();
    // IA 12.7, 12.72: only where all who attack charge.
    let charge = units.iter().filter(fights).all(|&unit| has(cx.position, unit, CHARGED));
    let numbers = &rules.numbers;
    let river = rivers::parts_all(rules, cx.position, assault.hex);
    let shift = leaders_shift(rules, cx.position, &units)
        + if river { numbers.river_modifier } else { 0 }
        + i32::from(rules.assault_shift[assault.hex.index()])
        + if charge { numbers.charge_modifier } else { 0 }
        + if assault.cold_steel { numbers.cold_steel_modifier } else { 0 };
    let targets = defenders(cx, assault);
    strike(cx, Strike::Attack, (&units, &targets), (assault.hex, shift))
}

/// The defenders strike: all who are there, or only those in works, with the leaders.
fn defend(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    assault: &Assault,
    works_only: bool,
) -> Option<Hit> {
    let mut units = defenders(cx, assault);
    if works_only {
        let (rules, position) = (cx.rules, &*cx.position);
        units.retain(|&unit| {
            rules.piece(unit).kind.is_leader() || has(position, unit, DUG_IN | ENTRENCHED)
        });
    }
    let shift = leaders_shift(cx.rules, cx.position, &units)
        + if assault.cold_steel { cx.rules.numbers.cold_steel_modifier } else { 0 };
    strike(cx, Strike::Defence, (&units, &assault.units), (assault.hex, shift))
}

/// Who strikes when (IA 12.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    /// Both at once.
    Together,
    /// The defenders first.
    DefenderFirst,
    /// As the defender likes: some of his are in works, and others are not.
    Either,
}

/// IA 12.33: the defenders strike first where all of them are in works, or the attackers close in.
fn turns(rules: &Rules, position: &Position<InfantryAttacks>, assault: &Assault) -> Turns {
    let (mut inside, mut outside) = (0, 0);
    for unit in combat_units(rules, position, 1 - assault.side, assault.hex) {
        if strength(rules, position, unit, false) == 0 {
            continue;
        }
        match has(position, unit, DUG_IN | ENTRENCHED) {
            true => inside += 1,
            false => outside += 1,
        }
    }
    match (inside, outside) {
        _ if assault.cold_steel => Turns::DefenderFirst,
        (0, _) => Turns::Together,
        (_, 0) => Turns::DefenderFirst,
        _ => Turns::Either,
    }
}

/// IA 12.33: who strikes first, in a sentence with the rule.
pub fn order(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    assault: &Assault,
) -> &'static str {
    match turns(rules, position, assault) {
        Turns::Together => "Both sides fire at once (IA 12.3)",
        Turns::DefenderFirst if assault.cold_steel => {
            "The defenders fire first, as the attackers close in (IA 12.61)"
        }
        Turns::DefenderFirst => "The defenders fire first, as all of them are in works (IA 12.33)",
        Turns::Either => {
            "The defenders choose: those in works fire first and alone, or all at once with the \
             attackers (IA 12.33)"
        }
    }
}

/// IA 12.3: both sides strike, at once or the defender first. Whoever attacks has acted.
pub fn resolve(cx: &mut PlayContext<'_, InfantryAttacks>, assault: Assault) {
    // IA 12.4: nobody comes after them in this segment.
    if is_required(cx.rules, cx.position, assault.side, assault.hex) {
        for enemy in all_of(cx, 1 - assault.side, assault.hex) {
            *cx.position.flags_mut(enemy) |= STRUCK;
        }
    }
    for &unit in &assault.units {
        acted(cx.position, unit);
        let flags = cx.position.flags_mut(unit);
        *flags = *flags & !ASSAULTS | IN_SEGMENT;
        works::attacked(cx, unit);
    }
    cx.then(Step::Aftermath(assault.hex));
    match turns(cx.rules, cx.position, &assault) {
        Turns::Together => together(cx, &assault),
        Turns::DefenderFirst => defender_first(cx, assault, false),
        Turns::Either => cx.ask(1 - assault.side, Decision::FirstFire(assault)),
    }
}

/// The defender has chosen: those in works alone, before the attackers, or all at once with them.
pub fn choose(cx: &mut PlayContext<'_, InfantryAttacks>, assault: Assault, works_only: bool) {
    match works_only {
        true => defender_first(cx, assault, true),
        false => together(cx, &assault),
    }
}

fn defender_first(cx: &mut PlayContext<'_, InfantryAttacks>, assault: Assault, works_only: bool) {
    let hit = defend(cx, &assault, works_only);
    cx.then(Step::Strike(assault));
    hit.into_iter().for_each(|hit| results::begin(cx, hit));
}

fn together(cx: &mut PlayContext<'_, InfantryAttacks>, assault: &Assault) {
    let hits = [attack(cx, assault), defend(cx, assault, false)];
    // The defender's results come first; both are rolled.
    hits.into_iter().rev().flatten().for_each(|hit| results::begin(cx, hit));
}

/// IA 12.33: those who survived the first fire strike.
pub fn strike_back(cx: &mut PlayContext<'_, InfantryAttacks>, assault: &Assault) {
    if let Some(hit) = attack(cx, assault) {
        results::begin(cx, hit);
    }
}

/// What an assault leaves behind: who holds the hex, and leaders who are alone (IA 6.71).
pub fn aftermath(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    control::settle(cx, hex);
    casualties::overrun(cx, hex);
}

/// IA 12.23: once all of a side's combat units have left the hex, those of the enemy who hold
/// together strike at all who did.
pub fn harass(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex, side: usize) {
    let rules = cx.rules;
    control::settle(cx, hex);
    if combat_units(rules, cx.position, side, hex).next().is_some() {
        return;
    }
    let left = std::mem::take(&mut cx.position.own.left);
    let (mut gone, rest): (Vec<_>, Vec<_>) =
        left.into_iter().partition(|&(unit, from)| from == hex && rules.side_of(unit) == side);
    cx.position.own.left = rest;
    gone.retain(|&(unit, _)| cx.position.state(unit).hex.is_some());
    let mut gone: Vec<Unit> = gone.into_iter().map(|(unit, _)| unit).collect();
    gone.sort_unstable();
    // A leader who slips away alone is let go (IA 6.71).
    let units = gone.iter().any(|&unit| !rules.piece(unit).kind.is_leader());
    let by: Vec<Unit> = all_of(cx, 1 - side, hex)
        .into_iter()
        .filter(|&unit| {
            rules.piece(unit).kind.is_leader() || direct_fire::can_fire(rules, cx.position, unit)
        })
        .collect();
    if units {
        let shift = leaders_shift(rules, cx.position, &by);
        if let Some(hit) = strike(cx, Strike::Harassing, (&by, &gone), (hex, shift)) {
            results::begin(cx, hit);
        }
    }
    casualties::overrun(cx, hex);
}

/// The plain assaults: in each hex with all who may, and with cold steel where that may be.
pub fn legal(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
) -> Vec<(Hex, Vec<Unit>, bool)> {
    let mut hexes = pending(rules, position, side);
    let active = position
        .on_map(rules, side)
        .filter(|&unit| has(position, unit, ACTIVE) && has(position, unit, TO_FIRE));
    hexes.extend(active.filter_map(|unit| position.state(unit).hex));
    hexes.sort_unstable();
    hexes.dedup();
    let mut found = Vec::new();
    for hex in hexes {
        let there: Vec<Unit> =
            position.stack(hex).filter(|&unit| rules.side_of(unit) == side).collect();
        let reinforced = there.iter().any(|&unit| has(position, unit, ASSAULTS));
        let may =
            |unit: &Unit, reinforced| may_attack(rules, position, side, *unit, reinforced).is_ok();
        let all = there.iter().copied().filter(|unit| may(unit, reinforced)).collect();
        let closing = there
            .iter()
            .copied()
            .filter(|unit| {
                let piece = rules.piece(*unit);
                may(unit, false)
                    && !rivers::is_cut_off(rules, position, hex, *unit)
                    && !has(position, *unit, ENTERED)
                    && (piece.company || piece.kind.is_leader())
            })
            .collect();
        for (units, cold_steel) in [(all, false), (closing, true)] {
            let assault = Assault { hex, side, units, cold_steel };
            if check(rules, position, side, &assault).is_ok() {
                found.push((hex, assault.units, cold_steel));
            }
        }
    }
    found
}
