//! Who attacks whom, at what odds, and what the terrain does to the column.

use std::collections::BTreeSet;

use salient_hex::{CompiledMap, Hex};
use salient_rules::Systems;
use salient_rules::effects::{self, Circumstances};
use salient_rules::ratings::rating_for;
use salient_rules::stacking::{in_points, type_of};
use salient_schema::ruleset::{Kind, RatingUse, Table};
use salient_schema::{Bundle, Id};

use super::columns::{Columns, QUARTERS, Scale, odds};
use super::{Piece, Sandbox};

/// An attack of some of the chosen counters on the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The side that attacks.
    pub attacker: Id,
    /// Its enemy.
    pub defender: Id,
    /// What the attackers are called.
    pub attackers: Vec<String>,
    /// What the defenders are called.
    pub defenders: Vec<String>,
    /// The attackers' strength, in quarters of a point.
    pub attack: i64,
    /// The defenders' strength, in quarters of a point.
    pub defence: i64,
    /// What those are called whose strength is no number: they are not counted.
    pub uncounted: Vec<String>,
    /// What shifts the column, each with its columns to the right.
    pub shifts: Vec<Shift>,
    /// What prohibits the attack.
    pub prohibited_by: Vec<String>,
}

/// What shifts a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The terrain, feature or hexside, as the chart calls it.
    pub name: String,
    /// By so many columns, to the right positive.
    pub by: i32,
}

impl Odds {
    /// All shifts together.
    pub fn shift(&self) -> i32 {
        self.shifts.iter().fold(0_i32, |all, shift| all.saturating_add(shift.by))
    }

    /// The column of a chart before any shift; none where its heads are no numbers.
    pub fn column(&self, table: &Table) -> Option<usize> {
        Columns::of(table)?.find(self.attack, self.defence)
    }

    /// Who attacks whom, with strengths and shifts.
    pub fn told(&self, scale: Option<Scale>) -> String {
        let (attackers, defenders) = (self.attackers.join(", "), self.defenders.join(", "));
        let verb = if self.attackers.len() == 1 { "attacks" } else { "attack" };
        format!("{attackers} {verb} {defenders}: {}", self.in_words(scale))
    }

    /// Strengths and shifts in a line: `12 to 5, 2:1; Woods -1`.
    pub fn in_words(&self, scale: Option<Scale>) -> String {
        let points =
            |quarters: i64| in_points(i32::try_from(quarters).unwrap_or(i32::MAX), QUARTERS as u16);
        let (attack, defence) = (points(self.attack), points(self.defence));
        let mut text = match scale {
            Some(Scale::Strength) => format!("strength {attack}"),
            Some(Scale::Difference) => {
                let less = points((self.attack - self.defence).abs());
                let sign = if self.attack < self.defence { "-" } else { "+" };
                format!("{attack} to {defence}, {sign}{less}")
            }
            Some(Scale::Odds) | None => match odds(self.attack, self.defence) {
                Some((attacks, defends)) => format!("{attack} to {defence}, {attacks}:{defends}"),
                None => format!("{attack} to {defence}"),
            },
        };
        for (at, Shift { name, by }) in self.shifts.iter().enumerate() {
            let before = if at == 0 { "; " } else { ", " };
            text.push_str(&format!("{before}{name} {by:+}"));
        }
        text
    }
}

impl Sandbox {
    /// The attack that chosen counters make on those of their enemies among them: the counters of
    /// `attacker` and its friends attack, if any of them is chosen, else those of the phasing side,
    /// else those that are chosen first. None where no enemies are chosen.
    pub fn odds(
        &self,
        systems: Systems,
        bundle: &Bundle,
        map: Option<&CompiledMap>,
        chosen: &[&Piece],
        attacker: Option<&Id>,
    ) -> Option<Odds> {
        let units = || chosen.iter().copied().filter(|piece| piece.holds && piece.is_on_map());
        let is_chosen = |side: &&Id| units().any(|piece| piece.side == **side);
        let phasing = self.step().and_then(|step| step.side.as_ref());
        let attacker = attacker.filter(is_chosen).or(phasing.filter(is_chosen));
        let attacker = attacker.or_else(|| units().next().map(|piece| &piece.side))?.clone();
        let (defend, attack): (Vec<&Piece>, Vec<&Piece>) =
            units().partition(|piece| self.are_enemies(&attacker, &piece.side));
        let defender = defend.first()?.side.clone();
        let mut uncounted = Vec::new();
        let mut sum = |pieces: &[&Piece], uses: &[RatingUse]| {
            let mut sum = 0_i64;
            for piece in pieces {
                match self.strength(systems, bundle, piece, uses) {
                    Some(strength) => sum = sum.saturating_add(strength),
                    None => uncounted.push(piece.designation.clone()),
                }
            }
            sum
        };
        use RatingUse::{Attack, Defence, Fire, Strength};
        let (strength, against) =
            (sum(&attack, &[Attack, Strength, Fire]), sum(&defend, &[Defence, Strength]));
        let names =
            |pieces: &[&Piece]| pieces.iter().map(|piece| piece.designation.clone()).collect();
        let mut odds = Odds {
            attacker,
            defender,
            attackers: names(&attack),
            defenders: names(&defend),
            attack: strength,
            defence: against,
            uncounted,
            shifts: Vec::new(),
            prohibited_by: Vec::new(),
        };
        if let Some(map) = map {
            let from = Ground::of(self, bundle, map, &attack);
            let hexes: BTreeSet<Hex> = defend.iter().filter_map(|piece| piece.hex()).collect();
            // Where several hexes are attacked at once, the one that is best for the defender counts.
            let best = hexes.into_iter().map(|hex| from.on(hex));
            let best = best.min_by_key(|(shifts, _)| shifts.iter().map(|one| one.by).sum::<i32>());
            (odds.shifts, odds.prohibited_by) = best.unwrap_or_default();
        }
        Some(odds)
    }

