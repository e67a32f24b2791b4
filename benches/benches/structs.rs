//! Structs to text and back: the core with typed cells, the serde door, their rivals.

mod support;

use qrp1_benches::candidate::Direction;

fn main() {
    support::run(&[Direction::StructsToText, Direction::TextToStructs]);
}
