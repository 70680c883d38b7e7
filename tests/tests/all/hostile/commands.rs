//! What runs, saves and settings leave, through the commands and the editor's own doors.

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use clap::Parser;
use salient::cli::{Cli, Console};
use salient::{App, Options, SYSTEMS};
use salient_document::{Document, Edit};
use salient_files::{Fingerprint, Visible, files_of, settle};
use salient_tests::copy_of_fixture;

use super::{Said, try_all};

/// What is printed, as a terminal gets it.
#[derive(Clone, Default)]
struct Terminal(Rc<RefCell<Vec<u8>>>);

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a command as the program does.
fn salient(args: &[&str]) -> Said {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()));
    let command = cli.expect("a command line").command.expect("a command");
    let terminal = Terminal::default();
    let (mut out, mut err) = (Visible::new(terminal.clone()), Visible::new(terminal.clone()));
    let mut console =
        Console { systems: SYSTEMS, out: &mut out, err: &mut err, colour: false, watched: false };
    let mut said = Said::default();
    if let Err(error) = salient::cli::run(&command, &mut console) {
        // As the program's end does; its place is in the text.
        writeln!(console.err, "salient: {error:#}").expect("a terminal");
        said.complaints.push((args[0].to_owned(), format!("{error:#}")));
    }
    said.printed = terminal.0.take();
    said
}

/// A copy of a fixture, and what a run of it leaves.
struct Run {
    folder: tempfile::TempDir,
}

impl Run {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy_of_fixture("kaisers-battle", folder.path()).expect("a copy");
        Self { folder }
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// Plays a game and gives the file that it leaves.
    fn played(&self, args: &[&str], file: &str) -> Vec<u8> {
        let scenario = self.at("scenario.json");
        let mut line = vec!["test-run", &scenario, "--bots", "random,random"];
        line.extend(args);
        let said = salient(&line);
        let said = String::from_utf8_lossy(&said.printed).into_owned();
        std::fs::read(self.at(file)).unwrap_or_else(|error| panic!("{error}: {said}"))
    }
}

#[test]
fn versions() {
    let run = Run::new();
    let names = ["map.json", "order-of-battle.json", "ruleset.json", "scenario.json"];
    let samples = names.map(|name| std::fs::read(run.at(name)).expect("a file"));
    let theirs = run.at("theirs.json");
    try_all("version to be merged", &samples, |at, bytes| {
        let ours = run.at(names[at]);
        std::fs::write(&theirs, bytes).expect("a file");
        let mut said = salient(&["diff", &ours, &theirs]);
        let merged = salient(&["merge", &ours, &ours, &theirs]);
        said.complaints.extend(merged.complaints);
        said.printed.extend(merged.printed);
        said
    });
}

#[test]
fn logs() {
    let run = Run::new();
    let whole = run.played(&["--games", "1", "--log", &run.at("logs")], "logs/game-1.jsonl");
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let head = lines[..lines.len().min(40)].concat();
    let (log, scenario) = (run.at("log.jsonl"), run.at("scenario.json"));
    try_all("log", &[head], |_, bytes| {
        let read = salient_exchange::web::Log::read("log.jsonl", bytes).err();
        std::fs::write(&log, bytes).expect("a file");
        let mut said = salient(&["replay", &log, "--scenario", &scenario]);
        said.complaints.extend(read.map(|error| (error.place.clone(), error.to_string())));
        said
    });
}

#[test]
fn shards() {
    let run = Run::new();
    let sample =
        run.played(&["--games", "2", "--shard", "1/1", "--out", &run.at("one.json")], "one.json");
    let (shard, scenario) = (run.at("shard.json"), run.at("scenario.json"));
    try_all("shard", &[sample], |_, bytes| {
        std::fs::write(&shard, bytes).expect("a file");
        salient(&["test-run", "merge", &shard, "--scenario", &scenario])
    });
}

#[test]
fn reports() {
    let run = Run::new();
    let sample = run.played(&["--games", "2", "--out", &run.at("one.json")], "one.json");
    let (report, scenario) = (run.at("report.json"), run.at("scenario.json"));
    try_all("report", &[sample], |_, bytes| {
        std::fs::write(&report, bytes).expect("a file");
        let line = ["test-run", &scenario, "--games", "1", "--bots", "random,random"];
        salient(&[&line[..], &["--compare", &report]].concat())
    });
}

