//! A small board beside the sentences of a chapter: what they come to. The rules themselves are
//! asked on a small battlefield, away from the screen's thread, whenever they have changed.

use egui::{
    Align2, Color32, FontId, Label as Text, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, vec2,
};
use salient_art::{Detail, Layer, MapArt, Scene};
use salient_document::{Document, Item};
use salient_hex::grid::Hex;

use salient_play::field::{Field, Show, Shown};
use salient_play::probe::Says;
use salient_rules::words::capital;
use salient_schema::Map;
use salient_schema::rules_of_play::{RulesOfPlay, StackingLimit};

use super::chapters::Chapter;
use super::known::{Known, NameOf};
use super::show::group_in_words;
use crate::look::names::with_names;
use crate::look::prospects::prospects;
use crate::look::sample_counter::counter;
use crate::look::shapes::Picture;
use crate::look::theme::palette;
use crate::look::widgets::quiet;
use crate::work::Work;

/// How large a counter is, in hex widths.
const COUNTER: f32 = 0.62;
/// So many reasons are told why the rules cannot be asked.
const MOST_REASONS: usize = 3;

/// A board with its pictures.
#[derive(Debug, Default)]
pub struct Board {
    work: Work<Wish, Option<Made>>,
    picture: Option<(u64, Map, Picture)>,
    counters: Option<(u64, [Option<Picture>; 2])>,
}

/// What is asked for: of which revision, with which rules, and what.
#[derive(Clone, Debug, PartialEq)]
struct Wish {
    revision: u64,
    rules: RulesOfPlay,
    show: Show,
}

/// A battlefield, and what the rules say there.
#[derive(Debug)]
struct Made {
    field: Field,
    said: Result<Shown, Vec<String>>,
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
        let show = if chapter == Chapter::Combat { Show::Attack } else { Show::Reach };
        let wish = Wish { revision: document.revision(), rules: rules.clone(), show };
        if self.work.wants(&wish) {
            let (systems, mut ruleset) = (document.systems(), document.ruleset().clone());
            ruleset.rules_of_play = Some(rules.clone());
            let orientation = document.map().grid.orientation;
            self.work.wish(ui.ctx(), &wish, move || {
                let field = Field::of(&ruleset, orientation, show)?;
                let said = field.ask(systems, show);
                Some(Made { field, said })
            });
        }
        // What was made before shows until it is made anew, unless it shows something else.
        let Self { work, picture, counters } = self;
        let Some(made) = work.last_of(|of| of.show == show) else { return };
        let Some(Made { field, said }) = made else {
            quiet(ui, "The board needs two sides that are enemies, a unit type and some terrain.");
            return;
        };
        let nothing = Shown::default();
        let shown = said.as_ref().unwrap_or(&nothing);
        let [[left, top], [right, bottom]] = field.grid.bounds();
        let scale = (ui.available_width() / (right - left)).clamp(20.0, 60.0);
        let size = vec2(right - left, bottom - top) * scale;
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let origin = rect.min - vec2(left, top) * scale;
        let pixels = ui.pixels_per_point();
        map(picture, document, field, scale, pixels).paint(ui.painter(), origin, scale, rect);
        let at = |hex: Hex| {
            let [x, y] = field.grid.centre(hex);
            origin + vec2(x, y) * scale
        };
        let tint = |hex: Hex, ink: Color32| {
            let corners = field.grid.corners(hex).map(|[x, y]| origin + vec2(x, y) * scale);
            let fill = ink.gamma_multiply(0.35);
            let shape = Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(1.0, ink));
            ui.painter().add(shape);
        };
        let colours = palette(ui);
        let (red, green) = (colours.error, colours.good);
        match chapter {
            Chapter::Zones => shown.zones.iter().for_each(|hex| tint(*hex, red)),
            Chapter::Movement => {
                for (hex, cost) in shown.reached.iter().flat_map(|reached| &reached.hexes) {
                    tint(*hex, if shown.zones.contains(hex) { red } else { green });
                    let font = FontId::proportional(13.0);
                    let ink = Color32::BLACK;
                    ui.painter().text(at(*hex), Align2::CENTER_CENTER, cost, font, ink);
                }
            }
            _ => {}
        }
        let most = rules.stacking.iter().flat_map(|it| &it.limits).map(|limit| limit.most.number);
        let stacked = most.min().unwrap_or(1).clamp(1, 4);
        let is_stack = chapter == Chapter::Stacking;
        let stacked = if is_stack { stacked } else { 1 };
        let enemies: &[Hex] = if is_stack { &[] } else { field.enemies.as_slice() };
        let pictures = counter_pictures(counters, document, scale, pixels);
        for (side, hexes) in [(0, field.units.as_slice()), (1, enemies)] {
            for hex in hexes {
                for level in 0..stacked {
                    let place = at(*hex) + Vec2::splat(-3.0 * level as f32);
                    paint_counter(ui, &mut pictures[side], place, scale, rect, side);
                }
            }
        }
        let words = self::words(document, rules, chapter, shown);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &words));
        match said {
            Ok(_) => {
                quiet(ui, words);
            }
            Err(why) if is_stack => {
                quiet(ui, words);
                refused(ui, document, why);
            }
            Err(why) => refused(ui, document, why),
        }
        if let (Chapter::Combat, Some(answer)) = (chapter, &shown.attack)
            && let Says::Attacks(who, found) = &answer.says
        {
            ui.add(Text::new(capital(who)).wrap());
            let sides = document.ruleset().sides.iter().map(|side| side.name.clone());
            let sides: Vec<String> = sides.collect();
            prospects(ui, found, &sides);
        }
    }
}

