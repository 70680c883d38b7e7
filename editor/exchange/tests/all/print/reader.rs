//! As much of a PDF reader as it takes to say how large a page is and which words stand where.
//! It shares nothing with the writer.

use std::collections::BTreeMap;

/// A page as a reader finds it.
#[derive(Debug)]
pub struct Page {
    /// Width and height in points.
    pub size: [f32; 2],
    /// Words with the middle of their baseline, in points from the lower left corner.
    pub words: Vec<(String, [f32; 2])>,
}

/// Reads the pages of a document.
pub fn read(bytes: &[u8]) -> Vec<Page> {
    let objects = objects(bytes);
    let text = |id: u32| String::from_utf8_lossy(objects[&id].0).into_owned();
    let tree = objects.keys().find(|id| is(&text(**id), "Pages")).expect("a page tree");
    let tree = text(*tree);
    let fonts: Fonts = (0..8)
        .filter_map(|number| {
            let font = text(reference(&tree, &format!("/F{number}"))?);
            let letters = letters_of(&stream(&objects, reference(&font, "/ToUnicode")?));
            let below = &font[font.find("/DescendantFonts")?..];
            let below: u32 =
                below[below.find('[')? + 1..].split_whitespace().next()?.parse().ok()?;
            let below = text(below);
            let widths = &below[below.find("/W")? + 2..];
            let widths = &widths[widths.find("[0")? + 2..];
            let widths = &widths[widths.find('[')? + 1..widths.find(']')?];
            let widths = widths.split_whitespace().map(|width| width.parse().unwrap()).collect();
            Some((format!("F{number}"), Font { letters, widths }))
        })
        .collect();
    let kids = &tree[tree.find("/Kids").expect("kids")..];
    let kids = &kids[kids.find('[').unwrap() + 1..kids.find(']').unwrap()];
    let numbers: Vec<u32> = kids.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers
        .chunks(2)
        .map(|kid| {
            let page = text(kid[0]);
            let at = page.find("/MediaBox").expect("a size");
            let list = &page[at..];
            let list = &list[list.find('[').unwrap() + 1..list.find(']').unwrap()];
            let edges: Vec<f32> =
                list.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let contents = stream(&objects, reference(&page, "/Contents").expect("contents"));
            let words = words(&contents, &fonts);
            Page { size: [edges[2] - edges[0], edges[3] - edges[1]], words }
        })
        .collect()
}

fn is(dictionary: &str, kind: &str) -> bool {
    [format!("/Type/{kind}"), format!("/Type /{kind}")].iter().any(|key| {
        dictionary
            .find(key.as_str())
            .is_some_and(|at| !dictionary[at + key.len()..].starts_with(char::is_alphanumeric))
    })
}

/// A font as the file tells of it.
struct Font {
    letters: BTreeMap<u16, char>,
    /// Thousandths of the em, by glyph.
    widths: Vec<f32>,
}

type Fonts = BTreeMap<String, Font>;

/// The number of the object that a key refers to.
fn reference(dictionary: &str, key: &str) -> Option<u32> {
    let rest = &dictionary[dictionary.find(&format!("{key} "))? + key.len()..];
    rest.split_whitespace().next()?.parse().ok()
}

/// Each object's dictionary, and the bytes of its stream.
type Objects<'a> = BTreeMap<u32, (&'a [u8], &'a [u8])>;

fn objects(bytes: &[u8]) -> Objects<'_> {
    let find = |from: usize, what: &[u8]| {
        bytes[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    // By the table at the end, as a reader does: no byte of a stream is taken for an object.
    let last = bytes.windows(9).rposition(|window| window == b"startxref").expect("startxref");
    let start: usize = std::str::from_utf8(&bytes[last + 9..])
        .unwrap()
        .split_whitespace()
        .next()
        .and_then(|number| number.parse().ok())
        .expect("where the table is");
    let table = std::str::from_utf8(&bytes[start..last]).expect("a table of text");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("xref"));
    let count: usize =
        lines.next().unwrap().split_whitespace().nth(1).unwrap().parse().expect("a count");
    let mut objects = BTreeMap::new();
    for (id, line) in (0..count as u32).zip(lines) {
        if !line.trim_end().ends_with('n') {
            continue;
        }
        let at: usize = line[..10].parse().unwrap();
        let end = find(at, b"endobj").expect("an end");
        let (dictionary, stream) = match find(at, b"stream\n").filter(|place| *place < end) {
            Some(place) => {
                let head = String::from_utf8_lossy(&bytes[at..place]).into_owned();
                let length = reference(&head, "/Length").expect("a length") as usize;
                (&bytes[at..place], &bytes[place + 7..place + 7 + length])
            }
            None => (&bytes[at..end], &bytes[0..0]),
        };
        objects.insert(id, (dictionary, stream));
    }
    objects
}

fn stream(objects: &Objects<'_>, id: u32) -> String {
    let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(objects[&id].1).expect("a stream");
    unpacked.iter().map(|&byte| char::from(byte)).collect()
}

