//! The file format of a trained network. See also `coder`, which encodes the weights.
//!
//! All numbers are little-endian.
//!
//! - magic `AFSMODEL`, version (`u32`), length of the header (`u32`)
//! - header: tuples as text (length `u16`), alphabet (`u8`), thresholds of the later stages (count
//!   `u8`, `u32` each), points per step (`f32`), provenance as text (length `u32`)
//! - encoded weights
//! - CRC-32 of everything before it (`u32`)

use super::coder::{self, DecodeError};
use super::error::{ModelError, VERSION};
use super::model::Model;
use super::packed::PackedNetwork;
use super::pattern::TuplePatterns;
use super::stage::Stages;

const MAGIC: &[u8; 8] = b"AFSMODEL";

/// The maximum entries of all stages together: four stages of 8x6 with fallbacks.
pub const MAX_FILE_ENTRIES: usize = 4 * ((8 << 24) + (8 << 16));

/// Bytes from whose front fields are read.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ModelError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(ModelError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u32(&mut self) -> Result<u32, ModelError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn text(&mut self, length: usize) -> Result<&'a str, ModelError> {
        std::str::from_utf8(self.bytes(length)?).map_err(|_| ModelError::Damaged)
    }
}

/// The bytes of a network's file.
pub fn write(model: &PackedNetwork) -> Vec<u8> {
    let mut header = Vec::new();
    let tuples = model.patterns().to_string();
    header.extend((tuples.len() as u16).to_le_bytes());
    header.extend(tuples.as_bytes());
    header.push(model.patterns().alphabet());
    header.push(model.stages().thresholds().len() as u8);
    for threshold in model.stages().thresholds() {
        header.extend(threshold.to_le_bytes());
    }
    header.extend(model.step().to_le_bytes());
    header.extend((model.provenance().len() as u32).to_le_bytes());
    header.extend(model.provenance().as_bytes());

    let mut file = Vec::new();
    file.extend(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(coder::encode(model.patterns(), model.stages().len(), model.weights()));
    let sum = crc32fast::hash(&file);
    file.extend(sum.to_le_bytes());
    file
}

/// Checks the magic, the version and the checksum, without decoding the file.
///
/// # Errors
/// [`ModelError::Foreign`], [`ModelError::Version`] or [`ModelError::Damaged`].
pub fn check(file: &[u8]) -> Result<(), ModelError> {
    content(file).map(|_| ())
}

/// The checksum at the end of a network's file, unchecked. It identifies the network.
pub fn checksum(file: &[u8]) -> u32 {
    file.last_chunk::<4>().map_or(0, |sum| u32::from_le_bytes(*sum))
}

/// The bytes between the version and the checksum, after checking the magic and both.
fn content(file: &[u8]) -> Result<&[u8], ModelError> {
    let mut fields = Fields(file);
    if fields.array::<8>().map_err(|_| ModelError::Foreign)? != *MAGIC {
        return Err(ModelError::Foreign);
    }
    let version = fields.u32()?;
    if version != VERSION {
        return Err(ModelError::Version(version));
    }
    let (content, sum) = file.split_last_chunk::<4>().ok_or(ModelError::Damaged)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(ModelError::Damaged);
    }
    content.get(12..).ok_or(ModelError::Damaged)
}

impl Model {
    /// Reads a network from the bytes of its file. [`read`] also reports the progress.
    ///
    /// # Errors
    /// [`ModelError`] if they are not a network's file, damaged, or too large for the memory.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        read(bytes, |_| ())
    }
}

/// Reads a network from the bytes of its file. Calls `progress` with the share done, 0 to 1.
///
/// The file is untrusted: magic, version and checksum are checked first, and memory is limited to
/// [`MAX_STORED`](super::blocks::MAX_STORED) blocks and the words that find them.
///
/// # Errors
/// [`ModelError`] if the file is not a valid network.
pub fn read(file: &[u8], progress: impl FnMut(f32)) -> Result<Model, ModelError> {
    Model::new(decode(file, progress)?)
}

/// Like [`read`], but leaves the weights as they are in the file.
///
/// # Errors
/// [`ModelError`] if the file is not a valid network.
pub fn decode(file: &[u8], progress: impl FnMut(f32)) -> Result<PackedNetwork, ModelError> {
    let mut fields = Fields(content(file)?);
    let header_length = fields.u32()? as usize;
    let mut header = Fields(fields.bytes(header_length)?);
    let refused = |error: &dyn std::fmt::Display| ModelError::Refused(error.to_string());
    let length = u16::from_le_bytes(header.array()?).into();
    let patterns: TuplePatterns = header.text(length)?.parse().map_err(|e| refused(&e))?;
    if header.array::<1>()? != [patterns.alphabet()] {
        return Err(refused(&"its two numbers of ranks differ"));
    }
    let [count] = header.array()?;
    let thresholds: Vec<u32> = (0..count).map(|_| header.u32()).collect::<Result<_, _>>()?;
    let stages = Stages::new(&thresholds).map_err(|e| refused(&e))?;
    let step = f32::from_le_bytes(header.array()?);
    let length = header.u32()? as usize;
    let provenance = header.text(length)?.to_owned();
    if !header.0.is_empty() {
        return Err(refused(&"its header has extra bytes"));
    }
    // Bounds the memory that a hostile file can allocate.
    if patterns.entries() * stages.len() > MAX_FILE_ENTRIES {
        return Err(refused(&"it is larger than four stages of 8x6 with fallbacks"));
    }
    let weights =
        coder::decode(&patterns, stages.len(), fields.0, progress).map_err(
            |error| match error {
                DecodeError::Damaged => ModelError::Damaged,
                DecodeError::Memory => ModelError::Memory,
            },
        )?;
    PackedNetwork::new(patterns, stages, step, weights, provenance)
        .ok_or_else(|| refused(&"its step must be a positive number"))
}
