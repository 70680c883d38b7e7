//! The recipe of an open map: read from its file, changed, and built on another thread.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use egui::Context;
use salient_cartography::begin::{self, Beginning};
use salient_cartography::by_hand::{ByHand, by_hand, correct};
use salient_cartography::fit::{Residuals, residuals};
use salient_cartography::form::{self, Aside};
use salient_cartography::layer::{Contents, contents};
use salient_cartography::plane::Plane;
use salient_cartography::{Built, Progress, build_watched};
use salient_document::{Companion, CompanionFile, Document, Edit, Origin};
use salient_hex::grid::Hex;
use salient_schema::map::Map;
use salient_schema::recipe::{GeoLayer, KnownPoint, Recipe};
use salient_schema::{
    Diagnostic, Disk, Document as AnyDocument, FileKind, Provenance, Ruleset, Source,
};

use crate::work::Work;

/// What is known of each layer's file.
pub type Looks = Vec<Result<Contents, String>>;

/// What came of a build.
#[derive(Debug)]
pub struct Outcome {
    /// The report, in words; none where nothing could be built.
    pub report: Option<String>,
    /// What was found.
    pub found: Vec<Diagnostic>,
    /// Whether the map was changed.
    pub changed: bool,
}

/// What a thread makes.
enum Made {
    /// What the file that was opened makes: what differs from it was changed by hand.
    Before(Option<Built>),
    /// What the recipe makes now.
    Now(Option<Built>, Vec<Diagnostic>),
}

struct Job {
    progress: Arc<Progress>,
    is_first: bool,
    from: mpsc::Receiver<Made>,
}

/// An open recipe.
pub struct OpenRecipe {
    /// Its file.
    pub path: PathBuf,
    /// The recipe as it is now.
    pub recipe: Recipe,
    /// As it was before each change.
    past: Vec<Recipe>,
    /// Rules that are switched off: they stand in no file.
    pub aside: Vec<Aside>,
    /// What the last build came to.
    pub outcome: Option<Outcome>,
    /// The maps that were built, the first one first.
    built: Vec<Arc<Map>>,
    job: Option<Job>,
    looks: Work<Vec<GeoLayer>, Looks>,
    /// Counts changes of the recipe.
    version: u64,
    fit: Option<(u64, Residuals)>,
    /// At which revision of the document; none after a build.
    by_hand: Option<(u64, Vec<ByHand>)>,
}

/// The recipe of a document.
#[derive(Default)]
pub struct RecipeState {
    /// The recipe, if one is open.
    pub open: Option<OpenRecipe>,
    /// Whether a click on the map gives a control point.
    pub pick: bool,
    /// The hex that was clicked and has no place on the earth yet.
    pub picked: Option<Hex>,
    /// Why something could not be done.
    pub trouble: Option<String>,
}

impl std::fmt::Debug for RecipeState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecipeState").field("pick", &self.pick).finish_non_exhaustive()
    }
}

/// The most earlier states of a recipe that are kept.
const MOST_PAST: usize = 100;
/// The most maps that are kept to tell what a hand changed.
const MOST_BUILT: usize = 8;

