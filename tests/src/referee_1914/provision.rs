//! 1914 9.4, 15.7.3, 15.8.3, 23.1.2, 24.3.1a, 25.3: ammunition: who records how much of it for whom, within
//! which limit, and what goes by trucks.
//!
//! By which of several supply units somebody is provided is his owner's choice (9.4.1): the referee
//! looks for one that gives the increments which the log tells.

use std::collections::{BTreeMap, BTreeSet};

use salient_offensive_1914::event::armies::BaseMoved;
use salient_offensive_1914::event::battle::{Provided, Trucks};

use super::Referee;
use super::roster::Kind;
use super::supply::{Lines, Sure};

/// Ways that are tried for one record, at most; nobody provides more units than a hex holds.
const TRIES: usize = 50_000;

/// What a side has recorded for a combat that comes.
#[derive(Clone, Debug, Default)]
struct Record {
    attack: u32,
    side: usize,
    units: Vec<usize>,
    /// Increments by supply unit.
    told: BTreeMap<usize, i32>,
    /// Depots whose trucks bring them.
    trucks: BTreeSet<usize>,
}

/// What is known of ammunition.
#[derive(Default)]
pub struct Provision {
    records: Vec<Record>,
    /// What trucks have brought that belongs to no record yet.
    brought: Vec<(usize, i32)>,
    /// Supply units that were turned for a combat that comes (1914 9.4.1); told is the number of the
    /// attack as soon as it is known.
    pub extended: Vec<(Option<u32>, usize)>,
    /// How often the trucks of each depot have been used.
    used: BTreeMap<usize, i32>,
    /// Armies that a transfer of their base limits, until which game-turn; none for good.
    transfers: BTreeMap<String, Option<u16>>,
}

