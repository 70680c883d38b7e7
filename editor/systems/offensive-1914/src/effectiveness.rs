//! 1914 6: combat effectiveness, its track, and checks.

use salient_rules::play::{Formation, PlayContext, Position, Site, Unit};

use crate::force::Force;
use crate::marks::EFFECTIVENESS;
use crate::rules::{Offensive, Rules, of};

/// The track from full effectiveness (1914 6.1.4): how much of the base is lost at each status.
pub const LOST: [i32; 7] = [0, 1, 2, 3, 3, 3, 3];
/// Combat ineffective (1914 6.1.3).
pub const INEFFECTIVE: u8 = 4;
/// Demoralized to the first degree (1914 6.1.3).
pub const DEMORALIZED: u8 = 5;
/// The end of the track.
pub const LAST: u8 = 6;

/// The formation of the book that a unit is, if it is one.
pub fn formation(rules: &Rules, unit: Unit) -> Option<Formation> {
    rules.piece(unit).own
}

/// How far down the track a unit's formation is; 0 for assets, whose effectiveness is constant.
pub fn status(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> u8 {
    let own = formation(rules, unit);
    own.map_or(0, |own| position.level(EFFECTIVENESS, Site::Formation(own)) as u8)
}

/// 1914 6.1, 22.4: the base effectiveness of a formation, by the side of its marker that lies up.
pub fn base(rules: &Rules, position: &Position<Offensive>, formation: Formation) -> i32 {
    let body = rules.body(formation);
    let turned = position.own.turned_markers.binary_search(&formation).is_ok();
    body.later.filter(|_| turned).unwrap_or(body.effectiveness)
}

/// 1914 6.1.2: the effectiveness of a formation: its base less what its status takes.
pub fn level(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    let lost = LOST[usize::from(status(rules, position, unit).min(LAST))];
    formation(rules, unit).map_or(0, |own| base(rules, position, own) - lost)
}

impl Force {
    /// Its effectiveness now (1914 6.1.2): its formation's, else the highest of its assets'.
    pub fn level(&self, rules: &Rules, position: &Position<Offensive>) -> i32 {
        match self.formation {
            Some(unit) => level(rules, position, unit),
            None => {
                let of_assets = self.assets.iter();
                let each = of_assets.map(|&unit| rules.rating(position, unit, of::EFFECTIVENESS));
                each.max().unwrap_or_default()
            }
        }
    }
}

/// 1914 6.3: combat ineffective or worse.
pub fn is_ineffective(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    status(rules, position, unit) >= INEFFECTIVE
}

/// 1914 6.4: demoralized.
pub fn is_demoralized(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    status(rules, position, unit) >= DEMORALIZED
}

/// 1914 6.1.3: takes levels from a formation, and says how many could not be taken as its track had
/// ended.
pub fn lose(cx: &mut PlayContext<'_, Offensive>, unit: Unit, levels: u8, rule: &str) -> u8 {
    if formation(cx.rules, unit).is_none() {
        return levels;
    }
    let before = status(cx.rules, cx.position, unit);
    let after = before.saturating_add(levels).min(LAST);
    set(cx, unit, after, rule);
    levels - (after - before)
}

/// 1914 7.5: gives a formation a level back.
pub fn recover(cx: &mut PlayContext<'_, Offensive>, unit: Unit, rule: &str) {
    let now = status(cx.rules, cx.position, unit);
    set(cx, unit, now.saturating_sub(1), rule);
}

/// Puts a formation at a place of the track.
pub fn set(cx: &mut PlayContext<'_, Offensive>, unit: Unit, status: u8, rule: &str) {
    if let Some(own) = formation(cx.rules, unit) {
        let status = i32::from(status.min(LAST));
        cx.set_mark(EFFECTIVENESS, Site::Formation(own), status, None, rule);
    }
}

/// 1914 6.2.1: a check of a force with two dice: by how much it fails; 0 or less where it passes.
pub fn check(
    cx: &mut PlayContext<'_, Offensive>,
    force: &Force,
    (dice, modifier): (i32, i32),
) -> i32 {
    dice + modifier - force.level(cx.rules, cx.position)
}
