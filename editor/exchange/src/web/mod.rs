//! A scenario as one page of HTML, to be sent to whoever plays it: the map to pan and zoom, the
//! set-up, the schedule, the order of battle, the charts, and a game to be played back.
//!
//! The page needs nothing else. No request leaves it: shapes, lettering and script are inside, and
//! its own policy lets in exactly that style and that script, by their hashes. Data never becomes
//! markup: `maud` escapes every word, and the script puts words in as text.
//!
//! The map is not a picture but our own shapes (`ink`), painted by the page on a canvas in
//! tiles at the scale that is asked for; so it is sharp at any zoom, and a pan moves tiles only.

mod data;
mod game;
mod ink;
mod replay;
mod rules;
mod schedule;
mod set_up;
mod tree;
mod world;

use std::fmt::Write;

use base64::prelude::{BASE64_STANDARD, Engine};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use salient_hex::grid::Hex;
use salient_rules::Systems;
use salient_rules::book::Book;
use salient_schema::{Bundle, Provenance};
use sha2::{Digest, Sha256};

use crate::book;
use crate::lettering::lettering;
use crate::{ExportError, Exported, Fate, ImportError, LossReport, NamedFile};
use data::Data;
use replay::Game;
pub use replay::Log;
use salient_art::colour::{self, Rgba};
use salient_art::fonts::Typeface;
use salient_art::{Placed, Theme};
use world::{World, source};

/// The most hexes that a page holds: beyond, a telephone runs out of memory.
pub const MOST_HEXES: usize = 40_000;

const STYLE: &str = include_str!("page.css");
/// The script in the order in which it is read; each file is a few hundred lines.
const SCRIPT: [&str; 5] = [
    include_str!("paint.js"),
    include_str!("chart.js"),
    include_str!("play.js"),
    include_str!("find.js"),
    include_str!("page.js"),
];

/// Writes a scenario as a page of HTML, with a game to be played back if a log is given, and over a
/// scan of the printed map, laid on its hexes, if one is given.
///
/// # Errors
/// A map of no hexes or too many, or a log of another scenario.
pub fn html(
    systems: Systems,
    bundle: &Bundle,
    log: Option<&Log>,
    scan: Option<&Placed>,
) -> Result<Exported, ExportError> {
    let world = World::new(bundle);
    let hexes = world.grid.len();
    if hexes == 0 {
        return Err(salient_art::PictureError::NoHexes.into());
    }
    if hexes > MOST_HEXES {
        return Err(ExportError::Cannot {
            what: format!("the map has {hexes} hexes, a page at most {MOST_HEXES}"),
            help: "crop the map to what the scenario needs".to_owned(),
        });
    }
    let game = match log {
        Some(log) => Some(Game::new(systems, &world, log).map_err(|error| {
            let ImportError { place, what, help } = error;
            ExportError::Cannot { what: format!("{place}: {what}"), help }
        })?),
        None => None,
    };
    let losses = losses(&world, game.as_ref());
    let page = Page { world: &world, game: game.as_ref(), rules: systems.book(bundle) };
    let frame = page.frame();
    let data = Data::new(&world, game, scan).json().map_err(salient_schema::WriteError::from)?;
    let whole = frame.replace(DATA, &data);
    let name = format!("{}.html", bundle.scenario.id);
    Ok(Exported { files: vec![NamedFile { name, bytes: whole.into_bytes() }], losses })
}

/// Stands for the data until all else is written. No name can hold it: `maud` writes `<` otherwise.
const DATA: &str = "<data/>";

/// What all parts of the page draw on.
struct Page<'a> {
    world: &'a World<'a>,
    game: Option<&'a Game>,
    /// The rule book, where the system can write it.
    rules: Option<Book>,
}

/// A part of the page: the anchor, its name in the contents, and itself.
struct Section {
    id: &'static str,
    name: &'static str,
    body: Markup,
}

