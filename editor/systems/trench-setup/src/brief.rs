//! What is asked before the first step, and what makes no sense as an answer.

use std::collections::BTreeMap;

use salient_rules::generator::{Answer, Question};
use salient_schema::{Bundle, Code, Diagnostic};
use serde::{Deserialize, Serialize};

use crate::share::Share;
use crate::tables::{Tables, works_of};

/// One of the two parties of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Who attacks.
    Attacker,
    /// Who defends.
    Defender,
}

impl Party {
    /// Both, in the order in which they roll.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The enemy.
    pub fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// With what the ids of its units begin.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Attacker => "a",
            Self::Defender => "d",
        }
    }

    /// Its role in the ruleset's sides.
    pub fn role(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        }
    }
}

/// Something that each party has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Both<T> {
    /// The attacker's.
    pub attacker: T,
    /// The defender's.
    pub defender: T,
}

impl<T> Both<T> {
    /// A party's.
    pub fn of(&self, party: Party) -> &T {
        match party {
            Party::Attacker => &self.attacker,
            Party::Defender => &self.defender,
        }
    }

    /// A party's, to change.
    pub fn of_mut(&mut self, party: Party) -> &mut T {
        match party {
            Party::Attacker => &mut self.attacker,
            Party::Defender => &mut self.defender,
        }
    }

    /// What a function gives for each, the attacker first.
    pub fn each(mut make: impl FnMut(Party) -> T) -> Self {
        Self { attacker: make(Party::Attacker), defender: make(Party::Defender) }
    }
}

/// An answer that is one of a few, in the order in which charts have them.
macro_rules! choices {
    ($(#[$meta:meta])* $name:ident, $list:ident { $($(#[$doc:meta])* $value:ident = $id:literal, $words:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$doc])* $value,)*
        }

        /// The answers, each with what it means.
        const $list: &[(&str, &str)] = &[$(($id, $words)),*];

        impl $name {
            /// All of them, in the order of the charts.
            pub(crate) const ALL: &[Self] = &[$(Self::$value),*];

            /// Its name in answers.
            pub fn id(self) -> &'static str {
                match self { $(Self::$value => $id,)* }
            }

            fn read(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.id() == text)
            }
        }
    };
}

choices! {
    /// Where the battle is fought.
    Front, FRONTS {
        /// The Western Front.
        Western = "western", "France and Flanders";
        /// The Eastern Fronts of Europe.
        Eastern = "eastern", "Russia, Galicia and the Balkans";
        /// The Italian Front.
        Italian = "italian", "the Isonzo and the Alps";
        /// Africa and Asia.
        AfricaAsia = "africa-asia", "Palestine, Mesopotamia, Africa";
    }
}

choices! {
    /// What kind of attack it is.
    Attack, ATTACKS {
        /// No more than every day brings.
        Grind = "grind", "the daily grind: a trench raid on an ordinary day";
        /// A local attack.
        Local = "local", "a local attack: some preparation; +1 for the attacker's air die";
        /// A big push.
        Push = "push", "a big push, from 1916: +2 for the attacker's air die";
    }
}

impl Front {
    /// Where it is, in words.
    pub(crate) fn place(self) -> &'static str {
        FRONTS.iter().find(|(id, _)| *id == self.id()).map_or("", |(_, words)| words)
    }
}

impl Attack {
    /// What people call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Grind => "Daily grind",
            Self::Local => "Local attack",
            Self::Push => "Big push",
        }
    }
}

choices! {
    /// How far one sees.
    Terrain, TERRAINS {
        /// Woods, villages, broken ground.
        Constricted = "constricted", "woods, villages and broken ground; 80 to 400 yards apart";
        /// Fields with some cover.
        Open = "open", "fields with some cover; 100 to 500 yards apart";
        /// Nothing in the way.
        WideOpen = "wide-open", "nothing in the way; 120 to 600 yards apart";
    }
}

