//! Storage for layers between the forward pass, which finds their positions, and the backward pass,
//! which computes their values. See also the command line's store in a file.
//!
//! A layer is encoded as the differences of its sorted positions, seven bits per byte: one to three
//! bytes per position (1.7 for the 48.7 million of 3x3).

use std::io;

/// Stores layers of sorted positions.
pub trait LayerStore {
    /// Stores the next layer; layers come in order, 0 first.
    ///
    /// # Errors
    /// If they cannot be written.
    fn put(&mut self, positions: &[u64]) -> io::Result<()>;
    /// The positions of a layer.
    ///
    /// # Errors
    /// If they cannot be read.
    fn get(&mut self, layer: usize) -> io::Result<Vec<u64>>;
}

/// Appends the differences of sorted positions.
pub fn encode(positions: &[u64], bytes: &mut Vec<u8>) {
    let mut before = 0;
    for &position in positions {
        let mut step = position - before;
        before = position;
        while step >= 128 {
            bytes.push(step as u8 | 128);
            step >>= 7;
        }
        bytes.push(step as u8);
    }
}

/// Reads what [`encode`] wrote; `None` if it wrote something else.
pub fn decode(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut positions = Vec::new();
    let (mut before, mut step, mut shift) = (0u64, 0u64, 0);
    for &byte in bytes {
        if shift >= u64::BITS {
            return None;
        }
        step |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            before = before.checked_add(step)?;
            positions.push(before);
            (step, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(positions)
}

/// The error of a store whose layers cannot be read.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a stored layer is damaged")
}

/// A store in memory.
#[derive(Debug, Default)]
pub struct InMemory(Vec<Vec<u8>>);

impl LayerStore for InMemory {
    fn put(&mut self, positions: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::new();
        encode(positions, &mut bytes);
        bytes.shrink_to_fit();
        self.0.push(bytes);
        Ok(())
    }

    fn get(&mut self, layer: usize) -> io::Result<Vec<u64>> {
        self.0.get(layer).map_or_else(|| Ok(Vec::new()), |bytes| decode(bytes).ok_or_else(damaged))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_layers_are_returned() {
        let mut store = InMemory::default();
        let layers = [vec![0, 1, 127, 128, 129, 1 << 35], vec![], vec![5]];
        for layer in &layers {
            store.put(layer).unwrap();
        }
        for (index, layer) in layers.iter().enumerate() {
            assert_eq!(&store.get(index).unwrap(), layer);
        }
        assert!(store.get(9).unwrap().is_empty());
    }

    #[test]
    fn damaged_layers_are_refused() {
        let longest = [[255; 9].as_slice(), &[1]].concat();
        assert_eq!(decode(&longest), Some(vec![u64::MAX]));
        assert_eq!(decode(&[longest.as_slice(), &[1]].concat()), None, "beyond 64 bits");
        assert_eq!(decode(&[[128; 10].as_slice(), &[0]].concat()), None, "a number of 77 bits");
        assert_eq!(decode(&[5, 128]), None, "cut short");
    }
}
