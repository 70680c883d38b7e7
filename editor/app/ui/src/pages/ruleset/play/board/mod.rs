//! A small board beside the sentences of a chapter: what they come to, drawn as on the map.

mod reckon;

use egui::{Align2, Color32, FontId, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2};
use salient_art::{Detail, Layer, MapArt, Scene};
use salient_document::{Document, Item};
use salient_hex::grid::Hex;
use salient_schema::Map;
use salient_schema::rules_of_play::{Combat, RulesOfPlay, StackingLimit};

use self::reckon::column;
use super::chapters::Chapter;
use super::known::{Known, Of};
use super::show::group_in_words;
use crate::look::sample_counter::counter;
use crate::look::shapes::Picture;
use crate::look::theme::palette;
use crate::look::widgets::quiet;

/// What attacks on the board of combat: the attackers' strength, and the defenders'.
const ATTACK: (i32, i32) = (13, 4);
/// How large a counter is, in hex widths.
const COUNTER: f32 = 0.62;

/// A board with its pictures.
#[derive(Debug, Default)]
pub struct Board {
    picture: Option<(u64, Map, Picture)>,
    counters: Option<(u64, [Option<Picture>; 2])>,
}

/// Whether a chapter is shown on a board.
pub fn shows(chapter: Chapter) -> bool {
    matches!(chapter, Chapter::Stacking | Chapter::Zones | Chapter::Movement | Chapter::Combat)
}

impl Board {
    /// Shows the board of a chapter, with words below it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        rules: &RulesOfPlay,
        chapter: Chapter,
    ) {
        let ruleset = document.ruleset();
        let orientation = document.map().grid.orientation;
        let board = reckon::Board::new(ruleset, rules, orientation);
        let [[left, top], [right, bottom]] = board.grid.bounds();
        let scale = (ui.available_width() / (right - left)).clamp(20.0, 60.0);
        let size = vec2(right - left, bottom - top) * scale;
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let origin = rect.min - vec2(left, top) * scale;
        let pixels = ui.pixels_per_point();
        self.map(document, &board, scale, pixels).paint(ui.painter(), origin, scale, rect);
        let at = |hex: Hex| {
            let [x, y] = board.grid.centre(hex);
            origin + vec2(x, y) * scale
        };
        let tint = |hex: Hex, ink: Color32| {
            let corners = board.grid.corners(hex).map(|[x, y]| origin + vec2(x, y) * scale);
            let fill = ink.gamma_multiply(0.35);
            let shape = Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(1.0, ink));
            ui.painter().add(shape);
        };
        let colours = palette(ui);
        let (red, green) = (colours.error, colours.good);
        let zones = board.zones(rules);
        let mut enemies: &[Hex] = &board.enemies;
        let mut movers = vec![board.mover];
        match chapter {
            Chapter::Zones => zones.iter().for_each(|hex| tint(*hex, red)),
            Chapter::Movement => {
                for (hex, cost) in board.reach(ruleset, rules) {
                    tint(hex, if zones.contains(&hex) { red } else { green });
                    let font = FontId::proportional(13.0);
                    let ink = Color32::BLACK;
                    ui.painter().text(at(hex), Align2::CENTER_CENTER, cost, font, ink);
                }
            }
            Chapter::Combat => {
                let beside = board.grid.neighbours(board.enemies[0]);
                enemies = &board.enemies[..1];
                movers = beside.into_iter().flatten().skip(3).take(2).collect();
            }
            _ => enemies = &[],
        }
        let most = rules.stacking.iter().flat_map(|it| &it.limits).map(|limit| limit.most.number);
        let stacked = most.min().unwrap_or(1).clamp(1, 4);
        let stacked = if chapter == Chapter::Stacking { stacked } else { 1 };
        let pictures = self.counters(document, scale, pixels);
        for (side, hexes) in [(0, movers.as_slice()), (1, enemies)] {
            for hex in hexes {
                for level in 0..stacked {
                    let place = at(*hex) + Vec2::splat(-3.0 * level as f32);
                    paint_counter(ui, &mut pictures[side], place, scale, rect, side);
                }
            }
        }
        let words = self::words(document, rules, chapter, zones.len());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &words));
        quiet(ui, words);
        quiet(ui, "By the numbers without their exceptions.");
    }

    /// The picture of the map.
    fn map(
        &mut self,
        document: &Document,
        board: &reckon::Board,
        scale: f32,
        pixels: f32,
    ) -> &mut Picture {
        let revision = document.revision();
        let made = self.picture.take().filter(|(of, map, _)| *of == revision && *map == board.map);
        let made = made.unwrap_or_else(|| {
            let art = MapArt::new(&board.map, document.ruleset(), &board.grid);
            let mut scene = Scene::new();
            let left_out = [Layer::Numbers, Layer::Labels];
            for layer in Layer::ALL.into_iter().filter(|layer| !left_out.contains(layer)) {
                for hex in board.grid.hexes() {
                    art.draw(layer, hex, Detail::Near, &mut scene);
                }
            }
            (revision, board.map.clone(), Picture::new(&scene, scale, pixels))
        });
        &mut self.picture.insert(made).2
    }

    /// A counter of the first side, and one of another.
    fn counters(
        &mut self,
        document: &Document,
        scale: f32,
        pixels: f32,
    ) -> &mut [Option<Picture>; 2] {
        let revision = document.revision();
        let made = self.counters.take().filter(|(of, _)| *of == revision).unwrap_or_else(|| {
            let ruleset = document.ruleset();
            let side = |at: usize| {
                let side = Item::Side(ruleset.sides.get(at)?.clone());
                let scene = counter(ruleset, &side, scale * COUNTER * pixels)?;
                Some(Picture::new(&scene, scale * COUNTER, pixels))
            };
            (revision, [side(0), side(1)])
        });
        &mut self.counters.insert(made).1
    }
}

