//! Throw-away.
fn main() {
    let (p, ds) = salient_schema::open_project(
        &salient_schema::Disk,
        "/work/main/scenarios/kaisers-battle/kaisers-battle.json",
    );
    for d in &ds {
        println!("{d:?}");
    }
    let Some(p) = p else { return };
    for d in salient_engine::check(&p.bundle) {
        println!("{:?} {} {:?} {:?}", d.severity, d.message, d.place.hex, d.place.pointer);
    }
    for (n, c) in [("a", false), ("b", true)] {
        let o = salient_export::Options { pixels_per_hex: 60.0, counters: c, ..Default::default() };
        match salient_export::picture_of_scenario(&p.bundle, &o) {
            Ok(i) => i.save(format!("/tmp/kb/pic_{n}.png")).unwrap(),
            Err(e) => println!("{e}"),
        }
    }
}
