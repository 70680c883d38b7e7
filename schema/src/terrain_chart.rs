//! The terrain effects chart as rows of cells, for paper, page and picture: a column for each class of
//! unit and each use that the ruleset tells apart, and none that is empty.
//!
//! What a column cannot hold, such as the cost in wet weather, stands in words behind the cells.

use std::collections::BTreeMap;

use crate::common::{Id, Provenance};
use crate::ruleset::{Condition, Effect, Kind, Mark, Ruleset};
use crate::words::capital;

/// The chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainChart {
    /// What stands over the cells: `Movement`, `Fire`.
    pub columns: Vec<String>,
    /// Terrain, what stands in a hex, hexsides, ways, lines, as far as the rules know any.
    pub groups: Vec<Group>,
    /// What the columns count, in a sentence; empty where their heads say it.
    pub key: String,
}

/// Kinds of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its place in the ruleset: terrain, features, hexsides, paths, lines.
    pub list: usize,
    /// Where they are: `Along its sides`.
    pub title: &'static str,
    /// The rule that most of them go by.
    pub rule: Option<String>,
    /// They, in the ruleset's order.
    pub rows: Vec<Row>,
}

/// A kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its place in its list.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Whether its numbers are guessed.
    pub reconstructed: bool,
    /// A cell for each column.
    pub cells: Vec<String>,
    /// What no column holds.
    pub notes: String,
}

/// What a cell says that has nothing to say.
const NOTHING: &str = "–";

/// More classes of unit than these are told in words: the chart would be all heads.
const MOST_CLASSES: usize = 4;

/// What a column tells.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    /// The movement cost of whoever has no column of its own.
    Movement,
    /// That of a class of unit.
    Class(Id),
    /// What a defender has of it.
    Defender,
    /// What it does to one use, such as fire.
    Use(Id),
    /// What it does to sight.
    Sight,
}

/// The chart of a ruleset. Of a list of those that the map uses the rest is left out.
#[must_use]
pub fn terrain_chart(ruleset: &Ruleset) -> TerrainChart {
    let lists = lists(ruleset);
    let kinds = || lists.iter().flat_map(|(_, kinds)| kinds.iter()).filter(|kind| is_told(kind));
    let columns = columns(ruleset, kinds);
    let groups = lists.iter().enumerate().filter_map(|(list, (title, all))| {
        let told: Vec<(usize, &Kind)> =
            all.iter().enumerate().filter(|(_, kind)| is_told(kind)).collect();
        let rule = commonest_rule(&told);
        let rows = told.iter().map(|(place, kind)| {
            let cells = columns.iter().map(|column| column.cell(ruleset, kind, list)).collect();
            let left = kind
                .effects
                .iter()
                .filter(|effect| !columns.iter().any(|column| column.holds(effect)));
            let mut notes = effects_in_words(ruleset, left);
            notes.extend(kind.rule.clone().filter(|own| rule.as_ref() != Some(own)));
            let reconstructed = kind.provenance == Provenance::Reconstructed;
            let (place, name, notes) = (*place, kind.name.clone(), notes.join("; "));
            Row { place, name, reconstructed, cells, notes }
        });
        let rows: Vec<Row> = rows.collect();
        (!rows.is_empty()).then_some(Group { list, title, rule, rows })
    });
    let groups = groups.collect();
    let heads = columns.iter().map(|column| column.head(ruleset, &columns)).collect();
    TerrainChart { columns: heads, groups, key: key(ruleset, &columns, kinds) }
}

