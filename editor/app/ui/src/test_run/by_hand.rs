//! A decision made by hand: what is offered, what is picked so far, what may come of it.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};
use salient_play::draft::{about, check, ends_turn};
use salient_play::more::able;
use salient_play::offer::{acting, actors, in_full, kind_name, targets};
use salient_play::prospects::needs_a_look;
use salient_play::routes::{self, warning};
use salient_play::{
    Draft, Field, FieldKind, More, Offer, Prospects, Routes, Session, Shapes, nothing, prospects,
};
use salient_rules::action::Name;
use salient_rules::acts::Acts;
use salient_rules::game::{UnderFire, UnitView};
use salient_rules::words::{Words, list};
use salient_rules::{Action, Match};
use salient_schema::plain::Value;

use super::PlanByHand;
use crate::request::play::Pick;

/// Of no more actions is each one offered as a button; the list of them scrolls.
const MOST_BUTTONS: usize = 40;

/// What it is called to be done with a step.
pub const DONE: &str = "Done with this step";

/// The same, where the game-turn ends with it.
const END_TURN: &str = "End the game-turn";

/// The same, where something is picked that could be done and would be passed up: its kind follows.
const DONE_WITHOUT: &str = "Done without:";
/// The same where its kind is so long that it would not go onto the button.
const DONE_WITHOUT_IT: &str = "Done without it";
/// The most letters that go onto the button.
const ON_BUTTON: usize = 21;

/// One decision of whoever sits before the screen.
#[derive(Debug, Default)]
pub struct ByHand {
    shapes: Shapes,
    offer: Offer,
    /// The kinds of actions that are legal besides to be done, with how many units each is for.
    kinds: Vec<(Name, String)>,
    draft: Draft,
    /// The units that may be picked next.
    open_units: BTreeSet<String>,
    /// The units that may do more than is listed, as long as none of them is picked.
    able: BTreeMap<String, BTreeSet<Name>>,
    /// What the unit that was picked last may not do, with why, in words.
    barred: Vec<(String, String)>,
    /// What the draft comes to, and whether the rules allow it.
    made: Option<(Action, Result<(), String>)>,
    prospects: Option<Prospects>,
    /// Why one cannot be done with this step yet.
    unfinished: Option<String>,
    /// Where the picked units may go.
    routes: Routes,
    /// Why the last click did nothing.
    refused: Option<String>,
    shown: OnMap,
    /// What is asked, in a sentence with the rule.
    asked: String,
    /// What it is called to be done, where that is more than to be done with the step.
    done_words: String,
    /// The same, with what is passed up by it.
    without_words: String,
    /// Whether the game-turn ends if one is done.
    done_ends_turn: bool,
    /// The names of units, each told apart from all others.
    names: BTreeMap<String, String>,
    /// The actions that agree with what is picked, in words, if they are few enough to offer each.
    choices: Vec<(Action, String)>,
    /// What else the picked units could do, in words.
    others: Vec<(Action, String)>,
    /// How many actions agree with what is picked.
    left: usize,
    /// What the draft comes to, in words.
    made_words: String,
    /// Hexes on the way of what the draft comes to in which it may be fired at, in words.
    warned: Option<String>,
    /// Whether the game-turn ends with what the draft comes to.
    ends_turn: bool,
    /// Whether units are set up before the first game-turn.
    sets_up: bool,
    /// Those of the choices that are done as soon as they are chosen.
    plain: Vec<Action>,
    /// A plan of fire that is being written.
    plan: PlanByHand,
    /// Goes up with everything that is picked.
    picks: u64,
    /// The choice that the pointer lies on, with where whoever acts stands and the hexes that it is
    /// about.
    pointed: Option<(Action, Vec<Hex>, Vec<Hex>)>,
}

/// What is told of a hex that is pointed at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What it costs to get there, or why nobody gets there.
    pub text: String,
    /// The way there, where it starts first; empty where there is none.
    pub way: Vec<Hex>,
    /// Whether the hex cannot be meant.
    pub refused: bool,
}

