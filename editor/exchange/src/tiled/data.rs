//! A layer's tiles as Tiled packs them.

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Unpacks a layer of `width` × `height` tiles. No more is unpacked than such a layer needs.
///
/// # Errors
/// What is wrong, in words.
pub fn decode(
    text: &str,
    encoding: &str,
    compression: &str,
    [width, height]: [u32; 2],
) -> Result<Vec<u32>, String> {
    if encoding == "csv" {
        let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
        return numbers
            .map(|number| {
                number.parse().map_err(|_| "a layer has a tile that is no number".to_owned())
            })
            .collect();
    }
    if encoding != "base64" {
        let encoding: String = encoding.chars().take(40).collect();
        return Err(format!("a layer is encoded as `{encoding}`, which is not known"));
    }
    let packed: String = text.split_whitespace().collect();
    let packed =
        STANDARD.decode(packed).map_err(|error| format!("a layer is no base64: {error}"))?;
    let limit = u64::from(width) * u64::from(height) * 4;
    let bytes = match compression {
        "" => packed,
        "zlib" => unpack(flate2::read::ZlibDecoder::new(packed.as_slice()), limit)?,
        "gzip" => unpack(flate2::read::MultiGzDecoder::new(packed.as_slice()), limit)?,
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed.as_slice())
                .map_err(|error| format!("a layer cannot be unpacked: {error}"))?;
            unpack(decoder, limit)?
        }
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("a layer is packed as `{other}`, which is not known"));
        }
    };
    if bytes.len() as u64 != limit {
        return Err(format!("a layer has {} bytes and should have {limit}", bytes.len()));
    }
    let (tiles, _) = bytes.as_chunks::<4>();
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

fn unpack(decoder: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    decoder
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("a layer cannot be unpacked: {error}"))?;
    if bytes.len() as u64 > limit {
        return Err("a layer unpacks to more tiles than it has".to_owned());
    }
    Ok(bytes)
}
