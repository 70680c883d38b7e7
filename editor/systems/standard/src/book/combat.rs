//! Combat between adjacent hexes: who attacks, the column, the roll, support, results.

use std::collections::BTreeSet;

use salient_rules::book::Text;
use salient_schema::results::Combat as Read;
use salient_schema::rules_of_play::{
    ColumnBy, Combat, Obligation, PointSupport, Rounding, Support, Worse,
};
use salient_schema::ruleset::RatingUse;
use salient_schema::words::{capital, id_in_words, name_in_a_sentence};

use super::numbers::Rules;
use super::words::{Measure, Words, dice, rolled};
use super::{results, tables};

pub fn write(words: &Words<'_>, rules: &mut Rules, printed: &mut BTreeSet<String>) {
    let all = &words.play.combat;
    if all.is_empty() {
        rules.none("There is no combat between adjacent hexes in this game");
    }
    for combat in all {
        one(words, combat, rules);
        let title = if all.len() > 1 { combat.name.as_str() } else { "" };
        tables::results(words, (&combat.table, title), Read::Attack, rules, printed);
    }
}

fn one(words: &Words<'_>, combat: &Combat, rules: &mut Rules) {
    let own = combat.rule.as_deref();
    let who = words.subject(&combat.who);
    let mut text = Text::from(match combat.obligation {
        Obligation::May => format!("{who} may attack enemy units in an adjacent hex"),
        Obligation::InZone => format!(
            "{who} may attack enemy units in an adjacent hex. Units that stand in an enemy zone of \
             control must attack, and each hex that has a zone of control over them must be \
             attacked"
        ),
    });
    text = text.then(
        "Units in several hexes may attack one hex together; all units in that hex defend together",
    );
    if combat.several_hexes {
        text = text.then(
            "An attack may also be made on several hexes, if every attacker is adjacent to each of \
             them; the defenders in all of them count",
        );
    }
    text = text.then("In a phase no unit attacks, and no hex is attacked, more than once");
    let name = if combat.name.trim().is_empty() { "Attacks" } else { combat.name.as_str() };
    rules.add(name, own, text);
    column(words, combat, rules);
    if combat.sum_first {
        let text = "Where units keep only a part of their strength, that of all who keep the same \
                    part is added up first, then divided, and rounded once";
        rules.add("Fractions", own, text);
    }
    let roll = {
        let verb = if combat.dice.number == 1 { "is" } else { "are" };
        let number = if combat.dice.number == 1 { "it finds" } else { "their sum finds" };
        format!(
            "{} {verb} rolled; with all modifiers {number} the row of the table “{}”, and the \
             cell in \
             the column of the attack is the result",
            capital(&dice(combat.dice)),
            words.table(&combat.table)
        )
    };
    rules.add("The roll", own, roll);
    let shelter = results::shelter(
        words,
        (combat.terrain, combat.sheltering),
        (rolled(combat.dice), "the defenders’"),
    );
    if let Some(text) = shelter {
        rules.add("Terrain", own, text);
    }
    results::modifiers(words, &combat.modifiers, own, rules);
    if !combat.most_shifts.is_zero() {
        let columns =
            Measure { special: &[(0, "any number of")], ..Measure::of("column", "columns") };
        let text = words.amount(&combat.most_shifts, columns, |most| {
            format!("All shifts together come to no more than {most} either way")
        });
        rules.add("Most shifts", own, text);
    }
    if let Some(support) = &combat.support {
        self::support(words, support, own, rules);
    }
    for points in &combat.points {
        self::points(words, points, own, rules);
    }
    if let Some(leaders) = &combat.leaders {
        results::leaders(words, leaders, Read::Attack, own, rules);
    }
    results::losses(words, &combat.losses, own, rules);
    if let Some(check) = &combat.morale {
        results::morale(words, check, Read::Attack, own, rules);
    }
    results::retreat(words, &combat.retreat, own, rules);
    results::advance(words, &combat.advance, own, rules);
}

