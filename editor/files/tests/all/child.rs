//! A test of this program, run in a process of its own that ends after so many steps.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use salient_files::faults;

const PLACE: &str = "SALIENT_CHILD_PLACE";
const STEPS: &str = "SALIENT_CHILD_STEPS";

/// In the child: where it works. From here on its steps are counted. None where nobody started it.
pub fn place() -> Option<PathBuf> {
    let place = std::env::var_os(PLACE)?;
    faults::cut_off_after(std::env::var(STEPS).unwrap().parse().unwrap());
    Some(place.into())
}

/// Runs the test of this name in a process that ends after so many steps; whether it came to its
/// end.
pub fn cut_off(test: &str, folder: &Path, steps: usize) -> bool {
    let status = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--ignored"])
        .env(PLACE, folder)
        .env(STEPS, steps.to_string())
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success() || status.code() == Some(faults::CUT_OFF), "{status}");
    status.success()
}
