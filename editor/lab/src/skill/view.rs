//! How a skill ladder is laid out, for text, panel and page.

use salient_rules::Bot;

use super::{Finding, Pairing, Skill};
use salient_schema::words::{all_sides, no_side};

use crate::statistics::{Fraction, Share};
use crate::view::words;
use crate::view::{Cell, Column, Content, Figure, Kind, Row, Section, Table, Value, View};

impl View {
    /// Lays out what a ladder of bots tells of a scenario.
    #[must_use]
    pub fn of_skill(skill: &Skill) -> Self {
        Self {
            title: skill.title.clone(),
            headline: headline(skill),
            because: because(skill),
            run: played(skill),
            balance: vec![balance(skill)],
            precision: None,
            figures: figures(skill),
            sections: vec![climbs(skill), levels(skill)],
        }
    }
}

/// A share that is known no better than this to either side says nothing.
const FEW: f64 = 0.15;

/// What a bot is called among others: `searcher, 50 playouts`.
#[must_use]
pub fn bot_name(bot: Bot) -> String {
    match bot.playouts() {
        Some(playouts) => {
            format!("{}, {}", bot.name(), words::plural(playouts.into(), "playout"))
        }
        None => bot.name().to_owned(),
    }
}

fn side(skill: &Skill, place: usize) -> &str {
    skill.sides.get(place).map_or("", |(_, name)| name.as_str())
}

fn percent(share: f64) -> String {
    format!("{}\u{a0}%", words::number(share * 100.0, 0))
}

fn headline(skill: &Skill) -> String {
    let rung =
        |place: usize| skill.rungs.get(place).copied().map(words::several).unwrap_or_default();
    match skill.finding() {
        Finding::Nothing => "Too little was played to say anything.".to_owned(),
        Finding::Even { top, known } if known > FEW => {
            format!(
                "Too few games to say who is ahead between {}: {} of each pairing.",
                rung(top),
                words::count(skill.wanted.into())
            )
        }
        Finding::Even { top, .. } => {
            format!("No side is ahead for certain at any strength up to {}.", rung(top))
        }
        Finding::Agreed { side: ahead, least, most } => {
            let name = side(skill, ahead);
            let range = if percent(least) == percent(most) {
                percent(most)
            } else {
                format!("{} to {}", percent(least), percent(most))
            };
            let how = if least >= 0.8 {
                "One-sided"
            } else if least >= 0.6 {
                "Not balanced"
            } else {
                "Nearly balanced"
            };
            format!("{how}, and all bots agree: the {name} side wins {range} of the games.")
        }
        Finding::ToAndFro => {
            format!("It goes to and fro with strength. Ahead are: {}.", course(skill))
        }
        Finding::Fades { side: ahead, now: true, top } => format!(
            "It depends on skill: the {} side is ahead between {}, but not at every strength \
             below.",
            side(skill, ahead),
            rung(top)
        ),
        Finding::Fades { side: ahead, now: false, top } => format!(
            "It depends on skill: the {} side's lead between weaker players is gone between {}.",
            side(skill, ahead),
            rung(top)
        ),
        Finding::Tips { from, to: Some(to), top, share } => format!(
            "It tips over with skill: weaker players win with the {} side, while between {} the \
             {} side wins {} of the games.",
            side(skill, from),
            rung(top),
            side(skill, to),
            percent(share)
        ),
        Finding::Tips { from, to: None, top, .. } => format!(
            "It tips over with skill: weaker players win with the {} side, later ones with the \
             other, and between {} neither is ahead.",
            side(skill, from),
            rung(top)
        ),
    }
}

