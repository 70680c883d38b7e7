//! Asking for files, without holding the window up.

use std::path::{Path, PathBuf};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileQuestion {
    /// What stands over the dialog.
    pub title: &'static str,
    /// The kinds of files, each with a name and the endings of its files' names; any if none.
    pub filters: &'static [(&'static str, &'static [&'static str])],
    /// What is to be named.
    pub wanted: Wanted,
}

/// What is to be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A file that is there.
    File,
    /// A folder that is there.
    Folder,
    /// A place for a file; this name is offered.
    Place(String),
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
        dialog = dialog.set_title(question.title);
        for (name, endings) in question.filters {
            dialog = dialog.add_filter(*name, endings);
        }
        let chosen: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> =
            match question.wanted {
                Wanted::File => Box::pin(dialog.pick_file()),
                Wanted::Folder => Box::pin(dialog.pick_folder()),
                Wanted::Place(name) => Box::pin(dialog.set_file_name(name).save_file()),
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
