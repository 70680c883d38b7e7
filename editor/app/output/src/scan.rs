//! The scan under a map, as a picture of the map shows it: laid on the hexes by its control points.

use std::sync::Arc;

use salient_art::{Placed, Point};
use salient_cartography::scan::{Level, Limits, Pyramid, ScanFit, decode, fit_scan};
use salient_hex::grid::HexGrid;
use salient_schema::project::resolve;
use salient_schema::{Map, Picture, Source};

/// Pixels of the scan as it is laid on the map.
const MOST_PIXELS: f64 = 36_000_000.0;

/// Reads the scan of a map and lays it on the map's hexes, with at most `pixels_per_hex` pixels a
/// hex. `map_file` is the file of the map, `first` the one that the user named and that led there.
///
/// # Errors
/// There is no scan, it cannot be read, or its control points do not lay it on the hexes.
pub fn lay_scan(
    source: &dyn Source,
    first: &str,
    map_file: &str,
    map: &Map,
    pixels_per_hex: f32,
) -> Result<Placed, String> {
    let scan = map.scan.as_ref().ok_or("the map has no scan")?;
    let path = resolve(map_file, &scan.file);
    let bytes = source.read_referred(first, &path).map_err(|error| error.to_string())?;
    let told = |error: &dyn std::fmt::Display| format!("{path}: {error}");
    let picture = decode(&bytes, &Limits::default()).map_err(|error| told(&error))?;
    drop(bytes);
    let grid = HexGrid::new(&map.grid);
    let fit = fit_scan(&grid, &scan.control_points).map_err(|error| told(&error))?;
    laid(&Pyramid::new(picture), &fit, grid.bounds(), pixels_per_hex).map_err(|error| told(&error))
}

/// A scan upright within the corners of a map.
fn laid(
    scan: &Pyramid,
    fit: &ScanFit,
    [least, most]: [Point; 2],
    pixels_per_hex: f32,
) -> Result<Placed, String> {
    let extent = [most[0] - least[0], most[1] - least[1]].map(f64::from);
    let area = (extent[0] * extent[1]).max(f64::MIN_POSITIVE);
    // No more than there is on the scan, and no more than fits into the memory.
    let wanted = f64::from(pixels_per_hex).min(fit.pixels_per_hex * 1.5);
    let scale = wanted.min((MOST_PIXELS / area).sqrt()).max(f64::MIN_POSITIVE);
    let size = extent.map(|length| (length * scale).ceil().clamp(1.0, 32_000.0) as u32);
    let number = scan.level_for(scale / fit.pixels_per_hex);
    let level = scan.levels().get(number).or(scan.levels().last()).ok_or("it has no pixels")?;
    let shrunk = 1.0 / (1_u64 << number.min(scan.levels().len().saturating_sub(1))) as f64;
    let step = [0, 1].map(|axis| extent[axis] / f64::from(size[axis]));
    let mut pixels = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
    for row in 0..size[1] {
        for column in 0..size[0] {
            let at = |right: f64, down: f64| {
                let x = f64::from(least[0]) + (f64::from(column) + right) * step[0];
                let y = f64::from(least[1]) + (f64::from(row) + down) * step[1];
                fit.pixel([x, y]).map(|place| place * shrunk)
            };
            let four = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
            pixels.extend(mean(level, four.map(|(right, down)| at(right, down))));
        }
    }
    let picture = Picture::of_pixels(size, pixels).map_err(|fault| fault.to_string())?;
    Ok(Placed { corners: [least, most], picture: Arc::new(picture) })
}

/// The mean colour of four places; it lets through as much as there is beyond the scan's edge.
fn mean(level: &Level, places: [[f64; 2]; 4]) -> [u8; 4] {
    let (width, height) = (f64::from(level.width), f64::from(level.height));
    let inside = |[x, y]: &[f64; 2]| *x >= 0.0 && *y >= 0.0 && *x < width && *y < height;
    let (mut sum, mut count) = ([0_u32; 3], 0_u32);
    for [x, y] in places.into_iter().filter(inside) {
        for (sum, colour) in sum.iter_mut().zip(level.pixel(x as i64, y as i64)) {
            *sum += u32::from(colour);
        }
        count += 1;
    }
    let [r, g, b] = sum.map(|sum| sum.checked_div(count).unwrap_or(0) as u8);
    [r, g, b, (count * 255 / 4) as u8]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Cursor;

    use salient_schema::ReadError;
    use salient_schema::map::{Grid, Orientation, Scan, ScanPoint};

    use super::*;

    struct One(Vec<u8>);

    impl Source for One {
        fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
            let fault = || ReadError { path: path.to_owned(), reason: "no such file".to_owned() };
            (path == "maps/sheet.png").then(|| self.0.clone()).ok_or_else(fault)
        }
    }

    /// Red where the first column of hexes is, blue to the right of it.
    #[test]
    fn a_scan_lies_on_the_hexes_of_its_control_points() {
        let grid = Grid::plain(Orientation::FlatTopped, 4, 3);
        let mut map = Map::empty("sheet", "Sheet", grid);
        let hexes = HexGrid::new(&map.grid);
        let places: BTreeMap<&str, [f64; 2]> = ["0101", "0401", "0103", "0403"]
            .into_iter()
            .map(|label| {
                let [x, y] = hexes.centre(hexes.parse(label).unwrap()).map(f64::from);
                // Ninety pixels a hex, a margin of fifty.
                (label, [x * 90.0 + 50.0, y * 90.0 + 50.0])
            })
            .collect();
        let border = (places["0101"][0] + 0.433 * 90.0) as u32;
        let sheet = image::RgbImage::from_fn(500, 400, |x, _| {
            image::Rgb(if x < border { [200, 0, 0] } else { [0, 0, 200] })
        });
        let mut bytes = Cursor::new(Vec::new());
        sheet.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let point = |(label, pixel): (&&str, &[f64; 2])| ScanPoint {
            pixel: *pixel,
            hex: (*label).to_owned(),
        };
        map.scan = Some(Scan {
            file: "sheet.png".to_owned(),
            size: [500, 400],
            control_points: places.iter().map(point).collect(),
        });
        let source = One(bytes.into_inner());
        let lay = |map: &Map| lay_scan(&source, "maps/s.json", "maps/map.json", map, 40.0);
        let placed = lay(&map).unwrap();
        assert_eq!(placed.corners, hexes.bounds());
        let level = placed.picture.level(f32::INFINITY).unwrap();
        let colour = |label: &str| {
            let [x, y] = hexes.centre(hexes.parse(label).unwrap());
            let [least, most] = placed.corners;
            let at = |value: f32, axis: usize| {
                let share = (value - least[axis]) / (most[axis] - least[axis]);
                (share * level.size[axis] as f32) as usize
            };
            let place = (at(y, 1) * level.size[0] as usize + at(x, 0)) * 4;
            level.pixels[place..place + 3].to_vec()
        };
        assert_eq!(colour("0102"), [200, 0, 0]);
        assert_eq!(colour("0202"), [0, 0, 200]);
        map.scan.as_mut().unwrap().file = "other.png".to_owned();
        assert!(lay(&map).unwrap_err().contains("no such file"));
        map.scan = None;
        assert!(lay(&map).unwrap_err().contains("no scan"));
    }
}
