//! What comes of an attack: losses, retreats, advances, leaders who are lost.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::event::{Lost, Moved};
use salient_schema::results::{Exchange, Losses, Outcome};
use salient_schema::rules_of_play::{Combat, RetreatTowards, ZonePurpose, ZoneRetreat};
use salient_schema::ruleset::RatingUse;

use super::board::Case;
use super::combat::Scene;
use super::ground::Hex;
use super::{Due, Referee};

/// An attack of which something may still come.
#[derive(Debug)]
pub struct Battle<'a> {
    rules: &'a Combat,
    scene: Scene,
    attack: u32,
    outcome: Outcome,
    /// The attackers, then the defenders.
    parties: [Party; 2],
    /// The strength that the attackers owe for an exchange.
    exchange: Option<i32>,
    advanced: BTreeSet<String>,
    /// Controlled hexes into which somebody has retreated, and paid.
    zones: BTreeSet<Hex>,
    /// Leaders who have rolled for their own loss.
    diced: BTreeSet<String>,
}

/// One side of an attack.
#[derive(Clone, Debug, Default)]
struct Party {
    units: Vec<String>,
    /// Steps that it has to lose.
    owed: i32,
    lost: i32,
    /// The strength lost with them, and that of the last.
    strength: i32,
    last: i32,
    /// Hexes to retreat.
    hexes: i32,
    ways: BTreeMap<String, Way>,
}

/// How a unit's retreat goes.
#[derive(Clone, Debug)]
struct Way {
    begun: Hex,
    gone: i32,
    /// Steps lost for want of a way.
    paid: i32,
}

impl<'a> Battle<'a> {
    pub fn new(
        referee: &Referee<'a>,
        rules: &'a Combat,
        scene: Scene,
        attack: u32,
        outcome: Outcome,
        strengths: [i32; 2],
    ) -> Self {
        let party = |units: &[String], of: &salient_schema::results::SideResult| {
            let units: Vec<String> = units.to_vec();
            let fighting = referee.not_led(&units);
            let left: i32 = fighting.iter().map(|unit| referee.steps_left(unit)).sum();
            let owed = match of.losses {
                Losses::None => 0,
                Losses::Steps(steps) => i32::from(steps).min(left),
                Losses::Points(_) => 0,
                Losses::All => units.iter().map(|unit| referee.steps_left(unit)).sum(),
            };
            let hexes = of.retreat.map_or(0, |retreat| retreat.hexes.into());
            Party { units, owed, hexes, ..Party::default() }
        };
        let mut parties = [
            party(&scene.attackers, &outcome.attacker),
            party(&scene.defenders, &outcome.defender),
        ];
        let mut exchange = None;
        if let Some(kind) = outcome.exchange {
            parties[1].owed = parties[1].units.iter().map(|unit| referee.steps_left(unit)).sum();
            exchange = Some(match kind {
                Exchange::Full => strengths[1],
                Exchange::Half => (strengths[1] + 1) / 2,
            });
        }
        Self {
            rules,
            scene,
            attack,
            outcome,
            parties,
            exchange,
            advanced: BTreeSet::new(),
            zones: BTreeSet::new(),
            diced: BTreeSet::new(),
        }
    }
}

