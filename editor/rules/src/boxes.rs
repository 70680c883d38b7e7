//! The boxes that a scenario puts counters into are those of its system.

use salient_schema::{Bundle, Code, Diagnostic};

use crate::model::BoxDef;

/// What is wrong with the boxes that counters begin in: those that the rules do not know.
pub(crate) fn unknown(known: &[BoxDef], bundle: &Bundle) -> Vec<Diagnostic> {
    let start = bundle.scenario.start.iter();
    let all = start.flat_map(|start| &start.off_map).enumerate();
    let named = all.filter_map(|(at, off)| Some((at, off.in_box.as_ref()?)));
    let unknown = named.filter(|(_, id)| known.iter().all(|def| def.id != id.as_str()));
    unknown
        .map(|(at, id)| {
            let ids: Vec<&str> = known.iter().map(|def| def.id).collect();
            let help = match ids.as_slice() {
                [] => "the rules of this system know no box".to_owned(),
                ids => format!("name one that the rules know: {}", ids.join(", ")),
            };
            let message = format!("there is no box '{id}' beside the map");
            let wrong = Diagnostic::error(Code::Rule, message).help(help);
            wrong.pointer(format!("/scenario/start/off_map/{at}/box"))
        })
        .collect()
}
