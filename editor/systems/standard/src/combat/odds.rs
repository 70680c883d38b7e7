//! The strengths of an attack, its column and what is added to its die.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};
use salient_schema::rules_of_play::{ColumnBy, Hindrance, TerrainIn, Worse};

use super::Kind;
use super::chart::Entry;
use super::modifiers::{self, Line, Scene};
use crate::game::Standard;
use crate::movement::percent;
use crate::numbers::Case;
use crate::rules::Rules;
use crate::terrain::Against;
use crate::{hindrance, leaders, states};

/// An attack as it would be made.
#[derive(Clone, Copy, Debug)]
pub struct Forces<'r, 'a> {
    pub rules: &'r Rules,
    pub position: &'a Position<Standard>,
    pub kind: &'r Kind,
    /// The attackers.
    pub units: &'a [Unit],
    /// The hexes attacked.
    pub hexes: &'a [Hex],
    /// The defenders who count.
    pub counted: &'a [Unit],
    /// Units that support either side from a distance.
    pub support: [&'a [Unit]; 2],
    /// Points that either side spends.
    pub points: [&'a [u16]; 2],
}

/// What an attack comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reckoned<'r> {
    /// The strengths of attackers and defenders.
    pub strengths: [i32; 2],
    /// Where the table is entered before anything shifts it.
    pub entry: Entry,
    /// The column in which the result is read.
    pub column: usize,
    /// What is added to the dice.
    pub die: i32,
    /// What shifts the column and changes the die.
    pub lines: Vec<Line<'r>>,
}

/// The strength of a unit by a rating, as its states leave it.
pub fn strength(
    rules: &Rules,
    position: &Position<Standard>,
    (unit, rating): (Unit, usize),
    keeps: impl Fn(&Hindrance) -> Option<u8>,
) -> i32 {
    let printed = position.rating(rules, unit, rating).max(0);
    hindrance::of(rules, position, unit)
        .filter_map(keeps)
        .fold(printed, |strength, share| percent(strength, share.into()))
}

impl<'r> Forces<'r, '_> {
    fn case(&self, side: usize) -> Case<'_> {
        let case = Case::new(&self.rules.compiled, self.position).by(side);
        match self.hexes.first() {
            Some(&hex) => case.at(hex),
            None => case,
        }
    }

    fn side_of(&self, defending: bool) -> usize {
        let units = if defending { self.counted } else { self.units };
        units.first().map_or(0, |&unit| self.rules.side(unit))
    }

    /// The strength of the attackers without what supports them.
    fn attack(&self) -> i32 {
        self.sum(self.units.iter().copied(), self.kind.strength[0], |one| one.attack)
    }

    /// The strengths of units together.
    fn sum(
        &self,
        units: impl Iterator<Item = Unit>,
        rating: usize,
        keeps: impl Fn(&Hindrance) -> Option<u8>,
    ) -> i32 {
        let (rules, position) = (self.rules, self.position);
        if !self.kind.sum_first {
            return units.map(|unit| strength(rules, position, (unit, rating), &keeps)).sum();
        }
        // Those whom nothing hinders, and those whom the same does.
        let mut whole = 0;
        let mut alike: Vec<(Vec<u8>, i32)> = Vec::new();
        for unit in units {
            let parts: Vec<u8> = hindrance::of(rules, position, unit).filter_map(&keeps).collect();
            let printed = position.rating(rules, unit, rating).max(0);
            if parts.is_empty() {
                whole += printed;
                continue;
            }
            match alike.iter_mut().find(|(other, _)| *other == parts) {
                Some((_, sum)) => *sum += printed,
                None => alike.push((parts, printed)),
            }
        }
        let left = |(parts, sum): &(Vec<u8>, i32)| {
            parts.iter().fold(*sum, |sum, &part| percent(sum, part.into()))
        };
        alike.iter().map(left).sum::<i32>() + whole
    }

    /// The strength of the defenders, by hex multiplied where terrain multiplies it.
    fn defence(&self) -> i32 {
        let rating = self.kind.strength[1];
        if self.kind.terrain != TerrainIn::Strength {
            return self.sum(self.counted.iter().copied(), rating, |one| one.defence);
        }
        let in_hex = |&hex: &Hex| {
            let counted = self.counted.iter().copied();
            let here = counted.filter(|&unit| self.position.hex(unit) == Some(hex));
            let plain = self.sum(here, rating, |one| one.defence);
            let terrain: i32 = self.shelters(hex).iter().map(|one| one.defence).sum();
            plain.saturating_mul((1 + terrain + self.dug_in(hex)).max(0))
        };
        self.hexes.iter().map(in_hex).sum()
    }

    fn shelters(&self, hex: Hex) -> Vec<crate::terrain::Shelter<'r>> {
        let attackers = (self.units, Against::Attack);
        modifiers::shelters(self.rules, self.position, attackers, hex, self.kind.sheltering)
    }

    /// What the states of the defenders in a hex add to their shelter: as much as all of them have.
    fn dug_in(&self, hex: Hex) -> i32 {
        let here = self.counted.iter().filter(|&&unit| self.position.hex(unit) == Some(hex));
        let here: Vec<Unit> = here.copied().collect();
        states::shelter(self.rules, self.position, &here)
    }

    /// The strengths of both sides, with what supports them.
    pub fn strengths(&self) -> [i32; 2] {
        let alone = [self.attack(), self.defence()];
        [0, 1].map(|place| {
            let own = alone[place];
            let side = self.side_of(place == 1);
            let mut sum = own;
            if let Some(support) = &self.kind.support
                && support.adds_strength()
            {
                let adds = support.strength(self.rules, self.position, self.support[place]);
                sum += if support.no_more_than_supported { adds.min(own) } else { adds };
            }
            for (points, &spent) in self.kind.points.iter().zip(self.points[place]) {
                let each = points.strength.in_case(&self.case(side));
                sum = sum.saturating_add(each.saturating_mul(spent.into()));
            }
            sum
        })
    }

    /// Where the table is entered by strengths.
    pub fn entry(&self, [attack, defence]: [i32; 2]) -> Entry {
        let chart = &self.kind.chart;
        match self.kind.column {
            ColumnBy::Odds => chart.by_odds(attack, defence, self.kind.rounding),
            ColumnBy::Difference => chart.by_number(attack.saturating_sub(defence)),
            ColumnBy::Strength => chart.by_number(attack),
        }
    }

    /// Whether the attack is too weak to be made.
    pub fn is_barred(&self) -> bool {
        self.kind.worse == Worse::Barred && self.entry(self.strengths()) == Entry::Worse
    }

    /// What it comes to.
    pub fn reckon(&self) -> Reckoned<'r> {
        let strengths = self.strengths();
        let entry = self.entry(strengths);
        let lines = self.lines();
        let mut shift: i32 = lines.iter().map(|line| line.shift).sum();
        let most = self.kind.most_shifts.in_case(&self.case(self.side_of(false)));
        if most > 0 {
            shift = shift.clamp(-most, most);
        }
        let from = match entry {
            Entry::Column(column) => column as i32,
            Entry::Worse => 0,
        };
        let column = (from + shift).clamp(0, self.kind.chart.last() as i32);
        let die = lines.iter().map(|line| line.die).sum();
        Reckoned { strengths, entry, column: column.unsigned_abs() as usize, die, lines }
    }

    fn lines(&self) -> Vec<Line<'r>> {
        let (rules, position, kind) = (self.rules, self.position, self.kind);
        let mut lines = self.terrain();
        let across = self.hexes.iter().fold(u32::MAX, |bits, &hex| {
            bits & modifiers::crossed(rules, position, self.units, hex).0
        });
        let scene = Scene {
            rules,
            position,
            attackers: self.units,
            defenders: self.counted,
            hexes: self.hexes,
            across,
            range: None,
            opportunity: false,
        };
        lines.extend(modifiers::lines(&kind.modifiers, &scene));
        for (place, sign) in [(0, 1), (1, -1)] {
            let side = self.side_of(place == 1);
            let case = self.case(side);
            if let Some(support) = &kind.support {
                let units = self.support[place].len() as i32 * sign;
                lines.push(Line {
                    name: "Support".into(),
                    shift: support.shift.in_case(&case).saturating_mul(units),
                    die: support.die.in_case(&case).saturating_mul(units),
                    rule: &support.rule,
                });
            }
            for (points, &spent) in kind.points.iter().zip(self.points[place]) {
                let spent = i32::from(spent) * sign;
                lines.push(Line {
                    name: (&*points.name).into(),
                    shift: points.shift.in_case(&case).saturating_mul(spent),
                    die: points.die.in_case(&case).saturating_mul(spent),
                    rule: &points.rule,
                });
            }
            let units = if place == 0 { self.units } else { self.counted };
            lines.extend(self.led(units, sign));
        }
        lines.retain(Line::is_something);
        lines
    }

    /// The bonus of the best leader of units, for attackers or against them.
    fn led(&self, units: &[Unit], sign: i32) -> Option<Line<'r>> {
        let leaders = self.kind.after.leaders.as_ref()?;
        let (_, bonus) = leaders::best(self.rules, self.position, leaders, units)?;
        let bonus = bonus * sign;
        let (shift, die) = if leaders.shifts { (bonus, 0) } else { (0, bonus) };
        let rule = leaders.rule.as_deref().unwrap_or(&self.kind.rule);
        let name = if sign > 0 { "Leader of the attackers" } else { "Leader of the defenders" };
        Some(Line { name: name.into(), shift, die, rule })
    }

    /// What terrain does: of several hexes the one that shelters best.
    fn terrain(&self) -> Vec<Line<'r>> {
        let kind = self.kind;
        let in_hex = |&hex: &Hex| {
            let found = self.shelters(hex);
            let mut lines: Vec<Line<'r>> =
                modifiers::shelter_lines(&found, kind.terrain, &kind.rule).collect();
            let dug_in = self.dug_in(hex);
            let (left, die) = match kind.terrain {
                TerrainIn::Die => (0, dug_in),
                TerrainIn::Column => (dug_in, 0),
                TerrainIn::Strength => (0, 0),
            };
            let name = "State of the defenders".into();
            lines.push(Line { name, shift: -left, die, rule: &kind.rule });
            lines
        };
        let worth = |lines: &Vec<Line<'_>>| {
            lines.iter().map(|line| line.die.abs() - line.shift).sum::<i32>()
        };
        self.hexes.iter().map(in_hex).max_by_key(worth).unwrap_or_default()
    }
}
