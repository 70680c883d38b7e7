//! The key: what stands on the map, each in the colours in which the map has it.

use std::collections::BTreeSet;

use salient_hex::grid::{Direction, Hex};
use salient_schema::ruleset::Mark;
use salient_schema::words::name_in_a_sentence;

use super::compile::{FeatureArt, LookArt, Palette};
use super::features::Stand;
use super::objectives::Scores;
use super::site::Site;
use super::{Detail, MapArt, areas, strokes, terrain, works};
use crate::colour::{self, Rgba};
use crate::fonts::Typeface;
use crate::scene::{Anchor, Point, Scene, Stroke, Text};

/// The height of a line of the key, in its own units.
pub(super) const CELL: f32 = 1.08;

/// A line of the key.
pub(super) struct Item<'a> {
    name: String,
    /// What it does, in short; empty where that is told elsewhere.
    effect: String,
    shown: Shown<'a>,
}

/// What stands beside the words.
enum Shown<'a> {
    /// A kind, in this ink in place of its own.
    Kind(&'a LookArt, Sample, Option<Rgba>),
    /// Ground that rises by a level, bare or of a kind.
    Heights(Option<&'a LookArt>),
    /// What stands in a hex, on ground of a kind.
    Together(&'a LookArt, &'a LookArt),
    /// What scores.
    Scores(&'a Scores),
}

/// How a kind is shown in the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sample {
    /// As the ground of a hex.
    Terrain,
    /// Standing in a hex.
    Standing,
    /// Along hexsides.
    Along,
    /// Running through.
    Across,
}

impl<'a> Item<'a> {
    fn of(look: &'a LookArt, sample: Sample) -> Self {
        let told = look.effect(sample == Sample::Along);
        let effect = match look.mark {
            Mark::Bridge if told.is_empty() => "takes a way over the water".to_owned(),
            Mark::Ford if told.is_empty() => "a way through the water".to_owned(),
            _ => told,
        };
        Self { name: look.name.clone(), effect, shown: Shown::Kind(look, sample, None) }
    }

    /// Says something besides of what it does.
    fn tell(&mut self, more: Option<&str>) {
        let parts = [Some(self.effect.as_str()).filter(|text| !text.is_empty()), more];
        self.effect = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    }
}

impl MapArt {
    /// What the map uses, each with its name and its effect, in columns within a width; and how high
    /// they are. Lengths are in hex widths.
    pub fn key_within(&self, width: f32) -> (Scene, f32) {
        let items = self.key_items();
        let columns = columns_within(&items, width).unwrap_or_else(|| column_widths(&items, 1));
        let rows = items.len().div_ceil(columns.len().max(1));
        (self.key(&items, &columns), rows as f32 * CELL)
    }

    /// What the map uses: kinds in the ruleset's order, heights, and what scores.
    pub(super) fn key_items(&self) -> Vec<Item<'_>> {
        let mut items = self.used_kinds();
        if self.map.levels[0] != self.map.levels[1] && self.map.elevation.is_some() {
            let [least, most] = self.map.levels;
            let each = self.map.metres_per_level.filter(|metres| *metres > 0.0);
            let each = each.map_or_else(String::new, |metres| format!(", {metres} m each"));
            items.push(Item {
                name: "Heights".to_owned(),
                effect: format!("level in figures, {least} to {most}{each}; line: foot of a slope"),
                shown: Shown::Heights(None),
            });
            items.extend(self.on_heights());
        }
        items.extend(self.standing_on_ground());
        items.extend(self.ways_to_score().into_iter().map(|scores| Item {
            name: scores.name().to_owned(),
            effect: scores.worth().to_owned(),
            shown: Shown::Scores(scores),
        }));
        items
    }

    /// Ground that is more than bare where it rises: both count.
    fn on_heights(&self) -> Option<Item<'_>> {
        let levels = self.map.elevation.as_ref()?;
        let [least, _] = self.map.levels;
        let hexes = self.map.terrain.iter().zip(levels);
        let kinds: BTreeSet<u16> =
            hexes.filter(|(_, level)| **level > least).filter_map(|(kind, _)| *kind).collect();
        let covers = |look: &&LookArt| look.known && !matches!(look.mark, Mark::None | Mark::Water);
        let looks: Vec<&LookArt> = kinds
            .into_iter()
            .filter_map(|kind| self.map.terrains.look(kind))
            .filter(covers)
            .collect();
        let (last, others) = looks.split_last()?;
        let mut name = others.iter().map(|look| look.name.as_str()).collect::<Vec<_>>().join(", ");
        if !name.is_empty() {
            name.push_str(" or ");
        }
        name.push_str(&last.name);
        Some(Item {
            name: format!("{name} on a height"),
            effect: "both count: the ground, and its level".to_owned(),
            shown: Shown::Heights(looks.first().copied()),
        })
    }

    /// What stands in a hex and costs something, on ground that costs something else.
    fn standing_on_ground(&self) -> Option<Item<'_>> {
        self.map.features.iter().find_map(|(hex, features)| {
            let kind = self.map.terrain.get(hex.index()).copied().flatten()?;
            let ground = self.map.terrains.look(kind).filter(|look| look.mark != Mark::None)?;
            let cost = ground.costs()?;
            let standing = features.iter().find_map(|feature| {
                let look = self.map.feature_kinds.look(feature.kind)?;
                look.costs().filter(|own| *own != cost).map(|_| look)
            })?;
            Some(Item {
                name: format!("{} on {}", standing.name, name_in_a_sentence(&ground.name)),
                effect: "what stands in a hex has its own MP in place of the ground's".to_owned(),
                shown: Shown::Together(ground, standing),
            })
        })
    }

    /// The kinds that the map uses, with the way each is shown.
    fn used_kinds(&self) -> Vec<Item<'_>> {
        let terrain: BTreeSet<u16> = self.map.terrain.iter().copied().flatten().collect();
        let all = || self.map.features.values().flatten();
        let features: BTreeSet<u16> = all().map(|feature| feature.kind).collect();
        let nameless: BTreeSet<u16> =
            all().filter(|feature| feature.name.is_none()).map(|feature| feature.kind).collect();
        let sides: BTreeSet<u16> =
            self.map.sides.values().flatten().map(|side| side.kind).collect();
        let paths: BTreeSet<u16> =
            self.map.paths.values().flatten().map(|path| path.kind).collect();
        let lines: BTreeSet<u16> =
            self.map.lines.values().flatten().map(|line| line.kind).collect();
        let palettes: [(&BTreeSet<u16>, &Palette, Sample, bool); 5] = [
            (&terrain, &self.map.terrains, Sample::Terrain, false),
            (&features, &self.map.feature_kinds, Sample::Standing, true),
            (&sides, &self.map.side_kinds, Sample::Along, false),
            (&paths, &self.map.path_kinds, Sample::Across, false),
            (&lines, &self.map.line_kinds, Sample::Across, true),
        ];
        let shown = |look: &LookArt, kind: u16, sample: Sample| match look.mark {
            _ if sample == Sample::Terrain => true,
            Mark::None => false,
            Mark::Label => sample == Sample::Standing && nameless.contains(&kind),
            _ => true,
        };
        let mut items = Vec::new();
        for (used, palette, sample, owned) in palettes {
            for &kind in used {
                let Some(look) = palette.look(kind) else { continue };
                if !look.known || !shown(look, kind, sample) {
                    continue;
                }
                if !owned {
                    items.push(Item::of(look, sample));
                    continue;
                }
                let scores = match sample {
                    Sample::Across => self.worth_of_line(kind),
                    _ => self.worth_of_feature(kind),
                };
                // What belongs to sides is drawn in theirs: a line of the key for each.
                for colour in self.inks_of(kind, look, sample) {
                    let mut item = Item::of(look, sample);
                    item.tell(scores.as_deref());
                    // An Allied trench need not be told to be Allied.
                    let owner = colour.and_then(|ink| self.map.owner_names.get(&ink));
                    if let Some(owner) = owner.filter(|owner| !item.name.contains(*owner)) {
                        item.name = format!("{}, {owner}", item.name);
                    }
                    item.shown = Shown::Kind(look, sample, colour);
                    items.push(item);
                }
            }
        }
        items
    }

    /// The inks of sides in which the map has a kind; nothing for the kind's own.
    fn inks_of(&self, kind: u16, look: &LookArt, sample: Sample) -> BTreeSet<Option<Rgba>> {
        if sample == Sample::Across {
            let lines = self.map.lines.values().flatten().filter(|line| line.kind == kind);
            return lines.map(|line| line.colour).collect();
        }
        let of_sides = is_in_ink_of_its_side(look.mark);
        let features = self.map.features.values().flatten().filter(|one| one.kind == kind);
        features.map(|one: &FeatureArt| one.colour.filter(|_| of_sides)).collect()
    }

    /// A picture of each kind of the ruleset about the origin, in the ruleset's order: terrain,
    /// features, hexsides, paths, lines.
    pub fn kind_pictures(&self) -> [Vec<Scene>; 5] {
        let groups = [
            (&self.map.terrains, Sample::Terrain),
            (&self.map.feature_kinds, Sample::Standing),
            (&self.map.side_kinds, Sample::Along),
            (&self.map.path_kinds, Sample::Across),
            (&self.map.line_kinds, Sample::Across),
        ];
        groups.map(|(palette, sample)| {
            let known = palette.looks.iter().filter(|look| look.known);
            known
                .map(|look| {
                    let mut scene = Scene::new();
                    self.sample(look, sample, None, &mut scene);
                    scene
                })
                .collect()
        })
    }

    pub(super) fn key(&self, items: &[Item<'_>], columns: &[f32]) -> Scene {
        let mut scene = Scene::new();
        let rows = items.len().div_ceil(columns.len().max(1)).max(1);
        for (at, item) in items.iter().enumerate() {
            // Down, then across, as keys are read.
            let (column, row) = (at / rows, at % rows);
            let left: f32 = columns.iter().take(column).sum();
            let corner = [left, row as f32 * CELL];
            let middle = corner[1] + CELL / 2.0;
            let mut picture = Scene::new();
            match item.shown {
                Shown::Kind(look, sample, ink) => self.sample(look, sample, ink, &mut picture),
                Shown::Heights(look) => self.heights(look, &mut picture),
                Shown::Together(ground, standing) => {
                    self.sample(ground, Sample::Terrain, None, &mut picture);
                    self.standing(standing, None, &mut picture);
                }
                Shown::Scores(scores) => {
                    let site = self.lone_site();
                    picture.fill(site.corners, self.map.paper);
                    scores.draw(&site, &[0, 1, 2, 3, 4, 5], true, Detail::Near, &mut picture);
                    self.rim(&site, &mut picture);
                }
            }
            scene.append(picture.placed(0.92, [corner[0] + 0.52, middle]));
            let lift = if item.effect.is_empty() { 0.0 } else { 0.12 };
            let words = |y: f32, text: &str, size: f32, face: Typeface, share: f32| {
                let ink = colour::lighter(self.theme.ink, share);
                Text::new([corner[0] + 1.16, y], text, size, face, ink)
                    .anchored(Anchor::Start)
                    .on_middle()
            };
            scene.text(words(middle - lift, &item.name, 0.245, Typeface::SemiBold, 0.0));
            if !item.effect.is_empty() {
                scene.text(words(middle + 0.17, &item.effect, 0.19, Typeface::Medium, 0.25));
            }
        }
        scene
    }

    /// A hex about the origin.
    fn lone_site(&self) -> Site {
        let mut site = Site::alone(&self.grid, Hex(0));
        let [cx, cy] = site.centre;
        site.corners = site.corners.map(|[x, y]| [x - cx, y - cy]);
        site.centre = [0.0, 0.0];
        site
    }

    fn rim(&self, site: &Site, scene: &mut Scene) {
        let rim = Stroke::new(0.014, colour::faint(self.theme.grid, 1.6));
        scene.outline(site.corners, rim);
    }

    /// A hex of low ground with the foot of a slope on it: bare with its level in figures, or of a
    /// kind.
    fn heights(&self, look: Option<&LookArt>, scene: &mut Scene) {
        let site = self.lone_site();
        let [_, most] = self.map.levels;
        match look {
            Some(look) => self.sample(look, Sample::Terrain, None, scene),
            None => scene.fill(site.corners, self.map.paper),
        }
        scene.fill(site.corners, colour::faint(self.theme.hill, 0.14));
        // The light comes from the north-west: the higher ground lies beyond the right.
        let right = (0..6)
            .max_by(|&a, &b| site.outward(a)[0].total_cmp(&site.outward(b)[0]))
            .map_or(Direction::new(0), Direction::new);
        self.slope(&site, right, 1.0, scene);
        if look.is_none() {
            let ink = colour::darker(self.theme.hill, 0.3);
            let level = Text::new([-0.1, 0.0], most.to_string(), 0.26, Typeface::Medium, ink);
            scene.text(level.on_middle());
        }
        self.rim(&site, scene);
    }

    /// What stands in a hex about the origin, on the ground that is drawn there.
    fn standing(&self, look: &LookArt, ink: Option<Rgba>, scene: &mut Scene) {
        let site = self.lone_site();
        let theme = &self.theme;
        let detail = Detail::Near;
        let ink = ink.or(look.ink).unwrap_or(self.default_ink(look.mark));
        if areas::is_area(look.mark) {
            areas::stain(&site, look, detail, theme, scene);
            areas::shadows(&site, look, detail, theme, scene);
            areas::marks(&site, look, detail, theme, scene);
            return;
        }
        if look.mark == Mark::Hilltop {
            terrain::hilltop(&site, look, theme.hill, detail, scene);
            return;
        }
        let letter = Some("A");
        let stand = Stand {
            site: &site,
            look,
            ink,
            value: None,
            letter,
            facing: &[],
            shifts: &[],
            named: false,
        };
        stand.draw(theme, self.map.paper, detail, scene);
    }

    /// A hex of the key about the origin.
    fn sample(&self, look: &LookArt, sample: Sample, ink: Option<Rgba>, scene: &mut Scene) {
        let site = self.lone_site();
        let detail = Detail::Near;
        let own = (!areas::is_area(look.mark) && sample == Sample::Terrain)
            .then_some(look.fill)
            .flatten();
        scene.fill(site.corners, own.unwrap_or(self.map.paper));
        let ink = ink.or(look.ink).unwrap_or(self.default_ink(look.mark));
        match sample {
            Sample::Terrain | Sample::Standing => self.standing(look, Some(ink), scene),
            Sample::Along => {
                let lowest = (0..6).max_by(|&a, &b| {
                    let height = |d: usize| site.outward(d)[1] - site.outward(d)[0] * 0.1;
                    height(a).total_cmp(&height(b))
                });
                let side = lowest.unwrap_or(3);
                let [a, b] = [site.corners[(side + 5) % 6], site.corners[side]];
                let [c, d] = [site.corners[(side + 1) % 6], site.corners[(side + 2) % 6]];
                let half = |p: Point, q: Point| [(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0];
                let along = [half(a, b), b, c, half(c, d)];
                let ink = if look.mark == Mark::River { colour::lighter(ink, 0.12) } else { ink };
                strokes::ornament(look.mark, &along, ink, look.width, detail, scene);
            }
            Sample::Across => {
                let along = [[-0.46, 0.12], [-0.12, -0.04], [0.14, 0.05], [0.46, -0.1]];
                strokes::ornament(look.mark, &along, ink, look.width, detail, scene);
            }
        }
        self.rim(&site, scene);
    }
}

/// Whether what stands in a hex is drawn in the ink of the side that it belongs to.
fn is_in_ink_of_its_side(mark: Mark) -> bool {
    let is_ground = areas::is_area(mark) || matches!(mark, Mark::Hilltop | Mark::Label);
    works::is_work(mark) || !(is_ground || matches!(mark, Mark::Town | Mark::City))
}

/// The columns of a key with as few rows as fit into a width; `None` if nothing does.
pub(super) fn columns_within(items: &[Item<'_>], width: f32) -> Option<Vec<f32>> {
    (1..=items.len())
        .map(|rows| column_widths(items, items.len().div_ceil(rows)))
        .find(|columns| columns.iter().sum::<f32>() <= width)
}

/// How wide each column must be for its names.
fn column_widths(items: &[Item<'_>], columns: usize) -> Vec<f32> {
    let rows = items.len().div_ceil(columns.max(1)).max(1);
    items
        .chunks(rows)
        .map(|column| {
            let name = |item: &Item<'_>| Typeface::SemiBold.width_of(&item.name) * 0.245;
            let effect = |item: &Item<'_>| Typeface::Medium.width_of(&item.effect) * 0.19;
            let widest = column.iter().map(|item| name(item).max(effect(item))).fold(0.6, f32::max);
            widest + 1.42
        })
        .collect()
}
