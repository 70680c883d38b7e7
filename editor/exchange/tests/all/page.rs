//! The page of a test-run: whole, safe, self-contained. `UPDATE_GOLDEN=1 cargo test -p
//! salient-exchange` writes its outline anew; look at it before it is committed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use salient_exchange::report_page as page;
use salient_lab::{
    EndingReport, Options, ReplacementReport, ReplacementUse, Report, Share, StandingReport,
    StandingTurn,
};
use salient_rules::Bot;
use salient_rules::Systems;
use salient_schema::{Bundle, Disk};

/// Sections that every page has, beside the first screen.
const SECTIONS: [&str; 9] =
    ["facts", "points", "losses", "combat", "ground", "front", "units-met", "rules", "how"];

fn bundle() -> Bundle {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/kaisers-battle/kaisers-battle.json");
    salient_schema::open_project(&Disk, path).0.unwrap().bundle
}

/// The systems whose games are reported on.
const SYSTEMS: Systems =
    Systems::new(&[&salient_kaisers_battle::Rulebook, &salient_storm_in_the_west::Rulebook]);

fn run(bundle: &Bundle, games: u32, seed: u64, stopped: bool) -> Report {
    let bots = vec![Bot::HEURISTIC; bundle.ruleset.sides.len()];
    let options = Options { games, seed, bots, until: None };
    salient_lab::run(SYSTEMS, bundle, &options, &|_| {}, &AtomicBool::new(stopped)).unwrap()
}

/// The page of a short run, compared with another.
fn example() -> &'static str {
    static PAGE: OnceLock<String> = OnceLock::new();
    PAGE.get_or_init(|| {
        let bundle = bundle();
        let (first, second) = (run(&bundle, 12, 1, false), run(&bundle, 12, 2, false));
        page::report(&bundle, &first, Some(&salient_lab::compare(&first, &second))).unwrap()
    })
}

/// A start tag with its attributes, an end tag, or text, as they follow each other.
#[derive(Debug, PartialEq)]
enum Token<'a> {
    Start(&'a str, Vec<(&'a str, &'a str)>),
    End(&'a str),
    Text(&'a str),
}

/// Elements without content.
const VOID: [&str; 6] = ["meta", "input", "br", "img", "link", "hr"];

/// Reads markup as strictly as this page is written: every attribute quoted, no stray `<`.
fn tokens(page: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        if at > 0 {
            tokens.push(Token::Text(&rest[..at]));
        }
        rest = &rest[at + 1..];
        if let Some(doctype) = rest.strip_prefix("!DOCTYPE html>") {
            rest = doctype;
            continue;
        }
        if let Some(end) = rest.strip_prefix('/') {
            let close = end.find('>').unwrap();
            tokens.push(Token::End(&end[..close]));
            rest = &end[close + 1..];
            continue;
        }
        let name_end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap();
        let name = &rest[..name_end];
        assert!(!name.is_empty(), "a stray <: {}", &rest[..rest.len().min(60)]);
        rest = &rest[name_end..];
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break;
            }
            let end = rest.find(['=', ' ', '>']).unwrap();
            let attribute = &rest[..end];
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            assert!(!attribute.is_empty() && attribute.chars().all(plain), "{attribute}");
            rest = &rest[end..];
            if let Some(value) = rest.strip_prefix("=\"") {
                let close = value.find('"').unwrap();
                attributes.push((attribute, &value[..close]));
                rest = &value[close + 1..];
            } else {
                attributes.push((attribute, ""));
            }
        }
        tokens.push(Token::Start(name, attributes));
        if name == "script" || name == "style" {
            let close = rest.find(&format!("</{name}>")).unwrap();
            tokens.push(Token::Text(&rest[..close]));
            rest = &rest[close..];
        }
    }
    tokens
}

