//! Roles: what plays which part in the rules, by what the data say.
//!
//! No rule hangs on what something is called. A system declares the parts that its rules give:
//! each a [`Role`] with its kind, how many may fill it and the rule that asks. Ruleset and
//! scenario state who fills them (`roles`, see [`salient_schema::common::Roles`]), and
//! [`Roles::of`] looks both up in each other: what the rules are compiled from, and what is
//! missing.

use std::borrow::Cow;

use ahash::{AHashMap, AHashSet};
use salient_schema::ruleset::{Kind, Ruleset, SequenceStep};
use salient_schema::{Bundle, Code, Defined, Diagnostic, Id, Severity};

/// A part that the rules of a system give to something in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its name in `roles`: `headquarters`.
    pub id: Cow<'static, str>,
    /// What can fill it.
    pub kind: RoleKind,
    /// How many must.
    pub need: Need,
    /// The rule that asks, `KB 9.11`.
    pub rule: Cow<'static, str>,
    /// What whoever fills it does, in words that follow "which": `brings field artillery to
    /// bear`.
    pub words: Cow<'static, str>,
}

/// The role of the constant that holds the stacking limit in stacking points.
pub const STACKING_LIMIT: &str = "stacking_limit";

/// The role of the constant that holds the stacking limit as a number of units.
pub const STACKING_LIMIT_UNITS: &str = "stacking_limit_units";

/// Roles that the kernel's own checks ask for, whatever the system: those of maps, which find what
/// is likely a slip of the pen, and those of set-ups and schedules. A ruleset need state none of them:
/// then whatever has the trait of that name fills it, or is the constant of that name.
pub static COMMON: [Role; COUNT] = [
    common(RoleKind::KindTrait, "town", "has a name in print"),
    common(RoleKind::KindTrait, "trench", "runs on from hex to hex"),
    common(RoleKind::KindTrait, "chain", "runs on from hexside to hexside"),
    common(RoleKind::KindTrait, "cumulative", "counts beside others in its hex"),
    common(RoleKind::KindTrait, "valued", "is worth nothing without a value"),
    common(RoleKind::KindTrait, "owned", "is held by a side when play begins"),
    common(RoleKind::KindTrait, "fortress", "is held by a side when play begins"),
    common(RoleKind::KindTrait, "entry", "lets units come in"),
    common(RoleKind::KindTrait, "inland", "lets units come in away from the edge of the map"),
    common(RoleKind::KindTrait, "nameless", "needs no name in print"),
    common(RoleKind::Trait, "no-zoc", "has no zone of control"),
    common(RoleKind::Trait, "off-board", "holds no hex"),
    common(RoleKind::Trait, "variant", "is for other scenarios and needs no place"),
    common(RoleKind::Constant, STACKING_LIMIT, "is the most stacking points in a hex"),
    common(RoleKind::Constant, STACKING_LIMIT_UNITS, "is the most units in a hex"),
];

const COUNT: usize = 15;

const fn common(kind: RoleKind, id: &'static str, words: &'static str) -> Role {
    Role::may(kind, id, "", words)
}

/// What a ruleset says of the roles of [`COMMON`], looked up once: checks ask for them of all that
/// stands on a map.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoles<'a> {
    /// By their places in [`COMMON`]: what is stated of them.
    stated: [Option<&'a [Id]>; COUNT],
}

impl<'a> CommonRoles<'a> {
    /// What a ruleset says.
    pub fn of(ruleset: &'a Ruleset) -> Self {
        let stated = |role: &Role| ruleset.roles.get(&*role.id).map(Vec::as_slice);
        Self { stated: COMMON.each_ref().map(stated) }
    }

    /// Whether something with these traits fills a role of [`COMMON`]; nothing fills another.
    pub fn fills(&self, role: &str, traits: &[Id]) -> bool {
        // Most of what stands on a map has no traits.
        if traits.is_empty() {
            return false;
        }
        let Some(place) = COMMON.iter().position(|common| common.id == role) else { return false };
        match self.stated[place] {
            Some(ids) => traits.iter().any(|one| ids.contains(one)),
            None => traits.iter().any(|one| one == role),
        }
    }
}

