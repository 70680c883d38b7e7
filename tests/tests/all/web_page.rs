//! The web page in Debian's Chromium: what a player does with it, by mouse, keys and fingers.

use std::io::Write;

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{Cli, Console, Exit};
use salient_exchange::web::{self, Log};
use salient_rules::Bot;
use salient_rules::Prepared;
use salient_schema::common::Rating;
use salient_schema::ruleset::RatingDef;
use salient_schema::{Bundle, Disk};
use salient_tests::browser::{Browser, Window};
use salient_tests::{FIXTURE_SYSTEMS, files_below, fixtures, root};
use serde_json::{Value, json};

const KAISER: &str = "kaisers-battle/kaisers-battle";
const STORM: &str = "storm-in-the-west/campaign";

/// Keys as WebDriver writes them.
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

fn bundle(scenario: &str) -> Bundle {
    let path = root().join(format!("scenarios/{scenario}.json"));
    salient_schema::open_project(&Disk, path.to_str().unwrap()).0.unwrap().bundle
}

/// A game between bots, as its log.
fn game_of(bundle: &Bundle) -> Vec<u8> {
    let mut game = Prepared::new(SYSTEMS, bundle).unwrap().start(3);
    while !game.is_over() {
        game.advance(&[Bot::HEURISTIC, Bot::HEURISTIC]);
    }
    let mut log = Vec::new();
    for event in game.events() {
        serde_json::to_writer(&mut log, event).unwrap();
        log.push(b'\n');
    }
    log
}

/// A page in a browser, with the file that it is read from.
struct Desk {
    browser: Browser,
    _folder: tempfile::TempDir,
}

impl Desk {
    /// `None` where there is no browser.
    fn new(bundle: &Bundle, with_game: bool, window: Window) -> Option<Self> {
        let log = with_game.then(|| Log::read("game.jsonl", &game_of(bundle)).unwrap());
        let parcel = web::html(SYSTEMS, bundle, log.as_ref(), None).unwrap();
        let browser = Browser::start(window)?;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        std::fs::File::create(&file).unwrap().write_all(&parcel.files[0].bytes).unwrap();
        browser.open(&file).unwrap();
        let desk = Self { browser, _folder: folder };
        desk.settle();
        Some(desk)
    }

    /// Until all is painted.
    fn settle(&self) {
        self.browser.wait("document.readyState === 'complete' && !pending && !travel").unwrap();
    }

    fn run(&self, script: &str) -> Value {
        self.browser.run(script).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The words of an element as they show; none where it does not.
    fn text(&self, selector: &str) -> String {
        let script = format!(
            "const one = document.querySelector({selector:?});
             return one?.getClientRects().length > 0 ? one.innerText : ''"
        );
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// Where a hex shows in the view.
    fn hex(&self, label: &str) -> [f64; 2] {
        let script = format!(
            "const [x, y] = toScreen(centres[grid.labels.indexOf({label:?})]);
             const box = canvas.getBoundingClientRect();
             return [box.left + x, box.top + y]"
        );
        serde_json::from_value(self.run(&script)).unwrap()
    }

    /// The colour that the canvas has left of the middle of a hex: on a counter if there is one, and
    /// beside whatever arrow begins or ends there.
    fn colour(&self, label: &str) -> [u8; 4] {
        self.settle();
        let script = format!(
            "const [at, y] = toScreen(centres[grid.labels.indexOf({label:?})]);
             const x = at - 0.25 * view.scale;
             return [...context.getImageData(x * view.ratio, y * view.ratio, 1, 1).data]"
        );
        serde_json::from_value(self.run(&script)).unwrap()
    }

    /// Nothing was asked of the network and nothing went wrong.
    fn is_sound(&self) {
        // The tests themselves read pixels, which the browser has a word about.
        let mut said = self.browser.console().unwrap();
        said.retain(|line| !line.contains("willReadFrequently"));
        assert_eq!(said, Vec::<String>::new());
        let requests = self.browser.requests().unwrap();
        let outside = |url: &String| !url.starts_with("file:///") && !url.starts_with("data:font/");
        assert_eq!(requests.iter().filter(|url| outside(url)).count(), 0, "{requests:?}");
        assert_eq!(requests.iter().filter(|url| url.starts_with("file:")).count(), 1);
    }
}

/// The designation that a unit's counter has on the page.
fn designation<'a>(bundle: &'a Bundle, id: &str) -> &'a str {
    let mut counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    &counters.find(|counter| counter.id == id).unwrap().designation
}

