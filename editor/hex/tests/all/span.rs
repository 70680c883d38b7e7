use proptest::prelude::*;
use salient_hex::span::{Aspect, Wheel};
use salient_hex::{Direction, Hex, HexGrid, Span};

use super::support::{any_grid, compiled, hex};

#[test]
fn a_two_hex_unit_on_the_map_of_1914() {
    let map = compiled("offensive-1914");
    let grid = map.grid();
    let (north, south) = (hex(&map, "54.48"), hex(&map, "54.49"));
    let span = Span::between(grid, south, north).unwrap();
    assert_eq!(span, Span::between(grid, north, south).unwrap());
    assert_eq!(span.hexes(), [north, south]);
    assert_eq!(grid.compass(span.direction()), "s");
    assert!(span.covers(north) && span.covers(south) && !span.covers(hex(&map, "54.50")));
    assert_eq!((span.other(north), span.other(south)), (Some(south), Some(north)));
    assert_eq!(span.other(hex(&map, "54.50")), None);
    assert_eq!(Span::between(grid, north, hex(&map, "54.50")), None, "not adjacent");

    // Its zone of control: eight hexes (1914 3.2), clockwise from the south.
    let around: Vec<_> = span.neighbours(grid).map(|hex| grid.label(hex)).collect();
    let expected = ["54.50", "53.49", "53.48", "53.47", "54.47", "55.47", "55.48", "55.49"];
    assert_eq!(around, expected);

    // The closest hex counts.
    assert_eq!(span.distance(grid, hex(&map, "54.51")), 2);
    assert_eq!(span.distance(grid, hex(&map, "54.46")), 2);
    assert_eq!(span.distance(grid, south), 0);
}

#[test]
fn front_flanks_and_rear() {
    let map = compiled("offensive-1914");
    let grid = map.grid();
    let span = Span::between(grid, hex(&map, "54.48"), hex(&map, "54.49")).unwrap();
    let of = |facing: &str, aspect: Aspect| {
        let facing = grid.parse_compass(facing).unwrap();
        let mut hexes: Vec<_> = span
            .neighbours(grid)
            .filter(|&hex| span.aspect(grid, facing, hex) == Some(aspect))
            .map(|hex| grid.label(hex))
            .collect();
        hexes.sort();
        hexes.join(" ")
    };
    // In line, facing west: the same whichever of the two western sides it is said by.
    for facing in ["sw", "nw"] {
        assert_eq!(of(facing, Aspect::Front), "53.47 53.48 53.49");
        assert_eq!(of(facing, Aspect::Flank), "54.47 54.50");
        assert_eq!(of(facing, Aspect::Rear), "55.47 55.48 55.49");
    }
    for facing in ["ne", "se"] {
        assert_eq!(of(facing, Aspect::Front), "55.47 55.48 55.49");
        assert_eq!(of(facing, Aspect::Rear), "53.47 53.48 53.49");
    }
    // In column.
    assert_eq!(of("n", Aspect::Front), "53.47 54.47 55.47");
    assert_eq!(of("n", Aspect::Flank), "53.48 55.48");
    assert_eq!(of("n", Aspect::Rear), "53.49 54.50 55.49");
    assert_eq!(of("s", Aspect::Front), "53.49 54.50 55.49");
    let north = Direction::new(0);
    assert_eq!(span.aspect(grid, north, hex(&map, "54.48")), None, "its own hex");
    assert_eq!(span.aspect(grid, north, hex(&map, "54.51")), None, "too far");
}

#[test]
fn it_wheels_about_either_half() {
    let map = compiled("offensive-1914");
    let grid = map.grid();
    let (north, south) = (hex(&map, "54.48"), hex(&map, "54.49"));
    let span = Span::between(grid, north, south).unwrap();
    let mut wheels: Vec<_> = span
        .wheels(grid)
        .map(|Wheel { pivot, left, entered, span }| {
            assert!(span.covers(pivot) && span.covers(entered) && !span.covers(left));
            [pivot, left, entered].map(|hex| grid.label(hex)).join(" ")
        })
        .collect();
    wheels.sort();
    let expected =
        ["54.48 54.49 53.48", "54.48 54.49 55.48", "54.49 54.48 53.48", "54.49 54.48 55.48"];
    assert_eq!(wheels, expected);
    // Sideways, both halves move.
    let east = grid.parse_compass("ne").unwrap();
    let moved = span.shifted(grid, east).unwrap();
    assert_eq!(moved.hexes().map(|hex| grid.label(hex)), ["55.47", "55.48"]);
    // Off the map it cannot go.
    let edge = Span::between(grid, hex(&map, "50.46"), hex(&map, "51.46")).unwrap();
    assert_eq!(edge.shifted(grid, grid.parse_compass("n").unwrap()), None);
}

fn spans() -> impl Strategy<Value = (HexGrid, Vec<Span>)> {
    any_grid(9).prop_map(|grid| {
        let all = grid
            .hexes()
            .flat_map(|hex| Direction::ALL.map(|direction| Span::new(&grid, hex, direction)));
        let spans = all.flatten().collect();
        (grid, spans)
    })
}

fn touching(grid: &HexGrid, span: Span) -> Vec<Hex> {
    grid.hexes().filter(|&hex| span.distance(grid, hex) == 1).collect()
}

proptest! {
    #[test]
    fn the_ring_is_every_hex_next_to_either_half((grid, spans) in spans()) {
        for span in spans {
            let [first, second] = span.hexes();
            prop_assert!(first < second);
            prop_assert_eq!(grid.neighbour(first, span.direction()), Some(second));
            let mut ring: Vec<_> = span.neighbours(&grid).collect();
            ring.sort();
            prop_assert_eq!(ring, touching(&grid, span));
            let around = span.around(&grid);
            for (at, one) in around.iter().enumerate() {
                if let (Some(one), Some(next)) = (*one, around[(at + 1) % 8]) {
                    prop_assert_eq!(grid.distance(one, next), 1, "the ring is closed");
                }
            }
            for both in [around[2], around[6]].into_iter().flatten() {
                prop_assert_eq!(grid.distance(first, both), 1);
                prop_assert_eq!(grid.distance(second, both), 1);
            }
        }
    }

    #[test]
    fn wheels_go_back_and_shifts_too((grid, spans) in spans()) {
        for span in spans {
            for wheel in span.wheels(&grid) {
                let back = wheel.span.wheels(&grid).any(|other| {
                    other.span == span && other.pivot == wheel.pivot && other.entered == wheel.left
                });
                prop_assert!(back);
                prop_assert!(span.overlaps(wheel.span));
            }
            for direction in Direction::ALL {
                if let Some(moved) = span.shifted(&grid, direction) {
                    prop_assert_eq!(moved.shifted(&grid, direction.opposite()), Some(span));
                    // Which half comes first row by row may change with the stagger.
                    let turned = [span.direction(), span.direction().opposite()];
                    prop_assert!(turned.contains(&moved.direction()));
                }
            }
        }
    }

    #[test]
    fn about_face_turns_front_to_rear((grid, spans) in spans(), facing in 0_usize..6) {
        let facing = Direction::new(facing);
        for span in spans {
            for hex in span.neighbours(&grid) {
                let before = span.aspect(&grid, facing, hex).unwrap();
                let after = span.aspect(&grid, facing.opposite(), hex).unwrap();
                let expected = match before {
                    Aspect::Front => Aspect::Rear,
                    Aspect::Flank => Aspect::Flank,
                    Aspect::Rear => Aspect::Front,
                };
                prop_assert_eq!(after, expected);
            }
        }
    }
}
