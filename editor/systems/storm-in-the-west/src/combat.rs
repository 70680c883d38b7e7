//! SW 13.0 Combat: who may attack what, the odds, and every die-roll modifier.

use crate::movement::halved;
use crate::position::{Position, Supply};
use crate::rules::{ALLIED, Fortress, GERMAN, Procedure, Rules, Unit, UnitKind, Weather, enemy_of};
use crate::tables::Odds;
use crate::terrain::Shelter;
use crate::terrain::TerrainPart;
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;

/// An attack as it is declared: ground units, guns and aircraft, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    pub hex: Hex,
    /// Units on the ground next to the hex.
    pub units: Vec<Unit>,
    /// The guns, if they support it (SW 14.3).
    pub guns: Option<Unit>,
    /// Air units that support it (SW 13.14).
    pub air: Vec<Unit>,
}

/// Factors of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    pub full: i32,
    pub to_be_halved: i32,
    pub support: i32,
    pub strength: i32,
}

/// A die-roll modifier with its reason and rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drm<'a> {
    pub value: i32,
    pub reason: &'a str,
    pub rule: &'a str,
}

/// Everything of an attack but the die.
#[derive(Clone, Debug)]
pub struct Reckoning<'a> {
    pub attacker: Factors,
    pub defender: Factors,
    pub odds: Odds,
    pub column: Option<usize>,
    pub drms: Vec<Drm<'a>>,
    /// Loss points that a fortress adds to the attacker's (SW 13.32).
    pub fortress: i32,
}

impl Reckoning<'_> {
    /// All modifiers together.
    pub fn modifier(&self) -> i32 {
        self.drms.iter().map(|drm| drm.value).sum()
    }
}

impl Position {
    /// The combat phase that is being played: whose, and whether the second.
    pub fn combat_phase(&self, rules: &Rules) -> Option<(usize, bool)> {
        let phase = self.phase_def(rules)?;
        match (phase.procedure, phase.side) {
            (Procedure::Combat { second }, Some(side)) => Some((side, second)),
            _ => None,
        }
    }

    /// Sorts out who takes part, and checks that they may (SW 13.1–13.9).
    pub fn check_attack(
        &self,
        rules: &Rules,
        units: &[Unit],
        hexes: &[Hex],
    ) -> Result<Attack, Violation> {
        let no = |rule: &'static str, message: String| Err(Violation::new(rule, message));
        let Some((side, second)) = self.combat_phase(rules) else {
            return no("SW 13.1", "units attack in their combat phases only".to_owned());
        };
        let [hex] = *hexes else {
            return no("SW 13.4", "an attack is made on one hex".to_owned());
        };
        let label = rules.label(hex);
        self.check_target(rules, side, hex)?;
        let mut attack = Attack { hex, units: Vec::new(), guns: None, air: Vec::new() };
        let mut all = units.to_vec();
        all.sort_unstable();
        all.dedup();
        if all.len() != units.len() {
            return no("SW 13.5", "a unit attacks once".to_owned());
        }
        for unit in all {
            let def = rules.unit(unit);
            if def.side != side {
                return no("SW 13.1", format!("'{}' is not the phasing player's", def.name));
            }
            match def.kind {
                UnitKind::Guns => {
                    self.check_guns(rules, unit, hex)?;
                    attack.guns = Some(unit);
                }
                UnitKind::Air | UnitKind::Bomber => {
                    self.check_air(rules, unit, second)?;
                    attack.air.push(unit);
                }
                UnitKind::Marker => return no("SW 16.6", format!("'{}' does not fight", def.name)),
                _ => {
                    self.check_attacker(rules, unit, hex)?;
                    attack.units.push(unit);
                }
            }
        }
        if attack.units.is_empty() {
            return no("SW 14.3", format!("no unit on the ground attacks {label}"));
        }
        if attack.air.len() as i32 > rules.constants.air_attack_most {
            return no("SW 13.14", "too many air units for one attack".to_owned());
        }
        self.check_tanks(rules, &attack)?;
        Ok(attack)
    }

