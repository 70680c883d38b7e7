//! KB 9.5 Rolling barrages and KB 9.6 SOS barrages.

use std::cmp::Reverse;

use crate::event::Barrage;

use crate::guns::Guns;
use crate::observation::Sight;
use crate::position::Position;
use crate::rules::{Rules, Unit, Weather, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

/// Where a rolling barrage falls, and how strong it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub hex: Hex,
    /// The most points (KB 9.51, 9.53).
    pub limit: u16,
    pub sight: Option<Sight>,
    /// Whether field artillery reaches it (KB 9.11).
    pub field: bool,
}

/// A barrage that is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    pub hex: Hex,
    pub guns: Guns,
    pub limit: u16,
    pub sight: Option<Sight>,
    /// What its side has left.
    pub left: Guns,
}

impl Fired {
    /// For the log.
    pub fn told(&self, position: &Position, rules: &Rules, side: usize) -> Barrage {
        let range = || position.told_range(rules, side, self.hex);
        Barrage {
            hex: rules.label(self.hex).to_owned(),
            field: self.guns.field,
            heavy: self.guns.heavy,
            limit: self.limit,
            range: (self.guns.field > 0).then(range).flatten(),
            observation: self.sight.map(|sight| sight.told(rules)),
            left: self.left,
        }
    }
}

fn by_weather(weather: Weather, [clear, mist, fog]: [i32; 3]) -> u16 {
    let points = match weather {
        Weather::Clear => clear,
        Weather::Mist => mist,
        Weather::Fog => fog,
    };
    points.max(0) as u16
}

impl Position {
    /// The most points of a rolling barrage in this weather, on a target unobserved and observed
    /// (KB 9.51, 9.53). To observe is never worse.
    pub fn rolling_limits(&self, rules: &Rules) -> (u16, u16) {
        let numbers = &rules.constants.artillery;
        let [clear, mist] = numbers.observed_barrage;
        let fog = numbers.rolling_barrage[2];
        let plain = by_weather(self.weather, numbers.rolling_barrage);
        (plain, by_weather(self.weather, [clear, mist, fog]).max(plain))
    }

    /// The hexes that the rolling barrage of an attack could fall on, the best first: those that
    /// are observed, then those that field artillery would reach. None where nobody has anything
    /// to fire.
    pub fn rolling_targets(&self, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> Vec<Target> {
        let side = self.battle.side;
        let (plain, observed) = self.rolling_limits(rules);
        if self.guns[side].is_none() {
            return Vec::new();
        }
        let mut targets: Vec<Target> = hexes
            .iter()
            .map(|&hex| {
                let sight = self.sight(rules, units, hex);
                Target {
                    hex,
                    limit: if sight.is_some() { observed } else { plain },
                    sight,
                    field: self.field_range(rules, side, hex).is_some(),
                }
            })
            .collect();
        targets.sort_by_key(|target| (Reverse(target.limit), !target.field, target.hex));
        targets
    }

    /// KB 9.5: whether an attack may have a rolling barrage of these points, and where it falls.
    pub fn check_rolling(
        &self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
        guns: Guns,
    ) -> Result<Target, Violation> {
        let side = self.battle.side;
        self.check_points(side, guns)?;
        let (_, observed) = self.rolling_limits(rules);
        let targets = self.rolling_targets(rules, units, hexes);
        let in_range = |target: &&Target| guns.field == 0 || target.field;
        let (limit, target) = match targets.iter().find(in_range) {
            Some(target) => (target.limit, Some(*target)),
            None => (observed, None),
        };
        if guns.total() > u32::from(limit) {
            return Err(Violation::new(
                "KB 9.51",
                match limit {
                    0 => "no rolling barrage is fired in this weather".to_owned(),
                    _ => format!("a rolling barrage here takes at most {limit} artillery points"),
                },
            ));
        }
        target.ok_or_else(|| {
            Violation::new("KB 9.11", "no headquarters brings field artillery to the target")
        })
    }

    /// The plain rolling barrages of an attack: each number of points, field artillery first.
    pub fn rolling_choices(&self, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> Vec<Guns> {
        let side = self.battle.side;
        let targets = self.rolling_targets(rules, units, hexes);
        let most = targets.iter().map(|target| target.limit).max().unwrap_or(0);
        let plain = |points: u16| {
            let mut fit = targets.iter().filter(|target| points <= target.limit);
            fit.find_map(|target| self.mix(side, target.field, u32::from(points)))
        };
        (1..=most).filter_map(plain).collect()
    }

    /// The most points of an SOS barrage in this weather (KB 9.61).
    pub fn sos_limit(&self, rules: &Rules) -> u16 {
        by_weather(self.weather, rules.constants.artillery.sos_barrage)
    }

    /// Whether the defender of the declared attack has any SOS barrage to fire that would help
    /// him (KB 9.6).
    pub fn can_fire_sos(&self, rules: &Rules) -> bool {
        let side = enemy_of(self.battle.side);
        let least = rules.constants.artillery.sos_barrage_divisor as u32;
        let left = self.guns[side];
        if u32::from(self.sos_limit(rules)) < least || left.total() < least {
            return false;
        }
        u32::from(left.heavy) >= least
            || self.battle.hexes.iter().any(|&hex| self.field_range(rules, side, hex).is_some())
    }

    /// KB 9.61, 9.63: whether the defender may fire this SOS barrage.
    pub fn check_sos(&self, rules: &Rules, hex: Hex, guns: Guns) -> Result<(), Violation> {
        let side = enemy_of(self.battle.side);
        if !self.battle.hexes.contains(&hex) {
            return Err(Violation::new(
                "KB 9.6",
                format!("the stack in {} is not attacked", rules.label(hex)),
            ));
        }
        let limit = self.sos_limit(rules);
        if guns.is_none() || guns.total() > u32::from(limit) {
            return Err(Violation::new(
                "KB 9.61",
                format!("an SOS barrage takes 1 to {limit} artillery points"),
            ));
        }
        self.check_guns(rules, side, guns, hex).map_err(|refusal| match &*refusal.rule {
            "KB 9.11" => Violation::new("KB 9.63", refusal.message),
            _ => refusal,
        })
    }

    /// The plain SOS barrages: for each attacked stack each number of points that adds to the
    /// die, field artillery first.
    pub fn sos_choices(&self, rules: &Rules) -> Vec<(Hex, Guns)> {
        let side = enemy_of(self.battle.side);
        let divisor = rules.constants.artillery.sos_barrage_divisor as u32;
        let limit = u32::from(self.sos_limit(rules));
        let mut out = Vec::new();
        for &hex in &self.battle.hexes {
            let points = (1..=limit).filter(|points| points.is_multiple_of(divisor));
            let plain = points.filter_map(|points| self.plain_guns(rules, side, hex, points));
            out.extend(plain.map(|guns| (hex, guns)));
        }
        out
    }
}
