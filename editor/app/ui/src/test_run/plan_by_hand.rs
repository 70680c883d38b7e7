//! The plan of artillery fire in a game by hand: for each gun what it does, and at which hex it fires
//! in which game-turn. Written before play, and in sight as long as it is fired.

use std::collections::BTreeMap;

use salient_document::Document;
use salient_document::plan;
use salient_play::draft::check;
use salient_play::offer::actors;
use salient_play::{Draft, Offer, Session};
use salient_rules::missions::{Gun, MissionKind, Missions, Shell};
use salient_rules::{Action, Match, SystemRef, Violation};
use salient_schema::plain::{Table, Value};
use salient_schema::scenario::{Mission, PlannedFire};

use crate::request::play::PlanWriting;

/// The plan of whoever decides.
#[derive(Default)]
pub struct PlanByHand {
    /// Whose rules say what guns may do.
    system: Option<SystemRef>,
    guns: Vec<Gun>,
    turns: Vec<u16>,
    /// What the scenario has written down for both sides.
    given: Vec<Mission>,
    /// What is being written, gun by gun.
    drafts: BTreeMap<String, Mission>,
    /// What has been decided in this game by the side that decides, or was given to it.
    written: Vec<Mission>,
    /// The game-turn that the next click on the map is about.
    turn: u16,
    shell: Option<String>,
    /// The gun that both are chosen for.
    chosen_for: Option<String>,
    /// The hexes in which one's own stand, as printed, with how many there are.
    own: BTreeMap<String, usize>,
}

impl std::fmt::Debug for PlanByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlanByHand").field("drafts", &self.drafts).finish_non_exhaustive()
    }
}

impl PlanByHand {
    /// For games of a document.
    pub fn of(document: &Document) -> Self {
        let turns = document.scenario().turns.iter().map(|turn| turn.turn);
        let turns: Vec<u16> = turns.filter(|turn| *turn > 0).collect();
        Self {
            system: document.system(),
            guns: plan::offered(document, |offer| offer.guns(document.bundle()))
                .unwrap_or_default(),
            given: document.scenario().setup.missions.clone(),
            turn: turns.first().copied().unwrap_or(1),
            turns,
            ..Self::default()
        }
    }

    /// What guns may be told to do; none where the book plans no fire.
    fn missions(&self) -> Option<&dyn Missions> {
        self.system.as_ref()?.missions()
    }

    /// Looks at what has been decided so far by the side that decides now.
    pub(super) fn begin(&mut self, session: &Session, offer: &Offer) {
        if self.missions().is_none() {
            return;
        }
        let Some(side) = session.deciding().filter(|_| session.waits_for_person()) else {
            self.written.clear();
            return;
        };
        let game = session.game();
        let own: Vec<&str> =
            game.units().iter().filter(|unit| unit.side == side).map(|unit| unit.name).collect();
        let given = self.given.iter().filter(|one| own.contains(&one.counter.as_str())).cloned();
        let mut written: Vec<Mission> = given.filter(|one| one.mission.is_some()).collect();
        let course = session.course();
        for point in course.way_to(session.at()) {
            let Some(decided) = course.decision(point).filter(|one| one.side == side) else {
                continue;
            };
            written.extend(mission_of(&decided.action));
        }
        self.written = written;
        self.own.clear();
        for hex in game.units().iter().filter(|unit| unit.side == side).filter_map(|it| it.hex) {
            *self.own.entry(game.grid().label(hex)).or_default() += 1;
        }
        // What was begun for a gun that has its mission now is done with.
        let waits = |gun: &str| offer.legal().iter().any(|one| plans(one) && acts(one, gun));
        self.drafts.retain(|gun, _| waits(gun));
    }

    /// Looks at what is picked: each gun begins with the first game-turn and the usual shell.
    pub(super) fn look(&mut self, draft: &Draft, offer: &Offer) {
        let Some(gun) = self.gun(draft, offer).map(str::to_owned) else { return };
        if self.chosen_for.as_ref() != Some(&gun) {
            self.turn = self.turns.first().copied().unwrap_or(1);
            self.shell = None;
            self.chosen_for = Some(gun);
        }
    }

    /// Whether an action plans fire on a hex in which one's own stand now.
    pub(super) fn hits_own(&self, action: &Action) -> bool {
        mission_of(action).is_some_and(|mission| !self.own_hexes(&mission).is_empty())
    }

    /// In how many game-turns a gun fires at the most, where that is limited.
    pub fn most(&self, gun: &str) -> Option<u32> {
        self.guns.iter().find(|known| known.counter == gun)?.most
    }

    /// What has been decided or given, gun by gun.
    pub fn written(&self) -> &[Mission] {
        &self.written
    }

    /// The hexes at which fire is planned for a game-turn.
    pub fn due(&self, turn: u16) -> impl Iterator<Item = &str> {
        let fires = self.written.iter().flat_map(|mission| &mission.fires);
        fires.filter(move |fire| fire.turn == turn).map(|fire| fire.hex.as_str())
    }

