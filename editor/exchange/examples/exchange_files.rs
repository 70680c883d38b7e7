//! Writes a scenario in other clients' formats into a folder, to be looked at:
//! `cargo run -p salient-exchange --example exchange_files -- SCENARIO FOLDER`.

use std::path::Path;

use salient_exchange::tiled::{self, Spelling};
use salient_exchange::{Exported, geo, tables, tabletop};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (scenario, folder) =
        (words.next().ok_or("which scenario?")?, words.next().ok_or("where?")?);
    let (project, found) = salient_schema::open_project(&salient_schema::Disk, &scenario);
    let bundle = project.ok_or_else(|| format!("{found:?}"))?.bundle;
    let save = |name: &str, parcel: Exported| -> std::io::Result<()> {
        let folder = Path::new(&folder).join(name);
        for file in &parcel.files {
            let parent = folder.join(&file.name);
            std::fs::create_dir_all(parent.parent().unwrap_or(&folder))?;
            std::fs::write(folder.join(&file.name), &file.bytes)?;
        }
        std::fs::write(folder.join("loss.txt"), parcel.losses.to_string())
    };
    save("csv", tables::write(&bundle)?)?;
    save("geojson", geo::write(&bundle, geo::Wishes { plane: true })?)?;
    save("tmx", tiled::write(&bundle, Spelling::Xml)?)?;
    save("tabletop", tabletop::write(&bundle, "https://example.org/pictures")?)?;
    save("tmj", tiled::write(&bundle, Spelling::Json)?)?;
    Ok(())
}
