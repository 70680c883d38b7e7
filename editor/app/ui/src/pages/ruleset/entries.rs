//! The entries of a list of the ruleset: adding, doubling, moving and removing them.

use egui::{Color32, Rect, Ui};
use salient_document::oob::{fresh_definition_id, id_from_words};
use salient_document::{Edit, Item, List};
use salient_schema::common::Provenance;
use salient_schema::ruleset::{
    Kind, Look, Mark, Nation, OptionalRule, RatingDef, Side, Symbol, TraitDef, UnitSize, UnitType,
};
use salient_schema::words::with_article;
use salient_schema::{Defined, Ruleset};

use super::RulesetPage;
use crate::look::icons::{self, Icon};
use crate::look::names::{cost_in_words, id_and_name};
use crate::look::swatches::Of;
use crate::look::widgets::{choice_row, heading, icon_button, text_button};
use crate::pages::PageInput;
use crate::request::Request;

impl RulesetPage {
    /// The entries of a list. Gives the place of the one that is to be in hand.
    pub(super) fn entries(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        of: Defined,
        requests: &mut Vec<Request>,
    ) -> Option<usize> {
        let ruleset = input.document.ruleset();
        let count = of.ids(ruleset).len();
        let at = self.chosen.get(&of).copied().unwrap_or(0).min(count.saturating_sub(1));
        let now = item_at(ruleset, of, at);
        let mut next = None;
        let title = super::LISTS.iter().find(|(list, _)| *list == of);
        heading(ui, title.map_or("", |(_, name)| name));
        ui.horizontal_wrapped(|ui| {
            let editing = input.editing;
            let add = format!("Add {}", with_article(of.words()));
            if text_button(ui, Some(Icon::Plus), "Add", editing).on_hover_text(add).clicked() {
                let item = new_item(ruleset, of);
                let place = if count == 0 { 0 } else { at + 1 };
                let printed = on_bottom_line(ruleset, of, &item);
                let edits = [Edit::define(of, item, Some(place))].into_iter().chain(printed);
                requests.push(Request::Edit { name: None, edits: edits.collect() });
                next = Some(place);
            }
            let Some(now) = &now else { return };
            let (own, name) = id_and_name(now);
            if icon_button(ui, Icon::Copy, &format!("Duplicate {name}"), editing).clicked() {
                let item = copy(ruleset, of, now);
                requests.push(Request::edit(Edit::define(of, item, Some(at + 1))));
                next = Some(at + 1);
            }
            let mut shift = |to: usize| {
                requests.push(Request::edit(Edit::Move { list: List::Defined(of), from: at, to }));
                next = Some(to);
            };
            let up = icon_button(ui, Icon::Up, &format!("Move {name} up"), editing && at > 0);
            if up.clicked() {
                shift(at.saturating_sub(1));
            }
            let further = editing && at + 1 < count;
            let down = icon_button(ui, Icon::Down, &format!("Move {name} down"), further);
            if down.clicked() {
                shift(at + 1);
            }
            if icon_button(ui, Icon::Remove, &format!("Remove {name}"), editing).clicked() {
                requests.push(Request::edit(Edit::undefine(of, own.to_owned())));
            }
        });
        ui.add_space(4.0);
        for place in 0..count {
            let Some(item) = item_at(ruleset, of, place) else { continue };
            let (own, name) = id_and_name(&item);
            let right = detail(&item);
            let clicked = choice_row(ui, place == at, 34.0, name, &right, |ui, rect, ink| {
                self.sample(ui, input, of, &item, (rect, ink));
            });
            if clicked.on_hover_text(own).clicked() {
                next = Some(place);
            }
        }
        next
    }

    fn sample(
        &mut self,
        ui: &Ui,
        input: &PageInput<'_>,
        of: Defined,
        item: &Item,
        (rect, ink): (Rect, Color32),
    ) {
        let painter = ui.painter();
        if let Some(of) = Of::drawn_as(of) {
            let own = id_and_name(item).0;
            self.swatches.paint(painter, rect, input.document, of, own);
            return;
        }
        match item {
            Item::Nation(nation) => {
                let colour = |text: &str| Color32::from_hex(text).unwrap_or(ink);
                painter.rect_filled(rect, 3.0, colour(&nation.fill));
                painter.rect_filled(rect.shrink(6.0), 1.0, colour(&nation.ink));
            }
            Item::UnitType(unit) => self.symbols.paint(ui, unit.symbol, unit.mark, rect),
            Item::UnitSize(_) => icons::paint(painter, rect, Icon::Counter, ink),
            _ => {}
        }
    }
}

