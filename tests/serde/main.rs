//! Owns the door for serde: every type of its data model there and back, the documents it becomes, what errors say.
#![cfg(feature = "serde")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::float_cmp,
    clippy::too_many_lines,
    clippy::items_after_statements,
    clippy::needless_for_each,
    clippy::cast_possible_truncation,
    clippy::missing_panics_doc,
    clippy::elidable_lifetime_names,
    clippy::option_option,
    clippy::zero_sized_map_values,
    reason = "tests"
)]

mod attributes;
mod enums;
mod errors;
mod letters;
mod options;
mod random;
mod reading;
mod rows;
mod shared;
mod types;
