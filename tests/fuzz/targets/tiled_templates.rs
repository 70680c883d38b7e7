#![no_main]

use salient_exchange::tiled;

/// An object by template, which the bytes stand for; and for the tileset that they may name.
const MAP: &[u8] = br#"<map orientation="hexagonal" width="2" height="1" tilewidth="16" tileheight="16"
 hexsidelength="8" staggeraxis="y" staggerindex="odd"><tileset firstgid="1" name="land"/>
 <layer width="2" height="1"><data encoding="csv">1,2</data></layer>
 <objectgroup name="places"><object template="a.tx" x="8" y="8"/></objectgroup></map>"#;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let beside = |_: &str| Some(data.to_vec());
    if let Err(error) = tiled::read("fuzz.tmx", MAP, &beside, None) {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
});
