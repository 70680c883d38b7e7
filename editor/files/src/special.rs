//! What is no ordinary file.

use std::fs::{FileType, OpenOptions};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::sync::OnceLock;

/// The names of standard output.
const OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a path is a name of standard output, whatever that leads to at the moment.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    OUTPUT.iter().any(|name| path == Path::new(name))
}

/// Whether a path is a name of a file that another program opened and hands over.
pub(crate) fn is_handed_over(path: &Path) -> bool {
    path == Path::new("/dev/stdin")
        || ["/dev/fd", "/proc/self/fd"]
            .iter()
            .any(|folder| path.parent() == Some(Path::new(folder)))
}

/// How long a file this process may write at the most. One byte more, and the system ends it
/// without a word, before it can clear up; so it is found out first, where the system tells.
pub(crate) fn most_written() -> Option<u64> {
    static MOST: OnceLock<Option<u64>> = OnceLock::new();
    *MOST.get_or_init(|| {
        let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max file size"))?;
        line.split_whitespace().next()?.parse().ok()
    })
}

/// Has a pipe opened without waiting for whoever is at its other end.
pub(crate) fn without_waiting(options: &mut OpenOptions) {
    // O_NONBLOCK, where its value is known: ordinary files do not mind it.
    const FLAG: i32 = if cfg!(target_vendor = "apple") {
        0x4
    } else if cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))) {
        0o4000
    } else {
        0
    };
    options.custom_flags(FLAG);
}

/// What a special file is.
pub(crate) fn kind(of: FileType) -> &'static str {
    if of.is_fifo() {
        "a pipe"
    } else if of.is_socket() {
        "a socket"
    } else if of.is_block_device() || of.is_char_device() {
        "a device"
    } else {
        "no ordinary file"
    }
}
