//! Prints the digests of whole games that `tests/fixtures/digests.txt` holds:
//!
//! ```text
//! cargo run --release -p salient-lab --example digest
//! ```
//!
//! When a rule is mended, what it prints becomes that file.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/all/digest.rs"]
mod digest;
#[path = "../tests/all/support.rs"]
mod support;

fn main() {
    for line in digest::lines() {
        println!("{line}");
    }
}