/// The kinds of a ruleset, by where they are.
fn lists(ruleset: &Ruleset) -> [(&'static str, &[Kind]); 5] {
    [
        ("In the hex", &ruleset.terrain),
        ("Standing in it", &ruleset.features),
        ("Along its sides", &ruleset.hexsides),
        ("Through it", &ruleset.paths),
        ("Borders", &ruleset.lines),
    ]
}

/// Names alone are nothing that stands in a hex.
fn is_told(kind: &Kind) -> bool {
    kind.look.mark != Mark::Label
}

fn columns<'a, I: Iterator<Item = &'a Kind>>(
    ruleset: &Ruleset,
    kinds: impl Fn() -> I,
) -> Vec<Column> {
    let mut columns = Vec::new();
    if kinds().any(|kind| kind.movement.is_some() || kind.impassable) {
        columns.push(Column::Movement);
    }
    let mut seen: Vec<Id> = Vec::new();
    for effect in kinds().flat_map(|kind| &kind.effects) {
        seen.extend(class_of(effect).filter(|class| !seen.contains(class)).cloned());
    }
    if seen.len() <= MOST_CLASSES {
        columns.extend(seen.into_iter().map(Column::Class));
    }
    if kinds().any(|kind| kind.defence != 0) {
        columns.push(Column::Defender);
    }
    let mut uses: Vec<Id> = Vec::new();
    for effect in kinds().flat_map(|kind| &kind.effects) {
        uses.extend(use_of(effect).filter(|usage| !uses.contains(usage)).cloned());
    }
    columns.extend(uses.into_iter().map(Column::Use));
    if kinds().any(|kind| !sight_of(ruleset, kind).is_empty()) {
        columns.push(Column::Sight);
    }
    columns
}

impl Column {
    fn head(&self, ruleset: &Ruleset, all: &[Self]) -> String {
        let has_classes = all.iter().any(|column| matches!(column, Self::Class(_)));
        match self {
            Self::Movement if has_classes => "Movement, others".to_owned(),
            Self::Movement => "Movement".to_owned(),
            // A name as it is: some are of formations.
            Self::Class(unit) => format!("Movement, {}", unit_name(ruleset, unit)),
            Self::Defender => "Defender".to_owned(),
            Self::Use(usage) => capital(&use_name(ruleset, usage)),
            Self::Sight => "Sight".to_owned(),
        }
    }

    /// Whether it holds what an effect says.
    fn holds(&self, effect: &Effect) -> bool {
        match self {
            Self::Class(unit) => class_of(effect) == Some(unit),
            Self::Use(usage) => use_of(effect) == Some(usage),
            Self::Movement | Self::Defender | Self::Sight => false,
        }
    }

    fn cell(&self, ruleset: &Ruleset, kind: &Kind, list: usize) -> String {
        let own = || kind.effects.iter().find(|effect| self.holds(effect));
        // The cost of a hexside is one to be added.
        let plus = if list == 2 { "+" } else { "" };
        let cost = |barred: bool, points: Option<i32>| match points {
            _ if barred => "no entry".to_owned(),
            Some(points) => format!("{plus}{points}"),
            None => NOTHING.to_owned(),
        };
        let of_all = || cost(kind.impassable, kind.movement);
        match self {
            Self::Movement => of_all(),
            Self::Class(_) => {
                own().map_or_else(of_all, |effect| cost(effect.prohibited, effect.movement))
            }
            Self::Defender => match kind.defence {
                0 => NOTHING.to_owned(),
                defence => signed(defence),
            },
            Self::Use(_) => own()
                .and_then(|effect| effect.shift.or(effect.defence))
                .map_or_else(|| NOTHING.to_owned(), signed),
            Self::Sight => match sight_of(ruleset, kind) {
                words if words.is_empty() => NOTHING.to_owned(),
                words => words.join(", "),
            },
        }
    }
}

/// The class of unit whose movement an effect is about, and nothing besides.
fn class_of(effect: &Effect) -> Option<&Id> {
    let of_movement = effect.when.usage.as_deref().is_none_or(|usage| usage == "movement");
    let plain =
        Condition { unit: None, usage: None, ..effect.when.clone() } == Condition::default();
    let only = effect.shift.is_none() && effect.defence.is_none();
    let told = effect.movement.is_some() || effect.prohibited;
    effect.when.unit.as_ref().filter(|_| of_movement && plain && only && told)
}

/// The use that an effect is about, whoever does it.
fn use_of(effect: &Effect) -> Option<&Id> {
    let plain = Condition { usage: None, ..effect.when.clone() } == Condition::default();
    let one = effect.shift.is_some() != effect.defence.is_some();
    let only = effect.movement.is_none() && !effect.prohibited;
    effect.when.usage.as_ref().filter(|_| plain && one && only)
}

/// What a kind does to sight, where the ruleset has rules of sight.
fn sight_of(ruleset: &Ruleset, kind: &Kind) -> Vec<String> {
    let roles = [("blocks-sight", "blocks"), ("tall", "tall"), ("limiting", "limiting")];
    let fills = |role: &str| {
        ruleset.roles.get(role).is_some_and(|ids| kind.traits.iter().any(|id| ids.contains(id)))
    };
    roles.into_iter().filter(|(role, _)| fills(role)).map(|(_, word)| word.to_owned()).collect()
}

/// The rule that more than one of the kinds go by, and most of them.
fn commonest_rule(kinds: &[(usize, &Kind)]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in kinds.iter().filter_map(|(_, kind)| kind.rule.as_deref()) {
        *counts.entry(rule).or_default() += 1;
    }
    let (rule, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count > 1 && count * 2 > kinds.len()).then(|| rule.to_owned())
}

/// What the columns count.
fn key<'a, I: Iterator<Item = &'a Kind>>(
    ruleset: &Ruleset,
    columns: &[Column],
    kinds: impl Fn() -> I,
) -> String {
    let mut sentences = Vec::new();
    if columns.iter().any(|column| matches!(column, Column::Movement | Column::Class(_))) {
        sentences.push("Movement: points to enter the hex or cross the hexside.".to_owned());
    }
    if columns.contains(&Column::Defender) {
        sentences.push(
            "Defender: added to the die of an attack on whoever is in the hex, to his own where both \
             sides roll."
                .to_owned(),
        );
    }
    let shifted = |usage: &Id| {
        let mut effects = kinds().flat_map(|kind| &kind.effects);
        effects.any(|effect| use_of(effect) == Some(usage) && effect.shift.is_some())
    };
    let uses: Vec<String> = columns
        .iter()
        .filter_map(|column| match column {
            Column::Use(usage) if shifted(usage) => Some(capital(&use_name(ruleset, usage))),
            _ => None,
        })
        .collect();
    if !uses.is_empty() {
        let at = "columns on the table against whoever is in the hex";
        sentences.push(format!("{}: {at}, − to the left.", uses.join(" and ")));
    }
    if columns.contains(&Column::Sight) {
        sentences.push(
            "Sight: blocks lines of sight through the hex; tall: higher than its level; limiting: \
             units in it are seen from near only."
                .to_owned(),
        );
    }
    sentences.join(" ")
}

/// What a use of units is called: where a ruleset's attacks are assaults, as it says by a role, so.
fn use_name(ruleset: &Ruleset, usage: &str) -> String {
    match usage {
        "attack" if ruleset.roles.contains_key("assault") => "assault".to_owned(),
        usage => usage.replace(['-', '_'], " "),
    }
}

/// What a kind does under conditions; those that differ in the units only are told together.
fn effects_in_words<'a>(
    ruleset: &Ruleset,
    effects: impl Iterator<Item = &'a Effect>,
) -> Vec<String> {
    let mut told: Vec<(Effect, Vec<String>)> = Vec::new();
    for effect in effects {
        let mut of_any = effect.clone();
        of_any.rule = None;
        let unit = of_any.when.unit.take().map(|id| unit_name(ruleset, &id));
        let known = told
            .iter_mut()
            .find(|(known, units)| *known == of_any && units.is_empty() == unit.is_none());
        match known {
            Some((_, units)) => units.extend(unit),
            None => told.push((of_any, unit.into_iter().collect())),
        }
    }
    told.iter().map(|(effect, units)| effect_in_words(ruleset, effect, units)).collect()
}

