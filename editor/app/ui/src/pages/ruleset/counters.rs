//! The forms of what counters are made of: sides, nations, unit types and sizes, ratings, traits.

use egui::{Id, Ui};
use salient_art::Scene;
use salient_art::counter_art::symbols;
use salient_document::{Document, Edit, Item};
use salient_schema::ruleset::{
    Nation, RatingDef, RatingUse, Symbol, SymbolMark, TraitDef, UnitSize, UnitType,
};
use salient_schema::{Defined, Ruleset};

use super::alliance;
use super::fields::{WORDS, colour, maybe_text, number, text, tick};
use crate::look::picture_choice::{Choices, picture_choice};
use crate::look::theme::palette;
use crate::look::widgets::{card, field, heading, quiet, text_field};
use crate::pages::PageInput;
use crate::pages::schedule::{choice, provenance_choice};
use crate::request::Request;

/// Shows the form. What is changed is changed in `item`; gives whether that is a draft.
pub fn show(
    ui: &mut Ui,
    id: Id,
    document: &Document,
    of: Defined,
    item: &mut Item,
    requests: &mut Vec<Request>,
) -> bool {
    let ruleset = document.ruleset();
    let what = of.words();
    card(ui, |ui| {
        let mut names = |own: &mut String, name: &mut String| {
            text(ui, id.with("name"), "Name", &format!("Name of the {what}"), name);
            text(ui, id.with("id"), "Id", &format!("Id of the {what}"), own);
        };
        match item {
            Item::Side(side) => {
                names(&mut side.id, &mut side.name);
                alliance::show(ui, id, ruleset, side, requests);
            }
            Item::Nation(nation) => {
                names(&mut nation.id, &mut nation.name);
                return self::nation(ui, id, ruleset, nation);
            }
            Item::UnitType(unit) => {
                names(&mut unit.id, &mut unit.name);
                unit_type(ui, id, unit);
            }
            Item::UnitSize(size) => {
                names(&mut size.id, &mut size.name);
                unit_size(ui, id, ruleset, size);
            }
            Item::Rating(rating) => {
                let by_name = RatingUse::proposed(&rating.id, &rating.name);
                names(&mut rating.id, &mut rating.name);
                // What it is used for follows its name until it is said.
                if of == Defined::Rating && rating.uses == by_name {
                    rating.uses = RatingUse::proposed(&rating.id, &rating.name);
                }
                return self::rating(ui, id, of, rating);
            }
            Item::Trait(one) => {
                names(&mut one.id, &mut one.name);
                counter_trait(ui, id, one);
            }
            Item::OptionalRule(rule) => {
                names(&mut rule.id, &mut rule.name);
                maybe_text(ui, id.with("rule"), "Rule", "Number of the rule", &mut rule.rule);
            }
            _ => {}
        }
        false
    })
}

/// A list to choose from, of which nothing may be chosen.
fn or_none(
    list: impl Iterator<Item = (String, String)>,
    none: &str,
) -> Vec<(Option<String>, String)> {
    let first = [(None, none.to_owned())].into_iter();
    first.chain(list.map(|(id, name)| (Some(id), name))).collect()
}

fn nation(ui: &mut Ui, id: Id, ruleset: &Ruleset, nation: &mut Nation) -> bool {
    let sides = ruleset.sides.iter().map(|side| (side.id.clone(), side.name.clone()));
    let sides = or_none(sides, "any side");
    field(ui, "Fights for", |ui| {
        let name = "Side that it fights for";
        if let Some(side) = choice(ui, name, id.with("side"), &sides, &nation.side) {
            nation.side = side;
        }
    });
    let others = ruleset.nations.iter().filter(|other| other.id != nation.id);
    let others = or_none(others.map(|it| (it.id.clone(), it.name.clone())), "its own army");
    field(ui, "Serves in", |ui| {
        let name = "Army that it serves in";
        if let Some(army) = choice(ui, name, id.with("army"), &others, &nation.serves_with) {
            nation.serves_with = army;
        }
    });
    let mut needed = |label: &str, name: &str, now: &mut String| {
        let mut some = Some(now.clone());
        let drafting = colour(ui, id.with(label), label, name, &mut some);
        *now = some.unwrap_or_else(|| now.clone());
        drafting
    };
    let ground = needed("Counter", "Colour of the counter", &mut nation.fill);
    let ink = needed("Print", "Colour of the print", &mut nation.ink);
    let box_name = "Colour of the symbol's box";
    ground | ink | colour(ui, id.with("box"), "Symbol", box_name, &mut nation.symbol_fill)
}