/// What the map shows of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnMap {
    /// Where the units stand that may act.
    pub may_act: Vec<Hex>,
    /// Where the units stand that are picked.
    pub acting: Vec<Hex>,
    /// The hexes that may be meant.
    pub open: Vec<Hex>,
    /// What it costs to get to each of them, in their order; none where no costs are counted.
    pub costs: Vec<Option<u32>>,
    /// The hexes that are.
    pub meant: Vec<Hex>,
    /// The hexes in which the picked units may be fired at on their way.
    pub under_fire: Vec<UnderFire>,
    /// Where planned fire of one's own is to fall in this game-turn.
    pub planned: Vec<Hex>,
}

impl ByHand {
    /// For games of a system that knows these actions.
    pub fn new(shapes: Shapes, plan: PlanByHand) -> Self {
        Self { shapes, plan, ..Self::default() }
    }

    /// Looks at what is legal now, with nothing picked; at nothing where nobody waits.
    pub fn begin(&mut self, session: &Session, words: &Words) {
        self.offer = match session.waits_for_person() {
            true => Offer::of(session.game()),
            false => Offer::default(),
        };
        self.unfinished = self.offer.unfinished(words);
        self.draft = Draft::default();
        self.able = match self.offer.legal().is_empty() {
            true => BTreeMap::new(),
            false => able(session.game()),
        };
        self.barred.clear();
        self.refused = None;
        self.pointed = None;
        self.made = None;
        self.prospects = None;
        let acts = Acts::of(words, session.game());
        self.kinds = self.offer.kinds_in_words(&acts);
        self.kinds.retain(|(kind, _)| kind != "done");
        // Where there is but one kind of action besides going on, it is the one.
        if let [(kind, _)] = self.kinds.as_slice() {
            self.draft.pick_kind(kind);
        }
        let question = session
            .game()
            .asked()
            .and_then(|asked| asked.question())
            .filter(|_| !self.offer.legal().is_empty());
        let done = question.as_ref().map(|question| words.named(&question.done));
        self.done_ends_turn = self.done().is_some_and(|one| ends_turn(session.game(), one));
        let usual = if self.done_ends_turn { END_TURN } else { DONE };
        self.done_words = done.filter(|done| !done.is_empty()).unwrap_or_else(|| usual.to_owned());
        self.asked = question.map(|question| acts.ask(&question)).unwrap_or_default();
        let units = session.game().units();
        self.names =
            units.iter().map(|unit| (unit.name.to_owned(), acts.unit(unit.name))).collect();
        self.plan.begin(session, &self.offer);
        let off_map = |unit: &UnitView<'_>| unit.hex.is_none();
        let places = self.offer.legal().iter().filter(|one| targets(one).next().is_some());
        let placed: BTreeSet<&str> = places.flat_map(actors).collect();
        self.sets_up = session.game().turn() == 0
            && units.iter().any(|unit| off_map(unit) && placed.contains(unit.name));
        self.looked_at(session, words);
    }

    /// What is asked, in a sentence with the rule; nothing where nobody waits or the step of the
    /// sequence of play says all.
    pub fn asked(&self) -> &str {
        &self.asked
    }

    /// What a unit is called, told apart from all others.
    pub fn name(&self, unit: &str) -> String {
        self.names.get(unit).cloned().unwrap_or_else(|| unit.to_owned())
    }

    /// What else the picked units could do, in words.
    pub fn others(&self) -> &[(Action, String)] {
        &self.others
    }

    /// How many actions agree with what is picked.
    pub fn left(&self) -> usize {
        self.left
    }

    /// What the draft comes to, in words.
    pub fn made_words(&self) -> &str {
        &self.made_words
    }

    /// Whether what is made needs another look: it fires at one's own.
    pub fn asks_again(&self) -> bool {
        let own = |gun: &Name| !self.plan.own_hexes(&self.plan.draft(gun)).is_empty();
        let plans = self.plan.is_on(&self.draft, &self.offer);
        self.made.is_some() && plans && self.draft.units().first().is_some_and(own)
    }

    /// Whether units are set up before the first game-turn.
    pub fn sets_up(&self) -> bool {
        self.sets_up
    }

