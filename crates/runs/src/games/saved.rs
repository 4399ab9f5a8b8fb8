//! Games of players in a file, each saved as it ends, so that runs of many hours can be played in
//! parts.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

use super::header::{GamesHeader, Series};
use super::{Key, Scheduling};
use crate::contender::Contender;
use crate::output::CommandError;
use crate::progress::Progress;
use crate::run_log::RunLog;
use afterstate::rules::Grid;
use afterstate::search::clock::{Clock, Stopwatch};
use afterstate_papers::experiment::{
    ExperimentError, GameRecord, GameSetup, Missing, Observer, Plan, Shard, name, player_seed, raw,
    round_to_microseconds, share_out,
};
use afterstate_papers::strategy::Player;

/// The key of a plan's games.
pub fn key(plan: &Plan) -> Key {
    (plan.name(), plan.rows, plan.cols)
}

/// The header of a file with the games of these plans.
///
/// # Errors
/// If only a shard is played and there is no file for it.
pub fn header(
    command: GamesHeader,
    plans: &[Plan],
    scheduling: &Scheduling,
    has_file: bool,
) -> Result<GamesHeader, CommandError> {
    let mut series: Vec<Series> = Vec::new();
    for plan in plans {
        let (key, seeds) = (key(plan), plan.seeds()?);
        // Papers have some strategies twice, with different numbers of games.
        match series.iter_mut().find(|known| known.key == key) {
            Some(known) => {
                let last = known.seeds.end().max(seeds.end());
                known.seeds = *known.seeds.start()..=*last;
            }
            None => series.push(Series { key, seeds }),
        }
    }
    Ok(scheduling.complete(command, series, has_file)?)
}

/// A player of a run and the setup of its games.
pub struct Entrant {
    contender: Contender,
    setup: GameSetup,
}

impl Entrant {
    /// A player that plays the board of the setup.
    pub fn new(contender: Contender, setup: GameSetup) -> Entrant {
        Entrant { contender, setup }
    }

    /// The player of a plan.
    ///
    /// # Errors
    /// If it does not play the board of the plan.
    pub fn of_plan(plan: &Plan) -> Result<Entrant, ExperimentError> {
        plan.check()?;
        Ok(Entrant::new(Contender::of(plan.chosen.clone()), plan.game_setup()))
    }

    /// The player.
    pub fn contender(&self) -> &Contender {
        &self.contender
    }

    /// The key of its games.
    pub fn key(&self) -> Key {
        let GameSetup { rows, cols, spawns, .. } = self.setup;
        (name::write(self.contender.name(), spawns), rows, cols)
    }
}

/// How to play games, apart from the players and the seeds.
pub struct Playing<'a> {
    /// The name in the progress.
    pub name: &'a str,
    /// The number of threads; 0 for all cores.
    pub threads: usize,
    /// The clock for time limits and for the times of the games.
    pub clock: Clock,
    /// Called before each move, from any thread, with the player's place, the game's seed, the number
    /// of moves made, and the board.
    pub observer: MoveObserver<'a>,
}

/// See [`Playing::observer`].
pub type MoveObserver<'a> = &'a (dyn Fn(usize, u64, u64, &Grid) + Sync);

/// The games of a file, and those that are added to it.
pub struct SavedGames<'a> {
    file: Option<RunLog>,
    games: HashMap<Key, Vec<GameRecord>>,
    scheduling: &'a Scheduling,
}

impl<'a> SavedGames<'a> {
    /// Reads the games of a file, which is not changed.
    ///
    /// # Errors
    /// If the file has games of something else or cannot be read.
    pub fn read(
        path: &Path,
        header: &GamesHeader,
        scheduling: &'a Scheduling,
    ) -> Result<Self, String> {
        let text = header.to_string();
        let lines = RunLog::read(path, &text, &header.former(), convert)?;
        Ok(Self { file: None, games: games(path, &(text + &lines))?, scheduling })
    }

    /// Opens the file, if one is given, and reads its games. A file of an earlier version gets the
    /// columns of this one.
    ///
    /// # Errors
    /// If the file has games of something else, another process has locked it, or it cannot be read
    /// or written.
    pub fn open(
        file: Option<&Path>,
        header: &GamesHeader,
        scheduling: &'a Scheduling,
    ) -> Result<Self, String> {
        let Some(path) = file else {
            return Ok(Self { file: None, games: HashMap::new(), scheduling });
        };
        let text = header.to_string();
        let (file, lines) = RunLog::open_former(path, &text, &header.former(), convert)?;
        Ok(Self { file: Some(file), games: games(path, &(text + &lines))?, scheduling })
    }