/// How many may fill a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Exactly one.
    One,
    /// One or more.
    Some,
    /// None to so many. That there is none is stated, as `[]`.
    AtMost(usize),
    /// None or more. That there is none is stated, as `[]`.
    May,
}

/// What can fill a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoleKind {
    /// A side of the ruleset.
    Side,
    /// A nation of the ruleset.
    Nation,
    /// A unit type.
    UnitType,
    /// A unit size.
    UnitSize,
    /// A trait of counters. Where the role is needed some counter must have it.
    Trait,
    /// A rating of counters.
    Rating,
    /// A rating of formations.
    FormationRating,
    /// A formation of an order of battle.
    Formation,
    /// A kind of terrain.
    Terrain,
    /// A kind of feature.
    Feature,
    /// A kind of hexside.
    Hexside,
    /// A kind of path.
    Path,
    /// A kind of line.
    Line,
    /// A trait of kinds of terrain, features, hexsides, paths or lines.
    KindTrait,
    /// A zone of the map.
    Zone,
    /// A chart.
    Table,
    /// A constant: filled by the one of the role's own id, unless stated otherwise.
    Constant,
    /// A step of the sequence of play.
    Step,
    /// An optional rule.
    OptionalRule,
    /// A state of the weather. The role is what makes it one: any id will do, and no effect of
    /// the ruleset may ask for another.
    Weather,
    /// A game-turn, by its number.
    Turn,
    /// A track of the scenario. One that fills no role is told.
    Track,
    /// A level of the scenario. One that fills no role is told.
    Level,
    /// A pool of replacements of the scenario. One that fills no role is told.
    Pool,
    /// Something worth points in the scenario. One that fills no role is told.
    Score,
}

impl From<Defined> for RoleKind {
    fn from(of: Defined) -> Self {
        match of {
            Defined::Side => Self::Side,
            Defined::Nation => Self::Nation,
            Defined::Terrain => Self::Terrain,
            Defined::Feature => Self::Feature,
            Defined::Hexside => Self::Hexside,
            Defined::Path => Self::Path,
            Defined::Line => Self::Line,
            Defined::UnitType => Self::UnitType,
            Defined::UnitSize => Self::UnitSize,
            Defined::Rating => Self::Rating,
            Defined::FormationRating => Self::FormationRating,
            Defined::Trait => Self::Trait,
            Defined::OptionalRule => Self::OptionalRule,
        }
    }
}

