//! The candidates under criterion, one group for each direction and data set.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use qrp1_benches::candidate::{Direction, Set};
use qrp1_benches::memory;

/// Runs these directions on all sets but the large one, which takes too long here.
///
/// # Panics
/// If data can't be made.
pub fn run(directions: &[Direction]) {
    memory::keep().expect("the program starts once more");
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for set in Set::all(0) {
        let candidates = set.candidates().expect("data can be made");
        for (direction, candidate) in candidates.into_iter().filter(|(its, _)| directions.contains(its)) {
            let name = candidate.name;
            let mut prepared = match candidate.prepare() {
                Ok(prepared) => prepared,
                Err(error) => {
                    eprintln!("{} / {} / {name}: not counted, {error:#}", direction.title(), set.name);
                    continue;
                }
            };
            let mut group = criterion.benchmark_group(format!("{} / {}", direction.title(), set.name));
            group.throughput(Throughput::Elements(set.rows as u64));
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter_with_large_drop(|| (prepared.run)());
            });
            group.finish();
        }
    }
    criterion.final_summary();
}
