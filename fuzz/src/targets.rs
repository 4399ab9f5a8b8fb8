//! What is fuzzed: the readers of texts and files from elsewhere. A target must not panic, and what
//! it accepts must be readable after it is written; settings, boards and games must be the same. Used
//! by cargo-fuzz (`fuzz_targets/`) and by the loop in `crates/cli/tests/fuzz.rs`.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use afterstate::eval::ntuple::{TuplePatterns, file};
use afterstate::eval::outlook::OutlookModel;
use afterstate::rules::{Game, Grid};
use afterstate::search::exact::{Goal, Problem, Solution};
use afterstate_cli::serve::{Isolation, serve_connection, site::Site};
use afterstate_papers::cook::tree::Node;
use afterstate_papers::experiment::{Shard, Statistics, raw};
use afterstate_papers::players::Chosen;
use afterstate_runs::games::header::GamesHeader;
use afterstate_train::checkpoint;
use afterstate_train::recipe::Schedule;

/// A target with the name of its file in `fuzz_targets/`.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 9] = [
    Target { name: "board", run: board },
    Target { name: "game", run: game },
    Target { name: "settings", run: settings },
    Target { name: "tree", run: tree },
    Target { name: "model", run: model },
    Target { name: "checkpoint", run: checkpoint },
    Target { name: "solution", run: solution },
    Target { name: "games_file", run: games_file },
    Target { name: "http", run: http },
];

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The text of a board.
pub fn board(data: &[u8]) {
    let Some(Ok(grid)) = text(data).map(str::parse::<Grid>) else { return };
    let again: Grid = grid.to_string().parse().expect("a board's own text");
    assert!(again == grid, "{grid}");
}

/// The text of a game: a save, a link or a replay.
pub fn game(data: &[u8]) {
    let Some(Ok(game)) = text(data).map(Game::from_text) else { return };
    for text in [game.to_text(), game.replay()] {
        let again = Game::from_text(&text).expect("a game's own text");
        assert_eq!(again.grid(), game.grid(), "{text}");
        assert_eq!((again.score(), again.moves()), (game.score(), game.moves()), "{text}");
    }
    assert_eq!(Game::from_text(&game.to_text()).expect("checked").to_text(), game.to_text());
}

/// Strategies with parameters, tuples, schedules and shards, as links and command lines have them,
/// and the coefficients of outlooks.
pub fn settings(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(chosen) = text.parse::<Chosen>() {
        let again: Chosen = chosen.to_string().parse().expect("a strategy's own text");
        assert_eq!(again.to_string(), chosen.to_string());
    }
    if let Ok(patterns) = text.parse::<TuplePatterns>() {
        let again: TuplePatterns = patterns.to_string().parse().expect("the tuples' own text");
        assert_eq!(again.to_string(), patterns.to_string());
    }
    if let Ok(schedule) = text.parse::<Schedule>() {
        let again: Schedule = schedule.to_string().parse().expect("a schedule's own text");
        assert_eq!(again, schedule);
        assert_eq!(again.moves(), schedule.moves());
    }
    if let Ok(shard) = text.parse::<Shard>() {
        assert_eq!(shard.to_string().parse(), Ok(shard));
        assert!(shard.seeds(0..=2).count() <= 3);
    }
    if let Ok(outlook) = text.parse::<OutlookModel>() {
        let again: OutlookModel = outlook.to_string().parse().expect("an outlook's own text");
        assert_eq!(again.to_string(), outlook.to_string());
    }
}

/// A search tree that was pasted into the Lab.
pub fn tree(data: &[u8]) {
    let Some(Ok(node)) = text(data).map(|text| Node::read(text, 500)) else { return };
    assert!(node.count() <= 500);
    let written = node.to_text();
    assert!(Node::read(&written, 500).is_ok(), "{written}");
}

/// The file of a network, also with its checksum repaired, so that what comes after the checksum is
/// reached.
pub fn model(data: &[u8]) {
    for data in [data.to_vec(), with_checksum(data)] {
        if let Ok(network) = file::decode(&data, |_| ()) {
            let written = file::write(&network);
            assert!(file::read(&written, |_| ()).is_ok());
        }
    }
}

