//! A decision made by hand: what is offered, what is picked so far, what may come of it.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Hex, HexGrid};
use salient_play::draft::check;
use salient_play::{Draft, Field, FieldKind, Offer, Prospects, Routes, Session, Shapes, prospects};
use salient_rules::action::Name;
use salient_rules::words::Words;
use salient_rules::{Action, Match};
use salient_schema::plain::Value;

use crate::request::play::Pick;

/// Of no more actions is each one offered as a button.
const MOST_BUTTONS: usize = 8;

/// One decision of whoever sits before the screen.
#[derive(Debug, Default)]
pub struct ByHand {
    shapes: Shapes,
    offer: Offer,
    draft: Draft,
    /// What the draft comes to, and whether the rules allow it.
    made: Option<(Action, Result<(), String>)>,
    prospects: Option<Prospects>,
    /// Where the picked units may go.
    routes: Routes,
    /// Why the last click did nothing.
    refused: Option<String>,
    shown: OnMap,
    /// Goes up with everything that is picked.
    picks: u64,
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
}

impl ByHand {
    /// For games of a system that knows these actions.
    pub fn new(shapes: Shapes) -> Self {
        Self { shapes, ..Self::default() }
    }

    /// Looks at what is legal now, with nothing picked; at nothing where nobody waits.
    pub fn begin(&mut self, session: &Session) {
        self.offer = match session.waits_for_person() {
            true => Offer::of(session.game()),
            false => Offer::default(),
        };
        self.draft = Draft::default();
        self.refused = None;
        // Where there is but one kind of action besides going on, it is the one.
        let kinds: Vec<String> =
            self.offer.kinds().iter().map(|(kind, _)| kind.to_string()).collect();
        if let [kind] | [kind, _] = kinds.as_slice()
            && kinds.get(1).is_none_or(|other| other == "done")
            && kind != "done"
        {
            self.draft.pick_kind(kind);
        }
        self.made = None;
        self.prospects = None;
        self.looked_at(session.game());
    }

