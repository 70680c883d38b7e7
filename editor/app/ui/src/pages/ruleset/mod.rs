//! The page of the ruleset: what it defines, thing by thing, each with a form and a picture drawn
//! as on the map and on the counters.

mod alliance;
mod cases;
mod counters;
mod entries;
mod fields;
mod head;
mod kind;
mod play;
mod preview;
mod roles;
mod sequence;

use std::collections::BTreeMap;

use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};
use salient_document::sequence::steps_of;
use salient_document::{Document, Edit, Item};
use salient_output::plural;
use salient_schema::defined::{forget_uses, uses};
use salient_schema::{Defined, Ruleset};

use self::entries::{item_at, put_at};
use self::play::{Chapter, PlayPages};
use self::preview::Preview;
use super::PageInput;
use super::charts::contents_row;
use super::order_of_battle::Symbols;
use crate::look::icons::Icon;
use crate::look::names::id_and_name;
use crate::look::sentence;
use crate::look::swatches::Swatches;
use crate::look::theme;
use crate::look::widgets::{card, heading, quiet, text_button};
use crate::own_cases::are_kept;
use crate::request::Request;

/// How wide a form is at most, in points.
const WIDTH: f32 = 700.0;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct RulesetPage {
    section: Section,
    /// The entry in hand of each list, by its place.
    chosen: BTreeMap<Defined, usize>,
    swatches: Swatches,
    symbols: Symbols,
    preview: Preview,
    play: PlayPages,
    uses: Option<Uses>,
    cases: cases::Cases,
}

/// Where something is spoken of.
#[derive(Debug)]
struct Uses {
    /// The document's revision, and what is in hand.
    of: (u64, Defined, String),
    places: Vec<String>,
    /// The places that cannot be without it, if there are any.
    needed: Option<String>,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    /// The ruleset itself: its title, its file, its notes.
    #[default]
    Head,
    /// A list of what it defines.
    Of(Defined),
    /// The sequence of play.
    Sequence,
    /// Whose rules play it.
    Rules,
    /// A chapter of its rules of play.
    Play(Chapter),
    /// The rule cases that are kept with it.
    Cases,
}

/// The lists with their headings, in the order in which a designer meets them.
pub(crate) const LISTS: [(Defined, &str); 13] = [
    (Defined::Terrain, "Terrain"),
    (Defined::Feature, "In hexes"),
    (Defined::Hexside, "Along hexsides"),
    (Defined::Path, "Paths"),
    (Defined::Line, "Lines"),
    (Defined::Side, "Sides"),
    (Defined::Nation, "Nations"),
    (Defined::UnitType, "Unit types"),
    (Defined::UnitSize, "Unit sizes"),
    (Defined::Rating, "Ratings"),
    (Defined::FormationRating, "Ratings of formations"),
    (Defined::Trait, "Counter traits"),
    (Defined::OptionalRule, "Optional rules"),
];