/// Runs `salient ARGS`: what it prints, or why it was refused.
fn salient(args: &[&str]) -> Result<String, String> {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied())).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    match salient::cli::run(&cli.command.unwrap(), &mut console) {
        Ok(Exit::Clean) => Ok(String::from_utf8(out).unwrap()),
        Ok(_) => Err(String::from_utf8(err).unwrap()),
        Err(error) => Err(format!("{error:#}")),
    }
}

/// A page's data, as its script reads it.
fn data_of(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_page_is_written_from_a_scenario_and_the_log_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let scenario = root().join(format!("scenarios/{STORM}.json"));
    let scenario = scenario.to_str().unwrap();
    std::fs::write(path("game.jsonl"), game_of(&bundle(STORM))).unwrap();
    let (page, log) = (path("page.html"), path("game.jsonl"));
    let to_html = ["export", scenario, "--to", "html", "-o", &page];
    let losses = salient(&[&to_html[..], &["--log", &log, "--format", "json"]].concat()).unwrap();
    let losses: Value = serde_json::from_str(&losses).unwrap();
    assert_eq!(losses["format"], json!("html"));
    assert!(losses["losses"].as_array().unwrap().iter().any(|loss| loss["kind"] == "georeference"));
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.len() < 3_000_000, "{} bytes", text.len());
    assert!(data_of(&text)["game"]["steps"].as_array().unwrap().len() > 500);

    // A log of another scenario, a cut one, and one where it makes no sense.
    std::fs::write(path("other.jsonl"), game_of(&bundle(KAISER))).unwrap();
    let said = salient(&[&to_html[..], &["--log", &path("other.jsonl")]].concat()).unwrap_err();
    assert!(said.contains("kaisers-battle"), "{said}");
    let whole = std::fs::read(&log).unwrap();
    std::fs::write(path("cut.jsonl"), &whole[..whole.len() / 2]).unwrap();
    let said = salient(&[&to_html[..], &["--log", &path("cut.jsonl")]].concat()).unwrap_err();
    assert!(said.contains("cut.jsonl:"), "{said}");
    let bundle_path = path("b.json");
    let said = salient(&["export", scenario, "--to", "bundle", "-o", &bundle_path, "--log", &log]);
    assert!(said.unwrap_err().contains("--log"));
}

#[test]
fn every_scenario_and_every_system_has_a_page_that_needs_nothing_else() {
    let scenarios = files_below(&root().join("scenarios"), ".json");
    let fixtures = FIXTURE_SYSTEMS.map(|system| fixtures().join(system).join("scenario.json"));
    let mut pages = 0;
    for file in scenarios.into_iter().chain(fixtures) {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.contains("scenario.schema.json") {
            continue;
        }
        let project = salient_schema::open_project(&Disk, file.to_str().unwrap()).0.unwrap();
        let bundle = project.bundle;
        let parcel = web::html(SYSTEMS, &bundle, None, None).unwrap();
        let page = String::from_utf8(parcel.files[0].bytes.clone()).unwrap();
        for outside in ["src=\"", "<link", "@import", "url(http", "<img", "<iframe", " style=\""] {
            assert!(!page.contains(outside), "{}: {outside}", file.display());
        }
        let data = data_of(&page);
        let hexes = usize::from(bundle.map.grid.columns) * usize::from(bundle.map.grid.rows);
        assert_eq!(data["grid"]["labels"].as_array().unwrap().len(), hexes);
        let counters: usize = bundle.orders_of_battle.iter().map(|book| book.counters.len()).sum();
        assert_eq!(data["counters"].as_array().unwrap().len(), counters);
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            let designation = counter.designation.replace('&', "&amp;");
            assert!(page.contains(&designation), "{}: {designation}", file.display());
        }
        pages += 1;
    }
    assert_eq!(pages, 28, "twenty-three scenarios and five fixtures");
}

