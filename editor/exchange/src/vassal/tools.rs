//! What a module's players have at hand besides the maps: dice, notes, the inventory, and the help
//! with the designer's words.

use salient_schema::{Ruleset, Scenario};

use super::properties;
use super::xml::Element;
use crate::ExportError;
use crate::charts::Chart;
use crate::charts::sheet::{ChartImage, INK, SOFT};
use image::RgbaImage;
use salient_art::fonts::Typeface;

/// The page of the help, in the module.
pub const HELP: &str = "help.html";
/// The picture of the box About.
pub const ABOUT: &str = "about.png";

/// The help: the designer's words on each scenario, and what the module is.
pub fn documentation() -> Element {
    let part = |name: &str| Element::new(format!("VASSAL.build.module.documentation.{name}"));
    Element::new("VASSAL.build.module.Documentation")
        .holding(part("AboutScreen").with("title", "About this module").with("fileName", ABOUT))
        .holding(
            part("HelpFile")
                .with("title", "The scenarios")
                .with("fileName", HELP)
                .with("fileType", "archive"),
        )
}

/// Notes of the scenario, for all, for oneself, and to be opened later.
pub fn notes() -> Element {
    Element::new("VASSAL.build.module.NotesWindow")
        .with("buttonText", "Notes")
        .with("hotkey", "78,520")
        .with("icon", "/images/notes.gif")
        .with("tooltip", "Notes: for all, private, delayed (Alt+N)")
}

/// All counters on the maps, by side and formation.
pub fn inventory() -> Element {
    Element::new("VASSAL.build.module.Inventory")
        .with("name", "Inventory")
        .with("text", "Inventory")
        .with("hotkey", "73,520")
        .with("icon", "/images/inventory.gif")
        .with("tooltip", "All counters, by side and formation (Alt+I)")
        .with("groupBy", [properties::SIDE, properties::FORMATION].join(","))
        .with("include", "")
        .with("nonLeafFormat", "$PropertyValue$")
        .with("leafFormat", "$PieceName$, $LocationName$")
        .with("centerOnPiece", true)
        .with("showMenu", true)
        .with("drawPieces", true)
        .with("sortPieces", true)
        .with("sortFormat", "$PieceName$")
}

/// A window with a tab for each of these charts.
pub fn charts(name: &str, tooltip: &str, hotkey: &str, charts: &[&Chart]) -> Element {
    let mut tabs = Element::new("VASSAL.build.widget.BoxWidget")
        .with("entryName", name)
        .with("width", 900)
        .with("height", 700);
    for chart in charts {
        tabs.add(
            Element::new("VASSAL.build.widget.Chart")
                .with("chartName", &chart.title)
                .with("fileName", &chart.file)
                .with("description", ""),
        );
    }
    Element::new("VASSAL.build.module.ChartWindow")
        .with("name", name)
        .with("text", name)
        .with("tooltip", tooltip)
        .with("icon", "/images/chart.gif")
        .with("hotkey", hotkey)
        .with("description", "")
        .holding(tabs)
}

/// A button that rolls so many dice.
pub fn dice(name: &str, number: u32) -> Element {
    Element::new("VASSAL.build.module.DiceButton")
        .with("name", name)
        .with("text", name)
        .with("tooltip", format!("Roll {name}"))
        .with("icon", "/images/die.gif")
        .with("hotkey", "")
        .with("nDice", number)
        .with("nSides", 6)
        .with("plus", 0)
        .with("addToTotal", 0)
        .with("reportTotal", number > 1)
        .with("prompt", false)
        .with("sortDice", false)
        .with("reportFormat", "$name$ = $result$")
        .with("canDisable", false)
        .with("propertyGate", "")
        .with("disabledIcon", "")
}

/// The page of the help: what the designer notes of each scenario, and how it is won.
pub fn help_page(ruleset: &Ruleset, scenarios: &[&Scenario]) -> String {
    let mut body = Element::new("body").holding(Element::new("h1").saying(&ruleset.title));
    for scenario in scenarios {
        body.add(Element::new("h2").saying(&scenario.title));
        for note in &scenario.notes {
            body.add(Element::new("p").saying(note));
        }
        if !scenario.victory.conditions.is_empty() {
            body.add(Element::new("h3").saying("How it is won"));
        }
        for condition in &scenario.victory.conditions {
            body.add(Element::new("p").saying(condition));
        }
    }
    let page = Element::new("html").holding(body).document();
    // What reads it knows no XML.
    page.split_once("?>").map_or(page.clone(), |(_, rest)| rest.trim_start().to_owned())
}

/// What the module is, as a picture.
pub fn about_picture(ruleset: &Ruleset, map: &str) -> Result<RgbaImage, ExportError> {
    let mut sheet = ChartImage::default();
    let title = (34.0, Typeface::Bold, INK);
    let words = (20.0, Typeface::Medium, SOFT);
    let mut y = sheet.words([30.0, 26.0], 640.0, &ruleset.title, title);
    for line in ruleset.publisher.iter().map(String::as_str).chain([map]) {
        y = sheet.words([30.0, y + 6.0], 640.0, line, words);
    }
    sheet.words([30.0, y + 24.0], 640.0, "Written by Salient", words);
    sheet.paint(30.0)
}
