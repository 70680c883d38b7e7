//! The scan of a document: its picture, its fit, and what is read off it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use egui::{ColorImage, Context, TextureOptions};
use salient_cartography::scan::{
    ColourSample, FitError, Limits, Progress, Pyramid, ReadError, Reading, Refined, ScanFit,
    ScanPoint, decode, fit_scan, read_off,
};
use salient_document::{Document, Edit, Origin};
use salient_hex::grid::Hex;
use salient_schema::Id;
use salient_schema::map::Scan;

use crate::look::sentence;
use crate::map::scan::{ScanPicture, ScanTile};

/// What a click on the map means to the scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// Nothing: it is the tool's.
    #[default]
    Nothing,
    /// It is the middle of a hex whose number comes next.
    Point,
    /// The hex is an example of the chosen kind.
    Example,
}

/// A picture that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The file, as it was opened.
    pub path: PathBuf,
    /// Its pixels.
    pub pyramid: Pyramid,
    /// What is odd about it.
    pub note: Option<String>,
}

struct Loading {
    path: PathBuf,
    /// Whether the document is to be told of it: not where it told of the file itself.
    is_new: bool,
    from: mpsc::Receiver<Result<Loaded, String>>,
}

struct Job {
    progress: Arc<Progress>,
    from: mpsc::Receiver<Result<Reading, ReadError>>,
}

/// What was read off, and what the designer says of it.
#[derive(Debug, Default)]
pub struct Review {
    /// What was read off.
    pub reading: Reading,
    /// The proposals' places, the most doubtful first.
    pub order: Vec<usize>,
    /// What was decided of each proposal: nothing yet, a kind, or to leave the hex as it is.
    pub decided: Vec<Option<Option<Id>>>,
    /// How many in that order are doubtful.
    pub doubtful: usize,
    /// The one that is being looked at, by its place in the order.
    pub at: usize,
}

/// Below this a proposal is doubtful.
pub const DOUBT: f32 = 0.5;

/// The scan of an open document.
#[derive(Default)]
pub struct ScanState {
    /// The picture.
    pub loaded: Option<Arc<Loaded>>,
    loading: Option<Loading>,
    /// Why there is no picture.
    pub trouble: Option<String>,
    /// The file that could not be read, so that it is not tried again and again.
    failed: Option<String>,
    /// What clicks mean.
    pub pick: Pick,
    /// Places that were clicked and have no number yet.
    pub drafts: Vec<[f64; 2]>,
    /// The place whose number is to be typed now.
    pub focus_draft: bool,
    /// The kind that examples are of.
    pub kind: Id,
    /// The examples.
    pub examples: Vec<ColourSample>,
    /// Whether the scan lies under the map rather than over it.
    pub under: bool,
    job: Option<Job>,
    /// What was read off.
    pub review: Option<Review>,
    /// Whether that is yet to be brought into view.
    pub review_is_new: bool,
    /// Why nothing was.
    pub read_trouble: Option<String>,
    tiles: Vec<ScanTile>,
    tiles_of: Option<Arc<Loaded>>,
    fitted: Option<(u64, Result<ScanFit, FitError>)>,
}

impl std::fmt::Debug for ScanState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScanState").field("pick", &self.pick).finish_non_exhaustive()
    }
}

/// The most pixels of a scan that the graphics card is given.
const MOST_TEXELS: u64 = 36_000_000;
/// The side of a tile.
const TILE: u32 = 2048;

impl ScanState {
    /// Begins to read a picture: a new one that the user names, or that of a map's file, which
    /// leads no farther than its project.
    pub fn load(&mut self, ctx: &Context, path: PathBuf, map: Option<PathBuf>) {
        let is_new = map.is_none();
        let (send, from) = mpsc::channel();
        let (file, ctx) = (path.clone(), ctx.clone());
        std::thread::spawn(move || {
            // The window may be gone.
            let _ = send.send(read(file, map.as_deref()));
            ctx.request_repaint();
        });
        self.trouble = None;
        self.loading = Some(Loading { path, is_new, from });
    }

