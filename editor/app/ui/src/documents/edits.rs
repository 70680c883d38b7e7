//! What is asked of one document: the one place that changes it.

use salient_document::layers::{LayerId, LayerState};
use salient_document::reshape::Reshaped;
use salient_document::set_up::Op;
use salient_document::tools::{Key, area, label, move_selected};
use salient_document::{Action, Edit, Selection, Tool, ToolEvent};
use salient_hex::grid::Hex;
use salient_output::plural;
use salient_schema::map::Zone;

use super::OpenDocument;
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::pages::{self, one_step};
use crate::request::Request;
use crate::request::lab::Page;
use crate::request::map::MapRequest;
use crate::request::play::{Pick, PlayRequest};
use crate::request::shell::ShellRequest;
use crate::request::test_run::KeptRun;
use crate::request::tools::ToolsRequest;
use crate::request::views::{Part, Tab, View};
use crate::test_run::Against;
use crate::tools::{LabelEntry, memory, zones};

impl OpenDocument {
    /// Does what is asked of this document. Nothing else changes it.
    pub fn apply(&mut self, request: Request, news: &mut Notices) {
        match request {
            Request::Tool(event) => self.tool_event(&event, news),
            Request::Choose(tool) => self.choose(tool, news),
            Request::Edit { name, edits } => {
                let bundle = Some(self.document.bundle());
                let called = || edits.first().map(|edit| edit.name_in(bundle));
                let name = name.or_else(called).unwrap_or_default();
                self.edit(name, edits, news);
            }
            Request::FixAll { problem, nth } => self.fix_all(problem, nth, news),
            Request::Tools(request) => self.tools_request(request, news),
            Request::Select(selection) => {
                if selection.hex.is_some() && self.inspector.tab == Tab::Problems {
                    self.inspector.tab = Tab::Inspect;
                }
                // In a game by hand a click on the map decides something, unless the rules are only
                // asked.
                if let Some(hex) = selection.hex.filter(|_| !self.probe.shown) {
                    self.test_run.pick(&Pick::Hex(hex), news);
                }
                self.document.select(selection);
            }
            Request::Play(PlayRequest::Look(hex)) => {
                self.document.select(Selection::of_hex(hex));
            }
            Request::Play(PlayRequest::Pick(Pick::Unit(unit))) if self.probe.shown => {
                self.probe.take(unit);
            }
            Request::Play(PlayRequest::Pick(Pick::Drop(hex))) if self.probe.shown => {
                self.document.select(Selection::of_hex(hex));
            }
            Request::Play(PlayRequest::RunFromHere) => self.test_run.run_from_here(&self.document),
            Request::Play(PlayRequest::Resume) => {
                self.give_up_drag(news);
                self.test_run.resume(&self.document);
            }
            Request::Play(request) => self.test_run.play_request(request, news),
            Request::Sandbox(request) => {
                if let Some(sandbox) = self.test_run.sandbox_mut() {
                    sandbox.apply(request, &self.document, news);
                    sandbox.put_into_words(&self.document);
                }
            }
            Request::GoTo(hex) => {
                self.document.select(Selection::of_hex(hex));
                self.show_on_map(hex);
            }
            Request::MoveSelected(to) => self.move_selected(to, news),
            Request::ShowCounter(counter) => {
                let key = salient_document::oob::Key::Counter(counter);
                self.show_part(View::OrderOfBattle, &Part::InOrder(key));
            }
            Request::ShowPart(view, part) => self.show_part(view, &part),
            Request::ShowProblem(id) => self.show_problem(id),
            Request::ShowRule(rule) => {
                self.inspector.tab = Tab::Rules;
                self.inspector.rules.open(&rule);
            }
            Request::Show(tab) => self.inspector.tab = tab,
            Request::View(view) => self.panes.show(view),
            Request::ShowIn(place, view) => self.panes.show_in(place, view),
            Request::FocusPane(place) => self.panes.set_focus(place),
            Request::Layer(layer, state) => self.document.set_layer(layer, state),
            Request::TestRun(setting) => self.test_run.set(setting),
            Request::KeptRun(KeptRun::Keep(name)) => self.test_run.keep_run(&name),
            Request::KeptRun(KeptRun::LetGo(name)) => self.test_run.let_go_of_run(&name),
            Request::KeptRun(KeptRun::Against(name)) => self.compare(Against::Kept(name)),
            Request::Lab(setting) => self.lab.set(setting),
            Request::Watch(game) => self.watch_game(game, news),
            Request::SetUp(op) => {
                if self.is_editing() {
                    self.set_up_op(&op, news);
                }
            }
            Request::Schedule(op) => {
                if self.is_editing() {
                    self.pages.schedule.carry_out(&op, &mut self.document, news);
                }
            }
            Request::Charts(op) => {
                if self.is_editing() {
                    pages::charts::carry_out(&op, &mut self.document, news);
                }
            }
            Request::Oob(request) => self.oob_request(request, news),
            Request::Map(MapRequest::Reshape { name, reshaped }) => {
                self.reshape(name, *reshaped, news);
            }
            Request::Map(MapRequest::Scan(request)) => self.scan_request(request, news),
            Request::Shell(ShellRequest::GoToState(done)) => self.go_to_state(done, news),
            // These are others' to do.
            Request::Command(_)
            | Request::Map(_)
            | Request::Shell(_)
            | Request::Tab(_)
            | Request::CompareWith(_)
            | Request::Versions(_)
            | Request::WriteReport(_) => {}
        }
    }

