//! Counters as CSV, there and back.

use proptest::prelude::*;
use salient_document::Document;
use salient_document::oob::csv::{self, Import, RowKind};
use salient_schema::common::{Provenance, Rating};
use salient_schema::order_of_battle::{Counter, Part};

use crate::helper::{bytes, document};

fn read(document: &Document, text: &str) -> Import {
    csv::read(document, text.as_bytes())
}

/// Applies an import as one step, and undoes and redoes it.
fn apply(document: &mut Document, import: &Import) {
    let before = bytes(document);
    let edits = import.edits(document, false).unwrap();
    document.begin("Import");
    for edit in edits {
        document.apply(edit).unwrap();
    }
    document.commit();
    let after = bytes(document);
    if after != before {
        document.undo();
        assert_eq!(bytes(document), before);
        document.redo();
    }
}

/// The faults of a file in words: `C3: There is no …`.
fn faults(import: &Import) -> Vec<String> {
    import.faults.iter().map(|fault| format!("{}: {}", fault.place(), fault.what)).collect()
}

#[test]
fn what_is_written_changes_nothing() {
    let document = document();
    let text = csv::write(&document);
    let heads = text.lines().next().unwrap();
    assert_eq!(
        heads,
        "\u{feff}id,designation,side,nation,type,size,formation,count,faces,front.strength,\
         front.movement,back.strength,back.movement,traits,hex,turn"
    );
    assert_eq!(text.lines().nth(1), Some("a-1,A-1,red,,infantry,,,1,2,4,5,2,5,,0404,"));
    let import = read(&document, &text);
    assert_eq!(import.count(RowKind::Unchanged), 6, "{import:#?}");
    assert!(import.faults.is_empty() && import.left_out.is_empty());
    assert!(import.edits(&document, true).unwrap().is_empty());
}

#[test]
fn rows_add_change_and_leave_out() {
    let mut document = document();
    let import = read(
        &document,
        "id;designation;side;type;Front strength;movement;hex\n\
         a-1;A-1;red;infantry;7;5;304\n\
         b-1;B-1;Blue;Infantry;4;5;0505\n\
         ;7 Naval;blue;infantry;3;4;0808\n\
         ;7 Naval;blue;infantry;3;4;0806\n",
    );
    assert_eq!(import.notes, ["The columns are parted by semicolons."]);
    let kinds: Vec<_> = import.rows.iter().map(|row| (row.row, row.kind)).collect();
    assert_eq!(
        kinds,
        [(2, RowKind::Changed), (3, RowKind::Unchanged), (4, RowKind::Faulty), (5, RowKind::Added)]
    );
    let fields: Vec<_> = import.rows[0]
        .fields
        .iter()
        .map(|field| format!("{} {} → {}", field.field, field.from, field.to))
        .collect();
    assert_eq!(fields, ["front.strength 4 → 7", "hex 0404 → 304"]);
    assert_eq!(faults(&import), ["G4: The map has no hex “0808”."]);
    assert_eq!(import.left_out, ["a-2", "a-3", "b-2", "pool"]);
    apply(&mut document, &import);
    assert_eq!(
        document.counter("a-1").unwrap().faces[0].ratings[&"strength".to_owned()],
        Rating::Number(7)
    );
    assert_eq!(document.counter("blue-7-naval-n2").unwrap().designation, "7 Naval");
    assert_eq!(crate::helper::stack(&document, "0304"), "a-1");
    assert_eq!(crate::helper::stack(&document, "0806"), "blue-7-naval-n2");
    let deletion = read(&document, "id\nb-2\n").edits(&document, true).unwrap();
    document.begin("Import");
    for edit in deletion {
        document.apply(edit).unwrap();
    }
    document.commit();
    assert_eq!(document.bundle().orders_of_battle[0].counters.len(), 1);
}

