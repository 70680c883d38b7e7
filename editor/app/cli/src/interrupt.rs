//! Ctrl-C, and what else asks the program to end (`kill`, a closed terminal, a scheduler): the
//! first ends the run with what is done, the second ends the program.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;

/// What a shell expects of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C raises. From the first call on, Ctrl-C is ours.
pub fn flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static CAUGHT: OnceLock<()> = OnceLock::new();
    CAUGHT.get_or_init(|| {
        let caught = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        // Where Ctrl-C cannot be caught it ends the program at once, as it always does.
        drop(caught);
    });
    &STOP
}

/// Whether somebody asked for the end.
pub fn is_raised() -> bool {
    flag().load(Ordering::Relaxed)
}

/// How often whoever waits for input looks whether the end was asked for.
const LOOK: Duration = Duration::from_millis(50);

/// What is typed, until Ctrl-C: whoever waits for more then finds the end of it.
pub struct Typed {
    from: mpsc::Receiver<io::Result<Vec<u8>>>,
    held: Vec<u8>,
    taken: usize,
}

impl Typed {
    /// What is typed on the terminal, or comes from another program. It is read on a thread of its
    /// own, which nothing ends: only one may be made.
    pub fn on_terminal() -> Self {
        flag();
        let (send, from) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut bytes = vec![0; 4096];
                let read = input.read(&mut bytes).map(|length| {
                    bytes.truncate(length);
                    bytes
                });
                let is_last = read.as_ref().map_or(true, Vec::is_empty);
                if send.send(read).is_err() || is_last {
                    break;
                }
            }
        });
        Self { from, held: Vec::new(), taken: 0 }
    }
}

impl Read for Typed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut held = self.fill_buf()?;
        let length = held.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Typed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.held.len() && !is_raised() {
            match self.from.recv_timeout(LOOK) {
                Ok(read) => {
                    (self.held, self.taken) = (read?, 0);
                    if self.held.is_empty() {
                        break;
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(self.held.get(self.taken..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.taken = (self.taken + length).min(self.held.len());
    }
}
