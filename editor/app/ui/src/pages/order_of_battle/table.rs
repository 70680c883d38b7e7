//! Many counters as a table: rows are selected as in the tree, those selected are typed into.

use egui::{Align, Layout, Role, Sense, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder};
use salient_art::counter_art::Shown;
use salient_document::oob::change::counters_of;
use salient_document::oob::{Common, Key};
use salient_schema::CounterId;
use salient_schema::order_of_battle::Counter;

use super::counter::rating_text;
use super::fields::FieldLook;
use super::{CounterField, Field, OrderOfBattlePage, Pick, tree};
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
use crate::map::stacks::Counters;
use crate::pages::PageInput;
use crate::request::order_of_battle::OobRequest;

/// What the rows are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sorted {
    Designation,
    Side,
    Type,
    Size,
    Formation,
    Count,
    Rating(usize, String),
    Place,
}

impl Sorted {
    fn text(&self, input: &PageInput<'_>, counter: &Counter) -> String {
        let ruleset = input.document.ruleset();
        let layout = &ruleset.counters;
        match self {
            Self::Designation => counter.designation.clone(),
            Self::Side => {
                let found = ruleset.sides.iter().find(|one| one.id == counter.side);
                found.map_or(counter.side.clone(), |one| one.name.clone())
            }
            Self::Type => {
                let found = layout.types.iter().find(|one| one.id == counter.unit_type);
                found.map_or(counter.unit_type.clone(), |one| one.name.clone())
            }
            Self::Size => {
                let found = layout.sizes.iter().find(|one| Some(&one.id) == counter.size.as_ref());
                found.map_or_else(String::new, |one| one.name.clone())
            }
            Self::Formation => {
                let oobs = &input.document.bundle().orders_of_battle;
                let id = counter.formation.as_ref();
                let found = oobs
                    .iter()
                    .flat_map(|oob| &oob.formations)
                    .find(|one| Some(&one.id) == id && one.side == counter.side);
                found.map_or_else(String::new, |one| one.name.clone())
            }
            Self::Count => counter.count.to_string(),
            Self::Rating(face, rating) => rating_text(counter, *face, rating),
            Self::Place => {
                tree::whereabouts(input.document, &input.document.set_aside(), &counter.id)
            }
        }
    }
}

/// Numbers before words, numbers by their size.
fn sort_key(text: &str) -> (bool, i64, String) {
    let figures: String = text.chars().take_while(char::is_ascii_digit).collect();
    match figures.parse::<i64>() {
        Ok(number) => (false, number, text.to_lowercase()),
        Err(_) => (true, 0, text.to_lowercase()),
    }
}

impl OrderOfBattlePage {
    pub(super) fn table(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        pick: &mut Option<Pick>,
    ) {
        let bundle = input.document.bundle();
        let meant = self.meant();
        if self.selected.len() > 1 && meant.len() > 1 {
            let id = ui.scope_id().with("set for all");
            let most = (ui.available_height() * 0.5).max(120.0);
            egui::Panel::bottom(id).default_size(250.0_f32.min(most)).size_range(80.0..=most).show(
                ui,
                |ui| {
                    egui::ScrollArea::vertical().id_salt("set for all").auto_shrink(false).show(
                        ui,
                        |ui| {
                            ui.heading(format!("Set for all {}", meant.len()));
                            self.set_for_all(ui, input, out, &meant);
                        },
                    );
                },
            );
        }
        let ids = self.table_rows(input);
        let list = counters_of(bundle, &ids);
        if list.is_empty() {
            quiet(ui, "No counter is like that.");
            return;
        }
        let mut heads: Vec<(Sorted, String, f32)> =
            vec![(Sorted::Designation, "Designation".to_owned(), 112.0)];
        for (face, title) in [(0, "front"), (1, "back")] {
            for def in &bundle.ruleset.counters.ratings {
                let word = super::short_name(&def.name);
                let head = if face == 0 { word.to_owned() } else { format!("{word}, {title}") };
                let wide = if face == 0 { 74.0 } else { 88.0 };
                heads.push((Sorted::Rating(face, def.id.clone()), head, wide));
            }
        }
        heads.extend([
            (Sorted::Type, "Type".to_owned(), 118.0),
            (Sorted::Size, "Size".to_owned(), 84.0),
            (Sorted::Formation, "Formation".to_owned(), 130.0),
            (Sorted::Side, "Side".to_owned(), 70.0),
            (Sorted::Count, "No.".to_owned(), 44.0),
        ]);
        heads.insert(1, (Sorted::Place, "Where".to_owned(), 74.0));
        let mut sort = self.sort.clone();
        egui::ScrollArea::horizontal().id_salt("table").auto_shrink(false).show(ui, |ui| {
            let mut builder = TableBuilder::new(ui)
                .id_salt("counters")
                .striped(true)
                .sense(Sense::click())
                .auto_shrink(false)
                .cell_layout(Layout::left_to_right(Align::Center))
                .column(Column::exact(38.0));
            for (_, _, wide) in &heads {
                builder = builder
                    .column(Column::initial(*wide).at_least(36.0).resizable(true).clip(true));
            }
            builder
                .header(24.0, |mut row| {
                    row.col(|_| {});
                    for (by, text, _) in &heads {
                        row.col(|ui| {
                            let on = sort.as_ref().filter(|(now, _)| now == by);
                            let arrow = match on {
                                Some((_, false)) => " A–Z",
                                Some((_, true)) => " Z–A",
                                None => "",
                            };
                            let words = egui::RichText::new(format!("{text}{arrow}"))
                                .font(theme::strong(13.5))
                                .color(palette(ui).quiet);
                            let label = egui::Label::new(words).truncate().sense(Sense::click());
                            let response = ui.add(label);
                            response.widget_info(|| {
                                WidgetInfo::labeled(
                                    Role::Button,
                                    true,
                                    format!("Sort by {text}{arrow}"),
                                )
                            });
                            if response.on_hover_text(format!("Sort by {text}")).clicked() {
                                sort = match on {
                                    Some((_, false)) => Some((by.clone(), true)),
                                    Some((_, true)) => None,
                                    None => Some((by.clone(), false)),
                                };
                            }
                        });
                    }
                })
                .body(|body| {
                    body.rows(34.0, list.len(), |mut row| {
                        let Some(counter) = list.get(row.index()).copied() else { return };
                        let key = Key::Counter(counter.id.clone());
                        let selected = self.selected.contains(&key);
                        row.set_selected(selected);
                        let mut clicked = false;
                        row.col(|ui| {
                            let size = vec2(32.0, 32.0);
                            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                            let name = format!("Row {}", salient_document::oob::name_of(counter));
                            response.widget_info(|| {
                                WidgetInfo::selected(Role::Button, true, selected, name.clone())
                            });
                            clicked = response.clicked();
                            let (centre, pixels) = (rect.center(), ui.pixels_per_point());
                            counters.paint_one(
                                ui.painter(),
                                Shown::new(&counter.id, 0),
                                centre,
                                30.0,
                                pixels,
                            );
                        });
                        for (by, _, _) in &heads {
                            row.col(|ui| {
                                self.cell(ui, input, out, counter, by, selected);
                            });
                        }
                        let response = row.response();
                        if clicked || response.clicked() {
                            let modifiers = response.ctx.input(|i| i.modifiers);
                            *pick = Some(Pick {
                                key,
                                toggle: modifiers.command,
                                range: modifiers.shift,
                            });
                        }
                    });
                });
        });
        self.sort = sort;
    }

