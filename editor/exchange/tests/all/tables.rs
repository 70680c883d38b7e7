//! Tables out and in again: the same documents.

use proptest::prelude::*;
use salient_exchange::{ImportError, NamedFile, tables};
use salient_schema::common::Rating;
use salient_schema::ruleset::RatingDef;

use crate::foreign::{self, bundles, parts_of, texts};

fn piece(name: &str, text: &str) -> NamedFile {
    NamedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
}

#[test]
fn every_scenario_comes_back_whole() {
    for (name, bundle) in bundles() {
        let parcel = tables::write(&bundle).unwrap();
        assert!(parcel.losses.is_empty(), "{name}: {}", parcel.losses);
        let back = tables::read(&name, &parcel.files, None).unwrap_or_else(|e| panic!("{e}"));
        assert!(back.losses.is_empty(), "{name}: {}", back.losses);
        let (ours, theirs) = (parts_of(&bundle), foreign::parts(&back));
        for (ours, theirs) in ours.iter().zip(&theirs) {
            foreign::same_text(&name, ours, theirs);
        }
        assert_eq!(ours.len(), theirs.len(), "{name}");
    }
}

/// With the system's own ruleset, what the tables say of one is left out, and said so.
#[test]
fn a_given_ruleset_stands() {
    let (name, bundle) = bundles().remove(0);
    let parcel = tables::write(&bundle).unwrap();
    let back = tables::read(&name, &parcel.files, Some(bundle.ruleset.clone())).unwrap();
    assert!(!back.ruleset_is_drafted && back.ruleset == bundle.ruleset);
    assert_eq!(back.losses.losses.len(), 1, "{}", back.losses);
    assert_eq!(back.losses.losses[0].kind, "ruleset");
}

/// No cell of an export runs as a formula, rows end with CR LF, and all have the same cells.
#[test]
fn the_files_are_sound_csv() {
    for (name, bundle) in bundles() {
        for file in tables::write(&bundle).unwrap().files {
            let text = String::from_utf8(file.bytes).unwrap();
            if file.name == "README.txt" {
                continue;
            }
            let text = text.strip_prefix('\u{feff}').unwrap_or_else(|| panic!("{}", file.name));
            assert!(text.ends_with("\r\n"));
            for record in csv::ReaderBuilder::new().from_reader(text.as_bytes()).records() {
                let record = record.unwrap_or_else(|e| panic!("{name} {}: {e}", file.name));
                for cell in &record {
                    let number = cell.parse::<f64>().is_ok();
                    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
                    assert!(number || !formula, "{name} {}: {cell:?}", file.name);
                }
            }
        }
    }
}