    /// Whether a gun's mission is what is being decided.
    pub fn is_on(&self, draft: &Draft, offer: &Offer) -> bool {
        self.gun(draft, offer).is_some()
    }

    /// The gun whose mission is being written.
    fn gun<'a>(&'a self, draft: &'a Draft, offer: &Offer) -> Option<&'a str> {
        self.missions()?;
        let [gun] = draft.units() else { return None };
        let verb = draft.verb()?;
        let of_kind = |one: &&Action| one.verb == *verb && plans(one);
        offer.legal().iter().find(of_kind)?;
        Some(gun.as_str())
    }

    /// The kinds of missions that a gun may have.
    pub fn kinds(&self, gun: &str) -> Vec<&'static MissionKind> {
        let known = self.guns.iter().find(|known| known.counter == gun);
        let kinds = self.missions().map(|offer| offer.kinds()).unwrap_or_default().iter();
        kinds.filter(|kind| known.is_none_or(|gun| gun.kinds.contains(&kind.id))).collect()
    }

    /// What a gun may fire.
    pub fn shells(&self, gun: &str) -> Vec<&'static Shell> {
        let known = self.guns.iter().find(|known| known.counter == gun);
        let shells = self.missions().map(|offer| offer.shells()).unwrap_or_default().iter();
        let may = |shell: &Shell| match shell.id {
            Some(id) => known.is_none_or(|gun| !gun.lacks.contains(&id)),
            None => true,
        };
        shells.filter(|shell| may(shell)).collect()
    }

    /// The game-turns, in order.
    pub fn turns(&self) -> &[u16] {
        &self.turns
    }

    /// The game-turn that the next click on the map is about.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// What is fired by the next click; none for the usual shell.
    pub fn shell(&self) -> Option<&str> {
        self.shell.as_deref()
    }

    /// How far a gun fires, in hexes, where that is counted.
    pub fn range(&self, gun: &str) -> Option<u32> {
        self.guns.iter().find(|known| known.counter == gun)?.range
    }

    /// What is written of a gun so far.
    pub fn draft(&self, gun: &str) -> Mission {
        let usual = || Mission {
            counter: gun.to_owned(),
            mission: self.kinds(gun).first().map(|kind| kind.id.to_owned()),
            ..Mission::default()
        };
        self.drafts.get(gun).cloned().unwrap_or_else(usual)
    }

    /// The hexes of a gun's fire in which one's own stand now.
    pub fn own_hexes(&self, mission: &Mission) -> Vec<String> {
        let mut hexes: Vec<String> = mission.fires.iter().map(|fire| fire.hex.clone()).collect();
        hexes.sort();
        hexes.dedup();
        hexes.retain(|hex| self.own.contains_key(hex));
        hexes
    }

    /// The hexes that are written of the gun that is picked.
    pub(super) fn meant<'a>(&'a self, draft: &'a Draft) -> impl Iterator<Item = &'a str> {
        let gun = draft.units().first().and_then(|gun| self.drafts.get(gun.as_str()));
        gun.into_iter().flat_map(|mission| {
            let fires = mission.fires.iter().map(|fire| fire.hex.as_str());
            fires.chain(mission.destination.as_deref())
        })
    }

    /// Takes a click on the map as a target or as where the gun goes, unless the rules refuse that:
    /// then the plan stays as it was. None where the click was neither.
    pub(super) fn click(
        &mut self,
        hex: &str,
        draft: &Draft,
        offer: &Offer,
        game: &Match,
    ) -> Option<Result<(), Violation>> {
        let clicked = self.clicked(hex, draft, offer)?;
        if let Some(why) = self.refusal(hex, draft, offer, game) {
            return Some(Err(why));
        }
        self.drafts.insert(clicked.counter.clone(), clicked);
        Some(Ok(()))
    }

    /// Why the rules refuse what a click on the map would write: what was wrong before is none of
    /// its doing.
    pub(super) fn refusal(
        &self,
        hex: &str,
        draft: &Draft,
        offer: &Offer,
        game: &Match,
    ) -> Option<Violation> {
        let refused = |action: Option<Action>| check(game, &action?).err();
        let clicked = self.clicked(hex, draft, offer)?;
        let before = refused(self.mission(draft, offer));
        refused(to_give(&clicked, draft)).filter(|why| before.as_ref() != Some(why))
    }

    /// What is written of the gun that is picked, with what a click on the map adds to it.
    fn clicked(&self, hex: &str, draft: &Draft, offer: &Offer) -> Option<Mission> {
        let mut mission = self.draft(self.gun(draft, offer)?);
        match self.kind_of(&mission) {
            Some(kind) if kind.goes => mission.destination = Some(hex.to_owned()),
            Some(kind) if kind.fires => {
                mission.fires.retain(|fire| fire.turn != self.turn);
                let (turn, shell) = (self.turn, self.shell.clone());
                mission.fires.push(PlannedFire { turn, hex: hex.to_owned(), shell });
                mission.fires.sort_by_key(|fire| fire.turn);
            }
            _ => {}
        }
        Some(mission)
    }

    fn kind_of(&self, mission: &Mission) -> Option<&'static MissionKind> {
        let kinds = self.missions()?.kinds().iter();
        kinds.into_iter().find(|kind| Some(kind.id) == mission.mission.as_deref())
    }

    /// Writes something of the gun that was written of last, or is picked.
    pub(super) fn write(&mut self, written: &PlanWriting, draft: &Draft, offer: &Offer) {
        match written {
            PlanWriting::Turn(turn) => self.turn = *turn,
            PlanWriting::Shell(shell) => self.shell.clone_from(shell),
            _ => {}
        }
        let Some(gun) = self.gun(draft, offer).map(str::to_owned) else { return };
        let mut mission = self.draft(&gun);
        match written {
            PlanWriting::Mission(kind) => {
                mission.mission = Some(kind.clone());
                let kind = self.kind_of(&mission);
                if !kind.is_some_and(|kind| kind.fires) {
                    mission.fires.clear();
                }
                if !kind.is_some_and(|kind| kind.goes) {
                    mission.destination = None;
                }
            }
            PlanWriting::NoFire => mission.fires.retain(|fire| fire.turn != self.turn),
            PlanWriting::SameLater => {
                let same = mission.fires.iter().find(|fire| fire.turn == self.turn).cloned();
                if let Some(same) = same {
                    mission.fires.retain(|fire| fire.turn <= self.turn);
                    let later = self.turns.iter().filter(|turn| **turn > self.turn);
                    let later = later.map(|&turn| PlannedFire { turn, ..same.clone() });
                    let most = self.most(&gun).map_or(usize::MAX, |most| most as usize);
                    let left = most.saturating_sub(mission.fires.len());
                    let later = later.take(left);
                    mission.fires.extend(later);
                }
            }
            PlanWriting::Shell(shell) => {
                let turn = self.turn;
                for fire in mission.fires.iter_mut().filter(|fire| fire.turn == turn) {
                    fire.shell.clone_from(shell);
                }
            }
            PlanWriting::Turn(_) => {}
        }
        self.drafts.insert(gun, mission);
    }

    /// The action by which the gun that is picked has what is written of it.
    pub(super) fn mission(&self, draft: &Draft, offer: &Offer) -> Option<Action> {
        to_give(&self.draft(self.gun(draft, offer)?), draft)
    }
}