#[test]
fn it_tells_when_a_step_comes_and_what_a_formation_has() {
    let mut bundle = bundle(KAISER);
    bundle.ruleset.sequence.last_mut().unwrap().every = Some(3);
    let (id, name) = ("limit".to_owned(), "Corps limit".to_owned());
    let limit = RatingDef { id, name, max: 9, ..RatingDef::default() };
    bundle.ruleset.counters.formation_ratings = vec![limit];
    let formation = &mut bundle.orders_of_battle[0].formations[0];
    formation.ratings.insert("limit".to_owned(), Rating::Number(3));
    let parcel = web::html(SYSTEMS, &bundle, None, None).unwrap();
    let page = String::from_utf8(parcel.files[0].bytes.clone()).unwrap();
    for told in ["every 3rd game-turn from 1", "Corps limit 3"] {
        assert!(page.contains(told), "{told}");
    }
}

#[test]
fn a_hex_tells_what_stands_in_it_by_mouse_and_by_click() {
    let bundle = bundle(KAISER);
    let Some(desk) = Desk::new(&bundle, false, Window::DESK) else { return };
    let placed = bundle.scenario.setup.placements.iter().find(|p| p.counters.len() > 1).unwrap();
    let top = designation(&bundle, &placed.counters[0]);
    let at = desk.hex(&placed.hex);
    desk.browser.point(at, false, false).unwrap();
    assert!(desk.text("#tip").starts_with(&placed.hex), "{}", desk.text("#tip"));
    assert!(desk.text("#hex-card").contains(&placed.hex));
    assert!(desk.text("#hex-card .stack").contains(top));

    desk.browser.point(at, true, false).unwrap();
    assert_eq!(
        desk.run("return document.querySelectorAll('#hex-card .stack > li').length"),
        json!(placed.counters.len())
    );
    // A hex that is open stays, whatever the pointer is over.
    desk.browser.point([at[0] + 200.0, at[1]], false, false).unwrap();
    assert!(desk.text("#hex-card h3").contains(&placed.hex));
    // The faces are painted, and not all alike.
    let colours = desk.run(
        "const face = document.querySelector('#hex-card canvas.face');
         const all = face.getContext('2d').getImageData(0, 0, face.width, face.height).data;
         return new Set(new Uint32Array(all.buffer)).size",
    );
    assert!(colours.as_u64().unwrap() > 20, "{colours}");
    desk.browser.click("#hex-close").unwrap();
    assert_eq!(desk.run("return opened"), json!(-1));
    desk.is_sound();
}