choices! {
    /// Whose gas is rolled for.
    GasRolls, GAS_ROLLS {
        /// That of both parties.
        Both = "both", "whoever has gas in that year rolls for it";
        /// The attacker's only.
        Attacker = "attacker", "the defender does without";
        /// The defender's only.
        Defender = "defender", "the attacker does without";
        /// Nobody's.
        None = "none", "both do without";
    }
}

impl GasRolls {
    /// Whether a party rolls.
    pub(crate) fn has(self, party: Party) -> bool {
        match self {
            Self::Both => true,
            Self::None => false,
            Self::Attacker => party == Party::Attacker,
            Self::Defender => party == Party::Defender,
        }
    }

    /// What held before it was asked.
    fn both() -> Self {
        Self::Both
    }
}

choices! {
    /// Who decides for a party where the rules leave a choice.
    Bot, BOTS {
        /// Anything that the rules allow.
        Random = "random", "anything that the rules allow";
        /// By the ground: lines in depth, fields of fire, batteries behind crests.
        Sensible = "sensible", "lines in depth, machine-guns with fields of fire, batteries behind crests";
    }
}

/// What a set-up is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Brief {
    /// The nations, as the ruleset names them.
    pub nations: Both<String>,
    /// The year.
    pub year: u16,
    /// Its half, 1 or 2.
    pub half: u8,
    /// The front.
    pub front: Front,
    /// The kind of attack.
    pub attack: Attack,
    /// The terrain.
    pub terrain: Terrain,
    /// Sub-units.
    pub sub_units: Both<u32>,
    /// Those of them that are assault sub-units.
    pub assault: Both<u32>,
    /// Yards of a hex, which is an inch of the table.
    pub yards: u32,
    /// Hexes from flank to flank.
    pub width: u32,
    /// Hexes from rear to rear.
    pub depth: u32,
    /// Whether there is on-call artillery only (low-intensity campaigns).
    pub on_call_only: bool,
    /// Whose gas is rolled for.
    #[serde(default = "GasRolls::both")]
    pub gas: GasRolls,
    /// Whether armour is rolled for.
    pub armour: bool,
    /// Whether the attacker has a secret victory condition.
    pub secret: bool,
    /// Whether personnel begins prone.
    pub prone: bool,
    /// Who decides for the parties.
    pub bots: Both<Bot>,
}

const YES: &[(&str, &str)] = &[("no", "not used"), ("yes", "used")];

const fn question(
    id: &'static str,
    asks: &'static str,
    explains: &'static str,
    rule: &'static str,
    answer: Answer,
    otherwise: &'static str,
) -> Question {
    Question { id, asks, explains, rule, answer, otherwise }
}

