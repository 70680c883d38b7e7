//! How much memory files take that are many times as large as their map: each is written and read
//! in a process of its own, whose memory is looked at.

use std::fmt::Write as _;
use std::io::Write;
use std::process::Command;

use salient_exchange::geo;

use crate::foreign;

/// What the child reads.
const FILE: &str = "SALIENT_TEST_FILE";

/// Kilobytes of this process: `VmRSS`, what it takes, or `VmHWM`, what it took at most.
fn kilobytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.unwrap().trim().trim_end_matches("kB").trim().parse().unwrap()
}

/// Bytes that the process grew by at most while something was done.
fn growth(what: impl FnOnce()) -> u64 {
    // From now on what it takes at most is counted anew.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = kilobytes("VmRSS");
    what();
    kilobytes("VmHWM").saturating_sub(before) << 10
}

/// Runs a test of this name in a process of its own.
fn alone(test: &str, file: &std::path::Path) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--ignored", "--nocapture"])
        .env(FILE, file)
        .output()
        .unwrap();
    let said = [child.stdout, child.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(child.status.success() && said.contains("1 passed"), "{test}: {said}");
}

/// A writer that only counts.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The small fixture's rows laid side by side and one below the other, so many times each.
fn large(times: usize) -> salient_schema::Bundle {
    let mut bundle = foreign::small();
    let map = &mut bundle.map;
    map.grid.columns *= times as u16;
    map.grid.rows *= times as u16;
    let wide = map.terrain.rows.iter().map(|row| row.repeat(times));
    let wide: Vec<String> = wide.collect();
    map.terrain.rows = (0..times).flat_map(|_| wide.clone()).collect();
    map.elevation = None;
    bundle
}

#[test]
#[ignore = "another test starts it"]
fn a_map_in_a_child() {
    let Some(file) = std::env::var_os(FILE) else { return };
    // What is only made ready once, and the program's own pages.
    let wishes = geo::Wishes { plane: true };
    drop(geo::write(&foreign::small(), wishes).unwrap());
    let bundle = large(40);
    let mut size = Counted(0);
    let grown = growth(|| {
        let document = geo::Document::of(&bundle, wishes).unwrap();
        document.write_to(&mut size).unwrap();
    });
    assert!(size.0 > 15 << 20, "{} bytes", size.0);
    assert!(grown < size.0 / 8, "{grown} bytes more for a document of {}", size.0);
    // And what the next one reads.
    let mut file = std::io::BufWriter::new(std::fs::File::create(file).unwrap());
    geo::Document::of(&bundle, wishes).unwrap().write_to(&mut file).unwrap();
    file.flush().unwrap();
}

#[test]
#[ignore = "another test starts it"]
fn a_document_in_a_child() {
    let Some(file) = std::env::var_os(FILE) else { return };
    // What is only made ready once, and the program's own pages.
    let wishes = geo::Wishes { plane: true };
    let small = geo::write(&foreign::small(), wishes).unwrap().files.remove(0).bytes;
    drop(geo::read("small", &small, None).unwrap());
    let bytes = std::fs::read(file).unwrap();
    let grown = growth(|| drop(geo::read("large", &bytes, None).unwrap()));
    let size = bytes.len() as u64;
    assert!(size > 15 << 20, "{size} bytes");
    assert!(grown < size / 4, "{grown} bytes more for a document of {size}");
}

#[test]
fn a_document_is_written_and_read_feature_by_feature() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.geojson");
    alone("memory::a_map_in_a_child", &file);
    alone("memory::a_document_in_a_child", &file);
}

/// Others' hexagons among lines and areas of a million places.
#[test]
fn coordinates_that_are_not_needed_are_not_kept() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut bundle = foreign::small();
    bundle.map.georeference = Some(crate::geojson::georeference());
    let parcel = geo::write(&bundle, geo::Wishes::default()).unwrap();
    let text = String::from_utf8(parcel.files[0].bytes.clone()).unwrap();
    let (_, features) = text.split_once("\"features\": [\n").unwrap();
    let mut other = String::from("{\"type\": \"FeatureCollection\", \"features\": [\n");
    for (kind, open, close) in [("LineString", "", ""), ("MultiPolygon", "[[", "]]")] {
        write!(other, "{{\"type\": \"Feature\", \"geometry\": {{\"coordinates\": {open}[").unwrap();
        for place in 0..500_000 {
            let comma = if place == 0 { "" } else { "," };
            write!(other, "{comma}[2.{place:06},49.{place:06}]").unwrap();
        }
        writeln!(other, "]{close}, \"type\": \"{kind}\"}}, \"properties\": null}},").unwrap();
    }
    other.push_str(features);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines.geojson");
    std::fs::write(&file, other).unwrap();
    alone("memory::a_document_in_a_child", &file);
}