#[test]
fn the_scrubber_moves_counters_and_tells_the_event() {
    let bundle = bundle(KAISER);
    let Some(desk) = Desk::new(&bundle, true, Window::DESK) else { return };
    // The first move of a unit that stands alone into an empty hex.
    let found = desk.run(
        "for (const [number, step] of steps.entries()) {
           seek(number, false);
           const next = steps[number + 1];
           const [unit, hex] = next?.units?.[0] ?? [];
           if (next?.path?.length > 1 && next.units.length === 1 && hex >= 0 && !stacks.has(hex) &&
               stacks.get(here.hex[unit])?.length === 1)
             return [number, unit, grid.labels[here.hex[unit]], grid.labels[hex], next.text];
         }",
    );
    let [number, unit, from, to, words] = found.as_array().unwrap().as_slice() else { panic!() };
    let (from, to) = (from.as_str().unwrap(), to.as_str().unwrap());
    desk.run(&format!(
        "show(grid.labels.indexOf({to:?}), true); document.getElementById('follow').checked = false"
    ));
    // Whether a counter shows in a hex: its colour is another where counters are left out.
    let shows = |label: &str| {
        let with = desk.colour(label);
        desk.browser.click("#counters").unwrap();
        let without = desk.colour(label);
        desk.browser.click("#counters").unwrap();
        with != without
    };
    assert!(shows(from) && !shows(to));

    desk.browser.click("#on").unwrap();
    desk.settle();
    let now = desk.run(&format!("return grid.labels[here.hex[{unit}]]"));
    assert_eq!(now, json!(to));
    assert!(desk.text("#event").starts_with(words.as_str().unwrap()), "{}", desk.text("#event"));
    assert!(shows(to) && !shows(from), "the counter shows in its new hex");
    assert!(
        desk.run("return document.querySelector('#lines [aria-current]').innerText")
            .as_str()
            .unwrap()
            .contains(words.as_str().unwrap())
    );

    // Back by the scrubber's own key, and on to the end and the set-up by the buttons.
    desk.run("document.getElementById('scrub').focus()");
    desk.browser.keys(&[LEFT]).unwrap();
    assert_eq!(desk.run("return at"), *number);
    assert_eq!(desk.run(&format!("return grid.labels[here.hex[{unit}]]")), json!(from));
    desk.browser.click("#last").unwrap();
    assert!(desk.text("#event").contains("The game is over"), "{}", desk.text("#event"));
    let moved =
        desk.run("return data.setup.filter(([unit, hex]) => here.hex[unit] !== hex).length");
    assert!(moved.as_u64().unwrap() > 20);
    desk.browser.click("#first").unwrap();
    assert_eq!(
        desk.run("return data.setup.filter(([unit, hex]) => here.hex[unit] !== hex).length"),
        json!(0)
    );

    // It plays by itself, and stops.
    desk.browser.click("#play").unwrap();
    desk.browser.wait("playing && at > 2").unwrap();
    desk.browser.click("#play").unwrap();
    assert_eq!(desk.run("return playing"), json!(false));
    // Phase by phase and turn by turn.
    desk.browser.click("#turn-on").unwrap();
    desk.browser.click("#turn-on").unwrap();
    let turn = desk.run("return steps[at].turn").as_u64().unwrap();
    desk.browser.click("#turn-back").unwrap();
    assert!(desk.run("return steps[at].turn").as_u64().unwrap() < turn);
    let before = desk.run("return at").as_u64().unwrap();
    desk.browser.click("#phase-on").unwrap();
    assert!(desk.run("return at").as_u64().unwrap() > before);
    assert_eq!(desk.run("return steps[at].weight"), json!(1));
    desk.is_sound();
}

#[test]
fn search_finds_hexes_places_and_counters() {
    let bundle = bundle(KAISER);
    let Some(desk) = Desk::new(&bundle, false, Window::DESK) else { return };
    let placed = &bundle.scenario.setup.placements[7];
    let name = designation(&bundle, &placed.counters[0]);
    desk.browser.write("#find", name).unwrap();
    assert!(desk.text("#found").contains(name));
    assert!(desk.text("#found").contains(&placed.hex));
    desk.browser.keys(&[ENTER]).unwrap();
    desk.settle();
    assert!(desk.text("#hex-card h3").contains(&placed.hex));
    assert!(desk.text("#hex-card .wanted").contains(name));
    let [x, y] = desk.hex(&placed.hex);
    let inside = desk
        .run("const b = canvas.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]");
    let [left, top, right, bottom]: [f64; 4] = serde_json::from_value(inside).unwrap();
    assert!(left < x && x < right && top < y && y < bottom, "the hex is in sight");

    // Without its accents; the second of several taken by the arrow keys.
    desk.run("find.value = ''; find.focus()");
    desk.browser.write("#find", "epe").unwrap();
    let found = desk.run("return results.map((one) => one.words)");
    assert_eq!(found[0], json!("Épénancourt"), "{found}");
    desk.run("find.value = ''; find.focus()");
    desk.browser.write("#find", "bois d").unwrap();
    let second = desk.run("return results[1].words");
    desk.browser.keys(&[DOWN, ENTER]).unwrap();
    assert!(desk.text("#hex-card").contains(second.as_str().unwrap()), "{second}");

    // A counter that has not arrived yet is shown all the same.
    let late = &bundle.scenario.reinforcements[0].counters[0];
    desk.run("find.value = ''; find.focus()");
    desk.browser.write("#find", late).unwrap();
    desk.browser.keys(&[ENTER]).unwrap();
    assert!(desk.text("#hex-card").contains("Not on the map now"));
    assert!(desk.text("#hex-card").contains(designation(&bundle, late)));
    desk.run("find.value = ''; find.focus()");
    desk.browser.write("#find", "no such thing at all").unwrap();
    assert!(desk.text("#found").contains("Nothing"));
    desk.is_sound();
}

