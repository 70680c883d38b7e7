//! Chapters and rules with their numbers: the designer's own, or, in a book whose designer gives
//! none, one after the other.

use salient_rules::book::{self, Rule, Text};

use crate::citations::Chapter;

/// The rules of a chapter while they are written.
#[derive(Default)]
pub struct Rules {
    rules: Vec<Written>,
    /// The game has nothing of what the chapter is about.
    is_none: bool,
}

struct Written {
    /// The number that the designer gives it.
    own: Option<String>,
    rule: Rule,
}

impl Rules {
    /// Adds a rule, with the number that the designer gives it.
    pub fn add(&mut self, title: &str, own: Option<&str>, text: impl Into<Text>) -> &mut Rule {
        let own = own.map(str::trim).filter(|own| !own.is_empty()).map(str::to_owned);
        let rule = Rule { title: title.to_owned(), ..Rule::new("", text.into().end()) };
        self.rules.push(Written { own, rule });
        let last = self.rules.len() - 1;
        &mut self.rules[last].rule
    }

    /// Whether nothing is written yet.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Says that the game has nothing of what the chapter is about.
    pub fn none(&mut self, text: &str) {
        self.is_none = true;
        self.add("", None, text);
    }

    /// A chapter that only some books have, behind all others; none without rules.
    pub fn last(self, title: &str, number: Option<usize>, citation: &str) -> Option<book::Chapter> {
        let rules = match number {
            Some(number) => self.in_order(number, citation),
            None => self.by_own_numbers(citation),
        };
        let number = number.map(head).unwrap_or_default();
        (!rules.is_empty()).then(|| book::Chapter { number, title: title.to_owned(), rules })
    }

    /// Its rules, those without a number of their own numbered in their order.
    fn in_order(self, chapter: usize, citation: &str) -> Vec<Rule> {
        let mut count = 0;
        let numbered = self.rules.into_iter().map(|written| {
            let number = match &written.own {
                Some(own) => shown(own, citation).to_owned(),
                None => {
                    count += 1;
                    format!("{chapter}.{count}")
                }
            };
            Rule { number, ..written.rule }
        });
        numbered.collect()
    }

    /// Its rules by the designer's numbers, each with those that follow it without one.
    fn by_own_numbers(self, citation: &str) -> Vec<Rule> {
        let mut groups: Vec<(String, Vec<Rule>)> = Vec::new();
        for Written { own, rule } in self.rules {
            let number = own.map(|own| shown(&own, citation).to_owned());
            let known = match &number {
                Some(number) => groups.iter().position(|(known, _)| known == number),
                None => groups.len().checked_sub(1),
            };
            match known.and_then(|at| groups.get_mut(at)) {
                Some((_, rules)) => rules.push(rule),
                None => groups.push((number.unwrap_or_default(), vec![rule])),
            }
        }
        groups.sort_by_key(|(number, _)| parts(number));
        let rules = groups.into_iter().flat_map(|(number, rules)| {
            let mut number = Some(number);
            rules.into_iter().map(move |rule| {
                let number = number.take().unwrap_or_default();
                Rule { number, ..rule }
            })
        });
        rules.collect()
    }

    /// The chapter of the designer's that it belongs to: that of the first of its own numbers.
    fn own_chapter(&self, citation: &str) -> Option<u32> {
        let mut own = self.rules.iter().filter_map(|written| written.own.as_deref());
        own.find_map(|own| parts(shown(own, citation)).first().copied())
    }
}

/// The chapters of a book in their order, and whether the designer numbers its rules himself.
pub fn chapters(written: Vec<(Chapter, Rules)>, citation: &str) -> (Vec<book::Chapter>, bool) {
    let own: Vec<Option<u32>> =
        written.iter().map(|(_, rules)| rules.own_chapter(citation)).collect();
    if own.iter().all(Option::is_none) {
        let chapters = written.into_iter().map(|(chapter, rules)| book::Chapter {
            number: head(chapter.number()),
            title: chapter.title().to_owned(),
            rules: rules.in_order(chapter.number(), citation),
        });
        return (chapters.collect(), false);
    }
    // What the game has not is no chapter of the designer's.
    let mut chapters: Vec<(u32, book::Chapter)> = Vec::new();
    for ((chapter, rules), number) in written.into_iter().zip(&own) {
        if rules.is_none {
            continue;
        }
        // Refusals cite it by its place, where the designer gives it no number.
        let place = chapter.number() as u32;
        let free = (!own.contains(&Some(place))).then_some(place);
        let number = number.or(free);
        let before = chapters.last().map_or(0, |(before, _)| *before);
        let rules = rules.by_own_numbers(citation);
        let title = chapter.title().to_owned();
        let head = number.map_or_else(String::new, |number| head(number as usize));
        chapters.push((number.unwrap_or(before), book::Chapter { number: head, title, rules }));
    }
    chapters.sort_by_key(|(number, _)| *number);
    (chapters.into_iter().map(|(_, chapter)| chapter).collect(), true)
}

/// The number of a chapter as refusals cite it.
fn head(number: usize) -> String {
    format!("{number}.0")
}

/// A rule's number within its own book, which does not cite itself by its name.
fn shown<'a>(own: &'a str, citation: &str) -> &'a str {
    own.strip_prefix(citation.trim()).unwrap_or(own).trim()
}

/// The numbers that a rule's number is made of, by which rules are put in order.
fn parts(number: &str) -> Vec<u32> {
    number.split('.').map_while(|part| part.trim().parse().ok()).collect()
}
