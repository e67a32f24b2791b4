//! JSON text to a document and back.

mod support;

use qrp1_benches::candidate::Direction;

fn main() {
    support::run(&[Direction::JsonToText, Direction::TextToJson]);
}
