//! Who plays a match or is judged: a strategy of the catalogue, or the built-in engine's search with a
//! network from a file. Holds what is written on the command line and what of it identifies a player.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};

use crate::eval::cache::EvalCache;
use crate::eval::ntuple::{Model, file};
use crate::players::Chosen;
use crate::players::expectimax::{Ahead, ID};
use crate::strategy::{Player, Settings};
use crate::train::checkpoint::{self, State};
use crate::train::evaluator::Trained;

/// What the help says below the options.
pub const HELP: &str = "\
A player is a strategy of the catalogue (`afterstate experiment --list`) or a network's file,
which ends in .bin, or .ckpt while it is trained; a file's parameters are those of expectimax but
for the weights. Limits are parameters of expectimax: ply, nodes, ms.";

/// A player before it is built, which any number of threads may do.
pub struct Contender {
    name: String,
    identity: String,
    kind: Kind,
}

enum Kind {
    Strategy(Chosen),
    Network(Box<Model>, Settings),
    Training(Box<State>, Settings),
}

impl Contender {
    /// Reads a player as it is written on the command line, its file included.
    pub fn read(text: &str) -> Result<Contender, String> {
        let text = text.trim();
        let (place, given) = text.rsplit_once(':').unwrap_or((text, ""));
        if place.ends_with(".bin") || place.ends_with(".ckpt") {
            return Self::from_file(place, given);
        }
        let chosen: Chosen = text
            .parse()
            .map_err(|error| format!("{error}; a network is a file that ends in .bin, or .ckpt"))?;
        let (rows, cols) = (4, 4);
        chosen.strategy.check_board(rows, cols).map_err(|error| error.to_string())?;
        Ok(Contender {
            name: chosen.to_string(),
            identity: format!("{} with {}", chosen.strategy.id, listed(&chosen.settings, &[])),
            kind: Kind::Strategy(chosen),
        })
    }

    fn from_file(path: &str, given: &str) -> Result<Contender, String> {
        let keys = given.split(',').filter_map(|pair| Some(pair.split_once('=')?.0.trim()));
        if keys.into_iter().any(|key| key == "weights") {
            return Err(format!("{path} brings its own weights: the parameter is expectimax's"));
        }
        let chosen: Chosen =
            format!("{ID}:{given}").parse().map_err(|error| format!("{path}: {error}"))?;
        let changed = chosen.to_string()[ID.len()..].to_owned();
        let wrong = |error: &dyn std::fmt::Display| format!("{path}: {error}");
        let settings = chosen.settings;
        let listed = listed(&settings, &["weights"]);
        let sum = checksum(path).map_err(|error| wrong(&error))?;
        let identity = format!("{path}, crc32 {sum:08x}, with {listed}");
        let kind = if path.ends_with(".ckpt") {
            let state = checkpoint::load(path.as_ref()).map_err(|error| error.to_string())?;
            Kind::Training(Box::new(state), settings)
        } else {
            let bytes = fs::read(path).map_err(|error| wrong(&error))?;
            let model = file::read(&bytes, |_| ()).map_err(|error| wrong(&error))?;
            Kind::Network(Box::new(model), settings)
        };
        Ok(Contender { name: format!("{path}{changed}"), identity, kind })
    }

    /// What is shown: the text form with the settings that are not at their default.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What tells its games from another player's: every setting, and what a file holds.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// A player for one thread.
    pub fn player(&self) -> Box<dyn Player + '_> {
        match &self.kind {
            Kind::Strategy(Chosen { strategy, settings }) => (strategy.make)(settings, 0),
            Kind::Network(model, settings) => {
                Box::new(Ahead::with_settings(EvalCache::new(&**model), settings))
            }
            Kind::Training(state, settings) => {
                let trained = EvalCache::new(Trained::new(&state.learner));
                Box::new(Ahead::with_settings(trained, settings))
            }
        }
    }
}

/// The CRC-32 that a network's file and a checkpoint end with, little-endian; whether it is right, reading them tells.
fn checksum(path: &str) -> io::Result<u32> {
    let mut bytes = [0; 4];
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4)))?;
    let read = file.read(&mut bytes)?;
    Ok(if read == bytes.len() { u32::from_le_bytes(bytes) } else { 0 })
}

/// All settings but some, as `ply=3, ms=0`.
fn listed(settings: &Settings, but: &[&str]) -> String {
    let all = settings.iter().filter(|(parameter, _)| !but.contains(&parameter.id));
    let pairs: Vec<String> =
        all.map(|(parameter, value)| format!("{}={value}", parameter.id)).collect();
    if pairs.is_empty() { "no settings".to_owned() } else { pairs.join(", ") }
}
