//! What has made each side's morale what it is (SW 4.0): told in the log, and of no account in
//! play.

use salient_hex::grid::Hex;
use salient_rules::system::SourceName;
use salient_schema::event::PointSource;

use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules};

/// What changes morale, in the order of the log.
const CAUSES: usize = 7;

/// The source and the finer kind of each cause.
const NAMES: [(&str, Option<&str>); CAUSES] = [
    ("hexes-lost", Some("own")),
    ("hexes-lost", Some("conquered")),
    ("hexes-taken", Some("enemy")),
    ("hexes-taken", Some("retaken")),
    ("yanks", None),
    ("big-bertha", None),
    ("paris-gun", None),
];

/// What the sources of points are called in reports.
pub const SOURCES: &[SourceName] = &[
    SourceName::new("start", "", "At the start", ""),
    SourceName::new("hexes-taken", "", "Morale hexes taken", "morale hexes taken"),
    SourceName::new("hexes-taken", "enemy", "Of the enemy’s own", "of the enemy’s own"),
    SourceName::new("hexes-taken", "retaken", "Own ones retaken", "own ones retaken"),
    SourceName::new("hexes-lost", "", "Morale hexes lost", "morale hexes lost"),
    SourceName::new("hexes-lost", "own", "Own ones", "its own from the start"),
    SourceName::new("hexes-lost", "conquered", "Conquered ones", "conquered before"),
    SourceName::new("yanks", "", "The Yanks", ""),
    SourceName::new("big-bertha", "", "Big Bertha", ""),
    SourceName::new("paris-gun", "", "The Paris Gun", ""),
];

/// How often each cause has changed each side's morale, and by how much in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved([[(u16, i16); CAUSES]; 2]);

impl Moved {
    /// A side's morale is to change by so much, and does by what its bounds leave of it (SW 4.3).
    pub fn note(
        &mut self,
        rules: &Rules,
        side: usize,
        (reason, hex): (&str, Option<Hex>),
        (by, left): (i32, i32),
    ) {
        let own = hex.is_some_and(|hex| rules.morale_owner(hex) == Some(side));
        let cause = match (reason, by < 0, own) {
            ("yanks", ..) => 4,
            ("big-bertha", ..) => 5,
            ("paris-gun", ..) => 6,
            (_, true, true) => 0,
            (_, true, false) => 1,
            (_, false, false) => 2,
            (_, false, true) => 3,
        };
        let (count, sum) = &mut self.0[side][cause];
        *count = count.saturating_add(1);
        *sum = sum.saturating_add(left as i16);
    }
}

impl Position {
    /// What each side's morale is made of. The German one comes first: it is the points.
    pub fn sources(&self, rules: &Rules) -> Vec<PointSource> {
        let mut out = Vec::new();
        let tracked = |side: usize| side == GERMAN || rules.constants.track_allied_morale == 1;
        for side in [GERMAN, ALLIED].into_iter().filter(|&side| tracked(side)) {
            let moved = &self.moved.0[side];
            let mut add = |(id, kind): (&str, Option<&str>), count: u16, points: i32| {
                out.push(PointSource {
                    id: id.to_owned(),
                    kind: kind.map(str::to_owned),
                    side: rules.sides[side].clone(),
                    count: count.into(),
                    points,
                });
            };
            let all: i32 = moved.iter().map(|&(_, by)| i32::from(by)).sum();
            add(("start", None), 0, self.morale[side] - all);
            for (&name, &(count, by)) in NAMES.iter().zip(moved) {
                if count > 0 {
                    add(name, count, by.into());
                }
            }
        }
        out
    }
}
