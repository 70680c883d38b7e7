//! Who attacks a hex together: forces of two corps of one army at most, as many as fight from each
//! hex (1914 3.1.2, 9.2.2).

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::play::{Formation, Position, Unit};

use crate::battle::indicate;
use crate::battle::odds::{self, Clash};
use crate::battle::withhold::Defence;
use crate::decision::battle::Barrage;
use crate::plans;
use crate::rules::{Offensive, Rules};

use super::Style;
use super::outcome::outcome;
use super::weights::Weights;

/// A force that could attack a hex from another.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What its chooser knows it by.
    pub place: usize,
    /// Its units that would attack, by rising unit.
    pub units: Vec<Unit>,
    pub from: Hex,
    pub army: Option<Formation>,
    /// Its corps; an independent stack is one by itself (1914 9.2.2).
    pub corps: (Option<Formation>, Option<Hex>),
    pub attack: i32,
    pub size: i32,
    pub assets: i32,
    /// Whether it has prepared the attack, or would.
    pub prepared: bool,
}

/// What fights already from a hex: quarters of a division, and assets.
pub type Used = BTreeMap<Hex, (i32, i32)>;

/// An attack as it would be made.
#[derive(Clone, Debug)]
pub struct Muster {
    pub hex: Hex,
    /// The candidates, by what they are known by and where they attack from.
    pub who: Vec<(usize, Hex)>,
    /// By rising unit.
    pub units: Vec<Unit>,
    pub worth: i32,
}

/// What all attacks of a phase are weighed with.
pub struct Scales<'a> {
    pub rules: &'a Rules,
    pub position: &'a Position<Offensive>,
    pub side: usize,
    pub style: Style,
    pub weights: &'a Weights,
}

impl Scales<'_> {
    /// The defenders of a hex as an attacker expects them: all who may fight, the strongest.
    pub fn defenders(&self, hex: Hex) -> Vec<Unit> {
        let enemy = self.rules.enemy(self.side);
        let defence = Defence::of(self.rules, self.position, enemy, hex);
        let withheld = defence.options(self.rules, self.position).into_iter().next();
        let withheld = withheld.unwrap_or_default();
        defence.units.into_iter().filter(|unit| !withheld.contains(unit)).collect()
    }

    /// The best attack on a hex by some of the candidates; none that could be made is better than
    /// what it must be worth at the least.
    pub fn best(
        &self,
        hex: Hex,
        candidates: &[Candidate],
        used: &Used,
        (ground, least): (i32, i32),
    ) -> Option<Muster> {
        if candidates.is_empty() {
            return None;
        }
        let defenders = self.defenders(hex);
        if defenders.is_empty() {
            return None;
        }
        let enemy = self.rules.enemy(self.side);
        let flankable =
            self.style.exact && odds::may_be_flanked(self.rules, self.position, enemy, hex);
        let mut best: Option<Muster> = None;
        for army in armies(candidates) {
            let of_army: Vec<&Candidate> = candidates.iter().filter(|it| it.army == army).collect();
            let prepared = of_army.iter().any(|it| it.prepared);
            for (one, other) in pairs(&of_army) {
                let fits = |it: &&&Candidate| it.corps == one || it.corps == other;
                let of_corps: Vec<&Candidate> = of_army.iter().filter(fits).copied().collect();
                let order = by_strength(&of_corps);
                let mut sets = vec![self.fill(hex, &order, used)];
                if prepared {
                    let ready: Vec<&Candidate> =
                        order.iter().filter(|it| it.prepared).copied().collect();
                    sets.push(self.fill(hex, &ready, used));
                }
                sets.dedup_by_key(|set| set.len());
                if flankable {
                    sets.extend(self.flanking(hex, &order, used, &defenders));
                }
                for who in sets.into_iter().filter(|set| !set.is_empty()) {
                    let worth = self.worth(hex, &who, &defenders, ground);
                    if worth >= least && best.as_ref().is_none_or(|best| worth > best.worth) {
                        best = Some(muster(hex, &who, worth));
                    }
                }
            }
        }
        best
    }

    /// The strongest of those who fight from two hexes that are not next to each other, with as
    /// many of the others as may, and flank the defenders by that (1914 9.5.2).
    fn flanking<'c>(
        &self,
        hex: Hex,
        order: &[&'c Candidate],
        used: &Used,
        defenders: &[Unit],
    ) -> Option<Vec<&'c Candidate>> {
        let mut from: Vec<Hex> = order.iter().map(|it| it.from).collect();
        from.sort_unstable();
        from.dedup();
        let grid = self.rules.map().grid();
        let mut best: Option<(i32, Vec<&Candidate>)> = None;
        for (place, &one) in from.iter().enumerate() {
            for &other in from[place + 1..].iter().filter(|&&it| grid.distance(one, it) > 1) {
                let Some(first) = order.iter().find(|it| it.from == one) else { continue };
                let next = |it: &&&Candidate| it.from == other && it.place != first.place;
                let Some(second) = order.iter().find(next) else { continue };
                let all: Vec<&Candidate> =
                    [first, second].into_iter().chain(order).copied().collect();
                let who = self.fill(hex, &all, used);
                let attack = who.iter().map(|it| it.attack).sum();
                let better = best.as_ref().is_none_or(|(most, _)| attack > *most);
                if better
                    && odds::is_flanked(self.rules, self.position, &clash(hex, &who, defenders))
                {
                    best = Some((attack, who));
                }
            }
        }
        best.map(|(_, who)| who)
    }

    /// As many of the candidates as may fight from their hexes, the first first.
    fn fill<'c>(&self, hex: Hex, order: &[&'c Candidate], used: &Used) -> Vec<&'c Candidate> {
        let numbers = &self.rules.numbers;
        let steep = self.rules.terrain.hex(hex).steep;
        let mut from = used.clone();
        let mut chosen: Vec<&Candidate> = Vec::new();
        for &candidate in order {
            if chosen.iter().any(|it| it.place == candidate.place) {
                continue;
            }
            let most = match steep || self.rules.terrain.hex(candidate.from).steep {
                true => numbers.steep_stacking,
                false => numbers.combat_stacking,
            };
            let (size, assets) = from.entry(candidate.from).or_default();
            if *size + candidate.size <= most && *assets + candidate.assets <= numbers.combat_assets
            {
                *size += candidate.size;
                *assets += candidate.assets;
                chosen.push(candidate);
            }
        }
        chosen
    }

    /// What an attack is worth: on the mean of all dice, or by a rule of thumb on its odds.
    fn worth(&self, hex: Hex, who: &[&Candidate], defenders: &[Unit], ground: i32) -> i32 {
        let clash = clash(hex, who, defenders);
        if self.style.exact {
            return outcome(self.rules, self.position, &clash, self.weights, ground).value();
        }
        let odds = odds::odds(self.rules, self.position, &clash);
        let ratio = odds.ratio(&self.rules.combat);
        let bound = |unit: &(Unit, Hex)| plans::is_bound(self.rules, self.position, unit.0);
        // Whoever must fight to the utmost wants better odds.
        let wanted = if clash.attackers.iter().any(bound) { 3 } else { 2 };
        100 * (ratio.attacker - wanted) + ground / 4 + self.weights.least
    }
}

