//! VASSAL modules before the real engine: it opens them without a complaint, calls every hex what we
//! call it, and has every counter on the hex and face that the scenario says.
//!
//! And before pywargame, which reads them with code of its own: it finds every counter on the spot
//! where the scenario's hex is.
//!
//! `tests/vassal/install.sh` gets what is needed. Without it a test says that it was skipped, or
//! fails where `SALIENT_REQUIRE_VASSAL` or `SALIENT_REQUIRE_PYWARGAME` is set.

mod grids;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use salient::SYSTEMS;
use salient_exchange::vassal;
use salient_schema::numbering::HorizontalEdge;
use salient_schema::{Bundle, Disk, HexIndex, Scenario};
use salient_tests::{fixtures, root};

/// A scenario of the repository.
fn open(path: &Path) -> Bundle {
    let (project, found) = salient_schema::open_project(&Disk, &path.to_string_lossy());
    project.unwrap_or_else(|| panic!("{}: {found:?}", path.display())).bundle
}

/// A module that was written, and what it was written from.
struct Written {
    bundles: Vec<Bundle>,
    folder: tempfile::TempDir,
}

impl Written {
    /// Exports scenarios of one system.
    fn new(paths: &[PathBuf]) -> Self {
        let bundles: Vec<Bundle> = paths.iter().map(|path| open(path)).collect();
        let all: Vec<&Bundle> = bundles.iter().collect();
        // The size does not matter here, and small pictures are painted quickly.
        let wishes = vassal::Wishes { hex_pixels: Some(30), ..Default::default() };
        let parcel = vassal::write(SYSTEMS, &all, &wishes).expect("a module");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("module.vmod"), &parcel.files[0].bytes).expect("written");
        Self { bundles, folder }
    }

    fn module(&self) -> PathBuf {
        self.folder.path().join("module.vmod")
    }

    /// The names of all hexes.
    fn hexes(&self) -> Vec<String> {
        let grid = &self.bundles[0].map.grid;
        let count = usize::from(grid.columns) * usize::from(grid.rows);
        (0..count).map(|at| grid.print_hex(HexIndex::from_dense(at, grid.columns))).collect()
    }

    /// Each scenario with its set-up's file, and the first one with what is there without.
    fn set_ups(&self) -> impl Iterator<Item = (String, &Scenario)> {
        let own = self.bundles.iter().map(|b| (format!("{}.vsav", b.scenario.id), &b.scenario));
        own.chain([(String::new(), &self.bundles[0].scenario)])
    }
}

/// The Kaiser's Battle; two scenarios on one map that is counted from the east; boards of which one
/// lies upside down; the first column pushed; the first row pushed.
fn modules() -> &'static [Written] {
    static MODULES: LazyLock<Vec<Written>> = LazyLock::new(|| {
        let scenarios = root().join("scenarios");
        let west = scenarios.join("storm-in-the-west");
        let fixture = |system: &str| vec![fixtures().join(system).join("scenario.json")];
        let all = [
            vec![scenarios.join("kaisers-battle/kaisers-battle.json")],
            vec![west.join("campaign.json"), west.join("the-allied-offensive.json")],
            fixture("infantry-attacks"),
            fixture("trench-setup"),
            fixture("storm-in-the-west"),
        ];
        all.iter().map(|paths| Written::new(paths)).collect()
    });
    &MODULES
}

/// What a script says of modules, line by line; `None` where something is missing that it needs.
fn ask(script: &str, modules: &[PathBuf], input: &str, required: &str) -> Option<Vec<Line>> {
    let script = root().join("tests/vassal").join(script);
    let mut ran = Command::new("bash")
        .arg(script)
        .args(modules)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash runs");
    // What is short enough for the pipe needs nobody to read it at once.
    let mut way_in = ran.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writing = std::thread::spawn(move || way_in.write_all(input.as_bytes()));
    let ran = ran.wait_with_output().expect("it ends");
    let _ = writing.join();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    match ran.status.code() {
        Some(0) => {}
        Some(3) => {
            assert!(std::env::var_os(required).is_none(), "{required} is set, but {said}");
            let _ = writeln!(std::io::stderr(), "SKIPPED: {said}");
            return None;
        }
        other => {
            let few = printed.lines().filter(|line| !line.starts_with("hex"));
            panic!("status {other:?}: {}\n{said}", few.collect::<Vec<_>>().join("\n"));
        }
    }
    Some(printed.lines().map(|line| Line(line.split('\t').map(str::to_owned).collect())).collect())
}

