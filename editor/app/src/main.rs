//! The one binary: the editor where there is a display, the command line everywhere.

use std::process::ExitCode;

/// A scenario is many small pieces of memory: reading one takes half the time that it takes with
/// the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    salient::run(salient::SYSTEMS)
}
