//! Exports on the scan of a printed map: the scan lies in place of drawn ground, where its hexes are,
//! and only where it is asked for.

use std::io::Read;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage, RgbaImage};
use salient_hex::grid::HexGrid;
use salient_schema::map::{Scan, ScanPoint};
use salient_schema::{Disk, open_project, to_canonical_json};
use salient_tests::copy_of_fixture;

/// Pixels of the scan to a hex, and around its hexes.
const HEX: f64 = 60.0;
const EDGE: f64 = 40.0;

/// A project whose map lies on a scan: red to the left of its middle column, blue to the right.
struct Project {
    folder: tempfile::TempDir,
    /// Where the colour turns, as a share of the hexes' width.
    turn: f32,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let scenario = copy_of_fixture("kaisers-battle", folder.path()).unwrap();
        let mut map = open_project(&Disk, scenario.to_str().unwrap()).0.unwrap().bundle.map;
        let grid = HexGrid::new(&map.grid);
        let [least, most] = grid.bounds();
        let place = |[x, y]: [f32; 2]| {
            [f64::from(x - least[0]) * HEX + EDGE, f64::from(y - least[1]) * HEX + EDGE]
        };
        let [right, below] = place(most);
        // Not in the middle: what lies mirrored is seen.
        let turn = 0.35_f32;
        let border = EDGE + f64::from(turn * (most[0] - least[0])) * HEX;
        let (width, height) = ((right + EDGE) as u32, (below + EDGE) as u32);
        let sheet = RgbImage::from_fn(width, height, |x, _| {
            Rgb(if f64::from(x) < border { [200, 0, 0] } else { [0, 0, 200] })
        });
        sheet.save(folder.path().join("sheet.png")).unwrap();
        let (columns, rows) = (map.grid.columns, map.grid.rows);
        let corners = [(0, 0), (columns - 1, 0), (0, rows - 1), (columns - 1, rows - 1)];
        let control_points = corners.map(|(column, row)| {
            let label = map.grid.print_hex(salient_schema::HexIndex { column, row });
            let pixel = place(grid.centre(grid.parse(&label).unwrap()));
            ScanPoint { pixel, hex: label }
        });
        map.scan = Some(Scan {
            file: "sheet.png".to_owned(),
            size: [width, height],
            control_points: control_points.into(),
        });
        std::fs::write(folder.path().join("map.json"), to_canonical_json(&map).unwrap()).unwrap();
        Self { folder, turn }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// How the program ends, and what it says.
    fn salient(&self, args: &[&str]) -> (i32, String) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
            .args(args)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
    }

    fn exports(&self, to: &str, name: &str, scan: bool) -> PathBuf {
        let mut args = vec!["export", "scenario.json", "--to", to, "-o", name];
        args.extend(scan.then_some("--scan"));
        let (code, said) = self.salient(&args);
        assert_eq!(code, 0, "{said}");
        self.at(name)
    }

    /// Whether a picture of the hexes, with a margin around them and the key below, is red to the
    /// left of the turn and blue to the right of it for the most part; counters and lines lie on it.
    fn is_the_scan(&self, picture: &RgbaImage) -> bool {
        let share = |from: f32, to: f32, wanted: [u8; 3]| {
            let (width, height) = picture.dimensions();
            let columns = (from * width as f32) as u32..(to * width as f32) as u32;
            let rows = height / 8..height / 3;
            let pixels = columns.flat_map(|x| rows.clone().map(move |y| (x, y)));
            let alike = |x: u32, y: u32| {
                let found = picture.get_pixel(x, y).0;
                found.iter().zip(wanted).all(|(one, other)| one.abs_diff(other) < 40)
            };
            let (all, like) = pixels.fold((0_u32, 0_u32), |(all, like), (x, y)| {
                (all + 1, like + u32::from(alike(x, y)))
            });
            like as f32 / all as f32
        };
        let (before, after) = (self.turn - 0.05, self.turn + 0.1);
        let (red, blue) = ([200, 0, 0], [0, 0, 200]);
        share(0.1, before, red) > 0.5
            && share(after, 0.9, blue) > 0.5
            && share(0.1, before, blue) < 0.05
            && share(after, 0.9, red) < 0.05
    }
}

fn has_picture(folder: &Path) -> bool {
    let mut files = std::fs::read_dir(folder).unwrap().flatten();
    files.any(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        name.contains("map") && text.contains("<image")
    })
}

#[test]
fn a_picture_is_drawn_on_the_scan() {
    let project = Project::new();
    for (scan, name) in [(true, "on.png"), (false, "off.png")] {
        let mut args = vec!["render", "scenario.json", "-o", name];
        args.extend(scan.then_some("--scan"));
        let (code, said) = project.salient(&args);
        assert_eq!(code, 0, "{said}");
        let picture = image::open(project.at(name)).unwrap().into_rgba8();
        assert_eq!(project.is_the_scan(&picture), scan, "{name}");
    }
}

#[test]
fn the_board_of_a_module_is_the_scan() {
    let project = Project::new();
    for scan in [true, false] {
        let module = project.exports("vassal", "battle.vmod", scan);
        let mut module = zip::ZipArchive::new(std::fs::File::open(module).unwrap()).unwrap();
        let mut bytes = Vec::new();
        module.by_name("images/map.png").unwrap().read_to_end(&mut bytes).unwrap();
        let board = image::load_from_memory(&bytes).unwrap().into_rgba8();
        assert_eq!(project.is_the_scan(&board), scan);
    }
}

#[test]
fn pages_hold_the_scan_only_where_it_is_asked_for() {
    let project = Project::new();
    assert!(has_picture(&project.exports("svg", "with", true)));
    assert!(!has_picture(&project.exports("svg", "without", false)));
    let length = |path: PathBuf| std::fs::read(path).unwrap();
    let image = |bytes: &[u8]| bytes.windows(14).any(|part| part == b"/Subtype/Image");
    let spaced = |bytes: &[u8]| bytes.windows(15).any(|part| part == b"/Subtype /Image");
    let on = length(project.exports("pdf", "with.pdf", true));
    let off = length(project.exports("pdf", "without.pdf", false));
    assert!(image(&on) || spaced(&on));
    assert!(!image(&off) && !spaced(&off));
    let on = length(project.exports("html", "with.html", true));
    let off = length(project.exports("html", "without.html", false));
    let picture = |page: &[u8]| String::from_utf8_lossy(page).contains("data:image/");
    assert!(picture(&on) && !picture(&off));
}

#[test]
fn a_format_without_a_place_for_it_and_a_scan_that_is_not_there_are_told() {
    let project = Project::new();
    let (code, said) =
        project.salient(&["export", "scenario.json", "--to", "csv", "-o", "tables", "--scan"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("pdf") && said.contains("vassal"), "{said}");
    assert!(!project.at("tables").exists());
    std::fs::remove_file(project.at("sheet.png")).unwrap();
    let (code, said) =
        project.salient(&["export", "scenario.json", "--to", "pdf", "-o", "a.pdf", "--scan"]);
    assert_ne!(code, 0);
    assert!(said.contains("sheet.png"), "{said}");
    assert!(!project.at("a.pdf").exists());
}
