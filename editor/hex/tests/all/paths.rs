use salient_hex::map::Along;
use salient_hex::{CompiledMap, Direction};
use salient_schema::{Code, Ruleset};

use super::support::{changed, compiled, fixture, hex, side, step};

fn bit(kinds: &[salient_schema::ruleset::Kind], id: &str) -> u32 {
    1 << kinds.iter().position(|kind| kind.id == id).unwrap()
}

fn path_bit(ruleset: &Ruleset, id: &str) -> u32 {
    bit(&ruleset.paths, id)
}

#[test]
fn a_path_crosses_hexsides_not_hexes() {
    let map = compiled("offensive-1914");
    let (_, ruleset) = fixture("offensive-1914");
    let (railway, single, road) = (
        path_bit(&ruleset, "railway"),
        path_bit(&ruleset, "single-track"),
        path_bit(&ruleset, "road"),
    );
    let at = |label: &str| {
        let (hex, direction) = step(&map, label);
        map.path(hex, direction)
    };
    assert_eq!(at("54.49:s"), railway);
    assert_eq!(at("54.50:n"), railway, "the other way too");
    assert_eq!(at("54.49:n"), road);
    assert_eq!(at("54.48:n"), road);
    assert_eq!(at("54.48:sw"), single);
    assert_eq!(at("53.48:ne"), single);
    assert_eq!(at("54.48:nw"), 0);
    assert_eq!(map.paths_in(hex(&map, "54.49")), railway | road);
    assert_eq!(map.paths_in(hex(&map, "54.48")), single | road);
    assert_eq!(map.paths_in(hex(&map, "50.46")), 0);
    // Both ends of every side agree.
    for here in map.grid().hexes() {
        for (direction, other) in map.neighbours(here) {
            assert_eq!(map.path(here, direction), map.path(other, direction.opposite()));
            assert_eq!(
                map.path_links(here, direction),
                map.path_links(other, direction.opposite())
            );
        }
    }
}

#[test]
fn tracks_and_names_stay_with_the_link() {
    let map = compiled("offensive-1914");
    let (file, ruleset) = fixture("offensive-1914");
    let (railway, single, road) = (
        path_bit(&ruleset, "railway"),
        path_bit(&ruleset, "single-track"),
        path_bit(&ruleset, "road"),
    );
    let (at, south) = step(&map, "54.49:s");
    assert_eq!(map.tracks(at, south, railway), 2);
    assert_eq!(map.tracks(at, south, single | road), 0);
    let [link] = map.path_links(at, south) else { panic!("one railway crosses there") };
    assert_eq!(link.side(), side(&map, "54.49:s"));
    assert_eq!((link.tracks(), 1 << link.kind()), (2, railway));
    assert_eq!(file.paths.items[link.path()].name.as_deref(), Some("Metz–Saarbrücken"));
    let (at, north) = step(&map, "54.49:n");
    assert_eq!(map.tracks(at, north, u32::MAX), 0, "a road has no tracks");
    assert_eq!(map.path_links(at, Direction::new(1)), []);

    // A single-track line laid beside the double one, and back again.
    let map = changed("offensive-1914", |map, _| {
        let mut line = map.paths.items[1].clone();
        line.hexes = ["54.49", "54.50", "54.49"].map(str::to_owned).to_vec();
        map.paths.items.push(line);
    });
    assert_eq!(map.path(at, south), railway | single);
    assert_eq!(map.path_links(at, south).len(), 2);
    assert_eq!(map.tracks(at, south, single), 1);
    assert_eq!(map.tracks(at, south, single | railway), 2);
}

#[test]
fn paths_run_on_over_the_join_of_boards() {
    let map = compiled("infantry-attacks");
    let (west, over) = step(&map, "45/1007:ne");
    assert!(map.crosses_join(west, over));
    assert_eq!(map.path(west, over), 1);
}

#[test]
fn faults_of_a_path_have_their_place() {
    let (mut map, ruleset) = fixture("offensive-1914");
    map.paths.items[0].hexes[3] = "99.99".to_owned();
    map.paths.items[2].kind = "canal".to_owned();
    let found = CompiledMap::new(&map, &ruleset).unwrap_err();
    let found: Vec<_> =
        found.into_iter().map(|one| (one.code, one.place.pointer.unwrap())).collect();
    assert_eq!(
        found,
        [
            (Code::OffMap, "/map/paths/items/0/hexes/3".to_owned()),
            (Code::DanglingReference, "/map/paths/items/2/kind".to_owned()),
        ]
    );
    // A gap is for validation to name: nothing leads over it.
    let map = changed("offensive-1914", |map, _| {
        map.paths.items[2].hexes = vec!["54.49".to_owned(), "54.47".to_owned()];
    });
    let (at, north) = step(&map, "54.49:n");
    assert_eq!(map.path(at, north), 0);
}

#[test]
fn bridges_are_known_by_side() {
    let map = compiled("offensive-1914");
    let (_, ruleset) = fixture("offensive-1914");
    let at = |label: &str| {
        let (hex, direction) = step(&map, label);
        map.bridges(hex, direction)
    };
    assert_eq!(at("54.48:se"), bit(&ruleset.hexsides, "bridge"));
    assert_eq!(at("54.49:se"), 0, "the river goes on without");
    assert_eq!(at("54.50:ne"), bit(&ruleset.hexsides, "railway-bridge"));
    // A trait says it as well as the look.
    let map = changed("offensive-1914", |_, ruleset| {
        let ford = ruleset.hexsides.iter_mut().find(|kind| kind.id == "escarpment").unwrap();
        ford.traits.push("bridge".to_owned());
    });
    let (at, direction) = step(&map, "51.46:sw");
    assert_eq!(map.bridges(at, direction), bit(&ruleset.hexsides, "escarpment"));
}