/// Everything that is asked.
pub(crate) const QUESTIONS: [Question; 19] = [
    question(
        "attacker",
        "Who attacks?",
        "The nation gives the rows and columns of the charts, and the troops. Where it is disputed, the larger side attacks.",
        "TS Setup Sequence",
        Answer::Nation,
        "",
    ),
    question(
        "defender",
        "Who defends?",
        "One side is of the Central Powers, the other of the Entente.",
        "TS Setup Sequence",
        Answer::Nation,
        "",
    ),
    question(
        "year",
        "In which year?",
        "The columns of nearly all charts go by years.",
        "TS Setup Sequence",
        Answer::Number(1914, 1918),
        "1916",
    ),
    question(
        "half",
        "In which half of the year?",
        "Air superiority changes with the half-years up to 1917.",
        "TS Air Superiority",
        Answer::Number(1, 2),
        "2",
    ),
    question(
        "front",
        "On which front?",
        "The modifier of air superiority and the airstrikes hang on it.",
        "TS Air Superiority",
        Answer::Choice(FRONTS),
        "western",
    ),
    question(
        "attack",
        "What kind of attack?",
        "It gives the columns of the barrages and the attacker's modifier in the air.",
        "TS Artillery Barrages",
        Answer::Choice(ATTACKS),
        "local",
    ),
    question(
        "terrain",
        "What terrain?",
        "It gives the row of the set-up proximity, and what the map looks like.",
        "TS Setup Proximity",
        Answer::Choice(TERRAINS),
        "open",
    ),
    question(
        "sub-units",
        "How many sub-units has each side?",
        "Attacker's and defender's. Barrages, works and heavy weapons are so many a sub-unit.",
        "TS Artillery Barrages",
        Answer::Pair(1, 120),
        "15,20",
    ),
    question(
        "assault",
        "How many of them are assault sub-units?",
        "Attacker's and defender's: better morale; the sensible bot puts them in front, or in reserve.",
        "TS Troop Lists and Notes",
        Answer::Pair(0, 120),
        "0,0",
    ),
    question(
        "yards",
        "How many yards is a hex?",
        "A hex is an inch of the table: 20 yards in large, 30 in medium, 40 in small scale.",
        "TS Setup Proximity",
        Answer::Number(20, 40),
        "30",
    ),
    question(
        "width",
        "How wide is the battlefield, in hexes?",
        "Left out, it is as wide as its works need.",
        "TS Place defensive works",
        Answer::Number(0, 240),
        "0",
    ),
    question(
        "depth",
        "How deep is the battlefield, in hexes?",
        "Left out, it is as deep as its works and the proximity need.",
        "TS Place defensive works",
        Answer::Number(0, 240),
        "0",
    ),
    question(
        "on-call-only",
        "On-call artillery only?",
        "For low-intensity campaigns, such as Africa or Palestine.",
        "TS Artillery Barrages",
        Answer::Choice(YES),
        "no",
    ),
    question(
        "gas",
        "Whose gas is rolled for?",
        "Whoever has gas in the year may roll for it, and need not.",
        "TS Gas Warfare Support",
        Answer::Choice(GAS_ROLLS),
        "both",
    ),
    question(
        "armour",
        "Are tanks rolled for?",
        "Optional, from 1916.",
        "TS Armor Warfare Availability",
        Answer::Choice(YES),
        "no",
    ),
    question(
        "secret-victory",
        "Has the attacker a secret victory condition?",
        "Optional: a die that the defender sees at the end.",
        "TS Attacker Victory Conditions",
        Answer::Choice(YES),
        "yes",
    ),
    question(
        "prone",
        "Do personnel begin prone?",
        "They may; it helps in the open against barrages.",
        "TS Troop Placement",
        Answer::Choice(YES),
        "no",
    ),
    question(
        "attacker-bot",
        "Who places and plans for the attacker?",
        "Where the rules leave a choice.",
        "TS Troop Placement",
        Answer::Choice(BOTS),
        "sensible",
    ),
    question(
        "defender-bot",
        "Who places and plans for the defender?",
        "Where the rules leave a choice.",
        "TS Troop Placement",
        Answer::Choice(BOTS),
        "sensible",
    ),
];

/// A refusal of an answer.
fn refused(rule: &str, message: String, help: &str) -> Diagnostic {
    Diagnostic::error(Code::Rule, message).rule(rule).help(help)
}