#[test]
fn journals() {
    let run = Run::new();
    let scenario = run.at("scenario.json");
    let open = || {
        let (document, found) = Document::open(SYSTEMS, &scenario);
        document.unwrap_or_else(|| panic!("{found:?}"))
    };
    let mut document = open();
    let hex = |hex: &str| hex.to_owned();
    let counter = || "br-5gh-61-18".to_owned();
    let paint = |at: &str, kind: &str| Edit::SetTerrain { hex: hex(at), kind: kind.to_owned() };
    let step = |from: &str, to: &str| Edit::MoveCounter {
        counter: counter(),
        from: hex(from),
        to: hex(to),
        index: None,
    };
    document.begin("A drag");
    for edit in [paint("3801", "swamp"), paint("3901", "woods"), step("3801", "3902")] {
        document.apply(edit).expect("an edit");
    }
    document.commit();
    document.undo();
    document.redo();
    document.apply(step("3902", "3803")).expect("an edit");
    let journal = run.folder.path().join(".scenario.json.salient-journal");
    drop(document);
    let sample = std::fs::read(&journal).expect("a journal");
    try_all("journal", &[sample], |_, bytes| {
        for entry in std::fs::read_dir(run.folder.path()).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.contains(".salient-journal") {
                std::fs::remove_file(entry.path()).expect("a file of ours");
            }
        }
        std::fs::write(&journal, bytes).expect("a file");
        let mut document = open();
        let mut said = Said::default();
        if document.unfinished_work().is_some()
            && let Err(error) = document.recover()
        {
            said.complaints.push((journal.display().to_string(), error.to_string()));
        }
        // What was brought back is a document like any other.
        while document.undo().is_some() {}
        while document.redo().is_some() {}
        let _ = salient_rules::check(SYSTEMS, document.bundle());
        document.close();
        said
    });
}

#[cfg(unix)]
#[test]
fn records_of_saves() {
    use std::os::unix::fs::MetadataExt;
    let seal = |path: &Path| {
        let data = std::fs::metadata(path).expect("a file");
        format!("{}-{}-{}", data.ino(), data.ctime(), data.ctime_nsec())
    };
    let prepare = |outer: &Path| {
        let folder = outer.join("project");
        let stage = folder.join(".salient-stage.tmp");
        std::fs::create_dir_all(&stage).expect("a folder");
        let record = folder.join(".salient-unfinished");
        for (path, text) in [
            (outer.join("secret"), "secret"),
            (folder.join("a.json"), "old"),
            (folder.join("b.json"), "gone"),
            (stage.join("1"), "new"),
            (stage.join("owner"), record.to_str().expect("a path")),
        ] {
            std::fs::write(path, text).expect("a file");
        }
        (folder, stage, record)
    };
    let text = |folder: &Path, stage: &Path| {
        let print = |text: &str| Fingerprint::of(text.as_bytes());
        let (waits, goes) = (seal(&stage.join("1")), seal(&folder.join("b.json")));
        let (old, new, gone) = (print("old"), print("new"), print("gone"));
        format!(
            "salient-transaction 1\nstage\t.salient-stage.tmp\n\
             put\ta.json\t.salient-stage.tmp/1\t{waits}\t{old}\t{new}\n\
             remove\tb.json\t{goes}\t{gone}\nend\n"
        )
    };
    let list = {
        let of = |text: &str| Fingerprint::of(text.as_bytes());
        format!("salient-files 1\n{}\ta.json\n{}\t../secret\n", of("old"), of("secret"))
    };
    let sample = {
        let outer = tempfile::tempdir().expect("a folder");
        let (folder, stage, _) = prepare(outer.path());
        text(&folder, &stage).into_bytes()
    };
    try_all("record of a save", &[sample, list.into_bytes()], |at, bytes| {
        let outer = tempfile::tempdir().expect("a folder");
        let (folder, _, record) = prepare(outer.path());
        let file = if at == 0 { record.clone() } else { folder.join(".salient-files") };
        std::fs::write(&file, bytes).expect("a file");
        let mut said = Said::default();
        let mut tell = |error: Option<String>| {
            said.complaints.extend(error.map(|error| (file.display().to_string(), error)));
        };
        tell(settle(&record).err().map(|error| error.to_string()));
        tell(files_of(&folder).err().map(|error| error.to_string()));
        let mut results = salient_files::Results::over(&folder, "").ok();
        if let Some(results) = &mut results {
            results.add("c.json", b"c").expect("a new file");
        }
        tell(results.and_then(|results| results.commit().err()).map(|error| error.to_string()));
        let secret = std::fs::read(outer.path().join("secret")).expect("it is still there");
        assert_eq!(secret, b"secret", "a stranger's record reaches out of its folder");
        assert_eq!(std::fs::read_dir(outer.path()).expect("a folder").count(), 2);
        said
    });
}

#[test]
fn settings() {
    let run = Run::new();
    let scenario = run.at("scenario.json");
    let sample = "{\"scale\": 125, \"look\": \"dark\", \"recent\": [\"SCENARIO\"], \"used\": [\"undo\"],\n \
                  \"keys\": {\"file.save\": [\"Ctrl+S\"], \"edit.undo\": []}, \"tour_seen\": true}\n";
    let sample = sample.replace("SCENARIO", &scenario).into_bytes();
    let file = run.folder.path().join("settings.json");
    try_all("settings", &[sample], |_, bytes| {
        std::fs::write(&file, bytes).expect("a file");
        let options = Options {
            file: Some(scenario.clone().into()),
            settings_file: Some(file.clone()),
            ..Options::default()
        };
        let mut window = egui_kittest::Harness::builder()
            .with_size([900.0, 600.0])
            .build_eframe(move |_| App::new(SYSTEMS, options));
        window.run_steps(2);
        Said::default()
    });
}
