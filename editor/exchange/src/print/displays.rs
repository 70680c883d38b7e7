//! Displays of armies as cards, with an attachment marker for each formation.

use salient_art::colour;
use salient_art::fonts::Typeface;
use salient_art::scene::Stroke;
use salient_rules::Systems;
use salient_schema::Bundle;

use super::flow::{self, Block, Chapter, INK, RULE};
use super::pictures;
use super::{Part, Way, Wishes};
use crate::displays::{Attachments, Display, Slot, displays};

/// Boxes side by side on a card.
const BESIDE: usize = 4;
/// Between boxes, and from the edge of a card to what is on it.
const GAP: f32 = 2.0;
/// From the edge of a box to what is in it.
const PAD: f32 = 1.2;
/// The side of a marker, and from one to the next.
const MARKER: f32 = 10.0;
const STEP: f32 = 10.8;

/// The displays of all armies that take part.
pub fn chapter(systems: Systems, bundle: &Bundle, wishes: &Wishes) -> Chapter<'static> {
    let width = wishes.page(Way::Portrait).room()[0];
    let attachments = Attachments::of(bundle);
    let all = displays(systems, bundle);
    let mut blocks = Vec::new();
    for side in pictures::sides(bundle) {
        let own: Vec<&Display<'_>> = all.iter().filter(|one| one.formation.side == side).collect();
        if !own.is_empty() {
            let name = pictures::side_name(&bundle.ruleset, side);
            blocks.push(Block::heading(&format!("{name} displays"), 5.4, width));
            let cards = own.into_iter().map(|one| card(one, &attachments, width));
            blocks.extend(cards.flat_map(|card| [card, Block::gap(3.0)]));
        }
    }
    let sections = if blocks.is_empty() { Vec::new() } else { vec![(blocks, 1)] };
    (Part::Displays.name(), sections)
}

fn card(display: &Display<'_>, attachments: &Attachments<'_>, width: f32) -> Block {
    let army = display.formation;
    let soft = colour::lighter(INK, 0.25);
    let room = width - 2.0 * GAP;
    let mut block = Block::default();
    block.put(flow::paragraph(&army.name, 4.6, Typeface::Bold, INK, room), [GAP, GAP * 0.6]);
    if !display.words.is_empty() {
        let y = block.height;
        block.put(flow::paragraph(&display.words, 2.8, Typeface::Italic, soft, room), [GAP, y]);
    }
    let beside = BESIDE as f32;
    let wide = (width - GAP * (beside + 1.0)) / beside;
    for row in display.slots.chunks(BESIDE) {
        let set: Vec<Block> = row.iter().map(|one| slot(one, attachments, wide)).collect();
        let height = set.iter().map(|one| one.height).fold(0.0, f32::max);
        let top = block.height + GAP * 0.6;
        for (at, one) in set.into_iter().enumerate() {
            let x = GAP + at as f32 * (wide + GAP);
            let edge = [[x, top], [x + wide, top], [x + wide, top + height], [x, top + height]];
            block.scene.block(edge, [252, 250, 244, 255], Stroke::new(0.18, RULE));
            block.put(Block { height, ..one }, [x, top]);
        }
    }
    block.height += GAP;
    let (w, h) = (width, block.height);
    block.scene.outline([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]], Stroke::new(0.35, INK));
    block
}

fn slot(slot: &Slot<'_>, attachments: &Attachments<'_>, width: f32) -> Block {
    let room = width - 2.0 * PAD;
    let soft = colour::lighter(INK, 0.25);
    let mut block = Block::default();
    let mut y = PAD * 0.5;
    let heads =
        [(&slot.heading, 3.0, Typeface::Bold, INK), (&slot.words, 2.2, Typeface::Italic, soft)];
    for (words, size, face, ink) in heads.into_iter().filter(|(words, ..)| !words.is_empty()) {
        let lines = flow::paragraph(words, size, face, ink, room);
        let height = lines.height;
        block.put(lines, [PAD, y]);
        y += height;
    }
    let a_row = ((room + STEP - MARKER) / STEP).floor().max(1.0) as usize;
    y += 0.8;
    for row in slot.markers.chunks(a_row) {
        for (at, formation) in row.iter().enumerate() {
            let middle = [PAD + at as f32 * STEP + MARKER / 2.0, y + MARKER / 2.0];
            block.scene.append(attachments.marker(formation).placed(MARKER, middle));
        }
        y += STEP;
    }
    // An empty box takes a row of markers.
    block.height = y.max(3.0 + STEP * 1.4) + PAD * 0.5;
    block
}