    /// The file that is being read.
    pub fn loading(&self) -> Option<&Path> {
        self.loading.as_ref().map(|loading| loading.path.as_path())
    }

    /// How far reading off is.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(|job| job.progress.fraction())
    }

    /// Stops reading off.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.progress.stop();
        }
    }

    /// The fit of the document's control points.
    pub fn fit(&mut self, document: &Document) -> Option<&Result<ScanFit, FitError>> {
        let scan = document.map().scan.as_ref()?;
        let revision = document.revision();
        if self.fitted.as_ref().is_some_and(|(of, _)| *of != revision) {
            self.fitted = None;
        }
        let fitted = self
            .fitted
            .get_or_insert_with(|| (revision, fit_scan(document.grid(), &scan.control_points)));
        Some(&fitted.1)
    }

    /// From pixels to the plane: the fit, or while there is none, the scan laid over the whole
    /// map as well as it goes.
    pub fn plane_from_pixel(&mut self, document: &Document) -> Option<[f64; 6]> {
        let [width, height] = document.map().scan.as_ref()?.size.map(f64::from);
        if let Some(Ok(fit)) = self.fit(document) {
            return Some(fit.plane_from_pixel);
        }
        let [least, most] = document.grid().bounds().map(|point| point.map(f64::from));
        let (wide, high) = (most[0] - least[0], most[1] - least[1]);
        let scale = (wide / width.max(1.0)).min(high / height.max(1.0));
        let left = (least[0] + most[0] - width * scale) / 2.0;
        let top = (least[1] + most[1] - height * scale) / 2.0;
        Some([scale, 0.0, left, 0.0, scale, top])
    }

    /// The pixel at a place of the plane.
    pub fn pixel_at(&mut self, document: &Document, [x, y]: [f32; 2]) -> Option<[f64; 2]> {
        let [a, b, c, d, e, f] = self.plane_from_pixel(document)?;
        let (x, y) = (f64::from(x) - c, f64::from(y) - f);
        let determinant = a * e - b * d;
        if determinant == 0.0 {
            return None;
        }
        let pixel = [(e * x - b * y) / determinant, (a * y - d * x) / determinant];
        // Tenths of a pixel are more than a hand can point at.
        Some(pixel.map(|value| (value * 10.0).round() / 10.0))
    }

    /// The picture as the map shows it; its parts are made when they are first asked for.
    pub fn picture(&mut self, ctx: &Context, document: &Document) -> Option<ScanPicture> {
        let plane_from_pixel = self.plane_from_pixel(document)?;
        let same = match (&self.loaded, &self.tiles_of) {
            (Some(loaded), Some(of)) => Arc::ptr_eq(loaded, of),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.tiles = self.loaded.as_ref().map(|loaded| tiles(ctx, loaded)).unwrap_or_default();
            self.tiles_of = self.loaded.clone();
        }
        let above = !self.under || self.pick != Pick::Nothing;
        // While a place is picked, it is the scan that must be seen.
        let least = match self.pick {
            Pick::Nothing => 0.0,
            Pick::Point => 0.95,
            Pick::Example => 0.8,
        };
        Some(ScanPicture { tiles: self.tiles.clone(), plane_from_pixel, above, least })
    }

    /// What to do next while a place is picked.
    pub fn hint(&self) -> Option<&'static str> {
        match self.pick {
            Pick::Nothing => None,
            Pick::Point => {
                Some("Click the middle of a hex of the scan; then type its number. Esc ends it.")
            }
            Pick::Example => {
                Some("Click hexes that are good examples of this terrain. Esc ends it.")
            }
        }
    }

    /// Begins to read terrain off.
    pub fn read_off(&mut self, ctx: &Context, document: &Document) {
        let Some(loaded) = self.loaded.clone() else { return };
        let Some(Ok(fit)) = self.fit(document) else { return };
        let (fit, grid, examples) = (fit.clone(), document.grid().clone(), self.examples.clone());
        let progress = Arc::new(Progress::default());
        let (send, from) = mpsc::channel();
        let (told, ctx) = (progress.clone(), ctx.clone());
        std::thread::spawn(move || {
            let refined = Refined::default();
            let result = read_off(&loaded.pyramid, &fit, &grid, &examples, refined, &told);
            // The window may be gone.
            let _ = send.send(result);
            ctx.request_repaint();
        });
        self.read_trouble = None;
        self.review = None;
        self.job = Some(Job { progress, from });
    }

    /// Adds an example of the chosen kind, or takes it back where it is one already.
    pub fn example(&mut self, hex: Hex) {
        let same = |sample: &ColourSample| sample.hex == hex;
        match self.examples.iter().position(same) {
            Some(at) if self.examples[at].kind == self.kind => {
                self.examples.remove(at);
            }
            Some(at) => self.examples[at].kind.clone_from(&self.kind),
            None => self.examples.push(ColourSample { hex, kind: self.kind.clone() }),
        }
        self.examples.sort_by(|a, b| (&a.kind, a.hex).cmp(&(&b.kind, b.hex)));
    }

    /// Catches up with what the scan's threads bring. Gives whether a picture was read that the
    /// document is to be told of.
    pub fn tend(&mut self, ctx: &Context, document: &Document) -> bool {
        if let Some(job) = &self.job {
            match job.from.try_recv() {
                Ok(result) => {
                    self.job = None;
                    match result {
                        Ok(reading) => {
                            self.review = Some(Review::new(reading));
                            self.review_is_new = true;
                        }
                        Err(ReadError::Stopped) => {}
                        Err(error) => self.read_trouble = Some(sentence(&error.to_string())),
                    }
                }
                Err(mpsc::TryRecvError::Empty) => ctx.request_repaint_after_secs(0.05),
                Err(mpsc::TryRecvError::Disconnected) => self.job = None,
            }
        }
        let heard = self.loading.as_ref().and_then(|loading| loading.from.try_recv().ok());
        if let Some(result) = heard
            && let Some(loading) = self.loading.take()
        {
            match result {
                Ok(loaded) => {
                    let is_new = loading.is_new;
                    self.loaded = Some(Arc::new(loaded));
                    self.failed = None;
                    return is_new;
                }
                Err(trouble) => {
                    self.trouble = Some(sentence(&trouble));
                    self.failed = document.map().scan.as_ref().map(|scan| scan.file.clone());
                }
            }
        }
        // A document that has a scan shows it without being asked.
        match &document.map().scan {
            Some(scan) if self.loading.is_none() => {
                let path = file_of(document, scan);
                let there = self.loaded.as_ref().is_some_and(|loaded| loaded.path == path);
                if !there && self.failed.as_ref() != Some(&scan.file) {
                    self.failed = Some(scan.file.clone());
                    self.load(ctx, path, Some(PathBuf::from(&document.paths().map)));
                }
            }
            Some(_) => {}
            None => {
                self.loaded = self.loaded.take().filter(|_| self.loading.is_some());
                self.pick = Pick::Nothing;
                self.failed = None;
            }
        }
        false
    }
}