/// A line of what a script says.
#[derive(Clone, Debug)]
struct Line(Vec<String>);

impl Line {
    fn at(&self, column: usize) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    fn is(&self, kind: &str) -> bool {
        self.at(0) == kind
    }

    /// A place in pixels, from two columns.
    fn place(&self, column: usize) -> [i64; 2] {
        [column, column + 1].map(|at| self.at(at).parse().expect("a number of pixels"))
    }
}

/// The counters that a scenario has off its hexes.
fn off_the_hexes(scenario: &Scenario) -> impl Iterator<Item = (&'static str, &Vec<String>)> {
    let held = scenario.setup.free.iter().map(|free| ("Set-up", &free.counters));
    let arriving = scenario.reinforcements.iter().map(|late| ("Turn", &late.counters));
    held.chain(arriving).chain([("Out of play", &scenario.setup.eliminated)])
}

/// What VASSAL says of all modules, with each set-up saved again beside its module.
fn engine() -> Option<&'static [Line]> {
    static SAID: LazyLock<Option<Vec<Line>>> = LazyLock::new(|| {
        let modules = modules().iter().map(Written::module);
        let arguments: Vec<PathBuf> =
            [PathBuf::from("--save")].into_iter().chain(modules).collect();
        ask("probe.sh", &arguments, "", "SALIENT_REQUIRE_VASSAL")
    });
    SAID.as_deref()
}

/// What stands where, hex by hex from the top: hex, counter, face.
fn standing(scenario: &Scenario) -> BTreeMap<&str, Vec<(&str, u8)>> {
    let mut standing: BTreeMap<&str, Vec<(&str, u8)>> = BTreeMap::new();
    for placement in &scenario.setup.placements {
        let face = placement.face.unwrap_or(0);
        let counters = placement.counters.iter().map(|id| (id.as_str(), face));
        standing.entry(&placement.hex).or_default().extend(counters);
    }
    standing
}

/// VASSAL writes saved games otherwise than we do: commands within commands.
#[test]
fn what_vassal_saves_comes_back() {
    let Some(lines) = engine() else { return };
    let saved = lines.iter().filter(|line| line.is("saved")).count();
    assert!(saved > modules().len());
    for written in modules() {
        let module = std::fs::read(written.module()).expect("a module");
        for bundle in &written.bundles {
            let scenario = &bundle.scenario;
            let name = format!("saved-{}.vsav", scenario.id);
            let game = std::fs::read(written.folder.path().join(&name)).expect("a saved game");
            // Beside the module, with all that it tells of what things are.
            let back = vassal::read(&module, "module.vmod", Some((&game, &name)), None);
            let back = back.unwrap_or_else(|error| panic!("{error}"));
            let title = name.trim_end_matches(".vsav");
            let own = back.scenarios.iter().find(|own| own.title == title);
            let own = own.unwrap_or_else(|| panic!("{name} is no scenario: {}", back.losses));
            assert_eq!(standing(own), standing(scenario), "{name}");
            assert_eq!(own.setup.eliminated, scenario.setup.eliminated, "{name}");
            assert_eq!(own.setup.free, scenario.setup.free, "{name}");
            assert_eq!(own.reinforcements, scenario.reinforcements, "{name}");
            let count = back.losses.counts.of("pieces in set-ups");
            assert!(count.seen > 0 && count.told == 0, "{name}: {}", back.losses);
        }
        // In the module, in the place of its own set-ups, and by VASSAL's parts alone.
        let changed = with_saves(&module, written.folder.path());
        let ruleset = Some(written.bundles[0].ruleset.clone());
        let back = vassal::read(&changed, "module.vmod", None, ruleset);
        let back = back.unwrap_or_else(|error| panic!("{error}"));
        for bundle in &written.bundles {
            let title = &bundle.scenario.title;
            let own = back.scenarios.iter().find(|own| own.title == *title);
            let own = own.unwrap_or_else(|| panic!("no {title}: {}", back.losses));
            assert_eq!(standing(own), standing(&bundle.scenario), "{title}");
        }
    }
}

