//! Unpacking within limits.

use std::io::Read;

/// Reads what a decoder unpacks to, at most so many bytes.
///
/// # Errors
/// What is damaged or longer, in words that go on from a name.
pub fn at_most(decoder: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    decoder
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be unpacked: {error}"))?;
    if bytes.len() as u64 > limit {
        return Err(format!("unpacks to more than {limit} bytes"));
    }
    Ok(bytes)
}