/// Who is ahead at each strength, those of one mind together: `Allied between random movers, German
/// between heuristics`.
fn course(skill: &Skill) -> String {
    let mut parts: Vec<(Option<usize>, Vec<String>)> = Vec::new();
    for (rung, pairing) in skill.even().filter(|(_, pairing)| pairing.games > 0) {
        let ahead = pairing.ahead();
        let bots = skill.rungs.get(rung).copied().map(words::several).unwrap_or_default();
        match parts.last_mut() {
            Some((same, together)) if *same == ahead => together.push(bots),
            _ => parts.push((ahead, vec![bots])),
        }
    }
    let part = |(ahead, bots): &(Option<usize>, Vec<String>)| {
        let nobody = no_side(skill.sides.len());
        let who = ahead.map_or(nobody, |place| side(skill, place));
        format!("{who} between {}", words::list(bots))
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn because(skill: &Skill) -> String {
    let bots: Vec<String> = skill
        .even()
        .filter_map(|(rung, pairing)| {
            let leader = pairing.wins.iter().enumerate().max_by(|a, b| {
                // The first of equals.
                a.1.count.cmp(&b.1.count).then(b.0.cmp(&a.0))
            })?;
            let bot = skill.rungs.get(rung)?;
            Some(format!(
                "{} {} between {}",
                side(skill, leader.0),
                words::share(leader.1),
                words::several(*bot)
            ))
        })
        .collect();
    if bots.is_empty() { String::new() } else { format!("Wins: {}.", bots.join("; ")) }
}

fn played(skill: &Skill) -> Vec<String> {
    let games: u32 = skill.pairings.iter().map(|pairing| pairing.games).sum();
    let mut run = vec![
        words::plural(games.into(), "game"),
        format!("{} of each pairing", skill.wanted),
        format!("seed {}", skill.seed),
    ];
    if skill.stopped {
        run.push("stopped before the end".to_owned());
    }
    run
}

fn figures(skill: &Skill) -> Vec<Figure> {
    let depth = skill.depth();
    let above = skill.rungs.len().saturating_sub(1);
    vec![Figure {
        name: "Depth".to_owned(),
        value: format!("{} above random", words::plural(depth as u64, "rung")),
        more: format!("of {above} that were tried, each beating the one below for certain"),
    }]
}

/// Who wins between players of one strength.
fn balance(skill: &Skill) -> Table {
    let rows = skill.even().flat_map(|(rung, pairing)| {
        let bot = skill.rungs.get(rung).copied().unwrap_or_default();
        pairing.wins.iter().enumerate().map(move |(place, share)| {
            let (id, side) = skill.sides.get(place).map_or(("", ""), |(id, name)| (id, name));
            let by = if place == 0 { bot_name(bot) } else { String::new() };
            share_row(&by, side, id, share)
        })
    });
    Table {
        title: "Who wins between players of one strength".to_owned(),
        label: "Table of wins by strength".to_owned(),
        caption: "How often each side won between bots of one strength, with the 95 % interval"
            .to_owned(),
        rows: rows.collect(),
        ..Table::new("skill", share_columns(&words::capital(all_sides(skill.sides.len()))))
    }
}

fn share_columns(what: &str) -> Vec<Column> {
    vec![
        Column::new(what, Kind::Head, "bot"),
        Column::new("Side", Kind::Short, "side_name"),
        Column::data(Kind::Words, "side"),
        Column::seen("95\u{a0}% interval as a bar", Kind::Bar),
        Column::new("Share of the games", Kind::Uncertain, "games,share,low,high"),
        Column::seen("Games", Kind::Number),
    ]
}

fn share_row(bot: &str, side: &str, id: &str, share: &Share) -> Row {
    Row::from(vec![
        Cell::from(bot),
        Cell::new(Value::Words(side.to_owned())).of(id),
        id.into(),
        (*share).into(),
        (*share).into(),
        share.count.into(),
    ])
}

/// How much stronger each rung is than the one below, and what that is for each side.
fn climbs(skill: &Skill) -> Section {
    let mut rows = Vec::new();
    for climb in skill.climbs() {
        let (Some(&stronger), Some(&weaker)) =
            (skill.rungs.get(climb.rung), skill.rungs.get(climb.rung - 1))
        else {
            continue;
        };
        let mut cells = vec![
            Cell::from(bot_name(stronger).as_str()),
            Cell::from(bot_name(weaker).as_str()),
            climb.share.into(),
            climb.share.into(),
        ];
        for place in 0..skill.sides.len() {
            let share = skill.uneven(climb.rung, place).and_then(|one| one.wins.get(place));
            cells.push(share.map_or_else(Cell::default, |share| (*share).into()));
        }
        cells.push(Cell::from(if climb.clear { "for certain" } else { "may be chance" }));
        rows.push(Row::from(cells));
    }
    let all = all_sides(skill.sides.len());
    let mut columns = vec![
        Column::new("Stronger", Kind::Head, "stronger"),
        Column::new("Weaker", Kind::Short, "weaker"),
        Column::seen("95\u{a0}% interval as a bar", Kind::Bar),
        Column::new(format!("Wins over {all}"), Kind::Uncertain, "games,share,low,high"),
    ];
    columns.extend(skill.sides.iter().map(|(id, name)| {
        let data = format!("{id}_games,{id}_share,{id}_low,{id}_high");
        Column::new(format!("As {name}"), Kind::Uncertain, &data)
    }));
    columns.push(Column::new("How sure", Kind::Soft, "clear"));
    let clear = skill.depth();
    Section {
        id: "climbs",
        name: "Depth",
        title: "How much there is to learn",
        lead: format!(
            "Each rung plays the one below, for {} side. {} of {} above random {} stronger \
             for certain: the more there are, the deeper the scenario.",
            if skill.sides.len() > 2 { "each" } else { "either" },
            clear,
            words::plural(skill.rungs.len().saturating_sub(1) as u64, "rung"),
            if clear == 1 { "is" } else { "are" }
        ),
        content: vec![Content::Table(Table {
            label: "Table of rungs".to_owned(),
            caption: "How often each bot beat the one below it".to_owned(),
            rows,
            ..Table::new("climbs", columns)
        })],
    }
}

/// At which level the games end, by strength.
fn levels(skill: &Skill) -> Section {
    let even: Vec<(usize, &Pairing)> = skill.even().collect();
    let names: Vec<&str> = even
        .first()
        .map(|(_, pairing)| pairing.levels.iter().map(|(level, _)| level.as_str()).collect())
        .unwrap_or_default();
    let rows = even.iter().map(|(rung, pairing)| {
        let bot = skill.rungs.get(*rung).copied().unwrap_or_default();
        let mut cells = vec![Cell::from(bot_name(bot).as_str())];
        cells.push(pairing.points.map_or_else(Cell::default, Cell::from));
        for level in &names {
            let count = pairing.levels.iter().find(|(name, _)| name == level);
            let count = count.map_or(0, |(_, count)| *count);
            let part = Fraction::of(count as f64, pairing.games.into());
            cells.push(Cell::new(Value::PartOrNone(count, part)));
        }
        Row::from(cells)
    });
    let points = match &skill.counted_for {
        Some(id) => {
            let name = skill.sides.iter().find(|(side, _)| side == id);
            format!("{} points", name.map_or(id.as_str(), |(_, name)| name.as_str()))
        }
        None => "Points".to_owned(),
    };
    let mut columns = vec![
        Column::new(words::capital(all_sides(skill.sides.len())), Kind::Head, "bot"),
        Column::new(points, Kind::Spread, "points,points_sd,points_low,points_high"),
    ];
    columns.extend(
        names.iter().map(|level| {
            Column::new(*level, Kind::Number, &level.to_lowercase().replace(' ', "_"))
        }),
    );
    Section {
        id: "skill-levels",
        name: "Levels",
        title: "How games end, by strength",
        lead:
            "Points on the mean with their spread, and how many games end at each level, between \
               players of one strength."
                .to_owned(),
        content: vec![Content::Table(Table {
            label: "Table of levels of victory by strength".to_owned(),
            caption: "How often each level of victory was reached between bots of one strength"
                .to_owned(),
            rows: rows.collect(),
            ..Table::new("skill-levels", columns)
        })],
    }
}
