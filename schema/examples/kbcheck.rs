//! Throw-away.
fn main() {
    let root = std::env::args().nth(1).unwrap_or_default();
    let write = std::env::args().nth(2).is_some();
    for f in [
        "scenarios/kaisers-battle/ruleset.json",
        "scenarios/kaisers-battle/order-of-battle.json",
        "scenarios/kaisers-battle/kaisers-battle.json",
        "maps/picardy-1918/map.json",
    ] {
        let p = format!("{root}/{f}");
        let t = std::fs::read_to_string(&p).unwrap();
        match salient_schema::format_text(f, t.as_bytes()) {
            Ok(n) => {
                println!("{f}: {}", if n == t { "canonical" } else { "differs" });
                if write {
                    std::fs::write(&p, n).unwrap();
                }
            }
            Err(e) => println!("{f}: refused {e:?}"),
        }
    }
    let (p, ds) = salient_schema::open_project(
        &salient_schema::Disk,
        &format!("{root}/scenarios/kaisers-battle/kaisers-battle.json"),
    );
    println!("project {}", p.is_some());
    for d in &ds {
        println!("{d:?}");
    }
}
