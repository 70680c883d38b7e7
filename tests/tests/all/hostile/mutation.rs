//! What hostile hands do to a file.

use std::ops::Range;

/// Numbers from a seed: the same on every machine.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit; 0 where that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn one_of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    /// A span of bytes, mostly short.
    fn span(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.below(bytes.len() + 1);
        let most = [4, 40, 400, 1 << 20][self.below(4)];
        start..bytes.len().min(start + 1 + self.below(most))
    }
}

/// What a number may be.
const NUMBERS: [&str; 18] = [
    "-1",
    "0",
    "1e999",
    "-1e999",
    "NaN",
    "-0",
    "4294967296",
    "65536",
    "65535",
    "-32769",
    "255",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "1e-400",
    "0.5",
    "1000000000",
    "00",
];

/// What a word may be, or hold.
const WORDS: [&str; 30] = [
    "",
    "\\u0000",
    "\u{0}",
    "\u{1b}[2J",
    "\u{1b}]0;owned\u{7}",
    "\r",
    "\n",
    "\t",
    "\u{202e}",
    "\u{2066}",
    "\u{9b}31m",
    "\u{feff}",
    "../../../../etc/passwd",
    "/dev/zero",
    "C:\\con",
    "=1+1",
    "'",
    "\"",
    "<script>",
    "&lt;!--",
    "]]>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "é",
    "🂡",
    "\u{e0041}",
    "#",
    "\\",
    "%s%n",
    "null",
    "\\ud800",
];

/// Bytes that are no text, and marks of formats.
const BYTES: [&[u8]; 9] = [
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xfe\xff\x00a",
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"\x1f\x8b\x08",
    b"\x00\x00\x00\x00",
];

/// What opens without end, and what would close it.
const NESTS: [(&str, &str); 7] = [
    ("[", "]"),
    ("{\"a\":", "}"),
    ("<a>", "</a>"),
    ("(", ")"),
    ("a.", ""),
    ("[[", "]]"),
    ("\"", "\""),
];

/// Mutates a sample by one to three hands; what they did, in words.
pub fn mutate(sample: &[u8], chance: &mut Chance) -> (Vec<u8>, String) {
    let mut bytes = sample.to_vec();
    let mut done = Vec::new();
    for _ in 0..=chance.below(3) {
        done.push(one(&mut bytes, chance));
    }
    (bytes, done.join(", then "))
}