impl Review {
    fn new(reading: Reading) -> Self {
        let order = reading.by_doubt();
        let doubtful =
            order.iter().take_while(|&&at| reading.proposals[at].confidence < DOUBT).count();
        let decided = vec![None; reading.proposals.len()];
        Self { reading, order, decided, doubtful, at: 0 }
    }

    /// What a hex becomes: what was decided, or else what was read.
    pub fn kind(&self, at: usize) -> Option<&Id> {
        match self.decided.get(at)? {
            Some(decided) => decided.as_ref(),
            None => self.reading.proposals.get(at).map(|proposal| &proposal.kind),
        }
    }

    /// The hexes that become something else, kind by kind.
    pub fn paint(&self, document: &Document) -> Vec<Edit> {
        let mut kinds: std::collections::BTreeMap<&Id, Vec<String>> = Default::default();
        for (at, proposal) in self.reading.proposals.iter().enumerate() {
            if let Some(kind) = self.kind(at)
                && document.terrain_at(proposal.hex) != Some(kind)
            {
                kinds.entry(kind).or_default().push(document.grid().label(proposal.hex));
            }
        }
        let paint = |(kind, hexes): (&Id, Vec<String>)| {
            let kind = kind.clone();
            Edit::PaintTerrain { hexes, kind }
        };
        kinds.into_iter().map(paint).collect()
    }
}

