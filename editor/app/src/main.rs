//! The one binary: the editor where there is a display, the command line everywhere.

use std::process::ExitCode;

fn main() -> ExitCode {
    salient::run()
}
