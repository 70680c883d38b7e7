//! What dice give before anything is placed: the air, barrages, heavy weapons, works, proximity and
//! the optional rules.

use std::collections::BTreeMap;

use super::{Procedure, Roller, because, sum};
use crate::brief::{Both, Brief, Front, Party};
use crate::event::{Detail, Number, side_of};
use crate::outcome::{Barrages, Options, Proximity, Superiority, Works};
use crate::roster::Kind;
use crate::share::Share;
use crate::steps::Step;
use crate::tables::{Tables, signed, works_of};

impl Procedure<'_> {
    /// TS Air Superiority: a die each, with the Central Powers' modifier and the attacker's.
    pub(super) fn superiority(&mut self) -> Superiority {
        let rule = Step::Superiority.rule();
        let Some((row, column, modifier)) = self.brief.air_modifier(self.tables) else {
            // 1914 has no column: there are no air forces to speak of.
            self.roller.tell(Detail::Number(Number {
                what: "air-margin".to_owned(),
                arithmetic: format!("the chart has no column for {}", self.brief.year),
                rule: rule.to_owned(),
                ..Number::default()
            }));
            return Superiority::default();
        };
        let central = self.brief.central(self.tables);
        let attack = self.tables.chart("air-attacker");
        let attacker = signed(attack.at(self.brief.attack as usize, 0)).unwrap_or_default();
        let totals = Both::each(|party| {
            let die = self.roller.d6("air-superiority", party, rule);
            let mut modifiers = Vec::new();
            let mut total = i32::from(die);
            if party == central {
                total += modifier;
                modifiers.extend(because(modifier, &format!("{row}, {column}")));
            }
            if party == Party::Attacker {
                total += attacker;
                modifiers.extend(because(attacker, "attacker"));
            }
            self.number(
                party,
                Number {
                    what: "air-superiority".to_owned(),
                    dice: vec![die],
                    modifiers,
                    value: total.into(),
                    rule: rule.to_owned(),
                    ..Number::default()
                },
            );
            total
        });
        let margin = totals.attacker - totals.defender;
        Superiority { totals, margins: Both { attacker: margin, defender: -margin }, rolled: true }
    }

    /// TS Air Attacks: strikes by the margin.
    pub(super) fn airstrikes(&mut self) -> Both<u32> {
        let superiority = self.results.superiority().cloned().unwrap_or_default();
        if !superiority.rolled {
            return Both::default();
        }
        let (tables, brief) = (self.tables, self.brief);
        Both::each(|party| {
            airstrikes(tables, brief, party, *superiority.margins.of(party), self.roller)
        })
    }

    /// TS Artillery Barrages: a die for preparatory and one for on-call barrages each.
    pub(super) fn barrages(&mut self) -> Barrages {
        let rule = Step::Barrages.rule();
        let (tables, brief) = (self.tables, self.brief);
        let mut barrages = Barrages::default();
        for party in Party::BOTH {
            if !brief.on_call_only {
                let column = brief.attack as usize * 2 + usize::from(party == Party::Defender);
                let die = self.roller.d6("preparatory-barrages", party, rule);
                let value = barrages_of(
                    tables,
                    brief,
                    party,
                    "preparatory-barrages",
                    (die, column),
                    self.roller,
                );
                *barrages.preparatory.of_mut(party) = value;
            }
            *barrages.on_call.of_mut(party) = on_call(tables, brief, party, self.roller);
        }
        barrages
    }

    /// TS Extra Heavy Weapons: a die for each kind that the year and the nation allow.
    pub(super) fn heavy_weapons(&mut self) -> Both<BTreeMap<Kind, u32>> {
        let rule = Step::HeavyWeapons.rule();
        let allowed = self.tables.chart("heavy-weapon-columns");
        let chart = self.tables.chart("heavy-weapons");
        let mut both = Both::<BTreeMap<Kind, u32>>::default();
        for party in Party::BOTH {
            for (place, kind) in Kind::WEAPONS.into_iter().enumerate() {
                let Some(column) = weapon_column(self.tables, self.brief, party, place) else {
                    continue;
                };
                let letter = &chart.columns[column];
                let what = &allowed.columns[place];
                let die = self.roller.d6("heavy-weapons", party, rule);
                let cell = chart.at(chart.row_of_die(die.into()), column);
                let share = Share::read(cell).unwrap_or_default();
                let own = *self.brief.sub_units.of(party);
                self.number(
                    party,
                    Number {
                        what: what.clone(),
                        dice: vec![die],
                        cell: Some(format!("{letter}: {cell}")),
                        arithmetic: share.reckoning(own),
                        value: share.of(own).into(),
                        rule: rule.to_owned(),
                        ..Number::default()
                    },
                );
                both.of_mut(party).insert(kind, share.of(own));
            }
        }
        both
    }

    /// TS Defensive Positions: each kind of works once for each 20 sub-units of both sides.
    pub(super) fn works(&mut self) -> Both<Works> {
        let rule = Step::Works.rule();
        let rolls = self.brief.works_rolls(self.tables);
        let heads = self.tables.works(1).map(|chart| chart.columns.clone()).unwrap_or_default();
        let mut both = Both::<Works>::default();
        for party in Party::BOTH {
            for (column, what) in heads.iter().take(4).enumerate() {
                let cell = self.brief.works_cell(self.tables, party, column);
                let Some((part, times)) = works_of(&cell) else { continue };
                let dice = self.dice(rolls as usize, "works", party, rule);
                let each = dice.iter().map(|&die| part.of(die.into()) * times);
                let value: u32 = each.sum();
                let terms = dice.iter().map(|&die| format!("{} × {times}", part.of(die.into())));
                let terms: Vec<String> = terms.collect();
                self.number(
                    party,
                    Number {
                        what: what.clone(),
                        dice,
                        cell: Some(cell),
                        arithmetic: format!("{} = {value}", terms.join(" + ")),
                        value: value.into(),
                        rule: rule.to_owned(),
                        ..Number::default()
                    },
                );
                *both.of_mut(party).by_column(column) = value;
            }
        }
        both
    }

    /// TS Setup Proximity: a die gives the distance and the turn from which lulls are rolled for.
    pub(super) fn proximity(&mut self) -> Proximity {
        let rule = Step::Proximity.rule();
        let chart = self.tables.chart("proximity");
        let die = self.roller.d6("proximity", Party::Attacker, rule);
        let cell = chart.at(self.brief.terrain as usize, usize::from(die) - 1);
        let yards = cell.parse().unwrap_or_default();
        self.number(
            Party::Attacker,
            Number {
                what: "yards-of-proximity".to_owned(),
                dice: vec![die],
                cell: Some(cell.to_owned()),
                value: i64::from(yards),
                rule: rule.to_owned(),
                ..Number::default()
            },
        );
        self.number(
            Party::Attacker,
            Number {
                what: "first-turn-for-lulls".to_owned(),
                dice: vec![die],
                value: die.into(),
                rule: "TS Combat Lulls".to_owned(),
                ..Number::default()
            },
        );
        Proximity { yards, lull_turn: die.into() }
    }

    /// TS Optional Setup Rules: armour, and the attacker's secret die.
    pub(super) fn options(&mut self) -> Options {
        let mut options = Options::default();
        let (tables, brief) = (self.tables, self.brief);
        if brief.armour {
            let rule = "TS Armor Warfare Availability";
            let chart = tables.chart("armour");
            let rolls =
                crate::brief::rounded(brief.total(), tables.count("sub_units_an_armour_roll"));
            for party in Party::BOTH {
                let Some(column) = brief.armour_column(tables, party) else { continue };
                for _ in 0..rolls.max(1) {
                    let dice = self.dice(2, "armour", party, rule);
                    let modifier =
                        if party == Party::Defender { tables.number("armour_defender") } else { 0 };
                    let cell = chart.at(chart.row_of_die(sum(&dice) + modifier), column).to_owned();
                    let units: u32 = cell.parse().unwrap_or_default();
                    let rifle = u32::from(cell == "AT");
                    *options.tanks.of_mut(party) += units;
                    *options.rifles.of_mut(party) += rifle;
                    self.number(
                        party,
                        Number {
                            what: if rifle > 0 { "anti-tank-rifles" } else { "tank-units" }
                                .to_owned(),
                            dice,
                            modifiers: because(modifier, "defender").into_iter().collect(),
                            cell: Some(cell),
                            value: i64::from(units + rifle),
                            rule: rule.to_owned(),
                            ..Number::default()
                        },
                    );
                }
            }
        }
        if brief.secret {
            let rule = "TS Attacker Victory Conditions";
            let die = self.roller.d6("victory-condition", Party::Attacker, rule);
            let chart = tables.chart("victory");
            // Germans of 1918 may take the third instead; the bot does, being made for it.
            let trade = tables.number("victory_trade_year") == i32::from(brief.year)
                && *brief.nations.of(Party::Attacker) == tables.id("trades-victory")
                && chart.at(usize::from(die) - 1, 1) == "yes"
                && *brief.bots.of(Party::Attacker) == crate::brief::Bot::Sensible;
            let taken = u8::try_from(tables.number("victory_trade_condition")).unwrap_or(die);
            let condition = if trade { taken } else { die };
            self.number(
                Party::Attacker,
                Number {
                    what: "victory-condition".to_owned(),
                    dice: vec![die],
                    modifiers: trade
                        .then(|| format!("traded in for {taken}"))
                        .into_iter()
                        .collect(),
                    value: condition.into(),
                    rule: rule.to_owned(),
                    ..Number::default()
                },
            );
            (options.victory, options.condition) = (Some(die), Some(condition));
        }
        options
    }
}

