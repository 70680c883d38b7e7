//! Who holds what, the points, and who wins.

use salient_schema::event::{GameOver, ScoreCount, TurnEnd};
use salient_schema::rules_of_play::LossCount;
use serde_json::json;

use super::Referee;
use super::ground::Hex;

/// What a side's points are made of.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    hexes: (i32, i32),
    losses: (i32, i32),
}

impl Tally {
    fn points(self) -> i32 {
        self.hexes.1 + self.losses.1
    }
}

impl Referee<'_> {
    /// Whether it counts who holds a hex.
    pub fn counts(&self, hex: Hex) -> bool {
        let victory = &self.book.bundle.scenario.victory;
        let scores = victory.scores.iter().flat_map(|score| &score.features);
        let scores: Vec<&String> = scores.collect();
        self.ground.features(hex).iter().any(|kind| scores.contains(&&kind.id))
            || victory
                .sudden
                .iter()
                .flat_map(|it| &it.holds)
                .any(|it| self.ground.hex(it) == Ok(hex))
            || self.may_supply(hex)
    }

    fn tally(&self, side: &str) -> Tally {
        let mut tally = Tally::default();
        let bundle = self.book.bundle;
        let scores = bundle.scenario.victory.scores.iter();
        for score in scores.filter(|it| it.side.as_deref().is_none_or(|own| own == side)) {
            for feature in &bundle.map.features.items {
                let held =
                    self.ground.hex(&feature.hex).ok().and_then(|hex| self.board.holder(hex));
                if score.features.contains(&feature.kind) && held == Some(side) {
                    tally.hexes.0 += 1;
                    tally.hexes.1 += feature.value.unwrap_or(score.points);
                }
            }
            let lost = self.losses.get(self.book.enemy(side)).copied().unwrap_or_default();
            let count = match score.losses {
                Some(LossCount::Steps) => lost[0],
                Some(LossCount::Units) => lost[1],
                None => 0,
            };
            tally.losses.0 += count;
            tally.losses.1 += count * score.points;
        }
        tally
    }

    fn sides(&self) -> Vec<String> {
        self.book.bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect()
    }

    /// The points as a game-turn's end has them: those of one side, or those of the first less those of
    /// the other.
    fn balance(&self) -> i32 {
        let points: Vec<i32> = self.sides().iter().map(|side| self.tally(side).points()).collect();
        points[0] - points[1]
    }

    pub fn turn_end(&mut self, end: &TurnEnd) {
        self.settled();
        self.end_of_step();
        self.must(self.steps.is_empty(), || "steps of the game-turn are left out".to_owned());
        let balance = self.balance();
        self.same("the points", end.points, balance);
        let mut sources = Vec::new();
        for side in self.sides() {
            let tally = self.tally(&side);
            for (id, (count, points)) in [("hexes", tally.hexes), ("losses", tally.losses)] {
                if count > 0 {
                    sources
                        .push(json!({ "id": id, "side": side, "count": count, "points": points }));
                }
            }
        }
        let told = serde_json::to_value(&end.sources).unwrap_or_default();
        self.same("what the points are made of", told, serde_json::Value::Array(sources));
        self.must(end.levels.is_empty(), || "levels".to_owned());
    }

    pub fn score(&mut self, score: &ScoreCount) {
        self.settled();
        let points = self.tally(&score.side).points();
        self.same("the points", score.points, points);
        self.must(score.lines.is_empty(), || "lines that the referee does not know".to_owned());
        let is_side = self.sides().contains(&score.side);
        let is_new = self.scored.insert(score.side.clone());
        self.must(is_side && is_new, || "a count too many".to_owned());
    }

    pub fn game_over(&mut self, over: &GameOver) {
        self.settled();
        self.is_over = true;
        self.same("counts of points", self.scored.len(), self.sides().len());
        let balance = self.balance();
        self.same("the points", over.points, balance);
        let victory = &self.book.bundle.scenario.victory;
        let last = self.book.bundle.scenario.turns.iter().map(|turn| turn.turn).max();
        let sudden = self.sudden();
        let (side, reason) = match &sudden {
            Some(side) => (side.clone(), "sudden"),
            None => {
                self.same("the last game-turn", Some(self.turn), last);
                (self.winner(), "last-turn")
            }
        };
        self.same("who wins", over.side.as_str(), side.as_str());
        self.same("why the game ends", over.reason.as_deref(), Some(reason));
        let counted = victory.counted_for.as_ref().unwrap_or(&side);
        let points = self.tally(counted).points();
        let fits = victory.levels.iter().find(|level| {
            level.side == side
                && level.min.is_none_or(|least| points >= least)
                && level.max.is_none_or(|most| points <= most)
        });
        if sudden.is_none() {
            let level = Some(fits.map_or("Draw", |level| level.name.as_str()));
            self.same("the level of victory", Some(over.level.as_str()), level);
        }
    }

    /// Who wins by points: the side of the level that has them, or who has more.
    fn winner(&self) -> String {
        let victory = &self.book.bundle.scenario.victory;
        if let Some(side) = &victory.counted_for {
            let points = self.tally(side).points();
            let fits = victory.levels.iter().find(|level| {
                level.min.is_none_or(|least| points >= least)
                    && level.max.is_none_or(|most| points <= most)
            });
            return fits.map(|level| level.side.clone()).unwrap_or_default();
        }
        let sides = self.sides();
        match self.balance() {
            0 => String::new(),
            more => sides[usize::from(more < 0)].clone(),
        }
    }

    /// Who has won at once.
    pub fn sudden(&self) -> Option<String> {
        let all = self.book.bundle.scenario.victory.sudden.iter();
        let now = all.filter(|end| {
            end.from_turn.is_none_or(|turn| self.turn >= turn)
                && end.to_turn.is_none_or(|turn| self.turn <= turn)
        });
        let holds = |end: &&salient_schema::rules_of_play::SuddenEnd| {
            !end.holds.is_empty()
                && end.holds.iter().all(|label| {
                    let hex = self.ground.hex(label).ok();
                    hex.and_then(|hex| self.board.holder(hex)) == Some(&end.side)
                })
        };
        let mut met = now.filter(holds);
        met.next().map(|end| end.side.clone())
    }
}
