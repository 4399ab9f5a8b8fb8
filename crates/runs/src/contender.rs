//! A player on the command line: a strategy of the catalog, or expectimax with a network from a
//! file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::output::{CommandError, message_of};
use crate::{checkpoint, network};
use afterstate::eval::cache::EvalCache;
use afterstate::eval::ntuple::{Model, file};
use afterstate::eval::outlook::OutlookModel;
use afterstate::rules::Grid;
use afterstate::search::evaluation::Evaluation;
use afterstate::search::{Limits, SearchError, Searcher};
use afterstate_papers::players::Chosen;
use afterstate_papers::players::expectimax::{ExpectimaxPlayer, ID};
use afterstate_papers::strategy::{CatalogError, Player, Settings, Unit};
use afterstate_train::checkpoint::State;
use afterstate_train::evaluator::Trained;

/// The help text below the options.
pub const HELP: &str = "\
A player is a strategy (`afterstate match --list` prints all), the file of a network (.bin) or a
checkpoint of its training (.ckpt). Parameters follow a colon: greedy, expectimax:ply=3,
models/full.bin:ms=1. A file has the parameters of expectimax except weights: ply, nodes and ms
limit the search.";

/// A player that any number of threads can build.
pub struct Contender {
    name: String,
    identity: String,
    file: Option<PathBuf>,
    /// The checksum of its file, by which the outlook of a network is found.
    checksum: u32,
    kind: ContenderKind,
}

enum ContenderKind {
    Strategy(Chosen),
    Network(Box<Model>, Settings),
    Training(Box<State>, Settings),
}

impl Contender {
    /// Reads a player for the 4x4 board from its text form on the command line, including its file.
    ///
    /// # Errors
    /// A message for the user, if there is no such player or its file cannot be read.
    pub fn read(text: &str) -> Result<Contender, CommandError> {
        Self::read_for(text, (4, 4))
    }

    /// The same for a board of `rows` by `cols`.
    ///
    /// # Errors
    /// As for [`Contender::read`], or if the player does not play this board.
    pub fn read_for(text: &str, (rows, cols): (usize, usize)) -> Result<Contender, CommandError> {
        let text = text.trim();
        let is_file = |place: &str| place.ends_with(".bin") || place.ends_with(".ckpt");
        // Paths may have colons of their own.
        let with_settings = text.rsplit_once(':').filter(|(place, _)| is_file(place));
        let (place, given) = with_settings.unwrap_or((text, ""));
        if is_file(place) {
            if (rows, cols) != (4, 4) {
                return Err(format!("{place}: networks play 4x4, not {rows}x{cols}.").into());
            }
            return Self::from_file(place, given);
        }
        let chosen: Chosen = text.parse().map_err(|error| match error {
            CatalogError::UnknownStrategy { .. } => {
                format!("{} The file of a network ends in .bin or .ckpt.", message_of(&error))
            }
            error => error.to_string(),
        })?;
        chosen.strategy.check_board(rows, cols)?;
        Ok(Self::of(chosen))
    }

    /// A strategy of the catalog.
    pub fn of(chosen: Chosen) -> Contender {
        Contender {
            name: chosen.to_string(),
            identity: format!("{} with {}", chosen.strategy.id, listed(&chosen.settings, &[])),
            file: None,
            checksum: 0,
            kind: ContenderKind::Strategy(chosen),
        }
    }

    fn from_file(path: &str, given: &str) -> Result<Contender, CommandError> {
        let keys = given.split(',').filter_map(|pair| Some(pair.split_once('=')?.0.trim()));
        if keys.into_iter().any(|key| key == "weights") {
            return Err(
                format!("{path} has weights of its own: remove the parameter weights.").into()
            );
        }
        let chosen: Chosen =
            format!("{ID}:{given}").parse().map_err(|error| format!("{path}: {error}"))?;
        let changed = chosen.to_string()[ID.len()..].to_owned();
        let settings = chosen.settings;
        let listed = listed(&settings, &["weights"]);
        let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
        let (checksum, kind) = Self::read_open(file, path, settings)?;
        Ok(Contender {
            name: format!("{path}{changed}"),
            identity: format!("{path}, crc32 {checksum:08x}, with {listed}"),
            file: Some(path.into()),
            checksum,
            kind,
        })
    }

