//! What the sides had to use up, as a table.

use super::model::{Cell, Column, Kind, Row, Table, TableTraits, Value};
use super::tables::side_name;
use super::words;
use crate::report::Report;
use crate::resources::ResourceReport;
use crate::statistics::Fraction;

/// What came, what was spent of it, and what was left over.
pub(super) fn resources(report: &Report) -> Table {
    let columns = vec![
        Column::new("Side", Kind::Short, "side"),
        Column::new("What", Kind::Head, "kind"),
        Column::new(
            "Received a game",
            Kind::Number,
            "received,received_sd,received_low,received_high",
        ),
        Column::new("Spent", Kind::Number, "spent,spent_sd,spent_low,spent_high"),
        Column::new("Taken by the enemy", Kind::Number, "taken,taken_sd,taken_low,taken_high"),
        Column::new("Left over", Kind::Number, "left,left_sd,left_low,left_high")
            .hint("Neither spent nor taken when the game ended, what had lapsed with it"),
        Column::seen("Left over, of what could be spent", Kind::Number),
        Column::new("More than a third left", Kind::Uncertain, "games_left_over,share,low,high")
            .hint(
                "In how many games more than a third of what could have been spent was left over",
            ),
    ];
    let row = |of: &ResourceReport| -> Row {
        let could = of.received.mean - of.taken.mean;
        let share = Fraction::of(of.left.mean, could);
        let whole = (of.left.mean * of.left.games as f64).round().max(0.0) as u64;
        let name = Value::Called(words::capital(&of.name), of.kind.clone());
        let side = side_name(report, &of.side).to_owned();
        Row::from(vec![
            Cell::new(Value::Called(side, of.side.clone())).of(&of.side),
            name.into(),
            of.received.into(),
            of.spent.into(),
            of.taken.into(),
            of.left.into(),
            Cell::new(Value::PartOrNone(whole, share))
                .ranked(share.share())
                .metered(share.share().min(1.0), Some(&of.side)),
            Cell::from(of.left_over).ranked(of.left_over.share),
        ])
    };
    Table {
        title: "What there was to use up, and what was left over".to_owned(),
        label: "Table of what was left over".to_owned(),
        caption: "What each side received, spent and had left over, a game".to_owned(),
        note: "What is left over may be the bot’s doing, which does not use it, or the set-up’s, \
               which gives more than can be used."
            .to_owned(),
        rows: report.resources.iter().map(row).collect(),
        traits: TableTraits { sorts: true, ..TableTraits::default() },
        ..Table::new("resources", columns)
    }
}
