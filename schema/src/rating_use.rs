//! What ratings are used for, as their names suggest it in English, German and French.

use crate::ruleset::{CounterLayout, RatingDef, RatingUse};

/// Words that tell a use, each with how much of a word of the name it is: its beginning, or all of it.
struct Words {
    of: RatingUse,
    begins: &'static [&'static str],
    is: &'static [&'static str],
}

/// Those of which the first that fits is all that is said: a bonus to morale is a bonus.
const ALONE: [Words; 6] = [
    Words {
        of: RatingUse::Bonus,
        begins: &[
            "bonus",
            "modifi",
            "leadership",
            "zuschlag",
            "führung",
            "fuehrung",
            "commandement",
        ],
        is: &[],
    },
    Words {
        of: RatingUse::Movement,
        begins: &["move", "mobil", "speed", "beweg", "marsch", "mouvement", "déplacement"],
        is: &["allowance", "mov", "mp", "ma", "mf", "vitesse", "deplacement"],
    },
    Words {
        of: RatingUse::Range,
        begins: &["range", "reichweite", "schussweite", "porté", "portee"],
        is: &["rng"],
    },
    Words {
        of: RatingUse::Morale,
        begins: &[
            "moral",
            "quali",
            "effective",
            "proficien",
            "training",
            "grade",
            "cohesion",
            "disciplin",
            "disziplin",
            "ausbildung",
            "güte",
            "kohäsion",
            "cohésion",
            "entraînement",
            "élan",
        ],
        is: &["elan", "mor"],
    },
    Words {
        of: RatingUse::Steps,
        begins: &["step", "stufe", "verluststufe", "échelon", "echelon"],
        is: &["pas"],
    },
    Words {
        of: RatingUse::Fire,
        begins: &["fire", "bombard", "barrage", "artill", "shell", "feuer", "beschuss"],
        is: &["feu", "tir"],
    },
];

/// Those that may be said together: attack and defence.
const BOTH: [Words; 2] = [
    Words {
        of: RatingUse::Attack,
        begins: &["attack", "assault", "offens", "angriff", "attaque"],
        is: &["atk", "att", "af"],
    },
    Words {
        of: RatingUse::Defence,
        begins: &["defen", "défen", "verteidig", "abwehr"],
        is: &["def", "df"],
    },
];

/// What is left where nothing says whose strength it is, in attack or in defence.
const STRENGTH: Words = Words {
    of: RatingUse::Strength,
    begins: &["strength", "combat", "stärke", "staerke", "kampf", "gefecht", "puissance", "power"],
    is: &["force", "str", "cf", "cs"],
};

/// Ranges that nothing fires at.
const OTHER_RANGES: &[&str] =
    &["supply", "command", "garrison", "nachschub", "versorgung", "ravitaillement"];

impl Words {
    fn fit(&self, words: &[String]) -> bool {
        words.iter().any(|word| {
            self.is.contains(&word.as_str())
                || self.begins.iter().any(|beginning| word.starts_with(beginning))
        })
    }
}

impl RatingUse {
    /// What a rating is likely used for, by its id and its name in print; nothing where they do not
    /// say.
    ///
    /// ```
    /// use salient_schema::ruleset::RatingUse;
    /// assert_eq!(RatingUse::proposed("ma", "Movement allowance"), [RatingUse::Movement]);
    /// assert_eq!(RatingUse::proposed("a", "Angriffsstärke"), [RatingUse::Attack]);
    /// ```
    pub fn proposed(id: &str, name: &str) -> Vec<Self> {
        let text = format!("{id} {name}").to_lowercase();
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        if let Some(alone) = ALONE.iter().find(|alone| alone.fit(&words)) {
            let other = alone.of == Self::Range && words.iter().any(|word| is_other_range(word));
            return if other { Vec::new() } else { vec![alone.of] };
        }
        let both = BOTH.iter().filter(|one| one.fit(&words)).map(|one| one.of);
        let mut uses: Vec<Self> = both.collect();
        if uses.is_empty() && STRENGTH.fit(&words) {
            uses.push(STRENGTH.of);
        }
        uses
    }

    /// Its name in files: `movement`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strength => "strength",
            Self::Attack => "attack",
            Self::Defence => "defence",
            Self::Movement => "movement",
            Self::Fire => "fire",
            Self::Range => "range",
            Self::Morale => "morale",
            Self::Bonus => "bonus",
            Self::Steps => "steps",
        }
    }

    /// Whether what several units have of it adds up: strengths do, allowances, ranges and morale do
    /// not.
    pub fn adds_up(self) -> bool {
        match self {
            Self::Strength | Self::Attack | Self::Defence | Self::Fire | Self::Steps => true,
            Self::Movement | Self::Range | Self::Morale | Self::Bonus => false,
        }
    }
}

fn is_other_range(word: &str) -> bool {
    OTHER_RANGES.iter().any(|beginning| word.starts_with(beginning))
}

impl RatingDef {
    /// What it is used for: as it is stated, else as its name suggests.
    pub fn likely_uses(&self) -> Vec<RatingUse> {
        match self.uses.is_empty() {
            true => RatingUse::proposed(&self.id, &self.name),
            false => self.uses.clone(),
        }
    }
}

impl CounterLayout {
    /// The rating that is stated to be used for something, of several the first.
    pub fn rating_for(&self, of: RatingUse) -> Option<&RatingDef> {
        self.ratings.iter().find(|rating| rating.uses.contains(&of))
    }

    /// The rating that is likely used for something, of those that state no use.
    pub fn likely_rating_for(&self, of: RatingUse) -> Option<&RatingDef> {
        let mut silent = self.ratings.iter().filter(|rating| rating.uses.is_empty());
        silent.find(|rating| RatingUse::proposed(&rating.id, &rating.name).contains(&of))
    }
}
