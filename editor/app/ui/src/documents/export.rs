//! What is written beside the document's own files: pictures and reports; and games that are
//! compared with another file's.

use std::path::{Path, PathBuf};

use salient_document::Origin;
use salient_document::layers::LayerId;
use salient_output::report::Findings;
use salient_schema::{Bundle, Disk};

use super::files::{Heard, in_words, with_ending};
use super::{Desk, Documents};
use crate::look::sentence;
use crate::request::lab::Page;

impl Documents {
    pub(super) fn export_picture(&mut self, ctx: &egui::Context, path: PathBuf) {
        let path = if path.extension().is_some() { path } else { path.with_extension("png") };
        let document = &self.front.document;
        let (systems, bundle) = (document.systems(), document.bundle().clone());
        // On its scan, where that shows and nobody has drawn the ground after it yet.
        let is_untraced = bundle.map.scan.is_some() && bundle.map.terrain.palette.len() <= 1;
        let is_seen = is_untraced && document.layers().get(LayerId::Scan).shown;
        let map_file = document.paths().map.clone();
        let first = document.paths().scenario.clone();
        let on_disk = *document.origin() != Origin::Embedded;
        self.files.elsewhere(ctx, move || {
            let pixels = salient_output::PIXELS_PER_HEX;
            let scan = (is_seen && on_disk)
                .then(|| salient_output::lay_scan(&Disk, &first, &map_file, &bundle.map, pixels));
            let scan = match scan.transpose() {
                Ok(scan) => scan,
                Err(why) => return Heard::Picture(Err(why)),
            };
            let drawn = salient_output::write_picture(systems, &bundle, scan, &path);
            Heard::Picture(drawn.map(|()| path).map_err(|error| format!("{error:#}")))
        });
    }

    /// Runs the games of another scenario file beside this one's.
    pub(super) fn compare_with(&mut self, ctx: &egui::Context, path: &Path, desk: &mut Desk<'_>) {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let shown = path.display().to_string();
        let beside = salient_document::open_beside(path);
        for cut_off in &beside.cut_off {
            desk.notices.bad(sentence(&cut_off.to_string()));
        }
        let Some(project) = beside.project else {
            self.trouble(&format!("{shown} cannot be opened"), in_words(&beside.found), desk);
            return;
        };
        let bundle = project.bundle;
        if bundle.ruleset.id != self.front.document.ruleset().id {
            let reason = format!("{name} is played by the rules of {}.", bundle.ruleset.title);
            self.trouble("These two cannot be compared", reason, desk);
            return;
        }
        self.run_beside(ctx, name, bundle);
    }

    /// Runs the games of the version that is compared with beside this one's.
    pub(super) fn run_version_beside(&mut self, ctx: &egui::Context) {
        let versions = &self.front.versions;
        if let (Some(other), Some(version)) = (versions.other(), versions.version()) {
            let (name, bundle) = (other.name(), version.bundle.clone());
            self.run_beside(ctx, name, bundle);
        }
    }

    fn run_beside(&mut self, ctx: &egui::Context, name: String, bundle: Bundle) {
        self.front.lab.open = true;
        self.front.lab.page = Page::Compare;
        let ctx = ctx.clone();
        self.front
            .test_run
            .run_beside(&self.front.document, name, bundle, move || ctx.request_repaint());
    }

    /// Writes the log of the game that is shown, so far as it went.
    pub(super) fn write_game(&mut self, path: PathBuf, desk: &mut Desk<'_>) {
        let Some(game) = self.front.test_run.game() else { return };
        let path = with_ending(path, "jsonl");
        let written = game.session().log().map_err(|error| error.to_string()).and_then(|log| {
            salient_output::write_whole(&path, log.as_bytes()).map_err(|e| format!("{e:#}"))
        });
        match written {
            Ok(()) => desk.notices.good(format!("{} is written.", path.display())),
            Err(reason) => self.trouble("The game was not written", reason, desk),
        }
    }

    /// Writes the report of the last run.
    pub(super) fn write_report(&mut self, ctx: &egui::Context, path: PathBuf) {
        let results = self.front.test_run.results();
        let Some(record) = results.now().cloned() else { return };
        let compared =
            results.other().cloned().zip(results.compared().map(|of| of.comparison.clone()));
        let path = with_ending(path, "html");
        // Drawing the maps of a web page takes a while.
        self.files.elsewhere(ctx, move || {
            let compared = compared.as_ref().map(|(other, found)| (&other.report, found));
            let findings = Findings { report: &record.report, compared };
            let written = salient_output::report::write(&path, findings, Some(&record.bundle));
            Heard::Report(written.map_err(|error| format!("{error:#}")))
        });
    }

    /// Writes what the ladder of bots told.
    pub(super) fn write_ladder(&mut self, ctx: &egui::Context, path: PathBuf) {
        let Some(ladder) = self.front.test_run.ladder() else { return };
        let (skill, path) = (ladder.skill.clone(), with_ending(path, "html"));
        self.files.elsewhere(ctx, move || {
            let written = salient_output::report::write_skill(&path, &skill);
            Heard::Report(written.map_err(|error| format!("{error:#}")))
        });
    }
}
