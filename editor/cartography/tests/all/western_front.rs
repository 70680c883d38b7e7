//! The maps of 1918: Storm in the West are what their recipes give, and what the rule book says
//! of the printed ones.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use salient_cartography::{Built, build};
use salient_hex::{Direction, Hex, HexGrid, Side};
use salient_schema::{Disk, Document, Map, write};

use crate::common::{hang_together, hexes_of, root, shown};

const NAMES: [&str; 2] = ["western-front-1918", "western-front-1919"];

/// A map that was built, and what the tests ask of it.
struct Ground {
    built: Built,
    grid: HexGrid,
}

/// The map of 1918 and that of 1919.
fn maps() -> &'static [Ground; 2] {
    static MAPS: OnceLock<[Ground; 2]> = OnceLock::new();
    MAPS.get_or_init(|| {
        NAMES.map(|name| {
            let path = root().join(format!("maps/{name}/recipe.json"));
            let (built, found) = build(&Disk, path.to_str().unwrap());
            assert_eq!(shown(&found), "", "{name}");
            let built = built.unwrap();
            Ground { grid: HexGrid::new(&built.map.grid), built }
        })
    })
}

fn map_of_1918() -> &'static Ground {
    &maps()[0]
}

fn map_of_1919() -> &'static Ground {
    &maps()[1]
}

type Hexes = BTreeSet<String>;

impl Ground {
    fn map(&self) -> &Map {
        &self.built.map
    }

    fn zone(&self, id: &str) -> Hexes {
        let zone = self.map().zones.items.iter().find(|zone| zone.id == id);
        zone.unwrap_or_else(|| panic!("no zone {id}")).hexes.iter().cloned().collect()
    }

    fn features(&self, kind: &str) -> Hexes {
        let items = self.map().features.items.iter().filter(|item| item.kind == kind);
        items.map(|item| item.hex.clone()).collect()
    }

    /// The morale points of a side in some hexes.
    fn morale(&self, owner: &str, counts: impl Fn(&String) -> bool) -> i32 {
        let items = self.map().features.items.iter();
        let own = items.filter(|item| {
            item.kind == "morale" && item.owner.as_deref() == Some(owner) && counts(&item.hex)
        });
        own.map(|item| item.value.unwrap()).sum()
    }

    /// All hexes that a unit may enter.
    fn playable(&self) -> Hexes {
        let barred: Hexes = ["sea", "neutral", "off-map"]
            .iter()
            .flat_map(|kind| hexes_of(self.map(), kind))
            .collect();
        let all = self.grid.hexes().map(|hex| self.grid.label(hex));
        all.filter(|hex| !barred.contains(hex)).collect()
    }

    fn hex(&self, label: &str) -> Hex {
        self.grid.parse(label).unwrap_or_else(|| panic!("no hex {label}"))
    }

    fn beside(&self, label: &str) -> Hexes {
        let hex = self.hex(label);
        Direction::ALL
            .iter()
            .filter_map(|&direction| self.grid.neighbour(hex, direction))
            .map(|hex| self.grid.label(hex))
            .collect()
    }

    fn touches(&self, label: &str, others: &Hexes) -> bool {
        self.beside(label).intersection(others).next().is_some()
    }

