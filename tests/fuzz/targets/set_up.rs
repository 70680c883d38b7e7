#![no_main]

use salient_rules::generator::{Generator, Request};
use salient_trench_setup::TrenchGenerator;

// What the record of a set-up asks for, with the steps that it keeps.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(request) = serde_json::from_slice::<Request>(data) {
        let _ = TrenchGenerator.generate(None, &request);
    }
});