impl RecipeState {
    /// Opens a recipe for a document's map.
    ///
    /// # Errors
    /// Why it cannot be this map's, in a sentence.
    pub fn open(
        &mut self,
        ctx: &Context,
        document: &mut Document,
        path: &Path,
    ) -> Result<(), String> {
        let shown = salient_files::text_of(path);
        let (read, found) = salient_schema::open_file(&Disk, &shown);
        let recipe = match read {
            Some(AnyDocument::Recipe(recipe)) => *recipe,
            Some(AnyDocument::Variant(variant)) => {
                return Err(format!(
                    "This is a variant: open the recipe that it varies, {}.",
                    variant.variant_of
                ));
            }
            Some(other) => {
                return Err(format!("This is a {} file, and no recipe.", other.kind()));
            }
            None => {
                let why = found.first().map(ToString::to_string).unwrap_or_default();
                return Err(format!("The recipe cannot be read: {why}."));
            }
        };
        let grid = recipe.grid.grid(1.0);
        let here = &document.map().grid;
        if (grid.columns, grid.rows, grid.orientation)
            != (here.columns, here.rows, here.orientation)
            || grid.numbering != here.numbering
        {
            return Err(format!(
                "The recipe makes a map of {} × {} hexes, and this one has {} × {}, or other numbers: \
                 open it beside its own map.",
                grid.columns, grid.rows, here.columns, here.rows
            ));
        }
        let text = Disk.read(&shown).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&text).into_owned();
        document.set_companion(Some(Companion::read(path, text)));
        let mut open = OpenRecipe::new(path.to_owned(), recipe);
        open.start(ctx, document, true);
        *self = Self { open: Some(open), ..Self::default() };
        Ok(())
    }

    /// Makes a recipe for a document's map, beside the map's file.
    ///
    /// # Errors
    /// Why there can be none, in a sentence.
    pub fn begin(&mut self, document: &mut Document) -> Result<(), String> {
        if *document.origin() == Origin::Embedded || document.paths().is_bundle {
            return Err(
                "Save the scenario as files first: a recipe lies beside its map.".to_owned()
            );
        }
        let path = PathBuf::from(&document.paths().map).with_file_name("recipe.json");
        if path.symlink_metadata().is_ok() {
            return Err("There is a recipe beside the map already: open it.".to_owned());
        }
        let map = document.map();
        let beginning = Beginning {
            id: map.id.clone(),
            title: map.title.clone(),
            ruleset_file: map.ruleset.clone(),
            ruleset: document.ruleset(),
            grid: &map.grid,
            point: KnownPoint { hex: String::new(), name: None, latitude: 0.0, longitude: 0.0 },
        };
        let mut recipe = begin::recipe(&beginning);
        let folder = map.schema.rfind('/').map_or("", |slash| map.schema.split_at(slash + 1).0);
        recipe.schema = format!("{folder}{}", FileKind::Recipe.schema_file());
        recipe.layers.clear();
        recipe.features.rules.clear();
        recipe.notes.clone_from(&map.notes);
        recipe.terrain.palette.clone_from(&map.terrain.palette);
        if !recipe.terrain.palette.values().any(|kind| *kind == recipe.terrain.base) {
            let first = recipe.terrain.palette.values().next().cloned();
            recipe.terrain.base = first.unwrap_or_default();
        }
        recipe.georeference.control_points.clear();
        if let Some(known) = &map.georeference {
            recipe.georeference.fit = known.fit;
            let points = known.control_points.iter().map(|point| KnownPoint {
                hex: point.hex.clone(),
                name: point.name.clone(),
                latitude: point.latitude,
                longitude: point.longitude,
            });
            recipe.georeference.control_points = points.collect();
            form::settle_fit(&mut recipe, map.grid.metres_per_hex);
        }
        let text = salient_schema::write(&AnyDocument::Recipe(Box::new(recipe)));
        let text = text.map_err(|error| error.to_string())?;
        let to = CompanionFile { path: salient_files::text_of(&path), text };
        let edit = Edit::SetCompanion { to: Some(Box::new(to)) };
        document.apply(edit).map_err(|error| error.to_string())?;
        self.trouble = None;
        self.follow(document);
        Ok(())
    }

    /// Goes on with the file that the document has for it now: undo takes one away that was made, and
    /// redo brings it back; saved under another name, the map took its recipe along.
    pub fn follow(&mut self, document: &Document) {
        let there = document.companion();
        if self.open.as_ref().map(|open| open.path.as_path()) == there.map(Companion::path) {
            return;
        }
        let Some(companion) = there else { return self.put_away() };
        let (recipe, _) = salient_schema::read_recipe(
            &salient_files::text_of(companion.path()),
            companion.text(),
        );
        let Some(recipe) = recipe else { return };
        let path = companion.path().to_owned();
        match &mut self.open {
            Some(open) => {
                open.path = path;
                open.recipe = recipe;
                // What they name was named from elsewhere.
                open.past.clear();
                open.version += 1;
            }
            None => self.open = Some(OpenRecipe::new(path, recipe)),
        }
    }

    /// Closes the recipe; what was not saved of it is lost.
    pub fn close(&mut self, document: &mut Document) {
        document.set_companion(None);
        self.put_away();
    }

    fn put_away(&mut self) {
        if let Some(job) = self.open.as_ref().and_then(|open| open.job.as_ref()) {
            job.progress.stop();
        }
        *self = Self::default();
    }

    /// What to do next while a control point is picked.
    pub fn hint(&self) -> Option<&'static str> {
        self.pick.then_some("Click a hex whose place on the earth you know. Esc ends it.")
    }
}