    /// A hex with enemies that were not attacked yet.
    fn check_target(&self, rules: &Rules, side: usize, hex: Hex) -> Result<(), Violation> {
        let label = rules.label(hex);
        if !self.enemy_in(hex, side) {
            return Err(Violation::new("SW 13.1", format!("no enemy stands in {label}")));
        }
        if self.stack(hex).all(|unit| self.state(unit).defended) {
            return Err(Violation::new(
                "SW 13.5",
                format!("those in {label} were attacked in this phase"),
            ));
        }
        Ok(())
    }

    /// A unit on the ground that may attack a hex.
    pub fn check_attacker(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        let def = rules.unit(unit);
        let name = &def.name;
        let Some(from) = self.hex(unit) else {
            return Err(Violation::new("SW 13.1", format!("'{name}' is not on the map")));
        };
        if self.state(unit).attacked {
            return Err(Violation::new("SW 13.5", format!("'{name}' has attacked in this phase")));
        }
        let label = rules.label(hex);
        let Some(direction) = rules.map.grid().direction_to(from, hex) else {
            return Err(Violation::new("SW 13.4", format!("'{name}' is not next to {label}")));
        };
        if !rules.ground.is_passable(from, direction) {
            return Err(Violation::new(
                "SW 13.4",
                format!("only sea lies between '{name}' and {label}"),
            ));
        }
        if def.kind == UnitKind::AntiTank {
            return Err(Violation::new("SW S3.19", format!("'{name}' never attacks")));
        }
        if def.is_tank() {
            if let Some(rule) = tank_ban(rules, self.weather, hex) {
                return Err(Violation::new(rule, format!("tanks do not attack into {label}")));
            }
            if !rules.ground.tanks_may_cross(self.weather, from, direction) {
                return Err(Violation::new(
                    "SW 13.22",
                    format!("tanks do not attack {label} across a major river"),
                ));
            }
        }
        Ok(())
    }

