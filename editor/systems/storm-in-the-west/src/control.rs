//! SW 3.5 hex control and 4.2, 4.3 morale.

use salient_schema::event::{Control, EventKind, LevelChange};

use crate::context::Context;
use crate::position::Position;
use crate::rules::{ALLIED, Rules, Unit, enemy_of};
use salient_hex::grid::Hex;

impl Position {
    /// A unit enters a hex: its side controls it at once (SW 3.5), with all that hangs on it.
    pub fn take_hex(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        let side = rules.unit(unit).side;
        let before = usize::from(self.control[hex.index()]);
        if before == side || !rules.ground.is_playable(hex) {
            return;
        }
        self.control[hex.index()] = side as u8;
        self.held[side] += 1;
        if let Some(held) = self.held.get_mut(before) {
            *held = held.saturating_sub(1);
        }
        self.emit(cx, || {
            EventKind::Control(Control {
                hex: rules.label(hex).to_owned(),
                name: None,
                side: rules.sides[side].clone(),
                unit: Some(rules.unit(unit).name.clone()),
                rule: "SW 3.5".to_owned(),
            })
        });
        self.spoil_stores(rules, hex);
        let points = i32::from(rules.morale_at[hex.index()]);
        if points > 0 && before == enemy_of(side) {
            // SW 4.2: the loser first, then the gainer, by the same number.
            self.change_morale(cx, enemy_of(side), -points, "morale-hex", Some(hex), "SW 4.2");
            self.change_morale(cx, side, points, "morale-hex", Some(hex), "SW 4.2");
        }
    }

    /// A fortress that has changed hands has lost its stores for good (SW 7.14), a port its use for
    /// supply (7.8), also for an owner who takes it back.
    pub fn spoil_stores(&mut self, rules: &Rules, hex: Hex) {
        let here = rules.ground.at(hex);
        if !(here.port || here.fortress.is_some()) {
            return;
        }
        if let Err(place) = self.ruined.binary_search(&hex) {
            self.ruined.insert(place, hex);
        }
    }

    /// Changes a side's morale within its bounds (SW 4.3).
    pub fn change_morale(
        &mut self,
        cx: &mut Context<'_>,
        side: usize,
        by: i32,
        reason: &str,
        hex: Option<Hex>,
        rule: &str,
    ) {
        let rules = cx.rules;
        if side == ALLIED && rules.constants.track_allied_morale == 0 {
            return;
        }
        let from = self.morale[side];
        let to = (from + by).clamp(0, rules.constants.morale_limit);
        self.morale[side] = to;
        // A hex taken at the upper bound is taken all the same.
        self.moved.note(rules, side, (reason, hex), (by, to - from));
        self.emit(cx, || {
            EventKind::Level(LevelChange {
                level: "morale".to_owned(),
                side: rules.sides[side].clone(),
                by,
                from,
                to,
                reason: reason.to_owned(),
                hex: hex.map(|hex| rules.label(hex).to_owned()),
                rule: rule.to_owned(),
            })
        });
    }
}
