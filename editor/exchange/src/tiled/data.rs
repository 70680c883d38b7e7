//! A layer's tiles as Tiled packs them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::limits;
use crate::unpack::at_most;

/// Unpacks a layer of `width` × `height` tiles. No more is unpacked than such a layer needs.
///
/// # Errors
/// What is wrong, in words that go on from the layer's name.
pub fn decode(
    text: &str,
    encoding: &str,
    compression: &str,
    [width, height]: [u32; 2],
) -> Result<Vec<u32>, String> {
    if encoding == "csv" {
        let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
        return numbers
            .map(|number| number.parse().map_err(|_| "has a tile that is no number".to_owned()))
            .collect();
    }
    if encoding != "base64" {
        let encoding: String = encoding.chars().take(40).collect();
        return Err(format!("is encoded as `{encoding}`, which is not known"));
    }
    let packed: String = text.split_whitespace().collect();
    let packed = STANDARD.decode(packed).map_err(|error| format!("is no base64: {error}"))?;
    let limit = u64::from(width) * u64::from(height) * 4;
    let bytes = match compression {
        "" => packed,
        "zlib" => at_most(flate2::read::ZlibDecoder::new(packed.as_slice()), limit)?,
        "gzip" => at_most(flate2::read::MultiGzDecoder::new(packed.as_slice()), limit)?,
        "zstd" => {
            let (asked, most) = (window(&packed), limit.max(limits::WINDOW_BYTES));
            if asked.is_some_and(|asked| asked > most) {
                let asked = asked.unwrap_or(0) >> 20;
                return Err(format!(
                    "asks for {asked} MB of memory to be unpacked; at most {} MB are given",
                    most >> 20
                ));
            }
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed.as_slice())
                .map_err(|error| format!("cannot be unpacked: {error}"))?;
            at_most(decoder, limit)?
        }
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("is packed as `{other}`, which is not known"));
        }
    };
    if bytes.len() as u64 != limit {
        return Err(format!("has {} bytes and should have {limit}", bytes.len()));
    }
    let (tiles, _) = bytes.as_chunks::<4>();
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

/// How many bytes a frame of zstd asks its reader to hold: the reader used here holds back as many,
/// however few of them are taken. None where it is no such frame.
fn window(packed: &[u8]) -> Option<u64> {
    let [0x28, 0xb5, 0x2f, 0xfd, describes, rest @ ..] = packed else { return None };
    if describes & 0x20 == 0 {
        let first = *rest.first()?;
        let base = 1_u64 << (10 + (first >> 3));
        return Some(base + base / 8 * u64::from(first & 7));
    }
    // All of the content is the window, and its length follows the number of a dictionary.
    let dictionary = [0, 1, 2, 4].get(usize::from(describes & 3))?;
    let length = 1_usize << (describes >> 6);
    let bytes = rest.get(*dictionary..dictionary + length)?;
    let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    Some(if length == 2 { number + 256 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_that_a_frame_asks_for_is_known() {
        let frame = |bytes: &[u8]| window(&[&[0x28, 0xb5, 0x2f, 0xfd], bytes].concat());
        assert_eq!(frame(&[0x00, 0x00]), Some(1 << 10));
        assert_eq!(frame(&[0x00, 0xf9]), Some((1 << 41) + (1 << 38)));
        assert_eq!(frame(&[0x20, 0x07]), Some(7));
        assert_eq!(frame(&[0x63, 9, 9, 9, 9, 0x01, 0x01]), Some(0x0101 + 256));
        assert_eq!(frame(&[0xe0, 1, 0, 0, 0, 0, 0, 0, 1]), Some((1 << 56) + 1));
        assert_eq!((frame(&[0xe0, 1]), window(b"no")), (None, None));
        for length in [10_usize, 70_000] {
            let bytes = vec![7; length];
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            let packed = ruzstd::encoding::compress_to_vec(bytes.as_slice(), level);
            assert!(window(&packed).is_some_and(|asked| asked <= limits::WINDOW_BYTES), "{length}");
        }
    }
}
