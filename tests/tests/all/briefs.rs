//! Six briefs from 1914 to 1918 on four fronts, as a designer has them: made, checked, and taken out
//! as sheets, page, module and picture.

use std::path::Path;

use salient_schema::{Bundle, Disk, open_project};
use salient_tests::files_below;

const BRIEFS: [(&str, &[&str]); 6] = [
    (
        "german-french",
        &["--year", "1914", "--half", "2", "--front", "western", "--terrain", "wide-open"],
    ),
    (
        "russian-austrian",
        &["--year", "1915", "--half", "1", "--front", "eastern", "--terrain", "constricted"],
    ),
    (
        "commonwealth-german",
        &[
            "--year", "1916", "--half", "2", "--front", "western", "--attack", "push", "--answer",
            "yards=20",
        ],
    ),
    ("italian-austrian", &["--year", "1917", "--half", "1", "--front", "italian"]),
    (
        "commonwealth-turkish",
        &[
            "--year",
            "1917",
            "--half",
            "2",
            "--front",
            "africa-asia",
            "--attack",
            "grind",
            "--answer",
            "yards=40",
        ],
    ),
    (
        "german-commonwealth",
        &[
            "--year",
            "1918",
            "--half",
            "1",
            "--front",
            "western",
            "--attack",
            "push",
            "--sub-units",
            "30,20",
            "--answer",
            "assault=10,0",
            "--answer",
            "armour=yes",
        ],
    ),
];

/// How the program ends, and what it prints.
fn salient(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
}

/// The one scenario of a folder.
fn opened(folder: &Path) -> Bundle {
    let files = files_below(folder, ".json").into_iter();
    let found = files.filter_map(|path| open_project(&Disk, &path.to_string_lossy()).0);
    let all: Vec<Bundle> = found.map(|project| project.bundle).collect();
    let [bundle] = <[Bundle; 1]>::try_from(all).unwrap_or_else(|all| panic!("{}", all.len()));
    bundle
}

/// How many counters stand on the map.
fn standing(bundle: &Bundle) -> usize {
    bundle.scenario.setup.placements.iter().map(|one| one.counters.len()).sum()
}

#[test]
fn six_briefs_are_made_checked_and_taken_out() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (seed, (sides, words)) in BRIEFS.into_iter().enumerate() {
        let (attacker, defender) = sides.split_once('-').unwrap();
        let seed = seed.to_string();
        let mut all = vec!["generate", "--attacker", attacker, "--defender", defender];
        all.extend(["--seed", &seed, "-o", sides]);
        all.extend(words);
        let (code, told) = salient(at, &all);
        assert_eq!(code, 0, "{sides}: {told}");
        let (code, told) = salient(at, &["validate", sides, "--format", "json"]);
        assert_eq!(code, 0, "{sides}: {told}");
        let found: serde_json::Value = serde_json::from_str(&told).unwrap();
        let found = found.as_array().unwrap();
        // Wire that shells have cut has gaps, which are noted.
        assert!(found.iter().all(|one| one["severity"] == "note"), "{sides}: {told}");

        let bundle = opened(&at.join(sides));
        let scenario = format!("{sides}/{}.json", bundle.scenario.id);
        assert!(standing(&bundle) > 40, "{sides}: {}", standing(&bundle));

        let file = |ending: &str| format!("{sides}.{ending}");
        for (to, more) in
            [("pdf", &["--parts", "set-up,plan,cards"][..]), ("html", &[]), ("vassal", &[])]
        {
            let ending = if to == "vassal" { "vmod" } else { to };
            let name = file(ending);
            let mut words = vec!["export", &scenario, "--to", to, "-o", &name];
            words.extend(more);
            let (code, told) = salient(at, &words);
            assert_eq!(code, 0, "{sides} to {to}: {told}");
        }
        let picture = file("png");
        assert_eq!(salient(at, &["render", &scenario, "-o", &picture]).0, 0, "{sides}");

        let pdf = std::fs::read(at.join(file("pdf"))).unwrap();
        assert!(pdf.starts_with(b"%PDF") && pdf.len() > 100_000, "{sides}: {}", pdf.len());
        let page = std::fs::read_to_string(at.join(file("html"))).unwrap();
        assert!(page.contains(&bundle.scenario.title), "{sides}");
        let size = image::image_dimensions(at.join(picture)).unwrap();
        assert!(size.0 > 1000 && size.1 > 500, "{sides}: {size:?}");
        // What was written for VASSAL comes back with every counter.
        let back = format!("{sides}-back");
        let (code, told) = salient(at, &["import", &file("vmod"), "-o", &back, "--format", "json"]);
        assert_eq!(code, 0, "{sides}: {told}");
        let again = opened(&at.join(back));
        assert_eq!(standing(&again), standing(&bundle), "{sides}");
        assert_eq!(again.map.terrain.rows, bundle.map.terrain.rows, "{sides}");
    }
}