/// Those who have prepared first, then the strongest.
fn by_strength<'c>(who: &[&'c Candidate]) -> Vec<&'c Candidate> {
    let mut order = who.to_vec();
    order.sort_by_key(|it| (!it.prepared, -it.attack, it.place));
    order
}

/// Who fights whom if these attack a hex.
fn clash(hex: Hex, who: &[&Candidate], defenders: &[Unit]) -> Clash {
    let attackers = who.iter().flat_map(|it| it.units.iter().map(|&unit| (unit, it.from)));
    let mut attackers: Vec<(Unit, Hex)> = attackers.collect();
    attackers.sort_unstable();
    Clash {
        attackers,
        defenders: defenders.to_vec(),
        hex: Some(hex),
        prepared: who.iter().all(|it| it.prepared),
        barrage: Barrage::default(),
        without: Vec::new(),
        naval: false,
    }
}

fn armies(candidates: &[Candidate]) -> Vec<Option<Formation>> {
    let mut armies: Vec<Option<Formation>> = candidates.iter().map(|it| it.army).collect();
    armies.sort_unstable();
    armies.dedup();
    armies
}

type Corps = (Option<Formation>, Option<Hex>);

/// All pairs of corps, each with itself where there is but one.
fn pairs(candidates: &[&Candidate]) -> Vec<(Corps, Corps)> {
    let mut corps: Vec<Corps> = candidates.iter().map(|it| it.corps).collect();
    corps.sort_unstable();
    corps.dedup();
    if let [only] = corps[..] {
        return vec![(only, only)];
    }
    let mut pairs = Vec::new();
    for (place, &one) in corps.iter().enumerate() {
        pairs.extend(corps.iter().skip(place + 1).map(|&other| (one, other)));
    }
    pairs
}

fn muster(hex: Hex, who: &[&Candidate], worth: i32) -> Muster {
    let mut units: Vec<Unit> = who.iter().flat_map(|it| it.units.clone()).collect();
    units.sort_unstable();
    let who = who.iter().map(|it| (it.place, it.from)).collect();
    Muster { hex, who, units, worth }
}

/// Whether a hex can be attacked out of another at all, whoever stands there.
pub fn is_target(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let enemy = rules.enemy(side);
    let defends = |unit| rules.side_of(unit) == enemy && indicate::defends(rules, position, unit);
    position.stack(hex).any(defends) && !indicate::is_protected(rules, position, enemy, hex)
}
