//! What a step of the sequence of play does.

use salient_schema::rules_of_play::{Does, FireBy, MovementMode};
use serde_json::{Value, json};

use super::known::{Known, NameOf};
use super::sentence::{Change, Row, Sentence, Slot, amount, choice, group, one};

/// How deep activations lie in one another: they do not.
const DEEPEST: usize = 1;

/// What a step may do, with what that is to begin with.
fn kinds(known: &Known, depth: usize) -> Vec<(&'static str, &'static str, Value)> {
    let first = |of: NameOf| known.first(of).cloned().unwrap_or_default();
    let mut kinds = vec![
        ("movement", "units move", json!({})),
        ("combat", "units attack", json!({ "combat": first(NameOf::Combat) })),
        ("fire", "units fire", json!({ "fire": first(NameOf::Fire) })),
        ("supply", "supply is judged", json!({})),
        ("reinforcements", "reinforcements arrive", json!({})),
        ("replacements", "replacement points are spent", json!({})),
        ("recovery", "units recover", json!({ "state": first(NameOf::OwnState) })),
        ("weather", "the weather is rolled for", json!({})),
        ("events", "a chart of events is rolled on", json!({ "table": first(NameOf::Table) })),
        ("set_up", "units are set up", json!({})),
        ("victory", "victory is checked", json!({})),
    ];
    if depth < DEEPEST {
        let each = json!([{ "movement": {} }]);
        let activation = json!({ "of": "formation", "by": "alternating", "each": each });
        kinds.push(("activation", "units are activated in turn", activation));
    }
    kinds
}

/// The name that a kind has in files.
fn kind_of(does: &Does) -> &'static str {
    match does {
        Does::Weather {} => "weather",
        Does::Events { .. } => "events",
        Does::SetUp {} => "set_up",
        Does::Supply {} => "supply",
        Does::Reinforcements {} => "reinforcements",
        Does::Replacements {} => "replacements",
        Does::Movement { .. } => "movement",
        Does::Combat { .. } => "combat",
        Does::Fire { .. } => "fire",
        Does::Recovery { .. } => "recovery",
        Does::Activation { .. } => "activation",
        Does::Victory {} => "victory",
    }
}

/// The sentences of what a step does. It stands at a pointer.
pub fn step<'a>(at: &str, does: &'a mut Option<Does>, known: &'a Known) -> Vec<Row<'a>> {
    let own = format!("{at}/does");
    let nothing = ("nothing that is played".to_owned(), Change::Remove(own.clone()));
    let kind = chooser(&own, does.as_ref(), Some(nothing), known, 0);
    let sentence = Sentence::new(at, "In this step {does}").with("does", kind);
    match does {
        None => vec![sentence.into()],
        Some(does) => with_details(sentence, "does", does, known, 0),
    }
}

/// The choice of what is done.
fn chooser<'a>(
    at: &str,
    now: Option<&Does>,
    none: Option<(String, Change)>,
    known: &Known,
    depth: usize,
) -> Slot<'a> {
    let kinds = kinds(known, depth);
    let before = usize::from(none.is_some());
    let place = now.and_then(|now| kinds.iter().position(|(kind, ..)| *kind == kind_of(now)));
    let options = kinds.into_iter().map(|(kind, words, begin)| {
        (words.to_owned(), Change::Put(at.to_owned(), json!({ kind: begin })))
    });
    Slot::Kind {
        now: place.map_or(0, |place| place + before),
        options: none.into_iter().chain(options).collect(),
    }
}

/// The sentence with the details of what is done, and the sentences of activations.
fn with_details<'a>(
    sentence: Sentence<'a>,
    field: &str,
    does: &'a mut Does,
    known: &'a Known,
    depth: usize,
) -> Vec<Row<'a>> {
    let kind = kind_of(does);
    let here = |own: &str| format!("{field}/{kind}/{own}");
    let (who_at, share_at, mode_at) = (here("who"), here("share"), here("mode"));
    let (combat_at, fire_at, by_at) = (here("combat"), here("fire"), here("by"));
    let (state_at, table_at, of_at, each_at) =
        (here("state"), here("table"), here("of"), here("each"));
    let sentence = match does {
        Does::Movement { who, share, mode } => {
            let sentence = sentence.and("by", &mode_at, choice::<MovementMode>(mode)).and(
                "; who:",
                &who_at,
                group(who, known),
            );
            match share {
                Some(share) => sentence.and(
                    ", with per cent of the allowance:",
                    &share_at,
                    amount(share, 1..=999),
                ),
                None => {
                    let mut sentence = sentence;
                    let put = Change::Put(sentence.pointer(&share_at), json!(50));
                    sentence.more.push(("with a part of the allowance", put));
                    sentence
                }
            }
        }
        Does::Combat { combat, who } => sentence
            .and("by", &combat_at, one(combat, known, NameOf::Combat))
            .and("; who:", &who_at, group(who, known)),
        Does::Fire { fire, who, by } => sentence
            .and("by", &fire_at, one(fire, known, NameOf::Fire))
            .and("; who:", &who_at, group(who, known))
            .and("of", &by_at, choice::<FireBy>(by)),
        Does::Recovery { state } => {
            sentence.and("from", &state_at, one(state, known, NameOf::OwnState))
        }
        Does::Events { table } => sentence.and(":", &table_at, one(table, known, NameOf::Table)),
        Does::Activation { of, by, each } => {
            let sentence =
                sentence.and(":", &of_at, choice(of)).and(", next is said by", &by_at, choice(by));
            let list = sentence.pointer(&each_at);
            let mut rows = vec![sentence.into()];
            for (place, does) in each.iter_mut().enumerate() {
                let at = format!("{list}/{place}");
                let kind = chooser(&at, Some(does), None, known, depth + 1);
                let own = place.to_string();
                let sentence = Sentence::new(&list, "When they are activated")
                    .and("", &own, kind)
                    .without(&own)
                    .set_in();
                rows.extend(with_details(sentence, &own, does, known, depth + 1));
            }
            let new = Change::Put(format!("{list}/-"), json!({ "movement": {} }));
            rows.push(Row::Add("Add what they do then", new));
            return rows;
        }
        Does::Weather {}
        | Does::SetUp {}
        | Does::Supply {}
        | Does::Reinforcements {}
        | Does::Replacements {}
        | Does::Victory {} => sentence,
    };
    vec![sentence.into()]
}

/// What a step does after a change of it.
pub fn changed(does: &Option<Does>, at: &str, change: &Change) -> Option<Option<Does>> {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Doing {
        #[serde(skip_serializing_if = "Option::is_none")]
        does: Option<Does>,
    }
    let doing = Doing { does: does.clone() };
    super::change::changed(&doing, at, change).map(|doing| doing.does)
}
