//! VASSAL's formatted strings, as far as places are named by them: printed, and read again.
//!
//! Every second part between dollar signs is a property: `Hex $gridLocation$`.

use super::codec::split;

/// A part of a formatted string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// It stands there as it is.
    Text(String),
    /// The value of a property stands there.
    Property(String),
}

/// Takes a formatted string apart.
pub fn parts(format: &str) -> Vec<Part> {
    let tokens = split('$', format);
    let last = tokens.len().saturating_sub(1);
    let parts = tokens.into_iter().enumerate().filter(|(_, token)| !token.is_empty());
    // What no second sign closes is text.
    let is_property = |at: usize| at % 2 == 1 && at < last;
    parts
        .map(|(at, token)| if is_property(at) { Part::Property(token) } else { Part::Text(token) })
        .collect()
}

/// Prints a formatted string with the values of its properties.
pub fn print(format: &str, value: impl Fn(&str) -> String) -> String {
    let part = |part| match part {
        Part::Text(text) => text,
        Part::Property(name) => value(&name),
    };
    parts(format).into_iter().map(part).collect()
}

/// What a part of a name is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Want {
    /// Just this.
    Text(String),
    /// A number of so many digits or more.
    Number(usize),
    /// One letter again and again.
    Letters,
    /// Anything.
    Any,
}

/// The longest name, and the most parts of it, that are looked at: nobody calls a place more.
const LONGEST: usize = 256;
const MOST_PARTS: usize = 32;

/// Where the parts of a name are, as bytes from and to; `None` where it is no such name. Each part
/// takes as much as it can, the first ones first, as in the regular expressions that VASSAL makes of
/// a format.
pub fn found(wanted: &[Want], name: &str) -> Option<Vec<[usize; 2]>> {
    if name.len() > LONGEST || wanted.len() > MOST_PARTS {
        return None;
    }
    let mut search = Search { wanted, name, spans: Vec::new(), dead: Vec::new() };
    search.dead.resize((wanted.len() + 1) * (name.len() + 1), false);
    search.from(0, 0).then(|| {
        search.spans.reverse();
        search.spans
    })
}

struct Search<'a> {
    wanted: &'a [Want],
    name: &'a str,
    /// From the last part to the first.
    spans: Vec<[usize; 2]>,
    /// From which part and place it is known to lead nowhere.
    dead: Vec<bool>,
}

impl Search<'_> {
    /// Whether the parts from one on are all that is left of the name.
    fn from(&mut self, part: usize, at: usize) -> bool {
        let Some(wanted) = self.wanted.get(part) else { return at == self.name.len() };
        let key = part * (self.name.len() + 1) + at;
        if self.dead.get(key).copied().unwrap_or(true) {
            return false;
        }
        let rest = self.name.get(at..).unwrap_or_default();
        let sign = usize::from(rest.starts_with('-'));
        let run = |is: &dyn Fn(u8) -> bool| {
            rest.bytes().skip(sign).take_while(|byte| is(*byte)).count() + sign
        };
        let [least, most] = match wanted {
            Want::Text(text) if rest.starts_with(text.as_str()) => [text.len(); 2],
            Want::Text(_) => [1, 0],
            Want::Number(digits) => [sign + (*digits).max(1), run(&|byte| byte.is_ascii_digit())],
            Want::Letters => {
                let first = rest.as_bytes().get(sign).copied().filter(u8::is_ascii_uppercase);
                [sign + 1, run(&|byte| Some(byte) == first)]
            }
            Want::Any => [0, rest.len()],
        };
        for length in (least..=most).rev() {
            if rest.is_char_boundary(length) && self.from(part + 1, at + length) {
                self.spans.push([at, at + length]);
                return true;
            }
        }
        if let Some(dead) = self.dead.get_mut(key) {
            *dead = true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_part_is_a_property_if_a_sign_closes_it() {
        let text = |text: &str| Part::Text(text.to_owned());
        let property = |name: &str| Part::Property(name.to_owned());
        assert_eq!(parts("$gridLocation$"), [property("gridLocation")]);
        assert_eq!(
            parts("Hex $row$-$column$"),
            [text("Hex "), property("row"), text("-"), property("column")]
        );
        assert_eq!(parts("5$ each"), [text("5"), text(" each")]);
        assert_eq!(parts("$a$$b"), [property("a"), text("b")]);
        assert_eq!(parts(""), []);
    }

    #[test]
    fn names_come_apart_as_regular_expressions_have_it() {
        let number = Want::Number(2);
        let spans = |wanted: &[Want], name: &str| found(wanted, name);
        // The first takes all it can.
        assert_eq!(spans(&[number.clone(), number.clone()], "11010"), Some(vec![[0, 3], [3, 5]]));
        assert_eq!(spans(&[number.clone(), number.clone()], "110"), None);
        assert_eq!(
            spans(&[number.clone(), number.clone()], "-110-203"),
            Some(vec![[0, 4], [4, 8]])
        );
        assert_eq!(spans(&[Want::Letters, Want::Letters], "AAFF"), Some(vec![[0, 2], [2, 4]]));
        assert_eq!(spans(&[Want::Letters, Want::Number(1)], "-AB1"), None);
        let any = [Want::Text("Hex ".to_owned()), Want::Any, Want::Text("!".to_owned())];
        assert_eq!(spans(&any, "Hex 0302!!"), Some(vec![[0, 4], [4, 9], [9, 10]]));
        assert_eq!(spans(&any, "Hex ü!"), Some(vec![[0, 4], [4, 6], [6, 7]]));
        assert_eq!(spans(&any, "hex 1!"), None);
        assert_eq!(spans(&[], ""), Some(Vec::new()));
        // Not in a lifetime, if every way were tried.
        let many = vec![Want::Number(1); 30];
        assert_eq!(spans(&many, &format!("{}x", "1".repeat(200))), None);
    }
}