impl Referee<'_> {
    pub fn steps_left(&self, unit: &str) -> i32 {
        match self.board.at(unit) {
            Some(_) => self.book.steps(unit) - i32::try_from(self.board.face(unit)).unwrap_or(0),
            None => 0,
        }
    }

    /// Whether steps are lost for a reason, and to whose account.
    pub fn account(&mut self, lost: &Lost, before: i32) {
        let is_due = |cause: &'static str| Due::Loss(lost.unit.clone(), cause);
        match lost.cause.as_str() {
            "zone" | "supply" => {
                self.same("steps", lost.steps, 1);
                let cause = if lost.cause == "zone" { "zone" } else { "supply" };
                self.done(&is_due(cause));
                if cause == "supply" {
                    self.same("the attack", lost.attack, None);
                    return;
                }
                self.of_battle(lost);
            }
            "combat" if self.due.contains(&is_due("leader")) => {
                self.done(&is_due("leader"));
                self.of_battle(lost);
            }
            "combat" => {
                self.of_battle(lost);
                let after = usize::try_from(before + lost.steps).unwrap_or(0);
                let before = usize::try_from(before).unwrap_or(0);
                let strength = self.loses(&lost.unit, before, after);
                self.charge(lost, strength);
                self.leaders_risk(&lost.unit, false);
            }
            "no_retreat" => {
                self.of_battle(lost);
                self.no_way(lost);
            }
            "fire" => self.fire_loss(lost),
            other => self.wrong(format!("nobody loses steps by {other}")),
        }
    }

    fn of_battle(&mut self, lost: &Lost) {
        let attack = self.battle.as_ref().map(|battle| battle.attack);
        self.same("the attack that it comes from", lost.attack, attack);
    }

    /// The strength that goes with steps.
    fn loses(&self, unit: &str, before: usize, after: usize) -> i32 {
        let named = self.battle.as_ref().and_then(|battle| battle.rules.attack.as_deref());
        let uses = [RatingUse::Attack, RatingUse::Strength];
        let of = |face| {
            let printed = self.book.rating(unit, face, named, &uses).unwrap_or(0);
            self.hindered(unit, printed, |it| it.attack)
        };
        of(before) - of(after)
    }

    fn charge(&mut self, lost: &Lost, strength: i32) {
        let Some(battle) = &mut self.battle else {
            self.wrong("a loss without an attack");
            return;
        };
        let Some(party) = battle.parties.iter_mut().find(|it| it.units.contains(&lost.unit)) else {
            self.wrong(format!("{} has no part in the attack", lost.unit));
            return;
        };
        party.lost += lost.steps;
        party.strength += strength;
        party.last = strength;
    }

    /// Steps were lost in a hex: each leader there rolls for himself, once an attack or fire.
    pub fn leaders_risk(&mut self, unit: &str, of_fire: bool) {
        let leaders = match of_fire {
            true => self.shot.as_ref().and_then(|shot| shot.rules.leaders.as_ref()),
            false => self.battle.as_ref().and_then(|battle| battle.rules.leaders.as_ref()),
        };
        let (Some(leaders), Some(hex)) = (leaders, self.board.at(unit)) else { return };
        let stack = self.board.stack(&self.book, self.book.side(unit), hex);
        for leader in stack.into_iter().filter(|other| other != unit) {
            let lost_on = self.amount(&leaders.lost_on, Case::of(&leader));
            let is_known = match of_fire {
                true => self.shot.as_ref().is_some_and(|shot| shot.diced.contains(&leader)),
                false => self.battle.as_ref().is_some_and(|it| it.diced.contains(&leader)),
            };
            if lost_on > 0 && !is_known && self.book.belongs(&leaders.who, &leader) {
                if let Some(shot) = self.shot.as_mut().filter(|_| of_fire) {
                    shot.diced.insert(leader.clone());
                } else if let Some(battle) = self.battle.as_mut() {
                    battle.diced.insert(leader.clone());
                }
                self.due.push(Due::LeaderDie(leader));
            }
        }
    }

    pub fn leader_die(&mut self, side: &str, value: i32) {
        let first = self.due.iter().position(|due| matches!(due, Due::LeaderDie(_)));
        let Some(Due::LeaderDie(leader)) = first.map(|at| self.due.remove(at)) else {
            self.wrong("no leader is at risk");
            return;
        };
        self.same("whose leader", side, self.book.side(&leader));
        let shot = self.shot.as_ref().and_then(|shot| shot.rules.leaders.as_ref());
        let battle = self.battle.as_ref().and_then(|battle| battle.rules.leaders.as_ref());
        let lost_on = shot.or(battle).map(|it| self.amount(&it.lost_on, Case::of(&leader)));
        if lost_on.is_some_and(|most| value <= most) {
            self.due.push(Due::Loss(leader, "leader"));
        }
    }

    /// A retreat, hex by hex.
    pub fn retreats(&mut self, moved: &Moved, from: Hex, path: &[Hex]) {
        self.same("the hexes of a step", path.len(), 1);
        self.same("units of a retreat", moved.units.len(), 1);
        let (Some(unit), Some(&to)) = (moved.units.first(), path.first()) else { return };
        let attack = self.battle.as_ref().map(|battle| battle.attack);
        self.same("the attack that it comes from", moved.attack, attack);
        let towards = self.towards(unit, from);
        self.must(towards.contains(&to), || format!("{unit} may not retreat into {to:?}"));
        let never = self.battle.as_ref().and_then(|it| it.rules.retreat.never.as_ref());
        let never = never.is_some_and(|group| self.book.belongs(group, unit));
        self.must(!never, || format!("{unit} never retreats"));
        let is_controlled = self.is_controlled(unit, &[], to, Some(ZonePurpose::Retreat));
        if let Some(zones) = self.book.rules.zones_of_control.as_ref().filter(|_| is_controlled) {
            // Those who retreat into it after him pay nothing more.
            let is_first = self.battle.as_mut().is_some_and(|battle| battle.zones.insert(to));
            if zones.retreat == ZoneRetreat::Loss && is_first {
                for _ in 0..self.amount(&zones.retreat_loss, Case::of(unit)) {
                    self.due.push(Due::Loss(unit.clone(), "zone"));
                }
            }
        }
        let Some(battle) = &mut self.battle else { return };
        let Some(party) = battle.parties.iter_mut().find(|it| it.units.contains(unit)) else {
            self.wrong(format!("{unit} has no part in the attack"));
            return;
        };
        let way = party.ways.entry(unit.clone()).or_insert(Way { begun: from, gone: 0, paid: 0 });
        way.gone += 1;
        let farther = way.gone > party.hexes;
        // It goes on beyond its end where there is no room.
        let is_full = self.is_overfull(&moved.side, from, &[]);
        self.must(!farther || is_full, || format!("{unit} retreats farther than it has to"));
    }

    pub fn retreated_into(&mut self, moved: &Moved) {
        self.retreated.extend(moved.units.iter().cloned());
    }

    /// Where a unit may go next in its retreat, room or none.
    fn towards(&self, unit: &str, from: Hex) -> Vec<Hex> {
        let Some(battle) = &self.battle else { return Vec::new() };
        let side = self.book.side(unit);
        let at_side = usize::from(side != battle.scene.side);
        let party = &battle.parties[at_side];
        let begun = party.ways.get(unit).map_or(from, |way| way.begun);
        let enemies = battle.parties[1 - at_side].units.iter();
        let enemies: Vec<Hex> = enemies.filter_map(|enemy| self.board.at(enemy)).collect();
        let nearest = |hex| enemies.iter().map(|at| self.ground.distance(hex, *at)).min();
        let sources = self.sources(unit);
        let supply = |hex| sources.iter().map(|at| self.ground.distance(hex, *at)).min();
        let away = |to| self.ground.distance(begun, to) > self.ground.distance(begun, from);
        let barred = self.book.rules.zones_of_control.as_ref();
        let barred = barred.is_some_and(|zones| zones.retreat == ZoneRetreat::Barred);
        let leads = |to: Hex| match battle.rules.retreat.towards {
            RetreatTowards::Away => away(to),
            RetreatTowards::FromEnemies => nearest(to) > nearest(from),
            RetreatTowards::Anywhere => true,
            RetreatTowards::Supply if sources.is_empty() => away(to),
            RetreatTowards::Supply => supply(to) < supply(from),
        };
        let near = self.ground.neighbours(from);
        near.filter(|to| {
            leads(*to)
                && self.enemies_in(side, *to).is_empty()
                && self.ground.cost(&self.book, unit, &self.weather, from, *to).is_some()
                && !(barred && self.is_controlled(unit, &[], *to, Some(ZonePurpose::Retreat)))
        })
        .collect()
    }

    /// A unit cannot go on with its retreat, and pays for it.
    fn no_way(&mut self, lost: &Lost) {
        let Some(from) = self.board.at(&lost.unit) else { return };
        let Some(rules) = self.battle.as_ref().map(|battle| battle.rules) else { return };
        let never = rules.retreat.never.as_ref();
        let never = never.is_some_and(|group| self.book.belongs(group, &lost.unit));
        let ways = self.towards(&lost.unit, from);
        let room: Vec<&Hex> =
            ways.iter().filter(|to| !self.is_overfull(&lost.side, **to, &[&lost.unit])).collect();
        self.must(never || room.is_empty(), || format!("{} might go into {room:?}", lost.unit));
        let Some(battle) = &mut self.battle else { return };
        let party = battle.parties.iter_mut().find(|it| it.units.contains(&lost.unit));
        match party.filter(|party| party.hexes > 0) {
            Some(party) => {
                let way = Way { begun: from, gone: 0, paid: 0 };
                party.ways.entry(lost.unit.clone()).or_insert(way).paid += lost.steps;
            }
            None => self.wrong(format!("{} has not to retreat", lost.unit)),
        }
    }

    /// An advance into a hex that the defenders have left.
    pub fn advances(&mut self, moved: &Moved, from: Hex, path: &[Hex]) {
        self.same("hexes of an advance", path.len(), 1);
        self.acted("unit", moved.units.first());
        let (Some(unit), Some(&to)) = (moved.units.first(), path.first()) else { return };
        self.same("units of an advance", moved.units.len(), 1);
        let attack = self.battle.as_ref().map(|battle| battle.attack);
        self.same("the attack that it comes from", moved.attack, attack);
        let Some(battle) = &self.battle else { return };
        let [attackers, defenders] = &battle.parties;
        let advance = &battle.rules.advance;
        let most = self.amount(&advance.units, Case::of(unit));
        // A leader goes with those whom he leads, and does not count.
        let leads = !self.book.counts(unit) && battle.scene.from.contains(&from);
        let may = (attackers.units.contains(unit) || leads)
            && attackers.hexes == 0
            && defenders.units.iter().all(|enemy| self.board.at(enemy) != Some(to))
            && battle.scene.hexes.contains(&to)
            && self.book.belongs(&advance.who, unit)
            && battle.outcome.advance.is_none()
            && !battle.outcome.contact
            && !battle.advanced.contains(unit)
            && (leads
                || most < 0
                || i32::try_from(battle.advanced.len()).unwrap_or(i32::MAX) < most)
            && self.ground.cost(&self.book, unit, &self.weather, from, to).is_some()
            && !self.is_overfull(&moved.side, to, &[unit]);
        self.must(may, || format!("{unit} may not advance into {to:?}"));
        if let Some(battle) = self.battle.as_mut().filter(|_| !leads) {
            battle.advanced.insert(unit.clone());
        }
    }

    /// All that an attack asks for has happened.
    pub fn end_battle(&mut self) {
        let Some(battle) = self.battle.take() else { return };
        for (party, is_attacker) in battle.parties.iter().zip([true, false]) {
            let who = if is_attacker { "the attackers" } else { "the defenders" };
            match battle.exchange.filter(|_| is_attacker) {
                Some(strength) => {
                    let all = party.units.iter().all(|unit| self.board.at(unit).is_none());
                    let enough =
                        party.strength >= strength && party.strength - party.last < strength;
                    self.must(enough || all, || {
                        format!("an exchange costs {who} {} of {strength}", party.strength)
                    });
                }
                None => self.same(&format!("steps that {who} lose"), party.lost, party.owed),
            }
            for unit in &party.units {
                self.end_way(battle.rules, party, unit);
            }
        }
        let states = [&battle.outcome.attacker, &battle.outcome.defender];
        let odd = states.iter().any(|it| !it.states.is_empty() || it.check.is_some());
        self.must(!odd && !battle.outcome.contact, || {
            "a result that the referee does not know".to_owned()
        });
    }

    /// A retreat was as long as it had to be, or paid for.
    fn end_way(&mut self, rules: &Combat, party: &Party, unit: &str) {
        let side = self.book.side(unit);
        let none = Way { begun: (-1, -1), gone: 0, paid: 0 };
        let way = party.ways.get(unit).unwrap_or(&none);
        let Some(at) = self.board.at(unit) else { return };
        let short = party.hexes - way.gone;
        let each = self.amount(&rules.retreat.instead, Case::of(unit));
        if short > 0 {
            // Who is still there has paid for each hex, as far as he had steps.
            self.must(each > 0, || format!("{unit} did not retreat, and is still there"));
            self.same("steps for want of a way", way.paid, short * each);
        } else {
            self.same("steps for want of a way", way.paid, 0);
            let is_full = party.hexes > 0 && self.is_overfull(side, at, &[]);
            self.must(!is_full, || format!("{unit} retreats into {at:?}, where is no room"));
        }
    }
}
