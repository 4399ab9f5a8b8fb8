//! Faults of the machine: runs that are killed at any moment, a disk that fills, and a thousand
//! clients.
//!
//! `AFTERSTATE_KILLS=100 cargo test --test faults killed` kills more often than the usual run of
//! the tests.
#![cfg(unix)]

mod command;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use command::{TestFolder, output_of};

const PROGRAM: &str = env!("CARGO_BIN_EXE_afterstate");

fn kills() -> u32 {
    let kills = std::env::var("AFTERSTATE_KILLS");
    kills.map_or(4, |kills| kills.parse().expect("AFTERSTATE_KILLS is a number"))
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Kills the program at random moments, [`kills`] times, and lets it end each time that
/// `begin` has prepared a new run. `check` is called after each kill, `end` after each whole run.
fn killed(
    arguments: &[&str],
    mut begin: impl FnMut(),
    mut check: impl FnMut(),
    mut end: impl FnMut(),
) {
    begin();
    let began = Instant::now();
    output_of(arguments);
    let whole = began.elapsed();
    end();
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut killed = 0;
    while killed < kills() {
        begin();
        // Several kills a run, each in what is left of it. The last start ends by itself.
        for _ in 0..8 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99_991);
            let share = (random >> 33) as f64 / (1_u64 << 31) as f64;
            let mut child = start(arguments);
            std::thread::sleep(whole.mul_f64(share * 0.6));
            if child.try_wait().expect("its state").is_some() {
                break;
            }
            child.kill().expect("killed");
            child.wait().expect("ended");
            killed += 1;
            check();
        }
        output_of(arguments);
        end();
    }
    println!("killed {killed} times");
}

/// The whole lines of games in a file.
fn lines(file: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text[..whole].lines().filter(|line| line.starts_with('"')).map(str::to_owned).collect()
}

/// Games without their times, sorted.
fn results(lines: &[String]) -> Vec<Vec<String>> {
    let result = |line: &String| {
        let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        [&fields[..7], &fields[8..]].concat()
    };
    let mut results: Vec<_> = lines.iter().map(result).collect();
    results.sort();
    results
}

#[test]
fn killed_match_has_each_game_once() {
    let folder = TestFolder::new("faults-match");
    let (file, whole) = (folder.file("games.csv"), folder.file("whole.csv"));
    let play = |file| {
        ["match", "expectimax:nodes=60", "random", "--games", "8", "--threads", "2", "--csv", file]
    };
    output_of(&play(&whole));
    let expected = results(&lines(&whole));
    assert_eq!(expected.len(), 16);
    let known = std::cell::RefCell::new(Vec::<String>::new());
    killed(
        &play(&file),
        || {
            let _ = fs::remove_file(&file);
            known.borrow_mut().clear();
        },
        || {
            let now = lines(&file);
            assert!(now.starts_with(&known.borrow()), "a game was lost");
            *known.borrow_mut() = now;
        },
        || assert_eq!(results(&lines(&file)), expected),
    );
}

/// What a checkpoint holds but for the time it took: the header as JSON, and the weights and
/// coherence sums.
fn contents(checkpoint: &str) -> (serde_json::Value, Vec<u8>) {
    let bytes = fs::read(checkpoint).expect("a checkpoint");
    let length = u32::from_le_bytes(*bytes[12..].first_chunk().expect("a length")) as usize;
    let (header, numbers) = bytes[16..].split_at(length);
    let mut header: serde_json::Value = serde_json::from_slice(header).expect("a header");
    header["done"]["seconds"].take();
    header["done"]["history"].take();
    (header, numbers[..numbers.len() - 4].to_vec())
}

/// The training moves of each line of a log, and the games of all lines together.
fn logged(log: &str) -> (Vec<u64>, u64) {
    let text = fs::read_to_string(log).expect("a log");
    let field = |line: &str, at: usize| -> u64 {
        line.split(',').nth(at).expect("a field").parse().expect("a number")
    };
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let games = lines.iter().map(|line| field(line, 5)).sum();
    (lines.iter().map(|line| field(line, 1)).collect(), games)
}

#[test]
fn killed_training_run_learns_the_same_weights() {
    let folder = TestFolder::new("faults-train");
    let (checkpoint, log) = (folder.file("run.ckpt"), folder.file("run.csv"));
    let train = |checkpoint, every, save| {
        let run = ["train", "--checkpoint", checkpoint, "--network", "0123 4567", "--threads", "1"];
        [&run[..], &["--moves", "150000", "--every", every, "--save", save]].concat()
    };
    let whole = folder.file("whole.ckpt");
    output_of(&train(&whole, "1000", "1000"));
    let expected = contents(&whole);
    let done = std::cell::Cell::new(0);
    killed(
        &train(&checkpoint, "0.01", "0.0001"),
        || {
            let _ = fs::remove_file(&checkpoint);
            let _ = fs::remove_file(&log);
            done.set(0);
        },
        || {
            if fs::metadata(&checkpoint).is_ok_and(|file| file.len() > 0) {
                let moves = contents(&checkpoint).0["done"]["moves"].as_u64().expect("moves");
                assert!(moves >= done.get(), "the checkpoint went back");
                done.set(moves);
            }
        },
        || {
            let found = contents(&checkpoint);
            assert_eq!(found.0, expected.0);
            assert!(found.1 == expected.1, "other weights");
            let (moves, games) = logged(&log);
            assert!(moves.is_sorted(), "the log goes back: {moves:?}");
            assert_eq!(Some(games), found.0["done"]["games"].as_u64(), "games in the log");
        },
    );
}