/// The road of Infantry Attacks with a cost of its own, and woods on its way.
fn with_road(cost: i32) -> CompiledMap {
    changed("infantry-attacks", |map, ruleset| {
        ruleset.paths[0].movement = Some(cost);
        map.terrain.rows[2].replace_range(3..4, "W");
    })
}

#[test]
fn along_a_road_its_cost_stands_in_for_the_hexs() {
    let map = with_road(1);
    let road = map.along(1);
    let (from, into_woods) = step(&map, "45/0707:se");
    let woods = map.neighbour(from, into_woods).unwrap();
    assert_eq!(map.grid().label(woods), "45/0807");
    let (beside, also_into_woods) = step(&map, "45/0806:s");
    assert_eq!(map.neighbour(beside, also_into_woods), Some(woods));

    assert_eq!(map.path(from, into_woods), 1);
    assert_eq!(map.step_cost(from, into_woods), Some(2));
    assert_eq!(map.step_cost_by(from, into_woods, &road), Some(1));
    assert_eq!(map.step_cost_by(from, into_woods, &map.along(0)), Some(2), "no user of roads");
    assert_eq!(map.step_cost_by(beside, also_into_woods, &road), Some(2), "not over its hexside");
    // A road may be worse than open ground; nobody has to take it.
    let map = with_road(7);
    assert_eq!(map.step_cost_by(from, into_woods, &map.along(1)), Some(2));
    // Without a cost of its own it changes nothing.
    let map = compiled("infantry-attacks");
    for here in map.grid().hexes() {
        for direction in Direction::ALL {
            let on_foot = Along { paths: u32::MAX, ..Along::default() };
            assert_eq!(map.step_cost_by(here, direction, &on_foot), map.step_cost(here, direction));
        }
    }
}

#[test]
fn a_bridge_takes_the_river_away() {
    let map = with_road(1);
    let (from, over) = step(&map, "48/0810:se");
    assert_eq!(map.step_cost(from, over), Some(1 + 2), "the town and the major river");
    assert_eq!(map.step_cost_by(from, over, &map.along(1)), Some(1));
    let other = map.neighbour(from, over).unwrap();
    assert_eq!(map.step_cost_by(other, over.opposite(), &map.along(1)), Some(1), "and back");
    // The bridge blown, the road fords the river.
    let blown = Along { bridges: 0, ..map.along(1) };
    assert_eq!(map.step_cost_by(from, over, &blown), Some(1 + 2));
    // Whoever keeps to no road crosses by the bridge, and pays for the hex.
    assert_eq!(map.step_cost_by(from, over, &map.along(0)), Some(1));
    // The river elsewhere stays what it is.
    let (from, over) = step(&map, "48/0811:se");
    assert_eq!(map.step_cost_by(from, over, &map.along(1)), map.step_cost(from, over));
}

#[test]
fn a_bridge_opens_a_hexside_that_nobody_may_cross_but_no_barred_hex() {
    let tunnel = |bridge: bool| {
        changed("offensive-1914", |map, ruleset| {
            ruleset.paths[0].movement = Some(1);
            let mut items = vec![("54.49:s", "ridge"), ("54.49:s", "forest")];
            if bridge {
                items.push(("54.49:s", "railway-tunnel"));
            }
            let item = map.hexsides.items[0].clone();
            map.hexsides.items = items
                .into_iter()
                .map(|(side, kind)| {
                    let (side, kind) = (side.to_owned(), kind.to_owned());
                    salient_schema::map::Hexside { side, kind, ..item.clone() }
                })
                .collect();
        })
    };
    let map = tunnel(false);
    let (at, south) = step(&map, "54.49:s");
    assert_eq!(map.step_cost_by(at, south, &map.along(1)), None, "a railway stops at a ridge");
    let map = tunnel(true);
    assert_eq!(map.step_cost(at, south), None);
    assert_eq!(map.step_cost_by(at, south, &map.along(1)), Some(3), "the forest still counts");
    assert_eq!(map.step_cost_by(at, south, &Along { bridges: 0, ..map.along(1) }), None);

    // A road into the lake.
    let map = changed("infantry-attacks", |map, ruleset| {
        ruleset.paths[0].movement = Some(1);
        map.terrain.rows[2].replace_range(9..10, "L");
    });
    let (from, over) = step(&map, "48/0810:se");
    assert_eq!(map.step_cost_by(from, over, &map.along(1)), None);
    // And off the map.
    let (corner, out) = step(&map, "45/0505:nw");
    assert_eq!(map.step_cost_by(corner, out, &map.along(1)), None);
}

#[test]
fn maps_without_paths_have_none() {
    let map = compiled("kaisers-battle");
    for here in map.grid().hexes() {
        for direction in Direction::ALL {
            assert_eq!(map.path(here, direction), 0);
            assert_eq!(map.path_links(here, direction), []);
            let by = map.step_cost_by(here, direction, &map.along(u32::MAX));
            assert_eq!(by, map.step_cost(here, direction));
        }
    }
}