fn column(words: &Words<'_>, combat: &Combat, rules: &mut Rules) {
    let own = combat.rule.as_deref();
    let attack = words.rating(combat.attack.as_ref(), &[RatingUse::Attack, RatingUse::Strength]);
    let defence = words.rating(combat.defence.as_ref(), &[RatingUse::Defence, RatingUse::Strength]);
    let attack = attack.unwrap_or_else(|| "strength".to_owned());
    let defence = defence.unwrap_or_else(|| "strength".to_owned());
    let sums = format!("The {} of all attackers is added up", attack);
    let both = format!("{sums}, and so is the {defence} of all defenders");
    let text = match combat.column {
        ColumnBy::Odds => {
            let rounding = match combat.rounding {
                Rounding::Defender => {
                    "Odds are rounded in the defenders’ favour: 26 to 7 is 3:1, 5 to 11 is 1:3"
                }
                Rounding::Attacker => {
                    "Odds are rounded in the attackers’ favour: 26 to 7 is 4:1, 5 to 11 is 1:2"
                }
                Rounding::Nearest => {
                    "Odds are rounded to the nearest whole number, halves in the defenders’ \
                     favour: 26 to 7 is 4:1, 5 to 2 is 2:1"
                }
            };
            format!(
                "{both}. The first to the second are the odds of the attack, which give its \
                 column. {rounding}"
            )
        }
        ColumnBy::Difference => format!(
            "{both}. The first less the second is the difference, which gives the column of the \
             attack"
        ),
        ColumnBy::Strength => format!("{sums}, which gives the column of the attack"),
    };
    let mut text = Text::from(text);
    let table = words.ruleset.tables.iter().find(|table| table.id == combat.table);
    if let Some([first, .., last]) = table.map(|table| table.columns.as_slice()) {
        let [first, last] = [first, last].map(|head| tables::printed_head(head));
        text = text.then(match combat.worse {
            Worse::Barred => format!("An attack below the first column, {first}, is not allowed"),
            Worse::FirstColumn => {
                format!("An attack below the first column is read in that column, {first}")
            }
        });
        text = text.then(format!("One above the last column is read in that column, {last}"));
    }
    rules.add("The column", own, text);
}

fn support(words: &Words<'_>, support: &Support, own: Option<&str>, rules: &mut Rules) {
    let own = support.rule.as_deref().or(own);
    let who = words.subject(&support.who);
    let side = if support.in_defence { "an attack or a defence" } else { "an attack" };
    let range = words.rating(None, &[RatingUse::Range]);
    let hexes = Measure::of("hex", "hexes");
    let text = match (range, support.range.is_zero()) {
        (Some(range), true) => Text::from(format!(
            "{who} may support {side} from a distance, up to their {range} in hexes"
        )),
        (Some(range), false) => words.amount(&support.range, hexes, |hexes| {
            format!(
                "{who} may support {side} from a distance, up to their {range} and {hexes} more"
            )
        }),
        (None, _) => words.amount(&support.range, hexes, |hexes| {
            format!("{who} may support {side} from up to {hexes} away")
        }),
    };
    let mut text = text;
    if support.shift.is_zero() && support.die.is_zero() {
        let rating = words.rating(support.rating.as_ref(), &[RatingUse::Fire, RatingUse::Strength]);
        let rating = rating.unwrap_or_else(|| "strength".to_owned());
        text = text
            .then(format!("Their {rating} is added to the strength of those whom they support"));
    }
    if !support.shift.is_zero() {
        text = text.then(words.amount(&support.shift, results::COLUMNS, |shift| {
            format!("Each of them shifts the column by {shift} in favour of its side")
        }));
    }
    if !support.die.is_zero() {
        text = text.then(words.amount(&support.die, results::DIE, |add| {
            format!("Each of them modifies the roll by {add} in favour of its side")
        }));
    }
    if !support.most.is_zero() {
        let units = Measure { special: &[(0, "any number of")], ..Measure::of("unit", "units") };
        text = text.then(words.amount(&support.most, units, |most| {
            format!("No more than {most} of a side may support in one combat")
        }));
    }
    if support.no_more_than_supported {
        text = text.then("They add no more than those whom they support have themselves");
    }
    rules.add("Support", own, text);
}

fn points(words: &Words<'_>, points: &PointSupport, own: Option<&str>, rules: &mut Rules) {
    let own = points.rule.as_deref().or(own);
    let name = match points.name.trim() {
        "" => id_in_words(&points.track),
        name => name_in_a_sentence(name),
    };
    let many = match name.strip_suffix("point") {
        Some(stem) => format!("{stem}points"),
        None if name.ends_with("points") => name.clone(),
        None => format!("{name} points"),
    };
    let used = if points.in_defence { "in attack and defence" } else { "in attack" };
    let mut text = Text::from(format!(
        "Each side has {many} by game-turn, as the scenario says, and may use them {used}"
    ));
    let parts = [
        (
            &points.strength,
            Measure::of("to the strength of its side", "to the strength of its side"),
            "Each adds",
        ),
        (&points.shift, results::COLUMNS, "Each shifts, in favour of its side,"),
        (&points.die, Measure::added("to the roll", "to the roll"), "Each adds"),
    ];
    for (amount, measure, does) in parts {
        if !amount.is_zero() {
            text = text.then(words.amount(amount, measure, |number| format!("{does} {number}")));
        }
    }
    if !points.most.is_zero() {
        let most = Measure { special: &[(0, "any number")], ..Measure::default() };
        text = text.then(words.amount(&points.most, most, |most| {
            format!("A side may use up to {most} of them in one combat")
        }));
    }
    rules.add(&capital(&name), own, text);
}