fn barrage_key<'a>(tables: &'a Tables, brief: &Brief, party: Party) -> &'a str {
    let nations = tables.chart("nations");
    nations.row(brief.nations.of(party)).map_or("-", |row| nations.at(row, 8))
}

/// TS Air Attacks: a party's strikes by its margin.
pub(crate) fn airstrikes(
    tables: &Tables,
    brief: &Brief,
    party: Party,
    margin: i32,
    roller: &mut dyn Roller,
) -> u32 {
    let nations = tables.chart("nations");
    let column = match brief.front {
        Front::Western => 5,
        Front::Eastern => 6,
        Front::Italian | Front::AfricaAsia => 7,
    };
    let head = nations.row(brief.nations.of(party)).map_or("-", |row| nations.at(row, column));
    let chart = tables.chart("airstrikes");
    let Some(row) = chart.row(head) else { return 0 };
    let at = chart.column_of_number(margin);
    let cell = chart.at(row, at);
    let strikes = cell.parse().unwrap_or_default();
    roller.tell(Detail::Number(Number {
        what: "airstrikes".to_owned(),
        side: Some(side_of(party)),
        cell: Some(format!("{head}, {}: {cell}", chart.columns[at])),
        arithmetic: format!("margin {margin:+}"),
        value: i64::from(strikes),
        rule: Step::Airstrikes.rule().to_owned(),
        ..Number::default()
    }));
    strikes
}