/// A module with the set-ups as VASSAL saved them, without our own files.
fn with_saves(module: &[u8], folder: &Path) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for file in vassal::files_in(module, "module.vmod").expect("a module") {
        if file.name.starts_with("salient/") {
            continue;
        }
        let saved = std::fs::read(folder.join(format!("saved-{}", file.name)));
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(&file.name, options).expect("a file");
        zip.write_all(&saved.unwrap_or(file.bytes)).expect("written");
    }
    zip.finish().expect("a zip").into_inner()
}

#[test]
fn vassal_agrees_on_every_hex_and_counter() {
    let Some(lines) = engine() else { return };
    // Each module's lines end with one of their own.
    let mut parts = lines.split(|line| line.is("done"));
    for written in modules() {
        let lines = parts.next().expect("VASSAL opened each module");
        // Whatever VASSAL snaps to is a hex of ours by its name, and no hex is missing.
        let theirs: Vec<&Line> = lines.iter().filter(|line| line.is("hex")).collect();
        let names: BTreeSet<String> = theirs.iter().map(|line| line.at(5).to_owned()).collect();
        let ours: BTreeSet<String> = written.hexes().into_iter().collect();
        assert_eq!(names, ours);
        assert_eq!(theirs.len(), ours.len(), "a name stands for one place");

        // The set-up of each scenario, and the first one's when a game begins without.
        for (set_up, scenario) in written.set_ups() {
            let there: BTreeMap<&str, &Line> = lines
                .iter()
                .filter(|line| line.is("piece") && line.at(1) == set_up)
                .map(|line| (line.at(8), line))
                .collect();
            let piece =
                |id: &str| there.get(id).copied().unwrap_or_else(|| panic!("{set_up}: no {id}"));
            for placement in &scenario.setup.placements {
                for piece in placement.counters.iter().map(|id| piece(id)) {
                    assert_eq!(piece.at(5), placement.hex, "{set_up}: {piece:?}");
                    let level = usize::from(placement.face.unwrap_or(0)) + 1;
                    assert_eq!(piece.at(7), level.to_string(), "{set_up}: {piece:?}");
                }
            }
            for (zone, counters) in off_the_hexes(scenario) {
                for piece in counters.iter().map(|id| piece(id)) {
                    assert!(piece.at(5).starts_with(zone), "{set_up}: {piece:?}");
                }
            }
            assert!(there.values().any(|line| line.at(6) == "Game-turn"), "{set_up}: no marker");
        }
    }
}

/// Units are hidden, masked, eliminated to their side's box, brought back, and sent to the box of
/// the turn that brings them.
#[test]
fn vassal_sends_units_where_their_keys_say() {
    let Some(lines) = engine() else { return };
    let mut parts = lines.split(|line| line.is("done"));
    for written in modules() {
        let lines = parts.next().expect("VASSAL opened each module");
        let bundle = &written.bundles[0];
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let side: BTreeMap<&str, &str> =
            counters.map(|counter| (counter.id.as_str(), counter.side.as_str())).collect();
        let began: BTreeMap<&str, [&str; 2]> = lines
            .iter()
            .filter(|line| line.is("piece") && line.at(1).is_empty())
            .map(|line| (line.at(8), [line.at(2), line.at(5)]))
            .collect();
        let menus: Vec<&Line> = lines.iter().filter(|line| line.is("can")).collect();
        assert!(menus.len() >= bundle.ruleset.sides.len(), "{menus:?}");
        for menu in menus {
            let id = menu.at(1);
            for command in ["Hide from the other side", "Obscurable", "Eliminate", "Bring back"] {
                assert!(menu.0.iter().any(|own| own == command), "{menu:?}: {command}");
            }
            let did: Vec<&Line> =
                lines.iter().filter(|line| line.is("did") && line.at(1) == id).collect();
            let lost = format!("Lost, {}", side[id]);
            assert_eq!([did[0].at(3), did[0].at(4)], ["Turns", &lost], "{id}");
            assert_eq!([did[1].at(3), did[1].at(4)], began[id], "{id}");
            let arrives = menu.0.iter().any(|own| own == "To its box of arrival");
            assert_eq!(arrives, did.len() == 4, "{menu:?}");
            assert_eq!(arrives, began[id][1].starts_with("Turn "), "{menu:?}");
            if arrives {
                assert_eq!([did[3].at(3), did[3].at(4)], began[id], "{id}");
            }
        }
    }
    assert!(lines.iter().any(|line| line.is("did") && line.at(2) == "R"), "none arrives");
}