impl Brief {
    /// Reads answers.
    ///
    /// # Errors
    /// Every answer that cannot be read or that the charts have nothing for, with its rule.
    pub(crate) fn read(
        answers: &BTreeMap<String, String>,
        tables: &Tables,
        bundle: &Bundle,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut found = Vec::new();
        for id in answers.keys().filter(|id| QUESTIONS.iter().all(|asked| asked.id != **id)) {
            let known: Vec<&str> = QUESTIONS.iter().map(|asked| asked.id).collect();
            let help = format!("questions: {}", known.join(", "));
            found.push(refused("TS Setup Sequence", format!("nobody asks for '{id}'"), &help));
        }
        let mut text = |id: &str| text_of(answers, id, &mut found);
        let [attacker, defender] = ["attacker", "defender"].map(&mut text);
        let [year, half, yards, width, depth] =
            ["year", "half", "yards", "width", "depth"].map(&mut text);
        let [front, attack, terrain] = ["front", "attack", "terrain"].map(&mut text);
        let [sub_units, assault] = ["sub-units", "assault"].map(&mut text);
        let [on_call_only, gas, armour, secret, prone] =
            ["on-call-only", "gas", "armour", "secret-victory", "prone"].map(&mut text);
        let bots = ["attacker-bot", "defender-bot"].map(&mut text);
        if !found.is_empty() {
            return Err(found);
        }
        let number = |text: &str| text.parse::<u32>().unwrap_or_default();
        let mut brief = Self {
            nations: Both { attacker, defender },
            year: number(&year) as u16,
            half: number(&half) as u8,
            front: Front::read(&front).unwrap_or(Front::Western),
            attack: Attack::read(&attack).unwrap_or(Attack::Local),
            terrain: Terrain::read(&terrain).unwrap_or(Terrain::Open),
            sub_units: pair(&sub_units).unwrap_or_default(),
            assault: pair(&assault).unwrap_or_default(),
            yards: number(&yards),
            width: number(&width),
            depth: number(&depth),
            on_call_only: on_call_only == "yes",
            gas: GasRolls::read(&gas).unwrap_or(GasRolls::Both),
            armour: armour == "yes",
            secret: secret == "yes",
            prone: prone == "yes",
            bots: Both {
                attacker: Bot::read(&bots[0]).unwrap_or(Bot::Sensible),
                defender: Bot::read(&bots[1]).unwrap_or(Bot::Sensible),
            },
        };
        brief.judge(tables, bundle, &mut found);
        if !found.is_empty() {
            return Err(found);
        }
        brief.fit_board(tables);
        Ok(brief)
    }

    /// The answers that it was read from, with what was left open as it came to be.
    pub fn answers(&self) -> BTreeMap<String, String> {
        let pair = |both: &Both<u32>| format!("{},{}", both.attacker, both.defender);
        let yes = |on: bool| if on { "yes" } else { "no" }.to_owned();
        let answers = [
            ("attacker", self.nations.attacker.clone()),
            ("defender", self.nations.defender.clone()),
            ("year", self.year.to_string()),
            ("half", self.half.to_string()),
            ("front", self.front.id().to_owned()),
            ("attack", self.attack.id().to_owned()),
            ("terrain", self.terrain.id().to_owned()),
            ("sub-units", pair(&self.sub_units)),
            ("assault", pair(&self.assault)),
            ("yards", self.yards.to_string()),
            ("width", self.width.to_string()),
            ("depth", self.depth.to_string()),
            ("on-call-only", yes(self.on_call_only)),
            ("gas", self.gas.id().to_owned()),
            ("attacker-bot", self.bots.attacker.id().to_owned()),
            ("defender-bot", self.bots.defender.id().to_owned()),
            ("armour", yes(self.armour)),
            ("secret-victory", yes(self.secret)),
            ("prone", yes(self.prone)),
        ];
        answers.into_iter().map(|(id, answer)| (id.to_owned(), answer)).collect()
    }