#[test]
fn a_substitute_has_a_column_where_there_is_one() {
    let mut document = document();
    let import = read(&document, "id,substitute\na-1,a-3\n");
    assert_eq!(import.rows[0].fields[0].field, "substitute");
    apply(&mut document, &import);
    assert_eq!(document.counter("a-1").unwrap().substitute.as_deref(), Some("a-3"));
    let text = csv::write(&document);
    assert!(text.lines().next().unwrap().contains(",traits,substitute,hex"), "{text}");
    assert_eq!(read(&document, &text).count(RowKind::Unchanged), 6);
    let import = read(&document, "id,substitute\na-1,\n");
    apply(&mut document, &import);
    assert_eq!(document.counter("a-1").unwrap().substitute, None);
}

#[test]
fn the_faulty_cell_is_named() {
    let document = document();
    for (file, expected) in [
        ("id,front.strength\na-1,21", "B2: Strength is 0 to 20; 21 is not."),
        ("id,front.strength\na-1,", "B2: Strength is needed: 0 to 20."),
        ("id,front.strength\na-1,4.5", "B2: Strength is a whole number from 0 to 20; 4.5 is not."),
        ("id,count\na-1,0", "B2: A whole number from 1 to 999 is needed; “0” is not."),
        ("id,type\na-1,tank", "B2: There is no unit type “tank”. Known: infantry."),
        ("id,formation\na-1,2nd", "B2: There is no formation “2nd”. Known: red-1, red-2, blue-1."),
        ("id,side\nnew-1,", "B2: A new counter needs a side."),
        ("id,traits\na-1,brave", "B2: There is no trait “brave”. There is none."),
        ("id,faces,back.strength\na-1,1,2", "C2: The column “faces” says 1"),
        ("id\na-1\na-1", "A3: Row 2 is about a-1 already"),
        ("id\nA 1!", "A2: An id is made of small letters"),
        ("id,hex\npool,0101", "B2: This is one of several counters alike"),
        ("id,hex\nb-2,0101", "B2: It arrives as a reinforcement"),
        ("id,substitute\na-1,A 3", "B2: Write the id of the counter that takes its place"),
        ("id,parts\na-1,many men", "B2: “many men” is no part"),
    ] {
        let import = read(&document, file);
        let faults = faults(&import);
        let found = faults.iter().any(|fault| fault.starts_with(expected));
        assert!(found, "{file:?}: {faults:?}");
        assert!(import.edits(&document, false).unwrap().is_empty(), "{file:?}");
    }
}

#[test]
fn odd_columns_are_passed_over() {
    let document = document();
    let import = read(&document, "id,colour,id,turn\nb-2,red,a-1,7\n");
    let places: Vec<_> = import.faults.iter().map(|fault| (fault.place(), fault.stops)).collect();
    let place = |text: &str| (text.to_owned(), false);
    assert_eq!(places, [place("B1"), place("C1"), place("D2")]);
    assert_eq!(import.count(RowKind::Unchanged), 1);
}

#[test]
fn dates_that_a_spreadsheet_made_are_pointed_out() {
    let mut document = document();
    document
        .apply(salient_document::Edit::SetDesignation {
            counter: "a-1".into(),
            designation: "1-2".into(),
        })
        .unwrap();
    let import =
        read(&document, "id,designation,front.strength\na-1,02. Jan,4\na-2,3/4 R,02. Jan\n");
    let faults = faults(&import);
    assert!(faults[0].starts_with("B2: It looks as if a spreadsheet made a date of it"));
    assert!(faults[0].ends_with("type it again: 1-2."), "{faults:?}");
    // A rating's words may be anything short; a date is not taken for one without a word.
    assert_eq!(import.rows[0].kind, RowKind::Faulty);
}

#[test]
fn whatever_excel_writes_is_read() {
    let document = document();
    let plain = csv::write(&document);
    let text = plain.trim_start_matches('\u{feff}');
    let mut wide = vec![0xFF, 0xFE];
    wide.extend(text.replace(',', "\t").encode_utf16().flat_map(u16::to_le_bytes));
    let files = [
        plain.clone().into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        format!("sep=;\r\n{}", text.replace(',', ";")).into_bytes(),
        wide,
        format!("{text},,,\n,,,\n\n").into_bytes(),
    ];
    for file in files {
        let import = csv::read(&document, &file);
        assert_eq!(import.count(RowKind::Unchanged), 6, "{:?}", import.faults);
        assert!(import.edits(&document, true).unwrap().is_empty());
    }
    // Windows text: é as one byte.
    let import = csv::read(&document, b"id,designation\na-1,P\xe9ronne\n");
    assert_eq!(import.rows[0].designation, "Péronne");
    assert!(import.notes[0].contains("not UTF-8"));
    // A quoted newline and doubled quotation marks.
    let import = read(&document, "id,notes,designation\na-1,\"One.\nTwo, \"\"three\"\".\",A-1\n");
    assert_eq!(import.rows[0].fields[0].to, "One.\nTwo, \"three\".");
}

