//! What a kind of ground does under the circumstances: the effects of the terrain effects chart.

use salient_hex::Slope;
use salient_schema::ruleset::{Condition, Effect, Kind};

/// What is going on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances<'a> {
    /// The weather.
    pub weather: &'a str,
    /// The side whose units it is about.
    pub side: &'a str,
    /// What the unit is known by: its type and its traits.
    pub unit: &'a [&'a str],
    /// What it does: `movement`, `attack`, `retreat`, `fire`.
    pub usage: &'a str,
    /// Whether every attacker comes across it.
    pub all_attackers: bool,
    /// The slope of the hexside crossed, for whoever crosses it:
    /// [`CompiledMap::slope`](salient_hex::CompiledMap::slope) of the hex that is left. Where an
    /// attack comes over several hexsides, which of them counts is for the system to say.
    pub slope: Slope,
}

impl Circumstances<'_> {
    fn meet(&self, when: &Condition) -> bool {
        let is = |asked: &Option<String>, given: &str| {
            asked.as_deref().is_none_or(|asked| asked == given)
        };
        is(&when.weather, self.weather)
            && is(&when.side, self.side)
            && when.unit.as_deref().is_none_or(|unit| self.unit.contains(&unit))
            && is(&when.usage, self.usage)
            && (!when.all_attackers || self.all_attackers)
            && is(&when.slope, self.slope.name())
    }
}

/// Movement points of a kind; none where it has no cost of its own.
pub fn movement(kind: &Kind, now: &Circumstances<'_>) -> Option<i32> {
    strongest(kind, now, |effect| effect.movement).or(kind.movement)
}

/// What a kind adds to the defender's die.
pub fn defence(kind: &Kind, now: &Circumstances<'_>) -> i32 {
    strongest(kind, now, |effect| effect.defence).unwrap_or(kind.defence)
}

/// By how many columns of the combat results table a kind shifts, to the right positive.
pub fn shift(kind: &Kind, now: &Circumstances<'_>) -> i32 {
    strongest(kind, now, |effect| effect.shift).unwrap_or(0)
}

/// Whether a kind forbids what is going on.
pub fn is_barred(kind: &Kind, now: &Circumstances<'_>) -> bool {
    is_impassable(kind, now) || prohibition(kind, now).is_some()
}

/// Whether a kind is impassable: as it says itself, unless an effect gives a cost in its stead, as that
/// of the sea for ships.
pub fn is_impassable(kind: &Kind, now: &Circumstances<'_>) -> bool {
    kind.impassable && strongest(kind, now, |effect| effect.movement).is_none()
}

/// Whether a kind is impassable to every unit at all times.
pub fn is_closed(kind: &Kind) -> bool {
    kind.impassable && !kind.effects.iter().any(Effect::lets_in)
}

/// The effect by which a kind forbids what is going on. Nothing else lets in whom it is about.
pub fn prohibition<'k>(kind: &'k Kind, now: &Circumstances<'_>) -> Option<&'k Effect> {
    kind.effects.iter().find(|effect| effect.prohibited && now.meet(&effect.when))
}

/// Of the effects that hold, the one with the most conditions counts; of several the last.
fn strongest(
    kind: &Kind,
    now: &Circumstances<'_>,
    value: impl Fn(&Effect) -> Option<i32>,
) -> Option<i32> {
    let holding = kind.effects.iter().filter(|effect| now.meet(&effect.when));
    let given = holding.filter_map(|effect| Some((conditions(&effect.when), value(effect)?)));
    given.max_by_key(|&(conditions, _)| conditions).map(|(_, value)| value)
}