    /// The checksum of an open file and its network. The path is for errors: a run of `train` may
    /// replace what it names at any moment.
    fn read_open(
        mut file: File,
        path: &str,
        settings: Settings,
    ) -> Result<(u32, ContenderKind), CommandError> {
        let wrong = |error: &dyn std::fmt::Display| format!("{path}: {error}");
        let checksum = network::checksum_of(&mut file).map_err(|error| wrong(&error))?;
        if path.ends_with(".ckpt") {
            let state = checkpoint::read_from(file, path.as_ref())?;
            return Ok((checksum, ContenderKind::Training(Box::new(state), settings)));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
        let model = file::read(&bytes, |_| ()).map_err(|error| wrong(&error))?;
        Ok((checksum, ContenderKind::Network(Box::new(model), settings)))
    }

    /// The text form, with the settings that differ from their defaults.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All settings and the file's checksum, which distinguish its games from another player's.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The file of its network.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The unit of its values.
    pub fn unit(&self) -> Unit {
        match &self.kind {
            ContenderKind::Strategy(chosen) => chosen.strategy.unit,
            ContenderKind::Network(..) | ContenderKind::Training(..) => Unit::Points,
        }
    }

    /// The checksum of its file, by which the outlook of a network is found.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Whether it slides by rules of its own; see [`Player::has_own_rules`].
    pub fn has_own_rules(&self) -> bool {
        match self.kind {
            ContenderKind::Strategy(_) => self.player().has_own_rules(),
            ContenderKind::Network(..) | ContenderKind::Training(..) => false,
        }
    }

    /// Its network, if it has one, to evaluate boards.
    pub fn model(&self) -> Option<&Model> {
        match &self.kind {
            ContenderKind::Network(model, _) => Some(model),
            ContenderKind::Strategy(_) | ContenderKind::Training(..) => None,
        }
    }

    /// Evaluates a position with its network; `None` if it has none.
    ///
    /// # Errors
    /// As for [`Searcher::evaluate`].
    pub fn evaluate(
        &self,
        grid: &Grid,
        limits: &Limits,
    ) -> Option<Result<Evaluation, SearchError>> {
        let mut searcher = Searcher::new(EvalCache::new(self.model()?), TABLE_BYTES);
        Some(searcher.evaluate(grid, limits, OutlookModel::of_network(self.checksum).as_ref()))
    }

    /// Builds a player for one thread.
    pub fn player(&self) -> Box<dyn Player + '_> {
        self.seeded(0)
    }

    /// The same with a seed for a strategy that uses random numbers.
    pub fn seeded(&self, seed: u64) -> Box<dyn Player + '_> {
        match &self.kind {
            ContenderKind::Strategy(Chosen { strategy, settings }) => {
                (strategy.make)(settings, seed)
            }
            ContenderKind::Network(model, settings) => {
                Box::new(ExpectimaxPlayer::with_settings(EvalCache::new(&**model), settings))
            }
            ContenderKind::Training(state, settings) => {
                let trained = EvalCache::new(Trained::new(&state.learner));
                Box::new(ExpectimaxPlayer::with_settings(trained, settings))
            }
        }
    }
}

/// The table of a search that evaluates single positions, in bytes.
pub const TABLE_BYTES: usize = 16 << 20;

/// All settings but those in `but`, as `ply=3, ms=0`.
fn listed(settings: &Settings, but: &[&str]) -> String {
    let all = settings.iter().filter(|(parameter, _)| !but.contains(&parameter.id));
    let pairs: Vec<String> =
        all.map(|(parameter, value)| format!("{}={value}", parameter.id)).collect();
    if pairs.is_empty() { "no settings".to_owned() } else { pairs.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use afterstate::eval::ntuple::{Stages, file};
    use afterstate_train::learner::Learner;
    use afterstate_train::quantize::{QuantizeSettings, quantize};
    use afterstate_train::recipe::Recipe;
    use std::io::Write;

    fn small() -> Learner {
        Learner::new("01 23".parse().expect("tuples"), Stages::single())
    }

    /// The file of a small network.
    fn network_file() -> Vec<u8> {
        let settings = QuantizeSettings { step: 1.0, prices: &[] };
        file::write(&quantize(&small(), settings, String::new()).expect("small weights"))
    }

    /// Games would be recorded with the checksum of a network that did not play them.
    #[test]
    fn checksum_and_network_are_of_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let network = network_file();
        let mut checkpoint = Vec::new();
        let state = State::new(small(), Recipe::default(), 1);
        afterstate_train::checkpoint::write(&state, &mut checkpoint).expect("written");
        for (name, bytes) in [("run.bin", network), ("run.ckpt", checkpoint)] {
            let path = folder.path().join(name);
            std::fs::write(&path, &bytes).expect("written");
            let open = File::open(&path).expect("a file");
            crate::files::replace(&path, |file| file.write_all(b"other weights"))
                .expect("replaced");
            let settings = ID.parse::<Chosen>().expect("a strategy").settings;
            let read = Contender::read_open(open, path.to_str().expect("text"), settings);
            let (sum, kind) = read.unwrap_or_else(|_| panic!("{name} was read from its path"));
            assert_eq!(bytes[bytes.len() - 4..], sum.to_le_bytes(), "{name}");
            let is_network = matches!(kind, ContenderKind::Network(..));
            assert_eq!(is_network, name.ends_with("bin"), "{name}");
        }
    }

    #[test]
    fn a_path_may_have_colons() {
        let folder = tempfile::tempdir().expect("a folder");
        let dated = folder.path().join("runs 12:30");
        std::fs::create_dir(&dated).expect("a folder");
        let path = dated.join("small.bin").to_str().expect("text").to_owned();
        std::fs::write(&path, network_file()).expect("written");
        for text in [path.clone(), format!("{path}:ply=3,ms=1")] {
            let contender = Contender::read(&text);
            assert_eq!(contender.expect("a network").name(), text);
        }
        let error = |text: &str| match Contender::read(text) {
            Err(CommandError::Failed(message)) => message,
            _ => panic!("{text} was accepted"),
        };
        let missing = error("C:\\nets\\full.bin");
        assert!(missing.starts_with("C:\\nets\\full.bin: "), "{missing}");
        assert!(error("a:b.bin:depth=3").contains("depth"));
        assert!(error("expectimax:weights=no.bin").contains("no.bin"));
    }
}
