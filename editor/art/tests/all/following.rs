//! Map art that follows edits is the same as art that is read anew, near and far.

use salient_art::{Detail, Far, FarPatch, FarTexture, Layer, MapArt, Scene};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::Map;
use salient_schema::map::{Orientation, Zone, ZoneKind};

use crate::common;

/// The textures that patches make.
#[derive(Debug, Default, PartialEq)]
struct Textures(std::collections::BTreeMap<(u32, [u32; 2]), Vec<u8>>);

impl Textures {
    fn put(&mut self, patches: Vec<FarPatch>) {
        for patch in patches {
            let (number, bytes) = match patch.texture {
                FarTexture::Terrain { level } => (level, 4),
                FarTexture::Marks => (100, 8),
                FarTexture::Inks => (200, 4),
            };
            assert_eq!(patch.bytes.len(), (patch.size[0] * patch.size[1]) as usize * bytes);
            for (at, texel) in (0..).zip(patch.bytes.chunks(bytes)) {
                let place = [patch.at[0] + at % patch.size[0], patch.at[1] + at / patch.size[0]];
                self.0.insert((number, place), texel.to_vec());
            }
        }
    }
}

fn drawn(art: &MapArt) -> Scene {
    let mut scene = Scene::new();
    for detail in [Detail::Far, Detail::Middle, Detail::Near] {
        art.draw_all(&Layer::ALL, detail, &mut scene);
    }
    scene
}

/// Follows from one map to another, then compares with the other read anew.
fn check(change: impl Fn(&mut Map), follow: impl Fn(&mut MapArt, &Map, &HexGrid) -> Vec<Hex>) {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        let mut map = common::gallery_map(orientation);
        let ruleset = common::ruleset(None, None);
        let grid = HexGrid::new(&map.grid);
        let mut art = MapArt::new(&map, &ruleset, &grid);
        let mut textures = Textures::default();
        let (mut far, patches) = Far::new(&art);
        textures.put(patches);

        change(&mut map);
        let mut touched = follow(&mut art, &map, &grid);
        touched.sort_unstable();
        textures.put(far.update(&art, &touched));

        let anew = MapArt::new(&map, &ruleset, &grid);
        assert!(drawn(&art) == drawn(&anew), "{orientation:?}: the drawings differ");
        let hexes: Vec<Hex> = grid.hexes().collect();
        assert_eq!(art.mesh(&hexes, Detail::Near), anew.mesh(&hexes, Detail::Near));
        // Colours may have other numbers; all else is the same.
        let mut whole = Textures::default();
        whole.put(far.update(&anew, &hexes));
        for (place, texel) in &whole.0 {
            assert_eq!(textures.0.get(place), Some(texel), "{orientation:?}: {place:?}");
        }
    }
}

#[test]
fn terrain_is_followed() {
    check(
        |map| {
            let glyphs: Vec<String> = map.terrain.palette.keys().cloned().collect();
            let row: String = glyphs.iter().rev().take(3).map(String::as_str).collect();
            let old: Vec<char> = map.terrain.rows[1].chars().collect();
            map.terrain.rows[1] = row.chars().chain(old.into_iter().skip(3)).collect();
        },
        |art, map, grid| {
            let columns = u32::from(grid.columns());
            let hexes: Vec<Hex> = (columns..columns + 3).map(Hex).collect();
            art.set_terrain(map, &hexes);
            hexes
        },
    );
}

#[test]
fn features_are_followed() {
    check(
        |map| {
            let last = map.features.items.len() - 1;
            map.features.items[last].name = Some("Elsewhere".into());
        },
        |art, map, grid| {
            let hexes: Vec<Hex> = grid.hexes().collect();
            for &hex in &hexes {
                let label = grid.label(hex);
                let items = map.features.items.iter().filter(|item| item.hex == label);
                art.set_features(hex, items);
            }
            hexes
        },
    );
}

#[test]
fn hexsides_are_followed() {
    check(
        |map| {
            map.hexsides.items.remove(0);
            map.hexsides.items.push(common::hexside("0202:s", "river", Some("Ancre")));
        },
        |art, map, grid| {
            let mut sides: Vec<_> = grid
                .hexes()
                .flat_map(|hex| {
                    salient_hex::Direction::ALL.map(|direction| grid.side(hex, direction))
                })
                .collect();
            sides.sort_unstable();
            sides.dedup();
            for side in sides {
                let items = map.hexsides.items.iter();
                let along = items.filter(|item| grid.parse_side(&item.side) == Some(side));
                art.set_hexside(side, along);
            }
            grid.hexes().collect()
        },
    );
}

#[test]
fn paths_borders_zones_and_heights_are_followed() {
    check(
        |map| {
            map.paths.items.pop();
            map.lines.items.pop();
            map.zones.items.push(Zone {
                id: "zone".into(),
                name: "Zone".into(),
                kind: ZoneKind::SetUp,
                owner: None,
                colour: None,
                hexes: vec!["0101".into(), "0102".into(), "0202".into()],
            });
            map.elevation = Some(common::elevation(map.grid.columns, map.grid.rows));
        },
        |art, map, grid| {
            let mut touched = art.set_paths(map);
            touched.extend(art.set_lines(map));
            touched.extend(art.set_zones(map));
            art.set_elevation(map, &[]);
            touched.extend(grid.hexes());
            touched
        },
    );
}

#[test]
fn a_mesh_has_all_layers_one_after_the_other() {
    let map = common::gallery_map(Orientation::FlatTopped);
    let grid = HexGrid::new(&map.grid);
    let art = MapArt::new(&map, &common::ruleset(None, None), &grid);
    let hexes: Vec<Hex> = grid.hexes().collect();
    let chunk = art.mesh(&hexes, Detail::Near);
    let mut end = 0;
    for layer in Layer::ALL {
        let range = salient_art::ChunkMesh::range_of(&chunk.ends, layer);
        assert_eq!(range.start, end, "{layer:?}");
        end = range.end;
    }
    assert_eq!(end as usize, chunk.mesh.indices.len());
    let count = chunk.mesh.len();
    assert!(chunk.mesh.indices.iter().all(|&index| index < count));
}