/// Counters with anything that a file may hold.
fn counters() -> impl Strategy<Value = Vec<Counter>> {
    let text = "[ -~äß½\n\"',;\t]{0,12}";
    let rating = prop_oneof![
        (-50..50_i32).prop_map(Rating::Number),
        "[A-Za-z0-9½ ,\"\n-]{0,6}".prop_map(Rating::Text),
    ];
    let face = (
        prop::option::of(rating.clone()),
        prop::option::of(rating),
        prop::option::of(text),
        any::<bool>(),
    );
    let counter = (
        text,
        prop::option::of("[a-z ]{0,5}"),
        0..1200_u16,
        prop::collection::vec(face, 0..4),
        prop::collection::vec(text, 0..3),
        prop::collection::vec((text, 0..3_u16, prop::option::of(text)), 0..2),
        prop::sample::select(vec![Provenance::Printed, Provenance::Invented]),
    );
    prop::collection::vec(counter, 1..5).prop_map(|counters| {
        let model = document().bundle().orders_of_battle[0].counters[0].clone();
        let made = counters.into_iter().enumerate().map(|(at, made)| {
            let (designation, nation, count, faces, notes, parts, provenance) = made;
            let mut counter = model.clone();
            counter.id = format!("c-{at}");
            counter.designation = designation;
            counter.nation = nation;
            counter.count = count;
            counter.notes = notes.clone();
            counter.traits = notes;
            counter.provenance = provenance;
            let part = |(unit_type, count, name)| Part { unit_type, count, name };
            counter.parts = parts.into_iter().map(part).collect();
            let model = counter.faces[0].clone();
            counter.faces = faces
                .into_iter()
                .map(|(strength, movement, designation, not_a_step)| {
                    let mut face = model.clone();
                    face.ratings = [("strength", strength), ("movement", movement)]
                        .into_iter()
                        .filter_map(|(id, value)| Some((id.to_owned(), value?)))
                        .collect();
                    face.designation = designation;
                    face.not_a_step = not_a_step;
                    face
                })
                .collect();
            counter
        });
        made.collect()
    })
}

fn with(counters: Vec<Counter>) -> Document {
    let mut document = document();
    let mut oob = document.bundle().orders_of_battle[0].clone();
    oob.counters.extend(counters);
    document
        .apply(salient_document::Edit::ReplaceOrderOfBattle { at: 0, to: Box::new(oob) })
        .unwrap();
    document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn export_and_import_give_no_change(counters in counters()) {
        let document = with(counters);
        let import = read(&document, &csv::write(&document));
        prop_assert!(import.edits(&document, true).unwrap().is_empty(), "{:#?}", import);
        prop_assert!(import.faults.iter().all(|fault| !fault.stops), "{:#?}", import.faults);
    }

    #[test]
    fn any_bytes_give_a_preview(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let document = document();
        let import = csv::read(&document, &noise);
        let _ = import.edits(&document, false);
    }

    #[test]
    fn a_damaged_file_gives_a_preview_that_can_be_applied(
        cuts in prop::collection::vec((0..600_usize, "[a-z0-9,\";\n./-]{0,4}"), 1..6),
    ) {
        let mut document = document();
        let mut text = csv::write(&document);
        for (at, instead) in cuts {
            let at = at % text.len();
            if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                text.replace_range(at..at + 1, &instead);
            }
        }
        let import = read(&document, &text);
        apply(&mut document, &import);
        crate::helper::assert_index(&document);
    }
}