#[test]
fn a_second_reader_finds_every_counter() {
    for written in modules() {
        let names = written.hexes().join("\n");
        let required = "SALIENT_REQUIRE_PYWARGAME";
        let Some(lines) = ask("second_reader.sh", &[written.module()], &names, required) else {
            return;
        };
        let of = |kind: &'static str| lines.iter().filter(move |line| line.is(kind));
        let hexes: BTreeMap<&str, [i64; 2]> =
            of("hex").map(|line| (line.at(2), line.place(3))).collect();
        // It does not know hexes that are numbered from the east, as on a board upside down.
        let grid = &written.bundles[0].map.grid;
        let upside_down = grid.boards.iter().any(|board| board.turned);
        if grid.numbering.columns_from == HorizontalEdge::West && !upside_down {
            assert_eq!(hexes.len(), written.hexes().len());
        }

        // Markers are no counters.
        let slots = of("slot").filter(|line| !line.at(1).is_empty());
        let slots: BTreeMap<&str, &Line> = slots.map(|line| (line.at(1), line)).collect();
        let counters = written.bundles[0].orders_of_battle.iter().flat_map(|book| &book.counters);
        let faces: BTreeMap<&str, String> =
            counters.map(|c| (c.id.as_str(), c.faces.len().to_string())).collect();
        assert!(slots.keys().eq(faces.keys()), "{slots:?}");
        for (id, faces) in faces {
            assert_eq!(slots[id].at(3), faces, "{id}");
        }

        for (set_up, scenario) in written.set_ups() {
            // Id, map, place, level; what is there without a set-up has no level here.
            let mut there: BTreeMap<&str, (&str, [i64; 2], &str)> = BTreeMap::new();
            if set_up.is_empty() {
                there.extend(of("start").map(|l| (l.at(4), (l.at(1), l.place(2), ""))));
            } else {
                let own = of("piece").filter(|line| line.at(1) == set_up);
                there.extend(own.map(|l| (l.at(5), (l.at(2), l.place(3), l.at(6)))));
            }
            let find =
                |id: &str| there.get(id).copied().unwrap_or_else(|| panic!("{set_up}: no {id}"));
            let mut taken: BTreeMap<[i64; 2], &str> = BTreeMap::new();
            for placement in &scenario.setup.placements {
                for id in &placement.counters {
                    let (map, place, level) = find(id);
                    assert_eq!(map, "Map", "{set_up}: {id}");
                    let hex = taken.entry(place).or_insert(&placement.hex);
                    assert_eq!(*hex, placement.hex, "{set_up}: {id}");
                    if let Some(centre) = hexes.get(placement.hex.as_str()) {
                        // It rounds where VASSAL cuts off.
                        let near = (0..2).all(|axis| (centre[axis] - place[axis]).abs() <= 1);
                        assert!(near, "{set_up}: {id} at {place:?}, {} {centre:?}", placement.hex);
                    }
                    let face = usize::from(placement.face.unwrap_or(0)) + 1;
                    assert!(level.is_empty() || level == face.to_string(), "{set_up}: {id}");
                }
            }
            for id in off_the_hexes(scenario).flat_map(|(_, counters)| counters) {
                assert_eq!(find(id).0, "Turns", "{set_up}: {id}");
            }
        }
    }
}
