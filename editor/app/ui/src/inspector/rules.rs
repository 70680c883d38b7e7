//! The tab "Rules": what the rules ask, by number, in our own words.

use egui::{CollapsingHeader, Label, RichText, ScrollArea, TextEdit, Ui};
use salient_rules::rule_table::{Row, rows};

use super::InspectorInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, name_input, quiet};
use crate::request::Request;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Rules {
    text: String,
    /// The rules of the system with this id.
    read: Option<(String, Vec<Row>)>,
    /// The rule to open, by its number, and whether it was scrolled to.
    asked: Option<(String, bool)>,
}

impl Rules {
    /// Opens a rule as it is cited: `KB 7.21`.
    pub fn open(&mut self, cited: &str) {
        self.text.clear();
        self.asked = Some((number_of(cited).to_owned(), false));
    }

    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, _requests: &mut Vec<Request>) {
        let ruleset = input.document.ruleset();
        if self.read.as_ref().is_none_or(|(id, _)| id != ruleset.system()) {
            self.read = Some((
                ruleset.system().to_owned(),
                rows(input.document.systems(), ruleset.system()),
            ));
        }
        let Some((_, rules)) = &self.read else { return };
        if rules.is_empty() {
            none_yet(ui, &ruleset.title, self.asked.as_ref().map(|(number, _)| number.as_str()));
            return;
        }
        ui.horizontal(|ui| {
            let width = ui.available_width() - 40.0;
            let field = TextEdit::singleline(&mut self.text)
                .hint_text("Number or word")
                .desired_width(width.max(80.0));
            let field = ui.add(field);
            name_input(&field, "Search the rules");
            if icon_button(ui, Icon::Close, "Show all rules", !self.text.is_empty()).clicked() {
                self.text.clear();
            }
        });
        quiet(ui, format!("{}: what each rule asks, in our own words.", ruleset.title));
        ui.add_space(theme::GAP);
        let found: Vec<&Row> = rules.iter().filter(|rule| fits(rule, &self.text)).collect();
        let asked = self.asked.as_ref().map(|(number, _)| number.clone());
        let shown = asked.as_deref().and_then(|number| nearest(rules, number));
        if let (Some(number), None) = (&asked, shown) {
            quiet(ui, format!("The rule {number} has no text here."));
        }
        let scroll = self.asked.as_mut().is_some_and(|(_, done)| !std::mem::replace(done, true));
        let citation = &ruleset.citation;
        ScrollArea::vertical().auto_shrink(false).id_salt("rules").show(ui, |ui| {
            if found.is_empty() {
                quiet(ui, "No rule has these words.");
            }
            let searching = !self.text.trim().is_empty();
            for chapter in found.chunk_by(|one, other| chapter(one) == chapter(other)) {
                let Some(first) = chapter.first() else { continue };
                let here =
                    shown.is_some_and(|shown| chapter.iter().any(|rule| rule.number == shown));
                let open = (searching && found.len() <= 40) || (scroll && here);
                let title = format!("{citation} {}  {}", self::chapter(first), title_of(chapter));
                let text = RichText::new(title).font(theme::strong(15.0));
                CollapsingHeader::new(text)
                    .id_salt(("chapter", self::chapter(first), searching))
                    .default_open(here)
                    .open(open.then_some(true))
                    .show(ui, |ui| {
                        for rule in chapter {
                            let is_asked = shown == Some(rule.number.as_str());
                            let response = one(ui, citation, rule, is_asked);
                            if is_asked && scroll {
                                response.scroll_to_me(Some(egui::Align::Center));
                            }
                        }
                    });
            }
        });
    }
}

fn one(ui: &mut Ui, citation: &str, rule: &Row, asked: bool) -> egui::Response {
    let add = |ui: &mut Ui| {
        let head = format!("{citation} {}  {}", rule.number, rule.title);
        let ink = if asked { palette(ui).accent } else { ui.visuals().text_color() };
        ui.add(Label::new(RichText::new(head).font(theme::strong(14.0)).color(ink)).wrap());
        ui.add(Label::new(&rule.asks).wrap());
    };
    let response = ui.scope(|ui| if asked { card(ui, add) } else { add(ui) }).response;
    ui.add_space(4.0);
    response
}

