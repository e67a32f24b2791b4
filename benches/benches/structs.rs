//! Structs to text and back: the core with typed cells, the serde door, their rivals.

use qrp1_benches::bench;
use qrp1_benches::candidate::Direction;

fn main() {
    bench::run(&[Direction::StructsToText, Direction::TextToStructs]);
}