/// Checks that elements nest, and that what is referred to is there.
fn check(page: &str) {
    let mut open = Vec::new();
    let mut ids = BTreeSet::new();
    let mut wanted = BTreeSet::new();
    for token in tokens(page) {
        match token {
            Token::Start(name, attributes) => {
                for (attribute, value) in attributes {
                    match attribute {
                        "id" => assert!(ids.insert(value), "two elements are called {value}"),
                        "aria-labelledby" | "data-copy" => drop(wanted.insert(value)),
                        "href" | "src" => {
                            let own = value.strip_prefix('#');
                            let own = own.unwrap_or_else(|| panic!("{name} requests {value}"));
                            wanted.insert(own);
                        }
                        _ => assert!(!attribute.starts_with("on"), "{attribute}={value}"),
                    }
                }
                if !VOID.contains(&name) {
                    open.push(name);
                }
            }
            Token::End(name) => assert_eq!(open.pop(), Some(name), "elements cross"),
            Token::Text(_) => {}
        }
    }
    assert!(open.is_empty(), "{open:?} never end");
    let missing: Vec<_> = wanted.difference(&ids).collect();
    assert!(missing.is_empty(), "nothing is called {missing:?}");
    assert_eq!(page.matches("<script").count(), 2, "the data and the script");
}

/// The page without its style and script.
fn body(page: &str) -> &str {
    &page[page.find("<header").unwrap()..page.find("</main>").unwrap()]
}

/// What a reader with a screen reader goes by: sections, headings, tables, pictures.
fn outline(page: &str) -> String {
    let mut outline = String::new();
    let mut within: Option<(&str, String)> = None;
    let mut add = |line: String| {
        outline.push_str(&line);
        outline.push('\n');
    };
    for token in tokens(page) {
        match token {
            Token::Start("section", attributes) => {
                let id = attributes.iter().find(|(name, _)| *name == "id").unwrap().1;
                add(format!("section {id}"));
            }
            Token::Start("svg", attributes) => {
                if attributes.contains(&("role", "img")) {
                    let said = attributes.iter().find(|(name, _)| *name == "aria-label").unwrap();
                    assert!(!said.1.is_empty(), "a picture tells nothing");
                    add("  picture".to_owned());
                }
            }
            Token::Start("table", _) => add("  table".to_owned()),
            Token::Start(name @ ("h2" | "h3" | "caption"), _) => {
                within = Some((name, String::new()));
            }
            Token::End(name) => {
                if let Some((_, text)) = within.take_if(|(open, _)| *open == name) {
                    add(format!("    {name}: {text}"));
                }
            }
            Token::Text(text) => {
                if let Some((_, said)) = &mut within {
                    said.push_str(text);
                }
            }
            Token::Start(..) => {}
        }
    }
    outline
}

#[test]
fn the_page_is_well_formed_and_asks_for_nothing() {
    let page = example();
    check(page);
    for token in ["@import", "<link", "<iframe", "<img", "<object", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(token), "{token}");
    }
    for (at, _) in page.match_indices("url(") {
        let address = &page[at + 4..at + 9];
        assert_eq!(address, "data:", "{address}");
    }
    // The one mention of http is the policy's own name.
    assert_eq!(page.matches("http").count(), 1);
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn the_page_is_of_a_sensible_size() {
    let megabytes = example().len() as f64 / 1e6;
    assert!((0.5..3.0).contains(&megabytes), "{megabytes} MB");
}