impl RoleKind {
    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Nation => "nation",
            Self::UnitType => "unit type",
            Self::UnitSize => "unit size",
            Self::Trait => "trait of counters",
            Self::Rating => "rating",
            Self::FormationRating => "rating of formations",
            Self::Formation => "formation",
            Self::Terrain => "terrain kind",
            Self::Feature => "feature kind",
            Self::Hexside => "hexside kind",
            Self::Path => "path kind",
            Self::Line => "line kind",
            Self::KindTrait => "trait of terrain or features",
            Self::Zone => "zone",
            Self::Table => "table",
            Self::Constant => "constant",
            Self::Step => "step of the sequence of play",
            Self::OptionalRule => "optional rule",
            Self::Weather => "weather",
            Self::Turn => "game-turn",
            Self::Track => "track",
            Self::Level => "level",
            Self::Pool => "pool of replacements",
            Self::Score => "score",
        }
    }

    /// Whether the scenario, rather than the ruleset, is where such roles are stated.
    pub fn is_of_scenario(self) -> bool {
        matches!(
            self,
            Self::Formation
                | Self::Zone
                | Self::Turn
                | Self::Track
                | Self::Level
                | Self::Pool
                | Self::Score
        )
    }

    /// The ids of those that a bundle has, each once: what may be stated in `roles`. Of a game-turn
    /// that is its number; of the weather, what game-turns and effects speak of.
    pub fn choices(self, bundle: &Bundle) -> Vec<Cow<'_, str>> {
        let Bundle { ruleset, map, orders_of_battle, scenario, .. } = bundle;
        let layout = &ruleset.counters;
        let ids: Vec<&Id> = match self {
            Self::Side => ruleset.sides.iter().map(|side| &side.id).collect(),
            Self::Nation => ruleset.nations.iter().map(|nation| &nation.id).collect(),
            Self::UnitType => layout.types.iter().map(|unit| &unit.id).collect(),
            Self::UnitSize => layout.sizes.iter().map(|size| &size.id).collect(),
            Self::Trait => layout.traits.iter().map(|one| &one.id).collect(),
            Self::Rating => layout.ratings.iter().map(|rating| &rating.id).collect(),
            Self::FormationRating => {
                layout.formation_ratings.iter().map(|rating| &rating.id).collect()
            }
            Self::Formation => {
                let all = orders_of_battle.iter().flat_map(|book| &book.formations);
                all.map(|formation| &formation.id).collect()
            }
            Self::Terrain => ruleset.terrain.iter().map(|kind| &kind.id).collect(),
            Self::Feature => ruleset.features.iter().map(|kind| &kind.id).collect(),
            Self::Hexside => ruleset.hexsides.iter().map(|kind| &kind.id).collect(),
            Self::Path => ruleset.paths.iter().map(|kind| &kind.id).collect(),
            Self::Line => ruleset.lines.iter().map(|kind| &kind.id).collect(),
            Self::KindTrait => {
                let all = kinds(ruleset).flat_map(|(_, kinds)| kinds);
                all.flat_map(|kind| &kind.traits).collect()
            }
            Self::Zone => map.zones.items.iter().map(|zone| &zone.id).collect(),
            Self::Table => ruleset.tables.iter().map(|table| &table.id).collect(),
            Self::Constant => ruleset.constants.iter().map(|constant| &constant.id).collect(),
            Self::Step => steps(&ruleset.sequence),
            Self::OptionalRule => ruleset.optional_rules.iter().map(|rule| &rule.id).collect(),
            Self::Weather => {
                let all = kinds(ruleset).flat_map(|(_, kinds)| kinds);
                let effects = all.flat_map(|kind| &kind.effects);
                let by_turn = scenario.turns.iter().filter_map(|turn| turn.weather.as_ref());
                by_turn.chain(effects.filter_map(|effect| effect.when.weather.as_ref())).collect()
            }
            Self::Turn => {
                let numbers = scenario.turns.iter().map(|turn| turn.turn.to_string());
                return numbers.map(Cow::Owned).collect();
            }
            Self::Track => scenario.tracks.iter().map(|track| &track.id).collect(),
            Self::Level => scenario.levels.iter().map(|level| &level.id).collect(),
            Self::Pool => {
                let pools = scenario.replacements.iter();
                pools.filter_map(|due| due.pool.as_ref()).collect()
            }
            Self::Score => scenario.victory.scores.iter().map(|score| &score.id).collect(),
        };
        let mut once = AHashSet::with_capacity(ids.len());
        let ids = ids.into_iter().map(String::as_str);
        ids.filter(|id| once.insert(*id)).map(Cow::Borrowed).collect()
    }
}

/// Who fills which role.
#[derive(Clone, Debug, Default)]
pub struct Roles<'a> {
    filled_by: AHashMap<Cow<'static, str>, Vec<&'a str>>,
}

impl<'a> Roles<'a> {
    /// Who fills the roles of a system in a bundle, and what is wrong with that, each finding
    /// with the role's rule and a pointer into the bundle, `/ruleset/roles/headquarters`.
    pub fn of(roles: &[Role], bundle: &'a Bundle) -> (Self, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut named = Named { bundle, ids: AHashMap::new() };
        let filled_by =
            roles.iter().map(|role| (role.id.clone(), fill(role, &mut named, &mut found)));
        let all = Self { filled_by: filled_by.collect() };
        let of_maps = COMMON.iter().filter(|common| !is_declared(roles, &common.id));
        for role in of_maps.filter(|role| statement(&role.id, bundle).is_some()) {
            fill(role, &mut named, &mut found);
        }
        not_asked_for(roles, bundle, &mut found);
        strays(roles, &all, bundle, &mut found);
        (all, found)
    }