#[test]
fn keys_go_from_hex_to_hex_open_and_close() {
    for (scenario, flat) in [(KAISER, true), (STORM, false)] {
        let bundle = bundle(scenario);
        let Some(desk) = Desk::new(&bundle, true, Window::DESK) else { return };
        desk.run("document.getElementById('chart').focus()");
        desk.browser.keys(&[RIGHT]).unwrap();
        let place = || -> [i64; 2] {
            serde_json::from_value(
                desk.run("return [cursor % grid.columns, Math.floor(cursor / grid.columns)]"),
            )
            .unwrap()
        };
        let start = place();
        desk.browser.keys(&[RIGHT, RIGHT, DOWN, DOWN]).unwrap();
        assert_eq!(place(), [start[0] + 2, start[1] + 2], "flat-topped: {flat}");
        desk.browser.keys(&[UP, UP, LEFT, LEFT]).unwrap();
        assert_eq!(place(), start, "the way back, flat-topped: {flat}");
        let label = desk.run("return grid.labels[cursor]");
        let label = label.as_str().unwrap();
        let said = desk.run("return said.textContent");
        assert!(said.as_str().unwrap().starts_with(&format!("Hex {label}")), "{said}");

        // To a stack, which Enter opens and Escape closes.
        desk.run("cursor = data.setup[0][1]; line_.hex = -1");
        desk.browser.keys(&[ENTER]).unwrap();
        assert_eq!(desk.run("return document.activeElement.id"), json!("hex-close"));
        assert!(desk.text("#hex-card .stack").len() > 5);
        desk.browser.keys(&[ESCAPE]).unwrap();
        assert_eq!(desk.run("return [opened, document.activeElement.id]"), json!([-1, "chart"]));

        // Zoom, layers, help, search, replay.
        let scale = || desk.run("return view.scale").as_f64().unwrap();
        let before = scale();
        desk.browser.keys(&["+", "+"]).unwrap();
        assert!(scale() > before);
        desk.browser.keys(&["0"]).unwrap();
        assert_eq!(desk.run("return Math.abs(view.scale - fitting()) < 0.01"), json!(true));
        desk.browser.keys(&["c"]).unwrap();
        assert_eq!(desk.run("return shown.counters"), json!(false));
        desk.browser.keys(&["?"]).unwrap();
        assert!(desk.text("#keys").contains("Escape"));
        desk.browser.keys(&[ESCAPE]).unwrap();
        assert_eq!(desk.text("#keys"), "");
        let start = desk.run("return at").as_i64().unwrap();
        desk.browser.keys(&[".", ".", ","]).unwrap();
        assert_eq!(desk.run("return at"), json!(start + 1));
        desk.browser.keys(&["/"]).unwrap();
        assert_eq!(desk.run("return document.activeElement.id"), json!("find"));
        desk.is_sound();
    }
}

#[test]
fn the_map_is_panned_and_zoomed_by_mouse_and_wheel() {
    let bundle = bundle(STORM);
    let Some(desk) = Desk::new(&bundle, false, Window::DESK) else { return };
    let label = desk.run("return grid.labels[Math.floor(hexes / 2)]");
    let label = label.as_str().unwrap();
    let at = desk.hex(label);
    desk.browser.wheel(at, -300.0).unwrap();
    desk.browser.wait("view.scale / fitting() > 1.3").unwrap();
    desk.settle();
    let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 2.5;
    assert!(near(desk.hex(label), at), "what is under the pointer stays there");
    let to = [at[0] - 60.0, at[1] - 40.0];
    desk.browser.drag(&[at, [at[0] - 20.0, at[1] - 10.0], to]).unwrap();
    let is_there = format!(
        "(() => {{
            const [x, y] = toScreen(centres[grid.labels.indexOf({label:?})]);
            const box = canvas.getBoundingClientRect();
            return Math.hypot(box.left + x - {}, box.top + y - {}) < 2.5;
        }})()",
        to[0], to[1]
    );
    desk.browser.wait(&is_there).unwrap();
    desk.settle();
    assert!(near(desk.hex(label), to), "{:?} {to:?}", desk.hex(label));
    assert_eq!(desk.run("return opened"), json!(-1), "a drag is no click");
    desk.browser.click("#whole").unwrap();
    desk.is_sound();
}

