//! KB 9.4 Drumfire barrages.

use crate::event::BombardmentKind;

use crate::bombardment::Fire;
use crate::context::Context;
use crate::guns::Guns;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    /// Begins the German Drumfire Barrage Phase.
    pub fn begin_drumfire(&mut self, rules: &Rules) {
        self.bombarded.clear();
        self.offer_drumfire(rules);
    }

    /// Asks for the next drumfire barrage, if there is any to make (KB 9.41).
    pub fn offer_drumfire(&mut self, rules: &Rules) {
        let any = self
            .bombardment_targets(rules, GERMAN)
            .any(|hex| self.drumfire_choices(rules, hex).next().is_some());
        self.decision = if any { Decision::Drumfire } else { Decision::None };
    }

    /// KB 9.41 to 9.43, 9.46: whether these points can bombard a hex.
    pub fn check_drumfire(&self, rules: &Rules, hex: Hex, guns: Guns) -> Result<(), Violation> {
        let most = rules.constants.artillery.drumfire_max_points as u32;
        if !(1..=most).contains(&guns.total()) {
            return Err(Violation::new(
                "KB 9.42",
                format!("a drumfire barrage takes 1 to {most} artillery points"),
            ));
        }
        self.check_bombardment(rules, GERMAN, hex, guns.total())?;
        self.check_guns(rules, GERMAN, guns, hex)
    }

    /// Fires a drumfire barrage that [`Position::check_drumfire`] allowed.
    pub fn do_drumfire(&mut self, cx: &mut Context<'_>, hex: Hex, guns: Guns) {
        self.spend_guns(GERMAN, guns);
        let fire = Fire { kind: BombardmentKind::Drumfire, side: GERMAN, hex, guns, air: 0 };
        self.bombard(cx, fire);
    }

    /// The plain points that can bombard a hex: every number that has a column, field artillery
    /// first.
    pub fn drumfire_choices<'a>(
        &'a self,
        rules: &'a Rules,
        hex: Hex,
    ) -> impl Iterator<Item = Guns> + use<'a> {
        let stacking = self.stacking(rules, hex);
        let in_range = self.field_range(rules, GERMAN, hex).is_some();
        let most = rules.constants.artillery.drumfire_max_points as u32;
        (1..=most)
            .filter(move |&points| rules.drumfire.column(stacking, points).is_some())
            .filter_map(move |points| self.mix(GERMAN, in_range, points))
    }
}