impl OpenRecipe {
    fn new(path: PathBuf, recipe: Recipe) -> Self {
        Self {
            path,
            recipe,
            past: Vec::new(),
            aside: Vec::new(),
            outcome: None,
            built: Vec::new(),
            job: None,
            looks: Work::default(),
            version: 0,
            fit: None,
            by_hand: None,
        }
    }

    /// Changes the recipe.
    pub fn set(&mut self, document: &mut Document, recipe: Recipe) {
        if recipe == self.recipe {
            return;
        }
        self.past.push(std::mem::replace(&mut self.recipe, recipe));
        if self.past.len() > MOST_PAST {
            self.past.remove(0);
        }
        self.changed(document);
    }

    /// Whether there is a change to take back.
    pub fn can_take_back(&self) -> bool {
        !self.past.is_empty()
    }

    /// Takes the last change of the recipe back.
    pub fn take_back(&mut self, document: &mut Document) {
        if let Some(before) = self.past.pop() {
            self.recipe = before;
            self.changed(document);
        }
    }

    fn changed(&mut self, document: &mut Document) {
        self.version += 1;
        // What kept it from being built may be mended.
        self.outcome = self.outcome.take().filter(|outcome| outcome.report.is_some());
        self.write(document);
    }

    /// Gives the document the text that is saved with it.
    fn write(&self, document: &mut Document) {
        let text = salient_schema::write(&AnyDocument::Recipe(Box::new(self.recipe.clone())));
        if let Ok(text) = text {
            document.set_companion_text(text);
        }
    }

    /// Begins to build on another thread.
    pub fn start(&mut self, ctx: &Context, document: &Document, is_first: bool) {
        let progress = Arc::new(Progress::default());
        let (send, from) = mpsc::channel();
        let (told, ctx) = (progress.clone(), ctx.clone());
        let (recipe, ruleset) = (self.recipe.clone(), document.ruleset().clone());
        let path = salient_files::text_of(&self.path);
        std::thread::spawn(move || {
            let (built, found) = build(&path, &recipe, &ruleset, &told);
            let made = if is_first { Made::Before(built) } else { Made::Now(built, found) };
            // The window may be gone.
            let _ = send.send(made);
            ctx.request_repaint();
        });
        if let Some(job) = self.job.replace(Job { progress, is_first, from }) {
            job.progress.stop();
        }
    }

    /// How far a build is, and whether it is that of the file as it was opened.
    pub fn progress(&self) -> Option<(f32, bool)> {
        self.job.as_ref().map(|job| (job.progress.fraction(), job.is_first))
    }

