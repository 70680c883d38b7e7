//! What lies beside the board, on trays of the save's own: dice, the game-turn track with its marker
//! and the bags at the right, the charts at the left.

use std::collections::BTreeMap;

use image::{Rgba, RgbaImage};
use salient_art::colour;
use salient_art::fonts::Typeface;

use super::objects::Tile;
use super::{TABLE, THICK, TILE, Table};
use crate::charts::charts;
use crate::charts::sheet::{BOX, CHANGED, ChartImage, INK, SOFT};
use crate::tiled::encode;
use crate::{ExportError, Fate};

/// Between the board and a tray, in units.
const GAP: f64 = 1.0;
/// How wide a tray is, in units.
const TRAY: f64 = 17.0;
/// Around what lies on a tray, in units.
const MARGIN: f64 = 0.5;
/// How much room a bag has, in units: no less, and no more.
const BAG: [f64; 2] = [2.6, 4.2];
/// The boxes of the track in a row.
const IN_A_ROW: usize = 4;
/// A box of the track, in pixels.
const TURN: [f32; 2] = [220.0, 130.0];

impl Table<'_> {
    /// Dice, track and bags.
    pub(super) fn right_tray(&mut self, placed: &BTreeMap<String, u16>) -> Result<(), ExportError> {
        let left = self.side / 2.0 + GAP;
        let (top, deep) = self.tray("Units, turns, dice", left)?;
        let bottom = top - deep + MARGIN;
        let mut z = top - MARGIN;
        for number in 0..2 {
            let at = [left + 2.0 + 2.0 * f64::from(number), TABLE + 1.0, z - 1.0];
            self.objects.die(at);
        }
        z -= 2.5;
        let (picture, first) = track(self)?;
        let wide = TRAY - 2.0 * MARGIN;
        let tall = (wide * f64::from(picture.height()) / f64::from(picture.width()))
            .min((z - bottom) / 2.0);
        let url = self.file("track.png", encode(&picture)?);
        let middle = [left + TRAY / 2.0, z - tall / 2.0];
        self.lie("Game-turn track", &url, middle, [wide, tall], true);
        let marker = [
            middle[0] + (first[0] - 0.5) * wide,
            TABLE + THICK * 3.5,
            middle[1] + (0.5 - first[1]) * tall,
        ];
        self.marker(marker)?;
        z -= tall + MARGIN;

        let room = [wide, z - bottom];
        let most = ((room[0] / BAG[0]) as usize) * ((room[1] / BAG[0]) as usize);
        let bags = self.bags(placed, most.max(1));
        // As far apart as there is room.
        let fit = |step: f64| ((room[0] / step) as usize).max(1) * ((room[1] / step) as usize);
        let steps = (0..=16).map(|part| BAG[1] - (BAG[1] - BAG[0]) * f64::from(part) / 16.0);
        let step = steps.clone().find(|step| fit(*step) >= bags.len()).unwrap_or(BAG[0]);
        let columns = ((room[0] / step) as usize).max(1);
        for (at, bag) in bags.iter().enumerate() {
            let x = left + MARGIN + step * ((at % columns) as f64 + 0.5);
            let z = z - step * ((at / columns) as f64 + 0.5);
            let count = bag.tiles.len();
            let about =
                if count == 1 { "1 counter".to_owned() } else { format!("{count} counters") };
            let mut nations = self.bundle.ruleset.nations.iter();
            let own = nations.find(|nation| nation.side.as_ref() == Some(&bag.side));
            let ink = own.and_then(|nation| colour::parse(&nation.fill));
            let [r, g, b, _] =
                ink.unwrap_or([150, 150, 150, 255]).map(|part| f64::from(part) / 255.0);
            let ink = [r, g, b].map(super::objects::rounded);
            self.objects.bag(&bag.name, &about, [x, TABLE + 1.0, z], ink, &bag.tiles);
        }
        Ok(())
    }

    /// The charts, in as few columns as they can be read in.
    pub(super) fn left_tray(&mut self) -> Result<(), ExportError> {
        let left = -self.side / 2.0 - GAP - TRAY;
        let (top, deep) = self.tray("Charts", left)?;
        let charts = charts(&self.bundle.ruleset, &self.bundle.map, &[&self.bundle.scenario])?;
        let sizes: Vec<[f64; 2]> = charts
            .iter()
            .map(|chart| [f64::from(chart.picture.width()), f64::from(chart.picture.height())])
            .collect();
        let room = [TRAY - 2.0 * MARGIN, deep - 2.0 * MARGIN];
        let places = (1..=12).find_map(|columns| in_columns(&sizes, columns, room));
        if places.is_none() && !charts.is_empty() {
            let why = "they do not fit beside the board; print them with --to pdf";
            let title = &self.bundle.ruleset.title;
            self.losses.add(
                Fate::Dropped,
                "charts",
                title,
                why,
                Some("/ruleset/tables".to_owned()),
            );
        }
        let places = places.unwrap_or_default();
        for (chart, [x, z, wide, tall]) in charts.iter().zip(places) {
            let url = self.file(&format!("charts/{}", chart.file), encode(&chart.picture)?);
            let middle = [left + MARGIN + x + wide / 2.0, top - MARGIN - z - tall / 2.0];
            self.lie(&chart.title, &url, middle, [wide, tall], false);
        }
        Ok(())
    }

    /// A plain tile as deep as the board. Gives where it begins at the top, and how deep it is.
    fn tray(&mut self, name: &str, left: f64) -> Result<(f64, f64), ExportError> {
        let plain = RgbaImage::from_pixel(64, 64, Rgba([74, 84, 72, 255]));
        if !self.files.iter().any(|file| file.name == "tray.png") {
            self.file("tray.png", encode(&plain)?);
        }
        let url = self.url("tray.png");
        let deep = self.side.max(TRAY * 1.5);
        self.objects.tile(
            &Tile {
                name: name.to_owned(),
                about: String::new(),
                notes: String::new(),
                urls: [url.clone(), url],
                at: [left + TRAY / 2.0, TABLE, 0.0],
                scale: [TRAY / TILE, deep / TILE],
                face_down: false,
                locked: true,
            },
            None,
        );
        Ok((deep / 2.0, deep))
    }

    /// Lays a picture on a tray.
    fn lie(&mut self, name: &str, url: &str, middle: [f64; 2], size: [f64; 2], locked: bool) {
        let tile = Tile {
            name: name.to_owned(),
            about: String::new(),
            notes: String::new(),
            urls: [url.to_owned(), url.to_owned()],
            at: [middle[0], TABLE + THICK * 1.5, middle[1]],
            scale: size.map(|side| side / TILE),
            face_down: false,
            locked,
        };
        self.objects.tile(&tile, None);
    }

    /// What shows on the track which game-turn it is.
    fn marker(&mut self, at: [f64; 3]) -> Result<(), ExportError> {
        let mut sheet = ChartImage::default();
        sheet.rectangle([0.0, 0.0], [200.0, 200.0], CHANGED, 0.0);
        let light = (58.0, Typeface::Bold, BOX);
        sheet.centred([0.0, 0.0], [200.0, 200.0], "TURN", light);
        let url = self.file("turn.png", encode(&sheet.paint(0.0)?)?);
        let tile = Tile {
            name: "Game-turn".to_owned(),
            about: String::new(),
            notes: String::new(),
            urls: [url.clone(), url],
            at,
            scale: [1.2 / TILE; 2],
            face_down: false,
            locked: false,
        };
        self.objects.tile(&tile, None);
        Ok(())
    }
}