    /// The same for whoever is to play by them.
    ///
    /// # Errors
    /// Whatever keeps the bundle from being played.
    pub fn filled(roles: &[Role], bundle: &'a Bundle) -> Result<Self, Vec<Diagnostic>> {
        let (all, mut found) = Self::of(roles, bundle);
        found.retain(|finding| finding.severity == Severity::Error);
        if found.is_empty() { Ok(all) } else { Err(found) }
    }

    /// Who is to fill a role, whether it is there or not.
    pub fn stated<'b>(role: &str, bundle: &'b Bundle) -> &'b [Id] {
        statement(role, bundle).map(|(_, ids)| ids.as_slice()).unwrap_or_default()
    }

    /// Who fills a role, in the order in which they are stated.
    pub fn ids(&self, role: &str) -> &[&'a str] {
        debug_assert!(self.filled_by.contains_key(role), "no such role: {role}");
        self.filled_by.get(role).map(Vec::as_slice).unwrap_or_default()
    }

    /// Who fills a role that one fills.
    pub fn one(&self, role: &str) -> Option<&'a str> {
        self.ids(role).first().copied()
    }

    /// Whether something fills a role.
    pub fn is(&self, role: &str, id: &str) -> bool {
        self.ids(role).contains(&id)
    }

    /// Whether one of several things, such as the traits of a counter, fills a role.
    pub fn any<'b>(&self, role: &str, ids: impl IntoIterator<Item = &'b String>) -> bool {
        let wanted = self.ids(role);
        ids.into_iter().any(|id| wanted.contains(&id.as_str()))
    }

    /// The role of a kind that something fills, of several the one that is declared first.
    pub fn role_of<'r>(&self, roles: &'r [Role], kind: RoleKind, id: &str) -> Option<&'r str> {
        let mut roles = roles.iter().filter(|role| role.kind == kind);
        roles.find(|role| self.is(&role.id, id)).map(|role| &*role.id)
    }
}

/// What a bundle has that may fill a role, each kind looked up once.
struct Named<'a> {
    bundle: &'a Bundle,
    ids: AHashMap<RoleKind, AHashSet<Cow<'a, str>>>,
}

impl Named<'_> {
    /// Whether the bundle has one of that id.
    fn has(&mut self, kind: RoleKind, id: &str) -> bool {
        let of_kind = || kind.choices(self.bundle).into_iter().collect();
        kind == RoleKind::Weather || self.ids.entry(kind).or_insert_with(of_kind).contains(id)
    }
}

/// What is stated of a role, and in which part of the bundle.
pub fn statement<'a>(role: &str, bundle: &'a Bundle) -> Option<(&'static str, &'a Vec<Id>)> {
    let parts = [("scenario", &bundle.scenario.roles), ("ruleset", &bundle.ruleset.roles)];
    parts.into_iter().find_map(|(part, roles)| Some((part, roles.get(role)?)))
}