/// A checkpoint of training, also with its checksum repaired.
pub fn checkpoint(data: &[u8]) {
    for data in [data.to_vec(), with_checksum(data)] {
        let _ = checkpoint::read(&data[..], data.len() as u64);
    }
}

/// The values of a solved board from the browser's storage, also with the checksum repaired.
pub fn solution(data: &[u8]) {
    let problem = Problem::new(2, 2, Goal::Score);
    let grid: Grid = "2 2 / . 4".parse().expect("a board");
    for data in [data.to_vec(), with_checksum(data)] {
        let Some(solution) = Solution::from_bytes(problem, &data) else { continue };
        let _ = (solution.contains(&grid), solution.move_values(&grid));
        assert!(Solution::from_bytes(problem, &solution.to_bytes()).is_some());
    }
}

fn with_checksum(data: &[u8]) -> Vec<u8> {
    let body = &data[..data.len().saturating_sub(4)];
    [body, &crc32fast::hash(body).to_le_bytes()].concat()
}

/// A file of games, as `match` continues it and `merge` reads it.
pub fn games_file(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok((header, lines)) = GamesHeader::read(text) else { return };
    let written = header.to_string();
    assert_eq!(GamesHeader::read(&written).expect("a header's own text").0, header);
    if let Some(part) = &header.part {
        for series in &part.series {
            assert!(
                part.shard
                    .seeds(series.seeds.clone())
                    .take(100)
                    .all(|seed| series.seeds.contains(&seed))
            );
        }
    }
    assert!(header.players().count() <= text.len());
    let games: Vec<_> = lines.iter().map(|line| line.game).collect();
    assert_eq!(Statistics::of(&games).is_none(), games.is_empty());
    for line in lines {
        let (rows, cols) = line.board;
        let written = raw::lines(&line.player, rows, cols, &[line.game]);
        assert_eq!(raw::read(&written), Ok(vec![line]), "{written}");
    }
}

/// Bytes that a client sends to the web server, which has a folder with one page and a secret
/// beside it.
pub fn http(data: &[u8]) {
    thread_local! {
        static SERVER: (tokio::runtime::Runtime, Arc<Site>) = {
            let folder = std::env::temp_dir().join(format!("afterstate-fuzz-{}", std::process::id()));
            std::fs::create_dir_all(folder.join("site/lab")).expect("a folder");
            std::fs::write(folder.join("site/index.html"), "page").expect("a page");
            std::fs::write(folder.join("site/lab/index.html"), "lab").expect("a page");
            std::fs::write(folder.join("secret"), SECRET).expect("a secret");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let site = Site::new(folder.join("site"), Isolation::On);
            (runtime.expect("a runtime"), Arc::new(site))
        };
    }
    const SECRET: &str = "the-secret-outside-the-site";
    SERVER.with(|(runtime, site)| {
        let mut client = Client { sent: data.to_vec(), at: 0, received: Vec::new() };
        runtime.block_on(serve_connection(&mut client, site.clone()));
        let reply = String::from_utf8_lossy(&client.received);
        assert!(!reply.contains(SECRET), "{reply}");
        assert!(reply.is_empty() || reply.starts_with("HTTP/1."), "{reply}");
        assert!(!reply.contains("HTTP/1.1 5"), "{reply}");
    });
}

/// A client that has sent everything and reads everything.
struct Client {
    sent: Vec<u8>,
    at: usize,
    received: Vec<u8>,
}

impl hyper::rt::Read for Client {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        mut buffer: hyper::rt::ReadBufCursor<'_>,
    ) -> Poll<std::io::Result<()>> {
        let some = (self.sent.len() - self.at).min(buffer.remaining()).min(1000);
        buffer.put_slice(&self.sent[self.at..self.at + some]);
        self.at += some;
        Poll::Ready(Ok(()))
    }
}

impl hyper::rt::Write for Client {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.received.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
