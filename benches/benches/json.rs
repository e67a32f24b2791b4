//! JSON text to a document and back.

use qrp1_benches::bench;
use qrp1_benches::candidate::Direction;

fn main() {
    bench::run(&[Direction::JsonToText, Direction::TextToJson]);
}