    /// What the charts have nothing for.
    fn judge(&self, tables: &Tables, bundle: &Bundle, found: &mut Vec<Diagnostic>) {
        let nations = tables.chart("nations");
        let mut alliances = Vec::new();
        for party in Party::BOTH {
            let nation = self.nations.of(party);
            let known = bundle.ruleset.nations.iter().any(|one| one.id == *nation);
            match nations.row(nation).filter(|_| known) {
                Some(row) => alliances.push(nations.at(row, 0)),
                None => {
                    let names: Vec<&str> =
                        nations.rows.iter().map(|(head, _)| head.as_str()).collect();
                    let help = format!("nations with charts: {}", names.join(", "));
                    let text = format!("the {} '{nation}' has no charts", party.role());
                    found.push(refused("TS Troop Lists and Notes", text, &help));
                }
            }
        }
        if let [one, other] = alliances[..]
            && one == other
        {
            let text = format!(
                "'{}' and '{}' are on one side",
                self.nations.attacker, self.nations.defender
            );
            let help = "let one be of the Central Powers and the other of the Entente";
            found.push(refused("TS Air Superiority", text, help));
        }
        if !found.is_empty() {
            return;
        }
        if self.year > 1914 && self.air_modifier(tables).is_none() {
            let text = format!(
                "the air superiority chart has nothing for '{}' on the {} front in {}",
                self.nations.of(self.central(tables)),
                self.front.id(),
                self.year
            );
            found.push(refused("TS Air Superiority", text, "take another front, nation or year"));
        }
        if self.attack == Attack::Push && i32::from(self.year) < tables.number("big_push_year") {
            let text = format!(
                "there are no big pushes before {}, and this is {}",
                tables.number("big_push_year"),
                self.year
            );
            found.push(refused(
                "TS Artillery Barrages",
                text,
                "take a local attack, or a later year",
            ));
        }
        let has_armour = |party| self.armour_column(tables, party).is_some();
        if self.armour && !Party::BOTH.into_iter().any(has_armour) {
            let text = format!(
                "neither '{}' nor '{}' has tanks in {}",
                self.nations.attacker, self.nations.defender, self.year
            );
            let help = "leave armour out, or take a year from 1916 and a nation of the chart";
            found.push(refused("TS Armor Warfare Availability", text, help));
        }
        if ![20, 30, 40].contains(&self.yards) {
            let text = format!("a hex of {} yards is no scale", self.yards);
            found.push(refused("TS Setup Proximity", text, "take 20, 30 or 40 yards"));
        }
        for party in Party::BOTH {
            let (all, assault) = (*self.sub_units.of(party), *self.assault.of(party));
            if assault > all {
                let text =
                    format!("the {} has {all} sub-units, not {assault} of assault", party.role());
                found.push(refused(
                    "TS Troop Lists and Notes",
                    text,
                    "take fewer assault sub-units",
                ));
            }
        }
    }

    /// Makes the board as large as its works and the proximity may need, where that was left open.
    fn fit_board(&mut self, tables: &Tables) {
        let rolls = self.works_rolls(tables);
        if self.width == 0 {
            self.width = (36 * rolls).clamp(48, 240);
        }
        if self.depth == 0 {
            let most = Party::BOTH.map(|party| {
                let cell = self.works_cell(tables, party, 0);
                let each = works_of(&cell).map_or(0, |(part, times)| part.of(6) * times);
                (each * rolls).div_ceil(self.width.max(1)) * LINE_GAP + REAR
            });
            let far = tables.chart("proximity").at(self.terrain as usize, 5).parse().unwrap_or(0);
            let between = u32::div_ceil(far, self.yards.max(1)) + WIRE_ROOM;
            self.depth = (most[0] + most[1] + between).min(240);
        }
    }

    /// Sub-units of both sides.
    pub fn total(&self) -> u32 {
        self.sub_units.attacker + self.sub_units.defender
    }

    /// Rolls for works: one for each 20 sub-units of both sides, with standard rounding, at least
    /// one.
    pub(crate) fn works_rolls(&self, tables: &Tables) -> u32 {
        rounded(self.total(), tables.count("sub_units_a_works_roll")).max(1)
    }

    /// The party of the Central Powers: that whose rows of air superiority say anything.
    pub(crate) fn central(&self, tables: &Tables) -> Party {
        let nations = tables.chart("nations");
        let has = |party: Party| {
            let row = nations.row(self.nations.of(party));
            row.is_some_and(|row| (1..5).any(|column| nations.at(row, column) != "-"))
        };
        if has(Party::Attacker) { Party::Attacker } else { Party::Defender }
    }