#[test]
fn every_section_is_there_and_in_the_contents() {
    let page = example();
    for id in SECTIONS.into_iter().chain(["compared"]) {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    let bundle = bundle();
    for level in &bundle.scenario.victory.levels {
        assert!(page.contains(&level.name), "{}", level.name);
    }
    assert!(page.contains("--games 12 --seed 1 --bots heuristic,heuristic"));
}

#[test]
fn the_outline_is_as_it_was_reviewed() {
    // Without a comparison: how many tables that has depends on how the games go.
    let bundle = bundle();
    let page = page::report(&bundle, &run(&bundle, 12, 1, false), None).unwrap();
    let said = outline(body(&page));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/page.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &said).unwrap();
    }
    assert_eq!(said, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn no_word_of_the_data_becomes_markup() {
    let mut bundle = bundle();
    let hostile = "</script><script>alert(1)</script><b onmouseover='x'>\"&amp;";
    bundle.scenario.title = hostile.to_owned();
    for side in &mut bundle.ruleset.sides {
        side.name.push_str(hostile);
    }
    for turn in &mut bundle.scenario.turns {
        turn.label.push_str(hostile);
    }
    for level in &mut bundle.scenario.victory.levels {
        level.name.push_str(hostile);
    }
    for feature in &mut bundle.map.features.items {
        feature.name = Some(hostile.to_owned());
    }
    for counter in bundle.orders_of_battle.iter_mut().flat_map(|oob| &mut oob.counters) {
        counter.designation.push_str(hostile);
    }
    let report = run(&bundle, 2, 1, false);
    let comparison = salient_lab::compare(&report, &report);
    let page = page::report(&bundle, &report, Some(&comparison)).unwrap();
    check(&page);
    assert!(!page.contains("<script>") && !page.contains("<b onmouseover"));
    assert!(page.contains("&lt;script&gt;alert(1)"));
    let data = page.split("id=\"hexes\">").nth(1).unwrap().split("</script>").next().unwrap();
    assert!(data.contains("\\u003c/script>"), "names of hexes are data of the script");
}

#[test]
fn a_run_without_games_still_gives_a_page() {
    let bundle = bundle();
    let report = run(&bundle, 3, 1, true);
    assert_eq!(report.played, 0);
    let page = page::report(&bundle, &report, None).unwrap();
    check(&page);
    assert!(page.contains("No game came to its end."));
    assert!(!body(&page).contains("NaN"));
    for id in SECTIONS {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
}

#[test]
fn one_game_is_enough_for_a_page() {
    let bundle = bundle();
    let report = run(&bundle, 1, 5, false);
    let page = page::report(&bundle, &report, None).unwrap();
    check(&page);
    assert!(page.contains("too close to call") && !body(&page).contains("NaN"));
}

#[test]
fn a_report_of_another_map_is_refused() {
    let bundle = bundle();
    let mut report = run(&bundle, 1, 1, false);
    report.subject.hexes.pop();
    let refused = page::report(&bundle, &report, None);
    assert!(matches!(refused, Err(page::PageError::Foreign { .. })));
}

#[test]
fn the_same_run_gives_the_same_page() {
    let bundle = bundle();
    let write = || page::report(&bundle, &run(&bundle, 4, 9, false), None).unwrap();
    assert!(write() == write());
}

/// What the page does in a browser. Skipped, and said so, where there is no Chromium.
#[test]
fn tables_sort_and_the_front_plays() {
    let probe = r##"
        const out = [];
        const said = (what, value) => out.push(what + "=" + value);
        const table = document.getElementById("units");
        const cell = (row, at) => table.tBodies[0].rows[row].cells[at].textContent.trim();
        const head = (at) => table.tHead.rows[0].cells[at];
        head(0).querySelector("button").click();
        const up = cell(0, 0);
        said("sorted", head(0).getAttribute("aria-sort"));
        head(0).querySelector("button").click();
        said("turned", head(0).getAttribute("aria-sort") + (cell(0, 0) !== up));
        const value = (row) => Number(table.tBodies[0].rows[row].cells[5].dataset.v);
        head(5).querySelector("button").click();
        said("moves", value(0) >= value(1) && value(0) > value(table.tBodies[0].rows.length - 1));
        const search = document.getElementById("unit-search");
        search.value = "5GH";
        search.dispatchEvent(new Event("input"));
        const shown = [...table.tBodies[0].rows].filter((row) => !row.hidden);
        said("found", shown.length >= 1 && shown.length < table.tBodies[0].rows.length);
        const visible = () => [...document.querySelectorAll("#front p.turn")]
            .filter((p) => getComputedStyle(p).display !== "none").map((p) => p.textContent.trim());
        said("last", visible().length === 1 && visible()[0].startsWith("Turn 10"));
        document.getElementById("front-3").click();
        said("third", visible().length === 1 && visible()[0].startsWith("Turn 3"));
        document.getElementById("heat-lost").click();
        said("heat", getComputedStyle(document.querySelector(".layer.lost")).display
            + getComputedStyle(document.querySelector(".layer.fought")).display);
        const map = document.querySelector("#front .map svg");
        document.querySelector("#front").scrollIntoView();
        const box = map.getBoundingClientRect();
        map.dispatchEvent(new PointerEvent("pointermove", { bubbles: true,
            clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
        said("tip", document.querySelector("#front .tip").textContent.includes("German in"));
        document.querySelector(".timeline button").click();
        setTimeout(() => {
            said("playing", !visible()[0].startsWith("Turn 3"));
            document.title = out.join(";");
        }, 2500);
    "##;
    let script = format!(
        "<script nonce=\"salient\">addEventListener('load',()=>{{{probe}}})</script></body>"
    );
    let probed = example().replace("</body>", &script);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("page.html");
    std::fs::write(&path, probed).unwrap();
    let output = ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|browser| {
        std::process::Command::new(browser)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000"])
            .arg(format!("--user-data-dir={}", folder.join("browser").display()))
            .args(["--window-size=1300,900", "--dump-dom"])
            .arg(&path)
            .output()
            .ok()
    });
    let Some(output) = output else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let dom = String::from_utf8_lossy(&output.stdout);
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    assert_eq!(
        title,
        Some(
            "sorted=ascending;turned=descendingtrue;moves=true;found=true;last=true;third=true;\
             heat=gridnone;tip=true;playing=true"
        ),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn levels_endings_and_replacements_have_their_section_where_the_system_keeps_them() {
    let bundle = bundle();
    let mut report = run(&bundle, 2, 1, false);
    assert!(!page::report(&bundle, &report, None).unwrap().contains("id=\"levels\""));
    let side = report.subject.sides[1].id.clone();
    let value = report.turns[0].points;
    let turns = vec![StandingTurn { turn: 1, value, min: 0, max: 9 }];
    let (level, name) = ("morale".to_owned(), "Morale".to_owned());
    report.standings.push(StandingReport { level, name, side: side.clone(), nation: None, turns });
    report.endings.push(EndingReport {
        side: side.clone(),
        reason: "morale".to_owned(),
        words: "morale at 0".to_owned(),
        share: Share::new(2, 2),
        turn: value,
    });
    report.replacements.push(ReplacementReport {
        side,
        nation: Some("<b>land".to_owned()),
        pool: None,
        whole: ReplacementUse { received: value, spent: value, returned: value },
        turns: Vec::new(),
    });
    let page = page::report(&bundle, &report, None).unwrap();
    assert!(page.contains("id=\"levels\""));
    assert!(page.contains("Morale at 0") && page.contains("Morale, Allied"));
    assert!(page.contains("&lt;b&gt;land"), "data is never markup");
    tokens(&page);
}

#[test]
fn bars_beside_the_points_have_the_colour_of_the_level_that_games_ended_with() {
    // Levels that no number of points means, as where a side wins by taking a town.
    let mut bundle = bundle();
    for level in &mut bundle.scenario.victory.levels {
        (level.min, level.max) = (None, None);
    }
    let mut report = run(&bundle, 2, 1, false);
    let (first, last) =
        (report.levels[0].level.clone(), report.levels.last().unwrap().level.clone());
    for (game, level) in report.games.iter_mut().zip([first, last]) {
        game.outcome.points = 7;
        game.outcome.level = level;
    }
    let page = page::report(&bundle, &report, None).unwrap();
    let bars = page.split("class=\"endings\"").nth(1).unwrap().split("</svg>").next().unwrap();
    let colours: Vec<&str> =
        bars.split("fill:").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(colours.len(), 2, "{bars}");
    assert_ne!(colours[0], colours[1], "{bars}");
}