impl Page<'_> {
    fn frame(&self) -> String {
        let scenario = &self.world.bundle.scenario;
        let ruleset = &self.world.bundle.ruleset;
        let style = style(ruleset.sides.len());
        let script = SCRIPT.join("\n");
        let policy = format!(
            "default-src 'none'; img-src data:; font-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; \
             base-uri 'none'; form-action 'none'",
            hash(&style),
            hash(&script)
        );
        let sections = self.sections();
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content="Salient";
                    meta name="color-scheme" content="light dark";
                    title { (scenario.title) }
                    style { (PreEscaped(style)) }
                }
                body {
                    a class="skip" href="#set-up" { "Past the map, to the set-up" }
                    header class="masthead" {
                        h1 { (scenario.title) }
                        p class="kicker" {
                            span { (ruleset.title) }
                            @if let Some(publisher) = &ruleset.publisher { span { (publisher) } }
                            span { (salient_rules::words::plural(scenario.turns.len(), "game-turn")) }
                        }
                    }
                    nav aria-label="Contents" {
                        ul {
                            li { a href="#map" { "Map" } }
                            @for section in &sections {
                                li { a href={ "#" (section.id) } { (section.name) } }
                            }
                        }
                    }
                    main {
                        (self.stage())
                        @for section in &sections {
                            section id=(section.id) aria-labelledby={ (section.id) "-head" } {
                                h2 id={ (section.id) "-head" } { (section.name) }
                                (section.body)
                            }
                        }
                    }
                    footer {
                        "Written by Salient from the scenario’s own data, fingerprint "
                        (self.world.bundle.fingerprint()) ". Lettering: Barlow by Jeremy Tribby, "
                        "SIL Open Font Licence 1.1. This page asks nothing of the network."
                    }
                    script type="application/json" id="data" { (PreEscaped(DATA)) }
                    script { (PreEscaped(script)) }
                }
            }
        }
        .into_string()
    }

    fn sections(&self) -> Vec<Section> {
        let section = |id, name, body| Section { id, name, body };
        let mut sections = vec![section("set-up", "Set-up", self.set_up())];
        sections.push(section("schedule", "Schedule", self.schedule()));
        sections.push(section("order-of-battle", "Order of battle", self.tree()));
        if let Some(game) = self.game {
            sections.push(section("game", "The game by turn", self.books(game)));
        }
        sections.push(section("victory", "Victory and notes", self.notes()));
        if let Some(rules) = &self.rules {
            sections.push(section("rules", "Rules", book::markup(rules, book::Rank::Section)));
        }
        sections.push(section("charts", "Charts", self.charts()));
        sections
    }

    /// The map with its tools, what is told of a hex, and the replay.
    fn stage(&self) -> Markup {
        let bundle = self.world.bundle;
        let whole = [
            bundle.map.terrain.provenance,
            bundle.map.features.provenance,
            bundle.map.hexsides.provenance,
        ];
        let marked = [Provenance::Reconstructed, Provenance::Invented, Provenance::Surveyed];
        let marked = marked.into_iter().find(|one| whole.contains(one)).and_then(source);
        html! {
            section id="map" class={ "stage" @if self.game.is_some() { " played" } }
                aria-labelledby="map-head" {
                h2 id="map-head" class="visually-hidden" { "Map" }
                div class="bar" {
                    div class="find" role="search" {
                        label class="visually-hidden" for="find" { "Find a hex, a place or a counter" }
                        input id="find" type="text" role="combobox" aria-expanded="false"
                            aria-controls="found" aria-autocomplete="list" autocomplete="off"
                            spellcheck="false" placeholder="Find a hex, place or counter";
                        ul id="found" role="listbox" aria-label="Found" hidden {}
                    }
                    div class="tools" role="group" aria-label="Map view" {
                        button type="button" id="nearer" aria-label="Nearer" title="Nearer (+)" { "+" }
                        button type="button" id="farther" aria-label="Farther" title="Farther (−)" { "−" }
                        button type="button" id="whole" title="The whole map (0)" { "Whole map" }
                        button type="button" id="counters" aria-pressed="true" title="Counters on the map (c)" { "Counters" }
                        @if bundle.map.zones.items.iter().any(|zone| self.world.uses_zone(&zone.id)) {
                            button type="button" id="zones" aria-pressed="false" title="Zones on the map (z)" { "Zones" }
                        }
                        button type="button" id="help" aria-expanded="false" aria-controls="keys" title="Keys (?)" { "Keys" }
                    }
                }
                div class="table" id="table" {
                    canvas id="chart" tabindex="0" role="application" aria-roledescription="map"
                        aria-label={ "Map: " (bundle.map.title) } aria-describedby="keys-short" {}
                    p id="keys-short" class="visually-hidden" {
                        "Arrow keys go from hex to hex, Enter opens the stack, Escape closes it, plus "
                        "and minus zoom. All counters are also listed under Set-up."
                    }
                    p id="tip" aria-hidden="true" hidden {}
                    @if let Some(word) = marked { p class="stamp" { "Map " (word) } }
                    noscript { p class="off" { "The map needs this page’s script. All else can be read without it." } }
                    div id="keys" role="dialog" aria-label="Keys" hidden { (keys(self.game.is_some())) }
                }
                aside id="hex" aria-label="Hex" {
                    div id="hex-card" {
                        p class="soft" { "Point at a hex, or tap it, to see what is there." }
                        (self.won(4))
                    }
                }
                @if let Some(game) = self.game { (self.player(game)) }
                p id="said" class="visually-hidden" aria-live="polite" {}
            }
        }
    }

    /// A hex as a link into the map, with the place that it is known by.
    fn hex_link(&self, label: &str) -> Markup {
        match self.world.grid.parse(label) {
            Some(hex) => html! { (self.hex(hex)) },
            None => html! { span { (label) } },
        }
    }

    fn hex(&self, hex: Hex) -> Markup {
        html! { a class="hex" href="#map" data-hex=(hex.index()) { (self.world.grid.label(hex)) } }
    }

    /// A counter's place on the page: a picture that the script paints, and its name. `number` is
    /// its own among several alike.
    fn counter(&self, id: &str, face: u8, number: Option<u16>, both: bool) -> Markup {
        let Some(place) = self.world.counter(id) else {
            return html! { span class="unit" { (id) " " em class="mark" { "unknown" } } };
        };
        let counter = self.world.counters[place];
        let faces = counter.faces.len();
        html! {
            span class="unit" {
                i class="piece" data-counter=(place) data-face=(face) {}
                @if both {
                    @for other in (0..faces).filter(|other| *other != usize::from(face)).take(3) {
                        i class="piece back" data-counter=(place) data-face=(other) {}
                    }
                }
                span class="words" {
                    b { (self.world.name(counter)) @if let Some(number) = number { " #" (number) } }
                    span class="soft" { (self.world.what(counter)) }
                    (mark(counter.provenance))
                }
            }
        }
    }
}