    fn cell(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        out: &mut Vec<OobRequest>,
        counter: &Counter,
        by: &Sorted,
        selected: bool,
    ) {
        let text = by.text(input, counter);
        let field = match by {
            Sorted::Designation => Some(CounterField::Designation),
            Sorted::Count => Some(CounterField::Count),
            Sorted::Rating(face, rating) if *face < counter.faces.len() => {
                Some(CounterField::Rating(*face, rating.clone()))
            }
            _ => None,
        };
        match field.filter(|_| selected && input.editing) {
            Some(of) => {
                let name = format!(
                    "{} of {}",
                    name_of_column(by),
                    salient_document::oob::name_of(counter)
                );
                let look = FieldLook::new(&name, (ui.available_width() - 8.0).max(20.0));
                let of = Field::Counters(vec![counter.id.clone()], of);
                self.typed(ui, input, out, &of, &Common::Same(text), &look);
            }
            None => {
                let ink = ui.visuals().text_color();
                ui.add(
                    egui::Label::new(egui::RichText::new(text).color(ink))
                        .truncate()
                        .selectable(false),
                );
            }
        }
    }

    /// The counters of the table: those in what is selected alone, if it is a formation or side,
    /// else all that the search and the side leave.
    fn table_rows(&self, input: &PageInput<'_>) -> Vec<CounterId> {
        let rows = self.tree.rows();
        let one = match self.selected.len() {
            1 => self.selected.first().filter(|key| key.counter().is_none()),
            _ => None,
        };
        let within = one.and_then(|key| self.tree.position(key)).and_then(|at| {
            let end = rows.get(at)?.end;
            Some(at..end)
        });
        let within = within.unwrap_or(0..rows.len());
        let wanted = self.search.to_lowercase();
        let fits = |key: &Key| {
            self.names.get(key).is_some_and(|words| {
                self.side.as_ref().is_none_or(|side| words.side == *side)
                    && wanted.split_whitespace().all(|word| words.searched.contains(word))
            })
        };
        let mut ids: Vec<CounterId> = rows
            .get(within)
            .unwrap_or_default()
            .iter()
            .filter(|row| fits(&row.key))
            .filter_map(|row| row.key.counter().cloned())
            .collect();
        if let Some((by, down)) = &self.sort {
            let key = |id: &CounterId| {
                let counter = input.document.counter(id);
                sort_key(&counter.map(|one| by.text(input, one)).unwrap_or_default())
            };
            ids.sort_by_cached_key(key);
            if *down {
                ids.reverse();
            }
        }
        ids
    }
}

fn name_of_column(by: &Sorted) -> String {
    match by {
        Sorted::Rating(0, rating) => format!("Front {rating}"),
        Sorted::Rating(_, rating) => format!("Back {rating}"),
        Sorted::Count => "Number".to_owned(),
        _ => "Designation".to_owned(),
    }
}
