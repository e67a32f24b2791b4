//! Takes down the compiler and the versions of `Cargo.lock`.

fn main() {
    built::write_built_file().expect("the facts of a build can be written");
}
