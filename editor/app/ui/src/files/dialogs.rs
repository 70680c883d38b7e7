//! Asking for files, without holding the window up.

use std::path::{Path, PathBuf};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileQuestion {
    /// A scenario or bundle to open.
    Open,
    /// Where to save a scenario.
    SaveAs {
        /// The name that is offered.
        name: String,
    },
    /// A scenario or bundle to be compared with.
    Compare,
    /// A scenario or bundle to be looked through.
    Find,
    /// A scanned map.
    Scan,
    /// Where to put a report.
    Report {
        /// The name that is offered.
        name: String,
    },
    /// Where to put the log of a game.
    Game {
        /// The name that is offered.
        name: String,
    },
    /// Where to write the counters as CSV.
    Counters {
        /// The name that is offered.
        name: String,
    },
    /// A CSV file to read counters from.
    ReadCounters,
    /// Where to put a picture.
    Picture {
        /// The name that is offered.
        name: String,
    },
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// This file.
    File(PathBuf),
    /// None, on second thoughts.
    Nothing,
    /// There is nobody to ask on this desktop.
    NoDialog,
}

/// Takes the answer.
pub type Answer = Box<dyn FnOnce(Chosen) + Send>;

/// An answer that comes sooner, in milliseconds, is not a person's.
const AT_ONCE_MILLIS: u128 = 300;

/// Somebody who can be asked for files. The answer may come at any time, on any thread.
pub trait Dialogs {
    /// Asks, and returns at once.
    fn ask(&mut self, question: FileQuestion, folder: Option<&Path>, answer: Answer);
}

/// The dialogs of the desktop.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeDialogs;

impl Dialogs for NativeDialogs {
    fn ask(&mut self, question: FileQuestion, folder: Option<&Path>, answer: Answer) {
        let mut dialog = rfd::AsyncFileDialog::new();
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        // The dialog is made here, as some systems want that on the main thread, and waited for
        // elsewhere.
        let chosen: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> =
            match question {
                FileQuestion::Open => Box::pin(
                    dialog
                        .set_title("Open a scenario")
                        .add_filter("Salient", &["json"])
                        .pick_file(),
                ),
                FileQuestion::SaveAs { name } => Box::pin(
                    dialog
                        .set_title("Save the scenario")
                        .set_file_name(name)
                        .add_filter("Salient", &["json"])
                        .save_file(),
                ),
                FileQuestion::Compare => Box::pin(
                    dialog
                        .set_title("Compare with a scenario")
                        .add_filter("Salient", &["json"])
                        .pick_file(),
                ),
                FileQuestion::Find => Box::pin(
                    dialog
                        .set_title("Look through a scenario")
                        .add_filter("Salient", &["json"])
                        .pick_file(),
                ),
                FileQuestion::Scan => Box::pin(
                    dialog
                        .set_title("Open a scan")
                        .add_filter("Pictures", &["png", "jpg", "jpeg", "tif", "tiff", "webp"])
                        .add_filter("All files", &["*"])
                        .pick_file(),
                ),
                FileQuestion::Report { name } => Box::pin(
                    dialog
                        .set_title("Save the report")
                        .set_file_name(name)
                        .add_filter("Web page", &["html"])
                        .add_filter("JSON", &["json"])
                        .add_filter("CSV tables", &["csv"])
                        .save_file(),
                ),
                FileQuestion::Game { name } => Box::pin(
                    dialog
                        .set_title("Save the game's log")
                        .set_file_name(name)
                        .add_filter("Game log", &["jsonl"])
                        .save_file(),
                ),
                FileQuestion::Counters { name } => Box::pin(
                    dialog
                        .set_title("Write the counters")
                        .set_file_name(name)
                        .add_filter("CSV table", &["csv"])
                        .save_file(),
                ),
                FileQuestion::ReadCounters => Box::pin(
                    dialog
                        .set_title("Read counters")
                        .add_filter("CSV table", &["csv", "txt", "tsv"])
                        .pick_file(),
                ),
                FileQuestion::Picture { name } => Box::pin(
                    dialog
                        .set_title("Export a picture")
                        .set_file_name(name)
                        .add_filter("PNG", &["png"])
                        .add_filter("SVG", &["svg"])
                        .save_file(),
                ),
            };
        std::thread::spawn(move || {
            let asked = std::time::Instant::now();
            answer(match block_on(chosen) {
                Some(file) => Chosen::File(file.path().to_path_buf()),
                // A desktop without a file dialog looks just like one that was closed.
                None if asked.elapsed().as_millis() < AT_ONCE_MILLIS => Chosen::NoDialog,
                None => Chosen::Nothing,
            });
        });
    }
}

/// Answers that are given beforehand, for tests.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDialogs(pub std::collections::VecDeque<Chosen>);

impl Dialogs for ScriptedDialogs {
    fn ask(&mut self, _: FileQuestion, _: Option<&Path>, answer: Answer) {
        answer(self.0.pop_front().unwrap_or(Chosen::Nothing));
    }
}

/// Waits for a future on this thread.
fn block_on<T>(mut future: std::pin::Pin<Box<dyn Future<Output = T> + Send>>) -> T {
    struct Unpark(std::thread::Thread);
    impl std::task::Wake for Unpark {
        fn wake(self: std::sync::Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = std::task::Waker::from(std::sync::Arc::new(Unpark(std::thread::current())));
    let mut context = std::task::Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            std::task::Poll::Ready(value) => return value,
            std::task::Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_what_another_thread_brings() {
        let (send, receive) = std::sync::mpsc::channel::<std::task::Waker>();
        let ready = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let seen = ready.clone();
        let future = std::future::poll_fn(move |context| {
            if seen.load(std::sync::atomic::Ordering::SeqCst) {
                return std::task::Poll::Ready(7);
            }
            let _ = send.send(context.waker().clone());
            std::task::Poll::Pending
        });
        let waking = std::thread::spawn(move || {
            let waker = receive.recv().unwrap();
            ready.store(true, std::sync::atomic::Ordering::SeqCst);
            waker.wake();
        });
        assert_eq!(block_on(Box::pin(future)), 7);
        waking.join().unwrap();
    }
}