    /// The keys of the games.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.games.keys()
    }

    /// The games of a player from a seed up, in the order of the seeds. One that the file has twice,
    /// because it was put together from others, counts once.
    pub fn of(&self, key: &Key, first_seed: u64) -> Vec<GameRecord> {
        let mut games = self.games.get(key).cloned().unwrap_or_default();
        games.retain(|game| game.seed >= first_seed);
        games.sort_by_key(|game| game.seed);
        games.dedup_by_key(|game| game.seed);
        games
    }

    /// Plays the games of the shard that are missing, and saves each as it ends.
    ///
    /// # Errors
    /// If the file cannot be written. The games end then.
    pub fn play(
        &mut self,
        entrants: &[Entrant],
        seeds: RangeInclusive<u64>,
        playing: &Playing<'_>,
    ) -> Result<(), CommandError> {
        playing.clock.choose()?;
        let keys: Vec<Key> = entrants.iter().map(Entrant::key).collect();
        let all = Games { shard: self.scheduling.shard(), seeds, players: entrants.len() };
        let known = keys.iter().enumerate().flat_map(|(place, key)| {
            let games = self.games.get(key).into_iter().flatten();
            games.filter_map(|game| all.index(place, game.seed)).collect::<Vec<_>>()
        });
        let missing = Missing::new(all.count(), known);
        let style = self.scheduling.style();
        let progress = Progress::resumed(playing.name, all.count(), missing.count(), style);
        let players_of_a_thread = || {
            playing.clock.choose().expect("it worked on the main thread");
            // Players are built when they are first needed, because a network's tables take a while.
            Ok(entrants.iter().map(|_| None).collect::<Vec<_>>())
        };
        let file = self.file.as_ref();
        let played =
            share_out(missing.count(), playing.threads, players_of_a_thread, |players, index| {
                if file.is_some_and(|file| file.result().is_err()) {
                    return None;
                }
                let (place, seed) = all.game(missing.index(index));
                let Entrant { contender, setup } = &entrants[place];
                let player = players[place].get_or_insert_with(|| contender.player()).as_mut();
                let observe = |moves, grid: &Grid| (playing.observer)(place, seed, moves, grid);
                let record = game(setup, player, seed, &progress, &observe)?;
                let (name, rows, cols) = &keys[place];
                if let Some(file) = file {
                    file.append(&raw::lines(name, *rows, *cols, &[record])).ok()?;
                }
                Some((place, record))
            });
        progress.finish();
        file.map_or(Ok(()), RunLog::result)?;
        for (place, record) in played? {
            self.games.entry(keys[place].clone()).or_default().push(record);
        }
        Ok(())
    }
}

/// The games of a run by index: those of all players with one seed, then those with the next, so that
/// an interrupted match has pairs.
struct Games {
    shard: Shard,
    seeds: RangeInclusive<u64>,
    players: usize,
}

impl Games {
    /// The number of games, at most 2^64 - 1.
    fn count(&self) -> u64 {
        self.shard.games(&self.seeds).saturating_mul(self.players as u64)
    }

    /// The index of a game; `None` if it is not one of these games.
    fn index(&self, player: usize, seed: u64) -> Option<u64> {
        let place = self.shard.place(&self.seeds, seed)?;
        place.checked_mul(self.players as u64)?.checked_add(player as u64)
    }

    /// The place of the player, and the seed, of a game by its index.
    fn game(&self, index: u64) -> (usize, u64) {
        let players = self.players as u64;
        ((index % players) as usize, self.shard.seed(&self.seeds, index / players))
    }
}

/// Plays one game; `None` if the board's size is invalid.
fn game(
    setup: &GameSetup,
    player: &mut dyn Player,
    seed: u64,
    progress: &Progress,
    observe: &dyn Fn(u64, &Grid),
) -> Option<GameRecord> {
    player.new_game(player_seed(seed));
    let (watch, mut moves) = (Stopwatch::start(), 0);
    let start = setup.start(seed)?;
    let mut record = setup.play_choosing(player, start, seed, progress, |player, grid| {
        observe(moves, grid);
        moves += 1;
        player.choose(grid).best
    })?;
    record.seconds = round_to_microseconds(watch.ms() / 1e3);
    progress.game_ended(&record);
    Some(record)
}