    /// SW 14.1: a tank needs foot of its own colour beside it in the attack.
    fn check_tanks(&self, rules: &Rules, attack: &Attack) -> Result<(), Violation> {
        for &tank in attack.units.iter().filter(|&&unit| rules.unit(unit).is_tank()) {
            let def = rules.unit(tank);
            if !self.has_foot(rules, tank, &attack.units) {
                return Err(Violation::new(
                    "SW 14.1",
                    format!(
                        "'{}' attacks only with infantry of its own army from its hex",
                        def.name
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Whether infantry of a tank's own army, from its hex, is among units.
    pub fn has_foot(&self, rules: &Rules, tank: Unit, units: &[Unit]) -> bool {
        units.iter().any(|&unit| {
            let other = rules.unit(unit);
            other.is_infantry()
                && other.nation == rules.unit(tank).nation
                && self.hex(unit) == self.hex(tank)
        })
    }

    /// SW 14.2, 14.3
    pub fn check_guns(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        let no = |rule: &'static str, message: &'static str| Err(Violation::new(rule, message));
        let def = rules.unit(unit);
        let Some(at) = self.hex(unit) else { return no("SW 14.3", "the guns are not on the map") };
        if self.guns_used {
            return no("SW 14.3", "the guns have supported an attack in this phase");
        }
        if self.state(unit).supply != Supply::Regular {
            return no("SW 14.3", "the guns are out of supply");
        }
        if self.next_to_enemy(rules, at, def.side) {
            return no("SW 14.2", "the guns stand next to an Allied unit");
        }
        if !rules.ground.guns_may_enter(self.weather, at) {
            return no("SW 14.2", "the guns stand in a marsh");
        }
        if rules.map.grid().distance(at, hex) > rules.constants.agb_range.max(0) as u32 {
            return no("SW 14.3", "the hex is out of the guns' range");
        }
        Ok(())
    }

    /// SW 14.4, 6.3: an air unit that is there, unused, and may fly.
    pub fn check_air(&self, rules: &Rules, unit: Unit, second: bool) -> Result<(), Violation> {
        let name = &rules.unit(unit).name;
        let state = self.state(unit);
        if state.status != UnitStatus::Pool || !rules.unit(unit).in_play {
            return Err(Violation::new("SW 8.1.2", format!("'{name}' is not there yet")));
        }
        if state.used {
            return Err(Violation::new(
                "SW 14.4",
                format!("'{name}' has been used in this game-turn"),
            ));
        }
        if self.weather == Weather::Wet && second {
            return Err(Violation::new(
                "SW 6.3",
                "in wet weather aircraft fly in first combat phases only",
            ));
        }
        if self.weather == Weather::Wet && rules.unit(unit).kind == UnitKind::Bomber {
            return Err(Violation::new("SW S3.13", "the bombers do not fly in wet weather"));
        }
        if rules.unit(unit).kind == UnitKind::Bomber && self.turn_place == 0 {
            return Err(Violation::new(
                "SW S3.26",
                "the bombers are not there in the first game-turn",
            ));
        }
        Ok(())
    }

    /// The air units of a side that may be committed now.
    pub fn ready_air<'a>(
        &'a self,
        rules: &'a Rules,
        side: usize,
    ) -> impl Iterator<Item = Unit> + 'a {
        let second = self.combat_phase(rules).is_some_and(|(_, second)| second);
        rules.all_units().filter(move |&unit| {
            let def = rules.unit(unit);
            def.side == side
                && matches!(def.kind, UnitKind::Air | UnitKind::Bomber)
                && self.check_air(rules, unit, second).is_ok()
        })
    }

    /// The defenders that count: those who retreated into the hex do not (SW 13.30).
    pub fn defenders(&self, hex: Hex) -> impl Iterator<Item = Unit> + Clone + '_ {
        self.stack(hex).filter(|&unit| !self.state(unit).defended)
    }

    /// Attack factors: halved ones are added first (SW 7.2); the guns add no more than the foot
    /// (14.3).
    pub fn attack_factors(&self, rules: &Rules, units: &[Unit], guns: Option<Unit>) -> Factors {
        let divisor = rules.constants.supply_divisor;
        let sum = |wanted: &dyn Fn(Unit) -> bool| -> (i32, i32) {
            units.iter().filter(|&&unit| wanted(unit)).fold((0, 0), |(full, half), &unit| {
                let attack = self.face(rules, unit).attack;
                if self.state(unit).supply.halves_attack() {
                    (full, half + attack)
                } else {
                    (full + attack, half)
                }
            })
        };
        let (full, to_be_halved) = sum(&|_| true);
        let ground = full + halved(to_be_halved, divisor);
        let support = guns.map_or(0, |guns| {
            let (full, half) = sum(&|unit| rules.unit(unit).is_infantry());
            self.face(rules, guns).attack.min(full + halved(half, divisor))
        });
        Factors { full, to_be_halved, support, strength: ground + support }
    }

    pub fn defence_factors(&self, rules: &Rules, hex: Hex) -> Factors {
        let (full, to_be_halved) = self.defenders(hex).fold((0, 0), |(full, half), unit| {
            let defence = self.defence_factor(rules, unit, hex);
            if self.state(unit).supply.halves_defence() {
                (full, half + defence)
            } else {
                (full + defence, half)
            }
        });
        let strength = full + halved(to_be_halved, rules.constants.supply_divisor);
        Factors { full, to_be_halved, support: 0, strength }
    }

    /// A unit's defence factor; that of the Alpenkorps in the mountains is its attack (SW S3.17).
    pub fn defence_factor(&self, rules: &Rules, unit: Unit, hex: Hex) -> i32 {
        let face = self.face(rules, unit);
        let mountain = rules.ground.terrain_part(hex) == TerrainPart::Mountain;
        if rules.unit(unit).alpine && mountain { face.attack } else { face.defence }
    }

    /// Odds, modifiers and increments of an attack. `defending_air` is the air unit that the
    /// defender commits.
    pub fn reckon<'a>(
        &self,
        rules: &'a Rules,
        attack: &Attack,
        defending_air: Option<Unit>,
    ) -> Reckoning<'a> {
        let attacker = self.attack_factors(rules, &attack.units, attack.guns);
        let defender = self.defence_factors(rules, attack.hex);
        let odds = Odds::of(attacker.strength, defender.strength);
        let column = rules.crt.column(odds);
        let mut drms = Vec::new();
        self.ground_drms(rules, attack, &mut drms);
        self.support_drms(rules, attack, defending_air, &mut drms);
        self.troop_drms(rules, attack, &mut drms);
        if rules.options.super_high_odds {
            let value = rules.crt.beyond(odds) * rules.constants.super_odds_modifier;
            add(&mut drms, value, "super-high-odds", "SW 16.8");
        }
        let fortress = self.fortress_losses(rules, attack);
        Reckoning { attacker, defender, odds, column, drms, fortress }
    }

    fn ground_drms<'a>(&self, rules: &'a Rules, attack: &Attack, drms: &mut Vec<Drm<'a>>) {
        let hex = attack.hex;
        let here = rules.ground.at(hex);
        let weather = self.weather as usize;
        let mut line = |shelter: &'a Shelter| {
            add(drms, shelter.defence[weather], &shelter.id, &shelter.rule);
        };
        if let Some(terrain) = rules.ground.terrain.get(usize::from(here.terrain)) {
            line(terrain);
        }
        let features = &rules.ground.features;
        if here.town {
            line(&features.town);
        }
        if here.city {
            line(&features.city);
        }
        let across = |unit: &Unit| {
            let direction =
                self.hex(*unit).and_then(|from| rules.map.grid().direction_to(hex, from));
            direction.is_some_and(|side| rules.ground.river[hex.index()][side.index()])
        };
        if attack.units.iter().all(across) {
            line(&rules.ground.river_line);
        }
        self.trench_drms(rules, attack, drms);
        self.concentric_drm(rules, attack, drms);
    }

    /// SW 13.15, 13.25–13.27, 16.3, S3.18, S3.19: trenches, and what tanks do to them.
    fn trench_drms<'a>(&self, rules: &'a Rules, attack: &Attack, drms: &mut Vec<Drm<'a>>) {
        let numbers = &rules.constants;
        let here = rules.ground.at(attack.hex);
        let features = &rules.ground.features;
        let weather = self.weather as usize;
        let attacker = self.attacker_side(rules, attack);
        let tanks = self.effective_tanks(rules, attack);
        // The defender's trench, if he stands in one of his own.
        let trench = match attacker {
            ALLIED if here.german_main_trench => Some(&features.german_main_trench),
            ALLIED if here.german_secondary_trench => Some(&features.german_secondary_trench),
            GERMAN if here.allied_trench => Some(&features.allied_trench),
            _ => None,
        };
        let Some(trench) = trench else {
            // Fast tanks never add to the die (SW S3.21).
            let adds = |unit: &&Unit| rules.unit(**unit).kind != UnitKind::FastTank;
            if tanks
                && attack
                    .units
                    .iter()
                    .filter(|unit| rules.unit(**unit).is_tank())
                    .any(|unit| adds(&unit))
            {
                let (value, rule) = match attacker {
                    GERMAN => (numbers.panzer_modifier, "SW S3.18"),
                    _ => (numbers.tank_modifier, "SW 13.15"),
                };
                add(drms, value, "tanks", rule);
            }
            return;
        };
        if tanks {
            return;
        }
        let stoss = self.has_stosstruppen(rules, attack);
        if attacker == GERMAN && rules.options.weak_trenches && here.weak {
            let value = if self.is_stoss_led(rules, attack) {
                numbers.weak_trench_stoss_modifier
            } else {
                numbers.weak_trench_modifier
            };
            add(drms, value, "weak-trench", "SW 16.3");
        } else if attacker == GERMAN && stoss {
            add(drms, features.allied_trench_stoss, &trench.id, &trench.rule);
        } else {
            add(drms, trench.defence[weather], &trench.id, &trench.rule);
        }
    }

    /// Tanks that make themselves felt: not where anti-tank units stand (SW S3.19).
    pub fn effective_tanks(&self, rules: &Rules, attack: &Attack) -> bool {
        attack.units.iter().any(|&unit| rules.unit(unit).is_tank())
            && !self.defenders(attack.hex).any(|unit| rules.unit(unit).kind == UnitKind::AntiTank)
    }

    fn attacker_side(&self, rules: &Rules, attack: &Attack) -> usize {
        attack.units.first().map_or(GERMAN, |&unit| rules.unit(unit).side)
    }

    fn has_stosstruppen(&self, rules: &Rules, attack: &Attack) -> bool {
        attack.units.iter().any(|&unit| rules.unit(unit).kind == UnitKind::Stosstruppen)
    }

    /// SW 13.35: a supplied step of Stosstruppen takes part.
    pub fn is_stoss_led(&self, rules: &Rules, attack: &Attack) -> bool {
        attack.units.iter().any(|&unit| {
            rules.unit(unit).kind == UnitKind::Stosstruppen
                && self.state(unit).supply == Supply::Regular
        })
    }

    /// SW 13.17
    fn concentric_drm<'a>(&self, rules: &'a Rules, attack: &Attack, drms: &mut Vec<Drm<'a>>) {
        let mut from = [false; 6];
        for &unit in &attack.units {
            let direction =
                self.hex(unit).and_then(|hex| rules.map.grid().direction_to(attack.hex, hex));
            if let Some(direction) = direction {
                from[direction.index()] = true;
            }
        }
        let opposite = (0..3).any(|side| from[side] && from[side + 3]);
        let every_other = (0..2).any(|side| from[side] && from[side + 2] && from[side + 4]);
        let many = from.iter().filter(|&&there| there).count() as i32;
        if !(opposite || every_other || many > rules.constants.concentric_hexes) {
            return;
        }
        // Not against the fortresses of the defender's own country.
        let here = rules.ground.at(attack.hex);
        let at_home = here.fortress.is_some_and(|fortress| {
            here.home == Some(fortress)
                && self.defenders(attack.hex).any(|unit| {
                    rules.nations[usize::from(rules.unit(unit).nation)].fortress == Some(fortress)
                })
        });
        if !at_home {
            add(drms, rules.constants.concentric_modifier, "concentric", "SW 13.17");
        }
    }

    fn support_drms<'a>(
        &self,
        rules: &'a Rules,
        attack: &Attack,
        defending_air: Option<Unit>,
        drms: &mut Vec<Drm<'a>>,
    ) {
        let numbers = &rules.constants;
        add(drms, attack.air.len() as i32 * numbers.air_attack_modifier, "air", "SW 13.14");
        if defending_air.is_some() {
            add(drms, numbers.air_defence_modifier, "air-defence", "SW 13.14");
        }
        if attack.guns.is_some() {
            add(drms, numbers.agb_modifier, "heavy-guns", "SW 13.16");
        }
    }

    fn troop_drms<'a>(&self, rules: &'a Rules, attack: &Attack, drms: &mut Vec<Drm<'a>>) {
        let numbers = &rules.constants;
        if self.is_stoss_led(rules, attack) {
            let (_, second) = self.combat_phase(rules).unwrap_or((GERMAN, false));
            let surprise = !second && i32::from(self.turn) == numbers.stoss_surprise_turn;
            let value =
                if surprise { numbers.stoss_surprise_modifier } else { numbers.stoss_modifier };
            add(drms, value, "stosstruppen", "SW 13.35");
        }
        if self.is_mixed(rules, attack) && self.mixed_attacks > 0 {
            add(drms, numbers.mixed_modifier, "british-and-french", "SW 13.9");
        }
        let here = rules.ground.at(attack.hex);
        let belgian = |unit: Unit| Some(rules.unit(unit).nation) == rules.belgian;
        if rules.options.belgian_demoralization && !here.belgian {
            if self.defenders(attack.hex).any(belgian) {
                add(drms, numbers.belgian_modifier, "belgians-abroad", "SW 16.4");
            }
            if attack.units.iter().any(|&unit| belgian(unit)) {
                add(drms, -numbers.belgian_modifier, "belgians-abroad", "SW 16.4");
            }
        }
        let marines = |unit: Unit| rules.unit(unit).kind == UnitKind::Marines;
        if attack.units.iter().any(|&unit| marines(unit)) {
            add(drms, numbers.marine_modifier, "marines", "SW S3.22");
        }
        if self.defenders(attack.hex).any(marines) {
            add(drms, -numbers.marine_modifier, "marines", "SW S3.22");
        }
        let corps = attack.units.iter().filter_map(|&unit| self.hex(unit)).find(|&hex| {
            // The whole corps takes part, as the stack that it is.
            self.is_aus_american_corps(rules, hex)
                && self
                    .stack(hex)
                    .filter(|&unit| {
                        rules.unit(unit).australian || rules.unit(unit).american_division
                    })
                    .all(|unit| attack.units.contains(&unit))
        });
        if corps.is_some() {
            add(drms, numbers.aus_american_modifier, "aus-american-corps", "SW 16.1");
        }
        // Those who retreated into the hex defend nothing (SW 13.30).
        let idle = self.stack(attack.hex).any(|unit| self.state(unit).defended);
        if !idle && self.is_aus_american_corps(rules, attack.hex) {
            add(drms, -numbers.aus_american_modifier, "aus-american-corps", "SW 16.1");
        }
    }

    /// SW 13.9: British and French attack together.
    pub fn is_mixed(&self, rules: &Rules, attack: &Attack) -> bool {
        rules.british_french.iter().all(|army| {
            army.is_some()
                && attack.units.iter().any(|&unit| Some(rules.unit(unit).nation) == *army)
        })
    }

    /// SW 13.32
    fn fortress_losses(&self, rules: &Rules, attack: &Attack) -> i32 {
        let Some(fortress) = rules.ground.at(attack.hex).fortress else { return 0 };
        let own = self.defenders(attack.hex).any(|unit| {
            rules.nations[usize::from(rules.unit(unit).nation)].fortress == Some(fortress)
        });
        match fortress {
            _ if !own => 0,
            Fortress::French => rules.constants.fortress_losses_french,
            Fortress::German => rules.constants.fortress_losses_german,
        }
    }

    /// The hexes next to which a side stands, with enemies that may be attacked, in order.
    pub fn targets(&self, rules: &Rules, side: usize) -> Vec<Hex> {
        let mut out: Vec<Hex> = self
            .on_map(rules, enemy_of(side))
            .filter_map(|unit| self.hex(unit))
            .filter(|&hex| {
                rules.map.neighbours(hex).any(|(_, other)| self.friend_in(other, side))
                    && self.check_target(rules, side, hex).is_ok()
            })
            .collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The units of a side that may attack a hex, tanks without their foot left out.
    pub fn attackers(&self, rules: &Rules, side: usize, hex: Hex) -> Vec<Unit> {
        let mut out = Vec::new();
        for (_, other) in rules.map.neighbours(hex) {
            if self.friend_in(other, side) {
                out.extend(self.stack(other).filter(|&unit| {
                    rules.unit(unit).kind != UnitKind::Guns
                        && self.check_attacker(rules, unit, hex).is_ok()
                }));
            }
        }
        out.sort_unstable();
        let all = out.clone();
        out.retain(|&unit| !rules.unit(unit).is_tank() || self.has_foot(rules, unit, &all));
        out
    }
}

fn add<'a>(drms: &mut Vec<Drm<'a>>, value: i32, reason: &'a str, rule: &'a str) {
    if value != 0 {
        drms.push(Drm { value, reason, rule });
    }
}

/// The ban on tanks before a fortress that stands in open ground.
pub const FORTRESS_BAN: &str = "SW 13.32";

/// The rule that keeps tanks from attacking into a hex.
pub fn tank_ban(rules: &Rules, weather: Weather, hex: Hex) -> Option<&'static str> {
    if rules.ground.tanks_may_attack(weather, hex) {
        return None;
    }
    let here = rules.ground.at(hex);
    Some(match rules.ground.terrain_part(hex) {
        _ if here.city => "SW 13.24",
        TerrainPart::Forest => "SW 13.18",
        TerrainPart::Mountain => "SW 13.21",
        TerrainPart::Marsh => "SW 13.20",
        TerrainPart::FloodPlain if weather == Weather::Wet => "SW 13.20",
        _ if here.fortress.is_some() => FORTRESS_BAN,
        _ => "SW 14.1",
    })
}
