//! Attacks: who may, strengths, odds, what shifts the column and changes the dice, the cell.

use salient_schema::event::Attacked;
use salient_schema::results::Outcome;
use salient_schema::rules_of_play::{
    Amount, ColumnBy, Combat, Does, Leaders, Modifier, Sheltering, Situation, TerrainIn,
};
use salient_schema::ruleset::{RatingUse, Table};
use serde_json::Value;

use super::Referee;
use super::aftermath::Battle;
use super::board::Case;
use super::ground::{Hex, Use};

/// Columns to the right, and what is added to the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub shift: i32,
    pub die: i32,
}

/// What shifts a combat's column and changes its dice is asked of this.
#[derive(Clone, Debug)]
pub struct Scene {
    pub side: String,
    pub attackers: Vec<String>,
    pub from: Vec<Hex>,
    pub defenders: Vec<String>,
    pub hexes: Vec<Hex>,
    pub range: Option<i32>,
    pub opportunity: bool,
}

/// Texts of a list of the log.
pub fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

pub fn number(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|number| i32::try_from(number).ok())
}

impl<'a> Referee<'a> {
    /// What an attack of either kind says of itself twice, and of where everybody is.
    pub fn attack_told(&mut self, attacked: &Attacked, detail: &Value) -> Scene {
        self.attacks += 1;
        self.same("the attack's number", attacked.attack, self.attacks);
        let core = serde_json::to_value(attacked).unwrap_or_default();
        self.same("what is told twice", &core, &detail["core"]);
        let side = attacked.side.clone();
        for unit in &attacked.units {
            self.same("whose it is", side.as_str(), self.book.side(unit));
        }
        self.same("against whom", attacked.against.as_str(), self.book.enemy(&side));
        let hexes: Vec<Hex> = attacked.hexes.iter().map(|hex| self.hex(hex)).collect();
        let places = attacked.units.iter().filter_map(|unit| self.board.at(unit));
        let mut stand: Vec<Hex> = places.collect();
        self.same("attackers on the map", stand.len(), attacked.units.len());
        stand.sort_unstable();
        stand.dedup();
        let mut from: Vec<Hex> = attacked.from.iter().map(|hex| self.hex(hex)).collect();
        from.sort_unstable();
        self.same("where it comes from", &from, &stand);
        let mut twice = attacked.units.clone();
        twice.sort();
        twice.dedup();
        self.same("attackers", twice.len(), attacked.units.len());
        let others = !attacked.support.is_empty()
            || !attacked.target_support.is_empty()
            || !attacked.idle.is_empty();
        self.must(!others, || "support that this game does not have".to_owned());
        Scene {
            side,
            attackers: attacked.units.clone(),
            from,
            defenders: attacked.targets.clone(),
            hexes,
            range: None,
            opportunity: false,
        }
    }

    pub fn fought(&mut self, attacked: &Attacked, detail: &Value) {
        self.end_battle();
        let is_such = |does: &Does| matches!(does, Does::Combat { .. });
        let first = attacked.units.first().cloned().unwrap_or_default();
        let Some(Does::Combat { combat, who }) = self.deed(&first, is_such) else { return };
        let Some(rules) = self.book.combat(combat) else { return };
        self.same("the kind of combat", detail["name"].as_str(), Some(rules.name.as_str()));
        let scene = self.attack_told(attacked, detail);
        self.acted("do", Some("attack"));
        self.same("who was to attack", &attacked.units, &texts(&self.action.1["units"]));
        self.same("what was to be attacked", &attacked.hexes, &texts(&self.action.1["hexes"]));
        for unit in &scene.attackers {
            self.deed(unit, is_such);
            let may = self.book.belongs(who, unit)
                && self.book.belongs(&rules.who, unit)
                && !self.is_hindered(unit, |it| it.no_attack)
                && self.attacked.insert(unit.clone());
            self.must(may, || format!("{unit} may not attack"));
            let Some(at) = self.board.at(unit) else { continue };
            for hex in &scene.hexes {
                let touches = self.ground.touch(at, *hex);
                let goes = self.ground.cost(&self.book, unit, &self.weather, at, *hex).is_some();
                self.must(touches && goes, || format!("{unit} cannot attack {hex:?}"));
            }
            self.seen(unit);
        }
        self.same("hexes attacked", scene.hexes.len(), 1);
        for hex in &scene.hexes {
            let is_new = self.targets.insert(*hex);
            self.must(is_new, || format!("{hex:?} is attacked twice"));
        }
        self.all_targets(&scene, &attacked.targets);
        let strengths = self.strengths(rules, &scene);
        let told = [number(&detail["strengths"][0]), number(&detail["strengths"][1])];
        self.same("strengths", told, strengths.map(Some));
        let odds = (rules.column == ColumnBy::Odds).then_some(strengths);
        self.same("strengths", attacked.strengths, odds);
        self.same("the result", attacked.result, None);
        let Some(table) = self.book.table(&rules.table) else { return };
        let Some(column) = column(rules, table, strengths) else {
            self.wrong(format!("{strengths:?} is worse than the first column"));
            return;
        };
        let change = self.combat_change(rules, &scene);
        let dice = self.sum("combat", &attacked.side, rules.dice.number.into());
        let code = self.read(table, column, change, dice, detail);
        self.same("the cell", detail["code"].as_str(), Some(code.as_str()));
        let outcome = self.outcome(table, &code, detail);
        self.battle = Some(Battle::new(self, rules, scene, attacked.attack, outcome, strengths));
    }