#[test]
fn a_telephone_shows_all_without_a_sideways_scroll() {
    for scenario in [KAISER, STORM] {
        let bundle = bundle(scenario);
        let Some(desk) = Desk::new(&bundle, true, Window::PHONE) else { return };
        let widths = desk.run(
            "for (const details of document.querySelectorAll('details')) details.open = true;
             return [document.documentElement.scrollWidth, innerWidth]",
        );
        let [content, window]: [u64; 2] = serde_json::from_value(widths).unwrap();
        assert_eq!(window, 390);
        assert!(content <= window, "{scenario}: {content} pixels wide");
        // Two fingers zoom, a tap opens the hex as a sheet.
        desk.run("scrollTo(0, 0)");
        let middle = desk.run(
            "const b = canvas.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]",
        );
        let middle: [f64; 2] = serde_json::from_value(middle).unwrap();
        let before = desk.run("return view.scale").as_f64().unwrap();
        desk.browser.pinch(middle, 60.0, 240.0).unwrap();
        desk.settle();
        let after = desk.run("return view.scale").as_f64().unwrap();
        assert!(after > 2.0 * before, "{before} {after}");
        assert_eq!(desk.text("#hex-card"), "", "the sheet is closed");
        desk.browser.point(middle, true, true).unwrap();
        desk.settle();
        assert!(desk.run("return opened").as_i64().unwrap() >= 0);
        assert!(!desk.text("#hex-card h3").is_empty());
        desk.browser.click("#hex-close").unwrap();
        assert_eq!(desk.text("#hex-card"), "");
        desk.is_sound();
    }
}

#[test]
fn names_are_words_whatever_is_in_them() {
    let mut bundle = bundle(KAISER);
    let hostile = "</script><script>window.taken=1</script><img src=x onerror=window.taken=1>\
                   \"'`&amp;\u{2028}\u{0}{{}}<!--<script>";
    let name = |place: &str| format!("{place} {hostile}");
    bundle.scenario.title = name("title");
    bundle.scenario.notes = vec![name("note")];
    bundle.map.title = name("map");
    bundle.ruleset.title = name("rules");
    bundle.ruleset.sides[0].name = name("side");
    let feature = bundle.map.features.items.iter_mut().find(|one| one.name.is_some()).unwrap();
    feature.name = Some(name("place"));
    let place = feature.hex.clone();
    let placed = bundle.scenario.setup.placements[0].counters[0].clone();
    for book in &mut bundle.orders_of_battle {
        for formation in &mut book.formations {
            formation.name = name("formation");
        }
        for counter in book.counters.iter_mut().filter(|counter| counter.id == placed) {
            counter.designation = name("counter");
            counter.notes = vec![name("decision")];
        }
    }
    for turn in &mut bundle.scenario.turns {
        turn.label = name("turn");
    }
    let Some(desk) = Desk::new(&bundle, true, Window::DESK) else { return };
    assert_eq!(desk.run("return window.taken ?? 'safe'"), json!("safe"));
    assert_eq!(desk.run("return [document.scripts.length, document.images.length]"), json!([2, 0]));
    // A reader of HTML drops what is no character.
    let shown = hostile.replace('\0', "");
    assert_eq!(
        desk.run("return document.querySelector('h1').textContent"),
        json!(format!("title {shown}"))
    );
    // What the script puts in is not markup either.
    desk.run(&format!("open(grid.labels.indexOf({place:?}))"));
    let card = desk.run("return document.querySelector('#hex-card').textContent");
    assert!(card.as_str().unwrap().contains("<img src=x onerror=window.taken=1>"), "{card}");
    desk.run(&format!(
        "openCounter(data.counters.findIndex((one) => one.id === {placed:?})); seek(3)"
    ));
    desk.browser.write("#find", "counter <").unwrap();
    assert!(desk.text("#found").contains("onerror"));
    assert_eq!(desk.run("return window.taken ?? 'safe'"), json!("safe"));
    assert_eq!(desk.run("return document.images.length"), json!(0));
    desk.is_sound();
}