/// Who fills a role.
fn fill<'a>(role: &Role, named: &mut Named<'a>, found: &mut Vec<Diagnostic>) -> Vec<&'a str> {
    let (id, bundle) = (&*role.id, named.bundle);
    let Some((part, ids)) = statement(id, bundle) else {
        if role.kind != RoleKind::Constant {
            found.push(unstated(role));
            return Vec::new();
        }
        let own = bundle.ruleset.constants.iter().find(|constant| constant.id == id);
        if own.is_none() && matches!(role.need, Need::One | Need::Some) {
            let message = format!("the constant '{id}' is missing, which {}", role.words);
            let help =
                format!("give it among the constants, or name another under \"{id}\" in roles");
            let missing = Diagnostic::error(Code::Rule, message).pointer("/ruleset/constants");
            found.push(missing.rule(&*role.rule).help(help));
        }
        return own.map(|own| own.id.as_str()).into_iter().collect();
    };
    let pointer = format!("/{part}/roles/{id}");
    let (there, gone): (Vec<_>, Vec<_>) =
        ids.iter().enumerate().partition(|(_, id)| named.has(role.kind, id));
    for (at, gone) in &gone {
        let kind = role.kind.words();
        let message = format!("'{gone}' fills the role '{id}', and there is no {kind} '{gone}'");
        found.push(
            Diagnostic::error(Code::Rule, message)
                .pointer(format!("{pointer}/{at}"))
                .help(format!("name the {kind} which {}", role.words)),
        );
        // Those of the kernel come from no rule book.
        if let Some(last) = found.last_mut().filter(|_| !role.rule.is_empty()) {
            last.rule = Some(role.rule.to_string());
        }
    }
    let there: Vec<&str> = there.into_iter().map(|(_, id)| id.as_str()).collect();
    if gone.is_empty() {
        found.extend(judge(role, &there, bundle).map(|finding| finding.pointer(pointer)));
    }
    there
}

/// Whether as many fill a role as must.
fn judge(role: &Role, there: &[&str], bundle: &Bundle) -> Option<Diagnostic> {
    let (id, kind, words) = (&role.id, role.kind.words(), &role.words);
    let wrong = |message: String, help: String| {
        Some(Diagnostic::error(Code::Rule, message).rule(&*role.rule).help(help))
    };
    let most = match role.need {
        Need::One => 1,
        Need::AtMost(most) => most,
        Need::Some | Need::May => usize::MAX,
    };
    let needed = matches!(role.need, Need::One | Need::Some);
    if needed && there.is_empty() {
        return wrong(
            format!("nothing fills the role '{id}'"),
            format!("name the {kind} which {words}"),
        );
    }
    if there.len() > most {
        return wrong(
            format!("{} fill the role '{id}', {most} at most may", there.len()),
            format!("name the {kind} which {words}"),
        );
    }
    let mut counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let has = |traits: &[String]| traits.iter().any(|one| there.contains(&one.as_str()));
    if needed && role.kind == RoleKind::Trait && !counters.any(|counter| has(&counter.traits)) {
        return wrong(
            format!("no counter fills the role '{id}'"),
            format!("give the trait {} to the counter which {words}", there.join(" or ")),
        );
    }
    None
}

fn unstated(role: &Role) -> Diagnostic {
    let (id, kind, words) = (&role.id, role.kind.words(), &role.words);
    let part = if role.kind.is_of_scenario() { "scenario" } else { "ruleset" };
    let none = match role.need {
        Need::One | Need::Some => "",
        Need::AtMost(_) | Need::May => ", or [] if there is none",
    };
    Diagnostic::error(Code::Rule, format!("nothing is said of the role '{id}'"))
        .pointer(format!("/{part}/roles/{id}"))
        .rule(&*role.rule)
        .help(format!(
            "add \"{id}\": [\"…\"] to the {part}'s roles, with the {kind} which {words}{none}"
        ))
}

fn is_declared(roles: &[Role], id: &str) -> bool {
    roles.iter().any(|role| role.id == id)
}

/// Statements of roles that no rule asks for: likely slips of the pen.
fn not_asked_for(roles: &[Role], bundle: &Bundle, found: &mut Vec<Diagnostic>) {
    for (part, stated) in [("ruleset", &bundle.ruleset.roles), ("scenario", &bundle.scenario.roles)]
    {
        let known = |id: &str| is_declared(roles, id) || is_declared(&COMMON, id);
        for id in stated.keys().filter(|id| !known(id)) {
            found.push(
                Diagnostic::warning(Code::Rule, format!("no rule asks for the role '{id}'"))
                    .pointer(format!("/{part}/roles/{}", id.replace('~', "~0").replace('/', "~1")))
                    .help("take it out, or mend its name"),
            );
        }
    }
}