    /// Stops building.
    pub fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.progress.stop();
        }
    }

    /// Catches up with the thread that builds. Gives the map that was made, with the one that it is
    /// to be compared with, once there is one.
    pub fn tend(&mut self, document: &Document) -> Option<(Map, Option<Map>)> {
        let job = self.job.as_ref()?;
        match job.from.try_recv() {
            Err(mpsc::TryRecvError::Empty) => None,
            Err(mpsc::TryRecvError::Disconnected) => {
                self.job = None;
                None
            }
            Ok(Made::Before(built)) => {
                self.job = None;
                self.keep(built.map(|built| built.map)?);
                None
            }
            Ok(Made::Now(built, found)) => {
                let stopped = job.progress.stopped();
                self.job = None;
                if stopped {
                    return None;
                }
                let report = built.as_ref().map(|built| built.report.to_string());
                self.outcome = Some(Outcome { report, found, changed: false });
                let made = built?.map;
                let before = self.nearest(document).map(|map| map.as_ref().clone());
                self.keep(made.clone());
                Some((made, before))
            }
        }
    }

    fn keep(&mut self, map: Map) {
        self.by_hand = None;
        self.built.push(Arc::new(map));
        if self.built.len() > MOST_BUILT {
            self.built.remove(0);
        }
    }

    /// Of the maps that were built, the one that the document's is nearest to: by undoing, that may
    /// be an earlier one.
    fn nearest(&self, document: &Document) -> Option<&Arc<Map>> {
        let far = |map: &&Arc<Map>| {
            by_hand(map, document.map()).map_or(usize::MAX, |changes| changes.len())
        };
        self.built.iter().rev().min_by_key(far)
    }

    /// What a hand changed since the map was built last.
    pub fn by_hand(&mut self, document: &Document) -> &[ByHand] {
        let now = document.revision();
        if self.by_hand.as_ref().is_none_or(|(of, _)| *of != now) {
            let nearest = self.nearest(document);
            let changes = nearest.and_then(|map| by_hand(map, document.map()));
            self.by_hand = Some((now, changes.unwrap_or_default()));
        }
        self.by_hand.as_ref().map(|(_, changes)| changes.as_slice()).unwrap_or_default()
    }

    /// Whether it is known what the recipe made of the map.
    pub fn was_built(&self) -> bool {
        !self.built.is_empty()
    }

    /// Puts what a hand changed into the recipe, with a reason.
    pub fn correct(&mut self, document: &mut Document, reason: &str) -> usize {
        let changes = self.by_hand(document).to_vec();
        let mut recipe = self.recipe.clone();
        correct(&mut recipe, &changes, reason);
        self.set(document, recipe);
        changes.len()
    }

    /// What the control points say of each other.
    pub fn residuals(&mut self) -> &Residuals {
        if self.fit.as_ref().is_none_or(|(of, _)| *of != self.version) {
            let grid = self.recipe.grid.grid(1.0);
            let plane = Plane::new(salient_hex::HexGrid::new(&grid));
            let scale = self.recipe.grid.metres_per_hex;
            self.fit = Some((self.version, residuals(&self.recipe.georeference, &plane, scale)));
        }
        let (_, residuals) = self.fit.get_or_insert_with(Default::default);
        residuals
    }

    /// What the layers' files hold; nothing until that is known.
    pub fn looks(&mut self, ctx: &Context) -> &[Result<Contents, String>] {
        let (path, layers) = (salient_files::text_of(&self.path), self.recipe.layers.clone());
        let wish = layers.clone();
        self.looks
            .wish(ctx, &wish, move || layers.iter().map(|layer| look_into(&path, layer)).collect());
        self.looks.made(&wish).map(Vec::as_slice).unwrap_or_default()
    }

    /// The recipe with one more layer.
    ///
    /// # Errors
    /// Why the file can be none, in a sentence.
    pub fn with_layer(&self, file: &Path) -> Result<Recipe, String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let way = way_from(folder, file)
            .ok_or("A layer lies in the project, beside the recipe or below it.".to_owned())?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let first = salient_document::oob::id_from_words(&stem, "layer");
        let taken = |id: &String| self.recipe.layers.iter().any(|layer| layer.id == *id);
        let mut ids = std::iter::once(first.clone())
            .chain((2_usize..).map(|number| format!("{first}-{number}")));
        let layer = GeoLayer {
            id: ids.find(|id| !taken(id)).unwrap_or(first),
            file: way,
            provenance: Provenance::Reconstructed,
            source: "our own".to_owned(),
            name: "name".to_owned(),
            latitude: "lat".to_owned(),
            longitude: "lon".to_owned(),
        };
        look_into(&salient_files::text_of(&self.path), &layer)?;
        let mut recipe = self.recipe.clone();
        recipe.layers.push(layer);
        Ok(recipe)
    }
}

/// Builds a recipe, if it is sound.
fn build(
    path: &str,
    recipe: &Recipe,
    ruleset: &Ruleset,
    progress: &Progress,
) -> (Option<Built>, Vec<Diagnostic>) {
    let document = AnyDocument::Recipe(Box::new(recipe.clone()));
    let mut found = salient_schema::check::check_document(&document);
    found.extend(salient_schema::check::check_recipe_references(recipe, ruleset));
    if found.iter().any(Diagnostic::is_error) {
        return (None, found);
    }
    let (built, more) = build_watched(&Disk, path, recipe, Some(ruleset), progress);
    found.extend(more);
    (built, found)
}

fn look_into(recipe: &str, layer: &GeoLayer) -> Result<Contents, String> {
    let file = salient_schema::project::resolve(recipe, &layer.file);
    let bytes = Disk.read_referred(recipe, &file).map_err(|error| error.to_string())?;
    contents(layer, &file, &bytes)
        .map_err(|faults| faults.first().map(ToString::to_string).unwrap_or_default())
}

/// The way to a file from a folder, with `/`; none where they share nothing.
fn way_from(folder: &Path, file: &Path) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (std::fs::canonicalize(folder).ok()?, std::fs::canonicalize(file).ok()?);
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| "..".to_owned());
    let down = file.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    let way: Vec<String> = up.chain(down).collect();
    (shared > 1).then(|| way.join("/"))
}
