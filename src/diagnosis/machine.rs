//! The machine, and which of its features this build uses.

use std::env;
use std::fs;
use std::num::NonZero;
use std::thread;

use serde::Serialize;

use chuhe_engine::eval::network::{Role, Simd, embedded};
use chuhe_engine::memory::memory_left;

/// The largest value of the option `Hash`, in MB.
const HASH_MAX_MB: u64 = 65536;

/// The machine, and which of its features this build uses.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    /// The CPU's model, or its architecture if the model is unknown.
    pub cpu: String,
    /// The architecture and system for which this program was built.
    pub target: String,
    /// Whether this build was compiled with optimizations, as playing requires.
    pub optimised: bool,
    /// The CPU features that the compiler was allowed to use.
    pub features_used: Vec<&'static str>,
    /// The other features that the CPU has.
    pub features_unused: Vec<&'static str>,
    /// The instruction set used to evaluate networks: `scalar`, `avx2` or `neon`.
    pub network_path: &'static str,
    /// The network used with default options; `None` if the engine uses only the hand-crafted evaluation.
    pub network: Option<UsedNetwork>,
    /// The number of threads that can run at once.
    pub threads: usize,
    /// The available memory; `None` if unknown.
    pub memory_free_mb: Option<u64>,
    /// The size of the largest transposition table that leaves memory for other programs; `None` if even the smallest
    /// is too large.
    pub largest_hash_mb: Option<u64>,
}

/// A network in use.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UsedNetwork {
    /// Whether the network's value is the whole evaluation or a correction.
    pub role: Role,
    /// The digest of the games on which it was trained.
    pub digest: String,
}

impl Machine {
    /// The machine that this program runs on.
    pub(crate) fn look() -> Self {
        let features = cpu_features();
        let names = |wanted: fn(&Feature) -> bool| {
            features.iter().filter(|feature| wanted(feature)).map(|feature| feature.name).collect()
        };
        let memory_free_mb = free_memory_mb();
        Self {
            cpu: cpu_model(),
            target: format!("{} {}", env::consts::ARCH, env::consts::OS),
            optimised: !cfg!(debug_assertions),
            features_used: names(|feature| feature.used),
            features_unused: names(|feature| feature.present && !feature.used),
            network_path: Simd::detect().name(),
            network: embedded().map(|network| UsedNetwork {
                role: network.header.role,
                digest: network.header.digest.clone(),
            }),
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            memory_free_mb,
            largest_hash_mb: largest_hash_mb(memory_free_mb),
        }
    }
}

fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map(|(_, name)| name.trim().to_owned())
        .or_else(|| env::var("PROCESSOR_IDENTIFIER").ok())
        .unwrap_or_else(|| env::consts::ARCH.to_owned())
}

struct Feature {
    name: &'static str,
    used: bool,
    present: bool,
}

macro_rules! features {
    ($detect:ident: $($name:tt)*) => {
        vec![$(Feature {
            name: $name,
            used: cfg!(target_feature = $name),
            present: std::arch::$detect!($name),
        }),*]
    };
}

#[cfg(target_arch = "x86_64")]
fn cpu_features() -> Vec<Feature> {
    features!(is_x86_feature_detected:
        "sse2" "ssse3" "sse4.1" "sse4.2" "popcnt" "bmi1" "bmi2" "lzcnt" "avx" "avx2" "fma" "avx512f" "avx512bw" "avx512vnni")
}

#[cfg(target_arch = "aarch64")]
fn cpu_features() -> Vec<Feature> {
    features!(is_aarch64_feature_detected: "neon" "dotprod" "sve" "sve2")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn cpu_features() -> Vec<Feature> {
    Vec::new()
}

/// The available memory: the system's free memory, or less if a control group limits it. `None` if unknown.
fn free_memory_mb() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024;
    let left = memory_left().map(|bytes| bytes as u64 >> 20);
    Some(left.map_or(free, |left| left.min(free)))
}

/// The largest power of two, in MB, that leaves a quarter of the memory to other programs and that the system grants.
fn largest_hash_mb(free_mb: Option<u64>) -> Option<u64> {
    let most = free_mb.map_or(HASH_MAX_MB, |free| free / 4 * 3);
    let sizes = (0..=HASH_MAX_MB.ilog2()).map(|power| HASH_MAX_MB >> power);
    // Memory that is allocated but never touched costs nothing.
    let granted = |mb: u64| Vec::<u8>::new().try_reserve_exact((mb as usize) << 20).is_ok();
    sizes.filter(|&mb| mb <= most).find(|&mb| granted(mb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_leaves_room_for_others() {
        assert_eq!(largest_hash_mb(Some(1000)), Some(512));
        assert_eq!(largest_hash_mb(Some(600)), Some(256));
        assert_eq!(largest_hash_mb(Some(1)), None);
        assert!(largest_hash_mb(None).is_some_and(u64::is_power_of_two));
    }

    #[test]
    fn the_features_in_use_are_available() {
        assert!(cpu_features().iter().all(|feature| feature.present || !feature.used));
    }
}