/// What the scenario has that counts for nothing since it fills no role, and effects of weather
/// that there is not.
fn strays(declared: &[Role], roles: &Roles<'_>, bundle: &Bundle, found: &mut Vec<Diagnostic>) {
    let fills = |kind: RoleKind, id: &str| roles.role_of(declared, kind, id).is_some();
    let rule_of = |kind: RoleKind| declared.iter().find(|role| role.kind == kind);
    let mut told = |kind: RoleKind, id: &str, pointer: String| {
        let Some(asks) = rule_of(kind).filter(|_| !fills(kind, id)) else { return };
        let known: Vec<&str> =
            declared.iter().filter(|role| role.kind == kind).map(|role| &*role.id).collect();
        found.push(
            Diagnostic::error(
                Code::Rule,
                format!("the {} '{id}' has no part in the rules", kind.words()),
            )
            .pointer(pointer)
            .rule(&*asks.rule)
            .help(format!("name it under roles, for one of {}", known.join(", "))),
        );
    };
    let scenario = &bundle.scenario;
    for (i, track) in scenario.tracks.iter().enumerate() {
        told(RoleKind::Track, &track.id, format!("/scenario/tracks/{i}/id"));
    }
    for (i, level) in scenario.levels.iter().enumerate() {
        told(RoleKind::Level, &level.id, format!("/scenario/levels/{i}/id"));
    }
    for (i, due) in scenario.replacements.iter().enumerate() {
        if let Some(pool) = &due.pool {
            told(RoleKind::Pool, pool, format!("/scenario/replacements/{i}/pool"));
        }
    }
    for (i, score) in scenario.victory.scores.iter().enumerate() {
        told(RoleKind::Score, &score.id, format!("/scenario/victory/scores/{i}/id"));
    }
    for (list, kinds) in kinds(&bundle.ruleset) {
        for (i, kind) in kinds.iter().enumerate() {
            for (j, effect) in kind.effects.iter().enumerate() {
                if let Some(weather) = &effect.when.weather {
                    let at = format!("/ruleset/{list}/{i}/effects/{j}/when/weather");
                    told(RoleKind::Weather, weather, at);
                }
            }
        }
    }
}

/// The lists of the terrain effects chart.
fn kinds(ruleset: &Ruleset) -> impl Iterator<Item = (&'static str, &[Kind])> {
    [
        ("terrain", ruleset.terrain.as_slice()),
        ("features", &ruleset.features),
        ("hexsides", &ruleset.hexsides),
        ("paths", &ruleset.paths),
        ("lines", &ruleset.lines),
    ]
    .into_iter()
}

/// The steps of a sequence of play, with their own.
fn steps(sequence: &[SequenceStep]) -> Vec<&Id> {
    let all = sequence.iter().flat_map(|step| std::iter::once(&step.id).chain(steps(&step.steps)));
    all.collect()
}

/// The declarations of roles, a line each.
impl Role {
    /// One must fill it.
    pub const fn one(
        kind: RoleKind,
        id: &'static str,
        rule: &'static str,
        words: &'static str,
    ) -> Self {
        Self::declared(Need::One, kind, [id, rule, words])
    }

    /// One or more must fill it.
    pub const fn some(
        kind: RoleKind,
        id: &'static str,
        rule: &'static str,
        words: &'static str,
    ) -> Self {
        Self::declared(Need::Some, kind, [id, rule, words])
    }

    /// None or more may fill it.
    pub const fn may(
        kind: RoleKind,
        id: &'static str,
        rule: &'static str,
        words: &'static str,
    ) -> Self {
        Self::declared(Need::May, kind, [id, rule, words])
    }

    /// None to so many may fill it.
    pub const fn at_most(
        most: usize,
        kind: RoleKind,
        id: &'static str,
        rule: &'static str,
        words: &'static str,
    ) -> Self {
        Self::declared(Need::AtMost(most), kind, [id, rule, words])
    }