/// What stands at a place of a list.
pub(super) fn item_at(ruleset: &Ruleset, of: Defined, at: usize) -> Option<Item> {
    let layout = &ruleset.counters;
    match of {
        Defined::Side => ruleset.sides.get(at).cloned().map(Item::from),
        Defined::Nation => ruleset.nations.get(at).cloned().map(Item::from),
        Defined::UnitType => layout.types.get(at).cloned().map(Item::from),
        Defined::UnitSize => layout.sizes.get(at).cloned().map(Item::from),
        Defined::Rating => layout.ratings.get(at).cloned().map(Item::from),
        Defined::FormationRating => layout.formation_ratings.get(at).cloned().map(Item::from),
        Defined::Trait => layout.traits.get(at).cloned().map(Item::from),
        Defined::OptionalRule => ruleset.optional_rules.get(at).cloned().map(Item::from),
        kinds => kinds.kinds(ruleset)?.get(at).cloned().map(Item::from),
    }
}

/// Puts something at a place of a list, for a picture of it.
pub(super) fn put_at(ruleset: &mut Ruleset, of: Defined, at: usize, item: &Item) {
    fn put<T: Clone>(list: &mut [T], at: usize, item: &T) {
        if let Some(there) = list.get_mut(at) {
            there.clone_from(item);
        }
    }
    let layout = &mut ruleset.counters;
    match (of, item) {
        (Defined::Terrain, Item::Kind(item)) => put(&mut ruleset.terrain, at, item),
        (Defined::Feature, Item::Kind(item)) => put(&mut ruleset.features, at, item),
        (Defined::Hexside, Item::Kind(item)) => put(&mut ruleset.hexsides, at, item),
        (Defined::Path, Item::Kind(item)) => put(&mut ruleset.paths, at, item),
        (Defined::Line, Item::Kind(item)) => put(&mut ruleset.lines, at, item),
        (_, Item::Side(item)) => put(&mut ruleset.sides, at, item),
        (_, Item::Nation(item)) => put(&mut ruleset.nations, at, item),
        (_, Item::UnitType(item)) => put(&mut layout.types, at, item),
        (_, Item::UnitSize(item)) => put(&mut layout.sizes, at, item),
        (Defined::FormationRating, Item::Rating(item)) => {
            put(&mut layout.formation_ratings, at, item);
        }
        (_, Item::Rating(item)) => put(&mut layout.ratings, at, item),
        (_, Item::Trait(item)) => put(&mut layout.traits, at, item),
        (_, Item::OptionalRule(item)) => put(&mut ruleset.optional_rules, at, item),
        _ => {}
    }
}

fn id_and_name_mut(item: &mut Item) -> Option<(&mut String, &mut String)> {
    Some(match item {
        Item::Side(it) => (&mut it.id, &mut it.name),
        Item::Nation(it) => (&mut it.id, &mut it.name),
        Item::Kind(it) => (&mut it.id, &mut it.name),
        Item::UnitType(it) => (&mut it.id, &mut it.name),
        Item::UnitSize(it) => (&mut it.id, &mut it.name),
        Item::Rating(it) => (&mut it.id, &mut it.name),
        Item::Trait(it) => (&mut it.id, &mut it.name),
        Item::OptionalRule(it) => (&mut it.id, &mut it.name),
        _ => return None,
    })
}

/// What a row says at its right end.
fn detail(item: &Item) -> String {
    match item {
        Item::Kind(kind) => cost_in_words(kind),
        Item::UnitSize(size) => size.mark.clone(),
        Item::Rating(rating) => format!("{}–{}", rating.min, rating.max),
        Item::OptionalRule(it) => it.rule.clone().unwrap_or_default(),
        _ => String::new(),
    }
}

