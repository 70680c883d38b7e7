//! The page of the artillery plan: a line for each gun, a column for each game-turn, and in a cell
//! the hex that it fires at. A cell that is chosen is written by a click on the map.

use egui::{
    Align, ComboBox, Layout, Rect, Response, RichText, Role, Sense, Slider, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};
use egui_extras::{Column, TableBuilder};
use salient_art::counter_art::Shown;
use salient_document::plan::{self, Target};
use salient_document::{Document, Tool};
use salient_rules::missions::{Gun, Missions};
use salient_schema::scenario::Mission;

use super::PageInput;
use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{focus_ring, icon_button, quiet, segments, text_button};
use crate::look::{colours, icons};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::views::View;

/// How high a line is, in points.
const LINE: f32 = 38.0;
/// Where nothing is written down of a gun.
const NOT_WRITTEN: &str = "Not written down";
/// How wide a game-turn is, in points.
const TURN: f32 = 72.0;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct PlanPage {
    /// The guns as they were offered.
    guns: Vec<Gun>,
    made_for: Option<u64>,
}

/// What is chosen: the cell that the tool in the hand writes.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    counter: &'a str,
    turn: u16,
    shell: Option<&'a str>,
    goes: bool,
}

impl PlanPage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        let system = document.system();
        let Some(offer) = system.as_ref().and_then(|system| system.missions()) else {
            ui.add_space(24.0);
            let title = &document.ruleset().title;
            quiet(ui, format!("The rules of {title} plan no artillery fire before play."));
            return;
        };
        if self.made_for != Some(document.revision()) {
            self.guns = offer.guns(document.bundle());
            self.made_for = Some(document.revision());
        }
        let chosen = match input.tool {
            Tool::Plan { counter, turn, shell, goes } => {
                Some(Chosen { counter, turn: *turn, shell: shell.as_deref(), goes: *goes })
            }
            _ => None,
        };
        self.toolbar(ui, input, offer, chosen, requests);
        ui.add_space(4.0);
        if self.guns.is_empty() {
            ui.add_space(24.0);
            quiet(
                ui,
                "No counter that is set up, arrives or fires from off the map may have a mission.",
            );
            return;
        }
        ui.add_enabled_ui(input.editing, |ui| {
            self.table(ui, input, offer, chosen, counters, requests);
        });
    }

    /// The game-turn whose fire shows on the map, and what the chosen cell is written with.
    fn toolbar(
        &self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        offer: &dyn Missions,
        chosen: Option<Chosen<'_>>,
        requests: &mut Vec<Request>,
    ) {
        let turns = &input.document.scenario().turns;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Barrage of game-turn").font(theme::strong(15.0)));
            let now = chosen.map_or(0, |chosen| chosen.turn);
            let mut place = turns.iter().position(|turn| turn.turn == now).unwrap_or(0);
            let last = turns.len().saturating_sub(1);
            let label = |place: f64, _: std::ops::RangeInclusive<usize>| {
                let turn = turns.get(place as usize);
                turn.map_or(String::new(), |turn| turn.turn.to_string())
            };
            let slider = Slider::new(&mut place, 0..=last).custom_formatter(label);
            ui.spacing_mut().slider_width = 180.0;
            let slid = ui.name_inputs("Game-turn whose barrage shows".to_owned(), |ui| {
                ui.add_enabled(last > 0, slider)
            });
            if slid.changed()
                && let Some(turn) = turns.get(place)
            {
                let tool = choose(chosen, turn.turn);
                requests.push(Request::Choose(tool));
            }
            if let Some(turn) = turns.get(place).filter(|turn| !turn.label.is_empty()) {
                ui.label(RichText::new(&turn.label).color(palette(ui).quiet));
            }
            ui.add_space(12.0);
            let Some(chosen) = chosen.filter(|chosen| !chosen.counter.is_empty()) else {
                let hint = RichText::new("Click a cell, then a hex of the map.");
                // Whole in the next row, where it does not fit.
                ui.add(egui::Label::new(hint.color(palette(ui).quiet)).extend());
                return;
            };
            let name = plan::name_of(input.document, chosen.counter);
            ui.add(egui::Label::new(RichText::new(name).font(theme::strong(15.0))).extend());
            if chosen.goes {
                quiet(ui, "Click where it goes.");
                return;
            }
            let shells: Vec<(Option<&str>, &str)> =
                offer.shells().iter().map(|shell| (shell.id, shell.name)).collect();
            if let Some(shell) = segments(ui, "shell", &shells, chosen.shell) {
                let shell = shell.map(str::to_owned);
                // What is planned in the cell becomes such a shell.
                let fire = plan::mission(input.document, chosen.counter);
                let fire = fire.and_then(|mission| plan::fire(mission, chosen.turn));
                if let Some(fire) = fire.filter(|_| input.editing) {
                    let (turn, hex) = (chosen.turn, Some(fire.hex.clone()));
                    let target = Target::Fire { turn, hex, shell: shell.clone() };
                    write(input.document, chosen.counter, &target, requests);
                }
                let (counter, turn) = (chosen.counter.to_owned(), chosen.turn);
                requests.push(Request::Choose(Tool::Plan { counter, turn, shell, goes: false }));
            }
            if text_button(ui, Some(Icon::Remove), "No fire", input.editing).clicked() {
                let target = Target::Fire { turn: chosen.turn, hex: None, shell: None };
                write(input.document, chosen.counter, &target, requests);
            }
        });
    }

    fn table(
        &self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        offer: &dyn Missions,
        chosen: Option<Chosen<'_>>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let document = input.document;
        let turns = &document.scenario().turns;
        let shown = chosen.map(|chosen| chosen.turn);
        egui::ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            TableBuilder::new(ui)
                .striped(true)
                .cell_layout(Layout::left_to_right(Align::Center))
                .column(Column::exact(230.0))
                .column(Column::exact(156.0))
                .columns(Column::exact(TURN), turns.len())
                .header(26.0, |mut header| {
                    let strong = |ui: &mut Ui, text: &str| {
                        ui.label(RichText::new(text).font(theme::strong(14.0)));
                    };
                    header.col(|ui| strong(ui, "Unit"));
                    header.col(|ui| strong(ui, "Mission"));
                    for turn in turns {
                        header.col(|ui| {
                            let text = RichText::new(turn.turn.to_string());
                            let text = text.font(theme::strong(14.0));
                            let on = shown == Some(turn.turn);
                            let text = if on { text.color(palette(ui).accent) } else { text };
                            ui.centered_and_justified(|ui| {
                                ui.label(text).on_hover_text(&turn.label);
                            });
                        });
                    }
                })
                .body(|body| {
                    body.rows(LINE, self.guns.len(), |mut row| {
                        let Some(gun) = self.guns.get(row.index()) else { return };
                        let mission = plan::mission(document, &gun.counter);
                        row.col(|ui| unit(ui, document, gun, counters, requests));
                        row.col(|ui| {
                            self.kind(ui, document, offer, (gun, mission, shown), requests);
                        });
                        let fires = plan::fires(document, gun);
                        for turn in turns {
                            row.col(|ui| {
                                if !fires {
                                    return;
                                }
                                let cell = Cell { gun, mission, turn: turn.turn };
                                let on = chosen.is_some_and(|chosen| {
                                    !chosen.goes
                                        && chosen.counter == gun.counter
                                        && chosen.turn == turn.turn
                                });
                                let response = cell.show(ui, document, on);
                                if response.clicked() {
                                    cell.choose(chosen, requests);
                                }
                                if response.secondary_clicked() {
                                    let turn = turn.turn;
                                    let target = Target::Fire { turn, hex: None, shell: None };
                                    write(document, &gun.counter, &target, requests);
                                }
                            });
                        }
                    });
                });
        });
    }

    /// What kind of mission a gun has, with its hex where it goes to one.
    fn kind(
        &self,
        ui: &mut Ui,
        document: &Document,
        offer: &dyn Missions,
        (gun, mission, turn): (&Gun, Option<&Mission>, Option<u16>),
        requests: &mut Vec<Request>,
    ) {
        let now = mission.and_then(|mission| mission.mission.as_deref());
        let kinds = || offer.kinds().iter().filter(|kind| gun.kinds.contains(&kind.id));
        let kind = offer.kinds().iter().find(|kind| Some(kind.id) == now);
        let going = mission.and_then(|mission| mission.destination.as_deref());
        let shown = match (kind, going) {
            (Some(kind), Some(hex)) if kind.goes => format!("{} to {hex}", kind.name),
            (Some(kind), _) => kind.name.to_owned(),
            (None, _) => now.unwrap_or(NOT_WRITTEN).to_owned(),
        };
        let name = plan::name_of(document, &gun.counter);
        ui.push_id(&gun.counter, |ui| {
            ui.name_inputs(format!("Mission of {name}"), |ui| {
                let list = ComboBox::from_id_salt("mission").width(140.0).truncate();
                list.selected_text(shown).show_ui(ui, |ui| {
                    for kind in kinds() {
                        let on = Some(kind.id) == now;
                        let row = ui.selectable_label(on, kind.name).on_hover_text(kind.meaning);
                        if row.clicked() {
                            if kind.goes {
                                // Where to, the next click on the map says.
                                let turn = turn.unwrap_or_default();
                                let counter = gun.counter.clone();
                                let tool = Tool::Plan { counter, turn, shell: None, goes: true };
                                requests.push(Request::Choose(tool));
                            }
                            let (name, edits) = plan::set_kind(document, &gun.counter, Some(kind));
                            push(name, edits, requests);
                        }
                    }
                    let open = ui.selectable_label(now.is_none(), NOT_WRITTEN).on_hover_text(
                        "Its owner chooses as play begins; what fires from off the map takes no \
                         part.",
                    );
                    if open.clicked() {
                        let (name, edits) = plan::set_kind(document, &gun.counter, None);
                        push(name, edits, requests);
                    }
                })
            });
        });
    }
}

