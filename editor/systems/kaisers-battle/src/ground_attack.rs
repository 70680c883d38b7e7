//! KB 12.3 Ground attack: air points bombard as drumfire does.

use crate::event::BombardmentKind;

use crate::bombardment::Fire;
use crate::context::Context;
use crate::guns::Guns;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, GERMAN, Rules};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    /// Begins the Ground Attack Segment.
    pub fn begin_ground_attack(&mut self, cx: &mut Context<'_>) {
        self.bombarded.clear();
        self.offer_ground_attack(cx);
    }

    /// Asks for the next ground attack, the German player first (KB 12.31), if there is any to
    /// make.
    pub fn offer_ground_attack(&mut self, cx: &mut Context<'_>) {
        self.decision = Decision::None;
        for side in [GERMAN, ALLIED] {
            if self.ground_attacks(cx.rules, side).next().is_some() {
                self.decision = Decision::GroundAttack { side };
                return;
            }
            self.air[side].ground_attack = 0;
        }
    }

    /// Every ground attack that a side may make now, by rising hex.
    pub fn ground_attacks<'a>(
        &'a self,
        rules: &'a Rules,
        side: usize,
    ) -> impl Iterator<Item = (Hex, u16)> + 'a {
        let most = self.air[side].ground_attack.min(most_points(rules));
        self.bombardment_targets(rules, side)
            .flat_map(move |hex| (1..=most).map(move |points| (hex, points)))
            .filter(move |&(hex, points)| {
                self.check_ground_attack(rules, side, hex, points).is_ok()
            })
    }

    /// KB 12.31 to 12.33: whether so many air points may attack a hex.
    pub fn check_ground_attack(
        &self,
        rules: &Rules,
        side: usize,
        hex: Hex,
        points: u16,
    ) -> Result<(), Violation> {
        let most = most_points(rules);
        if !(1..=most).contains(&points) {
            return Err(Violation::new(
                "KB 12.31",
                format!("a ground attack takes 1 to {most} air points"),
            ));
        }
        let left = self.air[side].ground_attack;
        if points > left {
            return Err(Violation::new(
                "KB 12.31",
                format!("{left} air points are left for ground attack"),
            ));
        }
        self.check_bombardment(rules, side, hex, u32::from(points))?;
        if self.stack(hex).all(|unit| rules.unit(unit).headquarters) {
            return Err(Violation::new(
                "KB 12.33",
                format!("only headquarters are in {}", rules.label(hex)),
            ));
        }
        Ok(())
    }

    /// Makes a ground attack that [`Position::check_ground_attack`] allowed.
    pub fn do_ground_attack(&mut self, cx: &mut Context<'_>, side: usize, hex: Hex, points: u16) {
        self.air[side].ground_attack -= points.min(self.air[side].ground_attack);
        let fire =
            Fire { kind: BombardmentKind::GroundAttack, side, hex, guns: Guns::NONE, air: points };
        self.bombard(cx, fire);
    }

    /// A side attacks no more from the air: what it has left is not used this turn.
    pub fn end_ground_attack(&mut self, cx: &mut Context<'_>, side: usize) {
        self.air[side].ground_attack = 0;
        self.offer_ground_attack(cx);
    }
}

/// KB 12.31: the most air points in one attack.
fn most_points(rules: &Rules) -> u16 {
    rules.constants.air.ground_attack_max_points as u16
}
