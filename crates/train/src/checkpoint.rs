//! Checkpoints: everything that a run needs to continue exactly where it stopped.
//!
//! A checkpoint file consists of the magic, the version (`u32`), the length of the header (`u32`),
//! the header as JSON, the weights and the coherence sums (both little-endian `f32`), and the
//! CRC-32 of everything before it (`u32`).

use std::io::{self, BufWriter, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use afterstate::eval::ntuple::{Model, Stages, TuplePatterns};

use super::episode::Actor;
use super::learner::{Learner, Unused};
use super::memory::Floats;
use super::recipe::Recipe;

const MAGIC: &[u8; 8] = b"AFSTRAIN";
const VERSION: u32 = 1;

/// The numbers per read or write.
const CHUNK: usize = 1 << 16;

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunProgress {
    /// Training moves.
    pub moves: u64,
    /// Games from any start.
    pub episodes: u64,
    /// Games from an empty board.
    pub games: u64,
    /// Seconds spent training.
    pub seconds: f64,
    /// The training moves that were done when the recipe's schedule began.
    #[serde(default)]
    pub schedule_start: u64,
    /// The changes of the settings during the run, one line per change, with their time.
    pub history: Vec<String>,
}

/// The state of a run.
pub struct State {
    /// The network.
    pub learner: Learner,
    /// How it learns.
    pub recipe: Recipe,
    /// The players that train it, at least one.
    pub actors: Vec<Actor>,
    /// Packed positions that games may start from.
    pub archive: Vec<u64>,
    /// The network whose moves are played, to learn the value of its policy; `None` to play the
    /// moves of the network that learns. A checkpoint keeps only its checksum, in the recipe.
    pub policy: Option<Model>,
    /// The progress so far.
    pub done: RunProgress,
}

impl State {
    /// A new run of one actor.
    pub fn new(learner: Learner, recipe: Recipe, seed: u64) -> Self {
        let (actors, archive) = (vec![Actor::new(seed, 0)], Vec::new());
        State { learner, recipe, actors, archive, policy: None, done: RunProgress::default() }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    network: String,
    stages: Vec<u32>,
    recipe: Recipe,
    actors: Vec<Actor>,
    #[serde(default)]
    archive: Vec<u64>,
    #[serde(default)]
    unused: Unused,
    done: RunProgress,
}

/// Why a checkpoint could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The reader failed.
    #[error(transparent)]
    Io(io::Error),
    /// The bytes are not a complete checkpoint of this program.
    #[error("{0}; expected a checkpoint of `afterstate train`")]
    Bad(String),
}

/// A reader or writer with the checksum of everything read or written so far.
struct Checksummed<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Checksummed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    fn put_floats(&mut self, floats: &Floats) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(4 * CHUNK);
        for chunk in floats.bits().chunks(CHUNK) {
            bytes.clear();
            for number in chunk {
                bytes.extend_from_slice(&number.load(Relaxed).to_le_bytes());
            }
            self.put(&bytes)?;
        }
        Ok(())
    }
}

impl<R: Read> Checksummed<R> {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take_u32(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.take(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn take_floats(&mut self, floats: &mut Floats) -> io::Result<()> {
        let mut bytes = vec![0; 4 * CHUNK];
        for chunk in floats.bits_mut().chunks_mut(CHUNK) {
            let bytes = &mut bytes[..4 * chunk.len()];
            self.take(bytes)?;
            for (number, word) in chunk.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *number = AtomicU32::new(u32::from_le_bytes(*word));
            }
        }
        Ok(())
    }
}

/// Writes a checkpoint.
///
/// # Errors
/// If `out` does not take it.
pub fn write(state: &State, out: impl Write) -> io::Result<()> {
    let header = Header {
        network: state.learner.patterns.to_string(),
        stages: state.learner.stages.thresholds().to_vec(),
        recipe: state.recipe.clone(),
        actors: state.actors.clone(),
        archive: state.archive.clone(),
        unused: state.learner.unused,
        done: state.done.clone(),
    };
    let header = serde_json::to_vec(&header)?;
    let mut out = Checksummed {
        inner: BufWriter::with_capacity(1 << 20, out),
        sum: crc32fast::Hasher::new(),
    };
    out.put(MAGIC)?;
    out.put(&VERSION.to_le_bytes())?;
    out.put(&(header.len() as u32).to_le_bytes())?;
    out.put(&header)?;
    out.put_floats(&state.learner.weights)?;
    out.put_floats(&state.learner.coherence)?;
    let sum = out.sum.clone().finalize();
    out.inner.write_all(&sum.to_le_bytes())?;
    out.inner.flush()
}

/// Reads a checkpoint of `length` bytes. A run with a given policy needs its network again.
///
/// # Errors
/// If it cannot be read, is not a checkpoint, has another version, another length than its header
/// requires, or a wrong checksum.
pub fn read(inner: impl Read, length: u64) -> Result<State, CheckpointError> {
    let bad = |why: &str| CheckpointError::Bad(why.to_owned());
    let short = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => bad("it ends too early"),
        _ => CheckpointError::Io(error),
    };
    let mut input = Checksummed { inner, sum: crc32fast::Hasher::new() };
    let mut magic = [0; 8];
    input.take(&mut magic).map_err(short)?;
    if &magic != MAGIC {
        return Err(bad("it is some other kind of file"));
    }
    let version = input.take_u32().map_err(short)?;
    if version != VERSION {
        return Err(bad(&format!("it has format version {version}, this program reads {VERSION}")));
    }
    let header_length = input.take_u32().map_err(short)?;
    if u64::from(header_length) > length {
        return Err(bad("its header is longer than the file can hold"));
    }
    let mut header = vec![0; header_length as usize];
    input.take(&mut header).map_err(short)?;
    let header: Header = serde_json::from_slice(&header)
        .map_err(|error| bad(&format!("its header cannot be read ({error})")))?;
    let patterns: TuplePatterns = header.network.parse().map_err(|e| bad(&format!("{e}")))?;
    let stages = Stages::new(&header.stages).map_err(|e| bad(&format!("{e}")))?;
    if header.actors.is_empty() || !header.actors.iter().all(Actor::is_sound) {
        return Err(bad("its games are not possible"));
    }
    if header.done.schedule_start > header.done.moves {
        return Err(bad("its schedule began after its last move"));
    }
    // Sizes are compared before anything is allocated for them.
    let numbers = 3 * (patterns.entries() * stages.len()) as u64;
    let expected = 8 + 4 + 4 + u64::from(header_length) + 4 * numbers + 4;
    if length != expected {
        return Err(bad(&format!("it has {length} bytes instead of {expected}")));
    }
    let mut learner = Learner::zeroed(patterns, stages);
    learner.unused = header.unused;
    input.take_floats(&mut learner.weights).map_err(short)?;
    input.take_floats(&mut learner.coherence).map_err(short)?;
    let sum = input.sum.clone().finalize();
    if input.take_u32().map_err(short)? != sum {
        return Err(bad("its checksum is wrong, so it was altered or damaged"));
    }
    let Header { recipe, actors, archive, done, .. } = header;
    Ok(State { learner, recipe, actors, archive, policy: None, done })
}
