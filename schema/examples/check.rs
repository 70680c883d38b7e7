//! Checks files and what they refer to: `cargo run -p salient-schema --example check -- FILE…`.

use salient_schema::{Disk, open_file};

fn main() {
    for path in std::env::args().skip(1) {
        let (document, diagnostics) = open_file(&Disk, &path);
        for diagnostic in &diagnostics {
            println!("{diagnostic}");
        }
        let kind = document.map_or("unreadable".to_owned(), |document| document.kind().to_string());
        println!("{path}: {kind}, {} findings", diagnostics.len());
    }
}