/// A word for what is not as printed.
fn mark(provenance: Provenance) -> Markup {
    html! { @if let Some(word) = source(provenance) { " " em class="mark" { (word) } } }
}

/// A rule's number.
fn rule(rule: Option<&str>) -> Markup {
    html! { @if let Some(rule) = rule.filter(|rule| !rule.is_empty()) { " " span class="rule" { (rule) } } }
}

fn keys(game: bool) -> Markup {
    let mut rows = vec![
        ("← ↑ → ↓", "from hex to hex"),
        ("Enter", "open the hex and its stack"),
        ("Escape", "close it"),
        ("+ −", "nearer, farther; the wheel and two fingers too"),
        ("0", "the whole map"),
        ("c z", "counters, zones"),
        ("/", "find a hex, a place or a counter"),
    ];
    if game {
        rows.extend([
            ("space", "play and pause"),
            (", .", "an event back and on"),
            ("[ ]", "a phase back and on"),
            ("{ }", "a game-turn back and on"),
        ]);
    }
    html! {
        h3 { "Keys" }
        p class="soft" { "While the map has the focus: click it, or reach it with Tab." }
        dl { @for (key, does) in rows { dt { kbd { (key) } } dd { (does) } } }
        button type="button" id="keys-close" { "Close" }
    }
}

/// The style with what depends on the scenario: lettering and the colours of sides.
fn style(sides: usize) -> String {
    let mut style = String::with_capacity(1 << 19);
    lettering(&mut style);
    style.push_str(STYLE);
    style.push_str(book::STYLE);
    let theme = Theme::default();
    let colours = |change: fn(Rgba) -> Rgba| {
        (0..sides).fold(String::new(), |mut all, side| {
            let _ = write!(all, "--s{side}:{};", colour::css(change(theme.side(side))));
            all
        })
    };
    let (light, dark) = (colours(|side| side), colours(|side| colour::lighter(side, 0.27)));
    let _ = write!(
        style,
        ":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\
         @media print{{:root{{{light}}}}}"
    );
    for side in 0..sides {
        let _ = write!(style, ".s{side}{{--side:var(--s{side})}}");
    }
    style
}