/// The gun: its counter, its name, where it is; and what clears its line.
fn unit(
    ui: &mut Ui,
    document: &Document,
    gun: &Gun,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let sides = &document.ruleset().sides;
    let place = sides.iter().position(|side| side.id == gun.side).unwrap_or(0);
    let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    let tint = colours::side(place, ui.visuals().dark_mode);
    ui.painter().circle_filled(dot.center(), 4.5, tint);
    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 30.0), Sense::hover());
    let pixels = ui.pixels_per_point();
    counters.paint_one(ui.painter(), Shown::new(&gun.counter, 0), rect.center(), 30.0, pixels);
    let name = plan::name_of(document, &gun.counter);
    let at = gun.hex.as_ref().map_or("off the map", String::as_str);
    let range = gun.range.map_or(String::new(), |range| format!(", range {range}"));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let fires = plan::mission(document, &gun.counter).is_some_and(|one| !one.fires.is_empty());
        let clear = format!("Clear the fire of {name}");
        if fires && icon_button(ui, Icon::Remove, &clear, true).clicked() {
            let (name, edits) = plan::clear(document, &gun.counter);
            push(name, edits, requests);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let shown = format!("{name} · {at}{range}");
            let label = ui.add(egui::Label::new(shown).truncate().sense(Sense::click()));
            if label.clicked()
                && let Some(hex) = gun.hex.as_ref().and_then(|hex| document.grid().parse(hex))
            {
                requests.push(Request::GoTo(hex));
            }
        });
    });
}

