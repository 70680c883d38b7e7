//! A workbook as it is packed (ECMA-376, Office Open XML): sheets of texts and numbers. No clock is
//! asked, so the same sheets are the same bytes at any time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::workbook::letters;

/// Rows of a sheet, and letters of a cell, in units of UTF-16: more is no such file.
const MOST_ROWS: usize = 1 << 20;
const MOST_LETTERS: usize = 32_767;

/// What stands in a cell.
pub enum Said {
    Nothing,
    Text(String),
    Number(f64),
}

/// A workbook while it is made.
#[derive(Default)]
pub struct Book {
    /// Each sheet's name and its document.
    sheets: Vec<(String, String)>,
    /// Each text once, with its number.
    texts: BTreeMap<String, usize>,
    /// How many cells have a text.
    cells: usize,
}

impl Book {
    /// Adds a sheet. Of a table the first row is bold, and stays in sight.
    ///
    /// # Errors
    /// More than a sheet or a cell may hold.
    pub fn add(
        &mut self,
        name: &str,
        is_table: bool,
        rows: impl Iterator<Item = Vec<Said>>,
    ) -> Result<(), String> {
        let mut sheet = format!("{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetViews>");
        let first = if self.sheets.is_empty() { " tabSelected=\"1\"" } else { "" };
        let pane =
            "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>";
        let pane = if is_table { pane } else { "" };
        let view =
            format!("<sheetView{first} workbookViewId=\"0\">{pane}</sheetView></sheetViews>");
        sheet += &view;
        sheet += "<sheetData>";
        // Writing to a string cannot fail.
        for (row, cells) in (1..).zip(rows) {
            if row > MOST_ROWS {
                return Err(format!("the sheet {name} has more than {MOST_ROWS} rows"));
            }
            let _ = write!(sheet, "<row r=\"{row}\">");
            for (column, said) in (0..).zip(cells) {
                let place = || format!("{}{row}", letters(column));
                let style = if is_table && row == 1 { " s=\"1\"" } else { "" };
                let _ = match said {
                    Said::Nothing => Ok(()),
                    Said::Number(number) => {
                        write!(sheet, "<c r=\"{}\"{style}><v>{number}</v></c>", place())
                    }
                    Said::Text(text) if text.encode_utf16().count() > MOST_LETTERS => {
                        let place = place();
                        return Err(format!("{name}!{place} has more than {MOST_LETTERS} letters"));
                    }
                    Said::Text(text) => {
                        let number = self.number_of(text);
                        write!(sheet, "<c r=\"{}\"{style} t=\"s\"><v>{number}</v></c>", place())
                    }
                };
            }
            sheet += "</row>";
        }
        sheet += "</sheetData></worksheet>";
        self.sheets.push((name.to_owned(), sheet));
        Ok(())
    }

    fn number_of(&mut self, text: String) -> usize {
        self.cells += 1;
        let next = self.texts.len();
        *self.texts.entry(text).or_insert(next)
    }