/// What prints a new rating on the bottom line of the counters, behind those that stand there: one that
/// nobody sees is none.
fn on_bottom_line(ruleset: &Ruleset, of: Defined, item: &Item) -> Option<Edit> {
    let layout = &ruleset.counters;
    let between = if layout.pattern.is_empty() { "" } else { "-" };
    let pattern = format!("{}{between}{{{}}}", layout.pattern, id_and_name(item).0);
    let stacking_denominator = layout.stacking_denominator;
    (of == Defined::Rating).then_some(Edit::SetCounterPrint { pattern, stacking_denominator })
}

/// What the ids of new things begin with: while one has such an id, it follows its name.
const NEW: &str = "new-";

/// Lets a new thing be known by what it is called, as long as it has no id of its own.
pub(super) fn follow_new_name(ruleset: &Ruleset, of: Defined, now: &Item, to: &mut Item) {
    let (old_id, old_name) = id_and_name(now);
    let Some((id, name)) = id_and_name_mut(to) else { return };
    if old_id.starts_with(NEW) && id == old_id && name != old_name {
        let wanted = id_from_words(name, old_id);
        if wanted != *id {
            *id = fresh_definition_id(ruleset, of, &wanted);
        }
        follow_new_look(of, now, to);
    }
}

/// Lets a new kind look as its name suggests, as long as it has no look of its own: a river is blue
/// and flows.
fn follow_new_look(of: Defined, now: &Item, to: &mut Item) {
    let (Item::Kind(now), Item::Kind(to)) = (now, to) else { return };
    let Some(look) = Look::proposed(of, &to.name) else { return };
    let runs = [Mark::River, Mark::Canal, Mark::Escarpment, Mark::Ridge, Mark::Hedge, Mark::Wire];
    let ways = [Mark::Road, Mark::Railway];
    let places = [
        Mark::None,
        Mark::Town,
        Mark::City,
        Mark::Fortress,
        Mark::Port,
        Mark::Pillbox,
        Mark::Diamond,
        Mark::Disc,
        Mark::Victory,
        Mark::Entry,
        Mark::Label,
    ];
    let fits = match of {
        Defined::Hexside | Defined::Line => !places.contains(&look.mark),
        Defined::Path => ways.contains(&look.mark),
        Defined::Feature => !ways.contains(&look.mark) && look.mark != Mark::None,
        Defined::Terrain => ![&runs[..], &ways].concat().contains(&look.mark),
        _ => false,
    };
    if fits && to.look == now.look && now.look == plain_look(of) {
        to.look = Look { fill: look.fill.filter(|_| of == Defined::Terrain), ..look };
    }
}

/// How a new kind looks before it has a name that says more.
fn plain_look(of: Defined) -> Look {
    let (fill, ink, mark) = match of {
        Defined::Terrain => (Some("#d8d2a8"), "#7a7448", Mark::Fields),
        Defined::Feature => (None, "#5a4a3a", Mark::Pillbox),
        Defined::Path => (None, "#8a6a4a", Mark::Road),
        Defined::Line => (None, "#a03030", Mark::Dashes),
        _ => (None, "#5a4a3a", Mark::Border),
    };
    Look { fill: fill.map(str::to_owned), ink: Some(ink.to_owned()), mark, width: None }
}

fn copy(ruleset: &Ruleset, of: Defined, item: &Item) -> Item {
    let mut copy = item.clone();
    if let Some((id, name)) = id_and_name_mut(&mut copy) {
        *name = format!("{name}, copy");
        *id = fresh_definition_id(ruleset, of, &format!("{NEW}{id}"));
    }
    copy
}

