//! Combat between adjacent hexes, fire at a distance, retreat and advance.

use serde::{Deserialize, Serialize};

use super::{Amount, Group, When};
use crate::common::{Id, is_default};
use crate::symbol::named;

/// A kind of combat: units attack a hex next to them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Combat {
    /// Its name in the sequence of play.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The combat results table. Its cells are results in the language of
    /// [`crate::results`], or codes that the table explains.
    pub table: Id,
    /// How its column is found.
    #[serde(skip_serializing_if = "is_default")]
    pub column: ColumnBy,
    /// How odds are rounded.
    #[serde(skip_serializing_if = "is_default")]
    pub rounding: Rounding,
    /// What happens where the odds are worse than the first column.
    #[serde(skip_serializing_if = "is_default")]
    pub worse: Worse,
    /// The dice, whose sum finds the row.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// The rating of attackers; the one that is used for attack, or for strength, if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Id>,
    /// The rating of defenders; the one that is used for defence, or for strength, if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defence: Option<Id>,
    /// Of units of which a state leaves the same part of their strength, the sum is divided and
    /// rounded, and not the strength of each.
    #[serde(skip_serializing_if = "is_default")]
    pub sum_first: bool,
    /// Who may attack.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Whether units must attack.
    #[serde(skip_serializing_if = "is_default")]
    pub obligation: Obligation,
    /// One attack may be made on several hexes, to each of which every attacker is adjacent; the
    /// defenders in all of them count.
    #[serde(skip_serializing_if = "is_default")]
    pub several_hexes: bool,
    /// What the terrain effects chart's shelter of the defenders is.
    #[serde(skip_serializing_if = "is_default")]
    pub terrain: TerrainIn,
    /// Which shelters of terrain and features in a hex count; those of hexsides that every attacker
    /// comes across all do.
    #[serde(skip_serializing_if = "is_default")]
    pub sheltering: Sheltering,
    /// What else shifts the column or changes the die.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The most columns that all shifts together come to, either way; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub most_shifts: Amount,
    /// Units that support an attack or a defence from a distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// Points of a scenario's track that support: artillery points, air points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointSupport>,
    /// Leaders who lend their bonus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaders: Option<Leaders>,
    /// Who loses first, where several could; the owner chooses among those of the first group that
    /// has any left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<LossOrder>,
    /// The morale checks that results ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morale: Option<MoraleCheck>,
    /// Retreats.
    #[serde(skip_serializing_if = "is_default")]
    pub retreat: Retreat,
    /// Advance after combat.
    #[serde(skip_serializing_if = "is_default")]
    pub advance: Advance,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// How the column of a combat results table is found.
    #[derive(Default)]
    ColumnBy {
        /// By the odds of the attackers' strength to the defenders', as `3:1`.
        #[default]
        Odds = "odds",
        /// By the attackers' strength less the defenders'.
        Difference = "difference",
        /// By the attackers' strength alone.
        Strength = "the attackers' strength",
    }
}

named! {
    /// How odds become whole ones.
    #[derive(Default)]
    Rounding {
        /// In the defenders' favour: 26 to 7 is 3:1, 5 to 11 is 1:3.
        #[default]
        Defender = "in the defenders' favour",
        /// In the attackers' favour.
        Attacker = "in the attackers' favour",
        /// To the nearer odds, halves in the defenders' favour.
        Nearest = "to the nearest",
    }
}

named! {
    /// What becomes of an attack that is worse than the first column.
    #[derive(Default)]
    Worse {
        /// It is not allowed.
        #[default]
        Barred = "is not allowed",
        /// It is read in the first column.
        FirstColumn = "is read in the first column",
    }
}

/// Dice that are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// How many.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub number: u8,
    /// Their faces.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 2, max = 100)))]
    pub faces: u8,
}

impl Default for Dice {
    fn default() -> Self {
        Self { number: 1, faces: 6 }
    }
}

named! {
    /// Whether units must attack.
    #[derive(Default)]
    Obligation {
        /// They may.
        #[default]
        May = "may attack",
        /// Units in an enemy zone of control must attack, each hex that has one over them.
        InZone = "must attack if they stand in an enemy zone of control",
    }
}

named! {
    /// What the shelter of terrain is in combat.
    #[derive(Default)]
    TerrainIn {
        /// It is added to the die: above 0 where high dice are good for the defenders, below where
        /// low ones are.
        #[default]
        Die = "is added to the die",
        /// It shifts the column by so many, to the left where it is above 0.
        Column = "shifts the column to the left",
        /// It multiplies the defenders' strength: 1 is twice, 2 is three times.
        Strength = "multiplies the defenders' strength",
    }
}

