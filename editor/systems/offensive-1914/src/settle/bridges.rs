//! 1914 7.1.4a, 7.1.4b, 24.6: roadway bridges are blown before whoever comes, and repaired.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Site, Unit};

use crate::control;
use crate::marks::{BLOWN, DESTROYED};
use crate::rules::Offensive;

/// 1914 7.1.4a: a unit comes next to bridges; those that were not in friendly territory on both banks
/// when the phase began are blown.
pub fn blow(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let side = rules.side_of(unit);
    let ours = |position: &Position<Offensive>, hex| control::at_start(position, hex) == Some(side);
    for (direction, other) in rules.map().neighbours(hex) {
        if !rules.terrain.side(hex, direction).bridge
            || ours(cx.position, hex) && ours(cx.position, other)
        {
            continue;
        }
        let site = Site::hexside(rules.map().grid(), hex, direction);
        if cx.position.mark(DESTROYED, site).is_none() {
            cx.set_mark(BLOWN, site, 1, None, "1914 7.1.4a");
        }
    }
}

/// 1914 24.6: the Belgian pontoon bridge is destroyed for good by a German unit at either end.
pub fn destroy(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    if rules.side_of(unit) != rules.german {
        return;
    }
    for (direction, _) in rules.map().neighbours(hex) {
        let site = Site::hexside(rules.map().grid(), hex, direction);
        if rules.terrain.side(hex, direction).pontoon && cx.position.mark(DESTROYED, site).is_none()
        {
            cx.set_mark(BLOWN, site, 0, None, "1914 24.6");
            cx.set_mark(DESTROYED, site, 1, None, "1914 24.6");
        }
    }
}

/// 1914 7.1.4b: in a side's preliminary phase the blown bridges in its territory are repaired.
pub fn repair(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let (rules, position) = (cx.rules, &*cx.position);
    let ours = |hex: Hex| control::of(position, hex) == Some(side);
    let is_ours = |site: &Site| {
        let &Site::Hexside(hex, direction) = site else { return false };
        ours(hex) && rules.map().neighbour(hex, direction).is_some_and(ours)
    };
    let blown = position.marks_of(BLOWN).iter().map(|mark| mark.site);
    for site in blown.filter(is_ours).collect::<Vec<Site>>() {
        cx.set_mark(BLOWN, site, 0, None, "1914 7.1.4b");
    }
}
