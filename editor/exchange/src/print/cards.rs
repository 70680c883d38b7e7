//! Unit cards for a table with miniatures: a card for each unit of several bases, with a box for
//! each base, and a list of the single ones; each with its place on the battlefield.

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::Placement;
use salient_schema::words::id_in_words;

use super::field::Field;
use super::flow::{self, Block, INK, RULE};
use super::pictures::{self, Pictures};
use super::{Part, Way, Wishes};
use salient_art::colour;
use salient_art::counter_art::Shown;
use salient_art::fonts::Typeface;
use salient_art::printed_page::PrintedPage;
use salient_art::scene::{Scene, Stroke};

/// Cards side by side.
const COLUMNS: usize = 3;
/// The height of a card.
const HEIGHT: f32 = 37.0;
/// The side of the counter on a card.
const PICTURE: f32 = 13.0;

/// The cards of all sides, then their single bases.
pub fn leaves(bundle: &Bundle, field: &Field, wishes: &Wishes) -> Vec<PrintedPage> {
    let page = wishes.page(Way::Portrait);
    let mut places: BTreeMap<&str, &Placement> = BTreeMap::new();
    for placement in &bundle.scenario.setup.placements {
        places.extend(placement.counters.iter().map(|id| (id.as_str(), placement)));
    }
    let width = flow::column_width(page, COLUMNS);
    let cards = Cards { bundle, field, pictures: Pictures::new(bundle), places, width };
    let mut sections = Vec::new();
    for side in pictures::sides(bundle) {
        let name = pictures::side_name(&bundle.ruleset, side);
        let all = || bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let (units, bases): (Vec<&Counter>, Vec<&Counter>) = all()
            .filter(|counter| counter.side == side && cards.places.contains_key(&*counter.id))
            .partition(|counter| counter.faces.len() > 1);
        if !units.is_empty() {
            let mut blocks = vec![Block::heading(&format!("{name}: units"), 5.4, width)];
            blocks.extend(units.into_iter().map(|unit| cards.card(unit)));
            sections.push((blocks, COLUMNS));
        }
        if !bases.is_empty() {
            let mut blocks = vec![Block::heading(&format!("{name}: single bases"), 5.4, width)];
            blocks.extend(bases.into_iter().map(|base| cards.base(base)));
            sections.push((blocks, COLUMNS));
        }
    }
    flow::set(vec![(Part::Cards.name(), sections)], page, &bundle.scenario.title)
}

struct Cards<'a> {
    bundle: &'a Bundle,
    field: &'a Field,
    pictures: Pictures<'a>,
    /// Where each counter begins.
    places: BTreeMap<&'a str, &'a Placement>,
    width: f32,
}