impl RulesetPage {
    /// Shows the page in all the room there is.
    pub fn show(&mut self, ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
        let id = ui.scope_id().with("ruleset page");
        let frame = |left| Frame::new().inner_margin(Margin { left, right: 8, top: 0, bottom: 0 });
        // What is chosen shows from the next frame on: a field that is being left still counts.
        let mut next = None;
        Panel::left(id.with("sections"))
            .default_size(170.0)
            .size_range(130.0..=260.0)
            .frame(frame(0))
            .show(ui, |ui| {
                ScrollArea::vertical().id_salt("sections").auto_shrink(false).show(ui, |ui| {
                    next = self.sections(ui, input.document);
                });
            });
        let mut other = None;
        if let Section::Of(of) = self.section {
            Panel::left(id.with("entries"))
                .default_size(240.0)
                .size_range(160.0..=360.0)
                .frame(frame(8))
                .show(ui, |ui| {
                    ScrollArea::vertical().id_salt(("entries", of)).auto_shrink(false).show(
                        ui,
                        |ui| {
                            other = self.entries(ui, input, of, requests);
                        },
                    );
                });
        }
        if let Section::Play(chapter) = self.section
            && play::has_board(chapter, input.document)
        {
            Panel::right(id.with("board"))
                .default_size(300.0)
                .size_range(180.0..=460.0)
                .frame(frame(8))
                .show(ui, |ui| {
                    ScrollArea::vertical().id_salt("board").auto_shrink(false).show(ui, |ui| {
                        self.play.board(ui, input, chapter);
                    });
                });
        }
        let margin = Margin { left: 10, right: 0, top: 0, bottom: 0 };
        egui::CentralPanel::no_frame().frame(Frame::new().inner_margin(margin)).show(ui, |ui| {
            let salt = ("form", format!("{:?}", self.section));
            ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(WIDTH.min(ui.available_width()));
                match self.section {
                    Section::Head => head::show(ui, id.with("head"), input, requests),
                    Section::Sequence => sequence::show(ui, id.with("sequence"), input, requests),
                    Section::Cases => self.cases.show(ui, input.document),
                    Section::Of(of) => self.form(ui, id, input, of, requests),
                    Section::Rules => play::begin(ui, input, requests),
                    Section::Play(chapter) => {
                        self.play.show(ui, id.with("play"), input, chapter, requests);
                    }
                }
                ui.add_space(theme::GROUP_GAP);
            });
        });
        self.section = next.unwrap_or(self.section);
        if let (Section::Of(of), Some(other)) = (self.section, other) {
            self.chosen.insert(of, other);
        }
    }

    /// Plays the rule cases again that are kept with the ruleset: there is one more.
    pub fn play_cases_again(&mut self) {
        self.cases.again();
    }

    /// Brings what a pointer into the ruleset leads to in hand.
    pub fn go_to(&mut self, pointer: &str) {
        let own = pointer.strip_prefix("/ruleset").unwrap_or(pointer);
        if let Some(chapter) = Chapter::of(own) {
            self.section = Section::Play(chapter);
            return;
        }
        if pointer.split('/').any(|part| part == "sequence") {
            self.section = Section::Sequence;
            return;
        }
        let Some((of, at)) = place_of(pointer) else { return };
        self.section = Section::Of(of);
        if let Some(at) = at {
            self.chosen.insert(of, at);
        }
    }

    /// The list of lists. Gives the one that is clicked.
    fn sections(&self, ui: &mut Ui, document: &Document) -> Option<Section> {
        let ruleset = document.ruleset();
        let mut next = None;
        let mut row = |ui: &mut Ui, section: Section, name: &str, detail: &str| {
            if contents_row(ui, name, detail, self.section == section, false) {
                next = Some(section);
            }
        };
        heading(ui, "Ruleset");
        row(ui, Section::Head, "Title and file", &ruleset.citation);
        for (heads, lists) in
            [("On the map", &LISTS[..5]), ("On counters", &LISTS[5..12]), ("In play", &LISTS[12..])]
        {
            heading(ui, heads);
            for (of, name) in lists {
                let count = of.ids(ruleset).len();
                row(ui, Section::Of(*of), name, &format!("{count} of them"));
            }
        }
        let steps = steps_of(&ruleset.sequence).len();
        row(ui, Section::Sequence, "Sequence of play", &plural(steps, "step"));
        heading(ui, "Rules of play");
        let is_played = play::is_played(document);
        row(ui, Section::Rules, "Whose rules", if is_played { "its own" } else { "" });
        if is_played {
            let rules = ruleset.rules_of_play.clone().unwrap_or_default();
            for chapter in Chapter::ALL {
                let has = chapter.has(&rules);
                let detail = has.unwrap_or_else(|| "none".to_owned());
                row(ui, Section::Play(*chapter), chapter.title(), &detail);
            }
        }
        if are_kept(document) {
            row(ui, Section::Cases, "Rule cases", &self.cases.in_short());
        }
        next
    }

    /// The form of what is in hand, with its picture.
    fn form(
        &mut self,
        ui: &mut Ui,
        id: egui::Id,
        input: &PageInput<'_>,
        of: Defined,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        let ruleset = document.ruleset();
        let count = of.ids(ruleset).len();
        let at = self.chosen.get(&of).copied().unwrap_or(0).min(count.saturating_sub(1));
        let Some(now) = item_at(ruleset, of, at) else {
            quiet(ui, format!("The ruleset has no {} yet. Add one at the left.", of.words()));
            if of == Defined::Rating {
                counters::print(ui, id.with("print"), input, requests);
            }
            return;
        };
        let (own, name) = id_and_name(&now);
        let (own, name) = (own.to_owned(), name.to_owned());
        let id = id.with((of, at));
        ui.label(RichText::new(&name).font(theme::strong(20.0)));
        let mut to = now.clone();
        let mut drafting = false;
        ui.add_enabled_ui(input.editing, |ui| {
            let shown = self.preview.shown(id).unwrap_or_else(|| now.clone());
            self.preview.paint(ui, document, of, at, &shown);
            drafting = match &mut to {
                Item::Kind(kind) => kind::show(ui, id, document, of, kind),
                other => counters::show(ui, id, document, of, other, requests),
            };
        });
        self.preview.draft(id, drafting.then(|| to.clone()));
        if !drafting && to != now {
            entries::follow_new_name(ruleset, of, &now, &mut to);
            requests.push(Request::edit(Edit::redefine(of, own.clone(), to)));
        }
        self.used(ui, input, of, (&own, &name), requests);
        roles::show(ui, document, of, &own, requests);
        if of == Defined::Rating {
            ui.add_enabled_ui(input.editing, |ui| {
                counters::print(ui, id.with("print"), input, requests);
            });
        }
    }

    /// Where something is spoken of, and how it goes with all of that.
    fn used(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        of: Defined,
        (own, name): (&str, &str),
        requests: &mut Vec<Request>,
    ) {
        let revision = input.document.revision();
        let key = (revision, of, own.to_owned());
        let known = self.uses.take().filter(|known| known.of == key).unwrap_or_else(|| {
            let places = uses(input.document.bundle(), of, own);
            let needed = forget_uses(&mut input.document.bundle().clone(), of, own).err();
            Uses { of: key, places, needed: needed.map(|them| used_in_words(&them)) }
        });
        heading(ui, "Where it is used");
        card(ui, |ui| {
            quiet(ui, used_in_words(&known.places));
            if known.places.is_empty() || !input.editing {
                return;
            }
            let text = format!("Take {name} off all of them and remove it");
            if let Some(needed) = &known.needed {
                quiet(ui, format!("Those that cannot be without it keep it: {needed}"));
            } else if text_button(ui, Some(Icon::Remove), &text, true).clicked()
                && let Ok(edit) = input.document.remove_everywhere(of, own)
            {
                requests.push(Request::Edit { name: Some(text), edits: vec![edit] });
            }
        });
        self.uses = Some(known);
    }
}