fn none_yet(ui: &mut Ui, title: &str, asked: Option<&str>) {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        ui.heading("No rule texts yet");
        quiet(ui, format!("Nobody has put the rules of {title} into words here so far."));
        if let Some(number) = asked {
            quiet(ui, format!("Look the rule {number} up in the rule book."));
        }
    });
}

/// The number of a rule as it is cited: `7.21` of `KB 7.21`, `6.2` of `1914 6.2`.
fn number_of(cited: &str) -> &str {
    let numbers =
        || cited.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    numbers().find(|word| word.contains('.')).or_else(|| numbers().next_back()).unwrap_or(cited)
}

/// The chapter that a rule stands in: `7` of `7.21`.
fn chapter(rule: &Row) -> &str {
    rule.number.split_once('.').map_or(rule.number.as_str(), |(chapter, _)| chapter)
}

/// What a chapter is called: after its rule 7.0, or else its first. That is about the chapter's matter
/// "in general".
fn title_of<'a>(chapter: &[&'a Row]) -> &'a str {
    let head = chapter.iter().find(|rule| rule.number.ends_with(".0")).or(chapter.first());
    let title = head.map(|rule| rule.title.as_str()).unwrap_or_default();
    title.strip_suffix(" in general").unwrap_or(title)
}

/// The rule with a number, or the nearest one above it: 7.2 or 7.0 for 7.21.
fn nearest<'a>(rules: &'a [Row], number: &str) -> Option<&'a str> {
    let by_number =
        |wanted: &str| rules.iter().map(|rule| rule.number.as_str()).find(|known| *known == wanted);
    let mut wanted = number.split('[').next().unwrap_or(number).to_owned();
    if let Some(exact) = by_number(number) {
        return Some(exact);
    }
    while wanted.contains('.') && !wanted.ends_with('.') {
        if let Some(found) = by_number(&wanted) {
            return Some(found);
        }
        wanted.pop();
    }
    let chapter = number.split('.').next()?;
    by_number(&format!("{chapter}.0")).or_else(|| {
        rules.iter().map(|r| r.number.as_str()).find(|n| n.split('.').next() == Some(chapter))
    })
}

fn fits(rule: &Row, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let number = number_of(&text);
    text.is_empty()
        || (number.starts_with(|c: char| c.is_ascii_digit()) && rule.number.starts_with(number))
        || rule.title.to_lowercase().contains(&text)
        || rule.asks.to_lowercase().contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(numbers: &[&str]) -> Vec<Row> {
        let one = |number: &&str| Row {
            number: (*number).to_owned(),
            title: "Stacking".to_owned(),
            asks: "Twelve points in a hex.".to_owned(),
            implemented: String::new(),
            cases: Vec::new(),
        };
        numbers.iter().map(one).collect()
    }

    #[test]
    fn a_chapter_is_called_after_what_it_is_about() {
        let mut all = rules(&["7.1", "7.0", "7.21"]);
        all[0].title = "The limit".to_owned();
        all[1].title = "Stacking in general".to_owned();
        assert_eq!(title_of(&all.iter().collect::<Vec<_>>()), "Stacking");
        assert_eq!(title_of(&[&all[0], &all[2]]), "The limit");
    }

    #[test]
    fn a_rule_is_found_as_it_is_cited() {
        let all = rules(&["7.0", "7.21", "14.13[4]", "18.1"]);
        for (cited, found) in [
            ("KB 7.21", Some("7.21")),
            ("KB 7.22", Some("7.0")),
            ("KB 14.13[4]", Some("14.13[4]")),
            ("KB 18.0", Some("18.1")),
            ("9.1", None),
        ] {
            assert_eq!(nearest(&all, number_of(cited)), found, "{cited}");
        }
        assert!(fits(&all[1], "7.2") && fits(&all[1], "twelve") && !fits(&all[1], "8"));
    }
}