/// A counter; a plain square where the ruleset has none.
fn paint_counter(
    ui: &Ui,
    picture: &mut Option<Picture>,
    at: egui::Pos2,
    scale: f32,
    view: Rect,
    side: usize,
) {
    let size = scale * COUNTER;
    match picture {
        Some(picture) => picture.paint(ui.painter(), at, size, view),
        None => {
            let ink = if side == 0 {
                Color32::from_rgb(157, 180, 200)
            } else {
                Color32::from_rgb(200, 163, 157)
            };
            let rect = Rect::from_center_size(at, Vec2::splat(size));
            ui.painter().rect_filled(rect, 2.0, ink);
        }
    }
}

/// What the board shows, in words.
fn words(document: &Document, rules: &RulesOfPlay, chapter: Chapter, in_zones: usize) -> String {
    let known = Known::of(document, rules);
    let lists = known.lists(Of::Group);
    match chapter {
        Chapter::Stacking => {
            let limits = rules.stacking.iter().flat_map(|it| &it.limits);
            let full = |limit: &StackingLimit| {
                let who = group_in_words(&limit.who, lists);
                format!("{} {} of {who}", limit.most.number, limit.counts.text())
            };
            let full: Vec<String> = limits.map(full).collect();
            if full.is_empty() {
                String::new()
            } else {
                format!("The hex is full: {}.", full.join("; "))
            }
        }
        Chapter::Zones if in_zones == 0 => "The enemies have no zone of control.".to_owned(),
        Chapter::Zones => format!("{in_zones} hexes lie in a zone of control of two enemies."),
        Chapter::Movement => {
            let allowance = reckon::Board::allowance(document.ruleset(), rules);
            let counts = rules.movement.allowance_in.text();
            format!(
                "The unit has {allowance} {counts}; in each hex stands what it costs to go there."
            )
        }
        Chapter::Combat => rules.combat.first().map_or_else(String::new, |it| attack(document, it)),
        _ => String::new(),
    }
}

/// An attack in words, with what comes of it.
fn attack(document: &Document, combat: &Combat) -> String {
    let (attack, defence) = ATTACK;
    let Some(table) = document.ruleset().tables.iter().find(|table| table.id == combat.table)
    else {
        return format!("{} has no chart yet.", combat.name);
    };
    let (words, at) = column(combat, table, attack, defence);
    let begun = format!("{attack} attack {defence}: {words}");
    let Some(at) = at else { return format!("{begun}, which is not allowed.") };
    let head = table.columns.get(at).map_or("", String::as_str);
    let results = table.rows.iter().filter_map(|row| {
        let cell = row.cells.get(at)?;
        Some(format!("{} {cell}", row.head))
    });
    let results: Vec<String> = results.collect();
    format!(
        "{begun}, read in the column {head} of {}. By the die: {}.",
        table.title,
        results.join(", ")
    )
}