    /// Edits as one step; nothing where one is refused, or where a layer is hidden or locked.
    pub fn edit(&mut self, name: String, edits: Vec<Edit>, news: &mut Notices) {
        if !self.is_editing() {
            return;
        }
        let layers = self.document.layers();
        let refused = edits.iter().find_map(|edit| layers.refusing(edit));
        if let Some(hint) = refused.and_then(|layer| layers.refusal(layer)) {
            news.bad(hint);
            return;
        }
        one_step(&mut self.document, name, edits, news);
    }

    /// What the pointer or a key does with the tool in hand.
    pub fn tool_event(&mut self, event: &ToolEvent, news: &mut Notices) {
        if self.scan_takes(event) || self.recipe_takes(event) {
            return;
        }
        let mut output = self.tools.handle(event, &self.document);
        let actions = std::mem::take(&mut output.actions);
        self.output = output;
        for action in &actions {
            match action {
                Action::Choose(tool) => self.memory.remember(tool),
                Action::AskText { hex, kind, text } => {
                    let (hex, kind, text) = (*hex, kind.clone(), text.clone());
                    self.label_entry = Some(LabelEntry { hex, kind, text });
                }
                Action::Select(selection)
                    if selection.hex.is_some() && self.inspector.tab == Tab::Problems =>
                {
                    self.inspector.tab = Tab::Inspect;
                }
                _ => {}
            }
        }
        if let Err(error) = self.document.perform(actions) {
            news.bad(sentence(&error.to_string()));
        }
        // The last of a counter is placed: there is nothing left in the hand.
        if let Tool::PlaceCounter { counter, .. } = self.tools.tool()
            && matches!(event, ToolEvent::Release { .. } | ToolEvent::Press { .. })
            && !self.document.in_transaction()
            && !self.document.unplaced_counters().any(|(left, _)| left.id == *counter)
        {
            self.choose(Tool::Select, news);
        }
    }

    /// Takes another tool, or the same one with other settings.
    pub fn choose(&mut self, tool: Tool, news: &mut Notices) {
        self.memory.remember(&tool);
        let actions = self.tools.choose(tool);
        if let Err(error) = self.document.perform(actions) {
            news.bad(sentence(&error.to_string()));
        }
        self.output = self.tools.handle(&ToolEvent::Leave, &self.document);
    }

    /// A drag that is under way when a game begins is taken back.
    pub fn give_up_drag(&mut self, news: &mut Notices) {
        if self.tools.is_busy() {
            self.tool_event(&ToolEvent::Key(Key::Escape), news);
        }
    }

    /// Moves the selected counters, the first of them to a hex.
    fn move_selected(&mut self, to: Hex, news: &mut Notices) {
        if !self.is_editing() {
            return;
        }
        match move_selected(&self.document, to) {
            Ok(actions) => {
                if let Err(error) = self.document.perform(actions) {
                    news.bad(sentence(&error.to_string()));
                }
            }
            Err(why) => news.bad(sentence(&why)),
        }
    }

