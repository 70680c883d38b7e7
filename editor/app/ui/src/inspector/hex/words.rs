//! Kinds in words.

use salient_schema::ruleset::Kind;

use crate::look::names::cost_in_words;

pub(super) fn kind_name<'a>(kinds: &'a [Kind], id: &'a str) -> &'a str {
    kinds.iter().find(|kind| kind.id == id).map_or(id, |kind| &kind.name)
}

/// A kind with what it does: `Woods · 2 movement points · +1 to the defender`.
pub(super) fn kind_in_words(kind: &Kind) -> String {
    let mut text = kind.name.clone();
    if kind.impassable {
        text.push_str(&format!(" · {}", cost_in_words(kind)));
    } else if let Some(movement) = kind.movement {
        let plural = if movement == 1 { "" } else { "s" };
        text.push_str(&format!(" · {movement} movement point{plural}"));
    }
    if kind.defence != 0 {
        text.push_str(&format!(" · {:+} to the defender", kind.defence));
    }
    text
}