fn unit_type(ui: &mut Ui, id: Id, unit: &mut UnitType) {
    let ink = ui.visuals().text_color().to_array();
    let fill = palette(ui).field.to_array();
    let drawn = |symbol: Symbol, mark: Option<SymbolMark>| {
        let mut scene = Scene::new();
        let centre = [0.0, 0.0];
        let frame = symbols::Frame { centre, width: 1.1, height: 0.66, pen: 0.05, ink, fill };
        symbols::draw(symbol, &frame, &mut scene);
        if let Some(mark) = mark {
            symbols::draw_mark(mark, &frame, &mut scene);
        }
        scene
    };
    field(ui, "Symbol", |ui| {
        let all: Vec<(Symbol, String)> =
            Symbol::ALL.iter().map(|symbol| (*symbol, symbol.text().to_owned())).collect();
        let scene = |symbol: &Symbol| drawn(*symbol, unit.mark);
        let choices = Choices { all: &all, now: &unit.symbol, scene };
        let made_for = (ink, unit.mark);
        let chosen = picture_choice(ui, id.with("symbol"), "Unit symbol", made_for, &choices);
        unit.symbol = chosen.unwrap_or(unit.symbol);
    });
    field(ui, "Mark", |ui| {
        let marks = SymbolMark::ALL.iter().map(|mark| (Some(*mark), mark.text().to_owned()));
        let all: Vec<_> = [(None, "none".to_owned())].into_iter().chain(marks).collect();
        let scene = |mark: &Option<SymbolMark>| drawn(unit.symbol, *mark);
        let choices = Choices { all: &all, now: &unit.mark, scene };
        let (name, made_for) = ("Mark at the foot of the symbol", (ink, unit.symbol));
        let chosen = picture_choice(ui, id.with("mark"), name, made_for, &choices);
        unit.mark = chosen.unwrap_or(unit.mark);
    });
}

fn unit_size(ui: &mut Ui, id: Id, ruleset: &Ruleset, size: &mut UnitSize) {
    text(ui, id.with("mark"), "Mark", "Mark over the symbol", &mut size.mark);
    number(ui, id.with("stacking"), "Stacking", "Stacking points", &mut size.stacking);
    size.stacking = size.stacking.clamp(0, 1000);
    match ruleset.counters.stacking_denominator {
        1 => {}
        parts => {
            quiet(ui, format!("In parts of a stacking point, {parts} of which make one."));
        }
    }
}

fn rating(ui: &mut Ui, id: Id, of: Defined, rating: &mut RatingDef) -> bool {
    number(ui, id.with("min"), "Least", "The least it may be", &mut rating.min);
    number(ui, id.with("max"), "Most", "The most it may be", &mut rating.max);
    if of == Defined::FormationRating {
        quiet(ui, "No counter prints it; each formation may have it or go without.");
        return false;
    }
    uses(ui, rating);
    tick(ui, "Faces", "A face may go without it", &mut rating.optional);
    tick(ui, "Place", "In the corner, beside the bottom line", &mut rating.corner);
    let name = "Colour of the rating in print";
    colour(ui, id.with("ink"), "Print", name, &mut rating.ink)
}

/// What totals, tools and other clients know a rating by, whatever it is called.
fn uses(ui: &mut Ui, rating: &mut RatingDef) {
    let by_name = RatingUse::proposed(&rating.id, &rating.name);
    for (nth, of) in RatingUse::ALL.iter().enumerate() {
        let label = if nth == 0 { "Used as" } else { "" };
        let mut is_on = rating.uses.contains(of);
        tick(ui, label, of.text(), &mut is_on);
        if is_on != rating.uses.contains(of) {
            match is_on {
                true => rating.uses.push(*of),
                false => rating.uses.retain(|other| other != of),
            }
            rating.uses.sort_unstable();
        }
    }
    if rating.uses.is_empty() && !by_name.is_empty() {
        let names: Vec<String> = by_name.iter().map(|of| of.text().to_lowercase()).collect();
        quiet(ui, format!("Nothing is ticked, so its name counts: {}.", names.join(", ")));
    }
}

fn counter_trait(ui: &mut Ui, id: Id, one: &mut TraitDef) {
    maybe_text(ui, id.with("meaning"), "Meaning", "What the trait means", &mut one.meaning);
    field(ui, "Source", |ui| {
        let name = "Where the trait comes from";
        if let Some(from) = provenance_choice(ui, name, id.with("source"), one.provenance) {
            one.provenance = from;
        }
    });
}

/// The bottom line of the counters, where the ratings have their places.
pub fn print(ui: &mut Ui, id: Id, input: &PageInput<'_>, requests: &mut Vec<Request>) {
    let layout = &input.document.ruleset().counters;
    heading(ui, "Their places on the counter");
    card(ui, |ui| {
        let pattern = field(ui, "Bottom line", |ui| {
            let name = "Bottom line of the counters";
            let hint = "{strength}-{movement}";
            text_field(ui, id.with("pattern"), name, hint, &layout.pattern, WORDS)
        });
        quiet(ui, "Ratings by their ids in braces, in the order in which they are printed.");
        let parts = layout.stacking_denominator;
        let typed = field(ui, "Stacking", |ui| {
            let name = "Parts of a stacking point";
            let typed = text_field(ui, id.with("parts"), name, "1", &parts.to_string(), 60.0);
            quiet(ui, "parts that a stacking point is divided into");
            typed
        });
        let typed = typed.and_then(|typed| typed.trim().parse::<u16>().ok());
        if pattern.is_some() || typed.is_some() {
            requests.push(Request::edit(Edit::SetCounterPrint {
                pattern: pattern.unwrap_or_else(|| layout.pattern.clone()),
                stacking_denominator: typed.map_or(parts, |typed| typed.clamp(1, 100)),
            }));
        }
    });
}