/// Reads and decodes a picture.
fn read(path: PathBuf, map: Option<&Path>) -> Result<Loaded, String> {
    let limits = Limits::default();
    let shown = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    let read = match map {
        Some(map) => salient_files::read_referred_at_most(map, &path, limits.file_bytes),
        None => salient_files::read_at_most(&path, limits.file_bytes),
    };
    let bytes = read.map_err(|error| format!("{shown}: {}", error.reason()))?;
    let picture = decode(&bytes, &limits).map_err(|error| format!("{shown}: {error}"))?;
    let format = picture.format;
    let note = (!format.fits_name(&shown))
        .then(|| format!("{shown} is a {} by what it holds; it was read as one.", format.name()));
    Ok(Loaded { path, pyramid: Pyramid::new(picture), note })
}

fn tiles(ctx: &Context, loaded: &Loaded) -> Vec<ScanTile> {
    let levels = loaded.pyramid.levels();
    let fits = |level: &salient_cartography::scan::Level| {
        u64::from(level.width) * u64::from(level.height) <= MOST_TEXELS
    };
    let number = levels.iter().position(fits).unwrap_or(levels.len().saturating_sub(1));
    let Some(level) = levels.get(number) else { return Vec::new() };
    let scale = (1_u64 << number) as f64;
    let side = TILE.min(ctx.input(|input| input.max_texture_side) as u32).max(64);
    let mut tiles = Vec::new();
    for top in (0..level.height).step_by(side as usize) {
        for left in (0..level.width).step_by(side as usize) {
            let (width, height, rgba) = level.tile(left, top, side, side);
            let size = [width as usize, height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, &rgba);
            let options = TextureOptions::LINEAR;
            tiles.push(ScanTile {
                texture: ctx.load_texture(format!("scan {left} {top}"), image, options),
                at: [f64::from(left) * scale, f64::from(top) * scale],
                size: [f64::from(width) * scale, f64::from(height) * scale],
            });
        }
    }
    tiles
}

/// Where a document's scan lies on the disk.
pub fn file_of(document: &Document, scan: &Scan) -> PathBuf {
    let map = salient_schema::project::resolve(&document.paths().map, &scan.file);
    match document.origin() {
        Origin::Embedded => PathBuf::from(&scan.file),
        Origin::File(_) => PathBuf::from(map),
    }
}

/// What the map calls a picture: relative to its own file where it has one.
pub fn name_for(document: &Document, path: &Path) -> String {
    let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let target = full(path);
    let plain = |path: &Path| path.to_string_lossy().replace('\\', "/");
    let Origin::File(_) = document.origin() else { return plain(&target) };
    let map = full(Path::new(&document.paths().map));
    let mut folder = map.parent();
    let mut up = String::new();
    while let Some(here) = folder {
        if let Ok(rest) = target.strip_prefix(here) {
            return format!("{up}{}", plain(rest));
        }
        up.push_str("../");
        folder = here.parent();
    }
    plain(&target)
}

/// The control points with one more, or another number for one.
pub fn with_point(scan: &Scan, at: Option<usize>, point: ScanPoint) -> Edit {
    let mut scan = scan.clone();
    match at.and_then(|at| scan.control_points.get_mut(at)) {
        Some(old) => *old = point,
        None => scan.control_points.push(point),
    }
    Edit::SetScan { scan: Some(Box::new(scan)) }
}

/// The control points without one.
pub fn without_point(scan: &Scan, at: usize) -> Edit {
    let mut scan = scan.clone();
    if at < scan.control_points.len() {
        scan.control_points.remove(at);
    }
    Edit::SetScan { scan: Some(Box::new(scan)) }
}
