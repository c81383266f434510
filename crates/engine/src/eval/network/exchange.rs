//! Networks as safetensors files, which trainers in Python read and write. `docs/training.md` describes them.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use super::features::{BUCKETS, INPUTS};
use super::file::{
    ACTIVATION_ONE, ExchangeProblem, FloatWeights, Network, NetworkError, NetworkHeader,
    OUTPUT_ONE, WIDTH,
};

/// Where the header stands in the file's metadata, as JSON.
const HEADER_KEY: &str = "chuhe";

/// The tensors, in the order of [`FloatWeights`], with their shapes and what an integer weight of 1 is divided by.
const TENSORS: [(&str, &[usize], i32); 4] = [
    ("input_weights", &[INPUTS, WIDTH], ACTIVATION_ONE),
    ("input_bias", &[WIDTH], ACTIVATION_ONE),
    ("output_weights", &[BUCKETS, 2, WIDTH], OUTPUT_ONE),
    ("output_bias", &[BUCKETS], ACTIVATION_ONE * OUTPUT_ONE),
];

impl Network {
    /// The bytes of a safetensors file: the weights in floating point, and the header.
    ///
    /// ```
    /// use chuhe_engine::eval::network::Network;
    ///
    /// let network = Network::random(1);
    /// let bytes = network.to_safetensors();
    /// assert!(Network::from_safetensors(&bytes)? == network);
    /// # Ok::<(), chuhe_engine::eval::network::NetworkError>(())
    /// ```
    ///
    /// # Panics
    /// Never: there are as many weights as the shapes say.
    #[must_use]
    pub fn to_safetensors(&self) -> Vec<u8> {
        let rows = |rows: &mut dyn Iterator<Item = &super::file::Row>| -> Vec<i32> {
            rows.flat_map(|row| row.0.map(i32::from)).collect()
        };
        let numbers = [
            rows(&mut self.input_weights.iter()),
            rows(&mut [self.input_bias].iter()),
            rows(&mut self.output_weights.iter().flatten()),
            self.output_bias.to_vec(),
        ];
        let parts: Vec<Vec<u8>> = numbers
            .iter()
            .zip(TENSORS)
            .map(|(numbers, (_, _, one))| {
                let float = |&number: &i32| (number as f32 / one as f32).to_le_bytes();
                numbers.iter().flat_map(float).collect()
            })
            .collect();
        let views = parts.iter().zip(TENSORS).map(|(bytes, (name, shape, _))| {
            let view = TensorView::new(Dtype::F32, shape.to_vec(), bytes);
            (name, view.expect("there are as many weights as the shape says"))
        });
        let header = serde_json::to_string(&self.header).expect("a header is plain text");
        let metadata = HashMap::from([(HEADER_KEY.to_owned(), header)]);
        serialize(views, Some(metadata)).expect("the tensors have names of their own")
    }

    /// Reads a safetensors file and rounds its weights to integers. Any bytes may be passed.
    ///
    /// # Errors
    /// If it is no such file, it lacks the header or a tensor, or a weight is too great.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, NetworkError> {
        let none = |error: safetensors::SafeTensorError| {
            NetworkError::Exchange(ExchangeProblem::File(error.to_string()))
        };
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(none)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(none)?;
        let header = metadata.metadata().as_ref().and_then(|metadata| metadata.get(HEADER_KEY));
        let header = header.ok_or(NetworkError::Exchange(ExchangeProblem::NoHeader))?;
        let header: NetworkHeader = serde_json::from_str(header)
            .map_err(|error| NetworkError::Exchange(ExchangeProblem::Header(error.to_string())))?;
        let mut parts = Vec::new();
        for (name, shape, _) in TENSORS {
            let tensor = tensors.tensor(name).map_err(none)?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
                let shape = shape.to_vec();
                return Err(NetworkError::Exchange(ExchangeProblem::Shape { name, shape }));
            }
            let numbers = tensor.data().as_chunks().0.iter();
            parts.push(numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect::<Vec<f32>>());
        }
        let [input_weights, input_bias, output_weights, output_bias] =
            [0, 1, 2, 3].map(|part: usize| &parts[part][..]);
        let weights = FloatWeights { input_weights, input_bias, output_weights, output_bias };
        Self::quantized(header, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with some of the tensors, and with a header or none.
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
    fn what_is_missing_is_told() {
        let header = serde_json::to_string(&Network::random(1).header).unwrap();
        let all = TENSORS.map(|(name, shape, _)| (name, shape.to_vec(), Dtype::F32));
        let refused = |bytes: &[u8]| Network::from_safetensors(bytes).unwrap_err().to_string();
        assert!(Network::from_safetensors(&file(&all, Some(&header))).is_ok());
        assert!(refused(&file(&all, None)).contains("\"chuhe\""));
        assert!(refused(&file(&all, Some("{}"))).contains("role"));
        assert!(refused(&file(&all[1..], Some(&header))).contains("input_weights"));
        let mut wider = all.clone();
        wider[1].1 = vec![2 * WIDTH];
        assert!(refused(&file(&wider, Some(&header))).contains("input_bias"));
        let mut longer = all;
        longer[3].2 = Dtype::F64;
        assert!(refused(&file(&longer, Some(&header))).contains("output_bias"));
        assert!(refused(b"chuhenn1").contains("safetensors"));
    }
}
