//! Writing a file whole.

use std::io;

use salient_files::Place;

/// Writes a file whole or not at all, as every file of Salient's is: see [`salient_files::write`].
///
/// # Errors
/// What stands in the way and what to do, without the file's name; the file is then as it was.
pub fn write_whole(place: impl Into<Place>, bytes: &[u8]) -> io::Result<()> {
    Ok(salient_files::write(place, bytes)?)
}
