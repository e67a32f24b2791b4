//! Arrow batches to text and back.

use qrp1_benches::bench;
use qrp1_benches::candidate::Direction;

fn main() {
    bench::run(&[Direction::BatchesToText, Direction::TextToBatches]);
}