    /// What is legal.
    pub fn offer(&self) -> &Offer {
        &self.offer
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

    /// The actions that agree with what is picked, if they are few enough to offer each.
    pub fn choices(&self) -> Vec<&Action> {
        let candidates: Vec<&Action> = self.draft.candidates(&self.offer).collect();
        if candidates.len() > MOST_BUTTONS { Vec::new() } else { candidates }
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

    /// What is to be told of a hex that is pointed at while units are picked.
    pub fn told_of(&self, hex: Hex, game: &Match) -> Option<Told> {
        if self.draft.units().is_empty() || self.shown.acting.contains(&hex) {
            return None;
        }
        let label = game.grid().label(hex);
        if !self.shown.open.contains(&hex) {
            // A click there picks another unit.
            if self.shown.may_act.contains(&hex) || self.shown.meant.contains(&hex) {
                return None;
            }
            let why = self.routes.why_not(game, &self.draft, &self.offer, &self.shapes, hex);
            return Some(Told { text: why, way: Vec::new(), refused: true });
        }
        let (cost, spending) = (self.routes.spent(hex)?, self.routes.spending()?);
        let text = format!("{label}: {cost} of {} {}", spending.points, spending.kind);
        let way = self.routes.way(game, hex);
        Some(Told { text, way, refused: false })
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
        let kinds = self.offer.kinds().into_iter().map(|(kind, _)| kind);
        let kinds: Vec<&Name> = kinds.filter(|kind| *kind != "done").collect();
        let now = kinds.iter().position(|kind| Some(*kind) == self.draft.verb());
        let next = now.map_or(0, |now| (now + 1) % kinds.len().max(1));
        kinds.get(next).map(|kind| kind.to_string())
    }

    /// To be done with this step, where that is legal.
    pub fn done(&self) -> Option<&Action> {
        self.offer.legal().iter().find(|action| action.verb == "done")
    }

    /// Picks something. Gives an action that is complete by it and needs no second look.
    pub fn pick(&mut self, pick: &Pick, session: &Session, words: &Words) -> Option<Action> {
        let game = session.game();
        self.refused = None;
        match pick {
            Pick::Kind(kind) => self.draft.pick_kind(kind),
            Pick::Unit(unit) => {
                if !self.draft.pick_unit(unit, &self.offer, &self.shapes) {
                    self.refused = Some(self.why_not(unit, words));
                }
            }
            Pick::Hex(hex) => self.click(*hex, session, words),
            Pick::Drop(hex) => self.drop_on(*hex, game),
            Pick::Alone(unit) => {
                self.draft = Draft::default();
                self.draft.pick_unit(unit, &self.offer, &self.shapes);
            }
            Pick::Number(field, number) => {
                self.draft.set(field, number.map(Value::Number));
            }
            Pick::Whole(action) => self.draft.pick_whole(action),
            Pick::Nothing => self.draft = Draft::default(),
        }
        self.made = self.draft.action(&self.offer, &self.shapes).map(|action| {
            let allowed = check(game, &action).map_err(|refused| refused.to_string());
            (action, allowed)
        });
        self.prospects = match &self.made {
            Some((action, Ok(()))) => prospects(game, action, words),
            _ => None,
        };
        self.looked_at(game);
        // A move or a place is done with the click that says where; an attack is looked at first.
        let (action, allowed) = self.made.as_ref()?;
        let by_click =
            matches!(pick, Pick::Hex(_) | Pick::Drop(_)) && !self.draft.hexes().is_empty();
        let plain = self.draft.shape(&self.shapes);
        let settled = !plain.has(&FieldKind::Hexes) && self.numbers().is_empty();
        (by_click && settled && allowed.is_ok() && self.prospects.is_none()).then(|| action.clone())
    }

    /// A click on a hex: means it, if it may be meant; else picks a unit there.
    fn click(&mut self, hex: Hex, session: &Session, words: &Words) {
        let game = session.game();
        let label = game.grid().label(hex);
        if self.draft.open_hexes(&self.offer).contains(label.as_str())
            || self.draft.hexes().iter().any(|meant| *meant == label)
        {
            self.draft.pick_hex(&label, &self.offer, &self.shapes);
            return;
        }
        let units = session.units();
        let there: Vec<&str> =
            units.iter().filter(|unit| unit.hex == Some(hex)).map(|unit| unit.name).collect();
        let actors = self.offer.actors();
        let mut able: Vec<&str> =
            there.iter().copied().filter(|unit| actors.contains(unit)).collect();
        // The next of a stack with each click; one that is picked is let go of in the list.
        let open = self.draft.open_units(&self.offer);
        able.retain(|unit| !self.draft.units().iter().any(|picked| picked == unit));
        let best = able.iter().find(|unit| open.contains(*unit)).or(able.first());
        match best.map(|unit| (*unit).to_owned()) {
            Some(unit) => {
                self.draft.pick_unit(&unit, &self.offer, &self.shapes);
            }
            None if !self.draft.units().is_empty() => self.refuse(hex, game),
            None => {
                self.refused = there.first().map(|unit| self.why_not(unit, words));
            }
        }
    }

    fn why_not(&self, unit: &str, words: &Words) -> String {
        let name = words.unit(&unit.to_owned());
        match self.offer.legal().is_empty() {
            true => format!("{name}: nobody waits for a decision of yours"),
            false => format!("{name} can do nothing in this step"),
        }
    }

    /// A drop on a hex: means it, if it may be meant, and says why not if it may not.
    fn drop_on(&mut self, hex: Hex, game: &Match) {
        let label = game.grid().label(hex);
        match self.draft.open_hexes(&self.offer).contains(label.as_str()) {
            true if self.draft.hexes().iter().any(|meant| *meant == label) => {}
            true => {
                self.draft.pick_hex(&label, &self.offer, &self.shapes);
            }
            false => self.refuse(hex, game),
        }
    }

    fn refuse(&mut self, hex: Hex, game: &Match) {
        let why = self.routes.why_not(game, &self.draft, &self.offer, &self.shapes, hex);
        self.refused = Some(why);
    }

    /// Catches up with what is picked: ways, and what the map shows.
    fn looked_at(&mut self, game: &Match) {
        self.picks += 1;
        self.routes.find(game, &self.draft);
        self.show(game);
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
        let open = parsed(grid, self.draft.open_hexes(&self.offer));
        self.shown = OnMap {
            may_act: of(self.draft.open_units(&self.offer)),
            acting: of(picked),
            costs: open.iter().map(|&hex| self.routes.spent(hex)).collect(),
            open,
            meant: parsed(grid, self.draft.hexes().iter().map(|hex| hex.as_str())),
        };
    }
}

fn parsed<'a>(grid: &HexGrid, labels: impl IntoIterator<Item = &'a str>) -> Vec<Hex> {
    let hexes: BTreeSet<Hex> = labels.into_iter().filter_map(|label| grid.parse(label)).collect();
    hexes.into_iter().collect()
}
