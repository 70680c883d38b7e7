//! The order of battle: formations as a tree, with the fronts of their counters.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Bundle;
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::ruleset::RatingDef;
use salient_schema::words::{order_in_words, ratings_in_words};

use super::flow::{self, Block, Chapter, INK};
use super::pictures::{self, Pictured, Pictures};
use super::{Part, Way, Wishes};
use salient_art::colour;
use salient_art::fonts::Typeface;

/// The columns of a page.
const COLUMNS: usize = 2;
/// How far a formation lies to the right of that which it belongs to.
const INDENT: f32 = 4.0;

/// The order of battle of all sides.
pub fn chapter(bundle: &Bundle, wishes: &Wishes) -> Chapter<'static> {
    let page = wishes.page(Way::Portrait);
    let width = flow::column_width(page, COLUMNS);
    let formations: Vec<&Formation> =
        bundle.orders_of_battle.iter().flat_map(|book| &book.formations).collect();
    let known: BTreeSet<&str> = formations.iter().map(|one| one.id.as_str()).collect();
    let mut members: BTreeMap<&str, Vec<&Counter>> = BTreeMap::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        let of = counter.formation.as_deref().filter(|id| known.contains(id)).unwrap_or("");
        members.entry(of).or_default().push(counter);
    }
    let mut tree = Tree {
        bundle,
        pictures: Pictures::new(bundle),
        ratings: &bundle.ruleset.counters.formation_ratings,
        formations,
        members,
        width,
        seen: BTreeSet::new(),
    };
    let mut sections = Vec::new();
    for side in pictures::sides(bundle) {
        let blocks = tree.side(side);
        if blocks.is_empty() {
            continue;
        }
        let name = pictures::side_name(&bundle.ruleset, side);
        let mut all = vec![Block::heading(&format!("{name} order of battle"), 5.4, width)];
        all.extend(blocks);
        sections.push((all, COLUMNS));
    }
    (Part::OrderOfBattle.name(), sections)
}

struct Tree<'a> {
    bundle: &'a Bundle,
    pictures: Pictures<'a>,
    /// The ratings of formations.
    ratings: &'a [RatingDef],
    formations: Vec<&'a Formation>,
    /// The counters of each formation; those of none under an empty name.
    members: BTreeMap<&'a str, Vec<&'a Counter>>,
    width: f32,
    /// Faulty data may go round in circles.
    seen: BTreeSet<&'a str>,
}

impl<'a> Tree<'a> {
    fn side(&mut self, side: &str) -> Vec<Block> {
        let mut blocks = Vec::new();
        let has_parent = |one: &Formation| {
            one.parent.as_ref().is_some_and(|id| self.formations.iter().any(|p| p.id == *id))
        };
        let roots: Vec<&'a Formation> = self
            .formations
            .iter()
            .copied()
            .filter(|one| one.side == side && !has_parent(one))
            .collect();
        for root in roots {
            self.formation(root, 0, &mut blocks);
        }
        // What hangs in a circle has no root.
        let rest: Vec<&'a Formation> = self
            .formations
            .iter()
            .copied()
            .filter(|one| one.side == side && !self.seen.contains(one.id.as_str()))
            .collect();
        for one in rest {
            self.formation(one, 0, &mut blocks);
        }
        let of_none = self.counters("", side, 0.0);
        if !of_none.is_empty() {
            if !blocks.is_empty() {
                blocks.push(Block::gap(2.0));
                blocks.push(Block::heading("In no formation", 3.6, self.width));
            }
            blocks.extend(of_none);
        }
        blocks
    }

    fn formation(&mut self, one: &'a Formation, depth: usize, blocks: &mut Vec<Block>) {
        if !self.seen.insert(&one.id) {
            return;
        }
        let indent = INDENT * depth.min(6) as f32;
        let size = (4.2 - 0.4 * depth as f32).max(3.0);
        blocks.push(Block::gap(if depth == 0 { 2.5 } else { 1.2 }));
        let mut heading = Block::heading(&one.name, size, self.width - indent);
        let ratings = ratings_in_words(self.ratings, &one.ratings);
        let ratings = Some(ratings).filter(|ratings| !ratings.is_empty());
        let own: Vec<String> = one.commander.iter().cloned().chain(ratings).collect();
        let own = Some(own.join(", ")).filter(|own| !own.is_empty());
        let orders = self.bundle.scenario.orders.iter().filter(|order| order.formation == one.id);
        let orders = orders.filter_map(|order| order_in_words(order, self.bundle));
        for words in own.into_iter().chain(orders) {
            let soft = colour::lighter(INK, 0.25);
            let words = flow::paragraph(&words, 2.8, Typeface::Italic, soft, self.width - indent);
            let y = heading.height - 0.4;
            heading.put(words, [0.0, y]);
        }
        blocks.push(heading.indented(indent));
        blocks.extend(self.counters(&one.id, &one.side, indent));
        let below: Vec<&'a Formation> = self
            .formations
            .iter()
            .copied()
            .filter(|child| child.parent.as_deref() == Some(one.id.as_str()))
            .collect();
        for child in below {
            self.formation(child, depth + 1, blocks);
        }
    }

    fn counters(&self, formation: &str, side: &str, indent: f32) -> Vec<Block> {
        let members = self.members.get(formation).into_iter().flatten();
        let pictured: Vec<Pictured<'_>> = members
            .filter(|counter| counter.side == side || !formation.is_empty())
            .map(|counter| {
                let mut pictured = Pictured::front(&counter.id);
                if counter.count > 1 {
                    pictured.words = format!("× {}", counter.count);
                }
                pictured
            })
            .collect();
        let rows = self.pictures.rows(&pictured, self.width - indent);
        rows.into_iter().map(|row| row.indented(indent)).collect()
    }
}
