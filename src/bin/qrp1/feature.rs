//! What a build can't do because a feature is not in it, and which one that is.

use crate::Failure;

/// The refusal of what another build can do.
#[cfg_attr(all(feature = "tokens", feature = "parquet"), expect(dead_code, reason = "this build can do all"))]
pub(crate) fn lacks(what: &str, feature: &str) -> Failure {
    Failure::Usage(format!(
        "{what} needs the feature `{feature}`, which this build lacks: `cargo install qrp1 --features cli,{feature}`"
    ))
}
