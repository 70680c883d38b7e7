//! The palette: every counter by side and formation, as the orders of battle have it.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::order_of_battle::Formation;
use salient_schema::{OrderOfBattle, Ruleset};

use super::pieces::{Pieces, Placed, Spot, Trait, command};
use super::xml::Element;

/// The palette's window: a tab a side, and one for the markers.
pub fn window(
    ruleset: &Ruleset,
    books: &[OrderOfBattle],
    pieces: &Pieces<'_>,
    markers: Element,
) -> Element {
    let tree = Tree::new(books);
    let mut tabs = Element::new("VASSAL.build.widget.TabWidget").with("entryName", "Counters");
    for side in &ruleset.sides {
        let roots: Vec<&Formation> = tree.children("").filter(|f| f.side == side.id).collect();
        let mut branches: Vec<Element> =
            roots.iter().filter_map(|f| tree.branch(f, pieces, 0)).collect();
        let single = tree.loose.iter().filter(|id| side_of(pieces, id) == Some(&side.id));
        let single: Vec<&str> = single.copied().collect();
        if !single.is_empty() {
            branches.push(counters("In no formation", &single, pieces));
        }
        tabs.add(folder(&side.name, branches));
    }
    tabs.add(markers);
    Element::new("VASSAL.build.module.PieceWindow")
        .with("name", "Counters")
        .with("text", "Counters")
        .with("tooltip", "All counters by formation (Alt+C)")
        .with("icon", "/images/counter.gif")
        .with("hotkey", "67,520")
        .with("hidden", false)
        .with("scale", "1.0")
        .with("defaultWidth", 420)
        .holding(tabs)
}

fn side_of<'p>(pieces: &'p Pieces<'_>, counter: &str) -> Option<&'p String> {
    pieces.counter(counter).map(|counter| &counter.side)
}

/// The formations of all books, and who is in them.
struct Tree<'a> {
    children: BTreeMap<&'a str, Vec<&'a Formation>>,
    members: BTreeMap<&'a str, Vec<&'a str>>,
    loose: Vec<&'a str>,
}

impl<'a> Tree<'a> {
    fn new(books: &'a [OrderOfBattle]) -> Self {
        let formations: Vec<&Formation> = books.iter().flat_map(|book| &book.formations).collect();
        let known: BTreeSet<&str> = formations.iter().map(|f| f.id.as_str()).collect();
        let mut tree =
            Self { children: BTreeMap::new(), members: BTreeMap::new(), loose: Vec::new() };
        for formation in formations {
            let parent = formation.parent.as_deref().filter(|id| known.contains(id));
            tree.children.entry(parent.unwrap_or_default()).or_default().push(formation);
        }
        let mut seen = BTreeSet::new();
        for counter in books.iter().flat_map(|book| &book.counters) {
            if !seen.insert(counter.id.as_str()) {
                continue;
            }
            match counter.formation.as_deref().filter(|id| known.contains(id)) {
                Some(id) => tree.members.entry(id).or_default().push(&counter.id),
                None => tree.loose.push(&counter.id),
            }
        }
        tree
    }

    fn children(&self, parent: &str) -> impl Iterator<Item = &'a Formation> {
        self.children.get(parent).into_iter().flatten().copied()
    }

    /// A formation with all below it; nothing where it has no counters at all.
    fn branch(&self, formation: &Formation, pieces: &Pieces<'_>, depth: usize) -> Option<Element> {
        // Faulty data may go round in circles.
        if depth > 32 {
            return None;
        }
        let own = self.members.get(formation.id.as_str());
        let mut branches: Vec<Element> = self
            .children(&formation.id)
            .filter_map(|child| self.branch(child, pieces, depth + 1))
            .collect();
        match (own, branches.is_empty()) {
            (None, true) => None,
            (Some(own), true) => Some(counters(&formation.name, own, pieces)),
            (own, false) => {
                if let Some(own) = own {
                    branches.insert(0, counters(&formation.name, own, pieces));
                }
                Some(folder(&formation.name, branches))
            }
        }
    }
}

/// Several palettes, one of which is chosen from a list.
pub fn folder(name: &str, branches: Vec<Element>) -> Element {
    let mut folder = Element::new("VASSAL.build.widget.BoxWidget")
        .with("entryName", name)
        .with("width", 400)
        .with("height", 500);
    branches.into_iter().for_each(|branch| folder.add(branch));
    folder
}

/// A palette of counters.
fn counters(name: &str, counters: &[&str], pieces: &Pieces<'_>) -> Element {
    let slots = counters.iter().map(|id| {
        let placed = Placed { counter: (*id).to_owned(), ..Placed::default() };
        slot(&placed, pieces.gpid(id), pieces)
    });
    panel(name, slots)
}

/// A palette of slots.
pub fn panel(name: &str, slots: impl Iterator<Item = Element>) -> Element {
    let mut panel = Element::new("VASSAL.build.widget.PanelWidget")
        .with("entryName", name)
        .with("fixed", true)
        .with("nColumns", 4)
        .with("vert", false)
        .with("scale", "1.0");
    slots.for_each(|slot| panel.add(slot));
    panel
}

/// A slot of the palette, or of a stack that is there when a game begins.
pub fn slot(placed: &Placed, gpid: &str, pieces: &Pieces<'_>) -> Element {
    let name = pieces.counter(&placed.counter).map_or("", |counter| &counter.designation);
    let traits = pieces.traits(placed, &Spot::slot(gpid), false);
    slot_of(name, gpid, pieces.picture_side(), &traits)
}

/// A slot of any piece. `side` is the side of its picture in pixels.
pub fn slot_of(name: &str, gpid: &str, side: u32, traits: &[Trait]) -> Element {
    Element::new("VASSAL.build.widget.PieceSlot")
        .with("entryName", name)
        .with("gpid", gpid)
        .with("width", side)
        .with("height", side)
        .saying(command("null", traits))
}