    /// What a cell does, compared with what the log says of it.
    pub fn outcome(&mut self, table: &Table, code: &str, detail: &Value) -> Outcome {
        let outcome = table.outcome(code).unwrap_or_default();
        let told = detail["result"].as_str();
        self.same("what the cell does", told, Some(outcome.to_string().as_str()));
        outcome
    }

    /// Everybody in the hexes is attacked, if he can be seen.
    pub fn all_targets(&mut self, scene: &Scene, told: &[String]) {
        let mut here: Vec<String> = Vec::new();
        for hex in &scene.hexes {
            let enemies = self.enemies_in(&scene.side, *hex).into_iter();
            here.extend(enemies.filter(|enemy| !self.board.hidden.contains(enemy)));
        }
        let mut told = told.to_vec();
        told.sort();
        here.sort();
        self.must(!here.is_empty(), || "nobody to attack".to_owned());
        self.same("who is attacked", told, here);
    }

    fn strengths(&self, rules: &Combat, scene: &Scene) -> [i32; 2] {
        let (attack, defence) = (rules.attack.as_deref(), rules.defence.as_deref());
        let attackers = scene.attackers.iter().map(|unit| self.attack_of(unit, attack)).sum();
        // Whoever has retreated into the hex in this step does not count.
        let stand = scene.defenders.iter().filter(|unit| !self.retreated.contains(*unit));
        let defenders: i32 = stand.map(|unit| self.defence_of(unit, defence)).sum();
        let hexes = scene.hexes.iter();
        let times = match rules.terrain {
            TerrainIn::Strength => {
                let best =
                    hexes.map(|hex| self.shelter_in(*hex, rules.sheltering, "attack", scene));
                1 + best.max().unwrap_or(0)
            }
            _ => 1,
        };
        [attackers, defenders * times]
    }

    fn attack_of(&self, unit: &str, named: Option<&str>) -> i32 {
        let uses = [RatingUse::Attack, RatingUse::Strength];
        let printed = self.book.rating(unit, self.board.face(unit), named, &uses).unwrap_or(0);
        self.hindered(unit, printed, |it| it.attack)
    }

    fn defence_of(&self, unit: &str, named: Option<&str>) -> i32 {
        let uses = [RatingUse::Defence, RatingUse::Strength];
        let printed = self.book.rating(unit, self.board.face(unit), named, &uses).unwrap_or(0);
        self.hindered(unit, printed, |it| it.defence)
    }

    fn combat_change(&self, rules: &Combat, scene: &Scene) -> Change {
        let mut change = self.modifiers(&rules.modifiers, scene);
        let mut shelter: Vec<i32> = Vec::new();
        for hex in &scene.hexes {
            let here = self.shelter_in(*hex, rules.sheltering, "attack", scene);
            shelter.push(here + self.hexsides_before(*hex, scene));
        }
        let shelter = shelter.into_iter().max_by_key(|number| number.abs()).unwrap_or(0);
        add_shelter(&mut change, rules.terrain, shelter);
        if let Some(leaders) = &rules.leaders {
            let hexes: Vec<Hex> = scene.hexes.clone();
            let enemy = self.book.enemy(&scene.side);
            let bonus = self.best_bonus(leaders, &scene.side, &scene.from)
                - self.best_bonus(leaders, enemy, &hexes);
            add_bonus(&mut change, leaders, bonus);
        }
        change
    }