/// A new thing of a sort, plain but whole.
fn new_item(ruleset: &Ruleset, of: Defined) -> Item {
    let name = format!("New {}", of.words());
    let id = fresh_definition_id(ruleset, of, &id_from_words(&name, "new-one"));
    let mut kind = Kind {
        id: id.clone(),
        name: name.clone(),
        movement: None,
        impassable: false,
        defence: 0,
        effects: Vec::new(),
        traits: Vec::new(),
        look: plain_look(of),
        rule: None,
        provenance: Provenance::Invented,
    };
    match of {
        Defined::Terrain => kind.movement = Some(1),
        Defined::Feature | Defined::Hexside | Defined::Path | Defined::Line => {}
        Defined::Side => return Side::new(id, name).into(),
        Defined::Nation => {
            let side = ruleset.sides.first().map(|side| side.id.clone());
            let (fill, ink) = ("#7d8ca3".to_owned(), "#101418".to_owned());
            let (symbol_fill, serves_with) = (None, None);
            return Nation { id, name, side, fill, ink, symbol_fill, serves_with }.into();
        }
        Defined::UnitType => {
            return UnitType { id, name, symbol: Symbol::Infantry, mark: None }.into();
        }
        Defined::UnitSize => {
            return UnitSize { id, name, mark: "III".to_owned(), stacking: 1 }.into();
        }
        // Faces that were there before it go without, as formations may at any time.
        Defined::Rating | Defined::FormationRating => {
            return RatingDef {
                id,
                name,
                min: 0,
                max: 20,
                optional: of == Defined::Rating,
                ink: None,
                corner: false,
                uses: Vec::new(),
            }
            .into();
        }
        Defined::Trait => {
            let provenance = Provenance::Invented;
            return TraitDef { id, name, meaning: None, provenance }.into();
        }
        Defined::OptionalRule => return OptionalRule { id, name, rule: None }.into(),
    }
    kind.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_thing_follows_its_name_until_it_has_an_id_of_its_own() {
        let side = |id: &str, name: &str| Item::from(Side::new(id, name));
        let ruleset: Ruleset = serde_json::from_str(
            r#"{ "$schema": "ruleset.schema.json", "format_version": 1, "id": "war",
                "title": "War", "citation": "W", "sides": [{ "id": "red", "name": "Red" }],
                "nations": [], "terrain": [], "sequence": [], "counters":
                { "ratings": [], "pattern": "", "types": [], "sizes": [] } }"#,
        )
        .unwrap_or_else(|error| panic!("{error}"));
        let named = |from: &Item, name: &str| {
            let mut to = from.clone();
            if let Item::Side(to) = &mut to {
                to.name = name.to_owned();
            }
            follow_new_name(&ruleset, Defined::Side, from, &mut to);
            id_and_name(&to).0.to_owned()
        };
        assert_eq!(named(&side("new-side", "New side"), "The Neutrals"), "the-neutrals");
        assert_eq!(named(&side("new-side", "New side"), "Red"), "red-n2");
        assert_eq!(named(&side("blue", "Blue"), "Azure"), "blue");
    }

    #[test]
    fn a_new_kind_looks_as_its_name_suggests_until_it_has_a_look_of_its_own() {
        let ruleset = salient_schema::Bundle::empty().ruleset;
        let look = |of: Defined, name: &str, own: Option<Mark>| {
            let mut now = new_item(&ruleset, of);
            if let (Item::Kind(now), Some(mark)) = (&mut now, own) {
                now.look.mark = mark;
            }
            let mut to = now.clone();
            if let Item::Kind(to) = &mut to {
                to.name = name.to_owned();
            }
            follow_new_name(&ruleset, of, &now, &mut to);
            let Item::Kind(kind) = to else { panic!("no kind") };
            (kind.look.mark, kind.look.fill.is_some())
        };
        assert_eq!(look(Defined::Hexside, "River", None), (Mark::River, false));
        for (name, mark) in [
            ("Sea", Mark::Water),
            ("Trench", Mark::Trench),
            ("Stone wall", Mark::Fieldwork),
            ("Cliffs", Mark::Escarpment),
            ("Barbed wire", Mark::Wire),
            // No place, and nothing that a name tells: plain.
            ("Village edge", Mark::Border),
            ("Scrub", Mark::Border),
        ] {
            assert_eq!(look(Defined::Hexside, name, None), (mark, false), "{name}");
        }
        assert_eq!(look(Defined::Line, "Frontier", None), (Mark::Border, false));
        assert_eq!(look(Defined::Path, "Trail", None), (Mark::Road, false));
        assert_eq!(look(Defined::Feature, "Label", None), (Mark::Label, false));
        assert_eq!(look(Defined::Hexside, "River", Some(Mark::Wire)), (Mark::Wire, false));
        assert_eq!(look(Defined::Terrain, "Beach", None), (Mark::None, true));
        assert_eq!(look(Defined::Terrain, "Scrub", None), (Mark::Fields, true));
        assert_eq!(look(Defined::Path, "Light railway", None), (Mark::Railway, false));
        assert_eq!(look(Defined::Feature, "Village", None), (Mark::Town, false));
    }
}