impl Referee<'_> {
    /// 1914 9.4.2.
    pub fn provides(&mut self, told: &Provided) {
        let Provided { attack, side, units, by, increments, rule } = told;
        let side = self.side(side).unwrap_or_default();
        self.same("9.4.2", "the rule", rule.as_str(), "1914 9.4.2");
        // Of two combats that are fought together all is recorded before the first (19.4).
        let next = *attack == self.attacks + 1 || *attack == self.attacks + 2;
        self.must(next, "9.4.2", "it is recorded for no attack that comes");
        let (units, by) = (self.all(units), self.all(by));
        self.same("9.4.2", "a number for each", increments.len(), by.len());
        let mut record =
            Record { attack: *attack, side, units: units.clone(), ..Record::default() };
        for (&by, &increments) in by.iter().zip(increments) {
            let own = &self.units[by];
            let fits = own.supplies() && own.side == side;
            self.must(fits, "9.4.2", "only supply units record ammunition");
            let limit = self.limit(by);
            self.units[by].provided += increments;
            let total = self.units[by].provided;
            self.must(total <= limit, "9.4.2", "a supply unit provides more than its limit");
            record.told.insert(by, increments);
        }
        for &unit in &units {
            self.same("9.4.2", "whose unit it is", self.units[unit].side, side);
        }
        for (depot, increments) in std::mem::take(&mut self.provision.brought) {
            record.told.insert(depot, increments);
            record.trucks.insert(depot);
        }
        self.takes_record(record);
    }

    /// 1914 25.3: trucks bring what no limit counts; each marker has so many uses.
    pub fn brings(&mut self, told: &Trucks) {
        self.same("25.3", "the rule", told.rule.as_str(), "1914 25.3");
        let Some(depot) = self.unit(told.unit.as_str()) else { return };
        let side = self.side(&told.side);
        let own = &self.units[depot];
        let (most, is_depot) =
            (own.rating_on(0, self.book.one("trucks")), own.kind() == Kind::Depot);
        self.same("25.3", "whose trucks they are", side, Some(self.units[depot].side));
        let used = self.provision.used.entry(depot).or_default();
        *used += 1;
        let used = *used;
        self.same("25.3", "how often the trucks were used", told.used, used);
        self.must(is_depot && used <= most, "25.3", "it has no trucks left");
        self.provision.brought.push((depot, told.increments));
    }

    /// Trucks alone have brought something: who is provided was but decided.
    fn takes_trucks(&mut self) {
        let brought = std::mem::take(&mut self.provision.brought);
        let Some(&(depot, _)) = brought.first() else { return };
        let units = self.provided.clone();
        let record = Record {
            attack: self.attacks + 1,
            side: self.units[depot].side,
            units,
            trucks: brought.iter().map(|(depot, _)| *depot).collect(),
            told: brought.into_iter().collect(),
        };
        self.takes_record(record);
    }

    fn takes_record(&mut self, record: Record) {
        for (attack, _) in self.provision.extended.iter_mut().filter(|(attack, _)| attack.is_none())
        {
            *attack = Some(record.attack);
        }
        self.provision.records.push(record);
    }

    /// 1914 2.6.2, 15.7.3, 15.8.3, 23.1.2: what a supply unit provides at most.
    fn limit(&self, by: usize) -> i32 {
        let own = &self.units[by];
        let last = own.faces.len().saturating_sub(1);
        let printed = own.rating_on(last, self.book.one("ammunition-limit"));
        match self.shortage(by) {
            Some(short) => printed.min(short),
            None => printed,
        }
    }

    /// The limit of a depot whose army runs short: by a marker, or as its base is transferred.
    fn shortage(&self, depot: usize) -> Option<i32> {
        let army = self.above(depot, "army-size");
        let transfer = army.and_then(|army| self.provision.transfers.get(&army));
        let lasts = transfer.is_some_and(|until| until.is_none_or(|until| self.turn < until));
        let marker = self.short.get(&depot).copied();
        marker.into_iter().chain(lasts.then(|| self.book.number("transfer_limit"))).min()
    }

    /// 1914 23.1.2, 24.3.1a, 24.3.2a: an army runs short while its base is transferred.
    pub fn runs_short_for(&mut self, told: &BaseMoved) {
        let turns = u16::try_from(self.book.number("transfer_turns")).unwrap_or_default();
        let until = (told.rule != "1914 24.3.2").then_some(self.turn + turns);
        self.same("23.1.1", "when the transfer is complete", told.until, until);
        self.provision.transfers.insert(told.army.clone(), until);
    }

    /// 1914 15.8.3: the depot of a unit's army that runs short.
    fn short_depot(&self, unit: usize) -> Option<usize> {
        let army = self.above(unit, "army-size")?;
        let own = |&depot: &usize| {
            self.units[depot].kind() == Kind::Depot
                && !self.is_secondary(depot)
                && self.above(depot, "army-size").as_ref() == Some(&army)
        };
        let depot = (0..self.units.len()).find(own)?;
        self.shortage(depot).map(|_| depot)
    }

    fn is_secondary(&self, unit: usize) -> bool {
        self.units[unit].traits.iter().any(|it| self.book.is("secondary-depot", it))
    }

    /// 1914 15.7.3: what a secondary depot provides its army's own one records.
    fn counted(&self, by: usize) -> usize {
        if !self.is_secondary(by) {
            return by;
        }
        let army = self.above(by, "army-size");
        let own = |&depot: &usize| {
            self.units[depot].kind() == Kind::Depot
                && self.units[depot].side == self.units[by].side
                && !self.is_secondary(depot)
                && self.above(depot, "army-size") == army
        };
        (0..self.units.len()).find(own).unwrap_or(by)
    }

    /// 1914 9.4: who has ammunition. A unit without any source has none, whatever is told; who could
    /// be provided on record is provided as its owner likes.
    pub fn ammunition(&mut self, attack: u32, sides: [&[usize]; 2], without: &[usize]) {
        self.takes_trucks();
        let records = std::mem::take(&mut self.provision.records);
        let (records, later): (Vec<Record>, Vec<Record>) =
            records.into_iter().partition(|record| record.attack == attack);
        self.provision.records = later;
        for record in &records {
            self.is_recorded(record);
            let fights = |unit: &&usize| !sides.iter().any(|units| units.contains(unit));
            let idle: Vec<usize> = record.units.iter().filter(fights).copied().collect();
            let who = self.named(&idle);
            self.must(idle.is_empty(), "9.4.1", &format!("provided without a combat: {who}"));
        }
        // Whoever is in range of a front needs no record, though it is extended for others then.
        let all = std::mem::take(&mut self.provision.extended);
        // Of two combats that are fought together all are extended before the first, those of the second
        // last.
        let extended: Vec<(Option<u32>, usize)> =
            all.into_iter().filter(|(of, _)| of.is_none_or(|of| of >= attack)).collect();
        let later = extended.iter().filter(|(of, _)| of.is_some_and(|of| of > attack));
        self.provision.extended = later.copied().collect();
        extended.iter().for_each(|&(_, unit)| self.units[unit].face = 0);
        for side in [0, 1] {
            let lines = self.lines(side);
            let own = |unit: &&usize| {
                let own = &self.units[**unit];
                own.side == side && own.in_force() && own.kind() != Kind::Fort
            };
            let all: Vec<usize> = sides.iter().copied().flatten().filter(own).copied().collect();
            for unit in all {
                let free = self.has_freely(&lines, unit);
                let name = self.units[unit].name.clone();
                let halved = without.contains(&unit);
                let on_record = records.iter().any(|record| record.units.contains(&unit));
                let owned = !(halved && free == Sure::Yes);
                self.must(owned, "9.4.1", &format!("{name} has ammunition"));
                let has = free > Sure::No || on_record;
                self.must(halved || has, "9.4.1", &format!("{name} has no ammunition"));
                let twice = halved && on_record;
                self.must(!twice, "9.4", &format!("{name} is provided, and halved all the same"));
            }
        }
        extended.into_iter().for_each(|(_, unit)| self.units[unit].face = 1);
    }

    /// Whether a unit is provided without a record: of an army that runs short only without supply
    /// units (1914 9.4.2, 9.4.3).
    pub fn has_freely(&self, lines: &Lines, unit: usize) -> Sure {
        match self.short_depot(unit) {
            Some(_) if self.needs_nobody(lines, unit) => Sure::Yes,
            Some(_) => Sure::No,
            None => self.supplied(lines, unit, true),
        }
    }

    /// 1914 9.4, 9.4.2: whether the increments of a record come of those that it provides: one a
    /// division-equivalent, the sum of each supply unit rounded up.
    fn is_recorded(&mut self, record: &Record) {
        let lines = self.lines(record.side);
        let mut options: Vec<(i32, BTreeSet<BTreeSet<usize>>)> = Vec::new();
        for &unit in &record.units {
            let chains = self.chains(&lines, unit, &record.trucks);
            if chains.is_empty() {
                let all: Vec<String> = self
                    .lines_of(&lines, unit)
                    .iter()
                    .map(|(chain, sure)| format!("{}: {sure:?}", self.named(chain)))
                    .collect();
                let name = &self.units[unit].name;
                let words = format!("nothing provides {name} on record: {}", all.join("; "));
                return self.fault("9.4.1", words);
            }
            options.push((self.units[unit].share(), chains));
        }
        let mut tries = 0;
        let fits = matches(&options, &mut BTreeMap::new(), &record.told, &mut tries);
        let who = self.named(&record.units);
        let by: Vec<String> = record
            .told
            .iter()
            .map(|(&by, increments)| format!("{} {increments}", self.units[by].name))
            .collect();
        let words = format!("{who} are not provided by {}", by.join(", "));
        self.must(fits || tries >= TRIES, "9.4.2", &words);
    }

    /// The supply units that would record what a unit is provided with, for each way by which it may
    /// be: extended ones, and the depot of an army that runs short.
    fn chains(
        &self,
        lines: &Lines,
        unit: usize,
        trucks: &BTreeSet<usize>,
    ) -> BTreeSet<BTreeSet<usize>> {
        let short = self.short_depot(unit);
        let of = |chain: Vec<usize>| -> BTreeSet<usize> {
            let extended = chain.into_iter().filter(|&by| self.units[by].face > 0);
            extended.map(|by| self.counted(by)).chain(short).collect()
        };
        let chains = self.sources_of(lines, unit).into_iter();
        // Trucks bring it to those whom the depot provides itself (1914 25.3).
        let chains = chains.filter(|chain| {
            chain.len() == 1 || !chain.iter().any(|&by| trucks.contains(&self.counted(by)))
        });
        chains.map(of).filter(|record| !record.is_empty()).collect()
    }
}

/// Whether each unit can be provided in one of its ways so that the sums are what is told.
fn matches(
    options: &[(i32, BTreeSet<BTreeSet<usize>>)],
    quarters: &mut BTreeMap<usize, i32>,
    told: &BTreeMap<usize, i32>,
    tries: &mut usize,
) -> bool {
    *tries += 1;
    if *tries >= TRIES {
        return false;
    }
    let Some(((size, chains), rest)) = options.split_first() else {
        // One increment a division-equivalent, the sum rounded up (1914 9.4).
        let found: BTreeMap<usize, i32> =
            quarters.iter().map(|(by, sum)| (*by, (sum + 3) / 4)).collect();
        return found == *told;
    };
    chains.iter().any(|chain| {
        let mut with = quarters.clone();
        for by in chain {
            *with.entry(*by).or_default() += size;
        }
        matches(rest, &mut with, told, tries)
    })
}