    /// Whether one comes from each hex to each other without leaving them.
    fn hangs_together(&self, hexes: &Hexes) -> bool {
        let mut reached: Hexes = hexes.iter().take(1).cloned().collect();
        let mut open: Vec<String> = reached.iter().cloned().collect();
        while let Some(hex) = open.pop() {
            for other in self.beside(&hex) {
                if hexes.contains(&other) && reached.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
        reached == *hexes
    }
}

fn set(labels: &str) -> Hexes {
    labels.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_recipes_give_the_committed_maps_byte_for_byte() {
    for (name, ground) in NAMES.iter().zip(maps()) {
        let built = write(&Document::Map(Box::new(ground.map().clone()))).unwrap();
        let path = root().join(format!("maps/{name}/map.json"));
        let committed = std::fs::read_to_string(path).unwrap();
        for (number, (ours, theirs)) in built.lines().zip(committed.lines()).enumerate() {
            assert_eq!(ours, theirs, "{name}, line {}", number + 1);
        }
        assert!(built == committed, "{name}");
        assert!(ground.built.report.empty.is_empty(), "{:?}", ground.built.report.empty);
    }
}

#[test]
fn the_grid_fits_the_named_hexes_and_the_neighbours_that_the_book_tells() {
    let ground = map_of_1918();
    let fit = ground.map().georeference.as_ref().unwrap();
    assert_eq!(fit.control_points.len(), 11);
    assert!(fit.rms_hexes < 0.55, "{}", fit.rms_hexes);
    assert!((12_900.0..13_500.0).contains(&ground.map().grid.metres_per_hex), "about eight miles");
    // SW 13.9, 13.4, 10.2.
    for (hex, beside) in [("2731", "2732 2832"), ("3535", "3435 3436"), ("2042", "1941")] {
        assert!(set(beside).is_subset(&ground.beside(hex)), "{hex}");
    }
    // Towns that the fit was not made from, or printed in no other way, stand where they were.
    for (name, hex) in [("Lille", "1633"), ("Namur", "1824"), ("Nancy", "3617"), ("Rouen", "2744")]
    {
        let town =
            ground.map().features.items.iter().find(|item| item.name.as_deref() == Some(name));
        assert_eq!(town.map(|town| town.hex.as_str()), Some(hex), "{name}");
    }
}

#[test]
fn morale_adds_up_to_what_the_book_prints() {
    for ground in maps() {
        // SW 4.2.
        assert_eq!(ground.morale("allied", |_| true), 58);
        assert_eq!(ground.morale("german", |_| true), 31);
        for (owner, hex, value) in [
            ("allied", "3337", 5),
            ("allied", "3338", 5),
            ("allied", "3438", 5),
            ("allied", "3029", 3),
        ] {
            assert_eq!(ground.morale(owner, |other| other == hex), value, "{hex}");
        }
        assert_eq!(ground.morale("german", |hex| hex == "1829"), 1);
        for (side, owner) in [("allied-side", "allied"), ("german-side", "german")] {
            let zone = ground.zone(side);
            let inside = ground.morale(owner, |hex| zone.contains(hex));
            assert_eq!(inside, ground.morale(owner, |_| true), "{owner} morale beyond the front");
        }
        let towns = &ground.features("town") | &ground.features("city");
        assert!(ground.features("morale").is_subset(&towns));
    }
}

#[test]
fn ports_and_fortresses_stand_where_they_are_printed() {
    for ground in maps() {
        assert_eq!(ground.features("port"), set("1237 1339 1441"));
        let held = |owner: &str| -> Hexes {
            let items = ground.map().features.items.iter();
            items
                .filter(|item| item.kind == "fortress" && item.owner.as_deref() == Some(owner))
                .map(|item| item.hex.clone())
                .collect()
        };
        // SW 7.12, 7.13.
        assert_eq!(held("allied"), set("3029 3120 3337 3338 3438 3619 4114"));
        assert_eq!(held("german"), set("3217 3708"));
        // SW 13.32.
        for kind in ["allied-trench", "german-main-trench", "german-secondary-trench"] {
            let both = &ground.features(kind) & &ground.features("fortress");
            assert!(both.is_empty(), "{kind} in {both:?}");
        }
    }
}

/// Each side's line runs without a gap from the coast to the southern edge, and each hex of it
/// has the enemy before it.
#[test]
fn the_trench_lines_face_each_other_from_the_sea_to_the_southern_edge() {
    for (ground, coast) in maps().iter().zip([["1135", "1134"], ["1134", "1133"]]) {
        let allied = &ground.features("allied-trench") | &set("3029 3120");
        let german = ground.features("german-main-trench");
        assert!(allied.is_disjoint(&german));
        for (line, ends, enemy) in
            [(&allied, [coast[0], "4112"], &german), (&german, [coast[1], "4111"], &allied)]
        {
            assert!(ground.hangs_together(line));
            assert!(ends.iter().all(|end| line.contains(*end)), "{ends:?}");
            for hex in line {
                assert!(ground.touches(hex, enemy), "{hex} faces nobody");
            }
        }
        assert!(allied.is_subset(&ground.zone("allied-side")));
        assert!(german.is_subset(&ground.zone("german-side")));
        // Rear positions stand two or three hexes behind, as a line of their own.
        let behind = ground.features("german-secondary-trench");
        assert!(ground.hangs_together(&behind));
        assert!(behind.is_subset(&ground.zone("german-side")));
        for hex in &behind {
            let far = |other: &String| ground.grid.distance(ground.hex(hex), ground.hex(other));
            let nearest = german.iter().map(far).min().unwrap();
            assert!((2..=3).contains(&nearest), "{hex} stands {nearest} behind");
        }
    }
}

#[test]
fn the_set_up_hexes_of_1918_are_the_printed_ones() {
    let ground = map_of_1918();
    let allied = ground.features("allied-trench");
    // SW 3.6, 16.3.
    assert!(set("1135 1235 1334 2532 2633 2732 2832 4112").is_subset(&allied));
    assert_eq!(ground.zone("belgian-sector"), set("1135 1235"));
    assert_eq!(ground.zone("weak-trenches"), set("2532 2633 2732"));
    let (british, french) = (ground.zone("british-sector"), ground.zone("french-sector"));
    assert!(set("1334 2532 2633 2732").is_subset(&british), "{british:?}");
    assert!(set("2832 3029 3120 4112").is_subset(&french), "{french:?}");
    let sectors = &(&british | &french) | &ground.zone("belgian-sector");
    assert_eq!(sectors, &allied | &set("3029 3120"));
    assert_eq!(ground.zone("german-line"), ground.features("german-main-trench"));
    assert!(ground.zone("german-rear").contains("2631"), "Big Bertha (SW 3.7)");
    // SW 3.6: north of the 27xx row, south of the 26xx row, no trenches, not Reims and Verdun.
    let reserves = [("british-reserve", "0926"), ("french-reserve", "2741")];
    for (zone, rows) in reserves {
        let (from, to) = rows.split_at(2);
        let hexes = ground.zone(zone);
        assert!(hexes.iter().all(|hex| (from..=to).contains(&hex.split_at(2).0)), "{zone}");
        assert!(hexes.is_disjoint(&allied) && hexes.is_disjoint(&set("3029 3120")), "{zone}");
        assert!(hexes.is_subset(&ground.zone("allied-side")), "{zone}");
    }
    // SW 4.7, 16.6.
    let bertha = ground.hex("2631");
    assert!(ground.grid.distance(bertha, ground.hex("3337")) <= 10);
}

#[test]
fn the_sides_of_the_front_part_all_playable_hexes() {
    for ground in maps() {
        let (allied, german) = (ground.zone("allied-side"), ground.zone("german-side"));
        assert!(allied.is_disjoint(&german));
        assert_eq!(&(&allied | &german) ^ &ground.playable(), Hexes::new());
        for zone in &ground.map().zones.items {
            let hexes: Hexes = zone.hexes.iter().cloned().collect();
            assert!(!hexes.is_empty(), "{} is empty", zone.id);
            if zone.id != "holland" {
                let beyond = &hexes - &ground.playable();
                assert!(beyond.is_empty(), "{} has {beyond:?}", zone.id);
            }
        }
        let nations = ["belgium", "france", "germany", "luxembourg"].map(|id| ground.zone(id));
        let count: usize = nations.iter().map(BTreeSet::len).sum();
        let all: Hexes = nations.iter().flatten().cloned().collect();
        assert_eq!((count, &all ^ &ground.playable()), (all.len(), Hexes::new()));
        for (nation, hexes) in
            nations.iter().zip(["1135 1434 1829", "2532 3120", "3217 3708", "2717"])
        {
            assert!(set(hexes).is_subset(nation), "{hexes}");
        }
    }
}

#[test]
fn supply_comes_in_over_the_edges() {
    for ground in maps() {
        let rim = |hex: &String| ground.beside(hex).len() < 6;
        let french = ground.zone("french-supply-edge");
        assert!(set("2244 4144 4112").is_subset(&french) && french.iter().all(rim));
        assert!(french.is_subset(&ground.zone("france")), "SW 7.6");
        assert!(ground.hangs_together(&french));
        // The tracks of the sheet lie beyond the jagged east edge.
        let off_map: Hexes = hexes_of(ground.map(), "off-map").into_iter().collect();
        let german = ground.zone("german-supply-edge");
        assert!(set("1618 2517 4107").is_subset(&german), "SW 7.4, 11.9");
        assert!(german.iter().all(|hex| rim(hex) || ground.touches(hex, &off_map)));
        assert!(ground.hangs_together(&german));
        assert!(german.is_subset(&ground.zone("german-side")));
    }
}

#[test]
fn the_bay_of_the_somme_parts_two_land_hexes() {
    for ground in maps() {
        let items: Vec<_> =
            ground.map().hexsides.items.iter().filter(|item| item.kind == "sea").collect();
        let [bay] = items.as_slice() else { panic!("{items:?}") };
        let side = ground.grid.parse_side(&bay.side).unwrap();
        let between = |label: &str| {
            let hex = ground.hex(label);
            Direction::ALL.iter().any(|&direction| ground.grid.side(hex, direction) == side)
        };
        assert!(between("2042") && between("1941"), "SW 10.2");
        assert!(set("2042 1941").is_subset(&ground.playable()));
        // The Somme runs into it.
        let somme: Vec<Side> = ground
            .map()
            .hexsides
            .items
            .iter()
            .filter(|item| item.name.as_deref() == Some("Somme") || item.kind == "sea")
            .map(|item| ground.grid.parse_side(&item.side).unwrap())
            .collect();
        assert!(hang_together(&ground.grid, &somme));
    }
}

#[test]
fn rivers_have_no_gap_and_one_kind_each() {
    for ground in maps() {
        let mut sides = BTreeSet::new();
        for item in &ground.map().hexsides.items {
            assert!(sides.insert(&item.side), "{} is two things", item.side);
        }
        // The Somme ends where the bay begins: the one hexside that the patch takes from it.
        let gaps: Vec<_> = ground.built.report.chains.iter().filter(|run| run.gaps > 0).collect();
        assert!(gaps.iter().all(|run| run.name.as_deref() == Some("Somme") && run.gaps == 1));
    }
}

const GEORGETTE: &str = "1533 1634 1635 1734";
const MICHAEL: &str = "2034 2134 2235 2335 2436 2535 2635 2634 2733";
const BLUECHER: &str = "2833 2933 3033 3032 3131 3232 3231 3130 3030 2929";

#[test]
fn the_july_front_is_the_printed_one_and_holds_three_morale_points() {
    let ground = map_of_1918();
    let (allied, german) = (ground.zone("july-allied-side"), ground.zone("july-german-side"));
    assert!(allied.is_disjoint(&german));
    assert_eq!(&(&allied | &german) ^ &ground.playable(), Hexes::new());
    for run in [GEORGETTE, MICHAEL, BLUECHER] {
        assert!(ground.hangs_together(&set(run)), "{run}");
    }
    // SW S2.4: the printed hexes are the German ones that touch ground which stays Allied,
    // where the front is not that of March.
    let printed = &(&set(GEORGETTE) | &set(MICHAEL)) | &set(BLUECHER);
    let front: Hexes = german.iter().filter(|hex| ground.touches(hex, &allied)).cloned().collect();
    assert_eq!(&front - &ground.features("german-main-trench"), &printed - &set("1533"));
    assert_eq!(ground.zone("july-german-front"), front);
    // SW 4.2, 4.6 and S2.3: 15 + 3 = 18, 15 - 3 + 1 = 13.
    let gained = &german - &ground.zone("german-side");
    assert_eq!(ground.morale("allied", |hex| gained.contains(hex)), 3);
    assert!(ground.zone("german-side").is_subset(&german));
    // SW S2.4, S2.5.
    let area = ground.zone("july-german-area");
    assert!(set("3217 3708").is_subset(&area) && area.is_disjoint(&set("3028 3231")));
    assert!(set("3028 3231").is_subset(&front));
    let (british, french) = (ground.zone("july-british-front"), ground.zone("july-french-front"));
    assert!(british.iter().all(|hex| hex.as_str() < "2500"));
    assert!(french.iter().all(|hex| hex.as_str() > "2500"));
    let opposite: Hexes =
        allied.iter().filter(|hex| ground.touches(hex, &front)).cloned().collect();
    assert_eq!(&(&british | &french) | &set("1135 1235"), opposite);
    assert!(set("3128 3331 3132 2934").is_subset(&french), "where the Americans stand");
    for reserve in ["july-british-reserve", "july-french-reserve", "july-american-reserve"] {
        let hexes = ground.zone(reserve);
        assert!(hexes.is_subset(&allied) && hexes.is_disjoint(&opposite), "{reserve}");
    }
}

#[test]
fn the_map_of_1919_has_its_own_front_and_the_country_of_1918() {
    let (before, after) = (map_of_1918().map(), map_of_1919().map());
    assert_eq!((&before.grid, &before.terrain), (&after.grid, &after.terrain));
    assert_eq!(before.hexsides, after.hexsides);
    assert_eq!((before.ruleset.as_str(), after.id.as_str()), (after.ruleset.as_str(), NAMES[1]));
    let ground = map_of_1919();
    let line = &ground.features("allied-trench") | &set("3029 3120");
    // SW S3.10.
    assert_eq!(ground.zone("belgian-sector"), set("1134 1235"));
    let sectors =
        ["british-sector", "french-north-sector", "american-front", "french-south-sector"]
            .map(|zone| ground.zone(zone));
    let ends = ["1333 2633", "2732 3120", "3220 3615", "3714 4112"];
    for (sector, ends) in sectors.iter().zip(ends) {
        assert!(set(ends).is_subset(sector) && ground.hangs_together(sector), "{ends}");
    }
    let all: Hexes = sectors.iter().flatten().cloned().chain(set("1134 1235")).collect();
    assert_eq!(all, line);
    assert_eq!(all.len(), 2 + sectors.iter().map(BTreeSet::len).sum::<usize>());
    assert!(ground.zone("allied-side").contains("3420"), "the salient of Saint-Mihiel is gone");
    let near = |hex: &String, of: &[usize], most: u32| {
        let far = |other: &String| ground.grid.distance(ground.hex(hex), ground.hex(other));
        of.iter().flat_map(|&at| &sectors[at]).any(|other| far(other) <= most)
    };
    let free = &ground.zone("allied-side") - &line;
    for (zone, of, most) in [("french-reserve", &[1, 3][..], 3), ("american-reserve", &[2][..], 3)]
    {
        let hexes: Hexes = free.iter().filter(|hex| near(hex, of, most)).cloned().collect();
        assert_eq!(ground.zone(zone), hexes, "{zone}");
    }
    let beside: Hexes = free.iter().filter(|hex| near(hex, &[2], 1)).cloned().collect();
    assert_eq!(ground.zone("american-sector"), &beside | &sectors[2]);
    assert_eq!(ground.zone("german-front"), ground.features("german-main-trench"));
    let rear = &ground.zone("german-side") - &ground.zone("german-front");
    assert_eq!(ground.zone("german-rear"), rear);
}
