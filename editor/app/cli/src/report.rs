//! Diagnostics for people: what is wrong, the line it is in, and what to do.

use std::borrow::Cow;
use std::collections::BTreeMap;

use salient_files::visible;
use salient_output::plural;
use salient_schema::{Diagnostic, Severity};

/// The longest part of a source line that is shown, in characters.
const EXCERPT: usize = 96;

/// Renders diagnostics in the manner of rustc, with an excerpt of the source where there is one.
///
/// ```text
/// error[dangling-reference]: no terrain kind is called "wods"
///   --> maps/picardy-1918/map.json:41:12
///    |
/// 41 |     "w": "wods"
///    |          ^^^^^^
///    = at /terrain/palette/w, hex 0304
///    = help: did you mean "woods"?
/// ```
///
/// `sources` holds the text of each file by the name that diagnostics give it. Of those that are
/// alike the first ten are told, and how many more there are.
pub fn render_diagnostics(
    diagnostics: &[Diagnostic],
    sources: &BTreeMap<String, String>,
    colour: bool,
) -> String {
    render(diagnostics, sources, colour, MOST_ALIKE)
}

/// The same; but of those that are alike so many are told.
pub fn render(
    diagnostics: &[Diagnostic],
    sources: &BTreeMap<String, String>,
    colour: bool,
    most_alike: usize,
) -> String {
    use std::fmt::Write;
    let paint = Paint { colour };
    let mut text = String::new();
    // Each kind with its first finding and how many there are, in the order of their first.
    let mut kinds: Vec<(&Diagnostic, usize)> = Vec::new();
    let mut places: BTreeMap<Kind<'_>, usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        let place = *places.entry(Kind::of(diagnostic)).or_insert(kinds.len());
        if place == kinds.len() {
            kinds.push((diagnostic, 0));
        }
        let Some((_, count)) = kinds.get_mut(place) else { continue };
        *count += 1;
        if *count <= most_alike {
            render_one(diagnostic, sources, paint, &mut text);
            text.push('\n');
        }
    }
    let more = kinds.iter().filter(|(_, count)| *count > most_alike);
    let mut any = false;
    for (first, count) in more {
        let (word, hue) = word_of(first.severity);
        let head = paint.bold(hue, &format!("{} more", count - most_alike));
        let rule = first.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let words = format!("{word}[{}]: {}{rule}", first.code, first.message);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{head} like {}", visible(&words));
        any = true;
    }
    if any {
        text.push_str("`salient validate --all` tells all of them\n\n");
    }
    text
}

/// How many findings of a kind are told.
const MOST_ALIKE: usize = 10;

/// What findings that are alike have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Kind<'a> {
    severity: Severity,
    code: salient_schema::Code,
    rule: Option<&'a str>,
    /// The message without what is different each time.
    message: String,
}

impl<'a> Kind<'a> {
    fn of(diagnostic: &'a Diagnostic) -> Self {
        let rule = diagnostic.rule.as_deref();
        let message = shape(&diagnostic.message);
        Self { severity: diagnostic.severity, code: diagnostic.code, rule, message }
    }
}

