//! Writing a file whole.

use std::io;
use std::path::Path;

/// Writes a file whole or not at all, as every file of Salient's is: see [`salient_files::write`].
///
/// # Errors
/// What stands in the way and what to do, without the file's name; the file is then as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Ok(salient_files::write(path, bytes)?)
}