fn hash(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// What the page does not hold, or holds otherwise.
fn losses(world: &World<'_>, game: Option<&Game>) -> LossReport {
    let mut losses = LossReport::new("html");
    let bundle = world.bundle;
    let scenario = &bundle.scenario;
    let ruleset = &bundle.ruleset;
    losses.drop_roles(&ruleset.roles, &ruleset.title, Some("/ruleset/roles".to_owned()));
    losses.drop_roles(&scenario.roles, &scenario.title, Some("/scenario/roles".to_owned()));
    losses.drop_start(scenario, "the page begins with what the set-up says of a beginning");
    let map = &bundle.map;
    if map.georeference.is_some() {
        let why = "the page knows hexes only, not where they lie on the earth";
        losses.add(Fate::Dropped, "georeference", "", why, Some("/map/georeference".into()));
    }
    if map.scan.is_some() {
        let why = "the scan lies under the map while it is edited and is no part of it";
        losses.add(Fate::Dropped, "scan", "", why, Some("/map/scan".into()));
    }
    for zone in map.zones.items.iter().filter(|zone| !world.uses_zone(&zone.id)) {
        let why = "the scenario has no use for it: it is told of each of its hexes, and not drawn";
        losses.add(Fate::Changed, "zone", &zone.name, why, None);
    }
    for (number, placement) in bundle.scenario.setup.placements.iter().enumerate() {
        let place = Some(format!("/scenario/setup/placements/{number}"));
        if world.grid.parse(&placement.hex).is_none() {
            let why = "the map has no such hex; it is in the list of the set-up only";
            losses.add(Fate::Changed, "placement", &placement.hex, why, place);
            continue;
        }
        for id in &placement.counters {
            match world.counter(id).map(|counter| world.counters[counter]) {
                None => {
                    let why = "no order of battle has the counter; its id is in the list only";
                    losses.add(Fate::Changed, "counter", id, why, place.clone());
                }
                Some(counter) if counter.footprint > 1 => {
                    let why = "it covers several hexes and is drawn in its first";
                    losses.add(Fate::Changed, "counter", id, why, place.clone());
                }
                Some(_) if placement.facing.is_some() => {
                    let why = "its facing is told in the set-up and not drawn on the map";
                    losses.add(Fate::Changed, "facing", id, why, place.clone());
                }
                Some(_) => {}
            }
        }
    }
    unlettered(world, &mut losses);
    if let Some(game) = game {
        let why = "single dice and decisions are told with what came of them, not one by one";
        losses.add(Fate::Changed, "game log", "", why, None);
        let why = "the hash of each turn's position is for `salient replay`";
        losses.add(Fate::Dropped, "position hash", "", why, None);
        if !game.same {
            let why = "it was played with another state of the scenario, and what has changed \
                       since may show wrongly";
            losses.add(Fate::Changed, "game", "", why, None);
        }
    }
    losses.sort();
    losses
}

/// Names with characters that the map's lettering lacks. The lists show them in full.
fn unlettered(world: &World<'_>, losses: &mut LossReport) {
    let why = "the lettering of map and counters lacks a character of it, which is drawn as ?";
    let lacks = |text: &str| {
        let face = Typeface::Bold;
        let unknown = face.glyph('?');
        let mut characters = text.chars().filter(|c| !c.is_whitespace() && *c != '?');
        characters.any(|character| face.glyph(character) == unknown)
    };
    for (number, feature) in world.bundle.map.features.items.iter().enumerate() {
        if let Some(name) = feature.name.as_deref().filter(|name| lacks(name)) {
            let place = Some(format!("/map/features/items/{number}/name"));
            losses.add(Fate::Changed, "name", name, why, place);
        }
    }
    for counter in &world.counters {
        let faces = counter.faces.iter().filter_map(|face| face.designation.as_deref());
        for name in std::iter::once(counter.designation.as_str()).chain(faces).filter(|n| lacks(n))
        {
            losses.add(Fate::Changed, "designation", name, why, Some(counter.id.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SCRIPT;

    /// The scripts are one on the page: a second function of a name takes the place of the first.
    #[test]
    fn no_two_scripts_define_the_same_name() {
        let mut names = BTreeSet::new();
        for line in SCRIPT.iter().flat_map(|script| script.lines()) {
            let starts = ["function ", "const ", "let "];
            let Some(rest) = starts.iter().find_map(|start| line.strip_prefix(start)) else {
                continue;
            };
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            assert!(name.is_empty() || names.insert(name), "{name} is defined twice");
        }
        assert!(names.len() > 50);
    }
}