/// Whatever a spreadsheet made of the files, the same comes back: other ends of lines, other
/// separators, a line that tells them, other letters.
#[test]
fn tables_as_spreadsheets_save_them_come_back_whole() {
    let mut bundle = foreign::small();
    bundle.scenario.title = "Méaulte ½ – “Übung”".to_owned();
    bundle.map.features.items[0].name = Some("line one\nline two; and, more".to_owned());
    let files = tables::write(&bundle).unwrap().files;
    let each = |change: &dyn Fn(&str) -> Vec<u8>| -> Vec<NamedFile> {
        let tables = files.iter().map(|file| {
            let text = std::str::from_utf8(&file.bytes).unwrap();
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            NamedFile { name: file.name.clone(), bytes: change(text) }
        });
        tables.collect()
    };
    let semicolons = |text: &str| {
        let rows = salient_tables::file::rows(text, ',').map(Result::unwrap);
        let mut out =
            csv::WriterBuilder::new().delimiter(b';').flexible(true).from_writer(Vec::new());
        rows.for_each(|row| out.write_record(&row.cells).unwrap());
        String::from_utf8(out.into_inner().unwrap()).unwrap()
    };
    let coded = |text: &str, upper: &[(char, u8)]| -> Vec<u8> {
        let byte = |sign: char| match upper.iter().find(|(known, _)| *known == sign) {
            Some((_, byte)) => *byte,
            None => u8::try_from(sign).unwrap_or(b'?'),
        };
        text.chars().map(byte).collect()
    };
    let windows = [('é', 0xe9), ('½', 0xbd), ('–', 0x96), ('“', 0x93), ('”', 0x94), ('Ü', 0xdc)];
    let mac = [('é', 0x8e), ('–', 0xd0), ('“', 0xd2), ('”', 0xd3), ('Ü', 0x86), ('−', b'-')];
    let cr = |text: &str| text.replace("\r\n", "\r");
    let dialects: [(&str, Vec<NamedFile>, &str); 8] = [
        ("CR", each(&|text| cr(text).into_bytes()), ""),
        ("LF", each(&|text| text.replace("\r\n", "\n").into_bytes()), ""),
        ("sep=,", each(&|text| format!("sep=,\r\n{text}").into_bytes()), ""),
        (
            "sep=; and CR",
            each(&|text| cr(&format!("sep=;\r\n{}", semicolons(text))).into_bytes()),
            "",
        ),
        ("semicolons", each(&|text| semicolons(text).into_bytes()), ""),
        (
            "UTF-16",
            each(&|text| {
                let units = format!("\u{feff}{text}");
                units.encode_utf16().flat_map(u16::to_le_bytes).collect()
            }),
            "",
        ),
        ("Windows", each(&|text| coded(text, &windows)), "Windows"),
        ("Macintosh", each(&|text| coded(&cr(text).replace('½', "–"), &mac)), "Macintosh"),
    ];
    for (name, files, note) in dialects {
        let back =
            tables::read(name, &files, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let told = back.losses.to_string();
        assert_eq!(back.losses.is_empty(), note.is_empty(), "{name}: {told}");
        assert!(told.contains(note), "{name}: {told}");
        let mut wanted = bundle.clone();
        // The one letter that the code of an old Macintosh lacks.
        if name == "Macintosh" {
            wanted.scenario.title = wanted.scenario.title.replace('½', "–");
        }
        for (ours, theirs) in parts_of(&wanted).iter().zip(&foreign::parts(&back)) {
            foreign::same_text(name, ours, theirs);
        }
    }
}

/// A fault in a file whose lines end in CR alone is told by its line.
#[test]
fn lines_are_counted_however_they_end() {
    let map = "sep=,\rfield,value\rgrid/orientation,flat_topped\rgrid/columns,2\rgrid/rows,x\r";
    let error =
        tables::read("f", &[piece("map.csv", map), piece("hexes.csv", "hex,terrain\r")], None);
    assert_eq!(error.unwrap_err().place, "f/map.csv:5:11");
}

/// One of two tables would be lost without a word.
#[test]
fn a_table_that_is_there_twice_is_refused() {
    let error =
        tables::read("f", &[piece("Map.csv", "field,value\n"), piece("map.csv", "a\n")], None);
    let error = error.unwrap_err();
    assert_eq!(
        (error.place.as_str(), error.what.as_str()),
        ("f/map.csv", "is the same table as f/Map.csv")
    );
    let sheets = by_hand();
    let twice = [("map", sheets[0].1.as_str()), ("MAP", sheets[0].1.as_str())];
    let error = tables::read_workbook("b.xlsx", &book(&twice), None).unwrap_err();
    assert_eq!(error.what, "is the same table as b.xlsx/map");
}

/// What a designer writes by hand, with semicolons and cut zeros: a ruleset is drafted.
#[test]
fn a_folder_by_hand() {
    let files = [
        piece(
            "map.csv",
            "field;value\ngrid/orientation;flat_topped\ngrid/columns;3\ngrid/rows;2\n",
        ),
        piece(
            "hexes.csv",
            "hex;terrain;mine\n101;forest\n102;clear\n0201;clear;?\n0202;clear\n9999;sea\n",
        ),
        piece("features.csv", "hex;kind;name\n101;town;Ypres\n"),
        piece("counters.csv", "id;designation;side;type\na-1;1/2;british;infantry\n"),
        piece("faces.csv", "counter;ratings.attack;ratings.grade\na-1;4;A\na-1;2;B\n"),
        piece("notes.csv", "x\n"),
    ];
    let back = tables::read("by-hand", &files, None).unwrap();
    assert_eq!((back.map.grid.columns, back.map.grid.rows), (3, 2));
    let features = &back.map.features.items;
    assert_eq!(features[0].hex, "0101");
    assert_eq!(back.orders_of_battle[0].counters[0].faces.len(), 2);
    assert!(back.ruleset_is_drafted);
    assert_eq!(back.ruleset.terrain.len(), 2);
    assert_eq!(back.ruleset.sides[0].id, "british");
    let lost: Vec<(&str, &str)> =
        back.losses.losses.iter().map(|l| (l.kind.as_str(), l.which.as_str())).collect();
    let expected = [
        ("column", "mine"),
        ("file", "notes.csv"),
        ("hex", "0301"),
        ("hex", "0302"),
        ("hex", "9999"),
    ];
    assert_eq!(lost, expected);
    let kind = &back.map.terrain.palette[&back.map.terrain.rows[0][2..3]];
    assert_eq!(kind, "clear", "what most hexes are");
}

#[test]
fn faults_have_their_place() {
    let map = "field,value\ngrid/orientation,flat_topped\ngrid/columns,2\ngrid/rows,2\n";
    let hexes = "hex,terrain\n0101,clear\n";
    let cases: [(&[NamedFile], &str, &str); 8] = [
        (&[], "f/map.csv", "is not there"),
        (&[piece("map.csv", "field,value\n")], "f/map.csv", "does not say grid/orientation"),
        (
            &[piece("map.csv", &map.replace(",2", ",60000"))],
            "f/map.csv:3:14",
            "grid/columns is out of range",
        ),
        (&[piece("map.csv", map)], "f/hexes.csv", "is not there"),
        (
            &[piece("map.csv", map), piece("hexes.csv", "a,b\n")],
            "f/hexes.csv:1",
            "no column `terrain`",
        ),
        (
            &[
                piece("map.csv", map),
                piece("hexes.csv", hexes),
                piece("features.csv", "hex,value\n0101,x\n"),
            ],
            "f/features.csv:2:6",
            "`x` is no number",
        ),
        (
            &[
                piece("map.csv", map),
                piece("hexes.csv", hexes),
                piece("features.csv", "hex\n0101\n"),
            ],
            "f/features.csv:2",
            "missing field `kind`",
        ),
        (
            &[piece("map.csv", &format!("{map}title/a/b,5\n")), piece("hexes.csv", hexes)],
            "f/map.csv:5:1",
            "has no fields",
        ),
    ];
    for (files, place, what) in cases {
        let error = tables::read("f", files, None).unwrap_err();
        assert_eq!(error.place, place, "{error}");
        assert!(error.what.contains(what), "{error}");
    }
}

/// A single value is blamed where it stands, however its row is written.
#[test]
fn faults_of_single_values_have_their_line_and_column() {
    let map =
        "field,value\r\n\r\ngrid/orientation,flat_topped\r\ngrid/columns,2\r\ngrid/rows,2\r\n";
    let hexes = "hex,terrain\n0101,clear\n";
    let with = |more: &str, others: &[(&str, &str)]| {
        let mut files = vec![piece("map.csv", &format!("{map}{more}")), piece("hexes.csv", hexes)];
        files.extend(others.iter().map(|(name, text)| piece(name, text)));
        tables::read("f", &files, None).unwrap_err()
    };
    let cases: [(ImportError, &str); 8] = [
        (with("title,5\r\n", &[]), "f/map.csv:6:7"),
        (with("\"title\",\"\"\"5\"\"\"\r\ntitle,5\r\n", &[]), "f/map.csv:7:7"),
        (with("grid/orientation,round\r\n", &[]), "f/map.csv:6:18"),
        (with("grid/rows,9000\r\n", &[]), "f/map.csv:6:11"),
        (with("", &[("scenario.csv", "field,value\nid,s\ntitle,5\n")]), "f/scenario.csv:3:7"),
        (with("", &[("scenario.csv", "field,value\nformat_version,x\n")]), "f/scenario.csv:2:16"),
        (with("", &[("ruleset.csv", "value,field\n5,notes/#1\n")]), "f/ruleset.csv:2:1"),
        (
            with("", &[("books.csv", "book;field;value\n1;title;A\n2;title;5\n1;id;a\n")]),
            "f/books.csv:3:9",
        ),
    ];
    for (error, place) in cases {
        assert_eq!(error.place, place, "{error}");
    }
}

/// What a row of one table makes faulty is told of that table, not of the one above it, nor of the
/// folder.
#[test]
fn faults_below_a_row_have_the_place_of_their_own_row() {
    let with = |more: &[(&str, &str)]| {
        let mut files = vec![
            piece(
                "map.csv",
                "field,value\ngrid/orientation,flat_topped\ngrid/columns,2\ngrid/rows,2\n",
            ),
            piece("hexes.csv", "hex,terrain\n0101,clear\n"),
        ];
        files.extend(more.iter().map(|(name, text)| piece(name, text)));
        tables::read("f", &files, None).unwrap_err()
    };
    let tracks = ("tracks.csv", "id,name\nrain,Rain\n");
    let error = with(&[tracks, ("track_values.csv", "track,value\n1,3\n1,1.5e300\n")]);
    assert_eq!(error.place, "f/track_values.csv:3", "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    /// Texts of any kind survive a table.
    #[test]
    fn any_text_comes_back(title in texts(), name in texts(), designation in texts()) {
        let mut bundle = foreign::small();
        bundle.scenario.title = title;
        bundle.map.features.items[0].name = Some(name);
        bundle.orders_of_battle[0].counters[0].designation = designation;
        let parcel = tables::write(&bundle).unwrap();
        let back = tables::read("any", &parcel.files, None).unwrap();
        let (ours, theirs) = (parts_of(&bundle), foreign::parts(&back));
        prop_assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            foreign::same_text("any", ours, theirs);
        }
    }

    /// Bytes changed, cut and put in: an error or a document, and no panic.
    #[test]
    fn mangled_tables_do_no_harm(file in any::<prop::sample::Index>(), edits in foreign::edits()) {
        let mut files = tables::write(&foreign::small()).unwrap().files;
        let at = file.index(files.len());
        foreign::mangle(&mut files[at].bytes, &edits);
        foreign::harmless(&tables::read("mangled", &files, None));
    }

    #[test]
    fn any_bytes_do_no_harm(map in prop::collection::vec(any::<u8>(), 0..200), hexes in any::<String>()) {
        let files = [NamedFile { name: "map.csv".into(), bytes: map }, piece("hexes.csv", &hexes)];
        foreign::harmless(&tables::read("any", &files, None));
    }
}

/// As one workbook, too; a sheet a table, and no text that a spreadsheet would make a date of.
#[test]
fn every_workbook_comes_back_whole() {
    for (name, bundle) in bundles() {
        let parcel = tables::write_workbook(&bundle).unwrap();
        let [book] = parcel.files.as_slice() else { panic!("one file") };
        let again = tables::write_workbook(&bundle).unwrap();
        assert!(again.files[0].bytes == book.bytes, "{name}: the same bytes every time");
        let back =
            tables::read_workbook(&name, &book.bytes, None).unwrap_or_else(|e| panic!("{e}"));
        assert!(back.losses.is_empty(), "{name}: {}", back.losses);
        let (ours, theirs) = (parts_of(&bundle), foreign::parts(&back));
        for (ours, theirs) in ours.iter().zip(&theirs) {
            foreign::same_text(&name, ours, theirs);
        }
        assert_eq!(ours.len(), theirs.len(), "{name}");
    }
}

/// A fraction that happens to be whole, as a map that is turned by 26 degrees has: as a text in a
/// workbook it would be guarded against formulas and days, and no number any more.
#[test]
fn whole_fractions_come_back_from_a_workbook() {
    for degrees in [-26.0, 26.0, 4.0, -0.5] {
        let mut bundle = foreign::bundle("scenarios/kaisers-battle/kaisers-battle.json");
        bundle.map.georeference.as_mut().unwrap().rotation_degrees = Some(degrees);
        let parcel = tables::write_workbook(&bundle).unwrap();
        let back = tables::read_workbook("turned", &parcel.files[0].bytes, None)
            .unwrap_or_else(|error| panic!("{degrees}: {error}"));
        let turned = back.map.georeference.and_then(|found| found.rotation_degrees);
        assert_eq!(turned, Some(degrees));
    }
}

/// A column for each rating of formations, and an empty cell where a formation has none.
#[test]
fn ratings_of_formations_have_columns_and_come_back() {
    let mut bundle = foreign::small();
    let limit = |id: &str, name: &str| RatingDef {
        id: id.to_owned(),
        name: name.to_owned(),
        min: 0,
        max: 9,
        optional: false,
        ink: None,
        corner: false,
        uses: Vec::new(),
    };
    bundle.ruleset.counters.formation_ratings = vec![limit("limit", "Limit"), limit("class", "C")];
    let formations = &mut bundle.orders_of_battle[0].formations;
    formations[0].ratings.insert("limit".to_owned(), Rating::Number(3));
    formations[1].ratings.insert("class".to_owned(), Rating::Text("3½".to_owned()));
    let parcel = tables::write(&bundle).unwrap();
    let text = |name: &str| {
        let file = parcel.files.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(file.bytes.clone()).unwrap()
    };
    let head = text("formations.csv").lines().next().unwrap().to_owned();
    assert!(head.ends_with("colour,ratings.class,ratings.limit"), "{head}");
    assert!(text("formation_ratings.csv").contains("limit,Limit,0,9"));
    assert!(!text("books.csv").contains("ratings"), "nothing is left for the table of the rest");
    let workbook = tables::write_workbook(&bundle).unwrap();
    let of_folder = tables::read("folder", &parcel.files, None).unwrap();
    let of_book = tables::read_workbook("book", &workbook.files[0].bytes, None).unwrap();
    for back in [of_folder, of_book] {
        assert!(back.losses.is_empty(), "{}", back.losses);
        for (ours, theirs) in parts_of(&bundle).iter().zip(&foreign::parts(&back)) {
            foreign::same_text("ratings of formations", ours, theirs);
        }
    }
    // Where no table defines them, what the formations have does.
    let files: Vec<NamedFile> =
        parcel.files.iter().filter(|file| !is_of_ruleset(&file.name)).cloned().collect();
    let drafted = tables::read("folder", &files, None).unwrap().ruleset;
    let ids = drafted.counters.formation_ratings.iter().map(|one| (one.id.as_str(), one.max));
    assert_eq!(ids.collect::<Vec<_>>(), [("class", 0), ("limit", 3)]);
}

/// Whether a file holds a part of the ruleset.
fn is_of_ruleset(name: &str) -> bool {
    const FILES: [&str; 13] = [
        "ruleset.csv",
        "ratings.csv",
        "formation_ratings.csv",
        "unit_types.csv",
        "unit_sizes.csv",
        "constants.csv",
        "charts.csv",
        "chart_columns.csv",
        "chart_rows.csv",
        "kinds.csv",
        "effects.csv",
        "sides.csv",
        "nations.csv",
    ];
    FILES.contains(&name)
}

/// A battalion of a regiment of a division, as half of the counters of 1914 are called.
#[test]
fn designations_stay_what_they_are() {
    let mut bundle = foreign::small();
    let called = ["28/10/5", "3/4", "1-2", "=1", "'28/10/5", "2E3", "4 Mar", ""];
    for (counter, designation) in bundle.orders_of_battle[0].counters.iter_mut().zip(called) {
        designation.clone_into(&mut counter.designation);
    }
    let wanted = parts_of(&bundle);
    let folder = tables::write(&bundle).unwrap();
    let counters = folder.files.iter().find(|file| file.name == "counters.csv").unwrap();
    let text = String::from_utf8_lossy(&counters.bytes);
    assert!(text.contains(",'28/10/5,") && !text.contains(",28/10/5,"), "{text}");
    let back = tables::read("folder", &folder.files, None).unwrap();
    assert_eq!(foreign::parts(&back), wanted);
    let book = tables::write_workbook(&bundle).unwrap().files.remove(0);
    let back = tables::read_workbook("book.xlsx", &book.bytes, None).unwrap();
    assert_eq!(foreign::parts(&back), wanted);
}

/// A workbook of these sheets, each of rows of cells as XML.
fn book(sheets: &[(&str, &str)]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, text: &str| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    let all = |part: &dyn Fn(usize, &str) -> String| -> String {
        sheets.iter().enumerate().map(|(at, (name, _))| part(at + 1, name)).collect()
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let of = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let list = all(&|at, name| format!("<sheet name=\"{name}\" sheetId=\"{at}\" r:id=\"r{at}\"/>"));
    add(
        "xl/workbook.xml",
        &format!("<workbook xmlns=\"{main}\" xmlns:r=\"{of}\"><sheets>{list}</sheets></workbook>"),
    );
    let list = all(&|at, _| {
        format!(
            "<Relationship Id=\"r{at}\" Type=\"{of}/worksheet\" Target=\"worksheets/s{at}.xml\"/>"
        )
    });
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    add(
        "xl/_rels/workbook.xml.rels",
        &format!("<Relationships xmlns=\"{package}\">{list}</Relationships>"),
    );
    let root =
        format!("<Relationship Id=\"r\" Type=\"{of}/officeDocument\" Target=\"xl/workbook.xml\"/>");
    add("_rels/.rels", &format!("<Relationships xmlns=\"{package}\">{root}</Relationships>"));
    let dates = "<cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\" applyNumberFormat=\"1\"/></cellXfs>";
    add("xl/styles.xml", &format!("<styleSheet xmlns=\"{main}\">{dates}</styleSheet>"));
    for (at, (_, rows)) in sheets.iter().enumerate() {
        let sheet =
            format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>");
        add(&format!("xl/worksheets/s{}.xml", at + 1), &sheet);
    }
    zip.finish().unwrap().into_inner()
}

/// Rows of words as a sheet has them; a number stands without quotation marks.
fn sheet(rows: &[&[&str]]) -> String {
    let cell = |cell: &&str| match cell.parse::<f64>() {
        Ok(number) => format!("<c><v>{number}</v></c>"),
        Err(_) => format!("<c t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
    };
    let row = |row: &&[&str]| format!("<row>{}</row>", row.iter().map(cell).collect::<String>());
    rows.iter().map(row).collect()
}

fn by_hand() -> [(&'static str, String); 3] {
    let map: &[&[&str]] = &[
        &["field", "value"],
        &["grid/orientation", "flat_topped"],
        &["grid/columns", "2"],
        &["grid/rows", "1"],
    ];
    // Zeros that are gone are put back.
    let hexes: &[&[&str]] =
        &[&["hex", "terrain", "level"], &["101", "woods", "2"], &["0201", "clear", "0"]];
    let counters: &[&[&str]] =
        &[&["id", "designation", "side", "type"], &["a-1", "3/4", "french", "infantry"]];
    [("map", sheet(map)), ("Hexes", sheet(hexes)), ("counters", sheet(counters))]
}

#[test]
fn a_workbook_by_hand() {
    let sheets = by_hand();
    let sheets: Vec<(&str, &str)> =
        sheets.iter().map(|(name, rows)| (*name, rows.as_str())).collect();
    let back = tables::read_workbook("hand.xlsx", &book(&sheets), None).unwrap();
    assert_eq!(back.orders_of_battle[0].counters[0].designation, "3/4");
    assert_eq!(back.map.terrain.palette.len(), 2);
    assert!(back.losses.is_empty(), "{}", back.losses);
    // What is wrong is told by sheet and cell.
    let day = "<row><c t=\"inlineStr\"><is><t>id</t></is></c></row><row><c s=\"1\"><v>39873</v></c></row>";
    let wrong = "<row><c t=\"e\"><v>#REF!</v></c></row>";
    let far = "<row><c r=\"ZZZ1\"><v>1</v></c></row>";
    for (rows, place, what) in [
        (day, "hand.xlsx/counters!A2", "a day"),
        (wrong, "hand.xlsx/counters!A1", "an error"),
        (far, "hand.xlsx/counters!ZZZ1", "512 columns"),
    ] {
        let mut sheets = sheets.clone();
        sheets[2].1 = rows;
        let error = tables::read_workbook("hand.xlsx", &book(&sheets), None).unwrap_err();
        assert_eq!(error.place, place, "{error}");
        assert!(error.what.contains(what), "{error}");
    }
    let mut sheets = sheets.clone();
    let level = sheets[1].1.replace("<v>2</v>", "<v>2.5</v>");
    sheets[1].1 = &level;
    let error = tables::read_workbook("hand.xlsx", &book(&sheets), None).unwrap_err();
    assert_eq!(error.place, "hand.xlsx/Hexes!C2", "{error}");
    assert!(tables::read_workbook("no.xlsx", b"PK", None).is_err());
    // A bomb: three hundred megabytes of nothing.
    let spaces = " ".repeat(300 << 20);
    let error = tables::read_workbook("bomb.xlsx", &book(&[("map", &spaces)]), None).unwrap_err();
    assert!(error.what.contains("unpacks to more"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn mangled_workbooks_do_no_harm(edits in foreign::edits(), which in 0_usize..3) {
        let sheets = by_hand();
        let mut rows: Vec<String> = sheets.iter().map(|(_, rows)| rows.clone()).collect();
        let mut bytes = rows[which].clone().into_bytes();
        foreign::mangle(&mut bytes, &edits);
        rows[which] = String::from_utf8_lossy(&bytes).into_owned();
        let sheets: Vec<(&str, &str)> =
            sheets.iter().zip(&rows).map(|((name, _), rows)| (*name, rows.as_str())).collect();
        let mut bytes = book(&sheets);
        foreign::harmless(&tables::read_workbook("mangled", &bytes, None));
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&tables::read_workbook("mangled", &bytes, None));
    }
}
