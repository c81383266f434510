//! Networks, and the games they are trained on.

use std::num::NonZero;

use chuhe_engine::board::Position;
use chuhe_engine::eval::network::features::{BUCKETS, INPUTS};
use chuhe_engine::eval::network::{Network, NetworkTrace, WIDTH};
use chuhe_lab::data::DataFile;
use chuhe_lab::safetensors;
use chuhe_lab::train::{TrainingSet, TrainingSettings};

use super::scratch::sealed;
use super::shape::is_readable;

/// The size in bytes of a network's weights, which follow the header, if each takes one byte.
const WEIGHTS: usize = INPUTS * WIDTH + WIDTH + BUCKETS * 2 * WIDTH + 4 * BUCKETS;

/// A network whose header is the input, with a correct checksum, and with weights that repeat the input. The lengths are
/// correct unless weights take more than one byte. The input itself is also read as a network and as a safetensors file.
pub(super) fn network(bytes: &[u8]) {
    if let Err(error) = Network::from_bytes(bytes) {
        is_readable(&error.to_string());
    }
    if let Err(error) = safetensors::read(bytes) {
        is_readable(&error.to_string());
    }
    let mut file = b"chuhenn2".to_vec();
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(bytes);
    file.extend(bytes.iter().chain(&[0]).cycle().take(WEIGHTS));
    file.extend([0; 4]);
    match Network::from_bytes(&sealed(&file)) {
        Ok(network) => {
            let again = Network::from_bytes(&network.to_bytes()).expect("the network is readable");
            assert!(again == network);
            let _ = NetworkTrace::of(&network.into(), Position::startpos().board()).to_string();
        }
        Err(error) => is_readable(&error.to_string()),
    }
}

/// A file of self-play games with a correct checksum. Readable games are written and read back as the same games, and
/// the trainer accepts them or rejects them with a reason.
pub(super) fn self_play(bytes: &[u8]) {
    let file = match DataFile::from_bytes(&sealed(bytes)) {
        Ok(file) => file,
        Err(error) => return is_readable(&error.to_string()),
    };
    // Format 1 allows illegal moves, which the reader of positions rejects.
    match file.to_bytes() {
        Ok(bytes) => {
            assert_eq!(DataFile::from_bytes(&bytes).expect("a written file can be read"), file);
        }
        Err(error) => is_readable(&error.to_string()),
    }
    for game in &file.games {
        match game.record() {
            Ok((record, scores)) => assert_eq!(record.moves().count(), scores.len()),
            Err(error) => is_readable(&error.to_string()),
        }
    }
    let games: Vec<_> = (0..).zip(file.games).collect();
    if let Err(error) = TrainingSet::of(&games, &TrainingSettings::default(), NonZero::<usize>::MIN)
    {
        is_readable(&error.to_string());
    }
}