fn effect_in_words(ruleset: &Ruleset, effect: &Effect, units: &[String]) -> String {
    let mut words = units.to_vec();
    words.extend(condition_in_words(ruleset, &effect.when));
    let mut words = words.join(", ");
    let mut does = Vec::new();
    if effect.prohibited {
        does.push("not allowed".to_owned());
    }
    if let Some(points) = effect.movement {
        does.push(format!("{points} MP"));
    }
    match effect.defence {
        Some(0) => does.push("nothing for the defender".to_owned()),
        Some(defence) => does.push(format!("defender {}", signed(defence))),
        None => {}
    }
    if let Some(shift) = effect.shift {
        does.push(format!("columns {}", signed(shift)));
    }
    if !words.is_empty() {
        words.push_str(": ");
    }
    words + &does.join(", ")
}

/// A number with its sign, the minus as wide as the plus.
pub fn signed(number: impl Into<i64>) -> String {
    format!("{:+}", number.into()).replace('-', "−")
}

/// The printed name of a unit type, a trait or a role of either.
fn unit_name(ruleset: &Ruleset, id: &str) -> String {
    let layout = &ruleset.counters;
    let of_type = layout.types.iter().find(|unit| unit.id == id).map(|unit| &unit.name);
    let of_trait = || layout.traits.iter().find(|one| one.id == id).map(|one| &one.name);
    of_type.or_else(of_trait).cloned().unwrap_or_else(|| id.replace(['-', '_'], " "))
}

