//! Findings as GitHub's workflow commands: notes beside the lines of a pull request.

use std::fmt::Write;

use salient_schema::{Diagnostic, Severity};

/// One command a finding.
pub fn annotations(found: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in found {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let place = &diagnostic.place;
        let mut properties: Vec<(&str, String)> = Vec::new();
        properties.extend(place.file.clone().map(|file| ("file", file)));
        // A column without a line is refused.
        if let Some(line) = place.line {
            properties.push(("line", line.to_string()));
            properties.extend(place.column.map(|column| ("col", column.to_string())));
        }
        let rule = diagnostic.rule.as_ref().map(|rule| format!(", {rule}")).unwrap_or_default();
        properties.push(("title", format!("{}{rule}", diagnostic.code)));
        let properties: Vec<String> = properties
            .into_iter()
            .map(|(name, value)| format!("{name}={}", in_property(&value)))
            .collect();
        let mut message = diagnostic.message.clone();
        for (word, at) in
            [("hex", &place.hex), ("counter", &place.counter), ("hexside", &place.side)]
        {
            if let Some(at) = at {
                let _ = write!(message, " ({word} {at})");
            }
        }
        if let Some(help) = &diagnostic.help {
            let _ = write!(message, "\n{help}");
        }
        let _ = writeln!(text, "::{command} {}::{}", properties.join(","), in_message(&message));
    }
    text
}

/// A message ends with its line, so its own ends are written otherwise.
fn in_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property also ends with a comma or a colon.
fn in_property(text: &str) -> String {
    in_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use salient_schema::Code;

    use super::*;

    #[test]
    fn what_would_end_a_command_is_written_otherwise() {
        let found = [
            Diagnostic::error(Code::Rule, "100 % wrong:\nall, of it")
                .file("maps/a,b:c.json")
                .at(3, 7)
                .hex("0304")
                .rule("KB 7.21")
                .help("mend it"),
            Diagnostic::note(Code::Migrated, "brought up to date"),
        ];
        assert_eq!(
            annotations(&found),
            "::error file=maps/a%2Cb%3Ac.json,line=3,col=7,title=rule%2C KB 7.21::100 %25 \
             wrong:%0Aall, of it (hex 0304)%0Amend it\n\
             ::notice title=migrated::brought up to date\n"
        );
    }
}