    /// Takes the selected counters off the map, or clears the selected hexes.
    pub fn remove_selected(&mut self, news: &mut Notices) {
        let document = &self.document;
        let grid = document.grid();
        let selection = document.selection();
        let (name, edits): (_, Vec<_>) = if selection.counters.is_empty() {
            ("Clear hexes", area::clear(document, &selection.hexes))
        } else {
            let remove = |placed: &salient_document::PlacedCounter| {
                let counter = placed.counter.clone();
                salient_document::Edit::RemoveCounter { counter, hex: grid.label(placed.hex) }
            };
            ("Remove counters", selection.counters.iter().map(remove).collect())
        };
        self.edit(name.to_owned(), edits, news);
    }

    /// Carries out what the settings of a tool ask for.
    pub fn tools_request(&mut self, request: ToolsRequest, news: &mut Notices) {
        if !self.is_editing() {
            return;
        }
        let document = &self.document;
        let hexes = &document.selection().hexes;
        let (name, edits) = match request {
            ToolsRequest::PaintSelected(kind) => {
                let edits: Vec<Edit> = area::paint(document, hexes, &kind).into_iter().collect();
                let bundle = Some(document.bundle());
                let name = edits.first().map(|edit| edit.name_in(bundle));
                (name.unwrap_or_default(), edits)
            }
            ToolsRequest::EraseSelected(what) => {
                let name = format!("Erase {}", what.name().to_lowercase());
                (name, area::erase(document, hexes, what))
            }
            ToolsRequest::GiveSelected(owner) => {
                let edits = area::give(document, hexes, owner.as_deref());
                let sides = &document.ruleset().sides;
                let side = sides.iter().find(|side| Some(&side.id) == owner.as_ref());
                let side = side.map_or("nobody", |side| side.name.as_str());
                (format!("Give hexes to {side}"), edits)
            }
            ToolsRequest::NewZone => {
                let zone = memory::new_zone(document);
                let id = zone.id.clone();
                self.edit("Add zone".to_owned(), vec![Edit::add_zone(zone, None)], news);
                let zones = &self.document.map().zones.items;
                if zones.iter().any(|zone| zone.id == id) {
                    let brush = self.memory.brush;
                    self.choose(Tool::Zone { zone: id, brush }, news);
                }
                return;
            }
            ToolsRequest::ChangeZone(id, to) => {
                self.change_zone(&id, &to, news);
                return;
            }
            ToolsRequest::RemoveZone(id) => {
                self.remove_zone(&id, news);
                return;
            }
            ToolsRequest::ShowZoneAlone(zone) => {
                self.memory.lone_zone = zone;
                return;
            }
            ToolsRequest::Label { hex, kind, text } => {
                // Escape took it away, and with it what was written.
                if self.label_entry.take().is_none() {
                    return;
                }
                let edit = label::edit(&self.document, hex, &kind, &text);
                if let Some(edit) = edit {
                    let text = text.trim();
                    let name = if text.is_empty() {
                        "Remove label".to_owned()
                    } else {
                        format!("Write “{text}”")
                    };
                    self.edit(name, vec![edit], news);
                }
                return;
            }
            ToolsRequest::NoLabel => {
                self.label_entry = None;
                return;
            }
        };
        if edits.is_empty() {
            news.good("Nothing is different: it is so already.");
            return;
        }
        self.edit(name, edits, news);
    }

    /// The zone in hand, if one is.
    pub fn zone_in_hand(&self) -> Option<&Zone> {
        let Tool::Zone { zone, .. } = self.tools.tool() else { return None };
        self.document.map().zones.items.iter().find(|other| other.id == *zone)
    }

    fn change_zone(&mut self, id: &str, to: &Zone, news: &mut Notices) {
        match zones::change(&self.document, id, to) {
            Ok(edit) => {
                let revision = self.document.revision();
                let name = match self.zone_in_hand().filter(|zone| zone.name != to.name) {
                    Some(zone) => format!("Rename zone {} to {}", zone.name, to.name),
                    None => format!("Change zone {}", to.name),
                };
                self.edit(name, vec![edit], news);
                // What the zone was called by is called otherwise now.
                if to.id != id && self.document.revision() != revision {
                    let brush = self.memory.brush;
                    self.choose(Tool::Zone { zone: to.id.clone(), brush }, news);
                    if self.memory.lone_zone.as_deref() == Some(id) {
                        self.memory.lone_zone = Some(to.id.clone());
                    }
                }
            }
            Err(why) => news.bad(why),
        }
    }