fn one(bytes: &mut Vec<u8>, chance: &mut Chance) -> String {
    match chance.below(18) {
        0 => {
            let at = chance.below(bytes.len());
            let bit = chance.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
            format!("bit {bit} of byte {at} flipped")
        }
        1 => {
            let at = chance.below(bytes.len());
            let new = chance.below(256) as u8;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = new;
            }
            format!("byte {at} made {new}")
        }
        2 => {
            let at = chance.below(bytes.len() + 1);
            bytes.truncate(at);
            format!("cut off at {at}")
        }
        3 => {
            let span = chance.span(bytes);
            bytes.drain(span.clone());
            format!("{span:?} taken out")
        }
        4 => {
            let span = chance.span(bytes);
            let times = [1, 1, 2, 300][chance.below(4)].min(1 + 200_000 / span.len().max(1));
            let again = bytes[span.clone()].repeat(times);
            bytes.splice(span.end..span.end, again);
            format!("{span:?} said {times} times more")
        }
        5 => {
            let (from, to) = (chance.span(bytes), chance.below(bytes.len() + 1));
            let copy = bytes[from.clone()].to_vec();
            bytes.splice(to..to, copy);
            format!("{from:?} put in at {to}")
        }
        6 | 7 => {
            let number = chance.one_of(&NUMBERS);
            instead(bytes, chance, numbers, number.as_bytes(), number)
        }
        8 | 9 => {
            let word = chance.one_of(&WORDS);
            instead(bytes, chance, words, word.as_bytes(), word)
        }
        10 => {
            let word = chance.one_of(&WORDS);
            put_in(bytes, chance, word.as_bytes(), word)
        }
        11 => {
            let wrong = chance.one_of(&BYTES);
            put_in(bytes, chance, wrong, "bytes that are no text")
        }
        12 => {
            let (open, close) = NESTS[chance.below(NESTS.len())];
            let depth = [20, 127, 128, 129, 2000, 30_000][chance.below(6)];
            let inner = [open.repeat(depth), close.repeat(depth * chance.below(2))].concat();
            put_in(bytes, chance, inner.as_bytes(), &format!("{depth} times {open}"))
        }
        13 => {
            let length = [300, 5000, 70_000][chance.below(3)];
            let long = chance.one_of(&["x", "é", "W", "1", " ", "\u{301}"]).repeat(length);
            instead(bytes, chance, words, long.as_bytes(), &format!("{length} letters"))
        }
        14 | 15 => {
            let all = words(bytes);
            if all.len() < 2 {
                return "nothing".to_owned();
            }
            let mut two = [chance.below(all.len()), chance.below(all.len())];
            two.sort_unstable();
            let [first, second] = two.map(|at| all[at].clone());
            let [one, other] = [&first, &second].map(|span| bytes[span.clone()].to_vec());
            bytes.splice(second.clone(), one);
            if first != second {
                bytes.splice(first.clone(), other);
            }
            format!("the words at {} and {} swapped", first.start, second.start)
        }
        16 => {
            let mut lines: Vec<Vec<u8>> =
                bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            if lines.is_empty() {
                return "nothing".to_owned();
            }
            let (from, to) = (chance.below(lines.len()), chance.below(lines.len()));
            let line = if chance.below(2) == 0 { lines.remove(from) } else { lines[from].clone() };
            let to = to.min(lines.len());
            if chance.below(3) > 0 {
                lines.insert(to, line);
            }
            *bytes = lines.concat();
            format!("line {from} moved to {to}, said twice or left out")
        }
        _ => {
            // A member of an object: renamed, or its value another's.
            let all = words(bytes);
            let Some(key) = pick(&all, chance) else { return "nothing".to_owned() };
            let Some(other) = pick(&all, chance) else { return "nothing".to_owned() };
            let name = bytes[other].to_vec();
            bytes.splice(key.clone(), name);
            format!("the word at {} made one from elsewhere", key.start)
        }
    }
}

/// Where the numbers are.
fn numbers(bytes: &[u8]) -> Vec<Range<usize>> {
    spans(bytes, |byte| byte.is_ascii_digit() || b"-.+".contains(&byte))
}

/// Where the words are: ids, names, keys, tags.
fn words(bytes: &[u8]) -> Vec<Range<usize>> {
    spans(bytes, |byte| byte.is_ascii_alphanumeric() || b"-_.$:".contains(&byte) || byte > 127)
}

fn spans(bytes: &[u8], within: impl Fn(u8) -> bool) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for at in (0..bytes.len()).filter(|at| within(bytes[*at])) {
        match all.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => all.push(at..at + 1),
        }
    }
    all
}

fn pick(all: &[Range<usize>], chance: &mut Chance) -> Option<Range<usize>> {
    all.get(chance.below(all.len())).cloned()
}

/// Something else in place of a number or word.
fn instead(
    bytes: &mut Vec<u8>,
    chance: &mut Chance,
    spans: fn(&[u8]) -> Vec<Range<usize>>,
    new: &[u8],
    called: &str,
) -> String {
    let Some(span) = pick(&spans(bytes), chance) else { return "nothing".to_owned() };
    bytes.splice(span.clone(), new.iter().copied());
    format!("{span:?} made {called:?}")
}

fn put_in(bytes: &mut Vec<u8>, chance: &mut Chance, new: &[u8], called: &str) -> String {
    let at = chance.below(bytes.len() + 1);
    bytes.splice(at..at, new.iter().copied());
    format!("{called:?} put in at {at}")
}
