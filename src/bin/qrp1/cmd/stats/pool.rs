//! Jobs on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The results of all jobs, in their order. `done` is called on this thread after each.
pub(super) fn run<J: Sync, T: Send>(jobs: &[J], run: impl Fn(&J) -> T + Sync, done: impl Fn()) -> Vec<T> {
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        for _ in 0..processors.min(jobs.len()) {
            let (sender, next, run) = (sender.clone(), &next, &run);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    if sender.send((index, run(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().inspect(|_| done()).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
