//! TS Gas Warfare Support: whether there is gas, how much, and of which type.

use super::{Procedure, sum};
use crate::brief::{Both, Party};
use crate::event::Number;
use crate::outcome::Gas;
use crate::share::Share;
use crate::steps::Step;
use crate::tables::Tables;

/// A type of gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GasType {
    /// Its effect lasts.
    pub persistent: bool,
    /// It adds to the die.
    pub deadly: bool,
    /// It comes with the wind, not with shells.
    pub wind: bool,
    /// Barrages for a point.
    pub per_point: u32,
}

impl GasType {
    /// The type in a row of the chart.
    pub fn of(tables: &Tables, row: u32) -> Self {
        let chart = tables.chart("gas-types");
        let row = row as usize;
        Self {
            persistent: chart.at(row, 1) == "persistent",
            deadly: chart.at(row, 2) == "deadly",
            wind: chart.at(row, 3) == "wind",
            per_point: chart.at(row, 4).parse().unwrap_or(1),
        }
    }
}

/// The rows of the types that there are in a year.
pub(crate) fn gas_types_at_hand(tables: &Tables, year: u16) -> Vec<u32> {
    let chart = tables.chart("gas-types");
    let from = |row: &u32| chart.at(*row as usize, 0).parse::<u16>();
    let rows = (0..).take(chart.rows.len());
    rows.filter(|row| from(row).is_ok_and(|from| from <= year)).collect()
}

impl Procedure<'_> {
    /// Two dice on the chart, whose per cent of all barrages are gas points.
    pub(super) fn gas(&mut self) -> Gas {
        let rule = Step::Gas.rule();
        let barrages = self.results.barrages().cloned().unwrap_or_default();
        let chart = self.tables.chart("gas");
        let mut gas = Gas { points: Both::default(), kinds: Both::default() };
        for party in Party::BOTH {
            let Some(column) = self.brief.gas_column(self.tables, party) else { continue };
            let dice = self.dice(2, "gas", party, rule);
            let cell = chart.at(chart.row_of_die(sum(&dice)), column);
            let share = Share::read(cell).unwrap_or_default();
            let all = barrages.preparatory.of(party) + barrages.on_call.of(party);
            let points = share.of(all);
            self.number(
                party,
                Number {
                    what: "gas-points".to_owned(),
                    dice,
                    cell: Some(format!("{}: {cell}", chart.columns[column])),
                    arithmetic: share.reckoning(all),
                    value: points.into(),
                    rule: rule.to_owned(),
                    ..Number::default()
                },
            );
            *gas.points.of_mut(party) = points;
            if points > 0 {
                *gas.kinds.of_mut(party) = self.gas_type(party);
            }
        }
        gas
    }

    /// The type that a party takes among those of the date: the sensible bot the latest deadly
    /// one that does not last for its own attack, and the latest of all in defence.
    fn gas_type(&mut self, party: Party) -> Option<u32> {
        let chart = self.tables.chart("gas-types");
        let at_hand = gas_types_at_hand(self.tables, self.brief.year);
        let chosen = match self.brief.bots.of(party) {
            crate::brief::Bot::Random => {
                let place = self.roller.chance().below(at_hand.len() as u32);
                at_hand.get(place as usize).copied()
            }
            crate::brief::Bot::Sensible => {
                let of = |row: &u32| GasType::of(self.tables, *row);
                let lasting = party == Party::Defender;
                let shells = at_hand.iter().copied().rev().filter(|row| !of(row).wind);
                let shells: Vec<u32> = shells.collect();
                let best =
                    shells.iter().find(|row| of(row).deadly && (lasting || !of(row).persistent));
                best.or(shells.first()).or(at_hand.last()).copied()
            }
        };
        if let Some(row) = chosen {
            let head = chart.rows[row as usize].0.to_lowercase();
            self.number(
                party,
                Number {
                    what: format!("gas-type-{head}"),
                    arithmetic: format!("available from {}", chart.at(row as usize, 0)),
                    value: 1,
                    rule: Step::Gas.rule().to_owned(),
                    ..Number::default()
                },
            );
        }
        chosen
    }
}