/// Why the rules cannot be asked.
fn refused(ui: &mut Ui, document: &Document, why: &[String]) {
    quiet(ui, "The rules cannot be played yet:");
    for text in why.iter().take(MOST_REASONS) {
        let text = RichText::new(capital(&with_names(document, text))).color(palette(ui).error);
        ui.add(Text::new(text).wrap());
    }
}

/// The picture of the map.
fn map<'a>(
    kept: &'a mut Option<(u64, Map, Picture)>,
    document: &Document,
    field: &Field,
    scale: f32,
    pixels: f32,
) -> &'a mut Picture {
    let (revision, map) = (document.revision(), &field.bundle.map);
    let made = kept.take().filter(|(of, known, _)| *of == revision && known == map);
    let made = made.unwrap_or_else(|| {
        let art = MapArt::new(map, &field.bundle.ruleset, &field.grid);
        let mut scene = Scene::new();
        let left_out = [Layer::Numbers, Layer::Labels];
        for layer in Layer::ALL.into_iter().filter(|layer| !left_out.contains(layer)) {
            for hex in field.grid.hexes() {
                art.draw(layer, hex, Detail::Near, &mut scene);
            }
        }
        (revision, map.clone(), Picture::new(&scene, scale, pixels))
    });
    &mut kept.insert(made).2
}

/// A counter of the first side, and one of another.
fn counter_pictures<'a>(
    kept: &'a mut Option<(u64, [Option<Picture>; 2])>,
    document: &Document,
    scale: f32,
    pixels: f32,
) -> &'a mut [Option<Picture>; 2] {
    let revision = document.revision();
    let made = kept.take().filter(|(of, _)| *of == revision).unwrap_or_else(|| {
        let ruleset = document.ruleset();
        let side = |at: usize| {
            let side = Item::Side(ruleset.sides.get(at)?.clone());
            let scene = counter(ruleset, &side, scale * COUNTER * pixels)?;
            Some(Picture::new(&scene, scale * COUNTER, pixels))
        };
        (revision, [side(0), side(1)])
    });
    &mut kept.insert(made).1
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
fn words(document: &Document, rules: &RulesOfPlay, chapter: Chapter, shown: &Shown) -> String {
    let known = Known::of(document, rules);
    let lists = known.lists(NameOf::Group);
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
        Chapter::Zones if shown.zones.is_empty() => {
            "The enemies have no zone of control.".to_owned()
        }
        Chapter::Zones => {
            format!("{} hexes lie in a zone of control of two enemies.", shown.zones.len())
        }
        Chapter::Movement => match &shown.reached {
            Some(reached) => {
                let (points, kind) = (reached.spending.points, &reached.spending.kind);
                let (step, count) = (&reached.step, reached.hexes.len());
                format!(
                    "{step}: the unit has {points} {kind} and may go to {count} hexes; in each \
                     stands what it costs to go there."
                )
            }
            None => "In no step of the sequence of play does the unit move.".to_owned(),
        },
        Chapter::Combat => match &shown.attack {
            Some(answer) => format!("{}:", answer.step),
            None => "In no step of the sequence of play may the units attack.".to_owned(),
        },
        _ => String::new(),
    }
}
