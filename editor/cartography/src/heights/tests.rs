use proptest::prelude::*;
use salient_schema::Code;

use super::read::read_within;
use super::*;

const SMALL: &str = "ncols 3\nnrows 2\nxllcorner 2\nyllcorner 49\ncellsize 1\nNODATA_value -1\n\
                     0 100 200\n-1 300 400\n";

fn small() -> HeightGrid {
    read(SMALL.as_bytes()).unwrap()
}

/// What a grid is, in words: not a number is not equal to itself.
fn told(text: &str) -> String {
    format!("{:?}", read(text.as_bytes()).unwrap())
}

/// The first fault of a text: `line:column message`.
fn said(text: &str) -> String {
    let fault = read(text.as_bytes()).unwrap_err();
    let (line, column) = (fault.place.line.unwrap(), fault.place.column.unwrap());
    format!("{line}:{column} {}", fault.message)
}

#[test]
fn a_grid_lies_where_its_head_says() {
    let grid = small();
    assert_eq!((grid.len(), grid.is_empty()), (6, false));
    assert_eq!(grid.at([2.5, 50.5]), Some(0.0));
    assert_eq!(grid.at([4.5, 49.5]), Some(400.0));
    // Between the middles of cells, and in the outer half of the outer ones.
    assert_eq!(grid.at([3.0, 50.5]), Some(50.0));
    assert_eq!(grid.at([4.0, 50.0]), Some(250.0));
    assert_eq!(grid.at([4.99, 49.01]), Some(400.0));
    // One turn of the earth further.
    assert_eq!(grid.at([363.0, 50.5]), Some(50.0));
    // Off the grid, and where no height is known.
    assert_eq!(grid.at([1.9, 50.5]), None);
    assert_eq!(grid.at([2.5, 51.1]), None);
    assert_eq!(grid.at([2.5, 49.5]), None);
    assert_eq!(grid.at([2.5, 50.2]), Some(0.0));
}

#[test]
fn heads_differ_and_lines_do_not_matter() {
    let wrapped = SMALL.replace("-1 300", "-1\r\n300").replace("ncols 3\n", "NCOLS\t3 ");
    assert_eq!(told(&wrapped), told(SMALL));
    let centred =
        SMALL.replace("xllcorner 2", "XLLCENTER 2.5").replace("lcorner 49", "lcenter 49.5");
    assert_eq!(told(&centred), told(SMALL));
    let oblong = SMALL.replace("cellsize 1", "dx 1 dy 1.0");
    assert_eq!(told(&oblong), told(SMALL));
    // Without a word on it, -9999 stands where there is no height.
    let plain = SMALL.replace("NODATA_value -1\n", "").replace("-1 300", "-9999 300");
    assert_eq!(read(plain.as_bytes()).unwrap().at([2.5, 49.5]), None);
    let nan = SMALL.replace("NODATA_value -1\n", "nodata_value nan\n").replace("-1 300", "NaN 300");
    assert_eq!(read(nan.as_bytes()).unwrap().at([2.5, 49.5]), None);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (from, to, expected) in [
        ("ncols 3", "ncols 0", "1:7 `0` is no number of rows or columns"),
        ("ncols 3", "ncols 20001", "1:7 20001 are more rows or columns than 20000, the most"),
        ("ncols 3\n", "", "5:14 the head of the grid does not say `ncols` and `nrows`"),
        ("cellsize 1\n", "", "5:14 the head of the grid does not say `cellsize`"),
        ("xllcorner 2\n", "", "5:14 the head of the grid does not say `xllcorner`"),
        ("cellsize 1", "cellsize -1", "6:14 a cell has a size above 0"),
        ("cellsize 1", "cellsize inf", "5:10 `inf` is no number to go by"),
        ("cellsize 1", "cellsize 1000", "6:14 the grid goes from 49 to 2049° north"),
        ("cellsize 1", "colour 1", "5:1 `colour` is no key of an ESRI ASCII grid"),
        ("cellsize 1", "nrows 2", "5:1 `nrows` stands twice"),
        ("0 100", "0 1,5", "7:3 `1,5` is no number"),
        ("0 100", "0 -32768", "7:3 no place on the earth is -32768 m high"),
        ("0 100", "0 nan", "7:3 no place on the earth is NaN m high"),
        (" 400", "", "8:4 the grid ends after 5 heights; its head promises 3 × 2"),
        (" 400", " 400 500", "8:12 there are more heights than 3 × 2"),
    ] {
        let text = SMALL.replace(from, to);
        assert!(said(&text).starts_with(expected), "{from} → {to}: {}", said(&text));
    }
    assert_eq!(said("ncols"), "1:1 there is no number after `ncols`");
    assert!(said("").starts_with("1:1 the head of the grid does not say"));
    let fault = read(b"\xff\xfe").unwrap_err();
    assert_eq!((fault.place.line, fault.place.column), (Some(1), Some(1)));
}

#[test]
fn no_more_is_read_than_there_is_room_for() {
    assert!(read_within(SMALL.as_bytes(), 3, 6, 1 << 20).is_ok());
    for (side, cells, bytes) in [(2, 6, 1 << 20), (3, 5, 1 << 20), (3, 6, 10)] {
        let fault = read_within(SMALL.as_bytes(), side, cells, bytes).unwrap_err();
        assert_eq!(fault.code, Code::Unreadable);
        assert!(fault.place.line.is_some() && fault.help.is_some(), "{fault}");
    }
    // A head that promises what the file does not hold takes no room for it.
    let promise = "ncols 4000 nrows 4000 xllcorner 2 yllcorner 49 cellsize 0.0001 1 2 3";
    assert!(said(promise).contains("the grid ends after 3 heights"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Whatever the bytes are, they are a grid or there is an error with a place.
    #[test]
    fn any_bytes_are_a_grid_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Err(fault) = read(&bytes) {
            prop_assert!(fault.is_error() && fault.place.line.is_some());
        }
    }

    /// The same where much of it is what a grid is made of.
    #[test]
    fn changed_grids_are_grids_or_errors(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..16_usize), 1..6),
        place in (-400.0..400.0_f64, -100.0..100.0_f64),
    ) {
        let pieces = [
            "", "0", "-", "9e9", "ncols", "nrows", "dx", "cellsize 1e-300", "\n", "é", "nan", "inf",
            " ", "1e308", "xllcenter", "-9999",
        ];
        let mut text: Vec<char> = SMALL.chars().collect();
        for (at, piece) in changes {
            let at = at.index(text.len());
            text.splice(at..=at, pieces[piece].chars());
        }
        let text: String = text.into_iter().collect();
        match read(text.as_bytes()) {
            Ok(grid) => {
                let heights = grid.cells.iter().filter(|cell| !cell.is_nan());
                let (least, most) = heights
                    .fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), c| (a.min(*c), b.max(*c)));
                if let Some(height) = grid.at([place.0, place.1]) {
                    let height = height as f32;
                    prop_assert!(height >= least - 0.01 && height <= most + 0.01, "{height}");
                }
            }
            Err(fault) => {
                prop_assert!(fault.place.line.is_some() && fault.place.column.is_some());
            }
        }
    }
}
