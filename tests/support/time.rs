//! Time without a clock on the wall: the processor time of a thread, which other programs do not lengthen.
//! Include with `#[path = "support/time.rs"] mod time;`.
#![allow(dead_code, unreachable_pub, reason = "each suite that includes this file uses a part of it")]
#![allow(clippy::arithmetic_side_effects, reason = "tests")]

use std::fs;

/// Nanoseconds that this thread has run; none where the system does not say.
pub fn processor_time() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// The processor time of some runs.
fn time<T: ?Sized>(run: impl Fn(&T), of: &T, times: usize) -> Option<u64> {
    let before = processor_time()?;
    (0..times).for_each(|_| run(of));
    Some(processor_time()? - before)
}

/// Four times the size takes less than nine times the time: what is quadratic would take sixteen.
pub fn is_linear<T: ?Sized>(what: &str, run: impl Fn(&T), one: &T, four: &T) {
    let (is_linear, seen) = growth(run, one, four);
    assert!(is_linear, "{what}: nanoseconds at n and 4n: {seen:?}");
}

/// The same where a text of `size` may be the last whose memory is not asked of the system again and again, which takes
/// longer at once: then sixteen times the size takes less than nine times the time of four times the size.
pub fn is_linear_but_for_a_step(what: &str, run: impl Fn(&str), text: impl Fn(usize) -> String, size: usize) {
    let four = text(size * 4);
    let (is_linear, seen) = growth(&run, text(size).as_str(), four.as_str());
    if !is_linear {
        let (is_linear, then) = growth(&run, four.as_str(), text(size * 16).as_str());
        assert!(is_linear, "{what}: nanoseconds at n and 4n: {seen:?}, at 4n and 16n: {then:?}");
    }
}

/// Whether the time grows as the size does, and the times that were seen.
fn growth<T: ?Sized>(run: impl Fn(&T), one: &T, four: &T) -> (bool, Vec<(u64, u64)>) {
    // The clock of a thread may be coarse, so a short run is repeated.
    let mut times = 1;
    while time(&run, one, times).is_some_and(|time| time < 10_000_000) {
        times *= 2;
    }
    // A disturbed measurement is repeated; a quadratic one stays so.
    let mut seen = Vec::new();
    let is_linear = (0..4).any(|_| {
        let (Some(small), Some(large)) = (time(&run, one, times), time(&run, four, times)) else {
            return true;
        };
        seen.push((small, large));
        large < small * 9
    });
    (is_linear, seen)
}
