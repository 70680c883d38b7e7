//! How much is read: one place for all readers, so that none can be made to fill the memory or to
//! write where it should not.
//!
//! | limit | value | what it keeps out |
//! |---|---|---|
//! | [`FILE_BYTES`] | 512 MB | files that nobody writes |
//! | [`SMALL_FILE_BYTES`] | 64 MB | the same among settings and tables of counters |
//! | [`WALKED`] | 1,000,000 | folders that are no project: a whole disk |
//! | [`UNPACKED_BYTES`] | 1 GB | zip and compression bombs, all entries of an archive together |
//! | [`ENTRY_BYTES`] | 256 MB | the same in a single entry |
//! | [`UNPACKING_KILOBYTES`] | 64 MB | packing that asks for gigabytes to be undone |
//! | [`WINDOW_BYTES`] | 8 MB | the same in zstd, which then holds back all that it unpacks |
//! | [`ENTRIES`] | 20,000 | archives of endless small files |
//! | [`DEPTH`] | 128 | nesting that exhausts the stack |
//! | [`ATTRIBUTES`] | 1,000 | elements of XML that take hours to be compared with themselves |
//! | [`HEXES`] | 16,777,216 | huge dimensions: 4,096 × 4,096, what a map may have |
//! | [`PICTURE_PIXELS`] | 200,000,000 | pictures that unpack to gigabytes |
//! | [`SCAN_SIDE`], [`SCAN_PIXELS`], [`SCAN_BYTES`] | 20,000; 400,000,000; 1 GB | the same among scans, which are larger |
//! | [`COUNTER_PICTURE_SIDE`], [`COUNTER_PICTURE_BYTES`], [`COUNTER_PICTURES`], [`COUNTER_PICTURES_BYTES`] | 4,096; 16 MB; 10,000; 512 MB | counters printed like posters |
//! | [`FEATURE_BYTES`] | 32 MB | geographic data that takes twenty times its length to be parsed |
//! | [`LAYER_THINGS`], [`LAYER_POSITIONS`], [`LAYER_TEXT`] | 1,000,000; 20,000,000; 256 MB | layers of which a few bytes become hundreds |
//! | [`HEIGHT_SIDE`], [`HEIGHT_CELLS`], [`HEIGHT_BYTES`] | 20,000; 16,777,216; 256 MB | grids of heights whose head promises more than there is memory |

/// Bytes of one file as it lies on the disk.
pub const FILE_BYTES: u64 = 512 << 20;
/// Bytes of a file that a person keeps by hand: settings, a table of counters.
pub const SMALL_FILE_BYTES: u64 = 64 << 20;
/// Files and folders below a folder that is looked through.
pub const WALKED: usize = 1_000_000;
/// Bytes of all that an archive unpacks to.
pub const UNPACKED_BYTES: u64 = 1 << 30;
/// Bytes that one entry of an archive, or one compressed layer, unpacks to.
pub const ENTRY_BYTES: u64 = 256 << 20;
/// Kilobytes of memory that unpacking may take besides; what packs with defaults takes an eighth.
pub const UNPACKING_KILOBYTES: u32 = 64 << 10;
/// Bytes that a frame of zstd may ask its reader to hold, where it unpacks to fewer: what its format
/// wants any reader to give.
pub const WINDOW_BYTES: u64 = 8 << 20;
/// Entries of an archive.
pub const ENTRIES: usize = 20_000;
/// Depth of nested elements, groups or arrays.
pub const DEPTH: usize = 128;
/// Attributes of an element of XML.
pub const ATTRIBUTES: usize = 1_000;
/// Hexes of a map.
pub const HEXES: u64 = 4096 * 4096;
/// Pixels of a picture.
pub const PICTURE_PIXELS: u64 = 200_000_000;
/// Pixels along either side of a scan.
pub const SCAN_SIDE: u32 = 20_000;
/// Pixels of a scan.
pub const SCAN_PIXELS: u64 = 400_000_000;
/// Bytes of a scan, as a file and decoded.
pub const SCAN_BYTES: u64 = 1 << 30;
/// Pixels along either side of the picture of a counter.
pub const COUNTER_PICTURE_SIDE: u32 = 4_096;
/// Bytes of the picture of a counter, as a file.
pub const COUNTER_PICTURE_BYTES: u64 = 16 << 20;
/// Pictures of all counters of a scenario.
pub const COUNTER_PICTURES: usize = 10_000;
/// Bytes of the pictures of all counters, as files; and of their pixels.
pub const COUNTER_PICTURES_BYTES: u64 = 512 << 20;
/// Bytes of one feature of a layer of geographic data.
pub const FEATURE_BYTES: usize = 32 << 20;
/// Features, or rows, of a layer.
pub const LAYER_THINGS: usize = 1_000_000;
/// Positions of a layer.
pub const LAYER_POSITIONS: usize = 20_000_000;
/// Bytes of the properties of a layer, those of a collection of geometries once for each.
pub const LAYER_TEXT: usize = 256 << 20;
/// Rows, and columns, of a grid of heights.
pub const HEIGHT_SIDE: usize = 20_000;
/// Cells of a grid of heights.
pub const HEIGHT_CELLS: usize = 16 << 20;
/// Bytes of a grid of heights, as a file.
pub const HEIGHT_BYTES: usize = 256 << 20;

/// Whether a name inside an archive stays inside the folder that it is unpacked to: relative, no
/// `..`, no drive, no backslash, no NUL.
#[must_use]
pub fn stays_inside(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('/')
        && !name.contains(['\\', '\0', ':'])
        && name.split('/').all(|part| part != "..")
}

#[cfg(test)]
mod tests {
    use super::stays_inside;

    #[test]
    fn names_that_climb_out_are_known() {
        for name in ["a", "images/a.png", "a/./b", "..a/b"] {
            assert!(stays_inside(name), "{name}");
        }
        for name in ["", "/etc/passwd", "../a", "a/../../b", "C:\\a", "a\\b", "c:a", "a\0"] {
            assert!(!stays_inside(name), "{name}");
        }
    }
}