/// The action that gives a gun its mission.
fn to_give(mission: &Mission, draft: &Draft) -> Option<Action> {
    let text = |text: &str| Value::Text(text.into());
    let mut fields = Table::default();
    fields.insert("unit".into(), text(&mission.counter));
    fields.insert("mission".into(), text(mission.mission.as_deref()?));
    if !mission.fires.is_empty() {
        let fires = mission.fires.iter().map(|fire| {
            let mut one = Table::default();
            one.insert("turn".into(), Value::Number(fire.turn.into()));
            one.insert("hex".into(), text(&fire.hex));
            if let Some(shell) = &fire.shell {
                one.insert("shell".into(), text(shell));
            }
            Value::Table(one)
        });
        fields.insert("fires".into(), Value::List(fires.collect()));
    }
    if let Some(to) = &mission.destination {
        fields.insert("destination".into(), text(to));
    }
    Some(Action { verb: draft.verb()?.clone(), fields })
}

/// Whether an action gives a gun its mission.
fn plans(action: &Action) -> bool {
    action.text("mission").is_some() && action.text("unit").is_some()
}

fn acts(action: &Action, unit: &str) -> bool {
    actors(action).any(|one| one == unit)
}

/// The mission that an action gives.
fn mission_of(action: &Action) -> Option<Mission> {
    if !plans(action) {
        return None;
    }
    let fires = match action.fields.get("fires") {
        Some(Value::List(fires)) => fires.iter().filter_map(fire_of).collect(),
        _ => Vec::new(),
    };
    Some(Mission {
        counter: action.text("unit")?.to_owned(),
        mission: action.text("mission").map(str::to_owned),
        destination: action.text("destination").map(str::to_owned),
        fires,
    })
}

fn fire_of(value: &Value) -> Option<PlannedFire> {
    let Value::Table(fire) = value else { return None };
    let text = |name: &str| match fire.get(name) {
        Some(Value::Text(text)) => Some(text.to_string()),
        _ => None,
    };
    let turn = match fire.get("turn") {
        Some(Value::Number(turn)) => u16::try_from(*turn).ok()?,
        _ => return None,
    };
    Some(PlannedFire { turn, hex: text("hex")?, shell: text("shell") })
}
