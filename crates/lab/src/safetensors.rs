//! Networks as safetensors files, which trainers in Python read and write. `docs/inside/training.md` describes them.
//!
//! ```
//! use chuhe_engine::eval::network::Network;
//! use chuhe_lab::safetensors::{read, write};
//!
//! let network = Network::random(1);
//! assert!(read(&write(&network))? == network);
//! # Ok::<(), chuhe_lab::safetensors::SafetensorsError>(())
//! ```

use std::collections::HashMap;

use ::safetensors::SafeTensorError;
use ::safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use chuhe_engine::eval::network::features::{BUCKETS, INPUTS};
use chuhe_engine::eval::network::{FloatWeights, Network, NetworkError, NetworkHeader, WIDTH};

/// The metadata key whose value is the network's header, as JSON.
const HEADER_KEY: &str = "chuhe";

/// The tensors, in the order of [`FloatWeights`], with their shapes.
const TENSORS: [(&str, &[usize]); 4] = [
    ("input_weights", &[INPUTS, WIDTH]),
    ("input_bias", &[WIDTH]),
    ("output_weights", &[BUCKETS, 2, WIDTH]),
    ("output_bias", &[BUCKETS]),
];

/// Why a safetensors file does not contain a network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum SafetensorsError {
    #[error("not a network in safetensors format: {0}")]
    File(#[from] SafeTensorError),
    #[error(
        "not a network in safetensors format: its metadata lacks the entry \"chuhe\", which holds the header"
    )]
    NoHeader,
    #[error(
        "not a network in safetensors format: invalid header in its metadata entry \"chuhe\": {0}"
    )]
    Header(serde_json::Error),
    #[error("not a network in safetensors format: {name} must be float32 with the shape {shape:?}")]
    Shape { name: &'static str, shape: &'static [usize] },
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Returns the bytes of a safetensors file with the weights in floating point and the header.
///
/// # Panics
/// Never: the number of weights matches the shapes.
pub fn write(network: &Network) -> Vec<u8> {
    let parts = network
        .to_floats()
        .map(|weights| weights.iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>());
    let views = parts.iter().zip(TENSORS).map(|(bytes, (name, shape))| {
        let view = TensorView::new(Dtype::F32, shape.to_vec(), bytes);
        (name, view.expect("the shape matches the number of weights"))
    });
    let header = serde_json::to_string(&network.header).expect("a header contains only text");
    let metadata = HashMap::from([(HEADER_KEY.to_owned(), header)]);
    serialize(views, Some(metadata)).expect("the tensors have distinct names")
}

/// Parses a safetensors file, whose bytes may be invalid, and rounds its weights to integers.
///
/// # Errors
/// If the bytes are not a safetensors file, lack the header or a tensor, or contain a weight that is too great.
pub fn read(bytes: &[u8]) -> Result<Network, SafetensorsError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes)?;
    let tensors = SafeTensors::deserialize(bytes)?;
    let header = metadata.metadata().as_ref().and_then(|metadata| metadata.get(HEADER_KEY));
    let header = header.ok_or(SafetensorsError::NoHeader)?;
    let header: NetworkHeader = serde_json::from_str(header).map_err(SafetensorsError::Header)?;
    let mut parts = Vec::new();
    for (name, shape) in TENSORS {
        let tensor = tensors.tensor(name)?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            return Err(SafetensorsError::Shape { name, shape });
        }
        let numbers = tensor.data().as_chunks().0.iter();
        parts.push(numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect::<Vec<f32>>());
    }
    let [input_weights, input_bias, output_weights, output_bias] =
        [0, 1, 2, 3].map(|part: usize| &parts[part][..]);
    let weights = FloatWeights { input_weights, input_bias, output_weights, output_bias };
    Ok(Network::quantized(header, weights)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with some of the tensors, with or without a header.
    fn file(tensors: &[(&str, Vec<usize>, Dtype)], header: Option<&str>) -> Vec<u8> {
        let zeros = vec![0; 8 * INPUTS * WIDTH];
        let views = tensors.iter().map(|(name, shape, dtype)| {
            let size = shape.iter().product::<usize>() * dtype.bitsize() / 8;
            (*name, TensorView::new(*dtype, shape.clone(), &zeros[..size]).unwrap())
        });
        let metadata = header.map(|text| HashMap::from([(HEADER_KEY.to_owned(), text.to_owned())]));
        serialize(views, metadata).unwrap()
    }

    #[test]
    fn missing_tensors_are_reported() {
        let header = serde_json::to_string(&Network::random(1).header).unwrap();
        let all = TENSORS.map(|(name, shape)| (name, shape.to_vec(), Dtype::F32));
        let refused = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(read(&file(&all, Some(&header))).is_ok());
        assert!(refused(&file(&all, None)).contains("\"chuhe\""));
        assert!(refused(&file(&all, Some("{}"))).contains("role"));
        assert!(refused(&file(&all[1..], Some(&header))).contains("input_weights"));
        let mut wider = all.clone();
        wider[1].1 = vec![2 * WIDTH];
        assert!(refused(&file(&wider, Some(&header))).contains("input_bias"));
        let mut longer = all;
        longer[3].2 = Dtype::F64;
        assert!(refused(&file(&longer, Some(&header))).contains("output_bias"));
        assert!(matches!(read(b"chuhenn2"), Err(SafetensorsError::File(_))));
    }
}
