//! Builds the map of a recipe, as `salient map build` does, with nothing but this library:
//!
//! ```sh
//! cargo run -p salient-cartography --example build -- maps/picardy-1918/recipe.json map.json
//! ```
//!
//! The report goes to the standard output, and so do the levels of the map, if it has any: bounds of
//! heights are found by looking at what comes of them.

use std::error::Error;
use std::process::ExitCode;

use salient_cartography::build;
use salient_schema::{Disk, Document, write};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let recipe = paths.next().ok_or("which recipe?")?;
    let (built, found) = build(&Disk, &recipe);
    for one in &found {
        eprintln!("{one}");
    }
    let Some(built) = built else { return Ok(ExitCode::FAILURE) };
    println!("{}", built.report);
    for row in built.map.elevation.iter().flat_map(|layer| &layer.rows) {
        println!("{row}");
    }
    if let Some(path) = paths.next() {
        std::fs::write(path, write(&Document::Map(Box::new(built.map)))?)?;
    }
    Ok(ExitCode::SUCCESS)
}
