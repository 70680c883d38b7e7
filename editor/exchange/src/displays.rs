//! Displays of armies: a card for each formation at the head of others, with a box for each of those
//! that have formations of their own, and one for all others, as the scenario begins. Players lay
//! attachment markers on them; [`crate::print`] prints them, [`crate::vassal`] makes boards of them.

use std::collections::{BTreeMap, BTreeSet};

use salient_art::colour::Rgba;
use salient_art::counter_art::CounterArt;
use salient_art::fonts::Typeface;
use salient_art::scene::{Scene, Stroke, Text};
use salient_rules::limits::{Counts, Limit};
use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use salient_schema::event::EventKind;
use salient_schema::order_of_battle::Formation;
use salient_schema::ruleset::RatingDef;
use salient_schema::words::ratings_in_words;

/// The display of a formation at the head of others: of an army.
#[derive(Clone, Debug)]
pub struct Display<'a> {
    /// The formation.
    pub formation: &'a Formation,
    /// Who commands it, and its ratings with their names.
    pub words: String,
    /// Its boxes: those of its corps in the order of the order of battle, empty ones up to a limit of
    /// its system, and one for all others.
    pub slots: Vec<Slot<'a>>,
}

/// A box of a display.
#[derive(Clone, Debug, Default)]
pub struct Slot<'a> {
    /// The corps, or `Independent`; empty in an empty box.
    pub heading: String,
    /// Who commands the corps, and its ratings with their names.
    pub words: String,
    /// Whose markers lie in it: of a corps all formations below it, at any depth.
    pub markers: Vec<&'a Formation>,
}

/// The displays of all armies of which a counter takes part in the scenario, by sides and in the
/// order of the orders of battle. There are none in a game that limits what belongs to a formation
/// nowhere: it has no use for them.
pub fn displays<'a>(systems: Systems, bundle: &'a Bundle) -> Vec<Display<'a>> {
    let system = systems.of(bundle);
    let (roles, limits) =
        system.as_ref().map_or((&[][..], &[][..]), |one| (one.roles(), one.limits()));
    let mut limits: Vec<Limit<'_>> =
        limits.iter().map(|says| Limit::of(bundle, roles, says)).collect();
    let limiting: Vec<&str> = limits.iter().filter_map(|limit| limit.rating).collect();
    let is_limited = |one: &Formation| limiting.iter().any(|id| one.ratings.contains_key(*id));
    if !bundle.orders_of_battle.iter().flat_map(|book| &book.formations).any(is_limited) {
        return Vec::new();
    }
    let attached = attached_at_start(systems, bundle);
    let tree = Tree::of(bundle, &attached);
    // Only what counts formations says how many boxes there are.
    limits.retain(|limit| matches!(limit.says.counts, Counts::Formations(_)));
    let mut all = Vec::new();
    for side in &bundle.ruleset.sides {
        let heads = |root: &&&Formation| tree.has_below(root) || is_limited(root);
        let own = tree.roots.iter().filter(|root| root.side == side.id).filter(heads);
        all.extend(
            own.filter(|root| tree.takes_part(root)).map(|root| tree.display(root, &limits)),
        );
    }
    all
}

/// The formations that the scenario's start attaches to another one than the order of battle prints,
/// each with that one: as the log has it before anybody decides. There are none of a scenario that
/// cannot be played yet.
fn attached_at_start(systems: Systems, bundle: &Bundle) -> BTreeMap<String, Option<String>> {
    let Ok(game) = Match::start(systems, bundle, 0) else { return BTreeMap::new() };
    let attached = game.events().iter().filter_map(|event| match &event.kind {
        EventKind::Attached(one) => {
            Some((one.formation.clone()?.to_string(), one.to.as_ref().map(ToString::to_string)))
        }
        _ => None,
    });
    attached.collect()
}

/// Formations with those below them. What hangs in a circle has no root and is not in it.
struct Tree<'a> {
    roots: Vec<&'a Formation>,
    below: BTreeMap<&'a str, Vec<&'a Formation>>,
    /// Formations with a counter of their own that takes part.
    present: BTreeSet<&'a str>,
    /// The ratings of formations.
    ratings: &'a [RatingDef],
}

impl<'a> Tree<'a> {
    fn of(bundle: &'a Bundle, attached: &BTreeMap<String, Option<String>>) -> Self {
        let formations = || bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
        let known: BTreeSet<&str> = formations().map(|one| one.id.as_str()).collect();
        let mut tree = Self {
            roots: Vec::new(),
            below: BTreeMap::new(),
            present: BTreeSet::new(),
            ratings: &bundle.ruleset.counters.formation_ratings,
        };
        for one in formations() {
            let printed = one.parent.as_deref();
            let parent = attached.get(&*one.id).map_or(printed, Option::as_deref);
            match parent.and_then(|parent| known.get(parent).copied()) {
                Some(parent) => tree.below.entry(parent).or_default().push(one),
                None => tree.roots.push(one),
            }
        }
        let scenario = &bundle.scenario;
        let set_up = scenario.setup.placements.iter().flat_map(|it| &it.counters);
        let free = scenario.setup.free.iter().flat_map(|it| &it.counters);
        let arriving = scenario.reinforcements.iter().flat_map(|it| &it.counters);
        let there: BTreeSet<&str> =
            set_up.chain(free).chain(arriving).map(|id| id.as_str()).collect();
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let present = counters.filter(|counter| there.contains(counter.id.as_str()));
        tree.present = present.filter_map(|counter| counter.formation.as_deref()).collect();
        tree
    }