/// A message without quoted names, and without words that hold a digit: hexes, counters, numbers.
fn shape(message: &str) -> String {
    let mut shape = String::new();
    let mut rest = message;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let closing = match c {
            '"' | '\'' | '`' => Some(c),
            '“' => Some('”'),
            _ => None,
        };
        // An apostrophe in a word opens nothing.
        let opens = !shape.ends_with(char::is_alphanumeric);
        match closing.filter(|_| opens).and_then(|closing| after.split_once(closing)) {
            Some((_, after)) => {
                shape.push('"');
                rest = after;
            }
            None => {
                shape.push(c);
                rest = after;
            }
        }
    }
    let words = shape
        .split(' ')
        .map(|word| if word.contains(|c: char| c.is_ascii_digit()) { "#" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// How many errors, warnings and notes there are, in words: `2 errors and 1 warning`.
pub fn count_in_words(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let parts: Vec<String> = [
        (count(Severity::Error), "error"),
        (count(Severity::Warning), "warning"),
        (count(Severity::Note), "note"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, word)| plural(number, word))
    .collect();
    match parts.as_slice() {
        [] => "no problems".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn render_one(
    diagnostic: &Diagnostic,
    sources: &BTreeMap<String, String>,
    paint: Paint,
    text: &mut String,
) {
    use std::fmt::Write;
    let (word, hue) = word_of(diagnostic.severity);
    let head = paint.bold(hue, &format!("{word}[{}]", diagnostic.code));
    let rule = diagnostic.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    // What comes from files must not be taken for our own colours.
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{head}: {}", visible(&format!("{}{rule}", diagnostic.message)));

    let place = &diagnostic.place;
    let gutter = place.line.map_or(1, |line| line.to_string().len());
    let bar = paint.plain(Hue::Blue, "|");
    if let Some(file) = &place.file {
        let arrow = paint.plain(Hue::Blue, "-->");
        let position = place
            .line
            .map(|line| format!(":{line}:{}", place.column.unwrap_or(1)))
            .unwrap_or_default();
        let _ = writeln!(text, "{:gutter$}{arrow} {}{position}", "", visible(file));
    }
    if let (Some(file), Some(line)) = (&place.file, place.line)
        && let Some(source) = sources.get(file).and_then(|source| nth_line(source, line))
    {
        let excerpt = Excerpt::new(source, place.column.unwrap_or(1));
        let number = paint.plain(Hue::Blue, &line.to_string());
        let carets = paint.bold(hue, &"^".repeat(excerpt.width));
        let _ = writeln!(text, "{:gutter$} {bar}", "");
        let _ = writeln!(text, "{number} {bar} {}", excerpt.text);
        let _ =
            writeln!(text, "{:gutter$} {bar} {:offset$}{carets}", "", "", offset = excerpt.offset);
    }
    let equals = paint.plain(Hue::Blue, "=");
    let at: Vec<String> = [
        place.pointer.as_ref().filter(|pointer| !pointer.is_empty()).cloned(),
        place.hex.as_ref().map(|hex| format!("hex {hex}")),
        place.counter.as_ref().map(|counter| format!("counter {counter}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !at.is_empty() {
        let _ = writeln!(text, "{:gutter$} {equals} at {}", "", visible(&at.join(", ")));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "{:gutter$} {equals} help: {}", "", visible(help));
    }
}

fn word_of(severity: Severity) -> (&'static str, Hue) {
    match severity {
        Severity::Error => ("error", Hue::Red),
        Severity::Warning => ("warning", Hue::Yellow),
        Severity::Note => ("note", Hue::Cyan),
    }
}

fn nth_line(source: &str, line: u32) -> Option<&str> {
    source.lines().nth(usize::try_from(line.checked_sub(1)?).ok()?)
}

/// The part of a line that is shown, and where the carets stand under it.
struct Excerpt {
    text: String,
    offset: usize,
    width: usize,
}

impl Excerpt {
    fn new(line: &str, column: u32) -> Self {
        // Tabs and what a terminal obeys would put the carets elsewhere, or worse.
        let is_seen =
            |c: char| c != '\t' && matches!(visible(c.encode_utf8(&mut [0; 4])), Cow::Borrowed(_));
        let characters: Vec<char> =
            line.chars().map(|c| if is_seen(c) { c } else { ' ' }).collect();
        let at = (column.saturating_sub(1) as usize).min(characters.len());
        let token = token_width(&characters[at..]);
        let indent = characters.iter().take_while(|c| **c == ' ').count();
        let (start, cut) = if at < indent + EXCERPT - 16 {
            (indent.min(at), false)
        } else {
            (at - EXCERPT / 2, true)
        };
        let end = (start + EXCERPT).min(characters.len());
        let mut text: String = characters[start..end].iter().collect();
        if cut {
            text.insert(0, '…');
        }
        if end < characters.len() {
            text.push('…');
        }
        Self {
            text,
            offset: at - start + usize::from(cut),
            width: token.clamp(1, (end - at).max(1)),
        }
    }
}

/// How far the JSON token runs that begins here.
fn token_width(rest: &[char]) -> usize {
    match rest.first() {
        Some('"') => {
            let mut escaped = false;
            for (i, character) in rest.iter().enumerate().skip(1) {
                match character {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => return i + 1,
                    _ => {}
                }
            }
            rest.len()
        }
        Some(c) if c.is_alphanumeric() || *c == '-' => {
            rest.iter().take_while(|c| c.is_alphanumeric() || "+-.".contains(**c)).count()
        }
        _ => 1,
    }
}

#[derive(Clone, Copy)]
enum Hue {
    Red,
    Yellow,
    Cyan,
    Blue,
}

/// ANSI colours, or none.
#[derive(Clone, Copy)]
struct Paint {
    colour: bool,
}

impl Paint {
    fn bold(self, hue: Hue, text: &str) -> String {
        self.code("1;", hue, text)
    }

    fn plain(self, hue: Hue, text: &str) -> String {
        self.code("", hue, text)
    }

    fn code(self, weight: &str, hue: Hue, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let number = match hue {
            Hue::Red => 31,
            Hue::Yellow => 33,
            Hue::Blue => 34,
            Hue::Cyan => 36,
        };
        format!("\u{1b}[{weight}{number}m{text}\u{1b}[0m")
    }
}

#[cfg(test)]
mod tests {
    use salient_schema::Code;

    use super::*;

    fn rendered(source: &str, diagnostic: Diagnostic) -> String {
        let sources = BTreeMap::from([("map.json".to_owned(), source.to_owned())]);
        render_diagnostics(&[diagnostic], &sources, false)
    }

    #[test]
    fn shows_the_line_the_place_and_what_to_do() {
        let diagnostic =
            Diagnostic::error(Code::DanglingReference, "no terrain is called \"wods\"")
                .file("map.json")
                .pointer("/terrain/palette/w")
                .hex("0304")
                .at(2, 8)
                .help("did you mean \"woods\"?");
        let expected = r#"error[dangling-reference]: no terrain is called "wods"
 --> map.json:2:8
  |
2 | "w": "wods"
  |      ^^^^^^
  = at /terrain/palette/w, hex 0304
  = help: did you mean "woods"?

"#;
        assert_eq!(rendered("{\n  \"w\": \"wods\"\n}\n", diagnostic), expected);
    }

    #[test]
    fn cuts_long_lines_around_the_place() {
        let source = format!("{}\"here\"{}", "é".repeat(500), "z".repeat(500));
        let diagnostic = Diagnostic::warning(Code::Schema, "what").file("map.json").at(1, 501);
        let text = rendered(&source, diagnostic);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[3].chars().count() < 110, "{text}");
        let caret = lines[4].chars().position(|c| c == '^').unwrap();
        let quote = lines[3].chars().position(|c| c == '"').unwrap();
        assert_eq!(caret, quote, "{text}");
    }

    #[test]
    fn bears_places_that_are_not_there() {
        for (line, column) in [(0, 0), (1, 4_000_000), (99, 1), (u32::MAX, u32::MAX)] {
            let diagnostic =
                Diagnostic::note(Code::Schema, "what").file("map.json").at(line, column);
            assert!(rendered("{}\n", diagnostic).starts_with("note[schema]: what\n"));
        }
    }

    #[test]
    fn alike_problems_are_told_ten_times_and_then_counted() {
        let stray = |number: usize| {
            let message = format!("'unit-{number}' isn't on the map, but in {number}02");
            Diagnostic::warning(Code::Rule, message).file("map.json").rule("KB 7.1")
        };
        let mut found: Vec<_> = (0..289).map(stray).collect();
        found.push(
            Diagnostic::warning(Code::Rule, "'a' isn't there").file("map.json").rule("KB 7.1"),
        );
        let text = render_diagnostics(&found, &BTreeMap::new(), false);
        assert_eq!(text.matches("isn't on the map").count(), 11, "{text}");
        assert!(text.contains("'a' isn't there"), "{text}");
        let told = "279 more like warning[rule]: 'unit-0' isn't on the map, but in 002 (KB 7.1)\n";
        assert!(text.contains(told), "{text}");
        assert!(text.ends_with("`salient validate --all` tells all of them\n\n"), "{text}");
        let all = render(&found, &BTreeMap::new(), false, usize::MAX);
        assert_eq!(all.matches("isn't on the map").count(), 289);
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_and_our_colours_stay() {
        let diagnostic = Diagnostic::error(Code::Schema, "\u{1b}[2Jno \u{202e}dnik")
            .file("a\u{1b}b.json")
            .hex("\u{9b}1")
            .help("\u{7}");
        let sources = BTreeMap::from([("a\u{1b}b.json".to_owned(), "\u{1b}[31m\n".to_owned())]);
        let text = render_diagnostics(&[diagnostic.clone().at(1, 1)], &sources, false);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("\\u001b[2Jno \\u202ednik"), "{text}");
        let painted = render_diagnostics(&[diagnostic], &sources, true);
        assert!(painted.starts_with("\u{1b}[1;31merror"), "{painted:?}");
        assert!(!painted.contains("\u{1b}[2J"), "{painted:?}");
    }

    #[test]
    fn counts_in_words() {
        let error = Diagnostic::error(Code::Schema, "");
        let note = Diagnostic::note(Code::Schema, "");
        assert_eq!(count_in_words(&[]), "no problems");
        assert_eq!(count_in_words(&[error.clone(), note, error]), "2 errors and 1 note");
    }
}
