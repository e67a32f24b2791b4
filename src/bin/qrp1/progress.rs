//! A line on stderr, never wider than it, if that is a terminal and the work takes longer than a moment.

use std::cell::{Cell, OnceCell};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) struct Progress {
    started: Option<Instant>,
    total: Option<u64>,
    done: Cell<u64>,
    /// When the line was drawn last, counted from the start.
    drawn: Cell<Duration>,
    bar: OnceCell<ProgressBar>,
}

const MOMENT: Duration = Duration::from_millis(700);
/// Between two lines.
const PAUSE: Duration = Duration::from_millis(100);

impl Progress {
    /// For this many bytes, if that is known.
    pub(crate) fn new(total: Option<u64>) -> Self {
        let started = io::stderr().is_terminal().then(Instant::now);
        Self { started, total, done: Cell::new(0), drawn: Cell::new(Duration::ZERO), bar: OnceCell::new() }
    }

    /// For work of which another bar tells.
    #[cfg(feature = "tokens")]
    pub(crate) const fn silent() -> Self {
        Self { started: None, total: None, done: Cell::new(0), drawn: Cell::new(Duration::ZERO), bar: OnceCell::new() }
    }

    pub(crate) fn add(&self, bytes: usize) {
        self.set(self.done.get().saturating_add(u64::try_from(bytes).unwrap_or(0)));
    }

    /// So many bytes are done.
    pub(crate) fn set(&self, done: u64) {
        let Some(started) = self.started else { return };
        self.done.set(done);
        let elapsed = started.elapsed();
        if elapsed > MOMENT && elapsed.saturating_sub(self.drawn.get()) > PAUSE {
            self.drawn.set(elapsed);
            let bar = self.bar.get_or_init(|| bar(self.total, ProgressDrawTarget::stderr()));
            bar.set_position(done);
            bar.set_message(message(done, self.total, elapsed));
        }
    }
}

/// The message gives way where the terminal is narrow.
fn bar(total: Option<u64>, target: ProgressDrawTarget) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, target);
    let template = if total.is_some() { "{bar:10} {wide_msg}" } else { "{spinner} {wide_msg}" };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How far the work is, and how long the rest takes at the same speed.
fn message(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    let Some(total) = total else { return HumanBytes(done).to_string() };
    let rest = u128::from(total.saturating_sub(done)).saturating_mul(elapsed.as_millis());
    let rest = rest.checked_div(done.into()).and_then(|rest| u64::try_from(rest).ok()).map(Duration::from_millis);
    let of = format!("{} of {}", HumanBytes(done), HumanBytes(total));
    rest.map_or_else(|| of.clone(), |rest| format!("{of}, {:#} to go", HumanDuration(rest)))
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps the lines it is sent.
    #[derive(Clone, Debug)]
    struct Terminal {
        width: u16,
        lines: Arc<Mutex<Vec<String>>>,
    }

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            self.width
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }

        fn write_str(&self, line: &str) -> io::Result<()> {
            self.lines.lock().unwrap().push(line.to_owned());
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_line_is_as_wide_as_the_terminal_at_most() {
        let (done, total, elapsed) = (123 << 20, 1_023 << 20, Duration::from_secs(40));
        for width in [12, 20, 40, 60, 200] {
            let terminal = Terminal { width, lines: Arc::default() };
            let bar = bar(Some(total), ProgressDrawTarget::term_like(Box::new(terminal.clone())));
            bar.set_message(message(done, Some(total), elapsed));
            bar.set_position(done);
            bar.abandon();
            let lines = terminal.lines.lock().unwrap();
            assert!(lines.iter().any(|line| line.contains('1')), "{width}: {lines:?}");
            assert!(lines.iter().all(|line| line.chars().count() <= usize::from(width)), "{width}: {lines:?}");
            if width >= 60 {
                assert!(lines.iter().any(|line| line.contains("123.00 MiB of 1023.00 MiB, 5m to go")), "{lines:?}");
            }
        }
    }

    #[test]
    fn a_message_says_what_is_known() {
        assert_eq!(message(1 << 20, None, Duration::from_secs(1)), "1.00 MiB");
        assert_eq!(message(0, Some(10), Duration::from_secs(1)), "0 B of 10 B");
    }
}
