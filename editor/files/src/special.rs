//! What is no ordinary file.

use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// The names of standard output.
const OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a path is a name of standard output, whatever that leads to at the moment.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    OUTPUT.iter().any(|name| path == Path::new(name))
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