    /// What it is called to let a bot make all that is left in this step.
    pub fn finish_words(&self) -> &'static str {
        match self.sets_up {
            true => "Let a bot set up the rest",
            false => "Let a bot finish this step",
        }
    }

    /// Whether an action is done as soon as it is chosen, of the list or by a click that says where:
    /// it is no attack and rolls no die, has no numbers to set, does not lead under fire, and the
    /// game-turn does not end with it. Anything else is looked at first.
    pub fn is_plain(&self, action: &Action) -> bool {
        self.plain.contains(action)
    }

    /// Where it may be fired at on its way, in words.
    pub fn warned(&self) -> Option<&str> {
        self.warned.as_deref()
    }

    /// Whether the game-turn ends with what is picked.
    pub fn ends_turn(&self) -> bool {
        self.ends_turn
    }

    /// What it is called here to be done with the step.
    pub fn done_words(&self) -> &str {
        if self.leaves_undone() { &self.without_words } else { &self.done_words }
    }

    /// Whether the game-turn ends if one is done with the step.
    pub fn done_ends_turn(&self) -> bool {
        self.done_ends_turn
    }

    /// Whether something is picked that could be done, and is not if one is done with the step.
    pub fn leaves_undone(&self) -> bool {
        let could_be = self.made.as_ref().filter(|(_, may)| may.is_ok());
        could_be.is_some_and(|(action, _)| action.verb != "done")
    }

    /// The plan of fire that is being written, or lies before the side.
    pub fn plan(&self) -> &PlanByHand {
        &self.plan
    }

    /// What is legal.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// The kinds of actions that are legal, each in words with how many units it is for; to be done
    /// with the step is none.
    pub fn kinds(&self) -> &[(Name, String)] {
        &self.kinds
    }

    /// The units that may be picked next, by their names in the log.
    pub fn open_units(&self) -> &BTreeSet<String> {
        &self.open_units
    }

    /// What the unit that is picked may not do, with why, in words.
    pub fn barred(&self) -> &[(String, String)] {
        if self.draft.units().is_empty() { &[] } else { &self.barred }
    }

    /// What is picked.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What the map shows of it.
    pub fn on_map(&self) -> &OnMap {
        &self.shown
    }

    /// What the draft comes to, and whether the rules allow it, else why not.
    pub fn made(&self) -> Option<&(Action, Result<(), String>)> {
        self.made.as_ref()
    }

    /// What may come of it, if dice are rolled.
    pub fn prospects(&self) -> Option<&Prospects> {
        self.prospects.as_ref()
    }

    /// Why the last click did nothing.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// The fields that are set by numbers, with their names in the draft: those of groups, too.
    pub fn numbers(&self) -> Vec<(String, Field)> {
        let mut numbers = Vec::new();
        for field in self.draft.shape(&self.shapes).fields {
            match &field.kind {
                FieldKind::Group(fields) => numbers.extend(
                    fields
                        .iter()
                        .filter(|inner| inner.kind == FieldKind::Number)
                        .map(|inner| (format!("{}.{}", field.name, inner.name), inner.clone())),
                ),
                FieldKind::Number => numbers.push((field.name.clone(), field)),
                _ => {}
            }
        }
        numbers
    }

    /// The actions that agree with what is picked, in words, if they are few enough to offer each.
    pub fn choices(&self) -> &[(Action, String)] {
        &self.choices
    }

    /// Goes up with everything that is picked: what was said of a hex before may be wrong.
    pub fn picks(&self) -> u64 {
        self.picks
    }

    /// Whether a unit of a hex can be taken hold of there, to be dragged to where it goes: one
    /// that may act, where a click does not mean the hex itself.
    pub fn can_lift(&self, hex: Hex) -> bool {
        let shown = &self.shown;
        let means = shown.open.contains(&hex) || shown.meant.contains(&hex);
        !means && (shown.acting.contains(&hex) || shown.may_act.contains(&hex))
    }

    /// Why one cannot be done with this step yet; none where one can.
    pub fn unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    /// What is to be told of a hex that is pointed at while units are picked, or of a unit whose
    /// counter is: what a click there would come to.
    pub fn told_of(
        &self,
        hex: Hex,
        unit: Option<&str>,
        game: &Match,
        words: &Words,
    ) -> Option<Told> {
        let label = game.grid().label(hex);
        if self.draft.units().is_empty() {
            let text = self.told_of_target(&label, game)?;
            return Some(Told { text, way: Vec::new(), refused: false });
        }
        let refused = |why: String| Some(Told { text: why, way: Vec::new(), refused: true });
        if let Some(unit) = unit.filter(|unit| is_own(unit, game)) {
            let may = self.offer.actors().contains(unit) || self.able.contains_key(unit);
            return if may { None } else { refused(self.why_not(unit, game, words)) };
        }
        if self.plan.is_on(&self.draft, &self.offer) {
            let why = self.plan.refusal(&label, &self.draft, &self.offer, game)?;
            return refused(words.refusal_of(&label, &why));
        }
        if self.shown.acting.contains(&hex) {
            return None;
        }
        if !self.shown.open.contains(&hex) {
            // A click there picks another unit.
            if self.shown.may_act.contains(&hex)
                || self.shown.meant.contains(&hex)
                || self.accepted(&label, game).is_some()
            {
                return None;
            }
            return refused(self.why_not_there(hex, game, words));
        }
        let mut text = match self.remark_on(&label, game) {
            Some(remark) => format!("{label}: {remark}"),
            None => {
                let (cost, spending) = (self.routes.spent(hex)?, self.routes.spending()?);
                format!("{label}: {cost} of {} {}", spending.points, spending.kind)
            }
        };
        let way = self.routes.way(game, hex);
        let under: Vec<String> = way
            .iter()
            .skip(1)
            .filter(|at| self.shown.under_fire.iter().any(|one| one.hex == **at))
            .map(|&at| game.grid().label(at))
            .collect();
        if !under.is_empty() {
            text = format!("{text}; under fire in {}", list(&under));
        }
        Some(Told { text, way, refused: false })
    }

    /// What the system remarks of it if a hex is meant by whoever is picked, where they go there: the
    /// same as in the list.
    fn remark_on(&self, label: &str, game: &Match) -> Option<String> {
        self.routes.spending()?;
        let mut draft = self.draft.clone();
        if !draft.hexes().iter().any(|meant| meant == label) {
            draft.pick_hex(label, &self.offer, &self.shapes);
        }
        let action = draft.action(&self.offer, &self.shapes);
        let action = action
            .or_else(|| routes::way_together(game, &self.draft, &self.offer, &self.shapes, label));
        game.asked()?.remark(&action?)
    }

    /// What it comes to if a hex is meant by whoever is not picked but asked: those who retreat.
    fn told_of_target(&self, label: &str, game: &Match) -> Option<String> {
        let mut about = self.draft.candidates(&self.offer).filter(|one| {
            acting(one).next().is_none() && targets(one).any(|target| target == label)
        });
        let (one, others) = (about.next()?, about.next());
        let remark = game.asked().filter(|_| others.is_none())?.remark(one)?;
        Some(format!("{label}: {remark}"))
    }

    /// The unit after the one that is picked, or before it, of those that may act: its name and
    /// where it stands. The order is that of the hexes.
    pub fn next_unit(&self, game: &Match, forward: bool) -> Option<(String, Hex)> {
        let actors = self.offer.actors();
        let mut able: Vec<(Hex, &str)> = game
            .units()
            .iter()
            .filter(|unit| actors.contains(unit.name))
            .filter_map(|unit| Some((unit.hex?, unit.name)))
            .collect();
        able.sort_unstable();
        let picked = self.draft.units().last();
        let now = picked.and_then(|name| able.iter().position(|(_, one)| *one == name.as_str()));
        let count = able.len();
        let next = match (now, forward) {
            (None, true) => 0,
            (None, false) => count.checked_sub(1)?,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        able.get(next).map(|(hex, name)| ((*name).to_owned(), *hex))
    }

    /// The kind of action after the one that is begun, of those that are legal; to be done with
    /// the step is none.
    pub fn next_kind(&self) -> Option<String> {
        let now = self.kinds.iter().position(|(kind, _)| Some(kind) == self.draft.verb());
        let next = now.map_or(0, |now| (now + 1) % self.kinds.len().max(1));
        self.kinds.get(next).map(|(kind, _)| kind.to_string())
    }

    /// To be done with this step, where that is legal.
    pub fn done(&self) -> Option<&Action> {
        self.offer.legal().iter().find(|action| action.verb == "done")
    }

    /// The choice that the pointer lies on.
    pub fn pointed(&self) -> Option<&Action> {
        self.pointed.as_ref().map(|(action, ..)| action)
    }

    /// What the map shows of the choice that the pointer lies on: where whoever acts stands, and the
    /// hexes that it is about.
    pub fn pointed_on_map(&self) -> Option<(&[Hex], &[Hex])> {
        self.pointed.as_ref().map(|(_, from, to)| (from.as_slice(), to.as_slice()))
    }

    /// Takes the choice that the pointer lies on now.
    pub(super) fn point(&mut self, action: Option<Action>, session: &Session) {
        self.pointed = action.map(|action| {
            let units = session.units();
            let grid = session.game().grid();
            let stands = |name: &str| units.iter().find(|unit| unit.name == name)?.hex;
            let from: BTreeSet<Hex> = acting(&action).filter_map(stands).collect();
            let to = parsed(grid, targets(&action));
            (action, from.into_iter().collect(), to)
        });
    }

    /// Picks something. Gives an action that is complete by it and needs no second look.
    pub fn pick(&mut self, pick: &Pick, session: &Session, words: &Words) -> Option<Action> {
        let game = session.game();
        self.refused = None;
        self.pointed = None;
        let mut meant = false;
        match pick {
            Pick::Kind(kind) => self.draft.pick_kind(kind),
            Pick::Unit(unit) => {
                let hex = game.units().iter().find(|one| one.name == unit).and_then(|it| it.hex);
                match (self.pick_unit(unit, game, words), hex) {
                    (true, _) => {}
                    // Of the enemy's the hex is meant.
                    (false, Some(hex)) if !is_own(unit, game) => {
                        meant = self.click(hex, session, words);
                    }
                    (false, _) => self.refused = Some(self.why_not(unit, game, words)),
                }
            }
            Pick::Hex(hex) => meant = self.click(*hex, session, words),
            Pick::Drop(hex) => meant = self.drop_on(*hex, game, words),
            Pick::Alone(unit) => {
                self.draft = Draft::default();
                self.look_up(unit, game, words);
                self.draft.pick_unit(unit, &self.offer, &self.shapes);
            }
            Pick::Number(field, number) => {
                self.draft.set(field, number.map(Value::Number));
            }
            Pick::Whole(action) => self.draft.pick_whole(action),
            Pick::Plan(written) => self.plan.write(written, &self.draft, &self.offer),
            Pick::Nothing => self.draft = Draft::default(),
        }
        self.plan.look(&self.draft, &self.offer);
        self.made = match self.plan.mission(&self.draft, &self.offer) {
            Some(action) => Some(action),
            None => self.draft.action(&self.offer, &self.shapes).or_else(|| self.together(game)),
        }
        .map(|action| {
            let allowed = check(game, &action).map_err(|refused| words.refusal(&refused));
            (action, allowed)
        });
        self.prospects = match &self.made {
            Some((action, Ok(()))) => prospects(game, action, words),
            _ => None,
        };
        self.looked_at(session, words);
        // A move or a place is done with the click that says where, unless more hexes may be meant, or
        // it is about many units whom nobody picked.
        let (action, allowed) = self.made.as_ref().filter(|_| meant)?;
        let settled = !self.draft.shape(&self.shapes).has(&FieldKind::Hexes)
            && (acting(action).next().is_some() || action.fields.iter().count() == 1)
            && self.is_done_at_once(action, game);
        (settled && allowed.is_ok()).then(|| action.clone())
    }

    /// How all who are picked go to the hex that is meant, where no listed action is for all of them.
    fn together(&self, game: &Match) -> Option<Action> {
        let hex = self.draft.hexes().last()?;
        if self.draft.candidates(&self.offer).next().is_some() {
            return None;
        }
        routes::way_together(game, &self.draft, &self.offer, &self.shapes, hex)
    }

    /// Those who take part in what was chosen, each with the part that it has in it.
    pub fn parts(&self) -> Vec<(Name, Option<String>)> {
        self.draft.parts(&self.shapes)
    }

    /// A click on a hex: means it, if it may be meant; else picks a unit there. Gives whether the hex
    /// is meant by it.
    fn click(&mut self, hex: Hex, session: &Session, words: &Words) -> bool {
        let game = session.game();
        let label = game.grid().label(hex);
        if let Some(may) = self.plan.click(&label, &self.draft, &self.offer, game) {
            self.refused = may.err().map(|why| words.refusal_of(&label, &why));
            return false;
        }
        let units = session.units();
        let there: Vec<&str> =
            units.iter().filter(|unit| unit.stands_in(hex)).map(|unit| unit.name).collect();
        // Where it is not clear what is done, a hex that means several things means none of them.
        if self.draft.verb().is_none() && self.draft.units().is_empty() {
            let there: Vec<Name> = there.iter().map(|unit| Name::from(*unit)).collect();
            let about = self.offer.legal().iter().filter(|one| about(one, &label, &there));
            let mut kinds: Vec<(&Name, bool)> =
                about.map(|one| (&one.verb, actors(one).next().is_some())).collect();
            kinds.dedup();
            if kinds.len() > 1 && kinds.iter().any(|(_, by_units)| !by_units) {
                let there: Vec<&str> = there.iter().map(|unit| unit.as_str()).collect();
                self.draft.pick_place(&label, &there);
                return false;
            }
        }
        if self.shown.open.contains(&hex) || self.draft.hexes().iter().any(|meant| *meant == label)
        {
            self.mean(hex, game);
            return self.draft.hexes().iter().any(|meant| *meant == label);
        }
        // Whoever is set up or arrives stays in hand where he may not stand.
        let stands =
            |name: &Name| units.iter().any(|unit| unit.name == *name && unit.hex.is_some());
        let in_hand = self.draft.units().last().is_some_and(|unit| !stands(unit));
        match self.next_of_stack(&there).filter(|_| !in_hand) {
            Some(unit) => self.join(&unit, game, words),
            None if self.accepts(&label, game) => return true,
            None if !self.draft.units().is_empty() => self.refuse(hex, game, words),
            None => {
                self.draft.forget_place();
                self.refused = Some(nothing::of_hex(game, &self.offer, None, hex, words));
            }
        }
        false
    }

    /// Means a hex that may be meant, or lets go of it. Where enemies stand of whom several things may
    /// be meant, an assault as well as fire, none is taken.
    fn mean(&mut self, hex: Hex, game: &Match) {
        let label = game.grid().label(hex);
        let known: Vec<_> = game.deciding().into_iter().collect();
        let is_enemy = |unit: &UnitView<'_>| game.sides().get(unit.side) != game.deciding();
        let mut there = game.units_known_to(&known).into_iter().filter(|it| it.stands_in(hex));
        let is_meant = self.draft.hexes().iter().any(|meant| *meant == label);
        if is_meant
            || !there.any(|unit| is_enemy(&unit))
            || !self.draft.pick_any(&label, &self.offer)
        {
            self.draft.pick_hex(&label, &self.offer, &self.shapes);
        }
    }

    /// Picks a unit besides those that are picked. What can be done without him and not with him
    /// stays as it is, and the rules say why.
    fn join(&mut self, unit: &str, game: &Match, words: &Words) {
        let (before, could_be) = (self.draft.clone(), self.leaves_undone());
        self.pick_unit(unit, game, words);
        let made = self.draft.action(&self.offer, &self.shapes).filter(|_| could_be);
        let grows = before.units().iter().all(|one| self.draft.units().contains(one));
        if let Some(Err(why)) = made.filter(|_| grows).map(|action| check(game, &action)) {
            self.draft = before;
            self.refused = Some(words.refusal(&why));
        }
    }

    /// Means a hex that is not offered, where the rules accept what it comes to: more than is listed.
    fn accepts(&mut self, label: &str, game: &Match) -> bool {
        let accepted = self.accepted(label, game);
        accepted.map(|draft| self.draft = draft).is_some()
    }

    /// What is picked with a hex besides that is not offered, where the rules accept what it comes
    /// to.
    fn accepted(&self, label: &str, game: &Match) -> Option<Draft> {
        let mut draft = self.draft.clone();
        let picks = draft.verb().is_some() && draft.pick_hex(label, &self.offer, &self.shapes);
        let action = draft.action(&self.offer, &self.shapes).filter(|_| picks)?;
        check(game, &action).is_ok().then_some(draft)
    }

    /// The unit of a stack that a click on its hex picks: with each click the next below the one
    /// that was picked last, round and round. One that is picked is let go of in the list.
    fn next_of_stack(&self, there: &[&str]) -> Option<String> {
        let actors = self.offer.actors();
        let may = |unit: &&str| actors.contains(unit) || self.able.contains_key(*unit);
        let able: Vec<&str> = there.iter().copied().filter(may).collect();
        let picked = self.draft.units();
        let last = able.iter().rposition(|unit| picked.last().is_some_and(|last| last == unit));
        let (before, after) = able.split_at(last.map_or(0, |last| last + 1));
        let mut next =
            after.iter().chain(before).filter(|unit| !picked.iter().any(|one| one == *unit));
        let open = self.draft.open_units(&self.offer);
        let first = next.clone().next();
        next.find(|unit| open.contains(*unit)).or(first).map(|unit| (*unit).to_owned())
    }

    /// Picks a unit, or lets go of it. One that cannot go along with those that are picked takes
    /// their place.
    fn pick_unit(&mut self, unit: &str, game: &Match, words: &Words) -> bool {
        self.look_up(unit, game, words);
        let may = self.draft.pick_unit(unit, &self.offer, &self.shapes);
        if may && !self.draft.goes_together(game, &self.offer, &self.shapes) {
            self.draft.keep_last();
        }
        may
    }

    /// Takes in what a unit that is picked may do besides what is listed, and what it may not.
    fn look_up(&mut self, unit: &str, game: &Match, words: &Words) {
        let more = More::of(game, &self.offer, unit, words);
        let acts = Acts::of(words, game);
        self.barred = more.may_not.iter().map(|(one, why)| (acts.say(one), why.clone())).collect();
        self.offer.add(more.may);
        self.able.remove(unit);
    }

    fn why_not(&self, unit: &str, game: &Match, words: &Words) -> String {
        if self.offer.legal().is_empty() {
            let name = words.unit(&unit.to_owned());
            return format!("{name}: nobody waits for a decision of yours");
        }
        nothing::of_unit(game, &self.offer, unit, words)
    }

    /// A drop on a hex: means it, if it may be meant, and says why not if it may not. Gives whether
    /// the hex is meant.
    fn drop_on(&mut self, hex: Hex, game: &Match, words: &Words) -> bool {
        let label = game.grid().label(hex);
        let may = self.shown.open.contains(&hex);
        if !may {
            self.refuse(hex, game, words);
        } else if !self.draft.hexes().iter().any(|meant| *meant == label) {
            self.mean(hex, game);
        }
        may
    }

    /// Whether an action needs no second look: see [`is_plain`](Self::is_plain).
    fn is_done_at_once(&self, action: &Action, game: &Match) -> bool {
        // Of those who take part in it each may do something else, or stay out.
        let is_open = |field: &Field| {
            matches!(field.kind, FieldKind::Number | FieldKind::Group(_) | FieldKind::Part)
        };
        !self.shapes.of_kind(&action.verb).fields.iter().any(is_open)
            && warning(game, action).is_none()
            && !needs_a_look(game, action)
    }

    /// Why a hex may not be meant by what is picked.
    fn why_not_there(&self, hex: Hex, game: &Match, words: &Words) -> String {
        self.routes.why_not(game, &self.draft, &self.offer, &self.shapes, hex, words)
    }

    fn refuse(&mut self, hex: Hex, game: &Match, words: &Words) {
        self.refused = Some(self.why_not_there(hex, game, words));
    }

    /// Catches up with what is picked: ways, words, and what the map shows.
    fn looked_at(&mut self, session: &Session, words: &Words) {
        let game = session.game();
        self.picks += 1;
        self.routes.find(game, &self.draft);
        self.put_into_words(game, words);
        self.show(game);
        self.warned = self.made.as_ref().and_then(|(action, _)| warning(game, action));
        let allowed = self.made.as_ref().filter(|(_, allowed)| allowed.is_ok());
        self.ends_turn = allowed.is_some_and(|(action, _)| ends_turn(game, action));
    }

    /// Puts what may be chosen into words.
    fn put_into_words(&mut self, game: &Match, words: &Words) {
        let acts = Acts::of(words, game);
        let say = |action: &Action| (action.clone(), in_full(action, &acts, game));
        // To be done with the step has a button of its own.
        let candidates: Vec<&Action> =
            self.draft.candidates(&self.offer).filter(|one| one.verb != "done").collect();
        self.left = candidates.len();
        self.choices = match candidates.len() {
            ..=MOST_BUTTONS => candidates.iter().map(|action| say(action)).collect(),
            _ => Vec::new(),
        };
        // What fires on one's own is the last that is thought of.
        self.choices.sort_by_key(|(action, _)| self.plan.hits_own(action));
        let picked = self.draft.units();
        let same = |action: &&Action| {
            !picked.is_empty()
                && self.draft.verb().is_some_and(|verb| action.verb != *verb)
                && acting(action).count() == picked.len()
                && acting(action).all(|unit| picked.iter().any(|one| one == unit))
                && targets(action).next().is_none()
        };
        self.others = self.offer.legal().iter().filter(same).map(say).collect();
        let offered = self.choices.iter().chain(&self.others).map(|(action, _)| action);
        self.plain = offered.filter(|one| self.is_done_at_once(one, game)).cloned().collect();
        // Where dice are rolled, the chances say what it comes to.
        let made = self.made.as_ref().map(|(action, _)| match &self.prospects {
            Some(_) => acts.say(action),
            None => in_full(action, &acts, game),
        });
        self.made_words = made.unwrap_or_default();
        let kind = self.made.as_ref().map(|(action, _)| kind_name(&action.verb));
        let words = format!("{DONE_WITHOUT} {}", kind.unwrap_or_default());
        let fits = words.chars().count() <= ON_BUTTON;
        self.without_words = if fits { words } else { DONE_WITHOUT_IT.to_owned() };
    }

    fn show(&mut self, game: &Match) {
        let grid = game.grid();
        let mut places: BTreeMap<&str, Hex> = BTreeMap::new();
        let units = game.units();
        for unit in &units {
            if let Some(hex) = unit.hex {
                places.insert(unit.name, hex);
            }
        }
        let of = |units: BTreeSet<&str>| -> Vec<Hex> {
            let hexes: BTreeSet<Hex> =
                units.into_iter().filter_map(|unit| places.get(unit).copied()).collect();
            hexes.into_iter().collect()
        };
        let picked: BTreeSet<&str> = self.draft.units().iter().map(|unit| unit.as_str()).collect();
        let open = routes::open(game, &self.draft, &self.offer, &self.shapes);
        let meant = self.draft.hexes().iter().chain(self.draft.place());
        let meant = meant.map(|hex| hex.as_str()).chain(self.plan.meant(&self.draft));
        let mut open_units = self.draft.open_units(&self.offer);
        // With a kind of action chosen only whoever may do something of that kind is meant.
        let kind = self.draft.verb();
        let more = self.able.iter().filter(|(_, kinds)| kind.is_none_or(|it| kinds.contains(it)));
        open_units.extend(more.map(|(unit, _)| unit.as_str()));
        self.open_units = open_units.iter().map(|unit| (*unit).to_owned()).collect();
        self.shown = OnMap {
            may_act: of(open_units),
            acting: of(picked),
            costs: open.iter().map(|&hex| self.routes.spent(hex)).collect(),
            open,
            meant: parsed(grid, meant),
            under_fire: match self.draft.units() {
                // All who go together enter the same hexes.
                [first, ..] => game.asked().map_or_else(Vec::new, |asked| asked.under_fire(first)),
                [] => Vec::new(),
            },
            planned: parsed(grid, self.plan.due(game.turn())),
        };
    }
}

/// Whether a unit is the deciding side's.
fn is_own(unit: &str, game: &Match) -> bool {
    let units = game.units();
    let side = units.iter().find(|one| one.name == unit).map(|one| one.side);
    side.and_then(|side| game.sides().get(side)).is_some_and(|side| game.deciding() == Some(side))
}

fn parsed<'a>(grid: &HexGrid, labels: impl IntoIterator<Item = &'a str>) -> Vec<Hex> {
    let hexes: BTreeSet<Hex> = labels.into_iter().filter_map(|label| grid.parse(label)).collect();
    hexes.into_iter().collect()
}