/// The games of a file by player.
fn games(path: &Path, text: &str) -> Result<HashMap<Key, Vec<GameRecord>>, String> {
    let mut games: HashMap<Key, Vec<GameRecord>> = HashMap::new();
    let lines = raw::read(text).map_err(|error| format!("{}: {error}", path.display()))?;
    for raw::Line { player, board: (rows, cols), game } in lines {
        games.entry((player, rows, cols)).or_default().push(game);
    }
    Ok(games)
}

/// Lines of a file with the header of an earlier version in the columns of this one. What is no game
/// stays for the error.
fn convert(header: &str, lines: &str) -> String {
    let columns = header.lines().last().unwrap_or_default();
    let line = |line: &str| match raw::read(&format!("{columns}\n{line}")).as_deref() {
        Ok([raw::Line { player, board: (rows, cols), game }]) => {
            raw::lines(player, *rows, *cols, std::slice::from_ref(game))
        }
        _ => format!("{line}\n"),
    };
    lines.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::ProgressFormat;
    use afterstate_papers::experiment::SpawnLaw;

    const HEADER: GamesHeader = GamesHeader { comments: String::new(), part: None };
    const ALL: Scheduling = Scheduling { shard: None, progress: ProgressFormat::Bar };

    fn plan(first_seed: u64, games: u64) -> Plan {
        let chosen = "always-up".parse().unwrap();
        Plan { chosen, rows: 2, cols: 2, games, first_seed, end_at: None, spawns: SpawnLaw::Rules }
    }

    fn open(path: &Path) -> Result<SavedGames<'_>, String> {
        SavedGames::open(Some(path), &HEADER, &ALL)
    }

    fn play(mut saved: SavedGames<'_>, plan: &Plan) -> Vec<GameRecord> {
        let playing =
            Playing { name: "", threads: 1, clock: Clock::Wall, observer: &|_, _, _, _| () };
        let entrants = [Entrant::of_plan(plan).unwrap()];
        saved.play(&entrants, plan.seeds().unwrap(), &playing).unwrap();
        saved.of(&key(plan), plan.first_seed)
    }

    #[test]
    fn saved_games_are_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.csv");
        let first = play(open(&file).unwrap(), &plan(3, 4));
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 5);
        // An impossible score shows that the game was read and not played.
        let seed = format!("2,2,4,{},", first[1].score);
        std::fs::write(&file, text.replace(&seed, "2,2,4,7777,")).unwrap();
        let more = play(open(&file).unwrap(), &plan(2, 3));
        assert_eq!(more.iter().map(|game| game.seed).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        assert_eq!((more[1].score, more[2].score), (first[0].score, 7777));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
        // The game of an incomplete line, seed 7, is played again.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.clone() + "\"always-up\",2,2,7,1").unwrap();
        let again = play(open(&file).unwrap(), &plan(7, 1));
        assert_eq!(again.iter().map(|game| game.seed).collect::<Vec<_>>(), [7]);
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(&text));
        let _locked = open(&file).unwrap();
        assert!(open(&file).err().unwrap().contains("another process"));
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&file, "nonsense\n").unwrap();
        assert!(open(&file).err().unwrap().contains("nonsense"));
        std::fs::write(&file, format!("{}\nnonsense\n", raw::COLUMNS)).unwrap();
        assert!(open(&file).err().unwrap().contains("line 2 is not a game"));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn games_of_a_former_version_are_continued() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.csv");
        let former = ["\"always-up\",2,2,3,7777,16,9,0.500000", "\"always-up\",3,7777,16,9,0.5,42"];
        for (columns, line) in raw::FORMER.into_iter().zip(former) {
            let (rows, cols) = if columns.contains("rows") { (2, 2) } else { (4, 4) };
            let plan = Plan { rows, cols, ..plan(3, 2) };
            std::fs::write(&file, format!("{columns}\n{line}\n\"always-up\",5")).unwrap();
            let stored = SavedGames::read(&file, &HEADER, &ALL).unwrap().of(&key(&plan), 0);
            assert_eq!(stored.iter().map(|game| game.score).collect::<Vec<_>>(), [7777]);
            let games = play(open(&file).unwrap(), &plan);
            assert_eq!(games.iter().map(|game| game.seed).collect::<Vec<_>>(), [3, 4]);
            assert_eq!(games[0], stored[0]);
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(text.starts_with(raw::COLUMNS) && text.lines().count() == 3, "{text}");
            assert_eq!(open(&file).unwrap().of(&key(&plan), 0), games);
        }
        std::fs::write(&file, format!("{}\nnonsense\n", raw::FORMER[1])).unwrap();
        assert!(open(&file).err().unwrap().contains("line 2 is not a game"));
    }
}
