#![no_main]

// Whatever can be read can be written again, and is then the same.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let (document, _) = salient_schema::read_text("fuzz.json", data);
    let Some(salient_schema::Document::Bundle(bundle)) = document else { return };
    let Ok(text) = salient_schema::to_canonical_json(&*bundle) else { return };
    let (again, _) = salient_schema::read_text("fuzz.json", &text);
    let Some(salient_schema::Document::Bundle(again)) = again else {
        panic!("what was written cannot be read: {text}");
    };
    assert_eq!(again, bundle);
});
