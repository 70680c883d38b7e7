#![no_main]

use salient_exchange::tables;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = tables::read_workbook("fuzz.xlsx", data, None);
});
