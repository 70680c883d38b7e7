use proptest::prelude::*;
use salient_hex::{CompiledMap, Direction, Hex, Slope};
use salient_schema::Code;
use salient_schema::map::ElevationLayer;

use super::support::{changed, compiled, fixture, hex, step};

#[test]
fn heights_are_the_maps_levels_and_metres() {
    let map = compiled("offensive-1914");
    assert!(map.has_elevation());
    assert_eq!(map.level(hex(&map, "50.46")), 5);
    assert_eq!(map.metres(hex(&map, "50.46")), Some(500.0));
    assert_eq!(map.level(hex(&map, "55.47")), 0);
    assert_eq!(map.metres_per_level(), Some(100.0));
}

#[test]
fn a_map_without_elevation_is_level() {
    let map = compiled("kaisers-battle");
    assert!(!map.has_elevation());
    assert_eq!((map.level(Hex(0)), map.metres(Hex(0))), (0, None));
    assert!(map.slope(Hex(0), Direction::new(3)).is_level());
    // A level without a worth in metres has none.
    let map = changed("offensive-1914", |map, _| {
        map.elevation.as_mut().unwrap().metres_per_level = None;
    });
    assert_eq!((map.level(Hex(0)), map.metres(Hex(0))), (5, None));
}

#[test]
fn a_slope_goes_up_one_way_and_down_the_other() {
    let map = compiled("infantry-attacks");
    let (foot, south) = step(&map, "48/0810:s");
    let top = map.neighbour(foot, south).unwrap();
    let up = map.slope(foot, south);
    assert_eq!((up.levels(), up.name()), (1, "up"));
    assert!(up.is_up() && !up.is_down() && !up.is_level());
    let down = map.slope(top, south.opposite());
    assert_eq!((down, down.name()), (up.reversed(), "down"));
    assert_eq!(map.slope(top, south).name(), "level");
    // Beyond the map there is no slope.
    let (corner, north) = step(&map, "45/0505:n");
    assert_eq!(map.slope(corner, north), Slope::LEVEL);

    let map = compiled("offensive-1914");
    let (high, direction) = step(&map, "51.46:sw");
    assert_eq!(map.slope(high, direction).levels(), 1);
    let (from, to) = (hex(&map, "50.46"), hex(&map, "50.50"));
    assert_eq!(map.slope_between(from, to).levels(), -3);
    assert!(map.slope_between(from, to).is_steep(3));
    assert!(!map.slope_between(from, to).is_steep(4));
}

#[test]
fn levels_below_nought_and_the_widest_slope() {
    let map = changed("offensive-1914", |map, _| {
        let palette = &mut map.elevation.as_mut().unwrap().palette;
        palette.insert("5".to_owned(), i16::MIN);
        palette.insert("4".to_owned(), i16::MAX);
    });
    let (from, to) = (hex(&map, "50.46"), hex(&map, "51.46"));
    assert_eq!(map.slope_between(from, to).levels(), 65_535);
    assert_eq!(map.slope_between(to, from).levels(), -65_535);
    assert_eq!(Slope::new(i32::MIN).reversed(), Slope::new(i32::MAX));
    assert!(Slope::new(i32::MIN).is_steep(1 << 31));
}

#[test]
fn faults_of_the_layer_have_their_place() {
    let (map, ruleset) = fixture("offensive-1914");
    let faults = |change: &dyn Fn(&mut ElevationLayer)| {
        let mut map = map.clone();
        change(map.elevation.as_mut().unwrap());
        let found = CompiledMap::new(&map, &ruleset).unwrap_err();
        assert!(found.iter().all(|finding| finding.code == Code::GridShape));
        found.into_iter().filter_map(|finding| finding.place.pointer).collect::<Vec<_>>()
    };
    assert_eq!(faults(&|layer| layer.rows[2] = "4321x011".to_owned()), ["/map/elevation/rows/2"]);
    assert_eq!(faults(&|layer| layer.rows[0].push('1')), ["/map/elevation/rows"]);
    assert_eq!(
        faults(&|layer| {
            layer.palette.insert(String::new(), 1);
        }),
        ["/map/elevation/palette/"]
    );
}

proptest! {
    #[test]
    fn every_slope_is_the_reverse_of_its_other_side(at in 0_usize..96) {
        let map = compiled("infantry-attacks");
        let here = Hex((at % map.len()) as u32);
        for (direction, other) in map.neighbours(here) {
            let there = map.slope(here, direction);
            prop_assert_eq!(map.slope(other, direction.opposite()), there.reversed());
            prop_assert_eq!(map.level(here) + there.levels(), map.level(other));
        }
    }
}
