//! Victory, notes, and the charts of the rules.

use maud::{Markup, html};
use salient_hex::objectives::objectives;
use salient_schema::Provenance;
use salient_schema::ruleset::{Ruleset, SequenceStep, Table};
use salient_schema::scenario::Override;
use salient_schema::terrain_chart::{Group, signed, terrain_chart};
use salient_schema::victory::starting_points;
use salient_schema::words::{level_called, step_turns_in_words};

use super::tree::notes;
use super::{Page, mark, rule, source};

impl Page<'_> {
    /// How the game is won, and all that was decided and found out about its data.
    pub(super) fn notes(&self) -> Markup {
        let bundle = self.world.bundle;
        html! {
            (self.won(3))
            (self.levels_at_start())
            (self.control())
            (self.worth())
            (self.optional())
            (self.overridden())
            (notes("The scenario", &bundle.scenario.notes))
            (self.sources())
            (notes(&format!("Map: {}", bundle.map.title), &bundle.map.notes))
            (self.book_notes())
            (notes("The rules as data", &bundle.ruleset.notes))
        }
    }

    /// How the game is won, under a head of this rank.
    pub(super) fn won(&self, rank: u8) -> Markup {
        let victory = &self.world.bundle.scenario.victory;
        html! {
            @if rank == 3 { h3 { "How it is won" } } @else { h4 { "How it is won" } }
            @if let Some(lead) = victory.lead(&self.world.bundle.ruleset) { p { (lead) } }
            @for (side, points) in starting_points(self.world.bundle) {
                p { "The " (self.world.side_name(side)) " side begins with " (points)
                    @if points == 1 { " point." } @else { " points." } }
            }
            @if !victory.conditions.is_empty() {
                ul class="plain" { @for words in &victory.conditions { li { (words) } } }
            }
            @for secret in &victory.secret {
                details {
                    summary { "For the " (self.world.side_name(&secret.side)) " side alone" }
                    p { (secret.text) }
                }
            }
            @if !victory.scores.is_empty() {
                table class="data narrow" {
                    thead { tr { th scope="col" { "For" } th scope="col" class="num" { "Points" } } }
                    tbody {
                        @for score in &victory.scores {
                            tr {
                                td { (score.meaning) (rule(score.rule.as_deref())) }
                                td class="num" { (signed(score.points)) }
                            }
                        }
                    }
                }
            }
            (self.scoring_hexes())
            @if !victory.levels.is_empty() {
                table class="data narrow" {
                    thead { tr { th scope="col" { "Level" } th scope="col" { "Wins" } th scope="col" class="num" { "Points" } } }
                    tbody {
                        @for level in &victory.levels {
                            tr {
                                td { (level.name) }
                                td { (self.world.side_name(&level.side)) }
                                td class="num" {
                                    (victory.points_of(level))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The hexes that score, each with what it is worth.
    fn scoring_hexes(&self) -> Markup {
        let found = objectives(self.world.bundle);
        html! {
            @if !found.is_empty() {
                table class="data narrow" {
                    thead { tr { th scope="col" { "Scores" } th scope="col" { "Hexes" } th scope="col" { "Worth" } } }
                    tbody {
                        @for one in &found {
                            tr {
                                td { (one.title()) }
                                td { (one.hexes_in_words()) }
                                td { (one.worth().unwrap_or_default()) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn levels_at_start(&self) -> Markup {
        let levels = &self.world.bundle.scenario.levels;
        html! {
            @if !levels.is_empty() {
                h3 { "Levels when play begins" }
                ul class="plain" {
                    @for level in levels {
                        li {
                            (self.world.side_name(&level.side)) ": "
                            @match &level.words {
                                Some(words) => (words),
                                None => { (level_called(level, &self.world.bundle.ruleset)) " " b { (level.value) } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn optional(&self) -> Markup {
        let bundle = self.world.bundle;
        html! {
            @if !bundle.scenario.optional_rules.is_empty() {
                h3 { "Optional rules in force" }
                ul class="plain" {
                    @for id in &bundle.scenario.optional_rules {
                        @let known = bundle.ruleset.optional_rules.iter().find(|known| known.id == *id);
                        li {
                            @match known {
                                Some(known) => { (known.name) (rule(known.rule.as_deref())) }
                                None => { (id) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn overridden(&self) -> Markup {
        let bundle = self.world.bundle;
        html! {
            @if !bundle.scenario.overrides.is_empty() {
                h3 { "Numbers of the rules that this scenario changes" }
                ul class="plain" {
                    @for one in &bundle.scenario.overrides {
                        @match one {
                            Override::Table { table, row, column, value, reason } => {
                                @let known = bundle.ruleset.tables.iter().find(|known| known.id == *table);
                                li {
                                    (known.map_or(table.as_str(), |known| &known.title)) ", row " (row)
                                    ", column " (column) ": " b { (value) }
                                    @if let Some(reason) = reason { ". " (reason) }
                                }
                            }
                            Override::Constant { constant, value, reason } => {
                                @let known = bundle.ruleset.constants.iter().find(|known| known.id == *constant);
                                li {
                                    (known.map_or(constant.as_str(), |known| &known.meaning)) ": " b { (value) }
                                    @if let Some(reason) = reason { ". " (reason) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Where the map comes from, layer by layer.
    fn sources(&self) -> Markup {
        let map = &self.world.bundle.map;
        let layers = [
            ("Terrain", map.terrain.provenance, &map.terrain.source),
            ("Features", map.features.provenance, &map.features.source),
            ("Hexsides", map.hexsides.provenance, &map.hexsides.source),
            ("Roads and railways", map.paths.provenance, &map.paths.source),
            ("Lines", map.lines.provenance, &map.lines.source),
            ("Zones", map.zones.provenance, &map.zones.source),
        ];
        let empty = [
            map.paths.items.is_empty().then_some("Roads and railways"),
            map.lines.items.is_empty().then_some("Lines"),
            map.zones.items.is_empty().then_some("Zones"),
        ];
        html! {
            h3 { "Where the map comes from" }
            ul class="plain" {
                @for (name, provenance, from) in layers {
                    @if !empty.contains(&Some(name)) {
                        li {
                            (name) ": "
                            em class=[source(provenance).map(|_| "mark")] { (source(provenance).unwrap_or("as printed")) }
                            @if let Some(from) = from { ". " (from) }
                        }
                    }
                }
            }
        }
    }

    /// The charts of the rules.
    pub(super) fn charts(&self) -> Markup {
        let ruleset = &self.world.bundle.ruleset;
        html! {
            (terrain(ruleset))
            @for table in &ruleset.tables { (self.table_of_rules(table)) }
            @if !ruleset.sequence.is_empty() {
                details {
                    summary { "Sequence of play" }
                    (self.stages(&ruleset.sequence))
                }
            }
            @if !ruleset.constants.is_empty() {
                details {
                    summary { "Single numbers of the rules" }
                    div class="scroll" {
                        table class="data" {
                            tbody {
                                @for one in &ruleset.constants {
                                    tr {
                                        td { (one.meaning) (rule(one.rule.as_deref())) (mark(one.provenance)) }
                                        td class="num" { (one.value) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn stages(&self, stages: &[SequenceStep]) -> Markup {
        html! {
            ol class="stages" {
                @for stage in stages {
                    li {
                        (stage.name)
                        @if let Some(side) = &stage.side { " " span class="soft" { (self.world.side_name(side)) } }
                        @if let Some(turns) = step_turns_in_words(stage, &self.world.bundle.scenario) {
                            " " span class="soft" { (turns) }
                        }
                        (rule(stage.rule.as_deref()))
                        @if !stage.steps.is_empty() { (self.stages(&stage.steps)) }
                    }
                }
            }
        }
    }

    fn table_of_rules(&self, table: &Table) -> Markup {
        let meanings =
            table.meanings_in(&self.world.bundle.ruleset, Some(&self.world.bundle.scenario));
        html! {
            details {
                summary { (table.title) (rule(table.rule.as_deref())) (mark(table.provenance)) }
                @for note in table.remarks() { p class="soft" { (note) } }
                div class="scroll" tabindex="0" role="group" aria-label=(table.title) {
                    table class="data cells" {
                        thead {
                            @for finder in &table.column_finder {
                                tr {
                                    th scope="row" { (finder.head) }
                                    @for cell in &finder.cells { th class="num" { (cell) } }
                                }
                            }
                            tr {
                                th scope="col" { (table.row_axis) " / " (table.column_axis) }
                                @for column in &table.columns { th scope="col" class="num" { (column) } }
                            }
                        }
                        tbody {
                            @for (r, row) in table.rows.iter().enumerate() {
                                tr {
                                    th scope="row" { (row.head) }
                                    @for (c, cell) in row.cells.iter().enumerate() { (self.cell(table, r, c, cell)) }
                                }
                            }
                        }
                    }
                }
                @if !meanings.is_empty() {
                    ul class="plain" {
                        @for (results, meaning) in &meanings { li { b { (results) } ": " (meaning) } }
                    }
                }
            }
        }
    }

    /// A cell, as the scenario has it, and marked where it comes from elsewhere than the rest.
    fn cell(&self, table: &Table, row: usize, column: usize, cell: &str) -> Markup {
        let own = table
            .exceptions
            .iter()
            .find(|one| usize::from(one.row) == row && usize::from(one.column) == column)
            .map_or(table.provenance, |one| one.provenance);
        let heads = table.rows.get(row).map(|row| &row.head).zip(table.columns.get(column));
        let changed = self.world.bundle.scenario.overrides.iter().find_map(|one| match one {
            Override::Table { table: id, row, column, value, .. }
                if *id == table.id && heads == Some((row, column)) =>
            {
                Some(value.as_str())
            }
            _ => None,
        });
        let class = match (changed, source(own)) {
            (Some(_), _) => "num changed",
            (None, Some(_)) => "num marked",
            (None, None) => "num",
        };
        html! {
            td class=(class) title=[changed.map(|_| "changed by this scenario").or(source(own))] {
                (changed.unwrap_or(cell))
            }
        }
    }
}

/// The terrain effects chart.
fn terrain(ruleset: &Ruleset) -> Markup {
    let chart = terrain_chart(ruleset);
    let has_notes = |group: &Group| group.rows.iter().any(|row| !row.notes.is_empty());
    html! {
        @for group in &chart.groups {
            details open {
                summary {
                    "Terrain effects: " (group.title.to_lowercase()) (rule(group.rule.as_deref()))
                }
                div class="scroll" {
                    table class="data" {
                        thead {
                            tr {
                                th scope="col" { (group.title) }
                                @for head in &chart.columns { th scope="col" class="num" { (head) } }
                                @if has_notes(group) { th scope="col" { "Besides" } }
                            }
                        }
                        tbody {
                            @for row in &group.rows {
                                tr {
                                    th scope="row" {
                                        (row.name)
                                        (mark(if row.reconstructed { Provenance::Reconstructed } else { Provenance::Printed }))
                                    }
                                    @for cell in &row.cells { td class="num" { (cell) } }
                                    @if has_notes(group) { td { (row.notes) } }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if !chart.key.is_empty() { p class="soft" { (chart.key) } }
    }
}
