//! Arrow batches to text and back.

mod support;

use qrp1_benches::candidate::Direction;

fn main() {
    support::run(&[Direction::BatchesToText, Direction::TextToBatches]);
}
