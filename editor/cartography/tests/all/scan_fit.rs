//! Scans laid under grids by control points.

use proptest::prelude::*;
use salient_cartography::plane::Plane;
use salient_cartography::scan::{FitError, ScanPoint, fit_scan};
use salient_hex::HexGrid;
use salient_schema::map::{Fit, Grid};
use serde_json::json;

fn grid(orientation: &str) -> HexGrid {
    let grid: Grid = serde_json::from_value(json!({
        "orientation": orientation, "columns": 40, "rows": 30, "pushed": "second",
        "numbering": {
            "order": "column_row", "column_digits": 2, "row_digits": 2,
            "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
        },
        "metres_per_hex": 1000.0
    }))
    .unwrap();
    HexGrid::new(&grid)
}

/// Points where a known transform puts their hexes.
fn points(grid: &HexGrid, hexes: &[&str], scan: [f64; 6]) -> Vec<ScanPoint> {
    let plane = Plane::new(grid.clone());
    let [a, b, c, d, e, f] = scan;
    let place = |label: &&str| {
        let [x, y] = plane.centre(grid.parse(label).unwrap());
        ScanPoint { pixel: [a * x + b * y + c, d * x + e * y + f], hex: (*label).to_owned() }
    };
    hexes.iter().map(place).collect()
}

const SCAN: [f64; 6] = [50.0, -3.0, 120.0, 2.0, 47.0, 80.0];

#[test]
fn an_exact_scan_is_found_again() {
    for orientation in ["flat_topped", "pointy_topped"] {
        let grid = grid(orientation);
        let fit = fit_scan(&grid, &points(&grid, &["0101", "4001", "0130", "4030"], SCAN)).unwrap();
        assert_eq!(fit.kind, Fit::Affine);
        assert!(fit.rms_hexes < 1e-9, "{fit:?}");
        assert!((fit.pixels_per_hex - (50.0_f64 * 47.0 + 6.0).sqrt()).abs() < 1e-6);
        for (found, scan) in fit.pixel_from_plane.iter().zip(SCAN) {
            assert!((found - scan).abs() < 1e-6, "{fit:?}");
        }
        let [x, y] = fit.plane(fit.pixel([12.5, 7.25]));
        assert!((x - 12.5).abs() < 1e-9 && (y - 7.25).abs() < 1e-9);
    }
}

#[test]
fn two_points_are_turned_and_scaled_only() {
    let grid = grid("flat_topped");
    let (sin, cos) = 3.0_f64.to_radians().sin_cos();
    let scan = [60.0 * cos, -60.0 * sin, 10.0, 60.0 * sin, 60.0 * cos, 20.0];
    let fit = fit_scan(&grid, &points(&grid, &["0202", "3828"], scan)).unwrap();
    assert_eq!(fit.kind, Fit::Similarity);
    assert!((fit.turned_degrees - 3.0).abs() < 1e-6, "{fit:?}");
    assert!((fit.pixels_per_hex - 60.0).abs() < 1e-6);
    assert!(fit.skew_degrees.abs() < 1e-6 && (fit.stretch - 1.0).abs() < 1e-6);
}

#[test]
fn each_point_shows_how_far_it_is_off() {
    let grid = grid("flat_topped");
    let mut points = points(&grid, &["0101", "4001", "0130", "4030", "2015"], SCAN);
    points[4].pixel[0] += 25.0;
    let fit = fit_scan(&grid, &points).unwrap();
    let worst = fit.points[4].residual_hexes;
    assert!(worst > 0.3 && fit.points[..4].iter().all(|point| point.residual_hexes < worst));
    assert_eq!(fit.suspect, Some(4), "{fit:?}");
    let [x, _] = fit.points[4].fitted_pixel;
    assert!(x < points[4].pixel[0]);
}

#[test]
fn what_gives_no_fit_is_said() {
    let grid = grid("flat_topped");
    let fit = |points: &[ScanPoint]| fit_scan(&grid, points).unwrap_err();
    let of = |hexes: &[&str]| points(&grid, hexes, SCAN);
    assert_eq!(fit(&[]), FitError::TooFew { have: 0 });
    assert_eq!(fit(&of(&["0101"])), FitError::TooFew { have: 1 });
    assert_eq!(fit(&of(&["0101", "0105", "0110"])), FitError::OnOneLine);
    assert_eq!(fit(&of(&["0101", "0105", "0110", "0130"])), FitError::OnOneLine);

    let mut wrong = of(&["0101", "4001", "0130"]);
    wrong[2].hex = "9999".into();
    assert_eq!(fit(&wrong), FitError::NoSuchHex { point: 2, hex: "9999".into() });
    assert!(fit(&wrong).to_string().starts_with("point 3"), "{}", fit(&wrong));
    wrong[2].hex = " 0101 ".into();
    assert_eq!(fit(&wrong), FitError::SameHex { first: 0, second: 2, hex: "0101".into() });
    let mut wrong = of(&["0101", "4001", "0130"]);
    wrong[1].pixel = wrong[0].pixel;
    assert_eq!(fit(&wrong), FitError::SamePlace { first: 0, second: 1 });
    let mut wrong = of(&["0101", "4001", "0130"]);
    wrong[1].pixel[1] = f64::NAN;
    assert_eq!(fit(&wrong), FitError::NoPlace { point: 1 });

    // East and west swapped.
    let mut wrong = of(&["0101", "4001", "0130", "4030"]);
    for (point, hex) in wrong.iter_mut().zip(["4001", "0101", "4030", "0130"]) {
        point.hex = hex.into();
    }
    assert_eq!(fit(&wrong), FitError::Mirrored);
    // Places spread out, hexes in a row.
    let mut wrong = of(&["0101", "4001", "0130", "4030"]);
    for (point, hex) in wrong.iter_mut().zip(["0101", "0105", "0109", "0113"]) {
        point.hex = hex.into();
    }
    assert!(matches!(fit(&wrong), FitError::Contradiction | FitError::Mirrored), "{}", fit(&wrong));
}

proptest! {
    /// Any points whatever: a fit of finite numbers, or words.
    #[test]
    fn any_points_are_a_fit_or_an_error(
        points in prop::collection::vec((0..=41_u8, 0..=31_u8, -1e4..1e4_f64, -1e4..1e4_f64), 0..8),
    ) {
        let grid = grid("pointy_topped");
        let points: Vec<ScanPoint> = points
            .into_iter()
            .map(|(column, row, x, y)| ScanPoint {
                pixel: [x, y],
                hex: format!("{column:02}{row:02}"),
            })
            .collect();
        match fit_scan(&grid, &points) {
            Ok(fit) => {
                let numbers = fit.plane_from_pixel.iter().chain(&fit.pixel_from_plane);
                prop_assert!(numbers.chain([&fit.rms_hexes]).all(|number| number.is_finite()));
                prop_assert_eq!(fit.points.len(), points.len());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
