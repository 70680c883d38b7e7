//! The list of charts at the left.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use salient_document::charts::{self, Scope};
use salient_schema::charts::Verdict;
use salient_schema::scenario::Override;

use super::roles::roles;
use super::{ChartsPage, PageInput, Shown};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::heading;
use crate::request::Request;

impl ChartsPage {
    pub(super) fn contents(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        let ruleset = input.document.ruleset();
        let scenario = input.document.scenario();
        heading(ui, "Charts");
        for (at, table) in ruleset.tables.iter().enumerate() {
            let is_own = |one: &&Override| matches!(one, Override::Table { table: of, .. } if *of == table.id);
            let changed = scenario.overrides.iter().filter(is_own).count();
            let lines = charts::constraints(table, scenario, Scope::Ruleset);
            let broken = lines.iter().any(|line| line.verdict == Verdict::Broken);
            let detail = detail(table.rule.as_deref(), changed);
            let shown = self.shown == Shown::Table(at);
            if row(ui, &table.title, &detail, shown, broken) {
                self.shown = Shown::Table(at);
                self.cell = None;
            }
        }
        self.add_table(ui, input, requests);
        heading(ui, "Numbers");
        let is_own = |one: &&Override| matches!(one, Override::Constant { .. });
        let changed = scenario.overrides.iter().filter(is_own).count();
        let count = format!("{} of them", ruleset.constants.len());
        let shown = self.shown == Shown::Constants;
        if row(ui, "Constants", &detail(Some(&count), changed), shown, false) {
            self.shown = Shown::Constants;
        }
        heading(ui, "Parts in the rules");
        let shown = self.shown == Shown::Roles;
        let count = format!("{} of them", roles(input.document).count());
        if row(ui, "Roles", &count, shown, false) {
            self.shown = Shown::Roles;
        }
    }
}

fn detail(rule: Option<&str>, changed: usize) -> String {
    let changed = (changed > 0).then(|| format!("{changed} changed here"));
    let parts = [rule.map(str::to_owned), changed];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A row of a list of contents: a title with a line under it. Gives whether it is clicked.
pub fn row(ui: &mut Ui, title: &str, detail: &str, selected: bool, broken: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 46.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, title));
    let colours = palette(ui);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let (ink, quiet) = if selected {
        painter.rect_filled(rect, 5.0, colours.accent);
        (colours.on_accent, colours.on_accent)
    } else {
        if response.hovered() {
            painter.rect_filled(rect, 5.0, colours.faint);
        }
        (ui.visuals().text_color(), colours.quiet)
    };
    if response.has_focus() {
        let ring = egui::Stroke::new(2.0, colours.focus);
        painter.rect_stroke(rect, 5.0, ring, egui::StrokeKind::Inside);
    }
    let left = rect.left() + 10.0;
    let mut room = rect.width() - 16.0;
    if broken {
        room -= 20.0;
        let mark = Rect::from_center_size(rect.right_center() - vec2(14.0, 0.0), Vec2::splat(16.0));
        icons::paint(&painter, mark, Icon::Error, if selected { ink } else { colours.error });
    }
    let mut job =
        egui::text::LayoutJob::simple_singleline(title.to_owned(), theme::strong(14.5), ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    painter.galley(pos2(left, rect.top() + 6.0), galley, ink);
    let at = pos2(left, rect.bottom() - 7.0);
    painter.text(at, Align2::LEFT_BOTTOM, detail, FontId::proportional(12.5), quiet);
    response.clicked()
}