    /// Packs it.
    ///
    /// # Errors
    /// It is larger than a zip may be.
    pub fn pack(self, title: &str) -> Result<Vec<u8>, zip::result::ZipError> {
        let all = |part: &dyn Fn(usize, &str) -> String| -> String {
            (1..).zip(&self.sheets).map(|(at, (name, _))| part(at, name)).collect()
        };
        let types = all(&|at, _| part(&format!("xl/worksheets/sheet{at}.xml"), "worksheet"));
        let names = all(&|at, name| {
            format!("<sheet name=\"{}\" sheetId=\"{at}\" r:id=\"rId{at}\"/>", in_xml(name))
        });
        let leads = all(&|at, _| {
            lead(
                &format!("rId{at}"),
                &format!("{OF}/worksheet"),
                &format!("worksheets/sheet{at}.xml"),
            )
        });
        let mut texts: Vec<(&String, &usize)> = self.texts.iter().collect();
        texts.sort_unstable_by_key(|(_, number)| **number);
        let items = texts
            .iter()
            .map(|(text, _)| format!("<si><t xml:space=\"preserve\">{}</t></si>", in_xml(text)));
        let items: String = items.collect();
        let (cells, count) = (self.cells, self.texts.len());

        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
        let mut add = |name: &str, text: &str| {
            zip.start_file(name, options)?;
            Ok::<(), zip::result::ZipError>(zip.write_all(text.as_bytes())?)
        };
        add(
            "[Content_Types].xml",
            &format!(
                "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\">\
                 <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
                 <Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>\
                 {}{}{}{types}</Types>",
                part("xl/workbook.xml", "sheet.main"),
                part("xl/styles.xml", "styles"),
                part("xl/sharedStrings.xml", "sharedStrings"),
            ),
        )?;
        let leads_to = |leads: &str| {
            format!(
                "{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">{leads}</Relationships>"
            )
        };
        let core = format!("{PACKAGE}/relationships/metadata/core-properties");
        let top = lead("rId1", &format!("{OF}/officeDocument"), "xl/workbook.xml")
            + &lead("rId2", &core, "docProps/core.xml");
        add("_rels/.rels", &leads_to(&top))?;
        add(
            "docProps/core.xml",
            &format!(
                "{HEAD}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" \
                 xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" \
                 xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:title>{}</dc:title>\
                 <dcterms:created xsi:type=\"dcterms:W3CDTF\">{MADE}</dcterms:created>\
                 <dcterms:modified xsi:type=\"dcterms:W3CDTF\">{MADE}</dcterms:modified></cp:coreProperties>",
                in_xml(title)
            ),
        )?;
        add(
            "xl/workbook.xml",
            &format!(
                "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OF}\"><bookViews><workbookView/></bookViews>\
                 <sheets>{names}</sheets></workbook>"
            ),
        )?;
        let more = lead("rIdStyles", &format!("{OF}/styles"), "styles.xml")
            + &lead("rIdTexts", &format!("{OF}/sharedStrings"), "sharedStrings.xml");
        add("xl/_rels/workbook.xml.rels", &leads_to(&(leads + &more)))?;
        add("xl/styles.xml", &format!("{HEAD}<styleSheet xmlns=\"{MAIN}\">{STYLES}</styleSheet>"))?;
        add(
            "xl/sharedStrings.xml",
            &format!(
                "{HEAD}<sst xmlns=\"{MAIN}\" count=\"{cells}\" uniqueCount=\"{count}\">{items}</sst>"
            ),
        )?;
        for (at, (_, sheet)) in (1..).zip(&self.sheets) {
            add(&format!("xl/worksheets/sheet{at}.xml"), sheet)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OF: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
/// When all workbooks were made.
const MADE: &str = "2000-01-01T00:00:00Z";
/// The second style of cells is bold.
const STYLES: &str = "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>\
    <font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font></fonts>\
    <fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>\
    <fill><patternFill patternType=\"gray125\"/></fill></fills>\
    <borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
    <cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>\
    <cellXfs count=\"2\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>\
    <xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/></cellXfs>\
    <cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>";

fn part(name: &str, kind: &str) -> String {
    format!(
        "<Override PartName=\"/{name}\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml\"/>"
    )
}

fn lead(id: &str, kind: &str, to: &str) -> String {
    format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{to}\"/>")
}

/// Text as a workbook has it: what XML cannot hold, or would change, by its number, `_x000D_`.
fn in_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '_' if is_by_number(text.as_bytes().get(at..).unwrap_or_default()) => {
                out.push_str("_x005F_");
            }
            '\t' | '\n' => out.push(character),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "_x{:04X}_", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out
}

/// Whether a text begins as a character that is told by its number.
fn is_by_number(text: &[u8]) -> bool {
    let [b'_', b'x', digits @ .., b'_'] = text.get(..7).unwrap_or_default() else { return false };
    digits.iter().all(u8::is_ascii_hexdigit)
}
