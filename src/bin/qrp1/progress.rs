//! A bar on stderr, if that is a terminal and the work takes longer than a moment.

use std::cell::{Cell, OnceCell};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) struct Progress {
    started: Option<Instant>,
    total: Option<u64>,
    done: Cell<u64>,
    bar: OnceCell<ProgressBar>,
}

const MOMENT: Duration = Duration::from_millis(700);

impl Progress {
    /// For this many bytes, if that is known.
    pub(crate) fn new(total: Option<u64>) -> Self {
        let started = io::stderr().is_terminal().then(Instant::now);
        Self { started, total, done: Cell::new(0), bar: OnceCell::new() }
    }

    /// For work of which another bar tells.
    #[cfg(feature = "tokens")]
    pub(crate) const fn silent() -> Self {
        Self { started: None, total: None, done: Cell::new(0), bar: OnceCell::new() }
    }

    pub(crate) fn add(&self, bytes: usize) {
        let Some(started) = self.started else { return };
        let done = self.done.get().saturating_add(u64::try_from(bytes).unwrap_or(0));
        self.done.set(done);
        if started.elapsed() > MOMENT {
            self.bar.get_or_init(|| bar(self.total)).set_position(done);
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = if total.is_some() { "{bar:30} {bytes} of {total_bytes}, {eta} to go" } else { "{spinner} {bytes}" };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