    /// What a counter prints for the first of several uses that it has a number for, in quarters.
    fn strength(
        &self,
        systems: Systems,
        bundle: &Bundle,
        piece: &Piece,
        uses: &[RatingUse],
    ) -> Option<i64> {
        let counter = self.counter(bundle, piece)?;
        let face = counter.faces.get(usize::from(piece.face))?;
        let mut ratings = uses.iter().filter_map(|of| rating_for(systems, bundle, *of));
        ratings.find_map(|rating| face.ratings.get(&rating.id)?.quarters())
    }
}

/// What an attack comes over, and from where.
struct Ground<'a> {
    bundle: &'a Bundle,
    map: &'a CompiledMap,
    weather: &'a str,
    side: &'a str,
    /// What every attacker is known by.
    known_by: Vec<&'a str>,
    from: BTreeSet<Hex>,
}

impl<'a> Ground<'a> {
    fn of(
        sandbox: &Sandbox,
        bundle: &'a Bundle,
        map: &'a CompiledMap,
        attack: &[&'a Piece],
    ) -> Self {
        let of_each = attack.iter().filter_map(|piece| {
            let counter = sandbox.counter(bundle, piece)?;
            let traits = counter.traits.iter().map(String::as_str);
            Some(traits.chain([type_of(counter, piece.face)]).collect::<BTreeSet<&str>>())
        });
        let known_by = of_each.reduce(|all, one| all.intersection(&one).copied().collect());
        Self {
            bundle,
            map,
            weather: sandbox.weather(bundle).map_or("", String::as_str),
            side: attack.first().map_or("", |piece| piece.side.as_str()),
            known_by: known_by.unwrap_or_default().into_iter().collect(),
            from: attack.iter().filter_map(|piece| piece.hex()).collect(),
        }
    }

    fn now(&self) -> Circumstances<'_> {
        Circumstances {
            weather: self.weather,
            side: self.side,
            unit: &self.known_by,
            usage: "attack",
            ..Circumstances::default()
        }
    }

    /// What shifts the column of an attack on a hex, and what prohibits it.
    fn on(&self, hex: Hex) -> (Vec<Shift>, Vec<String>) {
        let ruleset = &self.bundle.ruleset;
        let mut shifts = Vec::new();
        let mut barred = Vec::new();
        let mut note = |kind: &Kind, by: i32| {
            if by != 0 {
                shifts.push(Shift { name: kind.name.clone(), by });
            }
        };
        let now = self.now();
        let terrain = ruleset.terrain.get(self.map.terrain(hex));
        let bits = self.map.features(hex);
        let features = (0..).zip(&ruleset.features).take(64);
        let features: Vec<&Kind> =
            features.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, kind)| kind).collect();
        // As for the die: a hex has one line of the chart, that of its features where they have one,
        // and of several the one that is best for the defender.
        let has_line = |kind: &&&Kind| {
            kind.movement.is_some() || kind.impassable || effects::shift(kind, &now) != 0
        };
        let line = features.iter().filter(has_line).min_by_key(|kind| effects::shift(kind, &now));
        if let Some(kind) = line.copied().or(terrain) {
            note(kind, effects::shift(kind, &now));
        }
        let here = terrain.into_iter().chain(features.iter().copied());
        let prohibits = |kind: &Kind, now: &Circumstances<'_>| {
            effects::prohibition(kind, now).is_some().then(|| kind.name.clone())
        };
        barred.extend(here.filter_map(|kind| prohibits(kind, &now)));
        // Who is not next to the hex comes across none of its sides.
        let crossed: Vec<_> =
            self.map.neighbours(hex).filter(|(_, at)| self.from.contains(at)).collect();
        for (at, kind) in (0..).zip(&ruleset.hexsides).take(32) {
            let runs = |direction| self.map.hexside(hex, direction) >> at & 1 == 1;
            let over: Vec<Hex> =
                crossed.iter().filter(|(side, _)| runs(*side)).map(|(_, from)| *from).collect();
            let all_attackers = over.len() == crossed.len();
            let by_hex = over.iter().map(|&from| {
                let slope = self.map.slope_between(from, hex);
                Circumstances { all_attackers, slope, ..self.now() }
            });
            note(kind, by_hex.clone().map(|now| effects::shift(kind, &now)).min().unwrap_or(0));
            barred.extend(by_hex.into_iter().find_map(|now| prohibits(kind, &now)));
        }
        (shifts, barred)
    }
}