named! {
    /// Which shelters in a hex count.
    #[derive(Default)]
    Sheltering {
        /// The best for the defenders.
        #[default]
        Best = "the best alone",
        /// All of them.
        Sum = "all together",
    }
}

/// What shifts a column or changes a die.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Modifier {
    /// What it is called where it shows.
    pub name: String,
    /// Columns, to the right above 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub shift: Amount,
    /// Added to the die.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub die: Amount,
    /// When it holds: every given part must.
    #[serde(skip_serializing_if = "is_default")]
    pub when: Situation,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// When a modifier of combat or fire holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Situation {
    /// Weather, game-turns, optional rules, the side of the attackers and the step of the sequence
    /// of play; its terrain is that of a hex of the defenders, its hexside one that every attacker
    /// comes across. Its unit and its state are those of one of the attackers.
    #[serde(skip_serializing_if = "is_default")]
    pub when: When,
    /// One of the attackers is of this group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Group>,
    /// All of the attackers are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_attackers: Option<Group>,
    /// One of the defenders is of this group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender: Option<Group>,
    /// All of the defenders are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_defenders: Option<Group>,
    /// One of the defenders is in this state, of supply or another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender_state: Option<Id>,
    /// The attackers stand in at least so many hexes around the defenders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hexes: Option<u8>,
    /// A concentric attack: an attacker on one side of each hex attacked, another or his zone of
    /// control on the opposite side; or both all around it.
    #[serde(skip_serializing_if = "is_default")]
    pub concentric: bool,
    /// The attackers themselves stand on opposite sides of each hex attacked, or on every other
    /// side of it, wherever their zones of control reach.
    #[serde(skip_serializing_if = "is_default")]
    pub around: bool,
    /// A fire: at least so many hexes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_range: Option<u8>,
    /// A fire: at most so many hexes away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_range: Option<u8>,
    /// A fire in the midst of the enemy's move.
    #[serde(skip_serializing_if = "is_default")]
    pub opportunity: bool,
}

/// Units that support combat from a distance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Support {
    /// Who may.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// The rating that they add to the strength; the one that is used for fire if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Id>,
    /// From how far, in hexes: added to the rating that is used for range, if there is one.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub range: Amount,
    /// The most units in one combat; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub most: Amount,
    /// They may support the defence, too.
    #[serde(skip_serializing_if = "is_default")]
    pub in_defence: bool,
    /// They add no more than those whom they support have.
    #[serde(skip_serializing_if = "is_default")]
    pub no_more_than_supported: bool,
    /// Columns for each unit instead of strength, to the right for attackers, to the left for
    /// defenders.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub shift: Amount,
    /// Added to the die for each unit instead of strength; taken from it for defenders.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub die: Amount,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Points by game-turn that support combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PointSupport {
    /// What a point is called.
    pub name: String,
    /// The scenario's track that says how many there are, each side its own.
    pub track: Id,
    /// The most in one combat; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub most: Amount,
    /// They may support the defence, too.
    #[serde(skip_serializing_if = "is_default")]
    pub in_defence: bool,
    /// Strength that a point adds.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub strength: Amount,
    /// Columns that a point shifts, to the right for attackers, to the left for defenders.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub shift: Amount,
    /// What a point adds to the die; for defenders it takes it away.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub die: Amount,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Leaders who lend their bonus: of those in the attackers' hexes the best alone adds to the die, of