    /// Where the modifier of air superiority stands, and what it is: the row's head, the column's
    /// head, and the number. None where the chart has nothing.
    pub(crate) fn air_modifier(&self, tables: &Tables) -> Option<(String, String, i32)> {
        let nations = tables.chart("nations");
        let row = nations.row(self.nations.of(self.central(tables)))?;
        let head = nations.at(row, 1 + self.front as usize);
        let chart = tables.chart("air-superiority");
        let row = chart.row(head)?;
        let column = usize::from(self.year).checked_sub(1915)? * 2;
        let column = if self.year == 1918 { column } else { column + usize::from(self.half) - 1 };
        let value = crate::tables::signed(chart.at(row, column))?;
        Some((head.to_owned(), chart.columns.get(column)?.clone(), value))
    }

    /// The column of the armour chart.
    pub(crate) fn armour_column(&self, tables: &Tables, party: Party) -> Option<usize> {
        let nations = tables.chart("nations");
        let key = nations.at(nations.row(self.nations.of(party))?, 11).to_owned();
        tables.chart("armour").column_of_year(&key, self.year)
    }

    /// The column of the gas chart.
    pub(crate) fn gas_column(&self, tables: &Tables, party: Party) -> Option<usize> {
        if !self.gas.has(party) {
            return None;
        }
        let nations = tables.chart("nations");
        let key = nations.at(nations.row(self.nations.of(party))?, 9).to_owned();
        tables.chart("gas").column_of_year(&key, self.year)
    }

    /// What a party's works chart gives for a kind of works; `-` for none.
    pub(crate) fn works_cell(&self, tables: &Tables, party: Party, kind: usize) -> String {
        let nations = tables.chart("nations");
        let cell = || {
            let row = nations.row(self.nations.of(party))?;
            let chart = tables.works(nations.at(row, 10).parse().ok()?)?;
            Some(chart.at(chart.row_of_year(self.year)?, kind).to_owned())
        };
        cell().unwrap_or_else(|| "-".to_owned())
    }
}

/// Rows from one line of trenches to the next.
pub(crate) const LINE_GAP: u32 = 4;
/// Rows behind the last line.
pub(crate) const REAR: u32 = 8;
/// Rows that wire and bends may take of the ground between the lines.
pub(crate) const WIRE_ROOM: u32 = 8;

/// A quotient with the standard rounding.
pub(crate) fn rounded(count: u32, by: u32) -> u32 {
    (2 * count + by) / (2 * by.max(1))
}

/// An answer as text, once it is one that may be given.
fn text_of(answers: &BTreeMap<String, String>, id: &str, found: &mut Vec<Diagnostic>) -> String {
    let Some(asked) = QUESTIONS.iter().find(|asked| asked.id == id) else { return String::new() };
    let given = answers.get(id).map_or(asked.otherwise, |given| given.trim());
    let (good, help) = match asked.answer {
        Answer::Choice(all) => {
            let ids: Vec<&str> = all.iter().map(|(id, _)| *id).collect();
            (ids.contains(&given), format!("one of: {}", ids.join(", ")))
        }
        Answer::Nation => (!given.is_empty(), "the id of a nation, such as french".to_owned()),
        Answer::Number(least, most) => {
            let good = given.parse().is_ok_and(|number| (least..=most).contains(&number));
            (good, format!("a whole number from {least} to {most}"))
        }
        Answer::Pair(least, most) => {
            let within = |number: u32| (least..=most).contains(&number);
            let good =
                pair(given).is_some_and(|both| within(both.attacker) && within(both.defender));
            (good, format!("two whole numbers from {least} to {most}, as 15,20"))
        }
    };
    if !good {
        let text = match given {
            "" => format!("'{id}' is not answered: {}", asked.asks),
            _ => format!("'{given}' is no answer to '{id}': {}", asked.asks),
        };
        found.push(refused(asked.rule, text, &help));
    }
    given.to_owned()
}

fn pair(text: &str) -> Option<Both<u32>> {
    let (attacker, defender) = text.split_once(',')?;
    Some(Both { attacker: attacker.trim().parse().ok()?, defender: defender.trim().parse().ok()? })
}

/// A share of a limit that a chart gives in per cent.
pub(crate) fn limit(tables: &Tables, role: &str, of: u32) -> u32 {
    let share: Share = tables.share(role);
    share.at_most(of)
}