    fn children(&self, of: &Formation) -> &[&'a Formation] {
        self.below.get(of.id.as_str()).map_or(&[], Vec::as_slice)
    }

    fn has_below(&self, one: &Formation) -> bool {
        !self.children(one).is_empty()
    }

    /// All below a formation, each followed by those below it.
    fn all_below(&self, of: &Formation) -> Vec<&'a Formation> {
        let mut found = Vec::new();
        let mut waiting: Vec<&'a Formation> = self.children(of).iter().rev().copied().collect();
        while let Some(one) = waiting.pop() {
            found.push(one);
            waiting.extend(self.children(one).iter().rev());
        }
        found
    }

    fn takes_part(&self, one: &Formation) -> bool {
        let mut all = self.all_below(one).into_iter().chain([one]);
        all.any(|one| self.present.contains(one.id.as_str()))
    }

    fn display(&self, root: &'a Formation, limits: &[Limit<'_>]) -> Display<'a> {
        let own = self.children(root).iter().copied().filter(|one| self.takes_part(one));
        let (heads, independent): (Vec<_>, Vec<_>) = own.partition(|one| self.has_below(one));
        let sizes: Vec<Option<&str>> = heads.iter().map(|one| one.size.as_deref()).collect();
        let used = limits.iter().find_map(|limit| limit.used(root, &sizes));
        let empty = used.and_then(|used| Some(used.most?.0 - used.used.0)).unwrap_or_default();
        let empty = usize::try_from(empty).unwrap_or_default().min(MOST_EMPTY);
        let mut slots: Vec<Slot<'a>> = heads
            .into_iter()
            .map(|corps| {
                let mut markers = self.all_below(corps);
                markers.retain(|one| self.takes_part(one));
                Slot { heading: corps.name.clone(), words: self.words(corps), markers }
            })
            .collect();
        slots.extend((0..empty).map(|_| Slot::default()));
        if !independent.is_empty() || slots.is_empty() {
            let heading = if slots.is_empty() { String::new() } else { "Independent".to_owned() };
            slots.push(Slot { heading, words: String::new(), markers: independent });
        }
        Display { formation: root, words: self.words(root), slots }
    }

    /// Who commands a formation, and its ratings with their names.
    fn words(&self, formation: &Formation) -> String {
        let ratings = ratings_in_words(self.ratings, &formation.ratings);
        let ratings = Some(ratings).filter(|ratings| !ratings.is_empty());
        formation.commander.iter().cloned().chain(ratings).collect::<Vec<_>>().join(", ")
    }
}

/// The most empty boxes of a display: a rating in somebody's file may be any number.
const MOST_EMPTY: usize = 20;

/// Draws attachment markers of formations.
pub struct Attachments<'a> {
    art: CounterArt,
    ratings: &'a [RatingDef],
    /// A counter of each formation: its band is the formation's.
    bearers: BTreeMap<&'a str, &'a str>,
}

impl<'a> Attachments<'a> {
    /// Those of a bundle's formations.
    pub fn of(bundle: &'a Bundle) -> Self {
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        Self {
            art: CounterArt::of(bundle),
            ratings: &bundle.ruleset.counters.formation_ratings,
            bearers: counters.filter_map(|it| Some((it.formation.as_deref()?, &*it.id))).collect(),
        }
    }

    /// A formation's marker about the origin, a unit wide: its name below the band of its counters,
    /// and its ratings.
    pub fn marker(&self, formation: &Formation) -> Scene {
        let bearer = self.bearers.get(formation.id.as_str());
        let band = bearer.and_then(|counter| self.art.band(counter)).unwrap_or(PLAIN);
        let mut scene = Scene::new();
        let (half, ink) = (0.48, [44, 38, 34, 255]);
        let square = [[-half, -half], [half, -half], [half, half], [-half, half]];
        scene.block(square, [255, 253, 248, 255], Stroke::new(0.02, ink));
        scene.fill([[-half, -half], [half, -half], [half, -0.28], [-half, -0.28]], band);
        let mut line = |text: &str, y: f32, most: f32, face: Typeface| {
            let size = (0.88 / face.width_of(text).max(0.01)).min(most);
            scene.text(Text::new([0.0, y], text, size, face, ink).on_middle());
        };
        let lines = crate::print::lines(&formation.name, 0.21, Typeface::SemiBold, 0.92);
        for (place, text) in lines.iter().take(2).enumerate() {
            let top = if lines.len() > 1 { -0.13 } else { -0.02 };
            line(text, top + place as f32 * 0.23, 0.21, Typeface::SemiBold);
        }
        let numbers = self.ratings.iter().filter_map(|def| formation.ratings.get(&def.id));
        let numbers: Vec<String> = numbers.map(ToString::to_string).collect();
        line(&numbers.join(" · "), 0.33, 0.26, Typeface::Bold);
        scene
    }
}

/// The band of a formation without a colour.
const PLAIN: Rgba = [214, 206, 190, 255];