/// those in the defenders' the best takes from it. A leader lends it to others who stand with him,
/// and not to himself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Leaders {
    /// Who they are.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// The rating; the one that is used for a bonus if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Id>,
    /// The bonus shifts the column and does not change the die.
    #[serde(skip_serializing_if = "is_default")]
    pub shifts: bool,
    /// It counts only for units of the leader's formation.
    #[serde(skip_serializing_if = "is_default")]
    pub own_formation: bool,
    /// A leader in whose hex units lose steps rolls a die, and is lost on so much or less; 0 for
    /// never.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub lost_on: Amount,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Who loses before others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LossOrder {
    /// They do.
    pub who: Group,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A morale check: dice against a rating. A unit that has none does not check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MoraleCheck {
    /// The dice.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// The rating; the one that is used for morale if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Id>,
    /// The best bonus of a leader in the hex is taken off the dice.
    #[serde(skip_serializing_if = "is_default")]
    pub with_leaders: bool,
    /// Added to the dice.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub die: Amount,
    /// What a unit suffers whose dice are above the rating: a result, such as `D:disrupted R2`.
    pub failed: String,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Retreats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Retreat {
    /// Who leads them.
    #[serde(skip_serializing_if = "is_default")]
    pub by: RetreatBy,
    /// Where to.
    #[serde(skip_serializing_if = "is_default")]
    pub towards: RetreatTowards,
    /// Who cannot retreat loses so many steps for each hex that he does not go; he is eliminated if
    /// 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub instead: Amount,
    /// A retreat of a hex may be made in place of so many steps that a result demands of the
    /// defenders; 0 for not at all.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub for_steps: Amount,
    /// The most hexes that may be retreated in place of steps; any number if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub for_steps_most: Amount,
    /// Those who stand in one hex retreat together, to one hex; none of them does where one cannot.
    #[serde(skip_serializing_if = "is_default")]
    pub together: bool,
    /// Who does not retreat, and suffers what is said for those who cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub never: Option<Group>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// Who leads a retreat.
    #[derive(Default)]
    RetreatBy {
        /// The owner.
        #[default]
        Owner = "the owner",
        /// The enemy.
        Enemy = "the enemy",
    }
}

named! {
    /// Where a retreat leads.
    #[derive(Default)]
    RetreatTowards {
        /// Each hex farther from where it began.
        #[default]
        Away = "farther from where it began with each hex",
        /// Each hex farther from the attackers.
        FromEnemies = "farther from the attackers with each hex",
        /// Each hex nearer to a source of supply, where one can be reached.
        Supply = "nearer to supply with each hex",
        /// Anywhere.
        Anywhere = "anywhere",
    }
}

/// Advance after combat, into hexes that the defenders have left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Advance {
    /// The most units that may; 0 for none, -1 for any number that may stack there.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub units: Amount,
    /// How many hexes, the defenders' own the first; 1 if 0.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub hexes: Amount,
    /// Who may.
    #[serde(skip_serializing_if = "Group::is_left_out")]
    pub who: Group,
    /// Defenders may advance too, into a hex that all attackers have left.
    #[serde(skip_serializing_if = "is_default")]
    pub defenders: bool,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A kind of fire or bombardment at a distance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Fire {
    /// Its name in the sequence of play.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its name in print.
    pub name: String,
    /// The fire table, whose columns are strengths: the last column whose head is no more than the
    /// strength counts. Whoever is weaker than the first does not fire; shifts end at the first and
    /// the last.
    pub table: Id,
    /// The dice, whose sum finds the row.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// The rating of those who fire; the one that is used for fire, or for strength, if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Id>,
    /// How far, in hexes: added to the rating that is used for range, if there is one.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub range: Amount,
    /// A line of sight is needed: elevations block it, and terrain and features with the trait
    /// `blocks-sight`, which are a level high.
    #[serde(skip_serializing_if = "is_default")]
    pub sight: bool,
    /// Those who may fire without a line of sight of their own, where others see the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observers: Option<Observers>,
    /// Several units may fire at one hex together.
    #[serde(skip_serializing_if = "is_default")]
    pub combined: bool,
    /// How often a unit may fire in the midst of the enemy's moves in a game-turn, once in each hex
    /// that he enters; 0 for never.
    #[serde(skip_serializing_if = "Amount::is_zero")]
    pub opportunity: Amount,
    /// What the terrain effects chart's shelter of the target is: never of strength.
    #[serde(skip_serializing_if = "is_default")]
    pub terrain: TerrainIn,
    /// Which shelters of terrain and features in a hex count; those of hexsides that every attacker
    /// comes across all do.
    #[serde(skip_serializing_if = "is_default")]
    pub sheltering: Sheltering,
    /// What else shifts the column or changes the die.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Who loses first, where several could.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<LossOrder>,
    /// Leaders who lend their bonus to those who fire with them; those of the target lend none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaders: Option<Leaders>,
    /// The morale checks that results ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morale: Option<MoraleCheck>,
    /// Retreats that results ask for.
    #[serde(skip_serializing_if = "is_default")]
    pub retreat: Retreat,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Fire that others observe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Observers {
    /// Who may fire so.
    pub guns: Group,
    /// Who may observe for them.
    pub who: Group,
    /// How far they see, in hexes; any number if 0.
    #[serde(default, skip_serializing_if = "Amount::is_zero")]
    pub range: Amount,
}
