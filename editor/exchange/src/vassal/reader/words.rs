//! What the words of a piece say of it: the name that it has, the pictures that it shows, who may look
//! under its mask.

use super::super::codec::split;
use super::piece::Trait;

/// The types of units by words of their names, the longer phrases first. The types are called as the
/// symbols that they have.
const TYPES: &[(&str, &[&str])] = &[
    ("machine-gun", &["machine gun", "machine guns", "machinegun", "mg", "hmg", "mmg"]),
    ("anti-tank", &["anti tank", "antitank", "pak"]),
    ("anti-aircraft", &["anti aircraft", "antiaircraft", "flak", "aa"]),
    ("horse-artillery", &["horse artillery", "horse art", "reitende artillerie"]),
    ("heavy-artillery", &["heavy artillery", "heavy art"]),
    ("siege-artillery", &["siege artillery", "siege art"]),
    ("mountain-artillery", &["mountain artillery"]),
    ("mountain-infantry", &["mountain infantry", "mountain", "alpini", "gebirgsjäger"]),
    ("motorised-infantry", &["motorised infantry", "motorized infantry", "panzergrenadier"]),
    ("armoured-car", &["armoured car", "armored car", "armoured cars", "armored cars"]),
    ("marine-infantry", &["marines", "marine", "naval brigade"]),
    ("mortar", &["mortar", "mortars", "mörser"]),
    ("headquarters", &["hq", "headquarters", "headquarter", "stab"]),
    (
        "engineers",
        &["engineer", "engineers", "eng", "pioneers", "pioniere", "sappers", "genie", "génie"],
    ),
    (
        "light-infantry",
        &["light infantry", "jäger", "jaeger", "jager", "chasseurs", "voltigeurs", "rifles"],
    ),
    (
        "cavalry",
        &[
            "cavalry",
            "cav",
            "cavalerie",
            "kavallerie",
            "hussars",
            "hussar",
            "husaren",
            "dragoons",
            "dragoon",
            "dragoner",
            "dragons",
            "lancers",
            "lancer",
            "uhlans",
            "ulanen",
            "cuirassiers",
            "cuirassier",
            "kürassier",
            "kürassiere",
            "cossacks",
            "cossack",
            "yeomanry",
        ],
    ),
    (
        "infantry",
        &[
            "infantry",
            "inf",
            "infanterie",
            "grenadiers",
            "grenadier",
            "grenadiere",
            "fusiliers",
            "fusilier",
            "füsilier",
            "füsiliere",
            "musketeers",
            "musketiere",
            "landwehr",
            "militia",
            "foot",
        ],
    ),
    (
        "artillery",
        &[
            "artillery",
            "art",
            "arty",
            "artillerie",
            "battery",
            "batterie",
            "howitzer",
            "howitzers",
            "haubitze",
            "guns",
            "cannon",
        ],
    ),
    ("tank", &["tank", "tanks", "panzer", "pz", "armor", "armour", "armored", "armoured", "char"]),
    ("signals", &["signals", "signal"]),
    ("wagon", &["wagon", "wagons", "train"]),
    ("lorry", &["truck", "trucks", "lorry", "lorries"]),
    ("leader", &["leader", "general", "gen", "marshal", "commander", "oberst", "colonel"]),
];

/// Words for the size of a unit.
const SIZES: &[&str] = &[
    "army",
    "armee",
    "armée",
    "corps",
    "korps",
    "division",
    "divisions",
    "div",
    "brigade",
    "bde",
    "regiment",
    "rgt",
    "regt",
    "battalion",
    "bataillon",
    "bn",
    "company",
    "coy",
    "kompanie",
    "squadron",
    "platoon",
    "squad",
    "legion",
    "legio",
    "detachment",
    "kampfgruppe",
];

/// Words for what only marks something.
const MARKERS: &[&str] = &[
    "marker",
    "markers",
    "turn",
    "phase",
    "control",
    "controlled",
    "vp",
    "vps",
    "victory",
    "score",
    "weather",
    "initiative",
    "smoke",
    "fire",
    "hit",
    "hits",
    "damage",
    "damaged",
    "pinned",
    "disrupted",
    "broken",
    "routed",
    "shaken",
    "moved",
    "fired",
    "fatigue",
    "activated",
    "entrenchment",
    "entrenchments",
    "trench",
    "mine",
    "mines",
    "minefield",
    "objective",
    "chit",
    "chits",
    "status",
    "die",
    "dice",
    "blank",
    "dummy",
    "arrow",
    "bridge",
    "ruin",
    "ruins",
    "wreck",
    "counter",
    "points",
    "rail",
    "railhead",
    "target",
];