fn conditions(when: &Condition) -> usize {
    [&when.weather, &when.side, &when.unit, &when.usage, &when.slope]
        .into_iter()
        .filter(|part| part.is_some())
        .count()
        + usize::from(when.all_attackers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest() -> Kind {
        let wet = Condition { weather: Some("wet".to_owned()), ..Condition::default() };
        let alpine = Condition { unit: Some("alpine".to_owned()), ..wet.clone() };
        let tank = Condition {
            unit: Some("tank".to_owned()),
            usage: Some("attack".to_owned()),
            ..Condition::default()
        };
        let effect = |when, movement| Effect {
            when,
            movement,
            defence: None,
            shift: None,
            prohibited: false,
            rule: None,
        };
        Kind {
            id: "forest".to_owned(),
            name: "Forest".to_owned(),
            movement: Some(1),
            impassable: false,
            defence: -1,
            effects: vec![
                effect(alpine, Some(1)),
                effect(wet, Some(2)),
                Effect { prohibited: true, ..effect(tank, None) },
            ],
            traits: Vec::new(),
            look: salient_schema::ruleset::Look::default(),
            rule: None,
            provenance: salient_schema::Provenance::Printed,
        }
    }

    #[test]
    fn the_narrowest_condition_counts() {
        let kind = forest();
        let move_in = |weather, unit: &'static [&'static str]| Circumstances {
            weather,
            unit,
            usage: "movement",
            ..Circumstances::default()
        };
        assert_eq!(movement(&kind, &move_in("dry", &[])), Some(1));
        assert_eq!(movement(&kind, &move_in("wet", &[])), Some(2));
        assert_eq!(movement(&kind, &move_in("wet", &["stosstruppen", "alpine"])), Some(1));
        assert!(!is_barred(&kind, &move_in("dry", &["tank"])));
        assert!(is_barred(&kind, &Circumstances { usage: "attack", ..move_in("dry", &["tank"]) }));
        assert_eq!(defence(&kind, &move_in("wet", &[])), -1);
    }

    #[test]
    fn the_sea_is_impassable_but_for_whom_an_effect_gives_a_cost() {
        let unit = |unit: &str| Condition { unit: Some(unit.to_owned()), ..Condition::default() };
        let retreat = Condition { usage: Some("retreat".to_owned()), ..Condition::default() };
        let ships = Effect { when: unit("ship"), movement: Some(1), ..Effect::default() };
        let shelter = Effect { when: unit("foot"), defence: Some(2), ..Effect::default() };
        let mined = Effect { when: unit("mined"), prohibited: true, ..Effect::default() };
        let effects = vec![ships.clone(), shelter.clone(), mined];
        let sea = Kind { impassable: true, movement: None, effects, ..forest() };
        let by = |unit, usage| Circumstances { unit, usage, ..Circumstances::default() };
        let barred = |unit, usage| is_barred(&sea, &by(unit, usage));
        assert!(!barred(&["ship"], "movement") && !barred(&["ship"], "attack"));
        assert_eq!(movement(&sea, &by(&["ship"], "movement")), Some(1));
        // What gives no cost lets nobody in, and what prohibits bars even ships.
        assert!(barred(&["foot"], "movement") && barred(&[], "movement"));
        assert!(barred(&["ship", "mined"], "movement"));
        assert!(!is_closed(&sea));
        // A cost of a retreat alone is no way in.
        let with = |effects: Vec<Effect>| Kind { effects, ..sea.clone() };
        let ridge = with(vec![Effect { when: retreat, movement: Some(9), ..Effect::default() }]);
        assert!(is_barred(&ridge, &by(&[], "movement")) && !is_barred(&ridge, &by(&[], "retreat")));
        assert!(is_closed(&ridge) && is_closed(&with(vec![shelter])) && is_closed(&with(vec![])));
        assert!(!is_closed(&Kind { impassable: false, ..with(vec![ships]) }));
    }

    /// An escarpment as the ruleset of 1914 has it, and one that costs more uphill.
    fn escarpment() -> Kind {
        let slope = |slope: &str, usage: &str| Condition {
            slope: Some(slope.to_owned()),
            usage: Some(usage.to_owned()),
            ..Condition::default()
        };
        let plain = Condition { usage: Some("movement".to_owned()), ..Condition::default() };
        Kind {
            id: "escarpment".to_owned(),
            movement: Some(1),
            defence: 0,
            effects: vec![
                Effect { when: slope("up", "attack"), shift: Some(-1), ..Effect::default() },
                Effect { when: slope("down", "attack"), defence: Some(1), ..Effect::default() },
                Effect { when: slope("up", "movement"), movement: Some(4), ..Effect::default() },
                Effect { when: plain, movement: Some(2), ..Effect::default() },
                Effect { when: slope("down", "fire"), prohibited: true, ..Effect::default() },
            ],
            ..forest()
        }
    }

    #[test]
    fn a_slope_counts_for_whoever_crosses_it_that_way() {
        let kind = escarpment();
        let over = |usage, levels| Circumstances {
            usage,
            slope: Slope::new(levels),
            ..Circumstances::default()
        };
        // Columns: levels gained, shift, defence.
        for (levels, shifted, sheltered) in [(2, -1, 0), (1, -1, 0), (0, 0, 0), (-1, 0, 1)] {
            assert_eq!(shift(&kind, &over("attack", levels)), shifted, "{levels}");
            assert_eq!(defence(&kind, &over("attack", levels)), sheltered, "{levels}");
            assert_eq!(shift(&kind, &over("movement", levels)), 0, "{levels}");
            assert_eq!(is_barred(&kind, &over("fire", levels)), levels < 0, "{levels}");
        }
        // The narrower condition stands in for the wider one, only uphill.
        assert_eq!(movement(&kind, &over("movement", 1)), Some(4));
        assert_eq!(movement(&kind, &over("movement", 0)), Some(2));
        assert_eq!(movement(&kind, &over("movement", -3)), Some(2));
        assert_eq!(movement(&kind, &over("retreat", 1)), Some(1));
        // Whoever says nothing of a slope goes on level ground.
        let silent = Circumstances { usage: "attack", ..Circumstances::default() };
        assert_eq!((shift(&kind, &silent), defence(&kind, &silent)), (0, 0));
    }

    #[test]
    fn the_escarpment_of_the_fixture_of_1914() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/offensive-1914/");
        let text = |file| std::fs::read_to_string(format!("{root}{file}")).unwrap();
        let map = salient_schema::read_map("map.json", text("map.json")).0.unwrap();
        let ruleset = salient_schema::read_ruleset("ruleset.json", text("ruleset.json")).0.unwrap();
        let map = salient_hex::CompiledMap::new(&map, &ruleset).unwrap();
        let kind = ruleset.hexsides.iter().find(|kind| kind.id == "escarpment").unwrap();
        let side = map.grid().parse_side("51.46:sw").unwrap();
        let (foot, top) = (map.grid().parse("51.46").unwrap(), map.grid().parse("50.46").unwrap());
        assert!([foot, top].contains(&side.hex()));
        let attack = |from, to| {
            let direction = map.grid().direction_to(from, to).unwrap();
            let slope = map.slope(from, direction);
            shift(kind, &Circumstances { usage: "attack", slope, ..Circumstances::default() })
        };
        assert_eq!((attack(foot, top), attack(top, foot)), (-1, 0));
    }
}