    /// The best bonus of a leader in one of these hexes who has somebody there to lend it to.
    pub fn best_bonus(&self, leaders: &Leaders, side: &str, hexes: &[Hex]) -> i32 {
        let stacks = hexes.iter().map(|hex| self.board.stack(&self.book, side, *hex));
        let stacks = stacks.filter(|stack| stack.len() > 1).flatten();
        let who = stacks.filter(|unit| self.book.belongs(&leaders.who, unit));
        who.filter_map(|unit| self.bonus_of(&unit, leaders.rating.as_deref())).max().unwrap_or(0)
    }

    pub fn bonus_of(&self, unit: &str, named: Option<&str>) -> Option<i32> {
        self.book.rating(unit, self.board.face(unit), named, &[RatingUse::Bonus])
    }

    pub fn modifiers(&self, modifiers: &[Modifier], scene: &Scene) -> Change {
        let mut change = Change::default();
        for modifier in modifiers.iter().filter(|it| self.is_so(&it.when, scene)) {
            let case = Case { side: Some(&scene.side), ..Case::default() };
            let of = |amount: &Amount| self.amount(amount, case);
            change.shift += of(&modifier.shift);
            change.die += of(&modifier.die);
        }
        change
    }

    fn is_so(&self, when: &Situation, scene: &Scene) -> bool {
        let one = |group: &Option<_>, units: &[String]| {
            group.as_ref().is_none_or(|it| units.iter().any(|unit| self.book.belongs(it, unit)))
        };
        let all = |group: &Option<_>, units: &[String]| {
            group.as_ref().is_none_or(|it| units.iter().all(|unit| self.book.belongs(it, unit)))
        };
        // Its unit and its state are those of one of the attackers.
        let case = Case { side: Some(&scene.side), hex: scene.hexes.first().copied(), unit: None };
        let of_one = when.when.unit.is_some() || when.when.state.is_some();
        let holds = match of_one {
            true => scene
                .attackers
                .iter()
                .any(|unit| self.when(&when.when, Case { unit: Some(unit), ..case })),
            false => self.when(&when.when, case),
        };
        let range = |least: Option<u8>, most: Option<u8>| match (least, most, scene.range) {
            (None, None, _) => true,
            (least, most, Some(range)) => {
                least.is_none_or(|it| range >= it.into())
                    && most.is_none_or(|it| range <= it.into())
            }
            (_, _, None) => false,
        };
        holds
            && one(&when.attacker, &scene.attackers)
            && all(&when.all_attackers, &scene.attackers)
            && one(&when.defender, &scene.defenders)
            && all(&when.all_defenders, &scene.defenders)
            && when.defender_state.as_ref().is_none_or(|state| {
                scene.defenders.iter().any(|unit| self.board.is_in(unit, state))
            })
            && when.hexes.is_none_or(|least| scene.from.len() >= usize::from(least))
            && (!when.concentric
                || scene.hexes.iter().all(|hex| self.is_concentric(*hex, scene, true)))
            && (!when.around
                || scene.hexes.iter().all(|hex| self.is_concentric(*hex, scene, false)))
            && range(when.from_range, when.to_range)
            && (!when.opportunity || scene.opportunity)
    }

    /// Whether attackers stand on one side of a hex, and others of them, or their zones of control, on
    /// the opposite side, or all around it; or, of attackers alone, on every other side.
    fn is_concentric(&self, hex: Hex, scene: &Scene, with_zones: bool) -> bool {
        let around = self.ground.around(hex);
        let stands = around.map(|near| scene.from.contains(&near));
        let reaches = |at: usize| {
            let near = around[at];
            stands[at]
                || with_zones
                    && self.ground.holds(near)
                    && self.ground.neighbours(near).any(|from| {
                        from != hex
                            && !self.ground.is_shut(from, near)
                            && scene.attackers.iter().any(|unit| {
                                self.board.at(unit) == Some(from) && self.has_zone(unit)
                            })
                    })
        };
        let opposite = (0..6).any(|at| stands[at] && reaches((at + 3) % 6));
        let every_other = (0..2).any(|odd| (0..3).all(|at| stands[2 * at + odd]));
        let all_around = (0..6).all(|at| !self.ground.holds(around[at]) || reaches(at));
        opposite || if with_zones { all_around } else { every_other }
    }

    fn has_zone(&self, unit: &str) -> bool {
        let zones = self.book.rules.zones_of_control.as_ref();
        zones.is_some_and(|zones| self.book.belongs(&zones.who, unit))
            && !self.is_hindered(unit, |it| it.no_zone)
    }