    /// Deletes a zone, and takes the next one into the hand.
    fn remove_zone(&mut self, id: &str, news: &mut Notices) {
        let zones = &self.document.map().zones.items;
        let Some(at) = zones.iter().position(|zone| zone.id == id) else { return };
        let name = zones.get(at).map_or(id, |zone| zone.name.as_str());
        let name = format!("Delete zone {name}");
        let revision = self.document.revision();
        self.edit(name, vec![Edit::remove_zone(id.to_owned())], news);
        if self.document.revision() != revision {
            let zones = &self.document.map().zones.items;
            let next = zones.get(at).or(zones.last()).map(|zone| zone.id.clone());
            let brush = self.memory.brush;
            self.choose(Tool::Zone { zone: next.unwrap_or_default(), brush }, news);
            self.memory.lone_zone.take_if(|lone| lone.as_str() == id);
        }
    }

    /// Plays a game of the last run again, if the scenario is still the one that was played.
    fn watch_game(&mut self, game: usize, news: &mut Notices) {
        let Some(record) = self.test_run.fresh(&self.document) else {
            news.bad("The scenario was changed since these games. Run them again first.");
            return;
        };
        if let Some(game) = record.report.games.get(game) {
            let seed = game.seed;
            self.inspector.tab = Tab::TestRun;
            self.give_up_drag(news);
            self.test_run.watch(&self.document, seed);
        }
    }

    /// Holds the last run against another one, or against none.
    pub fn compare(&mut self, against: Against) {
        let shows = against != Against::Nothing;
        self.test_run.hold_against(against);
        if shows {
            self.lab.open = true;
            self.lab.page = Page::Compare;
        }
    }

    /// Brings a hex into view, on a map that shows or in place of another view.
    pub(super) fn show_on_map(&mut self, hex: Hex) {
        self.panes.show(View::Map);
        self.panes.map_mut().go_to(hex);
    }

    /// Whether a layer of the map shows.
    pub fn shows_layer(&self, layer: LayerId) -> bool {
        self.document.layers().get(layer).shown
    }

    /// Shows a layer of the map, or hides it.
    pub fn toggle_layer(&mut self, layer: LayerId) {
        let state = self.document.layers().get(layer);
        self.document.set_layer(layer, LayerState { shown: !state.shown, ..state });
    }

    fn set_up_op(&mut self, op: &Op, news: &mut Notices) {
        match op.plan(&self.document) {
            Ok(plan) => {
                self.edit(plan.name, plan.edits, news);
                if matches!(op, Op::PlaceGroup { .. } | Op::PlaceUnplaced { .. }) {
                    // Undone and asked again, another way is meant.
                    self.pages.set_up.seed += 1;
                }
            }
            Err(why) => news.bad(sentence(&why)),
        }
    }

    /// Puts a map of another size, or with other numbers, in place of the old one.
    fn reshape(&mut self, name: String, reshaped: Reshaped, news: &mut Notices) {
        let lost = reshaped.lost.len();
        let revision = self.document.revision();
        self.edit(name, vec![reshaped.into_edit()], news);
        if self.document.revision() != revision {
            self.panes.map_mut().zoom_to_fit();
            news.good(match lost {
                0 => "Nothing was lost.".to_owned(),
                _ => format!("{} lost; undo brings all back.", plural(lost, "thing")),
            });
        }
    }

    /// Undoes or redoes until so many steps of the undo list are done.
    fn go_to_state(&mut self, done: usize, news: &mut Notices) {
        if !self.is_editing() {
            return;
        }
        self.give_up_drag(news);
        let document = &mut self.document;
        let mut now = document.history().filter(|entry| !entry.undone).count();
        while now > done && document.undo().is_some() {
            now -= 1;
        }
        while now < done && document.redo().is_some() {
            now += 1;
        }
    }
}
