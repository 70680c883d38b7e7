//! Throw-away.
fn main() {
    let (p, _) = salient_schema::open_project(
        &salient_schema::Disk,
        "/work/main/scenarios/kaisers-battle/kaisers-battle.json",
    );
    let Some(p) = p else { return };
    for d in salient_engine::check(&p.bundle) {
        println!("{:?} {} {:?} {:?}", d.severity, d.message, d.place.hex, d.place.pointer);
    }
    match salient_engine::Match::start(&p.bundle, 1) {
        Ok(m) => println!("{} {}", m.units().len(), m.phase()),
        Err(e) => println!("{e:?}"),
    }
}