/// The first of the places, and how many more there are.
fn used_in_words(places: &[String]) -> String {
    match places {
        [] => "Nowhere in this scenario, its map and its orders of battle.".to_owned(),
        [one] => sentence(one),
        [first, second] => sentence(&format!("{first} and {second}.")),
        [first, second, rest @ ..] => {
            sentence(&format!("{first}, {second} and {} more.", rest.len()))
        }
    }
}

/// The list that a pointer into the ruleset leads into, and the place in it.
fn place_of(pointer: &str) -> Option<(Defined, Option<usize>)> {
    let mut parts = pointer.split('/').skip(1).skip_while(|part| *part == "ruleset");
    let of = match parts.next()? {
        "sides" => Defined::Side,
        "nations" => Defined::Nation,
        "terrain" => Defined::Terrain,
        "features" => Defined::Feature,
        "hexsides" => Defined::Hexside,
        "paths" => Defined::Path,
        "lines" => Defined::Line,
        "optional_rules" => Defined::OptionalRule,
        "counters" => match parts.next()? {
            "types" => Defined::UnitType,
            "sizes" => Defined::UnitSize,
            "traits" => Defined::Trait,
            "formation_ratings" => Defined::FormationRating,
            // The bottom line stands with the ratings.
            _ => Defined::Rating,
        },
        _ => return None,
    };
    Some((of, parts.next().and_then(|part| part.parse().ok())))
}

/// A ruleset with something else at a place of a list.
fn with(ruleset: &Ruleset, of: Defined, at: usize, item: &Item) -> Ruleset {
    let mut ruleset = ruleset.clone();
    put_at(&mut ruleset, of, at, item);
    ruleset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_leads_to_a_list_and_a_place() {
        for (pointer, to) in [
            ("/terrain/3/look/fill", Some((Defined::Terrain, Some(3)))),
            ("/ruleset/counters/types/2/id", Some((Defined::UnitType, Some(2)))),
            ("/counters/pattern", Some((Defined::Rating, None))),
            ("/counters/formation_ratings/0/min", Some((Defined::FormationRating, Some(0)))),
            ("/notes/1", None),
            ("", None),
        ] {
            assert_eq!(place_of(pointer), to, "{pointer}");
        }
    }
}
