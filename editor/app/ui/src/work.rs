//! Work on another thread, of which only the last wish counts.

use std::sync::mpsc;

use egui::Context;

/// What is being made for a wish, and what was made for the one before it.
#[derive(Debug)]
pub struct Work<W, T> {
    running: Option<(W, mpsc::Receiver<T>)>,
    made: Option<(W, T)>,
}

impl<W, T> Default for Work<W, T> {
    fn default() -> Self {
        Self { running: None, made: None }
    }
}

impl<W: Clone + PartialEq, T: Send + 'static> Work<W, T> {
    /// Takes what has been made since, and tells whether this wish is to be begun now: it is not
    /// made, and nothing else is being made. Whoever has to copy much for a wish asks first.
    pub fn wants(&mut self, wish: &W) -> bool {
        if let Some((of, receiver)) = self.running.take() {
            match receiver.try_recv() {
                Ok(made) => self.made = Some((of, made)),
                Err(mpsc::TryRecvError::Empty) => self.running = Some((of, receiver)),
                // Whoever made it is gone: it is begun again.
                Err(mpsc::TryRecvError::Disconnected) => {}
            }
        }
        self.running.is_none() && self.made(wish).is_none()
    }

    /// Sees to it that what this wish comes to is made. A wish that comes while another is being
    /// made waits for it to end, and of those that wait only the last is made.
    pub fn wish(&mut self, ctx: &Context, wish: &W, make: impl FnOnce() -> T + Send + 'static) {
        if !self.wants(wish) {
            return;
        }
        let (send, receive) = mpsc::channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            // The dialog may be gone.
            let _ = send.send(make());
            ctx.request_repaint();
        });
        self.running = Some((wish.clone(), receive));
    }

    /// What was made last, for whatever wish.
    pub fn last(&self) -> Option<&T> {
        self.made.as_ref().map(|(_, made)| made)
    }

    /// What was made last, if its wish is such.
    pub fn last_of(&self, is_such: impl FnOnce(&W) -> bool) -> Option<&T> {
        self.made.as_ref().filter(|(of, _)| is_such(of)).map(|(_, made)| made)
    }

    /// What a wish came to, if it is made.
    pub fn made(&self, wish: &W) -> Option<&T> {
        self.made.as_ref().filter(|(of, _)| of == wish).map(|(_, made)| made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_wish_is_the_one_that_is_made() {
        let ctx = Context::default();
        let mut work: Work<u32, u32> = Work::default();
        let (go, wait) = mpsc::channel::<()>();
        work.wish(&ctx, &1, move || {
            let _ = wait.recv();
            10
        });
        work.wish(&ctx, &2, || 20);
        assert!(work.made(&1).is_none() && work.made(&2).is_none());
        drop(go);
        while work.made(&2).is_none() {
            work.wish(&ctx, &2, || 20);
            std::thread::yield_now();
        }
        assert_eq!(work.made(&2), Some(&20));
        assert_eq!(work.made(&1), None);
    }
}