    const fn declared(need: Need, kind: RoleKind, [id, rule, words]: [&'static str; 3]) -> Self {
        let (id, rule) = (Cow::Borrowed(id), Cow::Borrowed(rule));
        Self { id, kind, need, rule, words: Cow::Borrowed(words) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that fails panics")]

    use super::*;

    const KIND: RoleKind = RoleKind::Weather;
    static DECLARED: [Role; 4] = [
        Role::one(KIND, "fog", "X 1", "hides"),
        Role::may(RoleKind::Formation, "slow", "X 2", "is late"),
        Role::one(RoleKind::Constant, "limit", "X 3", "limits"),
        Role::at_most(1, RoleKind::Side, "late", "X 4", "moves last"),
    ];

    fn said(change: impl FnOnce(&mut Bundle)) -> Vec<String> {
        let mut bundle = Bundle::empty();
        bundle.ruleset.roles =
            [("fog", vec!["mist".to_owned()]), ("slow", vec![]), ("late", vec![])]
                .map(|(role, ids)| (role.to_owned(), ids))
                .into();
        bundle.ruleset.constants.push(salient_schema::ruleset::Constant {
            id: "limit".to_owned(),
            meaning: String::new(),
            value: 1,
            rule: None,
            provenance: salient_schema::Provenance::Printed,
        });
        change(&mut bundle);
        let (_, found) = Roles::of(&DECLARED, &bundle);
        found
            .into_iter()
            .map(|one| format!("{} {}", one.place.pointer.unwrap(), one.message))
            .collect()
    }

    #[test]
    fn what_is_stated_is_found() {
        assert_eq!(said(|_| {}), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_stated_or_not_there_is_told() {
        let none = said(|bundle| bundle.ruleset.roles.clear());
        assert_eq!(none.len(), 3, "{none:?}");
        assert_eq!(none[0], "/ruleset/roles/fog nothing is said of the role 'fog'");
        assert_eq!(none[1], "/scenario/roles/slow nothing is said of the role 'slow'");
        let empty = said(|bundle| bundle.ruleset.roles.get_mut("fog").unwrap().clear());
        assert_eq!(empty, ["/ruleset/roles/fog nothing fills the role 'fog'"]);
        let gone = said(|bundle| {
            bundle.scenario.roles.insert("slow".to_owned(), vec!["v-corps".to_owned()]);
        });
        let gone_words = "'v-corps' fills the role 'slow', and there is no formation 'v-corps'";
        assert_eq!(gone, [format!("/scenario/roles/slow/0 {gone_words}")]);
        let constant = said(|bundle| bundle.ruleset.constants.clear());
        assert_eq!(constant.len(), 1, "{constant:?}");
        assert!(constant[0].starts_with("/ruleset/constants the constant 'limit' is missing"));
    }

    #[test]
    fn what_every_map_asks_needs_no_statement() {
        let says = |ids: &[&str]| {
            let ids = ids.iter().map(|id| (*id).to_owned()).collect();
            said(|bundle| {
                bundle.ruleset.roles.insert("town".to_owned(), ids);
            })
        };
        assert_eq!(says(&[]), Vec::<String>::new());
        let gone = "'village' fills the role 'town', and there is no trait of terrain or features";
        assert_eq!(says(&["village"]), [format!("/ruleset/roles/town/0 {gone} 'village'")]);
        let mut ruleset = Bundle::empty().ruleset;
        let [town, village] = ["town", "village"].map(|one| [one.to_owned()]);
        let unstated = CommonRoles::of(&ruleset);
        assert!(unstated.fills("town", &town) && !unstated.fills("town", &village));
        ruleset.roles.insert("town".to_owned(), village.to_vec());
        let stated = CommonRoles::of(&ruleset);
        assert!(!stated.fills("town", &town) && stated.fills("town", &village));
        assert!(!stated.fills("frog", &["frog".to_owned()]), "no such role");
    }

    #[test]
    fn what_no_rule_asks_for_is_told() {
        let more = said(|bundle| {
            bundle.ruleset.roles.insert("frog".to_owned(), Vec::new());
        });
        assert_eq!(more, ["/ruleset/roles/frog no rule asks for the role 'frog'"]);
    }
}