/// The column in which a party's die for a heavy weapon is read, by the weapon's place among them;
/// none where the year or the nation has none.
pub(crate) fn weapon_column(
    tables: &Tables,
    brief: &Brief,
    party: Party,
    place: usize,
) -> Option<usize> {
    let allowed = tables.chart("heavy-weapon-columns");
    let cell = allowed.at(allowed.row_of_year(brief.year)?, place);
    let (letter, nations) = cell.split_once(':').unwrap_or((cell, ""));
    let mut named = nations.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
    let own = brief.nations.of(party);
    let column = tables.chart("heavy-weapons").columns.iter().position(|head| head == letter);
    column.filter(|_| named.peek().is_none() || named.any(|name| name == own))
}

/// TS Artillery Barrages: a party's on-call barrages.
pub(crate) fn on_call(
    tables: &Tables,
    brief: &Brief,
    party: Party,
    roller: &mut dyn Roller,
) -> u32 {
    let die = roller.d6("on-call-barrages", party, Step::Barrages.rule());
    let column = 6 + brief.attack as usize;
    barrages_of(tables, brief, party, "on-call-barrages", (die, column), roller)
}

fn barrages_of(
    tables: &Tables,
    brief: &Brief,
    party: Party,
    what: &str,
    (die, column): (u8, usize),
    roller: &mut dyn Roller,
) -> u32 {
    let key = barrage_key(tables, brief, party);
    let modifiers = tables.chart("barrage-modifiers");
    let modifier = modifiers.row(key).zip(modifiers.year(brief.year));
    let modifier =
        modifier.and_then(|(row, column)| signed(modifiers.at(row, column))).unwrap_or_default();
    let chart = tables.chart("barrages");
    let row = chart.row_of_die(i32::from(die) + modifier);
    let cell = chart.at(row, column);
    let share = Share::read(cell).unwrap_or_default();
    let count = share.of(brief.total());
    roller.tell(Detail::Number(Number {
        what: what.to_owned(),
        side: Some(side_of(party)),
        dice: vec![die],
        modifiers: because(modifier, &format!("{key} {}", brief.year)).into_iter().collect(),
        cell: Some(format!("{}: {cell}", chart.columns[column])),
        arithmetic: share.reckoning(brief.total()),
        value: i64::from(count),
        rule: Step::Barrages.rule().to_owned(),
    }));
    count
}
