//! The program as users start it, for tests in which another program starts it.

use std::process::ExitCode;

fn main() -> ExitCode {
    salient::run(salient::SYSTEMS)
}
