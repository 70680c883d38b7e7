//! Looking after the files of open documents, away from the screen's thread: somebody else may
//! save them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use salient_document::{Stamps, WatchedFiles};
use salient_files::Inputs;

use crate::request::tabs::TabNumber;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(900);

/// The files of each document that has any.
type All = BTreeMap<TabNumber, WatchedFiles>;

/// A file of a document was written by somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The document.
    pub number: TabNumber,
    /// Its files that hold something else.
    pub paths: Vec<PathBuf>,
    /// Its files that are gone, and not only while somebody puts others in their place.
    pub gone: Vec<PathBuf>,
    /// What was looked at: news of anything older are none.
    pub files: WatchedFiles,
}

/// The watch, once there is anything to watch.
#[derive(Default)]
pub struct Watch {
    watched: All,
    /// No export is written over them.
    kept: Option<Inputs>,
    thread: Option<(mpsc::Sender<All>, mpsc::Receiver<Changed>)>,
}

impl Watch {
    /// Looks after these files from now on.
    pub fn look_after(&mut self, ctx: &egui::Context, files: All) {
        if files == self.watched {
            return;
        }
        self.watched.clone_from(&files);
        self.kept = Some(Inputs::these(files.values().flat_map(WatchedFiles::paths)));
        let (send, _) = self.thread.get_or_insert_with(|| start(ctx.clone()));
        // Whoever does not listen any more is started again by nobody: then there is no watch.
        let _ = send.send(files);
    }

    /// What was noticed since the last time.
    pub fn noticed(&self) -> Vec<Changed> {
        let heard = self.thread.iter().flat_map(|(_, heard)| heard.try_iter());
        heard.filter(|news| self.watched.get(&news.number) == Some(&news.files)).collect()
    }
}

fn start(ctx: egui::Context) -> (mpsc::Sender<All>, mpsc::Receiver<Changed>) {
    let (send, orders) = mpsc::channel::<All>();
    let (tell, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let mut watched = All::new();
        let mut seen: BTreeMap<TabNumber, Stamps> = BTreeMap::new();
        // The states in which it was looked for files that are gone.
        let mut told: BTreeMap<TabNumber, Stamps> = BTreeMap::new();
        loop {
            match orders.recv_timeout(EVERY) {
                Ok(files) => {
                    seen.retain(|number, _| files.get(number) == watched.get(number));
                    told.retain(|number, _| files.get(number) == watched.get(number));
                    watched = files;
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for (&number, files) in &watched {
                // The time and the length first; only what differs there is read.
                let stamps = files.stamps();
                let mut gone = Vec::new();
                let mut paths = Vec::new();
                if seen.get(&number) == Some(&stamps) {
                    // What is gone for so long does not come back by itself.
                    if told.get(&number) == Some(&stamps) {
                        continue;
                    }
                    told.insert(number, stamps);
                    gone = files.gone();
                } else {
                    seen.insert(number, stamps);
                    paths = files.changed();
                }
                if !paths.is_empty() || !gone.is_empty() {
                    let files = files.clone();
                    if tell.send(Changed { number, paths, gone, files }).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
            }
        }
    });
    (send, heard)
}
