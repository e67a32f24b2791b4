//! Where the numbers come from: machine, compiler, versions.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::panic;

use serde::Serialize;
use sysinfo::{CpuRefreshKind, System};

/// Written by the build script.
mod built {
    include!(concat!(env!("OUT_DIR"), "/built.rs"));
}

/// Crates that are measured, or measured with.
const CRATES: &[&str] = &[
    "arrow-array",
    "arrow-csv",
    "arrow-json",
    "atoi_simd",
    "csv",
    "fast-float2",
    "itoa",
    "qrp1",
    "serde_json",
    "serde_toon",
    "simd-json",
    "sonic-rs",
    "zmij",
];

/// What a reader of the numbers has to know.
#[derive(Debug, Serialize)]
pub struct Machine {
    pub cpu: String,
    pub cores: usize,
    pub target: &'static str,
    pub rustc: &'static str,
    pub profile: &'static str,
    pub overflow_checks: bool,
    /// As `Cargo.lock` has them.
    pub versions: BTreeMap<&'static str, &'static str>,
}

impl Machine {
    /// This one.
    #[must_use]
    pub fn new() -> Self {
        let mut system = System::new();
        system.refresh_cpu_list(CpuRefreshKind::nothing());
        let versions = built::DEPENDENCIES.iter().copied().filter(|(name, _)| CRATES.contains(name));
        Self {
            cpu: system.cpus().first().map_or_else(String::new, |cpu| cpu.brand().trim().to_owned()),
            cores: system.cpus().len(),
            target: built::TARGET,
            rustc: built::RUSTC_VERSION,
            profile: built::PROFILE,
            overflow_checks: has_overflow_checks(),
            versions: versions.collect(),
        }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

/// The version of a crate, as `Cargo.lock` has it; empty where it has none.
#[must_use]
pub fn version(name: &str) -> &'static str {
    built::DEPENDENCIES.iter().find(|(found, _)| *found == name).map_or("", |(_, version)| version)
}

/// Whether this build checks arithmetic for overflow; no stable `cfg` says so.
fn has_overflow_checks() -> bool {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let is_checked = panic::catch_unwind(|| black_box(u8::MAX) + black_box(1)).is_err();
    panic::set_hook(hook);
    is_checked
}