/// The words of a text in lower case, with one blank before, between and behind them.
fn spaced(text: &str) -> String {
    let mut out = " ".to_owned();
    for part in text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
        out.push_str(&part.to_lowercase());
        out.push(' ');
    }
    out
}

fn has(spaced: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        spaced.match_indices(word).any(|(at, found)| {
            spaced[..at].ends_with(' ') && spaced[at + found.len()..].starts_with(' ')
        })
    })
}

/// The type that words name: `Cavalry`, `2nd Art.`, `HQ III Corps`.
pub fn type_of(text: &str) -> Option<&'static str> {
    let text = spaced(text);
    TYPES.iter().find(|(_, words)| has(&text, words)).map(|(id, _)| *id)
}

/// Whether words name a unit: by its type, its size, or a number in its order.
pub fn is_unit(text: &str) -> bool {
    let text_of = spaced(text);
    let is_ordinal = |word: &str| {
        let digits = word.trim_end_matches(char::is_alphabetic);
        !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit())
            && ["st", "nd", "rd", "th"].contains(&&word[digits.len()..])
    };
    type_of(text).is_some() || has(&text_of, SIZES) || text_of.split(' ').any(is_ordinal)
}

/// Whether words name a marker.
pub fn is_marker(text: &str) -> bool {
    has(&spaced(text), MARKERS)
}

/// The only side whose players may look under a piece's mask, see it where it is hidden or move it.
pub fn owner(traits: &[Trait]) -> Option<String> {
    let sides = |one: &Trait| match one.name() {
        "restrict" => Some(one.field(1).to_owned()),
        "obs" | "hide" => {
            one.fields.iter().find_map(|field| Some(field.strip_prefix("sides:")?.to_owned()))
        }
        _ => None,
    };
    let one = |sides: String| match split(',', &sides).as_slice() {
        [one] if !one.trim().is_empty() => Some(one.trim().to_owned()),
        _ => None,
    };
    traits.iter().filter_map(sides).find_map(one)
}

/// The names of the pictures that a piece shows, without their endings.
pub fn pictures(traits: &[Trait]) -> Vec<String> {
    let of = |one: &Trait| match one.name() {
        "piece" => vec![one.field(3).to_owned()],
        "emb2" => split(',', one.field(16)),
        _ => Vec::new(),
    };
    let stem =
        |name: String| name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned());
    traits.iter().flat_map(of).map(stem).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_types_units_and_markers() {
        for (name, is) in [
            ("Infantry", Some("infantry")),
            ("3rd Cav.", Some("cavalry")),
            ("2nd Art", Some("artillery")),
            ("III Corps HQ", Some("headquarters")),
            ("I./6. Kürassier; „Alte“", Some("cavalry")),
            ("1st Horse Artillery", Some("horse-artillery")),
            ("Earthworks", None),
            ("1st Division", None),
        ] {
            assert_eq!(type_of(name), is, "{name}");
        }
        for (name, unit, marker) in [
            ("1st Division", true, false),
            ("XX", false, false),
            ("Game Turn", false, true),
            ("Smoke", false, true),
            ("V Korps", true, false),
            ("27", false, false),
        ] {
            assert_eq!((is_unit(name), is_marker(name)), (unit, marker), "{name}");
        }
    }

    #[test]
    fn a_mask_of_one_side_tells_whose_a_piece_is() {
        let one = |text: &str| Trait { fields: split(';', text), state: String::new() };
        assert_eq!(owner(&[one("obs;72,130;back.png;Hide;?;sides:Red")]).as_deref(), Some("Red"));
        assert_eq!(owner(&[one("hide;73,130;Hide;;sides:Red,Blue")]), None);
        assert_eq!(owner(&[one("restrict;Blue;false;true")]).as_deref(), Some("Blue"));
        assert_eq!(owner(&[one("piece;;;u.png;sides:Red")]), None);
        assert_eq!(pictures(&[one("piece;;;red-inf.png;X")]), ["red-inf"]);
    }
}
