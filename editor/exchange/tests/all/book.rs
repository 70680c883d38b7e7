//! A rule book as a page of HTML and on paper.

use salient_art::Shape;
use salient_art::printed_page::PrintedPage;
use salient_exchange::{book, print};
use salient_rules::book::{Book, Chapter, Point, Rows, Rule, Table, Text};

/// A book of a few pages with all that a book may have.
fn sample() -> Book {
    let mut chapters = vec![Chapter {
        number: "1.0".to_owned(),
        title: "Sequence of play".to_owned(),
        rules: vec![Rule {
            points: vec![
                Point { depth: 0, mark: "A.".to_owned(), text: "Movement".into() },
                Point { depth: 1, mark: String::new(), text: "By <rail>".into() },
            ],
            ..Rule::new("1.1", Text::from("Each game-turn has these steps").cite("XX 1.1").end())
        }],
    }];
    for number in 2..12 {
        let rules = (1..14).map(|rule| {
            let words = "Units may do this & that, and as far as it is told here nothing else";
            let title = format!("Rule {rule}");
            Rule { title, ..Rule::new(format!("{number}.{rule}"), Text::from(words).end()) }
        });
        let title = format!("Chapter {number}");
        chapters.push(Chapter { number: format!("{number}.0"), title, rules: rules.collect() });
    }
    let wide = "What stands here is longer than any column of a page can hold in one line of it";
    let cells = |first: &str| vec![first.to_owned(), "+1".to_owned(), wide.to_owned()];
    let table = Table {
        title: "Terrain Effects Chart".to_owned(),
        heads: ["Terrain", "Defence", "Other effects"].map(str::to_owned).into(),
        groups: vec![Rows { title: "Hexsides".to_owned(), rows: vec![cells("River")] }],
        key: vec![("DE".to_owned(), "The defender is eliminated.".to_owned())],
        notes: vec!["Costs are added.".to_owned()],
    };
    chapters[3].rules[0].tables.push(table);
    Book { title: "Drill".to_owned(), subtitle: vec!["Rules of play".to_owned()], chapters }
}

/// The words of a page, in the order in which they are set.
fn words(page: &PrintedPage) -> String {
    let shapes = page.scenes.iter().flat_map(|placed| &placed.scene.shapes);
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_page_has_every_rule_and_no_markup_of_its_words() {
    let made = book::html(&sample(), "drill");
    assert_eq!(made.files[0].name, "drill.html");
    let page = String::from_utf8(made.files[0].bytes.clone()).unwrap();
    for told in [
        "<b>Rule 13.</b>",
        "By &lt;rail&gt;",
        "this &amp; that",
        "<span class=\"rule\">(XX 1.1)</span>.",
        "<a href=\"#chapter-11\">11.0 Chapter 11</a>",
        "id=\"chapter-11\"",
        "<dt>DE</dt><dd>The defender is eliminated.</dd>",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("<rail>") && !page.contains("<script"));
    assert!(!page.contains("http://") && !page.contains("https://"));
}

#[test]
fn paper_has_every_rule_within_its_margins_and_contents_that_lead_there() {
    let sample = sample();
    for paper in [print::Paper::A4, print::Paper::Letter] {
        let wishes = print::Wishes { paper, ..print::Wishes::default() };
        let pages = book::pages(&sample, &wishes).unwrap();
        assert!(pages.len() > 1);
        let all: String = pages.iter().map(words).collect::<Vec<_>>().join(" ");
        let all: String = all.split_whitespace().collect();
        for chapter in &sample.chapters {
            for rule in &chapter.rules {
                let told = format!("{}{}", rule.number, rule.title);
                let told: String = told.split_whitespace().collect();
                assert!(all.contains(&told), "{told}");
            }
            let name = format!("{} {}", chapter.number, chapter.title);
            let at = pages.iter().position(|page| page.parts.contains(&name)).unwrap();
            let led = format!("{name} {}", at + 1);
            assert!(words(&pages[0]).contains(&led), "{led}: {}", words(&pages[0]));
        }
        assert!(all.contains("DE:Thedefenderiseliminated."), "{all}");
        let [width, height] = paper.size();
        for page in &pages {
            assert_eq!(page.size, [width, height]);
            for placed in &page.scenes {
                for shape in &placed.scene.shapes {
                    let [[x0, y0], [x1, y1]] = shape.bounds().unwrap();
                    let fits = x0 >= 9.0 && y0 >= 8.0 && x1 <= width - 9.0 && y1 <= height - 8.0;
                    assert!(fits, "{shape:?}");
                }
            }
        }
    }
    let made = book::pdf(&sample, "drill", &print::Wishes::default()).unwrap();
    assert_eq!(made.files[0].name, "drill.pdf");
    assert!(made.files[0].bytes.starts_with(b"%PDF-"));
    let narrow = print::Wishes { margin_mm: 900.0, ..print::Wishes::default() };
    assert!(book::pdf(&sample, "drill", &narrow).is_err());
}