fn condition_in_words(ruleset: &Ruleset, when: &Condition) -> Vec<String> {
    let plain = |id: &String| id.replace(['-', '_'], " ");
    let mut words = Vec::new();
    words.extend(when.side.as_ref().map(|id| ruleset.side_name(id).to_owned()));
    words.extend(when.unit.as_ref().map(|id| unit_name(ruleset, id)));
    words.extend(when.weather.as_ref().map(|id| format!("in {} weather", plain(id))));
    words.extend(when.usage.as_ref().map(|id| format!("in {}", use_name(ruleset, id))));
    words.extend(when.slope.as_ref().map(|id| format!("going {}", plain(id))));
    if when.all_attackers {
        words.push("if every attacker comes across it".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset(text: &str) -> Ruleset {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(text);
        serde_json::from_str(&std::fs::read_to_string(path).expect("there")).expect("a ruleset")
    }

    /// A line of the chart.
    fn line(chart: &TerrainChart, name: &str) -> String {
        let row = chart.groups.iter().flat_map(|group| &group.rows).find(|row| row.name == name);
        row.map_or_else(String::new, |row| format!("{} | {}", row.cells.join(" "), row.notes))
    }

    #[test]
    fn each_class_of_unit_and_each_use_has_a_column() {
        let chart = terrain_chart(&ruleset("infantry-attacks/ruleset.json"));
        let heads = [
            "Movement, others",
            "Movement, Cavalry",
            "Movement, Wagons",
            "Fire",
            "Assault",
            "Sight",
        ];
        assert_eq!(chart.columns, heads);
        assert_eq!(line(&chart, "Woods"), "2 3 4 −2 −1 blocks, tall, limiting | ");
        assert_eq!(line(&chart, "Field"), "1 1 2 – – blocks, limiting | ");
        assert_eq!(line(&chart, "Lake"), "no entry no entry no entry – – – | IA 5.84");
        assert_eq!(line(&chart, "Road"), "– – – – – – | IA 5.3");
        assert_eq!(chart.groups[0].rule.as_deref(), Some("IA 5.2"));
    }

    #[test]
    fn ships_cross_the_sea_that_nobody_else_may_enter() {
        let mut ruleset = ruleset("infantry-attacks/ruleset.json");
        let lake = ruleset.terrain.iter_mut().find(|kind| kind.name == "Lake").expect("a lake");
        let when = |of: &str| Condition { unit: Some(of.to_owned()), ..Condition::default() };
        let of = |id: &str, movement, prohibited| {
            [Effect { when: when(id), movement, prohibited, ..Effect::default() }]
        };
        let cells = |ruleset: &Ruleset| line(&terrain_chart(ruleset), "Lake");
        lake.effects = of("ship", Some(1), false).into();
        assert_eq!(cells(&ruleset), "no entry no entry no entry 1 – – – | IA 5.84");
        let lake = ruleset.terrain.iter_mut().find(|kind| kind.name == "Lake").expect("a lake");
        lake.effects = of("ship", Some(1), true).into();
        assert_eq!(cells(&ruleset), "no entry no entry no entry no entry – – – | IA 5.84");
    }

    #[test]
    fn no_column_is_empty_and_what_none_holds_is_in_words() {
        let chart = terrain_chart(&ruleset("kaisers-battle/ruleset.json"));
        assert_eq!(chart.columns, ["Movement", "Defender"]);
        assert_eq!(line(&chart, "Redoubt"), "2 +2 | ");
        assert!(chart.key.contains("Defender: added to the die"), "{}", chart.key);
        let storm = terrain_chart(&ruleset("storm-in-the-west/ruleset.json"));
        assert_eq!(storm.columns[0], "Movement, others");
        assert!(line(&storm, "Forest").contains("in wet weather"), "{}", line(&storm, "Forest"));
        for chart in [&chart, &storm] {
            let rows = || chart.groups.iter().flat_map(|group| &group.rows);
            for column in 0..chart.columns.len() {
                assert!(rows().any(|row| row.cells[column] != NOTHING), "{column}: {chart:?}");
            }
        }
    }
}