    /// The shelter of a hex for its defenders: terrain, what stands there, and the states of all of them.
    pub fn shelter_in(
        &self,
        hex: Hex,
        sheltering: Sheltering,
        usage: &'static str,
        scene: &Scene,
    ) -> i32 {
        let side = self.book.enemy(&scene.side);
        let of =
            Use { unit: None, side: Some(side), weather: &self.weather, usage, ..Use::default() };
        let kinds =
            self.ground.terrain(hex).into_iter().chain(self.ground.features(hex).iter().copied());
        let numbers = kinds.map(|kind| self.book.shelter(kind, of));
        let ground = match sheltering {
            Sheltering::Sum => numbers.sum(),
            Sheltering::Best => numbers.max_by_key(|number| number.abs()).unwrap_or(0),
        };
        let here = scene.defenders.iter().filter(|unit| self.board.at(unit) == Some(hex));
        let of_states = here.map(|unit| {
            let states = self.book.rules.states.iter().filter(|it| self.board.is_in(unit, &it.id));
            states.map(|state| self.amount(&state.shelter, Case::of(unit))).sum::<i32>()
        });
        ground + of_states.min().unwrap_or(0)
    }

    /// What hexsides add that every attacker comes across.
    fn hexsides_before(&self, hex: Hex, scene: &Scene) -> i32 {
        let side = self.book.enemy(&scene.side);
        let of = Use {
            side: Some(side),
            weather: &self.weather,
            usage: "attack",
            all_attackers: true,
            ..Use::default()
        };
        // Of those before one attacker all count; of the attackers he counts whom the least hinders.
        let before = scene.from.iter().filter(|from| self.ground.touch(**from, hex)).map(|from| {
            // A bridge takes a river away.
            let kinds = self.ground.crossed(*from, hex);
            kinds.map(|kind| self.book.shelter(kind, of)).sum::<i32>()
        });
        before.min_by_key(|number| number.abs()).unwrap_or(0)
    }

    /// The cell that is read, with all that the log tells of how it was found.
    pub fn read(
        &mut self,
        table: &Table,
        column: usize,
        change: Change,
        dice: i32,
        detail: &Value,
    ) -> String {
        let told = detail["modifiers"].as_array().into_iter().flatten();
        let told = told.fold(Change::default(), |sum, it| Change {
            shift: sum.shift + number(&it["shift"]).unwrap_or(0),
            die: sum.die + number(&it["die"]).unwrap_or(0),
        });
        self.same("modifiers", told, change);
        let last = i32::try_from(table.columns.len()).unwrap_or(1) - 1;
        let place = (i32::try_from(column).unwrap_or(0) + change.shift).clamp(0, last);
        self.same("the column's place", number(&detail["place"]), Some(place));
        let place = usize::try_from(place).unwrap_or(0);
        let head = table.columns.get(place).map(String::as_str);
        // What is no odds says by what it is found: `difference of strengths 2`.
        let told = detail["column"]
            .as_str()
            .map(|column| column.trim_start_matches(&table.column_axis).trim());
        self.same("the column", told, head);
        self.same("the dice", number(&detail["dice"]), Some(dice));
        let modified = dice + change.die;
        self.same("the dice, modified", number(&detail["modified"]), Some(modified));
        let heads = table.rows.iter().map(|row| row.head.parse().unwrap_or(i32::MAX));
        // Below the first row reads there; between two heads the lower one.
        let row = heads.enumerate().filter(|(_, head)| *head <= modified).map(|(at, _)| at).max();
        let row = table.rows.get(row.unwrap_or(0));
        row.and_then(|row| row.cells.get(place)).cloned().unwrap_or_default()
    }
}

pub fn add_shelter(change: &mut Change, terrain: TerrainIn, shelter: i32) {
    match terrain {
        TerrainIn::Die => change.die += shelter,
        TerrainIn::Column => change.shift -= shelter,
        TerrainIn::Strength => {}
    }
}

pub fn add_bonus(change: &mut Change, leaders: &Leaders, bonus: i32) {
    match leaders.shifts {
        true => change.shift += bonus,
        false => change.die += bonus,
    }
}

/// The column of strengths before anything shifts it; none below the first.
fn column(rules: &Combat, table: &Table, [attack, defence]: [i32; 2]) -> Option<usize> {
    let reaches = |head: &String| match rules.column {
        ColumnBy::Odds => {
            let (first, second) = head.split_once(':')?;
            let (first, second): (i32, i32) = (first.parse().ok()?, second.parse().ok()?);
            Some(attack * second >= defence * first)
        }
        ColumnBy::Difference => Some(attack - defence >= head.parse().ok()?),
        ColumnBy::Strength => Some(attack >= head.parse().ok()?),
    };
    table.columns.iter().rposition(|head| reaches(head) == Some(true))
}