/// Which letter each glyph stands for.
fn letters_of(map: &str) -> BTreeMap<u16, char> {
    let mut letters = BTreeMap::new();
    let number = |text: &str| {
        u32::from_str_radix(text.trim_matches(|c| "<>".contains(c)), 16).expect("a number")
    };
    let mut ranges = false;
    for line in map.lines() {
        if line.ends_with("beginbfchar") || line.ends_with("beginbfrange") {
            ranges = line.ends_with("beginbfrange");
        } else if line.starts_with('<') {
            let parts: Vec<u32> =
                line.replace("><", "> <").split_whitespace().map(number).collect();
            match (ranges, parts.as_slice()) {
                (false, [glyph, letter]) => {
                    letters.insert(*glyph as u16, char::from_u32(*letter).unwrap());
                }
                (true, [from, to, letter]) if *to < 0xffff => {
                    for glyph in *from..=*to {
                        letters
                            .insert(glyph as u16, char::from_u32(letter + glyph - from).unwrap());
                    }
                }
                // The code space.
                _ => {}
            }
        }
    }
    letters
}

type Matrix = [f32; 6];

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// The words that are filled, not those that are only an outline behind others.
fn words(contents: &str, fonts: &Fonts) -> Vec<(String, [f32; 2])> {
    let mut words = Vec::new();
    let mut operands: Vec<Token> = Vec::new();
    let mut matrix: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut saved = Vec::new();
    let mut at = matrix;
    let mut font = "";
    let mut size = 0.0;
    let mut filled = true;
    for token in tokens(contents) {
        let Token::Word(operator) = &token else {
            operands.push(token);
            continue;
        };
        let number = |index: usize| match operands.get(index) {
            Some(Token::Number(number)) => *number,
            other => panic!("{other:?} is no number"),
        };
        let six = || [0, 1, 2, 3, 4, 5].map(number);
        match operator.as_str() {
            "q" => saved.push(matrix),
            "Q" => matrix = saved.pop().expect("a saved state"),
            "cm" => matrix = times(six(), matrix),
            "Tm" => at = times(six(), matrix),
            "Tr" => filled = number(0) == 0.0,
            "Tf" => {
                let Some(Token::Name(name)) = operands.first() else { panic!("no font") };
                font = fonts.keys().find(|known| *known == name).expect("a known font");
                size = number(1);
            }
            "Tj" if filled => {
                let Some(Token::Text(bytes)) = operands.first() else { panic!("no text") };
                let glyphs: Vec<u16> = bytes
                    .chunks(2)
                    .map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1]))
                    .collect();
                let Font { letters, widths } = &fonts[font];
                let text = glyphs.iter().map(|glyph| letters[glyph]).collect();
                let run: f32 = glyphs.iter().map(|&glyph| widths[usize::from(glyph)]).sum();
                let half = run / 1000.0 * size / 2.0;
                words.push((text, [at[4] + at[0] * half, at[5] + at[1] * half]));
            }
            _ => {}
        }
        operands.clear();
    }
    words
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f32),
    Name(String),
    Text(Vec<u8>),
    Word(String),
    Other,
}

fn tokens(contents: &str) -> Vec<Token> {
    let bytes: Vec<u8> = contents.chars().map(|letter| letter as u8).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"[]<>()/".contains(&byte);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b if b.is_ascii_whitespace() => {}
            b'(' => {
                let mut text = Vec::new();
                let mut depth = 1;
                loop {
                    let byte = bytes[at];
                    at += 1;
                    match byte {
                        b'\\' => {
                            let escaped = bytes[at];
                            at += 1;
                            match escaped {
                                b'n' => text.push(b'\n'),
                                b'r' => text.push(b'\r'),
                                b't' => text.push(b'\t'),
                                b'b' => text.push(8),
                                b'f' => text.push(12),
                                b'0'..=b'7' => {
                                    let mut code = u32::from(escaped - b'0');
                                    for _ in 0..2 {
                                        if let digit @ b'0'..=b'7' = bytes[at] {
                                            code = code * 8 + u32::from(digit - b'0');
                                            at += 1;
                                        } else {
                                            break;
                                        }
                                    }
                                    text.push(code as u8);
                                }
                                other => text.push(other),
                            }
                        }
                        b'(' => {
                            depth += 1;
                            text.push(byte);
                        }
                        b')' => {
                            depth -= 1;
                            if depth == 0 {
                                break;
                            }
                            text.push(byte);
                        }
                        other => text.push(other),
                    }
                }
                tokens.push(Token::Text(text));
            }
            b'<' if bytes.get(at) != Some(&b'<') => {
                let end = at + bytes[at..].iter().position(|b| *b == b'>').expect("an end");
                let digits = std::str::from_utf8(&bytes[at..end]).unwrap();
                let text = (0..digits.len() / 2)
                    .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
                    .collect();
                tokens.push(Token::Text(text));
                at = end + 1;
            }
            b'<' | b'>' => {
                // A dictionary's brackets are double.
                at += usize::from(bytes.get(at) == Some(&byte));
                tokens.push(Token::Other);
            }
            b'[' | b']' => tokens.push(Token::Other),
            first => {
                let start = if first == b'/' { at } else { at - 1 };
                while bytes.get(at).is_some_and(|byte| !ends(*byte)) {
                    at += 1;
                }
                let word = String::from_utf8_lossy(&bytes[start..at]).into_owned();
                tokens.push(match word.parse() {
                    Ok(number) if first != b'/' => Token::Number(number),
                    _ if first == b'/' => Token::Name(word),
                    _ => Token::Word(word),
                });
            }
        }
    }
    tokens
}