/// A scheduler sends SIGTERM and kills half a minute later; a measurement takes longer.
#[test]
fn terminated_training_run_is_saved_while_it_measures() {
    let folder = TestFolder::new("faults-terminated");
    let checkpoint = folder.file("run.ckpt");
    let train = ["train", "--checkpoint", &checkpoint, "--network", "0123 4567", "--threads", "1"];
    // The measurement comes after a second: on a busy machine a shorter time may not hold a game.
    let measured = ["--minutes", "60", "--every", "1", "--save", "1000", "--measure", "0"];
    let mut child = start(&[&train[..], &measured, &["--measure-games", "1000000000,0"]].concat());
    // The log is written before the first measurement.
    let log = folder.file("run.csv");
    while fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 2 {
        assert!(child.try_wait().expect("its state").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let id = child.id().to_string();
    Command::new("kill").args(["-TERM", &id]).status().expect("a signal");
    let told = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if told.elapsed() > Duration::from_secs(20) {
            child.kill().expect("killed");
            panic!("it goes on measuring");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(contents(&checkpoint).0["done"]["moves"].as_u64() > Some(0));
    let measures = fs::read_to_string(folder.file("run.measures.csv")).expect("a log");
    assert_eq!(measures.lines().count(), 1, "an unfinished measurement counts: {measures}");
}

/// Runs the program where no file can grow beyond this many KiB, as on a full disk.
fn on_a_full_disk(kib: u32, arguments: &[&str]) -> Output {
    let limit = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &limit, PROGRAM]).args(arguments).output().expect("bash starts")
}

fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "it was accepted");
    assert_eq!(output.status.code(), Some(1), "it ended by itself");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn full_disk_leaves_the_last_checkpoint_whole() {
    let folder = TestFolder::new("faults-disk-train");
    let checkpoint = folder.file("run.ckpt");
    let train = |moves| {
        let run = ["train", "--checkpoint", &checkpoint, "--network", "0123 4567", "--every", "9"];
        [&run[..], &["--moves", moves]].concat().iter().map(|&word| word.to_owned()).collect()
    };
    let run = |arguments: Vec<String>, full: bool| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if full { on_a_full_disk(64, &arguments) } else { command::run(&arguments) }
    };
    assert!(run(train("20000"), false).status.success());
    let before = fs::read(&checkpoint).expect("a checkpoint");
    assert!(before.len() > 64 << 10);
    let error = failed(&run(train("40000"), true));
    assert!(error.contains("run.ckpt: ") && error.contains("too large"), "{error}");
    assert!(fs::read(&checkpoint).expect("a checkpoint") == before);
    assert!(!Path::new(&folder.file("run.ckpt.new")).exists());
    assert!(run(train("40000"), false).status.success(), "with room it goes on");
    assert!(contents(&checkpoint).0["done"]["moves"].as_u64() >= Some(40_000));
}

#[test]
fn full_disk_loses_no_saved_game() {
    let folder = TestFolder::new("faults-disk-match");
    let file = folder.file("games.csv");
    let play = ["match", "random", "--games", "60", "--threads", "2", "--csv", &file];
    let error = failed(&on_a_full_disk(2, &play));
    assert!(error.contains("too large"), "{error}");
    let saved = lines(&file);
    assert!((1..60).contains(&saved.len()), "{}", saved.len());
    output_of(&play);
    let now = lines(&file);
    assert!(saved.iter().all(|line| now.contains(line)), "a game was lost");
    let seeds: std::collections::HashSet<&str> =
        now.iter().map(|line| line.split(',').nth(3).expect("a seed")).collect();
    assert_eq!((now.len(), seeds.len()), (60, 60));
}

/// A server with one page, which ends with the test.
struct Server(Child, u16);

impl Server {
    fn start(folder: &str) -> Server {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", "0", "--dir", folder]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("an address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().expect("a port");
        let port = port.parse().expect("a number");
        Server(child, port)
    }

    fn get(&self) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.1)).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("set");
        let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        reply
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn thousand_clients_at_once_are_all_served() {
    let folder = TestFolder::new("faults-clients");
    fs::write(folder.file("index.html"), "the page").expect("written");
    let server = Server::start(&folder.file(""));
    std::thread::scope(|scope| {
        let clients = (0..1000).map(|_| {
            let thread = std::thread::Builder::new().stack_size(64 << 10);
            thread.spawn_scoped(scope, || server.get()).expect("a thread")
        });
        for client in clients.collect::<Vec<_>>() {
            let reply = client.join().expect("a client");
            assert!(reply.starts_with("HTTP/1.1 200") && reply.ends_with("the page"), "{reply}");
        }
    });
}