#[test]
fn the_pages_own_policy_lets_nothing_out_and_nothing_in() {
    let Some(desk) = Desk::new(&bundle(KAISER), false, Window::DESK) else { return };
    desk.is_sound();
    desk.run(
        "window.refused = 0;
         addEventListener('securitypolicyviolation', () => window.refused++);
         fetch('http://127.0.0.1:9/x').catch(() => 0);
         new Image().src = 'http://127.0.0.1:9/y';
         const script = document.createElement('script');
         script.textContent = 'window.taken = 1';
         document.body.append(script);
         const style = document.createElement('style');
         style.textContent = 'body { display: none }';
         document.head.append(style)",
    );
    desk.browser.wait("window.refused >= 4").unwrap();
    assert_eq!(desk.run("return window.taken ?? 'safe'"), json!("safe"));
    assert_ne!(desk.run("return getComputedStyle(document.body).display"), json!("none"));
}

#[test]
fn by_night_the_page_is_dark_and_the_map_does_not_dazzle() {
    let bundle = bundle(STORM);
    let light = |[r, g, b, _]: [u8; 4]| u32::from(r) + u32::from(g) + u32::from(b);
    let mut grounds = Vec::new();
    for dark in [false, true] {
        let Some(desk) = Desk::new(&bundle, false, Window { dark, ..Window::DESK }) else { return };
        desk.run("shown.counters = false; request()");
        let empty = desk.run("return grid.labels[data.map.terrain.indexOf(data.map.terrain[500])]");
        grounds.push(light(desk.colour(empty.as_str().unwrap())));
        let paper = desk.run("return getComputedStyle(document.body).backgroundColor");
        assert_eq!(paper, json!(if dark { "rgb(25, 22, 19)" } else { "rgb(248, 244, 233)" }));
        let shot = desk.browser.screenshot().unwrap();
        assert!(shot.len() > 100_000, "a picture of a map is not empty");
    }
    assert!(grounds[1] + 60 < grounds[0], "{grounds:?}");
}

#[test]
fn those_who_do_not_see_the_map_find_landmarks_names_and_lists() {
    let bundle = bundle(STORM);
    let Some(desk) = Desk::new(&bundle, true, Window::DESK) else { return };
    for landmark in ["header", "nav[aria-label]", "main", "aside[aria-label]", "footer"] {
        let count = desk.run(&format!("return document.querySelectorAll('{landmark}').length"));
        assert_eq!(count, json!(1), "{landmark}");
    }
    let nameless = desk.run(
        "const named = (one) => one.getAttribute('aria-label') || one.innerText.trim() ||
           (one.labels?.length > 0);
         return [...document.querySelectorAll('button, input, select, canvas, section, [role=img]')]
           .filter((one) => !named(one) && !one.getAttribute('aria-labelledby') && one.offsetParent)
           .map((one) => one.outerHTML.slice(0, 120))",
    );
    assert_eq!(nameless, json!([]));
    // Every counter of the set-up is in its list.
    let listed = desk.run("return document.querySelectorAll('#set-up .piece:not(.back)').length");
    let setup = &bundle.scenario.setup;
    let placed: usize = setup.placements.iter().map(|placed| placed.counters.len()).sum();
    let free: usize = setup.free.iter().map(|free| free.counters.len()).sum();
    let gone = setup.eliminated.len();
    assert_eq!(listed, json!(placed + free + gone));
    let ids = desk.run(
        "const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
         return ids.length - new Set(ids).size",
    );
    assert_eq!(ids, json!(0), "every id is there once");
    // On paper the whole map is there, and the lists have all their counters.
    desk.run("dispatchEvent(new Event('beforeprint'))");
    assert!(desk.run("return document.getElementById('sheet').width").as_u64().unwrap() > 2000);
    assert_eq!(desk.run("return document.querySelectorAll('.piece:empty').length"), json!(0));
    desk.is_sound();
}
