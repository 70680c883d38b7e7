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
}