/// The game-turns in their boxes, and where the middle of the first is, as shares of the picture.
fn track(table: &Table<'_>) -> Result<(RgbaImage, [f64; 2]), ExportError> {
    const EDGE: f32 = 12.0;
    let mut sheet = ChartImage::default();
    let turns = &table.bundle.scenario.turns;
    for (at, turn) in turns.iter().enumerate() {
        let corner =
            [EDGE + TURN[0] * (at % IN_A_ROW) as f32, EDGE + TURN[1] * (at / IN_A_ROW) as f32];
        sheet.rectangle(corner, TURN, BOX, 2.0);
        let number = (34.0, Typeface::Bold, INK);
        sheet.words([corner[0] + 10.0, corner[1] + 4.0], TURN[0], &turn.turn.to_string(), number);
        let label = [corner[0], corner[1] + TURN[1] / 2.0 - 12.0];
        let words = (18.0, Typeface::Medium, SOFT);
        sheet.centred(label, [TURN[0], TURN[1] / 2.0], &turn.label, words);
    }
    if turns.is_empty() {
        sheet.rectangle([EDGE, EDGE], TURN, BOX, 2.0);
    }
    let picture = sheet.paint(EDGE)?;
    let size = [f64::from(picture.width()), f64::from(picture.height())];
    let first = [EDGE + TURN[0] / 2.0, EDGE + TURN[1] / 2.0].map(f64::from);
    Ok((picture, [first[0] / size[0], first[1] / size[1]]))
}

/// Places for pictures in so many columns of the same width, from the upper left corner: each its
/// place, width and height. Nothing if they do not fit.
fn in_columns(sizes: &[[f64; 2]], columns: usize, room: [f64; 2]) -> Option<Vec<[f64; 4]>> {
    let wide = (room[0] - MARGIN * (columns as f64 - 1.0)) / columns as f64;
    let mut below = vec![0.0_f64; columns];
    let mut places = Vec::with_capacity(sizes.len());
    for [width, height] in sizes {
        let tall = wide * height / width.max(1.0);
        let column = (0..columns).find(|&column| below[column] + tall <= room[1])?;
        places.push([(wide + MARGIN) * column as f64, below[column], wide, tall]);
        below[column] += tall + MARGIN;
    }
    Some(places)
}