impl Cards<'_> {
    fn card(&self, unit: &Counter) -> Block {
        let mut block = Block { height: HEIGHT + 2.0, ..Block::default() };
        let width = self.width;
        let edge = [[0.0, 0.0], [width, 0.0], [width, HEIGHT], [0.0, HEIGHT]];
        block.scene.dashes(
            [edge[0], edge[1], edge[2], edge[3], edge[0]],
            Stroke::new(0.15, RULE),
            [1.2, 0.9],
        );
        let lost = self.lost(unit);
        let shown = Shown::new(&unit.id, lost);
        self.pictures.draw(shown, [2.0, 2.0], PICTURE, &mut block.scene);
        let left = PICTURE + 4.5;
        let mut y = 1.6;
        let mut put = |block: &mut Block, words: &str, size, face, ink, x: f32| {
            let lines = flow::paragraph(words, size, face, ink, width - x - 1.5);
            let height = lines.height;
            block.scene.append(lines.scene.placed(1.0, [x, y]));
            y += height;
        };
        let soft = colour::lighter(INK, 0.25);
        put(&mut block, &unit.designation, 4.2, Typeface::Bold, INK, left);
        put(&mut block, &self.what(unit), 2.4, Typeface::Medium, soft, left);
        put(&mut block, &self.ratings(unit, lost), 2.4, Typeface::SemiBold, INK, left);
        let mut y = (PICTURE + 4.0).max(y + 0.8);
        boxes(&mut block.scene, [2.0, y], unit.faces.len(), usize::from(lost));
        y += 5.6;
        let lines = [self.place(unit), self.state(unit)];
        for words in lines.iter().filter(|words| !words.is_empty()) {
            let lines = flow::paragraph(words, 2.4, Typeface::Medium, INK, width - 4.0);
            let height = lines.height;
            block.scene.append(lines.scene.placed(1.0, [2.0, y]));
            y += height;
        }
        block
    }

    /// A single base: a line with its counter.
    fn base(&self, base: &Counter) -> Block {
        let mut block = Block { height: pictures::SIDE + 1.6, ..Block::default() };
        let shown = Shown::new(&base.id, 0);
        self.pictures.draw(shown, [0.0, 0.0], pictures::SIDE, &mut block.scene);
        let left = pictures::SIDE + 1.6;
        let mut y = 0.0;
        let title = format!("{} · {}", base.designation, self.what(base));
        let lines = [(title, Typeface::SemiBold), (self.place(base), Typeface::Medium)];
        for (words, face) in lines.into_iter().chain([(self.state(base), Typeface::Italic)]) {
            if !words.is_empty() {
                let lines = flow::paragraph(&words, 2.3, face, INK, self.width - left);
                let height = lines.height;
                block.put(lines, [left, y]);
                y += height;
            }
        }
        block.height = block.height.max(y + 1.2);
        block
    }

    /// The bases that it has lost when play begins.
    fn lost(&self, unit: &Counter) -> u8 {
        self.places.get(unit.id.as_str()).and_then(|placement| placement.face).unwrap_or(0)
    }

    /// Its type, and what it belongs to.
    fn what(&self, unit: &Counter) -> String {
        let ruleset = &self.bundle.ruleset;
        let kind = ruleset.counters.types.iter().find(|kind| kind.id == unit.unit_type);
        let mut words = vec![kind.map_or(unit.unit_type.as_str(), |kind| kind.name.as_str())];
        words.extend(unit.nation.as_deref().map(|id| pictures::nation_name(ruleset, id)));
        let formations = self.bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
        let own = formations.into_iter().find(|one| Some(&one.id) == unit.formation.as_ref());
        words.extend(own.map(|formation| formation.name.as_str()));
        words.join(", ")
    }

    fn ratings(&self, unit: &Counter, face: u8) -> String {
        let shown = unit.faces.get(usize::from(face)).or(unit.faces.first());
        let known = self.bundle.ruleset.counters.ratings.iter();
        let rated = known.filter_map(|rating| {
            let value = shown?.ratings.get(&rating.id)?;
            // `Training, 1 poor to 4 expert`: the number stands beside its name.
            Some(match rating.name.split_once(", ") {
                Some((name, scale)) => format!("{name} {value} ({scale})"),
                None => format!("{} {value}", rating.name),
            })
        });
        rated.collect::<Vec<_>>().join(" · ")
    }

    /// Where it stands: yards and inches.
    fn place(&self, unit: &Counter) -> String {
        let Some(placement) = self.places.get(unit.id.as_str()) else { return String::new() };
        match self.field.place(&placement.hex) {
            Some(place) => {
                format!("{} yards ({})", place.in_yards(), place.in_inches(self.field))
            }
            None => format!("hex {}", placement.hex),
        }
    }

    fn state(&self, unit: &Counter) -> String {
        let states = self.places.get(unit.id.as_str()).into_iter().flat_map(|one| &one.states);
        states.map(|state| id_in_words(state)).collect::<Vec<_>>().join(", ")
    }
}

/// A box for each base, those that are lost crossed.
fn boxes(scene: &mut Scene, [x, y]: [f32; 2], count: usize, lost: usize) {
    let pen = Stroke::new(0.25, INK);
    for at in 0..count {
        let left = x + at as f32 * 5.2;
        let (right, below) = (left + 4.2, y + 4.2);
        scene.outline([[left, y], [right, y], [right, below], [left, below]], pen);
        if at >= count - lost.min(count) {
            scene.line([[left, y], [right, below]], pen);
            scene.line([[left, below], [right, y]], pen);
        }
    }
}