/// A gun in a game-turn.
struct Cell<'a> {
    gun: &'a Gun,
    mission: Option<&'a Mission>,
    turn: u16,
}

impl Cell<'_> {
    fn show(&self, ui: &mut Ui, document: &Document, chosen: bool) -> Response {
        let fire = self.mission.and_then(|mission| plan::fire(mission, self.turn));
        let (rect, response) = ui.allocate_exact_size(vec2(TURN - 8.0, LINE - 8.0), Sense::click());
        let name = plan::name_of(document, &self.gun.counter);
        let text = match fire {
            Some(fire) => fire.hex.clone(),
            None => "–".to_owned(),
        };
        let said = match fire {
            Some(fire) => format!("{name}, game-turn {}: {}", self.turn, words(fire)),
            None => format!("{name}, game-turn {}: no fire", self.turn),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &said));
        let colours = palette(ui);
        let visuals = ui.style().interact(&response);
        let (fill, ink) = match (chosen, fire.is_some()) {
            (true, _) => (colours.accent, colours.on_accent),
            (false, true) => (visuals.bg_fill, ui.visuals().text_color()),
            (false, false) => (egui::Color32::TRANSPARENT, colours.quiet),
        };
        let edge = if response.hovered() || fire.is_some() {
            visuals.bg_stroke
        } else {
            Stroke::new(1.0, colours.line)
        };
        ui.painter().rect(rect, 5.0, fill, edge, StrokeKind::Inside);
        focus_ring(ui, &response);
        let smoke = fire.is_some_and(|fire| fire.shell.is_some());
        let font = egui::FontId::proportional(14.0);
        let align = egui::Align2::CENTER_CENTER;
        let mut at = rect.center();
        if smoke {
            let mark =
                Rect::from_center_size(rect.left_center() + vec2(10.0, 0.0), vec2(14.0, 14.0));
            icons::paint(ui.painter(), mark, Icon::Smoke, ink);
            at.x += 7.0;
        }
        ui.painter().with_clip_rect(rect).text(at, align, text, font, ink);
        response.on_hover_text(said)
    }

    /// Takes the cell: the next click on the map is where it fires.
    fn choose(&self, chosen: Option<Chosen<'_>>, requests: &mut Vec<Request>) {
        let fire = self.mission.and_then(|mission| plan::fire(mission, self.turn));
        let shell = match fire {
            Some(fire) => fire.shell.clone(),
            None => chosen.and_then(|chosen| chosen.shell).map(str::to_owned),
        };
        let counter = self.gun.counter.clone();
        let tool = Tool::Plan { counter, turn: self.turn, shell, goes: false };
        requests.push(Request::Choose(tool));
    }
}

/// The tool with another game-turn.
fn choose(chosen: Option<Chosen<'_>>, turn: u16) -> Tool {
    let of = |chosen: Chosen<'_>| (chosen.counter.to_owned(), chosen.shell.map(str::to_owned));
    let (counter, shell) = chosen.map(of).unwrap_or_default();
    Tool::Plan { counter, turn, shell, goes: false }
}

fn words(fire: &salient_schema::scenario::PlannedFire) -> String {
    match &fire.shell {
        Some(shell) => format!("{shell} at {}", fire.hex),
        None => format!("fire at {}", fire.hex),
    }
}

fn write(document: &Document, counter: &str, target: &Target, requests: &mut Vec<Request>) {
    let (name, edits) = plan::write(document, counter, target);
    push(name, edits, requests);
}

fn push(name: String, edits: Vec<salient_document::Edit>, requests: &mut Vec<Request>) {
    if !edits.is_empty() {
        requests.push(Request::Edit { name: Some(name), edits });
    }
}

/// Whether the page is of use with the rules of a document.
pub fn is_offered(document: &Document, view: View) -> bool {
    view != View::Plan || plan::offered(document, |_| ()).is_some()
}
